//! The sums of a net's hidden layer, kept from step to step.

use rules::{Bits, Color, Effect, EffectLog, Piece, Square, Step};

use super::inputs::{Counts, Inputs, Signs};
use super::{Net, Sums};

/// The most changes of pieces that a step makes: in Magnetic Chess castling and two impulses along
/// four rays each, with a promotion, are well below that.
const MOST_CHANGES: usize = 32;

/// A piece that came to a square, or went from it.
#[derive(Clone, Copy, Debug)]
struct Change {
    piece: Piece,
    at: Square,
    comes: bool,
}

/// What a step did to the pieces on the board: the effects that the rules report of it.
#[derive(Clone, Debug)]
pub(crate) struct Changes {
    changes: [Change; MOST_CHANGES],
    count: usize,
}

impl Changes {
    pub(crate) const fn none() -> Changes {
        use rules::Role;
        let nothing = Change {
            piece: Piece { color: Color::White, role: Role::Pawn },
            at: Square::new(0),
            comes: false,
        };
        Changes { changes: [nothing; MOST_CHANGES], count: 0 }
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Whether there were more than are kept, so that sums have to be made anew.
    #[inline(always)]
    pub(crate) fn are_too_many(&self) -> bool {
        self.count > MOST_CHANGES
    }

    #[inline(always)]
    fn push(&mut self, piece: Piece, at: Square, comes: bool) {
        if let Some(place) = self.changes.get_mut(self.count) {
            *place = Change { piece, at, comes };
            self.count += 1;
        } else {
            self.count = MOST_CHANGES + 1;
        }
    }
}

impl EffectLog for Changes {
    #[inline]
    fn log(&mut self, effect: Effect) {
        match effect {
            Effect::Slide { piece, from, to, .. } => {
                self.push(piece, from, false);
                self.push(piece, to, true);
            }
            Effect::Appear { piece, at } => self.push(piece, at, true),
            Effect::Vanish { piece, at } => self.push(piece, at, false),
            Effect::Change { at, from, into } => {
                self.push(from, at, false);
                self.push(into, at, true);
            }
        }
    }
}

/// The sums of a net's hidden layer for a position, in both perspectives, White's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulator<P: Inputs> {
    sums: [Sums; 2],
    signs: Signs<P::Bits>,
    counts: Counts,
}

impl<P: Inputs> Accumulator<P> {
    /// The sums of a position, made anew. The net is one of its game.
    #[cfg_attr(target_family = "wasm", target_feature(enable = "simd128"))]
    pub fn of(net: &Net, position: &P) -> Self {
        let sums = Color::ALL.map(|view| {
            let mut sums = net.bias;
            net.layout.visit(position, view, |input| add(&mut sums, &net.rows[input]));
            sums
        });
        Accumulator { sums, signs: position.signs(), counts: position.counts() }
    }

    /// Plays a legal step; the sums become those of the position after it, by the effects that the
    /// rules report and by what has become of signs and counts.
    pub fn play(&mut self, net: &Net, position: &mut P, step: Step) {
        let mut changes = Changes::none();
        position.play(step, &mut changes);
        self.follow(net, &changes, position);
    }

    /// The sums after these changes of the pieces, which have led to this position.
    #[cfg_attr(target_family = "wasm", target_feature(enable = "simd128"))]
    #[inline]
    pub(crate) fn follow(&mut self, net: &Net, changes: &Changes, after: &P) {
        if changes.are_too_many() {
            *self = Accumulator::of(net, after);
            return;
        }
        let signs = after.signs();
        for view in Color::ALL {
            // A copy, so that the sums stay in the processor's registers from change to change.
            let mut sums = self.sums[view.index()];
            for &Change { piece, at, comes } in &changes.changes[..changes.count] {
                let row = &net.rows[net.layout.piece(view, piece, at)];
                change(&mut sums, row, comes);
            }
            if P::SIGNS > 0 {
                for color in Color::ALL {
                    let (old, new) = (&self.signs[color.index()], &signs[color.index()]);
                    for (kind, (&old, &new)) in old.iter().zip(new).enumerate().take(P::SIGNS) {
                        for at in (old ^ new).squares() {
                            let row = &net.rows[net.layout.sign(view, color, kind, at)];
                            change(&mut sums, row, new.has(at));
                        }
                    }
                }
            }
            self.sums[view.index()] = sums;
        }
        self.signs = signs;
        if P::COUNTS > 0 {
            let counts = after.counts();
            if counts != self.counts {
                self.follow_counts(net, counts);
            }
        }
    }

    /// The sums of a position by what differs between it and the one that these are of.
    pub(crate) fn toward(&self, net: &Net, here: &P, there: &P) -> Self {
        let mut changes = Changes::none();
        for color in Color::ALL {
            for &(role, _) in P::SPEC.roles {
                let (old, new) = (here.pieces_of(color, role), there.pieces_of(color, role));
                for at in (old ^ new).squares() {
                    changes.push(Piece { color, role }, at, new.has(at));
                }
            }
        }
        let mut sums = *self;
        sums.follow(net, &changes, there);
        sums
    }

    #[cfg_attr(target_family = "wasm", target_feature(enable = "simd128"))]
    fn follow_counts(&mut self, net: &Net, counts: Counts) {
        for color in Color::ALL {
            let (old, new) = (&self.counts[color.index()], &counts[color.index()]);
            for (kind, (&old, &new)) in old.iter().zip(new).enumerate().take(P::COUNTS) {
                for n in old.min(new) + 1..=old.max(new) {
                    for view in Color::ALL {
                        if let Some(input) = net.layout.count(view, color, kind, n) {
                            change(&mut self.sums[view.index()], &net.rows[input], new > old);
                        }
                    }
                }
            }
        }
        self.counts = counts;
    }

    /// The net's judgement for the side to move, in hundredths of a pawn.
    #[inline]
    pub fn judge(&self, net: &Net, turn: Color) -> i32 {
        net.output(&self.sums, turn)
    }
}

/// Sums wrap: those of a trained net never come near that, and those of any other mean nothing.
#[inline(always)]
fn add(sums: &mut Sums, row: &Sums) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*weight);
    }
}

/// Adds a row, or takes it away: by its bits, without a branch that the processor would often guess wrong.
#[inline(always)]
fn change(sums: &mut Sums, row: &Sums, comes: bool) {
    let turned = i16::from(comes) - 1;
    // By as many as a register holds, so that rows are read register by register.
    let rows = row.as_chunks::<8>().0.iter();
    for (sums, row) in sums.as_chunks_mut::<8>().0.iter_mut().zip(rows) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add((weight ^ turned).wrapping_sub(turned));
        }
    }
}
