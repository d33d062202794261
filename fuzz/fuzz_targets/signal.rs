#![no_main]

use testkit::targets::signals;

libfuzzer_sys::fuzz_target!(|data: &[u8]| signals::signal(data));
