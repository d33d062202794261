//! Charismatic Chess: every sentence of its rules that the conformance files leave open, and why
//! steps are refused. (The questions about whole series are in `charismatic_series`.)

use testkit::chance;
use testkit::refusals;

use chance::Chance;
use refusals::refusals_agree_with_the_steps_and_have_sentences;
use rules::board::{Bits, Shape};
use rules::games::charismatic::Charismatic;
use rules::{Actor, Color, Effect, Ending, Outcome, Phase, Position, Reserve, Role, Step};

const START: &str = "3k4/8/8/8/8/8/8/4K3[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 0 - -";

fn at(fen: &str) -> Charismatic {
    Charismatic::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn step(text: &str) -> Step {
    Step::parse(text, Charismatic::SPEC).unwrap()
}

/// Plays steps, each of which must be legal.
fn play(position: &Charismatic, steps: &str) -> Charismatic {
    let mut position = *position;
    for text in steps.split(',') {
        let refusal = position.why_not(step(text));
        assert!(position.is_legal(step(text)), "{text} in {}: {refusal:?}", position.fen());
        position.play(step(text), &mut ());
    }
    position
}

/// Checks the reason for a step, the squares that it names, and the rule.
fn refused(fen: &str, text: &str, reason: &str, squares: &str, rule: &str) {
    let position = at(fen);
    assert!(!position.is_legal(step(text)), "{text} in {fen}");
    let refusal = position.why_not(step(text)).unwrap_or_else(|| panic!("{fen} {text}"));
    let shape: &Shape = &Charismatic::SPEC.shape;
    let named: Vec<String> =
        refusal.pieces.iter().map(|&(square, _)| shape.name(square).to_string()).collect();
    let rule = format!("charismatic#{rule}");
    assert_eq!(
        (refusal.reason, named.join(" ").as_str(), refusal.rule),
        (reason, squares, rule.as_str()),
        "{text} in {fen}"
    );
    for (square, piece) in refusal.pieces {
        assert_eq!(piece, position.piece_at(square));
    }
}

/// Checks that a FEN is refused for a field.
fn unreadable(fen: &str, field: &str) {
    let error = Charismatic::from_fen(fen).map(|position| position.fen()).expect_err(fen);
    assert!(error.to_string().starts_with(&format!("{field}: ")), "{fen}: {error}");
}

#[test]
fn refused_exactly_when_not_listed_and_reasons_have_sentences() {
    refusals_agree_with_the_steps_and_have_sentences::<Charismatic>();
}

/// Placement 1: "White's turn, then Black's, three each. A turn starts with a draw: five pieces from
/// the mover's own reserve." "The player then drops all five on empty squares of the own half, in
/// any order."
#[test]
fn three_placement_turns_each() {
    let start = at(START);
    assert_eq!((start.actor(), start.phase()), (Actor::Chance, Phase::Placement));
    assert!(!start.is_inside_turn());
    let drawn = play(&start, "draw:RBPPP");
    assert_eq!(drawn.fen(), "3k4/8/8/8/8/8/8/4K3[QRBNNPPPPPqrrbbnnpppppppp] w - - 0 0 - RBPPP");
    assert_eq!(drawn.actor(), Actor::Player(Color::White));
    assert!(drawn.is_inside_turn());
    let placed = play(&drawn, "P@a2,B@d2,P@b4,R@h1,P@c2");
    assert_eq!(
        placed.fen(),
        "3k4/8/8/8/1P6/8/P1PB4/4K2R[QRBNNPPPPPqrrbbnnpppppppp] w H - 0 0 h1a2c2d2b4 -"
    );
    assert_eq!(placed.list(), [Step::End]);
    let turns = "end,draw:PPPPP,P@a7,P@b7,P@c7,P@d7,P@e7,end,\
                 draw:QNNPP,Q@d1,N@b1,N@g1,P@d4,P@e4,end,\
                 draw:QRRBB,Q@c8,R@a8,R@h8,B@d6,B@f6,end,\
                 draw:RBPPP,R@a1,B@f1,P@f2,P@g2,P@h2,end,\
                 draw:NNPPP,N@b8,N@g8,P@f7,P@g7,P@h7";
    let last = play(&placed, turns);
    assert_eq!((last.phase(), last.fullmove()), (Phase::Placement, 0));
    // "When Black has ended the third turn the movement phase starts, White to move, FULLMOVE 1,
    // HALFMOVE 0."
    let moving = play(&last, "end");
    assert_eq!((moving.phase(), moving.turn()), (Phase::Movement, Color::White));
    assert_eq!((moving.fullmove(), moving.halfmove()), (1, 0));
    assert_eq!(
        moving.fen(),
        "rnqk2nr/pppppppp/3b1b2/8/1P1PP3/8/P1PB1PPP/RN1QKBNR[] w HAha - 0 1 - -"
    );
}

/// Ruling: "The draw is uniform over the pieces in the reserve, without replacement." Every distinct
/// draw is a step of chance.
#[test]
fn draws_come_out_of_the_reserve() {
    assert_eq!(at(START).count(), 49);
    let black = "3k4/8/8/8/PPP5/8/8/R3K2B[QRBNNPPPPPqrrbbnnpppppppp] b A - 0 0 - -";
    assert_eq!(at(black).count(), 49);
    let last = "rnqk2nr/8/3b1b2/8/1P1PP3/8/P1PB1PPP/RN1QKBNR[pppppppp] b HAha - 0 0 - -";
    unreadable(last, "RESERVE");
    let last = "rnqk2nr/ppp5/3b1b2/8/1P1PP3/8/P1PB1PPP/RN1QKBNR[ppppp] b HAha - 0 0 - -";
    assert_eq!(at(last).list(), [step("draw:PPPPP")]);
    refused(START, "draw:QRRBBN", "charismatic.draw-five", "", "placement-1");
    refused(START, "draw:QRRBBNN", "charismatic.draw-five", "", "placement-1");
    refused(START, "draw:QQRRB", "charismatic.not-in-reserve", "", "placement-1");
    refused(START, "draw:RRRBB", "charismatic.not-in-reserve", "", "placement-1");
}

#[test]
fn drops_and_their_refusals() {
    let hand = "3k4/8/8/8/8/8/8/4K3[QRBNNPPPPPqrrbbnnpppppppp] w - - 0 0 - RBPPP";
    // Any square of the own half for a bishop, none of the first rank for a pawn (Placement 2).
    let drops = |role| {
        let steps = at(hand).list();
        steps
            .iter()
            .filter(|step| matches!(step, Step::Drop { role: is, .. } if *is == role))
            .count()
    };
    assert_eq!((drops(Role::Bishop), drops(Role::Rook), drops(Role::Pawn)), (31, 31, 24));
    refused(START, "P@e4", "charismatic.draw-first", "e4", "placement-1");
    refused(START, "end", "charismatic.draw-first", "", "placement-1");
    refused(START, "e1e2", "charismatic.no-moves-yet", "", "placement-1");
    refused(hand, "draw:RBPPP", "charismatic.drawn-already", "", "placement-1");
    refused(hand, "end", "charismatic.hand-not-empty", "", "placement-1");
    refused(hand, "N@e4", "charismatic.not-in-hand", "e4", "placement-1");
    refused(hand, "K@e4", "charismatic.not-in-hand", "e4", "placement-1");
    refused(hand, "B@e1", "charismatic.square-taken", "e1", "placement-1");
    refused(hand, "B@d8", "charismatic.square-taken", "d8", "placement-1");
    refused(hand, "B@e5", "charismatic.own-half", "e5", "placement-1");
    refused(hand, "P@e5", "charismatic.own-half", "e5", "placement-1");
    refused(hand, "P@a1", "charismatic.pawn-first-rank", "a1", "placement-2");
    let black = "3k4/8/8/8/PPP5/8/8/R3K2B[QRBNNPPPPPrrbnppppppp] b A - 0 0 - QBNNP";
    let black = black.replace("rrbnppppppp", "rrbppppppp");
    refused(&black, "B@e4", "charismatic.own-half", "e4", "placement-1");
    refused(&black, "P@e8", "charismatic.pawn-first-rank", "e8", "placement-2");
    let full = "3k4/8/8/8/PPP5/8/8/R3K2B[QRBNNPPPPPqrrbbnnpppppppp] w A - 0 0 a1h1a4b4c4 -";
    refused(full, "N@b1", "charismatic.all-placed", "b1", "placement-1");
}

/// Placement 2: "Two bishops may stand on squares of one colour."
#[test]
fn bishops_on_one_colour() {
    let hand = "3k4/8/8/8/8/8/8/4K3[QRRNNPPPPPqrrbbnnpppppppp] w - - 0 0 - BBPPP";
    play(&at(hand), "B@a1,B@c1,P@a2,P@b2,P@c2,end");
}

/// Placement 3: "It is not allowed to give check"; ruling: "`end` is legal when the hand is empty
/// and the enemy king is not attacked."
#[test]
fn no_check_while_placing() {
    let check = "3k4/8/8/8/PPP5/8/8/B2RK3[QRBNNPPPPPqrrbbnnpppppppp] w - - 0 0 a1d1a4b4c4 -";
    assert_eq!(at(check).count(), 0);
    assert!(at(check).is_stuck());
    refused(check, "end", "charismatic.placing-check", "d8 d1", "placement-3");
    // A check given on the way is no matter once it is closed off.
    let hand = "3k4/8/8/8/8/8/8/4K3[QRBNNPPPPPqrrbbnnpppppppp] w - - 0 0 - RBPPP";
    play(&at(hand), "R@d1,B@a1,P@a2,P@b2,P@d2,end");
}

/// Ruling: "A castling right comes into being when a rook is dropped on a corner of its own first
/// rank."
#[test]
fn a_rook_dropped_in_the_corner_may_castle() {
    let hand = "3k4/8/8/8/8/8/8/4K3[QBBNPPPPPPqrrbbnnpppppppp] w - - 0 0 - RRNPP";
    assert!(play(&at(hand), "R@a1").fen().contains(" w A - "));
    assert!(play(&at(hand), "R@h1,R@a1").fen().contains(" w HA - "));
    assert!(play(&at(hand), "N@a1,R@h2").fen().contains(" w - - "));
    let black = "3k4/8/8/8/PPP5/8/8/R3K2B[QRBNNPPPPPqbbnpppppp] b A - 0 0 - RRNPP";
    assert!(play(&at(black), "R@a8,R@h8").fen().contains(" b Aha - "));
}

/// Movement 1: "A turn is one to five moves of one to five different pieces."
#[test]
fn five_moves_of_different_pieces() {
    let start = at("3k4/8/8/8/8/8/PPPPPP2/4K3[] w - - 3 7 - -");
    assert_eq!((start.most_steps(), start.steps_left()), (5, 5));
    let one = play(&start, "a2a3");
    assert_eq!((one.steps_left(), one.is_inside_turn()), (4, true));
    assert_eq!((start.moved(), one.moved()), (0, 1 << 16));
    assert!(!start.has_hand() && Charismatic::initial().has_hand());
    play(&one, "end");
    let five = play(&one, "b2b3,c2c3,d2d3,e1d2");
    assert_eq!(five.list(), [Step::End]);
    assert_eq!(five.fen(), "3k4/8/8/8/8/PPPP4/3KPP2/8[] w - - 0 7 d2a3b3c3d3 -");
    assert_eq!(play(&five, "end").fen(), "3k4/8/8/8/8/PPPP4/3KPP2/8[] b - - 0 7 - -");
    refused(&start.fen(), "end", "charismatic.no-step-yet", "", "movement-1");
    refused(&one.fen(), "a3a4", "charismatic.moved-this-turn", "a3", "movement-1");
    refused(&five.fen(), "e2e3", "charismatic.five-steps", "", "movement-1");
    refused(&five.fen(), "a3a4", "charismatic.moved-this-turn", "a3", "movement-1");
    refused(&start.fen(), "P@a4", "charismatic.no-drops", "", "placement-1");
    refused(&start.fen(), "draw:PPPPP", "charismatic.no-draws", "", "placement-1");
}

/// Movement 1: "castling counts as one move, and then neither that king nor that rook moves again
/// in the turn"; TURN lists both in capital letters.
#[test]
fn castling_is_one_move() {
    let start = at("3k4/8/8/8/8/8/PPPPP3/R3K2R[] w HA - 3 7 - -");
    let castled = play(&start, "e1g1");
    assert_eq!(castled.fen(), "3k4/8/8/8/8/8/PPPPP3/R4RK1[] w - - 4 7 F1G1 -");
    assert_eq!(castled.steps_left(), 4);
    assert_eq!(castled.castled(), 1 << 5 | 1 << 6);
    refused(&castled.fen(), "g1g2", "charismatic.castled-this-turn", "g1", "movement-1");
    refused(&castled.fen(), "f1f5", "charismatic.castled-this-turn", "f1", "movement-1");
    let five = play(&castled, "a2a3,b2b3,c2c3,d2d3");
    assert_eq!(five.list(), [Step::End]);
    assert!(five.fen().ends_with(" F1G1a3b3c3d3 -"));
    // The rook moved early cannot castle late.
    let rook = play(&start, "h1h5");
    refused(&rook.fen(), "e1g1", "common.castling-no-right", "e1 g1", "ruling-castling");
}

/// "Castling": "c1/d1 with a1. Black (d8): b8/c8 with a8 (written O-O), f8/e8 with h8 (O-O-O)."
#[test]
fn castling_squares() {
    let white = at("3k4/8/8/8/8/8/8/R3K2R[] w HA - 0 7 - -");
    assert_eq!(play(&white, "e1c1,end").fen(), "3k4/8/8/8/8/8/8/2KR3R[] b - - 1 7 - -");
    assert_eq!(play(&white, "e1g1,end").fen(), "3k4/8/8/8/8/8/8/R4RK1[] b - - 1 7 - -");
    let black = at("r2k3r/8/8/8/8/8/8/4K3[] b ha - 0 7 - -");
    assert_eq!(play(&black, "d8b8,end").fen(), "1kr4r/8/8/8/8/8/8/4K3[] w - - 1 8 - -");
    assert_eq!(play(&black, "d8f8,end").fen(), "r3rk2/8/8/8/8/8/8/4K3[] w - - 1 8 - -");
    let mut log = Vec::new();
    let mut after = black;
    after.play(step("d8f8"), &mut log);
    assert!(matches!(log[..], [Effect::Slide { .. }, Effect::Slide { .. }]));
}

/// "All squares between them empty; the king's square, the square it crosses and the square it
/// reaches are not attacked in the position at that step."
#[test]
fn castling_conditions_at_that_step() {
    let rule = "ruling-castling";
    let fen = "2k5/8/8/8/8/8/8/R2QK2R[] w HA - 0 7 - -";
    refused(fen, "e1c1", "common.castling-blocked", "e1 d1", rule);
    // Once d1 is vacated in the same turn it works, and a rook's way may be attacked.
    play(&at(fen), "d1d4,e1c1,end");
    play(&at("1r1k4/8/8/8/8/8/8/R3K3[] w A - 0 7 - -"), "e1c1");
    let crossed = "3k4/8/8/8/8/5r2/6P1/4K2R[] w H - 0 7 - -";
    refused(crossed, "e1g1", "common.castling-through-check", "e1 f3 f1", rule);
    // The attacker is captured first.
    play(&at(crossed), "g2f3,e1g1,end");
    let reached = "3k4/8/8/8/8/6r1/8/4K2R[] w H - 0 7 - -";
    refused(reached, "e1g1", "common.castling-into-check", "e1 g3 g1", rule);
    let checked = "3k4/4r3/8/8/8/8/3B4/4K2R[] w H - 0 7 - -";
    refused(checked, "e1g1", "common.castling-in-check", "e1 e7 e1", rule);
    // The check is screened off first.
    play(&at(checked), "d2e3,e1g1,end");
    // A right is lost with its rook.
    let captured = at("3k2r1/8/8/8/8/8/6q1/4K2R[] b H - 0 7 - -");
    assert!(play(&captured, "g2h1").fen().contains(" b - - "));
    refused("4k3/8/8/8/8/8/8/R2K4[] w - - 0 7 - -", "d1b1", "common.king", "d1 b1", "movement-1");
}

/// Movement 2: "The own king may be in check, enter check and stay in it during the series; when
/// the turn ends it must not be in check." Ruling: "A step is any orthodox pseudo-legal move of a
/// piece not yet moved this turn."
#[test]
fn check_within_a_series() {
    let start = at("3k4/4r3/8/8/8/2B5/8/4K3[] w - - 0 7 - -");
    assert_eq!(start.check(), Some(true));
    let walked = play(&start, "e1e2");
    assert_eq!(walked.check(), Some(true));
    refused(&walked.fen(), "end", "charismatic.king-attacked", "e2 e7", "ruling-end");
    assert!(!walked.is_stuck());
    assert_eq!(walked.escape(), Some(vec![step("c3e5")]));
    play(&walked, "c3e5,end");
    let wrong = play(&walked, "c3a1");
    assert!(wrong.is_stuck());
    assert_eq!(wrong.escape(), None);
    assert_eq!((wrong.outcome(), wrong.count()), (None, 0));
    refused(&wrong.fen(), "end", "charismatic.king-lost", "e2 e7", "movement-2");
    // Into check, beside the enemy king even, and out of it by another's move.
    let entered = play(&at("8/8/8/8/8/4k3/8/4K2R[] w - - 0 7 - -"), "e1e2");
    assert!(entered.is_stuck());
    // A pinned piece may leave.
    play(&at("2k5/4r3/8/8/8/8/4N3/3QK3[] w - - 0 7 - -"), "e2d4,d1e2,end");
}

/// Ruling: "No piece ever captures a king; a step onto the enemy king's square does not exist."
#[test]
fn kings_are_not_captured() {
    let fen = "3k4/8/8/8/8/8/8/Q3K3[] w - - 0 7 - -";
    let open = play(&at(fen), "a1a5");
    assert!(open.attackers(open.royals(Color::Black).lowest(), Color::White).any());
    // The queen gives check, and the pawn stands before the king: neither captures it.
    let fen = "3k4/2P5/8/8/8/8/8/3QK3[] w - - 0 7 e1 -";
    refused(fen, "d1d8", "common.king-not-captured", "d1 d8", "movement-1");
    refused(fen, "c7d8q", "common.king-not-captured", "c7 d8", "movement-1");
    let fen = "8/8/8/8/8/3k4/4K3/8[] w - - 1 7 e2 -";
    refused(fen, "e2d3", "charismatic.moved-this-turn", "e2", "movement-1");
}

/// Movement 3: checkmate; ruling: stalemate.
#[test]
fn mate_and_stalemate() {
    let mated = "8/8/8/4B3/8/5kb1/2p5/3qK3[] w - - 98 25 - -";
    assert_eq!(at(mated).outcome(), Some(Outcome::won(Color::Black, Ending::Checkmate)));
    assert_eq!(at(mated).count(), 0);
    refused(mated, "e1d1", "charismatic.checkmated", "e1", "movement-3");
    refused(mated, "end", "charismatic.checkmated", "e1", "movement-3");
    refused(mated, "e1e3", "common.king", "e1 e3", "movement-1");
    let stalemated = "K7/8/1q6/1k4n1/2n5/8/8/8[] w - - 0 7 - -";
    assert_eq!(at(stalemated).outcome(), Some(Outcome::drawn(Ending::Stalemate)));
    // The only move is a capture en passant that opens the rank; a plain pawn move would do.
    let opened = "1rb5/8/4n3/K2pP2r/8/8/8/3b2k1[] w - d6 0 7 - -";
    assert_eq!(at(opened).outcome(), Some(Outcome::drawn(Ending::Stalemate)));
    assert_eq!(at("1rb5/8/8/K2pP2r/8/8/8/3b2k1[] w - d6 0 7 - -").outcome(), None);
    refused(stalemated, "a8b8", "charismatic.stalemated", "a8", "movement-3");
    // Not mated: it takes two steps.
    let two = at("r7/8/8/7k/8/3n4/B7/KN5r[] w - - 0 9 - -");
    assert_eq!(two.outcome(), None);
    play(&two, "b1a3,a2b1,end");
    // No game is over inside a turn.
    assert_eq!(at("8/8/8/8/8/8/7k/4K3[] w - - 1 10 e1 -").outcome(), None);
    assert_eq!(at("8/8/8/8/8/8/7k/4K2R[] w - - 100 10 e1 -").outcome(), None);
}

/// docs/rules/README.md, "Drawn games".
#[test]
fn draws_by_the_position() {
    let ending = |fen| at(fen).outcome().map(|outcome: Outcome| (outcome.winner, outcome.ending));
    let drawn = |ending| Some((None, ending));
    assert_eq!(ending("3k4/8/8/8/8/8/8/4K2R[] w - - 100 9 - -"), drawn(Ending::FiftyMoves));
    assert_eq!(ending("3k4/8/8/8/8/8/8/4K2R[] w - - 99 9 - -"), None);
    let insufficient = [
        "3k4/8/8/8/8/8/8/4K3[] w - - 0 9 - -",
        "3k4/8/8/8/8/8/8/4K2N[] w - - 0 9 - -",
        "3k4/8/8/8/8/8/8/4K2b[] w - - 0 9 - -",
        "3k4/8/8/8/8/8/6B1/4K2b[] w - - 0 9 - -",
        "3k4/8/8/8/8/8/7B/4K1b1[] w - - 0 9 - -",
    ];
    for fen in insufficient {
        assert_eq!(ending(fen), drawn(Ending::InsufficientMaterial), "{fen}");
    }
    let sufficient = [
        "3k4/8/8/8/8/8/8/4K1NN[] w - - 0 9 - -",
        "3k4/8/8/8/8/8/8/4K1BN[] w - - 0 9 - -",
        "3k4/8/8/8/8/8/8/4K1Bb[] b - - 0 9 - -",
        "3k4/8/8/8/8/8/P7/4K3[] w - - 0 9 - -",
        "3k4/8/8/8/8/7q/8/4K3[] b - - 0 9 - -",
    ];
    for fen in sufficient {
        assert!(!matches!(ending(fen), Some((_, Ending::InsufficientMaterial))), "{fen}");
    }
    assert_eq!(ending(START), None);
}

/// Ruling: "A pawn makes a double step from the second rank only (wherever it was placed or has
/// come from)."
#[test]
fn double_steps() {
    let fen = "3k4/8/8/8/8/P7/1P6/4K3[] w - - 0 7 - -";
    play(&at(fen), "b2b4");
    refused(fen, "a3a5", "common.pawn-double", "a3", "movement-1");
    refused(
        "3k4/p7/1p6/8/8/8/8/4K3[] b - - 0 7 - -",
        "b6b4",
        "common.pawn-double",
        "b6",
        "movement-1",
    );
    play(&at("3k4/p7/1p6/8/8/8/8/4K3[] b - - 0 7 - -"), "a7a5");
    let blocked = "3k4/8/8/8/8/1p6/1P6/4K3[] w - - 0 7 - -";
    refused(blocked, "b2b4", "common.blocked", "b2 b3", "movement-1");
}

/// "En passant: each pawn that made a double step in the last turn can be captured en passant at
/// any step of the turn that follows, if the passed-over square is empty at that moment."
#[test]
fn en_passant_at_any_step() {
    let start = at("3k4/p1p5/8/1P1P4/8/8/8/R3K3[] b - - 0 7 - -");
    let passed = play(&start, "a7a5,c7c5");
    assert_eq!(passed.fen(), "3k4/8/8/pPpP4/8/8/8/R3K3[] b - a6c6 0 7 a5c5 -");
    let white = play(&passed, "end");
    assert_eq!(white.fen(), "3k4/8/8/pPpP4/8/8/8/R3K3[] w - a6c6 0 8 - -");
    let late = play(&white, "e1e2,d5c6");
    assert_eq!(late.fen(), "3k4/8/2P5/pP6/8/8/4K3/R7[] w - a6 0 8 e2c6 -");
    assert_eq!(play(&late, "b5a6").fen(), "3k4/8/P1P5/8/8/8/4K3/R7[] w - - 0 8 e2a6c6 -");
    // "A passed-over square leaves the list when any piece lands on it, when its pawn is captured,
    // and when the turn in which it could be used ends."
    assert!(play(&white, "a1a5").fen().contains(" w - c6 "));
    assert!(play(&white, "e1e2,end").fen().contains(" b - - "));
    let landed = play(&at("3k4/8/8/pP6/8/8/8/4KB2[] w - a6 0 8 - -"), "b5b6,f1a6");
    assert!(landed.fen().contains(" w - - "));
    refused(
        "3k4/8/8/pP6/8/8/8/4KQ2[] w - - 0 8 - -",
        "b5a6",
        "common.no-en-passant",
        "b5 a5",
        "movement-1",
    );
    // The captured pawn's effect, then the capturer's.
    let mut log = Vec::new();
    let mut after = white;
    after.play(step("b5a6"), &mut log);
    assert!(matches!(log[..], [Effect::Vanish { .. }, Effect::Slide { .. }]));
}

/// "EP lists the passed-over squares of both the opponent's last turn and the own double steps so
/// far in this turn."
#[test]
fn own_passed_squares() {
    let start = at("3k4/8/8/p3p3/8/8/1P1P4/4KB2[] w - a6e6 0 8 - -");
    let passed = play(&start, "b2b4,d2d4");
    assert_eq!(passed.fen(), "3k4/8/8/p3p3/1P1P4/8/8/4KB2[] w - a6b3d3e6 0 8 b4d4 -");
    // An own piece lands on one of them; the other stays for the opponent.
    let landed = play(&passed, "f1d3");
    assert!(landed.fen().contains(" w - a6b3e6 "));
    assert!(play(&landed, "end").fen().contains(" b - b3 "));
    // The own pawns do not capture there.
    refused(
        "3k4/8/8/8/1P6/P7/8/4K3[] w - b3 0 8 b4 -",
        "a3b3",
        "common.pawn",
        "a3 b3",
        "movement-1",
    );
}

/// "Promotion to Q, R, B or N; the promoted piece has moved this turn."
#[test]
fn promotion() {
    let start = at("3k4/7P/8/8/8/8/8/4K3[] w - - 4 8 - -");
    let promoted = play(&start, "h7h8n");
    assert_eq!(promoted.fen(), "3k3N/8/8/8/8/8/8/4K3[] w - - 0 8 h8 -");
    refused(&promoted.fen(), "h8g6", "charismatic.moved-this-turn", "h8", "movement-1");
    refused(&start.fen(), "h7h8", "common.promotion-missing", "h7", "movement-1");
    refused(&start.fen(), "h7h8k", "common.promotion-impossible", "h7", "movement-1");
}

/// HALFMOVE: "its first step adds 1, a capture, pawn move or drop in it sets 0 for the rest of the
/// turn, and `end` leaves the number alone."
#[test]
fn halfmove_counts_turns() {
    let start = at("3k4/8/8/8/8/8/P7/RN2K3[] w - - 5 8 - -");
    let first = play(&start, "e1e2");
    assert_eq!(first.halfmove(), 6);
    assert_eq!(play(&first, "b1c3").halfmove(), 6);
    assert_eq!(play(&first, "b1c3,end").halfmove(), 6);
    let pawn = play(&first, "a2a3");
    assert_eq!(pawn.halfmove(), 0);
    assert_eq!(play(&pawn, "b1c3,end").halfmove(), 0);
    assert_eq!(play(&start, "a2a3,e1e2,end").halfmove(), 0);
    let capture = at("3k4/8/8/8/8/8/8/rN2K3[] b - - 5 8 - -");
    assert_eq!(play(&capture, "a1b1").halfmove(), 0);
}

/// The key tells apart what matters for what can follow, and not the counters.
#[test]
fn keys() {
    let key = |fen: &str| at(fen).key();
    let start = "3k4/8/8/8/8/8/8/R3K2R[] w HA - 0 7 - -";
    assert_eq!(key(start), key("3k4/8/8/8/8/8/8/R3K2R[] w HA - 12 9 - -"));
    let others = [
        "3k4/8/8/8/8/8/8/R3K2R[] b HA - 0 7 - -",
        "3k4/8/8/8/8/8/8/R3K2R[] w H - 0 7 - -",
        "3k4/8/8/8/8/8/8/R3K2R[] w - - 0 7 e1 -",
        "3k4/8/8/8/8/8/8/R3K2R[] w - - 0 7 a1 -",
    ];
    let mut keys: Vec<u64> = others.iter().map(|fen| key(fen)).chain([key(start)]).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), others.len() + 1);
    assert_ne!(
        key("3k4/8/8/8/8/8/8/5RK1[] w - - 0 7 f1g1 -"),
        key("3k4/8/8/8/8/8/8/5RK1[] w - - 0 7 F1G1 -")
    );
    let drawn = |hand: &str| play(&at(START), &format!("draw:{hand}")).key();
    assert_ne!(drawn("RBPPP"), drawn("RNPPP"));
}

