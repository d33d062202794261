//! `fivefold report`: how a game is balanced, from games of the engine against itself, as a section
//! of a page with a plot.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use record::Record;
use rules::{Actor, Color, GameId, Phase};

use crate::matches::Match;
use crate::matches::player::Name;
use crate::matches::statistics::{Rule, Tally};

/// Which games are looked at.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub game: GameId,
    /// Who plays both sides.
    pub player: Name,
    pub games: u32,
    pub seed: u64,
    /// How many nodes an engine thinks for whose name says nothing else.
    pub nodes: u64,
    /// How many turns of each game are played at random first, so that the games differ.
    pub plies: u32,
    /// A game of so many turns of both sides is drawn.
    pub most_turns: u32,
    /// Where the plot goes.
    pub plot: Option<PathBuf>,
}

/// What the games have shown.
#[derive(Default)]
struct Found {
    /// Results as White sees them.
    tally: Tally,
    /// Turns of both sides in the movement phase, a number a game.
    turns: Vec<u32>,
    /// Legal steps, `end` included, a number a choice of a player that has one, in the movement
    /// phase.
    choices: Vec<u32>,
    /// Steps in the movement phase, `end` not counted.
    steps: u64,
    /// How often games ended so.
    endings: Vec<(&'static str, u32)>,
}

impl Report {
    /// Plays the games and writes the section in Markdown; the plot goes to its file.
    ///
    /// # Errors
    /// If the writer or the file fails, or a player.
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<()> {
        let found = self.play()?;
        if let Some(path) = &self.plot {
            std::fs::write(path, plot(self.game, &found))?;
        }
        out.write_all(self.section(&found).as_bytes())
    }

    fn play(&self) -> io::Result<Found> {
        let games = Match {
            game: self.game,
            players: [self.player.clone(), self.player.clone()],
            // Of each pair only the first is played: with the players the colours alone would
            // change.
            games: 2 * self.games,
            rule: Rule::All,
            nodes: self.nodes,
            ms: None,
            seed: self.seed,
            plies: self.plies,
            most_turns: self.most_turns,
            players_place: true,
            even: None,
            resume: None,
            threads: 1,
        };
        let mut found = Found::default();
        for index in 0..self.games {
            found.count(&games.record(2 * index)?.0);
        }
        found.turns.sort_unstable();
        found.choices.sort_unstable();
        found.endings.sort_by_key(|&(ending, count)| (std::cmp::Reverse(count), ending));
        Ok(found)
    }

    fn section(&self, found: &Found) -> String {
        let Found { tally, turns, choices, .. } = found;
        let (low, high) = tally.interval().unwrap_or((0.0, 1.0));
        let drawn =
            Tally { wins: tally.draws, losses: tally.wins + tally.losses, ..Tally::default() };
        let (drawn_low, drawn_high) = drawn.interval().unwrap_or((0.0, 1.0));
        let mean = choices.iter().map(|&n| f64::from(n)).sum::<f64>() / choices.len().max(1) as f64;
        let all_turns: u32 = turns.iter().sum();
        let steps = found.steps as f64 / f64::from(all_turns.max(1));
        let endings: Vec<String> =
            found.endings.iter().map(|(ending, count)| format!("{ending} {count}")).collect();
        let id = self.game.spec().id;
        let mut text = format!("## {id}\n\n");
        if let Some(name) = self.plot.as_deref().and_then(Path::file_name) {
            let alt = format!(
                "White won {}, {} were drawn, Black won {}; half of the games had {} to {} turns.",
                tally.wins,
                tally.draws,
                tally.losses,
                part(turns, 25),
                part(turns, 75)
            );
            let folder = "balance";
            let _ = write!(text, "![{alt}]({folder}/{})\n\n", name.display());
        }
        let _ = write!(
            text,
            "| | |\n| --- | --- |\n\
             | White won, drawn, Black won | {} - {} - {} |\n\
             | White's score | {:.1} % (95 %: {:.1} to {:.1}) |\n\
             | drawn games | {:.1} % (95 %: {:.1} to {:.1}) |\n\
             | turns of both sides | median {}, half of the games {} to {}, longest {} |\n\
             | legal steps at a choice | median {}, mean {mean:.1}, nine of ten up to {} |\n\
             | steps a turn | {steps:.2} |\n\
             | ended by | {} |\n\n\
             `{}`\n",
            tally.wins,
            tally.draws,
            tally.losses,
            100.0 * tally.score().unwrap_or(0.5),
            100.0 * low,
            100.0 * high,
            100.0 * drawn.score().unwrap_or(0.0),
            100.0 * drawn_low,
            100.0 * drawn_high,
            part(turns, 50),
            part(turns, 25),
            part(turns, 75),
            part(turns, 100),
            part(choices, 50),
            part(choices, 90),
            endings.join(", "),
            self.command(),
        );
        text
    }

