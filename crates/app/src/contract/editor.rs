//! What crosses about the position editor.

use crate::contract::Tsify;
use record::Game;
use rules::fen::TurnField;
use rules::{AnyPosition, Bits, GameSpec, Reserve, Square};
use serde::{Deserialize, Serialize};
use table::{Edit as TableEdit, Editor, Sketch, Tool};

use super::sentence::{Color, Names, Piece, Sentence};
use super::view::{HOLE, Stock, Stocks, View};
use super::{Event, read_role};

/// What a position editor begins with.
#[derive(Clone, PartialEq, Default, Deserialize, Tsify, Debug)]
#[serde(default)]
pub struct EditorBoard {
    /// The game's name.
    pub game: String,
    /// A position in FEN instead of the initial one.
    pub fen: Option<String>,
}

/// What is done in the position editor: `table::Edit`, with its values by name. Pieces go by their letters
/// in FEN, tools beside them by name.
#[derive(Clone, PartialEq, Eq, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
#[allow(missing_docs)]
pub enum Edit {
    Choose(String),
    /// On a square, a piece.
    Put(String, String),
    Erase(String),
    Clear,
    Initial,
    Side(Color),
    Placing(bool),
    Right(String, bool),
    Reserve(Color, String, u32),
    Hand(String, u32),
    Halfmove(u32),
    Fullmove(u32),
    Made(u32),
    Stalled(bool),
    Fen(String),
    Redo,
}

/// A piece of the palette.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct PalettePiece {
    pub letter: &'static str,
    pub piece: Piece,
}

/// A right to castle.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct CastlingRight {
    pub letter: &'static str,
    pub color: Color,
    /// Where its rook stands.
    pub square: String,
    pub given: bool,
}

/// The position editor as the page shows it.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub struct Edited {
    pub fen: String,
    /// What is wrong with the position.
    pub problem: Option<Sentence>,
    /// How the game would be over at once.
    pub result: Option<Sentence>,
    /// The tool that is chosen: a piece by its letter, another by name.
    pub tool: &'static str,
    pub tools: Vec<&'static str>,
    pub pieces: Vec<PalettePiece>,
    pub turn: Color,
    /// Whether pieces are still being placed; null: the game has no such phase.
    pub placing: Option<bool>,
    pub rights: Vec<CastlingRight>,
    /// The reserves, where they can be chosen.
    pub reserve: Option<Stocks>,
    /// The kinds of pieces that can be drawn into a hand; none: the game has no hands.
    pub draws: Vec<&'static str>,
    /// The pieces drawn, while hands are drawn.
    pub hand: Option<Vec<Stock>>,
    /// The squares passed over; null: the game tells of none.
    pub passed: Option<Vec<String>>,
    pub halfmove: u32,
    pub fullmove: u32,
    /// How many moves of the series have been made; null: the game does not count them.
    pub made: Option<u32>,
    pub stalled: bool,
    pub undo: bool,
    pub redo: bool,
    /// Whether a friend can be challenged from such a position.
    pub may_invite: bool,
    /// The game from this position in its saved form; empty: there is no such position.
    pub saved: String,
}

/// All letters of pieces.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A letter as text.
fn text_of(letter: char) -> &'static str {
    LETTERS.find(letter).and_then(|at| LETTERS.get(at..=at)).unwrap_or_default()
}

/// The piece of a letter in FEN.
fn piece_of(letter: &str, spec: &GameSpec) -> Option<rules::Piece> {
    let mut letters = letter.chars();
    spec.piece(letters.next()?).filter(|_| letters.next().is_none())
}

/// What a tool is called.
fn name_of(tool: Tool, spec: &GameSpec) -> &'static str {
    match tool {
        Tool::Hand => "hand",
        Tool::Eraser => "eraser",
        Tool::Moved => "moved",
        Tool::Passed => "passed",
        Tool::Piece(piece) => text_of(spec.piece_letter(piece)),
    }
}

