//! Orthodox chess (orthodox.md; the FIDE Laws of Chess): the yardstick of the move generation.

use std::fmt::Write as _;

use crate::board::geometry::{DIAGONALS, ORTHOGONALS, rays};
use crate::board::{Bits, Color, Eight, Geometry, Piece, Reserve, Role, Square, zobrist};
use crate::chess::castling::{Castling, Path, Wing};
use crate::chess::danger::Danger;
use crate::chess::refuse::{self, Terms};
use crate::chess::{ChessMen, PROMOTIONS, attack, en_passant, movement, pawn};
use crate::effect::{Effect, EffectLog, Why};
use crate::fen::{self, FenError, Field, Fields, Problem};
use crate::position::{Ending, GameSpec, Outcome, Position};
use crate::refusal::Refusal;
use crate::sink::StepSink;
use crate::step::Step;

/// The kings' initial squares: e1 and e8.
const KINGS: [Square; 2] = [Eight::SHAPE.at(4, 0), Eight::SHAPE.at(4, 7)];
/// orthodox.md has one rule: the Laws.
const RULE: &str = "orthodox#fide";
const CASTLING_LETTERS: [char; 4] = ['K', 'Q', 'k', 'q'];

static SPEC: GameSpec = GameSpec {
    id: "orthodox",
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    shape: Eight::SHAPE,
    roles: &[
        (Role::King, 'K'),
        (Role::Queen, 'Q'),
        (Role::Rook, 'R'),
        (Role::Bishop, 'B'),
        (Role::Knight, 'N'),
        (Role::Pawn, 'P'),
    ],
    men: Reserve::of(&crate::chess::ARMY).with(Role::King),
    has_reserve: false,
};

/// A position of orthodox chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Orthodox {
    men: ChessMen<6>,
    turn: Color,
    castling: Castling,
    passed: Option<Square>,
    halfmove: u32,
    fullmove: u32,
}

impl Orthodox {
    fn king(&self, color: Color) -> Square {
        self.men.of(color, Role::King).lowest()
    }

    fn castling_steps(&self, king: Square, sink: &mut impl StepSink<u64>) {
        let occupied = self.men.occupied();
        for wing in Wing::ALL {
            if !self.castling.has(self.turn, wing) {
                continue;
            }
            let path = Path::new(self.turn, wing, king);
            let safe = |square| !attack::is_attacked(&self.men, square, !self.turn, occupied);
            if (path.must_be_empty() & occupied).is_empty()
                && safe(path.crossed)
                && safe(path.king_to)
            {
                sink.moves(king, u64::of(path.king_to));
            }
        }
    }

    /// The key of everything but the men.
    fn state_key(&self) -> u64 {
        zobrist::field(0, self.turn.index() as u64)
            ^ zobrist::field(1, self.castling.bits())
            ^ zobrist::field(2, self.passed.map_or(0, |square| square.index() as u64))
    }
}

/// Neither side can ever mate (rules/README.md, "Drawn games"): king against king; king and one
/// bishop or knight against king; kings and bishops all on squares of one colour.
fn is_insufficient(men: &ChessMen<6>) -> bool {
    const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;
    let (bishops, knights) = (men.role(Role::Bishop), men.role(Role::Knight));
    let others = men.occupied() & !men.role(Role::King);
    if others & !(bishops | knights) != 0 {
        return false;
    }
    if knights.any() {
        return others.count() == 1;
    }
    bishops & LIGHT == 0 || bishops & !LIGHT == 0
}

impl Position for Orthodox {
    type Geometry = Eight;
    type Bits = u64;
    const SPEC: &'static GameSpec = &SPEC;

