//! Paints a scene on a canvas. It knows no rules.

mod charge;
#[cfg(feature = "whole")]
mod context;
mod signs;
#[cfg(all(test, not(target_arch = "wasm32")))]
pub(crate) mod tests;
#[cfg(feature = "whole")]
mod trays;

use std::f64::consts::TAU;
use std::mem;

use rules::{Color, Role, Square};
use scene::{Corner, Layout, Mark, Scene, Shade, Sprite, Tint};
use wasm_bindgen::JsValue;

#[cfg(feature = "whole")]
use self::context::{Context, context_of, set_dashes};
#[cfg(not(feature = "whole"))]
use crate::browser::{CanvasRenderingContext2d as Context, context_of, set_dashes};
use crate::browser::{HtmlCanvasElement, HtmlImageElement, new_canvas};
#[cfg(feature = "whole")]
use crate::svg::Svg;

#[cfg(feature = "whole")]
pub(crate) use self::trays::Tray;

/// The colours of the canvas, as CSS colours.
#[derive(Clone, Debug)]
pub(crate) struct Colors {
    values: [String; NAMES.len()],
}

const NAMES: [&str; 18] = [
    "paper", "surface", "ink", "muted", "hairline", "light", "dark", "hole", "on-light", "on-dark",
    "on-hole", "accent", "danger", "last", "gold", "halo", "green", "blue",
];

/// The colours in which the player draws, by their numbers.
const BRUSHES: [&str; 4] = ["green", "danger", "gold", "blue"];

impl Default for Colors {
    fn default() -> Self {
        let light = [
            "#F6F2E9", "#FFFDF7", "#1C262E", "#5A6670", "#D8D1C2", "#E9E8DF", "#9EB1B6", "#46515A",
            "#1C262E", "#1C262E", "#FFFDF7", "#B93A24", "#B3261E", "#C08A1E", "#9A7200", "#FFFDF7",
            "#1E7A46", "#1D5C9E",
        ];
        Colors { values: light.map(str::to_owned) }
    }
}

impl Colors {
    fn set(&mut self, name: &str, value: String) {
        if let Some(place) = NAMES.iter().position(|&known| known == name) {
            self.values[place] = value;
        }
    }

    fn get(&self, name: &str) -> &str {
        let place = NAMES.iter().position(|&known| known == name);
        place.map_or("#000", |place| &self.values[place])
    }
}

/// The typeface of what is written on the board, as a CSS family: that of the page.
const TYPE: &str = "\"Fivefold Sans\", \"Sans Until Then\", system-ui, sans-serif";

/// A piece's picture: the drawing, and the drawing at the size of a square, without and with what shows a
/// charge.
#[derive(Clone, Debug, Default)]
struct Drawing {
    image: Option<HtmlImageElement>,
    rasters: [Option<HtmlCanvasElement>; 2],
}

/// Where a piece ends, in squares from the middle of its own.
const RIM: f64 = 0.42;

/// How far the royal of the side that has lost is turned in the end, about the middle of its square, in
/// radians.
const FALL: f64 = 1.2;

/// The colour of what is written on a square.
fn ink(shade: Shade) -> &'static str {
    match shade {
        Shade::Hole => "on-hole",
        Shade::Light => "on-light",
        Shade::Dark => "on-dark",
    }
}

/// The colour of an attack on a royal.
fn attack(welcome: bool) -> &'static str {
    if welcome { "gold" } else { "danger" }
}

/// How many variants a kind of piece is drawn in: the sets of powers of a Chessence piece, and the piece
/// that shows none.
const VARIANTS: usize = 9;

/// Paints scenes on one canvas.
#[derive(Debug)]
pub(crate) struct Painter {
    canvas: HtmlCanvasElement,
    context: Context,
    colors: Colors,
    drawings: Vec<Drawing>,
    layout: Layout,
    /// Device pixels a CSS pixel.
    ratio: f64,
    /// How large a drawing is, in sides of a square.
    size: f64,
    /// Whether pieces are painted: not for who plays blindfold.
    seen: bool,
}

fn place_of(role: Role, powers: u8, color: Color) -> usize {
    (role.index() * VARIANTS + usize::from(powers)) * 2 + color.index()
}

