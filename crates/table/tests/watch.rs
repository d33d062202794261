//! Watching a live game: two players at a relay, and those who watch them by a link that cannot play.

use std::collections::{BTreeMap, VecDeque};

use record::link;
use rules::{AnyPosition, Color, GameId, Step};
use table::{Event, Moment, Purpose, Request, Seat, Setup, Stored, Table, Value, Watch, Wire};

use crate::written::ledger;

/// Two players, who have the first places, and those who watch.
pub(crate) struct World {
    pub(crate) now: u64,
    pub(crate) tables: Vec<Table>,
    /// What is on its way: it arrives in order, without delay.
    coming: VecDeque<(usize, Event)>,
    alarms: BTreeMap<(u64, usize), (usize, u64)>,
    stored: [Option<Stored>; 2],
    /// How many messages with the whole game were shown, and how many in all.
    games: usize,
    shown: usize,
    /// Whether a message with the whole game is lost.
    loses: bool,
    /// Whether each player is out of reach.
    pub(crate) away: [bool; 2],
}

fn steps(table: &Table) -> Vec<Step> {
    table.game().played_steps()
}

impl World {
    pub(crate) fn new(start: AnyPosition, control: &str) -> World {
        let entropy = |seed: u8| std::array::from_fn(|place| seed.wrapping_mul(place as u8 | 1));
        let begun = table::invitation(
            start,
            Color::White,
            "Ada",
            table::Agreed::live(control),
            &entropy(3),
        );
        let Some(Request::BeginByLink { key, content }) = begun else { panic!("no invitation") };
        let link = content.post.as_ref().unwrap().link.clone();
        let (one, first) = Table::new(Setup::here(start, &key));
        let (two, second) = Table::open(&link).unwrap();
        let mut world = World {
            now: 1_000_000,
            tables: vec![one, two],
            coming: VecDeque::new(),
            alarms: BTreeMap::new(),
            stored: [Some(Stored { revision: 1, content }), None],
            games: 0,
            shown: 0,
            loses: false,
            away: [false; 2],
        };
        world.carry_out(0, first);
        world.carry_out(1, second);
        for of in [0, 1] {
            world.tell(of, Event::Wire(Box::new(Wire::Calling)));
        }
        let accept = Event::Accept { name: "Bea".to_owned(), quick: false, entropy: entropy(5) };
        world.tell(1, accept);
        for of in [0, 1] {
            world.tell(of, Event::Wire(Box::new(Wire::Open)));
        }
        world.pass(2_100);
        world
    }

    /// Somebody comes to watch.
    fn watch(&mut self) -> usize {
        let start = AnyPosition::initial(self.tables[0].game().start().game());
        let setup = Setup { purpose: Purpose::Show, ..Setup::here(start, "") };
        let (table, asked) = Table::new(setup);
        self.tables.push(table);
        let of = self.tables.len() - 1;
        self.carry_out(of, asked);
        self.tell(of, Event::Watch(Box::new(Watch::Calling)));
        self.tell(of, Event::Watch(Box::new(Watch::Open)));
        of
    }

    pub(crate) fn tell(&mut self, of: usize, event: Event) {
        self.coming.push_back((of, event));
        while let Some((of, event)) = self.coming.pop_front() {
            let random = self.now * 2_654_435_761 + of as u64;
            let out = self.tables[of].handle(Moment { now: self.now, random }, event.clone());
            ledger::told(self.now, &event, &out, &self.tables[of]);
            self.carry_out(of, out);
        }
    }

