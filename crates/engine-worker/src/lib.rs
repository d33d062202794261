//! The computer player behind the page: the module that a worker loads (`web/computer/engine-worker.js`).
//!
//! Games come in as they are saved, and turns go out in step notation. The worker holds the clock.

mod answer;
mod page;
mod players;

use std::cell::Cell;

use engine::proof::Prover;
use engine::review::{Played, review};
use engine::survey::{Worth, survey, survey_with_placement};
use engine::{Engine, Level, Limits, Skill, Thought, Wanted};
use record::Record;
use rules::{Actor, AnyPosition, GameId, Phase, Step};
use wasm_bindgen::prelude::*;

use answer::{Answer, Lines, Verdict};

pub use page::Function;
pub use players::Players;

/// A computer player of one game.
#[wasm_bindgen]
pub struct Player {
    engine: Engine,
    game: GameId,
}

/// A game as the page saved it, without what stands beside its main line.
fn read(saved: &str) -> Result<Record, JsError> {
    Record::load_main_line(saved).map_err(|error| JsError::new(&error.to_string()))
}

/// Whether a game is played with a net at a level, in the games that have one; a number that is no level is full
/// strength.
#[wasm_bindgen]
pub fn wants_net(game: &str, level: u8) -> bool {
    let first = GameId::parse(game).and_then(Skill::judged_by_net_from);
    first.is_some_and(|first| Level::new(level).is_none_or(|level| level >= first))
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

    /// Judges positions by a net from now on.
    ///
    /// # Errors
    /// If the bytes are no net of the player's game: why. Everything stays as it is then.
    pub fn set_net(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        self.engine.set_net(bytes).map_err(|error| JsError::new(&error.to_string()))
    }

    /// Plays at a level from now on, by its number; a number that is none of a level is full strength.
    pub fn set_level(&mut self, level: u8) {
        self.engine.set_level(Level::new(level));
    }

    /// Thinks about a saved game where it stands. `stop` is asked now and then and ends the thinking
    /// by returning true; `report` is given each better thought. Where `reasoned` is true, the last
    /// thought comes with its reasons. Nothing comes of it if the game is over, if chance is to act,
    /// or if the game is another one.
    ///
    /// # Errors
    /// If the saved game cannot be read: what is wrong with it.
    pub fn think(
        &mut self,
        saved: &str,
        nodes: f64,
        reasoned: bool,
        stop: &Function,
        report: &Function,
    ) -> Result<JsValue, JsError> {
        let mut tell = |answer: &Answer| report.tell(&answer.to_object());
        let answer = self.answer(saved, nodes, reasoned, &|| stop.asks(), &mut tell)?;
        Ok(answer.as_ref().map_or(JsValue::NULL, Answer::to_object))
    }

    /// Looks back on a saved game: `report` is given the verdict on each turn.
    ///
    /// # Errors
    /// If the saved game cannot be read: what is wrong with it.
    pub fn review(&mut self, saved: &str, nodes: f64, report: &Function) -> Result<(), JsError> {
        self.judge(saved, nodes, &mut |verdict| report.tell(&verdict.to_object()))
    }
}

impl Player {
    /// Where each turn of a saved game began, and where it stands; nothing for another game's.
    fn place(&self, saved: &str) -> Result<Option<(Vec<AnyPosition>, AnyPosition)>, JsError> {
        let record = read(saved)?;
        let past = record.turns().map(|turn| *record.position(turn.from)).collect();
        Ok((record.live().game() == self.game).then(|| (past, *record.live())))
    }

