//! The book of all puzzles.

use rules::AnyPosition;
use table::{Data, PuzzleProgress, TaskProgress};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::contract::{self, Card, Names, Part, Sentence, Value, grade_mark, words};
use crate::js;

/// A value of the page as data; unsupported values become nothing.
pub(crate) fn data(value: &JsValue) -> Data {
    if let Some(text) = value.as_string() {
        return Data::Text(text);
    }
    if let Some(number) = value.as_f64() {
        return counted(number);
    }
    if let Some(list) = value.dyn_ref::<js::Array>() {
        return Data::List(list.iter().map(|item| data(&item)).collect());
    }
    let Some(object) = value.dyn_ref::<js::Object>() else { return Data::Nothing };
    let entry = |entry: JsValue| {
        let entry: js::Array = entry.unchecked_into();
        Some((entry.get(0).as_string()?, data(&entry.get(1))))
    };
    Data::Map(js::Object::entries(object).iter().filter_map(entry).collect())
}

/// A number as data.
fn counted(number: f64) -> Data {
    let count = number as u32;
    if f64::from(count) == number { Data::Count(count) } else { Data::Nothing }
}

/// What to store of a lesson: the new progress merged into what is stored, perhaps by another
/// window.
#[wasm_bindgen]
pub fn lesson_kept(kept: &JsValue, new: &JsValue) -> Vec<String> {
    lesson_together([kept, new].map(data))
}

/// The same, of what is read.
fn lesson_together(both: [Data; 2]) -> Vec<String> {
    let [kept, new] = both.map(|one| TaskProgress::read(&one));
    let kept = TaskProgress::merged(&kept, &new);
    kept.into_iter().map(|one| one.id().to_owned()).collect()
}

/// The same for a puzzle: a `PuzzleProgress`.
#[wasm_bindgen]
pub fn puzzle_kept(kept: &JsValue, new: &JsValue) -> JsValue {
    contract::write(&puzzle_together([kept, new].map(data)))
}

/// The same, of what is read.
fn puzzle_together(both: [Data; 2]) -> Option<contract::PuzzleProgress> {
    let [kept, new] = both.map(|one| PuzzleProgress::read(&Data::List(vec![one])).pop());
    Some(new?.after(kept.as_ref()).into())
}

/// All puzzles, the day it is where the player is, and how far the player has come.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Book(pub(crate) table::Book);

#[wasm_bindgen]
impl Book {
    /// Reads the list of all puzzles, and what is kept of them: see `table::Book::read`. The month
    /// counts from 1.
    ///
    /// # Errors
    /// If the list cannot be read.
    #[wasm_bindgen(constructor)]
    pub fn new(
        rows: &JsValue,
        progress: &JsValue,
        days: &JsValue,
        year: i32,
        month: u32,
        day: u32,
    ) -> Result<Book, JsError> {
        let today = table::day_of(year, month, day);
        Ok(Book(table::Book::read(&data(rows), &data(progress), &data(days), today)?))
    }

    /// The name of the puzzle with this name, or of the puzzle of the day for `today`; `None` if
    /// there is none.
    pub fn find(&self, asked: &str) -> Option<String> {
        self.0.find(asked).map(|entry| entry.id.clone())
    }

    /// The game of a puzzle.
    pub fn game(&self, id: &str) -> Option<String> {
        self.0.find(id).map(|entry| entry.game.spec().id.to_owned())
    }

    /// The puzzle of the day, from the file with those of its game.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn card(&self, file: &JsValue) -> Result<JsValue, JsError> {
        Ok(contract::write(&card_of(&self.0, &data(file))?))
    }

    /// The list of all puzzles, as `Part`s: those of the game `current` are open, and `here` is the puzzle on
    /// the page.
    pub fn list(&self, current: &str, here: &str) -> JsValue {
        contract::write(&list_parts(&self.0, current, here))
    }
}

/// The puzzle of the day: see [`Book::card`].
fn card_of(book: &table::Book, file: &Data) -> Result<Card, table::DataError> {
    let card = book.card(file)?;
    let position = AnyPosition::initial(card.game);
    Ok(Card::new(card, Names(&position)))
}

/// What the dialog consists of that shares the result of a puzzle, a list of `Part`s; `sends`: whether the
/// browser can hand texts on by itself.
#[wasm_bindgen]
pub fn result_dialog(text: &str, sends: bool) -> JsValue {
    contract::write(&result_parts(text, sends))
}

/// See [`result_dialog`].
fn result_parts(text: &str, sends: bool) -> Vec<Part> {
    let mut ways = vec![Part::of("copy", "text").class("main")];
    ways.extend(sends.then(|| Part::of("send", "text")));
    vec![
        Part::line(words("puzzle.share-what")),
        Part::text("textarea", "text", words("puzzle.share-text"), text),
        Part::row(ways),
        Part::new("p").class("said").given("role", "status").named("said"),
        Part::closing("label.close"),
    ]
}

/// The list of all puzzles: see [`Book::list`].
pub(crate) fn list_parts(book: &table::Book, current: &str, here: &str) -> Vec<Part> {
    book.sections().iter().map(|section| section_part(section, current, here)).collect()
}

/// The puzzles of a game, by grade.
fn section_part(section: &table::Section, current: &str, here: &str) -> Part {
    let game = section.game.spec().id;
    let position = AnyPosition::initial(section.game);
    let rows = section.grades.iter().map(|(grade, tiles)| {
        let values = vec![("grade", Value::Count(*grade as usize))];
        let label = Sentence::new("puzzle.grade-of".to_owned(), values);
        let tiles = tiles.iter().map(|tile| tile_part(tile, Names(&position), here));
        let list = Part::new("ol").given("aria-label", label).with(tiles.collect());
        Part::row(vec![grade_mark(*grade), list])
    });
    let solved =
        vec![("solved", Value::Count(section.solved)), ("count", Value::Count(section.count))];
    let summary = Part::new("summary").with(vec![
        Part::new("strong").says(Sentence::new(format!("games.{game}.name"), Vec::new())),
        Part::new("span").says(Sentence::new("puzzle.count".to_owned(), solved)),
    ]);
    let part = Part::new("details").class("card").given("data-game", game);
    part.given("open", game == current).with(vec![summary]).with(rows.collect())
}

/// The way to a puzzle.
fn tile_part(tile: &table::Tile, names: Names<'_>, here: &str) -> Part {
    let kind = if tile.state == TaskProgress::Done { "solved" } else { tile.state.id() };
    let link = Part::new("a").class(kind).given("href", format!("?puzzle={}", tile.id));
    let link = link.given("title", names.sentence(&tile.task));
    let link = link.given("aria-label", names.sentence(&tile.name));
    let link = link.given("textContent", tile.number.to_string());
    let link = if tile.id == here { link.given("aria-current", "page") } else { link };
    Part::new("li").with(vec![link])
}
