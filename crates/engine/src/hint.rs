//! Why a turn is good, as data: the page makes sentences of it.

use rules::games::batteries::Batteries;
use rules::games::chessence::Chessence;
use rules::{AnyPosition, Bits, Color, Ending, Position, Role, Step, with_position};

use crate::baseline::{worth, worth_now};
use crate::tactics::Tactics;
use crate::thought::Thought;

/// A reason for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// There is no other turn.
    Only,
    /// It wins, with the `turns`-th turn of the side to move from here at the latest (1: at once).
    Wins {
        /// How many turns of the side to move that takes, this one included.
        turns: u32,
        /// The ending of the game, if the line reaches it.
        ending: Option<Ending>,
    },
    /// It delays a loss that comes after this many turns of the opponent.
    Delays {
        /// The number of turns that the opponent then needs.
        turns: u32,
    },
    /// It answers a threat to the royal piece of the side to move (in the Contramatic games also
    /// the enemy king's position in check).
    Answers,
    /// It captures a piece.
    Captures {
        /// The piece's kind.
        role: Role,
    },
    /// After the expected line, the side to move has won this much material.
    WinsMaterial {
        /// In pawns, by the usual values.
        pawns: u32,
    },
    /// It threatens the enemy's royal piece (in the Contramatic games: it puts the own king into
    /// check).
    Threatens,
    /// It promotes a pawn to this kind of piece.
    Promotes {
        /// The piece's kind.
        role: Role,
    },
    /// The moving piece was attacked, and no longer is.
    Saves {
        /// The piece's kind.
        role: Role,
    },
    /// It attacks a piece that was not attacked before, and that is worth more than the attacker or
    /// is not defended.
    Attacks {
        /// The piece's kind.
        role: Role,
    },
    /// It gives the own pieces this many more moves; given only where there is no other reason.
    Opens {
        /// How many moves.
        moves: u32,
    },
    /// This many more own pieces have an ability: in Chess with Batteries they are charged, in
    /// Chessence they have a power.
    Empowers {
        /// How many pieces.
        pieces: u32,
    },
    /// This many enemy pieces, captured ones not counted, lose their charge, or their last power.
    Disables {
        /// How many pieces.
        pieces: u32,
    },
}

/// How many turns of the expected line are examined for pieces won and lost.
const FAR: usize = 6;

/// The reasons for the turn of a thought, the strongest first; empty if there are none to give.
pub fn reasons(position: &AnyPosition, thought: &Thought) -> Vec<Reason> {
    let mut reasons = decided(position, thought);
    if position.list() == thought.turn {
        reasons.insert(0, Reason::Only);
    }
    match position {
        AnyPosition::Chessence(p) => {
            of_step(p, thought, &mut reasons);
            let active = |p: &Chessence, color| p.powers(color).any();
            of_powers(p, thought, active, &mut reasons);
        }
        AnyPosition::Contramatic(p) => of_step(p, thought, &mut reasons),
        AnyPosition::CompleteContramatic(p) => of_step(p, thought, &mut reasons),
        AnyPosition::Magnetic(p) => of_step(p, thought, &mut reasons),
        AnyPosition::Batteries(p) => {
            of_step(p, thought, &mut reasons);
            let charged = |p: &Batteries, color| p.charged(color);
            of_powers(p, thought, charged, &mut reasons);
        }
        AnyPosition::Orthodox(p) => of_step(p, thought, &mut reasons),
        // If a turn is a series, the reason is what it wins, not how.
        other => with_position!(other, p => of_series(p, thought, &mut reasons)),
    }
    let us = position.turn();
    let won = with_position!(position, p => won_along(p, us, &thought.line));
    let taken = reasons.iter().map(|reason| match reason {
        Reason::Captures { role } => worth(*role),
        _ => 0,
    });
    // What the captures told say already need not be told again.
    let is_news = won > 0 && won != taken.sum::<i32>();
    if is_news && !matches!(reasons.first(), Some(Reason::Wins { .. })) {
        reasons.push(Reason::WinsMaterial { pawns: won as u32 });
    }
    if reasons.is_empty()
        && let [step] = thought.turn[..]
        && let Some(moves) = with_position!(position, p => opened(p, step))
    {
        reasons.push(Reason::Opens { moves });
    }
    reasons.sort_by_key(Reason::weight);
    reasons
}

