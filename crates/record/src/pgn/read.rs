//! The reader of PGN.

use std::fmt;

use rules::san::{SanError, parse_turn};
use rules::{AnyPosition, Color, FenError, Step};

use super::{ABANDONED, Entry, TERMINATION, TIME_CONTROL, TIME_FORFEIT, marks, times, variant};
use crate::game::{Game, TurnId};
use crate::time_control::TimeControl;
use crate::verdict::{Ending, Verdict};

/// The maximum depth of variations.
const DEEPEST: usize = 100;
/// The most unreadable games in a text.
const MOST_FAULTS: usize = 1000;
/// The most variations of one turn.
const MOST_VARIATIONS: usize = 1000;
/// A suffix that some programs write after captures en passant.
const PASSING: &str = "e.p.";
/// How much of an unreadable word is reported, in characters.
const SHOWN: usize = 40;

/// Why a PGN cannot be read.
#[derive(Clone, PartialEq, Debug)]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The unreadable word, or its beginning.
    pub token: String,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a PGN.
#[derive(Clone, PartialEq, Debug)]
pub enum Fault {
    /// There is no game in it.
    Empty,
    /// A tag is not `[Name "value"]`.
    Tag,
    /// No tag names the game.
    NoVariant,
    /// There is no game with this name.
    Variant,
    /// The start position cannot be played.
    Start(FenError),
    /// A turn cannot be read: the step with this number, from 1, in this position, for this reason.
    Turn(usize, Box<AnyPosition>, Box<SanError>),
    /// The game was over before this turn.
    Over,
    /// A comment is not closed.
    Comment,
    /// A variation begins before any turn, is too deep, or is one of too many.
    Variation,
    /// A variation is closed but not opened, or not closed.
    Parenthesis,
}

impl Fault {
    /// Its name in data.
    pub const fn id(&self) -> &'static str {
        match self {
            Fault::Empty => "empty",
            Fault::Tag => "tag",
            Fault::NoVariant => "no-variant",
            Fault::Variant => "variant",
            Fault::Start(_) => "start",
            Fault::Turn(..) => "turn",
            Fault::Over => "over",
            Fault::Comment => "comment",
            Fault::Variation => "variation",
            Fault::Parenthesis => "parenthesis",
        }
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PgnError { line, token, fault } = self;
        write!(f, "line {line}, '{}': ", token.escape_debug())?;
        match fault {
            Fault::Empty => f.write_str("there is no game"),
            Fault::Tag => f.write_str("a tag is written [Name \"value\"]"),
            Fault::NoVariant => f.write_str("no [Variant \"…\"] says which game it is"),
            Fault::Variant => f.write_str("no game is called that"),
            Fault::Start(error) => write!(f, "{error}"),
            Fault::Turn(step, _, error) => write!(f, "step {step}: {error}"),
            Fault::Over => f.write_str("the game was over before"),
            Fault::Comment => f.write_str("the comment does not end"),
            Fault::Variation => {
                f.write_str("no turn stands before the variation, or it is one of too many")
            }
            Fault::Parenthesis => f.write_str("the parentheses do not fit"),
        }
    }
}

impl std::error::Error for PgnError {}

/// Reads the games of a file. One that cannot be read does not prevent reading the others. Spaces
/// and line breaks may appear anywhere between steps, and numbers may be missing; the steps of a
/// turn may be written as [`rules::san::parse`] takes them. If the rules end the game, the written
/// result is ignored; otherwise `1-0` and `0-1` mean that the loser has resigned, unless the tag
/// `Termination` says "time forfeit".
///
/// Reading stops after a thousand unreadable games.
pub fn read(text: &str) -> Vec<Result<Entry, PgnError>> {
    let mut scanner = Scanner::new(text.strip_prefix('\u{feff}').unwrap_or(text));
    let mut games = Vec::new();
    let mut faults = 0;
    loop {
        scanner.skip_blank();
        if scanner.rest.is_empty() || faults == MOST_FAULTS {
            break;
        }
        let game = scanner.game();
        if game.is_err() {
            scanner.skip_game();
            faults += 1;
        }
        games.push(game);
    }
    if games.is_empty() {
        let fault = Fault::Empty;
        games.push(Err(PgnError { line: 1, token: String::new(), fault }));
    }
    games
}

/// The remaining text.
struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    /// Whether a `}` may still come: its absence is determined once, and not for each game.
    is_closing: bool,
}

