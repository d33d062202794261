//! Letters and seats as bytes in sections of a link.

use std::fmt;

use rules::Color;

use super::{Act, Chains, Letter, MOST_LETTERS, SeatKey, fields};
use crate::fair::{Element, LONGEST, Reveal, SIZE, Secret, Version};

/// The version of seats.
const SEAT: u8 = 1;

const BLACK_INVITES: u8 = 1;
const OPEN: u8 = 2;
const ANSWERED: u8 = 4;
const BLACK_SENDS: u8 = 8;
const OFFERS_DRAW: u8 = 16;
const HAS_CHAINS: u8 = 32;

/// Why bytes are not a letter, or not a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LetterError {
    /// They are too short, or too long.
    Length,
    /// They were written by a newer version.
    Newer(u8),
    /// They contradict themselves.
    Content,
}

impl LetterError {
    /// Its name in data.
    pub const fn id(&self) -> &'static str {
        match self {
            LetterError::Length => "length",
            LetterError::Newer(_) => "newer",
            LetterError::Content => "content",
        }
    }
}

impl fmt::Display for LetterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LetterError::Length => f.write_str("the letter is not as long as it should be"),
            LetterError::Newer(version) => write!(f, "version {version} of letters"),
            LetterError::Content => f.write_str("the letter contradicts itself"),
        }
    }
}

impl std::error::Error for LetterError {}

fn number_of(act: Act) -> u8 {
    match act {
        Act::Invitation => 0,
        Act::Answer => 1,
        Act::Opening => 2,
        Act::Turn => 3,
        Act::Resignation => 4,
        Act::DrawAccepted => 5,
        Act::TakebackAsked(_) => 6,
        Act::TakebackGranted => 7,
        Act::TakebackRefused => 8,
        Act::TimeUp => 9,
        Act::Claim => 10,
    }
}

impl Letter {
    /// The letter as bytes of a section.
    pub fn write(&self) -> Vec<u8> {
        let flag = |is: bool, flag: u8| if is { flag } else { 0 };
        let flags = flag(self.inviter == Color::Black, BLACK_INVITES)
            | flag(self.open, OPEN)
            | flag(self.answer.is_some(), ANSWERED)
            | flag(self.sender == Color::Black, BLACK_SENDS)
            | flag(self.offers_draw, OFFERS_DRAW)
            | flag(self.chains.is_some(), HAS_CHAINS);
        let version = match self.version {
            Version::One => 1,
            Version::Two => 2,
        };
        let mut bytes = vec![version, flags, number_of(self.act)];
        bytes.extend(self.serial.to_be_bytes());
        bytes.extend(self.invitation);
        bytes.extend(self.answer.iter().flatten());
        if let Act::TakebackAsked(keep) = self.act {
            bytes.extend(keep.to_be_bytes());
        }
        if let Some(chains) = &self.chains {
            bytes.extend(chains.inviter);
            bytes.extend(chains.answerer.iter().flatten());
            for reveal in &chains.reveals {
                bytes.push(reveal.map_or(0, |reveal| reveal.number));
                bytes.extend(reveal.iter().flat_map(|reveal| reveal.element));
            }
        }
        bytes.extend(fields::write(self.fields.iter()));
        bytes
    }

