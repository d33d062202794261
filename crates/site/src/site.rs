//! What this project adds to a Trunk build, as its last hook (`Trunk.toml`): every file that can
//! change gets a name that changes with it, except the few whose address must stay (pages, service
//! worker, manifest).
//!
//! - Trunk puts its modules into `web/play/`, `web/engine/` and `web/whole/`, beside what it copies from `web/`.
//! - `web/` becomes `assets/`, and each file in it gets the hash of its own content into its name
//!   (`pieces/king-01234567.svg`), so that a new version has new names for what has changed alone.
//!   esbuild has named the scripts that import each other; all other files are asked for by the page
//!   (`asset` in `web/shell/files.js`), which finds the hashes in the page's element `files`. Addresses
//!   that begin with `./web/` or `../web/` in pages, and in the files of `web/root/`, follow.
//! - `web/root/` is the place for files that must stand at the site's root under their own names
//!   (`sw.js`, `manifest.webmanifest`, `chessence/index.html`).
//! - In a release that Trunk does not serve itself, beside each file that becomes smaller stand copies compressed by gzip and Brotli
//!   (`.gz`, `.br`), for web servers that send them as they are.
//! - `early.js`, `first-words.js` and `style.css` are written into the page, whose policy names them by their
//!   hashes.
//! - In `sw.js`, the string `@version@` becomes the hash of the whole site, `@assets@` that of the
//!   names in `assets/`, which pages carry as `data-version`, and `@files@` the list of the site's
//!   files, separated by spaces, `@when-used@` that of those which are kept when they have been used.

use fs_err as fs;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use xtask::folder::{files, resolve};
use xtask::hash::Hash;
use xtask::run::{Result, answer, command, npm_program, root, run};

use crate::cards;
use crate::games::{self, Game};
use crate::imports;
use crate::rules_pages;
use crate::sizes;

/// Makes the finished site of what Trunk has put together: Trunk's hook, which it tells where that is.
///
/// # Errors
/// When it is not Trunk that runs it, when a step fails, or when a visitor of the published site would have
/// to wait for more than the budget.
pub(crate) fn assemble() -> Result<()> {
    let staging = std::env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from);
    let staging = staging.ok_or("This is for Trunk to run: `trunk build`, `cargo xtask build`.")?;
    let is_release = std::env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release");
    let is_published = is_release && !is_served(&read(&staging.join("index.html"))?);
    let games = games::games()?;
    games::fill_in(&staging.join("web"), &games)?;
    cards::write(&staging.join("web"), &games)?;
    first_words(&staging.join("web"), &games)?;
    divide_words(&staging.join("web/strings"))?;
    run(command("node").arg("tools/cards.mjs").arg(staging.join("web")))?;
    let scripts = bundle(&staging.join("web"))?;
    rules_pages::assemble(&staging)?;
    join_pieces(&staging.join("web/pieces"), &games)?;
    minify(&staging)?;
    let web = staging.join("web");
    imports::shorten(&web, &files(&web)?)?;
    finish(&staging, &scripts)?;
    if is_published {
        run(command("node").arg("tools/compress.mjs").arg(&staging))?;
        let sizes = sizes::measure(&staging)?;
        println!("{}", sizes::table(&sizes, &scripts)?);
        sizes::check(&sizes, &scripts)?;
    }
    Ok(())
}

/// Makes the rules' pages alone, without the game, for who writes them. Returns their folder.
///
/// # Errors
/// When a page is not in order.
pub(crate) fn rules_pages() -> Result<PathBuf> {
    let folder = root().join("target/rules-pages");
    empty(&folder)?;
    copy(&root().join("web"), &folder.join("web"))?;
    games::fill_in(&folder.join("web"), &games::games()?)?;
    rules_pages::assemble(&folder)?;
    finish(&folder, &Scripts::default())?;
    Ok(folder)
}

/// The groups of words that nothing says before the first board stands, by the parts of the catalogue
/// that they are fetched in (`loadWords` in `web/shell/words.js`).
const PARTS: [(&str, &[&str]); 4] = [
    ("how", &["how"]),
    ("refusal", &["ahead", "refusal"]),
    ("choice", &["choice"]),
    (
        "dialogs",
        &[
            "analysis",
            "ask",
            "book",
            "broken",
            "clock",
            "computer",
            "conditional",
            "days",
            "editor",
            "fair",
            "kept",
            "keys",
            "last",
            "lesson",
            "library",
            "lines",
            "live",
            "lobby",
            "mail",
            "marks",
            "proof",
            "puzzle",
            "report",
            "result",
            "scan",
            "settings",
            "site",
            "study",
            "together",
            "travel",
            "watch",
            "welcome",
        ],
    ),
];

/// The words of puzzles that the card of the puzzle of the day says, beside the choice of games.
const CARD: [&str; 11] = [
    "asks",
    "card",
    "card-solve",
    "card-solved",
    "how-hints",
    "how-one-hint",
    "numbers",
    "of-day",
    "streak",
    "to-move",
    "tries",
];

/// The part of the catalogue that a group of words stands in.
fn part_of(group: &str) -> &'static str {
    PARTS.iter().find(|(_, groups)| groups.contains(&group)).map_or("first", |(part, _)| part)
}

