//! Which things of a list have been met, by index.

#[derive(Default)]
pub(crate) struct Seen {
    low: u64,
    high: Vec<bool>,
}

impl Seen {
    /// Marks an index and says whether it was marked before.
    pub(crate) fn insert(&mut self, index: usize) -> bool {
        if index < 64 {
            let bit = 1 << index;
            let before = self.low & bit != 0;
            self.low |= bit;
            return before;
        }
        if self.high.len() <= index {
            self.high.resize(index + 1, false);
        }
        self.high
            .get_mut(index)
            .is_some_and(|seen| std::mem::replace(seen, true))
    }

    pub(crate) fn contains(&self, index: usize) -> bool {
        if index < 64 {
            self.low & (1 << index) != 0
        } else {
            self.high.get(index).copied().unwrap_or(false)
        }
    }
}
