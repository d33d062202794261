//! Records of games: undo, repetition, results, and the text they are kept in.

use record::{Ending, Game, Record, SavedFault, link, pgn};
use rules::any::{AnyPosition, GameId};
use rules::{Color, Step};

fn orthodox() -> Record {
    Record::new(AnyPosition::initial(GameId::Orthodox))
}

fn take(record: &mut Record, steps: &str) {
    for text in steps.split_whitespace() {
        let step = Step::parse(text, record.live().spec()).unwrap();
        record.take(step).unwrap_or_else(|refusal| panic!("{text}: {}", refusal.reason));
    }
}

#[test]
fn a_position_at_the_start_of_a_turn_for_the_third_time_is_a_drawn_game() {
    let mut record = orthodox();
    take(&mut record, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert_eq!(record.verdict(), None);
    take(&mut record, "f6g8");
    let verdict = record.verdict().unwrap();
    assert_eq!((verdict.winner, verdict.ending), (None, Ending::Repetition));
    let again = Step::parse("g1f3", record.live().spec()).unwrap();
    assert_eq!(record.take(again).unwrap_err().reason, "common.game-over");
}

#[test]
fn a_lost_right_to_castle_makes_another_position() {
    let mut record = orthodox();
    take(&mut record, "e2e4 e7e5 e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8");
    assert_eq!(record.verdict(), None, "the first of these positions had its rights");
    take(&mut record, "e1e2 e8e7");
    assert_eq!(record.verdict().map(|verdict| verdict.ending), Some(Ending::Repetition));
}

/// Plays out and back again until a position stands for the third time, and says how many turns that
/// took behind the first.
fn until_repeated(game: GameId, fen: &str, first: &str, round: &str) -> usize {
    let mut record = Record::new(AnyPosition::from_fen(game, fen).unwrap());
    take(&mut record, first);
    for step in round.split_whitespace().cycle().take(40) {
        take(&mut record, step);
        if record.verdict().is_some() {
            break;
        }
    }
    assert_eq!(record.verdict().map(|verdict| verdict.ending), Some(Ending::Repetition));
    record.turns().filter(|turn| turn.done).count() - 1
}

#[test]
fn a_right_to_capture_en_passant_counts_only_where_somebody_can() {
    let check = |game, fen: &str, first: &str, round: &str, turns| {
        assert_eq!(until_repeated(game, fen, first, round), turns, "{game} {fen}");
    };
    // The position behind the double step is the first of three; or it is another one, and the first
    // turn behind it is what comes back.
    const IDLE: usize = 8;
    const COUNTS: usize = 9;
    use GameId::{Charismatic, CompleteContramatic, Contramatic, Orthodox};
    let back = "e8d8 e1d1 d8e8 d1e1";
    // Nobody stands beside the pawn.
    check(Contramatic, "4k3/8/8/8/8/8/p3P3/4K3[] w - - 0 1 -", "e2e4", back, IDLE);
    check(Orthodox, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", back, IDLE);
    // A pawn can capture.
    check(Orthodox, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "e8d8 e1d1 d8e8 d1e1", COUNTS);
    // A pawn that is pinned cannot: along the file, along the rank, or along a diagonal that it would
    // leave.
    check(Orthodox, "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "d8c8 e1f1 c8d8 f1e1", IDLE);
    check(Orthodox, "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", "a4b4 e1d1 b4a4 d1e1", IDLE);
    check(Orthodox, "8/6k1/8/8/3p4/8/1B2P3/4K3 w - - 0 1", "e2e4", "g7h7 e1d1 h7g7 d1e1", IDLE);
    // One of two that could is pinned, the other is not.
    check(Orthodox, "3k4/8/8/8/3p1p2/8/4P3/3RK3 w - - 0 1", "e2e4", "d8c8 e1f1 c8d8 f1e1", COUNTS);

    // Nobody may give check to a contramatic king: neither by the capture itself, nor by what it opens.
    check(Contramatic, "4k3/8/8/8/3p4/8/3KP3/8[] w - - 0 1 -", "e2e4", "e8d8 d2c2 d8e8 c2d2", IDLE);
    check(
        Contramatic,
        "4k3/8/8/8/K2p3r/8/4P3/8[] w - - 0 1 -",
        "e2e4",
        "e8d8 a4a5 d8e8 a5a4",
        IDLE,
    );
    check(Contramatic, "4k3/8/8/8/3p4/8/4P3/4K3[] w - - 0 1 -", "e2e4", back, COUNTS);
    let (around, kings) = ("c8d8 c1d1 d8c8 d1c1", "2c1k3/8/8/8/3p4/8/4P3/2C1K3[] w - - 0 1 -");
    check(CompleteContramatic, kings, "e2e4", around, COUNTS);
    let nobody = "2c1k3/8/8/8/p7/8/4P3/2C1K3[] w - - 0 1 -";
    check(CompleteContramatic, nobody, "e2e4", around, IDLE);
    let gives_check = "2c1k3/8/8/8/3p4/8/3CP3/K7[] w - - 0 1 -";
    check(CompleteContramatic, gives_check, "e2e4", "c8d8 d2d1 d8c8 d1d2", IDLE);
    let pinned = "2c5/8/8/8/k2p3R/8/4P3/2C1K3[] w - - 0 1 -";
    check(CompleteContramatic, pinned, "e2e4", around, IDLE);

    // In a series of moves a pin may be lifted: a pawn beside is enough.
    let turns = "d8c8 end e1d1 end c8d8 end d1e1 end";
    let with = |black: &str| format!("3k4/8/8/8/{black}/8/4P3/4K3[] w - - 0 1 - -");
    check(Charismatic, &with("p7"), "e2e4 end", turns, IDLE);
    check(Charismatic, &with("3p4"), "e2e4 end", turns, COUNTS);
    let pinned = "3k4/8/8/8/3p4/8/4P3/3RK3[] w - - 0 1 - -";
    check(Charismatic, pinned, "e2e4 end", "d8c8 end e1f1 end c8d8 end f1e1 end", COUNTS);
    // Two pawns have passed, of which one can be captured.
    let two = "3k4/8/8/8/p7/8/1P4P1/4K3[] w - - 0 1 - -";
    check(Charismatic, two, "b2b4 g2g4 end", turns, COUNTS);
    let neither = "3k4/8/8/p7/8/8/1P4P1/4K3[] w - - 0 1 - -";
    check(Charismatic, neither, "b2b4 g2g4 end", turns, IDLE);
}

#[test]
fn the_fen_keeps_what_was_passed_over() {
    let mut record = orthodox();
    take(&mut record, "e2e4");
    assert!(record.live().fen().contains(" e3 "), "whether or not somebody can capture there");
    assert!(record.live().for_repetition().fen().contains(" - 0 1"));
    take(&mut record, "a7a6 e4e5 d7d5");
    assert_eq!(record.live().for_repetition(), *record.live(), "e5xd6 is legal");
}

/// Played before a right that nobody can use was left out of account, and kept: on the device, in a
/// link, and in PGN.
#[test]
fn a_game_that_went_on_behind_such_a_repetition_is_not_lost() {
    let start = "4k3/8/8/8/8/8/p3P3/4K3[] w - - 0 1 -";
    let round = "e8d8 e1d1 d8e8 d1e1";
    let saved = |rest: &str, verdict: &str| {
        format!(
            "fivefold-record 1\ngame contramatic\nstart {start}\nsteps e2e4 {round} {round}{rest}\n\
             undone\n{verdict}"
        )
    };
    let drawn = Record::load(&saved("", "")).unwrap();
    assert_eq!(drawn.verdict().map(|verdict| verdict.ending), Some(Ending::Repetition));
    let refused = drawn.clone().take(Step::parse("e8d8", drawn.live().spec()).unwrap());
    assert_eq!(refused.unwrap_err().reason, "common.game-over", "a game of today is over");

    let kept = Record::load(&saved(" e8f8 e1f1", "")).unwrap();
    assert_eq!((kept.steps().len(), kept.verdict()), (11, None));
    assert_eq!(Record::load(&kept.save()).unwrap(), kept);
    let link = link::write(&kept, &[]).unwrap();
    assert_eq!(link::read(&link).unwrap().record, kept);
    let tree = Game::of(&kept);
    assert_eq!(tree.record().unwrap(), kept);
    let game = pgn::Entry { tags: Vec::new(), tree };
    let again = pgn::read(&pgn::write(&game)).remove(0).unwrap();
    assert_eq!(again.tree.record().unwrap(), kept);

    // So it is with what the players agreed on there.
    let resigned = Record::load(&saved("", "verdict resignation w\n")).unwrap();
    let verdict = resigned.verdict().unwrap();
    assert_eq!((verdict.winner, verdict.ending), (Some(Color::White), Ending::Resignation));
    let link = link::write(&resigned, &[]).unwrap();
    assert_eq!(link::read(&link).unwrap().record, resigned);
    assert_eq!(Game::of(&resigned).record().unwrap(), resigned);

    // What was a repetition then too ends the game.
    let third = Record::load(&saved(" e8d8", "")).unwrap();
    assert_eq!(third.verdict().map(|verdict| verdict.ending), Some(Ending::Repetition));
    let fault = Record::load(&saved(" e8d8 e1d1", "")).unwrap_err().fault;
    assert!(matches!(fault, SavedFault::Refused(step, _) if step == "e1d1"));
}

#[test]
fn mate_ends_the_game() {
    let mut record = orthodox();
    take(&mut record, "f2f3 e7e5 g2g4 d8h4");
    let verdict = record.verdict().unwrap();
    assert_eq!(verdict.winner, Some(Color::Black));
    assert_eq!(verdict.ending.id(), "checkmate");
}

#[test]
fn undo_never_crosses_the_end_of_a_turn() {
    let mut record = orthodox();
    take(&mut record, "e2e4");
    assert_eq!(record.floor(), 1);
    assert_eq!(record.undo(), None);
    assert_eq!(record.steps().len(), 1);
}

#[test]
fn turns_tell_who_played_what() {
    let mut record = orthodox();
    take(&mut record, "e2e4 e7e5 g1f3");
    let turns: Vec<_> = record.turns().collect();
    assert_eq!(turns.len(), 3);
    assert_eq!((turns[1].color, turns[1].number, turns[1].from), (Color::Black, 1, 1));
    assert_eq!((turns[2].number, turns[2].done), (2, true));
}

#[test]
fn players_can_resign_and_agree() {
    let mut record = orthodox();
    record.resign(Color::White);
    assert_eq!(record.verdict().unwrap().winner, Some(Color::Black));
    record.agree_draw();
    assert_eq!(record.verdict().unwrap().ending, Ending::Resignation, "the first result stands");

    let mut record = orthodox();
    record.agree_draw();
    assert_eq!(record.verdict().unwrap().ending, Ending::Agreement);
}

#[test]
fn what_is_saved_can_be_loaded() {
    let there_and_back = |record: &Record| {
        assert_eq!(Record::load(&record.save()).as_ref(), Ok(record), "{}", record.save());
    };
    let mut record = orthodox();
    there_and_back(&record);
    take(&mut record, "e2e4 e7e5");
    there_and_back(&record);
    for loser in [Color::White, Color::Black] {
        let mut resigned = record.clone();
        resigned.resign(loser);
        there_and_back(&resigned);
        let winner = format!("verdict resignation {}\n", (!loser).letter());
        assert!(resigned.save().ends_with(&winner), "who is named has won");
        let read = Record::load(&resigned.save()).unwrap().verdict().unwrap();
        assert_eq!(read.winner, Some(!loser));
    }
    record.agree_draw();
    there_and_back(&record);

    // Steps that were taken back can be redone after it, in their order.
    let start = "3k4/7p/8/8/8/8/P7/4K3[] w - - 0 1 - -";
    let mut record = Record::new(AnyPosition::from_fen(GameId::Charismatic, start).unwrap());
    take(&mut record, "a2a4 e1e2");
    assert_eq!((record.undo().is_some(), record.undo().is_some()), (true, true));
    there_and_back(&record);
    assert!(record.save().contains("\nundone e1e2 a2a4\n"), "the next to be redone last");
    let mut loaded = Record::load(&record.save()).unwrap();
    assert!(loaded.redo().is_some() && loaded.redo().is_some() && loaded.redo().is_none());
    take(&mut loaded, "end");
    assert!(loaded.undone().is_empty());
    // Undone steps that the rules do not take, in this order, are not there.
    let turned = record.save().replace("e1e2 a2a4", "a2a4 e1e1");
    assert!(Record::load(&turned).unwrap().undone().is_empty());
}

/// A takeback leaves nothing behind: neither the keys of the turns that are gone, nor what could be
/// redone.
#[test]
fn a_takeback_leaves_nothing_behind() {
    let mut record = orthodox();
    take(&mut record, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert!(record.take_back(Color::White));
    take(&mut record, "f3e5 f6d5 e5f3 d5f6");
    assert_eq!(record.verdict().map(|verdict| verdict.ending), Some(Ending::Repetition));
    // What was taken back does not stand a second time.
    let mut record = orthodox();
    take(&mut record, "g1f3 g8f6 f3g1 f6g8");
    assert!(record.take_back(Color::Black));
    take(&mut record, "f6g8");
    assert_eq!(record.verdict(), None);
    take(&mut record, "g1f3 g8f6 f3g1 f6g8");
    assert_eq!(record.verdict().map(|verdict| verdict.ending), Some(Ending::Repetition));
    let mut record = orthodox();
    take(&mut record, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6");
    assert!(record.take_back(Color::White));
    assert_eq!(record.steps().len(), 4);
    take(&mut record, "b1c3 b8c6 c3b1 c6b8");
    assert_eq!(
        record.verdict().map(|verdict| verdict.ending),
        Some(Ending::Repetition),
        "the third"
    );

    let start = "3k4/7p/8/8/8/8/P7/4K3[] w - - 0 1 - -";
    let mut record = Record::new(AnyPosition::from_fen(GameId::Charismatic, start).unwrap());
    take(&mut record, "a2a3 end h7h6 end a3a4");
    record.undo();
    assert_eq!(record.undone().len(), 1);
    assert!(record.take_back(Color::Black));
    assert!(record.undone().is_empty());
    assert_eq!(record.redo(), None);
}

/// Repetition is told before the drawn games that need no history, and behind those that are decided.
#[test]
fn the_hundredth_quiet_turn_is_the_third_time() {
    let drawn = |fen: &str, steps: &str| {
        let mut record = Record::new(AnyPosition::from_fen(GameId::Orthodox, fen).unwrap());
        take(&mut record, steps);
        record.verdict().map(|verdict| verdict.ending.id())
    };
    let around = "a2b2 e8d8 b2a2 d8e8 a2b2 e8d8 b2a2 d8e8";
    assert_eq!(drawn("4k3/8/8/8/8/8/R7/4K3 w - - 92 60", around), Some("repetition"));
    assert_eq!(drawn("4k3/8/8/8/8/8/R7/4K3 w - - 93 60", &around[..34]), Some("fifty"));
    // In a tree it is the same.
    let start =
        AnyPosition::from_fen(GameId::Orthodox, "4k3/8/8/8/8/8/R7/4K3 w - - 92 60").unwrap();
    let mut tree = Game::new(start);
    for text in around.split(' ') {
        tree.play(Step::parse(text, start.spec()).unwrap()).unwrap();
    }
    assert_eq!(tree.verdict().map(|verdict| verdict.ending.id()), Some("repetition"));
}

#[test]
fn a_saved_text_that_is_damaged_says_where() {
    let mut record = orthodox();
    take(&mut record, "e2e4");
    let saved = record.save();
    let error = |text: &str| Record::load(text).unwrap_err();

    assert_eq!(error("").fault, SavedFault::Header);
    assert_eq!(error(&saved.replace("record 1", "record 2")).fault, SavedFault::Header);
    let unknown = error(&saved.replace("game orthodox", "game other"));
    assert_eq!((unknown.line, unknown.fault), (2, SavedFault::Game("other".to_owned())));
    let start = error(&saved.replace("KQkq", "KQkqz"));
    assert_eq!(start.line, 3);
    assert!(matches!(start.fault, SavedFault::Start(_)));
    let refused = error(&saved.replace("e2e4", "e2e5"));
    assert!(matches!(refused.fault, SavedFault::Refused(text, _) if text == "e2e5"));
    let step = error(&saved.replace("e2e4", "e2"));
    assert_eq!((step.line, step.fault), (4, SavedFault::Step("e2".to_owned())));
    let undone = error(&saved.replace("undone", "undone e7"));
    assert_eq!((undone.line, undone.fault), (5, SavedFault::Step("e7".to_owned())));
    assert!(Record::load(&saved[..saved.len() / 2]).is_err());
}

/// Where the game is over nothing is left to be redone, whatever a text says.
#[test]
fn nothing_is_redone_behind_the_end() {
    let mut record = orthodox();
    take(&mut record, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let with_undone = |record: &Record, step: &str| {
        Record::load(&record.save().replace("undone", &format!("undone {step}"))).unwrap()
    };
    assert_eq!(with_undone(&record, "f6g8").undone().len(), 1);
    take(&mut record, "f6g8");
    let drawn = with_undone(&record, "g1f3");
    assert_eq!((drawn.undone(), drawn.verdict()), (&[][..], record.verdict()));
}

#[test]
fn a_takeback_leads_to_where_the_last_turn_of_a_side_began() {
    let mut record = orthodox();
    assert!(!record.take_back(Color::White), "nothing was played");
    take(&mut record, "e2e4 e7e5 g1f3 b8c6");
    assert!(record.take_back(Color::White));
    assert_eq!((record.steps().len(), record.live().turn()), (2, Color::White));
    take(&mut record, "f2f4");
    assert!(record.take_back(Color::Black));
    assert_eq!((record.steps().len(), record.live().turn()), (1, Color::Black));
    assert_eq!(record.turns().count(), 1);
    assert!(!record.take_back(Color::Black), "Black has finished no turn any more");
}

#[test]
fn a_takeback_opens_a_finished_game_again() {
    let mut record = orthodox();
    take(&mut record, "f2f3 e7e5 g2g4 d8h4");
    assert!(record.take_back(Color::White));
    assert_eq!((record.verdict(), record.steps().len()), (None, 2));
    take(&mut record, "e2e4");
}

#[test]
fn pieces_that_were_drawn_stay_drawn_when_a_turn_is_taken_back() {
    let mut record = Record::new(AnyPosition::initial(GameId::Charismatic));
    take(&mut record, "draw:RBPPP R@a1 B@c3 P@a2 P@b2 P@c2 end draw:QPPPP");
    assert!(record.take_back(Color::White));
    assert_eq!(record.steps().len(), 1, "the draw");
    assert_eq!(record.live().hand().total(), 5);
    take(&mut record, "R@h1 B@c3 P@a2 P@b2 P@c2 end");
}

/// A position within a turn that comes up three times, from three others: a turn began in none of them.
#[test]
fn what_comes_back_within_a_turn_is_no_repetition() {
    let start = "3k4/8/8/8/8/8/8/R3K3[] w - - 0 1 - -";
    let start = AnyPosition::from_fen(GameId::Charismatic, start).unwrap();
    let rest = "e1e2 end d8e8 end";
    let back = "e2e1 end e8d8 end";
    let played = format!("a1a2 {rest} a2b2 {back} b2a2 {rest} a2c2 {back}");
    let mut record = Record::new(start);
    take(&mut record, &played);
    take(&mut record, "c2a2");
    assert_eq!(record.verdict(), None);
    let mut tree = Game::new(start);
    for &step in record.steps() {
        tree.play(step).unwrap();
    }
    assert_eq!(tree.verdict(), None);
    take(&mut record, "e1e2 end");
    assert_eq!(record.verdict().map(|verdict| verdict.ending), Some(Ending::Repetition));
}

#[test]
fn what_a_step_did_can_be_asked_later() {
    let mut record = Record::new(AnyPosition::initial(GameId::Magnetic));
    take(&mut record, "c2c4 d8a5");
    for (index, &step) in record.steps().iter().enumerate() {
        let mut position = *record.position(index);
        assert_eq!(record.effects(index), position.play(step), "{index}");
    }
    assert!(!record.effects(0).is_empty() && record.effects(2).is_empty());
}
