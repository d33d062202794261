//! The placement phase of both Contramatic games, and the state that they have in common. Who
//! places what in which turn is up to each game.
//!
//! No reserve is stored: in the placement phase it is what a side's army lacks on the board, and
//! in the movement phase there is none.

use std::fmt::Write as _;

use super::contramatic_king::{HOMES, Pieces, gives_check};
use super::{PROMOTIONS, en_passant, movement, pawn};
use crate::board::{Bits, Color, Eight, Geometry, Piece, Reserve, Role, Square, zobrist};
use crate::effect::{Effect, EffectLog};
use crate::fen::{self, FenError, Field, Fields, Problem};
use crate::position::{GameSpec, Phase};
use crate::refusal::Refusal;

const HALF: &str = "contramatic#ruling-own-side";
const TURN: &str = "contramatic#ruling-placement-turn";

/// A side's own half of the board: ranks 1-4, or 5-8 (docs/rules/contramatic.md, Rulings).
pub fn own_half(color: Color) -> u64 {
    (1..=4).fold(0, |half, rank| half | pawn::relative_rank(color, rank))
}

/// A position of a Contramatic game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The pieces on the board.
    pub pieces: Pieces,
    /// The side to move.
    pub turn: Color,
    /// The square that the last step, a double step, passed over.
    pub passed: Option<Square>,
    /// Turns since the last capture or pawn move; 0 in the placement phase.
    pub halfmove: u32,
    /// The number of the turn; 0 is the placement phase.
    pub fullmove: u32,
}

impl State {
    /// Placement or movement.
    #[inline]
    pub fn phase(&self) -> Phase {
        if self.fullmove == 0 { Phase::Placement } else { Phase::Movement }
    }

    /// The position with the other side to move; `None` in the placement phase, and if the side to
    /// move gives the check that it has to end.
    pub fn pass(&self) -> Option<State> {
        let may = self.phase() == Phase::Movement && !gives_check(&self.pieces, self.turn);
        let (turn, halfmove) = (!self.turn, self.halfmove + 1);
        may.then_some(State { turn, passed: None, halfmove, ..*self })
    }

    /// The pieces of a side that still have to be placed, out of its whole `army`.
    pub fn reserve(&self, color: Color, army: Reserve) -> Reserve {
        if self.phase() == Phase::Movement {
            return Reserve::NONE;
        }
        let placed = self.pieces.color(color).squares();
        placed.filter_map(|square| self.pieces.role_at(square)).fold(army, Reserve::without)
    }

    /// The pieces of a side without its kings.
    pub fn fifteen(&self, color: Color) -> u64 {
        let kings = self.pieces.role(Role::King) | self.pieces.role(Role::ContramaticKing);
        self.pieces.color(color) & !kings
    }

    /// Where a piece may be dropped: the empty squares of the own half.
    pub fn vacant(&self) -> u64 {
        own_half(self.turn) & !self.pieces.occupied()
    }

    /// Plays a drop.
    pub fn drop(&mut self, role: Role, to: Square, log: &mut impl EffectLog) {
        let piece = Piece { color: self.turn, role };
        self.pieces.toggle(to, piece);
        log.log(Effect::Appear { piece, at: to });
    }

    /// Plays a move.
    #[inline]
    pub fn go(&mut self, from: Square, to: Square, into: Option<Role>, log: &mut impl EffectLog) {
        let us = self.turn;
        let passed = self.passed.map_or(0, u64::of);
        let moved = movement::go(&mut self.pieces, us, passed, (from, to), into, log);
        self.passed = moved.passed;
        self.halfmove = if moved.irreversible { 0 } else { self.halfmove + 1 };
        self.fullmove += us.index() as u32;
        self.turn = !us;
    }

    /// The pieces after a move.
    pub fn pieces_after(&self, from: Square, to: Square, into: Option<Role>) -> Pieces {
        let mut after = *self;
        after.go(from, to, into, &mut ());
        after.pieces
    }

    /// The key of everything but the pieces.
    pub fn state_key(&self) -> u64 {
        zobrist::field(0, self.turn.index() as u64)
            ^ zobrist::field(2, self.passed.map_or(0, |square| square.index() as u64))
            ^ zobrist::field(3, u64::from(self.fullmove == 0))
    }

    /// Why a piece of the kind cannot be dropped on the square in this phase, whichever pieces the
    /// turn is for.
    pub fn why_no_drop(&self, to: Square) -> Option<Refusal> {
        if self.phase() == Phase::Movement {
            return Some(Refusal::new("contramatic.all-placed", TURN));
        }
        let reason = if self.pieces.occupied().has(to) {
            "contramatic.occupied"
        } else if !own_half(self.turn).has(to) {
            "contramatic.other-half"
        } else {
            return None;
        };
        Some(Refusal::new(reason, HALF).at(to, self.pieces.piece_at(to)))
    }

