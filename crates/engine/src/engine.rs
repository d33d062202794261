//! The computer player for any of the games.

use rules::any::positions;
use rules::{Actor, AnyPosition, Color, GameId, Phase, Position, Step};

use crate::chance::mix;
use crate::charismatic::Thinker;
use crate::evaluation::{Evaluate, Feature, MOST};
use crate::level::Level;
use crate::limits::Limits;
use crate::net::{Net, NetError};
use crate::placement::{place, places};
use crate::search::{Blur, Search};
use crate::series::{Series, Walker};
use crate::skill::Skill;
use crate::tactics::Tactics;
use crate::thought::{Thought, Wanted};

/// A player of one game. It keeps its findings from turn to turn.
pub struct Engine {
    game: GameId,
    seed: u64,
    skill: Skill,
    /// Whether its games begin differently by its seed.
    varies: bool,
    /// Whether it begins with placements that are known beforehand.
    knows: bool,
    player: Player,
}

/// What plays a game.
trait Mind: Sized {
    /// The game's positions.
    type Game: Position;

    /// The features of the evaluation with their usual weights; none where it is of another kind.
    const FEATURES: &'static [Feature] = &[];

    fn new(seed: u64, table_bytes: usize) -> Self;

    /// See [`Engine::sums`].
    fn sums(_: &Self::Game) -> Option<Vec<i32>> {
        None
    }

    /// See [`Engine::by_hand`].
    fn by_hand(position: &Self::Game) -> Option<i32> {
        let sums = Self::sums(position)?;
        let weighed = sums.iter().zip(Self::FEATURES).map(|(sum, feature)| sum * feature.weight);
        let white: i32 = weighed.sum();
        Some(if position.turn() == Color::White { white } else { -white })
    }

    /// See [`Engine::set_weights`].
    fn set_weights(&mut self, _: &[i32]) {}

    /// See [`Engine::set_net`].
    fn set_net(&mut self, _: Net) -> bool {
        false
    }

    /// See [`Engine::parameter`].
    fn parameter(&self, _: &str) -> Option<i32> {
        None
    }

    /// See [`Engine::set_parameter`].
    fn set_parameter(&mut self, _: &str, _: i32) -> bool {
        false
    }

    fn think(
        &mut self,
        ground: &Ground<'_>,
        position: &Self::Game,
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought>;

    /// See [`Engine::lines`].
    fn lines(
        &mut self,
        ground: &Ground<'_>,
        position: &Self::Game,
        limits: &Limits<'_>,
        wanted: &Wanted<'_>,
        report: &mut dyn FnMut(usize, &Thought),
    ) -> Vec<Thought>;
}

impl Mind for Thinker {
    type Game = positions::Charismatic;

    fn new(seed: u64, _: usize) -> Self {
        Thinker::new(seed)
    }

    fn by_hand(position: &Self::Game) -> Option<i32> {
        Thinker::by_hand(position)
    }

    fn set_net(&mut self, net: Net) -> bool {
        Thinker::set_net(self, net);
        true
    }

    fn think(
        &mut self,
        ground: &Ground<'_>,
        position: &Self::Game,
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let limits = ground.limits(limits);
        Thinker::think(self, &ground.keys(), position, &limits, &ground.skill, report)
    }

    fn lines(
        &mut self,
        ground: &Ground<'_>,
        position: &Self::Game,
        limits: &Limits<'_>,
        wanted: &Wanted<'_>,
        report: &mut dyn FnMut(usize, &Thought),
    ) -> Vec<Thought> {
        Thinker::lines(self, &ground.keys(), position, limits, wanted, report)
    }
}

impl<P: Tactics> Mind for Box<Search<P>> {
    type Game = P;

    const FEATURES: &'static [Feature] = P::FEATURES;

    fn new(_: u64, table_bytes: usize) -> Self {
        Box::new(Search::new(table_bytes))
    }

    fn sums(position: &P) -> Option<Vec<i32>> {
        let is_judged = position.phase() == Phase::Movement
            && position.outcome().is_none()
            && !position.must_answer()
            && position.winning_step().is_none();
        is_judged.then(|| sums(position))
    }

    fn set_weights(&mut self, weights: &[i32]) {
        replace(&mut self.weights, weights);
        self.forget();
    }

    fn set_net(&mut self, net: Net) -> bool {
        Search::set_net(self, net);
        true
    }

    fn parameter(&self, name: &str) -> Option<i32> {
        self.parameters().get(name)
    }

