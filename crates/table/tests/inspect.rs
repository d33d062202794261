//! A piece that the player looks at: whose ever it is, whoever is to move.

use crate::play;

use play::{Play, from, here};
use rules::{GameId, Role};
use table::{Event, Request, legend};

const ROOKS: &str = "k6r/8/8/8/3p4/8/8/K2R4 w - - 0 1";

fn said(requests: &[Request]) -> Vec<&'static str> {
    let said = requests.iter().filter_map(|request| match request {
        Request::Say(sentence) => Some(sentence.key),
        _ => None,
    });
    said.collect()
}

/// The squares of the piece looked at, by name.
fn reach(play: &Play) -> String {
    let shape = play.table.position().spec().shape;
    let mut names: Vec<String> = play
        .table
        .reach()
        .iter()
        .map(|&(to, captures)| format!("{}{}", if captures { "x" } else { "" }, shape.name(to)))
        .collect();
    names.sort();
    names.join(" ")
}

#[test]
fn a_tap_on_an_enemy_piece_tells_of_it_and_another_tap_lets_it_be() {
    let mut play = Play::new(from(GameId::Magnetic, ROOKS));
    let h8 = play.at("h8");
    let told = said(&play.to(Event::Tap(h8)));
    assert_eq!(told, ["how.rook", "how.squares"]);
    assert_eq!((play.table.inspected(), play.table.pick()), (Some(h8), None));
    assert_eq!(reach(&play), "b8 c8 d8 e8 f8 g8 h1 h2 h3 h4 h5 h6 h7");
    play.to(Event::Tap(h8));
    assert_eq!(play.table.inspected(), None);
    // Another deed lets it be, and so does the step of another.
    play.to(Event::Tap(h8));
    play.to(Event::Tap(play.at("d1")));
    assert_eq!(play.table.inspected(), None);
    assert!(play.table.reach().is_empty());
    play.to(Event::Tap(play.at("d4")));
    play.to(Event::Inspect(Some(play.at("d4"))));
    assert!(reach(&play).contains("xd8") || reach(&play).contains("d8"), "{}", reach(&play));
    play.type_all("h8h7");
    assert_eq!(play.table.inspected(), None, "the board has changed");
}

#[test]
fn a_piece_is_told_of_in_an_earlier_position_and_after_the_end() {
    let mut play = Play::new(from(GameId::Magnetic, ROOKS));
    play.type_all("d1d2 h8h7");
    play.to(Event::Walk(table::Walk::First));
    let told = said(&play.to(Event::Tap(play.at("d1"))));
    assert_eq!(told, ["history.look", "how.rook", "how.squares"]);
    assert_eq!(reach(&play), "b1 c1 d2 d3 e1 f1 g1 h1 xd4");
    let mut over = Play::new(from(GameId::Magnetic, "7k/8/8/8/8/8/8/K6R w - - 0 1"));
    over.type_all("h1h8");
    assert!(over.table.view().result.is_some());
    over.to(Event::Inspect(Some(over.at("h8"))));
    assert!(reach(&over).contains("a8"), "{}", reach(&over));
}

/// In a finished game moves begin variations; behind its last position there are none, and a tap on a
/// piece of the side that would be to move tells of it as of any other.
#[test]
fn after_the_end_a_tap_selects_nothing_of_the_side_to_move() {
    let mut over = Play::new(from(GameId::Orthodox, "7k/8/6K1/8/8/8/p7/R7 w - - 0 1"));
    over.type_all("a1b1 h8g8 b1b8");
    assert!(over.table.view().result.is_some());
    let told = said(&over.to(Event::Tap(over.at("a2"))));
    assert_eq!(told, ["how.pawn", "how.squares"]);
    assert_eq!(over.table.pick(), None);
    // Nor does a press, which selects what can be selected.
    over.to(Event::Press(over.at("g8")));
    assert_eq!(over.table.pick(), None);
}

#[test]
fn a_hint_lets_go_of_the_piece_looked_at() {
    let mut play = Play::new(from(GameId::Magnetic, ROOKS));
    play.to(Event::Tap(play.at("h8")));
    assert!(play.table.inspected().is_some());
    play.to(Event::Hint);
    assert_eq!(play.table.inspected(), None);
}

#[test]
fn what_a_finger_holds_to_look_at_is_not_tapped() {
    let mut play = Play::new(from(GameId::Magnetic, ROOKS));
    let h8 = play.at("h8");
    play.to(Event::Press(h8));
    play.to(Event::Inspect(Some(h8)));
    play.to(Event::Release);
    assert_eq!(play.table.inspected(), Some(h8));
    play.to(Event::Inspect(None));
    assert_eq!(play.table.inspected(), None);
}

#[test]
fn the_other_side_s_pieces_tell_where_they_could_go_whatever_the_position() {
    // In check the side not to move has no legal position to pass into: what is attacked is told.
    let fen = "4k3/8/8/8/4R3/8/8/4K3[] b - - 0 9 - -";
    let mut play = Play::new(from(GameId::Charismatic, fen));
    play.to(Event::Tap(play.at("e4")));
    assert!(reach(&play).contains("xe8"), "{}", reach(&play));
    for &game in GameId::ALL {
        let mut play = Play::new(here(game));
        let position = play.table.position();
        for square in position.spec().shape.all() {
            play.to(Event::Inspect(Some(square)));
            let is_piece = position.piece_at(square).is_some();
            assert_eq!(play.table.inspected().is_some(), is_piece, "{game:?}");
            assert!(
                play.table
                    .reach()
                    .iter()
                    .all(|&(to, captures)| { captures == position.piece_at(to).is_some() })
            );
        }
    }
}

#[test]
fn a_game_s_legend_has_each_kind_of_its_pieces() {
    let batteries: Vec<Role> = legend(GameId::Batteries).map(|(role, _)| role).collect();
    assert_eq!(batteries.len(), 8);
    let keys: Vec<&str> = legend(GameId::Chessence).map(|(_, sentence)| sentence.key).collect();
    assert_eq!(keys, ["how.king-at-home", "how.man"]);
}

#[test]
fn who_gives_check_reaches_no_square_of_its_own_side() {
    let mut play = Play::new(from(GameId::Orthodox, "4k3/8/8/8/8/7p/8/4K2r w - - 0 1"));
    play.to(Event::Inspect(Some(play.at("h1"))));
    assert_eq!(reach(&play), "f1 g1 h2 xe1");
    play.to(Event::Inspect(Some(play.at("h3"))));
    assert_eq!(reach(&play), "g2");
}
