//! The fields of a letter of version 2, each with a kind (docs/fair-draws.md, "Fields").

use rules::{Color, Phase};

use super::{Act, Joined, Letter, LetterError};
use crate::fair::Version;
use crate::link::{Reader, put_bytes, put_number};
use crate::record::{Record, Turn};
use crate::time_control::TimeControl;

/// The longest line of text, in characters.
pub const LONGEST_LINE: usize = 200;
/// The longest time control, in bytes.
const LONGEST_CLOCK: usize = 64;
/// The only common Quick start so far.
const QUICK: [u8; 1] = [1];
/// How much time one side gives the other at once, in milliseconds.
pub const GIFT: u32 = 15_000;
/// How often a side may give the other time.
pub const MOST_GIVEN: u32 = 100;
/// The most days that a turn may take.
pub const MOST_DAYS: u8 = 31;
/// The bytes of a signature.
pub const SIGNATURE: usize = 64;

/// A field, by its kind. Unknown agreed kinds are repeated in each letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its kind; see [`kind`].
    pub kind: u64,
    /// Its value.
    pub bytes: Vec<u8>,
}

/// The kinds of fields. A reader that does not know an odd one must not continue the game. Kinds
/// with bit 1 are agreed: both sides have agreed on them, and each letter repeats them.
pub mod kind {
    /// The sender's line of text, in UTF-8.
    pub const LINE: u64 = 0;
    /// The inviter's key: its algorithm, a byte, and what follows its name of it.
    pub const INVITER_KEY: u64 = 2;
    /// The time control, as in PGN's tag `TimeControl`.
    pub const CLOCK: u64 = 3;
    /// The milliseconds of this letter's turn, and both clocks: three numbers.
    pub const TIMES: u64 = 4;
    /// The answerer's key.
    pub const ANSWERER_KEY: u64 = 6;
    /// The agreed common Quick start: 1 is [`crate::fair::place`].
    pub const QUICK_START: u64 = 7;
    /// The common Quick start that the inviter offers.
    pub const QUICK_OFFER: u64 = 16;
    /// Time that the sides have given each other: what White and what Black was given, see [`super::Given`].
    pub const GIVEN: u64 = 20;
    /// Conditional turns; see [`super::super::conditions`].
    pub const CONDITIONS: u64 = 8;
    /// The inviter's name, a line as that of [`LINE`].
    pub const INVITER_NAME: u64 = 10;
    /// The answerer's name.
    pub const ANSWERER_NAME: u64 = 14;
    /// The newest signatures, White's and Black's: the number of signed turns plus one, and the
    /// signature; 0 for none.
    pub const SIGNATURES: u64 = 12;
    /// The sender's signature over the conditional turns.
    pub const CONDITIONS_SIGNATURE: u64 = 24;
    /// The days that each turn may take: a number.
    pub const DAYS: u64 = 11;
    /// Both sides' newest signatures as one, in games of joined signatures; see [`super::super::Joined`].
    pub const JOINED: u64 = 32;
    /// When the letter was written, by its sender's watch: the seconds since 1970, a number.
    pub const WRITTEN: u64 = 28;
}

impl Field {
    /// Whether a reader that does not know it must not continue the game.
    const fn is_needed(&self) -> bool {
        self.kind & 1 != 0
    }

    /// Whether it is agreed and repeated.
    pub(super) const fn is_agreed(&self) -> bool {
        self.kind & 2 != 0
    }

