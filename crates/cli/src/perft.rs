//! `fivefold perft`: how many sequences of steps there are.

use std::io::{self, Write};

use rules::perft::{divide, perft};
use rules::{AnyPosition, with_position};

/// A count to be made.
pub(crate) struct Perft {
    /// Where the sequences start.
    pub position: AnyPosition,
    /// How many steps they have.
    pub depth: u32,
    /// Whether to count those that begin with each step, too.
    pub divide: bool,
}

impl Perft {
    /// Prints the count; before it, if wanted, a line for each first step, sorted, and a blank
    /// line.
    ///
    /// # Errors
    /// If the writer fails.
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<()> {
        if !self.divide {
            let leaves = with_position!(&self.position, p => perft(p, self.depth));
            return writeln!(out, "{leaves}");
        }
        let spec = self.position.spec();
        let counts = with_position!(&self.position, p => divide(p, self.depth));
        let leaves: u64 = counts.iter().map(|&(_, count)| count).sum();
        let mut lines: Vec<String> =
            counts.iter().map(|(step, count)| format!("{} {count}", step.display(spec))).collect();
        lines.sort_unstable();
        for line in lines {
            writeln!(out, "{line}")?;
        }
        // At depth 0 there is no first step, and one sequence: the empty one.
        writeln!(out, "\n{}", if self.depth == 0 { 1 } else { leaves })
    }
}
