//! The exact answer to the question whether there is a series of moves of different pieces after
//! which the own king is not attacked (docs/rules/charismatic.md, Movement 2 and 3).
//!
//! Trying all series is hopeless, so the search goes backward from the king. It fixes the king's
//! final square and plans. Every enemy piece that then attacks that square must be captured or
//! screened off by some step of the series; the search picks one such piece, and branches over the
//! steps that could deal with it. A step whose way is barred by own pieces needs these to have moved
//! before, anywhere: they are *lifted*, and what their leaving opens is dealt with in the same
//! way. When nothing attacks any more, the lifted pieces are given destinations, and the steps an
//! order.
//!
//! Nothing is missed, because each choice is one that every series that works must make: enemy pieces
//! stay where they are unless captured, so an attack on the final square ends only by a step that
//! lands on its line or captures the attacker; a piece moves once, so it stays where it lands; and
//! an own piece on the way of a step must have left before.
//!
//! Castling is never part of the search: it needs a king that is not attacked, so a series could
//! have ended before it, unless it is the first step of the turn, which is tried apart. What a
//! pawn becomes does not matter to its own king: it becomes a queen here.

use std::cell::Cell;

use super::{Charismatic, FIVE};
use crate::board::geometry::{DIAGONALS, ORTHOGONALS, between, rays};
use crate::board::{Bits, Color, Eight, Geometry, Role, Square};
use crate::chess::castling::{Path, Wing};
use crate::chess::{attack, en_passant, pawn};
use crate::step::Step;

/// A planned step.
#[derive(Clone, Copy, Debug)]
struct Leg {
    from: Square,
    to: Square,
    /// The squares that must be empty by then: those that it passes over and, where a pawn goes
    /// ahead, the one that it reaches.
    way: u64,
    /// The pawn that it captures en passant, or none.
    passant: u64,
}

/// A set of steps in no order yet, and of pieces that must leave their squares.
#[derive(Clone, Copy, Debug)]
struct Plan {
    legs: [Leg; FIVE as usize],
    len: usize,
    /// The squares that the steps leave and reach.
    origins: u64,
    targets: u64,
    /// Own pieces that move, with no destination yet.
    lifted: u64,
    /// Enemy pawns that must be captured en passant to clear a way.
    wanted: u64,
    /// Enemy pieces captured.
    captured: u64,
}

/// The state of the search for one final square of the king.
struct Search<'a> {
    position: &'a Charismatic,
    us: Color,
    /// The final square.
    goal: Square,
    /// How many steps the series may have.
    most: usize,
    enemies: u64,
    /// Own pieces that may still move, the king excepted.
    free: u64,
    /// What no step can pass: enemy pieces, pieces that have moved, a king that stays. Pawns that
    /// can be captured en passant are not included.
    walls: u64,
    /// The passed-over squares on which the own pawns can capture, and the pawns beyond.
    passed: u64,
    beyond: u64,
    /// The number of plans examined.
    looked_at: &'a Cell<u32>,
}

impl Plan {
    const EMPTY: Plan = Plan {
        legs: [Leg { from: Square::new(0), to: Square::new(0), way: 0, passant: 0 }; FIVE as usize],
        len: 0,
        origins: 0,
        targets: 0,
        lifted: 0,
        wanted: 0,
        captured: 0,
    };

    fn legs(&self) -> &[Leg] {
        &self.legs[..self.len]
    }
}

