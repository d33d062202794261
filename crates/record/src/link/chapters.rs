//! Several games in one link, each with a name: `#s=…` (docs/link-format.md, "Studies").

use super::{
    LinkError, Opened, Reader, Section, content_of_tree, kind, orders, put_bytes, put_number,
    read_content, sealed, times, unsealed,
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
    /// What PGN says of it: names and values of tags, of which the players' names come first.
    pub tags: Vec<(String, String)>,
    /// The game, with its times and other orders of steps.
    pub game: Game,
}

/// The tags with the players' names, which links to games have as well.
const PLAYERS: [&str; 2] = ["White", "Black"];
/// The most tags of a game.
const MOST_TAGS: u64 = 200;

/// The sections of what links to games leave out.
fn sections(tags: &[(String, String)], game: &Game) -> Result<Vec<Section>, LinkError> {
    let mut sections = Vec::new();
    let player = |name: &str| {
        let found = tags.iter().find(|(tag, _)| tag == name);
        found.map_or("", |(_, value)| value.as_str())
    };
    let [white, black] = PLAYERS.map(player);
    if !white.is_empty() || !black.is_empty() {
        sections.push(Section::names(white, black));
    }
    let others: Vec<_> = tags.iter().filter(|(tag, _)| !PLAYERS.contains(&&**tag)).collect();
    if others.len() as u64 > MOST_TAGS {
        return Err(LinkError::Many);
    }
    let mut bytes = Vec::new();
    for (tag, value) in &others {
        put_bytes(&mut bytes, tag.as_bytes());
        put_bytes(&mut bytes, value.as_bytes());
    }
    let own = [
        (kind::TAGS, (!others.is_empty()).then_some(bytes)),
        (kind::TIMES, times::write(game)?),
        (kind::ORDERS, orders::write(game)?),
    ];
    sections
        .extend(own.into_iter().filter_map(|(kind, bytes)| Some(Section { kind, bytes: bytes? })));
    Ok(sections)
}

/// The tags of a game in a link.
fn tags(opened: &Opened) -> Result<Vec<(String, String)>, LinkError> {
    let names = opened.sections.iter().find_map(Section::as_names).unwrap_or_default();
    let line = |name: &'static str, text: &str| {
        (name, text.lines().next().unwrap_or_default().trim().to_owned())
    };
    let named = [line(PLAYERS[0], names.0), line(PLAYERS[1], names.1)];
    let named = named.into_iter().filter(|(_, name)| !name.is_empty());
    let mut tags: Vec<_> = named.map(|(tag, name)| (tag.to_owned(), name)).collect();
    let players = tags.len();
    if let Some(bytes) = opened.section(kind::TAGS) {
        let mut reader = Reader { bytes };
        while !reader.bytes.is_empty() {
            let (tag, value) = (string(reader.bytes()?)?, string(reader.bytes()?)?);
            let is_name = !tag.is_empty() && !tag.contains(char::is_whitespace);
            let is_line = !value.contains(['\n', '\r']);
            if !is_name || !is_line || (tags.len() - players) as u64 == MOST_TAGS {
                return Err(LinkError::Variation);
            }
            tags.push((tag, value));
        }
    }
    Ok(tags)
}

fn string(bytes: &[u8]) -> Result<String, LinkError> {
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| LinkError::Variation)
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
    for Chapter { name, tags, game } in chapters {
        put_bytes(&mut bytes, name.as_bytes());
        put_bytes(&mut bytes, &content_of_tree(game, &sections(tags, game)?)?);
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
        let (mut game, turns) = opened.numbered_tree()?;
        if let Some(bytes) = opened.section(kind::TIMES) {
            times::read(&mut game, &turns, bytes)?;
        }
        if let Some(bytes) = opened.section(kind::ORDERS) {
            orders::read(&mut game, &turns, bytes)?;
        }
        chapters.push(Chapter { name, tags: tags(&opened)?, game });
    }
    if reader.bytes.is_empty() { Ok((name, chapters)) } else { Err(LinkError::Trailing) }
}
