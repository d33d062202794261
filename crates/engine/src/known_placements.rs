//! Placements of the Contramatic games that long searches of both sides' placements against each other have
//! found (docs/strength.md, "Placement").
//!
//! A placement is the squares of the queen, the rooks, bishops, knights and pawns.

use rules::{Role, Square, Step};

use crate::tactics::Tactics;

/// How many pieces of each kind a placement has, in the order of their squares.
const ORDER: [(Role, usize); 5] =
    [(Role::Queen, 1), (Role::Rook, 2), (Role::Bishop, 2), (Role::Knight, 2), (Role::Pawn, 8)];

/// The known placements of the side that is to place, the best first; none where another turn begins than
/// that in which a side places all but its kings.
pub(crate) fn of<P: Tactics>(position: &P) -> Vec<Vec<Step>> {
    let reserve = position.reserve(position.turn());
    let places_all = ORDER.iter().all(|&(role, count)| reserve.count(role) as usize == count);
    let known = if places_all { P::PLACEMENTS[position.turn().index()] } else { &[] };
    known.iter().map(|squares| drops(squares)).collect()
}

/// The drops of a placement.
fn drops(squares: &str) -> Vec<Step> {
    let roles = ORDER.iter().flat_map(|&(role, count)| std::iter::repeat_n(role, count));
    let squares = squares.as_bytes().chunks(2).map(|name| 8 * (name[1] - b'1') + name[0] - b'a');
    roles.zip(squares).map(|(role, to)| Step::Drop { role, to: Square::new(to) }).collect()
}

/// Contramatic Chess: those of White, who places first, and of Black, who answers.
pub(crate) const CONTRAMATIC: [&[&str]; 2] = [
    &[
        "b1d1f1a1c1b2d2a2a3b3c2d3f3g2h2",
        "b1d1f1a1c1d2h2a2a3b2b3c2d3f3g2",
        "b1d1f1a1c1b2h2a2a3b3c2d2d3f3g2",
        "b1d1f1a1c1b2d2a2a3b3c2c3d3f3g2",
        "b1d1f1a1c1b2d2a2a3b3c2d3f2f3g2",
        "b1c1f1a1c2b2d2a2a3b3d1d3f3g2h2",
        "b1d1f1a1c1b2d2a2a3b3c2d3f3g2h3",
        "b1b2f1a1d1c1d2a2a3b3c2d3f3g2h2",
        "b1d1f1c1g2b2d2a1a2a3b3c2d3f3h2",
        "b1d1f1a1c1b2d2a2b3c2d3e2f3g2h2",
    ],
    &[
        "b8d8f6c8h8a8f8a7b7c7d7g7g8h6h7",
        "b8a7c8c7h8a8h7b7d6d8f7f8g7g8h6",
        "b8c8f6d8h8f8g8a7a8b7c7d7e7g7h7",
        "b8c8f8g8h8d8h7a7b7c7d6f6f7g7h6",
        "b8c5d8c8h8f8h7a7a8b7c7d7g7g8h6",
        "c8a5h5b7b8f8h7a6a7b6c6c7f6g7h6",
        "b8a7f8g7h8d8h7b7c7c8d6f6f7g8h6",
        "b8c8f6d8h8f8h7a7a8b7c7d7e7g7g8",
        "b8b7f6d8h8f8h7a7a8c7c8d7e7g7g8",
        "a8d8f6c8h8a7f8b7b8c7d7g7g8h6h7",
        "f8c8h8a8c7b8d8a6a7b7c6d6f6h5h7",
        "b8c8f8d8h8f6h7a7b7c7d7f7g7g8h6",
    ],
];

