//! Variations: the ways into and out of them, what is said there, the list of them; and the last turn
//! once more.

use record::game::{Brush, Game, Mark, Path};
use record::pgn;
use rules::{Color, GameId, Square};
use table::{Event, Lines, Request, Seat, Sentence, Setup, StoreFault, Tone, Value, Walk};

use crate::play;

use play::{Play, from, here};

const ANNOTATED: &str = "[Variant \"batteries\"]\n\n{Before all.} \
    1. c4 $1 {Well. [%clk 0:01:00]\nSo it is.} \
    (1. d4 $0 $5 {The other one.} e7 (1... f7 $6 2. e4) 2. f4) (1. b4) 1... d7 2. e4 e7 *";

/// A game with what is considered beside its line.
fn annotated(text: &str) -> Play {
    let tree = pgn::read(text).remove(0).unwrap().tree;
    let mut play =
        Play::new(Setup { game: Game::of(&tree.record().unwrap()), ..here(tree.start().game()) });
    play.to(Event::Graft(tree.save()));
    play
}

fn batteries() -> Play {
    annotated(ANNOTATED)
}

/// The turn that is shown, with the number of its steps that are.
fn shown(play: &Play) -> String {
    let game = play.table.game();
    let Path { turn, steps } = play.table.view().at;
    game.before(turn).san_turn(&game.steps(turn)[..steps])
}

fn walk(play: &mut Play, ways: &[Walk]) -> String {
    for &way in ways {
        play.to(Event::Walk(way));
    }
    shown(play)
}

fn sans(play: &Play, turns: &[table::LineTurn]) -> Vec<String> {
    let game = play.table.game();
    turns.iter().map(|turn| game.before(turn.turn).san_turn(game.steps(turn.turn))).collect()
}

#[test]
fn each_line_hangs_where_it_leaves_another() {
    let play = batteries();
    assert!(play.table.view().has_lines);
    let Lines { comment, played, further, lines } = play.table.lines();
    assert_eq!(comment, "Before all.");
    assert_eq!(played.len(), 4);
    // What programs tell each other, line ends, and the glyph that says nothing are for nobody.
    assert_eq!(
        (played[0].glyphs.as_slice(), played[0].behind.as_str()),
        (&[1][..], "Well. So it is.")
    );
    assert_eq!((played[0].others.as_slice(), further.len()), (&[0, 1][..], 0));
    let [one, two, within] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!(sans(&play, one), ["d4", "e7", "f4"]);
    assert_eq!((one[0].glyphs.as_slice(), one[0].behind.as_str()), (&[5][..], "The other one."));
    assert!(one[0].others.is_empty(), "those beside it stand with the line that it leaves");
    assert_eq!(one[1].others, [2]);
    assert_eq!(sans(&play, two), ["b4"]);
    assert_eq!(sans(&play, within), ["f7", "e4"]);
}

#[test]
fn what_goes_on_behind_the_end_of_the_game_is_a_line() {
    let mut play = Play::new(here(GameId::Batteries));
    assert!(!play.table.view().has_lines);
    let tree = pgn::read(ANNOTATED).remove(0).unwrap().tree;
    play.type_all("c4");
    play.to(Event::Graft(tree.save()));
    assert_eq!(play.steps().len(), 1, "nothing was played");
    let Lines { played, further, lines, .. } = play.table.lines();
    assert_eq!((played.len(), played[0].others.len(), further.len()), (1, 2, 1));
    assert_eq!(sans(&play, &lines[further[0]]), ["d7", "e4", "e7"]);
    // There and back.
    assert_eq!(walk(&mut play, &[Walk::Into]), "d7");
    assert_eq!(play.says(), "lines.at");
    assert_eq!(walk(&mut play, &[Walk::Into]), "c4", "no other goes on from there");
    assert!(play.table.view().is_live);
    // The game goes on in that way: it is the line played from there on.
    play.type_all("d7");
    assert_eq!(play.table.lines().further.len(), 1);
    assert_eq!(play.table.lines().played.len(), 2);
}

