//! Games by link at a table, event by event: whose letter is due, what is written, what comes, what is
//! kept, and what is said.

use crate::play;

use std::fs;

use play::{Play, entropy, from, here, refused, sent, step};
use record::game::Game;
use rules::{AnyPosition, Color, GameId, Phase, Step};
use table::{
    Amendment, Analyse, Asked, Choice, Content, Decision, Event, MailView, Pick, Post, Question,
    Request, Seat, Sentence, Setup, StoreFault, Stored, Table, Tone, Value, Walk, invitation,
    recovered,
};

/// Two players of a game by link that has been accepted; whoever invites plays `color`.
fn friends(game: GameId, color: Color) -> (Play, Play, String) {
    let mut one = Play::new(here(game));
    let name = "Ada".to_owned();
    one.to(Event::Invite { color, open: false, name, entropy: entropy(1) });
    let invitation = sent(&mut one);
    let mut two = play::opened(&invitation);
    assert_eq!(two.table.question(), Some(Question::Invited));
    assert!(!two.table.view().may_act, "nobody has sat down");
    two.to(Event::Accept { name: "Eve".to_owned(), quick: false, entropy: entropy(2) });
    (one, two, invitation)
}

/// A turn of one step, confirmed.
fn play_turn(play: &mut Play, text: &str) {
    play.type_all(text);
    assert!(play.table.view().held.is_some(), "{text}: it is confirmed first");
    play.to(Event::EndTurn);
    assert!(!play.table.view().may_act, "{text}");
}

/// Black, who has answered 1. e4 by e5 and not sent it yet, and White.
fn after_e4_e5() -> (Play, Play) {
    let (mut one, mut two, _) = friends(GameId::Orthodox, Color::Black);
    play_turn(&mut two, "e2e4");
    one.to(Event::Came(sent(&mut two)));
    play_turn(&mut one, "e7e5");
    (one, two)
}

/// A turn of one step, confirmed, whoever is to play then.
fn play_turn_on(play: &mut Play, text: &str) {
    play.type_all(text);
    play.to(Event::EndTurn);
}

#[test]
fn a_game_by_link_goes_from_hand_to_hand() {
    let (mut one, mut two, _) = friends(GameId::Orthodox, Color::Black);
    one.to(Event::Typed("e7e5".to_owned()));
    assert_eq!(one.says(), "mail.waits-answer");
    // The answerer's first turn goes with the answer.
    play_turn(&mut two, "e2e4");
    assert_eq!(two.says(), "mail.unsent");
    let answer = sent(&mut two);
    assert_eq!(two.says(), "mail.waits");
    one.to(Event::Came(answer.clone()));
    one.to(Event::Came(answer));
    assert_eq!(one.table.question(), None, "the same again is nothing");
    assert_eq!(one.steps(), two.steps());
    assert!(one.table.view().may_act);
    // An offer goes with the turn.
    one.to(Event::OfferDraw);
    one.to(Event::Answer(true));
    play_turn(&mut one, "e7e5");
    two.to(Event::Came(sent(&mut one)));
    assert_eq!(two.table.question(), Some(Question::DrawOffered));
    two.to(Event::Answer(true));
    one.to(Event::Came(sent(&mut two)));
    assert!(one.table.view().result.is_some());
    assert_eq!(one.table.view().result, two.table.view().result);
    assert_eq!(one.says(), "result.drawn.agreement");
}

#[test]
fn who_invites_as_the_side_that_begins_sends_the_first_turn_along() {
    let mut one = Play::new(here(GameId::Orthodox));
    let (name, entropy) = ("Ada".to_owned(), entropy(1));
    one.to(Event::Invite { color: Color::White, open: false, name, entropy });
    assert!(one.table.view().may_act);
    play_turn(&mut one, "e2e4");
    let (table, asked) = Table::open(&sent(&mut one)).unwrap();
    let mut two = Play { table, now: 1_000, asked };
    two.to(Event::Loaded { key: two.table.key().to_owned(), found: None });
    assert_eq!(two.steps(), one.steps());
    two.to(Event::Typed("e7e5".to_owned()));
    assert_eq!((two.steps().len(), two.says()), (1, "mail.looking"));
}

#[test]
fn takebacks_are_asked_for_and_granted_by_letter() {
    let (mut one, mut two) = after_e4_e5();
    two.to(Event::Came(sent(&mut one)));
    two.to(Event::TakeBack);
    one.to(Event::Came(sent(&mut two)));
    assert_eq!(one.table.question(), Some(Question::TakebackAsked));
    let mut other = Play { table: one.table.clone(), now: 500, asked: one.asked.clone() };
    one.to(Event::Answer(true));
    assert!(one.steps().is_empty());
    two.to(Event::Came(sent(&mut one)));
    assert_eq!((two.steps().len(), two.table.question()), (0, None));
    assert!(two.table.view().may_act);
    // Who does not want that says so, and the game goes on.
    other.to(Event::Answer(false));
    assert_eq!((other.steps().len(), other.table.view().may_act), (2, false));
}

#[test]
fn a_line_of_ones_own_goes_with_the_letter_and_is_quoted_once() {
    let (mut one, mut two, _) = friends(GameId::Orthodox, Color::Black);
    assert_eq!(mail(&two).line, None, "no letter is to be handed on yet");
    two.to(Event::Line("too early".to_owned()));
    play_turn(&mut two, "e2e4");
    two.keep_all();
    assert_eq!(mail(&two).line.as_deref(), Some(""));
    let first = mail(&two).out.unwrap();
    two.to(Event::Line("  greetings\nfrom \u{202e}Rome <b>now</b>  ".to_owned()));
    let line = "greetings from  Rome <b>now</b>";
    assert_eq!(mail(&two).line.as_deref(), Some(line));
    let second = mail(&two).out.unwrap();
    assert_ne!(first, second);
    // It is kept with the letter.
    two.keep_all();
    assert_eq!(two.table.content().post.unwrap().link, second);
    assert_eq!(mail(&two).quote, None, "nobody quotes their own");

    one.to(Event::Came(second.clone()));
    assert_eq!(said(&one).iter().filter(|&&key| key == "mail.quote").count(), 1);
    // It stands there until something is done.
    assert_eq!(one.says(), "mail.quote");
    assert_eq!(one.table.view().tone, Tone::Advice);
    let quote = mail(&one).quote.unwrap();
    assert_eq!(text(&quote), format!("From Eve: “{line}”"));
    assert_eq!(mail(&one).line, None, "it is not one's own");
    one.to(Event::Line("not mine".to_owned()));
    assert_eq!((mail(&one).quote, one.says()), (Some(quote), "prompt.step"));
    // The same letter, without the line: it was handed on before that was written.
    one.to(Event::Came(first.clone()));
    assert_eq!((one.table.question(), one.steps().len()), (None, 1));
    one.keep_all();
    let mut again = window(one.table.key(), &one.table.content());
    assert_eq!((again.says(), mail(&again).quote.is_some()), ("prompt.step", true));

    // The next letter has a line of its own, or none.
    play_turn(&mut again, "e7e5");
    two.to(Event::Came(sent(&mut again)));
    assert_eq!((mail(&two).quote, said(&two).contains(&"mail.quote")), (None, false));
    play_turn(&mut two, "g1f3");
    two.to(Event::Line("x".repeat(300)));
    assert_eq!(mail(&two).line.unwrap().chars().count(), 140);
    // Where the turn that came is shown, the line comes behind that.
    again.asked.clear();
    again.to(Event::Came(mail(&two).out.unwrap()));
    again.wake();
    assert!(again.table.view().replays && !said(&again).contains(&"mail.quote"));
    again.to(Event::Tap(again.at("a1")));
    assert!(!again.table.view().replays);
    assert_eq!((again.says(), *said(&again).last().unwrap()), ("mail.quote", "mail.quote"));
    again.to(Event::Tap(again.at("a1")));
    assert_ne!(again.says(), "mail.quote");
    two.to(Event::Line(" \u{7} ".to_owned()));
    assert_eq!(mail(&two).line.as_deref(), Some(""));
}

#[test]
fn a_line_is_read_where_its_link_opens_the_page() {
    let (mut one, mut two, _) = friends(GameId::Orthodox, Color::Black);
    one.keep_all();
    play_turn(&mut two, "e2e4");
    two.keep_all();
    two.to(Event::Line("hello".to_owned()));
    let mut page = opened(&mail(&two).out.unwrap());
    loaded(&mut page, Some(&one.table.content()));
    page.keep_all();
    page.to(Event::Confirms(true));
    page.to(Event::Tempo(100));
    assert_eq!(page.says(), "mail.quote");
}

#[test]
fn the_line_of_an_invitation_and_of_an_answer_is_read_before_the_game_goes_on() {
    let mut one = Play::new(here(GameId::Charismatic));
    let (name, entropy) = ("Ada".to_owned(), entropy(1));
    one.to(Event::Invite { color: Color::Black, open: false, name, entropy });
    one.keep_all();
    one.to(Event::Line("for Sunday".to_owned()));
    let mut two = play::opened(&mail(&one).out.unwrap());
    assert!(spoken(&asked(&two)).1.contains("From Ada: “for Sunday”"));
    two.to(Event::Accept { name: "Eve".to_owned(), quick: false, entropy: self::entropy(2) });
    two.keep_all();
    two.to(Event::Line("at last".to_owned()));
    // The opening is written at once, and takes nothing away.
    one.to(Event::Came(mail(&two).out.unwrap()));
    assert_eq!(one.says(), "mail.quote");
    assert!(said(&one).contains(&"mail.quote"));
    two.to(Event::Came(sent(&mut one)));
    assert_eq!(mail(&two).quote, None);
}

/// Explores turns on the analysis board of a game by link, and makes conditional ones of the lines to their last
/// turns: the board, and the game's content as it is amended, which the board is told.
fn conditional(play: &Play, lines: &[&str]) -> (Play, Content) {
    let (mut board, content) = conditional_unanswered(play, lines);
    for _ in lines {
        board.to(Event::Analyse(Box::new(Analyse::Amended(true))));
    }
    (board, content)
}

/// The same, before the board knows whether the content is stored.
fn conditional_unanswered(play: &Play, lines: &[&str]) -> (Play, Content) {
    let mut content = play.table.content();
    let key = format!("analysis {}", play.table.key());
    let (table, asked) = Table::analyse(*play.table.game().start(), &key, Some(&content));
    let mut board = Play { table, now: 50, asked };
    board.to(Event::Loaded { key, found: None });
    let live = board.table.place();
    for line in lines {
        board.to(Event::Show(live));
        board.type_all(line);
        let turn = board.table.place().turn;
        for request in board.to(Event::Analyse(Box::new(Analyse::Condition(turn)))) {
            if let Request::Amend(amendment) = request {
                let Amendment { key, link, post, .. } = *amendment;
                assert_eq!(key, play.table.key());
                assert_eq!(link, content.post.as_ref().unwrap().link);
                content.post = Some(post);
            }
        }
    }
    (board, content)
}

/// How many conditional turns there are on an analysis board, and what is said of them.
fn told_of(board: &Play) -> (usize, &'static str) {
    let view = board.table.conditional_view().unwrap();
    (view.lines.len(), view.says.key)
}

#[test]
fn conditional_turns_are_answered_at_once_on_the_friends_device() {
    let (mut one, mut two) = after_e4_e5();
    one.keep_all();
    let (board, content) = conditional(&one, &["Nf3 Nc6 Bb5 a6", "Nc3 Nf6", "Nf3"]);
    assert_eq!(told_of(&board), (2, "conditional.unsent"));
    let lines = board.table.conditional_view().unwrap().lines;
    assert_eq!(
        lines[0].iter().map(|turn| turn.san.as_str()).collect::<Vec<_>>(),
        ["Nf3", "Nc6", "Bb5", "a6"]
    );
    // The window that has the game open has heard nothing of it: it takes it from the store.
    let post = content.post.clone().unwrap();
    let mut one = window(one.table.key(), &content);
    one.keep_all();
    assert_eq!(mail(&one).out.as_deref(), Some(post.link.as_str()));
    assert_eq!(mail(&one).note.key, "mail.note.with-conditions");
    let letter = sent(&mut one);

    two.to(Event::Came(letter.clone()));
    two.keep_all();
    two.asked.clear();
    play_turn_on(&mut two, "g1f3");
    assert_eq!(two.steps().len(), 4, "it is answered");
    assert!(two.table.view().may_act && mail(&two).is_due, "and the turn is one's own again");
    assert!(notices(&two).contains(&"conditional.answered"));
    assert!(!two.asked.iter().any(|one| matches!(one, Request::Send { .. })));
    two.keep_all();
    // The same letter is still the same; a window opened anew goes on from there.
    two.to(Event::Came(letter));
    assert_eq!((two.table.question(), two.steps().len()), (None, 4));
    let mut two = window(two.table.key(), &two.table.content());
    assert!(two.table.view().may_act && two.steps().len() == 4);
    two.to(Event::TakeBack);
    assert_eq!(two.table.question(), None, "no letter asks for what was not sent");
    play_turn_on(&mut two, "f1b5");
    assert_eq!(two.steps().len(), 6);
    play_turn(&mut two, "b5a4");
    one.to(Event::Came(sent(&mut two)));
    assert_eq!((one.table.question(), one.steps().len()), (None, 7));
    assert_eq!(one.steps(), two.steps());
    assert!(notices(&one).contains(&"conditional.foreseen"));
    assert!(one.table.view().may_act);
}

