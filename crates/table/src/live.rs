//! A live game: a game by link whose letters arrive by themselves, by a line to the other device.
//!
//! Some lines keep the last letter for who is away: letters go then whether the other side is there or not.
//! The line may lose, and be lost. Nothing depends on it but time: a letter is what it is by hand, is
//! stored before it is told, and is told again whenever the two have found each other. The clocks run
//! while both are there. Who moves says what the turn has taken; for delay on the way the other side
//! allows [`GAIN`] a turn, saved up to [`MOST`]; what is beyond that counts as its own watch has it, and
//! it says so, so that both show the same.

use record::game::{Time, TurnId};
use record::letter::{Act, Relation, Times};
use rules::{Actor, Color, Phase};

use crate::audience::Audience;
use crate::claim::Way;
use crate::clock::Timed;
use crate::event::{Event, Request};
use crate::live_message::{Counted, GREETINGS, Message, is_greeting};
use crate::mail;
use crate::sentence::{Sentence, Value};
use crate::table::Table;
use crate::together::Looking;
use crate::whole::whole_only;

/// How much delay is allowed for each turn, in milliseconds.
pub const GAIN: u64 = 100;
/// How much of that is saved up.
pub const MOST: u64 = 7 * GAIN;
/// How often one side lets the other hear of it.
pub(crate) const BEAT: u64 = 2_000;
/// Who has not been heard for so long is gone.
pub(crate) const SILENCE: u64 = 10_000;
/// Between two events of a window that is awake there is no more than this: else it has slept, or its
/// clock was set.
const GAP: u64 = 2 * BEAT;
/// How long a side may go on after its flag has fallen by the other's watch, before that says so.
pub(crate) const GRACE: u64 = 20_000;
/// What clocks may differ in beside the delay.
const SLACK: u64 = 1_000;
/// The numbers of the alarms: below those of the clocks.
pub(crate) const ALARMS: u64 = 1 << 39;
/// What happens on the line to the other device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wire {
    /// A line is being made: letters wait for it.
    Calling,
    /// The other side can be reached.
    Joined,
    /// The line keeps letters: they can be told, whether the other side is there or not.
    Open,
    /// It cannot be reached for now.
    Lost,
    /// There is no line any more: letters go by hand.
    Left,
    /// It has said something.
    Heard(String),
    /// The line has kept this letter, from whichever window: no sign that the other side is there.
    Kept(String),
    /// A link has come by hand beside what the line is made of.
    Came(String),
    /// The player says one of the greetings.
    Greet(u8),
    /// The player gives the other side 15 seconds.
    Give,
    /// The player claims the game, which the other side has left.
    Claim,
    /// Somebody who watches the game has said something.
    Watched(String),
    /// The player shows the finished game to the other one, or stops doing so or following.
    Lead(bool),
    /// The player plays again on another line: what a link to watch that game has behind the `#`.
    Next(String),
}

/// How the other side can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// A line is being made.
    Calling,
    /// It is there.
    Here,
    /// It is not there, and the line keeps letters for it.
    Away,
    /// It was there.
    Lost,
    /// It is not looked for any more: letters go by hand.
    Left,
}

impl Presence {
    /// Its name in data.
    pub const fn id(self) -> &'static str {
        match self {
            Presence::Calling => "calling",
            Presence::Here => "here",
            Presence::Away => "away",
            Presence::Lost => "lost",
            Presence::Left => "left",
        }
    }
}

/// Whether time is taken for a turn, and not for the exchange of a draw.
fn is_turn(timed: Timed) -> bool {
    !matches!(timed, Timed::Exchange(_))
}

fn tell(message: &Message, out: &mut Vec<Request>) {
    let is_letter = matches!(message, Message::Letter(..));
    out.push(Request::Tell { message: message.write(), is_letter });
}

/// The player's last turn, as it was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct OwnTurn {
    turn: usize,
    used: u32,
    at: u64,
    /// How much more the other side may have seen.
    slack: u64,
}

