//! A scenario: events told to a table one after the other, and a transcript of them.

use record::game::{Brush, Mark, Path, TurnId};
use rules::{Role, Square, Step};
use table::{
    Analyse, Content, EngineLine, Event, Judgement, Keeping, Moment, Request, Setup, Side,
    StoreFault, Stored, Table, Thought, Walk, Wish,
};

use super::Pen;

/// A table, the store that keeps it, and what was written of it.
pub(crate) struct Script {
    pub(crate) table: Table,
    pen: Pen,
    now: u64,
    /// All that was asked for.
    pub(crate) asked: Vec<Request>,
    shown: Vec<(String, String)>,
    text: String,
}

impl Script {
    /// A table of which the store knows nothing.
    pub(crate) fn new(setup: Setup) -> Script {
        let mut script = Script::of(Table::new(setup));
        script.load(None);
        script
    }

    /// A table as it begins.
    pub(crate) fn of((table, asked): (Table, Vec<Request>)) -> Script {
        let pen = Pen::new(table.game().start());
        let mut script = Script {
            table,
            pen,
            now: 0,
            asked: Vec::new(),
            shown: Vec::new(),
            text: String::new(),
        };
        script.write(&asked);
        script
    }

    /// A page that a link has opened, on a device that has nothing of its game.
    pub(crate) fn opened(link: &str) -> Script {
        let mut script = Script::of(Table::open(link).unwrap());
        script.load(None);
        script
    }

    /// A page of what is kept.
    pub(crate) fn kept(setup: Setup, content: Content) -> Script {
        let mut script = Script::of(Table::new(setup));
        script.load(Some(content));
        script
    }

    fn load(&mut self, content: Option<Content>) {
        if self.table.view().keeping == Keeping::Reading {
            let key = self.table.key().to_owned();
            let found = content.map(|content| Stored { revision: 7, content });
            self.to(Event::Loaded { key, found });
        }
    }

    /// The transcript.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The letter that is to be shared is shared, once it is stored.
    pub(crate) fn hand_on(&mut self) -> String {
        self.keep();
        let link = self.letter();
        self.to(Event::HandedOn);
        self.keep();
        link
    }

    /// A line for the reader.
    pub(crate) fn note(&mut self, text: &str) {
        self.text.push_str(&format!("\n# {text}\n\n"));
    }

    /// Writes what was asked for, and what is shown otherwise than before.
    fn write(&mut self, asked: &[Request]) {
        let lines: Vec<String> = asked.iter().map(|request| self.pen.request(request)).collect();
        // A link is written out where it comes up first.
        let here = self.pen.content(&self.table.content());
        for line in lines {
            let line = line.replace(&here, "what is here");
            self.text.push_str(&format!("    {line}\n"));
        }
        self.asked.extend(asked.iter().cloned());
        let now = self.pen.view(&self.table);
        let of = |lines: &[(String, String)], name: &str| -> Vec<String> {
            lines.iter().filter(|(one, _)| one == name).map(|(_, text)| text.clone()).collect()
        };
        let mut names: Vec<&String> = Vec::new();
        for (name, _) in now.iter().chain(&self.shown) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        for name in names {
            let (before, after) = (of(&self.shown, name), of(&now, name));
            if before == after {
                continue;
            }
            if after.is_empty() {
                self.text.push_str(&format!("  {name}: gone\n"));
            }
            for text in after {
                self.text.push_str(format!("  {name}: {text}").trim_end());
                self.text.push('\n');
            }
        }
        self.shown = now;
    }

    /// Something happens.
    pub(crate) fn to(&mut self, event: Event) -> Vec<Request> {
        self.now += 10;
        let random = self.now.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.text.push_str(&format!("> {}\n", self.pen.event(&event)));
        let asked = self.table.handle(Moment { now: self.now, random }, event);
        self.write(&asked);
        asked
    }

    /// The last of what was asked for that is looked for.
    fn last<T>(&self, find: impl Fn(&Request) -> Option<T>) -> T {
        self.asked.iter().rev().find_map(find).unwrap_or_else(|| panic!("{}", self.text))
    }

    pub(crate) fn last_thought(&self) -> u64 {
        self.last(|request| match request {
            Request::Think { id, .. } => Some(*id),
            _ => None,
        })
    }

    fn last_alarm(&self) -> u64 {
        self.last(|request| match request {
            Request::Wake { id, .. } => Some(*id),
            _ => None,
        })
    }

    pub(crate) fn last_write(&self) -> u64 {
        self.last(|request| match request {
            Request::Keep { revision, .. } => Some(*revision),
            _ => None,
        })
    }

    /// The letter that is to be shared.
    pub(crate) fn letter(&self) -> String {
        self.last(|request| match request {
            Request::Send { link } => Some(link.clone()),
            _ => None,
        })
    }

    pub(crate) fn square(&self, name: &str) -> Square {
        self.table.square(name).unwrap_or_else(|| panic!("no square {name}"))
    }

