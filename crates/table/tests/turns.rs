//! What is easily overlooked at a table: alarms that are old, questions that nobody may ask, answers of
//! the store to something else, and what an exercise shows at each of its stages.

use crate::play;
use crate::site;

use play::{Play, entropy, from, here, opened, sent, turn};
use rules::{GameId, Step};
use site::{Learner, data, file, some_turn};
use table::{
    Book, Content, Data, Doing, Event, Keeping, Lesson, Opponent, Purpose, Puzzle, Question,
    Request, Seat, Setup, Stage, StoreFault, Stored, Table, Think, Thought, Walk, Way,
};

fn against(setup: Setup, level: u8) -> Setup {
    Setup { seats: [Seat::Here, Seat::Computer(level)], ..setup }
}

fn finds(play: &mut Play, game: GameId, steps: &str) -> Vec<Request> {
    let thought = Thought { turn: turn(game, steps), ..Thought::default() };
    play.to(Event::Thought { id: play.think_id(), thought: Some(thought) })
}

/// The numbers and times of the alarms that were asked for.
fn alarms(play: &Play) -> Vec<(u64, u64)> {
    let alarm = |request: &Request| match request {
        Request::Wake { id, after, .. } => Some((*id, *after)),
        _ => None,
    };
    play.asked.iter().filter_map(alarm).collect()
}

// The computer.

#[test]
fn each_level_thinks_for_its_time() {
    for (level, ms) in [(11, 280), (15, 280), (16, 800), (18, 1500), (19, 2000), (20, 2500)] {
        let setup = Setup {
            seats: [Seat::Computer(level), Seat::Here],
            ..from(GameId::Orthodox, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
        };
        let play = Play::new(setup);
        let efforts = play.asked.iter().filter_map(|request| match request {
            Request::Think { about, effort, .. } => Some((*about, effort.level, effort.ms)),
            _ => None,
        });
        assert_eq!(efforts.collect::<Vec<_>>(), [(Think::Turn(level), level, ms)]);
    }
}

/// The alarm for a thought that does not come has nothing to say once that has come.
#[test]
fn an_alarm_that_is_over_hastens_nothing() {
    let game = GameId::Orthodox;
    let mut play = Play::new(against(here(game), 12));
    play.type_all("e2e4");
    let (patience, after) = alarms(&play)[0];
    assert_eq!((patience, after), (play.think_id(), 60_000));
    finds(&mut play, game, "e7e5");
    assert!(alarms(&play)[1..].iter().all(|&(id, _)| id != patience));
    play.to(Event::Woken(patience));
    assert_eq!((play.steps().len(), play.table.view().computer), (1, Doing::Thinks));
    play.to(Event::Woken(patience ^ 77));
    assert_eq!(play.steps().len(), 1);
    play.wake();
    assert_eq!(play.steps().len(), 2);
    // Nor does one that came before chance draws.
    let mut play =
        Play::new(Setup { seats: [Seat::Computer(11), Seat::Here], ..here(GameId::Charismatic) });
    let (rest, _) = *alarms(&play).last().unwrap();
    play.to(Event::Woken(rest ^ 1));
    assert_eq!(play.steps().len(), 0, "the board has not come to rest");
    play.to(Event::Woken(rest));
    assert!(matches!(play.steps()[..], [Step::Draw(_)]));
}

/// Six steps go at the pace of a turn, seven at that of a placement.
#[test]
fn many_steps_go_faster() {
    let steps = ["a7a6", "b7b6", "c7c6", "d7d6", "e7e6", "f7f6", "g7g6"];
    for (count, beat) in [(2, 420), (6, 420), (7, 70)] {
        let mut play = Play::new(against(here(GameId::Progressive), 12));
        play.type_all("e2e4");
        finds(&mut play, GameId::Progressive, &steps[..count].join(" "));
        play.wake();
        assert_eq!(alarms(&play).last().unwrap().1, beat, "{count} steps");
    }
}

#[test]
fn a_touch_shows_all_the_steps_that_are_left() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3 -";
    let start = rules::AnyPosition::from_fen(GameId::Progressive, fen);
    let Ok(start) = start else { panic!("{start:?}") };
    let most = start.most_steps() as usize;
    assert!(most > 3, "{most}");
    let steps = ["a7a6", "b7b6", "c7c6", "d7d6", "f7f6", "g7g6", "h7h6"];
    let mut after = start;
    for step in turn(GameId::Progressive, &steps[..most].join(" ")) {
        after.play(step);
    }
    let end = if after.turn() == start.turn() { " end" } else { "" };
    for event in [Event::MoveNow, Event::Tap(start.spec().shape.all().next().unwrap())] {
        let mut play = Play::new(against(from(GameId::Progressive, fen), 12));
        finds(&mut play, GameId::Progressive, &(steps[..most].join(" ") + end));
        play.wake();
        assert_eq!(play.steps().len(), 1);
        play.to(event);
        assert_eq!(play.steps().len(), most + usize::from(!end.is_empty()));
        assert_eq!(play.table.view().computer, Doing::Nothing);
    }
}

