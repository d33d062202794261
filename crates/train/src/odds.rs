//! `train odds`: what is to be expected of a score, for `engine::odds`.

use std::io::{self, Write};
use std::path::PathBuf;

use rules::{AnyPosition, Color, GameId};

use crate::store::{Games, UNKNOWN};

/// Odds to be fitted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FitOdds {
    pub game: GameId,
    /// The file of games.
    pub games: PathBuf,
}

/// Scores beyond this are wins and losses found.
const DECIDED: i16 = 3000;

/// A score and what came of it for the same side: 0, 1 (drawn) or 2.
type Seen = (f64, usize);

/// How unlikely what was seen is by a model: the score for even chances to win, and the scale.
fn loss(seen: &[Seen], even: f64, scale: f64) -> f64 {
    let chance = |ahead: f64| 1.0 / (1.0 + ((even - ahead) / scale).exp());
    let parts = seen.iter().map(|&(score, result)| {
        let (win, lost) = (chance(score), chance(-score));
        let expected = [lost, 1.0 - win - lost, win][result];
        -expected.max(1e-4).ln()
    });
    parts.sum::<f64>() / seen.len().max(1) as f64
}

/// The model by which what was seen is most likely: the best of a net of models, finer each time.
fn fit(seen: &[Seen]) -> (f64, f64) {
    let (mut even, mut scale) = (200.0, 400.0);
    let (mut step, mut factor) = (100.0, 1.5);
    for _ in 0..24 {
        let near = (-2..=2).flat_map(|up| (-2..=2).map(move |out| (up, out)));
        let models = near.map(|(up, out)| {
            let even: f64 = even + step * f64::from(up);
            (even.max(0.0), scale * f64::powi(factor, out))
        });
        let losses = models.map(|(even, scale)| (loss(seen, even, scale), even, scale));
        if let Some((_, best, best_scale)) = losses.min_by(|a, b| a.0.total_cmp(&b.0)) {
            (even, scale) = (best, best_scale);
        }
        step *= 0.8;
        factor = factor.powf(0.8);
    }
    (even, scale)
}

impl FitOdds {
    /// Fits the odds and writes them.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<()> {
        let mut seen = Vec::new();
        for game in Games::open(&self.games, self.game)? {
            let game = game?;
            let mut position = AnyPosition::initial(self.game);
            for turn in &game.turns {
                let side = position.turn();
                turn.steps.iter().for_each(|&step| {
                    position.play(step);
                });
                if turn.score == UNKNOWN || turn.score.abs() > DECIDED {
                    continue;
                }
                let result = usize::from(game.result);
                let result = if side == Color::White { result } else { 2 - result };
                seen.push((f64::from(turn.score), result));
            }
        }
        let (even, scale) = fit(&seen);
        writeln!(
            out,
            "{}: {} positions, even {even:.0}, scale {scale:.0}, loss {:.4}",
            self.game,
            seen.len(),
            loss(&seen, even, scale)
        )
    }
}

#[cfg(test)]
mod tests {
    use engine::Chance;

    use super::*;

    /// The numbers by which results were drawn are found again.
    #[test]
    fn a_model_is_found_again() {
        let mut chance = Chance::new(8);
        for (even, scale) in [(150.0, 300.0), (20.0, 600.0)] {
            let seen: Vec<Seen> = (0..20_000)
                .map(|_| {
                    let score = f64::from(chance.below(2000)) - 1000.0;
                    let of = |ahead: f64| 1.0 / (1.0 + ((even - ahead) / scale).exp());
                    let drawn = f64::from(chance.below(1 << 20)) / f64::from(1 << 20);
                    let result =
                        if drawn < of(score) { 2 } else { usize::from(drawn < 1.0 - of(-score)) };
                    (score, result)
                })
                .collect();
            let (found, found_scale) = fit(&seen);
            assert!((found - even).abs() < 20.0, "{found} for {even}");
            assert!((found_scale / scale - 1.0).abs() < 0.06, "{found_scale} for {scale}");
        }
    }
}