impl Reason {
    /// The smaller, the earlier it is given.
    const fn weight(&self) -> u32 {
        match self {
            Reason::Only => 0,
            Reason::Wins { .. } => 1,
            Reason::Delays { .. } => 2,
            Reason::Answers => 3,
            Reason::Promotes { .. } => 4,
            Reason::Captures { .. } => 5,
            Reason::WinsMaterial { .. } => 6,
            Reason::Threatens => 7,
            Reason::Saves { .. } => 8,
            Reason::Attacks { .. } => 9,
            Reason::Disables { .. } => 10,
            Reason::Empowers { .. } => 11,
            Reason::Opens { .. } => 12,
        }
    }
}

/// The reasons that the many steps of a turn show at once.
fn of_series<P: Position>(position: &P, thought: &Thought, reasons: &mut Vec<Reason>) {
    if position.check() == Some(true) {
        reasons.push(Reason::Answers);
    }
    reasons.extend(captured(position, &thought.turn).map(|role| Reason::Captures { role }));
}

/// The kinds of the pieces that the moves of a turn capture, royals excepted.
fn captured<P: Position>(position: &P, turn: &[Step]) -> impl Iterator<Item = Role> {
    let (them, mut now) = (!position.turn(), *position);
    turn.iter().filter_map(move |&step| {
        let before = now;
        now.play(step, &mut ());
        let roles = P::SPEC.roles.iter().map(|&(role, _)| role);
        let mut gone = roles.filter(|&role| {
            now.pieces_of(them, role).count() < before.pieces_of(them, role).count() && !royal(role)
        });
        gone.next()
    })
}

/// What a step changes in which pieces of each side can do what not all can do.
fn of_powers<P: Position>(
    position: &P,
    thought: &Thought,
    able: impl Fn(&P, Color) -> P::Bits,
    reasons: &mut Vec<Reason>,
) {
    let [step] = thought.turn[..] else { return };
    let mut after = *position;
    after.play(step, &mut ());
    let us = position.turn();
    let empowered = able(&after, us).count().saturating_sub(able(position, us).count());
    if empowered > 0 {
        reasons.push(Reason::Empowers { pieces: empowered });
    }
    let left = able(position, !us) & after.pieces(!us);
    let fewer = (left & !able(&after, !us)).count();
    if fewer > 0 {
        reasons.push(Reason::Disables { pieces: fewer });
    }
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
    let mut after = *position;
    after.play(step, &mut ());
    if let Step::Move { from, to, into } = step {
        let us = position.turn();
        let captured = position.captured(from, to).filter(|&role| !royal(role));
        if let Some(role) = captured {
            reasons.push(Reason::Captures { role });
        }
        if let Some(role) = into {
            reasons.push(Reason::Promotes { role });
        }
        let piece =
            position.piece_at(from).filter(|piece| captured.is_none() && !royal(piece.role));
        if let Some(piece) = piece
            && position.attackers(from, !us).any()
            && after.piece_at(to).is_some()
            && !after.attackers(to, !us).any()
        {
            reasons.push(Reason::Saves { role: piece.role });
        }
    }
    if after.royals(after.turn()).any() && after.must_answer() {
        reasons.push(Reason::Threatens);
    }
    reasons.extend(attacked(position, &after).map(|role| Reason::Attacks { role }));
}

/// The most valuable piece that the side to move in `before` could capture in `after`, and could not
/// before, if that would pay: the piece is worth more than its attacker, or nobody defends it.
fn attacked<P: Tactics>(before: &P, after: &P) -> Option<Role> {
    let us = before.turn();
    let is_known = |to| {
        before.list().iter().any(|&step| {
            matches!(step, Step::Move { from, to: at, .. }
                if at == to && before.captured(from, to).is_some())
        })
    };
    let passed = after.pass().filter(|_| after.turn() != us)?;
    let found = passed.list().into_iter().filter_map(|step| {
        let Step::Move { from, to, .. } = step else { return None };
        let role = passed.captured(from, to).filter(|&role| !royal(role))?;
        let by = worth(passed.piece_at(from)?.role);
        let pays = worth(role) > by || !passed.attackers(to, !us).any();
        (pays && !is_known(to)).then_some(role)
    });
    found.max_by_key(|&role| worth(role))
}

/// How many more moves the pieces of the side to move have after its step; at least two more.
fn opened<P: Position>(position: &P, step: Step) -> Option<u32> {
    let count = |position: &P| {
        let list = position.list();
        list.iter().filter(|step| matches!(step, Step::Move { .. })).count() as u32
    };
    let mut after = *position;
    after.play(step, &mut ());
    let after = after.pass().filter(|_| after.turn() != position.turn())?;
    count(&after).checked_sub(count(position)).filter(|&more| more > 1)
}

const fn royal(role: Role) -> bool {
    matches!(role, Role::King | Role::ContramaticKing | Role::President)
}

