//! Days for each turn of a game by link: two devices, each with a watch of its own, and links that somebody hands
//! on, late or never. No claim is offered, and none is believed, before its time.
//!
//! `FIVEFOLD_DAYS=SEED,COUNT` runs so many other schedules, `FIVEFOLD_DAYS=SCHEDULE` one.

use std::collections::{BTreeMap, BTreeSet};

use record::{Ending, Verdict};
use rules::{Actor, AnyPosition, Color, GameId, Step};
use table::{
    ALLOWANCE, Agreed, Choice, Content, DAY, Event, Facts, Moment, Question, Request, Setup,
    Standing, Stored, Table, Value, Wire,
};
use testkit::chance::Chance;

use crate::play::{Play, entropy, forged_claim, opened, sent};
use crate::written::ledger;

const START: &str = "4k3/pp6/8/8/8/8/4PP2/R3K3 w - - 0 1";
/// So many schedules in the tests.
const SCHEDULES: u64 = 300;
/// What two watches may differ in over a game, in milliseconds, as they drift by 50 millionths at most.
const DRIFT: u64 = DAY / 100;
const HOUR: u64 = DAY / 24;
const MINUTE: u64 = HOUR / 60;

/// An invitation with days for each turn, and the page of who invites.
fn inviter(start: AnyPosition, color: Color, days: u8) -> Play {
    let agreed = Agreed { days: Some(days), ..Agreed::default() };
    let begun = table::invitation(start, color, "Ada", agreed, &entropy(1));
    let Some(Request::BeginByLink { key, content }) = begun else { panic!("no invitation") };
    let (table, asked) = Table::new(Setup::here(start, &key));
    let mut play = Play { table, now: 5_000_000, asked };
    play.to(Event::Loaded { key, found: Some(Stored { revision: 1, content }) });
    play
}

/// White has invited and moved, and Black has the link: three days a turn.
fn begun() -> (Play, Play) {
    let start = AnyPosition::from_fen(GameId::Orthodox, START).unwrap();
    let mut white = inviter(start, Color::White, 3);
    turn(&mut white, "e2e4");
    let link = sent(&mut white);
    let mut black = opened(&link);
    black.now = 900 * DAY;
    black.to(Event::Accept { name: "Bea".to_owned(), quick: false, entropy: entropy(2) });
    turn(&mut black, "a7a6");
    let link = sent(&mut black);
    white.to(Event::Came(link));
    turn(&mut white, "e4e5");
    black.to(Event::Came(sent(&mut white)));
    (white, black)
}

/// A turn, which is confirmed.
fn turn(play: &mut Play, step: &str) {
    play.type_all(step);
    play.to(Event::EndTurn);
}

fn later(play: &mut Play, time: u64) {
    play.now += time;
    play.to(Event::Pause);
}

fn time_of(play: &Play) -> Option<(Color, &'static str, &'static str)> {
    let time = play.table.view().mail?.time.clone()?;
    Some((time.color, time.says.key, time.tells.key))
}

fn may_claim(play: &Play) -> bool {
    play.table.view().mail.is_some_and(|mail| mail.claims)
}

fn time_up(winner: Option<Color>) -> Option<Verdict> {
    Some(Verdict { winner, ending: Ending::Time })
}

#[test]
fn both_see_whose_time_runs() {
    let (mut white, mut black) = begun();
    assert_eq!(time_of(&white), Some((Color::Black, "days.left", "days.theirs")));
    assert_eq!(time_of(&black), Some((Color::Black, "days.left", "days.own")));
    for (play, friend) in [(&white, "Bea"), (&black, "Ada")] {
        let tells = play.table.view().mail.unwrap().time.clone().unwrap().tells;
        let name = table::Value::Name(friend.to_owned());
        assert!(tells.values.contains(&("name", name)), "{tells:?}");
    }
    // The two watches do not agree, so that half a day counts as spent on the way.
    let is_low = |play: &Play| play.table.view().mail.unwrap().time.clone().unwrap().is_low;
    later(&mut black, DAY + ALLOWANCE - HOUR);
    assert_eq!(time_of(&black), Some((Color::Black, "days.hours-left", "days.own")));
    assert!(!is_low(&black), "25 hours are left");
    later(&mut black, 2 * HOUR);
    assert_eq!(time_of(&black), Some((Color::Black, "days.hours-left", "days.own")));
    assert!(is_low(&black), "23 hours are left");
    later(&mut black, DAY);
    assert_eq!(time_of(&black), Some((Color::Black, "days.over", "days.own-over")));
    // Nothing ends by itself, and the turn still counts.
    assert_eq!(black.table.game().verdict(), None);
    turn(&mut black, "a6a5");
    assert_eq!(time_of(&black).unwrap().0, Color::Black, "it waits to be sent");
    let link = sent(&mut black);
    assert_eq!(time_of(&black).unwrap().0, Color::White);
    white.to(Event::Came(link));
    assert_eq!(time_of(&white), Some((Color::White, "days.left", "days.own")));
    // Black's watch is years ahead: the time begins when the letter comes, at the latest.
    let says = white.table.view().mail.unwrap().time.clone().unwrap().says;
    assert_eq!(says.values, [("count", Value::Count(3))]);
    let tags = white.table.game().clock().map(|(control, _)| control.to_string());
    assert_eq!(tags.as_deref(), Some("1/259200"), "as in PGN");
}

