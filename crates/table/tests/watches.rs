//! The two watches of a live game: for how much delay each side believes the other, and what becomes of it where a
//! watch is set back, the line is lost or a page is loaded again; who is believed about a flag, and who may give time.

use std::collections::BTreeMap;

use record::letter::GIFT;
use record::{Ending, Verdict};
use rules::{AnyPosition, Color, GameId, Phase};
use table::{
    Agreed, Choice, Event, Moment, Presence, Question, Reading, Request, Setup, Stored, Table, Wire,
};

use crate::play::letter_of;
use crate::written::ledger;

/// What watches may differ in beside the delay, in milliseconds.
const SLACK: u64 = 1_000;
/// The other side has missed this one after so long at the latest: after ten seconds of silence, as a page notices that
/// is awake, in which something happens every four seconds.
const MISSED: u64 = 10_000 + 4_000;
/// Who has the turn may say for so long that its flag has fallen, before the other side does.
const GRACE: u64 = 20_000;
/// A sign of life that changes nothing else.
const LIFE: &str = "1 greeting 0";

/// White, who invites, and Black, each with a watch of its own, connected directly.
struct Pair {
    now: u64,
    start: AnyPosition,
    tables: [Table; 2],
    stored: [Option<Stored>; 2],
    /// By how much each watch was set back.
    set_back: [u64; 2],
    coming: BTreeMap<(u64, u64), (usize, Event)>,
    order: u64,
    /// Whether messages are lost.
    is_cut: bool,
    /// All that was told, by whom.
    told: Vec<(usize, String)>,
}

impl Pair {
    fn new(control: &str) -> Pair {
        Pair::of(GameId::Magnetic, Agreed::live(control))
    }

    fn of(game: GameId, agreed: Agreed<'_>) -> Pair {
        let start = AnyPosition::initial(game);
        let quick = agreed.quick;
        let begun = table::invitation(start, Color::White, "Ada", agreed, &[7; 56]);
        let Some(Request::BeginByLink { key, content }) = begun else { panic!("no invitation") };
        let link = content.post.as_ref().unwrap().link.clone();
        let (white, first) = Table::new(Setup::here(start, &key));
        let (black, second) = Table::open(&link).unwrap();
        let mut pair = Pair {
            now: 10_000_000,
            start,
            tables: [white, black],
            stored: [Some(Stored { revision: 1, content }), None],
            set_back: [0; 2],
            coming: BTreeMap::new(),
            order: 0,
            is_cut: false,
            told: Vec::new(),
        };
        pair.carry_out(0, first);
        pair.carry_out(1, second);
        pair.pass(0);
        for of in [0, 1] {
            pair.wire(of, Wire::Calling);
        }
        pair.tell(1, Event::Accept { name: "Bea".to_owned(), quick, entropy: [9; 56] });
        pair.join();
        pair.pass(2_000);
        assert_eq!(pair.tables[0].presence(), Some(Presence::Here));
        pair
    }

    fn later(&mut self, after: u64, of: usize, event: Event) {
        self.order += 1;
        self.coming.insert((self.now + after, self.order), (of, event));
    }

    fn happen(&mut self, of: usize, event: Event) -> Vec<Request> {
        let moment = Moment { now: self.now - self.set_back[of], random: 5 };
        let out = self.tables[of].handle(moment, event.clone());
        ledger::told(moment.now, &event, &out, &self.tables[of]);
        self.carry_out(of, out.clone());
        out
    }

    /// Something happens at one side, and whatever follows from it at once.
    fn tell(&mut self, of: usize, event: Event) -> Vec<Request> {
        let out = self.happen(of, event);
        self.pass(0);
        out
    }

    fn wire(&mut self, of: usize, wire: Wire) -> Vec<Request> {
        self.tell(of, Event::Wire(Box::new(wire)))
    }

    fn hear(&mut self, of: usize, text: &str) -> Vec<Request> {
        self.wire(of, Wire::Heard(text.to_owned()))
    }

    fn play(&mut self, of: usize, step: &str) {
        self.tell(of, Event::Typed(step.to_owned()));
    }

