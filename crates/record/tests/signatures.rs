//! Seats sign: what signatures prove of a game by link, and a peer or a stranger who forges.

use record::fair::{SIZE, Version};
use record::letter::{
    Act, Letter, Played, Relation, Seal, SeatKey, Sent, Signature, chain, compare, kind,
};
use record::link::{self, Section};
use record::{Ending, Verdict};
use rules::{Color, GameId, Step};
use testkit::chance::Chance;

const BOTH: [Seal; 2] = [Seal::Whole; 2];

/// An answered game that is signed, White having invited, and both seats; the secrets count from `salt`.
fn begun(game: GameId, salt: u8) -> (Played, [SeatKey; 2]) {
    let (secret, other) = ([salt; SIZE], [salt + 1; SIZE]);
    let (mut invitation, mut white) = Played::invite(game, Color::White, false, [7; 16], secret);
    assert!(invitation.agree_key(&mut white, secret));
    let (mut answer, mut black) = invitation.answer([9; 8], other).unwrap();
    assert!(answer.agree_key(&mut black, other));
    answer.sign(&black);
    (answer, [white, black])
}

fn take(played: &Played, texts: &str) -> Played {
    let mut next = played.clone();
    for text in texts.split_whitespace() {
        let step = Step::parse(text, next.record.start().spec()).unwrap();
        next.record.take(step).unwrap_or_else(|refusal| panic!("{text}: {}", refusal.reason));
    }
    next
}

/// The letter with a turn behind another.
fn turn(before: &Played, seat: &SeatKey, texts: &str) -> Played {
    before.reply(seat, &take(before, texts).record, Sent::Turn, false).unwrap()
}

/// A letter of another kind, without a turn.
fn say(before: &Played, seat: &SeatKey, sent: Sent) -> Played {
    before.reply(seat, &before.record, sent, false).unwrap()
}

/// A game of four turns, letter by letter, and both seats.
fn four_turns() -> (Vec<Played>, [SeatKey; 2]) {
    let (answer, seats) = begun(GameId::Orthodox, 1);
    let mut letters = vec![answer];
    for (place, text) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
        letters.push(turn(&letters[place], &seats[place % 2], text));
    }
    (letters, seats)
}

fn written(played: &Played) -> String {
    let sections = [Section { kind: link::kind::LETTER, bytes: played.letter.write() }];
    link::write(&played.record, &sections).unwrap()
}

/// The seat at a device that took it up from a link, without its key.
fn without_key(seat: &SeatKey) -> SeatKey {
    SeatKey { secret: None, ..seat.clone() }
}

#[test]
fn each_letter_is_signed_and_a_finished_link_proves_itself() {
    let (letters, [white, _]) = four_turns();
    for (place, pair) in letters.windows(2).enumerate() {
        assert_eq!(compare(&pair[0], &pair[1]), Relation::Newer(1));
        assert!(!pair[1].lacks_signature(), "{place}");
    }
    assert_eq!(letters[1].seals(), Ok(BOTH));
    let over = say(&letters[4], &white, Sent::Resignation);
    // A later reader, who has the link alone.
    let opened = link::read(&written(&over)).unwrap();
    let letter = Letter::read(&opened.sections[0].bytes).unwrap();
    let read = Played { letter, record: opened.record };
    assert_eq!(read.seals(), Ok(BOTH));
    assert_eq!(compare(&letters[4], &read), Relation::Newer(0));
}