#[test]
fn another_game_brings_nothing_and_what_comes_is_kept_with_the_next_step() {
    let mut play = Play::new(here(GameId::Batteries));
    for saved in ["", "what", &here(GameId::Magnetic).game.save()] {
        play.to(Event::Graft(saved.to_owned()));
    }
    assert!(!play.table.view().has_lines && play.asked.len() == 1, "{:?}", play.asked);
    // It is kept with what happens next: the page has it, too.
    let mut play = batteries();
    play.type_all("f4");
    play.keep_all();
    assert!(play.last_keep().2.saved.contains("\ncomment 1 Well."));
    let before = play.table.game().clone();
    let tree = pgn::read(ANNOTATED).remove(0).unwrap().tree;
    play.to(Event::Graft(tree.save()));
    assert_eq!(*play.table.game(), before, "it is there already");
}

#[test]
fn one_goes_into_variations_from_one_to_the_next_and_out_of_them() {
    let mut play = batteries();
    assert_eq!(walk(&mut play, &[Walk::First, Walk::Into]), "d4");
    // The next turn of the variation has one of its own.
    assert_eq!(walk(&mut play, &[Walk::Into]), "f7");
    assert_eq!(play.table.view().ways, [true, true]);
    assert_eq!(walk(&mut play, &[Walk::On]), "e4");
    assert_eq!(play.table.view().ways, [true, false]);
    assert_eq!(walk(&mut play, &[Walk::On]), "e4", "there it ends");
    assert_eq!(walk(&mut play, &[Walk::Out]), "d4");
    assert_eq!(walk(&mut play, &[Walk::On]), "e7");
    assert_eq!(walk(&mut play, &[Walk::Latest]), "f4", "the end of the variation");
    play.to(Event::Walk(Walk::Into));
    assert_eq!((play.says(), play.table.view().tone), ("lines.none", Tone::Advice));
    assert_eq!(shown(&play), "f4");
    // Behind its end stands the game.
    assert!(!play.table.view().is_live);
    walk(&mut play, &[Walk::Latest]);
    assert!(play.table.view().is_live);
    // From one to the next, and behind the last of them to the line that they leave.
    assert_eq!(walk(&mut play, &[Walk::First, Walk::Into, Walk::On, Walk::Back]), "d4");
    assert_eq!(walk(&mut play, &[Walk::First, Walk::Into, Walk::Into, Walk::Into]), "e7");
    let first = play.table.lines().lines[1][0].turn;
    play.to(Event::Show(play.table.game().behind(first)));
    assert_eq!(shown(&play), "b4");
    assert_eq!(walk(&mut play, &[Walk::Into]), "c4");
    assert!(!play.table.view().is_live);
    assert_eq!(walk(&mut play, &[Walk::Out]), "c4", "that is in no variation");
    play.to(Event::Walk(Walk::Into));
    assert_eq!(play.says(), "lines.none");
}

#[test]
fn what_is_said_of_a_place_in_a_variation_names_its_turn() {
    let mut play = batteries();
    walk(&mut play, &[Walk::First, Walk::Into]);
    let Sentence { key, values } = play.table.view().says;
    assert_eq!(key, "lines.note");
    assert_eq!(values[1], ("comment", Value::Text("The other one.".to_owned())));
    let Value::Sentence(turn) = &values[0].1 else { panic!("{values:?}") };
    assert_eq!(turn.key, "lines.turn-signs");
    for value in [
        ("number", Value::Count(1)),
        ("color", Value::Color(Color::White)),
        ("san", Value::Notation("d4".to_owned())),
        ("signs", Value::Glyphs(vec![5])),
    ] {
        assert!(turn.values.contains(&value), "{turn:?}");
    }
    assert_eq!(walk(&mut play, &[Walk::On]), "e7");
    assert_eq!(play.says(), "lines.at");
    // Within a turn, it is said how far one is in it.
    let mut play = annotated(
        "[Variant \"charismatic\"]\n[SetUp \"1\"]\n[FEN \"3k4/8/8/8/8/8/P7/R3K3[] w - - 0 9 - -\"]\n\n\
         9. a4,Ra3 (9. a3,Kd2 {Slow.} Kd7) 9... Ke7 *",
    );
    walk(&mut play, &[Walk::First, Walk::Into]);
    assert_eq!(play.says(), "lines.note");
    walk(&mut play, &[Walk::Back]);
    let Sentence { key, values } = play.table.view().says;
    assert_eq!(key, "lines.inside");
    assert_eq!(values[1..], [("step", Value::Count(2)), ("of", Value::Count(3))]);
    // What is shown, as a game of its own: the line to the place.
    let line = play.table.line_shown();
    assert_eq!(line.live_position(), &play.table.position());
    assert_eq!(line.count(line.live()), 2);
}

