//! A picture of a game as plain data.
