//! Variations, comments and glyphs as a section of a link (docs/link-format.md, "Variations").

use rules::{AnyPosition, Step};

use super::coder::{Decoder, Encoder};
use super::{LinkError, MOST_STEPS, Reader, order, put_bytes, put_number};
use crate::game::{Game, TurnId};
use crate::record::Record;

/// The most variations of a link; together they have at most [`MOST_STEPS`] steps.
const MOST: u64 = 1_000;
/// The maximum depth of variations.
const DEEPEST: usize = 100;
/// The most comments, and the most glyphs, of a link.
const MOST_REMARKS: u64 = 4 * MOST;

/// The bytes of the section; `None` for a game with nothing but its main line.
///
/// # Errors
/// [`LinkError::Many`] if the game has more than a link may have, [`LinkError::Step`] if one of its
/// steps is illegal.
pub(super) fn write(tree: &Game) -> Result<Option<Vec<u8>>, LinkError> {
    // The turns in the order of their numbers; those of a line are consecutive.
    let mut turns: Vec<TurnId> = [Game::ROOT].into_iter().chain(tree.main_line()).collect();
    // The depth of each turn.
    let mut depths = vec![0_usize; turns.len()];
    let mut heads = Vec::new();
    let mut encoder = Encoder::new();
    let mut steps = 0;
    let mut number = 0;
    while let Some(&parent) = turns.get(number) {
        let is_unfinished = tree.after(parent).turn() == tree.before(parent).turn();
        if parent != Game::ROOT && is_unfinished && !tree.next(parent).is_empty() {
            return Err(LinkError::Variation);
        }
        // Variations after the last turn are not supported here.
        let variations =
            tree.next(parent).iter().skip(if parent == tree.tip() { usize::MAX } else { 1 });
        for &first in variations {
            let line: Vec<TurnId> = [first].into_iter().chain(tree.line(first)).collect();
            let mut length = 0;
            for &turn in &line {
                let mut position = *tree.before(turn);
                for &step in tree.steps(turn) {
                    length += 1;
                    let place = order::place(&position, step);
                    let (place, of) = place.ok_or(LinkError::Step(steps + length))?;
                    encoder.write(place, of);
                    position.play(step);
                }
            }
            steps += length;
            heads.push((number as u64, length as u64));
            depths.resize(depths.len() + line.len(), depths[number] + 1);
            turns.extend(line);
        }
        if depths[number] > DEEPEST {
            return Err(LinkError::Many);
        }
        number += 1;
        if steps > MOST_STEPS || heads.len() as u64 > MOST {
            return Err(LinkError::Many);
        }
    }

    let (mut comments, mut glyphs) = (Vec::new(), Vec::new());
    for (number, &turn) in turns.iter().enumerate() {
        let (before, behind) = tree.comments(turn);
        for (place, text) in [before, behind].into_iter().enumerate() {
            if !text.is_empty() {
                comments.push((2 * number as u64 + place as u64, text));
            }
        }
        glyphs.extend(tree.glyphs(turn).iter().map(|&glyph| (number as u64, glyph)));
    }
    if comments.len().max(glyphs.len()) as u64 > MOST_REMARKS {
        return Err(LinkError::Many);
    }
    if heads.is_empty() && comments.is_empty() && glyphs.is_empty() {
        return Ok(None);
    }

    let mut bytes = Vec::new();
    put_number(&mut bytes, heads.len() as u64);
    for (parent, length) in heads {
        put_number(&mut bytes, parent);
        put_number(&mut bytes, length);
    }
    put_number(&mut bytes, comments.len() as u64);
    for (place, text) in comments {
        put_number(&mut bytes, place);
        put_bytes(&mut bytes, text.as_bytes());
    }
    put_number(&mut bytes, glyphs.len() as u64);
    for (number, glyph) in glyphs {
        put_number(&mut bytes, number);
        bytes.push(glyph);
    }
    bytes.extend(encoder.finish());
    Ok(Some(bytes))
}

