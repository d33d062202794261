//! `cargo xtask test`: everything that must hold before a change is published.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Instant;

use xtask::run::{Result, command, npm_program, root, run, run_quietly};

use crate::site;
use crate::steps::{Seconds, Steps};
use crate::tools::{self, Browser, Engine, Tools};

const WASM_TARGET: &str = "wasm32-unknown-unknown";
/// Crates that are compiled to WebAssembly; one that is not there yet is passed over.
const WASM_CRATES: [&str; 4] = ["app", "engine-worker", "play", "whole"];
/// The browser tests run under a path: the site must not depend on being at a server's root.
const SUB_PATH: &str = "/some/where/";

/// The browser tests that run in WebKit: how a game is played, kept, shared, and found again.
const IN_WEBKIT: [&str; 6] = ["friend", "front", "library", "play", "settings", "share"];

/// Which tests to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Rust,
    Js,
    Browser,
}

impl Part {
    pub(crate) const ALL: [Part; 3] = [Part::Rust, Part::Js, Part::Browser];

    pub(crate) fn named(name: &str) -> Option<Part> {
        match name {
            "rust" => Some(Part::Rust),
            "js" => Some(Part::Js),
            "browser" => Some(Part::Browser),
            _ => None,
        }
    }
}

/// Sets up what is missing and runs the parts, those of the page in the browser that is named.
///
/// # Errors
/// When a step did not pass.
pub(crate) fn test(parts: &[Part], engine: Engine, install: bool) -> Result<()> {
    let mut steps = Steps::default();
    let has = |part| parts.contains(&part);
    let (mut tools, mut page_browser) = (None, None);
    steps.step("Set up", "See above for what is missing; then run this again.", || {
        tools::components()?;
        if parts != [Part::Rust] {
            tools = Some(Tools::set_up()?);
        }
        if has(Part::Js) || has(Part::Browser) {
            tools::relay(install)?;
        }
        if has(Part::Browser) {
            page_browser = Some(engine.set_up(install)?);
            tools::web_server(install)?;
        }
        Ok(())
    });
    let tools = tools.as_ref();
    let pages = page_browser.map(|found| BrowserTests::of(engine, found)).transpose()?;
    let pages = pages.as_ref();
    thread::scope(|scope| {
        let (tell, hear) = mpsc::channel();
        // Cargo's last units and the tests leave a core idle, which does this meanwhile.
        let beside = scope.spawn(move || {
            let mut beside = Steps::default();
            if has(Part::Js) {
                js(&mut beside, tools.is_some());
            }
            let is_built =
                has(Part::Browser) && tools.is_some() && site_beside(&mut beside, has(Part::Rust));
            // Nobody hears it where a step of the others has panicked.
            let _ = tell.send((beside, is_built));
            if let (true, Some(pages)) = (is_built, pages) {
                pages.try_files();
            }
        });
        if has(Part::Rust) {
            rust(&mut steps);
        }
        let (taken, is_built) = hear.recv().unwrap_or_default();
        steps.append(taken);
        if let (true, Some(tools)) = (is_built, tools) {
            let advice = "Alone: cargo xtask serve --no-open";
            steps.step("Serve", advice, || site::check_served(tools, &log_of("serve")?));
        }
        match pages {
            Some(pages) if is_built => {
                let name = engine.name();
                let advice = format!("Alone: cargo xtask test browser --browser {name}");
                steps.step(&format!("Browser tests in {name}, the rest"), &advice, || {
                    let others: Vec<_> =
                        (1..at_a_time(engine)).map(|_| scope.spawn(|| pages.try_files())).collect();
                    for worker in others.into_iter().chain([beside]) {
                        worker.join().map_err(|_| "A worker has panicked.")?;
                    }
                    pages.finish()
                });
            }
            _ if has(Part::Browser) => steps.skip("Browser tests"),
            _ => {}
        }
    });
    steps.finish()
}

/// Builds the site while other steps print what they do: its own output is in a file.
fn site_beside(steps: &mut Steps, with_rust_tests: bool) -> bool {
    let advice = "Alone: cargo xtask build";
    steps.step_beside("Build, with the size budgets", advice, || {
        run_quietly(command(this_program()?).arg("build"), &log_of("build")?)?;
        // The tests ask the rules themselves what the page ought to show: by the program that the Rust
        // tests make for themselves, where they run.
        let rules: &[&str] = if with_rust_tests {
            &["test", "--quiet", "--locked", "--workspace", "--no-run"]
        } else {
            &["build", "--quiet", "--locked", "--package", "cli"]
        };
        run_quietly(&mut cargo(rules), &log_of("rules")?)
    })
}

