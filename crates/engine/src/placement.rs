//! Placing the pieces in the Contramatic games: many placements are tried, the best of them changed
//! piece by piece, and each is judged by short searches of the game that follows. Whichever leads is
//! examined again, more closely, before others are tried, so that no lucky glance decides
//! (sequential halving in spirit: Karnin, Koren, Somekh 2013).
//!
//! What the opponent will place is not known, but he sees the placement. So it is worth what the best
//! reply leaves that has been found, as much as the mean of them: replies are changed piece by
//! piece, too, and those that were good against one placement are tried against the next.
//!
//! The strongest levels know placements beforehand ([`crate::known_placements`]): who places first takes one
//! of them, and who places after that begins with them. Below full strength some of their pieces stand elsewhere.

use std::cmp::Reverse;

use rules::{Color, Phase, Position, Role, Step};

use crate::chance::Chance;
use crate::known_placements;
use crate::limits::Limits;
use crate::score::Score;
use crate::search::Search;
use crate::tactics::Tactics;
use crate::thought::Thought;

/// How many positions the shortest search looks at. With each level of care it is four times as many.
const GLANCE: u64 = 1200;
/// How many replies are tried against a placement at a glance. With each level four times as many.
const REPLIES: u32 = 3;
/// The closest examination of a placement.
const MOST_CARE: u32 = 3;
/// A closer examination may cost one part in this many of what has been searched.
const SHARE: u64 = 6;
/// How many replies to other placements are remembered.
const MOST_REPLIES: usize = 4;
/// The most placements that are tried, however long the limits.
const MOST_TRIED: u32 = 4000;
/// One in this many placements is a new one at first; the others are variations of the best.
const FRESH: u32 = 3;
/// Scores beyond this count as this much: a win against one placement is worth no more.
const MOST_WORTH: i32 = 1500;

/// The rest of a turn of placement, with what it remembers of known placements ([`crate::Skill::recall`]). `None` if
/// the turn cannot be ended.
pub(crate) fn place<P: Tactics>(
    search: &mut Search<P>,
    position: &P,
    limits: &Limits<'_>,
    (seed, recall): (u64, u32),
) -> Option<Thought> {
    places(search, position, limits, (seed, recall), 1).pop()
}

/// The best ways to place the rest, at most `count`.
pub(crate) fn places<P: Tactics>(
    search: &mut Search<P>,
    position: &P,
    limits: &Limits<'_>,
    (seed, recall): (u64, u32),
    count: usize,
) -> Vec<Thought> {
    let known = if recall > 0 { known_placements::of(position) } else { Vec::new() };
    let mut placing = Placing {
        search,
        position,
        limits,
        chance: Chance::new(seed),
        seed,
        nodes: 0,
        replies: Vec::new(),
    };
    let mut tried: Vec<Candidate> = Vec::new();
    // Who places first knows no better than what was found with far more time.
    let is_first = position.turn() == Color::White && !known.is_empty();
    let mut known = if is_first {
        let first = placing.chance.below(known.len() as u32) as usize;
        (0..count.min(known.len())).map(|i| known[(first + i) % known.len()].clone()).collect()
    } else {
        known
    }
    .into_iter();
    for round in 0..MOST_TRIED {
        let has_enough = is_first && known.len() == 0 && tried.len() >= count;
        if !tried.is_empty() && (has_enough || placing.is_over()) {
            break;
        }
        let nodes = placing.nodes;
        let is_due = |candidate: &Candidate| {
            candidate.care < MOST_CARE && candidate.cost * 4 * SHARE <= nodes
        };
        let leaders = leaders(&tried, count, 0).into_iter().filter(|&place| is_due(&tried[place]));
        if let Some(place) = leaders.min_by_key(|&place| tried[place].care) {
            placing.examine(&mut tried[place]);
            continue;
        }
        let leader = tried.iter().max_by_key(|candidate| candidate.worth);
        let drops = match leader {
            _ if known.len() > 0 => {
                known.next().map(|drops| remembered(position, drops, recall, &mut placing.chance))
            }
            Some(leader) if round % FRESH != 0 || round > 30 => {
                changed(position, &leader.drops, &mut placing.chance)
            }
            _ => Some(position.place_rest(&mut |below| placing.chance.below(below))),
        };
        if let Some(drops) = drops
            && let Some(candidate) = placing.glance(drops)
        {
            tried.push(candidate);
        }
    }
    let nodes = placing.nodes;
    let thought = |candidate: &Candidate| {
        let turn = [&candidate.drops[..], &[Step::End]].concat();
        let score = Score::centipawns(candidate.worth);
        Thought { line: vec![turn.clone()], turn, score, depth: 1, nodes, table: 0 }
    };
    best_examined(&tried, count).into_iter().map(|place| thought(&tried[place])).collect()
}

