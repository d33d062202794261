//! `fivefold generate-wins`: positions in which a side wins by force within a few turns, found by
//! plain search, to hold the engine's search against.

use std::collections::HashSet;
use std::io::{self, Write};

use engine::chance::mix;
use engine::{Baseline, Chance};
use rules::{AnyPosition, Color, GameId, Phase, Position, Step, with_position};
use serde_json::json;

/// Positions to be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wins {
    pub game: GameId,
    /// How many.
    pub count: usize,
    pub seed: u64,
    /// Within how many turns of the winner.
    pub turns: u32,
}

impl Wins {
    /// Writes a line of JSON for each: `fen`, `turns` (the fewest of the winner's in which it is
    /// forced: 2 or more) and `first`, all turns that begin so short a win.
    ///
    /// They come from games of newcomers, some turns before the end.
    ///
    /// # Errors
    /// If the writer fails.
    pub(crate) fn run(self, out: &mut impl Write) -> io::Result<()> {
        let mut seen = HashSet::new();
        let mut game = 0;
        while seen.len() < self.count {
            let Some((position, turns)) = self.candidate(game) else {
                game += 1;
                continue;
            };
            game += 1;
            let first = with_position!(&position, p => forcing_steps(p, turns));
            if first.is_empty() || !seen.insert(position.key()) {
                continue;
            }
            let spec = position.spec();
            let first: Vec<String> =
                first.iter().map(|step| step.display(spec).to_string()).collect();
            let line = json!({ "fen": position.fen(), "turns": turns, "first": first });
            writeln!(out, "{line}")?;
            out.flush()?;
        }
        Ok(())
    }

    /// A position of one game of newcomers in which the later winner can force a win in so many
    /// turns and not in fewer, if there is one near the end.
    fn candidate(self, game: u64) -> Option<(AnyPosition, u32)> {
        const LONGEST: usize = 300;
        let mut chance = Chance::new(mix(self.seed ^ mix(game)));
        let mut position = AnyPosition::initial(self.game);
        let mut past = Vec::new();
        while position.outcome().is_none() && past.len() < LONGEST {
            if position.phase() == Phase::Movement {
                past.push(position);
            }
            for step in Baseline::Newcomer.turn(&position, &mut chance)? {
                position.play(step);
            }
        }
        let winner = position.outcome()?.winner?;
        // The winner's turns, the last first; that one won at once.
        let before = past.iter().rev().filter(|position| position.turn() == winner).skip(1).take(4);
        for position in before {
            if with_position!(position, p => wins(p, 1)) {
                continue;
            }
            let fewest =
                (2..=self.turns).find(|&turns| with_position!(position, p => wins(p, turns)));
            if let Some(turns) = fewest {
                return Some((*position, turns));
            }
        }
        None
    }
}

/// Whether the game is won by a side.
fn is_won(position: &impl Position, side: Color) -> bool {
    position.outcome().is_some_and(|outcome| outcome.winner == Some(side))
}

fn after<P: Position>(position: &P, step: Step) -> P {
    let mut after = *position;
    after.play(step, &mut ());
    after
}

/// Whether the side to move wins within so many turns of its own, whatever the other does.
/// Games of one step a turn; repetition is left out.
fn wins<P: Position>(position: &P, turns: u32) -> bool {
    position.list().into_iter().any(|step| forces(position, step, turns))
}

/// Whether the win is forced by this step.
fn forces<P: Position>(position: &P, step: Step, turns: u32) -> bool {
    let side = position.turn();
    let answered = after(position, step);
    if answered.outcome().is_some() {
        return is_won(&answered, side);
    }
    turns > 1
        && answered.list().into_iter().all(|reply| {
            let next = after(&answered, reply);
            match next.outcome() {
                Some(_) => is_won(&next, side),
                None => wins(&next, turns - 1),
            }
        })
}

/// The steps that force a win within so many turns.
fn forcing_steps<P: Position>(position: &P, turns: u32) -> Vec<Step> {
    let mut steps = position.list();
    steps.retain(|&step| forces(position, step, turns));
    steps.sort_unstable();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::games::orthodox::Orthodox;

    /// Two rooks against a king: mate in two, and by which move.
    #[test]
    fn a_ladder_mate() {
        let position = Orthodox::from_fen("8/8/7k/R7/8/8/8/1R5K w - - 0 1").unwrap();
        assert!(!wins(&position, 1));
        assert!(wins(&position, 2));
        let spec = Orthodox::SPEC;
        let first = forcing_steps(&position, 2);
        let first: Vec<String> = first.iter().map(|step| step.display(spec).to_string()).collect();
        // 1. Rg1 Kh7 2. Rh5#, and nothing else is as quick.
        assert_eq!(first, ["b1g1"]);
    }

    #[test]
    fn what_is_found_is_forced_and_found_again() {
        let wanted = Wins { game: GameId::Chessence, count: 3, seed: 2, turns: 2 };
        let mut out = Vec::new();
        wanted.run(&mut out).unwrap();
        let mut again = Vec::new();
        wanted.run(&mut again).unwrap();
        assert_eq!(out, again);
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 3);
        for line in text.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let fen = line["fen"].as_str().unwrap();
            let position = rules::games::chessence::Chessence::from_fen(fen).unwrap();
            assert!(wins(&position, 2) && !wins(&position, 1), "{fen}");
        }
    }
}