    /// Both are told of the line before anything arrives by it.
    fn join(&mut self) {
        for of in [0, 1] {
            self.later(0, of, Event::Wire(Box::new(Wire::Joined)));
        }
        self.pass(0);
    }

    fn carry_out(&mut self, of: usize, requests: Vec<Request>) {
        for request in requests {
            match request {
                Request::Load { key } => {
                    let found = self.stored[of].clone();
                    self.later(0, of, Event::Loaded { key, found });
                }
                Request::Keep { key, revision, content, .. } => {
                    self.stored[of] = Some(Stored { revision, content });
                    self.later(0, of, Event::Kept { key, revision });
                }
                Request::Wake { id, after, .. } => self.later(after, of, Event::Woken(id)),
                Request::Tell { message, .. } => {
                    self.told.push((of, message.clone()));
                    if !self.is_cut {
                        let wire = Wire::Heard(message);
                        self.later(0, 1 - of, Event::Wire(Box::new(wire)));
                    }
                }
                _ => {}
            }
        }
    }

    /// Time passes.
    fn pass(&mut self, time: u64) {
        let end = self.now + time;
        while let Some((&(at, order), _)) = self.coming.first_key_value()
            && at <= end
        {
            let (of, event) = self.coming.remove(&(at, order)).unwrap();
            self.now = self.now.max(at);
            self.happen(of, event);
        }
        self.now = end;
    }

    /// Time passes, in which one side hears that the other is there, and nothing else.
    fn pass_heard(&mut self, of: usize, time: u64) {
        self.is_cut = true;
        let end = self.now + time;
        while self.now < end {
            self.pass((end - self.now).min(2_000));
            self.hear(of, LIFE);
        }
    }

    /// The page of one side is closed at once, and opened again; there is no line yet.
    fn reload(&mut self, of: usize) {
        self.coming.retain(|_, (whose, _)| *whose != of);
        let key = self.tables[of].key().to_owned();
        let (table, asked) = Table::new(Setup::here(self.start, &key));
        self.tables[of] = table;
        self.carry_out(of, asked);
        self.pass(0);
        self.wire(of, Wire::Calling);
    }

    /// What a turn has taken, as one side counts it.
    fn used(&self, of: usize, turn: usize) -> u64 {
        let game = self.tables[of].game();
        game.time(game.main_line().nth(turn).unwrap()).used.unwrap().into()
    }

    /// White's clock and Black's, as one side shows them.
    fn clocks(&self, of: usize) -> [Reading; 2] {
        self.tables[of].clocks(self.now - self.set_back[of]).unwrap()
    }

    /// What the unfinished turn has taken by one side's watch, where all turns begin with this much.
    fn taken(&self, of: usize, color: Color, whole: u64) -> u64 {
        whole - self.clocks(of)[color as usize].left
    }

    fn verdicts(&self) -> [Option<Verdict>; 2] {
        [0, 1].map(|of| self.tables[of].game().verdict())
    }

    /// Whether the player is asked about a letter.
    fn is_asked(&self, of: usize) -> bool {
        matches!(self.tables[of].question(), Some(Question::Came(_)))
    }

    /// The newest letter of one side, as it is told.
    fn letter(&self, of: usize) -> String {
        format!("1 letter {}", self.tables[of].letter_link().unwrap())
    }

    /// Black counts so much for White's turn.
    fn count(&mut self, turn: usize, used: u64) -> Vec<Request> {
        self.hear(0, &format!("1 counted {turn} {used}"))
    }

    /// Black may count so much more for White's turn than White has said, and no more than that.
    fn counts_at_most(&mut self, turn: usize, more: u64) {
        let said = self.used(0, turn);
        self.count(turn, said + more + 1);
        assert_eq!(self.used(0, turn), said, "too much");
        self.count(turn, said + more);
        assert_eq!(self.used(0, turn), said + more);
    }

    /// Black says what its turn, the second one, has taken by its watch.
    fn stand(&mut self, used: u64) {
        self.hear(0, &format!("1 stands 1 {used}"));
    }
}

