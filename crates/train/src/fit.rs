//! `train fit`: the weights of a net, fitted to positions by gradient descent (Adam: Kingma, Ba 2014,
//! with weights that decay by themselves: Loshchilov, Hutter 2017).
//!
//! Of a position's thousand inputs thirty or so are there, so that sums are made of rows and never of
//! products with nothing: libraries for dense layers take an order of magnitude longer for this
//! (docs/training.md).

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use engine::Chance;
use engine::chance::mix;
use engine::net::{Net, ONE, OUTPUT_ONE, WIDTH};
use rules::GameId;

use crate::samples::{Sample, Samples, read};

/// A net to be fitted.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Fit {
    pub game: GameId,
    /// The files of games.
    pub games: Vec<PathBuf>,
    /// The file that the weights go to.
    pub weights: PathBuf,
    pub seed: u64,
    /// How often every position is looked at.
    pub epochs: u32,
    /// How much of what is aimed at is the game's result; the rest is the search's score.
    pub result: f32,
    /// How many hundredths of a pawn are 1 in the exponent of what is expected; by the results if
    /// `None`. Where most games are drawn whatever the score, the results give so large a scale that
    /// hardly anything would be learnt from scores.
    pub scale: Option<f32>,
    /// Whether the net takes the place of the evaluation made by hand, instead of adding to it.
    pub replaces: bool,
    /// Whether each position counts with reversed files, too: where nothing but castling tells the wings apart, that
    /// makes twice as much of the games.
    pub both_wings: bool,
}

/// How many positions are looked at between two changes of the weights.
const BATCH: usize = 1024;
/// By how much weights change at first; at the end by a hundredth of that.
const RATE: f32 = 0.0015;
/// How fast weights decay, times the rate.
const DECAY: f32 = 0.5;
/// What Adam remembers of the slope and of its square.
const MOMENTS: [f32; 2] = [0.9, 0.999];

/// The largest weights that whole numbers can hold.
const MOST_ROW: f32 = 1.98;
const MOST_OUTPUT: f32 = 127.0 / OUTPUT_ONE as f32;

/// The weights of a net: rows, the hidden layer's beginnings, the output's weights for both
/// perspectives, and its beginning, one behind the other.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Weights {
    all: Vec<f32>,
    inputs: usize,
    /// How many hundredths of a pawn are 1 at the output.
    pub scale: f32,
    pub adds: bool,
}

