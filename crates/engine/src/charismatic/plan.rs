//! A turn as a set of moves rather than a sequence.
//!
//! A piece moves once in a turn, so it leaves the square on which it stood when the turn began. What
//! a turn leads to is therefore decided by its moves as a set; the order matters only in that some
//! must come before others: a piece that stands in the way of a move, or on its target, must have
//! left, and one that goes where a move passes must come after it. A [`Plan`] holds moves whose
//! way is still barred by own pieces, too: these pieces are *lifted*, and owe a move.

use rules::board::Eight;
use rules::board::geometry::{DIAGONALS, ORTHOGONALS, between, rays};
use rules::chess::castling::{Path, Wing};
use rules::chess::{ChessPieces, PROMOTIONS, attack, en_passant, pawn};
use rules::games::charismatic::Charismatic;
use rules::{Bits, Color, Geometry, Piece, Position, Role, Square, Step};

/// The maximum number of pieces of a side.
pub(super) const ARMY: usize = 16;
/// How many moves a turn has at most (docs/rules/charismatic.md, Movement 1).
pub(super) const FIVE: usize = 5;

/// For each piece of the roster a set of squares.
pub(super) type Targets = [u64; ARMY];

/// One piece's move as part of a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) into: Option<Role>,
    /// The squares that must be empty by then: those that it passes over and, where a pawn goes
    /// ahead, the one that it reaches.
    way: u64,
    /// The pawn that it captures en passant, or none.
    passant: u64,
    /// The rook's way when this is the king's castling.
    rook: Option<(Square, Square)>,
}

impl Leg {
    const NONE: Leg = Leg {
        from: Square::new(0),
        to: Square::new(0),
        into: None,
        way: 0,
        passant: 0,
        rook: None,
    };

    fn step(&self) -> Step {
        Step::Move { from: self.from, to: self.to, into: self.into }
    }

    /// The squares that it empties.
    fn leaves(&self) -> u64 {
        u64::of(self.from) | self.passant | self.rook.map_or(0, |(from, _)| u64::of(from))
    }
}

/// A set of moves, and of pieces that must move too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    legs: [Leg; FIVE],
    pub(super) len: u32,
    /// The squares that pieces leave and reach.
    pub(super) origins: u64,
    pub(super) targets: u64,
    /// Own pieces that move, nobody knows where to. They are off the board.
    pub(super) lifted: u64,
    /// Enemy pawns that must be captured en passant to clear a way. They are off the board.
    pub(super) wanted: u64,
    /// Enemy pieces captured.
    pub(super) captured: u64,
    /// The squares passed over by double steps.
    doubles: u64,
    /// The pieces after all that.
    pub(super) board: ChessPieces<6>,
    /// Where the own king goes; where it stands, if it stays or nobody knows yet.
    pub(super) king: Square,
}

impl Plan {
    pub(super) fn legs(&self) -> &[Leg] {
        &self.legs[..self.len as usize]
    }

    /// How many moves the turn has if every lifted piece makes one.
    pub(super) fn total(&self) -> u32 {
        self.len + self.lifted.count()
    }

    /// The position that the opponent finds; lifted pieces are not on it.
    pub(super) fn after(&self, ground: &Ground<'_>) -> Charismatic {
        let touched = self.origins | self.targets | self.captured;
        let passed = (ground.own_passed | self.doubles) & !self.targets;
        ground.start.handed_over(&self.board, touched, passed)
    }
}

/// The position at the outset, as far as it stays the same for all plans.
#[derive(Debug)]
pub(super) struct Ground<'a> {
    pub(super) start: &'a Charismatic,
    pub(super) us: Color,
    /// The enemy pieces, and the own ones that have not moved in this turn.
    pub(super) enemies: u64,
    pub(super) free: u64,
    /// Where no plan can land: own pieces that have moved, the enemy king.
    barred: u64,
    /// What no move can pass: enemy pieces and pieces that have moved. Pawns that can be captured en
    /// passant are not among them.
    walls: u64,
    /// The passed-over squares on which own pawns can capture, and the pawns beyond them.
    pub(super) passed: u64,
    pub(super) beyond: u64,
    /// Squares passed over by double steps made before in this turn.
    own_passed: u64,
    /// The free pieces.
    pub(super) roster: [(Square, Role); ARMY],
    pub(super) count: usize,
    /// Where each of them could go if no own piece stood in its way.
    pub(super) reach: Targets,
    pub(super) enemy_king: Square,
}