/// The line at a table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Live {
    pub(crate) presence: Presence,
    /// Whether the line keeps letters.
    pub(crate) keeps: bool,
    /// Since when this device is connected and the other is not, as far as it was awake.
    pub(crate) alone: u64,
    /// Since when this device is connected, as far as it was awake.
    pub(crate) open: u64,
    /// Whether the player has heard that the game may be claimed.
    pub(crate) has_offered: bool,
    /// When the other side was heard last, and when anything happened.
    heard: u64,
    last: u64,
    /// When this window heard the other side last.
    pub(crate) heard_own: Option<u64>,
    /// The same when this device was connected, or woke, last; and when it heard the other side first since then.
    pub(crate) heard_before: Option<u64>,
    pub(crate) heard_first: Option<u64>,
    /// How much delay is allowed now.
    quota: u64,
    /// How long the other side's last turn was on its way, there and back.
    delay: u64,
    own_turn: Option<OwnTurn>,
    /// How much time the clocks here may have missed in the player's turn.
    missed: u64,
    /// For how long the watch here may have gone on while the other side's stood.
    ahead: u64,
    /// Whether this window has not heard yet where the other side's watch stands.
    is_new: bool,
    /// Whether the other side is asked what turns have taken of which that is not known here; and, if the player
    /// has taken its game, how many turns that had: of them it also says what the player's own have taken.
    lacks: bool,
    taken: Option<usize>,
    /// Since when the player has been asked which of two games counts: the other side's watch may go on.
    pub(crate) asked: Option<u64>,
    /// The turn for which the other side has drawn its pieces.
    pub(crate) drawn: Option<usize>,
    /// The number of the alarm that counts.
    alarm: u64,
    /// The last greeting, and whether it is the player's own.
    greeting: Option<(u8, bool)>,
    /// Whether time was given and is not told yet.
    pub(crate) gives: bool,
    /// Those who watch.
    pub(crate) audience: Audience,
    /// How the players look at the finished game.
    pub(crate) looking: Looking,
}

impl Live {
    /// This device is connected, or awake again.
    fn opens_at(&mut self, now: u64) {
        self.open = now;
        (self.heard_before, self.heard_first) = (self.heard_own, None);
    }
}

/// Whether an alarm is one of the line's.
pub(crate) fn is_alarm(id: u64) -> bool {
    (ALARMS..2 * ALARMS).contains(&id)
}

/// What counts for a turn that is claimed to have taken `claimed`, and took `seen` by the receiver's own watch,
/// which has all delay in it; and how much of the quota that takes.
fn count(claimed: u64, seen: u64, quota: u64) -> (u64, u64) {
    let allowed = seen.saturating_sub(claimed).min(quota);
    (claimed.max(seen - allowed.min(seen)), allowed)
}

impl Table {
    /// How the other side of a live game can be reached; `None` if there was no line yet.
    pub fn presence(&self) -> Option<Presence> {
        self.live.as_ref().map(|live| live.presence)
    }

    /// Whether both sides of a live game are there.
    pub(crate) fn is_together(&self) -> bool {
        self.presence() == Some(Presence::Here)
    }

    /// The last greeting, and whether it is the player's own.
    pub fn greeting(&self) -> Option<(u8, bool)> {
        self.live.as_ref()?.greeting
    }

    /// How many turns are finished.
    pub(crate) fn finished(&self) -> usize {
        self.game.main_line().filter(|&turn| self.game.is_whole(turn)).count()
    }

    /// Before an event of a live game is decided: a window that has slept, and a clock that was set, take
    /// nobody's time.
    pub(crate) fn heed_gap(&mut self) {
        let now = self.computer.now;
        let Some(live) = self.live.as_mut() else { return };
        let last = std::mem::replace(&mut live.last, now);
        let is_gap = now < last || now - last > GAP;
        if !is_gap {
            return;
        }
        live.missed += GAP;
        live.alone = now;
        live.opens_at(now);
        live.asked = live.asked.map(|since| since.saturating_add(now).saturating_sub(last));
        // What was heard before a clock was set back was so long ago by the clock of then.
        let set_back = last.saturating_sub(now);
        let before = |heard: Option<u64>| heard.map(|heard| heard.saturating_sub(set_back));
        live.heard_own = before(live.heard_own);
        live.heard_before = before(live.heard_before);
        // A clock that was set back does not tell any more how long ago the player's turn was told.
        if let Some(turn) = live.own_turn.as_mut().filter(|_| now < last) {
            turn.slack += last.saturating_sub(turn.at) + SILENCE + GAP;
            turn.at = now;
        }
        live.heard = match now < last {
            // How long the other side has been silent stays so.
            true => now.saturating_sub(last.saturating_sub(live.heard).min(SILENCE)),
            false => live.heard.max(now.saturating_sub(SILENCE)),
        };
        if let Some(timer) = self.timer.as_mut() {
            timer.clock.stop(last);
        }
    }

