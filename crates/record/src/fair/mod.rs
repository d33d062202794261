//! Draws that neither player can bend (docs/fair-draws.md).
//!
//! Each side has a secret, from which a chain of hashes is made. Its end, the commitment, is sent
//! before anything is drawn, and each draw reveals one more element. A draw follows from the
//! drawer's fresh element, the opponent's newest, the game and the turn. The secret comes from
//! outside: this module has no source of randomness.

use std::fmt;

use rules::{Actor, AnyPosition, Color, Phase, Reserve, Role, Step};
use sha2::{Digest, Sha256};

use crate::record::Record;

/// Bytes of a secret, of an element of a chain, and of a game's identity.
pub const SIZE: usize = 32;
/// The most elements that a side can reveal. A game needs at most four of each side.
pub const LONGEST: u8 = 8;
/// The pieces of a draw (docs/rules/charismatic.md, Placement phase, 1).
pub(crate) const DRAWN: u32 = 5;
/// The pieces of a reserve, in the order of the draw.
const ORDER: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// An element of a side's chain.
pub type Element = [u8; SIZE];

/// SHA-256 over the parts of a message of a kind. Each part follows its length, so that no two
/// lists of parts give the same bytes.
pub(crate) fn hash(kind: &str, parts: &[&[u8]]) -> [u8; SIZE] {
    let mut hasher = Sha256::new();
    for part in [b"fivefold fair 1".as_slice(), kind.as_bytes()].iter().chain(parts) {
        hasher.update((part.len() as u32).to_be_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

fn letter(color: Color) -> &'static [u8] {
    if color == Color::White { b"w" } else { b"b" }
}

/// A side's secret, known to nobody else until it has revealed what follows from it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; SIZE]);

impl Secret {
    /// A secret from these bytes, which must come from a cryptographically secure source.
    pub const fn new(bytes: [u8; SIZE]) -> Self {
        Secret(bytes)
    }

    /// Its bytes, only for a private seat link and for this device's store.
    pub const fn bytes(&self) -> &[u8; SIZE] {
        &self.0
    }

    /// The element with a number from 0, the commitment, to [`LONGEST`].
    pub fn element(&self, color: Color, number: u8) -> Element {
        let number = number.min(LONGEST);
        let top = hash("secret", &[letter(color), &self.0]);
        (number..LONGEST).rev().fold(top, |element, below| under(color, below, &element))
    }

    /// The end of its chain.
    pub fn commitment(&self, color: Color) -> Element {
        self.element(color, 0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// The element with number `below`, from the one above it. Side and number are hashed too, so that
/// nobody can reuse the other side's chain.
fn under(color: Color, below: u8, above: &Element) -> Element {
    hash("chain", &[letter(color), &[below], above])
}

/// The newest element that a side has revealed. Those before it follow from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reveal {
    /// Its number; 0 is the commitment itself.
    pub number: u8,
    /// The element.
    pub element: Element,
}

impl Reveal {
    /// The element with a number up to its own.
    fn at(&self, color: Color, number: u8) -> Element {
        let below = (number..self.number).rev();
        below.fold(self.element, |element, below| under(color, below, &element))
    }
}

/// The version of the rules that the letters of a game follow: that of its invitation, to its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Version {
    /// Until November 2026: the inviter may be the side that draws first, and then knows the first
    /// draw from the answer.
    One,
    /// The side that does not draw first reveals an element when both sides are bound.
    Two,
}

/// What both sides have agreed on before anything is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The rules that the game follows.
    pub version: Version,
    /// The random name of this invitation.
    pub invitation: [u8; 16],
    /// The side of the inviter.
    pub inviter: Color,
    /// Both commitments, White's and Black's.
    pub commitments: [Element; 2],
    /// Whether both sides' pieces are placed by a common draw (Quick start). Of version 2.
    pub quick: bool,
    /// The random name of the answer, and the agreed fields, as bytes. Of version 2.
    pub agreed: ([u8; 8], Vec<u8>),
}

impl Terms {
    /// The game's identity: it depends on the game, its start and everything agreed on.
    pub fn identity(&self, start: &AnyPosition) -> [u8; SIZE] {
        let [white, black] = &self.commitments;
        let fen = start.fen();
        let game = start.spec().id.as_bytes();
        let inviter = letter(self.inviter);
        let (answer, agreed) = &self.agreed;
        let parts: [&[u8]; 8] =
            [game, fen.as_bytes(), &self.invitation, inviter, white, black, answer, agreed];
        match self.version {
            Version::One => hash("game", &parts[..6]),
            Version::Two => hash("game 2", &parts),
        }
    }

    /// How many elements each side reveals before the first draw. The side that does not draw first
    /// reveals one when both are bound, so that the other cannot choose a secret or an opponent by
    /// its draw. In version 1 it does so only if it has invited.
    pub fn opened(&self, start: &AnyPosition) -> [u8; 2] {
        let other = !start.turn();
        let mut numbers = [0, 0];
        if self.version == Version::Two || self.inviter == other {
            numbers[other as usize] = 1;
        }
        numbers
    }

    /// Whether a draw from these pieces needs an element: not if all remaining pieces are drawn. In
    /// version 1 every draw does.
    fn is_chance(&self, from: Reserve) -> bool {
        self.version == Version::One || from.total() > DRAWN
    }

    /// How many elements each side must have revealed at this point of the game.
    pub fn due(&self, record: &Record) -> [u8; 2] {
        let mut numbers = self.opened(record.start());
        if self.quick {
            numbers[record.start().turn() as usize] += u8::from(!record.steps().is_empty());
            return numbers;
        }
        for (index, step) in record.steps().iter().enumerate() {
            let before = record.position(index);
            let is_draw = matches!(step, Step::Draw(_));
            if is_draw && self.is_chance(before.reserve(before.turn())) {
                numbers[before.turn() as usize] += 1;
            }
        }
        numbers
    }
}

/// The pieces drawn in a position at the start of a turn: `turn` is its number in the game, from 0.
pub fn draw(
    from: Reserve,
    identity: &[u8; SIZE],
    turn: u32,
    drawer: &Element,
    opponent: &Element,
) -> Reserve {
    let kind = "draw";
    let mut bytes = Stream { kind, identity, turn, drawer, opponent, block: 0, left: Vec::new() };
    from.draw(DRAWN, &ORDER, |bound| bytes.below(bound))
}

/// How often a placement that cannot be ended is tried again.
const TRIES: u32 = 64;

/// The steps of a common Quick start: both sides' draws and placements. `first` and `second` are
/// the elements of the side that begins and of the other. `None` if no placement that can be ended
/// was found, or the game has none.
pub fn place(
    start: &AnyPosition,
    identity: &[u8; SIZE],
    first: &Element,
    second: &Element,
) -> Option<Vec<Step>> {
    let (kind, drawer, opponent) = ("quick start", first, second);
    let mut bytes =
        Stream { kind, identity, turn: 0, drawer, opponent, block: 0, left: Vec::new() };
    (0..TRIES).find_map(|_| {
        let (mut position, mut steps) = (*start, Vec::new());
        while position.phase() == Phase::Placement {
            let mut turn = Vec::new();
            if position.actor() == Actor::Chance {
                let from = position.reserve(position.turn());
                turn.push(Step::Draw(from.draw(DRAWN, &ORDER, |bound| bytes.below(bound))));
            }
            let mut after = position;
            for &step in &turn {
                after.play(step);
            }
            let drops = after.place_rest(&mut |bound| bytes.below(bound));
            for &step in &drops {
                after.play(step);
            }
            if drops.is_empty() || after.why_not(Step::End).is_some() {
                return None;
            }
            after.play(Step::End);
            turn.extend(drops);
            turn.push(Step::End);
            steps.extend(turn);
            position = after;
        }
        (!steps.is_empty()).then_some(steps)
    })
}

/// The bytes that draws are made from.
struct Stream<'a> {
    kind: &'static str,
    identity: &'a [u8; SIZE],
    turn: u32,
    drawer: &'a Element,
    opponent: &'a Element,
    block: u32,
    /// The unused bytes, the next one last.
    left: Vec<u8>,
}

impl Stream<'_> {
    fn next(&mut self) -> u32 {
        loop {
            if let Some(byte) = self.left.pop() {
                return u32::from(byte);
            }
            let turn = self.turn.to_be_bytes();
            let block = self.block.to_be_bytes();
            let parts: [&[u8]; 5] = [self.identity, &turn, self.drawer, self.opponent, &block];
            self.left = hash(self.kind, &parts).to_vec();
            self.left.reverse();
            self.block += 1;
        }
    }

    /// A uniform number below `bound` (1 to 256), by rejection sampling.
    fn below(&mut self, bound: u32) -> u32 {
        let whole = 256 - 256 % bound;
        loop {
            let byte = self.next();
            if byte < whole {
                return byte % bound;
            }
        }
    }
}

