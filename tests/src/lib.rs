//! Tests of macros and runtime together; see `tests/`.
