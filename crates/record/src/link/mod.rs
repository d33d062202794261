//! A whole game in the fragment of an address: `#g=…` (docs/link-format.md).
//!
//! A link names the game and its start, and for each step its index among the legal ones. Reading
//! it replays the game through the rules, so that no illegal game comes out of a link.

mod chapters;
pub(crate) mod coder;
mod find;
mod marks;
pub(crate) mod order;
mod orders;
mod times;
mod variations;

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use crc::{CRC_32_ISO_HDLC, Crc};
use rules::{AnyPosition, Color, FenError, GameId};

use crate::game::{Game, TurnId};
use crate::record::Record;
use crate::verdict::{Ending, Verdict};
use coder::{Decoder, Encoder};

pub use chapters::{Chapter, LONGEST_OF_CHAPTERS, read_chapters, write_chapters};
pub use find::within;

/// The version that is written.
const VERSION: u8 = 1;
/// What the fragment of an address begins with.
const NAME: &str = "g=";
/// Closes every link, so that none ends in a character that chat programs take for punctuation, and
/// a truncated link is recognised by its absence.
const END: char = 'E';
/// The longest link that is read, in characters: a hundred times a long game.
pub const LONGEST: usize = 1 << 17;
/// The most steps of a game in a link: more than twice the longest game ever seen, and few enough
/// that a short link with a false count cannot block a page.
pub const MOST_STEPS: usize = 3_000;
/// The most sections of a link.
const MOST_SECTIONS: u64 = 64;

/// Flags for the parts of a link besides the steps.
const HAS_START: u64 = 1;
const HAS_VERDICT: u64 = 2;
const HAS_SECTIONS: u64 = 4;
const KNOWN_FLAGS: u64 = HAS_START | HAS_VERDICT | HAS_SECTIONS;

/// A section of a link: data besides the game, by its kind (docs/link-format.md, "Sections").
/// Unknown kinds are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its kind; see [`kind`].
    pub kind: u64,
    /// Its data.
    pub bytes: Vec<u8>,
}

impl Section {
    /// A section with the players' names; whatever follows a line feed in a name is dropped.
    pub fn names(white: &str, black: &str) -> Section {
        let line = |name: &str| name.lines().next().unwrap_or_default().trim().to_owned();
        let text = format!("{}\n{}", line(white), line(black));
        Section { kind: kind::NAMES, bytes: text.into_bytes() }
    }

    /// The players' names, White's first, if this is the section with them.
    pub fn as_names(&self) -> Option<(&str, &str)> {
        let text = std::str::from_utf8(&self.bytes).ok().filter(|_| self.kind == kind::NAMES)?;
        text.split_once('\n')
    }
}

/// The kinds of sections.
pub mod kind {
    /// The players' names in UTF-8, White's and Black's, a line feed between.
    pub const NAMES: u64 = 1;
    /// The letter of a game by link: seats, commitments, reveals, offers.
    pub const LETTER: u64 = 2;
    /// A seat at a game by link, with its secret: private.
    pub const SEAT: u64 = 3;
    /// Variations, comments and glyphs; see [`super::Opened::tree`].
    pub const VARIATIONS: u64 = 4;
    /// Arrows and circles; see [`super::Opened::tree`].
    pub const MARKS: u64 = 5;
    /// Half-made turns behind the main line; see [`super::Opened::tree`].
    pub const BEGUN: u64 = 6;
    /// What PGN says of a game in its tags; in links to studies ([`super::Chapter`]).
    pub const TAGS: u64 = 7;
    /// The time control, and the times of turns; in links to studies.
    pub const TIMES: u64 = 8;
    /// Other orders of the steps of turns; in links to studies.
    pub const ORDERS: u64 = 9;
    /// Comments, glyphs and marks of half-made turns; see [`super::Opened::tree`].
    pub const OF_BEGUN: u64 = 10;
}

/// The content of a link.
#[derive(Clone, PartialEq, Debug)]
pub struct Opened {
    /// The game.
    pub record: Record,
    /// The sections.
    pub sections: Vec<Section>,
}

