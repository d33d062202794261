//! Lessons and puzzles at a table: judging, turns that are played automatically, and what is shown
//! beside the board.

use record::Game;
use record::game::Path;
use rules::{AnyPosition, Color, Refusal, Square, Step};

use crate::advice::refuted;
use crate::computer::Thought;
use crate::event::{Event, Request, Think};
use crate::progress::TaskProgress;
use crate::puzzle::{Deed, Hint, PuzzleState};
use crate::sentence::Sentence;
use crate::table::{Purpose, Table};
use crate::task::{LessonState, Try, spoken};
use crate::telling;
use crate::view::End;

/// The pause between two steps of a lesson's solution, and of a puzzle's, in milliseconds.
const SHOWING: u64 = 900;
const PLAYING: u64 = 700;

/// The kind of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AnswerKind {
    Plain,
    Good,
    Wrong,
    Refusal,
    Hint,
}

/// The answer that is shown beside the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// Its kind.
    pub kind: AnswerKind,
    /// The sentences, in order; empty: nothing is shown.
    pub says: Vec<Sentence>,
    /// The anchor of the rule behind it: `charismatic#movement-1`.
    pub rule: Option<&'static str>,
    /// The position that it belongs to, while a turn is expected.
    pub(crate) at: AnyPosition,
}

impl Answer {
    /// No answer.
    pub(crate) fn none(at: AnyPosition) -> Answer {
        Answer { kind: AnswerKind::Plain, says: Vec::new(), rule: None, at }
    }
}

/// The stage of an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// A turn is expected.
    Open,
    /// The turn was wrong.
    Missed,
    /// The computer is asked about it.
    Thinking,
    /// The refutation was shown.
    Refuted,
    /// Turns are played automatically: an answer, or the solution.
    Playing,
    /// The task or puzzle is done.
    Done,
    /// The lesson is done.
    End,
}

/// An action offered beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The previous task.
    Back,
    /// Show the solution.
    Show,
    /// Restart the lesson.
    Restart,
    /// The rules of the game.
    Rules,
    /// Show why a turn is wrong.
    Why,
    /// Try again from the last right position.
    Again,
    /// A hint.
    Hint,
    /// Share the result.
    Share,
    /// Try other turns.
    Analyse,
    /// All puzzles.
    All,
    /// The next task or puzzle.
    Next,
    /// Finish the lesson.
    Finish,
    /// Play a game.
    Play,
}

/// The caption of a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Caption {
    /// The puzzle's title.
    pub called: Sentence,
    /// The grade of difficulty, 1 to 5.
    pub grade: u32,
    /// Who is to move.
    pub mover: Color,
}

/// What is shown of a lesson or a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Exercise {
    /// The stage.
    pub stage: Stage,
    /// The heading: a task's title, or what a puzzle asks for.
    pub title: Sentence,
    /// The text of a task.
    pub text: Option<Sentence>,
    /// The number of the lesson's task, from 0; `None` in a puzzle.
    pub at: Option<usize>,
    /// The progress in each task of the lesson.
    pub tasks: Vec<TaskProgress>,
    /// The caption of a puzzle.
    pub caption: Option<Caption>,
    /// The answer.
    pub answer: Answer,
    /// The available actions.
    pub ways: Vec<Way>,
    /// The primary one among them.
    pub main: Option<Way>,
    /// The text to share about a solved puzzle, one sentence a line.
    pub share: Option<Vec<Sentence>>,
    /// The name of the puzzle; `None` in a lesson.
    pub puzzle: Option<String>,
    /// The next puzzle.
    pub next: Option<String>,
}

impl Table {
    /// Whether a lesson or a puzzle plays turns automatically.
    pub(crate) fn plays_exercise(&self) -> bool {
        match &self.purpose {
            Purpose::Lesson(lesson) => lesson.state() == LessonState::Showing,
            Purpose::Puzzle(puzzle) => puzzle.plays(),
            _ => false,
        }
    }

    /// Whether this is a lesson or a puzzle: it has no earlier positions to browse, and hints of
    /// its own.
    pub fn is_exercise(&self) -> bool {
        matches!(self.purpose, Purpose::Lesson(_) | Purpose::Puzzle(_))
    }

    /// What a hint points at on the board: an arrow, or a circle if both squares are the same.
    pub fn pointed_at(&self) -> Option<(Square, Square)> {
        match self.pointed? {
            (Step::Move { from, to, .. }, whole) => Some((from, if whole { to } else { from })),
            (Step::Drop { to, .. }, true) => Some((to, to)),
            (Step::Drop { .. } | Step::Draw(_) | Step::End, _) => None,
        }
    }

