//! What exact solvers prove of the turn on an analysis board: a turn that mates, that there is none,
//! and whether the king can be saved.

use record::Ending;
use rules::{AnyPosition, Step};

use crate::event::Request;
use crate::sentence::{Sentence, Value};
use crate::table::Table;
use crate::telling::spaced;

/// Whether a turn mates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mates {
    /// This one does.
    With(Vec<Step>),
    /// None does.
    Never,
    /// That is not proven.
    Unknown,
}

/// Whether the king, which is attacked, can be saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Saves {
    /// With this turn.
    With(Vec<Step>),
    /// By no series.
    Never,
}

/// What is proven of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnProof {
    /// Whether it can mate.
    pub mates: Mates,
    /// Whether the king can be saved; none where there is nothing to be said of that.
    pub saves: Option<Saves>,
}

/// The steps of a turn as text; none unless the rules take each of them.
fn written(from: &AnyPosition, turn: &[Step]) -> Option<Value> {
    let mut position = *from;
    for &step in turn {
        if position.outcome().is_some() || position.why_not(step).is_some() {
            return None;
        }
        position.play(step);
    }
    (!turn.is_empty()).then(|| Value::Notation(spaced(&from.san_turn(turn))))
}

/// What the proof says, as sentences; `threatens`: of a side that is not to move.
fn sentences(from: &AnyPosition, proof: &TurnProof, threatens: bool) -> Vec<Sentence> {
    let with_mover = |key| Sentence::new(key).with("color", Value::Color(from.turn()));
    let mate = match (&proof.mates, threatens) {
        (Mates::With(turn), false) => written(from, turn).map(|san| ("proof.mate", Some(san))),
        (Mates::With(turn), true) => written(from, turn).map(|san| ("proof.threat", Some(san))),
        (Mates::Never, false) => Some(("proof.no-mate", None)),
        (Mates::Never, true) => Some(("proof.no-threat", None)),
        (Mates::Unknown, false) => Some(("proof.open", None)),
        (Mates::Unknown, true) => Some(("proof.threat-open", None)),
    };
    let sentence_of = |(key, san): (&'static str, Option<Value>)| {
        let sentence = with_mover(key);
        match san {
            Some(san) => sentence.with("turn", san),
            None => sentence,
        }
    };
    let is_mate = matches!(proof.mates, Mates::With(_));
    let save = match &proof.saves {
        _ if threatens || is_mate => None,
        Some(Saves::With(turn)) => written(from, turn).map(|san| ("proof.escape", Some(san))),
        Some(Saves::Never) => Some(("proof.no-escape", None)),
        None => None,
    };
    // Where the turn cannot be ended, nothing else counts.
    let is_lost = !threatens && proof.saves == Some(Saves::Never);
    mate.filter(|_| !is_lost).into_iter().chain(save).map(sentence_of).collect()
}

impl Table {
    /// What is proven of the turn that was asked about; what is news is said.
    pub(crate) fn proven(&mut self, id: u64, proof: TurnProof, out: &mut Vec<Request>) {
        let before = self.proofs();
        let Some(analysis) = &mut self.analysis else { return };
        if !analysis.advice.is_asked(id) {
            return;
        }
        analysis.advice.proof = Some(proof);
        // That nothing mates is so nearly always: it stands there, and is not said each time.
        let is_news = |says: &Sentence| {
            let is_usual = ["proof.no-mate", "proof.no-threat", "proof.open", "proof.threat-open"];
            !is_usual.contains(&says.key) && !before.contains(says)
        };
        out.extend(self.proofs().into_iter().filter(is_news).map(Request::Say));
    }

    /// What is proven of the position that is shown, as sentences.
    pub(crate) fn proofs(&self) -> Vec<Sentence> {
        let Some(analysis) = &self.analysis else { return Vec::new() };
        let advice = &analysis.advice;
        if let (Some(from), Some(proof)) = (advice.asked_from(), &advice.proof) {
            return sentences(from, proof, advice.is_of_threats());
        }
        let verdict = self.game.verdict_at(self.place()).filter(|_| advice.is_on());
        let is_mate = verdict
            .is_some_and(|verdict| verdict.ending == Ending::Rules(rules::Ending::Checkmate));
        let position = self.game.position(self.place());
        let mated = is_mate && position.spec().has_series;
        let says = || Sentence::new("proof.mated").with("color", Value::Color(position.turn()));
        mated.then(says).into_iter().collect()
    }
}
