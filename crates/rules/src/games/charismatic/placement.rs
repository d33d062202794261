//! A sensible placement of the pieces in the hand, for players who want to start quickly. It is a
//! matter of taste, and no rule.

use super::{Charismatic, placing_squares};
use crate::board::{Bits, Color, Eight, Geometry, Role, Square};
use crate::chess::attack;
use crate::position::Position;
use crate::step::Step;

/// Pawns first, so that the others see which lines they leave open.
const ORDER: [Role; 5] = [Role::Pawn, Role::Rook, Role::Bishop, Role::Knight, Role::Queen];

/// The maximum influence of chance, in points.
const WHIM: u32 = 12;

/// What a piece is worth, in pawns.
const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        _ => 9,
    }
}

impl Charismatic {
    /// Drops that place the pieces left in the hand: the king sheltered, pawns in front, rooks and
    /// bishops on lines that are open, nobody left to be taken, and no check given, so that the
    /// turn may be ended after them. Chance varies it: `random(n)` is to give a number below `n`
    /// (at least 1).
    ///
    /// `None` outside a placement turn, before its draw, and if pieces placed before give a check
    /// that these drops do not close off.
    pub fn sensible_drops(&self, random: &mut impl FnMut(u32) -> u32) -> Option<Vec<Step>> {
        if self.fullmove > 0 || self.is_draw() {
            return None;
        }
        let mut position = *self;
        let mut drops = Vec::new();
        for role in ORDER {
            for _ in 0..self.hand.count(role) {
                let squares = placing_squares(self.turn, role) & !position.pieces.occupied();
                let mut best = None;
                for to in squares.squares() {
                    let mut after = position;
                    let step = Step::Drop { role, to };
                    after.play(step, &mut ());
                    let liking = after.liking(&position, role, to) + random(WHIM) as i32;
                    if best.is_none_or(|(most, _, _)| liking > most) {
                        best = Some((liking, step, after));
                    }
                }
                let (_, step, after) = best?;
                drops.push(step);
                position = after;
            }
        }
        (!position.is_king_attacked(!position.turn)).then_some(drops)
    }

    /// How well a piece stands that has just been dropped, in points.
    fn liking(&self, before: &Charismatic, role: Role, at: Square) -> i32 {
        let us = self.turn;
        let occupied = self.pieces.occupied();
        let enemy_king = self.king(!us);
        let reach = attack::attacks(role, us, at, occupied);
        // A check cannot be taken back by what is dropped after it, or only at random.
        let checks = |position: &Charismatic| position.attackers(enemy_king, us).count() as i32;
        let mut liking = -1000 * (checks(self) - checks(before)).signum();
        liking += self.safety(role, at);
        liking += self.shelter(role, at);
        let rank = i32::from(us.rank(Eight::SHAPE.rank(at), 8)) + 1;
        let file = i32::from(Eight::SHAPE.file(at));
        let from_centre = (2 * file - 7).abs() / 2;
        let free = (reach & !self.pieces.color(us)).count() as i32;
        let pawns = self.pieces.of(us, Role::Pawn);
        let on_file = pawns & Eight::file(file as u8);
        liking
            + match role {
                Role::Pawn => {
                    let beside = pawns & Eight::king(at);
                    let doubled = on_file.count() as i32 - 1;
                    4 * beside.count() as i32 - 18 * doubled
                        + if rank == 2 { 10 } else { 8 - 2 * from_centre - rank }
                }
                Role::Rook => {
                    // In a corner it may castle later.
                    let home = match (rank, file) {
                        (1, 0 | 7) => 36,
                        (1, _) => 30,
                        _ => 0,
                    };
                    home + if on_file.is_empty() { 14 } else { 0 } + free
                }
                Role::Bishop => {
                    const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;
                    let color = if LIGHT.has(at) { LIGHT } else { !LIGHT };
                    let alike = (self.pieces.of(us, Role::Bishop) & color).count() as i32 - 1;
                    3 * free - 15 * alike - 4 * (rank - 1)
                }
                Role::Knight => 3 * free - 3 * (rank - 2).abs() - from_centre,
                _ => free - 6 * (rank - 1),
            }
    }

    /// The penalty for a piece that can be captured: by a lesser piece, or unprotected.
    fn safety(&self, role: Role, at: Square) -> i32 {
        let us = self.turn;
        let attackers = self.attackers(at, !us);
        let is_covered = self.attackers(at, us).any();
        let by_less = attackers.squares().any(|from| {
            self.pieces.role_at(from).is_some_and(|attacker| worth(attacker) < worth(role))
        });
        let cover = if is_covered { 4 } else { 0 };
        if by_less || (attackers.any() && !is_covered) { cover - 8 * worth(role) } else { cover }
    }

    /// Points for a piece that stands on a line to its king, near it: pawns before all, in front
    /// before all.
    fn shelter(&self, role: Role, at: Square) -> i32 {
        let us = self.turn;
        let king = self.king(us);
        let others = self.pieces.occupied() & !u64::of(at);
        if !attack::attacks(Role::Queen, us, king, others).has(at) {
            return 0;
        }
        let near = Eight::king(king).has(at);
        let in_front = near && is_before(us, king, at);
        match (role, near, in_front) {
            (Role::Pawn, _, true) => 24,
            (Role::Pawn, ..) => 6,
            (Role::Knight | Role::Bishop, _, true) => 8,
            (_, true, _) => 5,
            _ => 2,
        }
    }
}

/// Whether a square lies on a rank in front of another.
fn is_before(color: Color, from: Square, at: Square) -> bool {
    let rank = |square| color.rank(Eight::SHAPE.rank(square), 8);
    rank(at) > rank(from)
}