/// This program, to be run once more. The Rust tests may replace its file meanwhile: Linux then still has the one
/// that runs.
fn this_program() -> Result<PathBuf> {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() {
        return Ok(running);
    }
    std::env::current_exe().map_err(|e| e.to_string())
}

/// A file for the output of a step that runs beside others.
fn log_of(step: &str) -> Result<PathBuf> {
    let folder = root().join("target/checks");
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    Ok(folder.join(step).with_extension("log"))
}

fn rust(steps: &mut Steps) {
    steps.step("Rust format", "Run `cargo fmt`.", || run(&mut cargo(&["fmt", "--all", "--check"])));
    let advice = "Alone: cargo clippy --workspace --all-targets -- -D warnings";
    steps.step("Clippy", advice, || {
        let wanted = ["clippy", "--locked", "--workspace", "--all-targets", "--", "-Dwarnings"];
        run(&mut cargo(&wanted))
    });
    let advice = format!("Alone: cargo clippy --package app --target {WASM_TARGET}");
    steps.step("Clippy for WebAssembly", &advice, || {
        let mut clippy = cargo(&["clippy", "--locked", "--target", WASM_TARGET]);
        let crates = WASM_CRATES.iter().filter(|name| root().join("crates").join(name).is_dir());
        clippy.args(crates.flat_map(|name| ["--package", name])).args(["--", "-Dwarnings"]);
        run(&mut clippy)
    });
    let advice = "Alone: RUSTDOCFLAGS=-Dwarnings cargo doc --workspace --no-deps";
    steps.step("Documentation", advice, || {
        let mut doc = cargo(&["doc", "--quiet", "--locked", "--workspace", "--no-deps"]);
        run(doc.env("RUSTDOCFLAGS", "-Dwarnings"))
    });
    let advice = "Alone: cargo test --workspace";
    steps.step("Rust tests", advice, || run(&mut cargo(&["test", "--locked", "--workspace"])));
}

fn js(steps: &mut Steps, has_tools: bool) {
    if !has_tools {
        steps.skip("JavaScript checks");
        return;
    }
    steps.step_beside("JavaScript types", "Alone: npx tsc --project jsconfig.json", || {
        run_quietly(npm_program("tsc").args(["--project", "jsconfig.json"]), &log_of("types")?)
    });
    let advice = "Alone: node tools/documents/check.mjs (a word of ours goes into words.txt there)";
    steps.step_beside("Spelling and links", advice, || {
        tools::documents()?;
        run_quietly(command("node").arg("tools/documents/check.mjs"), &log_of("documents")?)
    });
    let advice = "Alone: node tools/licences.mjs";
    steps.step_beside("Licences of npm packages", advice, licences);
    let advice = "Run `npx biome check --write` and see what is left.";
    steps.step_beside("JavaScript lint and format", advice, || {
        let mut biome = npm_program("biome");
        run_quietly(biome.args(["ci", "--colors=off", "--error-on-warnings"]), &log_of("lint")?)
    });
    steps.step_beside("Relay", "Alone: node --test tests/relay/*.test.mjs", || {
        let mut node = command("node");
        node.args(["--test", "--test-reporter=spec", "--test-force-exit", LONGEST_FILE]);
        node.args(test_files("tests/relay")?);
        run_quietly(&mut node, &log_of("relay")?)
    });
}

/// Whether what came from npm may be used, and nothing of it is in the product.
fn licences() -> Result<()> {
    run(command("node").arg("tools/licences.mjs"))
}

/// Looks at the licences and sources of everything that the product and its tools are made from.
///
/// # Errors
/// When something has a licence, or comes from a place, that `deny.toml` does not name.
pub(crate) fn deny() -> Result<()> {
    let program = tools::cargo_deny()?;
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml", "tools/wasm-bindgen/Cargo.toml"] {
        println!("{manifest}");
        run(command(&program)
            .args(["--locked", "--manifest-path", manifest, "--config"])
            .arg(root().join("deny.toml"))
            .args(["check", "bans", "licenses", "sources"]))?;
    }
    Tools::set_up()?;
    licences()
}

