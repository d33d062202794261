//! A position of any game, for callers that learn only at run time which game is played.
//!
//! The games are listed once, below the macro; everything else follows from the list.

use std::fmt;

use crate::board::{Bits, Color, Geometry, Piece, Reserve, Square};
use crate::effect::Effect;
use crate::fen::{Extras, FenError};
use crate::position::{Actor, GameSpec, Outcome, Phase, Position};
use crate::refusal::Refusal;
use crate::san::{self, SanError};
use crate::step::Step;

/// Defines [`GameId`] and [`AnyPosition`] from the list of games.
macro_rules! games {
    ($($(#[$doc:meta])* $name:ident = $position:ty,)*) => {
        /// The games.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum GameId {
            $($(#[$doc])* $name,)*
        }

        impl GameId {
            /// Every game.
            pub const ALL: &'static [GameId] =
                &[$(GameId::$name,)*];

            /// The game's name, board and pieces.
            pub fn spec(self) -> &'static GameSpec {
                match self {
                    $(GameId::$name => <$position>::SPEC,)*
                }
            }

            /// What its FEN tells besides the pieces, the side to move and the counters.
            pub fn extras(self) -> Extras {
                match self {
                    $(GameId::$name => <$position>::FEN,)*
                }
            }
        }

        /// The types of the games' positions.
        pub mod positions {
            $($(#[$doc])* pub type $name = $position;)*
        }

        /// A position of any of the games.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum AnyPosition {
            $($(#[$doc])* $name($position),)*
        }

        /// Runs an expression on the position within, whatever its game.
        #[macro_export]
        macro_rules! with_position {
            ($any:expr, $inner:ident => $body:expr) => {
                match $any {
                    $($crate::any::AnyPosition::$name($inner) => $body,)*
                }
            };
        }

        /// Runs an expression with the type of a game's positions named by an alias.
        macro_rules! with_game {
            ($game:expr, $alias:ident => $body:expr) => {
                match $game {
                    $(GameId::$name => {
                        type $alias = positions::$name;
                        $body
                    })*
                }
            };
        }

        $(
            impl From<$position> for AnyPosition {
                fn from(position: $position) -> Self {
                    AnyPosition::$name(position)
                }
            }
        )*

        impl AnyPosition {
            /// The game.
            pub fn game(&self) -> GameId {
                match self {
                    $(AnyPosition::$name(_) => GameId::$name,)*
                }
            }
        }
    };
}

/// The list of games, including those that only the whole module has.
macro_rules! list {
    ($($whole:tt)*) => {
        games! {
            /// Charismatic Chess.
            Charismatic = crate::games::charismatic::Charismatic,
            /// Chessence.
            Chessence = crate::games::chessence::Chessence,
            /// Contramatic Chess.
            Contramatic = crate::games::contramatic::Contramatic,
            /// Complete Contramatic Chess.
            CompleteContramatic = crate::games::complete_contramatic::CompleteContramatic,
            /// Magnetic Chess.
            Magnetic = crate::games::magnetic::Magnetic,
            /// Chess with Batteries.
            Batteries = crate::games::batteries::Batteries,
            $($whole)*
            /// Progressive Chess, by the Scottish rules.
            Progressive = crate::games::progressive::Progressive,
        }
    };
}

#[cfg(feature = "whole")]
list! {
    /// Orthodox chess, the yardstick.
    Orthodox = crate::games::orthodox::Orthodox,
}
#[cfg(not(feature = "whole"))]
list! {}

impl GameId {
    /// The game with a name, as written on the command line and in addresses.
    pub fn parse(id: &str) -> Option<GameId> {
        GameId::ALL.iter().copied().find(|game| game.spec().id == id)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.spec().id)
    }
}

/// Sets of squares are `u128` for every board.
impl AnyPosition {
    /// The game's initial position.
    pub fn initial(game: GameId) -> Self {
        with_game!(game, P => P::initial().into())
    }

    /// Reads a FEN of a game.
    ///
    /// # Errors
    /// If it cannot be played: which field, and what is wrong with it.
    pub fn from_fen(game: GameId, fen: &str) -> Result<Self, FenError> {
        with_game!(game, P => P::from_fen(fen).map(AnyPosition::from))
    }

    /// The canonical FEN.
    pub fn fen(&self) -> String {
        with_position!(self, p => p.fen())
    }

    /// The game's name, board and pieces.
    pub fn spec(&self) -> &'static GameSpec {
        self.game().spec()
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        with_position!(self, p => p.turn())
    }

    /// Who acts.
    pub fn actor(&self) -> Actor {
        with_position!(self, p => p.actor())
    }

    /// Placement or movement.
    pub fn phase(&self) -> Phase {
        with_position!(self, p => p.phase())
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        with_position!(self, p => p.piece_at(square))
    }

    /// All pieces of a side.
    pub fn pieces(&self, color: Color) -> u128 {
        with_position!(self, p => wide(p.pieces(color)))
    }

    /// A side's pieces off the board.
    pub fn reserve(&self, color: Color) -> Reserve {
        with_position!(self, p => p.reserve(color))
    }

    /// The pieces drawn for this turn and not yet placed.
    pub fn hand(&self) -> Reserve {
        match self {
            AnyPosition::Charismatic(p) => p.hand(),
            _ => Reserve::NONE,
        }
    }

    /// Where the pieces stand that were placed or moved in this unfinished turn.
    pub fn moved(&self) -> u128 {
        with_position!(self, p => wide(p.moved()))
    }

    /// Whether a turn has begun and not ended.
    pub fn is_inside_turn(&self) -> bool {
        with_position!(self, p => p.is_inside_turn())
    }

    /// The position with the other side to move, if it is valid; see [`Position::pass`].
    #[must_use]
    pub fn pass(&self) -> Option<Self> {
        with_position!(self, p => p.pass().map(AnyPosition::from))
    }

    /// How many steps a turn can have, its end not counted.
    pub fn most_steps(&self) -> u32 {
        with_position!(self, p => p.most_steps())
    }

    /// Whether the turn can no longer be ended legally: steps have to be undone.
    pub fn is_stuck(&self) -> bool {
        matches!(self, AnyPosition::Charismatic(p) if p.is_stuck())
    }

    /// HALFMOVE: turns since the last capture, pawn move or drop.
    pub fn halfmove(&self) -> u32 {
        with_position!(self, p => p.halfmove())
    }

    /// FULLMOVE: the number of the turn.
    pub fn fullmove(&self) -> u32 {
        with_position!(self, p => p.fullmove())
    }

    /// The squares of a side's royal pieces.
    pub fn royals(&self, color: Color) -> u128 {
        with_position!(self, p => wide(p.royals(color)))
    }

    /// The pieces of `by` that could capture an enemy piece on `square`.
    pub fn attackers(&self, square: Square, by: Color) -> u128 {
        with_position!(self, p => wide(p.attackers(square, by)))
    }

    /// Whether the side to move is in check; see [`Position::check`].
    pub fn check(&self) -> Option<bool> {
        with_position!(self, p => p.check())
    }

    /// Why the game is over, if it is.
    pub fn outcome(&self) -> Option<Outcome> {
        with_position!(self, p => p.outcome())
    }

    /// Whether a side may still win. That it cannot is said only where it is proven: in games that
    /// are won by mate alone, a king without any other piece mates nobody.
    pub fn may_win(&self, color: Color) -> bool {
        let needs_mate = match self {
            AnyPosition::Charismatic(_) | AnyPosition::Progressive(_) => true,
            #[cfg(feature = "whole")]
            AnyPosition::Orthodox(_) => true,
            _ => false,
        };
        let others = self.pieces(color) & !self.royals(color);
        let places = self.phase() == Phase::Placement || !self.reserve(color).is_empty();
        !needs_mate || others != 0 || places
    }

    /// The legal steps.
    pub fn list(&self) -> Vec<Step> {
        with_position!(self, p => p.list())
    }

    /// How many legal steps there are.
    pub fn count(&self) -> u64 {
        self.list().len() as u64
    }

    /// Plays a legal step; returns its effects.
    pub fn play(&mut self, step: Step) -> Vec<Effect> {
        let mut effects = Vec::new();
        with_position!(self, p => p.play(step, &mut effects));
        effects
    }

    /// The Zobrist key.
    pub fn key(&self) -> u64 {
        with_position!(self, p => p.key())
    }

    /// The position as repetition counts it; see [`Position::for_repetition`].
    #[must_use]
    pub fn for_repetition(&self) -> Self {
        with_position!(self, p => p.for_repetition().into())
    }

    /// Why the rules refuse a step.
    pub fn why_not(&self, step: Step) -> Option<Refusal> {
        with_position!(self, p => p.why_not(step))
    }

    /// The relational powers of the piece on a square: the sum of 1 (as a rook), 2 (as a bishop)
    /// and 4 (as a knight); 0 in games without such powers.
    pub fn powers(&self, square: Square) -> u8 {
        match self {
            AnyPosition::Chessence(p) => p.powers_at(square),
            _ => 0,
        }
    }

    /// The charged pieces of both sides, in games with charges.
    pub fn charged(&self) -> u128 {
        match self {
            AnyPosition::Batteries(p) => p.charged_pieces(),
            _ => 0,
        }
    }

    /// The placed pieces that give a check which prevents ending the turn; empty in the movement
    /// phase.
    pub fn forbidden_checkers(&self) -> u128 {
        wide(match self {
            AnyPosition::Charismatic(p) => p.forbidden_checkers(),
            AnyPosition::Contramatic(p) => p.forbidden_checkers(),
            AnyPosition::CompleteContramatic(p) => p.forbidden_checkers(),
            _ => 0,
        })
    }

    /// Whether pieces are drawn into a hand in this phase.
    pub fn has_hand(&self) -> bool {
        matches!(self, AnyPosition::Charismatic(p) if p.has_hand())
    }

    /// Drops that place all pieces still unplaced in this turn sensibly; see [`Position::place_rest`].
    pub fn place_rest(&self, below: &mut dyn FnMut(u32) -> u32) -> Vec<Step> {
        with_position!(self, p => p.place_rest(below))
    }

    /// A legal step in SAN; see [`san::write`].
    pub fn san(&self, step: Step) -> String {
        san::write(self, step)
    }

    /// A turn in SAN; see [`san::write_turn`].
    pub fn san_turn(&self, steps: &[Step]) -> String {
        san::write_turn(self, steps)
    }

    /// Reads a step in SAN or in step notation; see [`san::parse`].
    ///
    /// # Errors
    /// If it is not one legal step: why.
    pub fn read_san(&self, text: &str) -> Result<Step, SanError> {
        san::parse(self, text)
    }

    /// The squares that exist on the board.
    pub fn board(&self) -> u128 {
        with_game!(self.game(), P => wide(<<P as Position>::Geometry as Geometry>::ALL))
    }
}

/// A set of squares, independent of the board.
fn wide(squares: impl Bits) -> u128 {
    squares.into()
}
