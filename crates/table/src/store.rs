//! What is stored of a table, and what happens if the store has something else.

use record::letter::{Act, Relation};
use record::{Game, Record};
use rules::Step;

use crate::analysis::Analysis;
use crate::event::{Event, Request};
use crate::keep::{Content, Keeping, Post, Refused, Revision, Stored, drawn_name, study_name};
use crate::mail::{self, Came, Mail};
use crate::opponent::Opponent;
use crate::sentence::Sentence;
use crate::study::Study;
use crate::table::{BY_LINK, Purpose, STUDY, Seat, Table};
use crate::whole::{IS_WHOLE, whole_only};

impl Table {
    /// Whether there is anything to store.
    pub(crate) fn has_happened(&self) -> bool {
        self.mail.is_some()
            || self.study().is_some()
            || self.game.len() > 1
            || self.game.verdict().is_some()
            || self.held.is_some()
            || !self.game.comments(Game::ROOT).1.is_empty()
            || !self.game.marks(Game::ROOT).is_empty()
    }

    /// Whether the game here is to be stored: something has happened, or a stored step was undone. Of an
    /// analysis in which nothing was tried, there is nothing that the game does not have.
    pub(crate) fn is_to_be_kept(&self) -> bool {
        // Of a game by link that is not on this device, nothing is stored under its name.
        let is_here = self.mail.is_some() || !self.keeper.key().starts_with(BY_LINK);
        let is_untried = |of: &Analysis| of.study.is_none() && of.first == self.game.save();
        let has_happened =
            self.has_happened() && !self.analysis.as_ref().is_some_and(|of| is_untried(of));
        is_here && (has_happened || self.keeper.is_stored())
    }

    /// The content to store.
    pub fn content(&self) -> Content {
        let spec = self.game.start().spec();
        Content {
            saved: self.kept_study().map_or_else(|| self.game.save(), |study| study.save()),
            held: self.held.map_or_else(String::new, |step| step.display(spec).to_string()),
            computer: self.opponent(),
            post: self.mail.as_ref().map(|mail| mail.post()),
        }
    }

    /// Replaces the game here by a stored one. Whether that could be read.
    pub(crate) fn adopt(&mut self, content: &Content) -> bool {
        let Some((game, mail)) = read_content(content) else { return false };
        let spec = game.start().spec();
        let held = Step::parse(&content.held, spec).ok();
        self.held = held.filter(|&step| game.live_position().why_not(step).is_none());
        self.game = game;
        self.timer = None;
        self.is_begun_here = false;
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
        // The letter has the game if that was not stored with it.
        if let Some(mut mail) = mail {
            let steps = mail.newest.record.steps();
            let mut goes_on = self.record().is_some_and(|own| {
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
                match relation {
                    Relation::Same | Relation::Other => {}
                    // The player was asked, and may not have answered yet.
                    Relation::Newer(_) if read.played.letter.act.is_by_watch() => {
                        let relation = Relation::Disputed;
                        mail.came = Some(Came { link: came.clone(), relation, is_own: false });
                    }
                    // It was put beside the store while the store could not be read.
                    Relation::Newer(_) | Relation::TakenBack(_) => {
                        let untold = mail.untold(record, &read.played);
                        mail.take(read, came);
                        mail.came = untold;
                        goes_on = false;
                        self.touched = true;
                    }
                    relation => {
                        mail.came = Some(Came { link: came.clone(), relation, is_own: false });
                    }
                }
            }
            self.sends = !mail.sent;
            let record = mail.newest.record.clone();
            self.mail = whole_only(mail);
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
                self.touched |= found.is_none() || self.keeper.aside().is_some();
                self.found(found.map(|stored| stored.content), out);
                // The player's own pieces are at the bottom against the computer.
                let opponent = self.opponent().filter(|_| self.mail.is_none());
                out.extend(opponent.map(|opponent| Request::Below(!opponent.color)));
            }
            Event::LoadFailed { key, fault } if key == self.keeper.key() => {
                self.keeper.unread(out);
                if self.mail.is_none() && self.keeper.aside().is_some() {
                    self.found(None, out);
                } else if self.mail.is_none() {
                    self.note_missing(fault.key(), out);
                }
                // A letter is put beside the store; another game waits until the store can be read
                // again.
                self.touched |= self.mail.is_some();
            }
            Event::Kept { key, revision } => {
                let is_own = self.keeper.kept(&key, revision, out);
                self.touched |= is_own;
                if is_own {
                    self.study_is_kept();
                }
                self.is_announced &= !is_own || self.mail.is_some();
            }
            Event::KeepFailed { key, revision, fault } => {
                let is_own = self.keeper.failed(&key, revision, out);
                // What is put beside the store counts as stored.
                self.tell_unkept(fault.key(), is_own && self.mail.is_none(), out);
            }
            Event::MadeRoom { key, found } => {
                if let Some(is_other) = self.keeper.made_room(&key, found.as_ref()) {
                    self.touched = true;
                    self.is_announced = false;
                    if is_other {
                        self.notice(Sentence::new("kept.beside"), out);
                    }
                }
            }
            Event::MadeNoRoom { key } => {
                let is_news = self.keeper.made_no_room(&key, out);
                out.extend(is_news.then_some(Request::OfferBack));
            }
            Event::GoBack => {
                if let Some(content) = self.keeper.go_back(out) {
                    self.adopt(&content);
                    self.touched = true;
                }
            }
            Event::Aside { key, post, unread } => self.keeper.found_aside(&key, post, unread),
            Event::PutAside { key, done: false } => {
                let is_own = self.keeper.not_put_aside(&key);
                self.tell_unkept("mail.unkept", is_own, out);
            }
            Event::Refused { key, revision, found } => {
                match self.keeper.refused(&key, revision, found) {
                    Refused::Stale => {}
                    Refused::Other(None) => self.touched = true,
                    Refused::Other(Some(stored)) => self.meet(&stored.content, out),
                }
            }
            Event::TakenElsewhere => self.keeper.leave(),
            Event::TakeUp => self.keeper.take_up(out),
            _ => {}
        }
    }

