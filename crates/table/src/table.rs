//! The table: one owner of all that happens at it, and the order in which it is decided.

use record::Record;
use record::game::{Game, Path};
use record::letter::{Act, Relation};
use rules::{Actor, AnyPosition, Color, Phase, Refusal, Square, Step};

use crate::chance::Chance;
use crate::computer::{Computer, Doing, Thought};
use crate::event::{Event, Moment, Question, Request, Think, Walk};
use crate::hand::{Deed, Ground, Pick};
use crate::keep::{Content, Keeper, Keeping, RETRY, Refused, Stored};
use crate::mail::{self, Came, Choice, Mail};
use crate::puzzle::Puzzle;
use crate::said::{Sentence, Value};
use crate::task::Lesson;

/// How well the computer plays, from 1.
pub type Level = u8;

/// Who plays a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// Somebody at this device.
    Here,
    /// The computer.
    Computer(Level),
    /// A friend, by letters; or both sides, where one only looks on.
    Friend,
}

/// What the table is for.
#[derive(Clone, PartialEq, Debug)]
pub enum Purpose {
    /// A game is played.
    Play,
    /// A lesson is taken.
    Lesson(Lesson),
    /// A puzzle is solved.
    Puzzle(Puzzle),
    /// A game or a position is gone through, and tried out.
    Analysis,
    /// A board to be looked at.
    Show,
}

/// What a table begins with.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// The game.
    pub game: Game,
    /// The name under which it is kept; empty: nothing is kept.
    pub key: String,
    /// Who plays White and Black.
    pub seats: [Seat; 2],
    /// What the table is for.
    pub purpose: Purpose,
    /// What draws by chance follow from, where they are to be the same again.
    pub seed: Option<u64>,
    /// Whether turns of one step wait to be confirmed.
    pub confirms: bool,
}

impl Setup {
    /// Two people at one device, from a position.
    pub fn here(start: AnyPosition, key: &str) -> Setup {
        Setup {
            game: Game::new(start),
            key: key.to_owned(),
            seats: [Seat::Here; 2],
            purpose: Purpose::Play,
            seed: None,
            confirms: false,
        }
    }
}

/// What the names begin with under which games by link are kept.
const BY_LINK: &str = "mail ";
/// The pieces of a draw by chance.
const DRAWN: u32 = 5;
/// The computer agrees to a draw if the side that offers stands no worse, in hundredths of a pawn.
const AGREEABLE: i32 = 0;

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub(crate) game: Game,
    /// Where one stands; none: where the game does.
    pub(crate) cursor: Option<Path>,
    pub(crate) seats: [Seat; 2],
    pub(crate) purpose: Purpose,
    seed: Option<Chance>,
    confirms: bool,
    pub(crate) pick: Option<Pick>,
    /// A step that waits to be confirmed: the turn is still its player's.
    pub(crate) held: Option<Step>,
    /// Why the last step was refused.
    pub(crate) refusal: Option<Refusal>,
    /// What else is said beside the board.
    pub(crate) note: Option<Sentence>,
    /// The players' question that stands.
    asked: Option<Question>,
    pub(crate) computer: Computer,
    /// What the thought that is waited for is about, if it is not the computer's turn.
    wanted: Option<Think>,
    /// The turn of the last hint.
    pub(crate) hint: Option<Thought>,
    /// The step that a puzzle's hint speaks of, and whether its square is told, too.
    pub(crate) pointed: Option<(Step, bool)>,
    pub(crate) mail: Option<Mail>,
    /// Whether the newest own letter has still to be offered to be handed on.
    sends: bool,
    pub(crate) keeper: Keeper,
    /// Whether what is kept has to be looked at.
    touched: bool,
}

impl Table {
    /// A table, and what it asks for first.
    pub fn new(setup: Setup) -> (Table, Vec<Request>) {
        let Setup { game, key, seats, purpose, seed, confirms } = setup;
        let mut table = Table {
            game,
            cursor: None,
            seats,
            purpose,
            seed: seed.map(Chance),
            confirms,
            pick: None,
            held: None,
            refusal: None,
            note: None,
            asked: None,
            computer: Computer::NEW,
            wanted: None,
            hint: None,
            pointed: None,
            mail: None,
            sends: false,
            keeper: Keeper::new(&key),
            touched: false,
        };
        let mut out = Vec::new();
        table.seat();
        table.keeper.read(&mut out);
        if table.keeper.state() == Keeping::Never {
            table.consider(&mut out);
        }
        (table, out)
    }