/// docs/rules/README.md, "FEN": what is refused.
#[test]
fn fens_that_cannot_be_played() {
    let moving =
        |part: &str, field: &str| unreadable(&format!("3k4/8/8/8/8/8/8/4K3[] {part}"), field);
    moving("x - - 0 7 - -", "SIDE");
    moving("w - - 0 7 e1e1 -", "TURN");
    moving("w - - 0 7 d8 -", "TURN");
    moving("w - - 0 7 E1 -", "TURN");
    moving("w - - 0 7  -", "TURN");
    moving("w - - 0 7 -", "FEN");
    moving("w - - 0 7 - ", "HAND");
    moving("w - - 0 7 - K", "HAND");
    moving("w - - 0 7 - P", "HAND");
    moving("w - - 01 7 - -", "HALFMOVE");
    moving("w - - 0 x - -", "FULLMOVE");
    moving("w - e6 0 7 - -", "EP");
    moving("w H - 0 7 - -", "CASTLING");
    unreadable("3k4/8/8/8/8/8/8/R3K2R[] w AAH - 0 7 - -", "CASTLING");
    unreadable("3k4/8/8/8/8/8/8/R3K2R[] w K - 0 7 - -", "CASTLING");
    // A king or rook that has moved in this turn has no right left.
    unreadable("3k4/8/8/8/8/8/8/R3K2R[] w H - 0 7 h1 -", "CASTLING");
    unreadable("3k4/8/8/8/8/8/8/R3K2R[] w A - 0 7 e1 -", "CASTLING");
    assert_eq!(at("3k4/8/8/8/8/8/8/R3K2R[] w AH - 0 7 - -").fen().split(' ').nth(2), Some("HA"));
    // Castled pieces stand where castling puts them.
    unreadable("3k4/8/8/8/8/8/8/5RK1[] w - - 0 7 F1g1 -", "TURN");
    unreadable("3k4/8/8/8/8/8/8/6RK[] w - - 0 7 G1H1 -", "TURN");
    unreadable("3k4/8/8/8/8/8/8/5NK1[] w - - 0 7 F1G1 -", "TURN");
    assert!(Charismatic::from_fen("3k4/8/8/8/8/8/8/5RK1[] w - - 0 7 G1F1 -").is_ok());
    assert!(Charismatic::from_fen("1kr5/8/8/8/8/8/8/6K1[] b - - 0 7 B8C8 -").is_ok());
    // Six steps are too many, five and a castling are six.
    unreadable("3k4/8/8/8/8/PPPPPP2/8/4K3[] w - - 0 7 a3b3c3d3e3f3 -", "TURN");
    unreadable("3k4/8/8/8/8/PPPPP3/8/5RK1[] w - - 0 7 a3b3c3d3e3F1G1 -", "TURN");
    at("3k4/8/8/8/8/PPPPP3/8/5RK1[] w - - 0 7 a3b3c3d3F1G1 -");
    // Passed-over squares: the enemy's with their pawn, the own with a pawn that has moved.
    at("3k4/4p3/8/4p3/8/8/8/4K3[] w - e6 0 7 - -");
    at("3k4/8/8/8/4P3/8/8/4K3[] w - e3 0 7 e4 -");
    unreadable("3k4/8/8/8/4P3/8/8/4K3[] w - e3 0 7 - -", "EP");
    unreadable("3k4/8/4n3/4p3/8/8/8/4K3[] w - e6 0 7 - -", "EP");
    unreadable("3k4/8/8/4p3/8/8/8/4K3[] w - e5 0 7 - -", "EP");
    unreadable("3k4/8/8/4p3/8/8/8/4K3[] w - e6e6 0 7 - -", "EP");
    // The side not to move is in check only inside a turn.
    unreadable("3k4/8/8/8/8/8/8/3RK3[] w - - 0 7 - -", "SIDE");
    at("3k4/8/8/8/8/8/8/3RK3[] w - - 0 7 d1 -");
    // Pieces and pawns that no game could have.
    unreadable("3k4/8/8/8/8/8/QQPPPPPP/PP2K3[] w - - 0 7 - -", "BOARD");
    unreadable("3k4/8/8/8/8/P7/PPPPPPPP/4K3[] w - - 0 7 - -", "BOARD");
    unreadable("3k4/8/8/8/8/QQ6/PPPPPPPP/4K3[] w - - 0 7 - -", "BOARD");
    unreadable("3k4/8/8/8/8/8/8/P3K3[] w - - 0 7 - -", "BOARD");
    unreadable("3k3p/8/8/8/8/8/8/4K3[] w - - 0 7 - -", "BOARD");
    unreadable("3k4/8/8/8/8/8/8/8[] w - - 0 7 - -", "BOARD");
    unreadable("3k3k/8/8/8/8/8/8/4K3[] w - - 0 7 - -", "BOARD");
}

