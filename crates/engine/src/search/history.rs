//! What steps were good for where they were tried: killers, history, continuation history; and how
//! wrong static evaluations were: correction history.

use rules::{Bits, Geometry, Position, Role};

use super::MOST_TURNS;
use super::packed_step::{PLACES, PackedStep};

/// The bound of history's numbers.
pub(super) const MOST_HISTORY: i32 = 1 << 14;
/// How many groups of positions share corrections.
const CORRECTIONS: usize = 1 << 12;
/// Corrections are kept in so-manieths of a hundredth of a pawn.
const CORRECTION_UNIT: i32 = 64;
/// The largest correction, in hundredths of a pawn.
const MOST_CORRECTION: i32 = 150;

/// A piece and the square that it went to, as a number; see [`History::continuation`].
pub(super) type Landing = u32;

/// No step: the root's, and a null move.
pub(super) const NOWHERE: Landing = u32::MAX;

/// What is remembered of steps and evaluations.
pub(super) struct History {
    /// Quiet steps that were good enough, by the turns from the root.
    pub(super) killers: Box<[[PackedStep; 2]; MOST_TURNS + 2]>,
    /// The worth of quiet steps by side and squares.
    steps: Vec<i32>,
    /// The worth of landings after a landing of the opponent, and after the own one before that.
    continuation: [Vec<i16>; 2],
    landings: usize,
    squares: u32,
    /// By side and structure: see [`History::correction`].
    corrections: Vec<i32>,
    /// The game's kinds of pieces, numbered.
    roles: [u8; 32],
}

impl History {
    pub(super) fn new<P: Position>() -> Self {
        let mut roles = [0; 32];
        for (number, &(role, _)) in (0..).zip(P::SPEC.roles) {
            roles[role.index()] = number;
        }
        let shape = P::Geometry::SHAPE;
        let squares = usize::from(shape.files) * usize::from(shape.ranks);
        let landings = P::SPEC.roles.len() * squares;
        History {
            killers: Box::new([[PackedStep::NONE; 2]; MOST_TURNS + 2]),
            steps: vec![0; 2 * PLACES],
            continuation: [vec![0; landings * landings], vec![0; landings * landings]],
            landings,
            squares: squares as u32,
            corrections: vec![0; 2 * CORRECTIONS],
            roles,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.killers.fill([PackedStep::NONE; 2]);
        self.steps.fill(0);
        self.continuation.iter_mut().for_each(|table| table.fill(0));
        self.corrections.fill(0);
    }

    /// Keeps a quarter of what was learnt for the next search, and no killers.
    pub(super) fn fade(&mut self) {
        self.killers.fill([PackedStep::NONE; 2]);
        self.steps.iter_mut().for_each(|worth| *worth /= 4);
    }

    /// The landing of a piece of a kind on the target of a step.
    #[inline]
    pub(super) fn landing(&self, role: Role, step: PackedStep) -> Landing {
        let kinds = self.roles[role.index()];
        u32::from(kinds) * self.squares + step.to().index() as u32
    }

    /// The worth of a quiet step of a side by its squares.
    #[inline]
    pub(super) fn worth(&self, side: usize, step: PackedStep) -> i32 {
        self.steps[side * PLACES + step.place()]
    }

    /// The worth of a landing after the two landings before it.
    #[inline]
    pub(super) fn continuation(&self, before: [Landing; 2], landing: Landing) -> i32 {
        let mut sum = 0;
        for (table, before) in self.continuation.iter().zip(before) {
            if before != NOWHERE {
                sum += i32::from(table[before as usize * self.landings + landing as usize]);
            }
        }
        sum
    }

    /// Notes that a quiet step was good (`bonus` above 0) or not good enough.
    pub(super) fn learn(
        &mut self,
        side: usize,
        step: PackedStep,
        before: [Landing; 2],
        landing: Landing,
        bonus: i32,
    ) {
        let worth = &mut self.steps[side * PLACES + step.place()];
        *worth += bonus - *worth * bonus.abs() / MOST_HISTORY;
        for (table, before) in self.continuation.iter_mut().zip(before) {
            if before != NOWHERE {
                let worth = &mut table[before as usize * self.landings + landing as usize];
                let now = i32::from(*worth);
                *worth = (now + bonus - now * bonus.abs() / MOST_HISTORY) as i16;
            }
        }
    }

    /// Records a quiet step that was good enough at this ply.
    pub(super) fn keep_killer(&mut self, ply: usize, step: PackedStep) {
        let killers = &mut self.killers[ply];
        if killers[0] != step {
            killers[1] = killers[0];
            killers[0] = step;
        }
    }

    /// By how much static evaluations of positions with this structure were off, in hundredths of
    /// a pawn for the side to move.
    #[inline]
    pub(super) fn correction(&self, place: usize) -> i32 {
        self.corrections[place] / CORRECTION_UNIT
    }

    /// Notes that a search found a score other than the static evaluation.
    pub(super) fn correct(&mut self, place: usize, difference: i32, depth: i32) {
        let weight = (depth + 1).min(16);
        let wanted = difference.clamp(-MOST_CORRECTION, MOST_CORRECTION) * CORRECTION_UNIT;
        let kept = &mut self.corrections[place];
        *kept += (wanted - *kept) * weight / 256;
    }
}

/// Where corrections for a position are kept: by the side to move and what changes slowly, pawns
/// (or what the game has in their stead).
#[inline]
pub(super) fn structure<P: Position>(position: &P) -> usize {
    let mut hash = 0u64;
    for &(role, _) in P::SPEC.roles {
        if matches!(role, Role::Pawn | Role::Soldier | Role::Man | Role::Battery) {
            for color in rules::Color::ALL {
                let pieces = position.pieces_of(color, role);
                let bits = pieces.squares().fold(0u64, |set, square| {
                    set.wrapping_add(crate::chance::mix(square.index() as u64 + 1))
                });
                hash = crate::chance::mix(hash ^ bits);
            }
        }
    }
    position.turn().index() * CORRECTIONS + (hash as usize & (CORRECTIONS - 1))
}