impl Opened {
    /// The game with its variations, comments, glyphs, marks and half-made turns.
    ///
    /// # Errors
    /// If they cannot be read, or the rules refuse one of their steps. The game itself is valid all
    /// the same.
    pub fn tree(&self) -> Result<Game, LinkError> {
        self.numbered_tree().map(|(tree, _)| tree)
    }

    /// The same, and its turns by their numbers in the link.
    fn numbered_tree(&self) -> Result<(Game, Vec<TurnId>), LinkError> {
        let (mut tree, turns) = match self.section(kind::VARIATIONS) {
            Some(bytes) => variations::read(&self.record, bytes)?,
            None => {
                let tree = Game::of(&self.record);
                let turns = variations::numbered(&tree);
                (tree, turns)
            }
        };
        if let Some(bytes) = self.section(kind::MARKS) {
            marks::read(&mut tree, &turns, bytes)?;
        }
        if let Some(bytes) = self.section(kind::BEGUN) {
            marks::read_begun(&mut tree, bytes)?;
        }
        if let Some(bytes) = self.section(kind::OF_BEGUN) {
            marks::read_of_begun(&mut tree, bytes)?;
        }
        Ok((tree, turns))
    }

    /// The data of the first section of a kind.
    fn section(&self, kind: u64) -> Option<&[u8]> {
        let found = self.sections.iter().find(|section| section.kind == kind);
        found.map(|section| &*section.bytes)
    }
}

/// Why a link cannot be read.
#[derive(Clone, PartialEq, Debug)]
pub enum LinkError {
    /// It is empty.
    Empty,
    /// It is not a link to a game.
    Foreign,
    /// It is longer than any game, with this number of characters.
    Long(usize),
    /// A character that links do not have, at this place, from 1.
    Character(char, usize),
    /// Its end is missing.
    Cut,
    /// The checksum is wrong: something was changed.
    Damaged,
    /// It has this newer version.
    Newer(u8),
    /// It has these flags of a newer version.
    Flags(u64),
    /// There is no game with this number.
    Game(u8),
    /// The start position cannot be played.
    Start(FenError),
    /// The step with this number, from 1, is invalid.
    Step(usize),
    /// It has more steps, or sections, than any game.
    Many,
    /// It has an end by the players, but the game is over by the rules.
    Verdict,
    /// No end of a game has this number.
    End(u8),
    /// It is not in canonical form.
    Canonical,
    /// It has data after its end, or ends too early.
    Trailing,
    /// A variation or an annotation has no place in the game.
    Variation,
}

impl LinkError {
    /// Its name in data.
    pub const fn id(&self) -> &'static str {
        match self {
            LinkError::Empty => "empty",
            LinkError::Foreign => "foreign",
            LinkError::Long(_) => "long",
            LinkError::Character(..) => "character",
            LinkError::Cut => "cut",
            LinkError::Damaged => "damaged",
            LinkError::Newer(_) | LinkError::Flags(_) => "newer",
            LinkError::Game(_) => "game",
            LinkError::Start(_) => "start",
            LinkError::Step(_) => "step",
            LinkError::Many => "many",
            LinkError::Verdict => "verdict",
            LinkError::End(_) => "end",
            LinkError::Canonical => "canonical",
            LinkError::Trailing => "trailing",
            LinkError::Variation => "variation",
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Empty => f.write_str("the link is empty"),
            LinkError::Foreign => write!(f, "no link of a game: '#{NAME}…' wanted"),
            LinkError::Long(length) => {
                write!(f, "{length} characters; no game takes more than {LONGEST}")
            }
            LinkError::Character(found, place) => {
                write!(
                    f,
                    "character {place} is '{}', which links do not have",
                    found.escape_debug()
                )
            }
            LinkError::Cut => f.write_str("the end of the link is missing"),
            LinkError::Damaged => {
                f.write_str("the link was changed on its way: the checksum is wrong")
            }
            LinkError::Newer(version) => {
                write!(f, "version {version} of links; up to {VERSION} are known here")
            }
            LinkError::Flags(flags) => {
                write!(f, "flags {flags}, of which only those of {KNOWN_FLAGS} are known here")
            }
            LinkError::Game(number) => write!(f, "no game has the number {number}"),
            LinkError::Start(error) => write!(f, "starting position: {error}"),
            LinkError::Step(number) => write!(f, "step {number} is none"),
            LinkError::Many => f.write_str("more in it than in any game"),
            LinkError::Verdict => f.write_str("an end by the players, of a game that was over"),
            LinkError::End(number) => write!(f, "no end of a game has the number {number}"),
            LinkError::Canonical => f.write_str("not written in the one way that links are"),
            LinkError::Trailing => f.write_str("something stands behind the last step"),
            LinkError::Variation => f.write_str("a variation has no place in the game"),
        }
    }
}

