//! What a list of games says of each.

use record::Game;
use rules::{Color, GameId};
use table::{Content, Event, Facts, Opponent, Setup, Standing, Value, name_of};

use crate::play;

use play::{Play, from, here};

fn standing(content: &Content) -> Standing {
    Standing::of(content, Facts::default(), 0).expect("a game")
}

fn says(content: &Content) -> &'static str {
    standing(content).says.key
}

/// A position in which White mates by a step.
const MATE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

fn after(steps: &str, fen: &str, computer: Option<Color>) -> Content {
    let opponent = computer.and_then(|color| Opponent::new(12, color, None));
    let mut play = Play::new(from(GameId::Orthodox, fen));
    play.type_all(steps);
    Content { computer: opponent, ..play.table.content() }
}

#[test]
fn it_says_whose_turn_it_is_and_who_has_won_and_how() {
    let people = after("", MATE, None);
    assert_eq!((says(&people), standing(&people).is_begun), ("library.to-move", false));
    assert_eq!(says(&after("", MATE, Some(Color::Black))), "library.your-turn");
    assert_eq!(says(&after("", MATE, Some(Color::White))), "library.to-move");
    for (computer, key) in [
        (None, "result.won.checkmate"),
        (Some(Color::Black), "library.won.checkmate"),
        (Some(Color::White), "library.lost.checkmate"),
    ] {
        let over = after("a1a8", MATE, computer);
        let standing = standing(&over);
        assert!(standing.is_over && standing.is_begun && !standing.is_due);
        assert_eq!(standing.says.key, key);
        assert_eq!(standing.position.turn(), Color::Black);
    }
    let mut resigned = Play::new(here(GameId::Magnetic));
    resigned.type_all("e2e4");
    resigned.to(Event::Resign);
    resigned.to(Event::Answer(true));
    let computer = Opponent::new(11, Color::Black, None);
    let content = Content { computer, ..resigned.table.content() };
    assert_eq!(says(&content), "library.won.resignation");
    let placing = Play::new(here(GameId::Charismatic)).table.content();
    assert_eq!(says(&placing), "library.placing");
    let damaged = Content { saved: "damaged".to_owned(), ..Content::default() };
    assert_eq!(Standing::of(&damaged, Facts::default(), 0), None);
}

#[test]
fn a_game_whose_steps_are_all_undone_is_worth_keeping() {
    let mut play = Play::new(from(GameId::Charismatic, "3k4/8/8/8/8/8/8/R3K3[] w - - 0 9 - -"));
    assert!(!standing(&play.table.content()).is_begun);
    play.type_all("a1a5");
    play.to(Event::Undo);
    assert!(play.steps().is_empty());
    assert!(standing(&play.table.content()).is_begun);
}

/// A game against the computer that Black has lost in this way.
fn lost_by_black(game: GameId, fen: &str, steps: &str, end: fn(&mut Game), own: Color) -> Content {
    let mut play = Play::new(from(game, fen));
    play.type_all(steps);
    let mut game = play.table.game().clone();
    end(&mut game);
    let computer = Opponent::new(12, !own, None);
    Content { saved: game.save(), computer, ..Content::default() }
}

#[test]
fn an_end_is_told_from_the_side_of_the_player() {
    let rules: fn(&mut Game) = |_| {};
    // White captures the king.
    let open = "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1";
    for (ending, game, fen, steps, end) in [
        ("checkmate", GameId::Orthodox, MATE, "a1a8", rules),
        ("royal-captured", GameId::Magnetic, open, "e7e8", rules),
        ("time", GameId::Orthodox, MATE, "", |game: &mut Game| game.run_out(Color::Black)),
        ("resignation", GameId::Orthodox, MATE, "", |game: &mut Game| game.resign(Color::Black)),
    ] {
        for (own, won) in [(Color::White, "won"), (Color::Black, "lost")] {
            let content = lost_by_black(game, fen, steps, end, own);
            let standing = standing(&content);
            assert_eq!(standing.says.key, format!("library.{won}.{ending}"));
            let sides = [("color", Value::Color(own)), ("other", Value::Color(!own))];
            assert_eq!(standing.says.values, sides, "{ending}");
        }
    }
}

#[test]
fn it_says_who_plays_as_far_as_that_is_known() {
    let content = after("", MATE, None);
    let players = |content: &Content, are_known, names| {
        Standing::of(content, Facts { are_known, names }, 0).unwrap().players.map(|says| says.key)
    };
    assert_eq!(players(&content, false, ["", ""]), None);
    assert_eq!(players(&content, true, ["", ""]), Some("library.people"));
    assert_eq!(players(&content, true, ["Ada", ""]), Some("library.players"));
    let against = after("", MATE, Some(Color::Black));
    assert_eq!(players(&against, true, ["", ""]), Some("library.against"));
}

#[test]
fn a_game_by_link_waits_for_the_player_whose_turn_is_due() {
    let mut one = Play::new(Setup { key: "x".to_owned(), ..here(GameId::Magnetic) });
    let entropy = |seed: u8| std::array::from_fn(|place| seed.wrapping_mul(31) ^ place as u8);
    let name = "Ada".to_owned();
    one.to(Event::Invite { color: Color::Black, open: false, name, entropy: entropy(1) });
    one.keep_all();
    let out = |play: &Play| play.table.view().mail.and_then(|mail| mail.out).expect("a letter");
    assert_eq!(says(&one.table.content()), "library.unsent");
    one.to(Event::HandedOn);
    assert_eq!(says(&one.table.content()), "library.unanswered");
    // Who has the invitation and no seat yet.
    let link = out(&one);
    let (table, asked) = table::Table::open(&link).unwrap();
    let mut two = Play { table, now: 9, asked };
    two.to(Event::Loaded { key: two.table.key().to_owned(), found: None });
    let invited = standing(&two.table.content());
    assert_eq!(
        (invited.says.key, invited.is_due, invited.is_begun),
        ("library.invited", true, true)
    );
    assert_eq!(invited.says.values[0], ("name", Value::Name("Ada".to_owned())));
    two.to(Event::Accept { name: "Eve".to_owned(), quick: false, entropy: entropy(2) });
    let due = standing(&two.table.content());
    assert_eq!((due.says.key, due.is_due), ("library.your-turn", true));
    let by_link = due.players.unwrap();
    assert_eq!(
        (by_link.key, &by_link.values[0].1),
        ("library.by-link", &Value::Name("Ada".into()))
    );
    two.type_all("e2e4");
    two.to(Event::EndTurn);
    two.keep_all();
    two.to(Event::HandedOn);
    let waits = standing(&two.table.content());
    assert_eq!((waits.says.key, waits.is_due), ("library.waits", false));
    one.to(Event::Came(out(&two)));
    let due = standing(&one.table.content());
    assert_eq!((due.says.key, due.is_due), ("library.your-turn", true));
    assert_eq!(due.says.values[0].1, Value::Name("Eve".to_owned()));
}

#[test]
fn the_same_text_has_the_same_name() {
    // As older versions have named it.
    for (text, name) in [
        ("", "kept ztntfp9zloz"),
        ("a", "kept 1r9wi7g1xsg5q4"),
        ("fivefold-record 1\ngame magnetic\n", "kept mi5k2h13nzpzk"),
        ("größer 😀", "kept qdk7lh4337ky"),
    ] {
        assert_eq!(name_of(text), name);
    }
}
