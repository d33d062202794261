//! Links: whole games in the fragment of an address.

use crate::games;
use crate::trees;
use testkit::chance;

use std::time::Instant;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chance::Chance;
use games::{assert_same, play};
use record::game::{Brush, Game, Mark, Path, Time, TurnId};
use record::link::{
    Chapter, LONGEST, LONGEST_OF_CHAPTERS, LinkError, MOST_STEPS, Opened, Section, kind, read,
    read_chapters, seal, weigh, within, write, write_chapters, write_tree,
};
use record::{Ending, Record, TimeControl, pgn};
use rules::{AnyPosition, GameId, Square, Step};
use trees::{random_tree, told};

fn game_of(moves: &str) -> Record {
    let mut record = Record::new(AnyPosition::initial(GameId::Magnetic));
    for text in moves.split_whitespace() {
        let step = Step::parse(text, record.live().spec()).unwrap();
        record.take(step).unwrap_or_else(|refusal| panic!("{text}: {}", refusal.reason));
    }
    record
}

fn link_of(record: &Record) -> String {
    write(record, &[]).unwrap()
}

/// What is wrong with a link.
fn check(link: &str, id: &str) {
    match read(link) {
        Ok(_) => panic!("{link} was read"),
        Err(error) => assert_eq!(error.id(), id, "{link}: {error}"),
    }
}

#[test]
fn any_game_survives_and_takes_no_more_room_than_it_may() {
    for &game in GameId::ALL {
        for seed in 0..60 {
            let record = play(game, seed, 40 + 20 * (seed as usize % 30));
            let link = link_of(&record);
            let opened = read(&link).unwrap_or_else(|error| panic!("{game} {seed}: {error}"));
            assert_same(&record, &opened.record);
            assert!(link.ends_with(|c: char| c.is_ascii_alphanumeric()), "{link}");
            let (bytes, bits) = weigh(&record).unwrap();
            let choices = (0..record.steps().len()).map(|i| record.position(i).list().len());
            let weight: f64 = choices.map(|of| (of as f64).log2()).sum();
            assert!((bits - weight).abs() < 1e-6 && bytes as f64 + 3.0 >= bits / 8.0, "{bytes}");
            assert!(bytes as f64 <= 1.1 * bits / 8.0 + 16.0, "{bytes} bytes for {bits} bits");
            assert_eq!(link_of(&opened.record), link);
        }
    }
}

#[test]
fn any_start_survives_with_what_comes_with_the_game() {
    for &game in GameId::ALL {
        for seed in 0..20 {
            let whole = play(game, seed, 200);
            // From the start of a turn in the middle of a game.
            let Some(turn) = whole.turns().nth(seed as usize) else { continue };
            let mut record = Record::new(*whole.position(turn.from));
            for &step in &whole.steps()[turn.from..] {
                if record.take(step).is_err() {
                    break;
                }
            }
            let sections = [
                Section { kind: kind::NAMES, bytes: "Ada\nПётр".into() },
                Section { kind: 77, bytes: vec![0, 255, 7] },
            ];
            let opened = read(&write(&record, &sections).unwrap()).unwrap();
            assert_same(&record, &opened.record);
            assert_eq!(opened.sections, sections);
        }
    }
}

#[test]
fn names_come_back() {
    let names = Section::names(" Ada\nLovelace", "Пётр");
    assert_eq!(names.as_names(), Some(("Ada", "Пётр")));
    let opened = read(&write(&game_of("c2c4"), &[names]).unwrap()).unwrap();
    assert_eq!(opened.sections[0].as_names(), Some(("Ada", "Пётр")));
    let other = |kind, bytes: &[u8]| Section { kind, bytes: bytes.to_vec() };
    assert_eq!(other(kind::LETTER, b"Ada\nEve").as_names(), None);
    assert_eq!(other(kind::NAMES, b"Ada\n\xff").as_names(), None);
    assert_eq!(other(kind::NAMES, b"Ada").as_names(), None);
}

/// A tree whose line can be played in a record, which knows of repetition.
fn tree(game: GameId, seed: u64) -> Game {
    let mut tree = random_tree(game, seed);
    tree.set_comment(Game::ROOT, "Пролог \u{1f600}");
    assert!(tree.record().is_ok(), "{game} {seed}");
    tree
}

#[test]
fn variations_comments_and_glyphs_survive() {
    for &game in GameId::ALL {
        for seed in 0..60 {
            let tree = tree(game, seed);
            let names = Section::names("Ada", "");
            let link = write_tree(&tree, std::slice::from_ref(&names)).unwrap();
            let opened = read(&link).unwrap();
            let again = opened.tree().unwrap_or_else(|error| panic!("{game} {seed}: {error}"));
            assert!(told(&again) == told(&tree), "{link}");
            assert_same(&opened.record, &tree.record().unwrap());
            assert_eq!(write_tree(&again, &opened.sections).unwrap(), link);
            // Who knows nothing of variations has the game, and hands all of it on.
            assert_eq!(write(&opened.record, &opened.sections).unwrap(), link);
        }
    }
    // A line alone has no section.
    let record = play(GameId::Magnetic, 3, 30);
    assert_eq!(write_tree(&Game::of(&record), &[]).unwrap(), link_of(&record));
}

