//! What happens to a table, what it asks for and what it shows, written down line by line. Nothing is
//! left out: a field that is added to the view, or to a request, is added here.

// Each test uses what it needs of it.
#![allow(dead_code)]

pub(crate) mod ledger;
pub(crate) mod script;
pub(crate) mod trace;

use std::cell::RefCell;

use record::Verdict;
use record::game::{Game, Mark, Path, TurnId};
use record::letter::Letter;
use record::link::{self, Section, kind};
use rules::{AnyPosition, Color, GameSpec, Piece, Refusal, Reserve, Role, Square, Step};
use table::{
    AdvisedLine, AnalysisView, Answer, Asked, Came, Content, Controls, EngineLine, Event, Exercise,
    Facts, LapseView, LineTurn, Lines, MailView, Opponent, Outcome, Pick, Post, Proof, Question,
    Request, ReviewView, Seals, Seat, Sentence, Standing, Stored, Table, Thought, TreeItem, Value,
    View,
};

/// Writes for one table. Revisions and links are numbered in the order in which they come up.
pub(crate) struct Pen {
    spec: &'static GameSpec,
    revisions: RefCell<Vec<u64>>,
    links: RefCell<Vec<String>>,
    /// What stands before the steps in the saved form of a game from the same start.
    head: String,
    /// Whether long texts are numbered; else they stand as they are, and nothing depends on what was
    /// written before.
    numbers: bool,
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().collect::<Vec<_>>().join(" ")
}

fn color(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn piece(piece: Piece) -> String {
    format!("{} {}", color(piece.color).to_lowercase(), piece.role.id())
}

/// A kind of piece and how many.
fn kinds(reserve: Reserve, spec: &GameSpec) -> String {
    let roles = spec.roles.iter().map(|&(role, _)| (role, reserve.count(role)));
    list(
        roles.filter(|&(_, count)| count > 0).map(|(role, count)| format!("{count} {}", role.id())),
    )
}

fn path(path: Path) -> String {
    format!("turn {} step {}", path.turn.number(), path.steps)
}

fn turn(turn: TurnId) -> String {
    format!("turn {}", turn.number())
}

fn verdict(verdict: Verdict) -> String {
    format!("{} by {}", verdict.winner.map_or("nobody", color), verdict.ending.id())
}

fn opponent(opponent: Opponent) -> String {
    let Opponent { level, color: side, seed } = opponent;
    format!("level {level} as {}, seed {seed:?}", color(side))
}

fn seat(seat: Seat) -> String {
    match seat {
        Seat::Here => "here".to_owned(),
        Seat::Computer(level) => format!("computer {level}"),
        Seat::Friend => "friend".to_owned(),
    }
}

fn optional<T>(value: Option<T>, write: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "none".to_owned(), write)
}

impl Pen {
    /// One that numbers revisions and links.
    pub(crate) fn new(start: &AnyPosition) -> Pen {
        let head = Game::new(*start).save();
        let head = head.split_once("steps").map_or("", |(head, _)| head).to_owned();
        let (revisions, links) = Default::default();
        Pen { spec: start.spec(), revisions, links, head, numbers: true }
    }

    /// One for which each line stands alone.
    pub(crate) fn plain(start: &AnyPosition) -> Pen {
        Pen { numbers: false, ..Pen::new(start) }
    }

    fn square(&self, square: Square) -> String {
        self.spec.shape.name(square).to_string()
    }

    fn squares(&self, squares: &[Square]) -> String {
        list(squares.iter().map(|&one| self.square(one)))
    }

    fn targets(&self, targets: &[(Square, bool)]) -> String {
        let target = |&(to, takes): &(Square, bool)| {
            format!("{}{}", if takes { "x" } else { "" }, self.square(to))
        };
        list(targets.iter().map(target))
    }

    fn arrows(&self, arrows: &[(Square, Square)]) -> String {
        list(arrows.iter().map(|&(from, to)| format!("{}-{}", self.square(from), self.square(to))))
    }

