//! The process that judges values by schemas.

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running judge.
pub(crate) struct Judge {
    child: Child,
    questions: BufWriter<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Judge {
    /// Builds the judge.
    ///
    /// It counts on features of `serde_json` that must not reach the crates it judges: it is a workspace of its own.
    pub(crate) fn build() {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let status = Command::new(cargo)
            .args(["build", "--quiet", "--manifest-path"])
            .arg(manifest())
            .arg("--target-dir")
            .arg(folder())
            .status()
            .expect("cargo runs");
        assert!(status.success(), "the judge does not build");
    }

    /// Starts the judge that was built.
    pub(crate) fn start() -> Self {
        let program = folder()
            .join("debug")
            .join(format!("haft-judge{}", std::env::consts::EXE_SUFFIX));
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the judge starts");
        let questions = BufWriter::new(child.stdin.take().expect("the judge listens"));
        let answers = BufReader::new(child.stdout.take().expect("the judge speaks"));
        Self {
            child,
            questions,
            answers,
        }
    }

    /// Whether a schema accepts each of these values; not so many that their answers, of two bytes each, would fill a
    /// pipe.
    pub(crate) fn ask(&mut self, schema: &str, values: &[String]) -> Vec<bool> {
        writeln!(self.questions, "S {schema}").expect("the judge listens");
        for value in values {
            writeln!(self.questions, "V {value}").expect("the judge listens");
        }
        writeln!(self.questions)
            .and_then(|()| self.questions.flush())
            .expect("the judge listens");
        let mut answer = || {
            let mut line = String::new();
            self.answers.read_line(&mut line).expect("the judge speaks");
            match line.trim_end() {
                "1" => true,
                "0" => false,
                other => panic!("the judge says: {other}"),
            }
        };
        values.iter().map(|_| answer()).collect()
    }
}

/// The manifest of the judge, as it lies from the package that asks.
fn manifest() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = ["judge/Cargo.toml", "agreement/judge/Cargo.toml"].map(|place| here.join(place));
    let found = places.into_iter().find(|place| place.exists());
    found.expect("the judge is beside its test, or below")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("judge")
}

impl Drop for Judge {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
