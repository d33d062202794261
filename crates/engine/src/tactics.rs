//! What a search has to know of each game besides its rules: when a side must answer, what wins at
//! once, and what a step captures.

use std::ops::ControlFlow;

use rules::games::batteries::Batteries;
use rules::games::chessence::Chessence;
use rules::games::complete_contramatic::CompleteContramatic;
use rules::games::contramatic::Contramatic;
use rules::games::magnetic::Magnetic;
use rules::games::orthodox::Orthodox;
use rules::sink::Each;
use rules::{Bits, Geometry, Phase, Position, Role, Square, Step};

use crate::evaluation::Evaluate;
use crate::known_placements;
use crate::net::Inputs;
use crate::search::parameters::SearchParameters;
use crate::search::static_exchange::exchange;

/// A game of one step a turn, as a search needs it.
pub trait Tactics: Evaluate + Inputs {
    /// Whether pawns capture en passant as in chess.
    const EN_PASSANT: bool = false;

    /// The search parameters.
    const PARAMETERS: SearchParameters = SearchParameters::USUAL;

    /// Whether captures on a square make an exchange ([`Tactics::exchange`]).
    const HAS_EXCHANGES: bool = false;

    /// What a capture that wins `gain` at once wins when both sides go on capturing on its square
    /// as long as it pays: static exchange evaluation, in hundredths of a pawn.
    fn exchange(&self, _from: Square, _to: Square, gain: i32) -> i32 {
        gain
    }

    /// Placements of all pieces but the kings that are known beforehand, of each side (`known_placements`).
    const PLACEMENTS: [&'static [&'static str]; 2] = [&[], &[]];

    /// The king that wins by stepping into check (docs/rules/contramatic.md, Source 3), if the game has one.
    const DARING_KING: Option<Role> = None;

    /// Whether the side to move must answer a threat to its royal piece (in the Contramatic games
    /// also one that the enemy king makes by standing in its attack): then all of its steps are
    /// searched, and the position is not evaluated before that.
    fn must_answer(&self) -> bool {
        self.check() == Some(true)
    }

    /// A step that wins the game at once, if that can be seen without playing it.
    fn winning_step(&self) -> Option<Step> {
        None
    }

    /// The piece that a possible step captures.
    #[inline]
    fn captured(&self, from: Square, to: Square) -> Option<Role> {
        let us = self.turn();
        if self.pieces(!us).has(to) {
            return self.piece_at(to).map(|piece| piece.role);
        }
        let shape = Self::Geometry::SHAPE;
        let is_aside = shape.file(from) != shape.file(to);
        (Self::EN_PASSANT && is_aside && self.pieces_of(us, Role::Pawn).has(from))
            .then_some(Role::Pawn)
    }

    /// Pieces that may capture by going to an empty square, as the rules decide.
    #[inline]
    fn captures_aside(&self) -> Self::Bits {
        if !Self::EN_PASSANT {
            return Self::Bits::EMPTY;
        }
        let us = self.turn();
        // Beside a pawn that has just made its double step.
        self.pieces_of(us, Role::Pawn)
            & Self::Geometry::rank(us.rank(4, Self::Geometry::SHAPE.ranks))
    }

    /// Pieces all of whose steps are searched where otherwise only captures are.
    #[inline]
    fn always_looked_at(&self) -> Self::Bits {
        Self::DARING_KING.map_or(Self::Bits::EMPTY, |king| self.pieces_of(self.turn(), king))
    }

    /// Whether a possible step contradicts the habits of orthodox chess: no king in chess may step
    /// into an attack, but here it is a way to win.
    #[inline]
    fn is_against_habit(&self, from: Square, to: Square) -> bool {
        let us = self.turn();
        Self::DARING_KING.is_some_and(|king| self.pieces_of(us, king).has(from))
            && self.attackers(to, !us).any()
    }

    /// The same position with the other side to move, where passing is hardly ever better than any
    /// step: what holds after it holds then for some step too. Never asked of a side that must
    /// answer a threat.
    ///
    /// Not in the Contramatic games and Chessence: there who has no step loses, to be forced to
    /// break up what stands well is a means of winning, and after a pass a contramatic king that
    /// stands in check would have won.
    fn after_pass(&self) -> Option<Self> {
        None
    }
}

impl Tactics for Chessence {
    const PARAMETERS: SearchParameters = SearchParameters::LEARNING;
}

impl Tactics for Batteries {
    #[inline]
    fn captured(&self, from: Square, to: Square) -> Option<Role> {
        let us = self.turn();
        if self.pieces(!us).has(to) {
            return self.piece_at(to).map(|piece| piece.role);
        }
        // Most steps are asked about: only Agents overtake.
        if !self.pieces_of(us, Role::Agent).has(from) {
            return None;
        }
        self.overtaken(from, to).and_then(|at| self.piece_at(at)).map(|piece| piece.role)
    }

    fn captures_aside(&self) -> u128 {
        let us = self.turn();
        self.pieces_of(us, Role::Agent) & self.charge(us)
    }

    /// As in orthodox chess: a side with more than its President, Batteries and Soldiers can nearly
    /// always do something harmless.
    fn after_pass(&self) -> Option<Self> {
        pass_with(self, &[Role::Lady, Role::Diag, Role::Orthog, Role::Agent, Role::Equine])
    }
}

impl Tactics for Magnetic {
    const PARAMETERS: SearchParameters = SearchParameters::LEARNING;

    /// As in orthodox chess: a side with a piece beside its king and pawns can nearly always do something
    /// harmless.
    fn after_pass(&self) -> Option<Self> {
        pass_with(self, &CHESS_PIECES)
    }

    /// There is no check, but a king that the enemy can capture at the next step must be saved.
    fn must_answer(&self) -> bool {
        self.is_king_en_prise()
    }

