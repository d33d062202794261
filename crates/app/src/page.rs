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
    self, Cell, Names, Opponent, Piece, Request, Score, Sentence, Setup, Shows, View, cells, drawn,
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
        // What is wrong with it, `fen_fault` says.
        Some(fen) => AnyPosition::from_fen(id, fen).map_err(|_| JsError::new("no such position")),
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
        let mut laid = Table::around(canvas, table, requests)?;
        laid.look_from(setup.flipped.then_some(Color::Black));
        Ok(laid)
    }

    /// The picture around a table, and what that asks for first.
    pub(crate) fn around(
        canvas: HtmlCanvasElement,
        table: table::Table,
        requests: Vec<table::Request>,
    ) -> Result<Table, JsError> {
        let layout = Layout::fit(table.position().spec().shape, 320.0, 320.0, false);
        let painter =
            Painter::new(canvas, layout).map_err(|_| JsError::new("the canvas cannot be used"))?;
        let own = table.own();
        let mut laid = Table {
            table,
            #[cfg(feature = "whole")]
            editor: None,
            requests: Vec::new(),
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
        };
        laid.ask(requests);
        laid.look_from(own);
        Ok(laid)
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
        match event {
            contract::Event::Flip => return self.turn_round(),
            contract::Event::Attacks => return self.show_next_attacks(),
            _ => {}
        }
        #[cfg(feature = "whole")]
        if self.editor.is_some() {
            return self.take_in_editor(event);
        }
        let slides = !matches!(event, contract::Event::Drop(_));
        let is_end = matches!(event, contract::Event::EndTurn);
        let is_replay = matches!(event, contract::Event::Replay);
        if let Some(event) = event.read(&self.table, entropy) {
            let lifted = match event {
                Event::Lift(square) => Some(square),
                _ => None,
            };
            self.perform(event, slides);
            self.held = lifted.filter(|&square| self.table.pick() == Some(Pick::Piece(square)));
            self.explained = is_end && self.table.refusal().is_some();
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
        let shows = Shows {
            flipped: self.painter.layout().is_flipped(),
            chosen: self.chosen(),
            attacks: self.threats.is_some(),
            named: overlay::named(&self.table, self.switches),
        };
        let mut view = View::new(&self.table, &self.score, shows);
        self.warn(&mut view.says);
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

    /// The numbers of the squares: see [`cells`].
    fn numbers(&self) -> Vec<u32> {
        #[cfg(feature = "whole")]
        if let Some(editor) = &self.editor {
            return contract::sketched_cells(editor);
        }
        cells(&self.table, self.attacked())
    }

    fn changed(&mut self) -> Vec<(usize, Cell)> {
        let now: Vec<u32> = self.numbers().iter().map(|bits| bits & contract::SHOWN).collect();
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

    /// Takes what the settings say of the picture: a `Look` of `web/shell/table.d.ts`.
    pub fn set_look(&mut self, look: &JsValue) {
        let part = |name: &str| js::field(look, &name.into()).unwrap_or_default();
        let number = |name| part(name).as_f64().unwrap_or(1.0);
        let is = |name| part(name).is_truthy();
        for entry in js::Object::entries(part("colors").unchecked_ref()).iter() {
            let entry: js::Array = entry.unchecked_into();
            if let (Some(name), Some(value)) = (entry.get(0).as_string(), entry.get(1).as_string())
            {
                self.painter.set_color(&name, value);
            }
        }
        self.pace = Pace::times(number("slowness").clamp(0.0, 10.0));
        self.painter.set_pieces(number("size").clamp(0.5, 1.5), is("seen"));
        self.coordinates = is("coordinates");
        self.switches = Switches { powers: is("powers"), warnings: is("warnings") };
    }

    /// Paints the board as it looks at `now` (milliseconds of the animation frame); true while
    /// something moves.
    ///
    /// # Errors
    /// If the canvas fails.
    pub fn paint(&mut self, now: f64) -> Result<bool, JsValue> {
        self.move_on(now);
        let scene = self.picture(now);
        self.painter.paint(&scene)?;
        let is_falling = self.fallen(now).is_some_and(|(_, far)| far < 1.0);
        Ok(self.motion.is_some() || is_falling)
    }

    /// Begins and ends what moves, as it is due.
    fn move_on(&mut self, now: f64) {
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

    /// The board as a file of SVG, in the size and with the drawings that the canvas has, and with what is off
    /// the board.
    ///
    /// # Errors
    /// If a drawing cannot be made at all.
    #[cfg(feature = "whole")]
    pub fn svg(&mut self) -> Result<String, JsValue> {
        let scene = self.picture(f64::MAX);
        let trays = self.trays(false);
        self.painter.svg(&scene, trays)
    }

    /// Paints the board as it comes to rest, with what is off the board above and below it: the canvas grows by
    /// that where something is, or was at the start of the game (`ever`).
    ///
    /// # Errors
    /// If the canvas fails.
    #[cfg(feature = "whole")]
    pub fn paint_picture(&mut self, ever: bool) -> Result<(), JsValue> {
        self.motion = None;
        self.arriving = None;
        self.move_on(f64::MAX);
        let scene = self.picture(f64::MAX);
        let trays = self.trays(ever);
        self.painter.picture(&scene, trays)
    }

    /// What is off the board, above and below it, and whose it is; none where nothing is, or was at the start of
    /// the game (`ever`).
    #[cfg(feature = "whole")]
    fn trays(&self, ever: bool) -> Option<[(crate::painter::Tray, Color); 2]> {
        let has = |position: &AnyPosition| {
            !position.hand().is_empty()
                || Color::ALL.iter().any(|&color| !position.reserve(color).is_empty())
        };
        let has_any = has(&self.table.position()) || (ever && has(self.table.game().start()));
        has_any.then(|| [true, false].map(|above| self.tray(above)))
    }

    #[cfg(feature = "whole")]
    fn tray(&self, above: bool) -> (crate::painter::Tray, Color) {
        let position = self.table.position();
        let color =
            if above == self.painter.layout().is_flipped() { Color::White } else { Color::Black };
        let kinds = |of: rules::Reserve| -> Vec<(rules::Role, u32)> {
            let roles = position.spec().roles.iter().map(|&(role, _)| role);
            roles.filter(|&role| of.has(role)).map(|role| (role, of.count(role))).collect()
        };
        let hand = if color == position.turn() { position.hand() } else { rules::Reserve::NONE };
        let tray =
            crate::painter::Tray { reserve: kinds(position.reserve(color)), hand: kinds(hand) };
        (tray, color)
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
            charged: overlay::charged(table, self.target()),
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
    fn target(&self) -> Option<Square> {
        self.lit.or(self.cursor).or(self.pointed)
    }

    /// The attacked squares that are shown on demand.
    fn attacked(&self) -> u128 {
        let position = self.table.position();
        self.threats.map_or(0, |_| seen::attacked(&position, self.attacker()))
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
        let own = self.table.own();
        let requests = self.table.handle(moment(), event);
        self.ask(requests);
        // Who has a seat in a game by link sees it from there.
        self.look_from(self.table.own().filter(|_| self.table.own() != own));
        let position = self.table.position();
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

    /// What the table asks for: the picture carries out some of it, the page the rest.
    fn ask(&mut self, requests: Vec<table::Request>) {
        let position = self.table.position();
        for request in requests {
            match request {
                table::Request::Below(color) => self.look_from(Some(color)),
                table::Request::TurnBoard => self.flip(),
                request => {
                    let mut request = Request::new(request, &position);
                    if let Some(Request::Say(says)) = &mut request {
                        self.warn(says);
                    }
                    self.requests.extend(request);
                }
            }
        }
    }

    /// Who is to move is told that the king could be captured instead of that it is their turn.
    fn warn(&self, says: &mut Sentence) {
        let is_prompt = says.key == "prompt.step";
        let warning = is_prompt.then(|| overlay::warning(&self.table, self.switches)).flatten();
        if let Some(warning) = warning {
            *says = Names(&self.table.position()).sentence(&warning);
        }
    }

    fn flip(&mut self) {
        let layout = self.painter.layout();
        let turned = layout.turned(!layout.is_flipped());
        let ratio = self.painter.ratio();
        self.painter.set_layout(turned, ratio);
    }

    /// Shows a side at the bottom of the board.
    pub(crate) fn look_from(&mut self, side: Option<Color>) {
        if side.is_some_and(|side| self.painter.layout().is_flipped() != (side == Color::Black)) {
            self.flip();
        }
    }

    /// Has the page say something about a side.
    fn say_of(&mut self, key: &'static str, color: Color) {
        let color = vec![("color", contract::Value::Color(color.into()))];
        self.requests.push(Request::Say(Sentence::new(key.to_owned(), color)));
    }

    /// Turns the board, and says so.
    fn turn_round(&mut self) {
        self.flip();
        let is_flipped = self.painter.layout().is_flipped();
        self.say_of("step.flipped", if is_flipped { Color::Black } else { Color::White });
    }

    /// Shows the attacks of the other side, of the side to move, or of neither, in this order.
    fn show_next_attacks(&mut self) {
        self.threats = match self.threats {
            None => Some(false),
            Some(false) => Some(true),
            Some(true) => None,
        };
        let key = if self.threats.is_some() { "step.attacks" } else { "step.attacks-off" };
        self.say_of(key, self.attacker());
    }

    /// The side whose attacks are shown: at first the other one's.
    fn attacker(&self) -> Color {
        let turn = self.table.position().turn();
        if self.threats == Some(true) { turn } else { !turn }
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

    /// Where the piece held ("held"), the keyboard's cursor ("cursor") or the mouse ("mouse") is: on a square, or on
    /// none.
    pub fn aim(&mut self, what: &str, square: Option<String>) {
        let square = square.and_then(|name| self.square(&name));
        match what {
            "held" => self.drag_over(square),
            "cursor" => self.cursor = square,
            _ => self.pointed = square,
        }
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
}

/// What the games' own rules do, shown while the player points.
#[wasm_bindgen]
impl Table {
    /// What there is to be said about the square that the mouse points at or, without one, about the piece
    /// chosen: a list of `Sentence`s.
    pub fn explain(&self) -> JsValue {
        contract::write(&self.by_name(&self.explained(self.pointed)))
    }

    /// What there is to be said about each square beside what it is called, in index order: lists of
    /// `Sentence`s.
    pub fn notes(&self) -> JsValue {
        contract::write(&self.noted())
    }

    /// The kinds of pieces of the game, each with what it is called and how it moves: `[role, Sentence][]`.
    pub fn legend(&self) -> JsValue {
        let position = self.table.position();
        let legend = table::legend(position.game())
            .map(|(role, sentence)| (role.id(), Names(&position).sentence(&sentence)));
        contract::write(&legend.collect::<Vec<_>>())
    }
}

impl Table {
    /// The square under the piece held lights up if that may go there.
    fn drag_over(&mut self, square: Option<Square>) {
        #[cfg(feature = "whole")]
        if self.editor.is_some() {
            self.lit = square.filter(|&square| !self.painter.layout().shape().is_hole(square));
            return;
        }
        let targets = self.table.targets();
        self.lit = square.filter(|&square| targets.iter().any(|&(to, _)| to == square));
    }

    fn by_name(&self, sentences: &[table::Sentence]) -> Vec<Sentence> {
        let position = self.table.position();
        sentences.iter().map(|sentence| Names(&position).sentence(sentence)).collect()
    }

    fn explained(&self, aim: Option<Square>) -> Vec<table::Sentence> {
        #[cfg(feature = "whole")]
        if self.editor.as_ref().is_some_and(|editor| editor.problem().is_some()) {
            return Vec::new();
        }
        let mut sentences = overlay::explain(&self.table, aim, self.switches);
        if sentences.is_empty() && aim.is_none() && self.threats.is_some() {
            let color = table::Value::Color(self.attacker());
            sentences.push(table::Sentence::new("step.attacks").with("color", color));
        }
        sentences
    }

    fn noted(&self) -> Vec<Vec<Sentence>> {
        let numbers = self.numbers();
        let chosen = self.table.pick().or(self.table.chosen_ahead());
        let is_chosen = matches!(chosen, Some(Pick::Reserve(_)))
            || numbers.iter().any(|&bits| contract::is_chosen(bits));
        #[cfg(feature = "whole")]
        let is_chosen =
            is_chosen || self.editor.as_ref().is_some_and(|editor| editor.carries_new());
        let note = |(square, &bits): (Square, &u32)| {
            let mut says: Vec<_> = contract::notes(bits).collect();
            if contract::is_explained(bits, is_chosen) {
                says.extend(self.explained(Some(square)));
            }
            self.by_name(&says)
        };
        let shape = self.table.position().spec().shape;
        shape.all().zip(&numbers).map(note).collect()
    }

    /// The signs to paint at a time, including those of the last turn.
    fn signs_now(&self, now: f64, last: Option<&Account>) -> Vec<scene::Sign> {
        let mut signs = overlay::signs(&self.table, self.target(), self.switches);
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
