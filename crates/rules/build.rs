//! Says whether the size of the code counts more than its speed (`cfg(small)`): in the page's module,
//! which asks for it by a feature. Builds of the whole workspace ask too, but are none for a browser.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(small)");
    let is_wasm = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    if is_wasm && env::var_os("CARGO_FEATURE_SMALL").is_some() {
        println!("cargo::rustc-cfg=small");
    }
}
