//! Zobrist keys, computed rather than stored: a table of random numbers would weigh more in the
//! module than the whole of the rules, and two multiplications cost little beside a copied
//! position.

use super::piece::Piece;
use super::square::Square;

/// Spreads a small number over 64 bits: the finaliser of SplitMix64 (Steele, Lea, Flood 2014),
/// one round short.
#[inline(always)]
const fn mix(number: u64) -> u64 {
    let x = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ (x >> 32)
}

/// The part of a piece on a square.
#[inline(always)]
pub const fn piece(piece: Piece, square: Square) -> u64 {
    let piece = (piece.role.index() << 1 | piece.color.index()) as u64;
    mix((piece << 7 | square.index() as u64) + 1)
}

/// The part of a field of the position other than its pieces: `place` tells fields apart (0 to 255),
/// `value` is what the field holds. The value 0 has no part.
#[inline(always)]
pub const fn field(place: u8, value: u64) -> u64 {
    if value == 0 {
        return 0;
    }
    mix(mix(value ^ ((place as u64 + 1) << 56)) ^ 0xD1B5_4A32_D192_ED03)
}
