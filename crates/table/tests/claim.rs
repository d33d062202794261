//! Claims of live games that the other side has left, greetings, and invitations to the next game: two devices
//! and a relay that keeps the last letter.

use std::collections::BTreeMap;

use record::{Ending, Verdict};
use rules::{AnyPosition, Color, GameId};
use table::{
    ALLOWANCE, CLAIM_AFTER, Choice, DAY, Event, Moment, Presence, Request, Setup, Stored, Table,
    Wire,
};

use crate::written::ledger;

const START: &str = "4k3/pp6/8/8/8/8/4PP2/R3K3 w - - 0 1";

/// White invites, and Black answers; both play through a relay.
struct World {
    now: u64,
    tables: [Table; 2],
    stored: [Option<Stored>; 2],
    is_connected: [bool; 2],
    alarms: BTreeMap<(u64, usize, u64), ()>,
    /// The last letter, how many there were, and how many each side knows.
    last: String,
    place: u64,
    known: [u64; 2],
    said: Vec<&'static str>,
}

impl World {
    fn new(clock: &str) -> World {
        World::agreed(table::Agreed::live(clock))
    }

    fn agreed(agreed: table::Agreed<'_>) -> World {
        let start = AnyPosition::from_fen(GameId::Orthodox, START).unwrap();
        let begun = table::invitation(start, Color::White, "Ada", agreed, &[7; 56]);
        let Some(Request::BeginByLink { key, content }) = begun else { panic!("no invitation") };
        let link = content.post.as_ref().unwrap().link.clone();
        let (white, first) = Table::new(Setup::here(start, &key));
        let (black, second) = Table::open(&link).unwrap();
        let mut world = World {
            now: 1_000_000,
            tables: [white, black],
            stored: [Some(Stored { revision: 1, content }), None],
            is_connected: [false; 2],
            alarms: BTreeMap::new(),
            last: String::new(),
            place: 0,
            known: [0; 2],
            said: Vec::new(),
        };
        world.carry_out(0, first);
        world.carry_out(1, second);
        for of in [0, 1] {
            world.wire(of, Wire::Calling);
        }
        world.tell(1, Event::Accept { name: "Bea".to_owned(), quick: false, entropy: [9; 56] });
        world.connect(0);
        world.connect(1);
        world.go(3_000);
        assert_eq!(world.presence(), [Some(Presence::Here); 2]);
        world
    }

    fn tell(&mut self, of: usize, event: Event) {
        let out = self.tables[of].handle(Moment { now: self.now, random: 5 }, event.clone());
        ledger::told(self.now, &event, &out, &self.tables[of]);
        self.carry_out(of, out);
    }

    fn wire(&mut self, of: usize, wire: Wire) {
        self.tell(of, Event::Wire(Box::new(wire)));
    }

    fn carry_out(&mut self, of: usize, requests: Vec<Request>) {
        for request in requests {
            match request {
                Request::Load { key } => {
                    let found = self.stored[of].clone();
                    self.tell(of, Event::Loaded { key, found });
                }
                Request::Keep { key, revision, content, .. } => {
                    self.stored[of] = Some(Stored { revision, content });
                    self.tell(of, Event::Kept { key, revision });
                }
                Request::Wake { id, after, .. } => {
                    self.alarms.insert((self.now + after, of, id), ());
                }
                Request::Tell { message, is_letter } if self.is_connected[of] => {
                    let other = 1 - of;
                    if !is_letter {
                        if self.is_connected[other] {
                            self.wire(other, Wire::Heard(message));
                        }
                    } else if self.known[of] != self.place {
                        self.catch_up(of);
                    } else if message != self.last {
                        self.last = message;
                        self.place += 1;
                        self.known[of] = self.place;
                        self.catch_up(other);
                    }
                }
                Request::Say(sentence) => self.said.push(sentence.key),
                _ => {}
            }
        }
    }

