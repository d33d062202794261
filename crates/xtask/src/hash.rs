//! Short names for contents.

use fs_err as fs;
use std::path::Path;

use crate::run::Result;

/// FNV-1a, 64 bits: tells versions of our own files apart; no protection against forgery.
pub struct Hash(u64);

impl Default for Hash {
    /// The hash of nothing.
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    /// Takes a byte string in, with its length, so that ("a", "bc") differs from ("ab", "c").
    pub fn with(mut self, bytes: &[u8]) -> Hash {
        for &byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        self
    }

    /// Eight hexadecimal digits.
    pub fn name(&self) -> String {
        format!("{:016x}", self.0)[..8].to_owned()
    }
}

/// The hash of files' contents.
///
/// # Errors
/// When one cannot be read.
pub fn of_files(files: &[impl AsRef<Path>]) -> Result<String> {
    let mut hash = Hash::default();
    for file in files {
        let file = file.as_ref();
        hash = hash.with(&fs::read(file).map_err(|e| e.to_string())?);
    }
    Ok(hash.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_published_function_over_lengths_and_bytes() {
        assert_eq!(Hash::default().name(), "cbf29ce4");
        assert_ne!(
            Hash::default().with(b"a").with(b"bc").name(),
            Hash::default().with(b"ab").with(b"c").name()
        );
        assert_eq!(
            Hash::default().with(b"fivefold").name(),
            Hash::default().with(b"fivefold").name()
        );
    }
}
