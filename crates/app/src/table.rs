//! What the page can do with a game on the table.

use record::Record;
use rules::any::{AnyPosition, GameId};
use rules::san::SanError;
use rules::{Bits, Square, Step};
use scene::{Layout, Motion, Pace, Picture};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};
use web_sys::{HtmlCanvasElement, HtmlImageElement};

use crate::chance::Chance;
use crate::overlay::{self, Switches};
use crate::painter::Painter;
use crate::session::{Answer, Pick, Session};
use crate::snapshot::{DrawnPiece, Reply, Snapshot, cells, read_color, read_role};

/// The pause between two steps of a turn that is replayed, in milliseconds.
const BEAT: f64 = 520.0;

/// A finished turn, playing again.
#[derive(Clone, Debug)]
struct Replay {
    /// The record's index of the next step to be shown.
    next: usize,
    /// The index behind the turn's last step.
    end: usize,
    /// When the next step begins; unknown until the first frame.
    due: Option<f64>,
}

/// A game on the table.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Table {
    session: Session,
    painter: Painter,
    pace: Pace,
    coordinates: bool,
    /// Effects of a step that the next frame starts to show, and at which pace.
    arriving: Option<(Vec<rules::Effect>, Way, Pace)>,
    motion: Option<Motion>,
    replay: Option<Replay>,
    /// The piece dragged, which is drawn faintly where it stands.
    held: Option<Square>,
    lit: Option<Square>,
    cursor: Option<Square>,
    /// The square under the mouse.
    pointed: Option<Square>,
    switches: Switches,
    /// Whether the lines of check are drawn since an end was refused.
    explained: bool,
    /// Whose attacks are shown, if any are: whether those of the side to move.
    threats: Option<bool>,
    drawn: Vec<(Square, Square)>,
}

/// Whether a step is taken or taken back.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Way {
    Forward,
    Back,
}

fn plain(value: &impl serde::Serialize) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    value.serialize(&serializer).unwrap_or(JsValue::NULL)
}

#[wasm_bindgen]
impl Table {
    /// Begins a game, from its initial position or a FEN; with a seed the draws can be
    /// reproduced.
    ///
    /// # Errors
    /// If there is no such game, or the FEN cannot be played.
    #[wasm_bindgen(constructor)]
    pub fn new(
        canvas: HtmlCanvasElement,
        game: &str,
        fen: Option<String>,
        seed: Option<f64>,
    ) -> Result<Table, JsError> {
        console_error_panic_hook::set_once();
        let id = GameId::parse(game)
            .ok_or_else(|| JsError::new(&format!("no game is called '{game}'")))?;
        let start = match fen {
            Some(fen) => {
                AnyPosition::from_fen(id, &fen).map_err(|error| JsError::new(&error.to_string()))?
            }
            None => AnyPosition::initial(id),
        };
        let chance = seed.map_or(Chance::Browser, |seed| Chance::Seed(seed as u64));
        Table::with(canvas, Record::new(start), chance)
    }

    /// Takes up a game as [`Table::save`] wrote it.
    ///
    /// # Errors
    /// If the text is not such a game.
    pub fn restore(canvas: HtmlCanvasElement, saved: &str) -> Result<Table, JsError> {
        console_error_panic_hook::set_once();
        let record = Record::load(saved).map_err(|error| JsError::new(&error.to_string()))?;
        Table::with(canvas, record, Chance::Browser)
    }

    fn with(canvas: HtmlCanvasElement, record: Record, chance: Chance) -> Result<Table, JsError> {
        let shape = record.live().spec().shape;
        let layout = Layout::fit(shape, 320.0, 320.0, false);
        let painter =
            Painter::new(canvas, layout).map_err(|_| JsError::new("the canvas cannot be used"))?;
        Ok(Table {
            session: Session::new(record, chance),
            painter,
            pace: Pace::USUAL,
            coordinates: true,
            arriving: None,
            motion: None,
            replay: None,
            held: None,
            lit: None,
            cursor: None,
            pointed: None,
            switches: Switches::ON,
            explained: false,
            threats: None,
            drawn: Vec::new(),
        })
    }

    /// The game as text, for storage.
    pub fn save(&self) -> String {
        self.session.record().save()
    }

    /// Everything that the page shows beside the canvas, the squares excepted.
    pub fn snapshot(&self) -> JsValue {
        plain(&Snapshot::new(&self.session, self.painter.layout().is_flipped()))
    }

