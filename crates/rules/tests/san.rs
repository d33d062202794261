//! SAN (docs/rules/README.md, "Human notation"): what is written, that it reads back, and what else is
//! read.

use testkit::playout;

use std::fs;
use std::path::PathBuf;

use rules::san::{parse, parse_turn, write, write_turn};
use rules::{AnyPosition, GameId, SanError, Step};
use serde_json::Value;

fn read(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn position(game: &str, fen: &str) -> AnyPosition {
    let game = GameId::parse(game).unwrap();
    AnyPosition::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn step(position: &AnyPosition, text: &str) -> Step {
    Step::parse(text, position.spec()).unwrap()
}

/// Checks the SAN of a step, and that it is read back.
#[track_caller]
fn check(game: &str, fen: &str, text: &str, san: &str) {
    let position = position(game, fen);
    let step = step(&position, text);
    assert_eq!(position.why_not(step), None, "{text} in {fen}");
    assert_eq!(write(&position, step), san, "{fen}");
    assert_eq!(parse(&position, san), Ok(step), "{fen}");
}

/// Checks that a text is read as a step, or refused with the words given.
#[track_caller]
fn check_read(game: &str, fen: &str, text: &str, wanted: Result<&str, &str>) {
    let position = position(game, fen);
    let found = parse(&position, text);
    let found = found.map(|step| step.display(position.spec()).to_string());
    match wanted {
        Ok(wanted) => assert_eq!(found.as_deref(), Ok(wanted), "{text} in {fen}"),
        Err(wanted) => {
            let error = found.expect_err(text).to_string();
            assert!(error.contains(wanted), "{text} in {fen}: {error}");
        }
    }
}

/// Checks the SAN of a turn, and that it is read back, marks and all.
#[track_caller]
fn check_turn(game: &str, fen: &str, texts: &str, san: &str) {
    let position = position(game, fen);
    let mut now = position;
    let steps: Vec<Step> = texts
        .split(',')
        .map(|text| {
            let step = step(&now, text);
            assert_eq!(now.why_not(step), None, "{text}");
            now.play(step);
            step
        })
        .collect();
    assert_eq!(write_turn(&position, &steps), san, "{fen}");
    assert_eq!(parse_turn(&position, san), Ok(steps), "{fen}");
}

fn every_step_reads_back(position: &AnyPosition) {
    for step in position.list() {
        let san = write(position, step);
        assert_eq!(parse(position, &san), Ok(step), "{san} in {}", position.fen());
        let notation = step.display(position.spec()).to_string();
        assert_eq!(parse(position, &notation), Ok(step), "{notation} in {}", position.fen());
        if step == Step::End {
            continue;
        }
        let turn = write_turn(position, &[step]);
        let read = parse_turn(position, &turn);
        assert_eq!(read.as_deref(), Ok(&[step][..]), "{turn} in {}", position.fen());
    }
}

#[test]
fn every_step_of_games_played_at_random_reads_back() {
    for &game in GameId::ALL {
        for seed in 0..8 {
            let mut index = 0;
            playout::play(game, seed, 120, |position| {
                // Placements have hundreds of steps each, much alike.
                let is_sampled = position.fullmove() > 0 || index % 8 == 0;
                if is_sampled && index % 2 == seed % 2 {
                    every_step_reads_back(position);
                }
                index += 1;
            });
        }
    }
}

#[test]
fn every_step_of_the_conformance_positions_reads_back() {
    for game in GameId::ALL {
        for line in read(&format!("tests/conformance/{game}.jsonl")).lines().step_by(3) {
            let line: Value = serde_json::from_str(line).unwrap();
            let fen = line["fen"].as_str().unwrap();
            every_step_reads_back(&AnyPosition::from_fen(*game, fen).unwrap());
        }
    }
}

#[test]
fn every_solution_of_the_mates_ends_with_the_mark() {
    for line in read("tests/conformance/charismatic-mates.jsonl").lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let position = position("charismatic", line["fen"].as_str().unwrap());
        let mut now = position;
        let solution = line["solution"].as_array().map_or_else(
            || line["solution"].as_str().unwrap().split(',').map(str::to_owned).collect(),
            |steps| steps.iter().map(|step| step.as_str().unwrap().to_owned()).collect::<Vec<_>>(),
        );
        let steps: Vec<Step> = solution
            .iter()
            .map(|text| {
                let step = step(&now, text);
                now.play(step);
                step
            })
            .collect();
        let san = write_turn(&position, &steps);
        assert!(san.ends_with('#') && san.matches('#').count() == 1, "{san}");
        assert_eq!(parse_turn(&position, &san), Ok(steps), "{san}");
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn orthodox_moves() {
    check("orthodox", START, "e2e4", "e4");
    check("orthodox", START, "g1f3", "Nf3");
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check("orthodox", castles, "e1g1", "O-O");
    check("orthodox", castles, "e1c1", "O-O-O");
    check("orthodox", castles, "a1a8", "Rxa8+");
    check("orthodox", castles, "a1d1", "Rd1");
    let castles = "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1";
    check("orthodox", castles, "e8g8", "O-O");
    check("orthodox", castles, "e8c8", "O-O-O");
    // Castling that gives check with the rook.
    check("orthodox", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+");
    let passing = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";
    check("orthodox", passing, "e5f6", "exf6");
    let promotes = "3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
    check("orthodox", promotes, "e7e8q", "e8=Q+");
    check("orthodox", promotes, "e7d8n", "exd8=N");
    // A discovered check.
    check("orthodox", "4k3/8/8/8/8/4N3/8/4R1K1 w - - 0 1", "e3c4", "Nc4+");
}

#[test]
fn origins_by_file_by_rank_by_both() {
    let knights = "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1";
    check("orthodox", knights, "b1d2", "Nd2");
    check("orthodox", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2");
    check("orthodox", "4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1", "b1d2", "N1d2");
    let queens = "8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1";
    check("orthodox", queens, "h4e1", "Qh4e1");
    check("orthodox", queens, "e4e1", "Qee1");
    check("orthodox", queens, "h1e1", "Q1e1");
    // A pinned piece cannot be meant.
    check("orthodox", "4r1k1/8/8/8/8/8/4N3/N3K3 w - - 0 1", "a1b3", "Nb3");
    check("orthodox", "4r1k1/8/8/8/8/8/4N3/4K1N1 w - - 0 1", "g1f3", "Nf3");
}

#[test]
fn the_last_step_of_a_won_turn() {
    let fools = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2";
    check("orthodox", fools, "d8h4", "Qh4+");
    check_turn("orthodox", fools, "d8h4", "Qh4#");
    // Stalemate is no win.
    check_turn("orthodox", "7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "g5g6", "Qg6");
    check_turn("magnetic", "4k3/8/8/8/8/8/4R3/K7 w - - 0 1", "e2e8", "Rxe8#");
}

#[test]
fn charismatic_castling_is_short_with_the_nearer_rook() {
    let white = "3k4/8/8/8/8/8/8/R3K2R[] w HA - 0 1 - -";
    check("charismatic", white, "e1g1", "O-O");
    check("charismatic", white, "e1c1", "O-O-O+");
    let black = "r2k3r/8/8/8/8/8/8/4K3[] b ha - 0 1 - -";
    check("charismatic", black, "d8b8", "O-O");
    check("charismatic", black, "d8f8", "O-O-O+");
}

#[test]
fn charismatic_turns() {
    let fen = "3k4/8/8/2p5/1P6/8/8/R3K3[] w - - 0 1 - -";
    check_turn("charismatic", fen, "b4c5,a1a8,end", "bxc5,Ra8+");
    check_turn("charismatic", fen, "b4c5,a1a8", "bxc5,Ra8+,");
    // A piece that gave check already, and goes on to, adds no attacker.
    let fen = "3k4/8/8/8/8/3N4/8/3RK3[] w - - 0 1 - -";
    check_turn("charismatic", fen, "d3b4,d1d2,end", "Nb4+,Rd2");
}

#[test]
fn charismatic_placement_turns() {
    let start = "3k4/8/8/8/8/8/8/4K3[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 0 - -";
    check_turn("charismatic", start, "draw:RBPPP", "{RBPPP},");
    check_turn("charismatic", start, "draw:RBPPP,R@a1,P@c3", "{RBPPP}R@a1,P@c3,");
    check_turn(
        "charismatic",
        start,
        "draw:RBPPP,R@a1,B@c3,P@a2,P@b2,P@c2,end",
        "{RBPPP}R@a1,B@c3,P@a2,P@b2,P@c2",
    );
    check_turn("charismatic", start, "draw:RBPPP,R@d1", "{RBPPP}R@d1+,");
    check_read("charismatic", start, "{PPPBR}", Ok("draw:RBPPP"));
    check_read("charismatic", start, "{QQQQQ}", Err("refuse"));
    check_read("charismatic", start, "{XYZ}", Err("no piece has the letter 'X'"));
}

/// docs/rules/charismatic.md, "The inventor's sample game": he writes pawn captures by their files, castling
/// with noughts, and blanks behind the commas.
#[test]
fn the_inventors_writing() {
    let fen = "3k4/8/8/2p2p2/1P2P3/8/1P4N1/R3K3[] w - - 0 1 - -";
    let position = position("charismatic", fen);
    let steps = parse_turn(&position, "bc, ef, b4, Rb1, Nf4").unwrap();
    assert_eq!(write_turn(&position, &steps), "bxc5,exf5,b4,Rb1,Nf4");
    let fen = "r2k4/8/8/8/8/8/8/4K3[] b a - 0 1 - -";
    check_read("charismatic", fen, "0-0", Ok("d8b8"));
    check_read("charismatic", fen, "0-0-0", Err("refuse"));
    // Two pawns of the file capture on the next: the files alone do not say which.
    let two = "3k4/8/8/2p5/1P1p4/2n5/1P6/4K3[] w - - 0 1 - -";
    check_read("charismatic", two, "bc", Err("2 different steps"));
    check_read("charismatic", two, "bc5", Ok("b4c5"));
    check_read("charismatic", two, "bxc3", Ok("b2c3"));
    check_read("charismatic", two, "bd", Err("no pawn captures so"));
}

#[test]
fn contramatic_checks() {
    // The own king steps into check: that is how one wins.
    let fen = "4k3/8/8/8/r7/8/8/4K3[] w - - 0 1 -";
    check("contramatic", fen, "e1f1", "Kf1");
    check("contramatic", fen, "e1e2", "Ke2");
    let fen = "4k3/8/8/8/8/r7/8/4K3[] w - - 0 1 -";
    check("contramatic", fen, "e1d2", "Kd2");
    let fen = "4k3/8/8/8/8/8/r7/4K3[] w - - 0 1 -";
    check("contramatic", fen, "e1e2", "Ke2+");
    // In the complete game the enemy orthodox king is checked besides.
    let fen = "7k/8/c7/8/8/8/8/KC2R3[] w - - 0 1 -";
    check("complete-contramatic", fen, "e1e8", "Re8+");
}

#[test]
fn magnetic_displacement() {
    // docs/rules/magnetic.md, "Examples".
    let fen = "3b3k/8/3K4/q1R2rP1/3Q4/8/3b4/8 w - - 0 1";
    check("magnetic", fen, "d4d5", "Qd5(d2d4,c5b5,f5e5)");
    check("magnetic", START, "c2c4", "c4(c7c5)");
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1";
    check("magnetic", fen, "b8c6", "Nc6");
    // A pawn pushed to its last rank, by a rook and by castling.
    let fen = "7k/8/8/3P4/8/8/8/R3K3 w Q - 0 1";
    check("magnetic", fen, "a1d1q", "Rd1(d5d8=Q)");
    check("magnetic", fen, "e1c1n", "O-O-O(d5d8=N)");
    check_read("magnetic", fen, "Rd1", Err("4 different steps"));
    check_read("magnetic", fen, "Rd1=R", Ok("a1d1r"));
    check_read("magnetic", fen, "Rd1(d5d8B)", Ok("a1d1b"));
    check_read("magnetic", fen, "Rd1(d5d7)", Err("the pieces displaced are (d5d8="));
    check_read("magnetic", START, "c4", Ok("c2c4"));
    check_read("magnetic", START, "c3(c7c5)", Err("the pieces displaced are (c7c4)"));
    check_read("magnetic", fen, "Ke2(d5d6)", Err("no piece is displaced"));
}

#[test]
fn chessence_pieces() {
    let start = "km4/mmm2*1/mm1*1/2*3/1*2*1/3*2/1*1MM1/*2MMM/4MK[MMMmmm] w - - 0 1";
    let start = start.replace("mmm2*1/mm1*1", "mmm2*/1mm1*1");
    let position = position("chessence", &start);
    for step in position.list() {
        let san = write(&position, step);
        assert!(san.starts_with('M'), "{san}");
        if let Step::Drop { .. } = step {
            assert_eq!(san, step.display(position.spec()).to_string());
        }
    }
}

#[test]
fn batteries_soldiers_and_agents() {
    // A Soldier becomes an Agent; that it does can be left out.
    let fen = "8p1/1S8/10/10/10/10/10/10/10/P9 w - - 0 1";
    check("batteries", fen, "b9b10", "b10=A");
    check_read("batteries", fen, "b10", Ok("b9b10"));
    check_read("batteries", fen, "b10A", Ok("b9b10"));
    // Overtaking is a capture with the square of arrival.
    let fen = "8p1/10/10/10/4s5/4A5/4B5/10/10/P9 w - - 0 1";
    check("batteries", fen, "e5e7", "Axe7");
    check("batteries", fen, "e5e6", "Axe6");
    check_read("batteries", fen, "Ae7", Ok("e5e7"));
    // A charged Soldier captures two steps diagonally.
    let fen = "8p1/10/10/10/4s5/10/2SB6/10/10/P9 w - - 0 1";
    check("batteries", fen, "c4e6", "cxe6");
    check_read("batteries", fen, "ce", Ok("c4e6"));
}

#[test]
fn what_else_is_read() {
    let knights = "4k3/8/8/8/3p4/5N2/8/1N2K3 w - - 0 1";
    check_read("orthodox", knights, "Nfd4", Ok("f3d4"));
    check_read("orthodox", knights, "Nf3xd4", Ok("f3d4"));
    check_read("orthodox", knights, "N3:d4", Ok("f3d4"));
    check_read("orthodox", knights, " Nxd4!? ", Ok("f3d4"));
    check_read("orthodox", knights, "f3d4", Ok("f3d4"));
    check_read("orthodox", knights, "b1-d2", Ok("b1d2"));
    let promotes = "3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
    for text in ["exd8=Q", "exd8Q", "ed8=q", "ed=Q", "edQ", "exd8(Q)", "e7d8q", "exd8=Q+"] {
        check_read("orthodox", promotes, text, Ok("e7d8q"));
    }
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    check_read("orthodox", passing, "exd6 e.p.", Ok("e5d6"));
    check_read("orthodox", passing, "exd6e.p.+", Ok("e5d6"));
    check_read("orthodox", passing, "ed", Ok("e5d6"));
    check_read("orthodox", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "oo", Ok("e8g8"));
}

#[test]
fn texts_that_are_refused() {
    for (text, why) in [
        ("", "a step is wanted"),
        ("  ", "a step is wanted"),
        ("hello", "cannot be read"),
        ("e4!e5", "cannot be read"),
        ("Nf3x", "cannot be read"),
        ("Nf", "cannot be read"),
        ("Ngf3f3", "cannot be read"),
        ("Zf3", "no piece has the letter 'Z'"),
        ("Nf9", "no square '9'"),
        ("Nj3", "no square 'j3'"),
        ("i4", "no square 'i4'"),
        ("Nf0", "no square '0'"),
        ("e5", "common.pawn"),
        ("Ne5", "no Knight can go there"),
        ("Ra3", "no Rook can go there"),
        ("Qd3", "common.blocked"),
        ("Nhf3", "there is no Knight"),
        ("Nxf3", "nobody is captured there"),
        ("exd3", "common.pawn-no-capture"),
        ("e4=Q", "common.promotion-not-wanted"),
        ("e2e5", "common.pawn"),
        ("e7e5", "common.not-your-piece"),
        ("e5e6", "common.no-piece"),
        ("O-O", "common.castling-blocked"),
        ("O-O-O-O", "cannot be read"),
        ("N@f3", "common.no-drops"),
        ("N@z3", "no square 'z3'"),
        ("NN@f3", "cannot be read"),
        ("{RBPPP}", "common.no-draws"),
        ("end", "common.no-end"),
        ("é", "cannot be read"),
        ("Né4", "cannot be read"),
        ("N(", "cannot be read"),
        ("(Q)", "cannot be read"),
    ] {
        check_read("orthodox", START, text, Err(why));
    }
    let promotes = "3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
    check_read("orthodox", promotes, "e8", Err("common.promotion-missing"));
    check_read("orthodox", promotes, "e8=K", Err("common.promotion-impossible"));
    check_read("orthodox", promotes, "e8=X", Err("no piece has the letter 'X'"));
    check_read("batteries", GameId::Batteries.spec().start, "O-O", Err("cannot castle"));
    check_read("chessence", GameId::Chessence.spec().start, "e4", Err("cannot be read"));
}

#[test]
fn turns_that_are_refused() {
    let fen = "3k4/8/8/2p5/1P6/8/8/R3K3[] w - - 0 1 - -";
    let position = position("charismatic", fen);
    let error = |text| parse_turn(&position, text).expect_err(text).to_string();
    assert_eq!(error("bxc5,bxc5"), "step 2, 'bxc5': there is no Pawn of the mover there");
    assert!(error("").contains("a step is wanted"));
    assert!(error("bxc5,,Ra8").contains("a step is wanted"));
    assert!(error("Ra8,Ke2,Rb8").starts_with("step 3, 'Rb8'"));
    let start = AnyPosition::initial(GameId::Orthodox);
    let error = parse_turn(&start, "e4,e5").unwrap_err().to_string();
    assert_eq!(error, "step 2, 'e5': the turn is over before this step");
    // A turn that may not end where the text does.
    let error =
        parse_turn(&AnyPosition::initial(GameId::Contramatic), "Q@a1").unwrap_err().to_string();
    assert!(error.starts_with("step 2, 'end'"), "{error}");
}

/// Every reason has a sentence in the English catalogue.
#[test]
fn errors_have_sentences() {
    let catalogue: Value = serde_json::from_str(&read("web/strings/en.json")).unwrap();
    let start = AnyPosition::initial(GameId::Orthodox);
    let square = start.spec().shape.parse("e4").unwrap();
    for error in [
        SanError::Empty,
        SanError::Malformed(String::new()),
        SanError::Letter('X'),
        SanError::Square(String::new()),
        SanError::TurnOver,
        SanError::Castling,
        SanError::NoSuchPiece(rules::Role::Knight),
        SanError::NoneReaches(rules::Role::Knight, square),
        SanError::NoPawnCaptures,
        SanError::NoCapture(square),
        SanError::Displaced(String::new()),
        SanError::Ambiguous(Vec::new()),
    ] {
        let refusal = error.refusal(&start);
        let (block, word) = refusal.reason.split_once('.').unwrap();
        let sentence = catalogue["refusal"][block][word].as_str();
        let sentence = sentence.unwrap_or_else(|| panic!("no sentence for {}", refusal.reason));
        assert_eq!(sentence.contains("{0}"), !refusal.pieces.is_empty(), "{sentence}");
    }
}