    /// Whether its value is well formed for its kind.
    fn is_well_formed(&self) -> bool {
        match self.kind {
            kind::LINE | kind::INVITER_NAME | kind::ANSWERER_NAME => line_of(&self.bytes).is_some(),
            kind::CLOCK => {
                let is_short = (1..=LONGEST_CLOCK).contains(&self.bytes.len());
                is_short && self.bytes.iter().all(u8::is_ascii_graphic)
            }
            kind::INVITER_KEY | kind::ANSWERER_KEY => self.bytes.len() > 1,
            kind::QUICK_START => self.bytes == QUICK,
            kind::TIMES => times_of(&self.bytes).is_some(),
            kind::SIGNATURES => signatures_of(&self.bytes).is_some(),
            kind::GIVEN => given_of(&self.bytes).is_some(),
            kind::CONDITIONS_SIGNATURE => self.bytes.len() == SIGNATURE,
            kind::DAYS => days_of(&self.bytes).is_some(),
            kind::JOINED => Joined::read(&self.bytes).is_some(),
            kind::WRITTEN => number_of(&self.bytes).is_some(),
            _ => true,
        }
    }
}

/// The fields as bytes.
pub(super) fn write<'a>(fields: impl Iterator<Item = &'a Field>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for field in fields {
        put_number(&mut bytes, field.kind);
        put_bytes(&mut bytes, &field.bytes);
    }
    bytes
}

/// Reads fields up to the end.
///
/// # Errors
/// If one is cut, out of order or duplicate, malformed, or required and unknown.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Field>, LetterError> {
    let mut reader = Reader { bytes };
    let mut fields: Vec<Field> = Vec::new();
    while !reader.bytes.is_empty() {
        let kind = reader.number().map_err(|_| LetterError::Length)?;
        let content = reader.bytes().map_err(|_| LetterError::Length)?;
        let field = Field { kind, bytes: content.to_vec() };
        if fields.last().is_some_and(|last| last.kind >= kind) {
            return Err(LetterError::Content);
        }
        let is_known = match kind {
            kind::CLOCK | kind::DAYS => true,
            kind::QUICK_START => content == QUICK,
            _ => false,
        };
        if field.is_needed() && !is_known {
            return Err(LetterError::Newer(2));
        }
        if !field.is_well_formed() {
            return Err(LetterError::Content);
        }
        fields.push(field);
    }
    Ok(fields)
}

/// Whether a character ends a line, changes the direction of the text around it, or is not text.
fn is_turning(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text as a line that does not affect the text around it, with at most this many characters.
pub fn clean_line(text: &str, longest: usize) -> String {
    let line: String = text.split(is_turning).collect::<Vec<_>>().join(" ");
    let cut: String = line.trim().chars().take(longest).collect();
    cut.trim_end().to_owned()
}

fn line_of(bytes: &[u8]) -> Option<&str> {
    let line = std::str::from_utf8(bytes).ok()?;
    let is_one = !line.is_empty() && line.trim() == line && !line.contains(char::is_control);
    (is_one && line.chars().count() <= LONGEST_LINE).then_some(line)
}

fn times_of(bytes: &[u8]) -> Option<Times> {
    let mut reader = Reader { bytes };
    let mut next = || u32::try_from(reader.number().ok()?).ok();
    let times = Times { used: next()?, left: [next()?, next()?] };
    reader.bytes.is_empty().then_some(times)
}

/// A number that fills a field.
fn number_of(bytes: &[u8]) -> Option<u64> {
    let mut reader = Reader { bytes };
    let number = reader.number().ok()?;
    reader.bytes.is_empty().then_some(number)
}

fn days_of(bytes: &[u8]) -> Option<u8> {
    let days = u8::try_from(number_of(bytes)?).ok()?;
    (1..=MOST_DAYS).contains(&days).then_some(days)
}

fn number(number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_number(&mut bytes, number);
    bytes
}

fn given_of(bytes: &[u8]) -> Option<[Gifts; 2]> {
    let mut reader = Reader { bytes };
    let mut next = || u32::try_from(reader.number().ok()?).ok();
    let mut sides = [Gifts::default(), Gifts::default()];
    for side in &mut sides {
        for _ in 0..next().filter(|&count| count <= MOST_GIVEN)? {
            side.0.push(Given { turn: next()?, times: next()? });
        }
    }
    let is_sound = sides.iter().all(Gifts::is_sound) && sides.iter().any(|side| !side.is_empty());
    (reader.bytes.is_empty() && is_sound).then_some(sides)
}

fn signatures_of(bytes: &[u8]) -> Option<[Option<Signature>; 2]> {
    let mut reader = Reader { bytes };
    let mut signatures = [None; 2];
    for signature in &mut signatures {
        let Some(turns) = u32::try_from(reader.number().ok()?).ok()?.checked_sub(1) else {
            continue;
        };
        let (bytes, rest) = reader.bytes.split_first_chunk()?;
        reader.bytes = rest;
        *signature = Some(Signature { turns, bytes: *bytes });
    }
    (reader.bytes.is_empty() && signatures.iter().any(Option::is_some)).then_some(signatures)
}

/// The times in a letter, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Times {
    /// How long the sender took for this turn.
    pub used: u32,
    /// White's and Black's clock now.
    pub left: [u32; 2],
}

