#![no_main]

use testkit::targets::records;

libfuzzer_sys::fuzz_target!(|data: &[u8]| records::joined(data));
