//! Progressive Chess: pieces, and what stands where many moves in a row can get at it.

use rules::board::{Eight, Geometry};
use rules::chess::attack;
use rules::games::progressive::Progressive;
use rules::{Bits, Color, Position, Role};

use super::army::distance;
use super::orthodox::chess_worth;
use super::{Evaluate, Feature, Sums, army};
use crate::series::Series;

/// As in orthodox chess, but that pawns run far in one turn and kings are hunted.
static FEATURES: [Feature; army::COUNT] =
    army::table([0, 100, 300, 300, 500, 950, 3, 3, 3, 2, 8, 8, 6, 4, 10, 8, 8, -4, 6, -6]);

impl Evaluate for Progressive {
    const FEATURES: &'static [Feature] = &FEATURES;

    fn features(&self, sums: &mut Sums) {
        army::sum(self, Color::ALL.map(|color| self.royals(color)), sums);
    }

    fn worth(role: Role) -> i32 {
        chess_worth(role)
    }
}

impl Series for Progressive {
    /// The squares about the enemy king that are closed to it, and how near the pieces stand.
    fn siege(&self) -> i32 {
        let us = self.turn();
        let Some(king) = self.royals(!us).squares().next() else { return 0 };
        let (zone, enemies) = (Eight::king(king), self.pieces(!us));
        // The king does not shield the squares behind it.
        let blockers = self.pieces(us) | enemies & !u64::of(king);
        let (mut closed, mut near) = (zone & enemies, 0);
        for from in self.pieces(us).squares() {
            let Some(piece) = self.piece_at(from) else { continue };
            let seen = attack::attacks(piece.role, us, from, blockers);
            closed |= zone & seen;
            if piece.role != Role::King {
                near += 2 * (seen & zone).count() as i32 - distance(from, king);
            }
        }
        8 * closed.count() as i32 - 8 * zone.count() as i32 + near
    }
}
