//! A turn after which the opponent has no escape, or proof that there is none.
//!
//! Trying all ends of a turn is out of the question: an open position has millions. The search
//! looks for a set of moves instead (see `plan`) and lets what is still wrong with a
//! set say which moves can mend it: each fault is a list of moves of which a mating turn that
//! contains the set must have at least one.
//!
//! - A lifted piece has not landed: all its moves. A pawn must be captured en passant: its captures.
//! - The own king is attacked: captures of the attacker, screens, the king's moves.
//! - The enemy king is not attacked: moves that attack it.
//! - The opponent has an escape, a series that ends with its king safe on some square: moves that
//!   attack that square, capture a piece of the series, bar its way, or take from a pawn of the
//!   series what it captures. Any other move leaves the escape as it is.
//!
//! A move is in a list also if it serves only together with others: lines count as open that own
//! pieces could still leave. So nothing is missed. The search branches over the shortest list; moves
//! tried at a node are left out of the branches after it, so that each set is met once. Two lists
//! without a common move ask for two moves: that, and the number of moves left, cuts most of it.

use rules::board::Eight;
use rules::board::geometry::between;
use rules::chess::{ChessPieces, attack, en_passant, pawn};
use rules::games::charismatic::Charismatic;
use rules::{Bits, Geometry, Position, Role, Square, Step};

use super::plan::{ARMY, Ground, Plan, Targets, lines};

/// What is known about a mating turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mate {
    /// A mating turn of as few moves as possible, `end` included.
    Found(Vec<Step>),
    /// There is none.
    None,
    /// The limit was reached before it was known.
    Limit,
}

/// Looks for the rest of a turn that mates, the shortest first, from the start of a turn or inside
/// one. At most `nodes` sets of moves are examined; `stop` is called regularly to ask whether to
/// give up. In the placement phase there is no mate.
///
/// Also returns how many sets were examined.
pub fn mate(position: &Charismatic, nodes: u64, stop: &dyn Fn() -> bool) -> (Mate, u64) {
    let most = position.steps_left();
    up_to(position, most, nodes, stop)
}

/// [`mate`] with at most `most` moves.
pub fn up_to(
    position: &Charismatic,
    most: u32,
    nodes: u64,
    stop: &dyn Fn() -> bool,
) -> (Mate, u64) {
    go_on(position, most, nodes, stop, &mut Trail::default())
}

/// [`up_to`] from where it was stopped; where it is stopped again, the trail leads there.
fn go_on(
    position: &Charismatic,
    most: u32,
    nodes: u64,
    stop: &dyn Fn() -> bool,
    trail: &mut Trail,
) -> (Mate, u64) {
    if position.fullmove() == 0 {
        return (Mate::None, 0);
    }
    let mut search = Search::new(position, 1, nodes, stop);
    search.trail = std::mem::take(trail);
    let Some(()) = search.deepen(position, most) else {
        *trail = search.trail;
        return (Mate::Limit, search.nodes);
    };
    (search.found.pop().map_or(Mate::None, |(turn, _)| Mate::Found(turn)), search.nodes)
}

/// A search for the rest of a turn that mates ([`mate`]) which can be stopped and goes on from there.
#[derive(Clone, Debug)]
pub struct Hunt {
    position: Charismatic,
    most: u32,
    trail: Trail,
    found: Mate,
}

impl Hunt {
    /// A search that begins, for turns of at most so many moves.
    pub fn new(position: &Charismatic, most: u32) -> Self {
        Hunt { position: *position, most, trail: Trail::default(), found: Mate::Limit }
    }

    /// Goes on until it is known or `stop` returns true, by at most so many sets of moves. Also returns how many were
    /// examined now.
    pub fn go_on(&mut self, nodes: u64, stop: &dyn Fn() -> bool) -> (&Mate, u64) {
        if self.found != Mate::Limit {
            return (&self.found, 0);
        }
        let (found, nodes) = go_on(&self.position, self.most, nodes, stop, &mut self.trail);
        self.found = found;
        (&self.found, nodes)
    }
}

