//! Replays the seeds of the fuzz target of descriptions, through the function that the target calls.
#![cfg(not(target_arch = "wasm32"))]

use testkit::targets::{replay, signals};

#[test]
fn signal() {
    replay("signal", signals::signal);
}
