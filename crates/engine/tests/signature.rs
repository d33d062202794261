//! What the computer comes to in seeded positions, to the last node: turns, scores, depths, positions
//! looked at, sums of the evaluation, hints, verdicts, as `tests/signature/GAME.txt` keeps them.
//!
//! Other tests say what is right; this one says that nothing has changed unawares. A search is the same
//! for the same seed on every machine, so whatever in it is turned about, left out or counted wrongly
//! changes a number of nodes somewhere. Whoever changes the play on purpose writes the files anew, and
//! looks at what has changed: `FIVEFOLD_BLESS=1 cargo test -p engine --test suite signature`.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use engine::baseline::any_turn;
use engine::charismatic::{deployment, escape, mate};
use engine::hint::reasons;
use engine::odds::odds;
use engine::review::{Played, review};
use engine::{Baseline, Chance, Engine, Level, Limits, Score, Thought, Wanted};
use rules::{Actor, AnyPosition, GameId, Phase, Step};

/// What a search keeps in memory here: little, so that findings must give way to others.
const TABLE: usize = 1 << 14;

/// Parameters as no game, or only some games, have them.
const PARAMETERS: [&[(&str, i32)]; 9] = [
    &[("correction_history", 1), ("improving", 1)],
    &[("singular_depth", 3), ("singular_margin", 2)],
    &[("continuation_history", 1), ("reduction_history", 2000), ("internal_reduction_depth", 3)],
    &[("continuation_history", 0), ("reduction_history", 0), ("internal_reduction_depth", 0)],
    &[("quiescence_table", 1), ("static_exchange", 1), ("losing_capture_depth", 3)],
    &[("quiescence_table", 0), ("static_exchange", 0), ("late_move_depth", 0)],
    &[("null_move_depth", 99), ("reverse_futility_depth", 0), ("futility_depth", 0)],
    &[("reverse_futility_depth", 5), ("reverse_futility_margin", 70), ("late_move_base", 2)],
    &[("reduction_base", 90), ("reduction_divisor", 150), ("null_move_depth", 2)],
];

/// A game some turns from its start: the positions at the start of each turn, and where it stands. Of
/// three turns that can capture two do.
fn game_so_far(game: GameId, seed: u64, turns: u32) -> (Vec<AnyPosition>, AnyPosition) {
    let mut chance = Chance::new(seed);
    let mut position = AnyPosition::initial(game);
    let (mut past, mut moved) = (Vec::new(), 0);
    while moved < turns && position.outcome().is_none() {
        if position.actor() == Actor::Chance {
            position.play(*chance.pick(&position.list()).unwrap());
            continue;
        }
        let greedy = chance.below(3) > 0 && game != GameId::Charismatic;
        let turn = if greedy && position.phase() == Phase::Movement {
            Baseline::Greedy.turn(&position, &mut chance)
        } else {
            any_turn(&position, &mut chance)
        };
        let mut after = position;
        play(&mut after, &turn.unwrap());
        if after.outcome().is_some() {
            break;
        }
        moved += u32::from(position.phase() == Phase::Movement);
        past.push(position);
        position = after;
    }
    (past, position)
}

fn play(position: &mut AnyPosition, turn: &[Step]) {
    for &step in turn {
        position.play(step);
    }
}

/// The same position after so many quiet turns.
fn with_halfmove(position: &AnyPosition, halfmove: u32) -> AnyPosition {
    let fen = position.fen();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    fields[4] = halfmove.to_string();
    fields[5] = "200".to_owned();
    AnyPosition::from_fen(position.game(), &fields.join(" ")).unwrap()
}

/// A turn as it is written.
fn turn(position: &AnyPosition, steps: &[Step]) -> String {
    let spec = position.spec();
    let steps: Vec<String> = steps.iter().map(|step| step.display(spec).to_string()).collect();
    steps.join("+")
}

