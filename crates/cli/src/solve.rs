//! `fivefold solve charismatic`: a turn that mates, or proof that there is none.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use engine::charismatic::mate::{Mate, mate};
use rules::games::charismatic::Charismatic;
use rules::{Position, Step};
use serde_json::json;

/// A position to be solved.
pub(crate) struct Solve {
    /// Where the turn, or the rest of it, begins.
    pub position: Charismatic,
    /// The maximum number of sets of moves to examine.
    pub nodes: u64,
    /// The time limit.
    pub time: Option<Duration>,
}

impl Solve {
    /// Prints a line of JSON: `result` is `mate`, `none` or, if that is unknown within the limits,
    /// `limit`; `solution` lists the steps of a shortest mating turn, `end` included, and `steps`
    /// is their number without `end`. Without a mate they are empty and 0.
    ///
    /// # Errors
    /// If the writer fails.
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<()> {
        let started = Instant::now();
        let stop = || self.time.is_some_and(|time| started.elapsed() >= time);
        let (result, turn) = match mate(&self.position, self.nodes, &stop).0 {
            Mate::Found(turn) => ("mate", turn),
            Mate::None => ("none", Vec::new()),
            Mate::Limit => ("limit", Vec::new()),
        };
        let steps = turn.iter().filter(|&&step| step != Step::End).count();
        let solution: Vec<String> =
            turn.iter().map(|step| step.display(Charismatic::SPEC).to_string()).collect();
        // In this order, which a map of JSON would not keep.
        let solution = json!(solution);
        writeln!(out, r#"{{"result":"{result}","steps":{steps},"solution":{solution}}}"#)
    }
}
