//! The player's selection, and the meaning of a tap or a drop.

use rules::{AnyPosition, Effect, Phase, Piece, Refusal, Role, Square, Step};

use crate::event::Event;
use crate::telling::droppable;

/// The selection for the next step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// A piece on the board.
    Piece(Square),
    /// A piece off the board.
    Reserve(Role),
    /// An empty square, to drop a piece on.
    Empty(Square),
    /// A pawn to be promoted: from where, to where.
    Promotion(Square, Square),
}

/// Where a pointer went down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    Square(Square),
    Reserve(Role),
}

impl Spot {
    /// The corresponding tap.
    pub(crate) fn tap(self) -> Event {
        match self {
            Spot::Square(square) => Event::Tap(square),
            Spot::Reserve(role) => Event::TapReserve(role),
        }
    }
}

/// The meaning of an action by hand.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Deed {
    /// Only the selection changes.
    Choose(Option<Pick>),
    /// A step.
    Step(Step),
    /// The steps of the turn are replaced by these.
    Rearrange(Vec<Step>),
}

/// The position that the player acts in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground<'a> {
    /// The position.
    pub(crate) position: &'a AnyPosition,
    /// The position before the steps of the turn that may be changed.
    pub(crate) begun: &'a AnyPosition,
    /// The steps of the unfinished turn that may be changed; empty when an earlier position is
    /// shown.
    pub(crate) turn: &'a [Step],
}

