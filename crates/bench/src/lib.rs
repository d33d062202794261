//! What is measured: tasks that count something, so that their results can be checked and their
//! speeds compared.
//!
//! `cargo xtask bench` builds this natively and for WebAssembly, runs the tasks in turn and makes a
//! table of the times.

mod engine;
use testkit::playout;
mod yardstick;

use std::ops::ControlFlow;

use rules::games::batteries::Batteries;
use rules::games::charismatic::Charismatic;
use rules::games::chessence::Chessence;
use rules::games::contramatic::Contramatic;
use rules::games::magnetic::Magnetic;
use rules::games::orthodox::Orthodox;
use rules::{AnyPosition, GameId, Phase, Position, perft};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen::prelude::wasm_bindgen;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// A position of the conformance files, with all pieces placed.
const CONTRAMATIC: &str = "4kq2/p1ppbn2/p7/P5P1/1PB5/5b2/2p2PN1/1RQNK3[] b - - 1 12 -";

/// How many positions in check are asked for a way out, beside those of the conformance file.
const PROOFS: usize = 3_000;

const CHARISMATIC: &str = include_str!("../../../tests/conformance/charismatic.jsonl");
const TURN_ENDS: &str = include_str!("../../../tests/conformance/charismatic-ends.txt");

/// Something that is measured.
struct Task {
    name: &'static str,
    /// Does the work and returns how many things it counted.
    work: Box<dyn Fn() -> u64>,
}

/// Something that has an answer, for which somebody waits.
struct Question {
    /// What is asked; of many positions the same.
    name: &'static str,
    /// Finds the answer.
    ask: Box<dyn Fn()>,
}

/// All tasks and questions, ready to run.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
pub struct Bench {
    tasks: Vec<Task>,
    questions: Vec<Question>,
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
impl Bench {
    /// Makes the positions that the tasks need.
    #[allow(clippy::new_without_default)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen(constructor))]
    pub fn new() -> Self {
        let proofs = in_check();
        let ends: Vec<(Charismatic, u64)> = TURN_ENDS
            .lines()
            .map(|line| {
                let (fen, count) = line.split_once(" ; ").expect("FEN ; count");
                (position(fen), count.parse().expect("a count"))
            })
            .collect();
        let questions = proofs.clone().into_iter().map(a_way_out);
        let questions = questions.chain(engine::questions()).collect();
        let mut tasks = vec![
            yardstick::task("cozy-chess: start, perft 6", Orthodox::SPEC.start, 6, 119_060_324),
            counted::<Orthodox>("orthodox: start, perft 6", Orthodox::SPEC.start, 6, 119_060_324),
            yardstick::task("cozy-chess: kiwipete, perft 5", KIWIPETE, 5, 193_690_690),
            counted::<Orthodox>("orthodox: kiwipete, perft 5", KIWIPETE, 5, 193_690_690),
            counted::<Magnetic>("magnetic: start, perft 5", Magnetic::SPEC.start, 5, 7_316_853),
            counted::<Batteries>("batteries: start, perft 4", Batteries::SPEC.start, 4, 10_454_155),
            counted::<Chessence>("chessence: start, perft 4", Chessence::SPEC.start, 4, 1_646_909),
            counted::<Contramatic>("contramatic: placed, perft 4", CONTRAMATIC, 4, 1_141_544),
            Task {
                name: "charismatic: ways out of check",
                work: Box::new(move || {
                    let safe = proofs.iter().filter(|position| position.can_escape()).count();
                    // Both answers come up, or the search has little to do.
                    assert!(safe > 0 && safe < proofs.len());
                    proofs.len() as u64
                }),
            },
            Task {
                name: "charismatic: ends of a turn",
                work: Box::new(move || {
                    ends.iter()
                        .map(|(position, count)| {
                            let mut found = 0;
                            let _ = position.turn_ends(|_| {
                                found += 1;
                                ControlFlow::Continue(())
                            });
                            assert_eq!(found, *count);
                            found
                        })
                        .sum()
                }),
            },
        ];
        tasks.extend(engine::tasks());
        Bench { tasks, questions }
    }

    /// How many tasks there are.
    pub fn tasks(&self) -> usize {
        self.tasks.len()
    }

    /// The name of a task.
    pub fn name(&self, task: usize) -> String {
        self.tasks[task].name.to_owned()
    }

    /// Does a task and returns how many things it counted.
    pub fn run(&self, task: usize) -> f64 {
        (self.tasks[task].work)() as f64
    }

    /// How many questions there are.
    pub fn questions(&self) -> usize {
        self.questions.len()
    }

    /// What is asked.
    pub fn question(&self, question: usize) -> String {
        self.questions[question].name.to_owned()
    }

    /// Finds the answer to a question. A wrong one is a panic.
    pub fn ask(&self, question: usize) {
        (self.questions[question].ask)();
    }
}

/// Whether a check can be left.
fn a_way_out(position: Charismatic) -> Question {
    let ask = move || {
        std::hint::black_box(std::hint::black_box(&position).can_escape());
    };
    Question { name: "a way out of check: charismatic", ask: Box::new(ask) }
}

fn position<P: Position>(fen: &str) -> P {
    P::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A perft whose count is known.
fn counted<P: Position>(name: &'static str, fen: &str, depth: u32, count: u64) -> Task {
    let position: P = position(fen);
    let work = move || {
        let found = perft(std::hint::black_box(&position), depth);
        assert_eq!(found, count, "{name}");
        found
    };
    Task { name, work: Box::new(work) }
}

/// Positions of Charismatic Chess at the start of a turn, in check: from games played at random,
/// the same ones every time, and from the conformance file.
fn in_check() -> Vec<Charismatic> {
    let is_wanted = |position: &Charismatic| {
        position.phase() == Phase::Movement
            && !position.is_inside_turn()
            && position.check() == Some(true)
    };
    let mut found: Vec<Charismatic> = CHARISMATIC
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
            position(line["fen"].as_str().expect("a FEN"))
        })
        .filter(is_wanted)
        .collect();
    let wanted = found.len() + PROOFS;
    for seed in 0.. {
        playout::play(GameId::Charismatic, seed, 600, |position| {
            if let AnyPosition::Charismatic(position) = position
                && is_wanted(position)
            {
                found.push(*position);
            }
        });
        if found.len() >= wanted {
            break;
        }
    }
    found.truncate(wanted);
    found
}
