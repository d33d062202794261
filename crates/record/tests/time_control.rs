//! Time controls: their text, both ways, and what is none; a game with a clock, saved, as PGN and as
//! a link; the end of a game by the clock.

use record::game::{Game, Time};
use record::time_control::{Allowance, LONGEST, Pace, TimeControl};
use record::{Ending, Record, Verdict, link, pgn};
use rules::{AnyPosition, Color, GameId, Step};
use testkit::chance::Chance;

fn both(main: u32, pace: Pace) -> TimeControl {
    TimeControl::new([Allowance { main, pace }; 2], None).unwrap()
}

#[test]
fn each_kind_has_its_text() {
    for (text, control) in [
        ("300", both(300_000, Pace::Increment(0))),
        ("300+5", both(300_000, Pace::Increment(5_000))),
        ("300.5+0.25", both(300_500, Pace::Increment(250))),
        ("300b5", both(300_000, Pace::Bronstein(5_000))),
        ("300d5", both(300_000, Pace::Delay(5_000))),
        ("1/259200", both(0, Pace::Delay(259_200_000))),
        ("600:5x30", both(600_000, Pace::ByoYomi { periods: 5, period: 30_000 })),
        ("0:1x30", both(0, Pace::ByoYomi { periods: 1, period: 30_000 })),
        ("*60", both(60_000, Pace::Hourglass)),
        ("1/30r90", both(90_000, Pace::Reserve(30_000))),
    ] {
        assert_eq!(control.to_string(), text);
        assert_eq!(TimeControl::parse(text), Some(control), "{text}");
    }
    let handicap = TimeControl::parse("300+5,60+1;p120").unwrap();
    assert_eq!(handicap.to_string(), "300+5,60+1;p120");
    assert_eq!(handicap.sides()[1], Allowance { main: 60_000, pace: Pace::Increment(1_000) });
    assert_eq!(handicap.placing(), Some(120_000));
}

#[test]
fn what_is_no_control_is_not_read() {
    for text in [
        "",
        "-",
        "?",
        "0",
        "0+5",
        "*0",
        "1/0",
        "1/0r5",
        "5b0",
        "5d0",
        "300:0x30",
        "300:101x30",
        "300:5x0",
        "-5",
        "+5",
        "5+",
        "5+-1",
        "5+1+1",
        "1e3",
        "5.",
        ".5",
        "5.1234",
        "40/7200",
        "40/7200:3600",
        "*60,300",
        "300;p0",
        "300;p",
        "300;x5",
        "2678401",
        "99999999999",
        "300, 60",
        "300+5,",
        "300+5,60+1,60",
        "1/5r",
        "٣٠٠",
    ] {
        assert_eq!(TimeControl::parse(text), None, "{text}");
    }
    assert_eq!(TimeControl::parse(&"1".repeat(80)), None);
}

#[test]
fn no_time_is_longer_than_a_month() {
    assert_eq!(LONGEST, 2_678_400_000);
    for (before, behind) in [
        ("", ""),
        ("1+", ""),
        ("1b", ""),
        ("1d", ""),
        ("1/", ""),
        ("1/", "r1"),
        ("1/1r", ""),
        ("1:2x", ""),
        ("*", ""),
        ("60;p", ""),
        ("60,1+", ""),
    ] {
        let read = |seconds: u32| TimeControl::parse(&format!("{before}{seconds}{behind}"));
        assert!(read(LONGEST / 1000).is_some(), "{before}{behind}");
        assert_eq!(read(LONGEST / 1000 + 1), None, "{before}{behind}");
    }
}

