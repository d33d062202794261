//! Charismatic Chess: exact solvers, and the search over whole turns.
//!
//! - [`escape`]: a series that ends with the own king safe, or proof that there is none.
//! - [`mate`](mate::mate): a turn after which the opponent has no escape, or proof that there is
//!   none.
//! - [`Thinker`]: the player. It mates if it can; otherwise a beam gathers good ends of the turn,
//!   those that allow a mating reply are left out while there are others, and the best are searched
//!   deeper, turn by turn.

mod assess;
mod attacks;
pub mod deployment;
mod deployment_weights;
pub mod mate;
mod memory;
mod meter;
mod outset;
mod placement;
mod plan;
mod search;
mod strength;
mod turns;

use std::ops::ControlFlow;

use rules::games::charismatic::Charismatic;
use rules::{Actor, Phase, Position, Step};

use crate::chance::mix;
use crate::net::Net;
use crate::{Limits, Score, Skill, Thought, Wanted};
use memory::Memory;
use meter::Meter;
use search::{Candidate, Search, WON, best_first};
use strength::Strength;

/// A shortest series of steps from here to the end of the turn after which the own king is safe,
/// `end` included; `None` if there is none.
pub fn escape(position: &Charismatic) -> Option<Vec<Step>> {
    let mut series = position.escape()?;
    series.push(Step::End);
    Some(series)
}

/// The number of escapes from a mating reply searched when the usual candidates have none.
const RESCUES: usize = 24;
/// The number of ends examined for them besides those of the beam.
const RESCUE_ENDS: u32 = 5000;

/// The player.
#[derive(Clone, Debug)]
pub struct Thinker {
    seed: u64,
    net: Option<Net>,
}

impl Thinker {
    /// A player with a seed for its choices among equals, and for its errors.
    pub fn new(seed: u64) -> Self {
        Self { seed, net: None }
    }

    /// Judges the ends of turns by a net from now on, or by it and the pieces, as the net demands.
    pub(crate) fn set_net(&mut self, net: Net) {
        self.net = Some(net);
    }

    /// What a position is worth to the side to move without a net; `None` inside a turn, while pieces
    /// are placed, and when the game is over.
    pub(crate) fn by_hand(position: &Charismatic) -> Option<i32> {
        let is_judged = position.phase() == Phase::Movement
            && !position.is_inside_turn()
            && position.outcome().is_none();
        let fear = Strength::of(&Skill::FULL).last.fear;
        is_judged.then(|| assess::at_start(position.board(), position.turn(), fear))
    }

    /// The rest of the turn, as good as the limits and the skill allow; `past` are the keys of the
    /// positions at the start of the turns so far. `report` is called with each better thought.
    /// `None` if the game is over, chance acts, or the turn that has begun cannot be ended.
    pub fn think(
        &self,
        past: &[u64],
        position: &Charismatic,
        limits: &Limits<'_>,
        skill: &Skill,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let wanted = Wanted { count: 1, only: &[] };
        let report = &mut |_: usize, thought: &Thought| report(thought);
        self.think_as(&Strength::of(skill), past, position, limits, &wanted, report)
            .into_iter()
            .next()
    }

    /// The best turns that are wanted, at full strength, best first; see [`crate::Engine::lines`].
    pub(crate) fn lines(
        &self,
        past: &[u64],
        position: &Charismatic,
        limits: &Limits<'_>,
        wanted: &Wanted<'_>,
        report: &mut dyn FnMut(usize, &Thought),
    ) -> Vec<Thought> {
        self.think_as(&Strength::of(&Skill::FULL), past, position, limits, wanted, report)
    }

