//! A game on the table: its record, and what the player holds, has chosen and looks at. No pixels
//! here and no web.

use std::cell::RefCell;

use record::{Record, Turn};
use rules::any::AnyPosition;
use rules::{Actor, Bits, Color, Effect, Phase, Refusal, Role, Square, Step};

use crate::chance::Chance;

/// What the player has chosen for the next step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pick {
    /// A piece on the board.
    Piece(Square),
    /// A piece off the board.
    Reserve(Role),
    /// An empty square that a piece is to enter.
    Empty(Square),
}

/// The reasons for which a piece may not go where it otherwise could: the step would check the enemy
/// contramatic king (docs/rules/contramatic.md, Source 2).
const FORBIDDEN_CHECKS: [&str; 4] = [
    "contramatic.gives-check",
    "contramatic.promotion-checks",
    "contramatic.opens-check",
    "contramatic.still-gives-check",
];

/// Whether a step may not check the enemy contramatic king: the two games of which the page shows
/// why (docs/rules/contramatic.md, Source 2 and 3).
fn forbids_checks(position: &AnyPosition) -> bool {
    matches!(position, AnyPosition::Contramatic(_) | AnyPosition::CompleteContramatic(_))
}

/// What came of an action.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Answer {
    /// The steps taken.
    pub(crate) done: Vec<Step>,
    /// Why the step was refused.
    pub(crate) refused: Option<Refusal>,
    /// The piece must become another: from, to, and what it can become.
    pub(crate) promote: Option<(Square, Square, Vec<Role>)>,
    /// What a step did, for the picture.
    pub(crate) effects: Vec<Effect>,
}

impl Answer {
    fn refused(refusal: Refusal) -> Self {
        Answer { refused: Some(refusal), ..Answer::default() }
    }
}

/// A game on the table.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    record: Record,
    pick: Option<Pick>,
    /// The record's index that the player looks at; none: the live position.
    shown: Option<usize>,
    chance: Chance,
    /// The drops of this turn that were made for the player, who has not touched them since.
    for_me: Vec<Step>,
    /// The finished turns in SAN, written once each: they never change.
    finished: RefCell<Vec<String>>,
}

impl Session {
    pub(crate) fn new(record: Record, chance: Chance) -> Self {
        let finished = RefCell::default();
        Session { record, pick: None, shown: None, chance, for_me: Vec::new(), finished }
    }

    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    pub(crate) fn is_seeded(&self) -> bool {
        matches!(self.chance, Chance::Seed(_))
    }

    pub(crate) fn pick(&self) -> Option<Pick> {
        self.pick
    }

    pub(crate) fn let_go(&mut self) {
        self.pick = None;
    }

    /// The record's index that is shown.
    pub(crate) fn index(&self) -> usize {
        self.shown.unwrap_or(self.record.steps().len())
    }

    pub(crate) fn is_live(&self) -> bool {
        self.shown.is_none()
    }

    /// The position shown.
    pub(crate) fn position(&self) -> &AnyPosition {
        self.record.position(self.index())
    }

    /// Shows the position after `index` steps.
    pub(crate) fn show(&mut self, index: usize) {
        self.pick = None;
        self.shown = (index < self.record.steps().len()).then_some(index);
    }

    /// Whether the player can act: the live position is shown and the game goes on.
    pub(crate) fn is_open(&self) -> bool {
        self.is_live()
            && self.record.verdict().is_none()
            && self.record.live().actor() != Actor::Chance
    }

    /// The turns with their SAN, the unfinished one last if it has a step.
    pub(crate) fn score(&self) -> Vec<(Turn, String)> {
        let mut finished = self.finished.borrow_mut();
        let write = |(place, turn): (usize, Turn)| {
            let steps = &self.record.steps()[turn.from..turn.to];
            if place < finished.len() {
                return (turn, finished[place].clone());
            }
            let san = self.record.position(turn.from).san_turn(steps);
            if turn.done {
                finished.push(san.clone());
            }
            (turn, san)
        };
        self.record.turns().enumerate().map(write).collect()
    }

    /// The turns' last finished one.
    pub(crate) fn last_turn(&self) -> Option<Turn> {
        let index = self.index();
        self.record.turns().filter(|turn| turn.done && turn.to <= index).last()
    }