impl Painter {
    pub(crate) fn new(canvas: HtmlCanvasElement, layout: Layout) -> Result<Self, JsValue> {
        let context = context_of(&canvas)?;
        Ok(Painter {
            canvas,
            context,
            colors: Colors::default(),
            drawings: vec![Drawing::default(); Role::ALL.len() * VARIANTS * 2],
            layout,
            ratio: 1.0,
            size: 1.0,
            seen: true,
        })
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn ratio(&self) -> f64 {
        self.ratio
    }

    /// Takes a new layout; the canvas gets its size.
    pub(crate) fn set_layout(&mut self, layout: Layout, ratio: f64) {
        let resized = layout.square() != self.layout.square();
        (self.layout, self.ratio) = (layout, ratio);
        let (width, height) = layout.size();
        if (self.canvas.width(), self.canvas.height()) != (width, height) {
            self.canvas.set_width(width);
            self.canvas.set_height(height);
        }
        if resized {
            self.forget_rasters();
        }
    }

    /// Takes how large pieces are, in parts of their usual size, and whether they are painted.
    pub(crate) fn set_pieces(&mut self, size: f64, seen: bool) {
        if size != self.size {
            self.forget_rasters();
        }
        (self.size, self.seen) = (size, seen);
    }

    fn forget_rasters(&mut self) {
        for drawing in &mut self.drawings {
            drawing.rasters = [None, None];
        }
    }

    /// Sets a colour by its name; unknown names are ignored.
    pub(crate) fn set_color(&mut self, name: &str, value: String) {
        self.colors.set(name, value);
        for drawing in &mut self.drawings {
            drawing.rasters[1] = None;
        }
    }

    /// Takes the drawing of a piece. `powers` tells the variants of a Chessence piece apart. It is drawn
    /// once, so that the browser makes the picture now and not when somebody waits for the piece; the
    /// next painting covers it.
    pub(crate) fn set_drawing(
        &mut self,
        role: Role,
        powers: u8,
        color: Color,
        image: HtmlImageElement,
    ) {
        let place = place_of(role, powers.min(VARIANTS as u8 - 1), color);
        self.drawings[place] = Drawing { image: Some(image), ..Drawing::default() };
        if let Ok(Some(raster)) = self.raster(place, false) {
            // Without it the piece is made when it is painted.
            let _ = self.context.draw_image_with_html_canvas_element(&raster, 0.0, 0.0);
        }
    }

    /// Paints the scene.
    pub(crate) fn paint(&mut self, scene: &Scene) -> Result<(), JsValue> {
        let (width, height) = self.layout.size();
        self.context.clear_rect(0.0, 0.0, f64::from(width), f64::from(height));
        self.tiles(scene);
        for &mark in &scene.under {
            self.mark(mark, false)?;
        }
        self.signs(scene, true)?;
        if scene.coordinates {
            self.coordinates(scene)?;
        }
        let sprites: &[Sprite] = if self.seen { &scene.sprites } else { &[] };
        for sprite in sprites {
            self.sprite(sprite)?;
        }
        for &mark in &scene.over {
            self.mark(mark, false)?;
        }
        self.signs(scene, false)?;
        // Over the pieces and whatever marks their squares, of which enough is seen beside a disc.
        for &mark in &scene.under {
            self.mark(mark, true)?;
        }
        Ok(())
    }

    /// The scene as a file of SVG, of the canvas's size; with trays, what is above the board and what is below
    /// it, each with whose it is.
    #[cfg(feature = "whole")]
    pub(crate) fn svg(
        &mut self,
        scene: &Scene,
        trays: Option<[(Tray, Color); 2]>,
    ) -> Result<String, JsValue> {
        let (width, height) = self.layout.size();
        let board = self.drawn((width, height), |painter| painter.paint(scene))?;
        let Some([above, below]) = trays else { return Ok(board) };
        let tray = self.tray_height();
        let size = (width, tray);
        let above = self.drawn(size, |painter| painter.tray(&above.0, above.1))?;
        let below = self.drawn(size, |painter| painter.tray(&below.0, below.1))?;
        let parts = [(above, 0), (board, tray), (below, tray + height)];
        Ok(crate::svg::stacked((width, height + 2 * tray), &parts))
    }

    /// What is painted, as a file of SVG.
    #[cfg(feature = "whole")]
    fn drawn(
        &mut self,
        size: (u32, u32),
        paint: impl FnOnce(&mut Painter) -> Result<(), JsValue>,
    ) -> Result<String, JsValue> {
        let svg = Svg::default();
        let canvas = mem::replace(&mut self.context, Context::Svg(svg.clone()));
        let painted = paint(self);
        self.context = canvas;
        painted.map(|()| svg.file(size, TYPE))
    }

    /// Paints a piece in a square of its own that is so large, with its corner there.
    #[cfg(feature = "whole")]
    fn off_the_board(
        &mut self,
        role: Role,
        color: Color,
        (x, y): (f64, f64),
        size: f64,
    ) -> Result<(), JsValue> {
        let side = self.layout.square();
        let shift = (side - size) / 2.0;
        self.sprite(&Sprite {
            piece: rules::Piece { color, role },
            powers: 0,
            charged: false,
            place: ((x - shift) / side, (y - shift) / side),
            opacity: 1.0,
            scale: size / side,
            fallen: 0.0,
        })
    }

    fn tiles(&self, scene: &Scene) {
        let context = &self.context;
        let side = self.layout.square();
        // A colour is handed over as text, which takes longer than to fill a square.
        for (shade, name) in [(Shade::Light, "light"), (Shade::Dark, "dark"), (Shade::Hole, "hole")]
        {
            context.set_fill_style_str(self.colors.get(name));
            for tile in scene.tiles.iter().filter(|tile| tile.shade == shade) {
                let (x, y) = self.layout.corner(tile.square);
                context.fill_rect(x, y, side, side);
            }
        }
        for tile in &scene.tiles {
            let (wash, strength) = match tile.tint {
                Some(Tint::Last) => ("last", 0.35),
                Some(Tint::Chosen) => ("accent", 0.35),
                Some(Tint::Lit) => ("accent", 0.55),
                None => continue,
            };
            let (x, y) = self.layout.corner(tile.square);
            context.set_global_alpha(strength);
            context.set_fill_style_str(self.colors.get(wash));
            context.fill_rect(x, y, side, side);
            context.set_global_alpha(1.0);
            // By shape, whatever becomes of the hue: a rule below the squares of the last turn, a frame
            // around the one chosen.
            let width = (side * 0.035).max(1.5 * self.ratio).round();
            context.set_fill_style_str(self.colors.get(ink(tile.shade)));
            let down = y + side - width;
            if tile.tint == Some(Tint::Last) {
                context.fill_rect(x + side * 0.1, down - width, side * 0.8, width);
                continue;
            }
            context.fill_rect(x, y, side, width);
            context.fill_rect(x, down, side, width);
            context.fill_rect(x, y, width, side);
            context.fill_rect(x + side - width, y, width, side);
        }
    }

    /// Files along the lower edge, ranks along the left one, each in an upper corner of its square: there
    /// the pieces are narrow, and no base, ring or bolt lies.
    fn coordinates(&self, scene: &Scene) -> Result<(), JsValue> {
        let context = &self.context;
        let side = self.layout.square();
        let size = (side * 0.16).max(8.0 * self.ratio).min(13.0 * self.ratio).round();
        context.set_font(&format!("600 {}px {TYPE}", size as u32));
        context.set_text_baseline("alphabetic");
        let shape = self.layout.shape();
        let inset = (side * 0.045).max(2.0 * self.ratio);
        // Capitals and digits are this high.
        let base = inset + size * 0.72;
        context.set_global_alpha(0.8);
        for tile in &scene.tiles {
            let (column, row) = self.layout.place(tile.square);
            if row < shape.ranks - 1 && column > 0 {
                continue;
            }
            let (x, y) = self.layout.corner(tile.square);
            context.set_fill_style_str(self.colors.get(ink(tile.shade)));
            if row == shape.ranks - 1 {
                context.set_text_align("right");
                let file = char::from(b'a' + shape.file(tile.square)).to_string();
                context.fill_text(&file, x + side - inset, y + base)?;
            }
            if column == 0 {
                context.set_text_align("left");
                let rank = (shape.rank(tile.square) + 1).to_string();
                context.fill_text(&rank, x + inset, y + base)?;
            }
        }
        context.set_global_alpha(1.0);
        Ok(())
    }

    fn sprite(&mut self, sprite: &Sprite) -> Result<(), JsValue> {
        let side = self.layout.square();
        let place = place_of(sprite.piece.role, sprite.powers, sprite.piece.color);
        let (x, y) = (sprite.place.0 * side, sprite.place.1 * side);
        let Some(raster) = self.raster(place, sprite.charged)? else { return Ok(()) };
        let size = side * self.size * sprite.scale;
        let shift = (side - size) / 2.0;
        // Larger pieces keep their crowns on their squares.
        let (left, top) =
            ((x + shift).round(), (y + shift + side * 0.3 * (self.size - 1.0)).round());
        self.context.set_global_alpha(sprite.opacity);
        if sprite.fallen > 0.0 {
            let (middle_x, middle_y) = (x + side * 0.5, y + side * 0.5);
            self.context.save();
            self.context.translate(middle_x, middle_y)?;
            self.context.rotate(-FALL * sprite.fallen)?;
            self.context.translate(-middle_x, -middle_y)?;
        }
        self.context
            .draw_image_with_html_canvas_element_and_dw_and_dh(&raster, left, top, size, size)?;
        #[cfg(feature = "whole")]
        if let (Context::Svg(svg), Some(image)) = (&self.context, &self.drawings[place].image) {
            svg.save();
            svg.translate(left, top)?;
            svg.scale(sprite.scale);
            self.piece(image, side * self.size, sprite.charged)?;
            svg.restore();
        }
        if sprite.fallen > 0.0 {
            self.context.restore();
        }
        self.context.set_global_alpha(1.0);
        Ok(())
    }

    /// The drawing at the size of a square, made once for each size: to stroke the marks of forty charged
    /// pieces in each frame takes as long as all else.
    fn raster(
        &mut self,
        place: usize,
        charged: bool,
    ) -> Result<Option<HtmlCanvasElement>, JsValue> {
        let part = usize::from(charged);
        if let Some(image) = &self.drawings[place].image
            && self.drawings[place].rasters[part].is_none()
        {
            let image = image.clone();
            let raster = new_canvas()?;
            let side = (self.layout.square() * self.size).round();
            raster.set_width(side as u32);
            raster.set_height(side as u32);
            let context = context_of(&raster)?;
            let board = mem::replace(&mut self.context, context);
            let painted = self.piece(&image, side, charged);
            self.context = board;
            painted?;
            self.drawings[place].rasters[part] = Some(raster);
        }
        Ok(self.drawings[place].rasters[part].clone())
    }

    /// A piece with a side of so many pixels, and what shows its charge where its square is.
    fn piece(&self, image: &HtmlImageElement, side: f64, charged: bool) -> Result<(), JsValue> {
        let beyond = side - self.layout.square();
        let (x, y) = (beyond * 0.5, beyond * 0.2);
        if charged {
            self.base_ring(x, y)?;
        }
        self.context
            .draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, side, side)?;
        if charged {
            self.bolt(x, y);
        }
        Ok(())
    }