    fn step(&self, step: Step) -> String {
        step.display(self.spec).to_string()
    }

    fn steps(&self, steps: &[Step]) -> String {
        list(steps.iter().map(|&one| self.step(one)))
    }

    fn mark(&self, mark: &Mark) -> String {
        format!("{:?} {}-{}", mark.brush, self.square(mark.from), self.square(mark.to))
    }

    fn pick(&self, pick: Pick) -> String {
        match pick {
            Pick::Piece(square) => self.square(square),
            Pick::Reserve(role) => format!("reserve {}", role.id()),
            Pick::Empty(square) => format!("empty {}", self.square(square)),
            Pick::Promotion(from, to) => {
                format!("promotion {}-{}", self.square(from), self.square(to))
            }
        }
    }

    fn refusal(&self, refusal: &Refusal) -> String {
        let pieces = refusal.pieces.iter().map(|&(at, on)| {
            format!(" {}:{}", self.square(at), on.map_or_else(|| "empty".to_owned(), piece))
        });
        format!("{}{} [{}]", refusal.reason, pieces.collect::<String>(), refusal.rule)
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Color(one) => color(*one).to_owned(),
            Value::Count(count) => count.to_string(),
            Value::Square(square) => self.square(*square),
            Value::Piece(one) => piece(*one),
            Value::Role(role) => role.id().to_owned(),
            Value::Name(name) => format!("{name:?}"),
            Value::Key(key) => format!("<{key}>"),
            Value::Sentence(sentence) => self.sentence(sentence),
            Value::List(values) => {
                let values: Vec<String> = values.iter().map(|one| self.value(one)).collect();
                format!("[{}]", values.join(", "))
            }
            Value::Pieces(role, count) => format!("{count} {}", role.id()),
            Value::Notation(text) => format!("‘{text}’"),
            Value::Glyphs(glyphs) => format!("{glyphs:?}"),
            Value::Game(game) => game.to_string(),
            Value::Text(text) => format!("{text:?}"),
            Value::Refusal(refusal) => self.refusal(refusal),
        }
    }

    pub(crate) fn sentence(&self, sentence: &Sentence) -> String {
        if sentence.values.is_empty() {
            return sentence.key.to_owned();
        }
        let values: Vec<String> = sentence
            .values
            .iter()
            .map(|(name, one)| format!("{name}: {}", self.value(one)))
            .collect();
        format!("{}({})", sentence.key, values.join(", "))
    }

    fn sentences(&self, sentences: &[Sentence]) -> String {
        list(sentences.iter().map(|one| self.sentence(one)))
    }

    fn revision(&self, revision: u64) -> String {
        if revision == 0 || !self.numbers {
            return revision.to_string();
        }
        let mut known = self.revisions.borrow_mut();
        let place = known.iter().position(|&one| one == revision).unwrap_or_else(|| {
            known.push(revision);
            known.len() - 1
        });
        format!("r{}", place + 1)
    }

    fn revisions(&self, revisions: &[u64]) -> String {
        format!("[{}]", list(revisions.iter().map(|&one| self.revision(one))))
    }

    /// A link: with what is in it where it comes up first, by its number from then on.
    pub(crate) fn link(&self, text: &str) -> String {
        if text.is_empty() || !self.numbers {
            return format!("{text:?}");
        }
        let found = self.links.borrow().iter().position(|one| one == text);
        if let Some(place) = found {
            return format!("link {}", place + 1);
        }
        self.links.borrow_mut().push(text.to_owned());
        let number = self.links.borrow().len();
        format!("link {number} {{{}}}", self.link_content(text))
    }

    fn link_content(&self, text: &str) -> String {
        let Ok(link::Opened { record, sections }) = link::read(&link::within(text)) else {
            return format!("unreadable {text:?}");
        };
        let mut parts = vec![format!("‘{}’", self.steps(record.steps()))];
        if let Some(ended) = record.verdict() {
            parts.push(verdict(ended));
        }
        for section in &sections {
            parts.push(match section.kind {
                kind::LETTER => Letter::read(&section.bytes).map_or_else(
                    |error| format!("letter: {error}"),
                    |letter| {
                        let Letter { version, inviter, open, answer, serial, sender, act, .. } =
                            letter;
                        let mut text = format!(
                            "letter {serial}: {act:?} from {}, inviter {}, version {version:?}",
                            color(sender),
                            color(inviter)
                        );
                        for (word, is) in [
                            ("open", open),
                            ("answered", answer.is_some()),
                            ("offers a draw", letter.offers_draw),
                            ("offers a Quick start", letter.offers_quick()),
                            ("Quick start", letter.is_quick()),
                            ("secrets", letter.chains.is_some()),
                        ] {
                            if is {
                                text.push_str(", ");
                                text.push_str(word);
                            }
                        }
                        if !letter.line().is_empty() {
                            text.push_str(&format!(", line {:?}", letter.line()));
                        }
                        text
                    },
                ),
                kind::SEAT => "seat".to_owned(),
                _ => match Section::as_names(section) {
                    Some((white, black)) => format!("names {white:?} {black:?}"),
                    None => format!("section {}", section.kind),
                },
            });
        }
        parts.join("; ")
    }

    fn post(&self, post: &Post) -> String {
        let Post { link, seat, sent, seen, came, since: _ } = post;
        let (link, seat, came) = (self.link(link), self.link(seat), self.link(came));
        format!("{link}, seat {seat}, sent {sent}, seen {seen}, came {came}")
    }

    /// A stored game, without its start where that is the table's.
    fn saved(&self, saved: &str) -> String {
        saved.strip_prefix(&self.head).unwrap_or(saved).trim_end().replace('\n', " / ")
    }

    pub(crate) fn content(&self, content: &Content) -> String {
        let Content { saved, held, computer, post } = content;
        let mut text = format!("‘{}’", self.saved(saved));
        if !held.is_empty() {
            text.push_str(&format!(", held {held}"));
        }
        if let Some(one) = computer {
            text.push_str(&format!(", computer {}", opponent(*one)));
        }
        if let Some(post) = post {
            text.push_str(&format!(", post: {}", self.post(post)));
        }
        text
    }

    fn stored(&self, stored: Option<&Stored>) -> String {
        optional(stored, |Stored { revision, content }| {
            format!("{} {}", self.revision(*revision), self.content(content))
        })
    }

    fn thought(&self, thought: &Thought) -> String {
        let Thought { turn, score, decided, reasons } = thought;
        format!("‘{}’ score {score}, decided {decided:?}, reasons {reasons:?}", self.steps(turn))
    }

    fn engine_line(&self, line: &EngineLine) -> String {
        let turns: Vec<String> = line.turns.iter().map(|turn| self.steps(turn)).collect();
        format!(
            "‘{}’ {} {:?} {:?} depth {}",
            turns.join(" | "),
            line.score,
            line.decided,
            line.odds,
            line.depth
        )
    }

    /// An event. Most are written as they are declared.
    pub(crate) fn event(&self, event: &Event) -> String {
        let spot = |name: &str, square: Square| format!("{name} {}", self.square(square));
        match event {
            Event::Press(square) => spot("press", *square),
            Event::Tap(square) => spot("tap", *square),
            Event::Lift(square) => spot("lift", *square),
            Event::Drop(Some(square)) => spot("drop", *square),
            Event::Drop(None) => "drop off the board".to_owned(),
            Event::Inspect(Some(square)) => spot("inspect", *square),
            Event::PressReserve(role) => format!("press reserve {}", role.id()),
            Event::TapReserve(role) => format!("tap reserve {}", role.id()),
            Event::LiftReserve(role) => format!("lift reserve {}", role.id()),
            Event::Promote(role) => {
                format!("promote {}", optional(*role, |role: Role| role.id().to_owned()))
            }
            Event::Step(step) => format!("step {}", self.step(*step)),
            Event::Typed(text) => format!("typed {text:?}"),
            Event::Show(at) => format!("show {}", path(*at)),
            Event::Seat(seat) => format!("seat {}", optional(*seat, opponent)),
            Event::Thought { id, thought } => {
                format!("thought {id}: {}", optional(thought.as_ref(), |one| self.thought(one)))
            }
            Event::Judged { id, judgement } => format!(
                "judged {id}: from {}, loss {}, decided {:?}, better {}",
                judgement.from,
                judgement.loss,
                judgement.decided,
                optional(judgement.better.as_ref(), |one| self.thought(one))
            ),
            Event::Invite { color: side, open, name, entropy: _ } => {
                format!("invite as {}, open {open}, {name:?}", color(*side))
            }
            Event::Accept { name, quick, entropy: _ } => {
                format!("accept as {name:?}, quick {quick}")
            }
            Event::InviteAgain { entropy: _ } => "invite again".to_owned(),
            Event::Came(link) => format!("came {}", self.link(link)),
            Event::Graft(saved) => format!("graft ‘{}’", self.saved(saved)),
            Event::PromoteTurn(one) => format!("promote {}", turn(*one)),
            Event::MakeMainLine(one) => format!("make main line {}", turn(*one)),
            Event::Delete(one) => format!("delete {}", turn(*one)),
            Event::Comment(one, text) => format!("comment {}: {text:?}", turn(*one)),
            Event::Glyphs(one, glyphs) => format!("glyphs {}: {glyphs:?}", turn(*one)),
            Event::Mark(at, mark) => format!("mark {}: {}", turn(at.turn), self.mark(mark)),
            Event::Sketch(mark) => format!("sketch {}", self.mark(mark)),
            Event::Analyse(what) => match &**what {
                table::Analyse::Found { id, lines, nodes, ms } => {
                    let lines: Vec<String> =
                        lines.iter().map(|one| self.engine_line(one)).collect();
                    format!("analyse found {id}: {}, {nodes} nodes, {ms} ms", lines.join("; "))
                }
                table::Analyse::Open(one) => format!("analyse open {}", turn(*one)),
                table::Analyse::Fold(one) => format!("analyse fold {}", turn(*one)),
                what => format!("analyse {what:?}"),
            },
            Event::Loaded { key, found } => {
                format!("loaded {key:?}: {}", self.stored(found.as_ref()))
            }
            Event::Kept { key, revision } => format!("kept {key:?} {}", self.revision(*revision)),
            Event::Refused { key, revision, found } => format!(
                "refused {key:?} {}: {}",
                self.revision(*revision),
                self.stored(found.as_ref())
            ),
            Event::KeepFailed { key, revision, fault } => {
                format!("keep failed {key:?} {}: {fault:?}", self.revision(*revision))
            }
            Event::MadeRoom { key, found } => {
                format!("made room {key:?}: {}", self.stored(found.as_ref()))
            }
            Event::Aside { key, post, unread } => {
                format!("aside {key:?}: {}, unread {unread}", self.post(post))
            }
            event => format!("{event:?}"),
        }
    }

    pub(crate) fn request(&self, request: &Request) -> String {
        match request {
            Request::Load { key } => format!("load {key:?}"),
            Request::Keep { key, follows, revision, content, is_over } => format!(
                "keep {key:?} {} → {}{}: {}",
                self.revision(*follows),
                self.revision(*revision),
                if *is_over { ", over" } else { "" },
                self.content(content)
            ),
            Request::SetBeside { key, beside, follows, revision, content, is_over } => format!(
                "set {key:?} beside as {beside:?} {} → {}{}: {}",
                self.revisions(follows),
                self.revision(*revision),
                if *is_over { ", over" } else { "" },
                self.content(content)
            ),
            Request::PutAway { key, revision } => {
                format!("put away {key:?} {}", self.revision(*revision))
            }
            Request::Note { key, follows, revision, content, is_over } => format!(
                "note {key:?} {} → {}{}: {}",
                self.revisions(follows),
                self.revision(*revision),
                if *is_over { ", over" } else { "" },
                self.content(content)
            ),
            Request::Think { id, about, saved, effort } => {
                format!("think {id} about {about:?}, {effort:?}: ‘{}’", self.saved(saved))
            }
            Request::PutAside { key, post, unread } => {
                format!("put aside {key:?}: {}, unread {unread}", self.post(post))
            }
            Request::BeginOnLine { key, .. } => format!("begin {key} on the line"),
            Request::AskedAgain { link, .. } => format!("asked again by {link}"),
            Request::BeginByLink { key, content } => {
                format!("begin by link {key:?}: {}", self.content(content))
            }
            Request::Analyse(look) => {
                let table::Look { id, count, saved, draw } = &**look;
                let draw = draw.map_or_else(String::new, |at| format!(", the draw behind {at}"));
                format!("analyse {id}, {count} lines{draw}: ‘{}’", self.saved(saved))
            }
            Request::Wake { id, after, at_rest } => {
                format!("wake {id} after {after}{}", if *at_rest { " at rest" } else { "" })
            }
            Request::Send { link } => format!("send {}", self.link(link)),
            Request::Tell { message, .. } => format!("tell {message:?}"),
            Request::ShowWatchers { message } => format!("show watchers {message:?}"),
            Request::OpenApart { link } => format!("open apart {}", self.link(link)),
            Request::Begin(seating) => {
                format!("begin {}, turns {}", optional(seating.opponent, opponent), seating.turns)
            }
            Request::Below(side) => format!("below {}", color(*side)),
            Request::Remember(one) => format!("remember {}", optional(*one, opponent)),
            Request::Say(sentence) => format!("say {}", self.sentence(sentence)),
            Request::Notice(sentence) => format!("notice {}", self.sentence(sentence)),
            Request::Moved { .. }
            | Request::OfferBack
            | Request::ForgetAside { .. }
            | Request::StopAnalysing
            | Request::Survey(_)
            | Request::Amend(_)
            | Request::StopSurvey
            | Request::StopThinking { .. }
            | Request::Hurry { .. }
            | Request::TurnBoard
            | Request::KeepLesson { .. }
            | Request::KeepPuzzle(_)
            | Request::KeepDay { .. } => format!("{request:?}"),
        }
    }

    fn question(&self, question: &Question) -> String {
        match question {
            Question::Came(Came { link, relation, is_own }) => {
                format!("came {}: {relation:?}, own {is_own}", self.link(link))
            }
            question => format!("{question:?}"),
        }
    }

    fn exercise(&self, exercise: &Exercise, write: &mut impl FnMut(&str, String)) {
        let Exercise {
            stage,
            title,
            text,
            at,
            tasks,
            caption,
            answer,
            ways,
            main,
            share,
            puzzle,
            next,
        } = exercise;
        write("exercise", format!("{stage:?}, task {at:?} of {tasks:?}"));
        write("exercise title", self.sentence(title));
        write("exercise text", optional(text.as_ref(), |text| self.sentence(text)));
        write(
            "exercise caption",
            optional(caption.as_ref(), |one| {
                format!(
                    "{}, grade {}, {} to move",
                    self.sentence(&one.called),
                    one.grade,
                    color(one.mover)
                )
            }),
        );
        let Answer { kind, says, rule, .. } = answer;
        write("exercise answer", format!("{kind:?}, rule {rule:?}: {}", self.sentences(says)));
        write("exercise ways", format!("{ways:?}, main {main:?}"));
        write("exercise share", optional(share.as_ref(), |share| self.sentences(share)));
        write("exercise puzzle", format!("{puzzle:?}, next {next:?}"));
    }

    fn mail(&self, mail: &MailView, write: &mut impl FnMut(&str, String)) {
        let MailView {
            own,
            names,
            friend,
            is_due,
            out,
            note,
            line,
            quote,
            sent,
            waits,
            offers,
            seat_link,
            seat_locked,
            live,
            clock,
            greeting,
            gives,
            claims,
            // No game of the transcripts has days for its turns.
            time: _,
            watchers,
            together,
            draws,
        } = mail;
        let own = own.map_or("nobody", color);
        write("mail", format!("own {own}, names {names:?}, friend {}", self.value(friend)));
        write("mail due", format!("{is_due}, offers {offers}, draws {draws}"));
        write("mail out", format!("{}, sent {sent}", optional(out.as_ref(), |out| self.link(out))));
        write("mail note", self.sentence(note));
        if *together != table::Together::No {
            write("mail together", together.id().to_owned());
        }
        if *watchers > 0 {
            write("mail watchers", watchers.to_string());
        }
        if live.is_some() || !clock.is_empty() {
            write(
                "mail live",
                format!(
                    "{live:?}, clock {clock:?}, greeting {greeting:?}, gives {gives}, claims {claims}"
                ),
            );
        }
        write("mail line", format!("{line:?}"));
        write("mail quote", optional(quote.as_ref(), |quote| self.sentence(quote)));
        write("mail waits", self.sentence(waits));
        write("mail seat", format!("{}, locked {seat_locked}", self.link(seat_link)));
    }

    fn review(&self, review: &ReviewView, write: &mut impl FnMut(&str, String)) {
        let ReviewView { says, progress, lapses, has_next } = review;
        write("review", format!("{}, {progress:?}, has next {has_next}", self.sentence(says)));
        for (place, lapse) in lapses.iter().enumerate() {
            let LapseView { turn: at, from, grade, name, better } = lapse;
            let (name, better) = (self.sentence(name), self.sentence(better));
            let text = format!("{} from {from} {grade:?}: {name}; {better}", turn(*at));
            write(&format!("review {place}"), text);
        }
    }

    fn analysis(&self, analysis: &AnalysisView, write: &mut impl FnMut(&str, String)) {
        let AnalysisView {
            may,
            is_on,
            threats,
            count,
            lines,
            depth,
            nodes,
            speed,
            expected,
            says,
            proofs,
            draw,
        } = analysis;
        write("analysis", format!("may {may}, on {is_on}, threats {threats}, {count} lines"));
        write("analysis effort", format!("depth {depth}, {nodes} nodes, {speed} a second"));
        let says = optional(says.as_ref(), |says| self.sentence(says));
        write("analysis says", format!("{says}, expected {expected:?}"));
        if let Some(draw) = draw {
            write("analysis draw", self.sentence(draw));
        }
        for (place, proof) in proofs.iter().enumerate() {
            write(&format!("analysis proof {place}"), self.sentence(proof));
        }
        for (place, line) in lines.iter().enumerate() {
            let AdvisedLine { score, turns } = line;
            let turns =
                turns.iter().map(|one| format!("{}{} {}", one.number, color(one.color), one.san));
            write(&format!("analysis line {place}"), format!("{score}: {}", list(turns)));
        }
    }

    fn lines(&self, lines: &Lines, write: &mut impl FnMut(&str, String)) {
        let Lines { comment, played, further, lines } = lines;
        let line = |line: &[LineTurn]| {
            list(line.iter().map(|one| {
                let LineTurn { turn: at, before, behind, glyphs, others } = one;
                format!("{{{} {before:?} {behind:?} {glyphs:?} {others:?}}}", at.number())
            }))
        };
        write("lines", format!("{comment:?}, further {further:?}: {}", line(played)));
        for (place, one) in lines.iter().enumerate() {
            write(&format!("line {place}"), line(one));
        }
    }

    fn tree_item(&self, item: &TreeItem) -> String {
        let TreeItem { place, level, stretch, step, open, folded, before, behind, glyphs, score } =
            item;
        format!(
            "{} level {level} stretch {stretch} step {} open {open:?} folded {folded:?} {before:?} {behind:?} {glyphs:?}{score}",
            path(*place),
            optional(*step, |step| self.step(step)),
        )
    }

    fn standing(&self, standing: &Standing, here: &AnyPosition) -> String {
        let Standing { position, says, players, is_due, is_begun, is_over, until: _ } = standing;
        format!(
            "{}, players {}, due {is_due}, begun {is_begun}, over {is_over}{}",
            self.sentence(says),
            optional(players.as_ref(), |players| self.sentence(players)),
            if position == here { String::new() } else { format!(", ‘{}’", position.fen()) }
        )
    }

    /// All that is shown of a table, and what would be stored of it.
    pub(crate) fn view(&self, table: &Table) -> Vec<(String, String)> {
        let mut lines: Vec<(String, String)> = Vec::new();
        let mut write = |name: &str, text: String| lines.push((name.to_owned(), text));
        let View {
            position,
            at,
            is_live,
            ways,
            replays,
            has_lines,
            turn: to_move,
            may_act,
            pick,
            targets,
            promotions,
            held,
            controls,
            refusal,
            says,
            welcomes,
            question,
            result,
            seats,
            tone,
            opponent: computer,
            computer: doing,
            wanted,
            advised,
            review,
            hint,
            pointed,
            exercise,
            mail,
            watched,
            keeping,
        } = table.view();
        if let Some(watched) = watched {
            write("watched", format!("{watched:?}"));
        }
        write("says", format!("{tone:?} {}", self.sentence(&says)));
        write("position", position.fen());
        let way = |(is, name): (bool, &'static str)| if is { name } else { "-" };
        write(
            "place",
            format!(
                "{} live {is_live} ways {} {}",
                path(at),
                way((ways[0], "back")),
                way((ways[1], "on"))
            ),
        );
        let mover = self.sentence(&table.mover(to_move));
        write("to move", format!("{}, may act {may_act}, {mover}", color(to_move)));
        write("seats", list(seats.map(seat)));
        write(
            "computer",
            format!("{doing:?}, wanted {wanted:?}, {}", optional(computer, opponent)),
        );
        let Controls {
            end,
            undo,
            redo,
            draw,
            place,
            now,
            hint: may_hint,
            review: may_review,
            takeback,
            resign,
            offer,
            rematch,
        } = controls;
        let offered = [
            ("undo", undo),
            ("draw", draw),
            ("place", place),
            ("now", now),
            ("hint", may_hint),
            ("review", may_review),
            ("takeback", takeback),
            ("resign", resign),
            ("offer", offer),
            ("rematch", rematch),
            ("shuffle", table.can_shuffle()),
        ];
        let offered =
            list(offered.iter().filter(|(_, is)| *is).map(|(name, _)| (*name).to_owned()));
        write("controls", format!("end {end:?}, redo {redo}, {offered}"));
        write("pick", optional(pick, |pick| self.pick(pick)));
        write("targets", self.targets(&targets));
        let roles = |roles: &[Role]| list(roles.iter().map(|role| role.id().to_owned()));
        let on_board = roles(&table.promotions());
        let promotions = roles(&promotions);
        write("promotions", format!("‘{promotions}’ on the board ‘{on_board}’"));
        write("forbidden", self.squares(&table.forbidden()));
        write("held", optional(held, |held| self.step(held)));
        write("refusal", optional(refusal.as_ref(), |refusal| self.refusal(refusal)));
        write("question", optional(question.as_ref(), |question| self.question(question)));
        if let Some(Asked { title, says, boards, replies }) = table.asked() {
            write("asked", format!("{}: {}", self.sentence(&title), self.sentences(&says)));
            for (name, position) in boards {
                write("asked board", format!("{} ‘{}’", self.sentence(&name), position.fen()));
            }
            for (name, decision) in replies {
                write("asked reply", format!("{} → {decision:?}", self.sentence(&name)));
            }
        }
        write("result", optional(result, verdict));
        if let Some(Outcome { title, why }) = table.outcome() {
            write("outcome", format!("{} {}", self.sentence(&title), self.sentence(&why)));
        }
        write(
            "last turn",
            optional(table.last_turn_says(), |(by, says)| {
                format!("{}: {}", color(by), self.sentence(&says))
            }),
        );
        let begun = self.steps(table.begun());
        write("turn", format!("begun ‘{begun}’, drawn ‘{}’", kinds(table.drawn(), self.spec)));
        write("marks", list(table.marks().iter().map(|mark| self.mark(mark))));
        let reach = self.targets(table.reach());
        write(
            "inspected",
            optional(table.inspected(), |at| format!("{}: {reach}", self.square(at))),
        );
        let ahead = optional(table.premove(), |(from, to)| {
            format!("{} to {}", self.pick(from), optional(to, |to| self.square(to)))
        });
        let chosen = optional(table.chosen_ahead(), |pick| self.pick(pick));
        let droppable = table.droppable_ahead().into_iter();
        let droppable = list(droppable.map(|(role, count)| format!("{count} {}", role.id())));
        write("ahead", format!("{ahead}, chosen {chosen}, droppable ‘{droppable}’"));
        write("advised", self.arrows(&advised));
        write("hint", optional(hint.as_ref(), |hint| self.thought(hint)));
        let arrow = optional(table.pointed_at(), |arrow| self.arrows(&[arrow]));
        write(
            "pointed",
            format!(
                "{} {arrow}",
                optional(pointed, |(step, whole)| format!("{} {whole}", self.step(step)))
            ),
        );
        write(
            "flags",
            format!(
                "replays {replays}, welcomes {welcomes}, lines {has_lines}, explores {}",
                table.explores()
            ),
        );
        write("keeping", format!("{keeping:?} {:?}", table.key()));
        write("content", self.content(&table.content()));
        write(
            "shelf",
            optional(Standing::of(&table.content(), Facts::default(), 0), |one| {
                self.standing(&one, table.game().live_position())
            }),
        );
        if let Some(review) = &review {
            self.review(review, &mut write);
        }
        if let Some(exercise) = &exercise {
            self.exercise(exercise, &mut write);
        }
        if let Some(mail) = &mail {
            self.mail(mail, &mut write);
        }
        if let Some(Proof { draws, verdict, is_good }) = table.proof() {
            let (draws, verdict) = (self.sentences(&draws), self.sentence(&verdict));
            write("proof", format!("{draws}; {verdict}, good {is_good}"));
        }
        if let Some(Seals { says, is_good, names }) = table.seals() {
            let (says, names) = (self.sentences(&says), self.sentence(&names));
            write("seals", format!("{says}, good {is_good}; {names}"));
        }
        if let Some(link) = table.look_link() {
            write("look link", self.link(&link));
        }
        if has_lines && !table.analyses() {
            self.lines(&table.lines(), &mut write);
        }
        if let Some(analysis) = table.analysis_view() {
            self.analysis(&analysis, &mut write);
            for (place, item) in table.tree().iter().enumerate() {
                write(&format!("tree {place}"), self.tree_item(item));
            }
            let (from, steps) = table.turn_begun();
            write("tried", format!("{} ‘{}’", path(from), self.steps(steps)));
            write("end of line", path(table.end_of_line()));
            write("line text", table.line_text(at.turn));
        }
        let score = table.score().map(|one| {
            let end = if one.done { "" } else { "…" };
            format!(
                "{}{}{}:{}-{}{end}",
                one.turn.number(),
                color(one.color),
                one.number,
                one.from,
                one.to
            )
        });
        write("score", list(score));
        lines
    }
}