    /// Tells the player that the browser does not store the game: once, until it does again.
    fn tell_unkept(&mut self, key: &'static str, is_so: bool, out: &mut Vec<Request>) {
        if is_so && !self.is_announced {
            self.is_announced = true;
            self.notice(Sentence::new(key), out);
        }
    }

    /// Everything known of the game was read: what is stored, and what lies beside the store.
    fn found(&mut self, stored: Option<Content>, out: &mut Vec<Request>) {
        let is_begun = self.has_happened();
        let aside = self.keeper.aside().map(|(post, unread)| (post.clone(), unread));
        let beside = aside.as_ref().map(|(post, _)| (post.link.clone(), post.sent));
        let Some(mut content) = with_aside(stored, aside) else {
            if !is_begun {
                self.note_missing("mail.gone", out);
            }
            return;
        };
        // The letter has the game if that was not stored with it.
        if content.saved.is_empty()
            && let Some(Ok(read)) = content.post.as_ref().map(|post| mail::read(&post.link))
        {
            content.saved = Game::of(&read.played.record).save();
        }
        let arrived = self.arrived.take().filter(|link| self.is_as_it_came(link));
        if let Some(arrived) = arrived
            && content.post.is_some()
            && self.adopt(&content)
        {
            return self.came(&arrived, out);
        }
        self.meet(&content, out);
        // A letter that was put aside unread may have come from another window.
        if let Some((link, was_sent)) = beside.filter(|_| is_begun) {
            self.hear_of(&link, out);
            // Whether a letter was shared is stored with it.
            if let Some(mail) = self.mail.as_mut().filter(|mail| was_sent && mail.link() == link) {
                if !std::mem::replace(&mut mail.sent, true) {
                    mail.since = 0;
                }
                self.sends = false;
            }
        }
    }

    /// A link that has come to another window.
    fn hear_of(&mut self, link: &str, out: &mut Vec<Request>) {
        let (Some(mail), Some(record)) = (&self.mail, self.record()) else { return };
        let is_news = mail::read(link).is_ok_and(|read| {
            let relation = mail.compare(&record, &read.played);
            !matches!(relation, Relation::Same | Relation::Older(_) | Relation::Other)
        });
        if is_news && mail.came.is_none() {
            self.came(link, out);
        }
    }

