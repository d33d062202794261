//! Reading SAN: the exact form, and common variants.

use std::fmt;

use super::{Deed, is_pawn, is_short, write};
use crate::any::AnyPosition;
use crate::board::{Bits, Reserve, Role, Shape, Square};
use crate::refusal::Refusal;
use crate::step::Step;

/// Where the rules say how steps are written.
const RULE: &str = "README#human-notation";

/// A text that is not a legal step of the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SanError {
    /// The text is empty.
    Empty,
    /// The text does not have the form of a step; from this part on.
    Malformed(String),
    /// No piece of the game has this letter.
    Letter(char),
    /// No square of the board has this name.
    Square(String),
    /// The turn is over before this step.
    TurnOver,
    /// The king cannot castle from where it stands.
    Castling,
    /// The mover has no piece of this kind where the text says.
    NoSuchPiece(Role),
    /// Several pieces of this kind could be meant, and none of them can go there.
    NoneReaches(Role, Square),
    /// No pawn captures from the file named first on the file named second.
    NoPawnCaptures,
    /// A capture is written, but on this square the step captures no piece.
    NoCapture(Square),
    /// The displaced pieces are others: those of this text.
    Displaced(String),
    /// All these steps are meant.
    Ambiguous(Vec<Step>),
    /// The intended step is refused by the rules.
    Refused(Step, Refusal),
}

impl SanError {
    /// The error as a reason of the text catalogue, under `notation`; the rules' own reason if the
    /// step is understood and refused.
    pub fn refusal(&self, position: &AnyPosition) -> Refusal {
        let at = |refusal: Refusal, square| refusal.at(square, position.piece_at(square));
        match self {
            SanError::Empty => Refusal::new("notation.empty", RULE),
            SanError::Malformed(_) => Refusal::new("notation.malformed", RULE),
            SanError::Letter(_) => Refusal::new("notation.letter", RULE),
            SanError::Square(_) => Refusal::new("notation.square", RULE),
            SanError::TurnOver => Refusal::new("notation.turn-over", RULE),
            SanError::Castling => Refusal::new("notation.castling", RULE),
            SanError::NoSuchPiece(_) => Refusal::new("notation.no-such-piece", RULE),
            SanError::NoneReaches(_, to) => at(Refusal::new("notation.none-reaches", RULE), *to),
            SanError::NoPawnCaptures => Refusal::new("notation.no-pawn-captures", RULE),
            SanError::NoCapture(square) => at(Refusal::new("notation.no-capture", RULE), *square),
            SanError::Displaced(_) => Refusal::new("notation.displaced", RULE),
            SanError::Ambiguous(_) => Refusal::new("notation.ambiguous", RULE),
            SanError::Refused(_, refusal) => refusal.clone(),
        }
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Empty => f.write_str("a step is wanted"),
            SanError::Malformed(part) => write!(f, "'{part}' cannot be read as a step"),
            SanError::Letter(letter) => write!(f, "no piece has the letter '{letter}'"),
            SanError::Square(name) => write!(f, "the board has no square '{name}'"),
            SanError::TurnOver => f.write_str("the turn is over before this step"),
            SanError::Castling => f.write_str("the king cannot castle from where it stands"),
            SanError::NoSuchPiece(role) => write!(f, "there is no {role:?} of the mover there"),
            SanError::NoneReaches(role, _) => write!(f, "no {role:?} can go there"),
            SanError::NoPawnCaptures => f.write_str("no pawn captures so"),
            SanError::NoCapture(_) => f.write_str("nobody is captured there"),
            SanError::Displaced(text) if text.is_empty() => f.write_str("no piece is displaced"),
            SanError::Displaced(text) => write!(f, "the pieces displaced are {text}"),
            SanError::Ambiguous(steps) => {
                write!(f, "{} different steps can be meant", steps.len())
            }
            SanError::Refused(_, refusal) => write!(f, "the rules refuse it: {}", refusal.reason),
        }
    }
}

impl std::error::Error for SanError {}

