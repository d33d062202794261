//! Draws that nobody can bend: two players by link, test vectors, and a peer that cheats.

use testkit::chance;

use chance::Chance;
use record::Record;
use record::fair::{self, FairError, LONGEST, Reveal, SIZE, Secret, Terms, Version, verify};
use record::letter::{
    self, Act, Chains, Due, Letter, LetterError, MOST_LETTERS, Played, Relation, SeatKey, Sent,
    Unsent, compare, keep_of, may_take_back,
};
use record::link::{self, Section, kind};
use rules::{AnyPosition, Color, GameId, Reserve, Role, Step};

const WHITE: [u8; SIZE] = [1; SIZE];
const BLACK: [u8; SIZE] = [2; SIZE];

fn secret(color: Color) -> Secret {
    Secret::new(if color == Color::White { WHITE } else { BLACK })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn start() -> AnyPosition {
    AnyPosition::initial(GameId::Charismatic)
}

/// An answered invitation of version 1 to Charismatic Chess, opened where that is due.
fn opened(inviter: Color) -> Played {
    let mut letter = Letter {
        version: Version::One,
        fields: Vec::new(),
        invitation: [7; 16],
        inviter,
        open: false,
        answer: Some([9; 8]),
        serial: 1,
        sender: !inviter,
        act: Act::Answer,
        offers_draw: false,
        chains: Some(Chains {
            inviter: secret(inviter).commitment(inviter),
            answerer: Some(secret(!inviter).commitment(!inviter)),
            reveals: [None; 2],
        }),
    };
    if inviter == Color::Black {
        letter.serial = 2;
        letter.sender = Color::Black;
        letter.act = Act::Opening;
        let element = secret(Color::Black).element(Color::Black, 1);
        letter.chains.as_mut().unwrap().reveals[1] = Some(Reveal { number: 1, element });
    }
    Played { letter, record: Record::new(start()) }
}

/// An invitation of version 2 and the seat of who has invited.
fn invited(inviter: Color) -> (Played, SeatKey) {
    Played::invite(GameId::Charismatic, inviter, false, [7; 16], *secret(inviter).bytes())
}

fn seat(color: Color) -> SeatKey {
    SeatKey { color, secret: Some(secret(color)) }
}

/// The letters of version 2 up to where the first draw is due.
fn opened_today(inviter: Color) -> Vec<Played> {
    let (invitation, _) = invited(inviter);
    let (answer, _) = invitation.answer([9; 8], *secret(!inviter).bytes()).unwrap();
    let mut letters = vec![invitation, answer];
    while let Some((color, Due::Opening)) = letters[letters.len() - 1].due() {
        let last = &letters[letters.len() - 1];
        letters.push(last.reply(&seat(color), &last.record, Sent::Opening, false).unwrap());
    }
    letters
}

/// The letters of a game of version 2 from its first turn on: the one that opens it, and so many more.
fn game_today(inviter: Color, turns: usize, seed: u64) -> Vec<Played> {
    let mut chance = Chance(seed);
    let mut letters = vec![opened_today(inviter).pop().unwrap()];
    while letters.len() <= turns && letters[letters.len() - 1].record.verdict().is_none() {
        let next = turn(&letters[letters.len() - 1], &mut chance);
        letters.push(next);
    }
    letters
}

/// Plays a turn at random and returns the letter after it.
fn turn(played: &Played, chance: &mut Chance) -> Played {
    let mut next = played.clone();
    let color = next.record.live().turn();
    let terms = next.letter.terms().unwrap();
    let reveals = next.letter.reveals().unwrap();
    match fair::next(&next.record, &terms, &reveals, &secret(color)) {
        Ok((hand, reveal)) => {
            next.record.take(Step::Draw(hand)).expect("a legal draw");
            next.letter.chains.as_mut().unwrap().reveals[color as usize] = Some(reveal);
            loop {
                let drops = next.record.live().place_rest(&mut |bound| chance.below(bound));
                next.record.replace_turn(&drops).expect("legal drops");
                if next.record.take(Step::End).is_ok() {
                    break;
                }
                while next.record.undo().is_some() {}
            }
        }
        Err(error) => {
            assert_eq!(error, FairError::None);
            while next.record.live().turn() == color && next.record.verdict().is_none() {
                let steps = next.record.live().list();
                if steps.is_empty() {
                    while next.record.undo().is_some() {}
                } else if steps.contains(&Step::End) && chance.below(3_usize) == 0 {
                    next.record.take(Step::End).unwrap();
                } else {
                    next.record.take(steps[chance.below(steps.len())]).unwrap();
                }
            }
        }
    }
    next.letter.serial += 1;
    next.letter.sender = color;
    next.letter.act = Act::Turn;
    next
}

/// The letters of a game up to this many turns.
fn game(inviter: Color, turns: usize, seed: u64) -> Vec<Played> {
    let mut chance = Chance(seed);
    let mut letters = vec![opened(inviter)];
    while letters.len() <= turns && letters[letters.len() - 1].record.verdict().is_none() {
        let next = turn(&letters[letters.len() - 1], &mut chance);
        letters.push(next);
    }
    letters
}

#[test]
fn any_game_goes_by_link_and_a_later_reader_verifies_every_draw() {
    for seed in 0..12 {
        let inviter = if seed % 2 == 0 { Color::White } else { Color::Black };
        let letters = game(inviter, 40, seed);
        for pair in letters.windows(2) {
            assert_eq!(compare(&pair[0], &pair[1]), Relation::Newer(1));
            assert_eq!(compare(&pair[1], &pair[0]), Relation::Older(1));
            assert_eq!(compare(&pair[1], &pair[1]), Relation::Same);
        }
        let last = &letters[letters.len() - 1];
        let sections = [Section { kind: kind::LETTER, bytes: last.letter.write() }];
        let text = link::write(&last.record, &sections).unwrap();
        let read = link::read(&text).unwrap();
        let letter = Letter::read(&read.sections[0].bytes).unwrap();
        assert_eq!(letter, last.letter);
        let drawn = letter.verify(&read.record).unwrap();
        assert_eq!(drawn.len(), 6);
        assert!(text.len() < 1_000, "{}", text.len());
    }
}

#[test]
fn the_vectors_of_the_document_hold() {
    let terms = opened(Color::White).letter.terms().unwrap();
    let document = include_str!("../../../docs/fair-draws.md");
    let mut told = Vec::new();
    for color in [Color::White, Color::Black] {
        for number in [0, 1, 2, LONGEST] {
            told.push(hex(&secret(color).element(color, number)));
        }
    }
    told.push(hex(&terms.identity(&start())));
    let mut played = opened(Color::White);
    let mut chance = Chance(1);
    let mut hands = Vec::new();
    for _ in 0..6 {
        played = turn(&played, &mut chance);
    }
    for drawn in played.letter.verify(&played.record).unwrap() {
        hands.push(Step::Draw(drawn.hand).display(start().spec()).to_string());
    }
    told.push(hands.join(" "));
    for told in told {
        assert!(document.contains(&told), "docs/fair-draws.md: {told}");
    }
}

#[test]
fn every_set_of_pieces_is_drawn_as_often_as_chance_has_it() {
    let reserve = Reserve::of(&rules::chess::ARMY);
    let (mut queens, mut pawns, mut both) = (0, 0, 0);
    for turn in 0..30_000 {
        let hand = fair::draw(reserve, &[3; SIZE], turn, &[4; SIZE], &[5; SIZE]);
        assert!(hand.total() == 5 && reserve.contains(hand));
        queens += hand.count(Role::Queen);
        pawns += hand.count(Role::Pawn);
        both += u32::from(hand.count(Role::Rook) == 2);
    }
    // A third of the pieces are drawn; both rooks in one of 10.5 draws.
    assert!((9_700..10_300).contains(&queens), "{queens}");
    assert!((79_000..81_000).contains(&pawns), "{pawns}");
    assert!((2_650..3_070).contains(&both), "{both}");
}

/// What is said of a letter that was tampered with, by who has the one before it.
fn caught(tamper: impl FnOnce(&mut Played)) -> Relation {
    let mut letters = game(Color::White, 4, 5);
    let mut came = letters.pop().unwrap();
    tamper(&mut came);
    compare(&letters[letters.len() - 1], &came)
}

fn reveal_of(came: &mut Played) -> &mut Reveal {
    came.letter.chains.as_mut().unwrap().reveals[1].as_mut().unwrap()
}

#[test]
fn another_secret_is_caught() {
    let other = Secret::new([8; SIZE]);
    let relation = caught(|came| reveal_of(came).element = other.element(Color::Black, 2));
    assert_eq!(relation, Relation::Unfair(FairError::Reveal(Color::Black)));

    let letters = game(Color::White, 3, 5);
    let last = &letters[3];
    let (terms, reveals) = (last.letter.terms().unwrap(), last.letter.reveals().unwrap());
    let error = fair::next(&last.record, &terms, &reveals, &other).unwrap_err();
    assert_eq!(error, FairError::Reveal(Color::Black));
}

#[test]
fn another_reveal_is_caught() {
    let own = secret(Color::Black);
    // A later element, told as this one, or as itself; an earlier one; the other side's.
    let relation = caught(|came| reveal_of(came).element = own.element(Color::Black, 3));
    assert_eq!(relation, Relation::Unfair(FairError::Reveal(Color::Black)));
    let relation = caught(|came| {
        *reveal_of(came) = Reveal { number: 3, element: own.element(Color::Black, 3) };
    });
    assert_eq!(relation, Relation::Unfair(FairError::Early(Color::Black)));
    let relation = caught(|came| {
        *reveal_of(came) = Reveal { number: LONGEST, element: own.element(Color::Black, LONGEST) };
    });
    assert_eq!(relation, Relation::Unfair(FairError::Early(Color::Black)));
    let relation = caught(|came| {
        *reveal_of(came) = Reveal { number: 1, element: own.element(Color::Black, 1) };
    });
    assert_eq!(relation, Relation::Unfair(FairError::Unrevealed(Color::Black, 3)));
    let relation = caught(|came| {
        reveal_of(came).element = secret(Color::White).element(Color::White, 2);
    });
    assert_eq!(relation, Relation::Unfair(FairError::Reveal(Color::Black)));
    let relation = caught(|came| came.letter.chains.as_mut().unwrap().reveals[1] = None);
    assert!(matches!(relation, Relation::Unfair(FairError::Unrevealed(Color::Black, _))));
}

#[test]
fn a_changed_commitment_is_caught() {
    let other = Secret::new([8; SIZE]);
    let relation = caught(|came| {
        came.letter.chains.as_mut().unwrap().answerer = Some(other.commitment(Color::Black));
        reveal_of(came).element = other.element(Color::Black, 2);
    });
    assert_eq!(relation, Relation::Terms);
    let relation = caught(|came| {
        came.letter.chains.as_mut().unwrap().inviter = other.commitment(Color::White);
    });
    assert_eq!(relation, Relation::Terms);
    assert_eq!(caught(|came| came.letter.chains = None), Relation::Terms);
}

#[test]
fn a_swapped_draw_is_caught() {
    let mut letters = game(Color::White, 4, 5);
    let last = letters.pop().unwrap();
    let before = &letters[3];
    let at = before.record.steps().len();
    let Step::Draw(due) = last.record.steps()[at] else { panic!("a draw") };
    let others = before.record.live().list();
    let mut tried = 0;
    for step in others {
        let Step::Draw(claimed) = step else { continue };
        if claimed == due {
            continue;
        }
        let mut came = Played { letter: last.letter.clone(), record: before.record.clone() };
        came.record.take(step).unwrap();
        let error = FairError::Draw { turn: 3, due, claimed };
        assert_eq!(compare(before, &came), Relation::Unfair(error));
        tried += 1;
    }
    assert!(tried > 10, "{tried}");
}

#[test]
fn a_replayed_turn_is_caught() {
    let letters = game(Color::White, 6, 5);
    // An old letter again; and as if it were new.
    assert_eq!(compare(&letters[5], &letters[3]), Relation::Older(2));
    let mut again = letters[3].clone();
    again.letter.serial = letters[5].letter.serial + 1;
    assert_eq!(compare(&letters[5], &again), Relation::Fork { turn: 3, steps: 21 });
    // A turn of another game of the same two, with the same secrets.
    let mut other = letters[4].clone();
    other.letter.invitation = [6; 16];
    assert_eq!(compare(&letters[3], &other), Relation::Other);
    let Err(FairError::Draw { turn: 0, .. }) = other.letter.verify(&other.record) else {
        panic!("the draws of one game do not hold in another");
    };
    // A letter of the side that has sent the last one.
    let mut twice = letters[4].clone();
    twice.letter.sender = letters[3].letter.sender;
    assert_eq!(compare(&letters[3], &twice), Relation::NotDue);
}

#[test]
fn a_letter_behind_the_last_is_refused() {
    let mut letter = game(Color::White, 1, 2).pop().unwrap().letter;
    letter.serial = MOST_LETTERS;
    assert_eq!(Letter::read(&letter.write()).as_ref(), Ok(&letter));
    for serial in [MOST_LETTERS + 1, u32::MAX] {
        letter.serial = serial;
        assert_eq!(Letter::read(&letter.write()), Err(LetterError::Content));
    }
}

#[test]
fn a_forged_invitation_is_caught() {
    let relation = |tamper: fn(&mut Played)| {
        let mut invitation = opened(Color::White);
        invitation.letter.act = Act::Invitation;
        invitation.letter.serial = 0;
        invitation.letter.sender = Color::White;
        invitation.letter.answer = None;
        invitation.letter.chains.as_mut().unwrap().answerer = None;
        let mut answer = opened(Color::White);
        assert_eq!(compare(&invitation, &answer), Relation::Newer(0));
        tamper(&mut answer);
        compare(&invitation, &answer)
    };
    assert_eq!(relation(|answer| answer.letter.invitation[0] += 1), Relation::Other);
    assert_eq!(relation(|answer| answer.letter.open = true), Relation::Terms);
    assert_eq!(relation(|answer| answer.letter.inviter = Color::Black), Relation::Terms);
    assert_eq!(
        relation(|answer| answer.letter.chains.as_mut().unwrap().inviter[3] ^= 1),
        Relation::Terms
    );
    let later = *game(Color::White, 1, 5)[1].record.live();
    let mut answer = opened(Color::White);
    answer.record = Record::new(later);
    assert_eq!(compare(&opened(Color::White), &answer), Relation::Terms);
}

/// White's first turn with two of its pieces in each other's places: all draws are the same, and every
/// later turn is legal.
#[test]
fn a_rewritten_earlier_turn_is_caught() {
    let letters = game(Color::White, 5, 5);
    let (before, after) = (&letters[4], &letters[5]);
    let played = after.record.steps();
    let mut tried = 0;
    for (one, other) in (1..6).flat_map(|one| (one + 1..6).map(move |other| (one, other))) {
        let (Step::Drop { role: a, to: x }, Step::Drop { role: b, to: y }) =
            (played[one], played[other])
        else {
            panic!("drops")
        };
        let mut steps = played.to_vec();
        steps[one] = Step::Drop { role: a, to: y };
        steps[other] = Step::Drop { role: b, to: x };
        let mut rewritten = Record::new(start());
        if a == b || steps.iter().any(|&step| rewritten.take(step).is_err()) {
            continue;
        }
        tried += 1;
        let came = Played { letter: after.letter.clone(), record: rewritten };
        assert!(came.letter.verify(&came.record).is_ok(), "the draws are what they should be");
        assert_eq!(compare(before, &came), Relation::Fork { turn: 0, steps: one });
        assert_eq!(compare(after, &came), Relation::Fork { turn: 0, steps: one });
    }
    assert!(tried > 0);
}

/// Draws in which a byte beyond the last whole multiple comes up, computed by another program: such a
/// byte is thrown away.
#[test]
fn bytes_that_would_favour_a_piece_are_thrown_away() {
    let reserve = Reserve::of(&rules::chess::ARMY);
    let spec = start().spec();
    for (turn, wanted) in [
        (13, "draw:QNPPP"),
        (71, "draw:QRNPP"),
        (83, "draw:RRNPP"),
        (90, "draw:BBNPP"),
        (95, "draw:RPPPP"),
        (97, "draw:RBBPP"),
        (109, "draw:PPPPP"),
        (126, "draw:RRPPP"),
        (163, "draw:QBBNP"),
    ] {
        let hand = fair::draw(reserve, &[3; SIZE], turn, &[4; SIZE], &[5; SIZE]);
        assert_eq!(Step::Draw(hand).display(spec).to_string(), wanted, "turn {turn}");
    }
}

#[test]
fn a_takeback_never_crosses_a_draw() {
    let letters = game(Color::White, 8, 5);
    let record = &letters[8].record;
    let begins: Vec<usize> = record.turns().map(|turn| turn.from).collect();
    assert!(!may_take_back(record, begins[4]));
    assert!(!may_take_back(record, begins[5]), "across the draw");
    assert!(may_take_back(record, begins[5] + 1), "to behind it");
    assert!(!may_take_back(record, begins[5] + 2), "into a turn");
    assert!(may_take_back(record, begins[7]));
    assert!(!may_take_back(record, record.steps().len()));
    assert!(!may_take_back(record, usize::MAX));
    let placed = &letters[6].record;
    let begin = placed.turns().nth(5).map(|turn| turn.from + 1);
    assert_eq!(keep_of(placed, Color::Black), begin, "to behind the own draw");
    assert_eq!(keep_of(placed, Color::White), None, "across the other side's");

    let mut asked = letters[8].clone();
    asked.letter.act = Act::TakebackAsked(begins[7] as u32);
    let mut granted = letters[7].clone();
    granted.letter.serial = asked.letter.serial + 1;
    granted.letter.sender = !asked.letter.sender;
    granted.letter.act = Act::TakebackGranted;
    assert_eq!(compare(&asked, &granted), Relation::TakenBack(begins[7]));
    granted.letter.sender = asked.letter.sender;
    assert!(matches!(compare(&asked, &granted), Relation::Fork { turn: 7, .. }));
}

#[test]
fn nobody_plays_or_ends_the_game_for_the_other() {
    let letters = game(Color::White, 9, 5);
    let (before, after) = (&letters[8], &letters[9]);
    let sender = after.letter.sender;
    let with = |act, work: fn(&mut Record, Color)| {
        let mut came = Played { record: before.record.clone(), letter: after.letter.clone() };
        came.letter.act = act;
        came.letter.chains = before.letter.chains.clone();
        work(&mut came.record, sender);
        compare(before, &came)
    };
    assert_eq!(with(Act::Resignation, |record, own| record.resign(own)), Relation::Newer(0));
    assert_eq!(with(Act::Resignation, |record, own| record.resign(!own)), Relation::NotDue);
    assert_eq!(with(Act::Resignation, |_, _| {}), Relation::NotDue);
    assert_eq!(with(Act::Turn, |record, own| record.resign(!own)), Relation::NotDue);
    // Nothing was offered.
    assert_eq!(with(Act::DrawAccepted, |record, _| record.agree_draw()), Relation::NotDue);
    assert_eq!(with(Act::Turn, |_, _| {}), Relation::NotDue);
    assert_eq!(with(Act::TakebackRefused, |_, _| {}), Relation::NotDue);

    let mut offered = before.clone();
    offered.letter.offers_draw = true;
    let mut agreed = before.clone();
    agreed.letter.serial += 1;
    agreed.letter.sender = sender;
    agreed.letter.act = Act::DrawAccepted;
    agreed.record.agree_draw();
    assert_eq!(compare(&offered, &agreed), Relation::Newer(0));

    // Two turns in one letter: the second would be the reader's own.
    let mut both = turn(after, &mut Chance(1));
    both.letter.serial = after.letter.serial;
    assert!(matches!(compare(before, &both), Relation::NotDue));
    both.letter.serial += 1;
    assert_eq!(compare(before, &both), Relation::Ahead(2));

    // A turn that has been begun here does not stand in the way.
    let mut begun = before.clone();
    let step =
        begun.record.live().list().into_iter().find(|step| matches!(step, Step::Move { .. }));
    begun.record.take(step.unwrap()).unwrap();
    assert_eq!(compare(&begun, before), Relation::Same);
    assert_eq!(compare(&begun, after), Relation::Newer(1));
}

#[test]
fn the_second_answer_to_an_open_challenge_is_told() {
    let first = opened(Color::Black);
    let mut second = first.clone();
    second.letter.answer = Some([10; 8]);
    assert_eq!(compare(&first, &second), Relation::Taken);
}

#[test]
fn a_seat_is_known_by_its_secret() {
    let letter = opened(Color::White).letter;
    for color in [Color::White, Color::Black] {
        let seat = SeatKey { color, secret: Some(secret(color)) };
        assert!(seat.fits(&letter));
        assert_eq!(SeatKey::read(&seat.write()), Ok(seat));
        assert!(!SeatKey { color, secret: Some(secret(!color)) }.fits(&letter));
        assert!(!SeatKey { color, secret: None }.fits(&letter));
        assert_eq!(format!("{:?}", secret(color)), "Secret", "nothing of it is told");
    }
}

#[test]
fn hostile_letters_are_refused_and_never_panic() {
    let mut chance = Chance(3);
    let letters = game(Color::Black, 8, 2);
    for played in &letters {
        let bytes = played.letter.write();
        for cut in 0..bytes.len() {
            assert!(Letter::read(&bytes[..cut]).is_err());
        }
        let long: Vec<u8> = bytes.iter().copied().chain([0]).collect();
        assert_eq!(Letter::read(&long), Err(LetterError::Length));
        for _ in 0..500 {
            let mut changed = bytes.clone();
            let place = chance.below(changed.len());
            changed[place] ^= 1 << chance.below(8_usize);
            let Ok(letter) = Letter::read(&changed) else { continue };
            assert_eq!(letter.write(), changed);
            let came = Played { letter, record: played.record.clone() };
            assert_ne!(compare(played, &came), Relation::Same);
        }
    }
    for _ in 0..20_000 {
        let length: usize = chance.below(200);
        let bytes: Vec<u8> = (0..length).map(|_| chance.below(256_u32) as u8).collect();
        assert!(Letter::read(&bytes).map_or(true, |letter| letter.write() == bytes));
        assert!(SeatKey::read(&bytes).map_or(true, |seat| seat.write() == bytes));
    }
}

#[test]
fn a_proof_of_any_shape_is_refused_and_never_panics() {
    let terms: Terms = opened(Color::White).letter.terms().unwrap();
    let record = &game(Color::White, 8, 2)[8].record;
    for number in 0..=255 {
        let reveal = Reveal { number, element: [number; SIZE] };
        assert_eq!(verify(record, &terms, &[reveal; 2]), Err(FairError::Reveal(Color::White)));
    }
}

// Version 2: what could be bent in version 1.

#[test]
fn a_game_of_today_goes_by_link_whoever_invites() {
    for seed in 0..8 {
        let inviter = if seed % 2 == 0 { Color::White } else { Color::Black };
        let mut letters = opened_today(inviter);
        // Who draws first and has invited waits for one letter more.
        let openings = if inviter == Color::White { 2 } else { 1 };
        assert_eq!(letters.len(), 2 + openings, "invitation and answer before");
        assert_eq!(letters[letters.len() - 1].due(), Some((Color::White, Due::Turn)));
        letters.extend(game_today(inviter, 40, seed).into_iter().skip(1));
        for played in &letters {
            assert_eq!(Letter::read(&played.letter.write()).as_ref(), Ok(&played.letter));
        }
        for (place, pair) in letters.windows(2).enumerate() {
            let turns = usize::from(place > openings);
            assert_eq!(compare(&pair[0], &pair[1]), Relation::Newer(turns), "{place}");
            assert_eq!(compare(&pair[1], &pair[0]), Relation::Older(turns));
            assert_eq!(compare(&pair[1], &pair[1]), Relation::Same);
        }
        let last = &letters[letters.len() - 1];
        let drawn = last.letter.verify(&last.record).unwrap();
        assert_eq!(drawn.len(), 6);
        // The third of each side takes no element: five pieces are left.
        assert_eq!(last.letter.reveals().map(|reveals| reveals.map(|r| r.number)), Some([2, 3]));
        let read = Letter::read(&last.letter.write()).unwrap();
        assert_eq!(read, last.letter);
        // The turns as a page writes them: what is revealed follows from the game.
        for pair in letters.windows(2).skip(openings + 1) {
            let color = pair[1].letter.sender;
            let written = pair[0].reply(&seat(color), &pair[1].record, Sent::Turn, false).unwrap();
            assert_eq!(&written, &pair[1]);
        }
    }
}

/// Attack: an invitation made by hand that begins with five chosen pieces in the hand.
#[test]
fn pieces_chosen_before_the_game_are_refused() {
    let chosen = "3k4/8/8/8/8/8/8/4K3[BBNNPPPPPPqrrbbnnpppppppp] w - - 0 0 - QRRPP";
    let chosen = AnyPosition::from_fen(GameId::Charismatic, chosen).unwrap();
    for version in [Version::One, Version::Two] {
        let (mut invitation, _) = invited(Color::Black);
        invitation.letter.version = version;
        invitation.record = Record::new(chosen);
        assert_eq!(invitation.letter.verify(&invitation.record), Err(FairError::Start));
        let refused = Unsent::Unfair(FairError::Start);
        assert_eq!(invitation.may_answer(), Err(refused));
        assert_eq!(invitation.answer([9; 8], [5; SIZE]).unwrap_err(), refused);
        // Nor are later letters of such a game taken up.
        let mut answer = opened_today(Color::Black)[1].clone();
        answer.letter.version = version;
        answer.record = Record::new(chosen);
        assert_eq!(compare(&invitation, &answer), Relation::Unfair(FairError::Start));
        let terms = answer.letter.terms().unwrap();
        let reveals = answer.letter.reveals().unwrap();
        assert_eq!(verify(&answer.record, &terms, &reveals), Err(FairError::Start));
        // Nor without commitments, which such a game would have no draw for at first.
        invitation.letter.chains = None;
        assert_eq!(invitation.may_answer(), Err(refused));
    }
    // Without draws any start will do; it is there to be seen.
    let (mut invitation, _) = Played::invite(GameId::Orthodox, Color::White, true, [7; 16], WHITE);
    let start = "4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1";
    invitation.record = Record::new(AnyPosition::from_fen(GameId::Orthodox, start).unwrap());
    assert_eq!(invitation.may_answer(), Ok(()));
    // What was drawn before anybody was bound is no draw.
    let (mut invitation, _) = invited(Color::White);
    let drawn = invitation.record.live().list()[0];
    invitation.record.take(drawn).unwrap();
    assert_eq!(invitation.letter.verify(&invitation.record), Err(FairError::None));
    let (mut invitation, _) = Played::invite(GameId::Orthodox, Color::White, true, [7; 16], WHITE);
    // Commitments where nothing is drawn, or none where something is, fit no game.
    invitation.letter.chains = invited(Color::White).0.letter.chains;
    assert!(invitation.may_answer().is_err());
    let (mut invitation, _) = invited(Color::Black);
    invitation.letter.chains = None;
    assert_eq!(invitation.may_answer(), Err(Unsent::Unfair(FairError::None)));
}

/// Attack: White invites many, computes the first draw for each answer, and plays with whom it is best.
#[test]
fn who_draws_first_knows_no_draw_before_both_are_bound() {
    let (invitation, own) = invited(Color::White);
    let worth = |hand: Reserve| {
        let values = [(Role::Queen, 9), (Role::Rook, 5), (Role::Bishop, 3), (Role::Knight, 3)];
        values.iter().map(|&(role, value)| value * hand.count(role)).sum::<u32>()
            + hand.count(Role::Pawn)
    };
    let mut worths = Vec::new();
    for number in 0..10 {
        let theirs = Secret::new([100 + number; SIZE]);
        let (answer, seat) = invitation.answer([number; 8], *theirs.bytes()).unwrap();
        assert_eq!(compare(&invitation, &answer), Relation::Newer(0));
        // Nothing is to be drawn yet, neither now nor when the answer is taken.
        let early = Err(FairError::Unrevealed(Color::Black, 0));
        assert_eq!(answer.draw(&own, &answer.record), early);
        let taken = answer.reply(&own, &answer.record, Sent::Opening, false).unwrap();
        assert_eq!(taken.draw(&own, &taken.record), early);
        assert_eq!(taken.due(), Some((Color::Black, Due::Opening)));
        // Only now, with a letter of the own sent: who walks away leaves a game that was begun.
        let opened = taken.reply(&seat, &taken.record, Sent::Opening, false).unwrap();
        let Ok(Step::Draw(hand)) = opened.draw(&own, &opened.record) else { panic!("a draw") };
        worths.push(worth(hand));
        // What version 1 would have drawn is another draw, so that it is no help.
        let terms = answer.letter.terms().unwrap();
        let identity = terms.identity(answer.record.start());
        let (mine, others) = (secret(Color::White), theirs.commitment(Color::Black));
        let element = mine.element(Color::White, 1);
        let foretold = fair::draw(start().reserve(Color::White), &identity, 0, &element, &others);
        let came = {
            let mut came = answer.clone();
            came.letter.act = Act::Turn;
            came.letter.serial = 2;
            came.letter.sender = Color::White;
            came.letter.chains.as_mut().unwrap().reveals[0] = Some(Reveal { number: 1, element });
            came.record.take(Step::Draw(foretold)).unwrap();
            came
        };
        assert_eq!(
            compare(&answer, &came),
            Relation::Unfair(FairError::Unrevealed(Color::Black, 0))
        );
    }
    assert!(worths.iter().any(|&worth| worth != worths[0]), "{worths:?}");
}

/// The same attack with a letter of version 1, made by hand or by a page that was kept.
#[test]
fn an_invitation_by_who_draws_first_is_refused_in_version_1() {
    for open in [false, true] {
        for inviter in [Color::White, Color::Black] {
            let (mut invitation, _) = invited(inviter);
            invitation.letter.version = Version::One;
            invitation.letter.open = open;
            let answer = invitation.answer([9; 8], [5; SIZE]);
            if inviter == Color::White {
                assert_eq!(answer.unwrap_err(), Unsent::Unfair(FairError::Inviter));
            } else {
                // A game that can be fair in version 1 is played in it to its end.
                let (answer, _) = answer.unwrap();
                assert_eq!(answer.letter.version, Version::One);
                assert_eq!(compare(&invitation, &answer), Relation::Newer(0));
            }
        }
    }
    // Where the inviter draws first there was no opening; else it is the inviter's.
    assert_eq!(opened(Color::White).due(), Some((Color::White, Due::Turn)));
    let opening = opened(Color::Black);
    let mut answer = opening.clone();
    (answer.letter.act, answer.letter.serial) = (Act::Answer, 1);
    answer.letter.sender = Color::White;
    answer.letter.chains.as_mut().unwrap().reveals = [None; 2];
    assert_eq!(answer.due(), Some((Color::Black, Due::Opening)));
    assert_eq!(compare(&answer, &opening), Relation::Newer(0));
    let mut own = opening.clone();
    own.letter.sender = Color::White;
    assert_eq!(compare(&answer, &own), Relation::NotDue);
    assert_eq!(opening.due(), Some((Color::White, Due::Turn)));
    // Who has sent one is still answered by a page that was kept, and the game goes on.
    let letters = game(Color::White, 3, 5);
    assert!(letters.windows(2).all(|pair| compare(&pair[0], &pair[1]) == Relation::Newer(1)));
}

/// Attack: what is due as an element is revealed too early, or by the wrong side, or not at all.
#[test]
fn openings_come_in_their_order() {
    let letters = opened_today(Color::White);
    let [invitation, answer, taken, opened] = letters.as_slice() else { panic!("four letters") };
    // An answer that reveals is no letter.
    let mut eager = answer.letter.clone();
    eager.chains.as_mut().unwrap().reveals = opened.letter.chains.as_ref().unwrap().reveals;
    assert_eq!(Letter::read(&eager.write()), Err(LetterError::Content));
    // Who ends the game before the answer is taken reveals nothing with it.
    let black = seat(Color::Black);
    let ended = answer.reply(&black, &answer.record, Sent::Resignation, false).unwrap();
    assert_eq!(ended.letter.chains.unwrap().reveals, [None; 2]);
    // Black's element before the answer was taken, the taking twice, a third opening.
    let mut early = opened.clone();
    early.letter.serial = 2;
    assert_eq!(Letter::read(&early.letter.write()), Err(LetterError::Content));
    let mut twice = taken.clone();
    twice.letter.serial = 3;
    assert_eq!(Letter::read(&twice.letter.write()), Err(LetterError::Content));
    assert_eq!(compare(taken, &twice), Relation::NotDue);
    assert_eq!(compare(invitation, taken), Relation::Ahead(0));
    // Where the inviter has revealed already, the answerer has nothing to open.
    let letters = opened_today(Color::Black);
    let [_, _, taken] = letters.as_slice() else { panic!("three letters") };
    let mut again = taken.clone();
    again.letter.serial = 3;
    again.letter.sender = Color::White;
    assert!(Letter::read(&again.letter.write()).is_ok());
    assert_eq!(compare(taken, &again), Relation::NotDue);
    // More than the element that is due.
    let mut early = opened.clone();
    let element = secret(Color::Black).element(Color::Black, 2);
    early.letter.chains.as_mut().unwrap().reveals[1] = Some(Reveal { number: 2, element });
    assert_eq!(
        compare(&opened_today(Color::White)[2], &early),
        Relation::Unfair(FairError::Early(Color::Black))
    );
}

/// Attack: a second answer, ground for a good draw when the inviter's elements are known, to a device
/// that has the seat and knows of no answer.
#[test]
fn a_seat_moves_with_the_newest_letter_only() {
    for inviter in [Color::White, Color::Black] {
        let letters = opened_today(inviter);
        let (own, answer) = (seat(inviter), &letters[1]);
        assert!(!own.may_move(&letters[0].letter), "no device has the seat and no answer");
        assert!(letters[1..].iter().all(|played| own.may_move(&played.letter)));
        let (second, _) = letters[0].answer([10; 8], [77; SIZE]).unwrap();
        for known in &letters[1..] {
            assert_eq!(compare(known, &second), Relation::Taken);
        }
        // Nor can the answer that was taken be given another commitment.
        let mut ground = answer.clone();
        ground.letter.chains.as_mut().unwrap().answerer = second.letter.chains.unwrap().answerer;
        assert_eq!(compare(answer, &ground), Relation::Terms);
    }
    // Without draws nothing follows from a seat that could be ground.
    let (invitation, seat) = Played::invite(GameId::Magnetic, Color::White, false, [7; 16], WHITE);
    assert!(seat.may_move(&invitation.letter));
}

/// What a link alone does not prove: its maker could have ground the invitation's name, and both
/// secrets. The page says so (strings, `fair.proves`).
#[test]
fn a_name_that_is_ground_changes_every_draw() {
    let last = game_today(Color::Black, 8, 2).pop().unwrap();
    assert!(last.letter.verify(&last.record).is_ok());
    let mut fitting = 0;
    for name in 0..200_u8 {
        let mut ground = last.clone();
        ground.letter.invitation[15] = name;
        let verified = ground.letter.verify(&ground.record);
        fitting += usize::from(verified.is_ok() && ground.letter.invitation != [7; 16]);
    }
    assert_eq!(fitting, 0, "four draws of chance do not fit by chance, though one may");
    let strings = include_str!("../../../web/strings/en.json");
    assert!(strings.contains("\"proves\": "));
}

#[test]
fn the_last_five_are_no_draw() {
    let letters = game_today(Color::White, 6, 3);
    for (before, after) in letters.iter().zip(&letters[1..]).skip(4) {
        let color = after.letter.sender;
        let reveals = |played: &Played| played.letter.reveals().unwrap()[color as usize];
        assert_eq!(reveals(before), reveals(after), "nothing is revealed for it");
        let last = before.record.live().reserve(color);
        assert_eq!(before.draw(&seat(color), &before.record), Ok(Step::Draw(last)));
    }
    // One element more than that is one too early.
    let mut early = letters[5].clone();
    let element = secret(Color::White).element(Color::White, 3);
    early.letter.chains.as_mut().unwrap().reveals[0] = Some(Reveal { number: 3, element });
    let unfair = Relation::Unfair(FairError::Early(Color::White));
    assert_eq!(compare(&letters[4], &early), unfair);
}

#[test]
fn a_game_keeps_to_the_version_of_its_invitation() {
    for letters in [opened_today(Color::Black), game_today(Color::White, 3, 5)] {
        for pair in letters.windows(2) {
            let mut older = pair[1].clone();
            older.letter.version = Version::One;
            assert_eq!(compare(&pair[0], &older), Relation::Terms);
        }
    }
    let old = game(Color::Black, 2, 5);
    let mut newer = old[1].clone();
    newer.letter.version = Version::Two;
    assert_eq!(compare(&old[0], &newer), Relation::Terms);
    assert_eq!(newer.letter.write()[0], 2);
    assert_eq!(Letter::read(&[3, 0, 0]), Err(LetterError::Newer(3)));
    // What a reader of version 1 looks at first is where it was.
    assert_eq!(old[0].letter.write()[0], 1);
}

/// Also where a letter that asks for it has come into the store: nobody grants what nobody may ask.
#[test]
fn what_is_granted_never_crosses_a_draw() {
    let letters = game(Color::White, 1, 5);
    let (opening, turn) = (&letters[0], &letters[1]);
    let answered = |keep: u32, granted: &Played| {
        let mut asked = turn.clone();
        asked.letter.act = Act::TakebackAsked(keep);
        let mut granted = granted.clone();
        granted.letter.act = Act::TakebackGranted;
        granted.letter.serial = asked.letter.serial + 1;
        granted.letter.sender = !asked.letter.sender;
        compare(&asked, &granted)
    };
    assert_eq!(answered(0, opening), Relation::Fork { turn: 0, steps: 0 });
    let mut drawn = turn.clone();
    drawn.record = Record::new(start());
    drawn.record.take(turn.record.steps()[0]).unwrap();
    assert_eq!(answered(1, &drawn), Relation::TakenBack(1), "to behind it");
}

// Quick start by common chance.

/// The letters of a game in which a common Quick start is offered and agreed to, up to the first turn.
fn opened_quick(inviter: Color, names: [u8; 2]) -> Vec<Played> {
    let (mut invitation, _) = Played::invite(
        GameId::Charismatic,
        inviter,
        false,
        [names[0]; 16],
        *secret(inviter).bytes(),
    );
    assert!(invitation.letter.offer_quick());
    let (mut answer, _) = invitation.answer([names[1]; 8], *secret(!inviter).bytes()).unwrap();
    assert!(!answer.letter.is_quick(), "the answer is free");
    assert!(answer.letter.agree_quick(&invitation.letter));
    let mut letters = vec![invitation, answer];
    while let Some((color, Due::Opening)) = letters[letters.len() - 1].due() {
        let last = &letters[letters.len() - 1];
        assert_eq!(last.place(&seat(Color::White)), None, "not before both are bound");
        letters.push(last.reply(&seat(color), &last.record, Sent::Opening, false).unwrap());
    }
    letters
}

/// The turn behind that, as a page writes it.
fn first_quick(opened: &Played) -> Played {
    let mut record = opened.record.clone();
    for step in opened.place(&seat(Color::White)).expect("a placement") {
        record.take(step).unwrap();
    }
    let mut played = Played { letter: opened.letter.clone(), record };
    let element = secret(Color::White).element(Color::White, 1);
    played.letter.chains.as_mut().unwrap().reveals[0] = Some(Reveal { number: 1, element });
    let turn = turn(&played, &mut Chance(3));
    opened.reply(&seat(Color::White), &turn.record, Sent::Turn, false).unwrap()
}

#[test]
fn a_common_quick_start_takes_three_links_before_the_first_move() {
    for (inviter, links) in [(Color::Black, 3), (Color::White, 4)] {
        let mut letters = opened_quick(inviter, [7, 9]);
        assert_eq!(letters.len(), links);
        for (place, played) in letters.iter().enumerate().skip(1) {
            assert_eq!(played.letters_before_moves(), Some(links - 1 - place));
        }
        letters.push(first_quick(&letters[links - 1]));
        let mut chance = Chance(5);
        for _ in 0..6 {
            let last = &letters[letters.len() - 1];
            let next = turn(last, &mut chance);
            let own = seat(next.letter.sender);
            letters.push(last.reply(&own, &next.record, Sent::Turn, false).unwrap());
        }
        for played in &letters {
            assert_eq!(Letter::read(&played.letter.write()).as_ref(), Ok(&played.letter));
        }
        for (place, pair) in letters.windows(2).enumerate() {
            let turns = usize::from(place >= links - 1);
            assert_eq!(compare(&pair[0], &pair[1]), Relation::Newer(turns), "{place}");
            assert_eq!(compare(&pair[1], &pair[0]), Relation::Older(turns));
            assert_eq!(compare(&pair[1], &pair[1]), Relation::Same);
        }
        // What stands on the board before the first turn is sent is no turn of its own.
        let opened = &letters[links - 1];
        let mut placed = opened.clone();
        for step in opened.place(&seat(Color::White)).unwrap() {
            placed.record.take(step).unwrap();
        }
        assert_eq!(compare(&placed, opened), Relation::Same);
        assert_eq!(compare(&placed, &letters[links]), Relation::Newer(1));
        let last = &letters[letters.len() - 1];
        let drawn = last.letter.verify(&last.record).unwrap();
        assert_eq!(drawn.len(), 6);
        assert_eq!(last.letter.reveals().map(|reveals| reveals.map(|r| r.number)), Some([1, 1]));
        assert_eq!(last.letters_before_moves(), None);
        // Nobody goes back to a placement.
        assert_eq!(letters[links].keep(&letters[links].record, Color::Black), None);
        let first = letters[links].keep(&letters[links].record, Color::White).unwrap();
        assert_eq!(first, letters[links].letter.placed(&letters[links].record).0);
        let drawn = |step: &Step| matches!(step, Step::Draw(_));
        let behind = letters[links].record.steps().iter().rposition(drawn).unwrap() + 1;
        let mut bent = letters[links].clone();
        bent.letter.act = Act::TakebackAsked(behind as u32);
        bent.letter.sender = Color::Black;
        bent.letter.serial += 1;
        assert_eq!(compare(&letters[links], &bent), Relation::NotDue);
        // What was played since is taken back as elsewhere.
        let [own, friend] = [!last.letter.sender, last.letter.sender].map(seat);
        let asked = last.reply(&own, &last.record, Sent::TakebackAsked, false).unwrap();
        let granted = asked.reply(&friend, &asked.record, Sent::TakebackGranted, false).unwrap();
        let kept = granted.record.steps().len();
        assert!(first < kept && kept < last.record.steps().len());
        assert_eq!(compare(&asked, &granted), Relation::TakenBack(kept));
    }
}

#[test]
fn how_many_links_come_before_the_first_move() {
    for (inviter, links) in [(Color::Black, 9), (Color::White, 10)] {
        let mut letters = opened_today(inviter);
        letters.extend(game_today(inviter, 6, 1).into_iter().skip(1));
        assert_eq!(letters.len(), links);
        for (place, played) in letters.iter().enumerate() {
            let left = Some(links - 1 - place).filter(|&left| left > 0 || place < links - 1);
            assert_eq!(played.letters_before_moves(), left, "{place}");
        }
    }
    // In version 1 who draws first needs no opening.
    for (inviter, links) in [(Color::Black, 8), (Color::White, 7)] {
        let mut invitation = invited(inviter).0;
        invitation.letter.version = Version::One;
        assert_eq!(invitation.letters_before_moves(), Some(links));
        let mut answer = opened(inviter);
        let letter = &mut answer.letter;
        (letter.act, letter.serial, letter.sender) = (Act::Answer, 1, !inviter);
        assert_eq!(answer.letters_before_moves(), Some(links - 1));
        let openings = usize::from(inviter == Color::Black);
        for (place, played) in game(inviter, 5, 1).into_iter().enumerate() {
            let left = links - 1 - openings - place;
            assert_eq!(played.letters_before_moves(), Some(left), "{place}");
        }
    }
}

/// Attacks on the common Quick start: another placement, a part of it, one that nobody agreed to.
#[test]
fn a_common_quick_start_cannot_be_bent() {
    let letters = opened_quick(Color::Black, [7, 9]);
    let opened = &letters[2];
    let honest = first_quick(opened);
    let unfair = |error| Relation::Unfair(error);
    // Another placement, which would be as legal.
    let other = opened_quick(Color::Black, [7, 10]);
    let mut came = honest.clone();
    came.record = first_quick(&other[2]).record;
    assert_ne!(came.record, honest.record);
    assert_eq!(compare(opened, &came), unfair(FairError::Placed));
    // Not all of it, and all of it without a turn.
    let (steps, turns) = honest.letter.placed(&honest.record);
    assert_eq!(turns, 6);
    for (keep, relation) in [(steps - 7, unfair(FairError::Placed)), (steps, Relation::NotDue)] {
        let mut came = honest.clone();
        came.record = Record::new(start());
        for &step in &honest.record.steps()[..keep] {
            came.record.take(step).unwrap();
        }
        assert_eq!(compare(opened, &came), relation, "{keep}");
    }
    // Without its element, or with one that is not due.
    let mut came = honest.clone();
    came.letter.chains.as_mut().unwrap().reveals[0] = None;
    assert_eq!(compare(opened, &came), unfair(FairError::Unrevealed(Color::White, 0)));
    let mut came = honest.clone();
    let element = secret(Color::White).element(Color::White, 2);
    came.letter.chains.as_mut().unwrap().reveals[0] = Some(Reveal { number: 2, element });
    assert_eq!(compare(opened, &came), unfair(FairError::Early(Color::White)));
    // Nobody has offered it, or only the answer says so now.
    let (invitation, _) = invited(Color::Black);
    let plain = invitation.answer([9; 8], *secret(Color::White).bytes()).unwrap().0;
    let mut forged = plain.clone();
    assert!(!forged.letter.agree_quick(&invitation.letter));
    assert!(forged.letter.set_field(letter::kind::QUICK_START, Some(vec![1])));
    assert_eq!(compare(&invitation, &forged), Relation::Terms);
    assert_eq!(compare(&plain, &forged), Relation::Terms);
    assert_eq!(compare(&forged, &plain), Relation::Terms);
    // Who walks away from it, or resigns, has revealed nothing more.
    let gone = opened.reply(&seat(Color::White), &opened.record, Sent::Resignation, false).unwrap();
    assert_eq!(compare(opened, &gone), Relation::Newer(0));
    assert_eq!(Letter::read(&gone.letter.write()).as_ref(), Ok(&gone.letter));
    // An invitation cannot have been agreed to, and another Quick start is a newer one.
    let mut early = letters[0].letter.clone();
    assert!(early.set_field(letter::kind::QUICK_START, Some(vec![1])));
    assert_eq!(Letter::read(&early.write()), Err(LetterError::Content));
    let mut bytes = letters[1].letter.write();
    *bytes.last_mut().unwrap() = 2;
    assert_eq!(Letter::read(&bytes), Err(LetterError::Newer(2)));
}

/// The placement is part of what links say: this one stays as it is.
#[test]
fn the_common_quick_start_is_that_of_the_document() {
    let mut counts = std::collections::BTreeSet::new();
    for name in 0..40 {
        let letters = opened_quick(Color::Black, [7, name]);
        let placed = letters[2].place(&seat(Color::White)).expect("a placement");
        let mut record = Record::new(start());
        for step in placed {
            record.take(step).unwrap();
        }
        assert_eq!(record.live().phase(), rules::Phase::Movement);
        counts.insert(record.live().fen());
    }
    assert_eq!(counts.len(), 40, "each game has its own");
    let letters = opened_quick(Color::Black, [7, 9]);
    let placed = letters[2].place(&seat(Color::White)).unwrap();
    let mut position = start();
    for step in placed {
        position.play(step);
    }
    assert_eq!(
        position.fen(),
        "r2k2rq/pppbppbp/1p1nn1p1/8/8/2BNNB1P/PPPPPPP1/R2QK2R[] w HAa - 0 1 - -"
    );
}

#[test]
fn only_an_invitation_to_a_game_with_draws_offers_a_common_quick_start() {
    let (plain, _) = Played::invite(GameId::Orthodox, Color::White, false, [7; 16], WHITE);
    let (invitation, _) = invited(Color::Black);
    let (answer, _) = invitation.answer([9; 8], WHITE).unwrap();
    for letter in [plain.letter, answer.letter] {
        let mut offering = letter.clone();
        assert!(!offering.offer_quick() && offering == letter);
        assert!(offering.set_field(letter::kind::QUICK_OFFER, Some(vec![1])));
        assert!(!offering.offers_quick());
    }
}

/// By the side that begins, before its first turn, and if both have agreed to it.
#[test]
fn a_common_quick_start_is_placed_once_by_whom_it_is_due_from() {
    let [white, black] = Color::ALL.map(seat);
    let opened = opened_quick(Color::Black, [7, 9]).pop().unwrap();
    assert!(opened.place(&white).is_some());
    assert_eq!(opened.place(&black), None);
    assert_eq!(opened.draw(&white, &opened.record), Err(FairError::None));
    let resigned = opened.reply(&black, &opened.record, Sent::Resignation, false).unwrap();
    assert_eq!(resigned.place(&white), None);
    let first = first_quick(&opened);
    let second = turn(&first, &mut Chance(5));
    for played in [first, second] {
        assert!([&white, &black].iter().all(|seat| played.place(seat).is_none()));
    }
    // Without it each side draws for itself, while the game lasts.
    let opened = opened_today(Color::Black).pop().unwrap();
    assert_eq!(opened.place(&white), None);
    assert!(opened.draw(&white, &opened.record).is_ok());
    let mut over = opened.record.clone();
    over.resign(Color::Black);
    assert_eq!(opened.draw(&white, &over), Err(FairError::None));
}

/// The placement is common to both, also where only one of them has it.
#[test]
fn a_fork_behind_a_common_quick_start_is_told_behind_the_placement() {
    let opened = opened_quick(Color::Black, [7, 9]).pop().unwrap();
    let first = first_quick(&opened);
    let (steps, turn) = first.letter.placed(&first.record);
    assert_eq!(turn, 6);
    let white = seat(Color::White);
    let resigned = opened.reply(&white, &opened.record, Sent::Resignation, false).unwrap();
    for (stored, came) in [(&first, &resigned), (&resigned, &first)] {
        assert_eq!(compare(stored, came), Relation::Fork { turn, steps });
    }
}
