//! The games of the menu, from `web/games.json`: the one list that the page, its style sheets, the
//! rules' pages and the budget follow.

use fs_err as fs;
use std::fmt::Write;
use std::path::Path;

use rules::GameId;
use serde_json::Value;
use xtask::run::{Result, root};

/// A game of the menu.
pub(crate) struct Game {
    /// The game.
    pub(crate) id: GameId,
    /// The pieces on its board, by the names of their drawings.
    pub(crate) pieces: Vec<String>,
    /// The colour of its page, on light paper and on dark.
    pub(crate) accent: [String; 2],
}

impl Game {
    /// Its name in addresses.
    pub(crate) fn name(&self) -> &'static str {
        self.id.spec().id
    }
}

/// The games in the order of the rules' list, which is that of the menu.
///
/// # Errors
/// When the list cannot be read, or a game in it has no rules, no pieces or no colours.
pub(crate) fn games() -> Result<Vec<Game>> {
    let file = root().join("web/games.json");
    let text = fs::read_to_string(&file).map_err(|e| e.to_string())?;
    let list: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let pieces = list["pieces"].as_object().ok_or("games.json: no pieces")?;
    if let Some(name) = pieces.keys().find(|name| GameId::parse(name).is_none()) {
        return Err(format!("games.json: no rules of {name}"));
    }
    let texts = |value: &Value| -> Vec<String> {
        let items = value.as_array().into_iter().flatten();
        items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
    };
    let listed = GameId::ALL.iter().filter_map(|&id| Some((id, pieces.get(id.spec().id)?)));
    let game = |(id, pieces): (GameId, &Value)| {
        let accent = <[String; 2]>::try_from(texts(&list["accents"][id.spec().id]))
            .map_err(|_| format!("games.json: two colours wanted of {id}"))?;
        Ok(Game { id, pieces: texts(pieces), accent })
    };
    listed.map(game).collect()
}

/// Writes into the page's files what the list says: the games' names where `early.js` has
/// `@games@` and their [signs in links](link_sign) where it has `@links@`, and their colours (see
/// [`with_accents`]).
///
/// # Errors
/// When a file cannot be read or written.
pub(crate) fn fill_in(web: &Path, games: &[Game]) -> Result<()> {
    let names: Vec<&str> = games.iter().map(Game::name).collect();
    let links: String = games.iter().map(|game| link_sign(game.id)).collect();
    let emblem = |game: &Game| {
        let path = web.join(format!("pieces/emblem-{}.svg", game.name()));
        fs::read_to_string(&path).map_err(|e| e.to_string())
    };
    let emblems: Vec<String> = games.iter().map(emblem).collect::<Result<_>>()?;
    for file in ["shell/early.js", "shell/style.css", "learn/rules.css", "shell/choice.css"] {
        let path = web.join(file);
        let text = fs::read_to_string(&path).map_err(|e| e.to_string())?;
        let text = text.replace("@games@", &names.join("|")).replace("@links@", &links);
        let text = with_accents(&text, games, &emblems);
        fs::write(&path, text).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// The sign of base64url behind `#g=AQ` in a link to one of this game (docs/link-format.md): the low
/// four bits of the game's number, which is the link's second byte, and two zeros.
///
/// # Panics
/// When the game's number is 16 or more: its links begin with other signs.
fn link_sign(game: GameId) -> char {
    let number = game.spec().link;
    assert!(number < 16, "{game}: early.js does not know its links");
    let place = number << 2;
    match place {
        0..26 => char::from(b'A' + place),
        26..52 => char::from(b'a' + place - 26),
        _ => char::from(b'0' + place - 52),
    }
}

/// The style sheet with each `/* @light SELECTOR */`, `/* @dark SELECTOR */` and
/// `/* @emblem SELECTOR */` replaced by a rule for each game: its colour on light or dark paper, its
/// emblem. `GAME` in the selector is its name. The first game's colours are those of the sheet.
fn with_accents(text: &str, games: &[Game], emblems: &[String]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/* @") {
        let Some((what, after)) = comment.split_once(" */") else { break };
        let (kind, selector) = what.split_once(' ').unwrap_or((what, ""));
        out.push_str(before);
        for (place, game) in games.iter().enumerate() {
            let name = game.name();
            let [light, dark] = &game.accent;
            let declaration = match kind {
                "emblem" => format!("mask-image: url(\"{}\")", in_address(&emblems[place])),
                _ if place == 0 => continue,
                "dark" => format!("--accent: {dark}"),
                _ => format!("--accent: {light}"),
            };
            let _ = writeln!(out, "{} {{ {declaration}; }}", selector.replace("GAME", name));
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// A drawing as an address that holds all of it: one request less.
fn in_address(drawing: &str) -> String {
    let mut out = "data:image/svg+xml,".to_owned();
    for sign in drawing.trim().chars() {
        match sign {
            '"' => out.push('\''),
            '%' | '#' | '<' | '>' | '(' | ')' | '\n' => {
                let _ = write!(out, "%{:02X}", u32::from(sign));
            }
            _ => out.push(sign),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_but_the_yardstick_is_on_the_menu() {
        let menu: Vec<GameId> = games().unwrap().iter().map(|game| game.id).collect();
        for game in GameId::ALL {
            assert_eq!(menu.contains(game), *game != GameId::Orthodox, "{game}");
        }
    }

    #[test]
    fn links_differ_in_their_third_sign() {
        for line in include_str!("../../record/tests/links/version-1.txt").lines() {
            let (link, rest) = line.split_once(' ').unwrap();
            let (game, _) = rest.split_once(' ').unwrap();
            let sign = link_sign(GameId::parse(game).unwrap());
            assert!(link.starts_with(&format!("g=AQ{sign}")), "{line}");
        }
    }

    /// The page exchanges the two colours for Black, and its policy forbids styles in drawings.
    #[test]
    fn every_set_draws_every_piece_in_two_colours() {
        for game in games().unwrap() {
            for (set, piece) in ["", "classic/", "bold/"]
                .iter()
                .flat_map(|set| game.pieces.iter().map(move |piece| (set, piece)))
            {
                let path = root().join(format!("web/pieces/{set}{piece}.svg"));
                let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
                let foreign = text.replace("#FFFDF7", "").replace("#1F252B", "");
                assert!(!foreign.contains('#') && !foreign.contains("rgb"), "{path:?}");
                assert!(text.contains("#FFFDF7") && text.contains("#1F252B"), "{path:?}");
                assert!(text.contains("viewBox=\"0 0 64 64\""), "{path:?}");
                for forbidden in ["style", "<text", " id=", "<script", "href"] {
                    assert!(!text.contains(forbidden), "{path:?}: {forbidden}");
                }
            }
        }
    }

    #[test]
    fn style_sheets_get_a_rule_a_game() {
        let games = games().unwrap();
        let emblems = vec!["<svg a=\"#1\"/>".to_owned(); games.len()];
        let text = "a{}\n/* @dark [data-game=\"GAME\"] */\nb{}\n/* @emblem .GAME */\n";
        let css = with_accents(text, &games, &emblems);
        let emblem = "{ mask-image: url(\"data:image/svg+xml,%3Csvg a='%231'/%3E\"); }";
        assert!(css.contains(&format!(".magnetic {emblem}")), "{css}");
        assert_eq!(css.matches("--accent").count(), games.len() - 1);
        assert!(css.contains("[data-game=\"magnetic\"] { --accent: #7fb4ea; }"));
        assert!(css.starts_with("a{}\n") && css.contains("\nb{}\n"));
    }
}
