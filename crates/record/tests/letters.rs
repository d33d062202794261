//! Letters of version 2: what they say besides, conditional turns, the chain over the turns, and games
//! without draws.

use std::slice;

use testkit::chance;

use chance::Chance;
use record::fair::{LONGEST, Reveal, SIZE, Version};
use record::letter::{
    Act, Chains, Due, Gifts, Given, LONGEST_LINE, Letter, LetterError, MOST_DAYS, MOST_GIVEN,
    MOST_LETTERS, Played, Relation, SIGNATURE, SeatKey, Sent, Signature, Times, Unsent,
    chain::{self, Says},
    compare, conditions, keep_of, kind,
};
use record::{Ending, Record, Verdict};
use rules::{AnyPosition, Color, GameId, Step};

fn steps(record: &Record, texts: &str) -> Vec<Step> {
    let spec = record.start().spec();
    texts.split_whitespace().map(|text| Step::parse(text, spec).unwrap()).collect()
}

fn take(record: &mut Record, texts: &str) {
    for step in steps(record, texts) {
        record.take(step).unwrap_or_else(|refusal| panic!("{step:?}: {}", refusal.reason));
    }
}

/// An answered game without draws, White having invited, and both seats.
fn begun(game: GameId) -> (Played, [SeatKey; 2]) {
    let (invitation, white) = Played::invite(game, Color::White, false, [7; 16], [1; SIZE]);
    let (answer, black) = invitation.answer([9; 8], [2; SIZE]).unwrap();
    (answer, [white, black])
}

/// The letter with a turn behind another.
fn turn(before: &Played, seat: &SeatKey, texts: &str) -> Played {
    let mut record = before.record.clone();
    take(&mut record, texts);
    before.reply(seat, &record, Sent::Turn, false).unwrap()
}

#[test]
fn a_game_without_draws_goes_to_and_fro() {
    let (invitation, white) =
        Played::invite(GameId::Orthodox, Color::White, true, [7; 16], [1; 32]);
    assert_eq!((white.secret.as_ref(), invitation.letter.version), (None, Version::Two));
    assert_eq!(invitation.due(), Some((Color::White, Due::Turn)), "it goes with the invitation");
    let sent = turn(&invitation, &white, "e2e4");
    assert_eq!((sent.letter.act, sent.letter.serial), (Act::Invitation, 0));
    assert_eq!(sent.due(), Some((Color::Black, Due::Answer)));
    let (answer, black) = sent.answer([9; 8], [2; 32]).unwrap();
    assert_eq!(answer.due(), Some((Color::Black, Due::Turn)), "it goes with the answer");
    let answer = turn(&answer, &black, "e7e5");
    assert_eq!((answer.letter.act, answer.letter.serial), (Act::Answer, 1));
    assert_eq!(compare(&sent, &answer), Relation::Newer(1));
    assert_eq!(answer.due(), Some((Color::White, Due::Turn)));

    // A takeback is asked for in place of a turn, granted, or refused.
    let third = turn(&answer, &white, "g1f3");
    let asked = third.reply(&black, &third.record, Sent::TakebackAsked, false).unwrap();
    assert_eq!(asked.letter.act, Act::TakebackAsked(1));
    assert_eq!(compare(&third, &asked), Relation::Newer(0));
    assert_eq!(asked.due(), Some((Color::White, Due::Takeback)));
    let granted = asked.reply(&white, &asked.record, Sent::TakebackGranted, false).unwrap();
    assert_eq!(granted.record.steps(), steps(&third.record, "e2e4"));
    assert_eq!(compare(&asked, &granted), Relation::TakenBack(1));
    assert_eq!(granted.due(), Some((Color::Black, Due::Turn)));
    let refused = asked.reply(&white, &asked.record, Sent::TakebackRefused, false).unwrap();
    assert_eq!(compare(&asked, &refused), Relation::Newer(0));
    assert_eq!(refused.due(), Some((Color::Black, Due::Turn)));
    assert_eq!(compare(&granted, &turn(&granted, &black, "c7c5")), Relation::Newer(1));
    let none = invitation.reply(&white, &invitation.record, Sent::TakebackAsked, false);
    assert_eq!(none.unwrap_err(), Unsent::Invitation, "nobody has answered");
    let none = invitation.reply(&white, &invitation.record, Sent::Resignation, false);
    assert_eq!(none.unwrap_err(), Unsent::Invitation);
    let (empty, _) = invitation.answer([9; 8], [2; 32]).unwrap();
    let none = empty.reply(&white, &empty.record, Sent::TakebackAsked, false);
    assert_eq!(none.unwrap_err(), Unsent::Takeback);
    assert_eq!(keep_of(&answer.record, Color::White), Some(0));

    // A draw is offered with a turn. A turn that was only begun stays where it was begun.
    let mut offered = turn(&refused, &black, "b8c6");
    offered.letter.offers_draw = true;
    let mut begun = offered.record.clone();
    take(&mut begun, "f1b5");
    let agreed = offered.reply(&white, &offered.record, Sent::DrawAccepted, false).unwrap();
    assert_eq!(agreed.record.verdict().map(|verdict| verdict.ending), Some(Ending::Agreement));
    assert_eq!(compare(&offered, &agreed), Relation::Newer(0));
    assert_eq!(agreed.due(), None);
    // The offer is of that letter alone.
    for (sent, offers) in [(Sent::TakebackAsked, false), (Sent::Turn, false), (Sent::Turn, true)] {
        let mut next = offered.record.clone();
        take(&mut next, if sent == Sent::Turn { "f1b5" } else { "" });
        let reply = offered.reply(&white, &next, sent, offers).unwrap();
        assert_eq!(reply.letter.offers_draw, offers, "{sent:?}");
    }
    // Nor is a letter the same if somebody has put an end to its game that it does not tell.
    let mut ended = offered.clone();
    ended.record.resign(Color::White);
    assert_eq!(compare(&offered, &offered), Relation::Same);
    for (one, other) in [(&offered, &ended), (&ended, &offered)] {
        assert_ne!(compare(one, other), Relation::Same);
    }
    let resigned = offered.reply(&black, &offered.record, Sent::Resignation, false).unwrap();
    assert_eq!(resigned.record.verdict().and_then(|verdict| verdict.winner), Some(Color::White));
    assert_eq!(compare(&offered, &resigned), Relation::Newer(0));
    assert_eq!(invitation.answer([1; 8], [3; 32]).map(|_| ()), Ok(()));
    assert_eq!(answer.answer([1; 8], [3; 32]).map(|_| ()), Err(Unsent::Invitation));
}

