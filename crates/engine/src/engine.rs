//! The computer player of any of the games.

use rules::any::positions;
use rules::{Actor, AnyPosition, GameId, Phase};

use crate::chance::mix;
use crate::charismatic::Thinker;
use crate::evaluation::{Evaluate, Feature};
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
