//! What the command line asks for.

use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

use lexopt::prelude::*;
use rules::games::charismatic::Charismatic;
use rules::{AnyPosition, FenError, GameId, Position as _};

use crate::perft::Perft;
use crate::solve::Solve;

/// What `--help` prints.
pub(crate) const USAGE: &str = "\
fivefold: six rule-sets for uncommon chess

  fivefold perft GAME --depth N [--fen FEN] [--divide]
      Count the sequences of N steps from a position (the initial one if none is given).
      --divide counts those that begin with each step, too.
  fivefold inspect GAME
      Read a FEN from each line of standard input and write what the rules say about the
      position, as a line of JSON.
  fivefold solve charismatic --fen FEN [--nodes N] [--seconds S]
      Find a turn of Charismatic Chess that mates, or show that there is none; write a line of
      JSON. --nodes and --seconds limit the search.

GAME: orthodox, charismatic, contramatic, complete-contramatic, magnetic, chessence, batteries
";

/// The depths that perft can be asked for: it descends a call deeper with each step.
const MOST_DEPTH: u32 = 255;

/// A command, ready to be run.
pub(crate) enum Command {
    /// Print the usage.
    Help,
    /// Count sequences of steps.
    Perft(Box<Perft>),
    /// Describe positions of this game.
    Inspect(GameId),
    /// Find a mate.
    Solve(Box<Solve>),
}

/// Arguments that are not understood.
#[derive(Debug)]
pub(crate) enum ArgumentError {
    /// An option unknown, without its value, or out of place.
    Syntax(lexopt::Error),
    /// No command, or none of this name.
    Command(Option<OsString>),
    /// No game, or none of this name.
    Game(Option<OsString>),
    /// `--depth` is missing.
    NoDepth,
    /// Not a depth.
    Depth(OsString),
    /// `--fen` is missing.
    NoFen,
    /// Not a number of nodes.
    Nodes(OsString),
    /// Not a time.
    Seconds(OsString),
    /// Not a game that is solved.
    Unsolved(GameId),
    /// Not a position of the game.
    Fen(FenError),
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArgumentError::Syntax(error) => write!(f, "{error}"),
            ArgumentError::Command(None) => {
                f.write_str("a command is wanted: perft, inspect or solve")
            }
            ArgumentError::Command(Some(name)) => {
                let name = name.display();
                write!(f, "no command is called '{name}'; there are perft, inspect and solve")
            }
            ArgumentError::Game(None) => write!(f, "the name of a game is wanted: {}", games()),
            ArgumentError::Game(Some(name)) => {
                write!(f, "no game is called '{}'; there are {}", name.display(), games())
            }
            ArgumentError::NoDepth => f.write_str("--depth is wanted"),
            ArgumentError::Depth(text) => {
                write!(f, "--depth '{}': a number from 0 to {MOST_DEPTH} is wanted", text.display())
            }
            ArgumentError::NoFen => f.write_str("--fen is wanted"),
            ArgumentError::Nodes(text) => {
                write!(f, "--nodes '{}': a whole number above 0 is wanted", text.display())
            }
            ArgumentError::Seconds(text) => {
                write!(f, "--seconds '{}': a number above 0 is wanted", text.display())
            }
            ArgumentError::Unsolved(game) => {
                write!(f, "there is no solver for {game}, only for charismatic")
            }
            ArgumentError::Fen(error) => write!(f, "--fen: {error}"),
        }
    }
}

impl From<lexopt::Error> for ArgumentError {
    fn from(error: lexopt::Error) -> Self {
        ArgumentError::Syntax(error)
    }
}

fn games() -> String {
    GameId::ALL.iter().map(|game| game.spec().id).collect::<Vec<_>>().join(", ")
}

/// Reads the arguments.
pub(crate) fn read(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    let command = match parser.next()? {
        Some(Short('h') | Long("help")) => return Ok(Command::Help),
        Some(Value(name)) => name,
        Some(other) => return Err(other.unexpected().into()),
        None => return Err(ArgumentError::Command(None)),
    };
    match command.to_str() {
        Some("perft") => read_perft(parser),
        Some("inspect") => read_inspect(parser),
        Some("solve") => read_solve(parser),
        _ => Err(ArgumentError::Command(Some(command))),
    }
}

fn read_game(name: Option<OsString>) -> Result<GameId, ArgumentError> {
    match name.as_ref().and_then(|name| name.to_str()).and_then(GameId::parse) {
        Some(game) => Ok(game),
        None => Err(ArgumentError::Game(name)),
    }
}

fn read_depth(text: OsString) -> Result<u32, ArgumentError> {
    let depth = text.to_str().and_then(|text| text.parse().ok());
    depth.filter(|&depth| depth <= MOST_DEPTH).ok_or(ArgumentError::Depth(text))
}

fn read_perft(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    let (mut game, mut fen, mut depth, mut divide) = (None, None, None, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("fen") => fen = Some(parser.value()?.string()?),
            Long("depth") => depth = Some(read_depth(parser.value()?)?),
            Long("divide") => divide = true,
            Value(name) if game.is_none() => game = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    let game = read_game(game)?;
    let position = match fen {
        Some(fen) => AnyPosition::from_fen(game, &fen).map_err(ArgumentError::Fen)?,
        None => AnyPosition::initial(game),
    };
    let depth = depth.ok_or(ArgumentError::NoDepth)?;
    Ok(Command::Perft(Box::new(Perft { position, depth, divide })))
}

fn read_inspect(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    let mut game = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Value(name) if game.is_none() => game = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Inspect(read_game(game)?))
}

fn read_nodes(text: OsString) -> Result<u64, ArgumentError> {
    let nodes = text.to_str().and_then(|text| text.parse().ok());
    nodes.filter(|&nodes| nodes > 0).ok_or(ArgumentError::Nodes(text))
}

fn read_seconds(text: OsString) -> Result<Duration, ArgumentError> {
    let seconds: Option<f64> = text.to_str().and_then(|text| text.parse().ok());
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or(ArgumentError::Seconds(text))
}

fn read_solve(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    let (mut game, mut fen, mut nodes, mut time) = (None, None, u64::MAX, None);
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("fen") => fen = Some(parser.value()?.string()?),
            Long("nodes") => nodes = read_nodes(parser.value()?)?,
            Long("seconds") => time = Some(read_seconds(parser.value()?)?),
            Value(name) if game.is_none() => game = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    match read_game(game)? {
        GameId::Charismatic => {
            let fen = fen.ok_or(ArgumentError::NoFen)?;
            let position = Charismatic::from_fen(&fen).map_err(ArgumentError::Fen)?;
            Ok(Command::Solve(Box::new(Solve { position, nodes, time })))
        }
        game => Err(ArgumentError::Unsolved(game)),
    }
}
