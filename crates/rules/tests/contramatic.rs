//! Contramatic Chess, sentence by sentence (docs/rules/contramatic.md).

use crate::oracle;
use testkit::chance;
use testkit::refusals;

use chance::Chance;
use refusals::{
    check_fen_refused, check_legal, check_refusal, refusals_agree_with_the_steps_and_have_sentences,
};
use rules::games::contramatic::Contramatic;
use rules::position::{Ending, Outcome, Phase};
use rules::{Color, Position, Role, Step};

const START: &str = "4k3/8/8/8/8/8/8/4K3[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 0 -";
/// White has placed all but a pawn, and a queen that looks along the e-file.
const ONE_LEFT: &str =
    "4k3/8/8/8/8/4Q3/PPPPPPP1/RNB1KBNR[Pqrrbbnnpppppppp] w - - 0 0 a1b1c1f1g1h1a2b2c2d2e2f2g2e3";
const MOVES: &str = "contramatic#source-2";
const TURN: &str = "contramatic#ruling-placement-turn";

#[track_caller]
fn refused(fen: &str, step: &str, reason: &str, rule: &str, squares: &str) {
    check_refusal::<Contramatic>(fen, step, reason, rule, squares);
}

#[track_caller]
fn legal(fen: &str, steps: &str) {
    check_legal::<Contramatic>(fen, steps);
}

