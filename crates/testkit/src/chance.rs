//! Random numbers that are the same in every run.

/// Random numbers from a seed: SplitMix64 (Steele, Lea, Flood 2014).
pub struct Chance(pub u64);

impl Chance {
    /// A number below `bound`, of its type.
    pub fn below<N: Copy + TryInto<u64> + TryFrom<u64>>(&mut self, bound: N) -> N {
        let Ok(limit @ 1..) = bound.try_into() else { panic!("a bound above zero") };
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let Ok(number) = N::try_from((x ^ (x >> 31)) % limit) else {
            unreachable!("below {limit}")
        };
        number
    }
}
