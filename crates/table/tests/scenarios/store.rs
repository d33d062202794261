//! What is stored, and what happens where the store fails or has something else.

use rules::{AnyPosition, GameId};
use table::{Content, Event, Stored, recovered, room_for};

use crate::play::{from, here};
use crate::transcripts::{compare, compare_both};
use crate::written::Pen;
use crate::written::script::Script;

/// A game in which these steps were played.
fn played(steps: &str) -> Script {
    let mut script = Script::new(here(GameId::Orthodox));
    for step in steps.split_whitespace() {
        script.run(&format!("type {step}"));
    }
    script
}

/// The last write is refused: this is stored.
fn refuse(script: &mut Script, content: Content) {
    let (key, revision) = (script.table.key().to_owned(), script.last_write());
    script.to(Event::Refused { key, revision, found: Some(Stored { revision: 77, content }) });
}

#[test]
fn a_store_that_fails() {
    let mut script = Script::of(table::Table::new(here(GameId::Orthodox)));
    script.run("load-failed blocked; type e4; load-failed blocked; wake 1; type e5; load-failed newer; wake 1");
    script.to(Event::Loaded { key: "a game".to_owned(), found: None });
    script.run(
        "keep-failed full; type Nf3; keep-failed full; wake 1; wake 1; kept; type Nc6; keep
        type d4; emptied; keep; type exd4; taken-elsewhere; type Nxd4; tap f3; wake 1; resign; take-up; take-up",
    );
    script.to(Event::Loaded { key: "another".to_owned(), found: None });
    script.to(Event::Loaded { key: "a game".to_owned(), found: None });
    script.run("keep");
    compare("store-fails", &script);
}

#[test]
fn another_window_has_written() {
    let line = "e4 e5 Nf3";
    for (name, other) in
        [("longer", "e4 e5 Nf3 Nc6"), ("shorter", "e4 e5"), ("forked", "e4 c5"), ("same", line)]
    {
        let mut script = played(line);
        refuse(&mut script, played(other).content());
        script.run("keep; back; latest");
        compare(&format!("store-{name}"), &script);
        let mut ended = played(other);
        ended.run("resign; yes");
        let mut script = played(line);
        refuse(&mut script, ended.content());
        script.run("keep");
        compare(&format!("store-{name}-ended"), &script);
        let mut script = played(line);
        script.run("offer-draw; yes");
        refuse(&mut script, ended.content());
        script.run("keep");
        compare(&format!("store-ended-{name}-ended"), &script);
    }
    let mut unreadable = played(line);
    let content = Content { saved: "nothing of the kind".to_owned(), ..Content::default() };
    refuse(&mut unreadable, content.clone());
    unreadable.run("keep");
    let mut nothing = Script::kept(here(GameId::Orthodox), content);
    nothing.to(Event::Loaded { key: "a game".to_owned(), found: None });
    nothing.run("type e4; keep");
    let mut elsewhere = played(line);
    let mut start = Script::new(from(GameId::Orthodox, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 40"));
    start.run("type e4");
    refuse(&mut elsewhere, start.content());
    elsewhere.run("keep");
    compare_both(
        "store-other",
        &[("unreadable", &unreadable), ("nothing", &nothing), ("elsewhere", &elsewhere)],
    );
}

#[test]
fn a_game_makes_room_for_another() {
    let mut script = played("e4 e5");
    script.run(
        "anew 2 white; made-no-room a game; made-no-room a game; wake 1; type d4; anew; made-no-room a game
        go-back; go-back; keep; anew 2 black; thought d2d4; wake; made-room a game; keep; anew; keep; anew; rematch",
    );
    script.to(Event::MadeRoom {
        key: "a game".to_owned(),
        found: Some(Stored { revision: 8, content: Content::default() }),
    });
    script.run("type e4; keep; undo; confirms yes; type d5; keep; anew; keep");
    compare("store-room", &script);
}

#[test]
fn what_a_closed_window_has_noted() {
    let pen = Pen::plain(&AnyPosition::initial(GameId::Orthodox));
    let mut text = String::new();
    let games: Vec<(&str, Content)> = ["", "e4", "e4 e5", "e4 e5 Nf3", "e4 c5", "f3 e5 g4 Qh4"]
        .into_iter()
        .map(|steps| (steps, played(steps).content()))
        .collect();
    for (noted, content) in &games {
        let room = room_for(content, 0x0123_4567_89AB_CDEF);
        text.push_str(&format!("‘{noted}’: room {room:?}\n"));
        for (before, old) in &games {
            let waits = content.clone().waiting_after(&old.saved);
            if waits != *content {
                text.push_str(&format!("  after ‘{before}’ {} waits\n", waits.held));
            }
        }
        for (stored, other) in &games {
            for revision in [3, 4, 5] {
                let found = Stored { revision, content: other.clone() };
                let due = recovered(("a game", &[3], 4, content), Some(&found), 77);
                let due = due.map_or_else(
                    || "nothing".to_owned(),
                    |due| {
                        let over = if due.is_over { ", over" } else { "" };
                        let (key, follows, revision) = (due.key, due.follows, due.revision);
                        format!(
                            "{key:?} {follows} → {revision}{over}: {}",
                            pen.content(&due.content)
                        )
                    },
                );
                text.push_str(&format!("  beside {revision} ‘{stored}’: {due}\n"));
            }
        }
        let due = recovered(("a game", &[3], 4, content), None, 77);
        text.push_str(&format!(
            "  alone: {:?}\n",
            due.map(|due| (due.key, due.follows, due.revision, due.is_over))
        ));
    }
    crate::transcripts::compare_text("store-noted", &text);
}