/// Why draws fail verification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FairError {
    /// An element that a side has revealed does not belong to its commitment.
    Reveal(Color),
    /// A side has not revealed the element for the draw of this turn (from 0).
    Unrevealed(Color, u32),
    /// A side has revealed more than was due: future draws could be foreseen.
    Early(Color),
    /// In this turn, from 0, the pieces are not those that follow from the elements.
    Draw {
        /// The turn, from 0.
        turn: u32,
        /// The correct pieces.
        due: Reserve,
        /// The pieces in the game.
        claimed: Reserve,
    },
    /// Something else was drawn by chance, or the position has no such draw.
    None,
    /// The pieces are not placed as the common Quick start has them.
    Placed,
    /// A game with draws does not begin with its initial position: pieces could have been chosen.
    Start,
    /// The inviter draws first, and would know the draw from the answer (version 1).
    Inviter,
}

impl FairError {
    /// Its name in data.
    pub const fn id(&self) -> &'static str {
        match self {
            FairError::Reveal(_) => "reveal",
            FairError::Unrevealed(..) => "unrevealed",
            FairError::Early(_) => "early",
            FairError::Draw { .. } => "draw",
            FairError::None => "none",
            FairError::Placed => "placed",
            FairError::Start => "start",
            FairError::Inviter => "inviter",
        }
    }
}

