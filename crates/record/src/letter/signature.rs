//! The keys of seats, and what their signatures prove of a game (docs/fair-draws.md, "Chain and
//! signatures").

use std::cell::RefCell;

use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
use rules::Color;

use super::chain::{self, Says};
use super::joined::Signed;
use super::{Act, Joined, Letter, Played, SIGNATURE, SeatKey, Signature, kind};
use crate::fair::{SIZE, Secret, hash};
use crate::verdict::{Ending, Verdict};

/// The algorithm of a key: Ed25519. The key begins with the name of the invitation, or of the
/// answer, and ends with what the field has.
const ED25519: u8 = 1;
/// The same, in a game in which both newest signatures are joined. The answerer's field does not repeat it.
const JOINED: u8 = 2;
/// What a signature may say.
const ALL: [Says; 3] = [Says::Nothing, Says::DrawOffered, Says::Over];

/// What the signatures of a game prove of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seal {
    /// No key was agreed for its seat: the game is from before there were keys, or from another
    /// program.
    Keyless,
    /// It has signed all that it did: its turns, and its part in an end by the players.
    Whole,
    /// It has signed this many turns of the game, and did something after them that it has not.
    Until(u32),
}

/// A seat has not signed what is presented as its signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forged(pub Color);

impl Secret {
    fn signing_key(&self, color: Color) -> SigningKey {
        let color: &[u8] = if color == Color::White { b"w" } else { b"b" };
        SigningKey::from_bytes(&hash("sign", &[color, self.bytes()]))
    }
}

impl SeatKey {
    /// The public key of the seat, if it has a secret.
    pub fn public_key(&self) -> Option<[u8; SIZE]> {
        let secret = self.secret.as_ref()?;
        Some(secret.signing_key(self.color).verifying_key().to_bytes())
    }
}

impl Letter {
    /// The name with which a seat's key begins, and the kind of the field with its end.
    fn key_parts(&self, color: Color) -> (Option<&[u8]>, u64) {
        if color == self.inviter {
            (Some(&self.invitation), kind::INVITER_KEY)
        } else {
            (self.answer.as_ref().map(<[u8; 8]>::as_slice), kind::ANSWERER_KEY)
        }
    }

    /// The public key of a side's seat, if one was agreed.
    pub fn key(&self, color: Color) -> Option<[u8; SIZE]> {
        let (name, kind) = self.key_parts(color);
        let field = self.field(kind)?;
        let rest = match field.split_first()? {
            _ if self.joins() && kind == kind::ANSWERER_KEY => field,
            (&(ED25519 | JOINED), rest) => rest,
            _ => return None,
        };
        [name?, rest].concat().try_into().ok()
    }

    /// Whether both newest signatures of this game are joined.
    fn joins(&self) -> bool {
        self.field(kind::INVITER_KEY).is_some_and(|field| field.first() == Some(&JOINED))
    }
}

/// So much of what holds is remembered.
const HELD: usize = 64;

thread_local! {
    /// What was found to hold, by its hash, and where the next goes.
    static KNOWN: RefCell<(usize, [[u8; SIZE]; HELD])> =
        const { RefCell::new((0, [[0; SIZE]; HELD])) };
}

/// Whether exactly these parts hold. What was found to hold is remembered for a while: the same letter is read again
/// and again, and the next one repeats what it proves.
pub(super) fn held(parts: &[&[u8]], holds: impl FnOnce() -> bool) -> bool {
    let name = hash("held", parts);
    if KNOWN.with_borrow(|(_, known)| known.contains(&name)) {
        return true;
    }
    let holds = holds();
    if holds {
        KNOWN.with_borrow_mut(|(next, known)| {
            known[*next] = name;
            *next = (*next + 1) % HELD;
        });
    }
    holds
}

/// Whether a signature of a message is one by this key.
pub(super) fn verifies(key: &[u8; SIZE], message: &[u8], signature: &[u8; SIGNATURE]) -> bool {
    held(&[key, message, signature], || {
        let signature = ed25519_dalek::Signature::from_bytes(signature);
        let key = VerifyingKey::from_bytes(key);
        key.is_ok_and(|key| key.verify_strict(message, &signature).is_ok())
    })
}

/// Signs with a key. What it signs holds.
fn sign(key: &SigningKey, message: &[u8]) -> [u8; SIGNATURE] {
    let signature = key.sign(message).to_bytes();
    held(&[&key.verifying_key().to_bytes(), message, &signature], || true);
    signature
}

