//! Whole games played at random, the same ones every time.

use record::Record;
use rules::{AnyPosition, Color, GameId, Step};

use testkit::chance::Chance;

/// Plays a game at random from its initial position, at most `most` steps. A turn that runs into a
/// dead end is played anew. Some games end by resignation or agreement.
pub(crate) fn play(game: GameId, seed: u64, most: usize) -> Record {
    let mut chance = Chance(seed);
    let mut record = Record::new(AnyPosition::initial(game));
    for _ in 0..10 * most {
        if record.verdict().is_some() || record.steps().len() >= most {
            break;
        }
        let steps = record.live().list();
        if steps.is_empty() {
            while record.undo().is_some() {}
            continue;
        }
        let ends = steps.contains(&Step::End) && chance.below(3) == 0;
        let step = if ends { Step::End } else { steps[chance.below(steps.len())] };
        record.take(step).expect("a legal step");
    }
    match chance.below(8) {
        0 => record.resign(if chance.below(2) == 0 { Color::White } else { Color::Black }),
        1 => record.agree_draw(),
        _ => {}
    }
    record
}

/// Checks that two records are of the same game.
pub(crate) fn assert_same(one: &Record, other: &Record) {
    assert_eq!(one.start(), other.start());
    assert_eq!(one.steps(), other.steps());
    assert_eq!(one.live(), other.live());
    assert_eq!(one.verdict(), other.verdict());
}
