//! Good ways to end a turn: a beam over its steps.
//!
//! Of the positions within the turn that so many steps lead to, only the most promising are
//! continued. What a series has captured counts, what it leaves to be captured, and what its
//! remaining steps could still capture.

use std::collections::HashSet;
use std::ops::ControlFlow;

use rules::chess::attack;
use rules::games::charismatic::Charismatic;
use rules::sink::Each;
use rules::{Bits, Position, Role, Step};

use super::assess::assess;
use super::meter::Meter;
use crate::net::Net;

/// A way to end the turn.
#[derive(Clone, Debug)]
pub(super) struct End {
    /// The steps, `end` included.
    pub(super) turn: Vec<Step>,
    /// The position that the opponent finds.
    pub(super) after: Charismatic,
    /// What it looks worth to the side whose turn it was, in centipawns.
    pub(super) worth: i32,
}

/// How widely to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Beam {
    /// How many positions of each number of steps are continued.
    pub(super) width: usize,
    /// How many ends are wanted.
    pub(super) count: usize,
    /// The maximum number of ends that leave the same enemy pieces.
    pub(super) alike: usize,
    /// The maximum number of steps in a turn.
    pub(super) steps: u32,
    /// How much of what the enemy could capture is seen, in hundredths.
    pub(super) fear: i32,
}

impl Beam {
    /// A beam for the rare case that this one finds nothing of use.
    pub(super) fn widened(self) -> Beam {
        Beam { width: 2 * self.width, count: 16 * self.count, alike: 16 * self.count, ..self }
    }
}

/// So many ends for each that is wanted are judged by the net, the best by the pieces alone.
const JUDGED: usize = 16;

/// A position within the turn.
struct Node {
    position: Charismatic,
    /// Where it came from: the place in the list of all steps made, from 1; 0 is the outset.
    trail: u32,
    promise: i32,
}

/// The best ends that the beam finds, best first, judged by a net too if there is one. When the meter
/// runs out, what was found by then.
pub(super) fn turn_ends(
    start: &Charismatic,
    beam: Beam,
    net: Option<&Net>,
    meter: &mut Meter<'_>,
) -> Vec<End> {
    let us = start.turn();
    // Each step made, with the one before it.
    let mut trails: Vec<(u32, Step)> = Vec::new();
    let mut found: Vec<(i32, u32, Charismatic)> = Vec::new();
    let mut seen: HashSet<u64, Ready> = HashSet::default();
    let mut layer = vec![Node { position: *start, trail: 0, promise: 0 }];
    if start.is_inside_turn() && start.check() == Some(false) {
        let worth = assess(start.board(), us, 0, 0, beam.fear).ended;
        found.push((worth, 0, *start));
    }
    let most = start.steps_left().min(beam.steps.max(u32::from(!start.is_inside_turn())));
    for step_number in 1..=most {
        let mut next: Vec<Node> = Vec::with_capacity(layer.len() * 24);
        for node in &layer {
            if !meter.goes_on() && (!found.is_empty() || step_number > 1) {
                break;
            }
            let before = node.position;
            let trail = node.trail;
            let _ = before.steps(&mut Each(|step| {
                if step == Step::End {
                    return ControlFlow::Continue(());
                }
                if let Step::Move { into: Some(Role::Rook | Role::Bishop), .. } = step {
                    return ControlFlow::Continue(());
                }
                let mut position = before;
                position.play(step, &mut ());
                if !seen.insert(position.key()) {
                    return ControlFlow::Continue(());
                }
                meter.count();
                let left = position.steps_left().min(most - step_number);
                let board = position.board();
                let worth = assess(board, us, position.moved(), left, beam.fear);
                let king = board.of(us, Role::King).lowest();
                let checks = attack::attackers(board, king, !us, board.occupied()).count() as i32;
                trails.push((trail, step));
                let trail = trails.len() as u32;
                if checks == 0 {
                    found.push((worth.ended, trail, position));
                }
                if left > 0 {
                    let promise = worth.ended + worth.prey - 60 * checks;
                    next.push(Node { position, trail, promise });
                }
                ControlFlow::Continue(())
            }));
        }
        if next.len() > beam.width {
            next.select_nth_unstable_by(beam.width, |a, b| {
                b.promise.cmp(&a.promise).then(a.trail.cmp(&b.trail))
            });
            next.truncate(beam.width);
        }
        layer = next;
    }
    if found.is_empty()
        && let Some(series) = start.escape()
    {
        // The beam may miss the one way out of a check.
        let mut position = *start;
        let mut trail = 0;
        for step in series {
            position.play(step, &mut ());
            trails.push((trail, step));
            trail = trails.len() as u32;
        }
        found.push((assess(position.board(), us, 0, 0, beam.fear).ended, trail, position));
    }
    choose(found, &trails, beam, net)
}

/// The best of the ends found, not too many alike.
fn choose(
    mut found: Vec<(i32, u32, Charismatic)>,
    trails: &[(u32, Step)],
    beam: Beam,
    net: Option<&Net>,
) -> Vec<End> {
    let best_first = |a: &(i32, u32, _), b: &(i32, u32, _)| b.0.cmp(&a.0).then(a.1.cmp(&b.1));
    found.sort_unstable_by(best_first);
    if let Some(net) = net {
        found.truncate(JUDGED * beam.count);
        for (worth, _, position) in &mut found {
            let mut after = *position;
            after.play(Step::End, &mut ());
            *worth = -net.judgement(-*worth, &after);
        }
        found.sort_unstable_by(best_first);
    }
    let mut chosen: Vec<End> = Vec::with_capacity(beam.count);
    let mut kinds: Vec<(u64, usize)> = Vec::new();
    for (worth, trail, position) in found {
        if chosen.len() == beam.count {
            break;
        }
        let left = position.pieces(!position.turn());
        match kinds.iter_mut().find(|kind| kind.0 == left) {
            Some((_, count)) if *count == beam.alike => continue,
            Some((_, count)) => *count += 1,
            None => kinds.push((left, 1)),
        }
        let mut after = position;
        after.play(Step::End, &mut ());
        if chosen.iter().any(|other| other.after.key() == after.key()) {
            continue;
        }
        let mut turn = vec![Step::End];
        let mut at = trail;
        while let Some(&(before, step)) = at.checked_sub(1).and_then(|i| trails.get(i as usize)) {
            turn.push(step);
            at = before;
        }
        turn.reverse();
        chosen.push(End { turn, after, worth });
    }
    chosen
}

/// Keys are random already.
#[derive(Clone, Copy, Default)]
struct Ready(u64);

impl std::hash::BuildHasher for Ready {
    type Hasher = Ready;

    fn build_hasher(&self) -> Ready {
        *self
    }
}

impl std::hash::Hasher for Ready {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
