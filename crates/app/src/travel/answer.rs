//! The result of reading links, letters and texts, as plain objects for the page.

use crate::contract::Tsify;
use record::Record;
use record::game::Game;
use record::letter::LetterError;
use record::link::{self, LinkError, Opened, Section};
use rules::{AnyPosition, FenError, GameId};
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::contract::{self, Names, Part, Sentence, Value};

/// A game that was read.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Whole {
    /// The game's name.
    pub game: &'static str,
    /// In its saved form.
    pub saved: String,
    /// The name under which it is stored, unless it is a game by link.
    pub key: String,
    /// Whether it is over.
    pub is_over: bool,
    /// The name of White, or empty.
    pub white: String,
    /// The name of Black, or empty.
    pub black: String,
    /// For a game by link: the name of the invitation, in hexadecimal digits.
    pub letter: Option<String>,
}

/// Why something could not be read.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
pub struct Fault {
    /// What is wrong with it, and what to do.
    pub says: Sentence,
    /// The game whose pieces are named.
    pub game: &'static str,
}

/// A text with a capital letter at its beginning.
fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// What is wrong with a position, in the rules' own words.
pub(super) fn why(error: &FenError) -> (&'static str, Value) {
    ("why", Value::Text(capital(&error.to_string())))
}

/// What is wrong with a FEN of a game, as it stands behind a colon.
pub(super) fn fen_problem(error: &FenError, game: GameId, fen: &str) -> Sentence {
    Names(&AnyPosition::initial(game)).sentence(&table::fen_problem(error, game, fen))
}

impl Fault {
    /// A fault by its key under "travel.fault", with its values.
    pub(super) fn new(key: &str, values: Vec<(&'static str, Value)>) -> Self {
        Fault { says: Sentence::new(format!("travel.fault.{key}"), values), game: "" }
    }

    /// What is wrong with a link.
    pub(super) fn of_link(error: &LinkError) -> Self {
        let values = match error {
            LinkError::Character(sign, place) => vec![
                ("token", Value::Text(sign.escape_debug().to_string())),
                ("line", Value::Count(*place)),
            ],
            LinkError::Step(number) => vec![("token", Value::Count(*number))],
            LinkError::Start(error) => vec![why(error)],
            _ => Vec::new(),
        };
        Fault::new(&format!("link.{}", error.id()), values)
    }

    /// What is wrong with a study.
    pub(super) fn of_study(key: &'static str) -> Self {
        Fault { says: Sentence::new(key.to_owned(), Vec::new()), game: "" }
    }

    /// What is wrong with a FEN of a game.
    pub(super) fn of_fen(error: &FenError, game: GameId, fen: &str) -> Self {
        let values = vec![("why", Value::Sentence(Box::new(fen_problem(error, game, fen))))];
        Fault { game: game.spec().id, ..Fault::new("fen", values) }
    }

    /// What is wrong with a letter, or a seat.
    pub(super) fn of_letter(error: &LetterError) -> Self {
        Fault::new(&format!("letter.{}", error.id()), Vec::new())
    }
}

/// The result of reading.
#[derive(Clone, PartialEq, Serialize, Tsify, Default, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Taken {
    /// The games that can be played.
    pub games: Vec<Whole>,
    /// What could not be read.
    pub fault: Option<Fault>,
    /// The link, if it was one.
    pub link: String,
    /// Whether it is one position, for which the player chooses the game.
    pub is_choice: bool,
    /// The question in which game that is.
    pub which: Vec<Part>,
}

impl Taken {
    /// A game from a link, with the rest of the link.
    pub(crate) fn of_link(text: &str) -> Self {
        let link = link::within(text);
        let read = link::read(&link).map_err(|error| Fault::of_link(&error));
        let taken = read
            .and_then(|opened| Taken::opened(&opened).map_err(|error| Fault::of_letter(&error)));
        Taken { link, ..taken.unwrap_or_else(Taken::fault) }
    }

