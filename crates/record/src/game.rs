//! A game with its variations: a tree of turns. The main line, which was played, goes from the root
//! to the tip; all other branches are variations. A line is a tree without branches.

use rules::{AnyPosition, Color, Effect, Phase, Refusal, Square, Step};

use crate::record::{Record, is_decided_first, is_same_for_repetition};
use crate::saved::SavedLine;
use crate::time_control::TimeControl;
use crate::verdict::{Ending, Verdict};

/// A turn of a game, by its number; [`Game::ROOT`] is before all turns. Numbers are not reused, so
/// that the number of a removed turn never means another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TurnId(usize);

impl TurnId {
    /// The number, for callers that can pass on nothing else; [`Game::turn`] is the way back.
    pub const fn number(self) -> usize {
        self.0
    }
}

/// A colour in which marks are drawn, as PGN's `%cal` and `%csl` name them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Brush {
    Green,
    Red,
    Yellow,
    Blue,
}

impl Brush {
    /// All of them, the default one first.
    pub const ALL: [Brush; 4] = [Brush::Green, Brush::Red, Brush::Yellow, Brush::Blue];

    /// The letter of `%cal` and `%csl`.
    pub const fn letter(self) -> char {
        match self {
            Brush::Green => 'G',
            Brush::Red => 'R',
            Brush::Yellow => 'Y',
            Brush::Blue => 'B',
        }
    }
}

/// An arrow, or a circle if it begins and ends on the same square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// Its colour.
    pub brush: Brush,
    /// Where it begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
}

/// The time of a turn, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Time {
    /// How long the turn took.
    pub used: Option<u32>,
    /// What its player's clock showed when it ended.
    pub left: Option<u32>,
}

/// The annotations of a turn and of the position after it.
#[derive(Clone, PartialEq, Default, Debug)]
struct Remarks {
    before: String,
    behind: String,
    /// Numeric annotation glyphs of PGN: 1 is `!`, 2 is `?`.
    glyphs: Vec<u8>,
    marks: Vec<Mark>,
    time: Time,
}

/// A turn with its annotations.
#[derive(Clone, PartialEq, Debug)]
struct Node {
    parent: TurnId,
    steps: Vec<Step>,
    /// The position after each step; for the root, the start position.
    positions: Vec<AnyPosition>,
    /// Other orders of its steps with the same result.
    orders: Vec<Vec<Step>>,
    /// How the game ended with it, by the rules or by repetition.
    verdict: Option<Verdict>,
    remarks: Remarks,
    /// The turns after it: the one in the main line first.
    next: Vec<TurnId>,
}

impl Node {
    fn new(parent: TurnId) -> Self {
        Node {
            parent,
            steps: Vec::new(),
            positions: Vec::new(),
            orders: Vec::new(),
            verdict: None,
            remarks: Remarks::default(),
            next: Vec::new(),
        }
    }

    fn is_bare(&self) -> bool {
        self.next.is_empty() && self.remarks == Remarks::default()
    }
}

/// A place in a game: after this many steps of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// The turn; the root before the first.
    pub turn: TurnId,
    /// The number of its steps; all of them when the turn is over.
    pub steps: usize,
}

impl Path {
    /// Before the first turn.
    pub const START: Path = Path { turn: Game::ROOT, steps: 0 };
}

/// A game with its variations.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// All turns, the root first.
    turns: Vec<Node>,
    /// The last turn played, which may be unfinished. Each turn from the root to it is the first
    /// child of its parent.
    tip: TurnId,
    /// How the players ended the game.
    verdict: Option<Verdict>,
    /// Undone steps of the unfinished turn, the next one to be redone last.
    undone: Vec<Step>,
    clock: SavedClock,
    pub(crate) saved_line: SavedLine,
}

/// The time control and the time that the unfinished turn has taken, as the saved form has them;
/// empty: there is no clock. What only a later version knows is kept.
#[cfg(feature = "whole")]
type SavedClock = String;

/// Pages without clocks pass over them.
#[cfg(not(feature = "whole"))]
type SavedClock = ();

/// The clock.
#[cfg(feature = "whole")]
impl Game {
    /// The time control, and what the unfinished turn has taken, in milliseconds.
    pub fn clock(&self) -> Option<(TimeControl, u32)> {
        let (control, used) = self.clock.split_once(' ')?;
        Some((TimeControl::parse(control)?, used.parse().ok()?))
    }

    /// Sets the time control, and what the unfinished turn has taken, in milliseconds.
    pub fn set_clock(&mut self, clock: Option<(TimeControl, u32)>) {
        self.clock = clock.map_or_else(String::new, |(control, used)| format!("{control} {used}"));
    }

    /// The clock in its saved form.
    pub(crate) fn saved_clock(&self) -> &str {
        &self.clock
    }