    fn carry_out(&mut self, of: usize, requests: Vec<Request>) {
        for request in requests {
            match request {
                Request::Load { key } => {
                    let found = self.stored.get(of).cloned().flatten();
                    self.coming.push_back((of, Event::Loaded { key, found }));
                }
                Request::Keep { key, revision, content, .. } => {
                    assert!(of < 2, "nothing is kept of a game that is watched");
                    self.stored[of] = Some(Stored { revision, content });
                    self.coming.push_back((of, Event::Kept { key, revision }));
                }
                Request::Wake { id, after, .. } => {
                    let order = self.alarms.len() + id as usize;
                    self.alarms.insert((self.now + after, order), (of, id));
                }
                Request::Tell { message, is_letter } if of < 2 => {
                    let wire = if is_letter { Wire::Kept(message) } else { Wire::Heard(message) };
                    if !self.away.contains(&true) {
                        self.coming.push_back((1 - of, Event::Wire(Box::new(wire))));
                    }
                }
                Request::Tell { message, is_letter } => {
                    assert!(!is_letter);
                    for to in [0, 1].into_iter().filter(|&to| !self.away[to]) {
                        let wire = Wire::Watched(message.clone());
                        self.coming.push_back((to, Event::Wire(Box::new(wire))));
                    }
                }
                Request::ShowWatchers { message } => self.show(of, &message),
                Request::OpenApart { .. } | Request::Send { .. } => panic!("{request:?}"),
                _ => {}
            }
        }
    }

    /// A player shows something to those who watch.
    fn show(&mut self, of: usize, message: &str) {
        self.shown += 1;
        let link = message.split(' ').find(|word| word.contains("g="));
        if let Some(link) = link {
            self.games += 1;
            self.is_fair(of, link);
            if self.loses {
                return;
            }
        }
        for to in 2..self.tables.len() {
            if !self.away[of] {
                let watch = Watch::Heard(message.to_owned());
                self.coming.push_back((to, Event::Watch(Box::new(watch))));
            }
        }
    }

    /// What is shown has nothing that the other player does not know, or could take up the game by.
    fn is_fair(&self, of: usize, shown: &str) {
        let opened = link::read(shown).unwrap();
        let kinds: Vec<u64> = opened.sections.iter().map(|section| section.kind).collect();
        assert_eq!(kinds, [link::kind::NAMES]);
        // The letter with it is on its way before.
        let letter = self.tables[of].letter_link().unwrap();
        assert!(link::read(letter).unwrap().record.steps().starts_with(opened.record.steps()));
        let is_letter = |(to, event): &(usize, Event)| {
            let Event::Wire(wire) = event else { return false };
            *to == 1 - of && matches!(&**wire, Wire::Kept(text) if text.contains(letter))
        };
        let known = steps(&self.tables[1 - of]);
        assert!(
            known.starts_with(opened.record.steps()) || self.coming.iter().any(is_letter),
            "the other player knows less"
        );
    }

    /// Time passes.
    pub(crate) fn pass(&mut self, ms: u64) {
        let end = self.now + ms;
        while let Some((&(at, order), &(of, id))) = self.alarms.first_key_value() {
            if at > end {
                break;
            }
            self.alarms.remove(&(at, order));
            self.now = self.now.max(at);
            self.tell(of, Event::Woken(id));
        }
        self.now = end;
    }

    pub(crate) fn play(&mut self, of: usize, text: &str) {
        self.pass(700);
        self.tell(of, Event::Typed(text.to_owned()));
    }

    pub(crate) fn says(&self, of: usize) -> String {
        self.tables[of].view().says.key.to_owned()
    }

    fn watchers(&self, of: usize) -> usize {
        self.tables[of].view().mail.unwrap().watchers
    }
}

pub(crate) fn magnetic() -> AnyPosition {
    AnyPosition::initial(GameId::Magnetic)
}

#[test]
fn who_watches_sees_the_game_its_clocks_and_who_is_there() {
    let mut world = World::new(magnetic(), "60+1");
    let shown = world.shown;
    world.play(0, "c2c4");
    world.pass(5_000);
    assert_eq!(world.shown, shown, "nobody watches");
    let watcher = world.watch();
    assert_eq!(steps(&world.tables[watcher]), steps(&world.tables[0]));
    assert_eq!(world.watchers(0), 1);
    assert_eq!(world.watchers(1), 1);
    let watched = world.tables[watcher].view().watched.unwrap();
    assert_eq!((watched.names, watched.here), (["Ada", "Bea"].map(str::to_owned), [true; 2]));
    assert_eq!(world.says(watcher), "watch.both");
    world.play(1, "d8a5");
    world.play(0, "b1c3");
    world.pass(5_000);
    assert_eq!(steps(&world.tables[watcher]), steps(&world.tables[0]));
    let now = world.now;
    for of in [0, 1] {
        assert_eq!(world.tables[watcher].clocks(now), world.tables[of].clocks(now));
    }
    assert!(world.tables[watcher].clocks(now).unwrap()[1].runs);
    // The end is shown like any turn.
    world.tell(1, Event::Resign);
    world.tell(1, Event::Answer(true));
    let verdict = world.tables[0].game().verdict();
    assert!(verdict.is_some());
    assert_eq!(world.tables[watcher].game().verdict(), verdict);
    assert_eq!(world.says(watcher), "result.won.resignation");
}

