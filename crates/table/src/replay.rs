//! Replaying the last turn, step by step.

use record::game::{Game, Path, TurnId};

use crate::event::{Event, Request};
use crate::sentence::Sentence;
use crate::table::Table;

/// The pause between two steps, in milliseconds.
const BEAT: u64 = 520;
/// The numbers of its alarms; those of the computer are higher.
const ALARMS: std::ops::Range<u64> = 16..256;
/// The alarm that begins it: a turn that came with a letter is shown after the letter was handled.
pub(crate) const BEGINS: u64 = ALARMS.start;

/// A finished turn that is replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Replay {
    turn: TurnId,
    /// The number of steps that are shown.
    steps: usize,
}

impl Table {
    /// Whether the last turn is being replayed.
    pub fn replays(&self) -> bool {
        self.replay.is_some()
    }

    /// Replays the last turn once what has brought it is done.
    pub(crate) fn replays_next(&self, out: &mut Vec<Request>) {
        out.push(Request::Wake { id: BEGINS, after: 0, at_rest: false });
    }

    pub(crate) fn begin_replay(&mut self, out: &mut Vec<Request>) {
        if self.is_exercise() {
            return;
        }
        let tip = self.game.tip();
        let turn = if self.game.is_whole(tip) { tip } else { self.game.parent(tip) };
        if turn == Game::ROOT {
            return;
        }
        self.show(self.game.behind(self.game.parent(turn)));
        self.replay = Some(Replay { turn, steps: 0 });
        self.wait_for_replay(BEAT / 2, out);
        out.push(Request::Say(Sentence::new("history.replay")));
    }

    fn wait_for_replay(&mut self, after: u64, out: &mut Vec<Request>) {
        self.replay_alarm += 1;
        let after = self.computer.in_tempo(after);
        out.push(Request::Wake { id: self.alarm_of_replay(), after, at_rest: false });
    }

    /// The number of the current alarm; earlier ones have others.
    fn alarm_of_replay(&self) -> u64 {
        BEGINS + 1 + self.replay_alarm % (ALARMS.end - BEGINS - 1)
    }

    /// Handles an alarm of the replay: shows the next step or, after the last, ends it.
    pub(crate) fn go_on_with_replay(&mut self, id: u64, out: &mut Vec<Request>) {
        if id == BEGINS {
            return self.begin_replay(out);
        }
        let Some(Replay { turn, steps }) = self.replay.filter(|_| id == self.alarm_of_replay())
        else {
            return;
        };
        if steps == self.game.steps(turn).len() {
            return self.end_replay();
        }
        self.show(Path { turn, steps: steps + 1 });
        self.replay = Some(Replay { turn, steps: steps + 1 });
        self.wait_for_replay(BEAT, out);
    }

    /// Ends the replay: shows the current position of the game.
    fn end_replay(&mut self) {
        if self.replay.take().is_some() {
            self.show(self.game.live());
        }
    }

    /// A turn that is gone is not replayed.
    pub(crate) fn forget_replay(&mut self) {
        self.replay = self.replay.filter(|replay| self.game.is_there(replay.turn));
    }

    /// Any action of the player ends the replay; a tap does nothing else. Whether the event is
    /// handled by that.
    pub(crate) fn skips_replay(&mut self, event: &Event) -> bool {
        if self.replay.is_none() || !is_players(event) {
            return false;
        }
        self.end_replay();
        matches!(event, Event::Tap(_) | Event::Press(_))
    }
}

/// Whether an alarm belongs to a replay.
pub(crate) fn is_alarm(id: u64) -> bool {
    ALARMS.contains(&id)
}

/// Whether an event is an action of the player.
pub(crate) fn is_players(event: &Event) -> bool {
    !event.is_from_store()
        && !matches!(
            event,
            Event::Woken(_)
                | Event::Pause
                | Event::Wire(_)
                | Event::Watch(_)
                | Event::Thought { .. }
                | Event::ThoughtFailed(_)
                | Event::Judged { .. }
                | Event::Confirms(_)
                | Event::Tempo(_)
                | Event::Graft(_)
                | Event::Inspect(_)
        )
}
