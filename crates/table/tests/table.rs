//! What happens at a table, event by event.

use record::Record;
use record::game::{Game, Path};
use rules::{AnyPosition, Color, GameId, Role, Step};
use table::{
    Content, End, Event, Keeping, Pick, Purpose, Question, Request, Setup, StoreFault, Stored,
    Table, Walk, recovered, room_for,
};

use crate::play;

use play::{Play, from, here, refused, step, turn};

// The hand.

#[test]
fn two_taps_place_a_piece_in_either_order_and_the_same_again_lets_go() {
    let mut play = Play::new(here(GameId::Charismatic));
    play.to(Event::Tap(play.at("a2")));
    assert_eq!(play.table.view().pick, None, "nothing can be done before the draw");
    assert!(play.table.view().controls.draw);
    play.to(Event::Draw);
    let hand = play.table.position().hand();
    assert_eq!(hand.total(), 5);
    let role = hand.roles().next().unwrap();
    play.to(Event::TapReserve(role));
    assert_eq!(play.table.view().pick, Some(Pick::Reserve(role)));
    assert!(!play.table.view().targets.is_empty());
    play.to(Event::TapReserve(role));
    assert_eq!(play.table.view().pick, None);
    play.to(Event::TapReserve(role));
    play.to(Event::Tap(play.at("c3")));
    assert_eq!(play.steps().last(), Some(&Step::Drop { role, to: play.at("c3") }));
    play.to(Event::Tap(play.at("d3")));
    assert_eq!(play.table.view().pick, Some(Pick::Empty(play.at("d3"))));
    let role = play.table.position().hand().roles().next().unwrap();
    play.to(Event::TapReserve(role));
    assert_eq!(play.steps().last(), Some(&Step::Drop { role, to: play.at("d3") }));
}

#[test]
fn a_piece_of_this_placement_turn_goes_elsewhere_and_back() {
    let mut play = Play::new(here(GameId::Charismatic));
    play.to(Event::Draw);
    let role = play.table.position().hand().roles().next().unwrap();
    play.to(Event::Step(Step::Drop { role, to: play.at("c3") }));
    play.to(Event::Lift(play.at("c3")));
    assert!(play.table.view().targets.contains(&(play.at("f2"), false)));
    assert!(!play.table.view().targets.contains(&(play.at("c3"), false)));
    play.to(Event::Drop(Some(play.at("f2"))));
    assert_eq!(play.table.position().piece_at(play.at("f2")).map(|piece| piece.role), Some(role));
    assert_eq!(play.table.position().piece_at(play.at("c3")), None);
    // On a taken square it stays where it was.
    play.to(Event::Lift(play.at("f2")));
    play.to(Event::Drop(Some(play.at("e1"))));
    assert!(play.table.view().refusal.is_some());
    assert!(play.table.position().piece_at(play.at("f2")).is_some());
    play.to(Event::Lift(play.at("f2")));
    play.to(Event::Drop(None));
    assert_eq!(play.table.position().hand().total(), 5);
}

#[test]
fn a_draw_by_chance_is_nobodys_to_name() {
    let mut play = Play::new(here(GameId::Charismatic));
    play.to(Event::Typed("draw:QRRBB".to_owned()));
    play.to(Event::Step(step(GameId::Charismatic, "draw:QRRBB")));
    assert!(play.steps().is_empty());
    // Where chance follows from a seed, it is the same again.
    let draws = |seed| {
        let mut play = Play::new(Setup { seed: Some(seed), ..here(GameId::Charismatic) });
        play.to(Event::Walk(Walk::Back));
        play.to(Event::Draw);
        play.steps()
    };
    assert_eq!(draws(7), draws(7));
    assert_ne!(draws(7), draws(8));
}

#[test]
fn place_for_me_fills_what_is_left_and_shuffle_places_anew() {
    let mut play = Play::new(here(GameId::Charismatic));
    play.to(Event::Draw);
    let role = play.table.position().hand().roles().last().unwrap();
    let to = play.table.position().list().into_iter().find_map(|step| match step {
        Step::Drop { role: dropped, to } if dropped == role => Some(to),
        _ => None,
    });
    play.to(Event::Step(Step::Drop { role, to: to.unwrap() }));
    play.to(Event::PlaceRest);
    assert_eq!(play.table.position().hand().total(), 0);
    assert_eq!(play.steps()[1], Step::Drop { role, to: to.unwrap() }, "placed by hand, it stays");
    play.to(Event::Shuffle);
    assert_eq!(play.table.game().turn_steps().len(), 5);
    play.to(Event::Clear);
    assert_eq!(play.table.game().turn_steps().len(), 0);
    assert_eq!(play.steps().len(), 1, "what was drawn stays drawn");
    play.to(Event::PlaceRest);
    play.to(Event::EndTurn);
    assert_eq!(play.table.view().turn, Color::Black);
}

