//! A world for tables: two devices with a store each and windows that come and go, and whatever lies
//! between them. All that happens follows from a seed.

pub(crate) mod exercises;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use record::game::{Brush, Game, Mark, Path, TurnId};
use record::letter::{Letter, Relation};
use record::link::kind;
use rules::{Actor, AnyPosition, Color, GameId, Role, Step};
use table::{
    Amendment, Analyse, Choice, Content, Decision, Event, Judgement, Keeping, Moment, Opponent,
    Post, Question, Recovered, Request, Revision, Seat, Setup, Side, StoreFault, Stored, Table,
    Think, Thought, Value, View, Walk, Wish,
};

use crate::written::trace::Trace;

/// Random numbers from a seed: SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    fn of<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        (!list.is_empty()).then(|| list[self.below(list.len())].clone())
    }
}

/// Finished turns in a game, in whatever line: a number for the keys of the positions from its start to
/// the end of each, which are the same whatever the order of a turn's steps.
type Lines = BTreeSet<u64>;

fn lines(game: &Game) -> Lines {
    let mut found = Lines::new();
    let mut open: Vec<(TurnId, u64)> = vec![(Game::ROOT, 0)];
    while let Some((turn, line)) = open.pop() {
        for &next in game.next(turn) {
            if game.is_whole(next) {
                let line = Chance(line ^ game.after(next).key()).next();
                found.insert(line);
                open.push((next, line));
            }
        }
    }
    found
}

/// What was read of texts that are looked at again and again.
#[derive(Default)]
struct Texts(RefCell<HashMap<String, Rc<Lines>>>);

impl Texts {
    fn read(&self, text: &str, read: impl Fn(&str) -> Option<Game>) -> Rc<Lines> {
        if let Some(known) = self.0.borrow().get(text) {
            return known.clone();
        }
        let found = Rc::new(read(text).map(|game| lines(&game)).unwrap_or_default());
        self.0.borrow_mut().insert(text.to_owned(), found.clone());
        found
    }

    fn of(&self, content: &Content) -> Rc<Lines> {
        self.read(&content.saved, |text| Game::load(text).ok())
    }

    fn of_link(&self, link: &str) -> Rc<Lines> {
        self.read(link, |text| Some(Game::of(&record::link::read(text).ok()?.record)))
    }
}

/// A store: what it has, how it fails, and what it had before.
#[derive(Default)]
struct Store {
    cells: BTreeMap<String, Stored>,
    /// So many requests fail.
    fails: usize,
    /// What lies beside it, and whether it was put there unread.
    aside: BTreeMap<String, (Post, bool)>,
    /// Whether nothing can be put beside it, either.
    has_no_side: bool,
    /// The letters that it has ever had.
    letters: BTreeSet<String>,
    older: Vec<BTreeMap<String, Stored>>,
    /// What windows have noted and not struck, by window and name.
    journal: BTreeMap<(u64, String), Noted>,
    /// Whether something could not be noted once.
    has_gaps: bool,
}

/// What is on its way into a store.
#[derive(Clone)]
struct Noted {
    follows: Vec<Revision>,
    revision: Revision,
    content: Content,
}

/// Something asked of a store that it has not done yet.
enum Work {
    /// To be read, and what lay beside the store when that was asked for.
    Load(String, Option<(Post, bool)>),
    Other(Request),
}

/// A window with a table.
struct Window {
    table: Table,
    /// Which one of all that there ever were.
    id: u64,
    /// What it has asked of the store, in order.
    asked: Vec<Work>,
    /// Events on their way to it.
    coming: Vec<Event>,
    /// The revisions of which it has heard, and the names that it has read.
    heard: BTreeSet<(String, u64)>,
    /// Games that others have taken the place of here, and that may not be kept yet.
    left: Vec<Content>,
    /// Whether another game has taken its place here, which may not be kept before that is.
    makes_room: bool,
    /// Of each thought that it has asked for: the position, and whether it was for a turn.
    thoughts: BTreeMap<u64, (String, bool)>,
}

/// A device: its windows, and the seats that were taken on it.
#[derive(Default)]
struct Device {
    store: Store,
    windows: Vec<Window>,
    seats: Vec<Color>,
}

/// The world.
pub(crate) struct World {
    chance: Chance,
    now: u64,
    devices: [Device; 2],
    /// Letters that have been handed on: to which device.
    letters: Vec<(usize, String)>,
    /// Letters that somebody has said to have handed on.
    handed: BTreeSet<String>,
    /// The name under which the game is kept.
    key: String,
    game: GameId,
    /// Whether it is a game by link.
    is_by_link: bool,
    /// Lines that were taken back by agreement.
    taken_back: Lines,
    texts: Texts,
    /// What has happened, the newest last, where somebody wants to know.
    log: Option<Vec<String>>,
    /// What is shown after each event, where somebody wants to know.
    pub(crate) trace: Option<Trace>,
    /// How many windows there ever were.
    windows: u64,
    /// How many events the tables were told.
    pub(crate) events: usize,
    /// What has come about.
    pub(crate) seen: BTreeSet<&'static str>,
}

/// Small positions, so that a schedule takes no longer than it must; and one with draws.
const STARTS: [(GameId, &str); 6] = [
    (GameId::Orthodox, "4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1"),
    (GameId::Charismatic, "3k4/p7/8/8/8/8/8/R3K2R[] w - - 0 9 - -"),
    (GameId::Magnetic, "4k3/p7/8/8/8/8/4P3/R3K3 w - - 0 1"),
    (GameId::Contramatic, "4k3/8/8/8/8/8/p3P3/4K3[] w - - 0 1 -"),
    (GameId::Progressive, "4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1 -"),
    (GameId::Batteries, "9p/10/10/4s5/5s4/4A5/3B6/10/10/4P5 w - - 0 1"),
];

impl World {
    /// Two friends, or one who plays the computer. Without a log it goes faster.
    pub(crate) fn new(seed: u64, logs: bool) -> World {
        let mut chance = Chance(seed);
        let is_by_link = !chance.one_in(3);
        let draws = is_by_link && chance.one_in(10);
        let (game, start) = if draws {
            (GameId::Charismatic, AnyPosition::initial(GameId::Charismatic))
        } else {
            let (game, fen) = STARTS[chance.below(STARTS.len())];
            (game, AnyPosition::from_fen(game, fen).unwrap())
        };
        let mut world = World {
            chance,
            now: 1_000_000,
            devices: [Device::default(), Device::default()],
            letters: Vec::new(),
            handed: BTreeSet::new(),
            key: "the game".to_owned(),
            game,
            is_by_link,
            taken_back: Lines::new(),
            log: logs.then(|| vec![format!("{game}, by link: {is_by_link}, draws: {draws}")]),
            texts: Texts::default(),
            trace: None,
            windows: 0,
            events: 0,
            seen: BTreeSet::new(),
        };
        let confirms = !is_by_link && world.chance.one_in(3);
        let setup = Setup { confirms, ..Setup::here(start, &world.key) };
        if is_by_link {
            let color = if draws || world.chance.one_in(2) { Color::Black } else { Color::White };
            let name = "Ada".to_owned();
            let entropy = world.entropy();
            world.devices[0].seats.push(color);
            if draws && world.chance.one_in(2) {
                world.invite_quickly(start, color, &name, &entropy);
                return world;
            }
            world.open(0, setup);
            let window = world.devices[0].windows.len() - 1;
            world.tell(0, window, Event::Invite { color, open: false, name, entropy });
            world.key = world.devices[0].windows[window].table.key().to_owned();
        } else if world.chance.one_in(3) {
            world.open(0, setup);
        } else {
            let level = 11 + world.chance.below(10) as u8;
            let color = world.chance.below(2);
            let mut seats = [Seat::Here; 2];
            seats[color] = Seat::Computer(level);
            world.open(0, Setup { seats, ..setup });
        }
        world
    }

