//! How much a visitor loads, and the limits for that: sizes as Brotli makes them.

use fs_err as fs;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use xtask::folder::files;
use xtask::run::Result;

use crate::site::{BOOKS, NETS, Scripts, is_kept, unmarked};

/// Bytes that the front page may take in all, with what comes after the first board, 30,000 of them for
/// type.
pub(crate) const FRONT_BUDGET: u64 = 220_000;

/// Bytes that the files may take which every device keeps for when there is no network.
pub(crate) const OFFLINE_BUDGET: u64 = 1_300_000;

/// Bytes that the net of a game may take.
pub(crate) const NET_BUDGET: u64 = 200_000;
/// What the openings of a game may take with Brotli, in bytes.
const BOOK_BUDGET: u64 = 150_000;

/// Pictures that Brotli does not make smaller, and what is too small, come as they are.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// As it is.
    pub(crate) raw: u64,
    /// As it is sent to a browser that takes Brotli.
    pub(crate) sent: u64,
}

/// The files of a site by their paths without hashes, in bytes.
pub(crate) type Sizes = BTreeMap<String, Size>;

/// Measures all files of a site that has its compressed copies.
///
/// # Errors
/// When they cannot be read.
pub(crate) fn measure(site: &Path) -> Result<Sizes> {
    let length = |file: &str| {
        let path = site.join(file);
        fs::metadata(&path).map(|found| found.len()).map_err(|e| e.to_string())
    };
    let mut sizes = Sizes::new();
    for file in files(site)? {
        if file.ends_with(".gz") || file.ends_with(".br") {
            continue;
        }
        let raw = length(&file)?;
        let sent = length(&format!("{file}.br")).unwrap_or(raw);
        sizes.insert(unmarked(&file), Size { raw, sent });
    }
    Ok(sizes)
}

/// What is fetched before the first piece can be chosen on the front page, and what after that, by
/// their paths without hashes.
fn of_front(sizes: &Sizes, scripts: &Scripts) -> Result<[Vec<String>; 2]> {
    let script = |name: &str| format!("assets/{name}");
    let mut first = vec!["index.html".to_owned(), script("main.js")];
    first.extend(scripts.before("main.js").iter().map(|name| unmarked(&script(name))));
    first.extend(["assets/play/play.js", "assets/play/play_bg.wasm"].map(str::to_owned));
    first
        .extend(["assets/strings/en/first.json", "assets/pieces/standard.json"].map(str::to_owned));
    first.extend(["assets/fonts/sans.woff2", "assets/fonts/serif.woff2"].map(str::to_owned));
    // The choice of games, with the puzzle of the day.
    let mut after = Vec::new();
    for part in ["choice", "today"] {
        let chunk =
            scripts.chunk(part).ok_or(format!("esbuild has made no script of {part}.js"))?;
        after.push(unmarked(&script(chunk)));
        after.extend(scripts.before(chunk).iter().map(|name| unmarked(&script(name))));
    }
    after.sort();
    after.dedup();
    after.extend(
        [
            "assets/shell/cards.json",
            "assets/shell/choice.css",
            "assets/strings/en/choice.json",
            "assets/puzzles/cards.json",
            "assets/pieces/icon.svg",
            "manifest.webmanifest",
            "site.json",
            "sw.js",
        ]
        .map(str::to_owned),
    );
    after.retain(|path| !first.contains(path));
    for path in first.iter().chain(&after) {
        if !sizes.contains_key(path) {
            return Err(format!("The front page is thought to fetch {path}, which is not there."));
        }
    }
    Ok([first, after])
}

fn sum<'a>(sizes: &Sizes, paths: impl IntoIterator<Item = &'a String>) -> u64 {
    paths.into_iter().filter_map(|path| sizes.get(path)).map(|size| size.sent).sum()
}

/// What a device keeps for when there is no network.
fn offline(sizes: &Sizes) -> u64 {
    sizes.iter().filter(|(path, _)| is_kept(path)).map(|(_, size)| size.sent).sum()
}

/// The table of sizes: what the front page fetches before its first piece can be chosen, what after
/// that, and everything else.
///
/// # Errors
/// When a file is missing.
pub(crate) fn table(sizes: &Sizes, scripts: &Scripts) -> Result<String> {
    let [first, after] = of_front(sizes, scripts)?;
    let mut text = format!("{:>9} {:>9}  file\n", "raw", "Brotli");
    for path in &first {
        let Size { raw, sent } = sizes[path];
        let _ = writeln!(text, "{raw:>9} {sent:>9}  {path}");
    }
    let total = sum(sizes, &first);
    let _ = writeln!(text, "{:>9} {total:>9}  before the first piece can be chosen", "");
    for path in &after {
        let Size { raw, sent } = sizes[path];
        let _ = writeln!(text, "{raw:>9} {sent:>9}  {path} (after that)");
    }
    let all = total + sum(sizes, &after);
    let _ = writeln!(text, "{:>9} {all:>9}  the front page in all, of {FRONT_BUDGET}", "");
    for (path, Size { raw, sent }) in sizes {
        if !first.contains(path) && !after.contains(path) {
            let _ = writeln!(text, "{raw:>9} {sent:>9}  {path} (when wanted)");
        }
    }
    let kept = offline(sizes);
    let _ = writeln!(
        text,
        "{:>9} {kept:>9}  kept for when there is no network, of {OFFLINE_BUDGET}",
        ""
    );
    Ok(text)
}