#[test]
fn nothing_is_played_in_a_variation_of_a_game_that_goes_on() {
    let mut play = batteries();
    let before = play.table.game().clone();
    walk(&mut play, &[Walk::First, Walk::Into]);
    assert!(!play.table.view().may_act && !play.table.is_open());
    play.to(Event::Typed("e7".to_owned()));
    assert_eq!(play.says(), "lines.look");
    play.to(Event::Walk(Walk::Back));
    play.to(Event::Typed("e4".to_owned()));
    assert_eq!(play.says(), "history.look");
    assert_eq!(*play.table.game(), before);
}

// The last turn once more.

/// The alarm that was asked for last, and after how long.
fn alarm(out: &[Request]) -> (u64, u64) {
    let wake = |request: &Request| match *request {
        Request::Wake { id, after, at_rest: false } => Some((id, after)),
        _ => None,
    };
    out.iter().rev().find_map(wake).expect("an alarm")
}

#[test]
fn what_is_drawn_is_kept_with_its_position_and_within_a_turn_is_gone_with_it() {
    let mut play = batteries();
    let mark = |brush| Mark { brush, from: Square::new(3), to: Square::new(13) };
    let marks = |play: &Play| play.table.marks().to_vec();
    play.to(Event::Sketch(mark(Brush::Red)));
    assert_eq!(marks(&play), [mark(Brush::Red)]);
    play.to(Event::Sketch(mark(Brush::Blue)));
    assert_eq!(marks(&play), [mark(Brush::Blue)], "another colour takes its place");
    play.to(Event::Walk(Walk::Back));
    assert_eq!(marks(&play), []);
    play.to(Event::Walk(Walk::On));
    assert_eq!(marks(&play), [mark(Brush::Blue)]);
    let kept = Game::load(&play.table.game().save()).unwrap();
    assert_eq!(kept.marks(kept.tip()), [mark(Brush::Blue)]);
    play.to(Event::Sketch(mark(Brush::Blue)));
    assert_eq!(marks(&play), [], "the same again rubs it out");
    // Within a turn of several steps.
    let fen = "3k4/7p/8/8/8/8/PPP5/4K3[] w - - 0 1 - -";
    let mut play = Play::new(from(GameId::Charismatic, fen));
    play.type_all("a2a3");
    play.to(Event::Sketch(mark(Brush::Green)));
    assert_eq!(marks(&play), [mark(Brush::Green)]);
    play.to(Event::Sketch(mark(Brush::Red)));
    assert_eq!(marks(&play), [mark(Brush::Red)], "another colour takes its place here too");
    play.to(Event::Sketch(mark(Brush::Red)));
    assert_eq!(marks(&play), [], "the same again rubs it out");
    play.to(Event::Sketch(mark(Brush::Red)));
    play.type_all("b2b3");
    assert_eq!(marks(&play), []);
}

