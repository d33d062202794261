//! `fivefold uci`: the computer player for programs that speak UCI.
//!
//! As in the protocol's text of 2006, but for turns: a turn is its steps joined by commas, those of
//! chance included (`draw:RBPPP,R@a1,B@c3,P@a2,P@b2,P@c2,end`). What is not understood changes
//! nothing and is answered by an `info string`. An order that is given while a bounded search runs,
//! and is none about it, waits for its end.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use engine::odds::odds;
use engine::{Engine, Level, Limits, Net, Thought, Wanted};
use record::Record;
use rules::{Actor, AnyPosition, Color, GameId, Step};

use crate::matches::player::past;

/// What stands in the place of a turn where there is none.
pub(crate) const NO_TURN: &str = "(none)";

/// Megabytes for what is remembered of positions: the most that can be asked for, and what is taken
/// if nothing is.
const MOST_HASH: usize = 1024;
const USUAL_HASH: usize = 32;
/// The most turns that are reported side by side.
const MOST_LINES: usize = 64;

/// Where answers go, from the search's thread too.
type Out<W> = Arc<Mutex<W>>;

/// Writes a line at once.
fn say(out: &Out<impl Write>, line: &str) -> io::Result<()> {
    let mut out = out.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    writeln!(out, "{line}")?;
    out.flush()
}

/// Answers orders until `quit` or the end of the input; at the end, a search that is bounded is
/// waited for.
///
/// # Errors
/// If reading or writing fails.
pub(crate) fn run(mut input: impl BufRead, out: impl Write + Send + 'static) -> io::Result<()> {
    let mut session = Session::new(out);
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line).into_owned();
        if session.obey(&text)? == Next::Quit {
            return session.stop();
        }
        line.clear();
    }
    session.finish()
}

#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

/// A search in its thread; the engine comes back when it is over.
struct Running {
    thread: JoinHandle<(Box<Engine>, io::Result<()>)>,
    stop: Arc<AtomicBool>,
    /// Set before the turn is reported: who has read it may give the next order at once.
    over: Arc<AtomicBool>,
    /// Whether it ends by itself.
    is_bounded: bool,
}

/// The settings, the position and the search.
struct Session<W> {
    out: Out<W>,
    game: GameId,
    hash: usize,
    level: Option<Level>,
    seed: u64,
    /// How many of the best turns are reported.
    lines: usize,
    /// Whether won, drawn and lost games in a thousand are reported.
    shows_odds: bool,
    /// The bytes of the net that judges positions, if one does.
    net: Option<Vec<u8>>,
    record: Record,
    /// The engine, unless it thinks or a setting has changed since.
    engine: Option<Box<Engine>>,
    running: Option<Running>,
}

/// What `go` asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Go {
    /// The only turns that are looked at, as they were written; all if there are none.
    only: Vec<String>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// The hard limit: the search is stopped then.
    time: Option<Duration>,
    /// The soft limit, by a clock: about what the turn is worth, more where it is unclear.
    share: Option<Duration>,
    infinite: bool,
}