impl std::error::Error for LinkError {}

/// Writes a game as the fragment of a link, without the `#`.
///
/// # Errors
/// [`LinkError::Many`] if it has more than [`MOST_STEPS`] steps or too many sections.
pub fn write(record: &Record, sections: &[Section]) -> Result<String, LinkError> {
    Ok(seal(&content(record, sections)?))
}

/// The content of a link, without its checksum.
fn content(record: &Record, sections: &[Section]) -> Result<Vec<u8>, LinkError> {
    if record.steps().len() > MOST_STEPS || sections.len() as u64 > MOST_SECTIONS {
        return Err(LinkError::Many);
    }
    let start = record.start();
    let mut bytes = vec![VERSION, start.spec().link];

    let is_usual = *start == AnyPosition::initial(start.game());
    let verdict = by_players(record);
    let flags = (if is_usual { 0 } else { HAS_START })
        | verdict.map_or(0, |_| HAS_VERDICT)
        | (if sections.is_empty() { 0 } else { HAS_SECTIONS });
    put_number(&mut bytes, flags);
    if !is_usual {
        put_bytes(&mut bytes, start.fen().as_bytes());
    }
    if let Some(verdict) = verdict {
        bytes.push(verdict);
    }
    if !sections.is_empty() {
        put_number(&mut bytes, sections.len() as u64);
        for section in sections {
            put_number(&mut bytes, section.kind);
            put_bytes(&mut bytes, &section.bytes);
        }
    }
    put_number(&mut bytes, record.steps().len() as u64);
    bytes.extend(steps(record)?);
    Ok(bytes)
}

/// Writes a game with its variations, comments, glyphs, marks and half-made turns as the fragment of a link,
/// without the `#`.
///
/// # Errors
/// [`LinkError::Many`] if there is more in it than in any game, [`LinkError::Step`] if a step of
/// it is not legal.
pub fn write_tree(tree: &Game, sections: &[Section]) -> Result<String, LinkError> {
    Ok(seal(&content_of_tree(tree, sections)?))
}

/// The content of a link with the whole tree, without its checksum.
fn content_of_tree(tree: &Game, sections: &[Section]) -> Result<Vec<u8>, LinkError> {
    let record = tree.record().map_err(|_| LinkError::Step(0))?;
    let own = [
        (kind::VARIATIONS, variations::write(tree)?),
        (kind::MARKS, marks::write(tree)?),
        (kind::BEGUN, marks::write_begun(tree)?),
        (kind::OF_BEGUN, marks::write_of_begun(tree)?),
    ];
    let others =
        sections.iter().filter(|section| own.iter().all(|&(kind, _)| section.kind != kind));
    let mut all: Vec<Section> = others.cloned().collect();
    let own = own.into_iter().filter_map(|(kind, bytes)| Some(Section { kind, bytes: bytes? }));
    all.extend(own);
    content(&record, &all)
}

/// A table of one kilobyte: a larger one would be faster, but the module with it loads more slowly,
/// and pages with a link wait for it.
static CHECKSUM: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// The checksum of links: CRC-32 (ISO-HDLC), as in zip and PNG.
pub fn sum(content: &[u8]) -> u32 {
    CHECKSUM.checksum(content)
}

/// Completes the content of a link with its checksum, as text. Games are written by [`write()`];
/// this is for testing what [`read`] makes of arbitrary content.
pub fn seal(content: &[u8]) -> String {
    sealed(NAME, content)
}

/// Content with its checksum, as text behind a name.
fn sealed(name: &str, content: &[u8]) -> String {
    let mut bytes = content.to_vec();
    bytes.extend(sum(content).to_be_bytes());
    format!("{name}{}{END}", URL_SAFE_NO_PAD.encode(bytes))
}

