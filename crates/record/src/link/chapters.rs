//! Several games in one link, each with a name: `#s=…` (docs/link-format.md, "Studies").

use super::{
    LinkError, Reader, Section, content_of_tree, put_bytes, put_number, read_content, sealed,
    unsealed,
};
use crate::game::Game;

/// The version that is written.
const VERSION: u8 = 1;
/// What the fragment of an address begins with.
const NAME: &str = "s=";
/// The longest link of this kind that is handed out, in characters: longer ones are cut by too many
/// programs on their way.
pub const LONGEST_OF_CHAPTERS: usize = 1 << 15;
/// The most games in a link.
const MOST: u64 = 1_000;

/// A game of a link with several.
#[derive(Clone, PartialEq, Debug)]
pub struct Chapter {
    /// What it is called, or nothing.
    pub name: String,
    /// The names of White and Black, or nothing.
    pub players: [String; 2],
    /// The game, as far as links hold it.
    pub game: Game,
}

/// Writes games under a common name as the fragment of a link, without the `#`.
///
/// # Errors
/// [`LinkError::Long`] if it would be longer than [`LONGEST_OF_CHAPTERS`]; else as
/// [`write_tree`](super::write_tree).
pub fn write_chapters(name: &str, chapters: &[Chapter]) -> Result<String, LinkError> {
    if chapters.is_empty() || chapters.len() as u64 > MOST {
        return Err(LinkError::Many);
    }
    let mut bytes = vec![VERSION];
    put_bytes(&mut bytes, name.as_bytes());
    put_number(&mut bytes, chapters.len() as u64);
    for Chapter { name, players, game } in chapters {
        let [white, black] = players;
        let has_players = !white.is_empty() || !black.is_empty();
        let sections: Vec<Section> =
            has_players.then(|| Section::names(white, black)).into_iter().collect();
        put_bytes(&mut bytes, name.as_bytes());
        put_bytes(&mut bytes, &content_of_tree(game, &sections)?);
    }
    let link = sealed(NAME, &bytes);
    if link.len() > LONGEST_OF_CHAPTERS { Err(LinkError::Long(link.len())) } else { Ok(link) }
}

/// Reads the fragment of a link to several games, with or without `#` and what precedes it in an address:
/// their common name, and the games.
///
/// # Errors
/// If it is damaged, truncated, foreign, from a newer version, or one of its games is illegal.
pub fn read_chapters(text: &str) -> Result<(String, Vec<Chapter>), LinkError> {
    let content = unsealed(NAME, text)?;
    let mut reader = Reader { bytes: &content };
    let version = reader.byte()?;
    if version != VERSION {
        return Err(LinkError::Newer(version));
    }
    let string = |bytes: &[u8]| {
        std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| LinkError::Variation)
    };
    let name = string(reader.bytes()?)?;
    let count = reader.number()?;
    if count == 0 {
        return Err(LinkError::Canonical);
    }
    if count > MOST {
        return Err(LinkError::Many);
    }
    let mut chapters = Vec::new();
    for _ in 0..count {
        let name = string(reader.bytes()?)?;
        let opened = read_content(reader.bytes()?)?;
        let (white, black) = opened.sections.iter().find_map(Section::as_names).unwrap_or_default();
        let players = [white.to_owned(), black.to_owned()];
        chapters.push(Chapter { name, players, game: opened.tree()? });
    }
    if reader.bytes.is_empty() { Ok((name, chapters)) } else { Err(LinkError::Trailing) }
}
