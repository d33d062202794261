//! "Place for me" in the Contramatic games: a sensible placement of the remaining pieces of a turn.
//!
//! Sensible means: the pawns in front, one a file; the others behind them, where the enemy does not
//! attack them; the contramatic king's way out left open, since it wants to walk into an attack;
//! no rook or queen behind the own piece on its file that it would pin; room behind the pawns for
//! the orthodox king; and no piece that gives check. The enemy king wins where it walks into an attack
//! that cannot be lifted: so no pawn stands against an enemy pawn, which could never go away, and what
//! the king can soon reach is attacked little, and hardly twice. The rest is left to the numbers
//! drawn, so that asking again gives another placement.

use super::attack;
use super::contramatic_king::HOMES;
use super::placement::State;
use crate::board::geometry::between;
use crate::board::{Bits, Color, Eight, Geometry, Reserve, Role, Square};
use crate::step::Step;

/// The order in which pieces find their places: pawns first, so that the others know what is behind
/// them.
const ORDER: [Role; 5] = [Role::Pawn, Role::Bishop, Role::Knight, Role::Rook, Role::Queen];

/// Pieces that can shut the line of a slider without giving check on it themselves.
const SHUTTERS: [Role; 3] = [Role::Pawn, Role::Knight, Role::Bishop];

/// Drops for every piece of `unplaced` beside the kings, in an order in which they can be made.
/// `random(n)` draws a number below `n`.
///
/// Afterwards no piece of the side to move gives check. None if one placed before does and no drop can
/// shut its line.
pub fn pieces(state: &State, unplaced: Reserve, random: &mut dyn FnMut(u32) -> u32) -> Vec<Step> {
    // How far each pawn goes: the middle of the three ranks as often as the other two.
    let plan = std::array::from_fn(|_| [1, 2, 2, 3][random(4) as usize]);
    let wing = random(2);
    let mut placing = Placing { state: *state, unplaced, wing, plan, struck: 0, drops: Vec::new() };
    let own = state.pieces.color(state.turn);
    for square in own.squares() {
        placing.strike(square);
    }
    placing.shut_lines(random);
    for role in ORDER {
        while placing.unplaced.has(role) {
            let allowed = !placing.checking(role);
            if !placing.place(role, allowed, random) {
                break;
            }
        }
    }
    let still = placing.state.pieces;
    let checks = attack::attackers(&still, placing.target(), state.turn, still.occupied());
    if checks.any() { Vec::new() } else { placing.drops }
}

/// The square on which the orthodox king of the side to move is safest; `None` if it is attacked
/// wherever it may be dropped.
pub fn king_square(state: &State, random: &mut dyn FnMut(u32) -> u32) -> Option<Square> {
    let us = state.turn;
    let occupied = state.pieces.occupied();
    let is_attacked = |square| attack::is_attacked(&state.pieces, square, !us, occupied);
    let own = state.pieces.color(us);
    let pawns = own & state.pieces.role(Role::Pawn);
    let score = |square: Square| {
        let (file, rank) = place(us, square);
        let around = Eight::king(square);
        let exposed = around.squares().filter(|&near| is_attacked(near)).count() as i32;
        let guards = (around & own).count() as i32 + 2 * (around & pawns).count() as i32;
        let depth = [8, 5, -4, -16][rank.min(3)];
        let aside = if (2..=5).contains(&file) { 0 } else { 4 };
        depth + aside + guards - 3 * exposed
    };
    let squares = state.vacant().squares().filter(|&square| !is_attacked(square));
    squares.max_by_key(|&square| 4 * score(square) + random(16) as i32)
}

/// File (from 0) and rank (from 0) of a square as the side counts them.
fn place(color: Color, square: Square) -> (usize, usize) {
    let (file, rank) = (Eight::SHAPE.file(square), Eight::SHAPE.rank(square));
    (file.into(), color.rank(rank, 8).into())
}

struct Placing {
    state: State,
    unplaced: Reserve,
    /// The side on which room is left for an orthodox king: 0 towards the a-file.
    wing: u32,
    /// The rank that a pawn of each file takes by choice.
    plan: [usize; 8],
    /// What own pieces attack of the squares that the enemy contramatic king can soon reach.
    struck: u64,
    drops: Vec<Step>,
}

impl Placing {
    /// The enemy contramatic king.
    fn target(&self) -> Square {
        HOMES[(!self.state.turn).index()]
    }

