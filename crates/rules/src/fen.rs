//! Reading and writing FEN (docs/rules/README.md, "FEN"): the fields that the games share.
//!
//! ```
//! use rules::any::positions::Charismatic;
//! use rules::Position;
//!
//! let position = Charismatic::from_fen("3k4/8/8/8/8/8/8/4K2R[] w H - 0 1 - -").unwrap();
//! assert_eq!(position.fen(), "3k4/8/8/8/8/8/8/4K2R[] w H - 0 1 - -");
//! // An error names the field and what is wrong with it.
//! let error = Charismatic::from_fen("3k4/8/8/8/8/8/8/4K2R[] w A - 0 1 - -").unwrap_err();
//! assert!(error.to_string().starts_with("CASTLING"), "{error}");
//! ```
//!
//! A reader turns each field into data; each game then checks that the data make a position that
//! it can play.

use std::fmt::{self, Write as _};

use crate::board::{Bits, Color, Geometry, Piece, Pieces, Reserve, Role, Shape, Square};
use crate::position::GameSpec;

/// What a game's FEN tells besides the pieces, the side to move and the counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extras {
    /// The letters of the rights to castle, as they are written; none: there are no such rights.
    pub castling: &'static [char],
    /// Whether squares are told that pawns have passed over.
    pub en_passant: bool,
    /// What TURN tells.
    pub turn: TurnField,
    /// Whether there is HAND.
    pub hand: bool,
}

/// What the field TURN tells of an unfinished turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnField {
    /// There is no such field.
    None,
    /// The squares of the pieces that it has placed, which follow from the board.
    Placed,
    /// The squares of the pieces that have been placed or moved.
    Moved,
    /// How many moves have been made; `=`: the other side's series could not be continued.
    Made,
}

impl Extras {
    /// Nothing.
    pub const NONE: Extras =
        Extras { castling: &[], en_passant: false, turn: TurnField::None, hand: false };
}

/// A field of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Field {
    Fen,
    Board,
    Reserve,
    Side,
    Castling,
    EnPassant,
    Halfmove,
    Fullmove,
    Turn,
    Hand,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Fen => "FEN",
            Field::Board => "BOARD",
            Field::Reserve => "RESERVE",
            Field::Side => "SIDE",
            Field::Castling => "CASTLING",
            Field::EnPassant => "EP",
            Field::Halfmove => "HALFMOVE",
            Field::Fullmove => "FULLMOVE",
            Field::Turn => "TURN",
            Field::Hand => "HAND",
        })
    }
}

/// What is wrong with a field. Squares, letters and other parts of the text are given as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The number of fields.
    FieldCount {
        /// Wanted.
        wanted: usize,
        /// Found.
        found: usize,
    },
    /// The number of ranks.
    RankCount {
        /// Wanted.
        wanted: usize,
        /// Found.
        found: usize,
    },
    /// A rank (from 1) does not fill its files.
    RankLength(u8),
    /// A number is none, has a leading zero, or is out of range.
    Number(String),
    /// No piece of the game has this letter.
    Letter(char),
    /// A hole is missing or in the wrong place.
    Hole(String),
    /// The brackets of the reserve are missing or stand where the game has none.
    Brackets,
    /// How many pieces of a letter a side has that should have exactly one.
    RoyalCount {
        /// The FEN letter.
        letter: char,
        /// Found.
        found: u32,
    },
    /// A piece stands where no such piece can stand.
    Misplaced {
        /// The FEN letter.
        letter: char,
        /// The square.
        square: String,
    },
    /// A side has pieces that no game can give it.
    Material(Color),
    /// Neither `w` nor `b`.
    Side(String),
    /// Not a square, or not one that can be meant here.
    Square(String),
    /// Given twice.
    Repeated(String),
    /// A right to castle that the pieces on the board or the turn exclude.
    Right(char),
    /// The text is not what the field can hold.
    Malformed(String),
    /// Only possible in the placement phase.
    OnlyInPlacement,
    /// Only possible in the movement phase.
    OnlyInMovement,
    /// The side not to move is in check.
    OpponentInCheck,
    /// The side not to move gives check to a contramatic king.
    OpponentGivesCheck,
    /// In a placement phase a side gives a check that it could not have given.
    PlacementCheck(Color),
    /// The state could not have come about in a game, for the reason given.
    Impossible(&'static str),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::FieldCount { wanted, found } => {
                write!(f, "{wanted} fields wanted, {found} found")
            }
            Problem::RankCount { wanted, found } => {
                write!(f, "{wanted} ranks wanted, {found} found")
            }
            Problem::RankLength(rank) => write!(f, "rank {rank} is too short or too long"),
            Problem::Number(text) => write!(f, "'{text}' is not a number that can stand here"),
            Problem::Letter(letter) => write!(f, "no piece has the letter '{letter}'"),
            Problem::Hole(square) => write!(f, "{square} is wrongly a hole, or not one"),
            Problem::Brackets => f.write_str("the reserve's brackets are missing or not wanted"),
            Problem::RoyalCount { letter, found } => {
                write!(f, "one piece '{letter}' wanted, {found} found")
            }
            Problem::Misplaced { letter, square } => write!(f, "no '{letter}' can be on {square}"),
            Problem::Material(color) => {
                write!(f, "the pieces of side '{}' do not add up", color.letter())
            }
            Problem::Side(text) => write!(f, "'w' or 'b' wanted, '{text}' found"),
            Problem::Square(text) => write!(f, "'{text}' is not a square that can stand here"),
            Problem::Repeated(text) => write!(f, "'{text}' is given twice"),
            Problem::Right(letter) => {
                write!(f, "the right '{letter}' lacks its king or rook, or they have moved")
            }
            Problem::Malformed(text) => write!(f, "'{text}' cannot stand here"),
            Problem::OnlyInPlacement => f.write_str("only possible in the placement phase"),
            Problem::OnlyInMovement => f.write_str("only possible in the movement phase"),
            Problem::OpponentInCheck => f.write_str("the side not to move is in check"),
            Problem::OpponentGivesCheck => {
                f.write_str("the side not to move gives check to a contramatic king")
            }
            Problem::PlacementCheck(color) => {
                write!(f, "the pieces of side '{}' give a check that is forbidden", color.letter())
            }
            Problem::Impossible(why) => f.write_str(why),
        }
    }
}

