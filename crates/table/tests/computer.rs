//! The computer at a table: its turns, advice, draws, takebacks, the review of a finished game, and
//! whom one plays.

use crate::play;

use play::{Play, from, here, refused, step, turn};
use record::game::Path;
use rules::{Color, Ending, GameId, Role, Square, Step};
use table::{
    Content, Doing, Effort, Event, Grade, Judgement, LEVELS, Opponent, Pick, Purpose, Question,
    Reason, Request, Seat, Seating, Sentence, Setup, Side, Stored, Table, Think, Thought, Tone,
    Value, Walk, Wish,
};

fn against(game: GameId, level: u8) -> Setup {
    Setup { seats: [Seat::Here, Seat::Computer(level)], ..here(game) }
}

/// What is found: a turn, and nothing said about it.
fn found(game: GameId, steps: &str) -> Thought {
    Thought { turn: turn(game, steps), ..Thought::default() }
}

impl Play {
    fn thinks(&mut self, thought: Thought) -> Vec<Request> {
        self.to(Event::Thought { id: self.think_id(), thought: Some(thought) })
    }

    fn doing(&self) -> Doing {
        self.table.view().computer
    }

    /// The last request of this kind.
    fn effort(&self) -> (Think, Effort) {
        let asked = |request: &Request| match request {
            Request::Think { about, effort, .. } => Some((*about, *effort)),
            _ => None,
        };
        self.asked.iter().rev().find_map(asked).unwrap()
    }

    /// How long the last alarm is out, and whether until the board rests.
    fn alarm(&self) -> (u64, bool) {
        let alarm = |request: &Request| match request {
            Request::Wake { after, at_rest, .. } => Some((*after, *at_rest)),
            _ => None,
        };
        self.asked.iter().rev().find_map(alarm).unwrap()
    }

    fn said(&self, key: &str) -> bool {
        self.asked.iter().any(|request| matches!(request, Request::Say(said) if said.key == key))
    }
}

// Its turns.

#[test]
fn the_first_turn_and_its_answer_are_told_in_words_and_ways_on_are_offered() {
    let game = GameId::Magnetic;
    let mut play = Play::new(against(game, 11));
    assert!(!play.table.view().welcomes);
    play.type_all("c2c4");
    let view = play.table.view();
    assert_eq!((view.says.key, view.welcomes), ("welcome.played", true));
    let Value::Sentence(told) = &view.says.values[0].1 else { panic!("{:?}", view.says) };
    assert_eq!(told.key, "step.attracted", "what the magnet did");
    // Aloud it is said once.
    assert!(play.said("step.attracted") && play.said("computer.thinks"));
    assert!(!play.said("welcome.played"));
    play.thinks(found(game, "h7h6"));
    play.wake();
    let view = play.table.view();
    assert_eq!((view.says.key, view.welcomes), ("welcome.answered", true));
    assert!(play.said("prompt.step") && !play.said("welcome.answered"));
    // Who comes back to it finds it as it stands.
    let saved = play.table.content();
    let mut again = Play { table: Table::new(against(game, 11)).0, now: 0, asked: Vec::new() };
    let (key, revision) = (again.table.key().to_owned(), 7);
    again.to(Event::Loaded { key, found: Some(Stored { revision, content: saved }) });
    assert_eq!((again.says(), again.table.view().welcomes), ("prompt.step", false));
    // Whoever goes on has learned it.
    play.to(Event::Tap(play.at("g2")));
    assert_eq!((play.says(), play.table.view().welcomes), ("prompt.step", false));
    play.type_all("g2g3");
    assert_eq!((play.says(), play.table.view().welcomes), ("computer.thinks", false));
}