/// White's second turn is due, and nothing has been on its way for long.
fn two_turns() -> Pair {
    let mut pair = Pair::new("60+1");
    for (of, step) in [(0, "c2c4"), (1, "d8a5")] {
        pair.pass(700);
        pair.play(of, step);
    }
    pair.pass(2_000);
    pair
}

/// White has just made that turn, which has taken some seconds; since it began nobody has heard anything.
fn three_turns() -> Pair {
    let mut pair = two_turns();
    pair.is_cut = true;
    pair.pass(3_000);
    pair.play(0, "b1c3");
    assert_eq!(pair.used(0, 2), 5_000);
    pair
}

/// Black's first turn has taken twenty seconds by both watches.
fn twenty_seconds() -> Pair {
    let mut pair = Pair::new("60+1");
    pair.play(0, "c2c4");
    pair.pass(20_000);
    assert_eq!([0, 1].map(|of| pair.taken(of, Color::Black, 60_000)), [20_000; 2]);
    pair.is_cut = true;
    pair
}

/// The other side counts more for a turn than was said: as much of it as the delay can have been, and never less.
#[test]
fn what_the_other_side_counts_for_a_turn_is_at_most_what_its_letter_can_have_been_late() {
    let mut pair = three_turns();
    pair.pass(3_000);
    pair.count(2, 4_000);
    assert_eq!(pair.used(0, 2), 5_000, "no less");
    let out = pair.count(2, 5_000);
    assert!(!out.iter().any(|one| matches!(one, Request::Keep { .. })), "nothing is new");
    pair.counts_at_most(2, 3_000 + SLACK);
}

/// A clock that was set back does not tell any more how long ago the turn was told: at most so long that the line would
/// have been missed.
#[test]
fn a_watch_that_is_set_back_still_allows_for_the_delay_of_the_last_turn() {
    let mut pair = three_turns();
    pair.pass(3_000);
    pair.hear(0, LIFE);
    pair.set_back[0] = 900_000;
    pair.counts_at_most(2, 3_000 + MISSED + SLACK);
}

/// How long the other side has been silent stays so when a clock is set back.
#[test]
fn who_is_silent_is_missed_though_the_watch_was_set_back_meanwhile() {
    let mut pair = three_turns();
    pair.hear(0, LIFE);
    pair.pass(6_000);
    pair.set_back[0] = 900_000;
    pair.pass(3_000);
    assert_eq!(pair.tables[0].presence(), Some(Presence::Here));
    pair.pass(6_000);
    assert_eq!(pair.tables[0].presence(), Some(Presence::Lost));
}

/// The other side's watch may have gone on until it has missed this one.
#[test]
fn a_turn_over_which_the_line_was_lost_may_count_until_the_loss_was_noticed() {
    let mut pair = two_turns();
    pair.is_cut = true;
    for of in [0, 1] {
        pair.wire(of, Wire::Lost);
    }
    pair.pass(5_000);
    pair.join();
    pair.play(0, "b1c3");
    pair.counts_at_most(2, MISSED + SLACK);
}

/// The clock here stands since the other side was heard, and over there until it has missed this one.
#[test]
fn a_turn_that_is_made_while_the_line_is_lost_may_count_until_the_loss_was_noticed() {
    let mut pair = two_turns();
    pair.is_cut = true;
    pair.hear(0, LIFE);
    pair.wire(0, Wire::Lost);
    pair.pass(20_000);
    pair.play(0, "b1c3");
    assert_eq!(pair.tables[0].presence(), Some(Presence::Lost));
    pair.counts_at_most(2, MISSED + SLACK);
}

/// A page that is loaded again does not know how long the friend's turn was on its way.
#[test]
fn a_turn_that_is_made_on_a_page_before_its_line_is_there_may_count_until_that_was_missed() {
    let mut pair = two_turns();
    pair.is_cut = true;
    pair.reload(0);
    pair.play(0, "b1c3");
    assert_eq!(pair.tables[0].presence(), Some(Presence::Calling));
    pair.counts_at_most(2, MISSED + SLACK);
}