/// A FEN that cannot be played: which field, and what is wrong with it.
#[cfg(feature = "whole")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The field.
    pub field: Field,
    /// What is wrong with it.
    pub problem: Problem,
}

/// A FEN that cannot be played. Which field it is, and what is wrong with it, the whole alone tells.
#[cfg(not(feature = "whole"))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError(());

#[cfg(feature = "whole")]
impl FenError {
    /// An error of a field.
    pub const fn new(field: Field, problem: Problem) -> Self {
        Self { field, problem }
    }
}

#[cfg(not(feature = "whole"))]
impl FenError {
    /// An error of a field.
    pub fn new(_: Field, _: Problem) -> Self {
        Self(())
    }
}

#[cfg(feature = "whole")]
impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.problem)
    }
}

#[cfg(not(feature = "whole"))]
impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this FEN cannot be played")
    }
}

/// A part of the text as it is written, where an error tells of it.
pub(crate) fn quoted(part: impl fmt::Display) -> String {
    if cfg!(feature = "whole") { part.to_string() } else { String::new() }
}

impl std::error::Error for FenError {}

type Result<T> = std::result::Result<T, FenError>;

/// The fields of a FEN, split and not yet read.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a> {
    text: [&'a str; 8],
    spec: &'static GameSpec,
}

impl<'a> Fields<'a> {
    /// Splits a FEN into `wanted` fields (six to eight).
    ///
    /// # Errors
    /// If it has another number of fields.
    pub fn split(fen: &'a str, wanted: usize, spec: &'static GameSpec) -> Result<Self> {
        let found = fen.split(' ').count();
        if found != wanted {
            return Err(FenError::new(Field::Fen, Problem::FieldCount { wanted, found }));
        }
        let mut text = [""; 8];
        for (field, part) in text.iter_mut().zip(fen.split(' ')) {
            *field = part;
        }
        Ok(Self { text, spec })
    }

    /// The pieces on the board and each side's reserve.
    ///
    /// # Errors
    /// If the board does not have the game's shape and pieces, or the reserve its pieces.
    pub fn pieces<B: Bits, const FIRST: usize, const R: usize>(
        &self,
    ) -> Result<(Pieces<B, FIRST, R>, [Reserve; 2])> {
        let malformed = FenError::new(Field::Reserve, Problem::Brackets);
        let (board, reserve) = match self.text[0].split_once('[') {
            Some((board, rest)) if self.spec.has_reserve => {
                (board, rest.strip_suffix(']').ok_or(malformed)?)
            }
            None if !self.spec.has_reserve => (self.text[0], ""),
            // Brackets that do not belong there are a fault of the board.
            Some(_) => return Err(FenError::new(Field::Board, Problem::Brackets)),
            None => return Err(malformed),
        };
        let mut pieces = Pieces::none();
        read_board(board, self.spec, |square, piece| pieces.toggle(square, piece))?;
        let mut reserves = [Reserve::NONE; 2];
        for letter in reserve.chars() {
            let piece = self.spec.piece(letter);
            let piece =
                piece.ok_or_else(|| FenError::new(Field::Reserve, Problem::Letter(letter)))?;
            let reserve = &mut reserves[piece.color.index()];
            if reserve.count(piece.role) >= self.spec.pieces.count(piece.role) {
                return Err(FenError::new(Field::Reserve, Problem::Material(piece.color)));
            }
            *reserve = reserve.with(piece.role);
        }
        Ok((pieces, reserves))
    }

