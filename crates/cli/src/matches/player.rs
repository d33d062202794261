//! Who plays in a match.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};

use engine::plain::any_turn;
use engine::{Chance, Engine, Level, Limits, Plain};
use record::Record;
use rules::{AnyPosition, GameId, Phase, Step};

/// What an engine may remember of positions.
const TABLE_BYTES: usize = 16 << 20;

/// A player as named on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Name {
    /// One of the yardsticks.
    Plain(Plain),
    /// The engine at a level.
    Level(Level),
    /// The engine at full strength with so many nodes a turn.
    Nodes(u64),
    /// The same, but its pieces are placed by the rules' "place for me".
    PlacedNodes(u64),
    /// A program that speaks UCI.
    Program(OsString),
}

impl Name {
    /// Reads `random`, `greedy`, `depth2`, `newcomer`, `level=N`, `nodes=N`, `placed-nodes=N`;
    /// anything else is the path of a program. `None` if the number is none.
    pub(crate) fn parse(text: &OsStr) -> Option<Name> {
        let Some(name) = text.to_str() else { return Some(Name::Program(text.to_owned())) };
        if let Some(plain) = Plain::parse(name) {
            return Some(Name::Plain(plain));
        }
        if let Some(level) = name.strip_prefix("level=") {
            return level.parse().ok().and_then(Level::new).map(Name::Level);
        }
        let number = |text: &str| text.parse().ok().filter(|&nodes| nodes > 0);
        if let Some(nodes) = name.strip_prefix("nodes=") {
            return number(nodes).map(Name::Nodes);
        }
        if let Some(nodes) = name.strip_prefix("placed-nodes=") {
            return number(nodes).map(Name::PlacedNodes);
        }
        Some(Name::Program(text.to_owned()))
    }

    /// Brings the player to the board. Engines whose name says nothing else think for `nodes`.
    ///
    /// # Errors
    /// If a program cannot be started or does not answer.
    pub(crate) fn seat(&self, game: GameId, seed: u64, nodes: u64) -> io::Result<Player> {
        // What fits into the option of another build, so that it plays as it does within.
        let seed = seed & u64::from(u32::MAX);
        let engine = |level, nodes| {
            let mut engine = Engine::new(game, seed, TABLE_BYTES);
            engine.set_level(level);
            Player::Engine { engine: Box::new(engine), nodes, placer: None }
        };
        Ok(match self {
            Name::Plain(plain) => Player::Plain { plain: *plain, chance: Chance::new(seed) },
            Name::Level(level) => engine(Some(*level), nodes),
            Name::Nodes(nodes) => engine(None, *nodes),
            Name::PlacedNodes(nodes) => Player::Engine {
                engine: Box::new(Engine::new(game, seed, TABLE_BYTES)),
                nodes: *nodes,
                placer: Some(Chance::new(seed)),
            },
            Name::Program(path) => {
                Player::Program(Box::new(Program::start(path, game, seed, nodes)?))
            }
        })
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Plain(Plain::Random) => f.write_str("random"),
            Name::Plain(Plain::Greedy) => f.write_str("greedy"),
            Name::Plain(Plain::Depth2) => f.write_str("depth2"),
            Name::Plain(Plain::Newcomer) => f.write_str("newcomer"),
            Name::Level(level) => write!(f, "level={}", level.number()),
            Name::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Name::PlacedNodes(nodes) => write!(f, "placed-nodes={nodes}"),
            Name::Program(path) => write!(f, "{}", path.display()),
        }
    }
}

/// A player at the board, for one game.
pub(crate) enum Player {
    Plain {
        plain: Plain,
        chance: Chance,
    },
    /// With a `placer` the engine's pieces are placed by the rules, at random.
    Engine {
        engine: Box<Engine>,
        nodes: u64,
        placer: Option<Chance>,
    },
    Program(Box<Program>),
}

impl Player {
    /// The rest of the turn; `None` if it knows none.
    ///
    /// # Errors
    /// If a program does not answer, or not with a turn.
    pub(crate) fn turn(&mut self, record: &Record) -> io::Result<Option<Vec<Step>>> {
        Ok(match self {
            Player::Plain { plain, chance } => plain.turn(record.live(), chance),
            Player::Engine { placer: Some(chance), .. }
                if record.live().phase() == Phase::Placement =>
            {
                any_turn(record.live(), chance)
            }
            Player::Engine { engine, nodes, .. } => {
                let thought =
                    engine.think(&past(record), record.live(), &Limits::nodes(*nodes), &mut |_| {});
                thought.map(|thought| thought.turn)
            }
            Player::Program(program) => program.turn(record)?,
        })
    }
}

/// The positions at the start of each turn of the movement phase so far.
pub(crate) fn past(record: &Record) -> Vec<AnyPosition> {
    let starts = record.turns().map(|turn| *record.position(turn.from));
    starts.filter(|position| position.phase() == Phase::Movement).collect()
}

fn no_pipe() -> io::Error {
    io::Error::other("there is no pipe to the program")
}

