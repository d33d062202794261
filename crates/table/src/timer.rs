//! The clocks at a table: which one runs, what a turn has taken, and whose flag falls.
//!
//! The clocks begin with the first step of the game. A game that is taken up stands until somebody
//! touches it, and goes on where it stood. The computer's clock runs while it thinks, and not while
//! its turn is shown. In a live game the clocks run while both sides are there.

use record::game::{Game, Path, Time, TurnId};
use record::letter::{Act, GIFT, Gifts};
use record::time_control::TimeControl;
use rules::{Actor, AnyPosition, Color, Phase};

use crate::clock::{Clock, Reading, Timed};
use crate::event::{Effort, Event, Request};
use crate::keep::Keeping;
use crate::live::GRACE;
use crate::mail::Mail;
use crate::replay::is_players;
use crate::sentence::{Sentence, Value};
use crate::table::{Purpose, Seat, Table};
use crate::whole::{IS_WHOLE, whole_only};

/// A side has little time when it has this left, in milliseconds.
const LOW: u64 = 10_000;
/// The numbers of the alarms: beyond those of the computer's.
const ALARMS: u64 = 1 << 40;
/// Longer alarms go off earlier, and are set again.
const LONGEST_ALARM: u64 = 1 << 30;

/// The clocks at a table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Timer {
    pub(crate) clock: Clock,
    /// What each side was given of the other's time.
    pub(crate) given: [Gifts; 2],
    /// The last finished turn when the one began that is timed.
    behind: TurnId,
    /// Whether somebody is at the board: else the clocks stand.
    pub(crate) is_awake: bool,
    /// The number of the alarm that is set, and when it goes off.
    alarm: (u64, Option<u64>),
    /// The sides of which it was said that they have little time.
    warned: [bool; 2],
}

/// Whether an alarm is one of the clocks'.
pub(crate) fn is_alarm(id: u64) -> bool {
    IS_WHOLE && id >= ALARMS
}

/// The clocks as they are after the turns of a game, and what each turn's side had left behind it.
fn clock_of(
    game: &Game,
    control: TimeControl,
    given: &[Gifts; 2],
) -> (Clock, Vec<(TurnId, Option<u32>)>) {
    let mut clock = Clock::new(control);
    let whole: Vec<TurnId> = game.main_line().filter(|&turn| game.is_whole(turn)).collect();
    // What was given in a turn that was taken back stays given.
    let give = |clock: &mut Clock, turn: usize, before: &AnyPosition| {
        for color in Color::ALL {
            let list = given[color as usize].list().iter().filter(|given| {
                let at = given.turn as usize;
                at == turn || turn == whole.len() && at > turn
            });
            let times: u32 = list.map(|given| given.times).sum();
            let places = before.phase() == Phase::Placement && before.turn() == color;
            clock.give(color, times.saturating_mul(GIFT), places);
        }
    };
    let mut left = Vec::new();
    for (number, &turn) in whole.iter().enumerate() {
        let before = game.before(turn);
        give(&mut clock, number, before);
        let color = before.turn();
        let timed = match before.phase() {
            Phase::Placement => Timed::Placing(color),
            Phase::Movement => Timed::Turn(color),
        };
        // One that nobody has made, as those of a Quick start, has taken no time.
        let shown = game.time(turn).used.map(|used| {
            clock.finish(timed, u64::from(used));
            u32::try_from(clock.shown(color, 0, false).left).unwrap_or(u32::MAX)
        });
        left.push((turn, shown));
    }
    give(&mut clock, whole.len(), game.live_position());
    (clock, left)
}

impl Timer {
    /// The times of turns have changed, time was given, or turns are gone: what is timed goes on.
    pub(crate) fn recount(&mut self, game: &mut Game) {
        let last = last_finished(game);
        let has_gone_on = last != self.behind
            && (self.behind == Game::ROOT || game.main_line().any(|turn| turn == self.behind));
        let (clock, left) = clock_of(game, self.clock.control(), &self.given);
        for (turn, left) in left {
            let time = game.time(turn);
            game.set_time(turn, Time { left, ..time });
        }
        self.behind = last;
        // The turn that was timed has ended where others lie behind it now.
        self.clock = if has_gone_on { clock } else { self.clock.counted_anew(clock) };
    }
}

