//! Measures players against each other: `duel GAME A B [PAIRS [SEED]]`, a player being `random`,
//! `greedy`, `depth2`, `newcomer`, `level=N` or `nodes=N`; `placed:nodes=N` has its men placed by the rules.

use std::time::Instant;

use engine::{Chance, Engine, Level, Limits, Plain};
use rules::{Actor, AnyPosition, Color, GameId, Phase, Step};

struct Player {
    plain: Option<Plain>,
    engine: Engine,
    nodes: u64,
    /// Whether the rules place its men.
    places_plainly: bool,
    spent: (u64, f64, u64, u64),
}

impl Player {
    fn new(game: GameId, name: &str, seed: u64) -> Player {
        let places_plainly = name.starts_with("placed:");
        let name = name.trim_start_matches("placed:");
        let mut engine = Engine::new(game, seed, 16 << 20);
        let mut nodes = 300_000;
        if let Some(level) = name.strip_prefix("level=") {
            engine.set_level(level.parse().ok().and_then(Level::new));
        }
        if let Some(count) = name.strip_prefix("nodes=") {
            let mut parts = count.split(':');
            nodes = parts.next().unwrap().parse().unwrap();
            if let Some(weights) = parts.next() {
                let mut table: Vec<i32> = Engine::features(game).iter().map(|f| f.weight).collect();
                for change in weights.split(',') {
                    let (name, value) = change.split_once('=').unwrap();
                    let at = Engine::features(game).iter().position(|f| f.name == name);
                    table[at.expect(name)] = value.parse().unwrap();
                }
                engine.set_weights(&table);
            }
        }
        Player { plain: Plain::parse(name), engine, nodes, places_plainly, spent: (0, 0.0, 0, 0) }
    }

    fn turn(
        &mut self,
        past: &[AnyPosition],
        position: &AnyPosition,
        chance: &mut Chance,
    ) -> Option<Vec<Step>> {
        if let Some(plain) = self.plain {
            return plain.turn(position, chance);
        }
        if self.places_plainly && position.phase() == Phase::Placement {
            return Plain::Random.turn(position, chance);
        }
        let start = Instant::now();
        let thought = self.engine.think(past, position, &Limits::nodes(self.nodes), &mut |_| {})?;
        self.spent.0 += thought.nodes;
        self.spent.1 += start.elapsed().as_secs_f64();
        self.spent.2 += u64::from(thought.depth);
        self.spent.3 += 1;
        Some(thought.turn)
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let game = GameId::parse(&words[0]).expect("a game");
    let pairs: u64 = words.get(3).map_or(10, |n| n.parse().unwrap());
    let seed: u64 = words.get(4).map_or(1, |n| n.parse().unwrap());
    let mut total = (0, 0, 0);
    let (mut spent, mut lengths) = ((0, 0.0, 0, 0), 0);
    for pair in 0..pairs {
        let mut opening = Chance::new(seed * 1000 + pair);
        let mut start = AnyPosition::initial(game);
        for _ in 0..4 {
            if start.phase() == Phase::Movement
                && let Some(turn) = engine::plain::any_turn(&start, &mut opening)
            {
                turn.iter().for_each(|&step| {
                    start.play(step);
                });
            }
        }
        for first in [Color::White, Color::Black] {
            let mut chance = Chance::new(seed * 77 + pair * 2 + first.index() as u64);
            let mut players = [1, 2].map(|i| Player::new(game, &words[i], seed * 31 + pair));
            let (mut position, mut past) = (start, Vec::new());
            let result = loop {
                if let Some(outcome) = position.outcome() {
                    break outcome.winner;
                }
                let same = past.iter().filter(|p: &&AnyPosition| p.key() == position.key()).count();
                if (same >= 2 && position.phase() == Phase::Movement) || past.len() > 400 {
                    break None;
                }
                if position.actor() == Actor::Chance {
                    let draws = position.list();
                    let draw = *chance.pick(&draws).unwrap();
                    position.play(draw);
                    continue;
                }
                let who = usize::from(position.turn() != first);
                let turn = players[who].turn(&past, &position, &mut chance);
                let turn = turn.unwrap_or_else(|| panic!("no turn: {}", position.fen()));
                past.push(position);
                for step in turn {
                    assert!(position.why_not(step).is_none(), "{} {step:?}", position.fen());
                    position.play(step);
                }
            };
            lengths += past.len();
            match result {
                Some(winner) if winner == first => total.0 += 1,
                Some(_) => total.1 += 1,
                None => total.2 += 1,
            }
            for player in &players {
                spent.0 += player.spent.0;
                spent.1 += player.spent.1;
                spent.2 += player.spent.2;
                spent.3 += player.spent.3;
            }
        }
    }
    let n = f64::from(total.0 + total.1 + total.2);
    println!(
        "{} {} {}: +{} -{} ={} score {:.3} turns {:.0}, {:.0} kn/s depth {:.1} {:.3} s/turn",
        words[0],
        words[1],
        words[2],
        total.0,
        total.1,
        total.2,
        (f64::from(total.0) + f64::from(total.2) / 2.0) / n,
        lengths as f64 / n,
        spent.0 as f64 / spent.1 / 1000.0,
        spent.2 as f64 / spent.3 as f64,
        spent.1 / spent.3 as f64,
    );
}
