//! The clocks of a game: how much time each side has left. Time comes in with events, so that whatever
//! happens can be repeated to the millisecond.
//!
//! One clock runs in a turn, however many steps it has; what a side gains by a turn it gains when the
//! turn ends. While pieces are exchanged that both sides draw, no clock runs, and who is awaited has a
//! limit of its own. What a turn has taken is stored with it: the clocks follow from these times
//! ([`Clock::finish`]), so that a turn taken back gives its time back.

use record::game::Time;
use record::time_control::{Pace, TimeControl};
use rules::Color;

/// How long a side may take to answer in the exchange of a draw, in milliseconds.
pub const EXCHANGE: u32 = 60_000;

/// What a side has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Side {
    /// For all turns: what is left of it, or the reserve.
    main: u64,
    /// Periods of byo-yomi that are left.
    periods: u8,
    /// For placing.
    placing: u32,
}

/// What time is taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timed {
    /// A turn.
    Turn(Color),
    /// A turn in which pieces are placed.
    Placing(Color),
    /// The answer of a side in the exchange of a draw.
    Exchange(Color),
}

impl Timed {
    /// Whose time it is.
    pub const fn color(self) -> Color {
        match self {
            Timed::Turn(color) | Timed::Placing(color) | Timed::Exchange(color) => color,
        }
    }
}

/// What a clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// What counts down: of the time for all turns, of the period, or of the turn, in milliseconds.
    pub left: u64,
    /// What is left after that until the flag falls.
    pub beyond: u64,
    /// How many periods of byo-yomi follow.
    pub periods: u8,
    /// Whether it counts down now. It may run and yet stand, as long as a simple delay does.
    pub runs: bool,
}

/// The clocks of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    /// As they were when the turn began.
    sides: [Side; 2],
    /// What time is taken for, whether it runs or not.
    timed: Option<Timed>,
    /// What that has taken until time began to run last.
    used: u64,
    /// Since when time runs.
    since: Option<u64>,
}

impl Clock {
    /// Clocks that stand at the beginning.
    pub fn new(control: TimeControl) -> Clock {
        let sides = control.sides().map(|side| Side {
            main: u64::from(side.main),
            periods: match side.pace {
                Pace::ByoYomi { periods, .. } => periods,
                _ => 0,
            },
            placing: control.placing().unwrap_or(0),
        });
        Clock { control, sides, timed: None, used: 0, since: None }
    }