/// The last finished turn.
fn last_finished(game: &Game) -> TurnId {
    let tip = game.tip();
    if game.is_whole(tip) { tip } else { game.parent(tip) }
}

impl Table {
    /// What each side's clock shows at a time, White's first; `None`: there are no clocks.
    pub fn clocks(&self, now: u64) -> Option<[Reading; 2]> {
        let clock = self.shown_clock()?;
        Some(Color::ALL.map(|color| clock.reading(color, now)))
    }

    /// The time control, if the game has one.
    pub fn time_control(&self) -> Option<TimeControl> {
        self.shown_clock().map(Clock::control)
    }

    /// The clocks of the game, or of the one that is watched.
    fn shown_clock(&self) -> Option<&Clock> {
        let watched = self.watching.as_ref().and_then(|watching| watching.clock.as_ref());
        watched.or(self.timer.as_ref().map(|timer| &timer.clock))
    }

    /// Whether the clocks stand until somebody touches the board, and the game has begun.
    pub fn clocks_wait(&self) -> bool {
        let waits = self.timer.as_ref().is_some_and(|timer| !timer.is_awake);
        waits && self.timed().is_some()
    }

    /// How often it was said that a side has little time.
    pub fn warnings(&self) -> usize {
        let warned = self.timer.as_ref().map(|timer| timer.warned);
        warned.map_or(0, |warned| warned.into_iter().filter(|&side| side).count())
    }

    /// What time is taken for now.
    fn timed(&self) -> Option<Timed> {
        let asks = |mail: &Mail| matches!(mail.newest.letter.act, Act::TakebackAsked(_));
        let runs = match &self.mail {
            Some(mail) => self.is_together() && !asks(mail),
            None => true,
        };
        self.turn_timed().filter(|_| runs)
    }

    /// What time is taken for when the clocks run.
    pub(crate) fn turn_timed(&self) -> Option<Timed> {
        let position = self.game.live_position();
        let (color, state) = (position.turn(), self.keeper.state());
        let is_played = matches!(self.purpose, Purpose::Play)
            && self.game.tip() != Game::ROOT
            && self.game.verdict().is_none()
            && !matches!(state, Keeping::Reading | Keeping::Left);
        let is_shown = matches!(self.seat_of(color), Seat::Computer(_)) && self.computer.plays();
        if !is_played || is_shown {
            return None;
        }
        Some(match (position.actor(), position.phase()) {
            (Actor::Chance, _) if !self.has_drawn_there() => Timed::Exchange(color),
            (_, Phase::Placement) => Timed::Placing(color),
            (_, Phase::Movement) => Timed::Turn(color),
        })
    }

    /// Sets up the clocks of the game, if it has any.
    pub(crate) fn begin_clock(&mut self) {
        self.timer = self.new_timer().and_then(whole_only);
    }

    fn new_timer(&self) -> Option<Timer> {
        if !IS_WHOLE || !matches!(self.purpose, Purpose::Play) {
            return None;
        }
        let stored = self.game.clock();
        let (control, used) = match &self.mail {
            Some(mail) => {
                let control = TimeControl::parse(mail.newest.letter.clock())?;
                (control, stored.map_or(0, |(_, used)| used))
            }
            None => stored?,
        };
        let given = self.given();
        let (mut clock, _) = clock_of(&self.game, control, &given);
        if let Some(timed) = self.turn_timed() {
            clock.take_up(timed, u64::from(used));
        }
        Some(Timer {
            clock,
            given,
            behind: last_finished(&self.game),
            is_awake: match self.mail {
                Some(_) => self.is_together(),
                None => self.game.tip() == Game::ROOT,
            },
            alarm: (ALARMS, None),
            warned: [false; 2],
        })
    }