    /// Whether the piece on a square was dropped in this unfinished turn: it can be put elsewhere.
    fn is_placed_now(&self, square: Square) -> bool {
        let dropped = |step: &Step| matches!(*step, Step::Drop { to, .. } if to == square);
        self.record.live().phase() == Phase::Placement
            && self.record.turn_steps().iter().any(dropped)
    }

    /// The own piece on a square that the player could take hold of.
    pub(crate) fn own_piece(&self, square: Square) -> Option<rules::Piece> {
        let live = self.record.live();
        let piece = live.piece_at(square).filter(|piece| piece.color == live.turn())?;
        (live.phase() == Phase::Movement || self.is_placed_now(square)).then_some(piece)
    }

    /// Whether a piece of the kind stands in the hand or reserve that the player drops from.
    pub(crate) fn is_droppable(&self, role: Role) -> bool {
        let mut found = false;
        for step in self.record.live().list() {
            found |= matches!(step, Step::Drop { role: dropped, .. } if dropped == role);
        }
        found
    }

    /// Where the chosen piece may go, and whether it captures there.
    pub(crate) fn targets(&self) -> Vec<(Square, bool)> {
        let Some(pick) = self.pick.filter(|_| self.is_open()) else { return Vec::new() };
        let live = self.record.live();
        let mut targets = Vec::new();
        match pick {
            Pick::Piece(from) if self.is_placed_now(from) => {
                let mut without = self.record.clone();
                let Some(role) = live.piece_at(from).map(|piece| piece.role) else {
                    return targets;
                };
                if without.replace_turn(&self.turn_without(from)).is_ok() {
                    push_drops(&mut targets, without.live(), role);
                    targets.retain(|&(to, _)| to != from);
                }
            }
            Pick::Piece(from) => {
                for step in live.list() {
                    if let Step::Move { from: mover, to, .. } = step
                        && mover == from
                        && !targets.iter().any(|&(square, _)| square == to)
                    {
                        targets.push((to, captures(live, step)));
                    }
                }
            }
            Pick::Reserve(role) => push_drops(&mut targets, live, role),
            Pick::Empty(_) => {}
        }
        targets
    }

    /// The step that the chosen piece would take to a square, and what it would do. A promotion is
    /// the first that there is.
    pub(crate) fn step_to(&self, square: Square) -> Option<Step> {
        let pick = self.pick.filter(|_| self.is_open())?;
        self.record.live().list().into_iter().find(|step| match (*step, pick) {
            (Step::Move { from, to, .. }, Pick::Piece(chosen)) => from == chosen && to == square,
            (Step::Drop { role, to }, Pick::Reserve(chosen)) => role == chosen && to == square,
            _ => false,
        })
    }

    /// The squares hatched because of a check that the rules forbid: where pieces placed in this turn
    /// give one, or where the chosen piece would go but for it.
    pub(crate) fn forbidden(&self) -> Vec<Square> {
        let live = self.record.live();
        let placed = if self.is_open() { live.forbidden_checkers() } else { 0 };
        let squares = placed.squares();
        let squares = squares.chain(self.forbidden_targets());
        squares.collect()
    }

    /// Where the chosen piece would go but for a check that the rules forbid.
    fn forbidden_targets(&self) -> Vec<Square> {
        let Some(Pick::Piece(from)) = self.pick.filter(|_| self.is_open()) else {
            return Vec::new();
        };
        let live = self.record.live();
        if !forbids_checks(live) {
            return Vec::new();
        }
        let spec = live.spec();
        let refused = |to: &Square| {
            let refusal = live.why_not(Step::go(from, *to));
            refusal.is_some_and(|refusal| FORBIDDEN_CHECKS.contains(&refusal.reason))
        };
        spec.shape.all().filter(refused).collect()
    }

    /// A tap on a square.
    pub(crate) fn tap(&mut self, square: Square) -> Answer {
        if !self.is_open() {
            return Answer::default();
        }
        match self.pick {
            Some(Pick::Piece(from)) if from != square => {
                if self.own_piece(square).is_some() && !self.is_target(square) {
                    self.pick = Some(Pick::Piece(square));
                    return Answer::default();
                }
                self.put(Pick::Piece(from), square)
            }
            Some(Pick::Reserve(role)) if self.own_piece(square).is_none() => {
                self.put(Pick::Reserve(role), square)
            }
            Some(Pick::Piece(_)) => {
                self.pick = None;
                Answer::default()
            }
            Some(Pick::Empty(chosen)) if chosen == square => {
                self.pick = None;
                Answer::default()
            }
            _ => {
                self.pick = self.choose(square);
                Answer::default()
            }
        }
    }