impl Edit {
    fn read(self, sketch: &Sketch) -> Option<TableEdit> {
        let spec = sketch.spec();
        let at = |name: &str| spec.shape.parse(name);
        Some(match self {
            Edit::Choose(name) => TableEdit::Choose(match name.as_str() {
                "hand" => Tool::Hand,
                "eraser" => Tool::Eraser,
                "moved" => Tool::Moved,
                "passed" => Tool::Passed,
                letter => Tool::Piece(piece_of(letter, spec)?),
            }),
            Edit::Put(square, letter) => TableEdit::Put(at(&square)?, piece_of(&letter, spec)?),
            Edit::Erase(square) => TableEdit::Erase(at(&square)?),
            Edit::Clear => TableEdit::Clear,
            Edit::Initial => TableEdit::Initial,
            Edit::Side(color) => TableEdit::Side(color.into()),
            Edit::Placing(placing) => TableEdit::Placing(placing),
            Edit::Right(letter, given) => TableEdit::Right(letter.chars().next()?, given),
            Edit::Reserve(color, role, count) => {
                TableEdit::Reserve(color.into(), read_role(&role)?, count)
            }
            Edit::Hand(role, count) => TableEdit::Hand(read_role(&role)?, count),
            Edit::Halfmove(count) => TableEdit::Halfmove(count),
            Edit::Fullmove(number) => TableEdit::Fullmove(number),
            Edit::Made(count) => TableEdit::Made(count),
            Edit::Stalled(stalled) => TableEdit::Stalled(stalled),
            Edit::Fen(fen) => TableEdit::Fen(fen),
            Edit::Redo => TableEdit::Redo,
        })
    }
}

/// What an event of the board means in the editor; nothing, if it means nothing there.
pub(crate) fn edit_of(event: Event, sketch: &Sketch) -> Option<TableEdit> {
    let spec = sketch.spec();
    let at = |name: &str| spec.shape.place(name);
    let drop = |name: Option<String>| name.map(|name| at(&name));
    Some(match event {
        Event::Press(square) => TableEdit::Press(at(&square)?),
        Event::Release => TableEdit::Release,
        Event::Tap(square) => TableEdit::Tap(at(&square)?),
        Event::TapReserve(letter) => TableEdit::Choose(Tool::Piece(piece_of(&letter, spec)?)),
        Event::Lift(square) => TableEdit::Lift(at(&square)?),
        Event::LiftReserve(letter) => TableEdit::LiftNew(piece_of(&letter, spec)?),
        Event::Drop(square) => match drop(square) {
            Some(Some(square)) => TableEdit::Drop(Some(square)),
            Some(None) => return None,
            None => TableEdit::Drop(None),
        },
        Event::LetGo => TableEdit::LetGo,
        Event::Undo => TableEdit::Undo,
        Event::Redo => TableEdit::Redo,
        Event::Edit(edit) => return edit.read(sketch),
        _ => return None,
    })
}

/// Pieces off the board, and how many of each kind there are in all, for the kinds that can stand there.
fn stock_of(sketch: &Sketch, color: rules::Color, reserve: Reserve) -> Vec<Stock> {
    let start = AnyPosition::initial(sketch.game()).reserve(color);
    let spec = sketch.spec();
    let kinds = spec.roles.iter().map(|&(role, _)| role).filter(|&role| start.has(role));
    kinds
        .map(|role| Stock {
            role: role.id(),
            count: reserve.count(role),
            of: spec.pieces.count(role),
        })
        .collect()
}

/// The reserves of a sketch, by their kinds.
fn stocks(sketch: &Sketch) -> Stocks {
    let of = |color| stock_of(sketch, color, sketch.reserve(color));
    Stocks { white: of(rules::Color::White), black: of(rules::Color::Black) }
}

/// The hand of a sketch, by its kinds.
fn hand(sketch: &Sketch) -> Vec<Stock> {
    stock_of(sketch, sketch.turn(), sketch.hand())
}

