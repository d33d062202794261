//! What is kept of a game, under which name, and which revision it follows.
//!
//! Nothing is written under a name that was not read here, and nothing before something has
//! happened. Each write names the revision that it follows and the one that it makes, so that a
//! store refuses what comes second, and a write that is carried out twice changes nothing. One write
//! is under way at a time.

use crate::event::Request;
use crate::opponent::Opponent;
use crate::table::BY_LINK;

/// A state of what is stored under a name, by a number drawn at random; 0: nothing is stored.
pub type Revision = u64;

/// How long after a failure it is tried again, in milliseconds.
const AGAIN: u64 = 5_000;

/// What a device knows of a game by link beside the game itself.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Post {
    /// The newest letter, whoever has sent it: the fragment of a link.
    pub link: String,
    /// A link with the own seat; empty for who looks on.
    pub seat: String,
    /// Whether the own letter has been handed on, as far as one can know.
    pub sent: bool,
    /// Whether the other side's last turn has been shown.
    pub seen: bool,
    /// A link that does not simply go on with the game: the player is asked about it.
    pub came: String,
}

/// What is kept of a game, as a whole or not at all.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Content {
    /// The game as [`record::Game::save`] writes it.
    pub saved: String,
    /// A turn of one step that waits to be confirmed, in step notation, or nothing.
    pub held: String,
    /// The computer that plays a side.
    pub computer: Option<Opponent>,
    /// Of a game by link.
    pub post: Option<Post>,
}

/// What a store has under a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Its revision, never 0.
    pub revision: Revision,
    /// What it is.
    pub content: Content,
}

/// How the keeping stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeping {
    /// It has not been read yet what is stored under the name.
    Reading,
    /// What was stored could not be read: nothing is written until it can be.
    Unread,
    /// All is kept that has happened.
    Kept,
    /// A write is under way.
    Writing,
    /// The last write has failed; it is tried again.
    Failed,
    /// Another window has the game now: nothing is written here any more.
    Left,
    /// Nothing is kept of this game: a lesson, a puzzle, a board to be looked at.
    Never,
}

/// A write under way.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Flight {
    revision: Revision,
    content: Content,
}

/// A game that another has taken the place of at the table: on its way to a name of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Left {
    /// The name that it had.
    key: String,
    beside: String,
    /// What may stand under the old name: what was read or written here.
    follows: Vec<Revision>,
    revision: Revision,
    content: Content,
    is_over: bool,
    /// How the keeping stood with it.
    known: Option<Content>,
    /// Whether it had been read what stands under the old name.
    was_read: bool,
    /// Whether the player has heard that there is no room for it.
    is_told: bool,
}

/// Keeps one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Keeper {
    key: String,
    state: Keeping,
    /// A random number of the event that is being decided.
    random: u64,
    /// The name under which the game was kept before it went over to another.
    from: Option<String>,
    /// The game that was left, until it is kept under a name of its own. Nothing is written before.
    left: Option<Left>,
    /// Whether it was asked that what cannot be read be put away.
    puts_away: bool,
    /// Whether an alarm is out.
    is_waking: bool,
    /// What stands in the store, as far as it was read or written here.
    revision: Revision,
    /// The content of that revision.
    known: Option<Content>,
    flight: Option<Flight>,
    /// The write that has failed since: carried out a second time it may still be refused.
    failed: Option<Revision>,
    /// What lies beside the store, or was to be put there.
    aside: Option<Aside>,
}

/// A game by link beside the store.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Aside {
    post: Post,
    /// Whether it was put there without knowing what the store has.
    unread: bool,
    /// Whether it lies there, as far as is known.
    is_there: bool,
}

