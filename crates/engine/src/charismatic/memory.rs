//! What is known of positions at the start of a turn, by key: turns that mate, the ends that a beam
//! finds, and scores. Iterative deepening meets each position again at every depth, and turns of
//! the same moves in another order lead to it as well.

use std::rc::Rc;

use rules::Step;

use super::turns::{Beam, End};
use crate::keys::KeyMap;
use crate::search::Bound;

/// How many positions of each kind are remembered; then all are forgotten, which bounds the memory
/// of a search that nobody stops.
const MOST: usize = 1 << 14;

/// What a search to some depth found.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) depth: u32,
    /// The score from the position on: a win counts its turns from here.
    pub(super) score: i32,
    pub(super) bound: Bound,
    /// The turns expected, the best one first; empty where every turn was refuted.
    pub(super) line: Vec<Vec<Step>>,
}

/// What a search remembers.
#[derive(Default)]
pub(super) struct Memory {
    mates: KeyMap<Option<Vec<Step>>>,
    turn_ends: KeyMap<(Beam, Rc<[End]>)>,
    scores: KeyMap<Known>,
}

impl Memory {
    /// The mating turn, or that none is seen; `None` if it was not looked for.
    pub(super) fn mate(&self, key: u64) -> Option<Option<Vec<Step>>> {
        self.mates.get(&key).cloned()
    }

    pub(super) fn keep_mate(&mut self, key: u64, mate: Option<Vec<Step>>) {
        keep(&mut self.mates, key, mate);
    }

    /// The ends that this beam finds, if that is known.
    pub(super) fn turn_ends(&self, key: u64, beam: Beam) -> Option<Rc<[End]>> {
        let (found_by, ends) = self.turn_ends.get(&key)?;
        (*found_by == beam).then(|| Rc::clone(ends))
    }

    pub(super) fn keep_turn_ends(&mut self, key: u64, beam: Beam, ends: &Rc<[End]>) {
        keep(&mut self.turn_ends, key, (beam, Rc::clone(ends)));
    }

    pub(super) fn score(&self, key: u64) -> Option<&Known> {
        self.scores.get(&key)
    }

    pub(super) fn keep_score(&mut self, key: u64, known: Known) {
        keep(&mut self.scores, key, known);
    }
}

fn keep<T>(map: &mut KeyMap<T>, key: u64, value: T) {
    if map.len() >= MOST {
        map.clear();
    }
    map.insert(key, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_much_is_kept_as_there_is_room_for() {
        let mut memory = Memory::default();
        for key in 0..=MOST as u64 {
            memory.keep_mate(key, None);
        }
        assert!(memory.mates.len() <= MOST);
        assert_eq!((memory.mate(MOST as u64), memory.mate(0)), (Some(None), None));
    }
}