#[test]
fn a_game_with_draws_is_signed_too() {
    for inviter in Color::ALL {
        let secrets = [[3; SIZE], [4; SIZE]];
        let own = secrets[inviter as usize];
        let (mut invitation, mut seat) =
            Played::invite(GameId::Charismatic, inviter, false, [7; 16], own);
        assert!(invitation.agree_key(&mut seat, own));
        let other = secrets[!inviter as usize];
        let (mut played, mut friend) = invitation.answer([9; 8], other).unwrap();
        assert!(played.agree_key(&mut friend, other) && played.sign(&friend));
        let seats = if inviter == Color::White { [seat, friend] } else { [friend, seat] };
        let mut chance = Chance(5);
        // Openings and placements.
        for _ in 0..7 {
            let (color, due) = played.due().unwrap();
            let seat = &seats[color as usize];
            let mut record = played.record.clone();
            let sent = match due {
                record::letter::Due::Opening => Sent::Opening,
                _ => Sent::Turn,
            };
            while sent == Sent::Turn && record.steps().len() == played.record.steps().len() {
                if let Ok(draw) = played.draw(seat, &record) {
                    record.take(draw).unwrap();
                }
                let drops = record.live().place_rest(&mut |bound| chance.below(bound));
                record.replace_turn(&drops).unwrap();
                if record.take(Step::End).is_err() {
                    record = played.record.clone();
                }
            }
            let next = played.reply(seat, &record, sent, false).unwrap();
            assert!(matches!(compare(&played, &next), Relation::Newer(_)));
            assert!(!next.lacks_signature());
            played = next;
        }
        assert_eq!(played.seals(), Ok(BOTH), "{inviter:?}");
    }
}

#[test]
fn keys_are_derived_for_a_side_and_begin_with_the_names() {
    let (answer, [white, black]) = begun(GameId::Magnetic, 1);
    let letter = &answer.letter;
    for seat in [&white, &black] {
        assert_eq!(seat.public_key(), letter.key(seat.color));
        assert!(seat.fits(letter));
    }
    assert_eq!(letter.key(Color::White).unwrap()[..16], letter.invitation);
    assert_eq!(letter.key(Color::Black).unwrap()[..8], letter.answer.unwrap());
    // The same secret at the other side is another key.
    let other = SeatKey { color: Color::Black, ..white.clone() };
    assert_ne!(other.public_key(), white.public_key());
    assert!(!other.fits(letter) && without_key(&black).fits(letter));
    // Not to an invitation without one, twice, by the other side, or with another secret.
    let (mut old, mut seat) =
        Played::invite(GameId::Magnetic, Color::White, false, [7; 16], [1; SIZE]);
    let (mut late, mut friend) = old.answer([9; 8], [2; SIZE]).unwrap();
    assert!(!late.agree_key(&mut friend, [2; SIZE]) && friend.secret.is_none());
    assert!(!old.agree_key(&mut friend, [2; SIZE]));
    assert!(old.agree_key(&mut seat, [1; SIZE]) && !old.agree_key(&mut seat, [3; SIZE]));
    old.letter.version = Version::One;
    assert!(!old.agree_key(&mut seat, [1; SIZE]));
    assert!(!turn(&answer, &white, "e2e4").agree_key(&mut friend, [2; SIZE]));
}

/// The test vectors of the document.
#[test]
fn the_vectors_of_the_document_hold() {
    let document = include_str!("../../../docs/fair-draws.md");
    let (letters, _) = four_turns();
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let mut told = vec![hex(&letters[0].letter.identity(letters[0].record.start()).unwrap())];
    for color in Color::ALL {
        told.push(hex(&letters[0].letter.key(color).unwrap()));
        told.push(hex(&letters[2].letter.signatures()[color as usize].unwrap().bytes));
    }
    for told in told {
        assert!(document.contains(&told), "docs/fair-draws.md: {told}");
    }
}

/// What a device says that has the letter before, and a reader who has the link alone.
fn caught(tamper: impl FnOnce(&mut Played)) -> Relation {
    let (letters, _) = four_turns();
    let mut came = letters[4].clone();
    tamper(&mut came);
    let relation = compare(&letters[3], &came);
    if let Relation::Forged(color) = relation {
        assert_eq!(came.seals().map_err(|forged| forged.0), Err(color));
    }
    relation
}

fn forge(came: &mut Played, color: Color, change: impl FnOnce(&mut Signature)) {
    let mut signatures = came.letter.signatures();
    change(signatures[color as usize].as_mut().unwrap());
    assert!(came.letter.set_signatures(signatures));
}

