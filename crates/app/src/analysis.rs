//! The analysis board of the page.

use record::Game;
use rules::AnyPosition;
use rules::any::GameId;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::browser::of_page;
use crate::contract::{self, Analysed, AnalysisBoard, KnownMoves, Names, Reported};
use crate::page::Table;

#[wasm_bindgen]
impl Table {
    /// Sets an analysis board: see `AnalysisBoard` in `web/shell/contract.d.ts`.
    ///
    /// # Errors
    /// If there is no such game, or no such position.
    pub fn analyse(canvas: web_sys::HtmlCanvasElement, board: JsValue) -> Result<Table, JsError> {
        let AnalysisBoard { game, fen, key, of } = contract::read(board)?;
        let id =
            GameId::parse(&game).ok_or_else(|| JsError::new("there is no game of that name"))?;
        let start = match &fen {
            Some(fen) => {
                AnyPosition::from_fen(id, fen).map_err(|error| JsError::new(&error.to_string()))?
            }
            None => AnyPosition::initial(id),
        };
        let (board, requests) = table::Table::analyse(start, &key, of.map(Into::into).as_ref());
        Table::around(of_page(canvas), board, requests)
    }

    /// What the computer says on an analysis board: an `Analysed`, or null.
    pub fn analysed(&self) -> JsValue {
        let position = self.table.position();
        let view = self.table.analysis_view();
        contract::write(&view.map(|view| Analysed::new(view, Names(&position))))
    }

    /// The report of the main line: a `Reported`, or null.
    pub fn reported(&self) -> JsValue {
        let position = self.table.position();
        let view = self.table.report_view();
        contract::write(&view.map(|view| Reported::new(view, Names(&position))))
    }

    /// Takes the book of the game, as bytes.
    ///
    /// # Errors
    /// If they are none: why.
    pub fn set_book(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        self.table.set_book(bytes).map_err(|error| JsError::new(&error.to_string()))
    }

    /// Takes the games that were played on this device, as they are kept.
    pub fn set_played(&mut self, saved: Vec<String>) {
        self.table.set_played(saved.iter().map(String::as_str));
    }

    /// What is known of the position that is shown: a `KnownMoves`.
    pub fn known_moves(&self) -> JsValue {
        contract::write(&KnownMoves::new(self.table.known_moves()))
    }

    /// The tree of an analysis board: `TreeItem[]`.
    pub fn tree(&self) -> JsValue {
        contract::write(&contract::tree(&self.table))
    }

    /// The line to a turn as the moves of PGN; nothing if the turn is not there.
    pub fn line_text(&self, turn: usize) -> String {
        let game: &Game = self.table.game();
        game.turn(turn).map_or_else(String::new, |turn| self.table.line_text(turn))
    }
}
