//! The computer player of any of the games.

use rules::any::positions;
use rules::{Actor, AnyPosition, Color, GameId, Phase};

use crate::chance::mix;
use crate::charismatic::Thinker;
use crate::evaluation::{Evaluate, Feature, MOST};
use crate::level::Level;
use crate::limits::Limits;
use crate::placement::place;
use crate::search::{Blur, Search};
use crate::style::Style;
use crate::tactics::Tactics;
use crate::thought::Thought;

/// A player of one game. It keeps what it found out from turn to turn.
pub struct Engine {
    seed: u64,
    level: Option<Level>,
    player: Player,
}

/// The games, each with its search.
enum Player {
    Charismatic(Thinker),
    Chessence(Box<Search<positions::Chessence>>),
    Contramatic(Box<Search<positions::Contramatic>>),
    CompleteContramatic(Box<Search<positions::CompleteContramatic>>),
    Magnetic(Box<Search<positions::Magnetic>>),
    Batteries(Box<Search<positions::Batteries>>),
    Orthodox(Box<Search<positions::Orthodox>>),
}

impl Engine {
    /// A player of the game at full strength. For the same seed, positions and node count it plays
    /// the same turns. What it remembers of positions takes at most `table_bytes` (and never less
    /// than 64).
    pub fn new(game: GameId, seed: u64, table_bytes: usize) -> Self {
        fn search<P: Tactics>(table_bytes: usize) -> Box<Search<P>> {
            Box::new(Search::new(table_bytes))
        }
        let player = match game {
            GameId::Charismatic => Player::Charismatic(Thinker::new(seed)),
            GameId::Chessence => Player::Chessence(search(table_bytes)),
            GameId::Contramatic => Player::Contramatic(search(table_bytes)),
            GameId::CompleteContramatic => Player::CompleteContramatic(search(table_bytes)),
            GameId::Magnetic => Player::Magnetic(search(table_bytes)),
            GameId::Batteries => Player::Batteries(search(table_bytes)),
            GameId::Orthodox => Player::Orthodox(search(table_bytes)),
        };
        Engine { seed, level: None, player }
    }

    /// How well it is to play from now on; `None` is full strength.
    pub fn set_level(&mut self, level: Option<Level>) {
        self.level = level;
    }

    /// The features of the game's evaluation with their usual weights; none where the game has
    /// another kind of evaluation.
    pub fn features(game: GameId) -> &'static [Feature] {
        match game {
            GameId::Charismatic => &[],
            GameId::Chessence => positions::Chessence::FEATURES,
            GameId::Contramatic => positions::Contramatic::FEATURES,
            GameId::CompleteContramatic => positions::CompleteContramatic::FEATURES,
            GameId::Magnetic => positions::Magnetic::FEATURES,
            GameId::Batteries => positions::Batteries::FEATURES,
            GameId::Orthodox => positions::Orthodox::FEATURES,
        }
    }

    /// How much of each feature there is in a position, White's less Black's, in the order of
    /// [`Engine::features`]; the first is 1 or -1 for the side to move. `None` where the weights
    /// have no say: the game is over or the men are still being placed, a threat must be answered
    /// first, or the game has another kind of evaluation.
    pub fn sums(position: &AnyPosition) -> Option<Vec<i32>> {
        fn sums<P: Tactics>(position: &P) -> Option<Vec<i32>> {
            let is_judged = position.phase() == Phase::Movement
                && position.outcome().is_none()
                && !position.must_answer()
                && position.winning_step().is_none();
            is_judged.then(|| {
                let mut sums = [0; MOST];
                position.features(&mut sums);
                sums[0] = if position.turn() == Color::White { 1 } else { -1 };
                sums[..P::FEATURES.len()].to_vec()
            })
        }
        match position {
            AnyPosition::Charismatic(_) => None,
            AnyPosition::Chessence(p) => sums(p),
            AnyPosition::Contramatic(p) => sums(p),
            AnyPosition::CompleteContramatic(p) => sums(p),
            AnyPosition::Magnetic(p) => sums(p),
            AnyPosition::Batteries(p) => sums(p),
            AnyPosition::Orthodox(p) => sums(p),
        }
    }

    /// Judges positions by these weights from now on, in the order of [`Engine::features`]; those
    /// left out stay as they are. What it remembers of positions is forgotten.
    pub fn set_weights(&mut self, weights: &[i32]) {
        fn set<P: Tactics>(search: &mut Search<P>, weights: &[i32]) {
            for (weight, &new) in search.weights.iter_mut().zip(weights) {
                *weight = new;
            }
            search.forget();
        }
        match &mut self.player {
            Player::Charismatic(_) => {}
            Player::Chessence(search) => set(search, weights),
            Player::Contramatic(search) => set(search, weights),
            Player::CompleteContramatic(search) => set(search, weights),
            Player::Magnetic(search) => set(search, weights),
            Player::Batteries(search) => set(search, weights),
            Player::Orthodox(search) => set(search, weights),
        }
    }

    /// Thinks about a position, at the start of a turn or inside it. `past` are the positions at
    /// the start of the turns so far. `report` is called whenever the search has become deeper.
    ///
    /// `None` if the game is over, if chance is to act, if the turn can no longer be ended, or if
    /// the position is one of another game.
    pub fn think(
        &mut self,
        past: &[AnyPosition],
        position: &AnyPosition,
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        if position.actor() == Actor::Chance || position.outcome().is_some() {
            return None;
        }
        let past = match past.split_last() {
            Some((last, before)) if last == position => before,
            _ => past,
        };
        let seed = mix(self.seed ^ position.key());
        let ground = Ground { game: position.game(), past, seed, level: self.level };
        match (&mut self.player, position) {
            (Player::Charismatic(thinker), AnyPosition::Charismatic(p)) => {
                let past: Vec<u64> = past.iter().map(AnyPosition::key).collect();
                thinker.think(&past, p, limits, self.level, report)
            }
            (Player::Chessence(search), AnyPosition::Chessence(p)) => {
                ground.think(search, p, limits, report)
            }
            (Player::Contramatic(search), AnyPosition::Contramatic(p)) => {
                ground.think(search, p, limits, report)
            }
            (Player::CompleteContramatic(search), AnyPosition::CompleteContramatic(p)) => {
                ground.think(search, p, limits, report)
            }
            (Player::Magnetic(search), AnyPosition::Magnetic(p)) => {
                ground.think(search, p, limits, report)
            }
            (Player::Batteries(search), AnyPosition::Batteries(p)) => {
                ground.think(search, p, limits, report)
            }
            (Player::Orthodox(search), AnyPosition::Orthodox(p)) => {
                ground.think(search, p, limits, report)
            }
            _ => None,
        }
    }
}

