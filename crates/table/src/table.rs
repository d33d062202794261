//! The table: the one owner of the game's state, and the order in which events are handled.

use record::game::{Game, Mark, Path};
use record::letter::{Act, Due};
use rules::{Actor, AnyPosition, Color, Phase, Refusal, Square, Step};

use crate::analysis::Analysis;
use crate::asked;
use crate::chance::Chance;
use crate::computer::{Computer, Doing, Thought};
use crate::days;
use crate::event::{Event, Moment, Question, Request, Think, Walk};
use crate::hand::{Deed, Ground, Pick, Spot};
use crate::inspect::Inspected;
use crate::keep::{Keeper, Keeping, RETRY};
use crate::live::{self, Live, Presence};
use crate::mail::{self, Mail};
use crate::opponent::Opponent;
use crate::premove::{self, Premove};
use crate::puzzle::Puzzle;
use crate::replay::{self, Replay};
use crate::review::Review;
use crate::sentence::{Sentence, Value};
use crate::task::Lesson;
use crate::timer::{self, Timer};
use crate::watching::Watching;
use crate::whole::{IS_WHOLE, WholeOnly, whole_only};

/// The strength of the computer, from 1.
pub type Level = u8;

/// Who plays a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// Somebody at this device.
    Here,
    /// The computer.
    Computer(Level),
    /// A friend, by letters; or both sides, for a spectator.
    Friend,
}

/// What the table is for.
#[derive(Clone, PartialEq, Debug)]
pub enum Purpose {
    /// A game is played.
    Play,
    /// A lesson is taken.
    Lesson(WholeOnly<Lesson>),
    /// A puzzle is solved.
    Puzzle(WholeOnly<Puzzle>),
    /// A game or a position is analysed.
    Analysis,
    /// A board to look at.
    Show,
}

/// What a table is created from.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// The game.
    pub game: Game,
    /// Where the next game at the table begins; `None`: where this one does.
    pub start: Option<AnyPosition>,
    /// The name under which it is stored; empty: it is not stored.
    pub key: String,
    /// Who plays White and Black.
    pub seats: [Seat; 2],
    /// What the table is for.
    pub purpose: Purpose,
    /// The seed of draws by chance, if they are to be reproducible.
    pub seed: Option<u64>,
    /// The seed of the computer's choices, if it is known.
    pub opponent_seed: Option<u32>,
    /// Whether turns of one step wait for confirmation.
    pub confirms: bool,
}

impl Setup {
    /// Two people at one device, from a position.
    pub fn here(start: AnyPosition, key: &str) -> Setup {
        Setup {
            game: Game::new(start),
            start: None,
            key: key.to_owned(),
            seats: [Seat::Here; 2],
            purpose: Purpose::Play,
            seed: None,
            opponent_seed: None,
            confirms: false,
        }
    }
}