impl Ground<'_> {
    /// Whether the piece on a square was dropped in this unfinished turn, and so can be put
    /// elsewhere.
    fn is_placed_now(self, square: Square) -> bool {
        let dropped = |step: &Step| matches!(*step, Step::Drop { to, .. } if to == square);
        self.position.phase() == Phase::Placement && self.turn.iter().any(dropped)
    }

    /// The player's own piece on a square, if it can be selected: not when the rules have ended the
    /// game.
    pub(crate) fn own_piece(self, square: Square) -> Option<Piece> {
        let piece = self.position.piece_at(square)?;
        let is_own = piece.color == self.position.turn();
        let is_loose = self.position.phase() == Phase::Movement || self.is_placed_now(square);
        (is_own && is_loose && self.position.outcome().is_none()).then_some(piece)
    }

    /// Whether a piece of the kind is in the hand or reserve that the player drops from.
    pub(crate) fn is_droppable(self, role: Role) -> bool {
        let drops =
            |step: &Step| matches!(step, Step::Drop { role: dropped, .. } if *dropped == role);
        self.position.list().iter().any(drops)
    }

    /// Why no piece of the kind can be dropped now, if none can: the reason of an empty square that names the
    /// fewest squares, since it is no list of those where pieces enter.
    pub(crate) fn why_none_enters(self, role: Role) -> Option<Refusal> {
        let has = droppable(self.position).iter().any(|&(held, _)| held == role);
        if !has || self.is_droppable(role) {
            return None;
        }
        let free = |to: &Square| self.position.piece_at(*to).is_none();
        let why = |to| self.position.why_not(Step::Drop { role, to });
        let all = self.position.spec().shape.all().filter(free).filter_map(why);
        all.min_by_key(|refusal| refusal.pieces.len())
    }

    /// The legal targets of the selection, and whether each is a capture.
    pub(crate) fn targets(self, pick: Option<Pick>) -> Vec<(Square, bool)> {
        match pick {
            Some(Pick::Piece(from)) if self.is_placed_now(from) => {
                let Some(piece) = self.position.piece_at(from) else { return Vec::new() };
                let Some(without) = self.with_turn(&self.turn_without(from)) else {
                    return Vec::new();
                };
                let mut targets = drops(&without, piece.role);
                targets.retain(|&(to, _)| to != from);
                targets
            }
            // While the promotion is chosen, the pawn stays selected.
            Some(Pick::Piece(from) | Pick::Promotion(from, _)) => {
                let mut targets: Vec<(Square, bool)> = Vec::new();
                for step in self.position.list() {
                    if let Step::Move { from: mover, to, .. } = step
                        && mover == from
                        && !targets.iter().any(|&(square, _)| square == to)
                    {
                        targets.push((to, captures(self.position, step)));
                    }
                }
                targets
            }
            Some(Pick::Reserve(role)) => drops(self.position, role),
            Some(Pick::Empty(_)) | None => Vec::new(),
        }
    }

    /// The position after these steps of the turn; `None` if the rules refuse one.
    fn with_turn(self, steps: &[Step]) -> Option<AnyPosition> {
        let mut position = *self.begun;
        for &step in steps {
            if position.why_not(step).is_some() {
                return None;
            }
            position.play(step);
        }
        Some(position)
    }

    /// This turn's steps without the drop on a square.
    fn turn_without(self, square: Square) -> Vec<Step> {
        let steps = self.turn.iter().copied();
        steps.filter(|step| !matches!(*step, Step::Drop { to, .. } if to == square)).collect()
    }

    /// This turn's steps with a drop on one square made on another.
    fn turn_with(self, from: Square, to: Square) -> Vec<Step> {
        let moved = |&step: &Step| match step {
            Step::Drop { role, to: at } if at == from => Step::Drop { role, to },
            step => step,
        };
        self.turn.iter().map(moved).collect()
    }

    /// The meaning of a tap.
    pub(crate) fn touch(self, pick: Option<Pick>, spot: Spot) -> Deed {
        match spot {
            Spot::Square(square) => self.tap(pick, square),
            Spot::Reserve(role) => self.tap_reserve(pick, role),
        }
    }

    /// The meaning of a tap on a square.
    fn tap(self, pick: Option<Pick>, square: Square) -> Deed {
        match pick {
            Some(Pick::Piece(from)) if from != square => {
                let is_target = self.targets(pick).iter().any(|&(to, _)| to == square);
                if self.own_piece(square).is_some() && !is_target {
                    return Deed::Choose(Some(Pick::Piece(square)));
                }
                self.put(Pick::Piece(from), square)
            }
            Some(Pick::Reserve(role)) if self.own_piece(square).is_none() => {
                self.put(Pick::Reserve(role), square)
            }
            Some(Pick::Piece(_)) => Deed::Choose(None),
            Some(Pick::Empty(chosen)) if chosen == square => Deed::Choose(None),
            _ => Deed::Choose(self.choose(square)),
        }
    }

    /// What a tap on a square selects when nothing is selected.
    fn choose(self, square: Square) -> Option<Pick> {
        if self.own_piece(square).is_some() {
            return Some(Pick::Piece(square));
        }
        let enters = |step: &Step| matches!(*step, Step::Drop { to, .. } if to == square);
        let is_free = self.position.piece_at(square).is_none();
        (is_free && self.position.list().iter().any(enters)).then_some(Pick::Empty(square))
    }

    /// The meaning of a tap on a piece off the board.
    fn tap_reserve(self, pick: Option<Pick>, role: Role) -> Deed {
        match pick {
            Some(Pick::Empty(square)) => self.put(Pick::Reserve(role), square),
            Some(Pick::Reserve(chosen)) if chosen == role => Deed::Choose(None),
            _ => Deed::Choose(self.is_droppable(role).then_some(Pick::Reserve(role))),
        }
    }

    /// The meaning of dropping the held piece on a square, or off the board: a piece placed in this
    /// turn then returns to the tray.
    pub(crate) fn drop_on(self, pick: Option<Pick>, square: Option<Square>) -> Deed {
        match (pick, square) {
            (Some(Pick::Piece(from)), None) if self.is_placed_now(from) => {
                Deed::Rearrange(self.turn_without(from))
            }
            // Dropped where it came from, a piece stays selected, as after a tap.
            (Some(Pick::Piece(from)), Some(to)) if from == to => Deed::Choose(pick),
            (Some(pick), Some(to)) => self.put(pick, to),
            _ => Deed::Choose(None),
        }
    }

    /// The meaning of moving the selection to a square.
    fn put(self, pick: Pick, to: Square) -> Deed {
        match pick {
            Pick::Piece(from) if self.is_placed_now(from) => {
                Deed::Rearrange(self.turn_with(from, to))
            }
            Pick::Piece(from) if !self.promotions(from, to).is_empty() => {
                Deed::Choose(Some(Pick::Promotion(from, to)))
            }
            Pick::Piece(from) => Deed::Step(Step::go(from, to)),
            Pick::Reserve(role) => Deed::Step(Step::Drop { role, to }),
            Pick::Empty(_) | Pick::Promotion(..) => Deed::Choose(None),
        }
    }

    /// The possible promotions of a piece that moves from one square to another.
    pub(crate) fn promotions(self, from: Square, to: Square) -> Vec<Role> {
        let becomes = |step: Step| match step {
            Step::Move { from: f, to: t, into } if (f, t) == (from, to) => into,
            _ => None,
        };
        self.position.list().into_iter().filter_map(becomes).collect()
    }
}

fn drops(position: &AnyPosition, role: Role) -> Vec<(Square, bool)> {
    let to = |step: Step| match step {
        Step::Drop { role: dropped, to } if dropped == role => Some((to, false)),
        _ => None,
    };
    position.list().into_iter().filter_map(to).collect()
}

/// Whether a step captures.
fn captures(position: &AnyPosition, step: Step) -> bool {
    position.clone().play(step).iter().any(|effect| matches!(effect, Effect::Vanish { .. }))
}
