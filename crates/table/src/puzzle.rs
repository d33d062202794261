//! Puzzles: judging by the rules, by the stored solutions, and by the computer.

use record::{Game, Verdict};
use rules::{AnyPosition, Color, Step};

use crate::book::{Book, Entry, numeral, of_day, run, success_of};
use crate::daily::Day;
use crate::data::{Data, DataError};
use crate::exercise::{Answer, AnswerKind};
use crate::problem::{Aim, Problem, Reply};
use crate::progress::{PuzzleProgress, Success};
use crate::sentence::{Sentence, Value};

/// The number of mistakes or hints after which the solution is offered.
const PATIENCE: u32 = 2;

/// The state of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleState {
    /// It waits for the solver's turn.
    Open,
    /// The turn was wrong.
    Missed,
    /// The computer is asked for a refutation, or for an answer.
    Thinking,
    /// The refutation was shown.
    Refuted,
    /// An answer or a solution is being played.
    Playing,
    /// The puzzle is over.
    Done,
}

/// Why the puzzle plays turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plan {
    Answer,
    Refute,
    Show,
}

/// What the puzzle does next on its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    Play(Vec<Step>),
    Ask,
    Nothing,
}

/// The subject of a hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hint {
    /// A step, and whether its target square is named too.
    Step(Step, bool),
    /// All steps are made: the turn has to be ended.
    End,
    /// The steps made belong to no solution.
    Back,
}

/// A puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    entry: Entry,
    problem: Problem,
    state: PuzzleState,
    plan: Plan,
    /// The number of right turns by the solver.
    stage: usize,
    /// The game before each of the solver's turns.
    starts: Vec<Game>,
    replies: Vec<Reply>,
    /// Whether the wrong turn ended the game: then it cannot be refuted.
    ended: bool,
    /// The steps that hints were about, and how often.
    hinted: Vec<(usize, Step, u32)>,
    pub(crate) answer: Answer,
    kept: PuzzleProgress,
    today: Day,
    /// Whether it is the puzzle of the day.
    is_due: bool,
    days: Vec<(Day, Success)>,
    /// How it was solved (on its day, if it is the puzzle of the day), in this attempt or before.
    finished: Option<Success>,
    /// Changed progress that is still to be stored.
    news: (bool, Option<Success>),
    /// The next puzzle.
    next: String,
}

impl Puzzle {
    /// Reads a puzzle from the file with those of its game.
    ///
    /// # Errors
    /// If it is missing, or something is wrong with it: what, and where.
    pub fn read(book: &Book, id: &str, file: &Data) -> Result<Puzzle, DataError> {
        let found = book.find(id).ok_or_else(|| DataError::new("there is no such puzzle"));
        let entry = found.map_err(|error| error.within(id))?;
        let problem = Problem::read(entry, file)?;
        let is_due = book.due().id == entry.id;
        let fresh = || PuzzleProgress { id: entry.id.clone(), ..PuzzleProgress::default() };
        let kept = book.known(entry).cloned().unwrap_or_else(fresh);
        // The puzzle of the day may have been solved before its day came.
        let today = if is_due { success_of(&book.days, book.today) } else { None };
        let finished = today.or(kept.solved);
        let mut answer = Answer::none(problem.start);
        answer.says.extend(finished.map(|how| success(how, "puzzle.before")));
        Ok(Puzzle {
            entry: entry.clone(),
            state: PuzzleState::Open,
            plan: Plan::Answer,
            stage: 0,
            starts: vec![Game::new(problem.start)],
            replies: Vec::new(),
            ended: false,
            hinted: Vec::new(),
            answer,
            kept,
            today: book.today,
            is_due,
            days: book.days.clone(),
            finished,
            news: (false, None),
            next: book.following(entry).id.clone(),
            problem,
        })
    }

    /// Its entry in the list of all puzzles.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The start position.
    pub fn start(&self) -> &AnyPosition {
        &self.problem.start
    }

