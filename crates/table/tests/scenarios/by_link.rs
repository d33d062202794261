//! Games with a friend by link, on two devices.

use rules::{AnyPosition, Color, GameId};
use table::{Event, Request, Setup, Table, invitation};

use crate::play::{entropy, from, here};
use crate::transcripts::compare_both;
use crate::written::script::Script;

fn invite(setup: Setup, color: Color, open: bool) -> Script {
    let mut script = Script::new(setup);
    script.to(Event::Invite { color, open, name: "Ada".to_owned(), entropy: entropy(1) });
    script
}

fn accept(script: &mut Script, name: &str, quick: bool, seed: u8) {
    script.to(Event::Accept { name: name.to_owned(), quick, entropy: entropy(seed) });
}

/// One hands the letter on, and it comes to the other.
fn send(from: &mut Script, to: &mut Script) {
    let link = from.hand_on();
    to.to(Event::Came(link));
    to.keep();
}

#[test]
fn a_game_goes_from_hand_to_hand() {
    let mut ada = invite(here(GameId::Orthodox), Color::Black, false);
    ada.run("type e7e5; resign; offer-draw; take-back; line Good luck!");
    let mut eve = Script::opened(&ada.hand_on());
    eve.run("tap e2; type e4; resign; no");
    accept(&mut eve, "Eve", false, 2);
    eve.run("keep; tap e2; tap e4; take-back; undo; type e4; end; keep; line Thanks.; type d4");
    send(&mut eve, &mut ada);
    ada.run("tap d7; offer-draw; yes; offer-draw; offer-draw; no; offer-draw; yes; type e5; end; keep; keep");
    send(&mut ada, &mut eve);
    eve.run("wake; tap a2; no; offer-draw; no; type Nf3; undo; take-back; keep; take-back");
    send(&mut eve, &mut ada);
    ada.run("tap a2; no; keep");
    send(&mut ada, &mut eve);
    eve.run("take-back; keep");
    send(&mut eve, &mut ada);
    ada.run("yes; keep");
    send(&mut ada, &mut eve);
    eve.run("type d4; end; keep");
    send(&mut eve, &mut ada);
    ada.run("type d5; end; tap d8; tap d5; keep; resign; no; resign; yes; keep");
    send(&mut ada, &mut eve);
    eve.run("wake; review; wake; back; type c4; keep; rematch");
    eve.to(Event::InviteAgain { entropy: entropy(3) });
    compare_both("by-link-orthodox", &[("ada", &ada), ("eve", &eve)]);
}

#[test]
fn the_inviter_begins_and_both_agree_to_a_draw() {
    let mut ada =
        invite(from(GameId::Progressive, "4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1 -"), Color::White, true);
    ada.run("keep; type e4; end; keep");
    let mut eve = Script::opened(&ada.hand_on());
    accept(&mut eve, "", false, 2);
    eve.run("type a5; end; type a4; undo; type Kd7; offer-draw; yes; end");
    send(&mut eve, &mut ada);
    ada.run("replay; wake; tap e4; yes; keep");
    send(&mut ada, &mut eve);
    eve.run("handed-on; line late; sit-down");
    compare_both("by-link-draw", &[("ada", &ada), ("eve", &eve)]);
}

#[test]
fn links_that_do_not_go_on_with_the_game() {
    let mut ada = invite(here(GameId::Orthodox), Color::White, true);
    ada.run("type e4; end");
    let invitation = ada.hand_on();
    let mut eve = Script::opened(&invitation);
    let mut ida = Script::opened(&invitation);
    accept(&mut eve, "Eve", false, 2);
    eve.run("type e5; end");
    accept(&mut ida, "Ida", false, 3);
    ida.run("type c5; end");
    let (first, second) = (eve.hand_on(), ida.hand_on());
    ada.to(Event::Came(first));
    ada.to(Event::Came(second));
    ada.run("take-theirs; keep");
    ada.to(Event::Came(invitation));
    ada.run("keep-mine; keep");
    let before = ada.content();
    ada.run("type Nf3; end; keep");
    let newer = ada.letter();
    // Another window of the same seat has played another turn.
    let mut twin = Script::kept(Setup::here(*ada.table.game().start(), ada.table.key()), before);
    twin.run("type Nc3; end; keep");
    let forked = twin.letter();
    ada.to(Event::Came(forked.clone()));
    ada.run("keep-apart; keep");
    ada.to(Event::Came(forked.clone()));
    ada.run("take-theirs; keep");
    eve.to(Event::Came(newer.clone()));
    eve.run("wake; keep; type Nc6; end; keep");
    eve.to(Event::Came(forked));
    eve.run("keep-mine");
    // What is no link of this game.
    eve.run("came nonsense; came https://example.org/#g=x");
    eve.to(Event::Came(format!("{newer}x")));
    let plain = ada.table.look_link().unwrap();
    eve.to(Event::Came(plain));
    let other =
        invite(here(GameId::Magnetic), Color::White, false).table.content().post.unwrap().link;
    eve.to(Event::Came(other));
    // The seat moves with a private link; a spectator looks on.
    let seat = eve.table.view().mail.unwrap().seat_link;
    let mut moved = Script::opened(&seat);
    moved.run("keep; handed-on; keep");
    let mut looks = Script::opened(&newer);
    looks.run("no; tap e7; sit-down; keep; type d6; end");
    compare_both(
        "by-link-departs",
        &[
            ("ada", &ada),
            ("eve", &eve),
            ("ida", &ida),
            ("twin", &twin),
            ("moved", &moved),
            ("looks", &looks),
        ],
    );
}

