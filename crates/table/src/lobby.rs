//! The lobby of a relay: open challenges of people who do not know each other.
//!
//! A challenge lives by its heartbeat: nothing is stored, and it goes with the page that made it. The relay
//! says from which page each message comes, and a page is one connection; what pages say is believed in
//! nothing else. The first who takes a challenge has the game; everybody hears who it is, so that the
//! others know. The link to the game goes to that one sealed, again and again until that one says that it
//! has come: who hears no such word within [`PATIENCE`] offers the challenge anew.

use std::collections::BTreeMap;

use record::TimeControl;
use record::letter::{Act, clean_line};
use rules::{AnyPosition, Color, GameId, Phase};

use crate::mail::{self, Mail};
use crate::sentence::{Sentence, Value};
use crate::table::key_of;

/// The version of messages.
const VERSION: &str = "1";
/// How often a page repeats its challenge, in milliseconds.
const BEAT: u64 = 4_000;
/// How long a challenge lives without being repeated.
const LIFE: u64 = 3 * BEAT;
/// How long the answer to who takes a challenge may take, and the word that it has come.
const PATIENCE: u64 = 10_000;
/// How often the answer is repeated until that word has come.
const REPEAT: u64 = 1_000;
/// The most challenges that are listed.
const MOST: usize = 200;
/// The longest message that is read, in bytes.
const LONGEST: usize = 1_024;
/// The longest name that is shown, in characters.
const LONGEST_NAME: usize = 40;
/// How many messages of one page are read within the time of a beat, and of all pages.
const READ_OF_PAGE: u32 = 8;
/// How many messages of all pages are read within the time of a beat.
const READ_OF_ALL: u32 = 2_000;
/// The most names, and pages, that are hidden: the oldest are forgotten.
const MOST_HIDDEN: usize = 100;
/// The longest public key of a page, in characters.
const LONGEST_KEY: usize = 128;

/// What is played, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The game.
    pub game: GameId,
    /// The challenger's colour; none: chance decides.
    pub color: Option<Color>,
    /// The time control; none: without clocks.
    pub clock: Option<TimeControl>,
}

impl Terms {
    fn write(&self) -> String {
        let color = self.color.map_or("-", Color::id);
        let clock = self.clock.map_or_else(|| "-".to_owned(), |clock| clock.to_string());
        [self.game.spec().id, color, &clock].join(" ")
    }

    /// Terms; time for placing counts only where pieces are placed.
    pub fn new(game: GameId, color: Option<Color>, clock: Option<TimeControl>) -> Terms {
        let places = AnyPosition::initial(game).phase() == Phase::Placement;
        let clock = clock
            .and_then(|clock| TimeControl::new(clock.sides(), clock.placing().filter(|_| places)));
        Terms { game, color, clock }
    }

    fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Terms> {
        let game = GameId::parse(words.next()?)?;
        let color = match words.next()? {
            "-" => None,
            name => Some([Color::White, Color::Black].into_iter().find(|one| one.id() == name)?),
        };
        let clock = match words.next()? {
            "-" => None,
            text => Some(TimeControl::parse(text)?),
        };
        Some(Terms::new(game, color, clock))
    }
}

/// A challenge of somebody else. The same number of the same page always means the same terms, so that
/// nobody accepts what has just been changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// The page that offers it: its public name at the relay.
    pub page: String,
    /// Which of that page's challenges it is.
    pub number: u32,
    /// The key for which answers are sealed.
    pub key: String,
    /// Who offers it, as a line that may be shown; empty: somebody.
    pub name: String,
    /// What is played.
    pub terms: Terms,
    /// When it was heard last.
    heard: u64,
}

/// What happens in the lobby.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LobbyEvent {
    /// The relay can be reached.
    Joined,
    /// It cannot be reached for now.
    Lost,
    /// A page has said something.
    Heard {
        /// Its public name: the relay vouches for it.
        page: String,
        /// What it says.
        text: String,
    },
    /// Time has passed.
    Tick,
    /// The player offers a challenge, in place of another, under a name.
    Offer(Terms, String),
    /// The player's challenge does not stand any more, or a game could not be begun.
    Withdraw,
    /// The player takes a challenge.
    Take {
        /// The page that offers it.
        page: String,
        /// Which of its challenges.
        number: u32,
        /// The player's name.
        name: String,
    },
    /// The link to the game is sealed for who has taken the player's challenge.
    Sealed(String),
    /// The player does not want to see anything of who offers a challenge.
    Hide(String),
    /// The player wants to see everybody again.
    ShowAll,
}

