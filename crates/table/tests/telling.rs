//! What is told aloud: each kind of step, what is asked for in positions at random, what the hand has done,
//! and the computer's turns.

use crate::play;

use play::{Play, from, here, turn};
use record::game::{Brush, Game, Mark, Path};
use rules::{Actor, AnyPosition, Bits, Color, GameId, Phase, Role, Square, Step};
use table::{
    Event, Pick, Purpose, Reason, Request, Seat, Sentence, Setup, Thought, Tone, Value, Walk,
    forbids_checks,
};
use testkit::chance::Chance;

/// The sentences of an answer to an event.
fn said(out: &[Request]) -> Vec<Sentence> {
    let say = |request: &Request| match request {
        Request::Say(sentence) => Some(sentence.clone()),
        _ => None,
    };
    out.iter().filter_map(say).collect()
}

fn keys(out: &[Request]) -> Vec<&'static str> {
    said(out).iter().map(|sentence| sentence.key).collect()
}

fn value(sentence: &Sentence, wanted: &str) -> Option<Value> {
    let found = sentence.values.iter().find(|(name, _)| *name == wanted);
    found.map(|(_, value)| value.clone())
}

/// The steps told, each by its key.
fn steps_told(out: &[Request]) -> Vec<Sentence> {
    const STEPS: [&str; 9] = [
        "step.capture",
        "step.capture-into",
        "step.castle",
        "step.draw",
        "step.drop",
        "step.end",
        "step.move",
        "step.move-into",
        "step.passant",
    ];
    said(out).into_iter().filter(|sentence| STEPS.contains(&sentence.key)).collect()
}

fn typed(play: &mut Play, text: &str) -> Vec<Request> {
    play.to(Event::Typed(text.to_owned()))
}

// Steps.

