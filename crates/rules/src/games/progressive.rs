//! Progressive Chess by the Scottish rules (Wikipedia, "Progressive chess", Rules): White makes one
//! move, Black two, White three, and so on; a check ends the series.
//!
//! Anchors of the rules as named by refusals: `series`, `check`, `pieces`, `draws`.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use crate::board::{Bits, Color, Eight, Geometry, Piece, Reserve, Role, Square, zobrist};
use crate::chess::castling::Castling;
use crate::chess::legal::{self, CASTLING_LETTERS, Mover};
use crate::chess::{ChessPieces, attack, en_passant};
use crate::effect::EffectLog;
use crate::fen::{self, Extras, FenError, Field, Fields, Problem, TurnField};
use crate::position::{Ending, GameSpec, Outcome, Position};
use crate::refusal::Refusal;
use crate::sink::{First, StepSink};
use crate::step::Step;

/// The number of turns in a row without a capture or a pawn move that draws the game.
const QUIET_TURNS: u32 = 10;
/// Where the rules say how pieces move.
const PIECES: &str = "progressive#pieces";
const SERIES: &str = "progressive#series";
const CHECK: &str = "progressive#check";

static SPEC: GameSpec = GameSpec {
    id: "progressive",
    link: 7,
    also: &["scottishprogressive", "scotchprogressive", "scotch"],
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -",
    shape: Eight::SHAPE,
    roles: &crate::chess::ROLES,
    pieces: Reserve::of(&crate::chess::ARMY).with(Role::King),
    has_series: true,
    has_reserve: false,
};

/// A position of Progressive Chess, also inside a series.
///
/// The length of a series follows from FULLMOVE and the side to move. The last field of the FEN,
/// TURN, is the number of moves made in it; `-` before the first; `=` if the game is over because
/// the previous series could not be continued.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Progressive {
    pieces: ChessPieces<6>,
    turn: Color,
    castling: Castling,
    /// The squares passed over by double steps: before the first move of a series those of the
    /// enemy's last series, after it those of the series so far.
    passed: u64,
    /// How many moves of this series have been made.
    made: u32,
    /// Whether the previous series ended because no move was possible (progressive stalemate).
    stalemated: bool,
    halfmove: u32,
    fullmove: u32,
}

impl Progressive {
    fn king(&self, color: Color) -> Square {
        self.pieces.of(color, Role::King).lowest()
    }

    fn is_king_attacked(&self, color: Color) -> bool {
        attack::is_attacked(&self.pieces, self.king(color), !color, self.pieces.occupied())
    }

    /// How many moves the series of this turn has.
    pub fn series(&self) -> u32 {
        2 * self.fullmove - u32::from(self.turn == Color::White)
    }

    /// How many moves of the series are left, if it is not cut short.
    pub fn left(&self) -> u32 {
        self.series() - self.made
    }

    /// Whether the last move of the series has been made, or one that gives check.
    fn is_series_over(&self) -> bool {
        self.made > 0 && (self.left() == 0 || self.is_king_attacked(!self.turn))
    }

    fn mover(&self) -> Mover<'_> {
        let (pieces, turn, castling) = (&self.pieces, self.turn, self.castling);
        // A double step of the turn before can be answered en passant by the first move alone.
        let passed = if self.made == 0 { self.passed } else { 0 };
        Mover { pieces, turn, castling, passed }
    }

    fn has_move(&self) -> bool {
        self.mover().steps(&mut First).is_break()
    }

    /// Passes the turn on.
    fn end(&mut self) {
        self.stalemated = !self.is_series_over();
        self.fullmove += self.turn.index() as u32;
        self.turn = !self.turn;
        self.made = 0;
        // Where another piece stands now, there is nothing to capture en passant.
        self.passed &= !self.pieces.occupied();
    }

    /// The key of everything but the pieces. The length of the series is more than a counter: what
    /// can be done depends on it.
    fn state_key(&self) -> u64 {
        let turn = u64::from(self.series()) << 32 | u64::from(self.made) << 1;
        zobrist::field(0, turn | u64::from(self.stalemated))
            ^ zobrist::field(1, self.castling.bits())
            ^ zobrist::field(2, self.passed)
    }

    /// Reads EP: the squares that the enemy passed over in its last series, or the mover in this
    /// one.
    fn check_passed(&self, squares: &[Square]) -> Result<u64, FenError> {
        let passer = if self.made == 0 { !self.turn } else { self.turn };
        let mut passed = 0;
        for &square in squares {
            let pawn_is_beyond = en_passant::passer(Eight::SHAPE.rank(square)) == Some(passer)
                && self.pieces.of(passer, Role::Pawn).has(en_passant::pawn_beyond(square, passer));
            // Inside the series a piece may stand on the square and go on.
            let is_free = match self.pieces.color_at(square) {
                None => true,
                Some(color) => self.made > 0 && color == passer,
            };
            if !pawn_is_beyond || !is_free {
                return Err(en_passant::impossible(square));
            }
            passed |= u64::of(square);
        }
        Ok(passed)
    }

    /// Reads TURN, and checks that the series can stand there.
    fn check_turn(&mut self, text: &str) -> Result<(), FenError> {
        let error = |problem| FenError::new(Field::Turn, problem);
        match text {
            "-" => {}
            "=" => self.stalemated = true,
            text => {
                self.made = fen::read_number(text, Field::Turn)?;
                if self.made == 0 || self.made > self.series() || self.series() == 1 {
                    return Err(error(Problem::Malformed(fen::quoted(text))));
                }
            }
        }
        let safe = if self.made == 0 { !self.turn } else { self.turn };
        if self.is_king_attacked(safe) {
            return Err(FenError::new(Field::Side, Problem::OpponentInCheck));
        }
        if self.stalemated {
            let mut before = Progressive { turn: !self.turn, made: 1, ..*self };
            before.fullmove -= u32::from(self.turn == Color::White).min(before.fullmove);
            let had_more = self.series() > 2 && !self.is_king_attacked(self.turn);
            if !had_more || before.has_move() {
                return Err(error(Problem::Impossible("the series before had a move left")));
            }
        }
        Ok(())
    }
}