/// The game with a main line and the section's variations and annotations, and its turns by their numbers.
///
/// # Errors
/// If the section is truncated, exceeds a limit, or contradicts the rules.
pub(super) fn read(record: &Record, bytes: &[u8]) -> Result<(Game, Vec<TurnId>), LinkError> {
    let mut tree = Game::of(record);
    // The turn for each number.
    let mut turns: Vec<TurnId> = [Game::ROOT].into_iter().chain(tree.main_line()).collect();
    let mut depths = vec![0_usize; turns.len()];
    let mut reader = Reader { bytes };
    let count = limited(reader.number()?, MOST)?;
    let mut heads = Vec::with_capacity(count);
    let mut steps = 0;
    for _ in 0..count {
        let parent = limited(reader.number()?, u64::from(u32::MAX))?;
        let length = limited(reader.number()?, MOST_STEPS as u64)?;
        steps += length;
        // Variations are ordered by where they branch off.
        let is_next = heads.last().is_none_or(|&(before, _)| before <= parent);
        if length == 0 || !is_next {
            return Err(LinkError::Variation);
        }
        heads.push((parent, length));
    }
    limited(steps as u64, MOST_STEPS as u64)?;
    let mut comments = Vec::new();
    for _ in 0..limited(reader.number()?, MOST_REMARKS)? {
        comments.push((limited(reader.number()?, u64::from(u32::MAX))?, reader.bytes()?));
    }
    let mut glyphs = Vec::new();
    for _ in 0..limited(reader.number()?, MOST_REMARKS)? {
        glyphs.push((limited(reader.number()?, u64::from(u32::MAX))?, reader.byte()?));
    }

    // There is one canonical form: in order, nothing empty, and nothing twice.
    let is_canonical = !(heads.is_empty() && comments.is_empty() && glyphs.is_empty())
        && comments.iter().all(|(_, text)| !text.is_empty())
        && comments.is_sorted_by_key(|&(place, _)| place)
        && comments.windows(2).all(|pair| pair[0].0 != pair[1].0)
        && glyphs.is_sorted_by_key(|&(turn, _)| turn)
        && glyphs.iter().enumerate().all(|(place, glyph)| {
            let mut of_turn = glyphs[..place].iter().rev().take_while(|other| other.0 == glyph.0);
            of_turn.all(|other| other != glyph)
        });
    if !is_canonical {
        return Err(LinkError::Canonical);
    }

    let mut decoder = Decoder::new(reader.bytes);
    let mut encoder = Encoder::new();
    // Other orders of steps with the same result are the same turn in a game, but not in a link.
    let mut is_united = false;
    for (parent, length) in heads {
        let mut at = *turns.get(parent).ok_or(LinkError::Variation)?;
        let depth = limited(depths[parent] as u64 + 1, DEEPEST as u64)?;
        // A turn without siblings would continue the line, and is not a variation.
        if tree.next(at).is_empty() {
            return Err(LinkError::Variation);
        }
        for turn in line(&mut decoder, &mut encoder, *tree.after(at), length)? {
            let known = tree.len();
            at = tree.add(at, &turn).map_err(|_| LinkError::Variation)?;
            is_united |= tree.steps(at) != turn;
            // An existing turn is not a variation either.
            if tree.len() == known && !is_united {
                return Err(LinkError::Variation);
            }
            turns.push(at);
            depths.push(depth);
        }
    }
    if !decoder.is_spent() {
        return Err(LinkError::Trailing);
    }
    if encoder.finish() != reader.bytes {
        return Err(LinkError::Canonical);
    }
    for (place, text) in comments {
        let turn = *turns.get(place / 2).ok_or(LinkError::Variation)?;
        let text = std::str::from_utf8(text).map_err(|_| LinkError::Variation)?;
        if place % 2 == 0 {
            tree.set_comment_before(turn, text);
        } else if turns.iter().filter(|&&other| other == turn).count() > 1 {
            tree.add_comment(turn, text);
        } else {
            tree.set_comment(turn, text);
        }
    }
    for (number, glyph) in glyphs {
        let turn = *turns.get(number).ok_or(LinkError::Variation)?;
        tree.annotate(turn, glyph);
    }
    Ok((tree, turns))
}

/// The turns of a game in the order of their numbers in a link.
pub(super) fn numbered(tree: &Game) -> Vec<TurnId> {
    let mut turns: Vec<TurnId> = [Game::ROOT].into_iter().chain(tree.main_line()).collect();
    let mut number = 0;
    while let Some(&parent) = turns.get(number) {
        let skipped = if parent == tree.tip() { usize::MAX } else { 1 };
        for &first in tree.next(parent).iter().skip(skipped) {
            turns.extend([first].into_iter().chain(tree.line(first)));
        }
        number += 1;
    }
    turns
}

/// This many steps from a position, turn by turn.
pub(super) fn line(
    decoder: &mut Decoder<'_>,
    encoder: &mut Encoder,
    from: AnyPosition,
    length: usize,
) -> Result<Vec<Vec<Step>>, LinkError> {
    let mut position = from;
    let mut turns = vec![Vec::new()];
    for left in (0..length).rev() {
        let steps = position.list();
        let of = steps.len() as u32;
        let place = decoder.read(of).ok_or(LinkError::Variation)?;
        encoder.write(place, of);
        let step = order::at(place, steps, position.spec()).ok_or(LinkError::Variation)?;
        let mover = position.turn();
        position.play(step);
        if let Some(turn) = turns.last_mut() {
            turn.push(step);
        }
        if position.turn() != mover && left > 0 {
            turns.push(Vec::new());
        }
    }
    Ok(turns)
}

/// A number with an upper limit.
pub(super) fn limited(number: u64, most: u64) -> Result<usize, LinkError> {
    if number > most {
        return Err(LinkError::Many);
    }
    usize::try_from(number).map_err(|_| LinkError::Many)
}
