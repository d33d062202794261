//! What is kept of a table, and what happens where the store has something else.

use record::Game;
use record::letter::Relation;
use rules::Step;

use crate::event::{Event, Request};
use crate::keep::{Content, Keeping, Refused, Stored};
use crate::mail::{self, Came, Mail};
use crate::opponent::Opponent;
use crate::said::Sentence;
use crate::table::{Purpose, Seat, Table};

impl Table {
    /// Whether there is anything to be kept.
    pub(crate) fn has_happened(&self) -> bool {
        self.mail.is_some()
            || self.game.len() > 1
            || self.game.verdict().is_some()
            || self.held.is_some()
            || !self.game.comments(Game::ROOT).1.is_empty()
            || !self.game.marks(Game::ROOT).is_empty()
    }

    /// What is to be kept.
    pub fn content(&self) -> Content {
        let spec = self.game.start().spec();
        Content {
            saved: self.game.save(),
            held: self.held.map_or_else(String::new, |step| step.display(spec).to_string()),
            computer: self.opponent(),
            post: self.mail.as_ref().map(Mail::post),
        }
    }

    /// Takes up what was kept in the place of what is here. Whether it could be read.
    pub(crate) fn adopt(&mut self, content: &Content) -> bool {
        let Some((game, mail)) = read_content(content) else { return false };
        let spec = game.start().spec();
        let held = Step::parse(&content.held, spec).ok();
        self.held = held.filter(|&step| game.live_position().why_not(step).is_none());
        self.game = game;
        self.replaced = true;
        self.cursor = None;
        self.pick = None;
        self.hint = None;
        self.review = None;
        self.asked = None;
        if mail.is_none() && self.mail.is_none() && matches!(self.purpose, Purpose::Play) {
            self.seats = content.computer.map_or([Seat::Here; 2], Opponent::seats);
            self.opponent_seed = content.computer.and_then(|opponent| opponent.seed);
            self.remembered = content.computer;
        }
        // The letter has the game where that was not kept with it.
        if let Some(mut mail) = mail {
            let steps = mail.newest.record.steps();
            let goes_on = self.record().is_some_and(|own| {
                own.steps().starts_with(steps)
                    && (mail.newest.record.verdict().is_none()
                        || own.verdict() == mail.newest.record.verdict())
            });
            if let Some(came) = content.post.as_ref().map(|post| &post.came)
                && let Ok(read) = mail::read(came)
            {
                let record = self.record().filter(|_| goes_on);
                let record = record.as_ref().unwrap_or(&mail.newest.record);
                let relation = mail.compare(record, &read.played);
                let is_news = !matches!(relation, Relation::Same | Relation::Other);
                mail.came = is_news.then(|| Came { link: came.clone(), relation });
            }
            self.sends = !mail.sent;
            let record = mail.newest.record.clone();
            self.mail = Some(mail);
            if !goes_on {
                self.go_on_from(&record);
            }
        }
        true
    }

    pub(crate) fn stored(&mut self, event: Event, out: &mut Vec<Request>) {
        match event {
            Event::Loaded { key, found } => {
                if key != self.keeper.key() || self.keeper.state() != Keeping::Reading {
                    return;
                }
                self.keeper.loaded(found.as_ref());
                match found {
                    Some(stored) => self.meet(&stored, out),
                    None => self.touched = true,
                }
            }
            Event::LoadFailed { key } if key == self.keeper.key() => {
                self.keeper.unread(out);
                self.refuse(Sentence::new("kept.blocked"), out);
            }
            Event::Kept { key, revision } => {
                self.touched |= self.keeper.kept(&key, revision);
            }
            Event::KeepFailed { key, revision } if self.keeper.failed(&key, revision, out) => {
                self.refuse(Sentence::new("kept.blocked"), out);
            }
            Event::Refused { key, revision, found } => {
                match self.keeper.refused(&key, revision, found) {
                    Refused::Stale => {}
                    Refused::Other(None) => self.touched = true,
                    Refused::Other(Some(stored)) => self.meet(&stored, out),
                }
            }
            Event::TakenElsewhere => self.keeper.leave(),
            Event::TakeUp if self.keeper.state() == Keeping::Left => self.keeper.read(out),
            _ => {}
        }
    }

