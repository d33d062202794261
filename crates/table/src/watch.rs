//! Watching a live game: what the players show to those who watch, and what these see.
//!
//! Who watches says so every [`SIGN`], and which letter was seen last. While somebody does, each player shows, beside
//! each sign of life, how the clocks stand, and the whole game whenever it has gone on or somebody has less of it. The
//! game is shown as it is behind its newest letter that was told: what the other player cannot know yet is not in it,
//! nor anything by which a seat could be taken up.

use std::collections::BTreeMap;

use record::link::{self, Section};
use record::{Game, Record};
use rules::{Color, Step};

use crate::clock::Clock;
use crate::event::Request;
use crate::live::{ALARMS, BEAT, SILENCE};
use crate::sentence::{Sentence, Value};
use crate::table::{Purpose, Seat, Table};
use crate::whole::whole_only;

/// The version of messages.
const VERSION: &str = "1";
/// How often who watches says so, in milliseconds.
const SIGN: u64 = 20_000;
/// Who watches and has not said so for this long is gone.
const LIFE: u64 = 60_000;
/// Between two times that the whole game is shown to who has less of it, and asked for.
const PAUSE: u64 = 2_000;
/// The most who are counted.
const MOST: usize = 99;

/// What happens on the line of a page that watches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Watch {
    /// A line is being made.
    Calling,
    /// What the players show can be heard.
    Open,
    /// The relay cannot be reached for now.
    Lost,
    /// The relay does not let anybody watch.
    Refused,
    /// The players have shown something.
    Heard(String),
}

/// What is shown of the game that is watched, beside the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WatchView {
    /// The names of White and Black; empty if not given.
    pub names: [String; 2],
    /// Which of them are there.
    pub here: [bool; 2],
}

/// What those who watch say, and what they are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Message {
    /// A page watches; the number that it has drawn, and that of the newest letter that it has seen the game
    /// behind.
    Watches { page: u64, letter: u32 },
    /// A player is there, has this letter, and the clocks stand so.
    Here { by: Color, letter: u32, clock: Option<Clock> },
    /// The game behind a letter: a link without letter and seat.
    Game { letter: u32, link: String },
}

impl Message {
    fn write(&self, now: u64) -> String {
        match self {
            Message::Watches { page, letter } => format!("{VERSION} watches {page} {letter}"),
            Message::Here { by, letter, clock } => {
                let clock = clock.as_ref().map(|clock| format!(" {}", clock.write(now)));
                format!("{VERSION} here {} {letter}{}", by.id(), clock.unwrap_or_default())
            }
            Message::Game { letter, link } => format!("{VERSION} game {letter} {link}"),
        }
    }

    /// `None` for what is none, and for what a later version says.
    fn read(text: &str, now: u64) -> Option<Message> {
        let mut words = text.split(' ').peekable();
        if words.next()? != VERSION {
            return None;
        }
        let message = match words.next()? {
            "watches" => {
                let page = words.next()?.parse().ok()?;
                Message::Watches { page, letter: words.next()?.parse().ok()? }
            }
            "here" => {
                let name = words.next()?;
                let by = Color::ALL.into_iter().find(|color| color.id() == name)?;
                let letter = words.next()?.parse().ok()?;
                let clock = match words.peek() {
                    Some(_) => Some(Clock::read(&mut words, now)?),
                    None => None,
                };
                Message::Here { by, letter, clock }
            }
            "game" => {
                let letter = words.next()?.parse().ok()?;
                Message::Game { letter, link: words.next()?.to_owned() }
            }
            _ => return None,
        };
        words.next().is_none().then_some(message)
    }
}

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
        let Some(Message::Watches { page, letter }) = Message::read(text, now) else { return };
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
        let message = Message::Game { letter, link }.write(now);
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
        let message = Message::Here { by, letter, clock }.write(now);
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

/// The line of a page that watches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    Calling,
    Open,
    Lost,
    Refused,
}

/// A game that is watched.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Watching {
    /// The number of this page among those who watch.
    page: u64,
    line: Line,
    /// The number of the letter behind which the game is seen; 0: it has not been seen yet.
    letter: u32,
    names: [String; 2],
    /// When each player was heard last.
    heard: [Option<u64>; 2],
    pub(crate) clock: Option<Clock>,
    /// When this page has said last that it watches.
    said: Option<u64>,
    /// What was said last of who is there.
    told: Option<Sentence>,
    /// The number of the alarm that counts.
    alarm: u64,
}

impl Watching {
    /// Whether a player is there.
    fn is_here(&self, color: Color, now: u64) -> bool {
        let is_recent = |heard: u64| now.saturating_sub(heard) <= SILENCE;
        self.line == Line::Open && self.heard[color as usize].is_some_and(is_recent)
    }

