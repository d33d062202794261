//! The position editor: what a press, a tap or a choice does to the position that is being set up, what
//! is wrong with that position, and what is said of it.

use record::Game;
use rules::any::GameId;
use rules::fen::{Field, Problem, TurnField};
use rules::{AnyPosition, Color, FenError, GameSpec, Piece, Role, Square};

use crate::sentence::{Sentence, Value};
use crate::sketch::Sketch;
use crate::telling::result;

/// What a press on a square does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// It takes the piece up, to be put elsewhere.
    Hand,
    /// It takes the piece away.
    Eraser,
    /// It puts this piece there.
    Piece(Piece),
    /// It marks the piece as moved in this turn.
    Moved,
    /// It marks the square as passed over by a pawn.
    Passed,
}

/// Something that is done in the editor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// A tool is chosen.
    Choose(Tool),
    /// A pointer is down on a square.
    Press(Square),
    /// It is up again, and has moved nothing.
    Release,
    /// A square is chosen.
    Tap(Square),
    /// The piece on a square is taken up.
    Lift(Square),
    /// A new piece is taken up.
    LiftNew(Piece),
    /// The piece that was taken up is put on a square, or away.
    Drop(Option<Square>),
    /// What was taken up or chosen stays.
    LetGo,
    /// A piece is put on a square.
    Put(Square, Piece),
    /// A square is emptied.
    Erase(Square),
    /// The board is emptied.
    Clear,
    /// The initial position is set up.
    Initial,
    /// The side to move is chosen.
    Side(Color),
    /// Pieces are still being placed, or no longer.
    Placing(bool),
    /// A right to castle is given or taken.
    Right(char, bool),
    /// A side has so many pieces of a kind in reserve.
    Reserve(Color, Role, u32),
    /// So many pieces of a kind are drawn.
    Hand(Role, u32),
    /// The counter of turns since a capture, a pawn's move or a drop.
    Halfmove(u32),
    /// The number of the turn.
    Fullmove(u32),
    /// How many moves of the series have been made.
    Made(u32),
    /// Whether the series before could not be continued.
    Stalled(bool),
    /// The position of a FEN is set up.
    Fen(String),
    /// Back to what was before the last change.
    Undo,
    /// Forth again.
    Redo,
}

/// A right to castle: its letter, its side, the rook's square, and whether it is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Right {
    pub letter: char,
    pub color: Color,
    pub rook: Square,
    pub given: bool,
}

/// The position editor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Editor {
    sketch: Sketch,
    tool: Tool,
    /// The square under a pointer that is down.
    pressed: Option<Square>,
    /// The piece that is chosen, by its square.
    chosen: Option<Square>,
    /// A new piece that is carried to the board.
    carried: Option<Piece>,
    /// The positions before, and those taken back.
    past: Vec<Sketch>,
    undone: Vec<Sketch>,
    /// A FEN that could not be taken, and why.
    refused: Option<(String, FenError)>,
}

/// How many changes can be taken back.
const REMEMBERED: usize = 500;

impl Editor {
    /// An editor with the initial position, or that of a FEN; one that the game does not have is refused
    /// in the editor.
    pub fn new(game: GameId, fen: Option<&str>) -> Editor {
        let mut editor = Editor {
            sketch: Sketch::of(&AnyPosition::initial(game)),
            tool: Tool::Hand,
            pressed: None,
            chosen: None,
            carried: None,
            past: Vec::new(),
            undone: Vec::new(),
            refused: None,
        };
        if let Some(fen) = fen {
            editor.take(fen);
            editor.past.clear();
        }
        editor
    }

    /// The position that is being set up.
    pub fn sketch(&self) -> &Sketch {
        &self.sketch
    }

    /// What a press does.
    pub fn tool(&self) -> Tool {
        self.tool
    }

    /// The square of the piece that is chosen.
    pub fn chosen(&self) -> Option<Square> {
        self.chosen
    }

    /// The piece that is carried or chosen.
    pub fn carried(&self) -> Option<Piece> {
        self.carried.or_else(|| self.sketch.piece_at(self.chosen?))
    }

    /// Whether it is a new one.
    pub fn carries_new(&self) -> bool {
        self.carried.is_some()
    }

    /// Whether a change can be taken back, and whether one can be made again.
    pub fn ways(&self) -> [bool; 2] {
        [!self.past.is_empty(), !self.undone.is_empty()]
    }

    /// The FEN that is shown: one that was refused stays to be mended.
    pub fn fen(&self) -> String {
        match &self.refused {
            Some((fen, _)) => fen.clone(),
            None => self.sketch.fen(),
        }
    }