    /// Announces first what the exercise asks for.
    pub(crate) fn set_exercise(&mut self, out: &mut Vec<Request>) {
        match &self.purpose {
            Purpose::Lesson(lesson) => {
                self.computer.beat = SHOWING;
                out.push(Request::Say(lesson.set()));
            }
            Purpose::Puzzle(puzzle) => {
                self.computer.beat = PLAYING;
                let says = [puzzle.set()].into_iter().chain(puzzle.answer.says.iter().cloned());
                out.extend(says.map(Request::Say));
            }
            _ => {}
        }
    }

    /// Touching the board after a wrong turn tries again.
    pub(crate) fn try_again(&mut self) {
        let again = match &self.purpose {
            Purpose::Lesson(lesson) => lesson.is_missed(),
            Purpose::Puzzle(puzzle) => puzzle.is_missed(),
            _ => false,
        };
        if again {
            self.lay_out();
        }
    }

    /// Resets the board to the position of the task, or of the puzzle's stage.
    fn lay_out(&mut self) {
        let game = match &mut self.purpose {
            Purpose::Lesson(lesson) => {
                lesson.again();
                Game::new(lesson.task().start)
            }
            Purpose::Puzzle(puzzle) => puzzle.again(),
            _ => return,
        };
        self.lay(game);
    }

    fn lay(&mut self, game: Game) {
        self.set_game(game);
        (self.refusal, self.note) = (None, None);
        self.point();
    }

    /// Points at the piece of a lesson's hint.
    fn point(&mut self) {
        if let Purpose::Lesson(lesson) = &self.purpose {
            self.pointed = lesson.pointed().map(|step| (step, false));
        }
    }

    /// Handles a step in the lesson or the puzzle.
    pub(crate) fn answer_task(&mut self, out: &mut Vec<Request>) {
        if !self.is_exercise() {
            return;
        }
        let turn = self.game.tip();
        let (steps, over) = (self.game.steps(turn).to_vec(), self.game.is_whole(turn));
        let (after, verdict) = (*self.game.live_position(), self.game.verdict());
        let result = verdict.map(telling::result);
        let sentences = self.tell(turn);
        match &mut self.purpose {
            Purpose::Lesson(lesson) => {
                let tried = Try { turn: &steps, over, after: &after, verdict, result };
                if lesson.judge(&tried) {
                    say(&lesson.answer.says, out);
                    if lesson.state() == LessonState::Missed {
                        out.push(Request::Say(Sentence::new("lesson.retry")));
                    }
                    let (game, progress) = (after.game(), lesson.progress().to_vec());
                    if lesson.state() == LessonState::Done {
                        out.push(Request::KeepLesson { game, progress });
                    }
                }
            }
            Purpose::Puzzle(puzzle) if over && puzzle.is_open() => {
                let deed = puzzle.judge(&steps, verdict, result);
                self.tell_puzzle(out);
                self.do_for_puzzle(deed, out);
            }
            Purpose::Puzzle(puzzle) if over && puzzle.plays() => {
                let deed = puzzle.played(&self.game, sentences, result);
                self.tell_puzzle(out);
                self.do_for_puzzle(deed, out);
            }
            _ => {}
        }
    }

    /// Announces what has happened, then the answer; without an answer, what is asked for now.
    pub(crate) fn tell_before_answer(&self, sentences: Vec<Sentence>, out: &mut Vec<Request>) {
        let is_said = |request: &Request| matches!(request, Request::Say(_));
        let at = out.iter().position(is_said);
        let prompt = at.is_none().then(|| self.says());
        let sentences = sentences.into_iter().chain(prompt).map(Request::Say);
        let at = at.unwrap_or(out.len());
        out.splice(at..at, sentences);
    }

    /// The steps of a turn in words, without its end.
    fn tell(&self, turn: record::game::TurnId) -> Vec<Sentence> {
        let steps = self.game.steps(turn);
        let sentences = steps.iter().enumerate().filter(|(_, step)| **step != Step::End);
        let sentences = sentences.flat_map(|(place, &step)| {
            self.says_of_effects(self.game.position(Path { turn, steps: place }), step)
        });
        sentences.collect()
    }

    /// Announces the puzzle's answer, and requests that its progress be stored.
    fn tell_puzzle(&mut self, out: &mut Vec<Request>) {
        let Purpose::Puzzle(puzzle) = &mut self.purpose else { return };
        say(&puzzle.answer.says, out);
        let (progress, day) = puzzle.take_news();
        out.extend(progress.map(Request::KeepPuzzle));
        out.extend(day.map(|(day, how)| Request::KeepDay { day, how }));
    }

    /// Handles a refused step; whether it was answered.
    pub(crate) fn refuse_task(&mut self, refusal: &Refusal, out: &mut Vec<Request>) -> bool {
        let at = *self.game.live_position();
        let Purpose::Lesson(lesson) = &mut self.purpose else { return false };
        let Some(answer) = lesson.refuse(refusal, at) else { return false };
        say(&answer.says, out);
        self.point();
        true
    }

