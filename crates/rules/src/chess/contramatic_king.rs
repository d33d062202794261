//! The contramatic king: a king that the enemy may not check (docs/rules/contramatic.md, Source 2).
//!
//! A step is refused if after it a piece of the mover attacks the enemy contramatic king: the moved
//! piece from its new square, a slider behind a square that was vacated, or a piece that has given
//! check since the king walked into its attack and gives it still. All three are sets of squares,
//! so that no step needs to be made and taken back. Everything is seen from the king: it stands
//! still while its enemy moves.

use std::ops::ControlFlow;

use super::danger::Danger;
use super::refuse::{self, Terms, refusal};
use super::{ChessPieces, PROMOTIONS, attack, en_passant, pawn};
use crate::board::geometry::{DIAGONALS, ORTHOGONALS, between, rays};
use crate::board::{Bits, Color, Eight, Geometry, Role, Square};
use crate::refusal::Refusal;
use crate::sink::StepSink;

/// Chess pieces and contramatic kings.
pub type Pieces = ChessPieces<7>;

/// The initial squares of the contramatic kings, e1 and e8 (docs/rules/contramatic.md, Rulings).
pub const HOMES: [Square; 2] = [Eight::SHAPE.at(4, 0), Eight::SHAPE.at(4, 7)];

const MOVES: &str = "contramatic#source-2";
const CASTLING: &str = "contramatic#ruling-castling";

/// The restrictions on a side that may not give check to the enemy contramatic king.
#[derive(Clone, Copy, Debug)]
pub struct Restraint {
    /// The enemy contramatic king.
    king: Square,
    /// Own pieces that give check now, since the king came into their reach.
    checkers: u64,
    /// Own pieces that stand alone between an own slider and the king.
    screens: u64,
    /// Where a piece that is neither of these may go: anywhere, or between the checker and the king.
    allowed: u64,
    /// The squares from which a rook gives check.
    orthogonal: u64,
    /// The squares from which a bishop gives check.
    diagonal: u64,
}

impl Restraint {
    /// The restrictions on the pieces of `us`.
    #[inline]
    pub fn new(pieces: &Pieces, us: Color) -> Self {
        let king = pieces.of(!us, Role::ContramaticKing).lowest();
        let (occupied, own) = (pieces.occupied(), pieces.color(us));
        let orthogonal = rays::<Eight, 2>(king, ORTHOGONALS, occupied);
        let diagonal = rays::<Eight, 2>(king, DIAGONALS, occupied);
        let (by_line, by_diagonal) =
            (own & attack::orthogonal_sliders(pieces), own & attack::diagonal_sliders(pieces));
        let checkers = attack::leaping_attackers(pieces, king, us)
            | orthogonal & by_line
            | diagonal & by_diagonal;

        let lines = Eight::lines(king);
        let on_lines = ORTHOGONALS.into_iter().fold(0, |set, line| set | lines[line].both());
        let on_diagonals = DIAGONALS.into_iter().fold(0, |set, line| set | lines[line].both());
        let behind = (on_lines & by_line & !orthogonal) | (on_diagonals & by_diagonal & !diagonal);
        let mut screens = 0;
        for slider in behind.squares() {
            let screen = between::<Eight>(king, slider) & occupied;
            if !screen.many() {
                screens |= screen & own;
            }
        }
        let block = |allowed, checker| allowed & between::<Eight>(king, checker);
        let allowed = checkers.squares().fold(!0, block);
        Restraint { king, checkers, screens, allowed, orthogonal, diagonal }
    }

    /// The squares from which a piece of the kind, of `us`, gives check, as the pieces stand.
    #[cfg_attr(not(small), inline(always))]
    fn checked_from(&self, role: Role, us: Color) -> u64 {
        match role {
            Role::Pawn => Eight::pawn_captures(!us, self.king),
            Role::Knight => Eight::knight(self.king),
            Role::Bishop => self.diagonal,
            Role::Rook => self.orthogonal,
            Role::Queen => self.diagonal | self.orthogonal,
            _ => Eight::king(self.king),
        }
    }

    /// The pieces whose steps [`Restraint::allowed`] and [`Restraint::checked_from`] do not cover.
    #[cfg_attr(not(small), inline(always))]
    fn special(&self) -> u64 {
        self.checkers | self.screens
    }

