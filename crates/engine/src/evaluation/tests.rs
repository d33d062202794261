//! Evaluations seen from both sides, and features counted by hand.

use std::collections::BTreeMap;

use rules::any::positions;
use rules::{Color, Position};

use super::{Evaluate, MOST, army, weights};
use crate::chance::Chance;
use crate::testing::{Mirror, lively_position, mirrored, random_position, read};

fn sums<P: Evaluate>(position: &P) -> [i32; MOST] {
    let mut sums = [0; MOST];
    position.features(&mut sums);
    sums
}

/// How many positions of each game are looked at from both sides.
const POSITIONS: usize = 300;

/// Every feature is the same for both sides: with the sides changed it is negated, and what the
/// side to move makes of the position stays the same.
fn is_mirrored<P: Evaluate>(seed: u64, mirror: Mirror) {
    is_mirrored_with::<P>(seed, mirror, &[]);
}

/// The same, with positions of kinds that games at random do not come to.
fn is_mirrored_with<P: Evaluate>(seed: u64, mirror: Mirror, rare: &[&str]) {
    let mut chance = Chance::new(seed);
    let rare = rare.iter().map(|fen| read::<P>(fen));
    let lively: Vec<P> = (0..POSITIONS).map(|_| lively_position::<P>(&mut chance).1).collect();
    let names = P::FEATURES.iter().map(|feature| feature.name);
    let mut decided: BTreeMap<&str, usize> = names.skip(1).map(|name| (name, 0)).collect();
    let mut black = 0;
    for position in lively.into_iter().chain(rare) {
        let other = mirrored(&position, mirror);
        let (here, there) = (sums(&position), sums(&other));
        for (i, feature) in P::FEATURES.iter().enumerate() {
            assert_eq!(here[i], -there[i], "{}: {}", feature.name, position.fen());
            if here[i] != 0 {
                *decided.entry(feature.name).or_default() += 1;
            }
        }
        let weights = weights::<P>();
        assert_eq!(position.evaluate(&weights), other.evaluate(&weights), "{}", position.fen());
        let by_habit = P::by_habit(weights);
        assert_eq!(position.evaluate(&by_habit), other.evaluate(&by_habit), "{}", position.fen());
        black += usize::from(position.turn() == Color::Black);
    }
    assert!(black > POSITIONS / 4 && black < 3 * POSITIONS / 4, "{black}");
    // None of them is nothing everywhere.
    for (name, times) in decided {
        assert!(times > 0 || name.is_empty(), "{name}: {times}");
    }
}

#[test]
fn chessence_is_judged_alike_from_both_sides() {
    is_mirrored::<positions::Chessence>(21, Mirror::Turn);
}

#[test]
fn contramatic_is_judged_alike_from_both_sides() {
    is_mirrored::<positions::Contramatic>(22, Mirror::Flip);
}

#[test]
fn complete_contramatic_is_judged_alike_from_both_sides() {
    is_mirrored::<positions::CompleteContramatic>(23, Mirror::Flip);
}

#[test]
fn magnetic_is_judged_alike_from_both_sides() {
    is_mirrored::<positions::Magnetic>(24, Mirror::Flip);
}

#[test]
fn batteries_is_judged_alike_from_both_sides() {
    let rare = [
        "10/7p2/10/3s6/10/2A1S5/2B7/10/10/3P4b1 w - - 0 1",
        "1b3po3/1S5b2/7d2/10/5B4/10/10/10/10/1B1P6 b - - 8 65",
    ];
    is_mirrored_with::<positions::Batteries>(25, Mirror::Flip, &rare);
}

#[test]
fn orthodox_is_judged_alike_from_both_sides() {
    is_mirrored::<positions::Orthodox>(26, Mirror::Flip);
}

/// White's series in Progressive Chess have other lengths than Black's, so that no position has a
/// mirror image. Its features are those of the same board in orthodox chess.
#[test]
fn progressive_has_the_features_of_the_orthodox_board() {
    let mut chance = Chance::new(27);
    for _ in 0..POSITIONS {
        let (_, orthodox) = random_position::<positions::Orthodox>(&mut chance);
        let fen = orthodox.fen();
        let board = fen.split(' ').next().unwrap_or_default();
        for turn in ["w - - 0 1 -", "b - - 0 1 -"] {
            let Ok(position) = positions::Progressive::from_fen(&format!("{board} {turn}")) else {
                continue;
            };
            let count = army::COUNT;
            assert_eq!(sums(&position)[..count], sums(&orthodox)[..count], "{fen}");
        }
    }
}

