#![no_main]

#[path = "../src/travel.rs"]
#[allow(dead_code)]
mod travel;

libfuzzer_sys::fuzz_target!(|data: &[u8]| travel::letter(data));
