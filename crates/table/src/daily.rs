//! The days of puzzles: their numbers, and the player's streak.

/// A day by its number: 1 is 1 November 2026.
pub type Day = u32;

/// The day before the first.
const BEFORE: (i32, u32, u32) = (2026, 10, 31);

/// The number of a local date; dates before the first day count as the first.
///
/// The month and the day count from 1. A date that does not exist counts as one near it.
pub fn day_of(year: i32, month: u32, day: u32) -> Day {
    let (y, m, d) = BEFORE;
    let past = days_from_civil(year, month, day) - days_from_civil(y, m, d);
    Day::try_from(past.max(1)).unwrap_or(Day::MAX)
}

/// Days since 1 January 1970 in the calendar of today, as Howard Hinnant computes them: years begin
/// in March, so that the day that some years have more is their last.
fn days_from_civil(year: i32, month: u32, day: u32) -> i64 {
    let (month, day) = (i64::from(month.clamp(1, 12)), i64::from(day.clamp(1, 31)));
    let year = i64::from(year) - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The streak: on how many days in a row the day's puzzle has been solved. Setting the clock back
/// neither breaks nor extends it, since each day counts once and the whole run around today counts.
pub fn streak(is_solved: impl Fn(Day) -> bool, today: Day) -> u32 {
    let anchor = if is_solved(today) { today } else { today.saturating_sub(1) };
    if !is_solved(anchor) {
        return 0;
    }
    let before = (0..anchor).rev().take_while(|&day| is_solved(day));
    let after = (anchor..=Day::MAX).skip(1).take_while(|&day| is_solved(day));
    1 + before.count() as u32 + after.count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_day_is_1_november_2026_and_each_midnight_begins_another() {
        for ((year, month, day), number) in [
            ((2026, 11, 1), 1),
            ((2026, 11, 2), 2),
            ((2026, 12, 1), 31),
            ((2027, 1, 1), 62),
            ((2027, 3, 1), 121),
            ((2028, 2, 29), 486),
            ((2028, 3, 1), 487),
            ((2126, 11, 1), 36_525),
        ] {
            assert_eq!(day_of(year, month, day), number, "{year}-{month}-{day}");
        }
    }

    #[test]
    fn no_day_has_a_number_below_1_whatever_the_clock_says() {
        for (year, month, day) in [(2026, 10, 31), (1970, 1, 1), (i32::MIN, 0, 0), (-1, 99, 99)] {
            assert_eq!(day_of(year, month, day), 1);
        }
        assert_eq!(day_of(i32::MAX, 12, 31), Day::MAX);
    }

    #[test]
    fn each_day_counts_once_and_the_run_about_today_counts_whole() {
        let of = |solved: &[Day], today| streak(|day| solved.contains(&day), today);
        for (solved, today, days) in [
            (&[][..], 5, 0),
            (&[5], 5, 1),
            (&[4], 5, 1),
            (&[3], 5, 0),
            (&[3, 4, 5], 5, 3),
            (&[2, 3, 4], 5, 3),
            (&[1, 2, 4, 5], 5, 2),
            // The clock was ahead and is set back: the run continues after today.
            (&[3, 4, 5, 6, 7], 5, 5),
            (&[5, 6, 8], 5, 2),
            (&[1, 2, 30], 2, 2),
            (&[1, 2, 30], 3, 2),
            (&[1, 2, 30], 4, 0),
            (&[0, 1], 1, 2),
            (&[Day::MAX], Day::MAX, 1),
            (&[1], 0, 0),
        ] {
            assert_eq!(of(solved, today), days, "{solved:?} on {today}");
        }
    }
}
