//! Complete Contramatic Chess (docs/rules/contramatic.md, second half; V. R. Parton): each side has a
//! contramatic king, which wants to be checked, and an orthodox king, which must not be mated.
//!
//! Places in the rules that refusals name: `source-1` to `source-3`; `ruling-kings`,
//! `ruling-placement`, `ruling-no-step`; and those of Contramatic Chess.

use std::ops::ControlFlow;

use crate::board::{Bits, Color, Eight, Piece, Reserve, Role, Square};
use crate::chess::contramatic_king as contramatic;
use crate::chess::danger::Danger;
use crate::chess::placement::State;
use crate::chess::{ARMY, attack, en_passant, place_for_me, refuse};
use crate::effect::EffectLog;
use crate::fen::{Extras, FenError, Field, Problem, TurnField};
use crate::position::{Ending, GameSpec, Outcome, Phase, Position};
use crate::refusal::Refusal;
use crate::sink::StepSink;
use crate::step::Step;

static SPEC: GameSpec = GameSpec {
    id: "complete-contramatic",
    link: 3,
    also: &["ccc"],
    start: "4c3/8/8/8/8/8/8/4C3[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 0 -",
    shape: <Eight as crate::Geometry>::SHAPE,
    roles: &[
        (Role::ContramaticKing, 'C'),
        (Role::King, 'K'),
        (Role::Queen, 'Q'),
        (Role::Rook, 'R'),
        (Role::Bishop, 'B'),
        (Role::Knight, 'N'),
        (Role::Pawn, 'P'),
    ],
    pieces: Reserve::of(&ARMY).with(Role::King).with(Role::ContramaticKing),
    has_series: false,
    has_reserve: true,
};

const SAFETY: &str = "complete-contramatic#source-2";
const BESIDE: &str = "complete-contramatic#source-3";
const KINGS_LAST: &str = "complete-contramatic#source-1";
const PLACEMENT: &str = "complete-contramatic#ruling-placement";

/// A position of Complete Contramatic Chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CompleteContramatic {
    state: State,
}

/// Whether the side to move places its orthodox king in this turn: all other pieces are placed.
fn places_king(state: &State) -> bool {
    let all = ARMY.len() as u32;
    match state.turn {
        Color::White => state.fifteen(Color::Black).count() == all,
        Color::Black => state.pieces.of(Color::White, Role::King).any(),
    }
}

/// The pieces that the side to move has placed in this turn: White's fifteen, Black's fifteen,
/// White's orthodox king, Black's orthodox king.
fn placed(state: &State) -> Option<u64> {
    let (us, all) = (state.turn, ARMY.len() as u32);
    let count = |color: Color| state.fifteen(color).count();
    let has_king = |color| state.pieces.of(color, Role::King).any();
    if places_king(state) {
        let other_king = has_king(!us) == (us == Color::Black);
        let possible = count(us) == all && count(!us) == all && other_king;
        possible.then(|| state.pieces.of(us, Role::King))
    } else {
        let others = if us == Color::White { 0 } else { all };
        let possible = count(!us) == others && !has_king(us) && !has_king(!us);
        possible.then(|| state.fifteen(us))
    }
}

impl CompleteContramatic {
    fn king(&self, color: Color) -> u64 {
        self.state.pieces.of(color, Role::King)
    }

    /// Whether the side's orthodox king is on the board and attacked.
    fn is_king_attacked(&self, color: Color) -> bool {
        let mut kings = self.king(color).squares();
        kings.any(|king| self.attackers(king, !color).any())
    }

    /// The pieces that the side to move still has to place in this turn.
    fn unplaced(&self) -> Reserve {
        let reserve = self.reserve(self.state.turn);
        if reserve.has(Role::King) && !places_king(&self.state) {
            reserve.without(Role::King)
        } else {
            reserve
        }
    }

