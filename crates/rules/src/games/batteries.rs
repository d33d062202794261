//! Chess with Batteries (docs/rules/batteries.md), on 10x10.
//!
//! Two facts make this fast. Batteries block nobody, so a Battery's own step never opens or closes
//! a line; and only a President captures Batteries, so no other step changes the options of the
//! enemy pieces except by closing a line or capturing a piece. Pins and checks are therefore
//! computed as in orthodox chess, with the Batteries left out of the blockers. Only the overtaking
//! of an enemy piece, which opens two squares at once, is tried out.
//!
//! Anchors of the rules, for refusals: `charge`, `president`, `battery`, `diag`, `orthog`, `lady`,
//! `equine`, `agent`, `soldier`, `overtaking`, `promotion`, `ruling-transparency`, `ruling-check`,
//! `turn`.

mod refuse;

use std::fmt::Write as _;
use std::ops::ControlFlow;

use crate::board::geometry::{ALL_LINES, DIAGONALS, ORTHOGONALS, between, line_through, rays};
use crate::board::{Bits, Color, Geometry, Piece, Pieces, Reserve, Role, Square, Ten, zobrist};
use crate::effect::{Effect, EffectLog, Why};
use crate::fen::{self, Extras, FenError, Field, Fields, Problem};
use crate::position::{Ending, GameSpec, Outcome, Position};
use crate::refusal::Refusal;
use crate::sink::StepSink;
use crate::step::Step;

/// The first of the game's pieces in [`Role::ALL`].
const FIRST: usize = Role::Soldier.index();

static SPEC: GameSpec = GameSpec {
    id: "batteries",
    link: 5,
    also: &["with", "withbatteries", "chesswithbatteries"],
    start: "2eoploe2/2baddab2/1ssssssss1/10/10/10/10/1SSSSSSSS1/2BADDAB2/2EOPLOE2 w - - 0 1",
    shape: Ten::SHAPE,
    roles: &[
        (Role::President, 'P'),
        (Role::Battery, 'B'),
        (Role::Lady, 'L'),
        (Role::Diag, 'D'),
        (Role::Orthog, 'O'),
        (Role::Agent, 'A'),
        (Role::Equine, 'E'),
        (Role::Soldier, 'S'),
    ],
    pieces: Reserve::of(&[
        Role::President,
        Role::Battery,
        Role::Battery,
        Role::Lady,
        Role::Diag,
        Role::Diag,
        Role::Orthog,
        Role::Orthog,
        Role::Agent,
        Role::Agent,
        Role::Equine,
        Role::Equine,
        Role::Soldier,
        Role::Soldier,
        Role::Soldier,
        Role::Soldier,
        Role::Soldier,
        Role::Soldier,
        Role::Soldier,
        Role::Soldier,
    ]),
    has_series: false,
    has_reserve: false,
};

/// A position of Chess with Batteries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Batteries {
    pieces: Pieces<u128, FIRST, 8>,
    turn: Color,
    halfmove: u32,
    fullmove: u32,
}

/// The moves of a piece, before the question whether they leave its President in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    /// Empty squares that it goes to without capturing. (A Battery on a square passed over stays.)
    pub quiet: u128,
    /// Squares of enemy pieces that it captures by going there.
    pub captures: u128,
    /// Empty squares that it goes to by overtaking, and capturing, the enemy piece before them.
    pub overtaking: u128,
}

impl Reach {
    /// Every square that the piece can go to.
    pub const fn all(self) -> u128 {
        self.quiet | self.captures | self.overtaking
    }
}

/// The board from the point of view of one side's pieces.
#[derive(Clone, Copy)]
struct View {
    /// Squares with no piece at all.
    empty: u128,
    /// Pieces that stand in the way: all but the Batteries.
    blockers: u128,
    /// Enemy pieces other than Batteries.
    targets: u128,
}

/// The pieces of one side as attackers.
#[derive(Clone, Copy)]
struct Force {
    color: Color,
    /// Squares next to its Batteries.
    charge: u128,
    /// Pieces with an Orthog's captures.
    orthogonals: u128,
    /// Pieces with a Diag's captures.
    diagonals: u128,
    /// Charged Agents.
    agents: u128,
    /// Charged Equines.
    equines: u128,
    soldiers: u128,
    president: u128,
}