    fn do_for_puzzle(&mut self, deed: Deed, out: &mut Vec<Request>) {
        match deed {
            Deed::Play(turn) => self.computer.play(&turn, out),
            Deed::Ask => self.ask_engine(Think::Puzzle, out),
            Deed::Nothing => {}
        }
    }

    /// Handles the computer's answer for a puzzle.
    pub(crate) fn answer_puzzle(&mut self, thought: &Thought, out: &mut Vec<Request>) {
        let refuted = refuted(self.game.live_position(), thought);
        if let Purpose::Puzzle(puzzle) = &mut self.purpose {
            let deed = puzzle.heard(&thought.turn, refuted);
            self.tell_puzzle(out);
            self.do_for_puzzle(deed, out);
        }
    }

    /// The computer has no answer for a puzzle, or an illegal one.
    pub(crate) fn give_up_puzzle(&mut self, out: &mut Vec<Request>) {
        let Purpose::Puzzle(puzzle) = &mut self.purpose else { return };
        if let Some(game) = puzzle.gave_up() {
            self.lay(game);
        }
        self.tell_puzzle(out);
    }

    /// The hint of a puzzle; in a lesson hints cannot be requested.
    pub(crate) fn hint_exercise(&mut self, out: &mut Vec<Request>) -> bool {
        let Purpose::Puzzle(puzzle) = &self.purpose else { return self.is_exercise() };
        match puzzle.state() {
            PuzzleState::Open => {}
            PuzzleState::Missed | PuzzleState::Refuted | PuzzleState::Thinking => {
                self.computer.leave(out);
                self.lay_out();
            }
            PuzzleState::Playing | PuzzleState::Done => return true,
        }
        let made = self.game.turn_steps().to_vec();
        let position = *self.game.live_position();
        if let Purpose::Puzzle(puzzle) = &mut self.purpose
            && puzzle.may_hint()
        {
            self.pointed = match puzzle.hint(&made, &position) {
                Hint::Step(step, whole) => Some((step, whole)),
                Hint::End | Hint::Back => None,
            };
            (self.refusal, self.note) = (None, None);
            self.tell_puzzle(out);
        }
        true
    }

    pub(crate) fn exercise(&mut self, event: Event, out: &mut Vec<Request>) {
        if !self.is_exercise() {
            return;
        }
        self.computer.leave(out);
        match (event, &mut self.purpose) {
            (Event::Again, purpose) => {
                let asked = match purpose {
                    Purpose::Puzzle(puzzle) => puzzle.asked(),
                    Purpose::Lesson(lesson) => lesson.asked(),
                    _ => return,
                };
                self.lay_out();
                out.push(Request::Say(asked));
            }
            (event @ (Event::Next | Event::Previous | Event::Restart), Purpose::Lesson(lesson)) => {
                let game = lesson.task().start.game();
                match event {
                    Event::Next => lesson.next(),
                    Event::Previous => lesson.previous(),
                    _ => {
                        lesson.restart();
                        out.push(Request::KeepLesson { game, progress: Vec::new() });
                    }
                }
                out.push(Request::Say(lesson.set()));
                if lesson.state() != LessonState::End {
                    let start = lesson.task().start;
                    self.lay(Game::new(start));
                }
            }
            (Event::ShowSolution, Purpose::Lesson(lesson))
                if lesson.state() != LessonState::End =>
            {
                lesson.show();
                say(&lesson.answer.says, out);
                let task = lesson.task();
                let (game, solution) = (Game::new(task.start), task.solution.clone());
                self.lay(game);
                self.computer.play(&solution, out);
            }
            (Event::ShowSolution, Purpose::Puzzle(puzzle)) => {
                let (game, deed) = puzzle.show();
                self.lay(game);
                self.tell_puzzle(out);
                self.do_for_puzzle(deed, out);
            }
            (Event::Refute, Purpose::Puzzle(puzzle)) => {
                let deed = puzzle.refute();
                self.tell_puzzle(out);
                self.do_for_puzzle(deed, out);
            }
            _ => {}
        }
    }

