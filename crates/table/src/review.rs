//! Review after the game: the worst turns, and better ones.

use record::TurnId;
use record::game::Path;
use rules::Color;

use crate::advice::better;
use crate::computer::Thought;
use crate::event::{Event, Request, Think};
use crate::sentence::{Sentence, Value};
use crate::table::{Purpose, Table};
use crate::telling::spaced;

/// The maximum number of turns shown.
const MOST: usize = 8;

/// The judgement of a finished turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The number of steps in the game before it.
    pub from: usize,
    /// Its loss in hundredths of a pawn; less if the game was decided anyway.
    pub loss: i32,
    /// Mate distance after it: in how many turns of both sides its side wins (above 0) or loses by
    /// force, if so.
    pub decided: Option<i32>,
    /// The better turn, if there is one.
    pub better: Option<Thought>,
}

/// How bad a turn is, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Grade {
    Grave,
    Slip,
    Doubt,
}

impl Grade {
    /// The grade of a loss in hundredths of a pawn; `None` for a small one.
    const fn of(loss: i32) -> Option<Grade> {
        match loss {
            300.. => Some(Grade::Grave),
            150.. => Some(Grade::Slip),
            80.. => Some(Grade::Doubt),
            _ => None,
        }
    }
}

/// A mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lapse {
    from: usize,
    turn: TurnId,
    loss: i32,
    grade: Grade,
    /// Whether the other side could win by force after it, and not before.
    loses: bool,
    pub(crate) better: Thought,
}

/// The state of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Looks,
    Failed,
    Done,
}

/// A review of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Review {
    /// The game as it was sent to the engine.
    line: String,
    state: State,
    /// How many turns have been judged, and how many there are.
    done: usize,
    of: usize,
    found: Vec<Lapse>,
    /// The mistake that is shown on the board.
    shown: Option<usize>,
}

/// What is shown of a mistake.
#[derive(Clone, PartialEq, Debug)]
pub struct LapseView {
    /// The turn.
    pub turn: TurnId,
    /// The number of steps in the game before it.
    pub from: usize,
    /// Its grade.
    pub grade: Grade,
    /// The turn with its number and glyph: "4. White: h3 ??".
    pub name: Sentence,
    /// The better turn, and why.
    pub better: Sentence,
}

/// What is shown of a review.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewView {
    /// Its state, or its conclusion.
    pub says: Sentence,
    /// How many turns have been judged, and how many there are; `None` when it is over.
    pub progress: Option<(usize, usize)>,
    /// The mistakes, in the order of the game; empty until all turns have been judged.
    pub lapses: Vec<LapseView>,
    /// Whether one of them is on the board, and another can be shown next.
    pub has_next: bool,
}

impl Table {
    /// Whether the game can be reviewed.
    pub(crate) fn may_review(&self) -> bool {
        let is_played = matches!(self.purpose, Purpose::Play) && self.game.verdict().is_some();
        is_played && self.game.main_line().nth(1).is_some()
    }

    pub(crate) fn reviewing(&mut self, event: Event, out: &mut Vec<Request>) {
        match event {
            Event::Review if self.may_review() && self.wanted.is_none() => {
                let line = self.game.save_line();
                let is_done = |review: &Review| review.line == line && review.state == State::Done;
                if self.review.as_ref().is_some_and(is_done) {
                    return;
                }
                let game = &self.game;
                let moves = |&turn: &TurnId| {
                    game.is_whole(turn) && game.before(turn).phase() == rules::Phase::Movement
                };
                let of = game.main_line().filter(moves).count();
                let state = State::Looks;
                self.review =
                    Some(Review { line, state, done: 0, of, found: Vec::new(), shown: None });
                self.ask_engine(Think::Review, out);
            }
            Event::Judged { id, judgement }
                if self.computer.is_awaited(id) && self.wanted == Some(Think::Review) =>
            {
                self.judged(judgement);
            }
            Event::StopReview if self.wanted == Some(Think::Review) => {
                self.computer.leave(out);
                self.wanted = None;
                self.review = None;
            }
            Event::ShowLapse(place) => self.show_lapse(place, out),
            Event::NextLapse => {
                let at = self.game.count(self.place());
                let Some(review) = &self.review else { return };
                let next = review.found.iter().position(|lapse| lapse.from > at).unwrap_or(0);
                self.show_lapse(next, out);
            }
            _ => {}
        }
    }

    fn judged(&mut self, judgement: Judgement) {
        let Judgement { from, loss, decided, better } = judgement;
        let turn = self.game.place(from.saturating_add(1)).turn;
        let Some(review) = self.review.as_mut().filter(|review| review.done < review.of) else {
            return;
        };
        review.done += 1;
        let (Some(grade), Some(better)) = (Grade::of(loss), better) else { return };
        // A lost position has nothing more to lose.
        let loses =
            decided.is_some_and(|after| after <= 0) && better.decided.is_none_or(|after| after > 0);
        let place = review.found.partition_point(|lapse| lapse.from < from);
        review.found.insert(place, Lapse { from, turn, loss, grade, loses, better });
    }