    /// A device gets the letter that the relay has.
    fn catch_up(&mut self, of: usize) {
        if self.is_connected[of] && self.known[of] != self.place {
            self.known[of] = self.place;
            self.wire(of, Wire::Kept(self.last.clone()));
        }
    }

    /// White claims the game while Black is away, who comes back then.
    fn claim_and_connect(&mut self) {
        self.cut(1);
        self.go(2 * CLAIM_AFTER);
        self.wire(0, Wire::Claim);
        self.connect(1);
        self.go(3_000);
    }

    fn connect(&mut self, of: usize) {
        self.is_connected[of] = true;
        self.catch_up(of);
        self.wire(of, Wire::Open);
    }

    fn cut(&mut self, of: usize) {
        self.is_connected[of] = false;
        self.wire(of, Wire::Lost);
    }

    /// The page of a device is loaded again.
    fn reload(&mut self, of: usize) {
        self.alarms.retain(|&(_, whose, _), ()| whose != of);
        self.known[of] = 0;
        let start = AnyPosition::from_fen(GameId::Orthodox, START).unwrap();
        let key = self.tables[of].key().to_owned();
        let (table, asked) = Table::new(Setup::here(start, &key));
        self.tables[of] = table;
        self.carry_out(of, asked);
        self.wire(of, Wire::Calling);
    }

    fn go(&mut self, time: u64) {
        let end = self.now + time;
        while let Some((&(at, of, id), ())) = self.alarms.first_key_value()
            && at <= end
        {
            self.alarms.pop_first();
            self.now = at.max(self.now);
            self.tell(of, Event::Woken(id));
        }
        self.now = end;
    }

    fn play(&mut self, of: usize, step: &str) {
        self.tell(of, Event::Typed(step.to_owned()));
    }

    fn presence(&self) -> [Option<Presence>; 2] {
        [0, 1].map(|of| self.tables[of].presence())
    }

    fn may_claim(&self) -> [bool; 2] {
        [0, 1].map(|of| self.tables[of].view().mail.is_some_and(|mail| mail.claims))
    }

    fn verdicts(&self) -> [Option<Verdict>; 2] {
        [0, 1].map(|of| self.tables[of].game().verdict())
    }
}

fn abandoned(winner: Color) -> Option<Verdict> {
    Some(Verdict { winner: Some(winner), ending: Ending::Abandonment })
}

#[test]
fn who_has_waited_a_minute_may_claim_the_game() {
    let mut world = World::new("300+5");
    world.play(0, "e2e4");
    world.go(2_000);
    assert_eq!(world.may_claim(), [false; 2], "both are there");
    world.cut(1);
    world.go(CLAIM_AFTER);
    assert_eq!(world.may_claim(), [false; 2], "it takes a while to be missed");
    assert!(!world.said.contains(&"live.claimable"));
    world.go(14_000);
    assert_eq!(world.may_claim(), [true, false]);
    assert_eq!(world.said.iter().filter(|&&said| said == "live.claimable").count(), 1);
    world.wire(0, Wire::Claim);
    assert_eq!(world.verdicts(), [abandoned(Color::White), None]);
    assert_eq!(world.may_claim(), [false; 2]);
    // Who comes back finds the game at its end.
    world.connect(1);
    world.go(3_000);
    assert_eq!(world.verdicts(), [abandoned(Color::White); 2]);
    assert_eq!(world.tables[1].question(), None);
}

#[test]
fn who_has_left_the_line_confirms_turns_as_by_link() {
    let mut world = World::new("300+5");
    world.play(0, "e2e4");
    assert!(world.tables[0].view().held.is_none(), "the clock runs");
    world.wire(1, Wire::Left);
    assert_eq!(world.presence()[1], Some(Presence::Left));
    world.play(1, "a7a5");
    assert!(world.tables[1].view().held.is_some());
    world.tell(1, Event::EndTurn);
    assert!(world.tables[1].view().held.is_none());
    assert_eq!(world.tables[1].game().live_position().turn(), Color::White);
}

