//! The command line: fivefold.

mod arguments;
mod inspect;
mod perft;
mod solve;

use std::io::{self, Write as _};
use std::process::ExitCode;

use arguments::{Command, USAGE};

/// The exit status for arguments that are not understood.
const BAD_ARGUMENTS: u8 = 2;

fn main() -> ExitCode {
    let command = match arguments::read(lexopt::Parser::from_env()) {
        Ok(command) => command,
        Err(error) => {
            eprintln!("fivefold: {error}\nTry 'fivefold --help'.");
            return ExitCode::from(BAD_ARGUMENTS);
        }
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = match command {
        Command::Help => out.write_all(USAGE.as_bytes()),
        Command::Perft(perft) => perft.run(&mut out),
        Command::Solve(solve) => solve.run(&mut out),
        Command::Inspect(game) => inspect::run(game, io::stdin().lock(), &mut out),
    };
    match done.and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the output has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fivefold: {error}");
            ExitCode::FAILURE
        }
    }
}
