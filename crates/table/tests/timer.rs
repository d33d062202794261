//! Games with clocks at a table: time comes in with events.

use crate::play;
use crate::watch::{World, magnetic};

use play::{Play, here};
use record::letter::MOST_GIVEN;
use record::time_control::TimeControl;
use record::{Ending, Game, Verdict};
use rules::{AnyPosition, Color, GameId};
use table::{Content, Event, Opponent, Reading, Request, Seat, Setup, Stored, Think, Wire};

fn setup(game: GameId, control: &str) -> Setup {
    let mut setup = here(game);
    setup.key = "timed 1".to_owned();
    setup.game.set_clock(TimeControl::parse(control).map(|control| (control, 0)));
    setup
}

fn at(game: GameId, control: &str) -> Play {
    Play::new(setup(game, control))
}

/// Time passes, and the alarms that are due go off.
fn wait(play: &mut Play, time: u64) {
    play.now += time - 1;
    let alarm = |request: &Request| match request {
        Request::Wake { id, .. } if *id > 1 << 40 => Some(*id),
        _ => None,
    };
    let id = play.asked.iter().rev().find_map(alarm).unwrap_or(0);
    play.to(Event::Woken(id));
}

fn left(play: &Play) -> [u64; 2] {
    play.table.clocks(play.now).unwrap().map(|reading: Reading| reading.left)
}

#[test]
fn the_clocks_begin_with_the_first_step_and_one_runs_a_turn() {
    let mut play = at(GameId::Magnetic, "60+5");
    wait(&mut play, 100_000);
    assert_eq!(left(&play), [60_000, 60_000]);
    play.type_all("c2c4");
    wait(&mut play, 10_000);
    assert_eq!(left(&play), [60_000, 50_000]);
    play.type_all("g8f6");
    assert_eq!(left(&play), [60_000, 54_999]);
    let game = play.table.game();
    let times: Vec<_> = game.main_line().map(|turn| game.time(turn)).collect();
    assert_eq!((times[0].used, times[1].used, times[1].left), (None, Some(10_001), Some(54_999)));
    play.keep_all();
    let (_, _, content) = play.last_keep();
    assert!(content.saved.contains("clock 60+5 0\n"), "{}", content.saved);
    assert!(content.saved.contains("time 2 10001 54999\n"), "{}", content.saved);
}

#[test]
fn a_flag_falls_at_its_alarm_and_what_comes_later_is_not_played() {
    let mut play = at(GameId::Magnetic, "30");
    play.type_all("c2c4");
    play.keep_all();
    play.asked.clear();
    wait(&mut play, 19_999);
    let says = |request: &Request| matches!(request, Request::Say(say) if say.key == "clock.low");
    assert_eq!(play.asked.iter().filter(|request| says(request)).count(), 1);
    assert_eq!(play.table.warnings(), 1);
    wait(&mut play, 9_999);
    assert_eq!(play.table.game().verdict(), None);
    let late = play.steps();
    play.to(Event::Typed("g8f6".to_owned()));
    let verdict = Verdict { winner: Some(Color::White), ending: Ending::Time };
    assert_eq!(play.table.game().verdict(), Some(verdict));
    assert_eq!(play.steps(), late);
    assert_eq!(play.says(), "result.won.time");
    assert_eq!(left(&play), [30_000, 0]);
    let (_, _, content) = play.last_keep();
    assert_eq!(Game::load(&content.saved).unwrap().verdict(), Some(verdict));
}

#[test]
fn nobody_is_warned_whose_whole_time_is_little() {
    let mut play = at(GameId::Magnetic, "10");
    play.type_all("c2c4");
    for _ in 0..9 {
        wait(&mut play, 1_000);
    }
    assert_eq!(left(&play)[1], 1_000);
    assert!(
        !play
            .asked
            .iter()
            .any(|request| matches!(request, Request::Say(say) if say.key == "clock.low"))
    );
    assert_eq!(play.table.warnings(), 0);
}

