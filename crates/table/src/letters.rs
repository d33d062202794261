//! A game by link at the table: seats, letters to send, and letters that arrive.

use record::letter::{Act, Relation};
use record::{Game, Record};
use rules::{AnyPosition, Color};

use crate::asked;
use crate::claim::Way;
use crate::event::{Event, Request};
use crate::keep::{Content, Keeper, Keeping};
use crate::live::Presence;
use crate::mail::{self, Agreed, Came, Choice, Entropy, Mail, MailError, Read};
use crate::replay::BEGINS;
use crate::sentence::Sentence;
use crate::table::{BY_LINK, Seat, Table, key_of};
use crate::whole::whole_only;

impl Table {
    /// Whether the player's own turn is due in a game by link.
    pub(crate) fn is_due(&self) -> bool {
        let turn = self.game.live_position().turn();
        let is_over = self.game.verdict().is_some();
        self.mail.as_ref().is_some_and(|mail| mail.is_due(turn, is_over))
    }

    /// Whether the player may ask for a takeback now, in place of the turn that is due.
    pub(crate) fn may_ask_back(&self) -> bool {
        let Some(mail) = self.mail.as_ref().filter(|mail| !mail.is_first() && self.is_due()) else {
            return false;
        };
        let may = |record: &Record| !mail.is_ahead(record) && mail.may_ask_back(record).is_some();
        self.record().is_some_and(|record| may(&record))
    }

    /// The seats of a game by link: nobody plays for a seat that this device does not hold.
    pub(crate) fn seat(&mut self) {
        if self.mail.is_none() && !self.keeper.key().starts_with(BY_LINK) {
            return;
        }
        self.seats = [Seat::Friend; 2];
        let own = self.mail.as_ref().and_then(|mail| mail.own()).filter(|_| self.is_due());
        if let Some(own) = own {
            self.seats[own as usize] = Seat::Here;
        }
    }

    /// Another game replaces this one, in a lesson or a puzzle.
    pub(crate) fn set_game(&mut self, game: Game) {
        self.game = game;
        self.cursor = None;
        self.pick = None;
        self.held = None;
        self.hint = None;
        self.pointed = None;
        self.wanted = None;
    }

    pub(crate) fn record(&self) -> Option<Record> {
        self.game.record().ok()
    }

    /// Writes a letter by the player's side, and continues from it.
    pub(crate) fn write(&mut self, act: Act, out: &mut Vec<Request>) {
        let Some(record) = self.record() else { return };
        let times = self.times().filter(|_| act == Act::Turn);
        let Some(mail) = &mut self.mail else { return };
        let Some(written) = mail.reply(act, &record, times, self.computer.now) else {
            let sentence = Sentence::new("mail.no-letter");
            if self.note.as_ref() != Some(&sentence) {
                out.push(Request::Notice(sentence.clone()));
            }
            self.note = Some(sentence);
            return;
        };
        self.go_on_from(&written);
        self.remember_turn(times.map(|times| times.used));
        self.sends = true;
        self.touched = true;
    }

    pub(crate) fn send_back(&mut self, out: &mut Vec<Request>) {
        let record = self.record();
        let keep = record.and_then(|record| self.mail.as_ref()?.may_ask_back(&record));
        if let Some(keep) = keep {
            self.held = None;
            self.write(Act::TakebackAsked(keep), out);
        }
    }

    /// The game becomes that of a letter; variations stay.
    pub(crate) fn go_on_from(&mut self, record: &Record) {
        let is_same =
            self.game.start() == record.start() && self.game.played_steps() == record.steps();
        if is_same && self.game.verdict() == record.verdict() {
            return;
        }
        let mut game = Game::of(record);
        game.graft(&self.game);
        game.set_clock(self.game.clock());
        self.game = game;
        if let Some(timer) = self.timer.as_mut() {
            timer.recount(&mut self.game);
        }
        self.replaced = true;
        self.cursor = None;
        self.pick = None;
        self.held = None;
        self.hint = None;
    }

