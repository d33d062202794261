//! Two signatures of Ed25519 as one that is shorter (docs/fair-draws.md, "Joined signatures"): both points, and one
//! scalar in the place of two. This is half-aggregation of Schnorr signatures (Chalkias, Garillot, Kondi,
//! Nikolaenko: "Non-interactive half-aggregation of EdDSA and variants of Schnorr signatures", CT-RSA 2021), for
//! which nobody has to work together; whoever has made one of the two can take the other out again.

use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::Scalar;
use rules::Color;
use sha2::{Digest, Sha512};

use super::SIGNATURE;
use crate::fair::{SIZE, hash};
use crate::link::{Reader, put_number};

/// White's and Black's signature, joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joined {
    /// How many turns each covers.
    pub turns: [u32; 2],
    /// The first half of each: a point.
    points: [[u8; SIZE]; 2],
    /// What the second halves, scalars, come to.
    scalar: [u8; SIZE],
}

/// What one side signs: its key, and the message.
pub(super) type Signed = ([u8; SIZE], [u8; SIZE]);

/// A point that has only one form, and of which nothing is lost by a factor.
fn point(bytes: &[u8; SIZE]) -> Option<EdwardsPoint> {
    let point = CompressedEdwardsY(*bytes).decompress()?;
    let is_sound = point.compress().0 == *bytes && !point.is_small_order();
    (is_sound && point.is_torsion_free()).then_some(point)
}

/// The factor by which a key enters into a signature with this point (RFC 8032, 5.1.7).
fn challenge(first: &[u8; SIZE], (key, message): &Signed) -> Scalar {
    let parts = Sha512::new().chain_update(first).chain_update(key).chain_update(message);
    Scalar::from_bytes_mod_order_wide(&parts.finalize().into())
}

/// What each signature is multiplied by before the two are added: it follows from both.
fn weights(points: &[[u8; SIZE]; 2], signed: &[Signed; 2]) -> [Scalar; 2] {
    let [white, black] = signed;
    [b"w", b"b"].map(|color: &[u8; 1]| {
        let parts: [&[u8]; 7] =
            [color, &points[0], &white.0, &white.1, &points[1], &black.0, &black.1];
        Scalar::from_bytes_mod_order(hash("joined", &parts))
    })
}

/// The two halves of a signature.
fn halves(signature: &[u8; SIGNATURE]) -> Option<([u8; SIZE], Scalar)> {
    let (first, second) = signature.split_first_chunk::<SIZE>()?;
    let scalar = Scalar::from_canonical_bytes(second.try_into().ok()?).into_option()?;
    Some((*first, scalar))
}

impl Joined {
    /// The value of a field for two signatures of nobody, which cover so many turns: as long as one that holds.
    pub fn placeholder(turns: u32) -> Vec<u8> {
        Joined { turns: [turns; 2], points: [[0; SIZE]; 2], scalar: [0; SIZE] }.write()
    }

    /// Joins two signatures, White's and Black's, that hold.
    pub(super) fn new(
        turns: [u32; 2],
        signatures: [&[u8; SIGNATURE]; 2],
        signed: &[Signed; 2],
    ) -> Option<Joined> {
        let [(white, first), (black, second)] = [halves(signatures[0])?, halves(signatures[1])?];
        let points = [white, black];
        let [one, other] = weights(&points, signed);
        Some(Joined { turns, points, scalar: (one * first + other * second).to_bytes() })
    }

    /// Whether both have signed this.
    pub(super) fn verifies(&self, signed: &[Signed; 2]) -> bool {
        let sum = || {
            let scalar = Scalar::from_canonical_bytes(self.scalar).into_option()?;
            let weights = weights(&self.points, signed);
            let mut sum = EdwardsPoint::mul_base(&scalar);
            for (place, signed) in signed.iter().enumerate() {
                let first = &self.points[place];
                let whole = point(first)? + challenge(first, signed) * point(&signed.0)?;
                sum -= weights[place] * whole;
            }
            Some(sum)
        };
        sum().is_some_and(|sum| sum == EdwardsPoint::default())
    }

    /// Whether a side's part begins like this signature.
    pub(super) fn has(&self, color: Color, signature: &[u8; SIGNATURE]) -> bool {
        signature.starts_with(&self.points[color as usize])
    }

    /// The other side's signature, for who has made the one of `color`. It still has to be verified.
    pub(super) fn without(
        &self,
        color: Color,
        own: &[u8; SIGNATURE],
        signed: &[Signed; 2],
    ) -> Option<[u8; SIGNATURE]> {
        let weights = weights(&self.points, signed);
        let (_, own) = halves(own)?;
        let all = Scalar::from_canonical_bytes(self.scalar).into_option()?;
        let rest = all - weights[color as usize] * own;
        let scalar = rest * weights[!color as usize].invert();
        [self.points[!color as usize], scalar.to_bytes()].concat().try_into().ok()
    }

    /// The value of the field.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for turns in self.turns {
            put_number(&mut bytes, turns.into());
        }
        bytes.extend(self.points.concat());
        bytes.extend(self.scalar);
        bytes
    }

    /// Reads the value of a field.
    pub(super) fn read(bytes: &[u8]) -> Option<Joined> {
        let mut reader = Reader { bytes };
        let mut turns = || u32::try_from(reader.number().ok()?).ok();
        let turns = [turns()?, turns()?];
        let parts: [u8; 3 * SIZE] = reader.bytes.try_into().ok()?;
        let part = |place: usize| std::array::from_fn(|at| parts[place * SIZE + at]);
        Some(Joined { turns, points: [part(0), part(1)], scalar: part(2) })
    }
}