/// The same in the placement phase.
#[test]
fn placement_fens_that_cannot_be_played() {
    let reserve = "QRRBBNNPPPPPPPPqrrbbnnpppppppp";
    let start = |part: &str, field: &str| {
        unreadable(&format!("3k4/8/8/8/8/8/8/4K3[{reserve}] {part}"), field);
    };
    start("b - - 0 0 - -", "RESERVE");
    start("w - - 1 0 - -", "HALFMOVE");
    start("w - e3 0 0 - -", "EP");
    start("w - - 0 0 e1 -", "TURN");
    start("w - - 0 0 - PPPPP", "BOARD");
    start("w - - 0 0 - X", "HAND");
    start("w - - 0 0 - K", "HAND");
    unreadable(&format!("3k4/8/8/8/8/8/8/4K3[K{reserve}] w - - 0 0 - -"), "RESERVE");
    unreadable(&format!("4k3/8/8/8/8/8/8/4K3[{reserve}] w - - 0 0 - -"), "BOARD");
    // A piece is missing; four are drawn; one stands beyond the own half; a pawn on its first rank.
    let placing = |board: &str, reserve: &str, rest: &str, field: &str| {
        unreadable(&format!("{board}[{reserve}qrrbbnnpppppppp] w {rest}"), field);
    };
    placing("3k4/8/8/8/8/8/8/4K3", "QRBNNPPPPP", "- - 0 0 - RBPP", "RESERVE");
    placing("3k4/8/8/8/8/8/8/4K3", "QRBNNPPPPPP", "- - 0 0 - RBPP", "HAND");
    placing("3k4/8/8/B7/8/8/8/4K3", "QRBNNPPPPP", "- - 0 0 a5 RPPP", "BOARD");
    placing("3k4/8/8/8/B7/8/8/4K3", "QRBNNPPPPP", "- - 0 0 - RPPP", "HAND");
    placing("3k4/8/8/8/8/8/8/P3K3", "QRBNNPPPPP", "- - 0 0 a1 RBPP", "BOARD");
    placing("3k4/8/8/8/8/8/8/4KR2", "QRBNNPPPPP", "- - 0 0 E1F1 BPPP", "TURN");
    // A reserve with nothing left to draw.
    let empty = "rnqk2nr/pppppppp/3b1b2/8/1P1PP3/8/P1PB1PPP/RN1QKBNR[] w HAha - 0 0 - -";
    unreadable(empty, "RESERVE");
    // Nobody gives check between placement turns.
    let check = "3k4/8/8/8/PPP5/8/8/B2RK3[QRBNNPPPPPqrrbbnnpppppppp] b - - 0 0 - -";
    unreadable(check, "BOARD");
    // The order in which letters and squares are written does not matter.
    let any = at("3k4/8/8/8/8/8/8/R3K3[PPPPPNNBRQqrrbbnnpppppppp] w A - 0 0 a1 PPPB");
    assert_eq!(any.fen(), "3k4/8/8/8/8/8/8/R3K3[QRBNNPPPPPqrrbbnnpppppppp] w A - 0 0 a1 BPPP");
    assert_eq!(any.hand(), Reserve::of(&[Role::Bishop, Role::Pawn, Role::Pawn, Role::Pawn]));
    assert_eq!(any.reserve(Color::White).total(), 10);
}

