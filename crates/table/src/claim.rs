//! A live game that the other side has left: who has waited long enough may claim it.
//!
//! Only on a line that keeps letters, since it alone tells who is away; and only in a game with clocks, which
//! stand while the other side is away: without them nobody has to be there. A claim is a letter, so that the
//! relay takes it or a turn that is made at the same time. A device that was connected itself meanwhile does not
//! believe a claim, and asks its player.

use record::letter::{Act, Played};

use crate::event::Request;
use crate::live::{Live, Presence, SILENCE};
use crate::sentence::Sentence;
use crate::table::Table;

/// How long the other side must have been away, in milliseconds, while this device was connected.
pub const CLAIM_AFTER: u64 = 60_000;

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
        let has_begun = |mail: &crate::mail::Mail| {
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
        self.held = None;
        self.end(out);
        self.write(act, out);
    }

    /// Whether this device may have been away for as long as a letter says, if that claims the game. Had it been
    /// connected for a while, its signs of life would have been heard.
    pub(crate) fn may_have_left(&self, came: &Played) -> bool {
        let now = self.computer.now;
        let was_away = |live: &Live| match live.presence {
            Presence::Left => false,
            _ => !live.keeps || now.saturating_sub(live.open) < SILENCE,
        };
        came.letter.act != Act::Claim || self.live.as_ref().is_some_and(|live| was_away(live))
    }
}
