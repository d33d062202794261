//! The position editor of the page: a board on which pieces are put freely. Beside it stands a table with
//! the last position that the game has, which is what is shared.

use rules::any::GameId;
use rules::{AnyPosition, Piece, Square};
use scene::{BoardSetup, Scene};
use table::{Editor, Purpose, Setup};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::browser::{HtmlCanvasElement, of_page};
use crate::contract::{self, Edited, EditorBoard, Event, Names, Request, edit_of};
use crate::overlay;
use crate::page::Table;

#[wasm_bindgen]
impl Table {
    /// Sets a position editor: see `EditorBoard` in `web/shell/contract.d.ts`. What is wrong with a position
    /// is told in the editor.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn edit(canvas: crate::js::HtmlCanvasElement, board: JsValue) -> Result<Table, JsError> {
        let board: EditorBoard = contract::read(board)?;
        Table::around_editor(of_page(canvas), &board)
    }

    /// What the position editor shows: an `Edited`, or null.
    pub fn edited(&self) -> JsValue {
        let position = self.table.position();
        let edited = self.editor.as_ref();
        contract::write(&edited.map(|editor| Edited::new(editor, Names(&position))))
    }
}

/// A table at which a position is only looked at.
fn shown(position: AnyPosition) -> table::Table {
    let setup = Setup { purpose: Purpose::Show, ..Setup::here(position, "") };
    table::Table::new(setup).0
}

impl Table {
    pub(crate) fn around_editor(
        canvas: HtmlCanvasElement,
        EditorBoard { game, fen }: &EditorBoard,
    ) -> Result<Table, JsError> {
        let game =
            GameId::parse(game).ok_or_else(|| JsError::new("there is no game of that name"))?;
        let editor = Editor::new(game, fen.as_deref());
        let position = editor.sketch().position().unwrap_or_else(|_| AnyPosition::initial(game));
        let mut table = Table::around(canvas, shown(position), Vec::new())?;
        table.editor = Some(Box::new(editor));
        Ok(table)
    }

    /// Does in the editor what an event of the page means there.
    pub(crate) fn take_in_editor(&mut self, event: Event) {
        let Some(editor) = &mut self.editor else { return };
        let Some(edit) = edit_of(event, editor.sketch()) else { return };
        let before = editor.problem();
        let lifted = match edit {
            table::Edit::Lift(square) => Some(square),
            _ => None,
        };
        let says = editor.handle(edit);
        let problem = editor.problem();
        self.held = lifted.filter(|&square| editor.chosen() == Some(square));
        self.lit = None;
        if let Ok(position) = editor.sketch().position()
            && position != self.table.position()
        {
            self.table = shown(position);
        }
        let position = self.table.position();
        // What is wrong now is said behind what was done.
        let news = problem.filter(|problem| before.as_ref() != Some(problem));
        for says in says.into_iter().chain(news) {
            self.say(Request::Say(Names(&position).sentence(&says)));
        }
    }

    /// The picture of what is being set up; none if nothing is.
    pub(crate) fn picture_of_editor(&self) -> Option<Scene> {
        let editor = self.editor.as_ref()?;
        let sketch = editor.sketch();
        let shape = &sketch.spec().shape;
        let stands = |square: Square| Some((square, sketch.piece_at(square)?));
        let pieces: Vec<(Square, Piece)> = shape.all().filter_map(stands).collect();
        let position = sketch.position().ok();
        let mut scene = BoardSetup {
            pieces: &pieces,
            position: position.as_ref(),
            moved: sketch.moved(),
            passed: sketch.passed(),
            chosen: editor.chosen(),
            lit: self.lit,
            held: self.held,
            cursor: self.cursor,
            coordinates: self.coordinates,
        }
        .compose(self.painter.layout());
        if !self.switches.powers {
            overlay::hide_powers(&mut scene);
        }
        Some(scene)
    }
}
