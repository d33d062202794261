//! Several best turns side by side, each with its line, and searches of some turns alone: what an
//! analysis asks for.

use rules::Step;

use super::packed_step::PackedStep;
use super::{MOST_TURNS, PATIENCE, Search};
use crate::limits::Limits;
use crate::score::{Score, WIN};
use crate::tactics::Tactics;
use crate::thought::{Thought, Wanted, best_first};

/// Where a search for several turns was stopped.
pub(super) struct PausedLines {
    /// The key of its position, and how many turns had been before it.
    root: (u64, usize),
    count: usize,
    /// The turns that were wanted.
    of: Vec<PackedStep>,
    /// The depth that was broken off, and what had been found in it.
    depth: i32,
    found: Vec<Thought>,
    /// The best turns of the depth before.
    best: Vec<Thought>,
    nodes: u64,
}

impl<P: Tactics> Search<P> {
    /// The best turns that are wanted, best first, each searched to the same depth with those before
    /// it left out; none if none of them is possible. `report` is given the place of each, from 0.
    pub(crate) fn lines(
        &mut self,
        past: &[u64],
        position: &P,
        limits: &Limits<'_>,
        wanted: &Wanted<'_>,
        report: &mut dyn FnMut(usize, &Thought),
    ) -> Vec<Thought> {
        let steps = position.list();
        let allowed = steps.iter().filter(|&&step| wanted.allows(&[step]));
        let allowed: Vec<PackedStep> = allowed.map(|&step| PackedStep::of(step)).collect();
        let Some(first) = allowed.first().map(|packed| packed.step()) else { return Vec::new() };
        self.paused = None;
        let count = wanted.count.clamp(1, allowed.len());
        let root = (position.key(), past.len());
        let paused = self.paused_lines.take().filter(|paused| {
            limits.goes_on && paused.root == root && paused.count == count && paused.of == allowed
        });
        if paused.is_none() {
            self.history.fade();
            self.table.grow_older();
        }
        self.begin(past, position, limits);
        let (mut first_depth, mut best, mut resumed) = (1, Vec::<Thought>::new(), Vec::new());
        if let Some(paused) = paused {
            (first_depth, best, resumed) = (paused.depth, paused.best, paused.found);
            self.nodes = paused.nodes;
            self.most_nodes = self.most_nodes.saturating_add(self.nodes);
            self.ask_at = self.nodes + PATIENCE;
        }
        let deepest = limits.depth.clamp(1, MOST_TURNS as u32 / 2) as i32;
        for depth in first_depth..=deepest {
            let mut found: Vec<Thought> = std::mem::take(&mut resumed);
            self.root_depth = depth;
            self.root_steps.clone_from(&allowed);
            let is_known = |step: Step| found.iter().any(|known| known.turn.first() == Some(&step));
            self.root_steps.retain(|packed| !is_known(packed.step()));
            while found.len() < count {
                let guess = best.get(found.len()).map(|thought| thought.score.value());
                let Ok(score) = self.around(position, depth, guess, limits) else { break };
                let thought = self.thought(position, score, depth);
                let Some(&step) = thought.turn.first() else { break };
                self.root_steps.retain(|packed| packed.step() != step);
                found.push(thought);
            }
            let done = found.len() == count;
            if !done && limits.goes_on {
                let (nodes, best, found) = (self.nodes, best.clone(), found.clone());
                let of = allowed.clone();
                self.paused_lines =
                    Some(PausedLines { root, count, of, depth, best, found, nodes });
            }
            // A depth that was broken off says nothing of the turns that are missing.
            if done || best.is_empty() {
                best_first(&mut found);
                found.iter().enumerate().for_each(|(place, thought)| report(place, thought));
                best = found;
            }
            let is_decided = best.iter().all(|thought| WIN - thought.score.value().abs() <= depth);
            if !done || is_decided || (limits.enough)(100) {
                break;
            }
        }
        self.root_steps.clear();
        if best.is_empty() {
            let (turn, line) = (vec![first], vec![vec![first]]);
            best.push(Thought { turn, score: Score::EVEN, depth: 0, nodes: 0, table: 0, line });
        }
        for thought in &mut best {
            thought.nodes = self.nodes;
            thought.table = self.table.used();
        }
        best
    }
}
