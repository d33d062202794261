//! Time that one player of a live game gives the other: 15 seconds at once.
//!
//! What a side was given is a list that only grows. It stands in the newest letter of both devices, and
//! the giver says it again with each sign of life. A side believes the other about what it was given
//! itself, and nobody about what the other was given.

use record::letter::{Gifts, MOST_GIVEN};

use crate::event::Request;
use crate::keep::Keeping;
use crate::live_message::Message;
use crate::mail::Mail;
use crate::sentence::Sentence;
use crate::table::Table;

impl Mail {
    /// What the newest letter is to say of time that was given, once `came` replaces it.
    pub(crate) fn given_with(&self, came: &[Gifts; 2], is_own: bool) -> [Gifts; 2] {
        let mut given = self.newest.letter.given();
        match self.own() {
            // One's own letter comes from another window; without a seat all is taken as it is told.
            None => given.clone_from(came),
            Some(own) => {
                given[own as usize].merge(&came[own as usize]);
                if is_own {
                    given[!own as usize].merge(&came[!own as usize]);
                }
            }
        }
        given
    }

    /// Says in the newest letter what was given. Whether that is something new.
    fn set_given(&mut self, given: &[Gifts; 2]) -> bool {
        let before = self.newest.letter.clone();
        let is_set = before.given() != *given && self.newest.letter.set_given(given);
        if is_set && self.write_links().is_some() {
            return true;
        }
        self.newest.letter = before;
        false
    }
}

impl Table {
    /// What White and Black were given of each other's time.
    pub fn given(&self) -> [Gifts; 2] {
        self.mail.as_ref().map(|mail| mail.newest.letter.given()).unwrap_or_default()
    }

    /// Whether the player may give the other one time now.
    pub(crate) fn may_give(&self) -> bool {
        let own = self.mail.as_ref().and_then(|mail| mail.own());
        let is_less = |list: &Gifts| list.total() < MOST_GIVEN;
        self.timer.as_ref().is_some_and(|timer| timer.clock.timed().is_some())
            && self.is_together()
            && self.game.verdict().is_none()
            && own.is_some_and(|own| is_less(&self.given()[!own as usize]))
    }

    /// The player gives the other one time.
    pub(crate) fn give_time(&mut self, out: &mut Vec<Request>) {
        let (mut given, turn) = (self.given(), self.finished());
        let Some(mail) = self.mail.as_mut() else { return };
        let (Some(own), Ok(turn)) = (mail.own(), u32::try_from(turn)) else { return };
        given[!own as usize].add(turn);
        if mail.set_given(&given) {
            self.touched = true;
            if let Some(live) = self.live.as_mut() {
                live.gives = true;
            }
            out.push(Request::Say(Sentence::new("live.gave").with("name", self.friend_of_own())));
        }
    }

    /// The other side says what it has given.
    pub(crate) fn hear_given(&mut self, list: &Gifts, out: &mut Vec<Request>) {
        let mut given = self.given();
        let Some(mail) = self.mail.as_mut() else { return };
        let Some(own) = mail.own() else { return };
        given[own as usize].merge(list);
        if mail.set_given(&given) {
            self.touched = true;
            let friend = self.friend_of_own();
            out.push(Request::Say(Sentence::new("live.given").with("name", friend)));
        }
    }

    /// Tells what the player has given, as far as anything.
    pub(crate) fn tell_given(&self, out: &mut Vec<Request>) {
        let own = self.mail.as_ref().and_then(|mail| mail.own());
        let list = own.map(|own| self.given()[!own as usize].clone());
        if let Some(list) = list.filter(|list| !list.is_empty()) {
            let message = Message::Given(list).write();
            out.push(Request::Tell { message, is_letter: false });
        }
    }

    /// Tells what was just given, once it is stored.
    pub(crate) fn offer_given(&mut self, out: &mut Vec<Request>) {
        let is_stored = !matches!(self.keeper.state(), Keeping::Reading | Keeping::Writing);
        let gives = self.live.as_mut().filter(|_| is_stored);
        if gives.is_some_and(|live| std::mem::take(&mut live.gives)) {
            self.tell_given(out);
        }
    }
}

#[cfg(test)]
mod tests {
    use record::letter::{Act, Given};
    use rules::{AnyPosition, Color, GameId};

    use super::*;
    use crate::mail::Agreed;

    #[test]
    fn a_side_is_believed_about_what_it_gives_and_not_about_what_it_is_given() {
        let gifts = |turn| Gifts::new(vec![Given { turn, times: 1 }]).unwrap_or_default();
        let start = AnyPosition::initial(GameId::Magnetic);
        let mut mail =
            Mail::invite(start, Color::White, "", Agreed::live("60"), &[7; 56]).expect("a game");
        assert_eq!(mail.newest.letter.act, Act::Invitation);
        assert!(mail.set_given(&[gifts(1), gifts(2)]));
        assert!(!mail.set_given(&[gifts(1), gifts(2)]), "nothing new");
        let came = [gifts(3), gifts(4)];
        let mut white = gifts(1);
        white.merge(&gifts(3));
        assert_eq!(mail.given_with(&came, false), [white.clone(), gifts(2)]);
        let mut black = gifts(2);
        black.merge(&gifts(4));
        assert_eq!(mail.given_with(&came, true), [white, black], "from another window");
    }
}
