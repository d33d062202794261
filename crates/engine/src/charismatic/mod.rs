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

pub(crate) use attacks::Attacks;
use rules::games::charismatic::Charismatic;
use rules::{Actor, Phase, Position, Step};

use crate::chance::mix;
use crate::net::Net;
use crate::{Limits, Score, Skill, Thought, Wanted};
use mate::{Hunt, Mate};
use memory::Memory;
use meter::Meter;
use search::{Candidate, Progress, Search, WON, best_first};
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

/// Who thinks in slices looks at so many sets of moves in each of them, for a mate by the turn to be made.
const HUNTED_AT_ONCE: u64 = 10_000;

/// The player.
pub struct Thinker {
    seed: u64,
    net: Option<Box<Net>>,
    /// The question for several turns that was asked last, if its answers may come in slices.
    inquiry: Option<Box<Inquiry>>,
}

/// A question about a position, and what has been found out.
struct Inquiry {
    position: Charismatic,
    /// The keys of the positions at the start of earlier turns that would be repeated.
    path: Vec<u64>,
    strength: Strength,
    /// How many turns are asked for, and which alone if there are any.
    count: usize,
    only: Vec<Vec<Step>>,
    memory: Memory,
    /// The search for a mate by the turn to be made, and how many sets of moves it may still look at.
    hunt: Hunt,
    hunted: u64,
    /// The turns that are searched; none until all have been gathered.
    candidates: Vec<Candidate>,
    /// The depth that comes next.
    depth: u32,
    best: Vec<Thought>,
    nodes: u64,
}

impl Inquiry {
    fn new(past: &[u64], position: &Charismatic, strength: Strength, wanted: &Wanted<'_>) -> Self {
        let own = position.for_repetition().key();
        Inquiry {
            position: *position,
            path: past.iter().copied().filter(|&key| key != own).collect(),
            strength,
            count: wanted.count,
            only: wanted.only.to_vec(),
            memory: Memory::default(),
            hunt: Hunt::new(position, strength.mates),
            hunted: strength.root_mate_nodes,
            candidates: Vec::new(),
            depth: 1,
            best: Vec::new(),
            nodes: 0,
        }
    }

    /// Whether the other one asks the same.
    fn is_like(&self, other: &Inquiry) -> bool {
        let asked = |one: &Inquiry| (one.position, one.count);
        asked(self) == asked(other) && self.path == other.path && self.only == other.only
    }

    /// The mating turn to be made, if one is seen.
    fn mate(&mut self, goes_on: bool, meter: &mut Meter<'_>) -> Option<Vec<Step>> {
        let most = if goes_on { HUNTED_AT_ONCE } else { u64::MAX };
        let most = most.min(self.hunted).min(meter.left());
        let (found, nodes) = self.hunt.go_on(most, meter.stop());
        meter.add(nodes);
        self.hunted -= nodes.min(self.hunted);
        match found {
            Mate::Found(turn) => Some(turn.clone()),
            Mate::None | Mate::Limit => None,
        }
    }
}

impl Thinker {
    /// A player with a seed for its choices among equals, and for its errors.
    pub fn new(seed: u64) -> Self {
        Self { seed, net: None, inquiry: None }
    }

    /// Judges the ends of turns by a net from now on, or by it and the pieces, as the net demands.
    pub(crate) fn set_net(&mut self, net: Net) {
        self.net = Some(Box::new(net));
        self.inquiry = None;
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
        if position.actor() == Actor::Chance || position.outcome().is_some() {
            return None;
        }
        let strength = Strength::of(&within(limits, skill));
        let wanted = Wanted { count: 1, only: &[] };
        if position.phase() == Phase::Placement {
            return self.places(&strength, position, limits, &wanted).into_iter().next();
        }
        let mut inquiry = Inquiry::new(past, position, strength, &wanted);
        self.look_into(&mut inquiry, limits, &mut |_, thought| report(thought));
        inquiry.best.into_iter().next()
    }

