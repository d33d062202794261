//! What is said, as keys with values: of the puzzles in their list, of links that cannot be taken up, of
//! draws that are not what they should be, beside letters, and of what the computer advises.

use crate::play;

use play::{Play, entropy, from, here, opened, sent};
use record::fair::{Reveal, Secret};
use record::letter::{Due, Letter, Played, Sent};
use record::link::{self, Section, kind};
use record::{Record, Verdict};
use rules::{AnyPosition, Color, GameId, Step};
use table::{
    Aim, Book, Data, Event, PuzzleProgress, Sentence, Success, Table, TaskProgress, Value,
};

fn value(sentence: &Sentence, wanted: &str) -> Option<Value> {
    let found = sentence.values.iter().find(|(name, _)| *name == wanted);
    found.map(|(_, value)| value.clone())
}

fn inner(sentence: &Sentence, wanted: &str) -> Sentence {
    match value(sentence, wanted) {
        Some(Value::Sentence(sentence)) => *sentence,
        other => panic!("{wanted}: {other:?}"),
    }
}

// The list of puzzles.

fn row(id: &str, grade: u32, aim: &str, turns: u32, steps: u32) -> Data {
    let text = |text: &str| Data::Text(text.to_owned());
    Data::List(vec![
        text(id),
        Data::Count(grade),
        text(aim),
        Data::Count(turns),
        Data::Count(steps),
    ])
}

fn read(rows: Vec<Data>, progress: Data) -> Result<Book, String> {
    let days = Data::List(Vec::new());
    Book::read(&Data::List(rows), &progress, &days, 7).map_err(|error| error.to_string())
}

fn book(rows: Vec<Data>) -> Book {
    read(rows, Data::Nothing).unwrap()
}

/// Each aim, number of turns, and whether more than one piece moves, has words of its own.
#[test]
fn each_task_has_its_words_and_its_number_of_pieces() {
    for (aim, word) in [("mate", "mate"), ("win", "win"), ("king", "king")] {
        for turns in [1, 2] {
            for steps in 1..8 {
                let one = book(vec![row("magnetic-3", 2, aim, turns, steps)]);
                let task = one.entries()[0].task();
                let with = if steps > 1 { "-with" } else { "" };
                assert_eq!(task.key, format!("puzzle.asks.{word}-{turns}{with}"));
                let pieces = value(&task, "pieces");
                match steps {
                    1 => assert_eq!(pieces, None),
                    2..=5 => {
                        let number = inner(&task, "pieces");
                        assert_eq!(number.key, format!("puzzle.numbers.{steps}"));
                    }
                    _ => assert_eq!(pieces, Some(Value::Count(steps as usize))),
                }
            }
        }
    }
    // In Chessence a mate is the only win there is.
    let chessence = book(vec![row("chessence-1", 1, "mate", 1, 1)]);
    assert_eq!(chessence.entries()[0].task().key, "puzzle.asks.win-1");
    assert_eq!(chessence.entries()[0].aim, Aim::Mate);
}

#[test]
fn rows_that_are_no_puzzle_are_refused() {
    for wrong in [
        row("magnetic-3", 0, "mate", 1, 1),
        row("magnetic-3", 6, "mate", 1, 1),
        row("magnetic-3", 1, "mate", 0, 1),
        row("magnetic-3", 1, "mate", 3, 1),
        row("magnetic-3", 1, "mate", 1, 0),
        row("magnetic-3", 1, "draw", 1, 1),
        row("magnetic", 1, "mate", 1, 1),
        row("magnetic-x", 1, "mate", 1, 1),
        row("checkers-1", 1, "mate", 1, 1),
    ] {
        assert!(read(vec![wrong.clone()], Data::Nothing).is_err(), "{wrong:?}");
    }
    assert!(read(vec![Data::List(vec![Data::Count(1)])], Data::Nothing).is_err());
    assert!(read(Vec::new(), Data::Nothing).is_err(), "no puzzle");
    let twice = vec![row("magnetic-3", 1, "mate", 1, 1), row("magnetic-3", 2, "win", 1, 1)];
    assert!(read(twice, Data::Nothing).is_err());
    for fine in [row("magnetic-3", 1, "mate", 1, 1), row("magnetic-3", 5, "king", 2, 9)] {
        assert!(read(vec![fine], Data::Nothing).is_ok());
    }
}

/// Ten puzzles a day after the other, and again.
#[test]
fn each_day_has_the_next_puzzle() {
    let rows: Vec<Data> = (1..=3).map(|n| row(&format!("magnetic-{n}"), 1, "win", 1, 1)).collect();
    for (today, number) in [(0, 1), (1, 1), (2, 2), (3, 3), (4, 1), (9, 3)] {
        let none = Data::List(Vec::new());
        let book = Book::read(&Data::List(rows.clone()), &none, &none, today).unwrap();
        assert_eq!(book.due().number, number, "{today}");
        assert_eq!(book.find("today"), Some(book.due()));
    }
}

