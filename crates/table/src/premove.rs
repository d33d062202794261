//! A step named before it is one's turn, where turns are of one step: it is taken when the turn comes, if
//! the rules allow it then.

use rules::{Bits, Color, Phase, Role, Square, Step};

use crate::event::{Event, Moment, Request};
use crate::hand::Pick;
use crate::inspect::reach;
use crate::keep::Keeping;
use crate::sentence::{Sentence, Value};
use crate::table::{Purpose, Seat, Table};

/// The number of its alarm.
pub(crate) const ALARM: u64 = 2;

/// A step named ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Premove {
    from: Square,
    /// None as long as only the piece is chosen.
    to: Option<Square>,
    /// How many steps the game had then.
    behind: usize,
    /// Whether its turn has come.
    is_due: bool,
}

impl Table {
    /// The side that may name a step ahead: the other is to move, and turns are of one step.
    fn waiting_side(&self) -> Option<Color> {
        let live = self.game.live_position();
        let own = !live.turn();
        let is_on = matches!(self.purpose, Purpose::Play)
            && self.keeper.state() != Keeping::Left
            && self.game.verdict().is_none();
        let waits = self.is_live()
            && self.held.is_none()
            && self.seat_of(own) == Seat::Here
            && self.seat_of(live.turn()) != Seat::Here;
        (is_on && waits && !live.spec().has_series && live.phase() == Phase::Movement)
            .then_some(own)
    }

    /// The squares that a step named ahead may have: also where a piece of one's own stands, which may be
    /// captured till then.
    fn is_ahead(&self, from: Square, to: Square, own: Color) -> bool {
        let position = self.position();
        let goes = reach(&position, from).iter().any(|&(square, _)| square == to);
        goes || position.attackers(to, own).has(from)
    }

    /// The piece chosen for a step ahead, and where it is to go.
    pub fn premove(&self) -> Option<(Square, Option<Square>)> {
        self.premove.map(|premove| (premove.from, premove.to))
    }

    /// A tap while the other side is to move: whether it has to do with a step ahead.
    pub(crate) fn tap_ahead(&mut self, square: Square, out: &mut Vec<Request>) -> bool {
        let before = self.premove.take();
        let Some(own) = self.waiting_side() else { return false };
        let position = self.position();
        let chosen = before.filter(|before| before.to.is_none());
        if let Some(premove) = chosen
            && premove.from != square
            && self.is_ahead(premove.from, square, own)
        {
            self.premove = Some(Premove { to: Some(square), ..premove });
            let mut told = Sentence::new("ahead.set")
                .with("from", Value::Square(premove.from))
                .with("to", Value::Square(square));
            if let Some(piece) = position.piece_at(premove.from) {
                told = told.with("piece", Value::Piece(piece));
            }
            self.advise(told, out);
            return true;
        }
        let is_own = position.piece_at(square).is_some_and(|piece| piece.color == own);
        if is_own && chosen.is_none_or(|chosen| chosen.from != square) {
            let behind = self.game.count(self.game.live());
            self.premove = Some(Premove { from: square, to: None, behind, is_due: false });
            self.advise(Sentence::new("ahead.chosen"), out);
            self.inspect_aloud(square, out);
            return true;
        }
        if before.is_some() {
            self.advise(Sentence::new("ahead.off"), out);
        }
        before.is_some()
    }

    /// Nothing is to be taken ahead any more. Whether something was.
    pub(crate) fn forget_premove(&mut self, out: &mut Vec<Request>) -> bool {
        let was = self.premove.take().is_some();
        if was {
            self.advise(Sentence::new("ahead.off"), out);
        }
        was
    }

    /// What becomes of it whatever has happened: its turn has come, or will never come.
    pub(crate) fn settle_premove(&mut self, out: &mut Vec<Request>) {
        let Some(premove) = self.premove else { return };
        let count = self.game.count(self.game.live());
        if count == premove.behind && self.waiting_side().is_some() {
            return;
        }
        let is_turn = count == premove.behind + 1 && self.is_open();
        match (is_turn, premove.to) {
            (true, Some(_)) if premove.is_due => {}
            (true, Some(_)) => {
                self.premove = Some(Premove { is_due: true, ..premove });
                out.push(Request::Wake { id: ALARM, after: 0, at_rest: true });
            }
            (true, None) => {
                self.premove = None;
                self.pick =
                    self.ground().own_piece(premove.from).map(|_| Pick::Piece(premove.from));
            }
            (false, _) => self.premove = None,
        }
    }

    /// Its turn has come and the board is at rest.
    pub(crate) fn take_premove(&mut self, moment: Moment, out: &mut Vec<Request>) {
        let Some(premove) = self.premove.take().filter(|premove| premove.is_due) else { return };
        let Some(to) = premove.to.filter(|_| self.is_open()) else { return };
        let named = |step: &Step| matches!(*step, Step::Move { from, to: at, .. } if (from, at) == (premove.from, to));
        let steps: Vec<Step> = self.position().list().into_iter().filter(named).collect();
        let is_queen = |step: &&Step| matches!(**step, Step::Move { into: Some(Role::Queen), .. });
        match steps.iter().find(is_queen).or(steps.first()) {
            Some(&step) => self.act(moment, Event::Step(step), out),
            None => {
                let told = Sentence::new("ahead.void").with("from", Value::Square(premove.from));
                self.advise(told.with("to", Value::Square(to)), out);
            }
        }
    }
}
