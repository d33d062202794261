//! The static evaluation of a position: the pieces, and what the side to move could capture.
//!
//! A turn takes up to five pieces, so pieces that can be captured count as much as those on the
//! board. The captures are added up, each piece making one and each being made once, less the
//! captor if the enemy recaptures. Nothing else is counted, on purpose: each of the usual terms
//! (mobility, advanced pawns, shelter or siege of kings) makes the player bring all of its pieces
//! out, and lost games in measurements. Among equal turns the one with fewer steps is preferred.

use rules::chess::{ChessPieces, attack, pawn};
use rules::{Bits, Color, Role};

use super::attacks::Attacks;
use super::plan::ARMY;

/// The pieces that can be captured, the most valuable first.
const PREY: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
/// The values of pawn, knight, bishop, rook and queen, in centipawns.
pub(super) const PRICE: [i32; 5] = [100, 300, 300, 500, 900];
/// An army worth less than this, in centipawns, cannot keep pawns from advancing: then their ranks
/// count.
const WEAK: i32 = 900;
/// The value of a rank that a pawn has advanced against a weak army, in centipawns.
const RANK: i32 = 12;

/// The captures that a side makes, as they are added up.
struct Hunt<'a> {
    board: &'a ChessPieces<6>,
    /// What is not yet captured, and what of it nobody covers.
    prey: u64,
    loose: u64,
    gains: [i32; ARMY],
    count: usize,
}

impl Hunt<'_> {
    /// The best capture by a piece of a price, of the prey that it reaches, if that is worth more than what
    /// it gains otherwise. Of what is covered, only what is worth more than the captor may be among `prey`.
    #[inline(always)]
    fn capture(&mut self, reached: u64, price: i32, otherwise: i32) {
        let reached = reached & self.prey;
        if reached.is_empty() && otherwise == 0 {
            return;
        }
        let mut best = (otherwise, 0);
        for kind in PREY {
            // What follows is worth less still.
            if PRICE[kind.index()] <= best.0 {
                break;
            }
            let targets = reached & self.board.role(kind);
            if targets.is_empty() {
                continue;
            }
            let loose = targets & self.loose;
            let gain = if loose.any() {
                (PRICE[kind.index()], loose & loose.wrapping_neg())
            } else {
                (PRICE[kind.index()] - price, targets & targets.wrapping_neg())
            };
            if gain.0 > best.0 {
                best = gain;
            }
        }
        if best.0 > 0 && self.count < ARMY {
            self.prey &= !best.1;
            self.gains[self.count] = best.0;
            self.count += 1;
        }
    }
}

/// The best captures of the pieces of `us` other than those on `moved`, at most `most` of them, added up.
pub(super) fn prey(
    board: &ChessPieces<6>,
    attacks: &Attacks,
    us: Color,
    moved: u64,
    most: u32,
) -> i32 {
    let covered = attacks.by(!us);
    let prey = board.color(!us) & !board.role(Role::King);
    let loose = prey & !covered;
    let mut hunt = Hunt { board, prey, loose, gains: [0; ARMY], count: 0 };
    let (rooks, queens) = (board.role(Role::Rook), board.role(Role::Queen));
    let free = board.color(us) & !moved;

    // The pawns that become queens where nobody takes them, and those that capture.
    let pawns = free & board.role(Role::Pawn);
    let open = pawn::last_rank(us) & !board.occupied() & !covered;
    let rising = pawns & pawn::forward(open, !us);
    let pays = loose | !board.role(Role::Pawn);
    let [(west, _), (east, _)] = pawn::captures(prey & pays, !us);
    for square in (pawns & (rising | west | east)).squares() {
        let otherwise = if rising.has(square) { PRICE[4] - PRICE[0] } else { 0 };
        let reached = attacks.of(Role::Pawn, us, square) & pays;
        hunt.capture(reached, PRICE[Role::Pawn.index()], otherwise);
    }
    let mut by = |role: Role, pays: u64| {
        let price = PRICE.get(role.index()).copied().unwrap_or(0);
        for square in (free & board.role(role)).squares() {
            hunt.capture(attacks.of(role, us, square) & pays, price, 0);
        }
    };
    by(Role::Knight, loose | rooks | queens);
    by(Role::Bishop, loose | rooks | queens);
    by(Role::Rook, loose | queens);
    by(Role::Queen, loose);
    // A king takes only what nobody covers.
    by(Role::King, loose);
    let gains = &mut hunt.gains[..hunt.count];
    if gains.len() <= most as usize {
        return gains.iter().sum();
    }
    gains.sort_unstable_by(|a, b| b.cmp(a));
    gains[..most as usize].iter().sum()
}