#[test]
fn a_puzzle_is_listed_as_far_as_one_has_come() {
    let map = |entries: &[(&str, Data)]| {
        Data::Map(entries.iter().map(|(key, data)| ((*key).to_owned(), data.clone())).collect())
    };
    let how = map(&[("misses", Data::Count(0)), ("hints", Data::Count(2))]);
    let id = |n: u32| ("id", Data::Text(format!("magnetic-{n}")));
    let progress = Data::List(vec![
        map(&[id(1), ("solved", how), ("shown", Data::Count(3))]),
        map(&[id(2), ("shown", Data::Count(3))]),
        map(&[id(3), ("shown", Data::Count(0)), ("misses", Data::Count(4))]),
    ]);
    let rows = (1..=4).map(|n| row(&format!("magnetic-{n}"), n, "win", 1, 1)).collect();
    let book = read(rows, progress.clone()).unwrap();
    let [section] = &book.sections()[..] else { panic!("one game") };
    assert_eq!((section.solved, section.count, section.grades.len()), (1, 4, 4));
    let wanted = [
        (TaskProgress::Done, "puzzle.tile-solved"),
        (TaskProgress::Seen, "puzzle.tile-shown"),
        (TaskProgress::Open, "puzzle.tile-open"),
        (TaskProgress::Open, "puzzle.tile-open"),
    ];
    for ((number, (grade, tiles)), (state, key)) in (1..).zip(&section.grades).zip(wanted) {
        let [tile] = &tiles[..] else { panic!("one of each grade") };
        assert_eq!((*grade, tile.number, tile.state, tile.name.key), (number, number, state, key));
        let open =
            if key == "puzzle.tile-open" { tile.name.clone() } else { inner(&tile.name, "name") };
        assert_eq!(value(&open, "number"), Some(Value::Count(number as usize)));
        assert_eq!(value(&open, "grade"), Some(Value::Count(number as usize)));
    }
    let known = PuzzleProgress::read(&progress);
    let of = |id: &str| known.iter().find(|known| known.id == id).expect(id);
    assert_eq!(of("magnetic-1").solved, Some(Success { misses: 0, hints: 2 }));
    assert_eq!((of("magnetic-3").misses, of("magnetic-3").hints), (4, 0));
}

// Links.

/// A link with any content behind a right checksum.
fn link_of(content: &[u8]) -> String {
    link::seal(content)
}

fn number(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// What is said of a link that is handed to a game by link.
fn said_of(link: &str) -> Sentence {
    let mut play = Play::new(here(GameId::Orthodox));
    play.to(Event::Came(link.to_owned()));
    play.table.view().says
}

#[test]
fn what_is_wrong_with_a_link_is_said_with_its_place() {
    let orthodox = GameId::Orthodox.spec().link;
    // Five legal first choices that are none.
    let none = link_of(&[1, orthodox, 0, 5, 255, 255, 255, 255, 255, 255]);
    let says = said_of(&none);
    assert!(says.key.starts_with("travel.fault.link."), "{}", says.key);
    // A game that begins with a position which cannot be played.
    let fen = "8/8/8/8/8/8/8/8 w - - 0 1";
    let start = [&[1, orthodox, 1][..], &number(fen.len()), fen.as_bytes(), &[0]].concat();
    let says = said_of(&link_of(&start));
    assert_eq!(says.key, "travel.fault.link.start");
    let why = AnyPosition::from_fen(GameId::Orthodox, fen).unwrap_err().to_string();
    assert_eq!(value(&says, "why"), Some(Value::Text(why)));
    // More steps are told than there are choices: a mated king has none.
    let mut record = Record::new(AnyPosition::initial(GameId::Orthodox));
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        record.take(Step::parse(text, GameId::Orthodox.spec()).unwrap()).unwrap();
    }
    let whole = link::write(&record, &[]).unwrap();
    let mut content = bytes_of(&whole);
    assert_eq!(content[3], 4, "so many steps");
    content[3] = 5;
    let says = said_of(&link_of(&content));
    assert_eq!(says.key, "travel.fault.link.step");
    assert_eq!(value(&says, "token"), Some(Value::Count(5)));
    let says = said_of("g=AB+CE");
    assert_eq!(says.key, "travel.fault.link.character");
    assert_eq!(value(&says, "line"), Some(Value::Count(3)));
    assert_eq!(value(&says, "token"), Some(Value::Text("+".to_owned())));
}