/// In how long an event has what is shown of the time looked at again.
fn wakes(asked: &[Request]) -> Option<u64> {
    asked.iter().find_map(|request| match request {
        Request::Wake { after, at_rest: false, .. } => Some(*after),
        _ => None,
    })
}

#[test]
fn what_is_shown_of_the_time_is_looked_at_again_until_it_may_be_claimed() {
    let (mut white, _) = begun();
    // Less than a second before, White has handed the letter on.
    let [over, claim] = [3 * DAY, 3 * DAY + ALLOWANCE].map(|time| white.now + time);
    let (mut due, mut all) = (None, 0);
    let mut last = 0;
    while white.now < claim + DAY {
        white.now += MINUTE - 1;
        let asked = white.to(Event::Pause);
        let now = white.now;
        let Some(after) = wakes(&asked) else {
            let is_awaited = due.is_some_and(|due| now <= due);
            assert!(is_awaited || all == 0 || now >= claim - 1_000, "nothing comes after {now}");
            continue;
        };
        assert!(due.is_none_or(|due| now >= due), "one alarm at a time");
        let rest = if now < over - 1_000 { over - now } else { claim - now };
        assert!(
            after <= (rest / 24).max(MINUTE) && after >= MINUTE.min(rest.saturating_sub(1_000)),
            "{after}"
        );
        (due, last, all) = (Some(now + after), now + after, all + 1);
    }
    assert!(
        all > 48 && last.abs_diff(claim) < 1_000,
        "{all} alarms, the last at {last} of {claim}"
    );
}

/// Less than a minute before the time is over, it is looked at again when it is.
#[test]
fn the_last_minute_is_as_long_as_it_is() {
    let (mut white, _) = begun();
    white.now += 3 * DAY - 20_000;
    let after = wakes(&white.to(Event::Pause)).unwrap();
    assert!((18_000..=20_000).contains(&after), "{after}");
}

#[test]
fn who_waits_may_claim_after_the_time_and_what_the_way_is_allowed() {
    let (mut white, mut black) = begun();
    later(&mut white, 3 * DAY);
    assert_eq!(time_of(&white).unwrap().2, "days.claimable-later");
    assert!(!may_claim(&white) && !may_claim(&black));
    later(&mut white, ALLOWANCE - 1_000);
    assert!(!may_claim(&white), "not before its time");
    white.to(Event::Wire(Box::new(Wire::Claim)));
    assert_eq!(white.table.game().verdict(), None);
    later(&mut white, 1_000);
    assert_eq!(time_of(&white).unwrap().2, "days.claimable");
    assert!(may_claim(&white));
    white.to(Event::Wire(Box::new(Wire::Claim)));
    assert_eq!(white.table.game().verdict(), time_up(Some(Color::White)));
    assert!(!may_claim(&white) && time_of(&white).is_none());
    let claim = sent(&mut white);
    // The other page takes it by its own watch.
    later(&mut black, 3 * DAY);
    black.to(Event::Came(claim));
    assert_eq!(black.table.question(), None);
    assert_eq!(black.table.game().verdict(), time_up(Some(Color::White)));
    let seals = black.table.seals().expect("signatures");
    assert!(!seals.says.iter().any(|says| says.key == "travel.fault.letter.forged"));
}

