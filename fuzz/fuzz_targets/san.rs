#![no_main]

use testkit::targets::positions;

libfuzzer_sys::fuzz_target!(|data: &[u8]| positions::san(data));
