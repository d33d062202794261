//! What the board shows of a table: the selection and its targets, the last turn, and the move
//! list.

use record::game::{Game, Path, TurnId};
use rules::{AnyPosition, Bits, Color, Refusal, Reserve, Role, Square, Step};

use crate::hand::Pick;
use crate::table::Table;

/// The refusals of a step that would check the enemy contramatic king (docs/rules/contramatic.md,
/// Source 2).
const FORBIDDEN_CHECKS: [&str; 4] = [
    "contramatic.gives-check",
    "contramatic.promotion-checks",
    "contramatic.opens-check",
    "contramatic.still-gives-check",
];

/// Whether the game forbids steps that check the enemy contramatic king: the two games in which the
/// board shows why (docs/rules/contramatic.md, Source 2 and 3).
pub fn forbids_checks(position: &AnyPosition) -> bool {
    matches!(position, AnyPosition::Contramatic(_) | AnyPosition::CompleteContramatic(_))
}

/// A turn of the main line, as in the move list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreTurn {
    /// The turn.
    pub turn: TurnId,
    /// Its number, as FEN counts full moves.
    pub number: u32,
    /// Who plays it.
    pub color: Color,
    /// The number of steps before it.
    pub from: usize,
    /// The number of steps up to its end.
    pub to: usize,
    /// Whether it has ended.
    pub done: bool,
}

impl Table {
    /// The selection for the next step.
    pub fn pick(&self) -> Option<Pick> {
        self.pick
    }

    /// Why the last step was refused.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    /// How often something was refused.
    pub fn refusals(&self) -> usize {
        self.refusals
    }

    /// Whether draws by chance follow from a seed.
    pub fn is_seeded(&self) -> bool {
        self.seed.is_some()
    }

    /// The roles that a pawn may be promoted to, while that is asked.
    pub fn promotions(&self) -> Vec<Role> {
        match self.pick {
            Some(Pick::Promotion(from, to)) => self.ground().promotions(from, to),
            _ => Vec::new(),
        }
    }

    /// The step that waits for confirmation.
    pub fn held(&self) -> Option<Step> {
        self.held.filter(|_| self.is_live())
    }

    /// The targets of the selection, and whether each is a capture.
    pub fn targets(&self) -> Vec<(Square, bool)> {
        if self.pick.is_none() || !self.is_open() {
            return Vec::new();
        }
        self.ground().targets(self.pick)
    }

    /// The step that moves the selection to a square. Of several promotions it is the first.
    pub fn step_to(&self, square: Square) -> Option<Step> {
        let pick = self.pick.filter(|_| self.is_open())?;
        self.ground().position.list().into_iter().find(|step| match (*step, pick) {
            (Step::Move { from, to, .. }, Pick::Piece(chosen)) => from == chosen && to == square,
            (Step::Drop { role, to }, Pick::Reserve(chosen)) => role == chosen && to == square,
            _ => false,
        })
    }

    /// The squares with a forbidden check: where pieces placed in this turn give one, or where the
    /// selected piece could otherwise go.
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

    /// The last finished turn before the place that is shown.
    pub fn last_turn(&self) -> Option<TurnId> {
        let Path { turn, steps } = self.place();
        let is_over = self.game().is_whole(turn) && steps == self.game().steps(turn).len();
        let last = if is_over { turn } else { self.game().parent(turn) };
        (last != Game::ROOT).then_some(last)
    }

    /// The steps of the unfinished turn that is shown, up to the current place.
    pub fn begun(&self) -> &[Step] {
        let Path { turn, steps } = self.place();
        if self.position().is_inside_turn() { &self.game().steps(turn)[..steps] } else { &[] }
    }

    /// The draw for the unfinished turn, before any piece of it was placed.
    pub fn drawn(&self) -> Reserve {
        let game = self.game();
        let Path { turn, steps } = game.live();
        let begun = steps - game.turn_steps().len();
        game.position(Path { turn, steps: begun }).hand()
    }

    /// Whether there are pieces that were placed for the player in this turn.
    pub fn can_shuffle(&self) -> bool {
        self.game().turn_steps().iter().any(|step| self.for_me.contains(step))
    }

    /// The turns of the main line; an unfinished one with at least one step is the last.
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
                // Only the last turn may be unfinished.
                done: turn != self.game().tip() || self.game().is_whole(turn),
            }
        })
    }
}
