//! Orthodox chess (docs/rules/orthodox.md; the FIDE Laws of Chess): the yardstick of the move generation.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use crate::board::{Bits, Color, Eight, Geometry, Piece, Reserve, Role, Square, zobrist};
use crate::chess::castling::Castling;
use crate::chess::legal::{self, CASTLING_LETTERS, Mover};
use crate::chess::{ChessPieces, attack, en_passant};
use crate::effect::EffectLog;
use crate::fen::{self, Extras, FenError, Field, Fields, Problem};
use crate::position::{Ending, GameSpec, Outcome, Position};
use crate::refusal::Refusal;
use crate::sink::StepSink;
use crate::step::Step;

/// docs/rules/orthodox.md has one rule: the Laws.
const RULE: &str = "orthodox#fide";

static SPEC: GameSpec = GameSpec {
    id: "orthodox",
    link: 6,
    also: &["standard", "normal", ""],
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    shape: Eight::SHAPE,
    roles: &crate::chess::ROLES,
    pieces: Reserve::of(&crate::chess::ARMY).with(Role::King),
    has_series: false,
    has_reserve: false,
};

/// A position of orthodox chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Orthodox {
    pieces: ChessPieces<6>,
    turn: Color,
    castling: Castling,
    passed: Option<Square>,
    halfmove: u32,
    fullmove: u32,
}

impl Orthodox {
    fn king(&self, color: Color) -> Square {
        self.pieces.of(color, Role::King).lowest()
    }

    fn passed_squares(&self) -> u64 {
        self.passed.map_or(0, u64::of)
    }

    fn mover(&self) -> Mover<'_> {
        let (pieces, turn, castling) = (&self.pieces, self.turn, self.castling);
        Mover { pieces, turn, castling, passed: self.passed_squares() }
    }

    /// The key of everything but the pieces.
    fn state_key(&self) -> u64 {
        zobrist::field(0, self.turn.index() as u64)
            ^ zobrist::field(1, self.castling.bits())
            ^ zobrist::field(2, self.passed.map_or(0, |square| square.index() as u64))
    }
}

impl Position for Orthodox {
    type Geometry = Eight;
    type Bits = u64;
    const SPEC: &'static GameSpec = &SPEC;
    const FEN: Extras = Extras { castling: &CASTLING_LETTERS, en_passant: true, ..Extras::NONE };

    fn from_fen(text: &str) -> Result<Self, FenError> {
        let fields = Fields::split(text, 6, &SPEC)?;
        let (pieces, turn, castling) = legal::read(&fields, &SPEC)?;
        let passed = en_passant::check_single(&pieces, &fields.en_passant()?, turn)?;
        let (halfmove, fullmove) = fields.counters_from_first()?;
        let position = Orthodox { pieces, turn, castling, passed, halfmove, fullmove };
        if attack::is_attacked(&pieces, position.king(!turn), turn, pieces.occupied()) {
            return Err(FenError::new(Field::Side, Problem::OpponentInCheck));
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        let mut out = String::with_capacity(80);
        fen::write_board(&mut out, &SPEC, |square| self.piece_at(square), Default::default());
        out.push(' ');
        out.push(self.turn.letter());
        out.push(' ');
        self.castling.write(&mut out, CASTLING_LETTERS);
        out.push(' ');
        fen::write_squares(&mut out, &Eight::SHAPE, self.passed.into_iter());
        let _ = write!(out, " {} {}", self.halfmove, self.fullmove);
        out
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.piece_at(square)
    }

    fn pieces(&self, color: Color) -> u64 {
        self.pieces.color(color)
    }

    fn pieces_of(&self, color: Color, role: Role) -> u64 {
        self.pieces.of(color, role)
    }

    fn pass(&self) -> Option<Self> {
        let is_safe = self.check() == Some(false);
        let (turn, halfmove) = (!self.turn, self.halfmove + 1);
        is_safe.then_some(Orthodox { turn, passed: None, halfmove, ..*self })
    }

    fn halfmove(&self) -> u32 {
        self.halfmove
    }

    fn fullmove(&self) -> u32 {
        self.fullmove
    }

    fn royals(&self, color: Color) -> u64 {
        self.pieces.of(color, Role::King)
    }

    fn attackers(&self, square: Square, by: Color) -> u64 {
        attack::attackers(&self.pieces, square, by, self.pieces.occupied())
    }

    fn check(&self) -> Option<bool> {
        Some(self.attackers(self.king(self.turn), !self.turn).any())
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.has_step() {
            return Some(if self.check() == Some(true) {
                Outcome::won(!self.turn, Ending::Checkmate)
            } else {
                Outcome::drawn(Ending::Stalemate)
            });
        }
        if legal::is_insufficient(&self.pieces) {
            return Some(Outcome::drawn(Ending::InsufficientMaterial));
        }
        (self.halfmove >= 100).then(|| Outcome::drawn(Ending::FiftyMoves))
    }

    #[inline]
    fn steps(&self, sink: &mut impl StepSink<u64>) -> ControlFlow<()> {
        self.mover().steps(sink)?;
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&mut self, step: Step, log: &mut impl EffectLog) {
        let Step::Move { from, to, into } = step else { return };
        let (us, passed) = (self.turn, self.passed_squares());
        let (pieces, castling) = (&mut self.pieces, &mut self.castling);
        let Some(moved) = legal::play(pieces, us, castling, passed, (from, to), into, log) else {
            return;
        };
        self.passed = moved.passed;
        self.halfmove = if moved.irreversible { 0 } else { self.halfmove + 1 };
        self.fullmove += us.index() as u32;
        self.turn = !us;
    }

    fn key(&self) -> u64 {
        self.pieces.key() ^ self.state_key()
    }

    fn for_repetition(&self) -> Self {
        let passed = self.passed.filter(|&passed| en_passant::is_possible(self, passed));
        Orthodox { passed, ..*self }
    }

    fn recomputed_key(&self) -> u64 {
        self.pieces.recomputed_key() ^ self.state_key()
    }

    fn why_not(&self, step: Step) -> Option<Refusal> {
        self.mover().refusal(step, RULE)
    }
}