    /// Paints a mark: all of it but its disc, a number or a warning; or that alone.
    fn mark(&self, mark: Mark, disc: bool) -> Result<(), JsValue> {
        let context = &self.context;
        let side = self.layout.square();
        match mark {
            Mark::Check { at, welcome, badge } if disc => {
                self.badge(at, badge, "!", attack(welcome))?;
            }
            Mark::Spent { at, number, badge } if disc => {
                self.badge(at, badge, &number.to_string(), "accent")?;
            }
            Mark::Played { from, to, number, is_left, .. } if disc && number > 0 => {
                let ((dx, dy), _) = self.toward(from, to);
                let ((x, y), out) =
                    (self.layout.middle(from), if is_left { 0.0 } else { side * RIM });
                let radius = self.badge_radius();
                self.label(x + dx * out, y + dy * out, &number.to_string(), "ink", radius)?;
            }
            Mark::Spent { .. } => {}
            _ if disc => {}
            Mark::Target(square) => {
                self.circle(square, side * 0.14)?;
                self.filled("accent");
            }
            Mark::Capture(square) => {
                self.brackets(square);
                self.haloed("accent", side * 0.06);
            }
            // Hollow, where what may be done is filled.
            Mark::Reach { at, captures } => {
                if captures {
                    self.brackets(at);
                } else {
                    self.circle(at, side * 0.12)?;
                }
                self.haloed("muted", side * 0.04);
            }
            Mark::Check { at, welcome, .. } => {
                for radius in [0.47, 0.39] {
                    self.circle(at, side * radius)?;
                    self.haloed(attack(welcome), side * 0.04);
                }
            }
            Mark::Forbidden(square) => self.hatch(square, "danger", side * 0.14, side * 0.03),
            Mark::Threat(square) => self.dots(square)?,
            Mark::Played { from, to, is_left, is_early, .. } => {
                let width = 0.05 - 0.03 * f64::from(u8::from(is_early));
                self.arrow(from, to, "ink", width, [if is_left { 0.1 } else { RIM }, RIM]);
            }
            Mark::Taken(square) => {
                self.brackets(square);
                self.haloed("ink", side * 0.04);
            }
            Mark::Trail { from, to } => {
                self.line(from, to);
                context.set_global_alpha(0.8);
                self.haloed("accent", side * 0.05);
                context.set_global_alpha(1.0);
                self.circle(from, side * 0.06)?;
                self.filled("accent");
            }
            Mark::Attack { from, to, welcome } => {
                self.arrow(from, to, attack(welcome), 0.06, [RIM; 2]);
            }
            Mark::Drawn { from, to, to_piece, color } => {
                let color = color.and_then(|color| BRUSHES.get(usize::from(color)));
                let color = color.copied().unwrap_or("accent");
                if from == to {
                    self.circle(from, side * 0.45)?;
                    self.haloed(color, side * 0.06);
                } else {
                    self.arrow(from, to, color, 0.1, [RIM, if to_piece { RIM } else { 0.1 }]);
                }
            }
            Mark::Cursor(square) => {
                let (x, y) = self.layout.corner(square);
                let inset = side * 0.04;
                context.begin_path();
                context.rect(x + inset, y + inset, side - 2.0 * inset, side - 2.0 * inset);
                self.haloed("ink", side * 0.05);
            }
        }
        Ok(())
    }