    /// Takes the time of an event before it is decided. Whether the event comes too late: a flag has
    /// fallen, and the player no longer acts.
    pub(crate) fn take_time(&mut self, event: &Event, out: &mut Vec<Request>) -> bool {
        let now = self.computer.now;
        if !IS_WHOLE || self.keeper.state() == Keeping::Left {
            return false;
        }
        let is_pause = *event == Event::Pause;
        let Some(timer) = self.timer.as_mut() else { return is_pause };
        if let Event::Woken(id) = event
            && *id == timer.alarm.0
        {
            timer.alarm.1 = None;
        }
        if self.mail.is_some() {
            timer.is_awake &= !is_pause;
            return self.take_live_time(event, out);
        }
        let fallen = timer.clock.fallen(now);
        if fallen.is_none() && is_pause {
            timer.is_awake = false;
        } else if is_players(event) {
            timer.is_awake = true;
        }
        if let Some(loser) = fallen {
            timer.clock.stop(now);
            self.end(out);
            self.game.run_out(loser);
        }
        is_pause || fallen.is_some() && is_players(event)
    }

    /// What follows for the clocks from an event; `before`: where the game stood before it.
    pub(crate) fn settle_clock(&mut self, before: Path, out: &mut Vec<Request>) {
        if !IS_WHOLE {
            return;
        }
        let now = self.computer.now;
        let timer = self.timer.take().map(|timer| (*timer).clone());
        let Some(mut timer) = timer.or_else(|| self.new_timer()) else { return };
        let (control, last) = (timer.clock.control(), last_finished(&self.game));
        if last != timer.behind {
            // A turn that was made while the other side was missed may have begun with a draw.
            let timed = timer.clock.timed().filter(|timed| !matches!(timed, Timed::Exchange(_)));
            if self.game.parent(last) == timer.behind && timed.is_some() {
                let time = timer.clock.end_turn(now);
                self.game.set_time(last, time);
            } else {
                (timer.clock, _) = clock_of(&self.game, control, &timer.given);
            }
            timer.behind = last;
        }
        let given = self.given();
        if timer.given != given {
            timer.given = given;
            timer.recount(&mut self.game);
        }
        match self.timed().filter(|_| timer.is_awake) {
            Some(timed) => timer.clock.run(timed, now),
            None => timer.clock.stop(now),
        }
        // It is stored when the game goes on or the clocks stop, and not at every event.
        let used = u32::try_from(timer.clock.used_at(now)).unwrap_or(u32::MAX);
        let stored = || self.game.clock().map_or(0, |(_, used)| used);
        if before != self.game.live() || (!timer.clock.runs() && used != stored()) {
            self.game.set_clock(Some((control, used)));
            self.touched = true;
        }
        self.set_alarm(&mut timer, out);
        self.timer = whole_only(timer);
    }

    /// Warns a side that has little time, and sets the alarm for what comes next.
    fn set_alarm(&self, timer: &mut Timer, out: &mut Vec<Request>) {
        let now = self.computer.now;
        let (Some(falls), Some(timed)) = (timer.clock.falls_at(), timer.clock.timed()) else {
            timer.alarm.1 = None;
            return;
        };
        let color = timed.color();
        let first = timer.clock.control().sides()[color as usize].first_turn();
        let is_told = matches!(timed, Timed::Exchange(_))
            || first <= LOW
            || self.seat_of(color) != Seat::Here
            || timer.warned[color as usize];
        let low = falls.saturating_sub(LOW);
        if !is_told && now >= low {
            timer.warned[color as usize] = true;
            let sentence = Sentence::new("clock.low").with("color", Value::Color(color));
            out.push(Request::Say(sentence));
        }
        // The other side of a live game says it first.
        let is_theirs = self.mail.as_ref().is_some_and(|mail| mail.own() != Some(color));
        let falls = if is_theirs { falls.saturating_add(GRACE) } else { falls };
        let next = if is_told || now >= low { falls } else { low };
        if timer.alarm.1 != Some(next) {
            timer.alarm = (timer.alarm.0 + 1, Some(next));
            let after = next.saturating_sub(now).min(LONGEST_ALARM);
            out.push(Request::Wake { id: timer.alarm.0, after, at_rest: false });
        }
    }

    /// An effort for the computer's turn that its clock allows.
    pub(crate) fn within_time(&self, effort: Effort) -> Effort {
        let color = self.game.live_position().turn();
        match self.timer.as_ref() {
            Some(timer) => {
                let share = timer.clock.share(color);
                Effort { ms: effort.ms.min(u32::try_from(share).unwrap_or(u32::MAX)), ..effort }
            }
            None => effort,
        }
    }
}
