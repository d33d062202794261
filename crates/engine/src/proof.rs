//! What is proven of the turn that is to be made: a turn that mates, that there is none, and whether
//! the king can be saved. Nothing here is an estimate.

use std::cell::Cell;
use std::collections::HashSet;

use rules::any::positions::Progressive;
use rules::{Actor, AnyPosition, GameId, Phase, Position, Step};

use crate::charismatic::escape;
use crate::charismatic::mate::{self, mate};

/// Whether a turn mates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mates {
    /// This one does; in Charismatic Chess none with fewer moves does.
    With(Vec<Step>),
    /// None does.
    Never,
    /// The limit was reached before it was known.
    Unknown,
}

/// Whether the king can be saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Saves {
    /// With this turn, which is a shortest one.
    With(Vec<Step>),
    /// By no series.
    Never,
}

/// What is proven of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Whether it can mate.
    pub mates: Mates,
    /// Whether the king, which is attacked, can be saved; none where it is not attacked, or the
    /// solvers do not tell.
    pub saves: Option<Saves>,
}

/// Whether there are solvers for a game.
pub fn is_proven(game: GameId) -> bool {
    matches!(game, GameId::Charismatic | GameId::Progressive)
}

/// How many positions are looked at between two questions whether to stop.
const PATIENCE: u64 = 256;

/// What is proven of the turn to be made, or of the rest of it. `stop` is called regularly to ask
/// whether to give up. None where there is no solver for the game, pieces are placed, or the game is
/// over.
pub fn prove(position: &AnyPosition, stop: &dyn Fn() -> bool) -> Option<Proof> {
    let is_open = position.outcome().is_none() && position.actor() != Actor::Chance;
    if !is_open || position.phase() == Phase::Placement {
        return None;
    }
    match position {
        AnyPosition::Charismatic(position) => {
            let saved = escape(position);
            let saves = match saved {
                None => Some(Saves::Never),
                Some(turn) if position.check() == Some(true) => Some(Saves::With(turn)),
                Some(_) => None,
            };
            let mates = match mate(position, u64::MAX, stop).0 {
                mate::Mate::Found(turn) => Mates::With(turn),
                mate::Mate::None => Mates::Never,
                mate::Mate::Limit => Mates::Unknown,
            };
            Some(Proof { mates, saves })
        }
        AnyPosition::Progressive(position) => {
            Some(Proof { mates: series_mate(position, stop), saves: None })
        }
        _ => None,
    }
}

/// A series that mates, found by trying all of them; orders that lead to one position are one.
fn series_mate(position: &Progressive, stop: &dyn Fn() -> bool) -> Mates {
    let nodes = Cell::new(0_u64);
    let is_stopped = || {
        nodes.set(nodes.get() + 1);
        nodes.get().is_multiple_of(PATIENCE) && stop()
    };
    let mut seen = HashSet::new();
    let mut series = Vec::new();
    let mut open = vec![(*position, position.list())];
    while let Some((now, left)) = open.last_mut() {
        let Some(step) = left.pop() else {
            open.pop();
            series.pop();
            continue;
        };
        if is_stopped() {
            return Mates::Unknown;
        }
        let mut after = *now;
        after.play(step, &mut ());
        series.push(step);
        if after.turn() == position.turn() {
            if seen.insert(after.key()) {
                open.push((after, after.list()));
                continue;
            }
        } else if after.outcome().is_some_and(|end| end.winner == Some(position.turn())) {
            return Mates::With(series);
        }
        series.pop();
    }
    Mates::Never
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: &dyn Fn() -> bool = &|| false;

    fn of(game: GameId, fen: &str) -> Option<Proof> {
        prove(&AnyPosition::from_fen(game, fen).unwrap(), NEVER)
    }

    /// Plays a turn, and says who has won.
    fn winner(game: GameId, fen: &str, turn: &[Step]) -> Option<rules::Color> {
        let mut position = AnyPosition::from_fen(game, fen).unwrap();
        for &step in turn {
            assert_eq!(position.why_not(step), None, "{}", position.fen());
            position.play(step);
        }
        position.outcome().and_then(|outcome| outcome.winner)
    }

    #[test]
    fn a_mate_is_a_turn_that_wins() {
        let game = GameId::Charismatic;
        let fen = "k7/8/8/8/8/8/8/KQRR4[] w - - 0 9 - -";
        let proof = of(game, fen).unwrap();
        let Mates::With(turn) = &proof.mates else { panic!("{proof:?}") };
        assert_eq!(winner(game, fen, turn), Some(rules::Color::White));
        assert_eq!(proof.saves, None);
    }

    #[test]
    fn a_lone_king_never_mates() {
        let proof = of(GameId::Charismatic, "k7/8/8/8/8/8/8/K3R3[] b - - 0 9 - -").unwrap();
        assert_eq!(proof, Proof { mates: Mates::Never, saves: None });
    }

    #[test]
    fn an_attacked_king_is_saved() {
        let game = GameId::Charismatic;
        let fen = "k7/8/8/8/8/8/8/R6K[] b - - 0 9 - -";
        let Some(Proof { saves: Some(Saves::With(turn)), mates: Mates::Never }) = of(game, fen)
        else {
            panic!()
        };
        assert_eq!(turn.len(), 2, "the king's move and the end");
        assert_eq!(winner(game, fen, &turn), None);
    }

    #[test]
    fn what_cannot_be_proven_in_time_is_not_known() {
        let start = "4k3/8/8/8/8/8/8/RNBQKBNR w - - 0 5 -";
        let position = AnyPosition::from_fen(GameId::Progressive, start).unwrap();
        let proof = prove(&position, &|| true).unwrap();
        assert_eq!(proof.mates, Mates::Unknown);
    }

    #[test]
    fn a_progressive_series_mates_or_none_does() {
        let game = GameId::Progressive;
        // The fool's mate of the second turn.
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2 -";
        let Mates::With(turn) = of(game, fen).unwrap().mates else { panic!() };
        assert_eq!(winner(game, fen, &turn), Some(rules::Color::Black));
        let start = game.spec().start;
        assert_eq!(of(game, start).unwrap().mates, Mates::Never);
    }

    #[test]
    fn other_games_and_placements_have_no_proof() {
        for &game in GameId::ALL {
            let start = prove(&AnyPosition::initial(game), &|| true);
            assert_eq!(start.is_some(), game == GameId::Progressive, "{game}");
        }
    }

    #[test]
    fn of_a_game_that_is_over_nothing_is_proven() {
        let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3 -";
        let position = AnyPosition::from_fen(GameId::Progressive, fen).unwrap();
        assert!(position.outcome().is_some());
        assert_eq!(of(GameId::Progressive, fen), None);
    }

    /// Every mate that is proven wins, and none is where every series has been tried.
    #[test]
    fn the_solver_of_series_agrees_with_the_beam() {
        let mut chance = crate::Chance::new(3);
        let mut engine = crate::Engine::new(GameId::Progressive, 1, 64);
        for _ in 0..12 {
            let mut position = AnyPosition::initial(GameId::Progressive);
            for _ in 0..2 {
                for step in crate::baseline::any_turn(&position, &mut chance).unwrap() {
                    position.play(step);
                }
            }
            let proof = prove(&position, NEVER).unwrap();
            let limits = crate::Limits::nodes(20_000);
            let thought = engine.think(&[], &position, &limits, &mut |_| {}).unwrap();
            if thought.score.decided() == Some(1) {
                assert!(matches!(proof.mates, Mates::With(_)), "{}", position.fen());
            }
        }
    }
}
