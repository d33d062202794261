//! The player for games of several steps a turn in which a step counts for little by itself: a beam
//! gathers good ends of the turn, and the best of them are judged by the opponent's best answer,
//! found in the same way. What looks best is answered by wider and wider beams until it stands; rounds
//! widen the beam for the turn itself while there is time.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use rules::Step;
use rules::sink::Each;

use crate::chance::mix;
use crate::evaluation::{Evaluate, Weights, weights};
use crate::keys::{KeyMap, KeySet};
use crate::limits::Limits;
use crate::score::Score;
use crate::skill::Skill;
use crate::thought::{Thought, Wanted};
use crate::trails::Trails;

/// A game of several steps a turn that this player can play.
pub(crate) trait Series: Evaluate {
    /// How near the side that moves has come to a mate, by whatever measure; higher is nearer. Half
    /// of the beam follows it.
    fn siege(&self) -> i32;
}

/// How many ends of a turn the first round keeps at each step; each round twice as many.
const FIRST_WIDTH: usize = 4;
/// How wide the beam is by which each end is answered at first. The end that is played must be answered by one as
/// wide in the first round; each round by one twice as wide.
const FIRST_ANSWERS: usize = 1;
/// How often rounds double the width of the beam at most.
const ROUNDS: u32 = 12;
/// How many rounds there are where the turn can end in one way only: enough to know what that is worth.
const ROUNDS_OF_ONE: u32 = 3;
/// How many positions are looked at between two questions whether to stop.
const PATIENCE: u64 = 512;

/// The player.
pub(crate) struct Walker<P: Series> {
    pub(crate) weights: Weights,
    game: std::marker::PhantomData<P>,
}

/// A finished turn.
#[derive(Clone)]
struct Line<P> {
    after: P,
    turn: Vec<Step>,
    /// For the side that made the turn, in hundredths of a pawn.
    worth: i32,
}

/// A step of a turn, by its place among the trails.
#[derive(Clone, Copy)]
struct Reached {
    trail: u32,
    /// For the side that makes the turn, in hundredths of a pawn.
    worth: i32,
    siege: i32,
    /// The place of the position before it among those that are continued.
    parent: u32,
    step: Step,
}

/// The best answer known to an end, and how wide the beam was that found it.
struct Reply {
    score: Score,
    turn: Vec<Step>,
    width: usize,
}

/// What is known of ends, by their keys.
type Replies = KeyMap<Reply>;

/// What a search may still cost, and how it errs.
struct Meter<'a, 'b> {
    nodes: u64,
    most: u64,
    limits: &'a Limits<'b>,
    skill: Skill,
    seed: u64,
    stopped: bool,
}

impl Meter<'_, '_> {
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.most || self.nodes.is_multiple_of(PATIENCE) && (self.limits.stop)() {
            self.stopped = true;
        }
    }

    /// Whether the player sees the step in this turn's thinking.
    fn sees(&self, step: Step) -> bool {
        let Step::Move { from, to, .. } = step else { return true };
        if self.skill.overlooked == 0 {
            return true;
        }
        let place = (from.index() * 128 + to.index()) as u64;
        let drawn = mix(place ^ self.seed.rotate_left(17)) >> 32;
        ((drawn * 1000) >> 32) >= u64::from(self.skill.overlooked)
    }

    /// How far the judgement of a position is off.
    fn error(&self, key: u64) -> i32 {
        let noise = self.skill.noise;
        let drawn = mix(key ^ self.seed) >> 32;
        ((drawn * (2 * noise as u64 + 1)) >> 32) as i32 - noise
    }
}

impl<P: Series> Walker<P> {
    pub(crate) fn new() -> Self {
        Walker { weights: weights::<P>(), game: std::marker::PhantomData }
    }