/// Time that a side was given while one turn was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given {
    /// How many turns were finished.
    pub turn: u32,
    /// How many times [`GIFT`] was given.
    pub times: u32,
}

/// All time that a side was given, by turn. It only grows, so that two devices which know different
/// parts of it come to the same.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Gifts(Vec<Given>);

impl Gifts {
    /// Those of a list; `None` if they are out of order or too many.
    pub fn new(list: Vec<Given>) -> Option<Gifts> {
        Some(Gifts(list)).filter(Gifts::is_sound)
    }

    fn is_sound(&self) -> bool {
        let are_ordered = self.0.windows(2).all(|pair| pair[0].turn < pair[1].turn);
        let total = self.0.iter().try_fold(0_u32, |sum, given| sum.checked_add(given.times));
        are_ordered
            && self.0.iter().all(|given| given.times > 0)
            && total.is_some_and(|total| total <= MOST_GIVEN)
    }

    /// Whether nothing was given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// By turn.
    pub fn list(&self) -> &[Given] {
        &self.0
    }

    /// How often the side was given time.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|given| given.times).sum()
    }

    /// Adds to what was given during a turn, unless it is too much.
    pub fn add(&mut self, turn: u32) {
        let given = self.0.iter().find(|given| given.turn == turn);
        let times = given.map_or(0, |given| given.times) + 1;
        self.merge(&Gifts(vec![Given { turn, times }]));
    }

    /// Adopts what another device knows beyond this, unless that is too much.
    pub fn merge(&mut self, other: &Gifts) {
        let mut merged = self.clone();
        for &given in &other.0 {
            match merged.0.binary_search_by_key(&given.turn, |own| own.turn) {
                Ok(place) => merged.0[place].times = merged.0[place].times.max(given.times),
                Err(place) => merged.0.insert(place, given),
            }
        }
        if merged.is_sound() {
            *self = merged;
        }
    }
}

/// A signature of a seat, over [`super::chain::message`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The number of turns that it covers.
    pub turns: u32,
    /// The signature itself.
    pub bytes: [u8; SIGNATURE],
}

impl Letter {
    /// The value of the field of this kind, if there is one.
    pub fn field(&self, kind: u64) -> Option<&[u8]> {
        let found = self.fields.iter().find(|field| field.kind == kind);
        found.map(|field| field.bytes.as_slice())
    }

    /// Sets or removes a field. Letters of version 1 have none. Whether the field is as requested
    /// now.
    pub fn set_field(&mut self, kind: u64, bytes: Option<Vec<u8>>) -> bool {
        let field = bytes.map(|bytes| Field { kind, bytes });
        if self.version == Version::One || field.as_ref().is_some_and(|f| !f.is_well_formed()) {
            return field.is_none();
        }
        self.fields.retain(|field| field.kind != kind);
        if let Some(field) = field {
            let place = self.fields.partition_point(|other| other.kind < kind);
            self.fields.insert(place, field);
        }
        true
    }

