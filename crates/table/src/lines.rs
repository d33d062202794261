//! Variations: browsing them, describing a place in one, and listing them.

use record::game::{Game, Path, TurnId};

use crate::sentence::{Sentence, Value};
use crate::table::Table;
use crate::telling::spaced;

/// A turn of a variation or of the main line, with its annotations.
#[derive(Clone, PartialEq, Debug)]
pub struct LineTurn {
    /// The turn.
    pub turn: TurnId,
    /// The comment before it, as text for people.
    pub before: String,
    /// The comment behind it.
    pub behind: String,
    /// Its numeric annotation glyphs.
    pub glyphs: Vec<u8>,
    /// The variations in its place, as indices into [`Lines::lines`]. Those in place of a
    /// variation's first turn belong to the line that it leaves.
    pub others: Vec<usize>,
}

/// What a game has beside its main line.
#[derive(Clone, PartialEq, Debug)]
pub struct Lines {
    /// The comment before the first turn.
    pub comment: String,
    /// The main line.
    pub played: Vec<LineTurn>,
    /// The variations that continue from the end of the main line.
    pub further: Vec<usize>,
    /// The variations, each before those that leave it.
    pub lines: Vec<Vec<LineTurn>>,
}

impl Table {
    /// Merges variations and annotations from a saved game with the same start. They are stored
    /// together with the next change of the game.
    pub(crate) fn graft(&mut self, saved: &str) {
        if let Ok(other) = Game::load(saved) {
            self.game.graft(&other);
        }
    }

    /// The first turn of the variation that a turn belongs to; `None` for the main line.
    fn head(&self, turn: TurnId) -> Option<TurnId> {
        let game = &self.game;
        let mut at = turn;
        while !game.is_played(at) {
            let parent = game.parent(at);
            if parent == game.tip() || game.next(parent).first() != Some(&at) {
                return Some(at);
            }
            at = parent;
        }
        None
    }

    /// The variations in place of a turn that belongs to its line; after the last turn of the main
    /// line there are none.
    fn others(&self, turn: TurnId) -> &[TurnId] {
        let parent = self.game.parent(turn);
        let beside = self.game.next(parent);
        if parent == self.game.tip() { beside } else { beside.get(1..).unwrap_or(&[]) }
    }

    /// The way into a variation: the first variation that could be played next. Within the first
    /// turn of one, it is the next sibling and, after the last, the line that they leave.
    pub(crate) fn way_in(&self) -> Option<Path> {
        let (game, at) = (&self.game, self.place());
        let is_behind = at == game.behind(at.turn);
        let next = if is_behind { game.next(at.turn).first().copied() } else { Some(at.turn) };
        if self.head(at.turn) != Some(at.turn) {
            let others = next.map_or(&[][..], |next| self.others(next));
            return others.first().map(|&other| game.behind(other));
        }
        let within = next.filter(|_| is_behind).and_then(|next| self.others(next).first());
        let parent = game.parent(at.turn);
        let beside = game.next(parent);
        let place = beside.iter().position(|&other| other == at.turn).unwrap_or(0);
        let left = if parent == game.tip() { parent } else { beside[0] };
        Some(game.behind(*within.or(beside.get(place + 1)).unwrap_or(&left)))
    }

    /// The place where the variation that is shown branches off.
    pub(crate) fn way_out(&self) -> Option<Path> {
        self.head(self.place().turn).map(|head| self.game.behind(self.game.parent(head)))
    }

    /// The end of the variation that is shown, unless it is shown already.
    pub(crate) fn end_of_variation(&self) -> Option<Path> {
        let turn = self.place().turn;
        self.head(turn)?;
        let end = self.game.behind(self.game.line(turn).last().unwrap_or(turn));
        (end != self.place()).then_some(end)
    }

    /// The sentence about the place in a variation that is shown.
    pub(crate) fn says_of_variation(&self) -> Sentence {
        let game = &self.game;
        let Path { turn, steps } = self.place();
        let of = game.steps(turn).len();
        let named = self.turn_named(turn, steps == of);
        if steps < of {
            return Sentence::new("lines.inside")
                .with("turn", named)
                .with("step", Value::Count(steps))
                .with("of", Value::Count(of));
        }
        let comment = readable(game.comments(turn).1);
        let key = if comment.is_empty() { "lines.at" } else { "lines.note" };
        Sentence::new(key).with("turn", named).with("comment", Value::Text(comment))
    }

