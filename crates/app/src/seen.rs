//! What the picture shows of a position: who attacks what, and the trail of an unfinished turn.

use rules::{AnyPosition, Bits, Color, Square, Step};
use table::{Table, forbids_checks};

/// This turn's steps up to the position shown: each piece's squares before and after.
pub(crate) fn trail(table: &Table) -> Vec<(Option<Square>, Square)> {
    let step = |&step: &Step| match step {
        Step::Move { from, to, .. } => Some((Some(from), to)),
        Step::Drop { to, .. } => Some((None, to)),
        Step::Draw(_) | Step::End => None,
    };
    table.begun().iter().filter_map(step).collect()
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
    use rules::GameId;
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
        assert_eq!(trail(&charismatic), [(Some(at("e8")), at("e7"))]);
        let fen = "3k4/8/8/8/4R3/8/8/4K3[] b - - 0 9 -";
        let mut contramatic = laid_out(GameId::Contramatic, fen);
        assert!(!shows_checks(&contramatic.position()));
        go(&mut contramatic, "d8e8");
        assert!(shows_checks(&contramatic.position()));
        assert_eq!(trail(&contramatic), []);
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
}
