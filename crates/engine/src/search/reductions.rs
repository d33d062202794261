//! Late move reductions, from a table of whole numbers: the same on every machine.

use super::parameters::SearchParameters;

/// Depths and places from this on are reduced alike.
const SIZE: usize = 64;

/// The natural logarithm of a number from 1 on, in 4096ths.
const fn logarithm(number: u32) -> i64 {
    // Squared again and again, the number tells one binary digit of its logarithm after another.
    let whole = number.ilog2();
    let mut mantissa = ((number as u64) << 32) >> whole;
    let mut digits = whole as u64;
    let mut digit = 0;
    while digit < 20 {
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        digits <<= 1;
        if mantissa >= 2 << 32 {
            mantissa >>= 1;
            digits |= 1;
        }
        digit += 1;
    }
    // The binary logarithm in 2^20ths, times ln 2.
    ((digits as u128 * 2_977_044_472) >> 40) as i64
}

/// By how many turns late steps are looked at less deeply.
pub(super) struct Reductions(Box<[[i8; SIZE]; SIZE]>);

impl Reductions {
    pub(super) fn new(parameters: &SearchParameters) -> Self {
        let mut table = Box::new([[0; SIZE]; SIZE]);
        let divisor = i64::from(parameters.reduction_divisor.max(1));
        for (depth, row) in (1..).zip(table[1..].iter_mut()) {
            for (place, reduction) in (1..).zip(row[1..].iter_mut()) {
                // Hundredths of a turn.
                let product = (logarithm(depth) * logarithm(place)) >> 12;
                let hundredths =
                    i64::from(parameters.reduction_base) + ((product * 10_000 / divisor) >> 12);
                *reduction = (hundredths / 100).clamp(0, 60) as i8;
            }
        }
        Reductions(table)
    }

    /// For the step in so-manieth place.
    #[inline]
    pub(super) fn of(&self, depth: i32, place: usize) -> i32 {
        i32::from(self.0[(depth.max(0) as usize).min(SIZE - 1)][place.min(SIZE - 1)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        for number in 1..200u32 {
            let wanted = f64::from(number).ln() * 4096.0;
            assert!((logarithm(number) as f64 - wanted).abs() < 2.0, "{number}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_place() {
        let reductions = Reductions::new(&SearchParameters::USUAL);
        assert_eq!((reductions.of(3, 3), reductions.of(0, 9), reductions.of(9, 0)), (1, 0, 0));
        // 0.5 + ln 8 * ln 20 / 2.2.
        assert_eq!(reductions.of(8, 20), 3);
        for depth in 1..70 {
            for place in 1..70 {
                assert!(reductions.of(depth, place) <= reductions.of(depth + 1, place));
                assert!(reductions.of(depth, place) <= reductions.of(depth, place + 1));
            }
        }
    }
}
