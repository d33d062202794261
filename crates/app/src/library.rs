//! The list of games: its dialog, its rows, and what of the store belongs to it.

use crate::contract::Tsify;
use rules::AnyPosition;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::contract::{
    self, Diagram, Listed, Names, Part, Sentence, Shelf, Shelved, Stored, Unread, Value, words,
};
use crate::games_file::FileEntry;

/// A record that can be read now.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
pub struct Regained {
    /// The number of the record.
    pub id: f64,
    /// Its game, to be stored.
    pub entry: FileEntry,
}

/// A name for a game that is free among these: the same for the same text, if that is free.
fn free_name(saved: &str, taken: &[String]) -> String {
    let first = table::name_of(saved);
    let others = (1..=taken.len()).map(|tries| table::name_of(&format!("{saved}{tries}")));
    let mut names = std::iter::once(first.clone()).chain(others);
    names.find(|name| !taken.contains(name)).unwrap_or(first)
}

/// The games of records, `Unread` ones, that could not be read and can be now, a list of `Regained`: each
/// under the name that it had or, if another game has that by now, beside it; `taken` are all such names.
///
/// # Errors
/// If they are not `Unread`s.
#[wasm_bindgen]
pub fn regained(records: JsValue, taken: Vec<String>) -> Result<JsValue, JsError> {
    Ok(contract::write(&regain_all(contract::read(records)?, taken)))
}

/// The same, of what is read.
fn regain_all(records: Vec<Unread>, mut taken: Vec<String>) -> Vec<Regained> {
    let regain = |Unread { id, key, saved, at }: Unread| {
        let content = table::Content { saved, ..table::Content::default() };
        let standing = table::Standing::of(&content, table::Facts::default(), 0)?;
        let saved = content.saved;
        let key = if taken.contains(&key) { free_name(&saved, &taken) } else { key };
        taken.push(key.clone());
        Some(Regained { id, entry: FileEntry { key, saved, at, under_way: !standing.is_over } })
    };
    records.into_iter().filter_map(regain).collect()
}

/// How a game of the list stands; `None` if it cannot be read.
fn standing_of(shelved: &Shelved) -> Option<table::Standing> {
    let now = crate::browser::moment().now;
    let Shelved { stored, known, white, black, .. } = shelved;
    let facts = table::Facts { are_known: *known, names: [white, black] };
    let stored = stored.clone().and_then(Stored::read)?;
    table::Standing::of(&stored.content, facts, now)
}

/// What a study of the list is called; none for a game.
fn study_of(shelved: &Shelved) -> Option<String> {
    let study = table::Study::load(&shelved.stored.as_ref()?.content.saved)?;
    Some(study.name().to_owned())
}

/// How many of these games, `Shelved` ones, wait for the player.
///
/// # Errors
/// If they are not `Shelved`s.
#[wasm_bindgen]
pub fn count_due(games: JsValue) -> Result<usize, JsError> {
    Ok(due(&contract::read::<Vec<Shelved>>(games)?))
}

/// The same, of what is read.
fn due(games: &[Shelved]) -> usize {
    games.iter().filter_map(standing_of).filter(|standing| standing.is_due).count()
}

/// What the dialog of the list consists of, a list of `Part`s.
#[wasm_bindgen]
pub fn library_dialog() -> JsValue {
    contract::write(&dialog_parts())
}

/// See [`library_dialog`].
fn dialog_parts() -> Vec<Part> {
    let file = Part::new("input").given("type", "file").given("accept", ".json,application/json");
    let file = file.given("hidden", true).given("aria-label", words("library.file"));
    let unread =
        vec![Part::new("p").named("about"), Part::button("library.save-unread", "saveUnread")];
    vec![
        Part::line(words("library.empty")).class("empty").named("empty"),
        Part::new("ul").class("games").named("list"),
        Part::new("div").class("unread").named("unread").with(unread),
        Part::new("p").class("said").given("role", "status").named("said"),
        Part::row(vec![
            Part::button("library.export", "export").named("export"),
            Part::button("library.import", "choose").named("choose"),
            file.doing("import").named("file"),
        ]),
        Part::closing("label.close"),
    ]
}

/// A sentence with one value.
fn about(key: &str, name: &'static str, value: Value) -> Sentence {
    Sentence::new(key.to_owned(), vec![(name, value)])
}

/// The name of a kind of game.
fn kind(game: &str) -> Sentence {
    Sentence::new(format!("games.{game}.name"), Vec::new())
}