    /// The best turns that are wanted, at full strength, best first; see [`crate::Engine::lines`].
    pub(crate) fn lines(
        &mut self,
        past: &[u64],
        position: &Charismatic,
        limits: &Limits<'_>,
        wanted: &Wanted<'_>,
        report: &mut dyn FnMut(usize, &Thought),
    ) -> Vec<Thought> {
        let strength = Strength::of(&within(limits, &Skill::FULL));
        if position.phase() == Phase::Placement {
            let thoughts = self.places(&strength, position, limits, wanted);
            thoughts.iter().enumerate().for_each(|(place, thought)| report(place, thought));
            return thoughts;
        }
        let mut inquiry = Box::new(Inquiry::new(past, position, strength, wanted));
        match self.inquiry.take().filter(|_| limits.goes_on) {
            Some(before) if before.is_like(&inquiry) => inquiry = before,
            Some(before) => {
                inquiry.memory = before.memory;
                inquiry.memory.leave();
            }
            None => {}
        }
        self.look_into(&mut inquiry, limits, report);
        let best = inquiry.best.clone();
        self.inquiry = limits.goes_on.then_some(inquiry);
        best
    }

    /// Where pieces are placed: the best placements that are wanted.
    fn places(
        &self,
        strength: &Strength,
        position: &Charismatic,
        limits: &Limits<'_>,
        wanted: &Wanted<'_>,
    ) -> Vec<Thought> {
        let mut meter = Meter::new(limits.nodes.min(strength.nodes), limits.stop);
        let count = if wanted.only.is_empty() { wanted.count } else { 1 };
        let mut thoughts = placement::place(position, strength, self.seed, &mut meter, count);
        thoughts.retain(|thought| wanted.allows(&thought.turn));
        thoughts
    }

    /// Goes on with a question until the limits are reached or there is nothing more to find out.
    fn look_into(
        &self,
        inquiry: &mut Inquiry,
        limits: &Limits<'_>,
        report: &mut dyn FnMut(usize, &Thought),
    ) {
        let (position, strength) = (inquiry.position, inquiry.strength);
        let (count, only) = (inquiry.count.max(1), inquiry.only.clone());
        let nodes = limits.nodes.min(strength.nodes);
        let mut meter = Meter::new(nodes.saturating_add(inquiry.nodes), limits.stop);
        meter.add(inquiry.nodes);
        // A mate is one turn; who wants others, or certain turns, has them looked at like any end.
        let is_usual = count == 1 && only.is_empty();
        if is_usual && let Some(turn) = inquiry.mate(limits.goes_on, &mut meter) {
            let (line, nodes) = (vec![turn.clone()], meter.nodes);
            let thought =
                Thought { turn, score: Score::wins_in(1), depth: 1, nodes, table: 0, line };
            report(0, &thought);
            inquiry.best = vec![thought];
            return;
        }
        let mut candidates = std::mem::take(&mut inquiry.candidates);
        let mut memory = std::mem::take(&mut inquiry.memory);
        let mut search = Search {
            strength,
            meter: &mut meter,
            net: self.net.as_deref(),
            path: inquiry.path.clone(),
            lines: count,
            memory: &mut memory,
        };
        let mut are_gathered = !candidates.is_empty();
        let is_first = inquiry.best.is_empty();
        if !are_gathered {
            // What was stopped once is not stopped again: a slice may be too short for it.
            let mut patient = Meter::new(u64::MAX, &|| false);
            let meter = if is_first { &mut *search.meter } else { &mut patient };
            candidates = self.candidates(&strength, &position, &only, meter);
            are_gathered = meter.goes_on();
            search.meter.add(patient.nodes);
        }
        if !is_usual
            && only.is_empty()
            && let Some(turn) = inquiry.mate(limits.goes_on, search.meter)
            && let Some(end) = end_of(&position, &turn)
            && candidates.iter().all(|other| other.end.after != end.after)
        {
            let score = end.worth;
            candidates.insert(0, Candidate { end, whim: 0, score, line: Vec::new() });
        }
        let thoughts = |candidates: &[Candidate], depth, nodes| -> Vec<Thought> {
            let first = candidates.iter().take(count);
            first.map(|candidate| thought(candidate, depth, nodes)).collect()
        };
        if is_first {
            inquiry.best = thoughts(&candidates, 0, search.meter.nodes);
        }
        while !candidates.is_empty() && inquiry.depth <= limits.depth.min(strength.depth) {
            let depth = inquiry.depth;
            let before = limits.goes_on.then(|| candidates.clone());
            let mut progress = search.deepen(&mut candidates, depth);
            let is_lost = candidates.first().is_some_and(|first| first.score < -WON);
            if depth == 1 && progress == Progress::Done && is_lost && is_usual {
                let others = self.rescues(&strength, &position, &mut search);
                if !others.is_empty() {
                    candidates = others;
                    progress = search.deepen(&mut candidates, depth);
                }
            }
            let is_done = progress == Progress::Done;
            let Some(first) = candidates.first() else { break };
            // What was best before is searched first, so that an unfinished depth knows better. It has fewer exact
            // scores than are asked for.
            let knows_better = progress == Progress::Begun && count == 1;
            if is_done || knows_better || is_first && depth == 1 {
                inquiry.best = thoughts(&candidates, depth, search.meter.nodes);
                let best = inquiry.best.iter().enumerate();
                best.for_each(|(place, thought)| report(place, thought));
            }
            let is_over = first.score.abs() > WON && count == 1;
            if is_done {
                inquiry.depth += 1;
            } else if let Some(before) = before {
                // The depth will begin once more, with what was found in it.
                candidates = before;
            }
            if is_over || !search.meter.goes_on() {
                break;
            }
        }
        inquiry.nodes = search.meter.nodes;
        inquiry.memory = memory;
        if are_gathered {
            inquiry.candidates = candidates;
        }
        let nodes = inquiry.nodes;
        inquiry.best.iter_mut().for_each(|thought| thought.nodes = nodes);
    }

