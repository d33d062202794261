//! `cargo xtask soak`: the long tests, for as long as one likes. Every fuzz target, games that the
//! computer plays against itself with what must hold checked in each position, tables under faults, the
//! player that presses at random, damaged files of games, and once every combination of what the tests of
//! the page look at in part, and a cluster of relays.

use fs_err as fs;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use xtask::run::{Result, command, root, run, run_quietly};

use crate::checks;
use crate::site;
use crate::steps::Steps;
use crate::tools::{self, Browser};

/// The parts of the time, in hundredths: all fuzz targets together, games of the computer, tables
/// under faults, live games under faults, the player at random, files of games.
const FUZZING: u64 = 45;
const SELF_PLAY: u64 = 15;
const TABLES: u64 = 5;
const LIVE: u64 = 5;
const MONKEY: u64 = 25;
const FILES: u64 = 5;

/// How many live games of each kind are played, how much the player at random does, and how many files
/// are damaged, before the time is looked at again.
const GAMES: u32 = 200;
const ACTIONS: u32 = 300;
const DAMAGED: u32 = 20_000;

/// Runs everything for about so many minutes, builds not counted.
///
/// # Errors
/// When something was found, or cannot be run.
pub(crate) fn soak(minutes: u64) -> Result<()> {
    // Another run, other games; it is printed, so that a run can be looked into.
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.as_secs());
    let seed = seed % 1_000_000;
    println!("Seed {seed}");
    let share = |hundredths: u64| Duration::from_secs((minutes * 60 * hundredths / 100).max(1));
    let mut steps = Steps::default();
    let mut counts = Vec::new();

    let targets = targets()?;
    let advice = "Needed: `rustup toolchain install nightly` and `cargo install cargo-fuzz`.";
    let built = steps.step("Build the fuzz targets", advice, || {
        // The code under test has no unsafe parts: the address sanitizer would only slow it down.
        run(command("cargo").args(["+nightly", "fuzz", "build", "--sanitizer", "none"]))
    });
    for target in &targets {
        let name = format!("Fuzz {target}");
        if !built {
            steps.skip(&name);
            continue;
        }
        let time = share(FUZZING) / targets.len() as u32;
        let advice = format!(
            "What fails is in fuzz/artifacts/{target}: `cargo +nightly fuzz run {target} FILE`."
        );
        steps.step(&name, &advice, || {
            let (result, log) = fuzz(target, time);
            counts.push(format!("{target}: {} inputs", inputs(&log)));
            result
        });
    }

    let time = share(SELF_PLAY).as_secs();
    let advice = "The message names the position and the game's seed.";
    steps.step("The computer against itself", advice, || {
        let log = log("self_play")?;
        let asked = ("FIVEFOLD_SELF_PLAY", format!("{seed},{time}"));
        let result = suite(["engine", "self_play::"], asked, &log);
        let text = fs::read_to_string(&log).unwrap_or_default();
        counts.extend(text.lines().find(|line| line.ends_with(" steps")).map(str::to_owned));
        result
    });

    let time = share(TABLES).as_secs();
    let advice = "Again: FIVEFOLD_TABLES=SCHEDULE, as the message names it.";
    steps.step("Tables under faults", advice, || {
        let log = log("tables")?;
        let asked = ("FIVEFOLD_TABLES", format!("{seed},{time}"));
        let result = suite(["table", "simulation::"], asked, &log);
        let text = fs::read_to_string(&log).unwrap_or_default();
        counts.extend(text.lines().find(|line| line.starts_with("The tables:")).map(str::to_owned));
        result
    });

    let advice = "Again: FIVEFOLD_LIVE=SCHEDULE, as the message names it.";
    steps.step("Live games under faults", advice, || {
        let (log, end) = (log("live")?, Instant::now() + share(LIVE));
        let mut rounds = 0;
        while rounds == 0 || Instant::now() < end {
            let asked = ("FIVEFOLD_LIVE", format!("{},{GAMES}", seed + rounds));
            suite(["table", "live::whatever"], asked, &log)?;
            rounds += 1;
        }
        counts.push(format!("Live games: {rounds} rounds of {GAMES} of each kind"));
        Ok(())
    });

    let mut browser = None;
    let advice = "Alone: cargo xtask build";
    let built = steps.step("Build the site", advice, || {
        browser = Some(Browser::set_up(false)?);
        site::build()?;
        // The tests ask the rules themselves what the page ought to show.
        run(command("cargo").args(["build", "--quiet", "--locked", "--package", "cli"]))
    });
    let browsing = [
        ("Play at random on the page", "monkey", "FIVEFOLD_MONKEY", ACTIONS, MONKEY),
        ("Damaged files of games", "games-file", "FIVEFOLD_FILES", DAMAGED, FILES),
    ];
    for (name, test, variable, amount, hundredths) in browsing {
        let Some(browser) = browser.as_ref().filter(|_| built) else {
            steps.skip(name);
            continue;
        };
        let advice = format!("Again: {variable}=SEED,{amount}, as the message names the seed.");
        steps.step(name, &advice, || {
            let end = Instant::now() + share(hundredths);
            let mut rounds = 0;
            while rounds == 0 || Instant::now() < end {
                let asked = format!("{},{amount}", seed + rounds);
                println!("{variable}={asked}");
                let file = format!("tests/e2e/{test}.test.mjs");
                on_page(&file, browser, (variable, &asked))?;
                rounds += 1;
            }
            counts.push(format!("{name}: {rounds} rounds of {amount}"));
            Ok(())
        });
    }

    let advice = "Again: FIVEFOLD_THOROUGH=1, with the file alone.";
    for file in combined()? {
        let name = format!("All combinations of {file}");
        let Some(browser) = browser.as_ref().filter(|_| built) else {
            steps.skip(&name);
            continue;
        };
        steps.step(&name, advice, || on_page(&file, browser, ("FIVEFOLD_THOROUGH", "1")));
    }

    let advice = "Alone: node --test tests/relay/cluster.soak.mjs";
    steps.step("A cluster of three relays, one of which is killed", advice, || {
        tools::relay(false)?;
        let mut node = command("node");
        node.args(["--test", "--test-force-exit", "--test-timeout=600000"]);
        run_quietly(node.arg("tests/relay/cluster.soak.mjs"), &log("cluster")?)
    });

    println!("\n=== Done\n{}", counts.join("\n"));
    steps.finish()
}