/// The places of the best that were examined most closely: what shines at a glance may not last. Where several are
/// wanted, as closely as so many of them were, at first at a glance.
fn best_examined(tried: &[Candidate], count: usize) -> Vec<usize> {
    let examined = |care: u32| tried.iter().filter(|candidate| candidate.care >= care).count();
    let closest = tried.iter().map(|candidate| candidate.care).max().unwrap_or(0);
    let care = (1..=closest).rev().find(|&care| examined(care) >= count);
    leaders(tried, count, care.unwrap_or(0))
}

/// The places of the best candidates, at most so many, of those examined with so much care, the best first, the
/// newest of equals. The same pieces on the same squares count once.
fn leaders(tried: &[Candidate], count: usize, care: u32) -> Vec<usize> {
    let examined = tried.iter().enumerate().filter(|(_, candidate)| candidate.care >= care);
    if count == 1 {
        let best = examined.max_by_key(|(_, candidate)| candidate.worth);
        return best.map(|(place, _)| place).into_iter().collect();
    }
    let mut order: Vec<usize> = examined.map(|(place, _)| place).collect();
    order.sort_by_key(|&place| Reverse((tried[place].worth, place)));
    let mut leaders: Vec<usize> = Vec::new();
    for place in order {
        let drops = &tried[place].drops;
        let is_like = |&other: &usize| drops.iter().all(|drop| tried[other].drops.contains(drop));
        if leaders.len() < count && !leaders.iter().any(is_like) {
            leaders.push(place);
        }
    }
    leaders
}

/// A placement that has been looked at.
struct Candidate {
    drops: Vec<Step>,
    /// What it is worth for the side that places, at most [`MOST_WORTH`] to either side.
    worth: i32,
    /// How closely it was examined: 0 at a glance.
    care: u32,
    /// How many positions the last examination has searched.
    cost: u64,
    /// The best reply found, where the opponent has pieces to place.
    reply: Option<Vec<Step>>,
}

struct Placing<'a, 'b, P: Tactics> {
    search: &'a mut Search<P>,
    position: &'a P,
    limits: &'a Limits<'b>,
    chance: Chance,
    seed: u64,
    nodes: u64,
    /// Replies that were the best against a placement, the newest last.
    replies: Vec<Vec<Step>>,
}

impl<P: Tactics> Placing<'_, '_, P> {
    fn is_over(&self) -> bool {
        self.nodes >= self.limits.nodes || (self.limits.stop)()
    }

    /// Looks at a placement for the first time; `None` if the turn cannot end so.
    fn glance(&mut self, drops: Vec<Step>) -> Option<Candidate> {
        after(self.position, &drops)?;
        let mut candidate = Candidate { drops, worth: 0, care: 0, cost: 0, reply: None };
        self.judge(&mut candidate);
        Some(candidate)
    }

    /// Examines a placement more closely than before.
    fn examine(&mut self, candidate: &mut Candidate) {
        candidate.care += 1;
        self.judge(candidate);
    }

    /// Judges a placement as closely as its care says.
    fn judge(&mut self, candidate: &mut Candidate) {
        let Some(after) = after(self.position, &candidate.drops) else { return };
        let before = self.nodes;
        candidate.worth = match after.phase() {
            Phase::Movement => self.search(&after, GLANCE << (2 * candidate.care)),
            Phase::Placement => self.answered(&after, candidate),
        };
        candidate.cost = (self.nodes - before).max(GLANCE);
    }

    /// What a placement is worth: between the mean of some replies to it and the best of them. (By
    /// the best alone, all placements that have a refutation would be alike.)
    fn answered(&mut self, after: &P, candidate: &mut Candidate) -> i32 {
        let mut known: Vec<Vec<Step>> = candidate.reply.iter().cloned().collect();
        known.extend(self.replies.iter().rev().cloned());
        let mut known = known.into_iter();
        let mut best: Option<(i32, Vec<Step>)> = None;
        let (mut sum, mut count) = (0, 0);
        for number in 0..REPLIES << (2 * candidate.care) {
            if number > 0 && self.is_over() {
                break;
            }
            let reply = match (known.next(), &best) {
                (Some(reply), _) => Some(reply),
                (None, Some((_, best))) if number % 4 != 0 => {
                    changed(after, best, &mut self.chance)
                }
                _ => Some(after.place_rest(&mut |below| self.chance.below(below))),
            };
            let Some(reply) = reply else { continue };
            let Some(start) = self.started(after, &reply) else { continue };
            let worth = self.search(&start, GLANCE);
            (sum, count) = (sum + worth, count + 1);
            if best.as_ref().is_none_or(|(least, _)| worth < *least) {
                best = Some((worth, reply));
            }
        }
        // The opponent cannot end his turn: that is no worth to speak of, since he may try others.
        let Some((worth, reply)) = best else { return 0 };
        if !self.replies.contains(&reply) {
            self.replies.push(reply.clone());
            if self.replies.len() > MOST_REPLIES {
                self.replies.remove(0);
            }
        }
        candidate.reply = Some(reply);
        (sum / count + worth) / 2
    }

