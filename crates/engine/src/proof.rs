//! What is proven of the turn that is to be made: a turn that mates, that there is none, and whether
//! the king can be saved. Nothing here is an estimate.

use rules::any::positions::Progressive;
use rules::{Actor, AnyPosition, Color, GameId, Phase, Position, Step};

use crate::charismatic::escape;
use crate::charismatic::mate::{Hunt, Mate};
use crate::keys::KeySet;

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
    Some(Prover::new(position)?.go_on(stop))
}

/// Proves what can be proven of the turn to be made, or of the rest of it, from slice to slice.
pub struct Prover {
    solver: Solver,
    saves: Option<Saves>,
}

enum Solver {
    Charismatic(Hunt),
    Progressive(SeriesSearch),
}

impl Prover {
    /// None where there is no solver for the game, pieces are placed, or the game is over.
    pub fn new(position: &AnyPosition) -> Option<Self> {
        let is_open = position.outcome().is_none() && position.actor() != Actor::Chance;
        if !is_open || position.phase() == Phase::Placement {
            return None;
        }
        match position {
            AnyPosition::Charismatic(position) => {
                let saves = match escape(position) {
                    None => Some(Saves::Never),
                    Some(turn) if position.check() == Some(true) => Some(Saves::With(turn)),
                    Some(_) => None,
                };
                let hunt = Hunt::new(position, position.steps_left());
                Some(Prover { solver: Solver::Charismatic(hunt), saves })
            }
            AnyPosition::Progressive(position) => {
                let solver = Solver::Progressive(SeriesSearch::new(position));
                Some(Prover { solver, saves: None })
            }
            _ => None,
        }
    }

    /// Goes on where it was stopped; what is proven then. `stop` is called regularly to ask whether to stop again.
    pub fn go_on(&mut self, stop: &dyn Fn() -> bool) -> Proof {
        let mates = match &mut self.solver {
            Solver::Charismatic(hunt) => match hunt.go_on(u64::MAX, stop).0 {
                Mate::Found(turn) => Mates::With(turn.clone()),
                Mate::None => Mates::Never,
                Mate::Limit => Mates::Unknown,
            },
            Solver::Progressive(search) => search.go_on(stop),
        };
        Proof { mates, saves: self.saves.clone() }
    }
}

/// A search for a series that mates, which tries all of them; orders that lead to one position are one.
struct SeriesSearch {
    us: Color,
    seen: KeySet,
    /// The positions on the way, each with the steps that are left to be tried.
    open: Vec<(Progressive, Vec<Step>)>,
    /// The steps between them.
    series: Vec<Step>,
    /// What is known once nothing is left to be tried.
    found: Mates,
}

impl SeriesSearch {
    fn new(position: &Progressive) -> Self {
        let open = vec![(*position, position.list())];
        let (us, seen, series) = (position.turn(), KeySet::default(), Vec::new());
        SeriesSearch { us, seen, open, series, found: Mates::Never }
    }

    fn go_on(&mut self, stop: &dyn Fn() -> bool) -> Mates {
        let mut nodes = 0_u64;
        while let Some((now, left)) = self.open.last_mut() {
            nodes += 1;
            if nodes.is_multiple_of(PATIENCE) && stop() {
                return Mates::Unknown;
            }
            let Some(step) = left.pop() else {
                self.open.pop();
                self.series.pop();
                continue;
            };
            let mut after = *now;
            after.play(step, &mut ());
            self.series.push(step);
            if after.turn() == self.us {
                if self.seen.insert(after.key()) {
                    self.open.push((after, after.list()));
                    continue;
                }
            } else if after.outcome().is_some_and(|end| end.winner == Some(self.us)) {
                self.found = Mates::With(std::mem::take(&mut self.series));
                self.open.clear();
                break;
            }
            self.series.pop();
        }
        self.found.clone()
    }
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

    /// Stopped again and again, a solver comes to the same end as in one go.
    #[test]
    fn proofs_go_on_where_they_stood() {
        let positions = [
            (GameId::Charismatic, "k7/8/8/8/8/8/8/KQRR4[] w - - 0 9 - -"),
            (
                GameId::Charismatic,
                "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] b HAha - 0 1 - -",
            ),
            (
                GameId::Progressive,
                "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2 -",
            ),
            (GameId::Progressive, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3 -"),
        ];
        let mut most = 0;
        for (game, fen) in positions {
            let position = AnyPosition::from_fen(game, fen).unwrap();
            let whole = prove(&position, NEVER).unwrap();
            assert_ne!(whole.mates, Mates::Unknown);
            let mut prover = Prover::new(&position).unwrap();
            let mut slices = 1;
            let mut proof = prover.go_on(&|| true);
            while proof.mates == Mates::Unknown {
                slices += 1;
                proof = prover.go_on(&|| true);
            }
            assert_eq!(proof, whole, "{fen}");
            assert_eq!(prover.go_on(&|| true), whole, "it stays known");
            most = most.max(slices);
        }
        assert!(most > 20, "{most} slices");
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