#[test]
fn whatever_is_valid_is_read_as_it_was_written() {
    let mut chance = Chance(7);
    let mut valid = 0;
    for _ in 0..20_000 {
        let time = |chance: &mut Chance| match chance.below(4) {
            0 => 0,
            1 => chance.below(60_u32) * 1000,
            2 => chance.below(LONGEST + 2),
            _ => chance.below(10_000_u32),
        };
        let side = |chance: &mut Chance| Allowance {
            main: time(chance),
            pace: match chance.below(6) {
                0 => Pace::Increment(time(chance)),
                1 => Pace::Bronstein(time(chance)),
                2 => Pace::Delay(time(chance)),
                3 => Pace::ByoYomi { periods: chance.below(102_u8), period: time(chance) },
                4 => Pace::Hourglass,
                _ => Pace::Reserve(time(chance)),
            },
        };
        let white = side(&mut chance);
        let black = if chance.below(2) == 0 { white } else { side(&mut chance) };
        let placing = if chance.below(2) == 0 { None } else { Some(time(&mut chance)) };
        let Some(control) = TimeControl::new([white, black], placing) else { continue };
        valid += 1;
        let text = control.to_string();
        assert!(text.bytes().all(|sign| sign.is_ascii_graphic()) && text.len() <= 64, "{text}");
        assert_eq!(TimeControl::parse(&text), Some(control), "{text}");
        assert!(white.first_turn() > 0 && black.first_turn() > 0, "{text}");
    }
    assert!(valid > 5_000, "{valid}");
}

/// A game of two turns with times, and a clock.
fn timed() -> Game {
    let mut game = Game::new(AnyPosition::initial(GameId::Orthodox));
    for (text, time) in [
        ("e2e4", Time { used: Some(1_250), left: Some(303_750) }),
        ("e7e5", Time { used: Some(3_605_000), left: None }),
    ] {
        game.play(Step::parse(text, GameId::Orthodox.spec()).unwrap()).unwrap();
        game.set_time(game.tip(), time);
    }
    game.set_clock(TimeControl::parse("300+5").map(|control| (control, 725)));
    game
}

#[test]
fn a_clock_is_saved_with_its_game() {
    let mut game = timed();
    let saved = game.save();
    assert!(saved.contains("\nclock 300+5 725\n"), "{saved}");
    assert_eq!(Game::load(&saved), Ok(game.clone()));
    // A control that only a later version knows is not lost.
    let later = saved.replace("300+5 725", "300~5 725 more");
    let read = Game::load(&later).unwrap();
    assert_eq!((read.clock(), read.save()), (None, later));
    game.set_clock(None);
    assert!(!game.save().contains("clock"));
}

/// The end of a game stays what it is when the game is saved, or written as a link or as PGN.
fn survives(game: Game, termination: &str) {
    let verdict = game.verdict();
    assert_eq!(Game::load(&game.save()).unwrap().verdict(), verdict);
    let record = game.record().unwrap();
    assert_eq!(Record::load(&record.save()), Ok(record.clone()));
    let opened = link::read(&link::write(&record, &[]).unwrap()).unwrap();
    assert_eq!(opened.record, record);
    let written = pgn::write(&pgn::Entry { tags: Vec::new(), tree: game });
    assert!(written.contains(&format!("[Termination \"{termination}\"]")), "{written}");
    let read = pgn::read(&written).remove(0).unwrap();
    assert_eq!((read.tree.verdict(), read.tags.len()), (verdict, 6));
}

#[test]
fn a_game_that_a_player_has_left_stays_so() {
    for winner in [Some(Color::White), Some(Color::Black), None] {
        let mut game = Game::new(AnyPosition::initial(GameId::Batteries));
        game.close(Verdict { winner, ending: Ending::Abandonment });
        assert_eq!(game.verdict().map(|verdict| verdict.winner), Some(winner));
        survives(game, "abandoned");
    }
}

#[test]
fn a_side_whose_time_is_up_loses_to_one_that_may_win() {
    for (fen, winner) in [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Some(Color::White)),
        ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", None),
    ] {
        let start = AnyPosition::from_fen(GameId::Orthodox, fen).unwrap();
        let mut game = Game::new(start);
        game.run_out(Color::Black);
        let verdict = Verdict { winner, ending: Ending::Time };
        assert_eq!(game.verdict(), Some(verdict));
        survives(game, "time forfeit");
    }
    // A king alone may still capture the other one, or be left without a step and win.
    for id in [GameId::Magnetic, GameId::Chessence, GameId::Contramatic, GameId::Batteries] {
        let start = AnyPosition::initial(id);
        assert!(Color::ALL.iter().all(|&color| start.may_win(color)));
    }
    let placing = AnyPosition::initial(GameId::Charismatic);
    assert!(placing.may_win(Color::White));
}