#[test]
fn who_comes_back_in_time_plays_on() {
    let mut world = World::new("300+5");
    world.cut(1);
    world.go(CLAIM_AFTER + 14_000);
    assert!(world.may_claim()[0]);
    world.connect(1);
    world.go(3_000);
    assert_eq!(world.may_claim(), [false; 2]);
    world.wire(0, Wire::Claim);
    assert_eq!(world.verdicts(), [None; 2], "a claim that comes too late");
}

#[test]
fn who_is_cut_off_or_asleep_claims_nothing() {
    let mut world = World::new("300+5");
    // Both are cut off: the one who comes back first waits anew.
    world.cut(0);
    world.cut(1);
    world.go(3 * CLAIM_AFTER);
    assert_eq!(world.may_claim(), [false; 2]);
    world.connect(0);
    world.go(CLAIM_AFTER - 2_000);
    assert_eq!(world.may_claim(), [false; 2]);
    // A window that has slept waits anew, too.
    world.now += 40_000;
    world.go(4_000);
    assert_eq!(world.may_claim(), [false; 2]);
    world.go(CLAIM_AFTER);
    assert_eq!(world.may_claim(), [true, false]);
}

#[test]
fn nobody_has_to_be_there_in_a_game_without_clocks() {
    let mut world = World::new("");
    world.play(0, "e2e4");
    world.cut(1);
    world.go(10 * CLAIM_AFTER);
    assert_eq!(world.may_claim(), [false; 2]);
}

/// White's claim, though Black is there: as a changed client could write it.
fn false_claim() -> String {
    let mut alone = World::new("300+5");
    alone.play(0, "e2e4");
    alone.cut(1);
    alone.go(2 * CLAIM_AFTER);
    alone.wire(0, Wire::Claim);
    alone.last
}

#[test]
fn a_claim_is_not_believed_where_nobody_was_away() {
    let mut world = World::new("300+5");
    world.play(0, "e2e4");
    world.go(30_000);
    let claim = false_claim();
    world.wire(1, Wire::Kept(claim));
    assert_eq!(world.verdicts(), [None; 2]);
    assert!(world.tables[1].question().is_some(), "the player is asked");
}

#[test]
fn a_claim_is_not_believed_after_a_nap() {
    for nap in [5_000, CLAIM_AFTER / 2] {
        let mut world = World::new("300+5");
        world.play(0, "e2e4");
        world.go(30_000);
        let claim = false_claim();
        world.now += nap;
        world.wire(1, Wire::Kept(claim));
        assert_eq!(world.verdicts(), [None; 2], "{nap}");
        assert!(world.tables[1].question().is_some(), "the player is asked");
    }
}

#[test]
fn a_claim_is_not_believed_by_who_hears_the_other_side_after_a_clock_was_set() {
    for is_forward in [true, false] {
        let mut world = World::new("300+5");
        world.play(0, "e2e4");
        world.go(30_000);
        let claim = false_claim();
        let (before, far) = (world.now, 900_000);
        world.now = if is_forward { before + far } else { before - far };
        for _ in 0..5 {
            world.wire(1, Wire::Heard("1 beat 2 1".to_owned()));
            world.now += 1_000;
        }
        world.wire(1, Wire::Kept(claim));
        assert_eq!(world.verdicts(), [None; 2], "{is_forward}");
        assert!(world.tables[1].question().is_some(), "the player is asked");
    }
}

/// The link in a letter.
fn link_of(message: &str) -> String {
    message.split(' ').nth(2).unwrap().to_owned()
}

#[test]
fn a_claim_is_not_believed_on_a_line_that_keeps_nothing() {
    let claim = false_claim();
    for wire in [Wire::Heard(claim.clone()), Wire::Came(link_of(&claim))] {
        let mut world = World::new("300+5");
        world.play(0, "e2e4");
        world.wire(1, Wire::Lost);
        world.wire(1, Wire::Calling);
        world.wire(1, Wire::Joined);
        world.wire(1, wire.clone());
        assert_eq!(world.verdicts(), [None; 2], "{wire:?}");
        assert!(world.tables[1].question().is_some(), "the player is asked");
    }
}

