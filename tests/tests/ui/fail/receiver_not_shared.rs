#![allow(unused)]

use haft::{tool, tools};

use std::rc::Rc;
use std::sync::Arc;

struct Files;

#[tools]
impl Files {
    /// Exclusive.
    #[tool]
    fn exclusive(&mut self) {}

    /// By value.
    #[tool]
    fn by_value(self) {}

    /// By value, to be changed.
    #[tool]
    fn changed(mut self) {}

    /// Counted.
    #[tool]
    fn counted(self: Arc<Self>) {}

    /// Exclusive in the long form.
    #[tool]
    fn long(self: &mut Self) {}

    /// Counted on its thread.
    #[tool]
    fn local(self: Rc<Self>) {}

    /// For ever.
    #[tool]
    fn forever(&'static self) {}
}

fn main() {}
