//! Charismatic Chess: exact solvers, and the search over whole turns.
//!
//! - [`escape`]: a series that ends with the own king safe, or proof that there is none.
//! - [`mate`](mate::mate): a turn after which the opponent has no escape, or proof that there is
//!   none.
//! - [`Thinker`]: the player. It mates if it can; otherwise a beam gathers good ends of the turn,
//!   those that allow a mating reply are left out while there are others, and the best are searched
//!   deeper, turn by turn.

mod assess;
pub mod deployment;
mod deployment_weights;
pub mod mate;
mod meter;
mod placement;
mod plan;
mod search;
mod style;
mod turns;

use std::cmp::Reverse;
use std::ops::ControlFlow;

use rules::games::charismatic::Charismatic;
use rules::{Actor, Phase, Position, Step};

use crate::chance::mix;
use crate::{Level, Limits, Score, Thought};
use meter::Meter;
use search::{Candidate, Search, WON};
use style::Style;

/// A shortest series of steps from here to the end of the turn after which the own king is safe,
/// `end` included; `None` if there is none.
pub fn escape(position: &Charismatic) -> Option<Vec<Step>> {
    let mut series = position.escape()?;
    series.push(Step::End);
    Some(series)
}

/// So many ways out of a mating reply are looked for when the usual candidates have none.
const RESCUES: usize = 24;
/// So many ends are looked at for them beside those of the beam.
const RESCUE_ENDS: u32 = 5000;

/// The player.
#[derive(Clone, Debug)]
pub struct Thinker {
    seed: u64,
}

impl Thinker {
    /// A player whose choices among equals, and whose errors at low levels, follow from the seed.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The rest of the turn as well as the limits and the level allow; `past` are the keys of the
    /// positions at the start of the turns so far. `report` hears of each better thought. `None` if
    /// the game is over, chance acts, or the turn that has begun cannot be ended.
    pub fn think(
        &self,
        past: &[u64],
        position: &Charismatic,
        limits: &Limits<'_>,
        level: Option<Level>,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        self.think_as(&Style::of(level), past, position, limits, report)
    }

    fn think_as(
        &self,
        style: &Style,
        past: &[u64],
        position: &Charismatic,
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        if position.actor() == Actor::Chance || position.outcome().is_some() {
            return None;
        }
        let nodes = limits.nodes.min(style.nodes);
        let mut meter = Meter::new(nodes, limits.stop);
        if position.phase() == Phase::Placement {
            let thought = placement::place(position, style, self.seed, &mut meter)?;
            report(&thought);
            return Some(thought);
        }
        let own = position.for_repetition().key();
        let path = past.iter().copied().filter(|&key| key != own).collect();
        let mut search = Search { style: *style, meter: &mut meter, path };
        if let Some(turn) = search.mate(position, nodes.min(style.root_mate_nodes)) {
            let line = vec![turn.clone()];
            let nodes = search.meter.nodes;
            let thought = Thought { turn, score: Score::wins_in(1), depth: 1, nodes, line };
            report(&thought);
            return Some(thought);
        }
        let mut candidates = self.candidates(style, position, &mut search);
        let mut best = thought(candidates.first()?, 0, search.meter.nodes);
        for depth in 1..=limits.depth.min(style.depth) {
            let mut done = search.deepen(&mut candidates, depth);
            if depth == 1 && done.is_ok() && candidates.first()?.score < -WON {
                let others = self.rescues(style, position, &mut search);
                if !others.is_empty() {
                    candidates = others;
                    done = search.deepen(&mut candidates, depth);
                }
            }
            let first = candidates.first()?;
            if done.is_ok() || first.score > best.score.value() || depth == 1 {
                best = thought(first, depth, search.meter.nodes);
                report(&best);
            }
            if done.is_err() || first.score.abs() > WON || !search.meter.goes_on() {
                break;
            }
        }
        best.nodes = search.meter.nodes;
        Some(best)
    }

    /// The ends of the turn that are worth a closer look, the most promising first.
    fn candidates(
        &self,
        style: &Style,
        position: &Charismatic,
        search: &mut Search<'_, '_>,
    ) -> Vec<Candidate> {
        let ends = turns::ends(position, style.root, search.meter);
        let mut candidates: Vec<Candidate> = ends
            .into_iter()
            .map(|end| {
                let whim = self.whim(style, &end);
                Candidate { score: end.worth + whim, whim, end, line: Vec::new() }
            })
            .collect();
        candidates.sort_by_key(|candidate| Reverse(candidate.score));
        candidates
    }

    /// Ends after which the opponent cannot mate at once, when none of the usual candidates is one:
    /// those of a wider beam; if there is none, what the enumeration of all ends comes upon.
    fn rescues(
        &self,
        style: &Style,
        position: &Charismatic,
        search: &mut Search<'_, '_>,
    ) -> Vec<Candidate> {
        let mut rescues = Vec::new();
        let wide = turns::ends(position, style.root.widened(), search.meter);
        let mut visit = |end: turns::End, search: &mut Search<'_, '_>| {
            let is_mated = search.mate(&end.after, style.mate_nodes).is_some();
            if !is_mated && search.meter.goes_on() {
                let whim = self.whim(style, &end);
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
            let _ = position.ends(|end| {
                visited += 1;
                if visited > RESCUE_ENDS {
                    return ControlFlow::Break(());
                }
                let mut turn = end.series().to_vec();
                turn.push(Step::End);
                let after = end.position();
                let worth = -assess::at_start(after.board(), after.turn(), style.root.fear);
                visit(turns::End { turn, after, worth }, search)
            });
        }
        rescues.sort_by_key(|candidate| Reverse(candidate.score));
        rescues
    }

    /// A misjudgement, in centipawns, the same whenever the same end is judged.
    fn whim(&self, style: &Style, end: &turns::End) -> i32 {
        if style.whim == 0 {
            return 0;
        }
        let bits = mix(self.seed ^ mix(end.after.key()));
        // The sum of four is nearly normal, with about 0.58 of `whim` as its deviation.
        let parts = (0..4).map(|i| (bits >> (16 * i) & 0xFFFF) as i32 - 0x8000);
        parts.sum::<i32>() * (style.whim / 2) / 0x8000
    }
}

/// A candidate as a thought.
fn thought(candidate: &Candidate, depth: u32, nodes: u64) -> Thought {
    let turn = candidate.end.turn.clone();
    let mut line = vec![turn.clone()];
    line.extend(candidate.line.iter().cloned());
    Thought { turn, score: Score::of(candidate.score), depth, nodes, line }
}
