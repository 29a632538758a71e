//! Futures from closures: with what they own, or in a box.

use std::future::Future;
use std::pin::Pin;

use haft::{Server, tool};

/// As crates of streams have it: what comes next is kept beside where it comes from.
struct Each<I: Iterator> {
    rest: I,
    next: Option<I::Item>,
}

impl<I: Iterator> Each<I>
where
    I::Item: Future<Output = usize>,
{
    async fn sum(mut self) -> usize {
        let mut sum = 0;
        self.next = self.rest.next();
        while let Some(each) = self.next.take() {
            sum += each.await;
            self.next = self.rest.next();
        }
        sum
    }
}

async fn length(text: &str) -> usize {
    text.len()
}

/// Add lengths of what the futures own.
#[tool]
async fn owned(texts: Vec<String>) -> usize {
    let rest = texts.into_iter().map(async |text| length(&text).await);
    Each { rest, next: None }.sum().await
}

/// Add lengths of what is lent to boxed futures, made before the first wait.
#[tool]
async fn boxed(texts: Vec<String>) -> usize {
    type Length<'t> = Pin<Box<dyn Future<Output = usize> + Send + 't>>;
    let all: Vec<Length<'_>> = texts.iter().map(|text| Box::pin(length(text)) as _).collect();
    let rest = all.into_iter();
    Each { rest, next: None }.sum().await
}

fn main() {
    let server = Server::builder("futures", "1.0.0").tool::<owned>().tool::<boxed>().build();
    assert_eq!(server.expect("both are tools").list().len(), 2);
}
