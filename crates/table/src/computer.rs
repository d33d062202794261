//! The computer's turns: asked for, played step by step, given up, asked for again.

use rules::Step;

use crate::event::{Effort, Request, Think};
use crate::reason::Reason;
use crate::table::Level;

/// Between two steps of one turn, and between two of many pieces placed, in milliseconds.
const BEAT: u64 = 420;
const PLACING: u64 = 70;
/// Turns of more steps are placements.
pub(crate) const MANY: usize = 6;
/// The board is seen so long after the last motion has come to rest, in milliseconds; and how long the
/// motion of a step may take.
const SEEN: u64 = 350;
const MOTION: u64 = 720;
/// A thought that has not come by then will not come, in milliseconds: whoever thinks has then been
/// silent for long.
const PATIENCE: u64 = 60_000;

/// How long whoever thinks may take to be ready, may be silent beyond the time that it has, and between
/// two judgements of a review, in milliseconds.
const LOADING: u32 = 30_000;
const SILENCE: u32 = 4_000;
const JUDGING: u32 = 30_000;

/// How long the levels think at most, in milliseconds. The lower ones hardly need any time.
const TIME: [u32; 6] = [280, 280, 280, 1500, 2000, 2500];
/// How long advice takes at most, and what speaks against a puzzle's turn, in milliseconds.
const ADVICE: u32 = 380;
const REFUTING: u32 = 1200;
/// How many positions are looked at for each turn of a review.
const REVIEW: u32 = 40_000;

impl Think {
    /// How much is to be thought about it.
    pub(crate) fn effort(self, seed: u32) -> Effort {
        let effort = Effort { level: 0, ms: 0, nodes: 0, seed, loading: LOADING, silence: SILENCE };
        let timed = |level, ms| Effort { level, ms, silence: ms + SILENCE, ..effort };
        match self {
            Think::Turn(level) => timed(level, time(level)),
            Think::Hint | Think::Draw => timed(0, ADVICE),
            Think::Puzzle => timed(0, REFUTING),
            Think::Review => Effort { nodes: REVIEW, silence: JUDGING, ..effort },
        }
    }
}

fn time(level: Level) -> u32 {
    let place = usize::from(level.max(1)) - 1;
    TIME[place.min(TIME.len() - 1)]
}

/// What the computer has found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Thought {
    /// The rest of the turn.
    pub turn: Vec<Step>,
    /// Hundredths of a pawn for the side to move.
    pub score: i32,
    /// After how many turns of both sides the side to move has won (above 0) or lost, if that is
    /// known.
    pub decided: Option<i32>,
    /// Why it is a good turn, the weightiest reason first; where none are asked for, none.
    pub reasons: Vec<Reason>,
}

