//! What all games have in common.

use std::fmt;
use std::ops::ControlFlow;

use crate::board::{Bits, Color, Geometry, Piece, Reserve, Role, Shape, Square};
use crate::effect::EffectLog;
use crate::fen::{Extras, FenError};
use crate::refusal::Refusal;
use crate::sink::{Count, First, StepSink};
use crate::step::Step;

/// Whether the module is built for size: then every query goes through one list of steps.
const IS_SMALL: bool = cfg!(small);

/// The constants of a game: its name, board and pieces.
#[derive(PartialEq, Eq, Debug)]
pub struct GameSpec {
    /// The name on the command line, in addresses and in PGN: `charismatic`.
    pub id: &'static str,
    /// Its number in links, a different one for each game, which never changes.
    pub link: u8,
    /// What else PGN files call it: small letters alone, without "chess" at the end.
    pub also: &'static [&'static str],
    /// The initial position.
    pub start: &'static str,
    /// The outline of the board.
    pub shape: Shape,
    /// The pieces with their letters (White's, upper case), royals first, then in the order in which
    /// reserves and hands are written.
    pub roles: &'static [(Role, char)],
    /// How many pieces of each kind each side has in all, on the board and off it.
    pub pieces: Reserve,
    /// Whether a turn may have several steps of movement.
    pub has_series: bool,
    /// Whether pieces may stand off the board (the FEN has a reserve).
    pub has_reserve: bool,
}

impl GameSpec {
    /// The kind of piece of a letter in upper case.
    pub fn role(&self, letter: char) -> Option<Role> {
        self.roles.iter().find(|&&(_, listed)| listed == letter).map(|&(role, _)| role)
    }

    /// The letter of a kind of piece, in upper case; `?` for a piece that the game does not have.
    pub fn letter(&self, role: Role) -> char {
        self.roles.iter().find(|&&(listed, _)| listed == role).map_or('?', |&(_, letter)| letter)
    }

    /// The piece of a FEN letter: upper case is White's.
    pub fn piece(&self, letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece { color, role: self.role(letter.to_ascii_uppercase())? })
    }

    /// The FEN letter of a piece.
    pub fn piece_letter(&self, piece: Piece) -> char {
        let letter = self.letter(piece.role);
        match piece.color {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// Writes pieces off the board in reserve order, upper case.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write_pieces(&self, f: &mut impl fmt::Write, pieces: Reserve) -> fmt::Result {
        for &(role, letter) in self.roles {
            for _ in 0..pieces.count(role) {
                f.write_char(letter)?;
            }
        }
        Ok(())
    }
}

/// Who acts next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// A player.
    Player(Color),
    /// Chance, which draws pieces.
    Chance,
}

/// Pieces enter the board, or move on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Phase {
    Placement,
    Movement,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who won; `None` in a drawn game.
    pub winner: Option<Color>,
    /// Why it is over.
    pub ending: Ending,
}

impl Outcome {
    /// Won by a side.
    pub const fn won(winner: Color, ending: Ending) -> Self {
        Self { winner: Some(winner), ending }
    }

    /// Drawn.
    pub const fn drawn(ending: Ending) -> Self {
        Self { winner: None, ending }
    }
}

/// Why a game is over, as far as its position shows. (Repetition, agreement and resignation belong
/// to the record.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The royal piece of the side to move is attacked and there is no defence.
    Checkmate,
    /// The side to move is not in check and has no step.
    Stalemate,
    /// The side to move has no legal step, and the game has no mate.
    NoLegalStep,
    /// The royal of the side to move was captured.
    RoyalCaptured,
    /// Neither side has the pieces to mate.
    InsufficientMaterial,
    /// A hundred turns passed without a capture, pawn move or drop.
    FiftyMoves,
    /// As many turns as the game allows passed without a capture or pawn move, fewer than a hundred.
    QuietTurns,
}

impl Ending {
    /// Whether the game is over although there are steps left: a draw by a count or by material.
    /// Such an ending does not stop perft, and repetition takes precedence over it.
    pub const fn leaves_steps(self) -> bool {
        matches!(self, Ending::InsufficientMaterial | Ending::FiftyMoves | Ending::QuietTurns)
    }

    /// Its name in data: `checkmate`.
    pub const fn id(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::NoLegalStep => "no-legal-step",
            Ending::RoyalCaptured => "royal-captured",
            Ending::InsufficientMaterial => "insufficient",
            Ending::FiftyMoves => "fifty",
            Ending::QuietTurns => "quiet-turns",
        }
    }
}

