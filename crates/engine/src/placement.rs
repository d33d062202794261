//! Placing the pieces in the Contramatic games: many placements are tried, the best of them changed
//! piece by piece, and each is judged by short searches of the game that follows.
//!
//! What the opponent will place is not known; it is taken to be what the rules' "place for me"
//! gives, several times over where more than a king is still to come.

use rules::{Phase, Position, Role, Step};

use crate::chance::Chance;
use crate::limits::Limits;
use crate::score::Score;
use crate::search::Search;
use crate::tactics::Tactics;
use crate::thought::Thought;

/// How many positions each short search looks at.
const GLANCE: u64 = 1200;
/// The most placements that are tried, however long the limits.
const MOST_TRIED: u32 = 600;
/// One in this many placements is a new one; the others are variations of the best.
const FRESH: u32 = 3;
/// Scores beyond this count as this much: a win against one placement is worth no more.
const MOST_WORTH: i32 = 1500;

/// The rest of a turn of placement. `None` if the turn cannot be ended.
pub(crate) fn place<P: Tactics>(
    search: &mut Search<P>,
    position: &P,
    limits: &Limits<'_>,
    seed: u64,
) -> Option<Thought> {
    let mut placing =
        Placing { search, position, limits, chance: Chance::new(seed), seed, nodes: 0 };
    let mut best: Option<(i32, Vec<Step>)> = None;
    for tried in 0..MOST_TRIED {
        let drops = match &best {
            Some((_, drops)) if tried % FRESH != 0 || tried > 30 => placing.changed(drops),
            _ => Some(position.place_rest(&mut |below| placing.chance.below(below))),
        };
        let Some(drops) = drops else { continue };
        let least = best.as_ref().map_or(-MOST_WORTH - 1, |(worth, _)| *worth);
        if let Some(worth) = placing.worth(&drops, least)
            && worth > least
        {
            best = Some((worth, drops));
        }
        if best.is_some() && (placing.nodes >= limits.nodes || (limits.stop)()) {
            break;
        }
    }
    let nodes = placing.nodes;
    let (worth, mut turn) = best?;
    turn.push(Step::End);
    let score = Score::centipawns(worth);
    Some(Thought { line: vec![turn.clone()], turn, score, depth: 1, nodes, table: 0 })
}

struct Placing<'a, 'b, P: Tactics> {
    search: &'a mut Search<P>,
    position: &'a P,
    limits: &'a Limits<'b>,
    chance: Chance,
    seed: u64,
    nodes: u64,
}

impl<P: Tactics> Placing<'_, '_, P> {
    /// The position after the turn; `None` if it cannot end so.
    fn after(&self, drops: &[Step]) -> Option<P> {
        let mut after = *self.position;
        for &drop in drops {
            after.play(drop, &mut ());
        }
        after.is_legal(Step::End).then(|| {
            after.play(Step::End, &mut ());
            after
        })
    }

    /// How good a placement is, the mean over several placements by the opponent and a little of
    /// the worst; `None` if the turn cannot end so. Given up once it cannot be above `least`.
    fn worth(&mut self, drops: &[Step], least: i32) -> Option<i32> {
        let after = self.after(drops)?;
        let us = self.position.turn();
        // A piece's turn by the opponent leaves much open, a king's little.
        let samples = match after.phase() {
            Phase::Movement => 1,
            Phase::Placement if after.most_steps() > 1 => 5,
            Phase::Placement => 2,
        };
        // The same replies by chance for every placement, so that luck does not choose.
        let mut chance = Chance::new(self.seed ^ 0x5EED);
        let (mut sum, mut worst) = (0, MOST_WORTH);
        for sample in 0..samples {
            let Some(start) = placed(after, &mut chance) else { continue };
            let limits = Limits { nodes: GLANCE, depth: 8, stop: self.limits.stop, ..Limits::NONE };
            let thought = self.search.think(&[], &start, &limits, &mut |_| {});
            let score = match thought {
                Some(thought) => {
                    self.nodes += thought.nodes;
                    thought.score.value()
                }
                // Over before it began: the side to move has no step.
                None => -MOST_WORTH,
            };
            let score = if start.turn() == us { score } else { -score };
            let score = score.clamp(-MOST_WORTH, MOST_WORTH);
            sum += score;
            worst = worst.min(score);
            let hoped = (sum + (samples - 1 - sample) * MOST_WORTH) / samples;
            if (3 * hoped + worst) / 4 <= least {
                return None;
            }
        }
        Some((3 * sum / samples + worst) / 4)
    }

    /// The drops with one or two pieces moved or exchanged.
    fn changed(&mut self, drops: &[Step]) -> Option<Vec<Step>> {
        let mut drops = drops.to_vec();
        for _ in 0..=self.chance.below(2) {
            let at = self.chance.below(drops.len().max(1) as u32) as usize;
            let &Step::Drop { role, to } = drops.get(at)? else { return None };
            let other = self.chance.below(2 * drops.len() as u32) as usize;
            if let Some(&Step::Drop { role: second, to: there }) = drops.get(other) {
                drops[at] = Step::Drop { role, to: there };
                drops[other] = Step::Drop { role: second, to };
            } else {
                let mut before = *self.position;
                drops.iter().enumerate().filter(|&(i, _)| i != at).for_each(|(_, &drop)| {
                    before.play(drop, &mut ());
                });
                let steps = before.list();
                drops[at] = *self.chance.pick(&steps)?;
            }
        }
        // A pawn on the first rank has only lost time.
        let is_pawn_back = |drop: &Step| match *drop {
            Step::Drop { role: Role::Pawn, to } => {
                let rank = to.index() / 8;
                rank == 0 || rank == 7
            }
            _ => false,
        };
        (!drops.iter().any(is_pawn_back)).then_some(drops)
    }
}

/// The position after the rest of the placement phase, placed for both sides by the rules.
fn placed<P: Position>(mut position: P, chance: &mut Chance) -> Option<P> {
    while position.phase() == Phase::Placement {
        for step in position.place_rest(&mut |below| chance.below(below)) {
            position.play(step, &mut ());
        }
        if !position.is_legal(Step::End) {
            return None;
        }
        position.play(Step::End, &mut ());
    }
    Some(position)
}
