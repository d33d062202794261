//! `cargo xtask test`: everything that must hold before a change is published.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Instant;

use crate::run::{Result, Seconds, Steps, command, root, run, run_quietly};
use crate::site;
use crate::tools::{self, Browser, Engine, Tools, npm_program};

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

/// The files that take longest, which are begun first, so that none of them is left to run alone.
const LONG: [&str; 17] = [
    "computer",
    "layout",
    "friend",
    "access",
    "friend-storage",
    "monkey",
    "puzzles",
    "lessons",
    "library",
    "compatibility",
    "endings",
    "offline",
    "whole-games",
    "friend-whole",
    "front",
    "relay",
    "relay-whole",
];

/// What a file of browser tests may take at most, in milliseconds: a browser that hangs ends its file
/// and not the run.
const LONGEST_FILE: &str = "--test-timeout=900000";

/// How many files of browser tests run at a time: a page waits for frames, so one more than there are cores.
/// WebKit's driver has one session for all windows.
fn at_a_time(engine: Engine) -> usize {
    let cores = thread::available_parallelism().map_or(2, std::num::NonZero::get);
    if engine == Engine::Chromium { cores + 1 } else { 1 }
}

/// The browser tests of a run: its files, and those that failed.
struct BrowserTests {
    engine: Engine,
    variable: &'static str,
    program: PathBuf,
    logs: PathBuf,
    files: Files,
}

impl BrowserTests {
    /// Those of an engine, with the variable that names its program, and that.
    fn of(engine: Engine, (variable, program): (&'static str, PathBuf)) -> Result<BrowserTests> {
        let logs = root().join("target/browser-tests");
        std::fs::create_dir_all(&logs).map_err(|e| e.to_string())?;
        let files = Files::new(browser_test_files(engine)?);
        Ok(BrowserTests { engine, variable, program, logs, files })
    }

    /// Tries files until none is left. Others may do so at the same time.
    fn try_files(&self) {
        self.files.each(|file| self.attempt(file));
    }

    /// Runs a file.
    ///
    /// # Errors
    /// When a test failed: its name, and the beginning of what was wrong.
    fn attempt(&self, file: &str) -> Result<()> {
        let start = Instant::now();
        let bounds = [LONGEST_FILE, "--test-force-exit"];
        let mut node =
            node_with_site(&[&["--test-reporter=spec", "--test"], &bounds[..], &[file]].concat());
        node.env("FIVEFOLD_BROWSER", self.engine.name()).env(self.variable, &self.program);
        let name = file.rsplit('/').next().unwrap_or(file);
        let log = self.logs.join(name).with_extension("log");
        let outcome = run_quietly(&mut node, &log);
        let word = if outcome.is_ok() { "passed" } else { "FAILED" };
        println!("--- {file}: {word}, {}", Seconds(start.elapsed()));
        outcome.map_err(|error| {
            let text = std::fs::read_to_string(&log).unwrap_or_default();
            println!("{text}");
            let failed = failed_tests(&text);
            if failed.is_empty() { error } else { failed.join("\n") }
        })
    }

    /// Runs each file that failed once more, alone, so that one learns whether it is unsteady: a run in
    /// which a file failed has failed either way.
    ///
    /// # Errors
    /// When a file failed: those files, with their tests.
    fn finish(&self) -> Result<()> {
        let failed = self.files.failed();
        let failures = failed.iter().map(|(file, errors)| {
            println!("\n=== Again, alone: {file}");
            let word = match self.attempt(file) {
                Ok(()) => "UNSTEADY, failed and passed at a second attempt",
                Err(_) => "Failed twice",
            };
            format!("{word}: {file}\n{errors}")
        });
        let failures: Vec<String> = failures.collect();
        if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
    }
}

/// How many lines of a failed test's error are repeated.
const ERROR_LINES: usize = 8;

/// The names of the tests that failed, by the log of a file's run, each with the first lines of its error.
fn failed_tests(log: &str) -> Vec<String> {
    let summary = log.split_once("✖ failing tests:").map_or("", |(_, summary)| summary);
    let mut failed: Vec<Vec<&str>> = Vec::new();
    let is_of_test = |line: &&str| !line.is_empty() && !line.starts_with("test at ");
    for line in summary.lines().map(str::trim).filter(is_of_test) {
        match failed.last_mut() {
            _ if line.starts_with("✖ ") => failed.push(vec![line]),
            Some(lines) if lines.len() <= ERROR_LINES && !line.starts_with("at ") => {
                lines.push(line);
            }
            _ => {}
        }
    }
    // What holds a test that failed is listed as failed too.
    failed.retain(|lines| !lines.iter().any(|line| line.contains("subtests failed")));
    failed.iter().map(|lines| lines.join("\n    ")).collect()
}

/// Files that several workers take from, each file once, and those that failed.
struct Files {
    all: Vec<String>,
    next: AtomicUsize,
    failed: Mutex<Vec<(String, String)>>,
}

impl Files {
    fn new(all: Vec<String>) -> Files {
        Files { all, next: AtomicUsize::new(0), failed: Mutex::default() }
    }

