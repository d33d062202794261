//! What a file of games brings.

use rules::{AnyPosition, Color, GameId};
use table::{
    Arrival, Arrivals, Beside, Brought, Content, Event, Moment, Post, Setup, Stored, Table, beside,
    name_of, same_as,
};

use crate::play;

use play::{Play, entropy, here};

/// A game by link as White's device has it after two turns, and how it was before.
fn by_link(seed: u8) -> (Content, Content) {
    let mut one = Play::new(here(GameId::Orthodox));
    let name = "Ada".to_owned();
    one.to(Event::Invite { color: Color::White, open: false, name, entropy: entropy(seed) });
    one.keep_all();
    let out = |play: &Play| play.table.view().mail.and_then(|mail| mail.out).expect("a letter");
    one.type_all("e2e4");
    one.to(Event::EndTurn);
    one.keep_all();
    one.to(Event::HandedOn);
    let before = one.table.content();
    let (table, asked) = table::Table::open(&out(&one)).unwrap();
    let mut two = Play { table, now: 9, asked };
    two.to(Event::Loaded { key: two.table.key().to_owned(), found: None });
    two.to(Event::Accept { name: "Eve".to_owned(), quick: false, entropy: entropy(seed + 1) });
    two.type_all("e7e5");
    two.to(Event::EndTurn);
    two.keep_all();
    one.to(Event::Came(out(&two)));
    (before, one.table.content())
}

/// The table of a game by link that is stored.
fn play_of(content: &Content) -> Table {
    let start = AnyPosition::initial(GameId::Orthodox);
    let key =
        Brought::read("", &content.saved, content.post.as_ref()).unwrap().by_link.unwrap().key;
    let (mut table, _) = Table::new(Setup::here(start, &key));
    let found = Some(Stored { revision: 3, content: content.clone() });
    table.handle(Moment { now: 9, random: 9 }, Event::Loaded { key, found });
    table
}

fn post(content: &Content) -> Post {
    content.post.clone().expect("a game by link")
}

#[test]
fn a_game_is_read_through_the_rules_and_told_by_its_link() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4 e7e5");
    let saved = play.table.content().saved;
    let own = Brought::read("", &saved, None).unwrap();
    assert_eq!((own.game, &own.saved, own.is_over), ("orthodox", &saved, false));
    assert_eq!(same_as(&saved).as_ref(), Some(&own.same));
    assert_eq!(Brought::read(&own.same, "", None), Some(own.clone()));
    for (link, saved) in [("", ""), ("", "rubbish"), ("g=rubbish", &saved[..])] {
        assert_eq!(Brought::read(link, saved, None), None);
    }
    assert_eq!(Brought::read("", &saved.replace("e7e5", "e7e4"), None), None);
}

#[test]
fn a_game_by_link_goes_on_from_a_file_unless_it_went_another_way() {
    let (before, now) = by_link(1);
    let found = Brought::read("", &now.saved, now.post.as_ref()).unwrap().by_link.unwrap();
    assert!(found.key.starts_with("mail "));
    assert_eq!((&found.post, &found.saved), (&post(&now), &now.saved));
    assert_eq!(beside(Some(&post(&now)), &found.post), Beside::Same);
    assert_eq!(beside(Some(&post(&before)), &found.post), Beside::Further);
    assert_eq!(beside(Some(&post(&now)), &post(&before)), Beside::Same);
    // Who looked on gets the seat.
    let looking = Post { seat: String::new(), ..post(&now) };
    assert_eq!(beside(Some(&looking), &found.post), Beside::Further);
    assert_eq!(beside(None, &found.post), Beside::Further);
    assert_eq!(beside(Some(&post(&by_link(7).1)), &found.post), Beside::Apart);
    // A letter that is further than the saved game brings the game with it.
    let behind = Brought::read("", &before.saved, now.post.as_ref()).unwrap().by_link.unwrap();
    assert!(behind.saved.contains("e7e5"));
    // So does one that ends the game.
    let mut over = Play::new(here(GameId::Orthodox));
    over.table = play_of(&now);
    for event in [Event::Resign, Event::Answer(true)] {
        over.to(event);
    }
    let post = post(&over.table.content());
    let ended = Brought::read("", &now.saved, Some(&post)).unwrap().by_link.unwrap();
    assert!(record::Game::load(&ended.saved).unwrap().verdict().is_some());
}

#[test]
fn what_is_known_of_another_game_is_not_taken() {
    let (_, now) = by_link(1);
    let (_, other) = by_link(7);
    let read = |post: &Post| Brought::read("", &now.saved, Some(post)).unwrap().by_link;
    let (own, foreign) = (post(&now), post(&other));
    for wrong in [
        Post { link: "g=rubbish".to_owned(), ..own.clone() },
        Post { seat: foreign.seat.clone(), ..own.clone() },
        Post { seat: own.link.clone(), ..own.clone() },
        Post { came: foreign.link.clone(), ..own.clone() },
    ] {
        assert_eq!(read(&wrong), None);
    }
    // A seat in the letter is taken out of it.
    let private = Post { link: own.seat.clone(), ..own.clone() };
    let link = read(&private).unwrap().post.link;
    assert!(link != own.seat && !link.is_empty());
}

#[test]
fn each_game_of_a_file_comes_once_and_under_a_name_of_its_own() {
    let (before, now) = by_link(1);
    let read =
        |content: &Content| Brought::read("", &content.saved, content.post.as_ref()).unwrap();
    let key = read(&now).by_link.unwrap().key;
    let mut arrivals = Arrivals::default();
    assert_eq!(arrivals.take(&read(&before)), Arrival::New(key.clone()));
    assert_eq!(arrivals.take(&read(&now)), Arrival::Further(key.clone()));
    assert_eq!(arrivals.take(&read(&before)), Arrival::Known);
    // Without its letter it is a game like any, and here already.
    let alone = Brought::read("", &now.saved, None).unwrap();
    assert_eq!(arrivals.take(&alone), Arrival::Known);
    let mut others = Arrivals::default();
    // Something else stands under the name that it would have.
    others.has(&name_of(&now.saved), "rubbish", None);
    let Arrival::New(free) = others.take(&alone) else { panic!("it is new") };
    assert!(free.starts_with("kept ") && free != name_of(&now.saved), "{free}");
    assert_eq!(others.take(&alone), Arrival::Known);
    // A device that has it by link and goes on from it knows it.
    let mut mine = Arrivals::default();
    mine.has(&key, &now.saved, now.post.clone());
    assert_eq!(mine.take(&read(&now)), Arrival::Known);
}
