//! All positions that the side to move can reach at the end of one legal turn.
//!
//! A turn is mostly a set of moves rather than a sequence: most steps can be swapped without
//! changing the result. The walk therefore keeps, for each piece, the moves that need not be tried
//! because an earlier branch began with them and everything since commutes with them (the *sleep
//! sets* of Godefroid's partial-order reduction: every position is still reached, by few of its
//! orders). The remaining duplicates are found by a table of keys.

use std::ops::ControlFlow;

use super::{Charismatic, FIVE};
use crate::board::geometry::between;
use crate::board::{Bits, Eight, Geometry, Piece, Role, Square, zobrist};
use crate::chess::danger::Danger;
use crate::chess::{PROMOTIONS, attack, en_passant, pawn};
use crate::position::Position;
use crate::step::Step;

/// The maximum number of pieces of a side.
const ARMY: usize = 16;

/// Which moves of each piece of the roster, by target.
type Targets = [u64; ARMY];

/// A way to end the turn.
#[derive(Clone, Copy, Debug)]
pub struct TurnEnd<'a> {
    before: &'a Charismatic,
    series: &'a [Step],
    key: u64,
}

impl TurnEnd<'_> {
    /// The steps from where the enumeration began, `end` not included.
    pub fn series(&self) -> &[Step] {
        self.series
    }

    /// The key of the position after `end`, as [`Position::key`] gives it.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The position after `end`.
    pub fn position(&self) -> Charismatic {
        let mut position = *self.before;
        if let Some(&last) = self.series.last() {
            position.play(last, &mut ());
        }
        position.play(Step::End, &mut ());
        position
    }
}

