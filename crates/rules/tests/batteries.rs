//! Chess with Batteries: every sentence of docs/rules/batteries.md, and the quick rules against plain ones.

use crate::batteries_oracle;
use testkit::chance;
use testkit::refusals;

use batteries_oracle::{At, Oracle, name};
use chance::Chance;
use refusals::refusals_agree_with_the_steps_and_have_sentences;
use rules::board::{Bits, Ten};
use rules::games::batteries::{Batteries, Reach};
use rules::position::{Ending, Outcome};
use rules::{Color, Effect, Geometry, Piece, Position, Role, Square, Step, Why};

const START: &str =
    "2eoploe2/2baddab2/1ssssssss1/10/10/10/10/1SSSSSSSS1/2BADDAB2/2EOPLOE2 w - - 0 1";

/// The FEN of a board given by its pieces: `w Pa1 pj10 De4`.
fn fen(pieces: &str) -> String {
    let (side, pieces) = pieces.split_once(' ').unwrap();
    let mut board = Oracle { pieces: [['.'; 10]; 10], white: side == "w" };
    for piece in pieces.split(' ') {
        let square = at(&piece[1..]);
        let (file, rank) = (Ten::SHAPE.file(square), Ten::SHAPE.rank(square));
        board.pieces[usize::from(rank)][usize::from(file)] = piece.chars().next().unwrap();
    }
    format!("{} {side} - - 0 1", board.board())
}

