//! What the page can do with a game on the table.

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

use record::Game;
use record::game::{Brush, Mark, Path, TurnId};
use rules::any::{AnyPosition, GameId};
use rules::{Bits, Color, Effect, Square, Step};
use scene::{Layout, Motion, Pace, Picture};
use table::{Event, Pick, Seat};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::browser::{HtmlCanvasElement, entropy, moment, of_page};
use crate::contract::{
    self, Cell, Names, Opponent, Piece, Request, Score, Setup, Shows, View, cells, drawn,
    read_color, read_role,
};
use crate::js;
use crate::overlay::{self, Switches};
use crate::painter::Painter;
use crate::seen::{self, Account};
use crate::sounds;

/// A game on the table.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Table {
    pub(crate) table: table::Table,
    /// The position editor, if this is one.
    #[cfg(feature = "whole")]
    pub(crate) editor: Option<Box<table::Editor>>,
    /// What it asks for that nobody has fetched yet.
    requests: Vec<Request>,
    score: Score,
    /// The squares as the page knows them: see [`cells`].
    known: Vec<u32>,
    pub(crate) painter: Painter,
    pace: Pace,
    pub(crate) coordinates: bool,
    /// Effects of a step that the next frame starts to show, and at which pace.
    arriving: Option<(Vec<Effect>, Way, Pace)>,
    motion: Option<Motion>,
    /// The piece dragged, which is drawn faintly where it stands.
    pub(crate) held: Option<Square>,
    pub(crate) lit: Option<Square>,
    pub(crate) cursor: Option<Square>,
    /// The square under the mouse.
    pointed: Option<Square>,
    pub(crate) switches: Switches,
    /// Whether the lines of check are drawn since an end was refused.
    explained: bool,
    /// Whose attacks are shown, if any are: whether those of the side to move.
    threats: Option<bool>,
    drawn: Vec<(Square, Square)>,
    /// Whether the royal of the side that has lost is still to fall, and since when it does.
    falls: Option<Option<f64>>,
    /// The last turn, once the player has touched a piece after it.
    read: Option<TurnId>,
}

/// How long a royal takes to fall, in milliseconds.
const FALLING: f64 = 420.0;

/// Whether a step is taken or taken back.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Way {
    Forward,
    Back,
}

/// What the board takes of a space, and the side of a square, in CSS pixels.
#[derive(serde::Serialize, PartialEq, Debug)]
struct Taken {
    width: f64,
    height: f64,
    square: f64,
}

/// What a table shows, of which the picture shows a change.
#[derive(Clone, Copy, Debug)]
struct Stand {
    place: Path,
    position: AnyPosition,
}

/// Where a game begins.
fn start_of(game: &str, fen: Option<&str>) -> Result<AnyPosition, JsError> {
    let id =
        GameId::parse(game).ok_or_else(|| JsError::new(&format!("no game is called '{game}'")))?;
    match fen {
        Some(fen) => {
            AnyPosition::from_fen(id, fen).map_err(|error| JsError::new(&error.to_string()))
        }
        None => Ok(AnyPosition::initial(id)),
    }
}

/// A game with the clocks of a time control, if there is one.
#[cfg(feature = "whole")]
fn timed(mut game: Game, control: Option<&str>) -> Game {
    if let Some(control) = control.and_then(record::TimeControl::parse) {
        game.set_clock(Some((control, 0)));
    }
    game
}

#[wasm_bindgen]
impl Table {
    /// Sets a table: see `Setup` in `web/shell/contract.d.ts`.
    ///
    /// # Errors
    /// If it cannot be set so.
    pub fn open(canvas: js::HtmlCanvasElement, setup: JsValue) -> Result<Table, JsError> {
        let setup: Setup = contract::read(setup)?;
        Table::lay(of_page(canvas), setup)
    }

    fn lay(canvas: HtmlCanvasElement, setup: Setup) -> Result<Table, JsError> {
        let (table, requests) = match &setup.link {
            Some(link) => table::Table::open(link)?,
            None => {
                let start = start_of(&setup.game, setup.fen.as_deref());
                let (game, start) = match &setup.saved {
                    Some(saved) => (Game::load(saved)?, start.ok()),
                    None => (Game::new(start?), None),
                };
                #[cfg(feature = "whole")]
                let game = timed(game, setup.clock.as_deref());
                let opponent = setup.opponent.and_then(Opponent::read);
                table::Table::new(table::Setup {
                    game,
                    start,
                    key: setup.key,
                    seats: opponent.map_or([Seat::Here; 2], table::Opponent::seats),
                    opponent_seed: opponent.and_then(|opponent| opponent.seed),
                    purpose: match (setup.show, setup.analysis) {
                        (true, _) => table::Purpose::Show,
                        (false, true) => table::Purpose::Analysis,
                        (false, false) => table::Purpose::Play,
                    },
                    seed: setup.seed.map(|seed| seed as u64),
                    confirms: setup.confirms,
                })
            }
        };
        Table::around(canvas, table, requests)
    }

