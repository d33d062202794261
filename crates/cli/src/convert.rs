//! `fivefold convert`: conversion of games between text formats.

use std::io::{self, Read, Write};

use record::game::Game;
use record::link::Section;
use record::pgn::{self, Entry};
use record::{Record, Verdict, link};
use rules::{AnyPosition, Color, GameId};

use crate::matches::player::write_position;
use crate::uci::read_position;

/// A form in which a game can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// Portable Game Notation, several games in a file.
    Pgn,
    /// The fragments of links, one a line (docs/link-format.md).
    Link,
    /// Step notation, a game a line: `GAME startpos moves TURN …` or `GAME fen FEN moves TURN …`,
    /// the steps of a turn joined by commas, and `result 1-0` (`0-1`, `1/2-1/2`) if the players
    /// ended the game.
    Steps,
    /// `GAME FEN`, one a line: read as a game from that position, written as the last position.
    Fen,
}

impl Format {
    pub(crate) fn parse(name: &str) -> Option<Format> {
        match name {
            "pgn" => Some(Format::Pgn),
            "link" => Some(Format::Link),
            "steps" => Some(Format::Steps),
            "fen" => Some(Format::Fen),
            _ => None,
        }
    }
}

/// Tags of PGN: names and values.
type Tags = Vec<(String, String)>;

/// What is converted to what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Convert {
    pub(crate) from: Format,
    pub(crate) to: Format,
}

impl Convert {
    /// Converts all of the input. Unreadable games are reported on standard error, and the command
    /// fails after the rest has been written.
    pub(crate) fn run(self, mut input: impl Read, out: &mut impl Write) -> io::Result<()> {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let mut failed = 0;
        for game in self.read(&text) {
            match game.and_then(|game| self.write(&game)) {
                Ok(text) => out.write_all(text.as_bytes())?,
                Err(message) => {
                    failed += 1;
                    eprintln!("fivefold: {message}");
                }
            }
        }
        if failed > 0 {
            out.flush()?;
            return Err(io::Error::other(format!("{failed} not converted")));
        }
        Ok(())
    }

    fn read(self, text: &str) -> Vec<Result<Entry, String>> {
        if self.from == Format::Pgn {
            return pgn::read(text)
                .into_iter()
                .map(|game| game.map_err(|e| e.to_string()))
                .collect();
        }
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines
            .map(|(number, line)| {
                let number = number + 1;
                self.read_line(number, line.trim())
                    .map_err(|error| format!("line {number}: {error}"))
            })
            .collect()
    }

    fn read_line(self, number: usize, line: &str) -> Result<Entry, String> {
        if self.from == Format::Link {
            let opened = link::read(line).map_err(|e| e.to_string())?;
            let names = opened.sections.iter().find_map(Section::as_names);
            let tags: Tags = names.map_or_else(Vec::new, |(white, black)| {
                let names = [("White", white), ("Black", black)];
                let known = names.into_iter().filter(|(_, name)| !name.is_empty());
                known.map(|(tag, name)| (tag.to_owned(), name.to_owned())).collect()
            });
            let tree = opened.tree().unwrap_or_else(|error| {
                // The game itself is valid, whatever is wrong with the variations.
                eprintln!("fivefold: line {number}: without its variations and comments: {error}");
                Game::of(&opened.record)
            });
            return Ok(Entry { tags, tree });
        }
        let record = self.read_text(line)?;
        Ok(Entry { tags: Vec::new(), tree: Game::of(&record) })
    }

    fn read_text(self, line: &str) -> Result<Record, String> {
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let game = GameId::parse(name).ok_or_else(|| format!("no game is called '{name}'"))?;
        if self.from == Format::Fen {
            let start = AnyPosition::from_fen(game, rest).map_err(|error| error.to_string())?;
            return Ok(Record::new(start));
        }
        let (moves, result) = rest.split_once(" result ").unwrap_or((rest, ""));
        let words: Vec<&str> = moves.split_whitespace().collect();
        let mut record = read_position(game, &words)?;
        match result.trim() {
            "" => {}
            "1-0" => record.resign(Color::Black),
            "0-1" => record.resign(Color::White),
            "1/2-1/2" => record.agree_draw(),
            other => return Err(format!("'{other}' is no result")),
        }
        Ok(record)
    }

    fn write(self, game: &Entry) -> Result<String, String> {
        if self.to == Format::Pgn {
            return Ok(pgn::write(game));
        }
        let record = game.tree.record().map_err(|(_, refusal)| refusal.reason.to_owned())?;
        let id = record.start().spec().id;
        let line = match self.to {
            Format::Link => {
                let name = |tag| game.tag(tag).filter(|&name| name != "?").unwrap_or_default();
                let (white, black) = (name("White"), name("Black"));
                let names = Section::names(white, black);
                let is_known = !white.is_empty() || !black.is_empty();
                let sections = if is_known { &[names][..] } else { &[] };
                format!("#{}", link::write_tree(&game.tree, sections).map_err(|e| e.to_string())?)
            }
            Format::Fen => format!("{id} {}", record.live().fen()),
            Format::Pgn | Format::Steps => {
                let position = write_position(&record);
                let position = position.strip_prefix("position ").unwrap_or(&position);
                format!("{id} {position}{}", result_of(&record))
            }
        };
        Ok(line + "\n")
    }
}

fn result_of(record: &Record) -> &'static str {
    match record.verdict() {
        Some(Verdict { winner, ending }) if ending.is_by_players() => match winner {
            Some(Color::White) => " result 1-0",
            Some(Color::Black) => " result 0-1",
            None => " result 1/2-1/2",
        },
        _ => "",
    }
}