    /// Reads a FEN. `placed` gives, in the placement phase, the pieces placed in the present turn, or
    /// `None` if no turn has the pieces where they are.
    ///
    /// # Errors
    /// If the text is no FEN of the game, or one that cannot be played.
    pub fn read(
        text: &str,
        spec: &'static GameSpec,
        placed: impl Fn(&State) -> Option<u64>,
    ) -> Result<State, FenError> {
        let fields = Fields::split(text, 7, spec)?;
        let (pieces, reserves) = fields.pieces()?;
        let turn = fields.side()?;
        let (halfmove, fullmove) = fields.counters()?;
        let state = State { pieces, turn, passed: None, halfmove, fullmove };
        for color in Color::ALL {
            fen::check_royals(&pieces, color, &[Role::ContramaticKing], spec)?;
            let found =
                pieces.of(color, Role::King).count() + reserves[color.index()].count(Role::King);
            if found != spec.pieces.count(Role::King) {
                let letter = spec.piece_letter(Piece { color, role: Role::King });
                return Err(FenError::new(Field::Board, Problem::RoyalCount { letter, found }));
            }
        }
        fields.no_castling()?;
        let moved = fen::read_squares(fields.extra(6), Field::Turn, &spec.shape)?;
        let moved = moved.into_iter().fold(0, |set, square| set | u64::of(square));
        match state.phase() {
            Phase::Placement => state.check_placement(&fields, reserves, moved, spec, placed),
            Phase::Movement => state.check_movement(&fields, reserves, moved, spec),
        }
    }

    fn check_placement(
        self,
        fields: &Fields,
        reserves: [Reserve; 2],
        moved: u64,
        spec: &'static GameSpec,
        placed: impl Fn(&State) -> Option<u64>,
    ) -> Result<State, FenError> {
        for color in Color::ALL {
            let reserve = reserves[color.index()];
            fen::check_material(&self.pieces, color, reserve, None, spec)?;
            if self.pieces.color(color).count() + reserve.total() != spec.pieces.total() {
                return Err(FenError::new(Field::Reserve, Problem::Material(color)));
            }
            let home = u64::of(HOMES[color.index()]);
            for &(role, _) in spec.roles {
                let allowed = if role == Role::ContramaticKing { home } else { own_half(color) };
                fen::check_squares::<Eight, 0, 7>(
                    &self.pieces,
                    Piece { color, role },
                    allowed,
                    spec,
                )?;
            }
        }
        if !fields.en_passant()?.is_empty() {
            return Err(FenError::new(Field::EnPassant, Problem::OnlyInMovement));
        }
        if self.halfmove != 0 {
            return Err(FenError::new(Field::Halfmove, Problem::OnlyInMovement));
        }
        match placed(&self) {
            None => {
                let why = "a side cannot have placed these pieces before this turn";
                Err(FenError::new(Field::Reserve, Problem::Impossible(why)))
            }
            Some(placed) if placed != moved => {
                let why = "these are not the pieces that the side to move has placed";
                Err(FenError::new(Field::Turn, Problem::Impossible(why)))
            }
            Some(_) => Ok(self),
        }
    }

    fn check_movement(
        mut self,
        fields: &Fields,
        reserves: [Reserve; 2],
        moved: u64,
        spec: &'static GameSpec,
    ) -> Result<State, FenError> {
        for color in Color::ALL {
            if !reserves[color.index()].is_empty() {
                return Err(FenError::new(Field::Reserve, Problem::OnlyInPlacement));
            }
            let becomes = Some((Role::Pawn, &PROMOTIONS[..]));
            fen::check_material(&self.pieces, color, Reserve::NONE, becomes, spec)?;
            let piece = Piece { color, role: Role::Pawn };
            let allowed = !pawn::last_rank(color);
            fen::check_squares::<Eight, 0, 7>(&self.pieces, piece, allowed, spec)?;
        }
        self.passed = en_passant::check_single(&self.pieces, &fields.en_passant()?, self.turn)?;
        if moved.any() {
            return Err(FenError::new(Field::Turn, Problem::OnlyInPlacement));
        }
        if gives_check(&self.pieces, !self.turn) {
            return Err(FenError::new(Field::Side, Problem::OpponentGivesCheck));
        }
        Ok(self)
    }

    /// Writes the FEN; `moved` are the pieces placed in this turn.
    pub fn write(&self, spec: &'static GameSpec, moved: u64) -> String {
        let mut out = String::with_capacity(100);
        let reserves = Color::ALL.map(|color| self.reserve(color, spec.pieces));
        fen::write_board(&mut out, spec, |square| self.pieces.piece_at(square), reserves);
        let _ = write!(out, " {} - ", self.turn.letter());
        fen::write_squares(&mut out, &Eight::SHAPE, self.passed.into_iter());
        let _ = write!(out, " {} {} ", self.halfmove, self.fullmove);
        fen::write_squares(&mut out, &Eight::SHAPE, moved.squares());
        out
    }
}
