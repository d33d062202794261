//! What a game has beside the line played: variations, comments and glyphs, as the page shows them
//! in the list of moves.

use record::Record;
use record::game::{Game, TurnId};
use serde::Serialize;

/// A turn, and what is said of it.
#[derive(Serialize, Debug)]
pub(crate) struct Turn {
    number: u32,
    color: &'static str,
    san: String,
    /// The number of steps of its line before it, and behind it.
    from: usize,
    to: usize,
    /// Comments before it and behind it.
    before: String,
    behind: String,
    /// Numeric annotation glyphs of PGN.
    glyphs: Vec<u8>,
    /// The lines that could have been played in its place, by their places in [`Lines::lines`].
    others: Vec<usize>,
}

/// A variation.
#[derive(Serialize, Debug)]
pub(crate) struct Line {
    /// As a game of its own that begins where the line leaves another, saved as the page saves
    /// games.
    saved: String,
    /// The line that it leaves; none: the game.
    parent: Option<usize>,
    /// After how many steps of that line.
    at: usize,
    turns: Vec<Turn>,
}

/// A game with its variations.
#[derive(Serialize, Debug)]
pub(crate) struct Lines {
    /// What is said before the first turn.
    comment: String,
    /// The turns of the game.
    played: Vec<Turn>,
    /// The lines that go on from where the game stands.
    further: Vec<usize>,
    lines: Vec<Line>,
}

impl Lines {
    /// What a tree has of a game, whose turns are its main line as far as they go.
    pub(crate) fn of(record: &Record, tree: &Game) -> Self {
        let mut found = Finder { tree, heads: Vec::new() };
        let line: Vec<TurnId> = tree.main_line().take(record.turns().count()).collect();
        let last = line.last().copied().unwrap_or(Game::ROOT);
        let played = found.turns(&line, None, true);
        let end = record.steps().len();
        let further = found.begin(tree.next(last), None, end);
        let mut lines = Vec::new();
        while let Some(&(head, parent, at)) = found.heads.get(lines.len()) {
            let line: Vec<TurnId> = [head].into_iter().chain(tree.line(head)).collect();
            let mut own = Record::new(*tree.before(head));
            // What a game cannot go on with, after a third repetition, is listed, but not shown.
            let steps = line.iter().flat_map(|&turn| tree.steps(turn));
            let _ = steps.copied().try_for_each(|step| own.take(step).map(drop));
            let turns = found.turns(&line, Some(lines.len()), false);
            lines.push(Line { saved: own.save(), parent, at, turns });
        }
        Lines { comment: tree.comments(Game::ROOT).1.to_owned(), played, further, lines }
    }
}

/// Goes through a tree line by line.
struct Finder<'a> {
    tree: &'a Game,
    /// The first turns of the lines, which line each leaves, and after how many of its steps.
    heads: Vec<(TurnId, Option<usize>, usize)>,
}

impl Finder<'_> {
    /// Notes lines that leave another; returns their places.
    fn begin(&mut self, heads: &[TurnId], parent: Option<usize>, at: usize) -> Vec<usize> {
        let first = self.heads.len();
        self.heads.extend(heads.iter().map(|&head| (head, parent, at)));
        (first..self.heads.len()).collect()
    }

    /// The turns of a line. What stands beside the first turn of a variation belongs to the line
    /// that it leaves.
    fn turns(&mut self, line: &[TurnId], parent: Option<usize>, is_played: bool) -> Vec<Turn> {
        let mut from = 0;
        let mut turns = Vec::with_capacity(line.len());
        for &turn in line {
            let tree = self.tree;
            let position = tree.before(turn);
            let steps = tree.steps(turn);
            let others = if is_played || from > 0 {
                self.begin(tree.next(tree.parent(turn)).get(1..).unwrap_or(&[]), parent, from)
            } else {
                Vec::new()
            };
            let (before, behind) = tree.comments(turn);
            turns.push(Turn {
                number: position.fullmove(),
                color: position.turn().id(),
                san: position.san_turn(steps),
                from,
                to: from + steps.len(),
                before: before.to_owned(),
                behind: behind.to_owned(),
                glyphs: tree.glyphs(turn).to_vec(),
                others,
            });
            from += steps.len();
        }
        turns
    }
}

