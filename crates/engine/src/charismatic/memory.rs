//! What is known of positions at the start of a turn, by key: turns that mate, the ends that a beam
//! finds, and scores. Iterative deepening meets each position again at every depth, and turns of
//! the same moves in another order lead to it as well.

use std::sync::Arc;

use rules::Step;

use super::turns::{Beam, End};
use crate::keys::KeyMap;
use crate::search::Bound;

/// How many positions of each kind are remembered as new. Then they count as old, and those that were old are
/// forgotten unless they have been asked for meanwhile, which bounds the memory of a search that nobody stops.
const MOST: usize = 1 << 13;

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
    mates: Kept<Option<Vec<Step>>>,
    turn_ends: Kept<(Beam, Arc<[End]>)>,
    scores: Kept<Known>,
}

impl Memory {
    /// The mating turn, or that none is seen; `None` if it was not looked for.
    pub(super) fn mate(&mut self, key: u64) -> Option<Option<Vec<Step>>> {
        self.mates.get(key).cloned()
    }

    pub(super) fn keep_mate(&mut self, key: u64, mate: Option<Vec<Step>>) {
        self.mates.keep(key, mate);
    }

    /// The ends that this beam finds, if that is known.
    pub(super) fn turn_ends(&mut self, key: u64, beam: Beam) -> Option<Arc<[End]>> {
        let (found_by, ends) = self.turn_ends.get(key)?;
        (*found_by == beam).then(|| Arc::clone(ends))
    }

    pub(super) fn keep_turn_ends(&mut self, key: u64, beam: Beam, ends: &Arc<[End]>) {
        self.turn_ends.keep(key, (beam, Arc::clone(ends)));
    }

    pub(super) fn score(&mut self, key: u64) -> Option<&Known> {
        self.scores.get(key)
    }

    pub(super) fn keep_score(&mut self, key: u64, known: Known) {
        self.scores.keep(key, known);
    }

    /// Forgets what counts only where the search began: what a repetition is worth depends on it.
    pub(super) fn leave(&mut self) {
        self.scores = Kept::default();
    }
}

/// What is kept of positions, by key.
struct Kept<T> {
    new: KeyMap<T>,
    old: KeyMap<T>,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Kept { new: KeyMap::default(), old: KeyMap::default() }
    }
}

impl<T> Kept<T> {
    fn get(&mut self, key: u64) -> Option<&T> {
        if let Some(old) = self.old.remove(&key) {
            self.keep(key, old);
        }
        self.new.get(&key)
    }

    fn keep(&mut self, key: u64, value: T) {
        if self.new.len() >= MOST {
            self.old = std::mem::take(&mut self.new);
        }
        self.new.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_much_is_kept_as_there_is_room_for() {
        let mut memory = Memory::default();
        for key in 0..3 * MOST as u64 {
            memory.keep_mate(key, None);
            // What is asked for again and again stays.
            assert_eq!(memory.mate(0), Some(None), "{key}");
        }
        assert!(memory.mates.new.len() <= MOST && memory.mates.old.len() <= MOST);
        let newest = 3 * MOST as u64 - 1;
        assert_eq!((memory.mate(newest), memory.mate(1)), (Some(None), None));
    }

    #[test]
    fn from_elsewhere_a_position_has_another_score() {
        let mut memory = Memory::default();
        let known = Known { depth: 1, score: 7, bound: Bound::Exact, line: Vec::new() };
        memory.keep_score(5, known);
        memory.keep_mate(5, None);
        assert_eq!(memory.score(5).map(|known| known.score), Some(7));
        memory.leave();
        assert!(memory.score(5).is_none());
        assert_eq!(memory.mate(5), Some(None));
    }
}
