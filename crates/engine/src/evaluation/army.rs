//! What the games with chess pieces on 8x8 have in common.

use rules::board::Eight;
use rules::chess::attack;
use rules::{Bits, Color, Geometry, Position, Role};

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
}

impl Attacks {
    #[inline(always)]
    fn add(&mut self, color: Color, squares: u64) {
        let i = color.index();
        self.twice[i] |= self.once[i] & squares;
        self.once[i] |= squares;
    }
}

const KINDS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
const INNER: u64 = 0x0000_3C3C_3C3C_0000;
const MIDDLE: u64 = 0x0000_0018_1800_0000;

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
        let enemy_zone = zones[(!color).index()];
        let pawns = position.pieces_of(color, Role::Pawn);
        sums[PIECES] += s * pawns.count() as i32;
        for pawn in pawns.squares() {
            let rank = i32::from(Eight::SHAPE.rank(pawn));
            let rank = if color == Color::White { rank } else { 7 - rank };
            let seen = Eight::pawn_captures(color, pawn);
            attacks.add(color, seen);
            sums[ADVANCE] += s * rank;
            sums[FAR_ADVANCED] += s * (rank - 3).max(0) * (rank - 3).max(0);
            let file = Eight::lines(pawn)[rules::board::geometry::FILE];
            let ahead = if color == Color::White { file.upper } else { file.lower };
            if (ahead & occupied).is_empty() {
                sums[OPEN_PAWN] += s * rank;
            }
            if (ahead & pawns).any() {
                sums[DOUBLED] += s;
            }
            sums[NEAR_KING] += s * (seen & enemy_zone).count() as i32;
        }
        sums[CENTRE] += s * (pawns & MIDDLE).count() as i32;
        for (i, role) in KINDS.into_iter().enumerate().skip(1) {
            let pieces = position.pieces_of(color, role);
            sums[PIECES + i] += s * pieces.count() as i32;
            if role == Role::Bishop && pieces.many() {
                sums[BISHOPS] += s;
            }
            if role == Role::Knight {
                sums[CENTRE] += s * (pieces & INNER).count() as i32;
            }
            for piece in pieces.squares() {
                let seen = attack::attacks(role, color, piece, occupied);
                attacks.add(color, seen);
                sums[MOBILITY + i - 1] += s * (seen & !own).count() as i32;
                sums[NEAR_KING] += s * (seen & enemy_zone).count() as i32;
                if role == Role::Rook {
                    let file = Eight::file(Eight::SHAPE.file(piece));
                    sums[OPEN_ROOK] += s * i32::from((file & pawns).is_empty());
                }
            }
        }
        for king in position.royals(color).squares() {
            attacks.add(color, Eight::king(king));
        }
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
