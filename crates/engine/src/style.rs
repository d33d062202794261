//! How the levels play the games of one step a turn.
//!
//! People err by short sight and by overlooking lines, more than by misjudging what they see, and
//! they do so now and then rather than all the time. So do the levels: each looks ahead as far as
//! befits it, but has lapses, turns on which it looks at its next step alone and does not see all
//! that can be done. The stronger the level, the rarer its lapses.

use rules::GameId;

use crate::chance::mix;
use crate::level::Level;

/// A way of playing a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    /// At most so many turns ahead, captures aside.
    pub(crate) depth: u32,
    /// At most so many positions.
    pub(crate) nodes: u64,
    /// Of 1000 steps so many are overlooked.
    pub(crate) overlooked: u32,
    /// Judgements are off by at most so much, in hundredths of a pawn.
    pub(crate) noise: i32,
    /// Whether captures are played out before a position is judged.
    pub(crate) quiescence: bool,
}

/// The top: everything that the limits allow.
const FULL: Style =
    Style { depth: u32::MAX, nodes: u64::MAX, overlooked: 0, noise: 0, quiescence: true };

/// A level: how it plays a turn, and of how many turns in 1000 it does not.
struct Grade {
    depth: u32,
    nodes: u64,
    noise: i32,
    lapses: u32,
    /// Of 1000 steps so many are overlooked in a lapse, in which judgements are off by up to half as
    /// many hundredths of a pawn.
    overlooked: u32,
}

const fn grade(depth: u32, nodes: u64, noise: i32, lapses: u32, overlooked: u32) -> Grade {
    Grade { depth, nodes, noise, lapses, overlooked }
}

/// The levels 1 to 5 of each game. Fitted so that each scores 60 to 80 % against the one below, and
/// level 1 about half against a player that takes the best capture on four turns of five.
const fn grades(game: GameId) -> [Grade; 5] {
    match game {
        GameId::Contramatic => [
            grade(1, 2_000, 60, 850, 450),
            grade(1, 4_000, 40, 450, 350),
            grade(2, 12_000, 30, 200, 280),
            grade(2, 20_000, 20, 120, 280),
            grade(3, 40_000, 10, 60, 220),
        ],
        GameId::CompleteContramatic => [
            grade(1, 2_000, 60, 900, 450),
            grade(1, 5_000, 40, 600, 380),
            grade(2, 12_000, 30, 260, 300),
            grade(3, 25_000, 20, 110, 250),
            grade(5, 60_000, 10, 35, 200),
        ],
        GameId::Chessence => [
            grade(1, 2_000, 60, 970, 660),
            grade(1, 4_000, 50, 850, 620),
            grade(1, 12_000, 40, 650, 560),
            grade(2, 25_000, 30, 400, 460),
            grade(3, 50_000, 20, 160, 350),
        ],
        GameId::Batteries => [
            grade(1, 2_000, 60, 950, 580),
            grade(1, 4_000, 50, 880, 540),
            grade(1, 12_000, 40, 700, 480),
            grade(2, 25_000, 30, 450, 420),
            grade(3, 50_000, 20, 200, 350),
        ],
        _ => [
            grade(1, 2_000, 60, 960, 630),
            grade(1, 4_000, 50, 700, 560),
            grade(2, 12_000, 40, 450, 480),
            grade(2, 25_000, 30, 240, 400),
            grade(4, 60_000, 20, 80, 300),
        ],
    }
}

impl Style {
    /// How a level plays the turn of a seed; without a level, and at the top one, it is full
    /// strength.
    pub(crate) fn of(game: GameId, level: Option<Level>, seed: u64) -> Style {
        let number = level.unwrap_or(Level::TOP).number();
        let grades = grades(game);
        let Some(grade) = grades.get(usize::from(number) - 1) else { return FULL };
        let drawn = ((mix(seed.rotate_left(23)) >> 32) * 1000) >> 32;
        if drawn < u64::from(grade.lapses) {
            Style {
                depth: 1,
                nodes: 2_000,
                overlooked: grade.overlooked,
                noise: grade.overlooked as i32 / 2,
                quiescence: false,
            }
        } else {
            let Grade { depth, nodes, noise, .. } = *grade;
            Style { depth, nodes, overlooked: 0, noise, quiescence: true }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_the_rarer_are_lapses() {
        for &game in GameId::ALL {
            let grades = grades(game);
            for pair in grades.windows(2) {
                assert!(pair[0].lapses > pair[1].lapses && pair[0].nodes < pair[1].nodes);
            }
        }
        assert_eq!(Style::of(GameId::Magnetic, None, 5), FULL);
        assert_eq!(Style::of(GameId::Magnetic, Some(Level::TOP), 5), FULL);
    }

    #[test]
    fn lapses_are_as_frequent_as_said() {
        let level = Level::new(3);
        let lapses = (0..10_000u64)
            .filter(|&seed| !Style::of(GameId::Batteries, level, seed).quiescence)
            .count();
        assert!((6500..7500).contains(&lapses), "{lapses}");
    }
}
