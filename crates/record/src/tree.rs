//! A game with its variations: a tree of turns whose first branch everywhere is the line played.

use rules::{AnyPosition, Refusal, Step};

use crate::record::Record;
use crate::verdict::{Ending, Verdict};

/// A turn of a tree, by its number; [`Tree::ROOT`] stands before all turns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TurnId(usize);

/// A turn, and what is said of it.
#[derive(Clone, PartialEq, Debug)]
struct Node {
    parent: TurnId,
    steps: Vec<Step>,
    after: AnyPosition,
    /// Comments before it and behind it.
    before: String,
    behind: String,
    /// Numeric annotation glyphs of PGN: 1 is `!`, 2 is `?`.
    glyphs: Vec<u8>,
    /// What was played or considered next, the main line first.
    next: Vec<TurnId>,
}

/// A game with its variations.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    start: AnyPosition,
    /// The root first.
    nodes: Vec<Node>,
    /// How the players ended the game played.
    verdict: Option<Verdict>,
}

impl Tree {
    /// Before the first turn.
    pub const ROOT: TurnId = TurnId(0);

    /// A tree without a turn.
    pub fn new(start: AnyPosition) -> Self {
        let root = Node {
            parent: Tree::ROOT,
            steps: Vec::new(),
            after: start,
            before: String::new(),
            behind: String::new(),
            glyphs: Vec::new(),
            next: Vec::new(),
        };
        Tree { start, nodes: vec![root], verdict: None }
    }

    /// The tree of a game as it was played: one line.
    pub fn of(record: &Record) -> Self {
        let mut tree = Tree::new(*record.start());
        let mut at = Tree::ROOT;
        for turn in record.turns() {
            at = tree.push(at, &record.steps()[turn.from..turn.to], *record.position(turn.to));
        }
        tree.set_verdict(record.verdict());
        tree
    }

    /// The game played: the main line.
    ///
    /// # Errors
    /// The first of its turns at which the game was over already (by repetition, which a tree does
    /// not look for), with the reason.
    pub fn record(&self) -> Result<Record, (TurnId, Refusal)> {
        let mut record = Record::new(self.start);
        for turn in self.main_line() {
            for &step in self.steps(turn) {
                record.retake(step).map_err(|refusal| (turn, refusal))?;
            }
        }
        if let Some(verdict) = self.verdict {
            record.reopen();
            record.close(verdict);
        }
        Ok(record)
    }

    /// Where the game began.
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// How the players ended the game, if they did. What the rules say of its last position, or of
    /// repetition, is not kept: it follows from the turns.
    pub fn set_verdict(&mut self, verdict: Option<Verdict>) {
        let by_players = [Ending::Resignation, Ending::Agreement];
        self.verdict = verdict.filter(|verdict| by_players.contains(&verdict.ending));
    }

    /// The turns of the line played.
    pub fn main_line(&self) -> impl Iterator<Item = TurnId> {
        self.line(Tree::ROOT)
    }

    /// The turns that follow a turn in its line.
    pub fn line(&self, after: TurnId) -> impl Iterator<Item = TurnId> {
        let mut at = after;
        std::iter::from_fn(move || {
            at = *self.next(at).first()?;
            Some(at)
        })
    }

    /// Adds a turn, or the steps of a turn that has not ended, behind another; the one that is
    /// there already if it is the same. The first becomes the main line, later ones are variations.
    ///
    /// # Errors
    /// The reason for which the rules refuse one of the steps.
    pub fn add(&mut self, behind: TurnId, steps: &[Step]) -> Result<TurnId, Refusal> {
        let mut after = self.nodes[behind.0].after;
        for &step in steps {
            if let Some(refusal) = after.why_not(step) {
                return Err(refusal);
            }
            after.play(step);
        }
        let same = self.next(behind).iter().find(|&&turn| self.steps(turn) == steps);
        Ok(same.copied().unwrap_or_else(|| self.push(behind, steps, after)))
    }

    fn push(&mut self, parent: TurnId, steps: &[Step], after: AnyPosition) -> TurnId {
        let turn = TurnId(self.nodes.len());
        self.nodes.push(Node {
            parent,
            steps: steps.to_vec(),
            after,
            before: String::new(),
            behind: String::new(),
            glyphs: Vec::new(),
            next: Vec::new(),
        });
        self.nodes[parent.0].next.push(turn);
        turn
    }

    /// How many turns were ever added, the root and those taken out among them.
    #[expect(clippy::len_without_is_empty, reason = "the root is always there")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Takes over what another tree of the same start says: its turns, as variations where they are
    /// not here yet, with their comments and glyphs where there are none. Turns that have not ended
    /// are left away. Whether the trees begin with the same position; else nothing is taken over.
    pub fn graft(&mut self, other: &Tree) -> bool {
        if self.start != other.start {
            return false;
        }
        let mut open = vec![(Tree::ROOT, Tree::ROOT)];
        while let Some((theirs, own)) = open.pop() {
            let from = &other.nodes[theirs.0];
            let to = &mut self.nodes[own.0];
            for (text, told) in [(&mut to.before, &from.before), (&mut to.behind, &from.behind)] {
                if text.is_empty() {
                    text.clone_from(told);
                }
            }
            if to.glyphs.is_empty() {
                to.glyphs.clone_from(&from.glyphs);
            }
            let before = open.len();
            for &next in &from.next {
                let steps = &other.nodes[next.0].steps;
                let is_over = other.nodes[next.0].after.turn() != from.after.turn()
                    || other.nodes[next.0].after.outcome().is_some();
                if is_over && let Ok(same) = self.add(own, steps) {
                    open.push((next, same));
                }
            }
            open[before..].reverse();
        }
        true
    }

