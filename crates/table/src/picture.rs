//! What is seen of a table on the board: what is chosen and where it may go, what was played last,
//! and the score.

use record::game::{Game, Path, TurnId};
use rules::{AnyPosition, Bits, Color, Refusal, Reserve, Role, Square, Step};

use crate::hand::Pick;
use crate::table::Table;

/// The reasons for which a piece may not go where it otherwise could: the step would check the enemy
/// contramatic king (docs/rules/contramatic.md, Source 2).
const FORBIDDEN_CHECKS: [&str; 4] = [
    "contramatic.gives-check",
    "contramatic.promotion-checks",
    "contramatic.opens-check",
    "contramatic.still-gives-check",
];

/// Whether a step may not check the enemy contramatic king: the two games of which the board shows
/// why (docs/rules/contramatic.md, Source 2 and 3).
pub fn forbids_checks(position: &AnyPosition) -> bool {
    matches!(position, AnyPosition::Contramatic(_) | AnyPosition::CompleteContramatic(_))
}

/// A turn of the line played, as the score lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreTurn {
    /// The turn.
    pub turn: TurnId,
    /// Its number, as FEN counts full moves.
    pub number: u32,
    /// Who plays it.
    pub color: Color,
    /// How many steps of the game lead to it.
    pub from: usize,
    /// How many steps of the game lead to its end.
    pub to: usize,
    /// Whether it has ended.
    pub done: bool,
}

impl Table {
    /// What the player has chosen for the next step.
    pub fn pick(&self) -> Option<Pick> {
        self.pick
    }

    /// Why the last step was refused.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    /// Whether draws by chance follow from a seed.
    pub fn is_seeded(&self) -> bool {
        self.seed.is_some()
    }

    /// What the pawn may become that has arrived, while that is asked.
    pub fn promotions(&self) -> Vec<Role> {
        match self.pick {
            Some(Pick::Promotion(from, to)) => self.ground().promotions(from, to),
            _ => Vec::new(),
        }
    }

    /// A step that waits to be confirmed.
    pub fn held(&self) -> Option<Step> {
        self.held.filter(|_| self.is_live())
    }

    /// Where what is chosen may go, and whether it captures there.
    pub fn targets(&self) -> Vec<(Square, bool)> {
        if self.pick.is_none() || !self.is_open() {
            return Vec::new();
        }
        self.ground().targets(self.pick)
    }

    /// The step by which what is chosen would go to a square. A promotion is the first that there is.
    pub fn step_to(&self, square: Square) -> Option<Step> {
        let pick = self.pick.filter(|_| self.is_open())?;
        self.ground().position.list().into_iter().find(|step| match (*step, pick) {
            (Step::Move { from, to, .. }, Pick::Piece(chosen)) => from == chosen && to == square,
            (Step::Drop { role, to }, Pick::Reserve(chosen)) => role == chosen && to == square,
            _ => false,
        })
    }

    /// The squares with a check that the rules forbid: where pieces placed in this turn give one, or
    /// where the chosen piece would go but for it.
    pub fn forbidden(&self) -> Vec<Square> {
        if !self.is_open() {
            return Vec::new();
        }
        let position = self.ground().position;
        let mut squares: Vec<Square> = position.forbidden_checkers().squares().collect();
        if let Some(Pick::Piece(from)) = self.pick
            && forbids_checks(position)
        {
            let refused = |to: &Square| {
                let refusal = position.why_not(Step::go(from, *to));
                refusal.is_some_and(|refusal| FORBIDDEN_CHECKS.contains(&refusal.reason))
            };
            squares.extend(position.spec().shape.all().filter(refused));
        }
        squares
    }

    /// The last finished turn at the place that is shown.
    pub fn last_turn(&self) -> Option<TurnId> {
        let Path { turn, steps } = self.place();
        let is_over = self.game().is_whole(turn) && steps == self.game().steps(turn).len();
        let last = if is_over { turn } else { self.game().parent(turn) };
        (last != Game::ROOT).then_some(last)
    }

    /// The steps of the turn that is shown unfinished, up to where one stands.
    pub fn begun(&self) -> &[Step] {
        let Path { turn, steps } = self.place();
        if self.position().is_inside_turn() { &self.game().steps(turn)[..steps] } else { &[] }
    }

    /// What was drawn for the unfinished turn, before any of it was placed.
    pub fn drawn(&self) -> Reserve {
        let game = self.game();
        let Path { turn, steps } = game.live();
        let begun = steps - game.turn_steps().len();
        game.position(Path { turn, steps: begun }).hand()
    }

    /// Whether pieces stand where they were placed for the player in this turn.
    pub fn can_shuffle(&self) -> bool {
        self.game().turn_steps().iter().any(|step| self.for_me.contains(step))
    }

    /// The turns of the line played, the unfinished one last if it has a step.
    pub fn score(&self) -> impl Iterator<Item = ScoreTurn> {
        let mut to = 0;
        self.game().main_line().map(move |turn| {
            let before = self.game().before(turn);
            let from = to;
            to += self.game().steps(turn).len();
            ScoreTurn {
                turn,
                number: before.fullmove(),
                color: before.turn(),
                from,
                to,
                done: self.game().is_whole(turn),
            }
        })
    }
}
