//! A position that is being set up: any piece may stand on any square, and it is written as a FEN of its
//! game whether the rules have such a position or not.

use std::fmt::Write as _;

use rules::fen::{self, Field, Problem, TurnField};
use rules::{AnyPosition, Color, FenError, GameId, GameSpec, Phase, Piece, Reserve, Role, Square};

/// The most pieces of a kind that are counted off the board.
const MOST_OFF_BOARD: u32 = 15;
/// The largest number that a counter can hold.
const LARGEST: u32 = 999_999;

/// A position that is being set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sketch {
    game: GameId,
    /// The pieces, by the indices of their squares.
    board: Vec<Option<Piece>>,
    /// The reserves of a game in which they do not follow from the board.
    reserves: [Reserve; 2],
    hand: Reserve,
    pub(crate) turn: Color,
    /// The rights to castle that are wanted, as letters of the FEN.
    rights: Vec<char>,
    /// The squares that pawns have passed over.
    passed: Vec<Square>,
    /// The squares of the pieces that have moved in this turn.
    moved: Vec<Square>,
    /// Those of them that have castled.
    castled: Vec<Square>,
    /// How many moves of the series have been made.
    made: u32,
    /// Whether the series before could not be continued.
    pub(crate) stalled: bool,
    halfmove: u32,
    /// 0 is the placement phase.
    fullmove: u32,
}

impl Sketch {
    /// An empty board, White to move.
    pub fn empty(game: GameId) -> Sketch {
        Sketch {
            game,
            board: game.spec().shape.all().map(|_| None).collect(),
            reserves: [Reserve::NONE; 2],
            hand: Reserve::NONE,
            turn: Color::White,
            rights: Vec::new(),
            passed: Vec::new(),
            moved: Vec::new(),
            castled: Vec::new(),
            made: 0,
            stalled: false,
            halfmove: 0,
            fullmove: 1,
        }
    }

    /// A position as it stands.
    pub fn of(position: &AnyPosition) -> Sketch {
        let game = position.game();
        let shape = &game.spec().shape;
        let text = position.fen();
        let mut fields = text.split(' ').skip(2);
        let mut field = || fields.next().unwrap_or("-");
        let (castling, passed) = (field(), field());
        let _counters = (field(), field());
        let turn = field();
        let squares = |text: &str| fen::read_squares(text, Field::Turn, shape).unwrap_or_default();
        let mut sketch = Sketch {
            board: shape.all().map(|square| position.piece_at(square)).collect(),
            reserves: Color::ALL.map(|color| position.reserve(color)),
            hand: position.hand(),
            turn: position.turn(),
            rights: castling.chars().filter(|&letter| letter != '-').collect(),
            passed: squares(passed),
            halfmove: position.halfmove(),
            fullmove: position.fullmove(),
            ..Sketch::empty(game)
        };
        match game.extras().turn {
            TurnField::None | TurnField::Placed => {}
            TurnField::Moved => {
                sketch.moved = squares(&turn.to_ascii_lowercase());
                // Those that have castled are written in capitals.
                let name = |&square: &Square| shape.name(square).to_string().to_ascii_uppercase();
                let moved = sketch.moved.iter().copied();
                sketch.castled = moved.filter(|square| turn.contains(&name(square))).collect();
            }
            TurnField::Made => {
                sketch.stalled = turn == "=";
                sketch.made = turn.parse().unwrap_or(0);
            }
        }
        sketch
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Its name, board and pieces.
    pub fn spec(&self) -> &'static GameSpec {
        self.game.spec()
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces drawn for this turn and not yet placed.
    pub fn hand(&self) -> Reserve {
        self.hand
    }

    /// The counter of turns since a capture, a pawn's move or a drop.
    pub fn halfmove(&self) -> u32 {
        self.halfmove
    }

    /// The number of the turn; 0 is the placement phase.
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// How many moves of the series have been made.
    pub fn made(&self) -> u32 {
        self.made
    }

    /// Whether the series before could not be continued.
    pub fn is_stalled(&self) -> bool {
        self.stalled
    }

    /// Whether the game begins with a placement phase.
    pub fn has_placement(&self) -> bool {
        AnyPosition::initial(self.game).phase() == Phase::Placement
    }

    /// Whether pieces are still being placed.
    pub fn is_placement(&self) -> bool {
        self.fullmove == 0
    }

    /// Whether the reserves can be chosen: in a game with placement they are what has not been placed.
    pub fn has_free_reserve(&self) -> bool {
        self.spec().has_reserve && !self.has_placement()
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.get(square.index()).copied().flatten()
    }

    /// The squares of the pieces that are told to have moved.
    pub fn moved(&self) -> &[Square] {
        &self.moved
    }

    /// The squares that are told to have been passed over.
    pub fn passed(&self) -> &[Square] {
        &self.passed
    }

    /// Puts a piece on a square, or takes what stands there away. Whether that is another board.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) -> bool {
        let is_hole = self.spec().shape.is_hole(square);
        let Some(stands) = self.board.get_mut(square.index()).filter(|_| !is_hole) else {
            return false;
        };
        if *stands == piece {
            return false;
        }
        *stands = piece;
        self.moved.retain(|&moved| moved != square);
        if self.castled.contains(&square) {
            self.castled.clear();
        }
        true
    }