    /// A table of a game by link that came to a device: what the device knows of it is read first.
    ///
    /// # Errors
    /// If the link cannot be read, or has no letter.
    pub fn open(link: &str) -> Result<(Table, Vec<Request>), mail::MailError> {
        let mail = Mail::open(link)?;
        let key = key_of(&mail);
        let setup = Setup {
            game: Game::of(&mail.newest.record),
            ..Setup::here(*mail.newest.record.start(), &key)
        };
        let (mut table, out) = Table::new(setup);
        table.mail = Some(mail);
        table.seat();
        Ok((table, out))
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What it is for.
    pub fn purpose(&self) -> &Purpose {
        &self.purpose
    }

    /// The name under which it is kept.
    pub fn key(&self) -> &str {
        self.keeper.key()
    }

    /// Who plays a side.
    pub fn seat_of(&self, color: Color) -> Seat {
        self.seats[color as usize]
    }

    /// The table of a rematch, with the sides swapped, to be kept under another name.
    pub fn rematch(&self, key: &str) -> Setup {
        let [white, black] = self.seats;
        Setup {
            seats: [black, white],
            confirms: self.confirms,
            ..Setup::here(*self.game.start(), key)
        }
    }

    /// Something happens; what is to be done about it.
    pub fn handle(&mut self, moment: Moment, event: Event) -> Vec<Request> {
        let mut out = Vec::new();
        self.decide(moment, event, &mut out);
        self.settle(&mut out);
        if self.touched && self.keeper.is_read() && self.has_happened() {
            let content = self.content();
            self.keeper.write(moment, content, &mut out);
        }
        self.touched = false;
        self.offer(&mut out);
        out
    }

    fn decide(&mut self, moment: Moment, event: Event, out: &mut Vec<Request>) {
        match event {
            Event::Loaded { .. }
            | Event::LoadFailed { .. }
            | Event::Kept { .. }
            | Event::Refused { .. }
            | Event::KeepFailed { .. }
            | Event::TakenElsewhere
            | Event::TakeUp => self.stored(event, out),
            Event::Woken(RETRY) => self.retry(out),
            // Nothing else happens in a window that another has taken the game from.
            _ if self.keeper.state() == Keeping::Left => {}
            Event::Thought { .. }
            | Event::ThoughtFailed(_)
            | Event::MoveNow
            | Event::Woken(_)
            | Event::Hint => self.thinking(moment, event, out),
            Event::Invite { .. }
            | Event::Accept { .. }
            | Event::Came(_)
            | Event::Choose(_)
            | Event::SitDown
            | Event::HandedOn => self.letters(event, out),
            Event::Resign | Event::OfferDraw | Event::TakeBack | Event::Answer(_) => {
                self.agree(event, out);
            }
            Event::PromoteTurn(_)
            | Event::MakeMainLine(_)
            | Event::Delete(_)
            | Event::Comment(..)
            | Event::Glyphs(..)
            | Event::Mark(..) => self.annotate(event),
            Event::Walk(walk) => self.walk(walk),
            Event::Show(path) => self.show(path),
            Event::Again | Event::ShowSolution | Event::Next | Event::Refute => {
                self.exercise(event, out);
            }
            event => self.act(moment, event, out),
        }
    }

    // The board.

    /// Where one stands.
    pub(crate) fn place(&self) -> Path {
        self.cursor.unwrap_or(self.game.live())
    }

    /// Whether one stands where the game does.
    pub(crate) fn is_live(&self) -> bool {
        self.cursor.is_none()
    }

    /// The position on the board.
    pub fn position(&self) -> AnyPosition {
        let mut position = *self.game.position(self.place());
        if let Some(step) = self.held.filter(|_| self.is_live()) {
            position.play(step);
        }
        position
    }

    /// Whether steps are tried here instead of being played: in an analysis, and in a game that is
    /// over.
    pub(crate) fn explores(&self) -> bool {
        match self.purpose {
            Purpose::Analysis => true,
            Purpose::Play => self.game.verdict().is_some(),
            Purpose::Lesson(_) | Purpose::Puzzle(_) | Purpose::Show => false,
        }
    }

    /// Why nobody at this device may act now, if that is so.
    pub(crate) fn barred(&self) -> Option<Sentence> {
        if self.keeper.state() == Keeping::Left {
            return Some(Sentence::new("ask.elsewhere"));
        }
        match &self.purpose {
            Purpose::Show => return Some(Sentence::new("history.look")),
            Purpose::Lesson(lesson) if !lesson.is_open() => {
                return Some(Sentence::new("lesson.over"));
            }
            Purpose::Puzzle(puzzle) if !puzzle.is_open() => {
                let key = if puzzle.is_done() { "puzzle.over" } else { "puzzle.wait" };
                return Some(Sentence::new(key));
            }
            _ => {}
        }
        if self.explores() {
            return None;
        }
        if !self.is_live() {
            return Some(Sentence::new("history.look"));
        }
        if self.held.is_some() {
            return Some(Sentence::new("step.unconfirmed"));
        }
        match self.seat_of(self.game.live_position().turn()) {
            Seat::Here => None,
            Seat::Computer(_) => Some(Sentence::new(match self.computer.doing() {
                Doing::Failed => "computer.failed",
                _ => "computer.wait",
            })),
            Seat::Friend => Some(self.waits()),
        }
    }

    /// Why one waits in a game by link.
    pub(crate) fn waits(&self) -> Sentence {
        let Some(mail) = &self.mail else {
            let is_gone = self.keeper.state() != Keeping::Reading;
            return Sentence::new(if is_gone { "mail.gone" } else { "notice.loading" });
        };
        let Some(own) = mail.own() else { return Sentence::new("mail.looking") };
        if mail.newest.letter.act == Act::Invitation {
            return Sentence::new("mail.waits-answer");
        }
        let key = if mail.sent { "mail.waits" } else { "mail.unsent" };
        Sentence::new(key).with("name", self.friend(own))
    }

    /// What the other player is called.
    fn friend(&self, own: Color) -> Value {
        let name = self.mail.as_ref().map_or("", |mail| mail.name(!own));
        if name.is_empty() { Value::Key("mail.friend") } else { Value::Name(name.to_owned()) }
    }

    /// The position in which the hand acts.
    pub(crate) fn ground(&self) -> Ground<'_> {
        let place = self.place();
        let position = self.game.position(place);
        if self.is_live() && !self.explores() {
            let turn = self.game.turn_steps();
            let begun = Path { steps: place.steps - turn.len(), ..place };
            return Ground { position, begun: self.game.position(begun), turn };
        }
        Ground { position, begun: position, turn: &[] }
    }

    /// Whether a player at this device can choose something now.
    pub(crate) fn is_open(&self) -> bool {
        self.barred().is_none()
            && self.game.verdict_at(self.place()).is_none_or(|_| self.explores())
            && self.ground().position.actor() != Actor::Chance
    }

    /// Says why something is not done.
    fn refuse(&mut self, sentence: Sentence, out: &mut Vec<Request>) {
        self.note = Some(sentence.clone());
        out.push(Request::Say(sentence));
    }

