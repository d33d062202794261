//! Placing the drawn men.

use rules::games::charismatic::Charismatic;
use rules::{Position, Step};

use super::meter::Meter;
use super::style::Style;
use crate::{Chance, Score, Thought};

pub(super) fn place(
    position: &Charismatic,
    _style: &Style,
    seed: u64,
    meter: &mut Meter<'_>,
) -> Option<Thought> {
    let mut chance = Chance::new(seed ^ position.key());
    let mut turn = position.place_rest(&mut |n| chance.below(n));
    turn.push(Step::End);
    Some(Thought {
        line: vec![turn.clone()],
        turn,
        score: Score::EVEN,
        depth: 0,
        nodes: meter.nodes,
    })
}
