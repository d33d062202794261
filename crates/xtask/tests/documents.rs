//! What comments and set-ups say about the documents is so.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The files in a folder and below, but for what is made or fetched.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_dir() {
            found.push(path);
        } else if !["target", "node_modules", "dist", ".git"]
            .iter()
            .any(|name| path.ends_with(name))
        {
            files(&path, found);
        }
    }
}

/// The sources of Rust in a folder and below.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut all = Vec::new();
    files(folder, &mut all);
    found.extend(all.into_iter().filter(|path| path.extension().is_some_and(|is| is == "rs")));
}

/// The documents that a text cites, `docs/rules/magnetic.md`, each with the heading that is named
/// behind it, if one is: `docs/rules/README.md, "FEN"`.
fn citations(text: &str) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(".md") {
        let is_path = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
        let start = before.rfind(|c| !is_path(c)).map_or(0, |at| at + 1);
        let heading = after.strip_prefix(", \"").and_then(|after| after.split('"').next());
        found.push((format!("{}.md", &before[start..]), heading.map(str::to_owned)));
        rest = after;
    }
    found
}

/// A comment that cites a document leads somewhere: the file is there, and so is its heading.
#[test]
fn documents_that_comments_cite_are_there() {
    let mut files = Vec::new();
    for folder in ["crates", "fuzz"] {
        sources(&root().join(folder), &mut files);
    }
    let mut count = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let comments: Vec<&str> = (text.lines())
            .filter_map(|line| line.trim_start().strip_prefix("//"))
            .map(|line| line.trim_start_matches(['/', '!']).trim())
            .collect();
        for (path, heading) in citations(&comments.join(" ")) {
            let document = root().join(&path);
            assert!(document.is_file(), "{}: there is no {path}", file.display());
            count += 1;
            if let Some(heading) = heading {
                let document = fs::read_to_string(document).unwrap();
                let is_there = document.lines().any(|line| {
                    line.starts_with('#') && line.trim_start_matches('#').contains(&heading)
                });
                assert!(is_there, "{}: {path} has no heading “{heading}”", file.display());
            }
        }
    }
    assert!(count > 50, "comments are read: {count}");
}

/// A file of ours that a document or a comment names is there. (Rust's files may be named from within
/// their crate.)
#[test]
fn files_that_are_named_are_there() {
    let mut paths = Vec::new();
    files(&root(), &mut paths);
    let within = |path: &PathBuf| path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
    let files: Vec<String> = paths.iter().map(within).collect();
    let is_there = |path: &str| {
        let ends = format!("/{path}");
        files.iter().any(|file| file == path || path.ends_with(".rs") && file.ends_with(&ends))
    };
    let folders = ["crates/", "web/", "tests/", "tools/", "docs/", "fuzz/", ".github/"];
    let mut count = 0;
    let mut gone = Vec::new();
    for file in &files {
        let is_text = [".md", ".rs", ".js", ".mjs", ".ts", ".css", ".toml", ".html"];
        if !is_text.iter().any(|ending| file.ends_with(ending)) || file.starts_with("docs/rules/") {
            continue;
        }
        for line in read(file).lines() {
            let start = line.trim_start();
            let is_comment = ["//", "*", "/*", "#"].iter().any(|sign| start.starts_with(sign));
            if !file.ends_with(".md") && !is_comment {
                continue;
            }
            let is_path = |c: char| c.is_ascii_alphanumeric() || "-_./@{}*".contains(c);
            for word in line.split(|c: char| !is_path(c)) {
                let word = word.trim_end_matches('.').trim_start_matches("./");
                let is_ours = folders.iter().any(|folder| word.starts_with(folder));
                let has_ending = word.rsplit('/').next().is_some_and(|name| {
                    name.split_once('.').is_some_and(|(_, ending)| ending.len() < 6)
                });
                let is_pattern = word.contains(['{', '*', '@'])
                    || word.split(['/', '.', '-']).any(|part| {
                        part.len() > 1
                            && part.chars().all(|c| c.is_ascii_uppercase())
                            && !["README", "CONTRIBUTING", "ARCHITECTURE", "CHANGELOG"]
                                .contains(&part)
                    });
                let is_rust = word.ends_with(".rs") && word.contains('/') && !word.starts_with('/');
                if (is_ours || is_rust) && has_ending && !is_pattern {
                    count += 1;
                    if !is_there(word) {
                        gone.push(format!("{file}: {word}"));
                    }
                }
            }
        }
    }
    assert!(gone.is_empty(), "not there:\n{}", gone.join("\n"));
    assert!(count > 200, "documents and comments are read: {count}");
}

