//! What a number of games says about the strength of two players.

use serde_json::{Value, json};

/// The quantile of the normal distribution that leaves out 2.5 % on either side.
const Z: f64 = 1.959_964;

/// How games ended, seen from one player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// How many pairs of games, each of one opening, brought 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u32; 5],
    /// The half points of the first game of a pair whose second is still to come.
    pub first: Option<usize>,
}

impl Tally {
    /// One game more; two in a row are a pair. `half_points` are 0, 1 or 2.
    pub(crate) fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
        self.first = match self.first {
            Some(first) => {
                self.pairs[(first + half_points).min(4)] += 1;
                None
            }
            None => Some(half_points),
        };
    }

    /// How many games there are.
    pub(crate) fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points a game, from 0 to 1, a drawn game counting half; `None` without games.
    pub(crate) fn score(self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (self.games() > 0).then(|| points / f64::from(self.games()))
    }

    /// The 95 % interval of the score by Wilson's method, which holds near 0 and 1 too. Games are
    /// taken for won or lost; drawn ones, which vary less, make it too wide, never too narrow.
    pub(crate) fn interval(self) -> Option<(f64, f64)> {
        let score = self.score()?;
        let n = f64::from(self.games());
        let scale = 1.0 + Z * Z / n;
        let middle = (score + Z * Z / (2.0 * n)) / scale;
        let half = Z / scale * (score * (1.0 - score) / n + Z * Z / (4.0 * n * n)).sqrt();
        Some(((middle - half).max(0.0), (middle + half).min(1.0)))
    }

    /// The logarithm of how much likelier these games are if the first player is stronger by
    /// `better` Elo than if he is by `worse`: the usual approximation by a normal distribution of
    /// the mean, of pairs of games and not of games, since both games of a pair have the same opening
    /// (the pentanomial model). Half a pair of each result is added, so that the variance is never 0.
    pub(crate) fn log_likelihood_ratio(self, worse: f64, better: f64) -> f64 {
        let counts = self.pairs.map(|count| f64::from(count) + 0.5);
        let pairs: f64 = counts.iter().sum();
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let mean = counts.iter().zip(scores).map(|(count, score)| count * score).sum::<f64>();
        let mean = mean / pairs;
        let off = |score: f64| (score - mean) * (score - mean);
        let variance = counts.iter().zip(scores).map(|(count, score)| count * off(score));
        let variance = variance.sum::<f64>() / pairs;
        let (low, high) = (expected(worse), expected(better));
        let played = f64::from(self.pairs.iter().sum::<u32>());
        played * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// The evidence against the opinion that the true score is at most `most` (between 0 and 1): a
    /// gambler's wealth who bets on it in a game fair by that opinion and began with 1. By Ville's
    /// inequality it ever reaches 40 with a probability of 1 in 40 at most if the opinion is right;
    /// so one may look after every game and stop when it suits. (Waudby-Smith and Ramdas,
    /// "Estimating means of bounded random variables by betting", 2023.)
    pub(crate) fn wealth_above(self, most: f64) -> f64 {
        /// Which parts of the wealth are set at each game, with an equal share for each.
        const STAKES: [f64; 6] = [0.15, 0.3, 0.5, 0.7, 0.9, 1.0];
        let wealths = STAKES.map(|stake| {
            let factor = |points: f64, count: u32| {
                (1.0 + stake / most * (points - most)).max(0.0).powf(f64::from(count))
            };
            factor(1.0, self.wins) * factor(0.5, self.draws) * factor(0.0, self.losses)
        });
        wealths.iter().sum::<f64>() / STAKES.len() as f64
    }

    /// The same games seen from the other player.
    pub(crate) fn reversed(self) -> Tally {
        let [a, b, c, d, e] = self.pairs;
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs: [e, d, c, b, a],
            first: self.first.map(|first| 2 - first),
        }
    }

    /// The numbers as JSON. Elo beyond all bounds is null.
    pub(crate) fn json(self) -> Value {
        let rounded = |number: f64, unit: f64| {
            let number = (number / unit).round() * unit;
            number.is_finite().then(|| (number * 1e4).round() / 1e4)
        };
        let score = self.score();
        let (low, high) = self.interval().unzip();
        let score_of = |score: Option<f64>| score.and_then(|score| rounded(score, 1e-4));
        let elo_of = |score: Option<f64>| score.and_then(|score| rounded(elo(score), 0.1));
        json!({
            "games": self.games(), "wins": self.wins, "losses": self.losses, "draws": self.draws,
            "score": score_of(score), "score_95": [score_of(low), score_of(high)],
            "elo": elo_of(score), "elo_95": [elo_of(low), elo_of(high)],
            "pairs": self.pairs,
        })
    }
}