    fn from_fen(text: &str) -> Result<Self, FenError> {
        let fields = Fields::split(text, 6, &SPEC)?;
        let (men, _) = fields.men()?;
        let turn = fields.side()?;
        for color in Color::ALL {
            fen::check_royals(&men, color, &[Role::King], &SPEC)?;
            let pawn = Some((Role::Pawn, &PROMOTIONS[..]));
            fen::check_material(&men, color, Reserve::NONE, pawn, &SPEC)?;
            let ranks_2_to_7 = !(Eight::rank(0) | Eight::rank(7));
            fen::check_squares::<Eight, 0, 6>(
                &men,
                Piece { color, role: Role::Pawn },
                ranks_2_to_7,
                &SPEC,
            )?;
        }
        let castling = Castling::read(fields.castling(), CASTLING_LETTERS, |color, wing| {
            men.of(color, Role::King).has(KINGS[color.index()])
                && men.of(color, Role::Rook).has(wing.corner(color))
        })?;
        let passed = en_passant::check_single(&men, &fields.en_passant()?, turn)?;
        let (halfmove, fullmove) = fields.counters()?;
        if fullmove == 0 {
            return Err(FenError::new(Field::Fullmove, Problem::Number("0".to_owned())));
        }
        let position = Orthodox { men, turn, castling, passed, halfmove, fullmove };
        if attack::is_attacked(&men, position.king(!turn), turn, men.occupied()) {
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
        self.men.piece_at(square)
    }

    fn men(&self, color: Color) -> u64 {
        self.men.color(color)
    }

    fn men_of(&self, color: Color, role: Role) -> u64 {
        self.men.of(color, role)
    }

    fn halfmove(&self) -> u32 {
        self.halfmove
    }

    fn fullmove(&self) -> u32 {
        self.fullmove
    }

    fn royals(&self, color: Color) -> u64 {
        self.men.of(color, Role::King)
    }

    fn attackers(&self, square: Square, by: Color) -> u64 {
        attack::attackers(&self.men, square, by, self.men.occupied())
    }

    fn check(&self) -> Option<bool> {
        Some(self.attackers(self.king(self.turn), !self.turn).any())
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.list().is_empty() {
            return Some(if self.check() == Some(true) {
                Outcome::won(!self.turn, Ending::Checkmate)
            } else {
                Outcome::drawn(Ending::Stalemate)
            });
        }
        if is_insufficient(&self.men) {
            return Some(Outcome::drawn(Ending::InsufficientMaterial));
        }
        (self.halfmove >= 100).then(|| Outcome::drawn(Ending::FiftyMoves))
    }

    #[inline]
    fn steps(&self, sink: &mut impl StepSink<u64>) {
        let us = self.turn;
        let (own, enemies) = (self.men.color(us), self.men.color(!us));
        let occupied = own | enemies;
        let danger = Danger::new(&self.men, us);
        let king = danger.king;

        let free = own & !danger.pinned;
        let targets = danger.allowed & !own;
        if targets.any() {
            let pawns = self.men.role(Role::Pawn);
            let passing = pawn::relative_rank(us, 3);
            pawn::steps(sink, free & pawns, us, !occupied, enemies, passing, targets);
            for from in (free & self.men.role(Role::Knight)).squares() {
                sink.moves(from, Eight::knight(from) & targets);
            }
            for from in (free & attack::orthogonal_sliders(&self.men)).squares() {
                sink.moves(from, rays::<Eight, 2>(from, ORTHOGONALS, occupied) & targets);
            }
            for from in (free & attack::diagonal_sliders(&self.men)).squares() {
                sink.moves(from, rays::<Eight, 2>(from, DIAGONALS, occupied) & targets);
            }
            for from in (own & danger.pinned & !self.men.role(Role::Knight)).squares() {
                let targets = targets & danger.allowed_from(from);
                if pawns.has(from) {
                    let pawn = u64::of(from);
                    pawn::steps(sink, pawn, us, !occupied, enemies, passing, targets);
                    continue;
                }
                let mut reach = 0;
                if attack::orthogonal_sliders(&self.men).has(from) {
                    reach |= rays::<Eight, 2>(from, ORTHOGONALS, occupied);
                }
                if attack::diagonal_sliders(&self.men).has(from) {
                    reach |= rays::<Eight, 2>(from, DIAGONALS, occupied);
                }
                sink.moves(from, reach & targets);
            }
            if let Some(passed) = self.passed {
                let capturers = Eight::pawn_captures(!us, passed) & pawns & own;
                for from in capturers.squares() {
                    if danger.allows_en_passant(&self.men, us, from, passed) {
                        sink.moves(from, u64::of(passed));
                    }
                }
            }
        }

        let flights = danger.flights(&self.men, us, !own);
        if flights.any() {
            sink.moves(king, flights);
        }
        if danger.checkers.is_empty() && self.castling.any(us) {
            self.castling_steps(king, sink);
        }
    }

    #[inline]
    fn play(&mut self, step: Step, log: &mut impl EffectLog) {
        let Step::Move { from, to, into } = step else { return };
        let us = self.turn;
        let Some(role) = self.men.role_at(from) else { return };
        let passed = self.passed.map_or(0, u64::of);
        let moved = movement::go(&mut self.men, us, passed, (from, to), into, log);
        self.passed = moved.passed;
        if role == Role::King
            && let Some(path) = Path::of_move(us, from, to)
        {
            let rook = Piece { color: us, role: Role::Rook };
            self.men.shift(path.rook_from, path.crossed, rook);
            let (from, to) = (path.rook_from, path.crossed);
            log.log(Effect::Slide { piece: rook, from, to, why: Why::Moved });
        }

        self.castling = self.castling.without(u64::of(from) | u64::of(to), KINGS);
        self.halfmove = if moved.irreversible { 0 } else { self.halfmove + 1 };
        self.fullmove += us.index() as u32;
        self.turn = !us;
    }

    fn key(&self) -> u64 {
        self.men.key() ^ self.state_key()
    }

    fn recomputed_key(&self) -> u64 {
        self.men.recomputed_key() ^ self.state_key()
    }

    fn why_not(&self, step: Step) -> Option<Refusal> {
        let Step::Move { from, to, into } = step else { return refuse::only_moves(step, RULE) };
        let us = self.turn;
        let terms = Terms {
            men: &self.men,
            turn: us,
            passed: Some(self.passed.map_or(0, u64::of)),
            double_from: pawn::relative_rank(us, 2),
            immune: self.men.role(Role::King),
            rule: RULE,
        };
        if let Some(refusal) = terms.mover(from, to) {
            return Some(refusal);
        }
        if from == self.king(us)
            && from == KINGS[us.index()]
            && let Some(path) = refuse::castling_path(us, from, to)
        {
            let has_right = self.castling.has(us, refuse::wing(&path));
            let attackers = |square| self.attackers(square, !us);
            return refuse::castling(&self.men, &path, has_right, attackers, RULE)
                .or_else(|| terms.promotion(from, to, into));
        }
        terms.way(from, to).or_else(|| terms.promotion(from, to, into)).or_else(|| {
            let mut after = self.men;
            let passed = self.passed.map_or(0, u64::of);
            movement::go(&mut after, us, passed, (from, to), into, &mut ());
            refuse::into_check(&self.men, &after, us, (from, to), RULE)
        })
    }
}
