//! The two questions about whole series of moves in Charismatic Chess, each answered a second
//! time by trying every series: can the own king be saved, and where can the turn end.

mod escape;
mod mates;
mod turn_ends;