#[test]
fn the_computer_is_asked_for_a_draw_or_a_turn_only_where_it_can_be() {
    // Who looks at an earlier position offers nothing.
    let mut play = Play::new(against(here(GameId::Orthodox), 12));
    play.type_all("e2e4");
    finds(&mut play, GameId::Orthodox, "e7e5");
    play.wake();
    play.to(Event::Walk(Walk::Back));
    play.to(Event::OfferDraw);
    assert_eq!((play.table.question(), play.table.view().wanted), (None, None));
    play.to(Event::Walk(Walk::Latest));
    play.to(Event::OfferDraw);
    assert_eq!((play.table.question(), play.table.view().wanted), (Some(Question::Offer), None));
    play.to(Event::Answer(true));
    assert_eq!((play.table.question(), play.table.view().wanted), (None, Some(Think::Draw)));
    // Nor does who has played nothing take anything back, whatever the computer has played.
    let setup = Setup { seats: [Seat::Computer(12), Seat::Here], ..here(GameId::Orthodox) };
    let mut play = Play::new(setup);
    play.to(Event::TakeBack);
    assert_eq!((play.table.question(), play.says()), (None, "computer.nothing-back"));
    finds(&mut play, GameId::Orthodox, "e2e4");
    play.wake();
    assert_eq!(play.steps().len(), 1);
    play.to(Event::TakeBack);
    assert_eq!((play.table.question(), play.steps().len()), (None, 1));
    // Who looks elsewhere takes nothing back either.
    play.type_all("e7e5");
    play.to(Event::Walk(Walk::First));
    play.to(Event::TakeBack);
    assert_eq!(play.steps().len(), 2);
}

/// An opponent that is wished for sits on the other side, and the seed of another game is not kept.
#[test]
fn a_seat_at_the_computer_is_the_other_sides() {
    let mut play = Play::new(here(GameId::Orthodox));
    let black = Opponent::new(13, rules::Color::White, Some(9));
    let out = play.to(Event::Seat(black));
    assert!(out.contains(&Request::Below(rules::Color::Black)), "{out:?}");
    assert_eq!(play.table.opponent(), black);
    play.to(Event::Seat(None));
    assert_eq!(play.table.opponent(), None);
    assert_eq!(play.table.content().computer, None);
}

// By link.

/// Two players after each has played a turn: White is the second.
fn friends() -> (Play, Play) {
    let mut one = Play::new(here(GameId::Orthodox));
    let (name, color) = ("Ada".to_owned(), rules::Color::Black);
    one.to(Event::Invite { color, open: false, name, entropy: entropy(1) });
    let mut two = opened(&sent(&mut one));
    two.to(Event::Accept { name: "Eve".to_owned(), quick: false, entropy: entropy(2) });
    two.type_all("e2e4");
    two.to(Event::EndTurn);
    one.to(Event::Came(sent(&mut two)));
    one.type_all("e7e5");
    one.to(Event::EndTurn);
    two.to(Event::Came(sent(&mut one)));
    two.keep_all();
    (one, two)
}

