//! The site's lessons and puzzles, taken at a table from their files.

mod lessons;
mod puzzles;
mod site;