/// A thought on one line.
fn thought(position: &AnyPosition, thought: Option<&Thought>) -> String {
    let Some(thought) = thought else { return "nothing".to_owned() };
    let Thought { score, depth, nodes, table, line, .. } = thought;
    let line: Vec<String> = line.iter().take(4).map(|steps| turn(position, steps)).collect();
    format!("{} {score} depth {depth} nodes {nodes} table {table}", line.join(" "))
}

/// Thinks, and says what was reported on the way too.
fn think(
    engine: &mut Engine,
    past: &[AnyPosition],
    position: &AnyPosition,
    limits: &Limits<'_>,
) -> (Option<Thought>, String) {
    let mut reports = String::new();
    let found = engine.think(past, position, limits, &mut |thought| {
        write!(reports, " {}/{}", thought.score.value(), thought.nodes).unwrap();
    });
    let text = format!("{};{reports}", thought(position, found.as_ref()));
    (found, text)
}

/// What is written for a game.
struct Signature {
    game: GameId,
    text: String,
}

impl Signature {
    fn line(&mut self, what: &str, found: impl std::fmt::Display) {
        writeln!(self.text, "  {what}: {found}").unwrap();
    }

    fn engine(&self, seed: u64) -> Engine {
        Engine::new(self.game, seed, TABLE)
    }

    /// What full strength makes of a position, then of what follows, of the same near the fiftieth
    /// move, and where positions repeat.
    fn search(&mut self, past: &[AnyPosition], position: &AnyPosition, limits: &Limits<'_>) {
        let mut engine = self.engine(1);
        let (mut past, mut now) = (past.to_vec(), *position);
        for place in 0..3 {
            let (found, text) = think(&mut engine, &past, &now, limits);
            self.line(&format!("turn {place}"), &text);
            let Some(found) = found else { break };
            let why: Vec<String> =
                reasons(&now, &found).iter().map(|reason| format!("{reason:?}")).collect();
            self.line("because", why.join(", "));
            past.push(now);
            play(&mut now, &found.turn);
            if now.outcome().is_some() || now.actor() == Actor::Chance {
                break;
            }
        }
    }

    fn search_of_one_step(&mut self, past: &[AnyPosition], position: &AnyPosition, nodes: u64) {
        let limits = Limits::nodes(nodes);
        for halfmove in [86, 95, 97] {
            let late = with_halfmove(position, halfmove);
            let mut engine = self.engine(1);
            let (_, text) = think(&mut engine, &[], &late, &limits);
            self.line(&format!("after {halfmove} quiet turns"), text);
        }
        // What would be best here has been there twice before.
        let quiet = with_halfmove(position, 30);
        if let Some(found) = self.engine(1).think(&[], &quiet, &limits, &mut |_| {}) {
            let mut after = quiet;
            play(&mut after, &found.turn);
            let (_, text) = think(&mut self.engine(1), &[after, quiet, after], &quiet, &limits);
            self.line("repeated", text);
            let (_, text) = think(&mut self.engine(1), &[after, quiet], &quiet, &limits);
            self.line("there once", text);
        }
        for parameters in PARAMETERS {
            let mut engine = self.engine(1);
            for &(name, value) in parameters {
                assert!(engine.set_parameter(name, value), "{name}");
            }
            let (_, text) = think(&mut engine, past, position, &limits);
            self.line(parameters[0].0, text);
        }
        let mut engine = self.engine(1);
        for slice in 0..3 {
            let limits = Limits { goes_on: true, ..Limits::nodes(nodes / 4) };
            let (_, text) = think(&mut engine, past, position, &limits);
            self.line(&format!("slice {slice}"), text);
        }
        let mut engine = self.engine(1);
        let limits = Limits { enough: &|share| share < 100, ..limits };
        let (_, text) = think(&mut engine, past, position, &limits);
        self.line("as long as it is unclear", text);
    }

