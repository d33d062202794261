//! The analysis board of the page.

use record::Game;
use rules::AnyPosition;
use rules::any::GameId;
use table::Study;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::browser::of_page;
use crate::contract::{
    self, Analysed, AnalysisBoard, Conditional, FollowedStep, KnownMoves, Names, Reported, Studied,
    StudyLink, words,
};
use crate::page::Table;

#[wasm_bindgen]
impl Table {
    /// Sets an analysis board: see `AnalysisBoard` in `web/shell/contract.d.ts`.
    ///
    /// # Errors
    /// If there is no such game, or no such position.
    pub fn analyse(canvas: crate::js::HtmlCanvasElement, board: JsValue) -> Result<Table, JsError> {
        let AnalysisBoard { game, fen, key, of, study } = contract::read(board)?;
        let id =
            GameId::parse(&game).ok_or_else(|| JsError::new("there is no game of that name"))?;
        let start = match &fen {
            Some(fen) => {
                AnyPosition::from_fen(id, fen).map_err(|error| JsError::new(&error.to_string()))?
            }
            None => AnyPosition::initial(id),
        };
        let study = study.and_then(|content| Study::load(&content.saved));
        if let Some((board, requests)) =
            study.and_then(|study| table::Table::open_study(study, id, &key))
        {
            return Table::around(of_page(canvas), board, requests);
        }
        let (board, requests) = table::Table::analyse(start, &key, of.map(Into::into).as_ref());
        Table::around(of_page(canvas), board, requests)
    }

    /// What the computer says on an analysis board: an `Analysed`, or null.
    pub fn analysed(&self) -> JsValue {
        let position = self.table.position();
        let view = self.table.analysis_view();
        contract::write(&view.map(|view| Analysed::new(view, Names(&position))))
    }

    /// A line of the computer's step by step: a list of `FollowedStep`s.
    pub fn follow_line(&self, line: usize) -> JsValue {
        let steps = self.table.follow_line(line);
        contract::write(&steps.iter().map(FollowedStep::new).collect::<Vec<_>>())
    }

    /// The report of the main line: a `Reported`, or null.
    pub fn reported(&self) -> JsValue {
        let position = self.table.position();
        let view = self.table.report_view();
        contract::write(&view.map(|view| Reported::new(view, Names(&position))))
    }

    /// The conditional turns of a game by link: a `Conditional`, or null.
    pub fn conditional(&self) -> JsValue {
        let position = self.table.position();
        let view = self.table.conditional_view();
        contract::write(&view.map(|view| Conditional::new(view, Names(&position))))
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

    /// The start of the tree: a `TreeItem` of no turn.
    pub fn tree_start(&self) -> JsValue {
        contract::write(&contract::tree_start(&self.table))
    }

    /// The study that the board belongs to: a `Studied`.
    pub fn studied(&self) -> JsValue {
        contract::write(&Studied::from(self.table.study_view()))
    }

    /// The study as a link to a page of this site: a `StudyLink`.
    pub fn study_link(&self, site: &str) -> JsValue {
        contract::write(&self.link_to_study(site))
    }

    /// The study as PGN.
    pub fn study_file(&self) -> String {
        self.table.kept_study().map(|study| study.pgn()).unwrap_or_default()
    }

    /// The line to a turn as the moves of PGN; nothing if the turn is not there.
    pub fn line_text(&self, turn: usize) -> String {
        let game: &Game = self.table.game();
        game.turn(turn).map_or_else(String::new, |turn| self.table.line_text(turn))
    }
}

impl Table {
    /// The study as a link to a page of this site.
    pub(crate) fn link_to_study(&self, site: &str) -> StudyLink {
        let study = self.table.kept_study();
        let link = study.as_ref().and_then(|study| study.link().ok());
        let game =
            study.as_ref().and_then(|study| Some(study.chapters().first()?.kind().spec().id));
        let (text, says) = match (study.zip(link), game) {
            (Some((study, link)), Some(game)) => (
                format!("{site}?analysis={game}#{link}"),
                (!study.is_whole_in(&link)).then(|| words("study.partly")),
            ),
            _ => (String::new(), Some(words("study.long"))),
        };
        StudyLink { text, says }
    }
}