    /// Whether nothing has been done at the table since it was opened with a link.
    fn is_as_it_came(&self, link: &str) -> bool {
        let (Ok(opened), Some(mail)) = (Mail::open(link), &self.mail) else { return false };
        mail.own() == opened.own()
            && mail.newest == opened.newest
            && self.held.is_none()
            && self.game == Game::of(&opened.newest.record)
    }

    /// Tells the player that a game by link is not on this device; for another game, shows
    /// `otherwise`, if given.
    fn note_missing(&mut self, otherwise: &'static str, out: &mut Vec<Request>) {
        let gone = "mail.gone";
        if self.keeper.key().starts_with(BY_LINK) {
            self.notice(Sentence::new(gone), out);
        } else {
            self.tell_unkept(otherwise, otherwise != gone, out);
        }
    }

    /// Retries what has failed.
    pub(crate) fn retry(&mut self, out: &mut Vec<Request>) {
        self.keeper.woken();
        match self.keeper.state() {
            Keeping::Unread => self.keeper.read(out),
            Keeping::Failed => self.touched |= !self.keeper.move_left(out),
            _ => {}
        }
    }

    /// The stored entry is not what was read here, or was read only now: the game here continues
    /// it, gives way to it, or becomes a game beside it; nothing is lost.
    pub(crate) fn meet(&mut self, stored: &Content, out: &mut Vec<Request>) {
        if IS_WHOLE && (self.study().is_some() || Study::is_one(&stored.saved)) {
            return self.meet_study(stored, out);
        }
        if !self.has_happened() {
            if !self.adopt(stored) {
                // An entry that cannot be put away stays where it is.
                if self.mail.is_some() || !self.keeper.put_away(out) {
                    self.keeper.move_beside();
                }
                self.notice(Sentence::new("kept.aside"), out);
            }
            return;
        }
        self.touched = true;
        let Some((game, mail)) = read_content(stored) else {
            self.keeper.move_beside();
            return self.notice(Sentence::new("kept.aside"), out);
        };
        match (&self.mail, mail) {
            (Some(_), Some(theirs)) => self.meet_letter(&game, theirs, stored, out),
            (None, None) if self.analyses() => self.meet_analysis(&game),
            (None, None) => {
                let key = self.keeper.key().to_owned();
                self.meet_game(&game, stored);
                if self.keeper.key() != key {
                    self.notice(Sentence::new("kept.beside"), out);
                }
            }
            _ => self.keeper.move_beside(),
        }
    }

    /// What is kept of an analysis and what is here become one tree: whatever was explored stays with the
    /// game, also after the game has gone on. The line of the game stands first unless the kept tree
    /// has it already; its end is shown.
    fn meet_analysis(&mut self, theirs: &Game) {
        let walk = |tree: &mut Game| {
            let mut at = Game::ROOT;
            for turn in self.game.main_line().filter(|&turn| self.game.is_whole(turn)) {
                at = tree.add(at, self.game.steps(turn)).ok()?;
            }
            Some(at)
        };
        let mut both = theirs.clone();
        let has_line = walk(&mut both).is_some() && both.len() == theirs.len();
        if !has_line {
            both = self.game.clone();
        }
        if !both.graft(if has_line { &self.game } else { theirs }) {
            return self.keeper.move_beside();
        }
        let end = walk(&mut both).unwrap_or(Game::ROOT);
        self.game = both;
        self.pick = None;
        self.show(self.game.behind(end));
    }