    fn circle(&self, square: Square, radius: f64) -> Result<(), JsValue> {
        let (x, y) = self.layout.middle(square);
        self.context.begin_path();
        self.context.arc(x, y, radius, 0.0, TAU)
    }

    /// Four corner brackets.
    fn brackets(&self, square: Square) {
        let side = self.layout.square();
        let (x, y) = self.layout.corner(square);
        let (near, arm) = (side * 0.07, side * 0.2);
        let far = side - near;
        self.context.begin_path();
        for (cx, cy, dx, dy) in [
            (near, near, 1.0, 1.0),
            (far, near, -1.0, 1.0),
            (far, far, -1.0, -1.0),
            (near, far, 1.0, -1.0),
        ] {
            self.context.move_to(x + cx + dx * arm, y + cy);
            self.context.line_to(x + cx, y + cy);
            self.context.line_to(x + cx, y + cy + dy * arm);
        }
    }

    /// A line between the middles of two squares.
    fn line(&self, from: Square, to: Square) {
        let ((x0, y0), (x1, y1)) = (self.layout.middle(from), self.layout.middle(to));
        self.context.begin_path();
        self.context.move_to(x0, y0);
        self.context.line_to(x1, y1);
    }

    /// An arrow that stays so far away from the middles of its squares; `width` and `short` in squares.
    fn arrow(&self, from: Square, to: Square, color: &str, width: f64, short: [f64; 2]) {
        let side = self.layout.square();
        // Along the arrow, and across it.
        let ((ax, ay), length) = self.toward(from, to);
        let (back, half) = (side * (0.17 + 1.2 * width), side * (0.1 + 0.7 * width));
        // Between neighbours there is hardly room for its head.
        let [begin, end] = short.map(|short| (short * side).min((length - back) * 0.5));
        let (x, y) = self.layout.middle(from);
        let (tip_x, tip_y) = (x + ax * (length - end), y + ay * (length - end));
        self.context.begin_path();
        self.context.move_to(x + ax * begin, y + ay * begin);
        self.context.line_to(tip_x - ax * back * 0.8, tip_y - ay * back * 0.8);
        self.haloed(color, side * width);
        self.context.begin_path();
        self.context.move_to(tip_x, tip_y);
        for across in [half, -half] {
            let (x, y) = (tip_x - ax * back - ay * across, tip_y - ay * back + ax * across);
            self.context.line_to(x, y);
        }
        self.context.close_path();
        self.filled(color);
    }