#[test]
fn who_watches_moves_nothing_and_browses() {
    let mut world = World::new(magnetic(), "");
    world.play(0, "c2c4");
    let watcher = world.watch();
    let before = (steps(&world.tables[0]), world.shown);
    let square = |name: &str| magnetic().spec().shape.parse(name).unwrap();
    for event in [
        Event::Tap(square("d7")),
        Event::Tap(square("d5")),
        Event::Typed("end".to_owned()),
        Event::Undo,
        Event::EndTurn,
        Event::Resign,
        Event::Answer(true),
        Event::OfferDraw,
        Event::TakeBack,
        Event::Rematch,
        Event::SitDown,
        Event::Came(world.tables[0].letter_link().unwrap().to_owned()),
        Event::Typed("d7d5".to_owned()),
    ] {
        let of = watcher;
        let out = world.tables[of].handle(Moment { now: world.now, random: 9 }, event.clone());
        let is_told = |one: &Request| {
            matches!(
                one,
                Request::Tell { .. } | Request::Keep { .. } | Request::ShowWatchers { .. }
            )
        };
        assert!(!out.iter().any(is_told), "{event:?}: {out:?}");
        assert_eq!(steps(&world.tables[watcher]), before.0, "{event:?}");
    }
    assert_eq!(world.says(watcher), "watch.look");
    let view = world.tables[watcher].view();
    assert!(!view.may_act && !view.controls.resign && !view.controls.offer);
    assert_eq!(view.seats, [Seat::Friend; 2]);
    // Who looks at an earlier position stays there when the game goes on.
    world.tell(watcher, Event::Walk(table::Walk::First));
    world.play(1, "d8a5");
    assert!(!world.tables[watcher].is_live());
    assert_eq!(steps(&world.tables[watcher]).len(), 2);
    world.tell(watcher, Event::Walk(table::Walk::Latest));
    assert!(world.tables[watcher].is_live());
    assert_eq!(world.says(watcher), "watch.both", "a refusal does not stay");
    // A game of one's own begins on a page of its own.
    let out = world.tables[watcher].handle(Moment { now: world.now, random: 9 }, Event::Anew(None));
    assert!(out.iter().any(|request| matches!(request, Request::Begin(_))));
}

#[test]
fn what_was_lost_is_asked_for_and_shown_again() {
    let mut world = World::new(magnetic(), "60+1");
    let watcher = world.watch();
    world.play(0, "c2c4");
    world.loses = true;
    world.play(1, "d8a5");
    assert_eq!(steps(&world.tables[watcher]).len(), 1);
    world.loses = false;
    world.pass(8_000);
    assert_eq!(steps(&world.tables[watcher]).len(), 2);
    // A page that is out of reach says so, and has what it missed as soon as it is back.
    world.tell(watcher, Event::Watch(Box::new(Watch::Lost)));
    assert_eq!(world.says(watcher), "watch.lost");
    assert!(world.tables[watcher].clocks(world.now).unwrap().iter().all(|clock| !clock.runs));
    world.tell(watcher, Event::Watch(Box::new(Watch::Open)));
    world.pass(100);
    assert_eq!(world.says(watcher), "watch.both");
}

