//! Composing the picture of a position: which marks lie where, and in what order.

use rules::any::AnyPosition;
use rules::{Bits, Color, Phase, Piece, Role, Square};

use crate::layout::Layout;
use crate::motion::Motion;
use crate::scene::{Mark, Scene, Shade, Sprite, Tile, Tint};
use crate::sign::Sign;

/// What a picture is made of. Everything about legality arrives as data.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The position shown.
    pub position: &'a AnyPosition,
    /// The squares that the last turn went from and to.
    pub last: &'a [Square],
    /// This turn's steps: each piece's squares before and after.
    pub trail: &'a [(Option<Square>, Square)],
    /// The square chosen.
    pub chosen: Option<Square>,
    /// Where the chosen piece may go, and whether that captures.
    pub targets: &'a [(Square, bool)],
    /// Where the rules forbid the chosen piece to go.
    pub forbidden: &'a [Square],
    /// The square under the finger while a piece is held.
    pub lit: Option<Square>,
    /// The piece held, which is drawn faintly where it stands.
    pub held: Option<Square>,
    /// The keyboard's cursor.
    pub cursor: Option<Square>,
    /// Lines of attack to be drawn: from, to, welcome.
    pub attacks: &'a [(Square, Square, bool)],
    /// Attacked squares to be shown.
    pub threats: &'a [Square],
    /// What the game's own rules do.
    pub signs: &'a [Sign],
    /// The player's arrows and circles.
    pub drawn: &'a [(Square, Square)],
    /// A step on its way.
    pub motion: Option<(&'a Motion, f64)>,
    /// Whether ranks and files are named.
    pub coordinates: bool,
}

impl Picture<'_> {
    /// Composes the picture.
    pub fn compose(&self, layout: &Layout) -> Scene {
        Scene {
            tiles: self.tiles(layout),
            under: self.marks_under(),
            sprites: self.sprites(layout),
            signs: self.signs.to_vec(),
            over: self.marks_over(),
            coordinates: self.coordinates,
        }
    }

    fn tiles(&self, layout: &Layout) -> Vec<Tile> {
        let shape = layout.shape();
        let tile = |square| {
            let shade = if shape.is_hole(square) {
                Shade::Hole
            } else if (shape.file(square) + shape.rank(square)).is_multiple_of(2) {
                Shade::Dark
            } else {
                Shade::Light
            };
            let tint = if self.lit == Some(square) {
                Some(Tint::Lit)
            } else if self.chosen == Some(square) {
                Some(Tint::Chosen)
            } else {
                self.last.contains(&square).then_some(Tint::Last)
            };
            Tile { square, shade, tint }
        };
        shape.all().map(tile).collect()
    }

    fn marks_under(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        marks.extend(self.threats.iter().map(|&square| Mark::Threat(square)));
        marks.extend(self.forbidden.iter().map(|&square| Mark::Forbidden(square)));
        marks.extend(
            self.trail.iter().filter_map(|&(from, to)| Some(Mark::Trail { from: from?, to })),
        );
        marks.extend(checks(self.position));
        marks
    }

    fn sprites(&self, layout: &Layout) -> Vec<Sprite> {
        let moving = self.motion.map_or_else(Vec::new, |(motion, now)| motion.moving(now));
        let place = |square| {
            let (column, row) = layout.place(square);
            (f64::from(column), f64::from(row))
        };
        let sprite = |piece: Piece, square: Square| Sprite {
            piece,
            powers: self.position.powers(square),
            charged: self.position.charged().has(square),
            place: place(square),
            opacity: 1.0,
            scale: 1.0,
        };
        let mut sprites = Vec::new();
        for square in layout.shape().all() {
            if moving.iter().any(|carried| carried.to == square) {
                continue;
            }
            if let Some(piece) = self.position.piece_at(square) {
                let held = if self.held == Some(square) { 0.3 } else { 1.0 };
                let opacity =
                    self.signs.iter().fold(held, |left: f64, sign| left.min(sign.fading(square)));
                sprites.push(Sprite { opacity, ..sprite(piece, square) });
            }
        }
        for carried in &moving {
            let ((x0, y0), (x1, y1)) = (place(carried.from), place(carried.to));
            let place = (x0 + (x1 - x0) * carried.along, y0 + (y1 - y0) * carried.along);
            sprites.push(Sprite {
                place,
                opacity: carried.opacity,
                ..sprite(carried.piece, carried.to)
            });
        }
        sprites
    }

    fn marks_over(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        for (place, &(_, at)) in self.trail.iter().enumerate() {
            // Fifteen drops need no numbers: the pieces of a placement are all of this turn.
            if self.position.moved().has(at) {
                marks.push(Mark::Spent { at, number: place as u8 + 1 });
            }
        }
        for &(square, captures) in self.targets {
            if !self.signs.iter().any(|sign| sign.covers(square)) {
                marks.push(if captures { Mark::Capture(square) } else { Mark::Target(square) });
            }
        }
        marks.extend(self.attacks.iter().map(|&(from, to, welcome)| Mark::Attack {
            from,
            to,
            welcome,
        }));
        marks.extend(self.drawn.iter().map(|&(from, to)| Mark::Drawn { from, to }));
        marks.extend(self.cursor.map(Mark::Cursor));
        marks
    }
}

/// The attacked royals of both sides.
pub fn checks(position: &AnyPosition) -> Vec<Mark> {
    let mut marks = Vec::new();
    if position.check().is_none() {
        return marks;
    }
    for color in Color::ALL {
        for at in position.royals(color).squares() {
            if position.attackers(at, !color).any() {
                marks.push(Mark::Check { at, welcome: is_check_welcome(position, at) });
            }
        }
    }
    marks
}

/// Whether the side of the royal on a square wishes it to be attacked: a contramatic king's does
/// (docs/rules/contramatic.md, Source 3), once all pieces are placed.
pub fn is_check_welcome(position: &AnyPosition, royal: Square) -> bool {
    position.phase() == Phase::Movement
        && position.piece_at(royal).is_some_and(|piece| piece.role == Role::ContramaticKing)
}
