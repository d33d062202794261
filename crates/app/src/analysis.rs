//! The analysis board of the page.

use record::Game;
use rules::AnyPosition;
use rules::any::GameId;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::browser::of_page;
use crate::contract::{self, Analysed, AnalysisBoard, Names, Reported};
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