    /// The best turn, as far as the limits and the strength allow; `None` if there is none.
    pub(crate) fn think(
        &self,
        position: &P,
        limits: &Limits<'_>,
        skill: Skill,
        seed: u64,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let most = limits.nodes.max(1);
        let mut meter = Meter { nodes: 0, most, limits, skill, seed, stopped: false };
        let mut best: Option<Thought> = None;
        let mut replies = Replies::default();
        for round in 0..ROUNDS {
            let width = FIRST_WIDTH << round;
            let ends = self.turn_ends(position, width, width, true, &mut meter);
            if let Some(won) = ends.iter().find(|end| has_won(&end.after, position)) {
                let thought = thought(won, Score::wins_in(1), 1, Vec::new(), meter.nodes);
                report(&thought);
                return Some(thought);
            }
            if best.is_none() || limits.depth < 2 && !meter.stopped {
                let first = ends.first()?;
                best = Some(thought(first, Score::centipawns(first.worth), 1, vec![], meter.nodes));
            }
            if limits.depth >= 2 {
                let sure = FIRST_ANSWERS << round;
                let mut found = self.answered(&ends, 1, sure, &mut replies, &mut meter);
                if let Some(found) = found.pop() {
                    report(&found);
                    best = Some(found);
                }
            }
            if meter.stopped || ends.len() < 2 && round + 1 >= ROUNDS_OF_ONE {
                break;
            }
        }
        best.map(|thought| Thought { nodes: meter.nodes, ..thought })
    }

    /// The best turns that are wanted, best first, by the answers to each; see
    /// [`crate::Engine::lines`].
    pub(crate) fn lines(
        &self,
        position: &P,
        limits: &Limits<'_>,
        seed: u64,
        wanted: &Wanted<'_>,
        report: &mut dyn FnMut(usize, &Thought),
    ) -> Vec<Thought> {
        let most = limits.nodes.max(1);
        let mut meter = Meter { nodes: 0, most, limits, skill: Skill::FULL, seed, stopped: false };
        let count = wanted.count.max(1);
        let mut best: Vec<Thought> = Vec::new();
        let mut replies = Replies::default();
        for round in 0..ROUNDS {
            let width = FIRST_WIDTH << round;
            let most = width.max(count);
            let ends = if wanted.only.is_empty() {
                self.turn_ends(position, width, most, false, &mut meter)
            } else {
                let only = wanted.only.iter();
                let mut ends: Vec<_> =
                    only.filter_map(|turn| self.end_of(position, turn)).collect();
                ends.sort_by_key(|end| Reverse((has_won(&end.after, position), end.worth)));
                ends.truncate(most);
                ends
            };
            let sure = FIRST_ANSWERS << round;
            let mut found = self.answered(&ends, count, sure, &mut replies, &mut meter);
            if meter.stopped && !best.is_empty() {
                break;
            }
            if found.is_empty() {
                // The first turns are reported, however little is known of them.
                let first = ends.iter().take(count);
                let unanswered = first.map(|end| {
                    thought(end, Score::centipawns(end.worth), 1, Vec::new(), meter.nodes)
                });
                found = unanswered.collect();
            }
            found.iter().enumerate().for_each(|(place, thought)| report(place, thought));
            best = found;
            if meter.stopped || best.is_empty() {
                break;
            }
        }
        best.iter_mut().for_each(|thought| thought.nodes = meter.nodes);
        best
    }

    /// The end that a turn leads to, if its steps are legal and end it.
    fn end_of(&self, position: &P, turn: &[Step]) -> Option<Line<P>> {
        let mut after = *position;
        for &step in turn {
            after.try_play(step, &mut ()).ok()?;
        }
        (after.turn() != position.turn()).then(|| {
            let worth = -after.evaluate(&self.weights);
            Line { after, turn: turn.to_vec(), worth }
        })
    }

    /// The best of the ends when they have been answered, best first: what looks best is answered by wider
    /// beams until so many of those that look best have been answered by one that is wide enough. When the
    /// search stops, what is not half as sure counts only where nothing is.
    fn answered(
        &self,
        ends: &[Line<P>],
        count: usize,
        sure: usize,
        replies: &mut Replies,
        meter: &mut Meter<'_, '_>,
    ) -> Vec<Thought> {
        for end in ends {
            self.reply(end, FIRST_ANSWERS, replies, meter);
        }
        while !meter.stopped {
            let unsure = ranked(ends, replies, 0)
                .into_iter()
                .take(count)
                .find(|(_, reply)| reply.width < sure)
                .map(|(end, reply)| (end, 2 * reply.width));
            let Some((end, wider)) = unsure else { break };
            self.reply(end, wider, replies, meter);
        }
        let best = ranked(ends, replies, sure / 2).into_iter().take(count);
        best.map(|(end, reply)| thought(end, reply.score, 2, reply.turn.clone(), meter.nodes))
            .collect()
    }