/// What the list says of a game; that on the page is not deleted there, since its next step would store it
/// again.
fn row(shelved: &Shelved, standing: &table::Standing, title: &Sentence, here: &str) -> Part {
    let names = Names(&standing.position);
    let game = standing.position.spec().id;
    let maybe = |says: Option<Sentence>| Part { says, ..Part::new("span") };
    let dated = |key: &'static str, date: &str| match date {
        "" => Part::new("small"),
        date => Part::new("small").says(about(key, "date", Value::Text(date.to_owned()))),
    };
    let players = standing.players.as_ref().map(|players| names.sentence(players));
    let state = Part::new("span").says(names.sentence(&standing.says));
    let is_analysis = shelved.key.starts_with("analysis ");
    let is_study = study_of(shelved).is_some();
    let account = Part::new("span").class("told").with(vec![
        Part::new("strong").says(title.clone()),
        maybe((!shelved.name.is_empty()).then(|| kind(game))),
        maybe(is_analysis.then(|| words(if is_study { "study.title" } else { "analysis.title" }))),
        maybe(players).class("players"),
        if standing.is_due { state.class("due") } else { state },
        dated("library.begun", &shelved.begun),
        dated("library.changed", &shelved.changed),
    ]);
    let labelled = |part: Part, key: &'static str| {
        part.given("aria-label", about(key, "name", Value::Sentence(Box::new(title.clone()))))
    };
    let delete = Part::button("library.delete", "delete").given("hidden", shelved.key == here);
    let analyse = Part::new("a").class("button analyse").says(words("library.analyse"));
    Part::new("li").given("data-key", &*shelved.key).with(vec![
        Part::new("a").class("open").with(vec![account]),
        Part::row(vec![
            labelled(analyse.given("hidden", is_analysis), "library.analyse-it"),
            labelled(Part::button("library.rename", "rename"), "library.rename-it"),
            labelled(delete, "library.delete-it"),
        ]),
    ])
}

/// The list of games, `Shelved` ones, for a page with boards for these games, on which the game `here` is: a
/// `Shelf`.
///
/// # Errors
/// If they are not `Shelved`s.
#[wasm_bindgen]
pub fn shelf(games: JsValue, playable: Vec<String>, here: &str) -> Result<JsValue, JsError> {
    Ok(contract::write(&shelf_of(&contract::read::<Vec<Shelved>>(games)?, &playable, here)))
}

/// The same, of what is read.
fn shelf_of(games: &[Shelved], playable: &[String], here: &str) -> Shelf {
    let mut shelf = Shelf::default();
    let mut begun = Vec::new();
    for (place, shelved) in games.iter().enumerate() {
        let standing = standing_of(shelved);
        let game = |standing: &table::Standing| standing.position.spec().id;
        match standing.filter(|standing| playable.iter().any(|one| one == game(standing))) {
            Some(standing) if standing.is_begun => begun.push((place, shelved, standing)),
            Some(_) => shelf.unused.push(place),
            None => shelf.damaged.push(place),
        }
    }
    begun.sort_by(|(_, one, first), (_, other, second)| {
        let newer = other.at.total_cmp(&one.at);
        // Those without a limit can wait.
        let until = |standing: &table::Standing| standing.until.unwrap_or(u64::MAX);
        let sooner = until(first).cmp(&until(second));
        second.is_due.cmp(&first.is_due).then(sooner).then(newer)
    });
    let listed = |(place, shelved, standing): (usize, &Shelved, table::Standing)| {
        let position: &AnyPosition = &standing.position;
        let game = position.spec().id;
        let own = study_of(shelved).unwrap_or_default();
        let title = match (&*shelved.name, &*own) {
            ("", "") => kind(game),
            ("", name) | (name, _) => about("library.called", "name", Value::Name(name.to_owned())),
        };
        let row = row(shelved, &standing, &title, here);
        Listed { place, game, title, board: Diagram::new(position), row }
    };
    shelf.begun = begun.into_iter().map(listed).collect();
    shelf
}

#[cfg(test)]
mod tests {
    use record::Record;
    use rules::{GameId, Step};

    use super::*;
    use crate::contract::tell;
    use crate::painter::tests::compare;

    fn shelved(key: &str, saved: String) -> Shelved {
        let content = table::Content { saved, ..table::Content::default() }.into();
        let stored = Stored { revision: "1".to_owned(), content, before: String::new() };
        Shelved {
            key: key.to_owned(),
            stored: Some(stored),
            known: false,
            name: String::new(),
            white: String::new(),
            black: String::new(),
            at: 0.0,
            begun: String::new(),
            changed: String::new(),
        }
    }

    #[test]
    fn the_list_tells_games_analyses_and_studies_apart() {
        let game = GameId::Orthodox;
        let mut record = Record::new(AnyPosition::initial(game));
        record.take(Step::parse("e2e4", game.spec()).unwrap()).unwrap();
        let saved = record.save();
        let chapter = table::Chapter::new("", record::Game::new(AnyPosition::initial(game)));
        let study = table::Study::new("My study", vec![chapter]).unwrap();
        let named = Shelved {
            name: "The long one".to_owned(),
            white: "Ada".to_owned(),
            black: "Bea".to_owned(),
            known: true,
            begun: "1 May".to_owned(),
            changed: "2 May".to_owned(),
            ..shelved("b", saved.clone())
        };
        let all = [
            shelved("a", saved.clone()),
            named,
            shelved("analysis a", saved),
            shelved("analysis study a", study.save()),
        ];
        let rows = all.iter().map(|shelved| {
            let standing = standing_of(shelved).unwrap();
            let game = standing.position.spec().id;
            row(shelved, &standing, &kind(game), "b")
        });
        compare("games", &tell(&rows.collect::<Vec<_>>()));
    }