#[test]
fn a_claim_that_comes_too_early_by_the_watch_here_is_asked_about() {
    for taken in [false, true] {
        let (mut white, mut black) = begun();
        later(&mut white, 3 * DAY + ALLOWANCE);
        white.to(Event::Wire(Box::new(Wire::Claim)));
        let claim = sent(&mut white);
        // The link was on its way for long.
        later(&mut black, 3 * DAY - 60_000);
        black.to(Event::Came(claim.clone()));
        assert_eq!(black.table.game().verdict(), None);
        let asked = black.table.asked().expect("a question");
        assert_eq!(asked.says[0].key, "mail.came.disputed-days");
        // It is asked again when the page is loaded anew, and not taken by that.
        black.keep_all();
        let content = black.table.content();
        let mut again = opened_again(&black, content);
        assert_eq!(again.table.game().verdict(), None);
        assert!(matches!(again.table.question(), Some(Question::Came(_))));
        let choice = if taken { Choice::TakeTheirs } else { Choice::KeepMine };
        again.to(Event::Choose(choice));
        let verdict = again.table.game().verdict();
        assert_eq!(verdict, time_up(Some(Color::White)).filter(|_| taken));
        if !taken {
            turn(&mut again, "a6a5");
            let link = sent(&mut again);
            white.to(Event::Came(link));
            assert!(white.table.question().is_some(), "the two fork, and White is asked");
        }
    }
}

fn opened_again(play: &Play, content: Content) -> Play {
    let start = *play.table.game().start();
    let (table, asked) = Table::new(Setup::here(start, play.table.key()));
    let mut again = Play { table, now: play.now, asked };
    let found = Some(Stored { revision: 9, content });
    again.to(Event::Loaded { key: again.table.key().to_owned(), found });
    again
}

#[test]
fn the_wait_begins_when_the_link_is_handed_on_and_lasts_over_loading() {
    let (mut white, mut black) = begun();
    turn(&mut black, "a6a5");
    let link = sent(&mut black);
    white.to(Event::Came(link));
    later(&mut white, 2 * DAY);
    turn(&mut white, "e5e6");
    white.keep_all();
    // It is made, and not sent: its player's time runs on, from when the other's link came.
    later(&mut white, 2 * DAY);
    assert_eq!(time_of(&white), Some((Color::White, "days.over", "days.own-over")));
    sent(&mut white);
    later(&mut white, 3 * DAY + ALLOWANCE - 60_000);
    let content = white.table.content();
    let mut again = opened_again(&white, content);
    assert!(!may_claim(&again));
    later(&mut again, 60_000);
    assert!(may_claim(&again));
    // One who hands it on once more waits anew: it may have been lost.
    again.to(Event::HandedOn);
    assert!(!may_claim(&again));
}

/// Nobody is to be told too early that the other side is late.
#[test]
fn of_two_times_at_which_a_letter_was_handed_on_the_later_counts() {
    let (white, _) = begun();
    let kept = white.table.content();
    let handed_on = kept.post.clone().unwrap().since;
    let known = |stored: (bool, u64), aside: (bool, u64)| {
        let post = |(sent, since)| table::Post { sent, since, ..kept.post.clone().unwrap() };
        let content = Content { post: Some(post(stored)), ..kept.clone() };
        let key = white.table.key().to_owned();
        let (table, asked) = Table::new(Setup::here(*white.table.game().start(), &key));
        let mut again = Play { table, now: white.now, asked };
        again.to(Event::Aside { key: key.clone(), post: post(aside), unread: false });
        again.to(Event::Loaded { key, found: Some(Stored { revision: 9, content }) });
        let post = again.table.content().post.unwrap();
        (post.sent, post.since - handed_on)
    };
    let (early, late) = (handed_on, handed_on + HOUR);
    assert_eq!(known((true, early), (true, late)), (true, HOUR));
    assert_eq!(known((true, late), (true, early)), (true, HOUR));
    assert_eq!(known((true, early), (false, late)), (true, 0));
    assert_eq!(known((false, late), (true, early)), (true, 0));
}

