//! The transposition table: what is known of positions looked at before.

use super::packed_step::PackedStep;

/// How an entry's score bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    /// The true score is at least that.
    Lower,
    /// The true score is at most that.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) step: PackedStep,
    pub(super) score: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// The static evaluation, or a number below all of them where it was not made.
    pub(super) evaluation: i32,
}

/// Sixteen bytes: the key's upper half, the step, the score, the static evaluation, the depth, the age
/// with the bound, and what tells where it belongs in a larger table.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u32,
    step: u32,
    score: i16,
    evaluation: i16,
    depth: i8,
    /// The bound in the lowest two bits (0: empty), the age above.
    age: u8,
    /// The key's bits from [`FEWEST_BITS`] on.
    middle: u16,
}

/// Entries that share a place.
const WAYS: usize = 4;

/// A table begins with 2 to this power of groups, one megabyte: a short search that fills little of the
/// memory it may take stays within the processor's caches.
const FEWEST_BITS: u32 = 14;
/// The most groups that entries can be told apart for.
const MOST_BITS: u32 = FEWEST_BITS + u16::BITS;

/// What shares a place lies on one line of the processor's cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Group([Entry; WAYS]);

/// A bounded table. It grows as a search fills it; an entry gives way to a new one if it is of an
/// earlier search or less deep.
pub(super) struct TranspositionTable {
    groups: Vec<Group>,
    /// How many groups there may be.
    most: usize,
    /// How many entries are of this search.
    fresh: usize,
    age: u8,
}

impl TranspositionTable {
    /// A table with at most this many bytes (at least one group of entries).
    pub(super) fn new(bytes: usize) -> Self {
        let groups = (bytes / size_of::<Group>()).max(1);
        // A power of two, so that a mask finds the place.
        let most = 1 << groups.ilog2().min(MOST_BITS);
        // What is not yet used lies ready, so that nothing is moved when the table grows.
        let groups = Vec::with_capacity(most);
        let mut table = TranspositionTable { groups, most, fresh: 0, age: 0 };
        table.clear();
        table
    }

