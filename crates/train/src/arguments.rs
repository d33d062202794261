//! What the command line asks for.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::thread;

use lexopt::Arg::{Long, Short, Value};
use rules::GameId;

use crate::fit::{Fit, Quantise};
use crate::games::SelfPlay;
use crate::odds::FitOdds;
use crate::placements::Placements;
use crate::spsa::Spsa;

/// How it is used.
pub(crate) const USAGE: &str = "\
Nets for the computer player.

  train games GAME --file FILE [--games N] [--nodes N] [--seed N] [--threads N] [--net FILE]
              [--to-the-end] [--against-hand] [--uneven SHARE]
      Plays games against itself until FILE has N of them, from openings of their own, with so many
      nodes a turn; with --net by a net, with --against-hand too against the evaluation made by hand. SHARE of 100 games begin after many turns at random, whoever is better.
      With --to-the-end no game ends because both agree that one is far ahead.
      A file that was broken off is gone on with.
  train fit GAME --games FILE [--games FILE …] --weights FILE [--epochs N] [--result SHARE]
            [--scale N] [--replace] [--both-wings] [--seed N]
      Fits a net to the quiet positions of games, to their results by SHARE and to the search's scores
      by the rest; --scale is how many hundredths of a pawn make even chances 73 in 100, as the
      results say best if it is not given; it adds to the evaluation made by hand, or with --replace takes its place.
      With --both-wings each position counts with the files of its board reversed, too.
  train quantise GAME --weights FILE --net FILE
      Makes of the weights a net in whole numbers, as the engine reads it.
  train odds GAME --games FILE
      Fits what is to be expected of a score: won, drawn and lost games.
  train placements GAME [--rounds N] [--nodes N] [--seed N] [--net FILE]
      Finds placements of a Contramatic game by two lists that grow against each other in so many rounds,
      each pair judged by a search of so many nodes, and writes them as the engine's list has them.
  train spsa GAME --parameter NAME[=VALUE] [--parameter …] [--pairs N] [--nodes N] [--seed N]
             [--threads N] [--net FILE]
      Fits parameters of the search by so many pairs of games between two of their values, with so many nodes a
      turn; they begin at VALUE, or at what is in use.
";

/// What to do.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Command {
    Help,
    Games(SelfPlay),
    Fit(Fit),
    Quantise(Quantise),
    Odds(FitOdds),
    Placements(Placements),
    Spsa(Spsa),
}

/// What is wrong with the arguments.
#[derive(Debug)]
pub(crate) enum ArgumentError {
    /// Not understood as an argument.
    Syntax(lexopt::Error),
    /// What is wanted of the named argument.
    Wanted(&'static str, &'static str),
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArgumentError::Syntax(error) => error.fmt(f),
            ArgumentError::Wanted(argument, what) => write!(f, "{argument}: {what} is wanted"),
        }
    }
}

impl From<lexopt::Error> for ArgumentError {
    fn from(error: lexopt::Error) -> Self {
        ArgumentError::Syntax(error)
    }
}

/// The number behind an argument.
fn number<T: std::str::FromStr>(
    parser: &mut lexopt::Parser,
    name: &'static str,
) -> Result<T, ArgumentError> {
    let text = parser.value()?;
    let number = text.to_str().and_then(|text| text.parse().ok());
    number.ok_or(ArgumentError::Wanted(name, "a number"))
}

/// Reads the arguments.
///
/// # Errors
/// If they are not understood: what is wanted.
pub(crate) fn read(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    match parser.next()? {
        Some(Value(name)) if name == "games" => read_games(parser),
        Some(Value(name)) if name == "fit" => read_fit(parser),
        Some(Value(name)) if name == "quantise" => read_quantise(parser),
        Some(Value(name)) if name == "odds" => read_odds(parser),
        Some(Value(name)) if name == "placements" => read_placements(parser),
        Some(Value(name)) if name == "spsa" => read_spsa(parser),
        None | Some(Short('h') | Long("help")) => Ok(Command::Help),
        Some(Value(_)) => {
            let words = "games, fit, quantise, odds, placements or spsa";
            Err(ArgumentError::Wanted("the first word", words))
        }
        Some(other) => Err(other.unexpected().into()),
    }
}

fn read_game(name: Option<OsString>) -> Result<GameId, ArgumentError> {
    let game = name.as_ref().and_then(|name| name.to_str()).and_then(GameId::parse);
    game.ok_or(ArgumentError::Wanted("GAME", "the name of a game"))
}

