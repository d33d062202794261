//! The time control of a game, and its text.
//!
//! The text is that of PGN's tag `TimeControl` where PGN can say it, and an extension of it elsewhere.
//! Times are seconds, with up to three decimals:
//!
//! ```text
//! 300            five minutes for all turns
//! 300+5          and five seconds for each turn (Fischer)
//! *60            an hourglass
//! 1/259200       three days a turn; what is not used is lost
//! 300b5          what a turn takes is given back, five seconds at most (Bronstein)
//! 300d5          the clock waits for five seconds in each turn (simple delay)
//! 600:5x30       then five periods of thirty seconds; a period that suffices is kept (byo-yomi)
//! 1/30r90        thirty seconds a turn; a reserve of ninety takes what is left over (Arimaa)
//! 300+5,60+1     White's time, and less for Black
//! 300+5;p120     two minutes besides for placing
//! ```

use std::fmt;

/// The longest time that a control can name, in milliseconds: 31 days.
pub const LONGEST: u32 = 31 * 24 * 60 * 60 * 1000;
/// The most periods of byo-yomi.
pub const MOST_PERIODS: u8 = 100;
/// The longest text, as letters have room for it.
const LONGEST_TEXT: usize = 64;

/// What a side has for each turn beside its time for all turns; times in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pace {
    /// This is added when a turn ends (Fischer).
    Increment(u32),
    /// What a turn has taken is given back when it ends, up to this (Bronstein).
    Bronstein(u32),
    /// The clock begins to run after this. Without time for all turns this is so much a turn.
    Delay(u32),
    /// After the time for all turns there are periods: one that a turn does not use up begins anew
    /// with the next turn.
    ByoYomi {
        /// How many.
        periods: u8,
        /// How long each is.
        period: u32,
    },
    /// What one side uses, the other gains.
    Hourglass,
    /// Each turn has this time; what it does not use is added to the time for all turns, a reserve
    /// from which longer turns take (Arimaa).
    Reserve(u32),
}

/// The time of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Allowance {
    /// For all turns, in milliseconds.
    pub main: u32,
    /// For each turn.
    pub pace: Pace,
}

/// The time control of a game. Each side has time for a first turn, an hourglass has two sides, and
/// no time is longer than [`LONGEST`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TimeControl {
    sides: [Allowance; 2],
    placing: Option<u32>,
}

impl Allowance {
    /// How long a turn may take at the beginning, in milliseconds.
    pub fn first_turn(self) -> u64 {
        let extra = match self.pace {
            Pace::Increment(_) | Pace::Bronstein(_) | Pace::Hourglass => 0,
            Pace::Delay(time) | Pace::Reserve(time) => u64::from(time),
            Pace::ByoYomi { periods, period } => u64::from(periods) * u64::from(period),
        };
        u64::from(self.main) + extra
    }

    fn is_valid(self) -> bool {
        let (time, is_needed) = match self.pace {
            Pace::Increment(time) => (time, false),
            Pace::Hourglass => (0, false),
            Pace::Bronstein(time) | Pace::Delay(time) | Pace::Reserve(time) => (time, true),
            Pace::ByoYomi { period, .. } => (period, true),
        };
        let has_periods = match self.pace {
            Pace::ByoYomi { periods, .. } => (1..=MOST_PERIODS).contains(&periods),
            _ => true,
        };
        has_periods
            && self.main.max(time) <= LONGEST
            && (time > 0 || !is_needed)
            && self.first_turn() > 0
    }

