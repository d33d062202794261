//! The openings of a game: which moves were played in many games, how often, and how these ended
//! (docs/openings.md).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use rules::{AnyPosition, Color, GameId, Phase, Role, Square, Step};

use crate::link::{order, sum};
use crate::record::Record;

/// What a file of openings begins with.
const MAGIC: &[u8; 4] = b"FFO1";
/// No file is longer, in bytes.
const LONGEST: usize = 1 << 20;
/// No line is longer, in steps.
const DEEPEST: usize = 80;
/// No file has more moves.
const MOST_MOVES: usize = 1 << 17;

/// How many games there were, and what White made of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Results {
    /// How many.
    pub games: u32,
    /// White's points in halves: two for a win, one for a draw.
    pub halves: u32,
}

impl Results {
    /// Counts one more game; `halves` is 2 if White won it, 1 if it was drawn, 0 if Black won it.
    pub fn count(&mut self, halves: u32) {
        self.games += 1;
        self.halves += halves;
    }

    fn join(&mut self, other: Results) {
        self.games = self.games.saturating_add(other.games);
        self.halves = self.halves.saturating_add(other.halves);
    }

    /// What a side made of them, in thousandths of the points.
    pub fn score(self, of: Color) -> u32 {
        if self.games == 0 {
            return 500;
        }
        let all = u64::from(self.games) * 2;
        let white = (u64::from(self.halves) * 1000 + all / 2) / all;
        let white = white.min(1000) as u32;
        if of == Color::White { white } else { 1000 - white }
    }
}

/// A move of the openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The step.
    pub step: Step,
    /// What became of it.
    pub results: Results,
}

/// Where a piece was placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Whose.
    pub color: Color,
    /// Its kind.
    pub role: Role,
    /// Where.
    pub square: Square,
    /// What became of it.
    pub results: Results,
}

/// What is known of the openings of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Openings {
    game: GameId,
    games: u32,
    moves: HashMap<u64, Vec<Known>>,
    placed: Vec<Placed>,
}

/// Why bytes are no openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningsError {
    /// They do not begin like openings, or are of an unknown version.
    Header,
    /// They are of another game.
    Game,
    /// They are damaged or cut off.
    Damaged,
    /// They name a move that the rules do not know.
    Move,
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OpeningsError::Header => "this is no file of openings",
            OpeningsError::Game => "these are the openings of another game",
            OpeningsError::Damaged => "the file of openings is damaged",
            OpeningsError::Move => "the file of openings has a move that is not legal",
        })
    }
}

impl std::error::Error for OpeningsError {}

/// Reads numbers of seven bits a byte, the lowest first.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> Result<u8, OpeningsError> {
        let (&first, rest) = self.0.split_first().ok_or(OpeningsError::Damaged)?;
        self.0 = rest;
        Ok(first)
    }

    fn number(&mut self) -> Result<u32, OpeningsError> {
        let mut number = 0_u64;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return u32::try_from(number).map_err(|_| OpeningsError::Damaged);
            }
        }
        Err(OpeningsError::Damaged)
    }

    fn results(&mut self) -> Result<Results, OpeningsError> {
        let results = Results { games: self.number()?, halves: self.number()? };
        let is_possible = u64::from(results.halves) <= 2 * u64::from(results.games);
        is_possible.then_some(results).ok_or(OpeningsError::Damaged)
    }
}

