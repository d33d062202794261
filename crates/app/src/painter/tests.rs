//! What is painted for each mark and sign, kept as SVG, and what holds of all of them.

use rules::any::{AnyPosition, GameId};
use rules::board::{Eight, Geometry};
use rules::{Effect, Piece, Shape, Why};
use scene::picture::Picture;
use scene::{Motion, Pace, Power, Sign, Tile};

use super::*;
use crate::browser::Painted;

/// A painter whose colours are named for what they mean, with a drawing of every piece.
pub(crate) fn painter(layout: Layout, ratio: f64) -> Painter {
    let mut painter = Painter::new(HtmlCanvasElement::default(), layout).unwrap();
    painter.set_layout(layout, ratio);
    for name in NAMES {
        painter.set_color(name, name.to_owned());
    }
    for role in Role::ALL {
        for color in Color::ALL {
            for powers in 0..VARIANTS as u8 {
                painter.set_drawing(role, powers, color, drawing(role, powers, color));
            }
        }
    }
    painter.canvas.take();
    painter
}

fn drawing(role: Role, powers: u8, color: Color) -> HtmlImageElement {
    let name = match powers {
        0 => format!("{} {}", color.id(), role.id()),
        powers => format!("{} {} {powers}", color.id(), role.id()),
    };
    HtmlImageElement(name.leak())
}

/// Compares with what is kept. It says what is, not what is right: after an intended change, write it
/// anew by `INSTA_UPDATE=always cargo test -p app`, and look at the difference.
pub(crate) fn compare(name: &str, text: &str) {
    insta::with_settings!({
        snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pictures"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, text);
    });
}

fn at(shape: Shape, name: &str) -> Square {
    shape.parse(name).unwrap()
}

fn eight(name: &str) -> Square {
    at(Eight::SHAPE, name)
}

/// Each kind of mark, about two squares.
fn marks(one: Square, other: Square) -> Vec<Mark> {
    let (from, to) = (one, other);
    let mut marks = vec![
        Mark::Target(one),
        Mark::Capture(one),
        Mark::Reach { at: one, captures: false },
        Mark::Reach { at: one, captures: true },
        Mark::Check { at: one, welcome: false, badge: (1, 0) },
        Mark::Check { at: one, welcome: true, badge: (0, 0) },
        Mark::Forbidden(one),
        Mark::Threat(one),
        Mark::Spent { at: one, number: 1, badge: (1, 1) },
        Mark::Spent { at: one, number: 12, badge: (0, 1) },
        Mark::Taken(one),
        Mark::Cursor(one),
        Mark::Drawn { from: one, to: one, to_piece: true, color: None },
        Mark::Played { from, to, number: 0, is_left: false, is_early: false },
        Mark::Played { from, to, number: 3, is_left: false, is_early: false },
        Mark::Played { from, to, number: 3, is_left: true, is_early: true },
        Mark::Trail { from, to },
        Mark::Attack { from, to, welcome: false },
        Mark::Attack { from, to, welcome: true },
        Mark::Drawn { from, to, to_piece: false, color: None },
        Mark::Drawn { from, to, to_piece: true, color: None },
    ];
    marks.extend((0..5).map(|color| Mark::Drawn {
        from,
        to: one,
        to_piece: true,
        color: Some(color),
    }));
    marks
}

/// Each kind of sign, about three squares.
fn signs(one: Square, other: Square, third: Square) -> Vec<Sign> {
    let piece = Piece::new(Color::White, Role::Rook);
    let man = Piece::new(Color::Black, Role::Man);
    let (from, to) = (one, other);
    let mut signs = vec![
        Sign::Stands { piece, from: Some(one), to, powers: 0, charged: false },
        Sign::Stands { piece, from: None, to, powers: 0, charged: true },
        Sign::Stands { piece: man, from: Some(one), to, powers: 5, charged: false },
        Sign::Displaced { piece, center: third, from, to, pulled: true, promotes: false },
        Sign::Displaced { piece, center: third, from, to, pulled: false, promotes: true },
        Sign::Force { center: third, from, to, pulled: true },
        Sign::Force { center: third, from, to, pulled: false },
        Sign::Track { from, to, arrow: false },
        Sign::Track { from, to, arrow: true },
        Sign::Exposed { king: one, piece, by: other },
        Sign::Loses { at: one, power: Power::Bishop },
        Sign::Charges { battery: one, to, role: Role::Agent },
        Sign::Uncharged { at: one },
        Sign::IfCharged { to: one, captures: false },
        Sign::IfCharged { to: one, captures: true },
        Sign::Overtakes { from, over: third, piece, to },
    ];
    signs.extend([0.1, 0.5, 0.9].map(|strength| Sign::Impulse { center: one, strength }));
    signs.extend(Power::ALL.map(|power| Sign::Gives { from, to, power }));
    signs
}