/// Of whose turn it is, that player knows best what it has taken so far.
#[test]
fn the_clocks_are_those_of_who_is_to_move_while_that_player_is_there() {
    let mut world = World::new(magnetic(), "60+1");
    let watcher = world.watch();
    world.play(0, "c2c4");
    world.pass(3_000);
    let (now, moment) = (world.now, Moment { now: world.now, random: 1 });
    let asks = |player: &Table| {
        let watched = Event::Wire(Box::new(Wire::Watched("1 watches 7 0".to_owned())));
        player.clone().handle(moment, watched).into_iter().find_map(|request| match request {
            Request::ShowWatchers { message } if message.starts_with("1 here ") => Some(message),
            _ => None,
        })
    };
    let left = |world: &World| world.tables[watcher].clocks(now).unwrap()[1].left;
    let before = left(&world);
    for (of, told) in [(0, before), (1, 50_000)] {
        let message = asks(&world.tables[of]).unwrap();
        // The second word from the end is what the turn has taken.
        let mut words: Vec<&str> = message.split(' ').collect();
        let place = words.len() - 2;
        words[place] = "10000";
        let heard = Watch::Heard(words.join(" "));
        world.tell(watcher, Event::Watch(Box::new(heard)));
        assert_eq!(left(&world), told, "{of}: {message}");
    }
}

#[test]
fn a_player_who_is_gone_is_missed_and_the_clocks_stand() {
    let mut world = World::new(magnetic(), "60+1");
    let watcher = world.watch();
    world.play(0, "c2c4");
    world.away = [false, true];
    world.pass(15_000);
    assert_eq!(world.says(watcher), "watch.one");
    let gone = ("name", Value::Name("Bea".to_owned()));
    assert_eq!(world.tables[watcher].view().says.values, [gone]);
    assert_eq!(world.tables[watcher].view().watched.unwrap().here, [true, false]);
    let now = world.now;
    assert_eq!(world.tables[watcher].clocks(now), world.tables[0].clocks(now));
    assert!(world.tables[watcher].clocks(now).unwrap().iter().all(|clock| !clock.runs));
    world.away = [true, true];
    world.pass(15_000);
    assert_eq!(world.says(watcher), "watch.none");
    // Who is back says so at once.
    world.away = [false, false];
    for of in [0, 1] {
        world.tell(of, Event::Wire(Box::new(Wire::Open)));
    }
    world.pass(2_100);
    assert_eq!(world.says(watcher), "watch.both");
}

/// The page of a player that was loaded again does not know who watches. It is told with its first sign of life,
/// and not only when the next turn has come; while it is heard, it is told now and then.
#[test]
fn a_player_who_is_heard_for_the_first_time_hears_who_watches() {
    let mut world = World::new(magnetic(), "60+1");
    let watcher = world.watch();
    world.play(0, "c2c4");
    world.away = [true, false];
    world.pass(15_000);
    assert_eq!(world.tables[watcher].view().watched.unwrap().here, [false, true]);
    let mut page = world.tables[watcher].clone();
    // What Black's page shows, which has the letter behind which the game is seen here.
    let asks = Event::Wire(Box::new(Wire::Watched("1 watches 7 0".to_owned())));
    let shown = world.tables[1].clone().handle(Moment { now: world.now, random: 1 }, asks);
    let shown = shown.into_iter().find_map(|request| match request {
        Request::ShowWatchers { message } if message.starts_with("1 here ") => Some(message),
        _ => None,
    });
    let shown = shown.unwrap();
    let mut hears = |by: &str, now: u64| -> usize {
        let watch = Watch::Heard(shown.replace("black", by));
        let out = page.handle(Moment { now, random: 1 }, Event::Watch(Box::new(watch)));
        out.iter().filter(|request| matches!(request, Request::Tell { .. })).count()
    };
    // What it last said is more than two seconds old by then, and less than six.
    let begins = world.now + 2_500;
    assert_eq!(hears("black", begins), 0, "Black is there all the time");
    assert_eq!(hears("white", begins + 10), 1, "White is there again");
    assert_eq!(hears("white", begins + 2_500), 0, "White knows");
}