#[test]
fn nobody_asks_for_a_turn_back_while_the_friend_is_to_play() {
    let (mut one, mut two) = friends();
    one.to(Event::TakeBack);
    assert_eq!((one.table.question(), one.steps().len()), (None, 2));
    assert!(!one.asked.iter().any(|request| matches!(request, Request::Send { .. })));
    // A draw is offered with the own turn only.
    one.to(Event::OfferDraw);
    assert!(!one.table.view().mail.unwrap().offers);
    two.to(Event::OfferDraw);
    two.to(Event::Answer(true));
    assert!(two.table.view().mail.unwrap().offers);
    two.to(Event::Resign);
    assert_eq!(two.table.question(), Some(Question::Resign(rules::Color::White)));
}

#[test]
fn a_friend_is_invited_before_anything_was_played() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    let (name, color) = (String::new(), rules::Color::White);
    play.to(Event::Invite { color, open: false, name: name.clone(), entropy: entropy(1) });
    assert!(play.table.view().mail.is_none());
    assert_eq!(play.table.key(), "a game");
    // Nor twice.
    let mut play = Play::new(here(GameId::Orthodox));
    play.to(Event::Invite { color, open: false, name: name.clone(), entropy: entropy(1) });
    let key = play.table.key().to_owned();
    play.to(Event::Invite { color: !color, open: false, name, entropy: entropy(2) });
    assert_eq!((play.table.key(), play.table.view().mail.unwrap().own), (&*key, Some(color)));
}

#[test]
fn who_looks_on_may_sit_down_where_a_seat_is_free() {
    let (_, mut two) = friends();
    two.type_all("g1f3");
    two.to(Event::EndTurn);
    let letter = sent(&mut two);
    let mut three = opened(&letter);
    three.keep_all();
    three.to(Event::SitDown);
    assert_eq!(three.table.view().mail.unwrap().own, Some(rules::Color::Black));
    assert_eq!(three.table.view().keeping, Keeping::Writing, "it is kept");
    // Who has sat down does not sit down again, and nothing is written.
    three.keep_all();
    three.to(Event::SitDown);
    assert_eq!(three.table.view().keeping, Keeping::Kept);
}

/// A device that lost the game takes it up from a link of the same game, and from no other's.
#[test]
fn a_lost_game_is_restored_by_its_own_link_alone() {
    let (_, two) = friends();
    let key = two.table.key().to_owned();
    let start = rules::AnyPosition::initial(GameId::Orthodox);
    let lost = || {
        let (table, asked) = Table::new(Setup::here(start, &key));
        let mut play = Play { table, now: 3_000, asked };
        play.to(Event::Loaded { key: key.clone(), found: None });
        play
    };
    let mut other = Play::new(here(GameId::Orthodox));
    let (name, color) = (String::new(), rules::Color::Black);
    other.to(Event::Invite { color, open: false, name, entropy: entropy(9) });
    let link = sent(&mut other);
    let mut play = lost();
    let out = play.to(Event::Came(link.clone()));
    assert_eq!(out, [Request::OpenApart { link }]);
    assert!(play.table.view().mail.is_none());
    let mut play = lost();
    play.to(Event::Came(two.table.view().mail.unwrap().seat_link));
    assert_eq!(play.steps(), two.steps());
    assert_eq!(play.table.view().keeping, Keeping::Writing);
}

// The store.

