//! What is kept of a game, under which name, and which revision it follows.
//!
//! Nothing is written under a name that was not read here, and nothing before something has
//! happened. Each write names the revision that it follows and the one that it makes, so that a
//! store refuses what comes second, and a write that is carried out twice changes nothing. One write
//! is under way at a time.

use crate::event::{Moment, Request};
use crate::opponent::Opponent;

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

/// Keeps one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Keeper {
    key: String,
    state: Keeping,
    /// What stands in the store, as far as it was read or written here.
    revision: Revision,
    /// The content of that revision.
    known: Option<Content>,
    flight: Option<Flight>,
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
        Keeper { key: key.to_owned(), state, revision: 0, known: None, flight: None, aside: None }
    }

    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    pub(crate) fn state(&self) -> Keeping {
        self.state
    }

    /// Whether the name may be written under: it was read what stands there.
    pub(crate) fn is_read(&self) -> bool {
        !matches!(self.state, Keeping::Reading | Keeping::Unread | Keeping::Never | Keeping::Left)
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
            out.push(Request::Wake { id: RETRY, after: AGAIN, at_rest: false });
        }
    }

    /// Writes what the game is now, if that is not what is kept, and no write is under way.
    pub(crate) fn write(&mut self, moment: Moment, content: Content, out: &mut Vec<Request>) {
        if !self.is_read() || self.flight.is_some() || self.known.as_ref() == Some(&content) {
            return;
        }
        // Never 0, and another one for each write.
        let drawn = moment.random ^ self.revision.rotate_left(17);
        let is_new = |revision: &Revision| ![0, self.revision].contains(revision);
        let revision = [drawn, !drawn].into_iter().find(is_new).unwrap_or(1);
        self.state = Keeping::Writing;
        out.push(Request::Keep {
            key: self.key.clone(),
            follows: self.revision,
            revision,
            content: content.clone(),
        });
        self.flight = Some(Flight { revision, content });
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
            self.state = Keeping::Failed;
            out.push(Request::Wake { id: RETRY, after: AGAIN, at_rest: false });
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
        if key != self.key || self.flight.as_ref().map(|f| f.revision) != Some(revision) {
            return Refused::Stale;
        }
        self.loaded(found.as_ref());
        Refused::Other(found)
    }

    /// Goes over to a name of its own: what is stored under the old one stays.
    pub(crate) fn move_beside(&mut self) {
        let (name, number) = match self.key.rsplit_once('~') {
            Some((name, number)) => (name, number.parse().unwrap_or(1)),
            None => (self.key.as_str(), 1_u32),
        };
        self.key = format!("{name}~{}", number.saturating_add(1));
        self.state = Keeping::Kept;
        self.revision = 0;
        self.known = None;
        self.flight = None;
        self.aside = None;
    }

    /// Another window has the game now.
    pub(crate) fn leave(&mut self) {
        if self.state != Keeping::Never {
            self.state = Keeping::Left;
            self.flight = None;
        }
    }
}

/// The alarm by which a failed read or write is tried again.
pub(crate) const RETRY: u64 = 1;
