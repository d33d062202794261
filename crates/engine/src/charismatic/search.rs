//! The search over whole turns.

use std::cmp::Reverse;
use std::sync::Arc;

use rules::games::charismatic::Charismatic;
use rules::{Position, Step};

use super::assess::at_start;
use super::mate::{Mate, up_to};
use super::memory::{Known, Memory};
use super::meter::Meter;
use super::strength::Strength;
use super::turns::{Beam, End, turn_ends};
use crate::net::Net;
pub(super) use crate::score::{WIN, WON};
use crate::search::{Bound, from_table, to_table};

/// What a repetition costs the player who thinks, in centipawns: pieces alone are counted, so even
/// positions look like draws that they are not.
const CONTEMPT: i32 = 60;

/// A root's end with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) end: End,
    /// By how much it is misjudged.
    pub(super) whim: i32,
    pub(super) score: i32,
    /// The turns expected after it.
    pub(super) line: Vec<Vec<Step>>,
}

/// Sorts candidates by their score, best first, equal ones as they were.
pub(super) fn best_first(candidates: &mut [Candidate]) {
    candidates.sort_by_key(|candidate| Reverse(candidate.score));
}

pub(super) struct Search<'a, 'b> {
    pub(super) strength: Strength,
    pub(super) meter: &'a mut Meter<'b>,
    /// What judges ends of turns beside the pieces.
    pub(super) net: Option<&'a Net>,
    /// The keys of the positions at the start of earlier turns.
    pub(super) path: Vec<u64>,
    /// How many of the best candidates get exact scores: the scores of others are bounds.
    pub(super) lines: usize,
    pub(super) memory: &'a mut Memory,
}

/// The search was stopped.
pub(super) struct Stopped;

/// How far a search of the candidates to one depth has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    Done,
    /// It was stopped when at least the first candidate had been searched.
    Begun,
    /// It was stopped before: the candidates are as they were.
    Nothing,
}

impl Search<'_, '_> {
    /// A mating turn, if one is seen.
    pub(super) fn mate(&mut self, position: &Charismatic, nodes: u64) -> Option<Vec<Step>> {
        let nodes = nodes.min(self.meter.left());
        let (found, nodes) = up_to(position, self.strength.mates, nodes, self.meter.stop());
        self.meter.add(nodes);
        match found {
            Mate::Found(turn) => Some(turn),
            Mate::None | Mate::Limit => None,
        }
    }

    /// A mating turn of a position further on, if one is seen.
    pub(super) fn known_mate(&mut self, position: &Charismatic, key: u64) -> Option<Vec<Step>> {
        if let Some(known) = self.memory.mate(key) {
            return known;
        }
        let found = self.mate(position, self.strength.mate_nodes);
        // What a limit has cut short is not known.
        if self.meter.goes_on() {
            self.memory.keep_mate(key, found.clone());
        }
        found
    }

    /// The ends of the turn that a beam finds.
    pub(super) fn known_ends(
        &mut self,
        position: &Charismatic,
        key: u64,
        beam: Beam,
    ) -> Arc<[End]> {
        if let Some(known) = self.memory.turn_ends(key, beam) {
            return known;
        }
        let ends = Arc::from(turn_ends(position, beam, self.net, self.meter));
        if self.meter.goes_on() {
            self.memory.keep_turn_ends(key, beam, &ends);
        }
        ends
    }