/// Runs Node with the site's address in `FIVEFOLD_URL`, the browser in `FIVEFOLD_CHROMIUM`, and
/// what else is given as variables.
/// What else works on the finished site in a browser (screenshots, measurements) goes through here
/// too.
///
/// # Errors
/// When the site cannot be served or the program fails.
pub(crate) fn node_against_site(
    arguments: &[&str],
    browser: &Browser,
    variables: &[(&str, &str)],
) -> Result<()> {
    let mut node = node_with_site(arguments);
    run(node.env("FIVEFOLD_CHROMIUM", &browser.chromium).envs(variables.iter().copied()))
}

/// A Node that is run with the address of the finished site in `FIVEFOLD_URL`.
fn node_with_site(arguments: &[&str]) -> Command {
    let mut node = command("node");
    node.args(["tools/with-site.mjs", "dist", SUB_PATH, "node"]).args(arguments);
    node
}

/// What the longer files of browser tests take, in seconds, where three run at a time on two cores. They are begun
/// first, so that none of them is left to run alone.
const LONG: [(&str, u32); 18] = [
    ("friend", 140),
    ("computer", 110),
    ("layout", 110),
    ("friend-storage", 100),
    ("access", 90),
    ("relay", 80),
    ("offline", 60),
    ("analysis", 50),
    ("lobby", 50),
    ("puzzles", 50),
    ("lessons", 45),
    ("library", 45),
    ("endings", 40),
    ("friend-whole", 40),
    ("relay-whole", 40),
    ("share", 40),
    ("compatibility", 35),
    ("live", 35),
];
/// What another file takes about.
const SHORT: u32 = 15;

/// What a file of browser tests takes about, in seconds.
fn seconds_of(file: &str) -> u32 {
    let is_it = |name: &str| file.ends_with(&format!("/{name}.test.mjs"));
    LONG.iter().find(|(name, _)| is_it(name)).map_or(SHORT, |&(_, seconds)| seconds)
}

/// What a file of relay tests may take at most, in milliseconds: one that hangs ends itself and not the run.
const LONGEST_FILE: &str = "--test-timeout=900000";

/// How many files of browser tests run at a time: a page waits for frames, so one more than there are cores.
/// WebKit's driver has one session for all windows.
fn at_a_time(engine: Engine) -> usize {
    let cores = thread::available_parallelism().map_or(2, std::num::NonZero::get);
    if engine == Engine::Chromium { cores + 1 } else { 1 }
}

/// The browser tests of a run: its files, several of which may share a browser, and those that failed.
struct BrowserTests {
    engine: Engine,
    variable: &'static str,
    program: PathBuf,
    logs: PathBuf,
    groups: Groups,
}

