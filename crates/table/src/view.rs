//! What is shown of a table: a function of its state.

use record::Verdict;
use record::game::Path;
use rules::{Actor, AnyPosition, Color, Phase, Refusal, Role, Square, Step};

use crate::computer::{Doing, Thought};
use crate::days::TurnTime;
use crate::event::{Question, Think, Walk};
use crate::exercise::Exercise;
use crate::hand::Pick;
use crate::keep::Keeping;
use crate::live::Presence;
use crate::mail::Mail;
use crate::opponent::Opponent;
use crate::review::ReviewView;
use crate::sentence::{Sentence, Value};
use crate::table::{Purpose, Seat, Table};
use crate::telling::result;
use crate::together::Together;
use crate::watching::WatchView;
use crate::whole::{WholeOnly, whole_only};

/// Whether the turn can be ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum End {
    /// There is nothing to end.
    Hidden,
    NotYet,
    May,
    Must,
}

/// The kind of the sentence beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// A prompt, or the state of the game.
    Prompt,
    /// A refusal.
    Refusal,
    /// Advice, or a friend's line of text.
    Advice,
}

/// The available actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Controls {
    /// Whether the turn can be ended.
    pub end: End,
    /// Whether a step can be taken back.
    pub undo: bool,
    /// How many steps can be taken again.
    pub redo: usize,
    /// Whether a draw by chance is due.
    pub draw: bool,
    /// Whether the remaining pieces can be placed automatically.
    pub place: bool,
    /// Whether the computer can be hurried, or asked again.
    pub now: bool,
    /// Whether a hint is available.
    pub hint: bool,
    /// Whether the finished game can be reviewed.
    pub review: bool,
    /// Whether a takeback is possible.
    pub takeback: bool,
    /// Whether one can resign.
    pub resign: bool,
    /// Whether a draw can be offered.
    pub offer: bool,
    /// Whether a rematch is possible.
    pub rematch: bool,
}

/// What is shown of a game by link.
#[derive(Clone, PartialEq, Debug)]
pub struct MailView {
    /// The player's own side, if this device has a seat.
    pub own: Option<Color>,
    /// The names of White and Black; empty if not given.
    pub names: [String; 2],
    /// The other player: a name, or the key of words that stand for it.
    pub friend: Value,
    /// Whether the player's own turn is due.
    pub is_due: bool,
    /// The player's letter that is to be shared.
    pub out: Option<String>,
    /// The text offered beside it.
    pub note: Sentence,
    /// The player's line of text in it; `None` if it cannot have one.
    pub line: Option<String>,
    /// The line of text in the newest letter.
    pub quote: Option<Sentence>,
    /// Whether the player's letter has been shared.
    pub sent: bool,
    /// What the game waits for, if no letter is to be shared.
    pub waits: Sentence,
    /// Whether a draw is offered with the next turn.
    pub offers: bool,
    /// The private link to the player's seat; empty without a seat, after the end of the game, and
    /// while the seat cannot be moved.
    pub seat_link: String,
    /// Whether the seat cannot be moved yet.
    pub seat_locked: bool,
    /// How the other side of a live game can be reached.
    pub live: Option<Presence>,
    /// The time control that was agreed on; empty: none.
    pub clock: String,
    /// The last greeting in a live game, and whether it is the player's own.
    pub greeting: Option<(u8, bool)>,
    /// Whether the player may give the other one time.
    pub gives: bool,
    /// Whether the player may claim the game, which the other one has left.
    pub claims: bool,
    /// How much time is left for the turn, in a game with days for each.
    pub time: Option<TurnTime>,
    /// How many watch.
    pub watchers: usize,
    /// How the players look at the finished game.
    pub together: Together,
    /// Whether both sides draw pieces: [`Table::proof`] verifies the draws.
    pub draws: bool,
}

