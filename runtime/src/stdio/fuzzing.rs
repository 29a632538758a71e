//! A door for fuzzers to the way that lines take.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex, PoisonError};

use super::session::{Session, Settings};
use crate::server::Server;

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Serves an input to its end and returns the output.
///
/// # Errors
/// None, unless there are no threads left.
pub fn serve_bytes(server: &Server, input: Vec<u8>) -> crate::Result<Vec<u8>> {
    let output = Kept::default();
    let settings = Settings::of(server);
    let (reader, writer) = (Box::new(Cursor::new(input)), Box::new(output.clone()));
    Session::new(server.clone(), reader, writer, settings, None).watch()?;
    let mut kept = output.0.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(std::mem::take(&mut *kept))
}