/// What is to be done.
#[derive(Clone, PartialEq, Debug)]
pub enum LobbyRequest {
    /// Says something to all pages.
    Publish(String),
    /// The player's challenge is taken: a game is to be begun, and its link sealed for a key.
    Give {
        /// Who has taken it.
        page: String,
        /// The key of that page.
        key: String,
        /// What is played.
        terms: Terms,
    },
    /// The game has begun, and the other side has its link: to the board.
    Begin,
    /// The link of the game that the player has taken up, sealed by the key of the challenge.
    Open {
        /// Who has sealed it.
        page: String,
        /// The key of that page.
        key: String,
        /// The sealed link.
        sealed: String,
    },
    /// The names that the player has hidden, to be kept on the device.
    KeepHidden(Vec<String>),
    /// Something is said.
    Say(Sentence),
}

/// What the player is doing.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Doing {
    Looking,
    /// A challenge of the player's stands; when it was repeated last.
    Offering(u64),
    /// Somebody has taken it: the link is being made.
    Giving(String),
    /// The link has been told, and is told again until that page has it, or a time has come.
    Given {
        page: String,
        text: String,
        last: u64,
        until: u64,
    },
    /// The player has taken a challenge, and waits for its link until a time.
    Waiting {
        page: String,
        number: u32,
        key: String,
        terms: Terms,
        until: u64,
    },
    /// The link of that challenge has come.
    Taken {
        page: String,
        number: u32,
        terms: Terms,
    },
    /// A game begins: the page goes.
    Leaving,
}

/// The player's own challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Own {
    terms: Terms,
    name: String,
}

/// A message, from whichever page it comes.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Message<'a> {
    Open { number: u32, key: &'a str, name: &'a str, terms: Terms },
    Gone,
    Take { page: &'a str, number: u32, key: &'a str, name: &'a str },
    Give { page: &'a str, number: u32, sealed: &'a str },
    Have { page: &'a str, number: u32 },
}

/// Whether a text is the public name of a page at the relay.
fn is_page(text: &str) -> bool {
    text.len() == 56 && text.bytes().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit())
}

/// Whether a text is one of the URL-safe alphabet of Base64.
fn is_base64(text: &str) -> bool {
    let is_sign = |sign: u8| sign.is_ascii_alphanumeric() || sign == b'-' || sign == b'_';
    !text.is_empty() && text.bytes().all(is_sign)
}

/// A text word by word; the rest of it may be a name.
struct Words<'a>(Option<&'a str>);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0?;
        let (word, rest) = text.split_once(' ').map_or((text, None), |(a, b)| (a, Some(b)));
        self.0 = rest;
        Some(word)
    }
}

impl<'a> Message<'a> {
    /// `None` for what is none, and for what a later version says.
    fn read(text: &'a str) -> Option<Message<'a>> {
        let mut words = Words(Some(text).filter(|text| text.len() <= LONGEST));
        if words.next()? != VERSION {
            return None;
        }
        let is_key = |text: &&str| text.len() <= LONGEST_KEY && is_base64(text);
        let message = match words.next()? {
            "open" => {
                let number = words.next()?.parse().ok()?;
                let terms = Terms::read(&mut words)?;
                let key = words.next().filter(is_key)?;
                Message::Open { number, key, terms, name: words.0.take()? }
            }
            "gone" => Message::Gone,
            "take" => {
                let page = words.next().filter(|page| is_page(page))?;
                let number = words.next()?.parse().ok()?;
                let key = words.next().filter(is_key)?;
                Message::Take { page, number, key, name: words.0.take()? }
            }
            "give" => {
                let page = words.next().filter(|page| is_page(page))?;
                let number = words.next()?.parse().ok()?;
                Message::Give { page, number, sealed: words.next().filter(|text| is_base64(text))? }
            }
            "have" => {
                let page = words.next().filter(|page| is_page(page))?;
                Message::Have { page, number: words.next()?.parse().ok()? }
            }
            _ => return None,
        };
        words.0.is_none().then_some(message)
    }
}

/// The lobby as one page has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lobby {
    /// This page's public name, and the key for which others seal.
    page: String,
    key: String,
    is_joined: bool,
    doing: Doing,
    own: Option<Own>,
    /// The number of the player's newest challenge.
    number: u32,
    /// In the order in which they were heard first.
    challenges: Vec<Challenge>,
    hidden_names: Vec<String>,
    hidden_pages: Vec<String>,
    /// How many messages of each page, and of all, were read since a time.
    read: BTreeMap<String, u32>,
    read_of_all: u32,
    read_since: u64,
}

