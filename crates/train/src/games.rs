//! `train games`: games of the engine against itself, each from an opening of its own.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use engine::baseline::any_turn;
use engine::chance::mix;
use engine::{Chance, Engine, Limits};
use rules::{Actor, AnyPosition, Color, GameId, Phase, Reserve, Step};

use crate::parallel;
use crate::store::{Game, Games, Turn, UNKNOWN, head};

/// Games to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SelfPlay {
    pub game: GameId,
    /// How many there shall be in the file.
    pub games: u32,
    /// How many positions the engine looks at for a turn.
    pub nodes: u64,
    pub seed: u64,
    pub threads: u32,
    pub file: PathBuf,
    /// A net to play with, if not with the evaluation made by hand.
    pub net: Option<PathBuf>,
    /// Whether games are played to their end by the rules, however far ahead a side is.
    pub to_the_end: bool,
    /// Whether the net plays against the evaluation made by hand, whose scores are not kept, so that it sees how
    /// another plays.
    pub against_hand: bool,
    /// Of 100 games so many begin uneven: after more turns at random, a side being better or not.
    pub uneven: u32,
}

/// So many turns at random at the beginning of a game, at least and at most.
const PLIES: [u32; 2] = [2, 9];
/// The same in games that begin uneven.
const UNEVEN_PLIES: [u32; 2] = [12, 50];
/// An opening in which a side is better by more than this is not played, in hundredths of a pawn.
const NEAR_EQUAL: i32 = 250;
/// How many openings are looked at for a game before the last is played as it is.
const TRIES: u32 = 60;
/// A game is won when both sides agree for this many turns that one is better by [`DECIDED`].
const AGREED: u32 = 6;
/// See [`AGREED`]; in hundredths of a pawn.
const DECIDED: i32 = 1500;
/// A game with this many turns is drawn.
const MOST_TURNS: usize = 320;
/// Of so many turns one, by chance, in the first [`STRAYING`] turns is any turn, so that games differ.
const STRAYS: u32 = 24;
/// See [`STRAYS`].
const STRAYING: usize = 40;
/// What the engine may remember of positions.
const TABLE_BYTES: usize = 4 << 20;
/// How many games are written at once.
const TOGETHER: u32 = 64;

impl SelfPlay {
    /// Games by the evaluation made by hand on one thread, ended when both agree, none of them uneven.
    pub(crate) fn of(game: GameId, nodes: u64, seed: u64) -> SelfPlay {
        SelfPlay {
            game,
            games: 0,
            nodes,
            seed,
            threads: 1,
            file: PathBuf::new(),
            net: None,
            to_the_end: false,
            against_hand: false,
            uneven: 0,
        }
    }

    /// Plays what is wanting of the games, on all threads, and says how it goes. All of the file
    /// follows from the seed, however many threads there are and however often it was broken off.
    ///
    /// # Errors
    /// If the file cannot be read or written, or is one of another game.
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<()> {
        let mut done = self.resume()?;
        let mut file = OpenOptions::new().append(true).open(&self.file)?;
        let net = self.net.as_ref().map(fs::read).transpose()?;
        if let Some(net) = &net {
            Engine::new(self.game, 0, 64).set_net(net).map_err(io::Error::other)?;
        }
        let started = Instant::now();
        let mut positions = 0;
        while done < self.games {
            let end = self.games.min(done + TOGETHER);
            let net = net.as_deref();
            let played =
                parallel::each(self.threads, done..end, |index| Ok(self.play(index, net)))?;
            let mut bytes = Vec::new();
            for game in &played {
                positions += game.turns.iter().filter(|turn| turn.score != UNKNOWN).count();
                bytes.extend(game.write());
            }
            file.write_all(&bytes)?;
            done = end;
            let seconds = started.elapsed().as_secs();
            writeln!(out, "{done} games, {positions} new positions, {seconds} s")?;
            out.flush()?;
        }
        Ok(())
    }

    /// How many games the file has; it is begun if there is none, and ends with a whole game.
    fn resume(&self) -> io::Result<u32> {
        if !self.file.exists() {
            fs::write(&self.file, head(self.game))?;
            return Ok(0);
        }
        let (mut count, mut length) = (0, head(self.game).len() as u64);
        for game in Games::open(&self.file, self.game)? {
            count += 1;
            length += game?.write().len() as u64;
        }
        OpenOptions::new().write(true).open(&self.file)?.set_len(length)?;
        Ok(count)
    }