    /// The levels, as they play by some seeds.
    fn levels(&mut self, past: &[AnyPosition], position: &AnyPosition, nodes: u64) {
        for level in Level::all() {
            for seed in [1, 2, 3] {
                let mut engine = self.engine(seed);
                engine.set_level(Some(level));
                let found = engine.think(past, position, &Limits::nodes(nodes), &mut |_| {});
                let text = thought(position, found.as_ref());
                self.line(&format!("level {} seed {seed}", level.number()), text);
            }
        }
    }

    fn lines(&mut self, past: &[AnyPosition], position: &AnyPosition, nodes: u64) {
        let mut engine = self.engine(1);
        let limits = Limits::nodes(nodes);
        let wanted = Wanted { count: 3, only: &[] };
        let lines = engine.lines(past, position, &limits, &wanted, &mut |_, _| {});
        for (place, found) in lines.iter().enumerate() {
            self.line(&format!("line {place}"), thought(position, Some(found)));
        }
        let only: Vec<Vec<Step>> = lines.iter().skip(1).map(|line| line.turn.clone()).collect();
        let wanted = Wanted { count: 1, only: &only };
        for found in engine.lines(past, position, &limits, &wanted, &mut |_, _| {}) {
            self.line("of the others", thought(position, Some(&found)));
        }
    }

    fn baselines(&mut self, position: &AnyPosition) {
        for name in ["random", "greedy", "depth2", "newcomer"] {
            let player = Baseline::parse(name).unwrap();
            let mut turns = Vec::new();
            for seed in 1..=3 {
                let played = player.turn(position, &mut Chance::new(seed));
                turns.push(played.map_or("nothing".to_owned(), |steps| turn(position, &steps)));
            }
            self.line(name, turns.join(" "));
        }
    }

    /// The last turns of a game, judged.
    fn review(&mut self, past: &[AnyPosition], nodes: u64) {
        let mut played = Vec::new();
        let moved = past.iter().filter(|position| position.phase() == Phase::Movement);
        for (place, position) in moved.take(4).enumerate() {
            let Some(steps) = any_turn(position, &mut Chance::new(place as u64)) else { continue };
            played.push(Played { position: *position, turn: steps });
        }
        let mut verdicts = Vec::new();
        review(&mut self.engine(1), &played, &Limits::nodes(nodes), &mut |place, judged| {
            let better = judged.better.as_ref();
            let better = better.map(|found| turn(&played[place].position, &found.turn));
            let better = better.unwrap_or_default();
            verdicts.push(format!(
                "{place} {} best {} got {} {better}",
                judged.loss, judged.best, judged.got
            ));
        });
        verdicts.into_iter().for_each(|verdict| self.line("verdict", verdict));
    }

    /// The placement phase as it is played by some levels.
    fn placement(&mut self, nodes: u64) {
        for (level, seed) in [(None, 1), (Level::new(1), 2), (Level::new(4), 3)] {
            let mut position = AnyPosition::initial(self.game);
            let mut engine = self.engine(seed);
            engine.set_level(level);
            let mut chance = Chance::new(seed);
            while position.phase() == Phase::Placement {
                if position.actor() == Actor::Chance {
                    position.play(*chance.pick(&position.list()).unwrap());
                    continue;
                }
                let limits = Limits::nodes(nodes);
                let found = engine.think(&[], &position, &limits, &mut |_| {}).unwrap();
                self.line("placed", thought(&position, Some(&found)));
                play(&mut position, &found.turn);
            }
        }
    }
}

/// How many positions of games are searched for each game.
const POSITIONS: u64 = 8;
/// How many nodes a search looks at, at least.
const NODES: u64 = 2500;
/// How deep it looks, in plies or turns.
const DEPTH: u32 = 5;