/// A text that is not a legal turn of the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnError {
    /// How many steps before it were read.
    pub index: usize,
    /// The text of the step that cannot be read.
    pub text: String,
    /// What is wrong with it.
    pub error: SanError,
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}, '{}': {}", self.index + 1, self.text, self.error)
    }
}

impl std::error::Error for TurnError {}

/// Reads a step: the inverse of [`write`](super::write()). It also accepts step notation, SAN
/// without `x`, `=`, the signs for check and mate and the displaced pieces, a redundant origin,
/// `0-0`, and a pawn capture by its files alone (`bc`) if only one fits.
///
/// # Errors
/// If no legal step, or more than one, can be meant: why.
pub fn parse(position: &AnyPosition, text: &str) -> Result<Step, SanError> {
    let text = text.trim();
    let judge = |step| match position.why_not(step) {
        None => Ok(step),
        Some(refusal) => Err(SanError::Refused(step, refusal)),
    };
    if text == "end" {
        return judge(Step::End);
    }
    if let Some(letters) = braced(text).or_else(|| text.strip_prefix("draw:")) {
        return judge(Step::Draw(read_hand(position, letters)?));
    }
    let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
    let text = text.trim_end_matches(['+', '#', '!', '?']).trim_end();
    let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
    if let Some((letter, square)) = text.split_once('@') {
        let role = match letter {
            "" => pawn(position).ok_or_else(|| SanError::Malformed(text.to_owned()))?,
            _ => read_role(position, letter)?,
        };
        let shape = &position.spec().shape;
        let to = shape.parse(square).ok_or_else(|| SanError::Square(square.to_owned()))?;
        return judge(Step::Drop { role, to });
    }
    let pattern = Pattern::read(position, text)?;
    pattern.find(position, text)
}

/// Reads the steps of a turn, joined by commas, from the start of the turn or the middle of it. The
/// result includes the `end` that is not written, unless the text closes with a comma, which means
/// that the turn has not ended.
///
/// # Errors
/// If a step cannot be read, or the turn cannot end where the text does.
pub fn parse_turn(position: &AnyPosition, text: &str) -> Result<Vec<Step>, TurnError> {
    let mut now = *position;
    let mut steps = Vec::new();
    let mut take = |text: &str, steps: &mut Vec<Step>| {
        let step =
            if now.turn() == position.turn() { parse(&now, text) } else { Err(SanError::TurnOver) };
        let step =
            step.map_err(|error| TurnError { index: steps.len(), text: text.to_owned(), error })?;
        now.play(step);
        steps.push(step);
        Ok(now.turn() != position.turn())
    };
    let mut rest = text.trim();
    let mut is_over = false;
    if rest.starts_with('{')
        && let Some(length) = rest.find('}')
    {
        let (draw, behind) = rest.split_at_checked(length + 1).unwrap_or((rest, ""));
        take(draw, &mut steps)?;
        let behind = behind.trim_start();
        rest = behind.strip_prefix(',').unwrap_or(behind);
        if rest.trim().is_empty() {
            return Ok(steps);
        }
    }
    loop {
        let (step, behind) = split_step(rest);
        is_over |= take(step, &mut steps)?;
        match behind.map(str::trim) {
            Some("") => return Ok(steps),
            Some(behind) => rest = behind,
            None => break,
        }
    }
    if !is_over {
        take("end", &mut steps)?;
    }
    Ok(steps)
}

/// Splits off the first step: a comma in parentheses is part of it.
fn split_step(text: &str) -> (&str, Option<&str>) {
    let mut is_inside = false;
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => is_inside = true,
            b')' => is_inside = false,
            b',' if !is_inside => {
                let (before, behind) = text.split_at_checked(place).unwrap_or((text, ""));
                return (before.trim(), behind.strip_prefix(','));
            }
            _ => {}
        }
    }
    (text, None)
}

fn braced(text: &str) -> Option<&str> {
    text.strip_prefix('{')?.strip_suffix('}')
}