/// A letter for a turn without one, with half of one, with one of the other side, or behind the end.
/// The first turn goes with the invitation, or with the answer, which may have been kept without it.
#[test]
fn the_first_letter_is_one_with_its_turn_and_without() {
    let (invitation, white) =
        Played::invite(GameId::Orthodox, Color::White, false, [7; 16], [1; SIZE]);
    let first = turn(&invitation, &white, "e2e4");
    assert_eq!(compare(&invitation, &first), Relation::Newer(1));
    assert_eq!(compare(&first, &invitation), Relation::Older(1));
    let offered = {
        let mut record = invitation.record.clone();
        take(&mut record, "e2e4");
        invitation.reply(&white, &record, Sent::Turn, true).unwrap()
    };
    assert_eq!(compare(&invitation, &offered), Relation::Newer(1));
    let other = turn(&invitation, &white, "d2d4");
    assert_eq!(compare(&first, &other), Relation::Fork { turn: 0, steps: 0 });
    // Not with both turns, nor with the end of the game.
    let mut both = first.clone();
    take(&mut both.record, "e7e5");
    let mut over = first.clone();
    over.record.resign(Color::Black);
    for bad in [both, over] {
        let relation = compare(&invitation, &bad);
        assert!(matches!(relation, Relation::Fork { .. }), "{relation:?}");
    }
    let (answer, _) = first.answer([9; 8], [2; SIZE]).unwrap();
    assert_eq!(compare(&first, &answer), Relation::Newer(0));
}

/// A seat of who is to answer is none before the answer.
#[test]
fn nobody_but_the_inviter_has_a_seat_at_an_invitation() {
    let (invitation, white) =
        Played::invite(GameId::Orthodox, Color::White, false, [7; 16], [1; SIZE]);
    let (answer, black) = invitation.answer([9; 8], [2; SIZE]).unwrap();
    assert!(white.fits(&invitation.letter) && !black.fits(&invitation.letter));
    assert!(white.fits(&answer.letter) && black.fits(&answer.letter));
}

#[test]
fn a_turn_is_a_whole_turn_of_the_sender() {
    let (answer, [white, black]) = begun(GameId::Orthodox);
    let first = turn(&answer, &white, "e2e4");
    let second = turn(&first, &black, "e7e5");
    let with = |before: &Played, seat: &SeatKey, texts: &str| {
        let mut record = before.record.clone();
        take(&mut record, texts);
        compare(before, &before.reply(seat, &record, Sent::Turn, false).unwrap())
    };
    assert_eq!(with(&first, &black, "e7e5"), Relation::Newer(1));
    assert_eq!(with(&first, &black, ""), Relation::NotDue, "without a turn");
    assert_eq!(with(&second, &black, "g1f3"), Relation::NotDue, "the other side's");
    assert_eq!(with(&second, &black, "g1f3 g8f6"), Relation::NotDue, "both");
    let mut over = second.clone();
    over.record.resign(Color::Black);
    let mut came = turn(&second, &white, "g1f3");
    assert_eq!(compare(&over, &came), Relation::NotDue, "after the end");
    came.record.resign(Color::Black);
    assert_eq!(compare(&second, &came), Relation::NotDue, "with an end that is not the sender's");

    // Half a turn: in a game whose turns have several steps.
    let start = "3k4/7p/8/8/8/8/P7/4K3[] w - - 0 1 - -";
    let (mut invitation, white) =
        Played::invite(GameId::Charismatic, Color::Black, false, [7; 16], [1; 32]);
    invitation.letter.chains = None;
    invitation.record = Record::new(AnyPosition::from_fen(GameId::Charismatic, start).unwrap());
    let black = SeatKey { secret: None, ..white };
    let (answer, white) = invitation.answer([9; 8], [2; 32]).unwrap();
    let first = turn(&answer, &white, "a2a4 e1e2 end");
    // A turn that is only begun is not sent; a letter made by hand may have it all the same.
    let mut half = first.record.clone();
    take(&mut half, "d8d7");
    let sent = first.reply(&black, &half, Sent::Turn, false).unwrap();
    assert_eq!(sent.record, first.record);
    let with = |before: &Played, seat: &SeatKey, texts: &str| {
        let mut record = before.record.clone();
        take(&mut record, texts);
        let letter = before.reply(seat, &record, Sent::Turn, false).unwrap().letter;
        compare(before, &Played { letter, record })
    };
    assert_eq!(with(&first, &black, "d8d7 end"), Relation::Newer(1));
    assert_eq!(with(&first, &black, "d8d7"), Relation::NotDue);
    assert_eq!(with(&first, &black, "d8d7 end e2e3"), Relation::NotDue);
    // Nor does half a turn come with a letter that has none.
    let mut second = turn(&first, &black, "d8d7 end");
    second = turn(&second, &white, "a4a5 end");
    let asked = second.reply(&black, &second.record, Sent::TakebackAsked, false).unwrap();
    assert_eq!(compare(&second, &asked), Relation::Newer(0));
    let mut record = second.record.clone();
    take(&mut record, "d7d6");
    assert_eq!(compare(&second, &Played { record, ..asked }), Relation::NotDue);
}

#[test]
fn what_letters_say_besides_comes_back() {
    let (mut played, _) = begun(GameId::Magnetic);
    let letter = &mut played.letter;
    assert!(letter.set_line("  Good luck,\nЖду хода! \u{1f600} "));
    assert_eq!(letter.line(), "Good luck, Жду хода! \u{1f600}");
    let times = Times { used: 61_250, left: [u32::MAX, 0] };
    assert!(letter.set_times(Some(times)));
    let signature = Signature { turns: 0, bytes: [5; SIGNATURE] };
    assert!(letter.set_signatures([None, Some(signature)]));
    assert!(letter.set_field(kind::CLOCK, Some(b"300+5".to_vec())));
    assert!(letter.set_field(kind::ANSWERER_KEY, Some(vec![1; 33])));
    let read = Letter::read(&letter.write()).unwrap();
    assert_eq!(&read, letter);
    assert_eq!(
        (read.line().as_str(), read.times()),
        ("Good luck, Жду хода! \u{1f600}", Some(times))
    );
    assert_eq!((read.clock(), read.signatures()), ("300+5", [None, Some(signature)]));
    assert_eq!((read.key(Color::Black), read.key(Color::White)), (None, None), "too long");
    let kinds: Vec<u64> = read.fields.iter().map(|field| field.kind).collect();
    assert_eq!(kinds, [kind::LINE, kind::CLOCK, kind::TIMES, kind::ANSWERER_KEY, kind::SIGNATURES]);
    // The longest line, and a longer one.
    assert!(letter.set_line(&"ж".repeat(LONGEST_LINE + 50)));
    assert_eq!(letter.line().chars().count(), LONGEST_LINE);
    assert!(letter.set_line(" \n "));
    assert_eq!((letter.line().as_str(), letter.field(kind::LINE)), ("", None));
    // Version 1 has none.
    letter.fields.clear();
    letter.version = Version::One;
    assert!(!letter.set_line("hello") && letter.fields.is_empty());
}

