//! PGN and QR codes of all games.

use crate::contract::Tsify;
use fast_qr::QRBuilder;
use fast_qr::qr::QRCodeError;
use record::pgn::{self, Entry, PgnError};
use record::{Game, link};
use rules::{Color, GameSpec};
use serde::{Deserialize, Serialize};
use table::level_of;
use wasm_bindgen::prelude::*;

use super::answer::{Fault, Taken, to_js, why};
use super::exchange::{note_of, tree_with};
use super::letter::{announcer, heading, sent};
use super::{js_error, load};
use crate::beginning::{answers, question};
use crate::contract::{self, Names, OnPage, Part, Value, Walked, words};

/// What is to be shared beside the game itself: the headers of its PGN, and how the board in a frame stands.
#[derive(Clone, PartialEq, Default, Deserialize, Tsify, Debug)]
pub struct Headers {
    /// The address of the site.
    pub site: String,
    /// The day: its year, its month from 1, its number.
    pub day: [u32; 3],
    /// The name of White as it was kept beside the game, or empty.
    pub white: String,
    /// That of Black.
    pub black: String,
    /// What the game is called.
    pub title: String,
    /// Whether the browser can hand a link on by itself.
    pub sends: bool,
    /// What the page shows.
    #[tsify(type = "View")]
    pub page: OnPage,
}

/// The width of a frame on somebody's page, in CSS pixels.
const FRAME: u32 = 480;

