//! The record of a game.

use rules::any::AnyPosition;
use rules::{Color, Effect, Phase, Refusal, Step};

use crate::verdict::{Ending, Verdict};

/// A game from its start position to the current one.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The position before each step, and the current one last.
    positions: Vec<AnyPosition>,
    steps: Vec<Step>,
    /// Undone steps of this turn, the next one to be redone last.
    undone: Vec<Step>,
    /// The index of the first step of each turn, the unfinished one included.
    turns: Vec<usize>,
    /// The keys of the positions in which they begin, as repetition counts them, so that finding a
    /// repetition takes one comparison for each: long games come out of links.
    keys: Vec<u64>,
    verdict: Option<Verdict>,
}

/// A turn in the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Who played it.
    pub color: Color,
    /// FULLMOVE when it began: 0 in the placement phase.
    pub number: u32,
    /// The index of its first step.
    pub from: usize,
    /// The index after its last step so far.
    pub to: usize,
    /// Whether it has ended.
    pub done: bool,
}

impl Record {
    /// A game with this start position.
    pub fn new(start: AnyPosition) -> Self {
        let mut record = Record {
            keys: vec![start.for_repetition().key()],
            positions: vec![start],
            steps: Vec::new(),
            undone: Vec::new(),
            turns: vec![0],
            verdict: None,
        };
        record.judge();
        record
    }

    /// The start position.
    pub fn start(&self) -> &AnyPosition {
        &self.positions[0]
    }

    /// The current position.
    pub fn live(&self) -> &AnyPosition {
        &self.positions[self.steps.len()]
    }

    /// The position after `index` steps; the current one if there are fewer.
    pub fn position(&self, index: usize) -> &AnyPosition {
        &self.positions[index.min(self.steps.len())]
    }

    /// All steps so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The effects of the step with an index; empty beyond the last step.
    pub fn effects(&self, index: usize) -> Vec<Effect> {
        let step = self.steps.get(index);
        step.map_or_else(Vec::new, |&step| self.positions[index].clone().play(step))
    }

    /// The steps that can be redone, the next one last.
    pub fn undone(&self) -> &[Step] {
        &self.undone
    }

    /// How the game ended, if it has.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// The index of the first step of this turn that can be undone: undo crosses neither the end of
    /// a turn nor a draw by chance.
    pub fn floor(&self) -> usize {
        let begin = self.turns[self.turns.len() - 1];
        let drawn = self.steps[begin..].iter().rposition(|step| matches!(step, Step::Draw(_)));
        drawn.map_or(begin, |place| begin + place + 1)
    }

    /// The steps of this unfinished turn, a draw by chance excepted.
    pub fn turn_steps(&self) -> &[Step] {
        &self.steps[self.floor()..]
    }

