//! Chessence (docs/rules/chessence.md; Jim Winslow, 1989).
//!
//! Anchors of the rules in refusals: `source-1` (kings), `source-2` (powers), `source-3` (holes),
//! `source-4` (turns, drops), `source-5` (check and capture).

use std::fmt::Write as _;
use std::ops::ControlFlow;

use crate::board::geometry::{DIAGONALS, ORTHOGONALS, between, rays};
use crate::board::{
    Bits, Color, Geometry, Piece, Pieces, Reserve, Role, SixByNine, Square, zobrist,
};
use crate::effect::{Effect, EffectLog, Why};
use crate::fen::{self, Extras, FenError, Field, Fields, Problem};
use crate::position::{Ending, GameSpec, Outcome, Position};
use crate::refusal::Refusal;
use crate::sink::StepSink;
use crate::step::Step;

/// The kings' squares for the whole game: f1 and a9 (source 1 and diagram).
const KINGS: [Square; 2] = [SixByNine::SHAPE.at(5, 0), SixByNine::SHAPE.at(0, 8)];

/// Where each side's men stand initially and its reserve enters (source 4): e1 d2 e2 f2 d3 e3, and
/// b9 a8 b8 c8 b7 c7.
const ENTRIES: [u64; 2] = [
    0b01_0000 | 0b11_1000 << 6 | 0b01_1000 << 12,
    0b00_0010 << 48 | 0b00_0111 << 42 | 0b00_0110 << 36,
];

/// How many men of a side may stand in its reserve (docs/rules/chessence.md).
const MOST_IN_RESERVE: u32 = 3;

/// A file, from 0, holes included: relations are pure geometry.
const fn file(file: u32) -> u64 {
    let mut set = 0;
    let mut rank = 0;
    while rank < 9 {
        set |= 1 << (6 * rank + file);
        rank += 1;
    }
    set
}

static SPEC: GameSpec = GameSpec {
    id: "chessence",
    link: 1,
    also: &[],
    start: "km4/mmm2*/1mm1*1/2*3/1*2*1/3*2/1*1MM1/*2MMM/4MK[MMMmmm] w - - 0 1",
    shape: SixByNine::SHAPE,
    roles: &[(Role::King, 'K'), (Role::Man, 'M')],
    pieces: Reserve::of(&[Role::Man; 9]).with(Role::King),
    has_series: false,
    has_reserve: true,
};

/// A set of squares for each power that a man can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Powers {
    /// For moving as a rook.
    pub rook: u64,
    /// For moving as a bishop.
    pub bishop: u64,
    /// For moving as a knight.
    pub knight: u64,
}

impl Powers {
    /// The squares that stand to one of `squares` in the relation that gives each power (source
    /// 2): orthogonally adjacent, diagonally adjacent, a knight's move away. Holes do not matter.
    #[cfg_attr(not(small), inline(always))]
    fn related(squares: u64) -> Powers {
        let beside = (squares & !file(5)) << 1 | (squares & !file(0)) >> 1;
        let two_beside =
            (squares & !(file(4) | file(5))) << 2 | (squares & !(file(0) | file(1))) >> 2;
        let ranks_away = |set: u64, ranks: u32| set << (6 * ranks) | set >> (6 * ranks);
        Powers {
            rook: beside | ranks_away(squares, 1),
            bishop: ranks_away(beside, 1),
            knight: ranks_away(two_beside, 1) | ranks_away(beside, 2),
        }
    }

    /// The squares of each set that are in `set`.
    #[cfg_attr(not(small), inline(always))]
    fn within(self, set: u64) -> Powers {
        Powers { rook: self.rook & set, bishop: self.bishop & set, knight: self.knight & set }
    }

    /// The squares of any of the sets.
    #[cfg_attr(not(small), inline(always))]
    pub fn any(self) -> u64 {
        self.rook | self.bishop | self.knight
    }
}