    /// What a tap on a square chooses when nothing is chosen.
    fn choose(&self, square: Square) -> Option<Pick> {
        let live = self.record.live();
        if self.own_piece(square).is_some() {
            return Some(Pick::Piece(square));
        }
        let enters = |step: &Step| matches!(*step, Step::Drop { to, .. } if to == square);
        (live.piece_at(square).is_none() && live.list().iter().any(enters))
            .then_some(Pick::Empty(square))
    }

    fn is_target(&self, square: Square) -> bool {
        self.targets().iter().any(|&(to, _)| to == square)
    }

    /// A tap on a piece off the board.
    pub(crate) fn pick_reserve(&mut self, role: Role) -> Answer {
        if !self.is_open() {
            return Answer::default();
        }
        match self.pick {
            Some(Pick::Empty(square)) => self.put(Pick::Reserve(role), square),
            Some(Pick::Reserve(chosen)) if chosen == role => {
                self.pick = None;
                Answer::default()
            }
            _ => {
                self.pick = self.is_droppable(role).then_some(Pick::Reserve(role));
                Answer::default()
            }
        }
    }

    /// Takes hold of a piece on the board, to be dragged.
    pub(crate) fn lift(&mut self, square: Square) -> Option<rules::Piece> {
        let piece = self.own_piece(square).filter(|_| self.is_open())?;
        self.pick = Some(Pick::Piece(square));
        Some(piece)
    }

    /// Takes hold of a piece off the board.
    pub(crate) fn lift_reserve(&mut self, role: Role) -> Option<rules::Piece> {
        if !self.is_open() || !self.is_droppable(role) {
            return None;
        }
        self.pick = Some(Pick::Reserve(role));
        Some(rules::Piece::new(self.record.live().turn(), role))
    }

    /// Lets the piece held fall on a square, or off the board: there a piece placed in this turn goes
    /// back to the tray.
    pub(crate) fn drop_on(&mut self, square: Option<Square>) -> Answer {
        match (self.pick, square) {
            (Some(Pick::Piece(from)), None) if self.is_placed_now(from) && self.is_open() => {
                self.pick = None;
                let steps = self.turn_without(from);
                self.rearrange(&steps)
            }
            // Put down where it came from, a piece stays chosen, as after a tap.
            (Some(Pick::Piece(from)), Some(to)) if from == to => Answer::default(),
            (Some(pick), Some(to)) if self.is_open() => self.put(pick, to),
            _ => {
                self.pick = None;
                Answer::default()
            }
        }
    }

    /// Plays the chosen piece to a square.
    fn put(&mut self, pick: Pick, to: Square) -> Answer {
        match pick {
            Pick::Piece(from) if self.is_placed_now(from) => {
                self.pick = None;
                let steps = self.turn_steps_with(from, to);
                self.rearrange(&steps)
            }
            Pick::Piece(from) => self.play(from, to, None),
            Pick::Reserve(role) => self.take(Step::Drop { role, to }),
            Pick::Empty(_) => Answer::default(),
        }
    }

    /// This turn's steps without the drop on a square.
    fn turn_without(&self, square: Square) -> Vec<Step> {
        let steps = self.record.turn_steps().iter().copied();
        steps.filter(|step| !matches!(*step, Step::Drop { to, .. } if to == square)).collect()
    }

    /// This turn's steps with a drop on one square made on another.
    fn turn_steps_with(&self, from: Square, to: Square) -> Vec<Step> {
        let steps = self.record.turn_steps().iter().copied();
        steps
            .map(|step| match step {
                Step::Drop { role, to: at } if at == from => Step::Drop { role, to },
                step => step,
            })
            .collect()
    }

    fn rearrange(&mut self, steps: &[Step]) -> Answer {
        let replaced = self.record.replace_turn(steps);
        self.forget_undone();
        match replaced {
            Ok(()) => Answer { done: steps.to_vec(), ..Answer::default() },
            Err(refusal) => Answer::refused(refusal),
        }
    }