/// It knows of the last turn what is stored with it, and not when it was told: half a minute is allowed for that.
#[test]
fn a_page_that_is_loaded_again_believes_what_its_last_turn_counts_within_half_a_minute() {
    let mut pair = three_turns();
    pair.reload(0);
    pair.counts_at_most(2, 30_000 + SLACK);
}

/// The watch here may have gone on while the line was not missed; what is beyond that is not believed, and what was
/// allowed is used up by it.
#[test]
fn the_other_watch_may_have_stood_for_as_long_as_the_line_was_not_missed_and_once() {
    let mut pair = twenty_seconds();
    let seen = |pair: &Pair| pair.taken(0, Color::Black, 60_000);
    pair.stand(20_000 - MISSED - 1);
    assert_eq!(seen(&pair), 20_000, "too far from the watch here");
    pair.stand(20_000 - MISSED);
    assert_eq!(seen(&pair), 20_000 - MISSED);
    pair.pass_heard(0, 2_000);
    let now = seen(&pair);
    assert_eq!(now, 22_000 - MISSED);
    pair.stand(now - 1);
    assert_eq!(seen(&pair), now, "it was used up");
    // A line that was away for less than it takes to be missed.
    pair.pass(8_000);
    assert_eq!(seen(&pair), now + 8_000);
    pair.stand(now - 1);
    assert_eq!(seen(&pair), now + 8_000, "it stood for no longer than that");
    pair.stand(now);
    assert_eq!(seen(&pair), now);
}

/// What was told of the other watch may have been late: then that much of the way is not seen here.
#[test]
fn what_the_other_watch_has_stood_may_count_in_the_next_turn() {
    let mut pair = twenty_seconds();
    pair.stand(10_000);
    assert_eq!(pair.taken(0, Color::Black, 60_000), 10_000);
    pair.is_cut = false;
    pair.play(1, "d8a5");
    pair.is_cut = true;
    pair.play(0, "b1c3");
    pair.counts_at_most(2, 10_000 + SLACK);
}

/// A window that was closed at once has not stored what its turn had taken. The other watch may have gone on until it
/// had missed this one.
#[test]
fn a_page_that_was_closed_in_the_middle_of_a_turn_takes_its_time_from_the_other_watch() {
    let mut pair = two_turns();
    let whole = pair.clocks(1)[Color::White as usize].left + 2_000;
    let seen = |pair: &Pair| pair.taken(0, Color::White, whole);
    let says = |pair: &mut Pair, used: u64| pair.hear(0, &format!("1 stands 2 {used}"));
    pair.pass_heard(0, 38_000);
    assert_eq!(seen(&pair), 40_000);
    pair.reload(0);
    assert_eq!(seen(&pair), 0, "it was not stored");
    says(&mut pair, 40_000);
    assert_eq!(seen(&pair), 40_000 - MISSED);
    // Who is there knows it better from then on.
    says(&mut pair, 59_000);
    assert_eq!(seen(&pair), 40_000 - MISSED);
}

#[test]
fn a_page_that_has_stored_what_its_turn_had_taken_goes_on_with_that() {
    let mut pair = two_turns();
    let whole = pair.clocks(1)[Color::White as usize].left + 2_000;
    pair.tell(0, Event::Pause);
    pair.is_cut = true;
    pair.reload(0);
    pair.hear(0, "1 stands 2 40000");
    assert_eq!(pair.taken(0, Color::White, whole), 2_000);
}

#[test]
fn the_other_side_takes_no_time_from_a_turn_that_has_just_begun() {
    let mut pair = two_turns();
    pair.play(0, "b1c3");
    pair.play(1, "b8c6");
    let before = pair.clocks(0);
    pair.hear(0, "1 stands 4 40000");
    assert_eq!(pair.clocks(0), before);
}