    /// An invitation that offers a Quick start is kept first, then its window opens.
    fn invite_quickly(&mut self, start: AnyPosition, color: Color, name: &str, entropy: &[u8; 56]) {
        let begun = {
            let quick = table::Agreed { quick: true, ..table::Agreed::default() };
            table::invitation(start, color, name, quick, entropy)
        };
        let Some(Request::BeginByLink { key, content }) = begun else { self.fail("no invitation") };
        let store = &mut self.devices[0].store;
        store.letters.extend(content.post.iter().map(|post| post.link.clone()));
        store.cells.insert(key.clone(), Stored { revision: 1, content });
        self.key.clone_from(&key);
        self.open(0, Setup::here(start, &key));
    }

    fn entropy(&mut self) -> [u8; 56] {
        std::array::from_fn(|_| self.chance.next() as u8)
    }

    fn fail(&self, what: &str) -> ! {
        let log = self.log.as_deref().unwrap_or_default();
        panic!("{what}\n{}", log[log.len().saturating_sub(400)..].join("\n"));
    }

    fn note(&mut self, text: impl FnOnce() -> String) {
        if let Some(log) = &mut self.log {
            log.push(text());
        }
    }

    /// Opens a window.
    fn open(&mut self, device: usize, setup: Setup) {
        let (table, asked) = Table::new(setup);
        self.seat_window(device, table, asked);
    }

    fn seat_window(&mut self, device: usize, table: Table, asked: Vec<Request>) {
        self.note(|| format!("device {device} opens a window on {}", table.key()));
        self.windows += 1;
        let window = Window {
            table,
            id: self.windows,
            asked: Vec::new(),
            coming: Vec::new(),
            heard: BTreeSet::new(),
            left: Vec::new(),
            makes_room: false,
            thoughts: BTreeMap::new(),
        };
        self.devices[device].windows.push(window);
        let place = self.devices[device].windows.len() - 1;
        self.carry_out(device, place, asked);
    }

    /// What stands on a device, in windows and stores.
    fn held(&self, device: usize) -> Lines {
        let Device { store, windows, .. } = &self.devices[device];
        let mut held: Lines = windows.iter().flat_map(|w| lines(w.table.game())).collect();
        let kept = store.cells.values().map(|stored| &stored.content);
        let noted = store.journal.values().map(|noted| &noted.content);
        for content in kept.chain(noted).chain(windows.iter().flat_map(|w| &w.left)) {
            held.extend(&*self.texts.of(content));
        }
        for (post, _) in store.aside.values() {
            held.extend(&*self.texts.of_link(&post.link));
        }
        held
    }

    /// The same, and the links about which the player is, or will be, asked.
    fn known(&self, device: usize) -> Lines {
        let Device { store, windows, .. } = &self.devices[device];
        let mut known = self.held(device);
        let kept = store.cells.values().map(|stored| &stored.content);
        let noted = store.journal.values().map(|noted| &noted.content);
        for post in kept.chain(noted).filter_map(|content| content.post.as_ref()) {
            known.extend(&*self.texts.of_link(&post.came));
        }
        for window in windows {
            if let Some(Question::Came(came)) = window.table.question() {
                known.extend(&*self.texts.of_link(&came.link));
            }
        }
        known
    }

    /// Tells a table of an event, and does what it asks for.
    fn tell(&mut self, device: usize, place: usize, event: Event) {
        self.events += 1;
        self.now = match self.chance.below(40) {
            0 => self.now.saturating_sub(3_600_000),
            1 => self.now + 86_400_000,
            _ => self.now + 50,
        };
        let moment = Moment { now: self.now, random: self.chance.next() };
        self.note(|| format!("device {device}, window {place}: {}", brief(&event)));
        let window = &mut self.devices[device].windows[place];
        let before = lines(window.table.game());
        let played = window.table.game().played_steps();
        let (settled_before, end_before) = settled(window.table.game());
        let question = window.table.question();
        let view = window.table.view();
        let turn = window.table.game().live_position().turn();
        let link = window.table.letter_link().map(str::to_owned);
        let content_before = self.log.is_some().then(|| window.table.content());
        let twin = self.chance.one_in(8).then(|| self.devices[device].windows[place].table.clone());
        let window = &mut self.devices[device].windows[place];
        let out = window.table.handle(moment, event.clone());
        if let Some(trace) = &mut self.trace {
            trace.take(moment.now, &event, &out, &window.table);
        }
        for request in &out {
            if let Request::SetBeside { content, .. } = request {
                window.left.push(content.clone());
                window.makes_room = true;
            }
        }
        if let Some(mut twin) = twin {
            let again = twin.handle(moment, event.clone());
            if again != out || twin != window.table {
                self.fail("the same event led to something else");
            }
            if twin.view() != window.table.view() {
                self.fail("the view is no function of the state");
            }
        }
        let window = &self.devices[device].windows[place];
        let table = &window.table;
        let now_view = table.view();
        let after = lines(table.game());
        let now = table.game().played_steps();
        let gives_back = matches!(
            (&event, &question),
            (Event::TakeBack | Event::GoBack | Event::Delete(_), _)
                | (Event::Answer(true), Some(Question::TakeBack(_)))
        );
        if gives_back {
            let gone: Vec<u64> = before.difference(&after).cloned().collect();
            self.taken_back.extend(gone);
        } else if !before.is_subset(&after) {
            let known = self.known(device);
            if let Some(lost) =
                before.iter().find(|&line| !known.contains(line) && !self.taken_back.contains(line))
            {
                self.fail(&format!("a finished turn was lost: {lost:?}"));
            }
        }
        for request in &out {
            match request {
                Request::Notice(says) if says.key == "conditional.answered" => {
                    self.seen.insert("a turn that was answered ahead");
                }
                Request::Notice(says) if says.key == "conditional.foreseen" => {
                    self.seen.insert("turns that were foreseen");
                }
                _ => {}
            }
        }
        let asked = (question.as_ref(), &link);
        self.look((device, place), &event, asked, &now_view, before != after);
        if out
            .iter()
            .any(|request| matches!(request, Request::Say(says) if says.key == "mail.placed"))
        {
            self.seen.insert("a Quick start by link");
        }
        let window = &self.devices[device].windows[place];
        // Who looks, or tries something in a game that is over, does not change what was played.
        let is_looking = looks(&event) || (end_before.is_some() && is_of_player(&event));
        if is_looking && settled(window.table.game()) != (settled_before.clone(), end_before) {
            self.fail("looking has changed what was played");
        }
        // What stands in the store takes no turn away but by a fork that is named.
        if view.mail.is_some() && matches!(event, Event::Loaded { .. } | Event::Refused { .. }) {
            let stands = settled(window.table.game()).0;
            // Who has given it back, in whatever window, hears of that; and who had asked for it, that the
            // friend has.
            let is_granted = |request: &Request| matches!(request, Request::Notice(says) if says.key == "mail.granted");
            let is_told = now_view.says.key == "mail.given-back" || out.iter().any(is_granted);
            let is_named = is_told || matches!(now_view.question, Some(Question::Came(_)));
            if !is_named && !stands.starts_with(&settled_before) {
                let was = content_before.map_or_else(String::new, |content| told(&content));
                let is = told(&window.table.content());
                let says = (now_view.says.key, now_view.question.clone(), now_view.result);
                let found = match &event {
                    Event::Loaded { found, .. } | Event::Refused { found, .. } => found.as_ref(),
                    _ => None,
                };
                let found = found.map_or_else(String::new, |found| told(&found.content));
                self.fail(&format!(
                    "a turn gave way to the store without a word: {says:?}\n{was}\n{found}\n{is}"
                ));
            }
        }
        // Nobody believes that a letter was handed on which nobody has.
        if let Some(link) = view.mail.as_ref().and_then(|mail| mail.out.clone())
            && matches!(event, Event::HandedOn)
        {
            self.handed.extend([bare(&link), link]);
        }
        if let Some(mail) = &now_view.mail
            && let Some(link) = mail.out.as_ref().filter(|_| mail.sent)
            && !self.handed.contains(link)
            && !self.handed.contains(&bare(link))
        {
            self.fail("a letter that nobody has handed on counts as sent");
        }
        // A thought is played in the position that it is about.
        if let Event::Thought { id, .. } = event
            && out.iter().any(|request| matches!(request, Request::Wake { at_rest: true, .. }))
        {
            let asked = window.thoughts.get(&id);
            let live = window.table.game().live_position().fen();
            if asked != Some(&(live, true)) {
                self.fail("a thought about something else is played");
            }
        }
        // Nobody plays for a seat that the device does not hold.
        let is_players = is_of_player(&event);
        if let Some(mail) = &now_view.mail {
            if let Some(own) = mail.own
                && !self.devices[device].seats.contains(&own)
            {
                self.fail(&format!("device {device} plays {own:?}, whose seat it does not hold"));
            }
            let was_due = view.mail.as_ref().is_some_and(|mail| mail.is_due);
            if is_players && now.len() > played.len() && (mail.own != Some(turn) || !was_due) {
                self.fail("a turn of the other side was played");
            }
        } else if is_players
            && now.len() > played.len()
            && matches!(view.seats[turn as usize], Seat::Computer(_))
            && !finishes(&event, view.computer)
        {
            self.fail("a turn of the computer was played");
        }
        self.carry_out(device, place, out);
    }