impl BrowserTests {
    /// Those of an engine, with the variable that names its program, and that.
    fn of(engine: Engine, (variable, program): (&'static str, PathBuf)) -> Result<BrowserTests> {
        let logs = root().join("target/browser-tests");
        std::fs::create_dir_all(&logs).map_err(|e| e.to_string())?;
        let files = browser_test_files(engine)?;
        let groups = match engine {
            Engine::Chromium => grouped(files, at_a_time(engine)),
            // Their windows are never used again, so that a browser of its own costs a file little more.
            Engine::Firefox | Engine::Webkit => files.into_iter().map(|file| vec![file]).collect(),
        };
        Ok(BrowserTests { engine, variable, program, logs, groups: Groups::new(groups) })
    }

    /// Tries groups until none is left. Others may do so at the same time.
    fn try_files(&self) {
        self.groups.each(|files| self.attempt(files));
    }

    /// Runs files one after the other in one browser.
    ///
    /// # Errors
    /// Each file in which a test failed, with the tests' names and the beginning of what was wrong.
    fn attempt(&self, files: &[String]) -> Result<(), Vec<Failure>> {
        let start = Instant::now();
        let begin = ["--test-reporter=spec", "--test-force-exit", "tests/e2e/several.mjs"];
        let files_given = files.iter().map(String::as_str);
        let words: Vec<&str> = begin.into_iter().chain(files_given).collect();
        let mut node = node_with_site(&words);
        node.env("FIVEFOLD_BROWSER", self.engine.name()).env(self.variable, &self.program);
        let names: Vec<&str> = files.iter().map(|file| name_of(file)).collect();
        let log = self.logs.join(names[0]).with_extension("log");
        let outcome = run_quietly(&mut node, &log);
        let word = if outcome.is_ok() { "passed" } else { "FAILED" };
        println!("--- {}: {word}, {}", names.join(", "), Seconds(start.elapsed()));
        outcome.map_err(|error| {
            let text = std::fs::read_to_string(&log).unwrap_or_default();
            println!("{text}");
            let failures = failures(&text);
            // Without one the browser or Node has failed, in whichever of them.
            let each = || files.iter().map(|file| (file.clone(), error.clone())).collect();
            if failures.is_empty() { each() } else { failures }
        })
    }

    /// Runs each file that failed once more, alone, so that one learns whether it is unsteady: a run in
    /// which a file failed has failed either way.
    ///
    /// # Errors
    /// When a file failed: those files, with their tests.
    fn finish(&self) -> Result<()> {
        let failed = self.groups.failed();
        let failures = failed.iter().map(|(file, errors)| {
            println!("\n=== Again, alone: {file}");
            let word = match self.attempt(std::slice::from_ref(file)) {
                Ok(()) => "UNSTEADY, failed and passed at a second attempt",
                Err(_) => "Failed twice",
            };
            format!("{word}: {file}\n{errors}")
        });
        let failures: Vec<String> = failures.collect();
        if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
    }
}

/// A file in which a test failed, and what was wrong.
type Failure = (String, String);

/// The name of a file of browser tests, without its folder and ending.
fn name_of(file: &str) -> &str {
    file.trim_start_matches("tests/e2e/").trim_end_matches(".test.mjs")
}

/// Files in groups that are run by so many workers, each in a browser of its own: large ones first, of which
/// each begins with a long file, and small ones at the end, so that all workers end at about the same time
/// (guided self-scheduling: Polychronopoulos and Kuck, 1987).
fn grouped(files: Vec<String>, workers: usize) -> Vec<Vec<String>> {
    let mut rest = VecDeque::from(files);
    let mut groups = Vec::new();
    while let Some(first) = rest.pop_front() {
        let mut seconds = seconds_of(&first);
        let all = seconds + rest.iter().map(|file| seconds_of(file)).sum::<u32>();
        let bound = all / (2 * workers as u32);
        let mut group = vec![first];
        while let Some(last) = rest.pop_back_if(|last| seconds + seconds_of(last) <= bound) {
            seconds += seconds_of(&last);
            group.push(last);
        }
        groups.push(group);
    }
    groups
}

/// How many lines of a failed test's error are repeated.
const ERROR_LINES: usize = 8;

/// The files in which tests failed, by the log of a run: the names of those tests, each with the first lines of its
/// error.
fn failures(log: &str) -> Vec<Failure> {
    let summary = log.split_once("✖ failing tests:").map_or("", |(_, summary)| summary);
    let mut tests: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut file = "";
    for line in summary.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match tests.last_mut() {
            _ if line.starts_with("test at ") => {
                let place = line.trim_start_matches("test at ");
                file = place.split_once(':').map_or(place, |(file, _)| file);
            }
            _ if line.starts_with("✖ ") => tests.push((file, vec![line])),
            Some((_, lines)) if lines.len() <= ERROR_LINES && !line.starts_with("at ") => {
                lines.push(line);
            }
            _ => {}
        }
    }
    // What holds a test that failed is listed as failed too.
    tests.retain(|(_, lines)| !lines.iter().any(|line| line.contains("subtests failed")));
    let mut failures: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, lines) in tests {
        failures.entry(file.to_owned()).or_default().push(lines.join("\n    "));
    }
    failures.into_iter().map(|(file, tests)| (file, tests.join("\n"))).collect()
}

/// Groups of files that several workers take from, each group once, and the files that failed.
struct Groups {
    all: Vec<Vec<String>>,
    next: AtomicUsize,
    failed: Mutex<Vec<Failure>>,
}

impl Groups {
    fn new(all: Vec<Vec<String>>) -> Groups {
        Groups { all, next: AtomicUsize::new(0), failed: Mutex::default() }
    }

    /// Tries groups until none is left, and notes the files that fail, with their errors.
    fn each(&self, attempt: impl Fn(&[String]) -> Result<(), Vec<Failure>>) {
        while let Some(files) = self.all.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(failures) = attempt(files) {
                self.failed.lock().unwrap_or_else(PoisonError::into_inner).extend(failures);
            }
        }
    }

    /// The files whose tests failed, in order, with their errors.
    fn failed(&self) -> Vec<Failure> {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        failed.sort();
        failed
    }
}

