//! Positions to fit a net to, out of games.

use std::io;
use std::path::PathBuf;

use engine::{Engine, net};
use rules::{AnyPosition, Color, GameId};

use crate::store::{Game, Games, UNKNOWN};

/// Scores beyond this are wins and losses that the search has found: nothing to be judged.
const DECIDED: i16 = 3000;
/// One in this many games is held out: nothing is fitted to it.
const HELD_OUT: usize = 12;

/// A position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// Where its inputs begin among those of all, those of the side to move first.
    first: u32,
    own: u16,
    other: u16,
    /// The judgement of the evaluation made by hand, for the side to move, in hundredths of a pawn.
    pub by_hand: f32,
    /// The score that the search gave it, the same way.
    pub score: f32,
    /// What came of the game for the side to move: 0, 1/2 or 1.
    pub result: f32,
}

/// Positions with their inputs.
#[derive(Default, Debug)]
pub(crate) struct Samples {
    inputs: Vec<u16>,
    pub list: Vec<Sample>,
}

impl Samples {
    /// The inputs of a position, for the side to move and for the other.
    pub(crate) fn inputs(&self, sample: &Sample) -> [&[u16]; 2] {
        let first = sample.first as usize;
        let (own, other) = (usize::from(sample.own), usize::from(sample.other));
        [&self.inputs[first..first + own], &self.inputs[first + own..first + own + other]]
    }

    /// The quiet positions of a game: no threat to be answered, nothing captured next. Where a turn has many steps
    /// hardly one captures nothing, and no search of captures leads to quiet positions: there all are added.
    ///
    /// # Errors
    /// If a step is not legal.
    fn add(&mut self, id: GameId, game: &Game) -> io::Result<()> {
        let mut position = AnyPosition::initial(id);
        for turn in &game.turns {
            let before = position;
            for &step in &turn.steps {
                if position.why_not(step).is_some() {
                    return Err(io::Error::other(format!("a step is refused: {}", position.fen())));
                }
                position.play(step);
            }
            if turn.score == UNKNOWN || turn.score.abs() > DECIDED {
                continue;
            }
            let count = |position: &AnyPosition| {
                Color::ALL.map(|color| position.pieces(color).count_ones()).iter().sum::<u32>()
            };
            if !id.spec().has_series && count(&position) < count(&before) {
                continue;
            }
            let Some(by_hand) = Engine::by_hand(&before) else { continue };
            let is_white = before.turn() == Color::White;
            let result = f32::from(game.result) / 2.0;
            let [own, other] = net::inputs(&before);
            self.list.push(Sample {
                first: self.inputs.len() as u32,
                own: own.len() as u16,
                other: other.len() as u16,
                by_hand: by_hand as f32,
                score: f32::from(turn.score),
                result: if is_white { result } else { 1.0 - result },
            });
            self.inputs.extend(own.iter().chain(&other).map(|&input| input as u16));
        }
        Ok(())
    }

    /// Adds each position once more with the files of its board reversed, for the inputs across from its own.
    fn add_reversed(&mut self, across: &[usize]) {
        for place in 0..self.list.len() {
            let mut sample = self.list[place];
            let first = sample.first as usize;
            let inputs = first..first + usize::from(sample.own) + usize::from(sample.other);
            sample.first = self.inputs.len() as u32;
            self.list.push(sample);
            self.inputs.extend_from_within(inputs);
            let reversed = self.inputs[sample.first as usize..].iter_mut();
            reversed.for_each(|input| *input = across[usize::from(*input)] as u16);
        }
    }
}

/// Reads the positions of files of games: those to fit to, with `both_wings` with reversed files, too, and those
/// of games held out.
///
/// # Errors
/// If a file cannot be read, or a game in it is not one by the rules.
pub(crate) fn read(paths: &[PathBuf], id: GameId, both_wings: bool) -> io::Result<[Samples; 2]> {
    let mut samples = [Samples::default(), Samples::default()];
    for path in paths {
        for (index, game) in Games::open(path, id)?.enumerate() {
            let held_out = usize::from(index % HELD_OUT == HELD_OUT - 1);
            samples[held_out].add(id, &game?)?;
        }
    }
    if both_wings {
        samples[0].add_reversed(&net::across(id));
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::games::SelfPlay;

    /// The positions of a few games, and how many turns in them were searched and decided nothing.
    fn played(id: GameId, both_wings: bool) -> ([Samples; 2], usize) {
        let name = format!("fivefold-samples-{id}-{both_wings}-{}", std::process::id());
        let file = std::env::temp_dir().join(name);
        let _ = fs::remove_file(&file);
        let play = SelfPlay { games: 24, file: file.clone(), ..SelfPlay::of(id, 60, 5) };
        play.run(&mut Vec::new()).unwrap();
        let mut searched = 0;
        for game in Games::open(&file, id).unwrap() {
            let mut position = AnyPosition::initial(id);
            for turn in game.unwrap().turns {
                let is_known = turn.score != UNKNOWN && turn.score.abs() <= DECIDED;
                searched += usize::from(is_known && Engine::by_hand(&position).is_some());
                for step in turn.steps {
                    position.play(step);
                }
            }
        }
        let samples = read(std::slice::from_ref(&file), id, both_wings).unwrap();
        fs::remove_file(file).unwrap();
        (samples, searched)
    }

    /// A turn of one step that captures says nothing of a quiet position; turns of many steps all count.
    #[test]
    fn captures_count_where_a_turn_has_many_steps() {
        let count = |id| {
            let ([fitted, held_out], searched) = played(id, false);
            (fitted.list.len() + held_out.list.len(), searched)
        };
        let (kept, searched) = count(GameId::Charismatic);
        assert!(kept == searched && kept > 100, "{kept} of {searched}");
        let (kept, searched) = count(GameId::Magnetic);
        assert!(kept < searched && kept > 100, "{kept} of {searched}");
    }

    /// From both wings there are twice as many positions to fit to: each once more, with reversed files. Those held
    /// out stay as they are.
    #[test]
    fn positions_count_from_both_wings() {
        let id = GameId::Charismatic;
        let ([one, held_out], _) = played(id, false);
        let ([both, held_out_too], _) = played(id, true);
        assert_eq!(both.list.len(), 2 * one.list.len());
        assert_eq!(held_out_too.list.len(), held_out.list.len());
        let across = net::across(id);
        let (before, reversed) = both.list.split_at(one.list.len());
        for ((sample, again), alone) in before.iter().zip(reversed).zip(&one.list) {
            assert_eq!(both.inputs(sample), one.inputs(alone));
            let expected = both.inputs(sample).map(|inputs| {
                inputs.iter().map(|&input| across[usize::from(input)] as u16).collect::<Vec<_>>()
            });
            assert_eq!(both.inputs(again).map(<[u16]>::to_vec), expected);
            assert_ne!(both.inputs(again), both.inputs(sample));
            let worth = |one: &Sample| (one.by_hand, one.score, one.result);
            assert_eq!(worth(again), worth(sample));
        }
    }
}
