//! The writer of PGN.

use std::fmt::Write as _;

use rules::{AnyPosition, Color, Step};

use super::{ABANDONED, Entry, TERMINATION, TIME_CONTROL, TIME_FORFEIT, marks, times};
use crate::game::{Game, TurnId};
use crate::record::Record;
use crate::verdict::Ending;

/// The maximum length of a line, in characters.
const WIDTH: usize = 80;
/// The tags of every game, in this order; `Result` is the last of them.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "-"),
    ("White", "?"),
    ("Black", "?"),
];

/// Writes a game, with an empty line at its end.
pub fn write(game: &Entry) -> String {
    let record = game.tree.record().ok();
    let result = record.as_ref().map_or("*", result_of);
    let mut out = String::new();
    for (name, usual) in ROSTER {
        write_tag(&mut out, name, game.tag(name).unwrap_or(usual));
    }
    write_tag(&mut out, "Result", result);
    let start = game.tree.start();
    write_tag(&mut out, "Variant", start.spec().id);
    if *start != AnyPosition::initial(start.game()) {
        write_tag(&mut out, "SetUp", "1");
        write_tag(&mut out, "FEN", &start.fen());
    }
    if let Some((control, _)) = game.tree.clock() {
        write_tag(&mut out, TIME_CONTROL, &control.to_string());
    }
    let verdict = record.as_ref().and_then(Record::verdict);
    match verdict.map(|verdict| verdict.ending) {
        Some(Ending::Time) => write_tag(&mut out, TERMINATION, TIME_FORFEIT),
        Some(Ending::Abandonment) => write_tag(&mut out, TERMINATION, ABANDONED),
        _ => {}
    }
    for (name, value) in &game.tags {
        if ROSTER.iter().all(|(known, _)| known != name) {
            write_tag(&mut out, name, value);
        }
    }
    out.push('\n');

    let mut text = Text { out, column: 0 };
    let (before, behind) = game.tree.comments(Game::ROOT);
    for glyph in game.tree.glyphs(Game::ROOT) {
        text.word(&format!("${glyph}"));
    }
    text.comment(before);
    text.comment(&format!("{} {behind}", marks::write(&game.tree, Game::ROOT)));
    text.line(&game.tree);
    text.word(result);
    text.out.push_str("\n\n");
    text.out
}

fn result_of(record: &Record) -> &'static str {
    match record.verdict().map(|verdict| verdict.winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Color::White)) => "1-0",
        Some(Some(Color::Black)) => "0-1",
    }
}

fn write_tag(out: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    let _ = writeln!(out, "[{name} \"{value}\"]");
}

/// The move text, in lines.
struct Text {
    out: String,
    column: usize,
}

impl Text {
    /// Appends a word after a space, or on a new line.
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.out.push('\n');
            self.column = 0;
        }
        if self.column > 0 && !self.out.ends_with('(') && word != ")" {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(word);
        self.column += length;
    }

    /// Appends a comment, with spaces inside the braces: a draw has none.
    fn comment(&mut self, comment: &str) {
        if comment.trim().is_empty() {
            return;
        }
        self.word("{");
        for word in comment.replace('{', "(").replace('}', ")").split_whitespace() {
            self.word(word);
        }
        self.word("}");
    }

    /// Appends all turns, each followed by its variations.
    fn line(&mut self, tree: &Game) {
        // An explicit stack, so that nested variations need no recursion.
        enum Todo {
            Line { behind: TurnId, numbered: bool },
            Open,
            Variation(TurnId),
            Close,
        }
        let mut todo = vec![Todo::Line { behind: Game::ROOT, numbered: true }];
        while let Some(next) = todo.pop() {
            match next {
                Todo::Open => self.word("("),
                Todo::Close => self.word(")"),
                Todo::Variation(turn) => {
                    self.turn(tree, turn, true);
                    let numbered = is_remarked(tree, turn);
                    todo.push(Todo::Line { behind: turn, numbered });
                }
                // PGN has no place for variations after the last turn: no turn was played in their
                // place.
                Todo::Line { behind, .. } if behind == tree.tip() => {}
                Todo::Line { behind, numbered } => {
                    let Some((&main, variations)) = tree.next(behind).split_first() else {
                        continue;
                    };
                    self.turn(tree, main, numbered);
                    let numbered = !variations.is_empty() || is_remarked(tree, main);
                    todo.push(Todo::Line { behind: main, numbered });
                    for &variation in variations.iter().rev() {
                        todo.extend([Todo::Close, Todo::Variation(variation), Todo::Open]);
                    }
                }
            }
        }
    }

    fn turn(&mut self, tree: &Game, turn: TurnId, numbered: bool) {
        let position = tree.before(turn);
        let (before, behind) = tree.comments(turn);
        self.comment(before);
        let is_white = position.turn() == Color::White;
        if is_white || numbered || !before.is_empty() {
            let dots = if is_white { "." } else { "..." };
            self.word(&format!("{}{dots}", number(tree, turn)));
        }
        let steps = tree.steps(turn);
        let san = position.san_turn(steps);
        // A draw alone shows that the turn goes on.
        let is_draw = matches!(steps, [Step::Draw(_)]);
        self.word(if is_draw { san.trim_end_matches(',') } else { &san });
        for glyph in tree.glyphs(turn) {
            self.word(&format!("${glyph}"));
        }
        let marks = marks::write(tree, turn);
        let time = times::write(tree.time(turn));
        self.comment(&format!("{time} {marks} {behind}"));
    }
}

/// Whether a comment stands behind a turn.
fn is_remarked(tree: &Game, turn: TurnId) -> bool {
    !tree.comments(turn).1.is_empty() || !tree.marks(turn).is_empty()
}

/// The number of a turn. In a game that begins with a placement, all turns are counted from 1: PGN
/// readers expect numbers like that.
fn number(tree: &Game, turn: TurnId) -> u32 {
    let start = tree.start();
    if start.fullmove() > 0 {
        return tree.before(turn).fullmove();
    }
    let before = tree.line_to(turn).len() - 1 + usize::from(start.turn() == Color::Black);
    before as u32 / 2 + 1
}
