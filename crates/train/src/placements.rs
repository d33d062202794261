//! `train placements`: placements of the Contramatic games, for `engine`'s `known_placements`.
//!
//! Two lists grow against each other: White's placements and Black's replies. Each pair of them is judged by a short
//! search of the game that follows. White's best are changed piece by piece, and what holds its own against the replies
//! is kept; replies are changed until they are better against one of White's than all of before.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use engine::chance::mix;
use engine::{Chance, Engine, Limits};
use rules::{AnyPosition, Color, GameId, Phase, Role, Square, Step};

/// Placements to be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Placements {
    pub game: GameId,
    /// How often both lists are added to.
    pub rounds: u32,
    /// How many positions a search looks at that judges a pair.
    pub nodes: u64,
    pub seed: u64,
    /// A net to judge with, if not the evaluation made by hand.
    pub net: Option<PathBuf>,
}

/// A placement: its drops and the end of the turn.
type Turn = Vec<Step>;

/// So many of White's placements, and replies to them, are the engine's own.
const OWN: u64 = 24;
/// The engine looks at so many times as many positions for a placement of its own as for a pair.
const OWN_CARE: u64 = 20;
/// How many of White's placements are changed in a round.
const CHANGED: u32 = 4;
/// How many changes of a reply are tried in a round.
const REPLIES_TRIED: u32 = 24;
/// By how much a reply must be better than those of before.
const PROGRESS: f64 = 0.03;
/// By how much a placement of White's may be worse than the fourth best.
const ALLOWANCE: f64 = 0.45;
/// How many of White's placements are kept besides the engine's own.
const MOST: usize = 30;
/// How many placements of a side are written, at most: White's and Black's.
const WRITTEN: [usize; 2] = [10, 16];
/// What the engine may remember of positions.
const TABLE_BYTES: usize = 4 << 20;
/// The order in which the squares of a placement are written.
const ORDER: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

impl Placements {
    /// Finds placements and writes them as the engine's list has them. All follows from the seed.
    ///
    /// # Errors
    /// If the net cannot be read, the game is another, or the list cannot be written.
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<()> {
        if !matches!(self.game, GameId::Contramatic | GameId::CompleteContramatic) {
            return Err(io::Error::other(format!("{}: it has no such placements", self.game)));
        }
        let net = self.net.as_ref().map(fs::read).transpose()?;
        if let Some(net) = &net {
            Engine::new(self.game, 0, 64).set_net(net).map_err(io::Error::other)?;
        }
        let mut lists = Lists::begin(self, net);
        for round in 1..=self.rounds {
            lists.add_placements(round);
            lists.add_reply(round);
            lists.drop_the_worst();
        }
        for written in lists.written() {
            writeln!(out, "    &[")?;
            written.iter().try_for_each(|turn| writeln!(out, "        \"{}\",", squares(turn)))?;
            writeln!(out, "    ],")?;
        }
        Ok(())
    }
}

/// The lists that grow against each other.
struct Lists<'a> {
    run: &'a Placements,
    net: Option<Vec<u8>>,
    start: AnyPosition,
    /// What judges the pairs.
    judge: Engine,
    chance: Chance,
    /// White's placements; the engine's own come first.
    placements: Vec<Turn>,
    own: usize,
    replies: Vec<Turn>,
    /// For each of White's placements what each reply leaves of it: from -1, Black wins, to 1, White wins.
    left: Vec<Vec<f64>>,
}

impl<'a> Lists<'a> {
    /// The engine's own placements, and its replies to them.
    fn begin(run: &'a Placements, net: Option<Vec<u8>>) -> Self {
        let mut lists = Lists {
            run,
            start: AnyPosition::initial(run.game),
            judge: engine(run.game, run.seed, net.as_deref()),
            chance: Chance::new(run.seed),
            net,
            placements: Vec::new(),
            own: 0,
            replies: Vec::new(),
            left: Vec::new(),
        };
        for number in 0..OWN {
            let Some(turn) = lists.own(&lists.start, 2 * number) else { continue };
            let after = after(&lists.start, &turn);
            let Some(reply) = after.and_then(|after| lists.own(&after, 2 * number + 1)) else {
                continue;
            };
            if lists.is_new(&turn) {
                lists.placements.push(turn);
            }
            lists.replies.push(reply);
        }
        lists.own = lists.placements.len();
        for turn in lists.placements.clone() {
            let left = (0..lists.replies.len()).map(|reply| lists.judged(&turn, reply)).collect();
            lists.left.push(left);
        }
        lists
    }

