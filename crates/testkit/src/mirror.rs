//! A position seen from the other side, by its FEN.

use rules::{Shape, Square, Step};

/// How the initial position's two sides correspond.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mirror {
    /// The first rank is the last rank seen in a mirror: `e1` is `e8`.
    Flip,
    /// The board is turned by 180 degrees: `e1` is `d8`.
    Turn,
}

impl Mirror {
    /// The square that corresponds to this one.
    pub fn square(self, shape: &Shape, square: Square) -> Square {
        let (file, rank) = (shape.file(square), shape.rank(square));
        let file = if self == Mirror::Turn { shape.files - 1 - file } else { file };
        shape.at(file, shape.ranks - 1 - rank)
    }

    /// The step that corresponds to this one.
    pub fn step(self, shape: &Shape, step: Step) -> Step {
        let square = |square| self.square(shape, square);
        match step {
            Step::Move { from, to, into } => {
                Step::Move { from: square(from), to: square(to), into }
            }
            Step::Drop { role, to } => Step::Drop { role, to: square(to) },
            Step::Draw(_) | Step::End => step,
        }
    }

    /// Squares written together, each kept in its case.
    fn squares(self, shape: &Shape, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next().filter(|&letter| letter != '-') {
            let lower = rest.to_ascii_lowercase();
            let (square, behind) = shape.read(&lower).unwrap_or_else(|| panic!("{text}"));
            let name = shape.name(self.square(shape, square)).to_string();
            out += &if letter.is_ascii_uppercase() { name.to_ascii_uppercase() } else { name };
            rest = &rest[rest.len() - behind.len()..];
        }
        if out.is_empty() { "-".to_owned() } else { out }
    }

    /// The castling field: sides swapped, and files where rights are written as files.
    fn castling(self, shape: &Shape, text: &str) -> String {
        let swapped = swap_case(text);
        if self == Mirror::Flip {
            return swapped;
        }
        let file = |letter: char, first: u8| {
            char::from(first + shape.files - 1 - (u8::try_from(letter).unwrap() - first))
        };
        let turn = |letter: char| match letter {
            'A'..='H' => file(letter, b'A'),
            'a'..='h' => file(letter, b'a'),
            other => other,
        };
        swapped.chars().map(turn).collect()
    }

    /// The FEN with sides swapped, not yet canonical.
    pub fn fen(self, shape: &Shape, fen: &str) -> String {
        let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        let (board, reserve) = match fields[0].split_once('[') {
            Some((board, reserve)) => (board, Some(reserve)),
            None => (fields[0].as_str(), None),
        };
        let mut rows: Vec<String> = board.split('/').map(|row| self.row(row)).collect();
        rows.reverse();
        let mut pieces = swap_case(&rows.join("/"));
        if let Some(reserve) = reserve {
            pieces = format!("{pieces}[{}", swap_case(reserve));
        }
        fields[0] = pieces;
        fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
        fields[2] = self.castling(shape, &fields[2]);
        fields[3] = self.squares(shape, &fields[3]);
        if let Some(turn) = fields.get_mut(6) {
            *turn = self.squares(shape, turn);
        }
        fields.join(" ")
    }

    /// A rank of the board, from the other end if the board is turned. Runs stay as they are.
    fn row(self, row: &str) -> String {
        if self == Mirror::Flip {
            return row.to_owned();
        }
        let mut tokens: Vec<String> = Vec::new();
        for letter in row.chars() {
            match tokens.last_mut() {
                Some(run)
                    if letter.is_ascii_digit() && run.ends_with(|c: char| c.is_ascii_digit()) =>
                {
                    run.push(letter);
                }
                _ => tokens.push(letter.to_string()),
            }
        }
        tokens.reverse();
        tokens.concat()
    }
}

fn swap_case(text: &str) -> String {
    let swap = |letter: char| {
        if letter.is_ascii_lowercase() {
            letter.to_ascii_uppercase()
        } else {
            letter.to_ascii_lowercase()
        }
    };
    text.chars().map(swap).collect()
}