    pub(crate) fn steps(&self, text: &str) -> Vec<Step> {
        let spec = self.table.game().start().spec();
        text.split_whitespace().map(|step| Step::parse(step, spec).unwrap()).collect()
    }

    fn turn(&self, number: &str) -> TurnId {
        let number = number.parse().unwrap();
        self.table.game().turn(number).unwrap_or_else(|| panic!("no turn {number}"))
    }

    /// The computer's lines on an analysis board: each of turns, a score, how it is decided.
    pub(crate) fn find(&mut self, lines: &[(&str, i32, Option<i32>, [u32; 3])]) {
        let id = self.last(|request| match request {
            Request::Analyse(look) => Some(look.id),
            _ => None,
        });
        let line = |&(turns, score, decided, odds): &(&str, i32, Option<i32>, [u32; 3])| {
            let turns = turns.split('/').map(|turn| self.steps(turn)).collect();
            EngineLine { turns, score, decided, odds, depth: 4 }
        };
        let lines = lines.iter().map(line).collect();
        self.to(analyse(Analyse::Found { id, lines, nodes: 900, ms: 120 }));
    }

    /// The computer's thought.
    pub(crate) fn think(&mut self, thought: Thought) {
        let id = self.last_thought();
        self.to(Event::Thought { id, thought: Some(thought) });
    }

    pub(crate) fn judge(&mut self, judgement: Judgement) {
        let id = self.last_thought();
        self.to(Event::Judged { id, judgement });
    }

    /// The store carries out all writes.
    pub(crate) fn keep(&mut self) {
        for _ in 0..9 {
            if self.table.view().keeping != Keeping::Writing {
                return;
            }
            let event = self.last(|request| match request {
                Request::Keep { key, revision, .. } => {
                    Some(Event::Kept { key: key.clone(), revision: *revision })
                }
                Request::SetBeside { key, .. } => {
                    Some(Event::MadeRoom { key: key.clone(), found: None })
                }
                _ => None,
            });
            self.to(event);
        }
        panic!("it is never stored\n{}", self.text);
    }

    /// What is kept, as another page finds it.
    pub(crate) fn content(&self) -> Content {
        self.table.content()
    }

    /// What happens, line by line, or parted by semicolons: a word and what it is about.
    pub(crate) fn run(&mut self, commands: &str) {
        for command in commands.split(['\n', ';']).map(str::trim).filter(|one| !one.is_empty()) {
            let (word, about) = command.split_once(' ').unwrap_or((command, ""));
            let event = self.event(word, about.trim());
            if let Some(event) = event {
                self.to(event);
            }
        }
    }