    /// The state.
    pub fn state(&self) -> PuzzleState {
        self.state
    }

    /// The player's progress with it.
    pub fn progress(&self) -> &PuzzleProgress {
        &self.kept
    }

    /// The next puzzle.
    pub fn next(&self) -> &str {
        &self.next
    }

    /// The text to share about the solved puzzle, one sentence a line.
    pub fn share(&self) -> Option<Vec<Sentence>> {
        let day = self.is_due.then_some(self.today);
        let first = self.entry.share(self.finished?, day);
        Some([first].into_iter().chain(self.streak("puzzle.streak")).collect())
    }

    /// Changed progress to store, and how it was solved as the puzzle of the day, if that is new.
    pub(crate) fn take_news(&mut self) -> (Option<PuzzleProgress>, Option<(Day, Success)>) {
        let (is_new, solved) = std::mem::take(&mut self.news);
        (is_new.then(|| self.kept.clone()), solved.map(|how| (self.today, how)))
    }

    fn streak(&self, key: &'static str) -> Option<Sentence> {
        if self.is_due { run(&self.days, self.today, key) } else { None }
    }

    fn solver(&self) -> Color {
        self.problem.start.turn()
    }

    fn rival(&self) -> Value {
        Value::Color(!self.solver())
    }

    pub(crate) fn is_open(&self) -> bool {
        self.state == PuzzleState::Open
    }

    pub(crate) fn is_missed(&self) -> bool {
        matches!(self.state, PuzzleState::Missed | PuzzleState::Refuted)
    }

    pub(crate) fn plays(&self) -> bool {
        self.state == PuzzleState::Playing
    }

    /// Whether a right turn is being answered.
    pub(crate) fn is_answering(&self) -> bool {
        let runs = matches!(self.state, PuzzleState::Playing | PuzzleState::Thinking);
        runs && self.plan == Plan::Answer
    }

    /// Whether a wrong turn can be refuted: it has not ended the game.
    pub(crate) fn may_refute(&self) -> bool {
        self.state == PuzzleState::Missed && !self.ended
    }

    /// Whether the solution is offered.
    pub(crate) fn is_tired(&self) -> bool {
        self.kept.misses + self.kept.hints >= PATIENCE
    }

    /// Whether a right turn was made already.
    pub(crate) fn has_begun(&self) -> bool {
        self.stage > 0
    }

    /// Why the player cannot act on the board, if so.
    pub(crate) fn barred(&self) -> Option<Sentence> {
        match self.state {
            PuzzleState::Open | PuzzleState::Missed | PuzzleState::Refuted => None,
            PuzzleState::Done => Some(Sentence::new("puzzle.over")),
            PuzzleState::Thinking | PuzzleState::Playing => Some(Sentence::new("puzzle.wait")),
        }
    }

    /// "Puzzle of the day 41", "Puzzle 3"
    pub(crate) fn called(&self) -> Sentence {
        if self.is_due {
            return of_day(self.today);
        }
        let number = Value::Count(self.entry.number as usize);
        Sentence::new("puzzle.number").with("number", number)
    }

    /// The task, as it is announced.
    pub(crate) fn asked(&self) -> Sentence {
        Sentence::new("puzzle.ask")
            .with("task", Value::Sentence(Box::new(self.entry.task())))
            .with("color", Value::Color(self.solver()))
    }

    /// The task with the name of the puzzle.
    pub(crate) fn set(&self) -> Sentence {
        Sentence::new("puzzle.set")
            .with("called", Value::Sentence(Box::new(self.called())))
            .with("task", Value::Sentence(Box::new(self.entry.task())))
            .with("color", Value::Color(self.solver()))
    }

    /// The kind of win to be found.
    pub(crate) fn brief(&self) -> Sentence {
        let key = if self.entry.turns == 1 { "puzzle.brief-1" } else { "puzzle.brief-2" };
        Sentence::new(key).with("other", self.rival())
    }