#[test]
fn a_pawn_that_arrives_asks_what_it_becomes() {
    let mut play = Play::new(from(GameId::Charismatic, "3k4/P7/8/8/8/8/8/4K3[] w - - 0 9 - -"));
    play.to(Event::Tap(play.at("a7")));
    play.to(Event::Tap(play.at("a8")));
    let view = play.table.view();
    assert_eq!(view.pick, Some(Pick::Promotion(play.at("a7"), play.at("a8"))));
    assert_eq!(view.promotions.len(), 4);
    play.to(Event::Promote(None));
    assert_eq!((play.table.view().pick, play.steps().len()), (None, 0));
    play.to(Event::Tap(play.at("a7")));
    play.to(Event::Tap(play.at("a8")));
    play.to(Event::Promote(Some(Role::Knight)));
    assert_eq!(play.steps(), turn(GameId::Charismatic, "a7a8n"));
}

#[test]
fn a_refused_step_says_why_and_lets_go() {
    let mut play = Play::new(from(GameId::Charismatic, "3k4/8/8/8/8/8/8/R3K3[] w - - 0 9 - -"));
    play.to(Event::Tap(play.at("a1")));
    let out = play.to(Event::Tap(play.at("b3")));
    assert_eq!(play.says(), "refused");
    assert!(out.iter().any(|request| matches!(request, Request::Say(_))));
    assert_eq!(play.table.view().pick, None);
    play.to(Event::Tap(play.at("a1")));
    assert_ne!(play.says(), "refused", "it is said once");
}

// The turn.

#[test]
fn a_turn_of_many_steps_says_what_is_owed_and_goes_back() {
    let mut play = Play::new(from(GameId::Charismatic, "3k4/8/8/8/8/8/8/R3K2R[] w - - 0 9 - -"));
    assert_eq!(play.says(), "prompt.first");
    assert_eq!(play.table.view().controls.end, End::NotYet);
    play.type_all("a1a2 h1h2");
    assert_eq!(play.says(), "prompt.steps-may");
    assert_eq!(play.table.view().controls.end, End::May);
    play.to(Event::UndoTo(1));
    assert_eq!(play.steps().len(), 1);
    play.to(Event::Redo);
    assert_eq!(play.steps().len(), 2);
    play.to(Event::EndTurn);
    play.to(Event::Undo);
    assert_eq!(play.steps().len(), 3, "undo does not cross the end of a turn");
}

#[test]
fn history_is_looked_at_without_losing_the_unfinished_turn() {
    let mut play = Play::new(from(GameId::Charismatic, "3k4/8/8/8/8/8/8/R3K3[] w - - 0 9 - -"));
    play.type_all("a1a5");
    play.to(Event::Walk(Walk::First));
    assert_eq!(play.says(), "history.start");
    assert!(play.table.position().piece_at(play.at("a1")).is_some());
    play.to(Event::Typed("e1e2".to_owned()));
    assert_eq!((play.says(), play.steps().len()), ("history.look", 1));
    play.to(Event::Walk(Walk::Latest));
    play.to(Event::Undo);
    assert!(play.steps().is_empty());
}

#[test]
fn a_turn_of_one_step_waits_to_be_confirmed_where_the_settings_ask() {
    let mut play = Play::new(Setup { confirms: true, ..here(GameId::Orthodox) });
    play.type_all("e2e4");
    let view = play.table.view();
    assert_eq!((view.turn, view.held), (Color::White, Some(step(GameId::Orthodox, "e2e4"))));
    assert!(view.position.piece_at(play.at("e4")).is_some(), "the position is what is seen");
    assert!(play.steps().is_empty(), "nothing was played");
    assert_eq!((view.controls.end, view.controls.undo), (End::May, true));
    play.to(Event::Typed("d2d4".to_owned()));
    assert_eq!(play.says(), "step.unconfirmed");
    // What waits is kept, and comes back.
    let (.., content) = play.last_keep();
    assert_eq!(content.held, "e2e4");
    play.to(Event::Undo);
    assert_eq!(play.table.view().held, None);
    play.type_all("d2d4");
    play.to(Event::EndTurn);
    assert_eq!(play.steps(), turn(GameId::Orthodox, "d2d4"));
    let mut again =
        Play::new(Setup { confirms: true, key: String::new(), ..here(GameId::Orthodox) });
    again.table = Table::new(Setup { confirms: true, ..here(GameId::Orthodox) }).0;
    let found = Some(Stored { revision: 5, content });
    again.to(Event::Loaded { key: "a game".to_owned(), found });
    assert_eq!(again.table.view().held, Some(step(GameId::Orthodox, "e2e4")));
}

// Agreements.