impl<'a> Ground<'a> {
    pub(super) fn new(start: &'a Charismatic) -> Self {
        let us = start.turn();
        let pieces = start.board();
        let (own, enemies) = (pieces.color(us), pieces.color(!us));
        let moved = own & start.moved();
        let passed = start.passed_by_enemy();
        let beyond = pawn::forward(passed, !us);
        let mut ground = Ground {
            start,
            us,
            enemies,
            free: own & !moved,
            barred: moved | pieces.of(!us, Role::King),
            walls: (enemies | moved) & !beyond,
            passed,
            beyond,
            own_passed: start.passed() & !passed,
            roster: [(Square::new(0), Role::Pawn); ARMY],
            count: 0,
            reach: [0; ARMY],
            enemy_king: pieces.of(!us, Role::King).lowest(),
        };
        for (entry, square) in ground.roster.iter_mut().zip(ground.free.squares()) {
            *entry = (square, pieces.role_at(square).unwrap_or(Role::Pawn));
            ground.count += 1;
        }
        for piece in 0..ground.count {
            ground.reach[piece] = ground.reach_of(ground.roster[piece]);
        }
        ground
    }

    fn reach_of(&self, (from, role): (Square, Role)) -> u64 {
        let reach = match role {
            Role::Pawn => {
                let single = pawn::forward(u64::of(from), self.us) & !self.walls;
                let double = pawn::forward(single & pawn::relative_rank(self.us, 3), self.us);
                let captures = Eight::pawn_captures(self.us, from) & (self.enemies | self.passed);
                single | double & !self.walls | captures
            }
            _ => attack::attacks(role, self.us, from, self.walls),
        };
        reach & !self.barred
    }

    /// The plan to do nothing.
    pub(super) fn nothing(&self) -> Plan {
        Plan {
            legs: [Leg::NONE; FIVE],
            len: 0,
            origins: 0,
            targets: 0,
            lifted: 0,
            wanted: 0,
            captured: 0,
            doubles: 0,
            board: *self.start.board(),
            king: self.start.board().of(self.us, Role::King).lowest(),
        }
    }

    /// The squares that a move passes over, and the one that it reaches where that must be empty.
    pub(super) fn way(&self, (from, role): (Square, Role), to: Square) -> u64 {
        match role {
            Role::Knight | Role::King => 0,
            Role::Pawn if Eight::pawn_captures(self.us, from).has(to) => 0,
            Role::Pawn => between::<Eight>(from, to) | u64::of(to),
            _ => between::<Eight>(from, to),
        }
    }

    /// Whether a pawn's move captures en passant.
    pub(super) fn is_en_passant(&self, (from, role): (Square, Role), to: Square) -> bool {
        role == Role::Pawn && self.passed.has(to) && Eight::pawn_captures(self.us, from).has(to)
    }