/// The inventor's sample game, from a position that its score allows: the pawn that captures first
/// stands on the fourth rank, Black castles short to b8, and in the third turn Black's king stays
/// in check until it leaves it with the last of exactly four moves, which mate. (White's last `c4`
/// cannot be right: Black's queen stands there.)
#[test]
fn the_sample_game() {
    let start = at("r2k2r1/1bqppnb1/pp1p3n/2pp1p2/1P1PP1NP/3B2P1/1PPB1QNP/R2RK3[] w Aa - 0 1 - -");
    let black = play(&start, "b4c5,e4f5,b2b4,d1b1,g2f4,end");
    let white = play(&black, "d8b8,d6c5,h6f5,e7e5,end");
    assert!(white.fen().starts_with("1kr3r1/"));
    let black = play(&white, "d4e5,f4d5,d2f4,g4f6,c2c4,end");
    let white = play(&black, "b7d5,c5b4,c7c4,g7f6,f7e5,end");
    let black = play(&white, "f4e5,d3f5,f2b6,a1a6,end");
    assert_eq!(black.check(), Some(true));
    let in_check = play(&black, "d5f3,c4e2,c8c1");
    assert_eq!(in_check.check(), Some(true));
    assert!(!in_check.is_legal(Step::End));
    let mate = play(&in_check, "b8c8,end");
    assert_eq!(mate.outcome(), Some(Outcome::won(Color::Black, Ending::Checkmate)));
    // The long castling of the score leads to f8.
    let long = at("3k3r/8/8/8/8/8/8/4K3[] b h - 0 1 - -");
    assert!(play(&long, "d8f8,end").fen().starts_with("4rk2/"));
}