    /// Answers an end by a beam, unless one as wide has done so.
    fn reply(&self, end: &Line<P>, width: usize, replies: &mut Replies, meter: &mut Meter<'_, '_>) {
        let known = replies.get(&end.after.key());
        if meter.stopped || known.is_some_and(|known| known.width >= width) {
            return;
        }
        let (mut score, mut turn) = self.answer(end, width, meter);
        if meter.stopped {
            return;
        }
        // What a narrower beam has found, is still an answer.
        if let Some(known) = known.filter(|known| known.score <= score) {
            (score, turn) = (known.score, known.turn.clone());
        }
        replies.insert(end.after.key(), Reply { score, turn, width });
    }

    /// What a turn is worth when the opponent answers it as well as the beam sees.
    fn answer(&self, end: &Line<P>, width: usize, meter: &mut Meter<'_, '_>) -> (Score, Vec<Step>) {
        if let Some(outcome) = end.after.outcome() {
            let won = outcome.winner == Some(!end.after.turn());
            return (if won { Score::wins_in(1) } else { Score::EVEN }, Vec::new());
        }
        let best = self.turn_ends(&end.after, width, 1, true, meter).pop();
        if let Some(won) = best.as_ref().filter(|best| has_won(&best.after, &end.after)) {
            return (Score::loses_in(2), won.turn.clone());
        }
        best.map_or((Score::EVEN, Vec::new()), |best| {
            let score = -best.worth + meter.error(end.after.key());
            (Score::centipawns(score), best.turn)
        })
    }

    /// The best ends of the turn that a beam of so many positions finds, `most` of them, best first; of
    /// different orders of the same moves one. When the search stops, the turns begun are ended by the
    /// first step at hand. Where one wins it is the first, and with `wins` the only one.
    fn turn_ends(
        &self,
        position: &P,
        width: usize,
        most: usize,
        wins: bool,
        meter: &mut Meter<'_, '_>,
    ) -> Vec<Line<P>> {
        let us = position.turn();
        let mut trails = Trails::default();
        let mut open = vec![(*position, 0)];
        let mut ends: Vec<(bool, i32, u32)> = Vec::new();
        let mut known = KeySet::default();
        let mut steps: Vec<Step> = Vec::new();
        while !open.is_empty() {
            let mut next: Vec<Reached> = Vec::new();
            for (parent, &(before, trail)) in open.iter().enumerate() {
                steps.clear();
                let _ = before.steps(&mut Each(|step| {
                    steps.push(step);
                    ControlFlow::Continue(())
                }));
                if steps.iter().any(|&step| meter.sees(step)) {
                    steps.retain(|&step| meter.sees(step));
                }
                if meter.stopped {
                    steps.truncate(1);
                }
                for &step in &steps {
                    let mut after = before;
                    after.play(step, &mut ());
                    let key = after.key();
                    if !known.insert(key) && !meter.stopped {
                        continue;
                    }
                    meter.count();
                    let is_end = after.turn() != us;
                    let side = if is_end { -1 } else { 1 };
                    let outcome = after.outcome();
                    let worth = match outcome {
                        Some(outcome) if outcome.winner.is_none() => 0,
                        _ => side * after.evaluate(&self.weights) + meter.error(key),
                    };
                    let trail = trails.push(trail, step);
                    if is_end {
                        let has_won = outcome.is_some_and(|outcome| outcome.winner == Some(us));
                        if wins && has_won {
                            return vec![Line { after, turn: trails.turn(trail), worth }];
                        }
                        ends.push((has_won, worth, trail));
                    } else {
                        let (siege, parent) = (after.siege(), parent as u32);
                        next.push(Reached { trail, worth, siege, parent, step });
                    }
                }
                if meter.stopped && !ends.is_empty() {
                    break;
                }
            }
            best_of(&mut next, if meter.stopped { 1 } else { width });
            let continued = next.iter().map(|reached| {
                let mut after = open[reached.parent as usize].0;
                after.play(reached.step, &mut ());
                (after, reached.trail)
            });
            open = continued.collect();
        }
        let best_first =
            |&(has_won, worth, trail): &(bool, i32, u32)| (Reverse((has_won, worth)), trail);
        if ends.len() > most {
            ends.select_nth_unstable_by_key(most, best_first);
            ends.truncate(most);
        }
        ends.sort_unstable_by_key(best_first);
        let line = |(_, worth, trail)| {
            let turn = trails.turn(trail);
            Line { after: trails.after(position, trail), turn, worth }
        };
        ends.into_iter().map(line).collect()
    }
}

