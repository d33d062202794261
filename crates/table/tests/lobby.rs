//! The lobby of a relay: pages that challenge each other, floods, and whatever else pages may say.

use record::TimeControl;
use rules::{Color, GameId};
use table::{Lobby, LobbyEvent, LobbyRequest, Sentence, Terms};
use testkit::chance::Chance;

use crate::written::ledger;

const BEAT: u64 = 4_000;
const LIFE: u64 = 3 * BEAT;
const PATIENCE: u64 = 10_000;
const MOST: usize = 200;

/// The public name of a page.
fn page(number: usize) -> String {
    format!("U{number:055}")
}

fn key(number: usize) -> String {
    format!("key{number}")
}

fn magnetic() -> Terms {
    Terms::new(GameId::Magnetic, Some(Color::White), TimeControl::parse("300+5"))
}

fn lobby(number: usize) -> Lobby {
    let mut lobby = Lobby::new(&page(number), &key(number), Vec::new());
    assert!(lobby.handle(0, LobbyEvent::Joined).is_empty());
    lobby
}

fn hear(lobby: &mut Lobby, now: u64, from: usize, text: &str) -> Vec<LobbyRequest> {
    lobby.handle(now, LobbyEvent::Heard { page: page(from), text: text.to_owned() })
}

fn open(from: usize, number: u32, name: &str) -> String {
    format!("1 open {number} magnetic white 300+5 {} {name}", key(from))
}

fn take(of: usize, number: u32, name: &str) -> LobbyEvent {
    LobbyEvent::Take { page: page(of), number, name: name.to_owned() }
}

fn names(lobby: &Lobby) -> Vec<&str> {
    lobby.challenges().map(|one| one.name.as_str()).collect()
}