    /// The picture around a table, and what that asks for first.
    pub(crate) fn around(
        canvas: HtmlCanvasElement,
        table: table::Table,
        requests: Vec<table::Request>,
    ) -> Result<Table, JsError> {
        let position = table.position();
        let layout = Layout::fit(position.spec().shape, 320.0, 320.0, false);
        let painter =
            Painter::new(canvas, layout).map_err(|_| JsError::new("the canvas cannot be used"))?;
        let requests =
            requests.into_iter().filter_map(|request| Request::new(request, &position)).collect();
        Ok(Table {
            table,
            #[cfg(feature = "whole")]
            editor: None,
            requests,
            score: Score::default(),
            known: Vec::new(),
            painter,
            pace: Pace::USUAL,
            coordinates: true,
            arriving: None,
            motion: None,
            held: None,
            lit: None,
            cursor: None,
            pointed: None,
            switches: Switches::ON,
            explained: false,
            threats: None,
            drawn: Vec::new(),
            falls: None,
            read: None,
        })
    }

    /// Hands an event to the table; what is to be done. Events and requests: `web/shell/contract.d.ts`.
    /// An event that names what is not there changes nothing.
    ///
    /// # Errors
    /// If that is no event.
    pub fn handle(&mut self, event: JsValue) -> Result<JsValue, JsError> {
        self.take(contract::read(event)?);
        Ok(self.opened())
    }

    fn take(&mut self, event: contract::Event) {
        #[cfg(feature = "whole")]
        if self.editor.is_some() {
            return self.take_in_editor(event);
        }
        let slides = !matches!(event, contract::Event::Drop(_));
        let ends = matches!(event, contract::Event::EndTurn);
        let is_replay = matches!(event, contract::Event::Replay);
        if let Some(event) = event.read(&self.table, entropy) {
            let lifted = match event {
                Event::Lift(square) => Some(square),
                _ => None,
            };
            self.perform(event, slides);
            self.held = lifted.filter(|&square| self.table.pick() == Some(Pick::Piece(square)));
            self.explained = ends && self.table.refusal().is_some();
            if is_replay {
                // Its beginning is there at once.
                self.arriving = None;
            }
        }
    }

    /// What the table asks for that nobody has fetched yet.
    pub fn opened(&mut self) -> JsValue {
        contract::write(&std::mem::take(&mut self.requests))
    }

    /// The game as text, for storage: with the step that waits to be confirmed, or as it was `before`.
    pub fn save(&self, before: Option<bool>) -> String {
        let game = self.table.game();
        match self.table.held().filter(|_| before != Some(true)) {
            Some(step) => {
                let mut played = game.clone();
                let _ = played.play(step);
                played.save()
            }
            None => game.save(),
        }
    }

    /// The line to the place that is shown, as a game of its own, for storage.
    pub fn shown(&self) -> String {
        self.table.line_shown().save()
    }

    /// What the game has beside the line played: see `Lines` in `web/shell/contract.d.ts`.
    pub fn lines(&self) -> JsValue {
        contract::write(&contract::Lines::new(&self.table))
    }

    /// Everything that the page shows beside the canvas, the squares excepted.
    pub fn snapshot(&self) -> JsValue {
        let mut view = self.view();
        let turns = self.score.list(std::mem::take(&mut view.score));
        let snapshot = contract::write(&view);
        let _ = js::set_field(&snapshot, &"score".into(), &turns);
        snapshot
    }

    pub(crate) fn view(&self) -> View {
        let shows = Shows { flipped: self.painter.layout().is_flipped(), chosen: self.chosen() };
        let view = View::new(&self.table, &self.score, shows);
        #[cfg(feature = "whole")]
        if let Some(editor) = &self.editor {
            return view.of_editor(editor);
        }
        view
    }

    /// Has the page do something.
    #[cfg(feature = "whole")]
    pub(crate) fn say(&mut self, request: Request) {
        self.requests.push(request);
    }

