//! Other orders of a turn's steps with the same result, as a section of a link (docs/link-format.md, "Orders").

use super::coder::{Decoder, Encoder};
use super::variations::{limited, line, numbered};
use super::{LinkError, MOST_STEPS, Reader, order, put_number};
use crate::game::{Game, TurnId};

/// The most orders of a link.
const MOST: u64 = 1_000;

/// The bytes of the section with the orders; `None` if there are none.
///
/// # Errors
/// [`LinkError::Many`] if the game has more than a link may have.
pub(super) fn write(tree: &Game) -> Result<Option<Vec<u8>>, LinkError> {
    let mut heads = Vec::new();
    let (mut encoder, mut length) = (Encoder::new(), 0);
    for (number, turn) in numbered(tree).into_iter().enumerate() {
        for steps in tree.orders(turn) {
            length += steps.len();
            heads.push((number, steps.len()));
            let mut position = *tree.before(turn);
            for &step in steps {
                let (place, of) = order::place(&position, step).ok_or(LinkError::Step(0))?;
                encoder.write(place, of);
                position.play(step);
            }
        }
    }
    limited(heads.len() as u64, MOST)?;
    limited(length as u64, MOST_STEPS as u64)?;
    let mut bytes = Vec::new();
    put_number(&mut bytes, heads.len() as u64);
    for &(number, length) in &heads {
        put_number(&mut bytes, number as u64);
        put_number(&mut bytes, length as u64);
    }
    bytes.extend(encoder.finish());
    Ok((!heads.is_empty()).then_some(bytes))
}

