//! The WebAssembly module behind the page.