/// Answers about another game, or another write, change nothing.
#[test]
fn the_store_is_heard_about_this_game_alone() {
    let other = || "another game".to_owned();
    let fault = StoreFault::Blocked;
    let (_, mut play) = friends();
    play.type_all("d2d4");
    let (key, revision) = (play.table.key().to_owned(), play.last_keep().1);
    let content = Content { saved: "damaged".to_owned(), ..Content::default() };
    let found = Some(Stored { revision: 5, content });
    let before = play.table.view();
    for event in [
        Event::Kept { key: other(), revision },
        Event::Kept { key: key.clone(), revision: revision ^ 1 },
        Event::KeepFailed { key: other(), revision, fault },
        Event::KeepFailed { key: key.clone(), revision: revision ^ 1, fault },
        Event::Refused { key: other(), revision, found: found.clone() },
        Event::Refused { key: key.clone(), revision: revision ^ 1, found: found.clone() },
        Event::Loaded { key: key.clone(), found: found.clone() },
        Event::Loaded { key: other(), found },
        Event::LoadFailed { key: other(), fault },
        Event::PutAside { key: other(), done: false },
    ] {
        let out = play.to(event.clone());
        assert!(out.is_empty(), "{event:?}: {out:?}");
        assert_eq!(play.table.view(), before, "{event:?}");
    }
    // What could not be kept is put aside, once; and again when it is another.
    let puts = |out: &[Request]| {
        out.iter().filter(|request| matches!(request, Request::PutAside { .. })).count()
    };
    let out = play.to(Event::KeepFailed { key: key.clone(), revision, fault });
    assert_eq!(puts(&out), 1);
    play.to(Event::PutAside { key: other(), done: false });
    assert_ne!(play.says(), "mail.unkept", "that was another game");
    let out = play.to(Event::Confirms(true));
    assert_eq!(puts(&out), 0, "it lies there");
    play.to(Event::PutAside { key, done: false });
    assert_eq!(play.says(), "mail.unkept");
}

/// What lies beside the store is told of before this says what it has, and of this game alone.
#[test]
fn what_lies_beside_is_taken_up_for_this_game_alone() {
    let (_, mut two) = friends();
    let stored = two.table.content();
    two.type_all("d2d4");
    two.to(Event::EndTurn);
    let post = two.table.content().post.unwrap();
    let key = two.table.key().to_owned();
    let start = rules::AnyPosition::initial(GameId::Orthodox);
    for (name, steps) in [(key.clone(), 3), ("another game".to_owned(), 2)] {
        let (table, asked) = Table::new(Setup::here(start, &key));
        let mut play = Play { table, now: 3_000, asked };
        play.to(Event::Aside { key: name, post: post.clone(), unread: false });
        let found = Some(Stored { revision: 8, content: stored.clone() });
        play.to(Event::Loaded { key: key.clone(), found });
        assert_eq!(play.steps().len(), steps);
        // It comes too late now.
        let before = play.table.view();
        play.to(Event::Aside { key: key.clone(), post: post.clone(), unread: false });
        assert_eq!(play.table.view(), before);
    }
}

// Exercises.

fn lesson(game: GameId) -> Learner {
    let content = data(&file(&format!("web/lessons/{}.json", game.spec().id)));
    let lesson = Lesson::read(game, &content, &Data::List(Vec::new())).unwrap();
    let start = lesson.task().start;
    Learner::new(start, Purpose::Lesson(Box::new(lesson)))
}

fn all_puzzles() -> Book {
    let none = Data::List(Vec::new());
    Book::read(&data(&file("web/puzzles/days.json")), &none, &none, 1_000_000).unwrap()
}

fn puzzle(is_it: impl Fn(&table::Entry) -> bool) -> Learner {
    let book = all_puzzles();
    let entry = book.entries().iter().find(|entry| is_it(entry)).unwrap();
    let content = data(&file(&format!("web/puzzles/{}.json", entry.game.spec().id)));
    let puzzle = Puzzle::read(&book, &entry.id, &content).unwrap();
    Learner::new(*puzzle.start(), Purpose::Puzzle(Box::new(puzzle)))
}

/// How long the alarms are that a learner's table asked for.
fn beats(learner: &Learner) -> Vec<u64> {
    let beat = |request: &Request| match request {
        Request::Wake { after, .. } => Some(*after),
        _ => None,
    };
    learner.asked.iter().filter_map(beat).collect()
}

