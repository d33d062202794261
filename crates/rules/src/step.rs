//! Steps: one choice each, by a player or by chance.

use std::fmt::{self, Write as _};

use crate::board::{Reserve, Role, Shape, Square};
use crate::position::GameSpec;

/// One choice (docs/rules/README.md, "Words").
///
/// Castling is written as the king's move of two squares: no other move of a king goes that far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A piece moves; `into` is what a pawn becomes. (In Magnetic Chess also a pawn that the step
    /// pushes to the last rank.)
    Move {
        /// The piece's square.
        from: Square,
        /// Where it goes.
        to: Square,
        /// The kind of piece chosen for a promotion.
        into: Option<Role>,
    },
    /// A piece of the mover's reserve or hand enters the board.
    Drop {
        /// Its kind.
        role: Role,
        /// Its square.
        to: Square,
    },
    /// Chance draws these pieces from the reserve of the side to move.
    Draw(Reserve),
    /// The turn ends.
    End,
}

impl Step {
    /// A move without a promotion.
    pub const fn go(from: Square, to: Square) -> Step {
        Step::Move { from, to, into: None }
    }

    /// Reads the step notation (docs/rules/README.md, "Step notation"). The step can be written in
    /// this game; whether it is legal depends on the position.
    ///
    /// # Errors
    /// If the text is not the notation of a step on this game's board with its pieces.
    ///
    /// ```
    /// use rules::{GameId, Step};
    ///
    /// let spec = GameId::Chessence.spec();
    /// let step = Step::parse("M@d3", spec).unwrap();
    /// assert_eq!(step.display(spec).to_string(), "M@d3");
    /// assert!(Step::parse("M@g3", spec).is_err(), "the board has six files");
    /// ```
    pub fn parse(text: &str, spec: &GameSpec) -> Result<Step, StepError> {
        let error = |fault| StepError { text: text.to_owned(), fault };
        if text == "end" {
            return Ok(Step::End);
        }
        if let Some(letters) = text.strip_prefix("draw:") {
            return Ok(Step::Draw(read_hand(letters, spec).ok_or_else(|| error(Fault::Hand))?));
        }
        if let Some((letter, square)) = text.split_once('@') {
            let mut letters = letter.chars();
            let role = match (letters.next(), letters.next()) {
                (Some(letter), None) => spec.role(letter),
                _ => None,
            };
            let role = role.ok_or_else(|| error(Fault::Piece))?;
            let to = spec.shape.parse(square).ok_or_else(|| error(Fault::Square))?;
            return Ok(Step::Drop { role, to });
        }
        let read = |text| spec.shape.read(text).ok_or_else(|| error(Fault::Square));
        let (from, rest) = read(text)?;
        let (to, rest) = read(rest)?;
        let mut letters = rest.chars();
        let into = match (letters.next(), letters.next()) {
            (None, _) => None,
            (Some(letter), None) if letter.is_ascii_lowercase() => {
                let role = spec.role(letter.to_ascii_uppercase());
                Some(role.ok_or_else(|| error(Fault::Piece))?)
            }
            _ => return Err(error(Fault::Rest)),
        };
        Ok(Step::Move { from, to, into })
    }

    /// The step notation, to be written.
    pub fn display(self, spec: &'static GameSpec) -> impl fmt::Display {
        Written { step: self, spec }
    }
}

/// Reads letters in the game's reserve order, each as often as it occurs.
fn read_hand(letters: &str, spec: &GameSpec) -> Option<Reserve> {
    let mut hand = Reserve::NONE;
    let mut place = 0;
    for letter in letters.chars() {
        let role = spec.role(letter)?;
        let at = spec.roles.iter().position(|&(listed, _)| listed == role)?;
        if at < place || hand.count(role) == 15 {
            return None;
        }
        place = at;
        hand = hand.with(role);
    }
    (!hand.is_empty()).then_some(hand)
}

struct Written {
    step: Step,
    spec: &'static GameSpec,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape: &Shape = &self.spec.shape;
        match self.step {
            Step::Move { from, to, into } => {
                shape.name(from).fmt(f)?;
                shape.name(to).fmt(f)?;
                into.map_or(Ok(()), |role| {
                    f.write_char(self.spec.letter(role).to_ascii_lowercase())
                })
            }
            Step::Drop { role, to } => {
                f.write_char(self.spec.letter(role))?;
                f.write_char('@')?;
                shape.name(to).fmt(f)
            }
            Step::Draw(hand) => {
                f.write_str("draw:")?;
                self.spec.write_pieces(f, hand)
            }
            Step::End => f.write_str("end"),
        }
    }
}

/// A text that is not the notation of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepError {
    /// The text as read.
    pub text: String,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with the notation of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// No square of this board.
    Square,
    /// No letter of a piece of this game.
    Piece,
    /// Not pieces in reserve order.
    Hand,
    /// Something stands behind the step.
    Rest,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.fault {
            Fault::Square => "a square of this board is wanted",
            Fault::Piece => "the letter of a piece of this game is wanted",
            Fault::Hand => "the drawn pieces are wanted, in the order of the reserve",
            Fault::Rest => "something stands behind the step",
        };
        write!(f, "step '{}': {what}", self.text)
    }
}

impl std::error::Error for StepError {}