/// The prefix of the names of games by link.
pub(crate) const BY_LINK: &str = "mail ";
/// The prefix of the names of games with clocks, which only the whole module plays.
pub(crate) const TIMED: &str = "timed ";
/// The prefix of the names of studies.
pub(crate) const STUDY: &str = "analysis study ";
/// The pieces of a draw by chance.
pub(crate) const DRAWN: u32 = 5;

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub(crate) game: Game,
    /// The place that is shown; `None`: the current position of the game.
    pub(crate) cursor: Option<Path>,
    pub(crate) seats: [Seat; 2],
    pub(crate) purpose: Purpose,
    pub(crate) seed: Option<Chance>,
    /// The seed of draws in a new game.
    pub(crate) first_seed: Option<u64>,
    /// Where a new game begins, whatever was loaded since.
    pub(crate) first_start: AnyPosition,
    pub(crate) confirms: bool,
    pub(crate) pick: Option<Pick>,
    /// The premove.
    pub(crate) premove: Option<Premove>,
    /// Marks that cannot be stored with a turn, and the key of the position.
    pub(crate) sketches: (u64, Vec<Mark>),
    pub(crate) inspected: Option<Inspected>,
    /// A pointer that is down and has done nothing yet.
    pub(crate) pressed: Option<Spot>,
    /// A step that waits for confirmation: it is still the player's turn.
    pub(crate) held: Option<Step>,
    /// The drops of this turn that were made for the player and not touched since.
    pub(crate) for_me: Vec<Step>,
    /// Whether the game was begun here, and not loaded.
    pub(crate) is_begun_here: bool,
    /// Why the last step was refused.
    pub(crate) refusal: Option<Refusal>,
    /// How often one was.
    pub(crate) refusals: usize,
    /// Another sentence beside the board.
    pub(crate) note: Option<Sentence>,
    /// Whether that is advice, and no refusal.
    pub(crate) advises: bool,
    /// The open question between players.
    pub(crate) asked: Option<Question>,
    pub(crate) computer: Computer,
    /// The subject of the thought that is expected.
    pub(crate) wanted: Option<Think>,
    /// The seeds of the computer's choices in this game: the opponent's, and the adviser's.
    pub(crate) opponent_seed: Option<u32>,
    pub(crate) adviser_seed: Option<u32>,
    /// The opponent that the page remembers.
    pub(crate) remembered: Option<Opponent>,
    /// The turn of the last hint.
    pub(crate) hint: Option<Thought>,
    /// The review of the finished game.
    pub(crate) review: Option<Review>,
    /// The step of a puzzle's hint, and whether its target square is named too.
    pub(crate) pointed: Option<(Step, bool)>,
    /// The turn that is replayed, and the number of its alarms so far.
    pub(crate) replay: Option<Replay>,
    pub(crate) replay_alarm: u64,
    pub(crate) mail: Option<WholeOnly<Mail>>,
    /// The line to the other device, in a live game.
    pub(crate) live: Option<WholeOnly<Live>>,
    /// The live game of others that is watched.
    pub(crate) watching: Option<WholeOnly<Watching>>,
    /// The clocks.
    pub(crate) timer: Option<WholeOnly<Timer>>,
    /// What an analysis board has besides.
    pub(crate) analysis: Option<WholeOnly<Analysis>>,
    /// The link that the table was opened with, until the store has answered.
    pub(crate) arrived: Option<String>,
    /// Whether the newest own letter has still to be offered for sharing.
    pub(crate) sends: bool,
    pub(crate) keeper: Keeper,
    /// Whether the stored content may have to be written again.
    pub(crate) touched: bool,
    /// Whether the player knows that the game is not stored.
    pub(crate) is_announced: bool,
    /// Whether another game has replaced the one that the computer was thinking about.
    pub(crate) replaced: bool,
}

impl Table {
    /// A new table, and its first requests.
    pub fn new(setup: Setup) -> (Table, Vec<Request>) {
        let Setup { game, start, key, seats, purpose, seed, opponent_seed, confirms } = setup;
        let first_start = start.unwrap_or(*game.start());
        let adviser_seed = seed.map(|seed| seed as u32);
        let mut table = Table {
            game,
            cursor: None,
            seats,
            purpose,
            seed: seed.map(Chance),
            first_seed: seed,
            first_start,
            confirms,
            pick: None,
            pressed: None,
            inspected: None,
            premove: None,
            sketches: (0, Vec::new()),
            held: None,
            for_me: Vec::new(),
            is_begun_here: false,
            refusal: None,
            refusals: 0,
            note: None,
            advises: false,
            asked: None,
            computer: Computer::NEW,
            wanted: None,
            opponent_seed,
            adviser_seed,
            remembered: None,
            hint: None,
            review: None,
            pointed: None,
            replay: None,
            replay_alarm: 0,
            mail: None,
            live: None,
            watching: None,
            timer: None,
            analysis: None,
            arrived: None,
            sends: false,
            keeper: Keeper::new(&key),
            touched: false,
            is_announced: false,
            replaced: false,
        };
        let mut out = Vec::new();
        if IS_WHOLE && matches!(table.purpose, Purpose::Analysis) {
            table.begin_analysis();
        }
        table.seat();
        table.begin_clock();
        table.remembered = table.opponent();
        table.set_exercise(&mut out);
        table.keeper.read(&mut out);
        if table.keeper.state() == Keeping::Never {
            let moment = Moment { now: 0, random: seed.unwrap_or_default() };
            table.meet_opponent(moment, &mut out);
            table.consider(&mut out);
        }
        (table, out)
    }

    /// A table for a link to a game by link: it reads first what the device knows of the game.
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
        // A link with the own seat may contain an own letter that was not shared.
        table.sends = !mail.sent;
        table.mail = whole_only(mail);
        table.arrived = Some(link.to_owned());
        table.seat();
        Ok((table, out))
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What the table is for.
    pub fn purpose(&self) -> &Purpose {
        &self.purpose
    }

