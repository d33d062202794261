//! The clocks, to the millisecond: each time control by example, and what holds for all of them in
//! games of random turns.

use record::game::Time;
use record::time_control::{Allowance, Pace, TimeControl};
use rules::Color::{self, Black, White};
use table::{Clock, EXCHANGE, Reading, Timed};
use testkit::chance::Chance;

fn clock(text: &str) -> Clock {
    Clock::new(TimeControl::parse(text).unwrap_or_else(|| panic!("{text}")))
}

/// A turn that takes so long, and what its side has left after it.
fn turn(clock: &mut Clock, color: Color, used: u64) -> u32 {
    clock.run(Timed::Turn(color), 1_000);
    let time = clock.end_turn(1_000 + used);
    assert_eq!(time.used.map(u64::from), Some(used));
    time.left.unwrap()
}

fn left(clock: &Clock, color: Color) -> u64 {
    clock.reading(color, 0).left
}

#[test]
fn the_flag_falls_at_the_millisecond_and_not_before() {
    let mut clock = clock("60");
    assert_eq!((clock.runs(), clock.falls_at(), clock.fallen(u64::MAX)), (false, None, None));
    clock.run(Timed::Turn(White), 500);
    assert_eq!(clock.falls_at(), Some(60_500));
    assert_eq!(clock.fallen(60_499), None);
    assert_eq!(clock.reading(White, 60_499), reading(1, 0, 0, true));
    assert_eq!(clock.fallen(60_500), Some(White));
    assert_eq!(left(&clock, Black), 60_000);
}

fn reading(left: u64, beyond: u64, periods: u8, runs: bool) -> Reading {
    Reading { left, beyond, periods, runs }
}

#[test]
fn an_increment_comes_when_the_turn_ends_and_not_at_its_steps() {
    let mut clock = clock("60+5");
    let white = Timed::Turn(White);
    clock.run(white, 0);
    // Further steps of the turn.
    clock.run(white, 4_000);
    clock.run(white, 9_000);
    assert_eq!(clock.reading(White, 10_000).left, 50_000);
    let time = clock.end_turn(10_000);
    assert_eq!(time, Time { used: Some(10_000), left: Some(55_000) });
    assert_eq!(turn(&mut clock, Black, 0), 65_000);
}

#[test]
fn bronstein_gives_back_what_the_turn_took_and_no_more_than_its_limit() {
    let mut clock = clock("60b5");
    assert_eq!(turn(&mut clock, White, 3_000), 60_000);
    assert_eq!(turn(&mut clock, White, 5_001), 59_999);
    assert_eq!(turn(&mut clock, White, 20_000), 44_999);
    clock.run(Timed::Turn(White), 0);
    // The time is given back at the end: until then it can run out.
    assert_eq!(clock.falls_at(), Some(44_999));
}

#[test]
fn a_simple_delay_waits_in_each_turn() {
    let mut clock = clock("60d5");
    clock.run(Timed::Turn(White), 0);
    assert_eq!(clock.reading(White, 4_999), reading(60_000, 1, 0, false));
    assert_eq!(clock.reading(White, 5_000), reading(60_000, 0, 0, true));
    assert_eq!(clock.reading(White, 6_000), reading(59_000, 0, 0, true));
    assert_eq!(clock.falls_at(), Some(65_000));
    assert_eq!(clock.end_turn(6_000).left, Some(59_000));
    assert_eq!(turn(&mut clock, White, 5_000), 59_000);
}

#[test]
fn so_much_a_turn_saves_nothing() {
    let mut clock = clock("1/259200");
    let days = 259_200_000;
    for used in [1, days - 1, 1_000] {
        clock.run(Timed::Turn(White), 0);
        assert_eq!(clock.falls_at(), Some(days));
        assert_eq!(clock.reading(White, 60_000), reading(days - 60_000, 0, 0, true));
        assert_eq!(clock.end_turn(used).left, Some(days as u32));
    }
}