/// Reads the letters of a draw, in any order.
fn read_hand(position: &AnyPosition, letters: &str) -> Result<Reserve, SanError> {
    let mut hand = Reserve::NONE;
    for letter in letters.trim().chars() {
        let role = position.spec().role(letter).ok_or(SanError::Letter(letter))?;
        if hand.count(role) == 15 {
            return Err(SanError::Malformed(letters.to_owned()));
        }
        hand = hand.with(role);
    }
    Ok(hand)
}

fn read_role(position: &AnyPosition, letter: &str) -> Result<Role, SanError> {
    let mut letters = letter.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => position.spec().role(letter).ok_or(SanError::Letter(letter)),
        _ => Err(SanError::Malformed(letter.to_owned())),
    }
}

/// The kind of piece of the game that is written without a letter.
fn pawn(position: &AnyPosition) -> Option<Role> {
    position.spec().roles.iter().map(|&(role, _)| role).find(|&role| is_pawn(role))
}

/// A file and a rank, each from 0, as far as they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Place {
    file: Option<u8>,
    rank: Option<u8>,
}

impl Place {
    fn fits(self, shape: &Shape, square: Square) -> bool {
        self.file.is_none_or(|file| file == shape.file(square))
            && self.rank.is_none_or(|rank| rank == shape.rank(square))
    }

    /// The whole square, if it is written and the board has it.
    fn square(self, shape: &Shape) -> Option<Square> {
        shape.get(self.file?.into(), self.rank?.into())
    }
}

/// The parts of the text of a piece's move.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pattern {
    /// The kind of piece; none where the square of origin is written in full, as in step notation.
    role: Option<Role>,
    from: Place,
    to: Place,
    is_capture: bool,
    into: Option<Role>,
    /// The pieces displaced, each as it is written, in order of the text.
    displaced: Option<Vec<String>>,
}