    /// The name under which the game is stored.
    pub fn key(&self) -> &str {
        self.keeper.key()
    }

    /// Whether this is a game by link.
    pub fn is_by_link(&self) -> bool {
        self.mail.is_some()
    }

    /// Who plays a side.
    pub fn seat_of(&self, color: Color) -> Seat {
        self.seats[color as usize]
    }

    /// Handles an event; returns what is to be done.
    pub fn handle(&mut self, moment: Moment, event: Event) -> Vec<Request> {
        let mut out = Vec::new();
        self.computer.now = moment.now;
        self.keeper.draw(moment.random);
        let before = self.game.live();
        self.heed_gap();
        let is_late = self.take_time(&event, &mut out);
        let replayed = self.replays();
        if let Some(mail) = self.mail.as_mut().filter(|_| !replayed && replay::is_players(&event)) {
            mail.quoted = None;
        }
        let (touches, place) = (IS_WHOLE && replay::is_players(&event), self.place());
        if !is_late && !self.skips_replay(&event) {
            self.decide(moment, event, &mut out);
        }
        if IS_WHOLE {
            self.settle_together(touches, self.place() != place, &mut out);
        }
        if replayed && !self.replays() {
            out.extend(self.quoted().map(Request::Say));
        }
        self.meet_opponent(moment, &mut out);
        self.settle(&mut out);
        self.settle_clock(before, &mut out);
        if IS_WHOLE {
            self.settle_days(&mut out);
        }
        if let Some(from) = self.keeper.moved() {
            out.push(Request::Moved { from, key: self.keeper.key().to_owned() });
        }
        if self.touched && self.keeper.is_read() && self.is_to_be_kept() {
            let (content, is_over) = (self.content(), self.game.verdict().is_some());
            self.keeper.write(content, is_over, &mut out);
        }
        if self.touched || self.keeper.state() == Keeping::Failed {
            self.keeper.put_aside(self.mail.as_ref().map(|mail| mail.post()).as_ref(), &mut out);
        }
        // A player who plays on does not wait for the alarm.
        if self.touched && self.mail.is_none() && self.keeper.state() == Keeping::Unread {
            self.keeper.read(&mut out);
        }
        self.touched = false;
        self.offer(&mut out);
        self.offer_given(&mut out);
        out
    }

    fn decide(&mut self, moment: Moment, event: Event, out: &mut Vec<Request>) {
        match event {
            Event::Loaded { .. }
            | Event::LoadFailed { .. }
            | Event::Kept { .. }
            | Event::Refused { .. }
            | Event::KeepFailed { .. }
            | Event::Aside { .. }
            | Event::PutAside { .. }
            | Event::MadeRoom { .. }
            | Event::MadeNoRoom { .. }
            | Event::GoBack
            | Event::TakenElsewhere
            | Event::TakeUp => self.stored(event, out),
            Event::Woken(RETRY) => self.retry(out),
            Event::Woken(premove::ALARM) => self.take_premove(moment, out),
            // In a window that has lost the game to another, nothing else happens.
            _ if self.keeper.state() == Keeping::Left => {}
            Event::Wire(wire) if IS_WHOLE => self.wired((*wire).clone(), out),
            Event::Watch(watch) if IS_WHOLE => {
                self.watch((*watch).clone(), moment.random, out);
            }
            Event::Woken(id) if IS_WHOLE && live::is_alarm(id) => self.beat(id, out),
            Event::Woken(id) if IS_WHOLE && id == days::ALARM => {}
            // The time was taken already.
            Event::Woken(id) if timer::is_alarm(id) => {}
            Event::Woken(id) if replay::is_alarm(id) => self.go_on_with_replay(id, out),
            Event::Thought { .. }
            | Event::ThoughtFailed(_)
            | Event::MoveNow
            | Event::Woken(_)
            | Event::Hint => self.thinking(moment, event, out),
            Event::Seat(_) | Event::Begin(_) | Event::Anew(_) | Event::Rematch => {
                self.begin(moment, event, out)
            }
            Event::Review
            | Event::Judged { .. }
            | Event::StopReview
            | Event::ShowLapse(_)
            | Event::NextLapse => self.reviewing(event, out),
            Event::Invite { .. }
            | Event::Accept { .. }
            | Event::Came(_)
            | Event::Choose(_)
            | Event::SitDown
            | Event::HandedOn
            | Event::Line(_)
            | Event::InviteAgain { .. }
                if IS_WHOLE =>
            {
                self.letters(event, out)
            }
            // Only a page with the whole module can read it.
            Event::Came(link) => out.push(Request::OpenApart { link }),
            Event::Resign | Event::OfferDraw | Event::TakeBack | Event::Answer(_) => {
                self.agree(event, out);
            }
            Event::PromoteTurn(_)
            | Event::MakeMainLine(_)
            | Event::Delete(_)
            | Event::Comment(..)
            | Event::Glyphs(..)
            | Event::Mark(..)
                if IS_WHOLE =>
            {
                self.annotate(event);
            }
            Event::Graft(saved) => self.graft(&saved),
            Event::Analyse(what) => self.analysing(&what, out),
            // A lesson or a puzzle has no earlier positions.
            Event::Walk(_) | Event::Show(_) if self.is_exercise() => {}
            Event::Confirms(confirms) => self.confirms = confirms,
            Event::Tempo(tempo) => self.computer.tempo = tempo.clamp(10, 1000),
            Event::Walk(walk) => self.walk(walk, out),
            Event::Show(path) => self.go_to(path, out),
            Event::Replay => self.begin_replay(out),
            Event::Inspect(square) => self.inspect(square),
            Event::Sketch(mark) => self.sketch(mark, out),
            Event::Press(square) => self.press(moment, Spot::Square(square), out),
            Event::PressReserve(role) => self.press(moment, Spot::Reserve(role), out),
            Event::Release => {
                if let Some(spot) = self.pressed.take() {
                    self.act(moment, spot.tap(), out);
                }
            }
            Event::Again
            | Event::ShowSolution
            | Event::Next
            | Event::Previous
            | Event::Restart
            | Event::Refute
                if IS_WHOLE =>
            {
                self.exercise(event, out)
            }
            event => self.act(moment, event, out),
        }
    }

