//! Keeping count of the steps of a run.

use std::fmt;
use std::time::{Duration, Instant};

use xtask::run::Result;

enum Ending {
    Passed,
    Failed { error: String, advice: String },
    Skipped,
}

/// How many lines of what went wrong the summary repeats: whoever sees only the end of a log has them.
const REPEATED: usize = 60;

/// The steps of a run, each with its name, how long it took and how it ended.
pub(crate) struct Steps {
    taken: Vec<(String, Duration, Ending)>,
    begun: Instant,
}

impl Default for Steps {
    fn default() -> Steps {
        Steps { taken: Vec::new(), begun: Instant::now() }
    }
}

impl Steps {
    /// Runs one step and reports it. `advice` says what to do when it fails. Returns whether it
    /// passed.
    pub(crate) fn step(
        &mut self,
        name: &str,
        advice: &str,
        work: impl FnOnce() -> Result<()>,
    ) -> bool {
        println!("\n=== {name}");
        self.step_beside(name, advice, work)
    }

    /// Runs one step whose output is kept from the terminal, where others print theirs, and reports
    /// it. Returns whether it passed.
    pub(crate) fn step_beside(
        &mut self,
        name: &str,
        advice: &str,
        work: impl FnOnce() -> Result<()>,
    ) -> bool {
        let start = Instant::now();
        let ending = work();
        let time = start.elapsed();
        let passed = ending.is_ok();
        let ending = match ending {
            Ok(()) => {
                println!("--- {name}: passed, {}", Seconds(time));
                Ending::Passed
            }
            Err(error) => {
                println!("--- {name}: FAILED, {}\n{error}\n{advice}", Seconds(time));
                Ending::Failed { error, advice: advice.to_owned() }
            }
        };
        self.taken.push((name.to_owned(), time, ending));
        passed
    }

    /// Notes a step that cannot be run because an earlier one failed.
    pub(crate) fn skip(&mut self, name: &str) {
        self.taken.push((name.to_owned(), Duration::ZERO, Ending::Skipped));
    }

    /// Adds the steps of a run beside this one.
    pub(crate) fn append(&mut self, mut beside: Steps) {
        self.taken.append(&mut beside.taken);
    }

    /// Prints the summary.
    ///
    /// # Errors
    /// When a step failed.
    pub(crate) fn finish(self) -> Result<()> {
        println!("\n{self}");
        let failed = self.taken.iter().filter(|step| !matches!(step.2, Ending::Passed)).count();
        match failed {
            0 => Ok(()),
            _ => Err(format!("{failed} of {} steps did not pass", self.taken.len())),
        }
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "=== Summary")?;
        for (name, time, ending) in &self.taken {
            let word = match ending {
                Ending::Passed => "passed",
                Ending::Failed { .. } => "FAILED",
                Ending::Skipped => "skipped",
            };
            writeln!(f, "{word:8}{:>9}  {name}", Seconds(*time).to_string())?;
            if let Ending::Failed { error, advice } = ending {
                for line in error.lines().take(REPEATED) {
                    writeln!(f, "{:19}{line}", "")?;
                }
                writeln!(f, "{:19}{advice}", "")?;
            }
        }
        let all = Seconds(self.begun.elapsed()).to_string();
        write!(f, "{:8}{all:>9}  in all, some beside others", "")
    }
}

/// A length of time, shown in seconds with one decimal.
pub(crate) struct Seconds(pub(crate) Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} s", self.0.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_step_is_named_with_its_advice_and_fails_the_run() {
        let mut steps = Steps::default();
        assert!(steps.step("first", "do nothing", || Ok(())));
        assert!(!steps.step("second", "look twice", || Err("broken".into())));
        let mut beside = Steps::default();
        beside.skip("third");
        steps.append(beside);
        let summary = steps.to_string();
        let words: Vec<&str> =
            summary.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(words, ["===", "passed", "FAILED", "broken", "look", "skipped", "0.0"]);
        assert_eq!(steps.finish(), Err("2 of 3 steps did not pass".into()));
    }
}
