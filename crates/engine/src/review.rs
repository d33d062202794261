//! Review of a game: what each turn lost, and what was better.

use rules::{AnyPosition, Step};

use crate::engine::Engine;
use crate::limits::Limits;
use crate::score::Score;
use crate::thought::Thought;

/// A turn of a game: where it began and its steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The position at the start of the turn, after its draw by chance if it has one.
    pub position: AnyPosition,
    /// The steps, including `end` if the game has it.
    pub turn: Vec<Step>,
}

/// The judgement of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The loss compared with the best turn, in hundredths of a pawn, 0 or more. Differences far
    /// above or below zero count less (see [`DECIDED`]): in a won game, little is lost.
    pub loss: i32,
    /// The score of the best turn.
    pub best: Score,
    /// The score of the turn that was played.
    pub got: Score,
    /// The better turn, if there is one.
    pub better: Option<Thought>,
}

/// The limit of scores, in hundredths of a pawn. Scores are compressed towards it: those up to a
/// third of it count nearly in full, and those beyond twice it are nearly equal.
pub const DECIDED: i32 = 1000;

fn drawn_in(score: Score) -> i32 {
    let decided = f64::from(DECIDED);
    (decided * (f64::from(score.value()) / decided).tanh()).round() as i32
}

/// Judges the turns of a game and reports each with its index; `limits` apply to each thought. The
/// last turn comes first: what is found after a turn helps to judge it. Turns that cannot be
/// thought about, and those left at a stop, are not reported.
pub fn review(
    engine: &mut Engine,
    game: &[Played],
    limits: &Limits<'_>,
    report: &mut dyn FnMut(usize, &Judged),
) {
    let past: Vec<AnyPosition> = game.iter().map(|played| played.position).collect();
    // The position looked at last, and its worth for the side to move.
    let mut behind: Option<(AnyPosition, Score)> = None;
    for (place, played) in game.iter().enumerate().rev() {
        if (limits.stop)() {
            return;
        }
        let us = played.position.turn();
        let mut after = played.position;
        for &step in &played.turn {
            after.play(step);
        }
        let got = match after.outcome() {
            Some(outcome) => Some(match outcome.winner {
                Some(winner) if winner == us => Score::wins_in(1),
                Some(_) => Score::loses_in(0),
                None => Score::EVEN,
            }),
            None => {
                let known = behind.filter(|(position, _)| *position == after);
                let next = known.map(|(_, score)| score).or_else(|| {
                    let thought = engine.think(&past[..=place], &after, limits, &mut |_| {})?;
                    Some(thought.score)
                });
                // In a placement phase the same side may have the next turn too.
                next.map(|score| if after.turn() == us { score } else { score.before() })
            }
        };
        let best = engine.think(&past[..place], &played.position, limits, &mut |_| {});
        behind = best.as_ref().map(|best| (played.position, best.score));
        let (Some(best), Some(got)) = (best, got) else { continue };
        let judged = if best.turn == played.turn || got >= best.score {
            Judged { loss: 0, best: best.score.max(got), got, better: None }
        } else {
            let loss = drawn_in(best.score) - drawn_in(got);
            let score = best.score;
            Judged { loss, best: score, got, better: (loss > 0).then_some(best) }
        };
        report(place, &judged);
    }
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
        let mut judged = Vec::new();
        review(&mut engine, &game, &Limits::nodes(5000), &mut |place, verdict| {
            judged.insert(0, verdict.clone());
            assert_eq!(place, game.len() - judged.len());
        });
        assert_eq!((judged[0].loss, judged[0].better.is_none()), (0, true));
        assert!(judged[1].loss > 500);
        assert_eq!(judged[1].better.as_ref().unwrap().turn, game[0].turn);
        assert_eq!(judged[2].best, Score::wins_in(1));
        // A mate in one is missed, but the game is won all the same.
        assert!(judged[2].loss < DECIDED / 2);
    }

    #[test]
    fn a_turn_is_judged_by_what_follows() {
        // White leaves the rook, and Black does not take it.
        let game = [
            played("4k3/8/8/3q4/8/8/3R4/2K5 w - - 0 1", "d2d4"),
            played("4k3/8/8/3q4/3R4/8/8/2K5 b - - 1 1", "e8e7"),
        ];
        let mut engine = Engine::new(GameId::Orthodox, 1, 1 << 20);
        let mut losses = [0; 2];
        review(&mut engine, &game, &Limits::nodes(5000), &mut |place, judged| {
            losses[place] = judged.loss;
        });
        assert!(losses[0] > 600 && losses[1] > 600, "{losses:?}");
    }

    /// Black checks for ever: the position that the last turn leads on from has been there twice.
    #[test]
    fn a_turn_is_judged_with_all_that_was_before_it() {
        let fen = "1QR5/6pk/8/8/8/8/6P1/4q1K1 w - - 0 1";
        let mut position = AnyPosition::from_fen(GameId::Orthodox, fen).unwrap();
        let game = ["g1h2", "e1h4", "h2g1", "h4e1", "g1h2"].map(|step| {
            let step = Step::parse(step, position.spec()).unwrap();
            let played = Played { position, turn: vec![step] };
            position.play(step);
            played
        });
        let mut engine = Engine::new(GameId::Orthodox, 1, 1 << 20);
        let limits = Limits { depth: 4, ..Limits::NONE };
        let mut got = Vec::new();
        review(&mut engine, &game, &limits, &mut |_, judged| got.push(judged.got));
        assert_eq!(got.first(), Some(&Score::EVEN));
    }

    /// A turn that ends the game is judged by that end: a mate is a win, a stalemate is even.
    #[test]
    fn the_last_turn_is_judged_by_the_end_of_the_game() {
        let ends = [
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", Score::wins_in(1)),
            ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1", Score::wins_in(1)),
            ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", Score::EVEN),
        ];
        for (fen, step, end) in ends {
            let mut engine = Engine::new(GameId::Orthodox, 1, 1 << 20);
            let mut judged = Vec::new();
            let limits = Limits::nodes(5000);
            review(&mut engine, &[played(fen, step)], &limits, &mut |_, one| {
                judged.push(one.clone())
            });
            assert_eq!((judged.len(), judged[0].got), (1, end), "{fen}");
            // Each could have been won.
            assert!(judged[0].best.decided() > Some(0), "{fen}");
            assert_eq!(judged[0].loss == 0, end == judged[0].best, "{fen}");
        }
    }

    #[test]
    fn nothing_is_judged_after_a_stop() {
        let game = [played("4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1", "d2d5")];
        let mut engine = Engine::new(GameId::Orthodox, 1, 1 << 20);
        let limits = Limits { stop: &|| true, ..Limits::NONE };
        review(&mut engine, &game, &limits, &mut |_, judged| panic!("{judged:?}"));
    }
}