#[test]
fn a_forged_signature_is_caught() {
    for color in Color::ALL {
        for at in [0, 31, 32, 63] {
            let relation = caught(|came| forge(came, color, |own| own.bytes[at] ^= 1));
            assert_eq!(relation, Relation::Forged(color), "{at}");
        }
    }
    // By another key; by the key of the other side.
    let (_, [other, _]) = begun(GameId::Orthodox, 40);
    let (letters, [white, _]) = four_turns();
    for mut seat in [other, white] {
        let mut came = letters[4].clone();
        let turns = chain::length(&came);
        seat.color = Color::Black;
        assert!(!came.sign(&seat), "not its key");
        let mut alien = came.clone();
        alien.letter.set_field(kind::ANSWERER_KEY, None);
        let mut signatures = came.letter.signatures();
        signatures.swap(0, 1);
        signatures[1].as_mut().unwrap().turns = turns as u32;
        came.letter.set_signatures(signatures);
        assert!(matches!(compare(&letters[3], &came), Relation::Forged(_)));
    }
}

#[test]
fn a_signature_of_another_game_is_caught() {
    // The same turns between the same two, in another game.
    let (letters, seats) = four_turns();
    let (answer, others) = begun(GameId::Orthodox, 10);
    let mut other = answer;
    for (place, text) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
        other = turn(&other, &others[place % 2], text);
    }
    let relation = caught(|came| assert!(came.letter.set_signatures(other.letter.signatures())));
    assert_eq!(relation, Relation::Forged(Color::White));
    // With the same keys, and other terms: the clock, the start, the side that has invited.
    let (mut timed, [mut white, mut black]) = {
        let (mut invitation, white) =
            Played::invite(GameId::Orthodox, Color::White, false, [7; 16], [1; SIZE]);
        assert!(invitation.letter.set_clock("300+5"));
        (invitation, [white, seats[1].clone()])
    };
    assert!(timed.agree_key(&mut white, [1; SIZE]));
    let (mut timed, mut late) = timed.answer([9; 8], [2; SIZE]).unwrap();
    assert!(timed.agree_key(&mut late, [2; SIZE]));
    assert_eq!(late.public_key(), black.public_key());
    black = late;
    let timed = turn(&turn(&timed, &white, "e2e4"), &black, "e7e5");
    assert_eq!(timed.seals(), Ok(BOTH));
    let mut replayed = timed.clone();
    assert!(replayed.letter.set_signatures(letters[2].letter.signatures()));
    assert!(replayed.seals().is_err());
}

#[test]
fn a_rewritten_turn_is_caught() {
    let (letters, _) = four_turns();
    for texts in ["d2d4 e7e5 g1f3 b8c6", "e2e4 e7e5 g1f3 g8f6", "e2e4 c7c5 g1f3 b8c6"] {
        let mut came = take(&begun(GameId::Orthodox, 1).0, texts);
        came.letter = letters[4].letter.clone();
        assert!(matches!(compare(&letters[2], &came), Relation::Forged(_)), "{texts}");
        assert!(came.seals().is_err());
    }
}

#[test]
fn a_truncated_game_is_caught() {
    let (letters, _) = four_turns();
    for kept in 0..4 {
        let mut came = letters[4].clone();
        came.record = letters[kept].record.clone();
        assert!(matches!(compare(&letters[0], &came), Relation::Forged(_)), "{kept}");
    }
    // Turns behind what is signed are nobody's but are not forged: they are told.
    let mut longer = letters[3].clone();
    longer.record = letters[4].record.clone();
    assert_eq!(longer.seals(), Ok([Seal::Whole, Seal::Until(2)]));
    // An earlier signature in place of the newest is one as well.
    let mut aged = letters[4].clone();
    assert!(aged.letter.set_signatures(letters[2].letter.signatures()));
    assert_eq!(aged.seals(), Ok([Seal::Until(1), Seal::Until(2)]));
    assert!(aged.lacks_signature());
}