/// A position of Chessence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chessence {
    pieces: Pieces<u64, { Role::King.index() }, 3>,
    reserves: [Reserve; 2],
    turn: Color,
    halfmove: u32,
    fullmove: u32,
}

/// How many files and ranks lie between two squares, with signs.
fn distance(from: Square, to: Square) -> (i32, i32) {
    let shape = SixByNine::SHAPE;
    let files = i32::from(shape.file(to)) - i32::from(shape.file(from));
    let ranks = i32::from(shape.rank(to)) - i32::from(shape.rank(from));
    (files, ranks)
}

/// The squares, holes too, that a man passes between two squares of one line: none if it jumps.
fn passed(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let (files, ranks) = distance(from, to);
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let length = if is_line { files.abs().max(ranks.abs()) } else { 0 };
    let by = ranks.signum() * i32::from(SixByNine::SHAPE.files) + files.signum();
    (1..length).map(move |steps| from.offset(steps * by))
}

/// The targets that checks on the own king leave to men that shield no line.
struct Danger {
    /// Empty squares that may be gone to.
    quiet: u64,
    /// Enemy men that may be captured.
    captures: u64,
    /// The enemy men before whose lines to the king a single own man stands.
    pinners: u64,
    /// Those own men.
    pinned: u64,
}

impl Chessence {
    /// A side's men, its king excepted.
    #[cfg_attr(not(small), inline(always))]
    fn army(&self, color: Color) -> u64 {
        self.pieces.of(color, Role::Man)
    }

    /// A side's men by the powers that they have now (source 2).
    #[cfg_attr(not(small), inline(always))]
    pub fn powers(&self, color: Color) -> Powers {
        let army = self.army(color);
        Powers::related(army).within(army)
    }

    /// The men of a side that give each power to a man of that side on the square, or would if
    /// one stood there.
    #[cfg_attr(not(small), inline(always))]
    pub fn givers(&self, square: Square, color: Color) -> Powers {
        Powers::related(u64::of(square)).within(self.army(color))
    }

    /// The men that would lose each power if the man on the square went away: it is their only
    /// giver. Empty for a king or an empty square.
    pub fn dependents(&self, square: Square) -> Powers {
        let Some(Piece { color, role: Role::Man }) = self.piece_at(square) else {
            return Powers::default();
        };
        let others = self.army(color) & !u64::of(square);
        let (now, then) = (self.givers(square, color), Powers::related(others));
        Powers {
            rook: now.rook & !then.rook,
            bishop: now.bishop & !then.bishop,
            knight: now.knight & !then.knight,
        }
    }

    /// Where a man on `from` with the powers for which `powers` has that square could move or
    /// capture, whoever stands there (sources 2 and 3).
    #[cfg_attr(not(small), inline(always))]
    fn reach(&self, from: Square, powers: Powers) -> u64 {
        let occupied = self.pieces.occupied();
        let mut reach = 0;
        if powers.rook.has(from) {
            reach |= rays::<SixByNine, 2>(from, ORTHOGONALS, occupied);
        }
        if powers.bishop.has(from) {
            reach |= rays::<SixByNine, 2>(from, DIAGONALS, occupied);
        }
        if powers.knight.has(from) {
            reach |= SixByNine::knight(from);
        }
        reach
    }

    /// The enemy men whose capture takes the enemy man `by` out of the game, or from it the power
    /// that the men `givers` give it (ruling on check: the powers that it has then count).
    #[cfg_attr(not(small), inline(always))]
    fn disarming(by: Square, givers: u64) -> u64 {
        if givers.many() { u64::of(by) } else { u64::of(by) | givers }
    }

    /// The givers of the power by which the enemy man `by` threatens the own king along a line.
    #[cfg_attr(not(small), inline(always))]
    fn line_givers(&self, by: Square, king: Square) -> u64 {
        let givers = self.givers(by, !self.turn);
        let lines = SixByNine::lines(king);
        let is_orthogonal = ORTHOGONALS.into_iter().any(|line| lines[line].both().has(by));
        if is_orthogonal { givers.rook } else { givers.bishop }
    }

