//! Games as links with variations, and positions.

use record::game::Game;
use record::{Record, link};
use rules::{AnyPosition, FenError, GameId, Phase};
use table::{Sentence, Value};
use wasm_bindgen::prelude::*;

use super::answer::{Fault, Taken, fen_problem, to_js};
use super::{js_error, load};
use crate::contract::{self, Names};

/// The fragment of a link to a saved game, without `#` (docs/link-format.md).
///
/// # Errors
/// If the saved game cannot be read, or is longer than a link may be.
#[wasm_bindgen]
pub fn link_of(saved: &str) -> Result<String, JsError> {
    link::write(&load(saved)?, &[]).map_err(js_error)
}

/// A saved game with the variations, comments and glyphs of links to the same game; where a link
/// took another course, that is a variation too.
pub(super) fn tree_with(saved: &str, lines: &[String]) -> Result<Game, JsError> {
    let mut tree = Game::load(saved).map_err(js_error)?;
    for other in lines.iter().filter_map(|link| link::read(link).ok()?.tree().ok()) {
        tree.graft(&other);
    }
    Ok(tree)
}

/// A stored game with all that another of the same start has: its turns as variations, comments, glyphs and marks;
/// `None` if there is nothing new, or if one of the games cannot be read.
#[wasm_bindgen]
pub fn grafted(stored: &str, saved: &str) -> Option<String> {
    let mut tree = Game::load(stored).ok()?;
    let before = tree.save();
    tree.graft(&Game::load(saved).ok()?);
    let after = tree.save();
    (after != before).then_some(after)
}

/// A link's game with its variations, comments and glyphs, in its saved form; `None` if it cannot
/// be read, or has none.
#[wasm_bindgen]
pub fn lines_of(link: &str) -> Option<String> {
    Some(link::read(link).ok()?.tree().ok()?.save())
}

/// Reads a FEN of a game, or one of orthodox chess, which lacks the game's other fields.
pub(super) fn read_as(game: GameId, text: &str) -> Result<AnyPosition, FenError> {
    let first = AnyPosition::from_fen(game, text);
    let fields: Vec<&str> = text.split(' ').collect();
    let (Err(_), [board, side, castling, passed, halfmove, fullmove]) = (&first, &fields[..])
    else {
        return first;
    };
    if AnyPosition::from_fen(GameId::Orthodox, text).is_err() {
        return first;
    }
    let all = ["", "[]"].into_iter().flat_map(|reserve| {
        let fen = format!("{board}{reserve} {side} {castling} {passed} {halfmove} {fullmove}");
        ["", " -", " - -"].map(|moved| format!("{fen}{moved}"))
    });
    let mut read = all.filter_map(|fen| AnyPosition::from_fen(game, &fen).ok());
    read.next().map_or(first, Ok)
}

/// A position in every game in which it can be played, the named one first.
pub(super) fn positions(text: &str, game: &str) -> Taken {
    let named = GameId::parse(game);
    let others = GameId::ALL.iter().copied().filter(|&game| game != GameId::Orthodox);
    let others = others.filter(|&game| Some(game) != named);
    let (mut taken, mut fault) = (Taken::default(), None);
    for game in named.into_iter().chain(others) {
        match read_as(game, text.trim()) {
            Ok(position) => taken.push(&Record::new(position), [""; 2]),
            // The fault is that of the intended game.
            Err(error) => fault = fault.or(Some(Fault::of_fen(&error, game, text.trim()))),
        }
    }
    taken.is_choice = true;
    if taken.is_empty() { fault.map_or(taken, Taken::fault) } else { taken }
}

/// What is wrong with the position in a page's address: a `Sentence`, or null if nothing is.
#[wasm_bindgen]
pub fn fen_fault(game: &str, fen: &str) -> JsValue {
    let fault = GameId::parse(game).and_then(|game| {
        let error = AnyPosition::from_fen(game, fen).err()?;
        Some(fen_problem(&error, game, fen))
    });
    to_js(&fault)
}

/// The position of a saved game after `at` steps, the last one if there are fewer, as FEN.
///
/// # Errors
/// If the saved game cannot be read.
#[wasm_bindgen]
pub fn fen_of(saved: &str, at: Option<usize>) -> Result<String, JsError> {
    Ok(load(saved)?.position(at.unwrap_or(usize::MAX)).fen())
}

/// The text offered beside a link to a game.
pub(super) fn note_of(record: &Record) -> contract::Sentence {
    let position = record.live();
    let note = |key| Sentence::new(key).with("game", Value::Game(position.game()));
    let note = match record.verdict() {
        Some(verdict) => note("travel.note-over")
            .with("result", Value::Sentence(Box::new(table::result(verdict)))),
        None if position.phase() == Phase::Placement => note("travel.note-placing"),
        None => note("travel.note")
            .with("number", Value::Count(position.fullmove() as usize))
            .with("color", Value::Color(position.turn())),
    };
    Names(position).sentence(&note)
}

#[cfg(test)]
mod tests {
    use record::pgn;
    use rules::{AnyPosition, GameId, Step};