#[test]
fn an_end_is_signed_by_who_brings_it_about() {
    let (letters, [white, black]) = four_turns();
    let before = &letters[4];
    let resigned = say(before, &white, Sent::Resignation);
    assert_eq!(resigned.seals(), Ok(BOTH));
    // Nobody resigns for the other, nor takes the resignation for his own turn's.
    let mut forged = before.clone();
    forged.record.resign(Color::White);
    forged.letter.act = Act::Resignation;
    forged.letter.sender = Color::White;
    forged.letter.serial += 1;
    assert_eq!(compare(before, &forged), Relation::Newer(0), "it may be a seat without its key");
    assert!(forged.lacks_signature());
    assert_eq!(forged.seals(), Ok([Seal::Until(3), Seal::Whole]));
    let mut other = resigned.clone();
    other.record = before.record.clone();
    other.record.resign(Color::Black);
    other.letter.sender = Color::Black;
    assert!(other.seals().is_err());
    // A draw takes both: one has offered it, the other accepts it.
    let plain = take(before, "f1b5");
    let offered = before.reply(&white, &plain.record, Sent::Turn, true).unwrap();
    assert_eq!(offered.seals(), Ok(BOTH));
    let agreed = say(&offered, &black, Sent::DrawAccepted);
    assert_eq!(compare(&offered, &agreed), Relation::Newer(0));
    assert_eq!(agreed.seals(), Ok(BOTH));
    let unoffered = before.reply(&white, &plain.record, Sent::Turn, false).unwrap();
    let claimed = say(&unoffered, &black, Sent::DrawAccepted);
    assert_eq!(claimed.seals(), Ok([Seal::Until(5), Seal::Whole]), "it was never offered");
    let mut offers = unoffered.clone();
    offers.letter.offers_draw = true;
    assert_eq!(
        offers.seals().unwrap_err().0,
        Color::White,
        "an offer that its sender did not make"
    );
    // One that was refused by playing on stays signed.
    let went_on = turn(&offered, &black, "a7a6");
    assert_eq!(went_on.seals(), Ok(BOTH));
    // And it is not accepted any more: White has offered nothing behind Black's turn.
    let mut late = went_on.clone();
    late.record.agree_draw();
    (late.letter.act, late.letter.serial) = (Act::DrawAccepted, late.letter.serial + 1);
    assert!(late.sign(&black));
    assert_eq!(late.seals(), Ok([Seal::Until(5), Seal::Whole]));
}

#[test]
fn who_says_that_the_time_is_up_signs_it() {
    let (mut invitation, mut white) =
        Played::invite(GameId::Orthodox, Color::White, false, [7; 16], [1; SIZE]);
    assert!(invitation.letter.set_clock("60"));
    assert!(invitation.agree_key(&mut white, [1; SIZE]));
    let (mut answer, mut black) = invitation.answer([9; 8], [2; SIZE]).unwrap();
    assert!(answer.agree_key(&mut black, [2; SIZE]));
    let first = turn(&answer, &white, "e2e4");
    for seat in [&white, &black] {
        let over = say(&first, seat, Sent::TimeUp);
        assert_eq!(compare(&first, &over), Relation::Newer(0));
        assert_eq!(over.seals(), Ok(BOTH));
        let mut by_other = over.clone();
        by_other.letter.sender = !seat.color;
        assert_ne!(by_other.seals(), Ok(BOTH), "it is the claim of one");
    }
}

#[test]
fn who_claims_a_game_signs_it() {
    for (clock, sides) in [("60", [true, true]), ("", [false, false])] {
        let (mut invitation, mut white) =
            Played::invite(GameId::Orthodox, Color::White, false, [7; 16], [1; SIZE]);
        assert_eq!(invitation.letter.set_clock(clock), !clock.is_empty());
        assert!(invitation.agree_key(&mut white, [1; SIZE]));
        let (mut answer, mut black) = invitation.answer([9; 8], [2; SIZE]).unwrap();
        assert!(answer.agree_key(&mut black, [2; SIZE]));
        let first = turn(&answer, &white, "e2e4");
        for (seat, may_claim) in [&white, &black].into_iter().zip(sides) {
            let over = say(&first, seat, Sent::Claim);
            let verdict = Verdict { winner: Some(seat.color), ending: Ending::Abandonment };
            assert_eq!(over.record.verdict(), Some(verdict));
            let relation = if may_claim { Relation::Newer(0) } else { Relation::NotDue };
            assert_eq!(compare(&first, &over), relation, "only where clocks run");
            assert_eq!(over.seals(), Ok(BOTH));
            let mut by_other = over.clone();
            by_other.letter.sender = !seat.color;
            assert_ne!(
                compare(&first, &by_other),
                Relation::Newer(0),
                "nobody claims for the other"
            );
        }
    }
}