    /// Plays a piece from a square to another. Where it must become another piece and `into` does not
    /// say which, the answer asks.
    pub(crate) fn play(&mut self, from: Square, to: Square, into: Option<Role>) -> Answer {
        if !self.is_open() {
            return Answer::default();
        }
        if into.is_none() {
            let choices: Vec<Role> = self
                .record
                .live()
                .list()
                .into_iter()
                .filter_map(|step| match step {
                    Step::Move { from: f, to: t, into: Some(role) } if (f, t) == (from, to) => {
                        Some(role)
                    }
                    _ => None,
                })
                .collect();
            if !choices.is_empty() {
                return Answer { promote: Some((from, to, choices)), ..Answer::default() };
            }
        }
        self.take(Step::Move { from, to, into })
    }

    /// Takes a step, or says why not.
    pub(crate) fn take(&mut self, step: Step) -> Answer {
        self.pick = None;
        if !self.is_live() {
            return Answer::default();
        }
        let taken = self.record.take(step);
        self.forget_undone();
        match taken {
            Ok(effects) => Answer { done: vec![step], effects, ..Answer::default() },
            Err(refusal) => Answer::refused(refusal),
        }
    }

    /// Lets chance draw.
    pub(crate) fn draw(&mut self) -> Answer {
        let live = *self.record.live();
        if !self.is_live() || live.actor() != Actor::Chance || self.record.verdict().is_some() {
            return Answer::default();
        }
        let hand = self.chance.draw(live.reserve(live.turn()), 5);
        self.take(Step::Draw(hand))
    }

    /// Takes the last step of this turn back; tells what it had done.
    pub(crate) fn undo(&mut self) -> Option<Vec<Effect>> {
        self.pick = None;
        if !self.is_live() {
            return None;
        }
        let step = self.record.undo()?;
        self.forget_undone();
        Some(self.record.live().clone().play(step))
    }

    /// Takes a step taken back once more.
    pub(crate) fn redo(&mut self) -> Option<Vec<Effect>> {
        self.pick = None;
        if self.is_live() { self.record.redo() } else { None }
    }

    /// Keeps the first `kept` steps of this turn.
    pub(crate) fn undo_to(&mut self, kept: usize) -> bool {
        self.pick = None;
        let mut any = false;
        while self.is_live()
            && self.record.turn_steps().len() > kept
            && self.record.undo().is_some()
        {
            any = true;
        }
        self.forget_undone();
        any
    }

    /// Places sensibly what is left of this turn's pieces: those placed before stay where they are.
    pub(crate) fn place_for_me(&mut self) -> bool {
        self.forget_undone();
        self.place_around(self.record.turn_steps().to_vec(), self.for_me.clone())
    }

    /// Places anew, in another way, what was placed for the player in this turn.
    pub(crate) fn shuffle(&mut self) -> bool {
        self.can_shuffle() && self.place_around(self.by_hand(), Vec::new())
    }

    /// Whether pieces stand where they were placed for the player in this turn.
    pub(crate) fn can_shuffle(&self) -> bool {
        self.record.turn_steps().iter().any(|step| self.for_me.contains(step))
    }

    /// The steps of this turn that the player has made.
    fn by_hand(&self) -> Vec<Step> {
        let steps = self.record.turn_steps().iter().copied();
        steps.filter(|step| !self.for_me.contains(step)).collect()
    }

    /// Makes this turn of these drops, and of sensible ones for the pieces that are left. Of the former
    /// some were `made` for the player, too.
    fn place_around(&mut self, mut drops: Vec<Step>, made: Vec<Step>) -> bool {
        if !self.is_open() || self.record.live().phase() != Phase::Placement {
            return false;
        }
        self.pick = None;
        let mut start = *self.record.position(self.record.floor());
        for &drop in &drops {
            start.play(drop);
        }
        let chance = &mut self.chance;
        let rest = start.place_rest(&mut |bound| chance.below(bound));
        drops.extend(&rest);
        if rest.is_empty() || self.record.replace_turn(&drops).is_err() {
            return false;
        }
        self.for_me = made;
        self.for_me.extend(rest);
        true
    }

    /// Forgets of the drops made for the player those that are no longer there.
    fn forget_undone(&mut self) {
        let Session { record, for_me, .. } = self;
        for_me.retain(|step| record.turn_steps().contains(step));
    }

    /// Begins anew from the initial position with both sides placed sensibly.
    pub(crate) fn quick_start(&mut self) {
        self.pick = None;
        self.shown = None;
        let start = AnyPosition::initial(self.record.live().game());
        self.record = Record::new(start);
        self.finished.borrow_mut().clear();
        while self.record.live().phase() == Phase::Placement && self.record.verdict().is_none() {
            let before = self.record.steps().len();
            self.draw();
            self.place_for_me();
            self.take(Step::End);
            if self.record.steps().len() == before {
                break;
            }
        }
    }

