//! The order in which the legal steps of a position are numbered.

use std::fmt::Write as _;

use rules::{AnyPosition, Step};

/// The step notation of a step, which is what it is sorted by: no longer than `draw:` and five
/// letters, or two squares of two digits and a letter.
type Notation = [u8; 16];

struct Into<'a> {
    notation: &'a mut Notation,
    length: usize,
}

impl std::fmt::Write for Into<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for &byte in text.as_bytes() {
            *self.notation.get_mut(self.length).ok_or(std::fmt::Error)? = byte;
            self.length += 1;
        }
        Ok(())
    }
}

/// The legal steps sorted by their step notation, byte by byte: an order that any program which
/// knows the rules comes to, however it finds the steps (docs/link-format.md, "Order").
pub(crate) fn ordered(position: &AnyPosition) -> Vec<Step> {
    let spec = position.spec();
    let mut steps: Vec<(Notation, Step)> = position
        .list()
        .into_iter()
        .map(|step| {
            let mut notation = Notation::default();
            let mut into = Into { notation: &mut notation, length: 0 };
            // No notation is longer; were one, its beginning would still sort it.
            let _ = write!(into, "{}", step.display(spec));
            (notation, step)
        })
        .collect();
    steps.sort_unstable_by_key(|&(notation, _)| notation);
    steps.into_iter().map(|(_, step)| step).collect()
}

#[cfg(test)]
mod tests {
    use rules::GameId;

    use super::*;

    #[test]
    fn the_order_is_that_of_the_notation() {
        for &game in GameId::ALL {
            let position = AnyPosition::initial(game);
            let names: Vec<String> = ordered(&position)
                .iter()
                .map(|step| step.display(position.spec()).to_string())
                .collect();
            let mut sorted = names.clone();
            sorted.sort();
            assert_eq!(names, sorted, "{game}");
            assert_eq!(names.len() as u64, position.count(), "{game}");
        }
    }
}
