//! A second, plain statement of Charismatic Chess, slow and short: a board of letters, pieces that
//! walk over it, and every series of a turn tried. And positions to compare it on, from fixed
//! seeds.

use std::collections::{HashMap, HashSet};

use crate::chance::Chance;

/// A board of FEN letters (`.` is empty), and what a turn has to know.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pieces: [u8; 64],
    white: bool,
    moved: Vec<usize>,
    /// Passed-over squares of the enemy's last turn.
    enemy_passed: Vec<usize>,
    /// Those of this turn.
    own_passed: Vec<usize>,
    /// The letters of the FEN field.
    castling: Vec<u8>,
    steps: u32,
}

/// More boards would have to be looked at than one had the patience for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfPatience;

fn square(name: &[u8]) -> usize {
    usize::from(name[1] - b'1') * 8 + usize::from(name[0] - b'a')
}

fn name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

/// The squares from `from` on in one direction.
fn walk(from: usize, files: i32, ranks: i32) -> impl Iterator<Item = usize> {
    (1..8).map_while(move |n| {
        let (file, rank) = (from as i32 % 8 + n * files, from as i32 / 8 + n * ranks);
        ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
    })
}

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTING: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Board {
    /// A position of the movement phase, from a FEN that is right.
    pub fn new(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut pieces = [b'.'; 64];
        let board = fields[0].strip_suffix("[]").unwrap();
        for (row, rank) in board.split('/').zip((0..8).rev()) {
            let mut file = 0;
            for letter in row.bytes() {
                if letter.is_ascii_digit() {
                    file += usize::from(letter - b'0');
                } else {
                    pieces[rank * 8 + file] = letter;
                    file += 1;
                }
            }
        }
        let white = fields[1] == "w";
        let squares = |text: &str| -> Vec<usize> {
            if text == "-" { vec![] } else { text.as_bytes().chunks(2).map(square).collect() }
        };
        let enemy_rank = if white { 5 } else { 2 };
        let (enemy_passed, own_passed) =
            squares(fields[3]).into_iter().partition(|square| square / 8 == enemy_rank);
        let moved = squares(&fields[6].to_lowercase());
        let has_castled = fields[6].bytes().any(|letter| letter.is_ascii_uppercase());
        let steps = moved.len() as u32 - u32::from(has_castled);
        let castling = fields[2].bytes().filter(|&letter| letter != b'-').collect();
        Board { pieces, white, moved, enemy_passed, own_passed, castling, steps }
    }

    fn is_own(&self, at: usize) -> bool {
        self.pieces[at] != b'.' && self.pieces[at].is_ascii_uppercase() == self.white
    }

    fn is_enemy(&self, at: usize) -> bool {
        self.pieces[at] != b'.' && !self.is_own(at)
    }

    /// Whether the enemy could capture an own piece on the square.
    fn is_attacked(&self, at: usize) -> bool {
        let kind = |from: usize| self.pieces[from].to_ascii_lowercase();
        let leaps = |steps: &[(i32, i32)], piece: u8| {
            steps.iter().any(|&(files, ranks)| {
                walk(at, files, ranks)
                    .next()
                    .is_some_and(|from| self.is_enemy(from) && kind(from) == piece)
            })
        };
        let slides = |directions: &[(i32, i32)], piece: u8| {
            directions.iter().any(|&(files, ranks)| {
                walk(at, files, ranks).find(|&from| self.pieces[from] != b'.').is_some_and(|from| {
                    self.is_enemy(from) && (kind(from) == piece || kind(from) == b'q')
                })
            })
        };
        let ahead = if self.white { 1 } else { -1 };
        leaps(&KNIGHT, b'n')
            || leaps(&STRAIGHT, b'k')
            || leaps(&SLANTING, b'k')
            || leaps(&[(-1, ahead), (1, ahead)], b'p')
            || slides(&STRAIGHT, b'r')
            || slides(&SLANTING, b'b')
    }

    /// Whether no enemy attacks the king of the side to move.
    pub fn is_king_safe(&self) -> bool {
        let letter = if self.white { b'K' } else { b'k' };
        let king = self.pieces.iter().position(|&piece| piece == letter).unwrap();
        !self.is_attacked(king)
    }

    /// Every step but `end`: its notation and the board after it.
    pub fn steps(&self) -> Vec<(String, Board)> {
        let mut found = Vec::new();
        if self.steps == 5 {
            return found;
        }
        for from in 0..64 {
            if self.is_own(from) && !self.moved.contains(&from) {
                self.steps_of(from, &mut found);
            }
        }
        found
    }

    fn steps_of(&self, from: usize, found: &mut Vec<(String, Board)>) {
        let capturable = |to: usize| self.is_enemy(to) && !b"kK".contains(&self.pieces[to]);
        let open = |to: usize| self.pieces[to] == b'.' || capturable(to);
        let mut go = |to: usize| self.step(from, to, found);
        let directions = match self.pieces[from].to_ascii_lowercase() {
            b'p' => {
                let ahead = if self.white { 1 } else { -1 };
                let second = if self.white { 1 } else { 6 };
                let reach = if from / 8 == second { 2 } else { 1 };
                walk(from, 0, ahead)
                    .take(reach)
                    .take_while(|&to| self.pieces[to] == b'.')
                    .for_each(&mut go);
                for files in [-1, 1] {
                    walk(from, files, ahead)
                        .take(1)
                        .filter(|to| capturable(*to) || self.enemy_passed.contains(to))
                        .for_each(&mut go);
                }
                return;
            }
            b'n' => {
                for (files, ranks) in KNIGHT {
                    walk(from, files, ranks).take(1).filter(|&to| open(to)).for_each(&mut go);
                }
                return;
            }
            b'k' => {
                for (files, ranks) in STRAIGHT.into_iter().chain(SLANTING) {
                    walk(from, files, ranks).take(1).filter(|&to| open(to)).for_each(&mut go);
                }
                self.castle(from, found);
                return;
            }
            b'r' => STRAIGHT.to_vec(),
            b'b' => SLANTING.to_vec(),
            _ => STRAIGHT.into_iter().chain(SLANTING).collect(),
        };
        for (files, ranks) in directions {
            for to in walk(from, files, ranks) {
                if open(to) {
                    go(to);
                }
                if self.pieces[to] != b'.' {
                    break;
                }
            }
        }
    }

    fn step(&self, from: usize, to: usize, found: &mut Vec<(String, Board)>) {
        let piece = self.pieces[from];
        let is_pawn = piece.eq_ignore_ascii_case(&b'p');
        let mut after = self.clone();
        after.steps += 1;
        after.moved.push(to);
        after.moved.sort_unstable();
        let beyond = |passed: usize, by_white: bool| if by_white { passed + 8 } else { passed - 8 };
        if is_pawn && self.enemy_passed.contains(&to) {
            after.pieces[beyond(to, !self.white)] = b'.';
        }
        after.enemy_passed.retain(|&passed| passed != to && beyond(passed, !self.white) != to);
        after.own_passed.retain(|&passed| passed != to);
        if is_pawn && from.abs_diff(to) == 16 {
            after.own_passed.push(usize::midpoint(from, to));
        }
        let homes = [(4, "HA"), (7, "H"), (0, "A"), (59, "ha"), (63, "h"), (56, "a")];
        for (home, letters) in homes {
            if from == home || to == home {
                after.castling.retain(|letter| !letters.as_bytes().contains(letter));
            }
        }
        after.pieces[from] = b'.';
        if is_pawn && !(8..56).contains(&to) {
            for letter in *b"qrbn" {
                let mut promoted = after.clone();
                promoted.pieces[to] = if self.white { letter.to_ascii_uppercase() } else { letter };
                let text = format!("{}{}{}", name(from), name(to), letter as char);
                found.push((text, promoted));
            }
        } else {
            after.pieces[to] = piece;
            found.push((name(from) + &name(to), after));
        }
    }

    fn castle(&self, king: usize, found: &mut Vec<(String, Board)>) {
        let wings =
            [(b'H', true, 7, 1), (b'A', true, 0, -1), (b'h', false, 63, 1), (b'a', false, 56, -1)];
        for (letter, white, corner, toward) in wings {
            let on_way = |n: i32| (king as i32 + n * toward) as usize;
            if white != self.white
                || !self.castling.contains(&letter)
                || (1..8)
                    .map(on_way)
                    .take_while(|&at| at != corner)
                    .any(|at| self.pieces[at] != b'.')
                || (0..3).any(|n| self.is_attacked(on_way(n)))
            {
                continue;
            }
            let mut after = self.clone();
            after.pieces.swap(king, on_way(2));
            after.pieces.swap(corner, on_way(1));
            after.moved.extend([on_way(1), on_way(2)]);
            after.moved.sort_unstable();
            after.steps += 1;
            after.castling.retain(|right| right.is_ascii_uppercase() != white);
            for landed in [on_way(1), on_way(2)] {
                after.own_passed.retain(|&passed| passed != landed);
            }
            found.push((name(king) + &name(on_way(2)), after));
        }
    }

    /// The length of a shortest series after which the own king is safe, at least one step of
    /// this turn having been made. `None` if there is none.
    ///
    /// # Errors
    /// If more than `patience` boards had to be looked at.
    pub fn escape(&self, patience: usize) -> Result<Option<usize>, OutOfPatience> {
        let mut layer: HashSet<Board> = HashSet::from([self.clone()]);
        let mut seen = 0;
        for length in 0.. {
            if layer.is_empty() {
                return Ok(None);
            }
            if layer.iter().any(|board| board.steps > 0 && board.is_king_safe()) {
                return Ok(Some(length));
            }
            let mut next = HashSet::new();
            for board in &layer {
                for (text, mut after) in board.steps() {
                    // What a pawn becomes is all one to its own king, and so is what it passed.
                    after.own_passed.clear();
                    if !text.ends_with(['r', 'b', 'n']) && next.insert(after) {
                        seen += 1;
                    }
                }
                if seen > patience {
                    return Err(OutOfPatience);
                }
            }
            layer = next;
        }
        Ok(None)
    }

    /// The distinct positions at the end of a legal turn: pieces, castling rights, passed squares.
    pub fn turn_ends(&self) -> HashSet<Vec<u8>> {
        let mut layer = HashMap::from([(self.clone(), ())]);
        let mut ends = HashSet::new();
        while !layer.is_empty() {
            let mut next = HashMap::new();
            for board in layer.keys() {
                if board.steps > 0 && board.is_king_safe() {
                    let mut end = board.pieces.to_vec();
                    end.extend(&board.castling);
                    let mut passed = board.own_passed.clone();
                    passed.sort_unstable();
                    end.extend(passed.iter().map(|&square| square as u8));
                    ends.insert(end);
                }
                for (_, mut after) in board.steps() {
                    after.own_passed.sort_unstable();
                    next.insert(after, ());
                }
            }
            layer = next;
        }
        ends
    }
}