    pub(crate) fn wired(&mut self, wire: Wire, out: &mut Vec<Request>) {
        let now = self.computer.now;
        if self.mail.as_ref().is_none_or(|mail| mail.own().is_none()) && wire != Wire::Calling {
            return;
        }
        match wire {
            Wire::Calling if self.live.is_none() => {
                self.live = whole_only(Live {
                    presence: Presence::Calling,
                    keeps: false,
                    alone: now,
                    open: now,
                    has_offered: false,
                    heard: now,
                    last: now,
                    heard_own: None,
                    heard_before: None,
                    heard_first: None,
                    quota: 0,
                    delay: 0,
                    own_turn: None,
                    // How long its turn was on the way is not known.
                    missed: SILENCE + GAP,
                    ahead: 0,
                    is_new: true,
                    lacks: true,
                    taken: None,
                    asked: None,
                    drawn: None,
                    alarm: ALARMS,
                    greeting: None,
                    gives: false,
                    audience: Audience::default(),
                    looking: Looking::default(),
                });
            }
            Wire::Calling => {
                self.stand();
                if let Some(live) = self.live.as_mut() {
                    live.presence = Presence::Calling;
                    live.keeps = false;
                }
            }
            Wire::Joined => self.join(out),
            Wire::Open => self.open_line(out),
            Wire::Lost => {
                if let Some(live) = self.live.as_mut() {
                    live.keeps = false;
                }
                self.lose(out);
            }
            Wire::Left => {
                self.stand();
                if let Some(live) = self.live.as_mut() {
                    live.presence = Presence::Left;
                    live.keeps = false;
                }
                self.sends = self.is_unsent();
            }
            Wire::Heard(text) => self.hear(&text, out),
            Wire::Kept(text) => {
                let message = Message::read(&text);
                if let Some(message @ (Message::Letter(..) | Message::Again(..))) = message {
                    self.hear_message(message, Way::Kept, out);
                }
            }
            Wire::Came(link) => self.hear_letter(&link, Way::ByHand, out),
            Wire::Greet(number) if is_greeting(number) && self.is_together() => {
                if let Some(live) = self.live.as_mut() {
                    live.greeting = Some((number, true));
                }
                tell(&Message::Greeting(number), out);
            }
            Wire::Give if self.may_give() => self.give_time(out),
            Wire::Claim if self.may_claim() => self.claim(out),
            Wire::Watched(text) => self.hear_watcher(&text, out),
            Wire::Lead(leads) => self.lead_or_stop(leads, out),
            Wire::Next(link) => self.show_next(link, out),
            _ => {}
        }
    }

    /// Tells the player's newest letter, which counts as shared with that: it is told again when the two
    /// have lost each other.
    pub(crate) fn tell_letter(&mut self, out: &mut Vec<Request>) {
        let is_due = self.is_due();
        let Some(mail) = self.mail.as_mut().filter(|mail| mail.is_out(is_due)) else { return };
        let link = mail.link().to_owned();
        let was_sent = std::mem::replace(&mut mail.sent, true);
        self.touched = true;
        if !was_sent {
            self.begin_wait();
        }
        tell(&Message::Letter(link, self.counted()), out);
        self.show_game(out);
    }

    /// What the other side's last turn counts here.
    fn counted(&self) -> Option<Counted> {
        let own = self.mail.as_ref()?.own()?;
        let turns = self.game.main_line().filter(|&turn| self.game.is_whole(turn));
        let theirs = turns.enumerate().filter(|&(_, turn)| self.game.before(turn).turn() != own);
        let (turn, last) = theirs.last()?;
        Some(Counted { turn, used: self.game.time(last).used? })
    }

    fn is_unsent(&self) -> bool {
        let is_due = self.is_due();
        self.mail.as_ref().is_some_and(|mail| mail.is_out(is_due) && !mail.sent)
    }

    /// The line keeps letters: what it may not have is told, and that this side is there.
    fn open_line(&mut self, out: &mut Vec<Request>) {
        let now = self.computer.now;
        self.retell();
        let Some(live) = self.live.as_mut() else { return };
        live.presence = Presence::Away;
        live.keeps = true;
        live.alone = now;
        live.opens_at(now);
        live.alarm = ALARMS + (live.alarm + 1) % ALARMS;
        out.push(Request::Wake { id: live.alarm, after: BEAT, at_rest: false });
        self.sends = self.is_unsent();
        self.tell_all_known(out);
        self.tell_beat(out);
        // Those who watch and had lost this side hear of it, and say that they are there.
        self.show_state(out);
    }

    fn join(&mut self, out: &mut Vec<Request>) {
        let now = self.computer.now;
        self.retell();
        let Some(live) = self.live.as_mut() else { return };
        live.heard = now;
        // What was told before may have waited, and the other side's watch gone on.
        live.missed += SILENCE + GAP;
        live.ahead += SILENCE + GAP;
        let keeps = live.keeps;
        let was = std::mem::replace(&mut live.presence, Presence::Here);
        live.alarm = ALARMS + (live.alarm + 1) % ALARMS;
        out.push(Request::Wake { id: live.alarm, after: BEAT, at_rest: false });
        if let Some(timer) = self.timer.as_mut() {
            timer.is_awake = true;
        }
        self.sends = self.is_unsent();
        self.tell_all_known(out);
        if keeps {
            // The other side learns by it that this one is there.
            self.tell_beat(out);
        }
        if was != Presence::Here {
            let friend = self.friend_of_own();
            out.push(Request::Say(Sentence::new("live.joined").with("name", friend)));
        }
    }

