//! Lessons: tasks that each ask for one turn, and what is answered to it.

use rules::{AnyPosition, Color, Piece, Refusal, Square, Step};

use record::Verdict;

/// After so many wrong tries comes the hint.
const PATIENCE: u32 = 2;

/// What a turn has to do; all that is given. Nothing given: to be finished.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Goal {
    /// To be one of these steps; empty: any.
    pub steps: Vec<Step>,
    /// To win with this ending: "checkmate".
    pub ends: Option<String>,
    /// To leave these pieces on these squares.
    pub stand: Vec<(Square, Piece)>,
}

impl Goal {
    /// Whether a finished turn does what is asked.
    fn is_met(
        &self,
        turn: &[Step],
        learner: Color,
        after: &AnyPosition,
        verdict: Option<Verdict>,
    ) -> bool {
        let is_accepted = match turn {
            _ if self.steps.is_empty() => true,
            [step] => self.steps.contains(step),
            _ => false,
        };
        let has_won = |ending: &String| {
            verdict.is_some_and(|verdict| {
                verdict.ending.id() == ending && verdict.winner == Some(learner)
            })
        };
        is_accepted
            && self.ends.as_ref().is_none_or(has_won)
            && self.stand.iter().all(|&(square, piece)| after.piece_at(square) == Some(piece))
    }
}

/// A task. What is said of it stands in the lesson's words, under the same numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// The position; the side to move learns.
    pub start: AnyPosition,
    /// What is asked.
    pub goal: Goal,
    /// What the solution is.
    pub solution: Vec<Step>,
    /// Turns that are answered in words of their own: the first whose steps all belong to the turn.
    pub wrong: Vec<Vec<Step>>,
    /// Reasons of refusals that are answered in words of their own.
    pub refused: Vec<String>,
}

/// How a lesson stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LessonState {
    /// A turn is waited for.
    Open,
    /// It was a wrong one.
    Missed,
    /// It was right.
    Done,
    /// The solution is being shown.
    Showing,
    /// The last task is done.
    End,
}

/// What is answered to the learner's last step.
#[derive(Clone, PartialEq, Debug)]
pub enum LessonAnswer {
    /// Nothing yet.
    None,
    /// The rules refused it; which of the task's words on refusals fits, and whether the hint comes
    /// with it.
    Refused {
        /// Why.
        refusal: Refusal,
        /// The place among [`Task::refused`].
        more: Option<usize>,
        /// Whether it is time for the hint.
        hint: bool,
    },
    /// It is not what is asked.
    Wrong {
        /// The place among [`Task::wrong`]; none: any other turn.
        which: Option<usize>,
        /// Whether the turn is over.
        over: bool,
        /// Whether it is time for the hint.
        hint: bool,
    },
    /// It is; whether the solution had been shown.
    Good {
        /// Whether it had.
        shown: bool,
    },
}

/// A lesson.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    tasks: Vec<Task>,
    at: usize,
    state: LessonState,
    misses: u32,
    shown: bool,
    answer: LessonAnswer,
    /// Of each task: whether it was done, and, if so, without having been shown.
    progress: Vec<Option<bool>>,
}

impl Lesson {
    /// A lesson that goes on with the first task that was not done; nothing of no task.
    pub fn new(tasks: Vec<Task>, progress: &[Option<bool>]) -> Option<Lesson> {
        let mut progress = progress.to_vec();
        progress.resize(tasks.len(), None);
        let at = progress.iter().position(Option::is_none).unwrap_or(0);
        (!tasks.is_empty()).then_some(Lesson {
            tasks,
            at,
            state: LessonState::Open,
            misses: 0,
            shown: false,
            answer: LessonAnswer::None,
            progress,
        })
    }

    /// The task in hand.
    pub fn task(&self) -> &Task {
        &self.tasks[self.at]
    }

    /// Its number, from 0, and how many there are.
    pub fn at(&self) -> (usize, usize) {
        (self.at, self.tasks.len())
    }

    /// How it stands.
    pub fn state(&self) -> LessonState {
        self.state
    }

    /// What is answered.
    pub fn answer(&self) -> &LessonAnswer {
        &self.answer
    }

    /// Of each task: whether it was done, and, if so, without having been shown.
    pub fn progress(&self) -> &[Option<bool>] {
        &self.progress
    }

    pub(crate) fn is_open(&self) -> bool {
        matches!(self.state, LessonState::Open | LessonState::Showing)
    }

    pub(crate) fn is_missed(&self) -> bool {
        self.state == LessonState::Missed
    }

    /// The task is laid out again.
    pub(crate) fn again(&mut self) {
        self.state = LessonState::Open;
    }

    /// The solution is going to be shown.
    pub(crate) fn show(&mut self) {
        self.state = LessonState::Showing;
        self.shown = true;
        self.answer = LessonAnswer::None;
    }

    /// The next task.
    pub(crate) fn next(&mut self) {
        if self.at + 1 == self.tasks.len() {
            self.state = LessonState::End;
            return;
        }
        self.at += 1;
        self.misses = 0;
        self.shown = false;
        self.state = LessonState::Open;
        self.answer = LessonAnswer::None;
    }

    pub(crate) fn refuse(&mut self, refusal: &Refusal) {
        if self.state != LessonState::Open {
            return;
        }
        self.misses += 1;
        let more = self.task().refused.iter().position(|reason| reason == refusal.reason);
        let hint = self.misses >= PATIENCE;
        self.answer = LessonAnswer::Refused { refusal: refusal.clone(), more, hint };
    }

    /// A step was taken: the turn so far, whether it is over, and what it led to.
    pub(crate) fn judge(
        &mut self,
        turn: &[Step],
        over: bool,
        after: &AnyPosition,
        verdict: Option<Verdict>,
    ) {
        let learner = self.task().start.turn();
        if over && self.task().goal.is_met(turn, learner, after, verdict) {
            self.state = LessonState::Done;
            let unaided = self.progress[self.at] == Some(true) || !self.shown;
            self.progress[self.at] = Some(unaided);
            self.answer = LessonAnswer::Good { shown: self.shown };
            return;
        }
        if self.state == LessonState::Showing {
            return;
        }
        let fits = |wrong: &Vec<Step>| wrong.iter().all(|step| turn.contains(step));
        let which = self.task().wrong.iter().position(fits);
        if over {
            self.state = LessonState::Missed;
            self.misses += 1;
        }
        let hint = over && self.misses >= PATIENCE;
        self.answer = match which {
            None if !over => LessonAnswer::None,
            which => LessonAnswer::Wrong { which, over, hint },
        };
    }
}