    /// A side is given time by the other one: for placing, if it has a budget for that and places.
    pub fn give(&mut self, color: Color, time: u32, places: bool) {
        let side = &mut self.sides[color as usize];
        match places && self.control.placing().is_some() {
            true => side.placing = side.placing.saturating_add(time),
            false => side.main = side.main.saturating_add(u64::from(time)),
        }
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Whether time runs.
    pub fn runs(&self) -> bool {
        self.since.is_some()
    }

    /// What time is taken for, or was until the clocks stood.
    pub fn timed(&self) -> Option<Timed> {
        self.timed
    }

    /// Takes up what had taken this much time when the clocks stood.
    pub fn take_up(&mut self, timed: Timed, used: u64) {
        *self = Clock { timed: Some(timed), used, since: None, ..*self };
    }

    /// These clocks with what the sides have by `counted`: what is timed goes on, and since when stays,
    /// for it may turn out later that the clocks stand since an earlier time.
    pub fn counted_anew(&self, counted: Clock) -> Clock {
        Clock { sides: counted.sides, ..self.clone() }
    }

    /// Time runs from now on; something else than before begins anew.
    pub fn run(&mut self, timed: Timed, now: u64) {
        if self.timed != Some(timed) {
            *self = Clock { timed: Some(timed), used: 0, since: None, ..*self };
        }
        self.since = self.since.or(Some(now));
    }

    /// No time runs any more; what was used stays used.
    pub fn stop(&mut self, now: u64) {
        self.used = self.used_at(now);
        self.since = None;
    }

    /// What the turn, or the answer in an exchange, has taken so far, in milliseconds.
    pub fn used_at(&self, now: u64) -> u64 {
        // A clock of the device that is set back takes nothing back.
        let running = self.since.map_or(0, |since| now.saturating_sub(since));
        self.used.saturating_add(running)
    }

    /// The turn that is timed ends: what it has taken, and what its side has left then. The clocks
    /// stand after that.
    pub fn end_turn(&mut self, now: u64) -> Time {
        self.stop(now);
        let Some(timed) = self.timed.take() else { return Time::default() };
        let used = std::mem::take(&mut self.used);
        self.finish(timed, used);
        let short = |time: u64| Some(u32::try_from(time).unwrap_or(u32::MAX));
        Time { used: short(used), left: short(self.shown(timed.color(), 0, false).left) }
    }

    /// When the flag falls of the side whose time runs, if nothing happens before.
    pub fn falls_at(&self) -> Option<u64> {
        let rest = self.budget(self.timed?).saturating_sub(self.used);
        Some(self.since?.saturating_add(rest))
    }

    /// Whose flag has fallen by now.
    pub fn fallen(&self, now: u64) -> Option<Color> {
        let timed = self.timed.filter(|_| self.runs())?;
        (self.used_at(now) >= self.budget(timed)).then(|| timed.color())
    }

    /// What a side's clock shows.
    pub fn reading(&self, color: Color, now: u64) -> Reading {
        match self.timed.filter(|timed| timed.color() == color) {
            Some(Timed::Placing(_)) if self.control.placing().is_some() => {
                let left = u64::from(self.side(color).placing).saturating_sub(self.used_at(now));
                Reading { left, beyond: 0, periods: 0, runs: self.runs() }
            }
            Some(Timed::Turn(_) | Timed::Placing(_)) => {
                self.shown(color, self.used_at(now), self.runs())
            }
            Some(Timed::Exchange(_)) | None => self.shown(color, 0, false),
        }
    }

    /// The clocks as words, for who watches.
    pub(crate) fn write(&self, now: u64) -> String {
        let [white, black] =
            self.sides.map(|Side { main, periods, placing }| format!("{main} {periods} {placing}"));
        let timed = match self.timed {
            Some(Timed::Turn(color)) => format!("turn-{}", color.id()),
            Some(Timed::Placing(color)) => format!("placing-{}", color.id()),
            Some(Timed::Exchange(color)) => format!("exchange-{}", color.id()),
            None => "-".to_owned(),
        };
        let (used, runs) = (self.used_at(now), u8::from(self.runs()));
        format!("{} {white} {black} {timed} {used} {runs}", self.control)
    }

    /// The clocks of such words, which run from now on if they ran; nothing if they are none.
    pub(crate) fn read<'a>(words: &mut impl Iterator<Item = &'a str>, now: u64) -> Option<Clock> {
        let control = TimeControl::parse(words.next()?)?;
        // No clock shows more.
        let short = |word: &str| word.parse::<u32>().ok().map(u64::from);
        let mut side = || {
            let main = short(words.next()?)?;
            let periods = words.next()?.parse().ok()?;
            Some(Side { main, periods, placing: words.next()?.parse().ok()? })
        };
        let sides = [side()?, side()?];
        let timed = match words.next()? {
            "-" => None,
            text => {
                let (kind, name) = text.split_once('-')?;
                let color = Color::ALL.into_iter().find(|color| color.id() == name)?;
                Some(match kind {
                    "turn" => Timed::Turn(color),
                    "placing" => Timed::Placing(color),
                    "exchange" => Timed::Exchange(color),
                    _ => return None,
                })
            }
        };
        let used = short(words.next()?)?;
        let since = match words.next()? {
            "0" => None,
            "1" => Some(now),
            _ => return None,
        };
        Some(Clock { control, sides, timed, used, since })
    }

    /// How long a side may take for a turn if many are to come, in milliseconds.
    pub fn share(&self, color: Color) -> u64 {
        let own = self.timed.filter(|timed| timed.color() == color);
        let each = match self.pace(color) {
            Pace::Increment(time)
            | Pace::Bronstein(time)
            | Pace::Delay(time)
            | Pace::Reserve(time)
            | Pace::ByoYomi { period: time, .. } => u64::from(time),
            Pace::Hourglass => 0,
        };
        let whole = self.budget(own.unwrap_or(Timed::Turn(color)));
        (self.side(color).main / 40 + each * 3 / 4).min(whole / 2)
    }

    fn side(&self, color: Color) -> Side {
        self.sides[color as usize]
    }

    fn pace(&self, color: Color) -> Pace {
        self.control.sides()[color as usize].pace
    }