    /// What a player does to the game.
    fn act(&mut self, moment: Moment, event: Event, out: &mut Vec<Request>) {
        self.refusal = None;
        self.note = None;
        // What waits to be confirmed is, or is not; nothing else is done meanwhile.
        if self.held.is_some() && self.is_live() {
            match event {
                Event::EndTurn => return self.confirm(out),
                Event::Undo => {
                    self.held = None;
                    self.touched = true;
                    return;
                }
                _ => {}
            }
        }
        if matches!(event, Event::LetGo) {
            self.pick = None;
            return;
        }
        // Who touches the board after a wrong turn tries again.
        self.try_again();
        if let Some(sentence) = self.barred() {
            self.pick = None;
            // A turn that the computer plays is shown at once.
            if self.computer.doing() == Doing::Plays && self.computer_to_move().is_some() {
                let step = self.computer.hurry(out);
                self.perform(step, out);
            } else {
                self.refuse(sentence, out);
            }
            return;
        }
        match event {
            Event::Tap(square) if self.is_open() => {
                let deed = self.ground().tap(self.pick, square);
                self.carry_out(deed, out);
            }
            Event::TapReserve(role) if self.is_open() => {
                let deed = self.ground().tap_reserve(self.pick, role);
                self.carry_out(deed, out);
            }
            Event::Lift(square) if self.is_open() && self.ground().own_piece(square).is_some() => {
                self.pick = Some(Pick::Piece(square));
            }
            Event::LiftReserve(role) if self.is_open() && self.ground().is_droppable(role) => {
                self.pick = Some(Pick::Reserve(role));
            }
            Event::Drop(square) if self.is_open() => {
                let deed = self.ground().drop_on(self.pick, square);
                self.carry_out(deed, out);
            }
            Event::Promote(role) => {
                let pick = self.pick.take();
                if let (Some(Pick::Promotion(from, to)), Some(role)) = (pick, role) {
                    self.step(Step::Move { from, to, into: Some(role) }, out);
                }
            }
            // A draw by chance is nobody's to name.
            Event::Step(step) if !matches!(step, Step::Draw(_)) => self.step(step, out),
            Event::Typed(text) => self.typed(&text, out),
            Event::EndTurn => self.step(Step::End, out),
            Event::Undo => self.undo(),
            Event::Redo => self.redo(),
            Event::UndoTo(kept) => {
                while self.is_live() && self.game.turn_steps().len() > kept {
                    if self.game.undo().is_none() {
                        break;
                    }
                    self.touched = true;
                }
                self.pick = None;
            }
            Event::Draw => self.draw(moment, out),
            Event::PlaceRest => self.place_rest(moment, false),
            Event::Shuffle => self.place_rest(moment, true),
            Event::Clear if self.game.live_position().phase() == Phase::Placement => {
                let _ = self.game.replace_turn(&[]);
                self.pick = None;
                self.touched = true;
            }
            _ => {}
        }
    }

    fn carry_out(&mut self, deed: Deed, out: &mut Vec<Request>) {
        match deed {
            Deed::Choose(pick) => self.pick = pick,
            Deed::Step(step) => self.step(step, out),
            Deed::Rearrange(steps) => {
                self.pick = None;
                match self.game.replace_turn(&steps) {
                    Ok(()) => self.touched = true,
                    Err(refusal) => self.refused(refusal, out),
                }
            }
        }
    }

    fn refused(&mut self, refusal: Refusal, out: &mut Vec<Request>) {
        self.refuse_task(&refusal);
        let sentence = Sentence::new("refused").with("why", Value::Refusal(refusal.clone()));
        self.refusal = Some(refusal);
        out.push(Request::Say(sentence));
    }

    fn typed(&mut self, text: &str, out: &mut Vec<Request>) {
        let position = self.game.position(self.place());
        let step = match text.trim() {
            "end" => Ok(Step::End),
            text => position.read_san(text),
        };
        match step {
            // A draw by chance is nobody's to name.
            Ok(Step::Draw(_)) => {
                let reason = Refusal::new("notation.malformed", "README#human-notation");
                self.refused(reason, out);
            }
            Ok(step) => self.step(step, out),
            Err(error) => {
                let refusal = error.refusal(position);
                self.refused(refusal, out);
            }
        }
    }

    /// A player at this device takes a step.
    fn step(&mut self, step: Step, out: &mut Vec<Request>) {
        self.pick = None;
        if self.explores() {
            match self.game.explore(self.place(), step) {
                Ok((path, _)) => {
                    self.cursor = Some(path).filter(|&path| path != self.game.live());
                    self.touched = true;
                }
                Err(refusal) => self.refused(refusal, out),
            }
            return;
        }
        let before = *self.game.live_position();
        if let Some(refusal) = before.why_not(step) {
            self.refused(refusal, out);
            return;
        }
        if self.waits_for_confirmation(&before, step) {
            self.held = Some(step);
            self.touched = true;
            return;
        }
        self.take(step, out);
    }

    /// Whether a step is to be confirmed: it ends the turn by itself, and the settings, or a friend
    /// who waits for it, ask for that.
    fn waits_for_confirmation(&self, before: &AnyPosition, step: Step) -> bool {
        let asks = matches!(self.purpose, Purpose::Play) && (self.confirms || self.mail.is_some());
        let mut after = *before;
        after.play(step);
        let ends = after.turn() != before.turn() || after.outcome().is_some();
        asks && ends && step != Step::End && before.most_steps() == 1
    }

    fn confirm(&mut self, out: &mut Vec<Request>) {
        if let Some(step) = self.held.take() {
            self.take(step, out);
        }
    }

    /// A step of the game, whoever takes it.
    fn take(&mut self, step: Step, out: &mut Vec<Request>) {
        match self.game.play(step) {
            Ok(_) => {
                self.cursor = None;
                self.hint = None;
                self.asked = None;
                self.pointed = None;
                self.touched = true;
                // Advice that was asked for is no longer wanted.
                if self.wanted.take().is_some() {
                    self.computer.leave(out);
                }
                self.answer_task(out);
            }
            Err(refusal) => self.refused(refusal, out),
        }
    }

    fn undo(&mut self) {
        self.pick = None;
        if self.explores() {
            let place = self.place();
            if !self.game.is_whole(place.turn) || place.steps < self.game.steps(place.turn).len() {
                self.cursor = self.game.step_back(place);
            }
        } else if self.game.undo().is_some() {
            self.touched = true;
        }
    }

    fn redo(&mut self) {
        self.pick = None;
        if self.explores() {
            let place = self.place();
            if place.steps < self.game.steps(place.turn).len() {
                self.show(Path { steps: place.steps + 1, ..place });
            }
        } else if self.game.redo().is_some() {
            self.touched = true;
        }
    }

    /// Random numbers for one event.
    fn chance(
        &mut self,
        moment: Moment,
        work: impl FnOnce(&mut Chance, &mut Game) -> bool,
    ) -> bool {
        let mut fresh = Chance(moment.random);
        let chance = self.seed.as_mut().unwrap_or(&mut fresh);
        work(chance, &mut self.game)
    }

    /// Chance draws: by the players' secrets in a game by link.
    fn draw(&mut self, moment: Moment, out: &mut Vec<Request>) {
        let live = *self.game.live_position();
        if live.actor() != Actor::Chance || self.game.verdict().is_some() || self.explores() {
            return;
        }
        let step = match &self.mail {
            Some(mail) => {
                let Some(step) = self.record().and_then(|record| mail.fair_draw(&record)) else {
                    return self.refuse(Sentence::new("mail.no-draw"), out);
                };
                step
            }
            None => {
                let mut fresh = Chance(moment.random);
                let chance = self.seed.as_mut().unwrap_or(&mut fresh);
                Step::Draw(chance.draw(live.reserve(live.turn()), DRAWN))
            }
        };
        self.take(step, out);
    }

