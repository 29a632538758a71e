use haft::tools;

struct Counter(u64);

#[tools]
impl Counter {
    /// Count up.
    #[tool]
    fn count(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
}

fn main() {
    Counter(0).count();
}
