//! Pieces in motion: what the effects of a step look like while they happen.

use rules::{Effect, Piece, Square, Why};

/// How long things take, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// A piece's own move.
    pub own: f64,
    /// An impulse running along its rays.
    pub impulse: f64,
    /// Displaced pieces.
    pub displaced: f64,
}

impl Pace {
    /// The usual pace.
    pub const USUAL: Pace = Pace { own: 160.0, impulse: 120.0, displaced: 220.0 };
    /// No travel: for people who asked for reduced motion.
    pub const NONE: Pace = Pace { own: 0.0, impulse: 0.0, displaced: 0.0 };

    /// The pace at which everything takes so many times as long as usual; 0 is no travel.
    pub fn times(slowness: f64) -> Pace {
        let Pace { own, impulse, displaced } = Pace::USUAL;
        Pace { own: own * slowness, impulse: impulse * slowness, displaced: displaced * slowness }
    }
}

/// The effects of a step, playing.
#[derive(Clone, PartialEq, Debug)]
pub struct Motion {
    effects: Vec<Effect>,
    pace: Pace,
    began: f64,
}

/// A piece that is not where the board has it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moving {
    /// The piece.
    pub piece: Piece,
    /// Where it comes from.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// How much of the way lies behind it, 0 to 1.
    pub along: f64,
    /// 0 to 1.
    pub opacity: f64,
}

impl Motion {
    /// The effects of a step taken at `now` (milliseconds, any clock that only runs forward).
    pub fn new(effects: Vec<Effect>, pace: Pace, now: f64) -> Self {
        Motion { effects, pace, began: now }
    }

    /// The effects of a step taken back: the same, the other way round.
    pub fn back(effects: &[Effect], pace: Pace, now: f64) -> Self {
        let turned = effects.iter().rev().map(|&effect| match effect {
            Effect::Slide { piece, from, to, why } => {
                Effect::Slide { piece, from: to, to: from, why }
            }
            Effect::Appear { piece, at } => Effect::Vanish { piece, at },
            Effect::Vanish { piece, at } => Effect::Appear { piece, at },
            Effect::Change { at, from, into } => Effect::Change { at, from: into, into: from },
        });
        Motion { effects: turned.collect(), pace, began: now }
    }

    /// Whether any piece is displaced by an impulse.
    fn has_impulse(&self) -> bool {
        self.effects.iter().any(|effect| {
            matches!(effect, Effect::Slide { why: Why::Attracted | Why::Repelled, .. })
        })
    }

    /// How long it takes, in milliseconds.
    pub fn length(&self) -> f64 {
        if self.has_impulse() {
            self.pace.own + self.pace.impulse + self.pace.displaced
        } else {
            self.pace.own
        }
    }

    /// Whether all has come to rest.
    pub fn is_over(&self, now: f64) -> bool {
        now - self.began >= self.length()
    }

    /// The effects.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// How far the step's own pieces, the impulse and the displaced pieces are, each 0 to 1.
    fn progress(&self, now: f64) -> (f64, f64, f64) {
        let part = |begin: f64, length: f64| {
            if length <= 0.0 { 1.0 } else { ((now - self.began - begin) / length).clamp(0.0, 1.0) }
        };
        let Pace { own, impulse, displaced } = self.pace;
        (part(0.0, own), part(own, impulse), part(own + impulse, displaced))
    }

    /// The impulse's square and how far it has run, while it runs.
    pub fn impulse(&self, now: f64) -> Option<(Square, f64)> {
        let (_, impulse, _) = self.progress(now);
        if !self.has_impulse() || impulse <= 0.0 || impulse >= 1.0 {
            return None;
        }
        // In castling the rook makes the impulse, and the rook comes second.
        let mut landing = self.effects.iter().filter_map(|effect| match effect {
            Effect::Slide { to, why: Why::Moved, .. } => Some(*to),
            _ => None,
        });
        landing.next_back().map(|at| (at, impulse))
    }

    /// The pieces on their way. A piece that has arrived and stays is not among them.
    pub fn moving(&self, now: f64) -> Vec<Moving> {
        let (own, _, displaced) = self.progress(now);
        let mut moving = Vec::new();
        for &effect in &self.effects {
            match effect {
                Effect::Slide { piece, from, to, why } => {
                    let along = ease(if why == Why::Moved { own } else { displaced });
                    moving.push(Moving { piece, from, to, along, opacity: 1.0 });
                }
                Effect::Appear { piece, at } => {
                    moving.push(Moving { piece, from: at, to: at, along: 1.0, opacity: own });
                }
                Effect::Vanish { piece, at } if own < 1.0 => {
                    let opacity = 1.0 - own;
                    moving.push(Moving { piece, from: at, to: at, along: 1.0, opacity });
                }
                Effect::Vanish { .. } => {}
                // The piece travels as it was and is itself on arrival.
                Effect::Change { at, from, into } => {
                    if let Some(carried) = moving.iter_mut().rev().find(|moving| moving.to == at) {
                        carried.piece = if carried.along < 1.0 { from } else { into };
                    }
                }
            }
        }
        moving
    }
}