    fn name(&self, color: Color) -> Value {
        match self.names[color as usize].as_str() {
            "" => Value::Color(color),
            name => Value::Name(name.to_owned()),
        }
    }

    fn says(&self, now: u64) -> Sentence {
        let here = Color::ALL.map(|color| self.is_here(color, now));
        match (self.line, here) {
            (Line::Calling, _) => Sentence::new("watch.calling"),
            (Line::Lost, _) => Sentence::new("watch.lost"),
            (Line::Refused, _) => Sentence::new("watch.refused"),
            (Line::Open, _) if self.letter == 0 => Sentence::new("watch.waiting"),
            (Line::Open, [true, true]) => Sentence::new("watch.both"),
            (Line::Open, [false, false]) => Sentence::new("watch.none"),
            (Line::Open, [white, _]) => {
                let gone = if white { Color::Black } else { Color::White };
                Sentence::new("watch.one").with("name", self.name(gone))
            }
        }
    }
}

impl Table {
    /// What is shown of the game that is watched, beside the game.
    pub(crate) fn watch_view(&self) -> Option<WatchView> {
        let watching = self.watching.as_ref()?;
        let now = self.computer.now;
        let here = Color::ALL.map(|color| watching.is_here(color, now));
        Some(WatchView { names: watching.names.clone(), here })
    }

    /// What is said to who watches.
    pub(crate) fn says_of_watched(&self) -> Option<Sentence> {
        Some(self.watching.as_ref()?.says(self.computer.now))
    }

    pub(crate) fn watch(&mut self, watch: Watch, random: u64, out: &mut Vec<Request>) {
        if watch == Watch::Calling && matches!(self.purpose, Purpose::Show) {
            self.watching = whole_only(Watching {
                page: random,
                line: Line::Calling,
                letter: 0,
                names: [String::new(), String::new()],
                heard: [None; 2],
                clock: None,
                said: None,
                told: None,
                alarm: ALARMS,
            });
            self.seats = [Seat::Friend; 2];
        }
        let Some(watching) = self.watching.as_mut() else { return };
        match watch {
            Watch::Calling => {}
            Watch::Open => {
                watching.line = Line::Open;
                watching.alarm += 1;
                out.push(Request::Wake { id: watching.alarm, after: BEAT, at_rest: false });
                self.say_watching(out);
            }
            Watch::Lost => {
                watching.line = Line::Lost;
                self.stop_watched_clock();
            }
            Watch::Refused => watching.line = Line::Refused,
            Watch::Heard(text) => self.hear_shown(&text, out),
        }
        self.tell_who_is_there(out);
    }

    /// Says who is there when that has changed, in the place of a refusal that stands there.
    fn tell_who_is_there(&mut self, out: &mut Vec<Request>) {
        let now = self.computer.now;
        let is_over = self.game.verdict().is_some();
        let Some(watching) = self.watching.as_mut() else { return };
        let says = watching.says(now);
        if watching.told.as_ref() != Some(&says) {
            watching.told = Some(says.clone());
            self.note = None;
            out.extend((!is_over).then_some(Request::Say(says)));
        }
    }

    /// The alarm of a page that watches: it says so, and misses players who were not heard.
    pub(crate) fn watch_beat(&mut self, id: u64, out: &mut Vec<Request>) {
        let now = self.computer.now;
        let Some(watching) = self.watching.as_ref() else { return };
        if watching.alarm != id || watching.line != Line::Open {
            return;
        }
        out.push(Request::Wake { id, after: BEAT, at_rest: false });
        if Color::ALL.iter().all(|&color| !watching.is_here(color, now)) {
            self.stop_watched_clock();
        }
        let said = self.watching.as_ref().and_then(|watching| watching.said);
        if said.is_none_or(|said| now < said || now - said >= SIGN) {
            self.say_watching(out);
        }
        self.tell_who_is_there(out);
    }

    /// Tells the players that this page watches, and how far it has seen the game.
    fn say_watching(&mut self, out: &mut Vec<Request>) {
        let now = self.computer.now;
        let Some(watching) = self.watching.as_mut() else { return };
        watching.said = Some(now);
        let message = Message::Watches { page: watching.page, letter: watching.letter }.write(now);
        out.push(Request::Tell { message, is_letter: false });
    }

    /// The clocks stand as they did when a player was heard last.
    fn stop_watched_clock(&mut self) {
        let now = self.computer.now;
        let Some(watching) = self.watching.as_mut() else { return };
        let heard = watching.heard.into_iter().flatten().max().unwrap_or(now).min(now);
        if let Some(clock) = watching.clock.as_mut() {
            clock.stop(heard);
        }
    }

