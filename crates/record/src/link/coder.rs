//! An entropy coder for choices among equals: a range coder with carry propagation after G. N. N.
//! Martin, "Range encoding" (1979), each of `n` choices taking log2(n) bits and a few billionths.

/// The range is widened by a byte when it falls below this.
const NARROW: u32 = 1 << 24;
/// The maximum number of choices.
pub(crate) const MOST_CHOICES: u32 = 1 << 16;

/// Writes choices.
#[derive(Debug)]
pub(crate) struct Encoder {
    bytes: Vec<u8>,
    /// The bottom of the range, with a carry in bit 32.
    low: u64,
    range: u32,
}

impl Encoder {
    pub(crate) fn new() -> Self {
        Encoder { bytes: Vec::new(), low: 0, range: u32::MAX }
    }

    /// Writes `choice`, below `of`. A single choice needs no bits.
    pub(crate) fn write(&mut self, choice: u32, of: u32) {
        debug_assert!(choice < of && of <= MOST_CHOICES);
        let part = self.range / of;
        self.low += u64::from(part) * u64::from(choice);
        self.range = part;
        if self.low > u64::from(u32::MAX) {
            self.carry();
        }
        while self.range < NARROW {
            self.bytes.push((self.low >> 24) as u8);
            self.low = (self.low << 8) & u64::from(u32::MAX);
            self.range <<= 8;
        }
    }

    /// Adds one to what is written.
    fn carry(&mut self) {
        self.low &= u64::from(u32::MAX);
        for byte in self.bytes.iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
    }

