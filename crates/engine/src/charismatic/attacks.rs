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
pub(crate) struct Attacks {
    /// By the square of each slider; elsewhere it means nothing.
    lines: [u64; 64],
    by: [u64; 2],
}

impl Attacks {
    pub(crate) fn new(board: &ChessPieces<6>) -> Self {
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
    pub(crate) fn by(&self, color: Color) -> u64 {
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

    /// The pieces of a side that a less valuable enemy piece attacks, and those that are attacked and not covered.
    pub(crate) fn threatened(&self, board: &ChessPieces<6>, color: Color) -> u64 {
        let enemies = |role| board.of(!color, role);
        let all = |role: Role| {
            let squares = enemies(role).squares();
            squares.fold(0, |set, square| set | self.of(role, !color, square))
        };
        let [(west, _), (east, _)] = pawn::captures(enemies(Role::Pawn), !color);
        let by_pawns = west | east;
        let by_minor = by_pawns | all(Role::Knight) | all(Role::Bishop);
        let by_rooks = by_minor | all(Role::Rook);
        let cheaper = by_pawns & (board.role(Role::Knight) | board.role(Role::Bishop))
            | by_minor & board.role(Role::Rook)
            | by_rooks & board.role(Role::Queen);
        board.color(color) & (cheaper | self.by(!color) & !self.by(color))
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
    use crate::testing::{Mirror, mirrored, read};

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

    /// Of both sides of these positions: what a less valuable piece attacks, and what is attacked and not covered.
    #[test]
    fn threats_by_hand() {
        for (board, white, black) in [
            // A covered rook, attacked by a bishop and not by a queen; the bishop is attacked by nobody.
            ("k7/8/2b5/8/8/5R2/6K1/8", "f3", ""),
            ("k7/8/2q5/8/8/5R2/6K1/8", "", ""),
            // Nothing covers these: a pawn attacked by a queen, a queen by a knight, a king in check.
            ("k7/8/8/3q4/8/3P4/8/7K", "h1d3", ""),
            ("k7/8/4n3/8/5Q2/8/8/K7", "f4", ""),
            // A pawn forks a bishop and a covered knight; a covered pawn is not threatened by a pawn.
            ("k7/8/8/2b1n3/3P4/4P3/8/K7", "", "c5e5"),
            ("k7/2p5/3p4/4p3/3P4/2P5/8/K7", "", ""),
            // Rooks threaten queens, and knights rooks, however covered.
            ("k7/8/8/3r4/8/3Q4/3K4/8", "d3", "d5"),
            ("k7/8/8/3r4/5N2/6P1/8/K7", "", "d5"),
            ("k7/8/4p3/3r4/5N2/6P1/8/K7", "", "d5e6"),
        ] {
            let position: Charismatic = read(&format!("{board}[] w - - 0 9 - -"));
            for (here, color) in
                [(position, Color::White), (mirrored(&position, Mirror::Flip), Color::Black)]
            {
                let attacks = Attacks::new(here.board());
                let seen = |set: u64| if color == Color::White { set } else { set.swap_bytes() };
                let found = |side| seen(attacks.threatened(here.board(), side));
                let named = |set: u64| -> String {
                    let names = set.squares().map(|square| {
                        let (file, rank) = (square.index() as u8 % 8, square.index() as u8 / 8);
                        [char::from(b'a' + file), char::from(b'1' + rank)]
                    });
                    names.flatten().collect()
                };
                assert_eq!(
                    [named(found(color)), named(found(!color))],
                    [white, black],
                    "{board} {color:?}"
                );
            }
        }
    }

    fn assert_same(found: &Attacks, board: &ChessPieces<6>) {
        let anew = Attacks::new(board);
        for color in Color::ALL {
            assert!(found.pieces(board, color).eq(anew.pieces(board, color)), "{board:?}");
            assert_eq!(found.by(color), anew.by(color), "{board:?}");
        }
    }
}