    /// Takes turns back until this side stands where its last finished turn began.
    pub(crate) fn take_back(&mut self, color: Color) -> bool {
        self.pick = None;
        let done = self.record.take_back(color);
        let finished = self.record.turns().filter(|turn| turn.done).count();
        self.finished.borrow_mut().truncate(finished);
        done
    }

    pub(crate) fn resign(&mut self) {
        self.pick = None;
        self.record.resign(self.record.live().turn());
    }

    pub(crate) fn agree_draw(&mut self) {
        self.pick = None;
        self.record.agree_draw();
    }

    /// The squares that a side attacks.
    pub(crate) fn attacked(&self, color: Color) -> u128 {
        let position = self.position();
        let is_attacked = |square: &Square| position.attackers(*square, color).any();
        position.board().squares().filter(is_attacked).fold(0, |set, square| set | u128::of(square))
    }

    /// Whether the lines of check are to be seen: within a turn, and when the side to move gives a
    /// check that it has to lift (docs/rules/contramatic.md, Source 3).
    pub(crate) fn shows_checks(&self) -> bool {
        let position = self.position();
        let us = position.turn();
        let is_attacked = |royal| position.attackers(royal, us).any();
        position.is_inside_turn()
            || forbids_checks(position) && position.royals(!us).squares().any(is_attacked)
    }

    /// The pieces that attack royals, as lines: those that keep the turn from ending.
    pub(crate) fn attack_lines(&self) -> Vec<(Square, Square, bool)> {
        let position = self.position();
        let mut lines = Vec::new();
        if position.check().is_none() {
            return lines;
        }
        for color in Color::ALL {
            for royal in position.royals(color).squares() {
                let welcome = scene::picture::is_check_welcome(position, royal);
                for piece in position.attackers(royal, !color).squares() {
                    lines.push((piece, royal, welcome));
                }
            }
        }
        lines
    }
}

fn push_drops(targets: &mut Vec<(Square, bool)>, position: &AnyPosition, role: Role) {
    for step in position.list() {
        if let Step::Drop { role: dropped, to } = step
            && dropped == role
        {
            targets.push((to, false));
        }
    }
}

/// Whether a step captures anything of the other side.
fn captures(position: &AnyPosition, step: Step) -> bool {
    position.clone().play(step).iter().any(|effect| matches!(effect, Effect::Vanish { .. }))
}

#[cfg(test)]
mod tests {
    use rules::GameId;

    use super::*;

    fn session(game: GameId, fen: Option<&str>) -> Session {
        let start =
            fen.map_or(AnyPosition::initial(game), |fen| AnyPosition::from_fen(game, fen).unwrap());
        Session::new(Record::new(start), Chance::Seed(1))
    }

    fn at(name: &str) -> Square {
        AnyPosition::initial(GameId::Charismatic).spec().shape.parse(name).unwrap()
    }

    /// A placement turn with its pieces drawn.
    fn drawn() -> (Session, Vec<Role>) {
        let mut session = session(GameId::Charismatic, None);
        assert_eq!(session.draw().done.len(), 1);
        let hand = session.record().live().hand();
        assert_eq!(hand.total(), 5);
        (session, hand.roles().collect())
    }

    #[test]
    fn nothing_can_be_done_before_the_draw() {
        let mut session = session(GameId::Charismatic, None);
        assert!(!session.is_open());
        assert_eq!(session.tap(at("a2")), Answer::default());
        assert_eq!(session.pick_reserve(Role::Pawn), Answer::default());
        assert_eq!(session.undo(), None);
    }

    #[test]
    fn as_many_steps_are_kept_as_are_asked_for() {
        let fen = "3k4/7p/8/8/8/8/PPP5/4K3[] w - - 0 1 - -";
        for kept in 0..=4 {
            let mut session = session(GameId::Charismatic, Some(fen));
            for step in ["a2a3", "b2b3", "c2c3"] {
                session
                    .record
                    .take(Step::parse(step, session.record.live().spec()).unwrap())
                    .unwrap();
            }
            assert_eq!(session.undo_to(kept), kept < 3);
            assert_eq!(session.record().turn_steps().len(), kept.min(3));
        }
    }