    /// What a piece of the kind on a square attacks of the squares that the enemy contramatic king
    /// reaches within three moves.
    fn strikes(&self, role: Role, square: Square) -> u64 {
        let occupied = self.state.pieces.occupied();
        let (mut reached, mut ring) = (0, u64::of(self.target()));
        for _ in 0..3 {
            ring = ring.squares().fold(ring, |ring, square| ring | Eight::king(square));
            reached |= ring;
        }
        attack::attacks(role, self.state.turn, square, occupied) & reached
    }

    /// Records what the piece on a square attacks.
    fn strike(&mut self, square: Square) {
        if let Some(piece) = self.state.pieces.piece_at(square) {
            self.struck |= self.strikes(piece.role, square);
        }
    }

    /// The squares from which a piece of the kind would give check.
    fn checking(&self, role: Role) -> u64 {
        attack::attacks(role, !self.state.turn, self.target(), self.state.pieces.occupied())
    }

    /// Shuts the lines of pieces placed before that give check.
    fn shut_lines(&mut self, random: &mut dyn FnMut(u32) -> u32) {
        let (pieces, us) = (self.state.pieces, self.state.turn);
        let checkers = attack::attackers(&pieces, self.target(), us, pieces.occupied());
        for checker in checkers.squares() {
            let line = between::<Eight>(self.target(), checker);
            if let Some(role) = SHUTTERS.into_iter().find(|&role| self.unplaced.has(role)) {
                self.place(role, line, random);
            }
        }
    }

    /// Drops a piece of the kind on the best of the `allowed` squares, if there is one.
    fn place(&mut self, role: Role, allowed: u64, random: &mut dyn FnMut(u32) -> u32) -> bool {
        let squares = (self.state.vacant() & allowed).squares();
        let best = squares.max_by_key(|&square| 4 * self.score(role, square) + random(40) as i32);
        let Some(to) = best else { return false };
        self.state.drop(role, to, &mut ());
        self.strike(to);
        self.unplaced = self.unplaced.without(role);
        self.drops.push(Step::Drop { role, to });
        true
    }

    /// How well a piece of the kind stands on the square.
    fn score(&self, role: Role, square: Square) -> i32 {
        let (pieces, us) = (&self.state.pieces, self.state.turn);
        let (home, _) = place(us, HOMES[us.index()]);
        let (file, rank) = place(us, square);
        let pawns = pieces.of(us, Role::Pawn);
        let own_file = Eight::file(file as u8);
        let mut score = if role == Role::Pawn {
            let by_choice = if rank == self.plan[file] { 12 } else { 3 };
            let by_rank = match rank {
                0 => -60,
                // The pawn before the king goes ahead, so that the king can come out behind it.
                1 if file == home => -6,
                _ => by_choice,
            };
            let enemies = pieces.of(!us, Role::Pawn);
            let is_stuck = enemies & own_file & Eight::king(square) != 0;
            by_rank - if (pawns & own_file).any() { 40 } else { 0 } - if is_stuck { 40 } else { 0 }
        } else {
            let in_front = (pawns & own_file).squares().any(|pawn| place(us, pawn).1 < rank);
            let by_rank = match role {
                Role::Rook => [8, 3, -10, -20],
                Role::Knight => [0, 6, 3, -10],
                _ => [4, 6, -8, -20],
            };
            by_rank[rank.min(3)] - if in_front { 20 } else { 0 }
        };
        let aside = file.abs_diff(home);
        match role {
            Role::Knight if file == 0 || file == 7 => score -= 8,
            Role::Bishop if (pieces.of(us, Role::Bishop) & same_color(square)).any() => score -= 12,
            _ => {}
        }
        if role != Role::Pawn {
            // The king's way out.
            score -= match (aside, rank) {
                (0, _) => 40,
                (1, 1) => 10,
                _ => 0,
            };
            let in_corner = if self.wing == 0 { file < 2 } else { file > 5 };
            if in_corner && rank == 0 {
                score -= 6;
            }
        }
        let strikes = self.strikes(role, square);
        score -= 2 * strikes.count() as i32 + 8 * (strikes & self.struck).count() as i32;
        if attack::is_attacked(pieces, square, !us, pieces.occupied()) {
            score -= if role == Role::Pawn { 4 } else { 16 };
        }
        score
    }
}

/// The squares of the colour of `square`.
fn same_color(square: Square) -> u64 {
    const DARK: u64 = 0xAA55_AA55_AA55_AA55;
    if DARK.has(square) { DARK } else { !DARK }
}