    fn read(text: &str) -> Option<Allowance> {
        let of = |main: &str, pace| Some(Allowance { main: read_seconds(main)?, pace });
        if let Some(main) = text.strip_prefix('*') {
            return of(main, Pace::Hourglass);
        }
        if let Some(turn) = text.strip_prefix("1/") {
            return match turn.split_once('r') {
                Some((turn, reserve)) => of(reserve, Pace::Reserve(read_seconds(turn)?)),
                None => of("0", Pace::Delay(read_seconds(turn)?)),
            };
        }
        if let Some((main, rest)) = text.split_once(':') {
            let (periods, period) =
                rest.split_once('x').filter(|(count, _)| !count.contains('.'))?;
            let periods = u8::try_from(read_seconds(periods)? / 1000).ok()?;
            return of(main, Pace::ByoYomi { periods, period: read_seconds(period)? });
        }
        for sign in ['+', 'b', 'd'] {
            if let Some((main, time)) = text.split_once(sign) {
                let time = read_seconds(time)?;
                let pace = match sign {
                    '+' => Pace::Increment(time),
                    'b' => Pace::Bronstein(time),
                    _ => Pace::Delay(time),
                };
                return of(main, pace);
            }
        }
        of(text, Pace::Increment(0))
    }
}

impl TimeControl {
    /// A time control; `None` if that is none. `placing` is a side's own time for all turns in which
    /// it places its pieces, in milliseconds.
    pub fn new(sides: [Allowance; 2], placing: Option<u32>) -> Option<TimeControl> {
        let [white, black] = sides.map(|side| side.pace == Pace::Hourglass);
        let is_valid = white == black
            && sides.into_iter().all(Allowance::is_valid)
            && placing.is_none_or(|time| (1..=LONGEST).contains(&time));
        let control = TimeControl { sides, placing };
        (is_valid && control.to_string().len() <= LONGEST_TEXT).then_some(control)
    }

    /// The time of White and of Black.
    pub fn sides(&self) -> [Allowance; 2] {
        self.sides
    }

    /// A side's own time for placing, if it has one.
    pub fn placing(&self) -> Option<u32> {
        self.placing
    }

    /// Reads a time control; `None` also for those of PGN that are not known here, as forty moves in
    /// two hours.
    pub fn parse(text: &str) -> Option<TimeControl> {
        if text.len() > LONGEST_TEXT {
            return None;
        }
        let (sides, placing) = match text.split_once(";p") {
            Some((sides, placing)) => (sides, Some(read_seconds(placing)?)),
            None => (text, None),
        };
        let (white, black) = sides.split_once(',').unwrap_or((sides, sides));
        TimeControl::new([Allowance::read(white)?, Allowance::read(black)?], placing)
    }
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let main = Seconds(self.main);
        match self.pace {
            Pace::Increment(0) => write!(f, "{main}"),
            Pace::Increment(time) => write!(f, "{main}+{}", Seconds(time)),
            Pace::Bronstein(time) => write!(f, "{main}b{}", Seconds(time)),
            Pace::Delay(time) if self.main == 0 => write!(f, "1/{}", Seconds(time)),
            Pace::Delay(time) => write!(f, "{main}d{}", Seconds(time)),
            Pace::ByoYomi { periods, period } => write!(f, "{main}:{periods}x{}", Seconds(period)),
            Pace::Hourglass => write!(f, "*{main}"),
            Pace::Reserve(time) => write!(f, "1/{}r{main}", Seconds(time)),
        }
    }
}

/// The text that [`TimeControl::parse`] reads.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.sides;
        write!(f, "{white}")?;
        if white != black {
            write!(f, ",{black}")?;
        }
        match self.placing {
            Some(time) => write!(f, ";p{}", Seconds(time)),
            None => Ok(()),
        }
    }
}

/// Milliseconds, written as seconds.
struct Seconds(u32);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, rest) = (self.0 / 1000, self.0 % 1000);
        if rest == 0 {
            return write!(f, "{seconds}");
        }
        let decimals = format!("{rest:03}");
        write!(f, "{seconds}.{}", decimals.trim_end_matches('0'))
    }
}

/// Seconds with up to three decimals, as milliseconds.
pub(crate) fn read_seconds(text: &str) -> Option<u32> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit());
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    if !is_number(whole) || !is_number(decimals) || decimals.len() > 3 {
        return None;
    }
    let thousandths: u32 = format!("{decimals:0<3}").parse().ok()?;
    whole.parse::<u32>().ok()?.checked_mul(1000)?.checked_add(thousandths)
}
