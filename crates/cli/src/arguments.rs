//! The arguments of the command line.

use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

use lexopt::prelude::*;
use rules::games::charismatic::Charismatic;
use rules::{AnyPosition, FenError, GameId, Position as _};

use crate::convert::{Convert, Format};
use crate::lengths::Lengths;
use crate::matches::Match;
use crate::matches::player::Name;
use crate::matches::statistics::Rule;
use crate::openings::Book;
use crate::perft::Perft;
use crate::puzzles::{Make, Puzzles, goal};
use crate::report::Report;
use crate::solve::Solve;
use crate::tune::Tune;
use crate::wins::Wins;

/// What `--help` prints.
pub(crate) fn usage() -> String {
    let games: Vec<&str> = GameId::ALL.iter().map(|game| game.spec().id).collect();
    format!("{USAGE}\nGAME: {}\n", games.join(", "))
}

const USAGE: &str = "\
fivefold: six rule-sets for uncommon chess, and more

  fivefold perft GAME --depth N [--fen FEN] [--divide]
      Count the sequences of N steps from a position (the initial one if none is given).
      --divide counts those that begin with each step, too.
  fivefold inspect GAME
      Read a FEN from each line of standard input and write what the rules say about the
      position, as a line of JSON.
  fivefold solve charismatic --fen FEN [--nodes N] [--seconds S]
      Find a turn of Charismatic Chess that mates, or show that there is none; write a line of
      JSON. --nodes and --seconds limit the search.
  fivefold convert --from FORMAT --to FORMAT
      Read games from standard input and write them in another format: pgn; link (the fragment of a
      link, one a line); steps (one a line: GAME startpos moves TURN …, or GAME fen FEN moves …);
      fen (GAME FEN, one a line; written, the last position).
  fivefold verify
      Read links to games by link from standard input, one a line, verify their draws and signatures,
      and write what they prove, as a line of JSON.
  fivefold link-lengths GAME PLAYER [--games N] [--seed S] [--nodes N] [--turns N]
      Let PLAYER play against itself; write a line of JSON that says how long the links of those
      games are that came to an end. PLAYER as in matches; --nodes is for level=20.
  fivefold report GAME PLAYER [--games N] [--seed S] [--nodes N] [--plies N] [--turns N]
                              [--plot FILE]
      Let PLAYER play against itself; write a section of Markdown: White's score, how long games
      are, how many are drawn, how many steps there are to choose from. --plot writes a picture
      (SVG). PLAYER as in matches; --plies turns are random; a game of --turns turns is drawn.
  fivefold uci
      Play, for a program that speaks UCI. The options are UCI_Variant, the name of the game;
      Level, 11 to 20; Seed, from which the choices of a level follow; and Hash, in megabytes. A
      turn is its steps joined by commas, draws included.
  fivefold match GAME A B [--games N] [--seed S] [--nodes N | --ms N] [--plies N]
                          [--turns N] [--place] [--even CP]
                          [--sprt [--elo0 X] [--elo1 Y] | --until-at-least SCORE]
                          [--resume FILE] [--threads 1|2]
      Let A play B, in pairs of games from one opening with colours swapped; write a line of JSON
      for each game, and a last one with the results and their 95 % intervals.
      A, B: random, greedy, depth2, newcomer, level=11 to level=20, skill:NAME=VALUE,… (a level of
      one's own: depth, nodes, overlooked, noise, habit, lapses, recall), nodes=N, ms=N (by time),
      these and levels with :NAME=VALUE,… (parameters of the search, net=FILE), skills with the same
      among their values, placed-nodes=N (the rules place its pieces for it, at random), or the path of
      another build. --nodes, or --ms, is for level=20 and for other builds, and the most for levels.
      --plies turns are random; --even keeps openings that a search of 20,000 nodes finds at most that
      far from even; --place lets the players place their pieces; a game of --turns turns more is
      drawn. --sprt stops when one of the differences in Elo is refuted; --until-at-least when it is
      certain whether the score is.
  fivefold tune GAME [--games N] [--seed S] [--nodes N]
      Fit the weights of a game's evaluation, in Charismatic Chess those by which pieces are placed, to
      games that the engine plays against itself with so many nodes a turn; write the weights as the
      source has them, and how well they tell what comes of positions.
  fivefold generate-wins GAME [--count N] [--turns N] [--seed S]
      Find positions of a game of one step a turn in which a side wins by force within --turns of
      its turns, and not at once; write a line of JSON for each, with the turns that begin the win.
  fivefold puzzles GAME [--seed N] [--games N] [--most N] [--into FILE]
      Let the computer play games against itself and write the best puzzles in them, each proven, as
      JSON: mates in one turn of several steps in Charismatic Chess, wins in two turns elsewhere.
      --into adds them to a file, up to --most puzzles in all.
  fivefold puzzles GAME --check FILE
      Prove the puzzles of a file anew.
  fivefold openings GAME --file FILE [--games N] [--nodes N] [--seed S] [--depth N] [--least N]
      Let the engine play against itself, write what it plays in the first --depth steps and what
      comes of it into FILE, and a line of JSON about it. A move that fewer than --least games have
      is left out.
";

/// The maximum depth of perft, which recurses once for each step.
const MOST_DEPTH: u32 = 255;

/// The formats of games.
const FORMATS: &str = "pgn, link, steps or fen";

/// The names of the commands.
const COMMANDS: &str = "perft, inspect, solve, convert, verify, link-lengths, report, uci, match, tune, generate-wins, puzzles, openings";

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
    /// Convert games between formats.
    Convert(Convert),
    /// Say what games by link prove.
    Verify,
    /// Measure the lengths of links.
    LinkLengths(Box<Lengths>),
    /// Report the balance of a game.
    Report(Box<Report>),
    /// Speak UCI.
    Uci,
    /// Play a match.
    Match(Box<Match>),
    /// Fit the weights of an evaluation.
    Tune(Tune),
    /// Find forced wins.
    GenerateWins(Wins),
    /// Make or check puzzles.
    Puzzles(Puzzles),
    /// Collect openings.
    Openings(Book),
}