fn of_a_game(game: GameId) {
    let mut signature = Signature { game, text: String::new() };
    let points = [-2000, -700, -300, -40, 0, 25, 170, 600, 1500];
    let chances = points.map(|points| odds(game, Score::centipawns(points)));
    let chances = chances.map(|odds| format!("{}/{}/{}", odds.win, odds.draw, odds.loss));
    signature.line("odds", chances.join(" "));
    // The evaluation alone, of many positions.
    for seed in 0..50 {
        let (_, position) = game_so_far(game, 1000 + seed, 2 + (seed as u32 * 7) % 50);
        match &position {
            AnyPosition::Charismatic(inner) => {
                let sums = deployment::sums(inner.board());
                signature.line("deployment", format!("{sums:?}").replace(", ", " "));
            }
            _ => {
                signature.line("sums", format!("{:?}", Engine::sums(&position)).replace(", ", " "))
            }
        }
    }
    for seed in 0..POSITIONS {
        let (past, position) = game_so_far(game, seed, 6 + (seed as u32 * 23) % 90);
        writeln!(signature.text, "{}", position.fen()).unwrap();
        let limits = Limits { depth: DEPTH, ..Limits::nodes(6 * NODES) };
        signature.search(&past, &position, &limits);
        match &position {
            AnyPosition::Charismatic(inner) => {
                let found = mate::every(inner, 3, 3_000);
                signature.line("mates", format!("{found:?}"));
                signature.line("escape", format!("{:?}", escape(inner)));
            }
            AnyPosition::Progressive(_) => {}
            _ => signature.search_of_one_step(&past, &position, NODES),
        }
        signature.baselines(&position);
        if seed % 3 == 0 {
            signature.levels(&past, &position, NODES);
            signature.lines(&past, &position, NODES);
            signature.review(&past, NODES);
        }
    }
    if AnyPosition::initial(game).phase() == Phase::Placement {
        signature.placement(NODES / 4);
    }
    for fen in decided(game) {
        writeln!(signature.text, "{fen}").unwrap();
        let position = AnyPosition::from_fen(game, &fen).unwrap();
        if let AnyPosition::Charismatic(inner) = &position {
            signature.line("mates", format!("{:?}", mate::every(inner, 3, 20_000)));
        }
        signature.search(&[], &position, &Limits::nodes(40_000));
    }
    compare(game, &signature.text);
}

/// Positions that are won within a few turns.
fn decided(game: GameId) -> Vec<String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let file = match game {
        GameId::Charismatic => "conformance/charismatic-mates.jsonl".to_owned(),
        GameId::Orthodox => {
            return vec!["r4rk1/5ppp/8/8/8/2B5/1Q3PPP/6K1 w - - 0 1".to_owned()];
        }
        GameId::Progressive => {
            return vec![
                "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2 -".to_owned(),
            ];
        }
        _ => format!("forced-wins/{game}.jsonl"),
    };
    let text = fs::read_to_string(tests.join(file)).unwrap();
    let fen = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["fen"].as_str().unwrap().to_owned()
    };
    text.lines().step_by(4).take(3).map(fen).collect()
}

/// Holds what was found against what is kept.
fn compare(game: GameId, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/signature/{game}.txt"));
    if env::var_os("FIVEFOLD_BLESS").is_some() {
        fs::write(&path, found).unwrap();
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let mut position = "";
    for (place, (found, kept)) in found.lines().zip(kept.lines()).enumerate() {
        if !kept.starts_with(' ') {
            position = kept;
        }
        assert_eq!(found, kept, "{game}, line {}: {position}", place + 1);
    }
    assert_eq!(found.lines().count(), kept.lines().count(), "{game}");
}

#[test]
fn orthodox() {
    of_a_game(GameId::Orthodox);
}

#[test]
fn magnetic() {
    of_a_game(GameId::Magnetic);
}

#[test]
fn contramatic() {
    of_a_game(GameId::Contramatic);
}

#[test]
fn complete_contramatic() {
    of_a_game(GameId::CompleteContramatic);
}

#[test]
fn chessence() {
    of_a_game(GameId::Chessence);
}

#[test]
fn batteries() {
    of_a_game(GameId::Batteries);
}

#[test]
fn progressive() {
    of_a_game(GameId::Progressive);
}

#[test]
fn charismatic() {
    of_a_game(GameId::Charismatic);
}