    /// Tells what the other side may have missed.
    fn tell_all_known(&mut self, out: &mut Vec<Request>) {
        let Some(mail) = &self.mail else { return };
        if !self.sends {
            tell(&Message::Letter(mail.link().to_owned(), self.counted()), out);
        }
        self.tell_given(out);
        self.tell_stands(|_| true, out);
    }

    /// Tells what the unfinished turn, or the exchange of a draw, has taken, if it is one of these.
    fn tell_stands(&self, is_meant: impl Fn(Timed) -> bool, out: &mut Vec<Request>) {
        let timed = self.turn_timed().filter(|&timed| is_meant(timed));
        if let Some((timer, timed)) = self.timer.as_ref().zip(timed) {
            // What became due while the clocks stood has taken nothing yet; over there they may have gone on.
            let used = match timer.clock.timed() == Some(timed) {
                true => timer.clock.used_at(self.computer.now),
                false => 0,
            };
            let used = u32::try_from(used).unwrap_or(u32::MAX);
            let message = Message::Stands { turn: self.finished(), used, draws: !is_turn(timed) };
            tell(&message, out);
        }
    }

    pub(crate) fn friend_of_own(&self) -> Value {
        let own = self.mail.as_ref().and_then(|mail| mail.own());
        self.friend(own.unwrap_or(Color::White))
    }

    /// The clocks stand, as they did when the other side was heard last.
    fn stand(&mut self) {
        let heard = self.live.as_ref().map_or(0, |live| live.heard);
        if let Some(timer) = self.timer.as_mut() {
            timer.clock.stop(heard);
            timer.is_awake = false;
        }
    }

    fn lose(&mut self, out: &mut Vec<Request>) {
        let now = self.computer.now;
        self.stand();
        let Some(live) = self.live.as_mut() else { return };
        live.alone = now;
        let gone = if live.keeps { Presence::Away } else { Presence::Lost };
        if std::mem::replace(&mut live.presence, gone) == Presence::Here {
            let friend = self.friend_of_own();
            out.push(Request::Say(Sentence::new("live.lost").with("name", friend)));
        }
    }

    /// The alarm of the line: the other side hears of this one, and is missed if it was not heard.
    pub(crate) fn beat(&mut self, id: u64, out: &mut Vec<Request>) {
        if self.is_watching() {
            return self.watch_beat(id, out);
        }
        let now = self.computer.now;
        let Some(live) = self.live.as_mut().filter(|live| live.alarm == id) else { return };
        out.push(Request::Wake { id, after: BEAT, at_rest: false });
        let is_silent = now.saturating_sub(live.heard) > SILENCE;
        if live.presence == Presence::Here && is_silent {
            self.lose(out);
        }
        self.tell_beat(out);
        self.offer_claim(out);
        self.show_beat(out);
        self.beat_together(out);
    }

    /// Tells that this side is there, and how far.
    fn tell_beat(&self, out: &mut Vec<Request>) {
        if let Some(mail) = &self.mail {
            let letter = mail.newest.letter.serial;
            let (turn, counted) = (self.finished(), self.counted());
            tell(&Message::Beat { letter, turn, counted }, out);
        }
        // What was told of the player's watch may have been lost, too.
        let own = self.mail.as_ref().and_then(|mail| mail.own());
        if self.is_together() {
            self.tell_lacks(out);
            self.tell_given(out);
            // The time for a draw is another: told late, it would be taken for that of the turn.
            self.tell_stands(|timed| Some(timed.color()) == own && is_turn(timed), out);
        }
        // That the player has drawn may have been lost on the way: the other side would wait for the draw.
        if self.places_drawn() {
            self.tell_drawn(out);
        }
    }

    fn hear(&mut self, text: &str, out: &mut Vec<Request>) {
        let Some(message) = Message::read(text) else { return };
        let now = self.computer.now;
        let Some(live) = self.live.as_mut() else { return };
        let was = live.presence;
        let silence = now.saturating_sub(std::mem::replace(&mut live.heard, now));
        live.heard_own = Some(now);
        live.heard_first.get_or_insert(now);
        // A line that was away for less than it takes to be missed: the other side's watch may have stood.
        if silence > GAP {
            live.ahead += silence;
        }
        if matches!(was, Presence::Calling | Presence::Lost | Presence::Away) {
            // The line is there before it was said; or the other side was asleep, and is back.
            self.join(out);
        }
        self.hear_message(message, Way::Told, out);
    }