    /// Places what is left of this turn's placement, or all of it anew.
    fn place_rest(&mut self, moment: Moment, anew: bool) {
        let live = *self.game.live_position();
        if live.phase() != Phase::Placement || self.explores() || self.game.verdict().is_some() {
            return;
        }
        self.pick = None;
        self.touched |= self.chance(moment, |chance, game| {
            let before = game.turn_steps().to_vec();
            if anew && game.replace_turn(&[]).is_err() {
                return false;
            }
            let mut below = |bound| chance.below(bound);
            let rest = game.live_position().place_rest(&mut below);
            let kept = if anew { Vec::new() } else { before };
            !rest.is_empty() && game.replace_turn(&[kept, rest].concat()).is_ok()
        });
    }

    // Looking.

    fn walk(&mut self, walk: Walk) {
        let place = self.place();
        let path = match walk {
            Walk::First => Some(Path::START),
            Walk::Back => self.game.step_back(place),
            // What was tried behind the last turn is no part of a game that goes on.
            Walk::On if self.is_live() && !self.explores() => None,
            Walk::On => self.game.step_on(place),
            Walk::Latest => Some(self.game.live()),
        };
        if let Some(path) = path {
            self.show(path);
        }
    }

    fn show(&mut self, path: Path) {
        self.pick = None;
        self.note = None;
        self.refusal = None;
        if !self.game.is_there(path.turn) {
            return;
        }
        let path = self.game.settle(path);
        self.cursor = Some(path).filter(|&path| path != self.game.live());
    }

    // Variations and what is said.

    fn annotate(&mut self, event: Event) {
        // The line of a game that is being played is nobody's to change.
        let may_change = self.explores();
        let game = &mut self.game;
        let turn = match &event {
            Event::PromoteTurn(turn)
            | Event::MakeMainLine(turn)
            | Event::Delete(turn)
            | Event::Comment(turn, _)
            | Event::Glyphs(turn, _)
            | Event::Mark(turn, _) => *turn,
            _ => return,
        };
        if !game.is_there(turn) {
            return;
        }
        let by_players = game.verdict().filter(|_| matches!(self.purpose, Purpose::Play));
        match event {
            Event::PromoteTurn(_) | Event::MakeMainLine(_) | Event::Delete(_)
                if !may_change || (by_players.is_some() && breaks_line(game, turn, &event)) =>
            {
                self.note = Some(Sentence::new("lines.played"));
                return;
            }
            Event::PromoteTurn(_) => game.promote(turn),
            Event::MakeMainLine(_) => game.make_main_line(turn),
            Event::Delete(_) => {
                let parent = game.parent(turn);
                game.remove(turn);
                if self.cursor.is_some_and(|at| !self.game.is_there(at.turn)) {
                    self.cursor = Some(self.game.behind(parent));
                }
            }
            Event::Comment(_, text) => game.set_comment(turn, &text),
            Event::Glyphs(_, glyphs) => game.set_glyphs(turn, &glyphs),
            Event::Mark(_, mark) => game.mark(turn, mark),
            _ => {}
        }
        self.touched = true;
    }

    // Agreements.

    fn agree(&mut self, event: Event, out: &mut Vec<Request>) {
        self.note = None;
        if let Event::Answer(yes) = event {
            return self.answered(yes, out);
        }
        if self.game.verdict().is_some() || !matches!(self.purpose, Purpose::Play) {
            return;
        }
        let turn = self.game.live_position().turn();
        // Whose wish it is: in a game by link the own side's, whoever is to move.
        let own = match &self.mail {
            Some(mail) => mail.own(),
            None if self.seats[turn as usize] == Seat::Here => Some(turn),
            None => None,
        };
        let is_against_computer = self.seats.iter().any(|seat| matches!(seat, Seat::Computer(_)));
        let Some(own) = own.or(self.here().filter(|_| matches!(event, Event::TakeBack))) else {
            let sentence = self.barred().unwrap_or(Sentence::new("computer.wait"));
            return self.refuse(sentence, out);
        };
        match event {
            Event::Resign if self.waits_for_answer() => {
                self.refuse(Sentence::new("mail.waits-answer"), out);
            }
            Event::Resign => self.asked = Some(Question::Resign(own)),
            Event::OfferDraw if self.mail.is_some() => {
                let is_due = self.is_due();
                let Some(mail) = self.mail.as_mut().filter(|_| is_due) else { return };
                mail.offers = !mail.offers;
                let key = if mail.offers { "mail.offers" } else { "mail.offers-not" };
                self.refuse(Sentence::new(key), out);
            }
            Event::OfferDraw if is_against_computer && self.barred().is_none() => {
                self.ask_engine(Think::Draw, out);
                self.refuse(Sentence::new("computer.considers"), out);
            }
            Event::OfferDraw if is_against_computer => {}
            Event::OfferDraw => self.asked = Some(Question::Draw(own)),
            Event::TakeBack if self.mail.is_some() => {
                let may = self.record().is_some_and(|record| {
                    self.mail.as_ref().is_some_and(|mail| mail.may_ask_back(&record).is_some())
                });
                if may && self.is_due() && !self.is_first() {
                    self.send_back();
                }
            }
            Event::TakeBack if is_against_computer => {
                self.computer.leave(out);
                self.take_back(own);
            }
            // Who has just moved wants it back.
            Event::TakeBack if self.has_finished(!own) => {
                self.asked = Some(Question::TakeBack(!own));
            }
            _ => {}
        }
    }

    /// Whether nobody has answered the invitation yet.
    fn waits_for_answer(&self) -> bool {
        self.mail.as_ref().is_some_and(|mail| mail.newest.letter.answer.is_none())
    }

    /// The side that plays here, if it is one alone.
    fn here(&self) -> Option<Color> {
        let mut here = Color::ALL.into_iter().filter(|&color| self.seat_of(color) == Seat::Here);
        here.next().filter(|_| here.next().is_none())
    }

    fn has_finished(&self, color: Color) -> bool {
        let is_own = |turn| self.game.is_whole(turn) && self.game.before(turn).turn() == color;
        self.game.main_line().any(is_own)
    }

