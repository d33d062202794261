//! Running other programs, and how a program of this project ends.

use fs_err as fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// What went wrong and, where that is not plain, what to do: sentences for a person.
pub type Result<T, E = String> = std::result::Result<T, E>;

/// The repository's root, absolute.
pub fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.ancestors().nth(2).unwrap_or(&here).to_path_buf()
}

/// The exit code of a program with this result. What went wrong is printed.
pub fn exit_code(result: Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\n{error}");
            ExitCode::FAILURE
        }
    }
}

/// A command that runs in the repository's root and never waits for input.
pub fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root()).stdin(Stdio::null());
    command
}

/// [`command`] for what is not wanted soon: others have the processor before it, where there is `nice`.
pub fn command_behind(program: &str) -> Command {
    if which("nice").is_none() {
        return command(program);
    }
    let mut command = command("nice");
    command.args(["-n", "15", program]);
    command
}

/// One of the programs that npm installed for us.
pub fn npm_program(name: &str) -> Command {
    command(root().join("node_modules/.bin").join(name))
}

/// Runs a command, its output shown.
///
/// # Errors
/// When it cannot be started or does not succeed.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|e| format!("{} does not start: {e}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", shown(command))) }
}

/// Runs a command, its output kept in a file and shown only if it fails.
///
/// # Errors
/// When it cannot be started or does not succeed; the message holds the end of its output.
pub fn run_quietly(command: &mut Command, log: &Path) -> Result<()> {
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
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// What a command writes on its standard output for a text on its standard input, all of which it reads first.
///
/// # Errors
/// When it cannot be started or does not succeed; it says itself why.
pub fn answer(command: &mut Command, input: &str) -> Result<String> {
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
pub fn which(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

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