    /// The bytes, without zeros at the end: bytes beyond the end are read as zero.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        // The number in the range with the most trailing zeros.
        let top = self.low + u64::from(self.range) - 1;
        let mut chosen = top;
        for zeros in (0..=32).rev() {
            let number = top >> zeros << zeros;
            if number >= self.low {
                chosen = number;
                break;
            }
        }
        self.low = chosen;
        if self.low > u64::from(u32::MAX) {
            self.carry();
        }
        self.bytes.extend((self.low as u32).to_be_bytes());
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Reads choices.
#[derive(Debug)]
pub(crate) struct Decoder<'a> {
    bytes: &'a [u8],
    code: u32,
    range: u32,
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Decoder { bytes, code: 0, range: u32::MAX };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.next();
        }
        decoder
    }

    fn next(&mut self) -> u32 {
        // Any number of trailing zeros was left out.
        let Some((&byte, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        u32::from(byte)
    }

    /// Reads one of `of` choices; `None` if the bytes stand for none of them.
    pub(crate) fn read(&mut self, of: u32) -> Option<u32> {
        if of == 0 || of > MOST_CHOICES {
            return None;
        }
        let part = self.range / of;
        let choice = self.code / part;
        if choice >= of {
            return None;
        }
        self.code -= part * choice;
        self.range = part;
        while self.range < NARROW {
            self.code = self.code << 8 | self.next();
            self.range <<= 8;
        }
        Some(choice)
    }

    /// Whether all bytes have been read.
    pub(crate) fn is_spent(&self) -> bool {
        self.bytes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudo-random numbers.
    fn numbers(mut seed: u64) -> impl FnMut(u32) -> u32 {
        move |below| {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (((seed >> 32) * u64::from(below)) >> 32) as u32
        }
    }

    #[test]
    fn choices_come_back_and_take_no_more_room_than_they_need() {
        for seed in 0..300 {
            let mut below = numbers(seed);
            let count = below(400) as usize;
            let most = [2, 3, 40, 300, MOST_CHOICES][seed as usize % 5];
            let choices: Vec<(u32, u32)> = (0..count)
                .map(|_| {
                    let of = 1 + below(most);
                    // The last choice is frequent: it causes carries.
                    (if below(3) == 0 { of - 1 } else { below(of) }, of)
                })
                .collect();
            let mut encoder = Encoder::new();
            choices.iter().for_each(|&(choice, of)| encoder.write(choice, of));
            let bytes = encoder.finish();
            let bits: f64 = choices.iter().map(|&(_, of)| f64::from(of).log2()).sum();
            let room = bits * 1.01 / 8.0 + 2.0;
            assert!(bytes.len() as f64 <= room, "{} bytes for {bits} bits", bytes.len());
            let mut decoder = Decoder::new(&bytes);
            for &(choice, of) in &choices {
                assert_eq!(decoder.read(of), Some(choice), "seed {seed}");
            }
            assert!(decoder.is_spent(), "seed {seed}");
        }
    }

    #[test]
    fn first_choices_at_the_end_take_no_room() {
        let mut encoder = Encoder::new();
        encoder.write(7, 20);
        (0..1000).for_each(|_| encoder.write(0, 30));
        let bytes = encoder.finish();
        assert!(bytes.len() <= 4, "{bytes:?}");
        let mut decoder = Decoder::new(&bytes);
        assert_eq!(decoder.read(20), Some(7));
        assert!((0..1000).all(|_| decoder.read(30) == Some(0)));
    }

    /// The limits: the narrowest range that is not widened yet, a sum that just fits and causes no
    /// carry, and the maximum number of choices.
    #[test]
    fn the_edges_of_the_range() {
        let mut encoder = Encoder { bytes: Vec::new(), low: 0, range: 2 * NARROW };
        encoder.write(1, 2);
        assert_eq!((encoder.bytes.len(), encoder.low, encoder.range), (0, NARROW.into(), NARROW));
        let mut decoder = Decoder { bytes: &[5], code: NARROW, range: 2 * NARROW };
        assert_eq!(decoder.read(2), Some(1));
        assert_eq!((decoder.bytes, decoder.code, decoder.range), (&[5][..], 0, NARROW));

        let most = u64::from(u32::MAX);
        for (low, first) in [(most - u64::from(NARROW), 7), (most - u64::from(NARROW) + 1, 8)] {
            let mut encoder = Encoder { bytes: vec![7], low, range: 2 * NARROW };
            encoder.write(1, 2);
            assert_eq!(encoder.bytes[0], first, "{low:x}");
        }

        let mut encoder = Encoder::new();
        encoder.write(MOST_CHOICES - 1, MOST_CHOICES);
        let bytes = encoder.finish();
        assert_eq!(Decoder::new(&bytes).read(MOST_CHOICES), Some(MOST_CHOICES - 1));
    }

    /// The end of the code lies in the range, with as many trailing zeros as possible.
    #[test]
    fn the_end_is_the_roundest_number_of_the_range() {
        let mut below = numbers(5);
        let mut ranges = vec![(3_u64 << 24, NARROW), (1 << 31, 1 << 31), ((1 << 32) - 1, NARROW)];
        ranges
            .extend((0..300).map(|_| (below(u32::MAX).into(), NARROW + below(u32::MAX - NARROW))));
        for (low, range) in ranges {
            let bytes = Encoder { bytes: vec![1], low, range }.finish();
            let number = (0..5).fold(0, |sum, at| {
                sum << 8 | u64::from(bytes.get(at).copied().unwrap_or_default())
            });
            let number = number - (1 << 32);
            assert!((low..low + u64::from(range)).contains(&number), "{low:x} {range:x}");
            let rounder = 2 << number.trailing_zeros();
            let next = low.div_ceil(rounder) * rounder;
            assert!(number == 0 || next >= low + u64::from(range), "{low:x} {range:x}: {number:x}");
        }
    }

    #[test]
    fn what_no_choice_stands_for_is_refused() {
        assert_eq!(Decoder::new(&[255; 8]).read(0), None);
        assert_eq!(Decoder::new(&[255; 8]).read(3), None);
        assert_eq!(Decoder::new(&[0; 8]).read(MOST_CHOICES + 1), None);
    }
}
