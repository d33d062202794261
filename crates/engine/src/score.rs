//! Scores of positions.

use std::fmt;

/// A score for the side to move: hundredths of a pawn (or of the game's weakest piece), or a win or
/// a loss in a number of turns. Higher is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

/// A win now, had it not yet to be played; one less for each turn of either side until it is there.
pub(crate) const WIN: i32 = 30_000;
/// Scores beyond this are wins, those below its negative losses.
pub(crate) const WON: i32 = WIN - 1_000;

impl Score {
    /// Equal.
    pub const EVEN: Score = Score(0);

    /// A score in hundredths of a pawn, clipped at 29,000.
    pub const fn centipawns(points: i32) -> Self {
        if points > WON {
            Score(WON)
        } else if points < -WON {
            Score(-WON)
        } else {
            Score(points)
        }
    }

    /// The side to move wins with its `turns`-th turn from here, those of both sides counted
    /// (1 to 999).
    pub const fn wins_in(turns: u32) -> Self {
        Score(WIN - turns as i32)
    }

    /// The side to move has lost after this many turns of both sides (0 to 999; 0: it has lost).
    pub const fn loses_in(turns: u32) -> Self {
        Score(turns as i32 - WIN)
    }

    /// The score from the number used in searches: the inverse of [`Score::value`].
    pub(crate) const fn of(value: i32) -> Self {
        Score(value)
    }

    /// The number: hundredths of a pawn, or near 30,000 for a win.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Mate distance: after how many turns of both sides the side to move has won (above 0) or lost
    /// (0 or below, the number negated).
    pub const fn decided(self) -> Option<i32> {
        if self.0 > WON {
            Some(WIN - self.0)
        } else if self.0 < -WON {
            Some(-(WIN + self.0))
        } else {
            None
        }
    }

    /// The score of the position one turn earlier, for the side that moved there: a win or a loss
    /// is one turn farther away.
    #[must_use]
    pub const fn before(self) -> Self {
        let score = -self.0;
        if score > WON {
            Score(score - 1)
        } else if score < -WON {
            Score(score + 1)
        } else {
            Score(score)
        }
    }
}

impl fmt::Display for Score {
    /// As UCI has it: `cp 35`, or `mate 2`, in the turns of the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decided() {
            Some(turns) if turns > 0 => write!(f, "mate {}", (turns + 1) / 2),
            Some(turns) => write!(f, "mate {}", turns / 2),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order() {
        assert!(Score::wins_in(1) > Score::wins_in(3));
        assert!(Score::wins_in(3) > Score::centipawns(99_999));
        assert!(Score::loses_in(0) < Score::loses_in(2));
        assert!(Score::loses_in(2) < Score::centipawns(-99_999));
    }

    #[test]
    fn a_turn_earlier() {
        assert_eq!(Score::loses_in(0).before(), Score::wins_in(1));
        assert_eq!(Score::wins_in(1).before(), Score::loses_in(2));
        assert_eq!(Score::centipawns(7).before(), Score::centipawns(-7));
        assert_eq!(
            (Score::wins_in(3).decided(), Score::loses_in(2).decided()),
            (Some(3), Some(-2))
        );
    }

    /// The largest scores in hundredths of a pawn stay what they are a turn earlier; the longest wins and
    /// losses become longer.
    #[test]
    fn the_largest_scores_are_no_wins() {
        for points in [-1_000_000, -WON, WON, 1_000_000] {
            let score = Score::centipawns(points);
            assert_eq!((score.value(), score.decided()), (points.clamp(-WON, WON), None));
            assert_eq!(score.before(), Score::centipawns(-points), "{points}");
        }
        assert_eq!(Score::wins_in(999).decided(), Some(999));
        assert_eq!(Score::loses_in(999).decided(), Some(-999));
        assert_eq!(Score::wins_in(998).before(), Score::loses_in(999));
        assert_eq!(Score::loses_in(998).before(), Score::wins_in(999));
    }

    #[test]
    fn as_uci_writes_it() {
        let written = [Score::centipawns(-20), Score::wins_in(3), Score::loses_in(4)];
        assert_eq!(written.map(|score| score.to_string()), ["cp -20", "mate 2", "mate -2"]);
        let near = [Score::loses_in(0), Score::wins_in(1), Score::wins_in(2), Score::loses_in(3)];
        assert_eq!(near.map(|score| score.to_string()), ["mate 0", "mate 1", "mate 1", "mate -1"]);
    }
}
