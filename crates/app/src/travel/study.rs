//! Studies on the page: the chapters of texts, files and links, and what is asked about them.

use crate::contract::Tsify;
use record::pgn;
use rules::GameId;
use serde::Serialize;
use table::{Chapter, Study};
use wasm_bindgen::prelude::*;

use super::answer::{Fault, to_js};
use super::exchange::read_as;
use super::letter::announcer;
use super::{begins_as_pgn, pgn as games};
use crate::beginning::{answers, question};
use crate::contract::{self, Part, Sentence, words};

/// What stands before the content of a link to a study.
const LINK: &str = "#s=";
/// The longest name of a chapter, in characters.
const LONGEST_NAME: &str = "80";
/// What a chapter begins with, and what that is called.
const FROM: [(&str, &str); 3] = [
    ("initial", "study.from-initial"),
    ("position", "study.from-position"),
    ("copy", "study.from-copy"),
];

/// A study that was read.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct StudyTaken {
    /// In its saved form; nothing if there is none.
    pub saved: String,
    /// The name under which it is stored.
    pub key: String,
    /// The game of the chapter that is shown first.
    pub game: &'static str,
    /// How many chapters it has.
    pub count: usize,
    /// What could not be read.
    pub fault: Option<Fault>,
}

/// Whether the page has a board for a game.
fn has_board(kind: GameId) -> bool {
    kind != GameId::Orthodox
}

/// The study of a text, with what could not be read of it.
fn study_of(text: &str) -> (Option<Study>, Option<Fault>) {
    let text = text.trim();
    let none = || Fault::of_study("study.none");
    if text.contains(LINK) {
        return match Study::of_link(
            text.split_whitespace().find(|word| word.contains(LINK)).unwrap_or(text),
        ) {
            Ok(study) if study.chapters().iter().all(|chapter| has_board(chapter.kind())) => {
                (Some(study), None)
            }
            Ok(_) => (None, Some(none())),
            Err(error) => (None, Some(Fault::of_link(&error))),
        };
    }
    let (mut entries, mut fault) = (Vec::new(), None);
    for entry in pgn::read(text) {
        match entry {
            Ok(entry) if has_board(entry.tree.start().game()) => entries.push(entry),
            Ok(_) => fault = fault.or_else(|| Some(none())),
            Err(error) => fault = fault.or_else(|| Some(games::fault(&error))),
        }
    }
    let study = Study::of_pgn(entries);
    let fault = if study.is_none() { fault.or_else(|| Some(none())) } else { fault };
    (study, fault)
}

/// The chapters of a text: those of a PGN, the position of a FEN, or the initial position of a game where
/// there is no text.
fn read(name: &str, game: &str, text: &str) -> Result<Vec<Chapter>, Fault> {
    let none = || Fault::of_study("study.none");
    let kind = GameId::parse(game).filter(|&kind| has_board(kind)).ok_or_else(none)?;
    let text = text.trim();
    if begins_as_pgn(text) || text.contains(LINK) {
        let (study, fault) = study_of(text);
        let chapters = study.map(|study| study.chapters().to_vec()).unwrap_or_default();
        return match (chapters.len(), fault) {
            (0, fault) => Err(fault.unwrap_or_else(none)),
            (1, _) if !name.is_empty() => {
                Ok(chapters.into_iter().map(|chapter| chapter.called(name)).collect())
            }
            _ => Ok(chapters),
        };
    }
    let start = match text {
        "" => rules::AnyPosition::initial(kind),
        fen => read_as(kind, fen).map_err(|error| Fault::of_fen(&error, kind, fen))?,
    };
    Ok(vec![Chapter::new(name, record::Game::new(start))])
}

/// The chapters of a text; none if it has none.
pub(crate) fn chapters(name: &str, game: &str, text: &str) -> Option<Vec<Chapter>> {
    read(name, game, text).ok()
}

/// What is wrong with the text of a chapter: a `Fault`, or nothing.
#[wasm_bindgen]
pub fn chapter_fault(game: &str, text: &str) -> JsValue {
    to_js(&read("", game, text).err())
}

/// The study of a PGN, or of a link to a study: a `StudyTaken`.
#[wasm_bindgen]
pub fn read_study(text: &str) -> JsValue {
    let (study, fault) = study_of(text);
    let saved = study.as_ref().map(Study::save).unwrap_or_default();
    let shown = study.as_ref().and_then(Study::shown);
    let game = shown.map_or("", |chapter| chapter.kind().spec().id);
    let key = if saved.is_empty() { String::new() } else { table::name_of(&saved) };
    let count = study.as_ref().map_or(0, |study| study.chapters().len());
    to_js(&StudyTaken { saved, key, game, count, fault })
}

