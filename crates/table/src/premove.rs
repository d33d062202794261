//! Premoves, in games with turns of one step: the step is played when the turn comes, if it is
//! legal then.

use rules::{Bits, Color, Phase, Role, Square, Step};

use crate::event::{Event, Moment, Request};
use crate::hand::{Ground, Pick};
use crate::inspect::reach;
use crate::keep::Keeping;
use crate::sentence::{Sentence, Value};
use crate::table::{Purpose, Seat, Table};
use crate::telling::droppable;

/// The number of its alarm.
pub(crate) const ALARM: u64 = 2;

/// A premove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Premove {
    /// The piece on the board, or the kind of piece off it.
    from: Pick,
    /// `None` while only the piece is selected.
    to: Option<Square>,
    /// The number of steps in the game at that time.
    behind: usize,
    /// Whether its turn has come.
    is_due: bool,
}

impl Table {
    /// The side that may premove: the other side is to move, and turns have one step.
    fn waiting_side(&self) -> Option<Color> {
        let live = self.game.live_position();
        let own = !live.turn();
        let is_on = matches!(self.purpose, Purpose::Play)
            && self.keeper.state() != Keeping::Left
            && self.game.verdict().is_none();
        // The seat of a game by link belongs to this player only while the letter is due.
        let sits = match &self.mail {
            Some(mail) => mail.own() == Some(own),
            None => self.seat_of(own) == Seat::Here,
        };
        let waits = self.is_live()
            && self.held.is_none()
            && sits
            && self.seat_of(live.turn()) != Seat::Here;
        (is_on && waits && !live.spec().has_series && live.phase() == Phase::Movement)
            .then_some(own)
    }

    /// The squares that a premove may go to, including those of the player's own pieces, which may
    /// be captured before.
    fn is_ahead(&self, from: Pick, to: Square, own: Color) -> bool {
        let position = self.position();
        match from {
            Pick::Piece(from) => {
                let goes = reach(&position, from).iter().any(|&(square, _)| square == to);
                goes || position.attackers(to, own).has(from)
            }
            from => position.pass().is_some_and(|passed| {
                let ground = Ground { position: &passed, begun: &passed, turn: &[] };
                ground.targets(Some(from)).iter().any(|&(square, _)| square == to)
            }),
        }
    }

    /// The selection of the premove, and its target.
    pub fn premove(&self) -> Option<(Pick, Option<Square>)> {
        self.premove.map(|premove| (premove.from, premove.to))
    }

    /// The selection of a premove without a target yet.
    pub fn chosen_ahead(&self) -> Option<Pick> {
        self.premove().and_then(|(from, to)| to.is_none().then_some(from))
    }

    /// The pieces off the board that a premove can drop, by kind.
    pub fn droppable_ahead(&self) -> Vec<(Role, u32)> {
        let passed = self.waiting_side().and_then(|_| self.position().pass());
        passed.map(|passed| droppable(&passed)).unwrap_or_default()
    }

    /// Handles an action by hand while the other side is to move: whether it concerns a premove.
    pub(crate) fn act_ahead(&mut self, event: &Event, out: &mut Vec<Request>) -> bool {
        let before = self.premove.take();
        let Some(own) = self.waiting_side() else { return false };
        let open = before.filter(|before| before.to.is_none());
        match *event {
            Event::Tap(square) => {
                if open.is_some_and(|open| self.set_ahead(open, square, own, out)) {
                    return true;
                }
                if open.is_none_or(|open| open.from != Pick::Piece(square))
                    && self.choose_ahead(Pick::Piece(square), own)
                {
                    self.advise(Sentence::new("ahead.chosen"), out);
                    self.inspect_aloud(square, out);
                    return true;
                }
            }
            Event::TapReserve(role)
                if open.is_none_or(|open| open.from != Pick::Reserve(role))
                    && self.choose_ahead(Pick::Reserve(role), own) =>
            {
                self.advise(Sentence::new("ahead.chosen"), out);
                return true;
            }
            Event::Lift(square) if self.choose_ahead(Pick::Piece(square), own) => {
                self.inspect(Some(square));
                return true;
            }
            Event::LiftReserve(role) if self.choose_ahead(Pick::Reserve(role), own) => return true,
            Event::Drop(Some(square)) => {
                let Some(open) = open else { return false };
                if self.set_ahead(open, square, own, out) {
                    return true;
                }
                // Dropped where it came from, a piece stays selected, as after a tap.
                if open.from == Pick::Piece(square) {
                    self.premove = Some(open);
                    self.advise(Sentence::new("ahead.chosen"), out);
                    self.inspect_aloud(square, out);
                    return true;
                }
            }
            _ => {}
        }
        if before.is_some() {
            self.advise(Sentence::new("ahead.off"), out);
        }
        before.is_some()
    }