fn published(requests: &[LobbyRequest]) -> Vec<&str> {
    let texts = requests.iter().filter_map(|request| match request {
        LobbyRequest::Publish(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

fn said(requests: &[LobbyRequest]) -> Vec<&'static str> {
    let keys = requests.iter().filter_map(|request| match request {
        LobbyRequest::Say(Sentence { key, .. }) => Some(*key),
        _ => None,
    });
    keys.collect()
}

/// Several pages at one relay, which loses nothing and keeps the order.
struct Room {
    now: u64,
    pages: Vec<Lobby>,
    /// Who has begun a game with whom, and who has opened whose.
    given: Vec<(usize, String)>,
    /// Who has left for a game.
    begun: Vec<usize>,
    opened: Vec<(usize, String)>,
    said: Vec<(usize, &'static str)>,
}

impl Room {
    fn new(count: usize) -> Room {
        let pages = (0..count).map(lobby).collect();
        Room {
            now: 0,
            pages,
            given: Vec::new(),
            begun: Vec::new(),
            opened: Vec::new(),
            said: Vec::new(),
        }
    }

    /// What a page does, before anybody hears of it.
    fn does(&mut self, place: usize, event: LobbyEvent) -> Vec<(usize, String)> {
        let mut told = Vec::new();
        let mut open = vec![event];
        while let Some(event) = open.pop() {
            let requests = self.pages[place].handle(self.now, event.clone());
            let page = &self.pages[place];
            ledger::note(|| {
                let challenges: Vec<_> = page.challenges().collect();
                format!(
                    "{place} at {}: {event:?}\n{requests:?}\n{challenges:?}\n{:?} {:?} {} {} {}",
                    self.now,
                    page.awaited(),
                    page.own(),
                    page.is_joined(),
                    page.is_leaving(),
                    page.hides()
                )
            });
            for request in requests {
                match request {
                    LobbyRequest::Publish(text) => told.push((place, text)),
                    LobbyRequest::Give { page, terms, .. } => {
                        assert_eq!(terms, magnetic());
                        self.given.push((place, page));
                        open.push(LobbyEvent::Sealed("sealed".to_owned()));
                    }
                    LobbyRequest::Open { page, sealed, .. } => {
                        assert_eq!(sealed, "sealed");
                        self.opened.push((place, page));
                    }
                    LobbyRequest::Say(sentence) => self.said.push((place, sentence.key)),
                    LobbyRequest::Begin => self.begun.push(place),
                    LobbyRequest::KeepHidden(_) => {}
                }
            }
        }
        told
    }

    /// All hear what was told, and what they answer.
    fn hears(&mut self, mut told: Vec<(usize, String)>) {
        while !told.is_empty() {
            let (from, text) = told.remove(0);
            for to in (0..self.pages.len()).filter(|&to| to != from) {
                let event = LobbyEvent::Heard { page: page(from), text: text.clone() };
                told.extend(self.does(to, event));
            }
        }
    }

    fn act(&mut self, place: usize, event: LobbyEvent) {
        let told = self.does(place, event);
        self.hears(told);
    }

    fn wait(&mut self, time: u64) {
        let end = self.now + time;
        while self.now < end {
            self.now = (self.now + 1_000).min(end);
            for place in 0..self.pages.len() {
                self.act(place, LobbyEvent::Tick);
            }
        }
    }
}

#[test]
fn a_challenge_lives_by_its_heartbeat_and_goes_with_its_page() {
    let mut room = Room::new(2);
    room.act(0, LobbyEvent::Offer(magnetic(), "Ada".to_owned()));
    assert_eq!(names(&room.pages[1]), ["Ada"]);
    room.wait(60_000);
    assert_eq!(names(&room.pages[1]), ["Ada"]);
    // Who comes later hears of it within a beat.
    room.pages.push(lobby(2));
    room.wait(BEAT);
    assert_eq!(names(&room.pages[2]), ["Ada"]);
    room.act(0, LobbyEvent::Withdraw);
    assert!(names(&room.pages[1]).is_empty());
    // A page that dies says nothing.
    room.act(0, LobbyEvent::Offer(magnetic(), "Ada".to_owned()));
    let mut alone = room.pages.remove(1);
    let heard = room.now;
    alone.handle(heard + LIFE - 1, LobbyEvent::Tick);
    assert_eq!(names(&alone), ["Ada"]);
    alone.handle(heard + LIFE, LobbyEvent::Tick);
    assert!(names(&alone).is_empty());
}

#[test]
fn the_first_who_takes_a_challenge_has_it_and_the_other_is_told() {
    let mut room = Room::new(4);
    room.act(0, LobbyEvent::Offer(magnetic(), "Ada".to_owned()));
    // Both take it before either is heard.
    let mut told = room.does(1, take(0, 1, "Ben"));
    told.extend(room.does(2, take(0, 1, "Cleo")));
    assert_eq!(room.pages[2].awaited(), Some((page(0).as_str(), 1)));
    room.hears(told);
    assert_eq!(room.given, [(0, page(1))]);
    assert_eq!(room.opened, [(1, page(0))]);
    assert_eq!(room.said, [(2, "lobby.taken")]);
    assert_eq!(room.pages[2].awaited(), None);
    for looks in &room.pages[1..] {
        assert!(names(looks).is_empty());
    }
    assert!(room.pages[0].is_leaving() && room.pages[1].is_leaving());
    // Who leaves offers nothing and takes nothing any more.
    room.act(0, LobbyEvent::Offer(magnetic(), "Ada".to_owned()));
    assert!(names(&room.pages[3]).is_empty());
}

#[test]
fn two_who_take_each_other_have_one_game() {
    let mut room = Room::new(3);
    room.act(0, LobbyEvent::Offer(magnetic(), "Ada".to_owned()));
    room.act(1, LobbyEvent::Offer(magnetic(), "Ben".to_owned()));
    let mut told = room.does(0, take(1, 1, "Ada"));
    told.extend(room.does(1, take(0, 1, "Ben")));
    room.hears(told);
    assert_eq!(room.given, [(0, page(1))]);
    assert_eq!(room.opened, [(1, page(0))]);
    assert!(names(&room.pages[2]).is_empty());
}

#[test]
fn who_takes_what_is_gone_is_told_and_offers_again() {
    let mut room = Room::new(2);
    room.act(0, LobbyEvent::Offer(magnetic(), "Ada".to_owned()));
    room.act(1, LobbyEvent::Offer(magnetic(), "Ben".to_owned()));
    // The page of the challenge does not answer.
    let silent = room.does(1, take(0, 1, "Ben"));
    assert_eq!(silent.len(), 2, "withdraws, and takes");
    room.hears(silent[..1].to_vec());
    assert!(names(&room.pages[0]).is_empty());
    room.wait(PATIENCE - 1_000);
    assert!(room.said.is_empty());
    room.wait(1_000);
    assert_eq!(room.said, [(1, "lobby.vanished")]);
    assert_eq!(names(&room.pages[0]), ["Ben"]);
    // A challenge that has not been heard cannot be taken, nor one that was changed meanwhile.
    room.said.clear();
    room.act(1, take(7, 1, "Ben"));
    room.act(0, LobbyEvent::Offer(magnetic(), "Ada".to_owned()));
    room.act(1, take(0, 1, "Ben"));
    assert_eq!(room.said, [(1, "lobby.vanished"), (1, "lobby.vanished")]);
    assert!(room.given.is_empty());
}

#[test]
fn a_challenge_that_was_shown_does_not_change() {
    let mut lobby = lobby(0);
    hear(&mut lobby, 0, 1, &open(1, 5, "Ada"));
    for text in [
        "1 open 5 magnetic black 60 key1 Eve",
        "1 open 4 magnetic black 60 key1 Eve",
        "1 open 5 magnetic white 300+5 other Ada",
    ] {
        hear(&mut lobby, 1, 1, text);
        let [challenge] = lobby.challenges().collect::<Vec<_>>()[..] else { panic!("one") };
        assert_eq!((challenge.number, challenge.terms), (5, magnetic()));
        assert_eq!((challenge.name.as_str(), challenge.key.as_str()), ("Ada", "key1"));
    }
    hear(&mut lobby, 2, 1, "1 open 6 chessence - - key1 Ada");
    let found: Vec<_> = lobby.challenges().map(|one| (one.number, one.terms)).collect();
    assert_eq!(found, [(6, Terms::new(GameId::Chessence, None, None))]);
}

#[test]
fn what_is_no_message_is_ignored() {
    let mut lobby = lobby(0);
    let long = open(1, 1, &"x".repeat(2_000));
    for text in [
        "",
        " ",
        "1",
        "1 open",
        "2 open 1 magnetic white 300+5 key Ada",
        "1 open -1 magnetic white 300+5 key Ada",
        "1 open 99999999999 magnetic white 300+5 key Ada",
        "1 open 1 nothing white 300+5 key Ada",
        "1 open 1 magnetic green 300+5 key Ada",
        "1 open 1 magnetic white 40/9000 key Ada",
        "1 open 1 magnetic white 300+5 k<y Ada",
        "1 open 1 magnetic white 300+5  Ada",
        "1 open 1 magnetic white 300+5 key",
        "1 gone away",
        "1 take",
        "1 give U 1 x",
        "\u{0}",
        &long,
    ] {
        assert!(hear(&mut lobby, 0, 1, text).is_empty(), "{text}");
        assert_eq!(lobby.challenges().count(), 0, "{text}");
        lobby.handle(BEAT, LobbyEvent::Tick);
    }
    // The relay vouches for names: what is none comes from nowhere.
    for from in ["", "U", "*", &page(1).to_lowercase(), &page(0)] {
        lobby.handle(9, LobbyEvent::Heard { page: from.to_owned(), text: open(1, 1, "Ada") });
        assert_eq!(lobby.challenges().count(), 0, "{from}");
    }
}

#[test]
fn names_are_cut_and_cannot_turn_the_text_around_them() {
    let mut lobby = lobby(0);
    let hostile = [
        ("  Ada  ", "Ada"),
        ("\u{202e}abc\u{2066}", "abc"),
        ("a\u{7}b\u{2028}c\td", "a b c d"),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("\u{200f}", ""),
        ("", ""),
        (
            "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
            "abcdefghijklmnopqrstuvwxyzabcdefghijklmn",
        ),
    ];
    for (number, (name, _)) in hostile.iter().enumerate() {
        hear(&mut lobby, 0, number + 1, &open(number + 1, 1, name));
    }
    let wanted: Vec<&str> = hostile.iter().map(|&(_, shown)| shown).collect();
    assert_eq!(names(&lobby), wanted);
}

#[test]
fn a_flood_fills_a_list_of_bounded_length_and_the_rest_goes_on() {
    let mut lobby = lobby(0);
    hear(&mut lobby, 0, 1, &open(1, 1, "Ada"));
    // One page says as much as its line allows.
    for number in 2..5_000 {
        hear(&mut lobby, 1, 2, &open(2, number, "flood"));
    }
    assert_eq!(names(&lobby), ["Ada", "flood"]);
    let newest = lobby.challenges().nth(1).map(|one| one.number);
    assert_eq!(newest, Some(9), "the first eight messages were read");
    // Many pages do.
    for from in 3..5_000 {
        hear(&mut lobby, 2, from, &open(from, 1, "flood"));
    }
    assert_eq!(lobby.challenges().count(), MOST);
    // Who stood there before stays, and a duplicate is no second one.
    for beat in 1..10 {
        hear(&mut lobby, beat * BEAT, 1, &open(1, 1, "Ada"));
        hear(&mut lobby, beat * BEAT, 1, &open(1, 1, "Ada"));
        assert_eq!(names(&lobby).iter().filter(|&&name| name == "Ada").count(), 1);
    }
    // When the flood is over, so is its list.
    assert_eq!(names(&lobby), ["Ada"]);
}

#[test]
fn hidden_names_and_pages_are_not_shown_and_take_nothing() {
    let mut lobby = lobby(0);
    hear(&mut lobby, 0, 1, &open(1, 1, "Eve"));
    hear(&mut lobby, 0, 2, &open(2, 1, ""));
    hear(&mut lobby, 0, 3, &open(3, 1, "Ada"));
    let kept = lobby.handle(1, LobbyEvent::Hide(page(1)));
    assert_eq!(kept, [LobbyRequest::KeepHidden(vec!["Eve".to_owned()])]);
    assert!(lobby.handle(1, LobbyEvent::Hide(page(2))).is_empty(), "has no name to be kept");
    assert_eq!(names(&lobby), ["Ada"]);
    // Under another name from the same page, and under the same from another.
    hear(&mut lobby, 2, 1, &open(1, 2, "Eva"));
    hear(&mut lobby, 2, 4, &open(4, 1, "Eve"));
    assert_eq!(names(&lobby), ["Ada"]);
    lobby.handle(3, LobbyEvent::Offer(magnetic(), "Me".to_owned()));
    for from in [1, 4] {
        let taken = hear(&mut lobby, 4, from, &format!("1 take {} 1 key Eve", page(0)));
        assert!(taken.is_empty());
    }
    let taken = hear(&mut lobby, 4, 3, &format!("1 take {} 1 key3 Ada", page(0)));
    assert!(matches!(&taken[..], [LobbyRequest::Give { key, .. }] if key == "key3"));
    // The link could not be made: the challenge is withdrawn.
    assert_eq!(published(&lobby.handle(5, LobbyEvent::Withdraw)), ["1 gone"]);
    assert!(!lobby.is_leaving());
    lobby.handle(5, LobbyEvent::ShowAll);
    assert_eq!(lobby.challenges().count(), 4);
    // What was kept on the device holds from the beginning.
    let mut again = Lobby::new(&page(0), "key", vec!["Eve".to_owned()]);
    hear(&mut again, 0, 1, &open(1, 1, "Eve"));
    assert!(again.hides() && again.challenges().count() == 0);
}

#[test]
fn a_page_says_nothing_while_the_relay_is_away_and_goes_on_after_that() {
    let mut lobby = lobby(0);
    lobby.handle(0, LobbyEvent::Lost);
    let quiet = lobby.handle(1, LobbyEvent::Offer(magnetic(), "Ada".to_owned()));
    assert!(published(&quiet).is_empty());
    assert!(said(&lobby.handle(BEAT * 2, take(1, 1, "Ada"))).is_empty());
    let back = lobby.handle(BEAT * 3, LobbyEvent::Joined);
    assert_eq!(published(&back), ["1 open 1 magnetic white 300+5 key0 Ada"]);
    // Whatever happens brings the beat, also where alarms are rare.
    let heard = hear(&mut lobby, BEAT * 4, 1, "nothing");
    assert_eq!(published(&heard).len(), 1);
}

#[test]
fn a_link_that_is_lost_is_told_again_and_who_vanishes_is_given_up() {
    let mut room = Room::new(2);
    room.act(0, LobbyEvent::Offer(magnetic(), "Ada".to_owned()));
    let told = room.does(1, take(0, 1, "Ben"));
    // The link is lost, and so is the first word that it has come.
    let lost = room.does(0, LobbyEvent::Heard { page: page(1), text: told[0].1.clone() });
    assert_eq!(lost.len(), 1);
    assert!(room.begun.is_empty(), "nobody has it yet");
    room.now += 1_000;
    let again = room.does(0, LobbyEvent::Tick);
    assert_eq!(again, lost);
    let word = room.does(1, LobbyEvent::Heard { page: page(0), text: again[0].1.clone() });
    assert_eq!(word, [(1, format!("1 have {} 1", page(0)))]);
    assert_eq!(room.opened, [(1, page(0))]);
    room.now += 1_000;
    let again = room.does(0, LobbyEvent::Tick);
    let word_again = room.does(1, LobbyEvent::Heard { page: page(0), text: again[0].1.clone() });
    assert_eq!(word_again, word);
    assert_eq!(room.opened.len(), 1, "it is opened once");
    room.hears(word_again);
    assert_eq!(room.begun, [0]);

    // The page that has taken a challenge is gone.
    let mut room = Room::new(2);
    room.act(0, LobbyEvent::Offer(magnetic(), "Ada".to_owned()));
    let told = room.does(1, take(0, 1, "Ben"));
    room.does(0, LobbyEvent::Heard { page: page(1), text: told[0].1.clone() });
    room.pages.truncate(1);
    room.wait(PATIENCE);
    assert_eq!((room.said.as_slice(), room.begun.len()), (&[(0, "lobby.vanished")][..], 0));
    assert!(room.pages[0].own().is_some() && !room.pages[0].is_leaving(), "it stands again");
}

#[test]
fn a_game_begins_without_a_question_if_it_is_the_one_that_was_accepted() {
    let invitation = |game: GameId, color: Color, clock: &str| {
        let start = rules::AnyPosition::initial(game);
        let begun = table::invitation(start, color, "Ada", table::Agreed::live(clock), &[7; 56]);
        let Some(table::Request::BeginByLink { key, content }) = begun else { panic!() };
        (key, content.post.unwrap().link)
    };
    let mut room = Room::new(2);
    room.act(0, LobbyEvent::Offer(magnetic(), "Ada".to_owned()));
    let (key, link) = invitation(GameId::Magnetic, Color::White, "300+5");
    assert_eq!(room.pages[1].agreed(&link), None, "nothing was accepted");
    room.act(1, take(0, 1, "Ben"));
    assert_eq!(room.pages[1].agreed(&link), Some(key));
    for (game, color, clock) in [
        (GameId::Chessence, Color::White, "300+5"),
        (GameId::Magnetic, Color::Black, "300+5"),
        (GameId::Magnetic, Color::White, "60"),
        (GameId::Magnetic, Color::White, ""),
    ] {
        assert_eq!(room.pages[1].agreed(&invitation(game, color, clock).1), None);
    }
    assert_eq!(room.pages[1].agreed("#g=nothing"), None);
}

#[test]
fn a_full_list_keeps_those_that_go_on_and_lets_go_who_is_silent() {
    let mut lobby = lobby(0);
    for from in 1..=MOST {
        hear(&mut lobby, 0, from, &open(from, 1, &format!("p{from}")));
    }
    // All but one go on, while many others speak.
    for from in 2..=MOST {
        hear(&mut lobby, BEAT, from, &open(from, 1, ""));
    }
    for from in 1_000..4_000 {
        hear(&mut lobby, BEAT + 1, from, &open(from, 1, "flood"));
    }
    assert!(!names(&lobby).contains(&"flood"), "nobody is late");
    // Those in the list are heard, although enough was read.
    hear(&mut lobby, BEAT + 2, 2, &open(2, 2, "again"));
    assert!(names(&lobby).contains(&"again"));
    for from in [7_000, 7_001] {
        hear(&mut lobby, 2 * BEAT + 1, from, &open(from, 1, "flood"));
    }
    let flood = names(&lobby).iter().filter(|&&name| name == "flood").count();
    assert_eq!((flood, names(&lobby).len(), names(&lobby).contains(&"p1")), (1, MOST, false));
}

/// Pages that do this and that, over and over: nobody is in two games, and each game has two sides.
#[test]
fn in_any_order_each_game_has_two_players() {
    for seed in 0..300 {
        let mut chance = Chance(seed);
        let mut room = Room::new(6);
        // What a page has told is heard whenever it is, by all at once.
        let mut waits: Vec<(usize, String)> = Vec::new();
        for _ in 0..200 {
            let place = chance.below(6);
            room.now += chance.below(700) as u64;
            let told = match chance.below(5) {
                0 => room.does(place, LobbyEvent::Offer(magnetic(), format!("p{place}"))),
                1 => room.does(place, LobbyEvent::Tick),
                2 => {
                    let all: Vec<_> = room.pages[place].challenges().cloned().collect();
                    match all.get(chance.below(6)) {
                        Some(one) => {
                            let (page, number) = (one.page.clone(), one.number);
                            let name = String::new();
                            room.does(place, LobbyEvent::Take { page, number, name })
                        }
                        None => Vec::new(),
                    }
                }
                // Who withdraws from a game that begins may begin another.
                3 if chance.below(4) == 0 && !room.pages[place].is_leaving() => {
                    room.does(place, LobbyEvent::Withdraw)
                }
                _ if !waits.is_empty() => {
                    let (from, text) = waits.remove(0);
                    let mut told = Vec::new();
                    for to in (0..6).filter(|&to| to != from) {
                        let event = LobbyEvent::Heard { page: page(from), text: text.clone() };
                        told.extend(room.does(to, event));
                    }
                    told
                }
                _ => Vec::new(),
            };
            waits.extend(told);
        }
        room.hears(waits);
        // Who has left knows that the other side has the link.
        for giver in &room.begun {
            assert!(room.opened.iter().any(|(_, of)| *of == page(*giver)), "seed {seed}");
        }
        // A link may go to one who has waited too long; who opened one has opened that.
        for (taker, giver) in &room.opened {
            let mut of = room.given.iter().filter(|(place, _)| page(*place) == *giver);
            assert!(of.any(|(_, to)| *to == page(*taker)), "seed {seed}");
        }
        for place in 0..6 {
            let gives = room.begun.iter().filter(|&&giver| giver == place).count();
            let opens = room.opened.iter().filter(|(taker, _)| *taker == place).count();
            assert!(gives + opens <= 1, "seed {seed}: {place} is in {gives} + {opens} games");
        }
    }
}

#[test]
fn a_game_comes_from_who_offered_it_and_for_the_challenge_that_was_taken() {
    let mut me = lobby(1);
    for (from, name) in [(0, "Ada"), (2, "Cleo")] {
        hear(&mut me, 0, from, &open(from, 1, name));
    }
    me.handle(10, take(0, 1, "Ben"));
    let give = |to: usize, number: u32| format!("1 give {} {number} sealed", page(to));
    for (from, to, number) in [(2, 1, 1), (0, 1, 2)] {
        assert_eq!(hear(&mut me, 20, from, &give(to, number)), [], "{from} {to} {number}");
        assert_eq!(me.awaited(), Some((page(0).as_str(), 1)));
    }
    let word = format!("1 have {} 1", page(0));
    let out = hear(&mut me, 30, 0, &give(1, 1));
    assert!(out.iter().any(|request| matches!(request, LobbyRequest::Open { .. })), "{out:?}");
    assert_eq!(published(&out), [word.as_str()]);
    // The word that it has come was lost: it is given once more, and by nobody else.
    for (from, to, number) in [(2, 1, 1), (0, 1, 2), (0, 2, 1)] {
        assert_eq!(hear(&mut me, 40, from, &give(to, number)), [], "{from} {to} {number}");
    }
    assert_eq!(hear(&mut me, 50, 0, &give(1, 1)), [LobbyRequest::Publish(word)]);
}

#[test]
fn a_relay_is_there_from_when_it_is_joined_until_it_is_lost() {
    let mut lobby = Lobby::new(&page(0), &key(0), Vec::new());
    assert!(!lobby.is_joined());
    lobby.handle(0, LobbyEvent::Joined);
    assert!(lobby.is_joined());
    lobby.handle(1, LobbyEvent::Lost);
    assert!(!lobby.is_joined());
}

#[test]
fn the_key_of_a_challenge_is_base64_of_links() {
    let listed = |key: &str| {
        let mut lobby = lobby(1);
        hear(&mut lobby, 0, 0, &format!("1 open 1 magnetic white 300+5 {key} Ada"));
        lobby.challenges().next().map(|one| one.key.clone())
    };
    for key in ["key0", "a-b", "a_B9"] {
        assert_eq!(listed(key).as_deref(), Some(key));
    }
    for key in ["a+b", "a/b", "ab=", "\u{e4}"] {
        assert_eq!(listed(key), None, "{key}");
    }
}

/// Whoever has the link of an open invitation may answer it: it is not the game of those two.
#[test]
fn an_invitation_to_anybody_is_not_the_game_that_was_accepted() {
    let invitation = |open: bool| {
        let start = rules::AnyPosition::initial(GameId::Magnetic);
        let agreed = table::Agreed { open, ..table::Agreed::live("300+5") };
        let begun = table::invitation(start, Color::White, "Ada", agreed, &[7; 56]);
        let Some(table::Request::BeginByLink { content, .. }) = begun else { panic!() };
        content.post.unwrap().link
    };
    let mut room = Room::new(2);
    room.act(0, LobbyEvent::Offer(magnetic(), "Ada".to_owned()));
    room.act(1, take(0, 1, "Ben"));
    assert!(room.pages[1].agreed(&invitation(false)).is_some());
    assert_eq!(room.pages[1].agreed(&invitation(true)), None);
}

/// Of all that pages say in the time of a beat so much is read and no more, except of those in the list.
#[test]
fn when_enough_was_read_nobody_is_added_and_those_in_the_list_are_heard() {
    let mut lobby = lobby(0);
    hear(&mut lobby, 0, 1, &open(1, 1, "Ada"));
    for from in 2..2_000 {
        hear(&mut lobby, 1, from, "nothing");
    }
    hear(&mut lobby, 2, 3_000, &open(3_000, 1, "Ben"));
    assert_eq!(names(&lobby), ["Ada", "Ben"], "the last that is read");
    hear(&mut lobby, 3, 3_001, &open(3_001, 1, "Cleo"));
    assert_eq!(names(&lobby), ["Ada", "Ben"]);
    hear(&mut lobby, 4, 3_000, "1 gone");
    hear(&mut lobby, 5, 3_002, &open(3_002, 1, "Dan"));
    assert_eq!(names(&lobby), ["Ada"]);
    hear(&mut lobby, 6, 1, &open(1, 2, "Ada again"));
    assert_eq!(names(&lobby), ["Ada again"]);
    // The next beat reads on.
    hear(&mut lobby, BEAT, 3_003, &open(3_003, 1, "Eve"));
    assert_eq!(names(&lobby), ["Ada again", "Eve"]);
}

/// The word that a link has come says of which page it was and for which challenge.
#[test]
fn a_game_begins_when_the_link_of_this_challenge_has_come() {
    let mut me = lobby(0);
    me.handle(0, LobbyEvent::Offer(magnetic(), "Ada".to_owned()));
    hear(&mut me, 10, 1, &format!("1 take {} 1 {} Ben", page(0), key(1)));
    let out = me.handle(20, LobbyEvent::Sealed("sealed".to_owned()));
    assert_eq!(published(&out).len(), 1);
    for (from, of, number) in [(1, 2, 1), (1, 0, 2), (1, 2, 2), (2, 0, 1)] {
        let out = hear(&mut me, 30, from, &format!("1 have {} {number}", page(of)));
        assert!(!out.contains(&LobbyRequest::Begin), "{from} {of} {number}");
    }
    let out = hear(&mut me, 40, 1, &format!("1 have {} 1", page(0)));
    assert_eq!(out, [LobbyRequest::Begin]);
}

/// A page has missed its beat once two beats have passed, and not at the second one.
#[test]
fn in_a_full_list_nobody_makes_room_within_two_beats() {
    let mut lobby = lobby(0);
    for from in 1..=MOST {
        hear(&mut lobby, 0, from, &open(from, 1, "here"));
    }
    for now in [BEAT + 3, 2 * BEAT] {
        hear(&mut lobby, now, 1_000, &open(1_000, 1, "new"));
        assert!(!names(&lobby).contains(&"new"), "{now}");
    }
    hear(&mut lobby, 2 * BEAT + 1, 1_000, &open(1_000, 1, "new"));
    assert!(names(&lobby).contains(&"new"));
}
