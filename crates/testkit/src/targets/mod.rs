//! What the fuzz targets do with their data. The tests of `rules` and `record` replay the seeds through the
//! same functions, and so do those of `table` and `app`.

use std::fs;
use std::path::Path;

pub mod positions;
#[cfg(feature = "record")]
pub mod records;
#[cfg(feature = "signals")]
pub mod signals;
#[cfg(feature = "tables")]
pub mod tables;

/// Replays the seeds of a target.
///
/// # Panics
/// If there are too few, or one fails.
pub fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let entries = fs::read_dir(&folder);
    let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut count = 0;
    for entry in entries.flatten() {
        run(&fs::read(entry.path()).unwrap_or_else(|error| panic!("{error}")));
        count += 1;
    }
    assert!(count >= 7, "{target}: {count} seeds");
}