#[test]
fn the_player_is_spoken_to_against_the_computer_and_both_are_named_at_one_device() {
    let orthodox = GameId::Orthodox;
    let keys = |play: &Play| {
        let outcome = play.table.outcome().unwrap();
        (outcome.title.key, outcome.why.key)
    };
    let mut lost = Play::new(against(orthodox, 12));
    assert_eq!(lost.table.mover(Color::White).key, "turn.yours");
    let waits = lost.table.mover(Color::Black);
    assert_eq!(waits, Sentence::new("turn.to-move").with("color", Value::Key("turn.computer")));
    for (own, answer) in [("f2f3", "e7e5"), ("g2g4", "d8h4")] {
        lost.type_all(own);
        lost.thinks(found(orthodox, answer));
        lost.wake();
    }
    assert_eq!(keys(&lost), ("result.you-lost", "result.why.checkmate"));
    let mut resigned = Play::new(against(orthodox, 12));
    resigned.type_all("e2e4");
    resigned.thinks(found(orthodox, "e7e5"));
    resigned.wake();
    resigned.to(Event::Resign);
    resigned.to(Event::Answer(true));
    assert_eq!(keys(&resigned), ("result.you-lost", "result.why.own-resignation"));
    let mut two = Play::new(here(orthodox));
    assert_eq!(two.table.mover(Color::White).key, "turn.to-move");
    two.type_all("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(keys(&two), ("result.black", "result.why.checkmate"));
}

#[test]
fn a_win_in_contramatic_chess_is_told_in_its_own_terms() {
    let fen = "5k2/3p4/7r/5p1P/r1bP1B2/7K/2P5/8[] w - f6 0 29 -";
    let start = from(GameId::Contramatic, fen);
    let why = |seats: [Seat; 2]| {
        let mut play = Play::new(Setup { seats, ..start.clone() });
        play.type_all("h3g4");
        let outcome = play.table.outcome().unwrap();
        let squares = outcome.why.values.iter().find(|(name, _)| *name == "squares").cloned();
        assert_eq!(squares.unwrap().1, Value::List(vec![Value::Square(play.at("f5"))]));
        (outcome.title.key, outcome.why.key, play.says())
    };
    let told = "result.full";
    let computer = Seat::Computer(12);
    assert_eq!(why([Seat::Here; 2]), ("result.white", "result.why.in-check", told));
    assert_eq!(why([Seat::Here, computer]), ("result.you-won", "result.why.own-check", told));
}

#[test]
fn an_earlier_position_says_whose_turn_it_is_in_and_behind_which_step() {
    let game = GameId::Progressive;
    let mut play = Play::new(here(game));
    play.type_all("e2e4 e7e5 g8f6 end d2d4");
    let mut says = || {
        play.to(Event::Walk(Walk::Back));
        let Sentence { key, values } = play.table.view().says;
        let of = |name: &str| values.iter().find(|(other, _)| *other == name).unwrap().1.clone();
        (key != "history.start").then(|| (key, of("color"), of("step"), of("of")))
    };
    let (white, black) = (Value::Color(Color::White), Value::Color(Color::Black));
    let count = |count| Value::Count(count);
    assert_eq!(says(), Some(("history.after", black.clone(), count(2), count(2))));
    assert_eq!(says(), Some(("history.within", black.clone(), count(2), count(2))));
    assert_eq!(says(), Some(("history.within", black, count(1), count(2))));
    assert_eq!(says(), Some(("history.after", white, count(1), count(1))));
    assert_eq!(says(), None);
}

#[test]
fn the_last_turn_is_told_in_a_few_words_with_who_played_it() {
    let mut play = Play::new(here(GameId::Orthodox));
    assert_eq!(play.table.last_turn_says(), None);
    let told = |play: &Play| {
        let (color, says) = play.table.last_turn_says().unwrap();
        let Value::List(steps) = &says.values[0].1 else { panic!("{says:?}") };
        let key = |step: &Value| match step {
            Value::Sentence(sentence) => sentence.key,
            other => panic!("{other:?}"),
        };
        (color, steps.iter().map(key).collect::<Vec<_>>())
    };
    play.type_all("e2e4");
    assert_eq!(told(&play), (Color::White, vec!["last.move"]));
    play.type_all("d7d5 e4d5");
    assert_eq!(told(&play), (Color::White, vec!["last.capture"]));
    play.to(Event::Walk(Walk::Back));
    assert_eq!(told(&play), (Color::Black, vec!["last.move"]));
    // Where the pieces of a long turn came from is left to the board.
    let placed = "rnbkqbnr/ppp1pppp/8/8/8/3p4/PPPPPPPP/RNBQKBNR[] w HAha - 0 1 - -";
    let mut series = Play::new(from(GameId::Charismatic, placed));
    series.type_all("e2e4 f1d3 end");
    assert_eq!(told(&series), (Color::White, vec!["last.move", "last.capture"]));
    let mut series = Play::new(from(GameId::Charismatic, placed));
    series.type_all("e2e4 f1d3 g1f3 end");
    assert_eq!(told(&series), (Color::White, vec!["last.to", "last.takes", "last.to"]));
    // The more steps and captures there are, the less is told of each.
    let mut series = Play::new(from(GameId::Charismatic, placed));
    series.type_all("e2e4 f1d3 g1f3 d1e2 end");
    assert_eq!(
        told(&series),
        (Color::White, vec!["last.at", "last.takes-at", "last.at", "last.at"])
    );
    let pawns = "rnbqkbnr/8/8/8/8/pp6/PPPPPPPP/RNBQKBNR[] w - - 0 1 - -";
    let mut series = Play::new(from(GameId::Charismatic, pawns));
    series.type_all("a2b3 b2a3 c2c4 d2d4 e2e4 end");
    let (_, says) = series.table.last_turn_says().unwrap();
    assert_eq!(says.key, "last.many");
    assert_eq!(says.values, [("count", Value::Count(5)), ("taken", Value::Count(2))]);
    let mut placed = Play::new(here(GameId::Contramatic));
    placed.to(Event::PlaceRest);
    placed.to(Event::EndTurn);
    let (color, says) = placed.table.last_turn_says().unwrap();
    assert_eq!((color, says.key), (Color::White, "last.placed"));
}

/// A sentence and those within it: each key with its roles and squares.
fn spelt(value: &Value, play: &Play) -> String {
    match value {
        Value::Sentence(sentence) => {
            let values = sentence.values.iter().map(|(_, value)| spelt(value, play));
            let values: Vec<String> = values.filter(|value| !value.is_empty()).collect();
            format!("{}({})", sentence.key, values.join(" "))
        }
        Value::Role(role) => role.id().to_owned(),
        Value::Square(square) => play.table.position().spec().shape.name(*square).to_string(),
        Value::List(values) => {
            values.iter().map(|value| spelt(value, play)).collect::<Vec<_>>().join(", ")
        }
        _ => String::new(),
    }
}

#[test]
fn the_last_turn_and_advice_tell_what_a_pawn_becomes() {
    for (game, fen, step, last, advice) in [
        (
            GameId::Orthodox,
            "7k/4P3/8/8/8/8/8/4K3 w - - 0 1",
            "e7e8n",
            "last.into(last.move(pawn e7 e8) knight)",
            "last.into(computer.move(e7 e8 pawn) knight)",
        ),
        (
            GameId::Orthodox,
            "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1",
            "e7d8q",
            "last.into(last.capture(pawn e7 d8 rook) queen)",
            "last.into(computer.move(e7 d8 pawn) queen)",
        ),
        (
            GameId::Magnetic,
            "n7/8/7k/3P4/8/2n5/8/R3K3 w - - 6 40",
            "a1d1n",
            "last.move(rook a1 d1)",
            "computer.move(a1 d1 rook)",
        ),
        (
            GameId::Batteries,
            "8p1/1S8/10/10/10/10/10/4B5/10/P9 w - - 0 1",
            "b9b10",
            "last.into(last.move(soldier b9 b10) agent)",
            "last.into(computer.move(b9 b10 soldier) agent)",
        ),
    ] {
        let mut play = Play::new(from(game, fen));
        play.type_all(step);
        let (_, says) = play.table.last_turn_says().unwrap();
        assert_eq!(spelt(&says.values[0].1, &play), last);
        let (says, _) = hint(from(game, fen), found(game, step));
        assert_eq!(spelt(value(&says, "turn"), &play), advice);
    }
}

#[test]
fn what_cannot_be_taken_back_or_advised_on_says_so() {
    for setup in [here(GameId::Magnetic), against(GameId::Magnetic, 12)] {
        let mut play = Play::new(setup);
        assert!(!play.table.view().controls.takeback);
        play.to(Event::TakeBack);
        assert_eq!(play.says(), "computer.nothing-back");
    }
    let mut play = Play::new(here(GameId::Magnetic));
    play.type_all("c2c4");
    play.to(Event::Walk(Walk::Back));
    play.to(Event::TakeBack);
    assert_eq!(play.says(), "computer.nothing-back");
    play.to(Event::Hint);
    assert_eq!(play.says(), "history.look");
}

#[test]
fn nobody_who_plays_at_one_device_is_welcomed() {
    let mut play = Play::new(here(GameId::Magnetic));
    play.type_all("c2c4");
    assert_eq!((play.says(), play.table.view().welcomes), ("prompt.step", false));
}

#[test]
fn the_computer_plays_its_turn_step_by_step() {
    let game = GameId::Progressive;
    let mut play = Play::new(against(game, 12));
    play.type_all("e2e4");
    assert_eq!((play.says(), play.doing()), ("computer.thinks", Doing::Thinks));
    play.to(Event::Typed("e7e5".to_owned()));
    assert_eq!((play.steps().len(), play.says()), (1, "computer.wait"));
    assert_eq!(play.table.view().tone, Tone::Refusal);
    let id = play.think_id();
    let thought = Some(found(game, "e7e5 d8h4 end"));
    // One that comes late is another's.
    play.to(Event::Thought { id: id - 1, thought: thought.clone() });
    assert_eq!(play.doing(), Doing::Thinks);
    play.to(Event::Thought { id, thought: thought.clone() });
    assert_eq!((play.doing(), play.steps().len()), (Doing::Plays, 1));
    assert!(play.alarm().1, "the board comes to rest first");
    play.wake();
    assert_eq!((play.steps().len(), play.alarm()), (2, (420, false)));
    play.to(Event::Thought { id, thought });
    play.wake();
    assert_eq!(play.steps().len(), 4, "the end of the turn follows at once");
    assert_eq!((play.doing(), play.says()), (Doing::Nothing, "prompt.first"));
}

#[test]
fn the_board_is_seen_for_a_moment_after_it_has_come_to_rest() {
    let answer = |waited: u64| {
        let mut play = Play::new(against(GameId::Orthodox, 12));
        play.type_all("e2e4");
        play.now += waited;
        play.thinks(found(GameId::Orthodox, "e7e5"));
        assert_eq!((play.doing(), play.steps().len()), (Doing::Thinks, 1), "its only step");
        play.alarm()
    };
    // Whether the motion is over, the page knows; behind a long thought it is.
    assert_eq!((answer(19), answer(719), answer(5000)), ((350, true), (350, true), (0, true)));
}

#[test]
fn a_placement_is_played_faster_than_a_turn_of_moves() {
    let setup = Setup { seats: [Seat::Computer(11), Seat::Here], ..here(GameId::Contramatic) };
    let mut play = Play::new(setup);
    let drops = "P@a2 P@b2 P@c2 P@d2 P@e2 P@f2 P@g2 end";
    play.thinks(found(GameId::Contramatic, drops));
    play.wake();
    assert_eq!((play.steps().len(), play.alarm()), (1, (70, false)));
}

#[test]
fn a_touch_shows_the_rest_of_the_computers_turn_at_once() {
    let game = GameId::Progressive;
    let mut play = Play::new(against(game, 12));
    play.type_all("e2e4");
    play.thinks(found(game, "e7e5 d8h4 end"));
    play.wake();
    play.to(Event::Tap(play.at("a2")));
    assert_eq!(play.steps().len(), 4);
}

#[test]
fn a_turn_waits_while_the_player_looks_at_an_earlier_position() {
    let mut play = Play::new(against(GameId::Orthodox, 12));
    play.type_all("e2e4");
    play.to(Event::Walk(Walk::First));
    assert!(!play.table.view().controls.now, "what is hurried is not on the board");
    play.thinks(found(GameId::Orthodox, "e7e5"));
    play.wake();
    assert_eq!((play.steps().len(), play.table.view().is_live), (1, false));
    let out = play.to(Event::Walk(Walk::Latest));
    assert!(out.iter().any(|request| matches!(request, Request::Wake { at_rest: true, .. })));
    assert!(play.to(Event::Walk(Walk::Latest)).is_empty(), "one alarm is enough");
    play.wake();
    assert_eq!(play.steps().len(), 2);
    // So does the draw by chance that comes first.
    let setup = Setup { seats: [Seat::Computer(13), Seat::Here], ..here(GameId::Charismatic) };
    let mut play = Play::new(setup);
    play.wake();
    play.thinks(found(GameId::Charismatic, "end"));
    play.to(Event::Walk(Walk::First));
    play.wake();
    assert!(!play.table.view().is_live);
}

#[test]
fn a_thought_that_fails_is_asked_for_once_more_and_then_by_the_player() {
    let mut play = Play::new(against(GameId::Orthodox, 12));
    play.type_all("e2e4");
    let first = play.think_id();
    let out = play.to(Event::ThoughtFailed(first));
    assert!(out.contains(&Request::StopThinking { id: first }));
    let second = play.think_id();
    assert_ne!(first, second);
    assert_eq!(play.doing(), Doing::Thinks);
    play.to(Event::ThoughtFailed(first));
    assert_eq!(play.doing(), Doing::Thinks, "that was the first");
    play.to(Event::ThoughtFailed(second));
    assert_eq!((play.doing(), play.says()), (Doing::Failed, "computer.failed"));
    assert!(play.said("computer.failed"));
    play.to(Event::Tap(play.at("a7")));
    assert_eq!(play.says(), "computer.failed");
    // Or none ever comes.
    play.to(Event::MoveNow);
    let id = play.think_id();
    assert_eq!(play.alarm(), (60_000, false));
    assert!(play.wake().contains(&Request::StopThinking { id }));
    assert_eq!(play.doing(), Doing::Failed);
    play.to(Event::MoveNow);
    // A turn that the rules refuse is a failure, too, and nothing of it stays.
    play.thinks(found(GameId::Orthodox, "e7e4"));
    play.wake();
    assert_eq!((play.doing(), play.steps().len()), (Doing::Failed, 1));
    play.to(Event::MoveNow);
    // So is none.
    play.to(Event::Thought { id: play.think_id(), thought: None });
    assert_eq!(play.doing(), Doing::Failed);
    play.to(Event::MoveNow);
    let out = play.to(Event::MoveNow);
    assert_eq!(out, [Request::Hurry { id: play.think_id() }]);
}

#[test]
fn the_computer_draws_before_it_thinks() {
    let setup = Setup { seats: [Seat::Computer(13), Seat::Here], ..here(GameId::Charismatic) };
    let mut play = Play::new(setup);
    assert!(!play.asked.iter().any(|request| matches!(request, Request::Think { .. })));
    play.wake();
    assert!(matches!(play.steps()[..], [rules::Step::Draw(_)]));
    assert_eq!((play.doing(), play.effort().0), (Doing::Thinks, Think::Turn(13)));
    // At once, if it is told to move now.
    let setup = Setup { seats: [Seat::Computer(13), Seat::Here], ..here(GameId::Charismatic) };
    let mut play = Play::new(setup);
    play.to(Event::MoveNow);
    assert_eq!((play.steps().len(), play.doing()), (1, Doing::Thinks));
    assert_eq!(play.effort().0, Think::Turn(13));
}

#[test]
fn levels_think_longer_the_higher_they_are() {
    let ms = |level| {
        let mut play = Play::new(against(GameId::Orthodox, level));
        play.type_all("e2e4");
        let (about, effort) = play.effort();
        assert_eq!((about, effort.level, effort.nodes), (Think::Turn(level), level, 0));
        effort.ms
    };
    let times = [280, 280, 280, 280, 280, 800, 1000, 1500, 2000, 2500];
    assert_eq!(LEVELS.map(ms).collect::<Vec<_>>(), times);
}

#[test]
fn a_thought_about_a_game_that_gave_way_is_not_played() {
    let mut play = Play::new(against(GameId::Orthodox, 12));
    play.type_all("e2e4");
    let id = play.think_id();
    let mut other = Play::new(here(GameId::Orthodox));
    other.type_all("e2e4 e7e5 g1f3");
    other.keep_all();
    let computer = Opponent::new(12, Color::Black, Some(7));
    refused(&mut play, Content { computer, ..other.table.content() });
    assert_eq!((play.steps().len(), play.doing()), (3, Doing::Thinks));
    assert!(play.asked.contains(&Request::StopThinking { id }));
    play.to(Event::Thought { id, thought: Some(found(GameId::Orthodox, "b8c6")) });
    assert_eq!(play.doing(), Doing::Thinks, "it thinks about the new position");
    assert_ne!(play.think_id(), id);
    assert_eq!(play.effort().1.seed, 7, "and plays by what was stored with it");
}

// Whom one plays.

#[test]
fn an_opponent_plays_a_game_by_one_seed_which_is_remembered_and_kept() {
    let mut play = Play::new(against(GameId::Orthodox, 14));
    let seed = play.table.opponent().unwrap().seed;
    let opponent = Opponent { level: 14, color: Color::Black, seed };
    assert!(seed.is_some() && play.asked.contains(&Request::Remember(Some(opponent))));
    play.type_all("e2e4");
    assert_eq!(Some(play.effort().1.seed), seed);
    play.keep_all();
    assert_eq!(play.last_keep().2.computer, Some(opponent));
    // When the page is loaded anew: from what is remembered, and from what is kept.
    let known = Setup { opponent_seed: seed, ..against(GameId::Orthodox, 14) };
    let mut again = Play::new(known.clone());
    again.type_all("e2e4");
    assert_eq!(Some(again.effort().1.seed), seed);
    assert!(!again.asked.iter().any(|request| matches!(request, Request::Remember(_))));
    let (table, asked) = Table::new(here(GameId::Orthodox));
    let mut again = Play { table, now: 50, asked };
    let found = Some(Stored { revision: 5, content: play.table.content() });
    again.to(Event::Loaded { key: "a game".to_owned(), found });
    assert_eq!(again.table.opponent(), Some(opponent));
    assert_eq!(Some(again.effort().1.seed), seed);
    // The next game is another.
    let setup = against(GameId::Orthodox, 14);
    let (table, asked) = Table::new(setup);
    let mut next = Play { table, now: 1000, asked };
    next.to(Event::Loaded { key: "a game".to_owned(), found: None });
    assert_ne!(next.table.opponent().unwrap().seed, seed);
}

#[test]
fn a_seed_that_is_named_is_the_opponents_and_the_advisers() {
    let mut play = Play::new(Setup { seed: Some(5), ..against(GameId::Orthodox, 11) });
    play.type_all("e2e4");
    assert_eq!(play.effort().1.seed, 5);
    play.thinks(found(GameId::Orthodox, "e7e5"));
    play.wake();
    play.to(Event::Hint);
    let effort = Effort { level: 0, ms: 380, nodes: 0, seed: 5, loading: 30_000, silence: 4_380 };
    assert_eq!(play.effort(), (Think::Hint, effort));
    // Else the adviser has one of its own, the same for the whole game.
    let mut play = Play::new(against(GameId::Orthodox, 11));
    let own = play.table.opponent().unwrap().seed;
    play.to(Event::Hint);
    let first = play.effort().1.seed;
    assert_ne!(Some(first), own);
    play.thinks(found(GameId::Orthodox, "e2e4"));
    play.to(Event::Hint);
    assert_eq!(play.effort().1.seed, first);
}

#[test]
fn nobody_is_remembered_where_nothing_is_played() {
    let setup = Setup { purpose: Purpose::Show, ..against(GameId::Orthodox, 12) };
    let play = Play::new(setup);
    assert!(!play.asked.iter().any(|request| matches!(request, Request::Remember(_))));
    assert!(!play.table.view().controls.hint);
    // A table that keeps nothing itself has an opponent all the same.
    let mut play = Play::new(Setup { key: String::new(), ..against(GameId::Orthodox, 12) });
    play.type_all("e2e4");
    assert_eq!(play.effort().0, Think::Turn(12));
}

#[test]
fn only_levels_that_there_are_are_read() {
    let opponent = |level| Opponent::new(level, Color::White, None).map(|found| found.level);
    for level in [0, 7, 10, 21, 256 + 13, u32::MAX] {
        assert_eq!(opponent(level), None, "{level}");
    }
    for level in LEVELS {
        assert_eq!(opponent(level.into()), Some(level));
    }
    let seats = Opponent::new(13, Color::White, None).unwrap().seats();
    assert_eq!(seats, [Seat::Computer(13), Seat::Here]);
    // What was stored while there were six levels is read as the nearest.
    let before = [1, 2, 3, 4, 5, 6].map(|level| opponent(level).unwrap());
    assert_eq!(before, [11, 13, 15, 16, 18, 20]);
}

/// What is begun at a table after an event.
fn begun(setup: Setup, event: Event) -> Seating {
    let mut play = Play::new(setup);
    match &play.to(event)[..] {
        &[Request::Begin(seating)] => seating,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_new_game_has_the_opponent_wished_for_and_a_rematch_the_other_sides() {
    let orthodox = || here(GameId::Orthodox);
    let against =
        |color, level| Seating { opponent: Opponent::new(level, color, None), turns: false };
    let wish = |side| begun(orthodox(), Event::Begin(Some(Wish { level: 13, side })));
    assert_eq!(wish(Side::White), against(Color::Black, 13));
    assert_eq!(wish(Side::Black), against(Color::White, 13));
    // No level has that number.
    let random = |random| Seating::new(Some(Wish { level: 200, side: Side::Random }), random);
    assert_eq!((random(2), random(3)), (against(Color::Black, 12), against(Color::White, 12)));
    let setup = |color| {
        let opponent = Opponent::new(12, color, Some(9)).unwrap();
        Setup { seats: opponent.seats(), opponent_seed: opponent.seed, ..orthodox() }
    };
    for color in Color::ALL {
        let mut play = Play::new(setup(color));
        let out = play.to(Event::Rematch);
        let opponent = play.table.opponent().unwrap();
        assert_eq!((opponent.color, opponent.level), (!color, 12));
        assert!(!matches!(opponent.seed, None | Some(9)), "by a seed of its own");
        assert!(out.contains(&Request::Below(color)) && !out.contains(&Request::TurnBoard));
        assert!(out.contains(&Request::Remember(Some(opponent))));
        let wish = Wish { level: 13, side: Side::White };
        play.to(Event::Anew(Some(wish)));
        assert_eq!(play.table.opponent().map(|o| (o.color, o.level)), Some((Color::Black, 13)));
        let out = play.to(Event::Anew(None));
        assert_eq!(play.table.opponent(), None);
        assert!(out.contains(&Request::Remember(None)));
    }
    // Between two people the board stays as it is, and is turned for a rematch.
    let nobody = Seating { opponent: None, turns: false };
    assert_eq!(begun(setup(Color::White), Event::Begin(None)), nobody);
    let turns = |event| Play::new(orthodox()).to(event).contains(&Request::TurnBoard);
    assert!(turns(Event::Rematch) && !turns(Event::Anew(None)));
    // Nothing of the kind in a lesson, say.
    let mut play = Play::new(Setup { purpose: Purpose::Show, ..orthodox() });
    assert!(play.to(Event::Rematch).is_empty());
}

#[test]
fn the_computer_sits_down_when_it_is_known_whom_one_plays() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    let opponent = Opponent::new(14, Color::Black, Some(11));
    let out = play.to(Event::Seat(opponent));
    assert!(out.contains(&Request::Below(Color::White)), "the own pieces are below");
    assert_eq!((play.doing(), play.effort().0), (Doing::Thinks, Think::Turn(14)));
    assert_eq!(play.effort().1.seed, 11);
    assert!(!play.asked.iter().any(|request| matches!(request, Request::Remember(_))));
    let id = play.think_id();
    assert!(play.to(Event::Seat(None)).contains(&Request::StopThinking { id }));
    assert_eq!((play.doing(), play.table.opponent()), (Doing::Nothing, None));
    play.type_all("e7e5");
    // One without a seed gets one, which is remembered.
    let out = play.to(Event::Seat(Opponent::new(14, Color::Black, None)));
    assert!(play.table.opponent().unwrap().seed.is_some());
    assert!(out.contains(&Request::Remember(play.table.opponent())));
}

// Agreements.

#[test]
fn a_turn_taken_back_stops_the_thought() {
    let mut play = Play::new(against(GameId::Orthodox, 12));
    assert!(!play.table.view().controls.takeback);
    play.type_all("e2e4");
    assert!(play.table.view().controls.takeback);
    let id = play.think_id();
    let out = play.to(Event::TakeBack);
    assert!(out.contains(&Request::StopThinking { id }));
    assert!(out.contains(&Request::Say(Sentence::new("computer.taken-back"))));
    assert!(play.steps().is_empty());
    play.to(Event::Thought { id, thought: Some(found(GameId::Orthodox, "e7e5")) });
    assert!(play.steps().is_empty());
    assert_eq!(play.doing(), Doing::Nothing);
}

#[test]
fn a_turn_that_lost_the_game_can_be_taken_back_too() {
    let mut play = Play::new(against(GameId::Orthodox, 12));
    let moves = [("f2f3", "e7e5"), ("g2g4", "d8h4")];
    for (own, answer) in moves {
        play.type_all(own);
        play.thinks(found(GameId::Orthodox, answer));
        play.wake();
    }
    assert_eq!(play.says(), "result.full-by");
    play.to(Event::Walk(Walk::First));
    assert!(!play.table.view().controls.takeback, "not from where it is not seen");
    play.to(Event::TakeBack);
    assert!(play.table.view().result.is_some());
    play.to(Event::Walk(Walk::Latest));
    play.to(Event::TakeBack);
    assert_eq!(play.steps(), turn(GameId::Orthodox, "f2f3 e7e5"));
    assert_eq!((play.table.view().result, play.doing()), (None, Doing::Nothing));
}

/// What comes of a draw offered behind these steps, when the side that offers has this score.
fn offered(setup: Setup, steps: &str, score: i32) -> bool {
    let mut play = Play::new(Setup { seats: [Seat::Here; 2], ..setup.clone() });
    play.type_all(steps);
    let game = play.table.game().clone();
    let mut play = Play::new(Setup { game, ..setup });
    play.to(Event::OfferDraw);
    assert_eq!(play.table.question(), Some(Question::Offer));
    play.to(Event::Answer(true));
    assert_eq!(play.effort().0, Think::Draw);
    assert_eq!((play.says(), play.doing()), ("computer.considers", Doing::Nothing));
    play.thinks(Thought { score, ..Thought::default() });
    let agrees = play.table.view().result.is_some();
    assert_eq!(play.said("computer.agrees"), agrees);
    assert_eq!(play.says() == "computer.declines", !agrees);
    assert!(agrees || play.table.view().tone == Tone::Advice);
    agrees
}

#[test]
fn the_computer_agrees_to_a_draw_where_it_stands_worse() {
    let setup = Setup {
        seats: [Seat::Here, Seat::Computer(12)],
        ..from(GameId::Orthodox, "4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 30")
    };
    // The score is that of the player who offers.
    let cases = [(49, false), (50, true), (0, false), (-50, false), (29_990, true)];
    for (score, agrees) in cases {
        assert_eq!(offered(setup.clone(), "", score), agrees, "{score}");
    }
    // With a mate of its own in sight it plays on.
    assert!(!offered(setup, "", -29_990));
}

/// So many turns of both sides that lead nowhere.
fn shuffled(turns: usize) -> String {
    let mut steps = Vec::new();
    // No position comes a third time.
    for file in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        for (from, to) in [(2, 3), (3, 4)] {
            steps.push(format!("{file}{from}{file}{to}"));
            steps.push(format!("{file}{}{file}{}", 9 - from, 9 - to));
            steps.extend(["g1h3", "g8h6", "h3g1", "h6g8"].map(str::to_owned));
        }
    }
    steps.truncate(turns);
    assert_eq!(steps.len(), turns);
    steps.join(" ")
}

#[test]
fn the_computer_agrees_to_no_draw_at_the_start_and_to_an_even_one_after_a_long_game() {
    let setup = against(GameId::Orthodox, 12);
    assert!(!offered(setup.clone(), "", 300));
    assert!(!offered(setup.clone(), &shuffled(8), 300));
    assert!(offered(setup.clone(), &shuffled(10), 300));
    assert!(!offered(setup.clone(), &shuffled(58), 0));
    assert!(offered(setup.clone(), &shuffled(60), 0));
    assert!(!offered(setup, &shuffled(60), -1));
}

#[test]
fn a_draw_is_offered_once_and_only_in_the_own_turn() {
    let mut play = Play::new(against(GameId::Orthodox, 12));
    play.to(Event::OfferDraw);
    play.to(Event::Answer(false));
    assert_eq!(play.table.view().wanted, None, "it is asked first");
    play.to(Event::OfferDraw);
    play.to(Event::Answer(true));
    assert!(play.to(Event::OfferDraw).is_empty());
    assert_eq!(play.to(Event::Hint), [], "one thing after the other");
    play.to(Event::ThoughtFailed(play.think_id()));
    play.to(Event::ThoughtFailed(play.think_id()));
    assert_eq!((play.says(), play.doing()), ("computer.no-answer", Doing::Nothing));
    play.type_all("e2e4");
    play.to(Event::OfferDraw);
    assert_eq!((play.says(), play.effort().0), ("computer.wait", Think::Turn(12)));
}

/// A game in which the computer has these scores before its turns, of which each turn of the player leaves one.
fn despaired(setup: Setup, thoughts: &[(i32, Option<i32>)]) -> Play {
    let game = setup.game.start().game();
    let mut play = Play::new(setup);
    let steps = shuffled(60);
    for (pair, &(score, decided)) in steps.split(' ').collect::<Vec<_>>().chunks(2).zip(thoughts) {
        play.type_all(pair[0]);
        play.thinks(Thought { score, decided, ..found(game, pair[1]) });
        play.wake();
        if play.table.view().result.is_some() {
            break;
        }
    }
    play
}

#[test]
fn the_computer_resigns_once_it_has_been_lost_for_three_turns() {
    let setup = |level| against(GameId::Orthodox, level);
    let is_over = |thoughts: &[(i32, Option<i32>)]| {
        despaired(setup(20), thoughts).table.view().result.is_some()
    };
    let (lost, mated) = ((-2000, None), (-29_980, Some(-20)));
    for (thoughts, resigns) in [
        (&[lost, lost, lost][..], true),
        (&[mated, lost, mated], true),
        (&[lost, lost], false),
        (&[lost, (-1999, None), lost, lost], false),
        (&[lost, (-1999, None), lost, lost, lost], true),
        (&[lost, (29_980, Some(20)), lost, lost], false),
        // Nobody is robbed of a mate that is there, or that comes with the next turn.
        (&[mated, mated, (-29_998, Some(-2)), (-29_998, Some(-2))], false),
        (&[mated, mated, (-29_998, Some(-2)), lost], true),
    ] {
        assert_eq!(is_over(thoughts), resigns, "{thoughts:?}");
    }
    // The levels below are there to be mated.
    let over_at = |level| despaired(setup(level), &[mated; 5]).table.view().result.is_some();
    assert_eq!(LEVELS.filter(|&level| over_at(level)).collect::<Vec<_>>(), [17, 18, 19, 20]);
}

#[test]
fn a_resignation_of_the_computer_is_told_and_can_be_taken_back_once_and_for_all() {
    let lost = (-2000, None);
    let mut play = despaired(against(GameId::Orthodox, 20), &[lost; 3]);
    let outcome = play.table.outcome().unwrap();
    assert_eq!(outcome.title.key, "result.you-won");
    assert_eq!(outcome.why.key, "result.why.computer-resignation");
    assert_eq!((play.says(), play.doing()), ("result.full", Doing::Nothing));
    let verdict = play.table.game().verdict().unwrap();
    assert_eq!((verdict.winner, verdict.ending), (Some(Color::White), record::Ending::Resignation));
    // Who wants to mate goes on.
    play.to(Event::TakeBack);
    let steps = shuffled(20);
    for pair in steps.split(' ').collect::<Vec<_>>()[4..].chunks(2) {
        play.type_all(pair[0]);
        play.thinks(Thought { score: -3000, ..found(GameId::Orthodox, pair[1]) });
        play.wake();
    }
    assert_eq!((play.table.view().result, play.steps().len()), (None, 20));
}

#[test]
fn the_computer_plays_positions_that_were_set_up_to_their_end() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 9";
    let setup = Setup { seats: [Seat::Here, Seat::Computer(20)], ..from(GameId::Orthodox, fen) };
    let play = despaired(setup, &[(-5000, None); 6]);
    assert_eq!((play.table.view().result, play.steps().len()), (None, 12));
}

