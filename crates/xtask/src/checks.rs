//! `cargo xtask test`: everything that must hold before a change is published.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use crate::run::{Result, Seconds, Steps, command, root, run, run_quietly};
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
    Wasm,
    Js,
    Browser,
}

impl Part {
    pub(crate) const ALL: [Part; 4] = [Part::Rust, Part::Wasm, Part::Js, Part::Browser];

    pub(crate) fn named(name: &str) -> Option<Part> {
        match name {
            "rust" => Some(Part::Rust),
            "wasm" => Some(Part::Wasm),
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
    let (mut tools, mut browser, mut page_browser) = (None, None, None);
    steps.step("Set up", "See above for what is missing; then run this again.", || {
        tools::components()?;
        if parts != [Part::Rust] {
            tools = Some(Tools::set_up()?);
        }
        if has(Part::Js) || has(Part::Browser) {
            tools::relay(install)?;
        }
        if has(Part::Wasm) {
            browser = Some(Browser::set_up(install)?);
        }
        if has(Part::Browser) {
            page_browser = Some(engine.set_up(install)?);
            tools::web_server(install)?;
        }
        Ok(())
    });
    let (tools, browser) = (tools.as_ref(), browser.as_ref());
    let mut beside = Steps::default();
    let is_built = thread::scope(|scope| {
        // Cargo's last units and the tests leave a core idle, which does this meanwhile.
        let building = scope.spawn(|| {
            if has(Part::Js) {
                js(&mut beside, tools.is_some());
            }
            has(Part::Browser) && tools.is_some() && site_beside(&mut beside)
        });
        if has(Part::Rust) {
            rust(&mut steps);
        }
        if has(Part::Wasm) {
            match (tools, browser) {
                (Some(tools), Some(browser)) => wasm(&mut steps, tools, browser),
                _ => steps.skip("WebAssembly tests"),
            }
        }
        building.join().unwrap_or(false)
    });
    steps.append(beside);
    if has(Part::Browser) {
        match page_browser {
            Some((variable, program)) if is_built => {
                let name = engine.name();
                let advice = format!("Alone: cargo xtask test browser --browser {name}");
                steps.step(&format!("Browser tests in {name}"), &advice, || {
                    // The tests ask the rules themselves what the page ought to show.
                    run(&mut cargo(&["build", "--quiet", "--locked", "--package", "cli"]))?;
                    browser_tests(engine, variable, &program)
                });
            }
            _ => steps.skip("Browser tests"),
        }
    }
    steps.finish()
}

/// Builds the site while other steps print what they do: its own output is in a file.
fn site_beside(steps: &mut Steps) -> bool {
    let advice = "Alone: cargo xtask build";
    steps.step_beside("Build, with the size budgets", advice, || {
        let this = std::env::current_exe().map_err(|e| e.to_string())?;
        run_quietly(command(this).arg("build"), &log_of("build")?)
    })
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
    let advice = "Alone: RUSTDOCFLAGS=-Dwarnings cargo doc --workspace --no-deps";
    steps.step("Documentation", advice, || {
        let mut doc = cargo(&["doc", "--quiet", "--locked", "--workspace", "--no-deps"]);
        run(doc.env("RUSTDOCFLAGS", "-Dwarnings"))
    });
    let advice = "Alone: cargo test --workspace";
    steps.step("Rust tests", advice, || run(&mut cargo(&["test", "--locked", "--workspace"])));
}

fn wasm(steps: &mut Steps, tools: &Tools, browser: &Browser) {
    let crates = WASM_CRATES.iter().filter(|name| root().join("crates").join(name).is_dir());
    let packages: Vec<&str> = crates.flat_map(|name| ["--package", name]).collect();
    let advice = format!("Alone: cargo clippy --package app --target {WASM_TARGET}");
    steps.step("Clippy for WebAssembly", &advice, || {
        let mut clippy = cargo(&["clippy", "--locked", "--all-targets", "--target", WASM_TARGET]);
        run(clippy.args(&packages).args(["--", "-Dwarnings"]))
    });
    steps.step("WebAssembly tests", "Alone: cargo xtask test wasm", || {
        let mut test = cargo(&["test", "--locked", "--target", WASM_TARGET]);
        test.args(&packages)
            .env(
                "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER",
                tools.find("wasm-bindgen-test-runner")?,
            )
            .env("CHROMEDRIVER", &browser.driver);
        run(&mut test)
    });
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
const LONG: [&str; 12] = [
    "computer",
    "friend",
    "friend-storage",
    "access",
    "monkey",
    "library",
    "puzzles",
    "lessons",
    "ends",
    "friend-whole",
    "whole-games",
    "placing",
];

/// What a file of browser tests may take at most, in milliseconds: a browser that hangs ends its file
/// and not the run.
const LONGEST_FILE: &str = "--test-timeout=900000";

/// How many files of browser tests run at a time. WebKit's driver has one session for all windows.
fn at_a_time(engine: Engine) -> usize {
    if engine == Engine::Chromium { 2 } else { 1 }
}

/// Runs the browser tests, and each file that failed once more, alone, so that one learns whether it
/// is unsteady: a run in which a file failed has failed either way.
fn browser_tests(engine: Engine, variable: &str, program: &Path) -> Result<()> {
    let logs = root().join("target/browser-tests");
    std::fs::create_dir_all(&logs).map_err(|e| e.to_string())?;
    let attempt = |file: &String| {
        let start = Instant::now();
        let bounds = [LONGEST_FILE, "--test-force-exit"];
        let mut node =
            node_with_site(&[&["--test-reporter=spec", "--test"], &bounds[..], &[file]].concat());
        node.env("FIVEFOLD_BROWSER", engine.name()).env(variable, program);
        let name = file.rsplit('/').next().unwrap_or(file);
        let log = logs.join(name).with_extension("log");
        let outcome = run_quietly(&mut node, &log);
        let word = if outcome.is_ok() { "passed" } else { "FAILED" };
        println!("--- {file}: {word}, {}", Seconds(start.elapsed()));
        if outcome.is_err() {
            println!("{}", std::fs::read_to_string(&log).unwrap_or_default());
        }
        outcome.is_ok()
    };
    let files = browser_test_files(engine)?;
    let failed = failing(&files, at_a_time(engine), attempt);
    let (unsteady, failed) = failed.into_iter().partition::<Vec<_>, _>(|&file| {
        println!("\n=== Again, alone: {file}");
        attempt(file)
    });
    let told = |what: &str, files: &[&String]| {
        let names: Vec<&str> = files.iter().map(|file| file.as_str()).collect();
        (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
    };
    let told = [
        told("Failed twice", &failed),
        told("UNSTEADY, failed and passed at a second attempt", &unsteady),
    ];
    let told: Vec<String> = told.into_iter().flatten().collect();
    if told.is_empty() { Ok(()) } else { Err(told.join("\n")) }
}

/// The files whose attempts failed, so many being made at a time, in the order in which they are given.
fn failing(
    files: &[String],
    at_a_time: usize,
    attempt: impl Fn(&String) -> bool + Sync,
) -> Vec<&String> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut failed = Vec::new();
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            if !attempt(file) {
                failed.push(file);
            }
        }
        failed
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..at_a_time).map(|_| scope.spawn(worker)).collect();
        // A worker that panics has not tried its file: that counts as failed.
        let mut failed: Vec<&String> = workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|_| files.iter().collect()))
            .collect();
        failed.sort();
        failed.dedup();
        failed
    })
}

/// The files with tests in a folder.
fn test_files(folder: &str) -> Result<Vec<String>> {
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

fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = command("cargo");
    cargo.args(arguments);
    cargo
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn every_file_is_tried_once_and_those_that_fail_are_named() {
        let files: Vec<String> = (0..40).map(|number| format!("{number:02}")).collect();
        let tried = Mutex::new(Vec::new());
        let failed = failing(&files, 2, |file| {
            tried.lock().unwrap().push(file.clone());
            !file.ends_with('7')
        });
        let mut tried = tried.into_inner().unwrap();
        tried.sort();
        assert_eq!(tried, files);
        assert_eq!(failed, ["07", "17", "27", "37"]);
    }

    #[test]
    fn two_files_are_tried_at_a_time() {
        let files = ["one".to_owned(), "two".to_owned()];
        let met = std::sync::Barrier::new(2);
        // Each waits for the other.
        let failed = failing(&files, 2, |_| {
            met.wait();
            true
        });
        assert!(failed.is_empty());
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
