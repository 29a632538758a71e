//! Judges values by schemas, a line at a time: `S schema` changes the schema, `V value` asks whether it is valid.
//!
//! Each question is answered by a line: `1`, `0`, or `!` and why the schema or the value cannot be read.

use std::error::Error;
use std::io::{self, BufRead, BufWriter, Write};

use jsonschema::{Draft, Validator};
use serde::Deserialize;
use serde_json::{Deserializer, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let mut validator = Err("no schema".to_owned());
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_once(' ') {
            Some(("S", schema)) => validator = compile(schema),
            Some(("V", value)) => match (&validator, &read(value)) {
                (Ok(validator), Ok(value)) => {
                    writeln!(out, "{}", u8::from(validator.is_valid(value)))?
                }
                (Err(why), _) | (_, Err(why)) => writeln!(out, "!{why}")?,
            },
            _ => out.flush()?,
        }
    }
    Ok(out.flush()?)
}

fn compile(schema: &str) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(false)
        .build(&read(schema)?)
        .map_err(|error| error.to_string())
}

fn read(text: &str) -> Result<Value, String> {
    let mut deserializer = Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    Value::deserialize(&mut deserializer).map_err(|error| error.to_string())
}
