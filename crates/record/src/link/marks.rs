//! Arrows and circles, and half-made turns with what is said of them, as sections of a link (docs/link-format.md,
//! "Marks" and "Half-made turns").

use rules::Square;

use super::coder::{Decoder, Encoder};
use super::variations::{limited, line, numbered};
use super::{LinkError, MOST_STEPS, Reader, order, put_bytes, put_number};
use crate::game::{Brush, Game, Mark, TurnId};

/// The most marks of a link.
const MOST: u64 = 4_000;
/// The most half-made turns of a link.
const MOST_BEGUN: u64 = 100;

/// The bytes of a mark: its colour, and the squares from and to.
fn coded(Mark { brush, from, to }: Mark) -> [u8; 3] {
    let brush = Brush::ALL.iter().position(|&other| other == brush).unwrap_or(0);
    [brush as u8, from.index() as u8, to.index() as u8]
}

/// Reads a mark on a board of so many squares.
fn decoded(reader: &mut Reader<'_>, squares: usize) -> Result<Mark, LinkError> {
    let brush = *Brush::ALL.get(usize::from(reader.byte()?)).ok_or(LinkError::Variation)?;
    let mut square = || {
        let index = reader.byte()?;
        let is_there = usize::from(index) < squares;
        is_there.then(|| Square::new(index)).ok_or(LinkError::Variation)
    };
    Ok(Mark { brush, from: square()?, to: square()? })
}

/// The bytes of the section with the marks; `None` if there are none.
///
/// # Errors
/// [`LinkError::Many`] if the game has more than a link may have.
pub(super) fn write(tree: &Game) -> Result<Option<Vec<u8>>, LinkError> {
    let all: Vec<(usize, Mark)> = numbered(tree)
        .into_iter()
        .enumerate()
        .flat_map(|(number, turn)| tree.marks(turn).iter().map(move |&mark| (number, mark)))
        .collect();
    limited(all.len() as u64, MOST)?;
    let mut bytes = Vec::new();
    put_number(&mut bytes, all.len() as u64);
    for &(number, mark) in &all {
        put_number(&mut bytes, number as u64);
        bytes.extend(coded(mark));
    }
    Ok((!all.is_empty()).then_some(bytes))
}

/// Adds the marks of the section to a game; `turns` are its turns by their numbers.
///
/// # Errors
/// If the section is truncated, exceeds a limit, is not in canonical form, or marks what the board does not have.
pub(super) fn read(tree: &mut Game, turns: &[TurnId], bytes: &[u8]) -> Result<(), LinkError> {
    let mut reader = Reader { bytes };
    let count = limited(reader.number()?, MOST)?;
    let squares = tree.start().spec().shape.squares();
    let mut before = 0;
    for _ in 0..count {
        let number = limited(reader.number()?, u64::from(u32::MAX))?;
        let turn = *turns.get(number).ok_or(LinkError::Variation)?;
        let mark = decoded(&mut reader, squares)?;
        let known = tree.marks(turn).len();
        tree.mark(turn, mark);
        // Each lies between two squares of the board, and no two between the same.
        if number < before || tree.marks(turn).len() != known + 1 {
            return Err(LinkError::Canonical);
        }
        before = number;
    }
    if count == 0 || !reader.bytes.is_empty() {
        return Err(LinkError::Canonical);
    }
    Ok(())
}

/// The half-made turns behind the main line.
fn begun(tree: &Game) -> Vec<TurnId> {
    let tip = tree.tip();
    let is_begun = |&turn: &TurnId| !tree.is_whole(turn) && tree.next(turn).is_empty();
    let next = tree.next(tip).iter().copied().filter(is_begun);
    if tree.is_whole(tip) { next.collect() } else { Vec::new() }
}

/// The bytes of the section with the half-made turns behind the main line, which the game itself does not have;
/// `None` if there are none.
///
/// # Errors
/// [`LinkError::Many`] if there are more than a link may have.
pub(super) fn write_begun(tree: &Game) -> Result<Option<Vec<u8>>, LinkError> {
    let turns = begun(tree);
    limited(turns.len() as u64, MOST_BEGUN)?;
    let steps: usize = turns.iter().map(|&turn| tree.steps(turn).len()).sum();
    limited(steps as u64, MOST_STEPS as u64)?;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new();
    put_number(&mut bytes, turns.len() as u64);
    for &turn in &turns {
        put_number(&mut bytes, tree.steps(turn).len() as u64);
        let mut position = *tree.after(tree.tip());
        for &step in tree.steps(turn) {
            let (place, of) = order::place(&position, step).ok_or(LinkError::Step(0))?;
            encoder.write(place, of);
            position.play(step);
        }
    }
    bytes.extend(encoder.finish());
    Ok((!turns.is_empty()).then_some(bytes))
}

