//! The book of all puzzles.

use rules::AnyPosition;
use table::{Data, PuzzleProgress, TaskProgress};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::contract::{self, Card, Names, Section};

/// A value of the page as data; unsupported values become nothing.
pub(crate) fn data(value: &JsValue) -> Data {
    if let Some(text) = value.as_string() {
        return Data::Text(text);
    }
    if let Some(number) = value.as_f64() {
        let count = number as u32;
        return if f64::from(count) == number { Data::Count(count) } else { Data::Nothing };
    }
    if let Some(list) = value.dyn_ref::<js_sys::Array>() {
        return Data::List(list.iter().map(|item| data(&item)).collect());
    }
    let Some(object) = value.dyn_ref::<js_sys::Object>() else { return Data::Nothing };
    let entry = |entry: JsValue| {
        let entry: js_sys::Array = entry.unchecked_into();
        Some((entry.get(0).as_string()?, data(&entry.get(1))))
    };
    Data::Map(js_sys::Object::entries(object).iter().filter_map(entry).collect())
}

/// What to store of a lesson: the new progress merged into what is stored, perhaps by another
/// window.
#[wasm_bindgen]
pub fn lesson_kept(kept: &JsValue, new: &JsValue) -> Vec<String> {
    let [kept, new] = [kept, new].map(|one| TaskProgress::read(&data(one)));
    let kept = TaskProgress::merged(&kept, &new);
    kept.into_iter().map(|one| one.id().to_owned()).collect()
}

/// The same for a puzzle: a `PuzzleProgress`.
#[wasm_bindgen]
pub fn puzzle_kept(kept: &JsValue, new: &JsValue) -> JsValue {
    let read = |one: &JsValue| PuzzleProgress::read(&Data::List(vec![data(one)])).pop();
    let together = read(new).map(|new| new.after(read(kept).as_ref()));
    contract::write(&together.map(contract::PuzzleProgress::from))
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
        let card = self.0.card(&data(file))?;
        let position = AnyPosition::initial(card.game);
        Ok(contract::write(&Card::new(card, Names(&position))))
    }

    /// All puzzles by game and grade.
    pub fn sections(&self) -> JsValue {
        let sections = self.0.sections().into_iter().map(|section| {
            let position = AnyPosition::initial(section.game);
            Section::new(section, Names(&position))
        });
        contract::write(&sections.collect::<Vec<Section>>())
    }
}
