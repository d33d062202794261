//! Days for each turn in a game by link: whose time runs, until when, and the claim after it.
//!
//! A link by hand has no referee, and the two watches may differ. So each side counts by its own watch, and only
//! differences of times at that watch. Who is to answer counts from when the letter came here; who waits counts
//! from when the letter was handed on, or told to a relay, and allows [`ALLOWANCE`] beside for its way there and
//! back. Nothing ends by itself: who waits may claim the game then, by a letter like any other. The device of the
//! other side takes a claim if its own watch says that the time was over, and else asks its player.

use record::letter::{Act, Due, Played};
use record::time_control::{Allowance, Pace, TimeControl};
use rules::Color;

use crate::event::Request;
use crate::live::{Presence, SILENCE};
use crate::mail::Mail;
use crate::sentence::{Sentence, Value};
use crate::table::Table;

/// A day, in milliseconds.
pub const DAY: u64 = 24 * HOUR;
/// What who waits allows beside the days of a turn, in milliseconds.
pub const ALLOWANCE: u64 = 12 * HOUR;

const HOUR: u64 = 60 * MINUTE;
const MINUTE: u64 = 60_000;
/// The alarm at which what is shown of the time changes: below those of live games.
pub(crate) const ALARM: u64 = 1 << 38;
/// What is shown is looked at again after this, at the latest.
const LONGEST_WAIT: u64 = 6 * HOUR;

/// Whose time runs, and until when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Until {
    /// Who is to answer.
    pub(crate) color: Color,
    /// When the time is over by the watch here.
    pub(crate) at: u64,
    /// When who waits may claim the game by it.
    claim: u64,
}

/// What is shown of the time for a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnTime {
    /// Whose turn it is for.
    pub color: Color,
    /// How much is left.
    pub says: Sentence,
    /// The same in a whole sentence, with whose it is.
    pub tells: Sentence,
    /// Whether less than a day is left.
    pub is_low: bool,
}

/// How much is left, in the largest unit that says it.
fn left(time: u64) -> Sentence {
    let count = |count: u64| Value::Count(usize::try_from(count).unwrap_or(usize::MAX));
    let (key, number) = match time {
        0 => return Sentence::new("days.over"),
        // Rounded, so that three days are three a minute later.
        _ if time >= 36 * HOUR => ("days.left", (time + DAY / 2) / DAY),
        _ if time >= 90 * MINUTE => ("days.hours-left", (time + HOUR / 2) / HOUR),
        _ => ("days.minutes-left", time.div_ceil(MINUTE)),
    };
    match (key, number) {
        ("days.hours-left", 1) => Sentence::new("days.hour-left"),
        ("days.minutes-left", 1) => Sentence::new("days.minute-left"),
        _ => Sentence::new(key).with("count", count(number)),
    }
}

impl Mail {
    /// How long a turn may take, in milliseconds.
    fn turn_time(&self) -> Option<u64> {
        self.newest.letter.days().map(|days| u64::from(days) * DAY)
    }

    /// Whose letter the other side waits for, and what it is; `None` before there is an answer.
    fn awaited(&self) -> Option<(Color, Due)> {
        let letter = &self.newest.letter;
        let own = self.own().filter(|_| letter.answer.is_some())?;
        if letter.sender == own && !self.sent && self.newest.record.verdict().is_none() {
            // It is written and waits here: the time runs on.
            return Some((own, Due::Turn));
        }
        self.newest.due()
    }

    /// Whose time runs; `None` if none does, or it is not known since when.
    pub(crate) fn until(&self) -> Option<Until> {
        let time = self.turn_time()?;
        let (color, _) = self.awaited()?;
        let since = Some(self.since).filter(|&since| since > 0)?;
        let is_theirs = Some(self.newest.letter.sender) != self.own();
        // The other side counts since it has handed its letter on, which is not long after it wrote it.
        let written = self.newest.letter.written().filter(|_| is_theirs);
        let from = written.map_or(since, |seconds| {
            seconds.saturating_mul(1000).clamp(since.saturating_sub(ALLOWANCE), since)
        });
        Some(Until { color, at: from + time, claim: since + time + ALLOWANCE })
    }

    /// Whether the time for the player's turn is over, by the watch here and since the letter came here.
    fn is_overdue(&self, now: u64) -> bool {
        let is_awaited = self.awaited().is_some_and(|(color, _)| Some(color) == self.own());
        let time = self.turn_time().filter(|_| is_awaited && self.since > 0);
        time.is_some_and(|time| now.saturating_sub(self.since) >= time)
    }

    /// The claim that the watch here allows: what the letter says.
    fn claim(&self, now: u64) -> Option<Act> {
        let (color, due) = self.awaited()?;
        let is_over = self.until().is_some_and(|until| now >= until.claim);
        let may = is_over && self.sent && Some(color) != self.own();
        // A takeback or an opening is not answered by the side to move alone.
        may.then_some(if due == Due::Turn { Act::TimeUp } else { Act::Claim })
    }

