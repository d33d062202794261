//! Diagrams of the rules' pages: a position of a game as a picture in the page.
//!
//! The picture is made from the rules themselves: a position that they refuse, or a step that they
//! do not allow, makes no picture but an error. Its colours are those of the page's style sheet
//! (`web/learn/rules.css`); the attributes are for readers without it.

use std::collections::BTreeSet;
use std::fmt::Write;

use rules::{AnyPosition, Color, Effect, GameId, Piece, Role, Square, Step, Why};
use testkit::claims;

/// The side of a square, in units of the picture.
const SIDE: i32 = 64;
/// The strip for the coordinates.
const EDGE: i32 = 34;
/// The strip for pieces off the board.
const TRAY: i32 = 64;
/// What each bit of a Chessence piece's powers adds to the name of its drawing.
const POWERS: [(u8, char); 3] = [(1, 'r'), (2, 'b'), (4, 'n')];

/// A diagram, drawn.
pub(crate) struct Diagram {
    /// The FEN of the position that is shown, after the steps played.
    pub(crate) fen: String,
    /// The drawings that it uses: names of files in `web/pieces`, and the sides.
    pub(crate) drawings: BTreeSet<(String, Color)>,
    /// The picture.
    pub(crate) picture: String,
}

/// The attributes of a `<board>` element.
pub(crate) struct Attributes<'a>(pub(crate) Vec<(&'a str, &'a str)>);

impl<'a> Attributes<'a> {
    /// The value of an attribute; empty without it.
    pub(crate) fn get(&self, name: &str) -> &'a str {
        self.0.iter().find(|&&(found, _)| found == name).map_or("", |&(_, value)| value)
    }
}

/// Every attribute that a `<board>` can have.
///
/// - `fen`: the position, or `start`; `plays`: steps from it, joined by commas: the diagram shows
///   what they lead to, where they went, what they displaced, and their order if there are several.
/// - `alt`: the words for those who do not see it. `game`: if it is not the page's.
/// - Marks, by squares separated by spaces: `of` (where its piece can go, by the rules), `dots`, `rings`,
///   `hatch`, `arrows` (`a1-b2`), `relations` (what gives a Chessence piece its powers). `bars="yes"`: from
///   Batteries to the pieces they charge. `tray="yes"`: the pieces off the board.
/// - Claims about what is shown: [`claims::KEYS`].
const ATTRIBUTES: [&str; 12] = [
    "fen",
    "plays",
    "alt",
    "game",
    "of",
    "dots",
    "rings",
    "hatch",
    "arrows",
    "relations",
    "bars",
    "tray",
];

/// Makes the diagram of a `<board>` element.
///
/// # Errors
/// If its position is refused, or what it claims is not so.
pub(crate) fn draw(game: GameId, attributes: &Attributes<'_>) -> Result<Diagram, String> {
    let is_known = |name: &&str| ATTRIBUTES.contains(name) || claims::KEYS.contains(name);
    if let Some((name, _)) = attributes.0.iter().find(|(name, _)| !is_known(name)) {
        return Err(format!("there is no attribute {name}"));
    }
    let before = match attributes.get("fen") {
        "start" => AnyPosition::initial(game),
        fen => AnyPosition::from_fen(game, fen).map_err(|e| format!("{fen}: {e}"))?,
    };
    let mut position = before;
    let last_turn = claims::play(&mut position, attributes.get("plays"))?;
    verify(&position, &last_turn, attributes)?;
    let mut board = Board::new(position);
    board.squares();
    board.steps(&last_turn);
    for (name, class) in [("hatch", "hatch"), ("rings", "ring"), ("dots", "dot")] {
        for square in board.named(attributes.get(name))? {
            board.mark(class, square);
        }
    }
    if attributes.get("tray") == "yes" {
        board.tray(Color::Black);
        board.tray(Color::White);
    }
    for square in board.named(attributes.get("relations"))? {
        board.relations(square);
    }
    if attributes.get("bars") == "yes" {
        board.bars();
    }
    board.pieces();
    for square in board.named(attributes.get("of"))? {
        board.targets(square)?;
    }
    board.slides(&last_turn);
    for pair in attributes.get("arrows").split_whitespace() {
        let (from, to) = pair.split_once('-').ok_or_else(|| format!("{pair} is no arrow"))?;
        let (from, to) = (board.square(from)?, board.square(to)?);
        board.arrow("arrow", from, to);
    }
    board.numbers(&last_turn);
    Ok(board.finish(attributes.get("alt")))
}

