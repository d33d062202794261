//! The players of a match.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use engine::baseline::any_turn;
use engine::{Baseline, Chance, Engine, Level, Limits, SearchParameters, Skill, Thought};
use record::Record;
use rules::{AnyPosition, GameId, Phase, Step};

/// The size of an engine's transposition table.
const TABLE_BYTES: usize = 16 << 20;

/// A player as named on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Name {
    /// A baseline player.
    Baseline(Baseline),
    /// The engine at a level, perhaps with a net.
    Level(Level, Vec<Setting>),
    /// The engine with the parts of a skill that are set, the others in full, perhaps with a net.
    Skill(Vec<(String, u32)>, Vec<Setting>),
    /// The engine at full strength with this many nodes a turn.
    Nodes(u64),
    /// The same, but with pieces placed by the rules' "place for me".
    PlacedNodes(u64),
    /// The engine at full strength within a budget, with some search parameters set, or with a net
    /// from a file.
    Tuned(Budget, Vec<Setting>),
    /// The engine at full strength with this much time a turn.
    Time(Duration),
    /// A program that speaks UCI.
    Program(OsString),
}

/// A setting that differs from the default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Setting {
    /// A parameter of the search, by its name.
    Parameter(String, i32),
    /// The file of a net.
    Net(PathBuf),
}

impl Setting {
    fn parse(text: &str) -> Option<Setting> {
        let (name, value) = text.split_once('=')?;
        if name == "net" {
            return (!value.is_empty()).then(|| Setting::Net(value.into()));
        }
        let is_known = SearchParameters::NAMES.contains(&name);
        Some(Setting::Parameter(name.to_owned(), value.parse().ok().filter(|_| is_known)?))
    }

    fn set(&self, engine: &mut Engine) -> io::Result<()> {
        match self {
            Setting::Parameter(name, value) => {
                engine.set_parameter(name, *value);
                Ok(())
            }
            Setting::Net(path) => {
                let strange = |error: &dyn fmt::Display| {
                    io::Error::other(format!("{}: {error}", path.display()))
                };
                let bytes = fs::read(path).map_err(|error| strange(&error))?;
                engine.set_net(&bytes).map_err(|error| strange(&error))
            }
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Parameter(name, value) => write!(f, "{name}={value}"),
            Setting::Net(path) => write!(f, "net={}", path.display()),
        }
    }
}

impl Name {
    /// Reads `random`, `greedy`, `depth2`, `newcomer`, `level=N`, `skill:NAME=VALUE,…`, `nodes=N`,
    /// `placed-nodes=N`, `ms=N`, the levels, nodes and times with settings behind them, as
    /// `nodes=N:NAME=VALUE,net=FILE`, skills with settings among their parts; anything else is the path of a
    /// program. `None` if the number is none.
    pub(crate) fn parse(text: &OsStr) -> Option<Name> {
        let Some(name) = text.to_str() else { return Some(Name::Program(text.to_owned())) };
        if let Some(baseline) = Baseline::parse(name) {
            return Some(Name::Baseline(baseline));
        }
        if let Some(words) = name.strip_prefix("skill:") {
            let (mut parts, mut settings) = (Vec::new(), Vec::new());
            for word in words.split(',') {
                let (name, value) = word.split_once('=')?;
                if Skill::NAMES.contains(&name) {
                    parts.push((name.to_owned(), value.parse().ok()?));
                } else {
                    settings.push(Setting::parse(word)?);
                }
            }
            return Some(Name::Skill(parts, settings));
        }
        let number = |text: &str| text.parse().ok().filter(|&nodes| nodes > 0);
        let (start, settings) = name.split_once(':').map_or((name, None), |(start, settings)| {
            let settings: Option<Vec<_>> = settings.split(',').map(Setting::parse).collect();
            (start, Some(settings))
        });
        if let Some(level) = start.strip_prefix("level=") {
            let level = level.parse().ok().and_then(Level::new)?;
            return Some(Name::Level(level, settings.unwrap_or_else(|| Some(Vec::new()))?));
        }
        let budget = if let Some(ms) = start.strip_prefix("ms=") {
            Some(Budget::Time(Duration::from_millis(number(ms)?)))
        } else if let Some(nodes) = start.strip_prefix("nodes=") {
            Some(Budget::Nodes(number(nodes)?))
        } else {
            None
        };
        if let Some(budget) = budget {
            return match (budget, settings) {
                (budget, Some(settings)) => Some(Name::Tuned(budget, settings?)),
                (Budget::Nodes(nodes), None) => Some(Name::Nodes(nodes)),
                (Budget::Time(time), None) => Some(Name::Time(time)),
            };
        }
        if let Some(nodes) = name.strip_prefix("placed-nodes=") {
            return number(nodes).map(Name::PlacedNodes);
        }
        Some(Name::Program(text.to_owned()))
    }