/// The ends that have been answered, with what is known of them: first those whose beam was at least so wide, the
/// best first.
fn ranked<'a, 'b, P: Series>(
    ends: &'a [Line<P>],
    replies: &'b Replies,
    least: usize,
) -> Vec<(&'a Line<P>, &'b Reply)> {
    let known = |end: &'a Line<P>| Some((end, replies.get(&end.after.key())?));
    let mut ranked: Vec<_> = ends.iter().filter_map(known).collect();
    ranked.sort_by_key(|(_, reply)| Reverse((reply.width >= least, reply.score)));
    ranked
}

/// Leaves so many: half of them by their worth, half by their siege.
fn best_of(reached: &mut Vec<Reached>, width: usize) {
    if reached.len() <= width {
        return;
    }
    let by_worth = width.div_ceil(2);
    reached.select_nth_unstable_by_key(by_worth, |one| (Reverse(one.worth), one.trail));
    let rest = &mut reached[by_worth..];
    if width > by_worth && rest.len() > width - by_worth {
        let by_siege = |one: &Reached| (Reverse((one.siege, one.worth)), one.trail);
        rest.select_nth_unstable_by_key(width - by_worth, by_siege);
    }
    reached.truncate(width);
    // In the order in which they were reached.
    reached.sort_unstable_by_key(|one| one.trail);
}

/// Whether the side that moved in `before` has won.
fn has_won<P: Series>(after: &P, before: &P) -> bool {
    after.outcome().is_some_and(|outcome| outcome.winner == Some(before.turn()))
}

fn thought<P>(end: &Line<P>, score: Score, depth: u32, answer: Vec<Step>, nodes: u64) -> Thought {
    let mut line = vec![end.turn.clone()];
    if !answer.is_empty() {
        line.push(answer);
    }
    Thought { turn: end.turn.clone(), score, depth, nodes, table: 0, line }
}

#[cfg(test)]
mod tests {
    use rules::any::positions::Progressive;
    use rules::{AnyPosition, GameId, Position, Step};

    use super::*;
    use crate::{Baseline, Chance, Engine, Level};

    fn think(fen: &str, nodes: u64) -> (Progressive, Thought) {
        let position = Progressive::from_fen(fen).unwrap();
        let mut engine = Engine::new(GameId::Progressive, 1, 64);
        let any = AnyPosition::from(position);
        let thought = engine.think(&[any], &any, &Limits::nodes(nodes), &mut |_| {}).unwrap();
        (position, thought)
    }

    fn meter<'a, 'b>(limits: &'a Limits<'b>) -> Meter<'a, 'b> {
        Meter { nodes: 0, most: u64::MAX, limits, skill: Skill::FULL, seed: 1, stopped: false }
    }

    fn after(position: &Progressive, turn: &[Step]) -> Progressive {
        let mut after = *position;
        for &step in turn {
            assert_eq!(after.why_not(step), None, "{}", after.fen());
            after.play(step, &mut ());
        }
        after
    }

    #[test]
    fn mates_in_one_turn() {
        for fen in [
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 -",
            "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2 -",
            "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 2 -",
        ] {
            let (position, thought) = think(fen, 20_000);
            assert_eq!(thought.score, Score::wins_in(1), "{fen}");
            let end = after(&position, &thought.turn);
            assert_eq!(end.outcome().and_then(|outcome| outcome.winner), Some(position.turn()));
        }
    }