/// The way to the set of moves at which a search was stopped. The search of a position always takes the same
/// branches, so their numbers say where it was; what it leaves aside follows from those before.
#[derive(Clone, Debug, Default)]
struct Trail {
    /// How many moves the turns had that were looked at; 0 at the beginning.
    most: u32,
    /// The number of the branch at each set: the last one is that of the outset.
    branches: Vec<usize>,
}

/// The mating turns with the fewest moves, each with the number of sets of moves examined before it
/// was found. Turns are distinguished by their moves, not by their order: for each set one legal
/// turn, `end` included. Empty if nothing mates, and `None` if that is unknown within the limit.
/// The search ends once more than `wanted` turns are found, so that a longer list may be
/// incomplete.
pub fn every(position: &Charismatic, wanted: usize, nodes: u64) -> Option<Vec<(Vec<Step>, u64)>> {
    if position.fullmove() == 0 {
        return Some(Vec::new());
    }
    let mut search = Search::new(position, wanted.saturating_add(1), nodes, &|| false);
    search.deepen(position, position.steps_left())?;
    Some(search.found)
}

/// How many sets are looked at between two questions whether to stop.
const PATIENCE: u64 = 512;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Yes,
    No,
    Stopped,
}

struct Search<'a> {
    ground: Ground<'a>,
    /// How many moves the turn may have.
    most: u32,
    nodes: u64,
    limit: u64,
    stop: &'a dyn Fn() -> bool,
    /// How many turns are wanted.
    wanted: usize,
    /// Those found, and how many sets had been looked at by then.
    found: Vec<(Vec<Step>, u64)>,
    /// Where it goes on; where it was stopped, once it is.
    trail: Trail,
}

/// The moves of which a mating turn must have one.
type Fault = Targets;

/// The maximum number of faults considered together.
const FAULTS: usize = 24;

/// What is wrong with a plan.
struct Faults {
    list: [Fault; FAULTS],
    len: usize,
}

impl Faults {
    fn push(&mut self, fault: Fault) {
        if self.len < FAULTS {
            self.list[self.len] = fault;
            self.len += 1;
        }
    }
}

fn size(fault: &Fault) -> u32 {
    fault.iter().map(|targets| targets.count()).sum()
}

fn meet(a: &Fault, b: &Fault) -> bool {
    a.iter().zip(b).any(|(a, b)| (a & b).any())
}

/// The situation in which an escape ends, for the search for moves that spoil it.
struct Escape<'a> {
    /// The pieces at its end, and the enemy king's square.
    board: &'a ChessPieces<6>,
    goal: Square,
    /// Squares on which any piece that lands spoils it, and squares that no piece may leave.
    arrivals: u64,
    departures: u64,
    /// Any move may spoil it.
    anything: bool,
}

impl<'a> Search<'a> {
    fn new(
        position: &'a Charismatic,
        wanted: usize,
        limit: u64,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let ground = Ground::new(position);
        let (found, trail) = (Vec::new(), Trail::default());
        Search { ground, most: 0, nodes: 0, limit, stop, wanted, found, trail }
    }

    /// Finds the mating turns of as few moves as possible; `None` if it was stopped before.
    fn deepen(&mut self, position: &Charismatic, most: u32) -> Option<()> {
        let fewest = u32::from(!position.is_inside_turn()).max(self.trail.most);
        for most in fewest..=most.min(position.steps_left()) {
            self.most = most;
            match self.run() {
                Verdict::Stopped => {
                    self.trail.most = most;
                    return None;
                }
                Verdict::Yes => break,
                Verdict::No if self.found.is_empty() => {}
                Verdict::No => break,
            }
        }
        Some(())
    }