#[test]
fn nothing_is_shown_once_nobody_watches_and_a_flood_is_answered_once() {
    let mut world = World::new(magnetic(), "60+1");
    world.play(0, "c2c4");
    let games = world.games;
    for page in 0..2_000 {
        let wire = Wire::Watched(format!("1 watches {page} 0"));
        world.tell(0, Event::Wire(Box::new(wire)));
    }
    assert_eq!(world.games - games, 1);
    assert_eq!(world.watchers(0), 99);
    for text in ["", "1 watches", "1 game 9 g=AAAA", "1 here white 9", "2 watches 1 1"] {
        world.tell(0, Event::Wire(Box::new(Wire::Watched(text.to_owned()))));
        world.tell(0, Event::Wire(Box::new(Wire::Heard(text.to_owned()))));
    }
    world.pass(18_000);
    assert_eq!(world.watchers(0), 0);
    let shown = world.shown;
    world.play(1, "d8a5");
    world.pass(20_000);
    assert_eq!(world.shown, shown);
}

#[test]
fn what_is_not_drawn_openly_is_not_shown() {
    let mut world = World::new(AnyPosition::initial(GameId::Charismatic), "600+5");
    let watcher = world.watch();
    let mut turns = 0;
    for _ in 0..60 {
        world.pass(900);
        for of in [0, 1] {
            let view = world.tables[of].view();
            if !view.may_act || view.result.is_some() {
                continue;
            }
            // What is shown meanwhile is looked at whenever it is (`is_fair`).
            if view.controls.draw {
                world.tell(of, Event::Draw);
                assert!(steps(&world.tables[of]).len() > steps(&world.tables[watcher]).len());
            } else if view.controls.place {
                world.tell(of, Event::PlaceRest);
                world.pass(2_500);
                world.tell(of, Event::EndTurn);
                turns += 1;
            }
        }
    }
    assert!(turns >= 4, "{turns}");
    assert_eq!(steps(&world.tables[watcher]), {
        let known = steps(&world.tables[0]);
        known[..steps(&world.tables[watcher]).len()].to_vec()
    });
    assert!(steps(&world.tables[watcher]).len() > 4);
}

#[test]
fn who_watches_can_follow_to_the_next_game_of_both() {
    let mut world = World::new(magnetic(), "60+1");
    let next = |link: &str| Event::Wire(Box::new(Wire::Next(link.to_owned())));
    let link = "watch=abc_-9UABC";
    let watcher = world.watch();
    world.play(0, "c2c4");
    world.pass(2_500);
    let shown = world.shown;
    world.tell(1, next(link));
    assert_eq!(world.shown, shown, "this one is not over");
    world.tell(1, Event::Resign);
    world.tell(1, Event::Answer(true));
    world.pass(2_500);
    assert!(world.tables[watcher].game().verdict().is_some());
    for wrong in ["", "g=AAAA", "watch=a b", "watch=<b>"] {
        let shown = world.shown;
        world.tell(1, next(wrong));
        assert_eq!(world.shown, shown, "{wrong:?}");
    }
    let shown = world.shown;
    world.tell(1, next(link));
    assert_eq!(world.shown, shown + 1);
    let message = Event::Watch(Box::new(Watch::Heard(format!("1 next {link}"))));
    let out = world.tables[watcher].handle(Moment { now: world.now, random: 9 }, message);
    let is_offered =
        |asked: &Request| matches!(asked, Request::AskedAgain { link: to, .. } if to == link);
    assert!(out.iter().any(is_offered), "{out:?}");
}

/// A turn that was taken back is gone there, too, and what is played instead is shown.
#[test]
fn who_watches_sees_a_turn_taken_back_and_another_one_played() {
    let mut world = World::new(magnetic(), "60+1");
    let watcher = world.watch();
    world.play(0, "c2c4");
    world.play(1, "d8a5");
    world.play(0, "b1c3");
    assert_eq!(steps(&world.tables[watcher]).len(), 3);
    world.tell(1, Event::TakeBack);
    world.tell(0, Event::Answer(true));
    world.pass(5_000);
    assert_eq!(steps(&world.tables[0]).len(), 1);
    assert_eq!(steps(&world.tables[watcher]), steps(&world.tables[0]));
    world.play(1, "b8c6");
    world.pass(5_000);
    assert_eq!(steps(&world.tables[0]).len(), 2);
    assert_eq!(steps(&world.tables[watcher]), steps(&world.tables[0]));
}