    fn why_no_end(&self) -> Option<Refusal> {
        let State { pieces, turn, .. } = &self.state;
        if self.phase() == Phase::Movement {
            return refuse::only_moves(Step::End, "contramatic#source-2");
        }
        if !self.unplaced().is_empty() {
            let reason = if places_king(&self.state) {
                "complete-contramatic.king-left"
            } else {
                "contramatic.pieces-left"
            };
            return Some(Refusal::new(reason, PLACEMENT));
        }
        contramatic::why_placement_checks(pieces, *turn, PLACEMENT).or_else(|| {
            let king = self.king(*turn).squares().next()?;
            let attacker = self.attackers(king, !*turn).squares().next()?;
            let reason = "complete-contramatic.king-placed-in-check";
            Some(refuse::refusal(pieces, reason, PLACEMENT, &[king, attacker]))
        })
    }

    fn why_no_drop(&self, role: Role, to: Square) -> Option<Refusal> {
        if let Some(refusal) = self.state.why_no_drop(to) {
            return Some(refusal);
        }
        let (reason, rule) = if self.unplaced().has(role) {
            return None;
        } else if role == Role::King && !places_king(&self.state) {
            ("complete-contramatic.king-last", KINGS_LAST)
        } else {
            ("contramatic.none-left", PLACEMENT)
        };
        Some(Refusal::new(reason, rule))
    }

    fn why_no_move(&self, from: Square, to: Square, into: Option<Role>) -> Option<Refusal> {
        let State { pieces, turn, passed, .. } = &self.state;
        let terms = contramatic::terms(pieces, *turn, *passed);
        if let Some(refusal) = contramatic::why_no_way(&terms, from, to, into) {
            return Some(refusal);
        }
        let enemy = pieces.of(!*turn, Role::ContramaticKing).lowest();
        if self.king(*turn).has(from) && <Eight as crate::Geometry>::king(enemy).has(to) {
            let reason = "complete-contramatic.beside-contramatic-king";
            return Some(refuse::refusal(pieces, reason, BESIDE, &[from, enemy]));
        }
        let after = self.state.pieces_after(from, to, into);
        contramatic::why_check(pieces, &after, *turn, (from, to))
            .or_else(|| refuse::into_check(pieces, &after, *turn, (from, to), SAFETY))
    }
}

impl CompleteContramatic {
    /// The pieces of the side to move that give a check which prevents ending the placement turn.
    pub fn forbidden_checkers(&self) -> u64 {
        match self.phase() {
            Phase::Placement => contramatic::checkers(&self.state.pieces, self.state.turn),
            Phase::Movement => 0,
        }
    }
}

impl Position for CompleteContramatic {
    type Geometry = Eight;
    type Bits = u64;
    const SPEC: &'static GameSpec = &SPEC;
    const FEN: Extras = Extras { en_passant: true, turn: TurnField::Placed, ..Extras::NONE };