#[test]
fn a_friends_turn_becomes_a_conditional_one_with_the_answer_behind_it() {
    let (mut one, _) = after_e4_e5();
    one.keep_all();
    let (mut board, _) = conditional(&one, &[]);
    let live = board.table.place();
    board.type_all("Nf3");
    let asked = board.table.place().turn;
    let condition = || Event::Analyse(Box::new(Analyse::Condition(asked)));
    board.to(condition());
    assert_eq!((told_of(&board).0, board.says()), (0, "conditional.no-answer"));
    board.type_all("Nc6");
    board.to(Event::Show(live));
    board.to(condition());
    board.to(Event::Analyse(Box::new(Analyse::Amended(true))));
    let lines = board.table.conditional_view().unwrap().lines;
    assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [2]);
    assert_eq!(lines[0][1].san, "Nc6");
}

#[test]
fn an_offer_is_answered_before_anything_that_was_foreseen() {
    let (mut one, mut two) = after_e4_e5();
    one.keep_all();
    let (_, content) = conditional(&one, &["Nf3 Nc6"]);
    let mut one = window(one.table.key(), &content);
    two.to(Event::Came(sent(&mut one)));
    two.to(Event::OfferDraw);
    two.to(Event::Answer(true));
    play_turn(&mut two, "g1f3");
    assert_eq!(two.steps().len(), 3);
    one.to(Event::Came(sent(&mut two)));
    assert_eq!(one.table.question(), Some(Question::DrawOffered));
    assert_eq!(one.steps().len(), 3);
}

#[test]
fn an_offer_goes_with_a_turn_and_with_nothing_else() {
    let (mut one, mut two) = after_e4_e5();
    two.to(Event::Came(sent(&mut one)));
    two.to(Event::OfferDraw);
    two.to(Event::Answer(true));
    assert!(mail(&two).offers);
    two.to(Event::TakeBack);
    assert_eq!(mail(&two).note.key, "mail.note.takeback-asked");
    one.to(Event::Came(sent(&mut two)));
    one.to(Event::Answer(false));
    two.to(Event::Came(sent(&mut one)));
    assert!(!mail(&two).offers, "it is to be offered anew");
    play_turn(&mut two, "g1f3");
    one.to(Event::Came(sent(&mut two)));
    assert_eq!(one.table.question(), None);
}

#[test]
fn a_conditional_turn_that_is_not_asked_for_is_dropped() {
    let (mut one, mut two) = after_e4_e5();
    one.keep_all();
    let (_, content) = conditional(&one, &["Nf3 Nc6"]);
    let mut one = window(one.table.key(), &content);
    two.to(Event::Came(sent(&mut one)));
    play_turn(&mut two, "d2d4");
    assert_eq!(two.steps().len(), 3);
    one.to(Event::Came(sent(&mut two)));
    assert_eq!((one.steps().len(), one.table.view().may_act), (3, true));
    play_turn(&mut one, "e5d4");
    assert_eq!(mail(&one).note.key, "mail.note.turn", "the next letter has none");
}

#[test]
fn conditional_turns_are_added_to_a_letter_that_has_gone_out_and_not_taken_away() {
    let (mut one, mut two) = after_e4_e5();
    let first = sent(&mut one);
    two.to(Event::Came(first));
    two.keep_all();
    let (mut board, content) = conditional(&one, &["Nf3 Nc6"]);
    assert_eq!(told_of(&board), (1, "conditional.unsent"));
    let mut again = window(one.table.key(), &content);
    two.to(Event::Came(sent(&mut again)));
    assert_eq!(two.table.question(), None, "it is the same letter");
    two.keep_all();
    // A window that has it as it was takes over what was added.
    one.to(Event::Line("a line".to_owned()));
    refused(&mut one, again.table.content());
    one.keep_all();
    assert_eq!(mail(&one).note.key, "mail.note.with-conditions");
    assert_eq!(mail(&one).line.as_deref(), Some("a line"));
    // Once it has gone out, nothing is taken away.
    let (mut gone, _) = conditional(&again, &["Nf3 d6"]);
    assert_eq!(told_of(&gone), (1, "conditional.gone-out"));
    assert_eq!(gone.says(), "conditional.sent");
    let removes = |board: &mut Play| {
        let out = board.to(Event::Analyse(Box::new(Analyse::Uncondition(0))));
        let asks = out.iter().any(|request| matches!(request, Request::Amend(_)));
        if asks {
            board.to(Event::Analyse(Box::new(Analyse::Amended(true))));
        }
        asks
    };
    assert!(!removes(&mut gone));
    assert!(removes(&mut board) && told_of(&board) == (0, "conditional.how"));
    play_turn_on(&mut two, "g1f3");
    assert_eq!(two.steps().len(), 4);
    // Whoever resigns instead of going on tells of both.
    two.to(Event::Resign);
    two.to(Event::Answer(true));
    again.to(Event::Came(sent(&mut two)));
    assert_eq!((again.steps().len(), again.table.question()), (4, None));
    assert!(again.table.view().result.is_some());
}

/// Whether the player is asked about the game as it was played in this window.
fn asks_about_here(play: &Play) -> bool {
    matches!(play.table.question(), Some(Question::Came(came)) if came.is_own)
}

#[test]
fn a_turn_that_was_answered_ahead_gives_way_to_another_windows_letter_by_a_question() {
    let (mut one, mut two) = after_e4_e5();
    two.to(Event::Came(sent(&mut one)));
    two.keep_all();
    // Another window plays on before the letter comes again with an answer ahead.
    let key = two.table.key().to_owned();
    let others = ["g1f3", "d2d4"].map(|turn| {
        let mut other = window(&key, &two.table.content());
        play_turn(&mut other, turn);
        sent(&mut other)
    });
    let (_, content) = conditional(&one, &["Nf3 Nc6"]);
    two.to(Event::Came(sent(&mut window(one.table.key(), &content))));
    play_turn_on(&mut two, "g1f3");
    two.keep_all();
    assert_eq!(two.steps().len(), 4);
    for other in others {
        // In the window that has it, and in one that finds both in the store.
        let mut here = window(&key, &two.table.content());
        here.to(Event::OfferDraw);
        here.to(Event::Came(other.clone()));
        assert_eq!((here.steps().len(), asks_about_here(&here)), (3, true));
        let mut content = two.table.content();
        content.post.as_mut().unwrap().came = other;
        let found = window(&key, &content);
        assert_eq!((found.steps().len(), asks_about_here(&found)), (3, true));
    }
}

#[test]
fn an_answer_that_ends_the_game_is_played_on_the_own_device() {
    let (mut one, mut two, _) = friends(GameId::Orthodox, Color::Black);
    play_turn(&mut two, "f2f3");
    one.to(Event::Came(sent(&mut two)));
    play_turn(&mut one, "e7e5");
    one.keep_all();
    let (_, content) = conditional(&one, &["g4 Qh4"]);
    let mut one = window(one.table.key(), &content);
    two.to(Event::Came(sent(&mut one)));
    play_turn(&mut two, "g2g4");
    assert_eq!(two.steps().len(), 3, "the letter goes out as it is");
    one.to(Event::Came(sent(&mut two)));
    assert_eq!(one.steps().len(), 4);
    assert!(notices(&one).contains(&"conditional.played"));
    two.to(Event::Came(sent(&mut one)));
    assert!(two.table.view().result.is_some() && two.steps() == one.steps());
}

#[test]
fn conditional_turns_are_whole_and_without_draws() {
    let (mut one, mut two, _) = friends(GameId::Orthodox, Color::Black);
    let (board, _) = conditional(&one, &[]);
    assert_eq!(told_of(&board), (0, "conditional.later"));
    play_turn(&mut two, "e2e4");
    two.keep_all();
    let (board, _) = conditional(&two, &["e5"]);
    assert_eq!((told_of(&board).0, board.says()), (0, "conditional.no-answer"));
    let (board, _) = conditional(&two, &[""]);
    assert_eq!((told_of(&board).0, board.says()), (0, "conditional.elsewhere"));
    one.to(Event::Came(sent(&mut two)));
    one.keep_all();
    let (board, _) = conditional(&one, &["e5 Nf3"]);
    assert_eq!((told_of(&board), board.says()), ((0, "conditional.later"), "conditional.later"));
    // Where the game has gone on, it says so, and there are none here.
    let (mut board, _) = conditional_unanswered(&two, &["e5 Nf3"]);
    board.to(Event::Analyse(Box::new(Analyse::Amended(false))));
    assert!(board.table.conditional_view().is_none());
    assert_eq!(notices(&board), ["conditional.gone"]);
}

#[test]
fn conditional_turns_are_shown_once_they_are_stored() {
    let (one, ..) = after_e4_e5();
    let (mut board, _) = conditional_unanswered(&one, &["Nf3 Nc6", "d4 exd4"]);
    let answer = |board: &mut Play| {
        board.to(Event::Analyse(Box::new(Analyse::Amended(true))));
        told_of(board)
    };
    assert_eq!(told_of(&board), (0, "conditional.how"));
    assert_eq!(answer(&mut board), (0, "conditional.how"), "another is on its way");
    assert!(!said(&board).contains(&"conditional.count"));
    assert_eq!(answer(&mut board), (2, "conditional.unsent"));
    assert!(said(&board).contains(&"conditional.count"));
    board.to(Event::Analyse(Box::new(Analyse::Uncondition(0))));
    assert_eq!(told_of(&board).0, 2);
    assert_eq!(answer(&mut board).0, 1);
    let [line] = &board.table.conditional_view().unwrap().lines[..] else { unreachable!() };
    assert_eq!(line.iter().map(|turn| turn.san.as_str()).collect::<Vec<_>>(), ["d4", "exd4"]);
}

#[test]
fn resigning_needs_no_turn() {
    let (mut one, mut two, _) = friends(GameId::Orthodox, Color::Black);
    play_turn(&mut two, "e2e4");
    let letter = sent(&mut two);
    two.to(Event::Resign);
    two.to(Event::Answer(true));
    assert_eq!(two.says(), "result.full");
    one.to(Event::Came(letter));
    one.to(Event::Came(sent(&mut two)));
    assert_eq!(one.says(), "result.full");
}

#[test]
fn a_link_that_opens_a_page_is_compared_with_what_the_device_has_of_the_game() {
    let (mut one, mut two, invitation) = friends(GameId::Orthodox, Color::Black);
    play_turn(&mut two, "e2e4");
    let first = sent(&mut two);
    one.to(Event::Came(first.clone()));
    play_turn(&mut one, "e7e5");
    let seat = mail(&one).seat_link;
    let second = sent(&mut one);
    two.to(Event::Came(second.clone()));
    two.keep_all();
    let opened = |link: &str, content: Option<Content>| {
        let (table, asked) = Table::open(link).unwrap();
        let mut play = Play { table, now: 3_000, asked };
        let found = content.map(|content| Stored { revision: 4, content });
        play.to(Event::Loaded { key: play.table.key().to_owned(), found });
        play
    };
    for (link, turns) in [(&first, 1), (&invitation, 2)] {
        let older = opened(link, Some(two.table.content()));
        assert_eq!(older.steps(), two.steps());
        let Some(Question::Came(came)) = older.table.question() else { panic!("an older link") };
        assert_eq!(came.relation, record::letter::Relation::Older(turns));
        assert!(!came.is_own);
    }
    let same = opened(&second, Some(two.table.content()));
    assert_eq!((same.table.question(), same.steps()), (None, two.steps()));
    // With the seat came a letter that perhaps nobody has handed on: it is offered once more.
    let mut moved = opened(&seat, None);
    assert_eq!(sent(&mut moved), second);
}

