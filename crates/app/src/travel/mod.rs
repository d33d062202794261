//! Exporting and importing games: links, letters, positions.
//!
//! Games cross in their saved form; faults are data, of which the text catalogue makes sentences.

pub mod animation;
pub mod answer;
pub mod exchange;
pub mod letter;
pub mod paste;
pub mod pgn;
pub mod signal;
pub mod study;

use record::letter::{Letter, LetterError, SeatKey};
use record::link::{Opened, kind};
use record::{Game, Record};
use wasm_bindgen::prelude::*;

use answer::{Taken, to_js};

/// The letter and the seat in a link.
///
/// # Errors
/// If one of them cannot be read, or the seat does not belong to that letter's game.
fn letter_of(opened: &Opened) -> Result<(Option<Letter>, Option<SeatKey>), LetterError> {
    let find = |kind| opened.sections.iter().find(|section| section.kind == kind);
    let letter = find(kind::LETTER).map(|section| Letter::read(&section.bytes)).transpose()?;
    let seat = find(kind::SEAT).map(|section| SeatKey::read(&section.bytes)).transpose()?;
    match (&letter, &seat) {
        (Some(letter), Some(seat)) if !seat.fits(letter) => Err(LetterError::Content),
        _ => Ok((letter, seat)),
    }
}

/// An error as it is thrown to the page.
fn js_error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// Reads a saved game without its variations.
///
/// # Errors
/// If the text is not a saved game.
fn load(saved: &str) -> Result<Record, JsError> {
    Game::load(saved).map_err(js_error)?.record().map_err(|_| JsError::new("no record"))
}

/// Reads a link, or a text with one in it, for a page with boards for these games: a `Taken`, with its
/// game and a fault if only its variations cannot be read.
#[wasm_bindgen]
pub fn open_link(text: &str, playable: Vec<String>) -> JsValue {
    to_js(&Taken::of_link(text).of(&playable))
}

/// The longest text that is searched, in characters.
const LONGEST: usize = 4_000_000;

/// Reads whatever somebody has pasted, for a page with boards for these games: a message with a link in
/// it, PGN, or the FEN of a position, which is read in the named game first; a `Taken`.
#[wasm_bindgen]
pub fn read_anything(text: &str, game: &str, playable: Vec<String>) -> JsValue {
    to_js(&anything(text, game, &playable))
}

fn anything(text: &str, game: &str, playable: &[String]) -> Taken {
    let text = text.trim();
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(end, _)| end);
    let text = &text[..end];
    // A message may begin like a list of moves, and a game may have a link in a comment.
    let has_link = has_link(text);
    if begins_as_pgn(text) {
        let taken = pgn::taken(text).of(playable);
        if !taken.games.is_empty() || !has_link {
            return taken;
        }
    }
    if !has_link && begins_as_fen(text) {
        return exchange::positions(text, game).of(playable);
    }
    Taken::of_link(text).of(playable)
}

/// Whether a text contains a link, possibly percent-encoded or broken by blanks.
fn has_link(text: &str) -> bool {
    let signs: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let signs = signs.to_lowercase();
    ["#g=", "%23g=", "#g%3d", "%23g%3d"].iter().any(|link| signs.contains(link))
}

/// The rest of a text after leading characters that satisfy a condition; `None` if there are none.
fn behind(text: &str, is_one: impl Fn(char) -> bool) -> Option<&str> {
    let rest = text.trim_start_matches(is_one);
    (rest.len() < text.len()).then_some(rest)
}

fn is_of_word(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_'
}

/// Whether a text begins with a tag or with the number of a move.
fn begins_as_pgn(text: &str) -> bool {
    let tag = || behind(behind(text.strip_prefix('[')?, is_of_word)?, char::is_whitespace);
    let moves = || behind(text, |sign| sign.is_ascii_digit())?.strip_prefix('.');
    tag().is_some_and(|rest| rest.starts_with('"'))
        || moves().is_some_and(|rest| !rest.trim_start().is_empty())
}

/// Whether a text begins with two ranks of a board.
fn begins_as_fen(text: &str) -> bool {
    let is_of_rank = |sign: char| is_of_word(sign) || sign == '*';
    let ranks = || behind(behind(text, is_of_rank)?.strip_prefix('/')?, is_of_rank);
    ranks().is_some()
}

#[cfg(test)]
mod tests {
    use record::link;
    use rules::{AnyPosition, Color, GameId, Step};

    use super::answer::Fault;
    use super::*;

    #[test]
    fn pasted_texts_are_distinguished() {
        for text in ["[Event \"x\"]", "[Variant\t\"Magnetic\"]\n", "1. e4", "12.e4 e5", "1.\ne4"] {
            assert!(begins_as_pgn(text), "{text}");
        }
        for text in ["[Event]", "[ \"x\"]", "1 e4", "1.", "1. ", "e4", ""] {
            assert!(!begins_as_pgn(text), "{text}");
        }
        for text in ["8/8/8 w - -", "rnbqkbnr/pppp", "**3/2"] {
            assert!(begins_as_fen(text), "{text}");
        }
        for text in ["/8/8", "8", "8/", "Hello / there", "http://a.b/c", ""] {
            assert!(!begins_as_fen(text), "{text}");
        }
        for text in ["https://a.b/#g=AQ", "#G = AQ", "a %23g%3DAQ b", "look: #g=\nAQ"] {
            assert!(has_link(text), "{text}");
        }
        for text in ["", "g=AQ", "# 1. e4", "[Event \"#1\"]"] {
            assert!(!has_link(text), "{text}");
        }
    }
    /// A game after some steps.
    fn played(game: GameId, steps: &[&str]) -> Game {
        let mut played = Game::new(AnyPosition::initial(game));
        for step in steps {
            played.play(Step::parse(step, game.spec()).unwrap()).unwrap();
        }
        played
    }