/// Everything that is shown.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The position on the board.
    pub position: AnyPosition,
    /// The place in the game.
    pub at: Path,
    /// Whether that is the current position of the game.
    pub is_live: bool,
    /// Whether there is a step back and a step forward from there.
    pub ways: [bool; 2],
    /// Whether the last turn is being replayed.
    pub replays: bool,
    /// Whether the game has anything beside its main line: see [`Table::lines`].
    pub has_lines: bool,
    /// Whose turn it is; while a step waits for confirmation, it is still its player's.
    pub turn: Color,
    /// Whether somebody at this device may act.
    pub may_act: bool,
    /// The selection.
    pub pick: Option<Pick>,
    /// The targets of the selection, and whether each is a capture.
    pub targets: Vec<(Square, bool)>,
    /// The possible promotions.
    pub promotions: Vec<Role>,
    /// A step that waits for confirmation.
    pub held: Option<Step>,
    /// The available actions.
    pub controls: Controls,
    /// Why the last step was refused.
    pub refusal: Option<Refusal>,
    /// The sentence beside the board.
    pub says: Sentence,
    /// Whether the first turn against the computer has been played, and the page offers what to do
    /// next.
    pub welcomes: bool,
    /// The open question.
    pub question: Option<Question>,
    /// How the game ended, if it has.
    pub result: Option<Verdict>,
    /// Who plays White and Black.
    pub seats: [Seat; 2],
    /// The kind of the sentence beside the board.
    pub tone: Tone,
    /// The opponent, if it is the computer.
    pub opponent: Option<Opponent>,
    /// What the computer does about its turn.
    pub computer: Doing,
    /// The subject of the thought that is expected.
    pub wanted: Option<Think>,
    /// The arrows of the computer's advice; from a square to itself: a circle.
    pub advised: Vec<(Square, Square)>,
    /// The review of the finished game.
    pub review: Option<ReviewView>,
    /// The turn that a hint has found.
    pub hint: Option<Thought>,
    /// The step of a puzzle's hint, and whether its target square is named too.
    pub pointed: Option<(Step, bool)>,
    /// The lesson or the puzzle.
    pub exercise: Option<WholeOnly<Exercise>>,
    /// The data of a game by link.
    pub mail: Option<WholeOnly<MailView>>,
    /// What is shown of a live game of others that is watched.
    pub watched: Option<WholeOnly<WatchView>>,
    /// The state of storing the game.
    pub keeping: Keeping,
}

impl Table {
    /// What is shown.
    pub fn view(&self) -> View {
        let ground = self.ground();
        let is_open = self.is_open();
        let pick = self.pick.filter(|_| is_open);
        let position = self.position();
        let promotions = match pick {
            Some(Pick::Promotion(from, to)) => ground.promotions(from, to),
            _ => Vec::new(),
        };
        let turn = match self.held {
            Some(_) if self.is_live() => self.game.live_position().turn(),
            _ => position.turn(),
        };
        View {
            position,
            at: self.place(),
            is_live: self.is_live(),
            ways: [Walk::Back, Walk::On].map(|walk| self.way(walk).is_some()),
            replays: self.replays(),
            has_lines: self.has_lines(),
            turn,
            may_act: self.barred().is_none(),
            pick,
            targets: ground.targets(pick),
            promotions,
            held: self.held.filter(|_| self.is_live()),
            controls: self.controls(is_open),
            refusal: self.refusal.clone(),
            says: self.says(),
            welcomes: !self.replays() && self.first_turn().is_some(),
            question: self.question(),
            result: self.game.verdict(),
            seats: self.seats,
            tone: match (&self.refusal, &self.note) {
                (None, None) if self.is_live() && self.quoted().is_some() => Tone::Advice,
                (None, None) => Tone::Prompt,
                (None, Some(_)) if self.advises => Tone::Advice,
                _ => Tone::Refusal,
            },
            opponent: self.opponent(),
            computer: self.computer_does(),
            wanted: self.wanted,
            advised: self.advised(),
            review: self.review_view(),
            hint: self.hint.clone(),
            pointed: self.pointed,
            exercise: self.shown_exercise().and_then(whole_only),
            mail: self.mail.as_ref().and_then(|mail| whole_only(self.mail_view(mail))),
            watched: self.watch_view().and_then(whole_only),
            keeping: self.keeper.state(),
        }
    }

    fn mail_view(&self, mail: &Mail) -> MailView {
        let is_due = self.is_due();
        let own = mail.own();
        let plays = own.is_some() && self.game.verdict().is_none();
        MailView {
            own,
            names: Color::ALL.map(|color| mail.name(color).to_owned()),
            friend: self.friend(own.unwrap_or(!self.game.live_position().turn())),
            is_due,
            out: mail.is_out(is_due).then(|| mail.link().to_owned()),
            note: self.letter_note(mail),
            line: (mail.is_out(is_due) && mail.has_line()).then(|| mail.newest.letter.line()),
            quote: self.quote(mail).or_else(|| mail.quoted.clone()),
            sent: mail.sent,
            waits: if is_due { Sentence::new("mail.your-turn") } else { self.waits() },
            offers: mail.offers,
            seat_link: if plays && mail.may_move() {
                mail.seat_link().to_owned()
            } else {
                String::new()
            },
            seat_locked: plays && !mail.may_move(),
            live: self.presence(),
            clock: mail.newest.letter.clock().to_owned(),
            greeting: self.greeting(),
            gives: self.may_give(),
            claims: self.may_claim(),
            time: mail.time_for_turn(self.computer.now).filter(|_| self.game.verdict().is_none()),
            watchers: self.watchers(),
            together: self.together(),
            draws: mail.newest.letter.chains.is_some(),
        }
    }

