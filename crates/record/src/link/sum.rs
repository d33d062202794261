//! The checksum of links.

/// The remainder of each byte. A larger table would be faster, but weighs in the module that a page
/// with a link waits for.
const TABLE: [u32; 256] = table();

/// The polynomial of CRC-32, its lowest power in the highest bit.
const POLYNOMIAL: u32 = 0xedb8_8320;

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut rest = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            rest = if rest & 1 == 0 { rest >> 1 } else { rest >> 1 ^ POLYNOMIAL };
            bit += 1;
        }
        table[byte] = rest;
        byte += 1;
    }
    table
}

/// CRC-32 (ISO-HDLC), as in zip and PNG.
pub(super) fn crc32(content: &[u8]) -> u32 {
    !content.iter().fold(!0, |rest: u32, &byte| rest >> 8 ^ TABLE[usize::from(rest as u8 ^ byte)])
}

#[cfg(test)]
mod tests {
    use super::crc32;

    #[test]
    fn known_sums() {
        assert_eq!(crc32(b""), 0);
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b"The quick brown fox jumps over the lazy dog"), 0x414f_a339);
        assert_eq!(crc32(&[0; 32]), 0x190a_55ad);
    }
}
