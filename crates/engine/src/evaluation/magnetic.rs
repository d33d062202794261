//! Magnetic Chess: the king is captured, so what counts is who can capture at the next step, and
//! what stands beside a king: an impulse does not move kings, but drags pieces away from before them
//! and into lines with them.

use rules::board::Eight;
use rules::board::geometry::{ALL_LINES, rays};
use rules::games::magnetic::Magnetic;
use rules::{Bits, Color, Geometry, Position, Role};

use super::orthodox::chess_worth;
use super::{Evaluate, Feature, Sums, army, feature, sign};

const COUNT: usize = army::COUNT + 5;
const KING_LINES: usize = army::COUNT;
const KING_EN_PRISE: usize = army::COUNT + 1;
const KING_HOME: usize = army::COUNT + 2;
const KING_FLIGHTS: usize = army::COUNT + 3;
const KING_SHELTER: usize = army::COUNT + 4;

static FEATURES: [Feature; COUNT] = {
    let army =
        army::table([15, 90, 310, 320, 480, 950, 4, 4, 3, 2, 2, 8, 8, 6, 20, 10, 6, -15, 8, -4]);
    let mut table = [feature("", 0); COUNT];
    let mut i = 0;
    while i < army::COUNT {
        table[i] = army[i];
        i += 1;
    }
    table[KING_LINES] = feature("lines-to-king", -3);
    table[KING_EN_PRISE] = feature("king-en-prise", -40);
    table[KING_HOME] = feature("king-home", 8);
    table[KING_FLIGHTS] = feature("king-flights", 4);
    table[KING_SHELTER] = feature("king-shelter", 6);
    table
};

impl Evaluate for Magnetic {
    const FEATURES: &'static [Feature] = &FEATURES;

    fn features(&self, sums: &mut Sums) {
        let attacks = army::sum(self, Color::ALL.map(|color| self.royals(color)), sums);
        for color in Color::ALL {
            let s = sign(color);
            let (own, enemies) = (self.pieces(color), self.pieces(!color));
            for king in self.royals(color).squares() {
                // How open the lines to the king lie: enemies come, or are dragged, into them.
                sums[KING_LINES] +=
                    s * rays::<Eight, 4>(king, ALL_LINES, own | enemies).count() as i32;
                let attacked = attacks.once[(!color).index()];
                sums[KING_EN_PRISE] += s * i32::from(attacked.has(king));
                let home = color.rank(0, 8);
                sums[KING_HOME] += s * i32::from(Eight::SHAPE.rank(king) == home);
                let flights = Eight::king(king) & !own & !attacked;
                sums[KING_FLIGHTS] += s * (flights.count() as i32).min(3);
                let pawns = self.pieces_of(color, Role::Pawn);
                sums[KING_SHELTER] += s * (Eight::king(king) & pawns).count() as i32;
            }
        }
    }

    fn worth(role: Role) -> i32 {
        chess_worth(role)
    }
}
