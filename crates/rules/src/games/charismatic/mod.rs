//! Charismatic Chess (docs/rules/charismatic.md; Vadrya Pokshtya, 2023): a turn is one to five moves of
//! different pieces, and only when it ends must the own king be safe.
//!
//! Anchors of the rules as named by refusals: `placement-1` to `placement-3`, `movement-1` to
//! `movement-3`, `ruling-end`, `ruling-castling`.

mod escape;
mod fen;
mod placement;
mod refuse;
mod turn_ends;

use std::ops::ControlFlow;

use crate::board::geometry::{DIAGONALS, ORTHOGONALS, between, rays};
use crate::board::{Bits, Color, Eight, Geometry, Piece, Reserve, Role, Square, zobrist};
use crate::chess::castling::{Castling, Path, Wing};
use crate::chess::{ChessPieces, attack, en_passant, legal, movement, pawn};
use crate::effect::{Effect, EffectLog, Why};
use crate::fen::{Extras, FenError};
use crate::position::{Actor, Ending, GameSpec, Outcome, Phase, Position};
use crate::refusal::Refusal;
use crate::sink::StepSink;
use crate::step::Step;

pub use turn_ends::TurnEnd;

/// The kings' initial squares, as the sample game gives them: e1 and d8.
const KINGS: [Square; 2] = [Eight::SHAPE.at(4, 0), Eight::SHAPE.at(3, 7)];
/// How many pieces are drawn in a placement turn, and how many moves a turn may have.
const FIVE: u32 = 5;
/// Pieces of the reserve in the order in which draws are listed.
const RESERVE_ORDER: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

static SPEC: GameSpec = GameSpec {
    id: "charismatic",
    link: 0,
    also: &[],
    start: "3k4/8/8/8/8/8/8/4K3[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 0 - -",
    shape: Eight::SHAPE,
    roles: &crate::chess::ROLES,
    pieces: Reserve::of(&crate::chess::ARMY).with(Role::King),
    has_series: true,
    has_reserve: true,
};

/// A position of Charismatic Chess, also inside a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Charismatic {
    pieces: ChessPieces<6>,
    reserves: [Reserve; 2],
    /// The pieces drawn and not yet placed.
    hand: Reserve,
    /// Where the pieces stand that were placed or moved in this turn.
    moved: u64,
    /// The king and the rook among them that castled.
    castled: u64,
    /// The squares passed over by double steps: the enemy's in the last turn, the own in this one.
    passed: u64,
    castling: Castling,
    turn: Color,
    halfmove: u32,
    fullmove: u32,
}

/// The squares on which a side places pieces (Placement 1), pawns not on the first rank
/// (Placement 2).
fn placing_squares(color: Color, role: Role) -> u64 {
    let first = pawn::relative_rank(color, 1);
    let others = (2..=4).fold(0, |half, rank| half | pawn::relative_rank(color, rank));
    if role == Role::Pawn { others } else { first | others }
}

impl Charismatic {
    fn king(&self, color: Color) -> Square {
        self.pieces.of(color, Role::King).lowest()
    }

    /// Whether a side's king is attacked.
    fn is_king_attacked(&self, color: Color) -> bool {
        attack::is_attacked(&self.pieces, self.king(color), !color, self.pieces.occupied())
    }

    /// How many steps of this turn have been made: one for each piece that has moved, but one for
    /// the two that castle.
    #[inline]
    fn steps_made(&self) -> u32 {
        self.moved.count() - u32::from(self.castled.any())
    }

    /// How many steps are left in this turn, 0 to 5, `end` not counted.
    pub fn steps_left(&self) -> u32 {
        FIVE.saturating_sub(self.steps_made())
    }

    /// The squares of the king and the rook that castled in this turn, if they did.
    pub fn castled(&self) -> u64 {
        self.castled
    }

    /// The pieces on the board.
    #[inline]
    pub fn board(&self) -> &ChessPieces<6> {
        &self.pieces
    }

    /// Which kings may still castle with which rooks.
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// The squares passed over by double steps: the enemy's in the last turn, the own in this one.
    #[inline]
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// The squares on which the side to move can capture en passant.
    #[inline]
    pub fn passed_by_enemy(&self) -> u64 {
        self.passed & pawn::relative_rank(self.turn, 6)
    }