    fn think_as(
        &self,
        strength: &Strength,
        past: &[u64],
        position: &Charismatic,
        limits: &Limits<'_>,
        wanted: &Wanted<'_>,
        report: &mut dyn FnMut(usize, &Thought),
    ) -> Vec<Thought> {
        if position.actor() == Actor::Chance || position.outcome().is_some() {
            return Vec::new();
        }
        let nodes = limits.nodes.min(strength.nodes);
        let mut meter = Meter::new(nodes, limits.stop);
        if position.phase() == Phase::Placement {
            let count = if wanted.only.is_empty() { wanted.count } else { 1 };
            let mut thoughts = placement::place(position, strength, self.seed, &mut meter, count);
            thoughts.retain(|thought| wanted.allows(&thought.turn));
            thoughts.iter().enumerate().for_each(|(place, thought)| report(place, thought));
            return thoughts;
        }
        let own = position.for_repetition().key();
        let path = past.iter().copied().filter(|&key| key != own).collect();
        let net = self.net.as_ref();
        let lines = wanted.count.max(1);
        let mut search = Search {
            strength: *strength,
            meter: &mut meter,
            net,
            path,
            lines,
            memory: Memory::default(),
        };
        // A mate is one turn; who wants others, or certain turns, has them looked at like any end.
        let is_usual = wanted.count <= 1 && wanted.only.is_empty();
        if is_usual && let Some(turn) = search.mate(position, nodes.min(strength.root_mate_nodes)) {
            let line = vec![turn.clone()];
            let nodes = search.meter.nodes;
            let thought =
                Thought { turn, score: Score::wins_in(1), depth: 1, nodes, table: 0, line };
            report(0, &thought);
            return vec![thought];
        }
        let mut candidates = self.candidates(strength, position, wanted, &mut search);
        if !is_usual
            && wanted.only.is_empty()
            && let Some(turn) = search.mate(position, nodes.min(strength.root_mate_nodes))
            && let Some(end) = end_of(position, &turn)
            && candidates.iter().all(|other| other.end.after != end.after)
        {
            let score = end.worth;
            candidates.insert(0, Candidate { end, whim: 0, score, line: Vec::new() });
        }
        let thoughts = |candidates: &[Candidate], depth, nodes| -> Vec<Thought> {
            let first = candidates.iter().take(wanted.count.max(1));
            first.map(|candidate| thought(candidate, depth, nodes)).collect()
        };
        let mut best = thoughts(&candidates, 0, search.meter.nodes);
        if best.is_empty() {
            return best;
        }
        for depth in 1..=limits.depth.min(strength.depth) {
            let mut done = search.deepen(&mut candidates, depth);
            let is_lost = candidates.first().is_some_and(|first| first.score < -WON);
            if depth == 1 && done.is_ok() && is_lost && is_usual {
                let others = self.rescues(strength, position, &mut search);
                if !others.is_empty() {
                    candidates = others;
                    done = search.deepen(&mut candidates, depth);
                }
            }
            let Some(first) = candidates.first() else { break };
            // An unfinished depth has fewer exact scores than are asked for.
            let is_better = first.score > best[0].score.value() && wanted.count <= 1;
            if done.is_ok() || is_better || depth == 1 {
                best = thoughts(&candidates, depth, search.meter.nodes);
                best.iter().enumerate().for_each(|(place, thought)| report(place, thought));
            }
            let is_over = first.score.abs() > WON && wanted.count <= 1;
            if done.is_err() || is_over || !search.meter.goes_on() {
                break;
            }
        }
        best.iter_mut().for_each(|thought| thought.nodes = search.meter.nodes);
        best
    }

    /// The ends of the turn that are worth a closer look, the most promising first.
    fn candidates(
        &self,
        strength: &Strength,
        position: &Charismatic,
        wanted: &Wanted<'_>,
        search: &mut Search<'_, '_>,
    ) -> Vec<Candidate> {
        let ends = if wanted.only.is_empty() {
            turns::turn_ends(position, strength.root, search.net, search.meter)
        } else {
            wanted.only.iter().filter_map(|turn| end_of(position, turn)).collect()
        };
        let mut candidates: Vec<Candidate> = ends
            .into_iter()
            .map(|end| {
                let whim = self.whim(strength, &end);
                Candidate { score: end.worth + whim, whim, end, line: Vec::new() }
            })
            .collect();
        best_first(&mut candidates);
        candidates
    }