/// A token of the move text.
enum Token<'a> {
    Open,
    Close,
    Comment(&'a str),
    Glyph(u8),
    Result(&'static str),
    Turn(&'a str),
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        Scanner { rest: text, line: 1, is_closing: true }
    }

    fn error(&self, token: &str, fault: Fault) -> PgnError {
        PgnError { line: self.line, token: token.chars().take(SHOWN).collect(), fault }
    }

    /// Takes this many bytes, which end at a character boundary.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// Skips white space, and lines that begin with `%`, which PGN reserves.
    fn skip_blank(&mut self) {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            let taken = self.take(blank);
            let at_start = taken.ends_with('\n') || (self.line == 1 && taken.is_empty());
            if !(at_start && self.rest.starts_with('%')) {
                return;
            }
            let length = self.rest.find('\n').unwrap_or(self.rest.len());
            self.take(length);
        }
    }

    /// Skips to the next line that begins with a tag after one that does not.
    fn skip_game(&mut self) {
        let mut in_moves = false;
        while !self.rest.is_empty() {
            let is_tag = self.rest.starts_with('[');
            if is_tag && in_moves {
                return;
            }
            let length = self.rest.find('\n').map_or(self.rest.len(), |place| place + 1);
            let line = self.take(length);
            in_moves |= !is_tag && !line.trim().is_empty();
        }
    }

    fn game(&mut self) -> Result<Entry, PgnError> {
        let line = self.line;
        let mut tags = Vec::new();
        while self.rest.starts_with('[') {
            tags.push((self.line, self.tag()?));
            self.skip_blank();
        }
        let tag = |name: &str| {
            let found = tags.iter().find(|(_, (tag, _))| tag.eq_ignore_ascii_case(name));
            found.map(|(line, (_, value))| (*line, value.as_str()))
        };
        let at = |line, token: &str, fault| PgnError {
            line,
            token: token.chars().take(SHOWN).collect(),
            fault,
        };
        let first = self.rest.split_whitespace().next().unwrap_or_default();
        let (place, name) = tag("Variant").ok_or_else(|| at(line, first, Fault::NoVariant))?;
        let game = variant(name).ok_or_else(|| at(place, name, Fault::Variant))?;
        let start = match tag("FEN") {
            None => AnyPosition::initial(game),
            Some((place, fen)) => AnyPosition::from_fen(game, fen)
                .map_err(|error| at(place, fen, Fault::Start(error)))?,
        };
        let written = tag("Result").map(|(_, value)| value.to_owned());
        let control = tag(TIME_CONTROL).and_then(|(_, text)| TimeControl::parse(text));
        let termination = tag(TERMINATION).map_or("", |(_, text)| text);
        let terminations = [(TIME_FORFEIT, Ending::Time), (ABANDONED, Ending::Abandonment)];
        let known = terminations.iter().find(|(text, _)| termination.eq_ignore_ascii_case(text));
        let mut tree = self.moves(start, written.as_deref())?;
        marks::take_all(&mut tree);
        if let Some(control) = control {
            tree.set_clock(Some((control, 0)));
        }
        times::take_all(&mut tree);
        let by_players = tree.verdict().filter(|verdict| verdict.ending.is_by_players());
        let ending =
            by_players.zip(known).map(|(verdict, &(_, ending))| Verdict { ending, ..verdict });
        if ending.is_some() {
            tree.set_verdict(ending);
        }
        let mut follows = vec!["variant", "fen", "setup", "result"];
        follows.extend(control.map(|_| TIME_CONTROL));
        follows.extend(ending.map(|_| TERMINATION));
        let tags = tags.into_iter().map(|(_, tag)| tag);
        let is_known = |name: &str| follows.iter().any(|known| known.eq_ignore_ascii_case(name));
        let tags = tags.filter(|(name, _)| !is_known(name));
        Ok(Entry { tags: tags.collect(), tree })
    }

    /// Reads `[Name "value"]`.
    fn tag(&mut self) -> Result<(String, String), PgnError> {
        let line = self.rest.lines().next().unwrap_or_default();
        let wrong = self.error(line, Fault::Tag);
        let body = line.strip_prefix('[').ok_or_else(|| wrong.clone())?.trim_start();
        let (name, rest) = body.split_once(char::is_whitespace).ok_or_else(|| wrong.clone())?;
        let mut rest = rest.trim_start().strip_prefix('"').ok_or_else(|| wrong.clone())?.chars();
        let mut value = String::new();
        loop {
            match rest.next() {
                Some('"') => break,
                Some('\\') => value.push(rest.next().ok_or_else(|| wrong.clone())?),
                Some(other) => value.push(other),
                None => return Err(wrong),
            }
        }
        let behind = rest.as_str().trim_start();
        if name.is_empty() || !behind.starts_with(']') {
            return Err(wrong);
        }
        // Another tag may follow on the same line.
        let length = line.len() - behind.len() + 1;
        let tag = (name.to_owned(), value);
        self.take(length);
        Ok(tag)
    }

    /// Reads the moves of a game up to its result, or to the tags of the next game.
    fn moves(&mut self, start: AnyPosition, written: Option<&str>) -> Result<Game, PgnError> {
        let mut tree = Game::new(start);
        let mut at = Game::ROOT;
        // The places where the open variations branch off.
        let mut open: Vec<TurnId> = Vec::new();
        let mut comment = String::new();
        let mut is_fresh = true;
        let mut result = None;
        let mut main_lines = Vec::new();
        loop {
            self.skip_blank();
            let line = self.line;
            if self.rest.is_empty() || (self.rest.starts_with('[') && open.is_empty()) {
                break;
            }
            match self.token(tree.after(at))? {
                Token::Comment(text) => {
                    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    if is_fresh && !open.is_empty() {
                        add(&mut comment, &text);
                    } else {
                        tree.add_comment(at, &text);
                    }
                }
                Token::Glyph(glyph) => tree.annotate(at, glyph),
                Token::Open => {
                    let is_full = |turn| tree.next(turn).len() > MOST_VARIATIONS;
                    if at == Game::ROOT || open.len() == DEEPEST || is_full(tree.parent(at)) {
                        return Err(self.error("(", Fault::Variation));
                    }
                    open.push(at);
                    at = tree.parent(at);
                    is_fresh = true;
                }
                Token::Close => {
                    at = open.pop().ok_or_else(|| self.error(")", Fault::Parenthesis))?;
                    is_fresh = false;
                }
                Token::Result(text) => {
                    if open.is_empty() {
                        result = Some(text);
                        break;
                    }
                }
                Token::Turn(text) => {
                    let position = *tree.after(at);
                    let (san, glyph) = annotated(text);
                    let steps = parse_turn(&position, &san).map_err(|error| {
                        // The end of a turn is not written: if it is refused, the turn is reported.
                        let token = if text.contains(&error.text) { &error.text } else { text };
                        PgnError {
                            line,
                            token: token.chars().take(SHOWN).collect(),
                            fault: Fault::Turn(
                                error.index + 1,
                                Box::new(position),
                                Box::new(error.error),
                            ),
                        }
                    })?;
                    at = tree.add(at, &steps).map_err(|refusal| PgnError {
                        line,
                        token: text.chars().take(SHOWN).collect(),
                        fault: Fault::Turn(
                            1,
                            Box::new(position),
                            Box::new(SanError::Refused(Step::End, refusal)),
                        ),
                    })?;
                    if open.is_empty() {
                        main_lines.push(line);
                    }
                    if let Some(glyph) = glyph {
                        tree.annotate(at, glyph);
                    }
                    if !comment.is_empty() {
                        tree.set_comment_before(at, &std::mem::take(&mut comment));
                    }
                    is_fresh = false;
                }
            }
        }
        if !open.is_empty() {
            return Err(self.error("(", Fault::Parenthesis));
        }
        self.judge(&mut tree, result.or(written), &main_lines)?;
        Ok(tree)
    }

    /// Checks the game played, and determines how the players ended it.
    fn judge(
        &self,
        tree: &mut Game,
        result: Option<&str>,
        lines: &[usize],
    ) -> Result<(), PgnError> {
        let record = tree.record().map_err(|(turn, _)| {
            let place = tree.main_line().position(|played| played == turn).unwrap_or_default();
            let san = tree.before(turn).san_turn(tree.steps(turn));
            PgnError {
                line: lines.get(place).copied().unwrap_or(self.line),
                token: san.chars().take(SHOWN).collect(),
                fault: Fault::Over,
            }
        })?;
        let resigned = |winner| Verdict { winner: Some(winner), ending: Ending::Resignation };
        tree.set_verdict(record.verdict().or(match result {
            Some("1-0") => Some(resigned(Color::White)),
            Some("0-1") => Some(resigned(Color::Black)),
            Some("1/2-1/2") => Some(Verdict { winner: None, ending: Ending::Agreement }),
            _ => None,
        }));
        Ok(())
    }

    /// Reads the next token of the move text; the rest is not empty and does not begin with a
    /// space.
    fn token(&mut self, position: &AnyPosition) -> Result<Token<'a>, PgnError> {
        // The number of a move, with or without dots, is redundant.
        let digits =
            self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let behind = self.rest.split_at_checked(digits).map_or("", |(_, behind)| behind);
            let dots = behind.trim_start().trim_start_matches(['.', '…']);
            let is_dotted = dots.len() < behind.trim_start().len();
            if is_dotted || behind.is_empty() || behind.starts_with(char::is_whitespace) {
                self.take(if is_dotted { self.rest.len() - dots.len() } else { digits });
                self.skip_blank();
                if self.rest.is_empty() || self.rest.starts_with('[') {
                    return Ok(Token::Comment(""));
                }
                return self.token_behind_number(position);
            }
        }
        self.token_behind_number(position)
    }

    fn token_behind_number(&mut self, position: &AnyPosition) -> Result<Token<'a>, PgnError> {
        for (word, result) in
            [("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "1/2-1/2"), ("½-½", "1/2-1/2"), ("*", "*")]
        {
            if let Some(behind) = self.rest.strip_prefix(word)
                && !behind.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-')
            {
                self.take(word.len());
                return Ok(Token::Result(result));
            }
        }
        if self.rest.starts_with(PASSING) {
            self.take(PASSING.len());
            return Ok(Token::Comment(""));
        }
        match self.rest.as_bytes().first() {
            Some(b'(') => {
                self.take(1);
                Ok(Token::Open)
            }
            Some(b')') => {
                self.take(1);
                Ok(Token::Close)
            }
            Some(b';') => {
                let length = self.rest.find('\n').unwrap_or(self.rest.len());
                Ok(Token::Comment(self.take(length).trim_start_matches(';')))
            }
            Some(b'{') => {
                let length = if self.is_closing { self.rest.find('}') } else { None };
                self.is_closing = length.is_some();
                let length = length.ok_or_else(|| {
                    let word: &str = self.rest.lines().next().unwrap_or_default();
                    self.error(word, Fault::Comment)
                })?;
                let inner = self.rest.get(1..length).unwrap_or_default();
                if is_draw(position, inner) {
                    return Ok(Token::Turn(self.turn(length + 1)));
                }
                self.take(length + 1);
                Ok(Token::Comment(inner))
            }
            Some(b'$') => {
                let digits: String =
                    self.rest.chars().skip(1).take_while(char::is_ascii_digit).take(3).collect();
                self.take(1 + digits.len());
                Ok(Token::Glyph(digits.parse().unwrap_or(0)))
            }
            _ => Ok(Token::Turn(self.turn(0))),
        }
    }

    /// Takes a turn: its steps are joined by commas, with or without spaces around them. The first
    /// `begun` bytes are its draw.
    fn turn(&mut self, begun: usize) -> &'a str {
        let rest = self.rest;
        let behind = |length: usize| rest.get(length..).unwrap_or_default();
        let mut length = begun;
        // Magnetic Chess writes displaced pieces in parentheses, with commas.
        let mut is_inside = false;
        while let Some(next) = behind(length).chars().next() {
            match next {
                '(' if length > 0 => is_inside = true,
                ')' if is_inside => is_inside = false,
                ')' | '{' | '}' | ';' | '$' => break,
                _ if next.is_whitespace() && !is_inside => {
                    let goes_on = behind(length).trim_start();
                    let is_awaited = length == begun
                        || rest.get(..length).is_some_and(|turn| turn.ends_with(','));
                    if !(goes_on.starts_with(',') || (is_awaited && is_step(goes_on))) {
                        break;
                    }
                    length = rest.len() - goes_on.len();
                    continue;
                }
                _ => {}
            }
            length += next.len_utf8();
        }
        self.take(length.max(1))
    }
}

/// Whether a step begins here, and not a number, a result or anything else.
fn is_step(text: &str) -> bool {
    let castles = text.starts_with("0-0");
    castles || text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@')
}

/// Whether braces contain a draw by chance: its letters alone, when one is due.
fn is_draw(position: &AnyPosition, inner: &str) -> bool {
    position.actor() == rules::Actor::Chance
        && !inner.is_empty()
        && inner.chars().all(|letter| position.spec().role(letter).is_some())
}

/// Takes `!` and `?` off the end of a turn, as a glyph.
fn annotated(text: &str) -> (String, Option<u8>) {
    let trimmed = text.trim_end_matches(['!', '?']);
    let glyph = match text.get(trimmed.len()..).unwrap_or_default() {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    };
    (trimmed.strip_suffix(PASSING).unwrap_or(trimmed).to_owned(), glyph)
}

/// Appends a comment to another.
fn add(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}
