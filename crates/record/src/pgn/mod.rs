//! Portable Game Notation (docs/rules/README.md, "Human notation").
//!
//! The steps of a turn are joined by commas; a draw by chance is in braces without a space,
//! directly before the pieces placed: `{RBPPP}R@a1,B@c3`. Any other braces contain a comment.

mod marks;
mod read;
mod times;
mod write;

use rules::GameId;

use crate::game::Game;

pub use read::{Fault, PgnError, read};
pub use write::write;

/// The tags of the clock, and how a game is said to have been ended by it.
const TIME_CONTROL: &str = "TimeControl";
const TERMINATION: &str = "Termination";
const TIME_FORFEIT: &str = "time forfeit";
const ABANDONED: &str = "abandoned";

/// A game of a PGN file.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The tags in their order, without those that follow from the game: `Variant`, `SetUp`, `FEN`,
    /// `Result`, and where they are known here, `TimeControl` and `Termination`.
    pub tags: Vec<(String, String)>,
    /// The game with variations and comments.
    pub tree: Game,
}

impl Entry {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// The game named by a `Variant` tag: its name as on the command line, or in words.
fn variant(value: &str) -> Option<GameId> {
    let letters: String =
        value.chars().filter(|c| c.is_ascii_alphabetic()).collect::<String>().to_lowercase();
    let letters = letters.strip_suffix("chess").unwrap_or(&letters);
    let is_meant = |game: &GameId| {
        let spec = game.spec();
        spec.also.contains(&letters)
            || spec.id.bytes().filter(|&byte| byte != b'-').eq(letters.bytes())
    };
    GameId::ALL.iter().copied().find(is_meant)
}
