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
    /// ordered. When stopped, candidates searched before count if the first is among them.
    pub(super) fn deepen(
        &mut self,
        candidates: &mut Vec<Candidate>,
        depth: u32,
    ) -> Result<(), Stopped> {
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
        if !done.is_empty() {
            // Scores at most as good as one before are bounds: the order of the sort keeps the
            // first of equals.
            best_first(&mut done);
            *candidates = done;
        }
        if stopped { Err(Stopped) } else { Ok(()) }
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
        let mut search = Search { path, ..search(&mut meter, &mut memory) };
        search.score(position, 3, ply, (-WIN, WIN), &mut Vec::new()).ok()
    }

    /// A search of its own, with a limit of nodes.
    fn search<'a, 'b>(meter: &'a mut Meter<'b>, memory: &'a mut Memory) -> Search<'a, 'b> {
        let strength = Strength::of(&crate::Skill::FULL);
        Search { strength, meter, net: None, path: Vec::new(), lines: 1, memory }
    }

    #[test]
    fn what_was_searched_is_known_and_costs_nothing() {
        let position = read::<Charismatic>("3k4/8/2p2r2/8/4N3/8/P4B2/4K3[] w - - 0 9 - -");
        let mut meter = Meter::new(u64::MAX, &|| false);
        let mut memory = Memory::default();
        let mut search = search(&mut meter, &mut memory);
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
        let mut search = search(&mut meter, &mut memory);
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
        let mut search = search(&mut meter, &mut memory);
        let strength = search.strength;
        assert!(search.known_mate(&position, key).is_none());
        search.known_ends(&position, key, strength.reply);
        assert_eq!(search.memory.mate(key), None);
        assert!(search.memory.turn_ends(key, strength.reply).is_none());
        let mut meter = Meter::new(u64::MAX, &|| false);
        let mut memory = Memory::default();
        let mut search = self::search(&mut meter, &mut memory);
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

    /// A candidate is misjudged by its whim: so much better or worse than it is, unless that is decided.
    #[test]
    fn a_whim_is_added_to_what_is_found() {
        let found = |fen: &str, whim: i32| {
            let position = read::<Charismatic>(fen);
            let (mut meter, mut memory) = (Meter::new(u64::MAX, &|| false), Memory::default());
            let mut search = search(&mut meter, &mut memory);
            let beam = search.strength.reply;
            let end = search.known_ends(&position, position.key(), beam)[0].clone();
            let mut candidates = vec![Candidate { end, whim, score: 0, line: Vec::new() }];
            assert!(search.deepen(&mut candidates, 2).is_ok());
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