#[test]
fn an_exercise_is_told_at_once_and_shown_slowly() {
    let mut learner = lesson(GameId::Charismatic);
    assert!(matches!(&learner.asked[..], [Request::Say(says)] if says.key == "lesson.set"));
    // A task whose solution has steps to be waited for.
    for _ in 0..20 {
        learner.to(Event::ShowSolution);
        assert_eq!(learner.stage(), Stage::Playing);
        learner.watch();
        assert_eq!(learner.stage(), Stage::Done);
        learner.to(Event::Next);
        if learner.stage() == Stage::End {
            break;
        }
    }
    assert!(beats(&learner).contains(&900), "{:?}", beats(&learner));
    assert!(!beats(&learner).contains(&420));
    let mut learner = puzzle(|entry| entry.game == GameId::Charismatic && entry.steps > 1);
    assert!(matches!(&learner.asked[..], [Request::Say(says), ..] if says.key == "puzzle.set"));
    learner.to(Event::ShowSolution);
    learner.watch();
    assert!(beats(&learner).contains(&700), "{:?}", beats(&learner));
}

/// What can be done at each stage of a puzzle, and which of it leads on.
#[test]
fn a_puzzle_offers_what_fits_its_stage() {
    let shown = |learner: &Learner| {
        let shown = learner.shown();
        (shown.stage, shown.ways, shown.main)
    };
    let mut learner = puzzle(|entry| entry.turns == 1);
    let open = (Stage::Open, vec![Way::Hint, Way::All], None);
    assert_eq!(shown(&learner), open);
    let start = *learner.table.game().start();
    let wrong = some_turn(&start, &mut |_, after| after.outcome().is_none()).unwrap();
    learner.make(&wrong);
    let missed = (Stage::Missed, vec![Way::Why, Way::Again, Way::Hint], Some(Way::Why));
    assert_eq!(shown(&learner), missed);
    learner.to(Event::Refute);
    let thinking = (Stage::Thinking, vec![Way::Again, Way::Hint], Some(Way::Again));
    assert_eq!(shown(&learner), thinking);
    let mut after = start;
    wrong.iter().for_each(|&step| {
        after.play(step);
    });
    let reply = some_turn(&after, &mut |_, after| after.outcome().is_none()).unwrap();
    let thought = Some(Thought { turn: reply, ..Thought::default() });
    learner.to(Event::Thought { id: learner.thought(), thought });
    assert_eq!(shown(&learner), (Stage::Playing, vec![Way::Again, Way::All], None));
    learner.watch();
    let refuted = (Stage::Refuted, vec![Way::Again, Way::Hint], Some(Way::Again));
    assert_eq!(shown(&learner), refuted);
    learner.to(Event::Again);
    assert_eq!(shown(&learner), open, "one mistake is none");
    learner.make(&wrong);
    learner.to(Event::Again);
    let tired = (Stage::Open, vec![Way::Hint, Way::Show, Way::All], None);
    assert_eq!(shown(&learner), tired);
    learner.to(Event::ShowSolution);
    assert_eq!(shown(&learner), (Stage::Playing, vec![Way::Again, Way::All], None));
    learner.watch();
    let done = (Stage::Done, vec![Way::Again, Way::Analyse, Way::All, Way::Next], Some(Way::Next));
    assert_eq!(shown(&learner), done);
    learner.to(Event::Again);
    assert_eq!(shown(&learner).0, Stage::Open);
}

/// A hint draws a circle about the piece, then an arrow, and nothing else does.
#[test]
fn a_hint_points_at_the_piece_and_then_at_the_square() {
    let mut learner = puzzle(|entry| entry.game == GameId::Magnetic);
    assert_eq!(learner.table.pointed_at(), None);
    learner.to(Event::Hint);
    let (Step::Move { from, to, .. }, false) = learner.table.view().pointed.unwrap() else {
        panic!("a move")
    };
    assert_eq!(learner.table.pointed_at(), Some((from, from)));
    learner.to(Event::Hint);
    assert_eq!(learner.table.pointed_at(), Some((from, to)));
    learner.make(&[Step::go(from, to)]);
    assert_eq!(learner.table.pointed_at(), None);
}

