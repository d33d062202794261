//! The page's module without letters, links, lessons, puzzles, PGN and QR codes, for pages that only play.
//! Most visits begin with it (`web/shell/module.js`).

pub use app::Table;