/// The restrictions on the steps of the side to move.
struct Danger {
    president: Square,
    checkers: u128,
    /// Where a piece other than the President may go: anywhere; in check between President and
    /// checker and on the checker; nowhere in double check.
    allowed: u128,
    /// Own pieces that may leave their line with the President only into check.
    pinned: u128,
}

/// The squares next to each of `pieces`.
#[cfg_attr(not(small), inline(always))]
fn neighbours(pieces: u128) -> u128 {
    pieces.squares().fold(0, |set, square| set | Ten::king(square))
}

/// The squares two steps behind each other diagonally in front of each of `pieces`, towards the first
/// file and towards the last, each with its distance in indexes: the squares passed and those
/// reached over a clear path.
#[cfg_attr(not(small), inline(always))]
fn diagonal_pairs(pieces: u128, color: Color, blockers: u128) -> [(u128, i32); 2] {
    let edges = [Ten::file(0), Ten::file(9)];
    [-1, 1].map(|side| {
        let by = 10 * color.forward() + side;
        let inner = !edges[(side > 0) as usize];
        let passed = (pieces & inner).shifted(by) & !blockers;
        ((passed & inner).shifted(by), 2 * by)
    })
}

/// The squares diagonally in front of each of `pieces`, towards the first file and towards the last,
/// each with its distance in indexes.
#[cfg_attr(not(small), inline(always))]
fn diagonals_ahead(pieces: u128, color: Color) -> [(u128, i32); 2] {
    let (west, east) = (10 * color.forward() - 1, 10 * color.forward() + 1);
    [((pieces & !Ten::file(0)).shifted(west), west), ((pieces & !Ten::file(9)).shifted(east), east)]
}

/// The square behind `mid` as seen from `from` next to it, if the board has it.
#[inline]
fn beyond(from: Square, mid: Square) -> u128 {
    line_through::<Ten>(from, mid) & Ten::king(mid) & !u128::of(from)
}

/// The square between two that are two steps apart on a line.
#[cfg_attr(not(small), inline(always))]
fn midpoint(from: Square, to: Square) -> Option<Square> {
    match from.index().abs_diff(to.index()) {
        2 | 18 | 20 | 22 => Some(Square::new(((from.index() + to.index()) / 2) as u8)),
        _ => None,
    }
}

/// The squares that a piece of a kind other than Soldier can go to, overtaking excepted.
#[cfg_attr(not(small), inline(always))]
fn reach(role: Role, from: Square, charged: bool, view: &View) -> u128 {
    let beside = Ten::king(from);
    // "captures a target one step away", and at any distance when charged (docs/rules/batteries.md, table).
    let captures = if charged { view.targets } else { view.targets & beside };
    let landing = view.empty | captures;
    let blockers = view.blockers;
    match role {
        Role::Diag => rays::<Ten, 2>(from, DIAGONALS, blockers) & landing,
        Role::Lady => rays::<Ten, 4>(from, ALL_LINES, blockers) & landing,
        Role::Orthog => rays::<Ten, 2>(from, ORTHOGONALS, blockers) & landing,
        Role::Equine => {
            let leaps = if charged { Ten::knight(from) & view.targets } else { 0 };
            rays::<Ten, 2>(from, ORTHOGONALS, blockers) & landing | leaps
        }
        Role::Agent => {
            let mut reach = rays::<Ten, 2>(from, ORTHOGONALS, blockers) & landing;
            if charged {
                reach |= beside & landing;
                // Straight over a Battery the rook's move reaches the same square.
                for battery in (beside & !view.empty & !blockers).squares() {
                    reach |= beyond(from, battery) & view.empty;
                }
            }
            reach
        }
        // Over any number of pieces: the lines have no blockers.
        Role::Battery => rays::<Ten, 4>(from, ALL_LINES, 0) & view.empty,
        _ => 0,
    }
}

