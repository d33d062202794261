//! Records of games: undo, repetition, results, and the text they are kept in.

use record::{Ending, Record, SavedFault};
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
    let mut record = orthodox();
    take(&mut record, "e2e4 e7e5");
    assert_eq!(Record::load(&record.save()).unwrap(), record);
    record.resign(Color::White);
    assert_eq!(Record::load(&record.save()).unwrap(), record);
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
    assert_eq!(step.fault, SavedFault::Step("e2".to_owned()));
    assert!(Record::load(&saved[..saved.len() / 2]).is_err());
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
