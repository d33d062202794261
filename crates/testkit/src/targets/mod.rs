//! What the fuzz targets do with their data. The tests of `rules` and `record` replay the seeds through the
//! same functions.

pub mod positions;
#[cfg(feature = "record")]
pub mod records;