/// The flag of who has made a turn in time does not fall by what lies between the two watches.
#[test]
fn a_turn_that_was_made_in_time_costs_nobody_the_game_by_its_delay() {
    let mut pair = Pair::new("20+5");
    pair.play(0, "c2c4");
    pair.pass(18_500);
    pair.is_cut = true;
    pair.play(1, "d8a5");
    assert_eq!(pair.used(1, 1), 18_500);
    // By White's watch it has taken three seconds more, and more than there was.
    pair.pass_heard(0, 3_000);
    let letter = pair.letter(1);
    pair.is_cut = false;
    pair.hear(0, &letter);
    assert_eq!([0, 1].map(|of| pair.used(of, 1)), [19_999; 2]);
    let black = [0, 1].map(|of| pair.clocks(of)[Color::Black as usize].left);
    assert_eq!((black, pair.verdicts()), ([5_001; 2], [None; 2]));
}

/// Black makes a turn that has taken so long by its own watch, where fifteen seconds were left by White's.
fn late_turn(time: u64) -> Pair {
    let mut pair = Pair::new("20+5");
    pair.play(0, "c2c4");
    // Black's turn comes ten seconds late, and Black does not hear what it counts.
    pair.pass(2_000);
    pair.is_cut = true;
    pair.play(1, "d8a5");
    pair.pass_heard(0, 8_000);
    let letter = pair.letter(1);
    pair.hear(0, &letter);
    assert_eq!([0, 1].map(|of| pair.used(of, 1)), [10_000, 2_000]);
    pair.play(0, "b1c3");
    let letter = pair.letter(0);
    pair.hear(1, &letter);
    let end = pair.now + time;
    while pair.now < end {
        pair.pass((end - pair.now).min(2_000));
        for of in [0, 1] {
            pair.hear(of, LIFE);
        }
    }
    pair.play(1, "b8c6");
    assert_eq!(pair.used(1, 3), time);
    let letter = pair.letter(1);
    pair.hear(0, &letter);
    pair
}

#[test]
fn a_turn_counts_in_full_whose_flag_had_fallen_by_the_own_account() {
    for time in [15_000, 18_000] {
        assert_eq!(late_turn(time).used(0, 3), time);
    }
    assert_eq!(late_turn(14_990).used(0, 3), 14_990);
}

/// White's letter that Black's time is up, when it is by White's watch.
fn time_up() -> String {
    let mut pair = Pair::new("60+1");
    pair.play(0, "c2c4");
    pair.pass_heard(0, 60_000 + GRACE);
    assert_eq!(pair.verdicts(), [on_time(Color::White), None]);
    pair.letter(0)
}

fn on_time(winner: Color) -> Option<Verdict> {
    Some(Verdict { winner: Some(winner), ending: Ending::Time })
}

/// The sender says that time is up, and the watch here says otherwise.
#[test]
fn that_time_is_up_is_not_believed_as_long_as_the_watch_here_has_some_left() {
    let letter = time_up();
    for time in [1_000, 59_000] {
        let mut pair = Pair::new("60+1");
        pair.play(0, "c2c4");
        pair.pass_heard(1, time);
        pair.hear(1, &letter);
        assert_eq!(pair.verdicts(), [None; 2], "{time}");
        assert!(pair.is_asked(1), "{time}");
    }
}

#[test]
fn that_time_is_up_is_believed_when_the_watch_here_says_so() {
    let letter = time_up();
    let mut pair = Pair::new("60+1");
    pair.play(0, "c2c4");
    pair.pass_heard(1, 59_999);
    // In the moment in which the flag falls, and before that is noticed.
    pair.now += 1;
    pair.happen(1, Event::Wire(Box::new(Wire::Heard(letter))));
    assert_eq!(pair.verdicts(), [None, on_time(Color::White)]);
    assert!(!pair.is_asked(1));
}

#[test]
fn who_has_let_the_own_time_run_out_is_believed_at_once() {
    let mut pair = Pair::new("20");
    pair.play(0, "c2c4");
    pair.pass(19_999);
    assert_eq!(pair.verdicts(), [None; 2]);
    // Black's page says so by itself in the moment in which its flag falls.
    pair.pass(1);
    assert_eq!(pair.verdicts(), [on_time(Color::White); 2]);
}