fn position(fen: &str) -> Contramatic {
    Contramatic::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn place(position: &Contramatic, numbers: &mut Chance) -> Vec<Step> {
    position.place_rest(&mut |n| numbers.below(n))
}

#[test]
fn agrees_with_the_plain_game() {
    oracle::compare::<Contramatic>("Kk", place);
}

#[test]
fn the_rest_is_placed() {
    oracle::place_the_rest::<Contramatic>(place);
}

#[test]
fn refused_exactly_when_not_listed_and_reasons_have_sentences() {
    refusals_agree_with_the_steps_and_have_sentences::<Contramatic>();
}

/// Source 1: "White places the remaining pieces anywhere on White's side of the board; then Black
/// does. White moves first."
#[test]
fn white_places_then_black_then_white_moves() {
    let mut position = Contramatic::initial();
    let mut numbers = Chance(1);
    for color in Color::ALL {
        assert_eq!((position.turn(), position.phase()), (color, Phase::Placement));
        assert!(!position.is_inside_turn());
        let drops = place(&position, &mut numbers);
        assert_eq!(drops.len(), 15);
        for (done, drop) in drops.into_iter().enumerate() {
            assert_eq!(position.reserve(color).total(), 15 - done as u32);
            assert_eq!(position.try_play(drop, &mut ()), Ok(()));
            assert!(position.is_inside_turn());
            assert_eq!(position.turn(), color);
        }
        assert_eq!(position.try_play(Step::End, &mut ()), Ok(()));
    }
    assert_eq!((position.turn(), position.phase()), (Color::White, Phase::Movement));
    assert_eq!((position.fullmove(), position.halfmove()), (1, 0));
    assert!(position.reserve(Color::White).is_empty() && !position.is_inside_turn());
    refused(START, "e1e2", "contramatic.place-first", "contramatic#source-1", "");
    refused(START, "draw:RBPPP", "common.no-draws", "contramatic#source-1", "");
    let moving = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 -";
    refused(moving, "N@e3", "contramatic.all-placed", TURN, "");
    refused(moving, "end", "common.no-end", MOVES, "");
}

/// Source 2: "Pieces move as in chess."
#[test]
fn pieces_move_as_in_chess() {
    let fen = "k7/8/8/8/3n4/8/8/1N2K2R[] w - - 3 7 -";
    legal(fen, "b1a3 b1c3 b1d2 e1d1 e1d2 e1e2 e1f2 e1f1 h1f1 h1h7");
    refused(fen, "b1b3", "common.knight", MOVES, "b1 b3");
    refused(fen, "d4b3", "common.not-your-piece", MOVES, "d4");
    refused(fen, "h1e1", "common.own-piece", MOVES, "h1 e1");
    let mut after = position(fen);
    after.play(Step::parse("e1e2", Contramatic::SPEC).unwrap(), &mut ());
    assert_eq!(after.fen(), "k7/8/8/8/3n4/8/4K3/1N5R[] b - - 4 7 -");
    after.play(Step::parse("d4e2", Contramatic::SPEC).unwrap(), &mut ());
    assert_eq!(after.fullmove(), 8);
}

/// Source 2: "A player may not check the enemy king": with the piece that moves.
#[test]
fn no_piece_gives_check() {
    let given = |fen, step, squares| refused(fen, step, "contramatic.gives-check", MOVES, squares);
    given("4k3/8/8/8/8/8/R7/4K3[] w - - 0 1 -", "a2a8", "a2 a8 e8");
    given("4k3/8/8/8/8/8/Q7/6K1[] w - - 0 1 -", "a2e2", "a2 e2 e8");
    given("4k3/8/8/8/8/8/Q7/6K1[] w - - 0 1 -", "a2a4", "a2 a4 e8");
    given("4k3/8/8/8/8/8/B7/6K1[] w - - 0 1 -", "a2f7", "a2 f7 e8");
    given("4k3/8/8/8/4N3/8/8/6K1[] w - - 0 1 -", "e4d6", "e4 d6 e8");
    given("4k3/8/3P4/8/8/8/8/6K1[] w - - 0 1 -", "d6d7", "d6 d7 e8");
    given("k7/8/8/8/7p/8/6K1/8[] b - - 0 1 -", "h4h3", "h4 h3 g2");
    given("8/8/4k3/8/4K3/8/8/8[] w - - 0 1 -", "e4e5", "e4 e5 e6");
    // Not a check: the line is shut, or the piece attacks another way.
    legal("4k3/4p3/8/8/8/8/R7/4K3[] w - - 0 1 -", "a2e2");
    legal("4k3/8/3P4/8/8/8/8/6K1[] w - - 0 1 -", "g1g2");
    legal("4k3/8/8/4P3/8/8/8/6K1[] w - - 0 1 -", "e5e6");
}

/// Source 2: "A player may not check the enemy king": nor by opening a line, however.
#[test]
fn no_line_is_opened_to_the_enemy_king() {
    let opened = |fen, step, squares| refused(fen, step, "contramatic.opens-check", MOVES, squares);
    let fen = "4k3/8/8/8/4N3/8/8/K3R3[] w - - 0 1 -";
    opened(fen, "e4c3", "e4 e1 e8");
    legal(fen, "e1e2 e1e3 e1d1 a1b2");
    // A piece may move along the line that it shuts, and capture on it.
    let fen = "4k3/8/4p3/8/4P3/8/8/K3R3[] w - - 0 1 -";
    legal(fen, "e4e5");
    legal("4k3/8/8/5p2/4P3/8/8/K3R1n1[] w - - 0 1 -", "e4e5 e1g1");
    opened("4k3/8/8/5p2/4P3/8/8/K3R3[] w - - 0 1 -", "e4f5", "e4 e1 e8");
    // The own king shuts lines too.
    opened("4k3/8/8/8/4K3/8/8/4R3[] w - - 0 1 -", "e4d4", "e4 e1 e8");
    opened("7k/8/8/8/3P4/8/1B6/K7[] w - - 0 1 -", "d4d5", "d4 b2 h8");
    // Two pieces on the line: either may go.
    legal("4k3/4N3/8/8/4N3/8/8/K3R3[] w - - 0 1 -", "e7c8 e4c3");
    // An enemy piece on the line may be captured: the line stays shut.
    legal("4k3/8/8/4p3/3P4/8/8/K3R3[] w - - 0 1 -", "d4e5");
}

/// Source 2: "A player may put the own king in check, unless that move also gives check."
#[test]
fn the_own_king_may_be_put_in_check() {
    let fen = "4k3/8/8/8/8/8/r7/4K3[] w - - 0 1 -";
    legal(fen, "e1e2 e1d2 e1d1");
    refused(
        "8/4k3/8/8/8/r7/4K3/4R3[] w - - 0 1 -",
        "e2d3",
        "contramatic.opens-check",
        MOVES,
        "e2 e1 e7",
    );
    assert_eq!(position(fen).check(), Some(false));
}

/// Source 3: "A player whose king is in check wins unless the opponent removes that check with the
/// next move."
#[test]
fn a_check_given_has_to_be_removed() {
    let fen = "4k3/8/8/8/7n/8/4K2r/8[] b - - 0 1 -";
    assert_eq!(position(fen).check(), Some(true));
    refused(fen, "e8d8", "contramatic.still-gives-check", MOVES, "e8 h2 e2");
    refused(fen, "h2g2", "contramatic.gives-check", MOVES, "h2 g2 e2");
    // By shutting the line, or by leaving it.
    legal(fen, "h4g2 h2h1 h2h3");
    // A slider that stays on the king's line stays a checker.
    let fen = "8/8/8/8/R3k3/8/8/4K3[] w - - 0 1 -";
    refused(fen, "a4b4", "contramatic.gives-check", MOVES, "a4 b4 e4");
    // A knight's check is removed by that knight only.
    let fen = "4k3/8/5N2/8/8/8/R7/4K3[] w - - 0 1 -";
    legal(fen, "f6d5 f6h7");
    refused(fen, "a2a3", "contramatic.still-gives-check", MOVES, "a2 f6 e8");
    // Two checks at once: one piece can stop both only by shutting one line and leaving the other.
    let fen = "8/8/8/8/R3k3/8/8/K3Q3[] w - - 0 1 -";
    assert_eq!(position(fen).count(), 0);
    assert_eq!(position(fen).outcome(), Some(Outcome::won(Color::Black, Ending::NoLegalStep)));
    let fen = "4k3/8/8/8/4K2q/8/2n5/8[] b - - 0 1 -";
    refused(fen, "c2e3", "contramatic.still-gives-check", MOVES, "c2 h4 e4");
    assert_eq!(position("k7/8/8/8/4K2r/2n5/8/8[] b - - 0 1 -").count(), 0);
    let fen = "k7/8/8/8/4K2r/8/5n2/8[] b - - 0 1 -";
    assert_eq!(position(fen).list(), [Step::parse("f2g4", Contramatic::SPEC).unwrap()]);
}

/// Source 3: "A player with no move other than to give check loses." Rulings: "No legal step
/// loses, whatever the reason."
#[test]
fn no_legal_step_loses() {
    let stuck = position("kp6/1N6/1K6/8/8/8/8/8[] b - - 0 1 -");
    assert_eq!(stuck.check(), Some(false));
    assert_eq!(stuck.outcome(), Some(Outcome::won(Color::White, Ending::NoLegalStep)));
    // It comes before the 50-move count.
    let stuck = position("kp6/1N6/1K6/8/8/8/8/8[] b - - 100 90 -");
    assert_eq!(stuck.outcome(), Some(Outcome::won(Color::White, Ending::NoLegalStep)));
    let fifty = position("k7/8/8/8/8/8/8/K7[] b - - 100 90 -");
    assert_eq!(fifty.outcome(), Some(Outcome::drawn(Ending::FiftyMoves)));
    assert_eq!(position("k7/8/8/8/8/8/8/K7[] b - - 99 90 -").outcome(), None);
}

/// "In the placement phase a drop on a permitted square is always a step; only `end` is tested
/// (a dead end is not lost: drops of this turn can be taken back)."
#[test]
fn drops_may_give_check_and_only_the_end_is_tested() {
    legal(ONE_LEFT, "P@e4 P@h2 P@a4");
    let mut checking = position(ONE_LEFT);
    assert_eq!(checking.check(), Some(true));
    checking.play(Step::parse("P@h2", Contramatic::SPEC).unwrap(), &mut ());
    assert_eq!((checking.count(), checking.outcome()), (0, None));
    refused(&checking.fen(), "end", "contramatic.placement-checks", TURN, "e3 e8");
    let mut shut = position(ONE_LEFT);
    shut.play(Step::parse("P@e4", Contramatic::SPEC).unwrap(), &mut ());
    assert_eq!(shut.list(), [Step::End]);
    shut.play(Step::End, &mut ());
    assert_eq!(shut.fen(), "4k3/8/8/8/4P3/4Q3/PPPPPPP1/RNB1KBNR[qrrbbnnpppppppp] b - - 0 0 -");
}

/// Rulings: "Kings start on e1 and e8."
#[test]
fn kings_start_on_e1_and_e8() {
    let start = Contramatic::initial();
    assert_eq!(start.fen(), START);
    let kings = Color::ALL.map(|color| start.royals(color));
    assert_eq!(kings, [1 << 4, 1 << 60]);
    check_fen_refused::<Contramatic>(&START.replace("4k3", "3k4"), "BOARD");
}

/// Rulings: "The own side is ranks 1-4 (5-8). Pawns too may be placed anywhere there, the own
/// first rank included."
#[test]
fn pieces_are_placed_on_the_own_side() {
    let half = "contramatic#ruling-own-side";
    legal(START, "P@a1 P@h1 P@d4 P@a4 Q@e4 N@h4 P@e2 R@d1");
    refused(START, "P@a5", "contramatic.other-half", half, "a5");
    refused(START, "P@e1", "contramatic.occupied", half, "e1");
    refused(START, "P@e8", "contramatic.occupied", half, "e8");
    assert_eq!(position(START).count(), 5 * 31);
    let black = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR[qrrbbnnpppppppp] b - - 0 0 -";
    legal(black, "P@a8 P@h5 P@d5 Q@d8");
    refused(black, "P@h4", "contramatic.other-half", half, "h4");
}

/// Rulings: "Each placement turn is fifteen drops, then `end`, legal when the reserve is empty
/// and no own piece attacks the enemy king."
#[test]
fn a_placement_turn_is_fifteen_drops_and_end() {
    refused(START, "end", "contramatic.pieces-left", TURN, "");
    refused(ONE_LEFT, "end", "contramatic.pieces-left", TURN, "");
    refused(ONE_LEFT, "N@a3", "contramatic.none-left", TURN, "");
    refused(ONE_LEFT, "K@a3", "contramatic.none-left", TURN, "");
    let turn = position(ONE_LEFT);
    assert_eq!(turn.reserve(Color::White).count(Role::Pawn), 1);
    assert_eq!(turn.reserve(Color::White).total(), 1);
    assert_eq!(turn.moved().count_ones(), 14);
    assert_eq!(
        (turn.most_steps(), position("4k3/8/8/8/8/8/8/4K3[] w - - 0 1 -").most_steps()),
        (15, 1)
    );
}

/// Rulings: "No castling."
#[test]
fn there_is_no_castling() {
    let rule = "contramatic#ruling-castling";
    let fen = "4k2r/8/8/8/8/8/8/R3K2R[] w - - 0 1 -";
    refused(fen, "e1g1", "contramatic.no-castling", rule, "e1");
    refused(fen, "e1c1", "contramatic.no-castling", rule, "e1");
    refused(&fen.replace('w', "b"), "e8g8", "contramatic.no-castling", rule, "e8");
    refused(fen, "e1e3", "common.king", MOVES, "e1 e3");
    refused("4k3/8/8/8/8/8/8/R2K3R[] w - - 0 1 -", "d1f1", "common.king", MOVES, "d1 f1");
    refused("k7/8/8/8/8/8/8/R2QR2K[] w - - 0 1 -", "e1c1", "common.blocked", MOVES, "e1 d1");
    legal("k7/8/8/8/8/8/8/4R2K[] w - - 0 1 -", "e1c1");
}

/// Rulings: "Double step from the own second rank only (a pawn on the first rank goes one step);
/// en passant and promotion (Q, R, B, N) as in chess."
#[test]
fn pawns() {
    let fen = "4k3/8/8/8/8/8/1P6/P3K3[] w - - 0 1 -";
    legal(fen, "a1a2 b2b3 b2b4");
    refused(fen, "a1a3", "common.pawn-double", MOVES, "a1");
    legal("4k3/8/8/8/8/8/P7/4K3[] w - - 0 1 -", "a2a4");
    legal("4k2p/6p1/8/8/8/8/8/4K3[] b - - 0 1 -", "h8h7 g7g5");
    refused("4k2p/8/8/8/8/8/8/4K3[] b - - 0 1 -", "h8h6", "common.pawn-double", MOVES, "h8");

    let mut double = position("4k3/8/8/8/3p4/8/2P5/K7[] w - - 9 1 -");
    double.play(Step::parse("c2c4", Contramatic::SPEC).unwrap(), &mut ());
    assert_eq!(double.fen(), "4k3/8/8/8/2Pp4/8/8/K7[] b - c3 0 1 -");
    double.play(Step::parse("d4c3", Contramatic::SPEC).unwrap(), &mut ());
    assert_eq!(double.fen(), "4k3/8/8/8/8/2p5/8/K7[] w - - 0 2 -");

    legal("4k3/2P5/8/8/8/8/8/K7[] w - - 0 1 -", "c7c8b c7c8n");
    legal("8/2P5/8/4k3/8/8/8/K7[] w - - 0 1 -", "c7c8q c7c8r c7c8b c7c8n");
    refused("8/2P5/8/4k3/8/8/8/K7[] w - - 0 1 -", "c7c8", "common.promotion-missing", MOVES, "c7");
}

/// A promotion gives check with the new piece, also over the square that the pawn left.
#[test]
fn promotions_that_give_check() {
    let checks =
        |fen, step, squares| refused(fen, step, "contramatic.promotion-checks", MOVES, squares);
    let fen = "4k3/2P5/8/8/8/8/8/K7[] w - - 0 1 -";
    checks(fen, "c7c8q", "c7 c8 e8");
    checks(fen, "c7c8r", "c7 c8 e8");
    let fen = "8/4P3/8/8/4k3/8/8/K7[] w - - 0 1 -";
    checks(fen, "e7e8q", "e7 e8 e4");
    checks(fen, "e7e8r", "e7 e8 e4");
    legal(fen, "e7e8b e7e8n");
    let fen = "3n4/2k1P3/8/8/8/8/8/K7[] w - - 0 1 -";
    checks(fen, "e7d8b", "e7 d8 c7");
    checks(fen, "e7d8q", "e7 d8 c7");
    checks(fen, "e7e8n", "e7 e8 c7");
    legal(fen, "e7d8r e7d8n e7e8q e7e8r e7e8b");
    // The pawn on its seventh rank may shut a line, or stop a check.
    let fen = "8/RP3k2/8/8/8/8/8/K7[] w - - 0 1 -";
    refused(fen, "b7b8b", "contramatic.opens-check", MOVES, "b7 a7 f7");
}

/// En passant takes two pieces away from a rank: that may open it, and the pawn may give check.
#[test]
fn en_passant_that_gives_check() {
    let fen = "8/8/8/R2pP2k/8/8/8/K7[] w - d6 0 1 -";
    refused(fen, "e5d6", "contramatic.opens-check", MOVES, "e5 a5 h5");
    let fen = "8/2k5/8/3pP3/8/8/8/K7[] w - d6 0 1 -";
    refused(fen, "e5d6", "contramatic.gives-check", MOVES, "e5 d6 c7");
    // Only the captured pawn leaves this diagonal.
    let fen = "6k1/8/8/3pP3/8/1B6/8/K7[] w - d6 0 1 -";
    refused(fen, "e5d6", "contramatic.opens-check", MOVES, "e5 b3 g8");
    // It shuts the line of a piece that gives check, and takes the checking pawn itself away.
    legal("1k6/8/8/3pP3/5B2/8/8/K7[] w - d6 0 1 -", "e5d6");
    legal("8/8/5k2/3pP3/8/8/8/K7[] w - d6 0 1 -", "e5d6");
    refused(
        "8/8/5k2/3pP3/8/8/8/K7[] w - d6 0 1 -",
        "a1a2",
        "contramatic.still-gives-check",
        MOVES,
        "a1 e5 f6",
    );
}

/// Rulings: "Kings are never captured; a pinned piece still gives check."
#[test]
fn kings_are_never_captured() {
    let fen = "4k3/8/8/8/8/8/4K2r/8[] b - - 0 1 -";
    refused(fen, "h2e2", "common.king-not-captured", MOVES, "h2 e2");
    let fen = "8/8/8/3k4/4P3/8/8/K7[] w - - 0 1 -";
    refused(fen, "e4d5", "common.king-not-captured", MOVES, "e4 d5");
    // The knight on e4 may not leave the file, and its check on f6 counts all the same.
    let fen = "8/8/5k2/8/4N3/8/8/K7[] w - - 0 1 -";
    assert_eq!(position(fen).check(), Some(true));
}

/// docs/rules/README.md, "FEN": what is refused, and the field that is blamed.
#[test]
fn fens_that_cannot_be_played() {
    let refused = check_fen_refused::<Contramatic>;
    // The placement phase.
    refused(&START.replace(" 0 0 -", " 1 0 -"), "HALFMOVE");
    refused(&START.replace("w - - 0", "w - e3 0"), "EP");
    refused(&START.replace("w -", "w KQ"), "CASTLING");
    refused(&START.replace("[Q", "["), "RESERVE");
    refused(&START.replace("[Q", "[QQ"), "RESERVE");
    refused(&START.replace("[Q", "[KQ"), "BOARD");
    refused(&START.replace("0 0 -", "0 0 e1"), "TURN");
    refused(&START.replace("0 0 -", "0 0 a1"), "TURN");
    refused(&START.replace("0 0 -", "0 1 -"), "RESERVE");
    refused(&START.replace(" w ", " b "), "RESERVE");
    refused(&ONE_LEFT.replace("a1b1", "b1"), "TURN");
    refused(&ONE_LEFT.replace("a1b1c1", "a1a1b1c1"), "TURN");
    refused(&ONE_LEFT.replace("a1b1c1f1g1h1a2b2c2d2e2f2g2e3", "-"), "TURN");
    refused("4k3/8/8/4Q3/8/8/8/4K3[RRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 0 e5", "BOARD");
    refused("4k3/8/8/8/4Q3/4Q3/8/4K3[RRBBNNPPPPPPPqrrbbnnpppppppp] w - - 0 0 e3e4", "BOARD");
    // Black has placed a piece before White has placed all.
    refused("4k3/8/8/q7/8/8/8/4K3[QRRBBNNPPPPPPPPrrbbnnpppppppp] w - - 0 0 -", "RESERVE");
    refused("4k3/8/8/q7/8/8/8/4K3[QRRBBNNPPPPPPPPrrbbnnpppppppp] b - - 0 0 a5", "RESERVE");
    // Both have placed all, and the movement phase has not begun.
    let placed = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]";
    refused(&format!("{placed} w - - 0 0 -"), "RESERVE");
    let black = "a7b7c7d7e7f7g7h7a8b8c8d8f8g8h8";
    assert!(Contramatic::from_fen(&format!("{placed} b - - 0 0 {black}")).is_ok());
    // The movement phase.
    assert!(Contramatic::from_fen(&format!("{placed} w - - 0 1 -")).is_ok());
    refused(&format!("{placed} w KQkq - 0 1 -"), "CASTLING");
    refused(&format!("{placed} w - - 0 1 e2"), "TURN");
    refused(&format!("{placed} w - e6 0 1 -"), "EP");
    refused(&placed.replace("[]", " w - - 0 1 -"), "RESERVE");
    refused("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1 -", "RESERVE");
    refused("4k3/8/8/8/8/8/8/4K2p[] w - - 0 1 -", "BOARD");
    refused("P3k3/8/8/8/8/8/8/4K3[] w - - 0 1 -", "BOARD");
    assert!(Contramatic::from_fen("p3k3/8/8/8/8/8/8/4K2P[] w - - 0 1 -").is_ok());
    refused("4k3/8/8/8/8/8/8/3KK3[] w - - 0 1 -", "BOARD");
    // Nine pawns' worth of pieces.
    refused("4k3/8/8/8/8/QQQ5/PPPPPPP1/4K3[] w - - 0 1 -", "BOARD");
    assert!(Contramatic::from_fen("4k3/8/8/8/8/QQ6/PPPPPPP1/4K3[] w - - 0 1 -").is_ok());
    // The side not to move gives check; the side to move may.
    refused("4k3/8/8/8/4R3/8/8/K7[] b - - 0 9 -", "SIDE");
    assert!(Contramatic::from_fen("4k3/8/8/8/4R3/8/8/K7[] w - - 0 9 -").is_ok());
    refused("8/8/8/8/3kK3/8/8/8[] w - - 0 9 -", "SIDE");
}

