//! The moves of orthodox chess pieces whose one king must be safe after each of them: what a side may
//! do, how it is carried out, and why anything else is refused. (A game in which that holds only
//! at the end of a turn, or in which captures or checks are something else, has steps of its own.)

use std::ops::ControlFlow;

use super::castling::{Castling, Path, Wing};
use super::danger::Danger;
use super::movement::{self, Moved};
use super::refuse::{self, Terms};
use super::{ChessPieces, PROMOTIONS, attack, pawn};
use crate::board::geometry::{DIAGONALS, ORTHOGONALS, rays};
use crate::board::{Bits, Color, Eight, Geometry, Piece, Reserve, Role, Square};
use crate::effect::{Effect, EffectLog, Why};
use crate::fen::{self, FenError, Fields};
use crate::position::GameSpec;
use crate::refusal::Refusal;
use crate::sink::StepSink;
use crate::step::Step;

/// The kings' initial squares: e1 and e8.
pub const KINGS: [Square; 2] = [Eight::SHAPE.at(4, 0), Eight::SHAPE.at(4, 7)];

/// The letters of the rights to castle: White's h, a, Black's h, a.
pub const CASTLING_LETTERS: [char; 4] = ['K', 'Q', 'k', 'q'];

/// The pieces of a side that moves, and what they may do besides their moves.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'a> {
    /// The pieces.
    pub pieces: &'a ChessPieces<6>,
    /// The side that moves. Each side has one king.
    pub turn: Color,
    /// The rights to castle.
    pub castling: Castling,
    /// The squares on which its pawns capture en passant.
    pub passed: u64,
}

