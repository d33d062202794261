//! The computer's turns: asked for, played step by step, given up, asked for again.

use rules::Step;

use crate::event::{Request, Think};

/// Between two steps of one turn, and between two of many pieces placed, in milliseconds.
const BEAT: u64 = 420;
const PLACING: u64 = 70;
/// Turns of more steps are placements.
const MANY: usize = 6;
/// A thought that has not come by then will not come, in milliseconds.
const PATIENCE: u64 = 60_000;

/// What the computer has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The rest of the turn.
    pub turn: Vec<Step>,
    /// Hundredths of a pawn for the side to move.
    pub score: i32,
}

/// What it does about a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// Nothing: it is not its turn.
    Nothing,
    /// It thinks.
    Thinks,
    /// It plays what it has found.
    Plays,
    /// It has failed, and waits to be asked again.
    Failed,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum State {
    Nothing,
    Thinks,
    /// The steps still to be taken, the next one last; whether without pauses.
    Plays {
        rest: Vec<Step>,
        beat: u64,
        skips: bool,
    },
    Failed,
}

/// The computer at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Computer {
    state: State,
    /// The number of what it does: another number, another turn. A thought or an alarm that comes
    /// late has an older one.
    id: u64,
}

impl Computer {
    pub(crate) const NEW: Computer = Computer { state: State::Nothing, id: 1 << 8 };

    pub(crate) fn doing(&self) -> Doing {
        match self.state {
            State::Nothing => Doing::Nothing,
            State::Thinks => Doing::Thinks,
            State::Plays { .. } => Doing::Plays,
            State::Failed => Doing::Failed,
        }
    }

    /// Begins to think.
    pub(crate) fn think(&mut self, about: Think, saved: String, out: &mut Vec<Request>) {
        self.leave(out);
        self.state = State::Thinks;
        out.push(Request::Think { id: self.id, about, saved });
        out.push(Request::Wake { id: self.id, after: PATIENCE, at_rest: false });
    }

    /// Gives up whatever it does: the turn is gone.
    pub(crate) fn leave(&mut self, out: &mut Vec<Request>) {
        if self.state == State::Thinks {
            out.push(Request::StopThinking { id: self.id });
        }
        self.state = State::Nothing;
        self.id += 1;
    }

    /// A thought came, or none: whether it is that which is waited for.
    pub(crate) fn is_awaited(&self, id: u64) -> bool {
        self.state == State::Thinks && id == self.id
    }

    /// Whether an alarm is that which is waited for.
    pub(crate) fn is_alarm(&self, id: u64) -> bool {
        id == self.id
    }

    /// Plays a turn, after the board has come to rest.
    pub(crate) fn play(&mut self, turn: &[Step], out: &mut Vec<Request>) {
        self.id += 1;
        let steps = turn.iter().filter(|&&step| step != Step::End).count();
        let beat = if steps > MANY { PLACING } else { BEAT };
        let rest = turn.iter().rev().copied().collect();
        self.state = State::Plays { rest, beat, skips: false };
        out.push(Request::Wake { id: self.id, after: 0, at_rest: true });
    }

    /// An alarm: the step that is to be taken now, if it is one for that, or whether patience is at
    /// its end.
    pub(crate) fn woken(&mut self, id: u64) -> Option<Step> {
        if id != self.id {
            return None;
        }
        match &mut self.state {
            State::Plays { rest, .. } => rest.pop(),
            State::Thinks => {
                self.state = State::Failed;
                None
            }
            State::Nothing | State::Failed => None,
        }
    }

    /// What follows a step that was taken. Whether the next one is to be taken at once.
    pub(crate) fn stepped(&mut self, out: &mut Vec<Request>) -> Option<Step> {
        let State::Plays { rest, beat, skips } = &mut self.state else { return None };
        match rest.last() {
            None => {
                self.state = State::Nothing;
                None
            }
            // The end of a turn is no step to be waited for.
            Some(Step::End) => rest.pop(),
            Some(_) if *skips => rest.pop(),
            Some(_) => {
                self.id += 1;
                out.push(Request::Wake { id: self.id, after: *beat, at_rest: false });
                None
            }
        }
    }

    /// It has failed, by what it found or by finding nothing.
    pub(crate) fn fail(&mut self) {
        self.state = State::Failed;
        self.id += 1;
    }

    /// The player wants it to go on. The step that it takes at once, if it was playing.
    pub(crate) fn hurry(&mut self, out: &mut Vec<Request>) -> Option<Step> {
        match &mut self.state {
            State::Thinks => {
                out.push(Request::Hurry { id: self.id });
                None
            }
            State::Plays { rest, skips, .. } => {
                *skips = true;
                self.id += 1;
                rest.pop()
            }
            State::Failed => {
                self.state = State::Nothing;
                None
            }
            State::Nothing => None,
        }
    }
}