#[test]
fn a_claim_is_not_believed_by_hand_whatever_became_of_the_line() {
    let claim = false_claim();
    for lost in [Wire::Lost, Wire::Left, Wire::Calling] {
        let mut world = World::new("300+5");
        world.play(0, "e2e4");
        world.is_connected[1] = false;
        world.wire(1, lost.clone());
        world.go(2 * CLAIM_AFTER);
        world.tell(1, Event::Came(link_of(&claim)));
        assert_eq!(world.verdicts(), [None; 2], "{lost:?}");
        assert!(world.tables[1].question().is_some(), "the player is asked");
    }
}

#[test]
fn what_the_other_side_says_of_a_claim_waits_for_what_the_line_keeps() {
    let mut world = World::new("300+5");
    world.play(0, "e2e4");
    world.go(2_000);
    world.wire(1, Wire::Heard(false_claim()));
    assert_eq!(world.verdicts(), [None; 2]);
    assert_eq!(world.tables[1].question(), None);
}

#[test]
fn who_was_away_for_less_than_a_minute_is_asked() {
    let mut world = World::new("300+5");
    world.play(0, "e2e4");
    world.go(2_000);
    world.cut(1);
    world.go(CLAIM_AFTER / 2);
    (world.last, world.place) = (false_claim(), world.place + 1);
    world.connect(1);
    world.go(3_000);
    assert_eq!(world.verdicts()[1], None);
    assert!(world.tables[1].question().is_some(), "the player is asked");
}

#[test]
fn a_claim_that_was_asked_about_is_not_taken_when_it_comes_again() {
    let mut world = World::new("300+5");
    world.play(0, "e2e4");
    world.go(30_000);
    let claim = false_claim();
    for chooses in [false, true] {
        world.wire(1, Wire::Kept(claim.clone()));
        assert!(world.tables[1].question().is_some(), "the player is asked");
        if chooses {
            world.tell(1, Event::Choose(Choice::KeepMine));
            assert_eq!(world.tables[1].question(), None);
        }
        // The line is lost for long, and says it again.
        world.cut(1);
        world.go(2 * CLAIM_AFTER);
        (world.last, world.place) = (claim.clone(), world.place + 1);
        world.connect(1);
        assert_eq!(world.verdicts(), [None; 2], "{chooses}");
        assert_eq!(world.tables[1].question().is_some(), !chooses, "asked once");
        // So does the line of a page that is loaded again.
        world.cut(1);
        world.reload(1);
        world.place += 1;
        world.connect(1);
        world.go(3_000);
        assert_eq!(world.verdicts(), [None; 2], "{chooses}");
        assert!(world.tables[1].question().is_some(), "the player is asked");
    }
    // Who plays on has answered.
    world.tell(1, Event::Choose(Choice::KeepMine));
    world.play(1, "a7a6");
    assert_eq!(world.tables[1].game().main_line().count(), 2);
    assert_eq!(world.tables[1].content().post.unwrap().came, "");
}

#[test]
fn who_may_take_a_claim_in_the_place_of_a_turn_is_told_that_it_ends_the_game() {
    let mut world = World::new("300+5");
    world.play(0, "e2e4");
    world.go(2_000);
    let claim = false_claim();
    world.cut(1);
    world.play(1, "a7a6");
    world.wire(1, Wire::Kept(claim));
    let asked = world.tables[1].asked().expect("two games");
    let says: Vec<_> = asked.says.iter().map(|says| says.key).collect();
    assert_eq!(says, ["mail.came.fork", "mail.came.disputed"]);
}

