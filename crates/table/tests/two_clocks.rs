//! The clocks of a live game on its two devices, where the line was away, pieces were drawn, or a player was asked which
//! of two games counts: both show the same.

use rules::{AnyPosition, GameId};
use table::{Choice, Event, Moment, Question, Request, Wire};

use crate::play::forged_claim;
use crate::watch::{World, magnetic};

fn wire(world: &mut World, of: usize, wire: Wire) {
    world.tell(of, Event::Wire(Box::new(wire)));
}

/// What each device shows of White's clock and of Black's.
fn shown(world: &World) -> [[u64; 2]; 2] {
    [0, 1].map(|of| world.tables[of].clocks(world.now).unwrap().map(|clock| clock.left))
}

/// A device is connected again, and hears the other one.
const BACK: [fn() -> Wire; 2] = [|| Wire::Open, || Wire::Heard("1 beat 4 1".to_owned())];

/// What a device says then.
fn says_connected(world: &World, of: usize) -> Vec<String> {
    let mut table = world.tables[of].clone();
    let moment = Moment { now: world.now, random: 1 };
    let out = BACK.iter().flat_map(|wire| table.handle(moment, Event::Wire(Box::new(wire()))));
    let told = out.filter_map(|request| match request {
        Request::Tell { message, is_letter: false } => Some(message),
        _ => None,
    });
    told.collect()
}

/// White has drawn and placed its pieces, and Black is to draw: both have known for this long.
fn at_a_draw(time: u64) -> World {
    let mut world = World::new(AnyPosition::initial(GameId::Charismatic), "60+1");
    for event in [Event::Draw, Event::PlaceRest, Event::EndTurn] {
        world.tell(0, event);
    }
    assert!(world.tables[1].view().controls.draw);
    world.pass(time);
    world
}

#[test]
fn what_a_draw_has_taken_is_no_time_of_its_turn_however_late_it_is_told() {
    let mut world = at_a_draw(20_000);
    let late = says_connected(&world, 1);
    world.tell(1, Event::Draw);
    world.pass(1_000);
    let [here, there] = shown(&world);
    assert_eq!((here, there[1]), (there, 59_000));
    for message in late {
        wire(&mut world, 0, Wire::Heard(message));
    }
    assert_eq!(shown(&world), [there; 2]);
}

#[test]
fn who_draws_while_the_line_is_away_tells_what_the_turn_has_taken_and_not_the_draw() {
    let mut world = at_a_draw(9_000);
    world.away = [true; 2];
    wire(&mut world, 1, Wire::Lost);
    world.tell(1, Event::Draw);
    // The order in which it comes is any.
    for message in says_connected(&world, 1).into_iter().rev() {
        wire(&mut world, 0, Wire::Heard(message));
    }
    world.away = [false; 2];
    for back in BACK {
        wire(&mut world, 1, back());
    }
    let [here, there] = shown(&world);
    assert_eq!((here, there[1]), (there, 60_000));
}

#[test]
fn a_turn_that_begins_while_the_line_is_away_takes_no_time_until_it_is_back() {
    let mut world = World::new(magnetic(), "60+1");
    world.play(0, "c2c4");
    // White's line is away, and Black has not missed it yet.
    world.away = [true; 2];
    wire(&mut world, 0, Wire::Lost);
    world.play(1, "d8a5");
    let letter = format!("1 letter {}", world.tables[1].letter_link().unwrap());
    world.pass(7_000);
    world.away = [false; 2];
    wire(&mut world, 0, Wire::Kept(letter));
    wire(&mut world, 0, Wire::Open);
    wire(&mut world, 0, Wire::Heard("1 beat 3 2".to_owned()));
    world.play(0, "b1c3");
    let [here, there] = shown(&world);
    assert!(here[0] >= 60_000, "{here:?}");
    assert!(here[0].abs_diff(there[0]) < 100, "{here:?}, {there:?}");
}

/// Each is warned of the own time, and of nobody else's.
#[test]
fn who_has_little_time_is_warned_and_the_other_side_is_not() {
    let mut world = World::new(magnetic(), "60+1");
    world.play(0, "c2c4");
    world.pass(49_000);
    assert_eq!([0, 1].map(|of| world.tables[of].warnings()), [0, 0]);
    world.pass(3_000);
    assert_eq!([0, 1].map(|of| world.tables[of].warnings()), [0, 1]);
}

/// What a turn has taken before the line was away still counts when time is given, which is told once it is stored.
#[test]
fn time_is_given_in_the_middle_of_a_turn_that_was_interrupted() {
    let mut world = World::new(magnetic(), "60+1");
    world.play(0, "c2c4");
    world.pass(6_000);
    for of in [0, 1] {
        wire(&mut world, of, Wire::Lost);
    }
    world.pass(3_000);
    for of in [0, 1] {
        wire(&mut world, of, Wire::Open);
    }
    world.pass(2_100);
    let before = shown(&world);
    assert!(before[0][1] < 55_000, "{before:?}");
    let moment = Moment { now: world.now, random: 1 };
    let told = world.tables[0].clone().handle(moment, Event::Wire(Box::new(Wire::Give)));
    assert!(told.iter().any(|one| matches!(one, Request::Keep { .. })), "{told:?}");
    let is_told = |one: &Request| matches!(one, Request::Tell { message, .. } if message.starts_with("1 given"));
    assert!(!told.iter().any(is_told), "{told:?}");
    wire(&mut world, 0, Wire::Give);
    assert_eq!(shown(&world), before.map(|[white, black]| [white, black + 15_000]));
}

#[test]
fn what_counts_for_the_last_turn_is_heard_in_a_game_that_was_taken_there_and_back() {
    let mut world = World::new(magnetic(), "600+5");
    world.play(0, "c2c4");
    world.play(1, "d8a5");
    let claim = forged_claim(&world.tables[0].content().post.unwrap()).unwrap();
    world.play(0, "b1c3");
    let own = world.tables[0].letter_link().unwrap().to_owned();
    for link in [claim, own] {
        world.tell(0, Event::Came(link));
        assert!(matches!(world.tables[0].question(), Some(Question::Came(_))));
        world.tell(0, Event::Choose(Choice::TakeTheirs));
    }
    assert_eq!(world.tables[0].game().main_line().count(), 3);
    let [before, _] = shown(&world);
    wire(&mut world, 0, Wire::Heard("1 counted 2 2700".to_owned()));
    let [after, _] = shown(&world);
    assert_eq!(before[0] - after[0], 2_000, "{before:?}, {after:?}");
}
