//! Replays the seeds of the fuzz targets, through the functions that the targets call.

use std::fs;
use std::path::PathBuf;

use testkit::targets::records;

fn replay(target: &str, run: fn(&[u8])) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let entries = fs::read_dir(&folder);
    let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut count = 0;
    for entry in entries {
        run(&fs::read(entry.unwrap().path()).unwrap());
        count += 1;
    }
    assert!(count >= 7, "{target}: {count} seeds");
}

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
