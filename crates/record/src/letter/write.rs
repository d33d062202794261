//! Writing invitations, answers, and the next letter.

use std::fmt;

use rules::{AnyPosition, Color, GameId, Phase, Step};

use super::{Act, Chains, Joined, Letter, MOST_LETTERS, Played, SeatKey, chain, may_take_back};
use crate::fair::{DRAWN, FairError, Reveal, SIZE, Secret, Version, next, place};
use crate::record::Record;
use crate::verdict::{Ending, Verdict};

/// The kind of letter that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// The answer to the invitation.
    Answer,
    /// An opening: the answer is taken, or the element revealed that the first draw waits for. It
    /// needs no decision.
    Opening,
    /// A turn.
    Turn,
    /// The answer to a takeback.
    Takeback,
}

impl Due {
    /// Its name in data.
    pub const fn id(self) -> &'static str {
        match self {
            Due::Answer => "answer",
            Due::Opening => "opening",
            Due::Turn => "turn",
            Due::Takeback => "takeback",
        }
    }
}

/// The purpose of a letter that is neither an invitation nor its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Sent {
    Opening,
    Turn,
    Resignation,
    DrawAccepted,
    TakebackAsked,
    TakebackGranted,
    TakebackRefused,
    TimeUp,
    Claim,
}

impl Sent {
    /// The purpose with a name in data: that of the act.
    pub fn parse(word: &str) -> Option<Sent> {
        Some(match word {
            "opening" => Sent::Opening,
            "turn" => Sent::Turn,
            "resignation" => Sent::Resignation,
            "draw-accepted" => Sent::DrawAccepted,
            "takeback-asked" => Sent::TakebackAsked,
            "takeback-granted" => Sent::TakebackGranted,
            "takeback-refused" => Sent::TakebackRefused,
            "time-up" => Sent::TimeUp,
            "claim" => Sent::Claim,
            _ => return None,
        })
    }

    /// The purpose of a letter with this act; `None` for an invitation or its answer.
    pub fn of(act: Act) -> Option<Sent> {
        Sent::parse(act.id())
    }
}

/// Why a letter cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsent {
    /// The link is not an invitation that can be answered.
    Invitation,
    /// The game would not be fair, or its draws fail verification.
    Unfair(FairError),
    /// There is no turn to take back.
    Takeback,
    /// The game has as many letters as possible.
    Many,
}

impl fmt::Display for Unsent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsent::Invitation => f.write_str("no invitation"),
            Unsent::Unfair(error) => f.write_str(error.id()),
            Unsent::Takeback => f.write_str("nothing to take back"),
            Unsent::Many => f.write_str("too many letters"),
        }
    }
}

impl std::error::Error for Unsent {}

/// A seat, with a secret if the game has draws.
fn seat_at(color: Color, has_draws: bool, secret: [u8; SIZE]) -> SeatKey {
    SeatKey { color, secret: has_draws.then(|| Secret::new(secret)) }
}

impl SeatKey {
    fn commitment(&self) -> Option<[u8; SIZE]> {
        self.secret.as_ref().map(|secret| secret.commitment(self.color))
    }
}

impl Played {
    /// An invitation to a game from its initial position; see [`Played::invite_to`].
    pub fn invite(
        game: GameId,
        color: Color,
        open: bool,
        name: [u8; 16],
        secret: [u8; SIZE],
    ) -> (Played, SeatKey) {
        Played::invite_to(AnyPosition::initial(game), color, open, name, secret)
    }

    /// An invitation to a game from this position, by the player of `color`, and the seat. The name
    /// and the secret must be drawn from a cryptographically secure source. An invitation to a game
    /// with draws can be answered only if that is the initial position.
    pub fn invite_to(
        start: AnyPosition,
        color: Color,
        open: bool,
        name: [u8; 16],
        secret: [u8; SIZE],
    ) -> (Played, SeatKey) {
        let seat = seat_at(color, start.has_hand(), secret);
        let letter = Letter {
            version: Version::Two,
            invitation: name,
            inviter: color,
            open,
            answer: None,
            serial: 0,
            sender: color,
            act: Act::Invitation,
            offers_draw: false,
            chains: seat.commitment().map(|inviter| Chains {
                inviter,
                answerer: None,
                reveals: [None; 2],
            }),
            fields: Vec::new(),
        };
        (Played { letter, record: Record::new(start) }, seat)
    }

    /// Whether this is an invitation that can be answered: one to a game that neither side can
    /// bend.
    ///
    /// # Errors
    /// [`Unsent::Invitation`] if it is not one; otherwise what would be unfair in the game.
    pub fn may_answer(&self) -> Result<(), Unsent> {
        let (letter, start) = (&self.letter, self.record.start());
        if letter.act != Act::Invitation {
            return Err(Unsent::Invitation);
        }
        letter.verify(&self.record).map_err(Unsent::Unfair)?;
        if letter.chains.is_some() != start.has_hand() {
            return Err(Unsent::Unfair(FairError::None));
        }
        // In version 2 both sides are bound before the first draw can be known.
        let draws_first = letter.chains.is_some() && letter.inviter == start.turn();
        if letter.version == Version::One && draws_first {
            return Err(Unsent::Unfair(FairError::Inviter));
        }
        Ok(())
    }

