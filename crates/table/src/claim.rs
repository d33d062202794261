//! A live game that the other side has left: who has waited long enough may claim it.
//!
//! Only on a line that keeps letters, since it alone tells who is away; and only in a game with clocks, which
//! stand while the other side is away: without them nobody has to be there. A claim is a letter, so that the
//! relay takes it or a turn that is made at the same time. A device believes a claim only from what such a line
//! keeps, and only if it may have been away itself for as long: any other claim is a question to its player, and
//! stays one however often it comes.

use record::letter::{Act, Relation};

use crate::event::Request;
use crate::live::{Live, Presence, SILENCE};
use crate::mail::{self, Came, Choice, Mail};
use crate::sentence::Sentence;
use crate::table::Table;

/// How long the other side must have been away, in milliseconds, while this device was connected.
pub const CLAIM_AFTER: u64 = 60_000;

/// What the line keeps comes by then, in milliseconds, once the other side is heard.
const SOON: u64 = 3_000;

/// How a letter has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// The line keeps it.
    Kept,
    /// The other side has told it.
    Told,
    /// By hand.
    ByHand,
}

/// Whether a link is a letter that claims the game, in which no turn has so many days.
fn is_claim(link: &str) -> bool {
    mail::read(link).is_ok_and(|read| {
        let letter = read.played.letter;
        letter.act == Act::Claim && letter.days().is_none()
    })
}

impl Mail {
    /// Whether the player is, or was, asked about a claim of the game as it stands.
    fn was_asked_of_claim(&self) -> bool {
        let is_open = self.came.as_ref().is_some_and(|came| is_claim(&came.link));
        is_open || self.refused_claim.is_some()
    }
}

impl Live {
    /// Since when this device is connected and waits for the other side.
    fn waits_since(&self) -> Option<u64> {
        (self.presence == Presence::Away && self.keeps).then_some(self.alone)
    }
}

impl Table {
    /// Whether the player may claim the game now.
    pub(crate) fn may_claim(&self) -> bool {
        self.overdue_claim().is_some() || self.may_claim_left()
    }

    /// Whether the player may claim the game because the other side has left.
    fn may_claim_left(&self) -> bool {
        let now = self.computer.now;
        let waits_since = self.live.as_ref().and_then(|live| live.waits_since());
        let has_begun = |mail: &Mail| {
            let letter = &mail.newest.letter;
            letter.answer.is_some() && letter.has_clocks()
        };
        waits_since.is_some_and(|since| now.saturating_sub(since) >= CLAIM_AFTER)
            && self.mail.as_ref().is_some_and(|mail| mail.may_move() && has_begun(mail))
            && self.game.verdict().is_none()
    }

    /// Says, once each time, that the player may claim the game.
    pub(crate) fn offer_claim(&mut self, out: &mut Vec<Request>) {
        let may_claim = self.may_claim_left();
        let Some(live) = self.live.as_mut() else { return };
        let has_offered = std::mem::replace(&mut live.has_offered, may_claim);
        if may_claim && !has_offered {
            let friend = self.friend_of_own();
            out.push(Request::Say(Sentence::new("live.claimable").with("name", friend)));
        }
    }

    /// The player claims the game.
    pub(crate) fn claim(&mut self, out: &mut Vec<Request>) {
        let act = self.overdue_claim().unwrap_or(Act::Claim);
        self.end(out);
        self.write(act, out);
    }

    /// The player has chosen, of this link and the game here.
    pub(crate) fn remember_claim(&mut self, came: &Came, choice: Choice) {
        let is_refused = choice != Choice::TakeTheirs && came.relation == Relation::Disputed;
        if let Some(mail) = self.mail.as_mut().filter(|_| is_refused && is_claim(&came.link)) {
            mail.refused_claim = Some(came.link.clone());
        }
    }

    /// Whether a letter that claims the game is believed without asking the player.
    pub(crate) fn believes_claim(&self, way: Way) -> bool {
        let now = self.computer.now;
        let was_asked = self.mail.as_ref().is_some_and(|mail| mail.was_asked_of_claim());
        // Had this device been connected meanwhile, it would have heard the one who claims the game.
        let is_long =
            |heard: Option<u64>| heard.is_none_or(|heard| now.saturating_sub(heard) >= CLAIM_AFTER);
        let was_heard =
            |live: &Live| live.heard_first.is_some_and(|first| now.saturating_sub(first) >= SOON);
        let may_have_left = |live: &Live| match live.keeps {
            // What the line keeps comes before, or soon after, this device is connected and hears the other side.
            true => {
                let is_soon = now.saturating_sub(live.open) < SILENCE && !was_heard(live);
                is_soon && is_long(live.heard_before)
            }
            false => is_long(live.heard_own),
        };
        way == Way::Kept && !was_asked && self.live.as_ref().is_some_and(|live| may_have_left(live))
    }
}