    /// The position of this stage again.
    pub(crate) fn again(&mut self) -> Game {
        if self.state == PuzzleState::Done {
            self.stage = 0;
        }
        self.state = PuzzleState::Open;
        self.ended = false;
        let start = &self.starts[self.stage.min(self.starts.len() - 1)];
        self.answer = Answer::none(*start.live_position());
        start.clone()
    }

    fn say(&mut self, kind: AnswerKind, says: Vec<Sentence>) {
        self.answer = Answer { kind, says, ..Answer::none(self.problem.start) };
    }

    fn miss(&mut self, ended: bool, says: Vec<Sentence>) -> Deed {
        self.state = PuzzleState::Missed;
        self.kept.misses += 1;
        self.news.0 = true;
        self.ended = ended;
        self.say(AnswerKind::Wrong, says);
        Deed::Nothing
    }

    /// Handles a finished turn of the solver. `result` is the result of the game in words, if it
    /// has ended.
    pub(crate) fn judge(
        &mut self,
        turn: &[Step],
        verdict: Option<Verdict>,
        result: Option<Sentence>,
    ) -> Deed {
        let made = sorted(turn);
        let mut says: Vec<Sentence> = result.into_iter().collect();
        match verdict {
            Some(verdict) if verdict.winner == Some(self.solver()) => {
                if self.entry.turns > 1 || made.len() <= self.entry.steps as usize {
                    return self.solved(says);
                }
                let pieces = numeral(self.entry.steps);
                says.push(Sentence::new("puzzle.enough").with("pieces", pieces));
                self.miss(true, says)
            }
            Some(_) => {
                says.push(Sentence::new("puzzle.not-asked"));
                self.miss(true, says)
            }
            None => {
                let solutions = &self.problem.solutions;
                let first = solutions.iter().find(|one| sorted(&one.turn) == made);
                match first {
                    Some(first) if self.stage == 0 && self.entry.turns > 1 => {
                        self.replies.clone_from(&first.replies);
                        self.plan = Plan::Answer;
                        self.say(AnswerKind::Good, vec![Sentence::new("puzzle.right")]);
                        self.go_on()
                    }
                    _ => {
                        let key = match self.entry.aim {
                            Aim::Mate => "puzzle.missed-mate",
                            Aim::Win | Aim::King => "puzzle.missed-win",
                        };
                        let missed = Sentence::new(key).with("other", self.rival());
                        self.miss(false, vec![missed])
                    }
                }
            }
        }
    }

    /// The goal is reached: counted unless the solution was shown on this day.
    fn solved(&mut self, mut says: Vec<Sentence>) -> Deed {
        self.state = PuzzleState::Done;
        if self.kept.shown == self.today {
            says.push(Sentence::new("puzzle.shown"));
            self.say(AnswerKind::Good, says);
            return Deed::Nothing;
        }
        let how = Success { misses: self.kept.misses, hints: self.kept.hints };
        let key = if self.finished.is_some() { "puzzle.solved-again" } else { "puzzle.solved" };
        let first = *self.finished.get_or_insert(how);
        self.kept.solved.get_or_insert(how);
        (self.kept.misses, self.kept.hints) = (0, 0);
        self.news.0 = true;
        if self.is_due && success_of(&self.days, self.today).is_none() {
            self.days.push((self.today, how));
            self.news.1 = Some(how);
        }
        says.insert(0, success(first, key));
        says.extend(self.streak("puzzle.streak-told"));
        self.say(AnswerKind::Good, says);
        Deed::Nothing
    }

    /// The other side's answer: the stored one, else the computer's.
    fn go_on(&mut self) -> Deed {
        match self.replies.first() {
            Some(reply) => {
                self.state = PuzzleState::Playing;
                Deed::Play(reply.turn.clone())
            }
            None => {
                self.state = PuzzleState::Thinking;
                Deed::Ask
            }
        }
    }

