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
    use rules::Step;
    use rules::any::positions::Orthodox;

    use super::*;
    use crate::evaluation::Evaluate;
    use crate::testing::read;

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
}
