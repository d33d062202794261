//! Chessence: men have no powers of their own, so what counts are the relations that give them:
//! kept, and not hanging on a single man; the reserve in time; and the lines to the kings, which
//! cannot walk away.

use rules::board::SixByNine;
use rules::board::geometry::{ALL_LINES, DIAGONALS, ORTHOGONALS, rays};
use rules::games::chessence::Chessence;
use rules::{Bits, Color, Geometry, Position, Role};

use super::{Evaluate, Feature, Sums, feature, sign};

const PIECES: usize = 1;
const RESERVE: usize = 2;
const ROOKS: usize = 3;
const BISHOPS: usize = 4;
const KNIGHTS: usize = 5;
const MOBILITY: usize = 6;
const POWERLESS: usize = 7;
const FRAGILE: usize = 8;
const NEAR_KING: usize = 9;
const LINES_TO_KING: usize = 10;
const DISTANCE: usize = 11;
const ATTACKED: usize = 12;
const LOOSE: usize = 13;
const ENTRIES: usize = 14;

static FEATURES: [Feature; 15] = [
    feature("tempo", -5),
    feature("man", 236),
    feature("reserve", 252),
    feature("rook-power", 29),
    feature("bishop-power", 11),
    feature("knight-power", 21),
    feature("mobility", 1),
    feature("powerless", -88),
    feature("hangs-on-one-piece", -11),
    feature("attacks-near-king", 27),
    feature("lines-to-king", -5),
    feature("distance-to-king", -9),
    feature("attacked", -5),
    feature("loose", -7),
    feature("entry-free", 1),
];

impl Evaluate for Chessence {
    const FEATURES: &'static [Feature] = &FEATURES;

    fn features(&self, sums: &mut Sums) {
        let occupied = self.pieces(Color::White) | self.pieces(Color::Black);
        let mut attacked = [0; 2];
        for color in Color::ALL {
            let s = sign(color);
            let pieces = self.pieces_of(color, Role::Man);
            let powers = self.powers(color);
            sums[PIECES] += s * pieces.count() as i32;
            sums[RESERVE] += s * self.reserve(color).count(Role::Man) as i32;
            sums[ROOKS] += s * powers.rook.count() as i32;
            sums[BISHOPS] += s * powers.bishop.count() as i32;
            sums[KNIGHTS] += s * powers.knight.count() as i32;
            sums[POWERLESS] += s * (pieces & !powers.any()).count() as i32;
            let own = self.royals(color) | pieces;
            let Some(enemy_king) = self.royals(!color).squares().next() else { continue };
            let shape = SixByNine::SHAPE;
            let (goal_file, goal_rank) = (shape.file(enemy_king), shape.rank(enemy_king));
            let lines = rays::<SixByNine, 4>(enemy_king, ALL_LINES, self.pieces(!color));
            let zone = SixByNine::king(enemy_king) | lines | SixByNine::knight(enemy_king);
            for piece in pieces.squares() {
                let mut reach = 0;
                let givers = self.givers(piece, color);
                let mut lone = 0;
                if powers.rook.has(piece) {
                    reach |= rays::<SixByNine, 2>(piece, ORTHOGONALS, occupied);
                    lone += i32::from(!givers.rook.many());
                }
                if powers.bishop.has(piece) {
                    reach |= rays::<SixByNine, 2>(piece, DIAGONALS, occupied);
                    lone += i32::from(!givers.bishop.many());
                }
                if powers.knight.has(piece) {
                    reach |= SixByNine::knight(piece);
                    lone += i32::from(!givers.knight.many());
                }
                attacked[color.index()] |= reach;
                sums[MOBILITY] += s * (reach & !own).count() as i32;
                sums[NEAR_KING] += s * (reach & zone).count() as i32;
                sums[FRAGILE] += s * lone;
                let files = shape.file(piece).abs_diff(goal_file);
                let ranks = shape.rank(piece).abs_diff(goal_rank);
                sums[DISTANCE] += s * i32::from(files.max(ranks));
            }
            // The lines that end at the enemy king count against that side.
            sums[LINES_TO_KING] -= s * (lines & !self.pieces(!color)).count() as i32;
            let free = !occupied & ENTRY[color.index()];
            sums[ENTRIES] += s * i32::from(self.reserve(color).has(Role::Man) && free.any());
        }
        for color in Color::ALL {
            let s = sign(color);
            let pieces = self.pieces_of(color, Role::Man);
            let (us, them) = (color.index(), (!color).index());
            sums[ATTACKED] += s * (pieces & attacked[them]).count() as i32;
            sums[LOOSE] += s * (pieces & attacked[them] & !attacked[us]).count() as i32;
        }
    }

    fn worth(_: Role) -> i32 {
        200
    }
}

/// Where the reserve enters (docs/rules/chessence.md, Source 4).
const ENTRY: [u64; 2] = [
    0b01_0000 | 0b11_1000 << 6 | 0b01_1000 << 12,
    0b00_0010 << 48 | 0b00_0111 << 42 | 0b00_0110 << 36,
];