    /// Tries files until none is left, and notes those that fail, with their errors.
    fn each(&self, attempt: impl Fn(&str) -> Result<()>) {
        while let Some(file) = self.all.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = attempt(file) {
                let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
                failed.push((file.clone(), error));
            }
        }
    }

    /// The files whose attempts failed, in order, with their errors.
    fn failed(&self) -> Vec<(String, String)> {
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

/// The files of the browser tests that run in a browser.
fn browser_test_files(engine: Engine) -> Result<Vec<String>> {
    let mut files = test_files("tests/e2e")?;
    files.retain(|file| {
        let name = file.trim_start_matches("tests/e2e/").trim_end_matches(".test.mjs");
        engine != Engine::Webkit || IN_WEBKIT.contains(&name)
    });
    let place = |file: &String| {
        let is_it = |long: &str| file.ends_with(&format!("/{long}.test.mjs"));
        LONG.iter().position(|long| is_it(long)).unwrap_or(LONG.len())
    };
    files.sort_by_key(|file| (place(file), file.clone()));
    Ok(files)
}

/// Cargo without a record of how to compile a crate again in part: on a clean clone that costs all compiling a
/// sixth more.
fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = command("cargo");
    cargo.args(arguments).env("CARGO_INCREMENTAL", "0");
    cargo
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_tried_once_and_those_that_fail_are_named() {
        let files = Files::new((0..40).map(|number| format!("{number:02}")).collect());
        let tried = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    files.each(|file| {
                        tried.lock().unwrap().push(file.to_owned());
                        if file.ends_with('7') { Err(format!("{file} fails")) } else { Ok(()) }
                    });
                });
            }
        });
        let mut tried = tried.into_inner().unwrap();
        tried.sort();
        assert_eq!(tried, files.all);
        let failed = files.failed();
        let names: Vec<&str> = failed.iter().map(|(file, _)| file.as_str()).collect();
        assert_eq!(names, ["07", "17", "27", "37"]);
        assert_eq!(failed[0].1, "07 fails");
    }

    #[test]
    fn a_failed_test_is_told_with_the_beginning_of_its_error() {
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

test at tests/e2e/front.test.mjs:20:3
✖ one of them (1.0ms)
  AssertionError: the grid shows
  + actual
      at check (monkey.test.mjs:300:3)
";
        let failures = [
            "✖ what fails (20.5ms)\n    Error: In vain: () => false []",
            "✖ one of them (1.0ms)\n    AssertionError: the grid shows\n    + actual",
        ];
        assert_eq!(failed_tests(log), failures);
        assert!(failed_tests("✔ what passes (3.1ms)").is_empty());
    }

    #[test]
    fn the_long_files_come_first_and_are_there() {
        let files = browser_test_files(Engine::Chromium).unwrap();
        for (place, long) in LONG.iter().enumerate() {
            assert_eq!(files[place], format!("tests/e2e/{long}.test.mjs"));
        }
        assert!(files[LONG.len()..].is_sorted());
    }
}