#[test]
fn the_increment_of_a_turn_of_many_steps_comes_once() {
    let fen = "3k4/8/8/8/8/8/4P3/4K2R[] w - - 0 9 - -";
    let mut setup = setup(GameId::Charismatic, "60+5");
    setup.game = Game::new(AnyPosition::from_fen(GameId::Charismatic, fen).unwrap());
    setup.game.set_clock(TimeControl::parse("60+5").map(|control| (control, 0)));
    let mut play = Play::new(setup);
    play.type_all("e2e4");
    wait(&mut play, 4_000);
    play.type_all("h1h4");
    wait(&mut play, 4_000);
    assert_eq!(left(&play), [51_999, 60_000]);
    play.to(Event::Undo);
    play.to(Event::EndTurn);
    assert_eq!(left(&play), [56_997, 60_000]);
    // Taken back, the turn gives its time back.
    play.type_all("d8d7");
    play.to(Event::EndTurn);
    let before = left(&play);
    play.to(Event::TakeBack);
    play.to(Event::Answer(true));
    assert_eq!(left(&play)[0], before[0]);
    assert!(left(&play)[1] > 59_990, "{:?}", left(&play));
}

#[test]
fn a_game_that_is_taken_up_stands_until_it_is_touched() {
    let mut play = at(GameId::Magnetic, "60");
    play.type_all("c2c4");
    wait(&mut play, 7_000);
    play.to(Event::Pause);
    play.keep_all();
    let (_, revision, content) = play.last_keep();
    assert!(content.saved.contains("clock 60 7001\n"), "{}", content.saved);
    assert!(play.table.clocks_wait());
    wait(&mut play, 90_000);
    assert_eq!(left(&play), [60_000, 52_999]);

    let mut again = Play::new(Setup { key: String::new(), ..here(GameId::Magnetic) });
    let (table, asked) =
        table::Table::new(Setup { key: "timed 1".to_owned(), ..here(GameId::Magnetic) });
    (again.table, again.asked, again.now) = (table, asked, 500_000);
    let found = Some(Stored { revision, content });
    again.to(Event::Loaded { key: "timed 1".to_owned(), found });
    wait(&mut again, 90_000);
    assert_eq!(left(&again), [60_000, 52_999]);
    assert!(again.table.clocks_wait());
    again.to(Event::Tap(again.at("g8")));
    wait(&mut again, 1_000);
    assert_eq!(left(&again), [60_000, 51_999]);
    again.type_all("g8f6");
    let game = again.table.game();
    assert_eq!(game.time(game.tip()).used, Some(8_002));
}

#[test]
fn clocks_stand_while_pieces_are_drawn_and_placing_has_its_own_time() {
    let mut play = at(GameId::Charismatic, "60+5;p20");
    play.to(Event::Draw);
    wait(&mut play, 5_000);
    assert_eq!(left(&play), [15_000, 60_000]);
    play.to(Event::PlaceRest);
    play.to(Event::EndTurn);
    // Black is awaited.
    wait(&mut play, 30_000);
    assert_eq!(left(&play), [60_000, 60_000]);
    play.to(Event::Draw);
    wait(&mut play, 19_999);
    assert_eq!((left(&play), play.table.game().verdict()), ([60_000, 1], None));
    wait(&mut play, 1);
    let verdict = play.table.game().verdict().unwrap();
    assert_eq!((verdict.winner, verdict.ending), (Some(Color::White), Ending::Time));
}

#[test]
fn the_computer_thinks_within_its_time_and_shows_its_turn_outside_it() {
    let mut setup = setup(GameId::Magnetic, "4");
    setup.seats[Color::Black as usize] = Seat::Computer(16);
    setup.opponent_seed = Some(1);
    let mut play = Play::new(setup);
    play.type_all("c2c4");
    let efforts: Vec<_> = play
        .asked
        .iter()
        .filter_map(|request| match request {
            Request::Think { about: Think::Turn(_), effort, .. } => Some(effort.ms),
            _ => None,
        })
        .collect();
    assert_eq!(efforts, [100]);
    play.now += 500;
    let thought =
        table::Thought { turn: play::turn(GameId::Magnetic, "g8f6"), ..Default::default() };
    play.to(Event::Thought { id: play.think_id(), thought: Some(thought) });
    let black = left(&play)[1];
    assert_eq!(black, 3_499);
    play.now += 700;
    assert_eq!(left(&play)[1], black);
    // Its flag falls like any other.
    let mut slow = setup_against();
    slow.type_all("c2c4");
    wait(&mut slow, 4_000);
    assert_eq!(slow.table.game().verdict().map(|verdict| verdict.winner), Some(Some(Color::White)));
    // A rematch, and a new game, have pages of their own.
    let asked = slow.to(Event::Rematch);
    assert!(matches!(asked[..], [Request::Begin(_)]), "{asked:?}");
}