    /// The ends of the turn that are worth a closer look, the most promising first.
    fn candidates(
        &self,
        strength: &Strength,
        position: &Charismatic,
        only: &[Vec<Step>],
        meter: &mut Meter<'_>,
    ) -> Vec<Candidate> {
        let ends = if only.is_empty() {
            turns::turn_ends(position, strength.root, self.net.as_deref(), meter)
        } else {
            only.iter().filter_map(|turn| end_of(position, turn)).collect()
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
        let wide = search.known_ends(position, position.key(), beam).to_vec();
        let mut visit = |end: turns::End, search: &mut Search<'_, '_>| {
            let key = end.after.key();
            let is_mated = search.known_mate(&end.after, key).is_some();
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

/// The skill of who may look at no more than the limits allow; a search that will go on may look at more.
fn within(limits: &Limits<'_>, skill: &Skill) -> Skill {
    let most = if limits.goes_on { u64::MAX } else { limits.nodes };
    Skill { nodes: skill.nodes.min(most), ..*skill }
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

    #[test]
    fn a_search_that_goes_on_may_look_at_more_than_its_slice() {
        let slice = Limits::nodes(4_000);
        assert_eq!(within(&slice, &Skill::FULL), Skill { nodes: 4_000, ..Skill::FULL });
        let goes_on = Limits { goes_on: true, ..slice };
        assert_eq!(within(&goes_on, &Skill::FULL), Skill::FULL);
        let few = Skill { nodes: 3_000, ..Skill::FULL };
        assert_eq!([within(&slice, &few), within(&goes_on, &few)], [few; 2]);
    }

    /// Behind the turn that is asked about both kings can only go back, and Black is a few pawns ahead.
    #[test]
    fn the_position_thought_about_does_not_count_as_one_that_came_back() {
        let fen = "k7/2K2p1p/p4p1p/P4p1p/5P1P/8/8/8[] w - - 0 9 - -";
        let position = read::<Charismatic>(fen);
        let own = position.for_repetition().key();
        let [c7, c8] = [50, 58].map(rules::Square::new);
        let only = [vec![Step::Move { from: c7, to: c8, into: None }, Step::End]];
        let wanted = Wanted { count: 1, only: &only };
        let mut thinker = Thinker::new(7);
        let mut found = |past: &[u64]| {
            thinker.lines(past, &position, &Limits::depth(4), &wanted, &mut |_, _| {}).remove(0)
        };
        let thought = found(&[]);
        assert_eq!(found(&[own, own]), thought);
        // Counted, it would decide.
        let strength = Strength::of(&Skill::FULL);
        let mut meter = Meter::new(u64::MAX, &|| false);
        let mut memory = Memory::default();
        let mut search = Search { path: vec![own], ..Search::full(&mut meter, &mut memory) };
        let mut candidates = thinker.candidates(&strength, &position, &only, search.meter);
        for depth in 1..=4 {
            assert_eq!(search.deepen(&mut candidates, depth), Progress::Done);
        }
        assert_ne!(candidates[0].score, thought.score.value());
    }

    /// Certain turns are looked at in the order of what they leave to their own side.
    #[test]
    fn of_certain_turns_the_better_looks_better() {
        for (fen, takes, waits) in [
            ("3k4/8/8/2q5/8/8/8/2R1K3[] w - - 0 9 - -", "c1c5", "e1f1"),
            ("2r1k3/8/8/8/2Q5/8/8/3K4[] b - - 0 9 - -", "c8c4", "e8f8"),
        ] {
            let position = read::<Charismatic>(fen);
            let worth = |text: &str| {
                let step = Step::parse(text, Charismatic::SPEC).unwrap();
                end_of(&position, &[step, Step::End]).unwrap().worth
            };
            assert!(worth(takes) > 0 && worth(takes) > worth(waits), "{fen}");
        }
    }

    /// However little may be looked at, turns of one step are compared, and no others.
    #[test]
    fn turns_of_one_step_are_looked_at_in_any_case() {
        let fen = "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] b HAha - 0 1 - -";
        let position = read::<Charismatic>(fen);
        let root = Strength::of(&Skill::FULL).root;
        let mut meter = Meter::new(0, &|| false);
        let ends = turns::turn_ends(&position, root, None, &mut meter);
        assert!(ends.len() > 10, "{}", ends.len());
        assert!(ends.iter().all(|end| end.turn.len() == 2), "a step and the end");
        assert!(ends.is_sorted_by(|a, b| a.worth >= b.worth));
    }

    /// Where no single step ends a check and nothing more may be looked at, one way out is taken, and no other
    /// is looked for.
    #[test]
    fn a_way_out_of_check_is_found_without_a_look_at_others() {
        // The rook and the bishop must be met both.
        let position = read::<Charismatic>("k6b/8/8/1R6/8/8/P4B2/K6r[] w - - 0 9 - -");
        let root = Strength::of(&Skill::FULL).root;
        let mut meter = Meter::new(0, &|| false);
        let ends = turns::turn_ends(&position, root, None, &mut meter);
        assert_eq!(ends.len(), 1);
        assert_eq!(ends[0].turn.len(), 3, "{:?}", ends[0].turn);
        assert!(meter.nodes <= position.list().len() as u64, "{}", meter.nodes);
    }

    /// Of the turns that let nobody mate so many are compared, and no more, the best first.
    #[test]
    fn rescues_are_compared_up_to_a_number() {
        let fen = "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] b HAha - 0 1 - -";
        let position = read::<Charismatic>(fen);
        let strength = Strength::of(&Skill::FULL);
        let mut meter = Meter::new(u64::MAX, &|| false);
        let mut memory = Memory::default();
        let mut search = Search::full(&mut meter, &mut memory);
        let rescues = Thinker::new(7).rescues(&strength, &position, &mut search);
        assert_eq!(rescues.len(), RESCUES);
        assert!(rescues.is_sorted_by(|a, b| a.score >= b.score));
        for Candidate { end, .. } in &rescues {
            assert!(search.known_mate(&end.after, end.after.key()).is_none());
        }
    }

    /// The best turn by the look at one turn is refuted by the answers to it: who has seen that, and a better one,
    /// plays the better one even where there is no time for all answers.
    #[test]
    fn a_refuted_turn_is_given_up_before_the_depth_is_done() {
        let fen = "r3nr2/p2kB2R/1p6/pp6/2PN1K2/4P3/6R1/3n4[] w - - 0 29 - -";
        let position = read::<Charismatic>(fen);
        let think = |limits: Limits<'_>| {
            Thinker::new(7).think(&[], &position, &limits, &Skill::FULL, &mut |_| {}).unwrap()
        };
        let (first, second) = (think(Limits::depth(1)), think(Limits::depth(2)));
        assert_ne!(first.turn, second.turn);
        let stopped = think(Limits::nodes(12_000));
        assert!(second.nodes > stopped.nodes, "{} is enough for all answers", stopped.nodes);
        assert_eq!((&stopped.turn, stopped.depth), (&second.turn, 2));
    }

    /// Deep down as few turns are followed as at the last depth that has a number of its own.
    #[test]
    fn it_looks_deeper_than_there_are_numbers_of_turns() {
        let fen = "k7/2K2p1p/p4p1p/P4p1p/5P1P/8/8/8[] w - - 0 9 - -";
        let position = read::<Charismatic>(fen);
        let depth = Strength::of(&Skill::FULL).deep.len() as u32 + 4;
        let wanted = Wanted { count: 1, only: &[] };
        let limits = Limits::depth(depth);
        let lines = Thinker::new(7).lines(&[], &position, &limits, &wanted, &mut |_, _| {});
        assert_eq!(lines[0].depth, depth);
    }

    /// A mate is told with all the positions that were looked at until it was found.
    #[test]
    fn a_mate_has_its_nodes() {
        let position = read::<Charismatic>("k7/8/8/8/8/8/8/K1QRR3[] w - - 0 9 - -");
        let limits = Limits::nodes(10_000);
        let full = Skill::FULL;
        let thought = Thinker::new(7).think(&[], &position, &limits, &full, &mut |_| {}).unwrap();
        assert_eq!(thought.score, Score::wins_in(1));
        assert!((1..=10_000).contains(&thought.nodes), "{}", thought.nodes);
    }

    /// However often it goes on, a search for a mate ends after so many positions.
    #[test]
    fn a_mate_is_not_hunted_for_longer_in_slices() {
        let fen = "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] b HAha - 0 1 - -";
        let position = read::<Charismatic>(fen);
        let strength = Strength { root_mate_nodes: 60, ..Strength::of(&Skill::FULL) };
        let wanted = Wanted { count: 1, only: &[] };
        let mut inquiry = Inquiry::new(&[], &position, strength, &wanted);
        let mut meter = Meter::new(u64::MAX, &|| false);
        for _ in 0..8 {
            assert_eq!(inquiry.mate(true, &mut meter), None);
        }
        assert!((60..80).contains(&meter.nodes), "{}", meter.nodes);
    }

    /// In slices the same is found as in one go, even in slices too short for all candidates to be gathered.
    #[test]
    fn lines_go_on_where_they_stood() {
        let fen = "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] b HAha - 0 1 - -";
        let position = read::<Charismatic>(fen);
        let wanted = Wanted { count: 3, only: &[] };
        let found = |thinker: &mut Thinker, past: &[u64], limits: &Limits<'_>| {
            thinker.lines(past, &position, limits, &wanted, &mut |_, _| {})
        };
        let told = |lines: &[Thought]| -> Vec<(Score, Vec<Step>)> {
            lines.iter().map(|line| (line.score, line.turn.clone())).collect()
        };
        let whole = found(&mut Thinker::new(7), &[], &Limits::depth(3));
        for slice in [4_000, 30_000] {
            let slice = Limits { goes_on: true, depth: 3, ..Limits::nodes(slice) };
            let mut thinker = Thinker::new(7);
            let (mut nodes, mut slices, mut lines) = (0, 0, Vec::new());
            while lines.first().is_none_or(|line: &Thought| line.depth < 3) {
                lines = found(&mut thinker, &[], &slice);
                assert_eq!(lines.len(), 3);
                assert!(lines[0].nodes > nodes, "it goes on");
                (nodes, slices) = (lines[0].nodes, slices + 1);
            }
            assert!(slices > 3, "{slices}");
            assert_eq!(told(&lines), told(&whole));
            assert!(nodes < 2 * whole[0].nodes, "{nodes}, {}", whole[0].nodes);
            // Behind other turns it is another question; what positions lead to is still known.
            let other = found(&mut thinker, &[3], &Limits { goes_on: true, ..Limits::depth(3) });
            assert_eq!(told(&other), told(&whole));
            assert!(other[0].nodes < whole[0].nodes / 2, "{}", other[0].nodes);
        }
    }
}