    /// The command that plays the same games.
    fn command(&self) -> String {
        let Report { game, player, games, seed, plies, most_turns, .. } = self;
        let nodes = match player {
            Name::Nodes(_) => String::new(),
            _ => format!(" --nodes {}", self.nodes),
        };
        format!(
            "fivefold report {game} {player} --games {games} --seed {seed}{nodes} --plies {plies} \
             --turns {most_turns}"
        )
    }
}

impl Found {
    fn count(&mut self, record: &Record) {
        let winner = record.verdict().and_then(|verdict| verdict.winner);
        match winner {
            Some(Color::White) => self.tally.wins += 1,
            Some(Color::Black) => self.tally.losses += 1,
            None => self.tally.draws += 1,
        }
        let ending = record.verdict().map_or("length", |verdict| verdict.ending.id());
        match self.endings.iter_mut().find(|(known, _)| *known == ending) {
            Some((_, count)) => *count += 1,
            None => self.endings.push((ending, 1)),
        }
        let is_move = |index: &usize| record.position(*index).phase() == Phase::Movement;
        let turns = record.turns().filter(|turn| is_move(&turn.from)).count();
        self.turns.push(turns as u32);
        for (index, &step) in record.steps().iter().enumerate().filter(|(index, _)| is_move(index))
        {
            let position = record.position(index);
            self.steps += u64::from(step != rules::Step::End);
            if position.actor() != Actor::Chance {
                // A step that is the only one is no choice.
                let count = position.count() as u32;
                if count > 1 {
                    self.choices.push(count);
                }
            }
        }
    }
}

/// The number that so many of a hundred do not exceed; 0 of none.
fn part(sorted: &[u32], of_hundred: usize) -> u32 {
    let place = (sorted.len().saturating_sub(1) * of_hundred).div_ceil(100);
    sorted.get(place).copied().unwrap_or(0)
}

/// How many bars the lengths of games are shown by, at most.
const BARS: u32 = 24;

/// The plot: a bar of results with the interval of White's score, and how long games are. It has
/// its own paper, light or dark as the reader has it.
fn plot(game: GameId, found: &Found) -> String {
    const STYLE: &str = "\
.paper{fill:#fffdf7}text{font:14px system-ui,sans-serif;fill:#1c262e}.axis{stroke:#5a6670}\
.white{fill:#ece7db;stroke:#5a6670}.drawn{fill:#a9b4b0;stroke:#5a6670}.black{fill:#37444e;stroke:#5a6670}\
.on-black{fill:#fffdf7}.on-light{fill:#1c262e}.bar{fill:#1d5c9e}.score{stroke:#b93a24;stroke-width:3}\
@media(prefers-color-scheme:dark){.paper{fill:#15191d}text{fill:#ece6da}.axis{stroke:#a3adb5}\
.on-black{fill:#fffdf7}.on-light{fill:#1c262e}.bar{fill:#7fb4ea}.score{stroke:#f0806a}}";
    let Found { tally, turns, .. } = found;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"300\" \
         viewBox=\"0 0 720 300\" role=\"img\">\n<title>{game}: results and lengths of {} games</title>\n\
         <style>{STYLE}</style>\n<rect class=\"paper\" width=\"720\" height=\"300\"/>\n",
        tally.games()
    );
    let mut text = |x: f64, y: f64, anchor: &str, class: &str, words: &str| {
        let _ = writeln!(
            svg,
            "<text x=\"{x:.0}\" y=\"{y:.0}\" text-anchor=\"{anchor}\" class=\"{class}\">{words}</text>"
        );
    };
    // Results: 640 wide.
    let wide = |share: f64| 640.0 * share;
    let games = f64::from(tally.games().max(1));
    text(40.0, 28.0, "start", "", "Results, and White's score with its 95 % interval");
    let parts = [
        ("white", tally.wins, "on-light", "White"),
        ("drawn", tally.draws, "on-light", "drawn"),
        ("black", tally.losses, "on-black", "Black"),
    ];
    let mut shapes = String::new();
    let mut at = 40.0;
    for (class, count, on, word) in parts {
        let width = wide(f64::from(count) / games);
        let _ = writeln!(
            shapes,
            "<rect class=\"{class}\" x=\"{at:.1}\" y=\"40\" width=\"{width:.1}\" height=\"36\"/>"
        );
        let label = format!("{word} {count}");
        let short = count.to_string();
        // What has no room in its part is left to the table.
        let fits = [label, short].into_iter().find(|words| width > 9.0 * words.len() as f64);
        if let Some(words) = fits {
            let _ = writeln!(
                shapes,
                "<text x=\"{:.0}\" y=\"63\" text-anchor=\"middle\" class=\"{on}\">{words}</text>",
                at + width / 2.0
            );
        }
        at += width;
    }
    let score = 40.0 + wide(tally.score().unwrap_or(0.5));
    let (low, high) = tally.interval().unwrap_or((0.0, 1.0));
    let (low, high) = (40.0 + wide(low), 40.0 + wide(high));
    let _ = writeln!(
        shapes,
        "<path class=\"score\" fill=\"none\" d=\"M{low:.1} 90H{high:.1}M{low:.1} 84V96M{high:.1} 84V96\"/>\n\
         <path class=\"score\" d=\"M{score:.1} 82V98\"/>\n\
         <path class=\"axis\" d=\"M40 104H680M40 100V108M360 100V108M680 100V108\"/>"
    );
    for (x, words) in [(40.0, "0 %"), (360.0, "50 %"), (680.0, "100 %")] {
        text(x, 122.0, "middle", "", words);
    }
    // Lengths.
    text(40.0, 156.0, "start", "", "Turns of both sides");
    let longest = part(turns, 100).max(1);
    let step = longest.div_ceil(BARS);
    let bars = longest.div_ceil(step);
    let counts: Vec<usize> = (0..bars)
        .map(|bar| turns.iter().filter(|&&n| n.saturating_sub(1) / step == bar).count())
        .collect();
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let width = 640.0 / f64::from(bars);
    for (bar, &count) in counts.iter().enumerate() {
        let height = 100.0 * count as f64 / most as f64;
        let x = 40.0 + width * bar as f64;
        let _ = writeln!(
            shapes,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"/>",
            x + 1.0,
            266.0 - height,
            width - 2.0
        );
    }
    let _ = writeln!(shapes, "<path class=\"axis\" d=\"M40 266H680\"/>");
    for quarter in 0..=4 {
        let bar = bars * quarter / 4;
        let x = 40.0 + width * f64::from(bar);
        text(x, 284.0, "middle", "", &(bar * step).to_string());
    }
    text(680.0, 156.0, "end", "", &format!("{most} games at most in a bar"));
    svg.push_str(&shapes);
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(game: GameId) -> Report {
        Report {
            game,
            player: Name::Baseline(engine::Baseline::Greedy),
            games: 6,
            seed: 2,
            nodes: 50,
            plies: 2,
            most_turns: 30,
            plot: None,
        }
    }