    fn meet_game(&mut self, theirs: &Game, stored: &Content) {
        let (own, other) = (self.game.played_steps(), theirs.played_steps());
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
            // The players have ended the game only here.
            self.game.graft(theirs);
        } else if other.starts_with(&own) && is_own_open {
            let ours = self.game.clone();
            self.adopt(stored);
            self.game.graft(&ours);
        } else {
            self.keeper.move_beside();
        }
    }

    /// The stored game by link, and the one here: one seat plays one game, and where the two fork,
    /// the player is asked.
    fn meet_letter(
        &mut self,
        theirs: &Game,
        mut mail: Mail,
        stored: &Content,
        out: &mut Vec<Request>,
    ) {
        let Some(own) = &self.mail else { return };
        let ours = own.newest.clone();
        let (Ok(record), Some(here)) = (theirs.record(), self.record()) else { return };
        // This window may know about the seat what the store does not.
        let seat = mail::read(own.seat_link()).ok().and_then(|read| read.seat);
        let (sent, seen) = (own.sent, own.seen);
        let since = latest([(own.sent, own.since), (mail.sent, mail.since)]);
        // A window without a seat does not know whether its letter was shared.
        let is_sent = match (mail.own(), own.own()) {
            (Some(_), None) => mail.sent,
            (None, Some(_)) => sent,
            _ => mail.sent || sent,
        };
        let relation = mail.compare(&record, &ours);
        // The takeback that the friend had asked for was granted in another window.
        let is_given = matches!(own.compare(&here, &mail.newest), Relation::TakenBack(_));
        let (mine, other) = (self.begun_steps(), begun_steps(theirs, &stored.held));
        // What was foreseen has been played there, and waits for the player's turn.
        let is_ahead = mail.is_ahead(&record) && !own.is_ahead(&here);
        let gives_way = match relation {
            Relation::Newer(_) | Relation::Ahead(_) | Relation::TakenBack(_) => false,
            Relation::Same => is_ahead || !mine.starts_with(&other),
            _ => true,
        };
        let is_same = relation == Relation::Same;
        if !gives_way {
            self.game.graft(theirs);
            if let Some(own) = self.mail.as_mut().filter(|_| is_same) {
                // The other window may have had the key with which the letter is signed.
                own.take_signatures(&mail);
                if own.take_conditions(&mail) {
                    own.sent = mail.sent;
                    self.sends = !mail.sent;
                }
            }
        } else {
            // The game as it is here, for a player who wants to keep it as a separate one.
            let link = match relation {
                Relation::Same | Relation::Older(_) => self.look(&here, &mine),
                _ => Some(own.link().to_owned()),
            };
            let steps = here.steps().len() - self.game.turn_steps().len();
            let (is_lost, relation) = match relation {
                Relation::Same | Relation::Older(_) => {
                    let turn = here.turns().filter(|turn| turn.done).count();
                    // Also turns that were foreseen and have not been told.
                    let stays = record.steps().starts_with(&here.steps()[..steps]);
                    (!stays || !other.starts_with(&mine), Relation::Fork { turn, steps })
                }
                relation => (!is_given, relation),
            };
            let game = self.game.clone();
            if !self.adopt(stored) {
                return;
            }
            self.game.graft(&game);
            // Or it stands beside what is stored, which has only the letter that asks.
            let taken = self.mail.as_ref();
            let beside = taken.filter(|taken| {
                matches!(mail.compare(&record, &taken.newest), Relation::TakenBack(_))
            });
            let granted = if is_given { Some(&mail) } else { beside.map(|taken| &**taken) };
            if let (Some(granted), Some(taken)) = (granted, taken) {
                let by_friend = taken.own() != Some(granted.newest.letter.sender);
                // A letter that was not seen yet is announced anyway.
                let is_news = !taken.seen && taken.newest.letter.act == Act::TakebackGranted;
                match by_friend {
                    false => self.notice(Sentence::new("mail.given-back"), out),
                    true if !is_news => self.notice(Sentence::new("mail.granted"), out),
                    true => {}
                }
            }
            if let Some(mail) = self.mail.as_mut().filter(|_| is_lost)
                && let Some(link) = link
            {
                mail.came = Some(Came { link, relation, is_own: true });
            }
        }
        let Some(mail_here) = &mut self.mail else { return };
        let stored_seat = mail::read(mail.seat_link()).ok().and_then(|read| read.seat);
        if let Some(seat) = seat {
            mail.sit(seat.clone());
            mail_here.sit(seat);
        }
        if let Some(seat) = stored_seat {
            mail_here.sit(seat);
        }
        if mail_here.link() == mail.link() && ours == mail.newest {
            (mail_here.sent, mail_here.seen) = (is_sent, mail.seen || seen);
            mail_here.since = since.unwrap_or(mail_here.since);
        }
        mail_here.keep_seat_of(&mail);
        let came = stored.post.as_ref().map(|post| post.came.as_str()).unwrap_or_default();
        if !gives_way && !came.is_empty() {
            self.hear_of(came, out);
        }
    }

    /// The steps of the unfinished turn, with one that waits for confirmation.
    fn begun_steps(&self) -> Vec<Step> {
        self.game.turn_steps().iter().copied().chain(self.held).collect()
    }

    /// A link to the game as it is here, with the unfinished turn.
    fn look(&self, here: &Record, begun: &[Step]) -> Option<String> {
        let mut record = here.clone();
        for &step in &begun[self.game.turn_steps().len()..] {
            record.take(step).ok()?;
        }
        self.mail.as_ref()?.look(&record)
    }
}

