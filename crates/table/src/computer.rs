//! The computer's turns: requested, played step by step, cancelled, requested again.

use rules::Step;

use crate::event::{Effort, Request, Think};
use crate::reason::Reason;
use crate::table::Level;

/// The pause between two steps of a turn, and between two steps of a placement, in milliseconds.
const BEAT: u64 = 420;
const PLACING: u64 = 70;
/// Turns with more steps than this are placements.
pub(crate) const MANY: usize = 6;
/// How long the board is shown at rest before the computer moves, and how long the motion of a step
/// may take, in milliseconds.
const SEEN: u64 = 350;
const MOTION: u64 = 720;
/// The time limit for a thought, in milliseconds: after it, the engine counts as failed.
const PATIENCE: u64 = 60_000;

/// How long the engine may take to load, how long it may be silent beyond its thinking time, and
/// the same between two judgements of a review, in milliseconds.
const LOADING: u32 = 30_000;
const SILENCE: u32 = 4_000;
const JUDGING: u32 = 30_000;
/// How long it may be silent while it looks for the lines of an analysis, in milliseconds.
#[cfg(feature = "whole")]
const ANALYSING: u32 = 15_000;

/// The longest time for advice, and for refuting a puzzle's turn, in milliseconds.
const ADVICE: u32 = 380;
const REFUTING: u32 = 1200;
/// The number of positions searched for each turn of a review.
const REVIEW: u32 = 40_000;

impl Effort {
    /// Full strength, for as long as it takes.
    const FULL: Effort =
        Effort { level: 0, ms: 0, nodes: 0, seed: 0, loading: LOADING, silence: SILENCE };

    /// For the lines of an analysis, which are looked for until something else is asked.
    #[cfg(feature = "whole")]
    pub const LINES: Effort = Effort { silence: ANALYSING, ..Effort::FULL };

    /// To look at so many positions for each place of a game.
    #[cfg(feature = "whole")]
    pub const fn survey(nodes: u32) -> Effort {
        Effort { nodes, silence: JUDGING, ..Effort::FULL }
    }
}

impl Think {
    /// The effort for a request.
    pub(crate) fn effort(self, seed: u32) -> Effort {
        let effort = Effort { seed, ..Effort::FULL };
        let timed = |level, ms| Effort { level, ms, silence: ms + SILENCE, ..effort };
        match self {
            Think::Turn(level) => timed(level, time(level)),
            Think::Hint | Think::Draw => timed(0, ADVICE),
            Think::Puzzle => timed(0, REFUTING),
            Think::Review => Effort { nodes: REVIEW, silence: JUDGING, ..effort },
        }
    }
}

/// The longest thinking time of a level, in milliseconds. The lower ones need hardly any: they look at
/// few positions.
fn time(level: Level) -> u32 {
    match level {
        ..=15 => 280,
        16 => 800,
        17 => 1000,
        18 => 1500,
        19 => 2000,
        _ => 2500,
    }
}

/// What the engine has found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Thought {
    /// The rest of the turn.
    pub turn: Vec<Step>,
    /// The score in hundredths of a pawn, for the side to move.
    pub score: i32,
    /// Mate distance: in how many turns of both sides the side to move wins (above 0) or loses, if
    /// that is known.
    pub decided: Option<i32>,
    /// Why the turn is good, the strongest reason first; empty if no reasons were requested.
    pub reasons: Vec<Reason>,
}

/// What the computer does about its turn.
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
    /// Since when, and whether this is the second request.
    Thinks {
        since: u64,
        again: bool,
    },
    Plays {
        /// The remaining steps, the next one last.
        rest: Vec<Step>,
        /// How many steps the turn has.
        steps: usize,
        /// Whether it is played without pauses.
        skips: bool,
        /// Whether an alarm is set for the next step.
        waits: bool,
    },
    Failed,
}