impl Search<'_> {
    /// The plan with one more step, or `None` if that makes too many.
    fn with(&self, plan: &Plan, leg: Leg) -> Option<Plan> {
        let (from, to) = (u64::of(leg.from), u64::of(leg.to));
        let own = self.free & (leg.way | to);
        let origins = plan.origins | from;
        let lifted = (plan.lifted | own) & !origins;
        let len = plan.len + 1;
        if len + lifted.count() as usize > self.most {
            return None;
        }
        let mut next = *plan;
        next.legs[plan.len] = leg;
        next.len = len;
        next.origins = origins;
        next.targets |= to;
        next.lifted = lifted;
        next.captured |= to & self.enemies & !leg.way | leg.passant;
        next.wanted = (plan.wanted | leg.way & self.beyond) & !next.captured_in_passing();
        Some(next)
    }

    /// The enemy pieces that attack the goal once the plan is carried out as far as it goes.
    fn threats(&self, plan: &Plan) -> u64 {
        let own =
            self.position.pieces.color(self.us) & !(plan.origins | plan.lifted) | plan.targets;
        let enemies = self.enemies & !plan.captured;
        let attackers =
            attack::attackers(&self.position.pieces, self.goal, !self.us, own | enemies);
        attackers & enemies
    }

    /// Completes the plan to one that works.
    fn solve(&self, plan: &Plan, series: &mut Vec<Step>) -> bool {
        self.looked_at.set(self.looked_at.get() + 1);
        let threats = self.threats(plan);
        if threats.is_empty() {
            return self.settle(plan, series);
        }
        if (threats & self.position.pieces.role(Role::King)).any() {
            return false;
        }
        // No step deals with two attackers: their lines are apart, and the square behind a pawn that
        // gives check lies a knight's step from the king.
        let answers = threats.count().max(plan.lifted.count()) as usize;
        if plan.len + answers > self.most {
            return false;
        }
        let mut chosen = threats.lowest();
        if threats.many() {
            let mut fewest = u32::MAX;
            for threat in threats.squares() {
                let mut count = 0;
                self.answers(plan, threat, |leg| {
                    count += u32::from(self.with(plan, leg).is_some());
                    false
                });
                if count < fewest {
                    (chosen, fewest) = (threat, count);
                }
            }
            if fewest == 0 {
                return false;
            }
        }
        self.answers(plan, chosen, |leg| {
            self.with(plan, leg).is_some_and(|plan| self.solve(&plan, series))
        })
    }

    /// Calls `try_leg` with every step that deals with an attacker of the goal, until it succeeds.
    fn answers(&self, plan: &Plan, threat: Square, mut try_leg: impl FnMut(Leg) -> bool) -> bool {
        let free = self.free & !plan.origins;
        let screens = between::<Eight>(self.goal, threat);
        let pawns = free & self.position.pieces.role(Role::Pawn);
        if self.beyond.has(threat) {
            let passed = pawn::forward(u64::of(threat), self.us).lowest();
            if self.take_passing(plan, pawns, passed, &mut try_leg) {
                return true;
            }
        }
        for to in (screens | u64::of(threat)).squares() {
            let is_capture = to == threat;
            if !is_capture
                && self.passed.has(to)
                && self.take_passing(plan, pawns, to, &mut try_leg)
            {
                return true;
            }
            if self.arrivals(free, pawns, to, is_capture, &mut try_leg) {
                return true;
            }
        }
        false
    }

    /// Captures en passant that land on `passed`.
    fn take_passing(
        &self,
        plan: &Plan,
        pawns: u64,
        passed: Square,
        mut try_leg: impl FnMut(Leg) -> bool,
    ) -> bool {
        let passant = u64::of(en_passant::pawn_beyond(passed, !self.us));
        if plan.targets.has(passed) {
            return false;
        }
        let capturers = Eight::pawn_captures(!self.us, passed) & pawns;
        capturers.squares().any(|from| try_leg(Leg { from, to: passed, way: 0, passant }))
    }

    /// Steps of the pieces of `free` to a square, whatever own pieces stand in the way.
    fn arrivals(
        &self,
        free: u64,
        pawns: u64,
        to: Square,
        is_capture: bool,
        mut try_leg: impl FnMut(Leg) -> bool,
    ) -> bool {
        let pieces = &self.position.pieces;
        let bit = u64::of(to);
        let knights = Eight::knight(to) & free & pieces.role(Role::Knight);
        let near = if is_capture { Eight::pawn_captures(!self.us, to) & pawns } else { 0 };
        if (knights | near).squares().any(|from| try_leg(Leg { from, to, way: 0, passant: 0 })) {
            return true;
        }
        if !is_capture {
            let back = pawn::forward(bit, !self.us);
            for from in (back & pawns).squares() {
                if try_leg(Leg { from, to, way: bit, passant: 0 }) {
                    return true;
                }
            }
            let double = pawn::forward(back & !self.enemies & !self.walls, !self.us)
                & pawn::relative_rank(self.us, 2)
                & pawns;
            for from in double.squares() {
                if try_leg(Leg { from, to, way: back | bit, passant: 0 }) {
                    return true;
                }
            }
        }
        let straight = free & attack::orthogonal_sliders(pieces);
        let slanting = free & attack::diagonal_sliders(pieces);
        let mut sliders = 0;
        if straight.any() {
            sliders |= rays::<Eight, 2>(to, ORTHOGONALS, self.walls) & straight;
        }
        if slanting.any() {
            sliders |= rays::<Eight, 2>(to, DIAGONALS, self.walls) & slanting;
        }
        sliders
            .squares()
            .any(|from| try_leg(Leg { from, to, way: between::<Eight>(from, to), passant: 0 }))
    }

    /// Nothing attacks the goal any more: captures what bars a way, gives the lifted pieces
    /// destinations, and orders the steps.
    fn settle(&self, plan: &Plan, series: &mut Vec<Step>) -> bool {
        let free = self.free & !plan.origins;
        if plan.wanted.any() {
            let passed = pawn::forward(plan.wanted, self.us).lowest();
            let pawns = free & self.position.pieces.role(Role::Pawn);
            return self.take_passing(plan, pawns, passed, |leg| {
                self.with(plan, leg).is_some_and(|plan| self.solve(&plan, series))
            });
        }
        if plan.lifted.is_empty() {
            return self.order(plan, series);
        }
        let from = plan.lifted.lowest();
        self.departures(plan, from, |leg| {
            self.with(plan, leg).is_some_and(|plan| self.solve(&plan, series))
        })
    }

    /// Calls `try_leg` with every step of the piece on `from`, whatever own pieces stand in the way.
    fn departures(&self, plan: &Plan, from: Square, mut try_leg: impl FnMut(Leg) -> bool) -> bool {
        let pieces = &self.position.pieces;
        let own_walls = pieces.color(self.us) & self.walls;
        let barred = own_walls | plan.targets | pieces.of(!self.us, Role::King);
        let bit = u64::of(from);
        if pieces.role(Role::Pawn).has(from) {
            for passed in (Eight::pawn_captures(self.us, from) & self.passed).squares() {
                if self.take_passing(plan, bit, passed, &mut try_leg) {
                    return true;
                }
            }
            let captures = Eight::pawn_captures(self.us, from) & self.enemies & !barred;
            let ahead = pawn::forward(bit, self.us) & !self.walls;
            if captures.squares().any(|to| try_leg(Leg { from, to, way: 0, passant: 0 })) {
                return true;
            }
            let double = pawn::forward(ahead & pawn::relative_rank(self.us, 3), self.us);
            let pushes = (ahead | double) & !self.walls & !barred;
            return pushes.squares().any(|to| {
                let way = between::<Eight>(from, to) | u64::of(to);
                try_leg(Leg { from, to, way, passant: 0 })
            });
        }
        let mut reach = 0;
        if pieces.role(Role::Knight).has(from) {
            reach |= Eight::knight(from);
        }
        if attack::orthogonal_sliders(pieces).has(from) {
            reach |= rays::<Eight, 2>(from, ORTHOGONALS, self.walls);
        }
        if attack::diagonal_sliders(pieces).has(from) {
            reach |= rays::<Eight, 2>(from, DIAGONALS, self.walls);
        }
        let is_leaper = pieces.role(Role::Knight).has(from);
        (reach & !barred).squares().any(|to| {
            let way = if is_leaper { 0 } else { between::<Eight>(from, to) };
            try_leg(Leg { from, to, way, passant: 0 })
        })
    }

    /// Puts the steps into an order in which each is possible, if there is one.
    fn order(&self, plan: &Plan, series: &mut Vec<Step>) -> bool {
        let legs = plan.legs();
        // For each step the steps that must come before it.
        let mut before = [0u8; FIVE as usize];
        for (i, leg) in legs.iter().enumerate() {
            for (j, other) in legs.iter().enumerate() {
                if i == j {
                    continue;
                }
                let (way, to) = (leg.way, u64::of(leg.to));
                if ((u64::of(other.from) | other.passant) & (way | to)).any() {
                    if (other.passant & to).any() && self.is_pawn_capture(leg) {
                        return false;
                    }
                    before[i] |= 1 << j;
                }
                if way.has(other.to) {
                    before[j] |= 1 << i;
                }
            }
        }
        let mut done = 0u8;
        let start = series.len();
        for _ in legs {
            let ready = (0..legs.len()).find(|&i| done & 1 << i == 0 && before[i] & !done == 0);
            let Some(ready) = ready else {
                series.truncate(start);
                return false;
            };
            done |= 1 << ready;
            series.push(self.step(&legs[ready]));
        }
        true
    }

    /// Whether the step is a pawn's capture of a piece on the square that it reaches.
    fn is_pawn_capture(&self, leg: &Leg) -> bool {
        self.position.pieces.role(Role::Pawn).has(leg.from)
            && Eight::pawn_captures(self.us, leg.from).has(leg.to)
            && leg.passant.is_empty()
    }

    fn step(&self, leg: &Leg) -> Step {
        let is_promoted = self.position.pieces.role(Role::Pawn).has(leg.from)
            && pawn::last_rank(self.us).has(leg.to);
        let into = is_promoted.then_some(Role::Queen);
        Step::Move { from: leg.from, to: leg.to, into }
    }
}