    fn opened(opened: &Opened) -> Result<Self, LetterError> {
        let mut taken = Taken::default();
        let names = opened.sections.iter().find_map(Section::as_names).unwrap_or_default();
        taken.push(&opened.record, names.into());
        let (letter, _) = super::letter_of(opened)?;
        if let Some(whole) = taken.games.last_mut() {
            let name = letter.map(|letter| letter.invitation);
            whole.letter = name.map(|name| name.iter().map(|byte| format!("{byte:02x}")).collect());
        }
        match opened.tree() {
            Ok(tree) if tree != Game::of(&opened.record) => taken.keep_tree(&tree),
            Ok(_) => {}
            // Whatever is wrong with the variations, the game itself can be played.
            Err(_) => taken.fail(Fault::of_link(&LinkError::Variation)),
        }
        Ok(taken)
    }

    /// Whether no game was taken in.
    pub(super) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// No game, and the reason.
    pub(super) fn fault(fault: Fault) -> Self {
        Taken { fault: Some(fault), ..Taken::default() }
    }

    /// Adds a game, with the names of White and Black, or "".
    pub(super) fn push(&mut self, record: &Record, [white, black]: [&str; 2]) {
        let saved = record.save();
        self.games.push(Whole {
            game: record.start().spec().id,
            key: table::name_of(&saved),
            is_over: record.verdict().is_some(),
            saved,
            white: white.to_owned(),
            black: black.to_owned(),
            letter: None,
        });
    }

    /// The last game is kept with all that its tree has. Games of a file that begin with the same main line
    /// are different ones.
    pub(super) fn keep_tree(&mut self, tree: &Game) {
        let Some((whole, others)) = self.games.split_last_mut() else { return };
        whole.saved = tree.save();
        if others.iter().any(|other| other.key == whole.key) {
            whole.key = table::name_of(&whole.saved);
        }
    }

    /// Keeps the first fault.
    pub(super) fn fail(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
    }

    /// Drops the games that the page has no board for.
    pub(super) fn of(mut self, playable: &[String]) -> Self {
        let count = self.games.len();
        self.games.retain(|whole| playable.iter().any(|game| game == whole.game));
        // A position can be played in several games; some may be available.
        if self.games.len() < count && (!self.is_choice || self.is_empty()) {
            self.fail(Fault::of_link(&LinkError::Game(0)));
        }
        self.is_choice &= self.games.len() > 1;
        if self.is_choice {
            self.which = super::paste::choice(self.games.iter().map(|whole| whole.game));
        }
        self
    }
}

/// Data as plain objects of the page.
pub(super) fn to_js(value: &impl Serialize) -> JsValue {
    contract::write(value)
}

#[cfg(test)]
mod tests {
    use rules::{AnyPosition, GameId};

    use super::*;

    #[test]
    fn what_the_page_has_no_board_for_is_dropped_and_missed_if_nothing_else_was_meant() {
        let of = |games: &[GameId], is_choice: bool| {
            let mut taken = Taken { is_choice, ..Taken::default() };
            for &game in games {
                taken.push(&Record::new(AnyPosition::initial(game)), [""; 2]);
            }
            let taken = taken.of(&["magnetic", "chessence"].map(str::to_owned));
            let games: Vec<&str> = taken.games.iter().map(|game| game.game).collect();
            (games.join(" "), taken.fault.is_some(), taken.is_choice, !taken.which.is_empty())
        };
        let (magnetic, chessence) = (GameId::Magnetic, GameId::Chessence);
        let (orthodox, batteries) = (GameId::Orthodox, GameId::Batteries);
        let text = str::to_owned;
        assert_eq!(of(&[magnetic], false), (text("magnetic"), false, false, false));
        assert_eq!(of(&[batteries], false), (text(""), true, false, false));
        assert_eq!(of(&[magnetic, batteries], false), (text("magnetic"), true, false, false));
        // A position that several games have is meant as one of them.
        let some = [orthodox, magnetic, batteries];
        assert_eq!(of(&some, true), (text("magnetic"), false, false, false));
        let more = [orthodox, magnetic, chessence];
        assert_eq!(of(&more, true), (text("magnetic chessence"), false, true, true));
        assert_eq!(of(&[orthodox, batteries], true), (text(""), true, false, false));
    }
}