/// Who is ahead on the board is ahead in the judgement, whichever colour moves.
#[test]
fn the_side_that_is_ahead_is_judged_better() {
    fn check<P: Evaluate>(ahead: &str, behind: &str) {
        let weights = weights::<P>();
        let [ahead, behind] = [ahead, behind].map(|fen| read::<P>(fen).evaluate(&weights));
        assert!(ahead > 100 && behind < -100, "{}: {ahead} {behind}", P::SPEC.id);
    }
    check::<positions::Orthodox>(
        "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1",
    );
    check::<positions::Orthodox>(
        "q3k3/8/8/8/8/8/8/4K3 b - - 0 1",
        "q3k3/8/8/8/8/8/8/4K3 w - - 0 1",
    );
    check::<positions::Magnetic>(
        "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1",
    );
    check::<positions::Contramatic>(
        "4k3/8/8/8/8/8/8/QR2K3[] w - - 0 1 -",
        "4k3/8/8/8/8/8/8/QR2K3[] b - - 0 1 -",
    );
    check::<positions::Contramatic>(
        "qr2k3/8/8/8/8/8/8/4K3[] b - - 0 1 -",
        "qr2k3/8/8/8/8/8/8/4K3[] w - - 0 1 -",
    );
    check::<positions::CompleteContramatic>(
        "k3c3/8/8/8/8/8/7R/KQ2C3[] w - - 0 1 -",
        "k3c3/8/8/8/8/8/7R/KQ2C3[] b - - 0 1 -",
    );
    check::<positions::CompleteContramatic>(
        "kq2c3/7r/8/8/8/8/8/K3C3[] b - - 0 1 -",
        "kq2c3/7r/8/8/8/8/8/K3C3[] w - - 0 1 -",
    );
    check::<positions::Progressive>(
        "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 -",
        "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1 -",
    );
    check::<positions::Progressive>(
        "q3k3/8/8/8/8/8/8/4K3 b - - 0 1 -",
        "q3k3/8/8/8/8/8/8/4K3 w - - 0 1 -",
    );
    check::<positions::Batteries>(
        "2l6p/10/10/10/10/10/10/10/10/P9 b - - 0 1",
        "2l6p/10/10/10/10/10/10/10/10/P9 w - - 0 1",
    );
    check::<positions::Batteries>(
        "9p/10/10/10/10/10/10/10/10/P2L6 w - - 0 1",
        "9p/10/10/10/10/10/10/10/10/P2L6 b - - 0 1",
    );
    check::<positions::Chessence>(
        "k5/5*/4*1/2*3/1*2*1/3*2/1*4/*3MM/5K[M] w - - 0 1",
        "k5/5*/4*1/2*3/1*2*1/3*2/1*4/*3MM/5K[M] b - - 0 1",
    );
}

/// The features of a position that are not nothing.
fn counted<P: Evaluate>(fen: &str) -> BTreeMap<&'static str, i32> {
    let sums = sums(&read::<P>(fen));
    P::FEATURES
        .iter()
        .zip(sums)
        .filter(|&(_, sum)| sum != 0)
        .map(|(feature, sum)| (feature.name, sum))
        .collect()
}