    /// What the piece can become by a move to the square.
    pub(super) fn becomes(&self, role: Role, to: Square) -> &'static [Option<Role>] {
        const ALL: [Option<Role>; 4] =
            [Some(PROMOTIONS[0]), Some(PROMOTIONS[1]), Some(PROMOTIONS[2]), Some(PROMOTIONS[3])];
        if role == Role::Pawn && pawn::last_rank(self.us).has(to) { &ALL } else { &[None] }
    }

    pub(super) fn leg(&self, piece: usize, to: Square, into: Option<Role>) -> Leg {
        let (from, role) = self.roster[piece];
        let passant = if self.is_en_passant((from, role), to) {
            u64::of(en_passant::pawn_beyond(to, !self.us))
        } else {
            0
        };
        Leg { from, to, into, way: self.way((from, role), to), passant, rook: None }
    }

    /// The plan with one more move, or `None` if that makes more than `most`, or two that cannot
    /// go together.
    pub(super) fn with(&self, plan: &Plan, leg: Leg, most: u32) -> Option<Plan> {
        let (from, to) = (u64::of(leg.from), u64::of(leg.to));
        let origins = plan.origins | from;
        let lifted_now = self.free & (leg.way | to) & !origins & !plan.lifted;
        let lifted = (plan.lifted | lifted_now) & !origins;
        if plan.len + 1 + lifted.count() > most {
            return None;
        }
        let mut next = *plan;
        next.legs[plan.len as usize] = leg;
        next.len = plan.len + 1;
        next.origins = origins;
        next.lifted = lifted;
        next.targets |= to;
        let pieces = self.start.board();
        let own = |role| Piece { color: self.us, role };
        let role = pieces.role_at(leg.from)?;
        if !plan.lifted.has(leg.from) {
            next.board.toggle(leg.from, own(role));
        }
        for square in lifted_now.squares() {
            next.board.toggle(square, own(pieces.role_at(square)?));
        }
        let wanted = leg.way & self.beyond;
        let captured = to & self.enemies & !leg.way | leg.passant | wanted;
        for square in (captured & !plan.captured).squares() {
            next.board.toggle(square, Piece { color: !self.us, role: pieces.role_at(square)? });
        }
        next.captured |= captured;
        let in_passing = next.legs().iter().fold(0, |set, leg| set | leg.passant);
        next.wanted = (plan.wanted | wanted) & !in_passing;
        next.board.toggle(leg.to, own(leg.into.unwrap_or(role)));
        if role == Role::King {
            next.king = leg.to;
        } else if role == Role::Pawn && leg.from.index().abs_diff(leg.to.index()) == 16 {
            next.doubles |= pawn::forward(from, self.us);
        }
        Some(next)
    }

    /// The plans that begin with castling, each with the squares that must not be attacked.
    pub(super) fn castlings(&self, most: u32) -> impl Iterator<Item = (Plan, u64)> {
        let king = self.start.board().of(self.us, Role::King).lowest();
        Wing::ALL.into_iter().filter_map(move |wing| {
            let path = Path::new(self.us, wing, king);
            let way = path.must_be_empty();
            let rook = (path.rook_from, path.crossed);
            if !self.start.castling().has(self.us, wing)
                || !self.free.has(king)
                || (way & (self.walls | self.beyond)).any()
            {
                return None;
            }
            let leg =
                Leg { from: king, to: path.king_to, into: None, way, passant: 0, rook: Some(rook) };
            let mut plan = self.with(&self.nothing(), leg, most)?;
            plan.board.shift(rook.0, rook.1, Piece { color: self.us, role: Role::Rook });
            plan.origins |= u64::of(rook.0);
            plan.targets |= u64::of(rook.1);
            Some((plan, u64::of(king) | u64::of(path.crossed) | u64::of(path.king_to)))
        })
    }

    /// Where a free piece may still go.
    pub(super) fn available(&self, plan: &Plan, piece: usize) -> u64 {
        self.reach[piece] & !plan.targets
    }

    /// The moves of a whole plan in an order in which each is possible, `end` not included; `None`
    /// if there is none.
    pub(super) fn order(&self, plan: &Plan) -> Option<Vec<Step>> {
        let legs = plan.legs();
        if legs.iter().any(|leg| leg.rook.is_some()) {
            let mut series = Vec::with_capacity(FIVE);
            return self.order_by_trial(*self.start, legs, 0, &mut series).then_some(series);
        }
        // For each move the moves that must come before it.
        let mut before = [0u8; FIVE];
        for (i, leg) in legs.iter().enumerate() {
            for (j, other) in legs.iter().enumerate() {
                if i == j {
                    continue;
                }
                let to = u64::of(leg.to);
                if (other.leaves() & (leg.way | to)).any() {
                    if (other.passant & to).any() && self.is_pawn_capture(leg) {
                        return None;
                    }
                    before[i] |= 1 << j;
                }
                if leg.way.has(other.to) {
                    before[j] |= 1 << i;
                }
            }
        }
        let mut done = 0u8;
        let mut series = Vec::with_capacity(legs.len());
        for _ in legs {
            let ready = (0..legs.len()).find(|&i| done & 1 << i == 0 && before[i] & !done == 0)?;
            done |= 1 << ready;
            series.push(legs[ready].step());
        }
        Some(series)
    }

    /// Whether the move is a pawn's capture of a piece on the square that it reaches.
    fn is_pawn_capture(&self, leg: &Leg) -> bool {
        leg.passant.is_empty()
            && self.start.board().role(Role::Pawn).has(leg.from)
            && Eight::pawn_captures(self.us, leg.from).has(leg.to)
    }

    /// Castling depends on who attacks what at its moment: every order is tried.
    fn order_by_trial(
        &self,
        position: Charismatic,
        legs: &[Leg],
        done: u8,
        series: &mut Vec<Step>,
    ) -> bool {
        if series.len() == legs.len() {
            return true;
        }
        for (i, leg) in legs.iter().enumerate() {
            let step = leg.step();
            if done & 1 << i != 0 || !position.is_legal(step) {
                continue;
            }
            let mut next = position;
            next.play(step, &mut ());
            series.push(step);
            if self.order_by_trial(next, legs, done | 1 << i, series) {
                return true;
            }
            series.pop();
        }
        false
    }
}

/// The squares from which a rook and a bishop attack a square over the blockers.
pub(super) fn lines(square: Square, blockers: u64) -> (u64, u64) {
    (rays::<Eight, 2>(square, ORTHOGONALS, blockers), rays::<Eight, 2>(square, DIAGONALS, blockers))
}