    /// Looks at turns of the wanted length; `Yes` once there are enough that mate.
    fn run(&mut self) -> Verdict {
        let first = self.trail.branches.pop().unwrap_or(0);
        let outset = (self.ground.nothing(), 0);
        let castlings = self.ground.castlings(self.most);
        let plans: Vec<_> = std::iter::once(outset).chain(castlings).collect();
        for (number, (plan, watched)) in plans.iter().enumerate().skip(first) {
            let verdict = self.solve(plan, *watched, &[0; ARMY]);
            if verdict != Verdict::No {
                return self.note_branch(verdict, number);
            }
        }
        Verdict::No
    }

    /// Notes the branch in which the search ends, if it was stopped there.
    fn note_branch(&mut self, verdict: Verdict, branch: usize) -> Verdict {
        if verdict == Verdict::Stopped {
            self.trail.branches.push(branch);
        }
        verdict
    }

    /// Completes the plan to one that mates. `watched` are the squares that must not be attacked
    /// when the plan castles; `tried` the moves that need not be added any more.
    fn solve(&mut self, plan: &Plan, watched: u64, tried: &Targets) -> Verdict {
        self.nodes += 1;
        if self.nodes > self.limit || self.nodes.is_multiple_of(PATIENCE) && (self.stop)() {
            return Verdict::Stopped;
        }
        let left = self.most - plan.len;
        let mut faults = Faults { list: [[0; ARMY]; FAULTS], len: 0 };
        self.gather(plan, watched, tried, &mut faults);
        if faults.len == 0 {
            let after = plan.after(&self.ground);
            match after.escape() {
                Some(series) => {
                    if left == 0 {
                        return Verdict::No;
                    }
                    let fault = self.spoilers_of(plan, tried, &after, &series);
                    faults.push(fault);
                }
                None => match self.ground.order(plan) {
                    Some(mut series) => {
                        series.push(Step::End);
                        self.found.push((series, self.nodes));
                        let is_enough = self.found.len() >= self.wanted;
                        return if is_enough { Verdict::Yes } else { Verdict::No };
                    }
                    // More moves help only if castling wants them.
                    None if watched.any() => faults.push(self.all(plan, tried)),
                    None => return Verdict::No,
                },
            }
        }
        self.branch(plan, watched, tried, &faults, left)
    }

    fn branch(
        &mut self,
        plan: &Plan,
        watched: u64,
        tried: &Targets,
        faults: &Faults,
        left: u32,
    ) -> Verdict {
        let faults = &faults.list[..faults.len];
        let mut chosen = [0; ARMY];
        let mut fewest = u32::MAX;
        let mut apart: [usize; FAULTS] = [0; FAULTS];
        let mut count = 0;
        for (i, fault) in faults.iter().enumerate() {
            let size = size(fault);
            if size < fewest {
                (chosen, fewest) = (*fault, size);
            }
            if !apart[..count].iter().any(|&other| meet(&faults[other], fault)) {
                apart[count] = i;
                count += 1;
            }
        }
        if count as u32 > left {
            return Verdict::No;
        }
        if left == 1 {
            for fault in faults {
                for (chosen, targets) in chosen.iter_mut().zip(fault) {
                    *chosen &= targets;
                }
            }
        }
        let first = self.trail.branches.pop().unwrap_or(0);
        let mut branch = 0;
        let mut tried = *tried;
        for piece in 0..self.ground.count {
            let role = self.ground.roster[piece].1;
            for to in chosen[piece].squares() {
                for &into in self.ground.becomes(role, to) {
                    branch += 1;
                    if branch <= first {
                        continue;
                    }
                    let leg = self.ground.leg(piece, to, into);
                    let Some(next) = self.ground.with(plan, leg, self.most) else { continue };
                    let verdict = self.solve(&next, watched, &tried);
                    if verdict != Verdict::No {
                        return self.note_branch(verdict, branch - 1);
                    }
                }
            }
            tried[piece] |= chosen[piece];
        }
        Verdict::No
    }

