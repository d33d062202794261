//! The inputs of a net.

use rules::any::positions;
use rules::{Bits, Color, GameId, Geometry, Piece, Position, Shape, Square};

/// The maximum number of kinds of signs in a game.
pub(crate) const MOST_SIGNS: usize = 3;
/// The maximum number of counts of a side.
pub(crate) const MOST_COUNTS: usize = 14;
/// Counts beyond this count as this.
const MOST_OF_A_COUNT: usize = 9;

/// Sets of squares by side and kind.
pub type Signs<B> = [[B; MOST_SIGNS]; 2];
/// Counts by side and kind.
pub type Counts = [[u8; MOST_COUNTS]; 2];

/// The inputs of a net besides the pieces on the board.
pub trait Inputs: Position {
    /// Whether the sides' perspectives correspond by rotating the board, and not by a mirror
    /// between them.
    const TURNED: bool = false;
    /// The number of kinds of signs of a side.
    const SIGNS: usize = 0;
    /// The number of counts of a side.
    const COUNTS: usize = 0;

    /// Signs: squares with a property that does not follow simply from the pieces' places, by side:
    /// charged pieces, powers.
    #[inline(always)]
    fn signs(&self) -> Signs<Self::Bits> {
        [[Self::Bits::EMPTY; MOST_SIGNS]; 2]
    }

    /// Counts of things off the board, by side: pieces in reserve, moves left.
    #[inline(always)]
    fn counts(&self) -> Counts {
        [[0; MOST_COUNTS]; 2]
    }
}

/// Where the inputs of a game stand in a net.
///
/// For each perspective: pieces by side (its own first), kind and square, as seen from its side; signs
/// by side, kind and square; counts by side and kind, one input for each number up to the count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    game: GameId,
    squares: usize,
    roles: usize,
    signs: usize,
    counts: usize,
    /// The place of each kind of piece among those of the game.
    places: [u8; 16],
    /// The squares as Black sees them.
    turned: Vec<u8>,
}

impl Layout {
    /// The layout of a game.
    pub(crate) fn of(game: GameId) -> Layout {
        macro_rules! of {
            ($($name:ident)*) => {
                match game {
                    $(GameId::$name => Layout::new::<positions::$name>(game),)*
                }
            };
        }
        of!(Charismatic Chessence Contramatic CompleteContramatic Magnetic Batteries Orthodox
            Progressive)
    }

    fn new<P: Inputs>(game: GameId) -> Layout {
        let shape: Shape = P::Geometry::SHAPE;
        let mut places = [0; 16];
        for (place, &(role, _)) in P::SPEC.roles.iter().enumerate() {
            places[role.index()] = place as u8;
        }
        let turned = (0..shape.squares() as u8).map(|index| {
            let square = Square::new(index);
            let (file, rank) = (shape.file(square), shape.rank(square));
            let file = if P::TURNED { shape.files - 1 - file } else { file };
            shape.at(file, shape.ranks - 1 - rank).index() as u8
        });
        Layout {
            game,
            squares: shape.squares(),
            roles: P::SPEC.roles.len(),
            signs: P::SIGNS,
            counts: P::COUNTS,
            places,
            turned: turned.collect(),
        }
    }

    pub(crate) fn game(&self) -> GameId {
        self.game
    }

    /// How many inputs a perspective has.
    pub(crate) fn inputs(&self) -> usize {
        self.first_count() + 2 * self.counts * MOST_OF_A_COUNT
    }

    pub(super) fn first_sign(&self) -> usize {
        2 * self.roles * self.squares
    }

    pub(super) fn first_count(&self) -> usize {
        self.first_sign() + 2 * self.signs * self.squares
    }

    /// A square as a side sees it.
    #[inline(always)]
    fn seen(&self, view: Color, square: Square) -> usize {
        match view {
            Color::White => square.index(),
            Color::Black => self.turned[square.index()].into(),
        }
    }

    /// The input of a piece on a square.
    #[inline(always)]
    pub(crate) fn piece(&self, view: Color, piece: Piece, at: Square) -> usize {
        let side = usize::from(piece.color != view);
        let kind = side * self.roles + usize::from(self.places[piece.role.index()]);
        kind * self.squares + self.seen(view, at)
    }

    /// The input of a sign on a square.
    #[inline(always)]
    pub(crate) fn sign(&self, view: Color, color: Color, kind: usize, at: Square) -> usize {
        let side = usize::from(color != view);
        self.first_sign() + (side * self.signs + kind) * self.squares + self.seen(view, at)
    }

    /// The input of a count's having reached a number, from 1 on; `None` where it is beyond what a
    /// net sees.
    #[inline(always)]
    pub(crate) fn count(&self, view: Color, color: Color, kind: usize, n: u8) -> Option<usize> {
        let side = usize::from(color != view);
        let place = usize::from(n).checked_sub(1).filter(|&place| place < MOST_OF_A_COUNT)?;
        Some(self.first_count() + (side * self.counts + kind) * MOST_OF_A_COUNT + place)
    }

    /// For each input the one that it is with the files of the board reversed.
    pub(super) fn across(&self) -> Vec<usize> {
        let shape = self.game.spec().shape;
        let across = |input: usize| {
            let square = Square::new((input % self.squares) as u8);
            let file = shape.files - 1 - shape.file(square);
            input - square.index() + shape.at(file, shape.rank(square)).index()
        };
        let all = 0..self.inputs();
        all.map(|input| if input < self.first_count() { across(input) } else { input }).collect()
    }

    /// All inputs of a position that are there, for one perspective.
    pub(crate) fn active<P: Inputs>(&self, position: &P, view: Color) -> Vec<usize> {
        let mut active = Vec::with_capacity(64);
        self.visit(position, view, |input| active.push(input));
        active
    }

    /// Calls `visit` with each input of a position that is there, for one perspective.
    #[inline(always)]
    pub(super) fn visit<P: Inputs>(&self, position: &P, view: Color, mut visit: impl FnMut(usize)) {
        let (signs, counts) = (position.signs(), position.counts());
        for color in Color::ALL {
            for &(role, _) in P::SPEC.roles {
                for square in position.pieces_of(color, role).squares() {
                    visit(self.piece(view, Piece::new(color, role), square));
                }
            }
            for (kind, set) in signs[color.index()].iter().enumerate().take(P::SIGNS) {
                set.squares().for_each(|square| visit(self.sign(view, color, kind, square)));
            }
            for (kind, &count) in counts[color.index()].iter().enumerate().take(P::COUNTS) {
                (1..=count).filter_map(|n| self.count(view, color, kind, n)).for_each(&mut visit);
            }
        }
    }
}