    pub(crate) fn letters(&mut self, event: Event, out: &mut Vec<Request>) {
        self.note = None;
        match event {
            Event::Invite { color, open, name, entropy } => {
                let start = *self.game.start();
                let is_fresh = self.mail.is_none() && !self.has_happened();
                if is_fresh
                    && let Some(mail) = {
                        let agreed = Agreed { open, ..Agreed::default() };
                        Mail::invite(start, color, &name, agreed, &entropy)
                    }
                {
                    self.keeper = Keeper::new(&key_of(&mail));
                    // Nobody else can know the name that was just drawn.
                    self.keeper.loaded(None);
                    self.mail = whole_only(mail);
                    self.sends = true;
                    self.touched = true;
                }
            }
            Event::Accept { name, quick, entropy } => {
                let now = self.computer.now;
                if let Some(mail) = &mut self.mail
                    && mail.accept(&name, quick, &entropy, now).is_some()
                {
                    self.sends = true;
                    self.touched = true;
                }
            }
            Event::InviteAgain { entropy } => self.rematch_by_link(&entropy, out),
            Event::SitDown => self.sit_down(),
            Event::HandedOn => {
                let is_due = self.is_due();
                if let Some(mail) = self.mail.as_mut().filter(|mail| mail.is_out(is_due)) {
                    mail.sent = true;
                    self.touched = true;
                    self.begin_wait();
                }
            }
            Event::Line(line) => {
                let is_due = self.is_due();
                if let Some(mail) = self.mail.as_mut().filter(|mail| mail.is_out(is_due)) {
                    self.touched |= mail.set_line(&line);
                }
            }
            Event::Came(link) => self.came(&link, out),
            Event::Choose(choice) => self.choose(choice, out),
            _ => {}
        }
    }

    /// Invites the friend to a rematch, with the sides swapped.
    fn rematch_by_link(&mut self, entropy: &Entropy, out: &mut Vec<Request>) {
        let Some((mail, own)) = self.mail.as_ref().and_then(|mail| Some((mail, mail.own()?)))
        else {
            return;
        };
        if self.game.verdict().is_none() {
            return;
        }
        let start = *self.game.start();
        let (letter, name) = (&mail.newest.letter, mail.name(own));
        let agreed = Agreed {
            open: false,
            quick: letter.is_quick(),
            live: mail.is_live().then(|| letter.clock()),
            days: letter.days(),
        };
        let begun = invitation(start, !own, name, agreed, entropy);
        if let Some(begun) = begun {
            out.push(self.again(&begun).unwrap_or(begun));
        }
    }

    pub(crate) fn sit_down(&mut self) {
        if let Some(mail) = &mut self.mail {
            self.touched |= mail.sit_down();
        }
    }

    /// A link was opened.
    pub(crate) fn came(&mut self, link: &str, out: &mut Vec<Request>) {
        self.came_by(link, Way::ByHand, out);
    }

    /// A letter has come.
    pub(crate) fn came_by(&mut self, link: &str, way: Way, out: &mut Vec<Request>) {
        let came = match mail::read(link) {
            Ok(came) => came,
            // A game that is not played by link.
            Err(MailError::None) => {
                return out.push(Request::OpenApart { link: link.to_owned() });
            }
            Err(error) => return self.refuse(asked::fault(&error), out),
        };
        let Some(record) = self.record() else { return };
        let Some(mail) = &self.mail else {
            match Mail::open(link) {
                // The device has lost the game: the link restores it.
                Ok(mail) if key_of(&mail) == self.keeper.key() => {
                    let record = mail.newest.record.clone();
                    self.mail = whole_only(mail);
                    self.go_on_from(&record);
                    self.touched = true;
                }
                _ => out.push(Request::OpenApart { link: link.to_owned() }),
            }
            return;
        };
        let relation = mail.compare(&record, &came.played);
        self.take_letter(came, &record, relation, link, way, out);
    }

