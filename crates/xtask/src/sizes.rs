//! How much a visitor loads before the first board can be played on, and the limit for that.

use std::fmt::Write as _;
use std::path::Path;

use crate::games::{FRONT, Game, games};
use crate::run::{Result, command, output};

/// Bytes after `gzip -9` that the first playable board may take: the page with its style sheet,
/// scripts, module and pieces.
pub(crate) const BUDGET: u64 = 270_000;

/// What every first board takes, whichever its game, beside what the page itself names; `*` stands
/// for any characters.
const COMMON: [&str; 3] = ["app-*", "index.html", "assets/main.js"];

/// Whether the first board of a game takes this file.
fn takes(game: &Game, size: &Size) -> bool {
    let path = &plain(&size.path);
    let strings = format!("assets/strings/en/{}.json", game.name());
    let is_piece = |piece: &String| matches(&format!("assets/pieces/{piece}.svg"), path);
    size.named
        || COMMON.iter().any(|pattern| matches(pattern, path))
        || matches(&strings, path)
        || matches("assets/pieces/icon.svg", path)
        || game.pieces.iter().any(is_piece)
}

/// What the first board of a game takes, in bytes after gzip.
fn sum(game: &Game, sizes: &[Size]) -> u64 {
    sizes.iter().filter(|size| takes(game, size)).map(|size| size.gzip).sum()
}

/// The games, that of the front page first.
fn front_first() -> Result<Vec<Game>> {
    let mut games = games()?;
    games.sort_by_key(|game| game.name() != FRONT);
    Ok(games)
}

/// One file of the site. Sizes in bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) path: String,
    pub(crate) raw: u64,
    pub(crate) gzip: u64,
    /// Whether the page has it fetched ahead of need: the scripts that the first board runs on.
    pub(crate) named: bool,
}

/// Measures all files of a folder.
///
/// # Errors
/// When they cannot be read.
pub(crate) fn measure(folder: &Path) -> Result<Vec<Size>> {
    let text = output(command("node").arg("tools/gzip-sizes.mjs").arg(folder))
        .ok_or_else(|| format!("the files of {} cannot be measured", folder.display()))?;
    let page = folder.join("index.html");
    let page =
        std::fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    let size = |line| parse(line).ok_or_else(|| format!("not a size: {line}"));
    let named = |size: Size| {
        let link = format!("<link rel=\"modulepreload\" href=\"./{}\"", size.path);
        Size { named: page.contains(&link), ..size }
    };
    text.lines().map(|line| size(line).map(named)).collect()
}

fn parse(line: &str) -> Option<Size> {
    let mut words = line.splitn(3, ' ');
    Some(Size {
        raw: words.next()?.parse().ok()?,
        gzip: words.next()?.parse().ok()?,
        path: words.next()?.to_owned(),
        named: false,
    })
}

/// A path without the hash that the build has put into the file's name.
fn plain(path: &str) -> String {
    let parts = path.rsplit_once('-').and_then(|(stem, rest)| {
        let (hash, extension) = rest.split_once('.')?;
        let is_hash = hash.len() == 10 && hash.bytes().all(|b| b.is_ascii_hexdigit());
        (is_hash && path.starts_with("assets/")).then(|| format!("{stem}.{extension}"))
    });
    parts.unwrap_or_else(|| path.to_owned())
}