/// The difference in Elo at which a player scores this (0 to 1); infinite at the ends.
pub(crate) fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score of the player who is stronger by so many Elo.
pub(crate) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// When a match is over before all of its games are played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Rule {
    /// Never.
    All,
    /// The sequential probability ratio test of two differences in Elo, errors of 5 % each.
    Ratio { worse: f64, better: f64 },
    /// When it is certain at 95 % (2.5 % on either side) whether the true score is above this.
    Above(f64),
}

/// What a match has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Finding {
    /// The first player is as good as was asked.
    Shown,
    /// He is not.
    Refuted,
}

/// The wealth at which [`Rule::Above`] is decided: 1 / 2.5 %.
const DECIDING_WEALTH: f64 = 40.0;

impl Rule {
    /// What the games so far have shown, if they have.
    pub(crate) fn finding(self, tally: Tally) -> Option<Finding> {
        let (shown, refuted) = match self {
            Rule::All => (false, false),
            Rule::Ratio { worse, better } => {
                let bound = (0.95_f64 / 0.05).ln();
                let ratio = tally.log_likelihood_ratio(worse, better);
                (ratio >= bound, ratio <= -bound)
            }
            Rule::Above(score) => (
                tally.wealth_above(score) >= DECIDING_WEALTH,
                tally.reversed().wealth_above(1.0 - score) >= DECIDING_WEALTH,
            ),
        };
        match (shown, refuted) {
            (true, _) => Some(Finding::Shown),
            (_, true) => Some(Finding::Refuted),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        Tally { wins, draws, losses, ..Tally::default() }
    }

    /// Pairs of games that brought 0, 1/2, 1, 3/2 and 2 points.
    fn pairs(pairs: [u32; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    #[test]
    fn games_are_counted_in_pairs() {
        let mut tally = Tally::default();
        for half_points in [2, 2, 0, 1, 1, 1, 2, 0, 0, 0, 2] {
            tally.add(half_points);
        }
        assert_eq!((tally.wins, tally.draws, tally.losses), (4, 3, 4));
        assert_eq!(tally.pairs, [1, 1, 2, 0, 1]);
        assert_eq!(tally.reversed().pairs, [1, 0, 2, 1, 1]);
        tally.add(1);
        assert_eq!(tally.pairs, [1, 1, 2, 1, 1]);
    }

    fn is_near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 5e-4, "{found} for {wanted}");
    }

    #[test]
    fn elo_of_known_scores() {
        is_near(elo(0.5), 0.0);
        is_near(elo(0.75), 190.8485);
        is_near(elo(10.0 / 11.0), 400.0);
        is_near(expected(-400.0), 1.0 / 11.0);
        assert_eq!(elo(1.0), f64::INFINITY);
    }

    /// Values of Wilson's interval as published (Newcombe 1998, table I).
    #[test]
    fn intervals_of_published_examples() {
        for (wins, games, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)]
        {
            let (found_low, found_high) = tally(wins, 0, games - wins).interval().unwrap();
            is_near(found_low, low);
            is_near(found_high, high);
        }
        assert_eq!(tally(0, 0, 0).interval(), None);
    }

