//! Lessons and puzzles, from the site's own files.

use rules::{AnyPosition, GameId, Step};
use serde_json::{Value, json};
use table::{Book, Data, Event, Lesson, Purpose, Puzzle, Reason, Setup, Table, Thought};

use crate::site::{data, file};
use crate::transcripts::{compare, compare_text};
use crate::written::Pen;
use crate::written::script::Script;

fn learn(game: GameId, kept: &Value) -> Script {
    let content = file(&format!("web/lessons/{}.json", game.spec().id));
    let lesson = Lesson::read(game, &data(&content), &data(kept)).unwrap();
    let start = lesson.task().start;
    let purpose = Purpose::Lesson(Box::new(lesson));
    Script::of(Table::new(Setup { purpose, ..Setup::here(start, "") }))
}

fn pose(id: &str, progress: &Value, days: &Value, today: u32) -> Script {
    let list = data(&file("web/puzzles/days.json"));
    let book = Book::read(&list, &data(progress), &data(days), today).unwrap();
    let game = book.find(id).unwrap().game.spec().id;
    let puzzle =
        Puzzle::read(&book, id, &data(&file(&format!("web/puzzles/{game}.json")))).unwrap();
    let start = *puzzle.start();
    let purpose = Purpose::Puzzle(Box::new(puzzle));
    Script::of(Table::new(Setup { purpose, ..Setup::here(start, "") }))
}

#[test]
fn a_lesson_is_taken() {
    let mut script = learn(GameId::Magnetic, &json!([]));
    script.run(
        "type f3a5; hint; type f3d4; tap f3; tap e5; tap e5; again; type Ng5; next
        previous; type f3h4; type f3h4; type f3h4; let-go; show-solution; tap f3; wake; wake; next
        type h1h5; again; type f5f7; tap h1; tap f1; promote queen; next; back; undo; resign; replay",
    );
    for _ in 0..20 {
        script.run("next");
    }
    script.run("show-solution; tap a1; restart; previous");
    compare("lesson-magnetic", &script);
    let mut series = learn(GameId::Charismatic, &json!(["done", "seen", "", "done"]));
    series.run("show-solution; wake; wake; wake; wake; wake; again; next; end; undo; redo");
    let steps = series.table.position().list();
    series.to(Event::Step(steps[0]));
    series.run("undo; redo; end; again");
    compare("lesson-charismatic", &series);
}

#[test]
fn puzzles_are_solved() {
    let nothing = json!([]);
    let mut script = pose("magnetic-1", &nothing, &nothing, 20_000);
    script.run(
        "hint; hint; hint; step g8g7; refute; tap g8; refute; again; step g8g7; refute; thought h3g3; wake; tap a1
        step g8g3; wake; wake; hint; undo; take-back; show-solution; wake; wake; again; step g8g3; wake",
    );
    for _ in 0..3 {
        let steps = script.table.position().list();
        if let Some(step) = steps.first() {
            script.to(Event::Step(*step));
        }
        script.run("again");
    }
    script.run("next; resign");
    compare("puzzle-magnetic", &script);
    let mut one = pose(
        "charismatic-1",
        &nothing,
        &json!([{ "day": 19_999, "misses": 0, "hints": 1 }]),
        20_000,
    );
    let solution =
        file("web/puzzles/charismatic.json")["puzzles"][0]["solutions"][0]["turn"].clone();
    let solution: Vec<Step> = solution
        .as_array()
        .unwrap()
        .iter()
        .map(|step| Step::parse(step.as_str().unwrap(), GameId::Charismatic.spec()).unwrap())
        .collect();
    one.run("hint; end");
    for &step in &solution {
        one.to(Event::Step(step));
    }
    one.run("again; hint");
    one.to(Event::Step(solution[0]));
    one.run("hint; hint; undo");
    let other = *one.table.position().list().last().unwrap();
    one.to(Event::Step(other));
    one.run("hint; let-go; show-solution; wake; wake; wake; wake; again");
    compare("puzzle-charismatic", &one);
    // The puzzle of the day, one solved before, and one of two turns in which the computer answers.
    let mut today = pose(
        "today",
        &nothing,
        &json!([{ "day": 41, "misses": 2, "hints": 0 }, { "day": 42, "misses": 0, "hints": 1 }]),
        43,
    );
    today.run("show-solution; wake; wake; wake; wake; wake; wake; wake; again; next");
    compare("puzzle-today", &today);
    let progress = json!([{ "id": "batteries-1", "misses": 1, "hints": 2, "shown": 0, "solved": { "misses": 0, "hints": 0 } }]);
    let mut solved = pose("batteries-1", &progress, &nothing, 20_000);
    let steps = solved.table.position().list();
    solved.to(Event::Step(steps[1]));
    solved.run("refute; no-thought; refute; thought-failed; thought-failed; again");
    solved.to(Event::Step(steps[1]));
    solved.run("refute");
    solved.think(Thought::default());
    solved.run("again");
    solved.to(Event::Step(steps[1]));
    solved.run("refute");
    let turn = vec![solved.table.position().list()[0]];
    let reasons = vec![Reason::Delays(2), Reason::Threatens];
    solved.think(Thought { turn, score: 0, decided: None, reasons });
    compare("puzzle-batteries", &solved);
}

#[test]
fn the_book_of_puzzles() {
    let list = data(&file("web/puzzles/days.json"));
    let progress = json!([
        { "id": "magnetic-1", "misses": 0, "hints": 0, "shown": 0, "solved": { "misses": 1, "hints": 0 } },
        { "id": "magnetic-2", "misses": 3, "hints": 1, "shown": 9, "solved": null },
        { "id": "batteries-1", "misses": 3, "hints": 1, "shown": 0, "solved": null },
    ]);
    let pen = Pen::plain(&AnyPosition::initial(GameId::Orthodox));
    let mut text = String::new();
    for (name, progress, days, today) in [
        ("nothing", Data::Nothing, Data::Nothing, 1),
        ("nothing", Data::Nothing, Data::Nothing, 130),
        (
            "some",
            data(&progress),
            data(
                &json!([{ "day": 4, "misses": 0, "hints": 1 }, { "day": 5, "misses": 5, "hints": 3 }]),
            ),
            5,
        ),
        ("some", data(&progress), data(&json!([{ "day": 4, "misses": 0, "hints": 1 }])), 5),
        ("today", data(&progress), data(&json!([{ "day": 5, "misses": 0, "hints": 1 }])), 5),
        ("today", Data::Nothing, data(&json!([{ "day": 5, "misses": 0, "hints": 1 }])), 5),
    ] {
        let book = Book::read(&list, &progress, &days, today).unwrap();
        let due = book.due();
        let card =
            book.card(&data(&file(&format!("web/puzzles/{}.json", due.game.spec().id)))).unwrap();
        text.push_str(&format!("{name}, day {today}: {} ‘{}’\n", card.id, card.start.fen()));
        for sentence in [&card.called, &card.task, &card.state].into_iter().chain(&card.streak) {
            text.push_str(&format!("  {}\n", pen.sentence(sentence)));
        }
        if today == 5 && name == "some" {
            for section in book.sections() {
                text.push_str(&format!(
                    "  {}: {} of {}\n",
                    section.game, section.solved, section.count
                ));
                for (grade, tiles) in section.grades {
                    for tile in tiles {
                        let (state, name) = (tile.state, pen.sentence(&tile.name));
                        text.push_str(&format!("    {grade} {} {state:?} {name}\n", tile.id));
                    }
                }
            }
        }
    }
    compare_text("puzzle-book", &text);
}
