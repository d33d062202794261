//! Daily form: nobody plays every game equally well.
//!
//! On a good day a level plays a whole game like the level above it, on a very good one like the
//! level above that. So the weaker side always has a chance, however much better the next level is
//! on average.

use rules::GameId;

use crate::chance::Chance;
use crate::level::Level;

/// How many of 100 games each of the levels 1 to 5 plays on a good day; in as many of these, the
/// level above has a good day of its own. Fitted together with the levels (docs/strength.md).
const fn good_days(game: GameId) -> [u32; 5] {
    match game {
        GameId::Charismatic => [15, 20, 25, 35, 30],
        GameId::Magnetic => [10, 10, 20, 20, 25],
        // The gap from level 5 to the top is wider than any other between two levels.
        GameId::Batteries => [0, 15, 30, 40, 50],
        // Lapses alone give gaps that are small enough.
        GameId::Contramatic | GameId::CompleteContramatic => [0; 5],
        _ => [0, 10, 15, 20, 25],
    }
}

/// The level that a level plays at in the game of a seed.
pub(crate) fn level_of_the_day(game: GameId, level: Level, seed: u64) -> Level {
    let mut chance = Chance::new(seed);
    let mut daily = level;
    while let Some(&good) = good_days(game).get(usize::from(daily.number()) - 1)
        && chance.below(100) < good
        && let Some(above) = Level::new(daily.number() + 1)
    {
        daily = above;
    }
    daily
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_days_are_as_frequent_as_documented() {
        const GAMES: u64 = 10_000;
        for &game in GameId::ALL {
            for number in 1..=5 {
                let level = Level::new(number).unwrap();
                let mut expected = GAMES as f64;
                for above in number + 1..=6 {
                    expected *= f64::from(good_days(game)[usize::from(above) - 2]) / 100.0;
                    let reaches =
                        |&seed: &u64| level_of_the_day(game, level, seed).number() >= above;
                    let reached = (0..GAMES).filter(reaches).count() as f64;
                    assert!(
                        (reached - expected).abs() < 150.0,
                        "{game}: level {number} played as {above} in {reached} games"
                    );
                }
            }
        }
    }

    #[test]
    fn the_top_level_has_no_days() {
        for seed in 0..100 {
            assert_eq!(level_of_the_day(GameId::Batteries, Level::TOP, seed), Level::TOP);
        }
    }
}