/// Writes into `first-words.js` the words of the catalogue that the first frame has: a page would otherwise be
/// painted without, and once more when they have come.
fn first_words(web: &Path, games: &[Game]) -> Result<()> {
    let catalogue: Value = serde_json::from_str(&read(&web.join("strings/en.json"))?)
        .map_err(|e| format!("strings/en.json: {e}"))?;
    let word = |keys: &[&str]| -> Result<String> {
        let found = keys.iter().fold(&catalogue, |at, key| &at[key]).as_str();
        // It stands between apostrophes in a script of the page.
        let fits = found.filter(|text| !text.contains(['\'', '"', '\\', '<', '{']));
        fits.map(str::to_owned).ok_or_else(|| format!("strings/en.json: {}", keys.join(".")))
    };
    let mut lines = serde_json::Map::new();
    for game in games.iter().map(Game::name) {
        let line = |key| word(&["games", game, key]);
        let texts = json!({ "name": line("name")?, "win": line("win")?, "lose": line("lose")? });
        lines.insert(game.to_owned(), texts);
    }
    let words = json!({
        "games": lines,
        "loading": word(&["notice", "loading"])?,
        "try": word(&["front", "try"])?,
        "choice": word(&["choice", "title"])?,
    });
    let path = web.join(FIRST_WORDS);
    write(&path, &read(&path)?.replace("\"@words@\"", &words.to_string()))
}

/// Divides each catalogue (`en.json`) into what the first board says and the other parts
/// (`en/first.json`, `en/dialogs.json`).
fn divide_words(strings: &Path) -> Result<()> {
    for file in files(strings)? {
        let Some(language) = file.strip_suffix(".json") else { continue };
        let catalogue: BTreeMap<String, Value> = serde_json::from_str(&take(&strings.join(&file))?)
            .map_err(|e| format!("{file}: {e}"))?;
        let mut parts: BTreeMap<&str, BTreeMap<String, Value>> = BTreeMap::new();
        for (group, mut words) in catalogue {
            if let (true, Value::Object(all)) = (group == "puzzle", &mut words) {
                let of_card = CARD.iter().filter_map(|&key| all.remove_entry(key)).collect();
                parts.entry("choice").or_default().insert(group.clone(), Value::Object(of_card));
            }
            parts.entry(part_of(&group)).or_default().insert(group, words);
        }
        let folder = strings.join(language);
        fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        for (name, part) in parts {
            let text = serde_json::to_string(&part).map_err(|e| e.to_string())?;
            write(&folder.join(format!("{name}.json")), &text)?;
        }
    }
    Ok(())
}

/// Puts the drawings of each set of pieces into one file (`standard.json`, `bold.json`), by their
/// names: a page fetches a set, not a drawing. The site's own sign stays a file.
fn join_pieces(pieces: &Path, games: &[Game]) -> Result<()> {
    let mut sets: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for file in files(pieces)? {
        let Some(drawing) = file.strip_suffix(".svg").filter(|&name| name != "icon") else {
            continue;
        };
        let (set, name) = drawing.split_once('/').unwrap_or(("standard", drawing));
        let text = take(&pieces.join(&file))?;
        if !name.starts_with("emblem-") && !name.starts_with("mark-") && name != "icon" {
            sets.entry(set.to_owned()).or_default().insert(name.to_owned(), text.trim().to_owned());
        }
    }
    for (set, drawings) in sets {
        let mut needed = games.iter().flat_map(|game| &game.pieces);
        if let Some(piece) = needed.find(|&piece| !drawings.contains_key(piece)) {
            return Err(format!("web/pieces: the set {set} has no {piece}"));
        }
        let text = serde_json::to_string(&drawings).map_err(|e| e.to_string())?;
        write(&pieces.join(format!("{set}.json")), &text)?;
    }
    Ok(())
}

/// The scripts as esbuild has joined them: which others each imports at once, by their paths in
/// `web/`, before they have their hashes.
#[derive(Default)]
pub(crate) struct Scripts(BTreeMap<String, Vec<String>>);

impl Scripts {
    /// Reads esbuild's account of its outputs.
    pub(crate) fn read(account: &Value) -> Scripts {
        let name = |path: &str| path.strip_prefix("../bundle/").unwrap_or(path).to_owned();
        let outputs = account["outputs"].as_object().into_iter().flatten();
        let imports = |output: &Value| {
            let all = output["imports"].as_array().into_iter().flatten();
            let at_once = all.filter(|import| import["kind"] == "import-statement");
            at_once.filter_map(|import| import["path"].as_str().map(name)).collect()
        };
        Scripts(outputs.map(|(path, output)| (name(path), imports(output))).collect())
    }

    /// The scripts that run before this one does, directly imported or by others.
    pub(crate) fn before(&self, script: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut open = vec![script];
        while let Some(script) = open.pop() {
            for import in self.0.get(script).into_iter().flatten() {
                if found.insert(import.clone()) {
                    open.push(import);
                }
            }
        }
        found
    }

    /// The script of a name that esbuild has given a hash: `more-ABCD2345.js` for "more".
    pub(crate) fn chunk(&self, name: &str) -> Option<&str> {
        let is_named = |path: &&String| {
            is_chunk(path) && path.rsplit_once('-').is_some_and(|(stem, _)| stem == name)
        };
        self.0.keys().find(is_named).map(String::as_str)
    }
}

/// Joins the page's scripts into few files: a phone on a slow line waits for each of them. Parts
/// that are loaded later stay files of their own.
fn bundle(web: &Path) -> Result<Scripts> {
    let sources: Vec<PathBuf> = files(web)?
        .into_iter()
        .filter(|file| file.ends_with(".js") && !STANDING.contains(&file.as_str()))
        .filter(|file| !MADE.iter().any(|made| file.starts_with(made)))
        .chain(["games.json".to_owned()])
        .map(|file| web.join(file))
        .collect();
    join_core(web, &esbuild(web)?)?;
    let found = esbuild(web)?;
    for source in sources {
        fs::remove_file(&source).map_err(|e| e.to_string())?;
    }
    let bundle = web.with_file_name("bundle");
    copy(&bundle, web)?;
    fs::remove_dir_all(&bundle).map_err(|e| e.to_string())?;
    Ok(Scripts::read(&found))
}