impl<W: Write + Send + 'static> Session<W> {
    fn new(out: W) -> Self {
        let game = GameId::Charismatic;
        Session {
            out: Arc::new(Mutex::new(out)),
            game,
            hash: USUAL_HASH,
            level: None,
            seed: 0,
            lines: 1,
            shows_odds: false,
            net: None,
            record: Record::new(AnyPosition::initial(game)),
            engine: None,
            running: None,
        }
    }

    fn say(&self, line: &str) -> io::Result<()> {
        say(&self.out, line)
    }

    fn complain(&self, what: &str) -> io::Result<()> {
        // One line each, whatever was read.
        let what: String = what.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.say(&format!("info string {what}"))
    }

    fn obey(&mut self, line: &str) -> io::Result<Next> {
        if self.running.as_ref().is_some_and(|running| running.over.load(Ordering::Acquire)) {
            self.join()?;
        }
        let mut words = line.split_whitespace();
        let order = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        match order {
            "" => {}
            "quit" => return Ok(Next::Quit),
            "stop" => self.stop()?,
            "uci" => self.introduce()?,
            "isready" => self.say("readyok")?,
            "debug" | "ponderhit" | "register" => {}
            "setoption" | "ucinewgame" | "position" | "go" if !self.is_free()? => {
                self.complain(&format!("{order}: the search still runs; stop it first"))?;
            }
            "setoption" => {
                if let Err(what) = self.set(&rest) {
                    self.complain(&format!("setoption: {what}"))?;
                }
            }
            "ucinewgame" => {
                self.engine = None;
                self.record = Record::new(AnyPosition::initial(self.game));
            }
            "position" => match read_position(self.game, &rest) {
                Ok(record) => self.record = record,
                Err(what) => self.complain(&format!("position: {what}"))?,
            },
            "go" => {
                let (go, strange) = read_go(&rest, self.record.live().turn());
                for what in strange {
                    self.complain(&format!("go: {what}"))?;
                }
                self.go(go)?;
            }
            other => self.complain(&format!("'{other}' is not understood"))?,
        }
        Ok(Next::GoOn)
    }

    fn introduce(&self) -> io::Result<()> {
        self.say(&format!("id name Fivefold {}", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the Fivefold contributors")?;
        let mut variants = format!("option name UCI_Variant type combo default {}", self.game);
        for game in GameId::ALL {
            variants.push_str(&format!(" var {game}"));
        }
        self.say(&variants)?;
        self.say(&format!(
            "option name Hash type spin default {USUAL_HASH} min 1 max {MOST_HASH}"
        ))?;
        self.say("option name Level type spin default 20 min 1 max 20")?;
        self.say("option name Seed type spin default 0 min 0 max 4294967295")?;
        self.say(&format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"))?;
        self.say("option name UCI_ShowWDL type check default false")?;
        self.say("option name EvalFile type string default <empty>")?;
        self.say("uciok")
    }

    fn set(&mut self, words: &[&str]) -> Result<(), String> {
        let value = words.iter().position(|&word| word == "value");
        let (name, value) = match (words.first(), value) {
            (Some(&"name"), Some(at)) => (words[1..at].join(" "), words[at + 1..].join(" ")),
            _ => return Err("'name NAME value VALUE' is wanted".into()),
        };
        let number = |most: u64| {
            let number = value.parse().ok().filter(|&number: &u64| number <= most);
            number.ok_or_else(|| format!("{name}: '{value}' is not a number up to {most}"))
        };
        // The protocol wants names and values without regard to case.
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" => {
                let game = GameId::parse(&value.to_ascii_lowercase());
                self.game = game.ok_or_else(|| format!("no game is called '{value}'"))?;
                self.record = Record::new(AnyPosition::initial(self.game));
            }
            "hash" => self.hash = number(MOST_HASH as u64)?.max(1) as usize,
            "level" => {
                let level = u8::try_from(number(20)?).ok().and_then(Level::new);
                self.level = Some(level.ok_or_else(|| format!("no level is {value}"))?);
            }
            "seed" => self.seed = number(u64::from(u32::MAX))?,
            // What is reported changes nothing about what is known.
            "multipv" => {
                self.lines = number(MOST_LINES as u64)?.max(1) as usize;
                return Ok(());
            }
            "uci_showwdl" => {
                self.shows_odds = match value.to_ascii_lowercase().as_str() {
                    "true" => true,
                    "false" => false,
                    _ => return Err(format!("{name}: true or false is wanted")),
                };
                return Ok(());
            }
            "evalfile" if value.is_empty() || value == "<empty>" => self.net = None,
            "evalfile" => {
                let bytes = std::fs::read(&value).map_err(|error| format!("{value}: {error}"))?;
                Net::read(&bytes).map_err(|error| format!("{value}: {error}"))?;
                self.net = Some(bytes);
            }
            _ => return Err(format!("no option is called '{name}'")),
        }
        self.engine = None;
        Ok(())
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        if self.record.verdict().is_some() {
            self.complain("go: the game is over")?;
            return self.say(&format!("bestmove {NO_TURN}"));
        }
        if self.record.live().actor() == Actor::Chance {
            self.complain("go: chance is to act; add its draw to the position")?;
            return self.say(&format!("bestmove {NO_TURN}"));
        }
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => {
                let mut engine = Engine::new(self.game, self.seed, self.hash << 20);
                engine.set_level(self.level);
                if let Some(Err(error)) = self.net.as_ref().map(|net| engine.set_net(net)) {
                    self.complain(&format!("EvalFile: {error}"))?;
                }
                Box::new(engine)
            }
        };
        let mut only = Vec::new();
        for text in &go.only {
            match read_turn(text, self.record.live()) {
                Some(turn) => only.push(turn),
                None => self.complain(&format!("go: searchmoves: '{text}' is no turn here"))?,
            }
        }
        let analysis = Analysis { lines: self.lines, only, odds: self.shows_odds };
        let stop = Arc::new(AtomicBool::new(false));
        let over = Arc::new(AtomicBool::new(false));
        let (out, stopped, ended) = (Arc::clone(&self.out), Arc::clone(&stop), Arc::clone(&over));
        let (past, live) = (past(&self.record), *self.record.live());
        let is_bounded = !go.infinite;
        let thread = thread::spawn(move || {
            let turn = think(&mut engine, &past, &live, &go, &analysis, &stopped, &out);
            ended.store(true, Ordering::Release);
            let done = turn.and_then(|turn| say(&out, &format!("bestmove {turn}")));
            (engine, done)
        });
        self.running = Some(Running { thread, stop, over, is_bounded });
        Ok(())
    }

    /// Ends the search, if one runs; its turn has been reported then.
    fn stop(&mut self) -> io::Result<()> {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
            running.thread.thread().unpark();
        }
        self.join()
    }

    /// Waits for the end of a bounded search, so that orders can be given in one go, as in a file.
    /// Returns whether there is no search now: who waited for an unbounded one would wait forever.
    fn is_free(&mut self) -> io::Result<bool> {
        if self.running.as_ref().is_some_and(|running| running.is_bounded) {
            self.join()?;
        }
        Ok(self.running.is_none())
    }

    /// Lets a bounded search end, and ends any other.
    fn finish(&mut self) -> io::Result<()> {
        if self.is_free()? { Ok(()) } else { self.stop() }
    }

    fn join(&mut self) -> io::Result<()> {
        let Some(running) = self.running.take() else { return Ok(()) };
        match running.thread.join() {
            Ok((engine, done)) => {
                self.engine = Some(engine);
                done
            }
            Err(_) => self.say(&format!("bestmove {NO_TURN}")),
        }
    }
}

