//! The book of all puzzles.

use rules::AnyPosition;
use table::{Data, PuzzleProgress, TaskProgress};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::contract::{self, Card, Names, Part, Sentence, Value, grade_mark, words};
use crate::js;

/// A value of the page as data; unsupported values become nothing.
pub(crate) fn data(value: &JsValue) -> Data {
    if let Some(text) = value.as_string() {
        return Data::Text(text);
    }
    if let Some(number) = value.as_f64() {
        return counted(number);
    }
    if let Some(list) = value.dyn_ref::<js::Array>() {
        return Data::List(list.iter().map(|item| data(&item)).collect());
    }
    let Some(object) = value.dyn_ref::<js::Object>() else { return Data::Nothing };
    let entry = |entry: JsValue| {
        let entry: js::Array = entry.unchecked_into();
        Some((entry.get(0).as_string()?, data(&entry.get(1))))
    };
    Data::Map(js::Object::entries(object).iter().filter_map(entry).collect())
}

/// A number as data.
fn counted(number: f64) -> Data {
    let count = number as u32;
    if f64::from(count) == number { Data::Count(count) } else { Data::Nothing }
}

/// What to store of a lesson: the new progress merged into what is stored, perhaps by another
/// window.
#[wasm_bindgen]
pub fn lesson_kept(kept: &JsValue, new: &JsValue) -> Vec<String> {
    lesson_together([kept, new].map(data))
}

/// The same, of what is read.
fn lesson_together(both: [Data; 2]) -> Vec<String> {
    let [kept, new] = both.map(|one| TaskProgress::read(&one));
    let kept = TaskProgress::merged(&kept, &new);
    kept.into_iter().map(|one| one.id().to_owned()).collect()
}

/// The same for a puzzle: a `PuzzleProgress`.
#[wasm_bindgen]
pub fn puzzle_kept(kept: &JsValue, new: &JsValue) -> JsValue {
    contract::write(&puzzle_together([kept, new].map(data)))
}

/// The same, of what is read.
fn puzzle_together(both: [Data; 2]) -> Option<contract::PuzzleProgress> {
    let [kept, new] = both.map(|one| PuzzleProgress::read(&Data::List(vec![one])).pop());
    Some(new?.after(kept.as_ref()).into())
}

/// All puzzles, the day it is where the player is, and how far the player has come.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Book(pub(crate) table::Book);

#[wasm_bindgen]
impl Book {
    /// Reads the list of all puzzles, and what is kept of them: see `table::Book::read`. The month
    /// counts from 1.
    ///
    /// # Errors
    /// If the list cannot be read.
    #[wasm_bindgen(constructor)]
    pub fn new(
        rows: &JsValue,
        progress: &JsValue,
        days: &JsValue,
        year: i32,
        month: u32,
        day: u32,
    ) -> Result<Book, JsError> {
        let today = table::day_of(year, month, day);
        Ok(Book(table::Book::read(&data(rows), &data(progress), &data(days), today)?))
    }

    /// The name of the puzzle with this name, or of the puzzle of the day for `today`; `None` if
    /// there is none.
    pub fn find(&self, asked: &str) -> Option<String> {
        self.0.find(asked).map(|entry| entry.id.clone())
    }

    /// The game of a puzzle.
    pub fn game(&self, id: &str) -> Option<String> {
        self.0.find(id).map(|entry| entry.game.spec().id.to_owned())
    }

    /// The puzzle of the day, from the file with those of its game.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn card(&self, file: &JsValue) -> Result<JsValue, JsError> {
        Ok(contract::write(&card_of(&self.0, &data(file))?))
    }

    /// The list of all puzzles, as `Part`s: those of the game `current` are open, and `here` is the puzzle on
    /// the page.
    pub fn list(&self, current: &str, here: &str) -> JsValue {
        contract::write(&list_parts(&self.0, current, here))
    }
}

/// The puzzle of the day: see [`Book::card`].
fn card_of(book: &table::Book, file: &Data) -> Result<Card, table::DataError> {
    let card = book.card(file)?;
    let position = AnyPosition::initial(card.game);
    Ok(Card::new(card, Names(&position)))
}

/// What the dialog consists of that shares the result of a puzzle, a list of `Part`s; `sends`: whether the
/// browser can hand texts on by itself.
#[wasm_bindgen]
pub fn result_dialog(text: &str, sends: bool) -> JsValue {
    contract::write(&result_parts(text, sends))
}

/// See [`result_dialog`].
fn result_parts(text: &str, sends: bool) -> Vec<Part> {
    let mut ways = vec![Part::of("copy", "text").class("main")];
    ways.extend(sends.then(|| Part::of("send", "text")));
    vec![
        Part::line(words("puzzle.share-what")),
        Part::text("textarea", "text", words("puzzle.share-text"), text),
        Part::row(ways),
        Part::new("p").class("said").given("role", "status").named("said"),
        Part::closing("label.close"),
    ]
}

/// The list of all puzzles: see [`Book::list`].
pub(crate) fn list_parts(book: &table::Book, current: &str, here: &str) -> Vec<Part> {
    book.sections().iter().map(|section| section_part(section, current, here)).collect()
}

