//! Progressive Chess: sentence by sentence, why steps are refused, and against rules written once
//! more.

mod oracle;
use testkit::playout;
use testkit::refusals;

use oracle::Oracle;
use refusals::{
    check_fen_refused, check_legal, check_refusal, refusals_agree_with_the_steps_and_have_sentences,
};
use rules::games::progressive::Progressive;
use rules::{Ending, GameId, Outcome, Position, Step};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";

fn position(fen: &str) -> Progressive {
    Progressive::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Plays steps, each of which must be legal.
fn play(fen: &str, steps: &str) -> Progressive {
    let mut position = position(fen);
    for text in steps.split(',') {
        let step = Step::parse(text, Progressive::SPEC).unwrap();
        assert_eq!(position.why_not(step), None, "{text} in {}", position.fen());
        position.play(step, &mut ());
    }
    position
}

#[track_caller]
fn refused(fen: &str, step: &str, reason: &str, anchor: &str, squares: &str) {
    check_refusal::<Progressive>(fen, step, reason, &format!("progressive#{anchor}"), squares);
}

fn agrees(fen: &str) {
    let (position, oracle) = (position(fen), Oracle::read(fen));
    assert_eq!(oracle.fen(), fen);
    let mut steps: Vec<(String, String)> = position
        .list()
        .into_iter()
        .map(|step| {
            let mut after = position;
            after.play(step, &mut ());
            (step.display(Progressive::SPEC).to_string(), after.fen())
        })
        .collect();
    steps.sort();
    let wanted: Vec<(String, String)> =
        oracle.steps().into_iter().map(|(step, after)| (step, after.fen())).collect();
    assert_eq!(steps, wanted, "{fen}");
    assert_eq!(position.check(), Some(oracle.in_check(position.turn().index() == 0)), "{fen}");
}

#[test]
fn agrees_with_simple_rules_in_games() {
    for seed in 0..12 {
        playout::play(GameId::Progressive, seed, 160, |position| agrees(&position.fen()));
    }
}

#[test]
fn agrees_with_plain_rules_on_the_conformance_file() {
    refusals::each_line::<Progressive>(|position, _| agrees(&position.fen()));
}

/// The counts of the perft file, up to a size that plain rules reach.
#[test]
fn perft_agrees_with_plain_rules() {
    let mut compared = 0;
    for line in refusals::read("tests/conformance/progressive.perft").lines() {
        let (fen, counts) = line.split_once(" ; ").unwrap();
        for count in counts.split(" ; ") {
            let (depth, count) = count.split_once(' ').unwrap();
            let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
            if count < 20_000 {
                assert_eq!(Oracle::read(fen).perft(depth), count, "{fen} at depth {depth}");
                compared += 1;
            }
        }
    }
    assert!(compared > 15, "{compared}");
}

#[test]
fn refused_exactly_when_not_listed_and_reasons_have_sentences() {
    refusals_agree_with_the_steps_and_have_sentences::<Progressive>();
}

/// "White makes one move, Black two, White three"; a turn of one move ends by itself.
#[test]
fn series_grow() {
    let after = play(START, "e2e4,d7d5,d5e4,end,d2d4,d4d5,c1g5,end");
    assert_eq!((after.series(), after.left()), (4, 4));
    assert_eq!(after.fen(), "rnbqkbnr/ppp1pppp/8/3P2B1/4p3/8/PPP2PPP/RN1QKBNR b KQkq - 0 2 -");
    refused(START, "end", "common.no-end", "pieces", "");
    let begun = play(START, "e2e4,d7d5");
    refused(&begun.fen(), "end", "progressive.series-goes-on", "series", "");
    let made = play(START, "e2e4,d7d5,d5e4");
    refused(&made.fen(), "e4e3", "progressive.series-done", "series", "");
    assert_eq!(made.list(), [Step::End]);
}

/// "A check ends the series"; the next one is as long as if it had not been cut short.
#[test]
fn a_check_ends_the_series() {
    let after = play(START, "e2e4,d7d5,d5e4,end,f1b5");
    refused(&after.fen(), "b5c6", "progressive.check-ends", "check", "b5 e8");
    let answered = play(&after.fen(), "end");
    assert_eq!(answered.series(), 4);
}

/// "A check must be escaped from on the first move of a series."
#[test]
fn a_check_is_answered_by_the_first_move() {
    let fen = play(START, "e2e4,d7d5,d5e4,end,f1b5,end").fen();
    refused(&fen, "a7a6", "common.still-in-check", "pieces", "a7 b5 e8");
    check_legal::<Progressive>(&fen, "c7c6 b8c6 c8d7");
}

#[test]
fn no_answer_to_a_check_is_mate() {
    let mated = play("7k/8/6K1/8/8/8/8/R7 w - - 0 2 -", "a1a8,end");
    let won = Outcome::won(rules::Color::White, Ending::Checkmate);
    assert_eq!(mated.outcome(), Some(won));
    assert!(mated.list().is_empty());
}

/// "If, during their turn, a player has no legal moves but is not in check, the game is a draw by
/// progressive stalemate."
#[test]
fn a_series_without_a_move_left_is_stalemate() {
    let fen = "k7/2K5/8/7p/8/7P/8/6B1 b - - 3 2 -";
    let stuck = play(fen, "h5h4");
    assert_eq!((stuck.outcome(), stuck.left()), (None, 3));
    assert_eq!(stuck.list(), [Step::End]);
    let drawn = play(fen, "h5h4,end");
    assert_eq!(drawn.fen(), "k7/2K5/8/8/7p/7P/8/6B1 w - - 0 3 =");
    assert_eq!(drawn.outcome(), Some(Outcome::drawn(Ending::Stalemate)));
    refused(&drawn.fen(), "c7c6", "progressive.stalemated", "draws", "");
    // The same at the start of a turn, where nothing needs to be remembered.
    let shut = position("k7/2K5/8/8/7p/7P/8/6B1 b - - 0 2 -");
    assert_eq!(shut.outcome(), Some(Outcome::drawn(Ending::Stalemate)));
}

/// "If 10 consecutive turns are played with no captures and no pawn moves": drawn at once.
#[test]
fn ten_quiet_turns_are_a_draw() {
    let fen = "4k3/8/8/8/8/8/4P3/R3K3 w Q - 9 3 -";
    let quiet = play(fen, "e1d1,d1c1,c1d1,d1e1,e1d1,end");
    assert_eq!(quiet.outcome(), Some(Outcome::drawn(Ending::QuietTurns)));
    assert!(!quiet.list().is_empty());
    let moved = play(fen, "e1d1,e2e3,d1c1,c1d1,d1c1,end");
    assert_eq!((moved.halfmove(), moved.outcome()), (0, None));
}

/// "En passant captures of pawns are allowed if the pawn in question moved two squares in one move,
/// but no further, at some point during the last turn, but the capture must be made on the first
/// move of a series."
#[test]
fn en_passant() {
    let fen = "4k3/1p6/8/8/2p1p3/8/1P1P4/4K3 w - - 0 2 -";
    let after = play(fen, "d2d4,b2b4,e1d2,end");
    assert_eq!(after.fen(), "4k3/1p6/8/8/1PpPp3/8/3K4/8 b - b3d3 0 2 -");
    check_legal::<Progressive>(&after.fen(), "c4b3 c4d3 e4d3");
    // The second move is too late.
    let late = play(&after.fen(), "e8e7");
    refused(&late.fen(), "c4d3", "common.no-en-passant", "pieces", "c4 d4");
    // A pawn that went on was passed by nobody, nor is one whose square is taken.
    let on = play(fen, "d2d4,d4d5,b2b4,end");
    assert_eq!(on.fen(), "4k3/1p6/8/3P4/1Pp1p3/8/8/4K3 b - b3 0 2 -");
    let taken = play("4k3/8/8/8/4p3/8/3PK3/8 w - - 0 2 -", "d2d4,e2e3,e3d2,end");
    assert_eq!(taken.fen(), "4k3/8/8/8/3Pp3/8/3K4/8 b - d3 0 2 -");
    let behind = play("4k3/8/8/8/4p3/8/3PK3/8 w - - 0 2 -", "d2d4,e2e3,e3e4,end");
    check_legal::<Progressive>(&behind.fen(), "e8e7");
    let blocked = play("4k3/8/8/8/4p3/8/3P4/3K4 w - - 0 2 -", "d2d4,d1d2,d2e3,end");
    assert_eq!(blocked.fen(), "4k3/8/8/8/3Pp3/4K3/8/8 b - d3 0 2 -");
}

#[test]
fn fens_that_cannot_be_played() {
    let refused = check_fen_refused::<Progressive>;
    let kings = "4k3/8/8/8/4P3/8/8/4K3";
    assert!(Progressive::from_fen(&format!("{kings} b - e3 0 1 -")).is_ok());
    assert!(Progressive::from_fen(&format!("{kings} w - e3 0 2 1")).is_ok());
    refused(&format!("{kings} w - - 0 0 -"), "FULLMOVE");
    refused(&format!("{kings} w - - 0 1"), "FEN");
    refused(&format!("{kings} w - - 0 1 1"), "TURN");
    refused(&format!("{kings} w - - 0 2 0"), "TURN");
    refused(&format!("{kings} w - - 0 2 4"), "TURN");
    refused(&format!("{kings} w - - 0 2 x"), "TURN");
    refused(&format!("{kings} w - - 0 2 ="), "TURN");
    refused(&format!("{kings} w - e3 0 2 -"), "EP");
    refused(&format!("{kings} b - e3 0 1 1"), "EP");
    refused("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 2 -", "SIDE");
    // Inside a series the own king is safe, and the enemy's may be in check.
    refused("4k3/8/8/8/8/8/4q3/4K3 w - - 0 2 1", "SIDE");
    assert!(Progressive::from_fen("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 2 1").is_ok());
    // The stalemate is looked into.
    refused("k7/2K5/8/8/7p/7P/8/8 w - - 0 3 =", "TURN");
    refused("k7/2K5/8/8/7p/7P/8/6B1 w - - 0 1 =", "TURN");
}