    /// Creates the player for a game. Engines without a limit in their name use `usual`.
    ///
    /// # Errors
    /// If a program cannot be started or does not answer.
    pub(crate) fn seat(&self, game: GameId, seed: u64, usual: Budget) -> io::Result<Player> {
        // What fits into the option of another build, so that it plays as it does within.
        let seed = seed & u64::from(u32::MAX);
        let engine = |settings: &[Setting], budget, skill: Option<Skill>| {
            let mut engine = Engine::new(game, seed, TABLE_BYTES);
            for setting in settings {
                setting.set(&mut engine)?;
            }
            if let Some(skill) = skill {
                engine.set_skill(skill);
            }
            Ok::<_, io::Error>(Player::Engine { engine: Box::new(engine), budget, placer: None })
        };
        Ok(match self {
            Name::Baseline(baseline) => {
                Player::Baseline { baseline: *baseline, chance: Chance::new(seed) }
            }
            Name::Level(level, settings) => engine(settings, usual, Some(Skill::of(game, *level)))?,
            Name::Skill(parts, settings) => {
                let mut skill = Skill::FULL;
                for (name, value) in parts {
                    skill.set(name, *value);
                }
                engine(settings, usual, Some(skill))?
            }
            Name::Nodes(nodes) => engine(&[], Budget::Nodes(*nodes), None)?,
            Name::Time(time) => engine(&[], Budget::Time(*time), None)?,
            Name::Tuned(budget, settings) => engine(settings, *budget, None)?,
            Name::PlacedNodes(nodes) => Player::Engine {
                engine: Box::new(Engine::new(game, seed, TABLE_BYTES)),
                budget: Budget::Nodes(*nodes),
                placer: Some(Chance::new(seed)),
            },
            Name::Program(path) => {
                Player::Program(Box::new(Program::start(path, game, seed, usual)?))
            }
        })
    }
}

/// Settings behind a player's name.
fn write_settings(f: &mut fmt::Formatter<'_>, settings: &[Setting]) -> fmt::Result {
    for (i, setting) in settings.iter().enumerate() {
        write!(f, "{}{setting}", if i == 0 { ':' } else { ',' })?;
    }
    Ok(())
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Baseline(Baseline::Random) => f.write_str("random"),
            Name::Baseline(Baseline::Greedy) => f.write_str("greedy"),
            Name::Baseline(Baseline::Depth2) => f.write_str("depth2"),
            Name::Baseline(Baseline::Newcomer) => f.write_str("newcomer"),
            Name::Level(level, settings) => {
                write!(f, "level={}", level.number())?;
                write_settings(f, settings)
            }
            Name::Skill(parts, settings) => {
                let parts = parts.iter().map(|(name, value)| format!("{name}={value}"));
                let settings = settings.iter().map(Setting::to_string);
                write!(f, "skill:{}", parts.chain(settings).collect::<Vec<_>>().join(","))
            }
            Name::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Name::PlacedNodes(nodes) => write!(f, "placed-nodes={nodes}"),
            Name::Tuned(budget, settings) => {
                budget.fmt(f)?;
                write_settings(f, settings)
            }
            Name::Time(time) => Budget::Time(*time).fmt(f),
            Name::Program(path) => write!(f, "{}", path.display()),
        }
    }
}