/// Has esbuild join the scripts of `web/` into `bundle/` beside it. Returns its account.
fn esbuild(web: &Path) -> Result<Value> {
    let mut esbuild = npm_program("esbuild");
    esbuild
        .current_dir(web)
        .args(ENTRIES)
        .args(["--bundle", "--splitting", "--format=esm", "--target=es2022"])
        .args(["--minify", "--legal-comments=none"])
        .args(["--entry-names=[name]", "--chunk-names=[name]-[hash]", "--log-level=warning"])
        .args(["--outdir=../bundle", "--metafile=../bundle.json"]);
    empty(&web.with_file_name("bundle"))?;
    run(&mut esbuild)?;
    let account = take(&web.with_file_name("bundle.json"))?;
    serde_json::from_str(&account).map_err(|e| format!("esbuild: {e}"))
}

/// esbuild puts modules into one file that are needed by the same set of beginnings: the page, and
/// each `import()`. Whatever the page itself runs on is there before any of those, so each of them is
/// made to need all of it: one file, instead of one for every set of them.
fn join_core(web: &Path, account: &Value) -> Result<()> {
    let (core, begun) = core_of(account);
    for beginning in begun {
        let path = web.join(&beginning);
        let imports: String = core
            .iter()
            .map(|file| {
                format!("import \"{}{file}\";", "../".repeat(beginning.matches('/').count()))
            })
            .collect();
        write(&path, &format!("{imports}{}", read(&path)?))?;
    }
    Ok(())
}

/// The modules that the page's own script imports, directly or not, and the beginnings that run where
/// those are.
fn core_of(account: &Value) -> (BTreeSet<String>, BTreeSet<String>) {
    let imports = |file: &str, kind: &str| -> Vec<String> {
        let all = account["inputs"][file]["imports"].as_array().into_iter().flatten();
        let alike = all.filter(|import| import["kind"] == kind);
        alike.filter_map(|import| import["path"].as_str().map(str::to_owned)).collect()
    };
    let own = |file: &String| file.ends_with(".js") && !file.contains("node_modules/");
    let mut core = BTreeSet::new();
    let mut open = vec![ENTRIES[0].to_owned()];
    while let Some(file) = open.pop() {
        for import in imports(&file, "import-statement").into_iter().filter(own) {
            if core.insert(import.clone()) {
                open.push(import);
            }
        }
    }
    let inputs = account["inputs"].as_object().into_iter().flatten();
    let mut begun: BTreeSet<String> =
        inputs.flat_map(|(file, _)| imports(file, "dynamic-import")).filter(own).collect();
    begun.insert(FRAME.to_owned());
    begun.retain(|file| !core.contains(file));
    (core, begun)
}

/// Folders whose scripts are not joined with others.
const MADE: [&str; 4] = ["engine/", "play/", "whole/", "root/"];
/// The script of the page for frames on other pages.
const FRAME: &str = "analysis/embed.js";
/// Scripts that pages and workers begin with, that of the page first; built, they stand in `web/` itself,
/// without their folders.
pub(crate) const ENTRIES: [&str; 4] =
    ["shell/main.js", "learn/diagram.js", FRAME, "computer/engine-worker.js"];
/// Scripts that pages name and that run before anything is shown, on their own.
const STANDING: [&str; 3] = ["shell/early.js", FIRST_WORDS, "learn/rules-theme.js"];
/// The script that fills in the page's first words.
const FIRST_WORDS: &str = "shell/first-words.js";

/// Takes comments and long names out of every script and style sheet, each on its own.
fn minify(site: &Path) -> Result<()> {
    let found = files(site)?;
    let scripts = found.iter().filter(|file| matches!(extension(file), "js" | "css"));
    let mut esbuild = npm_program("esbuild");
    esbuild
        .current_dir(site)
        .args(["--minify", "--target=es2022", "--legal-comments=none", "--log-level=warning"])
        .args(["--allow-overwrite", "--outbase=.", "--outdir=."])
        .args(scripts);
    run(&mut esbuild)
}