    /// Where the piece on `from` may go without giving check, its own attack from there apart: it
    /// keeps the line shut that it shuts, and stops the checks of the others.
    fn allowed_from(&self, pieces: &Pieces, us: Color, from: Square) -> u64 {
        let own = pieces.color(us) & !u64::of(from);
        let without = pieces.occupied() & !u64::of(from);
        let seen = |lines: [usize; 2]| rays::<Eight, 2>(self.king, lines, without) & own;
        let others = self.checkers & own
            | seen(ORTHOGONALS) & attack::orthogonal_sliders(pieces)
            | seen(DIAGONALS) & attack::diagonal_sliders(pieces);
        others.squares().fold(!0, |allowed, other| allowed & between::<Eight>(self.king, other))
    }

    /// Where the piece on `from` may go without giving check in any way, en passant and promotion
    /// excepted.
    fn allowed_to(&self, pieces: &Pieces, us: Color, from: Square, role: Role) -> u64 {
        if !self.special().has(from) {
            return self.allowed & !self.checked_from(role, us);
        }
        let without = pieces.occupied() & !u64::of(from);
        let checked = match role {
            Role::Bishop | Role::Rook | Role::Queen => {
                attack::attacks(role, us, self.king, without)
            }
            _ => self.checked_from(role, us),
        };
        self.allowed_from(pieces, us, from) & !checked
    }

    /// Whether a capture en passant by the pawn of `us` on `from` gives no check.
    fn allows_en_passant(&self, pieces: &Pieces, us: Color, from: Square, passed: Square) -> bool {
        let captured = u64::of(en_passant::pawn_beyond(passed, !us));
        let occupied = pieces.occupied() ^ u64::of(from) ^ captured | u64::of(passed);
        let attackers = attack::attackers(pieces, self.king, us, occupied) & !u64::of(from);
        attackers.is_empty() && !self.checked_from(Role::Pawn, us).has(passed)
    }
}

