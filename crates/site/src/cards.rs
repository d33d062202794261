//! The pictures on the cards of the games (`web/shell/choice.js`): a corner of a board in mid-game, with
//! what is special about the game drawn over it. The page gives them the set of pieces and the colours that
//! its player has chosen.

use fs_err as fs;
use serde_json::{Map, Value, json};
use std::path::Path;

use crate::games::Game;
use xtask::run::Result;

/// The side of a square in the units of what is drawn over it.
const SIDE: f64 = 64.0;
const FILES: usize = 4;
const RANKS: usize = 3;

/// A corner of a board. Squares are named by their file and rank, counted from the bottom left: `42`.
struct Corner {
    game: &'static str,
    /// Drawing, colour (`w` or `b`) and square.
    pieces: &'static [(&'static str, char, u8)],
    /// From and to.
    arrows: &'static [(u8, u8)],
    /// Where a ring lies around the piece's foot.
    rings: &'static [u8],
    holes: &'static [u8],
    /// Where the numbers 1, 2, 3 … stand.
    numbers: &'static [u8],
    /// What all is about.
    lit: Option<u8>,
}

const NOTHING: Corner =
    Corner { game: "", pieces: &[], arrows: &[], rings: &[], holes: &[], numbers: &[], lit: None };

const CORNERS: [Corner; 7] = [
    Corner {
        game: "charismatic",
        pieces: &[("pawn", 'w', 12), ("knight", 'w', 33), ("rook", 'w', 42), ("king", 'b', 13)],
        arrows: &[(11, 12), (21, 33), (41, 42)],
        numbers: &[12, 33, 42],
        ..NOTHING
    },
    Corner {
        game: "chessence",
        pieces: &[("man-rb", 'w', 22), ("man-r", 'w', 21), ("man-b", 'w', 33), ("man", 'b', 43)],
        holes: &[42, 13],
        arrows: &[(21, 22), (33, 22)],
        ..NOTHING
    },
    Corner {
        game: "contramatic",
        pieces: &[
            ("contramatic-king", 'w', 21),
            ("rook", 'b', 23),
            ("pawn", 'w', 31),
            ("bishop", 'b', 43),
        ],
        arrows: &[(23, 21)],
        ..NOTHING
    },
    Corner {
        game: "complete-contramatic",
        pieces: &[
            ("king", 'w', 31),
            ("contramatic-king", 'w', 11),
            ("rook", 'b', 13),
            ("bishop", 'b', 42),
            ("pawn", 'w', 41),
        ],
        arrows: &[(13, 11)],
        ..NOTHING
    },
    Corner {
        game: "magnetic",
        pieces: &[("knight", 'w', 22), ("rook", 'b', 12), ("pawn", 'b', 23), ("rook", 'w', 42)],
        arrows: &[(32, 42)],
        lit: Some(22),
        ..NOTHING
    },
    Corner {
        game: "batteries",
        pieces: &[
            ("battery", 'w', 22),
            ("diag", 'w', 31),
            ("soldier", 'w', 12),
            ("soldier", 'b', 43),
        ],
        rings: &[31, 12],
        arrows: &[(22, 31), (22, 12)],
        ..NOTHING
    },
    Corner {
        game: "progressive",
        pieces: &[("pawn", 'w', 13), ("knight", 'b', 42), ("king", 'b', 43), ("pawn", 'b', 33)],
        arrows: &[(11, 12), (12, 13)],
        numbers: &[13],
        ..NOTHING
    },
];

/// Writes the pictures of all games into the page's files: `shell/cards.json`.
///
/// # Errors
/// When a game has no picture, or one with a piece that is none of its own; when it cannot be written.
pub(crate) fn write(web: &Path, games: &[Game]) -> Result<()> {
    let picture = |game: &Game| {
        let name = game.name();
        let corner = CORNERS.iter().find(|corner| corner.game == name);
        let corner = corner.ok_or_else(|| format!("{name} has no picture for its card"))?;
        let mut drawings = corner.pieces.iter().map(|&(drawing, ..)| drawing);
        match drawings.find(|&drawing| !game.pieces.iter().any(|piece| piece == drawing)) {
            Some(drawing) => Err(format!("the card of {name}: it has no {drawing}")),
            None => Ok((name.to_owned(), corner.picture())),
        }
    };
    let pictures: Map<String, Value> = games.iter().map(picture).collect::<Result<_>>()?;
    let text = Value::from(pictures).to_string();
    fs::write(web.join("shell/cards.json"), text).map_err(|e| e.to_string())
}