    /// What is shown of the lesson or the puzzle.
    pub(crate) fn shown_exercise(&self) -> Option<Exercise> {
        match &self.purpose {
            Purpose::Lesson(lesson) => {
                let state = lesson.state();
                let over = state == LessonState::End;
                let (at, of) = lesson.at();
                let task = lesson.task();
                let title = if over { Sentence::new("lesson.end") } else { spoken(&task.title) };
                let is_done = state == LessonState::Done;
                let next = if at + 1 < of { Way::Next } else { Way::Finish };
                let ways = [
                    (Way::Back, !over && at > 0),
                    (Way::Show, matches!(state, LessonState::Open | LessonState::Missed)),
                    (Way::Restart, over),
                    (Way::Rules, over),
                    (Way::Again, is_done || state == LessonState::Missed),
                    (next, !over),
                    (Way::Play, over),
                ];
                let main = if over { Some(Way::Play) } else { is_done.then_some(next) };
                Some(Exercise {
                    stage: match state {
                        LessonState::Open => Stage::Open,
                        LessonState::Missed => Stage::Missed,
                        LessonState::Done => Stage::Done,
                        LessonState::Showing => Stage::Playing,
                        LessonState::End => Stage::End,
                    },
                    title,
                    text: Some(spoken(if over { lesson.end() } else { &task.text })),
                    at: Some(at),
                    tasks: lesson.progress().to_vec(),
                    caption: None,
                    answer: self.shown_answer(&lesson.answer, state == LessonState::Open, || {
                        // In a turn of many steps, the view says what is asked for.
                        self.owes_steps().then(|| self.says())
                    }),
                    ways: those(&ways),
                    main,
                    share: None,
                    puzzle: None,
                    next: None,
                })
            }
            Purpose::Puzzle(puzzle) => {
                let stage = match puzzle.state() {
                    PuzzleState::Open => Stage::Open,
                    PuzzleState::Missed => Stage::Missed,
                    PuzzleState::Thinking => Stage::Thinking,
                    PuzzleState::Refuted => Stage::Refuted,
                    PuzzleState::Playing => Stage::Playing,
                    PuzzleState::Done => Stage::Done,
                };
                let is_open = stage == Stage::Open;
                let is_answering = puzzle.is_answering();
                let failed = !is_answering
                    && matches!(stage, Stage::Missed | Stage::Refuted | Stage::Thinking);
                let tired = puzzle.is_tired();
                let share = puzzle.share();
                let shares = stage == Stage::Done || (is_open && !puzzle.has_begun() && !tired);
                let ways = [
                    (Way::Why, puzzle.may_refute()),
                    (Way::Again, !is_open && !is_answering),
                    (Way::Hint, (is_open || failed) && puzzle.may_hint()),
                    (Way::Show, is_open && tired),
                    (Way::Share, shares && share.is_some()),
                    (Way::Analyse, stage == Stage::Done),
                    (Way::All, !failed),
                    (Way::Next, stage == Stage::Done),
                ];
                let main = match stage {
                    Stage::Done => Some(Way::Next),
                    _ if puzzle.may_refute() => Some(Way::Why),
                    _ if failed => Some(Way::Again),
                    _ => None,
                };
                let entry = puzzle.entry();
                let mover = puzzle.start().turn();
                Some(Exercise {
                    stage,
                    title: entry.task(),
                    text: None,
                    at: None,
                    tasks: Vec::new(),
                    caption: Some(Caption { called: puzzle.called(), grade: entry.grade, mover }),
                    answer: self.shown_answer(&puzzle.answer, is_open, || {
                        let many = self.owes_steps() && !self.game.turn_steps().is_empty();
                        let owes = many || puzzle.has_begun();
                        Some(if owes { self.says() } else { puzzle.brief() })
                    }),
                    ways: those(&ways),
                    main,
                    share,
                    puzzle: Some(entry.id.clone()),
                    next: Some(puzzle.next().to_owned()),
                })
            }
            _ => None,
        }
    }

    /// The answer to show: a refusal first; an answer that belongs to another position is not
    /// shown, but what is asked for.
    fn shown_answer(
        &self,
        answer: &Answer,
        is_open: bool,
        prompt: impl Fn() -> Option<Sentence>,
    ) -> Answer {
        let at = *self.game.live_position();
        let stays = !is_open || answer.at == at;
        if stays && answer.kind == AnswerKind::Refusal {
            return answer.clone();
        }
        if is_open && let Some(refusal) = &self.refusal {
            let (says, rule) = (vec![self.says()], Some(refusal.rule));
            return Answer { kind: AnswerKind::Refusal, says, rule, at };
        }
        if stays && !answer.says.is_empty() {
            return answer.clone();
        }
        let says = if is_open { prompt().into_iter().collect() } else { Vec::new() };
        Answer { says, ..Answer::none(at) }
    }

    /// Whether the player ends the turn expressly.
    fn owes_steps(&self) -> bool {
        self.controls(self.is_open()).end != End::Hidden
    }
}

/// The available actions among these.
fn those(ways: &[(Way, bool)]) -> Vec<Way> {
    ways.iter().filter(|(_, is_open)| *is_open).map(|&(way, _)| way).collect()
}

fn say(says: &[Sentence], out: &mut Vec<Request>) {
    out.extend(says.iter().cloned().map(Request::Say));
}
