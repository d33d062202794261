//! Complete Contramatic Chess: beside the hopes of the contramatic king, the fears of the orthodox
//! one.

use rules::board::Eight;
use rules::games::complete_contramatic::CompleteContramatic;
use rules::{Bits, Color, Geometry, Position, Role};

use super::orthodox::chess_worth;
use super::{Evaluate, Feature, Sums, Weights, contramatic, feature, sign};

const SHARED: usize = contramatic::COUNT;
const COUNT: usize = SHARED + 3;
const KING_ATTACKED: usize = SHARED;
const KING_FLIGHTS: usize = SHARED + 1;
const KING_GUARD: usize = SHARED + 2;

static FEATURES: [Feature; COUNT] = {
    let shared = contramatic::table(
        [16, 1, 272, 213, 172, 258, -23, -9, 18, -5, -4, -1, 1, -1, 22, -76, 76, -7, 2, -4],
        [81, 54, 94, 90, 129],
    );
    let mut table = [feature("", 0); COUNT];
    let mut i = 0;
    while i < SHARED {
        table[i] = shared[i];
        i += 1;
    }
    table[KING_ATTACKED] = feature("attacks-near-orthodox-king", 10);
    table[KING_FLIGHTS] = feature("orthodox-king-flights", 11);
    table[KING_GUARD] = feature("orthodox-king-guard", -2);
    table
};

impl Evaluate for CompleteContramatic {
    const FEATURES: &'static [Feature] = &FEATURES;

    fn features(&self, sums: &mut Sums) {
        let attacks = contramatic::sum(self, sums);
        for color in Color::ALL {
            let s = sign(color);
            let (us, them) = (color.index(), (!color).index());
            for king in self.pieces_of(color, Role::King).squares() {
                let zone = Eight::king(king);
                let (once, twice) = (zone & attacks.once[them], zone & attacks.twice[them]);
                sums[KING_ATTACKED] -= s * (once.count() + twice.count()) as i32;
                let flights = zone & !self.pieces(color) & !attacks.once[them];
                sums[KING_FLIGHTS] += s * (flights.count() as i32).min(3);
                sums[KING_GUARD] +=
                    s * (zone & self.pieces(color) & attacks.once[us]).count() as i32;
            }
        }
    }

    fn by_habit(weights: Weights) -> Weights {
        contramatic::by_habit(weights)
    }

    fn worth(role: Role) -> i32 {
        chess_worth(role)
    }
}