/// The place of a square among all, rank by rank from the top left.
fn place(square: u8) -> usize {
    let (file, rank) = (usize::from(square / 10), usize::from(square % 10));
    file - 1 + (RANKS - rank) * FILES
}

/// The upper left corner of a square.
fn corner(square: u8) -> (f64, f64) {
    let place = place(square);
    ((place % FILES) as f64 * SIDE, (place / FILES) as f64 * SIDE)
}

fn middle(square: u8) -> (f64, f64) {
    let (x, y) = corner(square);
    (x + SIDE / 2.0, y + SIDE / 2.0)
}

/// An element of a drawing, with its attributes and the text in it.
fn element(name: &str, attributes: Value, text: &str) -> Value {
    if text.is_empty() { json!([name, attributes]) } else { json!([name, attributes, text]) }
}

/// An arrow with a halo, by which it is seen on any square.
fn arrow((from, to): (u8, u8)) -> [Value; 3] {
    let ((fx, fy), (tx, ty)) = (middle(from), middle(to));
    let length = (tx - fx).hypot(ty - fy).max(1.0);
    let (dx, dy) = ((tx - fx) / length, (ty - fy) / length);
    let ahead = |(x, y): (f64, f64), by: f64| (x + dx * by, y + dy * by);
    let beside = |(x, y): (f64, f64), by: f64| (x - dy * by, y + dx * by);
    let tip = ahead((tx, ty), -22.0);
    let base = ahead(tip, -14.0);
    let at =
        |(x, y): (f64, f64)| format!("{} {}", (x * 10.0).round() / 10.0, (y * 10.0).round() / 10.0);
    let shaft = format!("M{}L{}", at(ahead((fx, fy), 18.0)), at(base));
    let head = format!("M{}L{}L{}z", at(tip), at(beside(base, 9.0)), at(beside(base, -9.0)));
    [
        element("path", json!({ "d": format!("{shaft}{head}"), "class": "halo" }), ""),
        element("path", json!({ "d": shaft }), ""),
        element("path", json!({ "d": head, "class": "full" }), ""),
    ]
}

impl Corner {
    /// The squares with their pieces, and what is drawn over them.
    fn picture(&self) -> Value {
        let mut squares = vec![Value::Null; FILES * RANKS];
        for &(role, color, square) in self.pieces {
            let color = if color == 'w' { "white" } else { "black" };
            squares[place(square)] = json!({ "role": role, "color": color });
        }
        let ring = |&square: &u8| {
            let (x, y) = corner(square);
            element("ellipse", json!({ "cx": x + 32.0, "cy": y + 56.0, "rx": 26, "ry": 6 }), "")
        };
        let number = |(count, &square): (usize, &u8)| {
            let (x, y) = corner(square);
            let disc = json!({ "cx": x + 50.0, "cy": y + 15.0, "r": 12, "class": "full" });
            let text = json!({ "x": x + 50.0, "y": y + 21.0 });
            [element("circle", disc, ""), element("text", text, &(count + 1).to_string())]
        };
        let over = (self.rings.iter().map(ring))
            .chain(self.arrows.iter().copied().flat_map(arrow))
            .chain(self.numbers.iter().enumerate().flat_map(number));
        json!({
            "files": FILES,
            "ranks": RANKS,
            "squares": squares,
            "holes": self.holes.iter().copied().map(place).collect::<Vec<_>>(),
            "lit": self.lit.map(place),
            "over": over.collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_counted_from_the_top_left() {
        assert_eq!([13, 43, 11, 41].map(place), [0, 3, 8, 11]);
        assert_eq!(middle(12), (32.0, 96.0));
    }

    #[test]
    fn an_arrow_ends_in_front_of_the_middle_of_its_square() {
        let [halo, shaft, head] = arrow((11, 13));
        assert_eq!(shaft, json!(["path", { "d": "M32 142L32 68" }]));
        assert_eq!(head[1]["d"], "M32 54L41 68L23 68z");
        assert_eq!(halo[1]["d"], "M32 142L32 68M32 54L41 68L23 68z");
    }

    #[test]
    fn no_two_pieces_stand_on_a_square_and_none_in_a_hole() {
        for corner in &CORNERS {
            let mut taken: Vec<u8> = corner.pieces.iter().map(|&(.., square)| square).collect();
            taken.extend(corner.holes);
            let count = taken.len();
            taken.sort_unstable();
            taken.dedup();
            assert_eq!(taken.len(), count, "{}", corner.game);
            assert!(taken.iter().all(|&square| place(square) < FILES * RANKS));
        }
    }
}
