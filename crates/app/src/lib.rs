//! The WebAssembly module behind the page: a game on the table and its picture on a canvas.
//!
//! The page's JavaScript owns listeners, animation frames, storage and dialogs; what crosses the
//! boundary are numbers, strings, the canvas, and small plain objects. No rule is decided here.

pub mod contract;
#[cfg(feature = "whole")]
mod exercise;
#[cfg(feature = "whole")]
pub mod games_file;
#[cfg(feature = "whole")]
mod learn;
#[cfg(feature = "whole")]
pub mod library;
mod overlay;
mod page;
mod painter;
mod seen;
mod sounds;
pub mod store;
#[cfg(feature = "whole")]
pub mod travel;

#[cfg(feature = "whole")]
pub use learn::{Book, lesson_kept, puzzle_kept};
pub use page::Table;
use wasm_bindgen::prelude::wasm_bindgen;

/// Has a failure of the module tell where it was.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Half the size of the usual allocator, in a module that is loaded before anything can be seen.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