#[test]
fn a_seat_without_its_key_plays_on_unsigned() {
    let (letters, [white, black]) = four_turns();
    let alone = without_key(&white);
    assert!(alone.fits(&letters[4].letter));
    let fifth = turn(&letters[4], &alone, "f1b5");
    assert_eq!(compare(&letters[4], &fifth), Relation::Newer(1));
    assert!(fifth.lacks_signature() && !letters[4].lacks_signature());
    assert_eq!(fifth.seals(), Ok([Seal::Until(3), Seal::Whole]));
    // The other side signs on, and with it what the seat without its key has played.
    let sixth = turn(&fifth, &black, "a7a6");
    assert!(!sixth.lacks_signature());
    assert_eq!(sixth.seals(), Ok([Seal::Until(3), Seal::Whole]));
    // Back at the device with the key all is signed again.
    let seventh = turn(&sixth, &white, "b5a4");
    assert_eq!(seventh.seals(), Ok(BOTH));
}

#[test]
fn letters_without_signatures_are_read_as_ever() {
    let (invitation, white) =
        Played::invite(GameId::Orthodox, Color::White, false, [7; 16], [1; SIZE]);
    let (answer, black) = invitation.answer([9; 8], [2; SIZE]).unwrap();
    let first = turn(&answer, &white, "e2e4");
    let second = turn(&first, &black, "e7e5");
    for (before, after) in [(&answer, &first), (&first, &second)] {
        assert_eq!(compare(before, after), Relation::Newer(1));
        assert!(!after.lacks_signature());
    }
    assert_eq!(second.seals(), Ok([Seal::Keyless; 2]));
    assert_eq!(second.letter.signatures(), [None; 2]);
    // Only the sender of an invitation without an answer has a key, and nothing is signed yet.
    let (mut invitation, mut white) =
        Played::invite(GameId::Orthodox, Color::White, false, [7; 16], [1; SIZE]);
    assert!(invitation.agree_key(&mut white, [1; SIZE]));
    let invited = turn(&invitation, &white, "e2e4");
    assert!(!invited.lacks_signature() && invited.letter.signatures() == [None; 2]);
    // An older page answers without a key, and drops what it does not know of a letter.
    let (answer, black) = invited.answer([9; 8], [2; SIZE]).unwrap();
    let answer = turn(&answer, &black, "e7e5");
    assert_eq!(compare(&invited, &answer), Relation::Newer(1));
    assert_eq!(answer.seals(), Ok([Seal::Until(0), Seal::Keyless]));
    let third = turn(&answer, &white, "g1f3");
    assert_eq!(third.seals(), Ok([Seal::Whole, Seal::Keyless]));
    let mut fourth = turn(&third, &black, "b8c6");
    assert!(fourth.letter.set_signatures([None; 2]));
    assert_eq!(compare(&third, &fourth), Relation::Newer(1));
    fourth.keep_signatures(&third, None);
    assert_eq!(fourth.seals(), Ok([Seal::Whole, Seal::Keyless]));
    // A key of another algorithm neither proves anything nor is in the way.
    let mut alien = third.clone();
    let mut field = alien.letter.field(kind::INVITER_KEY).unwrap().to_vec();
    field[0] = 9;
    assert!(alien.letter.set_field(kind::INVITER_KEY, Some(field)));
    assert_eq!(alien.seals(), Ok([Seal::Keyless; 2]));
}