/// What to generate.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// At most so many pieces beside the king.
    pub own: u64,
    /// At most so many pieces beside the king.
    pub enemies: u64,
    /// So many pieces of the mover have moved already.
    pub moved: u64,
}

/// A FEN with random pieces for the mover and the enemy, with passed-over squares and castling
/// rights now and then. It may be one that is refused.
pub fn random_fen(random: &mut Chance, wanted: Wanted) -> String {
    let white = random.below(2) == 0;
    let mut pieces = [b'.'; 64];
    let put = |random: &mut Chance, letter: u8, pieces: &mut [u8; 64], near: Option<usize>| {
        for _ in 0..100 {
            let at = match near {
                Some(near) if random.below(3) == 0 => {
                    let file = (near as u64 % 8 + random.below(5)).checked_sub(2);
                    let rank = (near as u64 / 8 + random.below(5)).checked_sub(2);
                    match (file, rank) {
                        (Some(file @ 0..8), Some(rank @ 0..8)) => (rank * 8 + file) as usize,
                        _ => continue,
                    }
                }
                _ => random.below(64) as usize,
            };
            let on_edge = !(8..56).contains(&at);
            if pieces[at] == b'.' && !(on_edge && letter.eq_ignore_ascii_case(&b'p')) {
                pieces[at] = letter;
                return at;
            }
        }
        0
    };
    let case = |letter: u8, of_mover: bool| {
        if of_mover == white { letter.to_ascii_uppercase() } else { letter }
    };
    let mut castling = String::new();
    let king = if random.below(6) == 0 {
        let (king, corners) =
            if white { (4, [(7, 'H'), (0, 'A')]) } else { (59, [(63, 'h'), (56, 'a')]) };
        pieces[king] = case(b'k', true);
        for (corner, letter) in corners {
            if random.below(2) == 0 {
                pieces[corner] = case(b'r', true);
                castling.push(letter);
            }
        }
        king
    } else {
        put(random, case(b'k', true), &mut pieces, None)
    };
    put(random, case(b'k', false), &mut pieces, None);
    let army = b"qrrbbnnpppppppp";
    for (of_mover, most) in [(true, wanted.own), (false, wanted.enemies)] {
        let count = random.below(most + 1);
        let mut left = army.to_vec();
        if of_mover {
            left.drain(1..1 + castling.len());
        }
        for _ in 0..count.min(left.len() as u64) {
            let letter = left.swap_remove(random.below(left.len() as u64) as usize);
            put(random, case(letter, of_mover), &mut pieces, Some(king));
        }
    }
    let mut passed = String::new();
    if random.below(2) == 0 {
        let (rank, back) = if white { (4, 8) } else { (3, -8i32) };
        for file in 0..8 {
            let (at, over) = (rank * 8 + file, (rank * 8 + file) as i32 + back);
            if pieces[at] == case(b'p', false)
                && pieces[over as usize] == b'.'
                && random.below(2) == 0
            {
                passed += &name(over as usize);
            }
        }
    }
    let mut movers: Vec<usize> = (0..64)
        .filter(|&at| pieces[at] != b'.' && pieces[at].is_ascii_uppercase() == white)
        .collect();
    let mut moved = Vec::new();
    for _ in 0..wanted.moved.min(movers.len() as u64 - 1) {
        moved.push(movers.swap_remove(random.below(movers.len() as u64) as usize));
    }
    moved.sort_unstable();
    if moved.iter().any(|&at| at == king || b"rR".contains(&pieces[at])) {
        castling.clear();
    }
    let rows: Vec<String> = (0..8)
        .rev()
        .map(|rank| {
            let mut row = String::new();
            for &piece in &pieces[rank * 8..rank * 8 + 8] {
                match (piece, row.pop()) {
                    (b'.', Some(run @ '1'..='7')) => row.push((run as u8 + 1) as char),
                    (b'.', last) => {
                        row.extend(last);
                        row.push('1');
                    }
                    (piece, last) => {
                        row.extend(last);
                        row.push(piece as char);
                    }
                }
            }
            row
        })
        .collect();
    let field = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    format!(
        "{}[] {} {} {} 0 9 {} -",
        rows.join("/"),
        if white { 'w' } else { 'b' },
        field(castling),
        field(passed),
        field(moved.into_iter().map(name).collect()),
    )
}

