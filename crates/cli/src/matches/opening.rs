//! How the games of a match begin: the same for both games of a pair.

use engine::baseline::any_turn;
use engine::chance::mix;
use engine::{Chance, Engine, Limits};
use record::Record;
use rules::{Actor, AnyPosition, Color, GameId, Phase, Reserve, Step};

/// How the openings of a match are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Openings {
    pub game: GameId,
    pub seed: u64,
    /// How many turns, of both sides, are played at random.
    pub plies: u32,
    /// Whether the players place their pieces. Otherwise it is done for both by the rules' own
    /// "place for me", at random.
    pub players_place: bool,
    /// How far from even, in hundredths of a pawn, a search may find an opening.
    pub even: Option<i32>,
}

/// The number of nodes of that search, by the evaluation made by hand.
const EVEN_NODES: u64 = 20_000;
/// The size of that search's transposition table.
const TABLE_BYTES: usize = 1 << 20;

/// The stream of random numbers of one thing in one pair.
fn source(seed: u64, pair: u32, what: u64) -> Chance {
    Chance::new(mix(mix(seed ^ mix(what)) ^ u64::from(pair)))
}

/// What random numbers are for.
const DRAWS: u64 = 1;
const TURNS: u64 = 2;

impl Openings {
    /// The beginning of a pair's games: decided neither by the rules nor by a turn that wins at
    /// once, and near-equal if that is asked for.
    pub(crate) fn opening(&self, pair: u32) -> Record {
        let mut chance = source(self.seed, pair, TURNS);
        // Random turns may blunder. There are openings that do not in every game; the limit is for
        // starts of which that could not be said.
        const TRIES: u32 = 1000;
        let mut record = Record::new(AnyPosition::initial(self.game));
        for _ in 0..TRIES {
            record = self.any_opening(pair, &mut chance);
            let live = record.live();
            let is_open = record.verdict().is_none() && !wins_at_once(live);
            // Nobody is ahead before the players have placed their pieces.
            let wanted = self.even.filter(|_| live.phase() == Phase::Movement);
            let is_even = |most| self.score(live).is_some_and(|score| score.abs() <= most);
            if is_open && wanted.is_none_or(is_even) {
                break;
            }
        }
        record
    }

    /// The score of a position, which stands in no game, for the side to move.
    fn score(&self, position: &AnyPosition) -> Option<i32> {
        let mut engine = Engine::new(self.game, 0, TABLE_BYTES);
        let limits = Limits::nodes(EVEN_NODES);
        let thought = engine.think(&[], position, &limits, &mut |_| {})?;
        Some(thought.score.value())
    }

    fn any_opening(&self, pair: u32, chance: &mut Chance) -> Record {
        let mut record = Record::new(AnyPosition::initial(self.game));
        while !self.players_place && record.live().phase() == Phase::Placement {
            self.draw(pair, &mut record);
            let Some(turn) = any_turn(record.live(), chance) else { break };
            take(&mut record, &turn);
        }
        if record.live().phase() == Phase::Movement && self.plies > 0 {
            for _ in 0..self.plies {
                let Some(turn) = any_turn(record.live(), chance) else { break };
                take(&mut record, &turn);
            }
        }
        record
    }

    /// If chance is to act, draws: the same pieces for the same turn in both games of a pair, whoever
    /// plays.
    pub(crate) fn draw(&self, pair: u32, record: &mut Record) {
        let live = record.live();
        if live.actor() != Actor::Chance {
            return;
        }
        let color = live.turn();
        let turn = record.turns().filter(|turn| turn.color == color).count() as u64;
        let what = DRAWS + 16 * (2 * turn + u64::from(color == Color::White));
        let mut chance = source(self.seed, pair, what);
        let reserve = live.reserve(color);
        let mut pieces: Vec<_> = reserve
            .roles()
            .flat_map(|role| std::iter::repeat_n(role, reserve.count(role) as usize))
            .collect();
        let mut hand = Reserve::NONE;
        for _ in 0..live.most_steps() {
            if pieces.is_empty() {
                break;
            }
            hand = hand.with(pieces.swap_remove(chance.below(pieces.len() as u32) as usize));
        }
        take(record, &[Step::Draw(hand)]);
    }
}

/// Takes steps as far as the rules do.
fn take(record: &mut Record, steps: &[Step]) {
    for &step in steps {
        if record.take(step).is_err() {
            break;
        }
    }
}

/// Whether one step wins the game for the side to move. (Turns of several steps are not looked
/// at.)
fn wins_at_once(position: &AnyPosition) -> bool {
    position.list().into_iter().any(|step| {
        let mut after = *position;
        after.play(step);
        let winner = after.outcome().and_then(|outcome| outcome.winner);
        winner == Some(position.turn())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_open_varied_and_the_same_again() {
        for &game in GameId::ALL {
            let openings = Openings { game, seed: 5, plies: 4, players_place: false, even: None };
            let mut fens = Vec::new();
            for pair in 0..6 {
                let record = openings.opening(pair);
                assert_eq!(record.verdict(), None, "{game}");
                assert_eq!(record.live().phase(), Phase::Movement, "{game}");
                assert!(!record.live().is_inside_turn(), "{game}");
                assert_eq!(record.live(), openings.opening(pair).live(), "{game}");
                fens.push(record.live().fen());
            }
            fens.sort_unstable();
            fens.dedup();
            assert!(fens.len() >= 5, "{game}: {} openings of 6", fens.len());
            let other = Openings { seed: 6, ..openings };
            assert_ne!(openings.opening(0).live(), other.opening(0).live(), "{game}");
        }
    }

    #[test]
    fn near_equal_openings_are_so() {
        let openings = Openings {
            game: GameId::Orthodox,
            seed: 5,
            plies: 6,
            players_place: false,
            even: Some(20),
        };
        let scores = |openings: Openings| {
            let scores = (0..4).map(|pair| openings.score(openings.opening(pair).live()));
            scores.map(|score| score.unwrap().abs()).max().unwrap()
        };
        assert!(scores(openings) <= 20);
        assert!(scores(Openings { even: None, ..openings }) > 20);
    }

    #[test]
    fn draws_do_not_depend_on_what_was_placed() {
        let openings = Openings {
            game: GameId::Charismatic,
            seed: 1,
            plies: 0,
            players_place: true,
            even: None,
        };
        let hands: Vec<Reserve> = [1, 2]
            .map(|placing| {
                let mut record = openings.opening(0);
                openings.draw(0, &mut record);
                let turn = any_turn(record.live(), &mut Chance::new(placing)).unwrap();
                take(&mut record, &turn);
                openings.draw(0, &mut record);
                assert_eq!(record.live().turn(), Color::Black);
                record.live().hand()
            })
            .to_vec();
        assert_eq!(hands[0], hands[1]);
        assert!(!hands[0].is_empty());
    }
}
