//! What the players of a live game show to those who watch it.
//!
//! Who watches says so every 20 seconds, and which letter was seen last ([`crate::watching`]). While somebody does,
//! each player shows, beside each sign of life, how the clocks stand, and the whole game whenever it has gone on or
//! somebody has less of it. The game is shown as it is behind its newest letter that was told: what the other player
//! cannot know yet is not in it, nor anything by which a seat could be taken up.

use std::collections::BTreeMap;

use crate::event::Request;
use crate::sentence::Sentence;
use crate::table::Table;
use crate::watch_message::{WatchMessage, is_watch_link};

/// Who watches and has not said so for this long is gone.
const LIFE: u64 = 16_000;
/// Between two times that the whole game is shown to who has less of it, and asked for.
pub(crate) const PAUSE: u64 = 2_000;
/// The most who are counted.
const MOST: usize = 99;

/// Those who watch, as a player's page knows them.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Audience {
    /// When each was heard last, by the number that it has drawn.
    heard: BTreeMap<u64, u64>,
    /// Whether somebody has less of the game than there is.
    lacks: bool,
    /// When the whole game was shown last.
    shown: Option<u64>,
}

impl Table {
    /// How many watch the player's live game.
    pub(crate) fn watchers(&self) -> usize {
        self.live.as_ref().map_or(0, |live| live.audience.heard.len())
    }

    /// Somebody who watches has said something.
    pub(crate) fn hear_watcher(&mut self, text: &str, out: &mut Vec<Request>) {
        let now = self.computer.now;
        let Some(WatchMessage::Watches { page, letter }) = WatchMessage::read(text, now) else {
            return;
        };
        let own = self.shown_letter().map_or(0, |(letter, _)| letter);
        let Some(live) = self.live.as_mut() else { return };
        let audience = &mut live.audience;
        let is_first = audience.heard.is_empty();
        let is_known = audience.heard.contains_key(&page);
        if is_known || audience.heard.len() < MOST {
            audience.heard.insert(page, now);
        }
        audience.lacks |= letter < own;
        if is_first {
            out.push(Request::Say(Sentence::new("watch.somebody")));
        }
        self.show_what_lacks(out);
        if !is_known {
            self.show_state(out);
        }
    }

    /// Both players go on with another game: who watches this one can follow by the link.
    pub(crate) fn show_next(&self, link: String, out: &mut Vec<Request>) {
        if self.watchers() > 0 && self.game.verdict().is_some() && is_watch_link(&link) {
            let message = WatchMessage::Next { link }.write(self.computer.now);
            out.push(Request::ShowWatchers { message });
        }
    }

    /// The newest letter that was told, by its number, and a link to the game behind it for anybody to look at.
    fn shown_letter(&self) -> Option<(u32, String)> {
        let mail = self.mail.as_ref()?;
        let letter = &mail.newest.letter;
        // What was not told yet the other player does not know.
        let is_told = mail.sent || mail.own() != Some(letter.sender);
        Some((letter.serial, mail.look(&mail.newest.record)?)).filter(|_| is_told)
    }

    /// The game has gone on, here or there.
    pub(crate) fn show_game(&mut self, out: &mut Vec<Request>) {
        if self.watchers() > 0 {
            self.show_whole(out);
        }
    }

    fn show_whole(&mut self, out: &mut Vec<Request>) {
        let now = self.computer.now;
        let Some((letter, link)) = self.shown_letter() else { return };
        if let Some(live) = self.live.as_mut() {
            live.audience.shown = Some(now);
            live.audience.lacks = false;
        }
        let message = WatchMessage::Game { letter, link }.write(now);
        out.push(Request::ShowWatchers { message });
        self.show_state(out);
    }

    /// Shows the whole game if somebody has less of it, but not too often.
    fn show_what_lacks(&mut self, out: &mut Vec<Request>) {
        let now = self.computer.now;
        let is_rested = |shown: u64| now < shown || now - shown >= PAUSE;
        let is_due = self
            .live
            .as_ref()
            .is_some_and(|live| live.audience.lacks && live.audience.shown.is_none_or(is_rested));
        if is_due {
            self.show_whole(out);
        }
    }

    /// Shows that the player is there, and how the clocks stand.
    pub(crate) fn show_state(&self, out: &mut Vec<Request>) {
        let own = self.mail.as_ref().and_then(|mail| mail.own());
        let (Some(by), Some((letter, _))) = (own, self.shown_letter()) else { return };
        let now = self.computer.now;
        let clock = self.timer.as_ref().map(|timer| timer.clock.clone());
        let message = WatchMessage::Here { by, letter, clock }.write(now);
        out.push(Request::ShowWatchers { message });
    }

    /// The alarm of a player's line: who watches hears of the player, and is missed if it was not heard.
    pub(crate) fn show_beat(&mut self, out: &mut Vec<Request>) {
        let now = self.computer.now;
        let Some(live) = self.live.as_mut() else { return };
        live.audience.heard.retain(|_, heard| now.saturating_sub(*heard) < LIFE);
        if live.audience.heard.is_empty() {
            live.audience = Audience::default();
            return;
        }
        self.show_what_lacks(out);
        self.show_state(out);
    }
}