#[test]
fn the_last_turn_is_played_again_as_fast_as_the_player_wants_it() {
    let pauses = |tempo| {
        let mut play = batteries();
        play.type_all("f4");
        play.to(Event::Tempo(tempo));
        let (first, before) = alarm(&play.to(Event::Replay));
        // The setting is nothing that the player does in the game: what is shown goes on.
        play.to(Event::Tempo(tempo));
        assert!(play.table.view().replays);
        (before, alarm(&play.to(Event::Woken(first))).1)
    };
    let (before, between) = pauses(100);
    assert_eq!(pauses(50), (before / 2, between / 2));
    assert_eq!(pauses(200), (before * 2, between * 2));
    // Neither at once nor never, whatever is asked.
    assert!(pauses(0).1 > 0 && pauses(u16::MAX).1 < 10_000);
}

#[test]
fn the_last_turn_is_played_again_step_by_step_and_the_game_stands_where_it_stood() {
    let mut play = batteries();
    play.type_all("f4");
    let (live, owed) = (play.table.view().at, play.says());
    let said = Request::Say(Sentence::new("history.replay"));
    let out = play.to(Event::Replay);
    assert!(out.contains(&said));
    let (first, after) = alarm(&out);
    let view = play.table.view();
    assert!(view.replays && !view.is_live && after < 500);
    assert_eq!((shown(&play), play.says()), ("e7".to_owned(), "history.replay"));
    let (second, after) = alarm(&play.to(Event::Woken(first)));
    assert_eq!(play.table.view().at, live);
    assert!(play.table.view().replays && after > 300, "it is seen for a while");
    assert!(play.to(Event::Woken(first)).is_empty(), "an earlier alarm is none");
    assert!(play.table.view().replays);
    assert!(play.to(Event::Woken(second)).is_empty());
    let view = play.table.view();
    assert!(!view.replays && view.is_live);
    assert_eq!(play.says(), owed);
    // Nothing has been played.
    assert_eq!(play.steps().len(), 5);
    let mut fresh = Play::new(here(GameId::Batteries));
    assert!(fresh.to(Event::Replay).is_empty());
    assert!(!fresh.table.view().replays);
}

#[test]
fn a_tap_ends_what_is_played_again_and_does_nothing_else() {
    let mut play = batteries();
    let (first, _) = alarm(&play.to(Event::Replay));
    play.to(Event::Tap(play.at("d3")));
    let view = play.table.view();
    assert!(!view.replays && view.is_live && view.pick.is_none());
    assert!(play.to(Event::Woken(first)).is_empty());
    assert!(play.table.view().is_live);
    // The next one has alarms of its own.
    let (again, _) = alarm(&play.to(Event::Replay));
    assert_ne!(again, first);
    play.to(Event::Woken(first));
    assert_eq!(shown(&play), "e4", "the turn has not begun");
    // Who does anything else does it to the game as it stands.
    play.type_all("d4");
    assert_eq!(play.steps().len(), 5);
    assert!(play.table.view().is_live);
}

#[test]
fn a_turn_of_several_steps_is_played_again_one_by_one_and_a_thought_does_not_end_that() {
    let mut setup = from(GameId::Charismatic, "3k4/8/8/8/8/8/P7/R3K3[] w - - 0 9 - -");
    setup.seats[Color::Black as usize] = Seat::Computer(11);
    let mut play = Play::new(setup);
    play.type_all("a4 Ra3 end");
    let mut out = play.to(Event::Replay);
    for steps in 1..=3 {
        out = play.to(Event::Woken(alarm(&out).0));
        assert_eq!(play.table.view().at.steps, steps);
        let id = play.think_id();
        play.to(Event::Thought { id, thought: None });
        assert!(play.table.view().replays, "what comes about is none of the player's");
    }
    play.to(Event::Woken(alarm(&out).0));
    assert!(!play.table.view().replays);
}

#[test]
fn what_the_store_tells_does_not_end_what_is_played_again() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    play.keep_all();
    play.to(Event::Anew(None));
    play.type_all("d2d4 d7d5");
    let (key, revision) = (play.table.key().to_owned(), play.last_keep().1);
    play.to(Event::Replay);
    for told in [
        Event::MadeNoRoom { key: key.clone() },
        Event::MadeRoom { key: key.clone(), found: None },
        Event::Kept { key: key.clone(), revision },
        Event::KeepFailed { key, revision, fault: StoreFault::Full },
    ] {
        play.to(told.clone());
        assert!(play.table.view().replays, "{told:?}");
    }
}