    /// Tries again what has failed.
    pub(crate) fn retry(&mut self, out: &mut Vec<Request>) {
        match self.keeper.state() {
            Keeping::Unread => self.keeper.read(out),
            Keeping::Failed => self.touched = true,
            _ => {}
        }
    }

    /// What stands in the store is not what was read here, or was read only now: what is here goes
    /// on with it, gives way to it, or becomes a game beside it; nothing is lost.
    pub(crate) fn meet(&mut self, stored: &Stored, out: &mut Vec<Request>) {
        if !self.has_happened() {
            if !self.adopt(&stored.content) {
                // It stays where it is, for a person to look at.
                self.keeper.move_beside();
                self.refuse(Sentence::new("kept.aside"), out);
            }
            return;
        }
        self.touched = true;
        let Some((game, mail)) = read_content(&stored.content) else {
            self.keeper.move_beside();
            return self.refuse(Sentence::new("kept.aside"), out);
        };
        match (&self.mail, mail) {
            (Some(_), Some(theirs)) => self.meet_letter(&game, theirs, stored, out),
            (None, None) => self.meet_game(&game, stored),
            _ => self.keeper.move_beside(),
        }
    }

    pub(crate) fn meet_game(&mut self, theirs: &Game, stored: &Stored) {
        let steps = |game: &Game| -> Vec<Step> {
            game.main_line().flat_map(|turn| game.steps(turn)).copied().collect()
        };
        let (own, other) = (steps(&self.game), steps(theirs));
        let is_own_open = self.game.verdict().is_none() || self.game.verdict() == theirs.verdict();
        let is_other_open = theirs.verdict().is_none() || own == other;
        if *self.game.start() != *theirs.start() {
            self.keeper.move_beside();
        } else if own.starts_with(&other) && is_other_open && (own != other || is_own_open) {
            self.game.graft(theirs);
            if own == other
                && let Some(verdict) = theirs.verdict()
            {
                self.game.close(verdict);
            }
        } else if own == other {
            // Only here the players have ended the game.
            self.game.graft(theirs);
        } else if other.starts_with(&own) && is_own_open {
            let ours = self.game.clone();
            self.adopt(&stored.content);
            self.game.graft(&ours);
        } else {
            self.keeper.move_beside();
        }
    }

    pub(crate) fn meet_letter(
        &mut self,
        theirs: &Game,
        mut mail: Mail,
        stored: &Stored,
        out: &mut Vec<Request>,
    ) {
        let Some(own) = &self.mail else { return };
        let ours = own.newest.clone();
        let Ok(record) = theirs.record() else {
            return;
        };
        // What this window knows of the seat, the stored one may not.
        let seat = mail::read(own.seat_link()).ok().and_then(|read| read.seat);
        match mail.compare(&record, &ours) {
            Relation::Newer(_) | Relation::Ahead(_) | Relation::TakenBack(_) => {
                self.game.graft(theirs);
            }
            Relation::Same => {
                let open = |game: &Game| game.turn_steps().len();
                let is_further = open(theirs) > open(&self.game);
                let (sent, seen) = (mail.sent || own.sent, mail.seen || own.seen);
                if is_further {
                    let game = self.game.clone();
                    self.adopt(&stored.content);
                    self.game.graft(&game);
                } else {
                    self.game.graft(theirs);
                }
                if let Some(mail) = &mut self.mail {
                    (mail.sent, mail.seen) = (sent, seen);
                    if let Some(seat) = seat {
                        mail.sit(seat);
                    }
                }
            }
            relation => {
                let is_older = matches!(relation, Relation::Older(_));
                let came = Came { link: own.link().to_owned(), relation };
                let game = self.game.clone();
                if !self.adopt(&stored.content) {
                    return;
                }
                self.game.graft(&game);
                if let Some(seat) = seat {
                    mail.sit(seat.clone());
                    if let Some(mail) = &mut self.mail {
                        mail.sit(seat);
                    }
                }
                // One seat, one game: which one, the player says.
                if !is_older && let Some(mail) = &mut self.mail {
                    mail.came = Some(came);
                    self.refuse(Sentence::new("mail.came.elsewhere"), out);
                }
            }
        }
    }
}

/// What was kept, if it can be read.
fn read_content(content: &Content) -> Option<(Game, Option<Mail>)> {
    let game = Game::load(&content.saved).ok()?;
    let mail = match &content.post {
        Some(post) => Some(Mail::restore(post).ok()?),
        None => None,
    };
    Some((game, mail))
}
