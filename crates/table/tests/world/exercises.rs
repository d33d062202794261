//! A device on which lessons and puzzles are taken, in windows that come and go.

use std::collections::BTreeMap;

use rules::{AnyPosition, GameId, Step};
use serde_json::{Value, json};
use table::{
    Book, Data, Day, Event, Lesson, Moment, Purpose, Puzzle, PuzzleProgress, Request, Setup, Stage,
    Success, Table, TaskProgress, Thought, Walk,
};

use super::Chance;
use crate::site::{data, file, taught};
use crate::written::trace::Trace;

/// The site's files, each read once.
pub(crate) struct Files {
    lessons: BTreeMap<&'static str, Data>,
    puzzles: BTreeMap<&'static str, (Value, Data)>,
    days: Data,
}

impl Files {
    pub(crate) fn new() -> Files {
        let read =
            |folder: &str, game: GameId| file(&format!("web/{folder}/{}.json", game.spec().id));
        let puzzle = |game: GameId| {
            let file = read("puzzles", game);
            (game.spec().id, (file.clone(), data(&file)))
        };
        Files {
            lessons: taught().map(|game| (game.spec().id, data(&read("lessons", game)))).collect(),
            puzzles: taught().filter(|game| game.spec().id != "progressive").map(puzzle).collect(),
            days: data(&file("web/puzzles/days.json")),
        }
    }
}

/// What is taken.
#[derive(Clone, Debug)]
enum Taken {
    Lesson(GameId),
    Puzzle(String),
}

/// What the device keeps.
#[derive(Clone, PartialEq, Debug, Default)]
struct Kept {
    lesson: Vec<TaskProgress>,
    puzzle: Option<PuzzleProgress>,
    days: BTreeMap<Day, Success>,
}

struct Window {
    table: Table,
    /// What it has asked to be kept, in order.
    asked: Vec<Request>,
    /// Events on their way to it.
    coming: Vec<Event>,
}

/// The device.
pub(crate) struct Desk<'a> {
    chance: Chance,
    files: &'a Files,
    taken: Taken,
    /// A turn that solves the puzzle, or begins to.
    solution: Vec<Step>,
    today: Day,
    kept: Kept,
    windows: Vec<Window>,
    log: Vec<String>,
    /// What is shown after each event, where somebody wants to know.
    pub(crate) trace: Option<Trace>,
    /// What has come about.
    pub(crate) seen: std::collections::BTreeSet<&'static str>,
}

fn json_of(one: &PuzzleProgress) -> Value {
    let solved = one.solved.map(|how| json!({ "misses": how.misses, "hints": how.hints }));
    json!({ "id": one.id, "misses": one.misses, "hints": one.hints, "shown": one.shown, "solved": solved })
}