#[test]
fn two_people_here_agree_on_draws_and_takebacks_and_resign() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4 e7e5");
    play.to(Event::TakeBack);
    assert_eq!(play.table.question(), Some(Question::TakeBack(Color::Black)));
    play.to(Event::Answer(false));
    assert_eq!(play.steps().len(), 2);
    play.to(Event::TakeBack);
    play.to(Event::Answer(true));
    assert_eq!(play.steps(), turn(GameId::Orthodox, "e2e4"));
    play.to(Event::OfferDraw);
    assert_eq!(play.table.question(), Some(Question::Draw(Color::Black)));
    play.to(Event::Answer(false));
    play.to(Event::Resign);
    assert_eq!(play.table.question(), Some(Question::Resign(Color::Black)));
    play.to(Event::Answer(true));
    let verdict = play.table.view().result.unwrap();
    assert_eq!((verdict.winner, verdict.ending.id()), (Some(Color::White), "resignation"));
    assert_eq!(play.says(), "result.won.resignation");
    play.to(Event::OfferDraw);
    assert_eq!(play.table.question(), None, "it is over");
}

// Variations.

#[test]
fn a_step_in_the_past_of_a_finished_game_begins_a_variation() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(play.says(), "result.won.checkmate");
    // Who plays what was played stands at the end again.
    play.to(Event::Walk(Walk::Back));
    assert!(!play.table.view().is_live);
    play.type_all("d8h4");
    assert!(
        play.table.view().is_live && play.table.game().next(play.table.place().turn).is_empty()
    );
    play.to(Event::Walk(Walk::First));
    play.type_all("e2e4 c7c5");
    let view = play.table.view();
    assert!(!view.is_live && view.may_act);
    assert_eq!(play.steps().len(), 4, "the game stays as it was");
    assert_eq!(play.says(), "lines.at");
    play.keep_all();
    let (.., content) = play.last_keep();
    assert!(Game::load(&content.saved).is_ok_and(|kept| kept == *play.table.game()));
    // An older page finds the game that was played.
    let played = Record::load(&content.saved).unwrap();
    assert_eq!(
        (played.steps(), played.verdict()),
        (&play.steps()[..], play.table.game().verdict())
    );
    let turn = view.at.turn;
    play.to(Event::Comment(turn, "Sicilian".to_owned()));
    assert_eq!(play.table.game().comments(turn).1, "Sicilian");
    // A game that was played stays the one that was played.
    let first = play.table.game().line_to(turn)[0];
    play.to(Event::MakeMainLine(turn));
    assert_eq!(play.says(), "lines.played");
    play.to(Event::Delete(first));
    assert!(play.table.game().is_there(play.table.view().at.turn));
    assert_eq!(play.table.game().next(Game::ROOT).len(), 1);
}

#[test]
fn an_analysis_goes_on_anywhere_and_changes_its_line() {
    let mut play = Play::new(Setup { purpose: Purpose::Analysis, ..here(GameId::Orthodox) });
    play.type_all("e2e4 e7e5");
    play.to(Event::Walk(Walk::Back));
    play.type_all("c7c5");
    let turn = play.table.view().at.turn;
    play.to(Event::PromoteTurn(turn));
    let game = play.table.game();
    assert_eq!(game.next(game.next(Game::ROOT)[0])[0], turn);
    play.to(Event::Show(Path::START));
    assert_eq!(play.table.view().turn, Color::White);
}

// Keeping.

/// Whether a game has gone over to a name that was drawn for it.
fn is_beside(play: &Play) -> bool {
    play.table.key().strip_prefix("kept ").is_some_and(|name| name.len() > 6)
}

#[test]
fn nothing_is_written_under_a_name_that_was_not_read_nor_before_something_happened() {
    let (table, asked) = Table::new(here(GameId::Magnetic));
    assert_eq!(asked, [Request::Load { key: "a game".to_owned() }]);
    let mut play = Play { table, now: 0, asked };
    let keeps = |play: &Play| {
        play.asked.iter().filter(|request| matches!(request, Request::Keep { .. })).count()
    };
    play.to(Event::LoadFailed { key: "a game".to_owned(), fault: StoreFault::Blocked });
    assert_eq!(play.says(), "kept.blocked");
    play.type_all("e2e4");
    // Whoever plays has it read again at once.
    assert_eq!((keeps(&play), play.table.view().keeping), (0, Keeping::Reading));
    let loads = |request: &&Request| matches!(request, Request::Load { .. });
    assert_eq!(play.asked.iter().filter(loads).count(), 2);
    play.to(Event::LoadFailed { key: "a game".to_owned(), fault: StoreFault::Blocked });
    // Read at last: what stands there stays, and this is a game beside it.
    play.wake();
    let mut other = Play::new(here(GameId::Magnetic));
    other.type_all("d2d4");
    let found = Stored { revision: 9, content: other.last_keep().2 };
    play.to(Event::Loaded { key: "a game".to_owned(), found: Some(found) });
    assert!(is_beside(&play) && play.says() == "kept.beside");
    let moved = |request: &Request| matches!(request, Request::Moved { from, key } if from == "a game" && key == play.table.key());
    assert!(play.asked.iter().any(moved));
    assert_eq!((keeps(&play), play.last_keep().0), (1, 0));

    let mut idle = Play::new(here(GameId::Magnetic));
    idle.to(Event::Tap(idle.at("e2")));
    idle.to(Event::LetGo);
    assert_eq!(keeps(&idle), 0);
}