/// The Containerfile takes the server's configuration out of docs/hosting.md, and the site from
/// where that configuration looks for it.
#[test]
fn the_container_serves_what_the_document_says() {
    let document = read("docs/hosting.md");
    let block = document.split_once("```nginx\n").unwrap().1.split_once("```").unwrap().0;
    let file = read("Containerfile");
    let command = file.split_once("RUN ").unwrap().1.split_once(" > ").unwrap().0;
    let command = command.replace("/tmp/hosting.md", "docs/hosting.md");
    let shell = Command::new("sh").args(["-c", &command]).current_dir(root()).output().unwrap();
    assert_eq!(String::from_utf8(shell.stdout).unwrap(), block);
    let target = file.split_once("COPY dist/ ").unwrap().1.trim_end();
    assert!(block.contains(&format!("root {};", target.trim_end_matches('/'))), "{target}");
    assert!(block.contains("listen 80;"), "the port that the Containerfile's comment publishes");
    assert!(file.contains("8080:80"));
    // What the build copies is not ignored.
    let ignored = read(".containerignore");
    for wanted in ["!dist", "!docs/hosting.md"] {
        assert!(ignored.lines().any(|line| line == wanted), "{wanted}");
    }
}

/// All texts within a JSON value.
fn texts(value: &serde_json::Value, found: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) => found.push(text.clone()),
        serde_json::Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
        serde_json::Value::Object(items) => items.values().for_each(|item| texts(item, found)),
        _ => {}
    }
}

/// What the page and the pages of rules say, with the file that it is from.
fn said() -> Vec<(String, String)> {
    let mut said = Vec::new();
    for folder in ["web/strings", "web/lessons", "web/rules"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).unwrap();
            let mut found = Vec::new();
            if name.ends_with(".json") {
                texts(&serde_json::from_str(&text).unwrap(), &mut found);
            } else {
                // What stands outside of tags, and the descriptions of diagrams.
                let outside = text.split('<').filter_map(|part| part.split_once('>'));
                found.extend(outside.map(|(_, text)| text.to_owned()));
                let alts = text.split(" alt=\"").skip(1).filter_map(|alt| alt.split('"').next());
                found.extend(alts.map(str::to_owned));
            }
            said.extend(found.into_iter().map(|text| (name.clone(), text)));
        }
    }
    said
}

/// One word a thing (web/rules/rules.html, "Words"): a step is an action of a player and never a
/// distance, squares are next to each other, a check is lifted, a game is played in turns.
#[test]
fn words_mean_one_thing_each() {
    let wrong = [
        "cornerwise",
        "beside it",
        "beside a",
        "beside its",
        "beside the",
        "beside them",
        "double step",
        "one step ",
        "two steps ",
        "step away",
        "steps away",
        "step aside",
        "steps aside",
        "stepped",
        "stepping",
        "step diagonally",
        "step ahead",
        "steps ahead",
        "remove that check",
        "removes that check",
        "removed",
        "cannot remove",
        "take that check away",
        "want of",
        "in two moves",
        "move {number}",
        "no five moves",
        "series of five moves",
        "a {0p}",
        "a {into}",
    ];
    // Where a step is meant.
    let right = [
        "a turn is one step",
        "one step is possible",
        "one step longer",
        "one step of",
        "one step more each turn",
        "take one step back",
    ];
    let mut faults = Vec::new();
    for (file, text) in said() {
        let mut lower = text.to_lowercase();
        right.iter().for_each(|right| lower = lower.replace(right, ""));
        faults.extend(
            wrong
                .iter()
                .filter(|wrong| lower.contains(**wrong))
                .map(|wrong| format!("{file}: “{wrong}” in: {text}")),
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Where a turn is a series, its parts are counted in steps: no "five moves", no "first move" of a turn.
/// (The sources' own word is told in two sentences.)
#[test]
fn turns_of_many_steps_are_counted_in_steps() {
    let counted = [
        "one", "two", "three", "four", "five", "first", "second", "third", "fourth", "fifth",
        "last", "every", "more", "all", "several", "of", "{most}", "{count}",
    ];
    // A kind of step, where it is not counted.
    let right = ["lack of a move", "steps moves"];
    let mut faults = Vec::new();
    let mut steps = 0;
    for file in [
        "rules/charismatic.html",
        "rules/progressive.html",
        "lessons/charismatic.json",
        "lessons/progressive.json",
    ] {
        for line in read(format!("web/{file}")).lines() {
            let mut plain = line.to_lowercase().replace(['<', '>', '/', '.', ',', ':', '"'], " ");
            right.iter().for_each(|right| plain = plain.replace(right, ""));
            let words: Vec<&str> = plain.split_whitespace().filter(|word| *word != "b").collect();
            steps += words.iter().filter(|word| ["step", "steps"].contains(word)).count();
            faults.extend(
                words
                    .windows(2)
                    .filter(|pair| {
                        counted.contains(&pair[0]) && ["move", "moves"].contains(&pair[1])
                    })
                    .map(|pair| format!("{file}: “{} {}” in: {line}", pair[0], pair[1])),
            );
        }
    }
    assert!(steps > 40, "the texts are read: {steps}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