impl Weights {
    fn any(inputs: usize, scale: f32, adds: bool, chance: &mut Chance) -> Weights {
        let mut all = vec![0.0; inputs * WIDTH + WIDTH + 2 * WIDTH + 1];
        let mut any = |most: f32| (chance.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * most;
        let (rows, rest) = all.split_at_mut(inputs * WIDTH);
        rows.fill_with(|| any(0.08));
        rest[..WIDTH].fill_with(|| any(0.05) + 0.3);
        rest[WIDTH..3 * WIDTH].fill_with(|| any(0.2));
        Weights { all, inputs, scale, adds }
    }

    fn bias_at(&self) -> usize {
        self.inputs * WIDTH
    }

    fn output_at(&self) -> usize {
        self.bias_at() + WIDTH
    }

    /// Keeps the weights within what whole numbers can hold.
    fn clamp(&mut self) {
        let output = self.output_at();
        let (rows, outputs) = self.all.split_at_mut(output);
        rows.iter_mut().for_each(|weight| *weight = weight.clamp(-MOST_ROW, MOST_ROW));
        let last = outputs.len() - 1;
        outputs[..last]
            .iter_mut()
            .for_each(|weight| *weight = weight.clamp(-MOST_OUTPUT, MOST_OUTPUT));
    }

    /// The hidden sums of one perspective.
    fn hidden(&self, inputs: &[u16]) -> [f32; WIDTH] {
        let bias = self.bias_at();
        let mut sums = [0.0; WIDTH];
        sums.copy_from_slice(&self.all[bias..bias + WIDTH]);
        for &input in inputs {
            let at = usize::from(input) * WIDTH;
            for (sum, weight) in sums.iter_mut().zip(&self.all[at..at + WIDTH]) {
                *sum += weight;
            }
        }
        sums
    }

    /// What is expected of a position for the side to move, between 0 and 1, with the hidden sums.
    fn expect(&self, samples: &Samples, sample: &Sample) -> (f32, [[f32; WIDTH]; 2]) {
        let hidden = samples.inputs(sample).map(|inputs| self.hidden(inputs));
        let output = self.output_at();
        let mut sum = self.all[output + 2 * WIDTH];
        for (side, hidden) in hidden.iter().enumerate() {
            let weights = &self.all[output + side * WIDTH..];
            for (value, weight) in hidden.iter().zip(weights) {
                let value = value.clamp(0.0, 1.0);
                sum += value * value * weight;
            }
        }
        if self.adds {
            sum += sample.by_hand / self.scale;
        }
        (logistic(sum), hidden)
    }

    /// The weights as bytes: how they are kept between fitting and quantisation.
    fn write(&self) -> Vec<u8> {
        let head = [self.scale, f32::from(u8::from(self.adds))];
        head.iter().chain(&self.all).flat_map(|number| number.to_le_bytes()).collect()
    }

    /// Reads weights of a game.
    ///
    /// # Errors
    /// If the file cannot be read, or has another number of weights.
    fn read(path: &Path, game: GameId) -> io::Result<Weights> {
        let bytes = fs::read(path)?;
        let mut numbers = bytes
            .chunks_exact(4)
            .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        let (scale, adds) = (numbers.next().unwrap_or(0.0), numbers.next() == Some(1.0));
        let inputs = Net::empty(game).rows.len();
        let weights = Weights { all: numbers.collect(), inputs, scale, adds };
        let is_whole = weights.all.len() == weights.output_at() + 2 * WIDTH + 1;
        let is_good =
            is_whole && scale > 0.0 && weights.all.iter().all(|weight| weight.is_finite());
        if is_good {
            Ok(weights)
        } else {
            Err(io::Error::other(format!("{}: no weights of {game}", path.display())))
        }
    }

    /// The net of these weights, in whole numbers.
    fn quantised(&self, game: GameId) -> Net {
        let whole = |weight: f32| (weight * ONE as f32).round() as i16;
        let row = |at: usize| std::array::from_fn(|unit| whole(self.all[at + unit]));
        let output = self.output_at();
        let output_row = |at: usize| {
            std::array::from_fn(|unit| (self.all[at + unit] * OUTPUT_ONE as f32).round() as i8)
        };
        let mut net = Net::empty(game);
        for (input, weights) in net.rows.iter_mut().enumerate() {
            *weights = row(input * WIDTH);
        }
        net.bias = row(self.bias_at());
        net.output = [output_row(output), output_row(output + WIDTH)];
        net.output_bias = (self.all[output + 2 * WIDTH] * (ONE * OUTPUT_ONE) as f32).round() as i32;
        net.scale = self.scale.round() as u16;
        net.adds = self.adds;
        net
    }

    /// The weights that a net has, to judge by as before.
    fn of(net: &Net) -> Weights {
        let part = |weight: &i16| f32::from(*weight) / ONE as f32;
        let mut all: Vec<f32> = net.rows.iter().flatten().map(part).collect();
        all.extend(net.bias.iter().map(part));
        all.extend(net.output.iter().flatten().map(|&w| f32::from(w) / OUTPUT_ONE as f32));
        all.push(net.output_bias as f32 / (ONE * OUTPUT_ONE) as f32);
        Weights { all, inputs: net.rows.len(), scale: f32::from(net.scale), adds: net.adds }
    }
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// What is lost by expecting `expected` where `aim` was right, beyond what is lost in any case.
fn loss(expected: f32, aim: f32) -> f64 {
    let part = |aim: f32, expected: f32| {
        if aim > 0.0 { f64::from(aim) * f64::from(aim / expected.max(1e-7)).ln() } else { 0.0 }
    };
    part(aim, expected) + part(1.0 - aim, 1.0 - expected)
}

/// How many hundredths of a pawn make an expectation of one half into one of 73 %: the number by
/// which the search's scores tell the results best.
fn scale_of(samples: &Samples) -> f32 {
    let loss_at = |scale: f32| -> f64 {
        let parts = samples.list.iter().step_by(7);
        parts.map(|sample| loss(logistic(sample.score / scale), sample.result)).sum()
    };
    let scales = (8..60).map(|step| 1.12f32.powi(step) * 12.0);
    let least = scales.map(|scale| (loss_at(scale), scale)).min_by(|a, b| a.0.total_cmp(&b.0));
    least.map_or(400.0, |(_, scale)| scale.round())
}

impl Fit {
    fn aim(&self, sample: &Sample, scale: f32) -> f32 {
        let by_search = logistic(sample.score / scale);
        by_search + self.result * (sample.result - by_search)
    }

    /// The mean loss over positions.
    fn mean_loss(&self, weights: &Weights, samples: &Samples) -> f64 {
        let losses = samples
            .list
            .iter()
            .map(|sample| loss(weights.expect(samples, sample).0, self.aim(sample, weights.scale)));
        losses.sum::<f64>() / samples.list.len().max(1) as f64
    }

    /// Fits a net and keeps the weights that lost least on the games held out. All of it follows from
    /// the games and the seed.
    ///
    /// # Errors
    /// If a file cannot be read or written, or there are no positions.
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<()> {
        let [fitted, held_out] = read(&self.games, self.game, self.both_wings)?;
        if fitted.list.is_empty() || held_out.list.is_empty() {
            return Err(io::Error::other("there are too few games"));
        }
        let scale = self.scale.unwrap_or_else(|| scale_of(&fitted));
        let counts = (fitted.list.len(), held_out.list.len());
        writeln!(
            out,
            "{}: {} positions, {} held out, scale {scale}",
            self.game, counts.0, counts.1
        )?;
        let by_hand = self.loss_by_hand(&held_out, scale);
        writeln!(out, "held out, by hand: {by_hand:.5}")?;
        let weights = self.descend(&fitted, &held_out, scale, out)?;
        fs::write(&self.weights, weights.write())
    }

    /// What the evaluation made by hand loses.
    fn loss_by_hand(&self, samples: &Samples, scale: f32) -> f64 {
        let losses = samples
            .list
            .iter()
            .map(|sample| loss(logistic(sample.by_hand / scale), self.aim(sample, scale)));
        losses.sum::<f64>() / samples.list.len().max(1) as f64
    }

    fn descend(
        &self,
        fitted: &Samples,
        held_out: &Samples,
        scale: f32,
        out: &mut impl Write,
    ) -> io::Result<Weights> {
        let mut chance = Chance::new(mix(self.seed));
        let inputs = Net::empty(self.game).rows.len();
        let mut weights = Weights::any(inputs, scale, !self.replaces, &mut chance);
        let mut best = (f64::INFINITY, weights.clone());
        let mut order: Vec<u32> = (0..fitted.list.len() as u32).collect();
        let mut slopes = vec![0.0f32; weights.all.len()];
        let mut moments = vec![[0.0f32; 2]; weights.all.len()];
        let batches = order.len().div_ceil(BATCH) as u32 * self.epochs;
        let mut done = 0;
        for epoch in 1..=self.epochs {
            for at in (1..order.len()).rev() {
                order.swap(at, chance.below(at as u32 + 1) as usize);
            }
            for batch in order.chunks(BATCH) {
                slopes.fill(0.0);
                for &index in batch {
                    self.slope(&weights, fitted, &fitted.list[index as usize], &mut slopes);
                }
                done += 1;
                let part = done as f32 / batches as f32;
                let rate = RATE * (1.0 - 0.99 * part);
                let parts = MOMENTS.map(|moment| 1.0 - moment.powi(done.min(10_000)));
                let each = 1.0 / batch.len() as f32;
                let all = weights.all.iter_mut().zip(&slopes).zip(&mut moments);
                for ((weight, slope), [mean, square]) in all {
                    let slope = slope * each;
                    *mean += (1.0 - MOMENTS[0]) * (slope - *mean);
                    *square += (1.0 - MOMENTS[1]) * (slope * slope - *square);
                    let step = *mean / parts[0] / ((*square / parts[1]).sqrt() + 1e-8);
                    *weight -= rate * (step + DECAY * *weight);
                }
                weights.clamp();
            }
            let loss = self.mean_loss(&weights, held_out);
            writeln!(out, "epoch {epoch}: held out {loss:.5}")?;
            out.flush()?;
            if loss < best.0 {
                best = (loss, weights.clone());
            }
        }
        Ok(best.1)
    }

    /// Adds how the loss of a position rises with each weight.
    fn slope(&self, weights: &Weights, samples: &Samples, sample: &Sample, slopes: &mut [f32]) {
        let (expected, hidden) = weights.expect(samples, sample);
        let off = expected - self.aim(sample, weights.scale);
        let (bias, output) = (weights.bias_at(), weights.output_at());
        slopes[output + 2 * WIDTH] += off;
        for (side, inputs) in samples.inputs(sample).into_iter().enumerate() {
            let mut back = [0.0; WIDTH];
            for (unit, back) in back.iter_mut().enumerate() {
                let value = hidden[side][unit].clamp(0.0, 1.0);
                let at = output + side * WIDTH + unit;
                slopes[at] += off * value * value;
                let is_within = value > 0.0 && value < 1.0;
                *back = if is_within { off * weights.all[at] * 2.0 * value } else { 0.0 };
            }
            for first in inputs.iter().map(|&input| usize::from(input) * WIDTH).chain([bias]) {
                for (slope, back) in slopes[first..first + WIDTH].iter_mut().zip(&back) {
                    *slope += back;
                }
            }
        }
    }
}

/// Weights to be made whole numbers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Quantise {
    pub game: GameId,
    /// The file of weights.
    pub weights: PathBuf,
    /// The file that the net goes to.
    pub net: PathBuf,
}

impl Quantise {
    /// Writes the net.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<()> {
        let weights = Weights::read(&self.weights, self.game)?;
        let net = weights.quantised(self.game);
        let kept = Weights::of(&net);
        let off = |(a, b): (&f32, &f32)| f64::from((a - b).abs());
        let farthest = weights.all.iter().zip(&kept.all).map(off).fold(0.0, f64::max);
        let bytes = net.write();
        writeln!(out, "{} bytes, no weight off by more than {farthest:.4}", bytes.len())?;
        fs::write(&self.net, bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::games::SelfPlay;

    fn file(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("fivefold-fit-{name}-{}", std::process::id()))
    }

