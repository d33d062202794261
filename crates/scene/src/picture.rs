//! Composing the picture of a position: which marks lie where, and in what order.

use rules::any::AnyPosition;
use rules::{Bits, Color, Phase, Piece, Role, Square};

use crate::layout::Layout;
use crate::motion::Motion;
use crate::scene::{Corner, Mark, Scene, Shade, Sprite, Tile, Tint};
use crate::sign::Sign;

/// How a step moved a piece: its square before, unless it was dropped; its square after; and the
/// number of the step in its turn, 0 if it is not to be told.
pub type Stride = (Option<Square>, Square, u8);

/// What a picture is made of. Everything about legality arrives as data.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The position shown.
    pub position: &'a AnyPosition,
    /// The squares that the last turn went from and to.
    pub last: &'a [Square],
    /// This turn's steps: each piece's squares before and after, and the number of the step.
    pub trail: &'a [Stride],
    /// The steps of the last turn, while they are still to be read.
    pub played: &'a [Stride],
    /// Where the steps of either captured.
    pub taken: &'a [Square],
    /// The pieces that are to show a charge.
    pub charged: u128,
    /// The square chosen.
    pub chosen: Option<Square>,
    /// Where the chosen piece may go, and whether that captures.
    pub targets: &'a [(Square, bool)],
    /// Where the rules forbid the chosen piece to go.
    pub forbidden: &'a [Square],
    /// Where the piece looked at could go, and whether that captures.
    pub reach: &'a [(Square, bool)],
    /// The square of the piece looked at.
    pub inspected: Option<Square>,
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
    /// Arrows and circles that point something out.
    pub drawn: &'a [(Square, Square)],
    /// The player's, each with the number of its colour.
    pub sketched: &'a [(Square, Square, u8)],
    /// The side that has lost, and how far its royals have fallen, 0 to 1.
    pub fallen: Option<(Color, f64)>,
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
            under: self.marks_under(layout),
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

    fn marks_under(&self, layout: &Layout) -> Vec<Mark> {
        let mut marks = Vec::new();
        marks.extend(self.threats.iter().map(|&square| Mark::Threat(square)));
        marks.extend(self.forbidden.iter().map(|&square| Mark::Forbidden(square)));
        marks.extend(
            self.trail.iter().filter_map(|&(from, to, _)| Some(Mark::Trail { from: from?, to })),
        );
        marks.extend(self.taken.iter().map(|&square| Mark::Taken(square)));
        for &(from, to, number) in self.played {
            let badge = self.corner(layout, to);
            match from {
                Some(from) => marks.push(Mark::Played {
                    from,
                    to,
                    number: (number > 0).then_some(number),
                    is_left: self.position.piece_at(from).is_none(),
                }),
                None if number > 0 => marks.push(Mark::Spent { at: to, number, badge }),
                None => {}
            }
        }
        marks.extend(self.all_attacks().map(|(from, to, welcome)| Mark::Attack {
            from,
            to,
            welcome,
        }));
        let exposed = self.signs.iter().find_map(|sign| match *sign {
            Sign::Exposed { king, .. } => Some((king, false)),
            _ => None,
        });
        for (at, welcome) in checks(self.position).into_iter().chain(exposed) {
            marks.push(Mark::Check { at, welcome, badge: self.corner(layout, at) });
        }
        for &(_, at, number) in self.trail {
            // Fifteen drops need no numbers: the pieces of a placement are all of this turn.
            if number > 0 && self.position.moved().has(at) {
                marks.push(Mark::Spent { at, number, badge: self.corner(layout, at) });
            }
        }
        marks
    }

    /// The lines of attack, those on a king that could be captured among them.
    fn all_attacks(&self) -> impl Iterator<Item = (Square, Square, bool)> {
        let exposed = self.signs.iter().filter_map(|sign| match *sign {
            Sign::Exposed { king, by, .. } => Some((by, king, false)),
            _ => None,
        });
        self.attacks.iter().copied().chain(exposed)
    }

    /// The corner of a square where a badge covers no name of a file or rank, and no arrow that ends
    /// there: the upper right one, if it can be.
    fn corner(&self, layout: &Layout, at: Square) -> Corner {
        let (column, row) = layout.place(at);
        let is_free = |&(right, down): &Corner| {
            let is_named = self.coordinates
                && down == 0
                && (right == 0 && column == 0 || right == 1 && row + 1 == layout.shape().ranks);
            let is_hit = self.all_attacks().any(|(from, to, _)| {
                let (from_column, from_row) = layout.place(from);
                let (aside, below) = (from_column.abs_diff(column), from_row.abs_diff(row));
                to == at
                    && (from_column > column, from_row > row) == (right == 1, down == 1)
                    && aside.min(below) * 3 > aside.max(below)
            });
            !is_named && !is_hit
        };
        [(1, 0), (0, 0), (1, 1), (0, 1)].into_iter().find(is_free).unwrap_or((1, 0))
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
            charged: self.charged.has(square),
            place: place(square),
            opacity: 1.0,
            scale: 1.0,
            fallen: match self.fallen {
                Some((color, far)) if self.position.royals(color).has(square) => far,
                _ => 0.0,
            },
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
                let whole = Sprite { opacity, ..sprite(piece, square) };
                let kept = self.signs.iter().fold(whole.powers, |kept, sign| match *sign {
                    Sign::Loses { at, power } if at == square => kept & !(power as u8),
                    _ => kept,
                });
                // What a man would lose of its shape is drawn faintly.
                if kept != whole.powers {
                    sprites.push(Sprite { opacity: opacity * 0.35, ..whole });
                }
                sprites.push(Sprite { powers: kept, ..whole });
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
        for &(square, captures) in self.targets {
            if !self.signs.iter().any(|sign| sign.covers(square)) {
                marks.push(if captures { Mark::Capture(square) } else { Mark::Target(square) });
            }
        }
        marks.extend(self.reach.iter().map(|&(at, captures)| Mark::Reach { at, captures }));
        marks.extend(self.inspected.map(|at| Mark::Reach { at, captures: true }));
        let drawn = self.drawn.iter().map(|&(from, to)| (from, to, None));
        let sketched = self.sketched.iter().map(|&(from, to, color)| (from, to, Some(color)));
        marks.extend(drawn.chain(sketched).map(|(from, to, color)| {
            let to_piece = self.position.piece_at(to).is_some();
            Mark::Drawn { from, to, to_piece, color }
        }));
        marks.extend(self.cursor.map(Mark::Cursor));
        marks
    }
}

/// The attacked royals of both sides, and whether their sides wish it.
pub fn checks(position: &AnyPosition) -> Vec<(Square, bool)> {
    let mut marks = Vec::new();
    if position.check().is_none() {
        return marks;
    }
    for color in Color::ALL {
        for at in position.royals(color).squares() {
            if position.attackers(at, !color).any() {
                marks.push((at, is_check_welcome(position, at)));
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