/// Holds the position, and the turn that led to it, against what the element claims.
fn verify(
    position: &AnyPosition,
    last_turn: &[Vec<Effect>],
    attributes: &Attributes<'_>,
) -> Result<(), String> {
    (attributes.0.iter())
        .filter(|(name, _)| claims::KEYS.contains(name))
        .try_for_each(|(name, value)| claims::verify(position, last_turn, name, value))
}

/// The name of a kind of piece, as its drawing's file has it.
fn file_name(role: Role) -> String {
    let mut name = String::new();
    for letter in format!("{role:?}").chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

/// The name by which a page refers to a drawing.
pub(crate) fn symbol(drawing: &str, color: Color) -> String {
    format!("{}-{drawing}", color.letter())
}

struct Board {
    position: AnyPosition,
    files: i32,
    ranks: i32,
    below: String,
    drawings: BTreeSet<(String, Color)>,
    top: i32,
    bottom: i32,
}

impl Board {
    fn new(position: AnyPosition) -> Self {
        let shape = position.spec().shape;
        let (files, ranks) = (i32::from(shape.files), i32::from(shape.ranks));
        Board {
            position,
            files,
            ranks,
            below: String::new(),
            drawings: BTreeSet::new(),
            top: 0,
            bottom: ranks * SIDE + EDGE,
        }
    }

    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.below.write_fmt(text);
    }

    fn square(&self, name: &str) -> Result<Square, String> {
        self.position.spec().shape.parse(name).ok_or_else(|| format!("{name} is no square"))
    }

    fn named(&self, names: &str) -> Result<Vec<Square>, String> {
        names.split_whitespace().map(|name| self.square(name)).collect()
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        let shape = self.position.spec().shape;
        let (file, rank) = (i32::from(shape.file(square)), i32::from(shape.rank(square)));
        (file * SIDE, (self.ranks - 1 - rank) * SIDE)
    }

    fn middle(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + SIDE / 2, y + SIDE / 2)
    }

    fn all(&self) -> Vec<Square> {
        self.position.spec().shape.all().collect()
    }

    fn has(set: u128, square: Square) -> bool {
        set >> square.index() & 1 == 1
    }

    /// The empty board with its coordinates.
    fn squares(&mut self) {
        let shape = self.position.spec().shape;
        let (mut light, mut dark) = (String::new(), String::new());
        for square in self.all() {
            if !Self::has(self.position.board(), square) {
                continue;
            }
            let (x, y) = self.corner(square);
            let is_dark = (shape.file(square) + shape.rank(square)).is_multiple_of(2);
            let path = if is_dark { &mut dark } else { &mut light };
            let _ = write!(path, "M{x} {y}h64v64h-64z");
        }
        self.add(format_args!(
            "<path class=\"light\" fill=\"#e9e8df\" d=\"{light}\"/>\
             <path class=\"dark\" fill=\"#9eb1b6\" d=\"{dark}\"/>"
        ));
        // The frame follows the outline, so that holes are holes in the sheet.
        let mut frame = String::new();
        for square in self.all() {
            if !Self::has(self.position.board(), square) {
                let (x, y) = self.corner(square);
                let _ = write!(frame, "M{x} {y}h64v64h-64z");
            }
        }
        let (width, height) = (self.files * SIDE, self.ranks * SIDE);
        self.add(format_args!(
            "<path class=\"frame\" fill=\"none\" stroke=\"#1c262e\" stroke-width=\"2\" \
             d=\"M-1-1h{}v{}h-{}z{frame}\"/>",
            width + 2,
            height + 2,
            width + 2
        ));
        // The more squares, the smaller the picture of each: names stay legible.
        let size = if self.files > 8 { 26 } else { 22 };
        self.add(format_args!("<g class=\"names\" font-size=\"{size}\" fill=\"#5a6670\">"));
        for file in 0..self.files {
            let letter = char::from(b'a' + file as u8);
            let x = file * SIDE + SIDE / 2;
            self.add(format_args!("<text x=\"{x}\" y=\"{}\">{letter}</text>", height + 27));
        }
        for rank in 0..self.ranks {
            let y = (self.ranks - 1 - rank) * SIDE + SIDE / 2 + 8;
            self.add(format_args!("<text x=\"-18\" y=\"{y}\">{}</text>", rank + 1));
        }
        self.add(format_args!("</g>"));
    }

    /// The squares that the last turn has touched.
    fn steps(&mut self, last_turn: &[Vec<Effect>]) {
        let mut touched = BTreeSet::new();
        for effect in last_turn.iter().flatten() {
            match *effect {
                Effect::Slide { from, to, why: Why::Moved, .. } => touched.extend([from, to]),
                Effect::Appear { at, .. } => {
                    touched.insert(at);
                }
                _ => {}
            }
        }
        for square in touched {
            self.mark("last", square);
        }
    }

    /// A mark of a kind on a square.
    fn mark(&mut self, class: &str, square: Square) {
        let ((x, y), (mx, my)) = (self.corner(square), self.middle(square));
        match class {
            "last" => self.add(format_args!(
                "<path class=\"last\" fill=\"#c08a1e\" fill-opacity=\".35\" d=\"M{x} {y}h64v64h-64z\"/>"
            )),
            "hatch" => {
                let lines: String = (1..8)
                    .map(|line| {
                        let at = line * 16;
                        let (x1, y1) = if at <= SIDE { (x + at, y) } else { (x + SIDE, y + at - SIDE) };
                        let (x2, y2) = if at <= SIDE { (x, y + at) } else { (x + at - SIDE, y + SIDE) };
                        format!("M{x1} {y1}L{x2} {y2}")
                    })
                    .collect();
                self.add(format_args!(
                    "<path class=\"hatch\" stroke=\"#b3261e\" stroke-width=\"2.5\" d=\"{lines}\"/>"
                ));
            }
            "ring" => self.add(format_args!(
                "<circle class=\"halo\" cx=\"{mx}\" cy=\"{my}\" r=\"28\"/>\
                 <circle class=\"ring\" fill=\"none\" stroke=\"#1c262e\" stroke-width=\"4\" cx=\"{mx}\" \
                 cy=\"{my}\" r=\"28\"/>"
            )),
            "take" => {
                let d = format!(
                    "M{} {}v-12h12m32 0h12v12m0 32v12h-12m-32 0h-12v-12",
                    x + 4,
                    y + 16
                );
                self.add(format_args!(
                    "<path class=\"halo\" d=\"{d}\"/>\
                     <path class=\"take\" fill=\"none\" stroke=\"#1c262e\" stroke-width=\"4.5\" d=\"{d}\"/>"
                ));
            }
            _ => self.add(format_args!(
                "<circle class=\"dot\" cx=\"{mx}\" cy=\"{my}\" r=\"9\"/>"
            )),
        }
    }

    /// Where the piece on a square can go, by the rules.
    fn targets(&mut self, of: Square) -> Result<(), String> {
        let mut found = BTreeSet::new();
        for step in self.position.list() {
            if let Step::Move { from, to, .. } = step
                && from == of
            {
                let effects = self.position.clone().play(step);
                let takes = effects.iter().any(|effect| matches!(effect, Effect::Vanish { .. }));
                found.insert((to, takes));
            }
        }
        if found.is_empty() {
            let name = self.position.spec().shape.name(of).to_string();
            return Err(format!("{name} has no steps in {}", self.position.fen()));
        }
        for (to, takes) in found {
            self.mark(if takes { "take" } else { "dot" }, to);
        }
        Ok(())
    }

    fn place(&mut self, drawing: &str, color: Color, x: i32, y: i32, size: i32) {
        self.drawings.insert((drawing.to_owned(), color));
        let symbol = symbol(drawing, color);
        self.add(format_args!(
            "<use href=\"#{symbol}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>"
        ));
    }

    fn pieces(&mut self) {
        for square in self.all() {
            let Some(piece) = self.position.piece_at(square) else { continue };
            let (x, y) = self.corner(square);
            let drawing = self.drawing(square, piece);
            self.place(&drawing, piece.color, x, y, SIDE);
            if Self::has(self.position.charged(), square) {
                self.place("mark-charged", Color::White, x, y, SIDE);
            }
        }
    }

    fn drawing(&self, square: Square, piece: Piece) -> String {
        let powers = self.position.powers(square);
        let mut name = file_name(piece.role);
        for (place, (bit, letter)) in
            POWERS.into_iter().filter(|(bit, _)| powers & bit != 0).enumerate()
        {
            debug_assert!(powers & bit != 0);
            if place == 0 {
                name.push('-');
            }
            name.push(letter);
        }
        name
    }

    /// A side's pieces off the board: Black's above it, White's below.
    fn tray(&mut self, color: Color) {
        let reserve = self.position.reserve(color);
        let kinds: Vec<(Role, u32)> = (self.position.spec().roles.iter())
            .map(|&(role, _)| (role, reserve.count(role)))
            .filter(|&(_, count)| count > 0)
            .collect();
        if kinds.is_empty() {
            return;
        }
        let y = match color {
            Color::White => {
                let y = self.bottom + 6;
                self.bottom = y + TRAY;
                y
            }
            Color::Black => {
                self.top -= TRAY + 6;
                self.top
            }
        };
        let width = kinds.len() as i32 * 84 + 4;
        let left = (self.files * SIDE - width) / 2;
        self.add(format_args!(
            "<rect class=\"tray\" fill=\"none\" stroke=\"#d8d1c2\" stroke-width=\"2\" x=\"{left}\" y=\"{y}\" \
             width=\"{width}\" height=\"58\" rx=\"6\"/>"
        ));
        for (place, &(role, count)) in kinds.iter().enumerate() {
            let x = left + 6 + place as i32 * 84;
            self.place(&file_name(role), color, x, y + 4, 50);
            self.add(format_args!(
                "<text class=\"count\" font-size=\"22\" x=\"{}\" y=\"{}\">{count}</text>",
                x + 62,
                y + 37
            ));
        }
    }

    /// The other pieces of its side that give a Chessence piece on the square its powers.
    fn relations(&mut self, to: Square) {
        let Some(piece) = self.position.piece_at(to) else { return };
        let (x, y) = self.middle(to);
        for from in self.all() {
            let other = self.position.piece_at(from);
            if from == to || other != Some(piece) {
                continue;
            }
            let (fx, fy) = self.middle(from);
            let (files, ranks) = ((fx - x).abs() / SIDE, (fy - y).abs() / SIDE);
            let class = match (files.min(ranks), files.max(ranks)) {
                (0, 1) => "bond-rook",
                (1, 1) => "bond-bishop",
                (1, 2) => "bond-knight",
                _ => continue,
            };
            self.add(format_args!(
                "<path class=\"halo\" d=\"M{x} {y}L{fx} {fy}\"/><path class=\"{class}\" stroke=\"#1c262e\" \
                 stroke-width=\"6\" d=\"M{x} {y}L{fx} {fy}\"/>"
            ));
        }
    }

    /// From each Battery to the pieces that it charges.
    fn bars(&mut self) {
        for square in self.all() {
            let Some(piece) = self.position.piece_at(square) else { continue };
            if piece.role != Role::Battery {
                continue;
            }
            let (x, y) = self.middle(square);
            for other in self.all() {
                let (ox, oy) = self.middle(other);
                let is_near = (ox - x).abs().max((oy - y).abs()) == SIDE;
                let is_own =
                    self.position.piece_at(other).is_some_and(|near| near.color == piece.color);
                if is_near && is_own && Self::has(self.position.charged(), other) {
                    self.add(format_args!(
                        "<path class=\"halo\" d=\"M{x} {y}L{ox} {oy}\"/>\
                         <path class=\"bar\" stroke=\"#c08a1e\" stroke-width=\"6\" d=\"M{x} {y}L{ox} {oy}\"/>"
                    ));
                }
            }
        }
    }

    /// The pieces that an impulse has displaced.
    fn slides(&mut self, last_turn: &[Vec<Effect>]) {
        for effect in last_turn.iter().flatten() {
            if let Effect::Slide { from, to, why: Why::Attracted | Why::Repelled, .. } = *effect {
                self.arrow("slide", from, to);
            }
        }
    }

    fn arrow(&mut self, class: &str, from: Square, to: Square) {
        let ((x1, y1), (x2, y2)) = (self.middle(from), self.middle(to));
        let (dx, dy) = (f64::from(x2 - x1), f64::from(y2 - y1));
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let (sx, sy) = (f64::from(x1) + ux * 14.0, f64::from(y1) + uy * 14.0);
        let (tx, ty) = (f64::from(x2) - ux * 18.0, f64::from(y2) - uy * 18.0);
        let (bx, by) = (tx - ux * 17.0, ty - uy * 17.0);
        let (lx, ly) = (bx - uy * 11.0, by + ux * 11.0);
        let (rx, ry) = (bx + uy * 11.0, by - ux * 11.0);
        let line = format!("M{sx:.1} {sy:.1}L{bx:.1} {by:.1}");
        let head = format!("M{lx:.1} {ly:.1}L{tx:.1} {ty:.1}L{rx:.1} {ry:.1}z");
        self.add(format_args!(
            "<path class=\"halo\" d=\"{line}{head}\"/><path class=\"{class}\" stroke=\"#1c262e\" \
             stroke-width=\"5\" d=\"{line}\"/><path class=\"{class}-head\" fill=\"#1c262e\" d=\"{head}\"/>"
        ));
    }

    /// The order of the steps of a turn, on the squares where they ended.
    fn numbers(&mut self, last_turn: &[Vec<Effect>]) {
        let ends: Vec<Square> = (last_turn.iter())
            .filter_map(|effects| {
                effects.iter().find_map(|effect| match *effect {
                    Effect::Slide { to, why: Why::Moved, .. } => Some(to),
                    Effect::Appear { at, .. } => Some(at),
                    _ => None,
                })
            })
            .collect();
        if ends.len() < 2 {
            return;
        }
        for (place, square) in ends.into_iter().enumerate() {
            let (x, y) = self.corner(square);
            self.add(format_args!(
                "<circle class=\"order\" cx=\"{}\" cy=\"{}\" r=\"12\" fill=\"#1c262e\"/>\
                 <text class=\"order-text\" font-size=\"17\" fill=\"#fffdf7\" x=\"{}\" y=\"{}\">{}</text>",
                x + 52,
                y + 12,
                x + 52,
                y + 18,
                place + 1
            ));
        }
    }

    fn finish(self, alt: &str) -> Diagram {
        let (left, width) = (-EDGE, self.files * SIDE + EDGE + 4);
        let (top, height) = (self.top - 4, self.bottom - self.top + 6);
        let picture = format!(
            "<svg class=\"board\" viewBox=\"{left} {top} {width} {height}\" role=\"img\" aria-label=\"{alt}\">{}</svg>",
            self.below
        );
        Diagram { fen: self.position.fen(), drawings: self.drawings, picture }
    }
}