    fn hear_shown(&mut self, text: &str, out: &mut Vec<Request>) {
        let now = self.computer.now;
        let mover = self.game.live_position().turn();
        let is_over = self.game.verdict().is_some();
        let Some(watching) = self.watching.as_mut() else { return };
        match Message::read(text, now) {
            Some(Message::Here { by, letter, clock }) => {
                let was_here = watching.is_here(by, now);
                watching.heard[by as usize] = Some(now);
                // A page that was loaded again does not know who watches, and of a turn the game has not arrived.
                let is_news = !was_here || letter > watching.letter;
                let is_rested = |said: u64| now < said || now - said >= PAUSE;
                let is_due = is_news && watching.said.is_none_or(is_rested);
                if letter == watching.letter && (by == mover || !watching.is_here(mover, now)) {
                    watching.clock = clock;
                    if is_over {
                        self.stop_watched_clock();
                    }
                }
                if is_due {
                    self.say_watching(out);
                }
            }
            Some(Message::Game { letter, link }) if letter > watching.letter => {
                let Some((record, names)) = read_look(&link) else { return };
                // A page has the board of one game.
                if record.start().game() == self.game.start().game() {
                    watching.letter = letter;
                    watching.names = names;
                    self.see(&record, out);
                }
            }
            _ => {}
        }
    }

    /// The game that is watched has gone on.
    fn see(&mut self, record: &Record, out: &mut Vec<Request>) {
        let steps: Vec<Step> =
            self.game.main_line().flat_map(|turn| self.game.steps(turn)).copied().collect();
        let is_same = self.game.start() == record.start() && record.steps().starts_with(&steps);
        let is_first = steps.is_empty();
        let from = self.game.live();
        self.note = None;
        if record.verdict().is_some() {
            self.stop_watched_clock();
        }
        if is_same && self.game.verdict().is_none() {
            for &step in &record.steps()[steps.len()..] {
                if self.game.play(step).is_err() {
                    break;
                }
            }
            self.game.set_verdict(record.verdict());
        } else {
            self.set_game(Game::of(record));
            return;
        }
        if self.is_live() && !is_first {
            self.tell_steps(from, out);
        }
    }

    /// Whether a live game of others is watched.
    pub(crate) fn is_watching(&self) -> bool {
        self.watching.is_some()
    }
}

/// The game of a link, and the names of its players.
fn read_look(link: &str) -> Option<(Record, [String; 2])> {
    let opened = link::read(&link::within(link)).ok()?;
    let names = opened.sections.iter().find_map(Section::as_names).unwrap_or_default();
    Some((opened.record.clone(), [names.0.to_owned(), names.1.to_owned()]))
}

#[cfg(test)]
mod tests {
    use record::TimeControl;

    use super::*;
    use crate::clock::Timed;

    #[test]
    fn messages_come_back() {
        let control = TimeControl::parse("300:3x5;p60").expect("a control");
        let mut clock = Clock::new(control);
        clock.run(Timed::Placing(Color::Black), 500);
        let mut stands = clock.clone();
        stands.stop(900);
        for message in [
            Message::Watches { page: u64::MAX, letter: 0 },
            Message::Here { by: Color::Black, letter: 7, clock: None },
            Message::Here { by: Color::White, letter: 7, clock: Some(Clock::new(control)) },
            Message::Here { by: Color::White, letter: 7, clock: Some(stands) },
            Message::Game { letter: 7, link: "g=AAAA".to_owned() },
        ] {
            assert_eq!(Message::read(&message.write(900), 900), Some(message));
        }
        // One that runs goes on from when it was heard.
        let here = Message::Here { by: Color::White, letter: 7, clock: Some(clock.clone()) };
        let Some(Message::Here { clock: Some(heard), .. }) =
            Message::read(&here.write(900), 5_000_000)
        else {
            panic!("it comes back");
        };
        assert!(heard.runs());
        for color in Color::ALL {
            assert_eq!(heard.reading(color, 5_000_100), clock.reading(color, 1_000));
        }
    }

    #[test]
    fn what_is_no_message_is_none() {
        for text in [
            "",
            "1",
            "2 watches 1 1",
            "1 watches 1",
            "1 watches -1 1",
            "1 watches 1 1 1",
            "1 here red 1",
            "1 here white",
            "1 here white 1 300",
            "1 here white 1 300 1 0 0 1 0 0 - 0",
            "1 here white 1 300 1 0 0 1 0 0 turn-red 0 1",
            "1 here white 1 300 1 0 0 1 0 0 - 0 2",
            "1 here white 1 x 1 0 0 1 0 0 - 0 1",
            "1 here white 1 300 1 0 0 1 0 0 - 0 1 1",
            "1 game 1",
            "1 game x g=AAAA",
        ] {
            assert_eq!(Message::read(text, 0), None, "{text:?}");
        }
    }
}