impl Lobby {
    /// The lobby, of which nothing has been heard yet, for a page of this public name and key; `hidden`: the names
    /// that are not shown.
    pub fn new(page: &str, key: &str, hidden: Vec<String>) -> Lobby {
        Lobby {
            page: page.to_owned(),
            key: key.to_owned(),
            is_joined: false,
            doing: Doing::Looking,
            own: None,
            number: 0,
            challenges: Vec::new(),
            hidden_names: hidden.into_iter().take(MOST_HIDDEN).collect(),
            hidden_pages: Vec::new(),
            read: BTreeMap::new(),
            read_of_all: 0,
            read_since: 0,
        }
    }

    /// The challenges to be shown.
    pub fn challenges(&self) -> impl Iterator<Item = &Challenge> {
        self.challenges.iter().filter(|one| !self.is_hidden(&one.page, &one.name))
    }

    /// The challenge of which the player waits to hear: its page and number.
    pub fn awaited(&self) -> Option<(&str, u32)> {
        match &self.doing {
            Doing::Waiting { page, number, .. } => Some((page, *number)),
            _ => None,
        }
    }

    /// What the player offers.
    pub fn own(&self) -> Option<&Terms> {
        self.own.as_ref().map(|own| &own.terms)
    }

    /// Whether the relay can be reached.
    pub fn is_joined(&self) -> bool {
        self.is_joined
    }

    /// Whether a game begins.
    pub fn is_leaving(&self) -> bool {
        let stays =
            matches!(self.doing, Doing::Looking | Doing::Offering(_) | Doing::Waiting { .. });
        !stays
    }

    /// The name of the game that a link begins, if that is what the player has accepted: then nobody has to
    /// ask again.
    pub fn agreed(&self, link: &str) -> Option<String> {
        let Doing::Taken { terms, .. } = &self.doing else { return None };
        let letter = &mail::read(link).ok()?.played.letter;
        let mail = Mail::open(link).ok()?;
        let clock = TimeControl::parse(letter.clock());
        let is_it = letter.act == Act::Invitation
            && !letter.open
            && !letter.offers_quick()
            && clock == terms.clock
            && terms.color.is_none_or(|color| color == letter.inviter)
            && *mail.newest.record.start() == AnyPosition::initial(terms.game)
            && mail.newest.record.steps().is_empty();
        is_it.then(|| key_of(&mail))
    }

    /// Whether anybody is hidden.
    pub fn hides(&self) -> bool {
        !(self.hidden_names.is_empty() && self.hidden_pages.is_empty())
    }

    fn is_hidden(&self, page: &str, name: &str) -> bool {
        let is_in = |list: &[String], text: &str| list.iter().any(|one| one == text);
        is_in(&self.hidden_pages, page) || is_in(&self.hidden_names, name)
    }

    /// What follows from an event at a time, in milliseconds that never run backwards.
    pub fn handle(&mut self, now: u64, event: LobbyEvent) -> Vec<LobbyRequest> {
        let mut out = Vec::new();
        if now.saturating_sub(self.read_since) >= BEAT {
            self.read.clear();
            self.read_of_all = 0;
            self.read_since = now;
        }
        match event {
            LobbyEvent::Joined => {
                self.is_joined = true;
                self.repeat(now, &mut out);
                self.give_again(now, &mut out);
            }
            LobbyEvent::Lost => self.is_joined = false,
            LobbyEvent::Heard { page, text } => self.hear(now, &page, &text, &mut out),
            LobbyEvent::Tick => {}
            LobbyEvent::Offer(terms, name) if !self.is_leaving() && self.awaited().is_none() => {
                self.own = Some(Own { terms, name: shown(&name) });
                self.offer(now, &mut out);
            }
            LobbyEvent::Withdraw => {
                self.own = None;
                self.withdraw(&mut out);
            }
            LobbyEvent::Take { page, number, name } => {
                self.take(now, &page, number, &name, &mut out);
            }
            LobbyEvent::Sealed(sealed) => self.give(now, &sealed, &mut out),
            LobbyEvent::Hide(page) => self.hide(page, &mut out),
            LobbyEvent::ShowAll => {
                self.hidden_names.clear();
                self.hidden_pages.clear();
                out.push(LobbyRequest::KeepHidden(Vec::new()));
            }
            LobbyEvent::Offer(..) => {}
        }
        self.pass(now, &mut out);
        out
    }