impl Charismatic {
    /// Calls `visit` once for every distinct position (pieces, castling rights, passed-over squares)
    /// that the side to move can leave at the end of this turn, with one series that leads to it.
    /// It stops when `visit` breaks. Also inside a turn; in the placement phase nothing is visited.
    ///
    /// Positions are distinguished by their keys. An open position has millions of ends.
    pub fn turn_ends(&self, visit: impl FnMut(&TurnEnd<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.fullmove == 0 {
            return ControlFlow::Continue(());
        }
        self.walk(visit).0
    }

    /// Visits the ends, and counts how often an end was reached again.
    fn walk(&self, visit: impl FnMut(&TurnEnd<'_>) -> ControlFlow<()>) -> (ControlFlow<()>, u64) {
        let mut roster = [(Square::new(0), Role::Pawn); ARMY];
        let movable = self.pieces.color(self.turn) & !self.moved;
        let mut count = 0;
        for (entry, square) in roster.iter_mut().zip(movable.squares()) {
            *entry = (square, self.pieces.role_at(square).unwrap_or(Role::Pawn));
            count += 1;
        }
        let mut walk = Walk {
            roster,
            count,
            side_key: zobrist::field(0, (!self.turn).index() as u64),
            series: Vec::with_capacity(FIVE as usize),
            seen: Keys::new(),
            visit,
        };
        let flow = walk.begin(self);
        (flow, walk.seen.repeated)
    }

    /// Where the piece of this kind on `from` goes, castling excepted.
    #[inline]
    pub(super) fn targets(&self, from: Square, role: Role) -> u64 {
        let us = self.turn;
        let own = self.pieces.color(us);
        let occupied = self.pieces.occupied();
        let targets = !(own | self.pieces.role(Role::King));
        if role != Role::Pawn {
            return attack::attacks(role, us, from, occupied) & targets;
        }
        let single = pawn::forward(u64::of(from), us) & !occupied;
        let double = pawn::forward(single & pawn::relative_rank(us, 3), us) & !occupied;
        let capturable = occupied & targets | self.passed_by_enemy();
        single | double | Eight::pawn_captures(us, from) & capturable
    }
}

struct Walk<V> {
    /// The pieces that may move, by their squares at the outset.
    roster: [(Square, Role); ARMY],
    count: usize,
    /// The part of the end's key that says whose turn it is.
    side_key: u64,
    series: Vec<Step>,
    seen: Keys,
    visit: V,
}

impl<V: FnMut(&TurnEnd<'_>) -> ControlFlow<()>> Walk<V> {
    /// Visits all ends from the position where the enumeration begins.
    fn begin(&mut self, position: &Charismatic) -> ControlFlow<()> {
        if position.moved.any() && !position.is_king_attacked(position.turn) {
            let key = self.end_key(position);
            self.emit(position, key)?;
        }
        if position.steps_left() == 0 {
            return ControlFlow::Continue(());
        }
        self.descend(position, &[0; ARMY])
    }

    /// The key of the position that `end` makes of this one.
    fn end_key(&self, position: &Charismatic) -> u64 {
        let passed = position.passed & !position.passed_by_enemy();
        position.pieces.key()
            ^ self.side_key
            ^ zobrist::field(1, position.castling.bits())
            ^ zobrist::field(2, passed)
    }

    /// Visits the end that the series leads to by its last step from `before`, if it is new.
    #[inline]
    fn emit(&mut self, before: &Charismatic, key: u64) -> ControlFlow<()> {
        if self.seen.insert(key) {
            (self.visit)(&TurnEnd { before, series: &self.series, key })
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Visits all ends beyond `node`, the moves asleep excepted.
    fn descend(&mut self, node: &Charismatic, asleep: &Targets) -> ControlFlow<()> {
        let free = node.pieces.color(node.turn) & !node.moved;
        let mut targets = [0; ARMY];
        for (targets, &(from, role)) in targets.iter_mut().zip(&self.roster[..self.count]) {
            if free.has(from) {
                *targets = node.targets(from, role);
            }
        }
        if node.steps_left() == 1 {
            return self.last_step(node, &targets, asleep);
        }
        let mut asleep = *asleep;
        for slot in 0..self.count {
            let (from, role) = self.roster[slot];
            for to in (targets[slot] & !asleep[slot]).squares() {
                let below = self.still_asleep(node, &asleep, slot, to);
                if role == Role::Pawn && pawn::last_rank(node.turn).has(to) {
                    for into in PROMOTIONS {
                        self.follow(node, Step::Move { from, to, into: Some(into) }, &below)?;
                    }
                } else {
                    self.follow(node, Step::go(from, to), &below)?;
                }
            }
            if role == Role::King && free.has(from) && node.castling.any(node.turn) {
                let mut castling = 0u64;
                let _ = node.castling_steps(from, &mut Gather(&mut castling));
                for to in castling.squares() {
                    self.follow(node, Step::go(from, to), &[0; ARMY])?;
                }
            }
            asleep[slot] |= targets[slot];
        }
        ControlFlow::Continue(())
    }

    fn follow(&mut self, node: &Charismatic, step: Step, asleep: &Targets) -> ControlFlow<()> {
        let mut child = *node;
        child.play(step, &mut ());
        self.series.push(step);
        if !child.is_king_attacked(child.turn) {
            let key = self.end_key(&child);
            self.emit(node, key)?;
        }
        self.descend(&child, asleep)?;
        self.series.pop();
        ControlFlow::Continue(())
    }

    /// The moves asleep that stay so after the move of the piece at `slot` of the roster to `to`: those that are possible and
    /// lead to the same whether they are made before it or after.
    ///
    /// A move possible both before and after another one is disturbed by it in one way alone: a
    /// pawn captured en passant was there to be captured. And it disturbs the other one in one way
    /// alone: it ends where that one passes.
    fn still_asleep(
        &self,
        node: &Charismatic,
        asleep: &Targets,
        slot: usize,
        to: Square,
    ) -> Targets {
        let us = node.turn;
        let (from, role) = self.roster[slot];
        let mut awake = if role == Role::Knight { 0 } else { between::<Eight>(from, to) };
        if role == Role::Pawn
            && node.passed_by_enemy().has(to)
            && Eight::pawn_captures(us, from).has(to)
        {
            awake |= u64::of(en_passant::pawn_beyond(to, !us));
        }
        let mut still = asleep.map(|moves| moves & !awake);
        still[slot] = 0;
        still
    }

    /// Visits the ends that one more step makes: only steps that leave the king safe.
    fn last_step(
        &mut self,
        node: &Charismatic,
        targets: &Targets,
        asleep: &Targets,
    ) -> ControlFlow<()> {
        let us = node.turn;
        let mut danger = Danger::new(&node.pieces, us);
        let besides = Eight::king(danger.king) & node.pieces.of(!us, Role::King);
        if besides.any() {
            // Only inside a turn of this game do kings stand side by side.
            danger.checkers |= besides;
            danger.allowed = 0;
        }
        let enemies = node.pieces.color(!us);
        let passed = node.passed_by_enemy();
        let own_passed = node.passed & !passed;
        let fields = zobrist::field(1, node.castling.bits()) ^ zobrist::field(2, own_passed);
        let still = node.pieces.key() ^ self.side_key ^ fields;
        for slot in 0..self.count {
            let (from, role) = self.roster[slot];
            let awake = targets[slot] & !asleep[slot];
            if role == Role::King {
                if targets[slot].any() || node.castling.any(us) {
                    self.last_king_step(node, &danger, from, awake)?;
                }
                continue;
            }
            if awake.is_empty() {
                continue;
            }
            let mut legal = awake & danger.allowed_from(from);
            if role == Role::Pawn {
                let captures = awake & passed & Eight::pawn_captures(us, from);
                legal &= !captures;
                for to in captures.squares() {
                    if danger.allows_en_passant(&node.pieces, us, from, to) {
                        legal |= u64::of(to);
                    }
                }
                if (legal & (passed | enemies | pawn::last_rank(us))).any()
                    || (legal & pawn::relative_rank(us, 4)).any()
                {
                    self.last_pawn_steps(node, from, legal)?;
                    continue;
                }
            }
            let piece = Piece { color: us, role };
            let left = still ^ zobrist::piece(piece, from);
            let plain = node.castling.bits() == 0 && own_passed.is_empty();
            for to in legal.squares() {
                let mut key = left ^ zobrist::piece(piece, to);
                if let Some(captured) = node.pieces.role_at(to).filter(|_| enemies.has(to)) {
                    key ^= zobrist::piece(Piece { color: !us, role: captured }, to);
                }
                if !plain {
                    let castling = node.castling.without(u64::of(from) | u64::of(to), super::KINGS);
                    key ^= fields
                        ^ zobrist::field(1, castling.bits())
                        ^ zobrist::field(2, own_passed & !u64::of(to));
                }
                self.series.push(Step::go(from, to));
                self.emit(node, key)?;
                self.series.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Captures, promotions and double steps change more than the piece's square.
    fn last_pawn_steps(&mut self, node: &Charismatic, from: Square, legal: u64) -> ControlFlow<()> {
        let last = pawn::last_rank(node.turn);
        for to in legal.squares() {
            let into: &[Option<Role>] = if last.has(to) {
                const {
                    &[
                        Some(PROMOTIONS[0]),
                        Some(PROMOTIONS[1]),
                        Some(PROMOTIONS[2]),
                        Some(PROMOTIONS[3]),
                    ]
                }
            } else {
                &[None]
            };
            for &into in into {
                self.last_played(node, Step::Move { from, to, into })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn last_king_step(
        &mut self,
        node: &Charismatic,
        danger: &Danger,
        from: Square,
        awake: u64,
    ) -> ControlFlow<()> {
        let mut to = danger.flights(&node.pieces, node.turn, awake);
        if node.castling.any(node.turn) {
            let _ = node.castling_steps(from, &mut Gather(&mut to));
        }
        for to in to.squares() {
            self.last_played(node, Step::go(from, to))?;
        }
        ControlFlow::Continue(())
    }

    /// Visits the end that a step makes that leaves the king safe.
    fn last_played(&mut self, node: &Charismatic, step: Step) -> ControlFlow<()> {
        let mut child = *node;
        child.play(step, &mut ());
        let key = self.end_key(&child);
        self.series.push(step);
        self.emit(node, key)?;
        self.series.pop();
        ControlFlow::Continue(())
    }
}

/// Collects the targets of one piece.
struct Gather<'a>(&'a mut u64);

impl crate::sink::StepSink<u64> for Gather<'_> {
    fn moves(&mut self, _: Square, to: u64) -> ControlFlow<()> {
        *self.0 |= to;
        ControlFlow::Continue(())
    }

    fn promotions(&mut self, _: Square, to: u64, _: &[Role]) -> ControlFlow<()> {
        *self.0 |= to;
        ControlFlow::Continue(())
    }

    fn drops(&mut self, _: Role, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn draw(&mut self, _: crate::board::Reserve) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn end(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A set of keys: open addressing, at most half full, a key's low bits its place.
struct Keys {
    table: Vec<u64>,
    len: usize,
    /// How often a key was there already.
    repeated: u64,
}

impl Keys {
    fn new() -> Self {
        Self { table: vec![0; 1 << 12], len: 0, repeated: 0 }
    }

    /// Adds a key; whether it is new.
    #[inline]
    fn insert(&mut self, key: u64) -> bool {
        // 0 marks a free place.
        let key = if key == 0 { 1 } else { key };
        let place = self.place(key);
        if self.table[place] == key {
            self.repeated += 1;
            return false;
        }
        self.table[place] = key;
        self.len += 1;
        if 2 * self.len > self.table.len() {
            self.grow();
        }
        true
    }

    /// Where the key stands, or the free place where it belongs.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut place = key as usize & mask;
        while self.table[place] != 0 && self.table[place] != key {
            place = (place + 1) & mask;
        }
        place
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![0; 4 * self.table.len()];
        for key in std::mem::replace(&mut self.table, larger) {
            if key != 0 {
                let place = self.place(key);
                self.table[place] = key;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A failure of pruning does not change the ends: it is detected by the number of duplicates.
    #[test]
    fn few_ends_are_reached_twice() {
        let repeated = |fen: &str| {
            let mut count = 0u64;
            let (_, repeated) = Charismatic::from_fen(fen).unwrap().walk(|_| {
                count += 1;
                ControlFlow::Continue(())
            });
            (count, repeated)
        };
        let fens = [
            // Lines that cross, and castling.
            "3k4/8/8/8/8/8/8/R3K2R[] w HA - 0 9 - -",
            "3k4/3q4/8/7p/2p5/2R5/1B1Q4/4K3[] w - - 0 9 - -",
            // Pawns that pass, are passed and promote.
            "3k4/P7/8/1Pp1pP2/3P4/8/2P3P1/4K3[] w - c6e6 0 9 - -",
            "r2k3r/pp6/8/8/1Pp2n2/8/5B2/4K3[] b ha b3 0 9 - -",
            // A rook on the file of a pawn that can be captured en passant.
            "3k4/8/8/1Pp5/8/8/2R5/4K3[] w - c6 0 9 - -",
            // In check, with knights beside.
            "3k4/8/8/1b6/8/1N3N2/2P1RP2/4K2r[] w - - 0 9 - -",
        ];
        let wanted = [(917, 19), (10_265, 0), (5_411, 0), (46_939, 30_442), (206, 0), (7_101, 38)];
        assert_eq!(fens.map(repeated), wanted);
    }

    #[test]
    fn keys_are_found_again_after_growing() {
        let mut keys = Keys::new();
        for key in 0..40_000 {
            assert!(keys.insert(key + 2), "{key}");
            assert!(keys.len * 2 <= keys.table.len());
        }
        assert!((0..40_000).all(|key| !keys.insert(key + 2)));
        assert_eq!((keys.len, keys.repeated), (40_000, 40_000));
        // Four times as large whenever it is half full.
        assert_eq!(keys.table.len(), 1 << 18);
        // 0 is a key too.
        assert!(keys.insert(0) && !keys.insert(0));
    }
}
