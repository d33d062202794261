//! Charismatic Chess: what the conformance files leave open.

mod refusals;

use refusals::{every_refusal_has_a_sentence, refusals_agree_with_the_steps};
use rules::games::charismatic::Charismatic;

#[test]
fn refused_exactly_when_not_listed() {
    refusals_agree_with_the_steps::<Charismatic>();
}

#[test]
fn reasons_have_sentences() {
    every_refusal_has_a_sentence::<Charismatic>();
}
