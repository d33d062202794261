//! A table with a clock, a store and a source of random numbers of its own, for tests that tell it one
//! event after another.

// Each test uses what it needs of it.
#![allow(dead_code)]

use record::letter::{Letter, Played, SeatKey, Sent};
use record::link::{self, Section};
use rules::{AnyPosition, GameId, Square, Step};
use table::{Content, Event, Keeping, Moment, Post, Request, Setup, Stored, Table};

use crate::written::ledger;

/// A table with a clock and a source of random numbers of its own.
pub(crate) struct Play {
    pub(crate) table: Table,
    pub(crate) now: u64,
    pub(crate) asked: Vec<Request>,
}

impl Play {
    pub(crate) fn new(setup: Setup) -> Play {
        let (table, asked) = Table::new(setup);
        let mut play = Play { table, now: 0, asked };
        if !play.table.key().is_empty() {
            let key = play.table.key().to_owned();
            play.to(Event::Loaded { key, found: None });
        }
        play
    }

    pub(crate) fn to(&mut self, event: Event) -> Vec<Request> {
        self.now += 1;
        let random = self.now.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let out = self.table.handle(Moment { now: self.now, random }, event.clone());
        ledger::told(self.now, &event, &out, &self.table);
        self.asked.extend(out.iter().cloned());
        assert_eq!(self.table.view(), self.table.clone().view(), "a function of the state");
        out
    }

    pub(crate) fn type_all(&mut self, steps: &str) {
        for text in steps.split_whitespace() {
            self.to(Event::Typed(text.to_owned()));
            let view = self.table.view();
            assert!(view.refusal.is_none(), "{text}: {:?}", view.refusal);
        }
    }

    pub(crate) fn steps(&self) -> Vec<Step> {
        self.table.game().played_steps()
    }

    pub(crate) fn at(&self, name: &str) -> Square {
        self.table.square(name).unwrap()
    }

    pub(crate) fn says(&self) -> &'static str {
        self.table.view().says.key
    }

    /// The last write that was asked for.
    pub(crate) fn last_keep(&self) -> (u64, u64, Content) {
        let keep = |request: &Request| match request {
            Request::Keep { follows, revision, content, .. } => {
                Some((*follows, *revision, content.clone()))
            }
            _ => None,
        };
        self.asked.iter().rev().find_map(keep).expect("a write")
    }

    /// The store keeps what it is asked to.
    pub(crate) fn keep_all(&mut self) {
        while self.table.view().keeping == Keeping::Writing {
            let revision = self.last_keep().1;
            self.to(Event::Kept { key: self.table.key().to_owned(), revision });
        }
    }

    pub(crate) fn think_id(&self) -> u64 {
        let id = |request: &Request| match request {
            Request::Think { id, .. } => Some(*id),
            _ => None,
        };
        self.asked.iter().rev().find_map(id).expect("a thought was asked for")
    }

    pub(crate) fn wake(&mut self) -> Vec<Request> {
        let id = |request: &Request| match request {
            Request::Wake { id, .. } => Some(*id),
            _ => None,
        };
        let id = self.asked.iter().rev().find_map(id).expect("an alarm");
        self.to(Event::Woken(id))
    }
}

pub(crate) fn here(game: GameId) -> Setup {
    Setup::here(AnyPosition::initial(game), "a game")
}

pub(crate) fn from(game: GameId, fen: &str) -> Setup {
    Setup::here(AnyPosition::from_fen(game, fen).unwrap(), "a game")
}

pub(crate) fn step(game: GameId, text: &str) -> Step {
    Step::parse(text, game.spec()).unwrap()
}

pub(crate) fn turn(game: GameId, text: &str) -> Vec<Step> {
    text.split_whitespace().map(|text| step(game, text)).collect()
}

/// The last write is refused: this is stored.
pub(crate) fn refused(play: &mut Play, content: Content) {
    let revision = play.last_keep().1;
    let found = Some(Stored { revision: 77, content });
    play.to(Event::Refused { key: play.table.key().to_owned(), revision, found });
}

/// What the draws of a game by link follow from: another for each seed.
pub(crate) fn entropy(seed: u8) -> [u8; 56] {
    std::array::from_fn(|place| seed.wrapping_mul(31).wrapping_add(place as u8))
}

/// What is to be handed on, once all is kept; it is handed on then.
pub(crate) fn sent(play: &mut Play) -> String {
    play.keep_all();
    let send = |request: &Request| match request {
        Request::Send { link } => Some(link.clone()),
        _ => None,
    };
    let asked = std::mem::take(&mut play.asked);
    let link = asked.iter().rev().find_map(send).unwrap_or_else(|| panic!("{asked:?}"));
    play.to(Event::HandedOn);
    play.keep_all();
    link
}

/// A page that a link has opened, on a device that has nothing of its game.
pub(crate) fn opened(link: &str) -> Play {
    let (table, asked) = Table::open(link).unwrap();
    let mut play = Play { table, now: 1_000, asked };
    play.to(Event::Loaded { key: play.table.key().to_owned(), found: None });
    play
}

/// The letter in a link, with its game, and the seat.
pub(crate) fn letter_of(text: &str) -> Option<(Played, Option<SeatKey>)> {
    let opened = link::read(&link::within(text)).ok()?;
    let find = |kind| opened.sections.iter().find(|section| section.kind == kind);
    let letter = Letter::read(&find(link::kind::LETTER)?.bytes).ok()?;
    let seat = find(link::kind::SEAT).and_then(|section| SeatKey::read(&section.bytes).ok());
    Some((Played { letter, record: opened.record }, seat))
}

/// The claim of a changed client, which nothing has given it a right to.
pub(crate) fn forged_claim(post: &Post) -> Option<String> {
    let (played, _) = letter_of(&post.link)?;
    let (_, seat) = letter_of(&post.seat)?;
    let claim = played.reply(&seat?, &played.record, Sent::Claim, false).ok()?;
    let mut sections = link::read(&link::within(&post.link)).ok()?.sections.into_iter();
    let names = sections.find(|section| section.kind == link::kind::NAMES);
    let letter = Section { kind: link::kind::LETTER, bytes: claim.letter.write() };
    let sections: Vec<Section> = [letter].into_iter().chain(names).collect();
    link::write(&claim.record, &sections).ok()
}