impl Plan {
    /// The pawns that the steps so far capture en passant.
    fn captured_in_passing(&self) -> u64 {
        self.legs().iter().fold(0, |set, leg| set | leg.passant)
    }
}

impl Charismatic {
    /// A shortest series of steps, from here to the end of this turn, after which the own king is
    /// not attacked, `end` not included; `None` if there is none. In a turn that has begun and may
    /// be ended it is empty.
    ///
    /// At the start of a movement turn `None` means checkmate or stalemate; inside it, that only
    /// taking steps back helps. In the placement phase nobody's own king is ever in check: there
    /// the answer is the empty series.
    pub fn escape(&self) -> Option<Vec<Step>> {
        let mut series = Vec::new();
        if self.fullmove == 0 {
            return Some(series);
        }
        self.search(&mut series, &Cell::new(0)).then_some(series)
    }

    /// Whether [`Charismatic::escape`] finds a series.
    pub fn can_escape(&self) -> bool {
        self.fullmove == 0 || self.search(&mut Vec::new(), &Cell::new(0))
    }

    /// Finds a shortest series. Searching short ones first is fastest even if only the existence
    /// matters: nearly every position has one.
    fn search(&self, series: &mut Vec<Step>, looked_at: &Cell<u32>) -> bool {
        let most = self.steps_left() as usize;
        (0..=most).any(|most| self.find_escape(most, series, looked_at))
    }

