//! The targets for what the two devices of a live game, those who watch it, and pages in a lobby say. Data is
//! lines; the first byte of each says how it comes.

use std::cell::RefCell;

use record::letter::{Letter, Played, SeatKey, Sent, clean_line};
use record::link::{self, Section};
use record::{Ending, TimeControl, Verdict};
use rules::{AnyPosition, Color, GameId, Step};
use table::{
    Agreed, Event, Lobby, LobbyEvent, LobbyRequest, Moment, Purpose, Question, Request, Setup,
    Stored, Table, Watch, Wire,
};

/// A page of the lobby: what the relay vouches for.
fn page(number: u8) -> String {
    format!("U{number:055}")
}

/// Tells a lobby what other pages say (`h`, the page's letter, the text), and what its player does. Whatever is
/// said, the list is bounded, and a name in it may be shown.
pub fn lobby(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut lobby = Lobby::new(&page(0), "key", Vec::new());
    let mut now = 0;
    for line in text.split('\n') {
        let mut signs = line.chars();
        let terms = || {
            let clock = TimeControl::parse("300+5");
            table::Terms::new(GameId::Magnetic, Some(Color::White), clock)
        };
        let event = match signs.next() {
            Some('j') => LobbyEvent::Joined,
            Some('l') => LobbyEvent::Lost,
            Some('t') => {
                now += 3_000;
                LobbyEvent::Tick
            }
            Some('o') => LobbyEvent::Offer(terms(), signs.as_str().to_owned()),
            Some('w') => LobbyEvent::Withdraw,
            Some('s') => LobbyEvent::Sealed(signs.as_str().to_owned()),
            Some('k') => {
                let Some(first) = lobby.challenges().next() else { continue };
                let (page, number) = (first.page.clone(), first.number);
                LobbyEvent::Take { page, number, name: signs.as_str().to_owned() }
            }
            Some('d') => {
                let Some(first) = lobby.challenges().next() else { continue };
                LobbyEvent::Hide(first.page.clone())
            }
            Some('h') => {
                let Some(of) = signs.next() else { continue };
                let page = page(of as u8 % 100);
                LobbyEvent::Heard { page, text: signs.as_str().to_owned() }
            }
            _ => continue,
        };
        let was_leaving = lobby.is_leaving();
        let out = lobby.handle(now, event.clone());
        assert!(lobby.challenges().count() <= 200);
        for one in lobby.challenges() {
            let clean = clean_line(&one.name, 40);
            assert!(clean == one.name && one.page != page(0), "{one:?}");
        }
        let begins = |request: &LobbyRequest| matches!(request, LobbyRequest::Begin);
        // No game begins that the player has not offered or taken.
        assert!(was_leaving || !out.iter().any(begins), "{event:?}");
        if let LobbyEvent::Heard { text, .. } = &event {
            let _ = lobby.agreed(text);
        }
    }
}

/// Both players' tables of a live game after a turn, one who watches, and letters that may come.
struct Room {
    tables: [Table; 2],
    watcher: Table,
    letters: Vec<String>,
}

/// What a table has said, and the alarms that it has set.
#[derive(Default)]
struct Out {
    told: Vec<String>,
    alarms: Vec<u64>,
}

fn handle(table: &mut Table, now: u64, event: Event, out: &mut Out) {
    for request in table.handle(Moment { now, random: 1 }, event) {
        match request {
            Request::Load { key } => {
                handle(table, now, Event::Loaded { key, found: None }, out);
            }
            Request::Keep { key, revision, .. } => {
                handle(table, now, Event::Kept { key, revision }, out);
            }
            Request::Tell { message, .. } => out.told.push(message),
            Request::Wake { id, .. } => out.alarms.push(id),
            _ => {}
        }
    }
}

fn wire(table: &mut Table, now: u64, wire: Wire, out: &mut Out) {
    handle(table, now, Event::Wire(Box::new(wire)), out);
}

/// Each hears what the other has said, until both are silent.
fn converse(tables: &mut [Table; 2], now: u64, mut outs: [Out; 2]) {
    for _ in 0..20 {
        for of in 0..2 {
            for message in std::mem::take(&mut outs[of].told) {
                wire(&mut tables[1 - of], now, Wire::Heard(message), &mut outs[1 - of]);
            }
        }
    }
}

/// The letter of a stored game by link, and its seat.
fn state_of(table: &Table) -> Option<(Played, SeatKey)> {
    let post = table.content().post?;
    let opened = link::read(&link::within(&post.seat)).ok()?;
    let find = |kind| opened.sections.iter().find(|section: &&Section| section.kind == kind);
    let seat = SeatKey::read(&find(link::kind::SEAT)?.bytes).ok()?;
    let newest = link::read(&link::within(&post.link)).ok()?;
    let letter = newest.sections.iter().find(|section| section.kind == link::kind::LETTER)?;
    Some((Played { letter: Letter::read(&letter.bytes).ok()?, record: newest.record }, seat))
}

fn link_of(played: &Played) -> Option<String> {
    let letter = Section { kind: link::kind::LETTER, bytes: played.letter.write() };
    link::write(&played.record, &[letter]).ok()
}

