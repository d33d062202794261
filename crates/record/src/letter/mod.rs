//! A game by link: what its links contain besides the game (docs/fair-draws.md, "Letters"), and how
//! an arriving link relates to the stored game.

mod bytes;
pub mod chain;
mod compare;
pub mod conditions;
mod fields;
mod joined;
mod signature;
mod write;

use rules::{AnyPosition, Color};

pub use bytes::LetterError;
pub use compare::{Played, Relation, compare};
pub use fields::{
    Field, GIFT, Gifts, Given, LONGEST_LINE, MOST_DAYS, MOST_GIVEN, SIGNATURE, Signature, Times,
    clean_line, kind,
};
pub use joined::Joined;
pub use signature::{Forged, Seal};
pub use write::{Due, Sent, Unsent, keep_of};

use crate::fair::{Drawn, Element, FairError, Reveal, Secret, Terms, Version, verify};
use crate::record::Record;

/// The purpose of a letter. The end of a game (a resignation, an agreed draw) is in the record that
/// comes with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// An invitation of somebody; or of anybody, if it is open.
    Invitation,
    /// The answer: the invitation is accepted.
    Answer,
    /// The opening: the answer is taken; in a game with draws a first element is revealed.
    Opening,
    /// A turn was played.
    Turn,
    /// The sender resigns.
    Resignation,
    /// The sender accepts the draw that was offered. Playing on refuses it.
    DrawAccepted,
    /// The sender asks for a takeback to this number of steps.
    TakebackAsked(u32),
    /// The sender grants the takeback; the record is the shortened one.
    TakebackGranted,
    /// The sender refuses the takeback.
    TakebackRefused,
    /// The time of the side to move is up, in a game with clocks.
    TimeUp,
    /// The sender claims the game, which the other side has left, in a game with clocks.
    Claim,
}

impl Act {
    /// Whether it ends the game because of what a watch says.
    pub const fn is_by_watch(self) -> bool {
        matches!(self, Act::TimeUp | Act::Claim)
    }

    /// Its name in data.
    pub const fn id(self) -> &'static str {
        match self {
            Act::Invitation => "invitation",
            Act::Answer => "answer",
            Act::Opening => "opening",
            Act::Turn => "turn",
            Act::Resignation => "resignation",
            Act::DrawAccepted => "draw-accepted",
            Act::TakebackAsked(_) => "takeback-asked",
            Act::TakebackGranted => "takeback-granted",
            Act::TakebackRefused => "takeback-refused",
            Act::TimeUp => "time-up",
            Act::Claim => "claim",
        }
    }
}

/// The commitments and revealed elements, in a game with draws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chains {
    /// The inviter's commitment.
    pub inviter: Element,
    /// The answerer's, once there is an answer.
    pub answerer: Option<Element>,
    /// The newest elements, White's and Black's; `None` while that is the commitment.
    pub reveals: [Option<Reveal>; 2],
}

/// The most letters before one: more than any game has, and far below the limit of the number's
/// bytes.
pub const MOST_LETTERS: u32 = 1_000_000;

/// A letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letter {
    /// The rules that the game follows, from its invitation to its end.
    pub version: Version,
    /// The name of the invitation, drawn at random.
    pub invitation: [u8; 16],
    /// The inviter's side.
    pub inviter: Color,
    /// Whether anybody may answer (an open challenge).
    pub open: bool,
    /// The name of the answer, drawn at random, once there is one.
    pub answer: Option<[u8; 8]>,
    /// How many letters of this game came before, at most [`MOST_LETTERS`].
    pub serial: u32,
    /// The sender's side.
    pub sender: Color,
    /// The purpose.
    pub act: Act,
    /// Whether the sender offers a draw with it.
    pub offers_draw: bool,
    /// In a game with draws: commitments and elements.
    pub chains: Option<Chains>,
    /// The fields; empty in version 1.
    pub fields: Vec<Field>,
}

