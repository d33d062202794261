//! The file that carries all games to another device: writing and reading. Nothing in a file is
//! trusted: each game is checked by the rules.

use crate::contract::Tsify;
use crate::js::{self, Array, Object};
use record::{Game, link};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::contract::{self, Opponent, Post, Sentence, Value};

/// The name of the format.
const FORMAT: &str = "fivefold-games";
const VERSION: f64 = 1.0;
/// The longest name, in characters, and the most games that are read from a file.
const LONGEST_NAME: usize = 80;
const MOST: u32 = 20_000;

/// The facts about a game of a file besides its steps.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct FileFacts {
    /// When it began, in milliseconds since 1970.
    pub begun: f64,
    /// The computer, if it plays a side.
    pub opponent: Option<Opponent>,
    /// The name of White, or empty.
    pub white: String,
    /// The name of Black, or empty.
    pub black: String,
    /// A link to the game with its variations, or empty.
    pub lines: String,
}

/// A game of a file, as in the store.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
pub struct FileEntry {
    /// The name under which it is stored.
    pub key: String,
    /// The game as text.
    pub saved: String,
    /// When it was changed, in milliseconds since 1970.
    pub at: f64,
    /// Whether it is not over.
    pub under_way: bool,
}

/// A game of a file to be stored.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct Brought {
    /// The game.
    pub entry: FileEntry,
    /// The player's name for it, or empty.
    pub name: String,
    /// Its other facts.
    pub facts: Option<FileFacts>,
    /// The data of a game by link.
    pub mail: Option<Post>,
}

/// The content of a file.
#[derive(Clone, PartialEq, Serialize, Tsify, Default, Debug)]
pub struct Brings {
    /// The result, in words.
    pub says: Vec<Sentence>,
    /// Games that are not on the device yet, each under a free name.
    pub fresh: Vec<Brought>,
    /// Games by link that are on the device, and further in the file.
    pub further: Vec<Brought>,
}

/// A game as a file has it. Nothing of it is checked.
#[derive(Default)]
struct Found {
    link: String,
    saved: String,
    at: f64,
    name: String,
    facts: Option<FileFacts>,
    post: Option<Post>,
    /// Whether there is anything in place of the data of a game by link.
    has_mail: bool,
}