    /// The sender's line of text in the form of [`clean_line`]; empty if there is none.
    pub fn line(&self) -> String {
        let line = self.field(kind::LINE).and_then(line_of);
        clean_line(line.unwrap_or_default(), LONGEST_LINE)
    }

    /// Sets the line of text, in the form of [`clean_line`].
    pub fn set_line(&mut self, line: &str) -> bool {
        let line = clean_line(line, LONGEST_LINE);
        self.set_field(kind::LINE, (!line.is_empty()).then(|| line.as_bytes().to_vec()))
    }

    /// The kind of the field with a side's name.
    fn kind_of_name(&self, color: Color) -> u64 {
        if color == self.inviter { kind::INVITER_NAME } else { kind::ANSWERER_NAME }
    }

    /// The name of a side that was agreed, in the form of [`clean_line`]; empty if there is none.
    pub fn name(&self, color: Color) -> String {
        let name = self.field(self.kind_of_name(color)).and_then(line_of);
        clean_line(name.unwrap_or_default(), LONGEST_LINE)
    }

    /// Agrees on the sender's name, in the form of [`clean_line`], in an invitation or an answer with a
    /// key. Whether it is agreed.
    pub fn agree_name(&mut self, name: &str) -> bool {
        let is_due = matches!(self.act, Act::Invitation | Act::Answer);
        let name = clean_line(name, LONGEST_LINE);
        let kind = self.kind_of_name(self.sender);
        is_due
            && self.key(self.sender).is_some()
            && !name.is_empty()
            && self.set_field(kind, Some(name.into_bytes()))
    }

    /// The conditional turns become those of another letter, with their signature. Whether they are.
    pub fn take_conditions(&mut self, of: &Letter) -> bool {
        [kind::CONDITIONS, kind::CONDITIONS_SIGNATURE]
            .into_iter()
            .all(|kind| self.set_field(kind, of.field(kind).map(<[u8]>::to_vec)))
    }

    /// Whether both sides are placed by a common draw.
    pub fn is_quick(&self) -> bool {
        self.field(kind::QUICK_START).is_some()
    }

    /// Whether this is an invitation that offers that.
    pub fn offers_quick(&self) -> bool {
        let is_it = self.act == Act::Invitation && self.chains.is_some();
        is_it && self.field(kind::QUICK_OFFER) == Some(&QUICK)
    }

    /// Offers it, in an invitation to a game with draws.
    pub fn offer_quick(&mut self) -> bool {
        let is_it = self.act == Act::Invitation && self.chains.is_some();
        is_it && self.set_field(kind::QUICK_OFFER, Some(QUICK.to_vec()))
    }

    /// Agrees to it, in an answer to an invitation that offers it.
    pub fn agree_quick(&mut self, invitation: &Letter) -> bool {
        let is_it = self.act == Act::Answer && invitation.offers_quick();
        is_it && self.set_field(kind::QUICK_START, Some(QUICK.to_vec()))
    }

    /// The number of steps and turns by which a common draw has placed both sides.
    pub fn placed(&self, record: &Record) -> (usize, usize) {
        let turns = record.turns().filter(|_| self.is_quick());
        let is_placing = |turn: &Turn| record.position(turn.from).phase() == Phase::Placement;
        turns.take_while(is_placing).fold((0, 0), |(_, count), turn| (turn.to, count + 1))
    }

    /// The time control, as in PGN's tag `TimeControl`; empty if there is none.
    pub fn clock(&self) -> &str {
        self.field(kind::CLOCK)
            .and_then(|bytes| std::str::from_utf8(bytes).ok())
            .unwrap_or_default()
    }

    /// Whether the game has clocks.
    pub fn has_clocks(&self) -> bool {
        TimeControl::parse(self.clock()).is_some()
    }

    /// Sets the time control.
    pub fn set_clock(&mut self, clock: &str) -> bool {
        self.set_field(kind::CLOCK, Some(clock.as_bytes().to_vec()))
    }