    /// Shows the refutation of the wrong turn.
    pub(crate) fn refute(&mut self) -> Deed {
        if !self.may_refute() {
            return Deed::Nothing;
        }
        self.plan = Plan::Refute;
        self.state = PuzzleState::Thinking;
        self.say(AnswerKind::Wrong, vec![Sentence::new("puzzle.thinking")]);
        Deed::Ask
    }

    /// Shows the solution from here: the game to set up, and what is played.
    pub(crate) fn show(&mut self) -> (Game, Deed) {
        self.kept.shown = self.today;
        self.news.0 = true;
        let game = self.again();
        self.plan = Plan::Show;
        self.say(AnswerKind::Plain, vec![Sentence::new("puzzle.showing")]);
        (game, self.show_on())
    }

    /// The next turn of the solution, after this many that were shown or played.
    fn show_on(&mut self) -> Deed {
        self.state = PuzzleState::Playing;
        if self.stage == 0 {
            let Some(first) = self.problem.solutions.first() else { return Deed::Nothing };
            self.replies.clone_from(&first.replies);
            return Deed::Play(first.turn.clone());
        }
        match self.replies.first().and_then(|reply| reply.then.first()) {
            Some(turn) => Deed::Play(turn.clone()),
            None => {
                self.state = PuzzleState::Thinking;
                Deed::Ask
            }
        }
    }

    /// Handles the computer's answer, and what is said of it if a turn is refuted.
    pub(crate) fn heard(&mut self, turn: &[Step], refuted: Sentence) -> Deed {
        if self.state != PuzzleState::Thinking {
            return Deed::Nothing;
        }
        if self.plan == Plan::Refute {
            self.say(AnswerKind::Wrong, vec![refuted.with("other", self.rival())]);
        }
        self.state = PuzzleState::Playing;
        Deed::Play(turn.to_vec())
    }

    /// The computer has no answer. Returns the game to set up again, if the turn was right.
    pub(crate) fn gave_up(&mut self) -> Option<Game> {
        let game = match (self.state, self.plan) {
            (PuzzleState::Thinking, Plan::Refute) => {
                self.state = PuzzleState::Missed;
                None
            }
            (PuzzleState::Thinking | PuzzleState::Playing, _) => Some(self.again()),
            _ => return None,
        };
        let at = self.answer.at;
        self.say(AnswerKind::Wrong, vec![Sentence::new("puzzle.no-answer")]);
        self.answer.at = at;
        game
    }

    /// The puzzle has played a turn, which was announced by its steps: what follows.
    pub(crate) fn played(
        &mut self,
        game: &Game,
        sentences: Vec<Sentence>,
        result: Option<Sentence>,
    ) -> Deed {
        if self.state != PuzzleState::Playing {
            return Deed::Nothing;
        }
        let solves = game.live_position().turn() == self.solver();
        match self.plan {
            Plan::Refute => {
                self.state = PuzzleState::Refuted;
                let first = self.entry.turns as usize > self.stage + 1;
                let key = match self.entry.aim {
                    _ if first => "puzzle.still-first",
                    Aim::Mate => "puzzle.still-mate",
                    Aim::Win | Aim::King => "puzzle.still-last",
                };
                self.answer.says.push(result.unwrap_or(Sentence::new(key)));
                Deed::Nothing
            }
            Plan::Show if result.is_some() => {
                self.state = PuzzleState::Done;
                let says = result.into_iter().chain([Sentence::new("puzzle.shown")]).collect();
                self.say(AnswerKind::Good, says);
                Deed::Nothing
            }
            Plan::Show if solves => {
                self.begin_stage(game);
                self.show_on()
            }
            Plan::Show => self.go_on(),
            Plan::Answer => {
                self.begin_stage(game);
                self.state = PuzzleState::Open;
                let answered = Sentence::new("puzzle.answers").with("other", self.rival());
                let says = [Sentence::new("puzzle.right"), answered].into_iter().chain(sentences);
                let says = says.chain([Sentence::new("puzzle.now")]).collect();
                self.say(AnswerKind::Good, says);
                self.answer.at = *game.live_position();
                Deed::Nothing
            }
        }
    }