    #[test]
    fn two_taps_place_a_piece_in_either_order() {
        let (mut session, hand) = drawn();
        session.pick_reserve(hand[0]);
        assert_eq!(session.pick(), Some(Pick::Reserve(hand[0])));
        assert_eq!(session.tap(at("c3")).done, [Step::Drop { role: hand[0], to: at("c3") }]);

        session.tap(at("d3"));
        assert_eq!(session.pick(), Some(Pick::Empty(at("d3"))));
        let role = session.record().live().hand().roles().next().unwrap();
        assert_eq!(session.pick_reserve(role).done, [Step::Drop { role, to: at("d3") }]);
    }

    #[test]
    fn the_piece_picked_again_is_let_go() {
        let (mut session, hand) = drawn();
        session.pick_reserve(hand[0]);
        session.pick_reserve(hand[0]);
        assert_eq!(session.pick(), None);
    }

    #[test]
    fn a_piece_of_this_placement_turn_goes_elsewhere_and_back() {
        let (mut session, hand) = drawn();
        let role = hand[0];
        session.take(Step::Drop { role, to: at("c3") });
        session.lift(at("c3")).unwrap();
        assert!(session.targets().contains(&(at("f2"), false)));
        session.drop_on(Some(at("f2")));
        let live = session.record().live();
        assert_eq!(live.piece_at(at("f2")).map(|piece| piece.role), Some(role));
        assert_eq!(live.piece_at(at("c3")), None);

        session.lift(at("f2")).unwrap();
        session.drop_on(None);
        assert_eq!(session.record().live().hand().total(), 5);
        assert!(session.record().turn_steps().is_empty());
    }

    #[test]
    fn a_piece_put_on_a_taken_square_stays_where_it_was() {
        let (mut session, hand) = drawn();
        session.take(Step::Drop { role: hand[0], to: at("c3") });
        session.lift(at("c3")).unwrap();
        let answer = session.drop_on(Some(at("e1")));
        assert!(answer.refused.is_some());
        assert!(session.record().live().piece_at(at("c3")).is_some());
    }

    #[test]
    fn placed_pieces_can_be_shuffled_and_end_the_turn() {
        let (mut session, _) = drawn();
        assert!(session.place_for_me());
        assert_eq!(session.record().turn_steps().len(), 5);
        assert!(!session.place_for_me(), "nothing is left");
        assert!(session.shuffle());
        assert_eq!(session.take(Step::End).done, [Step::End]);
        assert_eq!(session.record().live().turn(), Color::Black);
        assert_eq!(session.undo(), None, "undo does not cross the end of a turn");
    }

    /// Whether some drops of what is left let the turn end; at most two pieces are left.
    fn can_be_finished(position: &AnyPosition, left: usize) -> bool {
        let steps = position.list();
        steps.contains(&Step::End)
            || left > 0
                && steps.into_iter().any(|step| {
                    let mut after = *position;
                    after.play(step);
                    can_be_finished(&after, left - 1)
                })
    }

    #[test]
    fn place_for_me_leaves_what_was_placed_by_hand_and_finishes_whenever_that_can_be_done() {
        let (mut shut, mut hopeless) = (0, 0);
        for game in [GameId::Charismatic, GameId::Contramatic, GameId::CompleteContramatic] {
            for seed in 0..900 {
                let mut chance = Chance::Seed(seed);
                let mut session =
                    Session::new(Record::new(AnyPosition::initial(game)), Chance::Seed(seed));
                if seed % 2 == 1 {
                    session.draw();
                    assert!(session.place_for_me());
                    assert_eq!(session.take(Step::End).done, [Step::End]);
                }
                session.draw();
                // All but a few are placed anywhere.
                let owed = if game == GameId::Charismatic { 5 } else { 15 };
                let left = 1 + chance.below(2) as usize;
                let by_hand =
                    if seed % 3 > 0 { chance.below(owed) as usize } else { owed as usize - left };
                for _ in 0..by_hand {
                    let drops = session.record().live().list();
                    let drop = drops[chance.below(drops.len() as u32) as usize];
                    assert_eq!(session.take(drop).done, [drop]);
                }
                let before = session.record().turn_steps().to_vec();
                let live = *session.record().live();
                let opened = live.forbidden_checkers() != 0;
                let done = session.place_for_me();
                assert!(session.record().turn_steps().starts_with(&before), "{game} {seed}");
                if done {
                    shut += u32::from(opened);
                    assert!(session.can_shuffle());
                    assert!(session.shuffle());
                    assert!(session.record().turn_steps().starts_with(&before), "{game} {seed}");
                    assert_eq!(session.take(Step::End).done, [Step::End], "{game} {seed}");
                } else {
                    assert_eq!(session.record().turn_steps(), before);
                    hopeless += 1;
                    if by_hand + 2 >= owed as usize {
                        let left = owed as usize - by_hand;
                        assert!(!can_be_finished(&live, left), "{game} {seed} {}", live.fen());
                    }
                }
            }
        }
        assert!(shut > 15 && hopeless > 15, "{shut} {hopeless}");
    }