/// All features that are not nothing, counted by hand.
fn all<P: Evaluate>(fen: &str, wanted: &[(&'static str, i32)]) {
    assert_eq!(counted::<P>(fen), wanted.iter().copied().collect(), "{fen}");
}

/// Some features, counted by hand.
fn some<P: Evaluate>(fen: &str, wanted: &[(&'static str, i32)]) {
    let counted = counted::<P>(fen);
    for &(name, sum) in wanted {
        assert!(P::FEATURES.iter().any(|feature| feature.name == name), "{name}");
        assert_eq!(counted.get(name).copied().unwrap_or(0), sum, "{name}: {fen}");
    }
}

#[test]
fn features_of_a_knight_and_a_pawn() {
    all::<positions::Orthodox>(
        "4k3/8/8/8/3N4/8/P7/4K3 w - - 0 1",
        &[
            ("pawn", 1),
            ("knight", 1),
            ("knight-mobility", 8),
            ("pawn-advance", 1),
            ("pawn-open", 1),
            ("centre", 1),
            ("pawn-isolated", 1),
            // Of 24 that could attack kings a knight is left.
            ("pawn-late", 5),
            ("knight-late", 5),
            // The king of Black, alone, stands three steps inside the edge, and seven from the other.
            ("mop-up", 1),
        ],
    );
}

#[test]
fn features_of_pawns_bishops_rooks_and_queens() {
    all::<positions::Orthodox>(
        "3rk3/3p4/8/8/1q6/P4p2/P2B1P2/2B1KR2 b - - 0 1",
        &[
            ("pawn", 1),
            ("bishop", 2),
            ("queen", -1),
            ("bishop-mobility", 7),
            ("rook-mobility", -1),
            ("queen-mobility", -22),
            ("pawn-advance", -2),
            // f3 alone: two ranks beyond the fourth.
            ("pawn-far-advanced", -4),
            // a3, two ranks from its own first; d7 and f3 have pieces before them.
            ("pawn-open", 2),
            ("bishop-pair", 1),
            // The pawn's on e2 and the queen's on d2.
            ("attacks-near-king", -2),
            // d2, f2, f1 against d8, d7.
            ("king-guard", 1),
            // b4; a3, d2 are guarded, f3 is not attacked.
            ("loose", -1),
            ("pawn-doubled", 1),
            // a2, a3, f2 against d7, f3.
            ("pawn-isolated", 1),
            // a3, one step from its second rank; the queen attacks the square before it.
            ("pawn-passed", 1),
            ("pawn-passed-late", 1),
            // The queen, by a3.
            ("attacked-by-pawn", -1),
            // e2, which the king alone guards, with a queen and a rook against it.
            ("king-weak", 3),
            // What could attack kings is 4 and 6 of 12.
            ("pawn-late", 3),
            ("bishop-late", 7),
            ("queen-late", -3),
        ],
    );
    // The a-file has no white pawn; black's d-file has.
    some::<positions::Orthodox>("3rk3/3p4/8/8/8/8/8/R3K3 w - - 0 1", &[("rook-open-file", 1)]);
}

#[test]
fn features_of_magnetic_kings() {
    some::<positions::Magnetic>(
        "4k3/8/8/8/8/8/3PP3/3QK2R w - - 0 1",
        &[
            // 9 squares, those of the pieces that end the lines among them, against 20.
            ("lines-to-king", -11),
            ("king-en-prise", 0),
            ("king-home", 0),
            // f1, f2 against three that count.
            ("king-flights", -1),
            ("king-shelter", 2),
        ],
    );
    some::<positions::Magnetic>(
        "8/8/4k3/8/8/8/8/3QK2R b - - 0 1",
        &[("king-home", 1), ("king-en-prise", 0)],
    );
    some::<positions::Magnetic>("4k3/8/8/8/4Q3/8/8/4K3 b - - 0 1", &[("king-en-prise", -1)]);
}

#[test]
fn features_of_contramatic_kings() {
    some::<positions::Contramatic>(
        "4k3/8/8/8/8/6n1/7n/4K3[] w - - 0 1 -",
        &[
            // e2 and f1, the latter by both knights.
            ("checks-offered", 2),
            ("checks-offered-twice", 1),
            ("checks-offered-unlifted", 2),
            ("king-room", 0),
            ("king-ahead", 0),
        ],
    );
    some::<positions::Contramatic>(
        "4k3/8/8/8/5r2/8/4K3/8[] w - - 0 1 -",
        &[
            // f1, f2, f3; something may come between.
            ("checks-offered", 3),
            ("checks-offered-twice", 0),
            ("checks-offered-unlifted", 0),
            ("king-room", 3),
            ("king-ahead", 1),
        ],
    );
}

#[test]
fn features_of_orthodox_kings_beside_contramatic_ones() {
    some::<positions::CompleteContramatic>(
        "k3c3/8/8/8/8/2n5/P6n/K3C3[] w - - 0 1 -",
        &[
            // a2 and b1.
            ("attacks-near-orthodox-king", -2),
            // b2 against a7, b7, b8.
            ("orthodox-king-flights", -2),
            // a2, which the king guards.
            ("orthodox-king-guard", 1),
        ],
    );
}

#[test]
fn features_of_chessence() {
    all::<positions::Chessence>(
        "k5/5*/2m1*1/2*3/1*2*1/3*2/1*4/*3MM/5K[M] w - - 0 1",
        &[
            ("man", 1),
            ("reserve", 1),
            ("rook-power", 2),
            // e2: e1, e3, e4, d2, c2, b2; f2: f3 to f7.
            ("mobility", 11),
            ("powerless", -1),
            ("hangs-on-one-piece", 2),
            // 12 from a9, where c7 ends the diagonal, against 5 from f1.
            ("lines-to-king", -7),
            // 7 and 7 to a9, 6 to f1.
            ("distance-to-king", 8),
            ("entry-free", 1),
        ],
    );
    some::<positions::Chessence>(
        "k5/5*/4*1/2*3/1*1M*1/1m1*M1/1*M3/*5/5K[] w - - 0 1",
        &[
            ("rook-power", 0),
            ("bishop-power", 2),
            ("knight-power", 3),
            ("powerless", -1),
            // c3 has two that make it a knight; d5 and e4 have one for each of their powers.
            ("hangs-on-one-piece", 4),
            ("attacked", -1),
            ("loose", -1),
            ("entry-free", 0),
        ],
    );
}

#[test]
fn features_of_chess_with_batteries() {
    all::<positions::Batteries>(
        "9p/10/10/10/10/10/2B7/2O2s4/10/P9 w - - 0 1",
        &[
            ("soldier", -1),
            ("orthog", 1),
            ("battery", 1),
            ("charged-orthog", 1),
            ("captures", 1),
            ("soldier-advance", -5),
            ("soldier-far-advanced", -4),
            ("loose", -1),
            ("attacked", -1),
            ("lone-president-outward", 8),
        ],
    );
    // To capture with a knight's step, or a diagonal one, is what a charge gives.
    let captures = |fen: &str, count| some::<positions::Batteries>(fen, &[("captures", count)]);
    captures("9p/10/10/5s4/4B5/4E5/10/10/10/P9 w - - 0 1", 1);
    captures("9p/10/10/5s4/10/4E5/10/10/10/P9 w - - 0 1", 0);
    captures("9p/10/10/10/4B5/4A5/5s4/10/10/P9 w - - 0 1", 1);
    captures("9p/10/10/10/10/4A5/5s4/10/10/P9 w - - 0 1", 0);
    // Without a charge captures are one step long.
    let near = "9p/10/10/10/4s5/4O5/10/10/10/P9 w - - 0 1";
    some::<positions::Batteries>(near, &[("captures", 1), ("attacked", -1)]);
    let far = "9p/10/10/4s5/10/4O5/10/10/10/P9 w - - 0 1";
    some::<positions::Batteries>(far, &[("captures", 0), ("attacked", 0)]);
    // On its own lines alone: those of a Lady are all, those of a Diag and of an Orthog half of them each.
    for (piece, straight, aslant) in [('L', 1, 1), ('D', 0, 1), ('O', 1, 0)] {
        captures(&near.replace('O', &piece.to_string()), straight);
        captures(&format!("9p/10/10/10/10/4{piece}5/5s4/10/10/P9 w - - 0 1"), aslant);
    }
}

#[test]
fn a_president_without_pieces_is_driven_outward_and_hunted() {
    let lone = |fen: &str, outward, hunted| {
        let wanted = [("lone-president-outward", outward), ("lone-president-hunted", hunted)];
        some::<positions::Batteries>(fen, &wanted);
    };
    lone("10/10/10/10/4p5/10/2B7/2O7/10/3P6 w - - 0 1", 0, 4);
    lone("10/10/10/7p2/10/10/2B7/2O7/10/3P6 w - - 0 1", 3, 3);
    lone("3p6/10/2o7/10/10/10/4S5/10/10/P8B w - - 0 1", -8, 0);
    // Who has a piece is not alone, and one Diag mates nobody.
    lone("9p/10/10/10/10/10/10/2OE6/9d/P9 w - - 0 1", 0, 0);
    lone("9p/10/10/10/10/10/10/2B7/2D7/P9 w - - 0 1", 0, 0);
    lone("9p/10/10/10/10/10/10/2D7/2D7/P9 w - - 0 1", 8, 0);
}

#[test]
fn who_cannot_mate_is_hardly_better() {
    let weights = weights::<positions::Batteries>();
    for (fen, is_better) in [
        ("9p/10/10/10/10/10/2B7/3D6/2B7/P9 w - - 0 1", false),
        ("9p/10/10/10/10/5S4/2B7/3D6/2B7/P9 w - - 0 1", true),
        ("9p/10/10/10/10/10/2B7/3D6/2B7/P2D6 w - - 0 1", true),
        ("9p/10/10/10/10/10/2B7/2E7/10/P9 w - - 0 1", true),
    ] {
        let judged = read::<positions::Batteries>(fen).evaluate(&weights);
        assert_eq!(judged > 150, is_better, "{fen}: {judged}");
        assert!(judged > 0, "{fen}: {judged}");
    }
}

/// A Battery beside the enemy President can be taken by it unless a piece guards it, the own
/// President among them.
#[test]
fn presidents_guard_their_batteries() {
    for (fen, attacked) in [
        ("10/10/10/10/10/3PBp4/10/10/10/10 w - - 0 1", 0),
        ("10/10/10/10/10/1P2Bp4/10/10/10/10 w - - 0 1", 1),
        ("10/10/10/10/10/3Pbp4/10/10/10/10 w - - 0 1", 0),
        ("10/10/10/10/10/3Pb2p2/10/10/10/10 w - - 0 1", -1),
    ] {
        some::<positions::Batteries>(fen, &[("battery-attacked", attacked)]);
    }
}