    #[test]
    fn turns_are_whole_wherever_they_begin_and_however_little_is_looked_at() {
        let start = Progressive::SPEC.start;
        let inside = "rnbqkbnr/ppp1pppp/8/8/3Pp3/8/PPP2PPP/RNBQKBNR w KQkq d3 0 2 1";
        let must_end = "rnbqkbnr/ppp1pppp/8/1B6/4p3/8/PPPP1PPP/RNBQK1NR w KQkq - 1 2 1";
        for fen in [start, inside, must_end] {
            for nodes in [1, 2, 40, 3000] {
                let (position, thought) = think(fen, nodes);
                let end = after(&position, &thought.turn);
                assert_ne!(end.turn(), position.turn(), "{fen} with {nodes}");
            }
        }
        assert_eq!(think(must_end, 100).1.turn, [Step::End]);
    }

    /// Who can end the turn in one way only looks at the answers for a few rounds, and not for more.
    #[test]
    fn one_way_to_end_the_turn_needs_few_rounds() {
        let fen = "rnbqkbnr/ppp1pppp/8/1B6/4p3/8/PPPP1PPP/RNBQK1NR w KQkq - 1 2 1";
        let position = AnyPosition::from_fen(GameId::Progressive, fen).unwrap();
        let mut engine = Engine::new(GameId::Progressive, 1, 64);
        let mut rounds = 0;
        let limits = Limits::nodes(10_000_000);
        engine.think(&[], &position, &limits, &mut |_| rounds += 1).unwrap();
        assert_eq!(rounds, ROUNDS_OF_ONE);
    }

    /// The rook can take the queen, and Black would mate on the first rank with any of his moves.
    #[test]
    fn the_answer_is_looked_at() {
        let (position, thought) = think("1r2k3/8/8/8/q7/8/5PPP/3R2K1 w - - 0 2 -", 60_000);
        let end = after(&position, &thought.turn);
        assert!(!end.list().into_iter().any(|step| {
            let mut mated = end;
            mated.play(step, &mut ());
            mated.is_legal(Step::End) && {
                mated.play(Step::End, &mut ());
                mated.outcome().is_some_and(|outcome| outcome.winner == Some(end.turn()))
            }
        }));
    }

    /// The king has one move, and the other rook mates then.
    #[test]
    fn a_loss_is_as_far_away_as_the_answer() {
        let (_, thought) = think("2r5/8/8/8/1r6/8/8/K6k w - - 0 1 -", 20_000);
        assert_eq!(thought.score, Score::loses_in(2));
    }

    fn ends(position: &Progressive, turns: &[&str]) -> Vec<Line<Progressive>> {
        let walker = Walker::<Progressive>::new();
        let end = |turn: &&str| {
            let steps = turn.split(' ');
            let steps = steps.map(|step| Step::parse(step, Progressive::SPEC).unwrap());
            walker.end_of(position, &steps.collect::<Vec<_>>()).unwrap()
        };
        turns.iter().map(end).collect()
    }

    /// Nobody answers a mate; and who has no step, and is not in check, has drawn.
    #[test]
    fn what_is_over_is_won_or_drawn() {
        let limits = Limits::NONE;
        let mut meter = meter(&limits);
        for (fen, turn, score) in [
            ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1 -", "a1a8", Score::wins_in(1)),
            ("r3k3/8/8/8/8/8/5PPP/6K1 b q - 0 1 -", "a8a1 end", Score::wins_in(1)),
            ("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1 -", "c1c7", Score::EVEN),
        ] {
            let position = crate::testing::read::<Progressive>(fen);
            let end = ends(&position, &[turn]).remove(0);
            assert!(end.after.outcome().is_some(), "{fen}");
            let walker = Walker::new();
            assert_eq!(walker.answer(&end, 1, &mut meter), (score, Vec::new()), "{fen}");
        }
    }