    // The board.

    /// The place that is shown.
    pub fn place(&self) -> Path {
        self.cursor.unwrap_or(self.game.live())
    }

    /// Whether the current position of the game is shown.
    pub fn is_live(&self) -> bool {
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

    /// Whether steps begin variations here instead of being played: in an analysis, and in a
    /// finished game.
    pub fn explores(&self) -> bool {
        match self.purpose {
            Purpose::Analysis => true,
            Purpose::Play => self.game.verdict().is_some(),
            Purpose::Lesson(_) | Purpose::Puzzle(_) | Purpose::Show => false,
        }
    }

    /// Why nobody at this device may act now, if so.
    pub(crate) fn barred(&self) -> Option<Sentence> {
        if self.keeper.state() == Keeping::Left {
            return Some(Sentence::new("ask.elsewhere"));
        }
        match &self.purpose {
            Purpose::Show if self.is_watching() => return Some(Sentence::new("watch.look")),
            Purpose::Show => return Some(Sentence::new("history.look")),
            Purpose::Lesson(lesson) if lesson.barred().is_some() => return lesson.barred(),
            Purpose::Puzzle(puzzle) if puzzle.barred().is_some() => return puzzle.barred(),
            _ => {}
        }
        if self.explores() {
            return None;
        }
        if !self.is_live() {
            let is_played = self.game.is_played(self.place().turn);
            return Some(Sentence::new(if is_played { "history.look" } else { "lines.look" }));
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

    /// What a game by link waits for.
    pub(crate) fn waits(&self) -> Sentence {
        let Some(mail) = &self.mail else {
            let is_gone = self.keeper.state() != Keeping::Reading;
            return Sentence::new(if is_gone { "mail.gone" } else { "notice.loading" });
        };
        let letter = &mail.newest.letter;
        let Some(own) = mail.own() else {
            if let Some(error) = mail.objection() {
                return asked::unfair(&error, self.game.start());
            }
            let needs_seat = letter.chains.is_some() && letter.answer.is_some();
            let is_over = self.game.verdict().is_some();
            let key = if needs_seat && !is_over { "mail.needs-seat" } else { "mail.looking" };
            return Sentence::new(key);
        };
        let key = match mail.asks() {
            Some(Act::TakebackAsked(_)) => "mail.takeback",
            _ if self.presence() == Some(Presence::Here) => "live.waits",
            _ if self.presence() == Some(Presence::Lost) => "live.lost",
            _ if self.presence() == Some(Presence::Away) => match letter.act {
                Act::Invitation => "live.calling",
                _ => "live.away",
            },
            _ if letter.act == Act::Invitation => "mail.waits-answer",
            // A turn that is made is to be shared, even before its letter is written.
            _ if mail.sent && (letter.sender == own || self.game.verdict().is_some()) => {
                "mail.waits"
            }
            _ => "mail.unsent",
        };
        let says = Sentence::new(key).with("name", self.friend(own));
        match self.then(mail) {
            Some(then) if mail.own() == Some(letter.sender) => Sentence::new("mail.with-then")
                .with("says", Value::Sentence(Box::new(says)))
                .with("then", Value::Sentence(Box::new(then))),
            _ => says,
        }
    }

    /// In a game with draws: the purpose of the letter that is expected, and how many links come
    /// before the first move.
    fn then(&self, mail: &Mail) -> Option<Sentence> {
        let left = mail.newest.letters_before_moves().filter(|&left| left > 0)?;
        let is_last = left == 1;
        let key = match mail.newest.due()? {
            (_, Due::Answer) => "mail.then.answer",
            (_, Due::Opening) if mail.newest.letter.act == Act::Answer => "mail.then.opening",
            (_, Due::Opening) => "mail.then.reveal",
            _ if is_last => "mail.then.last",
            _ => "mail.then.placing",
        };
        Some(Sentence::new(key).with("count", Value::Count(left)))
    }

    /// The name of the other player.
    pub(crate) fn friend(&self, own: Color) -> Value {
        let name = self.mail.as_ref().map_or("", |mail| mail.name(!own));
        if name.is_empty() { Value::Key("mail.friend") } else { Value::Name(name.to_owned()) }
    }

    /// The position that the player acts in.
    pub(crate) fn ground(&self) -> Ground<'_> {
        let place = self.place();
        let position = self.game.position(place);
        if self.analyses() {
            let (from, turn) = self.turn_begun();
            return Ground { position, begun: self.game.position(from), turn };
        }
        if self.is_live() && !self.explores() {
            let turn = self.game.turn_steps();
            let begun = Path { steps: place.steps - turn.len(), ..place };
            return Ground { position, begun: self.game.position(begun), turn };
        }
        Ground { position, begun: position, turn: &[] }
    }

    /// Whether a player at this device can select something now.
    pub fn is_open(&self) -> bool {
        self.barred().is_none()
            && self.game.verdict_at(self.place()).is_none_or(|_| self.explores())
            && self.ground().position.actor() != Actor::Chance
    }

    /// Shows why something is not done.
    pub(crate) fn refuse(&mut self, sentence: Sentence, out: &mut Vec<Request>) {
        self.note = Some(sentence.clone());
        self.advises = false;
        out.push(Request::Say(sentence));
    }

    /// Shows something until the player dismisses it.
    pub(crate) fn notice(&mut self, sentence: Sentence, out: &mut Vec<Request>) {
        self.note = Some(sentence.clone());
        out.push(Request::Notice(sentence));
    }

    /// A pointer goes down: a piece that can be selected is selected at once. Everything else waits
    /// until it goes up.
    fn press(&mut self, moment: Moment, spot: Spot, out: &mut Vec<Request>) {
        let chooses = |table: &Table| match table.ground().touch(table.pick, spot) {
            Deed::Choose(Some(pick)) => {
                Some(pick) != table.pick && !matches!(pick, Pick::Promotion(..))
            }
            _ => false,
        };
        if self.is_open() && chooses(self) {
            self.act(moment, spot.tap(), out);
        } else {
            self.pressed = Some(spot);
        }
    }

    /// Handles an action of the player on the game.
    pub(crate) fn act(&mut self, moment: Moment, event: Event, out: &mut Vec<Request>) {
        self.refusal = None;
        self.note = None;
        self.pressed = None;
        let inspected = self.inspected.take().map(|inspected| inspected.square);
        // A step that waits for confirmation is confirmed or undone before anything else.
        if self.held.is_some() && self.is_live() {
            match event {
                Event::EndTurn => return self.confirm(out),
                Event::Undo => {
                    self.held = None;
                    self.touched = true;
                    return self.tell_all(vec![Sentence::new("step.undone")], out);
                }
                _ => {}
            }
        }
        if matches!(event, Event::LetGo) {
            self.pick = None;
            self.forget_premove(out);
            return;
        }
        // Touching the board after a wrong turn tries again.
        self.try_again();
        if let Some(sentence) = self.barred() {
            self.pick = None;
            // A turn that the computer plays is shown at once.
            if self.computer.doing() == Doing::Plays && self.computer_to_move().is_some() {
                let step = self.computer.hurry(out);
                self.perform(step, out);
                return;
            }
            if self.act_ahead(&event, out) {
                return;
            }
            self.refuse(sentence, out);
            if let Event::Tap(square) = event
                && inspected != Some(square)
            {
                self.inspect_aloud(square, out);
            }
            return;
        }
        let (from, turn, pick) = (self.place(), self.turn_begun().1.to_vec(), self.pick);
        let sentence = announcement(&event);
        let is_lifted = matches!(event, Event::Lift(_) | Event::LiftReserve(_));
        match event {
            Event::Tap(square) if self.is_open() => {
                let deed = self.ground().touch(self.pick, Spot::Square(square));
                let is_empty = self.pick.is_none() && deed == Deed::Choose(None);
                self.carry_out(deed, out);
                // The piece can only be inspected.
                if is_empty && inspected != Some(square) && self.inspect_aloud(square, out) {
                    return;
                }
            }
            Event::Tap(square) if inspected != Some(square) => {
                self.inspect_aloud(square, out);
                return;
            }
            Event::TapReserve(role)
                if self.is_open()
                    && !matches!(self.pick, Some(Pick::Empty(_)))
                    && let Some(refusal) = self.ground().why_none_enters(role) =>
            {
                self.pick = None;
                self.refused(refusal, out);
            }
            Event::TapReserve(role) if self.is_open() => {
                let deed = self.ground().touch(self.pick, Spot::Reserve(role));
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
            // Nobody can name a draw by chance.
            Event::Step(step) if !matches!(step, Step::Draw(_)) => self.step(step, out),
            Event::Typed(text) => self.typed(&text, out),
            Event::EndTurn => self.step(Step::End, out),
            Event::Undo => self.undo(),
            Event::Redo => self.redo(),
            Event::UndoTo(kept) if self.analyses() => self.undo_tried(kept),
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
            Event::PlaceRest => {
                let drops = self.game.turn_steps().to_vec();
                self.place_around(moment, drops, self.for_me.clone(), out);
            }
            Event::Shuffle if self.can_shuffle() => {
                let is_own = |step: &Step| !self.for_me.contains(step);
                let drops = self.game.turn_steps().iter().copied().filter(is_own).collect();
                self.place_around(moment, drops, Vec::new(), out);
            }
            Event::QuickStart => self.quick_start(moment),
            Event::Clear if self.game.live_position().phase() == Phase::Placement => {
                let _ = self.game.replace_turn(&[]);
                self.pick = None;
                self.touched = true;
            }
            _ => {}
        }
        // The refusal was announced.
        if self.refusal.is_none() && self.note.is_none() && !is_lifted {
            self.tell_deed((from, &turn, pick), sentence, out);
        }
    }

    pub(crate) fn carry_out(&mut self, deed: Deed, out: &mut Vec<Request>) {
        match deed {
            Deed::Choose(pick) => self.pick = pick,
            Deed::Step(step) => self.step(step, out),
            Deed::Rearrange(steps) => {
                self.pick = None;
                let done = match self.analyses() {
                    true => self.rearrange_tried(&steps),
                    false => self.game.replace_turn(&steps),
                };
                match done {
                    Ok(()) => self.touched = true,
                    Err(refusal) => self.refused(refusal, out),
                }
            }
        }
    }

    pub(crate) fn refused(&mut self, refusal: Refusal, out: &mut Vec<Request>) {
        self.refusals += 1;
        if self.refuse_task(&refusal, out) {
            self.refusal = Some(refusal);
            return;
        }
        let sentence = Sentence::new("refused").with("why", Value::Refusal(refusal.clone()));
        self.refusal = Some(refusal);
        out.push(Request::Say(sentence));
    }

    pub(crate) fn typed(&mut self, text: &str, out: &mut Vec<Request>) {
        let position = self.game.position(self.place());
        let text = text.trim();
        // Where pieces are drawn and everything is tried, letters alone are a hand.
        let is_hand = self.analyses()
            && position.actor() == Actor::Chance
            && text.bytes().all(|letter| letter.is_ascii_alphabetic());
        let step = match text {
            "end" => Ok(Step::End),
            text if is_hand => position.read_san(&["{", &text.to_ascii_uppercase(), "}"].concat()),
            text => position.read_san(text),
        };
        match step {
            // Nobody can name a draw by chance, but where everything is tried.
            Ok(Step::Draw(_)) if !self.analyses() => {
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

    /// A player at this device plays a step.
    pub(crate) fn step(&mut self, step: Step, out: &mut Vec<Request>) {
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

    /// Whether a step needs confirmation: it ends the turn by itself, and the settings, or a friend
    /// who waits for it, require that. A step that ends the game ends a turn of one step, too.
    pub(crate) fn waits_for_confirmation(&self, before: &AnyPosition, step: Step) -> bool {
        let is_by_hand =
            self.mail.is_some() && matches!(self.presence(), None | Some(Presence::Left));
        let asks = matches!(self.purpose, Purpose::Play) && (self.confirms || is_by_hand);
        let mut after = *before;
        after.play(step);
        let ends_turn = after.turn() != before.turn();
        asks && ends_turn && step != Step::End && before.most_steps() == 1
    }

    pub(crate) fn confirm(&mut self, out: &mut Vec<Request>) {
        if let Some(step) = self.held.take() {
            let before = *self.game.live_position();
            self.take(step, out);
            self.tell_all(vec![self.says_of_end(&before)], out);
        }
    }

    /// Plays a step of the game, whoever plays it.
    pub(crate) fn take(&mut self, step: Step, out: &mut Vec<Request>) {
        let is_first = self.game.tip() == Game::ROOT;
        match self.game.play(step) {
            Ok(_) => {
                self.is_begun_here |= is_first;
                self.cursor = None;
                self.hint = None;
                self.asked = None;
                self.pointed = None;
                self.touched = true;
                // Advice that was requested is obsolete.
                if self.wanted.take().is_some() {
                    self.computer.leave(out);
                }
                self.answer_task(out);
            }
            Err(refusal) => self.refused(refusal, out),
        }
    }

    pub(crate) fn undo(&mut self) {
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

    pub(crate) fn redo(&mut self) {
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
    pub(crate) fn chance(
        &mut self,
        moment: Moment,
        work: impl FnOnce(&mut Chance, &mut Game) -> bool,
    ) -> bool {
        let mut fresh = Chance(moment.random);
        let chance = self.seed.as_mut().unwrap_or(&mut fresh);
        work(chance, &mut self.game)
    }

    /// Draws by chance: by the players' secrets in a game by link.
    pub(crate) fn draw(&mut self, moment: Moment, out: &mut Vec<Request>) {
        if self.analyses() {
            return self.deal(moment, out);
        }
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
        self.tell_drawn(out);
    }

    /// Replaces this turn by these drops, and sensible ones for the remaining pieces. Some of the
    /// former were `made` for the player too.
    pub(crate) fn place_around(
        &mut self,
        moment: Moment,
        mut drops: Vec<Step>,
        made: Vec<Step>,
        out: &mut Vec<Request>,
    ) {
        let Ground { position, begun, .. } = self.ground();
        if !self.is_open() || self.explores() || position.phase() != Phase::Placement {
            return;
        }
        let mut start = *begun;
        for &drop in &drops {
            start.play(drop);
        }
        self.pick = None;
        let mut rest = Vec::new();
        let is_done = self.chance(moment, |chance, game| {
            rest = start.place_rest(&mut |bound| chance.below(bound));
            drops.extend(&rest);
            !rest.is_empty() && game.replace_turn(&drops).is_ok()
        });
        if !is_done {
            return self.refuse(Sentence::new("step.no-way"), out);
        }
        self.for_me = made;
        self.for_me.extend(rest);
        self.touched = true;
    }

    /// Restarts with both sides placed sensibly, if nothing has been placed yet.
    pub(crate) fn quick_start(&mut self, moment: Moment) {
        let is_fresh = self.game.tip() == Game::ROOT && self.game.undone().is_empty();
        if !is_fresh || self.mail.is_some() || !matches!(self.purpose, Purpose::Play) {
            return;
        }
        self.pick = None;
        self.touched |= self.chance(moment, |chance, game| {
            while game.live_position().phase() == Phase::Placement && game.verdict().is_none() {
                let before = game.len();
                let live = *game.live_position();
                if live.actor() == Actor::Chance {
                    let drawn = chance.draw(live.reserve(live.turn()), DRAWN);
                    let _ = game.play(Step::Draw(drawn));
                }
                let rest = game.live_position().place_rest(&mut |bound| chance.below(bound));
                for step in rest.into_iter().chain([Step::End]) {
                    let _ = game.play(step);
                }
                if game.len() == before {
                    break;
                }
            }
            game.tip() != Game::ROOT
        });
    }

    // Browsing.

    pub(crate) fn walk(&mut self, walk: Walk, out: &mut Vec<Request>) {
        match self.way(walk) {
            Some(path) => self.go_to(path, out),
            None if walk == Walk::Into => self.advise(Sentence::new("lines.none"), out),
            None => {}
        }
    }

    /// The target of a walk; `None` if there is none.
    pub(crate) fn way(&self, walk: Walk) -> Option<Path> {
        let place = self.place();
        match walk {
            Walk::First => Some(Path::START),
            Walk::Back => self.game.step_back(place),
            // Variations after the last turn do not belong to a game in progress.
            Walk::On if self.is_live() && !self.explores() => None,
            Walk::On => self.game.step_on(place),
            Walk::Latest => Some(self.end_of_variation().unwrap_or(self.end_of_line())),
            Walk::Into => self.way_in(),
            Walk::Out => self.way_out(),
        }
    }

    /// The player goes to a place, which is announced.
    pub(crate) fn go_to(&mut self, path: Path, out: &mut Vec<Request>) {
        let before = self.place();
        self.show(path);
        if self.place() != before {
            out.push(Request::Say(self.says()));
        }
    }

    pub(crate) fn show(&mut self, path: Path) {
        self.pick = None;
        self.note = None;
        self.refusal = None;
        self.hint = None;
        if !self.game.is_there(path.turn) {
            return;
        }
        let path = self.game.settle(path);
        self.cursor = Some(path).filter(|&path| path != self.game.live());
    }

    /// What follows any event.
    pub(crate) fn settle(&mut self, out: &mut Vec<Request>) {
        if self.analyses() {
            self.lead();
        }
        if let Some(path) = self.cursor
            && !self.game.is_there(path.turn)
        {
            self.cursor = None;
        }
        self.forget_replay();
        if self.keeper.state() != Keeping::Left && self.mail.is_some() {
            self.settle_letters(out);
        }
        // Drops made for the player that are gone are forgotten.
        let Table { game, for_me, .. } = self;
        for_me.retain(|step| game.turn_steps().contains(step));
        self.seat();
        if std::mem::take(&mut self.replaced) {
            self.computer.leave(out);
            self.wanted = None;
        }
        // A step that waits for confirmation can be played only while it is the player's turn.
        let is_own = self.seat_of(self.game.live_position().turn()) == Seat::Here;
        if self.held.is_some() && !is_own {
            self.held = None;
            self.touched = true;
        }
        // After the letters: the turns that they bring are shown first.
        self.settle_premove(out);
        if self.game.verdict().is_none() {
            self.review = None;
        }
        if self.keeper.state() == Keeping::Left {
            self.computer.leave(out);
        } else {
            self.consider(out);
        }
        self.consult(out);
    }

    /// The square with a name.
    pub fn square(&self, name: &str) -> Option<Square> {
        self.game.start().spec().shape.parse(name)
    }
}

/// The name under which a game by link is stored: that of its invitation.
pub(crate) fn key_of(mail: &Mail) -> String {
    use std::fmt::Write as _;
    let mut key = BY_LINK.to_owned();
    for byte in mail.newest.letter.invitation {
        let _ = write!(key, "{byte:02x}");
    }
    key
}

/// The announcement of an action that is not announced by its steps.
fn announcement(event: &Event) -> Option<Sentence> {
    Some(match event {
        Event::Undo => Sentence::new("step.undone"),
        Event::Redo => Sentence::new("step.redone"),
        Event::UndoTo(0) => Sentence::new("step.reset"),
        Event::UndoTo(kept) => Sentence::new("step.back").with("step", Value::Count(*kept)),
        Event::Clear => Sentence::new("step.cleared"),
        Event::PlaceRest | Event::QuickStart => Sentence::new("step.placed"),
        Event::Shuffle => Sentence::new("step.shuffled"),
        _ => return None,
    })
}