/// Runs tests of a crate with what a variable asks of them.
fn suite([package, tests]: [&str; 2], (variable, asked): (&str, String), log: &Path) -> Result<()> {
    let mut test = command("cargo");
    test.args(["test", "--locked", "--release", "--quiet", "--package", package])
        .args(["--test", "suite", "--", tests, "--nocapture"])
        .env(variable, asked);
    run_quietly(&mut test, log)
}

/// Runs a file of browser tests with what a variable asks of them.
fn on_page(file: &str, browser: &Browser, asked: (&str, &str)) -> Result<()> {
    checks::node_against_site(&["--test", "--test-reporter=dot", file], browser, &[asked])
}

/// The files of browser tests that look at a part of the combinations unless they are asked for all.
fn combined() -> Result<Vec<String>> {
    let mut files = checks::test_files("tests/e2e")?;
    files.retain(|file| {
        fs::read_to_string(root().join(file)).is_ok_and(|text| text.contains("/thorough.mjs"))
    });
    Ok(files)
}

/// The names of the fuzz targets.
fn targets() -> Result<Vec<String>> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder).map_err(|e| e.to_string())?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| Some(entry.path().file_stem()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    Ok(names)
}

/// A file for the output of a part.
fn log(part: &str) -> Result<std::path::PathBuf> {
    let folder = root().join("target/soak");
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    Ok(folder.join(format!("{part}.log")))
}

/// Runs a fuzz target for so long. Returns how it ended, and its output.
fn fuzz(target: &str, time: Duration) -> (Result<()>, String) {
    let work = || {
        let corpus = Path::new("fuzz/corpus").join(target);
        fs::create_dir_all(root().join(&corpus)).map_err(|e| e.to_string())?;
        let log = log(target)?;
        let mut fuzz = command("cargo");
        fuzz.args(["+nightly", "fuzz", "run", "--sanitizer", "none", target])
            .arg(&corpus)
            .arg(Path::new("fuzz/seeds").join(target))
            .arg("--")
            .arg(format!("-max_total_time={}", time.as_secs().max(1)))
            .arg("-print_final_stats=1");
        let result = run_quietly(&mut fuzz, &log);
        Ok((result, fs::read_to_string(&log).unwrap_or_default()))
    };
    work().unwrap_or_else(|error| (Err(error), String::new()))
}

/// How many inputs a fuzz target says that it has tried.
fn inputs(log: &str) -> &str {
    let line = log.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    line.map_or("no", str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_seeds() {
        let targets = targets().unwrap();
        assert!(targets.len() >= 8, "{targets:?}");
        for target in targets {
            assert!(root().join("fuzz/seeds").join(&target).is_dir(), "{target}");
        }
    }

    #[test]
    fn screens_are_among_what_is_looked_at_in_all_combinations() {
        let files = combined().unwrap();
        assert!(files.contains(&"tests/e2e/access.test.mjs".to_owned()), "{files:?}");
        assert!(!files.contains(&"tests/e2e/front.test.mjs".to_owned()), "{files:?}");
    }

    #[test]
    fn inputs_are_read_from_the_statistics() {
        let log = "Done 12 runs\nstat::number_of_executed_units: 4115\nstat::new_units_added: 3\n";
        assert_eq!(inputs(log), "4115");
        assert_eq!(inputs("killed"), "no");
    }

    #[test]
    fn the_parts_are_the_whole() {
        assert_eq!(FUZZING + SELF_PLAY + TABLES + LIVE + MONKEY + FILES, 100);
    }
}