    /// The squares, one number each; see `web/board/cells.js`.
    pub fn cells(&self) -> Vec<u32> {
        cells(&self.session, self.attacked())
    }

    /// Fits the board into a space in CSS pixels; returns what it takes of it.
    pub fn resize(&mut self, width: f64, height: f64, ratio: f64) -> JsValue {
        #[derive(serde::Serialize)]
        struct Taken {
            width: f64,
            height: f64,
            square: f64,
        }
        let ratio = if ratio.is_finite() && ratio > 0.0 { ratio } else { 1.0 };
        let old = self.painter.layout();
        let layout = Layout::fit(old.shape(), width * ratio, height * ratio, old.is_flipped());
        self.painter.set_layout(layout, ratio);
        let (width, height) = layout.size();
        plain(&Taken {
            width: f64::from(width) / ratio,
            height: f64::from(height) / ratio,
            square: layout.square() / ratio,
        })
    }

    /// Takes the drawing of a piece. The men of Chessence have variants called `man-` and the letters of
    /// their powers (r, b, n); `man-x` is the man that shows none.
    pub fn set_sprite(&mut self, role: &str, color: &str, image: HtmlImageElement) {
        let (role, powers) = match role.strip_prefix("man-") {
            Some(letters) => {
                let bits = [('r', 1), ('b', 2), ('n', 4), ('x', scene::PLAIN)];
                let known = bits
                    .iter()
                    .filter(|&&(letter, _)| letters.chars().any(|power| power == letter));
                ("man", known.map(|&(_, bit)| bit).sum())
            }
            None => (role, 0),
        };
        if let (Some(role), Some(color)) = (read_role(role), read_color(color)) {
            self.painter.set_drawing(role, powers, color, image);
        }
    }

    /// Takes the colours of the canvas by name.
    pub fn set_colors(&mut self, colors: &js_sys::Object) {
        for entry in js_sys::Object::entries(colors).iter() {
            let entry: js_sys::Array = entry.unchecked_into();
            if let (Some(name), Some(value)) = (entry.get(0).as_string(), entry.get(1).as_string())
            {
                self.painter.colors.set(&name, value);
            }
        }
    }

    /// Whether motion is to be reduced.
    pub fn set_motion(&mut self, reduced: bool) {
        self.pace = if reduced { Pace::NONE } else { Pace::USUAL };
    }

    /// Whether ranks and files are named at the edge.
    pub fn set_coordinates(&mut self, shown: bool) {
        self.coordinates = shown;
    }

    /// Paints the board as it looks at `now` (milliseconds of the animation frame); true while
    /// something moves.
    ///
    /// # Errors
    /// If the canvas fails.
    pub fn paint(&mut self, now: f64) -> Result<bool, JsValue> {
        self.advance_replay(now);
        if let Some((effects, way, pace)) = self.arriving.take() {
            self.motion = Some(match way {
                Way::Forward => Motion::new(effects, pace, now),
                Way::Back => Motion::back(&effects, pace, now),
            });
        }
        if self.motion.as_ref().is_some_and(|motion| motion.is_over(now)) {
            self.motion = None;
        }
        let scene = self.picture(now);
        self.painter.paint(&scene)?;
        Ok(self.motion.is_some() || self.replay.is_some())
    }

    fn picture(&self, now: f64) -> scene::Scene {
        let session = &self.session;
        let record = session.record();
        let position = session.position();
        let last = session.last_turn();
        let last_steps = last.map_or(&[][..], |turn| &record.steps()[turn.from..turn.to]);
        let mut last_squares = Vec::new();
        for &step in last_steps {
            match step {
                Step::Move { from, to, .. } => last_squares.extend([from, to]),
                Step::Drop { to, .. } => last_squares.push(to),
                Step::Draw(_) | Step::End => {}
            }
        }
        let signs = self.signs_now(now);
        let trail = self.trail();
        let targets = session.targets();
        let forbidden = session.forbidden();
        let inside = session.shows_checks() || self.explained;
        let attacks = if inside { session.attack_lines() } else { Vec::new() };
        let threats: Vec<Square> = self.attacked().squares().collect();
        let chosen = match session.pick() {
            Some(Pick::Piece(square) | Pick::Empty(square)) => Some(square),
            _ => None,
        };
        let mut scene = Picture {
            position,
            last: &last_squares,
            trail: &trail,
            chosen,
            targets: &targets,
            forbidden: &forbidden,
            lit: self.lit,
            held: self.held,
            cursor: self.cursor,
            attacks: &attacks,
            threats: &threats,
            signs: &signs,
            drawn: &self.drawn,
            motion: self.motion.as_ref().map(|motion| (motion, now)),
            coordinates: self.coordinates,
        }
        .compose(self.painter.layout());
        if !self.switches.powers {
            overlay::hide_powers(&mut scene);
        }
        scene
    }

