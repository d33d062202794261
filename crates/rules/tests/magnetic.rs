//! Magnetic Chess: the rules sentence by sentence, why steps are refused, and steps and impulses
//! against a plain reading, square by square.

use testkit::chance;
use testkit::playout;
use testkit::refusals;

use std::collections::BTreeMap;

use chance::Chance;
use refusals::refusals_agree_with_the_steps_and_have_sentences;
use rules::fen::{Field, Problem};
use rules::games::magnetic::Magnetic;
use rules::{
    Bits, Color, Effect, Ending, Outcome, Piece, Position, Role, Shape, Square, Step, Why,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const SHAPE: &Shape = &Magnetic::SPEC.shape;

fn position(fen: &str) -> Magnetic {
    Magnetic::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn square(name: &str) -> Square {
    SHAPE.parse(name).unwrap_or_else(|| panic!("{name} is no square"))
}

fn step(text: &str) -> Step {
    Step::parse(text, Magnetic::SPEC).unwrap_or_else(|error| panic!("{error}"))
}

fn after(position: &Magnetic, text: &str) -> Magnetic {
    let mut after = *position;
    assert!(position.is_legal(step(text)), "{text} in {}", position.fen());
    after.play(step(text), &mut ());
    after
}

/// Checks the FEN after a step.
fn check(fen: &str, text: &str, wanted: &str) {
    assert_eq!(after(&position(fen), text).fen(), wanted, "{text} in {fen}");
}

/// The steps that begin with a text, sorted.
fn steps(fen: &str, from: &str) -> String {
    let mut names: Vec<String> = position(fen)
        .list()
        .iter()
        .map(|step| step.display(Magnetic::SPEC).to_string())
        .filter(|name| name.starts_with(from))
        .collect();
    names.sort();
    names.join(" ")
}

/// The effects of a step, as text: `Pe2e4`, `xe4` (captured), `-a2a4` (attracted), `+c5h5`
/// (repelled), `d8=Q`.
fn effects(fen: &str, text: &str) -> String {
    let before = position(fen);
    assert!(before.is_legal(step(text)), "{text} in {fen}");
    let mut effects = Vec::new();
    before.clone().play(step(text), &mut effects);
    let letter = |piece: Piece| Magnetic::SPEC.letter(piece.role);
    let words: Vec<String> = effects
        .into_iter()
        .map(|effect| match effect {
            Effect::Slide { piece, from, to, why } => {
                let sign = match why {
                    Why::Moved => letter(piece),
                    Why::Attracted => '-',
                    Why::Repelled => '+',
                };
                format!("{sign}{}{}", SHAPE.name(from), SHAPE.name(to))
            }
            Effect::Vanish { at, .. } => format!("x{}", SHAPE.name(at)),
            Effect::Change { at, into, .. } => format!("{}={}", SHAPE.name(at), letter(into)),
            Effect::Appear { .. } => "nobody appears".to_owned(),
        })
        .collect();
    words.join(" ")
}

/// Checks the reason for refusing a step, the squares that it names, and the rule.
fn refused(fen: &str, text: &str, reason: &str, squares: &str, anchor: &str) {
    let position = position(fen);
    let refusal = position.why_not(step(text)).unwrap_or_else(|| panic!("{text} is not refused"));
    let named: Vec<String> =
        refusal.pieces.iter().map(|&(square, _)| SHAPE.name(square).to_string()).collect();
    assert_eq!((refusal.reason, named.join(" ").as_str()), (reason, squares), "{text} in {fen}");
    assert_eq!(refusal.rule, format!("magnetic#{anchor}"));
    for (square, piece) in refusal.pieces {
        assert_eq!(piece, position.piece_at(square));
    }
}

#[test]
fn refused_exactly_when_not_listed_and_reasons_have_sentences() {
    refusals_agree_with_the_steps_and_have_sentences::<Magnetic>();
}

/// "Start".
#[test]
fn initial_position() {
    let start = Magnetic::initial();
    assert_eq!(start.fen(), START);
    assert_eq!((start.turn(), start.halfmove(), start.fullmove()), (Color::White, 0, 1));
    assert_eq!(start.royals(Color::White), u64::of(square("e1")));
    assert_eq!(start.royals(Color::Black), u64::of(square("e8")));
    assert_eq!(start.pieces(Color::Black).count(), 16);
}

/// Examples: "1. c2c4 draws c7 to c5. 1... d8a5 then draws a2 to a4 and repels the pawn c5 to h5."
#[test]
fn first_example() {
    let first = after(&Magnetic::initial(), "c2c4");
    assert_eq!(first.fen(), "rnbqkbnr/pp1ppppp/8/2p5/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1");
    let second = after(&first, "d8a5");
    assert_eq!(second.fen(), "rnb1kbnr/pp1ppppp/8/q6p/P1P5/8/1P1PPPPP/RNBQKBNR w KQkq - 1 2");
    assert_eq!(effects(&first.fen(), "d8a5"), "Qd8a5 -a2a4 +c5h5");
}

/// Examples: "White plays d4d5".
#[test]
fn second_example() {
    let fen = "3b3k/8/3K4/q1R2rP1/3Q4/8/3b4/8 w - - 0 1";
    check(fen, "d4d5", "3b3k/8/3K4/qR1Qr1P1/3b4/8/8/8 b - - 1 1");
    assert_eq!(effects(fen, "d4d5"), "Qd4d5 -d2d4 +c5b5 -f5e5");
}

/// Source 1: "The object is to *capture* the enemy king." Ruling: "captures of the king included;
/// the capture ends the game. The impulse of that step is still carried out."
#[test]
fn capturing_the_king_ends_the_game() {
    let fen = "r3k2r/8/8/8/4R3/8/4n3/K7 w kq - 5 9";
    let won = after(&position(fen), "e4e8");
    assert_eq!(won.fen(), "3rRr2/4n3/8/8/8/8/8/K7 b - - 0 9", "both rooks and the knight come");
    assert_eq!(effects(fen, "e4e8"), "xe8 Re4e8 -e2e7 -a8d8 -h8f8");
    assert_eq!(won.outcome(), Some(Outcome::won(Color::White, Ending::RoyalCaptured)));
    assert_eq!(won.count(), 0);
    assert_eq!(won.royals(Color::Black), 0);
    assert!(!won.is_king_en_prise());
    refused(&won.fen(), "d8d1", "magnetic.king-captured", "", "source-1");
    let black = after(&position("4k3/8/8/8/8/3r4/8/R2K2R1 b - - 7 20"), "d3d1");
    assert_eq!(black.outcome(), Some(Outcome::won(Color::Black, Ending::RoyalCaptured)));
    let late = position("4R3/8/8/8/8/8/8/K7 b - - 100 90");
    assert_eq!(late.outcome(), Some(Outcome::won(Color::White, Ending::RoyalCaptured)));
}

/// Source 1: "There is no check: kings may be left or moved into attack."
#[test]
fn kings_may_be_attacked() {
    let fen = "4r2k/8/8/8/8/8/3PP3/3QK3 w - - 0 1";
    let attacked = position("4r2k/8/8/8/8/8/3P4/4K3 w - - 0 1");
    assert_eq!(attacked.check(), None);
    assert!(attacked.is_king_en_prise());
    assert_eq!(attacked.attackers(square("e1"), Color::Black), u64::of(square("e8")));
    assert!(attacked.is_legal(step("d2d3")), "left in attack");
    assert!(attacked.is_legal(step("e1e2")), "moved into attack");
    assert!(position("8/8/8/3k4/8/3K4/8/8 w - - 0 1").is_legal(step("d3d4")), "beside the king");
    assert!(position("8/8/8/3k4/3K4/8/8/8 w - - 0 1").is_legal(step("d4d5")), "king takes king");
    assert!(!position(fen).is_king_en_prise(), "e2 covers the king");
    assert_eq!(position(fen).check(), None);
}

/// Source 2: "On each of the four rays the nearest piece is affected …: a friendly piece is repelled
/// and slides away until the next piece or the edge, an enemy piece is drawn to the square next to the
/// landing square." Only the nearest piece of each ray moves.
#[test]
fn nearest_pieces_on_four_rays() {
    let pieces = "3n3k/3r4/8/1nb1N1BQ/8/8/3R4/K2r4 w - - 0 1";
    assert_eq!(effects(pieces, "e5d3"), "Ne5d3 -d7d4", "d2 has no room: d1 is the next piece");
    let open = "3n3k/3r4/8/1n4BQ/8/4N3/3R4/K7 w - - 0 1";
    assert_eq!(effects(open, "e3d5"), "Ne3d5 +d2d1 -b5c5 -d7d6");
    check(open, "e3d5", "3n3k/8/3r4/2nN2BQ/8/8/8/K2R4 b - - 1 1");
    let own = "k7/8/3B4/8/8/8/1B1P2B1/K2N4 w - - 0 1";
    assert_eq!(effects(own, "g2d5"), "Bg2d5 +d6d8");
}

/// Source 2: "Every move, capture or not, by a piece other than a king makes a magnetic impulse along
/// the rank and file of the landing square"; "a captured piece is gone before the impulse".
#[test]
fn impulses_of_each_kind() {
    let fen = "7k/8/r7/8/1P6/8/8/B1N1K2Q w - - 0 1";
    assert_eq!(effects(fen, "b4b5"), "Pb4b5");
    assert_eq!(effects(fen, "c1d3"), "Nc1d3");
    assert_eq!(effects(fen, "a1f6"), "Ba1f6 -a6e6");
    assert_eq!(effects(fen, "h1b7"), "Qh1b7 +b4b1");
    assert_eq!(effects("7k/8/r7/8/R3P3/8/8/4K3 w - - 0 1", "a4a6"), "xa6 Ra4a6", "gone already");
    assert_eq!(effects("7k/8/1r5n/P7/8/8/8/1N2K3 w - - 0 1", "a5b6"), "xb6 Pa5b6 -h6c6");
}

/// Source 2, "if it is not a king"; source 3: "Kings are not affected, and nothing beyond a king
/// on a ray is. King moves make no impulse".
#[test]
fn kings_shield_and_make_no_impulse() {
    let fen = "3q4/3k4/8/8/r1KQ3n/8/8/3b4 w - - 0 1";
    assert_eq!(effects(fen, "d4d5"), "Qd4d5 -d1d4", "d7 and what is behind it stays");
    assert_eq!(effects(fen, "d4e4"), "Qd4e4 -h4f4", "the own king on c4 shields a4");
    assert_eq!(effects(fen, "c4c5"), "Kc4c5");
    assert_eq!(effects(fen, "c4d5"), "Kc4d5");
    let capture = "7k/8/8/2n1r2P/3K4/8/8/8 w - - 4 1";
    assert_eq!(effects(capture, "d4e5"), "xe5 Kd4e5");
    check(capture, "d4e5", "7k/8/8/2n1K2P/8/8/8/8 b - - 0 1");
}

/// Checked against published games: "displaced pieces cause nothing further".
#[test]
fn displaced_pieces_cause_nothing_further() {
    let fen = "7k/8/8/8/5n2/8/3Q2r1/K7 w - - 0 1";
    assert_eq!(effects(fen, "d2e2"), "Qd2e2 -g2f2", "the knight on f4 stays");
}

/// Checked against published games: "a piece promoted by its own move makes the impulse".
#[test]
fn own_promotion_makes_the_impulse() {
    let fen = "6nk/2P5/8/8/2n5/8/8/K7 w - - 9 30";
    assert_eq!(steps(fen, "c7"), "c7c8b c7c8n c7c8q c7c8r");
    assert_eq!(effects(fen, "c7c8n"), "Pc7c8 c8=N -c4c7 -g8d8");
    check(fen, "c7c8q", "2Qn3k/2n5/8/8/8/8/8/K7 b - - 0 30");
    let capture = "6nk/7P/8/6R1/8/8/8/K7 w - - 9 30";
    assert_eq!(effects(capture, "h7g8r"), "xg8 Ph7g8 g8=R +g5g1");
}

/// Source 5: "A friendly pawn repelled to the last rank is promoted at once." Checked: "one
/// promoted by an impulse makes none". Ruling: the letter says what it becomes, and "is required".
#[test]
fn pushed_promotions() {
    let fen = "n7/8/7k/3P4/8/2n5/8/R3K3 w - - 6 40";
    assert_eq!(steps(fen, "a1d1"), "a1d1b a1d1n a1d1q a1d1r");
    assert_eq!(effects(fen, "a1d1n"), "Ra1d1 +d5d8 d8=N");
    check(fen, "a1d1q", "n2Q4/8/7k/8/8/2n5/8/3RK3 b - - 7 40");
    assert_eq!(steps(fen, "a1c1"), "a1c1");
    refused(fen, "a1d1", "magnetic.push-promotion-missing", "d5", "ruling-promotion");
    refused(fen, "a1d1k", "common.promotion-impossible", "d5", "ruling-promotion");
    refused(fen, "a1d1p", "common.promotion-impossible", "d5", "ruling-promotion");
    refused(fen, "a1c1q", "common.promotion-not-wanted", "a1", "ruling-moves");
    let black = "4k3/8/3r4/8/4p3/8/7K/8 b - - 6 40";
    assert_eq!(steps(black, "d6e6"), "d6e6b d6e6n d6e6q d6e6r");
    check(black, "d6e6r", "4k3/8/4r3/8/8/8/7K/4r3 w - - 7 41");
}

/// No letter where the pawn does not reach the last rank, or is no pawn of that side, or is no
/// nearest piece; a square in front of it pushes it backward.
#[test]
fn pushes_that_promote_nobody() {
    let steps_to_d1 = |file_d: [char; 8]| {
        let mut ranks = ["8", "8", "8", "8", "8", "8", "8", "R3K2k"].map(str::to_owned);
        for (rank, piece) in ranks.iter_mut().zip(file_d) {
            if piece != '.' && rank.len() == 1 {
                *rank = format!("3{piece}4");
            }
        }
        steps(&format!("{} w - - 0 1", ranks.join("/")), "a1d1")
    };
    let four = "a1d1b a1d1n a1d1q a1d1r";
    assert_eq!(steps_to_d1(['.', 'P', '.', '.', '.', '.', '.', '.']), four);
    assert_eq!(steps_to_d1(['.', '.', '.', '.', '.', '.', 'P', '.']), four);
    assert_eq!(steps_to_d1(['.', '.', 'P', '.', 'P', '.', '.', '.']), "a1d1", "it stops at d5");
    assert_eq!(steps_to_d1(['.', '.', 'P', '.', 'N', '.', '.', '.']), "a1d1", "the knight is next");
    assert_eq!(steps_to_d1(['.', '.', 'P', '.', 'n', '.', '.', '.']), "a1d1");
    assert_eq!(steps_to_d1(['n', '.', 'P', '.', '.', '.', '.', '.']), "a1d1", "d8 is taken");
    assert_eq!(steps_to_d1(['.', '.', 'p', '.', '.', '.', '.', '.']), "a1d1", "drawn, not driven");
    let beside = "7k/8/8/8/3P4/8/8/K6B w - - 0 1";
    assert_eq!(steps(beside, "h1d5"), "h1d5");
    check(beside, "h1d5", "7k/8/8/3B4/8/8/8/K2P4 b - - 1 1");
}

/// Source 5: the piece that pushes may capture where it lands, a king too, be any piece but a king, or
/// have stood between.
#[test]
fn pieces_that_push() {
    let four = |step: &str| ["b", "n", "q", "r"].map(|letter| format!("{step}{letter}")).join(" ");
    let fen = "7k/8/8/3P4/8/1N1r2B1/2P1Q3/7K w - - 0 1";
    assert_eq!(steps(fen, "e2d3"), four("e2d3"), "the queen, capturing");
    assert_eq!(steps(fen, "c2d3"), four("c2d3"), "the pawn, capturing");
    assert_eq!(steps(fen, "b3d4"), four("b3d4"));
    assert_eq!(steps(fen, "b3d2"), "b3d2", "the rook on d3 is nearer");
    assert_eq!(steps(fen, "e2d2"), "e2d2");
    assert_eq!(steps("8/8/8/3P4/8/3k4/4Q3/7K w - - 0 1", "e2d3"), four("e2d3"), "takes the king");
    assert_eq!(
        steps("7k/8/8/3P4/8/3K4/8/8 w - - 0 1", "d3"),
        "d3c2 d3c3 d3c4 d3d2 d3d4 d3e2 d3e3 d3e4"
    );
    let rook = "7k/8/3P4/8/3R4/8/3n4/7K w - - 0 1";
    assert_eq!(steps(rook, "d4d5"), four("d4d5"));
    assert_eq!(steps(rook, "d4d3"), four("d4d3"), "it stood between");
    assert_eq!(steps(rook, "d4d2"), four("d4d2"), "it stood between, and captures");
    assert_eq!(effects(rook, "d4d2q"), "xd2 Rd4d2 +d6d8 d8=Q");
    assert_eq!(steps(rook, "d4e4"), "d4e4");
    let doubled = "7k/8/3P4/8/8/8/3P4/7K w - - 0 1";
    assert_eq!(steps(doubled, "d2"), format!("{} {}", four("d2d3"), four("d2d4")));
    assert_eq!(steps(doubled, "d6"), "d6d7");
    let capture = "7k/2r1r3/3P4/8/8/2P5/3r4/2B4K w - - 0 1";
    assert_eq!(steps(capture, "c1d2"), four("c1d2"));
    assert_eq!(steps(capture, "d6"), "d6c7 d6d7 d6e7");
    let black = "7k/2p5/1b1p4/2P1R3/3p4/8/8/7K b - - 0 1";
    assert_eq!(steps(black, "d6e5"), "d6e5");
    assert_eq!(steps(black, "d6c5"), "d6c5");
    assert_eq!(steps(black, "d6d5"), four("d6d5"));
    assert_eq!(steps("7k/5q2/4p3/3P4/3p4/8/8/7K b - - 0 1", "e6d5"), four("e6d5"));
    let edges = "3k4/8/8/8/P6P/8/8/1R2K1R1 w - - 0 1";
    assert_eq!(steps(edges, "b1a1"), four("b1a1"));
    assert_eq!(steps(edges, "g1h1"), four("g1h1"));
}

/// Source 3: "in castling the rook's move does" make an impulse; ruling: "The impulse starts from
/// the rook's new square", castling needs "the right and empty squares between king and rook only".
#[test]
fn castling() {
    let fen = "4k2r/8/5n2/8/8/8/8/R3K2R w KQk - 3 8";
    assert_eq!(effects(fen, "e1g1"), "Ke1g1 Rh1f1 -f6f2");
    check(fen, "e1g1", "4k2r/8/8/8/8/8/5n2/R4RK1 b k - 4 8");
    assert_eq!(effects(fen, "e1c1"), "Ke1c1 Ra1d1");
    let bishop = "4k3/8/5n2/8/8/8/8/2B1K2R w K - 3 8";
    assert_eq!(effects(bishop, "e1g1"), "Ke1g1 Rh1f1 +c1a1 -f6f2");
    let knight = "4k3/8/8/8/8/8/8/R3K1nR w Q - 3 8";
    assert_eq!(effects(knight, "e1c1"), "Ke1c1 Ra1d1 -g1e1");
    let attacked = "4k3/8/8/8/8/2b5/4r3/R3K2R w KQ - 0 1";
    assert!(position(attacked).is_legal(step("e1g1")), "in, through and into check");
    assert!(position(attacked).is_legal(step("e1c1")));
    let knight = "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1";
    assert!(!position(knight).is_legal(step("e1c1")), "b1 must be empty too");
    refused(knight, "e1c1", "common.castling-blocked", "e1 b1", "ruling-castling");
    refused(
        "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
        "e1g1",
        "common.castling-no-right",
        "e1 g1",
        "ruling-castling",
    );
    let black = "r3k2r/8/8/8/8/8/8/3QK3 b kq - 0 1";
    assert_eq!(effects(black, "e8c8"), "Ke8c8 Ra8d8 -d1d7");
    check(black, "e8g8", "r4rk1/8/8/8/8/8/8/3QK3 w - - 1 2");
    let moved = "4k3/8/8/8/8/8/8/R2K3R w - - 0 1";
    refused(moved, "d1f1", "common.king", "d1 f1", "ruling-moves");
}

/// Ruling: "castling that pushes a pawn on the rook's new file: `e1g1q`".
#[test]
fn castling_that_pushes() {
    let fen = "4k3/8/5P2/8/8/8/8/R3K2R w KQ - 3 8";
    assert_eq!(steps(fen, "e1g1"), "e1g1b e1g1n e1g1q e1g1r");
    assert_eq!(steps(fen, "e1c1"), "e1c1");
    assert_eq!(effects(fen, "e1g1b"), "Ke1g1 Rh1f1 +f6f8 f8=B");
    check(fen, "e1g1b", "4kB2/8/8/8/8/8/8/R4RK1 b - - 4 8");
    refused(fen, "e1g1", "magnetic.push-promotion-missing", "f6", "ruling-promotion");
    refused(fen, "e1c1q", "common.promotion-not-wanted", "e1", "ruling-moves");
    assert_eq!(steps(fen, "e1f1"), "e1f1", "a king pushes nobody");
    let queen_side = "4k3/8/3P4/8/8/8/6P1/R3K2R w KQ - 3 8";
    assert_eq!(steps(queen_side, "e1c1"), "e1c1b e1c1n e1c1q e1c1r");
    assert_eq!(steps(queen_side, "e1g1"), "e1g1");
    let on_king_to = "4k3/8/6P1/8/8/8/8/R3K2R w KQ - 3 8";
    assert_eq!(steps(on_king_to, "e1g1"), "e1g1");
}

/// Ruling: "A rook that an impulse displaces has moved: its castling right is gone, also if it
/// comes back. A right is gone too when the rook is captured."
#[test]
fn displaced_rooks_lose_the_right() {
    let fen = "r3k2r/8/8/3b4/7N/8/8/R3K2R w KQkq - 0 1";
    let drawn = after(&position(fen), "h4g6");
    assert_eq!(drawn.fen(), "r3k2r/8/6N1/3b4/8/8/8/R3K2R b KQkq - 1 1");
    let drawn = after(&position("r3k2r/8/8/3b4/5N2/8/8/R3K2R w KQkq - 0 1"), "f4h5");
    assert_eq!(drawn.fen(), "r3k3/8/7r/6bN/8/8/8/R3K2R b KQq - 1 1");
    assert_eq!(drawn.piece_at(square("h1")).unwrap().role, Role::Rook, "no room: not displaced");
    let back = after(&position("4k3/8/8/7r/8/8/8/R3K2R b KQ - 0 1"), "h5h4");
    assert_eq!(back.fen(), "4k3/8/8/8/7r/7R/8/R3K3 w Q - 1 2");
    let back = after(&back, "h3h1");
    assert_eq!(back.fen(), "4k3/8/8/8/8/8/7r/R3K2R b Q - 2 2");
    let captured = after(&position("r3k2r/8/8/3b4/8/8/8/R3K2R b KQkq - 0 1"), "d5h1");
    assert_eq!(captured.fen(), "r3k2r/8/8/8/8/8/8/R3K2b w Qkq - 0 2");
}

/// A king's or rook's own move takes the rights; moves of others leave them.
#[test]
fn rights_go_with_moves() {
    let fen = "r3k2r/8/8/8/8/8/6B1/R3K2R w KQkq - 0 1";
    assert!(after(&position(fen), "e1e2").fen().contains(" kq "));
    assert!(after(&position(fen), "h1g1").fen().contains(" Qkq "));
    assert!(after(&position(fen), "a1c1").fen().contains(" Kkq "));
    assert!(after(&position(fen), "g2e4").fen().contains(" KQkq "));
}

/// Source 4: "No en passant."
#[test]
fn no_en_passant() {
    let fen = "4k3/3p4/8/2P5/8/8/8/4K3 b - - 0 1";
    let passed = after(&position(fen), "d7d5");
    assert_eq!(passed.fen(), "4k3/8/8/2Pp4/8/8/8/4K3 w - - 0 2");
    refused(&passed.fen(), "c5d6", "common.pawn-no-capture", "c5 d6", "ruling-moves");
    let error = Magnetic::from_fen(&START.replace("KQkq -", "KQkq e3")).unwrap_err();
    assert_eq!(error.field, Field::EnPassant);
}

/// Source 4: "Pawns can be repelled to the first or the eighth rank. A pawn on its first or second
/// rank may always make a double step, also if it has moved before."
#[test]
fn double_steps_from_the_first_and_second_rank() {
    let fen = "7k/8/8/8/8/2P5/1P1P4/P2nK3 w - - 0 1";
    assert_eq!(steps(fen, "a1"), "a1a2 a1a3");
    assert_eq!(steps(fen, "b2"), "b2b3 b2b4");
    assert_eq!(steps(fen, "c3"), "c3c4");
    assert_eq!(steps("7k/8/8/8/8/P7/8/P3K3 w - - 0 1", "a1"), "a1a2b a1a2n a1a2q a1a2r");
    assert_eq!(steps("n6k/8/8/8/8/P7/8/P3K3 w - - 0 1", "a1"), "a1a2", "a3 is taken");
    assert_eq!(steps("n6k/8/8/8/8/8/P7/P3K3 w - - 0 1", "a1"), "", "a2 is taken");
    assert_eq!(steps("7k/8/8/8/8/8/1n6/P3K3 w - - 0 1", "a1"), "a1a2 a1a3 a1b2");
    assert_eq!(steps("3p3k/8/8/8/8/8/8/4K3 b - - 0 1", "d8"), "d8d6 d8d7");
    assert_eq!(steps("7k/3p4/8/8/8/8/8/4K3 b - - 0 1", "d7"), "d7d5 d7d6");
    refused(fen, "c3c5", "common.pawn-double-early", "c3", "ruling-moves");
    let repelled = "7k/8/8/8/7Q/8/2P5/4K3 w - - 0 1";
    check(repelled, "h4c4", "7k/8/8/8/2Q5/8/8/2P1K3 b - - 1 1");
    let black = "4k3/2p5/8/7q/8/8/8/4K3 b - - 0 1";
    check(black, "h5c5", "2p1k3/8/8/2q5/8/8/8/4K3 w - - 1 2");
}

/// Ruling: "No step at all: a drawn game. (A side has lost its king: it has lost.)"
#[test]
fn no_step_is_a_drawn_game() {
    let stuck = position("k7/8/8/6p1/5pP1/5Pp1/5pPN/5PRK w - - 0 31");
    assert_eq!(stuck.count(), 0);
    assert_eq!(stuck.outcome(), Some(Outcome::drawn(Ending::NoLegalStep)));
}

/// "HALFMOVE reaches 100: drawn automatically". Insufficient material is no matter here.
#[test]
fn hundred_turns_draw() {
    assert_eq!(position("7k/8/8/8/8/8/8/K7 w - - 99 60").outcome(), None);
    let over = position("7k/8/8/8/8/8/8/K7 w - - 100 60");
    assert_eq!(over.outcome(), Some(Outcome::drawn(Ending::FiftyMoves)));
    assert_eq!(over.count(), 3);
}

/// Ruling: "HALFMOVE: reset by a capture or by a pawn's own move, not by displacement."
#[test]
fn halfmove() {
    let fen = "7k/2p5/8/8/8/7n/P7/K1R4R w - - 42 50";
    assert_eq!(after(&position(fen), "a2a3").halfmove(), 0);
    assert_eq!(after(&position(fen), "h1h3").halfmove(), 0);
    assert_eq!(after(&position(fen), "a1b1").halfmove(), 43);
    let drawn = after(&position(fen), "c1c4");
    assert_eq!(drawn.fen(), "7k/8/8/2p5/2R5/7n/P7/K6R b - - 43 50");
    let black = after(&drawn, "h8h7");
    assert_eq!((black.halfmove(), black.fullmove(), black.turn()), (44, 51, Color::White));
    let mut unchanged = drawn;
    unchanged.play(Step::End, &mut ());
    assert_eq!(unchanged, drawn, "the game has no such step");
}

#[test]
fn reasons() {
    refused(START, "end", "common.no-end", "", "ruling-moves");
    refused(START, "draw:QR", "common.no-draws", "", "ruling-moves");
    refused(START, "N@e4", "common.no-drops", "", "ruling-moves");
    refused(START, "e4e5", "common.no-piece", "e4", "ruling-moves");
    refused(START, "e7e5", "common.not-your-piece", "e7", "ruling-moves");
    refused(START, "e2e2", "common.same-square", "e2", "ruling-moves");
    refused(START, "e1e2", "common.own-piece", "e1 e2", "ruling-moves");
    refused(START, "e1g1", "common.castling-blocked", "e1 f1", "ruling-castling");
    refused(START, "a1a4", "common.blocked", "a1 a2", "ruling-moves");
    refused(START, "b1b3", "common.knight", "b1 b3", "ruling-moves");
    refused(START, "e2e4q", "common.promotion-not-wanted", "e2", "ruling-moves");
    let last = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    refused(last, "a7a8", "common.promotion-missing", "a7", "ruling-moves");
    refused(last, "a7a8k", "common.promotion-impossible", "a7", "ruling-moves");
}

/// docs/rules/README.md, "FEN": what no game can hold is refused, with the field named.
#[test]
fn impossible_fens() {
    let check = |fen: &str, field: Field, problem: Problem| {
        let error = Magnetic::from_fen(fen).expect_err(fen);
        assert_eq!((error.field, error.problem), (field, problem), "{fen}");
    };
    let misplaced = |letter, square: &str| Problem::Misplaced { letter, square: square.into() };
    check("P6k/8/8/8/8/8/8/K7 w - - 0 1", Field::Board, misplaced('P', "a8"));
    check("7k/8/8/8/8/8/8/K6p w - - 0 1", Field::Board, misplaced('p', "h1"));
    assert!(Magnetic::from_fen("p6k/8/8/8/8/8/8/K6P w - - 0 1").is_ok());
    let kings = |letter, found| Problem::RoyalCount { letter, found };
    check("8/8/8/8/8/8/8/K7 w - - 0 1", Field::Board, kings('k', 0));
    check("7k/8/8/8/8/8/8/8 b - - 0 1", Field::Board, kings('K', 0));
    check("7k/8/8/8/8/8/8/KK6 w - - 0 1", Field::Board, kings('K', 2));
    check("6kk/8/8/8/8/8/8/K7 w - - 0 1", Field::Board, kings('k', 2));
    assert!(Magnetic::from_fen("7k/8/8/8/8/8/8/8 w - - 0 1").is_ok());
    check("4k3/8/8/8/8/8/8/R6R w K - 0 1", Field::Castling, Problem::Right('K'));
    check("4k3/8/8/8/8/8/8/4K2N w K - 0 1", Field::Castling, Problem::Right('K'));
    check("3k3r/8/8/8/8/8/8/4K3 w k - 0 1", Field::Castling, Problem::Right('k'));
    let captured = "r3k2r/8/8/8/8/8/8/8 w kq - 0 1";
    assert_eq!(position(captured).fen(), captured, "the winner's rights stay");
    check(&START.replace("KQkq - 0 1", "KQkq - 0 0"), Field::Fullmove, Problem::Number("0".into()));
    let pawns = START.replace("8/PPPPPPPP", "P7/PPPPPPPP");
    check(&pawns, Field::Board, Problem::Material(Color::White));
    let knights = START.replace("8/8/8/8", "N7/8/8/8");
    check(&knights, Field::Board, Problem::Material(Color::White));
    let knights = START.replace("8/8/8/8", "n7/8/8/8");
    check(&knights, Field::Board, Problem::Material(Color::Black));
    let promoted = START.replace("8/8/8/8/PPPPPPPP", "N7/8/8/8/PPPPPPP1");
    assert!(Magnetic::from_fen(&promoted).is_ok());
}

/// A plain reading of the rules, square by square, to compare with.
mod oracle {
    use super::*;

    /// Files and ranks from 0.
    pub(super) type At = (i32, i32);

    const ROOK: [At; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    const BISHOP: [At; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    const KNIGHT: [At; 8] =
        [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

    #[derive(Clone)]
    pub(super) struct State {
        pub(super) pieces: BTreeMap<At, char>,
        pub(super) is_white: bool,
        pub(super) rights: String,
        pub(super) halfmove: u32,
        pub(super) fullmove: u32,
    }

    fn exists((file, rank): At) -> bool {
        (0..8).contains(&file) && (0..8).contains(&rank)
    }

    fn name((file, rank): At) -> String {
        format!("{}{}", (b'a' + file as u8) as char, rank + 1)
    }

    impl State {
        pub(super) fn new(fen: &str) -> Self {
            let fields: Vec<&str> = fen.split(' ').collect();
            let mut pieces = BTreeMap::new();
            for (row, rank) in fields[0].split('/').zip((0..8).rev()) {
                let mut file = 0;
                for letter in row.chars() {
                    match letter.to_digit(10) {
                        Some(run) => file += run as i32,
                        None => {
                            pieces.insert((file, rank), letter);
                            file += 1;
                        }
                    }
                }
            }
            Self {
                pieces,
                is_white: fields[1] == "w",
                rights: fields[2].replace('-', ""),
                halfmove: fields[4].parse().unwrap(),
                fullmove: fields[5].parse().unwrap(),
            }
        }

        pub(super) fn fen(&self) -> String {
            let mut board = String::new();
            for rank in (0..8).rev() {
                for file in 0..8 {
                    board.push(*self.pieces.get(&(file, rank)).unwrap_or(&'1'));
                }
                board.push(if rank > 0 { '/' } else { ' ' });
            }
            for run in (2..=8).rev() {
                board = board.replace(&"1".repeat(run), &run.to_string());
            }
            let side = if self.is_white { 'w' } else { 'b' };
            let rights = if self.rights.is_empty() { "-" } else { &self.rights };
            format!("{board}{side} {rights} - {} {}", self.halfmove, self.fullmove)
        }

        fn is_own(&self, piece: char) -> bool {
            piece.is_ascii_uppercase() == self.is_white
        }

        fn reach(&self, (file, rank): At, piece: char) -> Vec<At> {
            let ahead = if self.is_white { 1 } else { -1 };
            let queen = [ROOK, BISHOP].concat();
            let (steps, length): (&[At], i32) = match piece.to_ascii_uppercase() {
                'R' => (&ROOK, 7),
                'B' => (&BISHOP, 7),
                'Q' => (&queen, 7),
                'N' => (&KNIGHT, 1),
                'K' => (&queen, 1),
                _ => (&[], 0),
            };
            let mut reach = Vec::new();
            for step in steps {
                for times in 1..=length {
                    let to = (file + times * step.0, rank + times * step.1);
                    match self.pieces.get(&to) {
                        _ if !exists(to) => break,
                        Some(&other) => {
                            reach.extend((!self.is_own(other)).then_some(to));
                            break;
                        }
                        None => reach.push(to),
                    }
                }
            }
            if piece.eq_ignore_ascii_case(&'P') {
                for side in [-1, 1] {
                    let to = (file + side, rank + ahead);
                    let enemy = self.pieces.get(&to).is_some_and(|&other| !self.is_own(other));
                    reach.extend(enemy.then_some(to));
                }
                let first = if self.is_white { 0 } else { 7 };
                let most = if rank == first || rank == first + ahead { 2 } else { 1 };
                for times in 1..=most {
                    let to = (file, rank + times * ahead);
                    if self.pieces.contains_key(&to) {
                        break;
                    }
                    reach.push(to);
                }
            }
            let home = if self.is_white { (4, 0) } else { (4, 7) };
            if piece.eq_ignore_ascii_case(&'K') && (file, rank) == home {
                for (right, path, to) in [('K', 5..7, 6), ('Q', 1..4, 2)] {
                    let right = if self.is_white { right } else { right.to_ascii_lowercase() };
                    let is_clear =
                        path.into_iter().all(|file| !self.pieces.contains_key(&(file, rank)));
                    reach.extend((self.rights.contains(right) && is_clear).then_some((to, rank)));
                }
            }
            reach
        }

        /// Every step with the state after it.
        pub(super) fn steps(&self) -> BTreeMap<String, String> {
            let mut steps = BTreeMap::new();
            let king = if self.is_white { 'K' } else { 'k' };
            if !self.pieces.values().any(|&piece| piece == king) {
                return steps;
            }
            for (&from, &piece) in self.pieces.iter().filter(|&(_, &piece)| self.is_own(piece)) {
                for to in self.reach(from, piece) {
                    let text = name(from) + &name(to);
                    let (after, promoted) = self.after(from, to, piece);
                    match promoted {
                        None => {
                            steps.insert(text, after.fen());
                        }
                        Some(at) => {
                            for letter in ['q', 'r', 'b', 'n'] {
                                let mut after = after.clone();
                                let piece = if self.is_white {
                                    letter.to_ascii_uppercase()
                                } else {
                                    letter
                                };
                                after.pieces.insert(at, piece);
                                steps.insert(format!("{text}{letter}"), after.fen());
                            }
                        }
                    }
                }
            }
            steps
        }

        /// The state after a step, and where a pawn waits for its promotion.
        fn after(&self, from: At, to: At, piece: char) -> (State, Option<At>) {
            let mut after = self.clone();
            let last = if self.is_white { 7 } else { 0 };
            let is_pawn = |piece: char| piece.eq_ignore_ascii_case(&'P');
            let mut promoted = (is_pawn(piece) && to.1 == last).then_some(to);
            let mut left = vec![from, to];
            after.pieces.remove(&from);
            let captured = after.pieces.insert(to, piece);
            let mut center = Some(to);
            if piece.eq_ignore_ascii_case(&'K') {
                center = None;
                if (to.0 - from.0).abs() == 2 {
                    let corner = (if to.0 > from.0 { 7 } else { 0 }, from.1);
                    let rook = after.pieces.remove(&corner).unwrap();
                    let crossed = ((from.0 + to.0) / 2, from.1);
                    after.pieces.insert(crossed, rook);
                    center = Some(crossed);
                }
            }
            if let Some(center) = center {
                for (file, rank) in ROOK {
                    let on = |times: i32| (center.0 + times * file, center.1 + times * rank);
                    let Some(near) = (1..8).find(|&times| after.pieces.contains_key(&on(times)))
                    else {
                        continue;
                    };
                    let affected = after.pieces[&on(near)];
                    if affected.eq_ignore_ascii_case(&'K') {
                        continue;
                    }
                    let mut goal = near;
                    if self.is_own(affected) {
                        while exists(on(goal + 1)) && !after.pieces.contains_key(&on(goal + 1)) {
                            goal += 1;
                        }
                    } else {
                        goal = 1;
                    }
                    if goal == near {
                        continue;
                    }
                    after.pieces.remove(&on(near));
                    after.pieces.insert(on(goal), affected);
                    left.push(on(near));
                    if self.is_own(affected) && is_pawn(affected) && on(goal).1 == last {
                        promoted = Some(on(goal));
                    }
                }
            }
            for (right, rook, king) in [
                ('K', (7, 0), (4, 0)),
                ('Q', (0, 0), (4, 0)),
                ('k', (7, 7), (4, 7)),
                ('q', (0, 7), (4, 7)),
            ] {
                if left.contains(&rook) || left.contains(&king) {
                    after.rights = after.rights.replace(right, "");
                }
            }
            let is_reset = captured.is_some() || is_pawn(piece);
            after.halfmove = if is_reset { 0 } else { self.halfmove + 1 };
            after.fullmove += u32::from(!self.is_white);
            after.is_white = !self.is_white;
            (after, promoted)
        }
    }
}

/// Compares every step of a position and what follows it with the plain reading; returns how many
/// push a pawn to the last rank, and how many of those castle.
fn compare(position: &Magnetic) -> (usize, usize) {
    let mut found = BTreeMap::new();
    let mut pushes = (0, 0);
    for step in position.list() {
        let mut after = *position;
        after.play(step, &mut ());
        let name = step.display(Magnetic::SPEC).to_string();
        assert!(found.insert(name, after.fen()).is_none(), "{step:?} twice");
        if let Step::Move { from, to, into: Some(_) } = step {
            let role = position.piece_at(from).unwrap().role;
            let is_push = role != Role::Pawn || !matches!(SHAPE.rank(to), 0 | 7);
            pushes.0 += usize::from(is_push);
            pushes.1 += usize::from(is_push && role == Role::King);
        }
    }
    assert_eq!(found, oracle::State::new(&position.fen()).steps(), "{}", position.fen());
    pushes
}

/// A random position: few pieces or many, kings with rights among them.
fn random_fen(numbers: &mut Chance) -> String {
    let mut ranks = vec![vec!['1'; 8]; 8];
    let mut rights = String::new();
    if numbers.below(2) == 0 {
        ranks[7] = "R111K11R".chars().collect();
        rights.push_str("KQ");
    } else {
        ranks[7][numbers.below(8)] = 'K';
    }
    if numbers.below(2) == 0 {
        ranks[0] = "r111k11r".chars().collect();
        rights.push_str("kq");
    } else {
        ranks[0][numbers.below(8)] = 'k';
    }
    for letter in "PPPPPpppppQqRrBbNn".chars().take(4 + numbers.below(15)) {
        let (rank, file) = (numbers.below(8), numbers.below(8));
        let last = if letter == 'P' { 0 } else { 7 };
        let may_stand = !letter.eq_ignore_ascii_case(&'P') || rank != last;
        if ranks[rank][file] == '1' && may_stand {
            ranks[rank][file] = letter;
        }
    }
    let ranks: Vec<String> = ranks.into_iter().map(|rank| rank.into_iter().collect()).collect();
    let mut board = ranks.join("/");
    for run in (2..=8).rev() {
        board = board.replace(&"1".repeat(run), &run.to_string());
    }
    let side = ["w", "b"][numbers.below(2)];
    let rights = if rights.is_empty() { "-" } else { &rights };
    format!("{board} {side} {rights} - {} {}", numbers.below(90), 1 + numbers.below(90))
}

/// Steps and what they do agree with the plain reading in positions of random games and in random
/// positions, many of which have pawns to push.
#[test]
fn agrees_with_a_plain_reading() {
    playout::visit::<Magnetic>(5, 100, |position| {
        compare(position);
    });
    let mut numbers = Chance(5);
    let (mut pushes, mut castlings) = (0, 0);
    for _ in 0..700 {
        let found = compare(&position(&random_fen(&mut numbers)));
        pushes += found.0;
        castlings += found.1;
    }
    assert!(pushes > 500 && castlings > 20, "{pushes} {castlings}");
}