/// A text within the quotes of an attribute.
fn quoted(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

impl Headers {
    /// The tags; a computer player has its level in its name.
    fn tags(&self) -> Vec<(String, String)> {
        let Headers { site, day: [year, month, day], white, black, page, .. } = self;
        let date = format!("{year}.{month:02}.{day:02}");
        let mut tags = vec![("Site".to_owned(), site.clone()), ("Date".to_owned(), date)];
        // What the players of a game by link call themselves there comes first.
        let [w, b] = page.mail.clone().unwrap_or_default().names;
        let called = |own: String, kept: &String| if own.is_empty() { kept.clone() } else { own };
        let sides =
            [("White", Color::White, called(w, white)), ("Black", Color::Black, called(b, black))];
        let opponent = page.opponent;
        for (tag, color, name) in sides {
            let program = opponent.filter(|opponent| Color::from(opponent.color) == color);
            let level = program.and_then(|own| level_of(own.level.into()));
            let name = level.map_or(name, |level| format!("Fivefold level {level}"));
            if !name.is_empty() {
                tags.push((tag.to_owned(), name));
            }
            if opponent.is_some() {
                let kind = if program.is_some() { "program" } else { "human" };
                tags.push((format!("{tag}Type"), kind.to_owned()));
            }
        }
        tags
    }

    /// The code that shows a game in a frame on somebody's page, with the position and the side that are
    /// shown now; `link` is the fragment of its link.
    fn frame(&self, spec: &GameSpec, link: &str) -> String {
        let Walked { at, of } = self.page.view;
        // The last place is shown anyway, and a variation is not in the link.
        let at = u32::try_from(at).ok().filter(|&at| at < of).map(|at| format!("at={at}"));
        let asked = at.into_iter().chain(self.page.flipped.then(|| "flip=1".to_owned()));
        let asked = asked.collect::<Vec<_>>().join("&");
        let sign = if asked.is_empty() { "" } else { "?" };
        let source = quoted(&format!("{}embed/{sign}{asked}#{link}", self.site));
        let (files, ranks) = (u32::from(spec.shape.files), u32::from(spec.shape.ranks));
        // Beside the board: the name above, the buttons below, and two strips for reserves.
        let beside = if spec.has_reserve { 172 } else { 108 };
        let height = (FRAME * ranks + files / 2) / files + beside;
        let title = quoted(&self.title);
        format!(
            "<iframe src=\"{source}\" title=\"{title}\" width=\"{FRAME}\" height=\"{height}\" \
             style=\"border:0;max-width:100%\" loading=\"lazy\"></iframe>"
        )
    }
}

/// What is shared of a game.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
pub struct Shared {
    /// Its link.
    pub short: String,
    /// The link with its variations, comments and glyphs; the same if it has none, or more than a link
    /// may have.
    pub whole: String,
    /// The game as PGN.
    pub pgn: String,
    /// What the dialog consists of.
    pub parts: Vec<Part>,
}

/// Which side is below on an animation.
const SIDES: [(&str, &str); 2] = [("white", "travel.white"), ("black", "travel.black")];
/// How long a step of an animation is shown, in milliseconds, and what that is called.
const SPEEDS: [(&str, &str); 3] =
    [("1600", "travel.slow"), (USUAL, "travel.usual"), ("400", "travel.fast")];
const USUAL: &str = "800";

/// What is shared of a saved game, with the variations of links to it: a `Shared`; `headers` are
/// `Headers`.
///
/// # Errors
/// If the saved game cannot be read or is longer than a link may be, or those are none.
#[wasm_bindgen]
pub fn share(saved: &str, headers: JsValue, lines: Vec<String>) -> Result<JsValue, JsError> {
    let headers: Headers = contract::read(headers)?;
    let record = load(saved)?;
    let mut tree = tree_with(saved, &lines)?;
    let short = link::write(&record, &[]).map_err(js_error)?;
    let whole = if tree == Game::of(&record) { None } else { link::write_tree(&tree, &[]).ok() };
    let OnPage { fen, flipped, mail, .. } = &headers.page;
    // Nobody plays there, and a turn that is begun behind the line goes on with it.
    if headers.page.is_analysis() {
        tree.lead_into_begun();
    }
    let pgn = pgn::write(&Entry { tags: headers.tags(), tree });
    // Of a game by link the position of its newest letter.
    let fen = if mail.is_some() { record.live().fen() } else { fen.clone() };
    let frame = headers.frame(record.live().spec(), &short);
    let [short, whole] =
        [&short, whole.as_ref().unwrap_or(&short)].map(|link| [&headers.site, "#", link].concat());
    let lines = (whole != short).then(|| {
        let choice = Part::new("input").given("type", "checkbox").given("checked", true);
        let label = Part::new("span").says(words("travel.lines"));
        Part::new("label").class("lines").with(vec![choice.doing("lines"), label])
    });
    let copy = Part::of("copy", "link");
    // A letter of one's own stands before it.
    let is_behind = mail.as_ref().is_some_and(|mail| mail.own.is_some());
    let mut ways = vec![if is_behind { copy } else { copy.class("main") }];
    let note = note_of(&record);
    ways.extend(headers.sends.then(|| sent("link", note.clone(), "")));
    let side = if *flipped { "black" } else { "white" };
    let mut parts = vec![
        Part::line(note).class("note"),
        Part::text("input", "link", words("travel.link"), &whole),
    ];
    parts.extend(lines);
    parts.extend([Part::row(ways), Part::of("code", "link")]);
    parts.extend([
        heading("travel.pgn"),
        Part::text("textarea", "pgn", words("travel.pgn-text"), &pgn),
        Part::row(vec![Part::of("copy", "pgn"), Part::button("travel.download", "file")]),
        heading("travel.position"),
        Part::text("input", "fen", words("travel.fen-text"), &fen),
        Part::row(vec![
            Part::of("copy", "fen"),
            Part::button("travel.save-picture", "picture"),
            Part::button("travel.save-drawing", "drawing"),
        ]),
        heading("travel.animation"),
        question("side", "travel.side", answers("side", side, &SIDES).collect()),
        question("speed", "travel.speed", answers("speed", USUAL, &SPEEDS).collect()),
        Part::row(vec![Part::button("travel.save-animation", "animation")]),
        heading("travel.embed"),
        Part::line(words("travel.embed-what")),
        Part::text("textarea", "frame", words("travel.embed-code"), &frame),
        Part::row(vec![Part::of("copy", "frame")]),
        announcer("said", "status"),
        Part::closing("label.close"),
    ]);
    Ok(to_js(&Shared { short, whole, pgn, parts }))
}

/// The result for a PGN text: all games that can be read; the fault is that of the first one that
/// cannot.
pub(super) fn taken(text: &str) -> Taken {
    let mut taken = Taken::default();
    for entry in pgn::read(text) {
        match entry {
            Ok(entry) => add(&mut taken, &entry),
            Err(error) => taken.fail(fault(&error)),
        }
    }
    taken
}

/// Adds a game with all that it has, which is added to the game on the device if its main line is there already.
fn add(taken: &mut Taken, entry: &Entry) {
    let known = |name| entry.tag(name).filter(|value| !value.contains('?')).unwrap_or_default();
    // A reader gives out no game whose main line the rules refuse.
    let Ok(record) = entry.tree.record() else { return };
    taken.push(&record, ["White", "Black"].map(known));
    if entry.tree != Game::of(&record) {
        taken.keep_tree(&entry.tree);
    }
}

/// The fault of a text.
pub(super) fn fault(error: &PgnError) -> Fault {
    let token = Value::Text(error.token.clone());
    let mut values = vec![("line", Value::Count(error.line)), ("token", token)];
    let mut game = "";
    match &error.fault {
        pgn::Fault::Start(error) => values.push(why(error)),
        pgn::Fault::Turn(_, position, error) => {
            game = position.spec().id;
            let refused = Names(position).refusal(&error.refusal(position));
            values.push(("why", Value::Sentence(Box::new(refused))));
        }
        _ => {}
    }
    Fault { game, ..Fault::new(&format!("pgn.{}", error.fault.id()), values) }
}

/// A QR code: the number of squares of a side, and the dark ones as a path of a drawing; nothing if the
/// text is longer than a code can hold.
#[wasm_bindgen]
pub fn qr(text: &str) -> JsValue {
    to_js(&code_of(text))
}

fn code_of(text: &str) -> Option<(usize, String)> {
    let code = match QRBuilder::new(text).build() {
        Ok(code) => code,
        Err(QRCodeError::EncodedData | QRCodeError::SpecifiedVersion) => return None,
    };
    let squares = (0..code.size).flat_map(|y| (0..code.size).map(move |x| (x, y)));
    let dark = squares.filter(|&(x, y)| code[y][x].value());
    Some((code.size, dark.map(|(x, y)| format!("M{x} {y}h1v1h-1z")).collect()))
}

#[cfg(test)]
mod tests {
    use rules::GameId;

    use super::*;
    use crate::contract::Opponent;

    fn headers() -> Headers {
        let (site, title) = ("https://a.b/".to_owned(), "Chess \"&\" more".to_owned());
        Headers { site, title, day: [2026, 3, 9], ..Headers::default() }
    }

    #[test]
    fn what_is_wrong_with_a_game_is_named_with_its_line_and_the_pieces_of_its_game() {
        let fault = |text: &str| taken(text).fault.unwrap();
        let refused = fault("[Variant \"Magnetic\"]\n\n1. Qd4 *\n");
        assert_eq!(refused.game, "magnetic");
        let says = serde_json::to_value(&refused.says).unwrap();
        let (line, token) = (&says["values"]["line"]["count"], &says["values"]["token"]["text"]);
        assert_eq!((line.as_u64(), token.as_str()), (Some(3), Some("Qd4")), "{says}");
        assert!(says["values"]["why"]["sentence"]["key"].is_string(), "{says}");
        let start = fault("[Variant \"Magnetic\"]\n[SetUp \"1\"]\n[FEN \"8/8 w\"]\n\n*\n");
        let says = serde_json::to_value(&start.says).unwrap();
        let why = says["values"]["why"]["text"].as_str().unwrap();
        assert!(why.starts_with(char::is_uppercase), "{says}");
    }

    #[test]
    fn the_code_of_a_frame_says_what_is_shown_and_ends_no_attribute_early() {
        let magnetic = GameId::Magnetic.spec();
        assert_eq!(
            headers().frame(magnetic, "g=AQ"),
            "<iframe src=\"https://a.b/embed/#g=AQ\" title=\"Chess &quot;&amp;&quot; more\" width=\"480\" \
             height=\"588\" style=\"border:0;max-width:100%\" loading=\"lazy\"></iframe>"
        );
        let view = Walked { at: 3, of: 4 };
        let page = OnPage { view, flipped: true, ..OnPage::default() };
        let shown = Headers { page: page.clone(), ..headers() };
        assert!(shown.frame(magnetic, "g=AQ").contains("embed/?at=3&amp;flip=1#g=AQ\""));
        for at in [-1, 4] {
            let page = OnPage { view: Walked { at, ..view }, ..page.clone() };
            let shown = Headers { page, ..headers() };
            assert!(shown.frame(magnetic, "g=AQ").contains("embed/?flip=1#g=AQ\""), "{at}");
        }
        let tall = headers().frame(GameId::Chessence.spec(), "g=AQ");
        assert!(tall.contains("height=\"892\""), "{tall}");
    }

    #[test]
    fn a_code_is_drawn_square_by_square_and_a_text_too_long_for_one_is_not() {
        let (side, path) = code_of("https://a.b/").unwrap();
        assert!(side >= 21 && path.starts_with("M0 0h1v1h-1zM1 0h1v1h-1z"), "{path}");
        assert_eq!(code_of(&"long ".repeat(1000)), None);
    }

    fn tags(opponent: Option<Opponent>, white: &str) -> Vec<String> {
        let (white, black) = (white.to_owned(), "Bo".to_owned());
        let page = OnPage { opponent, ..OnPage::default() };
        let headers = Headers { page, white, black, ..headers() };
        headers.tags().into_iter().map(|(tag, value)| format!("{tag} {value}")).collect()
    }

    #[test]
    fn a_program_is_called_so_with_its_level_and_its_side_alone() {
        let people = ["Site https://a.b/", "Date 2026.03.09", "White Ada", "Black Bo"];
        assert_eq!(tags(None, "Ada"), people);
        assert_eq!(tags(None, ""), [people[0], people[1], people[3]]);
        let computer = Opponent { level: 14, color: Color::Black.into(), seed: None };
        let played =
            ["White Ada", "WhiteType human", "Black Fivefold level 14", "BlackType program"];
        assert_eq!(tags(Some(computer), "Ada")[2..], played);
        assert_eq!(tags(Some(computer), "")[2..], played[1..]);
    }

    #[test]
    fn games_of_a_file_are_kept_with_their_trees_and_apart() {
        let head = "[Variant \"magnetic\"]\n\n";
        let moves = ["1. e4 { [%cal Ge2e4] One. } *", "1. e4 (1. d4 { Two. }) *", "1. c4 *"];
        let text: String = moves.iter().map(|moves| format!("{head}{moves}\n\n")).collect();
        let games = taken(&text).games;
        let keys: std::collections::HashSet<&str> =
            games.iter().map(|whole| whole.key.as_str()).collect();
        assert_eq!((games.len(), keys.len()), (3, 3));
        for (whole, entry) in games.iter().zip(pgn::read(&text)) {
            assert_eq!(whole.saved, entry.unwrap().tree.save());
        }
        let again = taken(&text).games;
        assert_eq!(again, games, "the same names each time");
    }

    #[test]
    fn who_is_not_known_in_a_pgn_has_no_name() {
        let names = |white: &str, black: &str| {
            let text = format!(
                "[Variant \"Magnetic\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n1. c4 *\n"
            );
            let taken = taken(&text);
            assert_eq!(taken.fault, None);
            (taken.games[0].white.clone(), taken.games[0].black.clone())
        };
        let named = |white: &str, black: &str| (white.to_owned(), black.to_owned());
        assert_eq!(names("Ada", "Bo"), named("Ada", "Bo"));
        assert_eq!(names("?", "Bo"), named("", "Bo"));
        assert_eq!(names("Ada", "??"), named("Ada", ""));
        assert_eq!(names("Bo?", "Ada"), named("", "Ada"));
    }
}
