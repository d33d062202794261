//! Placing the drawn pieces (docs/rules/charismatic.md, Placement phase).
//!
//! Sensible placements are drawn at random; the best of them, by what is fitted to how games go on
//! (`deployment`), is changed piece by piece as long as that makes it better.

use rules::chess::pawn;
use rules::games::charismatic::Charismatic;
use rules::{Bits, Color, Position, Role, Step};

use super::deployment::judge;
use super::meter::Meter;
use super::strength::Strength;
use crate::{Chance, Score, Thought};

/// The number of changes tried on the best placement, for each placement compared.
const CHANGES: u32 = 20;
/// The number of placements tried before a turn counts as one that cannot be ended.
const PATIENCE: u32 = 400;

/// The pieces left in the hand placed, and `end`: the best ways that were found, at most `count`. None if no way
/// to end the turn is found.
pub(super) fn place(
    position: &Charismatic,
    strength: &Strength,
    seed: u64,
    meter: &mut Meter<'_>,
    count: usize,
) -> Vec<Thought> {
    let mut others = Others { most: count.saturating_sub(1), known: Vec::new() };
    let Some(best) = search(position, strength, seed, meter, &mut others) else {
        return Vec::new();
    };
    let nodes = meter.nodes;
    let thought = |Placing { drops, worth }: Placing| {
        let turn = [drops, vec![Step::End]].concat();
        let score = Score::centipawns(worth / 10);
        Thought { line: vec![turn.clone()], turn, score, depth: 0, nodes, table: 0 }
    };
    others.known.retain(|other| !other.is_like(&best));
    others.known.truncate(others.most);
    std::iter::once(best).chain(others.known).map(thought).collect()
}

/// The best placement that is found; the next best ones are noted.
fn search(
    position: &Charismatic,
    strength: &Strength,
    seed: u64,
    meter: &mut Meter<'_>,
    others: &mut Others,
) -> Option<Placing> {
    let mut chance = Chance::new(seed ^ position.key());
    let mut best: Option<Placing> = None;
    for sample in 0..strength.placements {
        if sample > 0 && !meter.goes_on() {
            break;
        }
        meter.count();
        let drops = position.place_rest(&mut |below| chance.below(below));
        let placing = Placing::of(position, drops);
        others.note(placing.as_ref());
        best = better(best, placing);
    }
    let mut best = match best {
        Some(best) => best,
        None => by_trial(position, &mut chance)?,
    };
    // Who compares nothing changes nothing.
    for _ in 0..CHANGES * (strength.placements - 1) {
        if !meter.goes_on() {
            break;
        }
        meter.count();
        let changed = changed(position, &best.drops, &mut chance);
        let placing = changed.and_then(|drops| Placing::of(position, drops));
        others.note(placing.as_ref());
        best = better(Some(best), placing)?;
    }
    Some(best)
}

/// A way to place the pieces of the hand.
#[derive(Clone)]
struct Placing {
    drops: Vec<Step>,
    /// What it looks worth to the side that places, in thousandths of a pawn.
    worth: i32,
}

/// The best placements beside the best one, the best first.
struct Others {
    most: usize,
    known: Vec<Placing>,
}

impl Others {
    /// Notes a placement, if it is among the best and not noted yet. One more than wanted: the best one is noted,
    /// too.
    fn note(&mut self, placing: Option<&Placing>) {
        let Some(placing) = placing.filter(|_| self.most > 0) else { return };
        let at = self.known.partition_point(|known| known.worth >= placing.worth);
        let is_known = self.known.iter().any(|known| known.is_like(placing));
        if at > self.most || is_known {
            return;
        }
        self.known.insert(at, placing.clone());
        self.known.truncate(self.most + 1);
    }
}

impl Placing {
    /// The placement by these drops, if they are legal and the turn can be ended after them.
    fn of(position: &Charismatic, drops: Vec<Step>) -> Option<Self> {
        let mut after = *position;
        for &drop in &drops {
            after.play(drop, &mut ());
        }
        if !after.is_legal(Step::End) {
            return None;
        }
        after.play(Step::End, &mut ());
        let worth = judge(&after);
        let worth = if position.turn() == Color::White { worth } else { -worth };
        Some(Placing { drops, worth })
    }

    /// Whether the pieces stand alike, in whatever order they were placed.
    fn is_like(&self, other: &Placing) -> bool {
        self.drops.iter().all(|drop| other.drops.contains(drop))
    }
}

/// The better of two placements, the first of equals.
fn better(first: Option<Placing>, second: Option<Placing>) -> Option<Placing> {
    match (first, second) {
        (Some(first), Some(second)) if second.worth <= first.worth => Some(first),
        (first, second) => second.or(first),
    }
}

