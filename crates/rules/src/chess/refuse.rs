//! Why chess pieces on 8x8 do not go where a player points, as data: the reasons that the games
//! share. Their sentences stand under `refusal.common` in the text catalogue.
//!
//! A game asks, in this order: [`Terms::mover`], then [`castling`] for a king's step of two
//! squares if it castles, else [`Terms::way`], then [`Terms::promotion`], and then whatever it says
//! about kings itself ([`into_check`] where the own king must be safe).

use super::castling::{Path, Wing};
use super::{ChessPieces, PROMOTIONS, attack, pawn};
use crate::board::geometry::between;
use crate::board::{Bits, Color, Eight, Geometry, Role, Square};
use crate::refusal::Refusal;
use crate::step::Step;

/// The conditions under which the pieces move: the position, and what differs between the games.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a, const R: usize> {
    /// The pieces.
    pub pieces: &'a ChessPieces<R>,
    /// The side to move.
    pub turn: Color,
    /// The squares on which its pawns can capture en passant; `None` in a game without that.
    pub passed: Option<u64>,
    /// The squares from which its pawns make double steps.
    pub double_from: u64,
    /// The enemy pieces that are never captured.
    pub immune: u64,
    /// The place in the game's rules that says how pieces move.
    pub rule: &'static str,
}

impl<const R: usize> Terms<'_, R> {
    /// A reason that concerns the squares given, with the pieces on them.
    fn refusal(&self, reason: &'static str, squares: &[Square]) -> Refusal {
        refusal(self.pieces, reason, self.rule, squares)
    }

    /// Refused if no piece of the side to move is on the square, or the step does not move.
    pub fn mover(&self, from: Square, to: Square) -> Option<Refusal> {
        let reason = match self.pieces.color_at(from) {
            None => "common.no-piece",
            Some(color) if color != self.turn => "common.not-your-piece",
            Some(_) if from == to => "common.same-square",
            Some(_) => return None,
        };
        Some(self.refusal(reason, &[from]))
    }

    /// Refused if the piece on `from` does not go to `to`: its kind does not, something is in the
    /// way, or the piece there cannot be captured.
    ///
    /// A king's move of two squares is refused as an impossible king's move.
    pub fn way(&self, from: Square, to: Square) -> Option<Refusal> {
        let role = self.pieces.role_at(from)?;
        if role == Role::Pawn {
            return self.pawn_way(from, to).or_else(|| self.target(from, to));
        }
        if !attack::attacks(role, self.turn, from, 0).has(to) {
            let reason = match role {
                Role::Knight => "common.knight",
                Role::Bishop => "common.bishop",
                Role::Rook => "common.rook",
                Role::Queen => "common.queen",
                _ => "common.king",
            };
            return Some(self.refusal(reason, &[from, to]));
        }
        if let Some(blocker) = first_between(from, to, self.pieces.occupied()) {
            return Some(self.refusal("common.blocked", &[from, blocker]));
        }
        self.target(from, to)
    }

    /// Refused if the piece on `to` cannot be captured.
    fn target(&self, from: Square, to: Square) -> Option<Refusal> {
        let reason = if self.pieces.color(self.turn).has(to) {
            "common.own-piece"
        } else if self.immune.has(to) {
            "common.king-not-captured"
        } else {
            return None;
        };
        Some(self.refusal(reason, &[from, to]))
    }

    fn pawn_way(&self, from: Square, to: Square) -> Option<Refusal> {
        let occupied = self.pieces.occupied();
        let ahead = 8 * self.turn.forward();
        let distance = to.index() as i32 - from.index() as i32;
        if Eight::pawn_captures(self.turn, from).has(to) {
            if occupied.has(to) || self.passed.is_some_and(|passed| passed.has(to)) {
                return None;
            }
            let beside = to.offset(-ahead);
            let enemy_pawns = self.pieces.of(!self.turn, Role::Pawn);
            if self.passed.is_some()
                && enemy_pawns.has(beside)
                && pawn::relative_rank(self.turn, 6).has(to)
            {
                return Some(self.refusal("common.no-en-passant", &[from, beside]));
            }
            return Some(self.refusal("common.pawn-no-capture", &[from, to]));
        }
        if distance == ahead || distance == 2 * ahead {
            if distance == 2 * ahead {
                let passed = from.offset(ahead);
                if !self.double_from.has(from) {
                    let first_too = (self.double_from & pawn::relative_rank(self.turn, 1)).any();
                    let reason =
                        if first_too { "common.pawn-double-early" } else { "common.pawn-double" };
                    return Some(self.refusal(reason, &[from]));
                }
                if occupied.has(passed) {
                    return Some(self.refusal("common.blocked", &[from, passed]));
                }
            }
            return occupied.has(to).then(|| self.refusal("common.pawn-forward", &[from, to]));
        }
        let ranks = Eight::SHAPE.rank(to) as i32 - Eight::SHAPE.rank(from) as i32;
        let backward = ranks * self.turn.forward() < 0;
        let reason = if backward { "common.pawn-backward" } else { "common.pawn" };
        Some(self.refusal(reason, &[from, to]))
    }

    /// Refused if a promotion is missing, impossible, or not allowed. The piece on `from` must go
    /// to `to`.
    pub fn promotion(&self, from: Square, to: Square, into: Option<Role>) -> Option<Refusal> {
        let is_promoted =
            self.pieces.role(Role::Pawn).has(from) && pawn::last_rank(self.turn).has(to);
        let reason = match into {
            None if is_promoted => "common.promotion-missing",
            Some(_) if !is_promoted => "common.promotion-not-wanted",
            Some(role) if !PROMOTIONS.contains(&role) => "common.promotion-impossible",
            _ => return None,
        };
        Some(self.refusal(reason, &[from]))
    }
}