    /// Ends after which the opponent cannot mate at once, when none of the usual candidates is one:
    /// those of a wider beam; if there is none, what the enumeration of all ends comes upon.
    fn rescues(
        &self,
        strength: &Strength,
        position: &Charismatic,
        search: &mut Search<'_, '_>,
    ) -> Vec<Candidate> {
        let mut rescues = Vec::new();
        let beam = strength.root.widened();
        let wide = turns::turn_ends(position, beam, search.net, search.meter);
        let mut visit = |end: turns::End, search: &mut Search<'_, '_>| {
            let is_mated = search.mate(&end.after, strength.mate_nodes).is_some();
            if !is_mated && search.meter.goes_on() {
                let whim = self.whim(strength, &end);
                rescues.push(Candidate { score: end.worth + whim, whim, end, line: Vec::new() });
            }
            if rescues.len() < RESCUES && search.meter.goes_on() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        if wide.into_iter().try_for_each(|end| visit(end, search)).is_continue() {
            let mut visited = 0;
            let _ = position.turn_ends(|end| {
                visited += 1;
                if visited > RESCUE_ENDS {
                    return ControlFlow::Break(());
                }
                let mut turn = end.series().to_vec();
                turn.push(Step::End);
                let after = end.position();
                let worth = -assess::at_start(after.board(), after.turn(), strength.root.fear);
                visit(turns::End { turn, after, worth }, search)
            });
        }
        best_first(&mut rescues);
        rescues
    }

    /// A misjudgement, in centipawns, the same whenever the same end is judged.
    fn whim(&self, strength: &Strength, end: &turns::End) -> i32 {
        if strength.whim == 0 {
            return 0;
        }
        let bits = mix(self.seed ^ mix(end.after.key()));
        // The sum of four is nearly normal, with about 0.58 of `whim` as its deviation.
        let parts = (0..4).map(|i| (bits >> (16 * i) & 0xFFFF) as i32 - 0x8000);
        parts.sum::<i32>() * (strength.whim / 2) / 0x8000
    }
}

/// The end that a turn leads to, if its steps are legal and end it.
fn end_of(position: &Charismatic, turn: &[Step]) -> Option<turns::End> {
    let mut after = *position;
    for &step in turn {
        after.try_play(step, &mut ()).ok()?;
    }
    (after.turn() != position.turn()).then(|| {
        // An order to begin with; the search says the rest.
        let worth = -assess::at_start(after.board(), after.turn(), 0);
        turns::End { turn: turn.to_vec(), after, worth }
    })
}

/// A candidate as a thought.
fn thought(candidate: &Candidate, depth: u32, nodes: u64) -> Thought {
    let turn = candidate.end.turn.clone();
    let mut line = vec![turn.clone()];
    line.extend(candidate.line.iter().cloned());
    Thought { turn, score: Score::of(candidate.score), depth, nodes, table: 0, line }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    /// Behind the turn that is asked about both kings can only go back, and Black is a few pawns ahead.
    #[test]
    fn the_position_thought_about_does_not_count_as_one_that_came_back() {
        let fen = "k7/2K2p1p/p4p1p/P4p1p/5P1P/8/8/8[] w - - 0 9 - -";
        let position = read::<Charismatic>(fen);
        let own = position.for_repetition().key();
        let [c7, c8] = [50, 58].map(rules::Square::new);
        let only = [vec![Step::Move { from: c7, to: c8, into: None }, Step::End]];
        let wanted = Wanted { count: 1, only: &only };
        let thinker = Thinker::new(7);
        let found = |past: &[u64]| {
            thinker.lines(past, &position, &Limits::depth(4), &wanted, &mut |_, _| {}).remove(0)
        };
        let thought = found(&[]);
        assert_eq!(found(&[own, own]), thought);
        // Counted, it would decide.
        let strength = Strength::of(&Skill::FULL);
        let mut meter = Meter::new(u64::MAX, &|| false);
        let mut search = Search {
            strength,
            meter: &mut meter,
            net: None,
            path: vec![own],
            lines: 1,
            memory: Memory::default(),
        };
        let mut candidates = thinker.candidates(&strength, &position, &wanted, &mut search);
        for depth in 1..=4 {
            assert!(search.deepen(&mut candidates, depth).is_ok());
        }
        assert_ne!(candidates[0].score, thought.score.value());
    }
}