/// What is searched and reported.
struct Analysis {
    /// How many turns, the best ones.
    lines: usize,
    /// Only these; all if there are none.
    only: Vec<Vec<Step>>,
    /// Whether won, drawn and lost games in a thousand are reported.
    odds: bool,
}

/// Reads a turn, or the rest of one: legal steps that end it.
fn read_turn(text: &str, position: &AnyPosition) -> Option<Vec<Step>> {
    let mut after = *position;
    let mut turn = Vec::new();
    for step in text.split(',') {
        let step = Step::parse(step, position.spec()).ok()?;
        if after.turn() != position.turn() || after.why_not(step).is_some() {
            return None;
        }
        after.play(step);
        turn.push(step);
    }
    (after.turn() != position.turn() || after.outcome().is_some()).then_some(turn)
}

/// Thinks, tells of it, and finds a turn.
fn think(
    engine: &mut Engine,
    past: &[AnyPosition],
    position: &AnyPosition,
    go: &Go,
    analysis: &Analysis,
    stopped: &AtomicBool,
    out: &Out<impl Write>,
) -> io::Result<String> {
    let started = Instant::now();
    let is_late = || go.time.is_some_and(|time| started.elapsed() >= time);
    let stop = || stopped.load(Ordering::Relaxed) || is_late();
    let is_enough =
        |share: u32| go.share.is_some_and(|usual| started.elapsed() >= usual * share / 100);
    let limits = Limits {
        nodes: go.nodes.unwrap_or(u64::MAX),
        depth: go.depth.unwrap_or(Limits::NONE.depth),
        stop: &stop,
        enough: &is_enough,
        goes_on: false,
    };
    let mut done = Ok(());
    let mut tell = |place: Option<usize>, thought: &Thought| {
        if done.is_ok() {
            done = say(out, &info(thought, place, analysis.odds, position, started.elapsed()));
        }
    };
    let thought = if analysis.lines > 1 || !analysis.only.is_empty() {
        let wanted = Wanted { count: analysis.lines, only: &analysis.only };
        let tell = &mut |place: usize, thought: &Thought| tell(Some(place), thought);
        engine.lines(past, position, &limits, &wanted, tell).into_iter().next()
    } else {
        engine.think(past, position, &limits, &mut |thought| tell(None, thought))
    };
    done?;
    // The protocol keeps the answer to an unbounded search back until it is stopped.
    while go.infinite && !stopped.load(Ordering::Relaxed) {
        thread::park();
    }
    Ok(thought.map_or_else(|| NO_TURN.to_owned(), |found| turn(&found.turn, position)))
}

