//! What crosses of games by link, and what players are asked.

use serde::Serialize;
use tsify::Tsify;

use super::Choice;
use super::sentence::{Color, Diagram, Names, Sentence, Value};

/// What is shown of a game by link.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct MailView {
    /// The player's side, if this device has a seat.
    pub own: Option<Color>,
    /// The names of White and Black; empty if not given.
    pub names: [String; 2],
    /// The name of the other player.
    pub friend: Value,
    /// Whether the player's own turn is due.
    pub is_due: bool,
    /// The player's letter that is to be shared.
    pub out: Option<String>,
    /// The text offered beside it.
    pub note: Sentence,
    /// The player's line of text in it; `None` if it cannot have one.
    pub line: Option<String>,
    /// The line of text in the newest letter.
    pub quote: Option<Sentence>,
    /// Whether the player's letter has been shared.
    pub sent: bool,
    /// What the game waits for, if no letter is to be shared.
    pub waits: Sentence,
    /// Whether a draw is offered with the next turn.
    pub offers: bool,
    /// The private link to the own seat, or nothing.
    pub seat_link: String,
    /// Whether the seat cannot be moved yet.
    pub seat_locked: bool,
    /// Whether pieces are drawn by both sides.
    pub draws: bool,
}

/// What is answered to a question: an event of the same name.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum Decision {
    Answer(bool),
    /// With the own name.
    Accept,
    /// With the own name, and the Quick start that is offered.
    AcceptQuick,
    Choose(Choice),
}

/// What can be answered.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Reply {
    pub says: Sentence,
    pub decision: Decision,
}

/// A position to choose.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Board {
    pub caption: Sentence,
    pub board: Diagram,
}

/// The open question, in words.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    /// The heading.
    pub title: Sentence,
    /// The question.
    pub says: Vec<Sentence>,
    /// The positions to choose between.
    pub boards: Vec<Board>,
    /// What can be answered; the first answer is offered first.
    pub replies: Vec<Reply>,
    /// Whether who waves it away says no; else it stands.
    pub is_fleeting: bool,
}

/// The result of verifying the draws of a game by link.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct DrawsProof {
    pub draws: Vec<Sentence>,
    pub verdict: Sentence,
    pub good: bool,
}

impl MailView {
    /// What is shown, by name.
    pub(crate) fn new(view: &table::MailView, names: Names<'_>) -> Self {
        MailView {
            own: view.own.map(Color::from),
            names: view.names.clone(),
            friend: names.value(&view.friend),
            is_due: view.is_due,
            out: view.out.clone(),
            note: names.sentence(&view.note),
            line: view.line.clone(),
            quote: view.quote.as_ref().map(|quote| names.sentence(quote)),
            sent: view.sent,
            waits: names.sentence(&view.waits),
            offers: view.offers,
            seat_link: view.seat_link.clone(),
            seat_locked: view.seat_locked,
            draws: view.draws,
        }
    }
}

impl Asked {
    /// The question, by name.
    pub(crate) fn new(asked: table::Asked, is_fleeting: bool, names: Names<'_>) -> Self {
        let says = |sentence: &table::Sentence| names.sentence(sentence);
        let boards = asked.boards.iter();
        let replies = asked.replies.iter().map(|(answer, decision)| Reply {
            says: says(answer),
            decision: match *decision {
                table::Decision::YesNo(yes) => Decision::Answer(yes),
                table::Decision::Accept => Decision::Accept,
                table::Decision::AcceptQuick => Decision::AcceptQuick,
                table::Decision::Choose(choice) => Decision::Choose(match choice {
                    table::Choice::KeepMine => Choice::KeepMine,
                    table::Choice::TakeTheirs => Choice::TakeTheirs,
                    table::Choice::KeepApart => Choice::KeepApart,
                }),
            },
        });
        Asked {
            title: says(&asked.title),
            says: asked.says.iter().map(says).collect(),
            boards: boards
                .map(|(caption, board)| Board {
                    caption: says(caption),
                    board: Diagram::new(board),
                })
                .collect(),
            replies: replies.collect(),
            is_fleeting,
        }
    }
}

#[cfg(feature = "whole")]
impl DrawsProof {
    /// The proof, by name.
    pub(crate) fn new(proof: &table::Proof, names: Names<'_>) -> Self {
        DrawsProof {
            draws: proof.draws.iter().map(|draw| names.sentence(draw)).collect(),
            verdict: names.sentence(&proof.verdict),
            good: proof.is_good,
        }
    }
}
