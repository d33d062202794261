//! Both sides' newest signatures as one: what is shorter proves the same.

use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::EdwardsPoint;
use curve25519_dalek::scalar::Scalar;
use record::fair::SIZE;
use record::letter::chain::{self, Says};
use record::letter::{
    Joined, Letter, Played, Relation, SIGNATURE, Seal, SeatKey, Sent, Signature, compare, kind,
};
use record::link::{self, Section};
use rules::{Color, GameId, Step};
use sha2::{Digest, Sha512};

const BOTH: [Seal; 2] = [Seal::Whole; 2];

/// An answered game by White's invitation; `joined`: as games begin now, else as they did.
fn begun(game: GameId, joined: bool) -> (Played, [SeatKey; 2]) {
    let [one, other] = [[1; SIZE], [2; SIZE]];
    let (mut invitation, mut white) = Played::invite(game, Color::White, false, [7; 16], one);
    let agree = if joined { Played::agree_joined_key } else { Played::agree_key };
    assert!(agree(&mut invitation, &mut white, one));
    let (mut answer, mut black) = invitation.answer([9; 8], other).unwrap();
    assert!(answer.agree_key(&mut black, other) && answer.sign(&black));
    (answer, [white, black])
}

fn turn(before: &Played, seat: &SeatKey, text: &str) -> Played {
    let mut record = before.record.clone();
    record.take(Step::parse(text, record.start().spec()).unwrap()).unwrap();
    before.reply(seat, &record, Sent::Turn, false).unwrap()
}

fn say(before: &Played, seat: &SeatKey, sent: Sent) -> Played {
    before.reply(seat, &before.record, sent, false).unwrap()
}

/// The letters of four turns, each read from its bytes.
fn four_turns(joined: bool) -> (Vec<Played>, [SeatKey; 2]) {
    let (answer, seats) = begun(GameId::Orthodox, joined);
    let mut letters = vec![answer];
    for (place, text) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
        let next = turn(&letters[place], &seats[place % 2], text);
        let letter = Letter::read(&next.letter.write()).unwrap();
        assert_eq!(letter, next.letter);
        letters.push(next);
    }
    (letters, seats)
}

fn length(played: &Played, is_signed: bool) -> usize {
    let mut letter = played.letter.clone();
    if !is_signed {
        for kind in [kind::INVITER_KEY, kind::ANSWERER_KEY, kind::SIGNATURES, kind::JOINED] {
            letter.set_field(kind, None);
        }
    }
    let sections =
        [Section { kind: link::kind::LETTER, bytes: letter.write() }, Section::names("", "")];
    link::write(&played.record, &sections).unwrap().len()
}

#[test]
fn each_letter_has_both_signatures_and_proves_itself() {
    let (letters, [white, black]) = four_turns(true);
    for pair in letters.windows(2) {
        assert_eq!(compare(&pair[0], &pair[1]), Relation::Newer(1));
        assert!(!pair[1].lacks_signature());
    }
    for later in &letters[1..] {
        assert_eq!(later.seals(), Ok(BOTH));
        assert!(later.letter.joined().is_some() && later.letter.signatures() == [None; 2]);
    }
    let over = say(&letters[4], &white, Sent::Resignation);
    assert_eq!((over.seals(), compare(&letters[4], &over)), (Ok(BOTH), Relation::Newer(0)));
    assert_eq!(over.letter.turns_signed(), [Some(4), Some(4)]);
    // What the other side has signed, of its turns alone, is none of this side's end.
    let over = say(&letters[3], &black, Sent::Resignation);
    assert!(over.letter.joined().is_some());
    assert_eq!((over.seals(), compare(&letters[3], &over)), (Ok(BOTH), Relation::Newer(0)));
    // As keys are, so is the game: one that began otherwise goes on otherwise.
    let (old, _) = four_turns(false);
    assert_eq!(old[4].seals(), Ok(BOTH));
    assert!(old[4].letter.joined().is_none() && old[4].letter.signatures()[0].is_some());
}

#[test]
fn a_link_grows_by_less_than_two_hundred_characters() {
    let mut measured = 0;
    for &game in GameId::ALL {
        let (answer, seats) = begun(game, true);
        // Turns of games with draws follow from secrets; signatures are as long there.
        if answer.letter.chains.is_some() {
            continue;
        }
        let mut played = answer;
        // Long games have longer numbers.
        'turns: for place in 0..300 {
            let color = played.record.live().turn();
            let mut record = played.record.clone();
            while record.live().turn() == color && record.verdict().is_none() {
                let steps: Vec<Step> = record.live().list();
                if steps.is_empty() {
                    break 'turns;
                }
                let step = steps[(place * 7 + 3) % steps.len()];
                record.take(step).unwrap();
            }
            if record.verdict().is_some() {
                break;
            }
            played = played.reply(&seats[color as usize], &record, Sent::Turn, false).unwrap();
        }
        assert_eq!(played.seals(), Ok(BOTH), "{game:?}");
        if played.letter.joined().is_none() {
            continue;
        }
        measured += 1;
        let grown = length(&played, true) - length(&played, false);
        assert!((190..200).contains(&grown), "{game:?}: {grown}");
    }
    assert!(measured >= 4, "{measured}");
    let (old, _) = four_turns(false);
    assert!(length(&old[4], true) - length(&old[4], false) > 230);
}

