//! Games for training in a file: how each began, its steps with the scores that the engine gave
//! before them, and its result.
//!
//! The file begins with `FFGAMES1` and the game's number in links. A game is its length in bytes
//! (four, the lowest first), its steps, and a CRC-32 of them. The first byte of its content is its
//! result (0 Black has won, 1 drawn, 2 White has won), then come the turns: each a byte of its
//! number of steps, two bytes of the score before it (in hundredths of a pawn for the side to move;
//! [`UNKNOWN`] where nothing was thought), and its steps. A step is three bytes: what kind it is,
//! from where, to where; a draw by chance is one byte and eight of the pieces drawn.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;

use rules::board::{Reserve, Role, Square};
use rules::{GameId, Step};

/// What a file begins with.
const MAGIC: &[u8; 8] = b"FFGAMES1";
/// The score of a turn that nothing was thought about.
pub(crate) const UNKNOWN: i16 = i16::MIN;
/// No game is longer, in bytes.
const LONGEST: usize = 1 << 20;

const MOVE: u8 = 0;
const PROMOTION: u8 = 1;
const DROP: u8 = 32;
const DRAW: u8 = 64;
const END: u8 = 65;

const CHECKSUM: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);

/// A turn as it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    /// How good the position before it was for the side to move, or [`UNKNOWN`].
    pub score: i16,
    /// Its steps; a draw by chance is a turn of its own.
    pub steps: Vec<Step>,
}

/// A game from the initial position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Game {
    /// 0 if Black has won, 1 if it was drawn, 2 if White has won.
    pub result: u8,
    pub turns: Vec<Turn>,
}

/// What a file of a game begins with.
pub(crate) fn head(game: GameId) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.push(game.spec().link);
    head
}

fn broken(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}

impl Game {
    /// The bytes of the game in a file.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut content = vec![self.result];
        for turn in &self.turns {
            content.push(turn.steps.len() as u8);
            content.extend(turn.score.to_le_bytes());
            for &step in &turn.steps {
                write_step(step, &mut content);
            }
        }
        let mut bytes = (content.len() as u32).to_le_bytes().to_vec();
        bytes.extend(&content);
        bytes.extend(CHECKSUM.checksum(&content).to_le_bytes());
        bytes
    }

    /// Reads a game's content.
    fn parse(content: &[u8]) -> Option<Game> {
        let (&result, mut rest) = content.split_first()?;
        let mut turns = Vec::new();
        while let Some((&count, after)) = rest.split_first() {
            let (score, after) = after.split_first_chunk::<2>()?;
            rest = after;
            let mut steps = Vec::with_capacity(count.into());
            for _ in 0..count {
                steps.push(read_step(&mut rest)?);
            }
            turns.push(Turn { score: i16::from_le_bytes(*score), steps });
        }
        (result <= 2).then_some(Game { result, turns })
    }
}

fn write_step(step: Step, out: &mut Vec<u8>) {
    let square = |square: Square| square.index() as u8;
    match step {
        Step::Move { from, to, into } => {
            let kind = into.map_or(MOVE, |role| PROMOTION + role.index() as u8);
            out.extend([kind, square(from), square(to)]);
        }
        Step::Drop { role, to } => out.extend([DROP + role.index() as u8, 0, square(to)]),
        Step::Draw(hand) => {
            out.push(DRAW);
            out.extend(hand.bits().to_le_bytes());
        }
        Step::End => out.extend([END, 0, 0]),
    }
}