#[test]
fn a_link_that_does_not_go_on_with_the_game_is_a_question() {
    let (mut one, mut two, _) = friends(GameId::Orthodox, Color::Black);
    let mut twin = Play { table: two.table.clone(), now: 500, asked: two.asked.clone() };
    play_turn(&mut two, "e2e4");
    play_turn(&mut twin, "d2d4");
    one.to(Event::Came(sent(&mut two)));
    let other = sent(&mut twin);
    one.to(Event::Came(other.clone()));
    let Some(Question::Came(came)) = one.table.question() else { panic!("a fork") };
    assert!(matches!(came.relation, record::letter::Relation::Fork { turn: 0, .. }));
    // It stands there after a reload, too.
    one.keep_all();
    let content = one.table.content();
    let (table, asked) = Table::open(&other).unwrap();
    let mut again = Play { table, now: 2_000, asked };
    let found = Some(Stored { revision: 4, content });
    again.to(Event::Loaded { key: again.table.key().to_owned(), found });
    let Some(Question::Came(came)) = again.table.question() else { panic!("a fork") };
    assert!(!came.is_own, "it came by link, and was not played in this window");
    assert_eq!(again.steps(), two.steps());
    let out = again.to(Event::Choose(Choice::KeepApart));
    // As a game that no seat plays.
    let [Request::OpenApart { link }, ..] = &out[..] else { panic!("{out:?}") };
    assert!(Table::open(link).is_err() && record::link::read(link).is_ok());
    assert_eq!(again.steps(), two.steps());
    one.to(Event::Choose(Choice::TakeTheirs));
    assert_eq!(one.steps(), twin.steps());
}

/// One seat, one game: of two windows that do not hear of each other, the second does not send.
#[test]
fn a_turn_that_is_kept_second_is_a_fork_and_is_not_sent() {
    let (_, mut two, _) = friends(GameId::Orthodox, Color::Black);
    two.keep_all();
    let mut twin = Play { table: two.table.clone(), now: 500, asked: Vec::new() };
    play_turn(&mut two, "e2e4");
    two.keep_all();
    let stored = Stored { revision: 70, content: two.table.content() };
    play_turn(&mut twin, "d2d4");
    let own = twin.table.content().post.unwrap().link;
    let key = twin.table.key().to_owned();
    let revision = twin.last_keep().1;
    twin.to(Event::Refused { key, revision, found: Some(stored) });
    twin.keep_all();
    let Some(Question::Came(came)) = twin.table.question() else { panic!("a fork") };
    assert_eq!((twin.steps(), came.link), (two.steps(), own));
    let sends = |request: &Request| match request {
        Request::Send { link } => Some(link.clone()),
        _ => None,
    };
    let sent: Vec<String> = twin.asked.iter().filter_map(sends).collect();
    assert!(sent.iter().all(|link| *link == two.table.content().post.unwrap().link), "{sent:?}");
}

#[test]
fn draws_in_a_game_by_link_follow_from_both_secrets() {
    let (mut one, mut two, _) = friends(GameId::Charismatic, Color::Black);
    // The inviter reveals a first element, by itself, when the answer comes.
    one.to(Event::Came(sent(&mut two)));
    let opening = sent(&mut one);
    two.to(Event::Came(opening));
    assert!(two.table.view().controls.draw);
    two.to(Event::Step(step(GameId::Charismatic, "draw:QRRBB")));
    assert!(two.steps().is_empty());
    two.to(Event::Draw);
    two.to(Event::PlaceRest);
    two.to(Event::EndTurn);
    let letter = sent(&mut two);
    one.to(Event::Came(letter));
    assert_eq!(one.table.question(), None);
    assert_eq!(one.steps(), two.steps());
    one.to(Event::Draw);
    assert!(matches!(one.steps().last(), Some(Step::Draw(_))));
}

// What the simulation has found (tests/simulation.rs).

#[test]
fn nobody_resigns_before_the_invitation_is_answered() {
    let mut one = Play::new(here(GameId::Orthodox));
    let (name, entropy) = ("Ada".to_owned(), entropy(1));
    one.to(Event::Invite { color: Color::White, open: false, name, entropy });
    play_turn(&mut one, "e2e4");
    one.to(Event::Resign);
    assert_eq!((one.table.question(), one.says()), (None, "mail.waits-answer"));
    assert!(Table::open(&sent(&mut one)).is_ok(), "the letter can be read");
}

#[test]
fn a_link_restores_a_game_of_which_the_device_knows_nothing_any_more() {
    let fen = "4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1";
    let mut one = Play::new(from(GameId::Orthodox, fen));
    let (name, entropy) = ("Ada".to_owned(), entropy(1));
    one.to(Event::Invite { color: Color::Black, open: false, name, entropy });
    let link = sent(&mut one);
    let key = one.table.key().to_owned();
    let mut two = Play::new(Setup::here(AnyPosition::initial(GameId::Orthodox), &key));
    two.to(Event::Typed("e2e4".to_owned()));
    assert_eq!((two.steps().len(), two.says()), (0, "mail.gone"));
    two.to(Event::Came(link));
    assert_eq!(two.table.position().fen(), fen, "the invitation's position, not the usual one");
}

#[test]
fn what_waits_to_be_confirmed_goes_with_the_turn_that_it_belongs_to() {
    let (mut one, mut two, _) = friends(GameId::Orthodox, Color::Black);
    play_turn(&mut two, "e2e4");
    let first = sent(&mut two);
    one.to(Event::Came(first.clone()));
    play_turn(&mut one, "e7e5");
    two.to(Event::Came(sent(&mut one)));
    two.type_all("g1f3");
    two.to(Event::Came(first));
    assert!(matches!(two.table.question(), Some(Question::Came(_))), "an older letter");
    two.to(Event::Choose(Choice::TakeTheirs));
    two.to(Event::EndTurn);
    assert_eq!(two.steps().len(), 1, "back at the own letter, no turn is due");
}

#[test]
fn what_was_considered_stays_when_two_windows_meet() {
    let (_, mut two, _) = friends(GameId::Orthodox, Color::Black);
    two.keep_all();
    let stored = two.table.content();
    let saved = format!("{}turn 0 d2d4\n", stored.saved.replace("record 1", "record 2"));
    let content = Content { saved, ..stored };
    two.type_all("e2e4");
    refused(&mut two, content);
    assert_eq!(two.table.game().next(Game::ROOT).len(), 1, "d4 is there still");
    assert!(two.last_keep().2.saved.contains("turn 0 d2d4"));
}

// What the page decided before.

/// What a letter or a seat says that is stored or comes.
fn opened(link: &str) -> Play {
    let (table, asked) = Table::open(link).unwrap();
    Play { table, now: 1_000, asked }
}

/// A window on a game of which this is stored.
fn window(key: &str, content: &Content) -> Play {
    let (table, asked) = Table::new(Setup::here(AnyPosition::initial(GameId::Orthodox), key));
    let mut play = Play { table, now: 3_000, asked };
    loaded(&mut play, Some(content));
    play
}

/// The store says what it has.
fn loaded(play: &mut Play, content: Option<&Content>) {
    let found = content.map(|content| Stored { revision: 5, content: content.clone() });
    play.to(Event::Loaded { key: play.table.key().to_owned(), found });
}

fn mail(play: &Play) -> MailView {
    *play.table.view().mail.expect("a game by link")
}

fn notices(play: &Play) -> Vec<&'static str> {
    let notice = |request: &Request| match request {
        Request::Notice(sentence) => Some(sentence.key),
        _ => None,
    };
    play.asked.iter().filter_map(notice).collect()
}

fn said(play: &Play) -> Vec<&'static str> {
    let says = |request: &Request| match request {
        Request::Say(sentence) => Some(sentence.key),
        _ => None,
    };
    play.asked.iter().filter_map(says).collect()
}

fn asked(play: &Play) -> Asked {
    play.table.asked().expect("a question")
}

/// A game by link after a turn each; White has invited, and the move.
fn begun() -> (Play, Play) {
    let mut one = Play::new(here(GameId::Orthodox));
    let (name, entropy) = ("Ada".to_owned(), entropy(1));
    one.to(Event::Invite { color: Color::White, open: false, name, entropy });
    play_turn(&mut one, "e2e4");
    let mut two = opened(&sent(&mut one));
    loaded(&mut two, None);
    two.to(Event::Accept { name: "Eve".to_owned(), quick: false, entropy: self::entropy(2) });
    play_turn(&mut two, "e7e5");
    one.to(Event::Came(sent(&mut two)));
    one.keep_all();
    (one, two)
}

/// A game with draws up to where White, who has invited, draws.
fn bound() -> (Play, Play) {
    let (mut one, mut two, _) = friends(GameId::Charismatic, Color::White);
    one.to(Event::Came(sent(&mut two)));
    two.to(Event::Came(sent(&mut one)));
    one.to(Event::Came(sent(&mut two)));
    assert!(one.table.view().controls.draw);
    (one, two)
}

// Sentences.

/// What stands in the catalogue under a key.
fn entry(key: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/strings/en.json");
    let text = fs::read_to_string(path).unwrap();
    let catalogue: serde_json::Value = serde_json::from_str(&text).unwrap();
    let found = key.split('.').fold(&catalogue, |at, part| &at[part]);
    found.as_str().unwrap_or_else(|| panic!("{key} is no sentence of the catalogue")).to_owned()
}

/// A sentence as the page says it. All that it names has a value.
fn text(sentence: &Sentence) -> String {
    let mut text = entry(sentence.key);
    for (name, value) in &sentence.values {
        let value = match value {
            Value::Color(color) => format!("{color:?}"),
            Value::Count(count) => count.to_string(),
            // It has no page.
            Value::Game(GameId::Orthodox) => "Orthodox chess".to_owned(),
            Value::Game(game) => entry(&format!("games.{game}.name")),
            Value::Name(name) | Value::Text(name) => name.clone(),
            Value::Key(key) => entry(key),
            Value::Sentence(sentence) => self::text(sentence),
            other => format!("{other:?}"),
        };
        text = text.replace(&format!("{{{name}}}"), &value);
    }
    assert!(!text.contains('{'), "{}: {text}", sentence.key);
    text
}

/// A question as the page asks it: title, text and answers.
fn spoken(asked: &Asked) -> (String, String, Vec<String>) {
    let says: Vec<String> = asked.says.iter().map(text).collect();
    for (caption, _) in &asked.boards {
        text(caption);
    }
    let answers = asked.replies.iter().map(|(answer, _)| text(answer)).collect();
    (text(&asked.title), says.join(" "), answers)
}

#[test]
fn each_question_of_a_game_by_link_is_asked_in_whole_sentences() {
    let (mut one, mut two) = begun();
    one.to(Event::Resign);
    let (title, says, answers) = spoken(&asked(&one));
    assert_eq!((title.as_str(), answers.len()), ("Resign", 2));
    assert_eq!(says, "White resigns, and Black wins?");
    one.to(Event::Answer(false));
    one.to(Event::OfferDraw);
    assert_eq!(spoken(&asked(&one)).1, "Do you offer a draw with your turn?");
    one.to(Event::Answer(false));
    assert!(!mail(&one).offers);
    one.to(Event::OfferDraw);
    one.to(Event::Answer(true));
    assert_eq!(one.says(), "mail.offers");
    one.to(Event::OfferDraw);
    assert_eq!((one.says(), mail(&one).offers), ("mail.offers-not", false));
    one.to(Event::OfferDraw);
    one.to(Event::Answer(true));
    play_turn(&mut one, "g1f3");
    assert_eq!(text(&mail(&one).note), "Orthodox chess, turn 2, you play Black. I offer a draw.");
    let letter = sent(&mut one);
    two.to(Event::Came(letter));
    assert_eq!(spoken(&asked(&two)).1, "The other side, Ada, offers a draw. To decline, play on.");
    two.to(Event::Answer(false));
    assert_eq!(two.table.asked(), None, "who plays on declines");
    play_turn(&mut two, "b8c6");
    one.to(Event::Came(sent(&mut two)));
    one.to(Event::TakeBack);
    assert_eq!(text(&mail(&one).note), "Orthodox chess: may I take my last turn back?");
    two.to(Event::Came(sent(&mut one)));
    assert_eq!(two.says(), "mail.takeback", "it is for this side to answer");
    let (title, says, answers) = spoken(&asked(&two));
    assert_eq!(title, "A turn back?");
    assert_eq!(says, "The other side, Ada, asks to take back the last turn.");
    assert_eq!(answers, ["Agree", "Decline"]);
    two.to(Event::Answer(false));
    assert_eq!(text(&mail(&two).note), "Orthodox chess: no takeback, it is your turn: White");
    one.to(Event::Came(sent(&mut two)));
    assert!(notices(&one).contains(&"mail.refused"));
    one.to(Event::Resign);
    one.to(Event::Answer(true));
    assert_eq!(text(&mail(&one).note), "Orthodox chess: I resign");
}

