//! Static exchange evaluation, for games in which a piece that captures takes the captured piece's
//! place and can be captured there in turn.

use rules::board::Eight;
use rules::chess::attack;
use rules::{Bits, Color, Geometry, Position, Role, Square};

/// The kinds that capture, the least valuable first. A king captures last.
const CAPTORS: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// What a capture wins when both sides go on capturing on its square as long as it pays, in
/// hundredths of a pawn. `gain` is what the capture itself wins, `worth` what a kind is worth.
pub(crate) fn exchange<P>(
    position: &P,
    from: Square,
    to: Square,
    gain: i32,
    worth: impl Fn(Role) -> i32,
) -> i32
where
    P: Position<Bits = u64, Geometry = Eight>,
{
    let pieces =
        |role| position.pieces_of(Color::White, role) | position.pieces_of(Color::Black, role);
    let diagonal = pieces(Role::Bishop) | pieces(Role::Queen);
    let orthogonal = pieces(Role::Rook) | pieces(Role::Queen);
    let leapers = Eight::knight(to) & pieces(Role::Knight)
        | Eight::king(to) & pieces(Role::King)
        | Eight::pawn_captures(Color::Black, to) & position.pieces_of(Color::White, Role::Pawn)
        | Eight::pawn_captures(Color::White, to) & position.pieces_of(Color::Black, Role::Pawn);
    let mut occupied =
        (position.pieces(Color::White) | position.pieces(Color::Black)) & !u64::of(from);
    let mut side = !position.turn();
    let mut standing = position.piece_at(from).map_or(0, |piece| worth(piece.role));
    // What each capture in turn wins at most, for who makes it.
    let mut gains = [0; 32];
    gains[0] = gain;
    let mut count = 1;
    while count < gains.len() {
        let attackers = (leapers
            | attack::attacks(Role::Bishop, side, to, occupied) & diagonal
            | attack::attacks(Role::Rook, side, to, occupied) & orthogonal)
            & occupied;
        let own = attackers & position.pieces(side);
        let next = CAPTORS.into_iter().find_map(|role| {
            (own & position.pieces_of(side, role)).squares().next().map(|square| (role, square))
        });
        let Some((role, square)) = next else { break };
        if role == Role::King && (attackers & position.pieces(!side)).any() {
            break;
        }
        gains[count] = standing - gains[count - 1];
        count += 1;
        standing = worth(role);
        occupied &= !u64::of(square);
        side = !side;
    }
    // Nobody has to go on: from the last capture back, each is made if it pays.
    for i in (1..count).rev() {
        gains[i - 1] = -gains[i].max(-gains[i - 1]);
    }
    gains[0]
}

#[cfg(test)]
mod tests {
    use rules::any::positions::Orthodox;
    use rules::{Piece, Step};

    use super::*;
    use crate::chance::Chance;
    use crate::evaluation::Evaluate;
    use crate::testing::{lively_position, read};

    #[test]
    fn exchanges() {
        for (fen, step, wanted) in [
            // A rook takes a pawn that nothing guards.
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            // A knight for a pawn, with more behind on both sides.
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 320),
            // A queen takes a guarded pawn.
            ("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", 100 - 950),
            // Rook behind rook: the second makes it pay.
            ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
            // A king may not take what is guarded.
            ("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
            // Equal pieces.
            ("4k3/8/2n5/4b3/8/5B2/8/4K3 w - - 0 1", "f3c6", 320),
        ] {
            let position = read::<Orthodox>(fen);
            let Ok(Step::Move { from, to, .. }) = Step::parse(step, Orthodox::SPEC) else {
                panic!("{step}")
            };
            let captured = position.piece_at(to).unwrap().role;
            let found = exchange(&position, from, to, Orthodox::worth(captured), Orthodox::worth);
            assert_eq!(found, wanted, "{fen}: {step}");
        }
    }

    type Board = [Option<Piece>; 64];

    /// Whether the piece on a square attacks another, step by step along its way.
    fn attacks(board: &Board, from: usize, to: usize) -> bool {
        let Some(Piece { color, role }) = board[from] else { return false };
        let apart = |one: usize, other: usize| one as i32 - other as i32;
        let (files, ranks) = (apart(to % 8, from % 8), apart(to / 8, from / 8));
        let is_straight = (files == 0) != (ranks == 0);
        let is_diagonal = files.abs() == ranks.abs() && files != 0;
        let is_open = || {
            let far = files.abs().max(ranks.abs());
            let by = files.signum() + 8 * ranks.signum();
            (1..far).all(|i| board[(from as i32 + i * by) as usize].is_none())
        };
        match role {
            Role::Pawn => files.abs() == 1 && ranks == if color == Color::White { 1 } else { -1 },
            Role::Knight => files.abs() * ranks.abs() == 2,
            Role::Bishop => is_diagonal && is_open(),
            Role::Rook => is_straight && is_open(),
            Role::Queen => (is_straight || is_diagonal) && is_open(),
            _ => files.abs().max(ranks.abs()) == 1,
        }
    }

    /// What a side wins at most by going on to capture what stands on a square, its least piece first.
    fn wins(board: &Board, to: usize, side: Color, standing: i32) -> i32 {
        let of = |color: Color| {
            let is_own = move |from: &usize| board[*from].is_some_and(|piece| piece.color == color);
            (0..64).filter(is_own).filter(|&from| from != to && attacks(board, from, to))
        };
        let place = |from: usize| {
            let role = board[from].map(|piece| piece.role);
            CAPTORS.iter().position(|&captor| Some(captor) == role).unwrap()
        };
        let Some(from) = of(side).min_by_key(|&from| place(from)) else { return 0 };
        let role = CAPTORS[place(from)];
        if role == Role::King && of(!side).next().is_some() {
            return 0;
        }
        let mut after = *board;
        after[from] = None;
        (standing - wins(&after, to, !side, Orthodox::worth(role))).max(0)
    }

    /// Every capture of many positions against exchanges played out on a board of 64 squares.
    #[test]
    fn exchanges_are_those_played_out() {
        let mut chance = Chance::new(81);
        let (mut tried, mut long) = (0, 0);
        for _ in 0..400 {
            let (_, position) = lively_position::<Orthodox>(&mut chance);
            let board: Board =
                std::array::from_fn(|square| position.piece_at(Square::new(square as u8)));
            for step in position.list() {
                let Step::Move { from, to, .. } = step else { continue };
                let (Some(mover), Some(captured)) =
                    (position.piece_at(from), position.piece_at(to))
                else {
                    continue;
                };
                let mut after = board;
                after[from.index()] = None;
                let gain = Orthodox::worth(captured.role);
                let back = wins(&after, to.index(), !mover.color, Orthodox::worth(mover.role));
                let found = exchange(&position, from, to, gain, Orthodox::worth);
                assert_eq!(found, gain - back, "{}: {step:?}", position.fen());
                tried += 1;
                long += usize::from(back > 0);
            }
        }
        assert!(tried > 300 && long > 100, "{tried} {long}");
    }
}