/// The bytes of a link's content, its checksum left out.
fn bytes_of(link: &str) -> Vec<u8> {
    const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let coded = link.strip_prefix("g=").unwrap().strip_suffix('E').unwrap();
    let (mut left, mut count) = (0_u32, 0);
    let mut bytes = Vec::new();
    for sign in coded.bytes() {
        let six = SIGNS.iter().position(|&one| one == sign).unwrap() as u32;
        (left, count) = (left << 6 | six, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((left >> count) as u8);
        }
    }
    bytes.truncate(bytes.len() - 4);
    bytes
}

// Draws.

/// A game with draws after so many turns; White's secret is all ones, Black's all twos.
fn drawn(turns: usize) -> (Letter, Record) {
    let game = GameId::Charismatic;
    let (invited, inviter) = Played::invite(game, Color::White, false, [7; 16], [1; 32]);
    let (mut played, answerer) = invited.answer([8; 8], [2; 32]).unwrap();
    let seats = [inviter, answerer];
    let mut letters = 0;
    while played.record.turns().filter(|turn| turn.done).count() < turns {
        let (color, due) = played.due().unwrap();
        let seat = &seats[color as usize];
        let mut record = played.record.clone();
        let sent = match due {
            Due::Opening => Sent::Opening,
            _ => {
                record.take(played.draw(seat, &record).unwrap()).unwrap();
                let mut chance = testkit::chance::Chance(turns as u64);
                let rest = record.live().place_rest(&mut |bound| chance.below(bound));
                for step in rest.into_iter().chain([Step::End]) {
                    record.take(step).unwrap();
                }
                Sent::Turn
            }
        };
        played = played.reply(seat, &record, sent, false).unwrap();
        letters += 1;
        assert!(letters < 20);
    }
    (played.letter, played.record)
}

/// What a table says of the draws of a game that comes to it.
fn proof(letter: &Letter, record: &Record) -> table::Proof {
    let section = Section { kind: kind::LETTER, bytes: letter.write() };
    let link = link::write(record, &[section]).unwrap();
    let (mut table, _) = Table::open(&link).unwrap();
    let key = table.key().to_owned();
    let moment = table::Moment { now: 0, random: 1 };
    table.handle(moment, Event::Loaded { key, found: None });
    table.proof().unwrap()
}

#[test]
fn what_is_wrong_with_a_draw_is_said_with_its_turn_and_side() {
    let (letter, record) = drawn(3);
    let good = proof(&letter, &record);
    assert!(good.is_good);
    assert_eq!((good.verdict.key, good.draws.len()), ("fair.good", 3));
    assert_eq!(value(&good.verdict, "count"), Some(Value::Count(3)));
    for (turn, draw) in (1..).zip(&good.draws) {
        assert_eq!((draw.key, value(draw, "turn")), ("fair.draw", Some(Value::Count(turn))));
    }
    // The newest element is left out: White's second draw, in the third turn, follows from nothing.
    let mut wrong = letter.clone();
    let reveals = &mut wrong.chains.as_mut().unwrap().reveals;
    let white = reveals[0].unwrap();
    let secret = Secret::new([1; 32]);
    let older = Reveal {
        number: white.number - 1,
        element: secret.element(Color::White, white.number - 1),
    };
    reveals[0] = Some(older);
    let told = proof(&wrong, &record);
    assert_eq!((told.is_good, told.verdict.key), (false, "travel.fault.fair.unrevealed"));
    assert_eq!(value(&told.verdict, "token"), Some(Value::Color(Color::White)));
    assert_eq!(value(&told.verdict, "line"), Some(Value::Count(3)));
    // Another hand than follows.
    let steps = record.steps().to_vec();
    let second = record.turns().nth(1).unwrap();
    let mut forged = Record::new(*record.start());
    for &step in &steps[..second.from] {
        forged.take(step).unwrap();
    }
    let due = steps[second.from];
    let some = forged.live().list().into_iter().find(|&step| step != due).unwrap();
    forged.take(some).unwrap();
    let mut chance = testkit::chance::Chance(1);
    let rest = forged.live().place_rest(&mut |bound| chance.below(bound));
    for step in rest.into_iter().chain([Step::End]) {
        forged.take(step).unwrap();
    }
    let (letter, right) = drawn(2);
    let told = proof(&letter, &forged);
    assert_eq!((told.is_good, told.verdict.key), (false, "travel.fault.fair.draw"));
    assert_eq!(value(&told.verdict, "line"), Some(Value::Count(2)));
    let letters = |step: Step| {
        let text = step.display(GameId::Charismatic.spec()).to_string();
        Some(Value::Text(text.strip_prefix("draw:").unwrap().to_owned()))
    };
    assert_eq!(value(&told.verdict, "token"), letters(some), "what was told");
    assert_eq!(value(&told.verdict, "why"), letters(due), "what it should have been");
    // What a side has revealed is another's.
    let mut wrong = letter.clone();
    let forged = Reveal { number: 1, element: [9; 32] };
    wrong.chains.as_mut().unwrap().reveals[1] = Some(forged);
    let told = proof(&wrong, &right);
    assert_eq!(told.verdict.key, "travel.fault.fair.reveal");
    assert_eq!(value(&told.verdict, "token"), Some(Value::Color(Color::Black)));
}