    /// Notes what has come about, so that a test can tell that the world is as bad as it should be.
    fn look(
        &mut self,
        (device, place): (usize, usize),
        event: &Event,
        (before, link): (Option<&Question>, &Option<String>),
        view: &View,
        has_changed: bool,
    ) {
        let table = &self.devices[device].windows[place].table;
        let relation = |came: &table::Came| match came.relation {
            Relation::Fork { .. } => "a fork",
            Relation::Ahead(_) => "a letter that is ahead",
            Relation::Older(_) => "an older letter",
            Relation::Taken => "an answer that was given twice",
            Relation::NotDue => "a letter that was not due",
            Relation::Disputed => "an end that the watch does not say",
            _ => "another letter",
        };
        if let Some(Question::Came(came)) = &view.question {
            self.seen.insert(relation(came));
        }
        if view.replays {
            self.seen.insert("a turn that is played again");
        }
        if table.premove().is_some_and(|(_, to)| to.is_some()) {
            self.seen.insert("a step named ahead");
        }
        if view.result.is_some() && view.mail.is_some() && view.has_lines {
            self.seen.insert("a variation in a game by link");
        }
        self.seen.insert(match event {
            Event::PromoteTurn(_) | Event::MakeMainLine(_) | Event::Delete(_) if has_changed => {
                "a line that was promoted or taken out"
            }
            Event::Refused { found: None, .. } => "a store that is empty",
            Event::Refused { .. } => "a refused write",
            Event::KeepFailed { .. } => "a failed write",
            Event::LoadFailed { .. } => "a failed read",
            Event::ThoughtFailed(_) => "a failed thought",
            Event::Answer(true) => match before {
                Some(Question::TakebackAsked) => "a turn given back",
                Some(Question::DrawOffered) => "a draw agreed on",
                Some(Question::Resign(_)) => "a resignation",
                _ => "an answer",
            },
            Event::Draw if view.mail.is_some() => "a draw by two secrets",
            Event::Line(_) if table.letter_link() != link.as_deref() => {
                "a line that goes with a letter"
            }
            Event::Woken(AHEAD) if has_changed || view.held.is_some() => {
                "a step named ahead that was taken"
            }
            _ => "whatever else",
        });
        if matches!(&view.question, Some(Question::Came(came)) if came.is_own) {
            self.seen.insert("two windows with one seat");
        }
        if view.question.is_some() && table.asked().is_none() {
            self.fail("a question without words");
        }
        if table.key().contains('~') || table.key().starts_with("kept ") {
            self.seen.insert("a game beside");
        }
        if view.keeping == Keeping::Left {
            self.seen.insert("a window that was left");
        }
        if view.result.is_some() && !view.is_live {
            self.seen.insert("a variation");
        }
        if view.computer == table::Doing::Failed {
            self.seen.insert("a computer that fails");
        }
    }

    /// Does what a table asks for; now and then twice.
    fn carry_out(&mut self, device: usize, place: usize, asked: Vec<Request>) {
        for request in asked {
            let times = if self.chance.one_in(12) { 2 } else { 1 };
            for _ in 0..times {
                self.do_one(device, place, request.clone());
            }
        }
    }

