//! Writes the generated types as source.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

use haft_generator::model::Universe;

/// How many types.
const TYPES: usize = 400;
/// In how many modules.
const PARTS: usize = 8;
/// The types of every run that does not set the variable.
const SEED: u64 = 1;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=HAFT_TYPES");
    let seed =
        env::var("HAFT_TYPES").map_or(SEED, |seed| seed.parse().expect("HAFT_TYPES is a number"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    let universe = Universe::invent(seed, TYPES);
    let mut index = format!("pub const SEED: u64 = {seed};\npub const TYPES: usize = {TYPES};\n");
    let mut register = String::from("builder");
    for part in 0..PARTS {
        let size = TYPES.div_ceil(PARTS);
        let source = universe.source(part * size..(part + 1) * size);
        let path = out.join(format!("part_{part}.rs"));
        let text = format!("use super::*;\n\n{source}");
        fs::write(&path, text).expect("the folder can be written");
        let _ = write!(
            index,
            "#[path = {:?}]\npub mod part_{part};\npub use part_{part}::*;\n",
            path.to_string_lossy()
        );
        register = format!("part_{part}::register({register})");
    }
    let _ = write!(
        index,
        "pub fn register_all(builder: Builder) -> Builder {{\n    {register}\n}}\n"
    );
    fs::write(out.join("types.rs"), index).expect("the folder can be written");
}