    #[test]
    fn whatever_is_pasted_is_taken_as_what_it_is() {
        let all: Vec<String> = ["magnetic", "progressive", "orthodox"].map(str::to_owned).into();
        let game = played(GameId::Magnetic, &["d2d4"]);
        let link = format!("https://a.b/#{}", link::write(&game.record().unwrap(), &[]).unwrap());
        let pgn = "[Variant \"Magnetic\"]\n\n1. d4 *\n";
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let count = |text: &str| {
            let taken = anything(text, "magnetic", &all);
            (taken.games.len(), taken.is_choice, !taken.link.is_empty(), taken.fault.is_some())
        };
        assert_eq!(count(&link), (1, false, true, false));
        assert_eq!(count(&format!("  {pgn}  ")), (1, false, false, false));
        assert_eq!(count(fen), (2, true, false, false));
        // A message that begins like a list of moves, and a game with a link in a comment.
        assert_eq!(count(&format!("1. d4, and then look: {link}")), (1, false, true, false));
        assert_eq!(count(&pgn.replace('*', &format!("{{{link}}} *"))), (1, false, false, false));
        assert_eq!(count("[Variant \"Magnetic\"]\n\n1. d9 *\n"), (0, false, false, true));
        assert!(count("Hello").3);
        // Only what there is a board for.
        assert_eq!(anything(&link, "", &[]).games.len(), 0);
    }

    #[test]
    fn a_link_has_its_game_its_variations_and_the_letter_of_its_game() {
        let mut game = played(GameId::Magnetic, &["g1f3", "b8c6"]);
        let short = link::write(&game.record().unwrap(), &[]).unwrap();
        let saved = |text: &str| {
            let taken = Taken::of_link(text);
            assert_eq!(taken.fault, None);
            (taken.games[0].saved.clone(), taken.games[0].letter.clone(), taken.link)
        };
        assert_eq!(saved(&short), (game.save(), None, short.clone()));
        let step = Step::parse("b1c3", GameId::Magnetic.spec()).unwrap();
        game.add(Game::ROOT, &[step]).unwrap();
        let whole = link::write_tree(&game, &[]).unwrap();
        assert_eq!(saved(&whole).0, game.save());
        assert_eq!(exchange::lines_of(&whole), Some(game.save()));
        assert_eq!(exchange::link_of(&game.save()).unwrap(), short);
        assert_eq!(
            exchange::fen_of(&game.save(), Some(1)).unwrap(),
            game.position(game.place(1)).fen()
        );
        assert_eq!(exchange::fen_of(&game.save(), None).unwrap(), game.live_position().fen());
        // A letter has the name of its game.
        let start = AnyPosition::initial(GameId::Magnetic);
        let agreed = table::Agreed { open: false, quick: false, live: None, days: None };
        let begun = |seed| match table::invitation(start, Color::White, "A", agreed, &[seed; 56]) {
            Some(table::Request::BeginByLink { content, .. }) => content.post.unwrap(),
            _ => panic!("no invitation"),
        };
        let (post, other) = (begun(7), begun(8));
        let letter = saved(&post.link).1.unwrap();
        assert!(
            letter.len() > 8 && letter.bytes().all(|sign| sign.is_ascii_hexdigit()),
            "{letter}"
        );
        // A seat is that of its game alone.
        let sections = |text: &str| link::read(text).unwrap().sections;
        let seat = |post: &table::Post| {
            sections(&post.seat).into_iter().find(|section| section.kind == kind::SEAT).unwrap()
        };
        let with = |seat| {
            let mut opened = link::read(&post.link).unwrap();
            opened.sections.push(seat);
            letter_of(&opened).map(|(letter, seat)| (letter.is_some(), seat.is_some()))
        };
        assert_eq!(with(seat(&post)), Ok((true, true)));
        assert_eq!(with(seat(&other)), Err(LetterError::Content));
    }

    #[test]
    fn what_is_wrong_with_a_link_is_named_with_its_place() {
        for text in ["g=AQ!A", "g=AQ", "g=AQEAKTH44TDaXuoawlIanmmIf0695AT3UzT4OgCr3AF", ""] {
            let error = link::read(text).unwrap_err();
            let fault = Taken::of_link(text).fault.unwrap();
            assert_eq!(fault, Fault::of_link(&error), "{text}");
        }
        let values = |error: &link::LinkError| {
            let fault = serde_json::to_value(Fault::of_link(error)).unwrap();
            fault["says"]["values"].to_string()
        };
        assert_eq!(
            values(&link::LinkError::Character('\u{7}', 3)),
            "{\"line\":{\"count\":3},\"token\":{\"text\":\"\\\\u{7}\"}}"
        );
        assert_eq!(values(&link::LinkError::Step(5)), "{\"token\":{\"count\":5}}");
        let error = AnyPosition::from_fen(GameId::Magnetic, "8/8 w").unwrap_err();
        let says = values(&link::LinkError::Start(error.clone()));
        assert!(says.starts_with("{\"why\":{\"text\":\""), "{says}");
        let text = error.to_string();
        let capital = text[..1].to_uppercase() + &text[1..];
        assert!(says.contains(&format!("\"{capital}")), "{says}");
    }
}