/// What comes of a refused write.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Refused {
    /// Nothing: it was another write than the one under way.
    Stale,
    /// What stands in the store is this, and not what was read here.
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

    /// Takes in a random number for what follows.
    pub(crate) fn draw(&mut self, random: u64) {
        self.random = random;
    }

    /// Never 0, and another one for each write.
    fn next_revision(&self) -> Revision {
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

    /// Whether the name may be written under: it was read what stands there.
    pub(crate) fn is_read(&self) -> bool {
        let is_unread = matches!(
            self.state,
            Keeping::Reading | Keeping::Unread | Keeping::Never | Keeping::Left
        );
        !is_unread && self.left.is_none()
    }

    /// Whether something stands in the store, as far as is known here.
    pub(crate) fn is_stored(&self) -> bool {
        self.revision != 0
    }

    /// Asks for what is stored.
    pub(crate) fn read(&mut self, out: &mut Vec<Request>) {
        if self.state != Keeping::Never {
            self.state = Keeping::Reading;
            self.flight = None;
            self.aside = None;
            out.push(Request::Load { key: self.key.clone() });
        }
    }

    /// Takes up again what another window has had since. A game that was left before goes to its own
    /// name first, since nothing is written until it is there.
    pub(crate) fn take_up(&mut self, out: &mut Vec<Request>) {
        if self.state == Keeping::Left && !self.move_left(out) {
            self.read(out);
        }
    }

    /// Asks for an alarm, one at a time.
    fn wake(&mut self, out: &mut Vec<Request>) {
        if !std::mem::replace(&mut self.is_waking, true) {
            out.push(Request::Wake { id: RETRY, after: AGAIN, at_rest: false });
        }
    }

    /// The alarm has come.
    pub(crate) fn woken(&mut self) {
        self.is_waking = false;
    }

    /// It was read what is stored.
    pub(crate) fn loaded(&mut self, found: Option<&Stored>) {
        self.state = Keeping::Kept;
        self.revision = found.map_or(0, |stored| stored.revision);
        self.known = found.map(|stored| stored.content.clone());
        self.flight = None;
    }

    /// This lies beside the store.
    pub(crate) fn found_aside(&mut self, key: &str, post: Post, unread: bool) {
        if key == self.key && self.state == Keeping::Reading {
            self.aside = Some(Aside { post, unread, is_there: true });
        }
    }

    /// What lies beside the store, and whether it was put there without knowing what that has.
    pub(crate) fn aside(&self) -> Option<(&Post, bool)> {
        let aside = self.aside.as_ref().filter(|aside| aside.is_there)?;
        Some((&aside.post, aside.unread))
    }

    /// Asks for a game by link to be put beside the store, if that takes or tells nothing and it does
    /// not lie there yet.
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

    /// It could not be read; it will be tried again.
    pub(crate) fn unread(&mut self, out: &mut Vec<Request>) {
        if self.state == Keeping::Reading {
            self.state = Keeping::Unread;
            self.wake(out);
        }
    }

    /// Writes what the game is now, if that is not what is kept, and no write is under way.
    pub(crate) fn write(&mut self, content: Content, is_over: bool, out: &mut Vec<Request>) {
        if !self.is_read() {
            return;
        }
        let revision = self.next_revision();
        if let Some(flight) = &self.flight {
            if flight.content != content {
                let (key, follows) = (self.key.clone(), vec![self.revision, flight.revision]);
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
        self.flight = Some(Flight { revision, content });
        self.failed = None;
    }

    /// Whether a write was the one under way; it is kept then, and what lay beside the store is of no
    /// use any more.
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

    /// A write has failed; whether it was the one under way.
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

    /// Goes over to a name of its own: what is stored under the old one stays.
    pub(crate) fn move_beside(&mut self) {
        let old = self.key.clone();
        self.key = if old.starts_with(BY_LINK) {
            let (name, number) = match old.rsplit_once('~') {
                Some((name, number)) => (name, number.parse().unwrap_or(1)),
                None => (old.as_str(), 1_u32),
            };
            format!("{name}~{}", number.saturating_add(1))
        } else {
            drawn_name(self.random)
        };
        self.from.get_or_insert(old);
        self.state = Keeping::Kept;
        self.revision = 0;
        self.known = None;
        self.flight = None;
        self.aside = None;
    }

    /// The name under which the game was kept before it went over to another, if it just did.
    pub(crate) fn moved(&mut self) -> Option<String> {
        self.from.take()
    }

    /// Asks that what is stored and cannot be read be put away, so that the name is free: once.
    pub(crate) fn put_away(&mut self, out: &mut Vec<Request>) -> bool {
        let is_first = !std::mem::replace(&mut self.puts_away, true);
        if is_first {
            self.state = Keeping::Reading;
            let (key, revision) = (self.key.clone(), self.revision);
            out.push(Request::PutAway { key, revision });
        }
        is_first
    }

    /// The game that is kept gives its place to another: it is to be kept under a name of its own.
    pub(crate) fn make_room(&mut self, content: Content, is_over: bool, out: &mut Vec<Request>) {
        if matches!(self.state, Keeping::Never | Keeping::Left) {
            return;
        }
        if self.left.is_none() {
            let was_read = self.is_read();
            let flight = self.flight.take().map(|flight| flight.revision);
            // What becomes of it is nothing to the game that takes its place.
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
                is_told: false,
            });
        }
        self.move_left(out);
    }

    /// Whether the game that was left is not kept under a name of its own yet.
    pub(crate) fn is_making_room(&self) -> bool {
        self.left.is_some()
    }

    /// Asks for the game that was left to be kept under its own name.
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

    /// The game that was left is kept under its own name, and this stands under the old one since.
    /// Whether that is a game of another window, beside which this one goes.
    pub(crate) fn made_room(&mut self, key: &str, found: Option<&Stored>) -> Option<bool> {
        self.left.take_if(|left| left.key == key)?;
        self.loaded(None);
        if found.is_some() {
            self.move_beside();
        }
        Some(found.is_some())
    }

    /// The game that was left could not be kept; whether that is news.
    pub(crate) fn made_no_room(&mut self, key: &str, out: &mut Vec<Request>) -> bool {
        let is_writing = self.state == Keeping::Writing;
        let own = |left: &&mut Left| is_writing && left.key == key;
        let Some(left) = self.left.as_mut().filter(own) else { return false };
        let is_news = !std::mem::replace(&mut left.is_told, true);
        self.state = Keeping::Failed;
        self.wake(out);
        is_news
    }

    /// The game that was left, and could not be kept, is gone back to.
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

/// A name for a game beside the others, by a random number.
pub(crate) fn drawn_name(random: u64) -> String {
    name_in_digits([(random >> 32) as u32, random as u32])
}

/// A name for a game that comes from elsewhere, the same for the same text (FNV-1a over two halves: a
/// name, not a proof).
pub fn name_of(saved: &str) -> String {
    let (mut a, mut b) = (0x811c_9dc5_u32, 0x0100_0193_u32);
    for unit in saved.encode_utf16() {
        a = (a ^ u32::from(unit)).wrapping_mul(0x0100_0193);
        b = b.wrapping_add(u32::from(unit)).wrapping_mul(0x85eb_ca6b) ^ (b >> 13);
    }
    name_in_digits([a, b])
}

/// Both numbers to the base of 36.
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

/// What the names begin with of games that came from elsewhere, or stand beside another.
pub(crate) const KEPT: &str = "kept ";

/// The alarm by which a failed read or write is tried again.
pub(crate) const RETRY: u64 = 1;
