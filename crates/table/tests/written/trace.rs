//! What happens to tables as two digits for each event, so that thousands of events can be held against
//! what is kept of them.

use std::fmt::Write as _;

use table::{Event, KnownView, Request, Table};

use super::Pen;

/// The trace of a schedule.
#[derive(Default)]
pub(crate) struct Trace {
    /// Two digits for each event.
    digits: String,
    /// All events, requests and views.
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
    pub(crate) fn take(&mut self, now: u64, event: &Event, asked: &[Request], table: &Table) {
        let text = text(now, event, asked, table);
        let hash = hash(&text);
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

/// An event, what was asked for, and what is shown then, as text that stands alone.
pub(crate) fn text(now: u64, event: &Event, asked: &[Request], table: &Table) -> String {
    let pen = Pen::plain(table.game().start());
    let mut text = format!("> {}\n", pen.event(event));
    for request in asked {
        let _ = writeln!(text, "    {}", pen.request(request));
    }
    for (name, shown) in pen.view(table).into_iter().chain(beside(now, table)) {
        let _ = writeln!(text, "  {name}: {shown}");
    }
    text
}

/// What a table shows beside its view, where it has something to show.
fn beside(now: u64, table: &Table) -> impl Iterator<Item = (String, String)> {
    let known = table.known_moves();
    let shown = [
        ("clocks", table.clocks(now).map(|shown| format!("{shown:?} {:?}", table.time_control()))),
        ("clocks wait", table.clocks_wait().then(String::new)),
        (
            "warnings",
            Some(table.warnings()).filter(|&count| count > 0).map(|count| format!("{count}")),
        ),
        ("presence", table.presence().map(|shown| format!("{shown:?} {:?}", table.together()))),
        ("greeting", table.greeting().map(|shown| format!("{shown:?}"))),
        ("given", table.letter_link().map(|_| format!("{:?}", table.given()))),
        ("last turn", table.last_turn().map(|shown| format!("{shown:?}"))),
        ("start", Some(table.start_comment()).filter(|text| !text.is_empty())),
        ("sealed", table.sealed_outcome().map(|shown| format!("{shown:?}"))),
        ("conditional", table.conditional_view().map(|shown| format!("{shown:?}"))),
        ("report", table.report_view().map(|shown| format!("{shown:?}"))),
        ("study", table.kept_study().map(|_| format!("{:?}", table.study_view()))),
        (
            "known",
            Some(known)
                .filter(|known| *known != KnownView::default())
                .map(|known| format!("{known:?}")),
        ),
        (
            "arrows",
            Some(table.advised()).filter(|all| !all.is_empty()).map(|all| format!("{all:?}")),
        ),
    ];
    shown.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?)))
}

/// FNV-1a.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// The first event in which two lines differ.
pub(crate) fn parting(found: &str, kept: &str) -> usize {
    let digits = |line: &str| line.split(' ').next_back().unwrap_or_default().as_bytes().to_vec();
    let (found, kept) = (digits(found), digits(kept));
    let same = found.chunks(2).zip(kept.chunks(2)).take_while(|(one, other)| one == other);
    same.count()
}