/// Black has been away, and White has claimed the game and left. Black is told of its line, and what the relay keeps comes
/// so long after that.
fn claim_after(time: u64) -> World {
    let mut world = World::new("300+5");
    world.play(0, "e2e4");
    world.go(2_000);
    world.cut(1);
    world.go(2 * CLAIM_AFTER);
    world.wire(0, Wire::Claim);
    world.cut(0);
    world.wire(1, Wire::Open);
    world.go(time);
    world.is_connected[1] = true;
    world.catch_up(1);
    world
}

/// What the line keeps comes soon after a device is connected. What comes later was written while it was there.
#[test]
fn a_claim_is_believed_that_comes_soon_after_the_line_and_not_later() {
    for time in [1_000, 9_000] {
        let world = claim_after(time);
        assert_eq!(world.verdicts(), [abandoned(Color::White); 2], "{time}");
        assert_eq!(world.tables[1].question(), None, "{time}");
    }
    let world = claim_after(11_000);
    assert_eq!(world.verdicts()[1], None);
    assert!(world.tables[1].question().is_some(), "the player is asked");
}

/// Only a claim that was asked about stays a question.
#[test]
fn a_claim_is_believed_by_who_is_asked_about_another_letter() {
    let mut world = World::new("300+5");
    let mut other = world.tables[0].clone();
    let moment = Moment { now: world.now, random: 5 };
    other.handle(moment, Event::Typed("e2e3".to_owned()));
    let link = other.letter_link().unwrap().to_owned();
    world.play(0, "e2e4");
    world.go(2_000);
    world.tell(1, Event::Came(link));
    assert!(world.tables[1].question().is_some(), "the player is asked");
    world.claim_and_connect();
    assert_eq!(world.verdicts(), [abandoned(Color::White); 2]);
}

/// White claims while Black has made a turn on a device that cannot tell it; then they are connected, and Black is
/// asked.
fn claim_and_turn_at_once() -> World {
    let mut world = World::new("300+5");
    world.play(0, "e2e4");
    world.go(2_000);
    world.cut(1);
    world.play(1, "a7a6");
    world.go(2 * CLAIM_AFTER);
    world.wire(0, Wire::Claim);
    world.connect(1);
    world.go(3_000);
    assert!(world.tables[1].question().is_some(), "the player is asked");
    world
}

/// A claim and a turn at once are two games, of which both players take the one that goes on.
#[test]
fn a_claim_is_believed_by_who_has_kept_a_turn_against_one_before() {
    let mut world = claim_and_turn_at_once();
    world.tell(1, Event::Choose(Choice::KeepMine));
    let link = world.tables[1].letter_link().unwrap().to_owned();
    world.tell(0, Event::Came(link));
    world.tell(0, Event::Choose(Choice::TakeTheirs));
    assert_eq!(world.verdicts(), [None; 2]);
    world.go(3_000);
    world.claim_and_connect();
    assert_eq!(world.verdicts(), [abandoned(Color::White); 2]);
}

#[test]
fn a_claim_and_a_turn_at_once_are_two_games_to_choose_from() {
    let world = claim_and_turn_at_once();
    assert_eq!(world.verdicts()[0], abandoned(Color::White));
    assert_eq!(world.tables[1].game().main_line().count(), 2);
}

/// Two days a turn, through a relay that is the mailbox.
fn with_days() -> World {
    World::agreed(table::Agreed { days: Some(2), ..table::Agreed::live("") })
}

#[test]
fn turns_at_days_go_through_the_relay_and_are_claimed_after_their_time() {
    let mut world = with_days();
    world.play(0, "e2e4");
    world.go(2_000);
    world.cut(0);
    world.cut(1);
    // Each comes when it likes.
    world.now += DAY;
    world.connect(1);
    world.play(1, "a7a6");
    world.go(3_000);
    world.cut(1);
    world.now += DAY;
    world.connect(0);
    world.go(3_000);
    assert_eq!(world.tables[0].game().main_line().count(), 2);
    world.play(0, "e4e5");
    world.go(3_000);
    world.cut(0);
    world.now += 2 * DAY + ALLOWANCE;
    assert_eq!(world.may_claim(), [false; 2], "not without the line");
    world.connect(0);
    world.go(3_000);
    assert_eq!(world.may_claim(), [false; 2], "a turn may still be heard");
    world.go(10_000);
    assert_eq!(world.may_claim(), [true, false]);
    world.wire(0, Wire::Claim);
    let time_up = Some(Verdict { winner: Some(Color::White), ending: Ending::Time });
    assert_eq!(world.verdicts(), [time_up, None]);
    world.connect(1);
    world.go(3_000);
    // The turn and the claim have come to Black at once, whose watch does not know how long it was there.
    assert_eq!(world.verdicts()[1], None);
    assert!(world.tables[1].question().is_some());
}