/// The steps, entropy coded.
fn steps(record: &Record) -> Result<Vec<u8>, LinkError> {
    let mut encoder = Encoder::new();
    for (index, step) in record.steps().iter().enumerate() {
        let place = order::place(record.position(index), *step);
        let (place, of) = place.ok_or(LinkError::Step(index + 1))?;
        encoder.write(place, of);
    }
    Ok(encoder.finish())
}

/// The end of the game by the players, as links encode it.
fn by_players(record: &Record) -> Option<u8> {
    let Verdict { winner, ending } = record.verdict()?;
    match (ending, winner) {
        (Ending::Resignation, Some(Color::White)) => Some(0),
        (Ending::Resignation, _) => Some(1),
        (Ending::Agreement, _) => Some(2),
        (Ending::Time, Some(Color::White)) => Some(3),
        (Ending::Time, Some(Color::Black)) => Some(4),
        (Ending::Time, None) => Some(5),
        (Ending::Abandonment, Some(Color::White)) => Some(6),
        (Ending::Abandonment, Some(Color::Black)) => Some(7),
        (Ending::Abandonment, None) => Some(8),
        (Ending::Rules(_) | Ending::Repetition, _) => None,
    }
}

/// Reads the fragment of a link, with or without `#` and what precedes it in an address.
/// Punctuation that a text around the link has left at its end is ignored.
///
/// # Errors
/// If it is damaged, truncated, foreign, from a newer version, or its game is illegal.
pub fn read(text: &str) -> Result<Opened, LinkError> {
    read_content(&unsealed(NAME, text)?)
}

/// The content of the link behind a name in a text, whose checksum is right.
fn unsealed(name: &str, text: &str) -> Result<Vec<u8>, LinkError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(LinkError::Empty);
    }
    let mark = format!("#{name}");
    let body = match text.split_once(mark.as_str()) {
        Some((_, body)) => body,
        None => text.strip_prefix(name).ok_or(LinkError::Foreign)?,
    };
    if body.len() > LONGEST {
        return Err(LinkError::Long(body.len()));
    }
    let body = body.trim_end_matches(|sign: char| ".,;:!?)]}>'\"”’»*".contains(sign));
    if body.is_empty() {
        return Err(LinkError::Empty);
    }
    let is_known = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if let Some((place, found)) = body.chars().enumerate().find(|&(_, c)| !is_known(c)) {
        return Err(LinkError::Character(found, place + 1));
    }
    let coded = body.strip_suffix(END).ok_or(LinkError::Cut)?;
    let bytes = URL_SAFE_NO_PAD.decode(coded).map_err(|_| LinkError::Damaged)?;
    let (content, checksum) = bytes.split_last_chunk::<4>().ok_or(LinkError::Cut)?;
    if content.is_empty() || sum(content) != u32::from_be_bytes(*checksum) {
        return Err(LinkError::Damaged);
    }
    Ok(content.to_vec())
}