#[test]
fn fields_that_are_not_well_formed_are_refused() {
    let (played, _) = begun(GameId::Magnetic);
    let plain = played.letter.write();
    let read = |fields: &[u8]| Letter::read(&[plain.as_slice(), fields].concat());
    assert_eq!(read(&[]), Ok(played.letter.clone()));
    assert!(read(&[0, 1, b'a', 2, 2, 1, 7]).is_ok());
    // Kinds that nobody knows: one that may be passed over, one that both have agreed on, one that is
    // needed.
    assert_eq!(read(&[16, 1, 9]).map(|letter| letter.fields[0].kind), Ok(16));
    assert!(read(&[18, 1, 9]).is_ok());
    assert_eq!(read(&[17, 1, 9]), Err(LetterError::Newer(2)));
    assert_eq!(read(&[19, 0]), Err(LetterError::Newer(2)));
    for bytes in [
        // Twice, or in another order.
        &[0, 1, b'a', 0, 1, b'b'][..],
        &[2, 2, 1, 7, 0, 1, b'a'],
        // No text, a control character, a blank at the end, nothing.
        &[0, 1, 255],
        &[0, 1, 9],
        &[0, 2, b'a', b' '],
        &[0, 0],
        // A clock with a blank, a key without a key, times with two numbers or four, too large.
        &[3, 1, b' '],
        &[3, 0],
        &[2, 1, 1],
        &[6, 0],
        &[4, 2, 1, 1],
        &[4, 4, 1, 1, 1, 1],
        &[4, 7, 255, 255, 255, 255, 127, 1, 1],
        // Nothing was given, none at a time, turns in another order, more than may be.
        &[20, 2, 0, 0],
        &[20, 4, 1, 5, 0, 0],
        &[20, 6, 2, 5, 1, 4, 1, 0],
        &[20, 4, 1, 5, 101, 0],
        // No signature at all, half a one.
        &[12, 2, 0, 0],
        &[12, 3, 1, 7, 0],
    ] {
        assert_eq!(read(bytes), Err(LetterError::Content), "{bytes:?}");
    }
    assert_eq!(read(&[0, 5, b'a']), Err(LetterError::Length));
    assert_eq!(read(&[0]), Err(LetterError::Length));
    let long = [&[0, 201, 1][..], &[b'a'; 201]].concat();
    assert_eq!(read(&long), Err(LetterError::Content));
    let clock = [&[3, 65][..], &[b'1'; 65]].concat();
    assert_eq!(read(&clock), Err(LetterError::Content));
}

#[test]
fn time_that_was_given_goes_with_each_letter_and_only_grows() {
    let list = |list: &[(u32, u32)]| {
        Gifts::new(list.iter().map(|&(turn, times)| Given { turn, times }).collect()).unwrap()
    };
    let (answer, [white, black]) = begun(GameId::Orthodox);
    let mut first = turn(&answer, &white, "e2e4");
    let before = first.clone();
    assert!(first.letter.set_given(&[list(&[]), list(&[(1, 2)])]));
    assert_eq!(compare(&before, &first), Relation::Same, "it is the same letter");
    let second = turn(&first, &black, "e7e5");
    let read = Letter::read(&second.letter.write()).unwrap();
    assert_eq!(read.given(), [list(&[]), list(&[(1, 2)])]);
    // Two devices that know different parts of it come to the same.
    let (mut one, mut two) = (list(&[(1, 2), (4, 1)]), list(&[(1, 1), (3, 1), (4, 2)]));
    let was = one.clone();
    one.merge(&two);
    two.merge(&was);
    assert_eq!((&one, &two), (&list(&[(1, 2), (3, 1), (4, 2)]), &one));
    one.merge(&list(&[(9, MOST_GIVEN)]));
    assert_eq!(one, two, "too much");
    one.add(3);
    assert_eq!((one.total(), one.list()[1]), (6, Given { turn: 3, times: 2 }));
    // Each turn once and in order, and never for nothing.
    for wrong in [&[(1, 1), (1, 1)][..], &[(2, 1), (1, 1)], &[(1, 0)], &[(1, MOST_GIVEN), (2, 1)]] {
        let given = wrong.iter().map(|&(turn, times)| Given { turn, times });
        assert_eq!(Gifts::new(given.collect()), None, "{wrong:?}");
    }
}

#[test]
fn a_turn_has_so_many_days_at_most() {
    let (mut invitation, _) =
        Played::invite(GameId::Orthodox, Color::White, false, [7; 16], [1; SIZE]);
    for days in [1, MOST_DAYS] {
        assert!(invitation.letter.set_days(days));
        let read = Letter::read(&invitation.letter.write()).unwrap();
        assert_eq!(read.days(), Some(days));
    }
    for days in [0, MOST_DAYS + 1, u8::MAX] {
        assert!(!invitation.letter.set_days(days));
        assert_eq!(invitation.letter.days(), Some(MOST_DAYS));
    }
}

#[test]
fn what_both_agree_on_stays_and_the_rest_is_of_one_letter() {
    let (mut invitation, white) =
        Played::invite(GameId::Orthodox, Color::White, false, [7; 16], [1; 32]);
    assert!(invitation.letter.set_field(kind::INVITER_KEY, Some(vec![1, 5])));
    assert!(invitation.letter.set_field(18, Some(vec![9])));
    assert!(invitation.letter.set_line("hello"));
    let (mut answer, black) = invitation.answer([9; 8], [2; 32]).unwrap();
    assert_eq!((answer.letter.line().as_str(), answer.letter.field(18)), ("", Some(&[9][..])));
    assert!(answer.letter.set_field(kind::ANSWERER_KEY, Some(vec![1, 6])));
    assert_eq!(compare(&invitation, &answer), Relation::Newer(0));
    assert_eq!(compare(&answer, &invitation), Relation::Older(0));
    let first = turn(&answer, &white, "e2e4");
    assert_eq!(first.letter.agreed_fields(), answer.letter.agreed_fields());
    assert_eq!(compare(&answer, &first), Relation::Newer(1));
    let mut said = first.clone();
    assert!(said.letter.set_line("hello"));
    let second = turn(&said, &black, "e7e5");
    assert_eq!(compare(&first, &second), Relation::Newer(1));
    assert_eq!(second.letter.line(), "", "what one letter says is not in the next");
    // Changed, dropped, added.
    let tampered = |before: &Played, after: &Played, kind: u64, bytes: Option<Vec<u8>>| {
        let mut after = after.clone();
        assert!(after.letter.set_field(kind, bytes));
        assert_eq!(compare(before, &after), Relation::Terms);
        assert_eq!(compare(&after, before), Relation::Terms);
    };
    for (before, after) in [(&invitation, &answer), (&answer, &first), (&first, &second)] {
        tampered(before, after, kind::INVITER_KEY, Some(vec![1, 4]));
        tampered(before, after, 18, None);
    }
    tampered(&first, &second, kind::CLOCK, Some(b"60".to_vec()));
    tampered(&first, &second, kind::ANSWERER_KEY, None);
    // The identity depends on all of it.
    let identity = |played: &Played| played.letter.identity(played.record.start());
    assert_eq!(identity(&invitation), None);
    assert_eq!(identity(&first), identity(&second));
    let mut other = second.clone();
    other.letter.set_field(18, Some(vec![8]));
    assert_ne!(identity(&other), identity(&second));
}