/// The value of an object under a key; `undefined` if it is not an object.
fn part(object: &JsValue, name: &str) -> JsValue {
    js::field(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

fn text(object: &JsValue, name: &str) -> String {
    part(object, name).as_string().unwrap_or_default()
}

/// A time; 0 if there is none.
fn time(object: &JsValue, name: &str) -> f64 {
    part(object, name).as_f64().unwrap_or_default()
}

/// A name of a person or a game, limited in length.
fn short(name: &str) -> String {
    name.chars().take(LONGEST_NAME).collect()
}

/// A time in the past, or now.
fn past(time: f64, now: f64) -> f64 {
    let time = time.floor();
    if time > 0.0 && time < now { time } else { now }
}

/// The data of a game by link, if it is one.
fn post_in(found: &JsValue) -> Option<Post> {
    let is = |name| part(found, name).as_bool() == Some(true);
    Some(Post {
        link: part(found, "link").as_string()?,
        seat: part(found, "seat").as_string()?,
        sent: is("sent"),
        seen: is("seen"),
        came: part(found, "came").as_string()?,
        // The watch of another device does not count here.
        since: None,
    })
}

/// The other facts of a game, as the file has them.
fn facts_in(found: &JsValue) -> Option<FileFacts> {
    found.is_object().then(|| FileFacts {
        begun: time(found, "begun"),
        opponent: contract::read(part(found, "opponent")).ok().flatten(),
        white: text(found, "white"),
        black: text(found, "black"),
        lines: text(found, "lines"),
    })
}

/// What of these facts is stored.
fn checked(facts: FileFacts, now: f64) -> FileFacts {
    let lines = link::read(&link::within(&facts.lines)).ok().and_then(|opened| {
        let tree = opened.tree().ok().filter(|tree| *tree != Game::of(&opened.record))?;
        link::write_tree(&tree, &[]).ok()
    });
    FileFacts {
        begun: past(facts.begun, now),
        opponent: facts.opponent.and_then(Opponent::read).map(Opponent::from),
        white: short(&facts.white),
        black: short(&facts.black),
        lines: lines.unwrap_or_default(),
    }
}

/// A game as the file has it.
fn found_in(found: &JsValue) -> Found {
    let mail = part(found, "mail");
    Found {
        link: text(found, "link"),
        saved: text(found, "saved"),
        at: time(found, "at"),
        name: text(found, "name"),
        facts: facts_in(&part(found, "facts")),
        post: post_in(&mail),
        has_mail: mail.is_truthy(),
    }
}

/// A value as JSON, indented by so many spaces.
fn json(value: &JsValue, indent: u32) -> String {
    let text = js::write_json(value, &JsValue::NULL, indent);
    text.ok().and_then(|text| text.as_string()).unwrap_or_default()
}

/// A checksum against damage: the CRC-32 of the games as JSON in one line.
fn sum(games: &str) -> f64 {
    link::sum(games.as_bytes()).into()
}

/// How a game is written to a file, and under which name; `None` if its record is damaged.
fn carried(saved: &str) -> Option<(&'static str, String)> {
    let same = table::same_as(saved)?;
    Some((if same == saved { "saved" } else { "link" }, same))
}

fn object(parts: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in parts {
        // A new object accepts any key.
        let _ = js::set_field(&object, &(*name).into(), value);
    }
    object
}

/// The games as a file, without those whose records are damaged. A game: `{ entry: { saved, at }, name,
/// facts, mail }`.
#[wasm_bindgen]
pub fn write_file(games: &Array) -> String {
    let written = Array::new();
    for game in games.iter() {
        let entry = part(&game, "entry");
        let saved = text(&entry, "saved");
        let Some((kind, same)) = carried(&saved) else { continue };
        let known = [("at", part(&entry, "at")), ("name", part(&game, "name"))];
        let besides = ["facts", "mail"].map(|name| (name, part(&game, name)));
        let besides = besides.into_iter().filter(|(_, value)| value.is_truthy());
        let parts: Vec<_> =
            std::iter::once((kind, same.into())).chain(known).chain(besides).collect();
        written.push(&object(&parts));
    }
    let file = object(&[
        ("format", FORMAT.into()),
        ("version", VERSION.into()),
        ("sum", sum(&json(&written, 0)).into()),
        ("games", written.into()),
    ]);
    json(&file, 1)
}

/// The games of a file, or the key of the reason why it cannot be read.
fn games_of(file: &str) -> Result<Array, &'static str> {
    let read = js::parse_json(file).map_err(|_| "library.fault.damaged")?;
    let games = part(&read, "games").dyn_into::<Array>().map_err(|_| "library.fault.foreign")?;
    let [version, sum] = ["version", "sum"].map(|name| part(&read, name).as_f64());
    match fault(&text(&read, "format"), games.length(), version, sum, || json(&games, 0)) {
        Some(key) => Err(key),
        None => Ok(games),
    }
}

/// The key of the reason why so many games of such a file cannot be read, if there is one.
fn fault(
    format: &str,
    count: u32,
    version: Option<f64>,
    noted: Option<f64>,
    games: impl FnOnce() -> String,
) -> Option<&'static str> {
    if format != FORMAT || count > MOST {
        Some("library.fault.foreign")
    } else if version != Some(VERSION) {
        Some("library.fault.newer")
    } else if noted != Some(sum(&games())) {
        Some("library.fault.damaged")
    } else {
        None
    }
}

/// Reads a file of games, for a device that has the games `here` and a page with boards for those
/// `playable`, at a time in milliseconds since 1970: a `Brings`. A game here: `{ entry: { key, saved },
/// mail }`.
#[wasm_bindgen]
pub fn read_file(file: &str, here: &Array, playable: Vec<String>, now: f64) -> JsValue {
    let games = match games_of(file) {
        Ok(games) => games,
        Err(key) => {
            let says = vec![Sentence::new(key.to_owned(), Vec::new())];
            return contract::write(&Brings { says, ..Brings::default() });
        }
    };
    let mut arrivals = table::Arrivals::default();
    for game in here.iter() {
        let (entry, post) = (part(&game, "entry"), post_in(&part(&game, "mail")));
        arrivals.has(&text(&entry, "key"), &text(&entry, "saved"), post.map(table::Post::from));
    }
    let games = games.iter().map(|found| found_in(&found));
    contract::write(&brings(games, arrivals, &playable, now))
}