/// An event that is no act of the player is heeded in the moment in which the flag falls, too.
#[test]
fn a_line_that_is_lost_as_the_own_flag_falls_is_missed_all_the_same() {
    let mut pair = Pair::new("20");
    pair.play(0, "c2c4");
    pair.pass(19_999);
    pair.now += 1;
    pair.happen(1, Event::Wire(Box::new(Wire::Lost)));
    assert_eq!(pair.verdicts(), [None, on_time(Color::White)]);
    assert_eq!(pair.tables[1].presence(), Some(Presence::Lost));
}

/// Time is given to who is there, while time runs, and at no other moment.
#[test]
fn nobody_gives_time_before_the_game_begins_or_after_its_end_or_to_who_is_away() {
    let mut pair = Pair::new("60+1");
    let given = |pair: &Pair| pair.tables[0].given().map(|gifts| gifts.total());
    pair.wire(0, Wire::Give);
    assert_eq!(given(&pair), [0, 0], "no clock runs");
    pair.play(0, "c2c4");
    let before = pair.clocks(0)[Color::Black as usize].left;
    pair.wire(0, Wire::Give);
    assert_eq!(given(&pair), [0, 1]);
    assert_eq!(pair.clocks(0)[Color::Black as usize].left, before + u64::from(GIFT));
    pair.wire(0, Wire::Lost);
    pair.wire(0, Wire::Give);
    assert_eq!(given(&pair), [0, 1], "Black is not there");
    pair.join();
    for event in [Event::Resign, Event::Answer(true)] {
        pair.tell(0, event);
    }
    assert!(pair.verdicts()[0].is_some());
    pair.wire(0, Wire::Give);
    assert_eq!(given(&pair), [0, 1], "the game is over");
}

/// Who takes the other side's game takes its watch. That may have gone on while the player was asked, and the letter says
/// what its turn has taken.
#[test]
fn who_takes_the_other_game_believes_its_watch_for_as_long_as_the_question_stood() {
    let mut pair = Pair::new("60+1");
    pair.play(0, "c2c4");
    pair.pass(700);
    // Black plays one turn here and another one there, as a changed client could.
    let mut other = pair.tables[1].clone();
    let moment = Moment { now: pair.now, random: 5 };
    other.handle(moment, Event::Typed("b8c6".to_owned()));
    let link = other.letter_link().unwrap().to_owned();
    pair.play(1, "d8a5");
    pair.is_cut = true;
    pair.tell(0, Event::Came(link));
    assert!(pair.is_asked(0));
    pair.pass(5_000);
    pair.tell(0, Event::Choose(Choice::TakeTheirs));
    assert_eq!(pair.used(0, 1), 700);
    pair.play(0, "b1c3");
    pair.counts_at_most(2, 5_000 + MISSED + SLACK);
}

/// White has drawn and placed its pieces, and Black is to draw.
#[test]
fn who_draws_and_places_while_the_line_is_lost_says_nothing_of_the_time_that_took() {
    let mut pair = Pair::of(GameId::Charismatic, Agreed::live("60+1"));
    for event in [Event::Draw, Event::PlaceRest, Event::EndTurn] {
        pair.tell(0, event);
    }
    pair.pass(9_000);
    pair.is_cut = true;
    pair.wire(1, Wire::Lost);
    for event in [Event::Draw, Event::PlaceRest, Event::EndTurn] {
        pair.tell(1, event);
    }
    assert_eq!(pair.tables[1].game().main_line().count(), 2);
    let (played, _) = letter_of(pair.tables[1].letter_link().unwrap()).unwrap();
    assert_eq!(played.letter.times(), None);
}

/// Nobody has made the placements of a Quick start: there is no time of them to be asked for.
#[test]
fn after_a_quick_start_nobody_is_asked_what_the_placements_took() {
    let quick = Agreed { quick: true, ..Agreed::live("60+1") };
    let mut pair = Pair::of(GameId::Charismatic, quick);
    pair.pass(6_000);
    assert_eq!(pair.tables[0].game().live_position().phase(), Phase::Movement);
    let asks = pair.told.iter().filter(|(_, text)| text.starts_with("1 lacks "));
    assert_eq!(asks.count(), 0);
}
