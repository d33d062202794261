//! Orthodox chess: the yardstick; pieces, mobility, pawns, and where the kings are safe or of use.

use rules::board::{Eight, Geometry};
use rules::chess::pawn;
use rules::games::orthodox::Orthodox;
use rules::{Bits, Color, Position, Role, Square};

use super::army::{Attacks, behind, distance};
use super::{Evaluate, Feature, Sums, army, feature, sign};

/// The features beside those of [`army`], with their weights.
const OWN: [(&str, i32); 19] = [
    ("king-shelter", 3),
    ("king-weak", -3),
    ("king-central-early", -6),
    ("king-central-late", 4),
    ("mop-up", 10),
    ("pawn-late", 6),
    ("knight-late", -1),
    ("bishop-late", 3),
    ("rook-late", 18),
    ("queen-late", 3),
    ("pawn-passed", 3),
    ("pawn-passed-late", 6),
    ("pawn-passed-kings", 10),
    ("pawn-passed-free", 4),
    ("pawn-isolated", -12),
    ("pawn-connected", 6),
    ("rook-seventh", 15),
    ("attacked-by-pawn", -36),
    ("outpost", 15),
];

const KING_SHELTER: usize = army::COUNT;
const KING_WEAK: usize = army::COUNT + 1;
const KING_CENTRAL_EARLY: usize = army::COUNT + 2;
const KING_CENTRAL_LATE: usize = army::COUNT + 3;
const MOP_UP: usize = army::COUNT + 4;
const LATE: usize = army::COUNT + 5;
const PASSED: usize = army::COUNT + 10;
const PASSED_LATE: usize = army::COUNT + 11;
const PASSED_KINGS: usize = army::COUNT + 12;
const PASSED_FREE: usize = army::COUNT + 13;
const ISOLATED: usize = army::COUNT + 14;
const CONNECTED: usize = army::COUNT + 15;
const SEVENTH: usize = army::COUNT + 16;
const ATTACKED_BY_PAWN: usize = army::COUNT + 17;
const OUTPOST: usize = army::COUNT + 18;

static FEATURES: [Feature; army::COUNT + OWN.len()] = {
    let army =
        army::table([15, 88, 292, 281, 445, 1089, 7, 10, 8, 2, 0, 8, 5, 11, 35, 0, 0, -32, 11, -4]);
    let mut table = [feature("", 0); army::COUNT + OWN.len()];
    let mut i = 0;
    while i < table.len() {
        table[i] = if i < army::COUNT {
            army[i]
        } else {
            feature(OWN[i - army::COUNT].0, OWN[i - army::COUNT].1)
        };
        i += 1;
    }
    table
};

/// The most that [`force`] counts.
const FULL_FORCE: i32 = 12;

/// How much a side has to attack a king with: a queen counts 4, a rook 2, other pieces 1.
fn force(position: &Orthodox, color: Color) -> i32 {
    let count = |role: Role| position.pieces_of(color, role).count() as i32;
    let minor = count(Role::Knight) + count(Role::Bishop);
    (4 * count(Role::Queen) + 2 * count(Role::Rook) + minor).min(FULL_FORCE)
}

/// How many steps of a king a square is from the edge, those along files and along ranks added up: 0 to 6.
fn inward(square: Square) -> i32 {
    let from_edge = |at: u8| i32::from(at.min(7 - at));
    from_edge(Eight::SHAPE.file(square)) + from_edge(Eight::SHAPE.rank(square))
}

/// The squares to the left and right of those of a set.
fn beside(set: u64) -> u64 {
    (set & !Eight::file(7)) << 1 | (set & !Eight::file(0)) >> 1
}

/// The squares before those of a set on their files, as a side sees them.
fn before(set: u64, color: Color) -> u64 {
    behind(set, !color)
}

/// The squares that pawns attack.
fn attacked_by(pawns: u64, color: Color) -> u64 {
    let [(west, _), (east, _)] = pawn::captures(pawns, color);
    west | east
}

/// The whole files on which a set has squares.
fn files(set: u64) -> u64 {
    set | behind(set, Color::White) | behind(set, Color::Black)
}

