//! What crosses of games by link, and what players are asked.

use record::letter::Relation;
use serde::Serialize;
use tsify::Tsify;

use super::said::Color;

/// A link that does not simply go on with the game, and how it compares with it.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Came {
    /// The fragment of the link.
    pub link: String,
    /// How it compares: the key of a sentence under `mail.came`.
    pub relation: &'static str,
    /// So many turns, or in which turn.
    pub turns: usize,
    /// Whether the link is the own letter, and the store has another.
    pub is_own: bool,
}

/// What the player is asked.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum Question {
    Resign(Color),
    Draw(Color),
    TakeBack(Color),
    DrawOffered,
    TakebackAsked,
    Invited,
    Sit,
    Came(Came),
}

/// What is shown of a game by link.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct MailView {
    /// The own side, for who has a seat.
    pub own: Option<Color>,
    /// Whether the own turn is due.
    pub is_due: bool,
    /// The own letter that is to be handed on.
    pub out: Option<String>,
    /// Whether it has been.
    pub sent: bool,
    /// Whether a draw is offered with the next turn.
    pub offers: bool,
    /// The private link to the own seat, or nothing.
    pub seat_link: String,
}

impl From<table::MailView> for MailView {
    fn from(view: table::MailView) -> Self {
        let table::MailView { own, is_due, out, sent, offers, seat_link, .. } = view;
        MailView { own: own.map(Color::from), is_due, out, sent, offers, seat_link }
    }
}

impl From<table::Came> for Came {
    fn from(table::Came { link, relation, is_own }: table::Came) -> Self {
        let (relation, turns) = match relation {
            Relation::Other => ("other", 0),
            Relation::Taken => ("taken", 0),
            Relation::Terms => ("terms", 0),
            Relation::Unfair(_) => ("unfair", 0),
            Relation::Same => ("same", 0),
            Relation::Newer(turns) => ("newer", turns),
            Relation::TakenBack(steps) => ("taken-back", steps),
            Relation::Older(turns) => ("older", turns),
            Relation::Fork { turn, .. } => ("fork", turn),
            Relation::NotDue => ("not-due", 0),
            Relation::Ahead(turns) => ("ahead", turns),
        };
        Came { link, relation, turns, is_own }
    }
}

impl From<table::Question> for Question {
    fn from(question: table::Question) -> Self {
        match question {
            table::Question::Resign(color) => Question::Resign(color.into()),
            table::Question::Draw(color) => Question::Draw(color.into()),
            table::Question::TakeBack(color) => Question::TakeBack(color.into()),
            table::Question::DrawOffered => Question::DrawOffered,
            table::Question::TakebackAsked => Question::TakebackAsked,
            table::Question::Invited => Question::Invited,
            table::Question::Sit => Question::Sit,
            table::Question::Came(came) => Question::Came(came.into()),
        }
    }
}