    /// Collects what is wrong with the plan, as far as it is quickly seen.
    fn gather(&self, plan: &Plan, watched: u64, tried: &Targets, faults: &mut Faults) {
        let ground = &self.ground;
        let (us, them) = (ground.us, !ground.us);
        let occupied = plan.board.occupied();
        for piece in 0..ground.count {
            if plan.lifted.has(ground.roster[piece].0) {
                let mut fault = [0; ARMY];
                fault[piece] = self.available(plan, tried, piece);
                faults.push(fault);
            }
        }
        if plan.wanted.any() {
            let passed = pawn::forward(plan.wanted, us);
            let mut fault = [0; ARMY];
            self.captures_in_passing(plan, tried, passed, &mut fault);
            faults.push(fault);
        }
        let start = ground.start.board();
        let king = start.of(us, Role::King);
        if (plan.lifted & king).any() {
            return;
        }
        for attacker in attack::attackers(&plan.board, plan.king, them, occupied).squares() {
            faults.push(self.answers(plan, tried, attacker, plan.king));
        }
        for square in watched.squares() {
            let attackers = attack::attackers(start, square, them, start.occupied());
            for attacker in (attackers & !plan.captured).squares() {
                if (between::<Eight>(square, attacker) & plan.targets).is_empty() {
                    faults.push(self.answers(plan, tried, attacker, square));
                }
            }
        }
        let goal = ground.enemy_king;
        if !attack::is_attacked(&plan.board, goal, us, occupied) {
            let escape =
                Escape { board: &plan.board, goal, arrivals: 0, departures: 0, anything: false };
            faults.push(self.spoilers(plan, tried, &escape));
        }
        let flights = Eight::king(goal) & !plan.board.color(them);
        for flight in flights.squares() {
            let without = occupied & !u64::of(goal);
            let attackers = attack::attackers(&plan.board, flight, us, without);
            if (attackers & !u64::of(flight)).any() {
                continue;
            }
            let mut board = plan.board;
            if let Some(captured) = board.piece_at(flight) {
                board.toggle(flight, captured);
            }
            board.shift(goal, flight, rules::Piece { color: them, role: Role::King });
            let escape =
                Escape { board: &board, goal: flight, arrivals: 0, departures: 0, anything: false };
            faults.push(self.spoilers(plan, tried, &escape));
        }
    }

    fn available(&self, plan: &Plan, tried: &Targets, piece: usize) -> u64 {
        if plan.origins.has(self.ground.roster[piece].0) {
            return 0;
        }
        self.ground.available(plan, piece) & !tried[piece]
    }

    /// Every move.
    fn all(&self, plan: &Plan, tried: &Targets) -> Fault {
        let mut fault = [0; ARMY];
        for (piece, fault) in fault.iter_mut().enumerate().take(self.ground.count) {
            *fault = self.available(plan, tried, piece);
        }
        fault
    }

    fn captures_in_passing(&self, plan: &Plan, tried: &Targets, passed: u64, fault: &mut Fault) {
        for (piece, fault) in fault.iter_mut().enumerate().take(self.ground.count) {
            for to in (self.available(plan, tried, piece) & passed).squares() {
                if self.ground.is_en_passant(self.ground.roster[piece], to) {
                    *fault |= u64::of(to);
                }
            }
        }
    }

    /// The moves that end an attack on an own square: captures, screens, the king's moves.
    fn answers(&self, plan: &Plan, tried: &Targets, attacker: Square, square: Square) -> Fault {
        let ground = &self.ground;
        let mut fault = [0; ARMY];
        let on_way = between::<Eight>(square, attacker) | u64::of(attacker);
        for (piece, fault) in fault.iter_mut().enumerate().take(ground.count) {
            let targets = self.available(plan, tried, piece);
            let is_king = ground.roster[piece].1 == Role::King;
            *fault = if is_king { targets } else { targets & on_way };
        }
        if ground.beyond.has(attacker) {
            let passed = pawn::forward(u64::of(attacker), ground.us);
            self.captures_in_passing(plan, tried, passed, &mut fault);
        }
        fault
    }