/// What these games bring to the device that has those `arrivals`: see [`read_file`].
fn brings(
    games: impl Iterator<Item = Found>,
    mut arrivals: table::Arrivals,
    playable: &[String],
    now: f64,
) -> Brings {
    let mut brings = Brings::default();
    let (mut known, mut bad, mut unsealed) = (0, 0, 0);
    for found in games {
        let post = found.post.map(table::Post::from);
        let brought = table::Brought::read(&found.link, &found.saved, post.as_ref());
        let is_playable =
            |brought: &table::Brought| playable.iter().any(|game| game == brought.game);
        let Some(brought) = brought.filter(is_playable) else {
            bad += 1;
            continue;
        };
        unsealed += usize::from(found.has_mail && brought.by_link.is_none());
        let (key, games) = match arrivals.take(&brought) {
            table::Arrival::Bad => {
                bad += 1;
                continue;
            }
            table::Arrival::Known => {
                known += 1;
                continue;
            }
            table::Arrival::New(key) => (key, &mut brings.fresh),
            table::Arrival::Further(key) => (key, &mut brings.further),
        };
        let by_link = brought.by_link.filter(|by_link| by_link.key == key);
        let (saved, mail) = match by_link {
            Some(by_link) => (by_link.saved, Some(by_link.post.into())),
            None => (brought.saved, None),
        };
        let (at, under_way) = (past(found.at, now), !brought.is_over);
        games.push(Brought {
            entry: FileEntry { key, saved, at, under_way },
            name: short(&found.name),
            facts: found.facts.map(|facts| checked(facts, now)),
            mail,
        });
    }
    let taken = brings.fresh.len() + brings.further.len();
    for (key, count) in [
        ("library.imported", Some(taken)),
        ("library.known", Some(known).filter(|&count| count > 0)),
        ("library.bad", Some(bad).filter(|&count| count > 0)),
        ("library.unsealed", Some(unsealed).filter(|&count| count > 0)),
    ] {
        if let Some(count) = count {
            let values = vec![("count", Value::Count(count))];
            brings.says.push(Sentence::new(key.to_owned(), values));
        }
    }
    brings
}

#[cfg(test)]
mod tests {
    use rules::{AnyPosition, Color, GameId, Step};
    use table::{Agreed, Arrivals, Request};

    use super::*;

    const NOW: f64 = 2_000.0;

    fn played(game: GameId, steps: &[&str]) -> Game {
        let mut played = Game::new(AnyPosition::initial(game));
        for step in steps {
            played.play(Step::parse(step, game.spec()).unwrap()).unwrap();
        }
        played
    }

    fn found(step: &str) -> Found {
        let saved = played(GameId::Orthodox, &[step]).save();
        Found { saved, ..Found::default() }
    }

    /// An invitation: the name of its game, and the game.
    fn invitation(entropy: u8) -> (String, table::Content) {
        let start = AnyPosition::initial(GameId::Orthodox);
        let agreed = Agreed::default();
        let begun = table::invitation(start, Color::White, "Ada", agreed, &[entropy; 56]);
        let Some(Request::BeginByLink { key, content }) = begun else { panic!("no invitation") };
        (key, content)
    }

    fn invited(entropy: u8) -> Found {
        let (_, content) = invitation(entropy);
        let post = content.post.map(Post::from);
        Found { saved: content.saved, post, has_mail: true, ..Found::default() }
    }

    fn bring(games: Vec<Found>, here: Arrivals) -> Brings {
        brings(games.into_iter(), here, &["orthodox".to_owned()], NOW)
    }

    fn counts(counts: &[(&str, usize)]) -> Vec<Sentence> {
        let says = |&(key, count): &(&str, usize)| {
            Sentence::new(["library.", key].concat(), vec![("count", Value::Count(count))])
        };
        counts.iter().map(says).collect()
    }

    #[test]
    fn a_file_is_refused_with_the_reason() {
        let games = || "123456789".to_owned();
        // The example that goes with the definition of the checksum.
        let noted = f64::from(0xcbf4_3926_u32);
        let fault = |format, count, version, noted| fault(format, count, version, noted, games);
        let [foreign, newer, damaged] =
            ["foreign", "newer", "damaged"].map(|why| format!("library.fault.{why}"));
        for (count, version, noted, why) in [
            (0, Some(1.0), Some(noted), None),
            (MOST, Some(1.0), Some(noted), None),
            (MOST + 1, Some(1.0), Some(noted), Some(&foreign)),
            (0, Some(2.0), Some(noted), Some(&newer)),
            (0, None, Some(noted), Some(&newer)),
            (0, Some(1.0), Some(noted + 1.0), Some(&damaged)),
            (0, Some(1.0), None, Some(&damaged)),
        ] {
            assert_eq!(fault(FORMAT, count, version, noted), why.map(String::as_str));
        }
        assert_eq!(fault("", 0, Some(1.0), Some(noted)), Some(&*foreign));
    }

    #[test]
    fn a_game_is_written_as_a_link_and_a_study_as_it_is_stored() {
        let game = played(GameId::Orthodox, &["e2e4"]);
        let (kind, link) = carried(&game.save()).unwrap();
        assert_eq!(kind, "link");
        assert_eq!(link::read(&link).unwrap().record.steps(), game.played_steps());
        let chapter = table::Chapter::new("", game);
        let study = table::Study::new("My study", vec![chapter]).unwrap().save();
        assert_eq!(carried(&study), Some(("saved", study)));
        assert_eq!(carried("damaged"), None);
    }

