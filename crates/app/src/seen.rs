//! What the picture shows of a position: attacks, and the effects of a turn.

use record::game::TurnId;
use rules::{AnyPosition, Bits, Color, Effect, Phase, Square, Step, Why};
use scene::Sign;
use scene::picture::Stride;
use table::{Table, forbids_checks};

use crate::overlay;

/// The effects of the steps of a turn.
#[derive(Clone, Default, Debug)]
pub(crate) struct Account {
    /// The pieces that they moved and dropped.
    pub(crate) strides: Vec<Stride>,
    /// Where they captured.
    pub(crate) taken: Vec<Square>,
    /// The pieces that they displaced, charged and discharged.
    pub(crate) signs: Vec<Sign>,
}

impl Account {
    fn new(mut position: AnyPosition, steps: &[Step]) -> Self {
        let mut account = Account::default();
        // The pieces of a placement all came in this turn.
        let is_numbered = position.phase() == Phase::Movement;
        let mut number = 0;
        for &step in steps {
            let before = position;
            let effects = position.play(step);
            if matches!(step, Step::Move { .. } | Step::Drop { .. }) {
                number += 1;
            }
            for &effect in &effects {
                let shown = if is_numbered { number } else { 0 };
                match effect {
                    Effect::Slide { from, to, why: Why::Moved, .. } => {
                        account.strides.push((Some(from), to, shown));
                    }
                    Effect::Appear { at, .. } => account.strides.push((None, at, shown)),
                    Effect::Vanish { at, .. } => account.taken.push(at),
                    Effect::Slide { .. } | Effect::Change { .. } => {}
                }
            }
            account.signs.extend(overlay::forces(&effects));
            account.signs.extend(overlay::recharged(&before, &position, &effects));
        }
        account
    }

    /// Of this turn's steps up to the position shown.
    pub(crate) fn of_begun(table: &Table) -> Self {
        let begun = table.begun();
        if begun.is_empty() {
            return Account::default();
        }
        let game = table.game();
        let turn = table.place().turn;
        Account::new(*game.before(turn), begun)
    }

    /// Of a finished turn. A turn of one step needs no number.
    pub(crate) fn of(table: &Table, turn: TurnId) -> Self {
        let game = table.game();
        let mut account = Account::new(*game.before(turn), game.steps(turn));
        if account.strides.iter().all(|&(_, _, number)| number < 2) {
            account.strides.iter_mut().for_each(|stride| stride.2 = 0);
        }
        account
    }
}

/// The turn that the board still tells of: the last one, until the player touches a piece (then it
/// has been `read`).
pub(crate) fn to_be_read(table: &Table, read: Option<TurnId>) -> Option<TurnId> {
    let is_untouched = table.pick().is_none() && table.held().is_none() && table.begun().is_empty();
    table.last_turn().filter(|&turn| is_untouched && Some(turn) != read)
}

/// The squares that a side attacks.
pub(crate) fn attacked(position: &AnyPosition, color: Color) -> u128 {
    let is_attacked = |square: &Square| position.attackers(*square, color).any();
    position.board().squares().filter(is_attacked).fold(0, |set, square| set | u128::of(square))
}

/// Whether the lines of check are to be seen: within a turn, and when the side to move gives a
/// check that it has to lift (docs/rules/contramatic.md, Source 3).
pub(crate) fn shows_checks(position: &AnyPosition) -> bool {
    let us = position.turn();
    let is_attacked = |royal| position.attackers(royal, us).any();
    position.is_inside_turn()
        || forbids_checks(position) && position.royals(!us).squares().any(is_attacked)
}