    /// A placement of the engine's own, another one for each number.
    fn own(&self, position: &AnyPosition, number: u64) -> Option<Turn> {
        let mut own = engine(self.run.game, mix(self.run.seed ^ mix(number)), self.net.as_deref());
        let limits = Limits::nodes(OWN_CARE * self.run.nodes);
        Some(own.think(&[], position, &limits, &mut |_| {})?.turn)
    }

    /// What the reply of a place leaves of a placement.
    fn judged(&mut self, placement: &[Step], reply: usize) -> f64 {
        let reply = self.replies[reply].clone();
        self.judge(placement, &reply, self.run.nodes)
    }

    /// What a reply leaves of a placement, by a search of so many positions.
    fn judge(&mut self, placement: &[Step], reply: &[Step], nodes: u64) -> f64 {
        let Some(placed) = after(&self.start, placement) else { return -1.0 };
        let Some(mut position) = after(&placed, reply) else { return 1.0 };
        loop {
            let side = if position.turn() == Color::White { 1.0 } else { -1.0 };
            let thought = self.judge.think(&[], &position, &Limits::nodes(nodes), &mut |_| {});
            let Some(thought) = thought else { return -side };
            if position.phase() == Phase::Movement {
                return side * (f64::from(thought.score.value()) / 500.0).tanh();
            }
            // The kings.
            let Some(next) = after(&position, &thought.turn) else { return -side };
            position = next;
        }
    }

