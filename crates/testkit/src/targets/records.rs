//! The targets for links, letters, PGN and saved games.

use std::sync::LazyLock;

use record::Record;
use record::fair;
use record::game::Game;
use record::letter::{self, Act, Letter, Played, Relation, SeatKey, Sent, compare, may_take_back};
use record::link::{self, Opened, Section, kind};
use record::openings::Openings;
use record::pgn;
use rules::{AnyPosition, Color, GameId, Step};

/// Reads a link. One that is accepted is written in the same bytes, and its variations so that they
/// read as the same.
pub fn link(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match link::read(text) {
        Ok(opened) => {
            if opened.sections.iter().any(|section| section.kind == kind::VARIATIONS) {
                variations(&opened);
            }
            let written = link::write(&opened.record, &opened.sections).expect("it was read");
            assert!(text.contains(&written), "a game has one link: {written}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The variations of a link that was read, if they can be read, too.
fn variations(opened: &Opened) {
    match opened.tree() {
        Ok(tree) => {
            let written = link::write_tree(&tree, &opened.sections).expect("it was read");
            let again = link::read(&written).expect("it was written");
            assert!(again.record == opened.record);
            let again = again.tree().expect("they were written");
            assert!(same(&tree, &again));
            let mut line = Game::of(&opened.record);
            assert!(line.graft(&tree));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Reads bytes as the content of a link whose checksum is right, which chance alone would not find.
pub fn link_content(data: &[u8]) {
    link(link::seal(data).as_bytes());
}

/// Reads bytes as a letter, as a seat, and as the contents of two links of games by link, the
/// length of the first before it in two bytes. What is accepted is written as it was read, and the
/// two games are compared, either as the one that is stored.
pub fn letter(data: &[u8]) {
    match Letter::read(data) {
        Ok(letter) => assert_eq!(letter.write(), data),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match SeatKey::read(data) {
        Ok(seat) => assert_eq!(seat.write(), data),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let Some((length, rest)) = data.split_first_chunk() else { return };
    let halves = rest.split_at_checked(usize::from(u16::from_be_bytes(*length)));
    let Some((one, other)) = halves.and_then(|(one, other)| Some((by_link(one)?, by_link(other)?)))
    else {
        return;
    };
    for (stored, came) in [(&one, &other), (&other, &one), (&one, &one), (&other, &other)] {
        let back = compare(came, stored);
        match compare(stored, came) {
            Relation::Newer(_) if is_whole(stored) => {
                assert!(matches!(back, Relation::Older(_) | Relation::Unfair(_)), "{back:?}");
            }
            Relation::Fork { steps, .. } => {
                let both = stored.record.steps().iter().zip(came.record.steps());
                assert!(both.take(steps).all(|(one, other)| one == other));
            }
            Relation::TakenBack(keep) => assert!(may_take_back(&stored.record, keep)),
            relation if stored == came && is_whole(stored) => {
                assert!(matches!(relation, Relation::Same | Relation::Unfair(_)), "{relation:?}");
            }
            _ => {}
        }
    }
}

/// Four signed turns, with the seats of both.
fn signed() -> (Vec<Played>, [SeatKey; 2]) {
    let secrets = [[1; 32], [2; 32]];
    let (mut invitation, mut white) =
        Played::invite(GameId::Orthodox, Color::White, false, [7; 16], secrets[0]);
    invitation.agree_joined_key(&mut white, secrets[0]);
    let (mut answer, mut black) = invitation.answer([9; 8], secrets[1]).expect("it is fair");
    answer.agree_key(&mut black, secrets[1]);
    answer.sign(&black);
    let seats = [white, black];
    let mut letters = vec![answer];
    for (place, text) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
        let mut record = letters[place].record.clone();
        let step = Step::parse(text, record.start().spec()).expect("it is a step");
        record.take(step).expect("it is legal");
        let reply = letters[place].reply(&seats[place % 2], &record, Sent::Turn, false);
        letters.push(reply.expect("it is due"));
    }
    (letters, seats)
}

/// The next letter after this one, with whatever turn.
fn next_turn(played: &Played, seat: &SeatKey) -> Option<Played> {
    let mut record = played.record.clone();
    let step = *record.live().list().first()?;
    record.take(step).ok()?;
    played.reply(seat, &record, Sent::Turn, false).ok()
}

/// Puts bytes in the place of a key, of signatures or of joined ones in a letter of a game that both sides have
/// signed: the first byte says which. An honest reply to what is accepted is not forged.
pub fn joined(data: &[u8]) {
    static GAME: LazyLock<(Vec<Played>, [SeatKey; 2])> = LazyLock::new(signed);
    let Some((&which, bytes)) = data.split_first() else { return };
    let (letters, seats) = &*GAME;
    let place = usize::from(which % 4);
    let fields = [
        letter::kind::JOINED,
        letter::kind::SIGNATURES,
        letter::kind::INVITER_KEY,
        letter::kind::ANSWERER_KEY,
    ];
    let mut came = letters[place + 1].clone();
    let kind = fields[usize::from(which / 4) % fields.len()];
    if !came.letter.set_field(kind, Some(bytes.to_vec())) {
        return;
    }
    assert_eq!(Letter::read(&came.letter.write()), Ok(came.letter.clone()));
    let relation = compare(&letters[place], &came);
    // What was signed before goes on to hold.
    let signed = &letters[..=place + 1];
    let is_known = signed.iter().any(|earlier| earlier.letter.field(kind) == Some(bytes));
    if kind == letter::kind::JOINED && !is_known {
        assert!(matches!(relation, Relation::Forged(_)), "{relation:?}");
    }
    if matches!(relation, Relation::Newer(_))
        && let Some(reply) = next_turn(&came, &seats[(place + 1) % 2])
    {
        let relation = compare(&came, &reply);
        assert!(matches!(relation, Relation::Newer(_)), "{relation:?}");
    }
}

/// Whether no turn is unfinished.
fn is_whole(played: &Played) -> bool {
    played.record.verdict().is_some() || played.record.turns().all(|turn| turn.done)
}

/// The game by link that the content of a link tells. Its letter and its seat are tried out.
fn by_link(content: &[u8]) -> Option<Played> {
    let opened = link::read(&link::seal(content)).ok()?;
    let find = |kind| opened.sections.iter().find(|section: &&Section| section.kind == kind);
    let letter = Letter::read(&find(kind::LETTER)?.bytes).ok()?;
    if let Act::TakebackAsked(keep) = letter.act {
        let keep = keep as usize;
        assert!(!may_take_back(&opened.record, keep) || keep < opened.record.steps().len());
    }
    let seat = find(kind::SEAT).and_then(|section| SeatKey::read(&section.bytes).ok());
    if let Some(seat) = seat.filter(|seat| seat.fits(&letter))
        && let (Some(terms), Some(reveals), Some(secret)) =
            (letter.terms(), letter.reveals(), &seat.secret)
        && let Ok((hand, _)) = fair::next(&opened.record, &terms, &reveals, secret)
    {
        assert!(opened.record.live().list().contains(&Step::Draw(hand)));
    }
    Some(Played { letter, record: opened.record })
}

/// Reads a PGN. Games that are accepted are written so that they read as the same games.
pub fn pgn(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for game in pgn::read(&text) {
        match game {
            Ok(game) => {
                let written = pgn::write(&game);
                let again = pgn::read(&written);
                assert!(again.len() == 1, "{written}");
                let again = again[0].as_ref().unwrap_or_else(|error| panic!("{error}\n{written}"));
                assert!(same(&game.tree, &again.tree), "{written}");
            }
            Err(error) => assert!(error.line > 0 && !error.to_string().is_empty()),
        }
    }
}

/// Reads openings of each game: whatever the bytes are, no move comes of them that is not legal.
pub fn openings(data: &[u8]) {
    for &game in GameId::ALL {
        if let Ok(openings) = Openings::read(data, game) {
            let start = AnyPosition::initial(game);
            assert!(openings.moves(&start).iter().all(|known| start.why_not(known.step).is_none()));
        }
    }
}

/// Reads a game as it is kept on a device. One that is accepted is saved so that it reads as the
/// same game.
pub fn saved(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Record::load(text) {
        Ok(record) => {
            let again = Record::load(&record.save()).expect("it was saved");
            assert!(again == record, "{text}");
        }
        Err(error) => assert!(error.line > 0 && !error.to_string().is_empty()),
    }
}

/// Whether two trees have the same turns in the same lines.
fn same(one: &Game, other: &Game) -> bool {
    let mut open = vec![(Game::ROOT, Game::ROOT)];
    while let Some((a, b)) = open.pop() {
        let (next_a, next_b) = (one.next(a), other.next(b));
        if one.steps(a) != other.steps(b) || next_a.len() != next_b.len() {
            return false;
        }
        open.extend(next_a.iter().copied().zip(next_b.iter().copied()));
    }
    true
}