    /// Marks a piece as moved in this turn, or no longer. Whether it is now.
    pub fn toggle_moved(&mut self, square: Square) -> Option<bool> {
        if self.game.extras().turn != TurnField::Moved {
            return None;
        }
        self.piece_at(square)?;
        if self.castled.contains(&square) {
            self.castled.clear();
        }
        Some(toggle(&mut self.moved, square))
    }

    /// Marks a square as passed over by a pawn, or no longer. Whether it is now.
    pub fn toggle_passed(&mut self, square: Square) -> Option<bool> {
        let may = self.game.extras().en_passant && !self.spec().shape.is_hole(square);
        may.then(|| toggle(&mut self.passed, square))
    }

    /// Gives a right to castle, or takes it.
    pub fn set_right(&mut self, letter: char, given: bool) {
        self.rights.retain(|&other| other != letter);
        if given && self.game.extras().castling.contains(&letter) {
            self.rights.push(letter);
        }
    }

    /// Whether a right to castle is wanted.
    pub fn has_right(&self, letter: char) -> bool {
        self.rights.contains(&letter)
    }

    /// Sets how many pieces of a kind a side has in reserve.
    pub fn set_reserve(&mut self, color: Color, role: Role, count: u32) {
        if self.has_free_reserve() && self.spec().pieces.has(role) {
            let reserve = &mut self.reserves[color.index()];
            *reserve = with_count(*reserve, role, count);
        }
    }

    /// Sets how many pieces of a kind are in the hand.
    pub fn set_hand(&mut self, role: Role, count: u32) {
        if self.game.extras().hand && self.is_placement() && self.spec().pieces.has(role) {
            self.hand = with_count(self.hand, role, count);
        }
    }

    /// Chooses whether pieces are still being placed.
    pub fn set_placement(&mut self, placing: bool) {
        if placing == self.is_placement() || !self.has_placement() {
            return;
        }
        self.fullmove = u32::from(!placing);
        self.halfmove = 0;
        self.hand = Reserve::NONE;
        self.passed.clear();
        self.moved.clear();
        self.castled.clear();
    }

    /// Sets the counter of turns since a capture, a pawn's move or a drop.
    pub fn set_halfmove(&mut self, count: u32) {
        self.halfmove = count.min(LARGEST);
    }

    /// Sets the number of the turn; which phase it is remains.
    pub fn set_fullmove(&mut self, number: u32) {
        if !self.is_placement() {
            self.fullmove = number.clamp(1, LARGEST);
        }
    }

    /// Sets how many moves of the series have been made.
    pub fn set_made(&mut self, count: u32) {
        self.made = count.min(LARGEST);
        self.stalled = false;
    }

    /// A side's pieces off the board.
    pub fn reserve(&self, color: Color) -> Reserve {
        if self.has_free_reserve() {
            return self.reserves[color.index()];
        }
        if !self.is_placement() || !self.spec().has_reserve {
            return Reserve::NONE;
        }
        let placed = self.board.iter().flatten().filter(|piece| piece.color == color);
        let left = placed.fold(self.spec().pieces, |left, piece| less(left, piece.role));
        if color != self.turn {
            return left;
        }
        let drawn =
            self.hand.roles().flat_map(|role| (0..self.hand.count(role)).map(move |_| role));
        drawn.fold(left, less)
    }

