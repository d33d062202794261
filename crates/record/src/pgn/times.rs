//! The times of turns in comments: `[%clk 0:04:55]` is what its player's clock showed when a turn
//! ended, `[%emt 0:00:05]` what it took. Seconds may have decimals.

use crate::game::{Game, Time};
use crate::time_control::read_seconds;

const LEFT: &str = "[%clk ";
const USED: &str = "[%emt ";

/// The times of a turn as they begin its comment; empty if none is known.
pub(super) fn write(time: Time) -> String {
    let words = [(LEFT, time.left), (USED, time.used)];
    let words = words.into_iter().filter_map(|(word, time)| {
        let time = time?;
        let (hours, minutes) = (time / 3_600_000, time / 60_000 % 60);
        let (seconds, rest) = (time / 1000 % 60, time % 1000);
        let decimals = match rest {
            0 => String::new(),
            rest => format!(".{rest:03}").trim_end_matches('0').to_owned(),
        };
        Some(format!("{word}{hours}:{minutes:02}:{seconds:02}{decimals}]"))
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Hours, minutes and seconds.
fn read(text: &str) -> Option<u32> {
    let mut parts = text.trim().split(':');
    let mut next = || parts.next();
    let (hours, minutes, seconds) = (next()?, next()?, next()?);
    let number = |text: &str| read_seconds(text).filter(|_| !text.contains('.'));
    let minutes = number(hours)?.checked_mul(60)?.checked_add(number(minutes)?)?;
    match next() {
        None => minutes.checked_mul(60)?.checked_add(read_seconds(seconds)?),
        Some(_) => None,
    }
}

/// Takes a time out of a comment.
fn take(comment: &mut String, word: &str) -> Option<u32> {
    let (before, rest) = comment.split_once(word)?;
    let (time, behind) = rest.split_once(']')?;
    let time = read(time)?;
    let words = [before.trim(), behind.trim()];
    let rest = words.iter().filter(|text| !text.is_empty()).copied().collect::<Vec<_>>().join(" ");
    *comment = rest;
    Some(time)
}

/// Takes the times of all turns out of the comments.
pub(super) fn take_all(game: &mut Game) {
    for number in 1..game.len() {
        let Some(turn) = game.turn(number) else { continue };
        let mut comment = game.comments(turn).1.to_owned();
        let left = take(&mut comment, LEFT);
        let used = take(&mut comment, USED);
        if left.is_some() || used.is_some() {
            game.set_comment(turn, &comment);
            game.set_time(turn, Time { used, left });
        }
    }
}
