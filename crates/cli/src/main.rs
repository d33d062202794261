//! The command line: fivefold.

mod arguments;
mod convert;
mod inspect;
mod lengths;
mod matches;
mod openings;
mod perft;
mod puzzles;
mod report;
mod solve;
mod tune;
mod uci;
mod verify;
mod wins;

use std::io::{self, Write as _};
use std::process::ExitCode;

use arguments::Command;

/// The exit status for invalid arguments.
const BAD_ARGUMENTS: u8 = 2;

fn main() -> ExitCode {
    let command = match arguments::read(lexopt::Parser::from_env()) {
        Ok(command) => command,
        Err(error) => {
            eprintln!("fivefold: {error}\nTry 'fivefold --help'.");
            return ExitCode::from(BAD_ARGUMENTS);
        }
    };
    if matches!(command, Command::Uci) {
        // The search's thread writes too: the output cannot stay locked.
        return ended(uci::run(io::stdin().lock(), io::stdout()));
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = match command {
        Command::Help => out.write_all(arguments::usage().as_bytes()),
        Command::Perft(perft) => perft.run(&mut out),
        Command::Solve(solve) => solve.run(&mut out),
        Command::Inspect(game) => inspect::run(game, io::stdin().lock(), &mut out),
        Command::Convert(convert) => convert.run(io::stdin().lock(), &mut out),
        Command::Verify => verify::run(io::stdin().lock(), &mut out),
        Command::LinkLengths(lengths) => lengths.run(&mut out),
        Command::Report(report) => report.run(&mut out),
        Command::Match(games) => games.run(&mut out),
        Command::Tune(tune) => tune.run(&mut out),
        Command::GenerateWins(wins) => wins.run(&mut out),
        Command::Puzzles(puzzles) => puzzles.run(&mut out),
        Command::Openings(book) => book.run(&mut out),
        Command::Uci => Ok(()),
    };
    ended(done.and_then(|()| out.flush()))
}

fn ended(done: io::Result<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fivefold: {error}");
            ExitCode::FAILURE
        }
    }
}
