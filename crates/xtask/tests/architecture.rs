//! What each crate never knows (ARCHITECTURE.md), kept true.

use std::fs;
use std::path::{Path, PathBuf};

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names in the `[dependencies]` tables of a crate; those for tests alone do not count.
fn dependencies(name: &str) -> Vec<String> {
    let manifest = fs::read_to_string(crates().join(name).join("Cargo.toml")).unwrap();
    let mut within = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if let Some(table) = line.strip_prefix('[') {
            let table = table.trim_end_matches(']');
            within = table == "dependencies";
            names.extend(table.strip_prefix("dependencies.").map(str::to_owned));
        } else if within && let Some((name, _)) = line.split_once('=') {
            names.push(name.trim().trim_end_matches(".workspace").to_owned());
        }
    }
    names
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    files(folder, "rs", found);
}

/// The files of a folder, those within its folders too, whose names end so.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|of_file| of_file == ending) {
            found.push(path);
        }
    }
}

/// A file that `suite.rs` does not name would be compiled by nobody.
#[test]
fn every_file_of_tests_is_in_its_suite() {
    let mut of_suites = 0;
    for entry in fs::read_dir(crates()).unwrap() {
        let folder = entry.unwrap().path().join("tests");
        let Ok(suite) = fs::read_to_string(folder.join("suite.rs")) else { continue };
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_rust = path.extension().is_some_and(|of_file| of_file == "rs");
            if name == "suite" || !(is_rust || path.join("mod.rs").exists()) {
                continue;
            }
            assert!(suite.contains(&format!("mod {name};")), "{}: no {name}", folder.display());
            of_suites += 1;
        }
    }
    assert!(of_suites > 60, "{of_suites} files of tests");
}

#[test]
fn the_rules_know_nothing_but_themselves() {
    assert_eq!(dependencies("rules"), [""; 0]);
}

#[test]
fn crates_know_only_what_the_architecture_grants() {
    let granted: [(&str, &[&str]); 6] = [
        ("engine", &["rules", "crc"]),
        ("record", &["rules", "base64", "crc", "curve25519-dalek", "ed25519-dalek", "sha2"]),
        ("scene", &["record", "rules"]),
        ("table", &["record", "rules"]),
        ("cli", &["rules", "record", "engine", "serde_json", "lexopt"]),
        ("train", &["rules", "engine", "crc", "lexopt"]),
    ];
    for (name, granted) in granted {
        for dependency in dependencies(name) {
            assert!(granted.contains(&dependency.as_str()), "{name} depends on {dependency}");
        }
    }
    assert!(dependencies("app").iter().any(|name| name == "wasm-bindgen"), "manifests are read");
}

/// The crates of this workspace that each may know. Nothing that is shipped depends on `testkit` or
/// `bench`, the page's module has no search, and the worker's no picture.
#[test]
fn crates_know_only_the_crates_that_they_need() {
    let granted: [(&str, &[&str]); 16] = [
        ("rules", &[]),
        ("record", &["rules"]),
        ("table", &["record", "rules"]),
        ("engine", &["rules"]),
        ("scene", &["record", "rules"]),
        ("app", &["record", "rules", "scene", "table"]),
        ("undeclared", &[]),
        ("play", &["app"]),
        ("whole", &["app"]),
        ("engine-worker", &["engine", "record", "rules", "table"]),
        ("cli", &["engine", "record", "rules"]),
        ("bench", &["engine", "rules", "testkit"]),
        ("testkit", &["app", "record", "rules", "table"]),
        ("train", &["engine", "rules"]),
        ("site", &["rules", "testkit", "xtask"]),
        ("xtask", &[]),
    ];
    let names: Vec<&str> = granted.iter().map(|(name, _)| *name).collect();
    let there = fs::read_dir(crates()).unwrap().map(|entry| entry.unwrap().file_name());
    for name in there {
        assert!(names.contains(&name.to_str().unwrap()), "what may {} know?", name.display());
    }
    for (name, granted) in granted {
        for dependency in dependencies(name) {
            let is_ours = names.contains(&dependency.as_str());
            assert!(
                !is_ours || granted.contains(&dependency.as_str()),
                "{name} knows {dependency}"
            );
        }
    }
}

/// That the sources of crates have none of some words.
fn without(names: &[&str], words: &[&str]) {
    for name in names {
        let mut files = Vec::new();
        sources(&crates().join(name).join("src"), &mut files);
        // Tests may be slow, and say so.
        files.retain(|file| !file.ends_with("tests.rs"));
        assert!(!files.is_empty());
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for word in words {
                assert!(!text.contains(word), "{} names {word}", file.display());
            }
        }
    }
}

#[test]
fn no_crate_but_the_modules_names_the_web() {
    let web = ["web_sys", "wasm_bindgen", "js_sys"];
    let names = ["rules", "engine", "record", "scene", "table", "cli", "testkit", "train"];
    without(&names, &web);
    // The benchmarks run as WebAssembly too, without a page.
    without(&["bench"], &["web_sys"]);
    // What reads and writes texts has no page, and neither has the computer.
    without(&["play", "whole", "engine-worker"], &["web_sys", "scene::", "canvas", "document"]);
}

#[test]
fn the_modules_ask_and_do_not_decide() {
    // The page's module asks the table, and the worker's the engine.
    without(&["app"], &["rules::games", "rules::chess", "engine::"]);
    without(
        &["engine-worker"],
        &["rules::games", "rules::chess", "evaluation", "alpha", "fn search"],
    );
}