#[test]
fn a_line_behind_the_last_turn_alone_is_a_line() {
    let mut play = Play::new(here(GameId::Batteries));
    play.type_all("c4");
    assert!(!play.table.view().has_lines);
    let tree = pgn::read("[Variant \"batteries\"]\n\n1. c4 d7 *").remove(0).unwrap().tree;
    play.to(Event::Graft(tree.save()));
    assert_eq!((play.steps().len(), play.table.lines().further.len()), (1, 1));
    assert!(play.table.view().has_lines);
}

#[test]
fn one_goes_through_all_that_stands_beside_a_turn_one_after_another() {
    let text = "[Variant \"batteries\"]\n\n1. c4 (1. d4) (1. b4) (1. e4) (1. f4) 1... d7 *";
    let mut play = annotated(text);
    let mut seen = vec![walk(&mut play, &[Walk::First, Walk::Into])];
    while seen.len() < 6 {
        seen.push(walk(&mut play, &[Walk::Into]));
    }
    assert_eq!(seen, ["d4", "b4", "e4", "f4", "c4", "c4"]);
}

/// What was tried may change its order and go as long as the line that was played stays.
#[test]
fn what_was_tried_behind_the_end_may_become_the_first_of_it_and_nothing_else_may() {
    let mut play = Play::new(here(GameId::Batteries));
    play.type_all("c4 d7");
    play.to(Event::Resign);
    play.to(Event::Answer(true));
    play.type_all("e4");
    play.to(Event::Walk(Walk::Latest));
    play.to(Event::Show(play.table.game().live()));
    play.type_all("f4 e7");
    let played = play.table.game().clone();
    let tip = played.tip();
    let [first, second] = played.next(tip)[..] else { panic!("{:?}", played.next(tip)) };
    let third = played.next(second)[0];
    // Out of what follows the end, any turn may come first; also with what leads to it.
    for (event, order) in [
        (Event::MakeMainLine(third), [second, first]),
        (Event::MakeMainLine(first), [first, second]),
        (Event::PromoteTurn(second), [second, first]),
    ] {
        play.to(event);
        assert_eq!(play.table.game().next(tip), order);
        assert_ne!(play.says(), "lines.played");
        assert_eq!((play.steps().len(), play.table.game().tip()), (2, tip));
    }
    play.to(Event::Show(Path::START));
    play.type_all("b4");
    let other = play.table.view().at.turn;
    let line = play.steps();
    for event in [Event::MakeMainLine(other), Event::PromoteTurn(other), Event::Delete(tip)] {
        play.to(event);
        assert_eq!((play.says(), play.steps()), ("lines.played", line.clone()));
    }
    play.to(Event::Delete(other));
    assert!(!play.table.game().is_there(other));
    assert_eq!(play.steps(), line);
}

#[test]
fn in_a_turn_that_was_begun_the_one_before_it_is_played_again() {
    let fen = "3k4/7p/8/8/8/8/PPP5/4K3[] w - - 0 9 - -";
    let mut play = Play::new(from(GameId::Charismatic, fen));
    play.to(Event::Replay);
    assert!(!play.table.replays(), "there is none");
    play.type_all("a2a3");
    play.to(Event::Replay);
    assert!(!play.table.replays(), "nor is the one that was begun");
    play.type_all("end d8d7");
    play.to(Event::Replay);
    assert!(play.table.replays());
    assert_eq!(play.table.view().at, Path::START);
    play.wake();
    assert_eq!(shown(&play), "a3,");
}

#[test]
fn a_place_that_is_not_there_is_not_shown() {
    let mut longer = Play::new(here(GameId::Orthodox));
    longer.type_all("e2e4 e7e5 g1f3");
    let there = longer.table.game().live();
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    play.to(Event::Walk(Walk::Back));
    let before = play.table.view();
    assert_eq!(play.to(Event::Show(there)), []);
    assert_eq!(play.table.view(), before);
}