    /// The moves that spoil an escape of the opponent from the position after the plan.
    fn spoilers_of(
        &self,
        plan: &Plan,
        tried: &Targets,
        after: &Charismatic,
        series: &[Step],
    ) -> Fault {
        let them = after.turn();
        let mut end = *after;
        let mut escape = Escape {
            board: after.board(),
            goal: self.ground.enemy_king,
            arrivals: 0,
            departures: 0,
            anything: false,
        };
        for &step in series {
            let Step::Move { from, to, .. } = step else { continue };
            let role = end.board().role_at(from).unwrap_or(Role::King);
            escape.arrivals |= u64::of(from);
            match role {
                Role::Pawn if from.index() % 8 == to.index() % 8 => {
                    escape.arrivals |= between::<Eight>(from, to) | u64::of(to);
                }
                Role::Pawn if end.board().occupied().has(to) => escape.departures |= u64::of(to),
                Role::Pawn => {
                    escape.arrivals |= u64::of(to);
                    escape.departures |= u64::of(en_passant::pawn_beyond(to, !them));
                }
                Role::Knight => {}
                Role::King => {
                    escape.goal = to;
                    escape.anything |= from.index().abs_diff(to.index()) == 2;
                }
                _ => escape.arrivals |= between::<Eight>(from, to),
            }
            end.play(step, &mut ());
        }
        escape.board = end.board();
        self.spoilers(plan, tried, &escape)
    }

    /// The moves that spoil an escape, by themselves or together with others.
    fn spoilers(&self, plan: &Plan, tried: &Targets, escape: &Escape<'_>) -> Fault {
        let ground = &self.ground;
        if escape.anything {
            return self.all(plan, tried);
        }
        let us = ground.us;
        let goal = escape.goal;
        let left = self.most - plan.total();
        // Own pieces that may still leave are no blockers, and neither are pawns that may still be
        // captured en passant.
        let soft = ground.free & !plan.origins & escape.board.color(us);
        let hard = escape.board.occupied() & !soft & !ground.beyond;
        let (straight, slanting) = lines(goal, hard);
        let mut departures = escape.departures;
        let pieces = escape.board;
        let own = pieces.color(us);
        let sliders = own
            & (straight & attack::orthogonal_sliders(pieces)
                | slanting & attack::diagonal_sliders(pieces));
        for slider in sliders.squares() {
            let screens = between::<Eight>(goal, slider) & soft;
            if screens.count() <= left {
                departures |= screens;
            }
        }
        let mut fault = [0; ARMY];
        for (piece, fault) in fault.iter_mut().enumerate().take(ground.count) {
            let (from, role) = ground.roster[piece];
            let cost = u32::from(!plan.lifted.has(from));
            let available = self.available(plan, tried, piece);
            if cost > left || available.is_empty() {
                continue;
            }
            let attacking = |role| match role {
                Role::Pawn => Eight::pawn_captures(!us, goal),
                Role::Knight => Eight::knight(goal),
                Role::Bishop => slanting,
                Role::Rook => straight,
                Role::Queen => straight | slanting,
                _ => Eight::king(goal),
            };
            let anything = departures.has(from);
            let mut attacks = attacking(role);
            let mut passing = 0;
            if role == Role::Pawn {
                let last = pawn::last_rank(us);
                attacks =
                    attacks & !last | (attacking(Role::Queen) | attacking(Role::Knight)) & last;
                passing = ground.passed & Eight::pawn_captures(us, from);
            }
            let serving = if anything { !0 } else { escape.arrivals | passing };
            for to in (available & (serving | attacks)).squares() {
                let lifts = (ground.way((from, role), to) | u64::of(to)) & soft & !u64::of(from);
                let mut needed = lifts;
                if !serving.has(to) {
                    needed |= between::<Eight>(to, goal) & soft & !u64::of(from);
                }
                if cost + needed.count() <= left {
                    *fault |= u64::of(to);
                }
            }
        }
        fault
    }
}