fn read_content(bytes: &[u8]) -> Result<Opened, LinkError> {
    let mut reader = Reader { bytes };
    let version = reader.byte()?;
    if version != VERSION {
        return Err(LinkError::Newer(version));
    }
    let number = reader.byte()?;
    let known = GameId::ALL.iter().copied().find(|game| game.spec().link == number);
    let game = known.ok_or(LinkError::Game(number))?;
    let flags = reader.number()?;
    if flags & !KNOWN_FLAGS != 0 {
        return Err(LinkError::Flags(flags));
    }
    let usual = AnyPosition::initial(game);
    let start = if flags & HAS_START == 0 {
        usual
    } else {
        let fen = String::from_utf8_lossy(reader.bytes()?);
        let start = AnyPosition::from_fen(game, &fen).map_err(LinkError::Start)?;
        if start == usual || start.fen() != fen {
            return Err(LinkError::Canonical);
        }
        start
    };
    let verdict = if flags & HAS_VERDICT == 0 {
        None
    } else {
        Some(match reader.byte()? {
            0 => Verdict { winner: Some(Color::White), ending: Ending::Resignation },
            1 => Verdict { winner: Some(Color::Black), ending: Ending::Resignation },
            2 => Verdict { winner: None, ending: Ending::Agreement },
            3 => Verdict { winner: Some(Color::White), ending: Ending::Time },
            4 => Verdict { winner: Some(Color::Black), ending: Ending::Time },
            5 => Verdict { winner: None, ending: Ending::Time },
            6 => Verdict { winner: Some(Color::White), ending: Ending::Abandonment },
            7 => Verdict { winner: Some(Color::Black), ending: Ending::Abandonment },
            8 => Verdict { winner: None, ending: Ending::Abandonment },
            other => return Err(LinkError::End(other)),
        })
    };
    let mut sections = Vec::new();
    if flags & HAS_SECTIONS != 0 {
        let count = reader.number()?;
        if count > MOST_SECTIONS {
            return Err(LinkError::Many);
        }
        if count == 0 {
            return Err(LinkError::Canonical);
        }
        for _ in 0..count {
            let kind = reader.number()?;
            sections.push(Section { kind, bytes: reader.bytes()?.to_vec() });
        }
    }
    let count = reader.number()?;
    if count > MOST_STEPS as u64 {
        return Err(LinkError::Many);
    }
    let mut record = replay(start, count as usize, reader.bytes)?;
    if let Some(verdict) = verdict {
        record.reopen();
        if record.verdict().is_some() {
            return Err(LinkError::Verdict);
        }
        record.close(verdict);
    }
    Ok(Opened { record, sections })
}

/// Plays the encoded steps.
fn replay(start: AnyPosition, count: usize, coded: &[u8]) -> Result<Record, LinkError> {
    let mut record = Record::new(start);
    let spec = start.spec();
    let mut decoder = Decoder::new(coded);
    let mut encoder = Encoder::new();
    for number in 1..=count {
        record.reopen();
        let steps = if record.verdict().is_none() { record.live().list() } else { Vec::new() };
        let of = steps.len() as u32;
        let place = decoder.read(of).ok_or(LinkError::Step(number))?;
        encoder.write(place, of);
        let step = order::at(place, steps, spec).ok_or(LinkError::Step(number))?;
        // It is one of the legal steps.
        record.push(step);
    }
    if !decoder.is_spent() {
        return Err(LinkError::Trailing);
    }
    // Every number in the last interval decodes to the same steps: only one of them is canonical.
    if encoder.finish() != coded {
        return Err(LinkError::Canonical);
    }
    Ok(record)
}

/// A number in groups of seven bits, the lowest first; the highest bit says that another follows.
/// It has no more groups than it needs.
pub(crate) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Bytes after their number.
pub(crate) fn put_bytes(bytes: &mut Vec<u8>, content: &[u8]) {
    put_number(bytes, content.len() as u64);
    bytes.extend(content);
}

/// The remaining bytes.
pub(crate) struct Reader<'a> {
    pub(crate) bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn byte(&mut self) -> Result<u8, LinkError> {
        let (&byte, rest) = self.bytes.split_first().ok_or(LinkError::Cut)?;
        self.bytes = rest;
        Ok(byte)
    }

    pub(crate) fn number(&mut self) -> Result<u64, LinkError> {
        let mut number = 0;
        for group in 0..9 {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << (7 * group);
            if byte == 0 && group > 0 {
                return Err(LinkError::Canonical);
            }
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(LinkError::Many)
    }

    pub(crate) fn bytes(&mut self) -> Result<&'a [u8], LinkError> {
        let length = usize::try_from(self.number()?).map_err(|_| LinkError::Many)?;
        let (content, rest) = self.bytes.split_at_checked(length).ok_or(LinkError::Cut)?;
        self.bytes = rest;
        Ok(content)
    }
}

/// The number of bytes for the steps of a game in a link, and their information in bits: the sum of
/// log2 of the number of legal steps.
///
/// # Errors
/// [`LinkError::Step`] if a step is illegal.
pub fn weigh(record: &Record) -> Result<(usize, f64), LinkError> {
    let bits = (0..record.steps().len()).map(|i| (record.position(i).count() as f64).log2()).sum();
    Ok((steps(record)?.len(), bits))
}