fn put(mut number: u32, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_results(results: Results, out: &mut Vec<u8>) {
    put(results.games, out);
    put(results.halves, out);
}

/// What a position is found by: how it came about does not count.
fn key(position: &AnyPosition) -> u64 {
    position.for_repetition().key()
}

impl Openings {
    /// Reads a file of openings of a game.
    ///
    /// # Errors
    /// If the bytes are none: why.
    pub fn read(bytes: &[u8], game: GameId) -> Result<Openings, OpeningsError> {
        let content = bytes.strip_prefix(MAGIC).ok_or(OpeningsError::Header)?;
        let (content, checksum) = content.split_last_chunk().ok_or(OpeningsError::Damaged)?;
        let (&link, content) = content.split_first().ok_or(OpeningsError::Damaged)?;
        if bytes.len() > LONGEST || sum(content) != u32::from_le_bytes(*checksum) {
            return Err(OpeningsError::Damaged);
        }
        if link != game.spec().link {
            return Err(OpeningsError::Game);
        }
        let mut bytes = Bytes(content);
        let games = bytes.number()?;
        let mut openings = Openings { game, games, moves: HashMap::new(), placed: Vec::new() };
        openings.read_moves(&mut bytes)?;
        openings.read_placed(&mut bytes)?;
        if bytes.0.is_empty() { Ok(openings) } else { Err(OpeningsError::Damaged) }
    }

    fn read_moves(&mut self, bytes: &mut Bytes<'_>) -> Result<(), OpeningsError> {
        let mut count = 0;
        // Positions whose moves are still to come, each with how many.
        let mut open = vec![(AnyPosition::initial(self.game), bytes.number()?)];
        while let Some((position, left)) = open.last_mut() {
            if *left == 0 {
                open.pop();
                continue;
            }
            *left -= 1;
            let place = bytes.number()?;
            let legal = if position.outcome().is_none() { position.list() } else { Vec::new() };
            let step = order::at(place, legal, position.spec()).ok_or(OpeningsError::Move)?;
            let results = bytes.results()?;
            let after_count = bytes.number()?;
            let known = self.moves.entry(key(position)).or_default();
            match known.iter_mut().find(|known| known.step == step) {
                Some(known) => known.results.join(results),
                None => known.push(Known { step, results }),
            }
            let mut after = *position;
            after.play(step);
            count += 1;
            if open.len() >= DEEPEST || count > MOST_MOVES {
                return Err(OpeningsError::Damaged);
            }
            open.push((after, after_count));
        }
        Ok(())
    }

    fn read_placed(&mut self, bytes: &mut Bytes<'_>) -> Result<(), OpeningsError> {
        for _ in 0..bytes.number()? {
            let (piece, square) = (bytes.byte()?, bytes.byte()?);
            let color = if piece < 0x80 { Color::White } else { Color::Black };
            let role = Role::ALL.get(usize::from(piece & 0x7F)).copied();
            let role = role.ok_or(OpeningsError::Damaged)?;
            let square = Square::new(square);
            if square.index() >= 128 || self.initial().board() >> square.index() & 1 == 0 {
                return Err(OpeningsError::Damaged);
            }
            self.placed.push(Placed { color, role, square, results: bytes.results()? });
        }
        Ok(())
    }

    /// What was played in finished games, as they are saved: each turn of their main lines, step by step.
    /// What cannot be read, or is another game, is left out.
    pub fn of_played<'a>(game: GameId, saved: impl IntoIterator<Item = &'a str>) -> Openings {
        let mut openings = Openings { game, games: 0, moves: HashMap::new(), placed: Vec::new() };
        for saved in saved {
            let Ok(record) = Record::load(saved) else { continue };
            let Some(verdict) = record.verdict().filter(|_| record.live().game() == game) else {
                continue;
            };
            openings.games += 1;
            let halves = match verdict.winner {
                Some(Color::White) => 2,
                Some(Color::Black) => 0,
                None => 1,
            };
            // A position that came again counts once in a game.
            let mut seen = HashSet::new();
            for (at, &step) in record.steps().iter().enumerate() {
                let place = key(record.position(at));
                if matches!(step, Step::Draw(_)) || !seen.insert((place, step)) {
                    continue;
                }
                let known = openings.moves.entry(place).or_default();
                let mut one = Results::default();
                one.count(halves);
                match known.iter_mut().find(|known| known.step == step) {
                    Some(known) => known.results.join(one),
                    None => known.push(Known { step, results: one }),
                }
            }
        }
        openings
    }

    fn initial(&self) -> AnyPosition {
        AnyPosition::initial(self.game)
    }

    /// Whose they are.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// From how many games they come.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// How many positions have moves.
    pub fn positions(&self) -> usize {
        self.moves.len()
    }

    /// The moves of a position, the most frequent first.
    pub fn moves(&self, position: &AnyPosition) -> Vec<Known> {
        let found = self.moves.get(&key(position)).map_or(&[][..], Vec::as_slice);
        let legal = |known: &&Known| position.why_not(known.step).is_none();
        let mut moves: Vec<Known> = found.iter().filter(legal).copied().collect();
        moves.sort_by_key(|known| std::cmp::Reverse(known.results.games));
        moves
    }

    /// Where a side's pieces of a kind were placed.
    pub fn placed(&self, color: Color, role: Role) -> impl Iterator<Item = &Placed> {
        self.placed.iter().filter(move |placed| (placed.color, placed.role) == (color, role))
    }
}

