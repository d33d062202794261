//! Replays the seeds of the fuzz targets, through the functions that the targets call.

use testkit::targets::{records, replay};

#[test]
fn link() {
    replay("link", records::link);
}

#[test]
fn link_content() {
    replay("link_content", records::link_content);
}

#[test]
fn letter() {
    replay("letter", records::letter);
}

#[test]
fn joined() {
    replay("joined", records::joined);
}

#[test]
fn pgn() {
    replay("pgn", records::pgn);
}

#[test]
fn saved() {
    replay("saved", records::saved);
}

#[test]
fn openings() {
    replay("openings", records::openings);
}
