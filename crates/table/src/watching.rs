//! A page that watches a live game of others.
//!
//! It says so every [`SIGN`], and which letter it has seen the game behind; the players show the rest
//! ([`crate::audience`]).

use record::link::{self, Section};
use record::{Game, Record};
use rules::Color;

use crate::audience::PAUSE;
use crate::clock::Clock;
use crate::event::Request;
use crate::live::{ALARMS, BEAT, SILENCE};
use crate::sentence::{Sentence, Value};
use crate::table::{Purpose, Seat, Table};
use crate::watch_message::WatchMessage;
use crate::whole::whole_only;

/// How often who watches says so, in milliseconds.
const SIGN: u64 = 6_000;

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
    /// When this page last told the players that it watches.
    last_sign: Option<u64>,
    /// What was last said of who is there.
    presence: Option<Sentence>,
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
                last_sign: None,
                presence: None,
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
        if watching.presence.as_ref() != Some(&says) {
            watching.presence = Some(says.clone());
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
        let last_sign = self.watching.as_ref().and_then(|watching| watching.last_sign);
        if last_sign.is_none_or(|last| now < last || now - last >= SIGN) {
            self.say_watching(out);
        }
        self.tell_who_is_there(out);
    }

    /// Tells the players that this page watches, and how far it has seen the game.
    fn say_watching(&mut self, out: &mut Vec<Request>) {
        let now = self.computer.now;
        let Some(watching) = self.watching.as_mut() else { return };
        watching.last_sign = Some(now);
        let message =
            WatchMessage::Watches { page: watching.page, letter: watching.letter }.write(now);
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
        match WatchMessage::read(text, now) {
            Some(WatchMessage::Here { by, letter, clock }) => {
                let was_here = watching.is_here(by, now);
                watching.heard[by as usize] = Some(now);
                // A page that was loaded again does not know who watches, and of a turn the game has not arrived.
                let is_news = !was_here || letter > watching.letter;
                let is_rested = |last: u64| now < last || now - last >= PAUSE;
                let is_due = is_news && watching.last_sign.is_none_or(is_rested);
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
            Some(WatchMessage::Game { letter, link }) if letter > watching.letter => {
                let Some((record, names)) = read_look(&link) else { return };
                // A page has the board of one game.
                if record.start().game() == self.game.start().game() {
                    watching.letter = letter;
                    watching.names = names;
                    self.see(&record, out);
                }
            }
            Some(WatchMessage::Next { link }) if is_over => {
                out.push(Request::AskedAgain { link, says: Sentence::new("watch.next") });
            }
            _ => {}
        }
    }

    /// The game that is watched has gone on.
    fn see(&mut self, record: &Record, out: &mut Vec<Request>) {
        let steps = self.game.played_steps();
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
