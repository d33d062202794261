//! Tables for lessons and puzzles, from the site's files.

use rules::{AnyPosition, GameId};
use table::{Lesson, Purpose, Puzzle};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::browser::{HtmlCanvasElement, of_page};
use crate::learn::{Book, data};
use crate::page::Table;

#[wasm_bindgen]
impl Table {
    /// A table for a lesson, from its file and what is kept of it.
    ///
    /// # Errors
    /// If the file cannot be read: what is wrong with it, and where.
    pub fn lesson(
        canvas: crate::js::HtmlCanvasElement,
        game: &str,
        file: &JsValue,
        kept: &JsValue,
    ) -> Result<Table, JsError> {
        let game = GameId::parse(game).ok_or_else(|| JsError::new("there is no such game"))?;
        let lesson = Lesson::read(game, &data(file), &data(kept))?;
        Table::exercise(of_page(canvas), lesson.task().start, Purpose::Lesson(Box::new(lesson)))
    }

    /// A table for a puzzle of the book, from the file with those of its game. Who solves sits below.
    ///
    /// # Errors
    /// If the file cannot be read: what is wrong with it, and where.
    pub fn puzzle(
        canvas: crate::js::HtmlCanvasElement,
        book: &Book,
        id: &str,
        file: &JsValue,
    ) -> Result<Table, JsError> {
        let puzzle = Puzzle::read(&book.0, id, &data(file))?;
        let start = *puzzle.start();
        let mut table = Table::exercise(of_page(canvas), start, Purpose::Puzzle(Box::new(puzzle)))?;
        table.look_from(Some(start.turn()));
        Ok(table)
    }

    fn exercise(
        canvas: HtmlCanvasElement,
        start: AnyPosition,
        purpose: Purpose,
    ) -> Result<Table, JsError> {
        let setup = table::Setup { purpose, ..table::Setup::here(start, "") };
        let (table, requests) = table::Table::new(setup);
        Table::around(canvas, table, requests)
    }
}