impl Mover<'_> {
    fn king(&self) -> Square {
        self.pieces.of(self.turn, Role::King).lowest()
    }

    /// Hands over the legal moves, castling and en passant included.
    #[inline]
    pub fn steps(&self, sink: &mut impl StepSink<u64>) -> ControlFlow<()> {
        let us = self.turn;
        let (own, enemies) = (self.pieces.color(us), self.pieces.color(!us));
        let occupied = own | enemies;
        let danger = Danger::new(self.pieces, us);
        let king = danger.king;

        let free = own & !danger.pinned;
        let targets = danger.allowed & !own;
        if targets.any() {
            let pawns = self.pieces.role(Role::Pawn);
            let passing = pawn::relative_rank(us, 3);
            pawn::steps(sink, free & pawns, us, !occupied, enemies, passing, targets)?;
            for from in (free & self.pieces.role(Role::Knight)).squares() {
                sink.moves(from, Eight::knight(from) & targets)?;
            }
            for from in (free & attack::orthogonal_sliders(self.pieces)).squares() {
                sink.moves(from, rays::<Eight, 2>(from, ORTHOGONALS, occupied) & targets)?;
            }
            for from in (free & attack::diagonal_sliders(self.pieces)).squares() {
                sink.moves(from, rays::<Eight, 2>(from, DIAGONALS, occupied) & targets)?;
            }
            for from in (own & danger.pinned & !self.pieces.role(Role::Knight)).squares() {
                let targets = targets & danger.allowed_from(from);
                if pawns.has(from) {
                    let pawn = u64::of(from);
                    pawn::steps(sink, pawn, us, !occupied, enemies, passing, targets)?;
                    continue;
                }
                let mut reach = 0;
                if attack::orthogonal_sliders(self.pieces).has(from) {
                    reach |= rays::<Eight, 2>(from, ORTHOGONALS, occupied);
                }
                if attack::diagonal_sliders(self.pieces).has(from) {
                    reach |= rays::<Eight, 2>(from, DIAGONALS, occupied);
                }
                sink.moves(from, reach & targets)?;
            }
            for passed in self.passed.squares() {
                let capturers = Eight::pawn_captures(!us, passed) & pawns & own;
                for from in capturers.squares() {
                    if danger.allows_en_passant(self.pieces, us, from, passed) {
                        sink.moves(from, u64::of(passed))?;
                    }
                }
            }
        }

        let flights = danger.flights(self.pieces, us, !own);
        if flights.any() {
            sink.moves(king, flights)?;
        }
        if danger.checkers.is_empty() && self.castling.any(us) {
            self.castling_steps(king, sink)?;
        }
        ControlFlow::Continue(())
    }

    fn castling_steps(&self, king: Square, sink: &mut impl StepSink<u64>) -> ControlFlow<()> {
        let occupied = self.pieces.occupied();
        for wing in Wing::ALL {
            if !self.castling.has(self.turn, wing) {
                continue;
            }
            let path = Path::new(self.turn, wing, king);
            let safe = |square| !attack::is_attacked(self.pieces, square, !self.turn, occupied);
            if (path.must_be_empty() & occupied).is_empty()
                && safe(path.crossed)
                && safe(path.king_to)
            {
                sink.moves(king, u64::of(path.king_to))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Why a step is no legal move, if it is none; `rule` is the place in the game's rules that
    /// says how pieces move.
    pub fn refusal(&self, step: Step, rule: &'static str) -> Option<Refusal> {
        let Step::Move { from, to, into } = step else { return refuse::only_moves(step, rule) };
        let us = self.turn;
        let terms = Terms {
            pieces: self.pieces,
            turn: us,
            passed: Some(self.passed),
            double_from: pawn::relative_rank(us, 2),
            immune: self.pieces.role(Role::King),
            rule,
        };
        if let Some(refusal) = terms.mover(from, to) {
            return Some(refusal);
        }
        if from == self.king()
            && from == KINGS[us.index()]
            && let Some(path) = refuse::castling_path(us, from, to)
        {
            let has_right = self.castling.has(us, refuse::wing(&path));
            let attackers =
                |square| attack::attackers(self.pieces, square, !us, self.pieces.occupied());
            return refuse::castling(self.pieces, &path, has_right, attackers, rule)
                .or_else(|| terms.promotion(from, to, into));
        }
        terms.way(from, to).or_else(|| terms.promotion(from, to, into)).or_else(|| {
            let mut after = *self.pieces;
            movement::go(&mut after, us, self.passed, (from, to), into, &mut ());
            refuse::into_check(self.pieces, &after, us, (from, to), rule)
        })
    }
}

/// Reads the pieces, the side to move and the rights to castle of a game that begins as orthodox chess
/// does: one king a side, pieces that its army can have become, pawns where pawns can stand.
///
/// # Errors
/// If there are others.
pub fn read(
    fields: &Fields<'_>,
    spec: &'static GameSpec,
) -> Result<(ChessPieces<6>, Color, Castling), FenError> {
    let (pieces, _) = fields.pieces()?;
    let turn = fields.side()?;
    for color in Color::ALL {
        fen::check_royals(&pieces, color, &[Role::King], spec)?;
        let pawn = Some((Role::Pawn, &PROMOTIONS[..]));
        fen::check_material(&pieces, color, Reserve::NONE, pawn, spec)?;
        let ranks_2_to_7 = !(Eight::rank(0) | Eight::rank(7));
        let pawn = Piece { color, role: Role::Pawn };
        fen::check_squares::<Eight, 0, 6>(&pieces, pawn, ranks_2_to_7, spec)?;
    }
    let castling = Castling::read(fields.castling(), CASTLING_LETTERS, |color, wing| {
        pieces.of(color, Role::King).has(KINGS[color.index()])
            && pieces.of(color, Role::Rook).has(wing.corner(color))
    })?;
    Ok((pieces, turn, castling))
}

/// Carries out a legal move of `us`, castling included; the rights that remain stand in `castling`
/// afterwards. `None` if nobody stands on `from`.
#[inline]
pub fn play(
    pieces: &mut ChessPieces<6>,
    us: Color,
    castling: &mut Castling,
    passed: u64,
    (from, to): (Square, Square),
    into: Option<Role>,
    log: &mut impl EffectLog,
) -> Option<Moved> {
    let role = pieces.role_at(from)?;
    let moved = movement::go(pieces, us, passed, (from, to), into, log);
    if role == Role::King
        && let Some(path) = Path::of_move(us, from, to)
    {
        let rook = Piece { color: us, role: Role::Rook };
        pieces.shift(path.rook_from, path.crossed, rook);
        let (from, to) = (path.rook_from, path.crossed);
        log.log(Effect::Slide { piece: rook, from, to, why: Why::Moved });
    }
    *castling = castling.without(u64::of(from) | u64::of(to), KINGS);
    Some(moved)
}

/// Neither side can ever mate (docs/rules/README.md, "Drawn games"): king against king; king and one
/// bishop or knight against king; kings and bishops all on squares of one colour.
pub fn is_insufficient(pieces: &ChessPieces<6>) -> bool {
    const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;
    let (bishops, knights) = (pieces.role(Role::Bishop), pieces.role(Role::Knight));
    let others = pieces.occupied() & !pieces.role(Role::King);
    if others & !(bishops | knights) != 0 {
        return false;
    }
    if knights.any() {
        return others.count() == 1;
    }
    bishops & LIGHT == 0 || bishops & !LIGHT == 0
}