    /// The FEN with these rights and this TURN.
    fn write(&self, rights: &[char], turn: &str) -> String {
        let (spec, extras) = (self.spec(), self.game.extras());
        let mut out = String::with_capacity(112);
        let reserves = Color::ALL.map(|color| self.reserve(color));
        fen::write_board(&mut out, spec, |square| self.piece_at(square), reserves);
        let _ = write!(out, " {} ", self.turn.letter());
        let before = out.len();
        out.extend(extras.castling.iter().filter(|letter| rights.contains(letter)));
        if out.len() == before {
            out.push('-');
        }
        out.push(' ');
        let mut passed = self.passed.clone();
        passed.sort_by_key(|&square| (spec.shape.file(square), square));
        fen::write_squares(&mut out, &spec.shape, passed.into_iter());
        let _ = write!(out, " {} {}", self.halfmove, self.fullmove);
        if extras.turn != TurnField::None {
            let _ = write!(out, " {turn}");
        }
        if extras.hand {
            out.push(' ');
            let before = out.len();
            let _ = spec.write_pieces(&mut out, self.hand);
            if out.len() == before {
                out.push('-');
            }
        }
        out
    }

    /// What TURN may say: where it follows from the board, one of these is right.
    fn turn_fields(&self) -> Vec<String> {
        let shape = &self.spec().shape;
        let named = |squares: &mut dyn Iterator<Item = Square>| {
            let mut out = String::new();
            fen::write_squares(&mut out, shape, squares);
            out
        };
        match self.game.extras().turn {
            TurnField::None | TurnField::Placed if !self.is_placement() => vec!["-".to_owned()],
            TurnField::None => vec!["-".to_owned()],
            // In a turn of placement either all but the kings have been placed, or a king alone.
            TurnField::Placed => {
                let own = |is_king: bool| {
                    let stands = move |&square: &Square| {
                        self.piece_at(square).is_some_and(|piece| {
                            let king = piece.role == Role::King;
                            let kept = piece.role == Role::ContramaticKing;
                            piece.color == self.turn && !kept && king == is_king
                        })
                    };
                    named(&mut shape.all().filter(stands))
                };
                vec!["-".to_owned(), own(false), own(true)]
            }
            TurnField::Moved => {
                let mut out = String::new();
                let mut moved = self.moved.clone();
                moved.sort();
                for square in moved {
                    let name = shape.name(square).to_string();
                    let is_castled = self.castled.contains(&square);
                    out.push_str(&if is_castled { name.to_ascii_uppercase() } else { name });
                }
                vec![if out.is_empty() { "-".to_owned() } else { out }]
            }
            TurnField::Made if self.stalled => vec!["=".to_owned()],
            TurnField::Made if self.made == 0 => vec!["-".to_owned()],
            TurnField::Made => vec![self.made.to_string()],
        }
    }

    /// The position, if the game has it. Rights to castle without their king and rook are left out.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn position(&self) -> Result<AnyPosition, FenError> {
        let mut rights = self.rights.clone();
        loop {
            let read = self.read(&rights);
            match read {
                Err(FenError { problem: Problem::Right(letter), .. })
                    if rights.contains(&letter) =>
                {
                    rights.retain(|&other| other != letter);
                }
                read => return read,
            }
        }
    }

    fn read(&self, rights: &[char]) -> Result<AnyPosition, FenError> {
        let mut fault = FenError::new(Field::Turn, Problem::Malformed(String::new()));
        for turn in self.turn_fields() {
            match AnyPosition::from_fen(self.game, &self.write(rights, &turn)) {
                Ok(position) => return Ok(position),
                // What is wrong beside TURN tells more.
                Err(error) if fault.field == Field::Turn => fault = error,
                Err(_) => {}
            }
        }
        Err(fault)
    }

    /// Its FEN, also where the game has no such position.
    pub fn fen(&self) -> String {
        match self.position() {
            Ok(position) => position.fen(),
            Err(_) => {
                let turn = self.turn_fields();
                self.write(&self.rights, turn.first().map_or("-", |turn| turn))
            }
        }
    }
}

/// Puts a square among others, or takes it out; whether it is there now.
fn toggle(squares: &mut Vec<Square>, square: Square) -> bool {
    let before = squares.len();
    squares.retain(|&other| other != square);
    let is_new = squares.len() == before;
    if is_new {
        squares.push(square);
    }
    is_new
}

/// A reserve with one piece of a kind fewer, if it has one.
fn less(reserve: Reserve, role: Role) -> Reserve {
    if reserve.has(role) { reserve.without(role) } else { reserve }
}

/// A reserve with so many pieces of a kind.
fn with_count(reserve: Reserve, role: Role, count: u32) -> Reserve {
    let others = (0..reserve.count(role)).fold(reserve, |left, _| left.without(role));
    (0..count.min(MOST_OFF_BOARD)).fold(others, |more, _| more.with(role))
}