/// A write on behalf of a window that was closed before it was done.
#[derive(Clone, PartialEq, Debug)]
pub struct Recovered {
    /// The name.
    pub key: String,
    /// The revision that it follows; 0: nothing is stored there.
    pub follows: Revision,
    /// The revision that it makes.
    pub revision: Revision,
    /// The content to store.
    pub content: Content,
    /// Whether the game is over.
    pub is_over: bool,
}

/// The write for a journal entry of a window that was closed before it was written; `None` if the
/// stored entry contains it. `random` names a game that goes beside another, or the merged
/// revision.
pub fn recovered(
    (key, follows, revision, content): (&str, &[Revision], Revision, &Content),
    found: Option<&Stored>,
    random: u64,
) -> Option<Recovered> {
    let noted = Game::load(&content.saved).ok();
    let is_over = |game: &Option<Game>| game.as_ref().is_some_and(|game| game.verdict().is_some());
    let as_noted = |key: &str, follows| {
        let (key, content) = (key.to_owned(), content.clone());
        Some(Recovered { key, follows, revision, content, is_over: is_over(&noted) })
    };
    let Some(found) = found else { return as_noted(key, 0) };
    if found.revision == revision {
        return None;
    }
    if follows.contains(&found.revision) {
        return as_noted(key, found.revision);
    }
    // One seat plays one game: if another window has continued it, the player is asked where the
    // two fork.
    let is_by_link = key.starts_with(BY_LINK);
    if IS_WHOLE && key.starts_with(STUDY) {
        return recovered_study((key, revision, content), found, random);
    }
    if !is_by_link && !stands_in(content, &found.content) {
        return as_noted(&drawn_name(random), 0);
    }
    let mut merged = found.content.clone();
    if let Some(post) = content.post.as_ref().filter(|_| is_by_link) {
        merged = with_aside(Some(merged), Some((post.clone(), true)))?;
    }
    let mut game = Game::load(&merged.saved).ok();
    if let (Some(game), Some(noted)) = (&mut game, &noted)
        && game.graft(noted)
    {
        merged.saved = game.save();
    }
    (merged != found.content).then(|| Recovered {
        key: key.to_owned(),
        follows: found.revision,
        revision: random.max(1),
        content: merged,
        is_over: is_over(&game),
    })
}

/// The same for a study: both versions become one, or the noted one goes beside the stored one.
fn recovered_study(
    (key, revision, content): (&str, Revision, &Content),
    found: &Stored,
    random: u64,
) -> Option<Recovered> {
    if content.saved == found.content.saved {
        return None;
    }
    let stored = Study::load(&found.content.saved);
    let merged = stored.zip(Study::load(&content.saved)).and_then(|(stored, noted)| {
        let mut merged = noted;
        merged.merge(&stored).then(|| (merged.save(), merged != stored))
    });
    let (key, follows, revision, saved) = match merged {
        Some((_, false)) => return None,
        Some((saved, true)) => (key.to_owned(), found.revision, random.max(1), saved),
        None => (study_name(&drawn_name(random)), 0, revision, content.saved.clone()),
    };
    let content = Content { saved, ..content.clone() };
    Some(Recovered { key, follows, revision, content, is_over: false })
}