    fn set_parameter(&mut self, name: &str, value: i32) -> bool {
        let mut parameters = self.parameters();
        let is_known = parameters.set(name, value);
        self.set_parameters(parameters);
        is_known
    }

    fn think(
        &mut self,
        ground: &Ground<'_>,
        position: &P,
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let limits = ground.limits(limits);
        let Skill { overlooked, noise, habit, .. } = ground.skill;
        self.set_blur(match (overlooked, noise, habit) {
            (0, 0, 0) => Blur::default(),
            _ => Blur { overlooked, noise, habit, seed: ground.seed },
        });
        self.means.quiescence = !ground.lapses();
        if position.phase() == Phase::Placement {
            return place(self, position, &limits, (ground.seed, ground.recall()));
        }
        Search::think(self, &ground.keys(), position, &limits, report)
    }

    fn lines(
        &mut self,
        ground: &Ground<'_>,
        position: &P,
        limits: &Limits<'_>,
        wanted: &Wanted<'_>,
        report: &mut dyn FnMut(usize, &Thought),
    ) -> Vec<Thought> {
        self.set_blur(Blur::default());
        self.means.quiescence = true;
        if position.phase() == Phase::Placement {
            let count = if wanted.only.is_empty() { wanted.count.max(1) } else { 1 };
            let mut thoughts =
                places(self, position, limits, (ground.seed, ground.recall()), count);
            thoughts.retain(|thought| wanted.allows(&thought.turn));
            thoughts.iter().enumerate().for_each(|(place, thought)| report(place, thought));
            return thoughts;
        }
        Search::lines(self, &ground.keys(), position, limits, wanted, report)
    }
}

impl<P: Series> Mind for Walker<P> {
    type Game = P;

    const FEATURES: &'static [Feature] = P::FEATURES;

    fn new(_: u64, _: usize) -> Self {
        Walker::new()
    }

    fn sums(position: &P) -> Option<Vec<i32>> {
        let is_judged = !position.is_inside_turn() && position.outcome().is_none();
        is_judged.then(|| sums(position))
    }

    fn set_weights(&mut self, weights: &[i32]) {
        replace(&mut self.weights, weights);
    }

    fn think(
        &mut self,
        ground: &Ground<'_>,
        position: &P,
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        Walker::think(self, position, &ground.limits(limits), ground.skill, ground.seed, report)
    }

    fn lines(
        &mut self,
        ground: &Ground<'_>,
        position: &P,
        limits: &Limits<'_>,
        wanted: &Wanted<'_>,
        report: &mut dyn FnMut(usize, &Thought),
    ) -> Vec<Thought> {
        Walker::lines(self, position, limits, ground.seed, wanted, report)
    }
}

/// Puts new weights in the place of old ones, as many as there are.
fn replace(weights: &mut [i32], new: &[i32]) {
    for (weight, &new) in weights.iter_mut().zip(new) {
        *weight = new;
    }
}

/// How much of each feature there is in a position, the right to move first.
fn sums<P: Evaluate>(position: &P) -> Vec<i32> {
    let mut sums = [0; MOST];
    position.features(&mut sums);
    sums[0] = if position.turn() == Color::White { 1 } else { -1 };
    sums[..P::FEATURES.len()].to_vec()
}

/// Defines [`Player`] from the list of games and of what plays them.
macro_rules! players {
    ($($game:ident = $mind:ty,)*) => {
        /// The games, each with what plays it.
        enum Player {
            $($game($mind),)*
        }

        impl Player {
            fn new(game: GameId, seed: u64, table_bytes: usize) -> Self {
                match game {
                    $(GameId::$game => Player::$game(<$mind as Mind>::new(seed, table_bytes)),)*
                }
            }

            const fn features(game: GameId) -> &'static [Feature] {
                match game {
                    $(GameId::$game => <$mind as Mind>::FEATURES,)*
                }
            }

            fn sums(position: &AnyPosition) -> Option<Vec<i32>> {
                match position {
                    $(AnyPosition::$game(position) => <$mind as Mind>::sums(position),)*
                }
            }

            fn by_hand(position: &AnyPosition) -> Option<i32> {
                match position {
                    $(AnyPosition::$game(position) => <$mind as Mind>::by_hand(position),)*
                }
            }

            fn set_weights(&mut self, weights: &[i32]) {
                match self {
                    $(Player::$game(mind) => Mind::set_weights(mind, weights),)*
                }
            }

            fn set_net(&mut self, net: Net) -> bool {
                match self {
                    $(Player::$game(mind) => Mind::set_net(mind, net),)*
                }
            }

            fn parameter(&self, name: &str) -> Option<i32> {
                match self {
                    $(Player::$game(mind) => Mind::parameter(mind, name),)*
                }
            }

            fn set_parameter(&mut self, name: &str, value: i32) -> bool {
                match self {
                    $(Player::$game(mind) => Mind::set_parameter(mind, name, value),)*
                }
            }

            fn think(
                &mut self,
                ground: &Ground<'_>,
                position: &AnyPosition,
                limits: &Limits<'_>,
                report: &mut dyn FnMut(&Thought),
            ) -> Option<Thought> {
                match (self, position) {
                    $((Player::$game(mind), AnyPosition::$game(position)) => {
                        Mind::think(mind, ground, position, limits, report)
                    })*
                    _ => None,
                }
            }

            fn lines(
                &mut self,
                ground: &Ground<'_>,
                position: &AnyPosition,
                limits: &Limits<'_>,
                wanted: &Wanted<'_>,
                report: &mut dyn FnMut(usize, &Thought),
            ) -> Vec<Thought> {
                match (self, position) {
                    $((Player::$game(mind), AnyPosition::$game(position)) => {
                        Mind::lines(mind, ground, position, limits, wanted, report)
                    })*
                    _ => Vec::new(),
                }
            }
        }
    };
}

