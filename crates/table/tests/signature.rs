//! Signatures of tables: what is asked for and shown after each of thousands of random events, as two
//! digits an event. Nothing here says what is right; that something has changed is seen, and where.
//! After an intended change, look at what has changed in the transcripts, then write the signatures anew:
//! `FIVEFOLD_BLESS=1 cargo test -p table --test suite signature`.

use crate::world;
use crate::written;

use std::env;
use std::fs;
use std::path::Path;

use record::game::{Brush, Mark, Path as Place, TurnId};
use rules::{AnyPosition, GameId, Role, Square, Step};
use table::{
    Analyse, EngineLine, Event, Judgement, Keeping, Moment, Purpose, Request, Seat, Setup, Side,
    StoreFault, Table, Thought, Walk, Wish,
};
use testkit::chance::Chance;

use world::World;
use world::exercises::{Desk, Files};
use written::trace::{Trace, parting};

/// Holds lines of a signature against what is kept; `again` runs one of them, and writes an event down.
fn compare(name: &str, found: &[(String, String)], again: impl Fn(usize, Trace) -> Trace) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/signature/{name}.txt"));
    let text: String = found.iter().map(|(name, line)| format!("{name} {line}\n")).collect();
    if env::var_os("FIVEFOLD_BLESS").is_some() {
        fs::write(&path, text).unwrap();
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    if kept == text {
        return;
    }
    for (place, ((name, line), kept)) in found.iter().zip(kept.lines()).enumerate() {
        if kept != format!("{name} {line}") {
            let event = parting(line, kept);
            let trace = again(place, Trace::wanting(event));
            panic!("{name} differs in event {event}, where now:\n{}", trace.text());
        }
    }
    panic!("{name}: {} lines, and {} are kept", found.len(), kept.lines().count());
}

/// So many schedules of two devices, and so many of lessons and puzzles.
const SCHEDULES: usize = 120;
const EXERCISES: usize = 60;
/// So many things happen in one.
const STEPS: usize = 300;

#[test]
fn two_devices() {
    let run = |seed: usize, trace: Trace| {
        let mut world = World::new(900_000 + seed as u64, false);
        world.trace = Some(trace);
        for _ in 0..STEPS {
            world.step();
        }
        world.finish();
        world.trace.take().unwrap()
    };
    let lines: Vec<(String, String)> = (0..SCHEDULES)
        .map(|seed| (format!("schedule-{seed}"), run(seed, Trace::default()).line()))
        .collect();
    compare("devices", &lines, run);
}

#[test]
fn lessons_and_puzzles() {
    let files = Files::new();
    let run = |seed: usize, trace: Trace| {
        let mut desk = Desk::new(900_000 + seed as u64, &files);
        desk.trace = Some(trace);
        for _ in 0..STEPS / 2 {
            desk.step();
        }
        desk.trace.take().unwrap()
    };
    let lines: Vec<(String, String)> = (0..EXERCISES)
        .map(|seed| (format!("desk-{seed}"), run(seed, Trace::default()).line()))
        .collect();
    compare("exercises", &lines, run);
}

/// A table of any kind, from the start of a game.
struct Anybody {
    chance: Chance,
    table: Table,
    asked: Vec<Request>,
    now: u64,
    trace: Trace,
}

/// What a table is for.
const KINDS: [&str; 6] = ["here", "confirmed", "white", "black", "late", "analysis"];

impl Anybody {
    fn new(game: GameId, kind: &str, trace: Trace) -> Anybody {
        let start = AnyPosition::initial(game);
        let here = Setup::here(start, "a game");
        let computer = Seat::Computer(12);
        let setup = match kind {
            "confirmed" => Setup { confirms: true, seed: Some(3), ..here },
            "white" => Setup { seats: [computer, Seat::Here], ..here },
            "black" | "late" => Setup { seats: [Seat::Here, computer], ..here },
            "analysis" => Setup { purpose: Purpose::Analysis, ..here },
            _ => here,
        };
        let seed = game as u64 * 100 + KINDS.iter().position(|one| *one == kind).unwrap() as u64;
        let (table, asked) = Table::new(setup);
        let mut anybody = Anybody { chance: Chance(seed), table, asked, now: 0, trace };
        anybody.tell(Event::Loaded { key: "a game".to_owned(), found: None });
        // A game in which something has happened, so that its middle is seen too.
        for _ in 0..if kind == "late" { 40 } else { 0 } {
            for event in anybody.step() {
                anybody.tell(event);
            }
            anybody.answer_all();
        }
        anybody
    }

    fn tell(&mut self, event: Event) {
        self.now += 300;
        let random = self.now.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let asked = self.table.handle(Moment { now: self.now, random }, event.clone());
        self.trace.take(self.now, &event, &asked, &self.table);
        self.asked.extend(asked);
    }