    /// [`Player::think`], without the page.
    fn answer(
        &mut self,
        saved: &str,
        nodes: f64,
        reasoned: bool,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Answer),
    ) -> Result<Option<Answer>, JsError> {
        let Some((past, position)) = self.place(saved)? else { return Ok(None) };
        let limits = Limits { nodes: nodes.max(1.0) as u64, stop, ..Limits::NONE };
        let mut tell = |thought: &Thought| report(&Answer::new(&position, thought, false));
        let thought = self.engine.think(&past, &position, &limits, &mut tell);
        Ok(thought.map(|thought| Answer::new(&position, &thought, reasoned)))
    }

    /// Looks for the best turns from where a saved game stands, at full strength, until `stop` ends the
    /// slice by returning true; the next slice of the same position goes on from there, where the game's
    /// search can. Nothing where there is nothing to be played.
    fn lines(&mut self, saved: &str, count: u8, stop: &dyn Fn() -> bool) -> Result<Lines, JsError> {
        let Some((past, position)) = self.place(saved)? else {
            return Ok(Lines::new(self.game, Vec::new(), false, false));
        };
        let is_stopped = Cell::new(false);
        let stop = || {
            is_stopped.set(is_stopped.get() || stop());
            is_stopped.get()
        };
        let limits = Limits { stop: &stop, goes_on: true, ..Limits::NONE };
        let wanted = Wanted { count: count.into(), only: &[] };
        let found = self.engine.lines(&past, &position, &limits, &wanted, &mut |_, _| {});
        let resumes = self.engine.goes_on(&position);
        // Where nothing was found, nothing more is to be.
        let more = !found.is_empty();
        Ok(Lines::new(self.game, found, more && is_stopped.get(), more && resumes))
    }

    /// What proves things of the turn to be made where a saved game stands; nothing where there is no solver,
    /// or nothing to be proven.
    fn prover(&self, saved: &str) -> Result<Option<Prover>, JsError> {
        Ok(self.place(saved)?.and_then(|(_, position)| Prover::new(&position)))
    }

    /// What a saved game is worth behind so many of its turns, at full strength; nothing where there is
    /// nothing to be found out, or it has fewer turns. Where pieces were drawn, `judges` asks for the best
    /// that is made of them as well.
    fn worth(
        &mut self,
        saved: &str,
        place: usize,
        nodes: f64,
        judges: bool,
    ) -> Result<Option<Worth>, JsError> {
        let record = read(saved)?;
        if record.live().game() != self.game {
            return Ok(None);
        }
        let past: Vec<AnyPosition> =
            record.turns().map(|turn| *record.position(turn.from)).take(place).collect();
        let turn = record.turns().nth(place);
        let position = turn.as_ref().map_or(*record.live(), |turn| *record.position(turn.from));
        if past.len() < place {
            return Ok(None);
        }
        let next = turn.and_then(|turn| record.steps().get(turn.from).copied());
        self.engine.set_level(None);
        let limits = Limits::nodes(nodes.max(1.0) as u64);
        let look = if judges { survey_with_placement } else { survey };
        Ok(look(&mut self.engine, &past, &position, next, &limits))
    }

    /// Looks back on the finished turns of a saved game in which pieces move, the last first. `report`
    /// is given what each lost and what was better; `nodes` is for each thought.
    fn judge(
        &mut self,
        saved: &str,
        nodes: f64,
        report: &mut dyn FnMut(&Verdict),
    ) -> Result<(), JsError> {
        let record = read(saved)?;
        if record.live().game() != self.game {
            return Ok(());
        }
        let turns = record.turns().filter(|turn| turn.done);
        let (froms, game): (Vec<usize>, Vec<Played>) = turns
            .map(|turn| (turn.from, *record.position(turn.from), turn.from..turn.to))
            .filter(|(_, position, _)| {
                position.phase() == Phase::Movement && position.actor() != Actor::Chance
            })
            .map(|(from, position, steps)| {
                let turn: Vec<Step> = record.steps()[steps].to_vec();
                (from, Played { position, turn })
            })
            .unzip();
        self.engine.set_level(None);
        let limits = Limits::nodes(nodes.max(1.0) as u64);
        review(&mut self.engine, &game, &limits, &mut |place, judged| {
            report(&Verdict::new(froms[place], &game[place].position, judged));
        });
        Ok(())
    }
}