#[test]
fn each_write_follows_the_one_before_and_one_is_under_way_at_a_time() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    let (follows, first, _) = play.last_keep();
    assert_eq!(follows, 0);
    play.type_all("e7e5");
    assert_eq!(play.last_keep().1, first, "the next one waits");
    let key = "a game".to_owned();
    play.to(Event::Kept { key: key.clone(), revision: first });
    let (follows, second, content) = play.last_keep();
    assert_eq!(follows, first);
    assert!(content.saved.contains("steps e2e4 e7e5"));
    // Answered twice, it changes nothing.
    play.to(Event::Kept { key: key.clone(), revision: first });
    assert_eq!(play.table.view().keeping, Keeping::Writing);
    play.to(Event::KeepFailed { key: key.clone(), revision: second, fault: StoreFault::Blocked });
    assert_eq!((play.says(), play.table.view().keeping), ("kept.blocked", Keeping::Failed));
    play.wake();
    let (follows, third, _) = play.last_keep();
    assert!(third != second && follows == first);
    play.to(Event::Kept { key, revision: third });
    assert_eq!(play.table.view().keeping, Keeping::Kept);
}

#[test]
fn a_write_that_comes_second_becomes_a_game_beside_or_goes_on() {
    let played = |steps: &str| {
        let mut play = Play::new(here(GameId::Orthodox));
        play.type_all(steps);
        play
    };
    // Another game: this one stands beside it.
    let mut play = played("e2e4");
    refused(&mut play, played("d2d4").last_keep().2);
    assert!(is_beside(&play) && play.last_keep().0 == 0);
    // An older state: this one goes on from it.
    let mut play = played("e2e4 e7e5");
    refused(&mut play, played("e2e4").last_keep().2);
    assert_eq!((play.table.key(), play.last_keep().0), ("a game", 77));
    // A state that is further: this one gives way.
    let mut play = played("e2e4");
    let mut other = played("e2e4 e7e5 g1f3");
    let revision = other.last_keep().1;
    other.to(Event::Kept { key: "a game".to_owned(), revision });
    refused(&mut play, other.last_keep().2);
    assert_eq!((play.table.key(), play.steps().len()), ("a game", 3));
    // What cannot be read stays where it is.
    let mut play = played("e2e4");
    refused(&mut play, Content { saved: "damaged".to_owned(), ..Content::default() });
    assert!(is_beside(&play) && play.says() == "kept.aside");
}

#[test]
fn a_write_that_failed_and_is_refused_when_it_is_carried_out_again_is_refused() {
    let mut other = Play::new(here(GameId::Orthodox));
    other.type_all("d2d4");
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    let (key, revision) = ("a game".to_owned(), play.last_keep().1);
    play.to(Event::KeepFailed { key, revision, fault: StoreFault::Blocked });
    refused(&mut play, other.last_keep().2);
    assert!(is_beside(&play) && play.last_keep().0 == 0);
}

#[test]
fn what_is_held_and_taken_back_while_a_write_is_under_way_is_noted_no_longer() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    play.to(Event::Confirms(true));
    let (_, written, content) = play.last_keep();
    let noted = |out: Vec<Request>| {
        out.into_iter().find_map(|request| match request {
            Request::Note { revision, content, .. } => Some((revision, content)),
            _ => None,
        })
    };
    let other = noted(play.to(Event::Typed("e7e5".to_owned()))).expect("a note");
    assert!(other.0 != written && other.1.held == "e7e5");
    assert_eq!(noted(play.to(Event::Undo)), Some((written, content)));
}