#[test]
fn who_has_no_seat_is_asked_to_sit_down_or_told_why_not() {
    let mut one = Play::new(here(GameId::Charismatic));
    let (name, entropy) = (String::new(), entropy(1));
    one.to(Event::Invite { color: Color::Black, open: true, name, entropy });
    let invitation = sent(&mut one);
    let mut two = opened(&invitation);
    loaded(&mut two, None);
    let question = asked(&two);
    let (title, says, answers) = spoken(&question);
    assert_eq!(title, "An invitation to Charismatic Chess");
    assert!(says.starts_with("Somebody invites you to a game of Charismatic Chess by link."));
    assert!(says.contains("You would play White. The pieces are drawn"), "{says}");
    assert_eq!((answers.len(), question.replies[0].1), (2, Decision::Accept));
    assert_eq!(text(&mail(&two).waits), "You are looking on.");
    two.to(Event::Accept { name: String::new(), quick: false, entropy: self::entropy(2) });
    one.to(Event::Came(sent(&mut two)));
    // A third reader of a game with draws cannot sit down: the secret is elsewhere.
    let mut three = opened(&sent(&mut one));
    loaded(&mut three, None);
    assert_eq!((three.table.question(), three.says()), (None, "mail.needs-seat"));
    text(&mail(&three).waits);

    // In a game without secrets the free seat is the one of who is to answer.
    let (mut one, _) = begun();
    play_turn(&mut one, "g1f3");
    let mut three = opened(&sent(&mut one));
    loaded(&mut three, None);
    assert!(!three.table.view().may_act);
    let (title, says, _) = spoken(&asked(&three));
    assert_eq!(title, "Play on here?");
    assert!(says.contains("and Black is to answer. Are you Black?"), "{says}");
    three.to(Event::Answer(true));
    assert_eq!((mail(&three).own, mail(&three).is_due), (Some(Color::Black), true));
}

#[test]
fn an_invitation_to_a_game_that_could_be_bent_is_refused_with_its_reason() {
    let chosen = "3k4/8/8/8/8/8/8/4K3[BBNNPPPPPPqrrbbnnpppppppp] w - - 0 0 - QRRPP";
    let mut one = Play::new(from(GameId::Charismatic, chosen));
    let (name, entropy) = (String::new(), entropy(1));
    one.to(Event::Invite { color: Color::Black, open: false, name, entropy });
    let mut two = opened(&sent(&mut one));
    loaded(&mut two, None);
    assert_eq!((two.table.question(), two.says()), (None, "travel.fault.fair.start"));
    two.to(Event::Accept { name: String::new(), quick: false, entropy: self::entropy(2) });
    assert_eq!(mail(&two).own, None);
}

#[test]
fn a_link_that_departs_is_shown_beside_the_game_with_what_can_be_done() {
    let (mut one, mut two) = begun();
    let mut twin = Play { table: one.table.clone(), now: 800, asked: Vec::new() };
    play_turn(&mut one, "g1f3");
    play_turn(&mut twin, "b1c3");
    two.to(Event::Came(sent(&mut one)));
    play_turn(&mut two, "b8c6");
    let other = sent(&mut twin);
    two.to(Event::Came(other.clone()));
    let question = asked(&two);
    let (_, says, answers) = spoken(&question);
    assert_eq!(says, "In turn 3 this link departs from the game here.");
    assert_eq!(answers, ["Keep mine", "Take the link's", "Keep both"]);
    let fens: Vec<String> = question.boards.iter().map(|(_, board)| board.fen()).collect();
    let [mine, theirs] = ["5N2", "2N5"].map(|rank| format!("/4P3/{rank}/PPPP1PPP/"));
    assert!(fens[0].contains(&mine) && fens[1].contains(&theirs), "where they part: {fens:?}");
    // An older one is asked about, too; one of another game is opened apart.
    two.to(Event::Choose(Choice::KeepMine));
    let before = two.steps();
    let older = mail(&one).out.unwrap();
    play_turn_after(&mut one, &mut two);
    two.to(Event::Came(older));
    let (_, says, answers) = spoken(&asked(&two));
    assert_eq!(says, "This link is older than the game here. Turns played since: 2.");
    assert_eq!(answers.len(), 3);
    two.to(Event::Choose(Choice::KeepMine));
    assert!(two.steps().starts_with(&before));
    let start = AnyPosition::initial(GameId::Magnetic);
    let other = invitation(start, Color::Black, "", table::Agreed::default(), &entropy(9));
    let Some(Request::BeginByLink { content, .. }) = other else { panic!("{other:?}") };
    let out = two.to(Event::Came(content.post.unwrap().link));
    assert!(matches!(out[..], [Request::OpenApart { .. }]), "{out:?}");
}

/// The answer goes to who has moved, who moves again.
fn play_turn_after(one: &mut Play, two: &mut Play) {
    one.to(Event::Came(sent(two)));
    play_turn(one, "a2a3");
    two.to(Event::Came(sent(one)));
}

/// The link that was handed on already.
fn sent_again(play: &mut Play) -> String {
    play.table.content().post.unwrap().link
}

#[test]
fn what_was_pasted_is_searched_for_the_link_and_what_is_wrong_with_it_is_said() {
    let (mut one, mut two) = begun();
    play_turn(&mut one, "g1f3");
    let link = sent(&mut one);
    let (head, tail) = link.split_at(link.len() / 2);
    let message = format!("Your turn!\n> https://example.org/#{head}\n> {tail}\nSee you, Ada");
    two.to(Event::Came(message.clone()));
    assert_eq!(two.steps(), one.steps());
    two.to(Event::Came(message));
    assert_eq!(two.table.question(), None, "the same again is nothing");
    let sign = if link.contains('_') { "_" } else { "A" };
    let damaged = link.replacen(sign, "-", 1);
    for (wrong, key) in [
        ("", "travel.fault.link.empty"),
        ("Nothing came.", "travel.fault.link.foreign"),
        (link.trim_end_matches('E'), "travel.fault.link.cut"),
        (&damaged, "travel.fault.link.damaged"),
        ("g=A+QE", "travel.fault.link.character"),
    ] {
        two.to(Event::Came(wrong.to_owned()));
        let says = two.table.view().says;
        assert_eq!((says.key, two.table.question()), (key, None), "{wrong}");
        text(&says);
    }
    // A game that nobody plays by link is opened apart, and so is the own one when it is looked at.
    let look = two.table.look_link().unwrap();
    let out = two.to(Event::Came(look.clone()));
    assert_eq!(out, [Request::OpenApart { link: look.clone() }]);
    two.type_all("b8c6");
    assert_eq!(two.table.look_link(), Some(look), "without the turn that was only begun");
}

// Who sits where.

/// The store may come back as it was before the answer, or an invitation may be opened once more.
#[test]
fn nobody_goes_back_to_before_the_answer() {
    let (one, mut two, invitation) = friends(GameId::Orthodox, Color::Black);
    play_turn(&mut two, "e2e4");
    sent(&mut two);
    two.to(Event::Came(invitation));
    assert_eq!(spoken(&asked(&two)).2, ["Keep mine", "Keep both"]);
    two.to(Event::Choose(Choice::TakeTheirs));
    assert_eq!((two.steps().len(), two.says()), (1, "mail.waits"), "the answer is given");
    // A seat that answers is none at an invitation: who has accepted is asked anew.
    let stored = Content {
        post: Some(Post { seat: two.table.content().post.unwrap().seat, ..post(&one) }),
        ..one.table.content()
    };
    let mut rolled = window(one.table.key(), &stored);
    assert_eq!(rolled.table.question(), Some(Question::Invited));
    assert_eq!(rolled.says(), "mail.looking");
    rolled.to(Event::Accept { name: String::new(), quick: false, entropy: entropy(3) });
    assert_eq!((mail(&rolled).own, mail(&rolled).is_due), (Some(Color::White), true));
    // Who has invited waits for the answer, and says so.
    assert_eq!(window(one.table.key(), &one.table.content()).says(), "mail.waits-answer");
}

fn post(play: &Play) -> Post {
    play.table.content().post.expect("a game by link")
}

#[test]
fn a_letter_that_opens_the_game_finds_the_seat_in_the_store() {
    let (mut one, mut two) = begun();
    let stored = two.table.content();
    play_turn(&mut one, "g1f3");
    let mut again = opened(&sent(&mut one));
    assert!(!again.table.view().may_act, "nothing is known of a seat yet");
    loaded(&mut again, Some(&stored));
    assert_eq!((mail(&again).own, mail(&again).is_due), (Some(Color::Black), true));
    assert_eq!(again.steps(), one.steps());
    assert!(!again.last_keep().2.post.unwrap().seat.is_empty());
    two.to(Event::Came(sent_again(&mut one)));
    assert_eq!(again.steps(), two.steps());
}

#[test]
fn a_seat_moves_with_the_newest_letter_and_not_before_the_answer() {
    let (mut one, mut two, _) = friends(GameId::Charismatic, Color::White);
    assert_eq!((mail(&one).seat_link.as_str(), mail(&one).seat_locked), ("", true));
    let before = one.table.content();
    one.to(Event::Came(sent(&mut two)));
    one.keep_all();
    let seat = mail(&one).seat_link;
    let mut moved = opened(&seat);
    loaded(&mut moved, None);
    assert_eq!(moved.steps(), one.steps());
    assert_eq!(mail(&moved).own, Some(Color::White));
    assert!(mail(&moved).out.is_some(), "the letter that may not have been handed on");
    // Kept with the invitation, as older pages have kept it, the seat still moves with the newest.
    let stored = one.table.content();
    let old = Post { seat: before.post.unwrap().seat, ..stored.post.clone().unwrap() };
    let again = window(one.table.key(), &Content { post: Some(old.clone()), ..stored });
    assert_eq!(mail(&again).seat_link, seat);
    assert_eq!(post(&again), old, "nothing has happened, nothing has changed");
    // A letter that was kept with the seat goes out without it.
    let beside = Post { link: seat, ..old };
    let again = window(one.table.key(), &Content { post: Some(beside), ..one.table.content() });
    assert_eq!(mail(&again).out, mail(&one).out);
}

// What a letter brings.

/// Whether the last turn is to be shown once more, now or at an alarm that begins it.
fn shows(window: &mut Play, asked: &[Request]) -> bool {
    asked.iter().any(|request| match request {
        Request::Wake { id, after: 0, .. } => {
            window.to(Event::Woken(*id));
            window.table.replays()
        }
        _ => false,
    })
}

#[test]
fn the_turn_that_came_is_shown_once() {
    let (mut one, mut two) = begun();
    play_turn(&mut one, "g1f3");
    let stored = two.table.content();
    let out = two.to(Event::Came(sent(&mut one)));
    two.keep_all();
    assert!(shows(&mut two, &out));
    assert!(post(&two).seen);
    let mut again = window(two.table.key(), &two.table.content());
    let asked = again.asked.clone();
    assert!(!shows(&mut again, &asked));
    // It has come to another window, which has closed.
    let unseen = Post { link: post(&one).link, seen: false, ..stored.post.clone().unwrap() };
    let mut later = window(two.table.key(), &Content { post: Some(unseen), ..stored });
    let asked = later.asked.clone();
    assert!(shows(&mut later, &asked));
    later.to(Event::Walk(Walk::Latest));
    assert_eq!(later.steps(), one.steps(), "the letter has the game that was not kept with it");
}

#[test]
fn what_came_is_not_shown_before_a_question_is_answered() {
    let (mut one, mut two) = begun();
    let before = one.table.clone();
    play_turn(&mut one, "g1f3");
    let letter = sent(&mut one);
    let mut other = Play { table: before, now: 800, asked: Vec::new() };
    play_turn(&mut other, "b1c3");
    two.to(Event::Came(letter));
    let came = sent(&mut other);
    let content =
        Content { post: Some(Post { seen: false, came, ..post(&two) }), ..two.table.content() };
    let mut later = window(two.table.key(), &content);
    assert!(matches!(later.table.question(), Some(Question::Came(_))));
    let asked = later.asked.clone();
    assert!(!shows(&mut later, &asked) && !post(&later).seen);
    let out = later.to(Event::Choose(Choice::KeepMine));
    assert!(shows(&mut later, &out));
}

/// Who hands the invitation on before the store has answered is not asked to do so again.
#[test]
fn what_was_handed_on_while_it_was_being_kept_is_not_sent_again() {
    let mut one = Play::new(here(GameId::Orthodox));
    let (name, entropy) = ("Ada".to_owned(), entropy(1));
    one.to(Event::Invite { color: Color::Black, open: false, name, entropy });
    assert!(mail(&one).out.is_some());
    one.to(Event::HandedOn);
    one.keep_all();
    assert!(mail(&one).sent);
    assert!(!one.asked.iter().any(|request| matches!(request, Request::Send { .. })));
}