/// The drops with one or two pieces put elsewhere or exchanged; `None` if that cannot be.
fn changed(position: &Charismatic, drops: &[Step], chance: &mut Chance) -> Option<Vec<Step>> {
    let mut drops = drops.to_vec();
    let count = drops.len() as u32;
    for _ in 0..=chance.below(2) {
        let at = chance.below(count) as usize;
        let other = chance.below(2 * count) as usize;
        let &Step::Drop { role, to } = drops.get(at)? else { return None };
        if let Some(&Step::Drop { role: second, to: there }) = drops.get(other) {
            drops[at] = Step::Drop { role, to: there };
            drops[other] = Step::Drop { role: second, to };
        } else {
            let mut before = *position;
            for (i, &drop) in drops.iter().enumerate() {
                if i != at {
                    before.play(drop, &mut ());
                }
            }
            drops[at] = *chance.pick(&before.list())?;
        }
    }
    // Placement 2: an exchange may have put a pawn there.
    let first = pawn::relative_rank(position.turn(), 1);
    let is_back =
        |drop: &Step| matches!(drop, Step::Drop { role: Role::Pawn, to } if first.has(*to));
    (!drops.iter().any(is_back)).then_some(drops)
}

/// Any drops after which the turn can be ended, for a hand some of whose pieces a player has placed
/// so that they give check.
fn by_trial(position: &Charismatic, chance: &mut Chance) -> Option<Placing> {
    (0..PATIENCE).find_map(|_| {
        let mut after = *position;
        let mut drops = Vec::new();
        while !after.hand().is_empty() {
            let drop = *chance.pick(&after.list())?;
            after.play(drop, &mut ());
            drops.push(drop);
        }
        Placing::of(position, drops)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use rules::{Actor, Phase};

    /// A side's hands are drawn evenly from its reserve.
    fn drawn(position: &Charismatic, chance: &mut Chance) -> Charismatic {
        let draws: Vec<Step> = position.list();
        let mut after = *position;
        after.play(*chance.pick(&draws).unwrap(), &mut ());
        after
    }

    /// The six positions of a placement phase in which pieces are to be placed, the computer placing.
    fn placing(seed: u64) -> Vec<Charismatic> {
        let mut chance = Chance::new(seed);
        let mut position = Charismatic::initial();
        let mut found = Vec::new();
        while position.phase() == Phase::Placement {
            if position.actor() == Actor::Chance {
                position = drawn(&position, &mut chance);
                found.push(position);
            }
            for step in placed(&position, seed, 2000).turn {
                position.play(step, &mut ());
            }
        }
        found
    }

    fn placed(position: &Charismatic, seed: u64, nodes: u64) -> Thought {
        let limits = Limits::nodes(nodes);
        let mut meter = Meter::new(limits.nodes, limits.stop);
        place(position, &Strength::of(&crate::Skill::FULL), seed, &mut meter, 1).remove(0)
    }

    #[test]
    fn every_turn_is_legal_and_the_same_for_the_same_seed() {
        let mut turns = 0;
        for seed in 1..5 {
            for position in placing(seed) {
                let thought = placed(&position, seed, 3000);
                assert_eq!(thought, placed(&position, seed, 3000));
                let mut after = position;
                for &step in &thought.turn {
                    assert!(after.is_legal(step), "{} {step:?}", after.fen());
                    after.play(step, &mut ());
                }
                assert_eq!(after.turn(), !position.turn());
                turns += 1;
            }
        }
        assert_eq!(turns, 24);
    }

    /// Whatever the rules' own placement would be, it does not look better.
    #[test]
    fn no_sensible_placement_looks_better() {
        for position in placing(7) {
            let found = placed(&position, 7, 3000).turn;
            let found = Placing::of(&position, found[..5].to_vec()).unwrap();
            let mut chance = Chance::new(99);
            for _ in 0..40 {
                let drops = position.place_rest(&mut |below| chance.below(below));
                let sensible = Placing::of(&position, drops).unwrap();
                assert!(sensible.worth <= found.worth, "{}", position.fen());
            }
        }
    }

    /// White's pawns look at every square of the fifth rank: the queen goes elsewhere.
    #[test]
    fn the_queen_is_not_placed_before_pawns() {
        let fen = "r2k3r/pppppppp/8/8/PPPPPPPP/2BR1N2/8/R1BQK1N1[qbbnn] b Aha - 0 0 - -";
        let start = Charismatic::from_fen(fen).unwrap();
        for seed in 0..6 {
            let position = drawn(&start, &mut Chance::new(seed));
            let mut after = position;
            for step in placed(&position, seed, 3000).turn {
                after.play(step, &mut ());
            }
            let queen = after.pieces_of(Color::Black, Role::Queen);
            assert!(queen.squares().all(|square| after.attackers(square, Color::White).is_empty()));
        }
    }

    /// A few nodes are enough for some placement, and the limit is kept.
    #[test]
    fn limits_are_kept() {
        let position = placing(3)[4];
        for nodes in [1, 50, 700] {
            let thought = placed(&position, 3, nodes);
            assert!(thought.nodes <= nodes && thought.turn.len() == 6, "{nodes}");
        }
        let stop = || true;
        let mut meter = Meter::new(u64::MAX, &stop);
        let thought =
            place(&position, &Strength::of(&crate::Skill::FULL), 3, &mut meter, 1).remove(0);
        assert!(thought.nodes <= 1000 && thought.turn.len() == 6);
    }
}
