//! Magnetic: the rules sentence by sentence, why steps are refused, and what the conformance files leave
//! open.

mod refusals;

use refusals::{every_refusal_has_a_sentence, refusals_agree_with_the_steps};
use rules::games::magnetic::Magnetic;

#[test]
fn refused_exactly_when_not_listed() {
    refusals_agree_with_the_steps::<Magnetic>();
}

#[test]
fn reasons_have_sentences() {
    every_refusal_has_a_sentence::<Magnetic>();
}