#[test]
fn whatever_is_changed_the_two_do_not_hold() {
    let (letters, _) = four_turns(true);
    let value = letters[4].letter.field(kind::JOINED).unwrap().to_vec();
    assert_eq!(value.len(), 2 + 3 * SIZE);
    for place in 0..value.len() * 8 {
        let mut bytes = value.clone();
        bytes[place / 8] ^= 1 << (place % 8);
        let mut came = letters[4].clone();
        if came.letter.set_field(kind::JOINED, Some(bytes)) {
            let relation = compare(&letters[3], &came);
            assert!(matches!(relation, Relation::Forged(_)), "bit {place}: {relation:?}");
        }
    }
    // Another turn, another game, another end, another's key.
    let mut other = letters[3].clone();
    other.record = turn(&letters[3], &four_turns(true).1[1], "g8f6").record;
    other.letter = letters[4].letter.clone();
    assert_eq!(compare(&letters[3], &other), Relation::Forged(Color::Black));
    let mut offered = letters[4].clone();
    offered.letter.offers_draw = true;
    assert_eq!(compare(&letters[3], &offered), Relation::Forged(Color::Black));
    let mut swapped = letters[4].clone();
    let half = |from: usize| value[2 + from * SIZE..][..SIZE].to_vec();
    let bytes = [vec![4, 4], half(1), half(0), half(2)].concat();
    assert!(swapped.letter.set_field(kind::JOINED, Some(bytes)));
    assert!(compare(&letters[3], &swapped) != Relation::Newer(1));
    // A scalar that is no number of the group, and points of small order.
    for part in 0..3 {
        for filled in [0, 1, 255] {
            let mut bytes = value.clone();
            bytes[2 + part * SIZE..][..SIZE].fill(filled);
            if filled == 1 {
                bytes[3 + part * SIZE..][..SIZE - 1].fill(0);
            }
            let mut came = letters[4].clone();
            assert!(came.letter.set_field(kind::JOINED, Some(bytes)));
            assert!(matches!(compare(&letters[3], &came), Relation::Forged(_)));
        }
    }
}

#[test]
fn one_side_alone_cannot_join_what_the_other_has_not_signed() {
    let (letters, [white, black]) = four_turns(true);
    // Black changes White's turn, and signs the game that comes of it with what is known of White's signatures.
    let mut forged = letters[2].clone();
    let mut record = record::Record::new(*forged.record.start());
    for text in ["d2d4", "e7e5"] {
        record.take(Step::parse(text, record.start().spec()).unwrap()).unwrap();
    }
    forged.record = record;
    assert!(
        forged
            .letter
            .set_field(kind::JOINED, letters[2].letter.field(kind::JOINED).map(<[u8]>::to_vec))
    );
    // It cannot be taken apart any more, so that Black's signature stands alone.
    assert!(forged.sign(&black));
    assert_eq!(forged.letter.joined(), None::<Joined>);
    assert_eq!(forged.seals(), Ok([Seal::Until(0), Seal::Whole]));
    assert!(matches!(compare(&letters[1], &forged), Relation::Fork { .. }));
    // Nor does White's own help: it is of other turns.
    let mut alone = letters[4].clone();
    assert!(!alone.sign(&SeatKey { color: Color::Black, ..white.clone() }));
    assert_eq!(chain::length(&alone), 4);
}

#[test]
fn what_is_joined_is_kept_taken_apart_and_dropped_with_its_turns() {
    let (letters, [white, black]) = four_turns(true);
    // A friend's page has dropped both.
    let bare = || {
        let mut bare = letters[4].clone();
        assert!(bare.letter.set_field(kind::JOINED, None));
        bare
    };
    assert_eq!(compare(&letters[3], &bare()), Relation::Newer(1));
    let mut kept = bare();
    kept.keep_signatures(&letters[3], Some(&white));
    assert_eq!(kept.letter.turns_signed(), [Some(3), Some(2)]);
    assert_eq!(kept.seals(), Ok([Seal::Whole, Seal::Until(2)]));
    // Who looks on keeps both as they are.
    let mut seen = bare();
    seen.keep_signatures(&letters[3], None);
    assert_eq!(seen.letter.joined(), letters[3].letter.joined());
    // A takeback: the signature of the turn that is gone goes with it, the other stays.
    let asked = say(&letters[3], &black, Sent::TakebackAsked);
    let granted = say(&asked, &white, Sent::TakebackGranted);
    assert_eq!(compare(&asked, &granted), Relation::TakenBack(1));
    assert_eq!(granted.letter.turns_signed(), [Some(1), None]);
    assert_eq!(turn(&granted, &black, "c7c5").seals(), Ok(BOTH));
    // A seat without its key leaves the two as they are, and the other side goes on from there.
    let keyless = SeatKey { secret: None, ..black };
    let unsigned = turn(&letters[3], &keyless, "b8c6");
    assert!(unsigned.lacks_signature());
    assert_eq!(unsigned.seals(), Ok([Seal::Whole, Seal::Until(2)]));
    assert_eq!(compare(&letters[3], &unsigned), Relation::Newer(1));
    let next = turn(&unsigned, &white, "f1b5");
    assert_eq!(next.seals(), Ok([Seal::Whole, Seal::Until(2)]));
    assert_eq!(next.letter.turns_signed(), [Some(5), Some(2)]);
}