    /// The days that each turn may take, in a game that has such a limit.
    pub fn days(&self) -> Option<u8> {
        self.field(kind::DAYS).and_then(days_of)
    }

    /// Sets the days that each turn may take, 1 to [`MOST_DAYS`]. Whether they are set.
    pub fn set_days(&mut self, days: u8) -> bool {
        self.set_field(kind::DAYS, Some(number(days.into())))
    }

    /// When the letter was written by its sender's watch, in seconds since 1970, if it says so. Nobody signs
    /// that.
    pub fn written(&self) -> Option<u64> {
        self.field(kind::WRITTEN).and_then(number_of)
    }

    /// Sets when the letter was written.
    pub fn set_written(&mut self, seconds: u64) -> bool {
        self.set_field(kind::WRITTEN, Some(number(seconds)))
    }

    /// The times in the letter.
    pub fn times(&self) -> Option<Times> {
        self.field(kind::TIMES).and_then(times_of)
    }

    /// Sets how long the turn took, and both clocks.
    pub fn set_times(&mut self, times: Option<Times>) -> bool {
        let bytes = times.map(|times| {
            let mut bytes = Vec::new();
            for number in [times.used, times.left[0], times.left[1]] {
                put_number(&mut bytes, u64::from(number));
            }
            bytes
        });
        self.set_field(kind::TIMES, bytes)
    }

    /// What White and Black were given of each other's time.
    pub fn given(&self) -> [Gifts; 2] {
        self.field(kind::GIVEN).and_then(given_of).unwrap_or_default()
    }

    /// Sets what White and Black were given.
    pub fn set_given(&mut self, given: &[Gifts; 2]) -> bool {
        let mut bytes = Vec::new();
        for side in given {
            put_number(&mut bytes, side.0.len() as u64);
            for &Given { turn, times } in &side.0 {
                put_number(&mut bytes, u64::from(turn));
                put_number(&mut bytes, u64::from(times));
            }
        }
        let is_any = given.iter().any(|side| !side.is_empty());
        self.set_field(kind::GIVEN, is_any.then_some(bytes))
    }

    /// Both newest signatures as one, if they are joined.
    pub fn joined(&self) -> Option<Joined> {
        self.field(kind::JOINED).and_then(Joined::read)
    }

    /// Sets both newest signatures as one.
    pub(super) fn set_joined(&mut self, joined: Option<Joined>) -> bool {
        self.set_field(kind::JOINED, joined.map(|joined| joined.write()))
    }

    /// How many turns the newest signatures cover, White's and Black's.
    pub fn turns_signed(&self) -> [Option<u32>; 2] {
        match self.joined() {
            Some(joined) => joined.turns.map(Some),
            None => self.signatures().map(|signature| signature.map(|one| one.turns)),
        }
    }

    /// The newest signatures, White's and Black's, as far as they are not joined.
    pub fn signatures(&self) -> [Option<Signature>; 2] {
        self.field(kind::SIGNATURES).and_then(signatures_of).unwrap_or_default()
    }

    /// Sets the signatures.
    pub fn set_signatures(&mut self, signatures: [Option<Signature>; 2]) -> bool {
        let mut bytes = Vec::new();
        for signature in &signatures {
            put_number(&mut bytes, signature.map_or(0, |signature| u64::from(signature.turns) + 1));
            bytes.extend(signature.iter().flat_map(|signature| signature.bytes));
        }
        let is_signed = signatures.iter().any(Option::is_some);
        self.set_field(kind::SIGNATURES, is_signed.then_some(bytes))
    }

    /// The agreed fields.
    pub fn agreed_fields(&self) -> Vec<&Field> {
        self.fields.iter().filter(|field| field.is_agreed()).collect()
    }

    /// The agreed fields as bytes.
    pub(super) fn agreed(&self) -> Vec<u8> {
        write(self.fields.iter().filter(|field| field.is_agreed()))
    }
}
