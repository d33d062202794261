//! Two people at one device.

use rules::{AnyPosition, GameId};
use table::{Event, Setup};

use crate::play::{from, here};
use crate::transcripts::compare;
use crate::written::script::Script;

#[test]
fn two_people_play_a_game_of_orthodox_chess() {
    let mut script = Script::new(here(GameId::Orthodox));
    script.run(
        "# A pawn by two taps, a knight by drag, a step by press and release.
        tap e2; tap d2; tap d2; tap e2; tap e5; tap e4
        keep
        lift g8; drop g8; drop f6; keep
        press f1; press b5; release; keep
        # Refusals: not one's piece, no such step, unreadable, nothing to do.
        tap a2; tap a2; tap e5; type Ke7; type e8=Q; type nonsense; type end; end; draw; place-rest; shuffle; clear
        step g8f6
        undo; redo; undo-to 0
        type e7e5; keep
        inspect b5; inspect; let-go
        # Castling, a capture, a check.
        type g1f3; type b8c6; type e1g1; type f6e4; type f3e5; type c6e5; type d2d4; type e5f3
        # Browsing.
        back; back; tap a2; first; on; latest; replay; wake; wake; wake; replay; tap a2
        type g2f3
        # Agreements: a takeback refused and granted, a draw refused, a resignation not meant.
        take-back; no; take-back; yes; offer-draw; no; resign; no
        keep
        offer-draw; yes; keep
        # The game is over: steps begin variations.
        type Qf3; back; tap g2; tap f3; into; out; take-back; resign; offer-draw; latest
        review; wake; rematch",
    );
    compare("here-orthodox", &script);
}

#[test]
fn a_pawn_is_promoted() {
    let mut script = Script::new(from(GameId::Orthodox, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"));
    script.run(
        "lift a7; drop b8; promote; tap a7; tap a8; let-go; tap a7; tap b8; promote knight
        keep
        back; latest; resign; yes; keep; first; type a7a8q; type h8g7; out; keep",
    );
    compare("here-promotion", &script);
}

#[test]
fn a_turn_of_many_steps() {
    let mut script = Script::new(here(GameId::Progressive));
    script.run(
        "type e2e4; keep; tap e7; tap e5; end; type d8h4; undo; redo; undo-to 1; redo; undo; undo
        redo; type end
        type d8h4; type end; keep
        back; back; back; latest
        type g2g3; type g3h4; take-back; undo-to 0; type b1c3; type c3b5; type b5c7; type c7e8; type end",
    );
    compare("here-progressive", &script);
}

#[test]
fn a_placement() {
    let mut script = Script::new(here(GameId::Contramatic));
    script.run(
        "tap-reserve pawn; tap e4; tap-reserve pawn; tap-reserve knight; tap b2; lift b2; drop c2
        lift c2; drop; tap e2; tap-reserve pawn; tap e2; tap d2; place-rest; shuffle; clear; end
        place-rest; lift e2; end; keep
        place-rest; end; tap e7; tap e2; back; back; first; latest",
    );
    compare("here-placement", &script);
    let mut quick = Script::new(here(GameId::Contramatic));
    quick.run("quick-start; keep; quick-start; undo; take-back; yes");
    compare("here-quick-start", &quick);
    let mut again = Script::new(here(GameId::Contramatic));
    again.run(
        "tap-reserve pawn; tap-reserve pawn; tap-reserve pawn; tap b2; undo; quick-start; redo
        place-rest; undo; place-rest; shuffle; sketch a1 a8; sketch a1 a8; sketch a1 a8",
    );
    compare("here-placed-again", &again);
}

#[test]
fn pieces_are_drawn() {
    let setup = Setup { seed: Some(5), ..here(GameId::Charismatic) };
    let mut script = Script::new(setup);
    script.run("tap e2; type e4; draw; draw; tap-reserve pawn; undo; place-rest; keep; end; draw; quick-start");
    compare("here-draw-seeded", &script);
    let mut script = Script::new(here(GameId::Charismatic));
    script.run("draw; place-rest; end; keep; resign; yes");
    compare("here-draw", &script);
}

/// A step, and what the rules do around it, in each of these positions.
#[test]
fn a_step_and_its_effects() {
    let fen = "5k2/3p4/7r/5p1P/r1bP1B2/7K/2P5/8[] w - f6 0 29 -";
    let in_check = AnyPosition::from_fen(GameId::Contramatic, fen).unwrap();
    let start = AnyPosition::initial;
    for (name, start, steps) in [
        ("magnetic", start(GameId::Magnetic), "c2c4 h7h6 d1a4 b8c6"),
        ("batteries", start(GameId::Batteries), ""),
        ("chessence", start(GameId::Chessence), ""),
        ("contramatic", in_check, "h3g4"),
        ("complete-contramatic", start(GameId::CompleteContramatic), ""),
    ] {
        let mut script = Script::new(Setup::here(start, "a game"));
        for step in steps.split_whitespace() {
            script.run(&format!("type {step}"));
        }
        for _ in 0..8 {
            // Where nothing else is named, the step in the middle of the list.
            let list = script.table.position().list();
            let Some(step) = list.get(list.len() / 2) else { break };
            script.to(Event::Step(*step));
        }
        compare(&format!("effects-{name}"), &script);
    }
}

#[test]
fn steps_wait_for_confirmation() {
    let mut script = Script::new(Setup { confirms: true, ..here(GameId::Orthodox) });
    script.run(
        "type e4; tap e7; end; keep; type e5; undo; undo; type e5; back; latest; keep
        confirms no; end; type Nf3; confirms yes; type Nc6; take-back; yes; type Nc6
        resign; yes; rematch; type e4",
    );
    compare("here-confirms", &script);
    let mut held = Script::new(Setup { confirms: true, ..here(GameId::Orthodox) });
    held.run("type e4");
    let mut again = Script::kept(here(GameId::Orthodox), held.content());
    again.run("end; keep; anew; made-room a game; keep");
    compare("here-held-kept", &again);
}