    /// Diagonal stripes over a square.
    fn hatch(&self, square: Square, color: &str, gap: f64, width: f64) {
        let context = &self.context;
        let side = self.layout.square();
        let (x, y) = self.layout.corner(square);
        context.save();
        context.begin_path();
        context.rect(x, y, side, side);
        context.clip();
        context.begin_path();
        let mut offset = gap / 2.0;
        while offset < 2.0 * side {
            context.move_to(x + offset, y);
            context.line_to(x + offset - side, y + side);
            offset += gap;
        }
        context.set_global_alpha(0.6);
        self.stroked(color, width.max(self.ratio));
        context.restore();
    }

    /// A field of dots over a square, which no hatching is taken for.
    fn dots(&self, square: Square) -> Result<(), JsValue> {
        let side = self.layout.square();
        let (x, y) = self.layout.corner(square);
        let radius = (side * 0.022).max(0.8 * self.ratio);
        self.context.begin_path();
        for place in 0..16_u32 {
            let (right, down) = (f64::from(place % 4), f64::from(place / 4));
            let (x, y) = (x + side * 0.2 * (right + 1.0), y + side * 0.2 * (down + 1.0));
            self.context.move_to(x + radius, y);
            self.context.arc(x, y, radius, 0.0, TAU)?;
        }
        self.context.set_fill_style_str(self.colors.get("muted"));
        self.context.fill();
        Ok(())
    }