/// The computer at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Computer {
    state: State,
    /// The number of the current request; it changes with each one, so that late thoughts and
    /// alarms are recognised.
    id: u64,
    /// The time of the event that is being handled.
    pub(crate) now: u64,
    /// The pause between two steps of a turn, in milliseconds.
    pub(crate) beat: u64,
    /// How fast steps are shown to the player ([`Event::Tempo`](crate::Event::Tempo)).
    pub(crate) tempo: u16,
    /// How many of its turns in a row it has been lost.
    pub(crate) lost_for: u8,
}

impl Computer {
    pub(crate) const NEW: Computer =
        Computer { state: State::Nothing, id: 1 << 8, now: 0, beat: BEAT, tempo: 100, lost_for: 0 };

    pub(crate) fn doing(&self) -> Doing {
        match self.state {
            State::Nothing => Doing::Nothing,
            State::Plays { steps, .. } if steps > 1 => Doing::Plays,
            State::Thinks { .. } | State::Plays { .. } => Doing::Thinks,
            State::Failed => Doing::Failed,
        }
    }

    /// Whether it is playing the steps of a turn, even a single one.
    pub(crate) fn plays(&self) -> bool {
        matches!(self.state, State::Plays { .. })
    }

    /// Begins to think; `again`: a retry after a failure.
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
        // Nobody knows how long a review takes; its judgements show that it goes on.
        if about != Think::Review {
            out.push(Request::Wake { id: self.id, after: PATIENCE, at_rest: false });
        }
    }

    /// Cancels whatever it does: its turn is gone.
    pub(crate) fn leave(&mut self, out: &mut Vec<Request>) {
        if matches!(self.state, State::Thinks { .. }) {
            out.push(Request::StopThinking { id: self.id });
        }
        self.state = State::Nothing;
        self.id += 1;
    }

    /// Whether a thought, or a failure, answers the current request.
    pub(crate) fn is_awaited(&self, id: u64) -> bool {
        matches!(self.state, State::Thinks { .. }) && id == self.id
    }

    /// Whether a failed request may be retried.
    pub(crate) fn may_try_again(&self) -> bool {
        matches!(self.state, State::Thinks { again: false, .. })
    }

    /// Whether an alarm is the current one.
    pub(crate) fn is_alarm(&self, id: u64) -> bool {
        id == self.id
    }

    /// Plays a turn, after the board has come to rest and was seen for a moment.
    pub(crate) fn play(&mut self, turn: &[Step], out: &mut Vec<Request>) {
        let after = match self.state {
            // After a long thought the board has long been at rest.
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

    /// Continues a turn that was paused while the player looked elsewhere.
    pub(crate) fn go_on(&mut self, out: &mut Vec<Request>) {
        if matches!(self.state, State::Plays { waits: false, .. }) {
            self.wait(SEEN, true, out);
        }
    }

    /// Handles an alarm: the step to take now, if it is one for that, or whether the time limit is
    /// over. If the player looks elsewhere (not `live`), a step waits.
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

    /// What follows a step: whether the next one is to be taken at once.
    pub(crate) fn stepped(&mut self, out: &mut Vec<Request>) -> Option<Step> {
        let State::Plays { rest, steps, skips, .. } = &mut self.state else { return None };
        match rest.last() {
            None => {
                self.state = State::Nothing;
                None
            }
            // The end of a turn needs no pause.
            Some(Step::End) => rest.pop(),
            Some(_) if *skips => rest.pop(),
            Some(_) => {
                let beat = if *steps > MANY { PLACING } else { self.beat };
                self.wait(self.in_tempo(beat), false, out);
                None
            }
        }
    }

    /// The pause between two steps at the player's tempo, in milliseconds.
    pub(crate) fn in_tempo(&self, pause: u64) -> u64 {
        pause * u64::from(self.tempo) / 100
    }

    /// It has failed: it found an illegal step, or nothing.
    pub(crate) fn fail(&mut self) {
        self.state = State::Failed;
        self.id += 1;
    }

    /// The player wants it to continue. Returns the step that it takes at once, if it was playing.
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