#[test]
fn signatures_that_were_dropped_come_back_but_none_of_turns_that_are_gone() {
    let (letters, [white, black]) = four_turns();
    let mut bare = letters[4].clone();
    assert!(bare.letter.set_signatures([None; 2]));
    assert_eq!(compare(&letters[4], &bare), Relation::Same);
    bare.keep_signatures(&letters[3], None);
    assert_eq!(bare.letter.signatures(), letters[3].letter.signatures());
    // A takeback: who asked signs anew with the next turn.
    let asked = say(&letters[3], &black, Sent::TakebackAsked);
    let granted = say(&asked, &white, Sent::TakebackGranted);
    assert_eq!(compare(&asked, &granted), Relation::TakenBack(1));
    assert_eq!(granted.letter.signatures()[1], None);
    let mut kept = granted.clone();
    kept.keep_signatures(&asked, None);
    assert_eq!(kept, granted);
    let again = turn(&granted, &black, "c7c5");
    assert_eq!(again.seals(), Ok(BOTH));
}

/// What a turn on the friend's device says that was foreseen: the friend's signature covers it, and its
/// author's only with the next letter.
#[test]
fn a_conditional_answer_is_signed_by_its_author_with_the_next_letter() {
    use record::letter::conditions;
    let (letters, [white, black]) = four_turns();
    let mut third = letters[3].clone();
    let line =
        ["b8c6", "f1b5"].map(|text| vec![Step::parse(text, third.record.start().spec()).unwrap()]);
    let field = conditions::write(third.record.live(), &[line.to_vec()]);
    assert!(third.letter.set_field(kind::CONDITIONS, field));
    assert_eq!(third.seals(), Ok(BOTH), "lines are added without signing the turns anew");
    let reply = turn(&third, &black, "b8c6 f1b5 a7a6");
    assert_eq!(compare(&third, &reply), Relation::Newer(3));
    assert_eq!(reply.seals(), Ok([Seal::Until(3), Seal::Whole]));
    let next = turn(&reply, &white, "b5a4");
    assert_eq!(next.seals(), Ok(BOTH));
}

/// Conditional turns are signed apart: whoever adds some on the way, changes them, or takes their signature
/// away, is not answered.
#[test]
fn conditional_turns_are_their_authors() {
    use record::letter::conditions;
    let (letters, [white, black]) = four_turns();
    let unconditional = &letters[3];
    let with = |texts: [&str; 2]| {
        let spec = unconditional.record.start().spec();
        let line = texts.map(|text| vec![Step::parse(text, spec).unwrap()]);
        let field = conditions::write(unconditional.record.live(), &[line.to_vec()]);
        let mut letter = unconditional.clone();
        assert!(letter.letter.set_field(kind::CONDITIONS, field));
        letter
    };
    let added = with(["b8c6", "f1b5"]);
    assert!(!added.has_own_conditions(), "as a letter from before they were signed");
    assert_eq!(added.seals(), Ok(BOTH), "the letter itself is good");
    let mut own = added.clone();
    own.sign_conditions(&white);
    assert!(own.has_own_conditions());
    assert_eq!(own.seals(), Ok(BOTH));
    assert_eq!(compare(unconditional, &own), Relation::Same);
    assert_eq!(compare(&letters[2], &own), Relation::Newer(1));
    // They are taken with their signature.
    let mut taken = unconditional.clone();
    assert!(taken.letter.take_conditions(&own.letter));
    assert_eq!(taken, own);
    // Only the sender's seat signs them.
    let mut others = added.clone();
    others.sign_conditions(&black);
    assert_eq!(others, added);
    // Another line behind the same signature is refused, whoever is blamed for it.
    let mut changed = with(["b8c6", "f3g1"]);
    changed.letter.set_field(
        kind::CONDITIONS_SIGNATURE,
        own.letter.field(kind::CONDITIONS_SIGNATURE).map(<[u8]>::to_vec),
    );
    assert_eq!(changed.seals().map_err(|forged| forged.0), Err(Color::White));
    assert_eq!(compare(&letters[2], &changed), Relation::Forged(Color::White));
    // The signature does not hold of another turn of the game either.
    let mut later = turn(&letters[4], &white, "f1c4");
    let line =
        ["f8c5", "c2c3"].map(|text| vec![Step::parse(text, later.record.start().spec()).unwrap()]);
    let field = conditions::write(later.record.live(), &[line.to_vec()]);
    assert!(later.letter.set_field(kind::CONDITIONS, field));
    later.letter.set_field(
        kind::CONDITIONS_SIGNATURE,
        own.letter.field(kind::CONDITIONS_SIGNATURE).map(<[u8]>::to_vec),
    );
    assert!(later.seals().is_err());
    // A letter of a seat without its key has what it has.
    let mut keyless = turn(&letters[2], &without_key(&white), "g1f3");
    let field = added.letter.field(kind::CONDITIONS).map(<[u8]>::to_vec);
    assert!(keyless.letter.set_field(kind::CONDITIONS, field));
    keyless.sign_conditions(&without_key(&white));
    assert!(keyless.has_own_conditions());
}