    #[test]
    fn the_ratio_is_fair_to_both_sides() {
        let better = pairs([5, 10, 40, 20, 15]);
        let ratio = better.log_likelihood_ratio(-20.0, 20.0);
        is_near(better.reversed().log_likelihood_ratio(-20.0, 20.0), -ratio);
        is_near(pairs([7, 10, 40, 10, 7]).log_likelihood_ratio(-20.0, 20.0), 0.0);
        assert!(ratio > 0.0);
        is_near(pairs([0; 5]).log_likelihood_ratio(0.0, 10.0), 0.0);
    }

    /// By hand: of 100 pairs the mean is 0.55, of which 2.5 pairs of halves on average take a little;
    /// the variance is that of pairs.
    #[test]
    fn the_ratio_of_pairs_by_hand() {
        let counts = [10.5, 10.5, 40.5, 20.5, 20.5];
        let mean = (10.5 * 0.25 + 40.5 * 0.5 + 20.5 * 0.75 + 20.5) / 102.5;
        let mut variance = 0.0;
        for (i, count) in counts.into_iter().enumerate() {
            variance += count / 102.5 * (i as f64 / 4.0 - mean).powi(2);
        }
        let (low, high) = (expected(0.0), expected(30.0));
        let wanted = 100.0 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
        is_near(pairs([10, 10, 40, 20, 20]).log_likelihood_ratio(0.0, 30.0), wanted);
    }

    /// Where the opening decides, pairs say at once that nobody is better, and games say nothing.
    #[test]
    fn split_pairs_say_more_than_their_games() {
        let rule = Rule::Ratio { worse: 0.0, better: 60.0 };
        assert_eq!(rule.finding(pairs([0, 0, 60, 0, 0])), Some(Finding::Refuted));
        assert_eq!(rule.finding(pairs([15, 0, 30, 0, 15])), None);
    }

    #[test]
    fn the_ratio_test_ends() {
        let rule = Rule::Ratio { worse: 0.0, better: 30.0 };
        assert_eq!(rule.finding(pairs([50, 0, 200, 0, 250])), Some(Finding::Shown));
        assert_eq!(rule.finding(pairs([250, 0, 200, 0, 50])), Some(Finding::Refuted));
        assert_eq!(rule.finding(pairs([2, 0, 1, 0, 2])), None);
    }

    #[test]
    fn wealth_is_what_the_bets_bring() {
        // One win against the opinion of one half: each stake s brings 1 + s.
        is_near(tally(1, 0, 0).wealth_above(0.5), 1.0 + (0.15 + 0.3 + 0.5 + 0.7 + 0.9 + 1.0) / 6.0);
        is_near(tally(0, 1, 0).wealth_above(0.5), 1.0);
        assert_eq!(Rule::Above(0.9).finding(tally(20, 0, 0)), None);
        assert_eq!(Rule::Above(0.9).finding(tally(60, 0, 0)), Some(Finding::Shown));
        assert_eq!(Rule::Above(0.9).finding(tally(8, 0, 8)), Some(Finding::Refuted));
    }

    /// The mean of the wealth over all results of some games is 1 if the opinion is right: nothing
    /// is won on average by betting against it, whenever one stops.
    #[test]
    fn wealth_is_fair() {
        let (games, score) = (12, 0.9_f64);
        let mut mean = 0.0;
        let mut ways = 1.0;
        for wins in 0..=games {
            let chance = ways * score.powi(wins) * (1.0 - score).powi(games - wins);
            mean += chance * tally(wins as u32, 0, (games - wins) as u32).wealth_above(score);
            ways = ways * f64::from(games - wins) / f64::from(wins + 1);
        }
        is_near(mean, 1.0);
    }

    #[test]
    fn json_without_infinities() {
        let all_won = tally(3, 0, 0).json();
        assert_eq!(all_won["elo"], Value::Null);
        assert_eq!(all_won["elo_95"][1], Value::Null);
        assert!(all_won["elo_95"][0].is_f64());
        assert_eq!(tally(0, 0, 0).json()["score"], Value::Null);
    }
}