impl Played {
    /// Gives the seat of an invitation that is being written its key, as [`Played::agree_key`] does, to a game in
    /// which signatures are joined.
    pub fn agree_joined_key(&mut self, seat: &mut SeatKey, secret: [u8; SIZE]) -> bool {
        self.agree_key_of(seat, secret, JOINED)
    }

    /// Gives the seat of an invitation or an answer that is being written its key, which is derived
    /// from the secret. The letter's name changes: it becomes the beginning of the key. An answer
    /// has one only if the invitation has. Whether the letter has the key now.
    pub fn agree_key(&mut self, seat: &mut SeatKey, secret: [u8; SIZE]) -> bool {
        self.agree_key_of(seat, secret, ED25519)
    }

    fn agree_key_of(&mut self, seat: &mut SeatKey, secret: [u8; SIZE], algorithm: u8) -> bool {
        let letter = &mut self.letter;
        let color = seat.color;
        let is_due = match letter.act {
            Act::Invitation => color == letter.inviter,
            Act::Answer => color != letter.inviter && letter.key(letter.inviter).is_some(),
            _ => false,
        };
        let is_own = seat.secret.as_ref().is_none_or(|own| *own.bytes() == secret);
        if !is_due || !is_own {
            return false;
        }
        let keyed = SeatKey { color, secret: Some(Secret::new(secret)) };
        let Some(key) = keyed.public_key() else { return false };
        let (name, kind) = letter.key_parts(color);
        let (name, rest) = key.split_at(name.map_or(0, <[u8]>::len));
        let field = match letter.act {
            Act::Answer if letter.joins() => rest.to_vec(),
            _ => [&[algorithm], rest].concat(),
        };
        let (invitation, answer) = match letter.act {
            Act::Invitation => (name.try_into().ok(), letter.answer),
            _ => (Some(letter.invitation), name.try_into().ok()),
        };
        let Some(invitation) = invitation else { return false };
        if !letter.set_field(kind, Some(field)) {
            return false;
        }
        (letter.invitation, letter.answer) = (invitation, answer);
        *seat = keyed;
        true
    }

    /// Signs this letter, the seat's own, if there is an answer and the seat has the agreed key.
    /// Whether it is signed.
    pub fn sign(&mut self, seat: &SeatKey) -> bool {
        let Some(own) = self.signature_by(seat) else { return false };
        let mut signatures = self.separate(Some(seat));
        signatures[seat.color as usize] = Some(own);
        self.put_signatures(signatures)
    }

    /// Sets the newest signatures, with the seat's own of this letter, if it can be signed.
    pub(super) fn sign_beside(&mut self, seat: &SeatKey, mut signatures: [Option<Signature>; 2]) {
        let own = &mut signatures[seat.color as usize];
        *own = self.signature_by(seat).or(*own);
        self.put_signatures(signatures);
    }

    /// The signature of this letter by the owner of the seat.
    fn signature_by(&self, seat: &SeatKey) -> Option<Signature> {
        let color = seat.color;
        let key = self.signing_key_of(seat)?;
        let turns = chain::length(self);
        let message = chain::message(self, color, turns, chain::says(self))?;
        Some(Signature { turns: turns as u32, bytes: sign(&key, &message) })
    }

    /// The message of one of a side's signatures that holds, and its key.
    fn signed_by(&self, color: Color, Signature { turns, bytes }: Signature) -> Option<Signed> {
        let key = self.letter.key(color)?;
        let messages =
            ALL.into_iter().filter_map(|says| chain::message(self, color, turns as usize, says));
        let held = messages.into_iter().find(|message| verifies(&key, message, &bytes));
        Some((key, held?))
    }

    /// Sets the newest signatures, which are joined if there are two that hold and the game is one that joins
    /// them.
    pub(super) fn put_signatures(&mut self, signatures: [Option<Signature>; 2]) -> bool {
        let joined = || {
            let [white, black] = [signatures[0]?, signatures[1]?];
            let signed =
                [self.signed_by(Color::White, white)?, self.signed_by(Color::Black, black)?];
            let turns = [white.turns, black.turns];
            Joined::new(turns, [&white.bytes, &black.bytes], &signed)
        };
        let joined = joined().filter(|_| self.letter.joins());
        let apart = if joined.is_some() { [None; 2] } else { signatures };
        self.letter.set_joined(joined) && self.letter.set_signatures(apart)
    }