    fn event(&mut self, word: &str, about: &str) -> Option<Event> {
        let role = |name: &str| Role::ALL.into_iter().find(|one| one.id() == name).unwrap();
        let key = || self.table.key().to_owned();
        let wish = || {
            about.split_once(' ').map(|(level, side)| Wish {
                level: level.parse().unwrap(),
                side: match side {
                    "white" => Side::White,
                    "black" => Side::Black,
                    _ => Side::Random,
                },
            })
        };
        let fault = |name: &str| match name {
            "full" => StoreFault::Full,
            "newer" => StoreFault::Newer,
            _ => StoreFault::Blocked,
        };
        Some(match word {
            "#" => {
                self.note(about);
                return None;
            }
            "keep" => {
                self.keep();
                return None;
            }
            "press" => Event::Press(self.square(about)),
            "press-reserve" => Event::PressReserve(role(about)),
            "release" => Event::Release,
            "inspect" => Event::Inspect(self.table.square(about)),
            "tap" => Event::Tap(self.square(about)),
            "tap-reserve" => Event::TapReserve(role(about)),
            "lift" => Event::Lift(self.square(about)),
            "lift-reserve" => Event::LiftReserve(role(about)),
            "drop" => Event::Drop(self.table.square(about)),
            "promote" if about.is_empty() => Event::Promote(None),
            "promote" => Event::Promote(Some(role(about))),
            "let-go" => Event::LetGo,
            "step" => Event::Step(self.steps(about)[0]),
            "type" => Event::Typed(about.to_owned()),
            "end" => Event::EndTurn,
            "undo" => Event::Undo,
            "redo" => Event::Redo,
            "undo-to" => Event::UndoTo(about.parse().unwrap()),
            "draw" => Event::Draw,
            "place-rest" => Event::PlaceRest,
            "shuffle" => Event::Shuffle,
            "clear" => Event::Clear,
            "quick-start" => Event::QuickStart,
            "confirms" => Event::Confirms(about == "yes"),
            "tempo" => Event::Tempo(about.parse().unwrap()),
            "first" => Event::Walk(Walk::First),
            "back" => Event::Walk(Walk::Back),
            "on" => Event::Walk(Walk::On),
            "latest" => Event::Walk(Walk::Latest),
            "into" => Event::Walk(Walk::Into),
            "out" => Event::Walk(Walk::Out),
            "replay" => Event::Replay,
            "resign" => Event::Resign,
            "offer-draw" => Event::OfferDraw,
            "take-back" => Event::TakeBack,
            "yes" => Event::Answer(true),
            "no" => Event::Answer(false),
            "seat" => {
                Event::Seat(wish().map(|wish| table::Seating::new(Some(wish), 0).opponent.unwrap()))
            }
            "begin" => Event::Begin(wish()),
            "anew" => Event::Anew(wish()),
            "rematch" => Event::Rematch,
            "thought" => {
                let thought = Thought { turn: self.steps(about), ..Thought::default() };
                Event::Thought { id: self.last_thought(), thought: Some(thought) }
            }
            "score" => {
                let thought = Thought { score: about.parse().unwrap(), ..Thought::default() };
                Event::Thought { id: self.last_thought(), thought: Some(thought) }
            }
            "no-thought" => Event::Thought { id: self.last_thought(), thought: None },
            "thought-failed" => Event::ThoughtFailed(self.last_thought()),
            "move-now" => Event::MoveNow,
            "hint" => Event::Hint,
            "review" => Event::Review,
            "stop-review" => Event::StopReview,
            "show-lapse" => Event::ShowLapse(about.parse().unwrap()),
            "next-lapse" => Event::NextLapse,
            "wake" if about.is_empty() => Event::Woken(self.last_alarm()),
            "wake" => Event::Woken(about.parse().unwrap()),
            "came" => Event::Came(about.to_owned()),
            "sit-down" => Event::SitDown,
            "handed-on" => Event::HandedOn,
            "line" => Event::Line(about.to_owned()),
            "keep-mine" => Event::Choose(table::Choice::KeepMine),
            "take-theirs" => Event::Choose(table::Choice::TakeTheirs),
            "keep-apart" => Event::Choose(table::Choice::KeepApart),
            "open" => analyse(Analyse::Open(self.turn(about))),
            "fold" => analyse(Analyse::Fold(self.turn(about))),
            "branch" => analyse(Analyse::Branch { back: about == "back" }),
            "beside" => analyse(Analyse::Beside { back: about == "back" }),
            "computer" => analyse(Analyse::Computer(about == "on")),
            "lines" => analyse(Analyse::Lines(about.parse().unwrap())),
            "threats" => analyse(Analyse::Threats(about == "on")),
            "take" => {
                let (line, turns) = about.split_once(' ').unwrap();
                let (line, turns) = (line.parse().unwrap(), turns.parse().unwrap());
                analyse(Analyse::Take { line, turns })
            }
            "show" => {
                let (turn, steps) = about.split_once(' ').unwrap();
                Event::Show(Path { turn: self.turn(turn), steps: steps.parse().unwrap() })
            }
            "promote-turn" => Event::PromoteTurn(self.turn(about)),
            "main-line" => Event::MakeMainLine(self.turn(about)),
            "delete" => Event::Delete(self.turn(about)),
            "comment" => {
                let (turn, text) = about.split_once(' ').unwrap();
                Event::Comment(self.turn(turn), text.to_owned())
            }
            "glyph" => {
                let (turn, glyph) = about.split_once(' ').unwrap();
                Event::Glyphs(self.turn(turn), vec![glyph.parse().unwrap()])
            }
            "sketch" | "mark" => {
                let squares: Vec<Square> =
                    about.split_whitespace().map(|name| self.square(name)).collect();
                let mark = Mark { brush: Brush::Green, from: squares[0], to: squares[1] };
                if word == "sketch" {
                    Event::Sketch(mark)
                } else {
                    Event::Mark(self.table.place(), mark)
                }
            }
            "load-failed" => Event::LoadFailed { key: key(), fault: fault(about) },
            "keep-failed" => {
                Event::KeepFailed { key: key(), revision: self.last_write(), fault: fault(about) }
            }
            "kept" => Event::Kept { key: key(), revision: self.last_write() },
            "emptied" => Event::Refused { key: key(), revision: self.last_write(), found: None },
            "made-room" => Event::MadeRoom { key: about.to_owned(), found: None },
            "made-no-room" => Event::MadeNoRoom { key: about.to_owned() },
            "go-back" => Event::GoBack,
            "put-aside" => Event::PutAside { key: key(), done: about == "done" },
            "taken-elsewhere" => Event::TakenElsewhere,
            "take-up" => Event::TakeUp,
            "again" => Event::Again,
            "show-solution" => Event::ShowSolution,
            "next" => Event::Next,
            "previous" => Event::Previous,
            "restart" => Event::Restart,
            "refute" => Event::Refute,
            word => panic!("what is {word:?}?"),
        })
    }
}

fn analyse(what: Analyse) -> Event {
    Event::Analyse(Box::new(what))
}