    /// A letter has come that relates like this to the game here.
    pub(crate) fn take_letter(
        &mut self,
        came: Read,
        record: &Record,
        mut relation: Relation,
        link: &str,
        way: Way,
        out: &mut Vec<Request>,
    ) {
        let Some(mail) = &self.mail else { return };
        let is_claim = came.played.letter.act == Act::Claim;
        // What the line keeps comes again whenever the page is connected.
        let is_again = way == Way::Kept && mail.refused_claim.is_some();
        let is_believed = self.believes_overdue(&came.played).unwrap_or_else(|| {
            if is_claim { self.believes_claim(way) } else { self.believes(&came.played) }
        });
        if matches!(relation, Relation::Newer(_)) && !is_believed {
            // What is told and counts is also kept.
            let waits = way == Way::Told && self.live.as_ref().is_some_and(|live| live.keeps);
            if is_claim && (is_again || waits) {
                return;
            }
            relation = Relation::Disputed;
        }
        let watched = self.watched();
        let Some(mail) = &mut self.mail else { return };
        match relation {
            Relation::Newer(_) | Relation::TakenBack(_) => {
                let answer = mail.own_answer(&came.played);
                let untold = mail.untold(record, &came.played);
                if let Some(live) = self.live.as_mut() {
                    live.asked = None;
                }
                let is_unsigned = mail.ceases_to_sign(&came.played);
                mail.take(came, link);
                let given = mail.newest.letter.given();
                if let Some(timer) = self.timer.as_mut() {
                    timer.given = given;
                }
                if untold.is_some() {
                    // It was about the game that has given way.
                    self.asked = None;
                }
                mail.came = untold;
                self.sends = !mail.sent;
                let record = mail.newest.record.clone();
                let times = mail.newest.letter.times();
                self.go_on_from(&record);
                self.count_turn(watched, times, out);
                self.show_game(out);
                self.touched = true;
                if is_unsigned {
                    let friend = self.friend_of_own();
                    self.notice(Sentence::new("mail.unsigned").with("name", friend), out);
                }
                if let Relation::Newer(2..) = relation {
                    out.push(Request::Notice(Sentence::new("conditional.foreseen")));
                }
                if let Some(answer) = answer {
                    self.play_own_answer(&answer, out);
                }
                if self.sends && matches!(relation, Relation::TakenBack(_)) {
                    self.notice(Sentence::new("mail.given-back"), out);
                }
            }
            Relation::Other => out.push(Request::OpenApart { link: link.to_owned() }),
            relation => {
                // A private link may bring the seat.
                if let Some(seat) = &came.seat
                    && (mail.own().is_none() || mail.plays_unsigned())
                {
                    mail.sit(seat.clone());
                    self.touched = true;
                }
                if relation == Relation::Same {
                    // The friend may have added to a letter that had gone out.
                    self.touched |= mail.take_added(&came.played);
                    return;
                }
                let link = Mail::link_of(&came).unwrap_or_else(|| link.to_owned());
                mail.came = Some(Came { link, relation, is_own: false });
                if let Some(live) = self.live.as_mut() {
                    live.asked.get_or_insert(self.computer.now);
                }
                self.touched = true;
            }
        }
    }

    /// The link of the newest letter of a game by link, from either side.
    pub fn letter_link(&self) -> Option<&str> {
        self.mail.as_ref().map(|mail| mail.link())
    }

    /// A link to a game by link after its newest letter, for anybody to look at: without letter and
    /// seat, and without an unfinished turn.
    pub fn look_link(&self) -> Option<String> {
        let mail = self.mail.as_ref()?;
        mail.look(&mail.newest.record)
    }

    /// Carries out the choice about a link that does not simply continue the game.
    pub(crate) fn choose(&mut self, choice: Choice, out: &mut Vec<Request>) {
        let Some(came) = self.mail.as_mut().and_then(|mail| mail.came.take()) else { return };
        self.touched = true;
        self.remember_claim(&came, choice);
        match choice {
            Choice::KeepMine => {}
            Choice::KeepApart => {
                // A game without a seat here.
                let read = mail::read(&came.link).ok();
                let look = read.and_then(|read| self.mail.as_ref()?.look(&read.played.record));
                out.push(Request::OpenApart { link: look.unwrap_or(came.link) });
            }
            Choice::TakeTheirs => {
                if let Ok(read) = mail::read(&came.link)
                    && let Some(mail) = self.mail.as_mut().filter(|mail| mail.may_take(&came))
                {
                    mail.take(read, &came.link);
                    mail.seen = true;
                    self.sends = !mail.sent;
                    let record = mail.newest.record.clone();
                    self.go_on_from(&record);
                    self.take_watch(out);
                }
            }
        }
    }