/// A reason that concerns the squares given, with the pieces that stand on them.
pub fn refusal<const R: usize>(
    pieces: &ChessPieces<R>,
    reason: &'static str,
    rule: &'static str,
    squares: &[Square],
) -> Refusal {
    let start = Refusal::new(reason, rule);
    squares.iter().fold(start, |refusal, &square| refusal.at(square, pieces.piece_at(square)))
}

/// The piece that a mover on `from` meets first before it reaches `to`.
fn first_between(from: Square, to: Square, occupied: u64) -> Option<Square> {
    let screen = between::<Eight>(from, to) & occupied;
    if screen.is_empty() {
        None
    } else if to > from {
        Some(screen.lowest())
    } else {
        Some(screen.highest())
    }
}

/// The castling that a step of the king on `king` to `to` asks for: two squares along the rank.
pub fn castling_path(color: Color, king: Square, to: Square) -> Option<Path> {
    let same_rank = Eight::SHAPE.rank(king) == Eight::SHAPE.rank(to);
    if same_rank { Path::of_move(color, king, to) } else { None }
}

/// The wing of a castling.
pub const fn wing(path: &Path) -> Wing {
    if path.king_to.index() > path.king_from.index() { Wing::H } else { Wing::A }
}

/// Why a side does not castle along `path`: it has no right to, pieces stand between king and rook,
/// or the king's square, the one that it crosses or the one that it reaches is attacked.
/// `attackers` gives the enemy pieces that matter on a square: none in a game without check.
pub fn castling<const R: usize>(
    pieces: &ChessPieces<R>,
    path: &Path,
    has_right: bool,
    attackers: impl Fn(Square) -> u64,
    rule: &'static str,
) -> Option<Refusal> {
    let king = path.king_from;
    if !has_right {
        return Some(refusal(pieces, "common.castling-no-right", rule, &[king, path.king_to]));
    }
    if let Some(blocker) = first_between(king, path.rook_from, pieces.occupied()) {
        return Some(refusal(pieces, "common.castling-blocked", rule, &[king, blocker]));
    }
    let squares = [
        (king, "common.castling-in-check"),
        (path.crossed, "common.castling-through-check"),
        (path.king_to, "common.castling-into-check"),
    ];
    squares.into_iter().find_map(|(square, reason)| {
        let attacker = attackers(square).squares().next()?;
        Some(refusal(pieces, reason, rule, &[king, attacker, square]))
    })
}

/// Why a step from `from` to `to` that leaves the pieces as in `after` is refused where the own
/// orthodox king must not be attacked after it: the king goes into check, a pinned piece leaves, a
/// capture en passant opens a line, or the check that is given now is not answered. `None` if the king is safe, or off the board.
pub fn into_check<const R: usize>(
    pieces: &ChessPieces<R>,
    after: &ChessPieces<R>,
    turn: Color,
    (from, to): (Square, Square),
    rule: &'static str,
) -> Option<Refusal> {
    let king = after.of(turn, Role::King).squares().next()?;
    let attackers = attack::attackers(after, king, !turn, after.occupied());
    if pieces.of(turn, Role::King).has(from) {
        let attacker = attackers.squares().next()?;
        return Some(refusal(pieces, "common.king-into-check", rule, &[from, attacker, to]));
    }
    let now = attack::attackers(pieces, king, !turn, pieces.occupied());
    if let Some(attacker) = (attackers & now).squares().next() {
        return Some(refusal(pieces, "common.still-in-check", rule, &[from, attacker, king]));
    }
    let attacker = attackers.squares().next()?;
    let is_pinned = between::<Eight>(king, attacker) & pieces.occupied() == u64::of(from);
    let reason = if is_pinned { "common.pinned" } else { "common.opens-check" };
    Some(refusal(pieces, reason, rule, &[from, attacker, king]))
}

/// Why a drop, a draw or an `end` is no step of a game in which every turn is one move.
pub fn only_moves(step: Step, rule: &'static str) -> Option<Refusal> {
    let reason = match step {
        Step::Move { .. } => return None,
        Step::Drop { .. } => "common.no-drops",
        Step::Draw(_) => "common.no-draws",
        Step::End => "common.no-end",
    };
    Some(Refusal::new(reason, rule))
}
