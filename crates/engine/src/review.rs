//! Looking back on a game: what each turn lost, and what was better.

use rules::{AnyPosition, Step};

use crate::engine::Engine;
use crate::limits::Limits;
use crate::score::Score;
use crate::thought::Thought;

/// A turn of a game: where it began and its steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The position at the start of the turn, behind its draw by chance if it has one.
    pub position: AnyPosition,
    /// The steps, `end` included where the game has it.
    pub turn: Vec<Step>,
}

/// What there is to say about a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// What the turn lost against the best one, in hundredths of a pawn, 0 or more. A decided game
    /// counts as [`DECIDED`], so that a win missed is no more than lost by giving all away.
    pub loss: i32,
    /// What the best turn was worth.
    pub best: Score,
    /// The better turn, if one is known.
    pub better: Option<Thought>,
}

/// What a score counts at most, in hundredths of a pawn.
pub const DECIDED: i32 = 1500;

fn bounded(score: i32) -> i32 {
    score.clamp(-DECIDED, DECIDED)
}

/// Judges the turns of a game, in their order; `limits` holds for each thought. Turns that cannot
/// be thought about (and all those after a stop) are `None`.
pub fn review(engine: &mut Engine, game: &[Played], limits: &Limits<'_>) -> Vec<Option<Judged>> {
    let past: Vec<AnyPosition> = game.iter().map(|played| played.position).collect();
    let judge = |(i, played): (usize, &Played)| {
        if (limits.stop)() {
            return None;
        }
        let best = engine.think(&past[..i], &played.position, limits, &mut |_| {})?;
        if best.turn == played.turn {
            return Some(Judged { loss: 0, best: best.score, better: None });
        }
        let mut after = played.position;
        for &step in &played.turn {
            after.play(step);
        }
        let us = played.position.turn();
        let got = match after.outcome() {
            Some(outcome) => match outcome.winner {
                Some(winner) if winner == us => DECIDED,
                Some(_) => -DECIDED,
                None => 0,
            },
            None => {
                let next = engine.think(&past[..=i], &after, limits, &mut |_| {})?;
                let score = bounded(next.score.value());
                // In a placement phase the same side may have the next turn too.
                if after.turn() == us { score } else { -score }
            }
        };
        let loss = (bounded(best.score.value()) - got).max(0);
        let score = best.score;
        Some(Judged { loss, best: score, better: (loss > 0).then_some(best) })
    };
    game.iter().enumerate().map(judge).collect()
}

#[cfg(test)]
mod tests {
    use rules::GameId;

    use super::*;

    fn played(fen: &str, step: &str) -> Played {
        let position = AnyPosition::from_fen(GameId::Orthodox, fen).unwrap();
        let step = Step::parse(step, position.spec()).unwrap();
        Played { position, turn: vec![step] }
    }

    #[test]
    fn a_queen_is_left_and_a_mate_missed() {
        let game = [
            played("4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1", "d2d5"),
            played("4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1", "d1e1"),
            played("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a7"),
        ];
        let mut engine = Engine::new(GameId::Orthodox, 1, 1 << 20);
        let judged = review(&mut engine, &game, &Limits::nodes(5000));
        let judged: Vec<Judged> = judged.into_iter().flatten().collect();
        assert_eq!((judged[0].loss, judged[0].better.is_none()), (0, true));
        assert!(judged[1].loss > 500);
        assert_eq!(judged[1].better.as_ref().unwrap().turn, game[0].turn);
        assert_eq!(judged[2].best, Score::wins_in(1));
        // A mate in one is missed, but the game is won all the same.
        assert!(judged[2].loss < DECIDED);
    }

    #[test]
    fn nothing_is_judged_after_a_stop() {
        let game = [played("4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1", "d2d5")];
        let mut engine = Engine::new(GameId::Orthodox, 1, 1 << 20);
        let limits = Limits { stop: &|| true, ..Limits::NONE };
        assert_eq!(review(&mut engine, &game, &limits), [None]);
    }
}
