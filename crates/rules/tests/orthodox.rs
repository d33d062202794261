//! Orthodox chess: why steps are refused, and the rest that the conformance files leave open.

use testkit::refusals;

use refusals::{
    check_fen_refused, check_legal, check_refusal, refusals_agree_with_the_steps_and_have_sentences,
};
use rules::games::orthodox::Orthodox;

#[track_caller]
fn check(fen: &str, step: &str, reason: &str, squares: &str) {
    check_refusal::<Orthodox>(fen, step, reason, "orthodox#fide", squares);
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn refused_exactly_when_not_listed_and_reasons_have_sentences() {
    refusals_agree_with_the_steps_and_have_sentences::<Orthodox>();
}

#[test]
fn steps_that_are_not_moves() {
    check(START, "N@f3", "common.no-drops", "");
    check(START, "draw:RBPPP", "common.no-draws", "");
    check(START, "end", "common.no-end", "");
}

#[test]
fn nobody_to_move() {
    check(START, "e4e5", "common.no-piece", "e4");
    check(START, "e7e5", "common.not-your-piece", "e7");
    check(START, "e2e2", "common.same-square", "e2");
}

#[test]
fn each_piece_has_its_way() {
    check(START, "b1b3", "common.knight", "b1 b3");
    check(START, "c1c3", "common.bishop", "c1 c3");
    check(START, "a1b2", "common.rook", "a1 b2");
    check(START, "d1e3", "common.queen", "d1 e3");
    check(START, "e1e3", "common.king", "e1 e3");
    check(START, "e2d4", "common.pawn", "e2 d4");
    check("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e7", "common.pawn", "e4 e7");
    check("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4f4", "common.pawn", "e4 f4");
    check("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e3", "common.pawn-backward", "e4 e3");
    check("4k3/8/8/4p3/8/8/8/4K3 b - - 0 1", "e5e6", "common.pawn-backward", "e5 e6");
    check("4k3/8/8/4p3/8/8/8/4K3 b - - 0 1", "e5d6", "common.pawn-backward", "e5 d6");
}

#[test]
fn the_first_piece_on_the_way_blocks() {
    check(START, "a1a5", "common.blocked", "a1 a2");
    check("4k3/8/8/8/1p4pR/8/8/4K3 w - - 0 1", "h4a4", "common.blocked", "h4 g4");
    check("4k3/8/5p2/8/3p4/8/1B6/4K3 w - - 0 1", "b2h8", "common.blocked", "b2 d4");
    check("4k3/8/5p2/8/3p4/8/1B6/4K3 w - - 0 1", "b2f6", "common.blocked", "b2 d4");
}

#[test]
fn targets_that_cannot_be_captured() {
    check(START, "a1a2", "common.own-piece", "a1 a2");
    check(START, "b1d2", "common.own-piece", "b1 d2");
    check("4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 1", "e2d3", "common.own-piece", "e2 d3");
    check("R7/8/8/8/8/4k3/8/R3K3 w Q - 0 1", "e1e3", "common.king", "e1 e3");
}

#[test]
fn pawns() {
    check("4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e3e4", "common.pawn-forward", "e3 e4");
    check("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2e4", "common.pawn-forward", "e2 e4");
    check("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4", "common.blocked", "e2 e3");
    check("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", "common.pawn-double", "e3");
    check("4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", "e6e4", "common.pawn-double", "e6");
    check(START, "e2f3", "common.pawn-no-capture", "e2 f3");
    // A double step made earlier does not count, one just made does.
    check("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "common.no-en-passant", "e5 d5");
    check("4k3/8/8/3pPp2/8/8/8/4K3 w - f6 0 1", "e5d6", "common.no-en-passant", "e5 d5");
    check("4k3/8/8/3Pp3/3pP3/8/8/4K3 b - - 0 1", "d4e3", "common.no-en-passant", "d4 e4");
    // The pawn beside could not have made a double step there.
    check("4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1", "e4d5", "common.pawn-no-capture", "e4 d5");
    // A knight beside is no pawn.
    check("4k3/8/8/3nP3/8/8/8/4K3 w - - 0 1", "e5d6", "common.pawn-no-capture", "e5 d6");
}

#[test]
fn promotions() {
    let fen = "8/4P3/8/8/8/2k5/4P3/4K3 w - - 0 1";
    check(fen, "e7e8", "common.promotion-missing", "e7");
    check(fen, "e7e8k", "common.promotion-impossible", "e7");
    check(fen, "e7e8p", "common.promotion-impossible", "e7");
    check(fen, "e2e3q", "common.promotion-not-wanted", "e2");
    check("4k3/R7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "common.promotion-not-wanted", "a7");
    check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1q", "common.promotion-not-wanted", "e1");
    check("4k3/8/8/8/8/2K5/3p4/8 b - - 0 1", "d2d1", "common.promotion-missing", "d2");
}

#[test]
fn castling() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1";
    check(fen, "e1c1", "common.castling-no-right", "e1 c1");
    check("4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "e1g1", "common.castling-blocked", "e1 g1");
    check("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", "common.castling-blocked", "e1 b1");
    check("RN2k3/8/8/8/8/8/8/rn2K3 b - - 0 1", "e8c8", "common.castling-no-right", "e8 c8");
    check("4k3/8/8/8/8/8/8/Rn1bK2R w KQ - 0 1", "e1c1", "common.castling-blocked", "e1 d1");
    check("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "common.castling-in-check", "e1 e7 e1");
    check(
        "4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1",
        "e1g1",
        "common.castling-through-check",
        "e1 f7 f1",
    );
    check("4k3/6r1/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "common.castling-into-check", "e1 g7 g1");
    // Away from its initial square a king only goes one square, also past the board's edge.
    check("4k3/8/8/8/8/8/8/R2K3R w - - 0 1", "d1b1", "common.king", "d1 b1");
    check("4k3/8/8/8/8/8/8/R5KR w - - 0 1", "g1a2", "common.king", "g1 a2");
}

/// The own king may not be attacked after the step, and the reason says by whom.
#[test]
fn the_own_king_is_kept_safe() {
    check("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2", "common.king-into-check", "e1 a2 e2");
    // The king's own shadow does not protect it.
    check("4k3/8/8/8/r3K3/8/8/8 w - - 0 1", "e4f4", "common.king-into-check", "e4 a4 f4");
    check("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "common.pinned", "e2 e7 e1");
    check("4k3/4r3/8/8/8/8/8/N3K3 w - - 0 1", "a1b3", "common.still-in-check", "a1 e7 e1");
    // Capture en passant takes two pieces off the rank at once.
    check("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", "common.opens-check", "e5 h5 a5");
}

#[test]
fn protected_and_adjacent_kings() {
    check("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1e2", "common.king-into-check", "e1 e3 e2");
    check("4k3/8/8/8/8/8/3r4/3qK3 w - - 0 1", "e1d2", "common.king-into-check", "e1 d1 d2");
}

#[test]
fn castling_that_is_possible() {
    check_legal::<Orthodox>("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 e1c1");
    // Only the king's squares must not be attacked.
    check_legal::<Orthodox>("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1");
    check_legal::<Orthodox>("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8g8 e8c8");
}

#[test]
fn fens_that_cannot_be_played() {
    let refused = check_fen_refused::<Orthodox>;
    refused("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "FULLMOVE");
    refused("4k3/8/8/8/4P3/8/8/4K3 b - e3e6 0 1", "EP");
    refused("4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1", "EP");
    refused("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "EP");
}
