//! The picture as plain data, in the order in which it is painted.

use rules::{Piece, Square};

use crate::sign::Sign;

/// The shade of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Shade {
    Light,
    Dark,
    /// No square: the page shows through.
    Hole,
}

/// A wash of colour over a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// The last turn went from or to here.
    Last,
    /// The piece chosen.
    Chosen,
    /// The square under the finger.
    Lit,
}

/// A square of the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tile {
    /// Which.
    pub square: Square,
    /// Its shade.
    pub shade: Shade,
    /// Its wash.
    pub tint: Option<Tint>,
}

/// The powers of a Chessence piece whose shape does not show them.
pub const NO_SHAPE: u8 = 8;

/// A piece in the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprite {
    /// The piece.
    pub piece: Piece,
    /// What it can do, in Chessence: 1 rook, 2 bishop, 4 knight, added up, or [`NO_SHAPE`].
    pub powers: u8,
    /// Whether it shows a charge.
    pub charged: bool,
    /// Where its square's upper left corner lies, in squares from the left and from the top.
    pub place: (f64, f64),
    /// 0 (not to be seen) to 1.
    pub opacity: f64,
    /// 1 is the usual size.
    pub scale: f64,
    /// How far it has fallen over, 0 to 1.
    pub fallen: f64,
}

/// A corner of a square as it is seen: how far to the right and how far down, each 0 or 1.
pub type Corner = (u8, u8);

/// A mark on the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mark {
    /// A piece may go here.
    Target(Square),
    /// A piece may capture here.
    Capture(Square),
    /// A royal is attacked; in the Contramatic games that is good for its side.
    Check {
        /// The royal's square.
        at: Square,
        /// Whether the attack is what its side wishes for.
        welcome: bool,
        /// The corner of the square that is free for a badge.
        badge: Corner,
    },
    /// The piece looked at could go here if it were its side's turn.
    Reach {
        /// The square.
        at: Square,
        /// Whether it would capture there; its own square is marked so, too.
        captures: bool,
    },
    /// The rules forbid this square to the piece chosen.
    Forbidden(Square),
    /// The piece has moved this turn, as the step of this number.
    Spent {
        /// Its square.
        at: Square,
        /// 1 for the first step of the turn.
        number: u8,
        /// The corner of the square that is free for a badge.
        badge: Corner,
    },
    /// A step of the last turn, as an arrow.
    Played {
        /// Its first square.
        from: Square,
        /// Its last.
        to: Square,
        /// 1 for the first step of a turn of several; 0 for the only step of a turn.
        number: u8,
        /// Whether nothing stands on its first square now.
        is_left: bool,
        /// Whether it came early in a long turn, of which the end is to be seen first.
        is_early: bool,
    },
    /// A piece was captured here in the turn that the board tells of.
    Taken(Square),
    /// A step of this turn.
    Trail {
        /// Its first square.
        from: Square,
        /// Its last.
        to: Square,
    },
    /// A piece attacks a royal.
    Attack {
        /// The piece's square.
        from: Square,
        /// The royal's.
        to: Square,
        /// Whether the attack is what the royal's side wishes for.
        welcome: bool,
    },
    /// The player's arrow, or circle where both squares are the same.
    Drawn {
        /// Where it begins.
        from: Square,
        /// Where it points.
        to: Square,
        /// Whether a piece stands there, of which the arrow stays clear.
        to_piece: bool,
        /// The number of its colour, if the player has chosen one: green, red, yellow, blue.
        color: Option<u8>,
    },
    /// The square is attacked (shown on demand).
    Threat(Square),
    /// The keyboard's cursor.
    Cursor(Square),
}

/// The whole picture.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Scene {
    /// The squares, every one once.
    pub tiles: Vec<Tile>,
    /// Marks beneath the pieces.
    pub under: Vec<Mark>,
    /// The pieces; later ones lie over earlier ones.
    pub sprites: Vec<Sprite>,
    /// What the game's own rules do; some of it lies beneath the pieces, the rest over all else.
    pub signs: Vec<Sign>,
    /// Marks over the pieces.
    pub over: Vec<Mark>,
    /// Whether ranks and files are named at the edge.
    pub coordinates: bool,
}
