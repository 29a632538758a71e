//! Bytes as the arguments of a tool that takes every kind of them.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| haft_tests::fuzzing::arguments(input));
