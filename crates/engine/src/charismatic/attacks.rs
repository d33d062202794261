//! What the pieces of a position attack.

use rules::board::Eight;
use rules::board::geometry::{DIAGONALS, ORTHOGONALS, rays};
use rules::chess::{ChessPieces, attack, pawn};
use rules::{Bits, Color, Geometry, Role, Square};

/// The pieces that capture, the least valuable first.
const CAPTORS: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// What both sides' pieces attack.
#[derive(Clone, Debug)]
pub(super) struct Attacks {
    /// By the square of each slider; elsewhere it means nothing.
    lines: [u64; 64],
    by: [u64; 2],
}

impl Attacks {
    pub(super) fn new(board: &ChessPieces<6>) -> Self {
        let mut attacks = Attacks { lines: [0; 64], by: [0; 2] };
        attacks.fill(board, |_| None);
        attacks
    }

    /// Becomes what the pieces attack after a step, or a few, from a position of which it is known: a
    /// line that nothing has come to or gone from is the same.
    #[inline]
    pub(super) fn follow(
        &mut self,
        known: &Attacks,
        before: &ChessPieces<6>,
        after: &ChessPieces<6>,
    ) {
        let occupied = before.occupied() ^ after.occupied();
        let sliders = |board: &ChessPieces<6>| {
            [attack::orthogonal_sliders(board), attack::diagonal_sliders(board)]
        };
        let ([straight, slanting], now) = (sliders(before), sliders(after));
        // Where another kind of slider stands than before.
        let others = straight ^ now[0] | slanting ^ now[1];
        self.fill(after, |square| {
            let line = known.lines[square.index() & 63];
            (!others.has(square) && (line & occupied).is_empty()).then_some(line)
        });
    }

    /// Finds what all pieces attack; `known` tells the lines that are known already.
    #[inline(always)]
    fn fill(&mut self, board: &ChessPieces<6>, known: impl Fn(Square) -> Option<u64>) {
        let occupied = board.occupied();
        let (straight, slanting) =
            (attack::orthogonal_sliders(board), attack::diagonal_sliders(board));
        self.by = Color::ALL.map(|color| {
            let [(west, _), (east, _)] = pawn::captures(board.of(color, Role::Pawn), color);
            let king = board.of(color, Role::King).squares();
            let king = king.fold(0, |set, square| set | Eight::king(square));
            let knights = board.of(color, Role::Knight).squares();
            knights.fold(west | east | king, |set, square| set | Eight::knight(square))
        });
        let black = board.color(Color::Black);
        for square in (straight | slanting).squares() {
            let line = known(square).unwrap_or_else(|| {
                let mut line = 0;
                if straight.has(square) {
                    line |= rays::<Eight, 2>(square, ORTHOGONALS, occupied);
                }
                if slanting.has(square) {
                    line |= rays::<Eight, 2>(square, DIAGONALS, occupied);
                }
                line
            });
            self.lines[square.index() & 63] = line;
            self.by[usize::from(black.has(square))] |= line;
        }
    }

    /// What a side attacks.
    #[inline(always)]
    pub(super) fn by(&self, color: Color) -> u64 {
        self.by[color.index()]
    }

    /// What a piece attacks.
    #[inline(always)]
    pub(super) fn of(&self, role: Role, color: Color, square: Square) -> u64 {
        match role {
            Role::Pawn => Eight::pawn_captures(color, square),
            Role::Knight => Eight::knight(square),
            Role::Bishop | Role::Rook | Role::Queen => self.lines[square.index() & 63],
            _ => Eight::king(square),
        }
    }

    /// A side's pieces, the least valuable first, each with the squares that it attacks.
    pub(super) fn pieces(
        &self,
        board: &ChessPieces<6>,
        color: Color,
    ) -> impl Iterator<Item = (Role, Square, u64)> {
        let of_side = CAPTORS.map(|role| (role, board.of(color, role)));
        of_side.into_iter().flat_map(move |(role, squares)| {
            squares.squares().map(move |square| (role, square, self.of(role, color, square)))
        })
    }
}

#[cfg(test)]
mod tests {
    use rules::Position;
    use rules::games::charismatic::Charismatic;

    use super::*;

    /// Along whole turns: from the position before a step, and from where the turn began.
    #[test]
    fn what_is_followed_is_what_is_found_anew() {
        let (mut near, mut far) = (Attacks::new(Charismatic::initial().board()), 0);
        let mut kept: Option<(Charismatic, Attacks)> = None;
        testkit::playout::visit::<Charismatic>(24, 160, |position| {
            let board = position.board();
            for color in Color::ALL {
                let mut all = 0;
                for square in board.color(color).squares() {
                    let role = board.role_at(square).unwrap();
                    let anew = attack::attacks(role, color, square, board.occupied());
                    assert_eq!(Attacks::new(board).of(role, color, square), anew);
                    all |= anew;
                }
                assert_eq!(Attacks::new(board).by(color), all, "{}", position.fen());
            }
            for step in position.list() {
                let mut after = *position;
                after.play(step, &mut ());
                near.follow(&Attacks::new(board), board, after.board());
                assert_same(&near, after.board());
            }
            if let Some((before, attacks)) = &kept {
                near.follow(attacks, before.board(), board);
                assert_same(&near, board);
                far += 1;
            }
            if kept.is_none() || far % 7 == 0 {
                kept = Some((*position, Attacks::new(board)));
            }
        });
        assert!(far > 1000, "{far}");
    }

    fn assert_same(found: &Attacks, board: &ChessPieces<6>) {
        let anew = Attacks::new(board);
        for color in Color::ALL {
            assert!(found.pieces(board, color).eq(anew.pieces(board, color)), "{board:?}");
            assert_eq!(found.by(color), anew.by(color), "{board:?}");
        }
    }
}