    /// Sets the clock by its saved form.
    pub(crate) fn set_saved_clock(&mut self, text: &str) {
        text.clone_into(&mut self.clock);
    }
}

/// Without clocks.
#[cfg(not(feature = "whole"))]
impl Game {
    /// The time control: none.
    pub fn clock(&self) -> Option<(TimeControl, u32)> {
        None
    }

    /// Sets nothing.
    pub fn set_clock(&mut self, _clock: Option<(TimeControl, u32)>) {}

    pub(crate) fn saved_clock(&self) -> &str {
        ""
    }

    pub(crate) fn set_saved_clock(&mut self, _text: &str) {}
}

/// The refusal of a step in a finished game.
fn is_over() -> Refusal {
    Refusal::new("common.game-over", "README#drawn-games")
}

impl Game {
    /// Before the first turn.
    pub const ROOT: TurnId = TurnId(0);

    /// A game without a turn.
    pub fn new(start: AnyPosition) -> Self {
        let mut root = Node::new(Game::ROOT);
        root.positions.push(start);
        root.verdict = start.outcome().map(Verdict::from);
        Game {
            turns: vec![root],
            tip: Game::ROOT,
            verdict: None,
            undone: Vec::new(),
            clock: SavedClock::default(),
            saved_line: SavedLine::default(),
        }
    }

    /// A game with one line, from its record.
    pub fn of(record: &Record) -> Self {
        let mut game = Game::new(*record.start());
        for turn in record.turns() {
            let mut node = Node::new(game.tip);
            node.steps.extend(&record.steps()[turn.from..turn.to]);
            node.positions.extend((turn.from..turn.to).map(|at| *record.position(at + 1)));
            game.tip = game.attach(node, 0);
        }
        let by_rules = record.verdict().filter(|verdict| !is_by_players(verdict));
        game.turns[game.tip.0].verdict = by_rules;
        game.set_verdict(record.verdict());
        game.undone.extend(record.undone());
        game
    }

    /// The main line, with what can be redone.
    ///
    /// # Errors
    /// The first of its turns at which the game was over already (by repetition, which a file may
    /// have missed), with the reason.
    pub fn record(&self) -> Result<Record, (TurnId, Refusal)> {
        let mut record = Record::new(*self.start());
        for turn in self.main_line() {
            for &step in self.steps(turn) {
                record.retake(step).map_err(|refusal| (turn, refusal))?;
            }
        }
        record.set_undone(self.undone.clone());
        if let Some(verdict) = self.verdict {
            record.reopen();
            record.close(verdict);
        }
        Ok(record)
    }

    /// Where the game began.
    pub fn start(&self) -> &AnyPosition {
        &self.turns[0].positions[0]
    }

    fn node(&self, turn: TurnId) -> &Node {
        &self.turns[turn.0]
    }

    /// The turn with a number, if there is one.
    pub fn turn(&self, number: usize) -> Option<TurnId> {
        Some(TurnId(number)).filter(|&turn| self.is_there(turn))
    }

    /// Whether a turn belongs to the game: neither it nor an ancestor was removed.
    pub fn is_there(&self, turn: TurnId) -> bool {
        let mut at = turn;
        while at != Game::ROOT {
            let Some(node) = self.turns.get(at.0) else { return false };
            if !self.node(node.parent).next.contains(&at) {
                return false;
            }
            at = node.parent;
        }
        true
    }

    // The main line.

    /// The last turn played; unfinished, if steps of the next one were taken.
    pub fn tip(&self) -> TurnId {
        self.tip
    }

    /// The current place of the game.
    pub fn live(&self) -> Path {
        self.behind(self.tip)
    }

    /// The current position of the game.
    pub fn live_position(&self) -> &AnyPosition {
        self.after(self.tip)
    }

    /// The turns of the main line, the unfinished one last.
    pub fn main_line(&self) -> impl Iterator<Item = TurnId> {
        let tip = self.tip;
        let mut at = Game::ROOT;
        std::iter::from_fn(move || {
            if at == tip {
                return None;
            }
            at = *self.turns[at.0].next.first()?;
            Some(at)
        })
    }

    /// The steps of the main line.
    pub fn played_steps(&self) -> Vec<Step> {
        self.main_line().flat_map(|turn| self.steps(turn)).copied().collect()
    }

    /// Whether a turn belongs to the main line.
    pub fn is_played(&self, turn: TurnId) -> bool {
        let mut at = self.tip;
        while at != turn && at != Game::ROOT {
            at = self.parent(at);
        }
        at == turn
    }