    /// How long what is timed may take in all.
    pub(crate) fn budget(&self, timed: Timed) -> u64 {
        let side = self.side(timed.color());
        match timed {
            Timed::Exchange(_) => return u64::from(EXCHANGE),
            Timed::Placing(_) if self.control.placing().is_some() => {
                return u64::from(side.placing);
            }
            Timed::Turn(_) | Timed::Placing(_) => {}
        }
        let beside = match self.pace(timed.color()) {
            Pace::Increment(_) | Pace::Bronstein(_) | Pace::Hourglass => 0,
            Pace::Delay(time) | Pace::Reserve(time) => u64::from(time),
            Pace::ByoYomi { period, .. } => u64::from(side.periods) * u64::from(period),
        };
        side.main.saturating_add(beside)
    }

    /// What a side's clock shows after this much of its turn.
    pub(crate) fn shown(&self, color: Color, used: u64, runs: bool) -> Reading {
        let side = self.side(color);
        let rest = Reading { left: 0, beyond: 0, periods: 0, runs };
        match self.pace(color) {
            Pace::Increment(_) | Pace::Bronstein(_) | Pace::Hourglass => {
                Reading { left: side.main.saturating_sub(used), ..rest }
            }
            // So much a turn counts down what the turn has.
            Pace::Delay(delay) if side.main == 0 => {
                Reading { left: u64::from(delay).saturating_sub(used), ..rest }
            }
            Pace::Delay(delay) => {
                let delay = u64::from(delay);
                let left = side.main.saturating_sub(used.saturating_sub(delay));
                let waits = delay.saturating_sub(used);
                Reading { left, beyond: waits, runs: runs && waits == 0, ..rest }
            }
            Pace::Reserve(time) => match u64::from(time).checked_sub(used).filter(|&left| left > 0)
            {
                Some(left) => Reading { left, beyond: side.main, ..rest },
                None => {
                    let over = used.saturating_sub(u64::from(time));
                    Reading { left: side.main.saturating_sub(over), ..rest }
                }
            },
            Pace::ByoYomi { period, .. } => {
                let period = u64::from(period);
                let all = u64::from(side.periods);
                if used < side.main {
                    let (left, beyond) = (side.main - used, all * period);
                    return Reading { left, beyond, periods: side.periods, runs };
                }
                let over = used - side.main;
                let gone = over / period;
                if gone >= all {
                    return rest;
                }
                let following = all - gone - 1;
                Reading {
                    left: period - over % period,
                    beyond: following * period,
                    periods: following as u8,
                    runs,
                }
            }
        }
    }

    /// What follows from a finished turn that has taken this long, in milliseconds. The clocks stand.
    pub fn finish(&mut self, timed: Timed, used: u64) {
        let color = timed.color();
        let pace = self.pace(color);
        let side = &mut self.sides[color as usize];
        match timed {
            // The exchange of a draw takes nobody's time.
            Timed::Exchange(_) => return,
            Timed::Placing(_) if self.control.placing().is_some() => {
                let used = u32::try_from(used).unwrap_or(u32::MAX);
                side.placing = side.placing.saturating_sub(used);
                return;
            }
            Timed::Turn(_) | Timed::Placing(_) => {}
        }
        match pace {
            Pace::Increment(time) => {
                side.main = side.main.saturating_sub(used).saturating_add(u64::from(time));
            }
            Pace::Bronstein(most) => {
                let back = used.min(u64::from(most));
                side.main = side.main.saturating_sub(used).saturating_add(back);
            }
            Pace::Delay(delay) => {
                side.main = side.main.saturating_sub(used.saturating_sub(u64::from(delay)));
            }
            Pace::Reserve(time) => {
                side.main = side.main.saturating_add(u64::from(time)).saturating_sub(used);
            }
            Pace::ByoYomi { period, .. } => {
                let over = used.saturating_sub(side.main);
                let gone = if used < side.main { 0 } else { over / u64::from(period) };
                side.main = side.main.saturating_sub(used);
                side.periods = side.periods.saturating_sub(u8::try_from(gone).unwrap_or(u8::MAX));
            }
            Pace::Hourglass => {
                let used = used.min(side.main);
                side.main -= used;
                let other = &mut self.sides[!color as usize];
                other.main = other.main.saturating_add(used);
            }
        }
    }
}
