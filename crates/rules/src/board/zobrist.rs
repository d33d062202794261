//! Zobrist keys, computed instead of stored: a table of random numbers would be larger than the
//! rest of the rules in the module, and two multiplications are cheap compared with copying a
//! position.

use super::piece::Piece;
use super::square::Square;

/// Spreads a small number over 64 bits: the finaliser of SplitMix64 (Steele, Lea, Flood 2014),
/// one round short.
#[cfg_attr(not(small), inline(always))]
const fn mix(number: u64) -> u64 {
    let x = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ (x >> 32)
}

/// The part of a piece on a square.
#[cfg_attr(not(small), inline(always))]
pub const fn piece(piece: Piece, square: Square) -> u64 {
    let piece = (piece.role.index() << 1 | piece.color.index()) as u64;
    mix((piece << 7 | square.index() as u64) + 1)
}

/// The part of a field of the position other than its pieces: `place` identifies the field (0 to
/// 255), `value` is its value. The value 0 has no part.
#[cfg_attr(not(small), inline(always))]
pub const fn field(place: u8, value: u64) -> u64 {
    if value == 0 {
        return 0;
    }
    // The value is mixed before the place is added: values that use all bits, such as sets of
    // squares, would otherwise collide with the place's bits, and two fields could cancel each
    // other.
    mix(mix(value).wrapping_add((place as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Values of fields: small numbers and sets of squares.
    fn values() -> Vec<u64> {
        let mut values: Vec<u64> = (0..64).map(|bit| 1 << bit).collect();
        values.extend((2..64).map(|bits| u64::MAX >> bits));
        values.extend([u64::MAX, 0xFF00_0000_0000_00FF, 0x0300_0000_0000_0001]);
        values.sort_unstable();
        values.dedup();
        values
    }

    #[test]
    fn fields_with_full_bitboards_do_not_cancel() {
        for value in values() {
            for (one, other) in (0..8u8).flat_map(|one| (0..one).map(move |other| (one, other))) {
                // The same bits once the places have been laid over the highest byte.
                let places = u64::from(one + 1) ^ u64::from(other + 1);
                let moved = value ^ places << 56;
                assert_ne!(field(one, value), field(other, moved), "{value:#x}: {one} {other}");
            }
        }
    }

    #[test]
    fn pairs_of_fields_have_keys_of_their_own() {
        let mut keys = HashSet::new();
        let mut pairs = 0;
        for &first in &values() {
            for &second in &values() {
                pairs += 1;
                keys.insert(field(2, first) ^ field(3, second));
            }
        }
        assert_eq!(keys.len(), pairs);
        assert_eq!(field(5, 0), 0);
    }
}
