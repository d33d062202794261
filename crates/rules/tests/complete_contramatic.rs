//! Complete Contramatic Chess, sentence by sentence (docs/rules/contramatic.md, second half).

use crate::oracle;
use testkit::chance;
use testkit::refusals;

use chance::Chance;
use oracle::Board;
use refusals::{
    check_fen_refused, check_legal, check_refusal, refusals_agree_with_the_steps_and_have_sentences,
};
use rules::games::complete_contramatic::CompleteContramatic;
use rules::position::{Ending, Outcome, Phase};
use rules::{Bits, Color, Position, Role, Step};

const START: &str = "4c3/8/8/8/8/8/8/4C3[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 0 -";
const WHITE_PIECES: &str = "PPPPPPP1/RNBQCBNR";
const MOVES: &str = "contramatic#source-2";
const LAST: &str = "complete-contramatic#source-1";
const SAFETY: &str = "complete-contramatic#source-2";
const BESIDE: &str = "complete-contramatic#source-3";
const PLACEMENT: &str = "complete-contramatic#ruling-placement";

#[track_caller]
fn refused(fen: &str, step: &str, reason: &str, rule: &str, squares: &str) {
    check_refusal::<CompleteContramatic>(fen, step, reason, rule, squares);
}

#[track_caller]
fn legal(fen: &str, steps: &str) {
    check_legal::<CompleteContramatic>(fen, steps);
}

