//! What is stored of a game, under which name, and which revision it follows.
//!
//! Nothing is written under a name that was not read here, and nothing before something has
//! happened. Each write names the revision that it follows and the one that it makes, so that a
//! store refuses the second of two writes, and a write that is carried out twice changes nothing.
//! There is one write at a time.

use crate::event::Request;
use crate::opponent::Opponent;
use crate::study::Study;
use crate::table::{BY_LINK, STUDY, TIMED};
use crate::whole::IS_WHOLE;

/// A state of what is stored under a name, as a random number; 0: nothing is stored.
pub type Revision = u64;

/// The delay before a failed read or write is tried again, in milliseconds.
const AGAIN: u64 = 5_000;

/// The data of a game by link beside the game itself.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Post {
    /// The newest letter, from either side: the fragment of a link.
    pub link: String,
    /// A link with the player's seat; empty for spectators.
    pub seat: String,
    /// Whether the player's letter has been shared, as far as is known.
    pub sent: bool,
    /// Whether the other side's last turn has been shown.
    pub seen: bool,
    /// A link that does not simply continue the game: the player is asked about it.
    pub came: String,
    /// Since when the newest letter has been shared or has been here, by the device's watch, in a game with
    /// days for each turn; 0: that is not known.
    pub since: u64,
}

/// What is stored of a game, all of it or nothing.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Content {
    /// The game as [`record::Game::save`] writes it.
    pub saved: String,
    /// A turn of one step that waits for confirmation, in step notation, or empty.
    pub held: String,
    /// The computer that plays a side.
    pub computer: Option<Opponent>,
    /// The data of a game by link.
    pub post: Option<Post>,
}

/// An entry of the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Its revision, never 0.
    pub revision: Revision,
    /// What it is.
    pub content: Content,
}

/// The state of storing the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeping {
    /// The store has not been read yet.
    Reading,
    /// The store could not be read: nothing is written until it can be.
    Unread,
    /// Everything is stored.
    Kept,
    /// A write is under way.
    Writing,
    /// The last write has failed; it will be tried again.
    Failed,
    /// Another window has the game now: nothing is written here.
    Left,
    /// This is never stored: a lesson, a puzzle, a board to look at.
    Never,
}

/// A write under way.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Flight {
    revision: Revision,
    content: Content,
    /// Whether something else has been noted since.
    is_overtaken: bool,
}

/// A game that another has replaced at the table: on its way to a name of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Left {
    /// The name that it had.
    key: String,
    beside: String,
    /// The revisions that may be stored under the old name: those read or written here.
    follows: Vec<Revision>,
    revision: Revision,
    content: Content,
    is_over: bool,
    /// Its state when it was left.
    known: Option<Content>,
    /// Whether the old name had been read.
    was_read: bool,
    /// Whether the player knows that it could not be stored.
    is_announced: bool,
}

/// Stores one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Keeper {
    key: String,
    state: Keeping,
    /// The random number of the event that is being handled.
    random: u64,
    /// The name before the game was renamed.
    from: Option<String>,
    /// The game that was left, until it is stored under a name of its own. Nothing is written
    /// before that.
    left: Option<Left>,
    /// Whether it was requested to put an unreadable entry away.
    puts_away: bool,
    /// Whether an alarm is set.
    is_waking: bool,
    /// The stored revision, as far as it was read or written here.
    revision: Revision,
    /// The content of that revision.
    known: Option<Content>,
    flight: Option<Flight>,
    /// The write that has failed since: carried out a second time it may still be refused.
    failed: Option<Revision>,
    /// The letter beside the store, or on its way there.
    aside: Option<Aside>,
}

/// A game by link beside the store.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Aside {
    post: Post,
    /// Whether it was put there without knowing what the store has.
    unread: bool,
    /// Whether it is there, as far as is known.
    is_there: bool,
}

/// The consequence of a refused write.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Refused {
    /// None: it was another write than the current one.
    Stale,
    /// The store has this, and not what was read here.
    Other(Option<Stored>),
}

impl Keeper {
    pub(crate) fn new(key: &str) -> Self {
        let state = if key.is_empty() { Keeping::Never } else { Keeping::Reading };
        Keeper {
            key: key.to_owned(),
            state,
            random: 0,
            from: None,
            left: None,
            puts_away: false,
            is_waking: false,
            revision: 0,
            known: None,
            flight: None,
            failed: None,
            aside: None,
        }
    }