#[test]
fn a_step_named_ahead_waits_until_the_letter_has_been_shown() {
    let (mut one, mut two) = begun();
    play_turn(&mut one, "g1f3");
    let letter = sent(&mut one);
    let [b8, c6] = ["b8", "c6"].map(|name| two.at(name));
    two.to(Event::Tap(b8));
    two.to(Event::Tap(c6));
    assert_eq!(two.table.premove(), Some((Pick::Piece(b8), Some(c6))));
    let out = two.to(Event::Came(letter));
    assert!(shows(&mut two, &out));
    assert_eq!(two.table.view().held, None, "the friend's turn is seen first");
    for _ in 0..8 {
        two.wake();
    }
    assert!(!two.table.replays());
    let step = step(GameId::Orthodox, "b8c6");
    assert_eq!((two.table.view().held, two.table.premove()), (Some(step), None));
    two.to(Event::EndTurn);
    one.to(Event::Came(sent(&mut two)));
    assert_eq!(one.steps().last(), Some(&step), "it goes out once it is confirmed");
}

#[test]
fn a_link_that_waits_goes_on_with_the_game_where_it_can() {
    let (mut one, two) = begun();
    let stored = two.table.content();
    play_turn(&mut one, "g1f3");
    let came = Post { came: sent(&mut one), ..stored.post.clone().unwrap() };
    let again = window(two.table.key(), &Content { post: Some(came), ..stored });
    assert_eq!((again.table.question(), again.steps()), (None, one.steps()));
    assert_eq!(again.last_keep().2.post.unwrap().came, "");
}

// Keeping.

#[test]
fn what_the_store_does_not_take_lies_beside_it_until_it_does() {
    let (_, mut two, _) = friends(GameId::Orthodox, Color::Black);
    two.keep_all();
    let stored = two.table.content();
    play_turn(&mut two, "e2e4");
    let key = two.table.key().to_owned();
    let revision = two.last_keep().1;
    let out = two.to(Event::KeepFailed { key: key.clone(), revision, fault: StoreFault::Blocked });
    let letter = post(&two);
    let wanted = Request::PutAside { key: key.clone(), post: letter.clone(), unread: false };
    assert!(out.contains(&wanted), "{out:?}");
    assert!(out.contains(&Request::Send { link: letter.link.clone() }), "it need not wait");
    two.to(Event::PutAside { key: key.clone(), done: true });
    assert_eq!(notices(&two), Vec::<&str>::new(), "it is kept");
    // Another window has it from there.
    let (table, asked) = Table::new(Setup::here(AnyPosition::initial(GameId::Orthodox), &key));
    let mut later = Play { table, now: 3_000, asked };
    later.to(Event::Aside { key: key.clone(), post: letter.clone(), unread: false });
    loaded(&mut later, Some(&stored));
    assert_eq!((later.steps(), post(&later).link), (two.steps(), letter.link));
    later.keep_all();
    assert!(later.asked.contains(&Request::ForgetAside { key: key.clone() }));
    // Kept at last, it is taken away from there.
    two.wake();
    two.keep_all();
    assert!(two.asked.contains(&Request::ForgetAside { key }));
}

#[test]
fn where_nothing_can_be_kept_that_is_said_once_and_the_game_goes_on() {
    let (mut one, mut two, _) = friends(GameId::Orthodox, Color::Black);
    two.keep_all();
    let key = two.table.key().to_owned();
    let fail = |two: &mut Play| {
        let revision = two.last_keep().1;
        two.to(Event::KeepFailed { key: key.clone(), revision, fault: StoreFault::Blocked });
        two.to(Event::PutAside { key: key.clone(), done: false });
    };
    play_turn(&mut two, "e2e4");
    fail(&mut two);
    assert_eq!(notices(&two), ["mail.unkept"]);
    one.to(Event::Came(sent(&mut two)));
    play_turn(&mut one, "e7e5");
    two.to(Event::Came(sent(&mut one)));
    fail(&mut two);
    two.type_all("g1f3");
    fail(&mut two);
    assert_eq!(notices(&two), Vec::<&str>::new(), "once");
    assert_eq!(two.table.view().held, Some(step(GameId::Orthodox, "g1f3")));
    // A page that is opened anew knows nothing: it says what restores the game.
    let (table, asked) = Table::new(Setup::here(AnyPosition::initial(GameId::Orthodox), &key));
    let mut gone = Play { table, now: 3_000, asked };
    gone.to(Event::LoadFailed { key, fault: StoreFault::Blocked });
    assert_eq!((notices(&gone), gone.says()), (vec!["mail.gone"], "mail.gone"));
    gone.to(Event::Came(mail(&two).seat_link));
    assert_eq!(mail(&gone).own, Some(Color::White));
}

#[test]
fn while_the_store_cannot_be_read_a_letter_is_put_aside_and_taken_up_later() {
    let (mut one, two) = begun();
    let stored = two.table.content();
    play_turn(&mut one, "g1f3");
    let link = sent(&mut one);
    let mut blind = opened(&link);
    let key = blind.table.key().to_owned();
    let out = blind.to(Event::LoadFailed { key: key.clone(), fault: StoreFault::Blocked });
    let [aside] = &out
        .iter()
        .filter(|request| matches!(request, Request::PutAside { .. }))
        .collect::<Vec<_>>()[..]
    else {
        panic!("{out:?}");
    };
    let Request::PutAside { post: aside, unread: true, .. } = aside else { panic!("{aside:?}") };
    assert_eq!((aside.link.as_str(), aside.seat.as_str()), (link.as_str(), ""));
    assert_eq!(mail(&blind).own, None, "whose seat it is, the store knows");
    let keeps =
        |play: &Play| play.asked.iter().any(|request| matches!(request, Request::Keep { .. }));
    assert!(!keeps(&blind));
    // Read again by this window, or by another.
    let (table, asked) = Table::new(Setup::here(AnyPosition::initial(GameId::Orthodox), &key));
    let mut other = Play { table, now: 5_000, asked };
    other.to(Event::Aside { key: key.clone(), post: aside.clone(), unread: true });
    blind.to(Event::PutAside { key: key.clone(), done: true });
    blind.wake();
    blind.to(Event::Aside { key, post: aside.clone(), unread: true });
    for play in [&mut blind, &mut other] {
        loaded(play, Some(&stored));
        assert_eq!((play.steps(), play.table.question()), (one.steps(), None));
        assert_eq!((mail(play).own, mail(play).is_due), (Some(Color::Black), true));
        play.keep_all();
        assert!(play.asked.iter().any(|request| matches!(request, Request::ForgetAside { .. })));
    }
}

#[test]
fn what_lies_beside_the_store_and_departs_from_it_is_asked_about() {
    let (mut one, _) = begun();
    let mut twin = Play { table: one.table.clone(), now: 800, asked: Vec::new() };
    play_turn(&mut one, "g1f3");
    play_turn(&mut twin, "b1c3");
    let key = one.table.key().to_owned();
    let (table, asked) = Table::new(Setup::here(AnyPosition::initial(GameId::Orthodox), &key));
    let mut later = Play { table, now: 3_000, asked };
    later.to(Event::Aside { key, post: post(&twin), unread: false });
    loaded(&mut later, Some(&one.table.content()));
    assert_eq!(later.steps(), one.steps());
    assert!(matches!(later.table.question(), Some(Question::Came(_))), "neither is lost");
}

/// What the simulation has found: the seat that lies beside the store fits the answer that lies there,
/// and not the invitation that is stored.
#[test]
fn who_has_accepted_while_the_store_could_not_be_read_has_the_seat_at_once() {
    let mut one = Play::new(here(GameId::Orthodox));
    let (name, entropy) = ("Ada".to_owned(), entropy(1));
    one.to(Event::Invite { color: Color::Black, open: false, name, entropy });
    let invitation = sent(&mut one);
    let mut looked = opened(&invitation);
    loaded(&mut looked, None);
    let stored = looked.table.content();
    let mut two = opened(&invitation);
    let key = two.table.key().to_owned();
    two.to(Event::LoadFailed { key: key.clone(), fault: StoreFault::Blocked });
    two.to(Event::Accept { name: "Eve".to_owned(), quick: false, entropy: self::entropy(2) });
    let (table, asked) = Table::new(Setup::here(AnyPosition::initial(GameId::Orthodox), &key));
    let mut later = Play { table, now: 3_000, asked };
    later.to(Event::Aside { key, post: post(&two), unread: true });
    loaded(&mut later, Some(&stored));
    assert_eq!((mail(&later).own, later.table.question()), (Some(Color::White), None));
    assert!(mail(&later).is_due, "the first turn goes with the answer");
}

/// What the simulation has found: the store's line and what lies beside it are one, from which this
/// window departs.
#[test]
fn a_window_that_departs_from_what_lies_beside_the_store_hears_of_it() {
    let (mut one, mut two) = begun();
    let mut twin = Play { table: one.table.clone(), now: 800, asked: Vec::new() };
    play_turn(&mut one, "g1f3");
    let stored = one.table.content();
    two.to(Event::Came(sent(&mut one)));
    play_turn(&mut two, "b8c6");
    one.to(Event::Came(sent(&mut two)));
    play_turn(&mut twin, "b1c3");
    twin.to(Event::TakenElsewhere);
    twin.to(Event::TakeUp);
    let key = twin.table.key().to_owned();
    twin.to(Event::Aside { key, post: post(&one), unread: false });
    loaded(&mut twin, Some(&stored));
    assert_eq!(twin.steps(), one.steps());
    assert!(matches!(twin.table.question(), Some(Question::Came(came)) if came.is_own));
}

/// What the simulation has found: a takeback that was agreed to in another window is no fork, the player
/// hears of it, and the letter that says so is still to be handed on.
#[test]
fn a_turn_that_was_given_back_in_another_window_is_told_of_and_the_letter_goes_out() {
    let (mut one, mut two) = begun();
    let stored = two.table.content();
    let mut behind = Play { table: two.table.clone(), now: 700, asked: Vec::new() };
    one.to(Event::TakeBack);
    two.to(Event::Came(sent(&mut one)));
    assert_eq!(two.table.question(), Some(Question::TakebackAsked));
    let mut twin = Play { table: two.table.clone(), now: 800, asked: Vec::new() };
    two.to(Event::Answer(true));
    assert!(two.steps().is_empty());
    // It stands in the store, or beside it, where the store has not even the letter that asked.
    let mut after = Play { table: twin.table.clone(), now: 900, asked: Vec::new() };
    twin.to(Event::TakenElsewhere);
    twin.to(Event::TakeUp);
    loaded(&mut twin, Some(&two.table.content()));
    after.to(Event::TakenElsewhere);
    after.to(Event::TakeUp);
    let key = after.table.key().to_owned();
    let aside = Event::Aside { key, post: post(&two), unread: false };
    let before = after.table.clone();
    after.to(aside);
    loaded(&mut after, Some(&stored));
    // A third window knows not even that it was asked for; a closed one has noted the answer.
    behind.to(Event::TakenElsewhere);
    behind.to(Event::TakeUp);
    let asks = before.content();
    let came = mail(&two).out.unwrap();
    let noted = asks.post.clone().map(|post| Post { came, ..post });
    loaded(&mut behind, Some(&Content { post: noted, ..asks }));
    for play in [&mut twin, &mut after, &mut behind] {
        assert_eq!((play.steps(), play.table.question()), (Vec::new(), None));
        assert_eq!(notices(play), ["mail.given-back"]);
        assert_eq!(sent(play), mail(&two).out.unwrap(), "nobody has handed it on");
        assert!(mail(play).sent);
    }
    // If it has been, it is not offered once more.
    two.to(Event::HandedOn);
    let mut last = Play { table: before, now: 950, asked: Vec::new() };
    let key = last.table.key().to_owned();
    last.to(Event::Aside { key, post: post(&two), unread: false });
    loaded(&mut last, Some(&stored));
    last.keep_all();
    let sends = |request: &Request| matches!(request, Request::Send { .. });
    assert!(mail(&last).sent && !last.asked.iter().any(sends));
}

/// What the simulation has found: who had asked for it hears that the friend has granted it, when that came
/// to another window, and not that it was the own doing.
#[test]
fn a_turn_that_the_friend_gave_back_in_another_window_is_told_of_as_the_friends() {
    let (mut one, mut two) = begun();
    one.to(Event::TakeBack);
    let asks = sent(&mut one);
    let mut twin = Play { table: one.table.clone(), now: 800, asked: Vec::new() };
    two.to(Event::Came(asks));
    two.to(Event::Answer(true));
    one.to(Event::Came(sent(&mut two)));
    twin.to(Event::TakenElsewhere);
    twin.to(Event::TakeUp);
    loaded(&mut twin, Some(&one.table.content()));
    assert!(twin.steps().is_empty());
    assert_eq!(notices(&twin), ["mail.granted"]);
}

