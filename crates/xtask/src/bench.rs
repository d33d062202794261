//! How fast the rules are, natively and in WebAssembly under Node.js, beside cozy-chess; and how
//! fast the computer player searches and finds what is there.
//!
//! The tasks of `crates/bench` are run in turn, round after round, so that whatever else the machine
//! does falls on all of them alike. Each figure is the median of the rounds, and so is each ratio,
//! which compares two runs of one round.

use std::collections::BTreeMap;
use std::path::PathBuf;

use xtask::run::{Result, command, output, root, run};

use crate::site::reproducible;
use crate::tools::Tools;

/// The task that the others are compared with, unless it has its own yardstick.
const YARDSTICK: &str = "cozy-chess: start, perft 6";
/// A task and the same work done by cozy-chess.
const OWN_YARDSTICK: (&str, &str) =
    ("orthodox: kiwipete, perft 5", "cozy-chess: kiwipete, perft 5");

/// How the line of an answer begins.
const ANSWER: &str = "answer\t";

/// Things counted in a second, by task in the order of the tasks, one for each round.
type Rates = Vec<(String, Vec<f64>)>;

/// How many seconds each answer took, in ascending order, by what was asked.
type Waits = Vec<(String, Vec<f64>)>;

/// Builds the tasks, runs them and prints a table.
///
/// # Errors
/// When a build or a run fails; the message is its own.
pub(crate) fn bench(rounds: u32) -> Result<()> {
    println!("Building…");
    let native = native()?;
    let module = module(&Tools::set_up()?)?;
    let rounds = rounds.to_string();
    println!("Running {rounds} rounds natively, then in WebAssembly…");
    let native = output(command(native).arg(&rounds)).ok_or("the native tasks failed")?;
    let script = root().join("crates/bench/run.mjs");
    let node = output(command("node").arg(script).arg(module).arg(&rounds));
    let node = node.ok_or("the tasks in Node.js failed")?;
    println!("{}\n", table(&rates(&native)?, &rates(&node)?));
    println!("{}", waits_table(&waits(&native)?, &waits(&node)?));
    Ok(())
}

/// Builds the native program, with the profile and the processor features of the command line.
fn native() -> Result<PathBuf> {
    let target = root().join("target");
    let build = ["build", "--locked", "--release", "--package", "bench", "--target-dir"];
    run(command("cargo").args(build).arg(&target))?;
    Ok(target.join("release/bench"))
}

/// Builds the module as the computer player's is built, for Node.js. Returns its script.
fn module(tools: &Tools) -> Result<PathBuf> {
    let target = root().join("target");
    let mut cargo = command("cargo");
    cargo
        .args(["build", "--locked", "--release", "--package", "bench", "--lib"])
        .args(["--target", "wasm32-unknown-unknown", "--target-dir"])
        .arg(&target);
    reproducible(&mut cargo);
    run(&mut cargo)?;
    let folder = target.join("bench");
    run(command(tools.find("wasm-bindgen")?)
        .args(["--target", "web", "--no-typescript", "--out-dir"])
        .arg(&folder)
        .arg(target.join("wasm32-unknown-unknown/release/bench.wasm")))?;
    let module = folder.join("bench_bg.wasm");
    run(command(tools.find("wasm-opt")?).arg("-O1").arg("-o").arg(&module).arg(&module))?;
    Ok(folder.join("bench.js"))
}

/// Reads what the tasks print: name, count and seconds of each run.
fn rates(text: &str) -> Result<Rates> {
    let mut rates: Rates = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with(ANSWER)) {
        let wrong = || format!("not a run of a task: {line}");
        let [name, counted, seconds] =
            line.split('\t').collect::<Vec<_>>().try_into().map_err(|_| wrong())?;
        let counted: f64 = counted.parse().map_err(|_| wrong())?;
        let seconds: f64 = seconds.parse().map_err(|_| wrong())?;
        let rate = counted / seconds;
        match rates.iter_mut().find(|(known, _)| known == name) {
            Some((_, runs)) => runs.push(rate),
            None => rates.push((name.to_owned(), vec![rate])),
        }
    }
    Ok(rates)
}

/// Reads how long each answer took.
fn waits(text: &str) -> Result<Waits> {
    let mut waits: Waits = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix(ANSWER)) {
        let wrong = || format!("not the time of an answer: {line}");
        let (name, seconds) = line.split_once('\t').ok_or_else(wrong)?;
        let seconds = seconds.parse().map_err(|_| wrong())?;
        match waits.iter_mut().find(|(known, _)| known == name) {
            Some((_, times)) => times.push(seconds),
            None => waits.push((name.to_owned(), vec![seconds])),
        }
    }
    for (_, times) in &mut waits {
        times.sort_by(f64::total_cmp);
    }
    Ok(waits)
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    match numbers.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => numbers[middle],
        _ => (numbers[middle - 1] + numbers[middle]) / 2.0,
    }
}

