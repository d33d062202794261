//! Sets and maps by the keys of positions.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hasher};

pub(crate) type KeySet = HashSet<u64, Ready>;
pub(crate) type KeyMap<T> = HashMap<u64, T, Ready>;

/// Hashes nothing: Zobrist keys are random already.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ready(u64);

impl BuildHasher for Ready {
    type Hasher = Ready;

    fn build_hasher(&self) -> Ready {
        *self
    }
}

impl Hasher for Ready {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
