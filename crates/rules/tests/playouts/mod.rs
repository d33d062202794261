//! Random games, and what must hold in every position of them whatever the game.

use rules::{Effect, Position, Square};

/// Numbers that look random and are the same in every run.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Plays random games from the initial position and calls `visit` with every position.
pub(crate) fn play<P: Position>(games: u64, plies: usize, mut visit: impl FnMut(&P)) {
    for game in 0..games {
        let mut numbers = Numbers::new(game);
        let mut position = P::initial();
        for _ in 0..plies {
            visit(&position);
            let steps = position.list();
            if steps.is_empty() {
                break;
            }
            position.play(steps[numbers.below(steps.len())], &mut ());
        }
    }
}

/// Carries out effects on the men of a position and compares them with those of the next.
fn replay<P: Position>(before: &P, effects: &[Effect], after: &P) {
    let shape = &P::SPEC.shape;
    let mut men: Vec<_> = shape.all().map(|square| before.piece_at(square)).collect();
    let mut take = |square: Square, piece| men[square.index()] = piece;
    for &effect in effects {
        match effect {
            Effect::Slide { piece, from, to, .. } => {
                take(from, None);
                take(to, Some(piece));
            }
            Effect::Appear { piece, at } => take(at, Some(piece)),
            Effect::Vanish { at, .. } => take(at, None),
            Effect::Change { at, into, .. } => take(at, Some(into)),
        }
    }
    let wanted: Vec<_> = shape.all().map(|square| after.piece_at(square)).collect();
    assert_eq!(men, wanted, "{} {effects:?}", before.fen());
}

/// Checks over random games: the FEN reads back, the key is the one computed anew, the count is
/// the list's length, and the effects of every step turn the board before into the board after.
pub(crate) fn invariants_hold<P: Position>() {
    play::<P>(20, 100, |position| {
        let fen = position.fen();
        assert_eq!(P::from_fen(&fen).as_ref(), Ok(position), "{fen}");
        assert_eq!(position.key(), position.recomputed_key(), "{fen}");
        let steps = position.list();
        assert_eq!(position.count(), steps.len() as u64, "{fen}");
        for step in steps {
            let mut after = *position;
            let mut effects = Vec::new();
            after.play(step, &mut effects);
            replay(position, &effects, &after);
            assert_eq!(after.key(), after.recomputed_key(), "{fen} {}", step.display(P::SPEC));
            assert_ne!(after.key(), position.key(), "{fen} {}", step.display(P::SPEC));
        }
    });
}