#[test]
fn what_another_window_has_handed_on_is_waited_for_from_when_that_is_known() {
    let (_, mut black) = begun();
    let before = black.table.content();
    later(&mut black, 2 * DAY);
    turn(&mut black, "a6a5");
    let post = table::Post { sent: true, ..black.table.content().post.unwrap() };
    black.to(Event::TakenElsewhere);
    black.to(Event::TakeUp);
    // The store has not taken the letter, which lies beside it.
    let key = black.table.key().to_owned();
    black.to(Event::Aside { key: key.clone(), post, unread: true });
    black.to(Event::Loaded { key, found: Some(Stored { revision: 9, content: before }) });
    assert_eq!(time_of(&black), Some((Color::White, "days.left", "days.theirs")));
    later(&mut black, 3 * DAY + ALLOWANCE - MINUTE);
    assert!(!may_claim(&black));
    later(&mut black, 2 * MINUTE);
    assert!(may_claim(&black));
}

#[test]
fn a_claim_is_drawn_where_the_claimant_could_never_win() {
    let start = AnyPosition::from_fen(GameId::Orthodox, "4k3/8/8/8/8/8/pp6/4K3 w - - 0 1").unwrap();
    let mut white = inviter(start, Color::White, 1);
    turn(&mut white, "e1d1");
    let mut black = opened(&sent(&mut white));
    black.to(Event::Accept { name: String::new(), quick: false, entropy: entropy(2) });
    turn(&mut black, "e8e7");
    let mut came = sent(&mut black);
    white.to(Event::Came(came.clone()));
    turn(&mut white, "d1c2");
    came = sent(&mut white);
    black.to(Event::Came(came));
    later(&mut white, DAY + ALLOWANCE);
    white.to(Event::Wire(Box::new(Wire::Claim)));
    assert_eq!(white.table.game().verdict(), time_up(None));
}

#[test]
fn a_takeback_that_is_not_answered_is_claimed_otherwise_than_a_turn() {
    let (white, mut black) = begun();
    let mut white = white;
    turn(&mut black, "a6a5");
    white.to(Event::Came(sent(&mut black)));
    white.to(Event::TakeBack);
    let asked = sent(&mut white);
    black.to(Event::Came(asked));
    assert_eq!(time_of(&black).unwrap().0, Color::Black);
    later(&mut white, 3 * DAY + ALLOWANCE);
    white.to(Event::Wire(Box::new(Wire::Claim)));
    let left = Some(Verdict { winner: Some(Color::White), ending: Ending::Abandonment });
    assert_eq!(white.table.game().verdict(), left, "White is to move: it is not White's time");
    let claim = sent(&mut white);
    later(&mut black, 3 * DAY);
    black.to(Event::Came(claim));
    assert_eq!(black.table.game().verdict(), left);
}

#[test]
fn nobody_is_told_to_have_been_late_whose_turn_it_is_not() {
    let (mut white, black) = begun();
    later(&mut white, 3 * DAY + ALLOWANCE);
    // White waits for Black, whose changed page claims the game.
    let claim = forged_claim(&black.table.content().post.unwrap()).unwrap();
    white.to(Event::Came(claim));
    assert_eq!(white.table.game().verdict(), None);
    let asked = white.table.asked().expect("a question");
    assert_eq!(asked.says[0].key, "mail.came.disputed-days");
}

#[test]
fn what_waits_longest_is_told_in_the_list() {
    let (mut white, mut black) = begun();
    let standing = |play: &Play| {
        Standing::of(&play.table.content(), Facts::default(), play.now).expect("a game")
    };
    let due = standing(&black);
    assert!(due.is_due && due.says.key == "library.timed");
    let until = due.until.expect("a time");
    assert!(until <= black.now + 3 * DAY && until > black.now + 2 * DAY);
    assert_eq!(standing(&white).until, None, "it is not White who is awaited");
    later(&mut white, 1);
    assert_eq!(standing(&white).says.key, "library.timed");
    // What is made and not sent takes its player's time, and waits for nothing but to be sent.
    turn(&mut black, "a6a5");
    let unsent = standing(&black);
    assert_eq!((unsent.is_due, unsent.until), (false, None));
    assert_eq!(time_of(&black).unwrap().0, Color::Black);
}

#[test]
fn nothing_is_said_of_time_where_there_is_no_limit_or_no_answer() {
    let start = AnyPosition::from_fen(GameId::Orthodox, START).unwrap();
    let mut white = inviter(start, Color::White, 1);
    turn(&mut white, "e2e4");
    sent(&mut white);
    later(&mut white, 40 * DAY);
    assert_eq!(time_of(&white), None);
    assert!(!may_claim(&white), "nobody has taken the invitation up");
}