/// A turn as it is written in orders and answers.
fn turn(steps: &[Step], position: &AnyPosition) -> String {
    let spec = position.spec();
    let steps: Vec<String> = steps.iter().map(|step| step.display(spec).to_string()).collect();
    steps.join(",")
}

/// The report of a thought; `place` is that of several, from 0.
fn info(
    thought: &Thought,
    place: Option<usize>,
    shows_odds: bool,
    position: &AnyPosition,
    time: Duration,
) -> String {
    let seconds = time.as_secs_f64().max(1e-6);
    let (depth, nodes, score) = (thought.depth, thought.nodes, thought.score);
    let speed = (nodes as f64 / seconds) as u64;
    let line: Vec<String> = thought.line.iter().map(|steps| turn(steps, position)).collect();
    let place = place.map_or_else(String::new, |place| format!(" multipv {}", place + 1));
    let odds = if shows_odds {
        let odds = odds(position.game(), score);
        format!(" wdl {} {} {}", odds.win, odds.draw, odds.loss)
    } else {
        String::new()
    };
    format!(
        "info depth {depth}{place} score {score}{odds} nodes {nodes} nps {speed} hashfull {} \
         time {} pv {}",
        thought.table,
        time.as_millis(),
        line.join(" ")
    )
}

/// Reads what stands behind `position`.
pub(crate) fn read_position(game: GameId, words: &[&str]) -> Result<Record, String> {
    let moves = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, turns) = words.split_at(moves);
    let start = match start.split_first() {
        Some((&"startpos", [])) => AnyPosition::initial(game),
        Some((&"fen", fields)) => {
            AnyPosition::from_fen(game, &fields.join(" ")).map_err(|error| error.to_string())?
        }
        _ => return Err("'startpos' or 'fen FEN' is wanted, then 'moves' if there are any".into()),
    };
    let mut record = Record::new(start);
    for turn in turns.iter().skip(1) {
        let begun = record.turns().filter(|turn| turn.done).count();
        for text in turn.split(',') {
            if record.turns().filter(|turn| turn.done).count() > begun {
                return Err(format!("turn '{turn}': it has ended before {text}"));
            }
            let step = Step::parse(text, start.spec()).map_err(|error| error.to_string())?;
            record.take(step).map_err(|refusal| {
                format!("turn '{turn}': {text} is refused: {}", refusal.reason)
            })?;
        }
    }
    Ok(record)
}