    #[test]
    fn a_piece_placed_for_the_player_is_his_once_he_has_moved_it() {
        let (mut session, hand) = drawn();
        session.take(Step::Drop { role: hand[0], to: at("c3") });
        assert!(!session.can_shuffle());
        assert!(session.place_for_me());
        let Some(&Step::Drop { role, to }) = session.record().turn_steps().last() else { panic!() };
        session.lift(to).unwrap();
        let free = session.targets()[0].0;
        session.drop_on(Some(free));
        for _ in 0..20 {
            assert!(session.shuffle());
            let steps = session.record().turn_steps();
            assert!(steps.contains(&Step::Drop { role: hand[0], to: at("c3") }));
            assert!(steps.contains(&Step::Drop { role, to: free }));
            assert_eq!(steps.len(), 5);
        }
        session.undo_to(0);
        assert!(!session.can_shuffle() && !session.shuffle());
    }

    #[test]
    fn quick_start_leads_to_the_movement_phase_in_every_game_with_placement() {
        for game in [GameId::Charismatic, GameId::Contramatic, GameId::CompleteContramatic] {
            let mut session = session(game, None);
            session.quick_start();
            assert_eq!(session.record().live().phase(), Phase::Movement, "{game}");
            assert_eq!(session.record().verdict(), None, "{game}");
        }
    }

    #[test]
    fn the_score_is_the_same_written_at_once_or_turn_by_turn() {
        let mut session = session(GameId::Contramatic, None);
        session.quick_start();
        for _ in 0..6 {
            assert_eq!(session.score().len(), session.record().turns().count());
            let step = session.record().live().list()[3];
            assert_eq!(session.take(step).done, [step]);
        }
        let written = session.score();
        let anew = Session::new(session.record().clone(), Chance::Seed(1));
        assert_eq!(written, anew.score());
        session.quick_start();
        assert_eq!(session.score().len(), 2, "another game, another score");
    }

    #[test]
    fn a_turn_taken_back_leaves_nothing_in_the_score() {
        let mut session = session(GameId::Magnetic, None);
        let go = |session: &mut Session, from, to| session.play(at(from), at(to), None).done.len();
        let mut played = 0;
        for (from, to) in [("e2", "e4"), ("g8", "f6")] {
            played += go(&mut session, from, to);
            session.score();
        }
        assert!(session.take_back(Color::White));
        assert!(session.score().is_empty());
        for (from, to) in [("d2", "d4"), ("b8", "c6"), ("g1", "f3")] {
            played += go(&mut session, from, to);
        }
        assert_eq!(played, 5);
        let anew = Session::new(session.record().clone(), Chance::Seed(1));
        assert_eq!(session.score(), anew.score());
        // Taken back while the answer is still owed.
        assert!(session.take_back(Color::White));
        go(&mut session, "a2", "a3");
        let anew = Session::new(session.record().clone(), Chance::Seed(1));
        assert_eq!(session.score(), anew.score());
    }

    #[test]
    fn a_pawn_that_arrives_asks_what_it_becomes() {
        let fen = "3k4/P7/8/8/8/8/8/4K3[] w - - 0 9 - -";
        let mut session = session(GameId::Charismatic, Some(fen));
        session.tap(at("a7"));
        let answer = session.tap(at("a8"));
        let (from, to, roles) = answer.promote.unwrap();
        assert_eq!((from, to, roles.len()), (at("a7"), at("a8"), 4));
        let answer = session.play(from, to, Some(Role::Knight));
        assert_eq!(answer.done, [Step::Move { from, to, into: Some(Role::Knight) }]);
    }