    /// A turn in words, with its glyphs if requested and if there are any.
    fn turn_named(&self, turn: TurnId, has_glyphs: bool) -> Value {
        let before = self.game.before(turn);
        let number = match before.fullmove() as usize {
            0 => Value::Key("turn.placement"),
            number => Value::Count(number),
        };
        let san = spaced(&before.san_turn(self.game.steps(turn)));
        let glyphs: Vec<u8> = shown(self.game.glyphs(turn)).collect();
        let is_bare = !has_glyphs || glyphs.is_empty();
        let sentence = Sentence::new(if is_bare { "lines.turn" } else { "lines.turn-signs" })
            .with("number", number)
            .with("color", Value::Color(before.turn()))
            .with("san", Value::Notation(san))
            .with("signs", Value::Glyphs(glyphs));
        Value::Sentence(Box::new(sentence))
    }

    /// Whether the game has anything beside its main line.
    pub fn has_lines(&self) -> bool {
        let game = &self.game;
        let is_said = |turn: TurnId| {
            let (before, behind) = game.comments(turn);
            !before.is_empty() || !behind.is_empty() || !game.glyphs(turn).is_empty()
        };
        let branches = |turn: TurnId| game.next(turn).len() > usize::from(turn != game.tip());
        let mut played = [Game::ROOT].into_iter().chain(game.main_line());
        played.any(|turn| is_said(turn) || branches(turn))
    }

    /// The line to the place that is shown, as a game of its own.
    pub fn line_shown(&self) -> Game {
        let at = self.place();
        let steps = |turn: TurnId| {
            let steps = self.game.steps(turn);
            if turn == at.turn { &steps[..at.steps] } else { steps }
        };
        let line = self.game.line_to(at.turn);
        let mut shown = Game::new(*self.game.start());
        for step in line.into_iter().flat_map(steps).copied().chain(self.held()) {
            let _ = shown.add(shown.tip(), &[step]);
        }
        shown
    }

    /// What the game has beside its main line.
    pub fn lines(&self) -> Lines {
        let game = &self.game;
        let mut heads = Vec::new();
        let line: Vec<TurnId> = game.main_line().collect();
        let played = self.listed(&line, true, &mut heads);
        let further = begin(game.next(game.tip()), &mut heads);
        let mut lines = Vec::new();
        while let Some(&head) = heads.get(lines.len()) {
            let line: Vec<TurnId> = [head].into_iter().chain(game.line(head)).collect();
            lines.push(self.listed(&line, false, &mut heads));
        }
        Lines { comment: readable(game.comments(Game::ROOT).1), played, further, lines }
    }

    /// The turns of a line, and where variations begin.
    fn listed(&self, line: &[TurnId], is_played: bool, heads: &mut Vec<TurnId>) -> Vec<LineTurn> {
        let turn = |(place, &turn): (usize, &TurnId)| {
            let (before, behind) = self.game.comments(turn);
            let others = if is_played || place > 0 { self.others(turn) } else { &[] };
            LineTurn {
                turn,
                before: readable(before),
                behind: readable(behind),
                glyphs: shown(self.game.glyphs(turn)).collect(),
                others: begin(others, heads),
            }
        };
        line.iter().enumerate().map(turn).collect()
    }
}

/// Registers where variations begin; returns their indices.
fn begin(beginning: &[TurnId], heads: &mut Vec<TurnId>) -> Vec<usize> {
    let first = heads.len();
    heads.extend(beginning);
    (first..heads.len()).collect()
}

/// The glyphs that have a meaning.
pub(crate) fn shown(glyphs: &[u8]) -> impl Iterator<Item = u8> {
    glyphs.iter().copied().filter(|&glyph| glyph > 0)
}

/// A comment without commands for programs (`[%clk 0:01:00]`), and without line ends.
pub(crate) fn readable(comment: &str) -> String {
    let mut text = String::new();
    let mut rest = comment;
    // By single characters: a search for a longer text would add a large function to the module.
    while let Some((before, behind)) = rest.split_once('[') {
        text.push_str(before);
        let command = behind.strip_prefix('%').and_then(|command| command.split_once(']'));
        text.push(if command.is_some() { ' ' } else { '[' });
        rest = command.map_or(behind, |(_, behind)| behind);
    }
    text.push_str(rest);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