    /// Tells that a new search begins: what older ones left may be overwritten.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) & 63;
        self.fresh = 0;
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.groups.clear();
        self.groups.resize(self.most.min(1 << FEWEST_BITS), Group::default());
        self.fresh = 0;
    }

    /// Doubles the table; entries go to where they are sought from now on.
    #[cold]
    fn grow(&mut self) {
        let half = self.groups.len();
        self.groups.resize(2 * half, Group::default());
        let (lower, upper) = self.groups.split_at_mut(half);
        let bit = half >> FEWEST_BITS;
        for (stays, goes) in lower.iter_mut().zip(upper) {
            for (entry, free) in stays.0.iter_mut().zip(&mut goes.0) {
                if usize::from(entry.middle) & bit != 0 {
                    *free = std::mem::take(entry);
                }
            }
        }
    }

    /// How much of the memory that the table may take this search has filled, in thousandths: a sample of
    /// the table's beginning.
    pub(super) fn used(&self) -> u32 {
        let sample = &self.groups[..self.groups.len().min(1000)];
        let is_used = |entry: &&Entry| entry.age & 3 > 0 && entry.age >> 2 == self.age;
        let used = sample.iter().flat_map(|group| &group.0).filter(is_used).count();
        (used * 1000 / (sample.len() * WAYS) / (self.most / self.groups.len())) as u32
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.groups.len() - 1)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let group = &self.groups[self.place(key)].0;
        let entry =
            group.iter().find(|entry| entry.key == (key >> 32) as u32 && entry.age & 3 > 0)?;
        Some(Known {
            step: PackedStep::from_bits(entry.step),
            score: i32::from(entry.score),
            evaluation: i32::from(entry.evaluation),
            depth: i32::from(entry.depth),
            bound: match entry.age & 3 {
                1 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
        })
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, known: Known) {
        let (place, age) = (self.place(key), self.age);
        let upper = (key >> 32) as u32;
        let group = &mut self.groups[place].0;
        let value = |entry: &Entry| {
            let is_old = entry.age >> 2 != age;
            if entry.age & 3 == 0 {
                -1000
            } else {
                i32::from(entry.depth) - 300 * i32::from(is_old)
            }
        };
        let same = group.iter().position(|entry| entry.key == upper && entry.age & 3 > 0);
        let place =
            same.unwrap_or_else(|| (0..WAYS).min_by_key(|&i| value(&group[i])).unwrap_or(0));
        let entry = &mut group[place];
        if same.is_some()
            && known.bound != Bound::Exact
            && entry.age >> 2 == age
            && i32::from(entry.depth) > known.depth + 3
        {
            return;
        }
        self.fresh += usize::from(entry.age & 3 == 0 || entry.age >> 2 != age);
        let step =
            if known.step.is_none() && same.is_some() { entry.step } else { known.step.bits() };
        *entry = Entry {
            key: upper,
            step,
            score: known.score as i16,
            evaluation: known.evaluation as i16,
            depth: known.depth.clamp(-100, 100) as i8,
            age: age << 2
                | match known.bound {
                    Bound::Exact => 1,
                    Bound::Lower => 2,
                    Bound::Upper => 3,
                },
            middle: (key >> FEWEST_BITS) as u16,
        };
        if self.fresh > self.groups.len() * (WAYS / 2) && self.groups.len() < self.most {
            self.grow();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::mix;

    /// What is put in for a number, and read by [`found`].
    fn put(table: &mut TranspositionTable, number: u64) {
        let bits = number as u32 + 1;
        let (step, evaluation) = (PackedStep::from_bits(bits), (number % 900) as i32);
        let score = -evaluation;
        table.put(mix(number), Known { step, score, depth: 3, bound: Bound::Lower, evaluation });
    }

    fn found(table: &TranspositionTable, number: u64) -> bool {
        let Some(known) = table.get(mix(number)) else { return false };
        assert_eq!((known.step.bits(), known.depth), (number as u32 + 1, 3));
        assert_eq!((known.evaluation, known.score), ((number % 900) as i32, -known.evaluation));
        true
    }

    #[test]
    fn what_is_known_is_found_as_the_table_grows() {
        const BYTES: usize = 8 << 20;
        const NUMBERS: u64 = 200_000;
        let mut table = TranspositionTable::new(BYTES);
        let mut sizes = vec![table.groups.len()];
        for number in 0..NUMBERS {
            put(&mut table, number);
            assert!(found(&table, number));
            if table.groups.len() != sizes[sizes.len() - 1] {
                sizes.push(table.groups.len());
                let kept = (0..=number).filter(|&number| found(&table, number)).count() as u64;
                assert!(kept > number * 9 / 10, "{kept} of {number}");
            }
        }
        assert_eq!(sizes, [1 << 14, 1 << 15, 1 << 16, 1 << 17]);
        assert_eq!(table.groups.capacity() * size_of::<Group>(), BYTES);
        let kept = (0..NUMBERS).filter(|&number| found(&table, number)).count() as u64;
        assert!(kept > NUMBERS * 9 / 10, "{kept}");
        table.clear();
        assert_eq!(table.groups.len(), 1 << 14);
        assert!((0..NUMBERS).all(|number| !found(&table, number)));
    }

    /// What earlier searches left makes room, so that the table does not grow for it.
    #[test]
    fn a_table_grows_for_one_search() {
        let mut table = TranspositionTable::new(8 << 20);
        for number in 0..100_000 {
            if number % 20_000 == 0 {
                table.grow_older();
            }
            put(&mut table, number);
        }
        assert_eq!(table.groups.len(), 1 << 14);
        let kept = (80_000..100_000).filter(|&number| found(&table, number)).count();
        assert!(kept > 19_500, "{kept}");
        // Of a larger memory as much is a smaller part.
        let used = table.used();
        assert!((30..50).contains(&used), "{used}");
    }

    /// An empty table is not filled at all, and a full one wholly; what an earlier search has left does not
    /// count.
    #[test]
    fn a_table_tells_how_full_it_is() {
        for age in 0..3 {
            let mut table = TranspositionTable::new(1 << 12);
            let places = (table.groups.len() * WAYS) as u64;
            for _ in 0..age {
                table.grow_older();
            }
            assert_eq!(table.used(), 0);
            for number in 0..places {
                let bound = [Bound::Exact, Bound::Lower, Bound::Upper][number as usize % 3];
                let step = PackedStep::NONE;
                // As many for each place as have room there.
                let key = (number % (places / WAYS as u64)) | (number << 32);
                table.put(key, Known { step, score: 0, depth: 1, bound, evaluation: 0 });
                assert_eq!(u64::from(table.used()), 1000 * (number + 1) / places);
            }
            table.grow_older();
            assert_eq!(table.used(), 0);
        }
    }

    /// A table does not grow for what is put in again; it does for what takes the place of older findings.
    #[test]
    fn what_is_new_makes_a_table_grow() {
        let mut table = TranspositionTable::new(8 << 20);
        let size = table.groups.len();
        let part = (size * WAYS / 3) as u64;
        for _ in 0..3 {
            (0..part).for_each(|number| put(&mut table, number));
        }
        assert_eq!(table.groups.len(), size);
        // Until nothing is empty.
        for numbers in 1..9 {
            table.grow_older();
            (numbers * part..(numbers + 1) * part).for_each(|number| put(&mut table, number));
        }
        assert_eq!(table.groups.len(), size);
        table.grow_older();
        (20 * part..22 * part).for_each(|number| put(&mut table, number));
        assert_eq!(table.groups.len(), 2 * size);
    }
}