/// A move with those behind it.
#[derive(Default, Debug)]
struct Node {
    results: Results,
    next: BTreeMap<u32, Node>,
}

impl Node {
    /// Writes the moves that so many games had at least.
    fn write(&self, least: u32, out: &mut Vec<u8>) {
        let next = || self.next.iter().filter(|(_, node)| node.results.games >= least);
        put(next().count() as u32, out);
        for (&place, node) in next() {
            put(place, out);
            put_results(node.results, out);
            node.write(least, out);
        }
    }
}

/// Games whose openings are collected.
#[derive(Debug)]
pub struct Collection {
    game: GameId,
    games: u32,
    root: Node,
    placed: BTreeMap<(u8, u8), Results>,
}

impl Collection {
    /// None so far.
    pub fn new(game: GameId) -> Collection {
        Collection { game, games: 0, root: Node::default(), placed: BTreeMap::new() }
    }

    /// One more game, from the initial position; `halves` as in [`Results::count`]. Of games whose
    /// pieces are placed only the placement counts: what follows hardly comes twice. At most
    /// `depth` steps of others do. Steps from an illegal one on are left out.
    pub fn add(&mut self, steps: &[Step], halves: u32, depth: usize) {
        self.games += 1;
        let mut position = AnyPosition::initial(self.game);
        let places = position.phase() == Phase::Placement;
        let mut node = &mut self.root;
        for (at, &step) in steps.iter().enumerate() {
            if position.phase() == Phase::Placement {
                if let Step::Drop { role, to } = step {
                    let side = if position.turn() == Color::White { 0 } else { 0x80 };
                    let piece = role.index() as u8 | side;
                    self.placed.entry((piece, to.index() as u8)).or_default().count(halves);
                }
            } else if places || at >= depth.min(DEEPEST - 1) {
                break;
            } else {
                let Some((place, _)) = order::place(&position, step) else { break };
                node = node.next.entry(place).or_default();
                node.results.count(halves);
            }
            if position.why_not(step).is_some() {
                break;
            }
            position.play(step);
        }
    }