/// Only where turns are played by themselves does the computer play on.
#[test]
fn an_exercise_that_waits_is_played_by_nobody_else() {
    let mut learner = lesson(GameId::Magnetic);
    learner.to(Event::Woken(1 << 8));
    learner.to(Event::MoveNow);
    assert_eq!(learner.table.game().len(), 1);
    assert_eq!(learner.table.view().computer, Doing::Nothing);
    learner.to(Event::ShowSolution);
    let last = learner.asked.iter().rev().find_map(|request| match request {
        Request::Wake { id, .. } => Some(*id),
        _ => None,
    });
    // Whoever goes back to the task stops it.
    learner.to(Event::Again);
    assert_eq!(learner.stage(), Stage::Open);
    learner.to(Event::Woken(last.unwrap()));
    assert_eq!(learner.table.game().len(), 1);
}

// What stays, and what does not.

fn moves(game: GameId, fen: &str) -> Play {
    Play::new(from(game, fen))
}

#[test]
fn a_step_that_waits_goes_when_another_sits_down() {
    let mut play = Play::new(Setup { confirms: true, ..here(GameId::Orthodox) });
    play.type_all("e2e4");
    assert!(play.table.view().held.is_some());
    play.to(Event::Seat(Opponent::new(12, rules::Color::White, None)));
    assert_eq!(play.table.view().held, None);
    assert_eq!(play.table.content().held, "");
    assert_eq!((play.steps().len(), play.table.view().wanted), (0, Some(Think::Turn(12))));
}

/// What was placed for the player, taken back, and placed by hand, is the player's own.
#[test]
fn a_piece_placed_by_hand_again_is_not_shuffled() {
    for seed in 0..12 {
        let mut play = Play::new(Setup { seed: Some(seed), ..here(GameId::Charismatic) });
        play.to(Event::Draw);
        play.to(Event::PlaceRest);
        let last = *play.steps().last().unwrap();
        play.to(Event::Undo);
        play.to(Event::Step(last));
        play.to(Event::Shuffle);
        assert!(play.steps().contains(&last), "{seed}");
        assert_eq!(play.steps().len(), 6);
    }
}

#[test]
fn nothing_is_drawn_behind_the_end() {
    let mut over = Play::new(here(GameId::Charismatic));
    over.to(Event::Draw);
    over.to(Event::PlaceRest);
    over.to(Event::EndTurn);
    over.to(Event::Resign);
    over.to(Event::Answer(true));
    let before = over.table.game().clone();
    over.to(Event::Draw);
    assert_eq!((over.table.game(), over.table.refusal()), (&before, None));
}

#[test]
fn whom_one_plays_is_told_when_it_is_known() {
    let (mut table, asked) = Table::new(against(here(GameId::Orthodox), 13));
    let remembers =
        |out: &[Request]| out.iter().any(|request| matches!(request, Request::Remember(_)));
    assert!(!remembers(&asked));
    let moment = table::Moment { now: 0, random: 3 };
    let (key, fault) = ("a game".to_owned(), StoreFault::Blocked);
    assert!(!remembers(&table.handle(moment, Event::Tap(table.square("a1").unwrap()))));
    let out = table.handle(moment, Event::LoadFailed { key: key.clone(), fault });
    assert!(!remembers(&out));
    let loads = |out: &[Request]| out.contains(&Request::Load { key: "a game".to_owned() });
    assert!(!loads(&out), "a store that fails is not asked without a pause: {out:?}");
    let alarm = out.iter().find_map(|request| match request {
        Request::Wake { id, .. } => Some(*id),
        _ => None,
    });
    let out = table.handle(moment, Event::Woken(alarm.unwrap()));
    assert!(!remembers(&out) && loads(&out), "{out:?}");
    assert!(remembers(&table.handle(moment, Event::Loaded { key, found: None })));
}