/// Gives the site's files their final names and addresses.
///
/// # Errors
/// When a file cannot be read or written.
pub(crate) fn finish(site: &Path, scripts: &Scripts) -> Result<()> {
    let web = site.join("web");
    let fixed = web.join("root");
    if fixed.exists() {
        copy(&fixed, site)?;
        fs::remove_dir_all(&fixed).map_err(|e| e.to_string())?;
    }
    // Declarations are for the type checker alone.
    for file in files(&web)?.iter().filter(|file| file.ends_with(".d.ts")) {
        let path = web.join(file);
        fs::remove_file(&path).map_err(|e| e.to_string())?;
    }
    let early = scripts.before("main.js");
    let inline = ["shell/early.js", FIRST_WORDS];
    let inline = inline.map(|script| Ok((script, take(&web.join(script))?)));
    let inline = inline.into_iter().collect::<Result<Vec<_>>>()?;
    let style = web.join(STYLE_SHEET);
    let sheet = if style.exists() { read(&style)? } else { String::new() };
    let marks = mark(&web)?;
    let sheet = in_page(&with_pictures(&sheet, STYLE_SHEET, &marks), STYLE_SHEET);
    let assets = site.join(ASSETS);
    fs::rename(&web, &assets).map_err(|e| e.to_string())?;
    let names =
        files(&assets)?.into_iter().fold(Hash::default(), |hash, name| hash.with(name.as_bytes()));
    let version = names.name();
    let asked_for = serde_json::to_string(&asked_for(&marks)).map_err(|e| e.to_string())?;
    let relay = relay_elsewhere()?;
    for file in files(site)? {
        let is_asset = file.split_once('/').is_some_and(|(folder, _)| folder == ASSETS);
        if is_asset || !matches!(extension(&file), "html" | "js" | "webmanifest") {
            continue;
        }
        let text = read(&site.join(&file))?;
        let text = if extension(&file) == "html" {
            let text = preload(&text, &early);
            let text = inline.iter().try_fold(text, |text, (script, content)| {
                write_in(&text, &format!("./web/{script}"), content.trim())
            })?;
            let text = write_in_sheet(&text, "./web/shell/style.css", sheet.trim())?;
            relay_policy(&serve_policy(&tell_files(&text, &version, &asked_for)), &relay)
        } else if extension(&file) == "webmanifest" {
            let manifest: Value =
                serde_json::from_str(&text).map_err(|e| format!("{file}: {e}"))?;
            manifest.to_string()
        } else {
            text
        };
        write(&site.join(&file), &rewrite(&text, &marks))?;
    }
    let worker = site.join("sw.js");
    if worker.exists() {
        let text = read(&worker)?;
        let whole = hash_of(site)?;
        let (list, others): (Vec<String>, Vec<String>) =
            files(site)?.into_iter().partition(|file| is_kept(file));
        let when_used: Vec<String> =
            others.into_iter().filter(|file| is_kept_when_used(file)).collect();
        let text = text
            .replace("@version@", &whole)
            .replace("@assets@", &version)
            .replace("@files@", &list.join(" "))
            .replace("@when-used@", &when_used.join(" "));
        write(&worker, &text)?;
    }
    Ok(())
}

/// Whether a device keeps the file for when there is no network. Pictures that stores and chat
/// programs show of the site are nothing to its pages; nets and openings are kept by who has used them.
pub(crate) fn is_kept(file: &str) -> bool {
    file != "sw.js"
        && !["previews/", "screens/"].iter().any(|folder| file.starts_with(folder))
        && !is_kept_when_used(file)
}

/// Whether a device keeps the file once it has been used, and not before.
fn is_kept_when_used(file: &str) -> bool {
    file.starts_with(NETS) || file.starts_with(BOOKS)
}

/// The folder of the openings, one file a game.
pub(crate) const BOOKS: &str = "assets/analysis/openings/";

/// The folder of the nets by which the computer judges positions, one a game.
pub(crate) const NETS: &str = "assets/computer/nets/";

/// The folder of the files whose names change with what is in them.
const ASSETS: &str = "assets";

/// The style sheet that is written into the page.
const STYLE_SHEET: &str = "shell/style.css";

/// Files that pages name themselves, or that stand in them: no script asks for them.
const NAMED_BY_PAGES: [&str; 12] = [
    "analysis/embed.css",
    "diagram.js",
    "embed.js",
    "fonts/OFL.txt",
    "fonts/sans-rest.woff2",
    "fonts/sans.woff2",
    "fonts/serif-rest.woff2",
    "fonts/serif.woff2",
    "learn/rules-theme.js",
    "learn/rules.css",
    "main.js",
    STYLE_SHEET,
];

/// Puts the hash of each file into its name. Style sheets come last, since they name pictures.
/// Returns the hashes by the paths as they were.
fn mark(web: &Path) -> Result<BTreeMap<String, String>> {
    let mut marks = BTreeMap::new();
    let (sheets, others): (Vec<String>, Vec<String>) =
        files(web)?.into_iter().partition(|file| extension(file) == "css");
    for file in others.into_iter().chain(sheets) {
        if is_chunk(&file) {
            continue;
        }
        let path = web.join(&file);
        if extension(&file) == "css" {
            write(&path, &with_pictures(&read(&path)?, &file, &marks))?;
        }
        let bytes = fs::read(&path).map_err(|e| e.to_string())?;
        let hash = Hash::default().with(&bytes).name();
        fs::rename(&path, web.join(marked(&file, &hash))).map_err(|e| e.to_string())?;
        marks.insert(file, hash);
    }
    Ok(marks)
}

/// Whether esbuild has put a hash into the name of a script: `chunk-ABCD2345.js`.
fn is_chunk(file: &str) -> bool {
    let name = file.strip_suffix(".js").and_then(|stem| stem.rsplit_once('-'));
    name.is_some_and(|(_, hash)| {
        hash.len() == 8 && hash.bytes().all(|b| matches!(b, b'A'..=b'Z' | b'2'..=b'7'))
    })
}

/// The name of a file with its hash: `a.b.json` becomes `a.b-HASH.json`.
fn marked(file: &str, hash: &str) -> String {
    let at = file.len() - extension(file).len();
    match file[..at].strip_suffix('.') {
        Some(stem) => format!("{stem}-{hash}.{}", &file[at..]),
        None => format!("{file}-{hash}"),
    }
}

/// The path of a file without the hash that [`marked`] has put into it.
pub(crate) fn unmarked(path: &str) -> String {
    let parts = path.rsplit_once('-').and_then(|(stem, rest)| {
        let (hash, extension) = rest.split_once('.')?;
        let is_hash =
            hash.len() == 8 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        (is_hash && path.starts_with("assets/")).then(|| format!("{stem}.{extension}"))
    });
    parts.unwrap_or_else(|| path.to_owned())
}