    /// The beginning of the movement after a reply; what is still to be placed then, the rules
    /// place, the same for every placement. `None` if a turn cannot end so.
    fn started(&self, placed: &P, reply: &[Step]) -> Option<P> {
        let mut position = after(placed, reply)?;
        let mut chance = Chance::new(self.seed ^ 0x5EED);
        while position.phase() == Phase::Placement {
            let drops = position.place_rest(&mut |below| chance.below(below));
            position = after(&position, &drops)?;
        }
        Some(position)
    }

    /// The score of a position for the side that places.
    fn search(&mut self, start: &P, nodes: u64) -> i32 {
        let limits = Limits { nodes, depth: 12, stop: self.limits.stop, ..Limits::NONE };
        let score = match self.search.think(&[], start, &limits, &mut |_| {}) {
            Some(thought) => {
                self.nodes += thought.nodes;
                thought.score.value()
            }
            // Over before it began: the side to move has no step.
            None => -MOST_WORTH,
        };
        let score = if start.turn() == self.position.turn() { score } else { -score };
        score.clamp(-MOST_WORTH, MOST_WORTH)
    }
}

/// The position after a turn of placement; `None` if it cannot be played or cannot end so.
fn after<P: Position>(position: &P, drops: &[Step]) -> Option<P> {
    let mut after = *position;
    for &drop in drops {
        if !after.is_legal(drop) {
            return None;
        }
        after.play(drop, &mut ());
    }
    after.is_legal(Step::End).then(|| {
        after.play(Step::End, &mut ());
        after
    })
}

/// A known placement as it is remembered: for each piece that is not, one or two are moved or exchanged.
fn remembered<P: Position>(
    position: &P,
    drops: Vec<Step>,
    recall: u32,
    chance: &mut Chance,
) -> Vec<Step> {
    let forgotten = drops.iter().filter(|_| chance.below(1000) >= recall).count();
    (0..forgotten).fold(drops, |drops, _| {
        let mut tries = (0..20).filter_map(|_| changed(position, &drops, chance));
        tries.find(|drops| after(position, drops).is_some()).unwrap_or(drops)
    })
}

/// The drops of a turn with one or two pieces moved or exchanged.
fn changed<P: Position>(position: &P, drops: &[Step], chance: &mut Chance) -> Option<Vec<Step>> {
    let mut drops = drops.to_vec();
    for _ in 0..=chance.below(2) {
        let at = chance.below(drops.len().max(1) as u32) as usize;
        let &Step::Drop { role, to } = drops.get(at)? else { return None };
        let other = chance.below(2 * drops.len() as u32) as usize;
        if let Some(&Step::Drop { role: second, to: there }) = drops.get(other) {
            drops[at] = Step::Drop { role, to: there };
            drops[other] = Step::Drop { role: second, to };
        } else {
            let mut before = *position;
            for (_, &drop) in drops.iter().enumerate().filter(|&(i, _)| i != at) {
                if !before.is_legal(drop) {
                    return None;
                }
                before.play(drop, &mut ());
            }
            let steps = before.list();
            drops[at] = *chance.pick(&steps)?;
        }
    }
    // A pawn on the first rank has only lost time.
    let is_pawn_back = |drop: &Step| match *drop {
        Step::Drop { role: Role::Pawn, to } => {
            let rank = to.index() / 8;
            rank == 0 || rank == 7
        }
        _ => false,
    };
    (!drops.iter().any(is_pawn_back)).then_some(drops)
}

#[cfg(test)]
mod tests {
    use rules::Square;
    use rules::any::positions::{Contramatic, Orthodox};

    use super::*;

    fn placing<'a, 'b, P: Tactics>(
        search: &'a mut Search<P>,
        position: &'a P,
        limits: &'a Limits<'b>,
        seed: u64,
    ) -> Placing<'a, 'b, P> {
        let (chance, replies) = (Chance::new(seed), Vec::new());
        Placing { search, position, limits, chance, seed, nodes: 0, replies }
    }