impl Edited {
    pub(crate) fn new(editor: &Editor, names: Names<'_>) -> Self {
        let sketch = editor.sketch();
        let spec = sketch.spec();
        let extras = sketch.game().extras();
        let pieces = rules::Color::ALL.into_iter().flat_map(|color| {
            spec.roles.iter().map(move |&(role, _)| rules::Piece::new(color, role))
        });
        let [undo, redo] = editor.ways();
        let problem = editor.problem();
        let saved = match sketch.position() {
            Ok(position) if problem.is_none() => Game::new(position).save(),
            _ => String::new(),
        };
        Edited {
            fen: editor.fen(),
            problem: problem.map(|says| names.sentence(&says)),
            result: editor.result().map(|says| names.sentence(&says)),
            tool: name_of(editor.tool(), spec),
            tools: editor.tools().into_iter().map(|tool| name_of(tool, spec)).collect(),
            pieces: pieces
                .map(|piece| PalettePiece {
                    letter: text_of(spec.piece_letter(piece)),
                    piece: piece.into(),
                })
                .collect(),
            turn: sketch.turn().into(),
            placing: sketch.has_placement().then(|| sketch.is_placement()),
            rights: editor
                .rights()
                .into_iter()
                .map(|right| CastlingRight {
                    letter: text_of(right.letter),
                    color: right.color.into(),
                    square: names.square(right.rook),
                    given: right.given,
                })
                .collect(),
            reserve: sketch.has_free_reserve().then(|| stocks(sketch)),
            draws: match extras.hand {
                true => hand(sketch).iter().map(|stock| stock.role).collect(),
                false => Vec::new(),
            },
            hand: (extras.hand && sketch.is_placement()).then(|| hand(sketch)),
            passed: extras
                .en_passant
                .then(|| sketch.passed().iter().map(|&square| names.square(square)).collect()),
            halfmove: sketch.halfmove(),
            fullmove: sketch.fullmove(),
            made: (extras.turn == TurnField::Made).then(|| sketch.made()),
            stalled: sketch.is_stalled(),
            undo,
            redo,
            may_invite: editor.may_invite(),
            saved,
        }
    }
}

/// The squares of a sketch, as numbers (see [`cells`](super::cells)).
pub(crate) fn sketched_cells(editor: &Editor) -> Vec<u32> {
    let sketch = editor.sketch();
    let shape = &sketch.spec().shape;
    let position = sketch.position().ok();
    let known = position.as_ref();
    let royals = known.map_or(0, |position| {
        position.royals(rules::Color::White) | position.royals(rules::Color::Black)
    });
    let checks = known.is_some_and(|position| position.check().is_some());
    let charged = known.map_or(0, AnyPosition::charged);
    let cell = |square: Square| {
        if shape.is_hole(square) {
            return HOLE;
        }
        let piece = sketch.piece_at(square);
        let powers = known.map_or(0, |position| position.powers(square));
        let is_attacked = |position: &AnyPosition| {
            let attackers = piece.map(|piece| position.attackers(square, !piece.color));
            royals.has(square) && attackers.is_some_and(|attackers| attackers.any())
        };
        let flags = [
            piece.is_some_and(|piece| piece.color == rules::Color::Black),
            sketch.moved().contains(&square),
            charged.has(square),
            powers & 1 != 0,
            powers & 2 != 0,
            powers & 4 != 0,
            checks && known.is_some_and(is_attacked),
            editor.chosen() == Some(square),
        ];
        let piece = piece.map_or(0, |piece| piece.role.index() as u32 + 1);
        flags.iter().zip(5..).fold(piece, |sum, (&flag, place)| sum | u32::from(flag) << place)
    };
    shape.all().map(cell).collect()
}

impl View {
    /// What the page shows of an editor beside its own parts.
    pub(crate) fn of_editor(self, editor: &Editor) -> Self {
        let sketch = editor.sketch();
        let carried = editor.carried();
        let letter = |piece| text_of(sketch.spec().piece_letter(piece));
        View {
            fen: editor.fen(),
            turn: sketch.turn().into(),
            phase: if sketch.is_placement() { "placement" } else { "movement" },
            reserve: sketch.spec().has_reserve.then(|| stocks(sketch)),
            hand: (sketch.game().extras().hand && sketch.is_placement()).then(|| hand(sketch)),
            spent: Vec::new(),
            pouch: None,
            result: None,
            picked: carried.filter(|_| editor.carries_new()).map(letter).unwrap_or_default(),
            chosen: carried.map(Piece::from),
            tries: false,
            ..self
        }
    }
}