#[test]
fn each_kind_of_step_has_its_words() {
    for (fen, text, key) in [
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "step.capture"),
        ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "step.capture-into"),
        ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "step.move-into"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "step.castle"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1f1", "step.move"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1f1", "step.move"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "step.move"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "step.passant"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5e6", "step.move"),
        ("4k3/7p/8/8/8/8/8/B3K3 w - - 0 1", "a1c3", "step.move"),
    ] {
        let mut play = Play::new(from(GameId::Orthodox, fen));
        let before = play.table.position();
        let out = typed(&mut play, text);
        let told = steps_told(&out);
        assert_eq!(told.len(), 1, "{text}");
        assert_eq!(told[0].key, key, "{text}");
        let (start, end) = (play.at(&text[..2]), play.at(&text[2..4]));
        assert_eq!(value(&told[0], "from"), Some(Value::Square(start)));
        assert_eq!(value(&told[0], "to"), Some(Value::Square(end)));
        let piece = before.piece_at(start).map(Value::Piece);
        assert_eq!(value(&told[0], "piece"), piece);
        assert_eq!(value(&told[0], "taken"), before.piece_at(end).map(Value::Piece));
        let into = match text.chars().nth(4) {
            Some('q') => Some(Value::Role(Role::Queen)),
            Some('n') => Some(Value::Role(Role::Knight)),
            _ => None,
        };
        assert_eq!(value(&told[0], "into"), into);
    }
    let mut play = Play::new(here(GameId::Charismatic));
    let out = play.to(Event::Draw);
    let told = steps_told(&out);
    assert_eq!(told[0].key, "step.draw");
    let Some(Value::List(pieces)) = value(&told[0], "pieces") else { panic!("{told:?}") };
    let hand = play.table.position().hand();
    let counted: Vec<(Role, usize)> = pieces
        .iter()
        .map(|piece| match piece {
            Value::Pieces(role, count) => (*role, *count),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(counted.iter().map(|(_, count)| count).sum::<usize>(), 5);
    for (role, count) in counted {
        assert_eq!((hand.count(role) as usize, count > 0), (count, true));
    }
}

/// The squares of which sentences speak.
fn squares_told(told: &[Sentence]) -> Vec<Square> {
    fn of(value: &Value) -> Vec<Square> {
        match value {
            Value::Square(square) => vec![*square],
            Value::List(list) => list.iter().flat_map(of).collect(),
            _ => Vec::new(),
        }
    }
    told.iter().flat_map(|sentence| &sentence.values).flat_map(|(_, value)| of(value)).collect()
}

/// Whatever changes on the board is told, and what is told is so: pieces that an impulse moves or promotes,
/// charges that come and go.
#[test]
fn whatever_a_step_changes_on_the_board_is_told() {
    let mut seen = std::collections::BTreeMap::<&str, usize>::new();
    let games = [GameId::Magnetic, GameId::Batteries, GameId::Orthodox, GameId::Contramatic];
    for (number, game) in (0..).zip(games) {
        for seed in 0..40 {
            let mut chance = Chance(seed << 8 | number);
            let mut play = Play::new(here(game));
            for _ in 0..120 {
                let before = play.table.position();
                let steps = before.list();
                let Some(&step) = steps.get(chance.below(steps.len().max(1))) else { break };
                let told = said(&play.to(Event::Step(step)));
                let after = play.table.position();
                if play.table.view().result.is_some() {
                    break;
                }
                let spoken = squares_told(&told);
                // The rook of a castling, and a pawn taken en passant, go without saying.
                let goes_without = told
                    .iter()
                    .any(|sentence| ["step.castle", "step.passant"].contains(&sentence.key));
                for square in before.spec().shape.all() {
                    let stood = before.piece_at(square);
                    let stands = after.piece_at(square);
                    if stood != stands && !goes_without {
                        assert!(spoken.contains(&square), "{square:?} {} {told:?}", before.fen());
                    }
                }
                // Each piece that is still there, from where it stood to where it stands.
                let moved = match step {
                    Step::Move { from, to, .. } => Some((from, to)),
                    _ => None,
                };
                for comes in [true, false] {
                    let changed = |&square: &Square| {
                        let came = moved.filter(|&(_, to)| to == square).map(|(from, _)| from);
                        let was = before.charged().has(came.unwrap_or(square));
                        let is = after.charged().has(square);
                        after.piece_at(square).is_some() && was != is && is == comes
                    };
                    let changed: Vec<Square> = before.spec().shape.all().filter(changed).collect();
                    let kinds = if comes {
                        ["step.charged", "step.charged-all"]
                    } else {
                        ["step.discharged", "step.discharged-all"]
                    };
                    let of_charges =
                        told.iter().filter(|sentence| kinds.contains(&sentence.key)).cloned();
                    let of_charges: Vec<Sentence> = of_charges.collect();
                    assert_eq!(squares_told(&of_charges), changed, "{} {step:?}", before.fen());
                }
                for sentence in &told {
                    *seen.entry(sentence.key).or_default() += 1;
                    let square = |name| match value(sentence, name) {
                        Some(Value::Square(square)) => square,
                        other => panic!("{name}: {other:?}"),
                    };
                    let is_charged = |square| after.charged().has(square);
                    match sentence.key {
                        "step.attracted" | "step.repelled" => {
                            // The piece that moved, and may be another now, stands on `to`.
                            let Some(Value::Piece(piece)) = value(sentence, "piece") else {
                                panic!("{sentence:?}")
                            };
                            let now = after.piece_at(square("to")).map(|now| now.color);
                            assert_eq!(now, Some(piece.color), "{} {told:?}", before.fen());
                            let was = before.piece_at(square("from"));
                            assert!(
                                goes_without || was == Some(piece),
                                "{} {told:?}",
                                before.fen()
                            );
                        }
                        "step.promoted" => {
                            let now = after.piece_at(square("square")).map(|piece| piece.role);
                            assert_eq!(value(sentence, "into"), now.map(Value::Role));
                        }
                        "step.charged" => assert!(is_charged(square("square"))),
                        "step.discharged" => assert!(!is_charged(square("square"))),
                        "step.charged-all" | "step.discharged-all" => {
                            let all = squares_told(std::slice::from_ref(sentence));
                            let comes = sentence.key == "step.charged-all";
                            assert!(all.len() > 1);
                            assert!(all.iter().all(|&square| is_charged(square) == comes));
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    for key in ["attracted", "repelled", "charged", "charged-all", "discharged", "discharged-all"] {
        assert!(seen.contains_key(&*format!("step.{key}")), "{key}: {seen:?}");
    }
}

/// What is placed for the player is told piece by piece, and whose turn it is then.
#[test]
fn what_is_placed_for_the_player_is_told() {
    let mut play = Play::new(here(GameId::Contramatic));
    let out = play.to(Event::PlaceRest);
    let drops = play.table.game().turn_steps().len();
    assert!(drops > 3 && keys(&out).first() == Some(&"step.placed"));
    assert_eq!(steps_told(&out).len(), drops);
    let ended = said(&play.to(Event::EndTurn));
    assert_eq!(ended[0].key, "step.end-placing");
    assert_eq!(value(&ended[0], "other"), Some(Value::Color(Color::Black)));
}

/// Who has one side hears from the prompt whose turn it is.
#[test]
fn the_end_of_a_placement_tells_two_at_one_board_whose_turn_it_is() {
    let start = here(GameId::Contramatic);
    let seats = [Seat::Here, Seat::Computer(11)];
    for (setup, key) in
        [(start.clone(), "step.end-placing"), (Setup { seats, ..start }, "step.end")]
    {
        let mut play = Play::new(setup);
        play.to(Event::PlaceRest);
        let told = said(&play.to(Event::EndTurn));
        assert_eq!(told[0].key, key);
    }
}

// What is asked for.

fn checked(position: &AnyPosition) -> bool {
    let (turn, royals) = (position.turn(), position.royals(position.turn()));
    position.check().is_some()
        && royals.squares().any(|royal| position.attackers(royal, !turn).any())
}

/// Whether the side to move gives a contramatic king check, which it has to lift.
fn frees(position: &AnyPosition) -> bool {
    let turn = position.turn();
    let is_contramatic =
        |royal| position.piece_at(royal).is_some_and(|piece| piece.role == Role::ContramaticKing);
    let mut royals = position.royals(!turn).squares();
    position.check().is_some()
        && royals.any(|royal| is_contramatic(royal) && position.attackers(royal, turn).any())
}

/// What can still be put on the board by the side to move.
fn left(position: &AnyPosition) -> Vec<(Role, u32)> {
    let stock =
        if position.has_hand() { position.hand() } else { position.reserve(position.turn()) };
    let kinds = position.spec().roles.iter().map(|&(role, _)| (role, stock.count(role)));
    let mut kinds: Vec<_> = kinds.filter(|(_, count)| *count > 0).collect();
    if position.most_steps() > 1 {
        kinds.retain(|(role, _)| *role != Role::King);
    }
    kinds
}

/// The key of what is asked for, worked out from the legal steps.
fn prompt(position: &AnyPosition, done: usize) -> &'static str {
    let steps = position.list();
    let may_end = steps.contains(&Step::End);
    if position.phase() == Phase::Placement {
        let left = left(position);
        return match left.iter().map(|(_, count)| count).sum::<u32>() {
            _ if position.forbidden_checkers().any() => "prompt.offends",
            _ if may_end => "prompt.placed",
            0 => "refused",
            _ if left.len() == 1 && left[0].0 == Role::King => "prompt.place-king",
            1 => "prompt.place-one",
            _ => "prompt.place",
        };
    }
    match (done, checked(position)) {
        _ if position.most_steps() < 2 && frees(position) => "overlay.contramatic.prompt",
        (_, true) if position.most_steps() < 2 => "prompt.step-check",
        _ if position.most_steps() < 2 => {
            let drops = |step: &&Step| matches!(step, Step::Drop { .. });
            match (steps.iter().any(|step| drops(&step)), steps.iter().all(|step| drops(&step))) {
                (false, _) => "prompt.step",
                (true, false) => "prompt.step-or-drop",
                (true, true) => "prompt.drop",
            }
        }
        (0, true) => "prompt.first-check",
        (0, false) => "prompt.first",
        _ if may_end && steps.len() == 1 => "prompt.steps-must",
        _ if may_end => "prompt.steps-may",
        _ if position.is_stuck() => "prompt.steps-stuck",
        (_, true) => "prompt.steps-check",
        (_, false) => "prompt.steps-more",
    }
}

#[test]
fn what_is_owed_follows_from_the_legal_steps() {
    let mut seen = std::collections::BTreeSet::new();
    let setups = [
        here(GameId::Orthodox),
        here(GameId::Charismatic),
        here(GameId::Contramatic),
        here(GameId::CompleteContramatic),
        here(GameId::Chessence),
        here(GameId::Progressive),
        from(GameId::Charismatic, "3kr3/8/8/8/8/8/P6P/R3K3[] w - - 0 9 - -"),
        from(GameId::Charismatic, "3kr3/8/8/8/8/8/8/4KR2[] w - - 0 9 - -"),
        from(GameId::Charismatic, "k7/8/8/8/8/1q6/p7/K7[] w - - 0 9 - -"),
        from(GameId::Progressive, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 4 -"),
        from(GameId::Chessence, "k5/5*/4*1/2*3/1*2*1/3*2/1*4/*3MM/5K[M] w - - 0 1"),
    ];
    for (number, setup) in (0..).zip(setups) {
        for seed in 0..20 {
            let mut chance = Chance(seed << 8 | number);
            let mut play = Play::new(setup.clone());
            for _ in 0..90 {
                let view = play.table.view();
                let position = view.position;
                if view.result.is_some() {
                    break;
                }
                if position.actor() == Actor::Chance {
                    assert_eq!(view.says.key, "prompt.draw");
                    play.to(Event::Draw);
                    continue;
                }
                let done = play.table.game().turn_steps().len();
                let wanted = prompt(&position, done);
                assert_eq!(view.says.key, wanted, "{} {done}", position.fen());
                assert_eq!(view.tone, Tone::Prompt);
                seen.insert(wanted);
                match wanted {
                    "prompt.place" => {
                        let count = left(&position).iter().map(|(_, count)| count).sum::<u32>();
                        assert_eq!(value(&view.says, "count"), Some(Value::Count(count as usize)));
                    }
                    _ if wanted.starts_with("prompt.steps")
                        || wanted.starts_with("prompt.first") =>
                    {
                        let most = position.most_steps() as usize;
                        assert_eq!(value(&view.says, "done"), Some(Value::Count(done)));
                        assert_eq!(value(&view.says, "most"), Some(Value::Count(most)));
                    }
                    "prompt.step-check" => {
                        assert!(matches!(value(&view.says, "royal"), Some(Value::Role(_))));
                    }
                    _ => {}
                }
                let steps = position.list();
                let Some(&step) = steps.get(chance.below(steps.len().max(1))) else {
                    play.to(Event::UndoTo(0));
                    if play.table.game().turn_steps().is_empty() && steps.is_empty() {
                        break;
                    }
                    continue;
                };
                let many = steps.len() > 1 && step == Step::End && chance.below(3_u32) > 0;
                if !many {
                    play.to(Event::Step(step));
                }
            }
        }
    }
    for key in [
        "prompt.first",
        "prompt.first-check",
        "prompt.place",
        "prompt.place-one",
        "prompt.placed",
        "prompt.step",
        "prompt.step-check",
        "prompt.step-or-drop",
        "prompt.steps-check",
        "prompt.steps-may",
        "prompt.steps-more",
        "prompt.steps-must",
    ] {
        assert!(seen.contains(key), "{key}: {seen:?}");
    }
    let seeded = Play::new(Setup { seed: Some(4), ..here(GameId::Charismatic) });
    assert_eq!(seeded.says(), "prompt.draw-seeded");
    assert!(seeded.table.is_seeded());
    assert!(!Play::new(here(GameId::Charismatic)).table.is_seeded());
}

// What the hand has done.

#[test]
fn what_was_done_to_the_turn_is_told() {
    let mut play = Play::new(here(GameId::Charismatic));
    play.to(Event::Draw);
    let told = |play: &mut Play, event: Event| keys(&play.to(event))[0];
    assert_eq!(told(&mut play, Event::PlaceRest), "step.placed");
    assert_eq!(told(&mut play, Event::Shuffle), "step.shuffled");
    assert_eq!(told(&mut play, Event::Undo), "step.undone");
    assert_eq!(told(&mut play, Event::Redo), "step.redone");
    let out = play.to(Event::UndoTo(3));
    assert_eq!(keys(&out)[0], "step.back");
    assert_eq!(value(&said(&out)[0], "step"), Some(Value::Count(3)));
    assert_eq!(told(&mut play, Event::UndoTo(0)), "step.reset");
    assert_eq!(told(&mut play, Event::PlaceRest), "step.placed");
    assert_eq!(told(&mut play, Event::Clear), "step.cleared");
    // A piece that is put elsewhere is told with its new square, one that goes back as taken back.
    play.to(Event::PlaceRest);
    let Step::Drop { role, to } = play.table.game().turn_steps()[0] else { panic!("a drop") };
    play.to(Event::Lift(to));
    let free = play.table.view().targets[0].0;
    let out = play.to(Event::Drop(Some(free)));
    let step = &steps_told(&out)[0];
    assert_eq!((step.key, value(step, "to")), ("step.drop", Some(Value::Square(free))));
    let piece = rules::Piece { color: Color::White, role };
    assert_eq!(value(step, "piece"), Some(Value::Piece(piece)));
    play.to(Event::Lift(free));
    assert_eq!(keys(&play.to(Event::Drop(None)))[0], "step.undone");
    // Nothing of it is told where nothing was done.
    let mut play = Play::new(here(GameId::Orthodox));
    for event in [Event::Undo, Event::Redo, Event::UndoTo(0), Event::Clear, Event::QuickStart] {
        assert_eq!(keys(&play.to(event.clone())), Vec::<&str>::new(), "{event:?}");
    }
    let mut play = Play::new(here(GameId::Contramatic));
    assert_eq!(keys(&play.to(Event::QuickStart))[0], "step.placed");
    assert_eq!(play.table.position().phase(), Phase::Movement);
    assert_eq!(keys(&play.to(Event::QuickStart)), Vec::<&str>::new(), "it was begun");
}

#[test]
fn what_is_chosen_is_told_once() {
    let mut play = Play::new(here(GameId::Orthodox));
    let out = play.to(Event::Tap(play.at("b1")));
    assert_eq!(keys(&out), ["step.selected"]);
    let told = &said(&out)[0];
    assert_eq!(value(told, "square"), Some(Value::Square(play.at("b1"))));
    assert_eq!(value(told, "count"), Some(Value::Count(2)));
    assert_eq!(keys(&play.to(Event::Tap(play.at("b1")))), Vec::<&str>::new(), "let go");
    assert_eq!(keys(&play.to(Event::Tap(play.at("e5")))), Vec::<&str>::new());
    assert_eq!(keys(&play.to(Event::Lift(play.at("b1")))), Vec::<&str>::new());
    assert_eq!(play.table.pick(), Some(Pick::Piece(play.at("b1"))));
    let out = play.to(Event::Drop(Some(play.at("b1"))));
    assert_eq!(keys(&out), Vec::<&str>::new(), "it was chosen before");
    let mut play = Play::new(here(GameId::Charismatic));
    play.to(Event::Draw);
    let role = play.table.position().hand().roles().next().unwrap();
    let out = play.to(Event::TapReserve(role));
    assert_eq!(keys(&out), ["step.picked"]);
    assert_eq!(value(&said(&out)[0], "piece"), Some(Value::Role(role)));
}

// The computer.

/// A turn of many steps is told step by step.
#[test]
fn the_computers_turn_is_told_however_long_it_is() {
    let game = GameId::Progressive;
    let whites = ["a2a3", "b2b3", "c2c3", "d2d3", "f2f3", "g2g3", "h2h3"];
    let blacks = ["a7a6", "b7b6", "c7c6", "d7d6", "f7f6", "g7g6"];
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (side, number, steps) in [("w", 4, &whites[..]), ("b", 3, &blacks[..])] {
        let fen = format!("{board} {side} KQkq - 0 {number} -");
        let color = if side == "w" { Color::White } else { Color::Black };
        let mut seats = [Seat::Here; 2];
        seats[color as usize] = Seat::Computer(12);
        let mut play = Play::new(Setup { seats, ..from(game, &fen) });
        let start = play.table.position();
        assert_eq!(start.most_steps() as usize, steps.len());
        let mut found = turn(game, &steps.join(" "));
        let mut after = start;
        for &step in &found {
            after.play(step);
        }
        if after.turn() == color {
            found.push(Step::End);
        }
        let wanted = found.len();
        let thought = Thought { turn: found, ..Thought::default() };
        play.to(Event::Thought { id: play.think_id(), thought: Some(thought) });
        let mut told = Vec::new();
        for _ in 0..12 {
            told.extend(play.wake());
        }
        assert_ne!(play.table.view().turn, color);
        assert_eq!(steps_told(&told).len(), wanted, "{side}");
    }
}

/// Six pieces are placed one by one for who listens; seven are no longer, but are told by their number.
#[test]
fn the_computer_places_up_to_six_pieces_one_by_one() {
    for (left, is_by_number) in [(5, false), (6, false), (7, true)] {
        let mut start = AnyPosition::initial(GameId::Contramatic);
        for _ in left..15 {
            start.play(start.list()[0]);
        }
        let seats = [Seat::Computer(2), Seat::Here];
        let mut play = Play::new(Setup { seats, ..Setup::here(start, "a game") });
        let mut turn = start.place_rest(&mut |_| 0);
        assert_eq!(turn.len(), left);
        turn.push(Step::End);
        let thought = Thought { turn, ..Thought::default() };
        play.to(Event::Thought { id: play.think_id(), thought: Some(thought) });
        let told: Vec<_> = (0..12).flat_map(|_| play.wake()).collect();
        assert_eq!(play.table.position().turn(), Color::Black);
        let drops = keys(&told).iter().filter(|&&key| key == "step.drop").count();
        let by_number = keys(&told).contains(&"step.placed-all");
        let expected = if is_by_number { 0 } else { left };
        assert_eq!((drops, by_number), (expected, is_by_number), "{left} pieces");
    }
}

/// A placement of fifteen pieces is told with their number, and then the prompt.
#[test]
fn the_computers_placement_is_told_by_the_number_of_its_pieces() {
    let mut play =
        Play::new(Setup { seats: [Seat::Computer(2), Seat::Here], ..here(GameId::Contramatic) });
    let mut position = play.table.position();
    let mut found = Vec::new();
    while position.turn() == Color::White {
        let list = position.list();
        let step = list.iter().copied().find(|step| *step == Step::End).unwrap_or(list[0]);
        position.play(step);
        found.push(step);
    }
    assert_eq!(found.len(), 16);
    let thought = Thought { turn: found, ..Thought::default() };
    play.to(Event::Thought { id: play.think_id(), thought: Some(thought) });
    let told: Vec<_> = (0..24).flat_map(|_| play.wake()).collect();
    let placed = said(&told).into_iter().find(|sentence| sentence.key == "step.placed-all");
    let count = placed.and_then(|placed| value(&placed, "count"));
    assert_eq!(count, Some(Value::Count(15)));
}

#[test]
fn each_reason_is_read_by_its_name() {
    let (role, ending) = (Some(Role::Rook), None);
    for (name, wanted) in [
        ("only", Reason::Only),
        ("wins", Reason::Wins(3, None)),
        ("delays", Reason::Delays(3)),
        ("answers", Reason::Answers),
        ("captures", Reason::Captures(Role::Rook)),
        ("wins-material", Reason::WinsMaterial(3)),
        ("threatens", Reason::Threatens),
        ("promotes", Reason::Promotes(Role::Rook)),
        ("saves", Reason::Saves(Role::Rook)),
        ("attacks", Reason::Attacks(Role::Rook)),
        ("opens", Reason::Opens(3)),
        ("empowers", Reason::Empowers(3)),
        ("disables", Reason::Disables(3)),
    ] {
        assert_eq!(Reason::read(name, role, ending, 3), Some(wanted));
    }
    assert_eq!(Reason::read("else", role, ending, 3), None);
    assert_eq!(Reason::read("captures", None, ending, 3), None);
}

#[test]
fn what_a_turn_does_is_said_in_the_games_words_and_of_the_right_side() {
    let clause = |game: GameId, reason: Reason| {
        let fen = match game {
            GameId::Contramatic => "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1 -",
            GameId::CompleteContramatic => "2c1k3/8/8/3p4/8/8/4P3/2C1K3[] w - - 0 1 -",
            _ => "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        };
        let mut play =
            Play::new(Setup { seats: [Seat::Here, Seat::Computer(11)], ..from(game, fen) });
        play.to(Event::Hint);
        let thought =
            Thought { turn: turn(game, "e2e3"), reasons: vec![reason], ..Thought::default() };
        play.to(Event::Thought { id: play.think_id(), thought: Some(thought) });
        let Some(Value::List(list)) = value(&play.table.view().says, "reasons") else {
            panic!("{:?}", play.table.view().says)
        };
        let [Value::Sentence(one)] = &list[..] else { panic!("{list:?}") };
        (**one).clone()
    };
    for (game, reason, key) in [
        (GameId::Orthodox, Reason::Answers, "computer.why.answers"),
        (GameId::Contramatic, Reason::Answers, "computer.why.answers-contramatic"),
        (GameId::CompleteContramatic, Reason::Answers, "computer.why.answers-contramatic"),
        (GameId::Orthodox, Reason::Threatens, "computer.why.threatens"),
        (GameId::Contramatic, Reason::Threatens, "computer.why.threatens-contramatic"),
        (
            GameId::CompleteContramatic,
            Reason::Threatens,
            "computer.why.threatens-complete-contramatic",
        ),
    ] {
        let said = clause(game, reason);
        assert_eq!(said.key, key, "{game}");
        if reason == Reason::Threatens {
            assert_eq!(value(&said, "color"), Some(Value::Color(Color::White)));
            assert_eq!(value(&said, "other"), Some(Value::Color(Color::Black)));
        }
    }
    for (game, forbids) in [
        (GameId::Orthodox, false),
        (GameId::Contramatic, true),
        (GameId::CompleteContramatic, true),
        (GameId::Charismatic, false),
    ] {
        assert_eq!(forbids_checks(&AnyPosition::initial(game)), forbids, "{game}");
    }
}

// Going through a game.

#[test]
fn in_an_analysis_one_goes_back_and_on_step_by_step() {
    let setup = from(GameId::Charismatic, "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -");
    let mut played = Play::new(setup.clone());
    played.type_all("a2a4 e1e2 end a7a5");
    let game = played.table.game().clone();
    let mut play = Play::new(Setup { purpose: Purpose::Analysis, game, ..setup });
    let count = |play: &Play| play.table.game().count(play.table.view().at);
    let all = count(&play);
    assert_eq!(all, 4);
    // The turn that has not ended is taken back; behind a whole turn nothing is.
    play.to(Event::Undo);
    assert_eq!((count(&play), play.table.view().position.turn()), (3, Color::Black));
    play.to(Event::Undo);
    assert_eq!(count(&play), 3, "that turn is over");
    play.to(Event::Show(play.table.game().place(1)));
    assert_eq!(count(&play), 1);
    play.to(Event::Redo);
    assert_eq!(count(&play), 2);
    play.to(Event::Redo);
    assert_eq!(count(&play), 3);
    play.to(Event::Redo);
    assert_eq!(count(&play), 3, "behind a whole turn another begins");
    play.to(Event::Show(play.table.game().place(2)));
    play.to(Event::Undo);
    assert_eq!(count(&play), 1);
    play.to(Event::Undo);
    play.to(Event::Undo);
    assert_eq!((count(&play), play.table.view().at), (0, Path::START));
    play.to(Event::Walk(Walk::On));
    assert_eq!(count(&play), 1, "one step on");
    play.to(Event::Walk(Walk::Latest));
    assert_eq!(count(&play), 4);
}

/// In a game that goes on there is nothing behind its last step, also where something was tried there.
#[test]
fn nothing_lies_behind_the_last_step_of_a_game_that_goes_on() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4 e7e5");
    let place = play.table.view().at;
    play.to(Event::Walk(Walk::On));
    assert_eq!((play.table.view().at, play.table.view().is_live), (place, true));
    play.to(Event::Walk(Walk::Back));
    play.to(Event::Walk(Walk::On));
    assert!(play.table.view().is_live);
}

#[test]
fn glyphs_marks_and_lines_are_changed_where_they_may_be() {
    let mut play = Play::new(Setup { purpose: Purpose::Analysis, ..here(GameId::Orthodox) });
    play.type_all("e2e4 e7e5");
    let tried = play.table.view().at.turn;
    let [first, second] = play.table.game().line_to(tried)[..] else { panic!("two turns") };
    play.to(Event::Glyphs(first, vec![1, 14]));
    assert_eq!(play.table.game().glyphs(first), [1, 14]);
    let (from, to) = (play.at("e2"), play.at("e4"));
    let mark = Mark { brush: Brush::Red, from, to };
    play.to(Event::Mark(play.table.game().behind(first), mark));
    assert_eq!(play.table.game().marks(first), [mark]);
    play.to(Event::Show(Path::START));
    play.type_all("d2d4 d7d5");
    let other = play.table.view().at.turn;
    let line = |play: &Play| play.table.game().line(Game::ROOT).collect::<Vec<_>>();
    assert_eq!(line(&play), [first, second]);
    play.to(Event::MakeMainLine(other));
    assert_eq!(line(&play), play.table.game().line_to(other));
    // Who stands in what is taken out stands before it then.
    play.to(Event::Show(play.table.game().behind(second)));
    play.to(Event::Delete(second));
    assert_eq!(play.table.view().at, play.table.game().behind(first));
    play.to(Event::Delete(other));
    assert_eq!(play.table.view().at, play.table.game().behind(first), "that was elsewhere");

    // Behind the end of a game that was played, what was tried may be put in order.
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4 e7e5");
    play.to(Event::Resign);
    play.to(Event::Answer(true));
    let line: Vec<_> = play.table.game().main_line().collect();
    let mut tried = Vec::new();
    for text in ["g1f3", "b1c3"] {
        play.to(Event::Walk(Walk::Latest));
        play.type_all(text);
        tried.push(play.table.view().at.turn);
    }
    play.to(Event::PromoteTurn(tried[1]));
    let tip = play.table.game().tip();
    assert_eq!(play.table.game().next(tip), [tried[1], tried[0]]);
    assert_eq!(play.table.game().main_line().collect::<Vec<_>>(), line);
    // What would be played instead may not.
    play.to(Event::Show(play.table.game().behind(line[0])));
    play.type_all("c7c5");
    let instead = play.table.view().at.turn;
    for event in [Event::PromoteTurn(instead), Event::MakeMainLine(instead)] {
        play.to(event);
        assert_eq!(play.says(), "lines.played");
    }
    play.type_all("g1f3");
    let deep = play.table.view().at.turn;
    play.to(Event::MakeMainLine(deep));
    assert_eq!(play.says(), "lines.played");
    play.to(Event::Show(play.table.game().behind(deep)));
    play.to(Event::PromoteTurn(deep));
    assert_ne!(play.says(), "lines.played", "within what was tried");
    assert_eq!(play.table.game().main_line().collect::<Vec<_>>(), line);
}

#[test]
fn a_game_that_comes_back_a_third_time_is_told_as_drawn() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    assert_eq!(play.says(), "result.drawn.repetition");
}
