//! What the games with chess pieces on 8x8 have in common.

use rules::board::Eight;
use rules::chess::{attack, pawn};
use rules::{Bits, Color, Geometry, Position, Role, Square};

use super::{Feature, Sums, feature, sign};

/// How many features [`sum`] adds up, the right to move (place 0) among them.
pub(super) const COUNT: usize = 20;

/// The places of the features in the table.
const PIECES: usize = 1;
const MOBILITY: usize = 6;
const ADVANCE: usize = 10;
const FAR_ADVANCED: usize = 11;
const OPEN_PAWN: usize = 12;
const CENTRE: usize = 13;
const BISHOPS: usize = 14;
const NEAR_KING: usize = 15;
const GUARD: usize = 16;
const LOOSE: usize = 17;
const OPEN_ROOK: usize = 18;
const DOUBLED: usize = 19;

/// The features with weights as in orthodox chess, to be overwritten where a game differs.
pub(super) const fn table(weights: [i32; COUNT]) -> [Feature; COUNT] {
    const NAMES: [&str; COUNT] = [
        "tempo",
        "pawn",
        "knight",
        "bishop",
        "rook",
        "queen",
        "knight-mobility",
        "bishop-mobility",
        "rook-mobility",
        "queen-mobility",
        "pawn-advance",
        "pawn-far-advanced",
        "pawn-open",
        "centre",
        "bishop-pair",
        "attacks-near-king",
        "king-guard",
        "loose",
        "rook-open-file",
        "pawn-doubled",
    ];
    let mut table = [feature("", 0); COUNT];
    let mut i = 0;
    while i < COUNT {
        table[i] = feature(NAMES[i], weights[i]);
        i += 1;
    }
    table
}

/// What the pieces of each side attack.
#[derive(Clone, Copy, Default)]
pub(super) struct Attacks {
    /// Squares that a piece of the side attacks, its kings too.
    pub(super) once: [u64; 2],
    /// Squares that two of its pieces attack.
    pub(super) twice: [u64; 2],
    /// Squares that a pawn or a knight of the side attacks.
    pub(super) leapers: [u64; 2],
}

/// One side, while what its pieces attack is added up: apart from the rest, so that it stays in the
/// processor's registers.
#[derive(Default)]
struct Side {
    once: u64,
    twice: u64,
    leapers: u64,
    /// Where attacks come near the enemy king, and how many do.
    enemy_zone: u64,
    near_king: i32,
}

impl Side {
    #[inline(always)]
    fn add(&mut self, squares: u64) {
        self.twice |= self.once & squares;
        self.once |= squares;
        self.near_king += (squares & self.enemy_zone).count() as i32;
    }
}

const KINDS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
const INNER: u64 = 0x0000_3C3C_3C3C_0000;
const MIDDLE: u64 = 0x0000_0018_1800_0000;

/// The ranks of pawns added up, as their side counts them from 0.
#[inline(always)]
fn ranks(pawns: u64, color: Color) -> i32 {
    // By the digits of a rank's number.
    let digit = |squares: u64, worth: i32| worth * (pawns & squares).count() as i32;
    let sum = digit(0xFF00_FF00_FF00_FF00, 1)
        + digit(0xFFFF_0000_FFFF_0000, 2)
        + digit(0xFFFF_FFFF_0000_0000, 4);
    if color == Color::White { sum } else { 7 * pawns.count() as i32 - sum }
}

/// How many moves of a king one square is from another.
pub(super) fn distance(from: Square, to: Square) -> i32 {
    let shape = &Eight::SHAPE;
    let files = shape.file(from).abs_diff(shape.file(to));
    i32::from(files.max(shape.rank(from).abs_diff(shape.rank(to))))
}

/// The squares behind those of a set on their files, as a side sees it.
#[inline(always)]
pub(super) fn behind(set: u64, color: Color) -> u64 {
    if color == Color::White {
        let set = set | set >> 8;
        let set = set | set >> 16;
        (set | set >> 32) >> 8
    } else {
        let set = set | set << 8;
        let set = set | set << 16;
        (set | set << 32) << 8
    }
}