/// The squares to which an Agent next to a Battery goes by overtaking, and capturing, a target.
#[inline]
fn overtaking(from: Square, view: &View) -> u128 {
    let targets = Ten::king(from) & view.targets;
    targets.squares().fold(0, |set, target| set | beyond(from, target) & view.empty)
}

/// Hands over the steps of Soldiers that end on `allowed`.
#[cfg_attr(not(small), inline(always))]
fn soldier_steps(
    sink: &mut impl StepSink<u128>,
    soldiers: u128,
    color: Color,
    charge: u128,
    view: &View,
    allowed: u128,
) -> ControlFlow<()> {
    let ahead = 10 * color.forward();
    let single = soldiers.shifted(ahead) & view.empty;
    sink.shifted(single & allowed, ahead)?;
    let charged = soldiers & charge;
    let double = soldiers & (charge | Ten::rank(color.rank(2, 10)));
    let passed = double.shifted(ahead) & !view.blockers;
    sink.shifted(passed.shifted(ahead) & view.empty & allowed, 2 * ahead)?;
    for (attacked, by) in diagonals_ahead(soldiers, color) {
        sink.shifted(attacked & view.targets & allowed, by)?;
    }
    if charged.any() {
        for (attacked, by) in diagonal_pairs(charged, color, view.blockers) {
            sink.shifted(attacked & view.targets & allowed, by)?;
        }
    }
    ControlFlow::Continue(())
}

/// Puts the squares that pieces go to together in one set.
struct Squares(u128);

impl StepSink<u128> for Squares {
    fn moves(&mut self, _: Square, to: u128) -> ControlFlow<()> {
        self.0 |= to;
        ControlFlow::Continue(())
    }

