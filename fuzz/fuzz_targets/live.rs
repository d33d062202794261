#![no_main]

use testkit::targets::tables;

libfuzzer_sys::fuzz_target!(|data: &[u8]| tables::live(data));