    /// The places of White's placements, the best first.
    fn best_first(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.placements.len()).collect();
        order.sort_by(|&a, &b| worth(&self.left[b]).total_cmp(&worth(&self.left[a])));
        order
    }

    /// Whether White has no placement with the same pieces on the same squares.
    fn is_new(&self, turn: &[Step]) -> bool {
        self.placements.iter().all(|known| squares(known) != squares(turn))
    }

    /// The replies, those first that leave one of White's placements least.
    fn hardest_first(&self, placement: usize) -> Vec<usize> {
        let left = &self.left[placement];
        let mut replies: Vec<usize> = (0..self.replies.len()).collect();
        replies.sort_by(|&a, &b| left[a].total_cmp(&left[b]));
        replies
    }

    /// Changes some of White's best and keeps what is nearly as good as they are.
    fn add_placements(&mut self, round: u32) {
        let order = self.best_first();
        let Some(&fourth) = order.get(3).or(order.last()) else { return };
        let bar = worth(&self.left[fourth]) - ALLOWANCE;
        for number in 0..CHANGED {
            let parent = order[self.chance.below(5.min(order.len() as u32)) as usize];
            let turn = if number == 0 && round.is_multiple_of(4) {
                self.own(&self.start, 2 * (OWN + u64::from(round)))
            } else {
                changed(&self.start, &self.placements[parent], &mut self.chance)
            };
            let Some(turn) = turn.filter(|turn| self.is_new(turn)) else { continue };
            // The hardest replies first: most of what is bad shows soon.
            let hardest = self.hardest_first(parent);
            let mut left = vec![0.0; hardest.len()];
            let mut sum = 0.0;
            let is_refuted = hardest.iter().enumerate().any(|(count, &reply)| {
                left[reply] = self.judged(&turn, reply);
                sum += left[reply];
                count == 5 && sum / 6.0 < bar
            });
            if !is_refuted && worth(&left) > bar {
                self.placements.push(turn);
                self.left.push(left);
            }
        }
    }

    /// Looks for a reply that is better than all others against one of White's placements.
    fn add_reply(&mut self, round: u32) {
        let order = self.best_first();
        // Every second time against one of the best.
        let among = if round.is_multiple_of(2) { order.len().min(4) } else { order.len() };
        let Some(&against) = self.chance.pick(&order[..among]) else { return };
        let placement = self.placements[against].clone();
        let Some(placed) = after(&self.start, &placement) else { return };
        let mut hardest = self.hardest_first(against);
        hardest.truncate(3);
        let mut least = hardest.first().map_or(1.0, |&reply| self.left[against][reply]);
        let mut found: Option<Turn> = None;
        for number in 0..REPLIES_TRIED {
            let reply = if number == 0 && round % 4 == 1 {
                self.own(&placed, 2 * (OWN + u64::from(round)) + 1)
            } else {
                let known = self.chance.pick(&hardest).map(|&reply| &self.replies[reply]);
                let from = found.as_ref().or(known);
                from.and_then(|from| changed(&placed, from, &mut self.chance))
            };
            let Some(reply) = reply else { continue };
            // A glance first.
            for nodes in [self.run.nodes / 3, self.run.nodes] {
                let left = self.judge(&placement, &reply, nodes);
                if left >= least - PROGRESS {
                    break;
                }
                if nodes == self.run.nodes {
                    (least, found) = (left, Some(reply.clone()));
                }
            }
        }
        if let Some(reply) = found {
            self.replies.push(reply);
            for place in 0..self.placements.len() {
                let placement = self.placements[place].clone();
                let left = self.judged(&placement, self.replies.len() - 1);
                self.left[place].push(left);
            }
        }
    }

    fn drop_the_worst(&mut self) {
        while self.placements.len() > self.own + MOST {
            let worst = (self.own..self.placements.len())
                .min_by(|&a, &b| worth(&self.left[a]).total_cmp(&worth(&self.left[b])));
            let Some(worst) = worst else { return };
            self.placements.remove(worst);
            self.left.remove(worst);
        }
    }

    /// White's best, and the replies that together leave the least of all of White's.
    fn written(&self) -> [Vec<&Turn>; 2] {
        let best = self.best_first().into_iter().map(|place| &self.placements[place]);
        let mut left = vec![1.0_f64; self.placements.len()];
        let mut replies = Vec::new();
        while replies.len() < WRITTEN[1] {
            let gain = |reply: usize| {
                let gains =
                    left.iter().zip(&self.left).map(|(left, by)| (left - by[reply]).max(0.0));
                gains.sum::<f64>()
            };
            let best = (0..self.replies.len()).max_by(|&a, &b| gain(a).total_cmp(&gain(b)));
            let Some(best) = best.filter(|&best| gain(best) > PROGRESS) else { break };
            replies.push(&self.replies[best]);
            left.iter_mut().zip(&self.left).for_each(|(left, by)| *left = left.min(by[best]));
        }
        [best.take(WRITTEN[0]).collect(), replies]
    }
}

/// An engine that knows no placements beforehand.
fn engine(game: GameId, seed: u64, net: Option<&[u8]>) -> Engine {
    let mut engine = Engine::new(game, seed, TABLE_BYTES);
    engine.set_knowledge(false);
    // Read once before, when it was found good.
    let _ = net.map(|net| engine.set_net(net));
    engine
}

/// What a placement is worth by what is left of it: mostly by the hardest replies, since Black sees it.
fn worth(left: &[f64]) -> f64 {
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len().max(1) as f64;
    let mut sorted = left.to_vec();
    sorted.sort_by(f64::total_cmp);
    let hardest = (sorted.len() / 8).max(2).min(sorted.len());
    0.8 * mean(&sorted[..hardest]) + 0.2 * mean(&sorted)
}

/// The position after a turn; `None` if it cannot be played.
fn after(position: &AnyPosition, turn: &[Step]) -> Option<AnyPosition> {
    let mut after = *position;
    for &step in turn {
        if after.why_not(step).is_some() {
            return None;
        }
        after.play(step);
    }
    Some(after)
}