    /// A badge in a corner of a square.
    fn badge(&self, at: Square, corner: Corner, text: &str, color: &str) -> Result<(), JsValue> {
        let side = self.layout.square();
        let (x, y) = self.layout.corner(at);
        let radius = self.badge_radius();
        let place = |far| if far == 1 { side - radius } else { radius };
        self.label(x + place(corner.0), y + place(corner.1), text, color, radius)
    }

    /// What fits beside the pieces and can still be read.
    fn badge_radius(&self) -> f64 {
        (self.layout.square() * 0.13).max(6.5 * self.ratio)
    }

    /// A small disc with a sign in it.
    fn label(&self, x: f64, y: f64, text: &str, color: &str, radius: f64) -> Result<(), JsValue> {
        let context = &self.context;
        context.begin_path();
        context.arc(x, y, radius, 0.0, TAU)?;
        self.filled(color);
        context.set_fill_style_str(self.colors.get("halo"));
        let size = (radius * 1.45).round();
        context.set_font(&format!("600 {}px {TYPE}", size as u32));
        context.set_text_align("center");
        context.set_text_baseline("middle");
        context.fill_text(text, x, y + radius * 0.06)
    }

    fn stroked(&self, color: &str, width: f64) {
        self.context.set_line_cap("round");
        self.context.set_line_join("round");
        self.context.set_stroke_style_str(self.colors.get(color));
        self.context.set_line_width(width);
        self.context.stroke();
    }

    /// Strokes the path with a rim in paper colour, so that it shows on every square.
    fn haloed(&self, color: &str, width: f64) {
        let width = width.max(1.5 * self.ratio);
        self.stroked("halo", width + 3.0 * self.ratio);
        self.stroked(color, width);
    }

    /// Fills the path, with a rim in paper colour.
    fn filled(&self, color: &str) {
        self.stroked("halo", 3.0 * self.ratio);
        self.context.set_fill_style_str(self.colors.get(color));
        self.context.fill();
    }
}