// Hints.

fn sentence(value: &Value) -> &Sentence {
    match value {
        Value::Sentence(sentence) => sentence,
        other => panic!("{other:?}"),
    }
}

/// The keys of a list of sentences under a name.
fn keys(of: &Sentence, name: &str) -> Vec<&'static str> {
    match value(of, name) {
        Value::List(values) => values.iter().map(|value| sentence(value).key).collect(),
        other => panic!("{other:?}"),
    }
}

fn value<'a>(of: &'a Sentence, name: &str) -> &'a Value {
    let found = of.values.iter().find(|(key, _)| *key == name);
    &found.unwrap_or_else(|| panic!("no {name} in {of:?}")).1
}

/// The hint that comes of a thought about a position.
fn hint(setup: Setup, thought: Thought) -> (Sentence, Vec<(Square, Square)>) {
    let mut play = Play::new(setup);
    play.to(Event::Hint);
    play.thinks(thought);
    let view = play.table.view();
    assert_eq!((view.tone, view.wanted), (Tone::Advice, None));
    (view.says, view.advised)
}

#[test]
fn a_hint_names_a_turn_and_draws_it_until_something_else_is_on_the_board() {
    let mut play = Play::new(against(GameId::Orthodox, 12));
    assert!(play.table.view().controls.hint);
    play.to(Event::Hint);
    assert!(play.said("computer.looks"));
    assert_eq!((play.table.view().wanted, play.doing()), (Some(Think::Hint), Doing::Nothing));
    assert_eq!(play.to(Event::Hint), [], "it is under way");
    let thought = Thought { reasons: vec![Reason::Threatens], ..found(GameId::Orthodox, "e2e4") };
    play.thinks(thought.clone());
    assert_eq!(play.says(), "computer.because");
    let view = play.table.view();
    assert_eq!(view.hint, Some(thought.clone()));
    assert_eq!(view.advised, [(play.at("e2"), play.at("e4"))]);
    play.to(Event::Walk(Walk::First));
    play.to(Event::Walk(Walk::Latest));
    assert_eq!(play.table.view().advised, []);
    play.to(Event::Hint);
    play.thinks(thought);
    play.type_all("d2d4");
    assert_eq!(play.table.view().advised, []);
    // None is given for the computer's turn, for a game that is over, and behind what is looked at.
    assert!(!play.table.view().controls.hint);
    play.to(Event::Hint);
    assert_eq!(play.effort().0, Think::Turn(12));
}