/// Adds up where a side's king is safe, where it is of use, and how far it has driven an enemy king that is alone.
/// `late` is what both sides together lack of [`FULL_FORCE`] each.
fn add_king(position: &Orthodox, color: Color, attacks: &Attacks, late: i32, sums: &mut Sums) {
    let Some(king) = position.royals(color).squares().next() else { return };
    let s = sign(color);
    let zone = Eight::king(king);
    let around = position.royals(color) | beside(position.royals(color));
    let shelter = before(around, color) & position.pieces_of(color, Role::Pawn);
    let pawns = (shelter.count() + (zone & shelter).count()) as i32;
    let danger = force(position, !color);
    sums[KING_SHELTER] += s * (danger * pawns / 4);
    let weak = zone & attacks.once[(!color).index()] & !attacks.twice[color.index()];
    sums[KING_WEAK] += s * (danger * weak.count() as i32 / 2);
    sums[KING_CENTRAL_EARLY] += s * (inward(king) * (2 * FULL_FORCE - late) / 8);
    sums[KING_CENTRAL_LATE] += s * (inward(king) * late / 8);
    let enemies = position.royals(!color);
    if position.pieces(!color) == enemies {
        for lone in enemies.squares() {
            sums[MOP_UP] += s * (14 - 2 * inward(lone) - distance(king, lone));
        }
    }
}

/// Adds up which of a side's pawns no enemy pawn can stop, which stand together, and which of its pieces they guard
/// where no enemy pawn can drive them away.
fn add_pawns(position: &Orthodox, color: Color, attacks: &Attacks, late: i32, sums: &mut Sums) {
    let s = sign(color);
    let own = position.pieces_of(color, Role::Pawn);
    let enemy = position.pieces_of(!color, Role::Pawn);
    let kings = [color, !color].map(|color| position.royals(color).squares().next());
    let occupied = position.pieces(Color::White) | position.pieces(Color::Black);
    let passed = own & !behind(enemy | beside(enemy), color) & !behind(own, color);
    for square in passed.squares() {
        let advance = i32::from(color.rank(Eight::SHAPE.rank(square), 8)) - 1;
        sums[PASSED] += s * advance * advance;
        sums[PASSED_LATE] += s * (advance * late / 8);
        let ahead = stop(square, color);
        if let ([Some(king), Some(rival)], Some(next)) = (kings, ahead.squares().next()) {
            let gain = distance(rival, next).min(5) - distance(king, next).min(5);
            sums[PASSED_KINGS] += s * (gain * advance * late / 24);
        }
        if (ahead & (occupied | attacks.once[(!color).index()])).is_empty() {
            sums[PASSED_FREE] += s * advance * advance;
        }
    }
    sums[ISOLATED] += s * (own & !files(beside(own))).count() as i32;
    let guarded = attacked_by(own, color);
    sums[CONNECTED] += s * (own & (guarded | beside(own))).count() as i32;
    let minor = position.pieces_of(color, Role::Knight) | position.pieces_of(color, Role::Bishop);
    let half = if color == Color::White { 0x00FF_FFFF_0000_0000 } else { 0x0000_0000_FFFF_FF00 };
    let safe = !behind(beside(enemy), color);
    sums[OUTPOST] += s * (minor & guarded & half & safe).count() as i32;
}

/// The square before a pawn's.
fn stop(square: Square, color: Color) -> u64 {
    let at = 1_u64 << square.index();
    if color == Color::White { at << 8 } else { at >> 8 }
}

impl Evaluate for Orthodox {
    const FEATURES: &'static [Feature] = &FEATURES;

