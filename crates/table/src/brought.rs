//! What a file of games brings. Nothing in it is trusted: each game goes through the rules.

use record::Game;
use record::letter::{Relation, compare};
use record::link;
use rules::Step;

use crate::keep::{Post, name_of};
use crate::mail::{self, Mail};
use crate::table::key_of;

/// A game of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Brought {
    /// Which game it is.
    pub game: &'static str,
    /// The game, as it is kept.
    pub saved: String,
    /// What tells it from others, however it was saved: a link or, where it is longer than one may be,
    /// its own text.
    pub same: String,
    /// Whether it is over.
    pub is_over: bool,
    /// The game by link that it is; none where that cannot be read, or belongs to another game.
    pub by_link: Option<BroughtByLink>,
}

/// A game by link of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct BroughtByLink {
    /// The name under which it is kept.
    pub key: String,
    /// What is known of it, its newest letter without a seat.
    pub post: Post,
    /// The game: as the file has it, or as it came with the letter, where that is further.
    pub saved: String,
}

/// What a game by link of a file is beside the one on the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beside {
    /// Nothing new.
    Same,
    /// It goes on with it, or has the seat.
    Further,
    /// Another game, or one that went another way.
    Apart,
}

impl Brought {
    /// Reads a game: its link or, without one, its saved text, and what is known of it by link. None if
    /// it cannot be read.
    pub fn read(link: &str, saved: &str, post: Option<&Post>) -> Option<Brought> {
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

/// The link of a game, if it is not longer than one may be.
fn same(game: &Game) -> Option<String> {
    link::write(&game.record().ok()?, &[]).ok()
}

/// What a stored game is told by: see [`Brought::same`]. None if it cannot be read.
pub fn same_as(saved: &str) -> Option<String> {
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
    let steps: Vec<Step> = game.main_line().flat_map(|turn| game.steps(turn)).copied().collect();
    let record = &newest.played.record;
    let goes_on = steps.starts_with(record.steps())
        && (record.verdict().is_none() || record.verdict() == game.verdict());
    Some(BroughtByLink {
        key: key_of(&Mail::restore(post).ok()?),
        post: Post { link, ..post.clone() },
        saved: if goes_on { saved.to_owned() } else { record.save() },
    })
}

/// What a game of a file is to the device.
#[derive(Clone, PartialEq, Debug)]
pub enum Arrival {
    /// It cannot be read, or not be played.
    Bad,
    /// It is here already.
    Known,
    /// It is to be kept under this name.
    New(String),
    /// The game by link of this name goes on with it.
    Further(String),
}

/// What a device has, and what comes to it of a file, one game after the other.
#[derive(Clone, Default, Debug)]
pub struct Arrivals {
    /// The names of the games, and what is known of those by link.
    games: Vec<(String, Option<Post>)>,
    /// What tells the games from others.
    same: Vec<String>,
}

impl Arrivals {
    /// A game that the device has.
    pub fn has(&mut self, key: &str, saved: &str, post: Option<Post>) {
        self.games.push((key.to_owned(), post));
        self.same.extend(same_as(saved));
    }

    fn place(&self, key: &str) -> Option<usize> {
        self.games.iter().position(|(known, _)| known == key)
    }

    /// A game comes, and is known from then on.
    pub fn take(&mut self, brought: &Brought) -> Arrival {
        let is_known = self.same.contains(&brought.same);
        if let Some(BroughtByLink { key, post, .. }) = &brought.by_link {
            let place = self.place(key);
            let arrival = match place.map(|place| beside(self.games[place].1.as_ref(), post)) {
                None => Some(Arrival::New(key.clone())),
                Some(Beside::Further) => Some(Arrival::Further(key.clone())),
                Some(Beside::Same) => Some(Arrival::Known),
                // It stands beside the other as a game like any.
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

/// What a game by link of a file is beside what the device knows of it.
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
