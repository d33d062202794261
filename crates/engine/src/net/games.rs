//! The inputs of each game's nets.

use rules::games::batteries::Batteries;
use rules::games::charismatic::Charismatic;
use rules::games::chessence::Chessence;
use rules::games::complete_contramatic::CompleteContramatic;
use rules::games::contramatic::Contramatic;
use rules::games::magnetic::Magnetic;
use rules::games::orthodox::Orthodox;
use rules::games::progressive::Progressive;
use rules::{Color, Phase, Position, Reserve};

use crate::charismatic::Attacks;

use super::inputs::{Counts, Inputs, MOST_COUNTS, MOST_SIGNS, Signs};

/// How many pieces of each kind a side has in its reserve, in the order of the game's pieces.
fn reserves<P: Position>(position: &P) -> Counts {
    let mut counts = [[0; MOST_COUNTS]; 2];
    for color in Color::ALL {
        tally::<P>(position.reserve(color), &mut counts[color.index()]);
    }
    counts
}

fn tally<P: Position>(pieces: Reserve, counts: &mut [u8]) {
    for (count, &(role, _)) in counts.iter_mut().zip(P::SPEC.roles) {
        *count = pieces.count(role) as u8;
    }
}

impl Inputs for Orthodox {}

impl Inputs for Magnetic {}

impl Inputs for Progressive {
    const COUNTS: usize = 1;

    /// The moves left in the series.
    fn counts(&self) -> Counts {
        let mut counts = [[0; MOST_COUNTS]; 2];
        counts[self.turn().index()][0] = self.left().min(255) as u8;
        counts
    }
}

impl Inputs for Batteries {
    const SIGNS: usize = 1;

    /// The charged pieces.
    #[inline(always)]
    fn signs(&self) -> Signs<u128> {
        Color::ALL.map(|color| [self.charged(color), 0, 0])
    }
}

impl Inputs for Chessence {
    const TURNED: bool = true;
    const SIGNS: usize = 3;
    const COUNTS: usize = 2;

    /// The men that move as rooks, as bishops and as knights.
    #[inline(always)]
    fn signs(&self) -> Signs<u64> {
        Color::ALL.map(|color| {
            let powers = self.powers(color);
            [powers.rook, powers.bishop, powers.knight]
        })
    }

    fn counts(&self) -> Counts {
        reserves(self)
    }
}

/// The games in which a side places its army, and for which there are as many kinds of counts as
/// kinds of pieces.
const ARMY: usize = 6;

impl Inputs for Contramatic {
    const COUNTS: usize = ARMY;

    fn counts(&self) -> Counts {
        match self.phase() {
            Phase::Placement => reserves(self),
            Phase::Movement => [[0; MOST_COUNTS]; 2],
        }
    }
}

impl Inputs for CompleteContramatic {
    const COUNTS: usize = ARMY + 1;

    fn counts(&self) -> Counts {
        match self.phase() {
            Phase::Placement => reserves(self),
            Phase::Movement => [[0; MOST_COUNTS]; 2],
        }
    }
}

/// The places of the hand and of the moves left among the counts of Charismatic Chess.
const HAND: usize = ARMY;
const LEFT: usize = 2 * ARMY;

impl Inputs for Charismatic {
    const TURNED: bool = true;
    const SIGNS: usize = 3;
    const COUNTS: usize = LEFT + 1;

    /// The pieces that have moved, or were placed, in this turn; behind the placement, what is attacked, and the
    /// pieces that are threatened.
    fn signs(&self) -> Signs<u64> {
        let mut signs = [[0; MOST_SIGNS]; 2];
        signs[self.turn().index()][0] = self.moved();
        if self.phase() == Phase::Movement {
            let attacks = Attacks::new(self.board());
            for (color, signs) in Color::ALL.into_iter().zip(&mut signs) {
                signs[1] = attacks.by(color);
                signs[2] = attacks.threatened(self.board(), color);
            }
        }
        signs
    }

    /// Reserves, the hand, and the moves left in the turn.
    fn counts(&self) -> Counts {
        let mut counts = reserves(self);
        let own = &mut counts[self.turn().index()];
        tally::<Self>(self.hand(), &mut own[HAND..LEFT]);
        own[LEFT] = self.steps_left() as u8;
        counts
    }
}

const _: () = assert!(LEFT < MOST_COUNTS);