impl Position for Progressive {
    type Geometry = Eight;
    type Bits = u64;
    const SPEC: &'static GameSpec = &SPEC;
    const FEN: Extras = Extras {
        castling: &CASTLING_LETTERS,
        en_passant: true,
        turn: TurnField::Made,
        hand: false,
    };

    fn from_fen(text: &str) -> Result<Self, FenError> {
        let fields = Fields::split(text, 7, &SPEC)?;
        let (pieces, turn, castling) = legal::read(&fields, &SPEC)?;
        let (halfmove, fullmove) = fields.counters_from_first()?;
        let mut position = Progressive {
            pieces,
            turn,
            castling,
            passed: 0,
            made: 0,
            stalemated: false,
            halfmove,
            fullmove,
        };
        position.check_turn(fields.extra(6))?;
        position.passed = position.check_passed(&fields.en_passant()?)?;
        Ok(position)
    }

    fn fen(&self) -> String {
        let mut out = String::with_capacity(88);
        fen::write_board(&mut out, &SPEC, |square| self.piece_at(square), Default::default());
        out.push(' ');
        out.push(self.turn.letter());
        out.push(' ');
        self.castling.write(&mut out, CASTLING_LETTERS);
        out.push(' ');
        // All of them are on one rank, so that the order by index is that by file.
        fen::write_squares(&mut out, &Eight::SHAPE, self.passed.squares());
        let _ = write!(out, " {} {} ", self.halfmove, self.fullmove);
        match self.made {
            0 => out.push(if self.stalemated { '=' } else { '-' }),
            made => {
                let _ = write!(out, "{made}");
            }
        }
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

    fn is_inside_turn(&self) -> bool {
        self.made > 0
    }

    fn most_steps(&self) -> u32 {
        self.series()
    }

    fn pass(&self) -> Option<Self> {
        let is_safe = !self.is_king_attacked(self.turn);
        let (turn, halfmove) = (!self.turn, self.halfmove + 1);
        let begun = Progressive { turn, halfmove, passed: 0, made: 0, stalemated: false, ..*self };
        is_safe.then_some(begun)
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
        Some(self.is_king_attacked(self.turn))
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.made > 0 {
            return None;
        }
        if self.stalemated {
            return Some(Outcome::drawn(Ending::Stalemate));
        }
        if !self.has_move() {
            return Some(if self.is_king_attacked(self.turn) {
                Outcome::won(!self.turn, Ending::Checkmate)
            } else {
                Outcome::drawn(Ending::Stalemate)
            });
        }
        if legal::is_insufficient(&self.pieces) {
            return Some(Outcome::drawn(Ending::InsufficientMaterial));
        }
        (self.halfmove >= QUIET_TURNS).then(|| Outcome::drawn(Ending::QuietTurns))
    }

    #[inline]
    fn steps(&self, sink: &mut impl StepSink<u64>) -> ControlFlow<()> {
        if self.stalemated {
            return ControlFlow::Continue(());
        }
        if self.is_series_over() || self.made > 0 && !self.has_move() {
            return sink.end();
        }
        self.mover().steps(sink)?;
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&mut self, step: Step, log: &mut impl EffectLog) {
        let Step::Move { from, to, into } = step else {
            if step == Step::End {
                self.end();
            }
            return;
        };
        let (us, by_enemy) = (self.turn, self.mover().passed);
        let (pieces, castling) = (&mut self.pieces, &mut self.castling);
        let Some(moved) = legal::play(pieces, us, castling, by_enemy, (from, to), into, log) else {
            return;
        };
        let is_first = self.made == 0;
        if is_first {
            self.passed = 0;
        }
        // A pawn that goes on has not moved two squares and no further.
        let behind = from.index() as i32 - 8 * us.forward();
        if let Ok(behind) = u32::try_from(behind) {
            self.passed &= !(1u64.checked_shl(behind).unwrap_or(0));
        }
        self.passed |= moved.passed.map_or(0, u64::of);
        self.made += 1;
        self.halfmove = if moved.irreversible { 0 } else { self.halfmove + u32::from(is_first) };
        // A turn of one move ends by itself.
        if self.series() == 1 {
            self.end();
        }
    }

    fn key(&self) -> u64 {
        self.pieces.key() ^ self.state_key()
    }

    fn recomputed_key(&self) -> u64 {
        self.pieces.recomputed_key() ^ self.state_key()
    }

    fn why_not(&self, step: Step) -> Option<Refusal> {
        if self.stalemated {
            return Some(Refusal::new("progressive.stalemated", "progressive#draws"));
        }
        let is_over = self.is_series_over();
        if step == Step::End && self.series() > 1 {
            let may_end = is_over || self.made > 0 && !self.has_move();
            return (!may_end).then(|| Refusal::new("progressive.series-goes-on", SERIES));
        }
        let refusal = self.mover().refusal(step, PIECES);
        if !is_over || !matches!(step, Step::Move { .. }) {
            return refusal;
        }
        let king = self.king(!self.turn);
        Some(match self.attackers(king, self.turn).squares().next() {
            Some(checker) => Refusal::new("progressive.check-ends", CHECK)
                .at(checker, self.piece_at(checker))
                .at(king, self.piece_at(king)),
            None => Refusal::new("progressive.series-done", SERIES),
        })
    }
}