#[test]
fn what_is_said_in_the_store_is_taken_over_and_a_question_is_not() {
    let mut other = Play::new(here(GameId::Orthodox));
    other.type_all("e2e4");
    let turn = other.table.view().at.turn;
    other.to(Event::Comment(turn, "Well.".to_owned()));
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4 e7e5");
    play::refused(&mut play, other.table.content());
    let first = play.table.game().main_line().next().unwrap();
    assert_eq!(play.table.game().comments(first).1, "Well.");
    assert_eq!(play.steps().len(), 2);
    // The game that gives way takes its question along.
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    play.to(Event::OfferDraw);
    assert_eq!(play.table.question(), Some(Question::Draw(rules::Color::Black)));
    other.type_all("e7e5 g1f3");
    play::refused(&mut play, other.table.content());
    assert_eq!((play.steps().len(), play.table.question()), (3, None));
}

#[test]
fn an_invitation_waits_for_the_first_turn_that_goes_with_it() {
    let mut play = Play::new(here(GameId::Orthodox));
    let (name, color) = (String::new(), rules::Color::White);
    play.to(Event::Invite { color, open: false, name, entropy: entropy(1) });
    play.keep_all();
    let sends =
        |play: &Play| play.asked.iter().any(|request| matches!(request, Request::Send { .. }));
    assert!(!sends(&play));
    assert_eq!(play.table.view().mail.unwrap().out, None);
    play.type_all("e2e4");
    play.to(Event::EndTurn);
    play.keep_all();
    assert!(sends(&play) && play.table.view().mail.unwrap().out.is_some());
}

#[test]
fn an_offer_goes_with_one_turn_and_what_was_put_off_is_asked_again() {
    let (mut one, mut two) = friends();
    two.to(Event::OfferDraw);
    two.to(Event::Answer(true));
    two.type_all("d2d4");
    two.to(Event::EndTurn);
    assert!(!two.table.view().mail.unwrap().offers);
    one.to(Event::Came(sent(&mut two)));
    assert_eq!(one.table.question(), Some(Question::DrawOffered));
    one.to(Event::Answer(false));
    one.type_all("d7d5");
    one.to(Event::EndTurn);
    let letter = sent(&mut one);
    let mut three = opened(&letter);
    assert_eq!(three.table.question(), Some(Question::Sit));
    three.to(Event::Answer(false));
    assert_eq!(three.table.question(), None);
    two.to(Event::Came(letter));
    two.type_all("c2c4");
    two.to(Event::EndTurn);
    let letter = sent(&mut two);
    one.to(Event::Came(letter.clone()));
    assert_eq!(one.table.question(), None, "nothing was offered with this one");
    three.to(Event::Came(letter));
    assert_eq!(three.table.question(), Some(Question::Sit), "another seat is free now");
}

/// A game that was chosen by the player was seen by the player.
#[test]
fn what_was_chosen_is_not_shown_as_news() {
    let (mut one, mut two) = friends();
    let mut twin = Play { table: two.table.clone(), now: 700, asked: Vec::new() };
    two.type_all("d2d4");
    two.to(Event::EndTurn);
    one.to(Event::Came(sent(&mut two)));
    twin.type_all("g1f3");
    twin.to(Event::EndTurn);
    one.to(Event::Came(sent(&mut twin)));
    assert!(matches!(one.table.question(), Some(Question::Came(_))));
    let out = one.to(Event::Choose(table::Choice::TakeTheirs));
    assert_eq!(one.steps(), twin.steps());
    assert!(!one.table.view().replays, "{out:?}");
}