/// A FEN full of pawns that can be captured en passant: Black's have made double steps, White's
/// stand beside them, and lines run to White's king over both. It may be one that is refused.
pub fn random_fen_in_passing(random: &mut Chance) -> String {
    let mut pieces = [b'.'; 64];
    let mut passed = Vec::new();
    for file in 0..8 {
        match random.below(4u64) {
            0 => {
                pieces[32 + file] = b'p';
                passed.push(format!("{}6", (b'a' + file as u8) as char));
            }
            1 | 2 => pieces[32 + file] = b'P',
            _ => {}
        }
    }
    let mut put = |random: &mut Chance, letter: u8, from: usize, squares: usize| {
        let at = from + random.below(squares);
        // The squares that the double steps came over and from stay empty.
        let is_free =
            pieces[at] == b'.' && !((40..56).contains(&at) && pieces[32 + at % 8] == b'p');
        if is_free {
            pieces[at] = letter;
        }
    };
    put(random, b'K', 16, 24);
    put(random, b'k', 0, 64);
    for letter in [b'q', b'r', b'b', b'r', b'b', b'n'] {
        put(random, letter, 0, 64);
    }
    for letter in [b'P', b'R', b'N', b'P', b'B'] {
        if random.below(2u64) == 0 {
            put(random, letter, 8, 40);
        }
    }
    let ranks: Vec<String> = pieces
        .chunks(8)
        .rev()
        .map(|rank| rank.iter().map(|&letter| letter as char).collect::<String>())
        .map(|rank| {
            (1..=8).rev().fold(rank, |rank, run| rank.replace(&".".repeat(run), &run.to_string()))
        })
        .collect();
    let passed = if passed.is_empty() { "-".to_owned() } else { passed.concat() };
    format!("{}[] w - {passed} 0 9 - -", ranks.join("/"))
}