    /// Reads a letter.
    ///
    /// # Errors
    /// If it is too short or too long, newer, or contradicts itself.
    pub fn read(bytes: &[u8]) -> Result<Letter, LetterError> {
        let mut reader = Reader { bytes };
        let [number, flags, act] = reader.take()?;
        let version = match number {
            1 => Version::One,
            2 => Version::Two,
            _ => return Err(LetterError::Newer(number)),
        };
        if flags > 63 {
            return Err(LetterError::Newer(number));
        }
        let has = |flag| flags & flag != 0;
        let side = |is_black| if is_black { Color::Black } else { Color::White };
        let serial = u32::from_be_bytes(reader.take()?);
        let invitation = reader.take()?;
        let answer = if has(ANSWERED) { Some(reader.take()?) } else { None };
        let act = match act {
            0 => Act::Invitation,
            1 => Act::Answer,
            2 => Act::Opening,
            3 => Act::Turn,
            4 => Act::Resignation,
            5 => Act::DrawAccepted,
            6 => Act::TakebackAsked(u32::from_be_bytes(reader.take()?)),
            7 => Act::TakebackGranted,
            8 => Act::TakebackRefused,
            9 => Act::TimeUp,
            10 => Act::Claim,
            _ => return Err(LetterError::Newer(number)),
        };
        let chains = if has(HAS_CHAINS) { Some(reader.chains(answer.is_some())?) } else { None };
        if version == Version::One && !reader.bytes.is_empty() {
            return Err(LetterError::Length);
        }
        let fields = fields::read(reader.bytes)?;
        let (inviter, sender) = (side(has(BLACK_INVITES)), side(has(BLACK_SENDS)));
        let fits = match act {
            Act::Invitation => answer.is_none() && serial == 0 && sender == inviter,
            Act::Answer => answer.is_some() && serial == 1 && sender != inviter,
            Act::Opening if version == Version::One => {
                answer.is_some() && serial == 2 && sender == inviter
            }
            // After the opening the side that has to reveals its element, unless it has.
            Act::Opening => {
                let is_due =
                    (serial == 2 && sender == inviter) || (serial == 3 && sender != inviter);
                answer.is_some() && chains.is_some() && is_due
            }
            _ => answer.is_some() && (2..=MOST_LETTERS).contains(&serial),
        };
        // Nothing is revealed before both sides are bound.
        let is_revealed = chains.as_ref().is_some_and(|c| c.reveals.iter().any(Option::is_some));
        let is_bound = version == Version::One || act != Act::Answer;
        // A common draw follows from both commitments.
        let is_quick = fields.iter().any(|field| field.kind == fields::kind::QUICK_START);
        let is_common = chains.is_some() && act != Act::Invitation;
        if !fits || (is_revealed && !is_bound) || (is_quick && !is_common) {
            return Err(LetterError::Content);
        }
        let (open, offers_draw) = (has(OPEN), has(OFFERS_DRAW));
        Ok(Letter {
            version,
            invitation,
            inviter,
            open,
            answer,
            serial,
            sender,
            act,
            offers_draw,
            chains,
            fields,
        })
    }
}

impl SeatKey {
    /// The seat as bytes of a section.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = vec![SEAT, self.color as u8];
        bytes.extend(self.secret.iter().flat_map(Secret::bytes));
        bytes
    }

    /// Reads a seat.
    ///
    /// # Errors
    /// If it is too short or too long, newer, or has no valid side.
    pub fn read(bytes: &[u8]) -> Result<SeatKey, LetterError> {
        let mut reader = Reader { bytes };
        let [version, color] = reader.take()?;
        if version != SEAT {
            return Err(LetterError::Newer(version));
        }
        let color = match color {
            0 => Color::White,
            1 => Color::Black,
            _ => return Err(LetterError::Content),
        };
        let secret = match reader.bytes {
            [] => None,
            _ => Some(Secret::new(reader.take::<SIZE>()?)),
        };
        if reader.bytes.is_empty() {
            Ok(SeatKey { color, secret })
        } else {
            Err(LetterError::Length)
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], LetterError> {
        let (taken, rest) = self.bytes.split_first_chunk().ok_or(LetterError::Length)?;
        self.bytes = rest;
        Ok(*taken)
    }

    fn chains(&mut self, is_answered: bool) -> Result<Chains, LetterError> {
        let inviter: Element = self.take()?;
        let answerer = if is_answered { Some(self.take()?) } else { None };
        let mut reveals = [None; 2];
        for reveal in &mut reveals {
            let [number] = self.take()?;
            if number > LONGEST || (number > 0 && !is_answered) {
                return Err(LetterError::Content);
            }
            if number > 0 {
                *reveal = Some(Reveal { number, element: self.take()? });
            }
        }
        Ok(Chains { inviter, answerer, reveals })
    }
}
