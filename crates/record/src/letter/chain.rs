//! The hash chain over the turns of a game by link, which seats sign (docs/fair-draws.md, "Chain
//! and signatures").

use rules::Color;

use super::{Letter, Played, kind};
use crate::fair::{SIZE, Terms, Version, hash};
use crate::verdict::{Ending, Verdict};

impl Letter {
    /// The identity of an answered game: game, start, names, sides, commitments, and the agreed
    /// fields. Letters of version 1 have it only with draws.
    pub fn identity(&self, start: &rules::AnyPosition) -> Option<[u8; SIZE]> {
        if let Some(terms) = self.terms() {
            return Some(terms.identity(start));
        }
        let answer = self.answer.filter(|_| self.version == Version::Two)?;
        let terms = Terms {
            version: self.version,
            invitation: self.invitation,
            inviter: self.inviter,
            commitments: [[0; SIZE]; 2],
            quick: false,
            agreed: (answer, self.agreed()),
        };
        Some(terms.identity(start))
    }
}

/// The element of the chain after this many finished turns; `None` before there is an answer, and
/// if fewer turns are finished.
pub fn element(played: &Played, turns: usize) -> Option<[u8; SIZE]> {
    let record = &played.record;
    let mut element = played.letter.identity(record.start())?;
    let mut finished = record.turns().filter(|turn| turn.done || record.verdict().is_some());
    for _ in 0..turns {
        let turn = finished.next()?;
        let spec = record.start().spec();
        let steps = &record.steps()[turn.from..turn.to];
        let texts: Vec<String> = steps.iter().map(|step| step.display(spec).to_string()).collect();
        element = hash("turn", &[&element, texts.join(",").as_bytes()]);
    }
    Some(element)
}

/// The number of turns that the chain covers at most.
pub fn length(played: &Played) -> usize {
    let record = &played.record;
    record.turns().filter(|turn| turn.done || record.verdict().is_some()).count()
}

/// What a seat says with a signature besides the turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    /// Nothing: the game goes on, or has ended by its rules.
    Nothing,
    /// It offers a draw.
    DrawOffered,
    /// The players have ended the game as the letter has it.
    Over,
}

/// How the players have ended the game, in the words that are signed; empty if they have not.
fn end(played: &Played) -> &'static [u8] {
    match played.record.verdict() {
        Some(Verdict { ending: Ending::Agreement, .. }) => b"draw agreed",
        Some(Verdict { ending: Ending::Resignation, winner: Some(Color::White) }) => b"b resigned",
        Some(Verdict { ending: Ending::Resignation, .. }) => b"w resigned",
        Some(Verdict { ending: Ending::Time, .. }) => match played.record.live().turn() {
            Color::White => b"w time up",
            Color::Black => b"b time up",
        },
        // Who claims a drawn game is not in it: the sender of the letter is.
        Some(Verdict { ending: Ending::Abandonment, .. }) => match played.letter.sender {
            Color::White => b"b left",
            Color::Black => b"w left",
        },
        _ => b"",
    }
}

/// What the sender of this letter says with its signature.
pub fn says(played: &Played) -> Says {
    match (end(played), played.letter.offers_draw) {
        (b"", true) => Says::DrawOffered,
        (b"", false) => Says::Nothing,
        _ => Says::Over,
    }
}

fn letter_of(color: Color) -> &'static [u8] {
    if color == Color::White { b"w" } else { b"b" }
}

/// The message by which the sender of a letter signs its conditional turns; `None` if it has none, or there
/// is no answer.
pub fn message_of_conditions(played: &Played) -> Option<[u8; SIZE]> {
    let lines = played.letter.field(kind::CONDITIONS)?;
    let turns = length(played);
    let element = element(played, turns)?;
    let color = letter_of(played.letter.sender);
    Some(hash("lines", &[color, &(turns as u32).to_be_bytes(), &element, lines]))
}

/// The message that a side's seat signs after this many turns; `None` if there are not so many, or
/// the players have not ended the game after them as it is to say.
pub fn message(played: &Played, color: Color, turns: usize, says: Says) -> Option<[u8; SIZE]> {
    let element = element(played, turns)?;
    let content: &[u8] = match says {
        Says::Nothing => b"",
        Says::DrawOffered => b"draw offered",
        Says::Over => {
            let is_last = turns == length(played);
            Some(end(played)).filter(|end| is_last && !end.is_empty())?
        }
    };
    Some(hash("seat", &[letter_of(color), &(turns as u32).to_be_bytes(), &element, content]))
}

#[cfg(test)]
mod tests {
    use rules::GameId;

    use super::*;
    use crate::record::Record;

    /// What is signed of an end names the side that has brought it about.
    #[test]
    fn each_end_has_its_word() {
        let (mut played, _) =
            Played::invite(GameId::Orthodox, Color::White, false, [7; 16], [1; SIZE]);
        let saved = played.record.save();
        assert_eq!(end(&played), b"");
        for (sender, verdict, word) in [
            (Color::White, "agreement -", "draw agreed"),
            (Color::White, "resignation b", "w resigned"),
            (Color::White, "resignation w", "b resigned"),
            // White is to move.
            (Color::Black, "time b", "w time up"),
            (Color::White, "abandonment w", "b left"),
            (Color::Black, "abandonment b", "w left"),
            (Color::Black, "abandonment -", "w left"),
        ] {
            played.letter.sender = sender;
            played.record = Record::load(&format!("{saved}verdict {verdict}\n")).unwrap();
            assert_eq!(end(&played), word.as_bytes(), "{verdict}");
        }
        let moved = saved.replace("steps", "steps e2e4");
        played.record = Record::load(&format!("{moved}verdict time w\n")).unwrap();
        assert_eq!(end(&played), b"b time up");
    }
}