/// What is painted for a mark.
fn of_mark(painter: &Painter, mark: Mark) -> Vec<Painted> {
    painter.canvas.take();
    for disc in [false, true] {
        painter.mark(mark, disc).unwrap();
    }
    assert!(painter.canvas.is_reset(), "{mark:?}");
    painter.canvas.take()
}

/// What is painted for a sign, and whether beneath the pieces.
fn of_sign(painter: &mut Painter, sign: Sign) -> (bool, Vec<Painted>) {
    let scene = Scene { signs: vec![sign], ..Scene::default() };
    painter.canvas.take();
    painter.signs(&scene, true).unwrap();
    let under = painter.canvas.take();
    painter.signs(&scene, false).unwrap();
    let over = painter.canvas.take();
    assert!(painter.canvas.is_reset(), "{sign:?}");
    assert!(under.is_empty() || over.is_empty(), "{sign:?}");
    if under.is_empty() { (false, over) } else { (true, under) }
}

fn lines(parts: &[Painted]) -> String {
    parts.iter().map(|part| format!("{}\n", part.svg)).collect()
}

/// A text with the squares in it called by their names.
pub(crate) fn named(text: &str, shape: Shape) -> String {
    let mut parts = text.split("Square(");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (index, rest) = part.split_once(')').unwrap();
        let square = Square::new(index.parse().unwrap());
        all.push_str(&shape.name(square).to_string());
        all.push_str(rest);
    }
    all
}

/// Three layouts: a usual one, one turned whose squares are not a divisor of the space, on a dense
/// screen, and one that is very small.
fn layouts(shape: Shape) -> [(Layout, f64); 3] {
    [
        (Layout::fit(shape, 360.0, 360.0, false), 1.0),
        (Layout::fit(shape, 805.0, 811.0, true), 2.0),
        (Layout::fit(shape, 161.0, 170.0, false), 1.0),
    ]
}

#[test]
fn each_mark_is_painted_as_it_was() {
    let mut text = String::new();
    for ((layout, ratio), [one, other]) in
        layouts(Eight::SHAPE).into_iter().zip([["c4", "f6"], ["h1", "a1"], ["e5", "e4"]])
    {
        let painter = painter(layout, ratio);
        text.push_str(&format!("# squares of {}, ratio {ratio}\n", layout.square()));
        for mark in marks(eight(one), eight(other)) {
            text.push_str(&named(&format!("{mark:?}\n"), Eight::SHAPE));
            text.push_str(&lines(&of_mark(&painter, mark)));
        }
    }
    compare("marks", &text);
}

#[test]
fn each_sign_is_painted_as_it_was() {
    let mut text = String::new();
    let squares = [["c4", "f6", "e2"], ["h1", "a1", "d1"], ["e5", "e4", "e8"]];
    for ((layout, ratio), [one, other, third]) in layouts(Eight::SHAPE).into_iter().zip(squares) {
        let mut painter = painter(layout, ratio);
        text.push_str(&format!("# squares of {}, ratio {ratio}\n", layout.square()));
        for sign in signs(eight(one), eight(other), eight(third)) {
            let (under, parts) = of_sign(&mut painter, sign);
            let place = if under { "beneath" } else { "over" };
            text.push_str(&named(&format!("{sign:?}, {place}\n"), Eight::SHAPE));
            text.push_str(&lines(&parts));
        }
    }
    compare("signs", &text);
}

/// The square that lies where this one lies on the board turned round.
fn opposite(shape: Shape, square: Square) -> Square {
    shape.at(shape.files - 1 - shape.file(square), shape.ranks - 1 - shape.rank(square))
}

#[test]
fn a_turned_board_shows_each_mark_and_sign_where_its_opposite_is() {
    for shape in GameId::ALL.iter().map(|game| game.spec().shape) {
        let layout = Layout::fit(shape, 431.0, 433.0, false);
        let (mut upright, mut turned) = (painter(layout, 1.5), painter(layout.turned(true), 1.5));
        let squares: Vec<Square> = shape.all().collect();
        for (place, &one) in squares.iter().enumerate() {
            let other = squares[(place * 7 + 3) % squares.len()];
            let third = squares[(place * 11 + 5) % squares.len()];
            if one == other || other == third {
                continue;
            }
            let round = |square| opposite(shape, square);
            for (mark, same) in marks(one, other).into_iter().zip(marks(round(one), round(other))) {
                assert_eq!(of_mark(&upright, mark), of_mark(&turned, same), "{mark:?}");
            }
            let there = signs(round(one), round(other), round(third));
            for (sign, same) in signs(one, other, third).into_iter().zip(there) {
                assert_eq!(of_sign(&mut upright, sign), of_sign(&mut turned, same), "{sign:?}");
            }
        }
    }
}

/// The rectangle of everything painted.
fn bounds(parts: &[Painted]) -> [f64; 4] {
    parts.iter().map(|part| part.bounds).fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |a, b| {
        [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
    })
}