    fn do_one(&mut self, device: usize, place: usize, request: Request) {
        match request {
            Request::Load { key } => {
                let store = &self.devices[device].store;
                let aside = store.aside.get(&key).cloned().filter(|_| !store.has_no_side);
                self.devices[device].windows[place].asked.push(Work::Load(key, aside));
            }
            Request::PutAside { key, post, unread } => {
                let store = &mut self.devices[device].store;
                let done = !store.has_no_side;
                if done {
                    store.letters.insert(post.link.clone());
                    store.aside.insert(key.clone(), (post, unread));
                } else {
                    self.seen.insert("a device that keeps nothing");
                }
                let event = Event::PutAside { key, done };
                self.devices[device].windows[place].coming.push(event);
            }
            Request::ForgetAside { key } => {
                self.devices[device].store.aside.remove(&key);
            }
            Request::BeginByLink { key, content } => self.begin(device, place, key, content),
            Request::Keep { ref key, follows, revision, ref content, .. } => {
                let key = key.clone();
                let heard = &self.devices[device].windows[place].heard;
                if follows != 0 && !heard.contains(&(key.clone(), follows)) {
                    self.fail("a write follows what its window has never heard of");
                }
                // A name of an invitation that was just drawn nobody else can know of; one beside
                // another is asked for with nothing before it.
                let is_fresh = self.key == "the game" && self.is_by_link
                    || key.contains('~')
                    || key.starts_with("kept ");
                if !is_fresh && !heard.contains(&(key.clone(), 0)) {
                    self.fail(&format!("something was written under {key}, which was not read"));
                }
                let noted = Noted { follows: vec![follows], revision, content: content.clone() };
                self.note_down(device, place, &key, noted);
                self.devices[device].windows[place].asked.push(Work::Other(request));
            }
            Request::SetBeside { .. } | Request::PutAway { .. } => {
                self.devices[device].windows[place].asked.push(Work::Other(request));
            }
            Request::Note { key, follows, revision, content, .. } => {
                let heard = &self.devices[device].windows[place].heard;
                if !follows.iter().any(|&one| one == 0 || heard.contains(&(key.clone(), one))) {
                    self.fail("a note follows what its window has never heard of");
                }
                self.note_down(device, place, &key, Noted { follows, revision, content });
            }
            Request::Think { id, about, .. } => {
                let window = &mut self.devices[device].windows[place];
                let fen = window.table.game().live_position().fen();
                window.thoughts.insert(id, (fen, matches!(about, Think::Turn(_))));
                if about == Think::Review {
                    for from in 0..self.chance.below(4) {
                        let loss = self.chance.below(500) as i32;
                        let judgement = Judgement { from, loss, decided: None, better: None };
                        window.coming.push(Event::Judged { id, judgement });
                    }
                }
                // Now and then a thought never comes, or too late, or is none.
                let table = &self.devices[device].windows[place].table;
                let position = *table.game().live_position();
                let event = match self.chance.below(10) {
                    0 => return,
                    1 => Event::ThoughtFailed(id),
                    2 => Event::Thought { id, thought: None },
                    3 => {
                        let turn = vec![Step::End, Step::End];
                        Event::Thought {
                            id,
                            thought: Some(Thought { turn, score: 0, ..Thought::default() }),
                        }
                    }
                    _ => {
                        let turn = some_turn(&mut self.chance, &position);
                        let score = self.chance.below(200) as i32 - 100;
                        Event::Thought {
                            id,
                            thought: Some(Thought { turn, score, ..Thought::default() }),
                        }
                    }
                };
                self.devices[device].windows[place].coming.push(event);
            }
            Request::Wake { id, .. } => {
                if self.devices[device].windows[place].table.replays() {
                    self.seen.insert("a replay");
                }
                self.devices[device].windows[place].coming.push(Event::Woken(id));
            }
            Request::Tell { .. } | Request::BeginOnLine { .. } | Request::AskedAgain { .. } => {
                self.fail("nobody plays live here")
            }
            Request::Send { link } => {
                let is_kept = self.devices[device].store.letters.contains(&link);
                let keeping = self.devices[device].windows[place].table.view().keeping;
                if !is_kept && !matches!(keeping, Keeping::Failed | Keeping::Unread) {
                    self.fail("a letter goes out before it is kept");
                }
                // Handed on, or left lying.
                if !self.chance.one_in(6) {
                    self.letters.push((1 - device, link));
                    if !self.chance.one_in(6) {
                        self.devices[device].windows[place].coming.push(Event::HandedOn);
                    }
                }
            }
            Request::OpenApart { .. }
            | Request::Notice(_)
            | Request::StopThinking { .. }
            | Request::Hurry { .. }
            | Request::Analyse(_)
            | Request::StopAnalysing
            | Request::Survey(_)
            | Request::Amend(_)
            | Request::StopSurvey
            | Request::Remember(_)
            | Request::Begin(_)
            | Request::Moved { .. }
            | Request::OfferBack
            | Request::TurnBoard
            | Request::KeepLesson { .. }
            | Request::KeepPuzzle(_)
            | Request::KeepDay { .. }
            | Request::Below(_)
            | Request::ShowWatchers { .. }
            | Request::Say(_) => {}
        }
    }

    /// A window notes what is on its way into the store.
    fn note_down(&mut self, device: usize, place: usize, key: &str, noted: Noted) {
        let Device { store, windows, .. } = &mut self.devices[device];
        if store.has_no_side {
            store.has_gaps = true;
        } else {
            store.journal.insert((windows[place].id, key.to_owned()), noted);
        }
    }

    /// It is there, or something else is: the note goes, unless more is on its way.
    fn strike(&mut self, device: usize, place: usize, key: &str, revisions: &[Revision]) {
        let Device { store, windows, .. } = &mut self.devices[device];
        let name = (windows[place].id, key.to_owned());
        if store.journal.get(&name).is_some_and(|one| revisions.contains(&one.revision)) {
            store.journal.remove(&name);
        }
    }

    /// The store does the next thing that a window has asked for, if there is one.
    fn work(&mut self, device: usize, place: usize) -> bool {
        let window = &mut self.devices[device].windows[place];
        if window.asked.is_empty() {
            return false;
        }
        match window.asked.remove(0) {
            Work::Load(key, aside) => self.load(device, place, key, aside),
            Work::Other(request) => {
                self.note(|| format!("the store of device {device} hears window {place}"));
                self.do_store(device, place, request);
            }
        }
        true
    }

    fn load(&mut self, device: usize, place: usize, key: String, aside: Option<(Post, bool)>) {
        let store = &mut self.devices[device].store;
        let fails = store.fails > 0;
        store.fails = store.fails.saturating_sub(1);
        let window = &mut self.devices[device].windows[place];
        if let Some((post, unread)) = aside {
            self.seen.insert("a letter beside the store");
            window.coming.push(Event::Aside { key: key.clone(), post, unread });
        }
        if fails {
            return window.coming.push(Event::LoadFailed { key, fault: StoreFault::Blocked });
        }
        let id = window.id;
        self.recover(device, id);
        let found = self.devices[device].store.cells.get(&key).cloned();
        self.devices[device].windows[place].coming.push(Event::Loaded { key, found });
    }

    /// What other windows have noted and not struck is written for them.
    fn recover(&mut self, device: usize, own: u64) {
        let noted: Vec<(u64, String)> =
            self.devices[device].store.journal.keys().cloned().collect();
        for name in noted.into_iter().filter(|(id, _)| *id != own) {
            let known = self.held(device);
            let store = &mut self.devices[device].store;
            let Some(Noted { follows, revision, content }) = store.journal.remove(&name) else {
                continue;
            };
            let found = store.cells.get(&name.1).cloned();
            let noted = (name.1.as_str(), &follows[..], revision, &content);
            if let Some(due) = table::recovered(noted, found.as_ref(), self.chance.next()) {
                self.seen.insert("a note that the next window has written");
                store.older.push(store.cells.clone());
                store.letters.extend(content.post.iter().map(|post| post.link.clone()));
                let Recovered { key, revision, content, .. } = due;
                store.cells.insert(key, Stored { revision, content });
            }
            self.note(|| format!("device {device} takes up what window {} has noted", name.0));
            self.look_for_lost(device, &known, "taking up a note");
        }
    }

    /// Whether finished turns that were there are gone.
    fn look_for_lost(&self, device: usize, known: &Lines, what: &str) {
        let now = self.known(device);
        let mut gone = known.difference(&now);
        if let Some(lost) = gone.find(|line| !self.taken_back.contains(*line)) {
            self.fail(&format!("{what} has lost a finished turn: {lost:?}"));
        }
    }

    /// A window is closed, or dies: of what it has asked of the store, some may still be done.
    fn close(&mut self, device: usize, place: usize) {
        let asked = self.devices[device].windows[place].asked.len();
        for _ in 0..self.chance.below(asked + 1) {
            self.work(device, place);
        }
        self.note(|| format!("device {device} closes window {place}"));
        let known = self.held(device);
        let window = self.devices[device].windows.remove(place);
        if !window.asked.is_empty() {
            self.seen.insert("a window that was closed before it was done");
        }
        // What was played before it was known what is stored, or while nothing can be noted, is lost.
        let keeping = window.table.view().keeping;
        let is_safe = matches!(keeping, Keeping::Kept | Keeping::Writing | Keeping::Failed);
        if is_safe && !window.makes_room && !self.devices[device].store.has_gaps {
            self.look_for_lost(device, &known, "closing a window");
        }
    }