    /// What looks best is answered by a beam that is wide enough, and by none that is wider.
    #[test]
    fn answers_are_as_sure_as_they_need_to_be() {
        let position = Progressive::initial();
        let ends = ends(&position, &["e2e4", "d2d4", "g1f3", "a2a3"]);
        let limits = Limits::NONE;
        for sure in [1, 2, 8] {
            let (mut replies, mut meter) = (Replies::default(), meter(&limits));
            let walker = Walker::new();
            let best = walker.answered(&ends, 1, sure, &mut replies, &mut meter).remove(0);
            let width = |end: &Line<Progressive>| replies[&end.after.key()].width;
            assert!(ends.iter().all(|end| width(end) <= sure), "{sure}");
            let best = ends.iter().find(|end| end.turn == best.turn).unwrap();
            assert_eq!(width(best), sure);
        }
    }

    /// Of the turns that are wanted there are as many lines, however narrow the beam is.
    #[test]
    fn as_many_lines_are_found_as_are_wanted() {
        let position = AnyPosition::initial(GameId::Progressive);
        let all: Vec<Vec<Step>> = position.list().into_iter().map(|step| vec![step]).collect();
        let mut engine = Engine::new(GameId::Progressive, 1, 64);
        let wanted = Wanted { count: all.len(), only: &all };
        let lines = engine.lines(&[], &position, &Limits::nodes(2_000), &wanted, &mut |_, _| {});
        let turns: std::collections::HashSet<_> = lines.iter().map(|line| &line.turn).collect();
        assert_eq!((all.len(), lines.len(), turns.len()), (20, 20, 20));
    }

    #[test]
    fn lines_are_whole_turns_however_little_is_looked_at() {
        let position = AnyPosition::initial(GameId::Progressive);
        for nodes in [1, 30, 400, 20_000] {
            let mut engine = Engine::new(GameId::Progressive, 1, 64);
            let wanted = Wanted { count: 3, only: &[] };
            let lines =
                engine.lines(&[], &position, &Limits::nodes(nodes), &wanted, &mut |_, _| {});
            let least = if nodes < 400 { 1 } else { 3 };
            assert!((least..=3).contains(&lines.len()), "{nodes} positions: {}", lines.len());
            for thought in &lines {
                let mut end = position;
                for &step in &thought.turn {
                    end.play(step);
                }
                assert_ne!(end.turn(), position.turn(), "{nodes} positions");
            }
            assert!(lines.is_sorted_by_key(|thought| Reverse(thought.score)), "{nodes} positions");
        }
    }

    #[test]
    fn beats_the_taker_of_pieces() {
        let mut points = 0;
        for seed in 0..8 {
            let mut position = AnyPosition::initial(GameId::Progressive);
            let mut engine = Engine::new(GameId::Progressive, seed, 64);
            let mut chance = Chance::new(seed);
            let white = seed % 2 == 0;
            let mut past = Vec::new();
            while position.outcome().is_none() && past.len() < 24 {
                past.push(position);
                let turn = if (past.len() % 2 == 1) == white {
                    engine
                        .think(&past, &position, &Limits::nodes(4000), &mut |_| {})
                        .map(|thought| thought.turn)
                } else {
                    Baseline::Greedy.turn(&position, &mut chance)
                };
                for step in turn.expect("a turn") {
                    position.play(step);
                }
            }
            let winner = position.outcome().and_then(|outcome| outcome.winner);
            points += match winner {
                Some(color) if (color.index() == 0) == white => 2,
                Some(_) => 0,
                None => 1,
            };
        }
        assert!(points >= 13, "{points} of 16");
    }

    #[test]
    fn a_lower_level_plays_whole_turns_too() {
        for level in Level::all() {
            let position = AnyPosition::initial(GameId::Progressive);
            let mut engine = Engine::new(GameId::Progressive, 7, 64);
            engine.set_level(Some(level));
            let mut now = position;
            for _ in 0..4 {
                let mover = now.turn();
                let thought = engine.think(&[], &now, &Limits::nodes(2000), &mut |_| {}).unwrap();
                for step in thought.turn {
                    now.play(step);
                }
                assert_ne!(now.turn(), mover, "{level:?}");
            }
        }
    }
}
