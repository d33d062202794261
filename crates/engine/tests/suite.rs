//! Every test of the computer player from outside, in one program: one is linked sooner than six.

mod charismatic_mates;
mod charismatic_play;
mod forced_wins;
mod placements;
mod self_play;
mod signature;