/// Whether a game contains the main line of another.
fn stands_in(content: &Content, other: &Content) -> bool {
    let (Ok(own), Ok(other)) = (Game::load(&content.saved), Game::load(&other.saved)) else {
        return content.saved == other.saved;
    };
    own.start() == other.start()
        && other.played_steps().starts_with(&own.played_steps())
        && (own.verdict().is_none() || own.verdict() == other.verdict())
}

/// The name under which a stored game is set beside a new one that takes its place; `None` if
/// nothing has happened in it.
pub fn room_for(stored: &Content, random: u64) -> Option<String> {
    let game = Game::load(&stored.saved).ok()?;
    let is_begun = game.len() > 1 || game.verdict().is_some() || !stored.held.is_empty();
    is_begun.then(|| drawn_name(random))
}

impl Content {
    /// Converts a turn of one step that an older version stored as played, after it noted the game
    /// `before` it: the step waits for confirmation.
    pub fn waiting_after(self, before: &str) -> Content {
        let waiting = || {
            // Mostly there is none, and the game, which may be long, need not be read.
            let old = Game::load(before).ok()?;
            let game = Game::load(&self.saved).ok()?;
            let now = game.played_steps();
            let [step] = now.strip_prefix(&old.played_steps()[..])? else { return None };
            let held = step.display(game.start().spec()).to_string();
            (*game.start() == *old.start()).then_some(held)
        };
        match waiting() {
            Some(held) => Content { saved: before.to_owned(), held, ..self },
            None => self,
        }
    }
}

/// The steps of the unfinished turn of a stored game, with one that waits for confirmation.
fn begun_steps(game: &Game, held: &str) -> Vec<Step> {
    let held = Step::parse(held, game.start().spec()).ok();
    game.turn_steps().iter().copied().chain(held).collect()
}

/// Since when a letter has been shared, of two that know it or not: the later time wrongs nobody.
fn latest(known: [(bool, u64); 2]) -> Option<u64> {
    known.into_iter().filter(|(sent, _)| *sent).map(|(_, since)| since).max()
}

/// What is known of a game: the stored entry, and the letter beside the store, with whether that
/// was put there without knowing the entry.
fn with_aside(stored: Option<Content>, aside: Option<(Post, bool)>) -> Option<Content> {
    let Some((aside, unread)) = aside else { return stored };
    let mut content = stored.unwrap_or_default();
    let Some(post) = content.post.take() else {
        return Some(Content { post: Some(aside), ..content });
    };
    let Ok(read) = mail::read(&aside.link) else {
        return Some(Content { post: Some(post), ..content });
    };
    let mail = Mail::restore(&post).ok();
    let relation = mail.map(|mail| mail.compare(&mail.newest.record, &read.played));
    // A device without a seat that fits the letter does not know whether that was shared.
    let sits = |post: &Post| Mail::restore(post).is_ok_and(|mail| mail.own().is_some());
    let [is_own, is_own_aside] = [&post, &aside].map(sits);
    let keeps_seat = is_own || (!is_own_aside && !post.seat.is_empty());
    let seat = if keeps_seat { post.seat.clone() } else { aside.seat.clone() };
    let sent = match (is_own, is_own_aside) {
        (true, false) => post.sent,
        (false, true) => aside.sent,
        _ => post.sent || aside.sent,
    };
    let seen = post.seen || aside.seen;
    content.post = Some(match relation {
        Some(Relation::Same) => {
            let since = latest([(post.sent, post.since), (aside.sent, aside.since)]);
            Post { seat, sent, seen, since: since.unwrap_or(post.since), ..post }
        }
        Some(Relation::Older(_)) => Post { seat, ..post },
        // The store did not accept it.
        Some(Relation::Newer(_) | Relation::TakenBack(_) | Relation::Ahead(_)) if !unread => {
            Post { seat, ..aside }
        }
        Some(_) => Post { seat, came: aside.link, ..post },
        // The stored entry cannot be read.
        None => Post { seat, ..aside },
    });
    Some(content)
}

/// The stored game, if it can be read.
pub(crate) fn read_content(content: &Content) -> Option<(Game, Option<Mail>)> {
    let game = Game::load(&content.saved).ok()?;
    let mail = match &content.post {
        Some(post) => Some(Mail::restore(post).ok()?),
        None => None,
    };
    Some((game, mail))
}
