//! Replays the seeds of the fuzz targets, through the functions that the targets call.

use testkit::targets::{replay, tables};

#[test]
fn live() {
    replay("live", tables::live);
}

#[test]
fn lobby() {
    replay("lobby", tables::lobby);
}
