//! Conditional turns: answers to what the other side may play, sent with a letter. The receiver may
//! continue at once with the answer that fits (docs/fair-draws.md, "Conditional turns").

use rules::{AnyPosition, Step};

use super::LetterError;
use crate::link::coder::{Decoder, Encoder};
use crate::link::{Reader, order, put_number};

/// The most lines, and the most steps of all of them.
const MOST_LINES: u64 = 100;
const MOST_STEPS: u64 = 1_000;

/// A line: the other side's turn, the answer, and so on; it ends with an answer.
pub type Line = Vec<Vec<Step>>;

/// The lines as bytes of a field; `None` if they are not valid from this position: a turn is
/// illegal or unfinished, something is drawn by chance, the last turn is not an answer.
pub fn write(live: &AnyPosition, lines: &[Line]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new();
    put_number(&mut bytes, lines.len() as u64);
    for line in lines {
        put_number(&mut bytes, line.iter().map(Vec::len).sum::<usize>() as u64);
        let mut position = *live;
        for &step in line.iter().flatten() {
            let (place, of) = order::place(&position, step)?;
            encoder.write(place, of);
            position.play(step);
        }
    }
    bytes.extend(encoder.finish());
    (read(live, &bytes).ok()? == lines).then_some(bytes)
}

/// Reads lines from this position.
///
/// # Errors
/// If they are cut, too many, illegal, contain a draw by chance, or do not end with an answer.
pub fn read(live: &AnyPosition, bytes: &[u8]) -> Result<Vec<Line>, LetterError> {
    let mut reader = Reader { bytes };
    let mut number = || reader.number().map_err(|_| LetterError::Length);
    let count = number()?;
    if !(1..=MOST_LINES).contains(&count) {
        return Err(LetterError::Content);
    }
    let lengths: Vec<u64> = (0..count).map(|_| number()).collect::<Result<_, _>>()?;
    if lengths
        .iter()
        .try_fold(0_u64, |sum, &next| sum.checked_add(next))
        .is_none_or(|sum| sum > MOST_STEPS)
    {
        return Err(LetterError::Content);
    }
    let (mut decoder, mut encoder) = (Decoder::new(reader.bytes), Encoder::new());
    let mut lines: Vec<Line> = Vec::new();
    for length in lengths {
        let mut position = *live;
        let mut line: Line = Vec::new();
        let mut is_whole = true;
        for _ in 0..length {
            let steps = if position.outcome().is_none() { position.list() } else { Vec::new() };
            let of = steps.len() as u32;
            let place = decoder.read(of).ok_or(LetterError::Content)?;
            encoder.write(place, of);
            let step = order::at(place, steps, position.spec()).ok_or(LetterError::Content)?;
            if matches!(step, Step::Draw(_)) {
                return Err(LetterError::Content);
            }
            if is_whole {
                line.push(Vec::new());
            }
            if let Some(turn) = line.last_mut() {
                turn.push(step);
            }
            let mover = position.turn();
            position.play(step);
            is_whole = position.turn() != mover || position.outcome().is_some();
        }
        let is_answered = is_whole && !line.is_empty() && line.len().is_multiple_of(2);
        if !is_answered || lines.contains(&line) {
            return Err(LetterError::Content);
        }
        lines.push(line);
    }
    if !decoder.is_spent() || encoder.finish() != reader.bytes {
        return Err(LetterError::Content);
    }
    Ok(lines)
}

/// Whether a line goes on as it was played: the other side's turns with the same result, whatever the order of
/// their steps; the answers step by step.
fn fits(live: &AnyPosition, line: &Line, played: &[&[Step]]) -> bool {
    let (mut foreseen, mut now) = (*live, *live);
    for (place, (own, played)) in line.iter().zip(played).enumerate() {
        for &step in own {
            foreseen.play(step);
        }
        for &step in *played {
            now.play(step);
        }
        if own != played && (place % 2 == 1 || foreseen != now) {
            return false;
        }
    }
    line.len() >= played.len()
}

/// Whether all of these turns, played since the lines were sent, are as in one of them.
pub fn foresees(live: &AnyPosition, lines: &[Line], played: &[&[Step]]) -> bool {
    lines.iter().any(|line| fits(live, line, played))
}

/// The answer to the turns played since the lines were sent, the last of them the other side's;
/// `None` if no line has one. If several lines do, the first counts.
pub fn answer<'a>(live: &AnyPosition, lines: &'a [Line], played: &[&[Step]]) -> Option<&'a [Step]> {
    let is_asked = played.len() % 2 == 1;
    let fits = |line: &&Line| line.len() > played.len() && fits(live, line, played);
    let line = lines.iter().find(fits).filter(|_| is_asked)?;
    line.get(played.len()).map(Vec::as_slice)
}

/// The lines with another, which goes where it says more than one that it begins with, or answers
/// a turn otherwise.
pub fn with(lines: &[Line], line: Line) -> Vec<Line> {
    let stays = |other: &&Line| {
        let parts = other.iter().zip(&line).position(|(one, two)| one != two);
        parts.map_or(other.len() >= line.len(), |place| place % 2 == 0)
    };
    let mut all: Vec<Line> = lines.iter().filter(stays).cloned().collect();
    if !all.iter().any(|other| other.starts_with(&line)) {
        all.push(line);
    }
    all
}

/// Whether lines say all that others say, and perhaps more: so that a letter which has gone out may have them
/// added.
pub fn say_more(lines: &[Line], than: &[Line]) -> bool {
    than.iter().all(|line| lines.iter().any(|other| other.starts_with(line)))
}