// Beside letters.

fn friends(one: &mut Play, color: Color) -> Play {
    let name = "Ada".to_owned();
    one.to(Event::Invite { color, open: false, name, entropy: entropy(1) });
    let mut two = opened(&sent(one));
    two.to(Event::Accept { name: "Eve".to_owned(), quick: false, entropy: entropy(2) });
    two
}

fn note(play: &Play) -> &'static str {
    play.table.view().mail.unwrap().note.key
}

fn play_turn(play: &mut Play, text: &str) {
    play.type_all(text);
    play.to(Event::EndTurn);
}

#[test]
fn what_one_writes_beside_a_letter_is_what_it_is_sent_for() {
    let mut one = Play::new(here(GameId::Orthodox));
    let mut two = friends(&mut one, Color::Black);
    assert_eq!(note(&one), "mail.note.invitation");
    assert_eq!(two.table.view().mail.unwrap().own, Some(Color::White));
    assert_eq!(note(&two), "mail.note.answer");
    play_turn(&mut two, "f2f3");
    one.to(Event::Came(sent(&mut two)));
    play_turn(&mut one, "e7e5");
    assert_eq!(note(&one), "mail.note.turn");
    two.to(Event::Came(sent(&mut one)));
    play_turn(&mut two, "g2g4");
    one.to(Event::Came(sent(&mut two)));
    // With the turn that ends the game no offer is told, and it is over.
    one.to(Event::OfferDraw);
    one.to(Event::Answer(true));
    play_turn(&mut one, "d8h4");
    assert_eq!(note(&one), "mail.note.over");
    let told = one.table.view().mail.unwrap().note;
    assert_eq!(value(&told, "color"), Some(Value::Color(Color::White)));
    assert_eq!(value(&told, "number"), Some(Value::Count(3)));

    // Where pieces are drawn, the letters before the first turn say what is waited for.
    let mut one = Play::new(here(GameId::Charismatic));
    let mut two = friends(&mut one, Color::White);
    assert_eq!(note(&one), "mail.note.invitation");
    let mut notes = Vec::new();
    for turn in 0..4 {
        let (from, to) = if turn % 2 == 0 { (&mut two, &mut one) } else { (&mut one, &mut two) };
        if from.table.view().controls.draw {
            from.to(Event::Draw);
            from.to(Event::PlaceRest);
            from.to(Event::EndTurn);
        }
        notes.push(note(from));
        to.to(Event::Came(sent(from)));
    }
    assert_eq!(
        notes,
        ["mail.note.taken", "mail.note.taken", "mail.note.placing", "mail.note.placing"]
    );
}

#[test]
fn an_invitation_says_that_pieces_are_drawn_where_they_are() {
    for (game, of) in [(GameId::Orthodox, 1), (GameId::Charismatic, 3)] {
        let mut one = Play::new(here(game));
        let name = String::new();
        one.to(Event::Invite { color: Color::Black, open: false, name, entropy: entropy(1) });
        let (table, asked) = Table::open(&sent(&mut one)).unwrap();
        let mut two = Play { table, now: 1_000, asked };
        let key = two.table.key().to_owned();
        two.to(Event::Loaded { key, found: None });
        assert_eq!(two.table.asked().unwrap().says.len(), of, "{game}");
    }
}

// How games end.

#[test]
fn each_end_has_its_words() {
    for (game, fen, step, wanted) in [
        (GameId::Orthodox, "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "g5g6", "result.drawn.stalemate"),
        (GameId::Orthodox, "7k/8/8/6K1/8/8/8/5Q2 w - - 99 90", "f1f2", "result.drawn.fifty"),
        (GameId::Orthodox, "7k/8/8/6Kp/8/8/8/8 w - - 0 1", "g5h5", "result.drawn.insufficient"),
        (GameId::Orthodox, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "result.won.checkmate"),
        (GameId::Magnetic, "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8", "result.won.royal-captured"),
    ] {
        let mut play = Play::new(from(game, fen));
        play.type_all(step);
        assert_eq!(play.says(), wanted, "{fen}");
        let says = play.table.view().says;
        let verdict: Verdict = play.table.view().result.unwrap();
        let colors = (value(&says, "color"), value(&says, "loser"));
        match verdict.winner {
            Some(winner) => {
                assert_eq!(colors, (Some(Value::Color(winner)), Some(Value::Color(!winner))));
            }
            None => assert_eq!(colors, (None, None)),
        }
    }
}
