//! The computer player behind the page: the module that a worker loads (`web/engine-worker.js`).
//!
//! Games come in as they are saved, and turns go out in step notation. The worker holds the clock.

use engine::{Engine, Level, Limits, Thought};
use js_sys::Function;
use record::Record;
use rules::{AnyPosition, GameId, GameSpec, Step};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A computer player of one game.
#[wasm_bindgen]
pub struct Player {
    engine: Engine,
    game: GameId,
}

/// What came of thinking, for the page.
#[derive(Serialize)]
struct Told {
    /// The rest of the turn, in step notation, `end` included where the game has it.
    turn: Vec<String>,
    /// Hundredths of a pawn for the side to move; near 30,000 for a win.
    score: i32,
    /// After how many turns of both sides the side to move has won (above 0) or lost.
    decided: Option<i32>,
    depth: u32,
    nodes: f64,
    /// The turns expected, the first included.
    line: Vec<Vec<String>>,
}

impl Told {
    fn new(thought: &Thought, spec: &'static GameSpec) -> Self {
        let written = |turn: &Vec<Step>| -> Vec<String> {
            turn.iter().map(|step| step.display(spec).to_string()).collect()
        };
        Told {
            turn: written(&thought.turn),
            score: thought.score.value(),
            decided: thought.score.decided(),
            depth: thought.depth,
            nodes: thought.nodes as f64,
            line: thought.line.iter().map(written).collect(),
        }
    }

    fn to_js(&self) -> JsValue {
        serde_wasm_bindgen::to_value(self).unwrap_or(JsValue::NULL)
    }
}

#[wasm_bindgen]
impl Player {
    /// A player of a game that remembers at most `megabytes` of positions.
    ///
    /// # Errors
    /// If there is no game of that name.
    #[wasm_bindgen(constructor)]
    pub fn new(game: &str, seed: u32, megabytes: u32) -> Result<Player, JsError> {
        console_error_panic_hook::set_once();
        let id = GameId::parse(game)
            .ok_or_else(|| JsError::new(&format!("there is no game named {game:?}")))?;
        let engine = Engine::new(id, seed.into(), megabytes as usize * (1 << 20));
        Ok(Player { engine, game: id })
    }

    /// Plays at a level from now on, 1 to 6; anything else is full strength.
    pub fn set_level(&mut self, level: u8) {
        self.engine.set_level(Level::new(level));
    }

    /// Thinks about a saved game where it stands, or as it stood after `at` steps. `stop` is asked
    /// now and then and ends the thinking by returning true; `report` is given each better thought.
    /// Nothing comes of it if the game is over, if chance is to act, or if the game is another one.
    ///
    /// # Errors
    /// If the saved game cannot be read: what is wrong with it.
    pub fn think(
        &mut self,
        saved: &str,
        at: Option<usize>,
        nodes: f64,
        stop: &Function,
        report: &Function,
    ) -> Result<JsValue, JsError> {
        let record = Record::load(saved).map_err(|error| JsError::new(&error.to_string()))?;
        let at = at.unwrap_or(record.steps().len()).min(record.steps().len());
        let position = record.position(at);
        if position.game() != self.game {
            return Ok(JsValue::NULL);
        }
        let past: Vec<AnyPosition> = record
            .turns()
            .filter(|turn| turn.from <= at)
            .map(|turn| *record.position(turn.from))
            .collect();
        let spec = self.game.spec();
        let stop = || stop.call0(&JsValue::NULL).is_ok_and(|told| told.is_truthy());
        let limits = Limits { nodes: nodes.max(1.0) as u64, stop: &stop, ..Limits::NONE };
        let mut tell = |thought: &Thought| {
            // A page that is gone is not told.
            let _ = report.call1(&JsValue::NULL, &Told::new(thought, spec).to_js());
        };
        let thought = self.engine.think(&past, position, &limits, &mut tell);
        Ok(thought.map_or(JsValue::NULL, |thought| Told::new(&thought, spec).to_js()))
    }
}