/// Lines for conditions, as texts.
fn lines(record: &Record, texts: &[&[&str]]) -> Vec<conditions::Line> {
    texts.iter().map(|line| line.iter().map(|turn| steps(record, turn)).collect()).collect()
}

#[test]
fn turns_that_were_foreseen_are_answered_at_once() {
    let (answer, [white, black]) = begun(GameId::Orthodox);
    let mut first = turn(&answer, &white, "e2e4");
    let foreseen = lines(
        &first.record,
        &[&["e7e5", "g1f3"], &["e7e5", "g1f3", "b8c6", "f1b5"], &["c7c5", "b1c3"]],
    );
    let live = *first.record.live();
    let bytes = conditions::write(&live, &foreseen).unwrap();
    assert!(bytes.len() < 20, "{bytes:?}");
    assert!(first.letter.set_field(kind::CONDITIONS, Some(bytes)));
    let came = Letter::read(&first.letter.write()).unwrap();
    let read = conditions::read(&live, came.field(kind::CONDITIONS).unwrap()).unwrap();
    assert_eq!(read, foreseen);
    // What the other side's program finds: the answer, then the next one.
    let one = |text: &str| steps(&first.record, text);
    let (e5, nf3, nc6) = (one("e7e5"), one("g1f3"), one("b8c6"));
    assert_eq!(conditions::answer(&live, &read, &[&e5]), Some(&nf3[..]));
    assert_eq!(conditions::answer(&live, &read, &[&e5, &nf3, &nc6]), Some(&one("f1b5")[..]));
    assert_eq!(conditions::answer(&live, &read, &[&one("c7c5")]), Some(&one("b1c3")[..]));
    assert_eq!(conditions::answer(&live, &read, &[&one("e7e6")]), None);
    assert_eq!(conditions::answer(&live, &read, &[&e5, &nf3]), None, "no turn of the other side");
    assert_eq!(conditions::answer(&live, &read, &[&e5, &one("b1c3"), &nc6]), None);

    let with = |texts: &str| {
        let mut record = first.record.clone();
        take(&mut record, texts);
        compare(&first, &first.reply(&black, &record, Sent::Turn, false).unwrap())
    };
    assert_eq!(with("e7e5"), Relation::Newer(1));
    assert_eq!(with("e7e5 g1f3 b8c6"), Relation::Newer(3));
    assert_eq!(with("e7e5 g1f3 d7d6"), Relation::Newer(3));
    assert_eq!(with("e7e5 g1f3 b8c6 f1b5 a7a6"), Relation::Newer(5));
    // Not so: another turn of one's own, further than was foreseen, one that ends with it.
    assert_eq!(with("e7e5 b1c3 b8c6"), Relation::NotDue);
    assert_eq!(with("e7e6 g1f3 b8c6"), Relation::NotDue);
    assert_eq!(with("e7e5 g1f3 d7d6 f1b5 c7c6"), Relation::NotDue);
    assert_eq!(with("c7c5 b1c3 b8c6 g1f3 d7d6"), Relation::NotDue);
    assert_eq!(with("e7e5 g1f3"), Relation::NotDue);
    // One may resign behind an answer that was played, not behind another.
    let resigned = |texts: &str| {
        let mut record = first.record.clone();
        take(&mut record, texts);
        compare(&first, &first.reply(&black, &record, Sent::Resignation, false).unwrap())
    };
    assert_eq!(resigned("e7e5 g1f3"), Relation::Newer(2));
    assert_eq!(resigned("e7e5 b1c3"), Relation::NotDue);
    assert_eq!(resigned("e7e5"), Relation::NotDue);
    assert_eq!(
        resigned("e7e5 g1f3 b8c6"),
        Relation::NotDue,
        "a turn goes with a letter of its own"
    );
    // The same letter with more of them, or none, is the same.
    let mut more = first.clone();
    more.letter.set_field(kind::CONDITIONS, None);
    assert_eq!(compare(&first, &more), Relation::Same);
    // Nor without the conditions.
    let mut plain = first.clone();
    plain.letter.fields.clear();
    let mut record = plain.record.clone();
    take(&mut record, "e7e5 g1f3 b8c6");
    let both = plain.reply(&black, &record, Sent::Turn, false).unwrap();
    assert_eq!(compare(&plain, &both), Relation::NotDue);
}

#[test]
fn conditional_turns_are_added_and_take_the_place_of_what_they_answer_otherwise() {
    let (answer, [white, _]) = begun(GameId::Orthodox);
    let first = turn(&answer, &white, "e2e4");
    let line = |texts: &[&str]| lines(&first.record, &[texts]).remove(0);
    let short = line(&["e7e5", "g1f3"]);
    let long = line(&["e7e5", "g1f3", "b8c6", "f1b5"]);
    let beside = line(&["e7e5", "g1f3", "d7d6", "d2d4"]);
    let other = line(&["e7e5", "b1c3"]);
    let all = conditions::with(&[], short.clone());
    assert_eq!(conditions::with(&all, short.clone()), slice::from_ref(&short));
    let more = conditions::with(&conditions::with(&all, long.clone()), beside.clone());
    assert_eq!(more, [long.clone(), beside.clone()]);
    assert_eq!(conditions::with(&more, short.clone()), more, "that is said already");
    assert_eq!(conditions::with(&more, long.clone()), more, "as it stands there");
    assert_eq!(conditions::with(&more, other.clone()), slice::from_ref(&other));
    assert!(conditions::say_more(&more, &all) && conditions::say_more(&more, &[]));
    assert!(!conditions::say_more(&all, &more) && !conditions::say_more(&[other], &all));
}

