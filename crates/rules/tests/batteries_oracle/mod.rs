//! The rules of Chess with Batteries written down as plainly as can be, square by square, to
//! check the quick ones against: every step is made, and then every enemy piece is asked whether it
//! captures the President.

/// A square as file and rank from 0.
pub(crate) type At = (i32, i32);

const STRAIGHT: [At; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [At; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [At; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A step as a piece makes it: where it goes, and whom it captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    pub(crate) from: At,
    pub(crate) to: At,
    pub(crate) captured: Option<At>,
}

/// A board of FEN letters, `.` for empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Oracle {
    pub(crate) pieces: [[char; 10]; 10],
    pub(crate) white: bool,
}

pub(crate) fn name((file, rank): At) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

impl Oracle {
    pub(crate) fn read(fen: &str) -> Oracle {
        let mut fields = fen.split(' ');
        let mut pieces = [['.'; 10]; 10];
        for (row, rank) in fields.next().unwrap().split('/').zip((0..10).rev()) {
            let row = row.replace("10", "..........");
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(run) => file += run as usize,
                    None => {
                        pieces[rank][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        Oracle { pieces, white: fields.next() == Some("w") }
    }

    /// BOARD of the FEN.
    pub(crate) fn board(&self) -> String {
        let mut rows = Vec::new();
        for rank in self.pieces.iter().rev() {
            let mut row = String::new();
            let mut run = 0;
            for &piece in rank.iter().chain(&['/']) {
                if piece == '.' {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    row += &run.to_string();
                }
                run = 0;
                if piece != '/' {
                    row.push(piece);
                }
            }
            rows.push(row);
        }
        rows.join("/")
    }

    /// The piece on a square; `None` beyond the edge.
    pub(crate) fn at(&self, (file, rank): At) -> Option<char> {
        let inside = (0..10).contains(&file) && (0..10).contains(&rank);
        inside.then(|| self.pieces[rank as usize][file as usize])
    }

    pub(crate) fn squares() -> impl Iterator<Item = At> {
        (0..10).flat_map(|rank| (0..10).map(move |file| (file, rank)))
    }

    /// "A piece next to a friendly Battery is charged."
    pub(crate) fn is_charged(&self, (file, rank): At) -> bool {
        let Some(piece) = self.at((file, rank)) else { return false };
        let battery = if piece.is_ascii_uppercase() { 'B' } else { 'b' };
        !matches!(piece, 'B' | 'b' | 'P' | 'p' | '.')
            && STRAIGHT
                .iter()
                .chain(&DIAGONAL)
                .any(|&(files, ranks)| self.at((file + files, rank + ranks)) == Some(battery))
    }

    /// Everything that the piece on a square could do, captures of a President included.
    pub(crate) fn ways(&self, from: At, charged: bool) -> Vec<Way> {
        let piece = self.at(from).unwrap();
        let white = piece.is_ascii_uppercase();
        let step = |(files, ranks): At, by: i32| (from.0 + files * by, from.1 + ranks * by);
        let is_empty = |at| self.at(at) == Some('.');
        let is_battery = |at| matches!(self.at(at), Some('B' | 'b'));
        let is_enemy = |at| {
            self.at(at).is_some_and(|other| other != '.' && other.is_ascii_uppercase() != white)
        };
        let is_target = |at| is_enemy(at) && !is_battery(at);
        let is_clear = |at| is_empty(at) || is_battery(at);
        let mut ways = Vec::new();
        let mut go = |to| ways.push(Way { from, to, captured: None });
        let mut taken = Vec::new();
        let mut take = |to, captured| taken.push(Way { from, to, captured: Some(captured) });

        let kind = piece.to_ascii_uppercase();
        let lines: &[&[At]] = match kind {
            'D' => &[&DIAGONAL],
            'O' | 'E' | 'A' => &[&STRAIGHT],
            'L' => &[&STRAIGHT, &DIAGONAL],
            _ => &[],
        };
        for &line in lines.iter().copied().flatten() {
            for by in 1..10 {
                let to = step(line, by);
                if is_empty(to) {
                    go(to);
                } else if !is_battery(to) {
                    if is_target(to) && (by == 1 || charged) {
                        take(to, to);
                    }
                    break;
                }
            }
        }
        let around = STRAIGHT.into_iter().chain(DIAGONAL);
        match kind {
            'P' => {
                for way in around {
                    let to = step(way, 1);
                    if is_empty(to) {
                        go(to);
                    } else if is_enemy(to) {
                        take(to, to);
                    }
                }
            }
            'B' => {
                for way in around {
                    for by in (1..10).filter(|&by| is_empty(step(way, by))) {
                        go(step(way, by));
                    }
                }
            }
            'E' if charged => {
                for to in LEAPS.map(|leap| step(leap, 1)).into_iter().filter(|&to| is_target(to)) {
                    take(to, to);
                }
            }
            'A' if charged => {
                for to in DIAGONAL.map(|way| step(way, 1)) {
                    if is_empty(to) {
                        go(to);
                    } else if is_target(to) {
                        take(to, to);
                    }
                }
                for way in around {
                    let (over, to) = (step(way, 1), step(way, 2));
                    if is_empty(to) && is_target(over) {
                        take(to, over);
                    } else if is_empty(to) && is_battery(over) && way.0 * way.1 != 0 {
                        go(to);
                    }
                }
            }
            'S' => {
                let ahead = if white { 1 } else { -1 };
                let initial = if white { 2 } else { 7 };
                if is_empty(step((0, ahead), 1)) {
                    go(step((0, ahead), 1));
                }
                if (charged || from.1 == initial)
                    && is_clear(step((0, ahead), 1))
                    && is_empty(step((0, ahead), 2))
                {
                    go(step((0, ahead), 2));
                }
                for side in [-1, 1] {
                    let (near, far) = (step((side, ahead), 1), step((side, ahead), 2));
                    if is_target(near) {
                        take(near, near);
                    }
                    if charged && is_clear(near) && is_target(far) {
                        take(far, far);
                    }
                }
            }
            _ => {}
        }
        ways.extend(taken);
        ways
    }

    /// Whether a side's President could be captured.
    pub(crate) fn is_in_check(&self, white: bool) -> bool {
        let president = if white { 'P' } else { 'p' };
        Oracle::squares().any(|from| {
            let piece = self.at(from).unwrap();
            piece != '.'
                && piece.is_ascii_uppercase() != white
                && self
                    .ways(from, self.is_charged(from))
                    .iter()
                    .any(|way| way.captured.is_some_and(|at| self.at(at) == Some(president)))
        })
    }

    pub(crate) fn after(&self, way: Way) -> Oracle {
        let mut after = self.clone();
        let mut put = |(file, rank): At, piece| after.pieces[rank as usize][file as usize] = piece;
        let piece = self.at(way.from).unwrap();
        put(way.from, '.');
        if let Some(captured) = way.captured {
            put(captured, '.');
        }
        put(
            way.to,
            match (piece, way.to.1) {
                ('S', 9) => 'A',
                ('s', 0) => 'a',
                _ => piece,
            },
        );
        after.white = !self.white;
        after
    }

    /// The legal steps.
    pub(crate) fn legal(&self) -> Vec<Way> {
        let mut legal = Vec::new();
        for from in Oracle::squares() {
            let piece = self.at(from).unwrap();
            if piece == '.' || piece.is_ascii_uppercase() != self.white {
                continue;
            }
            for way in self.ways(from, self.is_charged(from)) {
                let captured = way.captured.and_then(|at| self.at(at));
                if !matches!(captured, Some('P' | 'p')) && !self.after(way).is_in_check(self.white)
                {
                    legal.push(way);
                }
            }
        }
        legal
    }
}