/// On what ground a turn is thought about.
struct Ground<'a> {
    game: GameId,
    past: &'a [AnyPosition],
    seed: u64,
    level: Option<Level>,
}

impl Ground<'_> {
    fn think<P: Tactics>(
        &self,
        search: &mut Search<P>,
        position: &P,
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let past: Vec<u64> = self.past.iter().map(AnyPosition::key).collect();
        let style = Style::of(self.game, self.level, self.seed);
        search.set_blur(match (style.overlooked, style.noise) {
            (0, 0) => Blur::default(),
            (overlooked, noise) => Blur { overlooked, noise, seed: self.seed },
        });
        search.means.quiescence = style.quiescence;
        let limits = Limits {
            nodes: limits.nodes.min(style.nodes),
            depth: limits.depth.min(style.depth),
            ..*limits
        };
        if position.phase() == Phase::Placement {
            return place(search, position, &limits, self.seed);
        }
        search.think(&past, position, &limits, report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position's judgement without looking ahead is the sum of the features times the weights.
    #[test]
    fn sums_make_the_judgement() {
        let fen = "km1m2/m4*/4*1/m1*M2/1*2*m/3*2/M*4/*2M1M/4MK[] b - - 1 15";
        let position = AnyPosition::from_fen(GameId::Chessence, fen).unwrap();
        let AnyPosition::Chessence(inner) = position else { panic!("{fen}") };
        let sums = Engine::sums(&position).unwrap();
        assert_eq!(sums[0], -1);
        let features = Engine::features(GameId::Chessence);
        let white: i32 = sums.iter().zip(features).map(|(sum, feature)| sum * feature.weight).sum();
        assert_eq!(-white, inner.evaluate(&crate::evaluation::weights::<positions::Chessence>()));
    }

    #[test]
    fn no_sums_where_weights_have_no_say() {
        for (game, fen) in [
            (GameId::Orthodox, "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1"),
            (GameId::Magnetic, "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1"),
            (GameId::Charismatic, GameId::Charismatic.spec().start),
            (GameId::Contramatic, GameId::Contramatic.spec().start),
        ] {
            let position = AnyPosition::from_fen(game, fen).unwrap();
            assert_eq!(Engine::sums(&position), None, "{game}");
        }
    }
}