#[test]
fn marks_and_half_made_turns_survive_in_sections_of_their_own() {
    let sections = |link: &str| -> Vec<u64> {
        read(link).unwrap().sections.iter().map(|section| section.kind).collect()
    };
    for &game in GameId::ALL {
        for seed in 0..20 {
            let mut tree = tree(game, seed);
            let plain = write_tree(&tree, &[]).unwrap();
            let all: Vec<_> = (0..tree.len()).filter_map(|number| tree.turn(number)).collect();
            let squares: Vec<Square> = tree.start().spec().shape.all().collect();
            let holes = tree.start().spec().shape;
            let mut chance = Chance(seed);
            let mut drawn = Vec::new();
            for _ in 0..5 {
                let turn = all[chance.below(all.len())];
                let [from, to] = [(); 2].map(|()| squares[chance.below(squares.len())]);
                let mark = Mark { brush: Brush::ALL[chance.below(4_usize)], from, to };
                tree.mark(turn, mark);
                drawn.push((turn, mark));
            }
            let link = write_tree(&tree, &[]).unwrap();
            let again = read(&link).unwrap().tree().unwrap();
            assert_eq!(write_tree(&again, &[]).unwrap(), link, "{game} {seed}");
            let count = |tree: &Game| -> usize {
                (0..tree.len())
                    .filter_map(|number| tree.turn(number))
                    .map(|turn| tree.marks(turn).len())
                    .sum()
            };
            assert_eq!(count(&again), count(&tree), "{game} {seed}");
            let has_marks = drawn
                .iter()
                .any(|(_, Mark { from, to, .. })| !holes.is_hole(*from) && !holes.is_hole(*to));
            assert_eq!(sections(&link).contains(&kind::MARKS), has_marks);
            // A reader that does not know them reads the rest as before.
            let opened = read(&link).unwrap();
            let known: Vec<Section> = opened
                .sections
                .iter()
                .filter(|one| one.kind == kind::VARIATIONS)
                .cloned()
                .collect();
            assert_eq!(write(&opened.record, &known).unwrap(), plain);
        }
    }
    // A turn of several steps that is not finished, behind the line.
    let start = "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -";
    let mut tree = Game::new(AnyPosition::from_fen(GameId::Charismatic, start).unwrap());
    let step = |text: &str| Step::parse(text, GameId::Charismatic.spec()).unwrap();
    let (half, _) = tree.explore(Path::START, step("a2a4")).unwrap();
    tree.explore(half, step("e1e2")).unwrap();
    tree.explore(Path::START, step("h1h5")).unwrap();
    tree.lead();
    let link = write_tree(&tree, &[]).unwrap();
    assert_eq!(sections(&link), [kind::BEGUN]);
    let again = read(&link).unwrap().tree().unwrap();
    let begun: Vec<&[Step]> =
        again.next(Game::ROOT).iter().map(|&turn| again.steps(turn)).collect();
    assert_eq!(begun, [&[step("a2a4"), step("e1e2")][..], &[step("h1h5")][..]]);
    assert_eq!(again.tip(), Game::ROOT, "they are not played");
    // A whole turn behind the line, which nobody has played, is none of them.
    let mut whole = Game::new(tree.start().to_owned());
    let first = whole.explore(Path::START, step("a2a4")).unwrap().0;
    let second = whole.explore(first, step("end")).unwrap().0;
    assert!(whole.is_whole(second.turn) && whole.tip() == Game::ROOT);
    assert!(!sections(&write_tree(&whole, &[]).unwrap()).contains(&kind::BEGUN));
    // What is said of them stands in another section.
    let turns = tree.next(Game::ROOT).to_vec();
    tree.set_comment_before(turns[1], "Or");
    tree.set_comment(turns[1], "with the rook");
    tree.set_glyphs(turns[0], &[5, 14]);
    let squares: Vec<Square> = tree.start().spec().shape.all().collect();
    tree.mark(turns[1], Mark { brush: Brush::Blue, from: squares[7], to: squares[39] });
    let link = write_tree(&tree, &[]).unwrap();
    assert_eq!(sections(&link), [kind::BEGUN, kind::OF_BEGUN]);
    let again = read(&link).unwrap().tree().unwrap();
    assert_eq!(again.save(), tree.save());
    let mut opened = read(&link).unwrap();
    opened.sections.retain(|section| section.kind == kind::BEGUN);
    let bare = opened.tree().unwrap();
    assert_eq!(bare.next(Game::ROOT).len(), 2, "without it they are there all the same");
}

#[test]
fn forged_times_are_refused() {
    let mut game = Game::of(&game_of("c2c4 d8a5"));
    let turns: Vec<_> = game.main_line().collect();
    game.set_time(turns[0], Time { used: Some(4), left: None });
    game.set_time(turns[1], Time { used: None, left: Some(5) });
    let chapters = [Chapter { name: String::new(), tags: Vec::new(), game }];
    let content = content_of_study(&write_chapters("", &chapters).unwrap());
    // No clock, and two turns, each with its number and one more than the milliseconds taken and left.
    let times = [0, 0, 2, 1, 5, 0, 2, 0, 6];
    let at = content.windows(times.len()).position(|part| part == times).unwrap();
    let check = |forged: [u8; 9], id: &str| {
        let mut content = content.clone();
        content[at..at + times.len()].copy_from_slice(&forged);
        let error = read_chapters(&study_of(&content)).unwrap_err();
        assert_eq!(error.id(), id, "{forged:?}");
    };
    // A turn twice, in another order, one that is not there, nothing known.
    check([0, 0, 2, 1, 5, 0, 1, 0, 6], "canonical");
    check([0, 0, 2, 2, 5, 0, 1, 0, 6], "canonical");
    check([0, 0, 2, 1, 5, 0, 3, 0, 6], "variation");
    check([0, 0, 2, 1, 5, 0, 2, 0, 0], "canonical");
    // What a clock has counted that is not there, fewer times than there are, more.
    check([0, 1, 2, 1, 5, 0, 2, 0, 6], "variation");
    check([0, 0, 1, 1, 5, 0, 2, 0, 6], "trailing");
    check([0, 0, 3, 1, 5, 0, 2, 0, 6], "cut");
}

/// The bytes of a study's link without its checksum, and a link with other bytes.
fn content_of_study(link: &str) -> Vec<u8> {
    let coded = link.strip_prefix("s=").and_then(|rest| rest.strip_suffix('E')).unwrap();
    let bytes = URL_SAFE_NO_PAD.decode(coded).unwrap();
    bytes[..bytes.len() - 4].to_vec()
}

fn study_of(content: &[u8]) -> String {
    seal(content).replacen("g=", "s=", 1)
}

#[test]
fn forged_marks_and_half_made_turns_are_refused_and_the_game_is_there() {
    let record = game_of("c2c4 d8a5");
    let check = |kind: u64, bytes: &[u8], id: &str| {
        let section = Section { kind, bytes: bytes.to_vec() };
        let opened = read(&write(&record, &[section]).unwrap()).unwrap();
        assert_same(&opened.record, &record);
        match opened.tree() {
            Ok(_) => assert_eq!(id, "", "{bytes:?} was read"),
            Err(error) => assert_eq!(error.id(), id, "{bytes:?}: {error}"),
        }
    };
    let marks = |bytes: &[u8], id| check(kind::MARKS, bytes, id);
    marks(&[1, 2, 3, 0, 63], "");
    marks(&[2, 1, 0, 0, 0, 1, 0, 1, 0], "");
    marks(&[0], "canonical");
    marks(&[], "cut");
    marks(&[1, 2, 3, 0], "cut");
    marks(&[1, 2, 3, 0, 63, 0], "canonical");
    // A turn, a colour, a square that is not there; the same twice; in the wrong order.
    marks(&[1, 3, 0, 0, 0], "variation");
    marks(&[1, 0, 4, 0, 0], "variation");
    marks(&[1, 0, 0, 64, 0], "variation");
    marks(&[2, 0, 0, 0, 0, 0, 1, 0, 0], "canonical");
    marks(&[2, 1, 0, 0, 0, 0, 0, 0, 0], "canonical");
    marks(&[0xff, 0x7f], "many");
    // In a game of one step a turn nothing is half made.
    let begun = |bytes: &[u8], id| check(kind::BEGUN, bytes, id);
    begun(&[1, 1], "variation");
    begun(&[1, 0], "canonical");
    begun(&[0], "canonical");
    begun(&[], "cut");
    begun(&[0xff, 0x7f], "many");
    let said = |bytes: &[u8], id| check(kind::OF_BEGUN, bytes, id);
    said(&[1, 0, 2, 5], "variation");
    said(&[0], "canonical");
    said(&[], "cut");
    said(&[0xff, 0x7f], "many");
}