#[test]
fn what_is_played_while_a_write_is_under_way_is_noted() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    let first = play.last_keep().1;
    let out = play.to(Event::Typed("e7e5".to_owned()));
    let Some(Request::Note { key, follows, revision, content, is_over }) =
        out.into_iter().find(|request| matches!(request, Request::Note { .. }))
    else {
        panic!("no note");
    };
    assert_eq!((&*key, follows.as_slice(), is_over), ("a game", &[0, first][..], false));
    assert!(content.saved.contains("steps e2e4 e7e5"));
    // A window that comes after it: behind what is stored, wherever that stands.
    let stored = |revision, steps: &str| {
        let mut other = Play::new(here(GameId::Orthodox));
        other.type_all(steps);
        Stored { revision, content: other.table.content() }
    };
    let again = |key: &str, found: Option<&Stored>| {
        let due = recovered((key, &follows, revision, &content), found, 35 << 32 | 36)?;
        let is_noted = due.content == content;
        assert_eq!((due.revision == revision, due.is_over), (is_noted, false));
        Some((due.key, due.follows))
    };
    let own = |follows| Some((key.clone(), follows));
    assert_eq!(again(&key, None), own(0));
    assert_eq!(again(&key, Some(&stored(first, "e2e4"))), own(first));
    assert_eq!(again(&key, Some(&stored(revision, "e2e4 e7e5"))), None);
    assert_eq!(again(&key, Some(&stored(5, "e2e4 e7e5 g1f3"))), None, "it stands in that");
    let beside = Some(("kept z10".to_owned(), 0));
    assert_eq!(again(&key, Some(&stored(5, "e2e4 c7c5"))), beside);
    assert_eq!(again(&key, Some(&stored(5, "e2e4"))), beside);
    // Nor is the game that has ended the one that has not.
    let mut ended = Play::new(here(GameId::Orthodox));
    ended.type_all("e2e4");
    ended.to(Event::Resign);
    ended.to(Event::Answer(true));
    let noted = ended.table.content();
    let due = recovered((&key, &follows, 77, &noted), Some(&stored(5, "e2e4")), 35 << 32 | 36);
    assert_eq!(due.map(|due| (due.key, due.is_over)), Some(("kept z10".to_owned(), true)));
    // One seat plays one game: what was considered, or played, stays with it.
    let mail = Some(("mail a".to_owned(), 5));
    assert_eq!(again("mail a", Some(&stored(5, "e2e4"))), mail);
    assert_eq!(again("mail a", Some(&stored(5, "e2e4 e7e5 g1f3"))), None, "it stands in that");
    // What was written once is not written again, in whatever words it stands there.
    let mut worded = stored(revision, "e2e4 e7e5");
    worded.content.saved = worded.content.saved.replace("record 1", "record 2");
    for key in [key.as_str(), "mail a"] {
        assert_eq!(again(key, Some(&worded)), None);
    }
}

/// With a seed, a new game draws what the first has drawn.
#[test]
fn a_new_game_draws_from_its_seed_again() {
    let mut play = Play::new(Setup { seed: Some(7), ..here(GameId::Charismatic) });
    play.to(Event::Draw);
    let drawn = play.table.position().hand();
    play.to(Event::Anew(None));
    play.to(Event::Draw);
    assert_eq!(play.table.position().hand(), drawn);
}

/// What was kept as waiting to be confirmed, and cannot be played there, waits for nothing.
#[test]
fn a_held_step_that_cannot_be_played_is_let_go() {
    let kept = |held: &str| {
        let (table, asked) = Table::new(here(GameId::Orthodox));
        let mut play = Play { table, now: 0, asked };
        let content = Content { held: held.to_owned(), ..play.table.content() };
        let key = play.table.key().to_owned();
        play.to(Event::Loaded { key, found: Some(Stored { revision: 3, content }) });
        play.table.view().held
    };
    assert_eq!(kept("e2e4"), Some(step(GameId::Orthodox, "e2e4")));
    assert_eq!(kept("e2e5"), None);
}

/// What the simulation has found: a game whose window was taken from it while it was still making room for
/// itself is kept once it is taken up, and so is the one that it has taken the place of.
#[test]
fn a_game_that_is_taken_up_while_it_makes_room_is_kept() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    play.keep_all();
    let key = play.table.key().to_owned();
    play.to(Event::Anew(None));
    play.type_all("d2d4");
    play.to(Event::TakenElsewhere);
    play.to(Event::MadeNoRoom { key: key.clone() });
    let out = play.to(Event::TakeUp);
    let [Request::SetBeside { content, .. }] = &out[..] else { panic!("{out:?}") };
    assert!(content.saved.contains("steps e2e4"));
    let mut other = Play::new(here(GameId::Orthodox));
    other.type_all("c2c4");
    let found = Some(Stored { revision: 9, content: other.table.content() });
    play.to(Event::MadeRoom { key: key.clone(), found });
    assert!(play.table.key() != key && play.says() == "kept.beside");
    play.type_all("d7d5");
    play.keep_all();
    assert!(play.last_keep().2.saved.contains("steps d2d4 d7d5"));
}

/// A write of the game that was left, which had failed and is refused when it is carried out again, is
/// nothing to the one that has taken its place.
#[test]
fn what_becomes_of_a_write_of_a_game_that_was_left_does_not_keep_the_next_one_from_being_kept() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    let (key, revision) = ("a game".to_owned(), play.last_keep().1);
    play.to(Event::KeepFailed { key: key.clone(), revision, fault: StoreFault::Blocked });
    play.to(Event::Anew(None));
    play.type_all("d2d4");
    let mut other = Play::new(here(GameId::Orthodox));
    other.type_all("c2c4");
    let found = Some(Stored { revision: 9, content: other.table.content() });
    play.to(Event::Refused { key: key.clone(), revision, found: found.clone() });
    // It still waits for room, and is asked for again where there is none.
    assert_eq!((play.table.key(), play.table.view().keeping), (&*key, Keeping::Writing));
    assert!(play.to(Event::MadeNoRoom { key: key.clone() }).contains(&Request::OfferBack));
    assert!(play.wake().iter().any(|request| matches!(request, Request::SetBeside { .. })));
    play.to(Event::MadeRoom { key, found });
    play.keep_all();
    assert!(is_beside(&play) && play.last_keep().2.saved.contains("steps d2d4"));
}