#[test]
fn a_period_of_byo_yomi_that_suffices_begins_anew() {
    let mut clock = clock("10:3x30");
    assert_eq!(turn(&mut clock, White, 4_000), 6_000);
    clock.run(Timed::Turn(White), 0);
    assert_eq!(clock.reading(White, 5_999), reading(1, 90_000, 3, true));
    assert_eq!(clock.reading(White, 6_000), reading(30_000, 60_000, 2, true));
    assert_eq!(clock.reading(White, 35_999), reading(1, 60_000, 2, true));
    assert_eq!(clock.end_turn(35_999).left, Some(30_000));
    // Of three periods none is lost, then one, then the two that are left.
    clock.run(Timed::Turn(White), 0);
    assert_eq!(clock.falls_at(), Some(90_000));
    assert_eq!(clock.end_turn(30_000).left, Some(30_000));
    clock.run(Timed::Turn(White), 0);
    assert_eq!(clock.reading(White, 0), reading(30_000, 30_000, 1, true));
    assert_eq!(clock.falls_at(), Some(60_000));
    assert_eq!(clock.fallen(59_999), None);
    assert_eq!(clock.reading(White, 59_999), reading(1, 0, 0, true));
    assert_eq!(clock.fallen(60_000), Some(White));
}

#[test]
fn an_hourglass_gives_the_other_side_what_a_turn_takes() {
    let mut clock = clock("*60");
    assert_eq!(turn(&mut clock, White, 20_000), 40_000);
    assert_eq!(left(&clock, Black), 80_000);
    assert_eq!(turn(&mut clock, Black, 79_999), 1);
    assert_eq!(left(&clock, White), 119_999);
}

#[test]
fn a_turn_with_a_reserve_takes_its_own_time_first() {
    let mut clock = clock("1/30r90");
    clock.run(Timed::Turn(White), 0);
    assert_eq!(clock.reading(White, 10_000), reading(20_000, 90_000, 0, true));
    assert_eq!(clock.reading(White, 40_000), reading(80_000, 0, 0, true));
    assert_eq!(clock.falls_at(), Some(120_000));
    clock.end_turn(40_000);
    clock.run(Timed::Turn(White), 0);
    assert_eq!(clock.falls_at(), Some(110_000));
    clock.end_turn(10_000);
    clock.run(Timed::Turn(White), 0);
    assert_eq!(clock.falls_at(), Some(130_000));
}

#[test]
fn a_handicap_and_a_budget_for_placing_are_each_sides_own() {
    let mut clock = clock("300,60+1;p20");
    assert_eq!((left(&clock, White), left(&clock, Black)), (300_000, 60_000));
    clock.run(Timed::Placing(White), 0);
    assert_eq!(clock.reading(White, 5_000), reading(15_000, 0, 0, true));
    assert_eq!(clock.falls_at(), Some(20_000));
    // Placing takes nothing of the time for the turns, and earns nothing.
    assert_eq!(clock.end_turn(15_000).left, Some(300_000));
    clock.run(Timed::Placing(Black), 0);
    assert_eq!(clock.falls_at(), Some(20_000));
    assert_eq!(clock.end_turn(1_000).left, Some(60_000));
    clock.run(Timed::Placing(White), 0);
    assert_eq!(clock.falls_at(), Some(5_000));
    clock.end_turn(1_000);
    assert_eq!(turn(&mut clock, Black, 10_000), 51_000);
}

#[test]
fn the_exchange_of_a_draw_stops_both_clocks_and_has_its_own_limit() {
    let mut clock = clock("60+5");
    clock.run(Timed::Exchange(Black), 0);
    assert_eq!((left(&clock, White), left(&clock, Black)), (60_000, 60_000));
    assert_eq!(clock.reading(Black, 50_000), reading(60_000, 0, 0, false));
    assert_eq!(clock.falls_at(), Some(u64::from(EXCHANGE)));
    assert_eq!(clock.fallen(u64::from(EXCHANGE)), Some(Black));
    // The answer came in time; the turn that it belongs to begins then.
    clock.run(Timed::Turn(White), 50_000);
    assert_eq!(clock.reading(White, 51_000).left, 59_000);
    assert_eq!(clock.end_turn(51_000), Time { used: Some(1_000), left: Some(64_000) });
}

#[test]
fn clocks_that_stood_go_on_where_they_stood() {
    let mut clock = clock("60+5");
    clock.run(Timed::Turn(White), 1_000);
    clock.stop(11_000);
    assert_eq!(clock.reading(White, 99_000), reading(50_000, 0, 0, false));
    assert_eq!((clock.falls_at(), clock.fallen(u64::MAX)), (None, None));
    clock.run(Timed::Turn(White), 200_000);
    assert_eq!(clock.falls_at(), Some(250_000));
    // The device's clock is set back: nothing is given back, nothing is taken.
    assert_eq!(clock.reading(White, 0).left, 50_000);
    assert_eq!(clock.end_turn(201_000), Time { used: Some(11_000), left: Some(54_000) });
    let mut stored = Clock::new(clock.control());
    stored.take_up(Timed::Turn(White), 10_000);
    assert_eq!(stored.reading(White, 5).left, 50_000);
}

