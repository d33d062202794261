//! The keys of seats, and what their signatures prove of a game (docs/fair-draws.md, "Chain and
//! signatures").

use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
use rules::Color;

use super::chain::{self, Says};
use super::{Act, Letter, Played, SIGNATURE, SeatKey, Signature, kind};
use crate::fair::{SIZE, Secret, hash};
use crate::verdict::{Ending, Verdict};

/// The algorithm of a key: Ed25519. The key begins with the name of the invitation, or of the
/// answer, and ends with what the field has.
const ED25519: u8 = 1;

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
        let (&ED25519, rest) = self.field(kind)?.split_first()? else { return None };
        [name?, rest].concat().try_into().ok()
    }

    /// Whether a side's newest signature is one over this game that says this.
    fn is_signed_by(&self, played: &Played, color: Color, says: Says) -> bool {
        let Some((key, signature)) = self.key(color).zip(self.signatures()[color as usize]) else {
            return false;
        };
        let message = chain::message(played, color, signature.turns as usize, says);
        message.is_some_and(|message| verifies(&key, &message, &signature.bytes))
    }
}

/// Whether a signature of a message is one by this key.
fn verifies(key: &[u8; SIZE], message: &[u8], signature: &[u8; SIGNATURE]) -> bool {
    let signature = ed25519_dalek::Signature::from_bytes(signature);
    VerifyingKey::from_bytes(key).is_ok_and(|key| key.verify_strict(message, &signature).is_ok())
}

impl Played {
    /// Gives the seat of an invitation or an answer that is being written its key, which is derived
    /// from the secret. The letter's name changes: it becomes the beginning of the key. An answer
    /// has one only if the invitation has. Whether the letter has the key now.
    pub fn agree_key(&mut self, seat: &mut SeatKey, secret: [u8; SIZE]) -> bool {
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
        let field = [&[ED25519], rest].concat();
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
        let color = seat.color;
        let Some(secret) = self.secret_of(seat) else { return false };
        let turns = chain::length(self);
        let Some(message) = chain::message(self, color, turns, chain::says(self)) else {
            return false;
        };
        let bytes = secret.signing_key(color).sign(&message).to_bytes();
        let mut signatures = self.letter.signatures();
        signatures[color as usize] = Some(Signature { turns: turns as u32, bytes });
        self.letter.set_signatures(signatures)
    }

    /// The secret of a seat that has sent this letter and has the agreed key.
    fn secret_of<'a>(&self, seat: &'a SeatKey) -> Option<&'a Secret> {
        let key = self.letter.key(seat.color)?;
        let is_own = self.letter.sender == seat.color && seat.public_key() == Some(key);
        seat.secret.as_ref().filter(|_| is_own)
    }

    /// Signs the conditional turns of this letter, the seat's own, if it has any and the seat has the
    /// agreed key.
    pub fn sign_conditions(&mut self, seat: &SeatKey) {
        let message = chain::message_of_conditions(self);
        let signed = self.secret_of(seat).zip(message).map(|(secret, message)| {
            secret.signing_key(seat.color).sign(&message).to_bytes().to_vec()
        });
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
    /// none, and they hold: a friend's page may have dropped them.
    pub fn keep_signatures(&mut self, before: &Played) {
        let turns = |signature: Option<Signature>| signature.map(|signature| signature.turns);
        for color in Color::ALL {
            let own = self.letter.signatures();
            let earlier = before.letter.signatures()[color as usize];
            if turns(earlier) <= turns(own[color as usize]) {
                continue;
            }
            let mut with = own;
            with[color as usize] = earlier;
            if self.letter.set_signatures(with) && self.covered(color).is_err() {
                self.letter.set_signatures(own);
            }
        }
    }

    /// What a side's newest signature covers: how many turns, and what it says besides. `None` if
    /// it has no key, or has not signed.
    ///
    /// # Errors
    /// If the signature is not one of that seat's key over this game.
    fn covered(&self, color: Color) -> Result<Option<(u32, Says)>, Forged> {
        let letter = &self.letter;
        let signature = letter.signatures()[color as usize];
        let Some(turns) = signature.map(|signature| signature.turns) else { return Ok(None) };
        if letter.key(color).is_none() {
            // A key of an algorithm that is not known here proves nothing, and disproves nothing.
            let is_missing = letter.field(letter.key_parts(color).1).is_none();
            return if is_missing { Err(Forged(color)) } else { Ok(None) };
        }
        // The sender's signature is of this letter, if it is of its last turn.
        let is_of_this = letter.sender == color && turns as usize == chain::length(self);
        let all = [Says::Over, Says::DrawOffered, Says::Nothing];
        let only = [chain::says(self)];
        let may: &[Says] = if is_of_this { &only } else { &all };
        let said = may.iter().find(|&&says| letter.is_signed_by(self, color, says));
        said.map(|&says| Some((turns, says))).ok_or(Forged(color))
    }

    /// What the signatures prove of White and of Black.
    ///
    /// # Errors
    /// If one of them is wrong.
    pub fn seals(&self) -> Result<[Seal; 2], Forged> {
        if self.has_forged_conditions() {
            return Err(Forged(self.letter.sender));
        }
        let [white, black] = Color::ALL.map(|color| self.seal(color));
        Ok([white?, black?])
    }

    fn seal(&self, color: Color) -> Result<Seal, Forged> {
        let said = self.covered(color)?;
        if self.letter.key(color).is_none() {
            return Ok(Seal::Keyless);
        }
        let (turns, says) = said.unwrap_or((0, Says::Nothing));
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
        Ok(if turns >= due && has_ended { Seal::Whole } else { Seal::Until(turns) })
    }

    /// Whether this letter lacks the signature of its sender, whose seat has a key: it was written
    /// without the key.
    pub fn lacks_signature(&self) -> bool {
        let letter = &self.letter;
        let signature = letter.signatures()[letter.sender as usize];
        let is_signed = signature.is_some_and(|own| own.turns as usize == chain::length(self));
        letter.answer.is_some() && letter.key(letter.sender).is_some() && !is_signed
    }
}