    /// What follows from the time alone. Every event brings it: a page in the background has few alarms.
    fn pass(&mut self, now: u64, out: &mut Vec<LobbyRequest>) {
        self.challenges.retain(|one| now.saturating_sub(one.heard) < LIFE);
        match &self.doing {
            Doing::Offering(last) if now.saturating_sub(*last) >= BEAT => self.repeat(now, out),
            Doing::Waiting { until, .. } if now >= *until => {
                self.resume("lobby.vanished", now, out);
            }
            // Who has taken the challenge is not there any more.
            Doing::Given { until, .. } if now >= *until => {
                self.resume("lobby.vanished", now, out);
            }
            Doing::Given { last, .. } if now.saturating_sub(*last) >= REPEAT => {
                self.give_again(now, out);
            }
            _ => {}
        }
    }

    fn publish(&self, text: String, out: &mut Vec<LobbyRequest>) {
        if self.is_joined {
            out.push(LobbyRequest::Publish(text));
        }
    }

    /// A challenge of the player's with a number of its own.
    fn offer(&mut self, now: u64, out: &mut Vec<LobbyRequest>) {
        self.number += 1;
        self.doing = Doing::Offering(now);
        self.repeat(now, out);
    }

    fn repeat(&mut self, now: u64, out: &mut Vec<LobbyRequest>) {
        if !matches!(self.doing, Doing::Offering(_)) {
            return;
        }
        self.doing = Doing::Offering(now);
        let Some(Own { terms, name }) = &self.own else { return };
        let (number, terms, key) = (self.number, terms.write(), &self.key);
        self.publish(format!("{VERSION} open {number} {terms} {key} {name}"), out);
    }

    fn withdraw(&mut self, out: &mut Vec<LobbyRequest>) {
        match self.doing {
            Doing::Offering(_) | Doing::Giving(_) | Doing::Given { .. } => {
                self.doing = Doing::Looking;
                self.publish(format!("{VERSION} gone"), out);
            }
            Doing::Leaving | Doing::Taken { .. } => self.doing = Doing::Looking,
            Doing::Looking | Doing::Waiting { .. } => {}
        }
    }

    /// The challenge that was taken is not to be had. One's own stands again.
    fn resume(&mut self, key: &'static str, now: u64, out: &mut Vec<LobbyRequest>) {
        let page = self.awaited().map(|(page, _)| page.to_owned());
        let challenge = self.challenges.iter().position(|one| Some(&one.page) == page.as_ref());
        let name = challenge.map(|place| self.challenges.remove(place).name);
        out.push(LobbyRequest::Say(Sentence::new(key).with("name", called(name.as_deref()))));
        self.doing = Doing::Looking;
        if self.own.is_some() {
            self.offer(now, out);
        }
    }

    fn take(&mut self, now: u64, page: &str, number: u32, name: &str, out: &mut Vec<LobbyRequest>) {
        if self.is_leaving() || self.awaited().is_some() || !self.is_joined {
            return;
        }
        let is_it = |one: &&Challenge| one.page == page && one.number == number;
        let Some(challenge) = self.challenges.iter().find(is_it) else {
            return out.push(LobbyRequest::Say(
                Sentence::new("lobby.vanished").with("name", called(None)),
            ));
        };
        let (key, terms) = (challenge.key.clone(), challenge.terms);
        self.withdraw(out);
        let until = now + PATIENCE;
        self.doing = Doing::Waiting { page: page.to_owned(), number, key, terms, until };
        let (key, name) = (&self.key, shown(name));
        self.publish(format!("{VERSION} take {page} {number} {key} {name}"), out);
    }