fn is_inside(inner: [f64; 4], outer: [f64; 4], slack: f64) -> bool {
    inner[0] >= outer[0] - slack
        && inner[1] >= outer[1] - slack
        && inner[2] <= outer[2] + slack
        && inner[3] <= outer[3] + slack
}

#[test]
fn a_mark_lies_in_its_squares_and_an_arrow_between_them() {
    for (layout, ratio) in layouts(Eight::SHAPE) {
        let mut painter = painter(layout, ratio);
        let side = layout.square();
        let square = |at: Square| {
            let (x, y) = layout.corner(at);
            [x, y, x + side, y + side]
        };
        for (one, other) in [("a1", "h8"), ("d4", "d5"), ("h1", "a1"), ("g3", "e4"), ("b7", "b1")] {
            let (one, other) = (eight(one), eight(other));
            let (first, second) = (square(one), square(other));
            let both = [
                first[0].min(second[0]),
                first[1].min(second[1]),
                first[2].max(second[2]),
                first[3].max(second[3]),
            ];
            for mark in marks(one, other) {
                let is_between =
                    matches!(mark, Mark::Played { .. } | Mark::Trail { .. } | Mark::Attack { .. })
                        || matches!(mark, Mark::Drawn { from, to, .. } if from != to);
                let parts = of_mark(&painter, mark);
                // A rim, and badges that have to be read on the smallest squares.
                let slack = 2.0 * ratio;
                let found = bounds(&parts);
                let room = if is_between { both } else { first };
                assert!(is_inside(found, room, slack), "{mark:?}: {found:?} in {room:?}");
                if is_between {
                    // It points from the one to the other: most of the way is marked.
                    let reach = |low: usize, high: usize| found[high] - found[low];
                    let way = |low: usize, high: usize| both[high] - both[low] - side * 1.7;
                    assert!(
                        reach(0, 2) > way(0, 2) * 0.6 && reach(1, 3) > way(1, 3) * 0.6,
                        "{mark:?}"
                    );
                }
            }
            for sign in signs(one, other, one) {
                if matches!(sign, Sign::Uncharged { .. } | Sign::IfCharged { .. }) {
                    let found = bounds(&of_sign(&mut painter, sign).1);
                    assert!(is_inside(found, first, 2.0 * ratio), "{sign:?}");
                }
                if let Sign::Stands { to, .. } = sign {
                    let found = bounds(&of_sign(&mut painter, sign).1);
                    assert!(is_inside(found, square(to), 1.0), "{sign:?}");
                }
            }
        }
    }
}

