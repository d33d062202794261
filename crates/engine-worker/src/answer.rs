//! Answers to the page: what came of thinking.

use engine::hint::Reason;
use engine::review::Judged;
use engine::{Score, Thought};
use rules::{AnyPosition, Role, Step};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// A turn and why it was chosen.
#[derive(Serialize)]
pub(crate) struct Answer {
    /// The rest of the turn, in step notation, `end` included where the game has it.
    turn: Vec<String>,
    /// The same in SAN; where no reasons are asked for, empty.
    san: String,
    /// The kind of piece that makes each step; for those of no piece, empty.
    pieces: Vec<&'static str>,
    /// Hundredths of a pawn for the side to move; near 30,000 for a win.
    score: i32,
    /// After how many turns of both sides the side to move has won (above 0) or lost.
    decided: Option<i32>,
    depth: u32,
    nodes: f64,
    /// Why it is a good turn, the weightiest first.
    reasons: Vec<Why>,
}

/// A reason.
#[derive(Default, Serialize)]
struct Why {
    why: &'static str,
    /// The kind of piece, if it is about one; else empty.
    role: &'static str,
    /// What the game ends by, if that is known; else empty.
    ending: &'static str,
    /// Turns, pawns or pieces; else 0.
    count: u32,
}

impl Why {
    fn new(reason: Reason) -> Self {
        let bare = |why| Why { why, ..Why::default() };
        let counted = |why, count| Why { why, count, ..Why::default() };
        let piece = |why, role: rules::Role| Why { why, role: role.id(), ..Why::default() };
        match reason {
            Reason::Only => bare("only"),
            Reason::Wins { turns, ending } => {
                Why { ending: ending.map_or("", |ending| ending.id()), ..counted("wins", turns) }
            }
            Reason::Delays { turns } => counted("delays", turns),
            Reason::Answers => bare("answers"),
            Reason::Captures { role } => piece("captures", role),
            Reason::WinsMaterial { pawns } => counted("wins-material", pawns),
            Reason::Threatens => bare("threatens"),
            Reason::Promotes { role } => piece("promotes", role),
            Reason::Saves { role } => piece("saves", role),
            Reason::Empowers { pieces } => counted("empowers", pieces),
            Reason::Disables { pieces } => counted("disables", pieces),
        }
    }
}

impl Answer {
    /// What was thought about a position; reasons, pieces and SAN cost a little, and can be left out.
    pub(crate) fn new(position: &AnyPosition, thought: &Thought, reasoned: bool) -> Self {
        let spec = position.spec();
        let written = |step: &Step| step.display(spec).to_string();
        let mut now = *position;
        let mut piece = |&step: &Step| {
            let role = match step {
                Step::Move { from, .. } => now.piece_at(from).map(|piece| piece.role),
                Step::Drop { role, .. } => Some(role),
                Step::Draw(_) | Step::End => None,
            };
            now.play(step);
            role.map_or("", Role::id)
        };
        let reasons = if reasoned { engine::hint::reasons(position, thought) } else { Vec::new() };
        Answer {
            turn: thought.turn.iter().map(written).collect(),
            pieces: if reasoned {
                thought.turn.iter().map(&mut piece).collect()
            } else {
                Vec::new()
            },
            san: if reasoned { position.san_turn(&thought.turn) } else { String::new() },
            score: thought.score.value(),
            decided: thought.score.decided(),
            depth: thought.depth,
            nodes: thought.nodes as f64,
            reasons: reasons.into_iter().map(Why::new).collect(),
        }
    }
}

/// A turn of the game looked back on.
#[derive(Serialize)]
pub(crate) struct Verdict {
    /// Which of the record's steps was its first.
    from: usize,
    /// What it lost, in hundredths of a pawn; see [`Judged::loss`].
    loss: i32,
    /// After how many turns of both sides it won (above 0) or lost, if by force.
    decided: Option<i32>,
    /// The better turn, if one is known.
    better: Option<Answer>,
}

impl Verdict {
    pub(crate) fn new(from: usize, position: &AnyPosition, judged: &Judged) -> Self {
        let decided = Score::decided(judged.got);
        let better = judged.better.as_ref().map(|better| Answer::new(position, better, true));
        Verdict { from, loss: judged.loss, decided, better }
    }
}

/// A plain object with the same fields; what is missing is `null`.
pub(crate) fn to_object(value: &impl Serialize) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    value.serialize(&serializer).unwrap_or(JsValue::NULL)
}