fn read_games(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    let (mut game, mut file, mut net) = (None, None, None);
    let (mut games, mut nodes, mut seed, mut uneven) = (1000, 3000, 1, 0);
    let (mut to_the_end, mut against_hand) = (false, false);
    let mut threads = thread::available_parallelism().map_or(1, |count| count.get() as u32);
    let parser = &mut parser;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("games") => games = number(parser, "--games")?,
            Long("nodes") => nodes = number(parser, "--nodes")?,
            Long("seed") => seed = number(parser, "--seed")?,
            Long("threads") => threads = number(parser, "--threads")?,
            Long("file") => file = Some(parser.value()?.into()),
            Long("net") => net = Some(parser.value()?.into()),
            Long("to-the-end") => to_the_end = true,
            Long("against-hand") => against_hand = true,
            Long("uneven") => uneven = number(parser, "--uneven")?,
            Value(name) if game.is_none() => game = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    let file = file.ok_or(ArgumentError::Wanted("--file", "a path"))?;
    let game = read_game(game)?;
    Ok(Command::Games(SelfPlay {
        game,
        games,
        nodes,
        seed,
        threads,
        file,
        net,
        to_the_end,
        against_hand,
        uneven,
    }))
}

/// The path behind an argument that must be given.
fn path(found: Option<OsString>, name: &'static str) -> Result<PathBuf, ArgumentError> {
    found.map(PathBuf::from).ok_or(ArgumentError::Wanted(name, "a path"))
}

fn read_fit(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    let (mut game, mut games, mut weights) = (None, Vec::new(), None);
    let (mut epochs, mut result, mut seed, mut replaces) = (20, 0.3, 1, false);
    let (mut scale, mut both_wings) = (None, false);
    let parser = &mut parser;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("games") => games.push(PathBuf::from(parser.value()?)),
            Long("weights") => weights = Some(parser.value()?),
            Long("epochs") => epochs = number(parser, "--epochs")?,
            Long("scale") => scale = Some(number(parser, "--scale")?),
            Long("result") => result = number(parser, "--result")?,
            Long("seed") => seed = number(parser, "--seed")?,
            Long("replace") => replaces = true,
            Long("both-wings") => both_wings = true,
            Value(name) if game.is_none() => game = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    if !(0.0..=1.0).contains(&result) {
        return Err(ArgumentError::Wanted("--result", "a share between 0 and 1"));
    }
    if games.is_empty() {
        return Err(ArgumentError::Wanted("--games", "a path"));
    }
    let weights = path(weights, "--weights")?;
    let game = read_game(game)?;
    if !scale.is_none_or(|scale: f32| (1.0..=f32::from(u16::MAX)).contains(&scale)) {
        return Err(ArgumentError::Wanted("--scale", "a number from 1 to 65535"));
    }
    let fit = Fit { game, games, weights, seed, epochs, result, scale, replaces, both_wings };
    Ok(Command::Fit(fit))
}

fn read_quantise(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    let (mut game, mut weights, mut net) = (None, None, None);
    let parser = &mut parser;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("weights") => weights = Some(parser.value()?),
            Long("net") => net = Some(parser.value()?),
            Value(name) if game.is_none() => game = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    let (weights, net) = (path(weights, "--weights")?, path(net, "--net")?);
    Ok(Command::Quantise(Quantise { game: read_game(game)?, weights, net }))
}

fn read_odds(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    let (mut game, mut games) = (None, None);
    let parser = &mut parser;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("games") => games = Some(parser.value()?),
            Value(name) if game.is_none() => game = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Odds(FitOdds { game: read_game(game)?, games: path(games, "--games")? }))
}

fn read_placements(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    let (mut game, mut net) = (None, None);
    let (mut rounds, mut nodes, mut seed) = (300, 12_000, 1);
    let parser = &mut parser;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("rounds") => rounds = number(parser, "--rounds")?,
            Long("nodes") => nodes = number(parser, "--nodes")?,
            Long("seed") => seed = number(parser, "--seed")?,
            Long("net") => net = Some(parser.value()?.into()),
            Value(name) if game.is_none() => game = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Placements(Placements { game: read_game(game)?, rounds, nodes, seed, net }))
}

fn read_spsa(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    let (mut game, mut net, mut parameters) = (None, None, Vec::new());
    let (mut pairs, mut nodes, mut seed) = (10_000, 4000, 1);
    let mut threads = thread::available_parallelism().map_or(1, |count| count.get() as u32);
    let parser = &mut parser;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("parameter") => parameters.push(read_parameter(parser.value()?)?),
            Long("pairs") => pairs = number(parser, "--pairs")?,
            Long("nodes") => nodes = number(parser, "--nodes")?,
            Long("seed") => seed = number(parser, "--seed")?,
            Long("threads") => threads = number(parser, "--threads")?,
            Long("net") => net = Some(parser.value()?.into()),
            Value(name) if game.is_none() => game = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    if parameters.is_empty() {
        return Err(ArgumentError::Wanted("--parameter", "a name"));
    }
    let game = read_game(game)?;
    Ok(Command::Spsa(Spsa { game, parameters, pairs, nodes, seed, threads, net }))
}

/// A parameter's name, with the value it begins with if one is given.
fn read_parameter(text: OsString) -> Result<(String, Option<i32>), ArgumentError> {
    let wanted = ArgumentError::Wanted("--parameter", "a name, or a name and a whole number");
    let Some(text) = text.to_str() else { return Err(wanted) };
    match text.split_once('=') {
        None => Ok((text.into(), None)),
        Some((name, value)) => match value.parse() {
            Ok(value) => Ok((name.into(), Some(value))),
            Err(_) => Err(wanted),
        },
    }
}
