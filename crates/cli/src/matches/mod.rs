//! `fivefold match`: games between two players, to measure the difference in strength.

pub(crate) mod opening;
pub(crate) mod player;
pub(crate) mod statistics;

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::chance::mix;
use record::Record;
use rules::{Actor, Color, GameId};
use serde_json::{Value, json};

use opening::Openings;
use player::{Budget, Name, past};
use statistics::{Finding, Rule, Tally};

/// A match to be played.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub game: GameId,
    /// The players; results are counted for the first one.
    pub players: [Name; 2],
    /// The maximum number of games.
    pub games: u32,
    /// When to stop earlier.
    pub rule: Rule,
    /// The default number of nodes for engines.
    pub nodes: u64,
    /// The time a turn in milliseconds instead, if set.
    pub ms: Option<u64>,
    pub seed: u64,
    /// The number of random turns at the beginning of each game.
    pub plies: u32,
    /// A game with this many turns of both sides is drawn.
    pub most_turns: u32,
    /// Whether the players place their pieces themselves, in games with placement.
    pub players_place: bool,
    /// How far from even an opening may be, in hundredths of a pawn.
    pub even: Option<i32>,
    /// The file that stores the games.
    pub resume: Option<PathBuf>,
    /// The number of games played in parallel.
    pub threads: u32,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Played {
    /// Whether the first player won; `None` if the game was drawn.
    won: Option<bool>,
    ending: &'static str,
    /// The number of turns of both sides in the movement phase, including the opening.
    turns: u32,
}

impl Match {
    /// Plays the games, a line of JSON for each; the last line is the result of the match.
    ///
    /// # Errors
    /// If the writer or the file fails, if the file belongs to another match, or if a program fails
    /// or breaks the rules.
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<()> {
        let mut tally = Tally::default();
        let mut store = None;
        if let Some(path) = &self.resume {
            tally = self.read(path)?;
            store = Some(self.open(path, tally.games() == 0)?);
        }
        let mut next = tally.games();
        let mut finding = self.rule.finding(tally);
        while next < self.games && finding.is_none() {
            let end = self.games.min(next + self.threads.max(1));
            for (index, played) in (next..end).zip(self.play_all(next..end)) {
                let line = self.line(index, &played?);
                count(&mut tally, &line);
                writeln!(out, "{line}")?;
                if let Some(store) = &mut store {
                    // Written at once: a killed match leaves complete lines.
                    store.write_all(format!("{line}\n").as_bytes())?;
                }
                out.flush()?;
            }
            next = end;
            finding = self.rule.finding(tally);
        }
        writeln!(out, "{}", self.summary(tally, finding))
    }

    /// The result of the match as JSON.
    fn summary(&self, tally: Tally, finding: Option<Finding>) -> Value {
        let mut summary = tally.json();
        summary["game"] = self.game.spec().id.into();
        let names: Vec<String> = self.players.iter().map(Name::to_string).collect();
        summary["players"] = names.into();
        let finding = finding.map(|finding| finding == Finding::Shown);
        match self.rule {
            Rule::All => {}
            Rule::Ratio { worse, better } => {
                let ratio = tally.log_likelihood_ratio(worse, better);
                summary["sprt"] = json!({
                    "elo": [worse, better], "llr": (ratio * 100.0).round() / 100.0,
                    "shown": finding,
                });
            }
            Rule::Above(score) => {
                summary["at_least"] = json!({ "score": score, "shown": finding });
            }
        }
        summary
    }

    /// The settings that the games of a file must have in common.
    fn header(&self) -> Value {
        let mut header = json!({
            "match": self.game.spec().id, "a": self.players[0].to_string(),
            "b": self.players[1].to_string(), "nodes": self.nodes, "seed": self.seed,
            "plies": self.plies, "most_turns": self.most_turns,
            "players_place": self.players_place,
        });
        if let Some(ms) = self.ms {
            header["ms"] = ms.into();
        }
        if let Some(even) = self.even {
            header["even"] = even.into();
        }
        header
    }