fn position(pieces: &str) -> Batteries {
    let fen = fen(pieces);
    Batteries::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn at(square: &str) -> Square {
    Ten::SHAPE.parse(square).unwrap_or_else(|| panic!("{square}"))
}

fn names(set: u128) -> String {
    let names: Vec<String> =
        set.squares().map(|square| Ten::SHAPE.name(square).to_string()).collect();
    names.join(" ")
}

fn set(squares: &str) -> u128 {
    squares.split_whitespace().fold(0, |set, square| set | u128::of(at(square)))
}

fn step(text: &str) -> Step {
    Step::parse(text, Batteries::SPEC).unwrap()
}

/// Where the legal steps of the piece on a square lead: to empty squares, and to occupied ones.
fn go(pieces: &str, from: &str) -> (String, String) {
    let position = position(pieces);
    let mut to = 0;
    for step in position.list() {
        if let Step::Move { from: origin, to: target, .. } = step
            && origin == at(from)
        {
            assert!(!to.has(target), "twice to {}", names(u128::of(target)));
            to |= u128::of(target);
        }
    }
    let occupied = position.pieces(Color::White) | position.pieces(Color::Black);
    (names(to & !occupied), names(to & occupied))
}

fn check(pieces: &str, from: &str, quiet: &str, captures: &str) {
    let sorted = |squares| names(set(squares));
    assert_eq!(go(pieces, from), (sorted(quiet), sorted(captures)), "{from} in {pieces}");
}

/// Checks the reason for a step and the squares that it names.
fn refused(pieces: &str, text: &str, reason: &str, squares: &str) {
    let position = position(pieces);
    let refusal = position.why_not(step(text)).unwrap_or_else(|| panic!("{text} in {pieces}"));
    let named: Vec<String> =
        refusal.pieces.iter().map(|&(square, _)| Ten::SHAPE.name(square).to_string()).collect();
    assert_eq!((refusal.reason, named.join(" ").as_str()), (reason, squares), "{text} in {pieces}");
}

mod charge {
    use super::*;

    /// Source: "A piece next to a friendly Battery is charged." Rulings: "Adjacent means the eight
    /// neighbouring squares", "Batteries and Presidents are not charged. Only friendly Batteries
    /// charge."
    #[test]
    fn pieces_next_to_a_friendly_battery_are_charged() {
        let around = position("w Pa1 pj10 Be5 Sd4 Se4 Df4 Od5 Ef5 Sd6 Le6 Af6 Sc5 Sg7 Oe3 be7");
        let charged = set("d4 e4 f4 d5 f5 d6 e6 f6");
        assert_eq!(names(around.charged(Color::White)), names(charged));
        assert_eq!(around.charged(Color::Black), 0);
        assert_eq!(around.charged_by(at("e5")), charged);
        assert_eq!(around.charged_by(at("e7")), 0);
        assert_eq!(around.charged_by(at("e6")), 0, "no Battery");
        assert_eq!(around.charged_by(at("a5")), 0, "nobody");

        let exempt = position("w Pa1 Bb1 Bb2 pj10 bj9 bi9 si8");
        assert_eq!(exempt.charged(Color::White), 0);
        assert_eq!(names(exempt.charged(Color::Black)), "i8");
        assert_eq!(names(exempt.charge(Color::Black)), names(set("h8 i8 j8 h9 i9 j9 h10 i10 j10")));

        let both = position("w Pa1 Bb2 Sc3 pj10 bi9 si8");
        assert_eq!(names(both.charged_pieces()), names(set("c3 i8")));
    }

    /// Ruling: "the charge is that of the piece's square before it moves, in the position as it
    /// stands".
    #[test]
    fn the_charge_is_that_of_the_square_before_the_move() {
        // e4 is charged and captures out of the charge; a4 would have to move into it first.
        check("w Pa1 pj10 Be3 Oe4 Sa4 se8", "e4", "e5 e6 e7 b4 c4 d4 f4 g4 h4 i4 j4 e2 e1", "e8");
        check("w Pa1 pj10 Bf8 Oe4 Sa4 se8", "e4", "e5 e6 e7 b4 c4 d4 f4 g4 h4 i4 j4 e3 e2 e1", "");
    }
}

mod pieces {
    use super::*;

    /// Table: "moves and captures as a king; also captures Batteries".
    #[test]
    fn president() {
        // f3 is two steps diagonally before the charged Soldier.
        check("w Pe4 pj10 sd5 be5 Sf5 bd3", "e4", "f4 d4 e3", "d5 e5 d3");
        check("w Pa1 pj10", "a1", "a2 b1 b2", "");
    }

    /// Table: "moves as a queen over any number of pieces of either side, Presidents too; lands on
    /// empty squares; captures nothing".
    #[test]
    fn battery() {
        check(
            "w Pb2 pj10 Ba1 Sc3 sd4 sa5 bc1",
            "a1",
            "e5 f6 g7 h8 i9 a2 a3 a4 a6 a7 a8 a9 a10 b1 d1 e1 f1 g1 h1 i1 j1",
            "",
        );
        check(
            "w Pd4 pf6 Ba1 bi9",
            "a1",
            "b2 c3 e5 g7 h8 j10 a2 a3 a4 a5 a6 a7 a8 a9 a10 b1 c1 d1 e1 f1 g1 h1 i1 j1",
            "",
        );
        refused("w Pa1 pj10 Bc3 sc5", "c3c5", "batteries.battery-captures-nothing", "c5");
        refused("w Pa1 pj10 Bc3 bc5", "c3c5", "batteries.battery-captures-nothing", "c5");
        refused("w Pa1 pj10 Bc3", "c3d5", "batteries.battery-moves", "c3");
    }

    /// Table: "moves as a bishop over a clear line; captures a target one diagonal step away";
    /// charged: "captures as a bishop over a clear line". Ruling: "Transparency gives no range: a
    /// capture 'one step away' is not lengthened by a Battery in between."
    #[test]
    fn diag() {
        let lone = "w Pa1 pj10 De4 bf5 sh7 sd5";
        check(lone, "e4", "b1 c2 d3 f3 g2 h1 g6", "d5");
        refused(lone, "e4h7", "batteries.captures-one-step", "e4");
        refused(lone, "e4f5", "batteries.only-president", "f5");
        refused(lone, "e4c6", "batteries.blocked", "d5");
        refused(lone, "e4e5", "batteries.diag-moves", "e4");
        check("w Pa1 pj10 De4 bf5 sg6", "e4", "b1 c2 d3 f3 g2 h1 d5 c6 b7 a8", "");
        check("w Pa1 pj10 De4 Be3 bf5 sh7 sc6", "e4", "b1 c2 d3 f3 g2 h1 d5 g6", "c6 h7");
        check("w Pa10 pj1 De4 Bd3 db1", "e4", "c2 f3 g2 h1 d5 c6 b7 a8 f5 g6 h7 i8 j9", "b1");
    }

    /// Table: "the same with rook lines".
    #[test]
    fn orthog() {
        let lone = "w Pa1 pj10 Oe4 bf4 sh4 se5";
        check(lone, "e4", "a4 b4 c4 d4 g4 e1 e2 e3", "e5");
        refused(lone, "e4h4", "batteries.captures-one-step", "e4");
        refused(lone, "e4j4", "batteries.blocked", "h4");
        refused(lone, "e4e7", "batteries.blocked", "e5");
        refused(lone, "e4f5", "batteries.orthog-moves", "e4");
        check("w Pa1 pj10 Oe4 bf4 Bd3 sh4 se6", "e4", "a4 b4 c4 d4 g4 e1 e2 e3 e5", "e6 h4");
        refused("w Pa1 pj10 Oe4 Se6 Se7", "e4e8", "batteries.blocked", "e6");
        refused("w Pa1 pj10 Oe4 Sc4 Sb4", "e4a4", "batteries.blocked", "c4");
    }

    /// Table: "Diag and Orthog together"; charged "both".
    #[test]
    fn lady() {
        let lone = "w Pa1 pj10 Lb2 sb3 sc3 sb5 sd2 sd4";
        check(lone, "b2", "a2 c2 a3 b1 c1", "b3 c3");
        refused(lone, "b2d2", "batteries.captures-one-step", "b2");
        refused(lone, "b2d4", "batteries.blocked", "c3");
        refused(lone, "b2c4", "batteries.lady-moves", "b2");
        check("w Pa1 pj10 Lb2 Ba2 sb3 se5 sb5 sd2", "b2", "c2 a3 b1 c1 c3 d4", "b3 e5 d2");
    }

    /// Table: "as an Orthog"; charged "as a charged Orthog; also captures (never just moves) as a
    /// knight".
    #[test]
    fn equine() {
        let lone = "w Pa1 pj10 Ee4 sf6 sh4 se5";
        check(lone, "e4", "a4 b4 c4 d4 f4 g4 e1 e2 e3", "e5");
        refused(lone, "e4f6", "batteries.no-leap", "e4");
        refused(lone, "e4g5", "batteries.leap-only-captures", "g5");
        refused(lone, "e4f5", "batteries.equine-moves", "e4");
        refused(lone, "e4h4", "batteries.captures-one-step", "e4");
        let charged = "w Pa1 pj10 Ee4 Bd3 sf6 sh4 se5 bg5 Sg3 sc5";
        check(charged, "e4", "a4 b4 c4 d4 f4 g4 e1 e2 e3", "h4 e5 c5 f6");
        refused(charged, "e4d6", "batteries.leap-only-captures", "d6");
        refused(charged, "e4g5", "batteries.only-president", "g5");
    }

    /// Table: "as an Orthog"; charged "as a charged Orthog; also moves and captures one step
    /// diagonally; overtakes".
    #[test]
    fn agent() {
        let lone = "w Pa1 pj10 Ae4 sf5 sh4 se5";
        check(lone, "e4", "a4 b4 c4 d4 f4 g4 e1 e2 e3", "e5");
        refused(lone, "e4f5", "batteries.no-diagonal-step", "e4");
        refused(lone, "e4d5", "batteries.no-diagonal-step", "e4");
        refused(lone, "e4g6", "batteries.no-overtaking", "e4");
        refused(lone, "e4e6", "batteries.no-overtaking", "e4");
        refused(lone, "e4h4", "batteries.captures-one-step", "e4");
        refused(lone, "e4h7", "batteries.agent-moves", "e4");
        refused(lone, "e4f6", "batteries.agent-moves", "e4");
        check(
            "w Pa1 pj10 Ae4 Be3 sh4 sd5 se8",
            "e4",
            "a4 b4 c4 d4 f4 g4 e2 e1 d3 f3 f5 e5 e6 e7 c6",
            "d5 h4 e8",
        );
    }

    /// Table: "as a pawn: one step forward to an empty square, captures a target one step
    /// diagonally forward; from its initial rank (3, for Black 8) two steps forward over a clear
    /// path to an empty square". Ruling: "the double step of an uncharged Soldier over a Battery".
    #[test]
    fn soldier() {
        check("w Pa1 pj10 Se3", "e3", "e4 e5", "");
        check("w Pa1 pj10 Se4", "e4", "e5", "");
        check("w Pa1 pj10 Se3 be4", "e3", "e5", "");
        check("w Pa1 pj10 Se3 se4", "e3", "", "");
        check("w Pa1 pj10 Se3 se5", "e3", "e4", "");
        check("w Pa1 pj10 Se3 be5", "e3", "e4", "");
        check("w Pa1 pj10 Se4 sd5 sf5 se5", "e4", "", "d5 f5");
        check("w Pa1 pj10 Se4 bd5 Sf5", "e4", "e5", "");
        check("b Pa1 pj10 se8", "e8", "e7 e6", "");
        check("b Pa1 pj10 se7 Sd6 Sf6 Sf8 Sd8", "e7", "e6", "d6 f6");
        check("b Pa1 pj10 se8 Be7", "e8", "e6", "");
        check("w Pb1 pi10 Sa4 sb5 sj6", "a4", "a5", "b5");
        check("w Pb1 pi10 Sj4 si5 sa6", "j4", "j5", "i5");

        refused("w Pa1 pj10 Se4", "e4e6", "batteries.no-double-step", "e4");
        refused("w Pa1 pj10 Se3 se4", "e3e5", "batteries.blocked", "e4");
        refused("w Pa1 pj10 Se3 se4", "e3e4", "batteries.soldier-captures-diagonally", "e4");
        refused("w Pa1 pj10 Se3 se5", "e3e5", "batteries.soldier-captures-diagonally", "e5");
        refused("w Pa1 pj10 Se3", "e3d4", "batteries.soldier-only-captures", "d4");
        refused("w Pa1 pj10 Se3", "e3g5", "batteries.soldier-only-captures", "g5");
        refused("w Pa1 pj10 Se4 sf3", "e4f3", "batteries.soldier-moves", "e4");
        refused("w Pa1 pj10 Se4", "e4e3", "batteries.soldier-moves", "e4");
        refused("w Pa1 pj10 Se4", "e4f6", "batteries.soldier-moves", "e4");
        refused("w Pa1 pj10 Se4 bf5", "e4f5", "batteries.only-president", "f5");
        refused("b Pa1 pj10 se7", "e7e5", "batteries.no-double-step", "e7");
        refused("w Pa1 pj10 Se4 sg6", "e4g6", "batteries.captures-one-step", "e4");
    }

    /// Table, charged: "from any rank two steps forward over a clear path to an empty square;
    /// captures a target two steps diagonally forward over a clear path".
    #[test]
    fn charged_soldier() {
        check("w Pa1 pj10 Se5 Bd4 sg7 sc7", "e5", "e6 e7", "c7 g7");
        check("w Pa1 pj10 Se5 Be4 be6", "e5", "e7", "");
        check("w Pa1 pj10 Se5 Be4 se6", "e5", "", "");
        check("w Pa1 pj10 Se5 Bd6 bf6 sg7 sc7", "e5", "e6 e7", "c7 g7");
        check("w Pa1 pj10 Se5 Be4 sf6 sg7 Sd6 sc7", "e5", "e6 e7", "f6");
        check("w Pa1 pj10 Se5 Be4 bg7 Sc7", "e5", "e6 e7", "");
        check("w Pa1 pj10 Sb5 Bb4 sj7 sd7", "b5", "b6 b7", "d7");
        check("w Pa1 pj10 Si5 Bi4 sg7 sa8", "i5", "i6 i7", "g7");
        check("b Pa1 pj10 se5 bd4 Sg3 Sc3", "e5", "e4 e3", "c3 g3");
        refused("w Pa1 pj10 Se5 Be4 sf6 sg7", "e5g7", "batteries.blocked", "f6");
        refused("w Pa1 pj10 Se5 Be4", "e5c7", "batteries.soldier-only-captures", "c7");
        refused("w Pa1 pj10 Se5 Be4 se6", "e5e7", "batteries.blocked", "e6");
    }

    /// Source: "A Soldier that reaches the last rank becomes an Agent, always: the step is written
    /// without a letter." Ruling: "that promotion is forced".
    #[test]
    fn promotion() {
        for (pieces, text, after) in [
            ("w Pa1 pj1 Se9", "e9e10", "4A5/10/10/10/10/10/10/10/10/P8p b - - 0 1"),
            ("w Pa1 pj1 Se8 Be7", "e8e10", "4A5/10/10/4B5/10/10/10/10/10/P8p b - - 0 1"),
            ("w Pa1 pj1 Se8 Be7 lg10", "e8g10", "6A3/10/10/4B5/10/10/10/10/10/P8p b - - 0 1"),
            ("b Pa10 pj10 se2 Of1", "e2f1", "P8p/10/10/10/10/10/10/10/10/5a4 w - - 0 2"),
        ] {
            let mut position = position(pieces);
            assert!(position.is_legal(step(text)), "{pieces}");
            let soldier = position.piece_at(at(&text[..2])).unwrap();
            let mut effects = Vec::new();
            position.play(step(text), &mut effects);
            assert_eq!(position.fen(), after);
            let into = Piece { role: Role::Agent, ..soldier };
            assert_eq!(
                effects.last(),
                Some(&Effect::Change { at: at(&text[2..]), from: soldier, into })
            );
        }
        let near = "w Pa1 pj1 Se9 Oe3";
        refused(near, "e9e10a", "batteries.promotion-is-agent", "e9");
        refused(near, "e9e10l", "batteries.promotion-is-agent", "e9");
        refused(near, "e3e4a", "batteries.no-promotion", "e3");
        refused("b Pa10 pj10 se2 Oa1", "e2e1a", "batteries.promotion-is-agent", "e2");
        refused("w Pa1 pj1 Se8", "e8e9a", "batteries.no-promotion", "e8");
    }

    /// "'Empty' below means no piece at all"; "A 'target' is an enemy piece other than a Battery";
    /// source: "no piece but a President may land on a Battery's square; a Battery is captured only
    /// by the enemy President".
    #[test]
    fn only_presidents_land_on_batteries() {
        for piece in ["De4", "Oe4", "Le4", "Ee4", "Ae4", "Se4"] {
            for charged in ["", " Be3"] {
                for battery in ["be5", "bf5", "bg5", "bf6"] {
                    let pieces = format!("w Pa1 pj10 {piece}{charged} {battery}");
                    let position = position(&pieces);
                    let to = at(&battery[1..]);
                    assert!(!position.is_legal(Step::go(at("e4"), to)), "{pieces}");
                    assert_eq!(position.attackers(to, Color::White), 0, "{pieces}");
                }
            }
        }
        let beside = position("w Pe4 pj10 Oe6 be5");
        assert!(beside.is_legal(step("e4e5")));
        assert_eq!(names(beside.attackers(at("e5"), Color::White)), "e4");
        assert_eq!(names(beside.attackers(at("e7"), Color::White)), "e6");
    }
}

mod overtaking {
    use super::*;

    /// "it goes exactly two squares to an empty square; a target on the square jumped is
    /// captured", "charged Agent, all eight directions".
    #[test]
    fn in_all_eight_directions() {
        for (over, to) in [
            ("e6", "e7"),
            ("f6", "g7"),
            ("f5", "g5"),
            ("f4", "g3"),
            ("e4", "e3"),
            ("d4", "c3"),
            ("d5", "c5"),
            ("d6", "c7"),
        ] {
            // The Battery stands where it is not in the way.
            let battery = if over == "e4" { "Be6" } else { "Be4" };
            let mut position = position(&format!("w Pa1 pj10 Ae5 {battery} s{over}"));
            let (from, over, to) = (at("e5"), at(over), at(to));
            assert!(position.is_legal(Step::go(from, to)));
            assert_eq!(position.overtaken(from, to), Some(over));
            assert!(position.reach(from).overtaking == u128::of(to));
            let mut effects = Vec::new();
            position.play(Step::go(from, to), &mut effects);
            let agent = Piece::new(Color::White, Role::Agent);
            let soldier = Piece::new(Color::Black, Role::Soldier);
            assert_eq!(
                effects,
                [
                    Effect::Vanish { piece: soldier, at: over },
                    Effect::Slide { piece: agent, from, to, why: Why::Moved },
                ]
            );
            assert_eq!(position.piece_at(over), None);
            assert_eq!(position.halfmove(), 0);
        }
    }

    /// "a Battery of either side on it is jumped and stays"; "(Straight over a Battery the rook
    /// move reaches the same square: that is one step, not two.)"
    #[test]
    fn batteries_are_jumped_and_stay() {
        let pieces = "w Pa1 pj10 Ae5 Bd4 Be4 bf6 be6";
        let position = position(pieces);
        check(pieces, "e5", "c3 e3 e2 e1 g7 e7 e8 e9 e10 d5 c5 b5 a5 f5 g5 h5 i5 j5 f4 d6", "");
        for to in ["c3", "e3", "g7", "e7"] {
            let mut after = position;
            assert_eq!(after.overtaken(at("e5"), at(to)), None);
            after.play(Step::go(at("e5"), at(to)), &mut ());
            assert_eq!(names(after.pieces(Color::Black)), "e6 f6 j10");
            assert_eq!(after.pieces(Color::White).count(), 4);
            assert_eq!(after.halfmove(), 1);
        }
        assert_eq!(position.reach(at("e5")).overtaking, 0);
    }

    /// "over an empty square or a friendly piece other than a Battery it is not possible"; "to an
    /// empty square". Ruling: "the empty landing square of overtaking and that it passes no
    /// friendly piece".
    #[test]
    fn not_over_friends_or_nothing_or_onto_pieces() {
        let pieces = "w Pa1 pj10 Ae5 Be4 Sf6 sd6 sc7 se6 Se7 sd5 bc5";
        refused(pieces, "e5g7", "batteries.overtakes-no-friend", "f6");
        refused(pieces, "e5g3", "batteries.overtakes-nothing", "f4");
        refused(pieces, "e5c7", "batteries.overtaking-lands-on-piece", "c7");
        refused(pieces, "e5c5", "batteries.only-president", "c5");
        refused("w Pa1 pj10 Ae5 Be4 se6 se7", "e5e7", "batteries.overtaking-lands-on-piece", "e7");
        refused("w Pa1 pj10 Ae5 Be4 Se6", "e5e7", "batteries.overtakes-no-friend", "e6");
        refused("w Pa1 pj10 Ae5 be6 bf6", "e5g7", "batteries.no-overtaking", "e5");
        refused("w Pa1 pj10 Ae5 be6 se7", "e5e7", "batteries.captures-one-step", "e5");
        refused("w Pa1 pj10 Ae5 Bd4 bf6 sg7", "e5g7", "batteries.overtaking-lands-on-piece", "g7");
        refused("w Pa1 pj10 Ae5 se7", "e5e7", "batteries.captures-one-step", "e5");
        refused("w Pa1 pj10 Ae5 se6", "e5e8", "batteries.blocked", "e6");
        assert_eq!(position(pieces).reach(at("e5")).overtaking, 0);
        assert_eq!(position(pieces).overtaken(at("e5"), at("c7")), None, "c7 is occupied");
        // Charged, the rook's move over the Battery captures on the square behind.
        check(
            "w Pa1 pj10 Ae5 Bd4 be6 se7 sd6",
            "e5",
            "a5 b5 c5 d5 f5 g5 h5 i5 j5 e4 e3 e2 e1 f4 f6 c3 c7",
            "d6 e7",
        );
    }

    /// The board's edge ends it, also where indexes run on into the next rank.
    #[test]
    fn not_over_the_edge() {
        check(
            "w Pa1 pj1 Ai5 Bi4 sj5 sj6 sj4",
            "i5",
            "i6 i7 i8 i9 i10 h4 h5 h6 g5 f5 e5 d5 c5 b5 a5 i3 i2 i1",
            "j5 j6 j4",
        );
        check(
            "w Pj1 pj10 Ab5 Bb4 sa5 sa6 sa4",
            "b5",
            "b6 b7 b8 b9 b10 c4 c5 c6 d5 e5 f5 g5 h5 i5 j5 b3 b2 b1",
            "a5 a6 a4",
        );
        check(
            "w Pa1 pj1 Ae9 Be8 oe10",
            "e9",
            "d9 c9 b9 a9 f9 g9 h9 i9 j9 e7 e6 e5 e4 e3 e2 e1 d8 d10 f8 f10",
            "e10",
        );
    }

    /// An Agent that merely goes two squares overtakes nobody.
    #[test]
    fn whom_a_step_overtakes() {
        let position = position("w Pa1 pj10 Ae5 Oc3 Be4 se6 sd6");
        assert_eq!(position.overtaken(at("e5"), at("e7")), Some(at("e6")));
        assert_eq!(position.overtaken(at("e5"), at("c7")), Some(at("d6")));
        assert_eq!(position.overtaken(at("e5"), at("g5")), None);
        assert_eq!(position.overtaken(at("e5"), at("e6")), None);
        assert_eq!(position.overtaken(at("e5"), at("f5")), None);
        assert_eq!(position.overtaken(at("c3"), at("e5")), None, "occupied, and no Agent");
        assert_eq!(position.overtaken(at("c3"), at("c5")), None, "no Agent");
        assert_eq!(position.overtaken(at("h8"), at("h10")), None, "nobody");
    }
}

mod president_in_check {
    use super::*;

    fn is_check(pieces: &str) -> bool {
        position(pieces).check().unwrap()
    }

    /// Ruling: "A President is in check when an enemy piece could capture it in the position as it
    /// stands, charges counted. An enemy Battery never gives check."
    #[test]
    fn charges_count() {
        for (pieces, wanted) in [
            ("w Pe1 pj10 de2", false),
            ("w Pe1 pj10 oe2", true),
            ("w Pe1 pj10 oe5", false),
            ("w Pe1 pj10 oe5 bd5", true),
            ("w Pe1 pj10 oe5 be4", true),
            ("w Pe1 pj10 oe5 bd5 be3", true),
            ("w Pe1 pj10 oe5 bd5 Be3", true),
            ("w Pe1 pj10 oe5 bd5 Se3", false),
            ("w Pe1 pj10 oe5 Bd5", false),
            ("w Pe1 pj10 df2", true),
            ("w Pe1 pj10 dg3", false),
            ("w Pe1 pj10 dg3 bg4", true),
            ("w Pe1 pj10 lg3 bg4", true),
            ("w Pe1 pj10 lg3", false),
            ("w Pe1 pj10 le8 bd9", true),
            ("w Pe1 pj10 lf2", true),
            ("w Pe1 pj10 ef3", false),
            ("w Pe1 pj10 ef3 bg4", true),
            ("w Pe1 pj10 ee2", true),
            ("w Pe1 pj10 ee4 be5", true),
            ("w Pe1 pj10 ag1", false),
            ("w Pe1 pj10 ag1 bh1", true),
            ("w Pe1 pj10 af2", false),
            ("w Pe1 pj10 af2 bg2", true),
            ("w Pe1 pj10 ad1", true),
            ("w Pe1 pj10 sf2", true),
            ("w Pe1 pj10 sd2", true),
            ("w Pe1 pj10 se2", false),
            ("w Pe1 pj10 sg3", false),
            ("w Pe1 pj10 sg3 bh4", true),
            ("w Pe1 pj10 sc3 bc4", true),
            ("w Pe1 pj10 sg3 bh4 Sf3", true),
            ("w Pe1 pj10 sg3 bf2", true),
            ("w Pe1 pj10 sg3 bh4 Df2", false),
            ("w Pe1 pj10 be2", false),
            ("w Pe1 pj10 be2 bf2", false),
            ("b pe10 Pj1 Sf9", true),
            ("b pe10 Pj1 Sg8 Bg7", true),
            ("b pe5 Pj1 Sf6", false),
        ] {
            assert_eq!(is_check(pieces), wanted, "{pieces}");
        }
    }

    /// Ruling: "No step may leave the own President in check".
    #[test]
    fn checks_are_answered() {
        // Only the Orthog can go between, and the Battery cannot.
        let pieces = "w Pa1 pj10 oa9 ba10 Ob4 Bb5 Sb8 Dd4 oh2 bi3";
        let legal = position(pieces).list();
        let names: Vec<String> =
            legal.iter().map(|step| step.display(Batteries::SPEC).to_string()).collect();
        let mut names = names;
        names.sort();
        assert_eq!(names, ["a1b1", "b4a4", "b8a9", "d4a7"]);
        refused(pieces, "b5a5", "batteries.still-in-check", "b5 a9 a1");
        refused(pieces, "a1a2", "batteries.into-check", "a1 h2 a2");
        refused(pieces, "b4c4", "batteries.still-in-check", "b4 a9 a1");
    }

    /// Ruling: "note that moving or losing a Battery changes charges and that a Battery does not
    /// block a line".
    #[test]
    fn pins_are_those_of_charged_pieces() {
        check("w Pe1 pj10 De3 oe8", "e3", "d2 c1 f2 g1 d4 c5 b6 a7 f4 g5 h6 i7 j8", "");
        let pinned = "w Pe1 pj10 De3 oe8 bd8";
        check(pinned, "e3", "", "");
        refused(pinned, "e3f4", "batteries.pinned", "e3 e8 e1");
        check("w Pe1 pj10 Oe3 Bd2 oe8 bd8", "e3", "e2 e4 e5 e6 e7", "e8");
        check("w Pe1 pj10 Oe3 Se5 oe8 bd8", "e3", "e2 e4 a3 b3 c3 d3 f3 g3 h3 i3 j3", "");
        check("w Pe1 pj10 Oe3 se5 oe8 bd8", "e3", "e2 e4 a3 b3 c3 d3 f3 g3 h3 i3 j3", "");
        // A Battery is no screen: it leaves the line freely, and a piece before it stays pinned.
        check("w Pe1 pj10 De3 Be5 oe8 bd8", "e3", "", "");
        check("w Pe1 pj10 Dd2 dh5 bh6", "d2", "c1 c3 b4 a5 e3 f4 g5 i7 j8", "");
        check("w Pe1 pj10 Df2 di4 di5", "f2", "g1 g3 h4 e3 d4 c5 b6 a7", "");
        check("w Pe1 pj10 Df2 dh4 bh5", "f2", "g3", "");
        check("w Pe1 pj10 Df2 Bf1 dh4 bh5", "f2", "g3", "h4");
        // A charged Soldier pins too, over one square only.
        check("w Pe1 pj10 Of2 sg3 bg4", "f2", "", "");
        check("w Pe1 pj10 Df2 sg3 bg4", "f2", "", "g3");
        check(
            "w Pe1 pj10 Of2 sg3",
            "f2",
            "f1 f3 f4 f5 f6 f7 f8 f9 f10 g2 h2 i2 j2 e2 d2 c2 b2 a2",
            "",
        );
    }

    #[test]
    fn pinned_soldiers_keep_to_the_line() {
        check("w Pe1 pj10 Se3 sf4 oe8 bd8", "e3", "e4 e5", "");
        check("w Pa3 pj10 Se3 oh3 bi3", "e3", "", "");
        check("w Pb1 pj10 Sd3 de4 bf5", "d3", "", "e4");
        check("w Pb1 pj10 Sd3 sc4 df5 bf6", "d3", "", "");
    }

    /// The President takes charges away by capturing a Battery, and goes where no enemy piece
    /// reaches it, its own square no longer in the way.
    #[test]
    fn the_presidents_own_steps() {
        // The Agent on c3 captures diagonally while it is charged, by b2 alone or by d3 too.
        check("w Pa1 pj10 bb2 ac3", "a1", "a2 b1", "b2");
        check("w Pa1 pj10 bb2 ac3 bd3", "a1", "a2 b1", "");
        refused("w Pa1 pj10 bb2 ac3 bd3", "a1b2", "batteries.into-check", "a1 c3 b2");
        check("w Pe4 pj10 oe8 bd8", "e4", "d3 d4 d5 f3 f4 f5", "");
        check("w Pe4 pe6", "e4", "d3 e3 f3 d4 f4", "");
        check("w Pa2 pj10 sb2 sb4", "a2", "b1 b3", "b2");
        check("w Pa1 pj10 ob1 bc1 ob7 bb8", "a1", "a2", "");
    }

    /// Overtaking opens two squares at once, and can answer a double check.
    #[test]
    fn overtaking_and_check() {
        let opens = "w Pa5 pj10 se5 oh5 bh6 Ae4 Bd3";
        assert!(!position(opens).is_legal(step("e4e6")));
        refused(opens, "e4e6", "batteries.opens-check", "e4 h5 a5");
        assert!(position(opens).is_legal(step("e4e5")));
        assert!(position("w Pa5 pj10 se5 oh5 Ae4 Bd3").is_legal(step("e4e6")));

        let double = "w Pe1 pj10 sd2 oe8 bd8 Ac2 Bb2";
        assert_eq!(names(position(double).attackers(at("e1"), Color::Black)), "d2 e8");
        check(double, "c2", "e2", "");
        refused(double, "c2d2", "batteries.still-in-check", "c2 e8 e1");

        // Along the line of the pin it stays in the way.
        check("w Pe1 pj10 Ae3 Bd3 oe4 bf5", "e3", "e2 e5", "e4");
        check("w Pe1 pj10 Ae3 Bd2 oe4 bd5", "e3", "e2 e5", "e4");
    }

    /// Ruling: "A President is never captured, jumped or not." "A piece that is a step's target can
    /// be a President only for the sake of 'check'."
    #[test]
    fn a_president_is_never_left_to_be_captured() {
        for pieces in ["w Pa1 pe6 Ae5 Be4", "w Pa1 pe6 Oe5", "w Pa1 pa2", "w Pa1 pe9 Oe5 Be4"] {
            let error = Batteries::from_fen(&fen(pieces)).unwrap_err();
            assert_eq!(error.to_string(), "SIDE: the side not to move is in check", "{pieces}");
        }
    }
}

mod endings {
    use super::*;

    fn outcome(fen: &str) -> Option<Outcome> {
        Batteries::from_fen(fen).unwrap().outcome()
    }

    /// Source: "The object is to checkmate the enemy President." Ruling: "Stalemate is a drawn
    /// game."
    #[test]
    fn mate_and_stalemate() {
        let stalemate = "w Pa1 pj10 oj2 bj3 ob10 ba10";
        assert_eq!(outcome(&fen(stalemate)), Some(Outcome::drawn(Ending::Stalemate)));
        let mate = "w Pa1 pj10 oj2 bj3 ob10 ba10 la9";
        assert_eq!(outcome(&fen(mate)), Some(Outcome::won(Color::Black, Ending::Checkmate)));
        let mate = "b pa10 Pj1 Oj9 Bj8 Ob1 Ba1 La2";
        assert_eq!(outcome(&fen(mate)), Some(Outcome::won(Color::White, Ending::Checkmate)));
        assert_eq!(outcome(START), None);
        assert_eq!(outcome(&fen("w Pa1 pj10")), None, "no want of material here");
    }

    /// Ruling: "HALFMOVE is reset by captures and Soldier moves." docs/rules/README.md: "HALFMOVE
    /// reaches 100: drawn automatically."
    #[test]
    fn counters() {
        let pieces = fen("w Pa1 pj10 Oe4 Sb3 se5").replace(" 0 1", " 98 7");
        let before = Batteries::from_fen(&pieces).unwrap();
        for (text, halfmove) in [("e4e3", 99), ("a1a2", 99), ("b3b4", 0), ("e4e5", 0)] {
            let mut after = before;
            after.play(step(text), &mut ());
            assert_eq!((after.halfmove(), after.fullmove()), (halfmove, 7), "{text}");
        }
        let mut after = before;
        after.play(step("e4e3"), &mut ());
        assert_eq!(after.outcome(), None);
        after.play(step("j10j9"), &mut ());
        assert_eq!((after.halfmove(), after.fullmove()), (100, 8));
        assert_eq!(after.outcome(), Some(Outcome::drawn(Ending::FiftyMoves)));
        assert!(after.count() > 0);
        let mate = fen("w Pa1 pj10 oj2 bj3 ob10 ba10 la9").replace(" 0 1", " 100 90");
        let won = Some(Outcome::won(Color::Black, Ending::Checkmate));
        assert_eq!(outcome(&mate), won, "mate comes first");
    }

    #[test]
    fn keys_tell_sides_apart_and_not_counters() {
        let key = |fen: &str| Batteries::from_fen(fen).unwrap().key();
        assert_eq!(key(START), key(&START.replace("0 1", "4 17")));
        assert_ne!(key(START), key(&START.replace(" w ", " b ")));
    }
}

mod reading {
    use super::*;

    /// docs/rules/README.md, "FEN": what no game can have is refused, and the field named.
    #[test]
    fn impossible_positions_are_refused() {
        for (text, field) in [
            (START.replace(" 0 1", " 0"), "FEN"),
            (START.replace(" 0 1", " 0 1 -"), "FEN"),
            (START.replace("LOE2 ", "LOE2[] "), "BOARD"),
            (START.replace("2eop", "2eopp"), "BOARD"),
            (START.replace("2eoploe2", "2eopeoe2"), "BOARD"),
            (START.replace("2eoploe2", "2eoploe1l"), "BOARD"),
            (START.replace("2eoploe2", "2eoploe1b"), "BOARD"),
            (START.replace("2eoploe2", "2eoploe1a"), "BOARD"),
            (START.replace("1ssssssss1", "sssssssss1"), "BOARD"),
            (START.replace("2eoploe2", "2epoloe2").replace("2BA", "BBBA"), "BOARD"),
            (START.replace("2eoploe2", "2eo1loe2"), "BOARD"),
            (START.replace("2EOPLOE2", "2EO1LOE2"), "BOARD"),
            (START.replace("2EOPLOE2", "2EOPLOEP1"), "BOARD"),
            (START.replace(" w ", " x "), "SIDE"),
            (START.replace(" - - ", " K - "), "CASTLING"),
            (START.replace(" - - ", " - e4 "), "EP"),
            (START.replace(" 0 1", " 00 1"), "HALFMOVE"),
            (START.replace(" 0 1", " 1000000 1"), "HALFMOVE"),
            (START.replace(" 0 1", " 0 0"), "FULLMOVE"),
            (START.replace(" 0 1", " 0 x"), "FULLMOVE"),
            (fen("w Pa1 pj10 Se1"), "BOARD"),
            (fen("w Pa1 pj10 Se2"), "BOARD"),
            (fen("w Pa1 pj10 Se10"), "BOARD"),
            (fen("w Pa1 pj10 se10"), "BOARD"),
            (fen("w Pa1 pj10 se9"), "BOARD"),
            (fen("w Pa1 pj10 se1"), "BOARD"),
            (fen("w Pa1 pb2"), "SIDE"),
            (fen("b Pa1 pj10 oe1 be2"), "SIDE"),
        ] {
            let error = Batteries::from_fen(&text).expect_err(&text).to_string();
            assert!(error.starts_with(&format!("{field}:")), "{text}: {error}");
        }
    }

    /// What can come about is taken: Agents in place of Soldiers, Soldiers on ranks 3 to 9 (for
    /// Black 8 to 2), either side in check if it is to move.
    #[test]
    fn possible_positions_are_taken() {
        for text in [
            START.replace("1ssssssss1", "1sssssss2").replace("2eoploe2", "2eoploea1"),
            START
                .replace("1ssssssss1", "1s8")
                .replace("2eoploe2/2baddab2", "a1eoploeaa/aabaddabaa"),
            fen("w Pa1 pj10 Se3 Se9 se8 se2"),
            fen("w Pa1 pj10 oe1 be2"),
            START.replace(" 0 1", " 999999 999999"),
        ] {
            assert_eq!(Batteries::from_fen(&text).map(|read| read.fen()), Ok(text));
        }
    }
}

/// Reasons that the tests of the pieces do not come to.
#[test]
fn reasons() {
    let pieces = "w Pa1 pj10 Oe4 Sd4 oh8";
    refused(pieces, "N@e4".replace('N', "S").as_str(), "common.no-drops", "");
    refused(pieces, "draw:S", "common.no-draws", "");
    refused(pieces, "end", "common.no-end", "");
    refused(pieces, "e5e6", "common.no-piece", "e5");
    refused(pieces, "h8h7", "common.not-your-piece", "h8");
    refused(pieces, "e4e4", "common.same-square", "e4");
    refused(pieces, "e4d4", "common.own-piece", "e4 d4");
    refused(pieces, "a1a3", "batteries.president-moves", "a1");
    refused(pieces, "a1c4", "batteries.president-moves", "a1");
}

#[test]
fn refused_exactly_when_not_listed_and_reasons_have_sentences() {
    refusals_agree_with_the_steps_and_have_sentences::<Batteries>();
}

mod against_plain_rules {
    use super::*;

    fn square((file, rank): At) -> Square {
        Ten::SHAPE.at(file as u8, rank as u8)
    }

    /// Steps, boards after them, check, and the sets for the page.
    fn compare(position: &Batteries) {
        let fen = position.fen();
        let oracle = Oracle::read(&fen);
        let mut wanted = Vec::new();
        for way in oracle.legal() {
            let (from, to) = (square(way.from), square(way.to));
            wanted.push(format!("{}{}", name(way.from), name(way.to)));
            let jumped = way.captured.filter(|&at| at != way.to).map(square);
            assert_eq!(position.overtaken(from, to), jumped, "{fen} {way:?}");
            let mut after = *position;
            after.play(Step::go(from, to), &mut ());
            assert!(after.fen().starts_with(&oracle.after(way).board()), "{fen} {way:?}");
        }
        let mut found: Vec<String> =
            position.list().iter().map(|step| step.display(Batteries::SPEC).to_string()).collect();
        wanted.sort();
        found.sort();
        assert_eq!(found, wanted, "{fen}");
        assert_eq!(position.count(), found.len() as u64, "{fen}");
        assert_eq!(position.check(), Some(oracle.is_in_check(oracle.white)), "{fen}");

        for at in Oracle::squares().filter(|&at| oracle.at(at) != Some('.')) {
            let color = position.piece_at(square(at)).unwrap().color;
            assert_eq!(
                position.charged(color).has(square(at)),
                oracle.is_charged(at),
                "{fen} {at:?}"
            );
            for charged in [false, true] {
                let mut reach = Reach::default();
                for way in oracle.ways(at, charged) {
                    let to = u128::of(square(way.to));
                    match way.captured {
                        None => reach.quiet |= to,
                        Some(captured) if captured == way.to => reach.captures |= to,
                        Some(_) => reach.overtaking |= to,
                    }
                }
                assert_eq!(position.reach_if(square(at), charged), reach, "{fen} {at:?}");
                if charged == oracle.is_charged(at) {
                    assert_eq!(position.reach(square(at)), reach, "{fen} {at:?}");
                }
            }
            let attackers = position.attackers(square(at), !color);
            let takes = |from: At| {
                oracle.at(from).is_some_and(|piece| {
                    piece != '.' && piece.is_ascii_uppercase() == (color == Color::Black)
                }) && oracle
                    .ways(from, oracle.is_charged(from))
                    .iter()
                    .any(|way| way.captured == Some(at))
            };
            let wanted = Oracle::squares()
                .filter(|&from| takes(from))
                .fold(0, |set, from| set | u128::of(square(from)));
            assert_eq!(names(attackers), names(wanted), "{fen} {at:?}");
        }
    }

    #[test]
    fn in_random_games() {
        let mut random = Chance(1);
        let mut seen = 0;
        for _ in 0..30 {
            let mut position = Batteries::initial();
            for _ in 0..100 {
                compare(&position);
                seen += 1;
                let steps = position.list();
                if steps.is_empty() {
                    break;
                }
                position.play(steps[random.below(steps.len())], &mut ());
            }
        }
        assert!(seen >= 2500, "{seen}");
    }

    /// A few pieces close to both Presidents: pins, double checks and overtakings abound, and no
    /// position is refused or taken wrongly.
    #[test]
    fn on_crowded_boards() {
        let mut random = Chance(2);
        let (mut taken, mut refused, mut double) = (0, 0, 0);
        for _ in 0..12_000 {
            let mut oracle = Oracle { pieces: [['.'; 10]; 10], white: random.below(2) == 0 };
            let (width, left, low) = (4 + random.below(4), random.below(3), random.below(3));
            let pieces = "PpBbBbLlDdDdOoOoAaAaAaEeEeSsSsSs";
            let some = 6 + random.below(pieces.len() - 8);
            for (place, piece) in pieces.chars().enumerate() {
                let (file, rank) = (left + random.below(width), low + random.below(width));
                let is_soldier = matches!(piece, 'S' | 's');
                let stands =
                    !is_soldier || (if piece == 'S' { 2..9 } else { 1..8 }).contains(&rank);
                let wanted = place < 4 || random.below(pieces.len()) < some;
                if stands && wanted && oracle.pieces[rank][file] == '.' {
                    oracle.pieces[rank][file] = piece;
                }
            }
            let letters: String = oracle.pieces.iter().flatten().collect();
            if !letters.contains('P') || !letters.contains('p') {
                continue;
            }
            let side = if oracle.white { 'w' } else { 'b' };
            let fen = format!("{} {side} - - 0 1", oracle.board());
            match Batteries::from_fen(&fen) {
                Ok(position) => {
                    assert!(!oracle.is_in_check(!oracle.white), "{fen}");
                    compare(&position);
                    let president = position.royals(position.turn()).lowest();
                    double += u32::from(position.attackers(president, !position.turn()).many());
                    taken += 1;
                }
                Err(error) => {
                    assert!(oracle.is_in_check(!oracle.white), "{fen}: {error}");
                    refused += 1;
                }
            }
        }
        assert!(taken > 2_000 && refused > 2_000 && double > 300, "{taken} {refused} {double}");
    }
}
