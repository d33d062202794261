//! What crosses of games by link, and what players are asked.

use crate::contract::Tsify;
#[cfg(feature = "whole")]
use serde::Deserialize;
use serde::Serialize;

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
    /// Whether the player's own turn is due.
    pub is_due: bool,
    /// The player's letter that is to be shared.
    pub out: Option<String>,
    /// The text offered beside it.
    pub note: Sentence,
    /// Whether it was agreed that the game is played live.
    pub is_live: bool,
    /// How the other side of a live game can be reached; empty before there is a line.
    #[tsify(type = "'' | 'calling' | 'here' | 'away' | 'lost' | 'left'")]
    pub live: &'static str,
    /// Whether the player may give the other one time.
    pub gives: bool,
    /// Whether the player may claim the game, which the other one has left.
    pub claims: bool,
    /// How much time is left for the turn, in a game with days for each.
    pub time: Option<TurnTime>,
    /// How many watch.
    pub watchers: usize,
    /// How the players look at the finished game; empty: they cannot do so together.
    #[tsify(type = "'' | 'apart' | 'leads' | 'follows'")]
    pub together: &'static str,
    /// The other player.
    pub friend: Value,
}

/// How much time is left for a turn, in a game with days for each.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
pub struct TurnTime {
    /// Whose turn it is for.
    pub color: Color,
    /// How much is left.
    pub says: Sentence,
    /// The same in a whole sentence.
    pub tells: Sentence,
    /// Whether less than a day is left.
    pub is_low: bool,
}

/// What happens on the line to the other side of a live game: `table::Wire`.
#[cfg(feature = "whole")]
#[derive(Clone, PartialEq, Eq, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum Wire {
    Calling,
    Joined,
    Open,
    Lost,
    Left,
    Heard(String),
    Kept(String),
    Came(String),
    Greet(u8),
    Give,
    Claim,
    Watched(String),
    Lead(bool),
    Next(String),
}

/// What happens on the line of a page that watches a live game: `table::Watch`.
#[cfg(feature = "whole")]
#[derive(Clone, PartialEq, Eq, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum Watch {
    Calling,
    Open,
    Lost,
    Refused,
    Heard(String),
}

#[cfg(feature = "whole")]
impl From<Watch> for table::Watch {
    fn from(watch: Watch) -> Self {
        match watch {
            Watch::Calling => table::Watch::Calling,
            Watch::Open => table::Watch::Open,
            Watch::Lost => table::Watch::Lost,
            Watch::Refused => table::Watch::Refused,
            Watch::Heard(text) => table::Watch::Heard(text),
        }
    }
}

/// What is shown of a live game of others that is watched, beside the game.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
pub struct Watched {
    /// The names of White and Black; empty if not given.
    pub names: [String; 2],
    /// Which of them are there.
    pub here: [bool; 2],
}

impl From<&table::WatchView> for Watched {
    fn from(view: &table::WatchView) -> Self {
        Watched { names: view.names.clone(), here: view.here }
    }
}

#[cfg(feature = "whole")]
impl From<Wire> for table::Wire {
    fn from(wire: Wire) -> Self {
        match wire {
            Wire::Calling => table::Wire::Calling,
            Wire::Joined => table::Wire::Joined,
            Wire::Open => table::Wire::Open,
            Wire::Lost => table::Wire::Lost,
            Wire::Left => table::Wire::Left,
            Wire::Heard(text) => table::Wire::Heard(text),
            Wire::Kept(text) => table::Wire::Kept(text),
            Wire::Came(link) => table::Wire::Came(link),
            Wire::Greet(number) => table::Wire::Greet(number),
            Wire::Give => table::Wire::Give,
            Wire::Claim => table::Wire::Claim,
            Wire::Watched(text) => table::Wire::Watched(text),
            Wire::Lead(leads) => table::Wire::Lead(leads),
            Wire::Next(link) => table::Wire::Next(link),
        }
    }
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

impl MailView {
    /// What is shown, by name.
    pub(crate) fn new(view: &table::MailView, names: Names<'_>) -> Self {
        MailView {
            own: view.own.map(Color::from),
            names: view.names.clone(),
            is_due: view.is_due,
            out: view.out.clone(),
            note: names.sentence(&view.note),
            is_live: !view.clock.is_empty(),
            live: view.live.map_or("", table::Presence::id),
            gives: view.gives,
            claims: view.claims,
            time: view.time.as_ref().map(|time| TurnTime {
                color: time.color.into(),
                says: names.sentence(&time.says),
                tells: names.sentence(&time.tells),
                is_low: time.is_low,
            }),
            watchers: view.watchers,
            together: view.together.id(),
            friend: names.value(&view.friend),
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