    /// The piece that is chosen: a man of Chessence by the name of its drawing.
    fn chosen(&self) -> Option<Piece> {
        let position = self.table.position();
        let ahead = self.table.chosen_ahead();
        match self.table.pick().or(ahead)? {
            Pick::Piece(square) => overlay::lifted(&position, square, self.switches)
                .or_else(|| position.piece_at(square).map(Piece::from)),
            Pick::Reserve(role) => {
                let turn = position.turn();
                Some(drawn(if ahead.is_some() { !turn } else { turn }, role.id()))
            }
            Pick::Empty(_) | Pick::Promotion(..) => None,
        }
    }

    /// The squares that have changed since they were last asked for, each by its index: a list of
    /// `[number, Cell]`.
    pub fn cells(&mut self) -> JsValue {
        contract::write(&self.changed())
    }

    fn changed(&mut self) -> Vec<(usize, Cell)> {
        #[cfg(feature = "whole")]
        let now = match &self.editor {
            Some(editor) => contract::sketched_cells(editor),
            None => cells(&self.table, self.attacked()),
        };
        #[cfg(not(feature = "whole"))]
        let now = cells(&self.table, self.attacked());
        let shape = self.table.position().spec().shape;
        let known = std::mem::take(&mut self.known);
        let squares = shape.all().zip(&now).enumerate();
        let changed = squares.filter(|&(place, (_, bits))| known.get(place) != Some(bits));
        let changed = changed
            .map(|(place, (square, &bits))| (place, Cell::new(&self.table, square, bits)))
            .collect();
        self.known = now;
        changed
    }

    /// Fits the board into a space in CSS pixels; returns what it takes of it.
    pub fn resize(&mut self, width: f64, height: f64, ratio: f64) -> JsValue {
        contract::write(&self.fit(width, height, ratio))
    }

    fn fit(&mut self, width: f64, height: f64, ratio: f64) -> Taken {
        let ratio = if ratio.is_finite() && ratio > 0.0 { ratio } else { 1.0 };
        let old = self.painter.layout();
        let layout = Layout::fit(old.shape(), width * ratio, height * ratio, old.is_flipped());
        self.painter.set_layout(layout, ratio);
        let (width, height) = layout.size();
        Taken {
            width: f64::from(width) / ratio,
            height: f64::from(height) / ratio,
            square: layout.square() / ratio,
        }
    }

    /// Takes the drawing of a piece. The men of Chessence have variants called `man-` and the letters of
    /// their powers (r, b, n); `man-x` is the man that shows none.
    pub fn set_sprite(&mut self, role: &str, color: &str, image: js::HtmlImageElement) {
        let (role, powers) = match role.strip_prefix("man-") {
            Some(letters) => {
                let bits = [('r', 1), ('b', 2), ('n', 4), ('x', scene::NO_SHAPE)];
                let known = bits
                    .iter()
                    .filter(|&&(letter, _)| letters.chars().any(|power| power == letter));
                ("man", known.map(|&(_, bit)| bit).sum())
            }
            None => (role, 0),
        };
        if let (Some(role), Some(color)) = (read_role(role), read_color(color)) {
            self.painter.set_drawing(role, powers, color, of_page(image));
        }
    }

    /// Takes the colours of the canvas by name.
    pub fn set_colors(&mut self, colors: &js::Object) {
        for entry in js::Object::entries(colors).iter() {
            let entry: js::Array = entry.unchecked_into();
            if let (Some(name), Some(value)) = (entry.get(0).as_string(), entry.get(1).as_string())
            {
                self.painter.set_color(&name, value);
            }
        }
    }

    /// How many times as long as usual pieces travel; 0 where motion is to be reduced.
    pub fn set_motion(&mut self, slowness: f64) {
        self.pace = Pace::times(slowness.clamp(0.0, 10.0));
    }

    /// How large the pieces are, in parts of their usual size, and whether they are seen at all.
    pub fn set_pieces(&mut self, size: f64, seen: bool) {
        self.painter.set_pieces(size.clamp(0.5, 1.5), seen);
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
        if let Some((effects, way, pace)) = self.arriving.take() {
            self.motion = Some(match way {
                Way::Forward => Motion::new(effects, pace, now),
                Way::Back => Motion::back(&effects, pace, now),
            });
        }
        if self.motion.as_ref().is_some_and(|motion| motion.is_over(now)) {
            self.motion = None;
        }
        // It falls when the last step has come to rest.
        if self.motion.is_none() && self.falls == Some(None) {
            self.falls = Some(Some(now));
        }
        let scene = self.picture(now);
        self.painter.paint(&scene)?;
        let is_falling = self.fallen(now).is_some_and(|(_, far)| far < 1.0);
        Ok(self.motion.is_some() || is_falling)
    }