#[test]
fn what_decides_has_no_clock_no_randomness_and_no_files() {
    let outside = ["std::time", "std::fs", "std::io", "std::net", "std::env", "getrandom"];
    without(&["rules", "record", "table", "engine", "scene"], &outside);
}

#[test]
fn a_table_has_no_words() {
    let mut files = Vec::new();
    sources(&crates().join("table/src"), &mut files);
    assert!(!files.is_empty());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        // A sentence stands in a catalogue: here are keys, without a space.
        for key in text.split("Sentence::new(\"").skip(1) {
            let key = key.split('"').next().unwrap_or_default();
            assert!(!key.contains(' '), "{}: '{key}' is no key", file.display());
        }
    }
}

#[test]
fn one_game_never_imports_another() {
    let games = crates().join("rules/src/games");
    let mut files = Vec::new();
    sources(&games, &mut files);
    let names: Vec<String> = fs::read_dir(&games)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .filter(|name| name != "mod")
        .collect();
    for file in files.iter().filter(|file| **file != games.join("mod.rs")) {
        let within = file.strip_prefix(&games).unwrap();
        let own = within.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
        let own = own.trim_end_matches(".rs");
        let text = fs::read_to_string(file).unwrap();
        for other in names.iter().filter(|&name| name != own) {
            assert!(
                !text.contains(&format!("games::{other}")),
                "{} imports {other}",
                file.display()
            );
        }
    }
}

/// Words that say too little, or what no other program calls so.
const VAGUE: [&str; 15] = [
    "told", "said", "owed", "muster", "form", "ends", "more", "later", "plain", "style", "manager",
    "utils", "helper", "man", "men",
];

/// Parts of names that are always private idiom.
const VAGUE_PARTS: [&str; 5] = ["told", "said", "owed", "muster", "later"];

/// The name that a line of Rust or JavaScript defines for use elsewhere: an item, or a public field.
fn defined(line: &str) -> Option<&str> {
    let start = line.trim_start();
    let rest = ["pub(crate) ", "pub(super) ", "pub ", "export "]
        .iter()
        .find_map(|start_of| start.strip_prefix(start_of));
    let is_public = rest.is_some();
    let rest = rest.unwrap_or(start);
    let rest = rest.strip_prefix("async ").unwrap_or(rest);
    let kinds = [
        "const fn ",
        "fn ",
        "struct ",
        "enum ",
        "mod ",
        "trait ",
        "type ",
        "const ",
        "static ",
        "function ",
        "class ",
    ];
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let name = kinds.iter().find_map(|kind| rest.strip_prefix(kind));
    // A constant of a script, within a function, is a local name.
    let is_local = rest.starts_with("const ") && !is_public && line.starts_with(' ');
    let field = || {
        let (name, _) = rest.split_once(": ")?;
        (is_public && name.chars().all(is_word)).then_some(name)
    };
    let name = if is_local { None } else { name.or_else(field) }?;
    let end = name.find(|sign| !is_word(sign));
    Some(&name[..end.unwrap_or(name.len())])
}

/// Whether a name says too little.
fn is_vague(name: &str) -> bool {
    let name = name.to_lowercase();
    VAGUE.contains(&name.as_str()) || name.split('_').any(|part| VAGUE_PARTS.contains(&part))
}

#[test]
fn names_are_the_words_of_the_field() {
    assert_eq!(defined("    pub(crate) fn told(event: &Event) -> Sentence {"), Some("told"));
    assert_eq!(defined("export async function later() {"), Some("later"));
    assert_eq!(defined("    pub seat_later: bool,"), Some("seat_later"));
    assert_eq!(defined("pub const PLAIN: u8 = 8;"), Some("PLAIN"));
    assert_eq!(defined("    // fn told() is gone"), None);
    assert_eq!(defined("    let said: Vec<Sentence> = all;"), None);
    assert!(is_vague("last_told") && is_vague("Form") && !is_vague("format"));
    let mut sources = Vec::new();
    for entry in fs::read_dir(crates()).unwrap() {
        files(&entry.unwrap().path().join("src"), "rs", &mut sources);
    }
    files(&crates().join("../web"), "js", &mut sources);
    assert!(sources.len() > 200, "{} files", sources.len());
    let mut vague = Vec::new();
    for file in sources {
        let text = fs::read_to_string(&file).unwrap();
        // Tests name what they try in a sentence.
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let is_test = file.ends_with("tests.rs") || file.ends_with("edges.rs");
        let lines = text.lines().filter(|_| !is_test);
        for line in lines.filter(|line| defined(line).is_some_and(is_vague)) {
            vague.push(format!("{}: {}", file.display(), line.trim()));
        }
    }
    assert!(vague.is_empty(), "{}", vague.join("\n"));
}

/// What marks, stores and names the page has inside, the tests leave to `inside.mjs` and to the driver.
#[test]
fn the_browser_tests_know_nothing_of_the_inside() {
    let mut tests = Vec::new();
    files(&crates().join("../tests/e2e"), "mjs", &mut tests);
    tests.retain(|path| path.to_string_lossy().ends_with(".test.mjs"));
    assert!(tests.len() > 20, "the tests are found");
    for path in tests {
        let text = fs::read_to_string(&path).unwrap();
        for inside in ["dataset", "indexedDB", "localStorage", "sessionStorage"] {
            assert!(!text.contains(inside), "{} names {inside}", path.display());
        }
    }
}