#[cfg(test)]
mod tests {
    use record::pgn;

    use super::*;

    fn lines(text: &str) -> (Record, Lines) {
        let game = pgn::read(text).remove(0).unwrap();
        let record = game.tree.record().unwrap();
        let lines = Lines::of(&record, &game.tree);
        (record, lines)
    }

    const ANNOTATED: &str = "[Variant \"batteries\"]\n\n{Before all.} 1. c4 $1 {Well.} \
        (1. d4 {The other one.} e7 (1... f7 $6 2. e4) 2. f4) (1. b4) 1... d7 2. e4 *";

    fn sans(turns: &[Turn]) -> Vec<&str> {
        turns.iter().map(|turn| turn.san.as_str()).collect()
    }

    #[test]
    fn each_line_hangs_where_it_leaves_another() {
        let (_, told) = lines(ANNOTATED);
        assert_eq!(told.comment, "Before all.");
        assert_eq!(told.played.len(), 3);
        let first = &told.played[0];
        assert_eq!((first.glyphs.as_slice(), first.behind.as_str()), (&[1][..], "Well."));
        assert_eq!(first.others, [0, 1]);
        assert!(told.further.is_empty());
        let [one, two, within] = told.lines.as_slice() else { panic!("{told:?}") };
        assert_eq!(sans(&one.turns).len(), 3);
        assert_eq!((one.parent, one.at, one.turns[0].others.len()), (None, 0, 0));
        assert_eq!((two.parent, two.at, two.turns.len()), (None, 0, 1));
        assert_eq!(one.turns[0].behind, "The other one.");
        assert_eq!(one.turns[1].others, [2]);
        assert_eq!((within.parent, within.at), (Some(0), 1));
        assert_eq!((within.turns[0].number, within.turns[0].color), (1, "black"));
        assert_eq!(within.turns[0].glyphs, [6]);
    }

    #[test]
    fn a_line_is_a_game_that_begins_where_it_leaves_another() {
        let (record, told) = lines(ANNOTATED);
        for line in &told.lines {
            let own = Record::load(&line.saved).unwrap();
            assert_eq!(own.steps().len(), line.turns.last().unwrap().to);
            if line.parent.is_none() {
                assert_eq!(own.start(), record.position(line.at));
            }
        }
        let within = Record::load(&told.lines[2].saved).unwrap();
        let parent = Record::load(&told.lines[0].saved).unwrap();
        assert_eq!(within.start(), parent.position(told.lines[2].at));
    }

    #[test]
    fn what_goes_on_behind_the_end_of_the_game_is_a_line() {
        let game = pgn::read(ANNOTATED).remove(0).unwrap();
        let whole = game.tree.record().unwrap();
        let mut record = Record::new(*whole.start());
        record.take(whole.steps()[0]).unwrap();
        let mut tree = Game::of(&record);
        assert!(tree.graft(&game.tree));
        let told = Lines::of(&record, &tree);
        assert_eq!((told.played.len(), told.played[0].others.len()), (1, 2));
        let [place] = told.further.as_slice() else { panic!("{told:?}") };
        let line = &told.lines[*place];
        assert_eq!((line.parent, line.at, line.turns.len()), (None, 1, 2));
    }

    #[test]
    fn a_game_of_one_line_has_nothing_beside_it() {
        let (record, told) = lines("[Variant \"batteries\"]\n\n1. c4 *");
        assert_eq!((told.lines.len(), told.played.len()), (0, record.turns().count()));
        let (_, empty) = lines("[Variant \"charismatic\"]\n\n*");
        assert!(empty.played.is_empty() && empty.further.is_empty() && empty.lines.is_empty());
    }
}
