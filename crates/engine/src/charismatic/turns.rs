//! Good ways to end a turn: a beam over its steps.
//!
//! Of the positions within the turn that so many steps lead to, only the most promising are
//! continued. What a series has captured counts, what it leaves to be captured, and what its
//! remaining steps could still capture.

use std::ops::ControlFlow;

use rules::games::charismatic::Charismatic;
use rules::sink::Each;
use rules::{Position, Role, Step};

use super::assess::assess;
use super::meter::Meter;
use super::outset::Outset;
use crate::keys::KeySet;
use crate::net::{Accumulator, Net};
use crate::trails::Trails;

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

/// A way to end the turn, by its place among the trails.
#[derive(Clone, Copy)]
struct Found {
    worth: i32,
    trail: u32,
    /// The enemy pieces that are left.
    spared: u64,
}

/// A step that may be continued.
struct Next {
    promise: i32,
    trail: u32,
    /// The place of the position before it in the layer.
    parent: usize,
    step: Step,
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
    let mut trails = Trails::default();
    let mut found: Vec<Found> = Vec::new();
    let mut seen = KeySet::with_capacity_and_hasher(160 * beam.width, Default::default());
    let mut layer = vec![(*start, 0)];
    if start.is_inside_turn() && start.check() == Some(false) {
        let worth = assess(start.board(), us, 0, 0, beam.fear).ended;
        found.push(Found { worth, trail: 0, spared: start.pieces(!us) });
    }
    let most = start.steps_left().min(beam.steps.max(u32::from(!start.is_inside_turn())));
    for step_number in 1..=most {
        let mut next: Vec<Next> = Vec::with_capacity(layer.len() * 24);
        for (parent, &(before, trail)) in layer.iter().enumerate() {
            if !meter.goes_on() && (!found.is_empty() || step_number > 1) {
                break;
            }
            let mut outset = Outset::new(before.board(), us);
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
                let moment = outset.moment(board);
                let checks = moment.checks() as i32;
                // Neither an end nor gone on with.
                if checks > 0 && left == 0 {
                    return ControlFlow::Continue(());
                }
                let worth = moment.worth(position.moved(), left, beam.fear);
                let trail = trails.push(trail, step);
                if checks == 0 {
                    found.push(Found { worth: worth.ended, trail, spared: board.color(!us) });
                }
                if left > 0 {
                    let promise = worth.ended + worth.prey - 60 * checks;
                    next.push(Next { promise, trail, parent, step });
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
        let continued = next.iter().map(|next| {
            let mut position = layer[next.parent].0;
            position.play(next.step, &mut ());
            (position, next.trail)
        });
        layer = continued.collect();
    }
    if found.is_empty()
        && let Some(series) = start.escape()
    {
        // The beam may miss the one way out of a check.
        let trail = series.into_iter().fold(0, |trail, step| trails.push(trail, step));
        let position = trails.after(start, trail);
        let worth = assess(position.board(), us, 0, 0, beam.fear).ended;
        found.push(Found { worth, trail, spared: position.pieces(!us) });
    }
    choose(start, found, &trails, beam, net)
}

/// The best of the ends found, not too many alike.
fn choose(
    start: &Charismatic,
    mut found: Vec<Found>,
    trails: &Trails,
    beam: Beam,
    net: Option<&Net>,
) -> Vec<End> {
    if let Some(net) = net {
        let judged = found.len().min(JUDGED * beam.count);
        sort_first(&mut found, judged);
        found.truncate(judged);
        // Ends of one turn differ little: the sums of each follow from those of the first.
        let mut first: Option<(Charismatic, Accumulator<Charismatic>)> = None;
        for Found { worth, trail, .. } in &mut found {
            let mut after = trails.after(start, *trail);
            after.play(Step::End, &mut ());
            let sums = match &first {
                Some((end, sums)) => sums.toward(net, end, &after),
                None => first.insert((after, Accumulator::of(net, &after))).1,
            };
            *worth = -net.judgement_by(&sums, -*worth, after.turn());
        }
    }
    let mut chosen: Vec<End> = Vec::with_capacity(beam.count);
    let mut kinds: Vec<(u64, usize)> = Vec::new();
    // Those behind the first few are hardly ever asked for.
    let some = 8 * beam.count;
    for place in 0..found.len() {
        if chosen.len() == beam.count {
            break;
        }
        if place % some == 0 {
            sort_first(&mut found[place..], some);
        }
        let Found { worth, trail, spared } = found[place];
        match kinds.iter_mut().find(|kind| kind.0 == spared) {
            Some((_, count)) if *count == beam.alike => continue,
            Some((_, count)) => *count += 1,
            None => kinds.push((spared, 1)),
        }
        let mut after = trails.after(start, trail);
        after.play(Step::End, &mut ());
        if chosen.iter().any(|other| other.after.key() == after.key()) {
            continue;
        }
        let mut turn = trails.turn(trail);
        turn.push(Step::End);
        chosen.push(End { turn, after, worth });
    }
    chosen
}

/// Brings so many of the best ends to the front, best first.
fn sort_first(found: &mut [Found], count: usize) {
    let best_first = |a: &Found, b: &Found| b.worth.cmp(&a.worth).then(a.trail.cmp(&b.trail));
    if count < found.len() {
        found.select_nth_unstable_by(count, best_first);
    }
    let count = count.min(found.len());
    found[..count].sort_unstable_by(best_first);
}
