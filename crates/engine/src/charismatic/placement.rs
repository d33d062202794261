//! Placing the drawn men (charismatic.md, Placement phase).
//!
//! Sensible placements are drawn at random, and the one is taken that does best in what counts when
//! the men begin to move: what either side could capture, White moving first. Black's last
//! placement can be judged by White's first turn itself.

use rules::games::charismatic::Charismatic;
use rules::{Color, Position, Step};

use super::assess::prey;
use super::mate::{Mate, up_to};
use super::meter::Meter;
use super::search::WIN;
use super::style::Style;
use super::turns::ends;
use crate::{Chance, Score, Thought};

/// Of what the side that moves second could capture, so much counts, in hundredths.
const SECOND: i32 = 50;
/// So many of the best placements are judged by the opponent's first turn.
const JUDGED: usize = 8;
/// So many placements are tried before a turn counts as one that cannot be ended.
const PATIENCE: u32 = 400;

/// The men left in the hand placed, and `end`. `None` if no way to end the turn is found.
pub(super) fn place(
    position: &Charismatic,
    style: &Style,
    seed: u64,
    meter: &mut Meter<'_>,
) -> Option<Thought> {
    let mut chance = Chance::new(seed ^ position.key());
    let mut samples = Vec::new();
    for sample in 0..style.placements {
        if sample > 0 && !meter.goes_on() {
            break;
        }
        meter.count();
        let drops = position.place_rest(&mut |below| chance.below(below));
        samples.extend(Sample::of(position, drops));
    }
    if samples.is_empty() {
        samples.push(by_trial(position, &mut chance)?);
    }
    samples.sort_by_key(|sample| std::cmp::Reverse(sample.worth));
    let is_last = samples.first()?.after.fullmove() > 0;
    if is_last && style.placements > 1 {
        samples.truncate(JUDGED);
        for sample in &mut samples {
            if meter.goes_on() {
                sample.worth = judged(&sample.after, style, meter);
            }
        }
        samples.sort_by_key(|sample| std::cmp::Reverse(sample.worth));
    }
    let best = samples.into_iter().next()?;
    let mut turn = best.drops;
    turn.push(Step::End);
    let score = Score::centipawns(best.worth);
    Some(Thought { line: vec![turn.clone()], turn, score, depth: 0, nodes: meter.nodes })
}

/// A placement.
struct Sample {
    drops: Vec<Step>,
    /// The position after `end`.
    after: Charismatic,
    /// What it looks worth to the side that places, in centipawns.
    worth: i32,
}

impl Sample {
    /// The placement by these drops, if the turn can be ended after them.
    fn of(position: &Charismatic, drops: Vec<Step>) -> Option<Self> {
        let us = position.turn();
        let mut after = *position;
        for &drop in &drops {
            after.play(drop, &mut ());
        }
        if !after.is_legal(Step::End) {
            return None;
        }
        after.play(Step::End, &mut ());
        let (own, enemy) = prey(after.board(), us);
        let worth = match us {
            Color::White => own - enemy * SECOND / 100,
            Color::Black => own * SECOND / 100 - enemy,
        };
        Some(Sample { drops, after, worth })
    }
}

/// What Black's last placement is worth by White's first turn.
fn judged(after: &Charismatic, style: &Style, meter: &mut Meter<'_>) -> i32 {
    let (found, nodes) = up_to(after, style.mates, style.mate_nodes, meter.stop());
    meter.add(nodes);
    if matches!(found, Mate::Found(_)) {
        return -WIN;
    }
    let best = ends(after, style.last, meter).into_iter().next();
    best.map_or(0, |end| -end.worth)
}

/// Any drops after which the turn can be ended, for a hand some of whose men a player has placed
/// so that they give check.
fn by_trial(position: &Charismatic, chance: &mut Chance) -> Option<Sample> {
    (0..PATIENCE).find_map(|_| {
        let mut after = *position;
        let mut drops = Vec::new();
        while !after.hand().is_empty() {
            let drop = *chance.pick(&after.list())?;
            after.play(drop, &mut ());
            drops.push(drop);
        }
        Sample::of(position, drops)
    })
}