#[test]
fn forged_remarks_on_half_made_turns_are_refused() {
    let start = "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -";
    let mut tree = Game::new(AnyPosition::from_fen(GameId::Charismatic, start).unwrap());
    let step = Step::parse("a2a4", GameId::Charismatic.spec()).unwrap();
    tree.explore(Path::START, step).unwrap();
    tree.lead();
    let opened = read(&write_tree(&tree, &[]).unwrap()).unwrap();
    let check = |bytes: &[u8], id: &str| {
        let mut opened = opened.clone();
        opened.sections.push(Section { kind: kind::OF_BEGUN, bytes: bytes.to_vec() });
        match opened.tree() {
            Ok(_) => assert_eq!(id, "", "{bytes:?} was read"),
            Err(error) => assert_eq!(error.id(), id, "{bytes:?}: {error}"),
        }
    };
    check(&[4, 0, 1, 2, b's', b'o', 0, 2, 5, 0, 3, 3, 0, 63, 0, 3, 1, 0, 0], "");
    // A turn, a kind, a colour, a square that is not there; text that is none.
    check(&[1, 1, 2, 5], "variation");
    check(&[1, 0, 4, 5], "variation");
    check(&[1, 0, 3, 4, 0, 63], "variation");
    check(&[1, 0, 3, 0, 0, 64], "variation");
    check(&[1, 0, 1, 1, 0xff], "variation");
    // Empty, twice, in another order, cut, with something behind it.
    check(&[1, 0, 1, 0], "canonical");
    check(&[2, 0, 2, 5, 0, 2, 5], "canonical");
    check(&[2, 0, 2, 5, 0, 1, 1, b'a'], "canonical");
    check(&[2, 0, 2, 5], "cut");
    check(&[1, 0, 2, 5, 0], "canonical");
}

#[test]
fn tags_of_a_study_are_words_and_their_values_are_lines() {
    for (tag, value, is_read) in [
        ("ECO", "A00", true),
        ("ECO", "", true),
        ("EC O", "A00", false),
        ("", "A00", false),
        ("ECO", "A\n00", false),
        ("EC O", "A\n00", false),
    ] {
        let game = Game::new(AnyPosition::initial(GameId::Magnetic));
        let tags = vec![(tag.to_owned(), value.to_owned())];
        let link = write_chapters("", &[Chapter { name: String::new(), tags, game }]).unwrap();
        assert_eq!(read_chapters(&link).is_ok(), is_read, "{tag:?} {value:?}");
    }
}

