//! Complete Contramatic Chess.

mod refusals;

use refusals::{every_refusal_has_a_sentence, refusals_agree_with_the_steps};
use rules::games::complete_contramatic::CompleteContramatic;

#[test]
fn refused_exactly_when_not_listed() {
    refusals_agree_with_the_steps::<CompleteContramatic>();
}

#[test]
fn reasons_have_sentences() {
    every_refusal_has_a_sentence::<CompleteContramatic>();
}
