//! Looking at a finished live game together: one player walks through it, and the other's board follows.
//!
//! Either may begin, and then the other follows; who follows may take over, and stops following by touching anything.
//! What is told is how many steps of the main line lie behind the place that is shown. Each time that somebody begins
//! has a number, so that a message which comes late does not begin it again; it is told again with each sign of life.

use rules::Color;

use crate::event::Request;
use crate::live::SILENCE;
use crate::live_message::Message;
use crate::sentence::Sentence;
use crate::table::Table;

/// How the players look at the finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Together {
    /// They cannot look at it together.
    #[default]
    No,
    /// Each looks alone; this player may lead.
    Apart,
    /// This player walks.
    Leads,
    /// The other player walks.
    Follows,
}

impl Together {
    /// Its name in data.
    pub const fn id(self) -> &'static str {
        match self {
            Together::No => "",
            Together::Apart => "apart",
            Together::Leads => "leads",
            Together::Follows => "follows",
        }
    }
}

/// The same at the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Looking {
    /// Whether the player leads; `None`: each looks alone.
    leads: Option<bool>,
    /// The number of the last time that somebody began.
    number: u32,
    /// When the other player has shown a place last.
    heard: u64,
}

impl Table {
    /// How the players look at the finished game.
    pub fn together(&self) -> Together {
        let looking = self.live.as_ref().map(|live| live.looking);
        match looking.filter(|_| self.is_together() && self.game.verdict().is_some()) {
            None => Together::No,
            Some(Looking { leads: None, .. }) => Together::Apart,
            Some(Looking { leads: Some(true), .. }) => Together::Leads,
            Some(Looking { leads: Some(false), .. }) => Together::Follows,
        }
    }

    /// The player begins to lead, or stops.
    pub(crate) fn lead_or_stop(&mut self, leads: bool, out: &mut Vec<Request>) {
        let is_possible = match self.together() {
            Together::No => false,
            Together::Leads => !leads,
            Together::Follows => true,
            Together::Apart => leads,
        };
        let Some(live) = self.live.as_mut().filter(|_| is_possible) else { return };
        if leads {
            live.looking.number = live.looking.number.saturating_add(1);
            live.looking.leads = Some(true);
            self.forget_advice();
            out.push(Request::Say(
                Sentence::new("together.leads").with("name", self.friend_of_own()),
            ));
            return self.tell_place(out);
        }
        self.look_alone(out);
    }

    /// Each looks alone from now on, and the other player hears of it.
    fn look_alone(&mut self, out: &mut Vec<Request>) {
        let Some(live) = self.live.as_mut() else { return };
        live.looking.leads = None;
        let number = live.looking.number;
        self.forget_advice();
        let message = Message::Alone(number).write();
        out.push(Request::Tell { message, is_letter: false });
    }

    /// That the board follows is not said any longer.
    fn forget_advice(&mut self) {
        if self.advises {
            self.note = None;
        }
    }

    /// Tells the place that is shown, if the player leads and it is one of the main line.
    pub(crate) fn tell_place(&self, out: &mut Vec<Request>) {
        let place = self.place();
        if self.together() != Together::Leads || !self.game.is_played(place.turn) {
            return;
        }
        let number = self.live.as_ref().map_or(0, |live| live.looking.number);
        let message = Message::Look { number, steps: self.game.count(place) }.write();
        out.push(Request::Tell { message, is_letter: false });
    }

    /// The other player shows a place.
    pub(crate) fn hear_place(&mut self, number: u32, steps: usize, out: &mut Vec<Request>) {
        if self.together() == Together::No {
            return;
        }
        let now = self.computer.now;
        let own = self.mail.as_ref().and_then(|mail| mail.own());
        let Some(live) = self.live.as_mut() else { return };
        let Looking { leads, number: known, .. } = live.looking;
        let is_new = match leads {
            // Of two who begin at once, White leads.
            Some(true) => number > known || number == known && own == Some(Color::Black),
            Some(false) | None => number > known,
        };
        let goes_on = leads == Some(false) && number == known;
        if !is_new && !goes_on {
            // It was left here, and that was lost on the way; or the other page was loaded again meanwhile.
            if leads.is_none() {
                let message = Message::Alone(known).write();
                out.push(Request::Tell { message, is_letter: false });
            }
            return;
        }
        live.looking = Looking { leads: Some(false), number, heard: now };
        let is_told = self.note.is_some() && self.advises;
        let (before, place) = (self.place(), self.game.place(steps));
        if place == before && is_told {
            return;
        }
        self.show(place);
        let follows = Sentence::new("together.follows").with("name", self.friend_of_own());
        if is_new {
            out.push(Request::Say(follows.clone()));
        }
        if self.place() != before {
            out.push(Request::Say(self.says()));
        }
        self.note = Some(follows);
        self.advises = true;
    }

    /// The other player looks alone.
    pub(crate) fn hear_alone(&mut self, number: u32, out: &mut Vec<Request>) {
        let friend = self.friend_of_own();
        let Some(live) = self.live.as_mut() else { return };
        let Looking { leads, number: known, .. } = live.looking;
        if leads.is_none() || number < known {
            return;
        }
        if leads == Some(true) && number > known {
            // A page that was loaded again has begun with a number that was used before.
            live.looking.number = number.saturating_add(1);
            return self.tell_place(out);
        }
        live.looking = Looking { leads: None, number, ..live.looking };
        self.forget_advice();
        out.push(Request::Say(Sentence::new("together.alone").with("name", friend)));
    }

    /// The alarm of the line: who leads shows the place again, and a leader who is not heard is missed.
    pub(crate) fn beat_together(&mut self, out: &mut Vec<Request>) {
        let now = self.computer.now;
        let Some(live) = self.live.as_mut() else { return };
        let is_silent = now.saturating_sub(live.looking.heard) > SILENCE;
        if live.looking.leads == Some(false) && is_silent {
            live.looking.leads = None;
            self.forget_advice();
        }
        self.tell_place(out);
    }

    /// The player has done something: who follows looks alone then, and who leads shows where that led.
    pub(crate) fn settle_together(
        &mut self,
        is_own: bool,
        has_moved: bool,
        out: &mut Vec<Request>,
    ) {
        match self.together() {
            Together::Follows if is_own => self.look_alone(out),
            Together::Leads if has_moved => self.tell_place(out),
            _ => {}
        }
    }
}