    /// What is shown of the time at this moment.
    pub(crate) fn time_for_turn(&self, now: u64) -> Option<TurnTime> {
        let Until { color, at, claim } = self.until()?;
        let time = at.saturating_sub(now);
        let (own, says) = (self.own()?, left(time));
        let tells = match (color == own, time) {
            (true, 0) => Sentence::new("days.own-over"),
            (true, _) => Sentence::new("days.own").with("left", says.clone().into()),
            (false, 0) if self.claim(now).is_some() => Sentence::new("days.claimable"),
            (false, 0) => {
                let rest = left(claim.saturating_sub(now).max(1)).into();
                Sentence::new("days.claimable-later").with("left", rest)
            }
            (false, _) => Sentence::new("days.theirs").with("left", says.clone().into()),
        };
        let name = match self.name(!own) {
            "" => Value::Key("mail.friend"),
            name => Value::Name(name.to_owned()),
        };
        Some(TurnTime { color, says, tells: tells.with("name", name), is_low: time < DAY })
    }
}

impl From<Sentence> for Value {
    fn from(sentence: Sentence) -> Value {
        Value::Sentence(Box::new(sentence))
    }
}

impl Table {
    /// The claim that the player may make because the time for the other side's turn is over.
    pub(crate) fn overdue_claim(&self) -> Option<Act> {
        let now = self.computer.now;
        // On a line that keeps letters, the other side's would have been heard by now; without it, letters go by
        // hand.
        let has_heard = self.live.as_ref().is_none_or(|live| match live.presence {
            Presence::Left => true,
            _ => live.keeps && now.saturating_sub(live.open) >= SILENCE,
        });
        let mail = self.mail.as_ref().filter(|_| has_heard && self.game.verdict().is_none())?;
        mail.claim(now)
    }

    /// Whether the watch here says what a letter says that ends the game because of the time for a turn; `None`
    /// in games without such a time.
    pub(crate) fn believes_overdue(&self, came: &Played) -> Option<bool> {
        let mail = self.mail.as_ref().filter(|mail| mail.turn_time().is_some())?;
        let is_claim = matches!(came.letter.act, Act::TimeUp | Act::Claim);
        Some(!is_claim || mail.is_overdue(self.computer.now))
    }

    /// The newest letter has been handed on, by hand or on a line: the other side's time begins.
    pub(crate) fn begin_wait(&mut self) {
        let now = self.computer.now;
        if let Some(mail) = self.mail.as_mut().filter(|mail| mail.turn_time().is_some()) {
            mail.since = now;
            self.touched = true;
        }
    }

    /// A line that keeps letters has an older one than was told: that one has not arrived.
    pub(crate) fn restart_wait(&mut self) {
        let own = self.mail.as_ref().and_then(|mail| mail.own());
        let is_told = |mail: &Mail| mail.sent && Some(mail.newest.letter.sender) == own;
        if self.mail.as_ref().is_some_and(|mail| is_told(mail)) {
            self.begin_wait();
        }
    }

    /// What follows from an event for the time of turns: when it began, the time control of the game, and the
    /// alarm for what is shown.
    pub(crate) fn settle_days(&mut self, out: &mut Vec<Request>) {
        let now = self.computer.now;
        let is_read = self.keeper.is_read();
        let Some(mail) = self.mail.as_mut().filter(|_| is_read) else { return };
        let Some(time) = mail.turn_time() else { return };
        if mail.since == 0 && mail.own().is_some() && mail.newest.letter.answer.is_some() {
            // Not known, or it has just come: nobody is wronged if it counts from now.
            mail.since = now;
            self.touched = true;
        }
        if self.game.clock().is_none() {
            let side = Allowance { main: 0, pace: Pace::Delay(u32::try_from(time).unwrap_or(0)) };
            let control = TimeControl::new([side; 2], None);
            self.game.set_clock(control.map(|control| (control, 0)));
        }
        let until = mail.until().filter(|_| self.game.verdict().is_none());
        let Some(Until { at, claim, .. }) = until else { return };
        if mail.alarm > now {
            return;
        }
        let rest = if at > now { at - now } else { claim.saturating_sub(now) };
        if rest > 0 {
            let after = (rest / 24).clamp(MINUTE, LONGEST_WAIT).min(rest);
            mail.alarm = now + after;
            out.push(Request::Wake { id: ALARM, after, at_rest: false });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_told_in_the_unit_that_says_it() {
        let text = |time: u64| {
            let Sentence { key, values } = left(time);
            (key, values.first().map(|(_, value)| value.clone()))
        };
        let counted = |key, count| (key, Some(Value::Count(count)));
        assert_eq!(text(3 * DAY), counted("days.left", 3));
        assert_eq!(text(3 * DAY - MINUTE), counted("days.left", 3));
        assert_eq!(text(36 * HOUR), counted("days.left", 2));
        assert_eq!(text(36 * HOUR - 1), counted("days.hours-left", 36));
        assert_eq!(text(8 * HOUR), counted("days.hours-left", 8));
        assert_eq!(text(90 * MINUTE), counted("days.hours-left", 2));
        assert_eq!(text(90 * MINUTE - 1), counted("days.minutes-left", 90));
        assert_eq!(text(1), ("days.minute-left", None));
        assert_eq!(text(0), ("days.over", None));
    }
}
