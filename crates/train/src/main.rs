//! `train`: nets for the computer player, from games against itself to the file that the engine
//! reads, and placements that it knows. Each command follows from its seed. docs/training.md has the way through all of them.

mod arguments;
mod fit;
mod games;
mod odds;
mod parallel;
mod placements;
mod samples;
mod spsa;
mod store;

use std::io::{self, Write as _};
use std::process::ExitCode;

use arguments::Command;

/// The exit status for arguments that are not understood.
const BAD_ARGUMENTS: u8 = 2;

fn main() -> ExitCode {
    let command = match arguments::read(lexopt::Parser::from_env()) {
        Ok(command) => command,
        Err(error) => {
            eprintln!("train: {error}\nTry 'train --help'.");
            return ExitCode::from(BAD_ARGUMENTS);
        }
    };
    let mut out = io::stdout().lock();
    let done = match command {
        Command::Help => out.write_all(arguments::USAGE.as_bytes()),
        Command::Games(games) => games.run(&mut out),
        Command::Fit(fit) => fit.run(&mut out),
        Command::Quantise(quantise) => quantise.run(&mut out),
        Command::Odds(odds) => odds.run(&mut out),
        Command::Placements(placements) => placements.run(&mut out),
        Command::Spsa(spsa) => spsa.run(&mut out),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("train: {error}");
            ExitCode::FAILURE
        }
    }
}