/// What the simulation has found: who has the seat of another answer to the invitation does not know
/// whether this answer was handed on, and its seat does not take the place of the one that fits.
#[test]
fn a_seat_that_does_not_fit_the_letter_says_nothing_of_it() {
    let (_, two, invitation) = friends(GameId::Charismatic, Color::Black);
    let mut other = play::opened(&invitation);
    other.to(Event::Accept { name: "Eve".to_owned(), quick: false, entropy: entropy(3) });
    let own = post(&two);
    assert!(!own.sent && own.seat != post(&other).seat);
    let without = Post { seat: post(&other).seat, sent: true, ..own.clone() };
    let content = |post: &Post| Content { post: Some(post.clone()), ..two.table.content() };
    for (found, noted) in [(&own, &without), (&without, &own)] {
        let stored = Stored { revision: 5, content: content(found) };
        let noted = content(noted);
        let due = recovered((two.table.key(), &[], 9, &noted), Some(&stored), 7);
        let content = due.map_or(stored.content, |due| due.content);
        assert_eq!(content.post.as_ref(), Some(&own));
    }
    // Where neither fits, the one that was stored stays: it may fit what comes later.
    let found = Stored { revision: 5, content: content(&without) };
    let noted = content(&Post { seat: String::new(), ..own });
    assert_eq!(recovered((two.table.key(), &[], 9, &noted), Some(&found), 7), None);
}

/// What the simulation has found: nothing is kept under the name of a game by link that is not here.
#[test]
fn of_a_game_by_link_that_is_not_here_nothing_is_kept() {
    let setup = Setup::here(AnyPosition::initial(GameId::Orthodox), "mail 0123");
    let (table, asked) = Table::new(setup);
    let mut gone = Play { table, now: 3_000, asked };
    loaded(&mut gone, None);
    gone.to(Event::Comment(Game::ROOT, "so".to_owned()));
    assert!(!gone.asked.iter().any(|request| matches!(request, Request::Keep { .. })));
}

/// What the simulation has found: a turn that a window has noted, and that is not in the store when it is
/// gone, is taken up by the next, also where another window has written meanwhile.
#[test]
fn a_turn_that_was_noted_beside_another_windows_game_is_taken_up() {
    let (mut one, _) = begun();
    let stored = |play: &Play| Stored { revision: 5, content: play.table.content() };
    let mut twin = Play { table: one.table.clone(), now: 800, asked: Vec::new() };
    let mut late = Play { table: one.table.clone(), now: 900, asked: Vec::new() };
    let before = one.table.content();
    play_turn(&mut one, "g1f3");
    let noted = one.table.content();
    let key = one.table.key().to_owned();
    let recover = |found: &Stored| recovered((&key, &[3], 4, &noted), Some(found), 77);
    // What stands there is as old as what it was to follow.
    let due = recover(&Stored { revision: 5, content: before }).expect("something is to be kept");
    assert_eq!((&*due.key, due.follows, due.revision, due.is_over), (&*key, 5, 77, false));
    let mut next = window(&key, &due.content);
    assert_eq!((next.steps(), next.table.question()), (one.steps(), None));
    assert_eq!(sent(&mut next), mail(&one).out.unwrap());
    // A window that stands there still goes on with it.
    late.to(Event::HandedOn);
    late.type_all("b1c3");
    late.to(Event::Undo);
    refused(&mut late, due.content.clone());
    assert_eq!((late.steps(), mail(&late).out), (one.steps(), mail(&one).out));
    // The other has played another turn: the player is asked.
    play_turn(&mut twin, "b1c3");
    let due = recover(&stored(&twin)).expect("both are kept");
    let next = window(&key, &due.content);
    assert_eq!(next.steps(), twin.steps());
    assert!(matches!(next.table.question(), Some(Question::Came(_))), "neither is lost");
    let considered = next.table.game().next(next.table.game().parent(next.table.game().tip()));
    assert_eq!(considered.len(), 2, "the turn stays beside the line");
    // It stands in what is there.
    assert_eq!(recover(&stored(&one)), None);
}

/// What the simulation has found: a window that looks on meets what another one has accepted, and the
/// seat stays.
#[test]
fn the_seat_of_an_answer_stays_when_a_window_that_looks_on_writes() {
    let mut one = Play::new(here(GameId::Orthodox));
    let (name, entropy) = ("Ada".to_owned(), entropy(1));
    one.to(Event::Invite { color: Color::Black, open: false, name, entropy });
    let invitation = sent(&mut one);
    let mut first = opened(&invitation);
    loaded(&mut first, None);
    let mut looks = window(first.table.key(), &first.table.content());
    let mut two = Play { table: looks.table.clone(), now: 700, asked: Vec::new() };
    two.to(Event::Accept { name: "Eve".to_owned(), quick: false, entropy: self::entropy(2) });
    let (key, noted) = (two.table.key().to_owned(), two.table.content());
    let found = Stored { revision: 5, content: looks.table.content() };
    let due = recovered((&key, &[3], 4, &noted), Some(&found), 77).unwrap();
    looks.to(Event::TakenElsewhere);
    looks.to(Event::TakeUp);
    loaded(&mut looks, Some(&due.content));
    assert_eq!((mail(&looks).own, looks.table.question()), (Some(Color::White), None));
    looks.keep_all();
    assert_eq!(post(&looks).seat, post(&two).seat);
}

/// A window that has written in vain hears what the store has now.
fn met(window: &mut Play, content: &Content) {
    window.to(Event::TakenElsewhere);
    window.to(Event::TakeUp);
    loaded(window, Some(content));
    window.keep_all();
}

/// Either window may be without the seat, and have the newer letter or the same one: the player sits there, and
/// the seat is kept.
#[test]
fn where_two_windows_meet_the_seat_of_either_stays() {
    let without_seat = |mut content: Content| {
        content.post.as_mut().unwrap().seat.clear();
        content
    };
    let (mut one, mut two) = begun();
    let older = one.table.content();
    let key = one.table.key().to_owned();
    play_turn(&mut one, "g1f3");
    let own_turn = sent(&mut one);
    two.to(Event::Came(own_turn));
    play_turn(&mut two, "b8c6");
    one.to(Event::Came(sent(&mut two)));
    one.keep_all();
    let newer = one.table.content();
    for here in [&older, &newer] {
        for stored in [&older, &newer] {
            for [is_here, is_there] in [[true, true], [true, false], [false, true]] {
                let of = |content: &Content, has_seat: bool| match has_seat {
                    true => content.clone(),
                    false => without_seat(content.clone()),
                };
                let mut play = window(&key, &of(here, is_here));
                assert_eq!(mail(&play).own.is_some(), is_here);
                met(&mut play, &of(stored, is_there));
                let steps = if here == &newer || stored == &newer { 4 } else { 2 };
                let case = format!("{steps} steps, {is_here}, {is_there}");
                assert_eq!(
                    (mail(&play).own, play.steps().len()),
                    (Some(Color::White), steps),
                    "{case}"
                );
                assert!(mail(&play).is_due && play.table.view().may_act, "{case}");
                // Another window finds it in the store.
                let again = window(&key, &play.table.content());
                assert_eq!(mail(&again).own, Some(Color::White), "{case}");
            }
        }
    }
}

/// A letter stays the same where a later version has written more beside it. Since when it has been shared, which
/// days for each turn are counted from, is known from the window that was told of it last.
#[test]
fn a_letter_with_more_beside_it_is_the_same_where_two_windows_meet() {
    let (mut one, _) = begun();
    play_turn(&mut one, "g1f3");
    let letter = sent(&mut one);
    let content = one.table.content();
    let mut opened = record::link::read(&letter).unwrap();
    opened.sections.push(record::link::Section { kind: 98, bytes: vec![1, 2] });
    let more = record::link::write(&opened.record, &opened.sections).unwrap();
    for link in [letter, more] {
        let mut stored = content.clone();
        let beside = stored.post.as_mut().unwrap();
        (beside.link, beside.seat, beside.since) = (link, String::new(), 5_000_000);
        let mut play = window(one.table.key(), &content);
        met(&mut play, &stored);
        assert_eq!((post(&play).since, mail(&play).own), (5_000_000, Some(Color::White)));
    }
}

/// One seat, one game, also in the middle of a turn.
#[test]
fn of_two_turns_begun_at_once_the_player_keeps_one() {
    let (mut one, _) = begun();
    let mut twin = Play { table: one.table.clone(), now: 800, asked: Vec::new() };
    one.type_all("g1f3");
    twin.type_all("b1c3");
    let mine = twin.table.position();
    refused(&mut twin, one.table.content());
    let question = asked(&twin);
    let (title, _, answers) = spoken(&question);
    assert_eq!(title, "This game went on in another window");
    assert_eq!(answers, ["Go on from there", "Keep both"]);
    let boards: Vec<AnyPosition> = question.boards.iter().map(|(_, board)| *board).collect();
    assert_eq!(boards, [one.table.position(), mine]);
    assert_eq!(twin.table.view().held, one.table.view().held);
    let out = twin.to(Event::Choose(Choice::KeepApart));
    let [Request::OpenApart { link }, ..] = &out[..] else { panic!("{out:?}") };
    let apart = record::link::read(link).unwrap();
    assert_eq!(*apart.record.live(), mine);
    assert!(Table::open(link).is_err(), "no seat plays it");
    // Where one has only begun, the other is asked nothing.
    let (mut one, _) = begun();
    let mut twin = Play { table: one.table.clone(), now: 800, asked: Vec::new() };
    one.type_all("g1f3");
    twin.to(Event::OfferDraw);
    twin.to(Event::Answer(true));
    twin.type_all("b1c3");
    twin.to(Event::Undo);
    refused(&mut twin, one.table.content());
    assert_eq!((twin.table.question(), twin.table.view().held), (None, one.table.view().held));
}

// Another game.

#[test]
fn a_rematch_invites_the_friend_with_the_sides_swapped() {
    let (mut one, mut two) = begun();
    assert!(!one.table.view().controls.rematch);
    assert_eq!(one.to(Event::InviteAgain { entropy: entropy(7) }), [], "the game goes on");
    one.to(Event::Resign);
    one.to(Event::Answer(true));
    assert!(one.table.view().controls.rematch);
    let out = one.to(Event::InviteAgain { entropy: entropy(7) });
    let [Request::BeginByLink { key, content }, ..] = &out[..] else { panic!("{out:?}") };
    assert_ne!(key, one.table.key());
    let again = window(key, content);
    assert_eq!((mail(&again).own, mail(&again).is_due), (Some(Color::Black), false));
    assert_eq!(mail(&again).names, [String::new(), "Ada".to_owned()]);
    let sends = |request: &Request| matches!(request, Request::Send { .. });
    assert!(again.asked.iter().any(sends), "the invitation is to be handed on");
    two.to(Event::Came(mail(&again).out.unwrap()));
    assert!(two.asked.iter().any(|request| matches!(request, Request::OpenApart { .. })));
    // Who looks on has no friend to ask.
    let mut three = opened(&mail(&one).out.unwrap());
    loaded(&mut three, None);
    assert!(!three.table.view().controls.rematch);
    assert_eq!(three.to(Event::InviteAgain { entropy: entropy(8) }), []);
}

#[test]
fn a_game_by_link_begins_under_a_name_of_its_own() {
    let start = AnyPosition::initial(GameId::Magnetic);
    let open = table::Agreed { open: true, ..table::Agreed::default() };
    let begun = invitation(start, Color::White, "Ada", open, &entropy(4));
    let Some(Request::BeginByLink { key, content }) = begun else { panic!("{begun:?}") };
    let play = window(&key, &content);
    assert_eq!(play.table.key(), key);
    assert_eq!((play.table.seat_of(Color::White), mail(&play).is_due), (Seat::Here, true));
    assert_eq!(text(&mail(&play).note), "An invitation to Magnetic Chess: Black is yours");
}

// What can be done.

#[test]
fn the_controls_of_a_game_by_link_are_those_of_the_own_side() {
    let mut one = Play::new(here(GameId::Orthodox));
    let (name, entropy) = (String::new(), entropy(1));
    one.to(Event::Invite { color: Color::White, open: false, name, entropy });
    let controls = |play: &Play| {
        let controls = play.table.view().controls;
        (controls.resign, controls.offer, controls.takeback)
    };
    assert_eq!(controls(&one), (false, true, false), "nobody has answered yet");
    let (mut one, mut two) = begun();
    assert_eq!(controls(&one), (true, true, true));
    assert_eq!(controls(&two), (true, false, false), "who waits may only resign");
    play_turn(&mut one, "g1f3");
    assert_eq!(controls(&one), (true, false, false));
    two.to(Event::Came(sent(&mut one)));
    assert_eq!(controls(&two), (true, true, true));
    let mut three = opened(&sent_again(&mut one));
    loaded(&mut three, None);
    assert_eq!(controls(&three), (false, false, false), "who looks on may nothing");
    three.to(Event::Resign);
    three.to(Event::OfferDraw);
    three.to(Event::TakeBack);
    assert!(!matches!(three.table.question(), Some(Question::Resign(_))));
}