/// What a side has won, in pawns, when the line has been played, as far as it is looked at: after a
/// turn of the opponent if there is one, so that what is taken back counts.
fn won_along<P: Position>(position: &P, us: Color, line: &[Vec<Step>]) -> i32 {
    let before = worth_now(position, us);
    let mut after = *position;
    let length = line.len().min(FAR);
    let length = if length > 1 { length & !1 } else { length };
    for &step in line[..length].iter().flatten() {
        after.play(step, &mut ());
    }
    worth_now(&after, us) - before
}

#[cfg(test)]
mod tests {
    use rules::GameId;
    use rules::any::positions::Orthodox;

    use super::*;
    use crate::testing::read;
    use crate::{Engine, Limits, Score};

    fn hint(game: GameId, fen: &str) -> Vec<Reason> {
        let position = AnyPosition::from_fen(game, fen).unwrap();
        let mut engine = Engine::new(game, 1, 1 << 20);
        let thought = engine.think(&[], &position, &Limits::nodes(20_000), &mut |_| {}).unwrap();
        reasons(&position, &thought)
    }

    #[test]
    fn a_loss_is_delayed_by_so_many_turns_of_the_opponent() {
        let reasons = hint(GameId::Orthodox, "2r5/8/8/8/1r6/8/8/K6k w - - 0 1");
        assert!(reasons.contains(&Reason::Delays { turns: 1 }), "{reasons:?}");
    }

    #[test]
    fn a_king_is_captured() {
        let reasons = hint(GameId::Magnetic, "4k3/8/8/8/8/8/8/K3R3 w - - 0 1");
        let ending = Some(Ending::RoyalCaptured);
        assert_eq!(reasons[0], Reason::Wins { turns: 1, ending });
    }

    #[test]
    fn a_piece_is_won() {
        let reasons = hint(GameId::Orthodox, "4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1");
        assert!(reasons.contains(&Reason::Captures { role: Role::Queen }));
        assert!(!reasons.contains(&Reason::WinsMaterial { pawns: 9 }), "{reasons:?}");
    }

    #[test]
    fn the_gain_of_the_expected_line_is_a_reason() {
        let fen = "k7/8/3q4/8/8/8/3PK3/2B5 w - - 0 1";
        let position = AnyPosition::from_fen(GameId::Orthodox, fen).unwrap();
        let line = ["d2d4", "a8b8", "c1f4", "b8a8", "f4d6", "a8b7"];
        let line = line.map(|step| vec![Step::parse(step, position.spec()).unwrap()]);
        let reasons_of = |length: usize| {
            let (turn, line) = (line[0].clone(), line[..length].to_vec());
            let score = Score::EVEN;
            reasons(&position, &Thought { line, turn, score, depth: 1, nodes: 1, table: 0 })
        };
        assert_eq!(reasons_of(4), [Reason::Opens { moves: 6 }]);
        assert_eq!(reasons_of(6), [Reason::WinsMaterial { pawns: 9 }]);
    }

    /// What a line wins counts with the answer to it if there is one, and else at once.
    #[test]
    fn what_is_taken_back_is_not_won() {
        let position = read::<Orthodox>("4k3/8/4p3/3q4/8/8/3R4/3K4 w - - 0 1");
        let line = ["d2d5", "e6d5", "d1e1"];
        let line = line.map(|step| vec![Step::parse(step, Orthodox::SPEC).unwrap()]);
        let won = |length: usize| won_along(&position, Color::White, &line[..length]);
        assert_eq!([won(0), won(1), won(2), won(3)], [0, 9, 9 - 5, 9 - 5]);
    }

