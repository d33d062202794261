//! The command line: fivefold.

fn main() {}
