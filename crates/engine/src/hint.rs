//! Why a turn is a good one, as data: the page makes sentences of it.

use rules::{AnyPosition, Bits, Color, Ending, Position, Role, Step, with_position};

use crate::plain::worth;
use crate::tactics::Tactics;
use crate::thought::Thought;

/// A reason for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// There is no other.
    Only,
    /// It wins, with the `turns`-th turn of the side to move from here at the latest (1: at once).
    Wins {
        /// How many turns of the side to move that takes, this one included.
        turns: u32,
        /// What the game then ends by, where the line reaches its end.
        ending: Option<Ending>,
    },
    /// It puts off a loss that comes after so many turns of the opponent.
    Delays {
        /// How many turns the opponent then needs.
        turns: u32,
    },
    /// It answers a threat to the own royal (in the Contramatic games also the enemy king's stand
    /// in check).
    Answers,
    /// It captures a man.
    Captures {
        /// The man's kind.
        role: Role,
    },
    /// When the line expected has been played, the side to move has won so much, in pawns.
    WinsMaterial {
        /// In pawns, as primers count the men.
        pawns: u32,
    },
    /// It threatens the enemy royal (in the Contramatic games: it puts the own king into check).
    Threatens,
    /// A pawn becomes a man of this kind.
    Promotes {
        /// The man's kind.
        role: Role,
    },
}

/// How many turns of the line expected are looked at for men won and lost.
const FAR: usize = 6;

/// The reasons for the turn of a thought, the weightiest first; none where none can be given.
pub fn reasons(position: &AnyPosition, thought: &Thought) -> Vec<Reason> {
    let mut reasons = decided(position, thought);
    if position.list() == thought.turn {
        reasons.insert(0, Reason::Only);
    }
    match position {
        // In Charismatic Chess a turn is a series: what it wins is told, not how.
        AnyPosition::Charismatic(p) => {
            if p.check() == Some(true) {
                reasons.push(Reason::Answers);
            }
        }
        AnyPosition::Chessence(p) => of_step(p, thought, &mut reasons),
        AnyPosition::Contramatic(p) => of_step(p, thought, &mut reasons),
        AnyPosition::CompleteContramatic(p) => of_step(p, thought, &mut reasons),
        AnyPosition::Magnetic(p) => of_step(p, thought, &mut reasons),
        AnyPosition::Batteries(p) => of_step(p, thought, &mut reasons),
        AnyPosition::Orthodox(p) => of_step(p, thought, &mut reasons),
    }
    let us = position.turn();
    let won = with_position!(position, p => won_along(p, us, &thought.line));
    if won > 0 && !matches!(reasons.first(), Some(Reason::Wins { .. })) {
        reasons.push(Reason::WinsMaterial { pawns: won as u32 });
    }
    reasons
}

/// Whether the thought sees the game decided.
fn decided(position: &AnyPosition, thought: &Thought) -> Vec<Reason> {
    match thought.score.decided() {
        Some(turns) if turns > 0 => {
            let mut end = *position;
            for &step in thought.line.iter().flatten() {
                end.play(step);
            }
            let ending = end.outcome().filter(|outcome| outcome.winner == Some(position.turn()));
            let ending = ending.map(|outcome| outcome.ending);
            vec![Reason::Wins { turns: (turns as u32).div_ceil(2), ending }]
        }
        Some(turns) => vec![Reason::Delays { turns: turns.unsigned_abs() / 2 }],
        None => Vec::new(),
    }
}

/// The reasons that the one step of a turn shows at once.
fn of_step<P: Tactics>(position: &P, thought: &Thought, reasons: &mut Vec<Reason>) {
    let [step] = thought.turn[..] else { return };
    if position.must_answer() {
        reasons.push(Reason::Answers);
    }
    let Step::Move { from, to, into } = step else { return };
    if let Some(role) = position.captured(from, to)
        && !royal(role)
    {
        reasons.push(Reason::Captures { role });
    }
    if let Some(role) = into {
        reasons.push(Reason::Promotes { role });
    }
    let mut after = *position;
    after.play(step, &mut ());
    if after.royals(after.turn()).any() && after.must_answer() {
        reasons.push(Reason::Threatens);
    }
}

const fn royal(role: Role) -> bool {
    matches!(role, Role::King | Role::ContramaticKing | Role::President)
}

/// What a side has won, in pawns, when the line has been played, as far as it is looked at: after a
/// turn of the opponent if there is one, so that what is taken back counts.
fn won_along<P: Position>(position: &P, us: Color, line: &[Vec<Step>]) -> i32 {
    let before = balance(position, us);
    let mut after = *position;
    let length = line.len().min(FAR);
    let length = if length > 1 { length & !1 } else { length };
    for &step in line[..length].iter().flatten() {
        after.play(step, &mut ());
    }
    balance(&after, us) - before
}

/// The men of a side on the board less those of the other, in pawns.
fn balance<P: Position>(position: &P, us: Color) -> i32 {
    let of = |color| -> i32 {
        let roles = P::SPEC.roles.iter();
        let men = roles.map(|&(role, _)| position.men_of(color, role).count() as i32 * worth(role));
        let reserve = position.reserve(color);
        let off = reserve.roles().map(|role| reserve.count(role) as i32 * worth(role));
        men.sum::<i32>() + off.sum::<i32>()
    };
    of(us) - of(!us)
}

#[cfg(test)]
mod tests {
    use rules::GameId;

    use super::*;
    use crate::{Engine, Limits};

    fn hint(game: GameId, fen: &str) -> Vec<Reason> {
        let position = AnyPosition::from_fen(game, fen).unwrap();
        let mut engine = Engine::new(game, 1, 1 << 20);
        let thought = engine.think(&[], &position, &Limits::nodes(20_000), &mut |_| {}).unwrap();
        reasons(&position, &thought)
    }

    #[test]
    fn a_king_is_captured() {
        let reasons = hint(GameId::Magnetic, "4k3/8/8/8/8/8/8/K3R3 w - - 0 1");
        let ending = Some(Ending::RoyalCaptured);
        assert_eq!(reasons[0], Reason::Wins { turns: 1, ending });
    }

    #[test]
    fn a_man_is_won() {
        let reasons = hint(GameId::Orthodox, "4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1");
        assert!(reasons.contains(&Reason::Captures { role: Role::Queen }));
        assert!(reasons.contains(&Reason::WinsMaterial { pawns: 9 }), "{reasons:?}");
    }

    #[test]
    fn a_check_is_answered() {
        let reasons = hint(GameId::Orthodox, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
        assert!(reasons.contains(&Reason::Answers));
    }

    #[test]
    fn a_mate_is_given() {
        let reasons = hint(GameId::Orthodox, "7k/8/6K1/8/8/8/8/R7 w - - 0 1");
        assert_eq!(reasons[0], Reason::Wins { turns: 1, ending: Some(Ending::Checkmate) });
    }
}
