//! cozy-chess, which the speeds are compared with.

use cozy_chess::Board;

use super::Task;

/// A perft of cozy-chess: like the rules' own, it counts the last moves without making them.
pub(crate) fn task(name: &'static str, fen: &str, depth: u32, count: u64) -> Task {
    let board: Board = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let work = move || {
        let found = perft(std::hint::black_box(&board), depth);
        assert_eq!(found, count, "{name}");
        found
    };
    Task { name, work: Box::new(work) }
}

fn perft(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
        return leaves;
    }
    board.generate_moves(|moves| {
        for step in moves {
            let mut child = board.clone();
            child.play_unchecked(step);
            leaves += perft(&child, depth - 1);
        }
        false
    });
    leaves
}