/// A style sheet in which the pictures and fonts that it names have their hashes.
fn with_pictures(sheet: &str, file: &str, marks: &BTreeMap<String, String>) -> String {
    let mut parts = sheet.split("url(");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str("url(");
        let (address, rest) = part.split_once(')').unwrap_or((part, ""));
        let plain = address.trim_matches('"');
        match marks.get(&resolve(file, plain)) {
            Some(hash) => text.push_str(&address.replace(plain, &marked(plain, hash))),
            None => text.push_str(address),
        }
        text.push(')');
        text.push_str(rest);
    }
    text
}

/// The hashes of the files that scripts ask for.
fn asked_for(marks: &BTreeMap<String, String>) -> BTreeMap<&str, &str> {
    let all = marks.iter().map(|(file, hash)| (file.as_str(), hash.as_str()));
    all.filter(|(file, _)| !NAMED_BY_PAGES.contains(file)).collect()
}

/// Tells a page that runs scripts what the names of the files are, before the first of its scripts,
/// and of which version it is.
fn tell_files(page: &str, version: &str, asked_for: &str) -> String {
    let (Some(at), true) = (page.find("<script"), page.contains("<html lang=\"en\"")) else {
        return page.to_owned();
    };
    let (before, after) = page.split_at(at);
    let before = before.replacen(
        "<html lang=\"en\"",
        &format!("<html lang=\"en\" data-version=\"{version}\""),
        1,
    );
    format!("{before}<script type=\"application/json\" id=\"files\">{asked_for}</script>{after}")
}

/// Addresses under `./web/`, and so `../web/`, now point to the files of the assets' folder by their
/// names there.
fn rewrite(text: &str, marks: &BTreeMap<String, String>) -> String {
    let mut parts = text.split("./web/");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(['"', '\'']).unwrap_or(part.len());
        let (file, rest) = part.split_at(end);
        let name = marks.get(file).map_or_else(|| file.to_owned(), |hash| marked(file, hash));
        out.push_str(&format!("./{ASSETS}/{name}{rest}"));
    }
    out
}

/// Writes a script into the page in the place of its address, so that the browser has not to fetch it
/// before it can paint, and allows this script alone by the page's policy.
fn write_in(page: &str, address: &str, script: &str) -> Result<String> {
    let tag = format!("<script src=\"{address}\"");
    let Some(from) = page.find(&tag) else { return Ok(page.to_owned()) };
    let rest = &page[from + tag.len()..];
    let Some(to) = rest.find('>') else { return Ok(page.to_owned()) };
    let before = allowed(&page[..from], "script-src", script)?;
    Ok(format!("{before}<script{}>{script}{}", &rest[..to], &rest[to + 1..]))
}

/// A style sheet of the assets' folder for the page at the site's root: the files that it names have
/// another address from there.
fn in_page(sheet: &str, file: &str) -> String {
    let mut parts = sheet.split("url(");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let quote = if part.starts_with('"') { "\"" } else { "" };
        let end = part.find(')').unwrap_or(part.len());
        let (address, rest) = part[quote.len()..].split_at(end - quote.len());
        let whole = ["data:", "#", "/"].iter().any(|start| address.starts_with(start));
        text.push_str(&format!("url({quote}"));
        if whole {
            text.push_str(address);
        } else {
            text.push_str(&format!("./{ASSETS}/{}", resolve(file, address)));
        }
        text.push_str(rest);
    }
    text
}

/// Writes the style sheet into the page in the place of its address, for the same reason.
fn write_in_sheet(page: &str, address: &str, sheet: &str) -> Result<String> {
    let link = format!("<link rel=\"stylesheet\" href=\"{address}\">");
    let Some((before, after)) = page.split_once(&link) else { return Ok(page.to_owned()) };
    Ok(format!("{}<style>{sheet}</style>{after}", allowed(before, "style-src", sheet)?))
}

/// What Trunk's server replaces in a page by a number that is different each time.
const NONCE: &str = "{{__TRUNK NONCE__}}";

/// Whether Trunk's own server is to send the page: it has put its script in. That server knows no compressed
/// copies, and its script, which no visitor gets, must not count.
fn is_served(page: &str) -> bool {
    page.contains(NONCE)
}

/// Has the policy of a page allow the script that `trunk serve` puts into it, which loads the page anew
/// when a source has changed, and tells what cannot be built. Other pages stay as they are.
fn serve_policy(page: &str) -> String {
    if !is_served(page) {
        return page.to_owned();
    }
    let own = "script-src 'self'";
    page.replacen(own, &format!("{own} 'nonce-{NONCE}'"), 1).replacen(
        "; trusted-types fivefold; require-trusted-types-for 'script'",
        "",
        1,
    )
}

/// The relay for live games of a site whose relay stands elsewhere: `wss://relay.example.org`.
const SITE_RELAY: &str = "SITE_RELAY";

/// Has the policy of a page allow connections to a relay that stands elsewhere; empty: none does.
fn relay_policy(page: &str, relay: &str) -> String {
    let own = "connect-src 'self'";
    if relay.is_empty() {
        page.to_owned()
    } else {
        page.replacen(own, &format!("{own} {relay}"), 1)
    }
}

/// The relay that stands elsewhere, as it is set for the build.
fn relay_elsewhere() -> Result<String> {
    let relay = std::env::var(SITE_RELAY).unwrap_or_default();
    let is_one = relay.is_empty()
        || relay.strip_prefix("wss://").is_some_and(|host| {
            let is_part = |c: char| c.is_ascii_alphanumeric() || ".-:/_".contains(c);
            !host.is_empty() && host.chars().all(is_part)
        });
    is_one.then_some(relay).ok_or_else(|| format!("{SITE_RELAY}: an address `wss://…` is needed"))
}