    fn hear_message(&mut self, message: Message, way: Way, out: &mut Vec<Request>) {
        match message {
            Message::Letter(link, counted) => {
                if let Some(counted) = counted {
                    self.hear_counted(counted);
                }
                self.hear_letter(&link, way, out);
            }
            Message::Counted(counted) => self.hear_counted(counted),
            Message::Stands { turn, used, draws } => self.hear_stands(turn, used, draws),
            Message::Drawn(turn) => {
                let is_now = turn == self.finished();
                if let Some(live) = self.live.as_mut().filter(|_| is_now) {
                    live.drawn = Some(turn);
                }
            }
            // What was told has not arrived.
            Message::Beat { letter, turn, counted } => {
                if let Some(counted) = counted {
                    self.hear_counted(counted);
                }
                let own = self.mail.as_ref().map_or(0, |mail| mail.newest.letter.serial);
                let is_behind = (letter, turn) < (own, self.finished());
                if let Some(mail) = self.mail.as_ref().filter(|_| is_behind && !self.sends) {
                    tell(&Message::Letter(mail.link().to_owned(), self.counted()), out);
                }
            }
            Message::Given(list) => self.hear_given(&list, out),
            Message::Lacks(turn) => {
                let (finished, unfinished) = self.times_from(turn);
                tell(&Message::Took { finished, unfinished }, out);
            }
            Message::Took { finished, unfinished } => self.hear_took(&finished, unfinished),
            Message::Greeting(number) => {
                if let Some(live) = self.live.as_mut() {
                    live.greeting = Some((number, false));
                }
                out.push(Request::Say(greeting(number, self.friend_of_own())));
            }
            Message::Look { number, steps } => self.hear_place(number, steps, out),
            Message::Alone(number) => self.hear_alone(number, out),
            Message::Again(invitation, letter) => {
                self.hear_letter(&letter, way, out);
                self.hear_again(invitation, out);
            }
        }
    }

    /// The other side invites to the next game, once this one is over.
    fn hear_again(&mut self, link: String, out: &mut Vec<Request>) {
        let own = self.mail.as_ref().and_then(|mail| mail.own());
        let is_invitation = mail::read(&link).is_ok_and(|read| {
            let letter = &read.played.letter;
            letter.answer.is_none() && Some(letter.sender) == own
        });
        if is_invitation && self.game.verdict().is_some() {
            let says = Sentence::new("live.asks-again").with("name", self.friend_of_own());
            out.push(Request::AskedAgain { link, says });
        }
    }

    /// An invitation to the next game, over a line that keeps it; nothing without such a line.
    pub(crate) fn again(&self, begun: &Request) -> Option<Request> {
        let (Request::BeginByLink { key, content }, Some(mail)) = (begun, &self.mail) else {
            return None;
        };
        self.live.as_ref().filter(|live| live.keeps)?;
        let invitation = content.post.as_ref()?.link.clone();
        let message = Message::Again(invitation, mail.link().to_owned()).write();
        Some(Request::BeginOnLine { key: key.clone(), content: content.clone(), message })
    }

    /// A letter has arrived: one that goes on with the game is taken up, an older one is answered by the
    /// newest, and about any other of this game the player is asked.
    fn hear_letter(&mut self, link: &str, way: Way, out: &mut Vec<Request>) {
        let (Ok(came), Some(record), Some(mail)) = (mail::read(link), self.record(), &self.mail)
        else {
            return;
        };
        // It is told again and again.
        if came.played == mail.newest && record == came.played.record {
            return;
        }
        match mail.compare(&record, &came.played) {
            Relation::Other | Relation::Same => {}
            Relation::Older(_) => {
                if way == Way::Kept {
                    // The player's newest letter has not come there yet.
                    self.restart_wait();
                }
                let Some(mail) = &self.mail else { return };
                if !self.sends {
                    tell(&Message::Letter(mail.link().to_owned(), self.counted()), out);
                }
            }
            relation => self.take_letter(came, &record, relation, link, way, out),
        }
    }

    /// The other side counts more for the player's turn than was said: as much of it as the delay can
    /// have been.
    fn hear_counted(&mut self, Counted { turn, used }: Counted) {
        let now = self.computer.now;
        // A kept letter can come before the line is there.
        self.retell();
        let Some((live, timer)) = self.live.as_ref().zip(self.timer.as_mut()) else { return };
        let Some(own) = live.own_turn.filter(|own| own.turn == turn) else { return };
        let most = u64::from(own.used) + own.slack + now.saturating_sub(own.at) + SLACK;
        let number = self.game.main_line().filter(|&turn| self.game.is_whole(turn)).nth(turn);
        let Some(number) = number.filter(|_| used > own.used && u64::from(used) <= most) else {
            return;
        };
        let mut time = self.game.time(number);
        time.used = Some(used);
        self.game.set_time(number, time);
        timer.recount(&mut self.game);
        self.touched = true;
    }