/// A placement with one or two pieces exchanged or moved within the side's half; `None` if that cannot be played.
fn changed(position: &AnyPosition, turn: &[Step], chance: &mut Chance) -> Option<Turn> {
    let mut turn = turn.to_vec();
    let drops = turn.len().saturating_sub(1) as u32;
    for _ in 0..=chance.below(2) {
        let one = chance.below(drops.max(1)) as usize;
        let other = chance.below(2 * drops.max(1)) as usize;
        let &Step::Drop { role, to } = turn.get(one)? else { return None };
        if let Some(&Step::Drop { role: second, to: there }) = turn.get(other) {
            turn[one] = Step::Drop { role, to: there };
            turn[other] = Step::Drop { role: second, to };
        } else {
            let half = if position.turn() == Color::White { 0 } else { 32 };
            let to = Square::new(half + chance.below(32) as u8);
            turn[one] = Step::Drop { role, to };
        }
    }
    after(position, &turn).map(|_| turn)
}

/// The squares of a placement as the engine's list has them.
fn squares(turn: &[Step]) -> String {
    let mut squares: Vec<(usize, String)> = Vec::new();
    for step in turn {
        if let Step::Drop { role, to } = *step {
            let order = ORDER.iter().position(|&other| other == role).unwrap_or(ORDER.len());
            let (file, rank) = (to.index() as u8 % 8, to.index() as u8 / 8);
            squares.push((order, format!("{}{}", char::from(b'a' + file), rank + 1)));
        }
    }
    squares.sort();
    squares.into_iter().map(|(_, square)| square).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(game: GameId, seed: u64) -> Vec<Vec<String>> {
        let run = Placements { game, rounds: 2, nodes: 12, seed, net: None };
        let mut out = Vec::new();
        run.run(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lists = text.split("&[").skip(1);
        let list = |list: &str| list.split('"').skip(1).step_by(2).map(str::to_owned).collect();
        lists.map(list).collect()
    }

    /// The drops of a placement that was written.
    fn drops(squares: &str) -> Turn {
        let roles = ORDER.iter().zip([1, 2, 2, 2, 8]);
        let roles = roles.flat_map(|(&role, count)| std::iter::repeat_n(role, count));
        let square = |name: &[u8]| Square::new(8 * (name[1] - b'1') + name[0] - b'a');
        let drops = roles.zip(squares.as_bytes().chunks(2));
        drops.map(|(role, name)| Step::Drop { role, to: square(name) }).chain([Step::End]).collect()
    }

    #[test]
    fn placements_can_be_played_and_follow_from_the_seed() {
        for game in [GameId::Contramatic, GameId::CompleteContramatic] {
            let lists = found(game, 3);
            let [white, black] = &lists[..] else { panic!("{lists:?}") };
            assert!(white.len() == WRITTEN[0] && !black.is_empty());
            let start = AnyPosition::initial(game);
            for placement in white {
                let placed = after(&start, &drops(placement)).unwrap();
                let answers = black.iter().filter(|reply| after(&placed, &drops(reply)).is_some());
                assert!(answers.count() > 0, "{placement}");
            }
            if game == GameId::CompleteContramatic {
                assert_eq!(lists, found(game, 3));
                assert_ne!(lists, found(game, 4));
            }
        }
    }

    /// What one hard reply refutes is worth little, whatever it does to the others.
    #[test]
    fn the_hardest_replies_count_most() {
        let mut refuted = [0.9; 16];
        refuted[..2].fill(-0.9);
        assert!(worth(&refuted) < worth(&[0.0; 16]));
        assert!(worth(&[0.2; 16]) > worth(&[0.1; 16]));
    }

    #[test]
    fn other_games_have_no_such_placements() {
        let run = Placements { game: GameId::Magnetic, rounds: 1, nodes: 60, seed: 1, net: None };
        assert!(run.run(&mut Vec::new()).is_err());
    }
}