/// Something that happens later.
enum Coming {
    Link { to: usize, link: String },
    HandOn { by: usize, link: String },
    Act { by: usize },
    Look { by: usize },
    Alarm { to: usize, id: u64, window: u64 },
    Reload { of: usize },
    Set { of: usize, by: i64 },
}

struct Device {
    table: Table,
    offset: i64,
    drift: i64,
    /// Whether its watch was set: what it says about times is its own then.
    was_set: bool,
    stored: Option<Stored>,
    window: u64,
    /// In true time: when its newest letter was handed on, and when the other side's came.
    handed: u64,
    came: u64,
    turns: usize,
}

struct Sim {
    chance: Chance,
    now: u64,
    order: u64,
    coming: BTreeMap<(u64, u64), Coming>,
    devices: [Device; 2],
    time: u64,
    made: usize,
    windows: u64,
    seen: BTreeSet<&'static str>,
}

impl Sim {
    fn new(seed: u64) -> Sim {
        let mut chance = Chance(seed);
        let (game, start) = if chance.below(8_u64) == 0 {
            (GameId::Charismatic, AnyPosition::initial(GameId::Charismatic))
        } else {
            (GameId::Orthodox, AnyPosition::from_fen(GameId::Orthodox, START).unwrap())
        };
        let days = [1, 2, 3, 7][chance.below(4_usize)];
        let color = Color::ALL[chance.below(2_usize)];
        let agreed = Agreed { days: Some(days), ..Agreed::default() };
        let bytes: [u8; 56] = std::array::from_fn(|_| chance.below(256_u64) as u8);
        let begun = table::invitation(start, color, "Ada", agreed, &bytes);
        let Some(Request::BeginByLink { key, content }) = begun else { panic!("no {game:?}") };
        let invitation = content.post.as_ref().unwrap().link.clone();
        let (one, first) = Table::new(Setup::here(start, &key));
        let (two, second) = Table::open(&invitation).unwrap();
        let device = |table, window| Device {
            table,
            offset: 0,
            drift: 0,
            was_set: false,
            stored: None,
            window,
            handed: 0,
            came: 0,
            turns: 0,
        };
        let mut sim = Sim {
            now: 100 * DAY,
            order: 0,
            coming: BTreeMap::new(),
            devices: [device(one, 0), device(two, 1)],
            time: u64::from(days) * DAY,
            made: 0,
            windows: 2,
            seen: BTreeSet::new(),
            chance,
        };
        sim.devices[0].stored = Some(Stored { revision: 1, content });
        for device in &mut sim.devices {
            // Two watches need not agree on the date.
            device.offset = sim.chance.below(50 * DAY) as i64;
            device.drift = sim.chance.below(100_u64) as i64 - 50;
        }
        sim.carry_out(0, first);
        sim.carry_out(1, second);
        // What the inviter sends first is what the other has opened, unless White begins with a turn.
        let bytes: [u8; 56] = std::array::from_fn(|_| sim.chance.below(256_u64) as u8);
        sim.tell(1, Event::Accept { name: "Bea".to_owned(), quick: false, entropy: bytes });
        for by in [0, 1] {
            sim.later(1, Coming::Act { by });
            sim.later(1, Coming::Look { by });
            for _ in 0..sim.chance.below(3_u64) {
                let at = sim.chance.below(30 * DAY);
                sim.later(at, Coming::Reload { of: by });
            }
        }
        if sim.chance.below(5_u64) == 0 {
            let (at, of) = (sim.chance.below(20 * DAY), sim.chance.below(2_usize));
            let far = sim.chance.below(20 * DAY) as i64;
            let by = if sim.chance.below(2_u64) == 0 { far } else { -far };
            sim.later(at, Coming::Set { of, by });
        }
        sim
    }

    fn later(&mut self, after: u64, coming: Coming) {
        self.order += 1;
        self.coming.insert((self.now + after, self.order), coming);
    }

    fn watch(&self, of: usize) -> u64 {
        let Device { offset, drift, .. } = self.devices[of];
        (self.now as i64 + self.now as i64 * drift / 1_000_000 + offset).max(0) as u64
    }