    /// The side that has lost, and how far its royals have fallen; none but where the game ends.
    fn fallen(&self, now: f64) -> Option<(Color, f64)> {
        let loser = !self.table.game().verdict()?.winner?;
        if !self.table.is_live() {
            return None;
        }
        let length = FALLING * self.pace.own / Pace::USUAL.own;
        let far = match self.falls {
            Some(None) => 0.0,
            Some(Some(since)) if length > 0.0 => ((now - since) / length).clamp(0.0, 1.0),
            _ => 1.0,
        };
        Some((loser, far * far))
    }

    /// The board as a file of SVG, in the size and with the drawings that the canvas has.
    ///
    /// # Errors
    /// If a drawing cannot be made at all.
    #[cfg(feature = "whole")]
    pub fn svg(&mut self) -> Result<String, JsValue> {
        let scene = self.picture(f64::MAX);
        self.painter.svg(&scene)
    }

    fn picture(&self, now: f64) -> scene::Scene {
        #[cfg(feature = "whole")]
        if let Some(scene) = self.picture_of_editor() {
            return scene;
        }
        let table = &self.table;
        let position = table.position();
        let last_steps = table.last_turn().map_or(&[][..], |turn| table.game().steps(turn));
        let mut last_squares = Vec::new();
        for &step in last_steps {
            match step {
                Step::Move { from, to, .. } => last_squares.extend([from, to]),
                Step::Drop { to, .. } => last_squares.push(to),
                Step::Draw(_) | Step::End => {}
            }
        }
        let begun = Account::of_begun(table);
        let last = self.account();
        let signs = self.signs_now(now, last.as_ref());
        let played = last.unwrap_or_default();
        let taken = [&begun.taken[..], &played.taken].concat();
        let targets = table.targets();
        let forbidden = table.forbidden();
        let inside = seen::shows_checks(&position) || self.explained;
        let attacks = if inside { seen::attack_lines(&position) } else { Vec::new() };
        let threats: Vec<Square> = self.attacked().squares().collect();
        let chosen = match table.pick() {
            Some(Pick::Piece(square) | Pick::Empty(square) | Pick::Promotion(square, _)) => {
                Some(square)
            }
            _ => None,
        };
        let ahead = table.premove().and_then(|(from, to)| match (from, to) {
            (Pick::Piece(from), to) => Some((from, to.unwrap_or(from))),
            (_, to) => to.map(|to| (to, to)),
        });
        let drawn: Vec<(Square, Square)> = self
            .drawn
            .iter()
            .copied()
            .chain(table.pointed_at())
            .chain(ahead)
            .chain(table.advised())
            .collect();
        let colored = |mark: &Mark| {
            let color = Brush::ALL.iter().position(|&brush| brush == mark.brush);
            (mark.from, mark.to, color.unwrap_or_default() as u8)
        };
        let sketched: Vec<(Square, Square, u8)> = table.marks().iter().map(colored).collect();
        let mut scene = Picture {
            position: &position,
            last: &last_squares,
            trail: &begun.strides,
            played: &played.strides,
            taken: &taken,
            charged: overlay::charged(table, self.aim()),
            chosen,
            targets: &targets,
            forbidden: &forbidden,
            reach: table.reach(),
            inspected: table.inspected(),
            lit: self.lit,
            held: self.held,
            cursor: self.cursor,
            attacks: &attacks,
            threats: &threats,
            signs: &signs,
            drawn: &drawn,
            sketched: &sketched,
            fallen: self.fallen(now),
            motion: self.motion.as_ref().map(|motion| (motion, now)),
            coordinates: self.coordinates,
        }
        .compose(self.painter.layout());
        if !self.switches.powers {
            overlay::hide_powers(&mut scene);
        }
        scene
    }

    /// The effects of the last turn to show, once it has come to rest.
    fn account(&self) -> Option<Account> {
        let turn = seen::to_be_read(&self.table, self.read)?;
        (self.motion.is_none() && self.arriving.is_none()).then(|| Account::of(&self.table, turn))
    }

    /// The square that the player points at.
    fn aim(&self) -> Option<Square> {
        self.lit.or(self.cursor).or(self.pointed)
    }

