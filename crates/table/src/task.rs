//! Lessons: tasks that each ask for one turn, and the answers to it.

use rules::{AnyPosition, Color, GameId, Piece, Refusal, Role, Square, Step};

use record::Verdict;

use crate::data::{Data, DataError, play_whole};
use crate::exercise::{Answer, AnswerKind};
use crate::progress::TaskProgress;
use crate::sentence::{Sentence, Value};

/// The number of wrong tries before the hint.
const PATIENCE: u32 = 2;

/// The requirements on a turn, all of which have to be met. Without any, the turn only has to be
/// finished.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Goal {
    /// It is one of these steps; empty: any.
    pub steps: Vec<Step>,
    /// It wins with this ending: "checkmate".
    pub ending: Option<String>,
    /// It leaves these pieces on these squares.
    pub stand: Vec<(Square, Piece)>,
}

impl Goal {
    fn read(data: &Data, start: &AnyPosition) -> Result<Goal, DataError> {
        data.only(&["steps", "ends", "stand"])?;
        let steps = match data.get("steps") {
            Some(_) => data.turn("steps", start.spec())?,
            None => Vec::new(),
        };
        let ending = data.get("ends").map(|_| data.text("ends").map(str::to_owned)).transpose()?;
        let stands = |(square, piece): &(String, Data)| {
            let fault = || DataError::new("no piece on a square").within(square);
            let at = start.spec().shape.parse(square).ok_or_else(fault)?;
            Ok((at, piece.as_text().and_then(piece_of).ok_or_else(fault)?))
        };
        let stand = data.get("stand").map_or(&[][..], Data::entries).iter().map(stands);
        Ok(Goal { steps, ending, stand: stand.collect::<Result<_, DataError>>()? })
    }

    /// Whether a finished turn meets the goal.
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
            && self.ending.as_ref().is_none_or(has_won)
            && self.stand.iter().all(|&(square, piece)| after.piece_at(square) == Some(piece))
    }
}

/// A piece from its name: "white rook".
fn piece_of(name: &str) -> Option<Piece> {
    let (color, role) = name.split_once(' ')?;
    let color = match color {
        "white" => Color::White,
        "black" => Color::Black,
        _ => return None,
    };
    let role = Role::ALL.into_iter().find(|one| one.id() == role)?;
    Some(Piece { color, role })
}

/// A task of a lesson.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// The title.
    pub title: String,
    /// The task in words.
    pub text: String,
    /// The hint.
    pub hint: String,
    /// The position; the learner plays the side to move.
    pub start: AnyPosition,
    /// The goal.
    pub goal: Goal,
    /// The solution.
    pub solution: Vec<Step>,
    /// The answer to a right turn.
    pub good: String,
    /// Answers to certain wrong turns: the first whose steps all belong to the turn.
    pub wrong: Vec<(Vec<Step>, String)>,
    /// The answer to any other finished turn.
    pub otherwise: String,
    /// Answers to refusals, by their reasons.
    pub refused: Vec<(String, String)>,
}

impl Task {
    /// Reads a task and verifies its solution.
    fn read(game: GameId, data: &Data) -> Result<Task, DataError> {
        data.only(&[
            "title",
            "fen",
            "task",
            "hint",
            "goal",
            "solution",
            "good",
            "wrong",
            "otherwise",
            "refused",
        ])?;
        let start = data.position(game)?;
        let spec = start.spec();
        let text = |key| data.text(key).map(str::to_owned);
        let wrong = |item: &Data| {
            item.only(&["play", "say"])?;
            Ok((item.turn("play", spec)?, item.text("say")?.to_owned()))
        };
        let refused = |item: &Data| {
            item.only(&["try", "reason", "say"])?;
            Ok((item.text("reason")?.to_owned(), item.text("say")?.to_owned()))
        };
        let task = Task {
            title: text("title")?,
            text: text("task")?,
            hint: text("hint")?,
            start,
            goal: Goal::read(data.get("goal").unwrap_or(&Data::Nothing), &start)
                .map_err(|error| error.within("goal"))?,
            solution: data.turn("solution", spec)?,
            good: text("good")?,
            wrong: data.list("wrong")?.iter().map(wrong).collect::<Result<_, DataError>>()?,
            otherwise: text("otherwise")?,
            refused: data.list("refused")?.iter().map(refused).collect::<Result<_, DataError>>()?,
        };
        let after = play_whole(&start, &task.solution).map_err(|error| error.within("solution"))?;
        let verdict = after.outcome().map(Verdict::from);
        if !task.goal.is_met(&task.solution, start.turn(), &after, verdict) {
            return Err(DataError::new("it does not do what is asked").within("solution"));
        }
        Ok(task)
    }
}