    /// The file: the moves that so many games had at least, and all placements.
    pub fn write(&self, least: u32) -> Vec<u8> {
        let mut content = Vec::new();
        put(self.games, &mut content);
        self.root.write(least, &mut content);
        put(self.placed.len() as u32, &mut content);
        for (&(piece, square), &results) in &self.placed {
            content.extend([piece, square]);
            put_results(results, &mut content);
        }
        let mut bytes = MAGIC.to_vec();
        bytes.push(self.game.spec().link);
        bytes.extend(&content);
        bytes.extend(sum(&content).to_le_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(game: GameId, text: &str) -> Vec<Step> {
        text.split(' ').map(|step| Step::parse(step, game.spec()).unwrap()).collect()
    }

    fn magnetic() -> Collection {
        let game = GameId::Magnetic;
        let mut collection = Collection::new(game);
        collection.add(&steps(game, "c2c4 b8c6 b1c3"), 2, 20);
        collection.add(&steps(game, "b1c3 b8c6 c2c4"), 1, 20);
        collection.add(&steps(game, "c2c4 b8c6"), 0, 20);
        collection
    }

    #[test]
    fn moves_are_read_as_they_were_written() {
        let game = GameId::Magnetic;
        let openings = Openings::read(&magnetic().write(1), game).unwrap();
        assert_eq!((openings.games(), openings.game()), (3, game));
        let mut position = AnyPosition::initial(game);
        let first = openings.moves(&position);
        assert_eq!(first.len(), 2);
        assert_eq!(first[0].step, steps(game, "c2c4")[0]);
        assert_eq!(first[0].results, Results { games: 2, halves: 2 });
        assert_eq!(first[0].results.score(Color::White), 500);
        for step in steps(game, "c2c4 b8c6") {
            position.play(step);
        }
        assert_eq!(openings.moves(&position).len(), 1);
        position.play(steps(game, "b1c3")[0]);
        assert_eq!(openings.moves(&position), []);
    }

    #[test]
    fn rare_moves_are_left_out() {
        let openings = Openings::read(&magnetic().write(2), GameId::Magnetic).unwrap();
        assert_eq!(openings.moves(&AnyPosition::initial(GameId::Magnetic)).len(), 1);
    }

    #[test]
    fn different_orders_lead_to_the_same_moves() {
        // In the first order of the second game a pawn might be captured in passing, if one stood there.
        for (game, one, other, answer) in [
            (GameId::Progressive, "e2e3 b8c6 g8f6 end", "e2e3 g8f6 b8c6 end", "b1c3"),
            (GameId::Orthodox, "g1f3 b8c6 e2e4", "e2e4 b8c6 g1f3", "e7e5"),
        ] {
            let mut collection = Collection::new(game);
            collection.add(&steps(game, &format!("{one} {answer}")), 2, 20);
            collection.add(&steps(game, &format!("{other} {answer}")), 0, 20);
            let openings = Openings::read(&collection.write(1), game).unwrap();
            for order in [one, other] {
                let mut position = AnyPosition::initial(game);
                for step in steps(game, order) {
                    position.play(step);
                }
                let [known] = openings.moves(&position)[..] else { panic!("{game}: {order}") };
                assert_eq!(known.results, Results { games: 2, halves: 2 });
            }
        }
    }

    #[test]
    fn placements_are_counted_by_piece_and_square() {
        let game = GameId::Contramatic;
        let mut position = AnyPosition::initial(game);
        let mut played = Vec::new();
        while position.phase() == Phase::Placement {
            let mut drops = position.place_rest(&mut |_| 0);
            drops.push(Step::End);
            for &step in &drops {
                assert_eq!(position.why_not(step), None);
                position.play(step);
            }
            played.extend(drops);
        }
        let Some(&Step::Drop { role, to }) = played.first() else { panic!() };
        let mut collection = Collection::new(game);
        collection.add(&played, 2, 20);
        collection.add(&played, 1, 20);
        let openings = Openings::read(&collection.write(1), game).unwrap();
        let mut found = openings.placed(Color::White, role);
        let placed = found.find(|placed| placed.square == to).unwrap();
        assert_eq!(placed.results, Results { games: 2, halves: 3 });
        assert_eq!(placed.results.score(Color::White), 750);
        assert_eq!(placed.results.score(Color::Black), 250);
    }

    #[test]
    fn own_games_count_once_they_are_over() {
        let game = GameId::Magnetic;
        let mut record = Record::new(AnyPosition::initial(game));
        record.take(steps(game, "c2c4")[0]).unwrap();
        let open = record.save();
        let mut over = crate::Game::load(&open).unwrap();
        over.resign(Color::Black);
        let over = over.save();
        let played = Openings::of_played(game, [open.as_str(), over.as_str(), "nonsense"]);
        let [known] = played.moves(&AnyPosition::initial(game))[..] else { panic!() };
        assert_eq!(known.results, Results { games: 1, halves: 2 });
        assert_eq!(Openings::of_played(GameId::Chessence, [over.as_str()]).games(), 0);
    }

    /// Whatever byte is changed or cut off, it is told and nothing else happens.
    #[test]
    fn damaged_files_are_told() {
        let game = GameId::Magnetic;
        let whole = magnetic().write(1);
        for end in 0..whole.len() {
            assert!(Openings::read(&whole[..end], game).is_err(), "{end}");
            for bit in 0..8 {
                let mut damaged = whole.clone();
                damaged[end] ^= 1 << bit;
                assert!(Openings::read(&damaged, game).is_err(), "{end} {bit}");
            }
        }
        assert_eq!(Openings::read(&whole, GameId::Chessence), Err(OpeningsError::Game));
        assert_eq!(Openings::read(b"nonsense", game), Err(OpeningsError::Header));
    }

    /// With a checksum that is right, the content may still be anything.
    #[test]
    fn no_content_does_any_harm() {
        let game = GameId::Magnetic;
        let mut seed = 7_u64;
        for length in 0..400 {
            let mut content = Vec::new();
            for _ in 0..length {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                content.push((seed >> 33) as u8 % 24);
            }
            let mut bytes = MAGIC.to_vec();
            bytes.push(game.spec().link);
            bytes.extend(&content);
            bytes.extend(sum(&content).to_le_bytes());
            let _ = Openings::read(&bytes, game);
        }
    }

    /// A file with this content, and the checksum of it.
    fn file(game: GameId, content: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(game.spec().link);
        bytes.extend(content);
        bytes.extend(sum(content).to_le_bytes());
        bytes
    }

    #[test]
    fn a_score_is_rounded_to_the_next_thousandth() {
        for (games, halves, white) in
            [(0, 0, 500), (1, 2, 1000), (3, 2, 333), (3, 4, 667), (5, 7, 700), (7, 0, 0)]
        {
            let results = Results { games, halves };
            assert_eq!(results.score(Color::White), white, "{results:?}");
            assert_eq!(results.score(Color::Black), 1000 - white, "{results:?}");
        }
    }

    #[test]
    fn many_games_are_counted() {
        let game = GameId::Magnetic;
        for games in [3, 127, 128, 129, 300, 17_000] {
            let mut collection = Collection::new(game);
            for _ in 0..games {
                collection.add(&steps(game, "c2c4"), 2, 20);
            }
            let openings = Openings::read(&collection.write(1), game).unwrap();
            assert_eq!((openings.games(), openings.positions()), (games, 1));
            let [known] = openings.moves(&AnyPosition::initial(game))[..] else { panic!() };
            assert_eq!(known.results, Results { games, halves: 2 * games });
        }
        assert_eq!(Openings::read(&magnetic().write(1), game).unwrap().positions(), 4);
        assert_eq!(Openings::read(&Collection::new(game).write(1), game).unwrap().positions(), 0);
    }

    /// However deep they were to be collected, the file can be read.
    #[test]
    fn no_line_is_longer_than_a_file_may_have_it() {
        let game = GameId::Magnetic;
        let round = steps(game, "b1c3 b8c6 c3b1 c6b8");
        let long: Vec<Step> = round.iter().copied().cycle().take(100).collect();
        let mut collection = Collection::new(game);
        collection.add(&long, 2, 1_000);
        let bytes = collection.write(1);
        assert!(Openings::read(&bytes, game).is_ok());
        let mut depth = 0;
        let mut node = &collection.root;
        while let Some(next) = node.next.values().next() {
            (depth, node) = (depth + 1, next);
        }
        assert_eq!(depth, DEEPEST - 1);
    }

    #[test]
    fn a_file_is_no_longer_and_has_no_more_moves_than_it_may() {
        let game = GameId::Magnetic;
        // The same first move again and again, with nothing behind it.
        let moves = |count: usize| {
            let mut content = vec![1];
            put(count as u32, &mut content);
            content.extend([0, 1, 2, 0].repeat(count));
            content.push(0);
            Openings::read(&file(game, &content), game)
        };
        assert!(moves(MOST_MOVES).is_ok());
        assert_eq!(moves(MOST_MOVES + 1), Err(OpeningsError::Damaged));
        // The same piece on the same square, up to the last byte.
        let placed = |count: usize| {
            let mut content = vec![1, 0];
            put(count as u32, &mut content);
            content.extend([0, 0, 0x80, 1, 0x80, 1]);
            content.extend([0, 0, 1, 2].repeat(count - 1));
            file(game, &content)
        };
        let longest = placed((LONGEST - 16) / 4);
        assert_eq!(longest.len(), LONGEST);
        assert!(Openings::read(&longest, game).is_ok());
        let longer = placed((LONGEST - 16) / 4 + 1);
        assert_eq!(Openings::read(&longer, game), Err(OpeningsError::Damaged));
    }

    #[test]
    fn a_piece_was_placed_on_a_square_of_the_board_by_its_side() {
        let game = GameId::Contramatic;
        let read = |piece: u8, square: u8| {
            let openings = Openings::read(&file(game, &[1, 0, 1, piece, square, 1, 2]), game)?;
            let [placed] = openings.placed[..] else { panic!() };
            Ok((placed.color, placed.role))
        };
        assert_eq!(read(0, 0), Ok((Color::White, Role::ALL[0])));
        assert_eq!(read(0x80, 63), Ok((Color::Black, Role::ALL[0])));
        assert_eq!(read(0x83, 63), Ok((Color::Black, Role::ALL[3])));
        for (piece, square) in [(0, 64), (0, 127), (0, 128), (0, 255), (0x7F, 0), (0xFF, 0)] {
            assert_eq!(read(piece, square), Err(OpeningsError::Damaged), "{piece} {square}");
        }
    }

    /// Both sides' pieces count, and nothing that follows.
    #[test]
    fn of_a_game_with_placements_each_placement_counts() {
        let game = GameId::Contramatic;
        let mut position = AnyPosition::initial(game);
        let (mut played, mut wanted) = (Vec::new(), Vec::new());
        while position.phase() == Phase::Placement {
            let drops = position.place_rest(&mut |_| 0);
            for step in drops.into_iter().chain([Step::End]) {
                if let Step::Drop { role, to } = step {
                    wanted.push((position.turn(), role, to));
                }
                position.play(step);
                played.push(step);
            }
        }
        played.push(position.list()[0]);
        let mut collection = Collection::new(game);
        collection.add(&played, 0, 1_000);
        let openings = Openings::read(&collection.write(1), game).unwrap();
        assert_eq!((openings.positions(), openings.placed.len()), (0, wanted.len()));
        assert!(wanted.iter().any(|&(color, ..)| color == Color::Black));
        for (color, role, square) in wanted {
            let mut found = openings.placed(color, role);
            assert!(found.any(|placed| placed.square == square), "{color:?} {role:?}");
        }
    }

    /// What comes again within a game counts once, and once for each game; a draw by chance is no choice.
    #[test]
    fn own_games_count_each_step_of_a_position_once() {
        let game = GameId::Orthodox;
        let saved = |text: &str, loser: Color| {
            let mut record = Record::new(AnyPosition::initial(game));
            for step in steps(game, text) {
                record.take(step).unwrap();
            }
            record.resign(loser);
            record.save()
        };
        let saved = [
            saved("g1f3 g8f6 f3g1 f6g8 g1f3", Color::Black),
            saved("g1f3 g8f6", Color::White),
            saved("e2e4", Color::White),
        ];
        let played = Openings::of_played(game, saved.iter().map(String::as_str));
        assert_eq!(played.games(), 3);
        let first = played.moves(&AnyPosition::initial(game));
        let results: Vec<_> = first.iter().map(|known| (known.step, known.results)).collect();
        let [knight, pawn] = steps(game, "g1f3 e2e4")[..] else { panic!() };
        let both = Results { games: 2, halves: 2 };
        assert_eq!(results, [(knight, both), (pawn, Results { games: 1, halves: 0 })]);
        let game = GameId::Charismatic;
        let mut drawn = Record::new(AnyPosition::initial(game));
        drawn.take(drawn.live().list()[0]).unwrap();
        drawn.resign(Color::White);
        let played = Openings::of_played(game, [drawn.save().as_str()]);
        assert_eq!((played.games(), played.positions()), (1, 0));
    }
}