    fn take_back(&mut self, color: Color) {
        self.held = None;
        self.pick = None;
        self.cursor = None;
        self.hint = None;
        self.touched |= self.game.take_back(color);
    }

    /// The question that stands.
    pub fn question(&self) -> Option<Question> {
        if let Some(asked) = &self.asked {
            return Some(asked.clone());
        }
        let mail = self.mail.as_ref()?;
        if let Some(came) = &mail.came {
            return Some(Question::Came(came.clone()));
        }
        if mail.own().is_none() && self.game.verdict().is_none() && !mail.is_put_off {
            let letter = &mail.newest.letter;
            return match letter.act {
                Act::Invitation if mail.is_unfair() => None,
                Act::Invitation => Some(Question::Invited),
                _ if letter.chains.is_none() => Some(Question::Sit),
                _ => None,
            };
        }
        match mail.asks()? {
            Act::TakebackAsked(_) => Some(Question::TakebackAsked),
            _ => Some(Question::DrawOffered),
        }
    }

    fn answered(&mut self, yes: bool, out: &mut Vec<Request>) {
        let Some(question) = self.question() else { return };
        self.asked = None;
        match (question, yes) {
            (Question::Resign(color), true) if self.mail.is_some() => {
                let _ = color;
                self.write(Act::Resignation);
            }
            (Question::Resign(color), true) => {
                self.end(out);
                self.game.resign(color);
            }
            (Question::Draw(_), true) => {
                self.end(out);
                self.game.agree_draw();
            }
            (Question::TakeBack(color), true) => self.take_back(color),
            (Question::DrawOffered, true) => self.write(Act::DrawAccepted),
            (Question::TakebackAsked, true) => self.write(Act::TakebackGranted),
            (Question::TakebackAsked, false) => self.write(Act::TakebackRefused),
            (Question::DrawOffered | Question::Invited | Question::Sit, false) => {
                if let Some(mail) = &mut self.mail {
                    mail.is_put_off = true;
                }
            }
            (Question::Sit, true) => self.sit_down(),
            _ => {}
        }
    }

    /// The players end the game: what was only begun is let go.
    fn end(&mut self, out: &mut Vec<Request>) {
        self.computer.leave(out);
        self.held = None;
        self.pick = None;
        self.cursor = None;
        self.touched = true;
    }

    // The computer.

    pub(crate) fn ask_engine(&mut self, about: Think, out: &mut Vec<Request>) {
        self.computer.think(about, self.game.save_line(), out);
        self.wanted = Some(about);
    }

    /// The computer's colour and level, if its turn has come.
    fn computer_to_move(&self) -> Option<Level> {
        let is_played = matches!(self.purpose, Purpose::Play) && self.game.verdict().is_none();
        match self.seat_of(self.game.live_position().turn()) {
            Seat::Computer(level) if is_played => Some(level),
            _ => None,
        }
    }

    /// Begins the computer's turn if that has come, and gives it up if it is gone.
    fn consider(&mut self, out: &mut Vec<Request>) {
        let is_asked = self.wanted.is_some_and(|wanted| !matches!(wanted, Think::Turn(_)));
        match (self.computer_to_move(), self.computer.doing()) {
            (Some(level), Doing::Nothing) if self.keeper.state() != Keeping::Reading => {
                if self.game.live_position().actor() == Actor::Chance {
                    // It draws before it thinks.
                    self.computer.play(&[], out);
                } else {
                    self.ask_engine(Think::Turn(level), out);
                }
            }
            (None, Doing::Thinks) if is_asked => {}
            (None, Doing::Nothing) | (Some(_), _) => {}
            (None, Doing::Plays) if self.plays_exercise() => {}
            (None, _) => {
                self.computer.leave(out);
                self.wanted = None;
            }
        }
    }

    fn thinking(&mut self, moment: Moment, event: Event, out: &mut Vec<Request>) {
        match event {
            Event::Thought { id, thought } if self.computer.is_awaited(id) => {
                let about = self.wanted.take();
                match (about, thought) {
                    (Some(Think::Turn(_)), Some(thought)) => self.computer.play(&thought.turn, out),
                    (Some(Think::Hint), Some(thought)) => {
                        self.computer.leave(out);
                        self.hint = Some(thought);
                    }
                    (Some(Think::Draw), Some(thought)) => {
                        self.computer.leave(out);
                        if thought.score >= AGREEABLE {
                            self.end(out);
                            self.game.agree_draw();
                            out.push(Request::Say(Sentence::new("computer.agrees")));
                        } else {
                            self.refuse(Sentence::new("computer.declines"), out);
                        }
                    }
                    (Some(Think::Puzzle), Some(thought)) => {
                        self.computer.leave(out);
                        self.answer_puzzle(&thought.turn, out);
                    }
                    (Some(Think::Turn(_) | Think::Puzzle), None) => self.fail(out),
                    (_, None) => {
                        self.computer.leave(out);
                        self.refuse(Sentence::new("computer.no-hint"), out);
                    }
                    (None, Some(_)) => self.computer.leave(out),
                }
            }
            Event::ThoughtFailed(id) if self.computer.is_awaited(id) => match self.wanted.take() {
                Some(Think::Turn(_) | Think::Puzzle) => self.fail(out),
                _ => {
                    self.computer.leave(out);
                    self.refuse(Sentence::new("computer.no-hint"), out);
                }
            },
            Event::MoveNow => {
                let step = self.computer.hurry(out);
                self.perform(step, out);
            }
            Event::Hint if self.hint_puzzle() => {}
            Event::Hint => {
                let may = self.barred().is_none() && self.mail.is_none() && !self.explores();
                if may && self.ground().position.actor() != Actor::Chance {
                    self.ask_engine(Think::Hint, out);
                    out.push(Request::Say(Sentence::new("computer.looks")));
                }
            }
            Event::Woken(id) => {
                let draws = self.computer.doing() == Doing::Plays
                    && self.game.live_position().actor() == Actor::Chance;
                let is_own = self.computer.is_alarm(id);
                let step = self.computer.woken(id);
                if is_own && draws && self.computer_to_move().is_some() {
                    self.computer.leave(out);
                    return self.draw(moment, out);
                }
                if self.computer.doing() == Doing::Failed && is_own {
                    match self.wanted.take() {
                        Some(Think::Turn(_) | Think::Puzzle) => self.fail(out),
                        _ => self.computer.leave(out),
                    }
                }
                self.perform(step, out);
            }
            _ => {}
        }
    }