players! {
    Charismatic = Thinker,
    Chessence = Box<Search<positions::Chessence>>,
    Contramatic = Box<Search<positions::Contramatic>>,
    CompleteContramatic = Box<Search<positions::CompleteContramatic>>,
    Magnetic = Box<Search<positions::Magnetic>>,
    Batteries = Box<Search<positions::Batteries>>,
    Orthodox = Box<Search<positions::Orthodox>>,
    Progressive = Walker<positions::Progressive>,
}

impl Engine {
    /// A player of the game at full strength. For the same seed, positions and node count it plays
    /// the same turns; the seed also determines what a level overlooks. Its transposition table
    /// takes at most `table_bytes` (and never less than 64).
    pub fn new(game: GameId, seed: u64, table_bytes: usize) -> Self {
        let player = Player::new(game, seed, table_bytes);
        Engine { game, seed, skill: Skill::FULL, varies: false, knows: true, player }
    }

    /// Sets the level from now on; `None` is full strength, without the variety by seed that levels have.
    pub fn set_level(&mut self, level: Option<Level>) {
        self.set_skill(level.map_or(Skill::FULL, |level| Skill::of(self.game, level)));
        self.varies = level.is_some();
    }

    /// Sets how well it plays from now on, with the variety of a level.
    pub fn set_skill(&mut self, skill: Skill) {
        self.skill = skill;
        self.varies = true;
    }

