//! Data from the site's files and from the device, read here so that an error names the place and
//! the fault.

use std::fmt;

use rules::{AnyPosition, GameId, GameSpec, Step};

/// A JSON-like value, whoever has parsed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Data {
    /// Nothing, or a value of no use here.
    Nothing,
    /// A whole number that is not negative.
    Count(u32),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Data>),
    /// Values by key.
    Map(Vec<(String, Data)>),
}

/// What is wrong with a file, and where: "task 3: goal: no key is called “end”".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataError(String);

impl DataError {
    pub(crate) fn new(fault: &str) -> DataError {
        DataError(fault.to_owned())
    }

    /// The same fault, with an outer place added.
    pub(crate) fn within(self, place: &str) -> DataError {
        DataError([place, ": ", &self.0].concat())
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DataError {}

impl Data {
    /// The value under a key, if there is one.
    pub(crate) fn get(&self, key: &str) -> Option<&Data> {
        let Data::Map(entries) = self else { return None };
        let (_, value) = entries.iter().find(|(name, _)| name == key)?;
        (*value != Data::Nothing).then_some(value)
    }

    /// The text, if it is one.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Data::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub(crate) fn as_count(&self) -> Option<u32> {
        match self {
            Data::Count(count) => Some(*count),
            _ => None,
        }
    }

    /// The items of a list; empty for any other value.
    pub(crate) fn items(&self) -> &[Data] {
        match self {
            Data::List(items) => items,
            _ => &[],
        }
    }

    /// The keys and their values; empty for any other value.
    pub(crate) fn entries(&self) -> &[(String, Data)] {
        match self {
            Data::Map(entries) => entries,
            _ => &[],
        }
    }

    /// Refuses unknown keys.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), DataError> {
        match self.entries().iter().find(|(key, _)| !known.contains(&key.as_str())) {
            Some((key, _)) => Err(DataError::new("nothing reads this key").within(key)),
            None => Ok(()),
        }
    }

    fn needed(&self, key: &str) -> Result<&Data, DataError> {
        self.get(key).ok_or_else(|| DataError::new("there is none").within(key))
    }

    pub(crate) fn text(&self, key: &str) -> Result<&str, DataError> {
        let found = self.needed(key)?.as_text();
        found.ok_or_else(|| DataError::new("no text").within(key))
    }

    pub(crate) fn count(&self, key: &str) -> Result<u32, DataError> {
        let found = self.needed(key)?.as_count();
        found.ok_or_else(|| DataError::new("no number").within(key))
    }

    pub(crate) fn list(&self, key: &str) -> Result<&[Data], DataError> {
        match self.needed(key)? {
            Data::List(items) => Ok(items),
            _ => Err(DataError::new("no list").within(key)),
        }
    }

    /// The steps listed under a key.
    pub(crate) fn turn(&self, key: &str, spec: &GameSpec) -> Result<Vec<Step>, DataError> {
        steps(self.list(key)?, spec).map_err(|error| error.within(key))
    }

    /// The position under `fen`, in which the game must not be over.
    pub(crate) fn position(&self, game: GameId) -> Result<AnyPosition, DataError> {
        let fen = self.text("fen")?;
        let read = AnyPosition::from_fen(game, fen).map_err(|error| error.to_string());
        let position = read.map_err(|error| DataError::new(&error).within(fen))?;
        match position.outcome() {
            None => Ok(position),
            Some(_) => Err(DataError::new("the game is over").within(fen)),
        }
    }
}

/// Steps in step notation.
pub(crate) fn steps(items: &[Data], spec: &GameSpec) -> Result<Vec<Step>, DataError> {
    let step = |item: &Data| {
        let text = item.as_text().unwrap_or_default();
        Step::parse(text, spec).map_err(|_| DataError::new("no step").within(text))
    };
    items.iter().map(step).collect()
}

/// The position after a turn; all its steps must be legal, and it must be finished by them.
pub(crate) fn play_whole(before: &AnyPosition, turn: &[Step]) -> Result<AnyPosition, DataError> {
    let mut position = *before;
    for &step in turn {
        if let Some(refusal) = position.why_not(step) {
            let step = step.display(before.spec()).to_string();
            return Err(DataError::new(refusal.reason).within(&step));
        }
        position.play(step);
    }
    if position.turn() == before.turn() && position.outcome().is_none() {
        return Err(DataError::new("the turn is not finished"));
    }
    Ok(position)
}
