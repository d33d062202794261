//! Lessons: tasks that each ask for one turn, and what is answered to it.

use rules::{AnyPosition, Color, GameId, Piece, Refusal, Role, Square, Step};

use record::Verdict;

use crate::data::{Data, DataError, play_whole};
use crate::exercise::{Answer, AnswerKind};
use crate::progress::TaskProgress;
use crate::sentence::{Sentence, Value};

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
    fn read(data: &Data, start: &AnyPosition) -> Result<Goal, DataError> {
        data.only(&["steps", "ends", "stand"])?;
        let steps = match data.get("steps") {
            Some(_) => data.turn("steps", start.spec())?,
            None => Vec::new(),
        };
        let ends = data.get("ends").map(|_| data.text("ends").map(str::to_owned)).transpose()?;
        let stands = |(square, piece): &(String, Data)| {
            let fault = || DataError::new("no piece on a square").within(square);
            let at = start.spec().shape.parse(square).ok_or_else(fault)?;
            Ok((at, piece.as_text().and_then(piece_of).ok_or_else(fault)?))
        };
        let stand = data.get("stand").map_or(&[][..], Data::entries).iter().map(stands);
        Ok(Goal { steps, ends, stand: stand.collect::<Result<_, DataError>>()? })
    }

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

/// A piece by its name: "white rook".
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

/// A task, with what is said of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// What it is called.
    pub title: String,
    /// What is asked, in words.
    pub text: String,
    /// What helps.
    pub hint: String,
    /// The position; the side to move learns.
    pub start: AnyPosition,
    /// What is asked.
    pub goal: Goal,
    /// What the solution is.
    pub solution: Vec<Step>,
    /// Said when it is done.
    pub good: String,
    /// Turns that are answered in words of their own: the first whose steps all belong to the turn.
    pub wrong: Vec<(Vec<Step>, String)>,
    /// Said of any other finished turn.
    pub otherwise: String,
    /// Reasons of refusals that are answered in words of their own.
    pub refused: Vec<(String, String)>,
}

impl Task {
    /// Reads a task, and plays its solution.
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

/// A step, or a turn, of the learner: all that it is judged by.
pub(crate) struct Try<'a> {
    /// The steps of the turn so far.
    pub(crate) turn: &'a [Step],
    /// Whether the turn is over.
    pub(crate) over: bool,
    /// What it led to.
    pub(crate) after: &'a AnyPosition,
    /// How the game ended, if it has.
    pub(crate) verdict: Option<Verdict>,
    /// That, in words.
    pub(crate) result: Option<Sentence>,
}

impl Lesson {
    /// Reads a lesson: its position is legal, its solutions are what is asked. It goes on with the
    /// first task that was not done.
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

    /// A lesson that goes on with the first task that was not done; nothing of no task.
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

    /// How far one has come with each task.
    pub fn progress(&self) -> &[TaskProgress] {
        &self.progress
    }

    /// What is said at the end.
    pub(crate) fn end(&self) -> &str {
        &self.end
    }

    /// Why nothing can be done on the board, if that is so.
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

    /// The step that the hint points at, once it is time for it: that of a piece on the board.
    pub(crate) fn pointed(&self) -> Option<Step> {
        let first = self.task().solution.first().copied();
        let is_time = self.state == LessonState::Open && self.misses >= PATIENCE;
        first.filter(|step| is_time && matches!(step, Step::Move { .. }))
    }

    /// What is asked, as it is said aloud.
    pub(crate) fn asked(&self) -> Sentence {
        Sentence::new("lesson.task")
            .with("title", text(&self.task().title))
            .with("task", text(&self.task().text))
    }

    /// The same, with the number of the task.
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

    /// The task is laid out again: what was answered stays in sight.
    pub(crate) fn again(&mut self) {
        self.state = LessonState::Open;
        self.answer.at = self.task().start;
    }

    /// The solution is going to be shown.
    pub(crate) fn show(&mut self) {
        self.state = LessonState::Showing;
        self.shown = true;
        self.answer = self.answered(AnswerKind::Plain, vec![Sentence::new("lesson.showing")]);
    }

    /// The next task, or the end.
    pub(crate) fn next(&mut self) {
        if self.at + 1 == self.tasks.len() {
            self.state = LessonState::End;
            self.answer = Answer::none(self.task().start);
        } else {
            self.begin(self.at + 1);
        }
    }

    /// The task before.
    pub(crate) fn previous(&mut self) {
        self.begin(self.at.saturating_sub(1));
    }

    /// From the first task, as if none had been done.
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

    /// The sentences, and the hint once it is time for it.
    fn hinted(&self, mut says: Vec<Sentence>) -> Vec<Sentence> {
        if self.misses >= PATIENCE {
            says.push(Sentence::new("lesson.hint").with("hint", text(&self.task().hint)));
        }
        says
    }

    /// A step was refused; what is said of that.
    pub(crate) fn refuse(&mut self, refusal: &Refusal, at: AnyPosition) -> Option<&Answer> {
        if self.state != LessonState::Open {
            return None;
        }
        self.misses += 1;
        let mut says = vec![Sentence::new("refused").with("why", Value::Refusal(refusal.clone()))];
        let more = self.task().refused.iter().find(|(reason, _)| reason == refusal.reason);
        says.extend(more.map(|(_, say)| spoken(say)));
        let says = self.hinted(says);
        self.answer = Answer { kind: AnswerKind::Refusal, says, rule: Some(refusal.rule), at };
        Some(&self.answer)
    }

    /// A step was taken: whether something is answered to it.
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

/// A text of the lesson that stands by itself.
pub(crate) fn spoken(words: &str) -> Sentence {
    Sentence::new("lesson.said").with("text", text(words))
}