#[test]
fn a_hint_goes_with_the_turn_that_is_taken_back() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("d2d4");
    play.to(Event::Hint);
    play.thinks(found(GameId::Orthodox, "e7e5"));
    assert_eq!(play.table.view().advised, [(play.at("e7"), play.at("e5"))]);
    play.to(Event::TakeBack);
    play.to(Event::Answer(true));
    assert_eq!(play.steps(), []);
    let view = play.table.view();
    assert_eq!((view.hint, view.advised), (None, vec![]));
}

#[test]
fn advice_that_comes_too_late_disturbs_nobody() {
    let mut play = Play::new(against(GameId::Orthodox, 12));
    play.to(Event::Hint);
    let id = play.think_id();
    play.type_all("d2d4");
    assert_ne!(play.think_id(), id);
    play.to(Event::Thought { id, thought: None });
    assert_eq!(play.doing(), Doing::Thinks);
    // Who looks at an earlier position meanwhile is not told of this one.
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4");
    play.to(Event::Hint);
    play.to(Event::Walk(Walk::First));
    play.thinks(found(GameId::Orthodox, "e7e5"));
    assert_eq!((play.says(), play.table.view().hint), ("history.start", None));
    play.to(Event::Walk(Walk::Latest));
    play.to(Event::Hint);
    play.to(Event::ThoughtFailed(play.think_id()));
    play.to(Event::ThoughtFailed(play.think_id()));
    assert_eq!((play.says(), play.table.view().tone), ("computer.no-hint", Tone::Refusal));
}

