//! Contramatic Chess: the own king wants to step into a check that the enemy cannot lift. Good are
//! squares beside it that the enemy attacks, the more often the better, and a board on which the
//! enemy has few steps left.

use rules::board::Eight;
use rules::games::contramatic::Contramatic;
use rules::{Bits, Color, Geometry, Position, Role};

use super::orthodox::chess_worth;
use super::{Evaluate, Feature, Sums, Weights, army, feature, sign};

/// How many features both Contramatic games have.
pub(super) const COUNT: usize = army::COUNT + 5;
const OFFERED: usize = army::COUNT;
const OFFERED_TWICE: usize = army::COUNT + 1;
const UNLIFTED: usize = army::COUNT + 2;
const KING_ROOM: usize = army::COUNT + 3;
const KING_AHEAD: usize = army::COUNT + 4;

/// The features that both Contramatic games have.
pub(super) const fn table(army: [i32; army::COUNT], own: [i32; 5]) -> [Feature; COUNT] {
    let army = army::table(army);
    let mut table = [feature("", 0); COUNT];
    let mut i = 0;
    while i < army::COUNT {
        table[i] = army[i];
        i += 1;
    }
    table[OFFERED] = feature("checks-offered", own[0]);
    table[OFFERED_TWICE] = feature("checks-offered-twice", own[1]);
    table[UNLIFTED] = feature("checks-offered-unlifted", own[2]);
    table[KING_ROOM] = feature("king-room", own[3]);
    table[KING_AHEAD] = feature("king-ahead", own[4]);
    table
}

/// What a square beside a king is worth to a player with the habits of chess if the enemy attacks
/// it. It outweighs all else: pieces make for the enemy king, and the own king flees from theirs.
const DREADED: i32 = -600;

/// The weights of a player who sees a danger in each check that is offered to a king, as in chess,
/// in place of a chance to win.
pub(super) fn by_habit(mut weights: Weights) -> Weights {
    for place in [OFFERED, OFFERED_TWICE, UNLIFTED] {
        weights[place] = DREADED;
    }
    weights
}

/// Adds up the features of the contramatic kings.
pub(super) fn sum<P>(position: &P, sums: &mut Sums) -> army::Attacks
where
    P: Position<Bits = u64, Geometry = Eight>,
{
    let kings = Color::ALL.map(|color| position.pieces_of(color, Role::ContramaticKing));
    let attacks = army::sum(position, kings, sums);
    for color in Color::ALL {
        let s = sign(color);
        let (us, them) = (color.index(), (!color).index());
        let enemy_zone = kings[them].squares().fold(0, |zone, king| zone | Eight::king(king));
        for king in kings[us].squares() {
            // It may not step beside the enemy contramatic king: that would check it.
            let room = Eight::king(king) & !position.pieces(color) & !enemy_zone;
            let offered = room & attacks.once[them];
            sums[OFFERED] += s * offered.count() as i32;
            sums[OFFERED_TWICE] += s * (room & attacks.twice[them]).count() as i32;
            // A check along a line is lifted by a piece that comes between, a pawn's or a knight's is not.
            let unlifted = offered & attacks.leapers[them];
            sums[UNLIFTED] += s * unlifted.count() as i32;
            sums[KING_ROOM] += s * room.count() as i32;
            let rank = i32::from(Eight::SHAPE.rank(king));
            sums[KING_AHEAD] += s * if color == Color::White { rank } else { 7 - rank };
        }
    }
    attacks
}

static FEATURES: [Feature; COUNT] = table(
    [47, -10, 133, 155, 44, 121, -8, -5, 7, -3, 0, 10, -5, -5, 8, -55, 52, 5, 3, 2],
    [54, 44, 68, 70, 122],
);

impl Evaluate for Contramatic {
    const FEATURES: &'static [Feature] = &FEATURES;

    fn features(&self, sums: &mut Sums) {
        sum(self, sums);
    }

    fn by_habit(weights: Weights) -> Weights {
        by_habit(weights)
    }

    fn worth(role: Role) -> i32 {
        chess_worth(role)
    }
}