    /// What is wrong with the position, or with the FEN that was to be set up.
    pub fn problem(&self) -> Option<Sentence> {
        match &self.refused {
            Some((fen, error)) => {
                let why = fen_problem(error, self.sketch.game(), fen);
                let why = Value::Sentence(Box::new(why));
                let name = Value::Game(self.sketch.game());
                Some(Sentence::new("editor.refused").with("game", name).with("why", why))
            }
            None => self.sketch.position().err().map(|error| {
                let sketch = &self.sketch;
                problem(&error, sketch.spec(), sketch.is_placement(), sketch.turn)
            }),
        }
    }

    /// How the game would be over at once, if it would.
    pub fn result(&self) -> Option<Sentence> {
        let position = self.sketch.position().ok().filter(|_| self.refused.is_none())?;
        Game::new(position).verdict().map(result)
    }

    /// Whether a friend can be challenged: draws that are still to come are fair only from the start.
    pub fn may_invite(&self) -> bool {
        let draws = self.sketch.game().extras().hand && self.sketch.is_placement();
        !draws || self.sketch == Sketch::of(&AnyPosition::initial(self.sketch.game()))
    }

    /// The rights to castle of the game.
    pub fn rights(&self) -> Vec<Right> {
        let shape = &self.sketch.spec().shape;
        let letters = self.sketch.game().extras().castling.iter();
        letters
            .map(|&letter| {
                let (color, rook) = corner(letter, shape);
                Right { letter, color, rook, given: self.sketch.has_right(letter) }
            })
            .collect()
    }

    /// Does something, and tells what is said of it; nothing if nothing has changed.
    pub fn handle(&mut self, edit: Edit) -> Option<Sentence> {
        match edit {
            Edit::Choose(tool) => {
                (self.tool, self.chosen, self.carried) = (tool, None, None);
                return Some(self.says_of_tool());
            }
            Edit::Press(square) => {
                self.pressed = Some(square);
                return None;
            }
            Edit::Release => {
                let pressed = self.pressed.take();
                return pressed.and_then(|square| self.tap(square));
            }
            Edit::Tap(square) => return self.tap(square),
            Edit::Lift(square) => {
                self.pressed = None;
                self.carried = None;
                self.chosen = self.sketch.piece_at(square).map(|_| square);
                return None;
            }
            Edit::LiftNew(piece) => {
                self.chosen = None;
                self.carried = Some(piece);
                return None;
            }
            Edit::Drop(square) => return self.drop(square),
            Edit::LetGo => {
                let is_idle = self.chosen.is_none() && self.carried.is_none();
                (self.pressed, self.chosen, self.carried) = (None, None, None);
                if is_idle && self.tool != Tool::Hand {
                    self.tool = Tool::Hand;
                    return Some(self.says_of_tool());
                }
                return None;
            }
            Edit::Undo => return self.go(true),
            Edit::Redo => return self.go(false),
            Edit::Fen(fen) => return self.take(&fen),
            Edit::Put(square, piece) => return self.put(square, Some(piece)),
            Edit::Erase(square) => return self.put(square, None),
            _ => {}
        }
        let game = self.sketch.game();
        let before = self.sketch.clone();
        let sketch = &mut self.sketch;
        let says = match edit {
            Edit::Clear => {
                *sketch = Sketch::empty(game);
                Sentence::new("editor.cleared")
            }
            Edit::Initial => {
                *sketch = Sketch::of(&AnyPosition::initial(game));
                Sentence::new("editor.is-initial")
            }
            Edit::Side(color) => {
                sketch.turn = color;
                Sentence::new("editor.to-move").with("color", Value::Color(color))
            }
            Edit::Placing(placing) => {
                sketch.set_placement(placing);
                Sentence::new(if placing { "editor.placing" } else { "editor.moving" })
            }
            Edit::Right(letter, given) => {
                sketch.set_right(letter, given);
                Sentence::new("editor.changed")
            }
            Edit::Reserve(color, role, count) => {
                sketch.set_reserve(color, role, count);
                Sentence::new("editor.changed")
            }
            Edit::Hand(role, count) => {
                sketch.set_hand(role, count);
                Sentence::new("editor.changed")
            }
            Edit::Halfmove(count) => {
                sketch.set_halfmove(count);
                Sentence::new("editor.changed")
            }
            Edit::Fullmove(number) => {
                sketch.set_fullmove(number);
                Sentence::new("editor.changed")
            }
            Edit::Made(count) => {
                sketch.set_made(count);
                Sentence::new("editor.changed")
            }
            Edit::Stalled(stalled) => {
                sketch.stalled = stalled;
                Sentence::new("editor.changed")
            }
            _ => return None,
        };
        self.changed_from(before).then_some(says)
    }

    /// Remembers what was before a change, if there was one.
    fn changed_from(&mut self, before: Sketch) -> bool {
        self.chosen = self.chosen.filter(|&square| self.sketch.piece_at(square).is_some());
        let was_refused = self.refused.take().is_some();
        if self.sketch == before {
            return was_refused;
        }
        if self.past.len() == REMEMBERED {
            self.past.remove(0);
        }
        self.past.push(before);
        self.undone.clear();
        true
    }