    /// The turns, the unfinished one last if it has a step.
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        self.turns.iter().enumerate().filter_map(move |(place, &from)| {
            let next = self.turns.get(place + 1).copied();
            let to = next.unwrap_or(self.steps.len());
            let before = &self.positions[from];
            (to > from).then(|| Turn {
                color: before.turn(),
                number: before.fullmove(),
                from,
                to,
                done: next.is_some(),
            })
        })
    }

    /// Plays a step. Undone steps can then no longer be redone, unless this is the next of them.
    ///
    /// # Errors
    /// If the game is over, or the rules refuse the step.
    pub fn take(&mut self, step: Step) -> Result<Vec<Effect>, Refusal> {
        if self.verdict.is_some() {
            return Err(Refusal::new("common.game-over", "README#drawn-games"));
        }
        if let Some(refusal) = self.live().why_not(step) {
            return Err(refusal);
        }
        if self.undone.last() == Some(&step) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        Ok(self.push(step))
    }

    /// Plays a step of a stored or received game. Until 22 November 2026 a right to capture en
    /// passant that nobody could use made positions different, so that games continued after what
    /// is now a threefold repetition: their steps are accepted.
    ///
    /// # Errors
    /// If the game was over by the older rule too, or the rules refuse the step.
    pub(crate) fn retake(&mut self, step: Step) -> Result<Vec<Effect>, Refusal> {
        self.reopen();
        self.take(step)
    }

    /// Reopens a game that is drawn by a repetition which did not count before; see
    /// [`Record::retake`].
    pub(crate) fn reopen(&mut self) {
        let is_repeated = self.verdict.is_some_and(|verdict| verdict.ending == Ending::Repetition);
        if is_repeated && !self.is_third_time(is_same_in_fen) {
            self.verdict = self.live().outcome().map(Verdict::from);
        }
    }

    /// Appends a legal step to a game that is not over.
    pub(crate) fn push(&mut self, step: Step) -> Vec<Effect> {
        let before = *self.live();
        let mut after = before;
        let effects = after.play(step);
        self.steps.push(step);
        self.positions.push(after);
        if after.turn() != before.turn() {
            self.turns.push(self.steps.len());
            self.keys.push(after.for_repetition().key());
            self.undone.clear();
        }
        self.judge();
        effects
    }

    /// Undoes the last step of this turn.
    pub fn undo(&mut self) -> Option<Step> {
        if self.verdict.is_some() || self.steps.len() <= self.floor() {
            return None;
        }
        self.positions.pop();
        let step = self.steps.pop()?;
        self.undone.push(step);
        Some(step)
    }

    /// Redoes the last undone step; returns its effects.
    pub fn redo(&mut self) -> Option<Vec<Effect>> {
        let &step = self.undone.last()?;
        self.take(step).ok()
    }

    /// Restores the steps to be redone, as far as the rules accept them, step by step.
    pub(crate) fn set_undone(&mut self, undone: Vec<Step>) {
        let mut position = *self.live();
        let playable = self.verdict.is_none()
            && undone.iter().rev().all(|&step| {
                let legal = position.why_not(step).is_none();
                if legal {
                    position.play(step);
                }
                legal
            });
        self.undone = if playable { undone } else { Vec::new() };
    }

    /// Replaces the steps of this turn. If the rules refuse one of the new ones, nothing changes.
    ///
    /// # Errors
    /// The reason of the first refused step.
    pub fn replace_turn(&mut self, steps: &[Step]) -> Result<(), Refusal> {
        let before = self.clone();
        while self.undo().is_some() {}
        self.undone.clear();
        for &step in steps {
            if let Err(refusal) = self.take(step) {
                *self = before;
                return Err(refusal);
            }
        }
        Ok(())
    }

    /// Takes turns back, as agreed between the players, to the beginning of a side's last finished
    /// turn; its draw at that point stays. Whether there was such a turn.
    pub fn take_back(&mut self, color: Color) -> bool {
        let begun = self.turns().filter(|turn| turn.done && turn.color == color).last();
        let Some(Turn { from, to, .. }) = begun else { return false };
        let drawn = self.steps[from..to].iter().rposition(|step| matches!(step, Step::Draw(_)));
        let kept = drawn.map_or(from, |place| from + place + 1);
        self.steps.truncate(kept);
        self.positions.truncate(kept + 1);
        self.turns.retain(|&begin| begin <= from);
        self.keys.truncate(self.turns.len());
        self.undone.clear();
        self.verdict = None;
        true
    }

    /// The side resigns.
    pub fn resign(&mut self, loser: Color) {
        self.close(Verdict { winner: Some(!loser), ending: Ending::Resignation });
    }

    /// The players agree on a draw.
    pub fn agree_draw(&mut self) {
        self.close(Verdict { winner: None, ending: Ending::Agreement });
    }

    /// Ends the game by the players' decision, unless it is over already.
    pub(crate) fn close(&mut self, verdict: Verdict) {
        if self.verdict.is_none() {
            self.undone.clear();
            self.verdict = Some(verdict);
        }
    }

    /// Determines whether the game is over.
    fn judge(&mut self) {
        let outcome = self.live().outcome().map(Verdict::from);
        // Mate, stalemate, capture of the king and having no legal step come before repetition,
        // which comes before the drawn games that need no history (docs/rules/README.md, "Drawn
        // games").
        self.verdict = match outcome {
            Some(verdict) if is_decided_first(verdict) => Some(verdict),
            _ if self.is_third_time(is_same_for_repetition) => {
                Some(Verdict { winner: None, ending: Ending::Repetition })
            }
            other => other,
        };
    }

    /// Whether the current position occurs at the start of a turn of the movement phase for the
    /// third time; `is_same` compares positions with the same key.
    fn is_third_time(&self, is_same: impl Fn(&AnyPosition, &AnyPosition) -> bool) -> bool {
        let live = self.live();
        if live.phase() == Phase::Placement || self.turns.last() != Some(&self.steps.len()) {
            return false;
        }
        let [earlier @ .., key] = self.keys.as_slice() else { return false };
        // The same side begins every second turn.
        let begun = self.turns.iter().zip(earlier).rev().skip(1).step_by(2);
        let same = begun.filter(|&(&index, earlier)| {
            let position = &self.positions[index];
            earlier == key && position.phase() == Phase::Movement && is_same(position, live)
        });
        same.count() >= 2
    }
}

/// Mate, stalemate, capture of the king and having no legal step: these take precedence over any
/// draw.
pub(crate) fn is_decided_first(verdict: Verdict) -> bool {
    matches!(verdict.ending, Ending::Rules(ending) if !ending.leaves_steps())
}

/// Whether two positions are the same for repetition, whatever their counters.
pub(crate) fn is_same_for_repetition(one: &AnyPosition, other: &AnyPosition) -> bool {
    is_same_in_fen(&one.for_repetition(), &other.for_repetition())
}

/// Whether two positions differ in HALFMOVE and FULLMOVE at most.
fn is_same_in_fen(one: &AnyPosition, other: &AnyPosition) -> bool {
    let (one, other) = (one.fen(), other.fen());
    let fields = |fen: &str| {
        let counters = [4, 5];
        let fields = fen.split(' ').enumerate();
        let kept = fields.filter(|(place, _)| !counters.contains(place));
        kept.map(|(_, text)| text.to_owned()).collect::<Vec<_>>()
    };
    fields(&one) == fields(&other)
}