/// The budget of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Budget {
    /// This many positions.
    Nodes(u64),
    /// This much wall-clock time.
    Time(Duration),
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Budget::Time(time) => write!(f, "ms={}", time.as_millis()),
        }
    }
}

impl Budget {
    /// Thinks within the budget.
    fn think(self, engine: &mut Engine, record: &Record) -> Option<Thought> {
        let started = Instant::now();
        let is_late = || matches!(self, Budget::Time(time) if started.elapsed() >= time);
        let nodes = match self {
            Budget::Nodes(nodes) => nodes,
            Budget::Time(_) => u64::MAX,
        };
        let limits = Limits { nodes, stop: &is_late, ..Limits::NONE };
        engine.think(&past(record), record.live(), &limits, &mut |_| {})
    }
}

/// A player in one game.
pub(crate) enum Player {
    Baseline {
        baseline: Baseline,
        chance: Chance,
    },
    /// With a `placer`, the engine's pieces are placed by the rules, at random.
    Engine {
        engine: Box<Engine>,
        budget: Budget,
        placer: Option<Chance>,
    },
    Program(Box<Program>),
}

impl Player {
    /// The rest of the turn; `None` if it finds none.
    ///
    /// # Errors
    /// If a program does not answer, or not with a turn.
    pub(crate) fn turn(&mut self, record: &Record) -> io::Result<Option<Vec<Step>>> {
        Ok(match self {
            Player::Baseline { baseline, chance } => baseline.turn(record.live(), chance),
            Player::Engine { placer: Some(chance), .. }
                if record.live().phase() == Phase::Placement =>
            {
                any_turn(record.live(), chance)
            }
            Player::Engine { engine, budget, .. } => {
                budget.think(engine, record).map(|thought| thought.turn)
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
    budget: Budget,
}

impl Program {
    fn start(path: &OsStr, game: GameId, seed: u64, budget: Budget) -> io::Result<Program> {
        let mut child = Command::new(path)
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
        let answers = child.stdout.take().ok_or_else(no_pipe)?;
        let mut program = Program { child, answers: BufReader::new(answers), budget };
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
        let go = match self.budget {
            Budget::Nodes(nodes) => format!("go nodes {nodes}"),
            Budget::Time(time) => format!("go movetime {}", time.as_millis()),
        };
        self.order(&go)?;
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
    use rules::Actor;

    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for text in [
            "random",
            "greedy",
            "depth2",
            "newcomer",
            "level=13",
            "level=19:net=magnetic.net",
            "skill:depth=2",
            "skill:depth=2,nodes=5000,improving=1,net=magnetic.net",
            "skill:depth=1,nodes=2000,overlooked=300,noise=50,habit=800,lapses=10,recall=700",
            "nodes=500",
            "placed-nodes=500",
            "nodes=500:futility_margin=-3",
            "nodes=500:improving=1,singular_depth=0",
            "nodes=500:net=nets/magnetic.net,improving=1",
            "ms=100:net=magnetic.net",
            "ms=100",
            "/bin/other",
        ] {
            assert_eq!(Name::parse(OsStr::new(text)).unwrap().to_string(), text);
        }
        for text in [
            "level=0",
            "level=7",
            "level=21",
            "level=",
            "skill:",
            "skill:depth",
            "skill:depth=x",
            "skill:breadth=2",
            "skill:net=",
            "level=19:",
            "level=19:nets=1",
            "nodes=0",
            "nodes=-1",
            "nodes=x",
            "placed-nodes=0",
            "ms=0",
            "nodes=5:futile=1",
            "nodes=5:improving=yes",
            "nodes=5:",
            "nodes=5:net=",
            "ms=5:improve=1",
            "nodes=0:improving=1",
        ] {
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
        let mut player =
            Name::Program(path.clone().into()).seat(game, 1, Budget::Nodes(10)).unwrap();
        let record = Record::new(AnyPosition::initial(game));
        assert_eq!(player.turn(&record).unwrap(), None);
        drop(player);
        std::fs::remove_file(&path).unwrap();
    }

    /// A net that cannot be read stops a match before it begins.
    #[test]
    fn unusable_nets_are_reported() {
        let game = GameId::Magnetic;
        let path = std::env::temp_dir().join(format!("fivefold-net-{}", std::process::id()));
        let seat = || {
            let name = Name::parse(OsStr::new(&format!("nodes=50:net={}", path.display())));
            name.unwrap().seat(game, 1, Budget::Nodes(1)).map(|_| ())
        };
        assert!(seat().is_err());
        for (of, is_good) in [(game, true), (GameId::Orthodox, false)] {
            fs::write(&path, engine::Net::empty(of).write()).unwrap();
            assert_eq!(seat().is_ok(), is_good, "{of}");
        }
        fs::remove_file(&path).unwrap();
    }

    /// A turn by time takes about that time, and no more.
    #[test]
    fn a_player_by_time_keeps_it() {
        let game = GameId::Magnetic;
        let record = Record::new(AnyPosition::initial(game));
        let mut player =
            Name::parse(OsStr::new("ms=50")).unwrap().seat(game, 1, Budget::Nodes(1)).unwrap();
        let started = Instant::now();
        assert!(player.turn(&record).unwrap().is_some());
        let took = started.elapsed();
        assert!(took >= Duration::from_millis(50) && took < Duration::from_secs(5), "{took:?}");
    }

    /// A player whose pieces the rules place: what it places is what chance of its seed places by the
    /// rules, whatever the engine would do.
    #[test]
    fn place_for_me_places_by_the_rules() {
        for game in [GameId::Contramatic, GameId::CompleteContramatic, GameId::Charismatic] {
            let mut differs = 0;
            for seed in 0..20 {
                let mut position = AnyPosition::initial(game);
                if position.actor() == Actor::Chance {
                    let draw = position.list()[seed as usize % position.list().len()];
                    position.play(draw);
                }
                let record = Record::new(position);
                let mut player = Name::PlacedNodes(1).seat(game, seed, Budget::Nodes(1)).unwrap();
                let mut chance = player_chance(&player);
                let placed = player.turn(&record).unwrap().unwrap();
                assert_eq!(Some(&placed), any_turn(&position, &mut chance).as_ref(), "{game}");
                let mut after = position;
                for &step in &placed {
                    assert_eq!(after.why_not(step), None, "{game}");
                    after.play(step);
                }
                assert_eq!(placed.last(), Some(&Step::End), "{game}");
                let mut own = Name::Nodes(1).seat(game, seed, Budget::Nodes(1)).unwrap();
                differs += u32::from(own.turn(&record).unwrap().unwrap() != placed);
            }
            assert!(differs > 15, "{game}: {differs}");
        }
    }

    /// The chance by which a player's pieces are placed.
    fn player_chance(player: &Player) -> Chance {
        match player {
            Player::Engine { placer: Some(chance), .. } => chance.clone(),
            _ => panic!("no pieces are placed for it"),
        }
    }

    /// When the pieces stand, it moves as the engine does: each seated anew, as they remember nothing
    /// of one another.
    #[test]
    fn place_for_me_does_not_move() {
        let game = GameId::Contramatic;
        let mut chance = Chance::new(5);
        let mut position = AnyPosition::initial(game);
        let mut moved = 0;
        while moved < 10 && position.outcome().is_none() {
            if position.phase() == Phase::Movement {
                let record = Record::new(position);
                let [own, by_rules] = [Name::Nodes(300), Name::PlacedNodes(300)].map(|name| {
                    let mut player = name.seat(game, 7, Budget::Nodes(1)).unwrap();
                    player.turn(&record).unwrap().unwrap()
                });
                assert_eq!(own, by_rules, "{}", position.fen());
                moved += 1;
            }
            for step in any_turn(&position, &mut chance).unwrap() {
                position.play(step);
            }
        }
        assert_eq!(moved, 10);
    }
}