    /// The answer to this invitation, and the seat. The name and the secret must be drawn from a
    /// cryptographically secure source.
    ///
    /// # Errors
    /// Those of [`Played::may_answer`].
    pub fn answer(&self, name: [u8; 8], secret: [u8; SIZE]) -> Result<(Played, SeatKey), Unsent> {
        self.may_answer()?;
        let mut answer = self.clone();
        let letter = &mut answer.letter;
        let color = !letter.inviter;
        let seat = seat_at(color, letter.chains.is_some(), secret);
        letter.answer = Some(name);
        letter.serial = 1;
        letter.sender = color;
        letter.act = Act::Answer;
        letter.fields.retain(super::Field::is_agreed);
        if let Some(chains) = &mut letter.chains {
            chains.answerer = seat.commitment();
        }
        Ok((answer, seat))
    }

    /// Whose letter is due, and of what kind; `None` when the game is over. In a game without draws
    /// the first turn of the inviter or answerer goes into the invitation or answer itself.
    pub fn due(&self) -> Option<(Color, Due)> {
        let (letter, record) = (&self.letter, &self.record);
        if record.verdict().is_some() {
            return None;
        }
        let (live, other) = (record.live().turn(), !letter.sender);
        let has_first = letter.chains.is_none() && live == letter.sender;
        let draws_first = letter.inviter == record.start().turn();
        Some(match letter.act {
            Act::Invitation | Act::Answer if has_first => (live, Due::Turn),
            Act::Invitation => (other, Due::Answer),
            Act::Answer if letter.chains.is_some() => match letter.version {
                Version::One if draws_first => (live, Due::Turn),
                Version::One | Version::Two => (other, Due::Opening),
            },
            Act::Opening if letter.version == Version::Two && letter.serial == 2 && draws_first => {
                (other, Due::Opening)
            }
            Act::TakebackAsked(_) => (other, Due::Takeback),
            _ => (live, Due::Turn),
        })
    }

    /// The next letter after this one, by the owner of the seat; `record` is the game on that
    /// device. It reveals the elements of the sender's draws, and is signed if the seat has the
    /// agreed key. Of this letter's fields, it repeats the agreed ones, the time that was given, and the
    /// signatures.
    ///
    /// # Errors
    /// If there can be no more letters, nothing can be taken back, or nobody has answered yet.
    pub fn reply(
        &self,
        seat: &SeatKey,
        record: &Record,
        sent: Sent,
        offers_draw: bool,
    ) -> Result<Played, Unsent> {
        let color = seat.color;
        let mut letter = self.letter.clone();
        let is_bound = color == letter.inviter || letter.serial >= 2;
        // The first turn goes into the invitation, or into the answer.
        let is_first = sent == Sent::Turn
            && letter.sender == color
            && matches!(letter.act, Act::Invitation | Act::Answer);
        // Before there is an answer, the invitation is the only letter.
        if letter.answer.is_none() && !is_first {
            return Err(Unsent::Invitation);
        }
        let mut record = record.clone();
        if let (Sent::TakebackGranted, Act::TakebackAsked(keep)) = (sent, letter.act) {
            record = cut(&record, keep as usize);
        } else if record.verdict().is_none() {
            // An unfinished turn is not sent.
            let whole = record.turns().filter(|turn| turn.done).last().map_or(0, |turn| turn.to);
            record = cut(&record, whole);
        }
        let act = match sent {
            Sent::Opening => Act::Opening,
            Sent::Turn => Act::Turn,
            Sent::Resignation => Act::Resignation,
            Sent::DrawAccepted => Act::DrawAccepted,
            Sent::TakebackAsked => {
                let keep = self.keep(&record, color).ok_or(Unsent::Takeback)?;
                Act::TakebackAsked(u32::try_from(keep).map_err(|_| Unsent::Takeback)?)
            }
            Sent::TakebackGranted => Act::TakebackGranted,
            Sent::TakebackRefused => Act::TakebackRefused,
            Sent::TimeUp => Act::TimeUp,
            Sent::Claim => Act::Claim,
        };
        match sent {
            Sent::Resignation => record.resign(color),
            Sent::TimeUp => record.close(time_up(&record)),
            Sent::Claim => record.close(claimed(&record, color)),
            Sent::DrawAccepted => record.agree_draw(),
            _ => {}
        }
        if !is_first {
            if letter.serial >= MOST_LETTERS {
                return Err(Unsent::Many);
            }
            letter.serial += 1;
            letter.act = act;
        }
        letter.sender = color;
        letter.offers_draw = offers_draw;
        let given = letter.given();
        let (mut signatures, joined) = (self.separate(Some(seat)), letter.joined());
        letter.fields.retain(super::Field::is_agreed);
        letter.set_given(&given);
        if is_bound {
            reveal(&mut letter, seat, &record);
        }
        let mut reply = Played { letter, record };
        // A takeback leaves signatures of turns behind that are gone.
        let turns = chain::length(&reply);
        for signature in &mut signatures {
            *signature = signature.filter(|signature| signature.turns as usize <= turns);
        }
        if signatures == [None; 2] {
            // Who has neither key cannot take one out of the two.
            let stays =
                |joined: &Joined| joined.turns.iter().all(|&signed| signed as usize <= turns);
            reply.letter.set_joined(joined.filter(stays));
            reply.sign(seat);
        } else {
            reply.sign_beside(seat, signatures);
        }
        Ok(reply)
    }

