//! Positions for tests.

use rules::{Bits, Phase, Position, Step};

use crate::chance::Chance;

pub(crate) use testkit::mirror::Mirror;

/// A position some turns into a game played at random, with the keys before it.
pub(crate) fn random_position<P: Position>(chance: &mut Chance) -> (Vec<u64>, P) {
    played_at_random(chance, |_, _| false)
}

/// The same, but of three turns that can capture two do.
pub(crate) fn lively_position<P: Position>(chance: &mut Chance) -> (Vec<u64>, P) {
    played_at_random(chance, |position: &P, step| match step {
        Step::Move { to, .. } => position.pieces(!position.turn()).has(to),
        _ => false,
    })
}

/// A position with at most so many steps, and the keys before it: of a long game at random in which
/// much is captured.
pub(crate) fn small_position<P: Position>(chance: &mut Chance, steps: usize) -> (Vec<u64>, P) {
    loop {
        let (mut past, mut position) = lively_position::<P>(chance);
        let mut found = Vec::new();
        while position.outcome().is_none() && past.len() < 240 {
            let mut list = position.list();
            if list.len() <= steps {
                found.push((past.len(), position));
            }
            let enemies = position.pieces(!position.turn());
            let captures = |step: &Step| matches!(step, Step::Move { to, .. } if enemies.has(*to));
            if list.iter().any(captures) && chance.below(4) > 0 {
                list.retain(captures);
            }
            let Some(&step) = chance.pick(&list) else { break };
            past.push(position.key());
            position.play(step, &mut ());
        }
        if let Some(&(turns, position)) = chance.pick(&found) {
            past.truncate(turns);
            return (past, position);
        }
    }
}

/// A position of a game at random in which some steps are preferred, two times of three.
fn played_at_random<P: Position>(
    chance: &mut Chance,
    is_preferred: impl Fn(&P, Step) -> bool,
) -> (Vec<u64>, P) {
    loop {
        let mut position = P::initial();
        while position.phase() == Phase::Placement {
            for step in position.place_rest(&mut |below| chance.below(below)) {
                position.play(step, &mut ());
            }
            position.play(Step::End, &mut ());
        }
        let mut past = Vec::new();
        for _ in 0..chance.below(60) {
            let mut steps = position.list();
            if steps.iter().any(|&step| is_preferred(&position, step)) && chance.below(3) > 0 {
                steps.retain(|&step| is_preferred(&position, step));
            }
            let Some(&step) = chance.pick(&steps) else { break };
            past.push(position.key());
            position.play(step, &mut ());
        }
        if position.outcome().is_none() {
            return (past, position);
        }
    }
}

/// A position read from its FEN.
pub(crate) fn read<P: Position>(fen: &str) -> P {
    P::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The same position after so many turns without a capture or a pawn move.
pub(crate) fn with_halfmove<P: Position>(position: &P, halfmove: u32) -> P {
    let fen = position.fen();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    fields[4] = halfmove.to_string();
    // A turn of each side has at least two of them behind it.
    fields[5] = "200".to_owned();
    read(&fields.join(" "))
}

/// The position seen from the other side.
pub(crate) fn mirrored<P: Position>(position: &P, mirror: Mirror) -> P {
    read(&mirror.fen(&P::SPEC.shape, &position.fen()))
}
