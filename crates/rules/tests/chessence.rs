//! Chessence: the rules sentence by sentence, why steps are refused, and the fast generator
//! against a plain one.

use testkit::chance;
use testkit::playout;
use testkit::refusals;

use std::collections::BTreeMap;

use chance::Chance;
use refusals::refusals_agree_with_the_steps_and_have_sentences;
use rules::board::SixByNine;
use rules::board::geometry::line_through;
use rules::fen::{Field, Problem};
use rules::games::chessence::Chessence;
use rules::{
    Bits, Color, Effect, Ending, Outcome, Piece, Position, Reserve, Role, Shape, Square, Step, Why,
};

/// The board as the rules draw it.
const DIAGRAM: [&str; 9] =
    ["km....", "mmm..#", ".mm.#.", "..#...", ".#..#.", "...#..", ".#.MM.", "#..MMM", "....MK"];
const START: &str = "km4/mmm2*/1mm1*1/2*3/1*2*1/3*2/1*1MM1/*2MMM/4MK[MMMmmm] w - - 0 1";

const SHAPE: &Shape = &Chessence::SPEC.shape;

fn square(name: &str) -> Square {
    SHAPE.parse(name).unwrap_or_else(|| panic!("{name} is no square"))
}

fn set(names: &str) -> u64 {
    names.split_whitespace().fold(0, |set, name| set | u64::of(square(name)))
}

fn names(set: u64) -> String {
    let names: Vec<String> = set.squares().map(|square| SHAPE.name(square).to_string()).collect();
    names.join(" ")
}

/// The FEN of kings and men on the squares given.
fn fen(side: char, white: &str, black: &str, reserve: &str) -> String {
    let (white, black) = (set(white), set(black));
    let rank = |rank: u8| -> String {
        (0..6)
            .map(|file| match SHAPE.at(file, rank) {
                at if SHAPE.is_hole(at) => '*',
                at if at == square("f1") => 'K',
                at if at == square("a9") => 'k',
                at if white.has(at) => 'M',
                at if black.has(at) => 'm',
                _ => '1',
            })
            .collect()
    };
    let mut board = (0..9).rev().map(rank).collect::<Vec<String>>().join("/");
    for run in (2..=6).rev() {
        board = board.replace(&"1".repeat(run), &run.to_string());
    }
    format!("{board}[{reserve}] {side} - - 0 1")
}