    fn promotions(&mut self, _: Square, _: u128, _: &[Role]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn shifted(&mut self, to: u128, _: i32) -> ControlFlow<()> {
        self.0 |= to;
        ControlFlow::Continue(())
    }

    fn drops(&mut self, _: Role, _: u128) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn draw(&mut self, _: Reserve) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn end(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Force {
    /// The pieces that could capture a President on `square` over the blockers given.
    #[cfg_attr(not(small), inline(always))]
    fn attackers(&self, square: Square, blockers: u128) -> u128 {
        let (beside, lines) = (Ten::king(square), Ten::lines(square));
        let mut attackers = beside & self.president
            | Ten::knight(square) & self.equines
            | Ten::pawn_captures(!self.color, square) & self.soldiers;
        let near = self.charge | beside;
        let orthogonals = self.orthogonals & near;
        for line in ORTHOGONALS {
            if (lines[line].both() & orthogonals).any() {
                attackers |= lines[line].reach(blockers) & orthogonals;
            }
        }
        let diagonals = self.diagonals & near | self.agents & beside;
        for line in DIAGONALS {
            if (lines[line].both() & diagonals).any() {
                attackers |= lines[line].reach(blockers) & diagonals;
            }
        }
        let charged = self.soldiers & self.charge;
        if charged.any() {
            for (seen, _) in diagonal_pairs(u128::of(square), !self.color, blockers) {
                attackers |= seen & charged;
            }
        }
        attackers
    }

    /// The pieces of `own` that alone keep a piece of this side from capturing the President on
    /// `square`.
    #[cfg_attr(not(small), inline(always))]
    fn pinned(&self, square: Square, own: u128, blockers: u128) -> u128 {
        let lines = Ten::lines(square);
        let others = blockers & !own;
        let mut snipers = 0;
        let orthogonals = self.orthogonals & self.charge;
        for line in ORTHOGONALS {
            if (lines[line].both() & orthogonals).any() {
                snipers |= lines[line].reach(others) & orthogonals;
            }
        }
        let diagonals = self.diagonals & self.charge;
        for line in DIAGONALS {
            if (lines[line].both() & diagonals).any() {
                snipers |= lines[line].reach(others) & diagonals;
            }
        }
        let charged = self.soldiers & self.charge;
        if charged.any() {
            for (seen, _) in diagonal_pairs(u128::of(square), !self.color, others) {
                snipers |= seen & charged;
            }
        }
        let mut pinned = 0;
        for sniper in snipers.squares() {
            let screen = between::<Ten>(square, sniper) & blockers;
            if !screen.many() {
                pinned |= screen;
            }
        }
        pinned
    }
}

impl Batteries {
    /// The squares next to a side's Batteries: a piece of that side there is charged.
    #[cfg_attr(not(small), inline(always))]
    pub fn charge(&self, color: Color) -> u128 {
        neighbours(self.pieces.of(color, Role::Battery))
    }

    /// The charged pieces of a side; never Batteries or Presidents (docs/rules/batteries.md, first ruling).
    pub fn charged(&self, color: Color) -> u128 {
        let never = self.pieces.role(Role::Battery) | self.pieces.role(Role::President);
        self.charge(color) & self.pieces.color(color) & !never
    }

    /// The pieces that the Battery on a square charges; none if no Battery stands there.
    pub fn charged_by(&self, battery: Square) -> u128 {
        match self.pieces.piece_at(battery) {
            Some(Piece { color, role: Role::Battery }) => self.charged(color) & Ten::king(battery),
            _ => 0,
        }
    }

    /// Where the piece on a square can go as the position stands, whichever side is to move; nowhere
    /// from an empty square.
    pub fn reach(&self, from: Square) -> Reach {
        let charged = Color::ALL.into_iter().any(|color| self.charged(color).has(from));
        self.reach_if(from, charged)
    }

    /// Where the piece on a square could go if it were charged, or were not.
    pub fn reach_if(&self, from: Square, charged: bool) -> Reach {
        let Some(Piece { color, role }) = self.pieces.piece_at(from) else {
            return Reach::default();
        };
        let view = self.view(color);
        let to = match role {
            Role::President => Ten::king(from) & !self.pieces.color(color),
            Role::Soldier => {
                let soldier = u128::of(from);
                let charge = if charged { soldier } else { 0 };
                let mut squares = Squares(0);
                let _ = soldier_steps(&mut squares, soldier, color, charge, &view, Ten::ALL);
                squares.0
            }
            _ => reach(role, from, charged, &view),
        };
        let overtakes = role == Role::Agent && charged;
        Reach {
            quiet: to & view.empty,
            captures: to & !view.empty,
            overtaking: if overtakes { overtaking(from, &view) } else { 0 },
        }
    }

    /// The square of the piece that a step captures by overtaking it, if the step, a possible one,
    /// does that.
    pub fn overtaken(&self, from: Square, to: Square) -> Option<Square> {
        let piece = self.pieces.piece_at(from)?;
        let targets = self.view(piece.color).targets;
        let overtakes = piece.role == Role::Agent && !self.pieces.occupied().has(to);
        midpoint(from, to).filter(|&mid| overtakes && targets.has(mid))
    }

    #[cfg_attr(not(small), inline(always))]
    fn president(&self, color: Color) -> Square {
        self.pieces.of(color, Role::President).lowest()
    }

    #[cfg_attr(not(small), inline(always))]
    fn view(&self, color: Color) -> View {
        let (enemies, occupied) = (self.pieces.color(!color), self.pieces.occupied());
        let solid = !self.pieces.role(Role::Battery);
        View { empty: Ten::ALL & !occupied, blockers: occupied & solid, targets: enemies & solid }
    }

    #[cfg_attr(not(small), inline(always))]
    fn force(&self, color: Color) -> Force {
        let charge = self.charge(color);
        let of = |role| self.pieces.of(color, role);
        let (ladies, agents, equines) = (of(Role::Lady), of(Role::Agent), of(Role::Equine));
        Force {
            color,
            charge,
            orthogonals: of(Role::Orthog) | ladies | agents | equines,
            diagonals: of(Role::Diag) | ladies,
            agents: agents & charge,
            equines: equines & charge,
            soldiers: of(Role::Soldier),
            president: of(Role::President),
        }
    }

    #[cfg_attr(not(small), inline(always))]
    fn danger(&self, force: &Force, blockers: u128) -> Danger {
        let president = self.president(self.turn);
        let checkers = force.attackers(president, blockers);
        let allowed = if checkers.is_empty() {
            !0
        } else if checkers.many() {
            0
        } else {
            checkers | between::<Ten>(president, checkers.lowest())
        };
        let pinned = force.pinned(president, self.pieces.color(self.turn), blockers);
        Danger { president, checkers, allowed, pinned }
    }

    /// Whether the side `color` is in check.
    #[inline]
    fn is_in_check(&self, color: Color) -> bool {
        let blockers = self.view(color).blockers;
        self.force(!color).attackers(self.president(color), blockers).any()
    }

    /// The legal steps of the President.
    #[cfg_attr(not(small), inline(always))]
    fn president_steps(&self, president: Square, force: &Force, blockers: u128) -> u128 {
        let batteries = self.pieces.role(Role::Battery);
        let without = blockers ^ u128::of(president);
        let mut safe = 0;
        for to in (Ten::king(president) & !self.pieces.color(self.turn)).squares() {
            let attackers = if batteries.has(to) {
                // Capturing a Battery takes the charge from the pieces next to no other.
                let mut after = *self;
                after.pieces.toggle(to, Piece::new(force.color, Role::Battery));
                after.force(force.color).attackers(to, without)
            } else {
                force.attackers(to, without)
            };
            if attackers.is_empty() {
                safe |= u128::of(to);
            }
        }
        safe
    }

    /// The legal overtakings by the Agent on `from` that capture a piece.
    fn safe_overtaking(&self, from: Square, view: &View) -> u128 {
        let mut safe = 0;
        for to in overtaking(from, view).squares() {
            let mut after = *self;
            after.play(Step::go(from, to), &mut ());
            if !after.is_in_check(self.turn) {
                safe |= u128::of(to);
            }
        }
        safe
    }

    /// The key of everything but the pieces.
    fn state_key(&self) -> u64 {
        zobrist::field(0, self.turn.index() as u64)
    }
}

impl Batteries {
    /// The charged pieces of both sides.
    pub fn charged_pieces(&self) -> u128 {
        self.charged(Color::White) | self.charged(Color::Black)
    }
}

impl Position for Batteries {
    type Geometry = Ten;
    type Bits = u128;
    const SPEC: &'static GameSpec = &SPEC;
    const FEN: Extras = Extras::NONE;

    fn from_fen(text: &str) -> Result<Self, FenError> {
        let fields = Fields::split(text, 6, &SPEC)?;
        let (pieces, _) = fields.pieces()?;
        let turn = fields.side()?;
        for color in Color::ALL {
            fen::check_royals(&pieces, color, &[Role::President], &SPEC)?;
            let soldier = Some((Role::Soldier, &[Role::Agent][..]));
            fen::check_material(&pieces, color, Reserve::NONE, soldier, &SPEC)?;
            // Behind their initial rank no Soldier gets, and on the last one it is an Agent.
            let outside = [0, 1, 9]
                .map(|rank| Ten::rank(color.rank(rank, 10)))
                .into_iter()
                .fold(0, |a, b| a | b);
            let soldier = Piece::new(color, Role::Soldier);
            fen::check_squares::<Ten, FIRST, 8>(&pieces, soldier, !outside, &SPEC)?;
        }
        fields.no_castling()?;
        fields.no_en_passant()?;
        let (halfmove, fullmove) = fields.counters_from_first()?;
        let position = Batteries { pieces, turn, halfmove, fullmove };
        if position.is_in_check(!turn) {
            return Err(FenError::new(Field::Side, Problem::OpponentInCheck));
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        let mut out = String::with_capacity(100);
        fen::write_board(&mut out, &SPEC, |square| self.piece_at(square), Default::default());
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

    fn pieces(&self, color: Color) -> u128 {
        self.pieces.color(color)
    }

    fn pieces_of(&self, color: Color, role: Role) -> u128 {
        self.pieces.of(color, role)
    }

    fn pass(&self) -> Option<Self> {
        let (turn, halfmove) = (!self.turn, self.halfmove + 1);
        (!self.is_in_check(self.turn)).then_some(Batteries { turn, halfmove, ..*self })
    }

    fn halfmove(&self) -> u32 {
        self.halfmove
    }

    fn fullmove(&self) -> u32 {
        self.fullmove
    }

    fn royals(&self, color: Color) -> u128 {
        self.pieces.of(color, Role::President)
    }

    /// An enemy Battery on the square is attacked by the President alone.
    fn attackers(&self, square: Square, by: Color) -> u128 {
        let force = self.force(by);
        if self.pieces.of(!by, Role::Battery).has(square) {
            return Ten::king(square) & force.president;
        }
        force.attackers(square, self.view(by).blockers)
    }

    fn check(&self) -> Option<bool> {
        Some(self.is_in_check(self.turn))
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.has_step() {
            return Some(if self.is_in_check(self.turn) {
                Outcome::won(!self.turn, Ending::Checkmate)
            } else {
                Outcome::drawn(Ending::Stalemate)
            });
        }
        (self.halfmove >= 100).then(|| Outcome::drawn(Ending::FiftyMoves))
    }

    #[inline]
    fn steps(&self, sink: &mut impl StepSink<u128>) -> ControlFlow<()> {
        let us = self.turn;
        let own = self.pieces.color(us);
        let view = self.view(us);
        let charge = self.charge(us);
        let force = self.force(!us);
        let danger = self.danger(&force, view.blockers);
        let of = |role| self.pieces.of(us, role);

        let flights = self.president_steps(danger.president, &force, view.blockers);
        if flights.any() {
            sink.moves(danger.president, flights)?;
        }
        for from in (of(Role::Agent) & charge).squares() {
            if (Ten::king(from) & view.targets).any() {
                sink.moves(from, self.safe_overtaking(from, &view))?;
            }
        }
        if danger.allowed.is_empty() {
            return ControlFlow::Continue(());
        }

        let soldiers = of(Role::Soldier);
        let free = soldiers & !danger.pinned;
        soldier_steps(sink, free, us, charge, &view, danger.allowed)?;
        let allowed = |from| {
            if danger.pinned.has(from) {
                danger.allowed & line_through::<Ten>(danger.president, from)
            } else {
                danger.allowed
            }
        };
        for from in (soldiers & danger.pinned).squares() {
            soldier_steps(sink, u128::of(from), us, charge, &view, allowed(from))?;
        }
        for role in [Role::Diag, Role::Orthog, Role::Lady, Role::Equine, Role::Agent] {
            for from in of(role).squares() {
                sink.moves(from, reach(role, from, charge.has(from), &view) & allowed(from))?;
            }
        }
        // A Battery neither opens a line nor closes one, nor does it capture.
        if danger.checkers.is_empty() {
            for from in (own & self.pieces.role(Role::Battery)).squares() {
                sink.moves(from, reach(Role::Battery, from, false, &view))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&mut self, step: Step, log: &mut impl EffectLog) {
        let Step::Move { from, to, .. } = step else { return };
        let us = self.turn;
        let Some(role) = self.pieces.role_at(from) else { return };
        let piece = Piece::new(us, role);

        let captured = match self.pieces.role_at(to) {
            None if role == Role::Agent => self.overtaken(from, to),
            None => None,
            Some(_) => Some(to),
        };
        let victim = captured.and_then(|at| Some((at, self.pieces.role_at(at)?)));
        if let Some((at, role)) = victim {
            let piece = Piece::new(!us, role);
            self.pieces.toggle(at, piece);
            log.log(Effect::Vanish { piece, at });
        }
        self.pieces.shift(from, to, piece);
        log.log(Effect::Slide { piece, from, to, why: Why::Moved });
        if role == Role::Soldier && Ten::rank(us.rank(9, 10)).has(to) {
            let agent = Piece::new(us, Role::Agent);
            self.pieces.toggle(to, piece);
            self.pieces.toggle(to, agent);
            log.log(Effect::Change { at: to, from: piece, into: agent });
        }

        let irreversible = victim.is_some() || role == Role::Soldier;
        self.halfmove = if irreversible { 0 } else { self.halfmove + 1 };
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
        refuse::why_not(self, step)
    }
}