/// The files with tests in a folder, sorted.
///
/// # Errors
/// When the folder cannot be read.
pub(crate) fn test_files(folder: &str) -> Result<Vec<String>> {
    let entries = std::fs::read_dir(root().join(folder)).map_err(|e| format!("{folder}: {e}"))?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut files: Vec<String> = names
        .filter(|name| name.ends_with(".test.mjs"))
        .map(|name| format!("{folder}/{name}"))
        .collect();
    files.sort();
    Ok(files)
}

/// The files of the browser tests that run in a browser, the longest first.
fn browser_test_files(engine: Engine) -> Result<Vec<String>> {
    let mut files = test_files("tests/e2e")?;
    files.retain(|file| engine != Engine::Webkit || IN_WEBKIT.contains(&name_of(file)));
    files.sort_by_key(|file| (Reverse(seconds_of(file)), file.clone()));
    Ok(files)
}

/// Cargo without a record of how to compile a crate again in part, which on a clean clone costs all compiling a
/// sixth more, and without lines for backtraces, which cost a twelfth: a panic tells its own line.
fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = command("cargo");
    cargo.args(arguments).env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_TEST_DEBUG", "0");
    cargo
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_is_tried_once_and_the_files_that_fail_are_named() {
        let files = (0..40).map(|number| vec![format!("{number:02}"), format!("{number:02}b")]);
        let groups = Groups::new(files.collect());
        let tried = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    groups.each(|files| {
                        tried.lock().unwrap().push(files.to_vec());
                        let fails = files[0].ends_with('7');
                        if fails { Err(vec![(files[1].clone(), "why".into())]) } else { Ok(()) }
                    });
                });
            }
        });
        let mut tried = tried.into_inner().unwrap();
        tried.sort();
        assert_eq!(tried, groups.all);
        let failed = groups.failed();
        let names: Vec<&str> = failed.iter().map(|(file, _)| file.as_str()).collect();
        assert_eq!(names, ["07b", "17b", "27b", "37b"]);
        assert_eq!(failed[0].1, "why");
    }

    #[test]
    fn failed_tests_are_told_by_file_with_the_beginnings_of_their_errors() {
        let log = "\
✔ what passes (3.1ms)
✖ what fails (20.5ms)
▶ several
  ✖ one of them (1.0ms)
✖ failing tests:

test at tests/e2e/front.test.mjs:10:1
✖ what fails (20.5ms)
  Error: In vain: () => false []
      at repeated (driver/window.mjs:418:33)

test at tests/e2e/book.test.mjs:20:3
✖ one of them (1.0ms)
  AssertionError: the grid shows
  + actual
      at check (monkey.test.mjs:300:3)

test at tests/e2e/front.test.mjs:30:1
✖ what fails too (2.5ms)
  Error: late
";
        let expected = [
            (
                "tests/e2e/book.test.mjs",
                "✖ one of them (1.0ms)\n    AssertionError: the grid shows\n    + actual",
            ),
            (
                "tests/e2e/front.test.mjs",
                "✖ what fails (20.5ms)\n    Error: In vain: () => false []\n\
                 ✖ what fails too (2.5ms)\n    Error: late",
            ),
        ];
        let expected = expected.map(|(file, errors)| (file.to_owned(), errors.to_owned()));
        assert_eq!(failures(log), expected);
        assert!(failures("✔ what passes (3.1ms)").is_empty());
    }

    #[test]
    fn groups_have_each_file_once_begin_with_long_ones_and_become_small() {
        let files = browser_test_files(Engine::Chromium).unwrap();
        for (name, _) in LONG {
            assert!(files.contains(&format!("tests/e2e/{name}.test.mjs")), "{name}");
        }
        let groups = grouped(files.clone(), 3);
        let mut all = groups.concat();
        all.sort();
        let mut sorted = files.clone();
        sorted.sort();
        assert_eq!(all, sorted);
        let times: Vec<u32> =
            groups.iter().map(|files| files.iter().map(|file| seconds_of(file)).sum()).collect();
        let total: u32 = times.iter().sum();
        assert!(times[0] <= total / 6, "{times:?}");
        assert!(times.last().is_some_and(|&last| last <= 2 * SHORT.max(20)), "{times:?}");
        assert!(groups.len() < files.len() / 2, "{times:?}");
    }
}