/// Whether a path fits a pattern in which `*` stands for any characters, none included.
fn matches(pattern: &str, path: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = path.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// The table of sizes: what counts first, the pieces summed up, then what is fetched later.
///
/// # Errors
/// When the list of games cannot be read.
pub(crate) fn table(sizes: &[Size]) -> Result<String> {
    let games = front_first()?;
    let Some((front, others)) = games.split_first() else { return Ok(String::new()) };
    let mut text = format!("{:>9} {:>9}  file\n", "raw", "gzip -9");
    let mut line = |raw: u64, gzip: u64, name: &str| {
        let _ = writeln!(text, "{raw:>9} {gzip:>9}  {name}");
    };
    let sums = |files: &[&Size]| -> (u64, u64) {
        (files.iter().map(|f| f.raw).sum(), files.iter().map(|f| f.gzip).sum())
    };
    let (first, later): (Vec<&Size>, Vec<&Size>) =
        sizes.iter().partition(|size| takes(front, size));
    let (pieces, rest): (Vec<&Size>, Vec<&Size>) =
        first.iter().partition(|size| size.path.contains("/pieces/"));
    for file in rest {
        line(file.raw, file.gzip, &file.path);
    }
    let (raw, gzip) = sums(&pieces);
    line(raw, gzip, &format!("{} pieces", pieces.len()));
    let (raw, gzip) = sums(&first);
    line(raw, gzip, &format!("in all, of {BUDGET}: {}", front.name()));
    for game in others {
        let _ = writeln!(text, "{:>19}  in all: {}", sum(game, sizes), game.name());
    }
    let mut line = |raw: u64, gzip: u64, name: &str| {
        let _ = writeln!(text, "{raw:>9} {gzip:>9}  {name}");
    };
    let (pieces, others): (Vec<&Size>, Vec<&Size>) =
        later.into_iter().partition(|size| size.path.contains("/pieces/"));
    for file in others {
        line(file.raw, file.gzip, &format!("{} (later)", file.path));
    }
    let (raw, gzip) = sums(&pieces);
    line(raw, gzip, &format!("{} pieces and emblems (later)", pieces.len()));
    Ok(text)
}

/// Holds the first board of every game against the budget.
///
/// # Errors
/// When one is above it.
pub(crate) fn check(sizes: &[Size]) -> Result<()> {
    for game in front_first()? {
        let sum = sum(&game, sizes);
        if sum > BUDGET {
            return Err(format!(
                "The first playable board of {} takes {sum} bytes, {} above the budget of {BUDGET}.",
                game.name(),
                sum - BUDGET
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(path: &str, gzip: u64) -> Size {
        Size { path: path.into(), raw: 3 * gzip, gzip, named: false }
    }

    #[test]
    fn patterns() {
        assert!(matches("sw.js", "sw.js"));
        assert!(!matches("sw.js", "sw.js.map"));
        assert!(matches("icons/*", "icons/192.png"));
        assert!(matches("*/index.html", "chessence/index.html"));
        assert!(!matches("*/index.html", "index.html"));
        assert!(matches("assets/engine*", "assets/engine/engine_worker_bg.wasm"));
        assert!(!matches("assets/engine*", "assets/main.js"));
        assert_eq!(
            plain("assets/strings/en/a-later-0123456789.json"),
            "assets/strings/en/a-later.json"
        );
        assert_eq!(plain("assets/chunk-ABCD2345.js"), "assets/chunk-ABCD2345.js");
        assert_eq!(plain("app-0123456789.js"), "app-0123456789.js");
        assert!(matches("a*b*c", "a-b-b-c"));
        assert!(!matches("a*b*c", "a-c-b"));
    }

    #[test]
    fn lines_are_read_and_paths_may_hold_spaces() {
        let read = Size { path: "a b.js".into(), raw: 30, gzip: 10, named: false };
        assert_eq!(parse("30 10 a b.js"), Some(read));
        assert_eq!(parse("30 x a.js"), None);
    }

    #[test]
    fn the_budget_is_met_exactly_or_failed_and_what_comes_later_is_free() {
        let at =
            [size("index.html", 9_000), size("app-1_bg.wasm", BUDGET - 9_000), size("sw.js", 5)];
        assert_eq!(check(&at), Ok(()));
        let above = [size("index.html", 9_001), size("app-1_bg.wasm", BUDGET - 9_000)];
        let message = check(&above).unwrap_err();
        assert!(message.contains(&format!("magnetic takes {} bytes, 1 above", BUDGET + 1)));
    }

    #[test]
    fn a_game_takes_its_own_pieces_and_what_the_page_names() {
        let games = front_first().unwrap();
        let magnetic = &games[0];
        let batteries = games.iter().find(|game| game.name() == "batteries").unwrap();
        let pawn = size("assets/pieces/pawn.svg", 1);
        assert!(takes(magnetic, &pawn) && !takes(batteries, &pawn));
        assert!(!takes(magnetic, &size("assets/pieces/bold/pawn.svg", 1)));
        assert!(!takes(magnetic, &size("assets/pieces/classic/pawn.svg", 1)));
        let chunk = size("assets/chunk-1.js", 1);
        assert!(!takes(magnetic, &chunk));
        assert!(takes(magnetic, &Size { named: true, ..chunk }));
    }

    #[test]
    fn the_table_sums_what_counts() {
        let sizes = [
            size("app-1_bg.wasm", 50),
            size("assets/pieces/king.svg", 3),
            size("assets/pieces/queen.svg", 4),
            size("assets/engine-worker.js", 7),
            size("assets/pieces/bold/king.svg", 2),
        ];
        let table = table(&sizes).unwrap();
        let lines: Vec<Vec<&str>> =
            table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["150", "50", "app-1_bg.wasm"]);
        assert_eq!(lines[2], ["21", "7", "2", "pieces"]);
        assert_eq!(lines[3], ["171", "57", "in", "all,", "of", &format!("{BUDGET}:"), "magnetic"]);
        assert_eq!(lines[4], ["57", "in", "all:", "charismatic"]);
        assert_eq!(lines[10], ["21", "7", "assets/engine-worker.js", "(later)"]);
        assert_eq!(lines[11], ["6", "2", "1", "pieces", "and", "emblems", "(later)"]);
    }
}
