//! Orthodox chess: the yardstick; pieces, mobility, pawns and danger to the king.

use rules::games::orthodox::Orthodox;
use rules::{Color, Position, Role};

use super::{Evaluate, Feature, Sums, army};

static FEATURES: [Feature; army::COUNT] =
    army::table([10, 90, 320, 330, 500, 950, 4, 4, 3, 1, 2, 6, 4, 10, 30, 6, 6, -12, 10, -12]);

impl Evaluate for Orthodox {
    const FEATURES: &'static [Feature] = &FEATURES;

    fn features(&self, sums: &mut Sums) {
        army::sum(self, Color::ALL.map(|color| self.royals(color)), sums);
    }

    fn worth(role: Role) -> i32 {
        chess_worth(role)
    }
}

/// What chess pieces are worth, about.
pub(super) const fn chess_worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        _ => 2000,
    }
}