#[test]
fn the_line_that_was_played_is_nobodys_to_change() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("f2f3 e7e5 g2g4 d8h4");
    let line: Vec<_> = play.table.game().main_line().collect();
    for &turn in &line {
        play.to(Event::Delete(turn));
        assert_eq!(play.says(), "lines.played");
        assert_eq!(play.table.game().main_line().collect::<Vec<_>>(), line);
    }
    // What was tried is.
    play.to(Event::Walk(Walk::Back));
    play.type_all("d8g5");
    let tried = play.table.view().at.turn;
    assert!(!line.contains(&tried));
    play.to(Event::PromoteTurn(tried));
    assert_eq!(play.says(), "lines.played");
    play.to(Event::Delete(tried));
    assert!(!play.table.game().is_there(tried));
    assert_eq!(play.table.game().main_line().collect::<Vec<_>>(), line);
    // In a game that goes on nothing is, but comments are.
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4 e7e5");
    let turn = play.table.game().tip();
    play.to(Event::Delete(turn));
    assert_eq!((play.says(), play.steps().len()), ("lines.played", 2));
}

/// A check that stands is told once.
#[test]
fn a_check_is_told_when_it_begins() {
    let told = |play: &mut Play, text: &str| {
        let out = play.to(Event::Typed(text.to_owned()));
        let is_check =
            |request: &&Request| matches!(request, Request::Say(says) if says.key == "step.check");
        out.iter().filter(is_check).count()
    };
    let mut play = moves(GameId::Orthodox, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(told(&mut play, "a1a8"), 1);
    assert_eq!(told(&mut play, "e8e7"), 0);
    // In a turn of many steps the king may stand there for some of them.
    let mut play = moves(GameId::Charismatic, "3kr3/8/8/8/8/8/P6P/R3K3[] w - - 0 9 - -");
    for text in ["a2a3", "h2h3"] {
        assert_eq!(told(&mut play, text), 0, "{text}");
        assert!(play.table.view().refusal.is_none(), "{text}");
    }
}

/// From each puzzle of a game to the next harder one, and from the hardest to the easiest.
#[test]
fn one_goes_on_with_the_next_harder_puzzle() {
    let book = all_puzzles();
    let game = GameId::Magnetic;
    let mut own: Vec<_> = book.entries().iter().filter(|entry| entry.game == game).collect();
    own.sort_by_key(|entry| (entry.grade, entry.number));
    let content = data(&file("web/puzzles/magnetic.json"));
    for (place, entry) in own.iter().enumerate() {
        let puzzle = Puzzle::read(&book, &entry.id, &content).unwrap();
        assert_eq!(puzzle.next(), own[(place + 1) % own.len()].id, "{}", entry.id);
    }
}

/// How a day's puzzle was solved, in words.
#[test]
fn tries_and_hints_are_counted_in_words() {
    let list = data(&file("web/puzzles/days.json"));
    let none = Data::List(Vec::new());
    let count = |key: &str, count| (key.to_owned(), Data::Count(count));
    for misses in 0..7 {
        for hints in 0..4 {
            let entries = vec![count("day", 3), count("misses", misses), count("hints", hints)];
            let days = Data::List(vec![Data::Map(entries)]);
            let book = Book::read(&list, &none, &days, 3).unwrap();
            let game = book.due().game.spec().id;
            let card = book.card(&data(&file(&format!("web/puzzles/{game}.json")))).unwrap();
            assert_eq!(card.state.key, "puzzle.card-solved");
            let inner = |sentence: &table::Sentence, wanted: &str| {
                let found = sentence.values.iter().find(|(name, _)| *name == wanted);
                match found.map(|(_, value)| value.clone()) {
                    Some(table::Value::Sentence(sentence)) => *sentence,
                    other => panic!("{wanted}: {other:?}"),
                }
            };
            let how = inner(&card.state, "how");
            let tries = match hints {
                0 => how,
                _ => {
                    let key = if hints == 1 { "puzzle.how-one-hint" } else { "puzzle.how-hints" };
                    assert_eq!(how.key, key);
                    assert!(how.values.contains(&("hints", table::Value::Count(hints as usize))));
                    inner(&how, "tries")
                }
            };
            match misses {
                0..5 => assert_eq!(tries.key, format!("puzzle.tries.{}", misses + 1)),
                _ => {
                    assert_eq!(tries.key, "puzzle.tries.many");
                    let count = table::Value::Count(misses as usize + 1);
                    assert!(tries.values.contains(&("count", count)));
                }
            }
        }
    }
}