#[test]
fn a_turn_that_the_relay_never_got_begins_no_wait() {
    let mut world = with_days();
    world.play(0, "e2e4");
    world.go(2_000);
    world.play(1, "a7a6");
    world.go(2_000);
    let (last, place) = (world.last.clone(), world.place);
    world.play(0, "e4e5");
    // The connection broke before the relay had it, and nobody noticed.
    world.cut(0);
    world.cut(1);
    (world.last, world.place, world.known) = (last, place, [place - 1, place]);
    world.now += 3 * DAY;
    world.connect(0);
    world.go(20_000);
    assert_eq!(world.may_claim(), [false; 2]);
    world.connect(1);
    world.go(3_000);
    assert_eq!(world.tables[1].game().main_line().count(), 3);
}

#[test]
fn a_greeting_is_heard_by_who_is_there() {
    let mut world = World::new("300+5");
    let greetings = |world: &World| {
        [0, 1].map(|of| world.tables[of].view().mail.and_then(|mail| mail.greeting))
    };
    world.said.clear();
    world.wire(0, Wire::Greet(3));
    assert_eq!(greetings(&world), [Some((3, true)), Some((3, false))]);
    assert_eq!(world.said, ["live.greets"], "who greets hears nothing");
    world.wire(1, Wire::Greet(0));
    assert_eq!(greetings(&world), [Some((0, false)), Some((0, true))]);
    // There are six.
    world.wire(0, Wire::Greet(6));
    assert_eq!(greetings(&world), [Some((0, false)), Some((0, true))]);
    // Nobody is there to hear it.
    world.cut(1);
    world.go(14_000);
    world.wire(0, Wire::Greet(2));
    assert_eq!(greetings(&world)[0], Some((0, false)));
}

#[test]
fn who_plays_the_next_game_as_well_is_asked_once_this_one_is_over() {
    let mut world = World::new("300+5");
    world.play(0, "e2e4");
    world.go(2_000);
    let before = world.tables[1].clone();
    world.tell(0, Event::Resign);
    world.tell(0, Event::Answer(true));
    world.go(2_000);
    let moment = Moment { now: world.now, random: 5 };
    let out = world.tables[0].handle(moment, Event::InviteAgain { entropy: [8; 56] });
    let begun = out.into_iter().find_map(|request| match request {
        Request::BeginOnLine { content, message, .. } => Some((content.post?.link, message)),
        _ => None,
    });
    let (invitation, message) = begun.unwrap();
    let asks = |table: &Table, text: &str| {
        let wire = Wire::Kept(text.to_owned());
        let out = table.clone().handle(moment, Event::Wire(Box::new(wire)));
        out.into_iter().find_map(|request| match request {
            Request::AskedAgain { link, says } => Some((link, says.key)),
            _ => None,
        })
    };
    assert_eq!(asks(&world.tables[1], &message), Some((invitation.clone(), "live.asks-again")));
    // The letter that ended the game comes with the invitation.
    assert_eq!(asks(&before, &message), Some((invitation.clone(), "live.asks-again")));
    let (head, _) = message.rsplit_once(' ').unwrap();
    assert_eq!(asks(&before, &format!("{head} {invitation}")), None, "the game goes on");
    // One's own invitation asks nothing.
    assert_eq!(asks(&world.tables[0], &message), None);
}
