//! Circles and arrows in comments, as ChessBase and Lichess write them: `[%csl Gd4,Re5]` are circles,
//! `[%cal Ge2e4]` arrows, each in a colour.

use rules::{Shape, Square};

use crate::game::{Brush, Game, Mark, TurnId};

const CIRCLES: &str = "[%csl ";
const ARROWS: &str = "[%cal ";

/// The marks of a turn as they begin its comment; empty if there are none.
pub(super) fn write(tree: &Game, turn: TurnId) -> String {
    let shape = tree.start().spec().shape;
    let all = |word: &str, is_circle: bool| {
        let marks = tree.marks(turn).iter().filter(|mark| (mark.from == mark.to) == is_circle);
        let texts: Vec<String> = marks
            .map(|mark| {
                let to = if is_circle { String::new() } else { shape.name(mark.to).to_string() };
                format!("{}{}{to}", mark.brush.letter(), shape.name(mark.from))
            })
            .collect();
        if texts.is_empty() { String::new() } else { format!("{word}{}]", texts.join(",")) }
    };
    format!("{} {}", all(CIRCLES, true), all(ARROWS, false)).trim().to_owned()
}

/// A mark: the letter of its colour, and one square or two.
fn read(shape: Shape, text: &str, is_circle: bool) -> Option<Mark> {
    let mut signs = text.trim().chars();
    let letter = signs.next()?;
    let brush = Brush::ALL.into_iter().find(|brush| brush.letter() == letter)?;
    let squares = signs.as_str();
    let second = squares.char_indices().skip(1).find(|(_, sign)| sign.is_ascii_alphabetic());
    let (from, to) = squares.split_at_checked(second.map_or(squares.len(), |(at, _)| at))?;
    let square = |name: &str| -> Option<Square> {
        shape.parse(name).filter(|&square| !shape.is_hole(square))
    };
    let from = square(from)?;
    let to = if is_circle { to.is_empty().then_some(from)? } else { square(to)? };
    Some(Mark { brush, from, to })
}

/// Takes all marks of a kind out of a comment. What cannot be read stays in it, and what stands within
/// another command.
fn take(shape: Shape, comment: &mut String, is_circle: bool) -> Vec<Mark> {
    let word = if is_circle { CIRCLES } else { ARROWS };
    let (mut kept, mut found) = (String::new(), Vec::new());
    let mut rest: &str = comment;
    while let Some((before, behind)) = rest.split_once(word) {
        kept.push_str(before);
        let is_open = kept.rsplit(']').next().is_some_and(|rest| rest.contains('['));
        let command = behind.split_once(']').filter(|_| !is_open);
        let taken = command.and_then(|(inner, behind)| {
            let marks: Option<Vec<Mark>> =
                inner.split(',').map(|text| read(shape, text, is_circle)).collect();
            Some((marks?, behind.trim_start()))
        });
        rest = match taken {
            Some((marks, behind)) => {
                found.extend(marks);
                kept.truncate(kept.trim_end().len());
                if !kept.is_empty() {
                    kept.push(' ');
                }
                behind
            }
            None => {
                kept.push_str(word);
                behind
            }
        };
    }
    kept.push_str(rest);
    *comment = kept.trim_end().to_owned();
    found
}

/// Takes the marks out of the comments of all turns. Those in the comment before a turn are of the position
/// before it.
pub(super) fn take_all(tree: &mut Game) {
    let shape = tree.start().spec().shape;
    for number in 0..tree.len() {
        let Some(turn) = tree.turn(number) else { continue };
        let (before, behind) = tree.comments(turn);
        let (mut before, mut behind) = (before.to_owned(), behind.to_owned());
        let mut places = vec![(turn, &mut behind)];
        if turn != Game::ROOT {
            places.push((tree.parent(turn), &mut before));
        }
        let mut found = Vec::new();
        for (place, comment) in places {
            let length = comment.len();
            // Circles come first, as they are written.
            let marks = [true, false].map(|is_circle| take(shape, comment, is_circle)).concat();
            if comment.len() < length {
                found.push((place, marks));
            }
        }
        if found.is_empty() {
            continue;
        }
        tree.set_comment(turn, &behind);
        if turn != Game::ROOT {
            tree.set_comment_before(turn, &before);
        }
        for (place, marks) in found {
            for mark in marks {
                // To draw the same again would remove it.
                if !tree.marks(place).contains(&mark) {
                    tree.mark(place, mark);
                }
            }
        }
    }
}