/// Slow, quick, slow: the cubic that starts and ends at rest.
fn ease(part: f64) -> f64 {
    part * part * (3.0 - 2.0 * part)
}

#[cfg(test)]
mod tests {
    use rules::{Color, Role};

    use super::*;

    const ROOK: Piece = Piece::new(Color::White, Role::Rook);
    const PAWN: Piece = Piece::new(Color::Black, Role::Pawn);

    fn slide(piece: Piece, from: u8, to: u8, why: Why) -> Effect {
        Effect::Slide { piece, from: Square::new(from), to: Square::new(to), why }
    }

    #[test]
    fn the_mover_goes_first_and_the_displaced_follow_together() {
        let effects = vec![slide(ROOK, 0, 3, Why::Moved), slide(PAWN, 7, 4, Why::Attracted)];
        let motion = Motion::new(effects, Pace::USUAL, 1000.0);
        assert_eq!(motion.length(), 500.0);
        let at = |now| motion.moving(now).iter().map(|piece| piece.along).collect::<Vec<_>>();
        assert_eq!(at(1000.0), [0.0, 0.0]);
        assert_eq!(at(1080.0), [0.5, 0.0]);
        assert_eq!(at(1390.0), [1.0, 0.5]);
        assert_eq!(motion.impulse(1220.0), Some((Square::new(3), 0.5)));
        assert_eq!(motion.impulse(1300.0), None);
        assert!(!motion.is_over(1499.0) && motion.is_over(1500.0));
    }

    #[test]
    fn a_step_taken_back_ends_where_it_began() {
        let effects =
            vec![Effect::Vanish { piece: PAWN, at: Square::new(3) }, slide(ROOK, 0, 3, Why::Moved)];
        let back = Motion::back(&effects, Pace::USUAL, 0.0);
        let moving = back.moving(160.0);
        assert_eq!(moving[0].to, Square::new(0));
        assert_eq!((moving[1].piece, moving[1].opacity), (PAWN, 1.0));
    }

    #[test]
    fn a_step_taken_back_takes_as_long_and_those_displaced_go_last_again() {
        let effects = vec![slide(ROOK, 0, 3, Why::Moved), slide(PAWN, 7, 4, Why::Attracted)];
        let back = Motion::back(&effects, Pace::USUAL, 0.0);
        assert_eq!(back.length(), 500.0);
        let at =
            |now| back.moving(now).iter().map(|one| (one.piece, one.along)).collect::<Vec<_>>();
        assert_eq!(at(80.0), [(PAWN, 0.0), (ROOK, 0.5)]);
        assert_eq!(at(390.0), [(PAWN, 0.5), (ROOK, 1.0)]);
        assert_eq!(back.impulse(220.0), Some((Square::new(0), 0.5)));
    }

    #[test]
    fn reduced_motion_takes_no_time() {
        let motion = Motion::new(vec![slide(ROOK, 0, 3, Why::Moved)], Pace::NONE, 5.0);
        assert!(motion.is_over(5.0));
        assert_eq!(motion.moving(5.0)[0].along, 1.0);
    }

    #[test]
    fn who_is_captured_fades_and_who_comes_appears_as_the_mover_goes() {
        let bishop = Piece::new(Color::Black, Role::Bishop);
        let effects = vec![
            Effect::Vanish { piece: PAWN, at: Square::new(3) },
            slide(ROOK, 0, 3, Why::Moved),
            Effect::Appear { piece: bishop, at: Square::new(9) },
        ];
        let motion = Motion::new(effects, Pace { own: 100.0, ..Pace::NONE }, 0.0);
        let shown = |now: f64| -> Vec<(Role, f64, f64)> {
            let moving = motion.moving(now).into_iter();
            moving.map(|one| (one.piece.role, one.along, one.opacity)).collect()
        };
        // The mover begins and ends gently.
        for (now, along) in [(0.0, 0.0), (25.0, 0.15625), (50.0, 0.5), (75.0, 0.84375)] {
            let part = now / 100.0;
            let wanted = [
                (Role::Pawn, 1.0, 1.0 - part),
                (Role::Rook, along, 1.0),
                (Role::Bishop, 1.0, part),
            ];
            assert_eq!(shown(now), wanted, "{now}");
        }
        assert_eq!(shown(100.0), [(Role::Rook, 1.0, 1.0), (Role::Bishop, 1.0, 1.0)]);
    }

    #[test]
    fn who_is_promoted_changes_on_arrival_whether_it_moved_or_was_displaced() {
        let queen = Piece::new(Color::Black, Role::Queen);
        let at = Square::new(4);
        for (why, arrives) in [(Why::Moved, 160.0), (Why::Repelled, 500.0)] {
            let effects =
                vec![slide(PAWN, 12, 4, why), Effect::Change { at, from: PAWN, into: queen }];
            let motion = Motion::new(effects, Pace::USUAL, 0.0);
            let piece = |now| motion.moving(now)[0].piece;
            assert_eq!((piece(0.0), piece(arrives - 1.0)), (PAWN, PAWN), "{why:?}");
            assert_eq!(piece(arrives), queen, "{why:?}");
        }
    }
}