    /// What the enemy men aim at the own king. A step changes the powers of enemy men only by
    /// capturing one that gives them, so threats end in three ways: a man stands in the line,
    /// the threatening man is captured, or the only one that gives it the power is.
    #[cfg_attr(not(small), inline(always))]
    fn danger(&self) -> Danger {
        let (us, them) = (self.turn, !self.turn);
        let king = KINGS[us.index()];
        let (own, enemies) = (self.pieces.color(us), self.pieces.color(them));
        let occupied = own | enemies;
        let powers = self.powers(them);
        let mut danger = Danger {
            quiet: SixByNine::ALL & !occupied,
            captures: self.army(them),
            pinners: 0,
            pinned: 0,
        };
        let snipers = rays::<SixByNine, 2>(king, ORTHOGONALS, enemies) & powers.rook
            | rays::<SixByNine, 2>(king, DIAGONALS, enemies) & powers.bishop;
        for sniper in snipers.squares() {
            let line = between::<SixByNine>(king, sniper);
            let screen = line & own;
            if screen.is_empty() {
                danger.quiet &= line;
                danger.captures &= Self::disarming(sniper, self.line_givers(sniper, king));
            } else if !screen.many() {
                danger.pinners |= u64::of(sniper);
                danger.pinned |= screen;
            }
        }
        for leaper in (SixByNine::knight(king) & powers.knight).squares() {
            danger.quiet = 0;
            danger.captures &= Self::disarming(leaper, self.givers(leaper, them).knight);
        }
        danger
    }

    /// The key of everything but the men.
    fn state_key(&self) -> u64 {
        zobrist::field(0, self.turn.index() as u64)
            ^ zobrist::field(1, self.reserves[0].bits())
            ^ zobrist::field(2, self.reserves[1].bits())
    }

    /// A reason that concerns the squares given, with the men on them.
    fn refusal(&self, reason: &'static str, rule: &'static str, squares: &[Square]) -> Refusal {
        let start = Refusal::new(reason, rule);
        squares.iter().fold(start, |refusal, &square| refusal.at(square, self.piece_at(square)))
    }

    /// Why no man of the side to move goes from one square to another, its king's safety aside.
    fn way(&self, from: Square, to: Square, into: Option<Role>) -> Option<Refusal> {
        let us = self.turn;
        let both = [from, to];
        match self.piece_at(from) {
            None => return Some(self.refusal("common.no-piece", "chessence#source-4", &[from])),
            Some(piece) if piece.color != us => {
                return Some(self.refusal("common.not-your-piece", "chessence#source-4", &[from]));
            }
            Some(Piece { role: Role::King, .. }) => {
                return Some(self.refusal("chessence.king", "chessence#source-1", &[from]));
            }
            Some(_) if from == to => {
                return Some(self.refusal("common.same-square", "chessence#source-4", &[from]));
            }
            Some(_) => {}
        }
        if into.is_some() {
            return Some(self.refusal("chessence.promotion", "chessence#source-2", &[from]));
        }
        if !SixByNine::ALL.has(to) {
            return Some(self.refusal("chessence.to-hole", "chessence#source-3", &both));
        }
        let powers = self.givers(from, us);
        if powers.any().is_empty() {
            return Some(self.refusal("chessence.powerless", "chessence#source-2", &[from]));
        }
        let (files, ranks) = distance(from, to);
        let (givers, lacking) = if files == 0 || ranks == 0 {
            (powers.rook, "chessence.no-rook")
        } else if files.abs() == ranks.abs() {
            (powers.bishop, "chessence.no-bishop")
        } else if files.abs() + ranks.abs() == 3 {
            (powers.knight, "chessence.no-knight")
        } else {
            return Some(self.refusal("chessence.no-way", "chessence#source-2", &both));
        };
        if givers.is_empty() {
            return Some(self.refusal(lacking, "chessence#source-2", &both));
        }
        for square in passed(from, to) {
            let pieces = [from, square];
            if SixByNine::SHAPE.is_hole(square) {
                return Some(self.refusal("chessence.through-hole", "chessence#source-3", &pieces));
            }
            if self.pieces.occupied().has(square) {
                return Some(self.refusal("common.blocked", "chessence#source-3", &pieces));
            }
        }
        let own = self.pieces.color(us).has(to);
        own.then(|| self.refusal("common.own-piece", "chessence#source-5", &both))
    }