    #[test]
    fn a_check_is_answered() {
        let reasons = hint(GameId::Orthodox, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
        assert!(reasons.contains(&Reason::Answers));
    }

    #[test]
    fn an_attacked_piece_goes_to_safety() {
        let reasons = hint(GameId::Orthodox, "4k3/5ppp/8/b7/1P6/P7/5PPP/4K3 b - - 0 1");
        assert!(reasons.contains(&Reason::Saves { role: Role::Bishop }), "{reasons:?}");
    }

    fn of(game: GameId, fen: &str, step: &str) -> Vec<Reason> {
        let position = AnyPosition::from_fen(game, fen).unwrap();
        let turn: Vec<Step> =
            step.split(',').map(|step| Step::parse(step, position.spec()).unwrap()).collect();
        let score = Score::EVEN;
        reasons(
            &position,
            &Thought { line: vec![turn.clone()], turn, score, depth: 1, nodes: 1, table: 0 },
        )
    }

    #[test]
    fn a_battery_charges_a_piece() {
        let fen = "9p/10/10/10/10/4S5/10/10/10/PB8 w - - 0 1";
        assert!(of(GameId::Batteries, fen, "b1e4").contains(&Reason::Empowers { pieces: 1 }));
        assert!(!of(GameId::Batteries, fen, "b1e1").contains(&Reason::Empowers { pieces: 1 }));
    }

    #[test]
    fn a_captured_battery_leaves_pieces_without_charge() {
        let fen = "9p/10/10/10/10/10/10/1s8/1b8/P9 w - - 0 1";
        let reasons = of(GameId::Batteries, fen, "a1b2");
        assert!(reasons.contains(&Reason::Captures { role: Role::Battery }), "{reasons:?}");
        assert!(reasons.contains(&Reason::Disables { pieces: 1 }), "{reasons:?}");
    }

    /// The piece that is captured was charged; it is told as captured, and not once more.
    #[test]
    fn a_captured_piece_does_not_count_as_discharged() {
        let fen = "9p/10/10/10/10/3bs5/4O5/10/10/P9 w - - 0 1";
        let reasons = of(GameId::Batteries, fen, "e4e5");
        assert!(reasons.contains(&Reason::Captures { role: Role::Soldier }), "{reasons:?}");
        let is_told = |reason: &Reason| matches!(reason, Reason::Disables { .. });
        assert!(!reasons.iter().any(is_told), "{reasons:?}");
    }

    #[test]
    fn every_piece_captured_in_a_turn_is_a_reason() {
        let fen = "3k4/8/8/2n1r3/8/8/8/2R1RK2[] w - - 0 9 - -";
        let reasons = of(GameId::Charismatic, fen, "c1c5,e1e5,end");
        assert!(reasons.contains(&Reason::Captures { role: Role::Knight }), "{reasons:?}");
        assert!(reasons.contains(&Reason::Captures { role: Role::Rook }), "{reasons:?}");
    }

    /// What each step captures is what it takes from the position before it, not from that before the turn.
    #[test]
    fn a_capture_counts_with_the_step_that_makes_it() {
        let position = crate::testing::read::<rules::any::positions::Charismatic>(
            "3k4/8/8/2n1r3/8/8/8/2R1RK2[] w - - 0 9 - -",
        );
        let step = |text: &str| Step::parse(text, GameId::Charismatic.spec()).unwrap();
        let of = |turn: &[&str]| -> Vec<Role> {
            captured(&position, &turn.iter().map(|text| step(text)).collect::<Vec<_>>()).collect()
        };
        assert_eq!(of(&["c1c5", "f1g1", "e1e5", "end"]), [Role::Knight, Role::Rook]);
        assert_eq!(of(&["e1e5", "f1g1", "end"]), [Role::Rook]);
    }

    #[test]
    fn a_piece_that_is_newly_attacked_is_a_reason_if_its_capture_would_pay() {
        let attacks = |fen, step| of(GameId::Orthodox, fen, step);
        let fen = "4k3/8/8/3r4/8/8/2P5/4K1N1 w - - 0 1";
        assert_eq!(attacks(fen, "c2c4"), [Reason::Attacks { role: Role::Rook }]);
        // A defended pawn is no prey of a knight, an undefended one is.
        assert_eq!(attacks("4k3/3p4/4p3/8/8/8/8/4K1N1 w - - 0 1", "g1f3").len(), 1);
        let defended = attacks("4k3/5p2/4p3/8/8/5N2/8/4K3 w - - 0 1", "f3d4");
        assert!(!defended.contains(&Reason::Attacks { role: Role::Pawn }), "{defended:?}");
        let alone = attacks("4k3/8/4p3/8/8/5N2/8/4K3 w - - 0 1", "f3d4");
        assert!(alone.contains(&Reason::Attacks { role: Role::Pawn }), "{alone:?}");
        // Attacked before: nothing new.
        let still = attacks("4k3/8/8/3r4/2P5/8/8/4K1N1 w - - 0 1", "g1f3");
        assert!(!still.contains(&Reason::Attacks { role: Role::Rook }), "{still:?}");
    }

    /// Without another reason it is told how much room a turn gives, and with another it is not.
    #[test]
    fn more_room_is_the_last_reason() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(of(GameId::Magnetic, start, "e2e3"), [Reason::Opens { moves: 9 }]);
        assert_eq!(of(GameId::Orthodox, start, "e2e4"), [Reason::Opens { moves: 10 }]);
        assert_eq!(of(GameId::Orthodox, start, "a2a3"), []);
    }

    #[test]
    fn a_mate_is_given() {
        let reasons = hint(GameId::Orthodox, "7k/8/6K1/8/8/8/8/R7 w - - 0 1");
        assert_eq!(reasons[0], Reason::Wins { turns: 1, ending: Some(Ending::Checkmate) });
    }
}
