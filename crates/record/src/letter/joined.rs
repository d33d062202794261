//! Two signatures of Ed25519 as one that is shorter (docs/fair-draws.md, "Joined signatures"): both points, and one
//! scalar in the place of two. This is half-aggregation of Schnorr signatures (Chalkias, Garillot, Kondi,
//! Nikolaenko: "Non-interactive half-aggregation of EdDSA and variants of Schnorr signatures", CT-RSA 2021), for
//! which nobody has to work together; whoever has made one of the two can take the other out again.

use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::Scalar;
use rules::Color;
use sha2::{Digest, Sha512};

use super::SIGNATURE;
use super::signature::{held, verifies};
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
    let is_sound = || {
        let is_whole = point.compress().0 == *bytes && !point.is_small_order();
        // The order of the group takes away only what has no part of small order.
        is_whole && times(&-Scalar::ONE, &point) == -point
    };
    held(&[bytes], is_sound).then_some(point)
}

/// A multiple of a point. The time it takes tells the factor, which is public here.
fn times(factor: &Scalar, point: &EdwardsPoint) -> EdwardsPoint {
    EdwardsPoint::vartime_double_scalar_mul_basepoint(factor, point, &Scalar::ZERO)
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

    /// Joins two signatures, White's and Black's, that hold; `None` if what comes of it would not. By a key with a
    /// part of small order they may hold by themselves, but its part is not what a factor makes of it. The point of
    /// a signature that holds has such a part only if its key has.
    pub(super) fn new(
        turns: [u32; 2],
        signatures: [&[u8; SIGNATURE]; 2],
        signed: &[Signed; 2],
    ) -> Option<Joined> {
        let [(white, first), (black, second)] = [halves(signatures[0])?, halves(signatures[1])?];
        let points = [white, black];
        let holds = signed.iter().zip(signatures).all(|((key, message), signature)| {
            verifies(key, message, signature) && point(key).is_some()
        });
        if !holds {
            return None;
        }
        let [one, other] = weights(&points, signed);
        let joined = Joined { turns, points, scalar: (one * first + other * second).to_bytes() };
        debug_assert!(joined.adds_up(signed));
        joined.held(signed, || true).then_some(joined)
    }

    /// Whether both have signed this.
    pub(super) fn verifies(&self, signed: &[Signed; 2]) -> bool {
        self.held(signed, || self.adds_up(signed))
    }

    fn held(&self, signed: &[Signed; 2], holds: impl FnOnce() -> bool) -> bool {
        let [one, other] = signed;
        let [white, black] = &self.points;
        held(&[white, black, &self.scalar, &one.0, &one.1, &other.0, &other.1], holds)
    }

    fn adds_up(&self, signed: &[Signed; 2]) -> bool {
        let sum = || {
            let scalar = Scalar::from_canonical_bytes(self.scalar).into_option()?;
            let weights = weights(&self.points, signed);
            let mut sum = EdwardsPoint::mul_base(&scalar);
            for (place, signed) in signed.iter().enumerate() {
                let first = &self.points[place];
                let whole = point(first)? + times(&challenge(first, signed), &point(&signed.0)?);
                sum -= times(&weights[place], &whole);
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

#[cfg(test)]
mod tests {
    use curve25519_dalek::constants::EIGHT_TORSION;
    use ed25519_dalek::{Signer, SigningKey};

    use super::*;

    const MESSAGES: [[u8; SIZE]; 2] = [[3; SIZE], [4; SIZE]];

    fn honest(place: usize) -> (Signed, [u8; SIGNATURE]) {
        let key = SigningKey::from_bytes(&[place as u8 + 1; SIZE]);
        let signature = key.sign(&MESSAGES[place]).to_bytes();
        ((key.verifying_key().to_bytes(), MESSAGES[place]), signature)
    }

    /// A signature by a key with this part of small order. `parts`: how often that is in the point, and how often
    /// the key brings it in; if it is the same, the two take each other away.
    fn mixed(place: usize, torsion: usize, parts: [u8; 2]) -> (Signed, [u8; SIGNATURE]) {
        let (part, secret) = (EIGHT_TORSION[torsion], Scalar::from(123_456_789_u64));
        let key = (EdwardsPoint::mul_base(&secret) + part).compress().0;
        let signed = (key, MESSAGES[place]);
        let less = part * Scalar::from(parts[0]);
        let made = (1..10_000_u64).find_map(|nonce| {
            let nonce = Scalar::from(nonce);
            let first = (EdwardsPoint::mul_base(&nonce) - less).compress().0;
            let factor = challenge(&first, &signed);
            let second = nonce + factor * secret;
            (factor.to_bytes()[0] % 8 == parts[1]).then(|| [first, second.to_bytes()].concat())
        });
        (signed, made.unwrap().try_into().unwrap())
    }

    fn join(both: [(Signed, [u8; SIGNATURE]); 2]) -> (Option<Joined>, [Signed; 2]) {
        let signed = both.map(|(signed, _)| signed);
        (Joined::new([1, 2], [&both[0].1, &both[1].1], &signed), signed)
    }

    #[test]
    fn what_is_remembered_holds_for_its_bytes_alone() {
        let ((key, message), signature) = honest(0);
        assert!(verifies(&key, &message, &signature));
        for bit in 0..8 * SIGNATURE {
            let mut changed = signature;
            changed[bit / 8] ^= 1 << (bit % 8);
            for _ in 0..2 {
                assert!(!verifies(&key, &message, &changed), "{bit}");
            }
        }
        let other = honest(1).0;
        assert!(!verifies(&other.0, &message, &signature));
        assert!(!verifies(&key, &other.1, &signature));
        // More than are remembered.
        for place in 2..100 {
            let ((key, message), signature) = honest(1);
            let message = [message.as_slice(), &[place]].concat();
            assert!(!verifies(&key, &message, &signature));
            let own = SigningKey::from_bytes(&[place; SIZE]);
            let made = own.sign(&message).to_bytes();
            assert!(verifies(own.verifying_key().as_bytes(), &message, &made));
        }
        assert!(verifies(&key, &message, &signature));
    }

    #[test]
    fn each_side_takes_the_other_out_again() {
        let both = [honest(0), honest(1)];
        let (joined, signed) = join(both);
        let joined = joined.unwrap();
        assert!(joined.verifies(&signed));
        for color in Color::ALL {
            let [own, other] = [color, !color].map(|color| both[color as usize].1);
            assert!(joined.has(color, &own) && !joined.has(!color, &own));
            assert_eq!(joined.without(color, &own, &signed), Some(other));
        }
    }

    #[test]
    fn what_holds_by_itself_and_not_joined_stays_apart() {
        for (torsion, part) in (1..8).flat_map(|torsion| [(torsion, 0), (torsion, 3)]) {
            for place in 0..2 {
                let odd = mixed(place, torsion, [part, part]);
                assert!(verifies(&odd.0.0, &odd.0.1, &odd.1), "{torsion} {part}");
                let both = if place == 0 { [odd, honest(1)] } else { [honest(0), odd] };
                assert_eq!(join(both).0, None, "{torsion} {part}");
            }
        }
    }

    #[test]
    fn what_holds_only_times_the_cofactor_does_not_hold() {
        for parts in [[0, 1], [0, 4], [1, 0], [3, 5]] {
            let odd = mixed(0, 1, parts);
            assert!(!verifies(&odd.0.0, &odd.0.1, &odd.1), "{parts:?}");
            let ((key, message), signature) = odd;
            let (first, second) = halves(&signature).unwrap();
            let [first_point, key_point] =
                [first, key].map(|bytes| CompressedEdwardsY(bytes).decompress().unwrap());
            let rest = EdwardsPoint::mul_base(&second)
                - (first_point + challenge(&first, &(key, message)) * key_point);
            assert!(rest.is_small_order() && rest != EdwardsPoint::default(), "{parts:?}");
            assert_eq!(join([odd, honest(1)]).0, None);
        }
    }

    /// Neither of small order, nor with a part of small order, nor in another form of the same point.
    #[test]
    fn a_point_has_one_form_and_the_order_of_the_group() {
        let sound = EdwardsPoint::mul_base(&Scalar::from(5_u8));
        assert_eq!(point(&sound.compress().0), Some(sound));
        for (place, torsion) in EIGHT_TORSION.into_iter().enumerate() {
            assert_eq!(point(&torsion.compress().0), None, "{place}");
            let mixed = (sound + torsion).compress().0;
            assert_eq!(point(&mixed).is_some(), place == 0, "{place}");
        }
        // The ordinates from the prime of the field on, 2^255 - 19, are again those from 0 on.
        let mut other_forms = 0;
        for ordinate in 0..19_u8 {
            for sign in [0x7F, 0xFF] {
                let mut bytes = [0xFF; SIZE];
                (bytes[0], bytes[SIZE - 1]) = (0xED + ordinate, sign);
                other_forms += usize::from(CompressedEdwardsY(bytes).decompress().is_some());
                assert_eq!(point(&bytes), None, "{ordinate} {sign}");
            }
        }
        assert!(other_forms > 0);
    }
}