    /// Back to the position before, or forth to the one after.
    fn go(&mut self, back: bool) -> Option<Sentence> {
        let (from, to) = if back {
            (&mut self.past, &mut self.undone)
        } else {
            (&mut self.undone, &mut self.past)
        };
        let other = from.pop()?;
        to.push(std::mem::replace(&mut self.sketch, other));
        (self.chosen, self.carried, self.refused) = (None, None, None);
        Some(Sentence::new(if back { "editor.undone" } else { "editor.redone" }))
    }

    /// Sets the position of a FEN up.
    fn take(&mut self, fen: &str) -> Option<Sentence> {
        let fen = fen.split_whitespace().collect::<Vec<_>>().join(" ");
        match AnyPosition::from_fen(self.sketch.game(), &fen) {
            Ok(position) => {
                let sketch = Sketch::of(&position);
                let before = std::mem::replace(&mut self.sketch, sketch);
                self.changed_from(before).then(|| Sentence::new("editor.taken"))
            }
            Err(error) => {
                self.refused = Some((fen, error));
                None
            }
        }
    }

    fn put(&mut self, square: Square, piece: Option<Piece>) -> Option<Sentence> {
        let before = self.sketch.clone();
        self.sketch.put(square, piece);
        self.changed_from(before).then(|| match piece {
            Some(piece) => Sentence::new("editor.put")
                .with("piece", Value::Piece(piece))
                .with("square", Value::Square(square)),
            None => Sentence::new("editor.emptied").with("square", Value::Square(square)),
        })
    }

    fn tap(&mut self, square: Square) -> Option<Sentence> {
        self.pressed = None;
        let stands = self.sketch.piece_at(square);
        let at = |key| Sentence::new(key).with("square", Value::Square(square));
        match self.tool {
            // The same piece once more takes it away.
            Tool::Piece(piece) if stands == Some(piece) => self.put(square, None),
            Tool::Piece(piece) => self.put(square, Some(piece)),
            Tool::Eraser => self.put(square, None),
            Tool::Hand => match self.chosen {
                Some(chosen) if chosen == square => {
                    self.chosen = None;
                    None
                }
                Some(_) => self.drop(Some(square)),
                None => {
                    let piece = stands?;
                    self.chosen = Some(square);
                    Some(at("editor.chosen").with("piece", Value::Piece(piece)))
                }
            },
            Tool::Moved => {
                let before = self.sketch.clone();
                let is_moved = self.sketch.toggle_moved(square)?;
                self.changed_from(before);
                Some(at(if is_moved { "editor.is-moved" } else { "editor.not-moved" }))
            }
            Tool::Passed => {
                let before = self.sketch.clone();
                let is_passed = self.sketch.toggle_passed(square)?;
                self.changed_from(before);
                Some(at(if is_passed { "editor.is-passed" } else { "editor.not-passed" }))
            }
        }
    }

    /// Puts what is carried on a square; beside the board it is gone.
    fn drop(&mut self, square: Option<Square>) -> Option<Sentence> {
        let (chosen, carried) = (self.chosen.take(), self.carried.take());
        if let Some(piece) = carried {
            return square.and_then(|square| self.put(square, Some(piece)));
        }
        let from = chosen?;
        let Some(to) = square else { return self.put(from, None) };
        let piece = self.sketch.piece_at(from)?;
        if from == to || self.sketch.spec().shape.is_hole(to) {
            return None;
        }
        let before = self.sketch.clone();
        self.sketch.put(from, None);
        self.sketch.put(to, Some(piece));
        self.changed_from(before).then(|| {
            Sentence::new("editor.put")
                .with("piece", Value::Piece(piece))
                .with("square", Value::Square(to))
        })
    }

    fn says_of_tool(&self) -> Sentence {
        match self.tool {
            Tool::Hand => Sentence::new("editor.tool.hand"),
            Tool::Eraser => Sentence::new("editor.tool.eraser"),
            Tool::Moved => Sentence::new("editor.tool.moved"),
            Tool::Passed => Sentence::new("editor.tool.passed"),
            Tool::Piece(piece) => {
                Sentence::new("editor.tool.piece").with("piece", Value::Piece(piece))
            }
        }
    }

    /// What a press can do in the game: pieces aside.
    pub fn tools(&self) -> Vec<Tool> {
        let extras = self.sketch.game().extras();
        let moved = (extras.turn == TurnField::Moved).then_some(Tool::Moved);
        let passed = extras.en_passant.then_some(Tool::Passed);
        [Some(Tool::Hand), Some(Tool::Eraser), moved, passed].into_iter().flatten().collect()
    }
}