/// Names are agreed as the time control is: whoever changes one on the way changes what is signed.
#[test]
fn names_are_signed() {
    let (secret, other) = ([1; SIZE], [2; SIZE]);
    let (mut invitation, mut white) =
        Played::invite(GameId::Orthodox, Color::White, false, [7; 16], secret);
    assert!(!invitation.letter.agree_name("Ada"), "a name without a key proves nothing");
    assert!(invitation.agree_key(&mut white, secret));
    assert!(invitation.letter.agree_name("\u{202e}Ada "));
    let (mut answer, mut black) = invitation.answer([9; 8], other).unwrap();
    assert!(answer.agree_key(&mut black, other));
    assert!(answer.letter.agree_name("Bea"));
    answer.sign(&black);
    assert_eq!(compare(&invitation, &answer), Relation::Newer(0));
    let first = turn(&answer, &white, "e2e4");
    let opened = link::read(&written(&first)).unwrap();
    let letter = Letter::read(&opened.sections[0].bytes).unwrap();
    assert_eq!(Color::ALL.map(|color| letter.name(color)), ["Ada", "Bea"]);
    assert_eq!(letter.field(kind::INVITER_NAME), Some(&b"Ada"[..]));
    assert_eq!(first.seals(), Ok(BOTH));
    for kind in [kind::INVITER_NAME, kind::ANSWERER_NAME] {
        for name in [Some(b"Eve".to_vec()), None] {
            let mut changed = first.clone();
            assert!(changed.letter.set_field(kind, name));
            assert!(changed.seals().is_err());
            assert_ne!(compare(&answer, &changed), Relation::Newer(1));
        }
    }
    // Behind the invitation and the answer nobody has another name.
    assert!(!first.clone().letter.agree_name("Eve"));
}

/// A link grows by less than 200 characters by both signatures; the keys are there from the invitation and
/// the answer on.
#[test]
fn how_much_longer_links_are() {
    let (letters, _) = four_turns();
    let signed = &letters[4];
    let mut unsigned = signed.clone();
    assert!(unsigned.letter.set_signatures([None; 2]));
    let mut keyless = unsigned.clone();
    assert!(keyless.letter.set_field(kind::INVITER_KEY, None));
    assert!(keyless.letter.set_field(kind::ANSWERER_KEY, None));
    let [signed, unsigned, keyless] = [signed, &unsigned, &keyless].map(|it| written(it).len());
    assert!((170..185).contains(&(signed - unsigned)), "{}", signed - unsigned);
    assert!((58..65).contains(&(unsigned - keyless)), "{}", unsigned - keyless);
}

/// Who has signed a turn and resigns behind it without the key has not signed the end.
#[test]
fn what_was_signed_of_a_turn_is_not_taken_for_the_end_behind_it() {
    let (letters, [white, _]) = four_turns();
    let mut over = say(&letters[3], &white, Sent::Resignation);
    assert!(over.letter.set_signatures([None; 2]));
    over.keep_signatures(&letters[3], None);
    let [_, black] = letters[3].letter.signatures();
    assert_eq!(over.letter.signatures(), [None, black]);
    assert_eq!(over.seals(), Ok([Seal::Until(0), Seal::Whole]));
    assert_eq!(compare(&letters[3], &over), Relation::Newer(0));
}