    /// Takes a random number for what follows.
    pub(crate) fn draw(&mut self, random: u64) {
        self.random = random;
    }

    /// A new revision: never 0, and different for each write.
    pub(crate) fn next_revision(&self) -> Revision {
        let drawn = self.random ^ self.revision.rotate_left(17);
        let is_new = |revision: &Revision| ![0, self.revision].contains(revision);
        [drawn, !drawn].into_iter().find(is_new).unwrap_or(1)
    }

    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    pub(crate) fn state(&self) -> Keeping {
        self.state
    }

    /// Whether the name may be written: it has been read.
    pub(crate) fn is_read(&self) -> bool {
        let is_unread = matches!(
            self.state,
            Keeping::Reading | Keeping::Unread | Keeping::Never | Keeping::Left
        );
        !is_unread && self.left.is_none()
    }

    /// The text that the store has, as far as it was read or written here.
    pub(crate) fn known_text(&self) -> Option<&str> {
        self.known.as_ref().map(|known| known.saved.as_str())
    }

    /// Whether the store has something under the name, as far as is known here.
    pub(crate) fn is_stored(&self) -> bool {
        self.revision != 0
    }

    /// Requests what is stored.
    pub(crate) fn read(&mut self, out: &mut Vec<Request>) {
        if self.state != Keeping::Never {
            self.state = Keeping::Reading;
            self.flight = None;
            self.aside = None;
            out.push(Request::Load { key: self.key.clone() });
        }
    }

    /// Takes the game over from another window. A game that was left before is stored under its own
    /// name first, since nothing is written until that is done.
    pub(crate) fn take_up(&mut self, out: &mut Vec<Request>) {
        if self.state == Keeping::Left && !self.move_left(out) {
            self.read(out);
        }
    }

    /// Requests an alarm, one at a time.
    fn wake(&mut self, out: &mut Vec<Request>) {
        if !std::mem::replace(&mut self.is_waking, true) {
            out.push(Request::Wake { id: RETRY, after: AGAIN, at_rest: false });
        }
    }

    /// The alarm has gone off.
    pub(crate) fn woken(&mut self) {
        self.is_waking = false;
    }

    /// The store was read.
    pub(crate) fn loaded(&mut self, found: Option<&Stored>) {
        self.state = Keeping::Kept;
        self.revision = found.map_or(0, |stored| stored.revision);
        self.known = found.map(|stored| stored.content.clone());
        self.flight = None;
    }

    /// A letter was found beside the store.
    pub(crate) fn found_aside(&mut self, key: &str, post: Post, unread: bool) {
        if key == self.key && self.state == Keeping::Reading {
            self.aside = Some(Aside { post, unread, is_there: true });
        }
    }

    /// The letter beside the store, and whether it was put there without knowing what the store
    /// has.
    pub(crate) fn aside(&self) -> Option<(&Post, bool)> {
        let aside = self.aside.as_ref().filter(|aside| aside.is_there)?;
        Some((&aside.post, aside.unread))
    }

    /// Requests that a game by link be put beside the store, if the store does not accept or answer
    /// and the letter is not there yet.
    pub(crate) fn put_aside(&mut self, post: Option<&Post>, out: &mut Vec<Request>) {
        let unread = self.state == Keeping::Unread;
        let Some(post) = post.filter(|_| unread || self.state == Keeping::Failed) else { return };
        let is_it = |aside: &Aside| aside.post == *post && aside.unread == unread;
        if !self.aside.as_ref().is_some_and(is_it) {
            self.aside = Some(Aside { post: post.clone(), unread, is_there: true });
            let (key, post) = (self.key.clone(), post.clone());
            out.push(Request::PutAside { key, post, unread });
        }
    }

    /// It could not be put there. Whether it was this game.
    pub(crate) fn not_put_aside(&mut self, key: &str) -> bool {
        let aside = self.aside.as_mut().filter(|_| key == self.key);
        aside.is_some_and(|aside| std::mem::take(&mut aside.is_there))
    }

    /// Reading has failed; it will be tried again.
    pub(crate) fn unread(&mut self, out: &mut Vec<Request>) {
        if self.state == Keeping::Reading {
            self.state = Keeping::Unread;
            self.wake(out);
        }
    }