#[test]
fn only_endings_that_exist_are_read() {
    let record = Record::new(AnyPosition::initial(GameId::Magnetic));
    for verdict in
        ["time", "time x", "agreement w", "resignation -", "flag w", "abandonment", "time w b"]
    {
        let text = format!("{}verdict {verdict}\n", record.save());
        assert!(Record::load(&text).is_err(), "{verdict}");
        assert!(Game::load(&text).is_err(), "{verdict}");
    }
}

#[test]
fn times_travel_as_pgn() {
    let mut game = timed();
    game.set_clock(TimeControl::parse("300+5").map(|control| (control, 0)));
    game.set_comment(game.tip(), "Well.");
    let text = pgn::write(&pgn::Entry { tags: Vec::new(), tree: game.clone() });
    for part in [
        "[TimeControl \"300+5\"]",
        "{ [%clk 0:05:03.75] [%emt 0:00:01.25] }",
        "{ [%emt 1:00:05] Well. }",
    ] {
        assert!(text.replace('\n', " ").contains(part), "{part} in {text}");
    }
    let read = pgn::read(&text).remove(0).unwrap();
    assert_eq!((read.tree, read.tags.len()), (game.clone(), 6));
    // Thousandths keep their place.
    let mut exact = game.clone();
    exact.set_time(exact.tip(), Time { used: Some(1_005), left: Some(60_050) });
    let text = pgn::write(&pgn::Entry { tags: Vec::new(), tree: exact.clone() });
    assert!(text.replace('\n', " ").contains("[%clk 0:01:00.05] [%emt 0:00:01.005]"), "{text}");
    assert_eq!(pgn::read(&text).remove(0).unwrap().tree, exact);
    // As others write it; what is no time stays, and so does a control that is not known here.
    let other =
        "[Variant \"chess\"]\n[TimeControl \"600\"]\n\n1. e4 {good [%clk 0:09:58]} e5 {[%clk x]} *";
    let read = pgn::read(other).remove(0).unwrap().tree;
    let first = read.main_line().next().unwrap();
    assert_eq!(read.time(first), Time { used: None, left: Some(598_000) });
    assert_eq!(read.comments(first).1, "good");
    assert_eq!(read.comments(read.tip()).1, "[%clk x]");
    let unknown = pgn::read(&other.replace("600", "40/600")).remove(0).unwrap();
    let first = unknown.tree.main_line().next().unwrap();
    assert_eq!(unknown.tree.time(first).left, Some(598_000));
    assert!(pgn::write(&unknown).contains("{ [%clk 0:09:58] good }"));
    assert_eq!(unknown.tag("TimeControl"), Some("40/600"));
}

#[test]
fn the_first_turn_has_all_periods_and_what_there_is_besides() {
    for (text, seconds) in [
        ("300+5", 300),
        ("300b5", 300),
        ("*60", 60),
        ("300d5", 305),
        ("1/30", 30),
        ("1/30r90", 120),
        ("600:5x30", 750),
        ("0:3x10", 30),
    ] {
        let [white, _] = TimeControl::parse(text).unwrap().sides();
        assert_eq!(white.first_turn(), seconds * 1_000, "{text}");
    }
}

#[test]
fn the_text_of_a_control_has_sixty_four_characters_at_most() {
    let text = "1000000.123:100x1000000.123,1000000.124:100x1000000.123;p1000000";
    assert_eq!(text.len(), 64);
    assert_eq!(TimeControl::parse(text).map(|control| control.to_string()).as_deref(), Some(text));
    assert_eq!(TimeControl::parse(&format!("{text}.5")), None);
    assert_eq!(TimeControl::parse(&format!("{}60", "0".repeat(63))), None);
}