    /// The finished turns from this one on, with their numbers.
    fn turns_from(&self, from: usize) -> impl Iterator<Item = (usize, TurnId)> {
        let turns = self.game.main_line().filter(|&turn| self.game.is_whole(turn));
        turns.enumerate().skip(from)
    }

    /// What the turns from this one on have taken, as far as it is known here, and the unfinished one until now.
    fn times_from(&self, from: usize) -> (Vec<Counted>, Option<Counted>) {
        let counted = |(turn, id)| Some(Counted { turn, used: self.game.time(id).used? });
        let timer = self.timer.as_ref().filter(|timer| timer.clock.timed().is_some_and(is_turn));
        let unfinished = timer.map(|timer| Counted {
            turn: self.finished(),
            used: u32::try_from(timer.clock.used_at(self.computer.now)).unwrap_or(u32::MAX),
        });
        (self.turns_from(from).filter_map(counted).collect(), unfinished)
    }

    /// The finished turns of which the other side may say what they have taken: it is not known here. Nobody has made
    /// those of a Quick start.
    fn unknown_times(&self) -> Vec<(usize, TurnId)> {
        let Some((mail, live)) = self.mail.as_ref().zip(self.live.as_ref()) else {
            return Vec::new();
        };
        let own = mail.own();
        let is_theirs = |number, turn| {
            live.taken.is_some_and(|turns| number < turns)
                || own != Some(self.game.before(turn).turn())
        };
        let is_unknown = |turn| self.timer.is_some() && self.game.time(turn).used.is_none();
        let all = self.turns_from(0);
        let all = all.filter(|&(number, turn)| is_unknown(turn) && is_theirs(number, turn));
        let mut all: Vec<_> = all.collect();
        if !all.is_empty() {
            let placed =
                self.record().map_or(usize::MAX, |record| mail.newest.letter.placed(&record).1);
            all.retain(|&(number, _)| number >= placed);
        }
        all
    }

    /// Asks what turns have taken of which that is not known here: the player has taken the other side's game.
    fn tell_lacks(&self, out: &mut Vec<Request>) {
        let Some(live) = self.live.as_ref().filter(|live| live.lacks) else { return };
        let first = self.unknown_times().first().map(|&(turn, _)| turn);
        let first = first.or(live.taken.map(|_| self.finished()));
        if let Some(turn) = first {
            tell(&Message::Lacks(turn), out);
        }
    }

    /// The other side says what turns have taken: of those of which it is not known here that counts.
    fn hear_took(&mut self, finished: &[Counted], unfinished: Option<Counted>) {
        let unknown = self.unknown_times();
        for &(turn, id) in &unknown {
            if let Some(counted) = finished.iter().find(|counted| counted.turn == turn) {
                let time = self.game.time(id);
                self.game.set_time(id, Time { used: Some(counted.used), ..time });
                self.touched = true;
            }
        }
        let due = self.finished();
        let Some((timer, live)) = self.timer.as_mut().zip(self.live.as_mut()) else { return };
        if !unknown.is_empty() {
            timer.recount(&mut self.game);
        }
        live.lacks = false;
        let counted =
            finished.iter().copied().chain(unfinished).find(|counted| counted.turn == due);
        if live.taken.take().is_some()
            && let Some((counted, timed)) = counted.zip(timer.clock.timed())
            && is_turn(timed)
        {
            timer.clock.take_up(timed, u64::from(counted.used));
        }
    }

    /// The player has taken the other side's game: its watch counts. The letter says what its turn has taken, and the
    /// other side is asked about those before.
    pub(crate) fn take_watch(&mut self, out: &mut Vec<Request>) {
        let said = self.mail.as_ref().and_then(|mail| mail.newest.letter.times());
        if let Some(last) = self.turns_from(0).last().map(|(_, turn)| turn)
            && let (Some(said), Some(timer)) = (said, self.timer.as_mut())
            && self.game.time(last).used.is_none()
        {
            let time = self.game.time(last);
            self.game.set_time(last, Time { used: Some(said.used), ..time });
            timer.recount(&mut self.game);
        }
        let (now, finished) = (self.computer.now, self.finished());
        if let Some(live) = self.live.as_mut() {
            (live.lacks, live.taken) = (true, Some(finished));
            // The player's last turn may be another than the one that was told.
            live.own_turn = None;
            // The turn that is due may have begun over there when the question came.
            let waited = live.asked.take().map_or(0, |since| now.saturating_sub(since));
            live.missed += waited + SILENCE + GAP;
        }
        if self.is_together() {
            self.tell_lacks(out);
        }
    }