/// Hands over the legal moves of `us` in the movement phase: those after which no piece of `us`
/// attacks the enemy contramatic king and, where `danger` says how the orthodox king of `us`
/// stands, no enemy attacks that.
#[inline]
pub fn steps(
    pieces: &Pieces,
    us: Color,
    passed: Option<Square>,
    danger: Option<&Danger>,
    sink: &mut impl StepSink<u64>,
) -> ControlFlow<()> {
    let (own, enemies, occupied) = (pieces.color(us), pieces.color(!us), pieces.occupied());
    let restraint = Restraint::new(pieces, us);
    let kings = attack::kings(pieces);
    let open = !(own | kings);
    let (safe, pinned) = danger.map_or((!0, 0), |danger| (danger.allowed, danger.pinned));
    let pawns = own & pieces.role(Role::Pawn);
    let passing = pawn::relative_rank(us, 3);
    let seventh = pawn::relative_rank(us, 7);

    let free = own & !(restraint.special() | pinned);
    let targets = restraint.allowed & safe & open;
    if targets.any() {
        let aside = |role| targets & !restraint.checked_from(role, us);
        let allowed = aside(Role::Pawn);
        pawn::steps(sink, free & pawns & !seventh, us, !occupied, enemies, passing, allowed)?;
        for from in (free & pawns & seventh).squares() {
            promotions(pieces, us, from, targets, restraint.king, sink)?;
        }
        for from in (free & pieces.role(Role::Knight)).squares() {
            sink.moves(from, Eight::knight(from) & aside(Role::Knight))?;
        }
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            let allowed = aside(role);
            for from in (free & pieces.role(role)).squares() {
                sink.moves(from, attack::attacks(role, us, from, occupied) & allowed)?;
            }
        }
        for from in (free & pieces.role(Role::ContramaticKing)).squares() {
            sink.moves(from, Eight::king(from) & aside(Role::ContramaticKing))?;
        }
    }
    for from in (own & (restraint.special() | pinned) & !pieces.role(Role::King)).squares() {
        let Some(role) = pieces.role_at(from) else { continue };
        let safe = danger.map_or(!0, |danger| danger.allowed_from(from));
        if role == Role::Pawn {
            let pawn = u64::of(from);
            let targets = restraint.allowed_from(pieces, us, from) & safe & open;
            if seventh.has(from) {
                promotions(pieces, us, from, targets, restraint.king, sink)?;
            } else {
                let allowed = targets & !restraint.checked_from(role, us);
                pawn::steps(sink, pawn, us, !occupied, enemies, passing, allowed)?;
            }
        } else {
            let targets = restraint.allowed_to(pieces, us, from, role) & safe & open;
            sink.moves(from, attack::attacks(role, us, from, occupied) & targets)?;
        }
    }
    if let Some(danger) = danger {
        let targets = restraint.allowed_to(pieces, us, danger.king, Role::King) & open;
        sink.moves(danger.king, danger.flights(pieces, us, targets))?;
    }
    if let Some(passed) = passed {
        for from in (Eight::pawn_captures(!us, passed) & pawns).squares() {
            if restraint.allows_en_passant(pieces, us, from, passed)
                && danger.is_none_or(|danger| danger.allows_en_passant(pieces, us, from, passed))
            {
                sink.moves(from, u64::of(passed))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Hands over the promotions of the pawn on `from`, on its seventh rank, that end on `targets`
/// and give no check from there to the king on `king`.
fn promotions(
    pieces: &Pieces,
    us: Color,
    from: Square,
    targets: u64,
    king: Square,
    sink: &mut impl StepSink<u64>,
) -> ControlFlow<()> {
    let pawn = u64::of(from);
    let ahead = pawn::forward(pawn, us) & !pieces.occupied();
    let captures = Eight::pawn_captures(us, from) & pieces.color(!us);
    for to in ((ahead | captures) & targets).squares() {
        let without = pieces.occupied() ^ pawn;
        let mut quiet = [Role::Queen; PROMOTIONS.len()];
        let mut count = 0;
        for role in PROMOTIONS {
            if !attack::attacks(role, us, to, without).has(king) {
                quiet[count] = role;
                count += 1;
            }
        }
        sink.promotions(from, u64::of(to), &quiet[..count])?;
    }
    ControlFlow::Continue(())
}

/// The conditions under which the pieces of both games move.
pub fn terms(pieces: &Pieces, turn: Color, passed: Option<Square>) -> Terms<'_, 7> {
    Terms {
        pieces,
        turn,
        passed: Some(passed.map_or(0, u64::of)),
        double_from: pawn::relative_rank(turn, 2),
        immune: attack::kings(pieces),
        rule: MOVES,
    }
}

/// Why a piece does not go from `from` to `to`, whatever that does to the kings.
pub fn why_no_way(
    terms: &Terms<'_, 7>,
    from: Square,
    to: Square,
    into: Option<Role>,
) -> Option<Refusal> {
    if let Some(refusal) = terms.mover(from, to) {
        return Some(refusal);
    }
    if from == HOMES[terms.turn.index()]
        && attack::kings(terms.pieces).has(from)
        && refuse::castling_path(terms.turn, from, to).is_some()
    {
        return Some(refusal(terms.pieces, "contramatic.no-castling", CASTLING, &[from]));
    }
    terms.way(from, to).or_else(|| terms.promotion(from, to, into))
}

/// Why a step from `from` to `to` that leaves the pieces as in `after` is refused as a check to the
/// enemy contramatic king: a check that was there stays, the moved piece gives one, or one is
/// opened. `None` if there is no check after it.
pub fn why_check(
    pieces: &Pieces,
    after: &Pieces,
    us: Color,
    (from, to): (Square, Square),
) -> Option<Refusal> {
    let king = pieces.of(!us, Role::ContramaticKing).lowest();
    let checkers = attack::attackers(after, king, us, after.occupied());
    let before = attack::attackers(pieces, king, us, pieces.occupied());
    let say = |reason, squares: &[Square]| Some(refusal(pieces, reason, MOVES, squares));
    if let Some(checker) = (checkers & before).squares().next() {
        return say("contramatic.still-gives-check", &[from, checker, king]);
    }
    if checkers.has(to) {
        let is_promoted = pieces.role_at(from) != after.role_at(to);
        let reason =
            if is_promoted { "contramatic.promotion-checks" } else { "contramatic.gives-check" };
        return say(reason, &[from, to, king]);
    }
    let checker = checkers.squares().next()?;
    say("contramatic.opens-check", &[from, checker, king])
}

/// Why a turn of placement does not end with the pieces as they stand: one of `us` gives check to the
/// enemy contramatic king.
pub fn why_placement_checks(pieces: &Pieces, us: Color, rule: &'static str) -> Option<Refusal> {
    let king = pieces.of(!us, Role::ContramaticKing).lowest();
    let checker = checkers(pieces, us).squares().next()?;
    Some(refusal(pieces, "contramatic.placement-checks", rule, &[checker, king]))
}

/// The pieces of `us` that attack the enemy contramatic king.
pub fn checkers(pieces: &Pieces, us: Color) -> u64 {
    let king = pieces.of(!us, Role::ContramaticKing).lowest();
    attack::attackers(pieces, king, us, pieces.occupied())
}

/// Whether a piece of `us` attacks the enemy contramatic king.
pub fn gives_check(pieces: &Pieces, us: Color) -> bool {
    let king = pieces.of(!us, Role::ContramaticKing).lowest();
    attack::is_attacked(pieces, king, us, pieces.occupied())
}
