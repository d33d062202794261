//! Magnetic Chess (docs/rules/magnetic.md; João Neto and Claude Chaunier, correspondence-club rules).
//!
//! Anchors of the rules in refusals: `source-1` (capturing the king), `source-4` (pawns),
//! `ruling-moves`, `ruling-castling`, `ruling-promotion`.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use crate::board::geometry::{DIAGONALS, FILE, ORTHOGONALS, RANK, rays};
use crate::board::{Bits, Color, Eight, Geometry, Piece, Reserve, Role, Square, zobrist};
use crate::chess::castling::{Castling, Path, Wing};
use crate::chess::refuse::{self, Terms};
use crate::chess::{ChessPieces, PROMOTIONS, attack, movement, pawn};
use crate::effect::{Effect, EffectLog, Why};
use crate::fen::{self, Extras, FenError, Fields};
use crate::position::{Ending, GameSpec, Outcome, Position};
use crate::refusal::Refusal;
use crate::sink::StepSink;
use crate::step::Step;

/// The kings' initial squares: e1 and e8.
const KINGS: [Square; 2] = [Eight::SHAPE.at(4, 0), Eight::SHAPE.at(4, 7)];
const CASTLING_LETTERS: [char; 4] = ['K', 'Q', 'k', 'q'];

static SPEC: GameSpec = GameSpec {
    id: "magnetic",
    link: 4,
    also: &[],
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    shape: Eight::SHAPE,
    roles: &crate::chess::ROLES,
    pieces: Reserve::of(&crate::chess::ARMY).with(Role::King),
    has_series: false,
    has_reserve: false,
};

/// A position of Magnetic Chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Magnetic {
    pieces: ChessPieces<6>,
    turn: Color,
    castling: Castling,
    halfmove: u32,
    fullmove: u32,
}

/// A piece that an impulse affects: its square, and the one to which it slides (the same if it has
/// no room).
#[derive(Clone, Copy)]
struct Pull {
    from: Square,
    to: Square,
    why: Why,
}

/// The effect of an impulse from `center` on the pieces of one ray (source 2). `ray` is the ray,
/// `step` one square outward as an index distance, `repelled` the side of the piece that moved.
#[cfg_attr(not(small), inline(always))]
fn impulse(
    pieces: &ChessPieces<6>,
    center: Square,
    ray: u64,
    step: i32,
    repelled: Color,
) -> Option<Pull> {
    let nearest = |set: u64| if step > 0 { set.lowest() } else { set.highest() };
    let on_ray = ray & pieces.occupied();
    if on_ray.is_empty() {
        return None;
    }
    let from = nearest(on_ray);
    if pieces.role(Role::King).has(from) {
        return None;
    }
    if !pieces.color(repelled).has(from) {
        return Some(Pull { from, to: center.offset(step), why: Why::Attracted });
    }
    let beyond = on_ray & !u64::of(from);
    let to = if beyond.any() {
        nearest(beyond).offset(-step)
    } else if step > 0 {
        ray.highest()
    } else {
        ray.lowest()
    };
    Some(Pull { from, to, why: Why::Repelled })
}

/// The squares of a side's pawns on whose files no piece stands in front of them.
#[cfg_attr(not(small), inline(always))]
fn open_pawns(pawns: u64, color: Color, occupied: u64) -> u64 {
    let ahead = |set: u64, ranks: i32| set.shifted(-8 * ranks * color.forward());
    let one = ahead(occupied, 1);
    let two = one | ahead(one, 1);
    let four = two | ahead(two, 2);
    pawns & !(four | ahead(four, 4))
}

/// The squares of a file from which a landing piece pushes one of the pawns `open`, which have no
/// piece in front of them, to the last rank (source 5).
#[inline]
fn pushing_squares(open: u64, color: Color, occupied: u64) -> u64 {
    open.squares().fold(0, |squares, pawn| {
        let file = Eight::lines(pawn)[FILE];
        let behind = match color {
            Color::White => file.lower,
            Color::Black => file.upper,
        };
        squares | file.reach(occupied) & behind
    })
}

/// Where a landing piece pushes a pawn to the last rank.
#[derive(Clone, Copy)]
struct Pushes {
    /// The side's pawns that have no piece in front of them.
    open: u64,
    color: Color,
    /// The squares from which a piece coming from another file pushes one.
    squares: u64,
}