    /// This turn's steps up to the position shown: each piece's squares before and after.
    fn trail(&self) -> Vec<(Option<Square>, Square)> {
        let record = self.session.record();
        let index = self.session.index();
        let turn = record.turns().find(|turn| turn.from < index && index <= turn.to);
        let Some(turn) = turn.filter(|_| self.session.position().is_inside_turn()) else {
            return Vec::new();
        };
        let steps = &record.steps()[turn.from..index];
        let step = |&step: &Step| match step {
            Step::Move { from, to, .. } => Some((Some(from), to)),
            Step::Drop { to, .. } => Some((None, to)),
            Step::Draw(_) | Step::End => None,
        };
        steps.iter().filter_map(step).collect()
    }

    /// The attacked squares that are shown on demand.
    fn attacked(&self) -> u128 {
        let turn = self.session.position().turn();
        self.threats.map_or(0, |own| self.session.attacked(if own { turn } else { !turn }))
    }

    /// Turns the board.
    pub fn flip(&mut self) {
        let layout = self.painter.layout();
        let turned = layout.turned(!layout.is_flipped());
        let ratio = self.painter.ratio();
        self.painter.set_layout(turned, ratio);
    }

    /// The square under a point of the canvas, in CSS pixels.
    pub fn square_at(&self, x: f64, y: f64) -> Option<String> {
        let ratio = self.painter.ratio();
        let square = self.painter.layout().at(x * ratio, y * ratio)?;
        Some(self.painter.layout().shape().name(square).to_string())
    }

    fn square(&self, name: &str) -> Option<Square> {
        self.painter.layout().shape().place(name)
    }

    /// Turns an answer over to the page, and its effects to the picture.
    fn reply(&mut self, mut answer: Answer, slides: bool) -> JsValue {
        if !answer.done.is_empty() {
            self.explained = false;
            self.drawn.clear();
            let effects = std::mem::take(&mut answer.effects);
            if !effects.is_empty() {
                // A piece that was dragged stands where it was let go; only what it set in motion
                // moves.
                let own = if slides { self.pace.own } else { 0.0 };
                self.arriving = Some((effects, Way::Forward, Pace { own, ..self.pace }));
            }
        }
        (self.held, self.lit) = (None, None);
        plain(&Reply::new(&answer, self.session.record().live()))
    }

    fn unknown(&mut self) -> JsValue {
        self.reply(Answer::default(), false)
    }

    /// A tap on a square.
    pub fn tap(&mut self, square: &str) -> JsValue {
        self.stop_replay();
        let Some(square) = self.square(square) else { return self.unknown() };
        let answer = self.session.tap(square);
        self.reply(answer, true)
    }

    /// A tap on a piece of the own hand or reserve.
    pub fn pick(&mut self, role: &str) -> JsValue {
        self.stop_replay();
        let Some(role) = read_role(role) else { return self.unknown() };
        let answer = self.session.pick_reserve(role);
        self.reply(answer, true)
    }

    /// Lets go of whatever is chosen.
    pub fn let_go(&mut self) {
        self.session.let_go();
        (self.held, self.lit) = (None, None);
    }

    /// Takes hold of a piece on the board to drag it: its colour, and its role or, in Chessence, the
    /// name of its drawing.
    pub fn lift(&mut self, square: &str) -> JsValue {
        self.stop_replay();
        let Some(square) = self.square(square) else { return JsValue::UNDEFINED };
        match self.session.lift(square) {
            Some(piece) => {
                self.held = Some(square);
                if let Some(piece) = overlay::lifted(self.session.position(), square, self.switches)
                {
                    return plain(&piece);
                }
                plain(&DrawnPiece::from(piece))
            }
            None => JsValue::UNDEFINED,
        }
    }