/// A verified draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The turn, from 0.
    pub turn: u32,
    /// The side that drew.
    pub color: Color,
    /// The number of the drawer's element, and of the opponent's.
    pub numbers: [u8; 2],
    /// The drawn pieces.
    pub hand: Reserve,
}

/// Verifies every draw of a game from the elements that White and Black have revealed.
///
/// # Errors
/// The first fault.
pub fn verify(
    record: &Record,
    terms: &Terms,
    reveals: &[Reveal; 2],
) -> Result<Vec<Drawn>, FairError> {
    let start = record.start();
    if *start != AnyPosition::initial(start.game()) {
        return Err(FairError::Start);
    }
    for color in [Color::White, Color::Black] {
        let reveal = &reveals[color as usize];
        let is_own =
            reveal.number <= LONGEST && reveal.at(color, 0) == terms.commitments[color as usize];
        if !is_own {
            return Err(FairError::Reveal(color));
        }
    }
    let identity = terms.identity(record.start());
    let mut numbers = terms.opened(record.start());
    let mut drawn = Vec::new();
    let is_placed = terms.quick && !record.steps().is_empty();
    if is_placed {
        numbers = terms.due(record);
        let (first, second) = (start.turn(), !start.turn());
        for color in [first, second] {
            if reveals[color as usize].number < numbers[color as usize] {
                return Err(FairError::Unrevealed(color, 0));
            }
        }
        let [first, second] = [first, second].map(|color| reveals[color as usize].at(color, 1));
        let due = place(start, &identity, &first, &second).ok_or(FairError::Placed)?;
        if !record.steps().starts_with(&due) {
            return Err(FairError::Placed);
        }
    }
    for (turn, played) in record.turns().enumerate() {
        let turn = turn as u32;
        for index in played.from..played.to {
            let Step::Draw(claimed) = record.steps()[index] else { continue };
            let from = record.position(index).reserve(played.color);
            let (own, other) = (played.color as usize, !played.color as usize);
            if is_placed {
                let numbers = [numbers[own], numbers[other]];
                drawn.push(Drawn { turn, color: played.color, numbers, hand: claimed });
                continue;
            }
            let is_chance = terms.is_chance(from);
            numbers[own] += u8::from(is_chance);
            let needed = [played.color, !played.color].into_iter().filter(|_| is_chance);
            for color in needed {
                if numbers[color as usize] > reveals[color as usize].number {
                    return Err(FairError::Unrevealed(color, turn));
                }
            }
            let due = if is_chance {
                let elements = [
                    reveals[own].at(played.color, numbers[own]),
                    reveals[other].at(!played.color, numbers[other]),
                ];
                draw(from, &identity, turn, &elements[0], &elements[1])
            } else {
                from
            };
            if due != claimed {
                return Err(FairError::Draw { turn, due, claimed });
            }
            let numbers = [numbers[own], numbers[other]];
            drawn.push(Drawn { turn, color: played.color, numbers, hand: claimed });
        }
    }
    let early = |color: &Color| reveals[*color as usize].number > numbers[*color as usize];
    match [Color::White, Color::Black].iter().find(|&color| early(color)) {
        // Before the opening nothing need be revealed; more than is due never may be.
        Some(&color) => Err(FairError::Early(color)),
        None => Ok(drawn),
    }
}

/// The draw that the side to move has to make, and the newest element that it has revealed then.
///
/// # Errors
/// If an earlier draw is wrong, the secret is not that of the side to move, the opponent has not
/// yet revealed its part, or nothing is to be drawn ([`FairError::None`]).
pub fn next(
    record: &Record,
    terms: &Terms,
    reveals: &[Reveal; 2],
    secret: &Secret,
) -> Result<(Reserve, Reveal), FairError> {
    verify(record, terms, reveals)?;
    let live = record.live();
    let is_due = !terms.quick
        && record.verdict().is_none()
        && live.list().iter().any(|step| matches!(step, Step::Draw(_)));
    if !is_due {
        return Err(FairError::None);
    }
    let color = live.turn();
    if secret.commitment(color) != terms.commitments[color as usize] {
        return Err(FairError::Reveal(color));
    }
    let from = live.reserve(color);
    if !terms.is_chance(from) {
        return Ok((from, reveals[color as usize]));
    }
    let numbers = terms.due(record);
    let turn = record.turns().filter(|turn| turn.done).count() as u32;
    let other = !color as usize;
    if reveals[other].number < numbers[other] {
        return Err(FairError::Unrevealed(!color, turn));
    }
    let number = numbers[color as usize] + 1;
    if number > LONGEST {
        return Err(FairError::None);
    }
    let reveal = Reveal { number, element: secret.element(color, number) };
    let identity = terms.identity(record.start());
    let opponent = reveals[other].at(!color, numbers[other]);
    let hand = draw(from, &identity, turn, &reveal.element, &opponent);
    Ok((hand, reveal))
}
