//! Placements for the player in the Contramatic games: no side has won before the first move, and no
//! two of them are the same.

use std::collections::HashSet;

use engine::{Chance, Engine, Limits};
use rules::{AnyPosition, Bits, Color, GameId, Outcome, Phase, Role, Square, Step};

/// What a search for a forced win may look at.
const NODES: u64 = 20_000;
/// A win within three turns, in turns of both sides.
const THREE: i32 = 5;

/// A game of which both sides are placed for the player.
fn placed(game: GameId, seed: u64) -> Option<AnyPosition> {
    let mut chance = Chance::new(seed);
    let mut position = AnyPosition::initial(game);
    while position.phase() == Phase::Placement {
        for step in position.place_rest(&mut |below| chance.below(below)) {
            position.play(step);
        }
        position.why_not(Step::End).is_none().then(|| position.play(Step::End))?;
    }
    Some(position)
}

/// The squares of the pawns of a side.
fn pawns(position: &AnyPosition, color: Color) -> Vec<Square> {
    let is_pawn = |square: &Square| {
        let piece = position.piece_at(*square);
        piece.is_some_and(|piece| piece.role == Role::Pawn && piece.color == color)
    };
    position.board().squares().filter(is_pawn).collect()
}

/// Whether the side to move, or its opponent, wins by force within three turns.
fn is_decided(engine: &mut Engine, position: &AnyPosition) -> bool {
    let thought = engine.think(&[], position, &Limits::nodes(NODES), &mut |_| {});
    let Some(thought) = thought else { return true };
    thought.score.decided().is_some_and(|turns| turns.abs() <= THREE + 1)
}

fn check(game: GameId, seeds: u64) {
    let shape = game.spec().shape;
    let [e4, e5] = ["e4", "e5"].map(|name| shape.parse(name).unwrap());
    let mut engine = Engine::new(game, 1, 4 << 20);
    let (mut decided, mut locked, mut placements) = (Vec::new(), 0, 0);
    let mut skeletons = HashSet::new();
    for seed in 0..seeds {
        let Some(position) = placed(game, seed) else { continue };
        placements += 1;
        let [white, black] = Color::ALL.map(|color| pawns(&position, color));
        locked += u64::from(white.contains(&e4) && black.contains(&e5));
        skeletons.insert((white, black));
        let is_over = position.outcome().is_some_and(|outcome: Outcome| outcome.winner.is_some());
        if is_over || is_decided(&mut engine, &position) {
            decided.push(seed);
        }
    }
    println!(
        "{game}: {placements} of {seeds} placed, e4 against e5 {locked}, {} pawn structures, won within \
         three turns: {}",
        skeletons.len(),
        decided.len()
    );
    assert_eq!(placements, seeds, "{game}: not every placement can be ended");
    assert!(locked * 20 <= seeds, "{game}: e4 against e5 in {locked} of {seeds}");
    assert!(
        skeletons.len() as u64 * 10 >= seeds * 9,
        "{game}: {} pawn structures",
        skeletons.len()
    );
    assert!(decided.is_empty(), "{game}: won within three turns with the seeds {decided:?}");
}

/// How many placements of each game are looked at.
fn seeds() -> u64 {
    std::env::var("FIVEFOLD_PLACEMENTS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(40)
}

#[test]
fn contramatic() {
    check(GameId::Contramatic, seeds());
}

#[test]
fn complete_contramatic() {
    check(GameId::CompleteContramatic, seeds());
}