    /// Why the side to move may not drop a man on a square, its king's safety aside.
    fn entry(&self, role: Role, to: Square) -> Option<Refusal> {
        let us = self.turn;
        let rule = "chessence#source-4";
        if role != Role::Man {
            return Some(Refusal::new("chessence.drop-piece", rule));
        }
        if !self.reserves[us.index()].has(Role::Man) {
            return Some(Refusal::new("chessence.drop-none", rule));
        }
        let entries = ENTRIES[us.index()];
        if !(entries & !self.pieces.occupied()).any() {
            return Some(Refusal::new("chessence.drop-full", rule));
        }
        if !entries.has(to) {
            let squares: Vec<Square> = [to].into_iter().chain(entries.squares()).collect();
            return Some(self.refusal("chessence.drop-square", rule, &squares));
        }
        let is_taken = self.pieces.occupied().has(to);
        is_taken.then(|| self.refusal("chessence.drop-taken", rule, &[to]))
    }

    /// The attack on the own king that a step, otherwise possible, does not end or opens.
    fn exposes_king(&self, step: Step, from: Square) -> Option<Refusal> {
        let king = KINGS[self.turn.index()];
        let mut after = *self;
        after.play(step, &mut ());
        let attackers = after.attackers(king, !self.turn);
        let attacker = attackers.squares().next()?;
        let stands = self.attackers(king, !self.turn) & attackers;
        let (reason, attacker) = match stands.squares().next() {
            Some(attacker) => ("common.still-in-check", attacker),
            None => ("common.pinned", attacker),
        };
        Some(self.refusal(reason, "chessence#source-5", &[from, attacker, king]))
    }
}

impl Chessence {
    /// The relational powers of the man on a square: the sum of 1 (as a rook), 2 (as a bishop) and
    /// 4 (as a knight); 0 for a king and on an empty square.
    pub fn powers_at(&self, square: Square) -> u8 {
        let Some(piece) = self.piece_at(square) else { return 0 };
        let powers = self.powers(piece.color);
        let sets = [powers.rook, powers.bishop, powers.knight];
        (0..).zip(sets).fold(0, |sum, (place, set)| sum | u8::from(set.has(square)) << place)
    }
}

impl Position for Chessence {
    type Geometry = SixByNine;
    type Bits = u64;
    const SPEC: &'static GameSpec = &SPEC;
    const FEN: Extras = Extras::NONE;