/// The beginning of a page whose policy allows what is written into it, and nothing else.
fn allowed(page: &str, directive: &str, content: &str) -> Result<String> {
    let hash = sha256(content)?;
    let own = format!("{directive} 'self'");
    Ok(page.replacen(&own, &format!("{own} 'sha256-{hash}'"), 1))
}

/// SHA-256 in base64, by Node, which the build needs anyway: crates for it would have to be compiled first.
fn sha256(content: &str) -> Result<String> {
    const SCRIPT: &str = "process.stdout.write(require('node:crypto').createHash('sha256')\
         .update(require('node:fs').readFileSync(0)).digest('base64'))";
    answer(command("node").args(["-e", SCRIPT]), content)
}

/// Tells the browser of all modules that `main.js` imports, so that it need not find them one after
/// another.
fn preload(page: &str, modules: &BTreeSet<String>) -> String {
    let Some(at) = page.find("</head>") else { return page.to_owned() };
    let Some(script) = page.find("./web/main.js") else { return page.to_owned() };
    let base = if page[..script].ends_with('.') { "../" } else { "./" };
    let links: String = modules
        .iter()
        .map(|module| format!("<link rel=\"modulepreload\" href=\"{base}web/{module}\">"))
        .collect();
    format!("{}{links}{}", &page[..at], &page[at..])
}

fn hash_of(folder: &Path) -> Result<String> {
    let mut hash = Hash::default();
    for file in files(folder)? {
        let path = folder.join(&file);
        let bytes = fs::read(&path).map_err(|e| e.to_string())?;
        hash = hash.with(file.as_bytes()).with(&bytes);
    }
    Ok(hash.name())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    for file in files(from)? {
        let target = to.join(&file);
        let folder = target.parent().unwrap_or(to);
        fs::create_dir_all(folder).map_err(|e| e.to_string())?;
        fs::copy(from.join(&file), &target).map_err(|e| e.to_string())?;
    }
    Ok(())
}

fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|e| e.to_string())?;
    }
    fs::create_dir_all(folder).map_err(|e| e.to_string())
}

