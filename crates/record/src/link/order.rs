//! The order in which the legal steps of a position are numbered.

use rules::{AnyPosition, GameSpec, Square, Step};

/// The step notation of a step as a number: its bytes from the highest down, padded with zeros, so
/// that numbers compare as the texts do. The longest are `draw:` with five letters, and two squares
/// of three characters with a letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Notation(u128);

impl Notation {
    /// This makes reading and writing links three times as fast as with texts.
    fn of(step: Step, spec: &GameSpec) -> Notation {
        let mut notation = Writer { bits: 0, room: 16 };
        match step {
            Step::Move { from, to, into } => {
                notation.square(from, spec);
                notation.square(to, spec);
                if let Some(role) = into {
                    notation.put(spec.letter(role).to_ascii_lowercase() as u8);
                }
            }
            Step::Drop { role, to } => {
                notation.put(spec.letter(role) as u8);
                notation.put(b'@');
                notation.square(to, spec);
            }
            Step::Draw(hand) => {
                b"draw:".iter().for_each(|&byte| notation.put(byte));
                for &(role, letter) in spec.roles {
                    (0..hand.count(role)).for_each(|_| notation.put(letter as u8));
                }
            }
            Step::End => b"end".iter().for_each(|&byte| notation.put(byte)),
        }
        Notation(notation.bits << (8 * notation.room))
    }
}

struct Writer {
    bits: u128,
    /// How many more bytes fit.
    room: u32,
}

impl Writer {
    /// Appends a byte; bytes that do not fit are dropped.
    fn put(&mut self, byte: u8) {
        if self.room > 0 {
            self.bits = self.bits << 8 | u128::from(byte);
            self.room -= 1;
        }
    }

    fn square(&mut self, square: Square, spec: &GameSpec) {
        let rank = spec.shape.rank(square) + 1;
        self.put(b'a' + spec.shape.file(square));
        if rank >= 10 {
            self.put(b'0' + rank / 10);
        }
        self.put(b'0' + rank % 10);
    }
}

/// The index of a step among the legal ones, and their number; `None` if it is illegal. The order
/// is that of their step notation, byte by byte, which every program that knows the rules can
/// reproduce (docs/link-format.md, "Steps").
pub(crate) fn place(position: &AnyPosition, step: Step) -> Option<(u32, u32)> {
    let spec = position.spec();
    let steps = position.list();
    let own = Notation::of(step, spec);
    let before = steps.iter().filter(|&&other| Notation::of(other, spec) < own).count();
    steps.contains(&step).then_some((before as u32, steps.len() as u32))
}

/// The step at an index in that order; `None` if there are fewer.
pub(crate) fn at(place: u32, steps: Vec<Step>, spec: &GameSpec) -> Option<Step> {
    let mut place = place as usize;
    let of = |step| (Notation::of(step, spec), step);
    let mut left: Vec<(Notation, Step)> = steps.into_iter().map(of).collect();
    // Only the element at the index is needed: as in quickselect, the half that it is not in need
    // not be sorted.
    while place < left.len() {
        let (middle, step) = left[left.len() / 2];
        let before = left.iter().filter(|&&(other, _)| other < middle).count();
        if place == before {
            return Some(step);
        }
        let is_before = place < before;
        left.retain(|&(other, _)| other != middle && (other < middle) == is_before);
        if !is_before {
            place -= before + 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use rules::GameId;

    use super::*;

    /// Compares with the order of the texts, in many positions of each game.
    #[test]
    fn the_order_is_that_of_the_notation() {
        for &game in GameId::ALL {
            let mut position = AnyPosition::initial(game);
            for round in 0..300_usize {
                let spec = position.spec();
                let steps = position.list();
                let mut texts: Vec<(String, Step)> =
                    steps.iter().map(|&step| (step.display(spec).to_string(), step)).collect();
                texts.sort_by(|(one, _), (other, _)| one.cmp(other));
                for (index, &(_, step)) in texts.iter().enumerate() {
                    let index = index as u32;
                    assert_eq!(at(index, steps.clone(), spec), Some(step), "{}", position.fen());
                    assert_eq!(place(&position, step), Some((index, steps.len() as u32)));
                }
                assert_eq!(at(steps.len() as u32, steps.clone(), spec), None);
                if steps.is_empty() || position.outcome().is_some() {
                    break;
                }
                position.play(steps[(round * 7919) % steps.len()]);
            }
        }
    }
}