    /// The newest signatures, each by itself. Only the owner of a seat can take two that are joined apart; for
    /// others there are none then.
    pub(super) fn separate(&self, seat: Option<&SeatKey>) -> [Option<Signature>; 2] {
        let Some(joined) = self.letter.joined() else { return self.letter.signatures() };
        let apart = || {
            let seat = seat?;
            let (own, secret) = (seat.color, seat.secret.as_ref()?);
            let signing_key = secret.signing_key(own);
            let keys = [self.letter.key(own)?, self.letter.key(!own)?];
            let turns = joined.turns[own as usize];
            // Signatures of Ed25519 follow from key and message.
            let (message, bytes) = ALL.into_iter().find_map(|says| {
                let message = chain::message(self, own, turns as usize, says)?;
                let bytes = sign(&signing_key, &message);
                joined.has(own, &bytes).then_some((message, bytes))
            })?;
            let other = joined.turns[!own as usize];
            let theirs = ALL.into_iter().find_map(|says| {
                let theirs = (keys[1], chain::message(self, !own, other as usize, says)?);
                let ours = (keys[0], message);
                let signed = if own == Color::White { [ours, theirs] } else { [theirs, ours] };
                let rest = joined.without(own, &bytes, &signed)?;
                verifies(&keys[1], &theirs.1, &rest).then_some(rest)
            })?;
            let mut apart = [None; 2];
            apart[own as usize] = Some(Signature { turns, bytes });
            apart[!own as usize] = Some(Signature { turns: other, bytes: theirs });
            Some(apart)
        };
        apart().unwrap_or_default()
    }

    /// The key of a seat that has sent this letter, if it is the agreed one.
    fn signing_key_of(&self, seat: &SeatKey) -> Option<SigningKey> {
        let agreed = self.letter.key(seat.color)?;
        let secret = seat.secret.as_ref().filter(|_| self.letter.sender == seat.color)?;
        let key = secret.signing_key(seat.color);
        (key.verifying_key().to_bytes() == agreed).then_some(key)
    }

    /// Signs the conditional turns of this letter, the seat's own, if it has any and the seat has the
    /// agreed key.
    pub fn sign_conditions(&mut self, seat: &SeatKey) {
        let message = chain::message_of_conditions(self);
        let key = self.signing_key_of(seat);
        let signed = key.zip(message).map(|(key, message)| sign(&key, &message).to_vec());
        self.letter.set_field(kind::CONDITIONS_SIGNATURE, signed);
    }

    /// Whether the conditional turns are the sender's, as far as that can be known: they are signed, or
    /// the letter is not.
    pub fn has_own_conditions(&self) -> bool {
        let letter = &self.letter;
        let is_signed = letter.key(letter.sender).is_some() && !self.lacks_signature();
        !is_signed || letter.field(kind::CONDITIONS_SIGNATURE).is_some()
    }

    /// Whether the signature of the conditional turns is wrong.
    fn has_forged_conditions(&self) -> bool {
        let letter = &self.letter;
        let signature = letter.field(kind::CONDITIONS_SIGNATURE);
        let signature = signature.and_then(|bytes| <[u8; SIGNATURE]>::try_from(bytes).ok());
        let parts = signature.zip(letter.key(letter.sender));
        let parts = parts.zip(chain::message_of_conditions(self));
        parts.is_some_and(|((signature, key), message)| !verifies(&key, &message, &signature))
    }

    /// Takes over the newest signatures of the game before this letter, where it has older ones or
    /// none, and they hold: a friend's page may have dropped them. `seat`: the own one, which can take joined
    /// signatures apart.
    pub fn keep_signatures(&mut self, before: &Played, seat: Option<&SeatKey>) {
        let turns = |signature: Option<Signature>| signature.map(|signature| signature.turns);
        let [had, earlier] = [self.letter.turns_signed(), before.letter.turns_signed()];
        if had.iter().zip(earlier).all(|(had, earlier)| earlier <= *had) {
            return;
        }
        let all = before.separate(seat);
        if all == [None; 2] {
            // Those of a game that is looked on stay together.
            let fields = (self.letter.joined(), self.letter.signatures());
            let is_more = had.iter().zip(earlier).all(|(had, earlier)| *had <= earlier);
            let joined = before.letter.joined().filter(|_| is_more);
            if joined.is_some()
                && self.letter.set_joined(joined)
                && self.letter.set_signatures([None; 2])
                && self.covered().is_err()
            {
                self.letter.set_joined(fields.0);
                self.letter.set_signatures(fields.1);
            }
            return;
        }
        for color in Color::ALL {
            let own = self.separate(seat);
            if turns(all[color as usize]) <= turns(own[color as usize]) {
                continue;
            }
            let is_held =
                all[color as usize].is_some_and(|one| self.signed_by(color, one).is_some());
            let fields = (self.letter.joined(), self.letter.signatures());
            let mut with = own;
            with[color as usize] = all[color as usize];
            if is_held && (!self.put_signatures(with) || self.covered().is_err()) {
                self.letter.set_joined(fields.0);
                self.letter.set_signatures(fields.1);
            }
        }
    }