    /// Finds a series of at most `most` steps.
    fn find_escape(&self, most: usize, series: &mut Vec<Step>, looked_at: &Cell<u32>) -> bool {
        let us = self.turn;
        let king = self.king(us);
        let unmoved = self.pieces.color(us) & !self.moved;
        let passed = self.passed_by_enemy();
        let enemies = self.pieces.color(!us);
        let mut search = Search {
            position: self,
            us,
            goal: king,
            most,
            enemies,
            free: unmoved & !u64::of(king),
            walls: 0,
            passed,
            beyond: pawn::forward(passed, !us),
            looked_at,
        };
        let walls = (enemies | self.moved & self.pieces.color(us)) & !search.beyond;

        // The king stays.
        search.walls = walls | u64::of(king);
        if self.moved.is_empty() && !self.is_king_attacked(us) {
            // Some step must be made all the same.
            if most > 0 && self.find_castling(king, series) {
                return true;
            }
            let moves = |piece: Square| {
                let plan = Plan { lifted: u64::of(piece), ..Plan::EMPTY };
                search.solve(&plan, series)
            };
            if most > 0 && search.free.squares().any(moves) {
                return true;
            }
        } else if search.solve(&Plan::EMPTY, series) {
            return true;
        }

        // The king moves.
        if most == 0 || !unmoved.has(king) {
            return false;
        }
        let enemy_king = self.king(!us);
        let targets = Eight::king(king) & !(self.pieces.color(us) & self.moved);
        let targets = targets & !Eight::king(enemy_king) & !u64::of(enemy_king);
        search.walls = walls;
        targets.squares().any(|goal| {
            search.goal = goal;
            let leg = Leg { from: king, to: goal, way: 0, passant: 0 };
            search.with(&Plan::EMPTY, leg).is_some_and(|plan| search.solve(&plan, series))
        })
    }