    /// Writes the game as it is now, if it has changed and no write is under way.
    pub(crate) fn write(&mut self, content: Content, is_over: bool, out: &mut Vec<Request>) {
        if !self.is_read() {
            return;
        }
        let revision = self.next_revision();
        if let Some(flight) = &mut self.flight {
            let is_other = flight.content != content;
            // What was noted meanwhile and is taken back would come back with the next page.
            if std::mem::replace(&mut flight.is_overtaken, is_other) || is_other {
                let (key, follows) = (self.key.clone(), vec![self.revision, flight.revision]);
                let revision = if is_other { revision } else { flight.revision };
                out.push(Request::Note { key, follows, revision, content, is_over });
            }
            return;
        }
        if self.known.as_ref() == Some(&content) {
            return;
        }
        self.state = Keeping::Writing;
        out.push(Request::Keep {
            key: self.key.clone(),
            follows: self.revision,
            revision,
            content: content.clone(),
            is_over,
        });
        self.flight = Some(Flight { revision, content, is_overtaken: false });
        self.failed = None;
    }

    /// Whether a successful write was the current one; the game is stored then, and the letter
    /// beside the store is obsolete.
    pub(crate) fn kept(&mut self, key: &str, revision: Revision, out: &mut Vec<Request>) -> bool {
        let is_own = key == self.key && self.flight.as_ref().map(|f| f.revision) == Some(revision);
        if is_own && let Some(flight) = self.flight.take() {
            self.revision = revision;
            self.known = Some(flight.content);
            self.state = Keeping::Kept;
            if self.aside.take().is_some() {
                out.push(Request::ForgetAside { key: self.key.clone() });
            }
        }
        is_own
    }

    /// A write has failed; whether it was the current one.
    pub(crate) fn failed(&mut self, key: &str, revision: Revision, out: &mut Vec<Request>) -> bool {
        let is_own = key == self.key && self.flight.as_ref().map(|f| f.revision) == Some(revision);
        if is_own {
            self.flight = None;
            self.failed = Some(revision);
            self.state = Keeping::Failed;
            self.wake(out);
        }
        is_own
    }

    /// A write was refused: the store has something else than was read here.
    pub(crate) fn refused(
        &mut self,
        key: &str,
        revision: Revision,
        found: Option<Stored>,
    ) -> Refused {
        let last = self.flight.as_ref().map(|flight| flight.revision).or(self.failed);
        if key != self.key || last != Some(revision) {
            return Refused::Stale;
        }
        self.failed = None;
        self.loaded(found.as_ref());
        Refused::Other(found)
    }

    /// Moves on to a name of its own: the entry under the old one stays.
    pub(crate) fn move_beside(&mut self) {
        let old = self.key.clone();
        self.key = if old.starts_with(BY_LINK) || (IS_WHOLE && old.starts_with(TIMED)) {
            let (name, number) = match old.rsplit_once('~') {
                Some((name, number)) => (name, number.parse().unwrap_or(1)),
                None => (old.as_str(), 1_u32),
            };
            format!("{name}~{}", number.saturating_add(1))
        } else if IS_WHOLE && old.starts_with(STUDY) {
            study_name(&drawn_name(self.random))
        } else {
            drawn_name(self.random)
        };
        self.rename(old);
    }

    /// Moves on to a name for a study: the entry under the old one stays.
    pub(crate) fn move_to_study(&mut self) {
        let name = study_name(&drawn_name(self.random));
        let old = std::mem::replace(&mut self.key, name);
        self.rename(old);
    }

    /// Nothing is known of the new name.
    fn rename(&mut self, old: String) {
        self.from.get_or_insert(old);
        self.state = Keeping::Kept;
        self.revision = 0;
        self.known = None;
        self.flight = None;
        self.aside = None;
    }

    /// The name before the game was renamed, if that has just happened.
    pub(crate) fn moved(&mut self) -> Option<String> {
        self.from.take()
    }

    /// Requests once that an unreadable entry be put away, so that the name becomes free.
    pub(crate) fn put_away(&mut self, out: &mut Vec<Request>) -> bool {
        let is_first = !std::mem::replace(&mut self.puts_away, true);
        if is_first {
            self.state = Keeping::Reading;
            let (key, revision) = (self.key.clone(), self.revision);
            out.push(Request::PutAway { key, revision });
        }
        is_first
    }