    /// What each side's newest signature covers: how many turns, and what it says besides. `None` if
    /// it has no key, or has not signed.
    ///
    /// # Errors
    /// If a signature is not one of that seat's key over this game.
    fn covered(&self) -> Result<[Option<(u32, Says)>; 2], Forged> {
        let letter = &self.letter;
        // The sender's signature is of this letter, if it is of its last turn.
        let may = |color: Color, turns: u32| {
            let is_of_this = letter.sender == color && turns as usize == chain::length(self);
            let only = chain::says(self);
            ALL.into_iter().filter(move |&says| !is_of_this || says == only)
        };
        if let Some(joined) = letter.joined() {
            let keyless = Color::ALL.into_iter().find(|&color| letter.key(color).is_none());
            if let Some(color) = keyless {
                let is_missing = letter.field(letter.key_parts(color).1).is_none();
                return if is_missing { Err(Forged(color)) } else { Ok([None; 2]) };
            }
            let signed = |color: Color| {
                let turns = joined.turns[color as usize];
                let key = letter.key(color);
                may(color, turns).filter_map(move |says| {
                    Some((says, (key?, chain::message(self, color, turns as usize, says)?)))
                })
            };
            for (first, white) in signed(Color::White) {
                for (second, black) in signed(Color::Black) {
                    if joined.verifies(&[white, black]) {
                        let [one, other] = joined.turns;
                        return Ok([Some((one, first)), Some((other, second))]);
                    }
                }
            }
            return Err(Forged(letter.sender));
        }
        let of = |color: Color| {
            let Some(signature) = letter.signatures()[color as usize] else { return Ok(None) };
            let Some(key) = letter.key(color) else {
                // A key of an algorithm that is not known here proves nothing, and disproves nothing.
                let is_missing = letter.field(letter.key_parts(color).1).is_none();
                return if is_missing { Err(Forged(color)) } else { Ok(None) };
            };
            let turns = signature.turns;
            let holds = |&says: &Says| {
                let message = chain::message(self, color, turns as usize, says);
                message.is_some_and(|message| verifies(&key, &message, &signature.bytes))
            };
            let covered = may(color, turns).find(holds);
            covered.map(|says| Some((turns, says))).ok_or(Forged(color))
        };
        Ok([of(Color::White)?, of(Color::Black)?])
    }

    /// What the signatures prove of White and of Black.
    ///
    /// # Errors
    /// If one of them is wrong.
    pub fn seals(&self) -> Result<[Seal; 2], Forged> {
        if self.has_forged_conditions() {
            return Err(Forged(self.letter.sender));
        }
        let covered = self.covered()?;
        Ok(Color::ALL.map(|color| self.seal(color, covered[color as usize])))
    }

    fn seal(&self, color: Color, covered: Option<(u32, Says)>) -> Seal {
        if self.letter.key(color).is_none() {
            return Seal::Keyless;
        }
        let (turns, says) = covered.unwrap_or((0, Says::Nothing));
        let own = |(_, turn): &(usize, crate::record::Turn)| turn.color == color;
        let all = self.record.turns().take(chain::length(self)).enumerate();
        let due = all.filter(own).last().map_or(0, |(place, _)| place as u32 + 1);
        let has_ended = match self.record.verdict() {
            Some(Verdict { ending: Ending::Agreement, .. }) => {
                says != Says::Nothing && turns as usize == chain::length(self)
            }
            Some(Verdict { ending: Ending::Resignation, winner }) if winner != Some(color) => {
                says == Says::Over
            }
            Some(Verdict { ending: Ending::Time | Ending::Abandonment, .. })
                if self.letter.sender == color =>
            {
                says == Says::Over
            }
            _ => true,
        };
        if turns >= due && has_ended { Seal::Whole } else { Seal::Until(turns) }
    }

    /// Whether this letter lacks the signature of its sender, whose seat has a key: it was written
    /// without the key.
    pub fn lacks_signature(&self) -> bool {
        let letter = &self.letter;
        let signed = letter.turns_signed()[letter.sender as usize];
        let is_signed = signed.is_some_and(|turns| turns as usize == chain::length(self));
        letter.answer.is_some() && letter.key(letter.sender).is_some() && !is_signed
    }
}