    /// The steps of a turn; none of the root.
    pub fn steps(&self, turn: TurnId) -> &[Step] {
        &self.nodes[turn.0].steps
    }

    /// The position after a turn.
    pub fn after(&self, turn: TurnId) -> &AnyPosition {
        &self.nodes[turn.0].after
    }

    /// The position before a turn.
    pub fn before(&self, turn: TurnId) -> &AnyPosition {
        self.after(self.parent(turn))
    }

    /// The position after so many steps of a turn; after all of them if it has fewer.
    pub fn within(&self, turn: TurnId, steps: usize) -> AnyPosition {
        let mut position = *self.before(turn);
        for &step in self.steps(turn).iter().take(steps) {
            position.play(step);
        }
        position
    }

    /// The turn before; the root's is the root.
    pub fn parent(&self, turn: TurnId) -> TurnId {
        self.nodes[turn.0].parent
    }

    /// What follows a turn: the main line first, then the variations.
    pub fn next(&self, turn: TurnId) -> &[TurnId] {
        &self.nodes[turn.0].next
    }

    /// Whether a turn belongs to the line played.
    pub fn is_played(&self, turn: TurnId) -> bool {
        turn == Tree::ROOT || self.main_line().any(|played| played == turn)
    }

    /// Makes a turn the first choice where it branches off, and so its line the main one there. If
    /// another game is the one played then, the players have not ended it.
    pub fn promote(&mut self, turn: TurnId) {
        let parent = self.parent(turn);
        if self.is_played(parent) && !self.is_played(turn) {
            self.verdict = None;
        }
        let next = &mut self.nodes[parent.0].next;
        if let Some(place) = next.iter().position(|&other| other == turn) {
            next[..=place].rotate_right(1);
        }
    }

    /// Takes a turn out, with all that follows it. The root stays. If it was played, the next line
    /// is, and the players have not ended it.
    pub fn remove(&mut self, turn: TurnId) {
        if turn == Tree::ROOT {
            return;
        }
        if self.is_played(turn) {
            self.verdict = None;
        }
        let parent = self.parent(turn);
        self.nodes[parent.0].next.retain(|&other| other != turn);
    }

    /// The comments before a turn and behind it.
    pub fn comments(&self, turn: TurnId) -> (&str, &str) {
        let node = &self.nodes[turn.0];
        (&node.before, &node.behind)
    }

    /// Comments on a turn, behind it.
    pub fn set_comment(&mut self, turn: TurnId, text: &str) {
        text.clone_into(&mut self.nodes[turn.0].behind);
    }

    /// Adds to the comment behind a turn.
    pub fn add_comment(&mut self, turn: TurnId, text: &str) {
        let comment = &mut self.nodes[turn.0].behind;
        if !comment.is_empty() && !text.is_empty() {
            comment.push(' ');
        }
        comment.push_str(text);
    }

    /// Comments before the first turn of a variation; elsewhere PGN does not tell such a comment
    /// from one behind the turn before.
    pub fn set_comment_before(&mut self, turn: TurnId, text: &str) {
        text.clone_into(&mut self.nodes[turn.0].before);
    }

    /// The numeric annotation glyphs of a turn.
    pub fn glyphs(&self, turn: TurnId) -> &[u8] {
        &self.nodes[turn.0].glyphs
    }

    /// Adds a numeric annotation glyph to a turn.
    pub fn annotate(&mut self, turn: TurnId, glyph: u8) {
        let glyphs = &mut self.nodes[turn.0].glyphs;
        if !glyphs.contains(&glyph) {
            glyphs.push(glyph);
        }
    }
}

/// A place in a tree: so many steps of a turn have been taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// The turn; the root before the first.
    pub turn: TurnId,
    /// How many of its steps; all of them when the turn is over.
    pub steps: usize,
}

impl Cursor {
    /// Before the first turn.
    pub const START: Cursor = Cursor { turn: Tree::ROOT, steps: 0 };

    /// Behind a turn.
    pub fn behind(tree: &Tree, turn: TurnId) -> Cursor {
        Cursor { turn, steps: tree.steps(turn).len() }
    }

    /// The position there.
    pub fn position(self, tree: &Tree) -> AnyPosition {
        tree.within(self.turn, self.steps)
    }

    /// One step on in the line; none at its end.
    pub fn step_on(self, tree: &Tree) -> Option<Cursor> {
        if self.steps < tree.steps(self.turn).len() {
            return Some(Cursor { steps: self.steps + 1, ..self });
        }
        tree.next(self.turn).first().map(|&turn| Cursor { turn, steps: 1 })
    }

    /// One step back; none at the start.
    pub fn step_back(self, tree: &Tree) -> Option<Cursor> {
        match (self.turn, self.steps) {
            (Tree::ROOT, _) => None,
            (turn, 0 | 1) => Some(Cursor::behind(tree, tree.parent(turn))),
            (turn, steps) => Some(Cursor { turn, steps: steps - 1 }),
        }
    }

    /// To the end of the turn, or of the next one; none at the line's end.
    pub fn turn_on(self, tree: &Tree) -> Option<Cursor> {
        if self.steps < tree.steps(self.turn).len() {
            return Some(Cursor::behind(tree, self.turn));
        }
        tree.next(self.turn).first().map(|&turn| Cursor::behind(tree, turn))
    }

    /// To the start of the turn; none at the start of the game.
    pub fn turn_back(self, tree: &Tree) -> Option<Cursor> {
        (self.turn != Tree::ROOT).then(|| Cursor::behind(tree, tree.parent(self.turn)))
    }
}