    /// Takes hold of a piece off the board to drag it.
    pub fn lift_reserve(&mut self, role: &str) -> JsValue {
        self.stop_replay();
        match read_role(role).and_then(|role| self.session.lift_reserve(role)) {
            Some(piece) => plain(&DrawnPiece::from(piece)),
            None => JsValue::UNDEFINED,
        }
    }

    /// The square under the piece held, or none. It lights up if the piece may go there.
    pub fn drag_over(&mut self, square: Option<String>) {
        let square = square.and_then(|name| self.square(&name));
        let targets = self.session.targets();
        self.lit = square.filter(|&square| targets.iter().any(|&(to, _)| to == square));
    }

    /// The piece held is let fall on a square, or off the board.
    pub fn drop_on(&mut self, square: Option<String>) -> JsValue {
        let square = square.and_then(|name| self.square(&name));
        let answer = self.session.drop_on(square);
        self.reply(answer, false)
    }

    /// Plays a piece from a square to another.
    pub fn play(&mut self, from: &str, to: &str, into: Option<String>) -> JsValue {
        let (Some(from), Some(to)) = (self.square(from), self.square(to)) else {
            return self.unknown();
        };
        let into = into.and_then(|name| read_role(&name));
        let answer = self.session.play(from, to, into);
        self.reply(answer, true)
    }

    /// Drops a piece of a kind on a square.
    pub fn drop_piece(&mut self, role: &str, square: &str) -> JsValue {
        let (Some(role), Some(to)) = (read_role(role), self.square(square)) else {
            return self.unknown();
        };
        let answer = self.session.take(Step::Drop { role, to });
        self.reply(answer, true)
    }

    /// A step typed as SAN or in step notation.
    pub fn typed(&mut self, text: &str) -> JsValue {
        let live = *self.session.record().live();
        let answer = match live.read_san(text) {
            Ok(step) | Err(SanError::Refused(step, _)) => self.session.take(step),
            Err(error) => Answer { refused: Some(error.refusal(&live)), ..Answer::default() },
        };
        self.reply(answer, true)
    }

    /// Ends the turn. Too early, the reason is drawn on the board.
    pub fn end_turn(&mut self) -> JsValue {
        let answer = self.session.take(Step::End);
        self.explained = answer.refused.is_some();
        self.reply(answer, true)
    }

    /// Takes the last step of this turn back.
    pub fn undo(&mut self) -> bool {
        self.explained = false;
        match self.session.undo() {
            Some(effects) => {
                self.arriving = Some((effects, Way::Back, self.pace));
                true
            }
            None => false,
        }
    }

    /// Takes a step taken back once more.
    pub fn redo(&mut self) -> bool {
        self.explained = false;
        match self.session.redo() {
            Some(effects) => {
                self.arriving = Some((effects, Way::Forward, self.pace));
                true
            }
            None => false,
        }
    }

    /// Takes the whole turn back.
    pub fn reset_turn(&mut self) -> bool {
        self.undo_to(0)
    }

    /// Keeps the first `step` steps of this turn.
    pub fn undo_to(&mut self, step: usize) -> bool {
        self.explained = false;
        self.session.undo_to(step)
    }

    /// Takes the pieces placed in this turn off the board again.
    pub fn clear(&mut self) -> bool {
        self.undo_to(0)
    }

    /// Takes turns back until this side stands where its last finished turn began.
    pub fn take_back(&mut self, color: &str) -> bool {
        self.explained = false;
        self.arriving = None;
        read_color(color).is_some_and(|color| self.session.take_back(color))
    }

    /// The side to move gives up.
    pub fn resign(&mut self) {
        self.session.resign();
    }

    /// The players agree on a draw.
    pub fn agree_draw(&mut self) {
        self.session.agree_draw();
    }

    /// The keyboard's cursor, or none.
    pub fn cursor(&mut self, square: Option<String>) {
        self.cursor = square.and_then(|name| self.square(&name));
    }

    /// Shows the position after `index` steps of the record.
    pub fn view(&mut self, index: usize) {
        self.stop_replay();
        let before = self.session.index();
        self.session.show(index);
        let record = self.session.record();
        let after = self.session.index();
        self.arriving = if after == before + 1 {
            Some((record.effects(before), Way::Forward, self.pace))
        } else if after + 1 == before {
            Some((record.effects(after), Way::Back, self.pace))
        } else {
            None
        };
    }

