//! Charismatic Chess: exact solvers, and the search over whole turns.

pub mod mate;
mod plan;