impl Pushes {
    /// The squares from which a piece coming from `from` pushes a pawn. A piece that stood behind one
    /// on its file and draws back pushes it too: it no longer stands between.
    #[cfg_attr(not(small), inline(always))]
    fn of(&self, from: Square, occupied: u64) -> u64 {
        if self.squares.has(from) {
            pushing_squares(self.open, self.color, occupied ^ u64::of(from))
        } else {
            self.squares
        }
    }

    /// Hands over one piece's moves, each as four where it pushes a pawn.
    #[cfg_attr(not(small), inline(always))]
    fn moves(
        &self,
        sink: &mut impl StepSink<u64>,
        from: Square,
        to: u64,
        occupied: u64,
    ) -> ControlFlow<()> {
        if self.open.is_empty() {
            return sink.moves(from, to);
        }
        let pushing = self.of(from, occupied);
        sink.moves(from, to & !pushing)?;
        if (to & pushing).any() {
            sink.promotions(from, to & pushing, &PROMOTIONS)?;
        }
        ControlFlow::Continue(())
    }
}

/// The castling that a king's move is, if it starts from the king's initial square.
#[cfg_attr(not(small), inline(always))]
fn castling(color: Color, king: Square, to: Square) -> Option<Path> {
    if king == KINGS[color.index()] { refuse::castling_path(color, king, to) } else { None }
}

impl Magnetic {
    #[cfg_attr(not(small), inline(always))]
    fn pushes(&self) -> Pushes {
        let color = self.turn;
        let occupied = self.pieces.occupied();
        let open = open_pawns(self.pieces.of(color, Role::Pawn), color, occupied);
        let squares = if open.any() { pushing_squares(open, color, occupied) } else { 0 };
        Pushes { open, color, squares }
    }

