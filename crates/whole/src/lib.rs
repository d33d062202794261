//! The page's module as a whole: what `app` is with letters, links, lessons, puzzles, PGN and QR codes.
//! Pages that only play load `play`, and this when one of them is first wanted
//! (`web/shell/module.js`).

pub use app::{Book, Table};