    /// What the other side's unfinished turn has taken by its own watch, which counts unless it is far
    /// from this one.
    fn hear_stands(&mut self, turn: usize, used: u32, draws: bool) {
        let now = self.computer.now;
        if turn != self.finished() {
            return;
        }
        let own = self.mail.as_ref().and_then(|mail| mail.own());
        let Some((timer, live)) = self.timer.as_mut().zip(self.live.as_mut()) else { return };
        let timed = timer.clock.timed();
        // What was told of a draw, and came late, is none of the turn's time.
        if timed.is_some_and(|timed| is_turn(timed) == draws) {
            return;
        }
        let is_new = std::mem::take(&mut live.is_new);
        let Some(timed) = timed else { return };
        let (used, seen) = (u64::from(used), timer.clock.used_at(now));
        let (used, is_right) = match Some(timed.color()) == own {
            // A window that was closed at once has not stored what its turn had taken. The other watch
            // may have gone on while a letter was on its way, or after the line was lost.
            true => {
                let used = used.saturating_sub(SILENCE + GAP);
                (used, is_new && seen < SLACK && used > seen)
            }
            // The watch here may have gone on for as long as the line was not missed, each time. What is
            // told may also have been late: then that much of the way is not seen here.
            false => {
                let ahead = seen.saturating_sub(used);
                let is_allowed = ahead <= live.ahead;
                if is_allowed {
                    live.ahead -= ahead;
                    live.missed += ahead;
                }
                (used, is_allowed)
            }
        };
        if is_right {
            timer.clock.take_up(timed, used);
        }
    }

    /// Whether the player's turn is to place pieces that have been drawn.
    fn places_drawn(&self) -> bool {
        let live = self.game.live_position();
        let is_own = self.mail.as_ref().is_some_and(|mail| mail.own() == Some(live.turn()));
        is_own && live.phase() == Phase::Placement && live.actor() != Actor::Chance
    }

    /// The player has drawn pieces: the other side's watch is told.
    pub(crate) fn tell_drawn(&self, out: &mut Vec<Request>) {
        if self.is_together() {
            tell(&Message::Drawn(self.finished()), out);
        }
    }

    /// What the player's turn has taken, for the letter with it; `None` without clocks.
    pub(crate) fn times(&self) -> Option<Times> {
        let now = self.computer.now;
        let own = self.mail.as_ref()?.own()?;
        let mut clock = self.timer.as_ref()?.clock.clone();
        let is_own = |timed: &Timed| timed.color() == own && !matches!(timed, Timed::Exchange(_));
        clock.timed().filter(is_own)?;
        let used = clock.end_turn(now).used?;
        let left = Color::ALL.map(|color| clock.reading(color, now).left);
        Some(Times { used, left: left.map(|left| u32::try_from(left).unwrap_or(u32::MAX)) })
    }

    /// The player's letter has been written, with this time.
    pub(crate) fn remember_turn(&mut self, used: Option<u32>) {
        let (at, finished) = (self.computer.now, self.finished());
        let Some(live) = self.live.as_mut() else { return };
        let turn = finished.checked_sub(1);
        // The clock here stands since the other side was heard, and perhaps not yet over there.
        let stood = match live.presence {
            Presence::Here => 0,
            _ => at.saturating_sub(live.heard).min(SILENCE + GAP),
        };
        let slack = live.delay + std::mem::take(&mut live.missed) + stood;
        live.own_turn = turn.zip(used).map(|(turn, used)| OwnTurn { turn, used, at, slack });
    }

    /// A window that was loaded again, or has got the player's last turn otherwise than by making it, knows of that
    /// what is stored with it.
    fn retell(&mut self) {
        let own = self.mail.as_ref().and_then(|mail| mail.own());
        let at = self.computer.now;
        let turns = self.turns_from(0);
        let last = turns.filter(|&(_, turn)| Some(self.game.before(turn).turn()) == own).last();
        let told = self.live.as_ref().and_then(|live| live.own_turn);
        if told.is_some_and(|told| last.is_some_and(|(turn, _)| turn == told.turn)) {
            return;
        }
        let own_turn = last.and_then(|(turn, id)| {
            let used = self.game.time(id).used?;
            Some(OwnTurn { turn, used, at, slack: 3 * SILENCE })
        });
        if let Some(live) = self.live.as_mut() {
            live.own_turn = own_turn;
        }
    }

    /// What the own watch says of the other side's turn, before its letter is taken up: how many turns were
    /// finished, what time is taken for, and how much that has taken.
    pub(crate) fn watched(&self) -> Option<(usize, Option<Timed>, u64)> {
        let timer = self.timer.as_ref()?;
        Some((self.finished(), timer.clock.timed(), timer.clock.used_at(self.computer.now)))
    }

