//! The Contramatic games once more, slowly: pieces on 64 squares, every step made and then tested.
//! And positions to compare on.

use std::collections::BTreeSet;

use rules::board::Shape;
use rules::position::Phase;
use rules::{Color, Effect, Piece, Position, Role, Square, Step};

use testkit::chance::Chance;

const SHAPE: Shape = Shape { files: 8, ranks: 8, holes: &[] };
const ROOK: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The pieces on the board, square by square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board([Option<Piece>; 64]);

impl Board {
    pub(crate) fn of<P: Position>(position: &P) -> Self {
        Board(std::array::from_fn(|index| position.piece_at(Square::new(index as u8))))
    }

    fn get(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    fn step(square: Square, (files, ranks): (i32, i32)) -> Option<Square> {
        let file = i32::from(SHAPE.file(square)) + files;
        SHAPE.get(file, i32::from(SHAPE.rank(square)) + ranks)
    }

    /// The squares that the piece on `from` attacks.
    fn attacked_from(&self, from: Square) -> Vec<Square> {
        let Some(piece) = self.get(from) else { return Vec::new() };
        let forward = piece.color.forward();
        let queen: Vec<(i32, i32)> = ROOK.into_iter().chain(BISHOP).collect();
        let leap = |steps: &[(i32, i32)]| -> Vec<Square> {
            steps.iter().filter_map(|&step| Self::step(from, step)).collect()
        };
        let slide = |steps: &[(i32, i32)]| {
            let mut squares = Vec::new();
            for &step in steps {
                let mut at = from;
                while let Some(next) = Self::step(at, step) {
                    squares.push(next);
                    if self.get(next).is_some() {
                        break;
                    }
                    at = next;
                }
            }
            squares
        };
        match piece.role {
            Role::Pawn => leap(&[(-1, forward), (1, forward)]),
            Role::Knight => {
                leap(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)])
            }
            Role::Bishop => slide(&BISHOP),
            Role::Rook => slide(&ROOK),
            Role::Queen => slide(&queen),
            _ => leap(&queen),
        }
    }

    /// Whether a piece of `by` attacks the enemy piece of the kind, if that is on the board.
    pub(crate) fn attacks(&self, by: Color, role: Role) -> bool {
        let target = Some(Piece::new(!by, role));
        SHAPE
            .all()
            .filter(|&from| self.get(from).is_some_and(|piece| piece.color == by))
            .any(|from| self.attacked_from(from).into_iter().any(|to| self.get(to) == target))
    }

    fn is_king(piece: Option<Piece>) -> bool {
        piece.is_some_and(|piece| matches!(piece.role, Role::King | Role::ContramaticKing))
    }

    /// The moves of `us` as in chess, without castling, kings not being captured.
    fn moves(&self, us: Color, passed: Option<Square>) -> Vec<Step> {
        let mut moves = Vec::new();
        for from in SHAPE.all() {
            let Some(piece) = self.get(from).filter(|piece| piece.color == us) else { continue };
            let mut targets: Vec<Square> = Vec::new();
            let reach = self.attacked_from(from).into_iter();
            if piece.role == Role::Pawn {
                let forward = us.forward();
                let free = |step| Self::step(from, step).filter(|&to| self.get(to).is_none());
                targets.extend(free((0, forward)));
                if SHAPE.rank(from) == us.rank(1, 8) && free((0, forward)).is_some() {
                    targets.extend(free((0, 2 * forward)));
                }
                targets.extend(reach.filter(|&to| {
                    self.get(to).is_some_and(|piece| piece.color != us) || Some(to) == passed
                }));
            } else {
                targets
                    .extend(reach.filter(|&to| self.get(to).is_none_or(|piece| piece.color != us)));
            }
            for to in targets.into_iter().filter(|&to| !Self::is_king(self.get(to))) {
                if piece.role == Role::Pawn && SHAPE.rank(to) == us.rank(7, 8) {
                    let promote = |role| Step::Move { from, to, into: Some(role) };
                    moves.extend(PROMOTIONS.map(promote));
                } else {
                    moves.push(Step::go(from, to));
                }
            }
        }
        moves
    }

    /// The board after a move.
    fn after(&self, step: Step) -> Board {
        let Step::Move { from, to, into } = step else { panic!("{step:?} is no move") };
        let mut board = *self;
        let mut piece = self.get(from).unwrap();
        let sideways = SHAPE.file(from) != SHAPE.file(to);
        if piece.role == Role::Pawn && sideways && self.get(to).is_none() {
            board.0[SHAPE.at(SHAPE.file(to), SHAPE.rank(from)).index()] = None;
        }
        piece.role = into.unwrap_or(piece.role);
        board.0[from.index()] = None;
        board.0[to.index()] = Some(piece);
        board
    }

    /// Carries out what a step reports.
    pub(crate) fn replay(&mut self, effects: &[Effect]) {
        for &effect in effects {
            match effect {
                Effect::Slide { piece, from, to, .. } => {
                    assert_eq!(self.0[from.index()].take(), Some(piece), "{effect:?}");
                    assert_eq!(self.0[to.index()].replace(piece), None, "{effect:?}");
                }
                Effect::Appear { piece, at } => {
                    assert_eq!(self.0[at.index()].replace(piece), None, "{effect:?}");
                }
                Effect::Vanish { piece, at } => {
                    assert_eq!(self.0[at.index()].take(), Some(piece), "{effect:?}");
                }
                Effect::Change { at, from, into } => {
                    assert_eq!(self.0[at.index()].replace(into), Some(from), "{effect:?}");
                }
            }
        }
    }
}