/// Replaying the effects on the board before gives the board after, over random series of steps;
/// keys stay right, and FENs come back as they were.
#[test]
fn effects_keys_and_fens_over_random_games() {
    let mut chance = Chance(7);
    let mut ended = 0;
    for _ in 0..20 {
        let mut position = Charismatic::initial();
        for _ in 0..250 {
            let steps = position.list();
            if steps.is_empty() {
                ended += 1;
                break;
            }
            // Ends come up more often than one in thirty.
            let step = if steps.contains(&Step::End) && chance.below(3) == 0 {
                Step::End
            } else {
                steps[chance.below(steps.len())]
            };
            let mut pieces: std::collections::BTreeMap<_, _> = (0..64)
                .map(rules::Square::new)
                .filter_map(|at| Some((at, position.piece_at(at)?)))
                .collect();
            let mut log = Vec::new();
            position.play(step, &mut log);
            for effect in log {
                match effect {
                    Effect::Slide { piece, from, to, .. } => {
                        assert_eq!(pieces.remove(&from), Some(piece));
                        assert_eq!(pieces.insert(to, piece), None);
                    }
                    Effect::Appear { piece, at } => assert_eq!(pieces.insert(at, piece), None),
                    Effect::Vanish { piece, at } => assert_eq!(pieces.remove(&at), Some(piece)),
                    Effect::Change { at, from, into } => {
                        assert_eq!(pieces.insert(at, into), Some(from));
                    }
                }
            }
            for at in (0..64).map(rules::Square::new) {
                assert_eq!(pieces.get(&at).copied(), position.piece_at(at));
            }
            assert_eq!(position.key(), position.recomputed_key());
            let read = Charismatic::from_fen(&position.fen());
            assert_eq!(read.as_ref(), Ok(&position), "{}", position.fen());
        }
    }
    assert!(ended > 0);
}