/// Adds up what a side's pawns are worth.
#[inline(always)]
fn add_pawns(pawns: u64, color: Color, occupied: u64, side: &mut Side, sums: &mut Sums) {
    let s = sign(color);
    sums[PIECES] += s * pawns.count() as i32;
    for (seen, _) in pawn::captures(pawns, color) {
        side.add(seen);
        side.leapers |= seen;
    }
    sums[ADVANCE] += s * ranks(pawns, color);
    for ahead in 1..=4 {
        let far = pawns & Eight::rank(color.rank(3 + ahead, 8));
        if far.any() {
            sums[FAR_ADVANCED] += s * i32::from(ahead * ahead) * far.count() as i32;
        }
    }
    let open = pawns & !behind(occupied, color);
    if open.any() {
        sums[OPEN_PAWN] += s * ranks(open, color);
    }
    sums[DOUBLED] += s * (pawns & behind(pawns, color)).count() as i32;
    sums[CENTRE] += s * (pawns & MIDDLE).count() as i32;
}

/// Adds up what a side's pieces of one of the [`KINDS`], other than pawns, are worth.
#[inline(always)]
fn add_kind<P>(
    position: &P,
    (i, color): (usize, Color),
    occupied: u64,
    side: &mut Side,
    sums: &mut Sums,
) where
    P: Position<Bits = u64, Geometry = Eight>,
{
    let (role, s) = (KINDS[i], sign(color));
    let (own, pieces) = (position.pieces(color), position.pieces_of(color, role));
    let mut mobility = 0;
    for piece in pieces.squares() {
        let seen = attack::attacks(role, color, piece, occupied);
        side.add(seen);
        mobility += (seen & !own).count() as i32;
        if role == Role::Knight {
            side.leapers |= seen;
        }
        if role == Role::Rook {
            let file = Eight::file(Eight::SHAPE.file(piece));
            let pawns = position.pieces_of(color, Role::Pawn);
            sums[OPEN_ROOK] += s * i32::from((file & pawns).is_empty());
        }
    }
    sums[PIECES + i] += s * pieces.count() as i32;
    sums[MOBILITY + i - 1] += s * mobility;
    if role == Role::Bishop && pieces.many() {
        sums[BISHOPS] += s;
    }
    if role == Role::Knight {
        sums[CENTRE] += s * (pieces & INNER).count() as i32;
    }
}

/// Adds up what the pieces beside the kings are worth by their kind, place and reach. `kings` are the
/// squares of each side's king for which it fears, or hopes.
pub(super) fn sum<P>(position: &P, kings: [u64; 2], sums: &mut Sums) -> Attacks
where
    P: Position<Bits = u64, Geometry = Eight>,
{
    let occupied = position.pieces(Color::White) | position.pieces(Color::Black);
    let mut attacks = Attacks::default();
    let zones = kings.map(|king| king.squares().fold(0, |zone, king| zone | Eight::king(king)));
    for color in Color::ALL {
        let (own, s) = (position.pieces(color), sign(color));
        let mut side = Side { enemy_zone: zones[(!color).index()], ..Side::default() };
        add_pawns(position.pieces_of(color, Role::Pawn), color, occupied, &mut side, sums);
        // One by one, so that each kind has code of its own, without a question what kind it is.
        add_kind(position, (1, color), occupied, &mut side, sums);
        add_kind(position, (2, color), occupied, &mut side, sums);
        add_kind(position, (3, color), occupied, &mut side, sums);
        add_kind(position, (4, color), occupied, &mut side, sums);
        sums[NEAR_KING] += s * side.near_king;
        // Kings attack too, but their coming near the enemy king is not counted.
        for king in position.royals(color).squares() {
            side.add(Eight::king(king));
        }
        attacks.once[color.index()] = side.once;
        attacks.twice[color.index()] = side.twice;
        attacks.leapers[color.index()] = side.leapers;
        let zone = zones[color.index()];
        sums[GUARD] += s * (zone & own).count() as i32;
    }
    for color in Color::ALL {
        let (own, s) = (position.pieces(color) & !position.royals(color), sign(color));
        let (i, j) = (color.index(), (!color).index());
        let loose = own & attacks.once[j] & !attacks.once[i];
        sums[LOOSE] += s * loose.count() as i32;
    }
    attacks
}