/// Compares the steps, the outcome and the reports of a position in the movement phase with the
/// slow game's. Returns the number of legal steps.
pub(crate) fn agree<P: Position>(position: &P, passed: Option<Square>) -> usize {
    let board = Board::of(position);
    let us = position.turn();
    let is_legal = |&step: &Step| {
        let after = board.after(step);
        !after.attacks(us, Role::ContramaticKing) && !after.attacks(!us, Role::King)
    };
    let wanted: BTreeSet<Step> = board.moves(us, passed).into_iter().filter(is_legal).collect();
    let list = position.list();
    let found: BTreeSet<Step> = list.iter().copied().collect();
    assert_eq!(found, wanted, "{}", position.fen());
    assert_eq!(list.len(), wanted.len(), "a step twice in {}", position.fen());
    assert_eq!(position.count(), list.len() as u64, "{}", position.fen());
    assert_eq!(position.check(), Some(board.attacks(us, Role::ContramaticKing)));
    assert_eq!(
        position.outcome().and_then(|outcome| outcome.winner),
        wanted.is_empty().then_some(!us)
    );
    let next_passed = |step| match step {
        Step::Move { from, to, .. } => {
            let is_pawn = board.get(from).is_some_and(|piece| piece.role == Role::Pawn);
            let middle = (from.index() + to.index()) / 2;
            (is_pawn && from.index().abs_diff(to.index()) == 16).then(|| Square::new(middle as u8))
        }
        _ => None,
    };
    for &step in &list {
        let mut after = *position;
        let mut log = Vec::new();
        after.play(step, &mut log);
        let mut replayed = board;
        replayed.replay(&log);
        assert_eq!(replayed, board.after(step), "{step:?} in {}", position.fen());
        assert_eq!(Board::of(&after), replayed, "{step:?} in {}", position.fen());
        assert_eq!(after.key(), after.recomputed_key());
        let fen = after.fen();
        let passed = next_passed(step).map_or("-".to_owned(), |at| SHAPE.name(at).to_string());
        assert_eq!(fen.split(' ').nth(3), Some(passed.as_str()), "{fen}");
        assert_eq!(P::from_fen(&fen).as_ref(), Ok(&after), "{fen}");
    }
    list.len()
}

/// A random position of the movement phase, as a FEN that may be refused: up to `pieces` pieces beside
/// the kings, which have the letters given.
pub(crate) fn scattered(numbers: &mut Chance, kings: &str, pieces: u32) -> String {
    let mut board = [['.'; 8]; 8];
    let mut put = |numbers: &mut Chance, letter: char| {
        let (file, rank) = (numbers.below(8) as usize, numbers.below(8) as usize);
        let row = if letter == 'P' && rank == 7 || letter == 'p' && rank == 0 { 3 } else { rank };
        if board[row][file] == '.' {
            board[row][file] = letter;
            return true;
        }
        false
    };
    for king in kings.chars() {
        while !put(numbers, king) {}
    }
    let mut supply: Vec<char> = "QRRBBNNPPPPPPPPqrrbbnnpppppppp".chars().collect();
    for _ in 0..numbers.below(pieces + 1) {
        let letter = supply.swap_remove(numbers.below(supply.len() as u32) as usize);
        put(numbers, letter);
    }
    let side = ["w", "b"][numbers.below(2) as usize];
    let (pawn, on, passed, origin) = if side == "w" { ('p', 4, 5, 6) } else { ('P', 3, 2, 1) };
    let mut squares = (0..8).filter(|&file| {
        board[on][file] == pawn && board[passed][file] == '.' && board[origin][file] == '.'
    });
    let passed = match squares.next() {
        Some(file) if numbers.below(4) > 0 => {
            format!("{}{}", (b'a' + file as u8) as char, passed + 1)
        }
        _ => "-".to_owned(),
    };
    let rows: Vec<String> = board.iter().rev().map(|row| row.iter().collect()).collect();
    let mut text = rows.join("/");
    for run in (1..=8).rev() {
        text = text.replace(&".".repeat(run), &run.to_string());
    }
    format!("{text}[] {side} - {passed} 0 1 -")
}