    /// The results in a file; empty if there is no such file.
    fn read(&self, path: &Path) -> io::Result<Tally> {
        let mut tally = Tally::default();
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(tally),
            Err(error) => return Err(error),
        };
        let strange = |what: &str| io::Error::other(format!("{}: {what}", path.display()));
        let mut lines = BufReader::new(file).lines();
        let Some(header) = lines.next() else { return Ok(tally) };
        if serde_json::from_str::<Value>(&header?).ok() != Some(self.header()) {
            return Err(strange("these are the games of another match"));
        }
        for line in lines {
            let line: Value =
                serde_json::from_str(&line?).map_err(|_| strange("a line is not one of a game"))?;
            if line["index"].as_u64() != Some(u64::from(tally.games())) {
                return Err(strange("the games do not follow one another"));
            }
            count(&mut tally, &line);
        }
        Ok(tally)
    }

    fn open(&self, path: &Path, is_new: bool) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.create(true);
        if is_new {
            let mut file = options.write(true).truncate(true).open(path)?;
            writeln!(file, "{}", self.header())?;
            return Ok(file);
        }
        options.append(true).open(path)
    }

    fn line(&self, index: u32, played: &Played) -> Value {
        let result = match played.won {
            Some(true) => "win",
            Some(false) => "loss",
            None => "draw",
        };
        let color = if has_white(index) { "white" } else { "black" };
        json!({
            "index": index, "color": color, "result": result, "ending": played.ending,
            "turns": played.turns,
        })
    }

    /// Plays games, each in a thread if there are several.
    fn play_all(&self, games: std::ops::Range<u32>) -> Vec<io::Result<Played>> {
        if games.len() == 1 {
            return games.map(|index| self.play(index)).collect();
        }
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                games.map(|index| scope.spawn(move || self.play(index))).collect();
            let ended = |_| Err(io::Error::other("a game's thread has ended early"));
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(ended)).collect()
        })
    }

    /// Plays the game with an index. Two consecutive games are a pair: the same opening and the
    /// same draws, with colours swapped.
    fn play(&self, index: u32) -> io::Result<Played> {
        let record = self.record(index)?.0;
        let first = if has_white(index) { Color::White } else { Color::Black };
        let verdict = record.verdict();
        let winner = verdict.and_then(|verdict| verdict.winner);
        Ok(Played {
            won: winner.map(|winner| winner == first),
            ending: verdict.map_or("length", |verdict| verdict.ending.id()),
            turns: past(&record).len() as u32,
        })
    }

    /// The game with an index as it was played, and the number of turns in it by the players.
    ///
    /// # Errors
    /// If a program fails or breaks the rules.
    pub(crate) fn record(&self, index: u32) -> io::Result<(Record, u32)> {
        let pair = index / 2;
        let openings = Openings {
            game: self.game,
            seed: self.seed,
            plies: self.plies,
            players_place: self.players_place,
            even: self.even,
        };
        let mut record = openings.opening(pair);
        let usual = match self.ms {
            Some(ms) => Budget::Time(Duration::from_millis(ms)),
            None => Budget::Nodes(self.nodes),
        };
        let seat = |player: usize| {
            let seed = mix(self.seed ^ mix(u64::from(index) * 2 + player as u64 + 1));
            self.players[player].seat(self.game, seed, usual)
        };
        let mut players = [seat(0)?, seat(1)?];
        let white = usize::from(!has_white(index));
        let mut turns = 0;
        while record.verdict().is_none() && turns < self.most_turns {
            if record.live().actor() == Actor::Chance {
                openings.draw(pair, &mut record);
                continue;
            }
            let color = record.live().turn();
            let mover = if color == Color::White { white } else { 1 - white };
            let name = &self.players[mover];
            let broken = |what: String| {
                let fen = record.live().fen();
                io::Error::other(format!("{name}, game {index}, {fen}: {what}"))
            };
            let turn = match players[mover].turn(&record) {
                Ok(Some(turn)) => turn,
                Ok(None) => return Err(broken("it knows no turn".into())),
                Err(error) => return Err(broken(error.to_string())),
            };
            let spec = record.live().spec();
            for step in turn {
                let live = *record.live();
                if let Err(refusal) = record.take(step) {
                    let (step, fen) = (step.display(spec), live.fen());
                    let why = refusal.reason;
                    return Err(io::Error::other(format!(
                        "{name}, game {index}: {step} is refused in {fen}: {why}"
                    )));
                }
            }
            if record.live().turn() == color && record.verdict().is_none() {
                return Err(io::Error::other(format!(
                    "{name}, game {index}: the turn has no end in {}",
                    record.live().fen()
                )));
            }
            turns += 1;
        }
        Ok((record, turns))
    }
}