    #[test]
    fn games_are_counted_by_what_becomes_of_them() {
        let (key, content) = invitation(7);
        let post = content.post.unwrap();
        let mut here = Arrivals::default();
        here.has("a", &found("a2a3").saved, None);
        // The game by link came without its seat.
        here.has(&key, &content.saved, Some(table::Post { seat: String::new(), ..post }));
        let unsealed = |step| Found { has_mail: true, ..found(step) };
        let damaged = || Found { saved: "damaged".to_owned(), ..Found::default() };
        let elsewhere = Found { saved: played(GameId::Magnetic, &[]).save(), ..damaged() };
        let games = vec![
            found("a2a3"),
            found("e2e4"),
            damaged(),
            unsealed("d2d4"),
            invited(7),
            found("e2e4"),
            elsewhere,
            unsealed("c2c4"),
            damaged(),
            found("d2d4"),
            found("g1f3"),
        ];
        let brings = bring(games, here);
        let further: Vec<&str> = brings.further.iter().map(|one| &*one.entry.key).collect();
        assert_eq!((brings.fresh.len(), further), (4, vec![&*key]));
        let says = [("imported", 5), ("known", 3), ("bad", 3), ("unsealed", 2)];
        assert_eq!(brings.says, counts(&says));
        assert_eq!(bring(Vec::new(), Arrivals::default()).says, counts(&[("imported", 0)]));
    }

    #[test]
    fn a_game_by_link_keeps_its_name_and_its_data() {
        let (key, content) = invitation(7);
        let brings = bring(vec![invited(7), found("e2e4")], Arrivals::default());
        let [by_link, usual] = &brings.fresh[..] else { panic!("two games") };
        assert_eq!(by_link.entry.key, key);
        assert_eq!(by_link.mail.clone().map(table::Post::from), content.post);
        assert_ne!(usual.entry.key, key);
        assert_eq!(usual.mail, None);
    }

    #[test]
    fn what_the_file_says_about_a_game_is_checked() {
        let mut lost = played(GameId::Orthodox, &["e2e4"]);
        lost.resign(Color::Black);
        let name = "é".repeat(LONGEST_NAME);
        let long = [&name, "!"].concat();
        let facts = FileFacts {
            begun: 999.5,
            opponent: None,
            white: long.clone(),
            black: "Bea".to_owned(),
            lines: "nothing".to_owned(),
        };
        let lost = Found { saved: lost.save(), at: 1_000.5, name: long, ..Found::default() };
        let facts = Some(facts);
        let brings = bring(vec![Found { facts, ..lost }, found("d2d4")], Arrivals::default());
        let [first, second] = &brings.fresh[..] else { panic!("two games") };
        assert_eq!((&first.name, first.entry.at, first.entry.under_way), (&name, 1_000.0, false));
        let (white, black) = (name.clone(), "Bea".to_owned());
        let facts = FileFacts { begun: 999.0, opponent: None, white, black, lines: String::new() };
        assert_eq!(first.facts, Some(facts));
        assert_eq!((second.entry.at, second.entry.under_way), (NOW, true));
        assert_eq!((&*second.name, &second.facts), ("", &None));
    }

    #[test]
    fn a_time_that_cannot_be_is_now() {
        for (time, is) in [
            (1.0, 1.0),
            (1_999.9, 1_999.0),
            (0.9, NOW),
            (0.0, NOW),
            (-1.0, NOW),
            (2_000.5, NOW),
            (3_000.0, NOW),
            (f64::NAN, NOW),
            (f64::INFINITY, NOW),
        ] {
            assert_eq!(past(time, NOW), is, "{time}");
        }
    }

    #[test]
    fn variations_and_the_computer_are_kept_if_they_can_be_read() {
        let line = played(GameId::Orthodox, &["e2e4", "e7e5"]);
        let mut tree = line.clone();
        tree.add(Game::ROOT, &[Step::parse("d2d4", GameId::Orthodox.spec()).unwrap()]).unwrap();
        let [line, tree] = [line, tree].map(|game| link::write_tree(&game, &[]).unwrap());
        let kept = |lines: &str, level: u8| {
            let color = serde_json::from_value(serde_json::json!("black")).unwrap();
            let facts = FileFacts {
                begun: 1.0,
                opponent: Some(Opponent { level, color, seed: Some(3) }),
                white: String::new(),
                black: String::new(),
                lines: lines.to_owned(),
            };
            let facts = checked(facts, NOW);
            (facts.lines, facts.opponent.map(|one| (one.level, one.seed)))
        };
        // What was level 1 is level 11.
        assert_eq!(kept(&tree, 1), (tree.clone(), Some((11, Some(3)))));
        let address = format!("https://a.b/#{tree}");
        assert_eq!(kept(&address, 11), (tree, Some((11, Some(3)))));
        // The game alone has its link already.
        assert_eq!(kept(&line, 99), (String::new(), None));
    }
}