/// Compares on thousands of scattered positions and on random games from random placements;
/// `place` places for the side to move.
pub(crate) fn compare<P: Position>(kings: &str, place: impl Fn(&P, &mut Chance) -> Vec<Step>) {
    let mut numbers = Chance(7);
    let (mut seen, mut won, mut promoting, mut passing) = (0, 0, 0, 0);
    while seen < 4000 {
        let fen = scattered(&mut numbers, kings, 24);
        let Ok(position) = P::from_fen(&fen) else { continue };
        let passed = fen.split(' ').nth(3).and_then(|text| SHAPE.parse(text));
        let steps = agree(&position, passed);
        seen += 1;
        won += u32::from(steps == 0);
        for step in position.list() {
            let Step::Move { from, to, into } = step else { continue };
            promoting += u32::from(into.is_some());
            let is_pawn = position.piece_at(from).is_some_and(|piece| piece.role == Role::Pawn);
            passing += u32::from(is_pawn && passed == Some(to));
        }
    }
    assert!(won > 50 && promoting > 1000 && passing > 20, "{won} {promoting} {passing}");

    let mut ended = 0;
    for _ in 0..40 {
        let mut position = P::initial();
        while position.phase() == Phase::Placement {
            for step in place(&position, &mut numbers) {
                position.try_play(step, &mut ()).unwrap();
            }
            position.try_play(Step::End, &mut ()).unwrap();
        }
        let mut passed = None;
        for _ in 0..120 {
            agree(&position, passed);
            let steps = position.list();
            if steps.is_empty() {
                ended += 1;
                break;
            }
            let step = steps[numbers.below(steps.len() as u32) as usize];
            position.play(step, &mut ());
            let fen = position.fen();
            passed = fen.split(' ').nth(3).and_then(|text| SHAPE.parse(text));
            if position.outcome().is_some_and(|outcome| outcome.winner.is_none()) {
                break;
            }
        }
    }
    assert!(ended > 0);
}

/// From thousands of placements begun at random, the rest is placed for the player: every drop is
/// legal, the reserve gets empty, and the turn can end unless a piece placed before gives a check
/// that nothing can shut off.
pub(crate) fn place_the_rest<P: Position>(place: impl Fn(&P, &mut Chance) -> Vec<Step>) {
    let mut numbers = Chance(3);
    let (mut shut, mut stuck) = (0, 0);
    for _ in 0..1500 {
        let mut position = P::initial();
        while position.phase() == Phase::Placement {
            let start = position;
            for _ in 0..numbers.below(16) {
                let drops = position.list();
                if drops.is_empty() || drops[0] == Step::End {
                    break;
                }
                position.play(drops[numbers.below(drops.len() as u32) as usize], &mut ());
            }
            let us = position.turn();
            let begun = position;
            let checks = Board::of(&begun).attacks(us, Role::ContramaticKing);
            for step in place(&position, &mut numbers) {
                assert_eq!(position.why_not(step), None, "{step:?} in {}", position.fen());
                position.play(step, &mut ());
            }
            if position.why_not(Step::End).is_none() {
                shut += u32::from(checks);
                position.play(Step::End, &mut ());
                continue;
            }
            let king_placed = begun.royals(us) != start.royals(us);
            assert!(king_placed || is_hopeless(&begun), "{}", begun.fen());
            stuck += 1;
            position = start;
        }
        assert_eq!(position.fullmove(), 1);
    }
    assert!(shut > 20 && stuck > 20, "{shut} {stuck}");
}

/// Whether a check that is given cannot be shut off by a pawn, knight or bishop from the reserve
/// on an empty square of the own half between.
fn is_hopeless<P: Position>(position: &P) -> bool {
    let us = position.turn();
    let board = Board::of(position);
    let shutters = [Role::Pawn, Role::Knight, Role::Bishop];
    let has_shutter = shutters.iter().any(|&role| position.reserve(us).has(role));
    let own_half = |square: &Square| SHAPE.rank(*square).abs_diff(us.rank(0, 8)) < 4;
    let could_shut = SHAPE.all().filter(own_half).filter(|&at| board.get(at).is_none()).any(|at| {
        let mut with = board;
        with.0[at.index()] = Some(Piece::new(us, Role::Pawn));
        !with.attacks(us, Role::ContramaticKing)
    });
    board.attacks(us, Role::ContramaticKing) && !(has_shutter && could_shut)
}