#[test]
fn the_draws_of_a_game_by_link_are_proven() {
    let (mut one, mut two) = bound();
    let proof = one.table.proof().unwrap();
    assert_eq!((proof.draws.len(), text(&proof.verdict)), (0, "Nothing was drawn yet.".to_owned()));
    one.to(Event::Draw);
    one.to(Event::PlaceRest);
    one.to(Event::EndTurn);
    assert!(text(&mail(&one).note).ends_with(", your turn to place: Black"));
    two.to(Event::Came(sent(&mut one)));
    assert_eq!(two.table.position().phase(), Phase::Placement);
    let proof = two.table.proof().unwrap();
    assert!(proof.is_good && text(&proof.verdict).starts_with("All 1 draws follow"));
    let Step::Draw(hand) = one.steps()[0] else { panic!("no draw") };
    let drawn = Step::Draw(hand).display(GameId::Charismatic.spec()).to_string();
    assert_eq!(text(&proof.draws[0]), format!("Turn 1, White: {}", &drawn["draw:".len()..]));
    let (plain, _) = begun();
    assert_eq!(plain.table.proof(), None);
}

// Versions.

/// What pages of another commit have kept and sent (tests/fixtures/d596b89).
fn fixture(name: &str) -> serde_json::Value {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/d596b89");
    serde_json::from_str(&fs::read_to_string(format!("{folder}/{name}.json")).unwrap()).unwrap()
}

fn version(link: &str) -> u8 {
    let opened = record::link::read(link).unwrap();
    opened.sections.iter().find(|section| section.kind == 2).unwrap().bytes[0]
}

#[test]
fn games_that_run_in_version_1_open_as_they_were_and_end_in_version_1() {
    let stored = fixture("stored");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let post = |value: &serde_json::Value| Post {
        since: 0,
        link: text(&value["link"]),
        seat: text(&value["seat"]),
        sent: value["sent"] == true,
        seen: value["seen"] == true,
        came: text(&value["came"]),
    };
    let games = stored["stores"]["games"].as_array().unwrap();
    let mut count = 0;
    for kept in stored["stores"]["mail"].as_array().unwrap() {
        let key = text(&kept["key"]);
        let (mine, shown) = stored["games"]
            .as_object()
            .unwrap()
            .iter()
            .find(|(address, _)| address.ends_with(&key.replace("mail ", "mail=")))
            .unwrap();
        let saved = games.iter().find(|game| text(&game["key"]) == key).unwrap();
        let content =
            Content { saved: text(&saved["saved"]), post: Some(post(kept)), ..Content::default() };
        let (table, asked) = Table::new(Setup::here(AnyPosition::initial(GameId::Orthodox), &key));
        let mut play = Play { table, now: 9_000, asked };
        // What the store had not taken.
        let aside = text(&stored["local"][format!("fivefold-mail:{key}")]);
        if let Ok(aside) = serde_json::from_str::<serde_json::Value>(&aside) {
            play.to(Event::Aside { key: key.clone(), post: post(&aside), unread: false });
        }
        loaded(&mut play, Some(&content));
        let view = mail(&play);
        assert_eq!(view.is_due, shown["mail"] == "due", "{mine}");
        assert!(view.own.is_some() && play.table.question().is_none(), "{mine}");
        let turns = play.table.game().main_line().count();
        assert_eq!(turns, shown["turns"].as_array().unwrap().len(), "{mine}");
        let keeps = |request: &Request| matches!(request, Request::Keep { .. });
        assert_eq!(play.asked.iter().any(keeps), aside != String::new(), "{mine}: as it was kept");
        count += 1;
        play.to(Event::Resign);
        play.to(Event::Answer(true));
        let letter = sent(&mut play);
        assert_eq!((version(&letter), Table::open(&letter).is_ok()), (1, true), "{mine}");
        // That version has no lines.
        play.to(Event::Line("hello".to_owned()));
        let view = mail(&play);
        assert_eq!((view.line, view.out), (None, Some(letter)), "{mine}");
    }
    assert_eq!(count, 7);
    // What was sent then is answered as well; what begins now has version 2.
    for (game, links) in fixture("links").as_object().unwrap() {
        let Some(letters) = links["letters"].as_array() else { continue };
        let mut play = opened(&text(&links["seat"]));
        loaded(&mut play, None);
        play.to(Event::Came(text(letters.last().unwrap())));
        assert!(mail(&play).is_due && play.table.question().is_none(), "{game}");
    }
    let (mut one, mut two, invitation) = friends(GameId::Charismatic, Color::White);
    let answer = sent(&mut two);
    one.to(Event::Came(answer.clone()));
    let letters = [invitation, answer, sent(&mut one)];
    assert_eq!(letters.map(|link| version(&link)), [2, 2, 2]);
}

/// A letter of version 1 has no line: none is written and none removed, so that nothing is to be kept anew. That
/// shows where the store has refused the letter, as whatever changes there is kept at once.
#[test]
fn a_line_for_a_letter_that_has_none_changes_nothing() {
    let links = &fixture("links")["magnetic"];
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let mut play = opened(&text(&links["seat"]));
    loaded(&mut play, None);
    play.to(Event::Came(text(links["letters"].as_array().unwrap().last().unwrap())));
    play.keep_all();
    play.to(Event::Resign);
    play.to(Event::Answer(true));
    let letter = mail(&play).out.unwrap();
    assert_eq!(version(&letter), 1);
    let (key, revision) = (play.table.key().to_owned(), play.last_keep().1);
    play.to(Event::KeepFailed { key, revision, fault: StoreFault::Blocked });
    for line in ["hello", "", " "] {
        let keeps = |request: &Request| matches!(request, Request::Keep { .. });
        assert!(!play.to(Event::Line(line.to_owned())).iter().any(keeps), "{line:?}");
        let view = mail(&play);
        assert_eq!((view.line, view.out.as_ref()), (None, Some(&letter)), "{line:?}");
    }
}

#[test]
fn a_letter_does_not_count_as_handed_on_because_a_window_without_its_seat_takes_it_for_the_friends()
{
    let (_, mut two, _) = friends(GameId::Orthodox, Color::Black);
    play_turn(&mut two, "e2e4");
    assert!(!two.table.view().mail.unwrap().sent);
    let mut content = two.table.content();
    let post = content.post.as_mut().unwrap();
    (post.seat, post.sent) = (String::new(), true);
    refused(&mut two, content);
    let mail = two.table.view().mail.unwrap();
    assert!(!mail.sent && mail.out.is_some(), "{mail:?}");
}

/// Two players of a game with draws; whoever invites plays `color` and offers a Quick start, which is
/// agreed to or not.
fn quick(color: Color, agreed: bool) -> (Play, Play) {
    let start = AnyPosition::initial(GameId::Charismatic);
    let quick = table::Agreed { quick: true, ..table::Agreed::default() };
    let begun = invitation(start, color, "Ada", quick, &entropy(1));
    let Some(Request::BeginByLink { key, content }) = begun else { panic!("an invitation") };
    let mut one = window(&key, &content);
    let mut two = opened(&mail(&one).out.unwrap());
    loaded(&mut two, None);
    one.to(Event::HandedOn);
    let asked = asked(&two);
    let replies: Vec<Decision> = asked.replies.iter().map(|(_, decision)| *decision).collect();
    let no = Decision::YesNo(false);
    assert_eq!(replies, [Decision::AcceptQuick, Decision::Accept, no]);
    two.to(Event::Accept { name: "Eve".to_owned(), quick: agreed, entropy: entropy(2) });
    (one, two)
}

/// How many links come before White's first move, by what is said with the newest own letter.
fn foretold(play: &Play) -> Option<Value> {
    let says = play.table.view().says;
    let then = says.values.into_iter().find(|(name, _)| *name == "then")?.1;
    let Value::Sentence(then) = then else { return None };
    then.values.into_iter().next().map(|(_, count)| count)
}

#[test]
fn a_quick_start_by_link_is_offered_agreed_to_and_placed_by_a_common_draw() {
    for (color, links) in [(Color::Black, 3), (Color::White, 4)] {
        let (mut one, mut two) = quick(color, true);
        let mut sent_so_far = 1;
        let players =
            if color == Color::Black { [&mut two, &mut one] } else { [&mut one, &mut two] };
        let [white, black] = players;
        // The answer, and what the pages send by themselves.
        let mut turn = if color == Color::Black { Color::White } else { Color::Black };
        while !white.table.view().may_act {
            let (from, to) = match turn {
                Color::White => (&mut *white, &mut *black),
                Color::Black => (&mut *black, &mut *white),
            };
            let link = sent(from);
            to.to(Event::Came(link));
            sent_so_far += 1;
            turn = !turn;
        }
        assert_eq!(sent_so_far, links);
        // White's page has placed both sides, and White is to move.
        let view = white.table.view();
        assert_eq!((view.position.phase(), view.turn), (Phase::Movement, Color::White));
        assert!(said(white).contains(&"mail.placed"));
        assert_eq!(mail(white).out, None, "nothing but the first turn goes out");
        let placed = white.steps().len();
        assert!(black.steps().is_empty());
        // It stands there again when the page is loaded, and when the same link comes again.
        white.keep_all();
        let again = window(white.table.key(), &white.table.content());
        assert_eq!((again.steps(), again.table.question()), (white.steps(), None));
        assert!(again.table.view().may_act && mail(&again).out.is_none());
        // A turn with its end.
        while white.steps().len() == placed || white.table.view().turn == Color::White {
            let steps = white.table.view().position.list();
            let end = steps.contains(&Step::End);
            white.to(Event::Step(if end { Step::End } else { steps[0] }));
            assert_eq!(white.table.view().refusal, None);
        }
        let first = sent(white);
        black.to(Event::Came(first));
        assert_eq!((black.steps(), black.table.question()), (white.steps(), None));
        assert!(black.table.view().may_act);
        let proof = black.table.proof().unwrap();
        assert!(proof.is_good && proof.draws.len() == 6);
    }
}

#[test]
fn who_does_not_agree_to_the_quick_start_plays_the_game_with_its_draws() {
    let (mut one, mut two) = quick(Color::Black, false);
    one.to(Event::Came(sent(&mut two)));
    two.to(Event::Came(sent(&mut one)));
    let view = two.table.view();
    assert!(view.controls.draw && two.steps().is_empty());
    assert_eq!(view.position.phase(), Phase::Placement);
}

#[test]
fn how_long_it_takes_until_white_moves_is_said_with_each_letter() {
    let (mut one, mut two, _) = friends(GameId::Charismatic, Color::Black);
    assert_eq!(foretold(&one), Some(Value::Count(8)));
    let link = sent(&mut two);
    assert_eq!(foretold(&two), Some(Value::Count(7)));
    one.to(Event::Came(link));
    let link = sent(&mut one);
    assert_eq!(foretold(&one), Some(Value::Count(6)));
    two.to(Event::Came(link));
    let mut left = 6;
    let (mut mover, mut other) = (two, one);
    while left > 0 {
        mover.to(Event::Draw);
        mover.to(Event::PlaceRest);
        mover.to(Event::EndTurn);
        left -= 1;
        let link = sent(&mut mover);
        assert_eq!(foretold(&mover), Some(Value::Count(left)).filter(|_| left > 0));
        other.to(Event::Came(link));
        std::mem::swap(&mut mover, &mut other);
    }
    assert_eq!(mover.table.view().position.phase(), Phase::Movement);
    assert!(mover.table.view().may_act, "White moves with the tenth link");
    // Of a game without draws nothing of the kind is said.
    let (_, mut two, _) = friends(GameId::Orthodox, Color::Black);
    play_turn(&mut two, "e2e4");
    sent(&mut two);
    assert_eq!(two.says(), "mail.waits");
}

/// What lies beside the store was put there by who could read it, or by who could not: then another
/// window may have gone on meanwhile, and the player is asked.
#[test]
fn a_letter_ahead_beside_the_store_is_taken_by_who_had_read_the_store_and_else_asked_about() {
    let (mut one, mut two) = begun();
    let stored = one.table.content();
    play_turn(&mut one, "g1f3");
    two.to(Event::Came(sent(&mut one)));
    play_turn(&mut two, "b8c6");
    one.to(Event::Came(sent(&mut two)));
    play_turn(&mut one, "f1c4");
    for unread in [false, true] {
        let key = one.table.key().to_owned();
        let (table, asked) = Table::new(Setup::here(AnyPosition::initial(GameId::Orthodox), &key));
        let mut later = Play { table, now: 3_000, asked };
        later.to(Event::Aside { key, post: post(&one), unread });
        loaded(&mut later, Some(&stored));
        let is_asked = matches!(later.table.question(), Some(Question::Came(_)));
        let steps = if unread { 2 } else { 5 };
        assert_eq!((is_asked, later.steps().len()), (unread, steps), "unread: {unread}");
    }
}

