//! Progressive Chess once more, as slowly and plainly as can be: a board of letters, every move
//! tried and looked at. It shares nothing with the crate, not even the squares.

use std::collections::BTreeMap;

/// A position: `board[rank][file]`, `.` for an empty square.
#[derive(Clone)]
pub(crate) struct Oracle {
    board: [[char; 8]; 8],
    white: bool,
    castling: String,
    /// Passed-over squares as names, by file.
    passed: Vec<String>,
    quiet: u32,
    number: u32,
    /// Moves made in this series; `None` when the game is over for want of one.
    made: Option<u32>,
}

type At = (i32, i32);

const LINES: [At; 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [At; 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

fn name((file, rank): At) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn at(name: &str) -> At {
    let bytes = name.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

fn inside((file, rank): At) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

impl Oracle {
    pub(crate) fn read(fen: &str) -> Oracle {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = [['.'; 8]; 8];
        for (row, text) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(run) => file += run as usize,
                    None => {
                        board[7 - row][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        let letters: Vec<char> = fields[3].chars().filter(|&letter| letter != '-').collect();
        Oracle {
            board,
            white: fields[1] == "w",
            castling: fields[2].replace('-', ""),
            passed: letters.chunks(2).map(|pair| pair.iter().collect()).collect(),
            quiet: fields[4].parse().unwrap(),
            number: fields[5].parse().unwrap(),
            made: match fields[6] {
                "-" => Some(0),
                "=" => None,
                made => Some(made.parse().unwrap()),
            },
        }
    }

    pub(crate) fn fen(&self) -> String {
        let rows: Vec<String> = self
            .board
            .iter()
            .rev()
            .map(|row| {
                let mut text: String = row.iter().collect();
                for run in (1..=8).rev() {
                    text = text.replace(&".".repeat(run), &run.to_string());
                }
                text
            })
            .collect();
        let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let made = match self.made {
            None => "=".to_owned(),
            Some(0) => "-".to_owned(),
            Some(made) => made.to_string(),
        };
        format!(
            "{} {} {} {} {} {} {made}",
            rows.join("/"),
            if self.white { 'w' } else { 'b' },
            dash(self.castling.clone()),
            dash(self.passed.concat()),
            self.quiet,
            self.number
        )
    }

    fn piece(&self, (file, rank): At) -> char {
        self.board[rank as usize][file as usize]
    }

    fn put(&mut self, (file, rank): At, piece: char) {
        self.board[rank as usize][file as usize] = piece;
    }

    fn is_of(&self, square: At, white: bool) -> bool {
        let piece = self.piece(square);
        piece != '.' && piece.is_ascii_uppercase() == white
    }

    fn all() -> impl Iterator<Item = At> {
        (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
    }

    /// The squares that the piece on a square attacks.
    fn attacks(&self, from: At) -> Vec<At> {
        let piece = self.piece(from);
        let ahead = if piece.is_ascii_uppercase() { 1 } else { -1 };
        let (ways, far): (&[At], i32) = match piece.to_ascii_lowercase() {
            'p' => return [-1, 1].map(|side| (from.0 + side, from.1 + ahead)).to_vec(),
            'n' => (&LEAPS, 1),
            'k' => (&LINES, 1),
            'r' => (&LINES[..4], 7),
            'b' => (&LINES[4..], 7),
            'q' => (&LINES, 7),
            _ => return Vec::new(),
        };
        let mut attacked = Vec::new();
        for way in ways {
            for distance in 1..=far {
                let to = (from.0 + way.0 * distance, from.1 + way.1 * distance);
                if !inside(to) {
                    break;
                }
                attacked.push(to);
                if self.piece(to) != '.' {
                    break;
                }
            }
        }
        attacked
    }

    fn is_attacked(&self, square: At, by_white: bool) -> bool {
        Self::all()
            .filter(|&from| self.is_of(from, by_white))
            .any(|from| self.attacks(from).contains(&square))
    }

    pub(crate) fn in_check(&self, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        let square = Self::all().find(|&square| self.piece(square) == king).unwrap();
        self.is_attacked(square, !white)
    }

    fn series(&self) -> u32 {
        if self.white { 2 * self.number - 1 } else { 2 * self.number }
    }

    /// Every step with the position after it, by notation.
    pub(crate) fn steps(&self) -> BTreeMap<String, Oracle> {
        let mut steps = BTreeMap::new();
        let Some(made) = self.made else { return steps };
        if made > 0 && (made == self.series() || self.in_check(!self.white)) {
            steps.insert("end".to_owned(), self.ended(false));
            return steps;
        }
        for from in Self::all().filter(|&from| self.is_of(from, self.white)) {
            for to in Self::all() {
                for into in ["", "q", "r", "b", "n"] {
                    if let Some(after) = self.moved(from, to, into) {
                        steps.insert(format!("{}{}{into}", name(from), name(to)), after);
                    }
                }
            }
        }
        if steps.is_empty() && made > 0 {
            steps.insert("end".to_owned(), self.ended(true));
        }
        steps
    }

    fn ended(&self, is_stalemate: bool) -> Oracle {
        let mut after = self.clone();
        after.number += u32::from(!self.white);
        after.white = !self.white;
        after.made = if is_stalemate { None } else { Some(0) };
        after.passed.retain(|passed| self.piece(at(passed)) == '.');
        after
    }

    /// The position after a move, if it is legal.
    fn moved(&self, from: At, to: At, into: &str) -> Option<Oracle> {
        let (piece, taken) = (self.piece(from), self.piece(to));
        let kind = piece.to_ascii_lowercase();
        let ahead = if self.white { 1 } else { -1 };
        let is_first = self.made == Some(0);
        if self.is_of(to, self.white) || taken.eq_ignore_ascii_case(&'k') {
            return None;
        }
        let mut after = self.clone();
        let passes_en_passant = is_first && self.passed.contains(&name(to));
        let double = (from.0, from.1 + 2 * ahead);
        let castles = kind == 'k' && (to.0 - from.0).abs() == 2;
        match kind {
            'p' => {
                let single = (from.0, from.1 + ahead);
                let first_rank = if self.white { 1 } else { 6 };
                let goes = to == single && taken == '.'
                    || to == double
                        && from.1 == first_rank
                        && taken == '.'
                        && self.piece(single) == '.';
                let takes = self.attacks(from).contains(&to) && (taken != '.' || passes_en_passant);
                if !goes && !takes {
                    return None;
                }
                let last_rank = if self.white { 7 } else { 0 };
                if (to.1 == last_rank) == into.is_empty() {
                    return None;
                }
                if takes && taken == '.' {
                    after.put((to.0, from.1), '.');
                }
            }
            _ if !into.is_empty() => return None,
            _ if castles => {
                let letter = match (to.0 == 6, self.white) {
                    (true, true) => 'K',
                    (true, false) => 'k',
                    (false, true) => 'Q',
                    (false, false) => 'q',
                };
                let (rook, crossed) = if to.0 == 6 { (7, 5) } else { (0, 3) };
                let between = if to.0 == 6 { 5..7 } else { 1..4 };
                let way = [4, crossed, to.0];
                if from.0 != 4
                    || from.1 != to.1
                    || !self.castling.contains(letter)
                    || between.clone().any(|file| self.piece((file, from.1)) != '.')
                    || way.iter().any(|&file| self.is_attacked((file, from.1), !self.white))
                {
                    return None;
                }
                let piece = self.piece((rook, from.1));
                after.put((rook, from.1), '.');
                after.put((crossed, from.1), piece);
            }
            _ if !self.attacks(from).contains(&to) => return None,
            _ => {}
        }
        after.put(from, '.');
        let letter = into.chars().next().unwrap_or(piece);
        after.put(to, if self.white { letter.to_ascii_uppercase() } else { letter });
        if after.in_check(self.white) {
            return None;
        }
        for (square, gone) in
            [("e1", "KQ"), ("a1", "Q"), ("h1", "K"), ("e8", "kq"), ("a8", "q"), ("h8", "k")]
        {
            if name(from) == square || name(to) == square {
                after.castling.retain(|right| !gone.contains(right));
            }
        }
        if is_first {
            after.passed.clear();
        }
        // The pawn that goes on from its double step.
        if kind == 'p' {
            let behind = name((from.0, from.1 - ahead));
            after.passed.retain(|passed| *passed != behind);
        }
        if kind == 'p' && to == double {
            after.passed.push(name((from.0, from.1 + ahead)));
            after.passed.sort();
        }
        let resets = kind == 'p' || taken != '.';
        after.quiet = if resets { 0 } else { self.quiet + u32::from(is_first) };
        after.made = self.made.map(|made| made + 1);
        Some(if self.series() == 1 { after.ended(false) } else { after })
    }

    /// The number of sequences of `depth` steps.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.steps().values().map(|after| after.perft(depth - 1)).sum()
    }
}
