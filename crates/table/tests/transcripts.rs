//! Scenarios, each with a transcript in `transcripts/`: every event, all that the table asks for then,
//! and whatever it shows otherwise than before.
//!
//! A transcript says what is, not what is right: after an intended change, write them anew by
//! `INSTA_UPDATE=always cargo test -p table --test suite scenarios`, and read the difference.

use crate::written;

use written::script::Script;

/// Compares a transcript with the one that is kept.
pub(crate) fn compare(name: &str, script: &Script) {
    compare_text(name, script.text());
}

pub(crate) fn compare_text(name: &str, text: &str) {
    insta::with_settings!({
        snapshot_path => "transcripts",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, text);
    });
}

/// Compares the transcripts of two pages of one scenario.
pub(crate) fn compare_both(name: &str, pages: &[(&str, &Script)]) {
    for (page, script) in pages {
        compare(&format!("{name}-{page}"), script);
    }
}