/// "Place for me": pawns in front, one a file, nobody before them, nobody on the king's way.
#[test]
fn pieces_are_placed_sensibly() {
    let mut placements = std::collections::HashSet::new();
    for seed in 0..50 {
        let mut numbers = Chance(seed);
        let mut position = Contramatic::initial();
        for color in Color::ALL {
            for step in place(&position, &mut numbers) {
                position.try_play(step, &mut ()).unwrap();
            }
            let shape = &Contramatic::SPEC.shape;
            let rank = |square| color.rank(shape.rank(square), 8);
            let pieces: Vec<_> = shape
                .all()
                .filter_map(|square| Some((square, position.piece_at(square)?)))
                .filter(|(_, piece)| piece.color == color)
                .collect();
            let mut files: Vec<u8> = Vec::new();
            for &(square, piece) in &pieces {
                let file = shape.file(square);
                if piece.role == Role::Pawn {
                    assert!((1..=3).contains(&rank(square)), "{}", position.fen());
                    files.push(file);
                    continue;
                }
                assert!(rank(square) <= 2, "{}", position.fen());
                let is_king = piece.role == Role::ContramaticKing;
                assert!(is_king || file != 4, "{}", position.fen());
            }
            files.sort_unstable();
            assert_eq!(files, [0, 1, 2, 3, 4, 5, 6, 7]);
            position.try_play(Step::End, &mut ()).unwrap();
        }
        placements.insert(position.fen());
    }
    assert!(placements.len() >= 49);
    assert!(place(&position("4k3/8/8/8/8/8/8/4K3[] w - - 0 1 -"), &mut Chance(1)).is_empty());
}