    /// The score of a position for the side whose turn begins, looking `depth` turns ahead.
    pub(super) fn score(
        &mut self,
        position: &Charismatic,
        depth: u32,
        ply: i32,
        (alpha, beta): (i32, i32),
        line: &mut Vec<Vec<Step>>,
    ) -> Result<i32, Stopped> {
        line.clear();
        if !self.meter.goes_on() {
            return Err(Stopped);
        }
        self.meter.count();
        if let Some(outcome) = position.outcome() {
            return Ok(if outcome.winner.is_some() { ply - WIN } else { 0 });
        }
        let key = position.key();
        if self.path.contains(&key) {
            return Ok(if ply % 2 == 0 { -CONTEMPT } else { CONTEMPT });
        }
        if let Some(turn) = self.known_mate(position, key) {
            line.push(turn);
            return Ok(WIN - ply - 1);
        }
        if depth == 0 {
            let by_hand = at_start(position.board(), position.turn(), self.strength.last.fear);
            return Ok(self.net.map_or(by_hand, |net| net.judgement(by_hand, position)));
        }
        let mut first: Option<Vec<Step>> = None;
        if let Some(known) = self.memory.score(key) {
            let score = from_table(known.score, ply as usize);
            let decides = match known.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if known.depth == depth && decides {
                line.clone_from(&known.line);
                return Ok(score);
            }
            first = known.line.first().cloned();
        }
        let beam = if depth == 1 { self.strength.last } else { self.strength.reply };
        let ends = self.known_ends(position, key, beam);
        // The best turn of the search before comes first: what is worse is refuted sooner. At the last
        // turn the ends come in the order of their scores, mates excepted.
        let first = first.filter(|_| depth > 1);
        let first = first.and_then(|turn| ends.iter().position(|end| end.turn == turn));
        let order = first.into_iter().chain((0..ends.len()).filter(|&place| Some(place) != first));
        let mut best = -WIN;
        let window = (alpha, beta);
        let mut alpha = alpha;
        let mut below = Vec::new();
        self.path.push(key);
        for end in order.map(|place| &ends[place]) {
            if depth == 1 && end.worth <= best {
                break;
            }
            let score =
                match self.score(&end.after, depth - 1, ply + 1, (-beta, -alpha), &mut below) {
                    Ok(score) => -score,
                    Err(stopped) => {
                        self.path.pop();
                        return Err(stopped);
                    }
                };
            if score > best {
                best = score;
                line.clear();
                line.push(end.turn.clone());
                line.append(&mut below);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.path.pop();
        let bound = if best >= window.1 {
            Bound::Lower
        } else if best > window.0 {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let known = Known { depth, score: to_table(best, ply as usize), bound, line: line.clone() };
        self.memory.keep_score(key, known);
        Ok(best)
    }

    /// Searches the candidates one depth further, those of the best scores first, and leaves them
    /// ordered. When stopped, candidates searched before count if the first is among them; where all of these
    /// lose, the others come before them.
    pub(super) fn deepen(&mut self, candidates: &mut Vec<Candidate>, depth: u32) -> Progress {
        let place = (depth as usize).saturating_sub(2).min(self.strength.deep.len() - 1);
        let most = if depth < 2 { candidates.len() } else { self.strength.deep[place] };
        let mut done: Vec<Candidate> = Vec::with_capacity(most);
        let mut alpha = -WIN;
        let mut stopped = false;
        for (place, candidate) in candidates.iter().enumerate() {
            // While everything loses, the others have their chance.
            if place >= most && alpha > -WON {
                break;
            }
            let mut line = Vec::new();
            let after = &candidate.end.after;
            match self.score(after, depth - 1, 1, (-WIN, candidate.whim - alpha), &mut line) {
                Ok(score) => {
                    let score = misjudged(-score, candidate.whim);
                    let before = done.iter().filter(|other| other.score >= score).count();
                    // The last candidate with an exact score is what the others have to beat.
                    if before < self.lines && done.len() + 1 >= self.lines {
                        let mut scores: Vec<i32> = done.iter().map(|other| other.score).collect();
                        scores.push(score);
                        scores.sort_unstable_by_key(|&score| Reverse(score));
                        alpha = scores[self.lines - 1];
                    }
                    done.push(Candidate { end: candidate.end.clone(), score, line, ..*candidate });
                }
                Err(Stopped) => {
                    stopped = true;
                    break;
                }
            }
        }
        if done.is_empty() {
            return if stopped { Progress::Nothing } else { Progress::Done };
        }
        if stopped && done.iter().all(|searched| searched.score < -WON) {
            done.extend_from_slice(&candidates[done.len()..]);
        }
        // Scores at most as good as one before are bounds: the order of the sort keeps the first of
        // equals.
        best_first(&mut done);
        *candidates = done;
        if stopped { Progress::Begun } else { Progress::Done }
    }
}

#[cfg(test)]
impl<'a, 'b> Search<'a, 'b> {
    /// At full strength, without a net, from a position that is the first of its game.
    pub(super) fn full(meter: &'a mut Meter<'b>, memory: &'a mut Memory) -> Self {
        let strength = Strength::of(&crate::Skill::FULL);
        Search { strength, meter, net: None, path: Vec::new(), lines: 1, memory }
    }
}

/// The score with an error, unless it is a win or a loss.
fn misjudged(score: i32, whim: i32) -> i32 {
    if score.abs() > WON { score } else { score + whim }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    /// The score that is found of a position behind others, so many turns from the root.
    fn score(position: &Charismatic, path: Vec<u64>, ply: i32) -> Option<i32> {
        let mut meter = Meter::new(1_000, &|| false);
        let mut memory = Memory::default();
        let mut search = Search { path, ..Search::full(&mut meter, &mut memory) };
        search.score(position, 3, ply, (-WIN, WIN), &mut Vec::new()).ok()
    }

    #[test]
    fn what_was_searched_is_known_and_costs_nothing() {
        let position = read::<Charismatic>("3k4/8/2p2r2/8/4N3/8/P4B2/4K3[] w - - 0 9 - -");
        let mut meter = Meter::new(u64::MAX, &|| false);
        let mut memory = Memory::default();
        let mut search = Search::full(&mut meter, &mut memory);
        let mut ask = |window, depth| {
            let (mut line, before) = (Vec::new(), search.meter.nodes);
            let score = search.score(&position, depth, 1, window, &mut line).ok();
            (score, line, search.meter.nodes - before)
        };
        let (score, line, nodes) = ask((-WIN, WIN), 3);
        assert!(nodes > 1_000 && line.len() == 3, "{nodes} {line:?}");
        assert_eq!(ask((-WIN, WIN), 3), (score, line, 1));
        // To another depth it is another question.
        assert!(ask((-WIN, WIN), 2).2 > 1);
        // A bound answers for the windows that it decides, and for no others.
        let (score, ..) = ask((900, 901), 1);
        assert!(score.is_some_and(|score| score < 900), "{score:?}");
        assert_eq!(ask((900, 901), 1).2, 1);
        assert!(ask((-WIN, WIN), 1).2 > 1);
    }

    /// A win as far from a position is a nearer one from the position before it.
    #[test]
    fn known_wins_count_from_where_they_are_met() {
        let white = read::<Charismatic>("k7/8/8/8/8/8/8/K1QRR3[] w - - 0 9 - -");
        let black = read::<Charismatic>("k7/7p/8/8/8/8/8/K1QRR3[] b - - 0 9 - -");
        let mut meter = Meter::new(u64::MAX, &|| false);
        let mut memory = Memory::default();
        let mut search = Search::full(&mut meter, &mut memory);
        let mut ask = |position: &Charismatic, depth, ply| {
            search.score(position, depth, ply, (-WIN, WIN), &mut Vec::new()).ok()
        };
        for ply in [1, 2, 5] {
            assert_eq!(ask(&white, 2, ply), Some(WIN - ply - 1));
            assert_eq!(ask(&black, 2, ply), Some(ply + 2 - WIN));
        }
        for score in [WIN - 3, 3 - WIN, 250, -250, 0] {
            assert_eq!(from_table(to_table(score, 4), 4), score);
        }
    }

    #[test]
    fn what_a_limit_cuts_short_is_not_known() {
        let position = read::<Charismatic>("3k4/8/2p2r2/8/4N3/8/P4B2/4K3[] w - - 0 9 - -");
        let key = position.key();
        let mut meter = Meter::new(3, &|| false);
        let mut memory = Memory::default();
        let mut search = Search::full(&mut meter, &mut memory);
        let strength = search.strength;
        assert!(search.known_mate(&position, key).is_none());
        search.known_ends(&position, key, strength.reply);
        assert_eq!(search.memory.mate(key), None);
        assert!(search.memory.turn_ends(key, strength.reply).is_none());
        let mut meter = Meter::new(u64::MAX, &|| false);
        let mut memory = Memory::default();
        let mut search = Search::full(&mut meter, &mut memory);
        assert!(search.known_mate(&position, key).is_none());
        let ends = search.known_ends(&position, key, strength.reply);
        assert_eq!(search.memory.mate(key), Some(None));
        assert!(
            search
                .memory
                .turn_ends(key, strength.reply)
                .is_some_and(|known| Arc::ptr_eq(&known, &ends))
        );
        // Another beam finds others.
        assert!(search.memory.turn_ends(key, strength.last).is_none());
    }

    /// Where the search is stopped in the first candidate, nothing has changed; behind it, those that were searched
    /// are left, and behind the last of them all are.
    #[test]
    fn a_depth_that_is_stopped_leaves_what_it_has_searched() {
        let position = read::<Charismatic>("3k4/8/2p2r2/8/4N3/8/P4B2/4K3[] w - - 0 9 - -");
        let mut begun = 0;
        let mut most = 100;
        loop {
            let (mut meter, mut memory) = (Meter::new(u64::MAX, &|| false), Memory::default());
            let mut candidates: Vec<Candidate> = {
                let mut search = Search::full(&mut meter, &mut memory);
                let beam = search.strength.reply;
                let ends = search.known_ends(&position, position.key(), beam);
                let ends = ends.iter().take(4).cloned();
                ends.map(|end| Candidate { end, whim: 0, score: 7, line: Vec::new() }).collect()
            };
            let first = candidates[0].end.turn.clone();
            let mut meter = Meter::new(most, &|| false);
            match Search::full(&mut meter, &mut memory).deepen(&mut candidates, 2) {
                Progress::Nothing => {
                    assert_eq!((candidates.len(), candidates[0].score), (4, 7));
                    assert_eq!((&candidates[0].end.turn, begun), (&first, 0));
                }
                Progress::Begun => {
                    assert!(candidates.len() < 4 && candidates.len() >= begun, "{most}");
                    assert!(candidates.iter().any(|searched| searched.end.turn == first));
                    assert!(candidates.is_sorted_by_key(|searched| Reverse(searched.score)));
                    begun = candidates.len();
                }
                Progress::Done => {
                    assert_eq!(candidates.len(), 4);
                    break;
                }
            }
            most += most / 4;
        }
        assert!(begun > 0);
    }

    /// Who has seen in time only that the first turn loses, plays the next one.
    #[test]
    fn what_is_known_to_lose_comes_behind_what_is_not_searched() {
        let fen = "r4k2/p3N1Nr/p2B2b1/1pp2p1p/6PP/1p1n1P1R/6B1/K2r4[] w - - 0 11 - -";
        let position = read::<Charismatic>(fen);
        let (mut meter, mut memory) = (Meter::new(u64::MAX, &|| false), Memory::default());
        let mut search = Search::full(&mut meter, &mut memory);
        let ends = search.known_ends(&position, position.key(), search.strength.root);
        let (mut lost, mut other) = (None, None);
        for end in ends.iter() {
            let is_lost = search.known_mate(&end.after, end.after.key()).is_some();
            let place = if is_lost { &mut lost } else { &mut other };
            place.get_or_insert(end);
        }
        let (lost, other) = (lost.expect("one that loses"), other.expect("one that does not"));
        let candidate =
            |end: &End, score| Candidate { end: end.clone(), whim: 0, score, line: Vec::new() };
        let of = |nodes: u64| {
            let mut candidates = vec![candidate(lost, 7), candidate(other, 3)];
            let (mut meter, mut memory) = (Meter::new(nodes, &|| false), Memory::default());
            let progress = Search::full(&mut meter, &mut memory).deepen(&mut candidates, 1);
            (progress, candidates)
        };
        // With as few positions as it takes to see that.
        let knows = |candidates: &[Candidate]| candidates.iter().any(|one| one.score < -WON);
        let (progress, candidates) = (1..).map(of).find(|(_, found)| knows(found)).unwrap();
        assert_eq!((progress, candidates.len()), (Progress::Begun, 2));
        assert_eq!((&candidates[0].end.turn, candidates[0].score), (&other.turn, 3));
    }

    /// A candidate is misjudged by its whim: so much better or worse than it is, unless that is decided.
    #[test]
    fn a_whim_is_added_to_what_is_found() {
        let found = |fen: &str, whim: i32| {
            let position = read::<Charismatic>(fen);
            let (mut meter, mut memory) = (Meter::new(u64::MAX, &|| false), Memory::default());
            let mut search = Search::full(&mut meter, &mut memory);
            let beam = search.strength.reply;
            let end = search.known_ends(&position, position.key(), beam)[0].clone();
            let mut candidates = vec![Candidate { end, whim, score: 0, line: Vec::new() }];
            assert_eq!(search.deepen(&mut candidates, 2), Progress::Done);
            candidates[0].score
        };
        let open = "3k4/8/2p2r2/8/4N3/8/P4B2/4K3[] w - - 0 9 - -";
        let score = found(open, 0);
        assert_eq!([70, -40].map(|whim| found(open, whim)), [score + 70, score - 40]);
    }

    /// Who could repeat a position would rather not, whoever of the two it is.
    #[test]
    fn a_position_that_comes_back_is_a_little_worse_for_the_side_that_searches() {
        let position = read::<Charismatic>("3k4/8/8/8/8/8/P7/4K3[] w - - 0 9 - -");
        for (ply, worth) in [(1, CONTEMPT), (2, -CONTEMPT), (3, CONTEMPT), (4, -CONTEMPT)] {
            assert_eq!(score(&position, vec![position.key()], ply), Some(worth), "{ply}");
        }
    }

    #[test]
    fn what_is_over_is_lost_or_drawn() {
        let drawn = read::<Charismatic>("3k4/8/8/8/8/8/8/4K3[] w - - 0 9 - -");
        assert_eq!(drawn.outcome().map(|outcome| outcome.winner), Some(None));
        assert_eq!(score(&drawn, Vec::new(), 3), Some(0));
        let mut mated = read::<Charismatic>("k7/8/8/8/8/8/8/KQRR4[] w - - 0 9 - -");
        let (found, _) = up_to(&mated, 5, 10_000, &|| false);
        let Mate::Found(turn) = found else { panic!("{found:?}") };
        turn.into_iter().for_each(|step| mated.play(step, &mut ()));
        assert_eq!(score(&mated, Vec::new(), 3), Some(3 - WIN));
    }
}
