//! Chessence: the rules sentence by sentence, why steps are refused, and what the conformance files leave
//! open.

mod refusals;

use refusals::{every_refusal_has_a_sentence, refusals_agree_with_the_steps};
use rules::games::chessence::Chessence;

#[test]
fn refused_exactly_when_not_listed() {
    refusals_agree_with_the_steps::<Chessence>();
}

#[test]
fn reasons_have_sentences() {
    every_refusal_has_a_sentence::<Chessence>();
}