fn setup_against() -> Play {
    let mut setup = setup(GameId::Magnetic, "4");
    setup.seats = Opponent::new(12, Color::Black, Some(1)).unwrap().seats();
    setup.opponent_seed = Some(1);
    Play::new(setup)
}

#[test]
fn a_game_without_clocks_asks_for_no_alarm_and_is_stored_as_ever() {
    let mut play = Play::new(here(GameId::Magnetic));
    play.type_all("c2c4 g8f6");
    play.to(Event::Pause);
    assert_eq!((play.table.clocks(0), play.table.time_control()), (None, None));
    assert!(!play.asked.iter().any(|request| matches!(request, Request::Wake { .. })));
    let Content { saved, .. } = play.last_keep().2;
    assert!(!saved.contains("clock") && !saved.contains("time"), "{saved}");
}

#[test]
fn time_that_was_given_stays_given_when_the_turn_is_taken_back() {
    let mut world = World::new(magnetic(), "60+1");
    world.play(0, "c2c4");
    world.play(1, "d8a5");
    world.tell(1, Event::Wire(Box::new(Wire::Give)));
    world.play(0, "b1c3");
    world.tell(1, Event::TakeBack);
    world.tell(0, Event::Answer(true));
    for table in &world.tables {
        assert_eq!(table.game().played_steps().len(), 1);
        // The first turn, with which the clocks began, brings nothing.
        let [white, _] = table.clocks(world.now).unwrap();
        assert_eq!(white.left, 60_000 + 15_000);
    }
}

#[test]
fn a_side_is_given_so_much_time_and_no_more() {
    let mut world = World::new(magnetic(), "60+1");
    world.play(0, "c2c4");
    let may_give = |world: &World| [0, 1].map(|of| world.tables[of].view().mail.unwrap().gives);
    for _ in 0..MOST_GIVEN {
        assert_eq!(may_give(&world), [true; 2]);
        world.tell(1, Event::Wire(Box::new(Wire::Give)));
    }
    assert_eq!(may_give(&world), [true, false], "the other side may give as much");
}

/// Time is given for placing where that has a budget and the side places, and for its turns else.
#[test]
fn time_is_given_for_what_a_side_does_in_the_turn_in_which_it_was_given() {
    let mut world = World::new(AnyPosition::initial(GameId::Contramatic), "60+1;p30");
    world.pass(700);
    world.tell(0, Event::PlaceRest);
    world.tell(0, Event::EndTurn);
    assert_eq!(world.tables[1].game().main_line().count(), 1);
    let before = world.tables[0].clocks(world.now).unwrap().map(|side| side.left);
    for of in [0, 1] {
        world.tell(of, Event::Wire(Box::new(Wire::Give)));
    }
    for table in &world.tables {
        let after = table.clocks(world.now).unwrap().map(|side| side.left);
        assert_eq!(after, before.map(|left| left + 15_000));
    }
    // What Black was given is gone with the placement, and White's is there.
    world.tell(1, Event::PlaceRest);
    world.tell(1, Event::EndTurn);
    for table in &world.tables {
        let [white, black] = table.clocks(world.now).unwrap();
        assert_eq!((white.left, black.left), (75_000, 60_000));
    }
}

/// A game with clocks that is analysed has none.
#[test]
fn no_clocks_run_on_an_analysis_board() {
    let setup = setup(GameId::Magnetic, "60+5");
    let mut play = Play::new(Setup { purpose: table::Purpose::Analysis, ..setup });
    play.type_all("c2c4 g8f6");
    assert_eq!((play.table.clocks(play.now), play.table.time_control()), (None, None));
}

/// A game with clocks stays where it is, like one that is stored elsewhere.
#[test]
fn a_new_game_begins_beside_one_with_clocks() {
    let mut timed = at(GameId::Magnetic, "60+5");
    let mut elsewhere = Play::new(Setup { key: String::new(), ..here(GameId::Magnetic) });
    for play in [&mut timed, &mut elsewhere] {
        play.type_all("c2c4");
        let out = play.to(Event::Anew(None));
        assert!(out.iter().any(|request| matches!(request, Request::Begin(_))), "{out:?}");
        assert_eq!(play.steps().len(), 1);
    }
}