    fn winning_step(&self) -> Option<Step> {
        let us = self.turn();
        let king = self.royals(!us).squares().next()?;
        if self.attackers(king, us).is_empty() {
            return None;
        }
        let mut found = None;
        let _ = self.steps(&mut Each(|step| match step {
            Step::Move { to, .. } if to == king => {
                found = Some(step);
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }));
        found
    }
}

/// The search parameters of both Contramatic games. Passing is against the rules and would be a gain at
/// times: that a side is far ahead without a step says less here.
const CONTRAMATIC: SearchParameters =
    SearchParameters { reverse_futility_depth: 0, ..SearchParameters::USUAL };

impl Tactics for Contramatic {
    const PLACEMENTS: [&'static [&'static str]; 2] = known_placements::CONTRAMATIC;
    const PARAMETERS: SearchParameters = CONTRAMATIC;
    const EN_PASSANT: bool = true;
    const HAS_EXCHANGES: bool = true;

    fn exchange(&self, from: Square, to: Square, gain: i32) -> i32 {
        exchange(self, from, to, gain, Self::worth)
    }

    const DARING_KING: Option<Role> = Some(Role::ContramaticKing);
}

impl Tactics for CompleteContramatic {
    const PLACEMENTS: [&'static [&'static str]; 2] = known_placements::COMPLETE_CONTRAMATIC;
    const PARAMETERS: SearchParameters = CONTRAMATIC;
    const EN_PASSANT: bool = true;
    const HAS_EXCHANGES: bool = true;

    fn exchange(&self, from: Square, to: Square, gain: i32) -> i32 {
        exchange(self, from, to, gain, Self::worth)
    }

    const DARING_KING: Option<Role> = Some(Role::ContramaticKing);

    fn must_answer(&self) -> bool {
        let us = self.turn();
        let mut kings = self.pieces_of(us, Role::King).squares();
        self.phase() == Phase::Movement
            && (self.check() == Some(true) || kings.any(|king| self.attackers(king, !us).any()))
    }
}

impl Tactics for Orthodox {
    /// More selective than in the other games: shown by matches with itself (docs/strength.md, "Orthodox chess").
    const PARAMETERS: SearchParameters = SearchParameters {
        late_move_depth: 6,
        late_move_base: 3,
        late_move_factor: 1,
        futility_depth: 6,
        reduction_from: 2,
        losing_reduction: 1,
        quiet_exchange_depth: 5,
        losing_capture_depth: 4,
        null_move_divisor: 4,
        null_move_margin: 200,
        improving: 1,
        check_extension: 0,
        forced_answers: 2,
        ..SearchParameters::LEARNING
    };
    const EN_PASSANT: bool = true;
    const HAS_EXCHANGES: bool = true;

    fn exchange(&self, from: Square, to: Square, gain: i32) -> i32 {
        exchange(self, from, to, gain, Self::worth)
    }

    /// A side with its king and pawns alone may be worse off for every step that it has (zugzwang).
    fn after_pass(&self) -> Option<Self> {
        pass_with(self, &CHESS_PIECES)
    }
}

/// The pieces of chess beside king and pawns.
const CHESS_PIECES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The same position with the other side to move, if the side to move has one of these pieces.
fn pass_with<P: Position>(position: &P, roles: &[Role]) -> Option<P> {
    let us = position.turn();
    let has_piece = roles.iter().any(|&role| position.pieces_of(us, role).any());
    if has_piece { position.pass() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<P: Position>(fen: &str) -> P {
        P::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    /// The squares of a move on an 8x8 board.
    fn squares(text: &str) -> (Square, Square) {
        match Step::parse(text, Orthodox::SPEC) {
            Ok(Step::Move { from, to, .. }) => (from, to),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn en_passant_captures_a_pawn_aside() {
        fn check<P: Tactics>(fen: &str) {
            let position: P = read(fen);
            let captured = |text| {
                let (from, to) = squares(text);
                position.captured(from, to)
            };
            assert_eq!(captured("e5d6"), Some(Role::Pawn), "{fen}");
            assert_eq!(captured("e5e6"), None, "{fen}");
            assert_eq!(captured("e1d1"), Some(Role::Knight), "{fen}");
            let aside: Vec<Square> = position.captures_aside().squares().collect();
            assert_eq!(aside, [squares("e5d6").0], "{fen}");
        }
        check::<Orthodox>("4k3/8/8/3pP3/8/8/4P3/3nK3 w - d6 0 1");
        check::<Contramatic>("4k3/8/8/3pP3/8/8/4P3/3nK3[] w - d6 0 1 -");
        check::<CompleteContramatic>("k3c3/8/8/3pP3/8/8/4P3/K2nC3[] w - d6 0 1 -");
    }

    /// Two knights attack f1, none d1.
    #[test]
    fn only_contramatic_kings_dare_to_step_into_an_attack() {
        fn dares<P: Tactics>(fen: &str) -> [bool; 2] {
            let position: P = read(fen);
            ["e1f1", "e1d1"].map(|text| {
                let (from, to) = squares(text);
                assert_eq!(P::DARING_KING.is_some(), position.always_looked_at().has(from));
                position.is_against_habit(from, to)
            })
        }
        assert_eq!(dares::<Orthodox>("4k3/8/8/8/8/6n1/7n/4K3 w - - 0 1"), [false; 2]);
        assert_eq!(dares::<Contramatic>("4k3/8/8/8/8/6n1/7n/4K3[] w - - 0 1 -"), [true, false]);
        let complete = "k3c3/8/8/8/8/6n1/7n/K3C3[] w - - 0 1 -";
        assert_eq!(dares::<CompleteContramatic>(complete), [true, false]);
    }
}