/// Positions that differ in one field alone have keys of their own.
#[test]
fn every_field_has_its_part_in_the_key() {
    let fens = [
        "r2k4/8/8/2pp4/8/8/8/R3K2R[] w - - 0 9 - -",
        "r2k4/8/8/2pp4/8/8/8/R3K2R[] b - - 0 9 - -",
        "r2k4/8/8/2pp4/8/8/8/R3K2R[] w H - 0 9 - -",
        "r2k4/8/8/2pp4/8/8/8/R3K2R[] w HA - 0 9 - -",
        "r2k4/8/8/2pp4/8/8/8/R3K2R[] w HAa - 0 9 - -",
        "r2k4/8/8/2pp4/8/8/8/R3K2R[] w - c6 0 9 - -",
        "r2k4/8/8/2pp4/8/8/8/R3K2R[] w - c6d6 0 9 - -",
        "r2k4/8/8/2pp4/8/8/8/R3K2R[] w - - 1 9 a1 -",
        "r2k4/8/8/2pp4/8/8/8/R3K2R[] w - - 1 9 h1 -",
        "r2k4/8/8/2pp4/8/8/8/R4RK1[] w - - 1 9 F1G1 -",
        "r2k4/8/8/2pp4/8/8/8/R4RK1[] w - - 2 9 f1g1 -",
        "3k4/8/8/8/8/8/8/4K3[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 0 - -",
        "3k4/8/8/8/8/8/8/4K3[RRBBPPPPPPPPqrrbbnnpppppppp] w - - 0 0 - QNN",
        "3k4/8/8/8/8/8/8/4K3[QRRBBPPPPPqrrbbnnpppppppp] w - - 0 0 - NNPPP",
        "3k4/8/8/8/8/8/8/4K3[QRRBBNPPPPqrrbbnnpppppppp] w - - 0 0 - NPPPP",
    ];
    let fens = fens.iter().filter_map(|fen| Charismatic::from_fen(fen).ok());
    let keys: std::collections::HashSet<u64> =
        fens.clone().map(|position| position.key()).collect();
    assert_eq!((fens.count(), keys.len()), (14, 14), "the hand of three is none");
}

