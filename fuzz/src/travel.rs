//! What the fuzz targets for links, PGN and saved games do with their data. The tests of `record`
//! replay the seeds through the same functions.

use record::Record;
use record::link;
use record::pgn;
use record::tree::Tree;

/// Reads a link. One that is accepted is written so that it reads as the same game.
pub fn link(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match link::read(text) {
        Ok(opened) => {
            let written = link::write(&opened.record, &opened.sections).expect("it was read");
            let again = link::read(&written).expect("it was written");
            assert!(again.record == opened.record && again.sections == opened.sections);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Reads bytes as the content of a link whose checksum is right, which chance alone would not find.
pub fn link_content(data: &[u8]) {
    link(link::seal(data).as_bytes());
}

/// Reads a PGN. Games that are accepted are written so that they read as the same games.
pub fn pgn(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for game in pgn::read(&text) {
        match game {
            Ok(game) => {
                let written = pgn::write(&game);
                let again = pgn::read(&written);
                assert!(again.len() == 1, "{written}");
                let again = again[0].as_ref().unwrap_or_else(|error| panic!("{error}\n{written}"));
                assert!(same(&game.tree, &again.tree), "{written}");
            }
            Err(error) => assert!(error.line > 0 && !error.to_string().is_empty()),
        }
    }
}

/// Reads a game as it is kept on a device. One that is accepted is saved so that it reads as the
/// same game.
pub fn saved(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Record::load(text) {
        Ok(record) => {
            let again = Record::load(&record.save()).expect("it was saved");
            assert!(again == record, "{text}");
        }
        Err(error) => assert!(error.line > 0 && !error.to_string().is_empty()),
    }
}

/// Whether two trees have the same turns in the same lines.
fn same(one: &Tree, other: &Tree) -> bool {
    let mut open = vec![(Tree::ROOT, Tree::ROOT)];
    while let Some((a, b)) = open.pop() {
        let (next_a, next_b) = (one.next(a), other.next(b));
        if one.steps(a) != other.steps(b) || next_a.len() != next_b.len() {
            return false;
        }
        open.extend(next_a.iter().copied().zip(next_b.iter().copied()));
    }
    true
}