/// The pieces of a side added up, in centipawns; and the same without its pawns.
pub(super) fn army(board: &ChessPieces<6>, us: Color) -> (i32, i32) {
    let own = board.color(us);
    let pieces = PREY[..4]
        .iter()
        .map(|&role| PRICE[role.index()] * (own & board.role(role)).count() as i32)
        .sum();
    (pieces + PRICE[0] * board.of(us, Role::Pawn).count() as i32, pieces)
}

/// The ranks that a side's pawns have advanced.
fn ranks(board: &ChessPieces<6>, us: Color) -> i32 {
    let pawns = board.of(us, Role::Pawn).squares();
    pawns.map(|square| i32::from(us.rank(square.index() as u8 / 8, 8)) - 1).sum()
}

/// The pieces of `us` less those of the enemy, in centipawns, of which both armies are known.
fn material(board: &ChessPieces<6>, us: Color, armies: [(i32, i32); 2]) -> i32 {
    let (own, own_pieces) = armies[us.index()];
    let (enemy, enemy_pieces) = armies[(!us).index()];
    let mut sum = own - enemy;
    if enemy_pieces < WEAK {
        sum += RANK * ranks(board, us);
    }
    if own_pieces < WEAK {
        sum -= RANK * ranks(board, !us);
    }
    sum
}

/// What a position is worth to the side that makes a turn, at a moment within it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Worth {
    /// If the turn ended now, in centipawns.
    pub(super) ended: i32,
    /// What the pieces that have not moved could capture with the steps that are left.
    pub(super) prey: i32,
}

/// A position within the turn of `us`, with what is added up for its evaluation.
pub(super) struct Moment<'a> {
    pub(super) board: &'a ChessPieces<6>,
    pub(super) us: Color,
    pub(super) attacks: &'a Attacks,
    /// Both armies, as [`army`] adds them up.
    pub(super) armies: [(i32, i32); 2],
}

impl Moment<'_> {
    /// How many pieces check the king of the side that makes the turn.
    #[inline]
    pub(super) fn checks(&self) -> u32 {
        let king = self.board.of(self.us, Role::King).lowest();
        if !self.attacks.by(!self.us).has(king) {
            return 0;
        }
        attack::attackers(self.board, king, !self.us, self.board.occupied()).count()
    }

    /// What the position is worth: the pieces on `moved` have moved, `left` steps are left. `fear` is how
    /// much of the enemy's possible captures counts, in hundredths.
    #[inline]
    pub(super) fn worth(&self, moved: u64, left: u32, fear: i32) -> Worth {
        let &Moment { board, us, attacks, armies } = self;
        let feared = if fear == 0 { 0 } else { prey(board, attacks, !us, 0, 5) * fear / 100 };
        let prey = if left == 0 { 0 } else { prey(board, attacks, us, moved, left) };
        Worth { ended: material(board, us, armies) - feared, prey }
    }
}

/// Evaluates a position for the side `us` to move; see [`Moment::worth`].
pub(super) fn assess(board: &ChessPieces<6>, us: Color, moved: u64, left: u32, fear: i32) -> Worth {
    let armies = Color::ALL.map(|color| army(board, color));
    let attacks = &Attacks::new(board);
    Moment { board, us, attacks, armies }.worth(moved, left, fear)
}

/// What a position at the start of a turn is worth to the side `us` that makes it.
pub(super) fn at_start(board: &ChessPieces<6>, us: Color, fear: i32) -> i32 {
    -assess(board, !us, 0, 0, fear).ended
}

#[cfg(test)]
mod tests {
    use rules::Position;
    use rules::games::charismatic::Charismatic;

    use super::*;
    use crate::testing::{Mirror, mirrored, read};

    const W: Color = Color::White;

    fn material_of(board: &ChessPieces<6>, us: Color) -> i32 {
        material(board, us, Color::ALL.map(|color| army(board, color)))
    }

