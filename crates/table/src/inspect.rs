//! Inspecting a piece of either side: its name, how it moves, and where it could go if it were its
//! turn.

use rules::{AnyPosition, Bits, Color, GameId, Phase, Role, Square};

use crate::event::Request;
use crate::hand::Ground;
use crate::sentence::{Sentence, Value};
use crate::table::Table;

/// The sentence about how a kind of piece moves in a game.
fn how(game: GameId, role: Role) -> &'static str {
    match (role, game) {
        (Role::Pawn, _) => "how.pawn",
        (Role::Knight, _) => "how.knight",
        (Role::Bishop, _) => "how.bishop",
        (Role::Rook, _) => "how.rook",
        (Role::Queen, _) => "how.queen",
        (Role::King, GameId::Chessence) => "how.king-at-home",
        (Role::King, GameId::CompleteContramatic) => "how.king-orthodox",
        (Role::King, GameId::Magnetic) => "how.king-magnetic",
        (Role::King, _) => "how.king",
        (Role::ContramaticKing, _) => "how.contramatic-king",
        (Role::Man, _) => "how.man",
        (Role::Soldier, _) => "how.soldier",
        (Role::Agent, _) => "how.agent",
        (Role::Equine, _) => "how.equine",
        (Role::Orthog, _) => "how.orthog",
        (Role::Diag, _) => "how.diag",
        (Role::Lady, _) => "how.lady",
        (Role::Battery, _) => "how.battery",
        (Role::President, _) => "how.president",
    }
}

/// The kinds of pieces of a game, each with a sentence about how it moves.
pub fn legend(game: GameId) -> impl Iterator<Item = (Role, Sentence)> {
    let kinds = game.spec().roles.iter().map(|&(role, _)| role);
    kinds.map(move |role| (role, Sentence::new(how(game, role)).with("piece", Value::Role(role))))
}

/// Where the piece on a square could go if it were its side's turn, and whether it captures there;
/// in a position where the other side cannot be given the turn, what it attacks.
pub(crate) fn reach(position: &AnyPosition, from: Square) -> Vec<(Square, bool)> {
    let Some(piece) = position.piece_at(from) else { return Vec::new() };
    if position.phase() == Phase::Placement {
        return Vec::new();
    }
    let own = (position.turn() == piece.color).then_some(*position);
    let known = own.or_else(|| position.pass()).filter(|known| known.outcome().is_none());
    if let Some(position) = known {
        let ground = Ground { position: &position, begun: &position, turn: &[] };
        return ground.targets(Some(crate::Pick::Piece(from)));
    }
    let is_own = |square: Square, color: Color| {
        position.piece_at(square).is_some_and(|piece| piece.color == color)
    };
    let attacked = position.board().squares().filter(|&square| {
        !is_own(square, piece.color) && position.attackers(square, piece.color).has(from)
    });
    attacked.map(|square| (square, position.piece_at(square).is_some())).collect()
}

/// An inspected piece and its moves: computed once, painted many times.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Inspected {
    pub(crate) square: Square,
    /// The key of the position.
    key: u64,
    reach: Vec<(Square, bool)>,
}

impl Table {
    /// The inspected piece, until the board changes.
    fn looked_at(&self) -> Option<&Inspected> {
        let inspected = self.inspected.as_ref()?;
        (self.pick.is_none() && inspected.key == self.position().key()).then_some(inspected)
    }

    /// The square of the inspected piece.
    pub fn inspected(&self) -> Option<Square> {
        self.looked_at().map(|inspected| inspected.square)
    }

    /// Where the inspected piece could go if it were its side's turn, and whether it captures
    /// there.
    pub fn reach(&self) -> &[(Square, bool)] {
        self.looked_at().map_or(&[], |inspected| &inspected.reach)
    }

    /// The name of the piece on a square and how it moves.
    pub fn about(&self, square: Square) -> Option<Sentence> {
        let piece = self.position().piece_at(square)?;
        Some(
            Sentence::new(how(self.position().game(), piece.role))
                .with("piece", Value::Piece(piece)),
        )
    }

    /// Inspects the piece on a square, or none.
    pub(crate) fn inspect(&mut self, square: Option<Square>) {
        let position = self.position();
        // A piece held to be inspected is not tapped.
        self.pressed = None;
        self.inspected = square
            .filter(|&square| self.pick.is_none() && position.piece_at(square).is_some())
            .map(|square| Inspected {
                square,
                key: position.key(),
                reach: reach(&position, square),
            });
    }

    /// Inspects a tapped piece that cannot be selected, and announces it. Whether there is one.
    pub(crate) fn inspect_aloud(&mut self, square: Square, out: &mut Vec<Request>) -> bool {
        self.inspect(Some(square));
        let Some(about) = self.inspected().and_then(|square| self.about(square)) else {
            return false;
        };
        let reach = self.reach();
        out.push(Request::Say(about));
        let squares = reach.iter().map(|&(to, _)| Value::Square(to)).collect();
        out.push(Request::Say(if reach.is_empty() {
            Sentence::new("how.nowhere")
        } else {
            Sentence::new("how.squares").with("squares", Value::List(squares))
        }));
        true
    }
}