    pub(crate) fn controls(&self, is_open: bool) -> Controls {
        let position = self.ground().position;
        let live = self.is_live();
        let over = self.game.verdict().is_some();
        let is_on = !over
            && !self.is_exercise()
            && !self.analyses()
            && !self.is_watching()
            && self.game.tip() != record::Game::ROOT;
        let may_end = is_on && (self.held.is_none() || !live);
        let placing = position.phase() == Phase::Placement;
        let has_end = position.most_steps() > 1 || placing;
        let end = if self.held.is_some() && live {
            End::May
        } else if !is_open || !has_end {
            End::Hidden
        } else if position.why_not(Step::End).is_some() {
            End::NotYet
        } else if position.count() == 1 {
            End::Must
        } else {
            End::May
        };
        let may_act = self.barred().is_none();
        let begun = !self.game.turn_steps().is_empty();
        let by_link = self.mail.is_some();
        let own = self.mail.as_ref().is_some_and(|mail| mail.own().is_some());
        let turn = self.game.live_position().turn();
        Controls {
            end,
            undo: live && ((may_act && !over && begun) || self.held.is_some()),
            redo: if live && may_act { self.game.undone().len() } else { 0 },
            draw: live && may_act && !over && position.actor() == Actor::Chance,
            place: live && is_open && placing,
            now: live && self.computer_to_move().is_some(),
            hint: live && !over && self.may_hint() && matches!(self.purpose, Purpose::Play),
            review: self.may_review(),
            takeback: match self.opponent() {
                Some(_) => self.may_take_back().is_some(),
                None if by_link => live && self.may_ask_back(),
                None => live && is_on && self.has_finished(!turn),
            },
            resign: if by_link {
                live && !over && own && !self.waits_for_answer()
            } else {
                may_end
            },
            offer: if by_link { live && self.is_due() } else { may_end },
            rematch: over && matches!(self.purpose, Purpose::Play) && (own || !by_link),
        }
    }

    /// Whose turn an earlier position belongs to, and after which of its steps.
    fn says_of_past(&self) -> Sentence {
        let Path { turn, steps } = self.place();
        if self.game.count(self.place()) == 0 {
            return Sentence::new("history.start");
        }
        let before = self.game.before(turn);
        let all = self.game.steps(turn);
        // The end of a turn does not count as a step here.
        let of = all.iter().filter(|&&step| step != Step::End).count();
        let key = match (before.phase(), steps < all.len() && of > 1) {
            (Phase::Placement, false) => "history.placed",
            (Phase::Placement, true) => "history.placing",
            (Phase::Movement, false) => "history.after",
            (Phase::Movement, true) => "history.within",
        };
        Sentence::new(key)
            .with("number", Value::Count(before.fullmove() as usize))
            .with("color", self.called(before.turn()))
            .with("step", Value::Count(steps.min(of)))
            .with("of", Value::Count(of))
    }

    /// The sentence beside the board.
    pub(crate) fn says(&self) -> Sentence {
        if let Some(refusal) = &self.refusal {
            return Sentence::new("refused").with("why", Value::Refusal(refusal.clone()));
        }
        if let Some(note) = &self.note {
            return note.clone();
        }
        if self.replays() {
            return Sentence::new("history.replay");
        }
        if self.analyses() {
            return self.says_of_tried();
        }
        if !self.game.is_played(self.place().turn) {
            return self.says_of_variation();
        }
        if !self.is_live() {
            return self.says_of_past();
        }
        if let Some(quote) = self.quoted() {
            return quote;
        }
        if let Some((verdict, outcome)) = self.game.verdict().zip(self.outcome()) {
            let is_told_apart = outcome.why.key == "result.why.in-check"
                || verdict.winner.is_some() && self.own().is_some();
            return if is_told_apart { outcome.says() } else { result(verdict) };
        }
        self.first_turn().unwrap_or_else(|| self.says_of_turn())
    }

    /// What the side to move owes, or who is waited for.
    pub(crate) fn says_of_turn(&self) -> Sentence {
        if let Some(says) = self.says_of_watched() {
            return says;
        }
        let turn = self.game.live_position().turn();
        if self.held.is_some() {
            return Sentence::new("step.unconfirmed");
        }
        match self.seat_of(turn) {
            Seat::Computer(_) => Sentence::new(match self.computer.doing() {
                Doing::Plays => "computer.plays",
                Doing::Failed => "computer.failed",
                _ => "computer.thinks",
            }),
            Seat::Friend => self.waits(),
            Seat::Here => self.prompt(turn),
        }
    }
}