impl Letter {
    /// What both sides have agreed on, once there is an answer.
    pub fn terms(&self) -> Option<Terms> {
        let chains = self.chains.as_ref()?;
        let answerer = chains.answerer?;
        let commitments = match self.inviter {
            Color::White => [chains.inviter, answerer],
            Color::Black => [answerer, chains.inviter],
        };
        Some(Terms {
            version: self.version,
            invitation: self.invitation,
            inviter: self.inviter,
            commitments,
            quick: self.is_quick(),
            agreed: (self.answer.unwrap_or_default(), self.agreed()),
        })
    }

    /// The newest elements of both; the commitments if nothing more was revealed.
    pub fn reveals(&self) -> Option<[Reveal; 2]> {
        let terms = self.terms()?;
        let reveals = self.chains.as_ref()?.reveals;
        let newest = |color: Color| {
            let element = terms.commitments[color as usize];
            reveals[color as usize].unwrap_or(Reveal { number: 0, element })
        };
        Some([newest(Color::White), newest(Color::Black)])
    }

    /// Verifies the draws of the game in the letter. A game without draws has none to verify.
    ///
    /// # Errors
    /// The first fault; [`FairError::None`] if something was drawn before there were both
    /// commitments, [`FairError::Start`] if the game does not begin with its initial position.
    pub fn verify(&self, record: &Record) -> Result<Vec<Drawn>, FairError> {
        let start = record.start();
        let has_draws = self.chains.is_some() || start.has_hand();
        if has_draws && *start != AnyPosition::initial(start.game()) {
            return Err(FairError::Start);
        }
        match (self.terms(), self.reveals()) {
            (Some(terms), Some(reveals)) => verify(record, &terms, &reveals),
            _ if has_drawn(record) => Err(FairError::None),
            _ => Ok(Vec::new()),
        }
    }
}

/// Whether anything was drawn by chance.
fn has_drawn(record: &Record) -> bool {
    record.steps().iter().any(|step| matches!(step, rules::Step::Draw(_)))
}

/// Whether the players may agree on a takeback to `keep` steps: to the start of a turn, or to after
/// the draw with which it began. Never across a draw: both sides have seen it, or what it will be.
pub fn may_take_back(record: &Record, keep: usize) -> bool {
    let is_drawn = |step: &rules::Step| matches!(step, rules::Step::Draw(_));
    let Some(gone) = record.steps().get(keep..).filter(|gone| !gone.is_empty()) else {
        return false;
    };
    if gone.iter().any(is_drawn) {
        return false;
    }
    let behind_draw = keep.checked_sub(1).is_some_and(|place| is_drawn(&record.steps()[place]));
    behind_draw || record.turns().any(|turn| turn.from == keep)
}

/// The private key to a seat in a game by link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatKey {
    /// Its side.
    pub color: Color,
    /// Its secret: draws and the key that signs follow from it. `None` for the seat of a game without
    /// draws that was taken up without its key, or has none.
    pub secret: Option<Secret>,
}

impl SeatKey {
    /// Whether the seat belongs to the game of a letter: its secret matches the commitment, or, in a
    /// game without draws, the key; and there is an answer if it is not the inviter's.
    pub fn fits(&self, letter: &Letter) -> bool {
        let Some(chains) = &letter.chains else {
            let is_there = letter.answer.is_some() || self.color == letter.inviter;
            let is_own = self.secret.is_none() || self.public_key() == letter.key(self.color);
            return is_there && is_own;
        };
        let own = if self.color == letter.inviter { Some(chains.inviter) } else { chains.answerer };
        let expected = self.secret.as_ref().map(|secret| secret.commitment(self.color));
        own.is_some() && own == expected
    }

    /// Whether the seat may be moved to another device with this letter. Not with an invitation to
    /// a game with draws: a device that does not know the answer would accept a second one, made
    /// when the seat's elements were known.
    pub fn may_move(&self, letter: &Letter) -> bool {
        letter.answer.is_some() || letter.chains.is_none()
    }
}