    /// The side to move.
    ///
    /// # Errors
    /// If it is neither `w` nor `b`.
    pub fn side(&self) -> Result<Color> {
        match self.text[1] {
            "w" => Ok(Color::White),
            "b" => Ok(Color::Black),
            other => Err(FenError::new(Field::Side, Problem::Side(quoted(other)))),
        }
    }

    /// The castling field as written.
    pub fn castling(&self) -> &'a str {
        self.text[2]
    }

    /// The passed-over squares, in index order.
    ///
    /// # Errors
    /// If the field is neither `-` nor different squares.
    pub fn en_passant(&self) -> Result<Vec<Square>> {
        read_squares(self.text[3], Field::EnPassant, &self.spec.shape)
    }

    /// Refuses any castling right and passed-over square, for games that have none.
    ///
    /// # Errors
    /// If a right or a square is given.
    pub fn no_castling(&self) -> Result<()> {
        match self.text[2] {
            "-" => Ok(()),
            other => Err(FenError::new(Field::Castling, Problem::Malformed(quoted(other)))),
        }
    }

    /// Refuses any passed-over square, for games that have no en passant.
    ///
    /// # Errors
    /// If a square is given.
    pub fn no_en_passant(&self) -> Result<()> {
        match self.text[3] {
            "-" => Ok(()),
            other => Err(FenError::new(Field::EnPassant, Problem::Malformed(quoted(other)))),
        }
    }

    /// HALFMOVE and FULLMOVE, each 0 to 999,999.
    ///
    /// # Errors
    /// If one is not such a number.
    pub fn counters(&self) -> Result<(u32, u32)> {
        Ok((
            read_number(self.text[4], Field::Halfmove)?,
            read_number(self.text[5], Field::Fullmove)?,
        ))
    }

    /// HALFMOVE and FULLMOVE of a game without placement, whose first turn is the first.
    pub fn counters_from_first(&self) -> Result<(u32, u32)> {
        match self.counters()? {
            (_, 0) => Err(FenError::new(Field::Fullmove, Problem::Number(quoted("0")))),
            counters => Ok(counters),
        }
    }

    /// The field at a place (6: TURN, 7: HAND) as written.
    pub fn extra(&self, place: usize) -> &'a str {
        self.text[place]
    }
}

/// Reads BOARD and hands over each piece with its square.
fn read_board(text: &str, spec: &GameSpec, mut put: impl FnMut(Square, Piece)) -> Result<()> {
    let error = |problem| FenError::new(Field::Board, problem);
    let shape = &spec.shape;
    let (wanted, found) = (usize::from(shape.ranks), text.split('/').count());
    if found != wanted {
        return Err(error(Problem::RankCount { wanted, found }));
    }
    for (rank, row) in (0..shape.ranks).rev().zip(text.split('/')) {
        let long = || error(Problem::RankLength(rank + 1));
        let mut file = 0u8;
        let mut rest = row;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let length = digits.max(letter.len_utf8());
            let (token, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
            rest = behind;
            if digits > 0 {
                let run: u8 = match token.parse() {
                    Ok(run) if run > 0 && !token.starts_with('0') => run,
                    _ => return Err(error(Problem::Number(quoted(token)))),
                };
                for _ in 0..run {
                    if file >= shape.files {
                        return Err(long());
                    }
                    let square = shape.at(file, rank);
                    if shape.is_hole(square) {
                        return Err(error(Problem::Hole(quoted(shape.name(square)))));
                    }
                    file += 1;
                }
                continue;
            }
            if file >= shape.files {
                return Err(long());
            }
            let square = shape.at(file, rank);
            if shape.is_hole(square) != (letter == '*') {
                return Err(error(Problem::Hole(quoted(shape.name(square)))));
            }
            if letter != '*' {
                put(square, spec.piece(letter).ok_or_else(|| error(Problem::Letter(letter)))?);
            }
            file += 1;
        }
        if file != shape.files {
            return Err(long());
        }
    }
    Ok(())
}

/// Reads `-` or different squares written together, in any order.
///
/// # Errors
/// If the text is anything else.
pub fn read_squares(text: &str, field: Field, shape: &Shape) -> Result<Vec<Square>> {
    let mut squares = Vec::new();
    if text == "-" {
        return Ok(squares);
    }
    let error = |problem| FenError::new(field, problem);
    let mut rest = text;
    while !rest.is_empty() || squares.is_empty() {
        let (square, behind) =
            shape.read(rest).ok_or_else(|| error(Problem::Square(quoted(rest))))?;
        if squares.contains(&square) {
            return Err(error(Problem::Repeated(quoted(shape.name(square)))));
        }
        squares.insert(squares.partition_point(|&other| other < square), square);
        rest = behind;
    }
    Ok(squares)
}

