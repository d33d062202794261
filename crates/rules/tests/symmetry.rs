//! Properties that hold in every game, over positions from random games: a position seen from the
//! other side has the same steps seen from the other side; effects, keys, counts and FENs agree
//! with the positions.
//!
//! Progressive Chess is not among them: White's series have an odd number of moves and Black's an
//! even one, so that no position has a mirror image.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::marker::PhantomData;
use std::path::PathBuf;

use rules::games::batteries::Batteries;
use rules::games::charismatic::Charismatic;
use rules::games::chessence::Chessence;
use rules::games::complete_contramatic::CompleteContramatic;
use rules::games::contramatic::Contramatic;
use rules::games::magnetic::Magnetic;
use rules::games::orthodox::Orthodox;
use rules::{Effect, Geometry, Phase, Piece, Position, Step};
use serde_json::Value;
use testkit::chance::Chance;
use testkit::mirror::Mirror;

/// The FEN without HALFMOVE and FULLMOVE, with the phase.
fn without_counters<P: Position>(position: &P) -> String {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let extra = fields[6..].join(" ");
    format!("{} {extra} {:?}", fields[..4].join(" "), position.phase())
}

/// The board as a table of pieces.
fn board<P: Position>(position: &P) -> Vec<Option<Piece>> {
    P::SPEC.shape.all().map(|square| position.piece_at(square)).collect()
}

/// Carries out effects on a table of pieces; each must find what it speaks of.
fn replay(pieces: &mut [Option<Piece>], effects: &[Effect]) {
    for &effect in effects {
        match effect {
            Effect::Slide { piece, from, to, .. } => {
                assert_eq!(pieces[from.index()].take(), Some(piece), "{effect:?}");
                assert_eq!(pieces[to.index()].replace(piece), None, "{effect:?}");
            }
            Effect::Appear { piece, at } => {
                assert_eq!(pieces[at.index()].replace(piece), None, "{effect:?}");
            }
            Effect::Vanish { piece, at } => {
                assert_eq!(pieces[at.index()].take(), Some(piece), "{effect:?}");
            }
            Effect::Change { at, from, into } => {
                assert_eq!(pieces[at.index()].replace(into), Some(from), "{effect:?}");
            }
        }
    }
}

/// What has been seen on the way through a game's positions.
struct Walk<P> {
    mirror: Mirror,
    by_key: HashMap<u64, String>,
    by_fen: HashMap<String, u64>,
    mirrored: usize,
    game: PhantomData<P>,
}

impl<P: Position> Walk<P> {
    /// Checks a position on its own and against its mirror image, and returns its steps.
    fn visit(&mut self, position: &P) -> Vec<Step> {
        let fen = position.fen();
        let shape = &P::SPEC.shape;
        assert_eq!(P::from_fen(&fen).as_ref(), Ok(position), "{fen}");
        assert_eq!(position.key(), position.recomputed_key(), "{fen}");
        let steps = position.list();
        assert_eq!(position.count(), steps.len() as u64, "{fen}");
        let set: HashSet<Step> = steps.iter().copied().collect();
        assert_eq!(set.len(), steps.len(), "a step twice in {fen}");

        let core = without_counters(position);
        let same_key = self.by_key.entry(position.key()).or_insert_with(|| core.clone());
        assert_eq!(*same_key, core, "one key for two positions");
        let same_fen = *self.by_fen.entry(core).or_insert(position.key());
        assert_eq!(same_fen, position.key(), "two keys for {fen}");

        // White places first: no placement can be seen from the other side.
        if position.phase() == Phase::Movement {
            let other = self.mirrored(position);
            let wanted: HashSet<Step> =
                steps.iter().map(|&step| self.mirror.step(shape, step)).collect();
            let found: HashSet<Step> = other.list().into_iter().collect();
            assert_eq!(found, wanted, "{fen} and {}", other.fen());
            assert_eq!(other.check(), position.check(), "{fen}");
            let swapped = position.outcome().map(|mut outcome| {
                outcome.winner = outcome.winner.map(|color| !color);
                outcome
            });
            assert_eq!(other.outcome(), swapped, "{fen}");
            self.mirrored += 1;
        }
        steps
    }

    /// The position with sides swapped.
    fn mirrored(&self, position: &P) -> P {
        let fen = self.mirror.fen(&P::SPEC.shape, &position.fen());
        P::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    /// Takes a step, here and on the mirror image.
    fn step(&self, position: &P, step: Step) -> P {
        let mut after = *position;
        let mut effects = Vec::new();
        after.play(step, &mut effects);
        let mut pieces = board(position);
        replay(&mut pieces, &effects);
        assert_eq!(pieces, board(&after), "{step:?} in {}: {effects:?}", position.fen());

        let mut silent = *position;
        silent.play(step, &mut ());
        assert_eq!(silent, after);
        if position.phase() == Phase::Movement {
            let mut other = self.mirrored(position);
            other.play(self.mirror.step(&P::SPEC.shape, step), &mut ());
            let wanted = self.mirrored(&after);
            assert_eq!(without_counters(&other), without_counters(&wanted), "{step:?}");
            assert_eq!(other.halfmove(), wanted.halfmove(), "{step:?} in {}", position.fen());
        }
        after
    }

    fn game(&mut self, start: P, most: usize, random: &mut Chance) {
        let mut position = start;
        for _ in 0..most {
            let steps = self.visit(&position);
            if steps.is_empty() {
                return;
            }
            position = self.step(&position, steps[random.below(steps.len())]);
        }
    }
}

/// Plays random games from the initial position and from those of the conformance file.
fn walk<P: Position>(mirror: Mirror) {
    let mut random = Chance(7);
    let mut walk = Walk::<P> {
        mirror,
        by_key: HashMap::new(),
        by_fen: HashMap::new(),
        mirrored: 0,
        game: PhantomData,
    };
    for _ in 0..12 {
        walk.game(P::initial(), 120, &mut random);
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/conformance")
        .join(format!("{}.jsonl", P::SPEC.id));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let start = P::from_fen(line["fen"].as_str().unwrap()).unwrap();
        for _ in 0..2 {
            walk.game(start, 25, &mut random);
        }
    }
    let (different, mirrored) = (walk.by_key.len(), walk.mirrored);
    assert!(different >= 2_000 && mirrored >= 2_000, "{different} {mirrored}");
}

/// The mirror image of the initial position is the position itself, with the other side to move.
fn start_is_symmetric<P: Position>(mirror: Mirror) {
    let shape = &P::SPEC.shape;
    let start = P::initial();
    for square in P::Geometry::SHAPE.all() {
        let here = start.piece_at(square);
        let there = start.piece_at(mirror.square(shape, square));
        assert_eq!(there, here.map(|piece| Piece { color: !piece.color, ..piece }), "{square:?}");
        assert_eq!(shape.is_hole(square), shape.is_hole(mirror.square(shape, square)));
    }
}

macro_rules! games {
    ($($name:ident: $position:ty, $mirror:ident;)*) => {
        $(mod $name {
            use super::*;

            #[test]
            fn both_sides_play_alike() {
                walk::<$position>(Mirror::$mirror);
            }

            #[test]
            fn the_initial_position_is_its_own_mirror_image() {
                start_is_symmetric::<$position>(Mirror::$mirror);
            }
        })*
    };
}

games! {
    batteries: Batteries, Flip;
    charismatic: Charismatic, Turn;
    chessence: Chessence, Turn;
    complete_contramatic: CompleteContramatic, Flip;
    contramatic: Contramatic, Flip;
    magnetic: Magnetic, Flip;
    orthodox: Orthodox, Flip;
}