#[test]
fn a_game_that_another_takes_the_place_of_goes_beside_it_first() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    play.keep_all();
    let kept = play.last_keep().1;
    play.type_all("e7e5");
    let under_way = play.last_keep().1;
    let out = play.to(Event::Anew(None));
    let Some(Request::SetBeside { key, beside, follows, content, .. }) = out.first() else {
        panic!("{out:?}");
    };
    assert_eq!((&**key, &follows[..]), ("a game", &[under_way, kept][..]));
    assert!(beside.starts_with("kept ") && content.saved.contains("e2e4 e7e5"));
    // One of which nothing is stored yet follows what is under way alone.
    let mut fresh = Play::new(here(GameId::Orthodox));
    fresh.type_all("e2e4");
    let first = fresh.last_keep().1;
    let out = fresh.to(Event::Anew(None));
    let is_right = |request: &Request| matches!(request, Request::SetBeside { follows, .. } if *follows == [first]);
    assert!(out.iter().any(is_right), "{out:?}");
    // Nothing is written in its place before that is done.
    play.type_all("d2d4");
    assert_eq!((play.last_keep().1, play.steps().len()), (under_way, 1));
    // Nor does a third game take the place of this one, which would have none.
    let out = play.to(Event::Rematch);
    assert!(matches!(out[..], [Request::SetBeside { .. }]), "{out:?}");
    assert_eq!(play.steps().len(), 1);
    play.to(Event::Kept { key: key.clone(), revision: under_way });
    // Room for another game is none for this one.
    play.to(Event::MadeRoom { key: "another game".to_owned(), found: None });
    assert_eq!(play.last_keep().1, under_way);
    play.to(Event::MadeRoom { key: key.clone(), found: None });
    let (follows, revision, written) = play.last_keep();
    assert_eq!((play.table.key(), follows), ("a game", 0));
    assert!(revision != under_way && written.saved.contains("steps d2d4"));
    // Twice, it is no news.
    let other = Some(Stored { revision: 9, content: content.clone() });
    assert!(play.to(Event::MadeRoom { key: key.clone(), found: other.clone() }).is_empty());
    let mut fresh = Play::new(from(GameId::Orthodox, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    fresh.type_all("e2e4");
    // Another window has its game there meanwhile: this one goes beside that.
    play.keep_all();
    play.to(Event::Rematch);
    play.to(Event::MadeRoom { key: key.clone(), found: other });
    assert!(is_beside(&play) && play.says() == "kept.beside");
    // A game of another start was taken up: a new one begins where the table does.
    let found = Some(Stored { revision: 3, content: fresh.table.content() });
    let (table, asked) = Table::new(here(GameId::Orthodox));
    let mut play = Play { table, now: 0, asked };
    play.to(Event::Loaded { key: key.clone(), found });
    play.to(Event::Anew(None));
    assert_eq!(*play.table.game().start(), AnyPosition::initial(GameId::Orthodox));
    // What has not begun gives its place up.
    let mut idle = Play::new(here(GameId::Orthodox));
    let out = idle.to(Event::Anew(None));
    assert!(!out.iter().any(|request| matches!(request, Request::SetBeside { .. })));
}

#[test]
fn a_game_that_finds_no_room_when_it_is_left_can_be_gone_back_to() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    let (key, revision) = ("a game".to_owned(), play.last_keep().1);
    // That there is no room for this one, the player has heard.
    play.to(Event::KeepFailed { key: key.clone(), revision, fault: StoreFault::Full });
    assert_eq!(play.says(), "kept.full");
    play.to(Event::Anew(None));
    play.type_all("d2d4");
    let out = play.to(Event::MadeNoRoom { key: key.clone() });
    assert!(out.contains(&Request::OfferBack));
    // It is tried again, and said once.
    assert!(play.wake().iter().any(|request| matches!(request, Request::SetBeside { .. })));
    assert!(!play.to(Event::MadeNoRoom { key: key.clone() }).contains(&Request::OfferBack));
    play.to(Event::GoBack);
    assert_eq!(play.steps(), [step(GameId::Orthodox, "e2e4")]);
    assert!(play.last_keep().2.saved.contains("steps e2e4"));
    play.keep_all();
    // There is nothing to go back to any more.
    play.type_all("e7e5");
    play.to(Event::GoBack);
    assert_eq!(play.steps().len(), 2);
}

