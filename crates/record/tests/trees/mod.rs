//! Random trees of variations, the same ones every time.

use record::game::{Game, Mark, TurnId};
use rules::{AnyPosition, GameId, Step};

use testkit::chance::Chance;

/// A tree of random lines with comments and glyphs.
pub(crate) fn random_tree(id: GameId, seed: u64) -> Game {
    let mut chance = Chance(seed);
    let mut tree = Game::new(AnyPosition::initial(id));
    let mut turns = vec![Game::ROOT];
    for _ in 0..40 {
        let at = turns[chance.below(turns.len())];
        let position = *tree.after(at);
        let mut now = position;
        let mut steps = Vec::new();
        for _ in 0..40 {
            let list = now.list();
            if list.is_empty() || now.turn() != position.turn() {
                break;
            }
            let ends = list.contains(&Step::End) && chance.below(2) == 0;
            let step = if ends { Step::End } else { list[chance.below(list.len())] };
            now.play(step);
            steps.push(step);
        }
        let is_over = now.turn() != position.turn() || now.outcome().is_some();
        if steps.is_empty() || !is_over {
            continue;
        }
        let turn = tree.add(at, &steps).unwrap();
        match chance.below(6) {
            0 => tree.set_comment(turn, "a sad, long story (of sorts) about RBPPP; and 1-0"),
            1 if tree.next(at)[0] != turn => tree.set_comment_before(turn, "before it"),
            2 => tree.annotate(turn, chance.below(140u8)),
            _ => {}
        }
        turns.push(turn);
    }
    tree
}

/// A turn: its depth, steps, comments, glyphs and marks.
pub(crate) type Told = (usize, Vec<Step>, String, Vec<u8>, Vec<Mark>);

/// Everything that a tree says, in the order of its lines.
pub(crate) fn told(tree: &Game) -> Vec<Told> {
    let mut told = Vec::new();
    let mut open: Vec<(usize, TurnId)> = vec![(0, Game::ROOT)];
    while let Some((depth, turn)) = open.pop() {
        let (before, behind) = tree.comments(turn);
        told.push((
            depth,
            tree.steps(turn).to_vec(),
            format!("{before}|{behind}"),
            tree.glyphs(turn).to_vec(),
            tree.marks(turn).to_vec(),
        ));
        open.extend(tree.next(turn).iter().rev().map(|&next| (depth + 1, next)));
    }
    told
}
