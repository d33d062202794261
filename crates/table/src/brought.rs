//! Importing a file of games. Nothing in it is trusted: each game is replayed through the rules.

use record::Game;
use record::letter::{Relation, compare};
use record::link;

use crate::keep::{Post, name_of};
use crate::mail::{self, Mail};
use crate::study::Study;
use crate::table::key_of;
use crate::whole::IS_WHOLE;

/// A game of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Brought {
    /// Which game it is.
    pub game: &'static str,
    /// The game in its saved form.
    pub saved: String,
    /// Its identity, independent of how it was saved: a link or, if that would be too long, its own
    /// text.
    pub same: String,
    /// Whether it is over.
    pub is_over: bool,
    /// The game by link that belongs to it; `None` if that cannot be read or belongs to another
    /// game.
    pub by_link: Option<BroughtByLink>,
}

/// A game by link of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct BroughtByLink {
    /// The name under which it is stored.
    pub key: String,
    /// Its data, with the newest letter but without a seat.
    pub post: Post,
    /// The game: as the file has it, or as it came with the letter, where that is further.
    pub saved: String,
}

/// How a game by link of a file relates to the one on the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beside {
    /// Nothing new.
    Same,
    /// It continues the stored game, or has the seat that is missing here.
    Further,
    /// Another game, or one that took another course.
    Apart,
}

impl Brought {
    /// Reads a game from its link or, without one, from its saved text, with its data by link.
    /// `None` if it cannot be read.
    pub fn read(link: &str, saved: &str, post: Option<&Post>) -> Option<Brought> {
        if IS_WHOLE && Study::is_one(saved) {
            let game = Study::load(saved)?.shown()?.kind().spec().id;
            let (saved, same) = (saved.to_owned(), saved.to_owned());
            return Some(Brought { game, saved, same, is_over: false, by_link: None });
        }
        let (game, saved) = if link.is_empty() {
            (Game::load(saved).ok()?, saved.to_owned())
        } else {
            let record = link::read(&link::within(link)).ok()?.record;
            (Game::of(&record), record.save())
        };
        let same = same(&game).unwrap_or_else(|| saved.clone());
        let by_link = post.and_then(|post| by_link(&game, &saved, post));
        let is_over = game.verdict().is_some();
        Some(Brought { game: game.start().spec().id, saved, same, is_over, by_link })
    }
}

/// The link of a game, if it is not too long for one.
fn same(game: &Game) -> Option<String> {
    link::write(&game.record().ok()?, &[]).ok()
}

/// The identity of a stored game: see [`Brought::same`]. `None` if it cannot be read.
pub fn same_as(saved: &str) -> Option<String> {
    if IS_WHOLE && Study::is_one(saved) {
        return Study::load(saved).map(|_| saved.to_owned());
    }
    let game = Game::load(saved).ok()?;
    Some(same(&game).unwrap_or_else(|| saved.to_owned()))
}

fn by_link(game: &Game, saved: &str, post: &Post) -> Option<BroughtByLink> {
    let newest = mail::read(&post.link).ok()?;
    let letter = &newest.played.letter;
    if newest.played.record.start() != game.start()
        || newest.seat.as_ref().is_some_and(|seat| !seat.fits(letter))
    {
        return None;
    }
    let belongs = |link: &str| {
        let read = mail::read(link).ok()?;
        (read.played.letter.invitation == letter.invitation).then_some(read)
    };
    if !post.seat.is_empty() {
        let read = belongs(&post.seat)?;
        read.seat.filter(|seat| seat.fits(&read.played.letter))?;
    }
    if !post.came.is_empty() {
        belongs(&post.came)?;
    }
    let link = match newest.seat {
        Some(_) => Mail::link_of(&newest)?,
        None => post.link.clone(),
    };
    let record = &newest.played.record;
    let goes_on = game.played_steps().starts_with(record.steps())
        && (record.verdict().is_none() || record.verdict() == game.verdict());
    Some(BroughtByLink {
        key: key_of(&Mail::restore(post).ok()?),
        post: Post { link, ..post.clone() },
        saved: if goes_on { saved.to_owned() } else { record.save() },
    })
}

/// What to do with an imported game.
#[derive(Clone, PartialEq, Debug)]
pub enum Arrival {
    /// It cannot be read, or cannot be played.
    Bad,
    /// The device has it already.
    Known,
    /// Store it under this name.
    New(String),
    /// It continues the game by link with this name.
    Further(String),
}

/// The games of a device, and the import of further ones, one after the other.
#[derive(Clone, Default, Debug)]
pub struct Arrivals {
    /// The names of the games, and the data of those by link.
    games: Vec<(String, Option<Post>)>,
    /// The identities of the games.
    same: Vec<String>,
}

impl Arrivals {
    /// Registers a game that the device has.
    pub fn has(&mut self, key: &str, saved: &str, post: Option<Post>) {
        self.games.push((key.to_owned(), post));
        self.same.extend(same_as(saved));
    }

    fn place(&self, key: &str) -> Option<usize> {
        self.games.iter().position(|(known, _)| known == key)
    }

    /// Imports a game, which is registered from then on.
    pub fn take(&mut self, brought: &Brought) -> Arrival {
        let is_known = self.same.contains(&brought.same);
        if let Some(BroughtByLink { key, post, .. }) = &brought.by_link {
            let place = self.place(key);
            let arrival = match place.map(|place| beside(self.games[place].1.as_ref(), post)) {
                None => Some(Arrival::New(key.clone())),
                Some(Beside::Further) => Some(Arrival::Further(key.clone())),
                Some(Beside::Same) => Some(Arrival::Known),
                // It is stored beside the other as an ordinary game.
                Some(Beside::Apart) => None,
            };
            if let Some(arrival) = arrival {
                match place {
                    Some(place) => self.games[place].1 = Some(post.clone()),
                    None => self.games.push((key.clone(), Some(post.clone()))),
                }
                self.same.push(brought.same.clone());
                return arrival;
            }
        }
        if is_known {
            return Arrival::Known;
        }
        let saved = &brought.saved;
        let names = (1..).map(|tries| name_of(&format!("{saved}{tries}")));
        let mut names = std::iter::once(name_of(saved)).chain(names);
        let Some(key) = names.find(|key| self.place(key).is_none()) else { return Arrival::Bad };
        self.games.push((key.clone(), None));
        self.same.push(brought.same.clone());
        Arrival::New(key)
    }
}

/// How a game by link of a file relates to what the device has of it.
pub fn beside(here: Option<&Post>, found: &Post) -> Beside {
    let read = |post: &Post| mail::read(&post.link).ok();
    let Some((here, own)) = here.and_then(|here| Some((here, read(here)?))) else {
        return Beside::Further;
    };
    let Some(came) = read(found) else { return Beside::Apart };
    let brings_seat = here.seat.is_empty() && !found.seat.is_empty();
    match compare(&own.played, &came.played) {
        Relation::Same if brings_seat => Beside::Further,
        Relation::Same | Relation::Older(_) => Beside::Same,
        Relation::Newer(_) | Relation::TakenBack(_) | Relation::Ahead(_) => Beside::Further,
        _ => Beside::Apart,
    }
}