/// Whether the first player has White in the game with an index.
fn has_white(index: u32) -> bool {
    index.is_multiple_of(2)
}

fn count(tally: &mut Tally, line: &Value) {
    match line["result"].as_str() {
        Some("win") => tally.add(2),
        Some("loss") => tally.add(0),
        _ => tally.add(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_match(game: GameId) -> Match {
        let random = Name::Baseline(engine::Baseline::Random);
        Match {
            game,
            players: [random.clone(), random],
            games: 6,
            rule: Rule::All,
            nodes: 1,
            ms: None,
            seed: 3,
            plies: 2,
            most_turns: 60,
            players_place: false,
            even: None,
            resume: None,
            threads: 1,
        }
    }

    fn lines(wanted: &Match) -> Vec<Value> {
        let mut out = Vec::new();
        wanted.run(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn every_game_is_played_to_its_end_by_both_ways_of_placing() {
        for &game in GameId::ALL {
            for players_place in [false, true] {
                let lines = lines(&Match { players_place, games: 2, ..random_match(game) });
                assert_eq!(lines.len(), 3, "{game}");
                assert_eq!(lines[2]["games"], 2, "{game}");
                assert_eq!(
                    (&lines[0]["color"], &lines[1]["color"]),
                    (&json!("white"), &json!("black"))
                );
            }
        }
    }

    /// Players who do not choose play the same game twice: what one wins with White the other wins
    /// with White in the second game of the pair, so that nobody gains by the openings.
    #[test]
    fn swapped_colours_are_fair() {
        let same = Name::Nodes(50);
        let lines = lines(&Match {
            players: [same.clone(), same],
            games: 8,
            ..random_match(GameId::Magnetic)
        });
        let colors: Vec<_> = lines[..8].iter().map(|line| line["color"].clone()).collect();
        assert_eq!(colors.iter().filter(|&color| color == "white").count(), 4);
        assert_eq!(lines[8]["wins"], lines[8]["losses"]);
    }

    #[test]
    fn two_threads_play_the_same_games() {
        let one = random_match(GameId::Batteries);
        assert_eq!(lines(&one), lines(&Match { threads: 2, ..one.clone() }));
    }

    #[test]
    fn a_match_goes_on_where_it_stopped() {
        let folder = std::env::temp_dir().join(format!("fivefold-match-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.jsonl");
        let whole = random_match(GameId::Chessence);
        let kept = Match { resume: Some(path.clone()), games: 3, ..whole.clone() };
        let first = lines(&kept);
        let rest = lines(&Match { games: 6, ..kept.clone() });
        let all = lines(&whole);
        assert_eq!(first[..3], all[..3]);
        assert_eq!(rest, all[3..]);
        let other = Match { seed: 4, ..kept.clone() };
        assert!(other.run(&mut Vec::new()).unwrap_err().to_string().contains("another match"));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn turns_are_counted_alike_however_a_game_ends() {
        let short = Match { games: 2, most_turns: 3, ..random_match(GameId::Batteries) };
        let lines = lines(&short);
        assert_eq!((&lines[0]["ending"], &lines[0]["result"]), (&json!("length"), &json!("draw")));
        // Two of the opening.
        assert_eq!(lines[0]["turns"], 5);
    }

    #[test]
    fn a_rule_ends_a_match_early() {
        let greedy = Name::Baseline(engine::Baseline::Greedy);
        let players = [greedy, Name::Baseline(engine::Baseline::Random)];
        let rule = Rule::Above(0.5);
        let most_turns = 400;
        let lines = lines(&Match {
            players,
            rule,
            games: 400,
            most_turns,
            ..random_match(GameId::Magnetic)
        });
        assert_eq!(lines.last().unwrap()["at_least"]["shown"], true);
        assert!(lines.len() < 200);
    }
}
