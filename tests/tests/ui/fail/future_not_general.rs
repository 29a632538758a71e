#![allow(unused)]

use std::future::Future;

use haft::tool;

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

/// Add lengths of what is lent.
#[tool]
async fn lengths(texts: Vec<String>) -> usize {
    let rest = texts.iter().map(|text| length(text));
    Each { rest, next: None }.sum().await
}

fn main() {}