/// The state of a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LessonState {
    /// A turn is expected.
    Open,
    /// The turn was wrong.
    Missed,
    /// The turn was right.
    Done,
    /// The solution is shown.
    Showing,
    /// The last task is done.
    End,
}

/// A lesson.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    tasks: Vec<Task>,
    end: String,
    at: usize,
    state: LessonState,
    misses: u32,
    shown: bool,
    pub(crate) answer: Answer,
    progress: Vec<TaskProgress>,
}

/// A step, or a turn, of the learner, as far as it is judged.
pub(crate) struct Try<'a> {
    /// The steps of the turn so far.
    pub(crate) turn: &'a [Step],
    /// Whether the turn is over.
    pub(crate) over: bool,
    /// The position after it.
    pub(crate) after: &'a AnyPosition,
    /// How the game ended, if it has.
    pub(crate) verdict: Option<Verdict>,
    /// The result in words.
    pub(crate) result: Option<Sentence>,
}

impl Lesson {
    /// Reads a lesson, whose positions must be legal and whose solutions must reach the goals. It
    /// continues with the first task that is not done.
    ///
    /// # Errors
    /// What is wrong with the file, and where.
    pub fn read(game: GameId, file: &Data, kept: &Data) -> Result<Lesson, DataError> {
        file.only(&["tasks", "end"])?;
        let task = |(data, number): (&Data, usize)| {
            Task::read(game, data)
                .map_err(|error| error.within(&["task ", &number.to_string()].concat()))
        };
        let tasks = file.list("tasks")?.iter().zip(1..).map(task);
        let tasks: Vec<Task> = tasks.collect::<Result<_, DataError>>()?;
        let end = file.text("end")?.to_owned();
        let lesson = Lesson::new(tasks, end, TaskProgress::read(kept));
        lesson.ok_or_else(|| DataError::new("no task"))
    }

    /// A lesson that continues with the first task that is not done; `None` without tasks.
    pub fn new(tasks: Vec<Task>, end: String, mut progress: Vec<TaskProgress>) -> Option<Lesson> {
        progress.resize(tasks.len(), TaskProgress::Open);
        let at = progress.iter().position(|&one| one == TaskProgress::Open).unwrap_or(0);
        let start = tasks.get(at)?.start;
        Some(Lesson {
            tasks,
            end,
            at,
            state: LessonState::Open,
            misses: 0,
            shown: false,
            answer: Answer::none(start),
            progress,
        })
    }

    /// The current task.
    pub fn task(&self) -> &Task {
        &self.tasks[self.at]
    }

    /// Its number, from 0, and the number of tasks.
    pub fn at(&self) -> (usize, usize) {
        (self.at, self.tasks.len())
    }

    /// The state.
    pub fn state(&self) -> LessonState {
        self.state
    }

    /// The progress in each task.
    pub fn progress(&self) -> &[TaskProgress] {
        &self.progress
    }

    /// The text at the end.
    pub(crate) fn end(&self) -> &str {
        &self.end
    }

    /// Why the player cannot act on the board, if so.
    pub(crate) fn barred(&self) -> Option<Sentence> {
        match self.state {
            LessonState::Open | LessonState::Missed => None,
            LessonState::Showing => Some(Sentence::new("lesson.showing")),
            LessonState::Done => Some(Sentence::new("lesson.over")),
            LessonState::End => Some(Sentence::new("lesson.end")),
        }
    }

    pub(crate) fn is_missed(&self) -> bool {
        self.state == LessonState::Missed
    }

    /// The step that the hint points at, once it is shown: that of a piece on the board.
    pub(crate) fn pointed(&self) -> Option<Step> {
        let first = self.task().solution.first().copied();
        let is_time = self.state == LessonState::Open && self.misses >= PATIENCE;
        first.filter(|step| is_time && matches!(step, Step::Move { .. }))
    }

    /// The task, as it is announced.
    pub(crate) fn asked(&self) -> Sentence {
        Sentence::new("lesson.task")
            .with("title", text(&self.task().title))
            .with("task", text(&self.task().text))
    }

