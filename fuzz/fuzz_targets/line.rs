//! Bytes as one message, and as lines of a stream.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| haft_tests::fuzzing::line(input));