    fn from_fen(text: &str) -> Result<Self, FenError> {
        let fields = Fields::split(text, 6, &SPEC)?;
        let (pieces, reserves) = fields.pieces()?;
        let turn = fields.side()?;
        for color in Color::ALL {
            let king = Piece { color, role: Role::King };
            let reserve = reserves[color.index()];
            if reserve.has(Role::King) {
                let letter = SPEC.piece_letter(king);
                return Err(FenError::new(Field::Reserve, Problem::Letter(letter)));
            }
            if reserve.total() > MOST_IN_RESERVE {
                return Err(FenError::new(Field::Reserve, Problem::Material(color)));
            }
            fen::check_royals(&pieces, color, &[Role::King], &SPEC)?;
            let home = u64::of(KINGS[color.index()]);
            fen::check_squares::<SixByNine, { Role::King.index() }, 3>(&pieces, king, home, &SPEC)?;
            fen::check_material(&pieces, color, reserve, None, &SPEC)?;
        }
        fields.no_castling()?;
        fields.no_en_passant()?;
        let (halfmove, fullmove) = fields.counters_from_first()?;
        let position = Chessence { pieces, reserves, turn, halfmove, fullmove };
        if position.attackers(KINGS[(!turn).index()], turn).any() {
            return Err(FenError::new(Field::Side, Problem::OpponentInCheck));
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        let mut out = String::with_capacity(100);
        fen::write_board(&mut out, &SPEC, |square| self.piece_at(square), self.reserves);
        let side = self.turn.letter();
        let _ = write!(out, " {side} - - {} {}", self.halfmove, self.fullmove);
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

    fn reserve(&self, color: Color) -> Reserve {
        self.reserves[color.index()]
    }

    fn pass(&self) -> Option<Self> {
        let is_safe = self.check() == Some(false);
        let (turn, halfmove) = (!self.turn, self.halfmove + 1);
        is_safe.then_some(Chessence { turn, halfmove, ..*self })
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
        let powers = self.powers(by);
        let occupied = self.pieces.occupied();
        rays::<SixByNine, 2>(square, ORTHOGONALS, occupied) & powers.rook
            | rays::<SixByNine, 2>(square, DIAGONALS, occupied) & powers.bishop
            | SixByNine::knight(square) & powers.knight
    }

    fn check(&self) -> Option<bool> {
        Some(self.attackers(KINGS[self.turn.index()], !self.turn).any())
    }

    /// A player with no legal step has lost, in check or not (source 5).
    fn outcome(&self) -> Option<Outcome> {
        if !self.has_step() {
            let is_mate = self.check() == Some(true);
            let ending = if is_mate { Ending::Checkmate } else { Ending::Stalemate };
            return Some(Outcome::won(!self.turn, ending));
        }
        (self.halfmove >= 100).then(|| Outcome::drawn(Ending::FiftyMoves))
    }

    #[inline]
    fn steps(&self, sink: &mut impl StepSink<u64>) -> ControlFlow<()> {
        let us = self.turn;
        let danger = self.danger();
        let allowed = danger.quiet | danger.captures;
        let powers = self.powers(us);
        for from in (powers.any() & !danger.pinned).squares() {
            sink.moves(from, self.reach(from, powers) & allowed)?;
        }
        let king = KINGS[us.index()];
        for pinner in danger.pinners.squares() {
            let line = between::<SixByNine>(king, pinner);
            let from = (line & danger.pinned).lowest();
            let disarming = Self::disarming(pinner, self.line_givers(pinner, king));
            sink.moves(from, self.reach(from, powers) & allowed & (line | disarming))?;
        }
        if self.reserves[us.index()].has(Role::Man) {
            sink.drops(Role::Man, ENTRIES[us.index()] & danger.quiet)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&mut self, step: Step, log: &mut impl EffectLog) {
        let us = self.turn;
        let piece = Piece { color: us, role: Role::Man };
        match step {
            Step::Move { from, to, .. } => {
                self.halfmove += 1;
                if self.pieces.color(!us).has(to) {
                    let piece = Piece { color: !us, role: Role::Man };
                    self.pieces.toggle(to, piece);
                    log.log(Effect::Vanish { piece, at: to });
                    self.halfmove = 0;
                }
                self.pieces.shift(from, to, piece);
                log.log(Effect::Slide { piece, from, to, why: Why::Moved });
            }
            Step::Drop { to, .. } => {
                let reserve = &mut self.reserves[us.index()];
                *reserve = reserve.without(Role::Man);
                self.pieces.toggle(to, piece);
                log.log(Effect::Appear { piece, at: to });
                self.halfmove = 0;
            }
            Step::Draw(_) | Step::End => return,
        }
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
        match step {
            Step::Move { from, to, into } => {
                self.way(from, to, into).or_else(|| self.exposes_king(step, from))
            }
            Step::Drop { role, to } => self.entry(role, to).or_else(|| self.exposes_king(step, to)),
            Step::Draw(_) => Some(Refusal::new("common.no-draws", "chessence#source-4")),
            Step::End => Some(Refusal::new("common.no-end", "chessence#source-4")),
        }
    }
}