    #[test]
    fn a_refused_step_says_why_and_lets_go() {
        let fen = "3k4/8/8/8/8/8/8/R3K3[] w - - 0 9 - -";
        let mut session = session(GameId::Charismatic, Some(fen));
        session.tap(at("a1"));
        let answer = session.tap(at("b3"));
        assert!(answer.refused.is_some() && answer.done.is_empty());
        assert_eq!(session.pick(), None);
    }

    #[test]
    fn history_is_looked_at_without_losing_the_unfinished_turn() {
        let fen = "3k4/8/8/8/8/8/8/R3K3[] w - - 0 9 - -";
        let mut session = session(GameId::Charismatic, Some(fen));
        session.play(at("a1"), at("a5"), None);
        session.show(0);
        assert!(!session.is_open());
        assert!(session.position().piece_at(at("a1")).is_some());
        assert_eq!(session.take(Step::End), Answer::default());
        session.show(usize::MAX);
        assert_eq!(session.record().turn_steps().len(), 1);
        assert!(session.undo().is_some());
    }

    #[test]
    fn squares_from_which_a_piece_would_check_a_contramatic_king_are_forbidden() {
        let fen = "4k3/8/8/8/8/8/3R4/4K3[] w - - 0 9 -";
        let mut contramatic = session(GameId::Contramatic, Some(fen));
        contramatic.tap(at("d2"));
        assert_eq!(contramatic.forbidden(), [at("e2"), at("d8")]);
        assert!(!contramatic.targets().iter().any(|&(to, _)| to == at("e2")));
        let fen = "4k3/8/8/8/8/8/3R4/4K3[] w - - 0 9 - -";
        let mut charismatic = session(GameId::Charismatic, Some(fen));
        charismatic.tap(at("d2"));
        assert!(charismatic.forbidden().is_empty());
    }

    #[test]
    fn a_piece_placed_with_a_forbidden_check_is_marked_at_once() {
        let fen = "3k4/8/8/8/8/8/8/4K3[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 0 - -";
        let mut charismatic = session(GameId::Charismatic, Some(fen));
        let hand = [Role::Queen, Role::Rook, Role::Rook, Role::Bishop, Role::Bishop];
        charismatic.take(Step::Draw(rules::Reserve::of(&hand)));
        charismatic.take(Step::Drop { role: Role::Bishop, to: at("a4") });
        assert!(charismatic.forbidden().is_empty());
        charismatic.take(Step::Drop { role: Role::Queen, to: at("d4") });
        assert_eq!(charismatic.forbidden(), [at("d4")]);
        assert_eq!(charismatic.attack_lines(), [(at("d4"), at("d8"), false)]);
        let mut contramatic = session(GameId::Contramatic, None);
        contramatic.take(Step::Drop { role: Role::Rook, to: at("e2") });
        assert_eq!(contramatic.forbidden(), [at("e2")]);
        assert_eq!(contramatic.attack_lines(), [(at("e2"), at("e8"), false)]);
        contramatic.undo();
        assert!(contramatic.forbidden().is_empty());
    }

    #[test]
    fn the_lines_of_check_are_seen_within_a_turn_and_where_a_check_has_to_be_lifted() {
        let fen = "4k3/8/8/8/4R3/8/8/4K3[] b - - 0 9 - -";
        let mut charismatic = session(GameId::Charismatic, Some(fen));
        assert!(!charismatic.shows_checks());
        charismatic.play(at("e8"), at("e7"), None);
        assert!(charismatic.shows_checks());
        let fen = "3k4/8/8/8/4R3/8/8/4K3[] b - - 0 9 -";
        let mut contramatic = session(GameId::Contramatic, Some(fen));
        assert!(!contramatic.shows_checks());
        contramatic.play(at("d8"), at("e8"), None);
        assert!(contramatic.shows_checks());
    }

    #[test]
    fn lines_of_attack_tell_which_check_is_welcome() {
        let fen = "4k3/8/8/8/4R3/8/8/4K3[] b - - 0 9 - -";
        let danger = session(GameId::Charismatic, Some(fen));
        assert_eq!(danger.attack_lines(), [(at("e4"), at("e8"), false)]);
        let fen = "4k3/8/8/8/4R3/8/8/4K3[] w - - 0 9 -";
        let gold = session(GameId::Contramatic, Some(fen));
        assert_eq!(gold.attack_lines(), [(at("e4"), at("e8"), true)]);
    }
}
