//! Games played at random, the same ones every time.

use rules::{AnyPosition, GameId, Step};

/// Random numbers from a seed: SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) struct Chance(pub u64);

impl Chance {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ (x >> 31)) % bound as u64) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.below(from.len())]) }
    }
}

/// Plays at random from the initial position, at most `most` steps, and calls `visit` with every
/// position on the way. A turn that runs into a dead end is played anew from its start.
pub(crate) fn play(game: GameId, seed: u64, most: usize, mut visit: impl FnMut(&AnyPosition)) {
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
        let step = if ends { Some(Step::End) } else { chance.pick(&steps) };
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
