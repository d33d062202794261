//! How the levels play the games of one step a turn.
//!
//! People err by short sight and by overlooking lines, more than by misjudging what they see, and
//! they do so now and then rather than all the time. So do the levels: each looks ahead as far as
//! befits it, but has lapses, turns on which it looks at its next step alone and does not see all
//! that can be done. The stronger the level, the rarer its lapses.
//!
//! A level may also lose heart: when it is clearly behind in pieces, it falls back on what it knows
//! from chess. Where those habits mislead, in the Contramatic games, a newcomer who takes whatever
//! he can gets his chance by it.

use rules::GameId;

use crate::chance::mix;
use crate::level::Level;

/// A way of playing a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Strength {
    /// The maximum depth in turns, without quiescence.
    pub(crate) depth: u32,
    /// The maximum number of positions.
    pub(crate) nodes: u64,
    /// How many of 1000 steps are overlooked.
    pub(crate) overlooked: u32,
    /// The maximum error of evaluations, in hundredths of a pawn.
    pub(crate) noise: i32,
    /// How far the habits of chess rule it, in 1000 (see [`crate::search::Blur`]).
    pub(crate) habit: u32,
    /// Whether captures are played out before a position is judged.
    pub(crate) quiescence: bool,
}

/// The top: everything that the limits allow.
const FULL: Strength = Strength {
    depth: u32::MAX,
    nodes: u64::MAX,
    overlooked: 0,
    noise: 0,
    habit: 0,
    quiescence: true,
};

/// A level: how it plays a turn, and of how many turns in 1000 it does not.
struct Grade {
    depth: u32,
    nodes: u64,
    noise: i32,
    lapses: u32,
    /// How many of 1000 steps are overlooked in a lapse.
    overlooked: u32,
    /// By how many hundredths of a pawn judgements are off in a lapse, at most.
    error: i32,
    /// When it loses heart, if ever.
    dismay: Option<Dismay>,
}

/// When and how far a level loses heart. It then looks at its next step alone, with care but with
/// the habits of chess.
#[derive(Clone, Copy)]
struct Dismay {
    /// It is behind in pieces by so much or more, in pawns.
    behind: i32,
    /// How far the habits of chess rule it, in 1000.
    habit: u32,
}

const fn grade(
    (depth, nodes, noise): (u32, u64, i32),
    lapses: u32,
    (overlooked, error): (u32, i32),
) -> Grade {
    Grade { depth, nodes, noise, lapses, overlooked, error, dismay: None }
}

impl Grade {
    /// The same, but losing heart when behind by a rook.
    const fn losing_heart(self, habit: u32) -> Grade {
        Grade { dismay: Some(Dismay { behind: 5, habit }), ..self }
    }
}

/// What is overlooked and misjudged in a lapse where lapses are grave: all but one step of seven,
/// and by as much as five pawns.
const GRAVE: (u32, i32) = (850, 500);

/// The same in Magnetic Chess, whose games are short, so that a lapse must be graver to decide one:
/// all but one step of fourteen, and by as much as eight pawns.
const GRAVEST: (u32, i32) = (930, 800);