    fn below(&mut self, bound: usize) -> usize {
        self.chance.below(bound.max(1))
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn square(&mut self) -> Square {
        let all: Vec<Square> = self.table.game().start().spec().shape.all().collect();
        self.of(&all)
    }

    fn any_turn(&mut self) -> TurnId {
        let number = self.below(12);
        let game = self.table.game();
        game.turn(number).unwrap_or(game.tip())
    }

    /// A legal step, taken in one way or another; the turn's end more often than it is listed.
    fn step(&mut self) -> Vec<Event> {
        let position = self.table.position();
        let list = position.list();
        if list.is_empty() {
            return vec![Event::Walk(Walk::Back)];
        }
        let mut step = self.of(&list);
        if matches!(step, Step::Draw(_)) {
            return vec![Event::Draw];
        }
        if list.contains(&Step::End) && self.below(3) == 0 {
            step = Step::End;
        }
        let spec = position.spec();
        let way = self.below(5);
        match (step, way) {
            (Step::End, _) => vec![Event::EndTurn],
            (step, 0) => vec![Event::Typed(step.display(spec).to_string())],
            (Step::Move { from, to, into }, 1) => {
                let chosen = into.map(|_| Event::Promote(into));
                [Event::Tap(from), Event::Tap(to)].into_iter().chain(chosen).collect()
            }
            (Step::Move { from, to, into }, 2) => {
                let chosen = into.map(|_| Event::Promote(into));
                [Event::Lift(from), Event::Drop(Some(to))].into_iter().chain(chosen).collect()
            }
            (Step::Move { from, to, .. }, 3) => {
                vec![Event::Press(from), Event::Release, Event::Press(to), Event::Release]
            }
            (Step::Drop { role, to }, 1) => vec![Event::TapReserve(role), Event::Tap(to)],
            (Step::Drop { role, to }, 2) => vec![Event::LiftReserve(role), Event::Drop(Some(to))],
            (Step::Drop { role, to }, 3) => vec![Event::Tap(to), Event::TapReserve(role)],
            (step, _) => vec![Event::Step(step)],
        }
    }

    /// A turn for the side to move, as the computer finds it.
    fn some_turn(&mut self) -> Vec<Step> {
        let mut position = *self.table.game().live_position();
        let (side, mut turn) = (position.turn(), Vec::new());
        while position.turn() == side && position.outcome().is_none() && turn.len() < 30 {
            let list = position.list();
            if list.is_empty() {
                break;
            }
            let ends = list.contains(&Step::End) && self.below(3) == 0;
            let step = if ends { Step::End } else { self.of(&list) };
            position.play(step);
            turn.push(step);
        }
        turn
    }

    /// Whatever was asked for is done: the store writes, alarms go off, thoughts come.
    fn answer_all(&mut self) {
        for _ in 0..40 {
            let Some(event) = self.answer() else { return };
            self.tell(event);
        }
    }

    fn answer(&mut self) -> Option<Event> {
        let key = "a game".to_owned();
        let view = self.table.view();
        if view.keeping == Keeping::Writing {
            return self.last(|request| match request {
                Request::Keep { revision, .. } => {
                    Some(Event::Kept { key: key.clone(), revision: *revision })
                }
                Request::SetBeside { .. } => {
                    Some(Event::MadeRoom { key: key.clone(), found: None })
                }
                _ => None,
            });
        }
        if view.wanted.is_some() {
            let id = self.last(|request| match request {
                Request::Think { id, .. } => Some(*id),
                _ => None,
            })?;
            let thought = Thought { turn: self.some_turn(), score: 20, ..Thought::default() };
            return Some(Event::Thought { id, thought: Some(thought) });
        }
        let plays = self.table.seat_of(view.turn) != Seat::Here && view.result.is_none();
        if view.replays || (plays && view.is_live) {
            return Some(Event::Woken(self.alarm()?));
        }
        None
    }

    fn last<T>(&self, find: impl Fn(&Request) -> Option<T>) -> Option<T> {
        self.asked.iter().rev().find_map(find)
    }

    fn alarm(&self) -> Option<u64> {
        self.last(|request| match request {
            Request::Wake { id, .. } => Some(*id),
            _ => None,
        })
    }

    /// Something happens.
    fn act(&mut self) {
        let is_over = self.table.view().result.is_some();
        let some = self.below(64);
        let (square, other, turn) = (self.square(), self.square(), self.any_turn());
        let roles: Vec<Role> =
            self.table.game().start().spec().roles.iter().map(|&(role, _)| role).collect();
        let role = self.of(&roles);
        let yes = self.below(2) == 0;
        let think = self.last(|request| match request {
            Request::Think { id, .. } => Some(*id),
            _ => None,
        });
        let event = match some {
            0..=21 => {
                for event in self.step() {
                    self.tell(event);
                }
                return;
            }
            22..=27 => return self.answer_all(),
            28 => Event::Tap(square),
            29 => Event::TapReserve(role),
            30 => Event::LetGo,
            31 => Event::Undo,
            32 => Event::Redo,
            33 => Event::UndoTo(self.below(3)),
            34 | 35 => Event::Walk(self.of(&[
                Walk::First,
                Walk::Back,
                Walk::Back,
                Walk::On,
                Walk::Latest,
                Walk::Into,
                Walk::Out,
            ])),
            36 => Event::Walk(Walk::Latest),
            37 => match self.below(4) {
                0 => Event::PlaceRest,
                1 => Event::Shuffle,
                2 => Event::Clear,
                _ => Event::QuickStart,
            },
            38 | 39 => Event::PlaceRest,
            40 => Event::EndTurn,
            41 => Event::Draw,
            42 => Event::TakeBack,
            43 => Event::OfferDraw,
            44 if self.below(4) == 0 => Event::Resign,
            45 | 46 => Event::Answer(yes),
            47 => Event::Hint,
            48 => Event::MoveNow,
            49 => Event::Replay,
            50 => Event::Inspect(Some(square)),
            51 => Event::Sketch(Mark { brush: Brush::Red, from: square, to: other }),
            52 => Event::Show(Place { turn, steps: self.below(3) }),
            53 => Event::Comment(turn, format!("On turn {}.", turn.number())),
            54 => Event::Glyphs(turn, vec![1 + self.below(6) as u8]),
            55 => match self.below(3) {
                0 => Event::PromoteTurn(turn),
                1 => Event::MakeMainLine(turn),
                _ => Event::Delete(turn),
            },
            56 if is_over => Event::Review,
            56 => Event::Confirms(yes),
            57 => match think {
                Some(id) if yes => Event::ThoughtFailed(id),
                Some(id) => Event::Judged {
                    id,
                    judgement: Judgement {
                        from: self.below(8),
                        loss: self.below(400) as i32,
                        decided: yes.then_some(-1),
                        better: Some(Thought::default()),
                    },
                },
                None => Event::Tempo(50),
            },
            58 => match self.below(4) {
                0 if is_over => Event::Rematch,
                1 => Event::Anew(Some(Wish { level: 11, side: Side::Random })),
                2 => Event::Seat(None),
                _ => Event::Lift(square),
            },
            59 => match self.last(|request| match request {
                Request::Keep { revision, .. } => Some(*revision),
                _ => None,
            }) {
                Some(revision) => {
                    let (key, fault) = ("a game".to_owned(), StoreFault::Full);
                    Event::KeepFailed { key, revision, fault }
                }
                None => Event::TakenElsewhere,
            },
            60 => Event::TakeUp,
            61 => Event::Drop(yes.then_some(square)),
            _ => Event::Analyse(Box::new(match self.below(9) {
                0 => Analyse::Open(turn),
                1 => Analyse::Fold(turn),
                2 => Analyse::Branch { back: yes },
                3 => Analyse::Beside { back: yes },
                4 => Analyse::Computer(true),
                5 => Analyse::Lines(self.below(4) as u8),
                6 => Analyse::Threats(yes),
                7 => Analyse::Take { line: 0, turns: 1 },
                _ => {
                    let id = self.last(|request| match request {
                        Request::Analyse(look) => Some(look.id),
                        _ => None,
                    });
                    let steps = self.table.position().list();
                    let turns = steps.into_iter().take(1).map(|step| vec![step]).collect();
                    let odds = [500, 300, 200];
                    let line = EngineLine { turns, score: 44, decided: None, odds, depth: 2 };
                    let lines = vec![line];
                    Analyse::Found { id: id.unwrap_or_default(), lines, nodes: 80, ms: 5 }
                }
            })),
        };
        self.tell(event);
    }
}

#[test]
fn anybody() {
    let all: Vec<(GameId, &str)> = GameId::ALL
        .iter()
        .flat_map(|&game| KINDS.into_iter().map(move |kind| (game, kind)))
        .collect();
    let run = |place: usize, trace: Trace| {
        let (game, kind) = all[place];
        let mut anybody = Anybody::new(game, kind, trace);
        for _ in 0..200 {
            anybody.act();
        }
        anybody.trace
    };
    let lines: Vec<(String, String)> = (0..all.len())
        .map(|place| {
            let (game, kind) = all[place];
            (format!("{game}-{kind}"), run(place, Trace::default()).line())
        })
        .collect();
    compare("anybody", &lines, run);
}
