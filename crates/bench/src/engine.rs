//! The computer player: how many positions its search looks at in a second, and how long it takes to
//! find what is known to be there.

use engine::charismatic::mate::{Mate, mate};
use engine::{Engine, Limits};
use rules::games::charismatic::Charismatic;
use rules::{Actor, AnyPosition, GameId, Phase, Position};
use serde_json::Value;

use super::{CHARISMATIC, Question, Task, position};

/// What an engine may remember of positions: as on the page.
const TABLE_BYTES: usize = 16 << 20;
/// How many positions a task searches, and how far.
const SEARCHES: usize = 6;
const NODES: u64 = 20_000;
/// What a search for a forced win may look at: as in the engine's test `forced_wins`.
const WIN_NODES: u64 = 300_000;

const MATES: &str = include_str!("../../../tests/conformance/charismatic-mates.jsonl");

/// A game, its task's name, its positions, its forced wins and their name.
type Game = (GameId, &'static str, &'static str, Option<(&'static str, &'static str)>);

const GAMES: [Game; 6] = [
    (GameId::Charismatic, "search: charismatic", CHARISMATIC, None),
    (
        GameId::Chessence,
        "search: chessence",
        include_str!("../../../tests/conformance/chessence.jsonl"),
        Some(("forced win: chessence", include_str!("../../../tests/forced-wins/chessence.jsonl"))),
    ),
    (
        GameId::Contramatic,
        "search: contramatic",
        include_str!("../../../tests/conformance/contramatic.jsonl"),
        Some((
            "forced win: contramatic",
            include_str!("../../../tests/forced-wins/contramatic.jsonl"),
        )),
    ),
    (
        GameId::CompleteContramatic,
        "search: complete-contramatic",
        include_str!("../../../tests/conformance/complete-contramatic.jsonl"),
        Some((
            "forced win: complete-contramatic",
            include_str!("../../../tests/forced-wins/complete-contramatic.jsonl"),
        )),
    ),
    (
        GameId::Magnetic,
        "search: magnetic",
        include_str!("../../../tests/conformance/magnetic.jsonl"),
        Some(("forced win: magnetic", include_str!("../../../tests/forced-wins/magnetic.jsonl"))),
    ),
    (
        GameId::Batteries,
        "search: batteries",
        include_str!("../../../tests/conformance/batteries.jsonl"),
        Some(("forced win: batteries", include_str!("../../../tests/forced-wins/batteries.jsonl"))),
    ),
];

fn objects(lines: &'static str) -> impl Iterator<Item = Value> {
    lines.lines().map(|line| serde_json::from_str(line).expect("a line of JSON"))
}

fn fen(object: &Value) -> &str {
    object["fen"].as_str().expect("a FEN")
}

/// A search in each game: it counts the positions that it looks at.
pub(crate) fn tasks() -> Vec<Task> {
    let tasks = GAMES.map(|(game, name, conformance, _)| {
        let is_open = |position: &AnyPosition| {
            position.phase() == Phase::Movement
                && !position.is_inside_turn()
                && position.actor() != Actor::Chance
                && position.outcome().is_none()
        };
        let positions: Vec<AnyPosition> = objects(conformance)
            .filter_map(|object| AnyPosition::from_fen(game, fen(&object)).ok())
            .filter(is_open)
            .take(SEARCHES)
            .collect();
        let search = move || {
            let nodes = positions.iter().map(|position| {
                let mut engine = Engine::new(game, 1, TABLE_BYTES);
                let thought = engine.think(&[], position, &Limits::nodes(NODES), &mut |_| {});
                thought.map_or(0, |thought| thought.nodes)
            });
            nodes.sum()
        };
        Task { name, work: Box::new(search) }
    });
    tasks.into()
}

/// A mate of Charismatic Chess in each position of the conformance file, and each forced win that
/// plain search has found in the other games.
pub(crate) fn questions() -> Vec<Question> {
    let mates = objects(MATES).map(|object| {
        let position: Charismatic = position(fen(&object));
        let steps = object["steps"].as_u64();
        let ask = move || match mate(&position, u64::MAX, &|| false).0 {
            // The end of the turn is no step of it.
            Mate::Found(turn) => assert_eq!(Some(turn.len() as u64 - 1), steps),
            found => panic!("{found:?} in {}", position.fen()),
        };
        Question { name: "a mate: charismatic", ask: Box::new(ask) }
    });
    let wins = GAMES.into_iter().filter_map(|(game, _, _, wins)| Some((game, wins?)));
    let wins = wins.flat_map(|(game, (name, lines))| {
        objects(lines).map(move |object| {
            let position = AnyPosition::from_fen(game, fen(&object)).expect("a position");
            let turns = object["turns"].as_i64().expect("a number of turns") as i32;
            let ask = move || {
                let mut engine = Engine::new(game, 1, TABLE_BYTES);
                let limits = Limits::nodes(WIN_NODES);
                let thought = engine.think(&[], &position, &limits, &mut |_| {});
                let won = thought.and_then(|thought| thought.score.decided());
                assert_eq!(won, Some(2 * turns - 1), "{}", position.fen());
            };
            Question { name, ask: Box::new(ask) }
        })
    });
    mates.chain(wins).collect()
}
