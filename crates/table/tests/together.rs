//! Looking at a finished live game together: one walks, the other follows.

use table::{Event, Moment, Request, Together, Walk, Wire};

use crate::watch::{World, magnetic};

fn lead(world: &mut World, of: usize, leads: bool) {
    world.tell(of, Event::Wire(Box::new(Wire::Lead(leads))));
}

fn states(world: &World) -> [Together; 2] {
    [0, 1].map(|of| world.tables[of].together())
}

/// How many steps of the game lie behind what each board shows.
fn shown(world: &World) -> [usize; 2] {
    [0, 1].map(|of| world.tables[of].game().count(world.tables[of].view().at))
}

/// A game of four turns that is over.
fn finished() -> World {
    let mut world = World::new(magnetic(), "60+1");
    for (of, step) in [(0, "c2c4"), (1, "d8a5"), (0, "b1c3"), (1, "b8c6")] {
        world.play(of, step);
    }
    lead(&mut world, 0, true);
    assert_eq!(states(&world), [Together::No; 2], "nobody leads in a game in progress");
    world.tell(0, Event::Resign);
    world.tell(0, Event::Answer(true));
    assert_eq!(states(&world), [Together::Apart; 2]);
    world
}

#[test]
fn who_follows_sees_what_the_other_walks_to_and_either_may_stop() {
    let mut world = finished();
    world.tell(1, Event::Walk(Walk::First));
    assert_eq!(shown(&world), [4, 0], "each looks alone");
    lead(&mut world, 0, true);
    assert_eq!(states(&world), [Together::Leads, Together::Follows]);
    assert_eq!(shown(&world), [4, 4]);
    // Who leads already begins nothing anew.
    let moment = Moment { now: world.now, random: 1 };
    let again = Event::Wire(Box::new(Wire::Lead(true)));
    assert_eq!(world.tables[0].clone().handle(moment, again), []);
    assert_eq!(world.says(1), "together.follows");
    for back in 1..4 {
        world.tell(0, Event::Walk(Walk::Back));
        assert_eq!(shown(&world), [4 - back; 2]);
    }
    assert_eq!(world.says(1), "together.follows");
    // Who touches the board stops following, and both know.
    world.tell(1, Event::Walk(Walk::First));
    assert_eq!(states(&world), [Together::Apart; 2]);
    assert_eq!(world.says(1), "history.start");
    world.tell(0, Event::Walk(Walk::Latest));
    world.pass(5_000);
    assert_eq!(shown(&world), [4, 0]);
    // Who leads may stop.
    lead(&mut world, 1, true);
    assert_eq!((states(&world), shown(&world)), ([Together::Follows, Together::Leads], [0, 0]));
    lead(&mut world, 1, false);
    assert_eq!(states(&world), [Together::Apart; 2]);
    world.tell(1, Event::Walk(Walk::On));
    assert_eq!(shown(&world), [0, 1]);
}

#[test]
fn who_follows_takes_over() {
    let mut world = finished();
    lead(&mut world, 0, true);
    world.tell(0, Event::Walk(Walk::First));
    lead(&mut world, 1, true);
    assert_eq!(states(&world), [Together::Follows, Together::Leads]);
    world.tell(1, Event::Walk(Walk::On));
    assert_eq!(shown(&world), [1, 1]);
    world.pass(5_000);
    assert_eq!(states(&world), [Together::Follows, Together::Leads]);
}

#[test]
fn what_is_lost_is_told_again_and_of_two_who_begin_at_once_white_leads() {
    let mut world = finished();
    world.away = [true, true];
    lead(&mut world, 0, true);
    lead(&mut world, 1, true);
    world.tell(0, Event::Walk(Walk::First));
    world.away = [false, false];
    world.pass(5_000);
    assert_eq!((states(&world), shown(&world)), ([Together::Leads, Together::Follows], [0, 0]));
    // That somebody follows no longer may be lost, too.
    world.away = [true, true];
    world.tell(1, Event::Walk(Walk::On));
    world.away = [false, false];
    world.pass(5_000);
    assert_eq!((states(&world), shown(&world)), ([Together::Apart; 2], [0, 1]));
    lead(&mut world, 1, true);
    lead(&mut world, 1, false);
    lead(&mut world, 1, true);
    for text in ["1 look 1 3", "1 alone 0", "1 look 9", "1 look 0 99999999999999999999"] {
        world.tell(0, Event::Wire(Box::new(Wire::Heard(text.to_owned()))));
    }
    assert_eq!((states(&world), shown(&world)), ([Together::Follows, Together::Leads], [1, 1]));
    // A page that was loaded again begins anew with a number that was used before.
    world.away = [true, true];
    world.tell(1, Event::Wire(Box::new(Wire::Lead(false))));
    world.pass(8_000);
    assert_eq!(states(&world)[0], Together::Follows);
    world.pass(8_000);
    world.away = [false, false];
    world.pass(5_000);
    assert_eq!(states(&world), [Together::Apart; 2], "a leader who is gone is missed");
    world.tell(1, Event::Wire(Box::new(Wire::Heard("1 look 1 2".to_owned()))));
    assert_eq!(states(&world), [Together::Apart; 2]);
    // A place that is not there is the end of the game.
    world.tell(0, Event::Wire(Box::new(Wire::Heard("1 look 99 1000".to_owned()))));
    assert_eq!(shown(&world)[0], 4);
}

