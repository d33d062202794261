//! Replays the seeds of the fuzz targets, through the functions that the targets call.

use std::fs;
use std::path::PathBuf;

use rules::GameId;
use testkit::targets::positions;

fn replay(target: &str, run: fn(&[u8])) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let entries = fs::read_dir(&folder);
    let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut games: Vec<String> = Vec::new();
    for entry in entries {
        let data = fs::read(entry.unwrap().path()).unwrap();
        let name = data.split(|&byte| byte == b'\n').next().unwrap();
        games.push(String::from_utf8(name.to_vec()).unwrap());
        run(&data);
    }
    for game in GameId::ALL {
        assert!(games.iter().any(|name| name == game.spec().id), "no seed of {game}");
    }
}

#[test]
fn fen() {
    replay("fen", positions::fen);
}

#[test]
fn step() {
    replay("step", positions::step);
}

#[test]
fn san() {
    replay("san", positions::san);
}

#[test]
fn steps() {
    replay("steps", positions::steps);
}