/// Reads a decimal number, 0 to 999,999, without leading zeros.
///
/// # Errors
/// If the text is anything else.
pub fn read_number(text: &str, field: Field) -> Result<u32> {
    let canonical = !text.is_empty()
        && text.len() <= 6
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    let number = if canonical { text.parse().ok() } else { None };
    number.ok_or_else(|| FenError::new(field, Problem::Number(quoted(text))))
}

/// Checks that a side has exactly one piece of each royal kind given.
///
/// # Errors
/// If it has none or several.
pub fn check_royals<B: Bits, const FIRST: usize, const R: usize>(
    pieces: &Pieces<B, FIRST, R>,
    color: Color,
    royals: &[Role],
    spec: &GameSpec,
) -> Result<()> {
    for &role in royals {
        let found = pieces.of(color, role).count();
        if found != 1 {
            let letter = spec.piece_letter(Piece { color, role });
            return Err(FenError::new(Field::Board, Problem::RoyalCount { letter, found }));
        }
    }
    Ok(())
}

/// Checks that a side's pieces can come from its initial ones: whatever exceeds the initial number
/// of the kinds that a pawn (Soldier) can become was a pawn (Soldier); no other kind may exceed its
/// initial number.
///
/// # Errors
/// If they cannot.
pub fn check_material<B: Bits, const FIRST: usize, const R: usize>(
    pieces: &Pieces<B, FIRST, R>,
    color: Color,
    off_board: Reserve,
    pawn: Option<(Role, &[Role])>,
    spec: &GameSpec,
) -> Result<()> {
    let mut promoted = 0;
    for &(role, _) in spec.roles {
        let excess = (pieces.of(color, role).count() + off_board.count(role))
            .saturating_sub(spec.pieces.count(role));
        match pawn {
            Some((_, into)) if into.contains(&role) => promoted += excess,
            _ if excess > 0 => {
                return Err(FenError::new(Field::Board, Problem::Material(color)));
            }
            _ => {}
        }
    }
    if let Some((pawn, _)) = pawn {
        let pawns = pieces.of(color, pawn).count() + off_board.count(pawn);
        if promoted + pawns > spec.pieces.count(pawn) {
            return Err(FenError::new(Field::Board, Problem::Material(color)));
        }
    }
    Ok(())
}

/// Checks that pieces of a kind stand only on the squares given.
///
/// # Errors
/// If one stands elsewhere.
pub fn check_squares<G: Geometry, const FIRST: usize, const R: usize>(
    pieces: &Pieces<G::Bits, FIRST, R>,
    piece: Piece,
    allowed: G::Bits,
    spec: &GameSpec,
) -> Result<()> {
    let astray = pieces.of(piece.color, piece.role) & !allowed;
    match astray.squares().next() {
        None => Ok(()),
        Some(square) => Err(FenError::new(
            Field::Board,
            Problem::Misplaced {
                letter: spec.piece_letter(piece),
                square: quoted(spec.shape.name(square)),
            },
        )),
    }
}

/// Writes BOARD, and the reserve where the game has one.
pub fn write_board(
    out: &mut String,
    spec: &GameSpec,
    piece_at: impl Fn(Square) -> Option<Piece>,
    reserves: [Reserve; 2],
) {
    let shape = &spec.shape;
    for rank in (0..shape.ranks).rev() {
        let mut run = 0;
        for file in 0..shape.files {
            let square = shape.at(file, rank);
            let letter = if shape.is_hole(square) {
                Some('*')
            } else {
                piece_at(square).map(|piece| spec.piece_letter(piece))
            };
            match letter {
                None => run += 1,
                Some(letter) => {
                    push_number(out, run);
                    run = 0;
                    out.push(letter);
                }
            }
        }
        push_number(out, run);
        if rank > 0 {
            out.push('/');
        }
    }
    if spec.has_reserve {
        out.push('[');
        let _ = spec.write_pieces(out, reserves[Color::White.index()]);
        let mut black = String::new();
        let _ = spec.write_pieces(&mut black, reserves[Color::Black.index()]);
        black.make_ascii_lowercase();
        out.push_str(&black);
        out.push(']');
    }
}

fn push_number(out: &mut String, number: u32) {
    if number > 0 {
        let _ = write!(out, "{number}");
    }
}

/// Writes squares by `order`, or `-` if there is none.
pub fn write_squares(out: &mut String, shape: &Shape, squares: impl Iterator<Item = Square>) {
    let start = out.len();
    for square in squares {
        let _ = write!(out, "{}", shape.name(square));
    }
    if out.len() == start {
        out.push('-');
    }
}