/// What one page answers when it hears something.
fn hears(world: &mut World, of: usize, text: &str) -> Vec<Request> {
    let moment = Moment { now: world.now, random: 1 };
    world.tables[of].handle(moment, Event::Wire(Box::new(Wire::Heard(text.to_owned()))))
}

/// Who leads gives way to one who has begun later; White does not to one who has begun at once, nor Black to one
/// who has begun before.
#[test]
fn who_leads_follows_only_one_who_has_begun_later() {
    let mut world = finished();
    for lost in [0, 1] {
        world.away[lost] = true;
    }
    lead(&mut world, 0, true);
    hears(&mut world, 0, "1 look 1 2");
    assert_eq!((world.tables[0].together(), shown(&world)[0]), (Together::Leads, 4));
    hears(&mut world, 0, "1 look 2 2");
    assert_eq!((world.tables[0].together(), shown(&world)[0]), (Together::Follows, 2));
    lead(&mut world, 1, true);
    lead(&mut world, 1, false);
    lead(&mut world, 1, true);
    hears(&mut world, 1, "1 look 1 2");
    assert_eq!((world.tables[1].together(), shown(&world)[1]), (Together::Leads, 4));
    hears(&mut world, 1, "1 look 2 2");
    assert_eq!((world.tables[1].together(), shown(&world)[1]), (Together::Follows, 2));
}

/// A page that was loaded again counts anew. One that leads stays so, with a number beyond the other's; one that
/// follows stops, and follows no more on what was told before.
#[test]
fn a_number_beyond_the_own_one_is_taken_over() {
    let mut world = finished();
    for lost in [0, 1] {
        world.away[lost] = true;
    }
    lead(&mut world, 0, true);
    let out = hears(&mut world, 0, "1 alone 7");
    assert_eq!(world.tables[0].together(), Together::Leads);
    let is_it = |request: &Request| matches!(request, Request::Tell { message, .. } if message.starts_with("1 look 8 "));
    assert!(out.iter().any(is_it), "{out:?}");
    hears(&mut world, 1, "1 look 1 2");
    assert_eq!(world.tables[1].together(), Together::Follows);
    hears(&mut world, 1, "1 alone 7");
    assert_eq!(world.tables[1].together(), Together::Apart);
    hears(&mut world, 1, "1 look 7 1");
    assert_eq!((world.tables[1].together(), shown(&world)[1]), (Together::Apart, 2));
    hears(&mut world, 1, "1 look 8 1");
    assert_eq!((world.tables[1].together(), shown(&world)[1]), (Together::Follows, 1));
}

/// Who leads is missed after ten seconds without a place, and not before they are over: the page is there and may have
/// been loaded again.
#[test]
fn a_leader_is_missed_who_has_shown_nothing_for_ten_seconds() {
    let mut world = finished();
    let moment = |now: u64| Moment { now, random: 1 };
    let line = |wire: Wire| Event::Wire(Box::new(wire));
    let begins = world.now;
    let page = &mut world.tables[1];
    page.handle(moment(begins), line(Wire::Open));
    let out = page.handle(moment(begins), line(Wire::Heard("1 look 1 2".to_owned())));
    let alarm = out.iter().find_map(|request| match request {
        Request::Wake { id, .. } => Some(*id),
        _ => None,
    });
    // Of something else, the page is heard.
    page.handle(moment(begins + 5_000), line(Wire::Heard("1 alone 0".to_owned())));
    for (silence, state) in [(10_000, Together::Follows), (10_001, Together::Apart)] {
        page.handle(moment(begins + silence), Event::Woken(alarm.unwrap()));
        assert_eq!(page.together(), state, "{silence}");
    }
}