    fn fail(&mut self, out: &mut Vec<Request>) {
        if !matches!(self.purpose, Purpose::Play) {
            self.computer.leave(out);
            self.wanted = None;
            self.give_up_puzzle();
            return self.refuse(Sentence::new("puzzle.no-answer"), out);
        }
        self.computer.fail();
        self.wanted = None;
        out.push(Request::Say(Sentence::new("computer.failed")));
    }

    /// Takes the step that the computer has come to, and those that follow at once.
    fn perform(&mut self, step: Option<Step>, out: &mut Vec<Request>) {
        let mut next = step;
        while let Some(step) = next {
            let is_its = self.computer_to_move().is_some() || self.plays_exercise();
            if !is_its || matches!(step, Step::Draw(_)) || self.game.play(step).is_err() {
                self.fail(out);
                return;
            }
            self.touched = true;
            self.hint = None;
            self.note = None;
            self.cursor = None;
            next = self.computer.stepped(out);
            self.answer_task(out);
        }
    }

    // Letters.

    /// Whether the own turn is due in a game by link.
    pub(crate) fn is_due(&self) -> bool {
        let turn = self.game.live_position().turn();
        let is_over = self.game.verdict().is_some();
        self.mail.as_ref().is_some_and(|mail| mail.is_due(turn, is_over))
    }

    /// Whether the own first turn goes with the letter that is there.
    fn is_first(&self) -> bool {
        let newest = self.mail.as_ref().map(|mail| &mail.newest.letter);
        newest.is_some_and(|letter| Some(letter.sender) == self.mail.as_ref().and_then(Mail::own))
    }

    /// Who sits where in a game by link: nobody plays for a seat that this device does not hold.
    fn seat(&mut self) {
        if self.mail.is_none() && !self.keeper.key().starts_with(BY_LINK) {
            return;
        }
        self.seats = [Seat::Friend; 2];
        let own = self.mail.as_ref().and_then(Mail::own).filter(|_| self.is_due());
        if let Some(own) = own {
            self.seats[own as usize] = Seat::Here;
        }
    }

    /// Another game takes the place of this one, in a lesson or a puzzle.
    pub(crate) fn set_game(&mut self, game: Game) {
        self.game = game;
        self.cursor = None;
        self.pick = None;
        self.held = None;
        self.hint = None;
        self.pointed = None;
        self.wanted = None;
    }

    fn record(&self) -> Option<Record> {
        self.game.record().ok()
    }

    /// Writes a letter by the own side, and goes on from it.
    fn write(&mut self, act: Act) {
        let Some(record) = self.record() else { return };
        let Some(mail) = &mut self.mail else { return };
        let Some(written) = mail.reply(act, &record) else {
            self.note = Some(Sentence::new("mail.no-letter"));
            return;
        };
        self.go_on_from(&written);
        self.sends = true;
        self.touched = true;
    }

    fn send_back(&mut self) {
        let record = self.record();
        let keep = record.and_then(|record| self.mail.as_ref()?.may_ask_back(&record));
        if let Some(keep) = keep {
            self.held = None;
            self.write(Act::TakebackAsked(keep));
        }
    }

    /// The game is the one of a letter; what was considered beside it stays.
    fn go_on_from(&mut self, record: &Record) {
        let steps: Vec<Step> =
            self.game.main_line().flat_map(|turn| self.game.steps(turn)).copied().collect();
        let is_same = self.game.start() == record.start() && steps == record.steps();
        if is_same && self.game.verdict() == record.verdict() {
            return;
        }
        let mut game = Game::of(record);
        game.graft(&self.game);
        self.game = game;
        self.cursor = None;
        self.pick = None;
        self.held = None;
        self.hint = None;
    }

    fn letters(&mut self, event: Event, out: &mut Vec<Request>) {
        self.note = None;
        match event {
            Event::Invite { color, open, name, entropy } => {
                let start = *self.game.start();
                let is_fresh = self.mail.is_none() && !self.has_happened();
                if is_fresh && let Some(mail) = Mail::invite(start, color, open, &name, &entropy) {
                    self.keeper = Keeper::new(&key_of(&mail));
                    // Nobody else can know of the name that was just drawn.
                    self.keeper.loaded(None);
                    self.mail = Some(mail);
                    self.sends = true;
                    self.touched = true;
                }
            }
            Event::Accept { name, entropy } => {
                if let Some(mail) = &mut self.mail
                    && mail.accept(&name, &entropy).is_some()
                {
                    self.sends = true;
                    self.touched = true;
                }
            }
            Event::SitDown => self.sit_down(),
            Event::HandedOn => {
                let is_due = self.is_due();
                if let Some(mail) = self.mail.as_mut().filter(|mail| mail.is_out(is_due)) {
                    mail.sent = true;
                    self.touched = true;
                }
            }
            Event::Came(link) => self.came(&link, out),
            Event::Choose(choice) => self.choose(choice, out),
            _ => {}
        }
    }

    fn sit_down(&mut self) {
        if let Some(mail) = &mut self.mail {
            self.touched |= mail.sit_down();
        }
    }

    /// A link came.
    fn came(&mut self, link: &str, out: &mut Vec<Request>) {
        let came = match mail::read(link) {
            Ok(came) => came,
            Err(_) => return self.refuse(Sentence::new("mail.no-link"), out),
        };
        let Some(record) = self.record() else { return };
        let Some(mail) = &mut self.mail else {
            match Mail::open(link) {
                // What the device knew of it is gone: the link restores the game.
                Ok(mail) if key_of(&mail) == self.keeper.key() => {
                    let record = mail.newest.record.clone();
                    self.mail = Some(mail);
                    self.go_on_from(&record);
                    self.touched = true;
                }
                _ => out.push(Request::OpenApart { link: link.to_owned() }),
            }
            return;
        };
        let relation = mail.compare(&record, &came.played);
        match relation {
            Relation::Newer(_) | Relation::TakenBack(_) => {
                mail.take(came, link);
                let record = mail.newest.record.clone();
                self.go_on_from(&record);
                self.sends = false;
                self.touched = true;
            }
            Relation::Other => out.push(Request::OpenApart { link: link.to_owned() }),
            Relation::Same => {
                // A private link may bring the seat.
                if let Some(seat) = came.seat
                    && mail.own().is_none()
                {
                    mail.sit(seat);
                    self.touched = true;
                }
            }
            relation => {
                mail.came = Some(Came { link: link.to_owned(), relation });
                self.touched = true;
            }
        }
    }