impl Pattern {
    fn read(position: &AnyPosition, text: &str) -> Result<Pattern, SanError> {
        if text.is_empty() {
            return Err(SanError::Empty);
        }
        let malformed = |part: &str| SanError::Malformed(part.to_owned());
        let (body, bracket) = match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
            Some((body, bracket)) => (body.trim_end(), Some(bracket)),
            None => (text, None),
        };
        let mut pattern = Pattern {
            role: None,
            from: Place::default(),
            to: Place::default(),
            is_capture: false,
            into: None,
            displaced: None,
        };
        let mut body = body;
        match bracket {
            // `e8(Q)`.
            Some(letter) if letter.len() == 1 => pattern.into = Some(read_role(position, letter)?),
            Some(pieces) => pattern.displaced = Some(read_displaced(pieces)),
            None => {}
        }
        if let Some((before, letter)) = body.split_once('=') {
            pattern.into = Some(read_role(position, &letter.trim().to_ascii_uppercase())?);
            body = before.trim_end();
        }
        if pattern.read_castling(position, body)? {
            return Ok(pattern);
        }
        if pattern.into.is_none()
            && let Some(letter) = promotion_letter(body)
        {
            pattern.into = Some(read_role(position, &letter.to_ascii_uppercase())?);
            body = body.strip_suffix(letter).unwrap_or(body);
        }
        let mut coordinates = body;
        if let Some(letter) = body.chars().next()
            && letter.is_ascii_uppercase()
        {
            pattern.role = Some(position.spec().role(letter).ok_or(SanError::Letter(letter))?);
            coordinates = body.strip_prefix(letter).unwrap_or(body);
        }
        pattern.read_coordinates(position, coordinates)?;
        if pattern.role.is_none() && pattern.from.square(&position.spec().shape).is_none() {
            pattern.role = Some(pawn(position).ok_or_else(|| malformed(text))?);
        }
        if pattern.role.is_some_and(is_pawn) && pattern.from.file.is_none() {
            // A pawn that captures is written with its file; any other goes straight ahead.
            pattern.from.file = pattern.to.file;
        }
        Ok(pattern)
    }

    /// Reads `O-O` or `O-O-O`, with noughts or without hyphens too.
    fn read_castling(&mut self, position: &AnyPosition, text: &str) -> Result<bool, SanError> {
        let rest = text.replace('-', "");
        if rest.is_empty() || !rest.bytes().all(|byte| matches!(byte, b'O' | b'0' | b'o')) {
            return Ok(false);
        }
        let is_short_wanted = match rest.len() {
            2 => true,
            3 => false,
            _ => return Err(SanError::Malformed(text.to_owned())),
        };
        let us = position.turn();
        let is_king =
            |&king: &Square| position.piece_at(king).is_some_and(|piece| piece.role == Role::King);
        let king = position.royals(us).squares().find(is_king).ok_or(SanError::Castling)?;
        let shape = &position.spec().shape;
        let (file, rank) = (shape.file(king), shape.rank(king));
        let to = [file.checked_sub(2), Some(file + 2)]
            .into_iter()
            .flatten()
            .find(|&to| to < shape.files && is_short(shape.files, file, to) == is_short_wanted);
        self.role = Some(Role::King);
        self.from = Place { file: Some(file), rank: Some(rank) };
        self.to = Place { file: Some(to.ok_or(SanError::Castling)?), rank: Some(rank) };
        Ok(true)
    }

    /// Reads the origin, as far as it is written, and the square of arrival.
    fn read_coordinates(&mut self, position: &AnyPosition, text: &str) -> Result<(), SanError> {
        let shape = &position.spec().shape;
        let malformed = |part: &str| SanError::Malformed(part.to_owned());
        let mut places: Vec<Place> = Vec::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let length = digits.max(letter.len_utf8());
            let (token, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
            match letter {
                'x' | ':' if !self.is_capture && !behind.is_empty() => self.is_capture = true,
                '-' if !behind.is_empty() => {}
                _ if digits > 0 => {
                    let rank = token.parse::<u8>().ok().filter(|&rank| {
                        (1..=shape.ranks).contains(&rank) && !token.starts_with('0')
                    });
                    let rank = Some(rank.ok_or_else(|| SanError::Square(token.to_owned()))? - 1);
                    match places.last_mut() {
                        Some(place) if place.file.is_some() && place.rank.is_none() => {
                            place.rank = rank;
                        }
                        _ => places.push(Place { file: None, rank }),
                    }
                }
                'a'..='z' => {
                    let file = letter as u8 - b'a';
                    if file >= shape.files && behind.starts_with(|c: char| c.is_ascii_digit()) {
                        return Err(SanError::Square(rest.to_owned()));
                    }
                    if file >= shape.files {
                        return Err(malformed(rest));
                    }
                    places.push(Place { file: Some(file), rank: None });
                }
                _ => return Err(malformed(rest)),
            }
            rest = behind;
        }
        (self.from, self.to) = match *places {
            [to] => (Place::default(), to),
            [from, to] => (from, to),
            _ => return Err(malformed(text)),
        };
        match self.to {
            Place { file: Some(_), rank: Some(_) } if self.to.square(shape).is_none() => {
                Err(SanError::Square(text.to_owned()))
            }
            Place { file: Some(_), rank: Some(_) } => Ok(()),
            // A pawn's capture by its files alone: `bc`, `bxc`.
            Place { file: Some(_), rank: None }
                if self.from.file.is_some() && self.role.is_none_or(is_pawn) =>
            {
                self.is_capture = true;
                Ok(())
            }
            _ => Err(malformed(text)),
        }
    }

    /// Whether the piece on `from` can be meant.
    fn can_mean(&self, position: &AnyPosition, from: Square) -> bool {
        let us = position.turn();
        self.from.fits(&position.spec().shape, from)
            && position.piece_at(from).is_some_and(|piece| {
                piece.color == us && self.role.is_none_or(|role| role == piece.role)
            })
    }

    /// Finds the one legal step that the text means.
    fn find(&self, position: &AnyPosition, text: &str) -> Result<Step, SanError> {
        let shape = &position.spec().shape;
        let mut meant: Vec<(Step, Deed)> = Vec::new();
        for step in position.list() {
            if let Step::Move { from, to, .. } = step
                && self.to.fits(shape, to)
                && self.can_mean(position, from)
            {
                meant.push((step, Deed::of(position, step)));
            }
        }
        meant.retain(|(step, deed)| self.promotes_alike(*step, deed));
        if meant.is_empty() {
            return Err(self.why_none(position));
        }
        if self.is_capture {
            meant.retain(|(_, deed)| deed.is_capture());
            if meant.is_empty() {
                return Err(match self.to.square(shape) {
                    Some(to) => SanError::NoCapture(to),
                    None => SanError::NoPawnCaptures,
                });
            }
        }
        if let Some(displaced) = &self.displaced {
            let written = |deed: &Deed| {
                let mut written = String::new();
                write::write_displaced(&mut written, position, deed);
                written
            };
            let others = meant.first().map(|(_, deed)| written(deed)).unwrap_or_default();
            meant.retain(|(_, deed)| {
                let written = written(deed);
                let pieces = written.trim_start_matches('(').trim_end_matches(')');
                read_displaced(pieces) == *displaced
            });
            if meant.is_empty() {
                return Err(SanError::Displaced(others));
            }
        }
        if meant.len() > 1 {
            let exact =
                |(step, deed): &(Step, Deed)| write::write_unmarked(position, *step, deed) == text;
            if meant.iter().filter(|meant| exact(meant)).count() == 1 {
                meant.retain(exact);
            }
        }
        match *meant {
            [(step, _)] => Ok(step),
            _ => Err(SanError::Ambiguous(meant.into_iter().map(|(step, _)| step).collect())),
        }
    }

    /// Whether the promotion is the one written. One that the player does not choose may be left
    /// out, and one of a displaced piece stands in the parentheses.
    fn promotes_alike(&self, step: Step, deed: &Deed) -> bool {
        let Step::Move { to, into, .. } = step else { return false };
        match (self.into, deed.promotion()) {
            (Some(wanted), Some((_, role))) => wanted == role,
            (Some(_), None) => false,
            (None, Some((at, _))) => into.is_none() || at != to,
            (None, None) => true,
        }
    }

    /// Why no legal step fits.
    fn why_none(&self, position: &AnyPosition) -> SanError {
        let pieces = position.pieces(position.turn());
        let mut meant = pieces.squares().filter(|&from| self.can_mean(position, from));
        let Some(to) = self.to.square(&position.spec().shape) else {
            return SanError::NoPawnCaptures;
        };
        let others = |from: Square| {
            let step = Step::Move { from, to, into: self.into };
            let refusal = position.why_not(step);
            refusal.map(|refusal| SanError::Refused(step, refusal))
        };
        match (meant.next(), meant.next(), self.role) {
            (Some(from), None, role) => others(from)
                .unwrap_or(role.map_or(SanError::NoPawnCaptures, |r| SanError::NoneReaches(r, to))),
            (Some(_), Some(_), Some(role)) => SanError::NoneReaches(role, to),
            (None, _, Some(role)) => SanError::NoSuchPiece(role),
            // The origin is written in full: the rules say what is wrong with it.
            _ => match self.from.square(&position.spec().shape).and_then(others) {
                Some(refused) => refused,
                None => SanError::NoPawnCaptures,
            },
        }
    }
}

/// The letter of a promotion written behind the square without `=`: `e8Q`, and `e8q` as in step
/// notation.
fn promotion_letter(text: &str) -> Option<&str> {
    let (place, last) = text.char_indices().next_back()?;
    let (before, letter) = text.split_at_checked(place)?;
    let before = before.chars().next_back()?;
    let is_letter = match last {
        'A'..='Z' => before.is_ascii_digit() || before.is_ascii_lowercase(),
        'a'..='w' | 'y' | 'z' => before.is_ascii_digit(),
        _ => false,
    };
    is_letter.then_some(letter)
}

/// The pieces displaced, each as it is written but for `=`, sorted.
fn read_displaced(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for piece in text.split(',') {
        let piece = piece.trim().replace('=', "");
        if !piece.is_empty() {
            pieces.insert(pieces.partition_point(|other| *other < piece), piece);
        }
    }
    pieces
}
