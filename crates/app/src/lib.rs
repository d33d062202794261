//! The WebAssembly module behind the page: a game on the table and its picture on a canvas.
//!
//! The page's JavaScript owns listeners, animation frames, storage and dialogs; what crosses the
//! boundary are numbers, strings, the canvas, and small plain objects. No rule is decided here.

#[cfg(feature = "whole")]
mod analysis;
#[cfg(feature = "whole")]
mod announced;
#[cfg(feature = "whole")]
pub mod beginning;
#[cfg(not(all(test, not(target_arch = "wasm32"))))]
mod browser;
#[cfg(all(test, not(target_arch = "wasm32")))]
#[path = "browser_in_tests.rs"]
mod browser;
#[cfg(feature = "whole")]
pub mod clock;
pub mod contract;
#[cfg(feature = "whole")]
mod editor;
#[cfg(feature = "whole")]
mod exercise;
#[cfg(feature = "whole")]
pub mod games_file;
pub mod js;
#[cfg(feature = "whole")]
mod learn;
#[cfg(feature = "whole")]
pub mod library;
#[cfg(feature = "whole")]
pub mod lobby;
mod overlay;
mod page;
mod painter;
#[cfg(feature = "whole")]
pub mod preferences;
mod seen;
mod sounds;
pub mod store;
#[cfg(any(feature = "whole", all(test, not(target_arch = "wasm32"))))]
mod svg;
mod tones;
#[cfg(feature = "whole")]
pub mod travel;

#[cfg(feature = "whole")]
pub use learn::{Book, lesson_kept, puzzle_kept, result_dialog};
pub use page::Table;
pub use tones::sound;
use wasm_bindgen::prelude::wasm_bindgen;

/// Reports the place of a panic on the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// It is half as large as the default allocator: the module is loaded before anything can be seen.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