    #[test]
    fn a_glance_decides_nothing() {
        let seen = |worth: i32, care| {
            let to = Square::new(worth as u8 % 64);
            let drops = vec![Step::Drop { role: Role::Pawn, to }];
            Candidate { drops, worth, care, cost: 0, reply: None }
        };
        let tried = [seen(900, 0), seen(20, 2), seen(30, 2), seen(800, 1), seen(94, 2)];
        // 94 and 30 are one placement.
        for (count, best) in [
            (1, &[94][..]),
            (2, &[94, 20]),
            (3, &[94, 20]),
            (4, &[800, 94, 20]),
            (9, &[900, 800, 94, 20]),
        ] {
            let found = best_examined(&tried, count);
            let worth: Vec<i32> = found.into_iter().map(|place| tried[place].worth).collect();
            assert_eq!(worth, best, "{count}");
        }
        assert!(best_examined(&[], 1).is_empty());
    }

    #[test]
    fn no_placement_is_changed_so_that_a_pawn_loses_time() {
        let mut chance = Chance::new(5);
        let mut position = Contramatic::initial();
        for _ in 0..2 {
            let mut found = 0;
            for _ in 0..300 {
                let drops = position.place_rest(&mut |below| chance.below(below));
                let Some(drops) = changed(&position, &drops, &mut chance) else { continue };
                let pawns = drops.iter().filter_map(|drop| match *drop {
                    Step::Drop { role: Role::Pawn, to } => Some(to.index() / 8),
                    _ => None,
                });
                found += 1;
                assert!(pawns.into_iter().all(|rank| (1..7).contains(&rank)));
            }
            assert!(found > 30, "{found}");
            let turn = position.place_rest(&mut |below| chance.below(below));
            position = after(&position, &turn).unwrap();
        }
    }

    /// Black is mated, and White has placed.
    #[test]
    fn who_has_no_step_has_lost() {
        let mated = Orthodox::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1").unwrap();
        let [white, black] = ["w", "b"].map(|side| {
            Orthodox::from_fen(&format!("4k3/8/8/8/8/8/8/4K3 {side} - - 0 1")).unwrap()
        });
        let mut search = Search::new(1 << 10);
        for (position, worth) in [(white, MOST_WORTH), (black, -MOST_WORTH)] {
            let mut placing = placing(&mut search, &position, &Limits::NONE, 1);
            assert_eq!(placing.search(&mated, 100), worth);
        }
    }

    #[test]
    fn the_reply_that_counts_is_the_one_that_is_best_for_the_other_side() {
        let position = Contramatic::initial();
        let mut chance = Chance::new(3);
        let drops = position.place_rest(&mut |below| chance.below(below));
        let placed = after(&position, &drops).unwrap();
        let worth = |reply: &[Step]| {
            let mut search = Search::new(1 << 16);
            let mut placing = placing(&mut search, &position, &Limits::NONE, 1);
            let start = placing.started(&placed, reply)?;
            Some(placing.search(&start, GLANCE))
        };
        let any = (0..8).map(|_| placed.place_rest(&mut |below| chance.below(below)));
        let mut replies: Vec<(i32, Vec<Step>)> =
            any.filter_map(|reply| Some((worth(&reply)?, reply))).collect();
        replies.sort_by_key(|(worth, _)| *worth);
        let [(least, best), .., (most, worst)] = &replies[..] else { panic!() };
        assert!(most - least > 500, "{least} {most}");
        for known in [[best, worst], [worst, best]] {
            let mut search = Search::new(1 << 16);
            let mut placing = placing(&mut search, &position, &Limits::NONE, 1);
            placing.replies = known.map(Clone::clone).to_vec();
            let drops = drops.clone();
            let mut candidate = Candidate { drops, worth: 0, care: 0, cost: 0, reply: None };
            placing.answered(&placed, &mut candidate);
            let found = worth(&candidate.reply.unwrap()).unwrap();
            assert!(found < (least + most) / 2, "{found} of {least} to {most}");
        }
    }

    /// The best replies found are tried against the placements that come after: the newest few, each once.
    #[test]
    fn the_best_replies_are_remembered() {
        let position = Contramatic::initial();
        let mut chance = Chance::new(3);
        let mut search = Search::new(1 << 16);
        let mut placing = placing(&mut search, &position, &Limits::NONE, 1);
        let mut best: Vec<Vec<Step>> = Vec::new();
        for _ in 0..8 {
            let drops = position.place_rest(&mut |below| chance.below(below));
            let Some(mut candidate) = placing.glance(drops) else { continue };
            for _ in 0..2 {
                let reply = candidate.reply.clone().unwrap();
                if !best.contains(&reply) {
                    best.push(reply);
                }
                let newest = &best[best.len().saturating_sub(MOST_REPLIES)..];
                assert_eq!(placing.replies, newest);
                if candidate.care == 0 {
                    placing.examine(&mut candidate);
                }
            }
        }
        assert!(best.len() > MOST_REPLIES, "{}", best.len());
    }
}
