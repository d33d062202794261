//! Every test of records from outside, in one program: one is linked sooner than ten.

mod fair;
mod fuzz_seeds;
mod game;
mod games;
mod joined;
mod letters;
mod link;
mod model;
mod pgn;
mod record;
mod signatures;
mod time_control;
mod trees;