    fn features(&self, sums: &mut Sums) {
        let attacks = army::sum(self, Color::ALL.map(|color| self.royals(color)), sums);
        let late = 2 * FULL_FORCE - force(self, Color::White) - force(self, Color::Black);
        for i in 0..5 {
            sums[LATE + i] = sums[1 + i] * late / 4;
        }
        for color in Color::ALL {
            add_king(self, color, &attacks, late, sums);
            add_pawns(self, color, &attacks, late, sums);
            let s = sign(color);
            let seventh = Eight::rank(color.rank(6, 8));
            sums[SEVENTH] += s * (self.pieces_of(color, Role::Rook) & seventh).count() as i32;
            let attacked = attacked_by(self.pieces_of(!color, Role::Pawn), !color);
            let pawns = self.pieces_of(color, Role::Pawn);
            let pieces = self.pieces(color) & !pawns & !self.royals(color);
            sums[ATTACKED_BY_PAWN] += s * (attacked & pieces).count() as i32;
        }
    }

    fn worth(role: Role) -> i32 {
        chess_worth(role)
    }
}

/// What chess pieces are worth, about.
pub(super) const fn chess_worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        _ => 2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::MOST;

    /// White's features less Black's, those that are not zero.
    fn sums(fen: &str, names: &[&str]) -> Vec<i32> {
        let position = Orthodox::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mut sums: Sums = [0; MOST];
        position.features(&mut sums);
        let of = |name: &str| FEATURES.iter().position(|feature| feature.name == name);
        names.iter().map(|name| sums[of(name).expect(name)]).collect()
    }

    #[test]
    fn passed_pawns_count_by_how_far_they_are_and_who_is_near() {
        let names = ["pawn-passed", "pawn-passed-late", "pawn-passed-kings", "pawn-passed-free"];
        // Four steps from the second rank; the kings are three and six (five count) steps from where it goes next.
        assert_eq!(sums("8/k7/6P1/8/5K2/8/8/8 w - - 0 1", &names), [16, 12, 8, 16]);
        assert_eq!(sums("8/8/8/5k2/8/6p1/K7/8 w - - 0 1", &names), [-16, -12, -8, -16]);
        // A pawn beside its way stops it, and one behind its own.
        assert_eq!(sums("8/k4p2/6P1/8/5K2/8/8/8 w - - 0 1", &names[..1]), [0]);
        assert_eq!(sums("8/k7/6P1/6P1/5K2/8/8/8 w - - 0 1", &names[..1]), [16]);
        // A piece before it.
        assert_eq!(sums("8/k5n1/6P1/8/5K2/8/8/8 w - - 0 1", &names[3..]), [0]);
    }

    #[test]
    fn kings_stay_behind_pawns_while_there_are_pieces_and_come_out_later() {
        let names = ["king-shelter", "king-central-early", "king-central-late"];
        // Three pawns beside the king, and a queen and two rooks that could attack it.
        assert_eq!(sums("qr2k2r/8/8/8/8/8/5PPP/6K1 w - - 0 1", &names)[0], 8 * 6 / 4);
        let [_, early, late] = sums("4k3/8/8/8/3K4/8/8/8 w - - 0 1", &names)[..] else { panic!() };
        assert_eq!((early, late), (0, 6 * 24 / 8 - 3 * 24 / 8));
    }

    #[test]
    fn a_king_alone_is_driven_to_the_corner() {
        let driven = |fen: &str| sums(fen, &["mop-up"])[0];
        assert_eq!(driven("k7/8/1K6/8/8/8/8/7R w - - 0 1"), 12);
        assert_eq!(driven("8/8/8/3k4/8/8/8/K6R w - - 0 1"), 14 - 12 - 4);
        assert_eq!(driven("k7/p7/1K6/8/8/8/8/7R w - - 0 1"), 0);
    }

    #[test]
    fn pieces_are_harried_or_at_an_outpost_by_pawns() {
        let names = ["attacked-by-pawn", "outpost", "pawn-isolated", "pawn-connected"];
        // The knight on d5 is guarded and nobody drives it away; that on g4 is attacked by a pawn.
        let fen = "4k3/8/8/3N3p/2P3N1/8/8/4K3 w - - 0 1";
        assert_eq!(sums(fen, &names), [1, 1, 0, 0]);
        assert_eq!(sums("4k3/2p5/8/3N4/2P5/8/8/4K3 w - - 0 1", &names[1..2]), [0]);
        assert_eq!(sums("4k3/8/8/8/8/8/1PP4P/4K3 w - - 0 1", &names[2..]), [1, 2]);
    }
}