    /// Offers the newest own letter to be shared, once it is stored, or cannot be.
    pub(crate) fn offer(&mut self, out: &mut Vec<Request>) {
        let is_due = self.is_due();
        let Some(mail) = self.mail.as_ref().filter(|_| self.sends) else { return };
        let is_settled = match self.keeper.state() {
            Keeping::Kept | Keeping::Failed | Keeping::Unread | Keeping::Never => true,
            Keeping::Reading | Keeping::Writing | Keeping::Left => false,
        };
        if is_settled {
            match self.presence() {
                Some(Presence::Here | Presence::Away) => {
                    self.sends = false;
                    return self.tell_letter(out);
                }
                Some(Presence::Left) => {}
                None if !mail.is_live() => {}
                // It waits for the line.
                _ => return,
            }
            self.sends = false;
            if mail.is_out(is_due) && !mail.sent {
                out.push(Request::Send { link: mail.link().to_owned() });
            }
        }
    }

    /// Places both sides by the common draw, as soon as that is known here.
    fn place_in_common(&mut self, out: &mut Vec<Request>) {
        let is_fresh = self.game.tip() == Game::ROOT && self.game.turn_steps().is_empty();
        let mail = self.mail.as_ref().filter(|_| is_fresh && self.keeper.is_read());
        let Some(steps) = mail.and_then(|mail| mail.place()) else { return };
        for step in steps {
            if self.game.play(step).is_err() {
                break;
            }
        }
        self.touched = true;
        out.push(Request::Say(Sentence::new("mail.placed")));
    }

    /// Sends a turn that was finished here, or an opening that is due, and shows what came.
    pub(crate) fn settle_letters(&mut self, out: &mut Vec<Request>) {
        self.place_in_common(out);
        self.play_foreseen(out);
        let Some(mail) = &self.mail else { return };
        let newest = &mail.newest.record;
        let is_over = self.game.verdict().is_some() && newest.verdict().is_none();
        let finished = self.finished();
        let is_more = is_over || finished > newest.turns().filter(|turn| turn.done).count();
        let is_unsent = |record: &Record| {
            !mail.is_ahead(record) && (is_over || finished > mail.turns_sent(record))
        };
        // Only the player's own turns can be finished here.
        let is_own = mail.own().is_some() && is_more;
        let is_due = is_own && self.record().is_none_or(|record| is_unsent(&record));
        let is_opened = mail.own().is_some()
            && !mail.seen
            && mail.came.is_none()
            && self.keeper.state() != Keeping::Reading;
        let quote = self.quote(mail).filter(|_| is_opened);
        if is_due {
            self.write(Act::Turn, out);
        } else if mail.owes_opening() {
            self.write(Act::Opening, out);
        } else if is_opened {
            let act = mail.newest.letter.act;
            match act {
                // The clock of the player runs: the turn is told at once.
                Act::Turn if self.live.is_some() => {
                    let from = self.game.behind(self.game.parent(self.game.tip()));
                    self.tell_steps(from, out);
                }
                Act::Turn => {
                    self.replays_next(out);
                }
                Act::TakebackGranted => out.push(Request::Notice(Sentence::new("mail.granted"))),
                Act::TakebackRefused => out.push(Request::Notice(Sentence::new("mail.refused"))),
                _ => {}
            }
            if let Some(mail) = &mut self.mail {
                mail.seen = true;
            }
            self.touched = true;
        }
        if let Some(quote) = quote {
            if let Some(mail) = &mut self.mail {
                mail.quoted = Some(quote.clone());
            }
            // If the turn is shown step by step, it is announced after that.
            if !out
                .iter()
                .any(|request| matches!(request, Request::Wake { id, .. } if *id == BEGINS))
            {
                out.push(Request::Say(quote));
            }
        }
    }
}

/// An invitation to a game with this start position, by the player of `color`: the content to store, and
/// its name. `None` if it could not be written as a link.
pub fn invitation(
    start: AnyPosition,
    color: Color,
    name: &str,
    agreed: Agreed<'_>,
    entropy: &Entropy,
) -> Option<Request> {
    let mail = Mail::invite(start, color, name, agreed, entropy)?;
    let content =
        Content { saved: Game::new(start).save(), post: Some(mail.post()), ..Content::default() };
    Some(Request::BeginByLink { key: key_of(&mail), content })
}