    fn fit(name: &str, replaces: bool) -> (Fit, Vec<String>) {
        let game = GameId::Magnetic;
        let games = file(&format!("{name}-games"));
        let _ = fs::remove_file(&games);
        let play = SelfPlay { games: 96, file: games.clone(), ..SelfPlay::of(game, 40, 3) };
        play.run(&mut Vec::new()).unwrap();
        let weights = file(&format!("{name}-weights"));
        let games = vec![games];
        let (result, scale) = (0.3, None);
        let fit = Fit {
            game,
            games,
            weights,
            seed: 1,
            epochs: 20,
            result,
            scale,
            replaces,
            both_wings: false,
        };
        let mut out = Vec::new();
        fit.run(&mut out).unwrap();
        let lines = String::from_utf8(out).unwrap().lines().map(str::to_owned).collect();
        (fit, lines)
    }

    /// How the loss rises with a weight is what it does when the weight is changed a little.
    #[test]
    fn slopes_are_those_of_the_loss() {
        let (fit, _) = fit("slopes", true);
        let [samples, _] = read(&fit.games, fit.game, fit.both_wings).unwrap();
        let mut weights = Weights::read(&fit.weights, fit.game).unwrap();
        let sample = samples.list[samples.list.len() / 2];
        let mut slopes = vec![0.0; weights.all.len()];
        fit.slope(&weights, &samples, &sample, &mut slopes);
        let [own, other] = samples.inputs(&sample).map(|inputs| usize::from(inputs[0]) * WIDTH);
        let output = weights.output_at();
        let mut checked = 0;
        for at in [own, own + 5, other + 9, weights.bias_at() + 3, output, output + 40, output + 64]
        {
            let mut loss_at = |by: f32| {
                let before = weights.all[at];
                weights.all[at] += by;
                let expected = weights.expect(&samples, &sample).0;
                weights.all[at] = before;
                loss(expected, fit.aim(&sample, weights.scale))
            };
            let wanted = (loss_at(1e-2) - loss_at(-1e-2)) / 2e-2;
            let found = f64::from(slopes[at]);
            assert!((found - wanted).abs() < 2e-3 + 0.05 * wanted.abs(), "{at}: {found} {wanted}");
            checked += usize::from(wanted.abs() > 1e-4);
        }
        assert!(checked >= 3, "{checked}");
        for path in fit.games.iter().chain([&fit.weights]) {
            fs::remove_file(path).unwrap();
        }
    }