#[test]
fn pieces_are_drawn_by_two_secrets() {
    let mut ada = invite(here(GameId::Charismatic), Color::White, false);
    let mut eve = Script::opened(&ada.hand_on());
    eve.run("sit-down");
    accept(&mut eve, "Eve", false, 2);
    send(&mut eve, &mut ada);
    send(&mut ada, &mut eve);
    send(&mut eve, &mut ada);
    ada.run("take-back; draw; place-rest; shuffle; end");
    send(&mut ada, &mut eve);
    eve.run("draw; place-rest; end");
    send(&mut eve, &mut ada);
    let link = ada.letter();
    let mut looks = Script::opened(&link);
    looks.run("sit-down; tap e2");
    compare_both("by-link-secrets", &[("ada", &ada), ("eve", &eve), ("looks", &looks)]);
}

#[test]
fn a_quick_start_is_offered_and_agreed_to() {
    let start = AnyPosition::initial(GameId::Charismatic);
    let quick = table::Agreed { quick: true, ..table::Agreed::default() };
    let begun = invitation(start, Color::Black, "Ada", quick, &entropy(1));
    let Some(Request::BeginByLink { key, content }) = begun else { panic!("an invitation") };
    let mut ada = Script::kept(Setup::here(start, &key), content);
    let link = ada.table.view().mail.unwrap().out.unwrap();
    ada.run("handed-on; keep");
    let mut eve = Script::opened(&link);
    let mut plain = Script::opened(&link);
    accept(&mut plain, "Eve", false, 2);
    accept(&mut eve, "Eve", true, 2);
    send(&mut eve, &mut ada);
    send(&mut ada, &mut eve);
    let steps = eve.table.position().list();
    eve.to(Event::Step(steps[0]));
    eve.run("quick-start; end; keep; resign; yes; keep");
    eve.to(Event::InviteAgain { entropy: entropy(3) });
    compare_both("by-link-quick", &[("ada", &ada), ("eve", &eve), ("plain", &plain)]);
}

#[test]
fn a_letter_that_the_store_does_not_take() {
    let mut ada = invite(here(GameId::Orthodox), Color::White, false);
    ada.run("type e4; end");
    let mut eve = Script::opened(&ada.hand_on());
    accept(&mut eve, "Eve", false, 2);
    eve.run("type e5; keep-failed full; end; put-aside; wake; keep; keep-failed blocked; put-aside done; wake; keep");
    send(&mut eve, &mut ada);
    let before = ada.content();
    let key = ada.table.key().to_owned();
    ada.run("type Nf3; end; keep-failed full");
    // The next page reads what lies beside the store.
    let aside = ada.content().post.unwrap();
    let mut again = Script::of(Table::new(Setup::here(*ada.table.game().start(), &key)));
    again.to(Event::Aside { key: key.clone(), post: aside.clone(), unread: false });
    again.to(Event::Loaded {
        key: key.clone(),
        found: Some(table::Stored { revision: 5, content: before.clone() }),
    });
    again.run("keep; handed-on; keep");
    let mut unread = Script::of(Table::new(Setup::here(*ada.table.game().start(), &key)));
    unread.run("load-failed newer");
    unread.to(Event::Came(aside.link.clone()));
    unread.to(Event::Aside { key: key.clone(), post: aside, unread: true });
    unread.run("wake");
    unread.to(Event::Loaded {
        key: key.clone(),
        found: Some(table::Stored { revision: 6, content: before }),
    });
    unread.run("keep");
    let mut gone = Script::of(Table::new(Setup::here(*ada.table.game().start(), &key)));
    gone.to(Event::Loaded { key, found: None });
    gone.run("tap e2; type e4; resign; anew; begin 2 white");
    gone.to(Event::Came(ada.letter()));
    gone.run("keep");
    compare_both(
        "by-link-aside",
        &[("ada", &ada), ("eve", &eve), ("again", &again), ("unread", &unread), ("gone", &gone)],
    );
}