fn read_step(rest: &mut &[u8]) -> Option<Step> {
    let (&kind, after) = rest.split_first()?;
    if kind == DRAW {
        let (bits, after) = after.split_first_chunk::<8>()?;
        *rest = after;
        let bits = u64::from_le_bytes(*bits);
        let counts = Role::ALL
            .into_iter()
            .flat_map(|role| std::iter::repeat_n(role, (bits >> (4 * role.index()) & 15) as usize));
        return Some(Step::Draw(counts.fold(Reserve::NONE, Reserve::with)));
    }
    let (&[from, to], after) = after.split_first_chunk::<2>()?;
    *rest = after;
    let square = Square::new;
    let role = |index: u8| Role::ALL.get(usize::from(index)).copied();
    match kind {
        MOVE => Some(Step::go(square(from), square(to))),
        END => Some(Step::End),
        DROP..=63 => Some(Step::Drop { role: role(kind - DROP)?, to: square(to) }),
        _ => Some(Step::Move { from: square(from), to: square(to), into: Some(role(kind - 1)?) }),
    }
}

/// The games of a file, in their order.
pub(crate) struct Games {
    file: BufReader<File>,
}

impl Games {
    /// Opens a file of a game.
    ///
    /// # Errors
    /// If it cannot be read, or is none of this game.
    pub(crate) fn open(path: &Path, game: GameId) -> io::Result<Games> {
        let mut file = BufReader::new(File::open(path)?);
        let wanted = head(game);
        let mut found = vec![0; wanted.len()];
        file.read_exact(&mut found)?;
        if found != wanted {
            return Err(broken(&format!("{}: no file of games of {game}", path.display())));
        }
        Ok(Games { file })
    }
}

impl Iterator for Games {
    type Item = io::Result<Game>;

    /// The next game. What was cut off in the middle, as by a program that was killed, is an end.
    fn next(&mut self) -> Option<io::Result<Game>> {
        let mut length = [0; 4];
        self.file.read_exact(&mut length).ok()?;
        let length = u32::from_le_bytes(length) as usize;
        if length > LONGEST {
            return Some(Err(broken("a game is too long")));
        }
        let mut content = vec![0; length];
        self.file.read_exact(&mut content).ok()?;
        let mut checksum = [0; 4];
        self.file.read_exact(&mut checksum).ok()?;
        if u32::from_le_bytes(checksum) != CHECKSUM.checksum(&content) {
            return Some(Err(broken("a game is damaged")));
        }
        Some(Game::parse(&content).ok_or_else(|| broken("a game cannot be read")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game with every kind of step.
    fn sample() -> Game {
        let square = Square::new;
        let turn = |score, steps| Turn { score, steps };
        Game {
            result: 2,
            turns: vec![
                turn(
                    UNKNOWN,
                    vec![Step::Draw(Reserve::of(&[Role::Pawn, Role::Pawn, Role::Queen]))],
                ),
                turn(-7, vec![Step::Drop { role: Role::Knight, to: square(5) }, Step::End]),
                turn(300, vec![Step::go(square(12), square(28))]),
                turn(
                    -29_998,
                    vec![Step::Move { from: square(50), to: square(58), into: Some(Role::Queen) }],
                ),
            ],
        }
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        let game = sample();
        let bytes = game.write();
        assert_eq!(Game::parse(&bytes[4..bytes.len() - 4]), Some(game));
    }

    /// A file that ends in the middle of a game has the games before it; a damaged one is told.
    #[test]
    fn damaged_files_are_reported() {
        let path = std::env::temp_dir().join(format!("fivefold-games-{}", std::process::id()));
        let mut whole = head(GameId::Magnetic);
        whole.extend(sample().write());
        let one = whole.len();
        whole.extend(sample().write());
        let read = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            Games::open(&path, GameId::Magnetic).map(|games| games.collect::<Vec<_>>())
        };
        let good = |games: Vec<io::Result<Game>>| games.into_iter().filter_map(Result::ok).count();
        assert_eq!(good(read(&whole).unwrap()), 2);
        for end in one..whole.len() {
            let found = read(&whole[..end]).unwrap();
            assert_eq!((found.len(), good(found)), (1, 1), "{end}");
        }
        let mut damaged = whole.clone();
        damaged[one + 6] ^= 1;
        assert!(read(&damaged).unwrap()[1].is_err());
        assert!(Games::open(&path, GameId::Chessence).is_err());
        std::fs::remove_file(&path).unwrap();
    }
}