    /// Castling as the first step.
    fn find_castling(&self, king: Square, series: &mut Vec<Step>) -> bool {
        Wing::ALL.into_iter().any(|wing| {
            let path = Path::new(self.turn, wing, king);
            let castles = self.castling.has(self.turn, wing) && self.may_castle(&path);
            if castles {
                series.push(Step::go(path.king_from, path.king_to));
            }
            castles
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// A failure of pruning does not change the answers: it is detected by the number of plans.
    #[test]
    fn few_plans_are_looked_at() {
        let file = include_str!("../../../../../tests/conformance/charismatic.jsonl");
        let fens = file.lines().map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            line["fen"].as_str().unwrap().to_owned()
        });
        let hard = [
            "r7/8/8/7k/8/3n4/B7/KN5r[] w - - 0 9 - -",
            "1Nb3b1/rnK2Rp1/1p5p/1pQ3kr/4Q2p/6Q1/PB1BP2P/nB6[] b - - 0 9 - -",
            "1RR3B1/3K4/3Q1pN1/4p2r/2k5/5Rp1/p3q1p1/r2b3b[] b - - 0 9 - -",
            "4N3/q2PrQq1/1k1K1P1P/r3r3/1bnpP2r/2p1p3/p1b3P1/5B2[] w - - 0 9 - -",
            "3r1q2/1b2K3/7R/7p/N1qq1pq1/b2P1pNp/3kr2R/3q4[] w - - 0 9 - -",
            "3r1q2/1p2K3/3P3R/6b1/3p1pqb/2q2pN1/2ppr2k/B7[] w - - 0 9 - -",
            "3q2r1/2B2B2/2B2PN1/3P4/4PP1p/KP2Nqp1/pPQ3Rp/1kR4R[] b - - 0 9 - -",
            "6k1/q7/2n5/3pP3/n1K1r3/n7/1r6/3q4[] w - d6 0 9 - -",
        ];
        let looked_at = |fen: &str| {
            let looked_at = Cell::new(0);
            let position = Charismatic::from_fen(fen).unwrap();
            position.search(&mut Vec::new(), &looked_at);
            looked_at.get()
        };
        assert_eq!(hard.map(looked_at), [6, 27, 28, 32, 34, 48, 21, 46]);
        assert_eq!(fens.map(|fen| looked_at(&fen)).sum::<u32>(), 912);
    }
}