/// The pieces that attack royals, as lines: those that keep the turn from ending.
pub(crate) fn attack_lines(position: &AnyPosition) -> Vec<(Square, Square, bool)> {
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

#[cfg(test)]
mod tests {
    use rules::{GameId, Role};
    use table::{Event, Moment, Setup};

    use super::*;

    fn laid_out(game: GameId, fen: &str) -> Table {
        Table::new(Setup::here(AnyPosition::from_fen(game, fen).unwrap(), "")).0
    }

    fn go(table: &mut Table, step: &str) {
        let step = Step::parse(step, table.position().spec()).unwrap();
        table.handle(Moment { now: 0, random: 1 }, Event::Step(step));
        assert_eq!(table.refusal(), None);
    }

    fn at(name: &str) -> Square {
        GameId::Charismatic.spec().shape.parse(name).unwrap()
    }

    #[test]
    fn the_lines_of_check_are_seen_within_a_turn_and_where_a_check_has_to_be_lifted() {
        let fen = "4k3/8/8/8/4R3/8/8/4K3[] b - - 0 9 - -";
        let mut charismatic = laid_out(GameId::Charismatic, fen);
        assert!(!shows_checks(&charismatic.position()));
        go(&mut charismatic, "e8e7");
        assert!(shows_checks(&charismatic.position()));
        assert_eq!(Account::of_begun(&charismatic).strides, [(Some(at("e8")), at("e7"), 1)]);
        let fen = "3k4/8/8/8/4R3/8/8/4K3[] b - - 0 9 -";
        let mut contramatic = laid_out(GameId::Contramatic, fen);
        assert!(!shows_checks(&contramatic.position()));
        go(&mut contramatic, "d8e8");
        assert!(shows_checks(&contramatic.position()));
        assert_eq!(Account::of_begun(&contramatic).strides, []);
        // A king that its own rook guards gives nobody a check.
        let guarded = "3rk3/8/8/8/8/8/8/4K3[] b - - 0 9 -";
        assert!(!shows_checks(&laid_out(GameId::Contramatic, guarded).position()));
    }

    #[test]
    fn lines_of_attack_tell_which_check_is_welcome() {
        let fen = "4k3/8/8/8/4R3/8/8/4K3[] b - - 0 9 - -";
        let danger = laid_out(GameId::Charismatic, fen).position();
        assert_eq!(attack_lines(&danger), [(at("e4"), at("e8"), false)]);
        let fen = "4k3/8/8/8/4R3/8/8/4K3[] w - - 0 9 -";
        let gold = laid_out(GameId::Contramatic, fen).position();
        assert_eq!(attack_lines(&gold), [(at("e4"), at("e8"), true)]);
    }

    fn tap(table: &mut Table, square: Square) {
        table.handle(Moment { now: 0, random: 1 }, Event::Tap(square));
    }

    #[test]
    fn a_turn_of_several_steps_is_shown_in_numbered_arrows_until_a_piece_is_touched() {
        let fen = "4k3/8/8/8/p7/8/8/R3K2R[] w - - 0 9 - -";
        let mut table = laid_out(GameId::Charismatic, fen);
        go(&mut table, "h1h2");
        go(&mut table, "a1a4");
        assert_eq!(Account::of_begun(&table).taken, [at("a4")], "the own turn tells it too");
        assert_eq!(to_be_read(&table, None), None, "it is still being played");
        table.handle(Moment { now: 0, random: 1 }, Event::EndTurn);
        let read = to_be_read(&table, None);
        let account = Account::of(&table, read.unwrap());
        let strides = [(Some(at("h1")), at("h2"), 1), (Some(at("a1")), at("a4"), 2)];
        assert_eq!((&account.strides[..], &account.taken[..]), (&strides[..], &[at("a4")][..]));
        tap(&mut table, at("e8"));
        assert_eq!(to_be_read(&table, None), None, "a piece is touched");
    }

    #[test]
    fn what_a_magnet_displaced_stays_to_be_read_until_a_piece_is_touched() {
        let mut table = laid_out(GameId::Magnetic, "k6r/8/8/8/3p4/8/8/K2R4 w - - 0 1");
        go(&mut table, "d1d4");
        let read = to_be_read(&table, None);
        let account = Account::of(&table, read.unwrap());
        assert_eq!(account.strides, [(Some(at("d1")), at("d4"), 0)], "one step needs no number");
        assert_eq!(account.taken, [at("d4")]);
        tap(&mut table, at("h8"));
        assert_eq!(to_be_read(&table, None), None, "a piece is touched");
        tap(&mut table, at("h8"));
        assert_eq!(to_be_read(&table, read), None, "and was");
        go(&mut table, "h8h4");
        let account = Account::of(&table, to_be_read(&table, read).unwrap());
        let forces = account.signs.iter().filter_map(|sign| match *sign {
            Sign::Force { from, to, pulled, .. } => Some((from, to, pulled)),
            _ => None,
        });
        assert_eq!(forces.collect::<Vec<_>>(), [(at("d4"), at("g4"), true)]);
    }

    #[test]
    fn what_was_charged_and_discharged_stays_to_be_read_until_a_piece_is_touched() {
        let fen = "5p4/10/10/10/10/4A5/2D1B5/10/10/5P4 w - - 0 1";
        let mut table = laid_out(GameId::Batteries, fen);
        let at = |name: &str| GameId::Batteries.spec().shape.parse(name).unwrap();
        go(&mut table, "e4d3");
        let account = Account::of(&table, to_be_read(&table, None).unwrap());
        let (battery, to) = (at("d3"), at("c4"));
        let charges = Sign::Charges { battery, to, role: Role::Diag };
        assert_eq!(account.signs, [charges, Sign::Uncharged { at: at("e5") }]);
        tap(&mut table, at("f10"));
        assert_eq!(to_be_read(&table, None), None, "a piece is touched");
    }
}