#[test]
fn a_game_that_is_gone_back_to_and_was_kept_is_not_written_again() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    play.keep_all();
    play.to(Event::Anew(None));
    play.to(Event::MadeNoRoom { key: "a game".to_owned() });
    play.asked.clear();
    play.to(Event::GoBack);
    assert_eq!(play.steps(), [step(GameId::Orthodox, "e2e4")]);
    assert!(!play.asked.iter().any(|request| matches!(request, Request::Keep { .. })));
    // What comes then follows what is stored.
    play.type_all("e7e5");
    assert_ne!(play.last_keep().0, 0);
}

#[test]
fn what_cannot_be_read_is_put_away_or_stays_where_it_is() {
    let damaged = Content { saved: "damaged".to_owned(), ..Content::default() };
    let found = || Some(Stored { revision: 4, content: damaged.clone() });
    let key = || "a game".to_owned();
    for is_away in [true, false] {
        let (table, asked) = Table::new(here(GameId::Orthodox));
        let mut play = Play { table, now: 0, asked };
        let out = play.to(Event::Loaded { key: key(), found: found() });
        assert_eq!(out[0], Request::PutAway { key: key(), revision: 4 });
        assert_eq!(play.says(), "kept.aside");
        play.to(Event::Loaded { key: key(), found: if is_away { None } else { found() } });
        play.type_all("e2e4");
        assert_eq!(play.last_keep().0, 0);
        assert_eq!(is_beside(&play), !is_away);
    }
}

#[test]
fn an_emptied_game_is_written_too() {
    let mut play = Play::new(here(GameId::Charismatic));
    play.to(Event::Draw);
    play.keep_all();
    let mut play = Play::new(here(GameId::Progressive));
    play.type_all("e2e4");
    play.keep_all();
    let before = play.last_keep().1;
    play.to(Event::TakeBack);
    play.to(Event::Answer(true));
    assert_eq!(play.steps().len(), 0);
    assert_eq!(play.last_keep().0, before);
}

#[test]
fn a_step_that_an_older_page_has_noted_as_unconfirmed_waits_again() {
    let content = |steps: &str| {
        let mut play = Play::new(here(GameId::Orthodox));
        play.type_all(steps);
        play.table.content()
    };
    let before = content("e2e4").saved;
    let waiting = content("e2e4 e7e5").waiting_after(&before);
    assert_eq!((waiting.held.as_str(), &waiting.saved), ("e7e5", &before));
    for (now, before) in [("e2e4 e7e5 g1f3", &before[..]), ("d2d4", &before), ("e2e4", "")] {
        assert_eq!(content(now).waiting_after(before), content(now));
    }
}

#[test]
fn a_stored_game_makes_room_if_anything_has_happened_in_it() {
    let mut play = Play::new(here(GameId::Orthodox));
    assert_eq!(room_for(&play.table.content(), 1), None);
    play.type_all("e2e4");
    assert_eq!(room_for(&play.table.content(), 37), Some("kept 011".to_owned()));
    assert_eq!(room_for(&Content::default(), 1), None);
    // Nor is a step lost that waits to be confirmed, or an end without a step.
    let waits =
        Content { held: "e2e4".to_owned(), ..Play::new(here(GameId::Orthodox)).table.content() };
    assert_eq!(room_for(&waits, 37), Some("kept 011".to_owned()));
    let mut ended = Play::new(here(GameId::Orthodox));
    ended.to(Event::Resign);
    ended.to(Event::Answer(true));
    assert!(room_for(&ended.table.content(), 37).is_some());
}

#[test]
fn a_window_that_another_has_taken_the_game_from_does_nothing_until_it_takes_it_up() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    play.to(Event::TakenElsewhere);
    play.to(Event::Typed("e7e5".to_owned()));
    play.to(Event::Resign);
    assert_eq!((play.steps().len(), play.table.question()), (1, None));
    assert!(!play.table.view().may_act);
    let out = play.to(Event::TakeUp);
    assert_eq!(out, [Request::Load { key: "a game".to_owned() }]);
    let mut other = Play::new(here(GameId::Orthodox));
    other.type_all("e2e4 c7c5");
    let revision = other.last_keep().1;
    other.to(Event::Kept { key: "a game".to_owned(), revision });
    let found = Some(Stored { revision: 3, content: other.table.content() });
    play.to(Event::Loaded { key: "a game".to_owned(), found });
    assert_eq!(play.steps().len(), 2);
}

