#![allow(unused)]

use haft::{tool, tools};

use std::rc::Rc;

/// Wait.
#[tool]
async fn wait() {
    let counted = Rc::new(1);
    std::future::ready(()).await;
    drop(counted);
}

struct Files;

#[tools]
impl Files {
    /// Wait.
    #[tool]
    pub async fn wait(&self) {
        let counted = Rc::new(1);
        std::future::ready(()).await;
        drop(counted);
    }
}

fn main() {}