    fn begin_stage(&mut self, game: &Game) {
        self.stage = 1;
        self.starts.truncate(1);
        self.starts.push(game.clone());
    }

    /// The right turns in this position.
    fn accepted(&self) -> Vec<&Vec<Step>> {
        match self.stage {
            0 => self.problem.solutions.iter().map(|one| &one.turn).collect(),
            _ => self.replies.first().iter().flat_map(|reply| &reply.then).collect(),
        }
    }

    /// Whether there is anything to hint at.
    pub(crate) fn may_hint(&self) -> bool {
        !self.accepted().is_empty()
    }

    /// A hint in the `position` after the steps made in this turn: first which piece goes next,
    /// then its target.
    pub(crate) fn hint(&mut self, made: &[Step], position: &AnyPosition) -> Hint {
        let accepted = self.accepted();
        let turn = accepted.into_iter().find(|turn| made.iter().all(|step| turn.contains(step)));
        let is_next = |step: &Step| *step != Step::End && !made.contains(step);
        let hint = match turn.map(|turn| turn.iter().copied().find(is_next)) {
            None => Hint::Back,
            Some(None) => Hint::End,
            Some(Some(next)) => Hint::Step(next, self.speak_of(next)),
        };
        let says = vec![sentence(hint, made.is_empty(), position)];
        self.answer = Answer { kind: AnswerKind::Hint, says, rule: None, at: *position };
        hint
    }

    /// Counts a hint about a step. Whether there was one before.
    fn speak_of(&mut self, step: Step) -> bool {
        let stage = self.stage;
        let known = self.hinted.iter_mut().find(|(at, one, _)| (*at, *one) == (stage, step));
        let before = match known {
            Some((.., times)) => {
                *times += 1;
                *times - 1
            }
            None => {
                self.hinted.push((stage, step, 1));
                0
            }
        };
        if before < 2 {
            self.kept.hints += 1;
            self.news.0 = true;
        }
        before > 0
    }
}

/// A hint in words.
fn sentence(hint: Hint, is_first: bool, position: &AnyPosition) -> Sentence {
    let (step, whole) = match hint {
        Hint::Back => return Sentence::new("puzzle.hint-back"),
        Hint::End => return Sentence::new("puzzle.hint-end"),
        Hint::Step(step, whole) => (step, whole),
    };
    match step {
        Step::Drop { role, to } => {
            let key = if whole { "puzzle.hint-put" } else { "puzzle.hint-drop" };
            Sentence::new(key).with("piece", Value::Role(role)).with("to", Value::Square(to))
        }
        Step::Move { from, to, .. } => {
            let key = match (whole, is_first) {
                (true, _) => "puzzle.hint-move",
                (false, true) => "puzzle.hint-piece",
                (false, false) => "puzzle.hint-next",
            };
            let sentence =
                Sentence::new(key).with("from", Value::Square(from)).with("to", Value::Square(to));
            match position.piece_at(from) {
                Some(piece) => sentence.with("piece", Value::Role(piece.role)),
                None => sentence,
            }
        }
        Step::Draw(_) | Step::End => Sentence::new("puzzle.hint-end"),
    }
}

/// How it was solved, as part of a sentence.
fn success(how: Success, key: &'static str) -> Sentence {
    Sentence::new(key).with("how", Value::Sentence(Box::new(how.sentence())))
}

/// A turn's steps without its end, in any order.
fn sorted(turn: &[Step]) -> Vec<Step> {
    let mut steps = Vec::with_capacity(turn.len());
    for &step in turn.iter().filter(|&&step| step != Step::End) {
        steps.insert(steps.partition_point(|&other| other < step), step);
    }
    steps
}
