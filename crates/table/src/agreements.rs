//! Agreements between two players, or between the player and the computer: draws, takebacks,
//! resignation.

use record::letter::Act;
use rules::Color;

use crate::event::{Event, Question, Request, Think};
use crate::sentence::Sentence;
use crate::table::{Purpose, Seat, Table};

impl Table {
    pub(crate) fn agree(&mut self, event: Event, out: &mut Vec<Request>) {
        self.note = None;
        if let Event::Answer(yes) = event {
            return self.answered(yes, out);
        }
        if matches!(event, Event::TakeBack)
            && let Some(own) = self.may_take_back()
        {
            self.computer.leave(out);
            self.take_back(own);
            out.push(Request::Say(Sentence::new("computer.taken-back")));
            return;
        }
        if !matches!(self.purpose, Purpose::Play) {
            return;
        }
        let takes_back = matches!(event, Event::TakeBack) && self.mail.is_none();
        if takes_back && (self.game.verdict().is_some() || !self.is_live()) {
            return self.refuse(Sentence::new("computer.nothing-back"), out);
        }
        if self.game.verdict().is_some() {
            return;
        }
        let turn = self.game.live_position().turn();
        // In a game by link the wish is the own side's, whoever is to move.
        let own = match &self.mail {
            Some(mail) => mail.own(),
            None if self.seats[turn as usize] == Seat::Here => Some(turn),
            None => None,
        };
        let is_against_computer = self.seats.iter().any(|seat| matches!(seat, Seat::Computer(_)));
        let Some(own) = own.or(self.here().filter(|_| matches!(event, Event::TakeBack))) else {
            let sentence = self.barred().unwrap_or(Sentence::new("computer.wait"));
            return self.refuse(sentence, out);
        };
        match event {
            Event::Resign if self.waits_for_answer() => {
                self.refuse(Sentence::new("mail.waits-answer"), out);
            }
            Event::Resign => self.asked = Some(Question::Resign(own)),
            Event::OfferDraw if self.mail.is_some() => {
                let is_due = self.is_due();
                let Some(mail) = self.mail.as_mut().filter(|_| is_due) else { return };
                if !mail.offers {
                    self.asked = Some(Question::Offer);
                    return;
                }
                mail.offers = false;
                self.refuse(Sentence::new("mail.offers-not"), out);
            }
            Event::OfferDraw if self.wanted.is_some() => {}
            Event::OfferDraw if is_against_computer && self.barred().is_none() => {
                self.asked = Some(Question::Offer);
            }
            Event::OfferDraw if is_against_computer => {}
            Event::OfferDraw => self.asked = Some(Question::Draw(own)),
            Event::TakeBack if self.may_ask_back() => self.send_back(out),
            Event::TakeBack if self.mail.is_some() => {}
            // The side that has just moved asks for its turn back.
            Event::TakeBack if !is_against_computer && self.has_finished(!own) => {
                self.asked = Some(Question::TakeBack(!own));
            }
            Event::TakeBack => self.refuse(Sentence::new("computer.nothing-back"), out),
            _ => {}
        }
    }

    /// Whether the invitation has not been answered yet.
    pub fn waits_for_answer(&self) -> bool {
        self.mail.as_ref().is_some_and(|mail| mail.newest.letter.answer.is_none())
    }

    /// The side played at this device, if there is exactly one.
    pub(crate) fn here(&self) -> Option<Color> {
        let mut here = Color::ALL.into_iter().filter(|&color| self.seat_of(color) == Seat::Here);
        here.next().filter(|_| here.next().is_none())
    }

    pub(crate) fn has_finished(&self, color: Color) -> bool {
        let is_own = |turn| self.game.is_whole(turn) && self.game.before(turn).turn() == color;
        self.game.main_line().any(is_own)
    }

    pub(crate) fn take_back(&mut self, color: Color) {
        self.held = None;
        self.pick = None;
        self.cursor = None;
        self.hint = None;
        self.touched |= self.game.take_back(color);
    }

    /// The question that is open.
    pub fn question(&self) -> Option<Question> {
        if let Some(asked) = &self.asked {
            return Some(asked.clone());
        }
        let mail = self.mail.as_ref()?;
        if let Some(came) = &mail.came {
            return Some(Question::Came(came.clone()));
        }
        if mail.own().is_none() && self.game.verdict().is_none() && !mail.is_put_off {
            let letter = &mail.newest.letter;
            return match letter.act {
                Act::Invitation if mail.objection().is_some() => None,
                Act::Invitation => Some(Question::Invited),
                _ if letter.chains.is_none() => Some(Question::Sit),
                _ => None,
            };
        }
        let is_ahead = || self.record().is_some_and(|record| mail.is_ahead(&record));
        match mail.asks()? {
            // Who has played on has refused it.
            Act::DrawAccepted if is_ahead() => None,
            Act::TakebackAsked(_) => Some(Question::TakebackAsked),
            _ => Some(Question::DrawOffered),
        }
    }

    pub(crate) fn answered(&mut self, yes: bool, out: &mut Vec<Request>) {
        let Some(question) = self.question() else { return };
        self.asked = None;
        match (question, yes) {
            (Question::Resign(_), true) if self.mail.is_some() => {
                self.write(Act::Resignation, out);
            }
            (Question::Resign(color), true) => {
                self.end(out);
                self.game.resign(color);
            }
            (Question::Draw(_), true) => {
                self.end(out);
                self.game.agree_draw();
            }
            (Question::TakeBack(color), true) => self.take_back(color),
            (Question::Offer, true) if self.mail.is_some() => {
                let is_due = self.is_due();
                if let Some(mail) = self.mail.as_mut().filter(|_| is_due) {
                    mail.offers = true;
                    self.refuse(Sentence::new("mail.offers"), out);
                }
            }
            (Question::Offer, true) if self.wanted.is_none() && self.barred().is_none() => {
                self.ask_engine(Think::Draw, out);
                self.refuse(Sentence::new("computer.considers"), out);
            }
            (Question::DrawOffered, true) => self.write(Act::DrawAccepted, out),
            (Question::TakebackAsked, true) => self.write(Act::TakebackGranted, out),
            (Question::TakebackAsked, false) => self.write(Act::TakebackRefused, out),
            (Question::DrawOffered | Question::Invited | Question::Sit, false) => {
                if let Some(mail) = &mut self.mail {
                    mail.is_put_off = true;
                }
            }
            (Question::Sit, true) => self.sit_down(),
            _ => {}
        }
    }

    /// The players end the game: a step not yet confirmed is dropped.
    pub(crate) fn end(&mut self, out: &mut Vec<Request>) {
        self.computer.leave(out);
        self.held = None;
        self.pick = None;
        self.cursor = None;
        self.touched = true;
    }
}