    /// The attacked squares that are shown on demand.
    fn attacked(&self) -> u128 {
        let position = self.table.position();
        let turn = position.turn();
        self.threats.map_or(0, |own| seen::attacked(&position, if own { turn } else { !turn }))
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

    fn stand(&self) -> Stand {
        Stand { place: self.table.place(), position: self.table.position() }
    }

    /// Hands an event to the table, and shows what it has changed. A piece that was dragged stands
    /// where it was let go (`slides` is false); only what it set in motion moves.
    fn perform(&mut self, event: Event, slides: bool) {
        let was_over = self.table.game().verdict().is_some();
        let (before, silent) = (self.stand(), sounds::Stand::of(&self.table));
        let requests = self.table.handle(moment(), event);
        let position = self.table.position();
        self.requests
            .extend(requests.into_iter().filter_map(|request| Request::new(request, &position)));
        let sounds = sounds::sounds(silent, &self.table);
        if !sounds.is_empty() {
            self.requests.push(Request::Sound(sounds));
        }
        let is_over = self.table.game().verdict().is_some();
        if is_over != was_over {
            self.falls = is_over.then_some(None);
        }
        (self.held, self.lit) = (None, None);
        if position.game() != before.position.game() {
            self.change_board(&position);
        }
        if self.table.pick().is_some() {
            self.read = self.table.last_turn();
        }
        self.arrive(&before, slides);
    }

    /// Another game has come onto the table: its board takes as much room, and every square is told anew.
    fn change_board(&mut self, position: &AnyPosition) {
        let old = self.painter.layout();
        let (ratio, (width, height)) = (self.painter.ratio(), old.size());
        let shape = position.spec().shape;
        let layout = Layout::fit(shape, f64::from(width), f64::from(height), old.is_flipped());
        self.painter.set_layout(layout, ratio);
        self.known.clear();
        (self.cursor, self.pointed, self.read) = (None, None, None);
    }

    /// Shows what has changed since.
    fn arrive(&mut self, before: &Stand, slides: bool) {
        let after = self.stand();
        if before.position == after.position && before.place == after.place {
            return;
        }
        self.explained = false;
        self.drawn.clear();
        // What moved to another position is no longer to be seen.
        self.motion = None;
        let is_same_game = before.position.game() == after.position.game();
        let moved = is_same_game.then(|| self.moved(before, &after)).flatten();
        self.arriving = moved.map(|(effects, way)| {
            let own = if slides { self.pace.own } else { 0.0 };
            (effects, way, Pace { own, ..self.pace })
        });
    }

    /// What a step did that leads from one stand to the next, or that was taken back.
    fn moved(&self, before: &Stand, after: &Stand) -> Option<(Vec<Effect>, Way)> {
        let game = self.table.game();
        let leads = |step: Step, from: &AnyPosition, to: &AnyPosition| {
            let mut position = *from;
            from.why_not(step).is_none().then(|| position.play(step)).filter(|_| position == *to)
        };
        let last = |at: Path| game.steps(at.turn).get(at.steps.checked_sub(1)?).copied();
        let on = self.table.held().or_else(|| last(after.place));
        if let Some(effects) = on.and_then(|step| leads(step, &before.position, &after.position)) {
            return Some((effects, Way::Forward));
        }
        let next = game.step_on(after.place).and_then(last);
        let undone = game.undone().last().copied();
        let back = [undone, next].into_iter().flatten();
        let mut back = back.filter_map(|step| leads(step, &after.position, &before.position));
        back.next().map(|effects| (effects, Way::Back))
    }

    /// The square under the piece held, or none. It lights up if the piece may go there.
    pub fn drag_over(&mut self, square: Option<String>) {
        let square = square.and_then(|name| self.square(&name));
        #[cfg(feature = "whole")]
        if self.editor.is_some() {
            self.lit = square.filter(|&square| !self.painter.layout().shape().is_hole(square));
            return;
        }
        let targets = self.table.targets();
        self.lit = square.filter(|&square| targets.iter().any(|&(to, _)| to == square));
    }

    /// The keyboard's cursor, or none.
    pub fn cursor(&mut self, square: Option<String>) {
        self.cursor = square.and_then(|name| self.square(&name));
    }

    /// Where a key leads the cursor from a square, on the board as it is turned; nothing for other keys. Home
    /// and End lead to the ends of the row or, if it is `far`, of the board; a letter leads to the next piece of
    /// that letter.
    pub fn next_square(&self, at: &str, key: &str, far: bool) -> Option<String> {
        let layout = self.painter.layout();
        let shape = layout.shape();
        let (files, ranks) = (usize::from(shape.files), usize::from(shape.ranks));
        let last = files * (ranks - 1);
        // Between the number of a square and its place as one reads, both ways.
        let turned = |place: usize| {
            let column = place % files;
            match layout.is_flipped() {
                true => place + files - 1 - 2 * column,
                false => last + 2 * column - place,
            }
        };
        let here = turned(self.square(at)?.index());
        let (row, column) = (here - here % files, here % files);
        let next = match key {
            "ArrowUp" => here.checked_sub(files).unwrap_or(here),
            "ArrowDown" => (here + files).min(last + column),
            "ArrowLeft" => here - column.min(1),
            "ArrowRight" => (here + 1).min(row + files - 1),
            "Home" if far => 0,
            "Home" => row,
            "End" if far => last + files - 1,
            "End" => row + files - 1,
            "PageUp" => column,
            "PageDown" => last + column,
            letter => {
                // The next piece of that letter; where there is none, one stays.
                let &[sign @ (b'A'..=b'Z' | b'a'..=b'z')] = letter.as_bytes() else { return None };
                let position = self.table.position();
                let role = position.spec().role(sign.to_ascii_uppercase().into());
                let count = files * ranks;
                let mut places = (1..count).map(|by| (here + by) % count);
                let is_one = |&place: &usize| {
                    let piece = position.piece_at(Square::new(turned(place) as u8));
                    piece.is_some_and(|piece| role == Some(piece.role))
                };
                places.find(is_one).unwrap_or(here)
            }
        };
        Some(shape.name(Square::new(turned(next) as u8)).to_string())
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

    /// Shows what the side to move attacks (true), or the other side (false), or nothing.
    pub fn show_attacks(&mut self, own: Option<bool>) {
        self.threats = own;
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
    /// list of `Sentence`s, or null.
    pub fn explain(&self, square: Option<String>) -> JsValue {
        #[cfg(feature = "whole")]
        if self.editor.as_ref().is_some_and(|editor| editor.problem().is_some()) {
            return JsValue::NULL;
        }
        let aim = square.and_then(|name| self.square(&name));
        let position = self.table.position();
        let sentences = overlay::explain(&self.table, aim, self.switches);
        if sentences.is_empty() {
            return JsValue::NULL;
        }
        let sentences = sentences.iter().map(|sentence| Names(&position).sentence(sentence));
        contract::write(&sentences.collect::<Vec<_>>())
    }

    /// What the piece chosen or looked at is called and how it moves: a `Sentence`, or null.
    pub fn named(&self) -> JsValue {
        let position = self.table.position();
        let named = overlay::named(&self.table, self.switches);
        contract::write(&named.map(|sentence| Names(&position).sentence(&sentence)))
    }

    /// The kinds of pieces of the game, each with what it is called and how it moves: `[role, Sentence][]`.
    pub fn legend(&self) -> JsValue {
        let position = self.table.position();
        let legend = table::legend(position.game())
            .map(|(role, sentence)| (role.id(), Names(&position).sentence(&sentence)));
        contract::write(&legend.collect::<Vec<_>>())
    }

    /// What is said to who is to move instead of that it is their turn: that the king could be captured;
    /// a `Sentence`, or null.
    pub fn warning(&self) -> JsValue {
        let position = self.table.position();
        let warning = overlay::warning(&self.table, self.switches);
        contract::write(&warning.map(|sentence| Names(&position).sentence(&sentence)))
    }

    /// Whether pieces show their powers by their shapes, and whether a king that could be captured is
    /// pointed out.
    pub fn set_switches(&mut self, powers: bool, warnings: bool) {
        self.switches = Switches { powers, warnings };
    }
}

impl Table {
    /// The signs to paint at a time, including those of the last turn.
    fn signs_now(&self, now: f64, last: Option<&Account>) -> Vec<scene::Sign> {
        let mut signs = overlay::signs(&self.table, self.aim(), self.switches);
        if let Some(motion) = &self.motion {
            if let Some((center, strength)) = motion.impulse(now) {
                signs.push(scene::Sign::Impulse { center, strength });
                signs.extend(overlay::forces(motion.effects()));
            }
        } else if let Some(account) = last {
            signs.extend(&account.signs);
        } else if let Some(turn) = self.table.last_turn() {
            let is_still = self.pace == Pace::NONE;
            let game = self.table.game();
            let mut position = *game.before(turn);
            for &step in game.steps(turn) {
                signs.extend(overlay::tracks(&position.play(step), is_still));
            }
        }
        signs
    }
}