#[test]
fn the_turn_is_named_with_its_pieces_as_far_as_there_is_room() {
    let game = GameId::Orthodox;
    let (says, _) = hint(here(game), found(game, "g1f3"));
    assert_eq!(says.key, "computer.try");
    assert_eq!(keys(&says, "turn"), ["computer.move"]);
    let Value::List(steps) = value(&says, "turn") else { panic!() };
    assert_eq!(value(sentence(&steps[0]), "piece"), &Value::Role(Role::Knight));
    // The piece that moves twice is itself the second time, too.
    let game = GameId::Charismatic;
    let setup = || from(game, "3k4/8/8/8/8/8/PPPP4/R3K2R[] w - - 0 9 - -");
    let (says, arrows) = hint(setup(), found(game, "a1b1 h1h8 end"));
    assert_eq!((keys(&says, "turn"), arrows.len()), (vec!["computer.move"; 2], 2));
    let (says, _) = hint(setup(), found(game, "a2a3 b2b3 c2c3 end"));
    assert_eq!(keys(&says, "turn"), ["computer.step"; 3]);
    let (says, arrows) = hint(setup(), found(game, "a2a3 b2b3 c2c3 d2d3 a1b1 h1h2"));
    assert_eq!((keys(&says, "turn").len(), arrows.len()), (5, 5));
    let (says, arrows) = hint(setup(), found(game, "end"));
    assert_eq!((sentence(value(&says, "turn")).key, arrows.len()), ("computer.end", 0));
    let fen = "km4/mmm2*/1mm1*1/2*3/1*2*1/3*2/1*1MM1/*2MMM/4MK[MMMmmm] w - - 0 1";
    let (says, arrows) = hint(from(GameId::Chessence, fen), found(GameId::Chessence, "M@a1"));
    assert_eq!(keys(&says, "turn"), ["computer.drop"]);
    assert!(matches!(arrows[..], [(from, to)] if from == to), "a circle");
}