#[track_caller]
fn position(fen: &str) -> CompleteContramatic {
    CompleteContramatic::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn step(text: &str) -> Step {
    Step::parse(text, CompleteContramatic::SPEC).unwrap()
}

fn place(position: &CompleteContramatic, numbers: &mut Chance) -> Vec<Step> {
    position.place_rest(&mut |n| numbers.below(n))
}

/// Whether the orthodox king of the side to move is attacked, from what [`Position`] tells.
fn king_check(position: &CompleteContramatic) -> bool {
    let us = position.turn();
    let kings = position.royals(us).squares();
    let is_orthodox = |&king: &rules::Square| {
        position.piece_at(king).is_some_and(|piece| piece.role == Role::King)
    };
    kings.filter(is_orthodox).any(|king| position.attackers(king, !us).any())
}

#[test]
fn agrees_with_the_plain_game() {
    oracle::compare::<CompleteContramatic>("CKck", place);
}

#[test]
fn the_rest_is_placed() {
    oracle::place_the_rest::<CompleteContramatic>(place);
}

#[test]
fn refused_exactly_when_not_listed_and_reasons_have_sentences() {
    refusals_agree_with_the_steps_and_have_sentences::<CompleteContramatic>();
}

/// The conformance file's `king_check`.
#[test]
fn the_orthodox_king_in_check_is_told() {
    let mut seen = [0, 0];
    refusals::each_line::<CompleteContramatic>(|position, wanted| {
        let checked = king_check(position);
        assert_eq!(Some(checked), wanted["king_check"].as_bool(), "{}", position.fen());
        assert_eq!(checked, Board::of(position).attacks(!position.turn(), Role::King));
        seen[usize::from(checked)] += 1;
    });
    assert!(seen[0] > 10 && seen[1] > 10);
}

/// Source 1: "Each player has both kings. The orthodox kings are placed last, after all other
/// pieces." Rulings: "White's fifteen pieces, `end`; Black's fifteen pieces, `end`; White's orthodox king,
/// `end`; Black's orthodox king, `end`."
#[test]
fn the_orthodox_kings_are_placed_last() {
    let mut position = CompleteContramatic::initial();
    let mut numbers = Chance(5);
    let turns = [(Color::White, 15), (Color::Black, 15), (Color::White, 1), (Color::Black, 1)];
    for (color, drops) in turns {
        assert_eq!((position.turn(), position.phase()), (color, Phase::Placement));
        assert!(!position.is_inside_turn());
        assert_eq!(position.most_steps() as usize, drops);
        assert!(position.reserve(color).has(Role::King));
        assert_eq!(position.reserve(!color).has(Role::King), drops == 15 || color == Color::White);
        let king = Step::Drop { role: Role::King, to: rules::Square::new(24) };
        if drops == 15 {
            let refusal = position.why_not(king).map(|refusal| refusal.reason);
            let wanted = if color == Color::White {
                "complete-contramatic.king-last"
            } else {
                "contramatic.other-half"
            };
            assert_eq!(refusal, Some(wanted));
        }
        let steps = place(&position, &mut numbers);
        assert_eq!(steps.len(), drops);
        for (done, step) in steps.into_iter().enumerate() {
            assert_eq!(position.moved().count() as usize, done);
            assert_eq!(position.try_play(step, &mut ()), Ok(()));
        }
        assert_eq!(position.list(), [Step::End]);
        assert!(place(&position, &mut numbers).is_empty());
        position.play(Step::End, &mut ());
        assert_eq!(CompleteContramatic::from_fen(&position.fen()), Ok(position));
    }
    assert_eq!((position.turn(), position.fullmove()), (Color::White, 1));
    assert_eq!(position.most_steps(), 1);
    assert_eq!(position.royals(Color::White).count(), 2);
}

/// Rulings: "`K@` is a step only in the king's turn."
#[test]
fn the_king_is_dropped_in_its_own_turn() {
    refused(START, "K@a1", "complete-contramatic.king-last", LAST, "");
    assert_eq!(position(START).count(), 5 * 31);
    // All fifteen stand, and the turn has not ended.
    let placed = format!(
        "4c3/8/8/8/8/8/{}[Kkqrrbbnnpppppppp] w - - 0 0 a1b1c1d1f1g1h1a2b2c2d2e2f2g2h2",
        WHITE_PIECES.replace("P1/", "PP/")
    );
    refused(&placed, "K@a3", "complete-contramatic.king-last", LAST, "");
    assert_eq!(position(&placed).list(), [Step::End]);
    refused(&placed, "Q@a3", "contramatic.none-left", PLACEMENT, "");
    let half = "contramatic#ruling-own-side";
    refused(START, "N@e5", "contramatic.other-half", half, "e5");
    refused(START, "N@e1", "contramatic.occupied", half, "e1");
    refused(START, "end", "contramatic.pieces-left", PLACEMENT, "");
    refused(START, "e1e2", "contramatic.place-first", "contramatic#source-1", "");
    refused(START, "draw:RBPPP", "common.no-draws", "contramatic#source-1", "");
    let kings = "rnbqcbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQCBNR[Kk] w - - 0 0 -";
    refused(kings, "end", "complete-contramatic.king-left", PLACEMENT, "");
    refused(kings, "Q@a3", "contramatic.none-left", PLACEMENT, "");
    refused(kings, "K@a5", "contramatic.other-half", half, "a5");
    assert_eq!(position(kings).count(), 16);
    let mut dropped = position(kings);
    dropped.play(step("K@a3"), &mut ());
    assert_eq!(dropped.list(), [Step::End]);
    assert_eq!(dropped.moved(), 1 << 16);
    refused(&dropped.fen(), "K@a4", "contramatic.none-left", PLACEMENT, "");
    dropped.play(Step::End, &mut ());
    assert_eq!(dropped.fen(), kings.replace("[Kk] w", "[k] b").replace("/8/PPPP", "/K7/PPPP"));
}

/// Rulings: "A pieces's turn may end when no own piece attacks the enemy contramatic king; a king's
/// turn when (1) and (2) hold. The orthodox king goes to any empty square of the own half."
#[test]
fn a_placement_turn_ends_without_check() {
    let checking = "4c3/8/8/8/4R3/8/PPPPPPPP/RNBQCBN1[Kkqrrbbnnpppppppp] w - - 0 0 \
                    a1b1c1d1f1g1a2b2c2d2e2f2g2h2e4";
    refused(checking, "end", "contramatic.placement-checks", PLACEMENT, "e4 e8");
    assert_eq!((position(checking).count(), position(checking).check()), (0, Some(true)));
    // Black's rook on g6 attacks g3, g4 and g5.
    let fen = "1nbqcbnr/pppppppp/6r1/8/8/6P1/PPPPPP1P/RNBQCBNR[Kk] w - - 0 0 -";
    let mut exposed = position(fen);
    assert_eq!(exposed.count(), 16);
    exposed.play(step("K@g4"), &mut ());
    let reason = "complete-contramatic.king-placed-in-check";
    refused(&exposed.fen(), "end", reason, PLACEMENT, "g4 g6");
    assert_eq!((exposed.count(), exposed.outcome()), (0, None));
    assert!(king_check(&exposed));
    let mut safe = position(fen);
    safe.play(step("K@g2"), &mut ());
    assert_eq!(safe.list(), [Step::End]);
    // Kings side by side attack each other.
    let fen = "rnbqcbnr/pppppppp/8/8/K7/8/PPPPPPPP/RNBQCBNR[k] b - - 0 0 -";
    let mut beside = position(fen);
    beside.play(step("K@b5"), &mut ());
    refused(&beside.fen(), "end", reason, PLACEMENT, "b5 a4");
    assert_eq!(position(WHITE_KING_SET).count(), 16);
}

/// White's king's turn with pieces in unusual places.
const WHITE_KING_SET: &str = "rnbqcbnr/8/pppppppp/8/PPPPPPPP/8/8/RNBQCBNR[Kk] w - - 0 0 -";

/// Source 2: "Two ways to win: the own contramatic king is in a check that the opponent cannot
/// remove, or the enemy orthodox king is checkmated."
#[test]
fn two_ways_to_win() {
    // The knight is pinned to the king and attacks the contramatic king on b6.
    let fen = "r6k/8/1c6/8/N7/8/8/K6C[] w - - 0 1 -";
    let lost = position(fen);
    assert_eq!((lost.check(), king_check(&lost)), (Some(true), false));
    assert_eq!(lost.outcome(), Some(Outcome::won(Color::Black, Ending::NoLegalStep)));
    refused(fen, "a4b6", "common.king-not-captured", MOVES, "a4 b6");
    refused(fen, "a4c5", "common.pinned", SAFETY, "a4 a8 a1");
    refused(fen, "a1b1", "contramatic.still-gives-check", MOVES, "a1 a4 b6");

    let mated = position("3R3k/8/6Q1/8/c7/8/8/1K2C3[] b - - 0 1 -");
    assert_eq!((mated.check(), king_check(&mated)), (Some(false), true));
    assert_eq!(mated.outcome(), Some(Outcome::won(Color::White, Ending::NoLegalStep)));
    let fifty = position("7k/8/8/8/c7/8/8/1K2C3[] b - - 100 80 -");
    assert_eq!(fifty.outcome(), Some(Outcome::drawn(Ending::FiftyMoves)));
    assert_eq!(position("7k/8/8/8/c7/8/8/1K2C3[] b - - 99 80 -").outcome(), None);
}

/// Source 3: "A contramatic king may stand next to the enemy orthodox king (that is a check to it).
/// An orthodox king may not move next to the enemy contramatic king."
#[test]
fn kings_side_by_side() {
    let fen = "8/8/8/3k4/8/3C4/8/K6c[] w - - 0 1 -";
    legal(fen, "d3c4 d3d4 d3e4");
    let mut checked = position(fen);
    checked.play(step("d3d4"), &mut ());
    assert!(king_check(&checked));
    refused(&checked.fen(), "h1h2", "contramatic.still-gives-check", MOVES, "h1 d5 d4");
    refused(
        &checked.fen(),
        "d5e5",
        "complete-contramatic.beside-contramatic-king",
        BESIDE,
        "d5 d4",
    );
    refused(&checked.fen(), "d5d4", "common.king-not-captured", MOVES, "d5 d4");
    legal(&checked.fen(), "d5c6 d5d6 d5e6");
    assert_eq!(checked.count(), 3);

    let fen = "8/8/8/3c4/8/3K4/8/C6k[] w - - 0 1 -";
    refused(fen, "d3d4", "complete-contramatic.beside-contramatic-king", BESIDE, "d3 d5");
    let fen = "8/8/8/3c4/8/3C4/8/K6k[] w - - 0 1 -";
    refused(fen, "d3d4", "contramatic.gives-check", MOVES, "d3 d4 d5");
    let fen = "8/8/8/3k4/8/3K4/8/C6c[] w - - 0 1 -";
    refused(fen, "d3d4", "common.king-into-check", SAFETY, "d3 d5 d4");
}

/// "After it, (1) no piece of the mover attacks the enemy contramatic king and (2) no piece of the
/// enemy attacks the mover's orthodox king."
#[test]
fn both_conditions_hold_after_a_step() {
    let fen = "c3r3/8/8/8/8/4N3/8/C3K2k[] w - - 0 1 -";
    refused(fen, "e3d5", "common.pinned", SAFETY, "e3 e8 e1");
    refused(fen, "e3g4", "common.pinned", SAFETY, "e3 e8 e1");
    // The contramatic king may stop a check, and walk into attack.
    let fen = "c3r3/8/8/8/8/3C4/8/4K2k[] w - - 0 1 -";
    legal(fen, "d3e2 d3e3 d3e4 e1d1");
    refused(fen, "d3d2", "common.still-in-check", SAFETY, "d3 e8 e1");
    refused(fen, "e1e2", "common.king-into-check", SAFETY, "e1 e8 e2");
    // The orthodox king shuts a line of its own rook.
    let fen = "c6k/8/8/8/K7/8/8/R3C3[] w - - 0 1 -";
    refused(fen, "a4b4", "contramatic.opens-check", MOVES, "a4 a1 a8");
    legal(fen, "a4a5 a4a3");
    // Both at once: shutting the line to the own king, with a piece that gives no check there.
    let fen = "2c1r3/8/8/8/8/8/3N2R1/C3K2k[] w - - 0 1 -";
    legal(fen, "g2e2 d2e4");
    let fen = "8/8/2c1r3/8/8/8/8/C2NK2k[] w - - 0 1 -";
    legal(fen, "d1e3");
    let fen = "4r3/8/6c1/8/8/8/8/C2NK2k[] w - - 0 1 -";
    legal(fen, "d1e3");
    let fen = "4r3/8/8/5c2/8/8/8/C2NK2k[] w - - 0 1 -";
    refused(fen, "d1e3", "contramatic.gives-check", MOVES, "d1 e3 f5");
    // En passant opens the fifth rank for the enemy rook.
    let fen = "8/8/8/K2pP2r/8/8/8/C3c2k[] w - d6 0 1 -";
    refused(fen, "e5d6", "common.opens-check", SAFETY, "e5 h5 a5");
}

/// A step of either king of two squares is no castling.
#[test]
fn there_is_no_castling() {
    let rule = "contramatic#ruling-castling";
    refused("7k/8/8/c7/8/8/8/4K2C[] w - - 0 1 -", "e1g1", "contramatic.no-castling", rule, "e1");
    refused("7k/8/8/c7/8/8/8/R3C2K[] w - - 0 1 -", "e1c1", "contramatic.no-castling", rule, "e1");
    refused("7k/8/8/c7/8/8/8/4K2C[] w - - 0 1 -", "end", "common.no-end", MOVES, "");
    refused(
        "7k/8/8/c7/8/8/8/4K2C[] w - - 0 1 -",
        "N@a1",
        "contramatic.all-placed",
        "contramatic#ruling-placement-turn",
        "",
    );
}

/// Rulings: "Contramatic kings start on e1 and e8." docs/rules/README.md, "FEN".
#[test]
fn fens_that_cannot_be_played() {
    let refused = check_fen_refused::<CompleteContramatic>;
    let accepted = |fen: &str| {
        let read = CompleteContramatic::from_fen(fen);
        assert_eq!(read.map(|position| position.fen()), Ok(fen.to_owned()));
    };
    accepted(START);
    refused(&START.replace("4c3", "3c4"), "BOARD");
    refused(&START.replace("[K", "["), "BOARD");
    refused(&START.replace("[K", "[KK"), "RESERVE");
    refused(&START.replace("[KQ", "[CKQ"), "BOARD");
    refused(&START.replace("4c3", "4k3"), "BOARD");
    refused(&START.replace(" 0 0 -", " 0 1 -"), "RESERVE");
    let full = "rnbqcbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQCBNR";
    let white = "a1b1c1d1f1g1h1a2b2c2d2e2f2g2h2";
    let black = "a7b7c7d7e7f7g7h7a8b8c8d8f8g8h8";
    let half = "4c3/8/8/8/8/8/PPPPPPPP/RNBQCBNR[Kkqrrbbnnpppppppp]";
    // White's pieces, Black's pieces, White's king, Black's king.
    accepted(&format!("{half} w - - 0 0 {white}"));
    accepted(&format!("{half} b - - 0 0 -"));
    accepted(&format!("{full}[Kk] b - - 0 0 {black}"));
    accepted(&format!("{full}[Kk] w - - 0 0 -"));
    refused(&format!("{full}[Kk] w - - 0 0 {white}"), "TURN");
    refused(&format!("{full}[Kk] b - - 0 0 -"), "TURN");
    refused(&format!("{half} w - - 0 0 -"), "TURN");
    let with_king = full.replace("/8/PPPP", "/K7/PPPP");
    accepted(&format!("{with_king}[k] w - - 0 0 a3"));
    accepted(&format!("{with_king}[k] b - - 0 0 -"));
    refused(&format!("{with_king}[k] w - - 0 0 -"), "TURN");
    refused(&format!("{with_king}[k] b - - 0 0 {black}"), "TURN");
    refused(&format!("{with_king}[] w - - 0 0 a3"), "BOARD");
    let both = with_king.replace("pppp/8", "pppp/k7");
    accepted(&format!("{both}[] b - - 0 0 a6"));
    refused(&format!("{both}[] w - - 0 0 a3"), "RESERVE");
    refused(&format!("{both}[] b - - 0 0 a3"), "TURN");
    accepted(&format!("{both}[] w - - 0 1 -"));
    // Black's king before White's; a king before the pieces.
    let black_first = full.replace("pppp/8", "pppp/k7");
    refused(&format!("{black_first}[K] w - - 0 0 -"), "RESERVE");
    refused(&format!("{black_first}[K] b - - 0 0 a6"), "RESERVE");
    let early = half.replace("/8/PPPP", "/K7/PPPP").replace("[K", "[");
    refused(&format!("{early} w - - 0 0 a3"), "RESERVE");
    refused(&format!("{early} b - - 0 0 -"), "RESERVE");
    refused("4c3/8/8/8/8/8/8/K3C3[QRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 0 a1", "RESERVE");
    // A king on the enemy's half.
    refused(&format!("{}[k] b - - 0 0 -", full.replace("pppp/8", "pppp/K7")), "BOARD");
    // The movement phase: what the side not to move may not have done.
    refused("k3c3/8/8/8/8/8/4r3/4C2K[] w - - 0 3 -", "SIDE");
    refused("k3c3/8/8/8/8/8/R7/4C2K[] w - - 0 3 -", "SIDE");
    accepted("k3c3/8/8/8/8/8/r7/4C2K[] w - - 0 3 -");
    accepted("k3c3/8/8/8/8/8/7r/4C2K[] w - - 0 3 -");
    refused("k3c3/8/8/8/8/8/8/4C3[K] w - - 0 3 -", "RESERVE");
    refused("k3c3/8/8/8/8/8/8/4C2K[] w - - 0 3 h1", "TURN");
    refused("k3c3/8/8/8/8/8/8/4C2K[] w - a3 0 3 -", "EP");
    refused("k3c3/8/8/8/8/8/8/4C2K[] w K - 0 3 -", "CASTLING");
}

/// "Place for me" puts the orthodox king behind its pieces.
#[test]
fn the_orthodox_king_is_sheltered() {
    for seed in 0..50 {
        let mut numbers = Chance(seed);
        let mut position = CompleteContramatic::initial();
        for color in [Color::White, Color::Black, Color::White, Color::Black] {
            for step in place(&position, &mut numbers) {
                position.try_play(step, &mut ()).unwrap();
                if let Step::Drop { role: Role::King, to } = step {
                    let shape = &CompleteContramatic::SPEC.shape;
                    assert!(color.rank(shape.rank(to), 8) <= 1, "{}", position.fen());
                    assert!(position.attackers(to, !color).is_empty());
                }
            }
            position.try_play(Step::End, &mut ()).unwrap();
        }
    }
    // Pieces on the first rank leave the king the room behind the pawns.
    let mut numbers = Chance(9);
    let safe = position(WHITE_KING_SET);
    let square = place(&safe, &mut numbers);
    assert_eq!(square.len(), 1);
    assert!(safe.is_legal(square[0]));
}