    /// Selects the piece of a premove. Whether that is possible.
    fn choose_ahead(&mut self, from: Pick, own: Color) -> bool {
        let can = match from {
            Pick::Piece(square) => {
                self.position().piece_at(square).is_some_and(|piece| piece.color == own)
            }
            Pick::Reserve(role) => self.droppable_ahead().iter().any(|&(kind, _)| kind == role),
            Pick::Empty(_) | Pick::Promotion(..) => false,
        };
        if can {
            let behind = self.game.count(self.game.live());
            self.premove = Some(Premove { from, to: None, behind, is_due: false });
        }
        can
    }

    /// Sets the target of the premove. Whether that is possible.
    fn set_ahead(&mut self, open: Premove, to: Square, own: Color, out: &mut Vec<Request>) -> bool {
        if open.from == Pick::Piece(to) || !self.is_ahead(open.from, to, own) {
            return false;
        }
        self.premove = Some(Premove { to: Some(to), ..open });
        let sentence = match open.from {
            Pick::Piece(from) => {
                let sentence = Sentence::new("ahead.set").with("from", Value::Square(from));
                match self.position().piece_at(from) {
                    Some(piece) => sentence.with("piece", Value::Piece(piece)),
                    None => sentence,
                }
            }
            Pick::Reserve(role) => Sentence::new("ahead.drop").with("piece", Value::Role(role)),
            Pick::Empty(_) | Pick::Promotion(..) => return false,
        };
        self.advise(sentence.with("to", Value::Square(to)), out);
        true
    }

    /// Cancels the premove. Whether there was one.
    pub(crate) fn forget_premove(&mut self, out: &mut Vec<Request>) -> bool {
        let was = self.premove.take().is_some();
        if was {
            self.advise(Sentence::new("ahead.off"), out);
        }
        was
    }

    /// Updates the premove after any event: its turn has come, or will never come.
    pub(crate) fn settle_premove(&mut self, out: &mut Vec<Request>) {
        let Some(premove) = self.premove else { return };
        let count = self.game.count(self.game.live());
        if count == premove.behind && self.waiting_side().is_some() {
            return;
        }
        let has_come = count == premove.behind + 1;
        // The turn that came is shown first.
        if has_come && self.replays() {
            self.premove = Some(Premove { is_due: false, ..premove });
            return;
        }
        match (has_come && self.is_open(), premove.to) {
            (true, Some(_)) if premove.is_due => {}
            (true, Some(_)) => {
                self.premove = Some(Premove { is_due: true, ..premove });
                out.push(Request::Wake { id: ALARM, after: 0, at_rest: true });
            }
            (true, None) => {
                self.premove = None;
                let ground = self.ground();
                let is_there = match premove.from {
                    Pick::Piece(square) => ground.own_piece(square).is_some(),
                    Pick::Reserve(role) => ground.is_droppable(role),
                    Pick::Empty(_) | Pick::Promotion(..) => false,
                };
                self.pick = Some(premove.from).filter(|_| is_there);
            }
            (false, _) => self.premove = None,
        }
    }

    /// The turn has come and the board is at rest: plays the premove.
    pub(crate) fn take_premove(&mut self, moment: Moment, out: &mut Vec<Request>) {
        let Some(premove) = self.premove.filter(|premove| premove.is_due) else { return };
        self.premove = None;
        let Some(to) = premove.to.filter(|_| self.is_open()) else { return };
        let named = |step: &Step| match *step {
            Step::Move { from, to: at, .. } => (Pick::Piece(from), at) == (premove.from, to),
            Step::Drop { role, to: at } => (Pick::Reserve(role), at) == (premove.from, to),
            Step::Draw(_) | Step::End => false,
        };
        // Of what a pawn may become, the queen comes first.
        match self.position().list().into_iter().find(named) {
            Some(step) => self.act(moment, Event::Step(step), out),
            None => {
                let sentence = match premove.from {
                    Pick::Piece(from) => {
                        Sentence::new("ahead.void").with("from", Value::Square(from))
                    }
                    _ => Sentence::new("ahead.void-drop"),
                };
                self.advise(sentence.with("to", Value::Square(to)), out);
            }
        }
    }
}