    fn tell(&mut self, of: usize, event: Event) {
        let (now, random) = (self.watch(of), self.chance.below(u64::MAX));
        let out = self.devices[of].table.handle(Moment { now, random }, event.clone());
        ledger::told(now, &event, &out, &self.devices[of].table);
        self.carry_out(of, out);
    }

    fn carry_out(&mut self, of: usize, requests: Vec<Request>) {
        for request in requests {
            match request {
                Request::Load { key } => {
                    let found = self.devices[of].stored.clone();
                    self.tell(of, Event::Loaded { key, found });
                }
                Request::Keep { key, revision, content, .. } => {
                    self.devices[of].stored = Some(Stored { revision, content });
                    self.tell(of, Event::Kept { key, revision });
                }
                Request::Wake { id, after, .. } => {
                    let window = self.devices[of].window;
                    self.later(after, Coming::Alarm { to: of, id, window });
                }
                Request::Send { link } => {
                    // Some hand it on at once, some tomorrow.
                    let after = match self.chance.below(4_u64) {
                        0 => self.chance.below(DAY),
                        _ => self.chance.below(DAY / 100),
                    };
                    self.later(after, Coming::HandOn { by: of, link });
                }
                _ => {}
            }
        }
    }

    fn verdict(&self, of: usize) -> Option<Verdict> {
        self.devices[of].table.game().verdict()
    }

    fn finished(&self, of: usize) -> usize {
        let game = self.devices[of].table.game();
        game.main_line().filter(|&turn| game.is_whole(turn)).count()
    }

    /// Nothing is offered before its time, and no turn is gone.
    fn check(&mut self, of: usize) {
        let Device { table, was_set, handed, turns, .. } = &self.devices[of];
        let claims = table.view().mail.is_some_and(|mail| mail.claims);
        if claims && !was_set {
            let waited = self.now - handed;
            let least = self.time + ALLOWANCE - DRIFT;
            assert!(waited >= least, "a claim is offered after {waited} of {least}");
            self.seen.insert("a claim that was offered");
        }
        let finished = self.finished(of);
        assert!(finished >= *turns, "turns are gone: {finished} of {turns}");
        self.devices[of].turns = finished;
    }

    fn step(&mut self) -> bool {
        let Some(((at, _), coming)) = self.coming.pop_first() else { return false };
        self.now = at;
        match coming {
            Coming::HandOn { by, link } => {
                if self.devices[by].table.letter_link() != Some(link.as_str()) {
                    return true;
                }
                self.tell(by, Event::HandedOn);
                self.devices[by].handed = self.now;
                match self.chance.below(6_u64) {
                    0 => {
                        self.seen.insert("a link that was lost");
                        // It is missed sooner or later, and sent again.
                        let after = self.chance.below(8 * DAY);
                        self.later(after, Coming::HandOn { by, link });
                    }
                    double => {
                        for _ in 0..=u64::from(double == 1) {
                            let after = match self.chance.below(3_u64) {
                                0 => self.chance.below(2 * DAY),
                                _ => self.chance.below(DAY / 20),
                            };
                            self.later(after, Coming::Link { to: 1 - by, link: link.clone() });
                        }
                    }
                }
                self.check(by);
            }
            Coming::Link { to, link } => self.open(to, link),
            Coming::Act { by } => {
                self.act(by);
                let after = match self.chance.below(6_u64) {
                    0 => self.chance.below(2 * self.time + DAY),
                    _ => self.chance.below(DAY / 2),
                };
                self.later(after, Coming::Act { by });
            }
            Coming::Look { by } => {
                self.tell(by, Event::Pause);
                self.check(by);
                let claims = self.devices[by].table.view().mail.is_some_and(|mail| mail.claims);
                if claims && self.chance.below(3_u64) == 0 {
                    self.seen.insert("a claim");
                    self.tell(by, Event::Wire(Box::new(Wire::Claim)));
                    assert!(self.verdict(by).is_some(), "a claim that was offered");
                }
                let after = self.chance.below(DAY / 3);
                self.later(after, Coming::Look { by });
            }
            Coming::Alarm { to, id, window } => {
                if self.devices[to].window == window {
                    self.tell(to, Event::Woken(id));
                    self.check(to);
                }
            }
            Coming::Reload { of } => {
                self.tell(of, Event::Pause);
                let device = &self.devices[of];
                let (start, key) = (*device.table.game().start(), device.table.key().to_owned());
                self.windows += 1;
                let (table, asked) = Table::new(Setup::here(start, &key));
                (self.devices[of].table, self.devices[of].window) = (table, self.windows);
                self.carry_out(of, asked);
                self.check(of);
            }
            Coming::Set { of, by } => {
                self.seen.insert("a watch that was set");
                self.devices[of].was_set = true;
                self.devices[of].offset += by;
            }
        }
        true
    }