fn extension(file: &str) -> &str {
    file.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// The text of a file, which is taken away; nothing if there is none.
fn take(path: &Path) -> Result<String> {
    if !path.exists() {
        return Ok(String::new());
    }
    let text = read(path)?;
    fs::remove_file(path).map_err(|e| e.to_string())?;
    Ok(text)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|e| e.to_string())
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A site as Trunk and esbuild leave it, in a folder of its own.
    fn built_site(name: &str, picture: &str) -> PathBuf {
        let site = std::env::temp_dir().join(format!("site-{name}-{}", std::process::id()));
        empty(&site).unwrap();
        for (path, text) in [
            (
                "index.html",
                "<html lang=\"en\"><head><script src=\"./web/shell/early.js\"></script></head>\
                 <script src=\"./web/main.js\" data-modules=\"./web/\"></script>",
            ),
            ("web/shell/early.js", "early()"),
            ("web/main.js", "import{a}from\"./a-ABCDEFGH.js\";import(\"./lazy-ABCDEFGH.js\")"),
            ("web/a-ABCDEFGH.js", "import\"./b-ABCD2345.js\";"),
            ("web/b-ABCD2345.js", "export{};"),
            ("web/b.d.ts", "export {};"),
            ("web/lazy-ABCDEFGH.js", "export{};"),
            ("web/shell/choice.css", "a{mask-image:url(../pieces/king.svg)}b{c:url(\"data:x\")}"),
            ("web/pieces/king.svg", picture),
            ("web/pieces/queen.svg", "queen"),
            ("web/root/sw.js", "const V=\"@version@ @assets@\",F=\"@files@\".split(\" \");"),
            (
                "web/root/chessence/index.html",
                "<html lang=\"en\"><head></head><script src=\"../web/main.js\"></script>",
            ),
        ] {
            let path = site.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            write(&path, text).unwrap();
        }
        site
    }

    /// What esbuild says of its scripts.
    fn scripts() -> Scripts {
        let import = |name: &str| serde_json::json!({ "path": name, "kind": "import-statement" });
        Scripts::read(&serde_json::json!({ "outputs": {
            "../bundle/main.js": { "imports": [
                import("../bundle/a-ABCDEFGH.js"),
                { "path": "../bundle/lazy-ABCDEFGH.js", "kind": "dynamic-import" },
            ] },
            "../bundle/a-ABCDEFGH.js": { "imports": [import("../bundle/b-ABCD2345.js")] },
        } }))
    }

    fn hash(content: &str) -> String {
        Hash::default().with(content.as_bytes()).name()
    }

    #[test]
    fn addresses_follow_the_assets_and_modules_are_preloaded() {
        let site = built_site("follow", "king");
        finish(&site, &scripts()).unwrap();
        let files = files(&site).unwrap();
        let main = hash("import{a}from\"./a-ABCDEFGH.js\";import(\"./lazy-ABCDEFGH.js\")");
        let [king, queen] = ["king", "queen"].map(hash);
        let css = format!("a{{mask-image:url(../pieces/king-{king}.svg)}}b{{c:url(\"data:x\")}}");
        let sheet = hash(&css);
        assert_eq!(read(&site.join(format!("assets/shell/choice-{sheet}.css"))).unwrap(), css);
        let page = read(&site.join("index.html")).unwrap();
        let (version, page) = page
            .strip_prefix("<html lang=\"en\" data-version=\"")
            .and_then(|rest| rest.split_once('"'))
            .unwrap();
        assert_eq!(
            page,
            format!(
                "><head><script type=\"application/json\" id=\"files\">\
                 {{\"pieces/king.svg\":\"{king}\",\"pieces/queen.svg\":\"{queen}\",\
                 \"shell/choice.css\":\"{sheet}\"}}</script><script>early()</script>\
                 <link rel=\"modulepreload\" href=\"./assets/a-ABCDEFGH.js\">\
                 <link rel=\"modulepreload\" href=\"./assets/b-ABCD2345.js\"></head>\
                 <script src=\"./assets/main-{main}.js\" data-modules=\"./assets/\"></script>"
            )
        );
        let below = read(&site.join("chessence/index.html")).unwrap();
        assert!(below.contains("href=\"../assets/b-ABCD2345.js\""), "{below}");
        assert!(below.contains(&format!("src=\"../assets/main-{main}.js\"")), "{below}");
        let worker = read(&site.join("sw.js")).unwrap();
        assert!(!worker.contains('@') && worker.contains(version), "{worker}");
        assert!(worker.contains("chessence/index.html index.html"), "{worker}");
        assert!(!site.join("web").exists());
        assert!(!files.iter().any(|file| file.ends_with(".d.ts")), "{files:?}");
        fs::remove_dir_all(&site).unwrap();
    }

    #[test]
    fn a_script_is_written_into_the_page_and_allowed_by_its_policy() {
        let page = "<meta content=\"script-src 'self' x; style-src 'self'\">\
            <script src=\"./a/early.js\" data-m=\"1\"></script><script src=\"./a/main.js\"></script>";
        assert_eq!(
            write_in(page, "./a/early.js", "alert(1)").unwrap(),
            "<meta content=\"script-src 'self' \
             'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=' x; style-src 'self'\">\
             <script data-m=\"1\">alert(1)</script><script src=\"./a/main.js\"></script>"
        );
        assert_eq!(write_in("<p>", "./a/early.js", "alert(1)").unwrap(), "<p>");
    }

    #[test]
    fn a_style_sheet_in_the_page_names_files_from_there() {
        assert_eq!(
            in_page("a{b:url(../f/a-1.woff2)}c{d:url(\"e.svg\")}f{g:url(data:x)}", "s/t.css"),
            "a{b:url(./assets/f/a-1.woff2)}c{d:url(\"./assets/s/e.svg\")}f{g:url(data:x)}"
        );
    }

    #[test]
    fn a_style_sheet_is_written_into_the_page_and_allowed_by_its_policy() {
        let page = "<meta content=\"script-src 'self'; style-src 'self'; img-src 'self'\">\
            <link rel=\"stylesheet\" href=\"./a/style.css\"><p>";
        assert_eq!(
            write_in_sheet(page, "./a/style.css", "p{}").unwrap(),
            "<meta content=\"script-src 'self'; style-src 'self' \
             'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='; img-src 'self'\">\
             <style>p{}</style><p>"
        );
        assert_eq!(write_in_sheet(page, "./b/style.css", "p{}").unwrap(), page);
    }

    #[test]
    fn a_changed_byte_renames_its_own_file_and_what_names_it() {
        let names = |picture: &str, name: &str| {
            let site = built_site(name, picture);
            finish(&site, &scripts()).unwrap();
            let found = (files(&site).unwrap(), read(&site.join("sw.js")).unwrap());
            fs::remove_dir_all(&site).unwrap();
            found
        };
        let (one, same, other) =
            (names("king", "one"), names("king", "same"), names("ring", "two"));
        assert_eq!(one, same);
        // The version of the site is another one.
        assert_ne!(one.1, other.1);
        let new: Vec<&String> = other.0.iter().filter(|file| !one.0.contains(file)).collect();
        assert_eq!(one.0.len(), other.0.len());
        assert_eq!(new.len(), 2, "{new:?}");
        assert!(
            new[0].starts_with("assets/pieces/king-") && new[1].starts_with("assets/shell/choice-")
        );
    }

    #[test]
    fn what_the_page_runs_on_is_needed_by_all_other_scripts() {
        let import = |path: &str, kind: &str| serde_json::json!({ "path": path, "kind": kind });
        let (at_once, later) = ("import-statement", "dynamic-import");
        let account = serde_json::json!({ "inputs": {
            "shell/main.js": { "imports": [
                import("a/index.js", at_once), import("b/b.js", later), import("games.json", at_once),
            ] },
            "a/index.js": { "imports": [import("a/a.js", at_once), import("a/late.js", later)] },
            "a/a.js": { "imports": [import("../../node_modules/idb/index.js", at_once)] },
            "a/late.js": { "imports": [import("a/a.js", at_once), import("a/index.js", later)] },
            "b/b.js": { "imports": [import("b/own.js", at_once)] },
        } });
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let (core, begun) = core_of(&account);
        assert_eq!(core, names(&["a/a.js", "a/index.js"]));
        assert_eq!(begun, names(&["a/late.js", FRAME, "b/b.js"]));
    }

    #[test]
    fn the_first_words_are_those_of_the_catalogue() {
        let web = std::env::temp_dir().join(format!("site-first-{}", std::process::id()));
        let game = Game { id: rules::GameId::Magnetic, pieces: vec![], accent: Default::default() };
        let catalogue = |lose: &str| {
            format!(
                "{{\"games\":{{\"magnetic\":{{\"name\":\"M\",\"win\":\"W\",\"lose\":\"{lose}\"}}}},\
                 \"notice\":{{\"loading\":\"Wait\"}},\"front\":{{\"try\":\"T\"}},\"choice\":{{\"title\":\"C\"}}}}"
            )
        };
        let made = |lose: &str| {
            empty(&web).unwrap();
            for (path, text) in [
                ("strings/en.json", catalogue(lose).as_str()),
                ("shell/first-words.js", "JSON.parse('\"@words@\"')"),
            ] {
                fs::create_dir_all(web.join(path).parent().unwrap()).unwrap();
                write(&web.join(path), text).unwrap();
            }
            first_words(&web, std::slice::from_ref(&game)).map(|()| read(&web.join(FIRST_WORDS)))
        };
        assert_eq!(
            made("L").unwrap().unwrap(),
            "JSON.parse('{\"choice\":\"C\",\"games\":{\"magnetic\":{\"lose\":\"L\",\"name\":\"M\",\
             \"win\":\"W\"}},\"loading\":\"Wait\",\"try\":\"T\"}')"
        );
        for bad in ["it's", "</script", "{who}"] {
            assert_eq!(made(bad).unwrap_err(), "strings/en.json: games.magnetic.lose");
        }
        fs::remove_dir_all(&web).unwrap();
    }

    #[test]
    fn words_are_divided_and_pieces_joined() {
        let site = std::env::temp_dir().join(format!("site-parts-{}", std::process::id()));
        empty(&site).unwrap();
        for (path, text) in [
            (
                "xx.json",
                "{\"turn\":{\"a\":\"b\"},\"refusal\":{},\"ask\":{},\"puzzle\":{\"card\":\"c\",\"why\":\"w\"}}",
            ),
            ("king.svg", "<svg 1/>\n"),
            ("icon.svg", "icon"),
            ("emblem-x.svg", "emblem"),
            ("bold/king.svg", "<svg 2/>"),
        ] {
            fs::create_dir_all(site.join(path).parent().unwrap()).unwrap();
            write(&site.join(path), text).unwrap();
        }
        divide_words(&site).unwrap();
        let game = |pieces: &[&str]| Game {
            id: rules::GameId::Magnetic,
            pieces: pieces.iter().map(|&piece| piece.to_owned()).collect(),
            accent: Default::default(),
        };
        let message = join_pieces(&site, &[game(&["king", "queen"])]).unwrap_err();
        assert_eq!(message, "web/pieces: the set bold has no queen");
        for path in ["king.svg", "bold/king.svg"] {
            write(&site.join(path), &format!("<svg {}/>\n", path.len())).unwrap();
        }
        join_pieces(&site, &[game(&["king"])]).unwrap();
        assert_eq!(take(&site.join("standard.json")).unwrap(), "{\"king\":\"<svg 8/>\"}");
        assert_eq!(take(&site.join("bold.json")).unwrap(), "{\"king\":\"<svg 13/>\"}");
        let read = |path: &str| read(&site.join(path)).unwrap();
        assert_eq!(read("xx/first.json"), "{\"turn\":{\"a\":\"b\"}}");
        assert_eq!(read("xx/refusal.json"), "{\"refusal\":{}}");
        assert_eq!(read("xx/choice.json"), "{\"puzzle\":{\"card\":\"c\"}}");
        assert_eq!(read("xx/dialogs.json"), "{\"ask\":{},\"puzzle\":{\"why\":\"w\"}}");
        let words = fs::read_to_string(root().join("web/strings/en.json")).unwrap();
        let words: Value = serde_json::from_str(&words).unwrap();
        assert_eq!(CARD.iter().find(|&&key| words["puzzle"].get(key).is_none()), None);
        let parts: Vec<String> = files(&site).unwrap();
        assert!(parts.contains(&"icon.svg".to_owned()) && !parts.contains(&"king.svg".to_owned()));
        fs::remove_dir_all(&site).unwrap();
    }

    #[test]
    fn hashes_stand_before_the_extension() {
        assert_eq!(marked("a/b.c.json", "12"), "a/b.c-12.json");
        assert_eq!(marked("a/LICENSE", "12"), "a/LICENSE-12");
        assert!(is_chunk("chunk-ABCD2345.js") && is_chunk("choice-XEV4FM6Q.js"));
        assert!(!is_chunk("engine-worker.js") && !is_chunk("more-abcd2345.js"));
        assert_eq!(unmarked("assets/a/b.c-01234567.json"), "assets/a/b.c.json");
        assert_eq!(unmarked("assets/chunk-ABCD2345.js"), "assets/chunk-ABCD2345.js");
        assert_eq!(unmarked("icons/icon-01234567.png"), "icons/icon-01234567.png");
    }

    #[test]
    fn only_trunk_s_server_has_its_script_allowed() {
        let page = "<meta content=\"script-src 'self' x; trusted-types fivefold; \
            require-trusted-types-for 'script'\">";
        assert_eq!(serve_policy(page), page);
        let served = format!("{page}<script nonce=\"{NONCE}\">reload()</script>");
        assert_eq!(
            serve_policy(&served),
            format!(
                "<meta content=\"script-src 'self' 'nonce-{NONCE}' x\">\
                 <script nonce=\"{NONCE}\">reload()</script>"
            )
        );
    }

    #[test]
    fn a_relay_elsewhere_is_allowed_by_the_policy() {
        let page = "<meta content=\"font-src 'self'; connect-src 'self'; base-uri 'none'\">";
        assert_eq!(relay_policy(page, ""), page);
        assert_eq!(
            relay_policy(page, "wss://relay.example.org"),
            "<meta content=\"font-src 'self'; connect-src 'self' wss://relay.example.org; \
                base-uri 'none'\">"
        );
    }

    #[test]
    fn addresses_are_found_from_the_file_that_names_them() {
        assert_eq!(resolve("board/grid.js", "../text.js"), "text.js");
        assert_eq!(resolve("main.js", "./board/grid.js"), "board/grid.js");
    }
}