/// The reasons that are given in a game.
fn given(game: GameId, reasons: &[Reason]) -> Vec<&'static str> {
    let thought = Thought { reasons: reasons.to_vec(), ..Thought::default() };
    let start = match game {
        GameId::Orthodox => here(game),
        GameId::Magnetic | GameId::Chessence | GameId::Batteries => here(game),
        _ => from(game, "4k3/8/8/8/8/8/8/K3R3 w - - 0 1"),
    };
    let (says, _) = hint(start, thought);
    if says.key == "computer.try" { Vec::new() } else { keys(&says, "reasons") }
}

#[test]
fn the_weightiest_reasons_are_given_at_most_three_and_what_decides_alone() {
    use Reason::*;
    let orthodox = |reasons: &[Reason]| given(GameId::Orthodox, reasons);
    assert_eq!(orthodox(&[]), [""; 0]);
    let all = [Answers, Promotes(Role::Queen), Threatens, Saves(Role::Rook), WinsMaterial(1)];
    let names = ["computer.why.answers", "computer.why.promotes", "computer.why.threatens"];
    assert_eq!(orthodox(&all), names);
    assert_eq!(orthodox(&[Answers, Wins(3, None), Threatens]), ["computer.why.wins"]);
    assert_eq!(orthodox(&[Delays(1)]), ["computer.why.delays-one"]);
    assert_eq!(orthodox(&[Delays(2)]), ["computer.why.delays"]);
    let end = |ending| orthodox(&[Wins(1, ending)])[0];
    assert_eq!(end(Some(Ending::Checkmate)), "computer.why.checkmate");
    assert_eq!(end(Some(Ending::RoyalCaptured)), "computer.why.royal-captured");
    assert_eq!(end(Some(Ending::NoLegalStep)), "computer.why.no-legal-step");
    assert_eq!(end(Some(Ending::Stalemate)), "computer.why.wins-now");
    assert_eq!(end(None), "computer.why.wins-now");
    // The only step needs no reason.
    let thought = Thought { reasons: vec![Only, Threatens], ..found(GameId::Orthodox, "e2e4") };
    assert_eq!(hint(here(GameId::Orthodox), thought).0.key, "computer.forced");
    // As a reason among others it is none.
    assert_eq!(orthodox(&[Threatens, Only]), ["computer.why.threatens"]);
}

#[test]
fn a_hint_says_which_side_wins_by_force() {
    for (turn, color) in [('w', Color::White), ('b', Color::Black)] {
        let fen = format!("4k2r/8/8/8/8/8/8/4K2R {turn} - - 0 1");
        let thought = Thought { reasons: vec![Reason::Wins(3, None)], ..Thought::default() };
        let (says, _) = hint(from(GameId::Orthodox, &fen), thought);
        let Value::List(reasons) = value(&says, "reasons") else { panic!("{says:?}") };
        let wins = sentence(&reasons[0]);
        assert_eq!(wins.key, "computer.why.wins");
        assert_eq!(*value(wins, "color"), Value::Color(color));
    }
}

#[test]
fn each_game_has_its_words_for_what_a_turn_does() {
    use Reason::*;
    let reasons = [Answers, Threatens];
    let short = |game, reasons: &[Reason]| -> Vec<&str> {
        let name = |key: &'static str| key.strip_prefix("computer.why.").unwrap();
        given(game, reasons).into_iter().map(name).collect()
    };
    assert_eq!(short(GameId::Magnetic, &reasons), ["answers-magnetic", "threatens-magnetic"]);
    assert_eq!(short(GameId::Batteries, &reasons), ["answers", "threatens"]);
    let one = [Empowers(1), Disables(1), WinsMaterial(1)];
    let more = [Empowers(2), Disables(3), WinsMaterial(4)];
    assert_eq!(short(GameId::Magnetic, &[Attacks(Role::Queen)]), ["attacks"]);
    assert_eq!(short(GameId::Magnetic, &[Opens(4)]), ["opens"]);
    assert_eq!(short(GameId::Chessence, &one), ["empowers-man", "disables-man", "wins-man"]);
    assert_eq!(short(GameId::Chessence, &more), ["empowers-men", "disables-men", "wins-men"]);
    assert_eq!(short(GameId::Batteries, &one), ["charges-one", "discharges-one", "wins-pawn"]);
    assert_eq!(short(GameId::Batteries, &more), ["charges", "discharges", "wins-pawns"]);
}

#[test]
fn what_is_captured_is_told_at_once() {
    use Reason::*;
    let game = GameId::Orthodox;
    let captured = |reasons: &[Reason]| {
        let thought = Thought { reasons: reasons.to_vec(), ..found(game, "e2e4") };
        let (says, _) = hint(here(game), thought);
        let Value::List(mut clauses) = value(&says, "reasons").clone() else { panic!() };
        assert_eq!(clauses.len(), 2);
        let Value::Sentence(sentence) = clauses.remove(0) else { panic!() };
        *sentence
    };
    let one = captured(&[Captures(Role::Queen), Threatens]);
    assert_eq!(value(&one, "piece"), &Value::Role(Role::Queen));
    let rooks = [Captures(Role::Rook), Threatens, Captures(Role::Pawn), Captures(Role::Rook)];
    let all = captured(&rooks);
    let pieces = vec![Value::Pieces(Role::Rook, 2), Value::Pieces(Role::Pawn, 1)];
    assert_eq!(value(&all, "pieces"), &Value::List(pieces));
}

#[test]
fn reasons_are_read_as_the_computer_players_module_writes_them() {
    let read = |name| Reason::read(name, Some(Role::Rook), Some(Ending::Checkmate), 3);
    assert_eq!(read("wins"), Some(Reason::Wins(3, Some(Ending::Checkmate))));
    assert_eq!(read("captures"), Some(Reason::Captures(Role::Rook)));
    assert_eq!(read("disables"), Some(Reason::Disables(3)));
    assert_eq!(Reason::read("captures", None, None, 0), None);
    assert_eq!(read("something"), None);
}

// The review.

/// A game of five turns that White has lost.
fn lost() -> Play {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("f2f3 e7e5 a2a3 b8c6 g2g4 d8h4");
    assert!(play.table.view().controls.review);
    play
}

fn judgement(from: usize, loss: i32, better: &str) -> Judgement {
    let better = Some(found(GameId::Orthodox, better));
    Judgement { from, loss, decided: None, better }
}

/// A review that has judged these turns.
fn reviewed(judgements: &[Judgement]) -> Play {
    let mut play = lost();
    play.to(Event::Review);
    let id = play.think_id();
    for judgement in judgements {
        play.to(Event::Judged { id, judgement: judgement.clone() });
    }
    play.to(Event::Thought { id, thought: None });
    play
}

#[test]
fn a_finished_game_is_looked_through_and_what_lost_much_is_shown_in_order() {
    let mut play = lost();
    let out = play.to(Event::Review);
    assert_eq!(out.len(), 1, "no alarm: nobody knows how long it takes");
    let (about, effort) = play.effort();
    assert_eq!((about, effort.nodes, effort.ms), (Think::Review, 40_000, 0));
    assert_eq!(effort.silence, 30_000);
    let review = play.table.view().review.unwrap();
    assert_eq!((review.progress, review.says.key), (Some((0, 6)), "computer.reviewing"));
    assert_eq!(play.to(Event::Review), [], "it is under way");
    let id = play.think_id();
    for judged in [judgement(4, 900, "h2h3"), judgement(3, 79, "g8f6"), judgement(2, 80, "d2d4")] {
        play.to(Event::Judged { id, judgement: judged });
    }
    // A loss without anything better is none, and neither is what another question found.
    let nothing = Judgement { better: None, ..judgement(1, 500, "a2a3") };
    play.to(Event::Judged { id, judgement: nothing });
    play.to(Event::Judged { id: id - 1, judgement: judgement(1, 500, "c7c5") });
    let review = play.table.view().review.unwrap();
    assert_eq!((review.progress, review.lapses.len()), (Some((4, 6)), 0));
    play.to(Event::Judged { id, judgement: judgement(0, 150, "e2e4") });
    play.to(Event::Thought { id, thought: None });
    let review = play.table.view().review.unwrap();
    assert_eq!((review.progress, review.says.key), (None, "computer.reviewed"));
    let grades: Vec<_> = review.lapses.iter().map(|lapse| (lapse.from, lapse.grade)).collect();
    assert_eq!(grades, [(0, Grade::Slip), (2, Grade::Doubt), (4, Grade::Grave)]);
    let lapse = &review.lapses[2];
    assert_eq!((lapse.name.key, lapse.better.key), ("computer.listed.grave", "computer.better"));
    assert_eq!(value(&lapse.name, "san"), &Value::Notation("g4".to_owned()));
    assert_eq!(value(&lapse.name, "number"), &Value::Count(3));
    assert_eq!(play.table.game().steps(lapse.turn), turn(GameId::Orthodox, "g2g4"));
    // What has been found is not looked for again.
    assert_eq!(play.to(Event::Review), []);
    assert_eq!(play.table.view().wanted, None);
}