    /// The game of a number.
    fn play(&self, index: u32, net: Option<&[u8]>) -> Game {
        let mut chance = Chance::new(mix(self.seed ^ mix(u64::from(index))));
        let mut engine = Engine::new(self.game, chance.bits(), TABLE_BYTES);
        // Read once before, when it was found good.
        let _ = net.map(|net| engine.set_net(net));
        let mut by_hand = self.against_hand.then(|| {
            let side = if chance.below(2) == 0 { Color::White } else { Color::Black };
            (side, Engine::new(self.game, chance.bits(), TABLE_BYTES))
        });
        let mut table = self.opening(&mut engine, &mut chance);
        let mut agreement = Agreement::default();
        let result = loop {
            if let Some(result) = table.result() {
                break result;
            }
            table.draw(&mut chance);
            let position = table.position;
            let limits = Limits::nodes(self.nodes);
            let other = by_hand.as_mut().filter(|(side, _)| *side == position.turn());
            let is_kept = other.is_none();
            let player = other.map_or(&mut engine, |(_, other)| other);
            let Some(thought) = player.think(&table.past, &position, &limits, &mut |_| {}) else {
                break 1;
            };
            let score = thought.score.value();
            let agreed = agreement.after(position.turn(), score);
            if let Some(result) = agreed.filter(|_| !self.to_the_end) {
                break result;
            }
            let strays = table.turns.len() < STRAYING
                && position.phase() == Phase::Movement
                && chance.below(STRAYS) == 0;
            let stray = if strays { any_turn(&position, &mut chance) } else { None };
            let (score, turn) = match stray {
                // The score is one of the best turn, which is not played.
                Some(turn) => (UNKNOWN, turn),
                None if position.phase() == Phase::Placement => (UNKNOWN, thought.turn),
                None if !is_kept => (UNKNOWN, thought.turn),
                None => (score as i16, thought.turn),
            };
            table.play(score, turn);
        };
        Game { result, turns: table.turns }
    }

    /// A game's beginning: pieces placed, turns at random, neither side much better unless the game
    /// begins uneven.
    pub(crate) fn opening(&self, engine: &mut Engine, chance: &mut Chance) -> Table {
        let mut table = Table::new(self.game);
        let is_uneven = self.uneven > 0 && chance.below(100) < self.uneven;
        let (plies, most) = if is_uneven { (UNEVEN_PLIES, DECIDED) } else { (PLIES, NEAR_EQUAL) };
        for _ in 0..TRIES {
            table = Table::new(self.game);
            // Half of the placements are the engine's own.
            let places = chance.below(2) == 0;
            while table.position.phase() == Phase::Placement {
                table.draw(chance);
                let limits = Limits::nodes(self.nodes);
                let turn = if places {
                    engine
                        .think(&[], &table.position, &limits, &mut |_| {})
                        .map(|thought| thought.turn)
                } else {
                    any_turn(&table.position, chance)
                };
                let Some(turn) = turn else { break };
                table.play(UNKNOWN, turn);
            }
            for _ in 0..plies[0] + chance.below(plies[1] - plies[0] + 1) {
                let Some(turn) = any_turn(&table.position, chance) else { break };
                table.play(UNKNOWN, turn);
            }
            if table.result().is_some() {
                continue;
            }
            let limits = Limits::nodes(self.nodes / 2);
            let thought = engine.think(&table.past, &table.position, &limits, &mut |_| {});
            if thought.is_some_and(|thought| thought.score.value().abs() <= most) {
                break;
            }
        }
        table
    }
}

/// Whether both sides' scores agree that one is far ahead.
#[derive(Default)]
pub(crate) struct Agreement {
    /// For how many turns, negative for Black.
    turns: i32,
}

impl Agreement {
    /// Who has won, 0 or 2 as in [`Game`], when the scores have agreed long enough with that of a side to move.
    pub(crate) fn after(&mut self, side: Color, score: i32) -> Option<u8> {
        let ahead = if score.abs() < DECIDED { 0 } else { score.signum() };
        let ahead = if side == Color::White { ahead } else { -ahead };
        self.turns = if self.turns * ahead > 0 { self.turns + ahead } else { ahead };
        (self.turns.unsigned_abs() >= AGREED).then_some(if self.turns > 0 { 2 } else { 0 })
    }
}

/// A game as it is played.
#[derive(Clone)]
pub(crate) struct Table {
    pub position: AnyPosition,
    /// The positions at the start of the turns of the movement phase so far.
    pub past: Vec<AnyPosition>,
    turns: Vec<Turn>,
}

impl Table {
    fn new(game: GameId) -> Table {
        Table { position: AnyPosition::initial(game), past: Vec::new(), turns: Vec::new() }
    }

    /// How the game has ended, if it has: 0, 1 or 2 as in [`Game`].
    pub(crate) fn result(&self) -> Option<u8> {
        if let Some(outcome) = self.position.outcome() {
            return Some(match outcome.winner {
                Some(Color::White) => 2,
                Some(Color::Black) => 0,
                None => 1,
            });
        }
        let key = self.position.for_repetition().key();
        let again = self.past.iter().filter(|past| past.for_repetition().key() == key).count();
        (again >= 2 || self.turns.len() >= MOST_TURNS).then_some(1)
    }