/// What it does about a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// Nothing: it is not its turn.
    Nothing,
    /// It thinks, or is about to take the only step of its turn.
    Thinks,
    /// It plays what it has found, step by step.
    Plays,
    /// It has failed, and waits to be asked again.
    Failed,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum State {
    Nothing,
    /// Since when, and whether it was asked a second time.
    Thinks {
        since: u64,
        again: bool,
    },
    Plays {
        /// The steps still to be taken, the next one last.
        rest: Vec<Step>,
        /// How many the turn has.
        steps: usize,
        /// Whether without pauses.
        skips: bool,
        /// Whether an alarm is out for the next one.
        waits: bool,
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
    /// When the event came that is being decided.
    pub(crate) now: u64,
    /// How long between two steps of a turn, in milliseconds.
    pub(crate) beat: u64,
    /// How fast the player wants to be shown the steps of a turn ([`Event::Tempo`](crate::Event::Tempo)).
    pub(crate) tempo: u16,
}

impl Computer {
    pub(crate) const NEW: Computer =
        Computer { state: State::Nothing, id: 1 << 8, now: 0, beat: BEAT, tempo: 100 };

    pub(crate) fn doing(&self) -> Doing {
        match self.state {
            State::Nothing => Doing::Nothing,
            State::Plays { steps, .. } if steps > 1 => Doing::Plays,
            State::Thinks { .. } | State::Plays { .. } => Doing::Thinks,
            State::Failed => Doing::Failed,
        }
    }

    /// Whether it is taking the steps of a turn, be it only one.
    pub(crate) fn plays(&self) -> bool {
        matches!(self.state, State::Plays { .. })
    }

    /// Begins to think; `again`: a second time, after a failure.
    pub(crate) fn think(
        &mut self,
        again: bool,
        about: Think,
        saved: String,
        effort: Effort,
        out: &mut Vec<Request>,
    ) {
        self.leave(out);
        self.state = State::Thinks { since: self.now, again };
        out.push(Request::Think { id: self.id, about, saved, effort });
        // How long a review takes, nobody knows; that it goes on, its judgements tell.
        if about != Think::Review {
            out.push(Request::Wake { id: self.id, after: PATIENCE, at_rest: false });
        }
    }

    /// Gives up whatever it does: the turn is gone.
    pub(crate) fn leave(&mut self, out: &mut Vec<Request>) {
        if matches!(self.state, State::Thinks { .. }) {
            out.push(Request::StopThinking { id: self.id });
        }
        self.state = State::Nothing;
        self.id += 1;
    }

    /// A thought came, or none: whether it is that which is waited for.
    pub(crate) fn is_awaited(&self, id: u64) -> bool {
        matches!(self.state, State::Thinks { .. }) && id == self.id
    }

    /// Whether what has failed may be asked for once more.
    pub(crate) fn may_try_again(&self) -> bool {
        matches!(self.state, State::Thinks { again: false, .. })
    }

    /// Whether an alarm is that which is waited for.
    pub(crate) fn is_alarm(&self, id: u64) -> bool {
        id == self.id
    }

    /// Plays a turn, after the board has come to rest and was seen for a moment.
    pub(crate) fn play(&mut self, turn: &[Step], out: &mut Vec<Request>) {
        let after = match self.state {
            // Behind a long thought the board has been at rest for long.
            State::Thinks { since, .. } => {
                (MOTION + SEEN).saturating_sub(self.now.saturating_sub(since)).min(SEEN)
            }
            _ => SEEN,
        };
        let steps = turn.iter().filter(|&&step| step != Step::End).count();
        let rest = turn.iter().rev().copied().collect();
        self.state = State::Plays { rest, steps, skips: false, waits: false };
        self.wait(after, true, out);
    }

    fn wait(&mut self, after: u64, at_rest: bool, out: &mut Vec<Request>) {
        self.id += 1;
        if let State::Plays { waits, .. } = &mut self.state {
            *waits = true;
        }
        out.push(Request::Wake { id: self.id, after, at_rest });
    }

    /// Goes on with a turn that was held up while the player looked elsewhere.
    pub(crate) fn go_on(&mut self, out: &mut Vec<Request>) {
        if matches!(self.state, State::Plays { waits: false, .. }) {
            self.wait(SEEN, true, out);
        }
    }

    /// An alarm: the step that is to be taken now, if it is one for that, or whether patience is at
    /// its end. Where the player looks elsewhere (not `live`), a step waits.
    pub(crate) fn woken(&mut self, id: u64, live: bool) -> Option<Step> {
        if id != self.id {
            return None;
        }
        match &mut self.state {
            State::Plays { waits, .. } if !live => {
                *waits = false;
                None
            }
            State::Plays { rest, .. } => rest.pop(),
            State::Thinks { .. } => {
                self.state = State::Failed;
                None
            }
            State::Nothing | State::Failed => None,
        }
    }

    /// What follows a step that was taken. Whether the next one is to be taken at once.
    pub(crate) fn stepped(&mut self, out: &mut Vec<Request>) -> Option<Step> {
        let State::Plays { rest, steps, skips, .. } = &mut self.state else { return None };
        match rest.last() {
            None => {
                self.state = State::Nothing;
                None
            }
            // The end of a turn is no step to be waited for.
            Some(Step::End) => rest.pop(),
            Some(_) if *skips => rest.pop(),
            Some(_) => {
                let beat = if *steps > MANY { PLACING } else { self.beat };
                self.wait(self.in_tempo(beat), false, out);
                None
            }
        }
    }

    /// A pause between two steps as the player wants it, in milliseconds.
    pub(crate) fn in_tempo(&self, pause: u64) -> u64 {
        pause * u64::from(self.tempo) / 100
    }

    /// It has failed, by what it found or by finding nothing.
    pub(crate) fn fail(&mut self) {
        self.state = State::Failed;
        self.id += 1;
    }

    /// The player wants it to go on. The step that it takes at once, if it was playing.
    pub(crate) fn hurry(&mut self, out: &mut Vec<Request>) -> Option<Step> {
        match &mut self.state {
            State::Thinks { .. } => {
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