    /// What to do about a link that does not simply go on with the game.
    fn choose(&mut self, choice: Choice, out: &mut Vec<Request>) {
        let Some(came) = self.mail.as_mut().and_then(|mail| mail.came.take()) else { return };
        self.touched = true;
        match choice {
            Choice::KeepMine => {}
            Choice::KeepApart => out.push(Request::OpenApart { link: came.link }),
            Choice::TakeTheirs => {
                let may = matches!(
                    came.relation,
                    Relation::Fork { .. } | Relation::Older(_) | Relation::Ahead(_)
                );
                if let Ok(read) = mail::read(&came.link)
                    && let Some(mail) = self.mail.as_mut().filter(|_| may)
                {
                    mail.take(read, &came.link);
                    mail.seen = true;
                    // Whether an own letter was handed on, is not known.
                    mail.sent = mail.own() != Some(mail.newest.letter.sender);
                    self.sends = !mail.sent;
                    let record = mail.newest.record.clone();
                    self.go_on_from(&record);
                }
            }
        }
    }

    /// Offers the newest own letter to be handed on, once it is kept, or cannot be.
    fn offer(&mut self, out: &mut Vec<Request>) {
        let is_due = self.is_due();
        let Some(mail) = self.mail.as_ref().filter(|_| self.sends) else { return };
        let is_settled = match self.keeper.state() {
            Keeping::Kept | Keeping::Failed | Keeping::Unread | Keeping::Never => true,
            Keeping::Reading | Keeping::Writing | Keeping::Left => false,
        };
        if is_settled {
            self.sends = false;
            if mail.is_out(is_due) && !mail.sent {
                out.push(Request::Send { link: mail.link().to_owned() });
            }
        }
    }

    /// What follows whatever has happened.
    fn settle(&mut self, out: &mut Vec<Request>) {
        if let Some(path) = self.cursor
            && !self.game.is_there(path.turn)
        {
            self.cursor = None;
        }
        if self.keeper.state() != Keeping::Left && self.mail.is_some() {
            self.settle_letters();
        }
        self.seat();
        // What waited to be confirmed can only be played as long as the turn is one's own.
        let is_own = self.seat_of(self.game.live_position().turn()) == Seat::Here;
        if self.held.is_some() && !is_own {
            self.held = None;
            self.touched = true;
        }
        if self.keeper.state() == Keeping::Left {
            self.computer.leave(out);
        } else {
            self.consider(out);
        }
    }

    /// A turn that was finished here goes out; so does an opening that is due.
    fn settle_letters(&mut self) {
        let Some(mail) = &self.mail else { return };
        let finished = |line: &Game| line.main_line().filter(|&turn| line.is_whole(turn)).count();
        let told = mail.newest.record.turns().filter(|turn| turn.done).count();
        let is_over = self.game.verdict().is_some() && mail.newest.record.verdict().is_none();
        // The own turns only can be finished here.
        if mail.own().is_some() && (finished(&self.game) > told || is_over) {
            self.write(Act::Turn);
        } else if mail.owes_opening() {
            self.write(Act::Opening);
        }
    }

    // The store.

    /// Whether there is anything to be kept.
    fn has_happened(&self) -> bool {
        self.mail.is_some()
            || self.game.len() > 1
            || self.game.verdict().is_some()
            || self.held.is_some()
            || !self.game.comments(Game::ROOT).1.is_empty()
            || !self.game.marks(Game::ROOT).is_empty()
    }

    /// What is to be kept.
    pub fn content(&self) -> Content {
        let spec = self.game.start().spec();
        let computer = Color::ALL.into_iter().find_map(|color| match self.seat_of(color) {
            Seat::Computer(level) => Some((level, color == Color::White)),
            _ => None,
        });
        Content {
            saved: self.game.save(),
            held: self.held.map_or_else(String::new, |step| step.display(spec).to_string()),
            computer,
            post: self.mail.as_ref().map(Mail::post),
        }
    }

    /// Takes up what was kept in the place of what is here. Whether it could be read.
    fn adopt(&mut self, content: &Content) -> bool {
        let Some((game, mail)) = read_content(content) else { return false };
        let spec = game.start().spec();
        let held = Step::parse(&content.held, spec).ok();
        self.held = held.filter(|&step| game.live_position().why_not(step).is_none());
        self.game = game;
        self.cursor = None;
        self.pick = None;
        self.hint = None;
        self.asked = None;
        if mail.is_none() && self.mail.is_none() && matches!(self.purpose, Purpose::Play) {
            self.seats = [Seat::Here; 2];
            if let Some((level, is_white)) = content.computer {
                self.seats[usize::from(!is_white)] = Seat::Computer(level);
            }
        }
        // The letter has the game where that was not kept with it.
        if let Some(mut mail) = mail {
            let steps = mail.newest.record.steps();
            let goes_on = self.record().is_some_and(|own| {
                own.steps().starts_with(steps)
                    && (mail.newest.record.verdict().is_none()
                        || own.verdict() == mail.newest.record.verdict())
            });
            if let Some(came) = content.post.as_ref().map(|post| &post.came)
                && let Ok(read) = mail::read(came)
            {
                let record = self.record().filter(|_| goes_on);
                let record = record.as_ref().unwrap_or(&mail.newest.record);
                let relation = mail.compare(record, &read.played);
                let is_news = !matches!(relation, Relation::Same | Relation::Other);
                mail.came = is_news.then(|| Came { link: came.clone(), relation });
            }
            self.sends = !mail.sent;
            let record = mail.newest.record.clone();
            self.mail = Some(mail);
            if !goes_on {
                self.go_on_from(&record);
            }
        }
        true
    }