    /// Restarts after a failure.
    pub(crate) fn review_anew(&mut self) {
        if let Some(review) = self.review.as_mut().filter(|review| review.state == State::Looks) {
            review.done = 0;
            review.found.clear();
        }
    }

    /// All turns have been judged (`whole`), or no more will be.
    pub(crate) fn reviewed(&mut self, whole: bool, out: &mut Vec<Request>) {
        self.computer.leave(out);
        let Some(review) = &mut self.review else { return };
        review.state = if whole { State::Done } else { State::Failed };
        // The worst of them, in the order of the game.
        let found = &mut review.found;
        while found.len() > MOST {
            let losses = found.iter().map(|lapse| lapse.loss).enumerate();
            let Some((least, _)) = losses.min_by_key(|&(_, loss)| loss) else { break };
            found.remove(least);
        }
    }

    /// Shows a mistake: the position before it, and the better turn.
    fn show_lapse(&mut self, place: usize, out: &mut Vec<Request>) {
        let Some(lapse) = self.review.as_ref().and_then(|review| review.lapses().get(place)) else {
            return;
        };
        let (from, played, better) = (lapse.from, self.played(lapse), self.better(lapse));
        self.show(self.game.place(from));
        if let Some(review) = &mut self.review {
            review.shown = Some(place);
        }
        let value = |sentence| Value::Sentence(Box::new(sentence));
        let both = Sentence::new("computer.lapse-shown")
            .with("played", value(played))
            .with("better", value(better));
        self.advise(both, out);
    }

    /// The mistake on the board, if the position before one is shown.
    pub(crate) fn lapse_shown(&self) -> Option<&Lapse> {
        let review = self.review.as_ref()?;
        let lapse = review.lapses().get(review.shown?)?;
        (self.place() == self.before(lapse)).then_some(lapse)
    }

    fn before(&self, lapse: &Lapse) -> Path {
        self.game.place(lapse.from)
    }

    fn with_turn(&self, lapse: &Lapse, key: &'static str) -> Sentence {
        let before = self.game.before(lapse.turn);
        let color: Color = before.turn();
        let san = spaced(&before.san_turn(self.game.steps(lapse.turn)));
        Sentence::new(key)
            .with("number", Value::Count(before.fullmove() as usize))
            .with("color", Value::Color(color))
            .with("other", Value::Color(!color))
            .with("san", Value::Notation(san))
    }

    fn played(&self, lapse: &Lapse) -> Sentence {
        let key = match (lapse.grade, lapse.loses) {
            (Grade::Grave, false) => "computer.played.grave",
            (Grade::Slip, false) => "computer.played.slip",
            (Grade::Doubt, false) => "computer.played.doubt",
            (Grade::Grave, true) => "computer.lost.grave",
            (Grade::Slip, true) => "computer.lost.slip",
            (Grade::Doubt, true) => "computer.lost.doubt",
        };
        self.with_turn(lapse, key)
    }

    fn better(&self, lapse: &Lapse) -> Sentence {
        better(self.game.position(self.before(lapse)), &lapse.better)
    }

    /// What is shown of the review.
    pub(crate) fn review_view(&self) -> Option<ReviewView> {
        let review = self.review.as_ref()?;
        let lapses = review.lapses();
        let says = match review.state {
            State::Looks => Sentence::new("computer.reviewing")
                .with("done", Value::Count(review.done))
                .with("of", Value::Count(review.of)),
            State::Failed => Sentence::new("computer.no-review"),
            State::Done if lapses.is_empty() => Sentence::new("computer.flawless"),
            State::Done => Sentence::new("computer.reviewed"),
        };
        let view = |lapse: &Lapse| LapseView {
            turn: lapse.turn,
            from: lapse.from,
            grade: lapse.grade,
            name: self.with_turn(
                lapse,
                match lapse.grade {
                    Grade::Grave => "computer.listed.grave",
                    Grade::Slip => "computer.listed.slip",
                    Grade::Doubt => "computer.listed.doubt",
                },
            ),
            better: self.better(lapse),
        };
        let is_before_one = lapses.iter().any(|lapse| self.place() == self.before(lapse));
        Some(ReviewView {
            says,
            progress: (review.state == State::Looks).then_some((review.done, review.of)),
            lapses: lapses.iter().map(view).collect(),
            has_next: lapses.len() > 1 && is_before_one,
        })
    }
}

impl Review {
    /// The mistakes, once all turns have been judged.
    fn lapses(&self) -> &[Lapse] {
        if self.state == State::Done { &self.found } else { &[] }
    }
}
