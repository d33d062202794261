//! What a board in a frame on another site says of the place that it shows.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::contract::{self, Names, Sentence, Value};
use crate::page::Table;

#[wasm_bindgen]
impl Table {
    /// The turn that led to the place shown and, behind the last one, how the game ended: a list of
    /// `Sentence`s.
    pub fn announced(&self) -> JsValue {
        contract::write(&self.announcement())
    }
}

impl Table {
    /// The turn that led to the place shown and, behind the last one, how the game ended.
    pub(crate) fn announcement(&self) -> Vec<Sentence> {
        let view = self.view();
        let at = usize::try_from(view.view.at).unwrap_or_default();
        let turn = view.score.iter().rev().find(|turn| turn.from < at);
        let mut sentences = vec![turn.map_or_else(
            || contract::words("travel.embed-start"),
            |turn| {
                let number = match turn.number {
                    0 => "–".to_owned(),
                    number => format!("{number}."),
                };
                let steps = table::spaced(&turn.san);
                let values = vec![
                    ("number", Value::Text(number)),
                    ("color", Value::Color(turn.color)),
                    ("turn", Value::Notation(steps)),
                ];
                Sentence::new("travel.embed-turn".to_owned(), values)
            },
        )];
        let position = self.table.position();
        let verdict = self.table.game().verdict();
        if turn.is_some() && at == view.view.of {
            let ended = verdict.map(|verdict| Names(&position).sentence(&table::result(verdict)));
            sentences.extend(ended);
        }
        sentences
    }
}