/// The median rate of each task, and the median of its ratios to its yardstick.
fn figures(rates: &Rates) -> BTreeMap<&str, (f64, f64)> {
    let runs_of = |name: &str| rates.iter().find(|(known, _)| known == name).map(|(_, runs)| runs);
    rates
        .iter()
        .map(|(name, runs)| {
            let (task, own) = OWN_YARDSTICK;
            let yardstick = if name == task || name == own { own } else { YARDSTICK };
            let beside = runs_of(yardstick).into_iter().flatten();
            let ratios = runs.iter().zip(beside).map(|(rate, beside)| rate / beside).collect();
            (name.as_str(), (median(runs.clone()), median(ratios)))
        })
        .collect()
}

/// A table in Markdown: what each task counts in a second, in millions, its ratio to cozy-chess, and
/// how fast WebAssembly is beside native code.
fn table(native: &Rates, node: &Rates) -> String {
    let (here, there) = (figures(native), figures(node));
    let mut lines = vec![
        "| million a second | native | to cozy-chess | WebAssembly | to cozy-chess | to native |"
            .to_owned(),
        "| --- | ---: | ---: | ---: | ---: | ---: |".to_owned(),
    ];
    for (name, _) in native {
        let figures = [here.get(name.as_str()), there.get(name.as_str())];
        let ratio = match figures {
            [Some((native, _)), Some((node, _))] => format!("{:.2}", node / native),
            _ => "-".to_owned(),
        };
        let cells = figures.map(|figure| {
            figure.map_or("- | -".to_owned(), |&(rate, ratio)| {
                let (millions, places) = (rate / 1e6, if rate < 1e7 { 2 } else { 0 });
                format!("{millions:.places$} | {ratio:.2}")
            })
        });
        lines.push(format!("| {name} | {} | {} | {ratio} |", cells[0], cells[1]));
    }
    lines.join("\n")
}

/// A table in Markdown: how long each kind of answer takes, in milliseconds: the median, what 99 of
/// 100 take at most, and the worst.
fn waits_table(native: &Waits, node: &Waits) -> String {
    let mut lines = vec![
        "| milliseconds to an answer | positions | native: median | 99 of 100 | worst | WebAssembly: median | 99 of 100 | worst |".to_owned(),
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |".to_owned(),
    ];
    for (name, here) in native {
        let there = node.iter().find(|(other, _)| other == name).map(|(_, times)| times);
        let cells = [Some(here), there].map(|times| {
            let at = |part: f64| {
                let times = times?;
                let place = (times.len().saturating_sub(1) as f64 * part).ceil() as usize;
                times.get(place).map(|seconds| seconds * 1e3)
            };
            let cell = |time: Option<f64>| match time {
                None => "-".to_owned(),
                Some(time) if time < 0.1 => format!("{time:.5}"),
                Some(time) => format!("{time:.1}"),
            };
            [0.5, 0.99, 1.0].map(|part| cell(at(part))).join(" | ")
        });
        lines.push(format!("| {name} | {} | {} | {} |", here.len(), cells[0], cells[1]));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUNS: &str = "cozy-chess: start, perft 6\t100000000\t1\n\
                        charismatic: ends of a turn\t3000000\t2\n\
                        cozy-chess: start, perft 6\t200000000\t1\n\
                        charismatic: ends of a turn\t4000000\t2\n\
                        cozy-chess: start, perft 6\t100000000\t1\n\
                        charismatic: ends of a turn\t50000000\t2";

    #[test]
    fn medians_of_rates_and_of_ratios_within_a_round() {
        let rates = rates(RUNS).unwrap();
        let figures = figures(&rates);
        assert_eq!(figures[YARDSTICK], (1e8, 1.0));
        // Rates 1.5, 2 and 25 million; ratios 0.015, 0.01 and 0.25.
        assert_eq!(figures["charismatic: ends of a turn"], (2e6, 0.015));
    }

    #[test]
    fn the_table_has_a_row_for_each_task() {
        let rates = rates(RUNS).unwrap();
        let table = table(&rates, &Rates::new());
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| cozy-chess: start, perft 6 | 100 | 1.00 | - | - | - |",
                "| charismatic: ends of a turn | 2.00 | 0.01 | - | - | - |",
            ]
        );
        let slower: Rates = rates.iter().map(|(name, _)| (name.clone(), vec![1e6])).collect();
        let beside = super::table(&rates, &slower);
        assert!(beside.lines().last().unwrap().ends_with("| 1.00 | 1.00 | 0.50 |"), "{beside}");
    }

    #[test]
    fn answers_have_a_median_and_a_worst() {
        let text = format!(
            "{RUNS}\nanswer\ta mate\t0.004\nanswer\ta win\t0.5\nanswer\ta mate\t0.00001\n\
             answer\ta mate\t0.002"
        );
        assert_eq!(rates(&text).unwrap().len(), 2);
        let times = waits(&text).unwrap();
        let table = waits_table(&times, &times[..1].to_vec());
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| a mate | 3 | 2.0 | 4.0 | 4.0 | 2.0 | 4.0 | 4.0 |",
                "| a win | 1 | 500.0 | 500.0 | 500.0 | - | - | - |",
            ]
        );
        assert!(waits("answer\ta mate\tsoon").unwrap_err().contains("soon"));
    }

    #[test]
    fn what_is_not_a_run_is_named() {
        let error = rates("cozy-chess\tmany\t1").unwrap_err();
        assert_eq!(error, "not a run of a task: cozy-chess\tmany\t1");
    }
}