/// A random control of one kind for both sides.
fn control(chance: &mut Chance) -> TimeControl {
    let kind = chance.below(6_u8);
    let sides = [(); 2].map(|()| {
        let time = 1 + chance.below(20_000_u32);
        let pace = match kind {
            0 => Pace::Increment(chance.below(5_000)),
            1 => Pace::Bronstein(time),
            2 => Pace::Delay(time),
            3 => Pace::ByoYomi { periods: 1 + chance.below(5_u8), period: time },
            4 => Pace::Hourglass,
            _ => Pace::Reserve(time),
        };
        Allowance { main: 1 + chance.below(100_000_u32), pace }
    });
    let placing = (chance.below(2_u8) == 0).then(|| 1 + chance.below(30_000_u32));
    TimeControl::new(sides, placing).unwrap()
}

/// What a side has in all: until its flag falls in a turn.
fn whole(clock: &Clock, color: Color) -> u64 {
    let Reading { left, beyond, .. } = clock.reading(color, 0);
    left + beyond
}

/// The clocks after turns that have taken these times, in milliseconds.
fn behind(control: TimeControl, turns: &[(Timed, u32)]) -> Clock {
    let mut clock = Clock::new(control);
    for &(timed, used) in turns {
        clock.finish(timed, u64::from(used));
    }
    clock
}

#[test]
fn in_every_control_the_times_add_up() {
    let mut chance = Chance(20);
    let (mut flags, mut turns) = (0, 0);
    for _ in 0..2_000 {
        let control = control(&mut chance);
        let mut clock = Clock::new(control);
        let mut now = u64::from(chance.below(1_000_u32));
        let mut taken = Vec::new();
        let mut color = White;
        for number in 0..40 {
            let timed = if number < 4 { Timed::Placing(color) } else { Timed::Turn(color) };
            let has_budget = number < 4 && control.placing().is_some();
            let before = clock.clone();
            let (own, other) = (whole(&clock, color), whole(&clock, !color));
            clock.run(timed, now);
            let falls = clock.falls_at().unwrap();
            let budget = falls - now;
            if !has_budget {
                assert_eq!(budget, own, "{control}");
            }
            assert_eq!(clock.fallen(falls), Some(color));
            assert!(budget == 0 || clock.fallen(falls - 1).is_none(), "{control}");
            // The turn, in several steps and with interruptions.
            let length = u64::from(chance.below(8_000_u32));
            let mut used = 0;
            for _ in 0..chance.below(5_u8) {
                let part = (length - used) / (1 + chance.below(3_u64));
                (used, now) = (used + part, now + part);
                clock.run(timed, now);
                if chance.below(4_u8) == 0 {
                    clock.stop(now);
                    assert_eq!((clock.falls_at(), clock.used_at(now + 9)), (None, used));
                    now += u64::from(chance.below(100_000_u32));
                    clock.run(timed, now);
                }
                let seen = clock.reading(color, now);
                if used < budget {
                    assert_eq!(seen.left + seen.beyond, budget - used, "{control}");
                }
                if used <= budget {
                    assert_eq!(clock.falls_at(), Some(now - used + budget));
                }
                assert_eq!(clock.fallen(now).is_some(), used >= budget, "{control}");
            }
            now += length - used;
            if clock.fallen(now).is_some() {
                assert!(length >= budget, "{control}");
                flags += 1;
                break;
            }
            assert!(length < budget, "{control}");
            let time = clock.end_turn(now);
            assert_eq!(time.used.map(u64::from), Some(length));
            taken.push((timed, length as u32));
            turns += 1;
            let (after, others) = (whole(&clock, color), whole(&clock, !color));
            if has_budget {
                assert_eq!((after, others), (own, other), "{control}");
            } else {
                match control.sides()[color as usize].pace {
                    Pace::Increment(time) => assert_eq!(after, own - length + u64::from(time)),
                    Pace::Bronstein(most) => {
                        assert_eq!(after, own - length + length.min(u64::from(most)));
                        assert!(after <= own);
                    }
                    Pace::Delay(time) => {
                        assert_eq!(after, own - length.saturating_sub(u64::from(time)));
                    }
                    Pace::Reserve(time) => assert_eq!(after, own - length + u64::from(time)),
                    Pace::Hourglass => {
                        assert_eq!(after + others, own + other);
                        assert_eq!(after, own - length);
                    }
                    Pace::ByoYomi { period, .. } => {
                        // Less than a period is given back.
                        let lost = own - after;
                        assert!(lost <= length && length < lost + u64::from(period), "{control}");
                    }
                }
                let takes = control.sides()[color as usize].pace == Pace::Hourglass;
                assert!(takes || others == other, "{control}");
            }
            // A turn taken back gives its time back, and the clocks follow from the turns.
            assert_eq!(behind(control, &taken), clock);
            assert_eq!(behind(control, &taken[..taken.len() - 1]), before);
            color = !color;
        }
    }
    assert!(flags > 300 && turns > 10_000, "{flags} {turns}");
}