/// The game on whose page a stored study is opened: the named one if a chapter is of it, else that of the chapter
/// that was shown last; nothing if it is no study.
#[wasm_bindgen]
pub fn study_game(saved: &str, game: &str) -> Option<String> {
    let study = Study::load(saved)?;
    let chapter = GameId::parse(game).and_then(|kind| study.of_kind(kind)).or(study.shown())?;
    Some(chapter.kind().spec().id.to_owned())
}

/// A field with its words.
fn labelled(key: &'static str, field: Part) -> Part {
    Part::new("label").class("name").says(words(key)).with(vec![field])
}

/// What the dialog consists of that adds a chapter, on the page of a game: a list of `Part`s.
#[wasm_bindgen]
pub fn chapter_dialog(game: &str) -> JsValue {
    let name = Part::new("input").given("maxLength", LONGEST_NAME).named("name");
    let kinds = GameId::ALL.iter().filter(|&&kind| has_board(kind)).map(|kind| {
        let id = kind.spec().id;
        let option = Part::new("option").given("value", id).given("selected", id == game);
        option.says(Sentence::new(format!("games.{id}.name"), Vec::new()))
    });
    let games = Part::new("select").with(kinds.collect()).named("game");
    let text = Part::new("textarea").given("spellcheck", false).given("rows", "4").named("given");
    let add = Part::button("study.add", "add").class("main");
    to_js(&vec![
        labelled("study.name", name.given("autofocus", true)),
        question("from", "study.from", answers("from", "initial", &FROM).collect()),
        labelled("study.game", games),
        labelled("study.from-text", text),
        announcer("wrong", "alert"),
        Part::closing("travel.cancel").before(add),
    ])
}

/// What the dialog consists of that names a chapter and its study: a list of `Part`s.
#[wasm_bindgen]
pub fn study_names(chapter: &str, study: &str) -> JsValue {
    let field = |name, value: &str| {
        Part::new("input").given("maxLength", LONGEST_NAME).given("value", value).named(name)
    };
    let keep = Part::button("analysis.keep", "keep").class("main");
    contract::write(&vec![
        labelled("study.name", field("name", chapter).given("autofocus", true)),
        labelled("study.study-name", field("study", study)),
        Part::closing("travel.cancel").before(keep),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_is_a_position_or_the_games_of_a_file() {
        let count = |game: &str, text: &str| chapters("A", game, text).map(|all| all.len());
        assert_eq!(count("magnetic", ""), Some(1));
        assert_eq!(count("magnetic", "8/8/3k4/8/3Q4/8/8/4K3 w - - 0 20"), Some(1));
        let two = "[Variant \"magnetic\"]\n\n1. c4 *\n\n[Variant \"chessence\"]\n\n*\n";
        assert_eq!(count("magnetic", two), Some(2));
        let one = chapters("A", "magnetic", "[Variant \"magnetic\"]\n\n1. c4 *\n").unwrap();
        assert_eq!(one[0].name(), "A");
        // A chapter that is given no name keeps its own.
        let called = "[Variant \"magnetic\"]\n[ChapterName \"Own\"]\n\n1. c4 *\n";
        for (given, name) in [("", "Own"), ("A", "A")] {
            assert_eq!(chapters(given, "magnetic", called).unwrap()[0].name(), name);
        }
        for (game, text) in [
            ("magnetic", "8/8"),
            ("orthodox", ""),
            ("none", ""),
            ("magnetic", "[Variant \"chess\"]\n\n1. e4 *\n"),
            ("magnetic", "[Event \"x\"]\n\n1. e4 *\n"),
        ] {
            assert_eq!(count(game, text), None, "{game} {text}");
        }
    }

    #[test]
    fn what_can_be_read_of_a_file_is_a_study_with_the_fault_of_the_rest() {
        let text = "[Variant \"magnetic\"]\n\n1. c4 *\n\n[Variant \"magnetic\"]\n\n1. c5 *\n";
        let (study, fault) = study_of(text);
        assert_eq!(study.unwrap().chapters().len(), 1);
        assert!(fault.is_some());
        let (study, fault) = study_of("nothing");
        assert!(study.is_none() && fault.is_some());
        let (study, _) = study_of(text);
        let link =
            format!("Look: https://a.b/?analysis=magnetic#{} .", study.unwrap().link().unwrap());
        assert_eq!(study_of(&link).0.unwrap().chapters().len(), 1);
        assert!(study_of("https://a.b/#s=AAAA").1.is_some());
    }

    #[test]
    fn a_study_is_opened_on_the_page_of_one_of_its_games() {
        let all = "[Variant \"chessence\"]\n\n*\n\n[Variant \"magnetic\"]\n\n1. c4 *\n";
        let saved = study_of(all).0.unwrap().save();
        for (asked, there) in [("magnetic", "magnetic"), ("batteries", "chessence")] {
            assert_eq!(study_game(&saved, asked).as_deref(), Some(there));
        }
        assert_eq!(study_game("fivefold-record 1", "magnetic"), None);
    }
}