/// While pieces are drawn no clock runs, and who watches sees that.
#[test]
fn who_watches_sees_the_clocks_stand_for_the_answer_to_a_draw() {
    let mut world = World::new(magnetic(), "60+1");
    let watcher = world.watch();
    world.play(0, "c2c4");
    world.pass(3_000);
    let moment = Moment { now: world.now, random: 1 };
    let asks = Event::Wire(Box::new(Wire::Watched("1 watches 7 0".to_owned())));
    let shown = world.tables[1].clone().handle(moment, asks);
    let shown = shown.into_iter().find_map(|request| match request {
        Request::ShowWatchers { message } if message.starts_with("1 here ") => Some(message),
        _ => None,
    });
    let shown = shown.unwrap();
    let runs = |world: &World| {
        world.tables[watcher].clocks(world.now).unwrap().map(|reading| reading.runs)
    };
    assert_eq!(runs(&world), [false, true]);
    let heard = shown.replace("turn-black", "exchange-black");
    assert_ne!(heard, shown);
    world.tell(watcher, Event::Watch(Box::new(Watch::Heard(heard))));
    assert_eq!(runs(&world), [false; 2]);
    world.tell(watcher, Event::Watch(Box::new(Watch::Heard(shown))));
    assert_eq!(runs(&world), [false, true]);
}

/// The link to the next game of both counts once this one is over.
#[test]
fn the_next_game_is_not_offered_while_this_one_goes_on() {
    let mut world = World::new(magnetic(), "60+1");
    let watcher = world.watch();
    world.play(0, "c2c4");
    let asks = |world: &World| {
        let moment = Moment { now: world.now, random: 1 };
        let next = Event::Watch(Box::new(Watch::Heard("1 next watch=abc".to_owned())));
        let out = world.tables[watcher].clone().handle(moment, next);
        out.iter().any(|request| matches!(request, Request::AskedAgain { .. }))
    };
    assert!(!asks(&world));
    world.tell(1, Event::Resign);
    world.tell(1, Event::Answer(true));
    assert!(asks(&world));
}

/// An alarm counts while the line is open, and none that was set before the line was opened again. It says that this
/// page watches if that was not said lately, or if the time has gone back.
#[test]
fn a_page_says_now_and_then_that_it_watches_while_its_line_is_open() {
    let mut world = World::new(magnetic(), "60+1");
    let watcher = world.watch();
    world.play(0, "c2c4");
    let now = world.now;
    let mut page = world.tables[watcher].clone();
    let mut tell = |now: u64, event: Event| page.handle(Moment { now, random: 1 }, event);
    let watch = |watch: Watch| Event::Watch(Box::new(watch));
    let alarm = |out: &[Request]| {
        out.iter().find_map(|request| match request {
            Request::Wake { id, .. } => Some(*id),
            _ => None,
        })
    };
    let says = |out: &[Request]| out.iter().any(|one| matches!(one, Request::Tell { .. }));
    tell(now, watch(Watch::Lost));
    let out = tell(now, watch(Watch::Open));
    let first = alarm(&out).unwrap();
    assert!(says(&out));
    let out = tell(now, Event::Woken(first));
    assert_eq!((alarm(&out), says(&out)), (Some(first), false), "it was said just now");
    let out = tell(now - 1_000, Event::Woken(first));
    assert_eq!((alarm(&out), says(&out)), (Some(first), true));
    tell(now, watch(Watch::Lost));
    let out = tell(now + 20_000, Event::Woken(first));
    assert_eq!((alarm(&out), says(&out)), (None, false), "the line is lost");
    let second = alarm(&tell(now + 20_000, watch(Watch::Open))).unwrap();
    assert_ne!(first, second);
    let out = tell(now + 40_000, Event::Woken(first));
    assert_eq!((alarm(&out), says(&out)), (None, false), "the alarm is an old one");
    let out = tell(now + 40_000, Event::Woken(second));
    assert_eq!((alarm(&out), says(&out)), (Some(second), true));
}