    /// The position after a turn that leaves the pieces as in `board`, for the other side:
    /// `touched` are the squares that pieces left or reached in it, `passed` those that its double
    /// steps passed over. For searches that plan a turn as a set of moves, in the movement phase;
    /// nothing is checked, and the counters stay as they are.
    #[must_use]
    pub fn handed_over(&self, board: &ChessPieces<6>, touched: u64, passed: u64) -> Self {
        Self {
            pieces: *board,
            moved: 0,
            castled: 0,
            passed,
            castling: self.castling.without(touched, KINGS),
            turn: !self.turn,
            ..*self
        }
    }

    /// Whether pieces are drawn next: a placement turn begins.
    fn is_draw(&self) -> bool {
        self.fullmove == 0 && self.moved.is_empty() && self.hand.is_empty()
    }

    /// Every distinct draw of five from the reserve (Placement 1).
    fn draws(&self, sink: &mut impl StepSink<u64>) -> ControlFlow<()> {
        fn choose(
            roles: &[Role],
            reserve: Reserve,
            hand: Reserve,
            left: u32,
            sink: &mut impl StepSink<u64>,
        ) -> ControlFlow<()> {
            let Some((&role, rest)) = roles.split_first() else {
                if left == 0 {
                    sink.draw(hand)?;
                }
                return ControlFlow::Continue(());
            };
            let mut hand = hand;
            for taken in 0..=left.min(reserve.count(role)) {
                if taken > 0 {
                    hand = hand.with(role);
                }
                choose(rest, reserve, hand, left - taken, sink)?;
            }
            ControlFlow::Continue(())
        }
        let reserve = self.reserves[self.turn.index()];
        choose(&RESERVE_ORDER, reserve, Reserve::NONE, FIVE, sink)?;
        ControlFlow::Continue(())
    }

