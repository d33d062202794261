//! Signs: what a game's own rules do on the board as it stands, or would do after the step that
//! the player points at. The games know what is so; here it is only said and shown.

use rules::{Piece, Role, Square};

/// A power that one piece gives another (docs/rules/chessence.md, Source 2), as its bit in
/// [`rules::AnyPosition::powers`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Power {
    Rook = 1,
    Bishop = 2,
    Knight = 4,
}

impl Power {
    /// The three.
    pub const ALL: [Power; 3] = [Power::Rook, Power::Bishop, Power::Knight];
}

/// What there is to be learnt about the piece chosen and the square pointed at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Sign {
    /// The chosen piece as it would stand after the step.
    Stands {
        /// The piece, as it is now.
        piece: Piece,
        /// Its square now; none if it enters the board.
        from: Option<Square>,
        /// Its square then.
        to: Square,
        /// What it could do there by its relations.
        powers: u8,
        /// Whether it would be charged there.
        charged: bool,
    },
    /// The impulse of the step would displace a piece.
    Displaced {
        /// The piece.
        piece: Piece,
        /// The square that the impulse comes from.
        center: Square,
        /// The piece's square now.
        from: Square,
        /// Its square then.
        to: Square,
        /// Whether it is drawn in; otherwise it is driven away.
        pulled: bool,
        /// Whether it would become another piece there, which the player chooses.
        promotes: bool,
    },
    /// An impulse, on its way along its rays.
    Impulse {
        /// The square that it comes from.
        center: Square,
        /// How far it has run, 0 to 1.
        strength: f64,
    },
    /// The line of force of an impulse that displaced a piece.
    Force {
        /// The square that the impulse came from.
        center: Square,
        /// The piece's square before.
        from: Square,
        /// Its square after.
        to: Square,
        /// Whether it was drawn in.
        pulled: bool,
    },
    /// Where a piece displaced in the last turn came from.
    Track {
        /// Its square before.
        from: Square,
        /// Its square after.
        to: Square,
        /// Whether the way is to be shown as an arrow, since nothing moved.
        arrow: bool,
    },
    /// The own king could be captured.
    Exposed {
        /// The king's square.
        king: Square,
        /// The kind of the enemy piece that could capture it.
        piece: Piece,
        /// That piece's square.
        by: Square,
    },
    /// A piece gives another a power.
    Gives {
        /// The giver's square.
        from: Square,
        /// The square of the piece that has the power from it.
        to: Square,
        /// The power.
        power: Power,
    },
    /// A piece would lose a power if the chosen piece went.
    Loses {
        /// Its square.
        at: Square,
        /// The power.
        power: Power,
    },
    /// A Battery charges a piece.
    Charges {
        /// The Battery's square.
        battery: Square,
        /// The piece's square.
        to: Square,
        /// Its kind.
        role: Role,
    },
    /// The last turn took a piece's charge.
    Uncharged {
        /// Its square.
        at: Square,
    },
    /// The chosen piece could go here if it were charged.
    IfCharged {
        /// The square.
        to: Square,
        /// Whether it would capture.
        captures: bool,
    },
    /// A step of the chosen piece captures the piece that it jumps.
    Overtakes {
        /// The chosen piece's square.
        from: Square,
        /// The jumped piece's.
        over: Square,
        /// The jumped piece.
        piece: Piece,
        /// Where the step ends.
        to: Square,
    },
}

impl Sign {
    /// Whether the sign lies beneath the pieces.
    pub fn is_under(&self) -> bool {
        matches!(
            self,
            Sign::Track { .. }
                | Sign::Impulse { .. }
                | Sign::Force { .. }
                | Sign::Gives { .. }
                | Sign::Charges { .. }
        )
    }

    /// How strongly the piece on a square is still drawn, 0 to 1: faintly if it would be elsewhere,
    /// and not at all where another piece would come to stand.
    pub fn fading(&self, square: Square) -> f64 {
        match *self {
            Sign::Displaced { to, .. } if to == square => 0.0,
            Sign::Displaced { from, .. } if from == square => 0.3,
            Sign::Stands { from, .. } if from == Some(square) => 0.3,
            _ => 1.0,
        }
    }

    /// Whether a piece that would be on the square, or would no longer be there, is shown on it, so
    /// that other marks had better not.
    pub fn covers(&self, square: Square) -> bool {
        match *self {
            Sign::Displaced { from, to, .. } => square == from || square == to,
            Sign::Stands { to, .. } => square == to,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Color;

    use super::*;

    #[test]
    fn each_sign_knows_what_it_covers_what_fades_and_whether_it_lies_below() {
        let [a, b, c, d] = [0, 1, 2, 3].map(Square::new);
        let piece = Piece::new(Color::White, Role::Rook);
        let (power, role) = (Power::Rook, Role::Rook);
        let displaced =
            Sign::Displaced { piece, center: c, from: a, to: b, pulled: true, promotes: false };
        let stands = |from| Sign::Stands { piece, from, to: b, powers: 0, charged: false };
        // The sign, how far pieces on a, b and c fade, which of them it covers, whether it lies below.
        for (sign, fading, covered, is_under) in [
            (displaced, [0.3, 0.0, 1.0], [true, true, false], false),
            (stands(Some(a)), [0.3, 1.0, 1.0], [false, true, false], false),
            (stands(None), [1.0; 3], [false, true, false], false),
            (Sign::Impulse { center: a, strength: 0.5 }, [1.0; 3], [false; 3], true),
            (Sign::Force { center: c, from: a, to: b, pulled: true }, [1.0; 3], [false; 3], true),
            (Sign::Track { from: a, to: b, arrow: true }, [1.0; 3], [false; 3], true),
            (Sign::Exposed { king: a, piece, by: b }, [1.0; 3], [false; 3], false),
            (Sign::Gives { from: a, to: b, power }, [1.0; 3], [false; 3], true),
            (Sign::Loses { at: a, power }, [1.0; 3], [false; 3], false),
            (Sign::Charges { battery: a, to: b, role }, [1.0; 3], [false; 3], true),
            (Sign::Uncharged { at: a }, [1.0; 3], [false; 3], false),
            (Sign::IfCharged { to: a, captures: true }, [1.0; 3], [false; 3], false),
            (Sign::Overtakes { from: a, over: b, piece, to: c }, [1.0; 3], [false; 3], false),
        ] {
            assert_eq!([a, b, c].map(|square| sign.fading(square)), fading, "{sign:?}");
            assert_eq!([a, b, c].map(|square| sign.covers(square)), covered, "{sign:?}");
            assert_eq!(sign.is_under(), is_under, "{sign:?}");
            assert_eq!((sign.fading(d), sign.covers(d)), (1.0, false), "{sign:?}");
        }
    }
}