/// Complete Contramatic Chess: those of White, who places first, and of Black, who answers.
pub(crate) const COMPLETE_CONTRAMATIC: [&[&str]; 2] = [
    &[
        "c1h1h2a2f1g1g2a3b2b3c2e2f2g3h4",
        "c1h1h4a2f1g1g2a3b1b2b3c2e2g3h2",
        "c1h1h2a2f1g1g2a3b1b2b3c2e2g3h4",
        "c1f1h1a2h2g1g2a3b2b3c2e2f2g3h4",
        "c1f1h1f2h2g1g2a2b2b3b4c2e2g3h4",
        "c1h1h2a2f1g1g2b2b3b4c2e2f2g3h4",
        "c1h1h4f2h2g1g2a2b2b3b4c2e2f1g3",
        "c1h2h4a2f1g1g2a3b2b3c2e2f2g3h1",
        "c1f1h1f2g1g2h2a2b2b3b4c2e2g3h4",
        "c1h1h4a2h2g1g2a3b2b3c2e2f1f2g3",
        "c1f1h2a2h1g1g2a3b2b3c2e2f2g3h4",
    ],
    &[
        "b8b5h8d8g8a8c8a7b7c7e7f7f8g6h7",
        "b8g6h8d8g8a8f8a7b5b6b7c8e7f7h7",
        "b8b5h8d8g8a8c8a7b6b7e7f7f8g6h7",
        "g8a5a7b8c7b6c8a6b7c6d7d8g7h6h7",
        "b8b5h8d8g8a8c8a5a7b7c7e7f7g6h7",
        "h8b8h5c8d8g7g8a5a6a7b6c7d7f7h7",
        "b8d8h8c8g7f8g8a5a7b7c7d7e6f7g6",
        "b8g6h8d8g8a8f8a7b5b7c7c8e7f7h7",
        "c8g7h8f8g8b8d8a7b7c7e6e7f7g6h7",
        "g8g6h8c7d8b7g7a6a7b6c6d7e7h6h7",
        "d8f8h8c7c8g7g8a7b7c6d6d7f6g5h7",
        "b8d8h8f8g7a5c8a7b7c7d7e6f7g6g8",
        "h8a7b8c8d8g7g8a5a6b6c7d7f7h5h7",
        "b8a8h5c8d8d7g7a6b7c6c7e6e7g6h7",
        "c8d8g8g7h7b7h8a7b6c7d7e6f6g6h6",
        "b8g6h8c8g8a7f8a8b5b6b7d8e7f7h7",
    ],
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rules::Position as _;
    use rules::any::positions::{CompleteContramatic, Contramatic, Magnetic};

    use super::*;
    use crate::limits::Limits;
    use crate::placement::place;
    use crate::search::Search;

    /// The position after a turn, which is legal.
    fn played<P: Tactics>(mut position: P, drops: &[Step]) -> P {
        for &step in drops.iter().chain(&[Step::End]) {
            assert!(position.is_legal(step), "{step:?} in {}", position.fen());
            position.play(step, &mut ());
        }
        position
    }

    fn check<P: Tactics>() {
        let start = P::initial();
        let first = of(&start);
        assert!(first.len() > 3, "variety");
        for drops in &first {
            let answers = of(&played(start, drops));
            assert!(answers.len() > 3);
            // A piece that stands elsewhere opens a line to the king: then the answer cannot be played.
            let legal = answers.iter().filter(|answer| {
                let mut after = played(start, drops);
                answer.iter().for_each(|&drop| {
                    assert!(after.is_legal(drop), "{drop:?}");
                    after.play(drop, &mut ());
                });
                after.is_legal(Step::End)
            });
            assert!(legal.count() > answers.len() / 3);
        }
        let mut begun = start;
        begun.play(first[0][0], &mut ());
        assert!(of(&begun).is_empty(), "something stands already");
    }

    #[test]
    fn known_placements_can_be_played() {
        check::<Contramatic>();
        check::<CompleteContramatic>();
        assert!(of(&Magnetic::initial()).is_empty());
    }

    /// Who places first takes one of the known placements, by the seed.
    #[test]
    fn the_first_placement_is_known() {
        let start = Contramatic::initial();
        let known: Vec<Vec<Step>> = of(&start);
        let mut search = Search::new(1 << 10);
        let mut turn = |seed, recall| {
            let thought = place(&mut search, &start, &Limits::nodes(3000), (seed, recall)).unwrap();
            thought.turn[..15].to_vec()
        };
        let seen: HashSet<Vec<Step>> = (1..9).map(|seed| turn(seed, 1000)).collect();
        assert!(seen.len() > 2 && seen.iter().all(|drops| known.contains(drops)));
        assert!(!known.contains(&turn(1, 0)));
        // Who remembers four pieces of five places most of them as one of those, and the others elsewhere.
        let alike = |drops: &[Step]| {
            let most =
                known.iter().map(|one| one.iter().filter(|drop| drops.contains(drop)).count());
            most.max().unwrap()
        };
        let turns: Vec<Vec<Step>> = (1..30).map(|seed| turn(seed, 800)).collect();
        let sum: usize = turns.iter().map(|drops| alike(drops)).sum();
        assert!((9 * 29..13 * 29).contains(&sum), "{sum} of {}", 15 * 29);
        assert!(turns.iter().all(|drops| played(start, drops).turn() != start.turn()));
    }

    /// Who answers begins with the known placements.
    #[test]
    fn answers_begin_with_what_is_known() {
        let start = Contramatic::initial();
        let answering = played(start, &of(&start)[0]);
        let mut search = Search::new(1 << 10);
        let thought = place(&mut search, &answering, &Limits::nodes(20_000), (3, 1000)).unwrap();
        assert!(of(&answering).contains(&thought.turn[..15].to_vec()));
    }
}