    /// The features of the game's evaluation with their default weights; empty if the game has
    /// another kind of evaluation.
    pub fn features(game: GameId) -> &'static [Feature] {
        Player::features(game)
    }

    /// The features of a position, White's less Black's, in the order of [`Engine::features`]; the
    /// first is 1 or -1 for the side to move. `None` if the weights are not used: the game is over
    /// or pieces are still being placed, a threat must be answered first, or the game has another
    /// kind of evaluation.
    pub fn sums(position: &AnyPosition) -> Option<Vec<i32>> {
        Player::sums(position)
    }

    /// What the handcrafted evaluation with its default weights says of a position, for the side to move, in
    /// hundredths of a pawn: what a net adds to. `None` where it is not asked.
    pub fn by_hand(position: &AnyPosition) -> Option<i32> {
        Player::by_hand(position)
    }

    /// Sets the weights of the evaluation, in the order of [`Engine::features`]; those left out
    /// stay as they are. Clears the transposition table.
    pub fn set_weights(&mut self, weights: &[i32]) {
        self.player.set_weights(weights);
    }

    /// Evaluates positions by a net from now on, or by it and the handcrafted evaluation, as the
    /// net demands. Clears the transposition table.
    ///
    /// # Errors
    /// If the bytes are not a net ([`Net::read`]), if it belongs to another game, or if the game is
    /// played without one. Then nothing changes.
    pub fn set_net(&mut self, bytes: &[u8]) -> Result<(), NetError> {
        let net = Net::read(bytes)?;
        if net.game() != self.game {
            return Err(NetError::Game);
        }
        if self.player.set_net(net) { Ok(()) } else { Err(NetError::NoUse) }
    }

    /// A parameter of the game's search ([`crate::SearchParameters`]), if it has one with that name.
    pub fn parameter(&self, name: &str) -> Option<i32> {
        self.player.parameter(name)
    }

    /// Sets a parameter of the search ([`crate::SearchParameters`]) and clears the transposition
    /// table. Returns whether the game's search has a parameter with that name.
    pub fn set_parameter(&mut self, name: &str, value: i32) -> bool {
        self.player.set_parameter(name, value)
    }

    /// Whether it uses placements that are known beforehand, at full strength. At first it does.
    pub const fn set_knowledge(&mut self, knows: bool) {
        self.knows = knows;
    }

    /// Thinks about a position, at the start of a turn or inside it. `past` are the positions at
    /// the start of the turns so far. `report` is called after each further depth.
    ///
    /// `None` if the game is over, if chance is to act, if the turn can no longer be ended, or if
    /// the position belongs to another game.
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
        let mut skill = self.skill;
        if self.varies && past.len() < VARIED_TURNS {
            skill.noise = skill.noise.max(VARIETY);
        }
        let ground = Ground { past, seed, skill, knows: self.knows };
        self.player.think(&ground, position, limits, report)
    }

    /// [`Engine::think`] about a turn of placement for the attempt of this number: each tries others,
    /// none of them known beforehand.
    pub(crate) fn attempt(
        &mut self,
        number: u64,
        position: &AnyPosition,
        limits: &Limits<'_>,
    ) -> Option<Vec<Step>> {
        let seed = self.seed;
        self.seed = mix(seed ^ number);
        let knows = std::mem::replace(&mut self.knows, false);
        let thought = self.think(&[], position, limits, &mut |_| {});
        (self.seed, self.knows) = (seed, knows);
        Some(thought?.turn)
    }

    /// Whether [`Engine::lines`] goes on from slice to slice where it stood ([`Limits::goes_on`]): once the
    /// pieces move, but for games whose player only gathers ends of turns. Elsewhere each slice begins anew.
    pub fn goes_on(&self, position: &AnyPosition) -> bool {
        let begins_anew = matches!(self.player, Player::Progressive(_));
        !begins_anew && position.phase() == Phase::Movement
    }

    /// Finds several best turns at full strength (MultiPV), best first; fewer if there are no more,
    /// and none if [`Engine::think`] finds none or no wanted turn is possible. `report` gets the
    /// index of each, from 0, whenever all of them are known better.
    ///
    /// Turns of several steps are distinguished by their results: of turns that lead to the same
    /// position there is one. So are placements.
    pub fn lines(
        &mut self,
        past: &[AnyPosition],
        position: &AnyPosition,
        limits: &Limits<'_>,
        wanted: &Wanted<'_>,
        report: &mut dyn FnMut(usize, &Thought),
    ) -> Vec<Thought> {
        if position.actor() == Actor::Chance || position.outcome().is_some() {
            return Vec::new();
        }
        let past = match past.split_last() {
            Some((last, before)) if last == position => before,
            _ => past,
        };
        let seed = mix(self.seed ^ position.key());
        let ground = Ground { past, seed, skill: Skill::FULL, knows: self.knows };
        self.player.lines(&ground, position, limits, wanted, report)
    }
}

/// For this many turns of both sides at the beginning of a game every level considers turns equally good
/// that differ by up to twice [`VARIETY`] hundredths of a pawn, so that its games vary. The seed decides.
/// (Without a level there is no variety.)
const VARIED_TURNS: usize = 12;
/// By how much judgements are off then, at least.
const VARIETY: i32 = 12;
/// How many positions are looked at in a lapse at most.
const LAPSE_NODES: u64 = 2_000;

/// On what ground a turn is thought about.
struct Ground<'a> {
    past: &'a [AnyPosition],
    seed: u64,
    skill: Skill,
    /// Whether placements that are known beforehand count.
    knows: bool,
}

