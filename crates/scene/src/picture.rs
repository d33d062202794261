//! Composing the picture of a position: which marks lie where, and in what order.

use rules::any::AnyPosition;
use rules::{Bits, Color, Phase, Piece, Role, Shape, Square};

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
    /// The square of the inspected piece.
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
            let tint = if self.lit == Some(square) {
                Some(Tint::Lit)
            } else if self.chosen == Some(square) {
                Some(Tint::Chosen)
            } else {
                self.last.contains(&square).then_some(Tint::Last)
            };
            Tile { square, shade: shade(&shape, square), tint }
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
        // The arrows of a longer turn cross each other: its end is what the position follows from.
        let steps = self.played.len();
        for &(from, to, number) in self.played {
            let badge = self.corner(layout, to, &[]);
            match from {
                Some(from) => marks.push(Mark::Played {
                    from,
                    to,
                    number,
                    is_left: self.position.piece_at(from).is_none(),
                    is_early: steps > 5 && usize::from(number) + 3 <= steps,
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
            marks.push(Mark::Check { at, welcome, badge: self.corner(layout, at, &[]) });
        }
        for &(_, at, number) in self.trail {
            // Fifteen drops need no numbers: the pieces of a placement are all of this turn.
            if number > 0 && self.position.moved().has(at) {
                marks.push(Mark::Spent { at, number, badge: self.corner(layout, at, &marks) });
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
    /// there, and not the warning that is among these marks: the upper right one, if it can be.
    fn corner(&self, layout: &Layout, at: Square, marks: &[Mark]) -> Corner {
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
            let is_taken = marks.iter().any(|mark| {
                matches!(*mark, Mark::Check { at: royal, badge, .. } if royal == at && badge == (right, down))
            });
            !is_named && !is_hit && !is_taken
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

/// The shade of a square.
#[inline(always)]
pub(crate) fn shade(shape: &Shape, square: Square) -> Shade {
    if shape.is_hole(square) {
        Shade::Hole
    } else if (shape.file(square) + shape.rank(square)).is_multiple_of(2) {
        Shade::Dark
    } else {
        Shade::Light
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

#[cfg(test)]
mod tests {
    use rules::{Effect, GameId, Why};

    use super::*;
    use crate::motion::Pace;
    use crate::sign::Power;

    fn read(game: GameId, fen: &str) -> AnyPosition {
        AnyPosition::from_fen(game, fen).unwrap()
    }

    /// A position with nothing said of it.
    fn bare(position: &AnyPosition) -> Picture<'_> {
        Picture {
            position,
            last: &[],
            trail: &[],
            played: &[],
            taken: &[],
            charged: 0,
            chosen: None,
            targets: &[],
            forbidden: &[],
            reach: &[],
            inspected: None,
            lit: None,
            held: None,
            cursor: None,
            attacks: &[],
            threats: &[],
            signs: &[],
            drawn: &[],
            sketched: &[],
            fallen: None,
            motion: None,
            coordinates: false,
        }
    }

    fn layout(position: &AnyPosition, flipped: bool) -> Layout {
        let shape = position.spec().shape;
        let (files, ranks) = (f64::from(shape.files), f64::from(shape.ranks));
        Layout::fit(shape, 10.0 * files, 10.0 * ranks, flipped)
    }

    fn scene(picture: &Picture<'_>) -> Scene {
        picture.compose(&layout(picture.position, false))
    }

    fn at(position: &AnyPosition, name: &str) -> Square {
        position.spec().shape.parse(name).unwrap()
    }

    #[test]
    fn each_piece_stands_once_on_its_square_either_way_round() {
        for &game in GameId::ALL {
            let position = AnyPosition::initial(game);
            for flipped in [false, true] {
                let layout = layout(&position, flipped);
                let picture = bare(&position);
                let scene = picture.compose(&layout);
                let shape = position.spec().shape;
                assert_eq!(scene.tiles.len(), shape.squares());
                let stands: Vec<(Piece, (f64, f64))> =
                    scene.sprites.iter().map(|sprite| (sprite.piece, sprite.place)).collect();
                let wanted: Vec<(Piece, (f64, f64))> = shape
                    .all()
                    .filter_map(|square| {
                        let (column, row) = layout.place(square);
                        let place = (f64::from(column), f64::from(row));
                        Some((position.piece_at(square)?, place))
                    })
                    .collect();
                assert_eq!(stands, wanted, "{game}, flipped: {flipped}");
                let is_plain = |sprite: &Sprite| {
                    (sprite.opacity, sprite.fallen) == (1.0, 0.0) && !sprite.charged
                };
                assert!(scene.sprites.iter().all(is_plain));
                assert_eq!((scene.under, scene.over), (Vec::new(), Vec::new()), "{game}");
            }
        }
    }

    #[test]
    fn squares_are_dark_and_light_by_turns_and_holes_are_neither() {
        let position = AnyPosition::initial(GameId::Chessence);
        let tiles = scene(&bare(&position)).tiles;
        let shade = |name| {
            let square = at(&position, name);
            tiles.iter().find(|tile| tile.square == square).map(|tile| tile.shade)
        };
        assert_eq!(shade("b1"), Some(Shade::Light));
        assert_eq!(shade("a1"), Some(Shade::Dark));
        assert_eq!(shade("b2"), Some(Shade::Dark));
        let hole =
            position.spec().shape.all().find(|&square| position.spec().shape.is_hole(square));
        assert_eq!(
            tiles.iter().find(|tile| Some(tile.square) == hole).map(|t| t.shade),
            Some(Shade::Hole)
        );
    }

    #[test]
    fn what_lights_a_square_up_comes_before_what_is_chosen_and_that_before_the_last_turn() {
        let position = AnyPosition::initial(GameId::Magnetic);
        let names = ["a2", "b2", "c2", "d2"];
        let [a, b, c, d] = names.map(|name| at(&position, name));
        let last = [a, b, c];
        let tint = |chosen, lit, square| {
            let picture = Picture { last: &last, chosen, lit, ..bare(&position) };
            let tiles = scene(&picture).tiles;
            tiles.iter().find(|tile| tile.square == square).and_then(|tile| tile.tint)
        };
        assert_eq!(tint(Some(b), Some(a), a), Some(Tint::Lit));
        assert_eq!(tint(Some(a), Some(a), a), Some(Tint::Lit));
        assert_eq!(tint(Some(b), Some(a), b), Some(Tint::Chosen));
        assert_eq!(tint(Some(b), Some(a), c), Some(Tint::Last));
        assert_eq!(tint(Some(b), Some(a), d), None);
    }

    #[test]
    fn what_was_played_is_told_by_where_it_left_and_its_number() {
        let position = read(GameId::Magnetic, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let [e1, e2, e4, a8] = ["e1", "e2", "e4", "a8"].map(|name| at(&position, name));
        let played = [(Some(e4), e2, 0), (Some(e1), e2, 2), (None, e2, 3), (None, a8, 0)];
        let taken = [a8];
        let picture = Picture { played: &played, taken: &taken, ..bare(&position) };
        let wanted = [
            Mark::Taken(a8),
            Mark::Played { from: e4, to: e2, number: 0, is_left: true, is_early: false },
            Mark::Played { from: e1, to: e2, number: 2, is_left: false, is_early: false },
            Mark::Spent { at: e2, number: 3, badge: (1, 0) },
        ];
        assert_eq!(scene(&picture).under, wanted);
    }

    #[test]
    fn the_arrows_of_a_long_turn_are_thin_but_for_its_last_three() {
        let position = read(GameId::Magnetic, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let [e2, e4] = ["e2", "e4"].map(|name| at(&position, name));
        let early = |steps: u8| {
            let played: Vec<_> = (1..=steps).map(|number| (Some(e2), e4, number)).collect();
            let is_early = |mark: &Mark| matches!(mark, Mark::Played { is_early: true, .. });
            let marks = scene(&Picture { played: &played, ..bare(&position) }).under;
            marks.iter().map(is_early).collect::<Vec<_>>()
        };
        assert_eq!(early(5), [false; 5]);
        assert_eq!(early(6), [true, true, true, false, false, false]);
        assert_eq!(early(9).iter().position(|&is_early| !is_early), Some(6));
    }

    #[test]
    fn targets_are_marked_where_no_sign_stands() {
        let position = read(GameId::Magnetic, "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1");
        let [a1, a4, b1, c1] = ["a1", "a4", "b1", "c1"].map(|name| at(&position, name));
        let rook = Piece::new(Color::White, Role::Rook);
        let targets = [(a4, false), (b1, true), (c1, false)];
        let reach = [(a4, true)];
        let stands =
            |to| Sign::Stands { piece: rook, from: Some(a1), to, powers: 0, charged: false };
        let signs = [stands(b1)];
        let picture = Picture {
            targets: &targets,
            reach: &reach,
            inspected: Some(c1),
            cursor: Some(a1),
            signs: &signs,
            drawn: &[(a1, a4)],
            sketched: &[(a1, a1, 2)],
            ..bare(&position)
        };
        let drawn = |from, to, to_piece, color| Mark::Drawn { from, to, to_piece, color };
        let wanted = [
            Mark::Target(a4),
            Mark::Target(c1),
            Mark::Reach { at: a4, captures: true },
            Mark::Reach { at: c1, captures: true },
            drawn(a1, a4, false, None),
            drawn(a1, a1, true, Some(2)),
            Mark::Cursor(a1),
        ];
        let shown = scene(&picture);
        assert_eq!(shown.over, wanted);
        assert_eq!(shown.signs, signs);
        // Who would stand elsewhere fades.
        let faded: Vec<f64> = shown.sprites.iter().map(|sprite| sprite.opacity).collect();
        assert_eq!(faded, [0.3, 1.0, 1.0, 1.0]);
        let captured = Picture { signs: &[], targets: &targets, ..bare(&position) };
        assert_eq!(scene(&captured).over, [Mark::Target(a4), Mark::Capture(b1), Mark::Target(c1)]);
    }

    #[test]
    fn checks_are_marked_in_games_that_have_them_and_as_welcome_where_they_are() {
        let of = |game, fen: &str| {
            let position = read(game, fen);
            let name = |square| position.spec().shape.name(square).to_string();
            checks(&position)
                .into_iter()
                .map(|(at, welcome)| (name(at), welcome))
                .collect::<Vec<_>>()
        };
        let one = |name: &str, welcome| vec![(name.to_owned(), welcome)];
        let charismatic = "4k3/8/8/8/4R3/8/8/4K3[] b - - 0 9 - -";
        assert_eq!(of(GameId::Charismatic, charismatic), one("e8", false));
        let contramatic = "4k3/8/8/8/4R3/8/8/4K3[] w - - 0 9 -";
        assert_eq!(of(GameId::Contramatic, contramatic), one("e8", true));
        assert_eq!(
            of(GameId::Charismatic, "4k3/8/8/8/8/8/8/4K2r[] w - - 0 9 - -"),
            one("e1", false)
        );
        assert_eq!(of(GameId::Charismatic, "4k3/8/8/8/8/8/7r/4K3[] w - - 0 9 - -"), []);
        // In Magnetic Chess there is no check.
        assert_eq!(of(GameId::Magnetic, "4k3/8/8/8/8/8/8/4K2r w - - 0 1"), []);
        let position = read(GameId::Charismatic, "4k3/8/8/8/8/8/8/4K2r[] w - - 0 9 - -");
        let [e1, h1] = ["e1", "h1"].map(|name| at(&position, name));
        let attacks = [(h1, e1, false)];
        let picture = Picture { attacks: &attacks, threats: &[h1], ..bare(&position) };
        let wanted = [
            Mark::Threat(h1),
            Mark::Attack { from: h1, to: e1, welcome: false },
            Mark::Check { at: e1, welcome: false, badge: (1, 0) },
        ];
        assert_eq!(scene(&picture).under, wanted);
    }

    #[test]
    fn a_king_that_could_be_captured_is_marked_with_who_could() {
        let position = read(GameId::Magnetic, "4k3/8/8/8/8/8/8/4K2r w - - 0 1");
        let [king, by] = ["e1", "h1"].map(|name| at(&position, name));
        let signs = [Sign::Exposed { king, piece: Piece::new(Color::Black, Role::Rook), by }];
        let picture = Picture { signs: &signs, ..bare(&position) };
        let wanted = [
            Mark::Attack { from: by, to: king, welcome: false },
            Mark::Check { at: king, welcome: false, badge: (1, 0) },
        ];
        assert_eq!(scene(&picture).under, wanted);
    }

    #[test]
    fn a_king_that_has_lost_falls_and_no_other() {
        let position = read(GameId::Magnetic, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        for (color, name) in [(Color::White, "e1"), (Color::Black, "e8")] {
            let picture = Picture { fallen: Some((color, 0.5)), ..bare(&position) };
            let layout = layout(&position, false);
            let scene = picture.compose(&layout);
            let fallen: Vec<(f64, f64)> = scene
                .sprites
                .iter()
                .filter(|sprite| sprite.fallen > 0.0)
                .map(|sprite| sprite.place)
                .collect();
            let (column, row) = layout.place(at(&position, name));
            assert_eq!(fallen, [(f64::from(column), f64::from(row))], "{color:?}");
        }
    }

    #[test]
    fn a_man_that_would_lose_a_power_shows_what_is_left_over_what_was() {
        let fen = "km4/mmm2*/1mm1*1/2*3/1*2*1/3*2/1*1MM1/*2MMM/4MK[MMMmmm] w - - 0 1";
        let position = read(GameId::Chessence, fen);
        let e2 = at(&position, "e2");
        let powers = position.powers(e2);
        let signs = [Sign::Loses { at: e2, power: Power::Bishop }];
        let sprites = scene(&Picture { signs: &signs, ..bare(&position) }).sprites;
        let (column, row) = layout(&position, false).place(e2);
        let there: Vec<(u8, f64)> = sprites
            .iter()
            .filter(|sprite| sprite.place == (f64::from(column), f64::from(row)))
            .map(|sprite| (sprite.powers, sprite.opacity))
            .collect();
        assert_ne!(powers & Power::Bishop as u8, 0);
        assert_eq!(there, [(powers, 0.35), (powers & !(Power::Bishop as u8), 1.0)]);
    }

    #[test]
    fn who_moves_is_drawn_on_the_way_and_last() {
        let position = read(GameId::Magnetic, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
        let [a1, a5, e1] = ["a1", "a5", "e1"].map(|name| at(&position, name));
        let mut after = position;
        after.play(rules::Step::go(a1, a5));
        let rook = Piece::new(Color::White, Role::Rook);
        let effects = vec![Effect::Slide { piece: rook, from: a1, to: a5, why: Why::Moved }];
        let motion = Motion::new(effects, Pace { own: 100.0, ..Pace::NONE }, 0.0);
        let picture = Picture { motion: Some((&motion, 50.0)), held: Some(e1), ..bare(&after) };
        let sprites = scene(&picture).sprites;
        let shown: Vec<(Role, (f64, f64), f64)> = sprites
            .iter()
            .map(|sprite| (sprite.piece.role, sprite.place, sprite.opacity))
            .collect();
        let wanted = [
            (Role::King, (4.0, 7.0), 0.3),
            (Role::King, (4.0, 0.0), 1.0),
            (Role::Rook, (0.0, 5.0), 1.0),
        ];
        assert_eq!(shown, wanted);
    }

    #[test]
    fn a_badge_leaves_the_names_of_squares_and_lines_of_attack_free() {
        let position = read(GameId::Charismatic, "4k3/8/8/8/8/8/8/K6r[] w - - 0 9 - -");
        let badge = |coordinates, flipped, attacks: &[(Square, Square, bool)]| {
            let picture = Picture { coordinates, attacks, ..bare(&position) };
            let under = picture.compose(&layout(&position, flipped)).under;
            under.iter().find_map(|mark| match *mark {
                Mark::Check { badge, .. } => Some(badge),
                _ => None,
            })
        };
        assert_eq!(badge(false, false, &[]), Some((1, 0)));
        // Below on the right stands the file's name, above on the left the rank's.
        assert_eq!(badge(true, false, &[]), Some((1, 1)));
        assert_eq!(badge(true, true, &[]), Some((1, 0)));
        let from = at(&position, "h8");
        assert_eq!(badge(false, false, &[(from, at(&position, "a1"), false)]), Some((0, 0)));
    }

    #[test]
    fn a_warning_and_the_number_of_a_step_have_corners_of_their_own() {
        let mut position = read(GameId::Charismatic, "4k3/8/8/8/8/8/8/1K5r[] w - - 0 9 - -");
        let [b1, a1] = ["b1", "a1"].map(|name| at(&position, name));
        position.play(rules::Step::Move { from: b1, to: a1, into: None });
        let trail = [(Some(b1), a1, 1)];
        let scene = scene(&Picture { trail: &trail, ..bare(&position) });
        let wanted = [
            Mark::Check { at: a1, welcome: false, badge: (1, 0) },
            Mark::Spent { at: a1, number: 1, badge: (0, 0) },
        ];
        assert!(wanted.iter().all(|mark| scene.under.contains(mark)), "{:?}", scene.under);
    }
}