    fn section(report: &Report) -> String {
        let mut out = Vec::new();
        report.run(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_same_seed_says_the_same_of_every_game() {
        for &game in GameId::ALL {
            let text = section(&report(game));
            assert_eq!(text, section(&report(game)), "{game}");
            assert!(text.starts_with(&format!("## {game}\n")), "{text}");
            assert!(text.contains("| White's score | "), "{text}");
        }
        let other = Report { seed: 3, ..report(GameId::Magnetic) };
        assert_ne!(section(&other), section(&report(GameId::Magnetic)));
    }

    #[test]
    fn every_game_is_counted_once() {
        let found = report(GameId::Magnetic).play().unwrap();
        assert_eq!((found.tally.games(), found.turns.len()), (6, 6));
        assert_eq!(found.endings.iter().map(|&(_, count)| count).sum::<u32>(), 6);
        assert!(found.turns.iter().all(|&turns| (1..=32).contains(&turns)), "{:?}", found.turns);
        assert!(found.choices.iter().all(|&count| count > 1));
        // In Magnetic Chess a turn is one step.
        assert_eq!(found.steps, found.turns.iter().map(|&turns| u64::from(turns)).sum::<u64>());
    }

    #[test]
    fn parts_of_numbers() {
        assert_eq!(part(&[], 50), 0);
        assert_eq!([0, 25, 50, 75, 100].map(|n| part(&[1, 2, 3, 4, 5], n)), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn the_plot_shows_every_length() {
        let found = Found {
            tally: Tally { wins: 3, draws: 0, losses: 1, ..Tally::default() },
            turns: vec![3, 3, 40, 49],
            ..Found::default()
        };
        let svg = plot(GameId::Magnetic, &found);
        let heights = svg.matches("class=\"bar\"").count();
        assert_eq!(heights, 17, "{svg}");
        assert!(svg.contains(">White 3<") && svg.contains(">Black 1<"), "{svg}");
        assert!(svg.contains("height=\"100.0\"") && svg.contains("height=\"50.0\""), "{svg}");
    }
}
