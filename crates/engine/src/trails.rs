//! The ways through a turn of many steps, kept small: a step and what came before it. Positions are
//! played once more where they are wanted.

use rules::{Position, Step};

/// Steps, each with the place of the one before it. Places count from 1; 0 is where the turn began.
#[derive(Default)]
pub(crate) struct Trails {
    steps: Vec<(u32, Step)>,
}

impl Trails {
    /// A step more behind the one at a place; returns its own.
    pub(crate) fn push(&mut self, before: u32, step: Step) -> u32 {
        self.steps.push((before, step));
        self.steps.len() as u32
    }

    /// The steps that lead to a place.
    pub(crate) fn turn(&self, mut place: u32) -> Vec<Step> {
        let mut turn = Vec::new();
        while let Some(&(before, step)) =
            place.checked_sub(1).and_then(|i| self.steps.get(i as usize))
        {
            turn.push(step);
            place = before;
        }
        turn.reverse();
        turn
    }

    /// The position at a place of a turn that began with this one.
    pub(crate) fn after<P: Position>(&self, start: &P, place: u32) -> P {
        let mut after = *start;
        for step in self.turn(place) {
            after.play(step, &mut ());
        }
        after
    }
}

#[cfg(test)]
mod tests {
    use rules::Square;

    use super::*;

    #[test]
    fn a_place_tells_the_steps_that_lead_to_it() {
        let mut trails = Trails::default();
        let step = |to| Step::Move { from: Square::new(0), to: Square::new(to), into: None };
        let first = trails.push(0, step(1));
        let other = trails.push(0, step(2));
        let second = trails.push(first, step(3));
        assert_eq!(trails.turn(0), []);
        assert_eq!(trails.turn(other), [step(2)]);
        assert_eq!(trails.turn(second), [step(1), step(3)]);
    }
}