    /// If chance is to act, draws.
    pub(crate) fn draw(&mut self, chance: &mut Chance) {
        if self.position.actor() != Actor::Chance {
            return;
        }
        let reserve = self.position.reserve(self.position.turn());
        let order: Vec<_> = reserve.roles().collect();
        let most = self.position.most_steps();
        let hand: Reserve = reserve.draw(most, &order, |below| chance.below(below));
        self.play(UNKNOWN, vec![Step::Draw(hand)]);
    }

    pub(crate) fn play(&mut self, score: i16, steps: Vec<Step>) {
        if self.position.phase() == Phase::Movement && !self.position.is_inside_turn() {
            self.past.push(self.position);
        }
        for &step in &steps {
            self.position.play(step);
        }
        self.turns.push(Turn { score, steps });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(game: GameId, games: u32, threads: u32, name: &str) -> (SelfPlay, Vec<u8>) {
        let file = std::env::temp_dir().join(format!("fivefold-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&file);
        let play = SelfPlay { games, threads, file, uneven: 50, ..SelfPlay::of(game, 60, 5) };
        play.run(&mut Vec::new()).unwrap();
        let bytes = fs::read(&play.file).unwrap();
        (play, bytes)
    }

    /// The same games on one thread and on three, and when the file was cut off and played on.
    #[test]
    fn games_follow_from_their_seed() {
        let game = GameId::Contramatic;
        let (one, bytes) = play(game, 6, 1, "one");
        let (three, same) = play(game, 6, 3, "three");
        assert_eq!(bytes, same);
        fs::write(&three.file, &bytes[..bytes.len() - 3]).unwrap();
        three.run(&mut Vec::new()).unwrap();
        assert_eq!(fs::read(&three.file).unwrap(), bytes);
        for run in [one, three] {
            fs::remove_file(run.file).unwrap();
        }
    }

    /// Every step of a game is legal, what is scored is a turn of movement, and won games end won.
    #[test]
    fn games_are_legal_in_every_game() {
        for &game in GameId::ALL {
            let (run, _) = play(game, 2, 1, game.spec().id);
            for played in Games::open(&run.file, game).unwrap() {
                let played = played.unwrap();
                let mut position = AnyPosition::initial(game);
                for turn in &played.turns {
                    let is_scored = turn.score != UNKNOWN;
                    assert!(!is_scored || position.phase() == Phase::Movement, "{game}");
                    for &step in &turn.steps {
                        assert_eq!(position.why_not(step), None, "{game}: {}", position.fen());
                        position.play(step);
                    }
                }
                assert!(played.turns.iter().any(|turn| turn.score != UNKNOWN), "{game}");
                if let Some(winner) = position.outcome().and_then(|outcome| outcome.winner) {
                    assert_eq!(played.result, if winner == Color::White { 2 } else { 0 });
                }
            }
            fs::remove_file(run.file).unwrap();
        }
    }

    /// Against the evaluation made by hand a net keeps the scores of one side, and of either side in some game; to the
    /// end every game is over by the rules, by repetition or by its length.
    #[test]
    fn a_net_plays_against_another_and_to_the_end() {
        let game = GameId::Contramatic;
        let name = format!("fivefold-against-{}", std::process::id());
        let file = std::env::temp_dir().join(name);
        let _ = fs::remove_file(&file);
        let run = SelfPlay {
            games: 8,
            threads: 2,
            file,
            to_the_end: true,
            against_hand: true,
            uneven: 50,
            ..SelfPlay::of(game, 60, 5)
        };
        run.run(&mut Vec::new()).unwrap();
        let mut kept = [0; 2];
        for played in Games::open(&run.file, game).unwrap() {
            let played = played.unwrap();
            let mut table = Table::new(game);
            let mut sides = [false; 2];
            for turn in played.turns {
                sides[table.position.turn().index()] |= turn.score != UNKNOWN;
                assert_eq!(table.result(), None);
                table.play(turn.score, turn.steps);
            }
            assert_eq!(table.result(), Some(played.result));
            assert!(!(sides[0] && sides[1]), "both sides have scores");
            (0..2).for_each(|side| kept[side] += u32::from(sides[side]));
        }
        assert!(kept[0] > 0 && kept[1] > 0, "{kept:?}");
        fs::remove_file(run.file).unwrap();
    }

    /// One is far ahead when the scores of both sides have said so for some turns.
    #[test]
    fn both_sides_agree_who_is_far_ahead() {
        let after = |scores: &[i32]| {
            let mut agreement = Agreement::default();
            let sides = [Color::White, Color::Black].into_iter().cycle();
            sides.zip(scores).map(|(side, &score)| agreement.after(side, score)).last().flatten()
        };
        let (far, near) = (DECIDED, DECIDED - 1);
        assert_eq!(after(&[far, -far, far, -far, far]), None);
        assert_eq!(after(&[far, -far, far, -far, far, -far]), Some(2));
        assert_eq!(after(&[-far, far, -far, far, -far, far]), Some(0));
        assert_eq!(after(&[far, -far, near, -far, far, -far]), None);
        assert_eq!(after(&[far, far, far, far, far, far]), None, "each thinks it is ahead");
    }
}