    /// Castling needs the right and an empty path only (ruling). The rook may push a pawn.
    fn castling_steps(
        &self,
        king: Square,
        pushes: &Pushes,
        sink: &mut impl StepSink<u64>,
    ) -> ControlFlow<()> {
        for wing in Wing::ALL {
            let path = Path::new(self.turn, wing, king);
            let is_clear = (path.must_be_empty() & self.pieces.occupied()).is_empty();
            if !self.castling.has(self.turn, wing) || !is_clear {
                continue;
            }
            if pushes.squares.has(path.crossed) {
                sink.promotions(king, u64::of(path.king_to), &PROMOTIONS)?;
            } else {
                sink.moves(king, u64::of(path.king_to))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The moves of the pawns: with the letter of the promotion too where they push another pawn.
    #[cfg_attr(not(small), inline(always))]
    fn pawn_steps(&self, pushes: &Pushes, sink: &mut impl StepSink<u64>) -> ControlFlow<()> {
        let us = self.turn;
        let (pawns, enemies) = (self.pieces.of(us, Role::Pawn), self.pieces.color(!us));
        let empty = !self.pieces.occupied();
        let passing = pawn::relative_rank(us, 2) | pawn::relative_rank(us, 3);
        pawn::steps(sink, pawns, us, empty, enemies, passing, !pushes.squares)?;
        if pushes.squares.is_empty() {
            return ControlFlow::Continue(());
        }
        let ahead = 8 * us.forward();
        let single = pawn::forward(pawns, us) & empty;
        let double = pawn::forward(single & passing, us) & empty;
        let [west, east] = pawn::captures(pawns, us).map(|(to, by)| (to & enemies, by));
        for (to, by) in [(single, ahead), (double, 2 * ahead), west, east] {
            for to in (to & pushes.squares).squares() {
                sink.promotions(to.offset(-by), u64::of(to), &PROMOTIONS)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The pawn that a step, legal but for its letter, pushes to the last rank.
    fn pushed(&self, from: Square, to: Square) -> Option<Square> {
        let pushes = self.pushes();
        let landing = if self.pieces.role(Role::King).has(from) {
            castling(self.turn, from, to)?.crossed
        } else {
            to
        };
        let squares = pushes.of(from, self.pieces.occupied());
        let is_on_file = |pawn: &Square| Eight::SHAPE.file(*pawn) == Eight::SHAPE.file(landing);
        if squares.has(landing) { pushes.open.squares().find(is_on_file) } else { None }
    }

    /// Sends an impulse along the rank and file of a square (source 2); each piece affected slides in
    /// the order of the squares on which they stand. `into` is what a pawn becomes that it pushes to
    /// the last rank. Returns the squares that pieces left.
    #[inline]
    fn send_impulse(
        &mut self,
        center: Square,
        into: Option<Role>,
        log: &mut impl EffectLog,
    ) -> u64 {
        let us = self.turn;
        let pieces = self.pieces;
        let lines = Eight::lines(center);
        let rays = [
            (lines[FILE].lower, -8),
            (lines[RANK].lower, -1),
            (lines[RANK].upper, 1),
            (lines[FILE].upper, 8),
        ];
        let mut left = 0;
        for (ray, outward) in rays {
            let Some(Pull { from, to, why }) = impulse(&pieces, center, ray, outward, us) else {
                continue;
            };
            if from == to {
                continue;
            }
            let Some(piece) = pieces.piece_at(from) else { continue };
            self.pieces.shift(from, to, piece);
            left |= u64::of(from);
            log.log(Effect::Slide { piece, from, to, why });
            if piece == Piece::new(us, Role::Pawn)
                && pawn::last_rank(us).has(to)
                && let Some(role) = into
            {
                let promoted = Piece::new(us, role);
                self.pieces.toggle(to, piece);
                self.pieces.toggle(to, promoted);
                log.log(Effect::Change { at: to, from: piece, into: promoted });
            }
        }
        left
    }

    /// Whether the side not to move could capture the king of the side to move if it were its turn.
    /// That is no check: it may be so, and may stay so.
    pub fn is_king_en_prise(&self) -> bool {
        let mut kings = self.royals(self.turn).squares();
        kings.any(|king| self.attackers(king, !self.turn).any())
    }

    /// The key of everything but the pieces.
    fn state_key(&self) -> u64 {
        zobrist::field(0, self.turn.index() as u64) ^ zobrist::field(1, self.castling.bits())
    }
}

impl Position for Magnetic {
    type Geometry = Eight;
    type Bits = u64;
    const SPEC: &'static GameSpec = &SPEC;
    const FEN: Extras = Extras { castling: &CASTLING_LETTERS, ..Extras::NONE };

    fn from_fen(text: &str) -> Result<Self, FenError> {
        let fields = Fields::split(text, 6, &SPEC)?;
        let (pieces, _) = fields.pieces::<u64, 0, 6>()?;
        let turn = fields.side()?;
        for color in Color::ALL {
            let is_captured = color == turn && pieces.of(color, Role::King).is_empty();
            if !is_captured {
                fen::check_royals(&pieces, color, &[Role::King], &SPEC)?;
            }
            let pawn = Some((Role::Pawn, &PROMOTIONS[..]));
            fen::check_material(&pieces, color, Reserve::NONE, pawn, &SPEC)?;
            let ranks_1_to_7 = !pawn::last_rank(color);
            let pawn = Piece::new(color, Role::Pawn);
            fen::check_squares::<Eight, 0, 6>(&pieces, pawn, ranks_1_to_7, &SPEC)?;
        }
        let castling = Castling::read(fields.castling(), CASTLING_LETTERS, |color, wing| {
            pieces.of(color, Role::King).has(KINGS[color.index()])
                && pieces.of(color, Role::Rook).has(wing.corner(color))
        })?;
        fields.no_en_passant()?;
        let (halfmove, fullmove) = fields.counters_from_first()?;
        Ok(Magnetic { pieces, turn, castling, halfmove, fullmove })
    }

    fn fen(&self) -> String {
        let mut out = String::with_capacity(80);
        fen::write_board(&mut out, &SPEC, |square| self.piece_at(square), Default::default());
        out.push(' ');
        out.push(self.turn.letter());
        out.push(' ');
        self.castling.write(&mut out, CASTLING_LETTERS);
        let _ = write!(out, " - {} {}", self.halfmove, self.fullmove);
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
        let (turn, halfmove) = (!self.turn, self.halfmove + 1);
        self.royals(self.turn).any().then_some(Magnetic { turn, halfmove, ..*self })
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

    /// There is no check (source 1); see [`Magnetic::is_king_en_prise`].
    fn check(&self) -> Option<bool> {
        None
    }

    /// A captured king loses (source 1); no step at all is a drawn game (ruling).
    fn outcome(&self) -> Option<Outcome> {
        if self.royals(self.turn).is_empty() {
            return Some(Outcome::won(!self.turn, Ending::RoyalCaptured));
        }
        if !self.has_step() {
            return Some(Outcome::drawn(Ending::NoLegalStep));
        }
        (self.halfmove >= 100).then(|| Outcome::drawn(Ending::FiftyMoves))
    }

    /// Orthodox pseudo-legal moves, captures of the king included (ruling).
    #[inline]
    fn steps(&self, sink: &mut impl StepSink<u64>) -> ControlFlow<()> {
        let us = self.turn;
        let own = self.pieces.color(us);
        let occupied = self.pieces.occupied();
        let Some(king) = self.royals(us).squares().next() else { return ControlFlow::Continue(()) };
        let pushes = self.pushes();

        self.pawn_steps(&pushes, sink)?;
        for from in (own & self.pieces.role(Role::Knight)).squares() {
            pushes.moves(sink, from, Eight::knight(from) & !own, occupied)?;
        }
        let (orthogonal, diagonal) =
            (attack::orthogonal_sliders(&self.pieces), attack::diagonal_sliders(&self.pieces));
        for from in (own & orthogonal).squares() {
            let to = rays::<Eight, 2>(from, ORTHOGONALS, occupied) & !own;
            pushes.moves(sink, from, to, occupied)?;
        }
        for from in (own & diagonal).squares() {
            let to = rays::<Eight, 2>(from, DIAGONALS, occupied) & !own;
            pushes.moves(sink, from, to, occupied)?;
        }
        sink.moves(king, Eight::king(king) & !own)?;
        if self.castling.any(us) {
            self.castling_steps(king, &pushes, sink)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&mut self, step: Step, log: &mut impl EffectLog) {
        let Step::Move { from, to, into } = step else { return };
        let us = self.turn;
        let is_king = self.pieces.role(Role::King).has(from);
        let own_promotion = into.filter(|_| pawn::last_rank(us).has(to));
        let moved = movement::go(&mut self.pieces, us, 0, (from, to), own_promotion, log);
        let mut left = u64::of(from) | u64::of(to);

        // A king sends no impulse (source 3); in castling the rook does.
        let center = if !is_king {
            Some(to)
        } else if let Some(path) = castling(us, from, to) {
            let rook = Piece::new(us, Role::Rook);
            self.pieces.shift(path.rook_from, path.crossed, rook);
            let (from, to) = (path.rook_from, path.crossed);
            log.log(Effect::Slide { piece: rook, from, to, why: Why::Moved });
            Some(to)
        } else {
            None
        };
        if let Some(center) = center {
            left |= self.send_impulse(center, into, log);
        }

        self.castling = self.castling.without(left, KINGS);
        self.halfmove = if moved.irreversible { 0 } else { self.halfmove + 1 };
        self.fullmove += us.index() as u32;
        self.turn = !us;
    }

    fn key(&self) -> u64 {
        self.pieces.key() ^ self.state_key()
    }

    fn recomputed_key(&self) -> u64 {
        self.pieces.recomputed_key() ^ self.state_key()
    }

    fn why_not(&self, step: Step) -> Option<Refusal> {
        let Step::Move { from, to, into } = step else {
            return refuse::only_moves(step, "magnetic#ruling-moves");
        };
        let us = self.turn;
        if self.royals(us).is_empty() {
            return Some(Refusal::new("magnetic.king-captured", "magnetic#source-1"));
        }
        let terms = Terms {
            pieces: &self.pieces,
            turn: us,
            passed: None,
            double_from: pawn::relative_rank(us, 1) | pawn::relative_rank(us, 2),
            immune: 0,
            rule: "magnetic#ruling-moves",
        };
        let is_king = self.pieces.role(Role::King).has(from);
        let way = terms.mover(from, to).or_else(|| match castling(us, from, to) {
            Some(path) if is_king => {
                let has_right = self.castling.has(us, refuse::wing(&path));
                refuse::castling(&self.pieces, &path, has_right, |_| 0, "magnetic#ruling-castling")
            }
            _ => terms.way(from, to),
        });
        way.or_else(|| match (self.pushed(from, to), into) {
            (None, _) => terms.promotion(from, to, into),
            (Some(_), Some(role)) if PROMOTIONS.contains(&role) => None,
            (Some(pawn), into) => {
                let reason = match into {
                    None => "magnetic.push-promotion-missing",
                    Some(_) => "common.promotion-impossible",
                };
                Some(refuse::refusal(&self.pieces, reason, "magnetic#ruling-promotion", &[pawn]))
            }
        })
    }
}
