//! The times of a game as a section of a link (docs/link-format.md, "Times").

use super::variations::{limited, numbered};
use super::{LinkError, Reader, put_bytes, put_number};
use crate::game::{Game, Time, TurnId};
use crate::time_control::TimeControl;

/// The most turns with a time.
const MOST: u64 = 4_000;

/// A time with one more than it has, so that 0 says that it is not known.
fn coded(time: Option<u32>) -> u64 {
    time.map_or(0, |time| u64::from(time) + 1)
}

fn read_time(reader: &mut Reader<'_>) -> Result<Option<u32>, LinkError> {
    let number = reader.number()?;
    let time = number.checked_sub(1).map(u32::try_from).transpose();
    time.map_err(|_| LinkError::Many)
}

/// The bytes of the section with the times; `None` if there are none.
///
/// # Errors
/// [`LinkError::Many`] if the game has more than a link may have.
pub(super) fn write(tree: &Game) -> Result<Option<Vec<u8>>, LinkError> {
    let all: Vec<(usize, Time)> = numbered(tree)
        .into_iter()
        .map(|turn| tree.time(turn))
        .enumerate()
        .filter(|&(_, time)| time != Time::default())
        .collect();
    limited(all.len() as u64, MOST)?;
    let control = tree.clock();
    let (text, used) = match control {
        Some((control, used)) => (control.to_string(), used),
        None => (String::new(), 0),
    };
    let mut bytes = Vec::new();
    put_bytes(&mut bytes, text.as_bytes());
    put_number(&mut bytes, u64::from(used));
    put_number(&mut bytes, all.len() as u64);
    for &(number, Time { used, left }) in &all {
        put_number(&mut bytes, number as u64);
        put_number(&mut bytes, coded(used));
        put_number(&mut bytes, coded(left));
    }
    Ok((control.is_some() || !all.is_empty()).then_some(bytes))
}

/// Adds the times of the section to a game; `turns` are its turns by their numbers.
///
/// # Errors
/// If the section is truncated, exceeds a limit, is not in canonical form, or times turns that are not there.
pub(super) fn read(tree: &mut Game, turns: &[TurnId], bytes: &[u8]) -> Result<(), LinkError> {
    let mut reader = Reader { bytes };
    let text = std::str::from_utf8(reader.bytes()?).map_err(|_| LinkError::Variation)?;
    let used = u32::try_from(reader.number()?).map_err(|_| LinkError::Many)?;
    let control = match text {
        "" if used == 0 => None,
        text => {
            let control = TimeControl::parse(text).ok_or(LinkError::Variation)?;
            Some(control).filter(|control| control.to_string() == text)
        }
    };
    let count = limited(reader.number()?, MOST)?;
    if text.is_empty() != control.is_none() || (count == 0 && control.is_none()) {
        return Err(LinkError::Canonical);
    }
    tree.set_clock(control.map(|control| (control, used)));
    let mut next = 0;
    for _ in 0..count {
        let number = limited(reader.number()?, u64::from(u32::MAX))?;
        let turn = *turns.get(number).ok_or(LinkError::Variation)?;
        let time = Time { used: read_time(&mut reader)?, left: read_time(&mut reader)? };
        if number < next || time == Time::default() {
            return Err(LinkError::Canonical);
        }
        tree.set_time(turn, time);
        next = number + 1;
    }
    if reader.bytes.is_empty() { Ok(()) } else { Err(LinkError::Trailing) }
}