#[test]
fn a_turn_of_many_steps_is_foreseen_in_whatever_order_it_is_played() {
    let start = "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -";
    let live = AnyPosition::from_fen(GameId::Charismatic, start).unwrap();
    let turn = |text: &str| -> Vec<Step> {
        let spec = live.spec();
        text.split(' ').map(|step| Step::parse(step, spec).unwrap()).collect()
    };
    let (there, back) = (turn("a2a4 e1e2 end"), turn("e1e2 a2a4 end"));
    let lines = vec![vec![there.clone(), turn("a7a5 end")]];
    assert!(conditions::write(&live, &lines).is_some());
    for played in [&there, &back] {
        assert_eq!(conditions::answer(&live, &lines, &[played]), Some(&turn("a7a5 end")[..]));
        assert!(conditions::foresees(&live, &lines, &[played, &turn("a7a5 end")]));
    }
    assert_eq!(conditions::answer(&live, &lines, &[&turn("a2a4 end")]), None);
}

#[test]
fn conditions_that_are_none_are_refused() {
    let (answer, [white, _]) = begun(GameId::Orthodox);
    let first = turn(&answer, &white, "e2e4");
    let live = *first.record.live();
    let write = |texts: &[&[&str]]| conditions::write(&live, &lines(&first.record, texts));
    assert!(write(&[&["e7e5", "g1f3"]]).is_some());
    assert_eq!(write(&[]), None);
    assert_eq!(write(&[&[]]), None);
    assert_eq!(write(&[&["e7e5"]]), None, "no answer");
    assert_eq!(write(&[&["e7e5", "g1f3", "b8c6"]]), None);
    assert_eq!(write(&[&["e2e4", "e7e5"]]), None, "not legal");
    assert_eq!(write(&[&["e7e5", "g1f3"], &["e7e5", "g1f3"]]), None, "twice");
    // Bytes behind the code that are read as it is.
    let mut longer = write(&[&["e7e5", "g1f3"]]).unwrap();
    assert!(conditions::read(&live, &longer).is_ok());
    longer.push(0);
    assert!(conditions::read(&live, &longer).is_err());
    // Bytes: none, cut, a line of no step, too many, code that is not the writer's, a part of a step.
    for bytes in [&[][..], &[0], &[1], &[1, 0], &[101], &[1, 233, 7], &[1, 2, 0, 0, 0, 0, 0, 1]] {
        assert!(conditions::read(&live, bytes).is_err(), "{bytes:?}");
    }
    let mut chance = Chance(5);
    for _ in 0..3_000 {
        let length = chance.below(12_usize);
        let bytes: Vec<u8> = (0..length).map(|_| chance.below(4_u32) as u8 * 60 % 251).collect();
        if let Ok(lines) = conditions::read(&live, &bytes) {
            assert_eq!(conditions::write(&live, &lines), Some(bytes));
        }
    }
    // No draw by chance: nobody knows it beforehand.
    let placing = AnyPosition::initial(GameId::Charismatic);
    let drawn = placing.list()[0];
    assert_eq!(conditions::write(&placing, &[vec![vec![drawn], vec![drawn]]]), None);
    let placed = Record::new(placing);
    let white = "draw:RBPPP R@a1 B@c3 P@a2 P@b2 P@c2 end";
    let black = "draw:RBPPP R@a8 B@c6 P@a7 P@b7 P@c7 end";
    take(&mut placed.clone(), &format!("{white} {black}"));
    assert_eq!(conditions::write(&placing, &lines(&placed, &[&[white, black]])), None);
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_chain_over_the_turns_is_that_of_the_document() {
    let document = include_str!("../../../docs/fair-draws.md");
    let (invitation, white) =
        Played::invite(GameId::Charismatic, Color::White, false, [7; 16], [1; SIZE]);
    let (mut played, black) = invitation.answer([9; 8], [2; SIZE]).unwrap();
    for seat in [&white, &black] {
        played = played.reply(seat, &played.record, Sent::Opening, false).unwrap();
    }
    let mut record = played.record.clone();
    let spec = record.start().spec();
    let mut told = vec![hex(&played.letter.identity(record.start()).unwrap())];
    record.take(played.draw(&white, &record).unwrap()).unwrap();
    take(&mut record, "B@a1 P@a2 P@b2 P@c2 P@d2 end");
    let texts: Vec<String> =
        record.steps().iter().map(|step| step.display(spec).to_string()).collect();
    told.push(texts.join(","));
    played = played.reply(&white, &record, Sent::Turn, false).unwrap();
    told.push(hex(&chain::element(&played, 1).unwrap()));
    told.push(hex(&chain::message(&played, Color::White, 1, Says::Nothing).unwrap()));
    let mut chance = Chance(1);
    let mut draws = vec![texts[0].clone()];
    for seat in [&black, &white, &black, &white, &black] {
        let mut record = played.record.clone();
        let draw = played.draw(seat, &record).unwrap();
        draws.push(draw.display(spec).to_string());
        loop {
            let mut placed = record.clone();
            placed.take(draw).unwrap();
            let drops = placed.live().place_rest(&mut |bound| chance.below(bound));
            placed.replace_turn(&drops).unwrap();
            if placed.take(Step::End).is_ok() {
                record = placed;
                break;
            }
        }
        let next = played.reply(seat, &record, Sent::Turn, false).unwrap();
        assert_eq!(compare(&played, &next), Relation::Newer(1));
        played = next;
    }
    told.push(draws.join(" "));
    for told in told {
        assert!(document.contains(&told), "docs/fair-draws.md: {told}");
    }
}

/// Who resigns may have begun a turn: what is signed covers it.
#[test]
fn the_chain_covers_a_turn_that_the_end_has_cut_off() {
    let position = "3k4/p7/8/8/8/8/8/R3K2R[] w - - 0 9 - -";
    let start = AnyPosition::from_fen(GameId::Charismatic, position).unwrap();
    let (played, _) = Played::invite_to(start, Color::White, false, [7; 16], [1; SIZE]);
    let (mut played, _) = played.answer([9; 8], [2; SIZE]).unwrap();
    take(&mut played.record, "a1a2");
    assert_eq!(chain::element(&played, 1), None, "it may go on");
    assert_eq!(chain::length(&played), 0);
    played.record.resign(Color::White);
    assert_eq!(chain::length(&played), 1);
    let element = chain::element(&played, 1);
    assert!(element.is_some() && element != chain::element(&played, 0));
    assert_eq!(chain::element(&played, 2), None);
}

#[test]
fn a_signature_covers_the_turns_and_the_end() {
    let (answer, [white, black]) = begun(GameId::Orthodox);
    assert_eq!(chain::element(&answer, 1), None);
    let first = turn(&answer, &white, "e2e4");
    let second = turn(&first, &black, "e7e5");
    let other = turn(&first, &black, "e7e6");
    assert_eq!(chain::element(&first, 1), chain::element(&second, 1));
    assert_ne!(chain::element(&second, 2), chain::element(&other, 2));
    let signed = |played: &Played, color, turns| {
        let is_last = turns == chain::length(played);
        let says = if is_last { chain::says(played) } else { Says::Nothing };
        chain::message(played, color, turns, says).unwrap()
    };
    // What was signed with an earlier letter can be computed from a later one, whatever its end.
    assert_eq!(signed(&first, Color::White, 1), signed(&second, Color::White, 1));
    assert_ne!(signed(&first, Color::White, 1), signed(&first, Color::Black, 1));
    let resigned = second.reply(&white, &second.record, Sent::Resignation, false).unwrap();
    assert_eq!(signed(&second, Color::Black, 1), signed(&resigned, Color::Black, 1));
    let mut ends = vec![signed(&second, Color::White, 2), signed(&resigned, Color::White, 2)];
    let by_black = second.reply(&black, &second.record, Sent::Resignation, false).unwrap();
    ends.push(signed(&by_black, Color::White, 2));
    let agreed = second.reply(&white, &second.record, Sent::DrawAccepted, false).unwrap();
    ends.push(signed(&agreed, Color::White, 2));
    let mut offered = second.clone();
    offered.letter.offers_draw = true;
    ends.push(signed(&offered, Color::White, 2));
    for (place, end) in ends.iter().enumerate() {
        assert!(!ends[..place].contains(end), "{place}");
    }
    assert_eq!(chain::message(&second, Color::White, 3, Says::Nothing), None);
    assert_eq!(chain::message(&second, Color::White, 2, Says::Over), None, "it goes on");
    assert_eq!(chain::message(&agreed, Color::White, 1, Says::Over), None, "it went on");
}

const ACTS: [Act; 11] = [
    Act::Invitation,
    Act::Answer,
    Act::Opening,
    Act::Turn,
    Act::Resignation,
    Act::DrawAccepted,
    Act::TakebackAsked(70_000),
    Act::TakebackGranted,
    Act::TakebackRefused,
    Act::TimeUp,
    Act::Claim,
];

/// The table of docs/fair-draws.md, "Letters" (what does not fit together is refused), tried with every act,
/// side and number; what fits comes back as it was.
#[test]
fn letters_that_do_not_fit_together_are_refused() {
    let mut fitting = 0;
    let mut check = |letter: Letter, is_fit: bool| {
        let wanted = if is_fit { Ok(letter.clone()) } else { Err(LetterError::Content) };
        assert_eq!(Letter::read(&letter.write()), wanted, "{letter:?}");
        fitting += usize::from(is_fit);
    };
    let pairs = |of: [bool; 2]| of.into_iter().flat_map(move |one| of.map(|other| (one, other)));
    for act in ACTS {
        for serial in [0, 1, 2, 3, 4, MOST_LETTERS] {
            for (is_first, is_second_version) in pairs([false, true]) {
                for (is_answered, has_chains) in pairs([false, true]) {
                    for (is_revealed, is_black) in pairs([false, true]) {
                        let inviter = if is_black { Color::Black } else { Color::White };
                        let version = if is_second_version { Version::Two } else { Version::One };
                        let reveal = Some(Reveal { number: LONGEST, element: [3; SIZE] });
                        let letter = Letter {
                            version,
                            invitation: [7; 16],
                            inviter,
                            open: is_black,
                            answer: is_answered.then_some([9; 8]),
                            serial,
                            sender: if is_first { inviter } else { !inviter },
                            act,
                            offers_draw: is_black,
                            chains: has_chains.then_some(Chains {
                                inviter: [1; SIZE],
                                answerer: is_answered.then_some([2; SIZE]),
                                reveals: [None, reveal.filter(|_| is_revealed)],
                            }),
                            fields: Vec::new(),
                        };
                        let is_revealed = is_revealed && has_chains;
                        let is_fit = match (act, serial) {
                            (Act::Invitation, 0) => is_first && !is_answered && !is_revealed,
                            (Act::Answer, 1) => {
                                let may_reveal = !is_second_version || !is_revealed;
                                !is_first && is_answered && may_reveal
                            }
                            (Act::Opening, 2) => {
                                is_first && is_answered && (has_chains || !is_second_version)
                            }
                            (Act::Opening, 3) => {
                                !is_first && is_answered && has_chains && is_second_version
                            }
                            (Act::Invitation | Act::Answer | Act::Opening, _) | (_, 0 | 1) => false,
                            _ => is_answered,
                        };
                        check(letter, is_fit && (is_answered || !is_revealed));
                    }
                }
            }
        }
    }
    assert!(fitting > 500, "{fitting}");
    // An act, a flag and an element of a number that nobody knows.
    let (played, _) = begun(GameId::Magnetic);
    let changed = |place: usize, byte: u8| {
        let mut bytes = played.letter.write();
        bytes[place] = byte;
        Letter::read(&bytes)
    };
    assert_eq!(changed(1, 64), Err(LetterError::Newer(2)));
    assert_eq!(changed(2, 11), Err(LetterError::Newer(2)));
    let mut letter = played.letter.clone();
    let far = Reveal { number: LONGEST + 1, element: [3; SIZE] };
    letter.serial = 2;
    letter.act = Act::Turn;
    letter.chains =
        Some(Chains { inviter: [1; SIZE], answerer: Some([2; SIZE]), reveals: [None, Some(far)] });
    assert_eq!(Letter::read(&letter.write()), Err(LetterError::Content));
    // A seat without a secret.
    let seat = SeatKey { color: Color::Black, secret: None };
    assert_eq!(SeatKey::read(&seat.write()), Ok(seat));
}

/// What comes behind a letter, by whom, for what and with which turns: all that may be stands here,
/// everything else was not due.
#[test]
fn what_may_follow_a_letter_is_listed_here() {
    let (answer, [white, black]) = begun(GameId::Orthodox);
    let first = turn(&answer, &white, "e2e4");
    let second = turn(&first, &black, "e7e5");
    let third = turn(&second, &white, "g1f3");
    let mut offered = third.clone();
    offered.letter.offers_draw = true;
    let asked = third.reply(&black, &third.record, Sent::TakebackAsked, false).unwrap();
    let (mut invited, _) = Played::invite(GameId::Orthodox, Color::Black, true, [7; 16], [1; 32]);
    let invited_white = turn(
        &Played::invite(GameId::Orthodox, Color::White, true, [7; 16], [1; 32]).0,
        &white,
        "e2e4",
    );
    invited.letter.fields.clear();
    let before = [&invited, &invited_white, &answer, &first, &second, &third, &offered, &asked]
        .map(Clone::clone);
    let mut due = 0;
    for (place, stored) in before.iter().enumerate() {
        let old = &stored.letter;
        let mover = stored.record.live().turn();
        let mut continued = vec![stored.record.clone()];
        for _ in 0..2 {
            let mut next = continued[continued.len() - 1].clone();
            let step = next.live().list()[3];
            next.take(step).unwrap();
            continued.push(next);
        }
        let stands = stored.record.steps().len() as u32;
        let takebacks = [0, 1, stands.saturating_sub(1), stands].map(Act::TakebackAsked);
        let acts = ACTS.into_iter().filter(|act| !matches!(act, Act::TakebackAsked(_)));
        for act in acts.chain(takebacks) {
            for (sender, turns) in Color::ALL.into_iter().flat_map(|c| [(c, 0), (c, 1), (c, 2)]) {
                for further in [1, 2] {
                    let resigned = |color: Color| Verdict {
                        winner: Some(!color),
                        ending: Ending::Resignation,
                    };
                    let agreed = Verdict { winner: None, ending: Ending::Agreement };
                    let ends =
                        [None, Some(resigned(sender)), Some(resigned(!sender)), Some(agreed)];
                    for end in ends {
                        let mut letter = old.clone();
                        letter.answer = Some([9; 8]);
                        (letter.act, letter.sender) = (act, sender);
                        letter.serial += further;
                        letter.offers_draw = false;
                        let mut record = continued[turns].clone();
                        match end {
                            Some(Verdict { winner: Some(winner), .. }) => record.resign(!winner),
                            Some(_) => record.agree_draw(),
                            None => {}
                        }
                        let is_others = sender != old.sender;
                        let is_end = match act {
                            Act::Resignation => end == Some(resigned(sender)),
                            Act::DrawAccepted => end == Some(agreed),
                            // Its last turn is the sender's.
                            Act::Turn => {
                                let to_move = record.live().turn();
                                end.is_none() && !record.steps().is_empty() && to_move != sender
                            }
                            // These games have no clocks.
                            Act::TimeUp | Act::Claim => false,
                            _ => end.is_none(),
                        };
                        let is_next = match (act, turns) {
                            (Act::Resignation, 0) => true,
                            _ if !is_others => false,
                            (Act::Answer, 0) | (Act::Turn, 1) => true,
                            (Act::Answer, 1) => mover == sender,
                            (Act::Opening, 0) => matches!(old.act, Act::Answer),
                            (Act::DrawAccepted, 0) => old.offers_draw,
                            (Act::TakebackAsked(keep), 0) => keep < stands,
                            (Act::TakebackRefused, 0) => matches!(old.act, Act::TakebackAsked(_)),
                            _ => false,
                        };
                        let wanted = match further {
                            1 if is_end && is_next => Relation::Newer(turns),
                            2 if is_end => Relation::Ahead(turns),
                            _ => Relation::NotDue,
                        };
                        due += usize::from(wanted == Relation::Newer(turns));
                        let came = Played { letter, record };
                        let told = compare(stored, &came);
                        assert_eq!(told, wanted, "{place}: {act:?} {sender:?} {turns} {end:?}");
                    }
                }
            }
        }
    }
    assert!(due > 40, "{due}");
    // A letter of the same number with another turn, or one turn less, parts from what is here.
    let mut same = third.clone();
    same.letter.serial = second.letter.serial;
    assert_eq!(compare(&second, &same), Relation::Fork { turn: 2, steps: 2 });
    let mut same = second.clone();
    same.letter.serial = third.letter.serial;
    assert_eq!(compare(&third, &same), Relation::Fork { turn: 2, steps: 2 });
}

/// Whoever says that the time is up, or that the other side has left, does not choose what follows from it.
#[test]
fn an_end_by_the_watch_is_the_one_that_follows() {
    for (fen, ends) in [
        ("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", ["time w", "abandonment w", "abandonment -"]),
        ("4k3/4p3/8/8/8/8/8/R3K3 w - - 0 1", ["time w", "abandonment w", "abandonment b"]),
        ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", ["time -", "abandonment -", "abandonment b"]),
    ] {
        let start = AnyPosition::from_fen(GameId::Orthodox, fen).unwrap();
        let (mut invitation, white) =
            Played::invite_to(start, Color::White, false, [7; 16], [1; SIZE]);
        assert!(invitation.letter.set_clock("300"));
        let (answer, _) = invitation.answer([9; 8], [2; SIZE]).unwrap();
        let first = turn(&answer, &white, "e1d1");
        let [time, by_white, by_black] = ends;
        for (act, sender, end) in [
            (Act::TimeUp, Color::White, time),
            (Act::TimeUp, Color::Black, time),
            (Act::Claim, Color::White, by_white),
            (Act::Claim, Color::Black, by_black),
        ] {
            for winner in ["w", "b", "-"] {
                for ending in ["time", "abandonment", "resignation"] {
                    let said = format!("{ending} {winner}");
                    let saved = format!("{}verdict {said}\n", first.record.save());
                    let Ok(record) = Record::load(&saved) else { continue };
                    let mut letter = first.letter.clone();
                    (letter.act, letter.sender) = (act, sender);
                    letter.serial += 1;
                    let told = compare(&first, &Played { letter, record });
                    let wanted = if said == end { Relation::Newer(0) } else { Relation::NotDue };
                    assert_eq!(told, wanted, "{fen}: {act:?} by {sender:?}, {said}");
                }
            }
        }
    }
}

#[test]
fn a_letter_knows_its_word_and_how_many_there_may_be() {
    for act in ACTS {
        let is_sent = !matches!(act, Act::Invitation | Act::Answer);
        assert_eq!(Sent::of(act).is_some(), is_sent, "{act:?}");
        assert_eq!(act.is_by_watch(), ["time-up", "claim"].contains(&act.id()), "{act:?}");
    }
    assert_eq!(Sent::parse(""), None);
    let (answer, [white, black]) = begun(GameId::Orthodox);
    let first = turn(&answer, &white, "e2e4");
    let mut offered = turn(&first, &black, "e7e5");
    offered.letter.offers_draw = true;
    offered.letter.act = Act::TakebackAsked(1);
    for (word, act) in [
        ("opening", Act::Opening),
        ("turn", Act::Turn),
        ("resignation", Act::Resignation),
        ("draw-accepted", Act::DrawAccepted),
        ("takeback-asked", Act::TakebackAsked(0)),
        ("takeback-granted", Act::TakebackGranted),
        ("takeback-refused", Act::TakebackRefused),
    ] {
        let sent = Sent::parse(word).unwrap();
        let reply = offered.reply(&white, &offered.record, sent, false).unwrap();
        assert_eq!(reply.letter.act, act, "{word}");
        assert_eq!((act.id(), Sent::of(act)), (word, Some(sent)));
    }
    for (serial, wanted) in [(MOST_LETTERS, Err(Unsent::Many)), (MOST_LETTERS - 1, Ok(()))] {
        offered.letter.serial = serial;
        let reply = offered.reply(&white, &offered.record, Sent::TakebackRefused, false);
        assert_eq!(reply.map(|_| ()), wanted);
    }
    let agreed: Vec<u64> = {
        assert!(offered.letter.set_field(kind::ANSWERER_KEY, Some(vec![1, 2])));
        assert!(offered.letter.set_line("hello"));
        offered.letter.agreed_fields().iter().map(|field| field.kind).collect()
    };
    assert_eq!(agreed, [kind::ANSWERER_KEY]);
}

/// As many steps as conditional turns may have in all, and two more.
#[test]
fn conditional_turns_have_a_thousand_steps_at_most() {
    let live = AnyPosition::initial(GameId::Orthodox);
    let mut chance = Chance(9);
    let mut line = |turns: usize| loop {
        let mut position = live;
        let mut line = Vec::new();
        while line.len() < turns && position.outcome().is_none() {
            let steps = position.list();
            let step = steps[chance.below(steps.len())];
            line.push(vec![step]);
            position.play(step);
        }
        if line.len() == turns {
            break line;
        }
    };
    let mut lines: Vec<conditions::Line> = (0..100).map(|_| line(10)).collect();
    let bytes = conditions::write(&live, &lines).unwrap();
    assert_eq!(conditions::read(&live, &bytes).as_ref(), Ok(&lines));
    lines[99] = line(12);
    assert_eq!(conditions::write(&live, &lines), None);
    lines[99] = line(8);
    lines.push(line(2));
    assert_eq!(conditions::write(&live, &lines), None, "101 lines");
}

/// What is begun behind the first turn does not count; another whole turn, or an end by the players, does.
#[test]
fn an_invitation_without_its_turn_is_older_than_that_with_it_and_a_begun_one() {
    let (invitation, white) =
        Played::invite(GameId::Progressive, Color::White, false, [7; 16], [1; SIZE]);
    let first = turn(&invitation, &white, "e2e3");
    let mut here = first.clone();
    take(&mut here.record, "b8c6");
    assert_eq!(compare(&here, &invitation), Relation::Older(1));
    take(&mut here.record, "g8f6 end");
    assert_eq!(compare(&here, &invitation), Relation::Fork { turn: 0, steps: 0 });
    let mut over = first.clone();
    over.record.resign(Color::Black);
    assert_eq!(compare(&over, &invitation), Relation::Fork { turn: 0, steps: 0 });
}

/// The own answers are as they were sent; of the other side's turns only the result counts.
#[test]
fn an_answer_in_another_order_is_not_what_was_foreseen() {
    let start = "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -";
    let live = AnyPosition::from_fen(GameId::Charismatic, start).unwrap();
    let turn = |text: &str| -> Vec<Step> {
        text.split(' ').map(|step| Step::parse(step, live.spec()).unwrap()).collect()
    };
    let line = ["a2a4 e1e2 end", "a7a5 h7h5 end", "a1b1 h1g1 end", "d8d7 end"].map(turn).to_vec();
    let lines = vec![line.clone()];
    assert!(conditions::write(&live, &lines).is_some());
    let swapped = turn("h7h5 a7a5 end");
    assert!(conditions::foresees(&live, &lines, &[&line[0], &line[1]]));
    assert!(!conditions::foresees(&live, &lines, &[&line[0], &swapped]));
    assert_eq!(conditions::answer(&live, &lines, &[&line[0], &swapped, &line[2]]), None);
    let later = turn("h1g1 a1b1 end");
    assert!(conditions::foresees(&live, &lines, &[&line[0], &line[1], &later, &line[3]]));
    let answer = conditions::answer(&live, &lines, &[&line[0], &line[1], &later]);
    assert_eq!(answer, Some(&line[3][..]));
}

/// What would not be read is not set.
#[test]
fn a_field_is_set_to_what_is_read_and_to_nothing_else() {
    let (mut played, _) = begun(GameId::Orthodox);
    let letter = &mut played.letter;
    for (kind, bytes) in [
        (kind::QUICK_START, vec![]),
        (kind::QUICK_START, vec![2]),
        (kind::CONDITIONS_SIGNATURE, vec![7; SIGNATURE - 1]),
        (kind::CONDITIONS_SIGNATURE, vec![7; SIGNATURE + 1]),
        (kind::WRITTEN, vec![]),
        (kind::WRITTEN, vec![128]),
        (kind::WRITTEN, vec![1, 1]),
        (kind::DAYS, vec![1, 1]),
    ] {
        assert!(!letter.set_field(kind, Some(bytes.clone())), "{kind}: {bytes:?}");
        assert_eq!(letter.field(kind), None);
    }
    assert!(letter.fields.is_empty());
}

/// The time is no part of what the letter is, and not repeated by the next.
#[test]
fn a_letter_says_when_it_was_written() {
    let (answer, [white, black]) = begun(GameId::Orthodox);
    let first = turn(&answer, &white, "e2e4");
    assert_eq!(first.letter.written(), None);
    for seconds in [0, 1, 1_764_268_800, 1 << 40] {
        let mut dated = first.clone();
        assert!(dated.letter.set_written(seconds));
        let read = Letter::read(&dated.letter.write()).unwrap();
        assert_eq!(read.written(), Some(seconds));
        assert_eq!(compare(&first, &dated), Relation::Same);
        assert_eq!(turn(&dated, &black, "e7e5").letter.written(), None);
    }
    let mut old = first.letter.clone();
    old.version = Version::One;
    assert!(!old.set_written(1) && old.written().is_none());
}

#[test]
fn time_is_given_to_both_sides_to_one_or_to_none() {
    let (mut played, _) = begun(GameId::Orthodox);
    let gift = Gifts::new(vec![Given { turn: 1, times: 2 }]).unwrap();
    for given in [
        [gift.clone(), gift.clone()],
        [gift.clone(), Gifts::default()],
        [Gifts::default(), gift],
        [Gifts::default(), Gifts::default()],
    ] {
        assert!(played.letter.set_given(&given));
        assert_eq!(Letter::read(&played.letter.write()).unwrap().given(), given);
    }
    assert_eq!(played.letter.field(kind::GIVEN), None);
}