impl Room {
    fn new() -> Room {
        let start = AnyPosition::initial(GameId::Orthodox);
        let invited =
            table::invitation(start, Color::White, "Ada", Agreed::live("300+5"), &[7; 56]);
        let Some(Request::BeginByLink { key, content }) = invited else { panic!("no invitation") };
        let invitation = content.post.as_ref().map(|post| post.link.clone()).unwrap_or_default();
        let (mut white, _) = Table::new(Setup::here(start, &key));
        let found = Some(Stored { revision: 1, content });
        let mut outs = [Out::default(), Out::default()];
        handle(&mut white, 0, Event::Loaded { key, found }, &mut outs[0]);
        let (mut black, _) = Table::open(&invitation).unwrap_or_else(|error| panic!("{error}"));
        let key = black.key().to_owned();
        handle(&mut black, 0, Event::Loaded { key, found: None }, &mut outs[1]);
        let accept = Event::Accept { name: "Bea".to_owned(), quick: false, entropy: [9; 56] };
        let mut tables = [white, black];
        for (of, table) in tables.iter_mut().enumerate() {
            wire(table, 0, Wire::Calling, &mut outs[of]);
        }
        handle(&mut tables[1], 0, accept, &mut outs[1]);
        for (of, table) in tables.iter_mut().enumerate() {
            wire(table, 10, Wire::Open, &mut outs[of]);
        }
        converse(&mut tables, 20, outs);
        let mut letters = Vec::new();
        for (number, text) in ["e2e4", "e7e5", "g1f3"].into_iter().enumerate() {
            let of = number % 2;
            let mut outs = [Out::default(), Out::default()];
            handle(&mut tables[of], 1_000, Event::Typed(text.to_owned()), &mut outs[of]);
            letters.extend(tables[of].letter_link().map(str::to_owned));
            if number == 1 {
                // The third turn is not made yet: its letter may come.
                let mut ahead = tables.clone();
                converse(&mut ahead, 1_000, outs);
                handle(&mut ahead[0], 2_000, Event::Typed("g1f3".to_owned()), &mut Out::default());
                letters.extend(ahead[0].letter_link().map(str::to_owned));
                break;
            }
            converse(&mut tables, 1_000, outs);
        }
        assert!(tables.iter().all(|table| table.game().main_line().count() > 0));
        // What either side could say instead, honest or not.
        for table in &tables {
            let Some((played, seat)) = state_of(table) else { continue };
            let acts = [
                Sent::Resignation,
                Sent::DrawAccepted,
                Sent::TakebackAsked,
                Sent::TakebackGranted,
                Sent::TakebackRefused,
                Sent::TimeUp,
                Sent::Claim,
            ];
            let others = acts
                .into_iter()
                .filter_map(|act| played.reply(&seat, &played.record, act, false).ok());
            letters.extend(others.filter_map(|other| link_of(&other)));
        }
        assert!(letters.len() > 8, "{}", letters.len());
        let setup = Setup { purpose: Purpose::Show, ..Setup::here(start, "") };
        let (mut watcher, _) = Table::new(setup);
        for watch in [Watch::Calling, Watch::Open] {
            handle(&mut watcher, 0, Event::Watch(Box::new(watch)), &mut Out::default());
        }
        Room { tables, watcher, letters }
    }
}

thread_local! {
    static ROOM: RefCell<Option<Room>> = const { RefCell::new(None) };
}

/// Tells the tables of a live game what comes from outside: `h` what the other side says, `k` what the line keeps,
/// `c` a link by hand, `w` what one who watches says, `v` what players show those who watch; `l`, `o`, `j` and `g`
/// the line; `t` that time passes. `L` and a letter of the alphabet, behind one of the first three, is a letter that
/// fits. No turn is lost, nobody loses by a claim that only the other side has said, and what is asked has words.
pub fn live(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    ROOM.with_borrow_mut(|room| {
        let Room { tables, watcher, letters } = room.get_or_insert_with(Room::new);
        for table in [&tables[0], &tables[1], watcher] {
            hear(table.clone(), letters, text);
        }
    });
}

fn hear(mut table: Table, letters: &[String], text: &str) {
    let mut now = 3_000;
    let mut out = Out::default();
    for line in text.split('\n') {
        let Some(way) = line.chars().next() else { continue };
        let rest = &line[way.len_utf8()..];
        let known = rest.strip_prefix('L').and_then(|rest| {
            let number = usize::from(*rest.as_bytes().first()?);
            letters.get(number.checked_sub(usize::from(b'a'))?)
        });
        let message = match known {
            Some(link) => format!("1 letter {link}"),
            None => rest.to_owned(),
        };
        let event = match way {
            'h' => Wire::Heard(message),
            'k' => Wire::Kept(message),
            'c' => Wire::Came(known.cloned().unwrap_or(message)),
            'w' => Wire::Watched(message),
            'l' => Wire::Lost,
            'o' => Wire::Open,
            'j' => Wire::Joined,
            'g' => Wire::Left,
            'v' => {
                let event = Event::Watch(Box::new(Watch::Heard(message)));
                handle(&mut table, now, event, &mut out);
                continue;
            }
            't' => {
                now += 2_000;
                for id in std::mem::take(&mut out.alarms) {
                    handle(&mut table, now, Event::Woken(id), &mut out);
                }
                continue;
            }
            _ => continue,
        };
        let is_kept = matches!(event, Wire::Kept(_));
        let (before, verdict) = (turns(&table), table.game().verdict());
        wire(&mut table, now, event, &mut out);
        assert!(turns(&table).starts_with(&before), "a turn was lost");
        let is_left =
            |end: Option<Verdict>| end.is_some_and(|end| end.ending == Ending::Abandonment);
        assert!(is_kept || is_left(verdict) || !is_left(table.game().verdict()), "{line}");
        let view = table.view();
        assert!(view.question.is_none() || table.asked().is_some());
        if let Some(Question::Came(came)) = view.question {
            let read = link::read(&link::within(&came.link));
            assert!(read.is_ok(), "{read:?}");
        }
    }
}

/// The finished turns.
fn turns(table: &Table) -> Vec<Vec<Step>> {
    let game = table.game();
    let whole = game.main_line().filter(|&turn| game.is_whole(turn));
    whole.map(|turn| game.steps(turn).to_vec()).collect()
}