    fn from_fen(text: &str) -> Result<Self, FenError> {
        let state = State::read(text, &SPEC, placed)?;
        let position = CompleteContramatic { state };
        if position.phase() == Phase::Movement && position.is_king_attacked(!state.turn) {
            return Err(FenError::new(Field::Side, Problem::OpponentInCheck));
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        self.state.write(&SPEC, self.moved())
    }

    fn turn(&self) -> Color {
        self.state.turn
    }

    fn phase(&self) -> Phase {
        self.state.phase()
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.state.pieces.piece_at(square)
    }

    fn pieces(&self, color: Color) -> u64 {
        self.state.pieces.color(color)
    }

    fn pieces_of(&self, color: Color, role: Role) -> u64 {
        self.state.pieces.of(color, role)
    }

    fn reserve(&self, color: Color) -> Reserve {
        self.state.reserve(color, SPEC.pieces)
    }

    fn moved(&self) -> u64 {
        match self.phase() {
            Phase::Placement if places_king(&self.state) => self.king(self.state.turn),
            Phase::Placement => self.state.fifteen(self.state.turn),
            Phase::Movement => 0,
        }
    }

    fn is_inside_turn(&self) -> bool {
        self.moved().any()
    }

    fn most_steps(&self) -> u32 {
        if self.phase() == Phase::Placement && !places_king(&self.state) {
            ARMY.len() as u32
        } else {
            1
        }
    }

    fn place_rest(&self, random: &mut dyn FnMut(u32) -> u32) -> Vec<Step> {
        let unplaced = self.unplaced();
        if !unplaced.has(Role::King) {
            return place_for_me::pieces(&self.state, unplaced, random);
        }
        let square = place_for_me::king_square(&self.state, random);
        square.map(|to| Step::Drop { role: Role::King, to }).into_iter().collect()
    }

    fn pass(&self) -> Option<Self> {
        let state = self.state.pass()?;
        (!self.is_king_attacked(self.state.turn)).then_some(CompleteContramatic { state })
    }

    fn halfmove(&self) -> u32 {
        self.state.halfmove
    }

    fn fullmove(&self) -> u32 {
        self.state.fullmove
    }

    fn royals(&self, color: Color) -> u64 {
        self.king(color) | self.state.pieces.of(color, Role::ContramaticKing)
    }

    fn attackers(&self, square: Square, by: Color) -> u64 {
        attack::attackers(&self.state.pieces, square, by, self.state.pieces.occupied())
    }

    fn check(&self) -> Option<bool> {
        Some(contramatic::gives_check(&self.state.pieces, self.state.turn))
    }

    /// A player with no legal step loses, whatever the reason.
    fn outcome(&self) -> Option<Outcome> {
        if self.phase() == Phase::Placement {
            return None;
        }
        if !self.has_step() {
            return Some(Outcome::won(!self.state.turn, Ending::NoLegalStep));
        }
        (self.state.halfmove >= 100).then(|| Outcome::drawn(Ending::FiftyMoves))
    }

    #[inline]
    fn steps(&self, sink: &mut impl StepSink<u64>) -> ControlFlow<()> {
        let State { pieces, turn, passed, .. } = &self.state;
        if self.phase() == Phase::Movement {
            let danger = Danger::new(pieces, *turn);
            contramatic::steps(pieces, *turn, *passed, Some(&danger), sink)?;
            return ControlFlow::Continue(());
        }
        let reserve = self.unplaced();
        for role in reserve.roles() {
            sink.drops(role, self.state.vacant())?;
        }
        if reserve.is_empty()
            && !contramatic::gives_check(pieces, *turn)
            && !self.is_king_attacked(*turn)
        {
            sink.end()?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&mut self, step: Step, log: &mut impl EffectLog) {
        match step {
            Step::Move { from, to, into } => self.state.go(from, to, into, log),
            Step::Drop { role, to } => self.state.drop(role, to, log),
            Step::End => {
                let is_last = self.king(Color::Black).any();
                self.state.fullmove = u32::from(is_last);
                self.state.turn = !self.state.turn;
            }
            Step::Draw(_) => {}
        }
    }

    fn key(&self) -> u64 {
        self.state.pieces.key() ^ self.state.state_key()
    }

    fn for_repetition(&self) -> Self {
        let passed = self.state.passed.filter(|&passed| en_passant::is_possible(self, passed));
        CompleteContramatic { state: State { passed, ..self.state } }
    }

    fn recomputed_key(&self) -> u64 {
        self.state.pieces.recomputed_key() ^ self.state.state_key()
    }

    fn why_not(&self, step: Step) -> Option<Refusal> {
        match step {
            Step::Draw(_) => refuse::only_moves(step, "contramatic#source-1"),
            Step::End => self.why_no_end(),
            Step::Drop { role, to } => self.why_no_drop(role, to),
            Step::Move { .. } if self.phase() == Phase::Placement => {
                Some(Refusal::new("contramatic.place-first", "contramatic#source-1"))
            }
            Step::Move { from, to, into } => self.why_no_move(from, to, into),
        }
    }
}
