//! The evaluation of placements, before any piece has moved.
//!
//! The evaluation is a sum of features, each times its weight, for White's pieces and for Black's.
//! White moves first, so what it can capture at once counts, while Black's pieces are well placed
//! if they cannot be captured: the weights differ between the two sides.

use rules::board::{Eight, Geometry};
use rules::chess::{ChessPieces, attack};
use rules::games::charismatic::Charismatic;
use rules::{Bits, Color, Role, Square};

use super::assess::{PRICE, prey};
use super::attacks::Attacks;
use super::deployment_weights::WEIGHTS;

/// The roles of which each has features of its own.
const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
/// What is added up over the pieces of each role.
const OF_ROLE: [&str; 7] = ["hit", "hit-loose", "hit-by-less", "hits", "reach", "rank", "edge"];
/// The features of a side besides those of its roles.
const OF_SIDE: [&str; 4] = ["prey", "near-pawns", "shields", "doubled"];
/// The number of features of each side.
pub const FEATURES: usize = OF_SIDE.len() + ROLES.len() * OF_ROLE.len();
/// So many placement turns of the six tell little of what will stand on the board: until then the
/// first table of weights judges, from then on the second.
const EARLY: u32 = 4;

/// Weights, in thousandths of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The value for White of the position apart from the features.
    pub base: i32,
    /// The value for White of each feature of White's, and of Black's.
    pub sides: [[i32; FEATURES]; 2],
}

/// The names of a side's features, in their order: `prey`, what its pieces could capture at once,
/// in pawns; `near-pawns`, pawns next to its king; `shields`, pieces on open lines to its king;
/// `doubled`, pawns behind others. Then for each role: how many of its pieces are attacked;
/// attacked and unprotected; attacked by pieces of lower value; how many pieces they attack; how
/// many squares they reach; how many ranks they are in front of the first; how many files they are
/// from the middle.
pub fn names() -> impl Iterator<Item = String> {
    let of_roles = ROLES
        .into_iter()
        .flat_map(|role| OF_ROLE.map(|name| format!("{name} {role:?}").to_lowercase()));
    OF_SIDE.into_iter().map(String::from).chain(of_roles)
}

/// The features: White's, then Black's.
pub fn sums(board: &ChessPieces<6>) -> [[i32; FEATURES]; 2] {
    let attacks = Attacks::new(board);
    Color::ALL.map(|us| side(board, us, &attacks))
}

/// The number of finished placement turns, of both sides.
pub fn turns_placed(position: &Charismatic) -> u32 {
    let placed = Color::ALL.map(|color| position.board().color(color).count().saturating_sub(1));
    (placed[0] + placed[1]) / 5
}

/// The index of the weights to use after this many placement turns.
pub fn table(turns_placed: u32) -> usize {
    usize::from(turns_placed > EARLY)
}

/// The value of the pieces for White after a placement turn, in thousandths of a pawn.
pub(super) fn judge(position: &Charismatic) -> i32 {
    let Weights { base, sides } = &WEIGHTS[table(turns_placed(position))];
    let sums = sums(position.board());
    let pairs = sums.iter().flatten().zip(sides.iter().flatten());
    base + pairs.map(|(sum, weight)| sum * weight).sum::<i32>()
}

/// What a piece is worth when it captures or is captured; the king is not given away.
fn price(role: Role) -> i32 {
    PRICE.get(role.index()).copied().unwrap_or(i32::MAX)
}