impl Ground<'_> {
    /// The keys of the positions at the start of the turns so far, as repetition counts them.
    fn keys(&self) -> Vec<u64> {
        self.past.iter().map(|position| position.for_repetition().key()).collect()
    }

    /// Whether this turn is played without thinking further than one's own step.
    fn lapses(&self) -> bool {
        self.skill.lapses_on(self.seed)
    }

    /// How much it remembers of known placements.
    fn recall(&self) -> u32 {
        if self.knows { self.skill.recall } else { 0 }
    }

    /// The limits that the skill keeps.
    fn limits<'b>(&self, limits: &Limits<'b>) -> Limits<'b> {
        let (depth, nodes) =
            if self.lapses() { (1, LAPSE_NODES) } else { (self.skill.depth, self.skill.nodes) };
        Limits { nodes: limits.nodes.min(nodes), depth: limits.depth.min(depth), ..*limits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;
    use crate::testing::Mirror;

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

    /// How many games a level begins against itself by so many seeds; no more are tried once there are `enough`.
    fn beginnings(game: GameId, level: Option<Level>, enough: usize) -> usize {
        let begin = |seed| {
            let mut position = AnyPosition::initial(game);
            let mut engine = Engine::new(game, seed, 1 << 16);
            engine.set_level(level);
            let (mut past, mut turns) = (Vec::new(), Vec::new());
            for _ in 0..8 {
                let limits = Limits::nodes(2_000);
                let Some(thought) = engine.think(&past, &position, &limits, &mut |_| {}) else {
                    // The weakest can be mated as soon.
                    assert!(position.outcome().is_some(), "{}", position.fen());
                    break;
                };
                let turn = thought.turn;
                past.push(position);
                for &step in &turn {
                    position.play(step);
                }
                turns.push(turn);
            }
            turns
        };
        let mut begun = std::collections::HashSet::new();
        for seed in 0..8 {
            begun.insert(begin(seed));
            if begun.len() >= enough {
                break;
            }
        }
        begun.len()
    }

    #[test]
    fn no_level_plays_one_game_for_ever() {
        for game in [GameId::Magnetic, GameId::Chessence, GameId::Batteries, GameId::Orthodox] {
            for level in Level::all() {
                assert_eq!(beginnings(game, Some(level), 4), 4, "{game}, level {}", level.number());
            }
            assert_eq!(beginnings(game, None, 2), 1, "{game}");
        }
    }

    /// Behind the beginning the top level is full strength, whatever the seed.
    #[test]
    fn variety_ends_with_the_beginning() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
        let position = AnyPosition::from_fen(GameId::Orthodox, fen).unwrap();
        let think = |seed, level| {
            let mut engine = Engine::new(GameId::Orthodox, seed, 1 << 16);
            engine.set_level(level);
            let other = AnyPosition::initial(GameId::Orthodox);
            engine
                .think(&[other; VARIED_TURNS], &position, &Limits::nodes(3_000), &mut |_| {})
                .unwrap()
        };
        let full = think(0, None);
        for seed in 0..8 {
            assert_eq!(think(seed, Some(Level::TOP)), full);
        }
    }

    #[test]
    fn parameters_are_set_where_the_search_has_them() {
        assert!(Engine::new(GameId::Magnetic, 1, 64).set_parameter("improving", 1));
        assert!(!Engine::new(GameId::Magnetic, 1, 64).set_parameter("improve", 1));
        assert!(!Engine::new(GameId::Charismatic, 1, 64).set_parameter("improving", 1));
    }

    /// A game's position some turns from its start, chance's draws and placements at random.
    fn some_way_in(game: GameId, seed: u64) -> AnyPosition {
        let mut chance = crate::Chance::new(seed);
        let mut position = AnyPosition::initial(game);
        let mut moved = 0;
        while moved < 6 && position.outcome().is_none() {
            if position.actor() == Actor::Chance {
                position.play(*chance.pick(&position.list()).unwrap());
                continue;
            }
            moved += usize::from(position.phase() == Phase::Movement);
            for step in crate::baseline::any_turn(&position, &mut chance).unwrap() {
                position.play(step);
            }
        }
        position
    }

    /// What is said of a position by hand is said of it with the sides exchanged too, and not the same of
    /// all positions.
    #[test]
    fn what_is_said_by_hand_is_the_same_for_both_sides() {
        for &game in GameId::ALL {
            let mirror = match game {
                GameId::Charismatic | GameId::Chessence => Mirror::Turn,
                _ => Mirror::Flip,
            };
            let (mut well, mut badly) = (0, 0);
            for seed in 0..20 {
                let position = some_way_in(game, seed);
                let Some(said) = Engine::by_hand(&position) else { continue };
                let fen = mirror.fen(&game.spec().shape, &position.fen());
                let other = AnyPosition::from_fen(game, &fen).unwrap();
                assert_eq!(Engine::by_hand(&other), Some(said), "{game}: {fen}");
                well += usize::from(said > 0);
                badly += usize::from(said < -1);
            }
            assert!(well > 0 && badly > 0, "{game}: {well} {badly}");
        }
    }

    /// In every game the best turns come in order, each once, all of them legal; a
    /// search of one of them alone finds that one.
    #[test]
    fn lines_are_the_best_turns_in_order() {
        for &game in GameId::ALL {
            let position = some_way_in(game, 3);
            let mut engine = Engine::new(game, 1, 1 << 20);
            let limits = Limits::nodes(20_000);
            let mut reports = 0;
            let wanted = Wanted { count: 3, only: &[] };
            let report = &mut |place: usize, _: &Thought| reports += usize::from(place == 2);
            let lines = engine.lines(&[], &position, &limits, &wanted, report);
            assert_eq!(lines.len(), 3, "{game}: {}", position.fen());
            assert!(reports > 0, "{game}");
            assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{game}");
            let mut ends = std::collections::HashSet::new();
            for line in &lines {
                let mut after = position;
                for &step in &line.turn {
                    assert_eq!(after.why_not(step), None, "{game}");
                    after.play(step);
                }
                assert!(after.turn() != position.turn(), "{game}");
                ends.insert(after.key());
            }
            assert_eq!(ends.len(), 3, "{game}");
            let third = [lines[2].turn.clone()];
            let wanted = Wanted { count: 3, only: &third };
            let alone = engine.lines(&[], &position, &limits, &wanted, &mut |_, _| {});
            assert_eq!(alone.len(), 1, "{game}");
            assert_eq!(alone[0].turn, third[0], "{game}");
        }
    }

    /// Who walks on along a line is told at once what was found on the way: the memory stays.
    #[test]
    fn lines_remember_what_was_found_a_turn_before() {
        let games = [GameId::Magnetic, GameId::Chessence, GameId::Batteries, GameId::Contramatic];
        let (mut walked, mut fresh) = (0, 0);
        for game in games {
            let mut position = some_way_in(game, 5);
            let mut engine = Engine::new(game, 1, 1 << 22);
            let wanted = Wanted { count: 1, only: &[] };
            let mut past = Vec::new();
            for _ in 0..3 {
                let long = Limits::nodes(150_000);
                let lines = engine.lines(&past, &position, &long, &wanted, &mut |_, _| {});
                past.push(position);
                for &step in &lines[0].turn {
                    position.play(step);
                }
                if position.outcome().is_some() {
                    break;
                }
                let short = Limits::nodes(3_000);
                let depth = |engine: &mut Engine| {
                    engine.lines(&past, &position, &short, &wanted, &mut |_, _| {})[0].depth
                };
                walked += depth(&mut engine);
                fresh += depth(&mut Engine::new(game, 1, 1 << 22));
            }
        }
        assert!(walked >= fresh + 12, "{walked} and {fresh} turns deep");
    }

    /// Where pieces are placed, too: several placements, none like another.
    #[test]
    fn lines_are_the_best_placements_in_order() {
        for game in [GameId::Contramatic, GameId::CompleteContramatic, GameId::Charismatic] {
            let mut chance = crate::Chance::new(5);
            let mut position = AnyPosition::initial(game);
            for _ in 0..2 {
                if position.actor() == Actor::Chance {
                    position.play(*chance.pick(&position.list()).unwrap());
                }
                let mut engine = Engine::new(game, 1, 1 << 20);
                for nodes in [500, 30_000, 250_000] {
                    let (limits, wanted) = (Limits::nodes(nodes), Wanted { count: 4, only: &[] });
                    let lines = engine.lines(&[], &position, &limits, &wanted, &mut |_, _| {});
                    assert!(lines.len() <= 4 && !lines.is_empty(), "{game}");
                    assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{game}");
                    let ends: std::collections::HashSet<u64> = lines
                        .iter()
                        .map(|line| {
                            let mut after = position;
                            for &step in &line.turn {
                                assert_eq!(after.why_not(step), None, "{game}");
                                after.play(step);
                            }
                            assert!(after.turn() != position.turn(), "{game}");
                            after.key()
                        })
                        .collect();
                    assert_eq!(ends.len(), lines.len(), "{game}");
                    assert!(nodes < 30_000 || lines.len() == 4, "{game}: {}", lines.len());
                }
                for step in crate::baseline::any_turn(&position, &mut chance).unwrap() {
                    position.play(step);
                }
            }
        }
    }

    /// Thinking in slices goes on where it stood: it comes as deep as thinking in one go, or nearly so,
    /// and a slice for another position begins anew.
    #[test]
    fn slices_go_on_where_they_stood() {
        for game in [GameId::Magnetic, GameId::Chessence, GameId::Batteries, GameId::Orthodox] {
            let position = some_way_in(game, 5);
            let whole = Engine::new(game, 1, 1 << 20)
                .think(&[], &position, &Limits::nodes(60_000), &mut |_| {})
                .unwrap();
            let mut engine = Engine::new(game, 1, 1 << 20);
            let slice = Limits { goes_on: true, ..Limits::nodes(8_000) };
            let mut deepest = 0;
            for slices in 1..=10 {
                let thought = engine.think(&[], &position, &slice, &mut |_| {}).unwrap();
                assert!(thought.depth >= deepest, "{game}");
                assert!(thought.nodes <= slices * 8_000 + 1_000, "{game}: {}", thought.nodes);
                deepest = thought.depth;
            }
            assert!(deepest + 1 >= whole.depth, "{game}: {deepest} {}", whole.depth);
            let anew = Limits::nodes(2_000);
            assert!(engine.think(&[], &position, &anew, &mut |_| {}).unwrap().nodes <= 3_000);
            engine.think(&[], &position, &slice, &mut |_| {});
            let other = some_way_in(game, 6);
            assert!(engine.think(&[], &other, &slice, &mut |_| {}).unwrap().nodes <= 9_000);
            // So do one behind other turns, and one of a player who sees less.
            engine.think(&[], &position, &slice, &mut |_| {});
            let past = [other, other];
            assert!(engine.think(&past, &position, &slice, &mut |_| {}).unwrap().nodes <= 9_000);
            engine.set_skill(Skill { overlooked: 300, ..Skill::FULL });
            assert!(engine.think(&past, &position, &slice, &mut |_| {}).unwrap().nodes <= 9_000);
        }
    }

    /// What was found by other parameters is worth nothing.
    #[test]
    fn with_other_parameters_a_player_thinks_as_a_new_one() {
        let position = some_way_in(GameId::Magnetic, 5);
        let limits = Limits::nodes(20_000);
        let think = |engine: &mut Engine| {
            assert!(engine.set_parameter("null_move_depth", 99));
            engine.think(&[], &position, &limits, &mut |_| {}).unwrap()
        };
        let mut used = Engine::new(GameId::Magnetic, 1, 1 << 20);
        used.think(&[], &position, &limits, &mut |_| {});
        assert_eq!(think(&mut used), think(&mut Engine::new(GameId::Magnetic, 1, 1 << 20)));
    }

    /// The position that is thought about may be named as the last of those so far, or left out: it has come up
    /// as often.
    #[test]
    fn the_position_thought_about_counts_once() {
        let game = GameId::Orthodox;
        // White is lost but for a repetition.
        let fen = "7k/6pp/8/8/8/q7/5Q2/K7 w - - 0 40";
        let mut position = AnyPosition::from_fen(game, fen).unwrap();
        let mut past = Vec::new();
        for step in ["f2f8", "a3f8", "a1a2", "f8f7", "a2a1", "f7f8", "a1a2", "f8f7"] {
            past.push(position);
            position.play(Step::parse(step, game.spec()).unwrap());
        }
        let wanted = Wanted { count: 3, only: &[] };
        let lines = |past: &[AnyPosition]| {
            let mut engine = Engine::new(game, 1, 1 << 16);
            engine.lines(past, &position, &Limits::depth(4), &wanted, &mut |_, _| {})
        };
        let thoughts = lines(&past);
        past.push(position);
        assert_eq!(lines(&past), thoughts);
    }

    /// Lines are for who wants to know, whoever has played before.
    #[test]
    fn lines_are_found_at_full_strength_whatever_the_level() {
        let lines = |fen, skill, depth| {
            let position = AnyPosition::from_fen(GameId::Orthodox, fen).unwrap();
            let mut engine = Engine::new(GameId::Orthodox, 1, 1 << 16);
            engine.set_skill(skill);
            engine.think(&[], &position, &Limits::nodes(500), &mut |_| {}).unwrap();
            let limits = Limits { depth, ..Limits::nodes(20_000) };
            let wanted = Wanted { count: 1, only: &[] };
            engine.lines(&[], &position, &limits, &wanted, &mut |_, _| {}).remove(0)
        };
        let blind = Skill { overlooked: 1000, ..Skill::FULL };
        let mate = lines("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", blind, 4);
        assert_eq!(mate.score, Score::wins_in(1));
        // The pawn is defended: who does not look beyond the own step takes it.
        let short = Skill { lapses: 1000, ..Skill::FULL };
        let quiet = lines("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1", short, 1);
        let spec = GameId::Orthodox.spec();
        assert_ne!(quiet.turn, [Step::parse("d2d6", spec).unwrap()]);
    }

    /// The same of several lines side by side: they come as deep in slices as in one go, or nearly so, and
    /// each slice has all of them.
    #[test]
    fn lines_go_on_where_they_stood() {
        for game in [GameId::Magnetic, GameId::Chessence, GameId::Batteries, GameId::Orthodox] {
            let position = some_way_in(game, 5);
            let wanted = Wanted { count: 3, only: &[] };
            let search = |engine: &mut Engine, limits: &Limits<'_>| {
                engine.lines(&[], &position, limits, &wanted, &mut |_, _| {})
            };
            let whole = search(&mut Engine::new(game, 1, 1 << 20), &Limits::nodes(90_000));
            let mut engine = Engine::new(game, 1, 1 << 20);
            assert!(engine.goes_on(&position), "{game}");
            let slice = Limits { goes_on: true, ..Limits::nodes(9_000) };
            let (mut deepest, mut nodes) = (0, 0);
            for slices in 1..=14 {
                let lines = search(&mut engine, &slice);
                let turns: std::collections::HashSet<_> =
                    lines.iter().map(|line| line.turn.clone()).collect();
                assert_eq!((lines.len(), turns.len()), (3, 3), "{game}");
                assert!(lines[0].depth >= deepest, "{game}");
                assert!(lines[0].nodes > nodes && lines[0].nodes <= slices * 9_000 + 4_000);
                (deepest, nodes) = (lines[0].depth, lines[0].nodes);
            }
            assert!(deepest + 1 >= whole[0].depth, "{game}: {deepest} {}", whole[0].depth);
            // Another number of lines, or another position, begins anew.
            let wanted = Wanted { count: 2, only: &[] };
            let lines = engine.lines(&[], &position, &slice, &wanted, &mut |_, _| {});
            assert!(lines[0].nodes < 14_000, "{game}");
            let other = some_way_in(game, 6);
            let lines = engine.lines(&[], &other, &slice, &wanted, &mut |_, _| {});
            assert!(lines[0].nodes < 14_000, "{game}");
            // Certain turns of the same position are looked for from the beginning, too.
            let steps = other.list();
            let only = [vec![steps[0]], vec![steps[steps.len() - 1]]];
            let wanted = Wanted { count: 2, only: &only };
            let lines = engine.lines(&[], &other, &slice, &wanted, &mut |_, _| {});
            assert!(lines[0].nodes < 14_000, "{game}");
            assert!(lines.iter().all(|line| only.contains(&line.turn)), "{game}");
        }
        let progressive = Engine::new(GameId::Progressive, 1, 1 << 10);
        assert!(!progressive.goes_on(&some_way_in(GameId::Progressive, 5)));
    }

    /// A win is the first line, and what wins later comes behind it.
    #[test]
    fn a_mate_is_the_first_line() {
        let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
        let position = AnyPosition::from_fen(GameId::Orthodox, fen).unwrap();
        let mut engine = Engine::new(GameId::Orthodox, 1, 1 << 20);
        let wanted = Wanted { count: 2, only: &[] };
        let limits = Limits::nodes(20_000);
        let lines = engine.lines(&[], &position, &limits, &wanted, &mut |_, _| {});
        assert_eq!(lines[0].score, Score::wins_in(1));
        assert!(lines[1].score < lines[0].score && lines[1].turn != lines[0].turn);
    }

    /// Where every turn loses, nothing more is to be found out.
    #[test]
    fn lines_end_where_all_of_them_are_decided() {
        let fen = "2r5/8/8/8/1r6/8/8/K6k w - - 0 1";
        let position = AnyPosition::from_fen(GameId::Orthodox, fen).unwrap();
        let mut engine = Engine::new(GameId::Orthodox, 1, 1 << 20);
        let wanted = Wanted { count: 2, only: &[] };
        let limits = Limits::nodes(50_000);
        let lines = engine.lines(&[], &position, &limits, &wanted, &mut |_, _| {});
        assert_eq!(lines[0].score, Score::loses_in(2));
        assert_eq!(lines[0].depth, 2);
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