/// Adds the orders of the section to a game; `turns` are its turns by their numbers.
///
/// # Errors
/// If the section is truncated, exceeds a limit, is not in canonical form, or an order has another result.
pub(super) fn read(tree: &mut Game, turns: &[TurnId], bytes: &[u8]) -> Result<(), LinkError> {
    let mut reader = Reader { bytes };
    let count = limited(reader.number()?, MOST)?;
    let (mut heads, mut all, mut before) = (Vec::with_capacity(count), 0, 0);
    for _ in 0..count {
        let number = limited(reader.number()?, u64::from(u32::MAX))?;
        let length = limited(reader.number()?, MOST_STEPS as u64)?;
        all += length;
        if number < before || length == 0 {
            return Err(LinkError::Canonical);
        }
        heads.push((number, length));
        before = number;
    }
    limited(all as u64, MOST_STEPS as u64)?;
    let (mut decoder, mut encoder) = (Decoder::new(reader.bytes), Encoder::new());
    for (number, length) in heads {
        let turn = *turns.get(number).filter(|_| number > 0).ok_or(LinkError::Variation)?;
        let known = tree.orders(turn).len();
        let steps = line(&mut decoder, &mut encoder, *tree.before(turn), length)?.concat();
        // Each has the turn's result, and no two are alike.
        if !tree.add_order(turn, &steps) || tree.orders(turn).len() != known + 1 {
            return Err(LinkError::Variation);
        }
    }
    if count == 0 || !decoder.is_spent() || encoder.finish() != reader.bytes {
        return Err(LinkError::Canonical);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rules::{AnyPosition, GameId, Step};

    use super::*;

    /// A king, two rooks and six pawns, which do not meet.
    const START: &str = "3k4/8/8/8/8/8/PPPPPP2/R3K2R[] w - - 0 9 - -";

    fn steps(text: &str) -> Vec<Step> {
        text.split(' ').map(|one| Step::parse(one, GameId::Charismatic.spec()).unwrap()).collect()
    }

    /// A game of one turn by each side.
    fn game() -> (Game, Vec<TurnId>) {
        let mut game = Game::new(AnyPosition::from_fen(GameId::Charismatic, START).unwrap());
        for step in steps("a2a3 b2b3 c2c3 end d8d7 end") {
            game.play(step).unwrap();
        }
        let turns = numbered(&game);
        (game, turns)
    }

    /// A section with these orders, each of the turn with a number.
    fn section(game: &Game, turns: &[TurnId], orders: &[(usize, &str)]) -> Vec<u8> {
        let (mut bytes, mut encoder) = (Vec::new(), Encoder::new());
        put_number(&mut bytes, orders.len() as u64);
        for &(number, order) in orders {
            put_number(&mut bytes, number as u64);
            put_number(&mut bytes, steps(order).len() as u64);
            let mut position = *game.before(turns[number]);
            for step in steps(order) {
                let (place, of) = order::place(&position, step).unwrap();
                encoder.write(place, of);
                position.play(step);
            }
        }
        bytes.extend(encoder.finish());
        bytes
    }

    #[test]
    fn each_order_of_a_turn_comes_back_once() {
        let check = |orders: &[(usize, &str)], wanted: Result<(), LinkError>| {
            let (mut game, turns) = game();
            let bytes = section(&game, &turns, orders);
            assert_eq!(read(&mut game, &turns, &bytes), wanted, "{orders:?}");
            if wanted.is_ok() {
                let known: Vec<Vec<Step>> = orders.iter().map(|(_, order)| steps(order)).collect();
                assert_eq!(game.orders(turns[1]), known);
                assert_eq!(write(&game), Ok(Some(bytes)));
            }
        };
        let (one, other) = ("b2b3 a2a3 c2c3 end", "c2c3 b2b3 a2a3 end");
        check(&[(1, one)], Ok(()));
        check(&[(1, one), (1, other)], Ok(()));
        // One twice, that of the turn itself, another turn, half a turn.
        check(&[(1, one), (1, one)], Err(LinkError::Variation));
        check(&[(1, "a2a3 b2b3 c2c3 end")], Err(LinkError::Variation));
        check(&[(1, "b2b3 a2a3 c2c4 end")], Err(LinkError::Variation));
        check(&[(1, "b2b3 a2a3 c2c3")], Err(LinkError::Variation));
        check(&[(2, "d8d7 end")], Err(LinkError::Variation));
        check(&[(2, "d8d7 end"), (1, one)], Err(LinkError::Canonical));
    }

    #[test]
    fn a_section_that_is_not_as_it_is_written_is_refused() {
        let (known, turns) = game();
        let whole = section(&known, &turns, &[(1, "b2b3 a2a3 c2c3 end")]);
        let check = |bytes: &[u8], wanted: LinkError| {
            assert_eq!(read(&mut known.clone(), &turns, bytes), Err(wanted), "{bytes:?}");
        };
        check(&[], LinkError::Cut);
        check(&[0], LinkError::Canonical);
        check(&[1, 1, 0], LinkError::Canonical);
        check(&[1, 0, 1], LinkError::Variation);
        check(&[1, 3, 1], LinkError::Variation);
        check(&[&whole[..], &[0]].concat(), LinkError::Canonical);
        check(&[&whole[..], &[0, 0, 0, 0, 0, 1]].concat(), LinkError::Canonical);
        check(&[0xFF, 0x7F], LinkError::Many);
        // As many steps as a game may have, and one more in another order.
        let most = [0x80 | (MOST_STEPS & 0x7F) as u8, (MOST_STEPS >> 7) as u8];
        check(&[2, 1, most[0], most[1], 1, 1], LinkError::Many);
    }

    #[test]
    fn orders_have_as_many_steps_as_a_game_at_most() {
        let mut game = Game::new(AnyPosition::from_fen(GameId::Charismatic, START).unwrap());
        let pawns = steps("a2a3 b2b3 c2c3 d2d3 e2e3 f2f3");
        // Turns of five of the six, each in all orders, by the digits of their numbers.
        let mut orders = Vec::new();
        for omitted in 0..pawns.len() {
            for number in 0..120 {
                let (mut left, mut number) = (pawns.clone(), number);
                left.remove(omitted);
                let mut order = Vec::new();
                while !left.is_empty() {
                    let digit = number % left.len();
                    number /= left.len();
                    order.push(left.remove(digit));
                }
                order.push(Step::End);
                orders.push((omitted, order));
            }
        }
        let mut turns = Vec::new();
        for (_, order) in orders.iter().step_by(120) {
            turns.push(game.add(Game::ROOT, order).unwrap());
        }
        game.lead();
        let others = orders.iter().enumerate().filter(|(place, _)| place % 120 != 0);
        let mut others = others.map(|(_, (omitted, order))| (turns[*omitted], order));
        for (turn, order) in others.by_ref().take(MOST_STEPS / 6) {
            assert!(game.add_order(turn, order));
        }
        let bytes = write(&game).unwrap().unwrap();
        let numbers = numbered(&game);
        let mut again = game.clone();
        assert_eq!(read(&mut again, &numbers, &bytes), Err(LinkError::Variation), "all are known");
        let (turn, order) = others.next().unwrap();
        assert!(game.add_order(turn, order));
        assert_eq!(write(&game), Err(LinkError::Many));
    }
}