    /// The game gives way to another: it is to be stored under a name of its own.
    pub(crate) fn make_room(&mut self, content: Content, is_over: bool, out: &mut Vec<Request>) {
        if matches!(self.state, Keeping::Never | Keeping::Left) {
            return;
        }
        if self.left.is_none() {
            let was_read = self.is_read();
            let flight = self.flight.take().map(|flight| flight.revision);
            // Its outcome does not concern the game that replaces it.
            self.failed = None;
            self.left = Some(Left {
                key: self.key.clone(),
                beside: drawn_name(self.random),
                follows: flight
                    .into_iter()
                    .chain([self.revision])
                    .filter(|&one| one != 0)
                    .collect(),
                revision: self.next_revision(),
                content,
                is_over,
                known: self.known.take(),
                was_read,
                is_announced: false,
            });
        }
        self.move_left(out);
    }

    /// Whether the game that was left still waits to be stored under a name of its own.
    pub(crate) fn is_making_room(&self) -> bool {
        self.left.is_some()
    }

    /// Requests that the game that was left be stored under its own name.
    pub(crate) fn move_left(&mut self, out: &mut Vec<Request>) -> bool {
        let Some(left) = &self.left else { return false };
        self.state = Keeping::Writing;
        out.push(Request::SetBeside {
            key: left.key.clone(),
            beside: left.beside.clone(),
            follows: left.follows.clone(),
            revision: left.revision,
            content: left.content.clone(),
            is_over: left.is_over,
        });
        true
    }

    /// The game that was left is stored under its own name; `found` is stored under the old one
    /// now. Whether that is another window's game, beside which this one goes.
    pub(crate) fn made_room(&mut self, key: &str, found: Option<&Stored>) -> Option<bool> {
        self.left.take_if(|left| left.key == key)?;
        self.loaded(None);
        if found.is_some() {
            self.move_beside();
        }
        Some(found.is_some())
    }

    /// The game that was left could not be stored; whether that is news.
    pub(crate) fn made_no_room(&mut self, key: &str, out: &mut Vec<Request>) -> bool {
        let is_writing = self.state == Keeping::Writing;
        let own = |left: &&mut Left| is_writing && left.key == key;
        let Some(left) = self.left.as_mut().filter(own) else { return false };
        let is_news = !std::mem::replace(&mut left.is_announced, true);
        self.state = Keeping::Failed;
        self.wake(out);
        is_news
    }

    /// Goes back to the game that was left and could not be stored.
    pub(crate) fn go_back(&mut self, out: &mut Vec<Request>) -> Option<Content> {
        let left = self.left.take_if(|_| self.state == Keeping::Failed)?;
        self.known = left.known;
        self.state = Keeping::Kept;
        if !left.was_read {
            self.read(out);
        }
        Some(left.content)
    }

    /// Another window has the game now.
    pub(crate) fn leave(&mut self) {
        if self.state != Keeping::Never {
            self.state = Keeping::Left;
            self.flight = None;
        }
    }
}

/// A name for a game beside the others, from a random number.
pub(crate) fn drawn_name(random: u64) -> String {
    name_in_digits([(random >> 32) as u32, random as u32])
}

/// A name for a game that comes from elsewhere, the same for the same text (FNV-1a over two halves:
/// a name, not a proof).
pub fn name_of(saved: &str) -> String {
    let name = number_of(saved);
    if IS_WHOLE && Study::is_one(saved) { study_name(&name) } else { name }
}

fn number_of(saved: &str) -> String {
    let (mut a, mut b) = (0x811c_9dc5_u32, 0x0100_0193_u32);
    for unit in saved.encode_utf16() {
        a = (a ^ u32::from(unit)).wrapping_mul(0x0100_0193);
        b = b.wrapping_add(u32::from(unit)).wrapping_mul(0x85eb_ca6b) ^ (b >> 13);
    }
    name_in_digits([a, b])
}

/// Both numbers in base 36.
fn name_in_digits(numbers: [u32; 2]) -> String {
    let mut name = KEPT.to_owned();
    for mut number in numbers {
        let at = name.len();
        loop {
            name.insert(
                at,
                char::from(b"0123456789abcdefghijklmnopqrstuvwxyz"[(number % 36) as usize]),
            );
            number /= 36;
            if number == 0 {
                break;
            }
        }
    }
    name
}

/// The name of a study instead of that of a game from elsewhere.
pub(crate) fn study_name(name: &str) -> String {
    format!("{STUDY}{}", name.strip_prefix(KEPT).unwrap_or(name))
}

/// The prefixes of the names of games that came from elsewhere, or are stored beside another.
pub(crate) const KEPT: &str = "kept ";

/// The alarm for trying a failed read or write again.
pub(crate) const RETRY: u64 = 1;