    use super::*;

    #[test]
    fn the_note_beside_a_link_says_whose_turn_it_is_or_how_it_ended() {
        let text = |record: &Record| serde_json::to_string(&note_of(record)).unwrap();
        let mut record = Record::new(AnyPosition::initial(GameId::Orthodox));
        let white = text(&record);
        assert!(white.contains("travel.note\"") && white.contains("\"white\""), "{white}");
        record.take(Step::parse("e2e4", GameId::Orthodox.spec()).unwrap()).unwrap();
        let black = text(&record);
        assert!(black.contains("\"black\"") && !black.contains("\"white\""), "{black}");
        record.resign(rules::Color::Black);
        let over = text(&record);
        assert!(over.contains("travel.note-over") && over.contains("\"white\""), "{over}");
        let placing = text(&Record::new(AnyPosition::initial(GameId::Contramatic)));
        assert!(placing.contains("travel.note-placing"), "{placing}");
    }

    #[test]
    fn what_another_game_has_is_added_to_the_one_that_is_stored_however_much_it_is() {
        let read = |text: &str| pgn::read(text).remove(0).unwrap().tree;
        let tags = "[Variant \"Orthodox\"]\n[Result \"*\"]\n\n";
        let stored = read(&format!("{tags}1. e4 e5 2. Nf3 *")).save();
        // More arrows than a link may have: from each square to each other one.
        let squares =
            || ('a'..='h').flat_map(|file| (1..=8).map(move |rank| format!("{file}{rank}")));
        let arrow = |from: &str, to: &str| (from != to).then(|| format!("G{from}{to}"));
        let arrows: Vec<String> =
            squares().flat_map(|from| squares().filter_map(move |to| arrow(&from, &to))).collect();
        let arrows = arrows.join(",");
        let long = "long ".repeat(40);
        let other = read(&format!("{tags}1. e4 $1 {{{long}}} (1. d4 d5) e5 {{[%cal {arrows}]}} *"));
        assert!(link::write_tree(&other, &[]).is_err());
        let both = Game::load(&grafted(&stored, &other.save()).unwrap()).unwrap();
        assert_eq!(both.record().unwrap().steps().len(), 3, "the game is the one that is stored");
        let first = both.main_line().next().unwrap();
        assert_eq!(both.next(Game::ROOT).len(), 2);
        assert_eq!(both.comments(first).1.trim(), long.trim());
        assert_eq!(both.glyphs(first), [1]);
        assert!(both.main_line().any(|turn| !both.marks(turn).is_empty()));
        // The same again is nothing new.
        assert_eq!(grafted(&both.save(), &other.save()), None);
        assert_eq!(grafted("nonsense", &stored), None);
    }

    #[test]
    fn a_fen_of_orthodox_chess_is_read_in_every_game_that_has_such_a_position() {
        let games = |fen: &str| -> Vec<&str> {
            let read = GameId::ALL.iter().filter(|&&game| read_as(game, fen).is_ok());
            read.map(|game| game.spec().id).collect()
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(games(start), ["magnetic", "orthodox", "progressive"]);
        let ending = "8/8/3k4/8/3Q4/8/8/4K3 w - - 0 20";
        assert!(games(ending).contains(&"magnetic"), "{:?}", games(ending));
        assert!(games("8/8/8/8/8/8/8/8 w - - 0 1").is_empty());
    }

    #[test]
    fn a_fen_is_offered_in_the_game_that_is_named_and_the_others_but_orthodox_chess() {
        let games = |game: &str| -> Vec<&str> {
            let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
            positions(start, game).games.iter().map(|whole| whole.game).collect()
        };
        assert_eq!(games(""), ["magnetic", "progressive"]);
        assert_eq!(games("progressive"), ["progressive", "magnetic"]);
        assert_eq!(games("orthodox"), ["orthodox", "magnetic", "progressive"]);
        // It is asked in which of them, where the page has boards for several.
        let asks = |playable: &[&str]| -> (usize, bool) {
            let playable: Vec<String> = playable.iter().map(|&game| game.to_owned()).collect();
            let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
            let taken = positions(start, "").of(&playable);
            assert_eq!(taken.is_choice, !taken.which.is_empty());
            (taken.games.len(), taken.is_choice)
        };
        assert_eq!(asks(&["magnetic", "progressive"]), (2, true));
        assert_eq!(asks(&["magnetic"]), (1, false));
        assert_eq!(asks(&["chessence"]), (0, false));
        // What no game can read has the fault that it has in the game that is named.
        for (game, text) in [("magnetic", "8/8 w"), ("chessence", "8/8 w"), ("batteries", "x w")] {
            let taken = positions(text, game);
            let named = GameId::parse(game).unwrap();
            let error = AnyPosition::from_fen(named, text).unwrap_err();
            assert_eq!(taken.games.len(), 0);
            assert_eq!(taken.fault, Some(Fault::of_fen(&error, named, text)), "{game}");
            assert_eq!(taken.fault.unwrap().game, game);
        }
    }
}