    fn begun(step: &str) -> String {
        let game = GameId::Orthodox;
        let mut record = Record::new(AnyPosition::initial(game));
        record.take(Step::parse(step, game.spec()).unwrap()).unwrap();
        record.save()
    }

    /// An invitation by link, as the one who sends it has it, or as it comes.
    fn invitation(is_own: bool) -> Shelved {
        let start = AnyPosition::initial(GameId::Orthodox);
        let agreed = table::Agreed::default();
        let sent = table::invitation(start, rules::Color::Black, "Ada", agreed, &[7; 56]);
        let Some(table::Request::BeginByLink { key, mut content }) = sent else { panic!() };
        if let Some(post) = content.post.as_mut().filter(|_| !is_own) {
            post.seat = String::new();
        }
        let content = content.into();
        let stored = Stored { revision: "1".to_owned(), content, before: String::new() };
        Shelved { stored: Some(stored), ..shelved(&key, String::new()) }
    }

    #[test]
    fn what_can_be_read_again_gets_a_name_that_no_game_has() {
        let mut lost = record::Game::load(&begun("e2e4")).unwrap();
        lost.resign(rules::Color::White);
        let (open, over) = (begun("e2e4"), lost.save());
        let unread = |(place, saved): (usize, &String)| {
            let (id, key, saved) = (place as f64, "a".to_owned(), saved.clone());
            Unread { id, key, saved, at: 5.0 }
        };
        let all = [&open, &"damaged".to_owned(), &over, &open, &open];
        let records = all.into_iter().enumerate().map(unread).collect();
        let regained = regain_all(records, vec!["b".to_owned()]);
        let other = table::name_of(&open);
        let names = ["a".to_owned(), table::name_of(&over), other.clone()];
        let names = names.into_iter().chain([table::name_of(&format!("{open}1"))]);
        let wanted =
            [(0.0, &open, true), (2.0, &over, false), (3.0, &open, true), (4.0, &open, true)];
        let wanted = names.zip(wanted).map(|(key, (id, saved, under_way))| {
            let entry = FileEntry { key, saved: saved.clone(), at: 5.0, under_way };
            Regained { id, entry }
        });
        assert_eq!(regained, wanted.collect::<Vec<_>>());
        // A game under its own name is not in the way of another.
        let unread = Unread { id: 1.0, key: other.clone(), saved: open, at: 0.0 };
        assert_eq!(regain_all(vec![unread], Vec::new())[0].entry.key, other);
    }

    #[test]
    fn games_that_wait_for_the_player_are_counted() {
        let damaged = || shelved("damaged", "damaged".to_owned());
        let games = [
            invitation(false),
            invitation(true),
            shelved("a", begun("e2e4")),
            damaged(),
            invitation(false),
        ];
        assert_eq!(due(&games), 2);
        assert_eq!(due(&[invitation(true), damaged()]), 0);
    }

    #[test]
    fn the_list_has_what_waits_first_and_then_what_was_changed_last() {
        let magnetic = Record::new(AnyPosition::initial(GameId::Magnetic)).save();
        let unused = Record::new(AnyPosition::initial(GameId::Orthodox)).save();
        let changed = |at: f64, name: &str| Shelved {
            at,
            name: name.to_owned(),
            ..shelved("a", begun("e2e4"))
        };
        let games = [
            changed(1.0, "The first"),
            shelved("b", unused),
            shelved("c", "damaged".to_owned()),
            changed(3.0, ""),
            shelved("d", magnetic),
            invitation(false),
            changed(2.0, ""),
        ];
        let shelf = shelf_of(&games, &["chessence", "orthodox"].map(str::to_owned), "b");
        let begun: Vec<_> = shelf.begun.iter().map(|listed| listed.place).collect();
        assert_eq!(
            (&*begun, &*shelf.unused, &*shelf.damaged),
            (&[5, 3, 6, 0][..], &[1][..], &[2, 4][..])
        );
        let titles: Vec<&Sentence> = shelf.begun.iter().map(|listed| &listed.title).collect();
        let called = about("library.called", "name", Value::Name("The first".to_owned()));
        assert_eq!(titles[1..], [&kind("orthodox"), &kind("orthodox"), &called]);
    }

    #[test]
    fn the_dialog_of_the_list_reads_and_writes_files() {
        compare("dialog-of-games", &tell(&dialog_parts()));
    }
}