    /// A fit lowers the loss on games held out, follows from its seed, and is hardly worse in whole
    /// numbers, of which the engine makes the same.
    #[test]
    fn a_fit_is_kept_by_its_net() {
        let (fit, lines) = fit("whole", true);
        let number = |line: &String| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap();
        let losses: Vec<f64> = lines[2..].iter().map(number).collect();
        let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(least < 0.98 * losses[0], "{losses:?}");
        let bytes = fs::read(&fit.weights).unwrap();
        fit.run(&mut Vec::new()).unwrap();
        assert_eq!(fs::read(&fit.weights).unwrap(), bytes);
        let net = file("whole-net");
        let quantise = Quantise { game: fit.game, weights: fit.weights.clone(), net: net.clone() };
        quantise.run(&mut Vec::new()).unwrap();
        let read_net = Net::read(&fs::read(&net).unwrap()).unwrap();
        assert!(!read_net.adds);
        let [_, held_out] = read(&fit.games, fit.game, fit.both_wings).unwrap();
        let [before, after] =
            [Weights::read(&fit.weights, fit.game).unwrap(), Weights::of(&read_net)]
                .map(|weights| fit.mean_loss(&weights, &held_out));
        assert!((after - before).abs() < 0.1 * before, "{before} {after}");
        for path in fit.games.iter().chain([&fit.weights, &net]) {
            fs::remove_file(path).unwrap();
        }
    }
}
