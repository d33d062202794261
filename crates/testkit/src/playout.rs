//! Games played at random, the same ones every time.

use rules::{AnyPosition, GameId, Position, Step};

use crate::chance::Chance;

/// Plays at random from the initial position, at most `most` steps, and calls `visit` with every
/// position on the way. A turn that runs into a dead end is played anew from its start.
pub fn play(game: GameId, seed: u64, most: usize, mut visit: impl FnMut(&AnyPosition)) {
    let mut chance = Chance(seed);
    let mut position = AnyPosition::initial(game);
    let mut turn_start = position;
    let mut retries = 1000;
    for _ in 0..most {
        visit(&position);
        if position.outcome().is_some() {
            return;
        }
        let steps = position.list();
        // A turn of movement ends after two steps or three on average, not always after five.
        let ends = steps.contains(&Step::End) && chance.below(3) == 0;
        let step = if ends {
            Some(Step::End)
        } else {
            (!steps.is_empty()).then(|| steps[chance.below(steps.len())])
        };
        match step {
            Some(step) => {
                let mover = position.turn();
                position.play(step);
                if position.turn() != mover || matches!(step, Step::Draw(_)) {
                    turn_start = position;
                }
            }
            None => {
                position = turn_start;
                retries -= 1;
                if retries == 0 {
                    return;
                }
            }
        }
    }
}

/// The same for a game known by its type, in `games` games.
pub fn visit<P: Position>(games: u64, most: usize, mut visit: impl FnMut(&P)) {
    let game = GameId::parse(P::SPEC.id).expect("a game of the list");
    for seed in 0..games {
        play(game, seed, most, |position| {
            visit(&P::from_fen(&position.fen()).expect("the position of a game"));
        });
    }
}