/// Adds the half-made turns of the section to a game.
///
/// # Errors
/// If the section is truncated, exceeds a limit, is not in canonical form, or contradicts the rules.
pub(super) fn read_begun(tree: &mut Game, bytes: &[u8]) -> Result<(), LinkError> {
    let mut reader = Reader { bytes };
    let count = limited(reader.number()?, MOST_BEGUN)?;
    let mut lengths = Vec::with_capacity(count);
    for _ in 0..count {
        lengths.push(limited(reader.number()?, MOST_STEPS as u64)?);
    }
    limited(lengths.iter().sum::<usize>() as u64, MOST_STEPS as u64)?;
    let (mut decoder, mut encoder) = (Decoder::new(reader.bytes), Encoder::new());
    let tip = tree.tip();
    for length in lengths {
        if length == 0 || !tree.is_whole(tip) {
            return Err(LinkError::Canonical);
        }
        let turns = line(&mut decoder, &mut encoder, *tree.after(tip), length)?;
        let known = tree.len();
        let turn = turns.first().filter(|_| turns.len() == 1).ok_or(LinkError::Variation)?;
        let added = tree.consider(tip, turn).map_err(|_| LinkError::Variation)?;
        if tree.is_whole(added) || tree.len() == known {
            return Err(LinkError::Variation);
        }
    }
    if count == 0 || !decoder.is_spent() || encoder.finish() != reader.bytes {
        return Err(LinkError::Canonical);
    }
    Ok(())
}

/// What can be said of a half-made turn, by the byte that tells one from the other.
const BEFORE: u8 = 0;
const BEHIND: u8 = 1;
const GLYPH: u8 = 2;
const MARK: u8 = 3;

/// The bytes of the section with the comments, glyphs and marks of the half-made turns behind the main line; `None`
/// if there are none.
///
/// # Errors
/// [`LinkError::Many`] if there are more than a link may have.
pub(super) fn write_of_begun(tree: &Game) -> Result<Option<Vec<u8>>, LinkError> {
    let mut all: Vec<Vec<u8>> = Vec::new();
    for (number, turn) in begun(tree).into_iter().enumerate() {
        let mut put = |what: u8, data: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number as u64);
            bytes.push(what);
            data(&mut bytes);
            all.push(bytes);
        };
        let (before, behind) = tree.comments(turn);
        for (what, text) in [(BEFORE, before), (BEHIND, behind)] {
            if !text.is_empty() {
                put(what, &|bytes| put_bytes(bytes, text.as_bytes()));
            }
        }
        for &glyph in tree.glyphs(turn) {
            put(GLYPH, &|bytes| bytes.push(glyph));
        }
        for &mark in tree.marks(turn) {
            put(MARK, &|bytes| bytes.extend(coded(mark)));
        }
    }
    limited(all.len() as u64, MOST)?;
    let mut bytes = Vec::new();
    put_number(&mut bytes, all.len() as u64);
    bytes.extend(all.iter().flatten());
    Ok((!all.is_empty()).then_some(bytes))
}

/// Adds what the section says of the half-made turns to a game that has them.
///
/// # Errors
/// If the section is truncated, exceeds a limit, is not in canonical form, or is about what is not there.
pub(super) fn read_of_begun(tree: &mut Game, bytes: &[u8]) -> Result<(), LinkError> {
    let turns = begun(tree);
    let squares = tree.start().spec().shape.squares();
    let mut reader = Reader { bytes };
    for _ in 0..limited(reader.number()?, MOST)? {
        let number = limited(reader.number()?, MOST_BEGUN)?;
        let turn = *turns.get(number).ok_or(LinkError::Variation)?;
        let what = reader.byte()?;
        match what {
            BEFORE | BEHIND => {
                let text = std::str::from_utf8(reader.bytes()?);
                let text = text.map_err(|_| LinkError::Variation)?;
                if what == BEFORE {
                    tree.set_comment_before(turn, text);
                } else {
                    tree.set_comment(turn, text);
                }
            }
            GLYPH => tree.annotate(turn, reader.byte()?),
            MARK => {
                let mark = decoded(&mut reader, squares)?;
                tree.mark(turn, mark);
            }
            _ => return Err(LinkError::Variation),
        }
    }
    // There is one canonical form: in order, nothing empty, and nothing twice.
    if write_of_begun(tree)?.as_deref() != Some(bytes) {
        return Err(LinkError::Canonical);
    }
    Ok(())
}
