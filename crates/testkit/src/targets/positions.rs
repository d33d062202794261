//! The targets for FENs, steps and SAN. Data is text: the name of a game on the first line, then what the
//! target reads.

use crate::invariants;
pub use rules::san::{parse, parse_turn, write_turn};
use rules::{AnyPosition, FenError, GameId, SanError, Step, with_position};

/// How many steps of a sequence are taken.
const MOST_STEPS: usize = 400;

/// The game named on the first line, and the lines behind it.
fn split_game(data: &[u8]) -> Option<(GameId, &[u8])> {
    let (name, rest) = split_line(data);
    Some((GameId::parse(std::str::from_utf8(name).ok()?)?, rest))
}

fn split_line(data: &[u8]) -> (&[u8], &[u8]) {
    match data.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&data[..end], &data[end + 1..]),
        None => (data, b""),
    }
}

/// The position on the first two lines (an empty second one is the initial position), and the
/// lines behind it.
fn split_position(data: &[u8]) -> Option<(AnyPosition, &[u8])> {
    let (game, rest) = split_game(data)?;
    let (fen, rest) = split_line(rest);
    let position = match std::str::from_utf8(fen).ok()? {
        "" => AnyPosition::initial(game),
        fen => AnyPosition::from_fen(game, fen).ok()?,
    };
    Some((position, rest))
}

/// Reads a FEN. One that is accepted is a position that the rules can be applied to, and its
/// canonical form reads as the same position.
pub fn fen(data: &[u8]) {
    let Some((game, text)) = split_game(data) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    match AnyPosition::from_fen(game, text) {
        Ok(position) => {
            with_position!(&position, p => invariants::check(p));
            for step in position.list() {
                invariants::check_step(&position, step);
            }
        }
        Err(error @ FenError { .. }) => assert!(!error.to_string().is_empty()),
    }
}

/// Reads a step notation. One that is accepted is written as it was read, and every position can
/// say whether it is legal.
pub fn step(data: &[u8]) {
    let Some((position, text)) = split_position(data) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    match Step::parse(text, position.spec()) {
        Ok(step) => {
            assert_eq!(step.display(position.spec()).to_string(), text);
            let is_listed = position.list().contains(&step);
            assert_eq!(position.why_not(step).is_none(), is_listed, "{text}");
        }
        Err(error) => assert!(error.to_string().contains(text)),
    }
}

/// Reads a turn in SAN, and its first step alone. What is accepted is legal, and written anew it
/// reads as the same.
pub fn san(data: &[u8]) {
    let Some((position, text)) = split_position(data) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    match parse(&position, text) {
        Ok(step) => {
            assert_eq!(position.why_not(step), None, "{text}");
            assert_eq!(parse(&position, &position.san(step)), Ok(step), "{text}");
        }
        Err(SanError::Refused(step, refusal)) => {
            assert_eq!(position.why_not(step), Some(refusal), "{text}");
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(error.refusal(&position).reason.starts_with("notation."));
        }
    }
    match parse_turn(&position, text) {
        // `end` alone is written as nothing at all.
        Ok(steps) if steps == [Step::End] => {}
        Ok(steps) => {
            let written = write_turn(&position, &steps);
            assert_eq!(parse_turn(&position, &written), Ok(steps), "{written}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Takes steps as the bytes choose them, one a byte.
pub fn steps(data: &[u8]) {
    let Some((mut position, choices)) = split_position(data) else { return };
    for &choice in choices.iter().take(MOST_STEPS) {
        with_position!(&position, p => invariants::check(p));
        let list = position.list();
        if list.is_empty() {
            return;
        }
        let step = list[usize::from(choice) * list.len() / 256];
        invariants::check_step(&position, step);
        position.play(step);
    }
}
