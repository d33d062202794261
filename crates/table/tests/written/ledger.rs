//! What happens to the tables of each test, as two digits for each event, held against what is kept in
//! `crates/table/tests/signature/tests.txt`. A test says what is right; this notices whatever else has changed on its
//! way. After an intended change: `FIVEFOLD_BLESS=1 cargo test -p table --test suite`. Lines of tests that
//! are gone stay until the file is removed before that.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};
use std::thread;

use table::{Event, Request, Table};

use super::trace;

const BLESSING: &str = "If this is meant: FIVEFOLD_BLESS=1 cargo test -p table --test suite, and commit tests/signature";

/// So many events of a test are held: those with thousands play at random, which other signatures hold.
const HELD: usize = 400;

/// The digits that are kept, by the test's name.
static KEPT: LazyLock<Mutex<BTreeMap<String, String>>> = LazyLock::new(|| {
    let text = fs::read_to_string(path()).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    Mutex::new(lines.map(|(name, digits)| (name.to_owned(), digits.to_owned())).collect())
});

/// Who asks for other schedules of a simulation by one of these has others than those that are kept.
const OTHER_SCHEDULES: [&str; 3] = ["FIVEFOLD_TABLES", "FIVEFOLD_LIVE", "FIVEFOLD_DAYS"];

static BLESSES: LazyLock<bool> = LazyLock::new(|| env::var_os("FIVEFOLD_BLESS").is_some());

thread_local! {
    /// The test that runs in this thread.
    static TEST: RefCell<Option<Ledger>> = RefCell::new(Ledger::of_this_thread());
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/signature/tests.txt")
}

/// What has happened in a test.
struct Ledger {
    test: String,
    kept: String,
    digits: String,
}

impl Ledger {
    /// Of the test after which the thread is named: none has a name of its own where tests run one after
    /// another in the thread of the program.
    fn of_this_thread() -> Option<Ledger> {
        if OTHER_SCHEDULES.iter().any(|name| env::var_os(name).is_some()) {
            return None;
        }
        let current = thread::current();
        let test = current.name().filter(|name| *name != "main")?.to_owned();
        let kept = KEPT.lock().unwrap().get(&test).cloned().unwrap_or_default();
        Some(Ledger { test, kept, digits: String::new() })
    }

    fn take(&mut self, text: &str) {
        let event = self.digits.len() / 2;
        let _ = write!(self.digits, "{:02x}", (trace::hash(text) >> 56) as u8);
        let kept = self.kept.get(2 * event..2 * event + 2);
        if !*BLESSES && kept != self.digits.get(2 * event..) {
            self.digits.clear();
            let place = if kept.is_some() { "differs from what is kept" } else { "is not kept" };
            panic!("event {event} of {} {place}; it is now:\n{text}\n{BLESSING}", self.test);
        }
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        if *BLESSES && !thread::panicking() {
            let mut kept = KEPT.lock().unwrap();
            kept.insert(std::mem::take(&mut self.test), std::mem::take(&mut self.digits));
            let text: String = kept.iter().map(|(name, line)| format!("{name} {line}\n")).collect();
            let _ = fs::write(path(), text);
        }
    }
}

/// An event of this test, what was asked for, and what is shown then.
pub(crate) fn told(now: u64, event: &Event, asked: &[Request], table: &Table) {
    note(|| trace::text(now, event, asked, table));
}

/// Something else that has happened in this test, as text.
pub(crate) fn note(text: impl FnOnce() -> String) {
    TEST.with_borrow_mut(|test| {
        if let Some(ledger) = test.as_mut().filter(|ledger| ledger.digits.len() < 2 * HELD) {
            ledger.take(&text());
        }
    });
}
