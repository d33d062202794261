//! The letters of a game by link, handed to a device in any order, twice, and again after its window was
//! opened anew: against a list of what each letter is to the one that is held.

use crate::play;

use play::{Play, entropy, from, here, sent};
use record::letter::Relation;
use rules::{Color, GameId, Step};
use table::{Choice, Content, Event, Question, Request, Setup, Stored, Table};
use testkit::chance::Chance;

/// A letter of the game: its link, who has sent it, and how the game stands with it.
struct Told {
    link: String,
    by: Color,
    steps: Vec<Step>,
    /// How many turns are finished.
    turns: usize,
}

/// Hands on what is to be handed on, and notes it.
fn hand_on(play: &mut Play, by: Color, told: &mut Vec<Told>) -> String {
    let link = sent(play);
    let game = play.table.game();
    let turns = game.main_line().filter(|&turn| game.is_whole(turn)).count();
    told.push(Told { link: link.clone(), by, steps: play.steps(), turns });
    link
}

/// Ten letters: an invitation by Black, the answer with White's first turn, turns, an offer, a
/// takeback that is refused, and an end.
fn game(setup: &Setup, turns: &[&str]) -> (Vec<Told>, Content, String) {
    let mut told = Vec::new();
    let (white, black) = (Color::White, Color::Black);
    let mut one = Play::new(setup.clone());
    let name = "Ada".to_owned();
    one.to(Event::Invite { color: black, open: false, name, entropy: entropy(1) });
    let (table, asked) = Table::open(&hand_on(&mut one, black, &mut told)).unwrap();
    let mut two = Play { table, now: 1_000, asked };
    let key = two.table.key().to_owned();
    two.to(Event::Loaded { key: key.clone(), found: None });
    two.to(Event::Accept { name: "Eve".to_owned(), quick: false, entropy: entropy(2) });
    let mut first = None;
    for (number, text) in turns.iter().enumerate() {
        let (own, other, color) =
            if number % 2 == 0 { (&mut two, &mut one, white) } else { (&mut one, &mut two, black) };
        if number == 3 {
            own.to(Event::OfferDraw);
            own.to(Event::Answer(true));
        }
        own.type_all(text);
        own.to(Event::EndTurn);
        let link = hand_on(own, color, &mut told);
        other.to(Event::Came(link));
        other.to(Event::Answer(false));
        other.keep_all();
        first.get_or_insert_with(|| two.table.content());
    }
    // White, whose turn it is, wants the last one back, and Black says no.
    two.to(Event::TakeBack);
    one.to(Event::Came(hand_on(&mut two, white, &mut told)));
    one.to(Event::Answer(false));
    two.to(Event::Came(hand_on(&mut one, black, &mut told)));
    two.to(Event::Resign);
    two.to(Event::Answer(true));
    hand_on(&mut two, white, &mut told);
    (told, first.unwrap(), key)
}

fn window(setup: &Setup, key: &str, content: &Content) -> Play {
    let (table, asked) = Table::new(Setup { key: key.to_owned(), ..setup.clone() });
    let mut play = Play { table, now: 5_000, asked };
    let found = Some(Stored { revision: 3, content: content.clone() });
    play.to(Event::Loaded { key: key.to_owned(), found });
    play
}

/// What the letter of one number is to the one that White holds.
fn relation(told: &[Told], held: usize, came: usize) -> Relation {
    let (old, new) = (&told[held], &told[came]);
    if came == held {
        Relation::Same
    } else if came < held {
        Relation::Older(old.turns - new.turns)
    } else if came > held + 1 {
        Relation::Ahead(new.turns - old.turns)
    } else {
        // Also an own one, which was written in another window.
        Relation::Newer(new.turns - old.turns)
    }
}

#[test]
fn letters_may_come_in_any_order() {
    let orthodox = here(GameId::Orthodox);
    let small = from(GameId::Contramatic, "4k3/p6p/8/8/8/8/P6P/4K3[] w - - 0 1 -");
    let mut seen = [0; 4];
    for (setup, turns) in [
        (&orthodox, ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]),
        (&small, ["a2a4", "h7h5", "h2h4", "a7a5", "e1e2", "e8e7"]),
    ] {
        let (told, first, key) = game(setup, &turns);
        assert_eq!(told.len(), 10);
        for seed in 0..40 {
            let mut chance = Chance(seed);
            let mut play = window(setup, &key, &first);
            let (mut held, mut asked) = (1, None);
            let mut story = format!("{seed}:");
            for _ in 0..24 {
                match chance.below(8_u32) {
                    0 if asked.is_some() => {
                        story += " keep mine";
                        play.to(Event::Choose(Choice::KeepMine));
                        asked = None;
                    }
                    1 if asked.is_some() => {
                        story += " take theirs";
                        play.to(Event::Choose(Choice::TakeTheirs));
                        let (came, _) = asked.take().unwrap();
                        // Nobody goes back to before the answer.
                        if came > 0 {
                            held = came;
                        }
                    }
                    2 if asked.is_some() => {
                        story += " apart";
                        let out = play.to(Event::Choose(Choice::KeepApart));
                        let is_apart =
                            |request: &Request| matches!(request, Request::OpenApart { .. });
                        assert!(out.iter().any(is_apart), "{story}");
                        asked = None;
                    }
                    3 => {
                        story += " opened anew";
                        play.keep_all();
                        play = window(setup, &key, &play.table.content());
                        // What was kept beside the game is looked at again.
                        if let Some((came, _)) = asked {
                            let relation = relation(&told, held, came);
                            asked = Some((came, relation));
                        }
                    }
                    _ => {
                        let came = chance.below(told.len());
                        story += &format!(" {came}");
                        play.to(Event::Came(told[came].link.clone()));
                        match relation(&told, held, came) {
                            Relation::Same => seen[0] += 1,
                            Relation::Newer(_) => {
                                seen[1] += 1;
                                (held, asked) = (came, None);
                            }
                            other => {
                                seen[2] += usize::from(matches!(other, Relation::Older(_)));
                                seen[3] += usize::from(matches!(other, Relation::Ahead(_)));
                                asked = Some((came, other));
                            }
                        }
                    }
                }
                play.keep_all();
                assert_eq!(play.steps(), told[held].steps, "{story}");
                let question = match play.table.question() {
                    Some(Question::Came(came)) => Some(came.relation),
                    _ => None,
                };
                assert_eq!(question, asked.clone().map(|(_, relation)| relation), "{story}");
                let view = play.table.view();
                assert_eq!(view.result.is_some(), held == told.len() - 1, "{story}");
                let mail = view.mail.unwrap();
                assert_eq!(mail.own, Some(Color::White), "{story}");
                // It is White's turn behind Black's letters, where no question stands in its way.
                let is_due = told[held].by == Color::Black && view.result.is_none();
                assert_eq!(mail.is_due, is_due, "{story}");
                assert_eq!(mail.out.is_some(), told[held].by == Color::White, "{story}");
            }
        }
    }
    assert!(seen.iter().all(|&times| times > 30), "{seen:?}");
}