    /// Plays the last finished turn again, step by step; returns how long that takes, in
    /// milliseconds, or 0 if there is none.
    pub fn replay_turn(&mut self) -> f64 {
        self.stop_replay();
        self.session.show(usize::MAX);
        let Some(turn) = self.session.last_turn() else { return 0.0 };
        self.replay = Some(Replay { next: turn.from, end: turn.to, due: None });
        self.session.show(turn.from);
        (turn.to - turn.from) as f64 * BEAT
    }

    /// Ends the replay; the live position is shown again.
    pub fn stop_replay(&mut self) {
        if self.replay.take().is_some() {
            self.motion = None;
            self.session.show(usize::MAX);
        }
    }

    fn advance_replay(&mut self, now: f64) {
        let Some(replay) = &mut self.replay else { return };
        let due = *replay.due.get_or_insert(now + BEAT / 2.0);
        if now < due {
            return;
        }
        if replay.next == replay.end {
            self.replay = None;
            self.session.show(usize::MAX);
            return;
        }
        let index = replay.next;
        replay.next += 1;
        replay.due = Some(now + BEAT);
        let effects = self.session.record().effects(index);
        self.motion = Some(Motion::new(effects, self.pace, now));
        self.session.show(index + 1);
    }

    /// Draws an arrow, or a circle where both squares are the same; once more removes it.
    pub fn mark(&mut self, from: &str, to: &str) {
        let (Some(from), Some(to)) = (self.square(from), self.square(to)) else { return };
        match self.drawn.iter().position(|&drawn| drawn == (from, to)) {
            Some(place) => {
                self.drawn.remove(place);
            }
            None => self.drawn.push((from, to)),
        }
    }

    /// Removes all arrows and circles.
    pub fn clear_marks(&mut self) {
        self.drawn.clear();
    }

    /// Shows what the side to move attacks (true), or the other side (false), or nothing.
    pub fn show_attacks(&mut self, own: Option<bool>) {
        self.threats = own;
    }
}

/// What only games have in which pieces are placed before they move.
#[wasm_bindgen]
impl Table {
    /// Lets chance draw the pieces of this turn.
    pub fn draw(&mut self) -> JsValue {
        let answer = self.session.draw();
        self.reply(answer, false)
    }

    /// Places sensibly what is left of this turn's pieces; false if there is no way that lets the turn
    /// end.
    pub fn place_for_me(&mut self) -> bool {
        self.explained = false;
        self.session.place_for_me()
    }

    /// Places in another way what was placed for the player.
    pub fn shuffle(&mut self) -> bool {
        self.explained = false;
        self.session.shuffle()
    }

    /// Begins anew with both sides placed sensibly.
    pub fn quick_start(&mut self) {
        self.stop_replay();
        self.motion = None;
        self.session.quick_start();
    }
}

/// What the games' own rules do, shown while the player points.
#[wasm_bindgen]
impl Table {
    /// The square under the mouse, or none.
    pub fn point(&mut self, square: Option<String>) {
        self.pointed = square.and_then(|name| self.square(&name));
    }

    /// What there is to be said about a square pointed at or, without one, about the piece chosen: a
    /// line for each sign, which `web/board/overlays.js` reads.
    pub fn told(&self, square: Option<String>) -> String {
        let aim = square.and_then(|name| self.square(&name));
        let live = self.session.record().live();
        let signs = overlay::signs(&self.session, aim, self.switches);
        let told: Vec<String> =
            signs.into_iter().filter_map(|sign| overlay::told(sign, live)).collect();
        told.join("\n")
    }

    /// Whether pieces show their powers by their shapes, and whether a king that could be captured is
    /// pointed out.
    pub fn set_switches(&mut self, powers: bool, warnings: bool) {
        self.switches = Switches { powers, warnings };
    }
}

impl Table {
    /// The signs to be painted at a time.
    fn signs_now(&self, now: f64) -> Vec<scene::Sign> {
        let aim = self.lit.or(self.cursor).or(self.pointed);
        let mut signs = overlay::signs(&self.session, aim, self.switches);
        let record = self.session.record();
        if let Some(motion) = &self.motion {
            if let Some((center, strength)) = motion.impulse(now) {
                signs.push(scene::Sign::Impulse { center, strength });
                signs.extend(overlay::forces(motion.effects()));
            }
        } else if let Some(turn) = self.session.last_turn() {
            let is_still = self.pace == Pace::NONE;
            for index in turn.from..turn.to {
                signs.extend(overlay::tracks(&record.effects(index), is_still));
            }
        }
        signs
    }
}
