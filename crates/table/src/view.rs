//! What is shown of a table: a function of its state.

use record::Verdict;
use record::game::Path;
use rules::{Actor, AnyPosition, Color, Phase, Refusal, Role, Square, Step};

use crate::computer::{Doing, Thought};
use crate::event::{Question, Think, Walk};
use crate::exercise::Exercise;
use crate::hand::Pick;
use crate::keep::Keeping;
use crate::mail::Mail;
use crate::opponent::Opponent;
use crate::review::ReviewView;
use crate::sentence::{Sentence, Value};
use crate::table::{Purpose, Seat, Table};
use crate::telling::result;
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

/// What is said beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// What is asked for, or how the game stands.
    Prompt,
    /// A refusal.
    Refusal,
    /// Advice, or what a friend has written.
    Advice,
}

/// What can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Controls {
    /// Whether the turn can be ended.
    pub end: End,
    /// Whether a step can be taken back.
    pub undo: bool,
    /// How many steps can be taken again.
    pub redo: usize,
    /// Whether chance is to draw.
    pub draw: bool,
    /// Whether pieces can be placed by themselves.
    pub place: bool,
    /// Whether the computer can be hurried, or asked again.
    pub now: bool,
    /// Whether a hint can be asked for.
    pub hint: bool,
    /// Whether the game that has ended can be looked through.
    pub review: bool,
    /// Whether a turn can be taken back.
    pub takeback: bool,
    /// Whether one can resign.
    pub resign: bool,
    /// Whether a draw can be offered.
    pub offer: bool,
    /// Whether another game like the one that is over can be begun, with the sides swapped.
    pub rematch: bool,
}

/// What is shown of a game by link.
#[derive(Clone, PartialEq, Debug)]
pub struct MailView {
    /// The own side, for who has a seat.
    pub own: Option<Color>,
    /// What White and Black are called; empty where they have not said.
    pub names: [String; 2],
    /// What the other player is called: a name, or the key of what is said in its place.
    pub friend: Value,
    /// Whether the own turn is due.
    pub is_due: bool,
    /// The own letter that is to be handed on.
    pub out: Option<String>,
    /// What one may write beside it.
    pub note: Sentence,
    /// The line of one's own that goes with it; nothing where none can.
    pub line: Option<String>,
    /// The line that came with the newest letter.
    pub quote: Option<Sentence>,
    /// Whether it has been.
    pub sent: bool,
    /// What one waits for, or is to do, where no letter is to be handed on.
    pub waits: Sentence,
    /// Whether a draw is offered with the next turn.
    pub offers: bool,
    /// The private link to the own seat; empty for who needs none: who has no seat, or one at a game that
    /// is over; and while it cannot be moved.
    pub seat_link: String,
    /// Whether it cannot be moved yet.
    pub seat_later: bool,
    /// Whether pieces are drawn by both sides: [`Table::proof`] verifies that.
    pub draws: bool,
}

/// Everything that is shown.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The position on the board.
    pub position: AnyPosition,
    /// Where in the game that is.
    pub at: Path,
    /// Whether it is where the game stands.
    pub is_live: bool,
    /// Whether there is a step back and a step on from there.
    pub ways: [bool; 2],
    /// Whether the last turn is being played again.
    pub replays: bool,
    /// Whether the game has anything beside the line played: [`Table::lines`] tells what.
    pub has_lines: bool,
    /// Whose turn it is; with a step that waits for confirmation, still its player's.
    pub turn: Color,
    /// Whether somebody at this device may act.
    pub may_act: bool,
    /// What is chosen, and where it may go; whether it captures there.
    pub pick: Option<Pick>,
    /// Where it may go; whether it captures there.
    pub targets: Vec<(Square, bool)>,
    /// What a pawn may become.
    pub promotions: Vec<Role>,
    /// A step that waits to be confirmed.
    pub held: Option<Step>,
    /// What can be done.
    pub controls: Controls,
    /// Why the last step was refused.
    pub refusal: Option<Refusal>,
    /// What is said beside the board.
    pub says: Sentence,
    /// Whether the first turn against the computer has been played, and ways on are offered.
    pub welcomes: bool,
    /// The question that stands.
    pub question: Option<Question>,
    /// How the game ended, if it has.
    pub result: Option<Verdict>,
    /// Who plays White and Black.
    pub seats: [Seat; 2],
    /// Whether what is said beside the board refuses something, or advises.
    pub tone: Tone,
    /// Whom one plays, if that is the computer.
    pub opponent: Option<Opponent>,
    /// What the computer does about its turn.
    pub computer: Doing,
    /// What a thought is waited for about.
    pub wanted: Option<Think>,
    /// The arrows of a turn that the computer advises; from a square to itself: a circle.
    pub advised: Vec<(Square, Square)>,
    /// The game looked through after its end.
    pub review: Option<ReviewView>,
    /// The turn that a hint has found.
    pub hint: Option<Thought>,
    /// The step that a puzzle's hint speaks of, and whether its square is told, too.
    pub pointed: Option<(Step, bool)>,
    /// The lesson or the puzzle.
    pub exercise: Option<WholeOnly<Exercise>>,
    /// Of a game by link.
    pub mail: Option<WholeOnly<MailView>>,
    /// How the keeping stands.
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
            seat_later: plays && !mail.may_move(),
            draws: mail.newest.letter.chains.is_some(),
        }
    }

    pub(crate) fn controls(&self, is_open: bool) -> Controls {
        let position = self.ground().position;
        let live = self.is_live();
        let over = self.game.verdict().is_some();
        let is_on = !over && !self.is_exercise() && self.game.tip() != record::Game::ROOT;
        let ends = is_on && (self.held.is_none() || !live);
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
            resign: if by_link { live && !over && own && !self.waits_for_answer() } else { ends },
            offer: if by_link { live && self.is_due() } else { ends },
            rematch: over && matches!(self.purpose, Purpose::Play) && (own || !by_link),
        }
    }

    /// Whose turn an earlier position is in, and behind which of its steps.
    fn says_of_past(&self) -> Sentence {
        let Path { turn, steps } = self.place();
        if self.game.count(self.place()) == 0 {
            return Sentence::new("history.start");
        }
        let before = self.game.before(turn);
        let all = self.game.steps(turn);
        // The end is no step for who looks on.
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

    /// What is said beside the board: one whole sentence.
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
        if let Some(first) = self.first_turn() {
            return first;
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