#[test]
fn who_is_invited_is_told_by_whom() {
    let mut one = Play::new(here(GameId::Orthodox));
    let (name, entropy) = ("Ada".to_owned(), entropy(1));
    one.to(Event::Invite { color: Color::Black, open: false, name, entropy });
    let two = opened(&sent(&mut one));
    let says = asked(&two).says.remove(0);
    let name = says.values.iter().find(|(name, _)| *name == "name").map(|(_, value)| value.clone());
    assert_eq!(name, Some(Value::Name("Ada".to_owned())));
}

#[test]
fn nobody_takes_a_seat_of_a_game_with_draws_by_sitting_down() {
    let (mut one, _) = bound();
    let link = one.table.content().post.unwrap().link;
    let mut third = opened(&link);
    loaded(&mut third, None);
    third.to(Event::SitDown);
    assert_eq!(mail(&third).own, None);
    one.to(Event::SitDown);
    assert_eq!(mail(&one).own, Some(Color::White));
}

#[test]
fn a_seat_taken_up_without_its_key_is_told_to_both_once() {
    let (mut one, _) = begun();
    play_turn(&mut one, "g1f3");
    let mut late = opened(&sent(&mut one));
    loaded(&mut late, None);
    assert!(asked(&late).says.iter().any(|says| says.key == "mail.unsigned-own"));
    late.to(Event::Answer(true));
    let keys = |play: &Play| {
        play.table.seals().unwrap().says.iter().map(|says| says.key).collect::<Vec<_>>()
    };
    for (place, (theirs, own)) in [("b8c6", "f1b5"), ("a7a6", "b5a4")].into_iter().enumerate() {
        play_turn(&mut late, theirs);
        assert_eq!(keys(&late), ["fair.signed.whole", "fair.signed.until"]);
        let is_told = |out: &[Request]| {
            let is_it = |request: &Request| matches!(request, Request::Notice(says) if says.key.starts_with("mail.unsigned"));
            out.iter().any(is_it)
        };
        let out = one.to(Event::Came(sent(&mut late)));
        assert_eq!(is_told(&out), place == 0, "{theirs}");
        play_turn(&mut one, own);
        assert!(!is_told(&late.to(Event::Came(sent(&mut one)))));
    }
}

#[test]
fn a_turn_that_two_windows_have_made_keeps_the_signature_of_the_one_with_the_key() {
    let (mut one, mut two) = begun();
    play_turn(&mut one, "g1f3");
    let link = sent(&mut one);
    let mut late = opened(&link);
    loaded(&mut late, None);
    late.to(Event::Answer(true));
    play_turn(&mut late, "b8c6");
    two.to(Event::Came(link));
    play_turn(&mut two, "b8c6");
    assert_ne!(post(&late).link, post(&two).link, "one is not signed");
    refused(&mut late, two.table.content());
    assert_eq!(post(&late).link, post(&two).link);
}

#[test]
fn a_link_with_a_wrong_signature_is_refused_and_named() {
    use record::letter::{Letter, kind};
    use record::link::{self, Section};
    let (mut one, mut two) = begun();
    play_turn(&mut one, "g1f3");
    let mut read = link::read(&sent(&mut one)).unwrap();
    let is_letter = |section: &&mut Section| section.kind == link::kind::LETTER;
    let section = read.sections.iter_mut().find(is_letter).unwrap();
    let mut letter = Letter::read(&section.bytes).unwrap();
    let mut joined = letter.field(kind::JOINED).unwrap().to_vec();
    joined[2] ^= 1;
    assert!(letter.set_field(kind::JOINED, Some(joined)));
    section.bytes = letter.write();
    let forged = link::write(&read.record, &read.sections).unwrap();
    let before = two.steps();
    two.to(Event::Came(forged.clone()));
    assert_eq!(asked(&two).says[0].key, "mail.came.forged");
    assert_eq!(two.steps(), before);
    // Nor is it opened where the game is not known.
    let error = Table::open(&forged).unwrap_err();
    assert_eq!(error.to_string(), "forged White");
}

#[test]
fn a_name_that_was_agreed_stays_whatever_stands_beside_the_letter() {
    use record::link::{self, Section};
    let (_, mut two, _) = friends(GameId::Orthodox, Color::Black);
    play_turn(&mut two, "e2e4");
    let mut read = link::read(&sent(&mut two)).unwrap();
    let names = read.sections.iter_mut().find(|section| section.as_names().is_some()).unwrap();
    *names = Section::names("Mal", "Mal");
    let forged = link::write(&read.record, &read.sections).unwrap();
    assert_eq!(mail(&play::opened(&forged)).names, ["Eve", "Ada"]);
}

/// The same letter with something in it changed, which no signature covers.
fn rewritten(text: &str, change: impl Fn(&mut record::letter::Letter)) -> String {
    use record::letter::Letter;
    use record::link;
    let mut read = link::read(text).unwrap();
    let is_letter = |section: &&mut link::Section| section.kind == link::kind::LETTER;
    let section = read.sections.iter_mut().find(is_letter).unwrap();
    let mut letter = Letter::read(&section.bytes).unwrap();
    change(&mut letter);
    section.bytes = letter.write();
    link::write(&read.record, &read.sections).unwrap()
}

/// The same letter without the signatures of its turns.
fn unsigned(text: &str) -> String {
    use record::letter::kind;
    rewritten(text, |letter| {
        assert!([kind::JOINED, kind::SIGNATURES].iter().all(|&kind| letter.set_field(kind, None)));
    })
}

/// How often it was told here, since the last letter went out, that a friend's one came without a signature.
fn told_unsigned(play: &Play) -> usize {
    notices(play).into_iter().filter(|&key| key == "mail.unsigned").count()
}

/// The turn of an invitation cannot be signed: the first one that could be, and is not, is told of.
#[test]
fn the_first_turn_behind_an_invitation_that_lacks_a_signature_is_told_of() {
    let mut one = Play::new(here(GameId::Orthodox));
    let (name, entropy) = ("Ada".to_owned(), entropy(1));
    one.to(Event::Invite { color: Color::White, open: false, name, entropy });
    play_turn(&mut one, "e2e4");
    let mut two = play::opened(&sent(&mut one));
    two.to(Event::Accept { name: "Eve".to_owned(), quick: false, entropy: self::entropy(2) });
    play_turn(&mut two, "e7e5");
    one.to(Event::Came(sent(&mut two)));
    assert_eq!(told_unsigned(&one), 0);
    play_turn(&mut one, "g1f3");
    two.to(Event::Came(unsigned(&sent(&mut one))));
    assert_eq!((two.steps().len(), told_unsigned(&two)), (3, 1));
}

/// A friend who has never signed ceases to do so with the first letter, and not with each.
#[test]
fn who_never_signs_is_told_of_once() {
    let (mut one, mut two, _) = friends(GameId::Orthodox, Color::Black);
    for (theirs, own) in [("e2e4", "e7e5"), ("g1f3", "b8c6"), ("f1b5", "a7a6")] {
        play_turn(&mut two, theirs);
        one.to(Event::Came(unsigned(&sent(&mut two))));
        assert_eq!(told_unsigned(&one), usize::from(theirs == "e2e4"), "{theirs}");
        play_turn(&mut one, own);
        two.to(Event::Came(sent(&mut one)));
    }
    assert_eq!((one.steps().len(), told_unsigned(&two)), (6, 0));
}

/// Pages without a seat, which have the same letter with its signatures and without them.
#[test]
fn signatures_that_the_store_has_are_taken_over_where_nobody_sits() {
    let (mut one, mut two) = begun();
    play_turn(&mut one, "g1f3");
    two.to(Event::Came(sent(&mut one)));
    play_turn(&mut two, "b8c6");
    let link = sent(&mut two);
    let mut signed = opened(&link);
    loaded(&mut signed, None);
    let mut plain = opened(&unsigned(&link));
    loaded(&mut plain, None);
    assert_ne!(post(&plain).link, post(&signed).link);
    assert_eq!((mail(&plain).own, mail(&signed).own), (None, None));
    refused(&mut plain, signed.table.content());
    assert_eq!(post(&plain).link, post(&signed).link);
}

/// What was given in a game, White's first, as the newest letter says it.
fn given(play: &Play) -> [u32; 2] {
    let letter = play::letter_of(play.table.letter_link().unwrap()).unwrap().0.letter;
    letter.given().map(|list| list.total())
}

/// A letter that says that both sides were given time.
fn with_gifts(text: &str) -> String {
    rewritten(text, |letter| {
        let gift = |turn: u32| {
            let mut list = record::letter::Gifts::default();
            list.add(turn);
            list
        };
        assert!(letter.set_given(&[gift(1), gift(1)]));
    })
}

/// A friend's letter says what the friend has given, and not what the friend was given; one's own says both, where
/// it was written in another window.
#[test]
fn of_a_letter_that_came_the_gifts_of_its_sender_count() {
    let (mut one, mut two) = begun();
    play_turn(&mut one, "g1f3");
    two.keep_all();
    let stored = two.table.content();
    let link = with_gifts(&sent(&mut one));
    two.to(Event::Came(link.clone()));
    assert_eq!((two.steps().len(), given(&two)), (3, [0, 1]), "White has given it");
    // White's own other window.
    let mut own = window(two.table.key(), &stored);
    own.to(Event::Came(link.clone()));
    play_turn(&mut own, "b8c6");
    let written = with_gifts(&sent(&mut own));
    two.to(Event::Came(written));
    assert_eq!((two.steps().len(), given(&two)), (4, [1, 1]));
}

/// The letter behind 1. e4 e5 with other turns foreseen, and the friend, to whom it has not come yet.
fn foreseeing(lines: &[&[&str]]) -> (Vec<String>, Play) {
    let (mut one, two) = after_e4_e5();
    one.keep_all();
    let letters = lines.iter().map(|lines| {
        let (_, content) = conditional(&one, lines);
        sent(&mut window(one.table.key(), &content))
    });
    let letters = letters.collect();
    (letters, two)
}

/// To a letter that has gone out turns can only be added: one that has fewer of them, or others, changes nothing.
#[test]
fn what_a_friend_has_foreseen_is_not_taken_away_by_the_same_letter() {
    let lines: [&[&str]; 4] = [&["Nf3 Nc6"], &["d4 exd4"], &["Nf3 Nc6", "d4 exd4"], &["Nf3 d6"]];
    let (letters, two) = foreseeing(&lines);
    let answered = |came: &[usize], turn: &str| {
        let mut two = Play { table: two.table.clone(), now: 900, asked: two.asked.clone() };
        for &letter in came {
            two.to(Event::Came(letters[letter].clone()));
            assert_eq!(two.table.question(), None);
            two.keep_all();
        }
        play_turn_on(&mut two, turn);
        two.steps().get(3).copied()
    };
    let first = answered(&[0], "g1f3");
    assert!(first.is_some() && answered(&[0], "d2d4").is_none());
    // More are taken.
    assert!(answered(&[0, 2], "d2d4").is_some());
    for came in [&[0, 1][..], &[0, 3], &[2, 1], &[2, 0]] {
        assert_eq!(answered(came, "g1f3"), first, "{came:?}");
    }
    assert!(answered(&[0, 1], "d2d4").is_none());
}

/// Turns that somebody else has put into a friend's letter are not the friend's, and take no place of the friend's.
#[test]
fn turns_that_the_friend_has_not_signed_are_not_added() {
    use record::letter::kind;
    let lines: [&[&str]; 2] = [&["Nf3 Nc6"], &["Nf3 Nc6", "d4 exd4"]];
    let (letters, mut two) = foreseeing(&lines);
    let forged = rewritten(&letters[1], |letter| {
        assert!(letter.field(kind::CONDITIONS_SIGNATURE).is_some());
        assert!(letter.set_field(kind::CONDITIONS_SIGNATURE, None));
    });
    two.to(Event::Came(letters[0].clone()));
    two.to(Event::Came(forged));
    two.keep_all();
    // What the friend has signed still holds.
    for (turn, steps) in [("d2d4", 3), ("g1f3", 4)] {
        let mut two = Play { table: two.table.clone(), now: 900, asked: two.asked.clone() };
        play_turn_on(&mut two, turn);
        assert_eq!(two.steps().len(), steps, "{turn}");
    }
}

/// A game by link stays where it is.
#[test]
fn a_new_game_begins_beside_one_by_link() {
    let (mut one, _) = begun();
    let before = one.steps();
    let out = one.to(Event::Anew(None));
    assert!(out.iter().any(|request| matches!(request, Request::Begin(_))), "{out:?}");
    assert_eq!(one.steps(), before);
}