#[test]
fn the_worst_eight_are_shown() {
    let mut play = Play::new(here(GameId::Orthodox));
    let steps = "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 e2e3 e7e6";
    play.type_all(steps);
    play.to(Event::Resign);
    play.to(Event::Answer(true));
    play.to(Event::Review);
    let id = play.think_id();
    for from in (0..10).rev() {
        let loss = 300 - 10 * from as i32;
        play.to(Event::Judged { id, judgement: judgement(from, loss, "h2h3") });
    }
    play.to(Event::Thought { id, thought: None });
    let review = play.table.view().review.unwrap();
    let places: Vec<usize> = review.lapses.iter().map(|lapse| lapse.from).collect();
    assert_eq!(places, [0, 1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn a_turn_that_lost_much_is_shown_before_it_was_played_with_what_was_better() {
    let mut play = reviewed(&[judgement(4, 900, "h2h3"), judgement(0, 200, "e2e4")]);
    let has_next = |play: &Play| play.table.view().review.unwrap().has_next;
    assert!(!has_next(&play));
    play.to(Event::ShowLapse(1));
    assert_eq!((play.says(), play.table.view().tone), ("computer.lapse-shown", Tone::Advice));
    let view = play.table.view();
    assert_eq!(sentence(value(&view.says, "played")).key, "computer.played.grave");
    assert_eq!(view.advised, [(play.at("h2"), play.at("h3"))]);
    assert_eq!(play.table.game().count(view.at), 4);
    assert!(has_next(&play));
    play.to(Event::NextLapse);
    assert_eq!(play.table.view().at, Path::START, "the first again, behind the last");
    assert_eq!(play.table.view().advised, [(play.at("e2"), play.at("e4"))]);
    // Its arrows mean nothing elsewhere.
    play.to(Event::Walk(Walk::On));
    assert_eq!(play.table.view().advised, []);
    assert!(!has_next(&play));
    play.to(Event::NextLapse);
    assert_eq!(play.table.game().count(play.table.view().at), 4);
    assert!(play.to(Event::ShowLapse(2)).is_empty());
}

#[test]
fn that_the_other_side_could_win_is_told_of_who_had_not_lost_before() {
    let played = |decided, better: Option<i32>| {
        let better = Some(Thought { decided: better, ..found(GameId::Orthodox, "h2h3") });
        let mut play = reviewed(&[Judgement { from: 4, loss: 900, decided, better }]);
        play.to(Event::ShowLapse(0));
        sentence(value(&play.table.view().says, "played")).key
    };
    assert_eq!(played(Some(-1), None), "computer.lost.grave");
    assert_eq!(played(Some(0), Some(4)), "computer.lost.grave");
    assert_eq!(played(Some(-1), Some(-3)), "computer.played.grave");
    assert_eq!(played(Some(5), None), "computer.played.grave");
    assert_eq!(played(None, None), "computer.played.grave");
}

#[test]
fn a_review_that_is_given_up_or_fails_can_be_begun_again() {
    let mut play = lost();
    play.to(Event::Review);
    let id = play.think_id();
    play.to(Event::Judged { id, judgement: judgement(4, 900, "h2h3") });
    assert_eq!(play.to(Event::StopReview), [Request::StopThinking { id }]);
    assert_eq!(play.table.view().review, None);
    play.to(Event::Review);
    let first = play.think_id();
    play.to(Event::Judged { id: first, judgement: judgement(4, 900, "h2h3") });
    play.to(Event::ThoughtFailed(first));
    let second = play.think_id();
    assert_ne!(first, second);
    let progress = play.table.view().review.unwrap().progress;
    assert_eq!(progress, Some((0, 6)), "from the start");
    play.to(Event::ThoughtFailed(second));
    let review = play.table.view().review.unwrap();
    assert_eq!((review.says.key, review.progress), ("computer.no-review", None));
    play.to(Event::Review);
    assert_eq!(play.table.view().wanted, Some(Think::Review));
    play.to(Event::Thought { id: play.think_id(), thought: None });
    assert_eq!(play.table.view().review.unwrap().says.key, "computer.flawless");
    // Closing it stops nothing then.
    assert!(play.to(Event::StopReview).is_empty());
    assert!(play.table.view().review.is_some());
}

#[test]
fn only_a_finished_game_of_two_turns_is_looked_through() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4 e7e5");
    assert!(!play.table.view().controls.review);
    assert_eq!(play.to(Event::Review), []);
    // What was found is gone when the game goes on.
    let mut play = Play::new(against(GameId::Orthodox, 11));
    play.type_all("e2e4");
    play.thinks(found(GameId::Orthodox, "e7e5"));
    play.wake();
    play.to(Event::Resign);
    play.to(Event::Answer(true));
    play.to(Event::Review);
    let id = play.think_id();
    let out = play.to(Event::TakeBack);
    assert!(out.contains(&Request::StopThinking { id }));
    assert_eq!((play.table.view().review, play.table.view().wanted), (None, None));
    let step = step(GameId::Orthodox, "d2d4");
    play.to(Event::Step(step));
    assert_eq!(play.doing(), Doing::Thinks);
}

#[test]
fn a_better_turn_comes_with_its_reasons() {
    let better = Thought { reasons: vec![Reason::Threatens], ..found(GameId::Orthodox, "h2h3") };
    let judged = Judgement { better: Some(better), ..judgement(4, 900, "h2h3") };
    let play = reviewed(&[judged]);
    let review = play.table.view().review.unwrap();
    assert_eq!(review.lapses[0].better.key, "computer.better-because");
    assert_eq!(keys(&review.lapses[0].better, "reasons"), ["computer.why.threatens"]);
}

// Steps named ahead.

/// A game in which the computer thinks about its answer.
fn waiting(fen: &str, first: &str) -> Play {
    let start = from(GameId::Orthodox, fen);
    let mut play = Play::new(Setup { seats: [Seat::Here, Seat::Computer(12)], ..start });
    play.type_all(first);
    assert_eq!(play.doing(), Doing::Thinks);
    play
}

const AHEAD: &str = "k6r/8/8/8/3p4/8/8/K2R4 w - - 0 1";

/// The computer plays, and all that is waited for comes.
fn answers(play: &mut Play, steps: &str) {
    play.thinks(found(GameId::Orthodox, steps));
    for _ in 0..4 {
        play.wake();
    }
}

#[test]
fn a_step_named_ahead_is_taken_when_its_turn_has_come_and_the_board_is_at_rest() {
    let mut play = waiting(AHEAD, "d1d2");
    let [d2, d3] = ["d2", "d3"].map(|name| play.at(name));
    play.to(Event::Tap(d2));
    assert_eq!(
        (play.table.premove(), play.says()),
        (Some((Pick::Piece(d2), None)), "ahead.chosen")
    );
    play.to(Event::Tap(d3));
    assert_eq!(
        (play.table.premove(), play.says()),
        (Some((Pick::Piece(d2), Some(d3))), "ahead.set")
    );
    assert_eq!(play.table.view().tone, Tone::Advice);
    assert_eq!(play.steps().len(), 1, "nothing is taken yet");
    play.thinks(found(GameId::Orthodox, "h8h7"));
    let out = play.wake();
    assert_eq!(play.steps().len(), 2);
    let waits = |request: &Request| matches!(request, Request::Wake { at_rest: true, .. });
    assert!(out.iter().any(waits), "the answer is to be seen: {out:?}");
    play.wake();
    assert_eq!(play.steps().len(), 3);
    assert_eq!(play.table.premove(), None);
    assert_eq!(play.doing(), Doing::Thinks);
}

/// Another window of the device has gone on meanwhile, and the game stands where the step was not meant.
#[test]
fn a_step_named_ahead_is_forgotten_where_the_game_has_gone_on_without_it() {
    let mut play = waiting(AHEAD, "d1d2");
    let (_, revision, _) = play.last_keep();
    let [d2, d3] = ["d2", "d3"].map(|name| play.at(name));
    play.to(Event::Tap(d2));
    play.to(Event::Tap(d3));
    let mut other = waiting(AHEAD, "d1d2");
    answers(&mut other, "h8h7");
    other.type_all("a1b1");
    answers(&mut other, "h7h8");
    assert_eq!(other.steps().len(), 4);
    let found = Some(Stored { revision: 9, content: other.table.content() });
    let key = play.table.key().to_owned();
    play.to(Event::Refused { key, revision, found });
    assert_eq!((play.steps().len(), play.table.premove()), (4, None));
    play.wake();
    assert_eq!(play.steps().len(), 4);
}

#[test]
fn a_step_named_ahead_that_the_rules_refuse_is_not_taken() {
    let mut play = waiting(AHEAD, "d1d2");
    let [d2, d4] = ["d2", "d4"].map(|name| play.at(name));
    play.to(Event::Tap(d2));
    play.to(Event::Tap(d4));
    assert_eq!(play.table.premove(), Some((Pick::Piece(d2), Some(d4))));
    // A piece comes in between.
    answers(&mut play, "d4d3");
    assert_eq!((play.steps().len(), play.table.premove()), (2, None));
    assert_eq!(play.says(), "ahead.void");
}

#[test]
fn a_tap_elsewhere_the_right_button_and_letting_go_take_a_step_named_ahead_back() {
    let mark = record::game::Mark {
        brush: record::game::Brush::Green,
        from: Square::new(20),
        to: Square::new(20),
    };
    let elsewhere = waiting(AHEAD, "d1d2").at("f6");
    for event in [Event::Tap(elsewhere), Event::Sketch(mark), Event::LetGo] {
        let mut play = waiting(AHEAD, "d1d2");
        let [d2, d3] = ["d2", "d3"].map(|name| play.at(name));
        play.to(Event::Tap(d2));
        play.to(Event::Tap(d3));
        play.to(event.clone());
        assert_eq!((play.table.premove(), play.says()), (None, "ahead.off"), "{event:?}");
        assert_eq!(play.table.marks(), []);
        answers(&mut play, "h8h7");
        assert_eq!(play.steps().len(), 2);
    }
}

#[test]
fn a_recapture_can_be_named_ahead_and_a_pawn_becomes_a_queen() {
    // The rook on d2 may be captured: the king takes back.
    let mut play = waiting("k2r4/P7/8/8/8/8/8/2KR4 w - - 0 1", "d1d2");
    let [c1, d2] = ["c1", "d2"].map(|name| play.at(name));
    play.to(Event::Tap(c1));
    play.to(Event::Tap(d2));
    assert_eq!(play.table.premove(), Some((Pick::Piece(c1), Some(d2))));
    answers(&mut play, "d8d2");
    assert_eq!(play.steps().len(), 3);
    let mut play = waiting("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a1b1");
    let [a7, a8] = ["a7", "a8"].map(|name| play.at(name));
    play.to(Event::Tap(a7));
    play.to(Event::Tap(a8));
    answers(&mut play, "h8h7");
    let queen = Step::Move { from: a7, to: a8, into: Some(Role::Queen) };
    assert_eq!(play.steps().last(), Some(&queen));
}

#[test]
fn a_piece_chosen_ahead_is_chosen_when_the_turn_comes_and_turns_of_many_steps_know_nothing_of_it() {
    let mut play = waiting(AHEAD, "d1d2");
    let d2 = play.at("d2");
    play.to(Event::Tap(d2));
    answers(&mut play, "h8h7");
    assert_eq!((play.table.premove(), play.table.pick()), (None, Some(Pick::Piece(d2))));
    // One that is no longer there is not.
    let mut play = waiting("k2r4/8/8/8/8/8/8/2KR4 w - - 0 1", "d1d2");
    let d2 = play.at("d2");
    play.to(Event::Tap(d2));
    answers(&mut play, "d8d2");
    assert_eq!((play.table.premove(), play.table.pick()), (None, None));
    // A takeback ends what waits for it.
    let mut play = waiting(AHEAD, "d1d2");
    let d2 = play.at("d2");
    play.to(Event::Tap(d2));
    play.to(Event::TakeBack);
    assert_eq!((play.steps().len(), play.table.premove()), (0, None));
    let mut play = Play::new(against(GameId::Progressive, 12));
    play.type_all("e2e4");
    play.to(Event::Tap(play.at("d2")));
    assert_eq!((play.table.premove(), play.says()), (None, "computer.wait"));
}

#[test]
fn a_step_is_named_ahead_by_dragging_and_let_go_beside_the_board() {
    let mut play = waiting(AHEAD, "d1d2");
    let [d2, d3, c4] = ["d2", "d3", "c4"].map(|name| play.at(name));
    play.to(Event::Press(d2));
    play.to(Event::Lift(d2));
    assert_eq!(play.table.premove(), Some((Pick::Piece(d2), None)));
    assert_eq!(play.table.inspected(), Some(d2), "its squares are shown");
    play.to(Event::Drop(Some(d3)));
    assert_eq!(play.table.premove(), Some((Pick::Piece(d2), Some(d3))));
    assert_eq!((play.says(), play.steps().len()), ("ahead.set", 1));
    // Put back where it stood, it stays chosen; elsewhere, or beside the board, nothing is named.
    for (to, then) in [
        (Some(d2), (Some((Pick::Piece(d2), None)), "ahead.chosen")),
        (Some(c4), (None, "ahead.off")),
        (None, (None, "ahead.off")),
    ] {
        play.to(Event::Lift(d2));
        play.to(Event::Drop(to));
        assert_eq!((play.table.premove(), play.says()), then);
    }
    // The turn comes while the piece is held: it is dropped as in one's own turn.
    play.to(Event::Lift(d2));
    answers(&mut play, "h8h7");
    assert_eq!(play.table.pick(), Some(Pick::Piece(d2)));
    play.to(Event::Drop(Some(d3)));
    assert_eq!(play.steps().len(), 3);
    // The other side's pieces are nobody's to lift.
    let mut play = waiting(AHEAD, "d1d2");
    play.to(Event::Lift(play.at("h8")));
    assert_eq!((play.table.premove(), play.says()), (None, "computer.wait"));
}

#[test]
fn a_drop_is_named_ahead_from_the_reserve_and_taken_where_the_square_is_free() {
    let start = from(GameId::Chessence, "k5/5*/4*1/2*3/1*2*1/3*2/1*4/*3MM/5K[Mm] w - - 0 1");
    let waiting = || {
        let mut play =
            Play::new(Setup { seats: [Seat::Here, Seat::Computer(12)], ..start.clone() });
        play.type_all("f2f4");
        assert_eq!(play.doing(), Doing::Thinks);
        play
    };
    let mut play = waiting();
    let [e1, d5] = ["e1", "d5"].map(|name| play.at(name));
    assert_eq!(play.table.droppable_ahead(), [(Role::Man, 1)]);
    play.to(Event::TapReserve(Role::Man));
    assert_eq!(
        (play.table.premove(), play.says()),
        (Some((Pick::Reserve(Role::Man), None)), "ahead.chosen")
    );
    play.to(Event::Tap(e1));
    assert_eq!(play.says(), "ahead.drop");
    play.thinks(found(GameId::Chessence, "M@b9"));
    for _ in 0..4 {
        play.wake();
    }
    assert_eq!(play.steps().last(), Some(&Step::Drop { role: Role::Man, to: e1 }));
    // Dragged; and where no piece may enter, nothing is named.
    let mut play = waiting();
    play.to(Event::LiftReserve(Role::Man));
    play.to(Event::Drop(Some(d5)));
    assert_eq!((play.table.premove(), play.says()), (None, "ahead.off"));
    play.to(Event::LiftReserve(Role::Man));
    play.to(Event::Drop(Some(e1)));
    assert_eq!(play.table.premove(), Some((Pick::Reserve(Role::Man), Some(e1))));
    // Chosen once more, it is let go.
    play.to(Event::TapReserve(Role::Man));
    play.to(Event::TapReserve(Role::Man));
    assert_eq!((play.table.premove(), play.says()), (None, "ahead.off"));
}