    /// A letter was taken up: what its turn counts.
    pub(crate) fn count_turn(
        &mut self,
        watched: Option<(usize, Option<Timed>, u64)>,
        claimed: Option<Times>,
        out: &mut Vec<Request>,
    ) {
        if let Some(live) = self.live.as_mut() {
            live.is_new = false;
        }
        let Some(((turn, timed, seen), claimed)) = watched.zip(claimed) else { return };
        if self.finished() != turn + 1 {
            return;
        }
        // Before the first step, and while pieces are drawn, there is nothing to compare.
        let timed = timed.filter(|timed| !matches!(timed, Timed::Exchange(_)));
        let claimed = u64::from(claimed.used);
        let Some(timer) = self.timer.as_mut() else { return };
        let mut used = claimed;
        if let Some((live, timed)) = self.live.as_mut().zip(timed) {
            let (counted, allowed) = count(claimed, seen, live.quota);
            live.quota = (live.quota - allowed + GAIN).min(MOST);
            live.delay = seen.saturating_sub(claimed);
            // The flag of who has made a turn in time does not fall by what lies between.
            used = match timer.clock.budget(timed) {
                budget if claimed < budget => counted.min(budget - 1),
                _ => counted,
            };
        }
        let used = u32::try_from(used).unwrap_or(u32::MAX);
        let last = self.game.main_line().filter(|&turn| self.game.is_whole(turn)).last();
        if let Some(last) = last {
            let mut time = self.game.time(last);
            time.used = Some(used);
            self.game.set_time(last, time);
            timer.recount(&mut self.game);
        }
        if u64::from(used) != claimed && self.live.is_some() {
            tell(&Message::Counted(Counted { turn, used }), out);
        }
    }

    /// Whether a letter that ends the game by the clock says what the clock here says, or what its sender
    /// alone loses by.
    pub(crate) fn believes(&self, came: &record::letter::Played) -> bool {
        let letter = &came.letter;
        let loser = came.record.live().turn();
        letter.act != Act::TimeUp
            || letter.sender == loser
            || self.timer.as_ref().and_then(|timer| timer.clock.fallen(self.computer.now))
                == Some(loser)
    }

    /// The time of an event in a live game, before it is decided: whether the player comes too late.
    pub(crate) fn take_live_time(&mut self, event: &Event, out: &mut Vec<Request>) -> bool {
        // What is heard may bring time: whether a flag has fallen shows after it, with the alarm that is set.
        if matches!(event, Event::Wire(wire) if matches!(**wire, Wire::Heard(_) | Wire::Kept(_))) {
            return false;
        }
        let now = self.computer.now;
        let own = self.mail.as_ref().and_then(|mail| mail.own());
        let Some(timer) = self.timer.as_ref() else { return false };
        let Some(loser) = timer.clock.fallen(now) else { return false };
        let is_own = Some(loser) == own;
        let is_due = timer.clock.falls_at().is_some_and(|at| now >= at.saturating_add(GRACE));
        // The other side says it first.
        if !is_own && !is_due {
            return false;
        }
        self.end(out);
        self.write(Act::TimeUp, out);
        is_own && crate::replay::is_players(event)
    }

    /// Whether the other side has drawn its pieces and places them, as far as it has said.
    pub(crate) fn has_drawn_there(&self) -> bool {
        let is_placing = self.game.live_position().phase() == Phase::Placement;
        let drawn = self.live.as_ref().and_then(|live| live.drawn);
        is_placing && drawn == Some(self.finished())
    }
}

/// A greeting, and who says it.
fn greeting(number: u8, name: Value) -> Sentence {
    let key = GREETINGS[usize::from(number) % GREETINGS.len()];
    Sentence::new("live.greets")
        .with("name", name)
        .with("greeting", Value::Sentence(Box::new(Sentence::new(key))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delay_is_allowed_for_up_to_the_quota() {
        assert_eq!(count(1_000, 1_000, 0), (1_000, 0));
        assert_eq!(count(1_000, 1_080, 100), (1_000, 80));
        assert_eq!(count(1_000, 1_380, 100), (1_280, 100));
        // Who says more than was seen is believed.
        assert_eq!(count(1_000, 900, 100), (1_000, 0));
    }

    #[test]
    fn each_greeting_says_what_was_chosen() {
        for (number, key) in GREETINGS.into_iter().enumerate() {
            let says = greeting(number as u8, Value::Key("mail.friend"));
            let wanted = Value::Sentence(Box::new(Sentence::new(key)));
            assert_eq!(says.values[1], ("greeting", wanted));
        }
    }
}