impl<'a> Desk<'a> {
    pub(crate) fn new(seed: u64, files: &'a Files) -> Desk<'a> {
        let mut chance = Chance(seed);
        let today = 20_000 + chance.below(200) as Day;
        let book = Book::read(&files.days, &Data::Nothing, &Data::Nothing, today).unwrap();
        let (taken, solution) = if chance.one_in(2) {
            let games: Vec<GameId> = taught().collect();
            (Taken::Lesson(games[chance.below(games.len())]), Vec::new())
        } else {
            let place = chance.below(book.entries().len());
            let due = chance.one_in(3);
            let entry = if due { book.due() } else { &book.entries()[place] };
            let spec = entry.game.spec();
            let puzzles = files.puzzles[spec.id].0["puzzles"].as_array().unwrap();
            let one = puzzles.iter().find(|one| one["id"] == *entry.id).unwrap();
            let turn = one["solutions"][0]["turn"].as_array().unwrap().iter();
            let turn = turn.map(|step| Step::parse(step.as_str().unwrap(), spec).unwrap());
            (Taken::Puzzle(entry.id.clone()), turn.collect())
        };
        let log = vec![format!("{taken:?} on day {today}")];
        let kept = Kept::default();
        let (windows, seen) = Default::default();
        let trace = None;
        Desk { chance, files, taken, solution, today, kept, windows, log, trace, seen }
    }

    fn fail(&self, what: &str) -> ! {
        panic!("{what}\n{}", self.log.join("\n"));
    }

    /// A window opens on what is kept.
    fn open(&mut self) {
        let purpose = match &self.taken {
            Taken::Lesson(game) => {
                let kept = Data::List(
                    self.kept.lesson.iter().map(|one| Data::Text(one.id().to_owned())).collect(),
                );
                let lesson =
                    Lesson::read(*game, &self.files.lessons[game.spec().id], &kept).unwrap();
                let open = lesson.progress().iter().position(|one| *one == TaskProgress::Open);
                if lesson.at().0 != open.unwrap_or(0) {
                    self.fail("the lesson does not go on where it was left");
                }
                Purpose::Lesson(Box::new(lesson))
            }
            Taken::Puzzle(id) => {
                let progress = data(&Value::Array(self.kept.puzzle.iter().map(json_of).collect()));
                let day = |(day, how): (&Day, &Success)| json!({ "day": day, "misses": how.misses, "hints": how.hints });
                let days = data(&Value::Array(self.kept.days.iter().map(day).collect()));
                let book = Book::read(&self.files.days, &progress, &days, self.today).unwrap();
                let game = book.find(id).unwrap().game.spec().id;
                let puzzle = Puzzle::read(&book, id, &self.files.puzzles[game].1).unwrap();
                Purpose::Puzzle(Box::new(puzzle))
            }
        };
        let start: AnyPosition = match &purpose {
            Purpose::Lesson(lesson) => lesson.task().start,
            Purpose::Puzzle(puzzle) => *puzzle.start(),
            _ => return,
        };
        let (table, asked) = Table::new(Setup { purpose, ..Setup::here(start, "") });
        self.windows.push(Window { table, asked: Vec::new(), coming: Vec::new() });
        let place = self.windows.len() - 1;
        self.log.push(format!("window {place} opens"));
        self.carry_out(place, asked);
    }

    fn carry_out(&mut self, place: usize, asked: Vec<Request>) {
        for request in asked {
            let window = &mut self.windows[place];
            match request {
                Request::KeepLesson { .. } | Request::KeepPuzzle(_) | Request::KeepDay { .. } => {
                    window.asked.push(request);
                }
                Request::Wake { id, .. } => window.coming.push(Event::Woken(id)),
                Request::Think { id, .. } => {
                    let from = *window.table.game().live_position();
                    let turn = super::some_turn(&mut self.chance, &from);
                    let thought = Thought { turn, ..Thought::default() };
                    window.coming.extend(match self.chance.below(5) {
                        0 => None,
                        1 => Some(Event::ThoughtFailed(id)),
                        2 => Some(Event::Thought { id, thought: None }),
                        _ => Some(Event::Thought { id, thought: Some(thought) }),
                    });
                }
                Request::Keep { .. } | Request::Note { .. } | Request::Load { .. } => {
                    self.fail("an exercise is kept as a game");
                }
                _ => {}
            }
        }
    }

    /// Something is kept: now and then twice.
    fn keep(&mut self, request: &Request) {
        let before = self.kept.clone();
        for _ in 0..1 + usize::from(self.chance.one_in(6)) {
            match request {
                Request::KeepLesson { progress, .. } => {
                    self.kept.lesson = TaskProgress::merged(&self.kept.lesson, progress);
                    if progress.is_empty() {
                        self.seen.insert("a lesson begun anew");
                    } else if before.lesson.len() != progress.len() {
                        // Nothing was kept.
                    } else if before.lesson.iter().zip(progress).any(|(one, other)| one > other) {
                        self.seen.insert("a lesson in a window that knew less");
                    }
                }
                Request::KeepPuzzle(told) => {
                    let found = self.kept.puzzle.as_ref();
                    if found.is_some_and(|found| found.solved.is_some() && told.solved.is_none()) {
                        self.seen.insert("a puzzle in a window that knew less");
                    }
                    self.kept.puzzle = Some(told.clone().after(found));
                }
                Request::KeepDay { day, how } => {
                    self.kept.days.entry(*day).or_insert(*how);
                    self.seen.insert("a day's puzzle solved");
                }
                _ => {}
            }
        }
        let anew = matches!(request, Request::KeepLesson { progress, .. } if progress.is_empty());
        let fewer = |(place, one): (usize, &TaskProgress)| self.kept.lesson.get(place) < Some(one);
        if !anew && before.lesson.iter().enumerate().any(fewer) {
            self.fail("a task that was done is open again");
        }
        let solved = |kept: &Kept| kept.puzzle.as_ref().and_then(|one| one.solved);
        if solved(&before).is_some() && solved(&before) != solved(&self.kept) {
            self.fail("how a puzzle was solved first is gone");
        }
        let shown = |kept: &Kept| kept.puzzle.as_ref().map(|one| one.shown);
        if shown(&before) > shown(&self.kept) {
            self.fail("a solution that was shown counts as not shown");
        }
    }

    fn tell(&mut self, place: usize, event: Event) {
        self.log.push(format!("window {place}: {event:?}"));
        let moment = Moment { now: self.chance.next() >> 30, random: self.chance.next() };
        let window = &mut self.windows[place];
        let before = window.table.clone();
        let twin = before.clone();
        let out = window.table.handle(moment, event.clone());
        if let Some(trace) = &mut self.trace {
            trace.take(moment.now, &event, &out, &window.table);
        }
        let mut twin = twin;
        if twin.handle(moment, event.clone()) != out || twin != window.table {
            self.fail("the same event led to something else");
        }
        let (was, is) = (before.view(), window.table.view());
        if is != twin.view() {
            self.fail("the view is no function of the state");
        }
        let played = |table: &Table| table.game().played_steps();
        let is_hand = super::is_of_player(&event);
        if is_hand && !was.may_act && played(&before) != played(&window.table) {
            self.fail("a step was taken while nothing may be done");
        }
        let stage = is.exercise.as_ref().map(|one| one.stage);
        for request in &out {
            match request {
                Request::KeepLesson { progress, .. } if !progress.is_empty() => {
                    let done = |table: &Table| match table.purpose() {
                        Purpose::Lesson(lesson) => lesson.progress().to_vec(),
                        _ => Vec::new(),
                    };
                    let is_new = |(one, now): (&TaskProgress, &TaskProgress)| one < now;
                    let now = done(&window.table);
                    let news: Vec<TaskProgress> = done(&before)
                        .iter()
                        .zip(&now)
                        .filter(|&pair| is_new(pair))
                        .map(|(_, now)| *now)
                        .collect();
                    if news.contains(&TaskProgress::Done)
                        && !(is_hand || matches!(event, Event::Typed(_)))
                    {
                        self.fail("a task counts as done that nobody has done");
                    }
                    self.seen.insert(if news.contains(&TaskProgress::Seen) {
                        "a task that was shown"
                    } else {
                        "a task that was done"
                    });
                    if stage != Some(Stage::Done) {
                        self.fail("a task is kept as done that is not");
                    }
                }
                Request::KeepPuzzle(told) if told.solved.is_some() => {
                    let before = match before.purpose() {
                        Purpose::Puzzle(puzzle) => puzzle.progress().clone(),
                        _ => PuzzleProgress::default(),
                    };
                    if before.solved.is_none() {
                        self.seen.insert("a puzzle solved");
                        if before.shown == self.today || stage != Some(Stage::Done) {
                            self.fail("a puzzle counts as solved that was shown");
                        }
                    }
                }
                _ => {}
            }
        }
        self.seen.insert(match stage {
            Some(Stage::Missed) => "a wrong turn",
            Some(Stage::Refuted) => "a turn that was refuted",
            Some(Stage::Thinking) => "a thought that is waited for",
            Some(Stage::End) => "a lesson's end",
            _ => "whatever else",
        });
        self.carry_out(place, out);
    }

    /// What the learner would have to play here.
    fn wanted(&self, place: usize) -> Vec<Step> {
        let table = &self.windows[place].table;
        let all = match table.purpose() {
            Purpose::Lesson(lesson) => lesson.task().solution.clone(),
            _ => self.solution.clone(),
        };
        let made = table.game().turn_steps();
        all.strip_prefix(made).unwrap_or_default().to_vec()
    }

    /// Something happens.
    pub(crate) fn step(&mut self) {
        let count = self.windows.len();
        if count == 0 || (count < 3 && self.chance.one_in(25)) {
            return self.open();
        }
        let place = self.chance.below(count);
        match self.chance.below(20) {
            0 => {
                // It is closed: of what is still to be kept, some is.
                let mut window = self.windows.remove(place);
                self.log.push(format!("window {place} is closed"));
                for _ in 0..self.chance.below(window.asked.len() + 1) {
                    let request = window.asked.remove(0);
                    self.keep(&request);
                }
            }
            1..=5 => {
                if !self.windows[place].asked.is_empty() {
                    let request = self.windows[place].asked.remove(0);
                    self.keep(&request);
                }
            }
            6..=11 => {
                let coming = self.windows[place].coming.len();
                if coming > 0 {
                    let which = self.chance.below(coming);
                    let event = self.windows[place].coming.remove(which);
                    self.tell(place, event);
                }
            }
            12..=14 => {
                for step in self.wanted(place) {
                    self.tell(place, Event::Step(step));
                }
            }
            _ => self.act(place),
        }
    }

    fn act(&mut self, place: usize) {
        let position = *self.windows[place].table.game().live_position();
        let event = match self.chance.below(22) {
            0..=5 => self.chance.of(&position.list()).map_or(Event::Undo, Event::Step),
            6 | 7 => {
                let squares: Vec<_> = position.spec().shape.all().collect();
                self.chance.of(&squares).map_or(Event::LetGo, Event::Tap)
            }
            8 => Event::EndTurn,
            9 => Event::Undo,
            10 => Event::Redo,
            11 => Event::Hint,
            12 | 13 => Event::Again,
            14 => Event::Refute,
            15 if self.chance.one_in(2) => Event::ShowSolution,
            16 | 17 => Event::Next,
            18 => Event::Previous,
            19 if self.chance.one_in(6) => Event::Restart,
            20 => Event::Walk([Walk::Back, Walk::Latest][self.chance.below(2)]),
            _ => [Event::Resign, Event::TakeBack, Event::Rematch, Event::MoveNow, Event::TakeUp]
                [self.chance.below(5)]
            .clone(),
        };
        self.tell(place, event);
    }
}