/// The side of a right to castle, and the corner where its rook stands.
fn corner(letter: char, shape: &rules::Shape) -> (Color, Square) {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let far = matches!(letter.to_ascii_lowercase(), 'k' | 'h');
    let file = if far { shape.files - 1 } else { 0 };
    (color, shape.at(file, color.rank(0, shape.ranks)))
}

/// What a field of a FEN is called.
fn field_name(field: Field) -> &'static str {
    match field {
        Field::Fen => "editor.field.fen",
        Field::Board => "editor.field.board",
        Field::Reserve => "editor.field.reserve",
        Field::Side => "editor.field.side",
        Field::Castling => "editor.field.castling",
        Field::EnPassant => "editor.field.passed",
        Field::Halfmove => "editor.field.halfmove",
        Field::Fullmove => "editor.field.fullmove",
        Field::Turn => "editor.field.turn",
        Field::Hand => "editor.field.hand",
    }
}

/// What is wrong with a FEN of a game, as a sentence that goes on behind a colon.
pub fn fen_problem(error: &FenError, game: GameId, fen: &str) -> Sentence {
    let mut fields = fen.split_ascii_whitespace().skip(1);
    let turn = if fields.next() == Some("b") { Color::Black } else { Color::White };
    // The number of the turn, behind castling, en passant and the counter of quiet turns.
    let is_placement = fields.nth(3) == Some("0");
    problem(error, game.spec(), is_placement, turn)
}

/// What is wrong with a position, as a sentence.
fn problem(error: &FenError, spec: &GameSpec, is_placement: bool, turn: Color) -> Sentence {
    let count = |count: usize| Value::Count(count);
    let text = |text: &str| Value::Text(text.to_owned());
    let key = Sentence::new;
    let field = field_name(error.field);
    let within = |says: Sentence| says.with("field", Value::Key(field));
    match &error.problem {
        Problem::FieldCount { wanted, found } => {
            key("editor.problem.fields").with("wanted", count(*wanted)).with("found", count(*found))
        }
        Problem::RankCount { wanted, found } => {
            key("editor.problem.ranks").with("wanted", count(*wanted)).with("found", count(*found))
        }
        Problem::RankLength(rank) => {
            key("editor.problem.rank").with("rank", count(usize::from(*rank)))
        }
        Problem::Number(found) => within(key("editor.problem.number")).with("text", text(found)),
        Problem::Letter(letter) => {
            within(key("editor.problem.letter")).with("text", text(&letter.to_string()))
        }
        Problem::Hole(square) => key("editor.problem.hole").with("square", text(square)),
        Problem::Brackets => key("editor.problem.brackets"),
        Problem::RoyalCount { letter, found } => {
            let Some(piece) = spec.piece(*letter) else { return key("editor.problem.other") };
            let says = key(match found {
                0 => "editor.problem.no-royal",
                _ => "editor.problem.royals",
            });
            says.with("color", Value::Color(piece.color))
                .with("role", Value::Role(piece.role))
                .with("count", count(*found as usize))
        }
        Problem::Misplaced { letter, square } => {
            let Some(piece) = spec.piece(*letter) else { return key("editor.problem.other") };
            key("editor.problem.misplaced")
                .with("piece", Value::Piece(piece))
                .with("square", text(square))
        }
        Problem::Material(color) => {
            let says = key(match (error.field, is_placement) {
                (Field::Board, _) => "editor.problem.too-many",
                (_, true) => "editor.problem.not-all",
                _ => "editor.problem.reserve",
            });
            says.with("color", Value::Color(*color))
        }
        Problem::Side(found) => key("editor.problem.side").with("text", text(found)),
        Problem::Square(found) => within(key("editor.problem.square")).with("text", text(found)),
        Problem::Repeated(found) => {
            within(key("editor.problem.repeated")).with("text", text(found))
        }
        Problem::Right(letter) => {
            let (color, rook) = corner(*letter, &spec.shape);
            key("editor.problem.right")
                .with("color", Value::Color(color))
                .with("square", Value::Square(rook))
        }
        Problem::Malformed(found) => {
            within(key("editor.problem.malformed")).with("text", text(found))
        }
        Problem::OnlyInPlacement => within(key("editor.problem.only-placement")),
        Problem::OnlyInMovement => within(key("editor.problem.only-movement")),
        Problem::OpponentInCheck => {
            key("editor.problem.in-check").with("color", Value::Color(!turn))
        }
        Problem::OpponentGivesCheck => {
            key("editor.problem.gives-check").with("color", Value::Color(!turn))
        }
        Problem::PlacementCheck(color) => {
            key("editor.problem.placement-check").with("color", Value::Color(*color))
        }
        Problem::Impossible(why) => within(key("editor.problem.impossible")).with("why", text(why)),
    }
}
