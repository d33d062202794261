//! The computer as the opponent, as an adviser and as a judge.

use rules::GameId;
use table::{Judgement, Reason, Seat, Setup, Thought};

use crate::play::{from, here};
use crate::transcripts::compare;
use crate::written::script::Script;

#[test]
fn the_computer_plays() {
    let setup = Setup { seats: [Seat::Here, Seat::Computer(13)], ..here(GameId::Orthodox) };
    let mut script = Script::new(setup);
    script.run(
        "hint; thought g1f3; take-back; type e4; keep; type d4; tap e7; thought e7e5; wake; keep
        hint; hint; tap d2; thought d2d4; hint; no-thought; hint; thought-failed; thought-failed
        type Nf3; take-back; type Nf3; thought-failed; wake; tap d7; move-now; move-now
        thought b8c6; tap h1; type Bb5; thought a7a6; wake; keep
        offer-draw; no; offer-draw; yes; score 60; offer-draw; yes; score -60
        take-back; type Ba4; first; thought d7d6; wake; latest; wake
        tempo 50; resign; no; resign; yes; keep
        review; stop-review; review; no-thought; rematch; keep; thought e2e4; wake; begin 2 random; anew 9 black; seat; seat 4 white",
    );
    compare("computer", &script);
}

#[test]
fn the_computer_plays_turns_of_many_steps() {
    let setup = Setup { seats: [Seat::Here, Seat::Computer(15)], ..here(GameId::Progressive) };
    let mut script = Script::new(setup);
    script.run(
        "type e4; thought e7e5 d8h4 end; wake; wake; keep
        tap a2; type g3; undo; undo-to 0; type g3; type gxh4; type Nf3; end
        thought b8c6 c6d4 d4f3 f3e1 end; wake; back; wake; latest; tempo 50; wake; tap e5; wake
        take-back; take-back; resign; yes; keep; rematch; keep; thought d2d4; move-now
        first; move-now; latest; move-now",
    );
    compare("computer-series", &script);
}

#[test]
fn the_computer_draws_pieces_and_places_them() {
    let setup = Setup { seats: [Seat::Computer(11), Seat::Here], ..here(GameId::Charismatic) };
    let mut script = Script::new(setup);
    script.run("wake; hint; move-now; no-thought; take-back; draw; move-now; thought-failed");
    compare("computer-draws", &script);
    let setup = Setup { seats: [Seat::Computer(11), Seat::Here], ..here(GameId::Contramatic) };
    let mut script = Script::new(setup);
    script.run(
        "thought P@a2 P@b2 P@c2 P@d2 P@e2 P@f2 P@g2 P@h2 N@b1 N@g1 B@c1 B@f1 R@a1 R@h1 Q@d1 end
        wake; wake; move-now; keep; hint; thought P@a7 P@b7 P@c7; place-rest; end; thought a2a3; wake; offer-draw",
    );
    compare("computer-places", &script);
}

#[test]
fn steps_are_named_ahead() {
    let seats = [Seat::Here, Seat::Computer(12)];
    let mut script = Script::new(Setup { seats, ..here(GameId::Orthodox) });
    script.run(
        "type e4; tap d7; tap d2; tap d2; tap d2; tap g1; tap d4; tap d2; tap d4; let-go
        lift d1; drop d1; drop g4; sketch a1 a8; press d2; release; tap d4
        thought d7d5; wake; wake 2; keep
        tap d4; tap d5; thought d5e4; wake; wake 2
        type Nc3; tap f1; thought g8f6; wake
        tap f1; tap b5; type Bb5; tap g1; tap f3; resign; yes; rematch",
    );
    compare("computer-ahead", &script);
    let promotes = from(GameId::Orthodox, "7k/P6p/8/8/8/8/8/K7 b - - 0 1");
    let seats = [Seat::Here, Seat::Computer(12)];
    let mut script = Script::new(Setup { seats, ..promotes });
    script.run("tap a7; tap a8; thought h7h6; wake; wake 2; take-back");
    compare("computer-ahead-promotes", &script);
    let mut drops = Script::new(Setup { seats, ..here(GameId::Chessence) });
    drops.run("type f2f4; tap-reserve man; tap-reserve man; tap-reserve man; tap f1; lift-reserve man; drop e1; thought a8b6; wake; wake 2");
    compare("computer-ahead-drops", &drops);
}

#[test]
fn a_finished_game_is_judged() {
    let seats = [Seat::Here, Seat::Computer(12)];
    let mut script = Script::new(Setup { seats, ..here(GameId::Orthodox) });
    script.run(
        "type f3; thought e7e5; wake; type g4; thought d8h4; wake; keep; review; review; next-lapse",
    );
    let better = |script: &Script, steps: &str, decided| Thought {
        turn: script.steps(steps),
        score: 30,
        decided,
        reasons: vec![Reason::Threatens, Reason::Saves(rules::Role::Pawn)],
    };
    for (from, loss, decided, steps) in [
        (2, 900, Some(-1), "d2d4"),
        (0, 90, None, "e2e4"),
        (1, 20, None, "d7d5"),
        (3, 200, None, "d8h4"),
    ] {
        let better = Some(better(&script, steps, None));
        script.judge(Judgement { from, loss, decided, better });
    }
    script.run(
        "no-thought; show-lapse 0; next-lapse; next-lapse; show-lapse 9; latest; next-lapse
        review; tap e2; back; type d2d4; comment 4 Better.; glyph 4 1; keep; take-back",
    );
    compare("computer-judges", &script);
}

#[test]
fn the_computer_agrees_to_a_draw() {
    let start = from(GameId::Orthodox, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 40");
    let seats = [Seat::Here, Seat::Computer(12)];
    let mut script = Script::new(Setup { seats, ..start });
    script.run(
        "offer-draw; yes; offer-draw; type e4; offer-draw; thought e8e7; wake
        offer-draw; yes; score 49; offer-draw; yes; thought-failed; no-thought; offer-draw; yes; score 50
        keep; take-back; hint; thought e4e5",
    );
    script.run("hint");
    script.think(Thought {
        turn: script.steps("e4e5"),
        score: 0,
        decided: None,
        reasons: vec![Reason::Only],
    });
    script.run("hint");
    script.think(Thought {
        turn: script.steps("e1d2"),
        score: 0,
        decided: None,
        reasons: vec![Reason::Wins(3, None), Reason::Captures(rules::Role::Pawn)],
    });
    script.run("first; hint; latest; hint; first; thought e1d2");
    compare("computer-agrees", &script);
}

#[test]
fn advice_names_the_steps_of_a_turn_and_its_reasons() {
    let mut script = Script::new(here(GameId::Progressive));
    script.run("type e4");
    for (steps, reasons) in [
        ("e7e5 g8f6 end", vec![Reason::Delays(1)]),
        ("e7e5 end", vec![Reason::Delays(2), Reason::Answers]),
        ("e7e5 g8f6 b8c6 d7d5 a7a6 h7h6 end", vec![Reason::WinsMaterial(1)]),
        ("end", vec![Reason::Wins(1, None)]),
    ] {
        script.run("hint");
        let turn = script.steps(steps);
        script.think(Thought { turn, score: 0, decided: None, reasons });
    }
    compare("computer-advice", &script);
    // What is remembered already is not remembered anew.
    let seats = [Seat::Computer(12), Seat::Here];
    let known = Setup { seats, opponent_seed: Some(9), ..here(GameId::Orthodox) };
    compare("computer-known", &Script::new(known));
}
