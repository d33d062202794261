//! Logistic regression: weights under which the judgements of positions tell best how their games
//! ended.

/// A position of a game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sample {
    /// How much of each feature there is, White's less Black's.
    pub sums: Vec<i32>,
    /// How the game ended: 1 if White won, 0 if Black did, 0.5 if it was drawn.
    pub result: f64,
    /// How much the position counts.
    pub share: f64,
}

/// The probability of White's win by which a judgement times the scale is worth this.
fn expected(scaled: f64) -> f64 {
    1.0 / (1.0 + (-scaled).exp())
}

fn judgement(sums: &[i32], weights: &[f64]) -> f64 {
    sums.iter().zip(weights).map(|(&sum, weight)| f64::from(sum) * weight).sum()
}

/// The cross entropy of the results and what the judgements make expect: the mean over the samples
/// by their shares. 0.69 for judgements that know nothing, less for better ones. `scale` turns
/// judgements into logarithms of odds.
pub(crate) fn loss(samples: &[Sample], weights: &[f64], scale: f64) -> f64 {
    let (mut sum, mut shares) = (0.0, 0.0);
    for sample in samples {
        let expected = expected(scale * judgement(&sample.sums, weights)).clamp(1e-9, 1.0 - 1e-9);
        let loss = sample.result * expected.ln() + (1.0 - sample.result) * (1.0 - expected).ln();
        sum -= sample.share * loss;
        shares += sample.share;
    }
    if shares > 0.0 { sum / shares } else { 0.0 }
}

/// The scale with the least loss for these weights.
pub(crate) fn best_scale(samples: &[Sample], weights: &[f64]) -> f64 {
    // The loss has one minimum over the scale: thirds without it are cut off.
    let (mut low, mut high) = (0.0, 0.05);
    for _ in 0..60 {
        let third = (high - low) / 3.0;
        let (left, right) = (low + third, high - third);
        if loss(samples, weights, left) < loss(samples, weights, right) {
            high = right;
        } else {
            low = left;
        }
    }
    (low + high) / 2.0
}

/// How far a weight may well be off before anything is known: a normal distribution about the old
/// weight of this deviation is taken for likely.
fn deviation(weight: f64) -> f64 {
    4.0 + weight.abs() / 4.0
}

/// The likeliest weights, from the old ones on: Newton's method.
pub(crate) fn fit(samples: &[Sample], old: &[f64], scale: f64) -> Vec<f64> {
    const ROUNDS: usize = 30;
    let objective = |weights: &[f64]| {
        let shares: f64 = samples.iter().map(|sample| sample.share).sum();
        let pull = weights.iter().zip(old).map(|(weight, &old)| {
            let off = (weight - old) / deviation(old);
            off * off / 2.0
        });
        shares * loss(samples, weights, scale) + pull.sum::<f64>()
    };
    let mut weights = old.to_vec();
    let mut worth = objective(&weights);
    for _ in 0..ROUNDS {
        let change = newton(samples, &weights, old, scale);
        let largest = change.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
        if largest < 1e-4 {
            break;
        }
        // The whole step, or as much of it as makes things better.
        let mut part = 1.0;
        loop {
            let tried: Vec<f64> =
                weights.iter().zip(&change).map(|(weight, step)| weight - part * step).collect();
            let found = objective(&tried);
            if found < worth {
                (weights, worth) = (tried, found);
                break;
            }
            part /= 2.0;
            if part < 1e-3 {
                return weights;
            }
        }
    }
    weights
}

/// The step of Newton's method: the second derivatives' inverse times the first.
fn newton(samples: &[Sample], weights: &[f64], old: &[f64], scale: f64) -> Vec<f64> {
    let count = weights.len();
    let mut second = vec![vec![0.0; count]; count];
    let mut first = vec![0.0; count];
    for sample in samples {
        let expected = expected(scale * judgement(&sample.sums, weights));
        let slope = sample.share * scale * (expected - sample.result);
        let curve = sample.share * scale * scale * expected * (1.0 - expected);
        for (i, &sum) in sample.sums.iter().enumerate() {
            if sum == 0 {
                continue;
            }
            first[i] += slope * f64::from(sum);
            for (cell, &other) in second[i].iter_mut().zip(&sample.sums) {
                *cell += curve * f64::from(sum) * f64::from(other);
            }
        }
    }
    for i in 0..count {
        let precision = deviation(old[i]).powi(-2);
        first[i] += precision * (weights[i] - old[i]);
        second[i][i] += precision;
    }
    solve(second, first)
}

/// The solution of a system of linear equations whose matrix is symmetric and positive definite.
pub(crate) fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for i in 0..count {
        let pivot = matrix[i].clone();
        for row in i + 1..count {
            let factor = matrix[row][i] / pivot[i];
            for (cell, above) in matrix[row].iter_mut().zip(&pivot).skip(i) {
                *cell -= factor * above;
            }
            right[row] -= factor * right[i];
        }
    }
    for i in (0..count).rev() {
        let known: f64 = (i + 1..count).map(|j| matrix[i][j] * right[j]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Chance;

    /// Games decided by known weights: the fit finds them again, whatever it starts from.
    #[test]
    fn finds_the_weights_that_decided() {
        let (truth, scale) = ([20.0, 300.0, -15.0], 0.004);
        let mut chance = Chance::new(9);
        let samples: Vec<Sample> = (0..40_000)
            .map(|_| {
                let mut sum = |most: u32| chance.below(2 * most + 1) as i32 - most as i32;
                let sums = vec![sum(1), sum(2), sum(9)];
                let wins = expected(scale * judgement(&sums, &truth));
                let drawn = f64::from(chance.below(1 << 20)) / f64::from(1 << 20);
                Sample { sums, result: f64::from(u8::from(drawn < wins)), share: 1.0 }
            })
            .collect();
        let old = [10.0, 250.0, -5.0];
        let found = fit(&samples, &old, scale);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 8.0, "{found} for {truth}");
        }
        assert!(loss(&samples, &found, scale) < loss(&samples, &old, scale));
        let best = best_scale(&samples, &truth);
        assert!((best - scale).abs() < 4e-4, "{best}");
    }

    /// Without games nothing is learnt.
    #[test]
    fn few_games_change_little() {
        let old = [10.0, 250.0];
        assert_eq!(fit(&[], &old, 0.004), old);
        let sample = Sample { sums: vec![1, 1], result: 0.0, share: 1.0 };
        let found = fit(&[sample], &old, 0.004);
        assert!(found[1] < old[1] && found[1] > old[1] - 15.0, "{found:?}");
    }

    #[test]
    fn equations() {
        let matrix = vec![vec![4.0, 1.0, 0.0], vec![1.0, 3.0, 1.0], vec![0.0, 1.0, 2.0]];
        let found = solve(matrix, vec![6.0, 10.0, 8.0]);
        for (found, wanted) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - wanted).abs() < 1e-12);
        }
    }

    #[test]
    fn losses_by_hand() {
        let even = Sample { sums: vec![0], result: 0.5, share: 2.0 };
        assert!((loss(&[even], &[100.0], 0.01) - 2f64.ln()).abs() < 1e-12);
        // Expected 1 / (1 + e^-1) for a win.
        let won = Sample { sums: vec![1], result: 1.0, share: 1.0 };
        assert!((loss(&[won], &[100.0], 0.01) - (1.0 + (-1f64).exp()).ln()).abs() < 1e-12);
    }
}