/// Invalid arguments.
#[derive(Debug)]
pub(crate) enum ArgumentError {
    /// An option is unknown, lacks its value, or is out of place.
    Syntax(lexopt::Error),
    /// The command is missing or unknown.
    Command(Option<OsString>),
    /// The game is missing or unknown.
    Game(Option<OsString>),
    /// `--depth` is missing.
    NoDepth,
    /// The depth is not a valid number.
    Depth(OsString),
    /// `--fen` is missing.
    NoFen,
    /// The number of nodes is not valid.
    Nodes(OsString),
    /// `--from` or `--to` is missing or no form.
    Format(&'static str, Option<OsString>),
    /// `--file` is missing.
    NoFile,
    /// The time is not valid.
    Seconds(OsString),
    /// There is no solver for the game.
    Unsolved(GameId),
    /// The game has no puzzles.
    Unposed(GameId),
    /// The FEN is not a position of the game.
    Fen(FenError),
    /// The game has turns of several steps.
    ManySteps,
    /// There must be exactly two players.
    Players,
    /// The player's name is not valid.
    NoPlayer,
    /// The player is missing.
    Player(OsString),
    /// Two options exclude each other, or one requires another.
    Combination(&'static str),
    /// The number is not in the range of the option.
    Number { option: &'static str, text: OsString, range: &'static str },
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArgumentError::Syntax(error) => write!(f, "{error}"),
            ArgumentError::Command(None) => {
                write!(f, "a command is wanted: {COMMANDS}")
            }
            ArgumentError::Command(Some(name)) => {
                let name = name.display();
                write!(f, "no command is called '{name}'; there are {COMMANDS}")
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
            ArgumentError::NoFile => f.write_str("--file is wanted"),
            ArgumentError::Nodes(text) => {
                write!(f, "--nodes '{}': a whole number above 0 is wanted", text.display())
            }
            ArgumentError::Seconds(text) => {
                write!(f, "--seconds '{}': a number above 0 is wanted", text.display())
            }
            ArgumentError::Format(option, None) => write!(f, "--{option} is wanted: {FORMATS}"),
            ArgumentError::Format(option, Some(text)) => {
                write!(f, "--{option} '{}': {FORMATS} is wanted", text.display())
            }
            ArgumentError::Unsolved(game) => {
                write!(f, "there is no solver for {game}, only for charismatic")
            }
            ArgumentError::Unposed(game) => write!(f, "no puzzles are made of {game}"),
            ArgumentError::Fen(error) => write!(f, "--fen: {error}"),
            ArgumentError::ManySteps => f.write_str("a game of one step a turn is wanted"),
            ArgumentError::Players => f.write_str("the names of two players are wanted"),
            ArgumentError::NoPlayer => f.write_str("the name of a player is wanted"),
            ArgumentError::Player(name) => {
                write!(f, "no player is called '{}'", name.display())
            }
            ArgumentError::Combination(rule) => f.write_str(rule),
            ArgumentError::Number { option, text, range } => {
                write!(f, "--{option} '{}': {range} is wanted", text.display())
            }
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

/// Parses the arguments.
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
        Some("convert") => read_convert(parser),
        Some("verify") => read_alone(parser, Command::Verify),
        Some("link-lengths") => read_lengths(parser),
        Some("report") => read_report(parser),
        Some("uci") => read_alone(parser, Command::Uci),
        Some("match") => read_match(parser),
        Some("tune") => read_tune(parser),
        Some("generate-wins") => read_wins(parser),
        Some("puzzles") => read_puzzles(parser),
        Some("openings") => read_openings(parser),
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

fn read_convert(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    let form = |option, text: Option<OsString>| {
        let found = text.as_ref().and_then(|text| text.to_str()).and_then(Format::parse);
        found.ok_or(ArgumentError::Format(option, text))
    };
    let (mut from, mut to) = (None, None);
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("from") => from = Some(parser.value()?),
            Long("to") => to = Some(parser.value()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Convert(Convert { from: form("from", from)?, to: form("to", to)? }))
}

/// A command without arguments.
fn read_alone(mut parser: lexopt::Parser, command: Command) -> Result<Command, ArgumentError> {
    match parser.next()? {
        None => Ok(command),
        Some(Short('h') | Long("help")) => Ok(Command::Help),
        Some(other) => Err(other.unexpected().into()),
    }
}

/// Parses the number of an option.
fn read_number<T: std::str::FromStr>(
    parser: &mut lexopt::Parser,
    option: &'static str,
    range: &'static str,
    fits: impl Fn(&T) -> bool,
) -> Result<T, ArgumentError> {
    let text = parser.value()?;
    let number = text.to_str().and_then(|text| text.parse().ok()).filter(fits);
    number.ok_or(ArgumentError::Number { option, text, range })
}

fn read_match(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    const COUNT: &str = "a whole number above 0";
    const ELO: &str = "a number from -2000 to 2000";
    const EVEN: &str = "a whole number of hundredths of a pawn";
    let is_elo = |elo: &f64| elo.abs() <= 2000.0;
    let mut names = Vec::new();
    let (mut games, mut seed, mut nodes, mut plies, mut most_turns) = (100, 1, 20_000, 4, 400);
    let (mut players_place, mut threads, mut resume) = (false, 1, None);
    let (mut ms, mut even) = (None, None);
    let (mut is_ratio, mut worse, mut better, mut above) = (false, None, None, None);
    let parser = &mut parser;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("games") => games = read_number(parser, "games", COUNT, |&n| n > 0)?,
            Long("seed") => seed = read_number(parser, "seed", "a whole number", |_| true)?,
            Long("nodes") => nodes = read_nodes(parser.value()?)?,
            Long("ms") => ms = Some(read_number(parser, "ms", COUNT, |&n| n > 0)?),
            Long("plies") => {
                plies = read_number(parser, "plies", "a number from 0 to 40", |&n| n <= 40)?;
            }
            Long("turns") => most_turns = read_number(parser, "turns", COUNT, |&n| n > 0)?,
            Long("place") => players_place = true,
            Long("even") => even = Some(read_number(parser, "even", EVEN, |&n| n >= 0)?),
            Long("sprt") => is_ratio = true,
            Long("elo0") => worse = Some(read_number(parser, "elo0", ELO, is_elo)?),
            Long("elo1") => better = Some(read_number(parser, "elo1", ELO, is_elo)?),
            Long("until-at-least") => {
                const SCORE: &str = "a score between 0 and 1";
                let is_score = |&score: &f64| score > 0.0 && score < 1.0;
                above = Some(read_number(parser, "until-at-least", SCORE, is_score)?);
            }
            Long("resume") => resume = Some(parser.value()?.into()),
            Long("threads") => {
                threads = read_number(parser, "threads", "1 or 2", |&n| n == 1 || n == 2)?;
            }
            Value(name) if names.len() < 3 => names.push(name),
            other => return Err(other.unexpected().into()),
        }
    }
    if is_ratio && above.is_some() {
        let rule = "--sprt and --until-at-least exclude each other";
        return Err(ArgumentError::Combination(rule));
    }
    if !is_ratio && (worse.is_some() || better.is_some()) {
        return Err(ArgumentError::Combination("--elo0 and --elo1 are for --sprt"));
    }
    let (worse, better) = (worse.unwrap_or(0.0), better.unwrap_or(20.0));
    if better <= worse {
        let text = better.to_string().into();
        return Err(ArgumentError::Number { option: "elo1", text, range: "more than --elo0" });
    }
    let mut names = names.into_iter();
    let game = read_game(names.next())?;
    let mut player = || {
        let name = names.next().ok_or(ArgumentError::Players)?;
        Name::parse(&name).ok_or(ArgumentError::Player(name))
    };
    let players = [player()?, player()?];
    let rule = match above {
        Some(score) => Rule::Above(score),
        None if is_ratio => Rule::Ratio { worse, better },
        None => Rule::All,
    };
    Ok(Command::Match(Box::new(Match {
        game,
        players,
        games,
        rule,
        nodes,
        ms,
        seed,
        plies,
        most_turns,
        players_place,
        even,
        resume,
        threads,
    })))
}

fn read_lengths(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    const COUNT: &str = "a whole number above 0";
    let (mut game, mut player) = (None, None);
    let (mut games, mut seed, mut nodes, mut most_turns) = (1000, 1, 1000, 1000);
    let parser = &mut parser;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("games") => games = read_number(parser, "games", COUNT, |&n| n > 0)?,
            Long("seed") => seed = read_number(parser, "seed", "a whole number", |_| true)?,
            Long("nodes") => nodes = read_nodes(parser.value()?)?,
            Long("turns") => most_turns = read_number(parser, "turns", COUNT, |&n| n > 0)?,
            Value(name) if game.is_none() => game = Some(name),
            Value(name) if player.is_none() => player = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    let game = read_game(game)?;
    let name = player.ok_or(ArgumentError::NoPlayer)?;
    let player = Name::parse(&name).ok_or(ArgumentError::Player(name))?;
    Ok(Command::LinkLengths(Box::new(Lengths { game, player, games, seed, nodes, most_turns })))
}

fn read_report(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    const COUNT: &str = "a whole number above 0";
    let (mut game, mut player, mut plot) = (None, None, None);
    let (mut games, mut seed, mut nodes, mut plies, mut most_turns) = (200, 1, 2000, 4, 400);
    let parser = &mut parser;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("games") => {
                let few = |&n: &u32| (1..=u32::MAX / 2).contains(&n);
                games = read_number(parser, "games", COUNT, few)?;
            }
            Long("seed") => seed = read_number(parser, "seed", "a whole number", |_| true)?,
            Long("nodes") => nodes = read_nodes(parser.value()?)?,
            Long("plies") => {
                plies = read_number(parser, "plies", "a number from 0 to 40", |&n| n <= 40)?;
            }
            Long("turns") => most_turns = read_number(parser, "turns", COUNT, |&n| n > 0)?,
            Long("plot") => plot = Some(parser.value()?.into()),
            Value(name) if game.is_none() => game = Some(name),
            Value(name) if player.is_none() => player = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    let game = read_game(game)?;
    let name = player.ok_or(ArgumentError::NoPlayer)?;
    let player = Name::parse(&name).ok_or(ArgumentError::Player(name))?;
    Ok(Command::Report(Box::new(Report {
        game,
        player,
        games,
        seed,
        nodes,
        plies,
        most_turns,
        plot,
    })))
}

fn read_tune(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    let (mut game, mut games, mut seed, mut nodes) = (None, 1000, 1, 1000);
    let parser = &mut parser;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("games") => {
                games = read_number(parser, "games", "a whole number above 0", |&n| n > 0)?;
            }
            Long("seed") => seed = read_number(parser, "seed", "a whole number", |_| true)?,
            Long("nodes") => nodes = read_nodes(parser.value()?)?,
            Value(name) if game.is_none() => game = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Tune(Tune { game: read_game(game)?, games, seed, nodes }))
}

fn read_wins(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    let (mut game, mut count, mut seed, mut turns) = (None, 100, 1, 2);
    let parser = &mut parser;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("count") => {
                count = read_number(parser, "count", "a whole number", |_| true)?;
            }
            Long("turns") => {
                turns = read_number(parser, "turns", "2 or 3", |&n| n == 2 || n == 3)?;
            }
            Long("seed") => seed = read_number(parser, "seed", "a whole number", |_| true)?,
            Value(name) if game.is_none() => game = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    match read_game(game)? {
        // Their turns are too many for exhaustive search.
        game if game.spec().has_series => Err(ArgumentError::ManySteps),
        game => Ok(Command::GenerateWins(Wins { game, count, seed, turns })),
    }
}

fn read_openings(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    const COUNT: &str = "a whole number above 0";
    let (mut game, mut file) = (None, None);
    let (mut games, mut nodes, mut seed, mut depth, mut least) = (1000, 500, 1, 16, 3);
    let parser = &mut parser;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("games") => games = read_number(parser, "games", COUNT, |&n| n > 0)?,
            Long("nodes") => nodes = read_number(parser, "nodes", COUNT, |&n| n > 0)?,
            Long("seed") => seed = read_number(parser, "seed", "a whole number", |_| true)?,
            Long("depth") => depth = read_number(parser, "depth", COUNT, |&n| n > 0)?,
            Long("least") => least = read_number(parser, "least", COUNT, |&n| n > 0)?,
            Long("file") => file = Some(parser.value()?.into()),
            Value(name) if game.is_none() => game = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    let file = file.ok_or(ArgumentError::NoFile)?;
    let game = read_game(game)?;
    Ok(Command::Openings(Book { game, games, nodes, seed, depth, least, file }))
}

fn read_puzzles(mut parser: lexopt::Parser) -> Result<Command, ArgumentError> {
    const COUNT: &str = "a whole number above 0";
    let (mut game, mut seed, mut games, mut most) = (None, 1, 200, 20);
    let (mut into, mut file) = (None, None);
    let parser = &mut parser;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("seed") => seed = read_number(parser, "seed", "a whole number", |_| true)?,
            Long("games") => games = read_number(parser, "games", COUNT, |&n| n > 0)?,
            Long("most") => most = read_number(parser, "most", COUNT, |&n| n > 0)?,
            Long("into") => into = Some(parser.value()?.into()),
            Long("check") => file = Some(parser.value()?.into()),
            Value(name) if game.is_none() => game = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    let game = read_game(game)?;
    if goal(game).is_none() {
        return Err(ArgumentError::Unposed(game));
    }
    Ok(Command::Puzzles(match file {
        Some(file) => Puzzles::Check { game, file },
        None => Puzzles::Make(Make { game, seed, games, most, into }),
    }))
}
