//! Running other programs, and keeping count of the steps.

use fs_err as fs;
use std::fmt;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What went wrong and, where that is not plain, what to do: sentences for a person.
pub(crate) type Result<T, E = String> = std::result::Result<T, E>;

/// The repository's root, absolute.
pub(crate) fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.ancestors().nth(2).unwrap_or(&here).to_path_buf()
}

/// A command that runs in the repository's root and never waits for input.
pub(crate) fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root()).stdin(Stdio::null());
    command
}

/// Runs a command, its output shown.
///
/// # Errors
/// When it cannot be started or does not succeed.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|e| format!("{} does not start: {e}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", shown(command))) }
}

/// Runs a command, its output kept in a file and shown only if it fails.
///
/// # Errors
/// When it cannot be started or does not succeed; the message holds the end of its output.
pub(crate) fn run_quietly(command: &mut Command, log: &Path) -> Result<()> {
    let file = fs::File::create(log).map_err(|e| e.to_string())?;
    let copy = file.try_clone().map_err(|e| e.to_string())?;
    let status = command
        .stdout(file.into_file())
        .stderr(copy.into_file())
        .status()
        .map_err(|e| format!("{} does not start: {e}", shown(command)))?;
    if status.success() {
        return Ok(());
    }
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let end = lines[lines.len().saturating_sub(30)..].join("\n");
    Err(format!(
        "{end}\n{} failed ({status}); all of its output: {}",
        shown(command),
        log.display()
    ))
}

/// What a command writes on its standard output, or nothing if it cannot be run.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// What a command writes on its standard output for a text on its standard input, all of which it reads first.
///
/// # Errors
/// When it cannot be started or does not succeed; it says itself why.
pub(crate) fn answer(command: &mut Command, input: &str) -> Result<String> {
    let failed = |e: std::io::Error, command: &Command| format!("{} failed: {e}", shown(command));
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.map_err(|e| failed(e, command))?;
    let written = child.stdin.take().map_or(Ok(()), |mut pipe| pipe.write_all(input.as_bytes()));
    let output = child.wait_with_output().map_err(|e| failed(e, command))?;
    if !output.status.success() {
        return Err(format!("{} failed ({})", shown(command), output.status));
    }
    written.map_err(|e| failed(e, command))?;
    String::from_utf8(output.stdout).map_err(|e| format!("{}: {e}", shown(command)))
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
    let words = command.get_args().map(|a| a.to_string_lossy().into_owned());
    format!("`{}`", std::iter::once(name).chain(words).collect::<Vec<_>>().join(" "))
}

/// The program's path, looked for in the folders of PATH.
pub(crate) fn which(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

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

    #[test]
    fn a_quiet_command_shows_the_end_of_its_output_when_it_fails() {
        let log = std::env::temp_dir().join(format!("xtask-run-{}.log", std::process::id()));
        let mut failing = command("sh");
        failing.args(["-c", "echo the reason; exit 3"]);
        let error = run_quietly(&mut failing, &log).unwrap_err();
        fs::remove_file(&log).unwrap();
        assert!(error.starts_with("the reason\n"), "{error}");
        assert!(error.contains("exit status: 3"), "{error}");
    }
}