/// docs/rules/README.md, "FEN": in placement neither side may be in check; the error names the side whose
/// pieces give it.
#[test]
fn who_gives_a_forbidden_check_is_named() {
    let by_white = "3k4/8/8/8/8/8/PPP1P3/3RK3[QRBBNNPPPPqrrbbnnpppppppp] b - - 0 0 - -";
    let by_black = "3kr3/pppp4/8/8/8/8/PPPP4/R3K3[QRBBNNPPPPqrbbnnpppp] w - - 0 0 - -";
    for (fen, side) in [(by_white, "'w'"), (by_black, "'b'")] {
        let error = Charismatic::from_fen(fen).unwrap_err().to_string();
        let wanted = format!("the pieces of side {side} give a check");
        assert!(error.starts_with("BOARD") && error.contains(&wanted), "{fen}: {error}");
    }
}

/// What a search that plans a whole turn asks: rights, passed-over squares, and the position that
/// the other side finds.
#[test]
fn a_planned_turn_is_handed_over() {
    let before = at("r2k4/8/8/2pp4/8/8/3P4/R3K2R[] w HAa c6d6 0 9 - -");
    assert_eq!(before.castling().bits().count_ones(), 3);
    assert_eq!(before.passed(), (1 << 42) | (1 << 43));
    assert_eq!(before.passed(), before.passed_by_enemy());
    let after = play(&before, "h1h2,d2d4,end");
    let touched = 1 << 7 | 1 << 15 | 1 << 11 | 1 << 27;
    let planned = before.handed_over(after.board(), touched, 1 << 19);
    assert_eq!(planned.key(), after.key());
    assert_eq!((planned.turn(), planned.moved()), (Color::Black, 0));
    assert_eq!(planned.castling().bits().count_ones(), 2);
}
