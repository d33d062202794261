//! The dialog that takes in what others have shared.

use wasm_bindgen::prelude::*;

use super::letter::{announcer, scanner};
use crate::contract::{self, Part, Sentence, words};

/// What files with games are called, and what they are.
const FILES: &str = ".pgn,.txt,application/vnd.chess-pgn,text/plain";

/// What the dialog consists of that takes in a link, PGN or a position, on the page of a game: a list of
/// `Part`s.
#[wasm_bindgen]
pub fn paste_dialog(game: &str) -> JsValue {
    let text = Part::new("textarea").given("aria-label", words("travel.paste"));
    let text = text.given("placeholder", words("travel.paste")).given("spellcheck", false);
    let file = Part::new("input").given("type", "file").given("accept", FILES);
    let which = Part::new("fieldset").class("which").given("hidden", true);
    let open = Part::button("travel.open-it", "open").class("main").named("open");
    let analyse = Part::button("travel.analyse-it", "analyse");
    let edit = Part::new("a").class("button").says(words("travel.set-up"));
    let edit = edit.given("href", format!("?editor={game}"));
    let study = Part::button("study.open", "study").named("study");
    contract::write(&vec![
        Part::line(words("travel.paste-what")),
        text.given("autofocus", true).named("text"),
        file.given("aria-label", words("travel.file")).doing("file").named("file"),
        announcer("said", "status"),
        announcer("wrong", "alert"),
        which.named("which"),
        Part::row(vec![scanner(), analyse, study, edit]),
        Part::closing("travel.cancel").before(open),
    ])
}

/// The question in which of these games a position is to be played.
pub(super) fn choice<'a>(games: impl Iterator<Item = &'a str>) -> Vec<Part> {
    let buttons = games.map(|game| {
        let name = Sentence::new(format!("games.{game}.name"), Vec::new());
        Part::new("button").given("value", game).says(name).doing("take")
    });
    vec![Part::new("legend").says(words("travel.which")), Part::row(buttons.collect())]
}