    /// How the game ended, if it has.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict.or(self.node(self.tip).verdict)
    }

    /// How the players or the clock ended the game, if they did. An end by the rules or by repetition is not
    /// stored: it follows from the turns.
    pub fn set_verdict(&mut self, verdict: Option<Verdict>) {
        self.verdict = verdict.filter(is_by_players);
    }

    /// Ends the game by the players' decision, unless it is over already.
    pub fn close(&mut self, verdict: Verdict) {
        if self.verdict().is_none() {
            self.undone.clear();
            self.set_verdict(Some(verdict));
        }
    }

    /// A side's time is up: the other side has won or, if it could never win, the game is drawn.
    pub fn run_out(&mut self, loser: Color) {
        let winner = Some(!loser).filter(|&winner| self.live_position().may_win(winner));
        self.close(Verdict { winner, ending: Ending::Time });
    }

    /// The side resigns.
    pub fn resign(&mut self, loser: Color) {
        self.close(Verdict { winner: Some(!loser), ending: Ending::Resignation });
    }

    /// The players agree on a draw.
    pub fn agree_draw(&mut self) {
        self.close(Verdict { winner: None, ending: Ending::Agreement });
    }

    /// The steps that can be redone, the next one last.
    pub fn undone(&self) -> &[Step] {
        &self.undone
    }

    /// How many steps of the unfinished turn cannot be undone: undo crosses neither the end of a
    /// turn nor a draw by chance.
    pub fn floor(&self) -> usize {
        let drawn = |step: &Step| matches!(step, Step::Draw(_));
        self.open_steps().iter().rposition(drawn).map_or(0, |place| place + 1)
    }

    /// The steps of the unfinished turn.
    fn open_steps(&self) -> &[Step] {
        if self.is_whole(self.tip) { &[] } else { self.steps(self.tip) }
    }

    /// The steps of the unfinished turn, a draw by chance excepted.
    pub fn turn_steps(&self) -> &[Step] {
        &self.open_steps()[self.floor()..]
    }

    /// Plays a step. Undone steps can then no longer be redone, unless this is the next of them.
    /// Returns its effects.
    ///
    /// # Errors
    /// If the game is over, or the rules refuse the step.
    pub fn play(&mut self, step: Step) -> Result<Vec<Effect>, Refusal> {
        if self.verdict().is_some() {
            return Err(is_over());
        }
        let mut after = *self.live_position();
        if let Some(refusal) = after.why_not(step) {
            return Err(refusal);
        }
        if self.undone.last() == Some(&step) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        let effects = after.play(step);
        if self.is_whole(self.tip) {
            self.tip = self.attach(Node::new(self.tip), 0);
        } else if !self.marks(self.tip).is_empty() {
            // What is drawn stays with its position.
            let mut left = self.node(self.tip).clone();
            left.remarks = Remarks::default();
            left.remarks.marks = std::mem::take(&mut self.turns[self.tip.0].remarks.marks);
            self.attach(left, usize::MAX);
        }
        let node = &mut self.turns[self.tip.0];
        node.steps.push(step);
        node.positions.push(after);
        self.judge(self.tip);
        self.overtake();
        if self.is_whole(self.tip) {
            self.undone.clear();
            self.unite(self.tip);
        }
        Ok(effects)
    }

    /// Removes unfinished variations that begin like the turn being played, unless something is drawn in the
    /// position behind them.
    fn overtake(&mut self) {
        let (tip, parent) = (self.tip, self.parent(self.tip));
        let is_overtaken = |&turn: &TurnId| {
            turn != tip
                && !self.is_whole(turn)
                && self.steps(tip).starts_with(self.steps(turn))
                && (self.marks(turn).is_empty() || self.steps(tip) == self.steps(turn))
        };
        let overtaken: Vec<TurnId> =
            self.next(parent).iter().copied().filter(is_overtaken).collect();
        for turn in overtaken {
            self.detach(turn);
            let remarks = std::mem::take(&mut self.turns[turn.0].remarks);
            self.turns[tip.0].remarks.fill(&remarks);
        }
    }

    /// Undoes the last step of the unfinished turn.
    pub fn undo(&mut self) -> Option<Step> {
        if self.verdict().is_some() || self.turn_steps().is_empty() {
            return None;
        }
        let tip = self.tip;
        let node = &mut self.turns[tip.0];
        node.positions.pop();
        let step = node.steps.pop()?;
        if node.steps.is_empty() {
            self.tip = node.parent;
            self.detach(tip);
        } else {
            self.overtake();
        }
        self.undone.push(step);
        Some(step)
    }

    /// Redoes the last undone step; returns its effects.
    pub fn redo(&mut self) -> Option<Vec<Effect>> {
        let &step = self.undone.last()?;
        self.play(step).ok()
    }

    /// Replaces the steps of the unfinished turn. If the rules refuse one of the new ones, nothing
    /// changes.
    ///
    /// # Errors
    /// The reason of the first refused step.
    pub fn replace_turn(&mut self, steps: &[Step]) -> Result<(), Refusal> {
        let before = self.clone();
        while self.undo().is_some() {}
        self.undone.clear();
        for &step in steps {
            if let Err(refusal) = self.play(step) {
                *self = before;
                return Err(refusal);
            }
        }
        Ok(())
    }

    /// Takes turns back, as agreed between the players, to the beginning of a side's last finished
    /// turn; its draw at that point stays. Whether there was such a turn.
    pub fn take_back(&mut self, color: Color) -> bool {
        let mut turn = self.tip;
        while turn != Game::ROOT && !(self.is_whole(turn) && self.before(turn).turn() == color) {
            turn = self.parent(turn);
        }
        if turn == Game::ROOT {
            return false;
        }
        let Node { parent, steps, positions, .. } = self.node(turn);
        let drawn = steps.iter().rposition(|step| matches!(step, Step::Draw(_)));
        let kept = drawn.map_or(0, |place| place + 1);
        let mut begun = Node::new(*parent);
        begun.steps.extend(&steps[..kept]);
        begun.positions.extend(&positions[..kept]);
        self.tip = *parent;
        self.detach(turn);
        if kept > 0 {
            self.tip = self.attach(begun, 0);
        }
        self.undone.clear();
        self.verdict = None;
        true
    }

    // The tree.

    /// Adds a turn, or the steps of an unfinished one, after another; returns the existing turn if
    /// it is the same or has the same result. A turn added after the tip, with nothing else there,
    /// belongs to the main line; any other is a variation. After an unfinished turn, its further
    /// steps are added.
    ///
    /// # Errors
    /// Why the rules refuse one of the steps.
    pub fn add(&mut self, behind: TurnId, steps: &[Step]) -> Result<TurnId, Refusal> {
        let is_played = behind == self.tip && self.next(behind).is_empty();
        let turn = self.consider(behind, steps)?;
        if is_played {
            self.tip = turn;
            self.undone.clear();
        }
        Ok(turn)
    }

    /// Adds a turn that is a variation in any case.
    pub(crate) fn consider(&mut self, behind: TurnId, steps: &[Step]) -> Result<TurnId, Refusal> {
        let mut after = *self.after(behind);
        let mut positions = Vec::with_capacity(steps.len());
        for &step in steps {
            if let Some(refusal) = after.why_not(step) {
                return Err(refusal);
            }
            after.play(step);
            positions.push(after);
        }
        if steps.is_empty() {
            return Ok(behind);
        }
        if !self.is_whole(behind) && self.next(behind).is_empty() {
            let node = &mut self.turns[behind.0];
            node.steps.extend(steps);
            node.positions.extend(positions);
            self.judge(behind);
            return Ok(if self.is_whole(behind) { self.unite(behind) } else { behind });
        }
        let same = self.next(behind).iter().find(|&&turn| self.steps(turn) == steps);
        if let Some(&same) = same {
            return Ok(same);
        }
        let mut node = Node::new(behind);
        node.steps.extend(steps);
        node.positions = positions;
        let turn = self.attach(node, usize::MAX);
        self.judge(turn);
        Ok(if self.is_whole(turn) { self.unite(turn) } else { turn })
    }

    /// Tries a step at any place of the game without playing it: an existing step, or a new one,
    /// which begins or continues a variation. Returns the new place, and the step's effects.
    ///
    /// # Errors
    /// If the game is over there, or the rules refuse the step.
    pub fn explore(&mut self, at: Path, step: Step) -> Result<(Path, Vec<Effect>), Refusal> {
        let mut after = *self.position(at);
        if self.rules_at(at).is_some() {
            return Err(is_over());
        }
        if let Some(refusal) = after.why_not(step) {
            return Err(refusal);
        }
        let effects = after.play(step);
        let Path { turn, steps } = self.settle(at);
        let is_inside = steps < self.steps(turn).len() || !self.is_whole(turn);
        let (parent, mut begun) = if is_inside {
            (self.parent(turn), self.steps(turn)[..steps].to_vec())
        } else {
            (turn, Vec::new())
        };
        begun.push(step);
        let taken = begun.len();
        // The place's own turn first, then other turns that begin like this.
        let own = is_inside.then_some(turn);
        let known = own.iter().chain(self.next(parent)).copied();
        if let Some(turn) = known.into_iter().find(|&turn| self.steps(turn).starts_with(&begun)) {
            return Ok((Path { turn, steps: taken }, effects));
        }
        let grows = is_inside && !self.is_whole(turn) && !self.is_played(turn);
        let is_behind = steps == self.steps(turn).len();
        let is_marked = !self.marks(turn).is_empty();
        let turn = if grows && !is_marked && (is_behind || self.node(turn).is_bare()) {
            let node = &mut self.turns[turn.0];
            node.steps = begun;
            node.positions.truncate(steps);
            node.positions.push(after);
            turn
        } else {
            let mut node = Node::new(parent);
            if is_inside {
                node.positions.extend(&self.node(turn).positions[..steps]);
            }
            node.positions.push(after);
            node.steps = begun;
            // What is drawn stays with its position, and the turn that goes on comes before it.
            let place = self.next(parent).iter().position(|&other| grows && other == turn);
            self.attach(node, place.filter(|_| is_behind).unwrap_or(usize::MAX))
        };
        self.judge(turn);
        let turn = if self.is_whole(turn) { self.unite(turn) } else { turn };
        Ok((Path { turn, steps: self.steps(turn).len() }, effects))
    }

    /// Inserts a turn after its parent, at an index among its siblings.
    fn attach(&mut self, node: Node, place: usize) -> TurnId {
        let turn = TurnId(self.turns.len());
        let next = &mut self.turns[node.parent.0].next;
        next.insert(place.min(next.len()), turn);
        self.turns.push(node);
        turn
    }

    fn detach(&mut self, turn: TurnId) {
        let parent = self.parent(turn);
        self.turns[parent.0].next.retain(|&other| other != turn);
    }

    /// Merges turns with the same result: positions with the same legal turns. The order of steps
    /// of a turn that was played stays, else the first one; the others are kept as other orders.
    /// Returns the remaining turn.
    fn unite(&mut self, turn: TurnId) -> TurnId {
        let siblings = self.next(self.parent(turn));
        let alike = |&other: &TurnId| {
            other != turn && self.is_whole(other) && self.after(other) == self.after(turn)
        };
        let Some(other) = siblings.iter().copied().find(alike) else { return turn };
        let (kept, gone) = if turn == self.tip { (turn, other) } else { (other, turn) };
        self.detach(gone);
        let Node { steps, orders, remarks, next, .. } =
            std::mem::replace(&mut self.turns[gone.0], Node::new(Game::ROOT));
        for &child in &next {
            self.turns[child.0].parent = kept;
        }
        let node = &mut self.turns[kept.0];
        for order in [steps].into_iter().chain(orders) {
            if order != node.steps && !node.orders.contains(&order) {
                node.orders.push(order);
            }
        }
        node.next.extend(next);
        node.remarks.fill(&remarks);
        kept
    }

    /// Determines whether the game is over with a turn.
    fn judge(&mut self, turn: TurnId) {
        let outcome = self.after(turn).outcome().map(Verdict::from);
        // Mate, stalemate, capture of the king and having no legal step come before repetition,
        // which comes before the drawn games that need no history (docs/rules/README.md, "Drawn
        // games").
        let verdict = match outcome {
            Some(verdict) if is_decided_first(verdict) => Some(verdict),
            _ if self.is_third_time(turn) => {
                Some(Verdict { winner: None, ending: Ending::Repetition })
            }
            other => other,
        };
        self.turns[turn.0].verdict = verdict;
    }

    /// Whether the position after a turn occurs at the start of a turn of the movement phase for
    /// the third time in its line.
    fn is_third_time(&self, turn: TurnId) -> bool {
        let after = self.after(turn);
        if after.phase() == Phase::Placement || after.turn() == self.before(turn).turn() {
            return false;
        }
        let (key, mut at, mut times) = (after.for_repetition().key(), turn, 1);
        while at != Game::ROOT {
            at = self.parent(at);
            let earlier = self.after(at);
            let is_same = earlier.turn() == after.turn()
                && earlier.for_repetition().key() == key
                && earlier.phase() == Phase::Movement
                && is_same_for_repetition(earlier, after);
            times += usize::from(is_same);
        }
        times >= 3
    }

    /// How many turns were ever added, including the root and removed ones.
    #[expect(clippy::len_without_is_empty, reason = "the root is always there")]
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Merges another game with the same start: its turns, as variations unless they are here
    /// already, with their comments and glyphs unless there are some. Unfinished turns are left
    /// out. Whether the start positions are the same; else nothing changes.
    pub fn graft(&mut self, other: &Game) -> bool {
        if self.start() != other.start() {
            return false;
        }
        let mut open = vec![(Game::ROOT, Game::ROOT)];
        while let Some((theirs, own)) = open.pop() {
            let from = other.node(theirs);
            self.turns[own.0].remarks.fill(&from.remarks);
            let before = open.len();
            for &next in &from.next {
                if other.is_whole(next)
                    && self.is_whole(own)
                    && let Ok(same) = self.consider(own, other.steps(next))
                {
                    let node = &mut self.turns[same.0];
                    for order in other.orders(next) {
                        if *order != node.steps && !node.orders.contains(order) {
                            node.orders.push(order.clone());
                        }
                    }
                    open.push((next, same));
                }
            }
            open[before..].reverse();
        }
        true
    }

    /// The steps of a turn; none of the root.
    pub fn steps(&self, turn: TurnId) -> &[Step] {
        &self.node(turn).steps
    }

    /// Other orders of a turn's steps with the same result, in the order in which they were added.
    pub fn orders(&self, turn: TurnId) -> &[Vec<Step>] {
        &self.node(turn).orders
    }

    /// Whether a turn is finished, or has ended the game; the root is finished.
    pub fn is_whole(&self, turn: TurnId) -> bool {
        turn == Game::ROOT
            || self.after(turn).turn() != self.before(turn).turn()
            || self.node(turn).verdict.is_some()
    }

    /// The position after a turn.
    pub fn after(&self, turn: TurnId) -> &AnyPosition {
        self.node(turn).positions.last().unwrap_or(self.start())
    }

    /// The position before a turn.
    pub fn before(&self, turn: TurnId) -> &AnyPosition {
        self.after(self.parent(turn))
    }

    /// The turn before it; for the root, the root.
    pub fn parent(&self, turn: TurnId) -> TurnId {
        self.node(turn).parent
    }

    /// The turns after a turn: the main line, or the main variation, first.
    pub fn next(&self, turn: TurnId) -> &[TurnId] {
        &self.node(turn).next
    }

    /// The turns after a turn in its line.
    pub fn line(&self, after: TurnId) -> impl Iterator<Item = TurnId> {
        let mut at = after;
        std::iter::from_fn(move || {
            at = *self.next(at).first()?;
            Some(at)
        })
    }

    /// The turns from the first to this one.
    pub fn line_to(&self, turn: TurnId) -> Vec<TurnId> {
        let mut line = Vec::new();
        let mut at = turn;
        while at != Game::ROOT {
            line.push(at);
            at = self.parent(at);
        }
        line.reverse();
        line
    }

    /// Makes a turn the first among its siblings, and so its line the main one there. If the main
    /// line of the game changes by that, the players have not ended it.
    pub fn promote(&mut self, turn: TurnId) {
        let parent = self.parent(turn);
        let turns_played = parent != self.tip && self.is_played(parent) && !self.is_played(turn);
        let next = &mut self.turns[parent.0].next;
        if let Some(place) = next.iter().position(|&other| other == turn) {
            next[..=place].rotate_right(1);
            if turns_played {
                self.play_on_from(turn);
            }
        }
    }

    /// Makes the line that begins with a turn the one that was played.
    fn play_on_from(&mut self, turn: TurnId) {
        self.tip = self.line(turn).last().unwrap_or(turn);
        self.verdict = None;
        self.undone.clear();
    }

    /// Makes the line to a turn the main line from the first turn on.
    pub fn make_main_line(&mut self, turn: TurnId) {
        for turn in self.line_to(turn) {
            self.promote(turn);
        }
    }

    /// Has the line that stands first be the one played, as far as its turns are over: so it is where
    /// nobody plays and everything is tried. A turn that is being made gives way to one that is over.
    pub fn lead(&mut self) {
        let mut tip = Game::ROOT;
        loop {
            let next = self.next(tip);
            let Some(place) = next.iter().position(|&turn| self.is_whole(turn)) else { break };
            let first = next[place];
            self.turns[tip.0].next[..=place].rotate_right(1);
            tip = first;
        }
        if tip != self.tip {
            self.tip = tip;
            self.verdict = None;
            self.undone.clear();
        }
    }

    /// Whether nothing follows a turn and nothing is noted of it.
    pub fn is_bare(&self, turn: TurnId) -> bool {
        self.node(turn).is_bare()
    }

    /// Removes a turn with all that follows it. The root stays. If it was played, its next sibling
    /// is, and the players have not ended the game.
    pub fn remove(&mut self, turn: TurnId) {
        if turn == Game::ROOT || !self.is_there(turn) {
            return;
        }
        let was_played = self.is_played(turn);
        self.detach(turn);
        if was_played {
            self.play_on_from(self.parent(turn));
        }
    }

    // Annotations.

    /// The comments before a turn and after it.
    pub fn comments(&self, turn: TurnId) -> (&str, &str) {
        let remarks = &self.node(turn).remarks;
        (&remarks.before, &remarks.behind)
    }

    /// Sets the comment after a turn.
    pub fn set_comment(&mut self, turn: TurnId, text: &str) {
        text.clone_into(&mut self.turns[turn.0].remarks.behind);
    }

    /// Adds to the comment after a turn.
    pub fn add_comment(&mut self, turn: TurnId, text: &str) {
        let comment = &mut self.turns[turn.0].remarks.behind;
        if !comment.is_empty() && !text.is_empty() {
            comment.push(' ');
        }
        comment.push_str(text);
    }

    /// Sets the comment before the first turn of a variation; elsewhere PGN does not distinguish it
    /// from one after the previous turn.
    pub fn set_comment_before(&mut self, turn: TurnId, text: &str) {
        text.clone_into(&mut self.turns[turn.0].remarks.before);
    }

    /// The numeric annotation glyphs of a turn.
    pub fn glyphs(&self, turn: TurnId) -> &[u8] {
        &self.node(turn).remarks.glyphs
    }

    /// Adds a numeric annotation glyph to a turn.
    pub fn annotate(&mut self, turn: TurnId, glyph: u8) {
        let glyphs = &mut self.turns[turn.0].remarks.glyphs;
        if !glyphs.contains(&glyph) {
            glyphs.push(glyph);
        }
    }

    /// Sets the glyphs of a turn.
    pub fn set_glyphs(&mut self, turn: TurnId, glyphs: &[u8]) {
        self.turns[turn.0].remarks.glyphs.clear();
        for &glyph in glyphs {
            self.annotate(turn, glyph);
        }
    }

    /// The arrows and circles in the position after a turn.
    pub fn marks(&self, turn: TurnId) -> &[Mark] {
        &self.node(turn).remarks.marks
    }

    /// Draws a mark in the position after a turn. Drawing the same again removes it; another colour
    /// replaces it. A hole of the board has no name, and cannot be marked.
    pub fn mark(&mut self, turn: TurnId, mark: Mark) {
        let shape = self.start().spec().shape;
        if shape.is_hole(mark.from) || shape.is_hole(mark.to) {
            return;
        }
        let marks = &mut self.turns[turn.0].remarks.marks;
        let was_there = marks.contains(&mark);
        marks.retain(|other| (other.from, other.to) != (mark.from, mark.to));
        if !was_there {
            marks.push(mark);
        }
    }

    /// The turn that has the marks of a place: the one that ends there, or an unfinished one with the same steps.
    pub fn marked(&self, at: Path) -> Option<TurnId> {
        let at = self.settle(at);
        let ends = self.steps(at.turn).get(..at.steps)?;
        let is_same = |&turn: &TurnId| !self.is_whole(turn) && self.steps(turn) == ends;
        if at == self.behind(at.turn) {
            return Some(at.turn);
        }
        self.next(self.parent(at.turn)).iter().copied().find(is_same)
    }

    /// The arrows and circles in the position at a place, also within a turn.
    pub fn marks_at(&self, at: Path) -> &[Mark] {
        self.marked(at).map_or(&[], |turn| self.marks(turn))
    }

    /// Draws a mark in the position at a place, as [`Game::mark`] does behind a turn. Within a turn an unfinished
    /// variation has what is drawn; it goes with the last of its marks if nothing else is said of it.
    pub fn mark_at(&mut self, at: Path, mark: Mark) {
        let at = self.settle(at);
        let turn = match self.marked(at) {
            Some(turn) => turn,
            None => {
                let mut begun = Node::new(self.parent(at.turn));
                begun.steps.extend(&self.steps(at.turn)[..at.steps]);
                begun.positions.extend(&self.node(at.turn).positions[..at.steps]);
                self.attach(begun, usize::MAX)
            }
        };
        self.mark(turn, mark);
        if turn != at.turn && self.is_bare(turn) {
            self.detach(turn);
        }
    }

    /// The time that a turn took.
    pub fn time(&self, turn: TurnId) -> Time {
        self.node(turn).remarks.time
    }

    /// Sets the time that a turn took.
    pub fn set_time(&mut self, turn: TurnId, time: Time) {
        self.turns[turn.0].remarks.time = time;
    }

    /// Adds another order of a turn's steps, which must have the same result. Whether it has.
    pub(crate) fn add_order(&mut self, turn: TurnId, steps: &[Step]) -> bool {
        let mut position = *self.before(turn);
        for &step in steps {
            if position.why_not(step).is_some() {
                return false;
            }
            position.play(step);
        }
        let is_alike = self.is_whole(turn) && position == *self.after(turn);
        let node = &mut self.turns[turn.0];
        if is_alike && node.steps != steps && !node.orders.iter().any(|order| order == steps) {
            node.orders.push(steps.to_vec());
        }
        is_alike
    }

    // Places.

    /// The place after a turn.
    pub fn behind(&self, turn: TurnId) -> Path {
        Path { turn, steps: self.steps(turn).len() }
    }

    /// The same place in canonical form: with at most as many steps as the turn has, and not at the
    /// start of a turn, which is the place after the previous one.
    pub fn settle(&self, at: Path) -> Path {
        if at.steps == 0 {
            return self.behind(self.parent(at.turn));
        }
        Path { steps: at.steps.min(self.steps(at.turn).len()), ..at }
    }

    /// The position at a place.
    pub fn position(&self, at: Path) -> &AnyPosition {
        let Path { turn, steps } = self.settle(at);
        match steps.checked_sub(1) {
            Some(place) => &self.node(turn).positions[place],
            None => self.start(),
        }
    }

    /// Whether the game is over at a place by the rules or by repetition.
    fn rules_at(&self, at: Path) -> Option<Verdict> {
        let at = self.settle(at);
        if at == self.behind(at.turn) { self.node(at.turn).verdict } else { None }
    }

    /// How the game ended, if it is over at a place.
    pub fn verdict_at(&self, at: Path) -> Option<Verdict> {
        let by_players = if self.settle(at) == self.live() { self.verdict } else { None };
        by_players.or(self.rules_at(at))
    }

    /// The number of steps that lead to a place.
    pub fn count(&self, at: Path) -> usize {
        let Path { turn, steps } = self.settle(at);
        let mut count = steps;
        let mut at = self.parent(turn);
        while at != Game::ROOT {
            let Node { parent, steps, .. } = &self.turns[at.0];
            count += steps.len();
            at = *parent;
        }
        count
    }

    /// The place after this many steps of the main line; the current place if it has fewer.
    pub fn place(&self, steps: usize) -> Path {
        let mut left = steps;
        let mut at = Path::START;
        for turn in self.main_line() {
            if left == 0 {
                break;
            }
            let length = self.steps(turn).len();
            at = Path { turn, steps: left.min(length) };
            left = left.saturating_sub(length);
        }
        at
    }

    /// One step forward in the line; `None` at its end.
    pub fn step_on(&self, at: Path) -> Option<Path> {
        if at.steps < self.steps(at.turn).len() {
            return Some(Path { steps: at.steps + 1, ..at });
        }
        self.next(at.turn).first().map(|&turn| Path { turn, steps: 1 })
    }

    /// One step back; `None` at the start.
    pub fn step_back(&self, at: Path) -> Option<Path> {
        match (at.turn, at.steps) {
            (Game::ROOT, _) => None,
            (turn, 0 | 1) => Some(self.behind(self.parent(turn))),
            (turn, steps) => Some(Path { turn, steps: steps - 1 }),
        }
    }

    /// To the end of the turn, or of the next one; `None` at the line's end.
    pub fn turn_on(&self, at: Path) -> Option<Path> {
        if at.steps < self.steps(at.turn).len() {
            return Some(self.behind(at.turn));
        }
        self.next(at.turn).first().map(|&turn| self.behind(turn))
    }

    /// To the start of the turn; `None` at the start of the game.
    pub fn turn_back(&self, at: Path) -> Option<Path> {
        (at.turn != Game::ROOT).then(|| self.behind(self.parent(at.turn)))
    }

    /// Puts a removed turn back among the turns after its parent, with all that follows it. Whether that could be
    /// done: its parent is there, and nothing there has the same result by now.
    pub fn restore(&mut self, turn: TurnId, place: usize) -> bool {
        let parent = self.parent(turn);
        let is_known = |&other: &TurnId| self.after(other) == self.after(turn);
        if self.is_there(turn) || !self.is_there(parent) || self.next(parent).iter().any(is_known) {
            return false;
        }
        let next = &mut self.turns[parent.0].next;
        next.insert(place.min(next.len()), turn);
        true
    }

    /// Has a turn that is only begun be played behind the line, too, if one is there: files say it no other way,
    /// and [`Game::lead`] undoes it. The end that the players gave the game stays.
    pub fn lead_into_begun(&mut self) {
        if let Some(&turn) = self.next(self.tip).first()
            && !self.is_whole(turn)
        {
            self.tip = turn;
        }
    }
}

impl Remarks {
    /// Adopts annotations that are missing here.
    fn fill(&mut self, other: &Remarks) {
        for (text, theirs) in [(&mut self.before, &other.before), (&mut self.behind, &other.behind)]
        {
            if text.is_empty() {
                text.clone_from(theirs);
            }
        }
        if self.glyphs.is_empty() {
            self.glyphs.clone_from(&other.glyphs);
        }
        if self.marks.is_empty() {
            self.marks.clone_from(&other.marks);
        }
        self.time.used = self.time.used.or(other.time.used);
        self.time.left = self.time.left.or(other.time.left);
    }
}

/// Whether the players or the clock ended the game, and not the rules.
fn is_by_players(verdict: &Verdict) -> bool {
    verdict.ending.is_by_players()
}