/// White's signature of its first turn by a key with a part of small order, which holds by itself.
fn signed_oddly(turn: &Played, key: [u8; SIZE], secret: Scalar) -> [u8; SIGNATURE] {
    let message = chain::message(turn, Color::White, 1, Says::Nothing).unwrap();
    let made = (1..1_000_u64).find_map(|nonce| {
        let nonce = Scalar::from(nonce);
        let first = EdwardsPoint::mul_base(&nonce).compress().0;
        let parts = Sha512::new().chain_update(first).chain_update(key).chain_update(message);
        let factor = Scalar::from_bytes_mod_order_wide(&parts.finalize().into());
        let second = (nonce + factor * secret).to_bytes();
        (factor.to_bytes()[0].is_multiple_of(8)).then(|| [first, second].concat())
    });
    made.unwrap().try_into().unwrap()
}

#[test]
fn an_honest_letter_holds_whatever_key_the_other_side_has_made() {
    let secret = Scalar::from(987_654_321_u64);
    let key = (EdwardsPoint::mul_base(&secret) + EIGHT_TORSION[1]).compress().0;
    let name = *key.first_chunk().unwrap();
    let (mut invitation, _) =
        Played::invite(GameId::Orthodox, Color::White, false, name, [1; SIZE]);
    let field = [&[2], &key[16..]].concat();
    assert!(invitation.letter.set_field(kind::INVITER_KEY, Some(field)));
    let (mut answer, mut black) = invitation.answer([9; 8], [2; SIZE]).unwrap();
    assert!(answer.agree_key(&mut black, [2; SIZE]) && answer.sign(&black));
    let white = SeatKey { color: Color::White, secret: None };
    let mut first = turn(&answer, &white, "e2e4");
    let bytes = signed_oddly(&first, key, secret);
    let [_, before] = answer.letter.signatures();
    assert!(first.letter.set_signatures([Some(Signature { turns: 1, bytes }), before]));
    assert_eq!(compare(&answer, &first), Relation::Newer(1));
    // Black's reply has both, apart.
    let second = turn(&first, &black, "e7e5");
    assert_eq!(second.letter.joined(), None::<Joined>);
    assert_eq!(second.seals(), Ok(BOTH));
    assert_eq!(compare(&first, &second), Relation::Newer(1));
    let read = Letter::read(&second.letter.write()).unwrap();
    assert_eq!(read, second.letter);
}

/// The test vector of the document.
#[test]
fn the_vector_of_the_document_holds() {
    let document = include_str!("../../../docs/fair-draws.md");
    let (letters, _) = four_turns(true);
    let value = letters[2].letter.field(kind::JOINED).unwrap();
    let told: String = value.iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(document.contains(&told), "docs/fair-draws.md: {told}");
}

/// Joined signatures go together: they take the place of others only if neither is older.
#[test]
fn who_looks_on_keeps_a_newer_signature_that_stands_alone() {
    let (letters, [white, _]) = four_turns(true);
    let mut fifth = turn(&letters[4], &white, "f1b5");
    assert!(fifth.letter.set_field(kind::JOINED, None) && fifth.sign(&white));
    assert_eq!(fifth.letter.turns_signed(), [Some(5), None]);
    let before = fifth.clone();
    fifth.keep_signatures(&letters[4], None);
    assert_eq!(fifth, before);
}

/// It stands for signatures that are still to come where the length of a link is told beforehand.
#[test]
fn a_placeholder_is_as_long_as_signatures_that_hold() {
    let (letters, _) = four_turns(true);
    let held = letters[4].letter.field(kind::JOINED).unwrap();
    let placeholder = Joined::placeholder(4);
    assert_eq!(placeholder.len(), held.len());
    let mut letter = letters[4].clone();
    assert!(letter.letter.set_field(kind::JOINED, Some(placeholder)));
    assert_eq!(letter.letter.turns_signed(), [Some(4), Some(4)]);
    assert!(letter.seals().is_err());
}
