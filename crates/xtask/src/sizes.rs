//! How much a visitor loads before the first board can be played on, and the limit for that.

use std::fmt::Write as _;
use std::path::Path;

use crate::run::{Result, command, output};

/// Bytes after `gzip -9` that the first playable board may take: page, style sheet, scripts,
/// module and men.
pub(crate) const BUDGET: u64 = 109_000;

/// What is fetched later than the first playable board, or only by some visitors; `*` stands for
/// any characters. The pages of the single games repeat the first page: a visitor loads one. The
/// second set of men is fetched by who chooses it, the emblems with the menu. Each game fetches its own
/// module and men; what counts is the first game's.
const LATER: [&str; 31] = [
    "sw.js",
    "manifest.webmanifest",
    "robots.txt",
    "sitemap.xml",
    "icons/*",
    "*/index.html",
    "previews/*",
    "assets-*/engine*",
    "assets-*/later/*",
    "assets-*/live-*",
    "assets-*/lessons*",
    "assets-*/pieces/bold/*",
    "assets-*/pieces/emblem-*",
    "assets-*/pieces/mark-*",
    "assets-*/pieces/man*",
    "assets-*/pieces/contramatic-king.svg",
    "assets-*/pieces/president.svg",
    "assets-*/pieces/battery.svg",
    "assets-*/pieces/lady.svg",
    "assets-*/pieces/diag.svg",
    "assets-*/pieces/orthog.svg",
    "assets-*/pieces/agent.svg",
    "assets-*/pieces/equine.svg",
    "assets-*/pieces/soldier.svg",
    "assets-*/sounds/*",
    "assets-*/strings/*/lesson.json",
    "assets-*/strings/*/chessence.json",
    "assets-*/strings/*/*contramatic.json",
    "assets-*/strings/*/magnetic.json",
    "assets-*/strings/*/batteries.json",
    "licenses*",
];

/// One file of the site. Sizes in bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) path: String,
    pub(crate) raw: u64,
    pub(crate) gzip: u64,
}

impl Size {
    fn counts(&self) -> bool {
        !LATER.iter().any(|pattern| matches(pattern, &self.path))
    }
}

/// Measures all files of a folder.
///
/// # Errors
/// When they cannot be read.
pub(crate) fn measure(folder: &Path) -> Result<Vec<Size>> {
    let text = output(command("node").arg("tools/gzip-sizes.mjs").arg(folder))
        .ok_or_else(|| format!("the files of {} cannot be measured", folder.display()))?;
    text.lines().map(|line| parse(line).ok_or_else(|| format!("not a size: {line}"))).collect()
}

fn parse(line: &str) -> Option<Size> {
    let mut words = line.splitn(3, ' ');
    Some(Size {
        raw: words.next()?.parse().ok()?,
        gzip: words.next()?.parse().ok()?,
        path: words.next()?.to_owned(),
    })
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

/// The table of sizes: what counts first, the men summed up, then what is fetched later.
pub(crate) fn table(sizes: &[Size]) -> String {
    let mut text = format!("{:>9} {:>9}  file\n", "raw", "gzip -9");
    let mut line = |raw: u64, gzip: u64, name: &str| {
        let _ = writeln!(text, "{raw:>9} {gzip:>9}  {name}");
    };
    let sum = |files: &[&Size]| -> (u64, u64) {
        (files.iter().map(|f| f.raw).sum(), files.iter().map(|f| f.gzip).sum())
    };
    let (first, later): (Vec<&Size>, Vec<&Size>) = sizes.iter().partition(|size| size.counts());
    let (men, others): (Vec<&Size>, Vec<&Size>) =
        first.iter().partition(|size| size.path.contains("/pieces/"));
    for file in others {
        line(file.raw, file.gzip, &file.path);
    }
    let (raw, gzip) = sum(&men);
    line(raw, gzip, &format!("{} men", men.len()));
    let (raw, gzip) = sum(&first);
    line(raw, gzip, &format!("in all, of {BUDGET}"));
    let (men, others): (Vec<&Size>, Vec<&Size>) =
        later.into_iter().partition(|size| size.path.contains("/pieces/"));
    for file in others {
        line(file.raw, file.gzip, &format!("{} (later)", file.path));
    }
    let (raw, gzip) = sum(&men);
    line(raw, gzip, &format!("{} men and emblems (later)", men.len()));
    text
}

/// Holds the sizes against the budget.
///
/// # Errors
/// When they are above it.
pub(crate) fn check(sizes: &[Size]) -> Result<()> {
    let sum: u64 = sizes.iter().filter(|size| size.counts()).map(|size| size.gzip).sum();
    if sum <= BUDGET {
        return Ok(());
    }
    Err(format!(
        "The first playable board takes {sum} bytes, {} above the budget of {BUDGET}.",
        sum - BUDGET
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(path: &str, gzip: u64) -> Size {
        Size { path: path.into(), raw: 3 * gzip, gzip }
    }

    #[test]
    fn patterns() {
        assert!(matches("sw.js", "sw.js"));
        assert!(!matches("sw.js", "sw.js.map"));
        assert!(matches("icons/*", "icons/192.png"));
        assert!(matches("*/index.html", "chessence/index.html"));
        assert!(!matches("*/index.html", "index.html"));
        assert!(matches("assets-*/engine*", "assets-12/engine/engine_worker_bg.wasm"));
        assert!(!matches("assets-*/engine*", "assets-12/main.js"));
        assert!(matches("a*b*c", "a-b-b-c"));
        assert!(!matches("a*b*c", "a-c-b"));
    }

    #[test]
    fn lines_are_read_and_paths_may_hold_spaces() {
        assert_eq!(parse("30 10 a b.js"), Some(Size { path: "a b.js".into(), raw: 30, gzip: 10 }));
        assert_eq!(parse("30 x a.js"), None);
    }

    #[test]
    fn the_budget_is_met_exactly_or_failed_and_what_comes_later_is_free() {
        let at = [size("index.html", 9_000), size("app_bg.wasm", 100_000), size("sw.js", 5_000)];
        assert_eq!(check(&at), Ok(()));
        let above = [size("index.html", 9_001), size("app_bg.wasm", 100_000)];
        assert!(check(&above).unwrap_err().contains("109001 bytes, 1 above"));
    }

    #[test]
    fn the_table_sums_what_counts() {
        let sizes = [
            size("app_bg.wasm", 50),
            size("assets-1/pieces/king.svg", 3),
            size("assets-1/pieces/queen.svg", 4),
            size("assets-1/engine-worker.js", 7),
            size("assets-1/pieces/bold/king.svg", 2),
        ];
        let table = table(&sizes);
        let lines: Vec<Vec<&str>> =
            table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["150", "50", "app_bg.wasm"]);
        assert_eq!(lines[2], ["21", "7", "2", "men"]);
        assert_eq!(lines[3], ["171", "57", "in", "all,", "of", "109000"]);
        assert_eq!(lines[4], ["21", "7", "assets-1/engine-worker.js", "(later)"]);
        assert_eq!(lines[5], ["6", "2", "1", "men", "and", "emblems", "(later)"]);
    }
}