/// How much of each feature one side has.
fn side(board: &ChessPieces<6>, us: Color, attacks: &Attacks) -> [i32; FEATURES] {
    let (pieces, enemies) = (board.color(us), board.color(!us) & !board.role(Role::King));
    let king = board.of(us, Role::King).lowest();
    let pawns = board.of(us, Role::Pawn);
    let files = (0..8).filter(|&file| (pawns & Eight::file(file)).any()).count();
    let lines = attack::attacks(Role::Queen, us, king, board.occupied());
    let mut sums = [0; FEATURES];
    let (of_side, of_roles) = sums.split_at_mut(OF_SIDE.len());
    of_side.copy_from_slice(&[
        prey(board, attacks, us, 0, 5) / PRICE[0],
        (pawns & Eight::king(king)).count() as i32,
        (lines & pieces).count() as i32,
        pawns.count() as i32 - files as i32,
    ]);
    for (role, square, attacked) in attacks.pieces(board, us) {
        let Some(place) = ROLES.iter().position(|&listed| listed == role) else { continue };
        let is_hit = attacks.by(!us).has(square);
        let by_less = |(other, _, attacked): (Role, Square, u64)| {
            price(other) < price(role) && attacked.has(square)
        };
        let file = i32::from(Eight::SHAPE.file(square));
        let found = [
            i32::from(is_hit),
            i32::from(is_hit && !attacks.by(us).has(square)),
            i32::from(is_hit && attacks.pieces(board, !us).any(by_less)),
            (attacked & enemies).count() as i32,
            (attacked & !pieces).count() as i32,
            i32::from(us.rank(Eight::SHAPE.rank(square), 8)),
            (2 * file - 7).abs() / 2,
        ];
        let sums = of_roles[OF_ROLE.len() * place..].iter_mut();
        sums.zip(found).for_each(|(sum, found)| *sum += found);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    fn sums_of(fen: &str) -> [Vec<(String, i32)>; 2] {
        let position = Charismatic::from_fen(fen).unwrap();
        sums(position.board()).map(|sums| names().zip(sums).filter(|&(_, sum)| sum != 0).collect())
    }

    #[test]
    fn each_feature_has_a_name() {
        assert_eq!(names().count(), FEATURES);
    }

    /// Black's queen attacks a pawn that nobody covers, and a knight that a pawn covers; the pawn
    /// attacks it. Black has nothing else.
    #[test]
    fn features_by_hand() {
        let [white, black] = sums_of("3k4/8/8/2q5/1P6/2N5/3P4/4K3[] w - - 0 1 - -");
        let is = |sums: &[(String, i32)], expected: &[(&str, i32)]| {
            let found: Vec<_> = sums.iter().map(|(name, sum)| (name.as_str(), *sum)).collect();
            assert_eq!(found, expected);
        };
        is(
            &white,
            &[
                ("prey", 9),
                ("near-pawns", 1),
                ("shields", 1),
                ("hit pawn", 1),
                ("hit-loose pawn", 1),
                ("hits pawn", 1),
                ("reach pawn", 3),
                ("rank pawn", 4),
                ("edge pawn", 2),
                ("hit knight", 1),
                ("reach knight", 8),
                ("rank knight", 2),
                ("edge knight", 1),
            ],
        );
        is(
            &black,
            &[
                ("prey", 1),
                ("hit queen", 1),
                ("hit-loose queen", 1),
                ("hit-by-less queen", 1),
                ("hits queen", 2),
                ("reach queen", 22),
                ("rank queen", 3),
                ("edge queen", 1),
            ],
        );
    }

    /// The set-up is symmetric by rotation: so are the features.
    #[test]
    fn both_sides_have_the_same_features() {
        let board = "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR";
        let rotated: String = board
            .chars()
            .rev()
            .map(|c| {
                if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
            })
            .collect();
        let [white, black] = sums_of(&format!("{board}[] w - - 0 1 - -"));
        let [white_rotated, black_rotated] = sums_of(&format!("{rotated}[] w - - 0 1 - -"));
        assert_eq!(white, black_rotated);
        assert_eq!(black, white_rotated);
    }

    #[test]
    fn tables_by_turns() {
        assert_eq!(turns_placed(&Charismatic::initial()), 0);
        assert_eq!([1, 4, 5, 6].map(table), [0, 0, 1, 1]);
    }
}