/// The puzzles of a game, by grade.
fn section_part(section: &table::Section, current: &str, here: &str) -> Part {
    let game = section.game.spec().id;
    let position = AnyPosition::initial(section.game);
    let rows = section.grades.iter().map(|(grade, tiles)| {
        let values = vec![("grade", Value::Count(*grade as usize))];
        let label = Sentence::new("puzzle.grade-of".to_owned(), values);
        let tiles = tiles.iter().map(|tile| tile_part(tile, Names(&position), here));
        let list = Part::new("ol").given("aria-label", label).with(tiles.collect());
        Part::row(vec![grade_mark(*grade), list])
    });
    let solved =
        vec![("solved", Value::Count(section.solved)), ("count", Value::Count(section.count))];
    let summary = Part::new("summary").with(vec![
        Part::new("strong").says(Sentence::new(format!("games.{game}.name"), Vec::new())),
        Part::new("span").says(Sentence::new("puzzle.count".to_owned(), solved)),
    ]);
    let part = Part::new("details").class("card").given("data-game", game);
    part.given("open", game == current).with(vec![summary]).with(rows.collect())
}

/// The way to a puzzle.
fn tile_part(tile: &table::Tile, names: Names<'_>, here: &str) -> Part {
    let kind = if tile.state == TaskProgress::Done { "solved" } else { tile.state.id() };
    let link = Part::new("a").class(kind).given("href", format!("?puzzle={}", tile.id));
    let link = link.given("title", names.sentence(&tile.task));
    let link = link.given("aria-label", names.sentence(&tile.name));
    let link = link.given("textContent", tile.number.to_string());
    let link = if tile.id == here { link.given("aria-current", "page") } else { link };
    Part::new("li").with(vec![link])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::tell;
    use crate::painter::tests::compare;

    fn text(text: &str) -> Data {
        Data::Text(text.to_owned())
    }

    fn map<const N: usize>(entries: [(&str, Data); N]) -> Data {
        Data::Map(entries.map(|(name, value)| (name.to_owned(), value)).to_vec())
    }

    fn book() -> Book {
        let row = |id, grade| {
            let [grade, turns, steps] = [grade, 2, 1].map(Data::Count);
            Data::List(vec![text(id), grade, text("king"), turns, steps])
        };
        let rows = Data::List(vec![row("magnetic-1", 1), row("orthodox-2", 3)]);
        Book(table::Book::read(&rows, &Data::Nothing, &Data::Nothing, 1).unwrap())
    }

    #[test]
    fn only_whole_numbers_count() {
        for (number, count) in [(0.0, 0), (7.0, 7), (4_294_967_295.0, u32::MAX)] {
            assert_eq!(counted(number), Data::Count(count));
        }
        for number in [-1.0, 2.5, 4_294_967_296.0, f64::NAN, f64::INFINITY] {
            assert_eq!(counted(number), Data::Nothing, "{number}");
        }
    }

    #[test]
    fn what_another_window_has_kept_of_a_lesson_is_not_lost() {
        let list = |tasks: &[&str]| Data::List(tasks.iter().map(|task| text(task)).collect());
        let (kept, new) = (list(&["done", "seen", ""]), list(&["seen", "done", "", "done"]));
        assert_eq!(lesson_together([kept.clone(), new]), ["done", "done", "", "done"]);
        assert_eq!(lesson_together([kept, list(&[])]), [""; 0], "it begins anew");
    }

    #[test]
    fn a_puzzle_stays_solved_as_it_was_first() {
        let solved = map([("misses", Data::Count(1)), ("hints", Data::Count(2))]);
        let kept = map([("id", text("magnetic-1")), ("shown", Data::Count(9)), ("solved", solved)]);
        let new = map([("id", text("magnetic-1")), ("misses", Data::Count(4))]);
        let wanted = contract::PuzzleProgress {
            id: "magnetic-1".to_owned(),
            misses: 4,
            hints: 0,
            shown: 9,
            solved: Some(contract::Solved { misses: 1, hints: 2 }),
        };
        assert_eq!(puzzle_together([kept.clone(), new.clone()]), Some(wanted.clone()));
        let alone = contract::PuzzleProgress { shown: 0, solved: None, ..wanted };
        assert_eq!(puzzle_together([Data::Nothing, new]), Some(alone));
        assert_eq!(puzzle_together([kept, Data::Nothing]), None);
    }

    #[test]
    fn a_puzzle_is_found_by_its_name_or_as_that_of_the_day() {
        let book = book();
        for (asked, id, game) in [
            ("orthodox-2", Some("orthodox-2"), Some("orthodox")),
            ("today", Some("magnetic-1"), Some("magnetic")),
            ("orthodox-3", None, None),
        ] {
            assert_eq!((book.find(asked).as_deref(), book.game(asked).as_deref()), (id, game));
        }
    }

    #[test]
    fn the_card_shows_the_puzzle_of_the_day() {
        let fen = "6Q1/8/p7/7p/8/7k/5B2/4K2P b - - 2 33";
        let puzzle = map([("id", text("magnetic-1")), ("fen", text(fen))]);
        let card = card_of(&book().0, &map([("puzzles", Data::List(vec![puzzle]))])).unwrap();
        assert_eq!((&*card.id, card.game, card.streak), ("magnetic-1", "magnetic", None));
        assert_eq!(rules::Color::from(card.color), rules::Color::Black);
        assert_eq!(card.state, words("puzzle.card-solve"));
        assert!(card_of(&book().0, &Data::Nothing).is_err());
    }

    #[test]
    fn a_result_is_copied_or_sent_where_the_browser_can() {
        let parts = [true, false].map(|sends| result_parts("First try", sends));
        compare("dialog-of-result", &tell(&parts.concat()));
    }
}
