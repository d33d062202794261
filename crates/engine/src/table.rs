//! The transposition table: what is known of positions looked at before.

use crate::packed::Packed;

/// How an entry's score bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    /// The true score is at least that.
    AtLeast,
    /// The true score is at most that.
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) step: Packed,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// Sixteen bytes: the key's upper half, the step, the score, the depth, and the age with the bound.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u32,
    step: u32,
    score: i32,
    depth: i8,
    /// The bound in the lowest two bits (0: empty), the age above.
    age: u8,
}

/// Entries that share a place.
const WAYS: usize = 4;

/// A bounded table. An entry gives way to a new one if it is of an earlier search or less deep.
pub(crate) struct Table {
    entries: Vec<Entry>,
    age: u8,
}

impl Table {
    /// A table of at most so many bytes (at least one group of entries).
    pub(crate) fn new(bytes: usize) -> Self {
        let groups = (bytes / (WAYS * size_of::<Entry>())).max(1);
        // A power of two, so that a mask finds the place.
        let groups = 1 << groups.ilog2();
        Table { entries: vec![Entry::default(); groups * WAYS], age: 0 }
    }

    /// Tells that a new search begins: what older ones left may be overwritten.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    fn place(&self, key: u64) -> usize {
        (key as usize & (self.entries.len() / WAYS - 1)) * WAYS
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        let place = self.place(key);
        let group = &self.entries[place..place + WAYS];
        let entry =
            group.iter().find(|entry| entry.key == (key >> 32) as u32 && entry.age & 3 > 0)?;
        Some(Known {
            step: Packed::from_bits(entry.step),
            score: entry.score,
            depth: i32::from(entry.depth),
            bound: match entry.age & 3 {
                1 => Bound::Exact,
                2 => Bound::AtLeast,
                _ => Bound::AtMost,
            },
        })
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, known: Known) {
        let (place, age) = (self.place(key), self.age);
        let upper = (key >> 32) as u32;
        let group = &mut self.entries[place..place + WAYS];
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
        let step =
            if known.step.is_none() && same.is_some() { entry.step } else { known.step.bits() };
        *entry = Entry {
            key: upper,
            step,
            score: known.score,
            depth: known.depth.clamp(-100, 100) as i8,
            age: age << 2
                | match known.bound {
                    Bound::Exact => 1,
                    Bound::AtLeast => 2,
                    Bound::AtMost => 3,
                },
        };
    }
}