    /// The task with its number.
    pub(crate) fn set(&self) -> Sentence {
        if self.state == LessonState::End {
            return Sentence::new("lesson.ended").with("end", text(&self.end));
        }
        Sentence::new("lesson.set")
            .with("at", Value::Count(self.at + 1))
            .with("of", Value::Count(self.tasks.len()))
            .with("title", text(&self.task().title))
            .with("task", text(&self.task().text))
    }

    /// Sets the task up again; the last answer stays visible.
    pub(crate) fn again(&mut self) {
        self.state = LessonState::Open;
        self.answer.at = self.task().start;
    }

    /// The solution is about to be shown.
    pub(crate) fn show(&mut self) {
        self.state = LessonState::Showing;
        self.shown = true;
        self.answer = self.answered(AnswerKind::Plain, vec![Sentence::new("lesson.showing")]);
    }

    /// Goes to the next task, or to the end.
    pub(crate) fn next(&mut self) {
        if self.at + 1 == self.tasks.len() {
            self.state = LessonState::End;
            self.answer = Answer::none(self.task().start);
        } else {
            self.begin(self.at + 1);
        }
    }

    /// Goes to the previous task.
    pub(crate) fn previous(&mut self) {
        self.begin(self.at.saturating_sub(1));
    }

    /// Restarts with the first task, as if none had been done.
    pub(crate) fn restart(&mut self) {
        self.progress.fill(TaskProgress::Open);
        self.begin(0);
    }

    fn begin(&mut self, at: usize) {
        self.at = at;
        self.misses = 0;
        self.shown = false;
        self.state = LessonState::Open;
        self.answer = Answer::none(self.task().start);
    }

    fn answered(&self, kind: AnswerKind, says: Vec<Sentence>) -> Answer {
        Answer { kind, says, rule: None, at: self.task().start }
    }

    /// The sentences, and the hint once it is due.
    fn hinted(&self, mut says: Vec<Sentence>) -> Vec<Sentence> {
        if self.misses >= PATIENCE {
            says.push(Sentence::new("lesson.hint").with("hint", text(&self.task().hint)));
        }
        says
    }

    /// Handles a refused step; returns the answer.
    pub(crate) fn refuse(&mut self, refusal: &Refusal, at: AnyPosition) -> Option<&Answer> {
        if self.state != LessonState::Open {
            return None;
        }
        self.misses += 1;
        let mut says = vec![Sentence::new("refused").with("why", Value::Refusal(refusal.clone()))];
        let explained = self.task().refused.iter().find(|(reason, _)| reason == refusal.reason);
        says.extend(explained.map(|(_, say)| spoken(say)));
        let says = self.hinted(says);
        self.answer = Answer { kind: AnswerKind::Refusal, says, rule: Some(refusal.rule), at };
        Some(&self.answer)
    }

    /// Handles a step: whether it is answered.
    pub(crate) fn judge(&mut self, tried: &Try) -> bool {
        let task = &self.tasks[self.at];
        let learner = task.start.turn();
        if tried.over && task.goal.is_met(tried.turn, learner, tried.after, tried.verdict) {
            self.state = LessonState::Done;
            let known = &mut self.progress[self.at];
            if *known != TaskProgress::Done {
                *known = if self.shown { TaskProgress::Seen } else { TaskProgress::Done };
            }
            let good = if self.shown {
                Sentence::new("lesson.shown").with("good", text(&task.good))
            } else {
                spoken(&task.good)
            };
            let says = tried.result.iter().cloned().chain([good]).collect();
            self.answer = self.answered(AnswerKind::Good, says);
            return true;
        }
        if self.state == LessonState::Showing {
            return false;
        }
        let fits =
            |(wrong, _): &&(Vec<Step>, String)| wrong.iter().all(|step| tried.turn.contains(step));
        let wrong = task.wrong.iter().find(fits).map(|(_, say)| spoken(say));
        if tried.over {
            let say = wrong.unwrap_or_else(|| spoken(&task.otherwise));
            self.state = LessonState::Missed;
            self.misses += 1;
            let says = self.hinted(vec![say]);
            self.answer = self.answered(AnswerKind::Wrong, says);
            return true;
        }
        let Some(say) = wrong else { return false };
        self.answer = Answer { at: *tried.after, ..self.answered(AnswerKind::Wrong, vec![say]) };
        true
    }
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// A text of the lesson as a sentence.
pub(crate) fn spoken(words: &str) -> Sentence {
    Sentence::new("lesson.text").with("text", text(words))
}
