//! The target for the descriptions by which the two devices of a live game connect.

use app::travel::signal::{pack_signal, signal_answers, unpack_signal};

/// Reads the text of a link, and a description. What comes of the
/// text is a description, in which nothing begins a line of its own, and which gives the same again.
pub fn signal(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    assert_eq!(unpack_signal(text).is_some(), signal_answers(text).is_some());
    if let Some((sdp, answers)) = unpack_signal(text).zip(signal_answers(text)) {
        check(&sdp);
        if let Some(packed) = pack_signal(&sdp, answers) {
            assert_eq!(unpack_signal(&packed), Some(sdp));
        }
    }
    for answers in [false, true] {
        if let Some(packed) = pack_signal(text, answers) {
            let sdp = unpack_signal(&packed).expect("it was packed");
            assert_eq!(signal_answers(&packed), Some(answers));
            assert_eq!(pack_signal(&sdp, answers), Some(packed));
            check(&sdp);
        }
    }
}

fn check(sdp: &str) {
    const STARTS: [&str; 7] = ["v=0", "o=-", "s=-", "t=0", "m=application ", "c=IN", "a="];
    for line in sdp.split_terminator("\r\n") {
        assert!(STARTS.iter().any(|start| line.starts_with(start)), "{line}");
        assert!(!line.contains(['\r', '\n']), "{line:?}");
    }
    assert_eq!(sdp.matches("a=setup:").count(), 1);
    assert_eq!(sdp.matches("a=fingerprint:").count(), 1);
}
