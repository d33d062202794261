//! PGN: what is written is read back, and what people write is read too.

use crate::games;
use crate::trees;
use testkit::chance;

use std::time::Instant;

use chance::Chance;
use games::{assert_same, play};
use record::game::{Brush, Game, Mark, Path};
use record::pgn::{Entry, Fault, PgnError, read, write};
use record::{Ending, Record};
use rules::{AnyPosition, Color, GameId, Square, Step};
use trees::{random_tree, told};

fn game(tree: Game) -> Entry {
    Entry { tags: Vec::new(), tree }
}

/// Reads one game.
fn one(text: &str) -> Entry {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn error(text: &str) -> PgnError {
    let mut games = read(text);
    games.remove(0).expect_err(text)
}

/// Checks where a PGN is wrong and in what.
fn check(text: &str, line: usize, token: &str, fault: &str) {
    let error = error(text);
    assert_eq!(
        (error.line, error.token.as_str(), error.fault.id()),
        (line, token, fault),
        "{error}"
    );
}

fn steps(record: &Record) -> String {
    let spec = record.live().spec();
    record.steps().iter().map(|step| step.display(spec).to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn any_game_survives() {
    let mut widest = 0;
    for &id in GameId::ALL {
        for seed in 0..40 {
            let record = play(id, seed, 30 + 10 * seed as usize);
            let text = write(&game(Game::of(&record)));
            let again = one(&text).tree.record().unwrap();
            // PGN does not know resignation from a draw's agreement but by the result.
            assert_same(&record, &again);
            assert!(
                text.lines().all(|line| line.starts_with('[')
                    || line.chars().count() <= 80
                    || !line.contains(' ')),
                "{text}"
            );
            let moves = text.split_once("\n\n").unwrap().1;
            assert!(!moves.trim_end().contains("\n\n"), "{text}");
            let widths = moves.lines().map(|line| line.chars().count());
            widest = widest.max(widths.filter(|&width| width <= 80).max().unwrap());
        }
    }
    assert_eq!(widest, 80, "lines are filled");
}

#[test]
fn variations_comments_and_glyphs_survive() {
    for &id in GameId::ALL {
        for seed in 0..30 {
            let mut tree = random_tree(id, seed);
            tree.set_comment(Game::ROOT, "how it began");
            let text = write(&game(tree.clone()));
            assert!(told(&one(&text).tree) == told(&tree), "{text}");
        }
    }
}

/// Draws circles, and then arrows, in a tree.
fn draw(tree: &mut Game, seed: u64) {
    let mut chance = Chance(seed);
    let shape = tree.start().spec().shape;
    let squares: Vec<Square> = shape.all().filter(|&square| !shape.is_hole(square)).collect();
    for is_circle in [true, false] {
        for _ in 0..20 {
            let turn = tree.turn(chance.below(tree.len())).unwrap();
            let [from, to] = [0; 2].map(|_| squares[chance.below(squares.len())]);
            let brush = Brush::ALL[chance.below(Brush::ALL.len())];
            let mark = Mark { brush, from, to: if is_circle { from } else { to } };
            if is_circle == (mark.from == mark.to) {
                tree.mark(turn, mark);
            }
        }
    }
}

#[test]
fn a_file_of_several_trees_keeps_all_that_they_have() {
    for seed in 0..10 {
        let trees: Vec<Game> = GameId::ALL
            .iter()
            .map(|&id| {
                let mut tree = random_tree(id, seed);
                draw(&mut tree, seed);
                let turn = tree.turn(tree.len() / 2).unwrap();
                tree.set_comment(turn, "[%eval 0.35] good, and [%best e2e4]");
                tree
            })
            .collect();
        let text: String = trees.iter().map(|tree| write(&game(tree.clone()))).collect();
        let read = read(&text);
        assert_eq!(read.len(), trees.len());
        for (tree, read) in trees.iter().zip(&read) {
            let again = &read.as_ref().unwrap().tree;
            assert!(told(again) == told(tree), "{text}");
            assert_eq!(write(&game(again.clone())), write(&game(tree.clone())));
        }
    }
}

#[test]
fn circles_and_arrows_of_others_are_read_and_what_is_none_stays_text() {
    let tree = |comments: &str| {
        one(&format!("[Variant \"orthodox\"]\n\n{{[%csl Yh8]}} 1. e4 {comments} *\n")).tree
    };
    let drawn = |comments: &str| {
        let tree = tree(comments);
        let turn = tree.tip();
        let name = |square| tree.start().spec().shape.name(square);
        let marks = tree.marks(turn).iter();
        let marks: Vec<String> = marks
            .map(|mark| format!("{}{}{}", mark.brush.letter(), name(mark.from), name(mark.to)))
            .collect();
        (marks.join(" "), tree.comments(turn).1.to_owned())
    };
    let is = |comments: &str, marks: &str, text: &str| {
        assert_eq!(drawn(comments), (marks.to_owned(), text.to_owned()), "{comments}");
    };
    is("{ [%csl Gd4,Re5][%cal Bg1f3] Well. }", "Gd4d4 Re5e5 Bg1f3", "Well.");
    is("{ Well, [%cal Gg1f3,Gf3g1]\n[%eval 0.3] so. }", "Gg1f3 Gf3g1", "Well, [%eval 0.3] so.");
    is("{ [%csl Gd4] } { [%csl Gd4] twice }", "Gd4d4", "twice");
    is("{ [%csl Gd4,Rd4] }", "Rd4d4", "");
    for text in [
        "[%csl Od4]",
        "[%csl Gd9]",
        "[%csl Gd4e5]",
        "[%cal Gd4]",
        "[%csl Gd4",
        "[%csl]",
        "[%csl [%cal Oe2e4]Gd4]",
        "[%csl [%cal Ge2e4]Gd4]",
    ] {
        is(&format!("{{ {text} }}"), "", text);
    }
    let begun = tree("");
    assert_eq!(begun.marks(Game::ROOT).len(), 1);
    let other = tree("( { [%csl Gd4] Or } 1. d4 )");
    assert_eq!((other.marks(Game::ROOT).len(), other.marks(other.tip()).len()), (2, 0));
    assert_eq!(other.comments(other.next(Game::ROOT)[1]).0, "Or");
}

#[test]
fn several_games_stand_in_a_file_and_a_bad_one_spoils_no_other() {
    let games: Vec<Record> = (0..4).map(|seed| play(GameId::Chessence, seed, 30)).collect();
    let mut text: String = games.iter().map(|record| write(&game(Game::of(record)))).collect();
    text = text.replacen("1. ", "1. Qz9 ", 1);
    let read = read(&text);
    assert_eq!(read.len(), 4);
    assert!(read[0].is_err());
    for (record, read) in games.iter().zip(&read).skip(1) {
        assert_same(record, &read.as_ref().unwrap().tree.record().unwrap());
    }
}

#[test]
fn tags_are_kept_and_quoted() {
    let mut game = game(Game::new(AnyPosition::initial(GameId::Batteries)));
    game.tags = vec![
        ("White".into(), "A \"quoted\" \\ name".into()),
        ("Annotator".into(), "nobody".into()),
    ];
    let text = write(&game);
    assert!(
        text.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n")
    );
    assert!(text.contains("[Result \"*\"]\n[Variant \"batteries\"]\n"));
    let again = one(&text);
    assert_eq!(again.tag("White"), Some("A \"quoted\" \\ name"));
    assert_eq!(again.tag("Annotator"), Some("nobody"));
}

#[test]
fn spacing_noughts_missing_numbers_and_short_captures_are_read() {
    let lenient =
        "[Variant \"orthodox\"]\n\n1.e4 e5 2 . Nf3 Nc6 3.Bc4 Bc5 4. 0-0 Nf6 5 d3\n\n d6 *";
    let record = one(lenient).tree.record().unwrap();
    assert_eq!(steps(&record), "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 d7d6");

    let passing =
        "[Variant \"orthodox\"]\n\n1. e4 a6 2. e5 d5 3. exd6 e.p. f5 4. dxc7 b5 5. cb8Q g5 6.\n";
    assert_eq!(
        steps(&one(passing).tree.record().unwrap()),
        "e2e4 a7a6 e4e5 d7d5 e5d6 f7f5 d6c7 b7b5 c7b8q g7g5"
    );
    let passing = passing.replace("exd6 e.p.", "ed6e.p.!");
    assert_eq!(one(&passing).tree.record().unwrap().steps().len(), 10);

    let charismatic = "[Variant \"Charismatic Chess\"]\n[FEN \"r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] w HAha - 0 1 - -\"]\n\n1. gf , Nxd5,a4 ...";
    let error = error(charismatic);
    assert_eq!(error.fault.id(), "turn", "{error}");
    let right = charismatic.replace(" ...", "");
    assert_eq!(steps(&one(&right).tree.record().unwrap()), "g4f5 e3d5 a3a4 end");
}

/// docs/rules/charismatic.md, "The inventor's sample game": his first turns as he writes them, on the board of
/// the conformance positions.
#[test]
fn turns_of_several_steps_may_have_spaces_behind_their_commas() {
    let text = "[Variant \"charismatic\"]\n\n0. {PPPRB}P@a2,P@b2,P@c2,R@a1,B@c1 { well } 0... {NNPPP} P@a7, P@b7,P@c7 ,N@b8,N@g8 *";
    let record = one(text).tree.record().unwrap();
    assert_eq!(record.turns().filter(|turn| turn.done).count(), 2);
    assert_eq!(record.live().turn(), Color::White);
}

/// The numbers in a game's main line, and whether dots say that Black plays.
fn numbers(text: &str) -> Vec<(u32, bool)> {
    let moves = text.split_once("\n\n").unwrap().1;
    let words = moves.split_whitespace().filter(|word| word.ends_with('.'));
    words
        .map(|word| (word.trim_matches(['(', '.']).parse().unwrap(), word.ends_with("...")))
        .collect()
}

#[test]
fn turns_are_numbered_from_one_on_also_where_pieces_are_placed_first() {
    for &id in GameId::ALL {
        let record = play(id, 3, 300);
        let game = game(Game::of(&record));
        let text = write(&game);
        let turns = record.turns().count() as u32;
        let wanted: Vec<_> = (1..=turns.div_ceil(2)).map(|number| (number, false)).collect();
        assert_eq!(numbers(&text), wanted, "{text}");
        assert_same(&record, &one(&text).tree.record().unwrap());
    }
    // As an older Fivefold numbered them.
    let old = "[Variant \"contramatic\"]\n\n0. P@a2,P@b2,P@c2,P@d2,P@e2,P@f2,P@g2,P@h2,R@a1,R@h1,N@b1,N@g1,B@c1,B@f1,Q@d1 0... P@a7,P@b7,P@c7,P@d7,P@e7,P@f7,P@g7,P@h7,R@a8,R@h8,N@b8,N@g8,B@c8,B@f8,Q@d8 1. a3 a6 2. b3 *";
    let record = one(old).tree.record().unwrap();
    assert_eq!(record.turns().count(), 5);
    let text = write(&game(Game::of(&record)));
    assert_eq!(numbers(&text), [(1, false), (2, false), (3, false)], "{text}");
    assert_same(&record, &one(&text).tree.record().unwrap());
    // Black to place first, and a variation within the placement.
    let fen = record.position(16).fen();
    let text = format!(
        "[Variant \"contramatic\"]\n[FEN \"{fen}\"]\n\n0... {} (0... {}) 1. a3 a6",
        "P@a7,P@b7,P@c7,P@d7,P@e7,P@f7,P@g7,P@h7,R@a8,R@h8,N@b8,N@g8,B@c8,B@f8,Q@d8",
        "P@a6,P@b7,P@c7,P@d7,P@e7,P@f7,P@g7,P@h7,R@a8,R@h8,N@b8,N@g8,B@c8,B@f8,Q@d8"
    );
    let text = write(&one(&text));
    assert_eq!(numbers(&text), [(1, true), (1, true), (2, false)], "{text}");
}

#[test]
fn an_unfinished_turn_closes_with_a_comma() {
    let fen = "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] w HAha - 0 1 - -";
    let start = AnyPosition::from_fen(GameId::Charismatic, fen).unwrap();
    let mut record = Record::new(start);
    for text in ["e3f5", "c4b5"] {
        let step = Step::parse(text, start.spec()).unwrap();
        let _ = record.take(step);
    }
    let text = write(&game(Game::of(&record)));
    assert!(text.contains(", *\n"), "{text}");
    assert_same(&record, &one(&text).tree.record().unwrap());
}

#[test]
fn the_result_says_who_gave_up() {
    let text = "[Variant \"magnetic\"]\n\n1. c4(c7c5) 0-1\n";
    let verdict = one(text).tree.record().unwrap().verdict().unwrap();
    assert_eq!((verdict.winner, verdict.ending), (Some(Color::Black), Ending::Resignation));
    let text = "[Variant \"magnetic\"]\n[Result \"1/2-1/2\"]\n\n1. c4";
    let verdict = one(text).tree.record().unwrap().verdict().unwrap();
    assert_eq!((verdict.winner, verdict.ending), (None, Ending::Agreement));
}

#[test]
fn what_cannot_be_read_is_named_with_its_line() {
    check("", 1, "", "empty");
    check("1. e4", 1, "1.", "no-variant");
    check("[Variant \"halma\"]\n", 1, "halma", "variant");
    check("[Event \"x\"\n[Variant \"magnetic\"]", 1, "[Event \"x\"", "tag");
    check("[Variant \"magnetic\"]\n[FEN \"8/8 w\"]\n\n*", 2, "8/8 w", "start");
    check("[Variant \"magnetic\"]\n\n1. c4 e5\n2. Nf3 Qz9 *", 4, "Qz9", "turn");
    check("[Variant \"magnetic\"]\n\n1. c4 e4 *", 3, "e4", "turn");
    check("[Variant \"magnetic\"]\n\n1. c4 { e5 *", 3, "{ e5 *", "comment");
    check("[Variant \"magnetic\"]\n\n( 1. c4 ) *", 3, "(", "variation");
    check("[Variant \"magnetic\"]\n\n1. c4 ( 1. e4 *", 3, "(", "parenthesis");
    check("[Variant \"magnetic\"]\n\n1. c4 ) *", 3, ")", "parenthesis");
    check("[Variant \"orthodox\"]\n\n1. f3 e5 2. g4 Qh4# 3. a3 *", 3, "a3", "turn");
    let turn = error(
        "[Variant \"charismatic\"]\n[FEN \"3k4/8/8/8/8/8/PP6/4K3[] w - - 0 9 - -\"]\n\n9. a3,Rb3 *",
    );
    assert!(matches!(turn.fault, Fault::Turn(2, ..)), "{turn}");
    assert_eq!(turn.token, "Rb3");
    // A turn that may not end there: the word that stands there is told.
    let short = "[Variant \"charismatic\"]\n\n0. {RBPPP}R@a1,B@c3 *";
    check(short, 3, "{RBPPP}R@a1,B@c3", "turn");
    // Threefold repetition ended the game.
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(3);
    check(&format!("[Variant \"orthodox\"]\n\n{moves}*"), 3, "Nf3", "over");
    let moves = "Nf3 Nf6\nNg1 Ng8\n".repeat(3);
    check(&format!("[Variant \"orthodox\"]\n\n{moves}*"), 7, "Nf3", "over");
    // No result, though it begins as one.
    check("[Variant \"magnetic\"]\n\n1. c4 1-0a", 3, "1-0a", "turn");
    // Lines of no PGN begin with their sign.
    check("[Variant \"magnetic\"]\n\n1. c4 %a\n", 3, "%a", "turn");
}

#[test]
fn whatever_the_text_nothing_panics() {
    let words = [
        "[Variant \"magnetic\"]",
        "[Variant \"charismatic\"]",
        "[",
        "]",
        "\n",
        " ",
        "1.",
        "c4",
        "{",
        "}",
        "(",
        ")",
        ";",
        "$5",
        "$",
        "0-0",
        "1-0",
        "*",
        ",",
        "{RBPPP}",
        "R@a1",
        "é",
        "!?",
        "\"",
        "%",
        "12...",
        "½-½",
        "\u{202e}",
    ];
    let mut chance = Chance(3);
    for _ in 0..20_000 {
        let count = chance.below(14u32);
        let text: String = (0..count).map(|_| words[chance.below(words.len())]).collect();
        for error in read(&text).into_iter().filter_map(Result::err) {
            assert!(error.line >= 1 && !error.to_string().is_empty());
        }
    }
    let deep = format!("[Variant \"magnetic\"]\n\n1. c4 {}", "(1. e4 ".repeat(100_000));
    assert_eq!(error(&deep).fault, Fault::Variation);
}

/// A megabyte of what costs a careless reader its square.
#[test]
fn long_texts_are_read_soon() {
    let repeat = |text: &str| text.repeat((1 << 20) / text.len());
    let placed = "[Variant \"charismatic\"]\n[FEN \"3k4/8/8/8/8/8/P7/4K3[] w - - 0 9 - -\"]\n\n";
    let begun = Instant::now();
    let comments = read(&format!("{placed}9. a3 {} *", repeat("{a}")));
    let tree = &comments[0].as_ref().unwrap().tree;
    let turn = tree.next(Game::ROOT)[0];
    assert_eq!(tree.comments(turn).1.len(), 2 * ((1 << 20) / 3) - 1);
    let faulty = read(&repeat("[Variant \"magnetic\"]\n{\n\n"));
    assert!(faulty.len() == 1000 && faulty.iter().all(Result::is_err));
    assert!(read(&repeat("[\n")).iter().all(Result::is_err));
    assert!(read(&repeat("[Variant \"magnetic\"]\n(\n")).iter().all(Result::is_err));
    for text in ["{a", "(1. ", "9. a3,", "a3 ", ",", "))", "$", "%\n", "! ", "\u{202e}"] {
        let _ = read(&format!("{placed}{}", repeat(text)));
    }
    let many: String = (0..40_000).map(|i| format!("(9. K{}2 )", ['d', 'e'][i % 2])).collect();
    let games = read(&format!("{placed}9. a3 {many}"));
    let tree = &games[0].as_ref().unwrap().tree;
    assert_eq!(tree.next(Game::ROOT).len(), 3, "each variation once");
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn a_cursor_goes_by_steps_and_by_turns() {
    let record = play(GameId::Charismatic, 4, 40);
    let tree = Game::of(&record);
    let mut cursor = Path::START;
    for index in 0..=record.steps().len() {
        assert_eq!(tree.position(cursor), record.position(index), "step {index}");
        match tree.step_on(cursor) {
            Some(next) => {
                assert_eq!(tree.step_back(next), Some(tree.settle(cursor)));
                cursor = next;
            }
            None => assert_eq!(index, record.steps().len()),
        }
    }
    let mut turns = 0;
    let mut cursor = Path::START;
    while let Some(next) = tree.turn_on(cursor) {
        assert_eq!(tree.turn_back(next), Some(cursor));
        (cursor, turns) = (next, turns + 1);
    }
    assert_eq!(turns, record.turns().count());
}

#[test]
fn another_line_has_not_ended_as_the_one_played() {
    let mate = "[Variant \"orthodox\"]\n\n1. f3 e5 2. g4 (2. e4 d6) Qh4# 0-1";
    let resigned = "[Variant \"orthodox\"]\n\n1. f3 e5 2. g4 (2. e4 d6) d5 0-1";
    for (text, ending) in [(mate, "checkmate"), (resigned, "resignation")] {
        let mut tree = one(text).tree;
        let verdict = |tree: &Game| tree.record().unwrap().verdict();
        assert_eq!(verdict(&tree).unwrap().ending.id(), ending);
        let second = tree.main_line().nth(1).unwrap();
        let (played, other) = (tree.next(second)[0], tree.next(second)[1]);
        tree.promote(played);
        assert!(verdict(&tree).is_some(), "it was played already");
        tree.promote(other);
        assert_eq!(verdict(&tree), None);
        let mut tree = one(text).tree;
        tree.remove(other);
        assert!(verdict(&tree).is_some(), "a variation ends no game");
        tree.remove(played);
        assert_eq!(verdict(&tree), None);
        assert_eq!(tree.record().unwrap().steps().len(), 2);
    }
}

#[test]
fn lines_are_promoted_and_taken_out() {
    let mut tree = Game::new(AnyPosition::initial(GameId::Magnetic));
    let step = |text| [Step::parse(text, GameId::Magnetic.spec()).unwrap()];
    let first = tree.add(Game::ROOT, &step("e2e4")).unwrap();
    let second = tree.add(Game::ROOT, &step("c2c4")).unwrap();
    assert_eq!(tree.add(Game::ROOT, &step("c2c4")), Ok(second), "the same turn once");
    assert!(tree.add(first, &step("e2e4")).is_err());
    assert!(tree.is_played(first) && !tree.is_played(second));
    tree.promote(second);
    assert_eq!(tree.next(Game::ROOT), [second, first]);
    assert_eq!(tree.record().unwrap().steps(), step("c2c4"));
    tree.remove(second);
    assert_eq!(tree.next(Game::ROOT), [first]);
    assert!(tree.is_played(first));
}

#[test]
fn what_others_write_beside_the_moves_is_read() {
    let text = "%of another program\n[Event \"x\"][Variant \"orthodox\"]\n%and here\n\n\
        1. e4! e5? 2. Nf3!! Nf6?? ; as it was (2... Nc6\n%here, too\n3. Nxe5!? d6?! \
        ( { Or } { better } 3... Nxe4 { here. } { Well. } ) {Q} 4. Nf3 *";
    let tree = one(text).tree;
    let line: Vec<_> = tree.main_line().collect();
    let glyphs: Vec<&[u8]> = line[..6].iter().map(|&turn| tree.glyphs(turn)).collect();
    assert_eq!(glyphs, [&[1][..], &[2], &[3], &[4], &[5], &[6]]);
    assert_eq!(tree.comments(line[3]).1, "as it was (2... Nc6");
    assert_eq!(tree.comments(line[5]).1, "Q", "no draw where nothing is drawn");
    let other = tree.next(line[4])[1];
    assert_eq!(tree.comments(other), ("Or better", "here. Well."));
    assert_eq!(line.len(), 7);
}

#[test]
fn a_comment_behind_a_variation_is_about_the_turn_before_it() {
    let text = "[Variant \"orthodox\"]\n\n\
        1. e4 ( 1. d4 ( 1. c4 ) { solid } ( 1. f4 ) { And sound. } 1... d5 ) { sharp } 1... e5 *";
    let tree = one(text).tree;
    let [e4, d4, ..] = *tree.next(Game::ROOT) else { panic!("{text}") };
    assert_eq!(tree.comments(e4).1, "sharp");
    assert_eq!(tree.comments(d4).1, "solid And sound.");
    let reply = tree.next(d4)[0];
    assert_eq!(tree.comments(reply), ("", ""));
}

#[test]
fn a_brace_in_a_comment_does_not_end_it() {
    let mut tree = Game::new(AnyPosition::initial(GameId::Orthodox));
    let step = Step::parse("e2e4", GameId::Orthodox.spec()).unwrap();
    let turn = tree.add(Game::ROOT, &[step]).unwrap();
    tree.set_comment(turn, "the set {d4, d5} is free");
    let again = one(&write(&game(tree))).tree;
    assert_eq!(again.comments(again.next(Game::ROOT)[0]).1, "the set (d4, d5) is free");
}

#[test]
fn after_a_game_that_cannot_be_read_comes_the_next() {
    let good = "[Variant \"magnetic\"]\n\n1. c4 *\n";
    let results = |text: &str| -> Vec<bool> { read(text).iter().map(Result::is_ok).collect() };
    for bad in [
        "[Variant \"halma\"]\n[Event \"x\"]\n\n1. e4 e5\n\n2. d4 *\n\n",
        "[Event \"x\n\n[Variant \"magnetic\"]\n[Site \"\"]\n\n1. c4 *\n\n",
        "[Variant \"magnetic\"]\n\n1. Qz9\n\n2. d4 [\n\n\n",
    ] {
        assert_eq!(results(&format!("{good}{bad}{good}")), [true, false, true], "{bad}");
    }
}

/// Numbers stand where a reader has lost count: at the start of a line, behind a comment, and behind a
/// variation.
#[test]
fn where_moves_are_numbered() {
    let moves =
        "9. Kd2 { a } 9... Kd7 10. Kd3 (10. Kc3 { b } 10... Ke7 11. Kd3) 10... Kd8 11. Kd4 *";
    let head = "[Variant \"orthodox\"]\n[FEN \"4k3/8/8/8/8/8/P7/4K3 w - - 0 9\"]\n\n";
    let mut tree = one(&format!("{head}{moves}")).tree;
    // What is considered behind the last turn has no place.
    let live = tree.live();
    tree.explore(live, Step::parse("d8d7", tree.start().spec()).unwrap()).unwrap();
    let written = write(&game(tree));
    let told = written.split_once("\n\n").unwrap().1.replace('\n', " ");
    assert_eq!(told.trim(), moves);
    // A comment before a move of Black's is one between two moves, too.
    let mut tree = one(&format!("{head}9. Kd2 Kd7 10. Kd3 *")).tree;
    let answer = tree.turn(2).unwrap();
    tree.set_comment_before(answer, "a");
    let written = write(&game(tree));
    assert!(written.contains("\n9. Kd2 { a } 9... Kd7 10. Kd3 *\n"), "{written}");
}

#[test]
fn a_tag_is_of_one_line() {
    let tree = record::Game::new(rules::AnyPosition::initial(rules::GameId::Magnetic));
    let tags = vec![("Event".to_owned(), "a\rb\nc \\ \"d\"".to_owned())];
    let written = record::pgn::write(&record::pgn::Entry { tags, tree });
    assert!(written.starts_with("[Event \"a b c \\\\ \\\"d\\\"\"]\n"), "{written}");
}
