//! What happens to tables as two digits for each event, so that thousands of events can be held against
//! what is kept of them.

use std::fmt::Write as _;

use table::{Event, Request, Table};

use super::Pen;

/// The trace of a schedule.
#[derive(Default)]
pub(crate) struct Trace {
    /// Two digits for each event.
    digits: String,
    /// All events, requests and views: FNV-1a.
    whole: u64,
    /// The event whose text is wanted, from 0.
    wanted: Option<usize>,
    text: String,
}

impl Trace {
    /// One that writes this event down.
    pub(crate) fn wanting(event: usize) -> Trace {
        Trace { wanted: Some(event), ..Trace::default() }
    }

    /// An event, what was asked for, and what is shown then.
    pub(crate) fn take(&mut self, event: &Event, asked: &[Request], table: &Table) {
        let pen = Pen::plain(table.game().start());
        let mut text = format!("> {}\n", pen.event(event));
        for request in asked {
            let _ = writeln!(text, "    {}", pen.request(request));
        }
        for (name, shown) in pen.view(table) {
            let _ = writeln!(text, "  {name}: {shown}");
        }
        let mut hash = 0xCBF2_9CE4_8422_2325_u64;
        for byte in text.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
        if self.wanted == Some(self.digits.len() / 2) {
            self.text = text;
        }
        let _ = write!(self.digits, "{:02x}", (hash >> 56) as u8);
        self.whole = (self.whole ^ hash).wrapping_mul(0x0000_0100_0000_01B3);
    }

    /// As it is kept.
    pub(crate) fn line(&self) -> String {
        format!("{:016x} {}", self.whole, self.digits)
    }

    /// The event that was wanted.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// The first event in which two lines differ.
pub(crate) fn parting(found: &str, kept: &str) -> usize {
    let digits = |line: &str| line.split(' ').next_back().unwrap_or_default().as_bytes().to_vec();
    let (found, kept) = (digits(found), digits(kept));
    let same = found.chunks(2).zip(kept.chunks(2)).take_while(|(one, other)| one == other);
    same.count()
}
