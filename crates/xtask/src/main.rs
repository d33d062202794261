//! cargo xtask: set up, build, serve, test.

fn main() {}
