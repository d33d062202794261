//! Finding a link in a text: in a message with words around it, broken into lines, quoted, or in
//! the address of another page.

use crc::Digest;

use super::{CHECKSUM, END, LONGEST, NAME};

/// The maximum number of candidate positions in a text.
const MOST_PLACES: usize = 40;

/// The link in a text, as [`read`](super::read) takes it: the first one with a correct checksum,
/// without spaces, line breaks and quotation signs inside. If there is none, the best candidate:
/// the word that begins like a link, or the whole text.
pub fn within(text: &str) -> String {
    let mut behind = text
        .match_indices(['#', '%'])
        .filter_map(|(place, sign)| {
            let rest = &text[place..];
            rest.strip_prefix(if sign == "#" { "#" } else { "%23" }).and_then(behind_name)
        })
        .take(MOST_PLACES);
    if let Some(body) = behind.clone().find_map(whole) {
        return format!("#{NAME}{body}");
    }
    let first = behind.next().and_then(|body| body.split_whitespace().next());
    first.map_or_else(|| text.trim().to_owned(), |word| format!("#{NAME}{word}"))
}

/// The text after the parameter name and `=`, which a line break may interrupt too.
fn behind_name(text: &str) -> Option<&str> {
    let pass = |sign: char| sign != '=' && is_passed_over(sign);
    let behind = text.trim_start_matches(pass).strip_prefix('g')?.trim_start_matches(pass);
    ["=", "%3D", "%3d"].iter().find_map(|sign| behind.strip_prefix(sign))
}

/// Whether a mail program or a person may have put the character into a link: line breaks, and what
/// precedes quoted lines or marks a continued line.
fn is_passed_over(sign: char) -> bool {
    const UNSEEN: &str = "\u{ad}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}";
    sign.is_whitespace() || ">|=".contains(sign) || UNSEEN.contains(sign)
}

/// The body of the link at the start of a text, up to its closing letter, if the checksum is
/// correct there.
fn whole(text: &str) -> Option<String> {
    let mut body = String::new();
    let mut sealed = Sealed::new();
    // Mail that encodes `=` as `=3D` begins the body like this; a link never does.
    let text = text.strip_prefix("3D").unwrap_or(text);
    for sign in text.chars().take(2 * LONGEST).filter(|&sign| !is_passed_over(sign)) {
        let value = match sign {
            'A'..='Z' => sign as u32 - 'A' as u32,
            'a'..='z' => sign as u32 - 'a' as u32 + 26,
            '0'..='9' => sign as u32 - '0' as u32 + 52,
            '-' => 62,
            '_' => 63,
            _ => return None,
        };
        if sign == END && sealed.is_right() {
            body.push(END);
            return Some(body);
        }
        sealed.take(value);
        body.push(sign);
    }
    None
}

/// The state of reading a body, with the running checksum of its content, so that each possible
/// closing letter is tested in constant time.
struct Sealed {
    /// Bits that are not a full byte yet, and their number.
    bits: u32,
    count: u32,
    /// The last four bytes: the checksum, if the body ends here.
    last: [u8; 4],
    length: usize,
    sum: Digest<'static, u32>,
}

impl Sealed {
    fn new() -> Self {
        Sealed { bits: 0, count: 0, last: [0; 4], length: 0, sum: CHECKSUM.digest() }
    }

    /// Takes six bits.
    fn take(&mut self, value: u32) {
        self.bits = self.bits << 6 | value;
        self.count += 6;
        if self.count < 8 {
            return;
        }
        self.count -= 8;
        let byte = (self.bits >> self.count) as u8;
        self.bits &= (1 << self.count) - 1;
        if self.length >= 4 {
            self.sum.update(&self.last[..1]);
        }
        self.last.rotate_left(1);
        self.last[3] = byte;
        self.length += 1;
    }

    /// Whether the body may end here.
    fn is_right(&self) -> bool {
        // Six spare bits would be a character without meaning.
        self.length > 4
            && self.count < 6
            && self.bits == 0
            && self.sum.clone().finalize() == u32::from_be_bytes(self.last)
    }
}