/// Holds the front page, and what devices keep, against their budgets.
///
/// # Errors
/// When one is above it.
pub(crate) fn check(sizes: &Sizes, scripts: &Scripts) -> Result<()> {
    let [first, after] = of_front(sizes, scripts)?;
    let front = sum(sizes, first.iter().chain(&after));
    let nets = sizes.iter().filter(|(path, _)| path.starts_with(NETS));
    let largest = nets.map(|(_, size)| size.sent).max().unwrap_or(0);
    let books = sizes.iter().filter(|(path, _)| path.starts_with(BOOKS));
    let longest = books.map(|(_, size)| size.sent).max().unwrap_or(0);
    for (what, bytes, budget) in [
        ("The front page", front, FRONT_BUDGET),
        ("What devices keep for when there is no network", offline(sizes), OFFLINE_BUDGET),
        ("The largest net", largest, NET_BUDGET),
        ("The largest book of openings", longest, BOOK_BUDGET),
    ] {
        if bytes > budget {
            let above = bytes - budget;
            return Err(format!(
                "{what} takes {bytes} bytes with Brotli, {above} above the budget of {budget}: make \
                 it smaller, or fetch a part of it later (crates/site/src/sizes.rs)."
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A site of which every file that the front page fetches has ten bytes, the module `module`.
    fn site(module: u64) -> (Sizes, Scripts) {
        let account = serde_json::json!({ "outputs": {
            "../bundle/main.js": { "imports": [
                { "path": "../bundle/first-ABCD2345.js", "kind": "import-statement" },
                { "path": "../bundle/choice-ABCD2345.js", "kind": "dynamic-import" },
            ] },
            "../bundle/first-ABCD2345.js": { "imports": [] },
            "../bundle/today-ABCD2345.js": { "imports": [] },
            "../bundle/choice-ABCD2345.js": { "imports": [
                { "path": "../bundle/first-ABCD2345.js", "kind": "import-statement" },
                { "path": "../bundle/other-ABCD2345.js", "kind": "import-statement" },
            ] },
            "../bundle/other-ABCD2345.js": { "imports": [] },
        } });
        let scripts = Scripts::read(&account);
        let mut sizes = Sizes::new();
        // What is missing is named; so the list is found without writing it here once more.
        while let Err(message) = of_front(&sizes, &scripts) {
            let path = message.split_whitespace().find(|word| word.contains('.')).unwrap();
            let path = path.trim_end_matches(',').to_owned();
            let sent = if path.ends_with(".wasm") { module } else { 10 };
            assert!(sizes.insert(path, Size { raw: 3 * sent, sent }).is_none(), "{message}");
        }
        (sizes, scripts)
    }

    #[test]
    fn the_front_page_takes_what_its_scripts_import() {
        let (sizes, scripts) = site(10);
        let [first, after] = of_front(&sizes, &scripts).unwrap();
        assert!(first.contains(&"assets/first-ABCD2345.js".to_owned()));
        assert!(!first.contains(&"assets/choice-ABCD2345.js".to_owned()));
        for path in ["assets/choice-ABCD2345.js", "assets/other-ABCD2345.js"] {
            assert!(after.contains(&path.to_owned()), "{path}");
        }
        assert!(!after.contains(&"assets/first-ABCD2345.js".to_owned()), "counted once");
    }

    #[test]
    fn the_budgets_are_met_exactly_or_failed() {
        let (mut sizes, scripts) = site(0);
        let rest: u64 = sizes.values().map(|size| size.sent).sum();
        let module = |sent| Size { raw: sent, sent };
        sizes.insert("assets/play/play_bg.wasm".into(), module(FRONT_BUDGET - rest));
        assert_eq!(check(&sizes, &scripts), Ok(()));
        sizes.insert("assets/play/play_bg.wasm".into(), module(FRONT_BUDGET - rest + 1));
        let message = check(&sizes, &scripts).unwrap_err();
        assert!(message.starts_with("The front page takes"), "{message}");
        assert!(message.contains(", 1 above"), "{message}");
        sizes.insert("assets/play/play_bg.wasm".into(), module(0));
        sizes.insert("assets/engine/engine-worker_bg.wasm".into(), module(OFFLINE_BUDGET));
        let message = check(&sizes, &scripts).unwrap_err();
        assert!(message.starts_with("What devices keep"), "{message}");
        sizes.insert(format!("{NETS}magnetic.net"), module(NET_BUDGET + 1));
        sizes.insert("assets/engine/engine-worker_bg.wasm".into(), module(0));
        let message = check(&sizes, &scripts).unwrap_err();
        assert!(message.starts_with("The largest net"), "{message}");
        // A net is kept by those who have played against it, not by every device.
        sizes.insert(format!("{NETS}magnetic.net"), module(NET_BUDGET));
        assert_eq!(check(&sizes, &scripts), Ok(()));
        sizes.insert("assets/engine/engine-worker_bg.wasm".into(), module(OFFLINE_BUDGET));
        // Nobody keeps the pictures that other sites show of this one.
        let sent = sizes.remove("assets/engine/engine-worker_bg.wasm").unwrap().sent;
        sizes.insert("previews/all.png".into(), module(sent));
        assert_eq!(check(&sizes, &scripts), Ok(()));
    }
}