/// A valid position of a game, to which the rules can be applied.
///
/// ```
/// use rules::any::positions::Orthodox;
/// use rules::{Ending, Outcome, Color, Position, Step};
///
/// let mut position = Orthodox::initial();
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     let step = Step::parse(text, Orthodox::SPEC).unwrap();
///     // `&mut ()` is a log that keeps nothing.
///     position.try_play(step, &mut ()).unwrap();
/// }
/// assert_eq!(position.outcome(), Some(Outcome::won(Color::Black, Ending::Checkmate)));
/// assert_eq!(position.count(), 0);
/// ```
///
/// Equality is that of the whole state, counters included. [`Position::key`] leaves the counters
/// out.
pub trait Position: Copy + Eq + fmt::Debug + 'static {
    /// The board.
    type Geometry: Geometry<Bits = Self::Bits>;
    /// Sets of its squares.
    type Bits: Bits;
    /// The game's name, board and pieces.
    const SPEC: &'static GameSpec;
    /// What the game's FEN tells besides the pieces, the side to move and the counters.
    const FEN: Extras;

    /// Reads a FEN (docs/rules/README.md, "FEN").
    ///
    /// # Errors
    /// If the text is not a FEN of this game or its position cannot be played: the error names the
    /// field and what is wrong with it.
    fn from_fen(fen: &str) -> Result<Self, FenError>;

    /// The canonical FEN.
    fn fen(&self) -> String;

    /// The initial position.
    fn initial() -> Self {
        match Self::from_fen(Self::SPEC.start) {
            Ok(position) => position,
            Err(error) => unreachable!("{}: {error}", Self::SPEC.id),
        }
    }

    /// The side to move.
    fn turn(&self) -> Color;

    /// Who acts.
    fn actor(&self) -> Actor {
        Actor::Player(self.turn())
    }

    /// Placement or movement.
    fn phase(&self) -> Phase {
        Phase::Movement
    }

    /// The piece on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;

    /// All pieces of a side.
    fn pieces(&self, color: Color) -> Self::Bits;

    /// A side's pieces of one kind.
    fn pieces_of(&self, color: Color, role: Role) -> Self::Bits;

    /// A side's pieces off the board that may enter it, those drawn for this turn excepted.
    fn reserve(&self, _: Color) -> Reserve {
        Reserve::NONE
    }

    /// Where the pieces stand that were placed or moved in this unfinished turn.
    fn moved(&self) -> Self::Bits {
        Self::Bits::EMPTY
    }

    /// Whether a turn has begun and not ended.
    fn is_inside_turn(&self) -> bool {
        false
    }

    /// The position with the other side to move, at the beginning of its turn. No game has such a
    /// step: it serves to find the other side's threats. `None` if there is no valid position: in
    /// the placement phase, and if a king could be captured.
    fn pass(&self) -> Option<Self>;

    /// How many steps a turn can have in this phase, its end not counted.
    fn most_steps(&self) -> u32 {
        1
    }

    /// Drops that place all remaining pieces of this turn sensibly, so that it can end; empty if
    /// that is impossible (an earlier piece gives a check that cannot be shut off), and in the
    /// movement phase. `below` returns random numbers below its argument.
    fn place_rest(&self, _below: &mut dyn FnMut(u32) -> u32) -> Vec<Step> {
        Vec::new()
    }

    /// Turns since the last one with a capture, pawn move or drop.
    fn halfmove(&self) -> u32;

    /// The number of the turn as written in a game score: 0 in the placement phase.
    fn fullmove(&self) -> u32;

    /// The squares of a side's royal pieces.
    fn royals(&self, color: Color) -> Self::Bits;

    /// The pieces of `by` that could capture an enemy piece on `square`, as the position stands.
    fn attackers(&self, square: Square, by: Color) -> Self::Bits;

    /// Whether the side to move is in check; in the Contramatic games, whether it attacks the enemy
    /// contramatic king; `None` in a game without check.
    fn check(&self) -> Option<bool>;

    /// Why the game is over, if it is, as far as the position shows.
    fn outcome(&self) -> Option<Outcome>;

    /// Hands every legal step to `sink`, each once. There is none when the game is over by its
    /// rules; the 50-move count and insufficient material do not end the list.
    ///
    /// Breaks when the sink does.
    fn steps(&self, sink: &mut impl StepSink<Self::Bits>) -> ControlFlow<()>;

    /// Plays a legal step. Its effects on the board are logged in order.
    fn play(&mut self, step: Step, log: &mut impl EffectLog);

    /// The Zobrist key: equal for positions that differ only in their counters.
    fn key(&self) -> u64;

    /// The position as repetition counts it: without rights to capture en passant that nobody can
    /// use (FIDE 9.2.3: positions are the same if the possible moves are). For the start of a turn;
    /// the FEN keeps the passed-over square.
    #[must_use]
    fn for_repetition(&self) -> Self {
        *self
    }

    /// The key computed from scratch, to check the incremental one.
    fn recomputed_key(&self) -> u64;

    /// Why the rules refuse a step; `None` if it is legal.
    fn why_not(&self, step: Step) -> Option<Refusal>;

    /// The legal steps as a list, in no particular order.
    fn list(&self) -> Vec<Step> {
        let mut list = Vec::with_capacity(64);
        let _ = self.steps(&mut list);
        list
    }

    /// How many legal steps there are.
    #[inline]
    fn count(&self) -> u64 {
        if IS_SMALL {
            return self.list().len() as u64;
        }
        let mut count = Count::default();
        let _ = self.steps(&mut count);
        count.0
    }

    /// Whether there is any legal step. No list is made and the search ends at the first step,
    /// unless the crate is built for size.
    #[inline]
    fn has_step(&self) -> bool {
        if IS_SMALL { !self.list().is_empty() } else { self.steps(&mut First).is_break() }
    }

    /// Whether the step is legal.
    fn is_legal(&self, step: Step) -> bool {
        self.list().contains(&step)
    }

    /// Plays a step if it is legal.
    ///
    /// # Errors
    /// If it is not: why.
    fn try_play(&mut self, step: Step, log: &mut impl EffectLog) -> Result<(), Refusal> {
        match self.why_not(step) {
            Some(refusal) => Err(refusal),
            None => {
                self.play(step, log);
                Ok(())
            }
        }
    }
}
