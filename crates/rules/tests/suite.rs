//! Every test of the rules from outside, in one program: one is linked sooner than sixteen.

mod batteries;
mod batteries_oracle;
mod charismatic;
mod charismatic_placement;
mod charismatic_series;
mod chessence;
mod complete_contramatic;
mod conformance;
mod contramatic;
mod fuzz_seeds;
mod keys;
mod lessons;
mod magnetic;
mod oracle;
mod orthodox;
mod progressive;
mod properties;
mod published_perft;
mod san;
mod symmetry;