    fn hide(&mut self, page: String, out: &mut Vec<LobbyRequest>) {
        let remember = |list: &mut Vec<String>, text: String| {
            list.retain(|one| *one != text);
            list.push(text);
            let too_many = list.len().saturating_sub(MOST_HIDDEN);
            list.drain(..too_many);
        };
        let name = self.challenges.iter().find(|one| one.page == page).map(|one| one.name.clone());
        // Somebody without a name is hidden while the page is open.
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            remember(&mut self.hidden_names, name);
            out.push(LobbyRequest::KeepHidden(self.hidden_names.clone()));
        }
        remember(&mut self.hidden_pages, page);
    }

    /// Whether one more message of a page is read. Those that are in the list are heard whatever else is said.
    fn is_read(&mut self, page: &str) -> bool {
        let is_listed = self.challenges.iter().any(|one| one.page == page);
        if self.read_of_all >= READ_OF_ALL && !is_listed {
            return false;
        }
        let count = self.read.entry(page.to_owned()).or_default();
        if *count == READ_OF_PAGE {
            return false;
        }
        *count += 1;
        self.read_of_all += 1;
        true
    }

    fn hear(&mut self, now: u64, page: &str, text: &str, out: &mut Vec<LobbyRequest>) {
        if !is_page(page) || page == self.page || !self.is_read(page) {
            return;
        }
        match Message::read(text) {
            Some(Message::Open { number, key, name, terms }) => {
                let challenge = Challenge {
                    page: page.to_owned(),
                    number,
                    key: key.to_owned(),
                    name: shown(name),
                    terms,
                    heard: now,
                };
                self.hear_open(challenge);
            }
            Some(Message::Gone) => self.challenges.retain(|one| one.page != page),
            Some(Message::Take { page: whose, number, key, name })
                if whose == self.page
                    && number == self.number
                    && !self.is_hidden(page, &shown(name)) =>
            {
                self.hear_take(page, key, out);
            }
            Some(Message::Give { page: to, number, sealed }) => {
                self.hear_give(now, page, number, (to, sealed), out);
            }
            Some(Message::Have { page: whose, number })
                if whose == self.page && number == self.number =>
            {
                if matches!(&self.doing, Doing::Given { page: to, .. } if to == page) {
                    self.doing = Doing::Leaving;
                    out.push(LobbyRequest::Begin);
                }
            }
            _ => {}
        }
    }

    fn hear_open(&mut self, new: Challenge) {
        let has_room = self.challenges.len() < MOST;
        match self.challenges.iter_mut().find(|one| one.page == new.page) {
            Some(known) if known.number == new.number => known.heard = new.heard,
            Some(known) if known.number < new.number => *known = new,
            Some(_) => {}
            None if has_room => self.challenges.push(new),
            None => {
                // In a full list one that has missed its beat makes room, the longest silent first.
                let oldest = self.challenges.iter().enumerate().min_by_key(|(_, one)| one.heard);
                let late = oldest.filter(|(_, one)| new.heard.saturating_sub(one.heard) > 2 * BEAT);
                if let Some(place) = late.map(|(place, _)| place) {
                    self.challenges.remove(place);
                    self.challenges.push(new);
                }
            }
        }
    }

    /// Somebody takes the player's challenge: the first has it.
    fn hear_take(&mut self, page: &str, key: &str, out: &mut Vec<LobbyRequest>) {
        let Some(own) = &self.own else { return };
        let is_free = match &self.doing {
            Doing::Offering(_) => true,
            // Each has taken the other's: one of the two has to give.
            Doing::Waiting { page: other, .. } => other == page && *self.page < **other,
            _ => false,
        };
        if is_free {
            let (page, key, terms) = (page.to_owned(), key.to_owned(), own.terms);
            self.doing = Doing::Giving(page.clone());
            out.push(LobbyRequest::Give { page, key, terms });
        }
    }

    fn give(&mut self, now: u64, sealed: &str, out: &mut Vec<LobbyRequest>) {
        let Doing::Giving(page) = &self.doing else { return };
        let (page, number) = (page.clone(), self.number);
        let text = format!("{VERSION} give {page} {number} {sealed}");
        self.doing = Doing::Given { page, text, last: now, until: now + PATIENCE };
        self.give_again(now, out);
    }

    /// Tells the link, which may have been lost before.
    fn give_again(&mut self, now: u64, out: &mut Vec<LobbyRequest>) {
        let Doing::Given { text, last, .. } = &mut self.doing else { return };
        *last = now;
        let text = text.clone();
        self.publish(text, out);
    }

    /// A challenge has gone to somebody.
    fn hear_give(
        &mut self,
        now: u64,
        page: &str,
        number: u32,
        (to, sealed): (&str, &str),
        out: &mut Vec<LobbyRequest>,
    ) {
        match &self.doing {
            Doing::Waiting { page: other, number: wanted, key, terms, .. }
                if other == page && *wanted == number =>
            {
                if to == self.page {
                    let (page, key, terms) = (page.to_owned(), key.clone(), *terms);
                    self.doing = Doing::Taken { page: page.clone(), number, terms };
                    self.publish(format!("{VERSION} have {page} {number}"), out);
                    out.push(LobbyRequest::Open { page, key, sealed: sealed.to_owned() });
                } else {
                    self.resume("lobby.taken", now, out);
                }
            }
            // The word that it has come was lost.
            Doing::Taken { page: other, number: taken, .. }
                if other == page && *taken == number && to == self.page =>
            {
                self.publish(format!("{VERSION} have {page} {number}"), out);
            }
            _ => {}
        }
        self.challenges.retain(|one| one.page != page);
    }
}

/// A name as it may be shown.
fn shown(name: &str) -> String {
    clean_line(name, LONGEST_NAME)
}

/// Who somebody is in a sentence.
fn called(name: Option<&str>) -> Value {
    match name.unwrap_or_default() {
        "" => Value::Key("mail.somebody"),
        name => Value::Name(name.to_owned()),
    }
}
