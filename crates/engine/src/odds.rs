//! Expected results: how often a position with a score is won, drawn and lost.

use rules::GameId;

use crate::score::Score;

/// The expected wins, draws and losses of the side to move, in a thousand games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    /// Won.
    pub win: u32,
    /// Drawn.
    pub draw: u32,
    /// Lost.
    pub loss: u32,
}

/// By how many hundredths of a pawn a side must be ahead for an even chance to win, and how many more
/// make it 73 %. Fitted to games of the engine against itself (`train odds`, docs/training.md).
const fn model(game: GameId) -> (f64, f64) {
    match game {
        GameId::Charismatic => (460.0, 500.0),
        GameId::Chessence => (65.0, 68.0),
        GameId::Contramatic => (5.0, 190.0),
        GameId::CompleteContramatic => (18.0, 275.0),
        GameId::Magnetic => (170.0, 455.0),
        GameId::Batteries => (1195.0, 470.0),
        GameId::Orthodox => (120.0, 165.0),
        GameId::Progressive => (585.0, 920.0),
    }
}

/// The expected result for a score, in a game between equals.
pub fn odds(game: GameId, score: Score) -> Odds {
    if let Some(turns) = score.decided() {
        return match turns {
            1.. => Odds { win: 1000, draw: 0, loss: 0 },
            _ => Odds { win: 0, draw: 0, loss: 1000 },
        };
    }
    let (even, scale) = model(game);
    let ahead = f64::from(score.value());
    let chance = |ahead: f64| (1000.0 / (1.0 + ((even - ahead) / scale).exp())).round() as u32;
    let (win, loss) = (chance(ahead), chance(-ahead));
    Odds { win, draw: 1000u32.saturating_sub(win + loss), loss }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Odds add up, are the same for both sides, and rise with the score.
    #[test]
    fn odds_add_up() {
        for &game in GameId::ALL {
            let mut before = 0;
            for points in (-3000..=3000).step_by(50) {
                let Odds { win, draw, loss } = odds(game, Score::centipawns(points));
                assert!((999..=1001).contains(&(win + draw + loss)), "{game}: {points}");
                let turned = odds(game, Score::centipawns(-points));
                assert_eq!((turned.win, turned.loss), (loss, win), "{game}: {points}");
                assert!(win >= before, "{game}: {points}");
                before = win;
            }
            assert_eq!(odds(game, Score::wins_in(3)), Odds { win: 1000, draw: 0, loss: 0 });
            assert_eq!(odds(game, Score::loses_in(0)), Odds { win: 0, draw: 0, loss: 1000 });
        }
    }
}