    /// Does what is asked of a store.
    fn do_store(&mut self, device: usize, place: usize, request: Request) {
        let fails = self.devices[device].store.fails > 0;
        match request {
            Request::Keep { key, follows, revision, content, .. } => {
                let known = self.held(device);
                let store = &mut self.devices[device].store;
                store.fails = store.fails.saturating_sub(1);
                if fails {
                    let event = Event::KeepFailed { key, revision, fault: StoreFault::Blocked };
                    self.devices[device].windows[place].coming.push(event);
                    return;
                }
                let found = store.cells.get(&key).cloned();
                let current = found.as_ref().map_or(0, |stored| stored.revision);
                let event = if current == revision {
                    Event::Kept { key: key.clone(), revision }
                } else if current == follows {
                    let seat = |content: &Content| {
                        content.post.as_ref().is_some_and(|post| !post.seat.is_empty())
                    };
                    if found.is_some_and(|found| seat(&found.content)) && !seat(&content) {
                        self.fail("a write has lost the seat");
                    }
                    store.older.push(store.cells.clone());
                    store.letters.extend(content.post.iter().map(|post| post.link.clone()));
                    store.cells.insert(key.clone(), Stored { revision, content });
                    let now = self.known(device);
                    let mut gone = known.difference(&now);
                    if let Some(lost) = gone.find(|line| !self.taken_back.contains(*line)) {
                        self.fail(&format!("a write has lost a finished turn: {lost:?}"));
                    }
                    Event::Kept { key: key.clone(), revision }
                } else {
                    Event::Refused { key: key.clone(), revision, found }
                };
                if matches!(event, Event::Kept { .. }) {
                    self.strike(device, place, &key, &[revision]);
                }
                self.devices[device].windows[place].coming.push(event);
            }
            Request::SetBeside { key, beside, follows, revision, content, .. } => {
                let known = self.held(device);
                let store = &mut self.devices[device].store;
                store.fails = store.fails.saturating_sub(1);
                let coming = &mut self.devices[device].windows[place].coming;
                if fails {
                    self.seen.insert("a game that could not be left");
                    coming.push(Event::MadeNoRoom { key });
                    return;
                }
                store.older.push(store.cells.clone());
                if store.cells.get(&key).is_some_and(|found| follows.contains(&found.revision)) {
                    store.cells.remove(&key);
                }
                let found = store.cells.get(&key).cloned();
                self.seen.insert(if found.is_some() {
                    "a game left beside another window's"
                } else {
                    "a game that was left"
                });
                coming.push(Event::MadeRoom { key: key.clone(), found });
                let stored = Stored { revision, content: content.clone() };
                let before = store.cells.insert(beside, stored);
                if before.is_some_and(|before| before.revision != revision) {
                    self.fail("a game that was left has taken another's place");
                }
                // Now it is kept, or nobody has it. (Another may have been left since.)
                self.devices[device].windows[place].left.retain(|left| *left != content);
                self.strike(device, place, &key, &[&follows[..], &[revision]].concat());
                let now = self.known(device);
                let mut gone = known.difference(&now);
                if let Some(lost) = gone.find(|line| !self.taken_back.contains(*line)) {
                    self.fail(&format!("leaving a game has lost a finished turn: {lost:?}"));
                }
            }
            Request::PutAway { key, .. } => {
                let found = self.devices[device].store.cells.get(&key).cloned();
                let coming = &mut self.devices[device].windows[place].coming;
                coming.push(Event::Loaded { key, found });
            }
            _ => {}
        }
    }

    /// A rematch: an invitation to the same game, by who has asked for it, with the sides swapped.
    fn begin(&mut self, device: usize, place: usize, key: String, content: Content) {
        self.seen.insert("a rematch");
        let old = &self.devices[device].windows[place].table;
        let own = old.view().mail.and_then(|mail| mail.own);
        let start = old.game().start().fen();
        let (mut table, _) = Table::new(Setup::here(AnyPosition::initial(self.game), &key));
        let moment = Moment { now: self.now, random: self.chance.next() };
        let found = Some(Stored { revision: 1, content });
        table.handle(moment, Event::Loaded { key: key.clone(), found });
        let mail = table.view().mail.unwrap_or_else(|| self.fail("a rematch is no game by link"));
        if own.is_none() || mail.own != own.map(|own| !own) || table.game().start().fen() != start {
            self.fail("a rematch is another game, or has the same sides");
        }
        let link = table.content().post.map(|post| post.link).unwrap_or_default();
        let asks = Table::open(&link).map(|(table, _)| table.question());
        if asks != Ok(Some(Question::Invited)) || key == self.key {
            self.fail("a rematch cannot be answered");
        }
    }

    /// Something happens.
    pub(crate) fn step(&mut self) {
        let device = if self.is_by_link { self.chance.below(2) } else { 0 };
        let count = self.devices[device].windows.len();
        if count == 0 || self.chance.one_in(40) {
            return self.come(device);
        }
        let place = self.chance.below(count);
        match self.chance.below(84) {
            82..=83 if self.is_by_link => self.condition(device),
            64..=83 => {
                self.work(device, place);
            }
            0..=21 => {
                // Answers come in whatever order.
                let coming = self.devices[device].windows[place].coming.len();
                if coming > 0 {
                    let which = self.chance.below(coming);
                    self.hear_next(device, place, which);
                }
            }
            22..=51 => self.play(device, place),
            52..=55 => self.deliver(device, place),
            56 => {
                // A letter is lost.
                if !self.letters.is_empty() && self.chance.one_in(2) {
                    let which = self.chance.below(self.letters.len());
                    self.letters.swap_remove(which);
                    self.note(|| "a letter is lost".to_owned());
                }
            }
            57 => {
                self.close(device, place);
            }
            58 => {
                let fails = [1, 1, 2, 1_000][self.chance.below(4)];
                self.note(|| format!("the store of device {device} fails {fails} times"));
                self.devices[device].store.fails = fails;
            }
            59 | 60 => {
                self.note(|| format!("the store of device {device} works"));
                self.devices[device].store.fails = 0;
            }
            61 if self.chance.one_in(3) => {
                let store = &mut self.devices[device].store;
                store.has_no_side = !store.has_no_side;
                let has_no_side = store.has_no_side;
                self.note(|| format!("beside the store of device {device}: {}", !has_no_side));
            }
            61 if self.chance.one_in(3) => {
                let store = &mut self.devices[device].store;
                if !store.older.is_empty() {
                    let which = self.chance.below(store.older.len());
                    store.cells = store.older[which].clone();
                    store.has_gaps = true;
                    self.note(|| {
                        format!("the store of device {device} comes back as it was ({which})")
                    });
                }
            }
            _ => {
                // Windows hear of each other, or do not.
                if count > 1 && self.chance.one_in(2) {
                    for other in (0..count).filter(|&other| other != place) {
                        self.devices[device].windows[other].coming.push(Event::TakenElsewhere);
                    }
                    self.tell(device, place, Event::TakeUp);
                }
            }
        }
    }