#[test]
fn files_are_named_below_and_ranks_on_the_left_in_colours_that_are_read_there() {
    for &game in GameId::ALL {
        let shape = game.spec().shape;
        for (layout, ratio) in layouts(shape) {
            let painter = painter(layout, ratio);
            let position = AnyPosition::initial(game);
            let scene = Picture { coordinates: true, ..bare(&position) }.compose(&layout);
            painter.coordinates(&scene).unwrap();
            assert!(painter.canvas.is_reset());
            let (mut files, mut ranks) = (Vec::new(), Vec::new());
            for part in painter.canvas.take() {
                let text = part.svg.split(['<', '>']).nth(2).unwrap().to_owned();
                let [left, top, right, bottom] = part.bounds;
                let square = layout.at(left, top).unwrap();
                assert_eq!(layout.at(right, bottom), Some(square), "{text} is in one square");
                let (column, row) = layout.place(square);
                let (x, y) = layout.corner(square);
                let tile = scene.tiles.iter().find(|tile| tile.square == square).unwrap();
                let ink = match tile.shade {
                    Shade::Light => "on-light",
                    Shade::Dark => "on-dark",
                    Shade::Hole => "on-hole",
                };
                assert_eq!(part.color, ink);
                assert!(bottom < y + layout.square() * 0.6, "{text} is in the upper part");
                if text.chars().all(|sign| sign.is_ascii_digit()) {
                    assert_eq!(text, (shape.rank(square) + 1).to_string());
                    assert_eq!(column, 0);
                    assert!(left < x + layout.square() * 0.25);
                    ranks.push(text);
                } else {
                    assert_eq!(text, char::from(b'a' + shape.file(square)).to_string());
                    assert_eq!(row, shape.ranks - 1);
                    assert!(right > x + layout.square() * 0.75);
                    files.push(text);
                }
            }
            assert_eq!(
                (files.len(), ranks.len()),
                (shape.files.into(), shape.ranks.into()),
                "{game}"
            );
        }
    }
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

#[test]
fn a_picture_has_its_layers_in_order() {
    let position =
        AnyPosition::from_fen(GameId::Charismatic, "4k3/8/8/8/4R3/8/1p6/4K3[] b - - 0 9 - -")
            .unwrap();
    let [e1, e4, e8, b2, a8] = ["e1", "e4", "e8", "b2", "a8"].map(eight);
    let rook = Piece::new(Color::White, Role::Rook);
    let effects = vec![Effect::Slide { piece: rook, from: e1, to: e4, why: Why::Moved }];
    let motion = Motion::new(effects, Pace::USUAL, 0.0);
    let picture = Picture {
        last: &[e4],
        chosen: Some(e8),
        lit: Some(a8),
        charged: 1 << b2.index(),
        targets: &[(a8, false)],
        cursor: Some(b2),
        attacks: &[(e4, e8, false)],
        threats: &[b2],
        signs: &[
            Sign::Charges { battery: b2, to: e1, role: Role::King },
            Sign::Uncharged { at: e1 },
        ],
        fallen: Some((Color::White, 0.5)),
        motion: Some((&motion, 40.0)),
        coordinates: true,
        ..bare(&position)
    };
    for (name, (layout, ratio)) in ["usual", "turned"].into_iter().zip(layouts(Eight::SHAPE)) {
        let mut painter = painter(layout, ratio);
        painter.paint(&picture.compose(&layout)).unwrap();
        assert!(painter.canvas.is_reset());
        compare(&format!("layers-{name}"), &painter.canvas.svg());
    }
}

#[test]
fn nothing_covers_the_number_of_a_step_or_a_warning() {
    let position =
        AnyPosition::from_fen(GameId::Charismatic, "4k3/8/8/8/4R3/8/1p6/4K3[] b - - 0 9 - -")
            .unwrap();
    let [e4, e8, b2, b1] = ["e4", "e8", "b2", "b1"].map(eight);
    let picture = Picture {
        // The rook may be captured, and is the end of one step and the beginning of another.
        targets: &[(e4, true), (e8, true)],
        played: &[(None, e4, 1), (Some(e4), b1, 2), (Some(b2), e4, 3)],
        cursor: Some(e4),
        drawn: &[(b1, e4)],
        ..bare(&position)
    };
    for (layout, ratio) in layouts(Eight::SHAPE) {
        let mut painter = painter(layout, ratio);
        painter.paint(&picture.compose(&layout)).unwrap();
        let painted = painter.canvas.take();
        // A disc is three parts: a rim, its middle, its sign. The four come behind all else.
        let (below, discs) = painted.split_at(painted.len() - 12);
        for sign in ["!", "1", "2", "3"] {
            let is_sign = |part: &Painted| part.svg.ends_with(&format!(">{sign}</text>"));
            assert!(discs.iter().any(is_sign), "{sign} is on top");
        }
        assert!(below.iter().any(|part| part.svg.contains("white rook")));
    }
}

/// What is painted for one piece.
fn of_sprite(painter: &mut Painter, sprite: Sprite) -> Vec<Painted> {
    painter.canvas.take();
    painter.sprite(&sprite).unwrap();
    assert!(painter.canvas.is_reset());
    painter.canvas.take()
}

#[test]
fn a_piece_is_painted_at_its_place_and_size_and_falls_about_its_middle() {
    let layout = Layout::fit(Eight::SHAPE, 360.0, 360.0, false);
    let mut painter = painter(layout, 1.0);
    let whole = Sprite {
        piece: Piece::new(Color::White, Role::King),
        powers: 0,
        charged: false,
        place: (2.0, 5.0),
        opacity: 1.0,
        scale: 1.0,
        fallen: 0.0,
    };
    let mut text = String::new();
    for (name, sprite) in [
        ("whole", whole),
        ("charged", Sprite { charged: true, ..whole }),
        ("faint, small", Sprite { opacity: 0.3, scale: 0.9, ..whole }),
        ("on its way", Sprite { place: (2.25, 4.5), ..whole }),
        ("falling", Sprite { fallen: 0.5, ..whole }),
        ("fallen", Sprite { fallen: 1.0, ..whole }),
    ] {
        text.push_str(&format!("{name}\n{}", lines(&of_sprite(&mut painter, sprite))));
    }
    for size in [0.5, 1.25] {
        painter.set_pieces(size, true);
        for sprite in [whole, Sprite { charged: true, ..whole }] {
            text.push_str(&format!("size {size}\n{}", lines(&of_sprite(&mut painter, sprite))));
        }
    }
    compare("pieces", &text);
}

#[test]
fn a_piece_is_drawn_anew_when_its_size_its_colours_or_its_drawing_change_and_not_otherwise() {
    let layout = Layout::fit(Eight::SHAPE, 360.0, 360.0, false);
    let mut painter = painter(layout, 1.0);
    let king = |charged| Sprite {
        piece: Piece::new(Color::Black, Role::King),
        powers: 0,
        charged,
        place: (0.0, 0.0),
        opacity: 1.0,
        scale: 1.0,
        fallen: 0.0,
    };
    let svg = |painter: &mut Painter, charged| lines(&of_sprite(painter, king(charged)));
    let (plain, charged) = (svg(&mut painter, false), svg(&mut painter, true));
    assert!(plain.contains(">black king<") && !plain.contains("gold"));
    assert!(charged.contains("gold"));
    painter.set_color("gold", "amber".to_owned());
    assert_eq!(svg(&mut painter, false), plain);
    assert_eq!(svg(&mut painter, true), charged.replace("gold", "amber"));
    painter.set_color("no such colour", "amber".to_owned());
    painter.set_drawing(Role::King, 0, Color::Black, HtmlImageElement("another"));
    assert_eq!(svg(&mut painter, false), plain.replace("black king", "another"));
    painter.set_layout(Layout::fit(Eight::SHAPE, 720.0, 720.0, false), 1.0);
    assert_eq!((painter.canvas.width(), painter.canvas.height()), (720, 720));
    let large = svg(&mut painter, false);
    assert!(large.contains("textLength=\"90\" data-height=\"90\""), "{large}");
    painter.set_pieces(0.5, true);
    let small = svg(&mut painter, false);
    assert!(small.contains("textLength=\"45\" data-height=\"45\""), "{small}");
    assert!(!small.contains("scale"), "it is not stretched: {small}");
    // Without a drawing nothing is painted, and who plays blindfold sees marks alone.
    let mut empty = Painter::new(HtmlCanvasElement::default(), layout).unwrap();
    assert_eq!(of_sprite(&mut empty, king(false)), []);
    let position = AnyPosition::initial(GameId::Orthodox);
    let scene = bare(&position).compose(&layout);
    painter.set_layout(layout, 1.0);
    painter.set_pieces(1.0, true);
    painter.paint(&scene).unwrap();
    assert_eq!(painter.canvas.svg().matches("textLength").count(), 32);
    painter.set_pieces(1.0, false);
    painter.paint(&scene).unwrap();
    assert_eq!(painter.canvas.svg().matches("textLength").count(), 0);
}

#[test]
fn every_drawing_is_found_under_its_kind_its_powers_and_its_colour() {
    let layout = Layout::fit(Eight::SHAPE, 360.0, 360.0, false);
    let mut painter = painter(layout, 1.0);
    for role in Role::ALL {
        for color in Color::ALL {
            for powers in 0..VARIANTS as u8 {
                let sprite = Sprite {
                    piece: Piece::new(color, role),
                    powers,
                    charged: false,
                    place: (0.0, 0.0),
                    opacity: 1.0,
                    scale: 1.0,
                    fallen: 0.0,
                };
                let found = lines(&of_sprite(&mut painter, sprite));
                let name = drawing(role, powers, color).0;
                assert!(found.contains(&format!(">{name}<")), "{name}: {found}");
            }
        }
    }
}

#[test]
fn the_shade_and_the_wash_of_each_square_are_told_by_colour_and_by_shape() {
    let layout = Layout::fit(Eight::SHAPE, 360.0, 360.0, false);
    let painter = painter(layout, 1.0);
    let mut text = String::new();
    for shade in [Shade::Light, Shade::Dark, Shade::Hole] {
        for tint in [None, Some(Tint::Last), Some(Tint::Chosen), Some(Tint::Lit)] {
            let tile = Tile { square: eight("b7"), shade, tint };
            painter.tiles(&Scene { tiles: vec![tile], ..Scene::default() });
            assert!(painter.canvas.is_reset());
            let parts = painter.canvas.take();
            let (x, y) = layout.corner(tile.square);
            assert!(is_inside(bounds(&parts), [x, y, x + 45.0, y + 45.0], 0.0));
            text.push_str(&format!("{shade:?}, {tint:?}\n{}", lines(&parts)));
        }
    }
    compare("squares", &text);
}

#[test]
fn every_colour_of_the_canvas_can_be_set_and_has_its_own_value_before() {
    let mut colors = Colors::default();
    assert_eq!(colors.get("accent"), "#B93A24");
    assert_eq!(colors.get("gold"), "#9A7200");
    assert_eq!(colors.get("light"), "#E9E8DF");
    assert_eq!(colors.get("dark"), "#9EB1B6");
    assert_eq!(colors.get("blue"), "#1D5C9E");
    for name in NAMES {
        colors.set(name, name.to_owned());
    }
    for name in NAMES {
        assert_eq!(colors.get(name), name);
    }
}

#[test]
fn a_drawing_has_all_that_the_canvas_has_and_leaves_that_as_it_was() {
    for game in GameId::ALL {
        let position = AnyPosition::initial(*game);
        let layout = Layout::fit(position.spec().shape, 640.0, 640.0, false);
        let mut painter = painter(layout, 1.0);
        let scene = Picture { coordinates: true, ..bare(&position) }.compose(&layout);
        painter.paint(&scene).unwrap();
        let canvas = painter.canvas.svg();
        let svg = painter.svg(&scene, None).unwrap();
        assert_eq!(painter.canvas.svg(), canvas);
        let (width, height) = layout.size();
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{svg}");
        assert!(svg.contains(&format!("viewBox=\"0 0 {width} {height}\"")), "{svg}");
        for part in ["<rect", "<text"] {
            assert_eq!(svg.matches(part).count(), canvas.matches(part).count(), "{game}, {part}");
        }
        assert_eq!(svg.matches("textLength").count(), scene.sprites.len(), "{game}");
        assert_eq!(svg.matches("<svg").count(), svg.matches("</svg>").count());
    }
}

#[test]
fn a_piece_stands_on_a_drawing_where_it_stands_on_the_canvas() {
    let layout = Layout::fit(Eight::SHAPE, 360.0, 360.0, false);
    let mut painter = painter(layout, 1.0);
    let position = AnyPosition::from_fen(GameId::Orthodox, "8/8/8/8/8/8/4K3/k7 w - - 0 1").unwrap();
    for (size, length, place) in [(None, "45", "180 270"), (Some(1.25), "56.25", "174 268")] {
        if let Some(size) = size {
            painter.set_pieces(size, true);
        }
        let svg = painter.svg(&bare(&position).compose(&layout), None).unwrap();
        let king = svg.lines().find(|line| line.contains(">white king<")).unwrap();
        let sizes = format!("textLength=\"{length}\" data-height=\"{length}\"");
        assert!(king.contains(&sizes), "{king}");
        assert!(king.contains(&format!("transform=\"translate({place})\"")), "{king}");
    }
}

/// What is off the board stands above and below it: each kind once, the hand apart, with how many there are.
#[test]
fn what_is_off_the_board_stands_beside_it_on_a_drawing() {
    let layout = Layout::fit(Eight::SHAPE, 640.0, 640.0, false);
    let mut painter = painter(layout, 1.0);
    let above = Tray { reserve: vec![(Role::Pawn, 8), (Role::Queen, 1)], hand: Vec::new() };
    let kinds = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let below = Tray { reserve: kinds.map(|role| (role, 2)).to_vec(), hand: vec![(Role::Rook, 2)] };
    let high = painter.tray_height();
    for (tray, color) in [(&above, Color::Black), (&below, Color::White)] {
        painter.canvas.take();
        painter.tray(tray, color).unwrap();
        assert!(painter.canvas.is_reset());
        let mut painted = painter.canvas.take();
        let all = [0.0, 0.0, 640.0, f64::from(high)];
        assert!(is_inside(bounds(&painted), all, 2.0));
        // The number of the last kind does not touch the edge of the ground.
        painted.retain(|painted| !is_inside(all, painted.bounds, 0.0));
        assert!(is_inside(bounds(&painted), [4.0, 0.0, 636.0, f64::from(high)], 0.0));
    }
    let position = AnyPosition::initial(GameId::Orthodox);
    let scene = bare(&position).compose(&layout);
    let trays = Some([(above, Color::Black), (below.clone(), Color::White)]);
    let svg = painter.svg(&scene, trays).unwrap();
    let whole = 640 + 2 * high;
    assert!(svg.contains(&format!("viewBox=\"0 0 640 {whole}\"")), "{svg}");
    assert_eq!(svg.matches("textLength").count(), 32 + 2 + 6);
    let counts = ["1", "2", "8"].map(|count| svg.matches(&format!(">{count}</text>")).count());
    assert_eq!(counts, [0, 6, 1], "{svg}");
    assert_eq!(svg.matches("<svg").count(), svg.matches("</svg>").count());
    // The same on the canvas, which has grown: the trays above and below the board.
    let trays = Some([(Tray::default(), Color::Black), (below.clone(), Color::White)]);
    painter.picture(&scene, trays).unwrap();
    assert!(painter.canvas.is_reset());
    assert_eq!((painter.canvas.width(), painter.canvas.height()), (640, whole));
    let painted = painter.canvas.take();
    let pieces = |down: u32| {
        let moved = format!("translate(0 {down})");
        let is_one = |part: &&Painted| part.svg.contains(&moved) && part.svg.contains("textLength");
        painted.iter().filter(is_one).count()
    };
    assert_eq!([high, high + 640].map(pieces), [32, 6]);
    // A kind more than fits at the usual size: all become smaller.
    let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let many: Vec<(Role, u32)> = roles.map(|role| (role, 3)).to_vec();
    let crowded = Tray { reserve: many.clone(), hand: [many.clone(), many].concat() };
    painter.canvas.take();
    painter.tray(&crowded, Color::White).unwrap();
    let all = [0.0, 0.0, 640.0, f64::from(high)];
    assert!(is_inside(bounds(&painter.canvas.take()), all, 2.0));
}

/// A board with squares of forty pixels.
fn of_forty(ratio: f64) -> Painter {
    painter(Layout::fit(Eight::SHAPE, 320.0, 320.0, false), ratio)
}

/// The path of something painted.
fn path_of(painted: &Painted) -> String {
    painted.svg.split('"').nth(1).unwrap().to_owned()
}

#[test]
fn a_line_leads_from_middle_to_middle() {
    let painter = of_forty(1.0);
    painter.line(eight("a1"), eight("d5"));
    painter.context.stroke();
    assert_eq!(path_of(&painter.canvas.take()[0]), "M20 300L140 140");
}

#[test]
fn a_line_between_two_squares_keeps_from_both_but_is_seen_between_neighbours() {
    let mut painter = of_forty(1.0);
    let mut path = |sign| path_of(&of_sign(&mut painter, sign).1[0]);
    let charges = Sign::Charges { battery: eight("a1"), to: eight("d5"), role: Role::Agent };
    assert_eq!(path(charges), "M27.2 290.4L132.8 149.6");
    let [center, from, to] = ["e4", "e5", "e6"].map(eight);
    let force = Sign::Force { center, from, to, pulled: true };
    assert_eq!(path(force), "M180 164L180 156", "a fifth of the way");
}

#[test]
fn an_arc_is_bent_up_and_one_along_a_file_to_the_left_whichever_way_it_runs() {
    let mut painter = of_forty(1.0);
    let center = eight("e5");
    let piece = Piece::new(Color::White, Role::Soldier);
    for at in Eight::SHAPE.all().filter(|&at| at != center) {
        for (from, to) in [(center, at), (at, center)] {
            let sign = Sign::Overtakes { from, over: from, piece, to };
            let path = path_of(&of_sign(&mut painter, sign).1[0]);
            let numbers = path.split(['M', 'Q', ' ']).filter_map(|part| part.parse::<f64>().ok());
            let [x0, y0, cx, cy, x1, y1] =
                <[f64; 6]>::try_from(numbers.collect::<Vec<_>>()).unwrap();
            let (right, down) = (cx - (x0 + x1) / 2.0, cy - (y0 + y1) / 2.0);
            // A curve goes half as far as the point that bends it.
            assert!((right.hypot(down) - 2.0 * 0.3 * 40.0).abs() < 0.05, "{path}");
            assert!(if x0 == x1 { right < 0.0 } else { down < 0.0 }, "{path}");
        }
    }
}

#[test]
fn no_stripe_is_painted_that_a_square_only_touches_with_its_corner() {
    let painter = of_forty(1.0);
    painter.canvas.take();
    // The third one would begin two squares to the right.
    painter.hatch(eight("a8"), "danger", 32.0, 2.0);
    let [stripes] = <[Painted; 1]>::try_from(painter.canvas.take()).unwrap();
    assert!(stripes.svg.contains("d=\"M16 0L-24 40M48 0L8 40\""), "{}", stripes.svg);
    assert_eq!(stripes.bounds, [0.0, 0.0, 40.0, 40.0]);
    assert!(painter.canvas.is_reset());
}

#[test]
fn on_small_squares_of_a_dense_screen_signs_are_as_large_as_is_read_there() {
    let layout = Layout::fit(Eight::SHAPE, 160.0, 160.0, false);
    let (painter, side) = (painter(layout, 2.0), 20.0);
    assert_eq!(layout.square(), side);
    assert_eq!(painter.badge_radius(), 13.0);
    // The frame of a square that is chosen.
    let tile = Tile { square: eight("b7"), shade: Shade::Light, tint: Some(Tint::Chosen) };
    painter.tiles(&Scene { tiles: vec![tile], ..Scene::default() });
    let frame: Vec<[f64; 4]> = painter.canvas.take()[2..].iter().map(|part| part.bounds).collect();
    let wanted = [
        [20.0, 20.0, 40.0, 23.0],
        [20.0, 37.0, 40.0, 40.0],
        [20.0, 20.0, 23.0, 40.0],
        [37.0, 20.0, 40.0, 40.0],
    ];
    assert_eq!(frame, wanted);
    // Coordinates.
    let tiles = vec![Tile { square: eight("a1"), shade: Shade::Dark, tint: None }];
    painter.coordinates(&Scene { tiles, ..Scene::default() }).unwrap();
    let texts = lines(&painter.canvas.take());
    assert!(texts.contains("<text x=\"16\" y=\"155.52\" font-size=\"16\""), "{texts}");
    assert!(texts.contains("<text x=\"4\" y=\"155.52\" font-size=\"16\""), "{texts}");
    // The outermost dots of a field.
    painter.dots(eight("a8")).unwrap();
    let found = bounds(&painter.canvas.take());
    let is_near =
        found.iter().zip([2.4, 2.4, 17.6, 17.6]).all(|(one, other)| (one - other).abs() < 1e-9);
    assert!(is_near, "{found:?}");
}

#[test]
fn a_drawing_that_arrives_is_painted_once_in_the_corner_and_its_variants_have_an_end() {
    let mut painter = of_forty(1.0);
    painter.set_drawing(Role::King, 0, Color::Black, HtmlImageElement("another"));
    let [painted] = <[Painted; 1]>::try_from(painter.canvas.take()).unwrap();
    assert!(painted.svg.contains(">another<"), "{}", painted.svg);
    assert_eq!(painted.bounds, [0.0, 0.0, 40.0, 40.0]);
    for role in Role::ALL {
        painter.set_drawing(role, 200, Color::White, HtmlImageElement("beyond"));
    }
    for role in Role::ALL {
        let [first, last] = [0, 8].map(|powers| {
            let sprite = Sprite {
                piece: Piece::new(Color::White, role),
                powers,
                charged: false,
                place: (0.0, 0.0),
                opacity: 1.0,
                scale: 1.0,
                fallen: 0.0,
            };
            lines(&of_sprite(&mut painter, sprite))
        });
        assert!(first.contains(&format!(">{}<", drawing(role, 0, Color::White).0)), "{first}");
        assert!(last.contains(">beyond<"), "{last}");
    }
}

#[test]
fn on_a_drawing_the_trays_stand_above_and_below_the_board() {
    let mut painter = of_forty(1.0);
    assert_eq!(painter.tray_height(), 30);
    let position = AnyPosition::initial(GameId::Orthodox);
    let scene = bare(&position).compose(&painter.layout);
    let trays = Some([(Tray::default(), Color::Black), (Tray::default(), Color::White)]);
    let svg = painter.svg(&scene, trays).unwrap();
    let places: Vec<usize> =
        [0, 30, 350].map(|y| svg.find(&format!("<svg y=\"{y}\" ")).unwrap()).to_vec();
    assert!(places.is_sorted());
}

/// Where everything in a tray stands, in squares of eighty pixels: as large as usual, or so that all fit.
#[test]
fn in_a_tray_the_reserve_is_on_the_left_and_the_hand_on_the_right_above_its_rule() {
    let layout = Layout::fit(Eight::SHAPE, 640.0, 640.0, false);
    let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let kinds = |count: usize| -> Vec<(Role, u32)> {
        (0..count).map(|at| (roles[at % roles.len()], at as u32 % 3 + 1)).collect()
    };
    let margin = 80.0 * 0.08;
    let room = 640.0 - 2.0 * margin;
    let usual = 80.0 * 0.62;
    for (reserve, hand, ratio, slot, radius) in [
        (0, 0, 1.0, usual, usual * 0.2),
        (3, 0, 1.0, usual, usual * 0.2),
        (0, 3, 1.0, usual, usual * 0.2),
        (2, 3, 1.0, usual, usual * 0.2),
        // As large as is read on a dense screen.
        (2, 3, 2.0, usual, 13.0),
        // Between the two there is room for three fifths of a piece.
        (6, 12, 1.0, room / 18.6, room / 18.6 * 0.2),
        (18, 0, 1.0, room / 18.0, room / 18.0 * 0.2),
        (0, 18, 1.0, room / 18.0, room / 18.0 * 0.2),
    ] {
        let case = format!("{reserve} and {hand}, ratio {ratio}");
        let mut painter = painter(layout, ratio);
        assert_eq!(painter.tray_height(), 60);
        let tray = Tray { reserve: kinds(reserve), hand: kinds(hand) };
        painter.tray(&tray, Color::White).unwrap();
        let painted = painter.canvas.take();
        let is_near = |found: [f64; 4], wanted: [f64; 4], slack: f64| {
            found.iter().zip(wanted).all(|(one, other)| (one - other).abs() <= slack)
        };
        let begin = 640.0 - margin - slot * hand as f64;
        let rules: Vec<&Painted> = painted.iter().filter(|part| part.color == "accent").collect();
        assert_eq!(rules.len(), usize::from(hand > 0), "{case}");
        for rule in rules {
            assert!(is_near(rule.bounds, [begin, 56.0, 640.0 - margin, 60.0], 1e-6), "{case}");
        }
        let on_left = (0..reserve).map(|at| margin + at as f64 * slot);
        let lefts: Vec<f64> = on_left.chain((0..hand).map(|at| begin + at as f64 * slot)).collect();
        let top = (60.0 - slot) / 2.0;
        let pieces: Vec<&Painted> =
            painted.iter().filter(|part| part.svg.contains("textLength")).collect();
        assert_eq!(pieces.len(), lefts.len(), "{case}");
        for (piece, left) in pieces.iter().zip(&lefts) {
            // They begin at whole pixels.
            let wanted = [*left, top, left + slot, top + slot];
            assert!(is_near(piece.bounds, wanted, 0.51), "{case}: {:?}", piece.bounds);
        }
        let discs: Vec<&Painted> = painted
            .iter()
            .filter(|part| part.color == "ink" && part.svg.contains("<path"))
            .collect();
        let counted = [reserve, hand].into_iter().flat_map(kinds).zip(&lefts);
        let numbered: Vec<f64> =
            counted.filter(|((_, count), _)| *count > 1).map(|(_, &left)| left).collect();
        assert_eq!(discs.len(), numbered.len(), "{case}");
        for (disc, left) in discs.iter().zip(numbered) {
            let (right, bottom) = (left + slot, top + slot);
            let radius = radius.max(6.5 * ratio);
            let wanted = [right - 2.0 * radius, bottom - 2.0 * radius, right, bottom];
            assert!(is_near(disc.bounds, wanted, 1e-6), "{case}: {:?}", disc.bounds);
        }
    }
}