/// A program that speaks UCI, as `fivefold uci` does.
pub(crate) struct Program {
    /// It keeps the pipe for the orders, which is closed before its end is waited for.
    child: Child,
    answers: BufReader<ChildStdout>,
    nodes: u64,
}

impl Program {
    fn start(path: &OsStr, game: GameId, seed: u64, nodes: u64) -> io::Result<Program> {
        let mut child = Command::new(path)
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
        let answers = child.stdout.take().ok_or_else(no_pipe)?;
        let mut program = Program { child, answers: BufReader::new(answers), nodes };
        program.order("uci")?;
        program.answer("uciok")?;
        program.order(&format!("setoption name UCI_Variant value {game}"))?;
        program.order(&format!("setoption name Seed value {seed}"))?;
        program.order("ucinewgame")?;
        program.order("isready")?;
        program.answer("readyok")?;
        Ok(program)
    }

    fn order(&mut self, order: &str) -> io::Result<()> {
        let orders = self.child.stdin.as_mut().ok_or_else(no_pipe)?;
        writeln!(orders, "{order}")?;
        orders.flush()
    }

    /// What stands behind the first word in the next answer that begins with it.
    fn answer(&mut self, first: &str) -> io::Result<String> {
        let mut line = String::new();
        while self.answers.read_line(&mut line)? > 0 {
            let mut words = line.split_whitespace();
            if words.next() == Some(first) {
                return Ok(words.next().unwrap_or_default().to_owned());
            }
            line.clear();
        }
        Err(io::Error::other(format!("the program ended instead of saying {first}")))
    }

    fn turn(&mut self, record: &Record) -> io::Result<Option<Vec<Step>>> {
        let spec = record.live().spec();
        self.order(&write_position(record))?;
        let nodes = self.nodes;
        self.order(&format!("go nodes {nodes}"))?;
        let answer = self.answer("bestmove")?;
        if answer == crate::uci::NO_TURN {
            return Ok(None);
        }
        let steps = answer.split(',').map(|step| Step::parse(step, spec));
        steps.collect::<Result<_, _>>().map(Some).map_err(io::Error::other)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have gone already. One that does not know `quit` ends with its input.
        let _ = self.order("quit");
        let _ = self.child.wait();
    }
}

/// The order that tells a program where a game stands.
pub(crate) fn write_position(record: &Record) -> String {
    let spec = record.live().spec();
    let start = record.start();
    let mut order = if *start == AnyPosition::initial(start.game()) {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", start.fen())
    };
    for (i, turn) in record.turns().enumerate() {
        order.push_str(if i == 0 { " moves " } else { " " });
        let steps = record.steps()[turn.from..turn.to].iter();
        let steps: Vec<String> = steps.map(|step| step.display(spec).to_string()).collect();
        order.push_str(&steps.join(","));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for text in [
            "random",
            "greedy",
            "depth2",
            "newcomer",
            "level=3",
            "nodes=500",
            "placed-nodes=500",
            "/bin/other",
        ] {
            assert_eq!(Name::parse(OsStr::new(text)).unwrap().to_string(), text);
        }
        for text in
            ["level=0", "level=7", "level=", "nodes=0", "nodes=-1", "nodes=x", "placed-nodes=0"]
        {
            assert_eq!(Name::parse(OsStr::new(text)), None, "{text}");
        }
    }

    /// A program may read its orders to their end and have no word for the last of them.
    #[cfg(unix)]
    #[test]
    fn a_program_that_does_not_know_quit_is_not_waited_for() {
        use std::os::unix::fs::PermissionsExt as _;

        let path = std::env::temp_dir().join(format!("fivefold-player-{}", std::process::id()));
        let script = "#!/bin/sh\nwhile read -r order rest; do case $order in\n\
                      uci) echo uciok;; isready) echo readyok;; go) echo 'bestmove (none)';;\n\
                      esac; done\n";
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
        let game = GameId::Magnetic;
        let mut player = Name::Program(path.clone().into()).seat(game, 1, 10).unwrap();
        let record = Record::new(AnyPosition::initial(game));
        assert_eq!(player.turn(&record).unwrap(), None);
        drop(player);
        std::fs::remove_file(&path).unwrap();
    }

    /// One and the same engine, with its pieces placed by itself and by the rules: it places them
    /// differently, and moves alike.
    #[test]
    fn place_for_me_places_and_moves_not() {
        let game = GameId::Contramatic;
        let mut players =
            [Name::Nodes(300), Name::PlacedNodes(300)].map(|name| name.seat(game, 7, 1).unwrap());
        let record = Record::new(AnyPosition::initial(game));
        let [own, by_rules] = players.each_mut().map(|player| player.turn(&record).unwrap());
        assert!(own.is_some() && by_rules.is_some());
        assert_ne!(own, by_rules);
        let fen = "4kq2/p1ppbn2/p7/P5P1/1PB5/5b2/2p2PN1/1RQNK3[] b - - 1 12 -";
        let record = Record::new(AnyPosition::from_fen(game, fen).unwrap());
        let [own, by_rules] = players.each_mut().map(|player| player.turn(&record).unwrap());
        assert_eq!(own, by_rules);
    }
}
