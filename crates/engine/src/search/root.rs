//! The root: iterative deepening, aspiration windows, and the proof that no shorter win is missed.

use super::time::Clarity;
use super::{
    ALL_LOOKED_AT, Blur, Found, INFINITE, MOST_TURNS, PATIENCE, SURE, SURE_AFTER, SURE_BEFORE_WIN,
    Search, Stopped, Window,
};
use crate::limits::Limits;
use crate::score::{Score, WIN, WON};
use crate::tactics::Tactics;
use crate::thought::Thought;

/// Where a search was stopped.
pub(super) struct Paused {
    /// The key of its position, and how many turns had been before it.
    root: (u64, usize),
    blur: Blur,
    /// The depth that was broken off.
    depth: i32,
    sure: i32,
    nodes: u64,
    clarity: Clarity,
    best: Option<Thought>,
}

impl<P: Tactics> Search<P> {
    /// The best turn; `None` if the game is over. `past` are the keys at the start of the turns
    /// before this one.
    pub(crate) fn think(
        &mut self,
        past: &[u64],
        position: &P,
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let steps = position.list();
        let &first = steps.first()?;
        let root = (position.key(), past.len());
        let paused = self
            .paused
            .take()
            .filter(|paused| limits.goes_on && paused.root == root && paused.blur == self.blur);
        if paused.is_none() {
            self.history.fade();
            self.table.grow_older();
        }
        self.begin(past, position, limits);
        let (mut clarity, mut best) = (Clarity::default(), None::<Thought>);
        // There is no win within this many turns.
        let (mut first_depth, mut sure) = (1, 0);
        if let Some(paused) = paused {
            (clarity, best) = (paused.clarity, paused.best);
            (first_depth, sure) = (paused.depth, paused.sure);
            self.nodes = paused.nodes;
            self.most_nodes = self.most_nodes.saturating_add(self.nodes);
            self.ask_at = self.nodes + PATIENCE;
        }
        let deepest = limits.depth.clamp(1, MOST_TURNS as u32 / 2) as i32;
        for depth in first_depth..=deepest {
            if depth > SURE && sure < SURE && self.nodes >= SURE_AFTER {
                match self.win_within(position, SURE, limits) {
                    Ok(Some(win)) => {
                        report(&win);
                        best = Some(win);
                        break;
                    }
                    Ok(None) => sure = SURE,
                    // What follows is stopped as soon.
                    Err(Stopped) => {}
                }
            }
            self.root_depth = depth;
            let guess = best.as_ref().map(|thought| thought.score.value());
            let found = self.around(position, depth, guess, limits);
            let done = found.is_ok();
            if self.lengths[0] > 0 {
                let score = match found {
                    Ok(score) => score,
                    // Better than what was known, or the same: it was looked at first.
                    Err(Stopped) => guess.unwrap_or(0),
                };
                let thought = self.thought(position, score, depth);
                if done {
                    report(&thought);
                    clarity.note(&thought);
                }
                best = Some(thought);
            }
            // A mate that is nearer than anything still to be found.
            let is_decided = found.is_ok_and(|score| WIN - score.abs() <= depth);
            let is_enough =
                is_decided || (steps.len() == 1 && depth >= 4) || (limits.enough)(clarity.share());
            if !done && limits.goes_on {
                let (blur, nodes, best) = (self.blur, self.nodes, best.clone());
                self.paused = Some(Paused { root, blur, depth, sure, nodes, clarity, best });
                break;
            }
            if !done || is_enough {
                break;
            }
        }
        while let Some(turns) = best.as_ref().and_then(|win| win.score.decided())
            && let within = (turns - 2).min(SURE_BEFORE_WIN)
            && within > sure
            && let Ok(Some(win)) = self.win_within(position, within, limits)
        {
            report(&win);
            best = Some(win);
        }
        let (nodes, table) = (self.nodes, self.table.used());
        Some(match best {
            Some(thought) => Thought { nodes, table, ..thought },
            None => Thought {
                turn: vec![first],
                score: Score::EVEN,
                depth: 0,
                nodes,
                table,
                line: vec![vec![first]],
            },
        })
    }

    /// Makes ready for a search of a position; what is known of others stays.
    pub(super) fn begin(&mut self, past: &[u64], position: &P, limits: &Limits<'_>) {
        self.keys.clear();
        self.keys.extend_from_slice(past);
        self.before = past.len();
        self.steps.clear();
        if let Some(trail) = &mut self.trail {
            trail.begin(position);
        }
        self.nodes = 0;
        self.most_nodes = limits.nodes.max(1);
        self.ask_at = PATIENCE;
    }

    /// Searches with a narrow window about the score expected, wider if that fails.
    pub(super) fn around(
        &mut self,
        root: &P,
        depth: i32,
        guess: Option<i32>,
        limits: &Limits<'_>,
    ) -> Found {
        let mut margin = 30;
        let mut window = match guess {
            Some(guess) if depth >= 4 && guess.abs() < WON => {
                Window { alpha: guess - margin, beta: guess + margin }
            }
            _ => Window { alpha: -INFINITE, beta: INFINITE },
        };
        loop {
            self.lengths[0] = 0;
            self.steps.clear();
            self.keys.truncate(self.before);
            let must_answer = root.must_answer();
            let score = self.node(root, must_answer, depth, 0, window, limits)?;
            margin *= 4;
            if score <= window.alpha && window.alpha > -INFINITE {
                window.alpha = if margin > 1000 { -INFINITE } else { score - margin };
            } else if score >= window.beta && window.beta < INFINITE {
                window.beta = if margin > 1000 { INFINITE } else { score + margin };
            } else {
                return Ok(score);
            }
        }
    }

    /// A win within so many turns of both sides, looking at everything; the shortest if the turns
    /// are too few for two of different lengths.
    fn win_within(&mut self, root: &P, turns: i32, limits: &Limits<'_>) -> Found<Option<Thought>> {
        let means = self.means;
        self.means.reductions = false;
        self.mode = ALL_LOOKED_AT;
        self.root_depth = turns;
        self.lengths[0] = 0;
        self.steps.clear();
        self.keys.truncate(self.before);
        let window = Window { alpha: WIN - turns - 1, beta: WIN - turns };
        let found = self.node(root, root.must_answer(), turns, 0, window, limits);
        self.means = means;
        self.mode = 0;
        let score = found?;
        Ok((score >= window.beta).then(|| self.thought(root, score, turns)))
    }

    /// What has been found, as the caller wants it.
    pub(super) fn thought(&self, root: &P, score: i32, depth: i32) -> Thought {
        let mut position = *root;
        let mut line = Vec::new();
        for packed in &self.lines[0][..self.lengths[0]] {
            let step = packed.step();
            if !position.is_legal(step) {
                break;
            }
            line.push(vec![step]);
            position.play(step, &mut ());
        }
        let turn = line.first().cloned().unwrap_or_default();
        let (nodes, table) = (self.nodes, self.table.used());
        Thought { turn, score: Score::of(score), depth: depth as u32, nodes, table, line }
    }
}