    fn open(&mut self, to: usize, link: String) {
        let (was_over, turns) = (self.verdict(to).is_some(), self.finished(to));
        let serial = |sim: &Sim| sim.devices[to].table.letter_link().map(str::to_owned);
        let before = serial(self);
        self.tell(to, Event::Came(link));
        let ends_by_watch = matches!(
            self.verdict(to),
            Some(Verdict { ending: Ending::Time | Ending::Abandonment, .. })
        );
        if !was_over && ends_by_watch && !self.devices[to].was_set {
            let had = self.now - self.devices[to].came;
            let least = self.time - DRIFT;
            assert!(had >= least, "a claim is believed after {had} of {least}");
            self.seen.insert("a claim that was believed");
        }
        if serial(self) != before && self.finished(to) >= turns {
            self.devices[to].came = self.now;
        }
        self.check(to);
        if let Some(Question::Came(came)) = self.devices[to].table.question() {
            if came.relation == record::letter::Relation::Disputed {
                self.seen.insert("a claim that was disputed");
            }
            // Who has made a turn keeps to it.
            self.tell(to, Event::Choose(Choice::KeepMine));
            self.check(to);
        }
    }

    fn act(&mut self, by: usize) {
        let view = self.devices[by].table.view();
        let position = *self.devices[by].table.game().live_position();
        match view.question {
            Some(Question::TakebackAsked | Question::DrawOffered) => {
                self.tell(by, Event::Answer(false));
            }
            Some(_) => {}
            None if !view.may_act || view.result.is_some() || self.made >= 24 => {}
            None if position.actor() == Actor::Chance => self.tell(by, Event::Draw),
            None if view.controls.place => {
                self.tell(by, Event::PlaceRest);
                self.tell(by, Event::EndTurn);
                self.made += 1;
            }
            None => {
                let steps: Vec<Step> = position.list();
                if !steps.is_empty() {
                    let step = steps[self.chance.below(steps.len())];
                    self.tell(by, Event::Step(step));
                    self.tell(by, Event::EndTurn);
                    self.made += 1;
                }
            }
        }
        self.check(by);
    }
}

fn run(seed: u64) -> (usize, BTreeSet<&'static str>) {
    let mut sim = Sim::new(seed);
    while sim.now < 160 * DAY && sim.step() {
        if [0, 1].iter().all(|&of| sim.verdict(of).is_some()) {
            break;
        }
    }
    (sim.made, sim.seen)
}

#[test]
fn whatever_becomes_of_links_no_claim_comes_before_its_time() {
    let asked = std::env::var("FIVEFOLD_DAYS").unwrap_or_default();
    let mut numbers = asked.split(',').map(|number| number.parse::<u64>());
    let named = |seed| {
        std::panic::catch_unwind(|| run(seed))
            .unwrap_or_else(|_| panic!("schedule {seed} fails: FIVEFOLD_DAYS={seed}"))
    };
    match (numbers.next(), numbers.next()) {
        (Some(Ok(seed)), Some(Ok(count))) => {
            let first = seed << 32;
            let made: usize = (first..first + count).map(|seed| named(seed).0).sum();
            println!("Days: {count} schedules, {made} turns");
        }
        (Some(Ok(seed)), None) => {
            run(seed);
        }
        _ => {
            let (mut made, mut seen) = (0, BTreeSet::new());
            for seed in 0..SCHEDULES {
                let (turns, came_about) = named(seed);
                made += turns;
                seen.extend(came_about);
            }
            let all = [
                "a claim",
                "a claim that was believed",
                "a claim that was disputed",
                "a claim that was offered",
                "a link that was lost",
                "a watch that was set",
            ];
            let missing: Vec<&str> = all.into_iter().filter(|what| !seen.contains(what)).collect();
            assert!(missing.is_empty(), "never seen: {missing:?}");
            assert!(made > 2 * SCHEDULES as usize, "{made} turns: nothing happens");
        }
    }
}