#[test]
fn time_that_is_given_counts_at_once_and_for_what_it_is_needed() {
    let given = |text: &str, places: bool, used: u64| {
        let mut clock = Clock::new(TimeControl::parse(text).unwrap());
        let timed = if places { Timed::Placing(Color::White) } else { Timed::Turn(Color::White) };
        clock.run(timed, 0);
        clock.give(Color::White, 15_000, places);
        let all = clock.reading(Color::White, used);
        (all.left, all.beyond, clock.falls_at())
    };
    assert_eq!(given("60+1", false, 2_000), (73_000, 0, Some(75_000)));
    assert_eq!(given("60+1;p30", true, 2_000), (43_000, 0, Some(45_000)));
    // So much a turn becomes that with a reserve.
    assert_eq!(given("0d20", false, 25_000), (10_000, 0, Some(35_000)));
    // In byo-yomi it comes before the periods.
    assert_eq!(given("10:3x5", false, 26_000), (4_000, 10_000, Some(40_000)));
}

#[test]
fn clocks_that_are_counted_anew_still_stand_at_an_earlier_time() {
    let mut clock = clock("60+5");
    clock.run(Timed::Turn(White), 1_000);
    let mut counted = Clock::new(clock.control());
    counted.give(White, 15_000, false);
    clock = clock.counted_anew(counted);
    assert_eq!((left(&clock, White), clock.falls_at()), (75_000, Some(76_000)));
    // The line was lost before the time was given.
    clock.stop(3_000);
    assert_eq!(clock.reading(White, 9_000), reading(73_000, 0, 0, false));
}

/// What the computer plans with.
#[test]
fn a_turn_may_take_its_share_and_never_more_than_half_of_what_there_is() {
    let share = |text: &str, timed: Timed| {
        let mut clock = clock(text);
        clock.run(timed, 0);
        clock.share(White)
    };
    let turn = Timed::Turn(White);
    // A fortieth of what is left, and three quarters of what each turn brings.
    assert_eq!(share("60", turn), 1_500);
    assert_eq!(share("60+8", turn), 7_500);
    assert_eq!(share("60b8", turn), 7_500);
    assert_eq!(share("60d8", turn), 7_500);
    assert_eq!(share("10:3x8", turn), 6_250);
    assert_eq!(share("*60", turn), 1_500);
    // Half: of what is left, with a delay and with all periods, and of a budget for placing.
    assert_eq!(share("2+8", turn), 1_000);
    assert_eq!(share("0d8", turn), 4_000);
    assert_eq!(share("0:1x8", turn), 4_000);
    assert_eq!(share("60+8;p4", Timed::Placing(White)), 2_000);
    // That the other side places now does not count.
    assert_eq!(share("60+8;p4", Timed::Placing(Black)), 7_500);
}

/// A budget for placing grows by what is given to a side that places, and nothing else does.
#[test]
fn time_that_is_given_goes_to_the_budget_for_placing_where_there_is_one_and_the_side_places() {
    let given = |text: &str, places: bool| {
        let mut clock = clock(text);
        clock.give(White, 15_000, places);
        let turn = left(&clock, White);
        clock.run(Timed::Placing(White), 0);
        (turn, left(&clock, White))
    };
    assert_eq!(given("60+1;p30", true), (60_000, 45_000));
    assert_eq!(given("60+1;p30", false), (75_000, 30_000));
    // Without such a budget, placing takes the time of the turns.
    assert_eq!(given("60+1", true), (75_000, 75_000));
    assert_eq!(given("60+1", false), (75_000, 75_000));
}
