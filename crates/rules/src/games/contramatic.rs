//! Contramatic Chess (docs/rules/contramatic.md; V. R. Parton): the own king wants to be checked, and the
//! enemy's may not be.
//!
//! Places in the rules that refusals name: `source-1` to `source-3`; `ruling-kings`,
//! `ruling-own-side`, `ruling-placement-turn`, `ruling-castling`, `ruling-pawns`,
//! `ruling-capture`, `ruling-no-step`. Complete Contramatic Chess names them too where its rules
//! are these.

use std::ops::ControlFlow;

use crate::board::{Bits, Color, Eight, Piece, Reserve, Role, Square};
use crate::chess::contramatic_king as contramatic;
use crate::chess::placement::State;
use crate::chess::{ARMY, attack, en_passant, place_for_me, refuse};
use crate::effect::EffectLog;
use crate::fen::{Extras, FenError, TurnField};
use crate::position::{Ending, GameSpec, Outcome, Phase, Position};
use crate::refusal::Refusal;
use crate::sink::StepSink;
use crate::step::Step;

static SPEC: GameSpec = GameSpec {
    id: "contramatic",
    link: 2,
    also: &[],
    start: "4k3/8/8/8/8/8/8/4K3[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 0 -",
    shape: <Eight as crate::Geometry>::SHAPE,
    roles: &[
        (Role::ContramaticKing, 'K'),
        (Role::Queen, 'Q'),
        (Role::Rook, 'R'),
        (Role::Bishop, 'B'),
        (Role::Knight, 'N'),
        (Role::Pawn, 'P'),
    ],
    pieces: Reserve::of(&ARMY).with(Role::ContramaticKing),
    has_series: false,
    has_reserve: true,
};

const PLACEMENT: &str = "contramatic#ruling-placement-turn";

/// A position of Contramatic Chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Contramatic {
    state: State,
}

/// The pieces that the side to move has placed in this turn: White places all, then Black does.
fn placed(state: &State) -> Option<u64> {
    let others = state.fifteen(!state.turn).count();
    let before = if state.turn == Color::White { 0 } else { ARMY.len() as u32 };
    (others == before).then(|| state.fifteen(state.turn))
}

impl Contramatic {
    /// Whether the placement turn may end, apart from checks.
    fn has_placed_all(&self) -> bool {
        self.state.fifteen(self.state.turn).count() == ARMY.len() as u32
    }

    fn why_no_end(&self) -> Option<Refusal> {
        if self.phase() == Phase::Movement {
            return refuse::only_moves(Step::End, "contramatic#source-2");
        }
        if !self.has_placed_all() {
            return Some(Refusal::new("contramatic.pieces-left", PLACEMENT));
        }
        contramatic::why_placement_checks(&self.state.pieces, self.state.turn, PLACEMENT)
    }
}

impl Contramatic {
    /// The pieces of the side to move that give a check which prevents ending the placement turn.
    pub fn forbidden_checkers(&self) -> u64 {
        match self.phase() {
            Phase::Placement => contramatic::checkers(&self.state.pieces, self.state.turn),
            Phase::Movement => 0,
        }
    }
}

impl Position for Contramatic {
    type Geometry = Eight;
    type Bits = u64;
    const SPEC: &'static GameSpec = &SPEC;
    const FEN: Extras = Extras { en_passant: true, turn: TurnField::Placed, ..Extras::NONE };

    fn from_fen(text: &str) -> Result<Self, FenError> {
        State::read(text, &SPEC, placed).map(|state| Contramatic { state })
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
            Phase::Placement => self.state.fifteen(self.state.turn),
            Phase::Movement => 0,
        }
    }

    fn is_inside_turn(&self) -> bool {
        self.moved().any()
    }

    fn most_steps(&self) -> u32 {
        if self.phase() == Phase::Placement { ARMY.len() as u32 } else { 1 }
    }

    fn place_rest(&self, random: &mut dyn FnMut(u32) -> u32) -> Vec<Step> {
        place_for_me::pieces(&self.state, self.reserve(self.state.turn), random)
    }

    fn pass(&self) -> Option<Self> {
        Some(Contramatic { state: self.state.pass()? })
    }

    fn halfmove(&self) -> u32 {
        self.state.halfmove
    }

    fn fullmove(&self) -> u32 {
        self.state.fullmove
    }

    fn royals(&self, color: Color) -> u64 {
        self.state.pieces.of(color, Role::ContramaticKing)
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
            contramatic::steps(pieces, *turn, *passed, None, sink)?;
        } else if !self.has_placed_all() {
            for role in self.reserve(*turn).roles() {
                sink.drops(role, self.state.vacant())?;
            }
        } else if !contramatic::gives_check(pieces, *turn) {
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
                self.state.fullmove = self.state.turn.index() as u32;
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
        Contramatic { state: State { passed, ..self.state } }
    }

    fn recomputed_key(&self) -> u64 {
        self.state.pieces.recomputed_key() ^ self.state.state_key()
    }

    fn why_not(&self, step: Step) -> Option<Refusal> {
        let State { pieces, turn, passed, .. } = &self.state;
        match step {
            Step::Draw(_) => refuse::only_moves(step, "contramatic#source-1"),
            Step::End => self.why_no_end(),
            Step::Drop { role, to } => self.state.why_no_drop(to).or_else(|| {
                let is_left = self.reserve(*turn).has(role);
                (!is_left).then(|| Refusal::new("contramatic.none-left", PLACEMENT))
            }),
            Step::Move { .. } if self.phase() == Phase::Placement => {
                Some(Refusal::new("contramatic.place-first", "contramatic#source-1"))
            }
            Step::Move { from, to, into } => {
                let terms = contramatic::terms(pieces, *turn, *passed);
                contramatic::why_no_way(&terms, from, to, into).or_else(|| {
                    let after = self.state.pieces_after(from, to, into);
                    contramatic::why_check(pieces, &after, *turn, (from, to))
                })
            }
        }
    }
}
