//! Numbers as if by chance, for programs that draw what they send.

/// Numbers as if by chance, the same for the same seed, which is not 0.
pub struct Chance(pub u64);

impl Chance {
    /// A number from 0 on that is less than `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    /// What happens once in so many times.
    pub fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}