fn position(side: char, white: &str, black: &str, reserve: &str) -> Chessence {
    let fen = fen(side, white, black, reserve);
    Chessence::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn step(text: &str) -> Step {
    Step::parse(text, Chessence::SPEC).unwrap()
}

fn after(position: &Chessence, text: &str) -> Chessence {
    let mut after = *position;
    assert!(position.is_legal(step(text)), "{text} in {}", position.fen());
    after.play(step(text), &mut ());
    after
}

/// Where the man on a square can move.
fn targets(position: &Chessence, from: &str) -> String {
    let mut to = 0;
    for step in position.list() {
        if let Step::Move { from: piece, to: target, .. } = step
            && piece == square(from)
        {
            to |= u64::of(target);
        }
    }
    names(to)
}

/// Where men can be dropped.
fn drop_squares(position: &Chessence) -> String {
    let mut to = 0;
    for step in position.list() {
        if let Step::Drop { to: target, role } = step {
            assert_eq!(role, Role::Man);
            to |= u64::of(target);
        }
    }
    names(to)
}

/// Checks the reason for refusing a step, the squares that it names, and the rule.
fn check_refusal(position: &Chessence, step: Step, reason: &str, squares: &str, anchor: &str) {
    let refusal = position.why_not(step).unwrap_or_else(|| panic!("{step:?} is not refused"));
    let named: Vec<String> =
        refusal.pieces.iter().map(|&(square, _)| SHAPE.name(square).to_string()).collect();
    assert_eq!((refusal.reason, named.join(" ").as_str()), (reason, squares));
    assert_eq!(refusal.rule, format!("chessence#{anchor}"));
    for (square, piece) in refusal.pieces {
        assert_eq!(piece, position.piece_at(square));
    }
}

#[test]
fn refused_exactly_when_not_listed_and_reasons_have_sentences() {
    refusals_agree_with_the_steps_and_have_sentences::<Chessence>();
}

/// "Start", and the diagram; ruling: "White moves first."
#[test]
fn initial_position() {
    let start = Chessence::initial();
    assert_eq!(start.fen(), START);
    assert_eq!(start.turn(), Color::White);
    for (row, rank) in DIAGRAM.iter().zip((0..9).rev()) {
        for (letter, file) in row.chars().zip(0..) {
            let at = SHAPE.at(file, rank);
            let piece = start.piece_at(at).map(|piece| Chessence::SPEC.piece_letter(piece));
            assert_eq!(SHAPE.is_hole(at), letter == '#');
            assert_eq!(piece, letter.is_alphabetic().then_some(letter));
        }
    }
    for color in Color::ALL {
        assert_eq!(start.reserve(color), Reserve::of(&[Role::Man; 3]));
        assert_eq!(start.pieces(color).count(), 7);
    }
    assert_eq!(names(start.royals(Color::White)), "f1");
    assert_eq!(names(start.royals(Color::Black)), "a9");
    assert_eq!((start.halfmove(), start.fullmove()), (0, 1));
}

/// Source 1: "Kings never move."
#[test]
fn kings_never_move() {
    let position = position('w', "e3 e2", "c8", "");
    assert_eq!(targets(&position, "f1"), "");
    check_refusal(&position, step("f1f2"), "chessence.king", "f1", "source-1");
    playout::visit::<Chessence>(5, 60, |position| {
        assert_eq!(names(position.royals(Color::White)), "f1");
        assert_eq!(names(position.royals(Color::Black)), "a9");
    });
}

/// Source 2: "orthogonally adjacent to one: it moves as a rook".
#[test]
fn orthogonal_neighbours_give_the_rook() {
    let position = position('w', "c4 c5", "", "");
    assert_eq!(targets(&position, "c4"), "c1 c2 c3 a4 b4");
    assert_eq!(targets(&position, "c5"), "d5");
}

/// Source 2: "diagonally adjacent: as a bishop".
#[test]
fn diagonal_neighbours_give_the_bishop() {
    let position = position('w', "c4 d5", "", "");
    assert_eq!(targets(&position, "c4"), "e2 d3");
    assert_eq!(targets(&position, "d5"), "f3 e4 e6 f7");
}

/// Source 2: "a knight's move away: as a knight".
#[test]
fn pieces_a_knights_move_away_give_the_knight() {
    let position = position('w', "c4 d2", "", "");
    assert_eq!(targets(&position, "c4"), "b2 a3 e3 a5 b6 d6");
    assert_eq!(targets(&position, "d2"), "b1 f3 e4");
}

/// Source 2: the powers "add up", and each man has its own.
#[test]
fn powers_add_up() {
    let position = position('w', "c4 c5 d5 d2", "", "");
    assert_eq!(
        targets(&position, "c4"),
        "c1 b2 c2 e2 a3 c3 d3 e3 a4 b4 a5 b6 d6",
        "rook by c5, bishop by d5, knight by d2"
    );
    let powers = position.powers(Color::White);
    assert_eq!(names(powers.rook), "c4 c5 d5");
    assert_eq!(names(powers.bishop), "c4 d5");
    assert_eq!(names(powers.knight), "d2 c4");
    assert_eq!(names(powers.any()), "d2 c4 c5 d5");
    assert_eq!(position.powers(Color::Black).any(), 0);
}

/// Source 2, as numbers for pictures: 1 as a rook, 2 as a bishop, 4 as a knight, added up.
#[test]
fn powers_as_a_number() {
    let position = position('w', "b4 c4 d5 e2", "b9", "");
    let powers = |at| position.powers_at(square(at));
    assert_eq!(["b4", "c4", "d5", "e2"].map(powers), [1 | 4, 1 | 2, 2 | 4, 0]);
    assert_eq!(["b9", "f1", "a4", "a1"].map(powers), [0; 4], "alone, a king, nobody");
}

/// Source 2: "With none of these it cannot move. The king has no bearing on it"; nor have enemy
/// men, or men two squares away.
#[test]
fn a_piece_alone_cannot_move() {
    for (piece, enemies) in [("c4", "c5 d5 d6"), ("e1", ""), ("e2", ""), ("d2", ""), ("f2", "")] {
        let position = position('w', piece, enemies, "MMM");
        assert_eq!(targets(&position, piece), "", "{piece}");
        let refused = Step::go(square(piece), square("b4"));
        check_refusal(&position, refused, "chessence.powerless", piece, "source-2");
    }
    let apart = position('w', "c1 c3 e3 a3 f6", "", "");
    assert_eq!(apart.powers(Color::White).any(), 0);
}

/// Source 2: "the *other friendly men on the board*": a man in the reserve gives nothing, and as
/// soon as it stands on the board it does.
#[test]
fn a_drop_gives_powers() {
    let before = position('w', "f2", "b8 c8", "M");
    assert_eq!(targets(&before, "f2"), "");
    let position = after(&after(&before, "M@e3"), "b8b7");
    assert_eq!(targets(&position, "f2"), "e1");
}

/// Source 3: "A man may not move to or through a hole; moving as a knight it jumps holes (and
/// men)."
#[test]
fn holes_end_lines_and_are_jumped() {
    let rook = position('w', "c2 c3", "", "");
    assert_eq!(targets(&rook, "c2"), "c1 b2 d2 e2 f2", "a2 is a hole");
    assert_eq!(targets(&rook, "c3"), "d3 e3 f3 c4 c5", "b3 and c6 are holes");
    check_refusal(&rook, step("c3a3"), "chessence.through-hole", "c3 b3", "source-3");
    check_refusal(&rook, step("c3c9"), "chessence.through-hole", "c3 c6", "source-3");
    assert_eq!((SHAPE.parse("b3"), SHAPE.place("b3")), (None, Some(SHAPE.at(1, 2))));
    assert_eq!(["g3", "b10", "b0", "b3x", ""].map(|name| SHAPE.place(name)), [None; 5]);
    let hole = Step::go(square("c3"), SHAPE.at(1, 2));
    let refusal = rook.why_not(hole).unwrap();
    assert_eq!(refusal.reason, "chessence.to-hole");
    assert_eq!(refusal.rule, "chessence#source-3");
    let knight = position('w', "c4 b2", "c5 d5 c3 d3", "");
    assert_eq!(targets(&knight, "c4"), "d2 a3 e3 a5 b6 d6", "e5 is a hole");
}

/// Source 4: "one drop of a reserve man on any of the six squares where the own men stood
/// initially that is empty now (White: e1 d2 e2 f2 d3 e3; Black: b9 a8 b8 c8 b7 c7)".
#[test]
fn drops() {
    assert_eq!(drop_squares(&Chessence::initial()), "", "all six are taken");
    assert_eq!(drop_squares(&position('w', "", "", "M")), "e1 d2 e2 f2 d3 e3");
    assert_eq!(drop_squares(&position('b', "", "", "m")), "b7 c7 a8 b8 c8 b9");
    assert_eq!(drop_squares(&position('w', "", "", "mmm")), "", "the reserve is the other side's");
    let position = position('w', "e2", "d3", "MMmmm");
    assert_eq!(drop_squares(&position), "e1 d2 f2 e3");
    let then = after(&position, "M@e1");
    assert_eq!(then.piece_at(square("e1")), Some(Piece::new(Color::White, Role::Man)));
    assert_eq!(then.reserve(Color::White), Reserve::of(&[Role::Man]));
    assert_eq!(then.reserve(Color::Black), Reserve::of(&[Role::Man; 3]));
    assert_eq!(then.turn(), Color::Black, "a turn is one drop");
}

/// Source 4: "A turn is one move, or one drop"; HALFMOVE "counts turns since the last capture or
/// drop", FULLMOVE goes up after Black's.
#[test]
fn turns_and_counters() {
    let fen = "k5/5*/1mm1*1/2*3/1*2*1/3*2/1*1MM1/*5/5K[M] w - - 7 30";
    let position = Chessence::from_fen(fen).unwrap();
    let moved = after(&position, "d3d2");
    assert_eq!((moved.turn(), moved.halfmove(), moved.fullmove()), (Color::Black, 8, 30));
    let answered = after(&moved, "c7c8");
    assert_eq!((answered.turn(), answered.halfmove(), answered.fullmove()), (Color::White, 9, 31));
    let dropped = after(&position, "M@d2");
    assert_eq!((dropped.turn(), dropped.halfmove(), dropped.fullmove()), (Color::Black, 0, 30));
    let mut unchanged = position;
    unchanged.play(Step::End, &mut ());
    assert_eq!(unchanged, position, "the game has no such step");
}

/// Ruling: "Captured men leave the game": they join no reserve. The effects are in order.
#[test]
fn captures() {
    let position = position('w', "c4 c3", "a4 f7", "M");
    let mut next = position;
    let mut effects = Vec::new();
    next.play(step("c4a4"), &mut effects);
    let (white, black) = (Piece::new(Color::White, Role::Man), Piece::new(Color::Black, Role::Man));
    assert_eq!(
        effects,
        [
            Effect::Vanish { piece: black, at: square("a4") },
            Effect::Slide { piece: white, from: square("c4"), to: square("a4"), why: Why::Moved },
        ]
    );
    assert_eq!(names(next.pieces(Color::Black)), "f7 a9");
    assert_eq!(next.reserve(Color::Black), Reserve::NONE);
    assert_eq!(next.reserve(Color::White), Reserve::of(&[Role::Man]));
    assert_eq!(next.halfmove(), 0);

    let mut next = position;
    let mut effects = Vec::new();
    next.play(step("M@e1"), &mut effects);
    assert_eq!(effects, [Effect::Appear { piece: white, at: square("e1") }]);
}

/// Source 5: "A player with no legal move loses (checkmate or stalemate)."
#[test]
fn no_legal_move_loses() {
    let mate = position('b', "a7 a6 b9 c9", "", "");
    assert_eq!(mate.check(), Some(true));
    assert_eq!(mate.outcome(), Some(Outcome::won(Color::White, Ending::Checkmate)));
    let stalemate = position('w', "", "c7", "");
    assert_eq!(stalemate.check(), Some(false));
    assert_eq!(stalemate.outcome(), Some(Outcome::won(Color::Black, Ending::Stalemate)));
    let drop = position('w', "", "c7", "M");
    assert_eq!(drop.outcome(), None, "a drop is a legal step");
}

/// "HALFMOVE reaches 100: drawn automatically", but mate and stalemate come first.
#[test]
fn hundred_turns_draw() {
    let position = |halfmove: u32| {
        let fen = fen('w', "c4 c5", "c8", "").replace(" 0 1", &format!(" {halfmove} 80"));
        Chessence::from_fen(&fen).unwrap()
    };
    assert_eq!(position(99).outcome(), None);
    assert_eq!(position(100).outcome(), Some(Outcome::drawn(Ending::FiftyMoves)));
    assert_ne!(position(100).count(), 0);
    let stalemate = fen('w', "", "c8", "").replace(" 0 1", " 100 80");
    let stalemate = Chessence::from_fen(&stalemate).unwrap();
    assert_eq!(stalemate.outcome(), Some(Outcome::won(Color::Black, Ending::Stalemate)));
}

/// Ruling: "Relations are pure geometry: men, holes and kings between two men do not matter, and a
/// hole next to a man is no neighbour"; and they do not go round the edge.
#[test]
fn relations_are_geometry() {
    let hole = position('w', "a1", "", "");
    assert_eq!(hole.powers(Color::White).any(), 0, "a2 is a hole");
    let jumped = position('w', "c4 b2", "c3 b4 d3", "");
    assert_eq!(names(jumped.powers(Color::White).knight), "b2 c4");
    for (one, other) in [
        ("f3", "a4"),
        ("f3", "a3"),
        ("f3", "b4"),
        ("f3", "a5"),
        ("f3", "a6"),
        ("e3", "a5"),
        ("e3", "a3"),
        ("f4", "b6"),
        ("f4", "b4"),
    ] {
        let position = position('w', &format!("{one} {other}"), "", "");
        assert_eq!(position.powers(Color::White).any(), 0, "{one} {other}");
        let back = position.givers(square(one), Color::White);
        assert_eq!(back.any(), 0, "{one} {other}");
    }
}

/// Ruling: "A king is in check when an enemy man, with the powers that it has now, could move to
/// its square."
#[test]
fn check_depends_on_the_powers() {
    let quiet = position('w', "", "f6", "M");
    assert_eq!(quiet.check(), Some(false), "a piece alone attacks nothing");
    for (pieces, checker) in [("f6 f5", "f5"), ("d3 c4", "d3"), ("c1 c2", "c1"), ("e3 d5", "e3")] {
        let position = position('w', "", pieces, "M");
        assert_eq!(position.check(), Some(true), "{pieces}");
        assert_eq!(names(position.attackers(square("f1"), Color::Black)), checker);
    }
    let covered = position('w', "e2", "d3 c4", "M");
    assert_eq!(covered.check(), Some(false));
    let wrong_power = position('w', "", "f5 e4", "M");
    assert_eq!(wrong_power.check(), Some(false), "a bishop's power on a file");
}

/// Ruling: "No step may leave the own king in check, and a drop may answer a check (by standing in
/// the way …)."
#[test]
fn answers_to_a_check() {
    let on_file = position('w', "c4 c3 e3 d5", "f6 f7 e6", "M");
    assert_eq!(on_file.check(), Some(true));
    assert_eq!(drop_squares(&on_file), "f2");
    assert_eq!(targets(&on_file, "d5"), "f3 f4 f6");
    assert_eq!(targets(&on_file, "c3"), "");
    assert_eq!(targets(&on_file, "e3"), "f5");
    assert_eq!(targets(&on_file, "c4"), "");
    check_refusal(&on_file, step("M@e1"), "common.still-in-check", "e1 f6 f1", "source-5");
    check_refusal(&on_file, step("c4c5"), "common.still-in-check", "c4 f6 f1", "source-5");
    let leaper = position('w', "c4 c3", "e3 d5", "M");
    assert_eq!(leaper.check(), Some(true));
    assert_eq!(drop_squares(&leaper), "", "nobody stands in a knight's way");
    assert_eq!(targets(&leaper, "c3"), "e3");
}

/// Ruling: the enemy men count "with the powers that they have": capturing the man that gives the
/// checking man its power answers the check, unless another gives it too.
#[test]
fn capturing_the_giver_answers_a_check() {
    let giver = position('w', "d6 e8", "f6 f7", "");
    assert_eq!(names(giver.attackers(square("f1"), Color::Black)), "f6");
    assert_eq!(targets(&giver, "d6"), "f5 f7", "in the way, or taking the giver");
    assert_eq!(targets(&giver, "e8"), "f6");
    assert_eq!(after(&giver, "d6f7").attackers(square("f1"), Color::Black), 0);
    let two_givers = position('w', "d6 e8", "f6 f7 e6", "");
    assert_eq!(targets(&two_givers, "d6"), "f5", "e6 gives it the rook's power too");
    check_refusal(&two_givers, step("d6f7"), "common.still-in-check", "d6 f6 f1", "source-5");
    let other_power = position('w', "d6 e8", "f6 f7 d7", "");
    assert_eq!(targets(&other_power, "d6"), "f5 f7", "d7 gives it the knight's power only");
    let leaper = position('w', "d6 d7", "e3 d5", "");
    assert_eq!(names(leaper.attackers(square("f1"), Color::Black)), "e3");
    assert_eq!(targets(&leaper, "d6"), "d5");
}

/// Ruling: no step may leave the own king in check: a pinned man stays on the line, or captures
/// the pinning man or the one that gives it its power.
#[test]
fn pinned_pieces() {
    let bishop = position('w', "f3 e4", "f6 f7", "");
    assert_eq!(bishop.check(), Some(false));
    assert_eq!(targets(&bishop, "f3"), "", "a bishop's moves leave the file");
    check_refusal(&bishop, step("f3e2"), "common.pinned", "f3 f6 f1", "source-5");
    let rook = position('w', "f3 e3", "f6 f7", "");
    assert_eq!(targets(&rook, "f3"), "f2 f4 f5 f6");
    let giver = position('w', "f5 e4", "f6 e6", "");
    assert_eq!(targets(&giver, "f5"), "e6", "it alone gives f6 the rook's power");
    let two_givers = position('w', "f5 e4", "f6 e6 f7", "");
    assert_eq!(targets(&two_givers, "f5"), "");
    check_refusal(&two_givers, step("f5e6"), "common.pinned", "f5 f6 f1", "source-5");
}

/// The men that give powers and those that depend on them, for explanations.
#[test]
fn givers_and_dependents() {
    let position = position('w', "c4 c5 d5 d2 f7", "b4 c3", "");
    let givers = position.givers(square("c4"), Color::White);
    assert_eq!(names(givers.rook), "c5");
    assert_eq!(names(givers.bishop), "d5");
    assert_eq!(names(givers.knight), "d2");
    let would_be = position.givers(square("d6"), Color::White);
    assert_eq!((names(would_be.rook), names(would_be.bishop)), ("d5".into(), "c5".into()));
    assert_eq!(names(would_be.knight), "c4 f7");

    let c5 = position.dependents(square("c5"));
    assert_eq!((names(c5.rook).as_str(), c5.bishop, c5.knight), ("c4 d5", 0, 0));
    let d5 = position.dependents(square("d5"));
    assert_eq!((d5.rook, names(d5.bishop).as_str(), d5.knight), (0, "c4", 0), "c4 serves c5 too");
    let d2 = position.dependents(square("d2"));
    assert_eq!((d2.rook, d2.bishop, names(d2.knight).as_str()), (0, 0, "c4"));
    for other in ["f7", "f1", "a1", "a9"] {
        assert_eq!(position.dependents(square(other)).any(), 0, "{other}");
    }
    let b4 = position.dependents(square("b4"));
    assert_eq!((b4.rook, names(b4.bishop).as_str(), b4.knight), (0, "c3", 0));
    let shared = self::position('w', "c3 c4 c5", "", "");
    assert_eq!(shared.dependents(square("c3")).any(), 0, "c5 gives c4 the rook too");
    assert_eq!(names(shared.dependents(square("c4")).rook), "c3 c5");
}

#[test]
fn reasons() {
    let start = Chessence::initial();
    check_refusal(&start, Step::End, "common.no-end", "", "source-4");
    check_refusal(&start, step("draw:MM"), "common.no-draws", "", "source-4");
    check_refusal(&start, step("c4c5"), "common.no-piece", "c4", "source-4");
    check_refusal(&start, step("c7c5"), "common.not-your-piece", "c7", "source-4");
    check_refusal(&start, step("a9b9"), "common.not-your-piece", "a9", "source-4");
    check_refusal(&start, step("e3e3"), "common.same-square", "e3", "source-4");
    check_refusal(&start, step("e3e4m"), "chessence.promotion", "e3", "source-2");
    check_refusal(&start, step("e3d3"), "common.own-piece", "e3 d3", "source-5");
    check_refusal(&start, step("e2f1"), "common.own-piece", "e2 f1", "source-5");
    check_refusal(&start, step("e1e4"), "common.blocked", "e1 e2", "source-3");
    check_refusal(&start, step("e2b2"), "common.blocked", "e2 d2", "source-3");
    check_refusal(&start, step("f2c5"), "common.blocked", "f2 e3", "source-3");
    check_refusal(&start, step("e3b4"), "chessence.no-way", "e3 b4", "source-2");
    check_refusal(&start, step("e3a4"), "chessence.no-way", "e3 a4", "source-2");
    check_refusal(&start, step("M@f2"), "chessence.drop-full", "", "source-4");
    check_refusal(&start, step("M@c4"), "chessence.drop-full", "", "source-4");
    let gap = position('w', "f2", "c5", "M");
    check_refusal(&gap, step("M@f2"), "chessence.drop-taken", "f2", "source-4");
    let entries = "c4 e1 d2 e2 f2 d3 e3";
    check_refusal(&gap, step("M@c4"), "chessence.drop-square", entries, "source-4");
    check_refusal(&start, step("K@f2"), "chessence.drop-piece", "", "source-4");
    let black = position('b', "", "c5", "M");
    check_refusal(&black, step("M@b8"), "chessence.drop-none", "", "source-4");

    let rook = position('w', "c4 c3", "", "");
    check_refusal(&rook, step("c4d3"), "chessence.no-bishop", "c4 d3", "source-2");
    check_refusal(&rook, step("c4f1"), "chessence.no-bishop", "c4 f1", "source-2");
    check_refusal(&rook, step("c4d6"), "chessence.no-knight", "c4 d6", "source-2");
    let knight = position('w', "c4 b2", "c5", "");
    check_refusal(&knight, step("c4c1"), "chessence.no-rook", "c4 c1", "source-2");
    check_refusal(&knight, step("c4a4"), "chessence.no-rook", "c4 a4", "source-2");
    check_refusal(&knight, step("c4b2"), "common.own-piece", "c4 b2", "source-5");
    let far = position('w', "e3 d2", "", "");
    check_refusal(&far, step("e3a7"), "chessence.through-hole", "e3 d4", "source-3");
}

/// docs/rules/README.md, "FEN": what no game can hold is refused, with the field named.
#[test]
fn impossible_fens() {
    let check = |fen: &str, field: Field, problem: Problem| {
        let error = Chessence::from_fen(fen).expect_err(fen);
        assert_eq!((error.field, error.problem), (field, problem), "{fen}");
    };
    let misplaced = |letter, square: &str| Problem::Misplaced { letter, square: square.into() };
    check(&START.replace("4MK", "4KM"), Field::Board, misplaced('K', "e1"));
    check(&START.replace("km4", "mk4"), Field::Board, misplaced('k', "b9"));
    let none = |letter| Problem::RoyalCount { letter, found: 0 };
    check(&START.replace("4MK", "4M1"), Field::Board, none('K'));
    check(&START.replace("km4", "1m4"), Field::Board, none('k'));
    let two = Problem::RoyalCount { letter: 'K', found: 2 };
    check(&START.replace("4MK", "3KMK"), Field::Board, two);
    check(&START.replace("[MMMmmm]", "[MMMMmm]"), Field::Reserve, Problem::Material(Color::White));
    check(&START.replace("[MMMmmm]", "[mmmm]"), Field::Reserve, Problem::Material(Color::Black));
    check(&START.replace("[MMMmmm]", "[K]"), Field::Reserve, Problem::Letter('K'));
    check(&START.replace("[MMMmmm]", "[Mk]"), Field::Reserve, Problem::Letter('k'));
    check(&START.replace("/3*2/", "/1M1*2/"), Field::Board, Problem::Material(Color::White));
    check(&START.replace("/3*2/", "/1m1*2/"), Field::Board, Problem::Material(Color::Black));
    let field = |text: &str| Problem::Malformed(text.into());
    check(&START.replace("w - -", "w K -"), Field::Castling, field("K"));
    check(&START.replace("w - -", "w - c4"), Field::EnPassant, field("c4"));
    let zero = Problem::Number("0".into());
    check(&START.replace("0 1", "0 0"), Field::Fullmove, zero);
    let in_check = fen('b', "", "f6 f5", "");
    check(&in_check, Field::Side, Problem::OpponentInCheck);
    assert!(Chessence::from_fen(&fen('w', "", "f6 f5", "")).is_ok());
    let nine = START.replace("/3*2/", "/1M1*2/").replace("[MMMmmm]", "[MMmmm]");
    assert!(Chessence::from_fen(&nine).is_ok(), "seven on the board and two in reserve");
}

/// A plain reading of the rules, square by square, to compare with.
mod oracle {
    use super::*;

    /// Files and ranks from 0.
    pub(super) type At = (i32, i32);

    #[derive(Clone)]
    pub(super) struct Board(pub(super) BTreeMap<At, char>);

    pub(super) fn exists((file, rank): At) -> bool {
        (0..6).contains(&file)
            && (0..9).contains(&rank)
            && DIAGRAM[8 - rank as usize].as_bytes()[file as usize] != b'#'
    }

    pub(super) fn name((file, rank): At) -> String {
        format!("{}{}", (b'a' + file as u8) as char, rank + 1)
    }

    const ROOK: [At; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    const BISHOP: [At; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    const KNIGHT: [At; 8] =
        [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

    impl Board {
        fn has_friend(&self, (file, rank): At, piece: char, steps: &[At]) -> bool {
            steps.iter().any(|(f, r)| self.0.get(&(file + f, rank + r)) == Some(&piece))
        }

        /// Rook, bishop, knight.
        pub(super) fn powers(&self, at: At) -> [bool; 3] {
            let piece = self.0[&at];
            [&ROOK[..], &BISHOP, &KNIGHT].map(|steps| self.has_friend(at, piece, steps))
        }

        /// Every square that the man could go to or capture on, own men's among them.
        pub(super) fn reach(&self, at: At) -> Vec<At> {
            let mut reach = Vec::new();
            let powers = self.powers(at);
            for (power, steps, length) in
                [(powers[0], &ROOK[..], 9), (powers[1], &BISHOP, 9), (powers[2], &KNIGHT, 1)]
            {
                for step in steps.iter().filter(|_| power) {
                    for times in 1..=length {
                        let to = (at.0 + times * step.0, at.1 + times * step.1);
                        if !exists(to) {
                            break;
                        }
                        reach.push(to);
                        if self.0.contains_key(&to) {
                            break;
                        }
                    }
                }
            }
            reach
        }

        pub(super) fn pieces(&self, piece: char) -> Vec<At> {
            self.0.iter().filter(|&(_, &letter)| letter == piece).map(|(&at, _)| at).collect()
        }

        pub(super) fn attackers(&self, target: At, by: char) -> Vec<At> {
            let mut pieces = self.pieces(by);
            pieces.retain(|&piece| self.reach(piece).contains(&target));
            pieces
        }

        /// Whether the king of `color` is attacked.
        pub(super) fn is_in_check(&self, color: Color) -> bool {
            let (king, enemy) = match color {
                Color::White => ((5, 0), 'm'),
                Color::Black => ((0, 8), 'M'),
            };
            !self.attackers(king, enemy).is_empty()
        }

        /// The legal steps in their notation, sorted.
        pub(super) fn steps(&self, color: Color, reserve: usize) -> Vec<String> {
            let (piece, entries) = match color {
                Color::White => ('M', ["e1", "d2", "e2", "f2", "d3", "e3"]),
                Color::Black => ('m', ["b9", "a8", "b8", "c8", "b7", "c7"]),
            };
            let mut steps = Vec::new();
            let mut consider = |after: Board, name: String| {
                if !after.is_in_check(color) && !steps.contains(&name) {
                    steps.push(name);
                }
            };
            let is_own = |at: &At| {
                self.0.get(at).is_some_and(|other| other.is_uppercase() == piece.is_uppercase())
            };
            for from in self.pieces(piece) {
                for to in self.reach(from).into_iter().filter(|to| !is_own(to)) {
                    let mut after = self.clone();
                    after.0.remove(&from);
                    after.0.insert(to, piece);
                    consider(after, name(from) + &name(to));
                }
            }
            for entry in entries.into_iter().filter(|_| reserve > 0) {
                let at =
                    (i32::from(entry.as_bytes()[0] - b'a'), i32::from(entry.as_bytes()[1] - b'1'));
                if !self.0.contains_key(&at) {
                    let mut after = self.clone();
                    after.0.insert(at, piece);
                    consider(after, format!("M@{entry}"));
                }
            }
            steps.sort();
            steps
        }
    }
}

fn oracle_board(position: &Chessence) -> oracle::Board {
    let at = |square| (i32::from(SHAPE.file(square)), i32::from(SHAPE.rank(square)));
    let pieces = SHAPE.all().filter_map(|square| {
        let piece = position.piece_at(square)?;
        Some((at(square), Chessence::SPEC.piece_letter(piece)))
    });
    oracle::Board(pieces.collect())
}

/// Compares steps, powers and attacks of a position with the plain reading; returns the steps.
fn compare(position: &Chessence) -> Vec<String> {
    let board = oracle_board(position);
    let fen = position.fen();
    let mut steps: Vec<String> =
        position.list().iter().map(|step| step.display(Chessence::SPEC).to_string()).collect();
    steps.sort();
    let turn = position.turn();
    let reserve = position.reserve(turn).total() as usize;
    assert_eq!(steps, board.steps(turn, reserve), "{fen}");
    assert_eq!(position.check(), Some(board.is_in_check(turn)), "{fen}");
    for color in Color::ALL {
        let piece = Chessence::SPEC.piece_letter(Piece::new(color, Role::Man));
        let powers = position.powers(color);
        for at in board.pieces(piece) {
            let on = SHAPE.at(at.0 as u8, at.1 as u8);
            let found = [powers.rook.has(on), powers.bishop.has(on), powers.knight.has(on)];
            assert_eq!(found, board.powers(at), "{fen} {at:?}");
            let givers = position.givers(on, color);
            let given = [givers.rook.any(), givers.bishop.any(), givers.knight.any()];
            assert_eq!(given, found, "{fen} {at:?}");
        }
        let mut attackers = vec![0; SHAPE.squares()];
        for at in board.pieces(piece) {
            for to in board.reach(at) {
                let to = SHAPE.at(to.0 as u8, to.1 as u8);
                attackers[to.index()] |= u64::of(SHAPE.at(at.0 as u8, at.1 as u8));
            }
        }
        for on in SHAPE.all() {
            assert_eq!(position.attackers(on, color), attackers[on.index()], "{fen} {on:?}");
        }
    }
    steps
}

/// The fast generator agrees with the plain one in positions of random games, and in random
/// positions, where checks and pins abound; among them are checks and pins that are answered by
/// capturing the man that gives the threatening man its power.
#[test]
fn agrees_with_a_plain_reading() {
    playout::visit::<Chessence>(10, 60, |position| {
        compare(position);
    });
    let mut numbers = Chance(9);
    let (mut checks, mut refused, mut disarming_checks, mut disarming_pins) = (0, 0, 0, 0);
    for _ in 0..3000 {
        let mut free: Vec<Square> = SHAPE.all().filter(|&square| !SHAPE.is_hole(square)).collect();
        free.retain(|&free| free != square("f1") && free != square("a9"));
        // Men close to the white king threaten it more often.
        free.truncate(if numbers.below(2) == 0 { 44 } else { 22 });
        let mut side = |letter: &str| {
            let (pieces, reserve) = (numbers.below(7), numbers.below(3));
            let mut set = 0;
            for _ in 0..pieces {
                set |= u64::of(free.swap_remove(numbers.below(free.len())));
            }
            (names(set), letter.repeat(reserve))
        };
        let ((white, white_reserve), (black, black_reserve)) = (side("M"), side("m"));
        let fen = fen('w', &white, &black, &(white_reserve + &black_reserve));
        for fen in [fen.clone(), fen.replace("] w", "] b")] {
            match Chessence::from_fen(&fen) {
                Err(error) => {
                    assert_eq!(error.problem, Problem::OpponentInCheck, "{fen}");
                    refused += 1;
                }
                Ok(position) => {
                    let steps = compare(&position);
                    assert!(!oracle_board(&position).is_in_check(!position.turn()), "{fen}");
                    let (us, them) = (position.turn(), !position.turn());
                    let king = position.royals(us).lowest();
                    let checkers = position.attackers(king, them);
                    checks += u32::from(checkers.any());
                    for name in steps {
                        let Step::Move { from, to, .. } = step(&name) else { continue };
                        let takes = position.pieces(them).has(to) && !checkers.has(to);
                        disarming_checks += u32::from(takes && checkers.any());
                        let mut without = oracle_board(&position);
                        without
                            .0
                            .retain(|&(file, rank), _| SHAPE.at(file as u8, rank as u8) != from);
                        let leaves_line = !line_through::<SixByNine>(king, from).has(to);
                        disarming_pins += u32::from(
                            takes && checkers.is_empty() && without.is_in_check(us) && leaves_line,
                        );
                    }
                }
            }
        }
    }
    assert!(checks > 300 && refused > 300, "{checks} {refused}");
    assert!(disarming_checks > 50 && disarming_pins > 2, "{disarming_checks} {disarming_pins}");
}
