//! The site's own lessons and puzzles, read as the page reads them, and a table to take them at.

// No test takes all of it.
#![allow(dead_code)]

use std::fs;
use std::path::Path;

use rules::{AnyPosition, GameId, Step};
use serde_json::Value;
use table::{
    AnswerKind, Data, Event, Exercise, Moment, Purpose, Request, Sentence, Setup, Stage, Table,
    Value as In,
};

use crate::written::ledger;

/// Data as a file of JSON has it.
pub(crate) fn data(value: &Value) -> Data {
    match value {
        Value::Number(number) => number
            .as_u64()
            .and_then(|one| u32::try_from(one).ok())
            .map_or(Data::Nothing, Data::Count),
        Value::String(text) => Data::Text(text.clone()),
        Value::Array(items) => Data::List(items.iter().map(data).collect()),
        Value::Object(map) => {
            Data::Map(map.iter().map(|(key, value)| (key.clone(), data(value))).collect())
        }
        Value::Null | Value::Bool(_) => Data::Nothing,
    }
}

/// A file of the site.
pub(crate) fn file(path: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A learner at a table.
pub(crate) struct Learner {
    pub(crate) table: Table,
    pub(crate) asked: Vec<Request>,
    now: u64,
}

impl Learner {
    pub(crate) fn new(start: AnyPosition, purpose: Purpose) -> Learner {
        let (table, asked) = Table::new(Setup { purpose, ..Setup::here(start, "") });
        Learner { table, asked, now: 0 }
    }

    pub(crate) fn to(&mut self, event: Event) -> Vec<Request> {
        self.now += 1;
        let random = self.now.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let out = self.table.handle(Moment { now: self.now, random }, event.clone());
        ledger::told(self.now, &event, &out, &self.table);
        self.asked.extend(out.iter().cloned());
        out
    }

    /// Takes steps as a hand does that names them.
    pub(crate) fn make(&mut self, turn: &[Step]) {
        for &step in turn {
            self.to(Event::Step(step));
        }
    }

    pub(crate) fn shown(&self) -> Exercise {
        *self.table.view().exercise.expect("an exercise")
    }

    pub(crate) fn stage(&self) -> Stage {
        self.shown().stage
    }

    /// The kind and the keys of what is answered.
    pub(crate) fn answer(&self) -> (AnswerKind, Vec<&'static str>) {
        let answer = self.shown().answer;
        (answer.kind, answer.says.iter().map(|said| said.key).collect())
    }

    /// Lets what is played by itself be played to its end.
    pub(crate) fn watch(&mut self) {
        for _ in 0..60 {
            let alarm = |request: &Request| match request {
                Request::Wake { id, .. } => Some(*id),
                _ => None,
            };
            let last = self.asked.iter().rev().find_map(alarm).expect("an alarm");
            if self.stage() != Stage::Playing {
                return;
            }
            self.to(Event::Woken(last));
        }
        panic!("it has no end");
    }

    /// The number of the thought that was asked for last.
    pub(crate) fn thought(&self) -> u64 {
        let id = |request: &Request| match request {
            Request::Think { id, .. } => Some(*id),
            _ => None,
        };
        self.asked.iter().rev().find_map(id).expect("a thought was asked for")
    }
}

/// The text of a lesson in a sentence.
pub(crate) fn text_in(sentence: &Sentence, name: &str) -> Option<String> {
    sentence.values.iter().find_map(|(one, value)| match value {
        In::Text(text) if *one == name => Some(text.clone()),
        _ => None,
    })
}

/// A turn that the rules allow, the first that trial finds and that is as is wanted.
pub(crate) fn some_turn(
    start: &AnyPosition,
    is_wanted: &mut dyn FnMut(&[Step], &AnyPosition) -> bool,
) -> Option<Vec<Step>> {
    fn search(
        color: rules::Color,
        now: &AnyPosition,
        made: &mut Vec<Step>,
        left: &mut u32,
        is_wanted: &mut dyn FnMut(&[Step], &AnyPosition) -> bool,
    ) -> bool {
        if now.turn() != color || now.outcome().is_some() {
            return is_wanted(made, now);
        }
        let mut steps = now.list();
        // The end of a turn first: a turn of few steps is found soon.
        steps.sort_by_key(|step| *step != Step::End);
        for step in steps {
            if *left == 0 {
                return false;
            }
            *left -= 1;
            let mut after = *now;
            after.play(step);
            made.push(step);
            if search(color, &after, made, left, is_wanted) {
                return true;
            }
            made.pop();
        }
        false
    }
    let mut made = Vec::new();
    search(start.turn(), start, &mut made, &mut 200_000, is_wanted).then_some(made)
}

/// The games that have lessons.
pub(crate) fn taught() -> impl Iterator<Item = GameId> {
    GameId::ALL.iter().copied().filter(|game| game.spec().id != "orthodox")
}