    /// Somebody explores the game on the analysis board, and has turns that the friend may play answered ahead.
    fn condition(&mut self, device: usize) {
        let Some(stored) = self.devices[device].store.cells.get(&self.key).cloned() else { return };
        let key = format!("analysis {}", self.key);
        let start = AnyPosition::initial(self.game);
        let (mut board, _) = Table::analyse(start, &key, Some(&stored.content));
        let mut chance = Chance(self.chance.next());
        let mut moment = Moment { now: self.now, random: chance.next() };
        board.handle(moment, Event::Loaded { key, found: None });
        let end = board.place();
        for _ in 0..1 + chance.below(12) {
            board.handle(moment, Event::Show(end));
            for _ in 0..2 * (1 + chance.below(2)) {
                for step in some_turn(&mut chance, &board.position()) {
                    board.handle(moment, Event::Step(step));
                }
            }
            moment.random = chance.next();
            let line = Analyse::Condition(board.place().turn);
            for request in board.handle(moment, Event::Analyse(Box::new(line))) {
                if let Request::Amend(amendment) = request {
                    let Amendment { key, link, post, revision } = *amendment;
                    let done = self.amend(device, &key, &link, post, revision);
                    board.handle(moment, Event::Analyse(Box::new(Analyse::Amended(done))));
                }
            }
        }
    }

    /// A letter is kept with what goes along with it now, if it is still the one that is kept.
    /// Whether it is.
    fn amend(
        &mut self,
        device: usize,
        key: &str,
        link: &str,
        post: Post,
        revision: Revision,
    ) -> bool {
        let store = &mut self.devices[device].store;
        let Some(stored) = store.cells.get_mut(key) else { return false };
        let done =
            store.fails == 0 && stored.content.post.as_ref().is_some_and(|post| post.link == link);
        if done {
            store.letters.insert(post.link.clone());
            *stored = Stored {
                revision,
                content: Content { post: Some(post), ..stored.content.clone() },
            };
            self.seen.insert("a conditional turn");
            self.note(|| format!("device {device} has a conditional turn"));
        }
        done
    }

    /// One of the events on their way arrives. What lies beside the store comes right before what the
    /// store says.
    fn hear_next(&mut self, device: usize, place: usize, which: usize) {
        let coming = &mut self.devices[device].windows[place].coming;
        let is_aside = |event: Option<&Event>| matches!(event, Some(Event::Aside { .. }));
        let first = if which > 0 && is_aside(coming.get(which - 1)) { which - 1 } else { which };
        let both = is_aside(coming.get(first));
        let event = coming.remove(first);
        let next = both.then(|| coming.remove(first));
        self.hear(device, place, event);
        if let Some(next) = next {
            self.hear(device, place, next);
        }
    }

    /// An event that was on its way arrives.
    fn hear(&mut self, device: usize, place: usize, event: Event) {
        let heard = &mut self.devices[device].windows[place].heard;
        match &event {
            Event::Loaded { key, found }
            | Event::Refused { key, found, .. }
            | Event::MadeRoom { key, found } => {
                heard.insert((key.clone(), found.as_ref().map_or(0, |stored| stored.revision)));
                heard.insert((key.clone(), 0));
            }
            Event::Kept { key, revision } => {
                heard.insert((key.clone(), *revision));
                heard.insert((key.clone(), 0));
            }
            Event::KeepFailed { key, .. } => {
                heard.insert((key.clone(), 0));
            }
            _ => {}
        }
        let is_room = matches!(event, Event::MadeRoom { .. });
        let refused = match &event {
            Event::Refused { key, revision, .. } => Some((key.clone(), *revision)),
            _ => None,
        };
        self.tell(device, place, event);
        // The table has written it elsewhere, or gives way.
        if let Some((key, revision)) = refused {
            self.strike(device, place, &key, &[revision]);
        }
        self.devices[device].windows[place].makes_room &= !is_room;
    }

    /// Somebody comes to a device and opens the game: by its name, or by a link.
    fn come(&mut self, device: usize) {
        let own: Vec<String> =
            self.letters.iter().filter(|(to, _)| *to == device).map(|(_, l)| l.clone()).collect();
        let knows = self.devices[device].store.cells.contains_key(&self.key);
        if self.devices[device].windows.len() > 2 {
            return;
        }
        if (knows && !self.chance.one_in(4)) || own.is_empty() {
            if device == 0 || knows {
                let start = AnyPosition::initial(self.game);
                let key = self.key.clone();
                self.open(device, Setup::here(start, &key));
            }
        } else if let Some(link) = self.chance.of(&own) {
            let (table, asked) =
                Table::open(&link).unwrap_or_else(|error| self.fail(&format!("{error}")));
            self.seat_window(device, table, asked);
        }
    }

    /// A letter comes to a window: any of those that were handed on, again and again.
    fn deliver(&mut self, device: usize, place: usize) {
        let own: Vec<String> =
            self.letters.iter().filter(|(to, _)| *to == device).map(|(_, l)| l.clone()).collect();
        // Mostly the newest.
        let link = if self.chance.one_in(3) { self.chance.of(&own) } else { own.last().cloned() };
        if let Some(link) = link {
            self.tell(device, place, Event::Came(link));
        }
    }

    /// A player does something.
    fn play(&mut self, device: usize, place: usize) {
        let view = self.devices[device].windows[place].table.view();
        if let Some(question) = &view.question
            && !self.chance.one_in(3)
        {
            return self.answer(device, place, &question.clone());
        }
        let table = &self.devices[device].windows[place].table;
        if view.is_live && !view.may_act && view.held.is_none() && self.chance.one_in(5) {
            let event = ahead(&mut self.chance, table);
            return self.tell(device, place, event);
        }
        // Who cannot act mostly waits for a letter, or comes back from looking.
        if !view.is_live && !self.chance.one_in(3) {
            return self.tell(device, place, Event::Walk(Walk::Latest));
        }
        if view.mail.is_some() && !view.may_act && view.held.is_none() && !self.chance.one_in(3) {
            return self.deliver(device, place);
        }
        let table = &self.devices[device].windows[place].table;
        let position = *table.game().live_position();
        // What is tried in a game that is over is tried wherever one stands.
        let shown = *table.game().position(table.place());
        let is_tried = view.result.is_some() && view.held.is_none();
        if self.chance.one_in(if is_tried { 2 } else { 12 }) {
            let event = self.look_on(device, place);
            return self.tell(device, place, event);
        }
        let event = match self.chance.below(36) {
            _ if view.held.is_some() && self.chance.one_in(2) => {
                if self.chance.one_in(4) {
                    Event::Undo
                } else {
                    Event::EndTurn
                }
            }
            _ if position.actor() == Actor::Chance && self.chance.one_in(2) => Event::Draw,
            _ if view.controls.rematch && self.is_by_link && self.chance.one_in(6) => {
                Event::InviteAgain { entropy: self.entropy() }
            }
            0..=11 => {
                let list = if is_tried { shown.list() } else { position.list() };
                let ends = list.contains(&Step::End) && self.chance.one_in(2);
                match if ends { Some(Step::End) } else { self.chance.of(&list) } {
                    Some(step) if self.chance.one_in(8) => {
                        Event::Typed(step.display(position.spec()).to_string())
                    }
                    Some(step) => Event::Step(step),
                    None => Event::Undo,
                }
            }
            12..=14 => {
                let squares: Vec<_> = position.spec().shape.all().collect();
                self.chance.of(&squares).map_or(Event::LetGo, Event::Tap)
            }
            15 => Event::Undo,
            16 => Event::Redo,
            17 => Event::PlaceRest,
            18 => Event::Shuffle,
            19 => Event::EndTurn,
            20 => Event::Walk(Walk::Back),
            21 => Event::Walk(Walk::Latest),
            22 => Event::Walk(Walk::First),
            23 if self.chance.one_in(6) => Event::Resign,
            24 => Event::OfferDraw,
            25 | 26 => Event::TakeBack,
            27 if !self.is_by_link && self.chance.one_in(3) => {
                let side = [Side::White, Side::Black, Side::Random][self.chance.below(3)];
                let wish = self.chance.one_in(2).then_some(Wish { level: 12, side });
                [Event::Anew(wish), Event::Rematch, Event::GoBack][self.chance.below(3)].clone()
            }
            27 => [Event::Hint, Event::MoveNow][self.chance.below(2)].clone(),
            28 => Event::TakeUp,
            30 => Event::Confirms(self.chance.one_in(2)),
            31 => Event::UndoTo(self.chance.below(3)),
            32 => [Event::Clear, Event::QuickStart, Event::LetGo][self.chance.below(3)].clone(),
            33 | 34 => {
                let squares: Vec<_> = position.spec().shape.all().collect();
                let square = self.chance.of(&squares);
                let role = self.chance.of(&[Role::Queen, Role::Rook, Role::King, Role::Pawn]);
                match (self.chance.below(4), square, role) {
                    (0, Some(square), _) => Event::Lift(square),
                    (1, _, Some(role)) => Event::TapReserve(role),
                    (2, _, role) => Event::Promote(role),
                    _ => Event::Drop(square),
                }
            }
            35 if !self.is_by_link && self.chance.one_in(4) => {
                let color = [Color::White, Color::Black][self.chance.below(2)];
                let opponent = Opponent { level: 11, color, seed: None };
                Event::Seat(self.chance.one_in(2).then_some(opponent))
            }
            _ if self.is_by_link && self.chance.one_in(4) => {
                let lines = ["", "Well played.", "A line\nof two"];
                Event::Line(lines[self.chance.below(lines.len())].to_owned())
            }
            _ => Event::HandedOn,
        };
        self.tell(device, place, event);
    }

