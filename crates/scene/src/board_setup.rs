//! The picture of a board that is being set up, on which pieces may stand as in no position of a game.

use rules::any::AnyPosition;
use rules::{Bits, Piece, Role, Square};

use crate::layout::Layout;
use crate::picture::{checks, shade};
use crate::scene::{Mark, NO_SHAPE, Scene, Sprite, Tile, Tint};

/// What the picture of a board that is being set up is made of.
#[derive(Clone, Copy, Debug)]
pub struct BoardSetup<'a> {
    /// The pieces with their squares.
    pub pieces: &'a [(Square, Piece)],
    /// The position, where the game has it: it tells of powers, charges and checks.
    pub position: Option<&'a AnyPosition>,
    /// The pieces that have moved in this turn.
    pub moved: &'a [Square],
    /// The squares that pawns have passed over.
    pub passed: &'a [Square],
    /// The square chosen.
    pub chosen: Option<Square>,
    /// The square under the finger while a piece is held.
    pub lit: Option<Square>,
    /// The piece held, which is drawn faintly where it stands.
    pub held: Option<Square>,
    /// The keyboard's cursor.
    pub cursor: Option<Square>,
    /// Whether ranks and files are named.
    pub coordinates: bool,
}

impl BoardSetup<'_> {
    /// Composes the picture.
    pub fn compose(&self, layout: &Layout) -> Scene {
        let shape = layout.shape();
        let tile = |square| {
            let tint = match square {
                _ if self.lit == Some(square) => Some(Tint::Lit),
                _ if self.chosen == Some(square) => Some(Tint::Chosen),
                _ => None,
            };
            Tile { square, shade: shade(&shape, square), tint }
        };
        let badge = (1, 0);
        let checks = self.position.map(checks).unwrap_or_default().into_iter();
        let checks = checks.map(|(at, welcome)| Mark::Check { at, welcome, badge });
        let moved = self.moved.iter().zip(1..);
        let moved = moved.map(|(&at, number)| Mark::Spent { at, number, badge });
        let sprite = |&(square, piece): &(Square, Piece)| {
            let (column, row) = layout.place(square);
            Sprite {
                piece,
                powers: match self.position {
                    Some(position) => position.powers(square),
                    None if piece.role == Role::Man => NO_SHAPE,
                    None => 0,
                },
                charged: self.position.is_some_and(|position| position.charged().has(square)),
                place: (f64::from(column), f64::from(row)),
                opacity: if self.held == Some(square) { 0.3 } else { 1.0 },
                scale: 1.0,
                fallen: 0.0,
            }
        };
        let passed = self.passed.iter().map(|&square| Mark::Target(square));
        Scene {
            tiles: shape.all().map(tile).collect(),
            under: checks.chain(moved).collect(),
            sprites: self.pieces.iter().map(sprite).collect(),
            signs: Vec::new(),
            over: passed.chain(self.cursor.map(Mark::Cursor)).collect(),
            coordinates: self.coordinates,
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::{Color, GameId};

    use super::*;

    #[test]
    fn what_no_game_has_is_seen_as_it_stands() {
        let shape = GameId::Chessence.spec().shape;
        let layout = Layout::fit(shape, 600.0, 900.0, true);
        let at = |name: &str| shape.parse(name).unwrap();
        let man = Piece::new(Color::White, Role::Man);
        let setup = BoardSetup {
            pieces: &[(at("a1"), man), (at("c4"), man)],
            position: None,
            moved: &[],
            passed: &[],
            chosen: Some(at("a1")),
            lit: Some(at("b1")),
            held: Some(at("c4")),
            cursor: None,
            coordinates: true,
        };
        let scene = setup.compose(&layout);
        let tinted: Vec<_> =
            scene.tiles.iter().filter_map(|tile| Some((tile.square, tile.tint?))).collect();
        assert_eq!(tinted, [(at("a1"), Tint::Chosen), (at("b1"), Tint::Lit)]);
        // The board is flipped: a1 is in the upper right corner.
        assert_eq!(scene.sprites[0].place, (5.0, 0.0));
        assert_eq!((scene.sprites[0].powers, scene.sprites[0].opacity), (NO_SHAPE, 1.0));
        assert!(scene.sprites[1].opacity < 0.5);
    }

    /// A man whose powers the position knows is drawn in its shape; one of which nothing is known has none.
    #[test]
    fn a_man_has_the_shape_of_what_it_can_do_where_the_game_has_the_position() {
        let game = GameId::Chessence;
        let shape = game.spec().shape;
        let position = AnyPosition::initial(game);
        let pieces: Vec<_> =
            shape.all().filter_map(|square| Some((square, position.piece_at(square)?))).collect();
        let layout = Layout::fit(shape, 600.0, 900.0, false);
        let shapes = |position: Option<&AnyPosition>| -> Vec<u8> {
            let pieces = &pieces;
            let setup = BoardSetup {
                pieces,
                position,
                moved: &[],
                passed: &[],
                chosen: None,
                lit: None,
                held: None,
                cursor: None,
                coordinates: false,
            };
            setup.compose(&layout).sprites.iter().map(|sprite| sprite.powers).collect()
        };
        let known = shapes(Some(&position));
        let expected: Vec<_> = pieces.iter().map(|&(square, _)| position.powers(square)).collect();
        assert_eq!(known, expected);
        assert!(known.iter().any(|&powers| powers != 0 && powers != NO_SHAPE), "{known:?}");
        let is_man = |&(_, piece): &(Square, Piece)| piece.role == Role::Man;
        let unknown: Vec<_> =
            pieces.iter().map(|piece| if is_man(piece) { NO_SHAPE } else { 0 }).collect();
        assert_eq!(shapes(None), unknown);
    }

    #[test]
    fn what_a_game_has_shows_its_powers_charges_checks_and_marks() {
        let fen = "4k3/8/8/8/8/8/4P3/4K2R[] b - - 0 2 h1 -";
        let game = GameId::Charismatic;
        let position = AnyPosition::from_fen(game, &fen.replace(" b ", " w ")).unwrap();
        let shape = game.spec().shape;
        let at = |name: &str| shape.parse(name).unwrap();
        let layout = Layout::fit(shape, 800.0, 800.0, false);
        let pieces: Vec<_> =
            shape.all().filter_map(|square| Some((square, position.piece_at(square)?))).collect();
        let setup = BoardSetup {
            pieces: &pieces,
            position: Some(&position),
            moved: &[at("h1"), at("e2")],
            passed: &[at("e3")],
            chosen: None,
            lit: None,
            held: None,
            cursor: Some(at("a1")),
            coordinates: false,
        };
        let scene = setup.compose(&layout);
        let moved = |name, number| Mark::Spent { at: at(name), number, badge: (1, 0) };
        assert_eq!(scene.under, [moved("h1", 1), moved("e2", 2)], "in their order");
        assert_eq!(scene.over, [Mark::Target(at("e3")), Mark::Cursor(at("a1"))]);
        assert_eq!(scene.sprites.len(), 4);
    }
}