/// A step that ends the game is no less confirmed than any other: only then is the game over.
#[test]
fn a_step_that_ends_the_game_waits_to_be_confirmed() {
    let ends = |position: &AnyPosition, step: &Step| {
        let mut after = *position;
        after.play(*step);
        after.outcome().is_some()
    };
    for &game in GameId::ALL {
        let mut found = None;
        for seed in 0..400 {
            testkit::playout::play(game, seed, 400, |position| {
                let is_one_step = position.outcome().is_none() && position.most_steps() == 1;
                if found.is_none() && is_one_step {
                    let last = position.list().into_iter().find(|step| ends(position, step));
                    found = last.map(|last| (*position, last));
                }
            });
        }
        // Where turns have several steps, nothing waits.
        let Some((start, last)) = found else {
            assert!(matches!(game, GameId::Charismatic | GameId::Progressive), "{game}");
            continue;
        };
        let mut play = Play::new(Setup { confirms: true, ..Setup::here(start, "a game") });
        play.to(Event::Step(last));
        let view = play.table.view();
        assert_eq!((view.held, play.steps().len()), (Some(last), 0), "{game}");
        assert!(play.table.outcome().is_none(), "{game}");
        play.to(Event::EndTurn);
        assert_eq!(play.steps(), [last], "{game}");
        assert!(play.table.outcome().is_some(), "{game}");
    }
}

#[test]
fn a_step_in_a_series_waits_for_nobody_wherever_turns_are_confirmed() {
    let mut play = Play::new(Setup { confirms: true, ..here(GameId::Progressive) });
    for (place, text) in "e2e4 e7e5 d7d5 end g1f3 b1c3 f1c4 end".split(' ').enumerate() {
        play.to(Event::Step(step(GameId::Progressive, text)));
        let waits = play.table.view().held.is_some();
        assert_eq!(waits, place == 0, "the first turn has one step: {text}");
        if waits {
            play.to(Event::EndTurn);
        }
        assert_eq!(play.steps().len(), place + 1);
    }
    assert_eq!(play.table.game().live_position().turn(), Color::Black);
}

#[test]
fn a_quick_start_takes_nothing_that_can_be_redone() {
    let mut play = Play::new(here(GameId::Contramatic));
    let first = play.table.position().list()[0];
    play.to(Event::Step(first));
    play.to(Event::Undo);
    play.to(Event::QuickStart);
    assert_eq!(play.steps(), []);
    play.to(Event::Redo);
    assert_eq!(play.steps(), [first]);
    let mut play = Play::new(here(GameId::Contramatic));
    play.to(Event::QuickStart);
    assert_ne!(play.steps(), []);
}

#[test]
fn one_alarm_at_a_time_waits_for_the_store() {
    let mut play = Play::new(here(GameId::Orthodox));
    let fault = StoreFault::Blocked;
    let alarms = |play: &Play| {
        play.asked.iter().filter(|request| matches!(request, Request::Wake { id: 1, .. })).count()
    };
    for (text, count) in [("e2e4", 1), ("e7e5", 1)] {
        play.type_all(text);
        let (key, revision) = ("a game".to_owned(), play.last_keep().1);
        play.to(Event::KeepFailed { key, revision, fault });
        assert_eq!(alarms(&play), count, "{text}");
    }
    play.to(Event::Woken(1));
    let (key, revision) = ("a game".to_owned(), play.last_keep().1);
    play.to(Event::KeepFailed { key, revision, fault });
    assert_eq!(alarms(&play), 2);
}

#[test]
fn a_game_that_has_ended_in_another_window_is_not_the_one_that_went_on_here() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4 e7e5");
    let mut ended = Play::new(here(GameId::Orthodox));
    ended.type_all("e2e4");
    ended.to(Event::Resign);
    ended.to(Event::Answer(true));
    refused(&mut play, ended.table.content());
    assert_ne!(play.table.key(), "a game");
    assert_eq!((play.steps().len(), play.table.game().verdict()), (2, None));
}

#[test]
fn each_end_is_told_in_its_own_words() {
    use record::{Ending, Verdict};
    use rules::Ending as Rules;
    let drawn = |ending| table::result(Verdict { winner: None, ending }).key;
    for (ending, key) in [
        (Ending::Rules(Rules::Stalemate), "result.drawn.stalemate"),
        (Ending::Rules(Rules::InsufficientMaterial), "result.drawn.insufficient"),
        (Ending::Rules(Rules::FiftyMoves), "result.drawn.fifty"),
        (Ending::Rules(Rules::QuietTurns), "result.drawn.quiet-turns"),
        (Ending::Repetition, "result.drawn.repetition"),
        (Ending::Agreement, "result.drawn.agreement"),
        (Ending::Time, "result.drawn.time"),
    ] {
        assert_eq!(drawn(ending), key);
    }
    let won = |ending| table::result(Verdict { winner: Some(Color::White), ending }).key;
    for (ending, key) in [
        (Ending::Rules(Rules::Checkmate), "result.won.checkmate"),
        (Ending::Rules(Rules::Stalemate), "result.won.stalemate"),
        (Ending::Rules(Rules::NoLegalStep), "result.won.no-legal-step"),
        (Ending::Rules(Rules::RoyalCaptured), "result.won.royal-captured"),
        (Ending::Resignation, "result.won.resignation"),
        (Ending::Time, "result.won.time"),
    ] {
        assert_eq!(won(ending), key);
    }
}