    /// A player looks about in a game, or says or changes something beside its line.
    fn look_on(&mut self, device: usize, place: usize) -> Event {
        let table = &self.devices[device].windows[place].table;
        let (game, start) = (table.game().clone(), *table.game().start());
        let number = self.chance.below(game.len());
        let turn = game.turn(number).unwrap_or(Game::ROOT);
        let ways =
            [Walk::First, Walk::Back, Walk::Back, Walk::On, Walk::Latest, Walk::Into, Walk::Out];
        match self.chance.below(16) {
            0..=5 => Event::Walk(ways[self.chance.below(ways.len())]),
            6 | 7 => Event::Show(Path { turn, steps: self.chance.below(3) }),
            8 => Event::Replay,
            9 => Event::PromoteTurn(turn),
            10 => Event::MakeMainLine(turn),
            11 => Event::Delete(turn),
            12 => Event::Comment(turn, "[%clk 0:01] so".to_owned()),
            13 => {
                let squares: Vec<_> = start.spec().shape.all().collect();
                let (from, to) = (squares[0], squares[self.chance.below(squares.len())]);
                match self.chance.below(3) {
                    0 => Event::Mark(game.behind(turn), Mark { brush: Brush::Green, from, to }),
                    1 => Event::Sketch(Mark { brush: Brush::Red, from, to }),
                    _ => Event::Glyphs(turn, vec![self.chance.below(7) as u8]),
                }
            }
            14 => {
                // A link with another game from the same start.
                let mut other = Game::new(start);
                for _ in 0..self.chance.below(5) {
                    let list = other.live_position().list();
                    if let Some(step) = self.chance.of(&list) {
                        let _ = other.play(step);
                    }
                }
                // What is only looked at is not kept.
                self.taken_back.extend(lines(&other));
                record::link::write_tree(&other, &[]).map_or(Event::Replay, Event::Graft)
            }
            _ => [Event::Review, Event::StopReview, Event::NextLapse, Event::ShowLapse(0)]
                [self.chance.below(4)]
            .clone(),
        }
    }

    fn answer(&mut self, device: usize, place: usize, question: &Question) {
        let event = match question {
            Question::Came(_) => {
                let choices = [Choice::KeepMine, Choice::TakeTheirs, Choice::KeepApart];
                Event::Choose(choices[self.chance.below(3)])
            }
            Question::Invited => {
                let window = &self.devices[device].windows[place];
                // An invitation that came back to who has sent it is not accepted.
                if device == 0 || window.table.view().keeping == Keeping::Reading {
                    Event::Answer(false)
                } else {
                    let color = if self.devices[0].seats[0] == Color::White {
                        Color::Black
                    } else {
                        Color::White
                    };
                    self.devices[1].seats.push(color);
                    let asked = window.table.asked();
                    let offered = asked.is_some_and(|asked| {
                        asked.replies.iter().any(|(_, decision)| *decision == Decision::AcceptQuick)
                    });
                    let quick = offered && !self.chance.one_in(4);
                    Event::Accept { name: "Eve".to_owned(), quick, entropy: self.entropy() }
                }
            }
            Question::Sit => {
                let table = &self.devices[device].windows[place].table;
                let asked = table.asked().unwrap_or_else(|| self.fail("a question without words"));
                let color = |says: &table::Sentence| {
                    let is_color = |value: &&(&str, Value)| value.0 == "color";
                    says.values.iter().find(is_color).map(|(_, value)| value.clone())
                };
                let first = self.devices[0].seats[0];
                let own = if device == 0 { first } else { !first };
                // Nobody sits down in the other's seat.
                let is_own = asked.says.iter().find_map(color) == Some(Value::Color(own));
                if is_own && self.chance.one_in(2) {
                    self.seen.insert("a free seat taken");
                    self.devices[device].seats.push(own);
                    Event::Answer(true)
                } else {
                    Event::Answer(false)
                }
            }
            Question::Resign(_) | Question::DrawOffered => Event::Answer(self.chance.one_in(4)),
            _ => Event::Answer(self.chance.one_in(2)),
        };
        self.tell(device, place, event);
    }

    /// All is well again: the stores work, one window a device is left, and what was written comes
    /// through. Then both sides stand in the same game, or in a fork that is named.
    pub(crate) fn finish(&mut self) {
        if !self.is_by_link {
            return;
        }
        self.note(|| "all is well again".to_owned());
        for device in 0..2 {
            self.devices[device].store.fails = 0;
            self.devices[device].store.has_no_side = false;
            while self.devices[device].windows.len() > 1 {
                self.close(device, 1);
            }
            if self.devices[device].windows.is_empty() {
                if !self.devices[device].store.cells.contains_key(&self.key) {
                    return;
                }
                let key = self.key.clone();
                self.open(device, Setup::here(AnyPosition::initial(self.game), &key));
            }
            self.tell(device, 0, Event::TakeUp);
        }
        for round in 0..10 {
            self.calm();
            // What other windows said before they closed may have come only now.
            for device in 0..2 {
                self.tell(device, 0, Event::TakeUp);
            }
            self.calm();
            let views = [0, 1].map(|device| self.devices[device].windows[0].table.view());
            let [Some(one), Some(two)] = views.clone().map(|view| view.mail) else { return };
            if one.own.is_none() || two.own.is_none() {
                // Nobody has sat down, or the seat is gone with the device's memory.
                return;
            }
            if views.iter().any(|view| matches!(view.question, Some(Question::Came(_)))) {
                return;
            }
            for (device, mail) in [(0, one), (1, two)] {
                let post = self.devices[device].windows[0].table.content().post;
                // Who has waited for long asks for the last link once more, whoever has written it.
                let last = post.map(|post| post.link).filter(|_| round > 5);
                if let Some(link) = mail.out.or(last) {
                    self.tell(1 - device, 0, Event::Came(link));
                }
            }
            self.calm();
            let games = [0, 1].map(|device| settled(self.devices[device].windows[0].table.game()));
            if games[0] == games[1] {
                return;
            }
            for device in 0..2 {
                self.finish_turn(device);
            }
        }
        let stand = |device: usize| {
            let table = &self.devices[device].windows[0].table;
            (table.game().live_position().fen(), table.view().says.key, table.view().question)
        };
        let stand = format!("{:?} and {:?}", stand(0), stand(1));
        self.fail(&format!("the two sides stand in different games, none named a fork: {stand}"));
    }