    fn stored(&mut self, event: Event, out: &mut Vec<Request>) {
        match event {
            Event::Loaded { key, found } => {
                if key != self.keeper.key() || self.keeper.state() != Keeping::Reading {
                    return;
                }
                self.keeper.loaded(found.as_ref());
                match found {
                    Some(stored) => self.meet(&stored, out),
                    None => self.touched = true,
                }
            }
            Event::LoadFailed { key } if key == self.keeper.key() => {
                self.keeper.unread(out);
                self.refuse(Sentence::new("kept.blocked"), out);
            }
            Event::Kept { key, revision } => {
                self.touched |= self.keeper.kept(&key, revision);
            }
            Event::KeepFailed { key, revision } if self.keeper.failed(&key, revision, out) => {
                self.refuse(Sentence::new("kept.blocked"), out);
            }
            Event::Refused { key, revision, found } => {
                match self.keeper.refused(&key, revision, found) {
                    Refused::Stale => {}
                    Refused::Other(None) => self.touched = true,
                    Refused::Other(Some(stored)) => self.meet(&stored, out),
                }
            }
            Event::TakenElsewhere => self.keeper.leave(),
            Event::TakeUp if self.keeper.state() == Keeping::Left => self.keeper.read(out),
            _ => {}
        }
    }

    /// Tries again what has failed.
    fn retry(&mut self, out: &mut Vec<Request>) {
        match self.keeper.state() {
            Keeping::Unread => self.keeper.read(out),
            Keeping::Failed => self.touched = true,
            _ => {}
        }
    }

    /// What stands in the store is not what was read here, or was read only now: what is here goes
    /// on with it, gives way to it, or becomes a game beside it; nothing is lost.
    fn meet(&mut self, stored: &Stored, out: &mut Vec<Request>) {
        if !self.has_happened() {
            if !self.adopt(&stored.content) {
                // It stays where it is, for a person to look at.
                self.keeper.move_beside();
                self.refuse(Sentence::new("kept.aside"), out);
            }
            return;
        }
        self.touched = true;
        let Some((game, mail)) = read_content(&stored.content) else {
            self.keeper.move_beside();
            return self.refuse(Sentence::new("kept.aside"), out);
        };
        match (&self.mail, mail) {
            (Some(_), Some(theirs)) => self.meet_letter(&game, theirs, stored, out),
            (None, None) => self.meet_game(&game, stored),
            _ => self.keeper.move_beside(),
        }
    }

    fn meet_game(&mut self, theirs: &Game, stored: &Stored) {
        let steps = |game: &Game| -> Vec<Step> {
            game.main_line().flat_map(|turn| game.steps(turn)).copied().collect()
        };
        let (own, other) = (steps(&self.game), steps(theirs));
        let is_own_open = self.game.verdict().is_none() || self.game.verdict() == theirs.verdict();
        let is_other_open = theirs.verdict().is_none() || own == other;
        if *self.game.start() != *theirs.start() {
            self.keeper.move_beside();
        } else if own.starts_with(&other) && is_other_open && (own != other || is_own_open) {
            self.game.graft(theirs);
            if own == other
                && let Some(verdict) = theirs.verdict()
            {
                self.game.close(verdict);
            }
        } else if own == other {
            // Only here the players have ended the game.
            self.game.graft(theirs);
        } else if other.starts_with(&own) && is_own_open {
            let ours = self.game.clone();
            self.adopt(&stored.content);
            self.game.graft(&ours);
        } else {
            self.keeper.move_beside();
        }
    }

    fn meet_letter(
        &mut self,
        theirs: &Game,
        mut mail: Mail,
        stored: &Stored,
        out: &mut Vec<Request>,
    ) {
        let Some(own) = &self.mail else { return };
        let ours = own.newest.clone();
        let Ok(record) = theirs.record() else {
            return;
        };
        // What this window knows of the seat, the stored one may not.
        let seat = mail::read(own.seat_link()).ok().and_then(|read| read.seat);
        match mail.compare(&record, &ours) {
            Relation::Newer(_) | Relation::Ahead(_) | Relation::TakenBack(_) => {
                self.game.graft(theirs);
            }
            Relation::Same => {
                let open = |game: &Game| game.turn_steps().len();
                let is_further = open(theirs) > open(&self.game);
                let (sent, seen) = (mail.sent || own.sent, mail.seen || own.seen);
                if is_further {
                    let game = self.game.clone();
                    self.adopt(&stored.content);
                    self.game.graft(&game);
                } else {
                    self.game.graft(theirs);
                }
                if let Some(mail) = &mut self.mail {
                    (mail.sent, mail.seen) = (sent, seen);
                    if let Some(seat) = seat {
                        mail.sit(seat);
                    }
                }
            }
            relation => {
                let is_older = matches!(relation, Relation::Older(_));
                let came = Came { link: own.link().to_owned(), relation };
                let game = self.game.clone();
                if !self.adopt(&stored.content) {
                    return;
                }
                self.game.graft(&game);
                if let Some(seat) = seat {
                    mail.sit(seat.clone());
                    if let Some(mail) = &mut self.mail {
                        mail.sit(seat);
                    }
                }
                // One seat, one game: which one, the player says.
                if !is_older && let Some(mail) = &mut self.mail {
                    mail.came = Some(came);
                    self.refuse(Sentence::new("mail.came.elsewhere"), out);
                }
            }
        }
    }

    /// The place of a square's name, for who has only that.
    pub fn square(&self, name: &str) -> Option<Square> {
        self.game.start().spec().shape.parse(name)
    }
}

/// Whether an operation would change the line that was played.
fn breaks_line(game: &Game, turn: record::TurnId, event: &Event) -> bool {
    match event {
        Event::Delete(_) => game.is_played(turn),
        Event::PromoteTurn(_) => {
            let parent = game.parent(turn);
            parent != game.tip() && game.is_played(parent) && !game.is_played(turn)
        }
        Event::MakeMainLine(_) => {
            let line = game.line_to(turn);
            let leaves = |turn: &&record::TurnId| !game.is_played(**turn);
            line.iter().find(leaves).is_some_and(|&first| game.parent(first) != game.tip())
        }
        _ => false,
    }
}

/// What was kept, if it can be read.
fn read_content(content: &Content) -> Option<(Game, Option<Mail>)> {
    let game = Game::load(&content.saved).ok()?;
    let mail = match &content.post {
        Some(post) => Some(Mail::restore(post).ok()?),
        None => None,
    };
    Some((game, mail))
}

/// The name under which a game by link is kept: that of its invitation.
fn key_of(mail: &Mail) -> String {
    use std::fmt::Write as _;
    let mut key = BY_LINK.to_owned();
    for byte in mail.newest.letter.invitation {
        let _ = write!(key, "{byte:02x}");
    }
    key
}