    /// What White could capture with so many steps left, the pieces on `moved` having moved, in these
    /// positions and, for Black, in those seen from the other side.
    #[test]
    fn captures_by_hand() {
        for (board, moved, left, wanted) in [
            // A queen that nothing covers.
            ("k7/8/8/3q4/8/8/8/3R3K", "", 5, 900),
            ("k7/8/8/3q4/8/8/8/3R3K", "d1", 5, 0),
            ("k7/8/8/3q4/8/8/8/3R3K", "h1", 5, 900),
            ("k7/8/8/3q4/8/8/8/3R3K", "", 0, 0),
            // A covered pawn: a rook would be lost for it, a pawn changed for it.
            ("k7/8/2p5/3p4/8/8/8/3R3K", "", 5, 0),
            ("k7/8/2p5/3p4/4P3/8/8/7K", "", 5, 0),
            // A covered knight: a pawn is lost for it, by a bishop it is changed.
            ("k7/8/2p5/3n4/4P3/8/8/7K", "", 5, 200),
            ("k7/8/2p5/3n4/8/5B2/8/7K", "", 5, 0),
            // A covered queen is worth a rook.
            ("k7/8/2p5/3q4/8/8/8/3R3K", "", 5, 400),
            // A king takes what nobody covers.
            ("k7/8/8/8/8/8/1q6/K7", "", 5, 900),
            ("k7/8/8/8/3b4/8/1q6/K7", "", 5, 0),
            // Two could take the queen, and one does.
            ("k7/8/8/3q4/8/8/8/K2R3Q", "", 5, 900),
            // The second takes what the first has left.
            ("k7/8/8/3q4/7p/8/8/K2R3Q", "", 5, 1000),
            // Three captures, and the best of them where there are not steps for all.
            ("7k/8/q7/3r4/7n/8/8/R2RK2R", "", 5, 1700),
            ("7k/8/q7/3r4/7n/8/8/R2RK2R", "", 3, 1700),
            ("7k/8/q7/3r4/7n/8/8/R2RK2R", "", 2, 1400),
            ("7k/8/q7/3r4/7n/8/8/R2RK2R", "", 1, 900),
            // A pawn becomes a queen where nobody takes it and nothing stands before it.
            ("k7/3P4/8/8/8/8/8/7K", "", 5, 800),
            ("k7/3P4/8/8/8/8/8/7K", "d7", 5, 0),
            ("8/3Pk3/8/8/8/8/8/7K", "", 5, 0),
            ("k2b4/3P4/8/8/8/8/8/7K", "", 5, 0),
            ("k7/8/3P4/8/8/8/8/7K", "", 5, 0),
            // It rather captures what is worth more.
            ("k3q3/3P4/8/8/8/8/8/7K", "", 5, 900),
        ] {
            let position: Charismatic = read(&format!("{board}[] w - - 0 9 - -"));
            let moved = moved.as_bytes().chunks(2).fold(0u64, |set, name| {
                set | 1 << (usize::from(name[1] - b'1') * 8 + usize::from(name[0] - b'a'))
            });
            assert_eq!(assess(position.board(), W, moved, left, 0).prey, wanted, "{board}");
            let other = mirrored(&position, Mirror::Flip);
            let moved = moved.swap_bytes();
            assert_eq!(assess(other.board(), !W, moved, left, 0).prey, wanted, "{board} flipped");
        }
    }

    /// What a position is worth to White when its turn ends, and at its start, by how much of what can be
    /// captured then is counted.
    #[test]
    fn worth_by_hand() {
        for (board, fear, ended, start) in [
            // A rook against a queen, each of which can take the other.
            ("k7/8/8/3q4/8/8/8/3R3K", 0, -400, -400),
            ("k7/8/8/3q4/8/8/8/3R3K", 100, -900, 500),
            ("k7/8/8/3q4/8/8/8/3R3K", 40, -600, -40),
            // A pawn on the fifth rank, three ranks from the second, against nothing; a queen; a rook
            // and a bishop.
            ("k7/8/8/3P4/8/8/8/7K", 0, 136, 136),
            ("k2q4/8/8/3P4/8/8/8/7K", 0, -800, -800),
            ("k1rb4/8/8/3P4/8/8/8/7K", 0, -664, -664),
            // Ranks of both sides: 3 and 0 against 1.
            ("k7/8/4p3/3P4/8/8/P7/7K", 0, 100 + 36 - 12, 100 + 36 - 12),
            // A queen keeps the enemy's pawn from advancing, and not the own ones.
            ("k7/8/4p3/3P4/8/8/8/1Q5K", 0, 900 + 36, 900 + 36),
            ("k6q/8/4p3/3P4/8/8/8/7K", 0, -900 - 12, -900 - 12),
        ] {
            let position: Charismatic = read(&format!("{board}[] w - - 0 9 - -"));
            let other = mirrored(&position, Mirror::Flip);
            for (board_now, us) in [(position.board(), W), (other.board(), !W)] {
                let found = (
                    assess(board_now, us, 0, 0, fear).ended,
                    at_start(board_now, us, fear),
                    at_start(board_now, !us, 0),
                );
                let against = -material_of(board_now, us);
                assert_eq!(found, (ended, start, against), "{board} {us:?} {fear}");
            }
        }
    }

    /// Pieces and ranks are worth the same to either side, and to one what they cost the other.
    #[test]
    fn both_sides_are_judged_alike() {
        let mut uneven = 0;
        testkit::playout::visit::<Charismatic>(20, 120, |position| {
            if position.phase() != rules::Phase::Movement {
                return;
            }
            let other = mirrored(position, Mirror::Turn);
            for us in Color::ALL {
                let worth = material_of(position.board(), us);
                assert_eq!(worth, material_of(other.board(), !us), "{}", position.fen());
                assert_eq!(worth, -material_of(position.board(), !us), "{}", position.fen());
                uneven += u32::from(worth != 0);
            }
        });
        assert!(uneven > 100, "{uneven}");
    }
}