/// Reads what stands behind `go`, and what of it is not understood. Nothing at all means: until
/// stopped.
fn read_go(words: &[&str], turn: Color) -> (Go, Vec<String>) {
    let mut go = Go::default();
    let mut strange = Vec::new();
    let (mut clock, mut increment, mut turns_left) = (None, 0, 30);
    const NUMBERS: [&str; 8] =
        ["nodes", "depth", "movetime", "wtime", "btime", "winc", "binc", "movestogo"];
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        if word == "infinite" {
            go.infinite = true;
            continue;
        }
        if word == "searchmoves" {
            let is_turn = |word: &&str| *word != "infinite" && !NUMBERS.contains(word);
            while let Some(turn) = words.next_if(is_turn) {
                go.only.push(turn.to_owned());
            }
            continue;
        }
        if !NUMBERS.contains(&word) {
            strange.push(format!("'{word}' is not understood"));
            continue;
        }
        let Some(number) = words.next().and_then(|text| text.parse::<i128>().ok()) else {
            strange.push(format!("a number is wanted behind {word}"));
            continue;
        };
        // A clock that has run out shows less than nothing.
        let number = u64::try_from(number.max(0)).unwrap_or(u64::MAX);
        match (word, turn) {
            ("nodes", _) => go.nodes = Some(number),
            ("depth", _) => go.depth = Some(u32::try_from(number).unwrap_or(u32::MAX).max(1)),
            ("movetime", _) => go.time = Some(Duration::from_millis(number)),
            ("wtime", Color::White) | ("btime", Color::Black) => clock = Some(number),
            ("winc", Color::White) | ("binc", Color::Black) => increment = number,
            ("movestogo", _) => turns_left = number.max(1),
            _ => {}
        }
    }
    if let (Some(clock), None) = (clock, go.time) {
        // A share of what is left; three times as much where the turn is unclear, and never more
        // than half of what is left.
        let share = (clock / turns_left).saturating_add(increment).min(clock / 2);
        go.share = Some(Duration::from_millis(share));
        go.time = Some(Duration::from_millis(share.saturating_mul(3).min(clock / 2)));
    }
    let is_bounded = go.nodes.is_some() || go.depth.is_some() || go.time.is_some();
    go.infinite |= !is_bounded;
    if go.infinite {
        go = Go { infinite: true, only: go.only, ..Go::default() };
    }
    (go, strange)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::player::write_position;
    use engine::Chance;
    use engine::baseline::any_turn;

    /// A writer whose contents can be read while another holds it.
    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn answers(orders: &str) -> Vec<String> {
        let out = Shared::default();
        run(orders.as_bytes(), out.clone()).unwrap();
        let text = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    fn last_word(lines: &[String]) -> &str {
        lines.last().unwrap().strip_prefix("bestmove ").unwrap()
    }

    #[test]
    fn introduces_itself() {
        let lines = answers("uci\nisready\n");
        assert!(lines[0].starts_with("id name Fivefold"));
        assert!(lines.iter().any(|line| line.contains("UCI_Variant") && line.contains("magnetic")));
        assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
    }

    #[test]
    fn answers_with_a_turn_in_every_game() {
        for game in GameId::ALL {
            let draw = match game {
                GameId::Charismatic => " moves draw:RBPPP",
                _ => "",
            };
            let orders = format!(
                "setoption name UCI_Variant value {game}\nposition startpos{draw}\ngo nodes 300\n"
            );
            let lines = answers(&orders);
            let mut record = read_position(*game, &["startpos"]).unwrap();
            let drawn: Vec<&str> = draw.split(' ').skip(2).collect();
            for step in drawn.iter().copied().chain(last_word(&lines).split(',')) {
                let step = Step::parse(step, game.spec()).unwrap();
                assert!(record.take(step).is_ok(), "{game}: {lines:?}");
            }
            assert_eq!(record.turns().filter(|turn| turn.done).count(), 1, "{game}");
        }
    }

    #[test]
    fn tells_what_it_thinks() {
        let lines = answers(
            "setoption name UCI_Variant value orthodox\nposition startpos moves e2e4 e7e5\ngo depth 3",
        );
        let info = lines.iter().rev().find(|line| line.starts_with("info depth")).unwrap();
        for word in ["score", "nodes", "nps", "pv"] {
            assert!(info.split(' ').any(|found| found == word), "{info}");
        }
        assert!(info.contains(&format!("pv {}", last_word(&lines))));
    }

    /// The numbers behind a word of an answer.
    fn number_behind(line: &str, word: &str) -> i64 {
        let mut words = line.split(' ').skip_while(|&found| found != word);
        words.nth(1).and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{line}"))
    }

    /// Several turns are reported in the order of their scores, each once, in whole turns.
    #[test]
    fn tells_the_best_turns_side_by_side() {
        for (game, draw) in
            [(GameId::Magnetic, ""), (GameId::Chessence, ""), (GameId::Progressive, " moves e2e4")]
        {
            let lines = answers(&format!(
                "setoption name UCI_Variant value {game}\nsetoption name MultiPV value 3\n\
                 setoption name UCI_ShowWDL value true\nposition startpos{draw}\ngo nodes 20000\n"
            ));
            let infos: Vec<&String> =
                lines.iter().filter(|line| line.contains(" multipv ")).collect();
            let last = &infos[infos.len() - 3..];
            let places = last.iter().map(|line| number_behind(line, "multipv"));
            assert_eq!(places.collect::<Vec<_>>(), [1, 2, 3], "{game}");
            let scores: Vec<i64> = last.iter().map(|line| number_behind(line, "cp")).collect();
            assert!(scores.is_sorted_by(|a, b| a >= b), "{game}: {scores:?}");
            let turns: Vec<&str> = last
                .iter()
                .map(|line| line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap())
                .collect();
            assert_eq!(last_word(&lines), turns[0]);
            assert!(turns[0] != turns[1] && turns[1] != turns[2] && turns[0] != turns[2]);
            let wdl = number_behind(last[0], "wdl");
            assert!((1..1000).contains(&wdl), "{game}: {wdl}");
            assert!((0..=1000).contains(&number_behind(last[0], "hashfull")));
        }
    }

    /// A turn that no search would choose is the one that is asked for.
    #[test]
    fn searches_the_turns_that_are_asked_for() {
        let start = "setoption name UCI_Variant value orthodox\n\
                     position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\n";
        let lines = answers(&format!("{start}go searchmoves a1a7 e1d1 nodes 3000\n"));
        assert!(["a1a7", "e1d1"].contains(&last_word(&lines)), "{lines:?}");
        let lines = answers(&format!("{start}go nodes 3000 searchmoves a1a8\n"));
        assert!(lines.iter().any(|line| line.contains("score mate 1")), "{lines:?}");
        let lines = answers(&format!("{start}go searchmoves a1h8 e1e3 nodes 3000\n"));
        assert_eq!(lines.iter().filter(|line| line.contains("is no turn here")).count(), 2);
        let charismatic = "setoption name UCI_Variant value charismatic\n\
                           position fen 3k4/8/8/8/8/8/8/R3K3[] w - - 0 1 - -\n";
        let turn = "a1a2,e1e2,end";
        let lines = answers(&format!("{charismatic}go searchmoves {turn} nodes 3000\n"));
        assert_eq!(last_word(&lines), turn, "{lines:?}");
    }

    /// A net is read when it is named; one that is none is refused, and another game's has no say.
    #[test]
    fn nets_are_read() {
        let path = std::env::temp_dir().join(format!("fivefold-uci-net-{}", std::process::id()));
        std::fs::write(&path, Net::empty(GameId::Magnetic).write()).unwrap();
        let orders = |game: &str, file: &str| {
            answers(&format!(
                "setoption name UCI_Variant value {game}\nsetoption name EvalFile value {file}\n\
                 position startpos\ngo nodes 300\n"
            ))
        };
        let file = path.display().to_string();
        let complaints = |lines: Vec<String>| {
            lines.iter().filter(|line| line.starts_with("info string")).count()
        };
        assert_eq!(complaints(orders("magnetic", &file)), 0);
        assert_eq!(complaints(orders("orthodox", &file)), 1);
        assert_eq!(complaints(orders("magnetic", &format!("{file}-none"))), 1);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn finds_a_mate() {
        let lines = answers(
            "setoption name uci_variant value Orthodox\n\
             position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo nodes 5000\n",
        );
        assert_eq!(last_word(&lines), "a1a8");
        assert!(lines.iter().any(|line| line.contains("score mate 1")), "{lines:?}");
    }

    #[test]
    fn what_a_match_writes_is_read_back() {
        for &game in GameId::ALL {
            let mut record = Record::new(AnyPosition::initial(game));
            let mut chance = Chance::new(9);
            for _ in 0..12 {
                if record.live().actor() == Actor::Chance {
                    let list = record.live().list();
                    record.take(*chance.pick(&list).unwrap()).unwrap();
                }
                for step in any_turn(record.live(), &mut chance).unwrap() {
                    record.take(step).unwrap();
                }
            }
            let order = write_position(&record);
            let words: Vec<&str> = order.split(' ').skip(1).collect();
            assert_eq!(read_position(game, &words).unwrap(), record, "{game}");
            let fen = format!("fen {}", record.live().fen());
            let words: Vec<&str> = fen.split(' ').collect();
            assert_eq!(read_position(game, &words).unwrap().live(), record.live());
        }
    }

    #[test]
    fn nonsense_changes_nothing() {
        let lines = answers(
            "\n\u{1}\nxyzzy\nposition\nposition fen\nposition fen x y z\nposition startpos moves e2e4\n\
             setoption\nsetoption name\nsetoption name Hash value many\nsetoption name Level value 0\n\
             setoption name UCI_Variant value go\nsetoption name Colour value red\n\
             setoption name UCI_Variant value orthodox\nposition startpos moves e2e5\n\
             position startpos moves e2e4,e7e5\nposition startpos moves ,\n\
             position startpos moves \u{fffd}\ngo nodes x depth\nstop\ngo sideways depth 1\n",
        );
        let (complaints, others): (Vec<_>, Vec<_>) = lines
            .iter()
            .filter(|line| !line.starts_with("info depth"))
            .partition(|line| line.starts_with("info string "));
        assert_eq!(complaints.len(), 19, "{complaints:#?}");
        assert_eq!(others.len(), 2, "{others:?}");
        assert!(others.iter().all(|line| line.starts_with("bestmove ")));
    }

    #[test]
    fn an_unbounded_search_ends_on_demand() {
        let lines = answers(
            "setoption name UCI_Variant value orthodox\n\
             position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\n\
             go infinite\nisready\nposition startpos\nstop\nisready\n",
        );
        let lines: Vec<&str> = lines
            .iter()
            .map(String::as_str)
            .filter(|line| !line.starts_with("info depth"))
            .collect();
        assert_eq!(lines[0], "readyok");
        assert!(lines[1].starts_with("info string position: the search still runs"));
        assert!(lines[2].starts_with("bestmove "));
        assert_eq!(lines[3], "readyok");
    }

    #[test]
    fn orders_wait_for_a_bounded_search() {
        let lines = answers(
            "setoption name UCI_Variant value orthodox\n\
             position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo nodes 3000\n\
             position fen 6k1/5ppp/8/8/8/8/8/4K2R w - - 0 1\ngo depth 2\nsetoption name Seed value 3\n\
             ucinewgame\nposition fen k7/8/1K6/8/8/8/8/7R w - - 0 1\ngo movetime 20\n",
        );
        let others: Vec<&str> = lines
            .iter()
            .map(String::as_str)
            .filter(|line| !line.starts_with("info depth"))
            .collect();
        assert_eq!(others.len(), 3, "{others:?}");
        assert_eq!((others[0], others[2]), ("bestmove a1a8", "bestmove h1h8"));
        assert!(others[1].starts_with("bestmove "));
    }

    #[test]
    fn no_turn_where_there_is_none() {
        assert_eq!(last_word(&answers("position startpos\ngo depth 1\n")), NO_TURN);
        let over = "setoption name UCI_Variant value orthodox\n\
                    position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 1\n";
        assert_eq!(last_word(&answers(over)), NO_TURN);
    }

    #[test]
    fn the_same_nodes_give_the_same_turn() {
        let orders =
            "setoption name UCI_Variant value batteries\nposition startpos\ngo nodes 2000\n";
        assert_eq!(last_word(&answers(orders)), last_word(&answers(orders)));
    }

    #[test]
    fn time_is_shared_out() {
        let read = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            read_go(&words, Color::Black).0
        };
        let times = |text: &str| {
            let Go { share, time, .. } = read(text);
            [share, time].map(|time| time.map(|time| time.as_millis()))
        };
        assert_eq!(times("movetime 250"), [None, Some(250)]);
        assert_eq!(times("wtime 9 btime 60000 winc 1 binc 500"), [Some(2500), Some(7500)]);
        assert_eq!(times("btime 100 binc 5000 movestogo 1"), [Some(50), Some(50)]);
        assert_eq!(times("wtime 60000 btime -20 winc 0 binc 0"), [Some(0), Some(0)]);
        assert!(read("").infinite && read("infinite nodes 5").infinite);
        assert!(!read("nodes 5").infinite);
    }
}
