//! Other orders of a turn's steps with the same result, as a section of a link (docs/link-format.md, "Orders").

use super::coder::{Decoder, Encoder};
use super::variations::{limited, line, numbered};
use super::{LinkError, MOST_STEPS, Reader, order, put_number};
use crate::game::{Game, TurnId};

/// The most orders of a link.
const MOST: u64 = 1_000;

/// The bytes of the section with the orders; `None` if there are none.
///
/// # Errors
/// [`LinkError::Many`] if the game has more than a link may have.
pub(super) fn write(tree: &Game) -> Result<Option<Vec<u8>>, LinkError> {
    let mut heads = Vec::new();
    let (mut encoder, mut length) = (Encoder::new(), 0);
    for (number, turn) in numbered(tree).into_iter().enumerate() {
        for steps in tree.orders(turn) {
            length += steps.len();
            heads.push((number, steps.len()));
            let mut position = *tree.before(turn);
            for &step in steps {
                let (place, of) = order::place(&position, step).ok_or(LinkError::Step(0))?;
                encoder.write(place, of);
                position.play(step);
            }
        }
    }
    limited(heads.len() as u64, MOST)?;
    limited(length as u64, MOST_STEPS as u64)?;
    let mut bytes = Vec::new();
    put_number(&mut bytes, heads.len() as u64);
    for &(number, length) in &heads {
        put_number(&mut bytes, number as u64);
        put_number(&mut bytes, length as u64);
    }
    bytes.extend(encoder.finish());
    Ok((!heads.is_empty()).then_some(bytes))
}

/// Adds the orders of the section to a game; `turns` are its turns by their numbers.
///
/// # Errors
/// If the section is truncated, exceeds a limit, is not in canonical form, or an order has another result.
pub(super) fn read(tree: &mut Game, turns: &[TurnId], bytes: &[u8]) -> Result<(), LinkError> {
    let mut reader = Reader { bytes };
    let count = limited(reader.number()?, MOST)?;
    let (mut heads, mut all, mut before) = (Vec::with_capacity(count), 0, 0);
    for _ in 0..count {
        let number = limited(reader.number()?, u64::from(u32::MAX))?;
        let length = limited(reader.number()?, MOST_STEPS as u64)?;
        all += length;
        if number < before || length == 0 {
            return Err(LinkError::Canonical);
        }
        heads.push((number, length));
        before = number;
    }
    limited(all as u64, MOST_STEPS as u64)?;
    let (mut decoder, mut encoder) = (Decoder::new(reader.bytes), Encoder::new());
    for (number, length) in heads {
        let turn = *turns.get(number).filter(|_| number > 0).ok_or(LinkError::Variation)?;
        let known = tree.orders(turn).len();
        let steps = line(&mut decoder, &mut encoder, *tree.before(turn), length)?.concat();
        // Each has the turn's result, and no two are alike.
        if !tree.add_order(turn, &steps) || tree.orders(turn).len() != known + 1 {
            return Err(LinkError::Variation);
        }
    }
    if count == 0 || !decoder.is_spent() || encoder.finish() != reader.bytes {
        return Err(LinkError::Canonical);
    }
    Ok(())
}