/// Whatever a byte of a study's content becomes, what is read of it is written and read as the same.
#[test]
fn a_changed_byte_of_a_study_is_refused_or_gives_a_study() {
    let start = "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -";
    let mut game = Game::new(AnyPosition::from_fen(GameId::Charismatic, start).unwrap());
    let spec = GameId::Charismatic.spec();
    let steps = |text: &str| text.split(' ').map(|one| Step::parse(one, spec).unwrap()).collect();
    let orders: [Vec<Step>; 2] = ["a2a4 h1h2 end", "h1h2 a2a4 end"].map(steps);
    let turn = game.add(Game::ROOT, &orders[0]).unwrap();
    game.add(Game::ROOT, &orders[1]).unwrap();
    game.set_time(turn, Time { used: Some(70_000), left: Some(0) });
    game.set_clock(TimeControl::parse("300+3").map(|control| (control, 5)));
    game.lead();
    let tags = [("White", "Ada"), ("ECO", "A00")];
    let tags: Vec<_> = tags.map(|(tag, value)| (tag.to_owned(), value.to_owned())).into();
    let chapters = [Chapter { name: "A".to_owned(), tags, game }];
    let link = write_chapters("B", &chapters).unwrap();
    let saved = |chapters: &[Chapter]| -> Vec<_> {
        let saved = |one: &Chapter| (one.name.clone(), one.tags.clone(), one.game.save());
        chapters.iter().map(saved).collect()
    };
    let (name, found) = read_chapters(&link).unwrap();
    assert_eq!((name.as_str(), saved(&found)), ("B", saved(&chapters)));
    let content = content_of_study(&link);
    assert_eq!(study_of(&content), link);
    let (mut read, mut refused) = (0, 0);
    for place in 0..content.len() {
        for value in (0..=255).step_by(5).chain([1, 127, 128]) {
            let mut other = content.to_vec();
            other[place] = value;
            match read_chapters(&study_of(&other)) {
                Ok((name, chapters)) => {
                    let again = read_chapters(&write_chapters(&name, &chapters).unwrap()).unwrap();
                    let again = (again.0, saved(&again.1));
                    assert_eq!(again, (name, saved(&chapters)), "{place} {value}");
                    read += 1;
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(read > content.len() && refused > read, "{read} {refused}");
}

#[test]
fn a_changed_character_of_a_link_with_variations_is_refused_or_changes_nothing() {
    for &game in GameId::ALL {
        let tree = tree(game, 4);
        let link: Vec<char> = write_tree(&tree, &[]).unwrap().chars().collect();
        for place in 0..link.len() {
            for sign in [None, Some('A'), Some('z'), Some('7'), Some('_'), Some('é')] {
                for keeps in [0, 1] {
                    let mut changed = link.clone();
                    changed.splice(place..place + 1 - keeps, sign);
                    if changed == link {
                        continue;
                    }
                    let changed: String = changed.into_iter().collect();
                    if let Ok(opened) = read(&changed) {
                        assert!(told(&opened.tree().unwrap()) == told(&tree), "{changed}");
                    }
                }
            }
        }
    }
}

/// What the tree of a link with such a section is.
fn varied(record: &Record, bytes: &[u8]) -> Result<Game, LinkError> {
    let section = Section { kind: kind::VARIATIONS, bytes: bytes.to_vec() };
    read(&write(record, &[section]).unwrap()).unwrap().tree()
}

#[test]
fn forged_variations_are_refused_and_the_game_is_there() {
    let record = game_of("c2c4 d8a5");
    let check = |bytes: &[u8], id: &str| match varied(&record, bytes) {
        Ok(_) => panic!("{bytes:?} was read"),
        Err(error) => assert_eq!(error.id(), id, "{bytes:?}: {error}"),
    };
    check(&[0, 0, 0], "canonical");
    assert!(varied(&record, &[1, 0, 1, 0, 0]).is_ok(), "the first step of all, in place of c2c4");
    check(&[], "cut");
    check(&[1, 0], "cut");
    // Behind a turn that is not there, and behind the last, which nothing follows.
    check(&[1, 9, 1, 0, 0], "variation");
    check(&[1, 2, 1, 0, 0], "variation");
    // The line itself, a variation twice, one without a step, two in the wrong order.
    check(&[1, 0, 1, 0, 0, 0x5f], "variation");
    check(&[2, 0, 1, 0, 1, 0, 0], "variation");
    check(&[1, 0, 0, 0, 0], "variation");
    check(&[2, 1, 1, 0, 1, 0, 0], "variation");
    // More than there may be.
    check(&[255, 255, 1], "many");
    check(&[1, 0, 255, 255, 1, 0, 0], "many");
    check(&[2, 0, 128, 16, 0, 128, 16, 0, 0], "many");
    check(&[0, 255, 255, 1], "many");
    check(&[0, 0, 255, 255, 1], "many");
    // Remarks on nothing, no text, bytes behind the end.
    check(&[0, 1, 20, 1, b'a', 0], "variation");
    check(&[0, 1, 1, 1, 255, 0], "variation");
    check(&[0, 1, 1, 100, b'a', 0], "cut");
    check(&[0, 0, 1, 9, 1], "variation");
    check(&[0, 1, 1, 1, b'a', 0, 1, 2, 3, 4, 5, 6], "trailing");
}

#[test]
fn whatever_the_variations_nothing_panics_and_it_ends_soon() {
    let mut chance = Chance(11);
    let begun = Instant::now();
    for round in 0..2000 {
        let game = GameId::ALL[round % GameId::ALL.len()];
        let tree = tree(game, round as u64 % 20);
        let link = write_tree(&tree, &[]).unwrap();
        let Opened { record, mut sections } = read(&link).unwrap();
        let Some(section) = sections.first_mut() else { continue };
        for _ in 0..=chance.below(3_usize) {
            let place = chance.below(section.bytes.len());
            section.bytes[place] = chance.below(256_u32) as u8;
        }
        if let Ok(tree) = varied(&record, &section.bytes) {
            let again = read(&write_tree(&tree, &[]).unwrap()).unwrap().tree().unwrap();
            assert!(told(&again) == told(&tree));
        }
    }
    // As many steps as may be, from a few bytes.
    let record = play(GameId::Charismatic, 3, 60);
    let _ = varied(&record, &[1, 0, 184, 23, 0, 0]);
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[test]
fn variations_are_no_deeper_than_pgn_has_them() {
    let deep = |depth: usize| {
        let mut tree = Game::new(AnyPosition::initial(GameId::Orthodox));
        let mut at = Game::ROOT;
        for _ in 0..depth {
            // Each time the second of two turns, neither of which ends the game.
            let mut steps = tree.after(at).list();
            steps.retain(|&step| {
                let mut after = *tree.after(at);
                after.play(step);
                after.outcome().is_none() && after.list().len() > 1
            });
            tree.add(at, &steps[..1]).unwrap();
            at = tree.add(at, &steps[1..2]).unwrap();
        }
        tree
    };
    assert!(write_tree(&deep(100), &[]).is_ok_and(|link| read(&link).unwrap().tree().is_ok()));
    assert_eq!(write_tree(&deep(101), &[]), Err(LinkError::Many));
}

#[test]
fn a_graft_adds_what_is_not_there() {
    let start = AnyPosition::initial(GameId::Magnetic);
    let lines = |lines: &[&str]| {
        let mut tree = Game::new(start);
        for line in lines {
            let mut at = Game::ROOT;
            for text in line.split_whitespace() {
                at = tree.add(at, &[Step::parse(text, start.spec()).unwrap()]).unwrap();
            }
        }
        tree
    };
    let mut tree = lines(&["c2c4 d8a5"]);
    let mut other = lines(&["c2c4 d8b6", "e2e4"]);
    let first: TurnId = other.next(Game::ROOT)[0];
    other.set_comment(first, "the best");
    assert!(tree.graft(&other));
    assert_eq!(tree.comments(tree.next(Game::ROOT)[0]).1, "the best");
    tree.set_comment(tree.next(Game::ROOT)[0], "");
    assert!(told(&tree) == told(&lines(&["c2c4 d8a5", "c2c4 d8b6", "e2e4"])));
    let before = told(&tree);
    assert!(!tree.graft(&Game::new(AnyPosition::initial(GameId::Orthodox))));
    assert!(told(&tree) == before);
}

/// Links of the first version, which must always be read.
#[test]
fn golden_links() {
    let text = include_str!("links/version-1.txt");
    assert!(text.lines().count() >= 24);
    for line in text.lines() {
        let mut fields = line.splitn(4, ' ');
        let mut next = || fields.next().unwrap_or_default();
        let (link, id, steps, live) = (next(), next(), next(), next());
        let Opened { record, sections } =
            read(link).unwrap_or_else(|error| panic!("{link}: {error}"));
        assert_eq!(record.live().spec().id, id);
        assert_eq!(record.steps().len().to_string(), steps, "{link}");
        assert_eq!(record.live().fen(), live, "{link}");
        assert_eq!(write(&record, &sections).unwrap(), link, "it is written so still");
    }
}

/// Links with variations of the first version of that section, which must always be read.
#[test]
fn golden_links_with_variations() {
    let text = include_str!("links/variations-1.txt");
    assert!(text.lines().count() >= 8);
    for line in text.lines() {
        let mut fields = line.splitn(4, ' ');
        let mut next = || fields.next().unwrap_or_default();
        let (link, id, turns, comment) = (next(), next(), next(), next());
        let opened = read(link).unwrap_or_else(|error| panic!("{link}: {error}"));
        let tree = opened.tree().unwrap_or_else(|error| panic!("{link}: {error}"));
        assert_eq!(tree.start().spec().id, id);
        assert_eq!((tree.len() - 1).to_string(), turns, "{link}");
        assert_eq!(tree.comments(Game::ROOT).1, comment, "{link}");
        assert_eq!(write_tree(&tree, &[]).unwrap(), link, "it is written so still");
    }
}

#[test]
fn the_document_has_an_example_with_variations() {
    let example = "g=AQQEAQQPAgABAQEBAwJzbwEDApKAAl9TTzldE";
    assert!(include_str!("../../../docs/link-format.md").contains(example));
    let tree = read(example).unwrap().tree().unwrap();
    let spec = tree.start().spec();
    let said: Vec<String> = told(&tree)
        .into_iter()
        .map(|(depth, steps, comments, glyphs, _)| {
            let steps: Vec<String> =
                steps.iter().map(|step| step.display(spec).to_string()).collect();
            format!("{depth} {} {comments} {glyphs:?}", steps.join(" "))
        })
        .collect();
    let wanted = ["0  | []", "1 c2c4 |so []", "2 d8a5 | []", "2 d8b6 | []", "1 e2e4 | [2]"];
    assert_eq!(said, wanted);
}

/// A reader made from the words of docs/link-format.md alone, of games without flags.
fn steps_by_the_document(link: &str, start: AnyPosition) -> Vec<String> {
    let coded = link.strip_prefix("g=").unwrap().strip_suffix('E').unwrap();
    let bytes = URL_SAFE_NO_PAD.decode(coded).unwrap();
    let (content, _) = bytes.split_at(bytes.len() - 4);
    let mut bytes = content.iter().copied();
    let [version, _, flags] = [(); 3].map(|()| bytes.next().unwrap());
    assert_eq!((version, flags), (1, 0));
    let (mut count, mut group) = (0, 0);
    loop {
        let byte = u32::from(bytes.next().unwrap());
        count |= (byte & 127) << group;
        group += 7;
        if byte & 128 == 0 {
            break;
        }
    }
    let mut next = || bytes.next().map_or(0, u64::from);
    let mut code = (0..4).fold(0, |code, _| code * 256 + next());
    let mut range = (1_u64 << 32) - 1;
    let mut position = start;
    let mut steps = Vec::new();
    for _ in 0..count {
        let spec = position.spec();
        let mut legal: Vec<String> =
            position.list().iter().map(|step| step.display(spec).to_string()).collect();
        legal.sort();
        let part = range / legal.len() as u64;
        let place = code / part;
        code -= part * place;
        range = part;
        while range < 1 << 24 {
            code = code * 256 + next();
            range *= 256;
        }
        let step = legal.swap_remove(place as usize);
        position.play(Step::parse(&step, spec).unwrap());
        steps.push(step);
    }
    steps
}

#[test]
fn the_document_says_how_links_are_read() {
    let text = include_str!("../../../docs/link-format.md");
    for &game in GameId::ALL {
        let row = format!("| {game} | `{}` |", AnyPosition::initial(game).fen());
        assert!(text.contains(&row), "{row}");
    }
    let example = "g=AQQAAl-9wmcdE";
    assert!(text.contains(example));
    assert_eq!(link_of(&game_of("c2c4 d8a5")), example);
    let start = AnyPosition::initial(GameId::Magnetic);
    assert_eq!(steps_by_the_document(example, start), ["c2c4", "d8a5"]);
    for &game in GameId::ALL {
        for seed in 0..6 {
            let record = play(game, 8 * seed + 3, 150);
            let Ok(link) = write(&record, &[]) else { continue };
            let is_plain = !matches!(
                record.verdict().map(|verdict| verdict.ending),
                Some(Ending::Resignation | Ending::Agreement)
            );
            if is_plain {
                let spec = record.start().spec();
                let steps = record.steps().iter().map(|step| step.display(spec).to_string());
                let read = steps_by_the_document(&link, *record.start());
                assert!(read == steps.collect::<Vec<_>>(), "{game} {seed}");
            }
        }
    }
}

#[test]
fn a_single_changed_dropped_or_added_character_is_refused_or_changes_nothing() {
    let signs: Vec<char> = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain(['-', '_', '.', ' ', '%', 'é'])
        .collect();
    for &game in GameId::ALL {
        let record = play(game, 5, 30);
        let link: Vec<char> = link_of(&record).chars().collect();
        let try_out = |changed: &[char]| {
            let changed: String = changed.iter().collect();
            if let Ok(opened) = read(&changed) {
                assert_same(&record, &opened.record);
            }
        };
        for place in 0..link.len() {
            let mut changed = link.clone();
            changed.remove(place);
            try_out(&changed);
            for &sign in &signs {
                let mut changed = link.clone();
                changed[place] = sign;
                try_out(&changed);
                let mut changed = link.clone();
                changed.insert(place, sign);
                try_out(&changed);
            }
        }
    }
}

#[test]
fn what_is_wrong_is_told() {
    let link = link_of(&game_of("c2c4 d8a5"));
    check("", "empty");
    check("#g=", "empty");
    check("https://example.org/#position=4", "foreign");
    check("hello", "foreign");
    check(&link[..link.len() - 1], "cut");
    check(&link.replace("g=A", "g=B"), "damaged");
    check(&format!("{}%41E", &link[..10]), "character");
    check(&format!("g={}E", "A".repeat(LONGEST)), "long");
    check(&format!("g={}E", "A".repeat(LONGEST - 1)), "damaged");
    assert_eq!(read("#g=AQ%41E"), Err(LinkError::Character('%', 3)));
    // What a text around it may have left is no harm.
    for around in [&format!("<https://example.org/play/#{link}>."), &format!("#{link},"), &link] {
        assert!(read(around).is_ok(), "{around}");
    }
}

/// The letter after the last one before a link's end.
fn next(link: &[u8]) -> char {
    char::from(link[link.len() - 2] + 1)
}

#[test]
fn a_link_is_found_wherever_it_stands_in_a_message() {
    let mut lengths = [0; 4];
    for (game, seed) in GameId::ALL.iter().zip(1..) {
        // Letters stand for six bits: bytes end at each of three places of them.
        let record = play(*game, seed, 60);
        let mut link = link_of(&record);
        for length in 0..3 {
            if [11, 2, 3][seed as usize % 3] > length {
                let section = Section { kind: 77, bytes: vec![7; length] };
                link = write(&record, &[section]).unwrap();
            }
            lengths[(link.len() - 3) % 4] += 1;
        }
        let address = format!("https://example.org/fivefold/#{link}");
        let wrapped = |separator: &str, width: usize| {
            let signs: Vec<char> = address.chars().collect();
            signs.chunks(width).map(String::from_iter).collect::<Vec<_>>().join(separator)
        };
        let quoted = address.replace('#', "%23").replace('=', "%3D");
        for message in [
            address.clone(),
            format!("#{link}"),
            link.clone(),
            format!("1. Your turn, Ada! {address} (I think you are #1.) See https://example.org/."),
            format!("{address} {address}"),
            format!("{address}{address}"),
            format!("Again, the first was cut: {} \n{address}\nBye", &address[..address.len() - 3]),
            format!("<{address}>"),
            format!("[{address}]({address})"),
            format!("{address}\n\nOn Sunday Bob wrote:\n> #g=AAAAE nothing\n"),
            // Before it what looks like one: an empty one with the right sum, the same with a letter
            // more, or with another last letter, before its end.
            format!("#g=AAAAAAE or {address}"),
            format!("#{}AE or {address}", &link[..link.len() - 1]),
            format!("#{}{}E or {address}", &link[..link.len() - 2], next(link.as_bytes())),
            format!("see below\n{}\nBest wishes, Eve", wrapped("\n", 20)),
            format!("> {}\n> Best wishes", wrapped("\r\n> ", 72)),
            format!("{} E E E", wrapped(" ", 19)),
            wrapped("\n", 31),
            wrapped("\n", 32),
            wrapped("\n> ", 33),
            wrapped("\u{200b}", 7),
            wrapped("=\r\n", 60).replace("#g=", "#g=3D"),
            format!("https://example.net/leave?to={quoted}&with=1"),
        ] {
            let found = within(&message);
            let opened = read(&found).unwrap_or_else(|error| panic!("{error}: {message}"));
            assert_same(&record, &opened.record);
            // What is found is found again, as it is.
            assert_eq!(within(&found), found);
        }
    }
    assert!([0, 2, 3].iter().all(|&rest| lengths[rest] > 0), "{lengths:?}");
}

#[test]
fn what_comes_nearest_to_a_link_is_told() {
    let link = link_of(&game_of("c2c4 d8a5"));
    let told = |text: &str| read(&within(text)).unwrap_err().id();
    assert_eq!(told(&format!("Look: #{} and answer", &link[..link.len() - 1])), "cut");
    assert_eq!(told(&format!("Look: #{} and answer", link.replace("g=A", "g=B"))), "damaged");
    assert_eq!(told(&format!("#{}%{}", &link[..8], &link[8..])), "character");
    assert_eq!(told("hello, this is #1"), "foreign");
    assert_eq!(told("#g="), "empty");
    assert_eq!(told(" "), "empty");
}

#[test]
fn long_messages_are_searched_soon() {
    let begun = std::time::Instant::now();
    for text in ["#", "# g", "#g=", "#g=E", "E", "A\n", "%23g=", "#g=AAAAAAE ", "\u{200b}", "#g=é"]
    {
        let text = text.repeat((1 << 20) / text.len());
        let _ = within(&text);
        let _ = within(&format!("#g={text}"));
    }
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn forged_links_are_refused() {
    check(&seal(&[]), "damaged");
    check(&seal(&[1]), "cut");
    // Another version, whatever follows.
    check(&seal(&[2, 0, 1]), "newer");
    check(&seal(&[1, 200, 0, 0]), "game");
    check(&seal(&[1, 4, 0]), "cut");
    // Flags that nobody knows.
    check(&seal(&[1, 4, 64, 0]), "newer");
    // A start that is no position, one that goes on beyond the end.
    check(&seal(&[1, 4, 1, 3, b'8', b'/', b'8', 0]), "start");
    check(&seal(&[1, 4, 1, 100, b'8']), "cut");
    // More steps than there are bytes for, and than any game has.
    check(&seal(&[1, 4, 0, 100]), "step");
    check(&seal(&[1, 4, 0, 255, 255, 255, 127]), "many");
    check(&seal(&[1, 4, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]), "many");
    // Bytes that no step reads; a verdict that is none; sections without end.
    check(&seal(&[1, 4, 0, 0, 1, 2, 3, 4, 5, 6]), "trailing");
    check(&seal(&[1, 4, 2, 9, 0]), "end");
    check(&seal(&[1, 4, 4, 255, 1]), "many");
    check(&seal(&[1, 4, 4, 1, 1, 255, 255, 255, 255, 127]), "cut");
}

#[test]
fn whatever_the_bytes_nothing_panics_and_it_ends_soon() {
    let mut chance = Chance(9);
    let begun = Instant::now();
    for round in 0..2000 {
        let mut bytes = vec![1, chance.below(7u8), 0];
        if round % 3 == 0 {
            bytes[2] = chance.below(8u8);
        }
        bytes.extend((0..chance.below(300u32)).map(|_| chance.below(256u32) as u8));
        let _ = read(&seal(&bytes));
    }
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

/// Every game has one link: other bytes that would say the same are refused.
#[test]
fn what_could_be_written_in_other_bytes_is_written_in_one_way() {
    let good = [1, 4, 0, 2, 0x5f];
    let opened = read(&seal(&good)).unwrap();
    assert_eq!(opened.record, game_of("c2c4 d8a5"));
    // Any code of the last interval, with bytes behind it that would be read as the steps are.
    check(&seal(&[1, 4, 0, 2, 0x5f, 0, 0, 1]), "canonical");
    check(&seal(&[1, 4, 0, 2, 0x5e, 0xff]), "canonical");
    check(&seal(&[1, 4, 0, 0, 0, 0, 0, 0]), "canonical");
    check(&seal(&[1, 4, 0, 2, 0x5f, 0]), "canonical");
    // Numbers with more groups than they need: flags, and the number of steps.
    check(&seal(&[1, 4, 128, 0, 2, 0x5f]), "canonical");
    check(&seal(&[1, 4, 0, 130, 0, 0x5f]), "canonical");
    // Sections flagged and none there; a start that is the usual one, or written in another way.
    check(&seal(&[1, 4, 4, 0, 2, 0x5f]), "canonical");
    let with_start = |game: u8, fen: &str| {
        let head = [1, game, 1, fen.len() as u8];
        seal(&[&head, fen.as_bytes(), &[0]].concat())
    };
    let usual = AnyPosition::initial(GameId::Orthodox).fen();
    check(&with_start(6, &usual), "canonical");
    check(&with_start(6, &usual.replace("KQkq", "qkQK").replace("0 1", "0 2")), "canonical");
    assert!(read(&with_start(6, &usual.replace("0 1", "0 2"))).is_ok());
    // A number of more than nine groups is none.
    check(&seal(&[1, 4, 0, 129, 129, 129, 129, 129, 129, 129, 129, 129, 1]), "many");
}

#[test]
fn remarks_are_written_in_one_way_too() {
    let record = game_of("c2c4 d8a5");
    let check = |bytes: &[u8], is_known: bool| match varied(&record, bytes) {
        Ok(tree) => assert!(is_known, "{bytes:?}: {:?}", told(&tree)),
        Err(error) => assert!(!is_known && error == LinkError::Canonical, "{bytes:?}: {error}"),
    };
    // Two comments and two glyphs in their order; and the other way round, one place twice, an empty
    // comment, the same glyph twice.
    check(&[0, 2, 3, 1, b'a', 5, 1, b'b', 2, 1, 2, 2, 1], true);
    check(&[0, 2, 5, 1, b'b', 3, 1, b'a', 0], false);
    check(&[0, 2, 3, 1, b'a', 3, 1, b'b', 0], false);
    check(&[0, 1, 3, 0, 0], false);
    check(&[0, 0, 2, 2, 1, 1, 2], false);
    check(&[0, 0, 2, 1, 2, 1, 2], false);
    // Nor with another between them.
    check(&[0, 0, 3, 1, 2, 1, 4, 1, 2], false);
    check(&[0, 0, 3, 1, 2, 1, 4, 2, 2], true);
    // Before the first turn there may be comments and glyphs: of the position.
    check(&[0, 2, 0, 1, b'a', 1, 1, b'b', 1, 0, 14], true);
    // Any code of the last interval.
    check(&[1, 0, 1, 0, 0, 0, 0, 0, 1], false);
    // PGN has one place for both comments before the first turn.
    let tree = varied(&record, &[0, 2, 0, 1, b'a', 1, 1, b'b', 1, 0, 14]).unwrap();
    let text = pgn::write(&pgn::Entry { tags: Vec::new(), tree });
    assert!(text.contains("\n$14 { a } { b } 1. c4(c7c5) Qa5"), "{text}");
    let again = pgn::read(&text).remove(0).unwrap().tree;
    assert_eq!(again.comments(Game::ROOT), ("", "a b"));
    assert_eq!(again.glyphs(Game::ROOT), [14]);
}

#[test]
fn the_first_of_two_sections_of_a_kind_counts_and_both_are_kept() {
    let sections = [Section::names("Ada", ""), Section::names("Eve", ""), Section::names("", "")];
    let opened = read(&write(&game_of("c2c4"), &sections).unwrap()).unwrap();
    assert_eq!(opened.sections, sections);
    assert_eq!(opened.sections.iter().find_map(Section::as_names), Some(("Ada", "")));
}

#[test]
fn messages_name_what_is_wrong() {
    let message = |content: &[u8]| read(&seal(content)).unwrap_err().to_string();
    assert_eq!(message(&[1, 4, 8, 0]), "flags 8, of which only those of 7 are known here");
    assert_eq!(message(&[2, 4]), "version 2 of links; up to 1 are known here");
    assert_eq!(message(&[1, 4, 2, 9, 0]), "no end of a game has the number 9");
    let mated = "f2f3 e7e5 g2g4 d8h4";
    let mut record = Record::new(AnyPosition::initial(GameId::Orthodox));
    for step in mated.split(' ') {
        record.take(Step::parse(step, record.live().spec()).unwrap()).unwrap();
    }
    let link = write(&record, &[]).unwrap();
    let coded = link.strip_prefix("g=").unwrap().strip_suffix('E').unwrap();
    let mut content = URL_SAFE_NO_PAD.decode(coded).unwrap();
    content.truncate(content.len() - 4);
    content[2] = 2;
    content.insert(3, 1);
    assert_eq!(message(&content), "an end by the players, of a game that was over");
}

/// A game as long as may be: captures and pawns' moves are put off until the count of moves
/// without either is nearly full.
fn longest(game: GameId, seed: u64) -> Record {
    let mut chance = Chance(seed);
    let mut begun = (seed..).map(|seed| play(game, seed, 60));
    let mut record = begun.find(|record| record.verdict().is_none()).expect("one");
    while record.verdict().is_none() && record.steps().len() < MOST_STEPS {
        let live = *record.live();
        let mut steps = live.list();
        let first = chance.below(steps.len());
        steps.rotate_left(first);
        let goes_on = |step: &&Step| {
            let mut after = live;
            after.play(**step);
            after.outcome().is_none() && (after.halfmove() == 0) == (live.halfmove() >= 92)
        };
        let step = *steps.iter().find(goes_on).unwrap_or(&steps[0]);
        record.take(step).expect("a legal step");
    }
    record
}

/// How long that takes is measured by tools/time-links.mjs.
#[test]
fn the_longest_links_are_read() {
    let mut tried = 0;
    for &game in GameId::ALL {
        // A turn of several steps may have to be begun anew, which chance does better.
        let is_long = game == GameId::Charismatic;
        let record = if is_long { play(game, 3, MOST_STEPS) } else { longest(game, 3) };
        let opened = read(&link_of(&record)).unwrap();
        assert_eq!(opened.record.steps(), record.steps(), "{game}");
        if record.steps().len() == MOST_STEPS && record.verdict().is_none() {
            let (mut longer, next) = (record.clone(), record.live().list()[0]);
            longer.take(next).unwrap();
            assert_eq!(write(&longer, &[]), Err(LinkError::Many), "{game}");
            tried += 1;
        }
    }
    assert!(tried > 0);
    assert_eq!(read(&"x".repeat(1 << 20)), Err(LinkError::Foreign));
}

#[test]
fn a_link_has_64_sections_at_most_of_any_length() {
    let record = game_of("c2c4");
    let section = |length: usize| Section { kind: 127, bytes: vec![9; length] };
    let sections: Vec<Section> = (65..129).map(section).collect();
    let opened = read(&write(&record, &sections).unwrap()).unwrap();
    assert_eq!(opened.sections, sections);
    let more: Vec<Section> = (0..65).map(section).collect();
    assert_eq!(write(&record, &more), Err(LinkError::Many));
}

/// A game whose line has so many turns, each with the others that were legal behind it, each of those
/// with so many turns behind it: the first `count` of them.
fn varied_tree(count: usize, turns: usize) -> Game {
    let mut tree = Game::of(&play(GameId::Orthodox, 1, 160));
    let mut left = count;
    for behind in [Game::ROOT].into_iter().chain(tree.main_line().collect::<Vec<_>>()) {
        for step in tree.after(behind).list() {
            let is_known = tree.next(behind).iter().any(|&turn| tree.steps(turn) == [step]);
            if left == 0 || is_known || behind == tree.tip() {
                continue;
            }
            let mut at = tree.add(behind, &[step]).unwrap();
            for _ in 1..turns {
                let next = tree.after(at).list();
                if tree.verdict_at(tree.behind(at)).is_some() {
                    break;
                }
                at = tree.add(at, &next[..1]).unwrap();
            }
            left -= 1;
        }
    }
    assert_eq!(left, 0);
    tree
}

#[test]
fn a_link_has_so_many_variations_and_remarks_and_no_more() {
    let last = |tree: &Game| tree.turn(tree.len() - 1).unwrap();
    // A thousand variations.
    let tree = varied_tree(1_000, 1);
    let opened = read(&write_tree(&tree, &[]).unwrap()).unwrap();
    assert!(told(&opened.tree().unwrap()) == told(&tree));
    assert_eq!(write_tree(&varied_tree(1_001, 1), &[]), Err(LinkError::Many));
    // As many steps as the longest game.
    let mut tree = varied_tree(999, 3);
    let steps = |tree: &Game| tree.len() - 1 - tree.main_line().count();
    while steps(&tree) < MOST_STEPS {
        let behind = last(&tree);
        let next = tree.after(behind).list()[0];
        tree.add(behind, &[next]).unwrap();
    }
    let opened = read(&write_tree(&tree, &[]).unwrap()).unwrap();
    assert!(told(&opened.tree().unwrap()) == told(&tree));
    let (behind, next) = (last(&tree), tree.after(last(&tree)).list()[0]);
    tree.add(behind, &[next]).unwrap();
    assert_eq!(write_tree(&tree, &[]), Err(LinkError::Many));
    // Four thousand glyphs, nothing else beside the line.
    let mut tree = Game::of(&play(GameId::Orthodox, 1, 160));
    for turn in tree.main_line().take(50).collect::<Vec<_>>() {
        (0..80).for_each(|glyph| tree.annotate(turn, glyph));
    }
    let opened = read(&write_tree(&tree, &[]).unwrap()).unwrap();
    assert!(told(&opened.tree().unwrap()) == told(&tree));
    tree.annotate(tree.tip(), 200);
    assert_eq!(write_tree(&tree, &[]), Err(LinkError::Many));
}

/// A turn that has only begun, with a variation elsewhere.
#[test]
fn what_has_begun_goes_by_link_with_its_variations() {
    let start = "3k4/8/8/8/8/8/8/R3K2R[] w - - 0 9 - -";
    let mut tree = Game::new(AnyPosition::from_fen(GameId::Charismatic, start).unwrap());
    let steps = |text: &str| -> Vec<Step> {
        text.split(' ').map(|step| Step::parse(step, GameId::Charismatic.spec()).unwrap()).collect()
    };
    for step in steps("a1a2 end d8e8 end h1h2") {
        tree.play(step).unwrap();
    }
    tree.add(Game::ROOT, &steps("a1a3 end")).unwrap();
    let names = Section::names("Ada", "Eve");
    let opened = read(&write_tree(&tree, std::slice::from_ref(&names)).unwrap()).unwrap();
    assert!(told(&opened.tree().unwrap()) == told(&tree));
    assert_eq!(opened.sections[0], names);
}

/// Each turn that has only begun behind the last one begins there, whatever the one before it did.
#[test]
fn several_half_made_turns_go_by_link() {
    let start = "3k4/8/8/8/8/8/8/R3K2R[] w - - 0 9 - -";
    let mut tree = Game::new(AnyPosition::from_fen(GameId::Charismatic, start).unwrap());
    let step = |text: &str| Step::parse(text, GameId::Charismatic.spec()).unwrap();
    for text in ["a1a2", "end", "d8e8", "end"] {
        tree.play(step(text)).unwrap();
    }
    let tip = tree.tip();
    let begun = [vec!["a2a7", "h1h7"], vec!["h1h3"], vec!["e1e2", "a2b2", "h1h6"]];
    let begun = begun.map(|turn| turn.into_iter().map(step).collect::<Vec<Step>>());
    for turn in &begun {
        let mut at = tree.behind(tip);
        for &step in turn {
            at = tree.explore(at, step).unwrap().0;
        }
    }
    let again = read(&write_tree(&tree, &[]).unwrap()).unwrap().tree().unwrap();
    assert!(told(&again) == told(&tree));
    let came: Vec<&[Step]> =
        again.next(again.tip()).iter().map(|&turn| again.steps(turn)).collect();
    assert_eq!(came, begun);
}

/// A study with one game, which has one section.
fn study_with(record: &Record, kind: u64, bytes: &[u8]) -> String {
    let link = write(record, &[Section { kind, bytes: bytes.to_vec() }]).unwrap();
    let game = content_of_study(&link.replacen("g=", "s=", 1));
    let length = match game.len() {
        length @ ..128 => vec![length as u8],
        length => vec![0x80 | (length & 0x7F) as u8, (length >> 7) as u8],
    };
    study_of(&[&[1, 0, 1, 0], &length[..], &game[..]].concat())
}

#[test]
fn a_study_names_its_clock_in_one_way_and_has_no_empty_times() {
    let check = |bytes: &[u8], id: &str| match read_chapters(&study_with(
        &game_of("c2c4 d8a5"),
        kind::TIMES,
        bytes,
    )) {
        Ok((_, chapters)) => {
            assert_eq!(id, "", "{bytes:?} was read");
            assert!(chapters[0].game.clock().is_some());
        }
        Err(error) => assert_eq!(error.id(), id, "{bytes:?}: {error}"),
    };
    check(b"\x0360\x30\0\0", "");
    check(b"\x05600+0\0\0", "canonical");
    check(b"\x05600+0\0\x01\x01\x05\0", "canonical");
    check(b"\x05later\0\0", "variation");
    check(&[0, 0, 0], "canonical");
}

#[test]
fn tags_of_a_study_that_could_not_be_written_again_are_not_read() {
    let read = |count: usize| {
        let tags: Vec<u8> =
            (0..count).flat_map(|n| format!("\x04T{n:03}\x01x").into_bytes()).collect();
        read_chapters(&study_with(&game_of("c2c4"), kind::TAGS, &tags))
    };
    let (name, chapters) = read(200).unwrap();
    assert_eq!(chapters[0].tags.len(), 200);
    assert!(write_chapters(&name, &chapters).is_ok());
    assert_eq!(read(201).err(), Some(LinkError::Variation));
}

/// A game without a turn, with so many tags of its own besides the players' names.
fn tagged(count: usize) -> Chapter {
    let named = ["White", "Black"].map(|tag| (tag.to_owned(), "Ada".to_owned()));
    let others = (0..count).map(|number| (format!("T{number}"), number.to_string()));
    let game = Game::new(AnyPosition::initial(GameId::Magnetic));
    Chapter { name: String::new(), tags: named.into_iter().chain(others).collect(), game }
}

#[test]
fn a_study_has_a_game_a_thousand_at_most_and_two_hundred_tags_of_each() {
    assert_eq!(write_chapters("", &[]), Err(LinkError::Many));
    let chapters = [tagged(200)];
    let read_again = read_chapters(&write_chapters("", &chapters).unwrap()).unwrap();
    assert_eq!(read_again.1, chapters);
    assert_eq!(write_chapters("", &[tagged(201)]), Err(LinkError::Many));
    let game = Game::new(AnyPosition::initial(GameId::Magnetic));
    let chapter = Chapter { name: String::new(), tags: Vec::new(), game };
    let mut chapters = vec![chapter.clone(); 1_000];
    let link = write_chapters("", &chapters).unwrap();
    assert_eq!(read_chapters(&link).unwrap().1.len(), 1_000);
    // A thousand and one, by the same bytes.
    let mut content = content_of_study(&link);
    let one = (content.len() - 4) / 1_000;
    content.extend(content[4..4 + one].to_vec());
    content[2] += 1;
    assert_eq!(read_chapters(&study_of(&content)), Err(LinkError::Many));
    chapters.push(chapter);
    assert_eq!(write_chapters("", &chapters), Err(LinkError::Many));
}

#[test]
fn a_study_that_is_too_long_for_a_link_is_not_written() {
    let mut chapter = tagged(0);
    let mut length = |letters: usize| {
        chapter.name = "x".repeat(letters);
        write_chapters("", std::slice::from_ref(&chapter)).map(|link| link.len())
    };
    let short = length(24_000).unwrap();
    assert!((32_000..LONGEST_OF_CHAPTERS).contains(&short), "{short}");
    for letters in [24_600, 26_000] {
        let Err(LinkError::Long(long)) = length(letters) else { panic!("{letters}") };
        assert!(long > LONGEST_OF_CHAPTERS, "{long}");
    }
}
