//! Random numbers that are the same on every machine for one seed (`SplitMix64`).

/// A source of random numbers.
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    /// The source that a seed stands for.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A source of its own for one part of the work, so that the parts do not move each other.
    #[must_use]
    pub fn of_part(seed: u64, part: u64) -> Self {
        let mut whole = Self(seed ^ part.wrapping_mul(0xA24B_AED4_963E_E407));
        Self(whole.number())
    }

    /// 64 random bits.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit).unwrap_or(u64::MAX);
        usize::try_from(self.number() % limit).unwrap_or(0)
    }

    /// The same as a number to reckon with.
    pub fn number_below(&mut self, limit: u64) -> i128 {
        (self.number() % limit).into()
    }

    /// True in so many cases of a hundred.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        *self.one_of(choices)
    }

    /// One of several, by reference.
    pub fn one_of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// Any order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