    /// The number of steps to which a side may ask for a takeback of its last finished turn; see
    /// [`keep_of`]. Never across a common draw of the placement.
    pub fn keep(&self, record: &Record, color: Color) -> Option<usize> {
        let (placed, _) = self.letter.placed(record);
        keep_of(record, color).filter(|&keep| keep >= placed)
    }

    /// The steps of the common Quick start, if they are due from the owner of the seat.
    pub fn place(&self, seat: &SeatKey) -> Option<Vec<Step>> {
        let (letter, start) = (&self.letter, self.record.start());
        let is_due = letter.is_quick() && self.record.steps().is_empty();
        let is_own = self.due() == Some((seat.color, Due::Turn)) && seat.color == start.turn();
        let (terms, secret) = (letter.terms()?, seat.secret.as_ref()?);
        let theirs = letter.reveals()?[!seat.color as usize];
        if !is_due || !is_own || theirs.number != 1 {
            return None;
        }
        let own = secret.element(seat.color, 1);
        place(start, &terms.identity(start), &own, &theirs.element)
    }

    /// How many letters precede the one with the first move of a game with draws; `None` once both
    /// sides are placed.
    pub fn letters_before_moves(&self) -> Option<usize> {
        self.letters_before_moves_if(self.letter.is_quick())
    }

    /// The same with or without a common Quick start.
    pub fn letters_before_moves_if(&self, quick: bool) -> Option<usize> {
        let (letter, live) = (&self.letter, self.record.live());
        letter.chains.as_ref()?;
        if live.phase() != Phase::Placement || self.record.verdict().is_some() {
            return None;
        }
        let answers = usize::from(letter.act == Act::Invitation);
        let is_longer = letter.inviter == self.record.start().turn();
        let openings = match (letter.act, letter.version) {
            (Act::Invitation | Act::Answer, Version::Two) => 1 + usize::from(is_longer),
            (Act::Invitation | Act::Answer, Version::One) => usize::from(!is_longer),
            _ => usize::from(self.due().is_some_and(|(_, due)| due == Due::Opening)),
        };
        let left: u32 = Color::ALL.iter().map(|&color| live.reserve(color).total()).sum();
        let placings = if quick { 0 } else { left.div_ceil(DRAWN) as usize };
        Some(answers + openings + placings)
    }

    /// The draw that is due from the owner of the seat, with the game on that device.
    ///
    /// # Errors
    /// Those of [`crate::fair::next`]; [`FairError::None`] if there are no commitments.
    pub fn draw(&self, seat: &SeatKey, record: &Record) -> Result<Step, FairError> {
        let due = self.letter.terms().zip(self.letter.reveals());
        let ((terms, reveals), secret) = due.zip(seat.secret.as_ref()).ok_or(FairError::None)?;
        next(record, &terms, &reveals, secret).map(|(hand, _)| Step::Draw(hand))
    }
}

/// Reveals the elements of the sender's draws so far.
fn reveal(letter: &mut Letter, seat: &SeatKey, record: &Record) {
    let (Some(terms), Some(secret)) = (letter.terms(), &seat.secret) else { return };
    let Some(chains) = &mut letter.chains else { return };
    let number = terms.due(record)[seat.color as usize];
    if number > 0 {
        let element = secret.element(seat.color, number);
        chains.reveals[seat.color as usize] = Some(Reveal { number, element });
    }
}

/// How a game ends in which the time of the side to move is up.
pub(super) fn time_up(record: &Record) -> Verdict {
    let other = !record.live().turn();
    let winner = Some(other).filter(|&winner| record.live().may_win(winner));
    Verdict { winner, ending: Ending::Time }
}

/// How a game ends that this side claims because the other has left.
pub(super) fn claimed(record: &Record, by: Color) -> Verdict {
    let winner = Some(by).filter(|&winner| record.live().may_win(winner));
    Verdict { winner, ending: Ending::Abandonment }
}

/// The game after this many steps, without undone steps.
fn cut(record: &Record, keep: usize) -> Record {
    let mut shorter = Record::new(*record.start());
    for &step in record.steps().iter().take(keep) {
        if shorter.retake(step).is_err() {
            break;
        }
    }
    shorter
}

/// The number of steps to which a side may ask for a takeback of its last finished turn.
pub fn keep_of(record: &Record, color: Color) -> Option<usize> {
    let turn = record.turns().filter(|turn| turn.done && turn.color == color).last()?;
    [turn.from, turn.from + 1].into_iter().find(|&keep| may_take_back(record, keep))
}