    /// Whatever is on its way arrives, in the order in which it was sent.
    fn calm(&mut self) {
        for device in 0..2 {
            for _ in 0..400 {
                while self.work(device, 0) {}
                if self.devices[device].windows[0].coming.is_empty() {
                    break;
                }
                self.hear_next(device, 0, 0);
            }
        }
    }

    /// Whoever has a turn to finish finishes it; questions other than forks are answered.
    fn finish_turn(&mut self, device: usize) {
        for _ in 0..30 {
            let table = &self.devices[device].windows[0].table;
            let view = table.view();
            let position = *table.game().live_position();
            let event = match view.question {
                Some(Question::Came(_)) => return,
                Some(_) => Event::Answer(false),
                None if view.held.is_some() => Event::EndTurn,
                None if !view.is_live => Event::Walk(Walk::Latest),
                None if !view.may_act || view.result.is_some() => return,
                None if position.actor() == Actor::Chance => Event::Draw,
                None => {
                    let list = position.list();
                    if list.contains(&Step::End) {
                        Event::EndTurn
                    } else {
                        // What leads nowhere is begun anew.
                        self.chance.of(&list).map_or(Event::UndoTo(0), Event::Step)
                    }
                }
            };
            self.tell(device, 0, event);
        }
    }
}

/// The alarm by which a step that was named ahead is taken.
const AHEAD: u64 = 2;

/// Names a step ahead of the other side's turn: one of the own pieces, then where it goes.
fn ahead(chance: &mut Chance, table: &Table) -> Event {
    let position = table.position();
    let own = !position.turn();
    let is_own =
        |at: &rules::Square| position.piece_at(*at).is_some_and(|piece| piece.color == own);
    let pieces: Vec<_> = position.spec().shape.all().filter(is_own).collect();
    let reach: Vec<_> = table.reach().iter().map(|&(to, _)| to).collect();
    let is_open = matches!(table.premove(), Some((_, None))) && !chance.one_in(5);
    let squares = if is_open && !reach.is_empty() { reach } else { pieces };
    match chance.of(&squares) {
        Some(square) if chance.one_in(4) => Event::Drop(Some(square)),
        Some(square) => Event::Tap(square),
        None => Event::LetGo,
    }
}

/// A letter without its line and its conditional turns, which may be written when the letter was handed on, and
/// without signatures, which another window with the seat's key may add.
fn bare(link: &str) -> String {
    let bare = || {
        let mut opened = record::link::read(link).ok()?;
        for section in opened.sections.iter_mut().filter(|section| section.kind == kind::LETTER) {
            let mut letter = Letter::read(&section.bytes).ok()?;
            letter.set_line("");
            letter.set_field(record::letter::kind::CONDITIONS, None);
            letter.set_field(record::letter::kind::CONDITIONS_SIGNATURE, None);
            letter.set_field(record::letter::kind::SIGNATURES, None);
            section.bytes = letter.write();
        }
        record::link::write(&opened.record, &opened.sections).ok()
    };
    bare().unwrap_or_else(|| link.to_owned())
}

/// A stored game by link in few words: the line played, and the newest letter.
fn told(content: &Content) -> String {
    let Ok(game) = Game::load(&content.saved) else { return content.saved.clone() };
    let show = |steps: &[Step]| -> String {
        let texts = steps.iter().map(|step| step.display(game.start().spec()).to_string());
        texts.collect::<Vec<_>>().join(" ")
    };
    let letter = |link: &str| {
        let opened = record::link::read(link).ok()?;
        let section = opened.sections.iter().find(|section| section.kind == kind::LETTER)?;
        let letter = Letter::read(&section.bytes).ok()?;
        let conditions = letter.field(record::letter::kind::CONDITIONS);
        let lines = conditions
            .and_then(|bytes| record::letter::conditions::read(opened.record.live(), bytes).ok());
        let lines: Vec<String> = lines.iter().flatten().map(|line| show(&line.concat())).collect();
        let (serial, sender, act) = (letter.serial, letter.sender, letter.act);
        let steps = show(opened.record.steps());
        Some(format!("letter {serial} of {sender:?}, {act:?}: {steps}; if {lines:?}"))
    };
    let post = content.post.as_ref();
    let letters = post.map(|post| (letter(&post.link), letter(&post.came), post.sent, post.seen));
    let line = show(&game.played_steps());
    format!("{line}, held {:?}, {letters:?}", content.held)
}

/// A whole turn at random, or what there is of it.
fn some_turn(chance: &mut Chance, from: &AnyPosition) -> Vec<Step> {
    let (mut now, mut turn) = (*from, Vec::new());
    while now.turn() == from.turn() && turn.len() < 12 && now.outcome().is_none() {
        let list = now.list();
        let ends = list.contains(&Step::End) && chance.one_in(2);
        let Some(step) = (if ends { Some(Step::End) } else { chance.of(&list) }) else {
            break;
        };
        if matches!(step, Step::Draw(_)) {
            break;
        }
        now.play(step);
        turn.push(step);
    }
    turn
}

/// The steps of the finished turns of the line played, and how the game ended.
fn settled(game: &Game) -> (Vec<Step>, Option<record::Verdict>) {
    let whole = game.main_line().filter(|&turn| game.is_whole(turn));
    (whole.flat_map(|turn| game.steps(turn)).copied().collect(), game.verdict())
}

/// Whether an event is something that a player does to the game.
fn is_of_player(event: &Event) -> bool {
    matches!(
        event,
        Event::Tap(_)
            | Event::Step(_)
            | Event::EndTurn
            | Event::Draw
            | Event::PlaceRest
            | Event::Shuffle
            | Event::Redo
            | Event::Woken(AHEAD)
    )
}

/// Whether an event only looks about, or says or changes something beside the line played.
fn looks(event: &Event) -> bool {
    matches!(
        event,
        Event::Walk(_)
            | Event::Show(_)
            | Event::Replay
            | Event::PromoteTurn(_)
            | Event::MakeMainLine(_)
            | Event::Delete(_)
            | Event::Comment(..)
            | Event::Glyphs(..)
            | Event::Mark(..)
            | Event::Sketch(_)
            | Event::Graft(_)
            | Event::Review
            | Event::StopReview
            | Event::NextLapse
            | Event::ShowLapse(_)
    )
}

/// Whether a touch shows the rest of the computer's turn.
fn finishes(event: &Event, doing: table::Doing) -> bool {
    is_of_player(event) && doing == table::Doing::Plays
}

/// An event in few words.
fn brief(event: &Event) -> String {
    let text = match event {
        Event::Loaded { found, .. } => format!("Loaded {:?}", found.as_ref().map(|f| f.revision)),
        Event::Refused { found, .. } => format!("Refused {:?}", found.as_ref().map(|f| f.revision)),
        Event::Came(link) => format!("Came …{}", &link[link.len().saturating_sub(12)..]),
        other => format!("{other:?}"),
    };
    text.chars().take(160).collect()
}