    fn placement_steps(&self, sink: &mut impl StepSink<u64>) -> ControlFlow<()> {
        if self.is_draw() {
            self.draws(sink)?;
        } else if self.hand.is_empty() {
            if !self.is_king_attacked(!self.turn) {
                sink.end()?;
            }
        } else {
            let empty = !self.pieces.occupied();
            for role in self.hand.roles() {
                sink.drops(role, placing_squares(self.turn, role) & empty)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The moves of the pieces that have not moved in this turn, whatever they do to the own king.
    #[inline]
    fn moves(&self, sink: &mut impl StepSink<u64>) -> ControlFlow<()> {
        let us = self.turn;
        let (own, enemies) = (self.pieces.color(us), self.pieces.color(!us));
        let occupied = own | enemies;
        let targets = !(own | self.pieces.role(Role::King));
        let free = own & !self.moved;

        let pawns = free & self.pieces.role(Role::Pawn);
        if pawns.any() {
            let passing = pawn::relative_rank(us, 3);
            pawn::steps(sink, pawns, us, !occupied, enemies & targets, passing, !0)?;
            let passed = self.passed_by_enemy();
            if passed.any() {
                for (attacked, by) in pawn::captures(pawns, us) {
                    sink.shifted(attacked & passed, by)?;
                }
            }
        }
        for from in (free & self.pieces.role(Role::Knight)).squares() {
            sink.moves(from, Eight::knight(from) & targets)?;
        }
        for from in (free & attack::orthogonal_sliders(&self.pieces)).squares() {
            sink.moves(from, rays::<Eight, 2>(from, ORTHOGONALS, occupied) & targets)?;
        }
        for from in (free & attack::diagonal_sliders(&self.pieces)).squares() {
            sink.moves(from, rays::<Eight, 2>(from, DIAGONALS, occupied) & targets)?;
        }
        let king = self.king(us);
        if free.has(king) {
            sink.moves(king, Eight::king(king) & targets)?;
            if self.castling.any(us) {
                self.castling_steps(king, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Castling (Movement, "Castling"): a right implies that neither piece has moved.
    fn castling_steps(&self, king: Square, sink: &mut impl StepSink<u64>) -> ControlFlow<()> {
        for wing in Wing::ALL {
            if self.castling.has(self.turn, wing)
                && self.may_castle(&Path::new(self.turn, wing, king))
            {
                sink.moves(king, u64::of(king.offset(2 * wing.toward())))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether nothing stands between king and rook, and no square of the king's way is attacked.
    fn may_castle(&self, path: &Path) -> bool {
        let occupied = self.pieces.occupied();
        let safe = |square| !attack::is_attacked(&self.pieces, square, !self.turn, occupied);
        (path.must_be_empty() & occupied).is_empty()
            && safe(path.king_from)
            && safe(path.crossed)
            && safe(path.king_to)
    }

    /// At the start of a movement turn: whether some series leaves the own king safe.
    fn has_turn(&self) -> bool {
        self.has_free_move() || self.can_escape()
    }

    /// A quick sufficient test at the start of a turn: there is no check, and a piece that is not a
    /// shield of its king has a move.
    fn has_free_move(&self) -> bool {
        let us = self.turn;
        let king = self.king(us);
        let (own, enemies) = (self.pieces.color(us), self.pieces.color(!us));
        if attack::leaping_attackers(&self.pieces, king, !us).any() {
            return false;
        }
        let mut shields = u64::of(king);
        let snipers = rays::<Eight, 2>(king, ORTHOGONALS, enemies)
            & attack::orthogonal_sliders(&self.pieces)
            | rays::<Eight, 2>(king, DIAGONALS, enemies) & attack::diagonal_sliders(&self.pieces);
        for sniper in (snipers & enemies).squares() {
            let screen = between::<Eight>(king, sniper) & own;
            if screen.is_empty() {
                return false;
            }
            shields |= screen;
        }
        // A pawn captured en passant may itself be a shield.
        let safe_targets = !self.passed_by_enemy();
        (own & !shields).squares().any(|from| {
            let targets = self.pieces.role_at(from).map_or(0, |role| self.targets(from, role));
            (targets & safe_targets).any()
        })
    }

    fn play_move(
        &mut self,
        from: Square,
        to: Square,
        into: Option<Role>,
        log: &mut impl EffectLog,
    ) {
        let us = self.turn;
        let Some(role) = self.pieces.role_at(from) else { return };
        let is_first = self.moved.is_empty();
        // A captured pawn takes the square that it passed over with it.
        let captured = self.pieces.of(!us, Role::Pawn) & u64::of(to);
        let by_enemy = self.passed_by_enemy();
        let moved = movement::go(&mut self.pieces, us, by_enemy, (from, to), into, log);
        self.passed &= !(u64::of(to) | pawn::forward(captured, us));
        self.passed |= moved.passed.map_or(0, u64::of);
        self.moved |= u64::of(to);

        if role == Role::King
            && let Some(path) = Path::of_move(us, from, to)
        {
            let rook = Piece { color: us, role: Role::Rook };
            self.pieces.shift(path.rook_from, path.crossed, rook);
            let (from, to) = (path.rook_from, path.crossed);
            log.log(Effect::Slide { piece: rook, from, to, why: Why::Moved });
            self.passed &= !u64::of(to);
            self.moved |= u64::of(to);
            self.castled = u64::of(path.king_to) | u64::of(to);
        }

        self.castling = self.castling.without(u64::of(from) | u64::of(to), KINGS);
        self.halfmove = if moved.irreversible { 0 } else { self.halfmove + u32::from(is_first) };
    }

    fn play_drop(&mut self, role: Role, to: Square, log: &mut impl EffectLog) {
        let us = self.turn;
        let piece = Piece { color: us, role };
        self.hand = self.hand.without(role);
        self.pieces.toggle(to, piece);
        self.moved |= u64::of(to);
        log.log(Effect::Appear { piece, at: to });
        if role == Role::Rook {
            for wing in Wing::ALL {
                if wing.corner(us) == to {
                    self.castling = self.castling.with(us, wing);
                }
            }
        }
    }

    fn play_end(&mut self) {
        if self.fullmove > 0 {
            self.fullmove += self.turn.index() as u32;
        } else if self.turn == Color::Black && self.reserves[self.turn.index()].is_empty() {
            self.fullmove = 1;
        }
        self.passed &= !self.passed_by_enemy();
        self.moved = 0;
        self.castled = 0;
        self.turn = !self.turn;
    }

    /// The key of everything but the pieces.
    fn state_key(&self) -> u64 {
        let turn = self.turn.index() as u64 | u64::from(self.fullmove == 0) << 1;
        let mut key = zobrist::field(0, turn)
            ^ zobrist::field(1, self.castling.bits())
            ^ zobrist::field(2, self.passed)
            ^ zobrist::field(3, self.moved)
            ^ zobrist::field(4, self.castled);
        if self.fullmove == 0 {
            key ^= zobrist::field(5, self.reserves[0].bits())
                ^ zobrist::field(6, self.reserves[1].bits())
                ^ zobrist::field(7, self.hand.bits());
        }
        key
    }
}

impl Charismatic {
    /// The pieces drawn for this turn and not yet placed.
    pub fn hand(&self) -> Reserve {
        self.hand
    }

    /// Whether this unfinished turn can no longer be ended, whatever steps follow: steps have to be
    /// undone.
    pub fn is_stuck(&self) -> bool {
        if self.fullmove > 0 {
            return self.moved.any() && !self.can_escape();
        }
        let king = self.king(!self.turn);
        let half = placing_squares(self.turn, Role::King);
        let attackers = self.attackers(king, self.turn);
        attackers.count() > self.hand.total()
            || attackers.squares().any(|from| (between::<Eight>(from, king) & half).is_empty())
    }

    /// The pieces of the side to move that give a check which prevents ending the placement turn.
    pub fn forbidden_checkers(&self) -> u64 {
        if self.fullmove > 0 { 0 } else { self.attackers(self.king(!self.turn), self.turn) }
    }

    /// Whether pieces are drawn into a hand in this phase.
    pub fn has_hand(&self) -> bool {
        self.fullmove == 0
    }
}

impl Position for Charismatic {
    type Geometry = Eight;
    type Bits = u64;
    const SPEC: &'static GameSpec = &SPEC;
    const FEN: Extras = fen::EXTRAS;

    fn from_fen(text: &str) -> Result<Self, FenError> {
        fen::read(text)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn actor(&self) -> Actor {
        if self.is_draw() { Actor::Chance } else { Actor::Player(self.turn) }
    }

    fn phase(&self) -> Phase {
        if self.fullmove == 0 { Phase::Placement } else { Phase::Movement }
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

    fn reserve(&self, color: Color) -> Reserve {
        self.reserves[color.index()]
    }

    fn moved(&self) -> u64 {
        self.moved
    }

    fn is_inside_turn(&self) -> bool {
        self.moved.any() || !self.hand.is_empty()
    }

    fn most_steps(&self) -> u32 {
        FIVE
    }

    fn place_rest(&self, random: &mut dyn FnMut(u32) -> u32) -> Vec<Step> {
        self.sensible_drops(&mut |below| random(below)).unwrap_or_default()
    }

    fn pass(&self) -> Option<Self> {
        let is_safe = self.phase() == Phase::Movement && !self.is_king_attacked(self.turn);
        let next = self.handed_over(&self.pieces, 0, 0);
        is_safe.then_some(Charismatic { halfmove: self.halfmove + 1, ..next })
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
        if self.fullmove == 0 || self.moved.any() {
            return None;
        }
        if !self.has_turn() {
            return Some(if self.is_king_attacked(self.turn) {
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
        if self.fullmove == 0 {
            return self.placement_steps(sink);
        }
        if self.moved.is_empty() {
            if !self.has_turn() {
                return ControlFlow::Continue(());
            }
        } else {
            if !self.is_king_attacked(self.turn) {
                sink.end()?;
            }
            if self.steps_made() >= FIVE {
                return ControlFlow::Continue(());
            }
        }
        self.moves(sink)?;
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&mut self, step: Step, log: &mut impl EffectLog) {
        match step {
            Step::Move { from, to, into } => self.play_move(from, to, into, log),
            Step::Drop { role, to } => self.play_drop(role, to, log),
            Step::Draw(hand) => {
                let reserve = &mut self.reserves[self.turn.index()];
                *reserve = reserve.minus(hand);
                self.hand = hand;
            }
            Step::End => self.play_end(),
        }
    }

    fn key(&self) -> u64 {
        self.pieces.key() ^ self.state_key()
    }

    /// A right counts if a pawn stands so that it could capture: whether a series can have that
    /// capture in it is not asked (docs/rules/README.md, "Drawn games").
    fn for_repetition(&self) -> Self {
        let own_pawns = self.pieces.of(self.turn, Role::Pawn);
        let idle =
            |&passed: &Square| en_passant::capturers(own_pawns, passed, self.turn).is_empty();
        let passed = self.passed_by_enemy().squares().filter(idle);
        let passed = passed.fold(self.passed, |left, idle| left & !u64::of(idle));
        Charismatic { passed, ..*self }
    }

    fn recomputed_key(&self) -> u64 {
        self.pieces.recomputed_key() ^ self.state_key()
    }

    fn why_not(&self, step: Step) -> Option<Refusal> {
        self.refusal(step)
    }
}