/// The levels 1 to 5 of each game on an average day (see [`crate::daily`]). Fitted so that each
/// scores 60 to 80 % against the one below, and level 1 about half against a player that makes the
/// best capture on four turns of five (docs/strength.md).
///
/// In the Contramatic games that player does worse than one who plays at random: he takes away the
/// pieces whose checks he needs, and his own give them. Who beats the latter beats the former too,
/// unless he loses heart when his pieces are taken.
///
/// Few steps of 80 % reach from a newcomer to the top only where lapses are rare and grave: then
/// one of them decides a game, and to err a little less often wins only a few games more. Where
/// all err a little all the time, the steadier level wins nearly every game.
const fn grades(game: GameId) -> [Grade; 5] {
    match game {
        GameId::Contramatic => [
            grade((1, 2_000, 300), 1000, (700, 3000)).losing_heart(800),
            grade((1, 4_000, 250), 960, (650, 2000)),
            grade((1, 12_000, 100), 900, (550, 1200)),
            grade((2, 20_000, 60), 788, (450, 800)),
            grade((3, 40_000, 40), 430, (350, 600)),
        ],
        GameId::CompleteContramatic => [
            grade((1, 2_000, 300), 1000, (770, 4200)).losing_heart(300),
            grade((1, 4_000, 250), 965, (690, 2400)),
            grade((1, 12_000, 100), 890, (560, 1300)),
            grade((2, 20_000, 60), 800, (450, 800)),
            grade((3, 40_000, 40), 490, (350, 600)),
        ],
        GameId::Chessence => [
            grade((1, 2_000, 60), 700, GRAVE),
            grade((2, 4_000, 50), 510, GRAVE),
            grade((4, 12_000, 20), 360, GRAVE),
            grade((5, 25_000, 10), 180, GRAVE),
            grade((5, 60_000, 0), 65, GRAVE),
        ],
        GameId::Batteries => [
            grade((1, 2_000, 60), 980, (560, 290)),
            grade((1, 4_000, 50), 840, (520, 280)),
            grade((1, 12_000, 40), 680, (480, 240)),
            grade((2, 25_000, 30), 530, (430, 215)),
            grade((3, 60_000, 20), 390, (360, 180)),
        ],
        GameId::Magnetic => [
            grade((1, 2_000, 60), 680, GRAVEST),
            grade((2, 4_000, 50), 430, GRAVEST),
            grade((4, 12_000, 20), 282, GRAVEST),
            grade((6, 25_000, 10), 130, GRAVEST),
            grade((8, 60_000, 0), 64, GRAVEST),
        ],
        _ => [
            grade((1, 2_000, 60), 680, GRAVE),
            grade((2, 4_000, 50), 435, GRAVE),
            grade((4, 12_000, 20), 240, GRAVE),
            grade((6, 25_000, 10), 130, GRAVE),
            grade((8, 60_000, 0), 42, GRAVE),
        ],
    }
}

impl Strength {
    /// How a level plays the turn of a seed, `behind` by so much in pieces, in pawns; without a level,
    /// and at the top one, it is full strength.
    pub(crate) fn of(game: GameId, level: Option<Level>, seed: u64, behind: i32) -> Strength {
        let number = level.unwrap_or(Level::TOP).number();
        let grades = grades(game);
        let Some(grade) = grades.get(usize::from(number) - 1) else { return FULL };
        if let Some(Dismay { habit, .. }) = grade.dismay.filter(|dismay| behind >= dismay.behind) {
            return Strength {
                depth: 1,
                nodes: 2_000,
                overlooked: 0,
                noise: 100,
                habit,
                quiescence: false,
            };
        }
        let drawn = ((mix(seed.rotate_left(23)) >> 32) * 1000) >> 32;
        if drawn < u64::from(grade.lapses) {
            Strength {
                depth: 1,
                nodes: 2_000,
                overlooked: grade.overlooked,
                noise: grade.error,
                habit: 0,
                quiescence: false,
            }
        } else {
            let Grade { depth, nodes, noise, .. } = *grade;
            Strength { depth, nodes, overlooked: 0, noise, habit: 0, quiescence: true }
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
        assert_eq!(Strength::of(GameId::Magnetic, None, 5, 9), FULL);
        assert_eq!(Strength::of(GameId::Magnetic, Some(Level::TOP), 5, 9), FULL);
    }

    #[test]
    fn level_1_loses_heart_behind_by_a_rook_in_the_contramatic_games() {
        for &game in GameId::ALL {
            let contramatic = matches!(game, GameId::Contramatic | GameId::CompleteContramatic);
            for number in 1..=6 {
                for (behind, loses) in [(-9, false), (4, false), (5, true), (30, true)] {
                    let habit = Strength::of(game, Level::new(number), 3, behind).habit;
                    let expected = contramatic && number == 1 && loses;
                    assert_eq!(habit > 0, expected, "{game}: level {number}, {behind}");
                }
            }
        }
    }

    #[test]
    fn lapses_are_as_frequent_as_documented() {
        for &game in GameId::ALL {
            for (number, grade) in (1..).zip(grades(game)) {
                let level = Level::new(number);
                let lapses = (0..10_000u64)
                    .filter(|&seed| !Strength::of(game, level, seed, 0).quiescence)
                    .count();
                assert!(lapses.abs_diff(10 * grade.lapses as usize) < 200, "{game}: {lapses}");
            }
        }
    }
}
