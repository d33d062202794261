//! Answers to the page: what came of thinking.

use engine::hint::Reason;
use engine::odds::{Odds, odds};
use engine::proof::{Mates, Proof, Saves};
use engine::review::Judged;
use engine::survey::Worth;
use engine::{Score, Thought};
use rules::{AnyPosition, GameId, Role, Step};
use wasm_bindgen::JsValue;

use crate::page::object;

/// A turn and why it was chosen.
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
#[derive(Default)]
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
            Reason::Attacks { role } => piece("attacks", role),
            Reason::Opens { moves } => counted("opens", moves),
            Reason::Empowers { pieces } => counted("empowers", pieces),
            Reason::Disables { pieces } => counted("disables", pieces),
        }
    }

    fn to_object(&self) -> JsValue {
        object([
            ("why", self.why.into()),
            ("role", self.role.into()),
            ("ending", self.ending.into()),
            ("count", self.count.into()),
        ])
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

    /// A plain object with the same fields.
    pub(crate) fn to_object(&self) -> JsValue {
        let list = |words: Vec<JsValue>| JsValue::from(words);
        object([
            ("turn", list(self.turn.iter().map(JsValue::from).collect())),
            ("san", (&self.san).into()),
            ("pieces", list(self.pieces.iter().copied().map(JsValue::from).collect())),
            ("score", self.score.into()),
            ("decided", number(self.decided)),
            ("depth", self.depth.into()),
            ("nodes", self.nodes.into()),
            ("reasons", list(self.reasons.iter().map(Why::to_object).collect())),
        ])
    }
}

/// A number; `null` if it is missing.
fn number(number: Option<i32>) -> JsValue {
    number.map_or(JsValue::NULL, JsValue::from)
}

/// What a slice of an analysis has found: the best turns, each with the line that is expected.
pub(crate) struct Lines {
    game: GameId,
    found: Vec<Thought>,
    /// Whether another slice may find better ones.
    pub(crate) unfinished: bool,
    /// Whether it goes on from where this one stood; else it needs more time than this.
    pub(crate) resumes: bool,
}

impl Lines {
    pub(crate) fn new(game: GameId, found: Vec<Thought>, unfinished: bool, resumes: bool) -> Self {
        Lines { game, found, unfinished, resumes }
    }

    /// A plain object: the question's number, `lines`, `nodes`, and the milliseconds that it took in all.
    pub(crate) fn to_object(&self, id: f64, ms: f64) -> JsValue {
        let spec = self.game.spec();
        let turn = |turn: &Vec<Step>| {
            let steps = turn.iter().map(|step| step.display(spec).to_string().into());
            JsValue::from(steps.collect::<Vec<JsValue>>())
        };
        let line = |thought: &Thought| {
            let Odds { win, draw, loss } = odds(self.game, thought.score);
            let odds: Vec<JsValue> = [win, draw, loss].map(JsValue::from).to_vec();
            object([
                ("turns", thought.line.iter().map(turn).collect::<Vec<JsValue>>().into()),
                ("score", thought.score.value().into()),
                ("decided", number(thought.score.decided())),
                ("odds", odds.into()),
                ("depth", thought.depth.into()),
            ])
        };
        let nodes = self.found.first().map_or(0.0, |best| best.nodes as f64);
        object([
            ("id", id.into()),
            ("lines", self.found.iter().map(line).collect::<Vec<JsValue>>().into()),
            ("nodes", nodes.into()),
            ("ms", ms.into()),
        ])
    }
}

/// A turn of the game looked back on.
pub(crate) struct Verdict {
    /// Which of the record's steps was its first.
    from: usize,
    /// What it lost, in hundredths of a pawn; see [`Judged::loss`].
    loss: i32,
    /// After how many turns of both sides it won (above 0) or lost, if by force.
    decided: Option<i32>,
    /// The better turn, if there is one.
    better: Option<Answer>,
}

impl Verdict {
    pub(crate) fn new(from: usize, position: &AnyPosition, judged: &Judged) -> Self {
        let decided = Score::decided(judged.got);
        let better = judged.better.as_ref().map(|better| Answer::new(position, better, true));
        Verdict { from, loss: judged.loss, decided, better }
    }

    /// A plain object with the same fields.
    pub(crate) fn to_object(&self) -> JsValue {
        object([
            ("from", (self.from as u32).into()),
            ("loss", self.loss.into()),
            ("decided", number(self.decided)),
            ("better", self.better.as_ref().map_or(JsValue::NULL, Answer::to_object)),
        ])
    }
}

/// What is proven of a turn, as a plain object with the fields of `TurnProof` (`web/shell/contract.d.ts`).
pub(crate) fn proof(game: GameId, proof: &Proof) -> JsValue {
    let written = |turn: &[Step]| {
        let steps = turn.iter().map(|step| step.display(game.spec()).to_string().into());
        JsValue::from(steps.collect::<Vec<JsValue>>())
    };
    let (mates, mate) = match &proof.mates {
        Mates::With(turn) => ("with", turn.as_slice()),
        Mates::Never => ("never", &[][..]),
        Mates::Unknown => ("unknown", &[][..]),
    };
    let (saves, save) = match &proof.saves {
        Some(Saves::With(turn)) => ("with".into(), turn.as_slice()),
        Some(Saves::Never) => ("never".into(), &[][..]),
        None => (JsValue::NULL, &[][..]),
    };
    object([
        ("mates", mates.into()),
        ("mate", written(mate)),
        ("saves", saves),
        ("save", written(save)),
    ])
}

/// What a place in a game is worth, as a plain object with the fields of [`Worth`].
pub(crate) fn worth(game: GameId, worth: &Worth) -> JsValue {
    let written = |step: &Step| step.display(game.spec()).to_string().into();
    let best: Vec<JsValue> = worth.best.iter().map(written).collect();
    object([
        ("score", worth.score.into()),
        ("decided", number(worth.decided)),
        ("expected", worth.expected.into()),
        ("best", best.into()),
        ("dealt", worth.dealt.map_or(JsValue::NULL, JsValue::from)),
        ("placed", worth.placed.map_or(JsValue::NULL, JsValue::from)),
    ])
}
