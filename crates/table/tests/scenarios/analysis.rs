//! The analysis board, and variations in finished games.

use rules::GameId;
use table::{Purpose, Setup};

use crate::play::{from, here};
use crate::transcripts::compare;
use crate::written::script::Script;

#[test]
fn a_tree_grows_on_the_analysis_board() {
    let mut script = Script::new(Setup { purpose: Purpose::Analysis, ..here(GameId::Orthodox) });
    script.run(
        "type e4; type e5; back; type c5; type Nf3; keep; back; back; into; out; latest; first; on; on
        beside; beside; beside back; branch; branch back; branch; first; type d4; type d5; undo; redo; undo
        keep; comment 1 King’s pawn.; glyph 2 2; glyph 3 1; comment 3 [%clk 0:01:00] Sharp; comment 0 Openings
        show 3 1; sketch e4 e5; mark a1 a1; sketch e4 e5; keep
        promote-turn 3; main-line 5; fold 1; fold 5; fold 5; delete 3; keep; end; resign; hint; take-back
        type Ke2; latest; offer-draw; rematch; anew",
    );
    compare("analysis-tree", &script);
}

#[test]
fn the_computer_is_asked_on_the_analysis_board() {
    let mut script = Script::new(Setup { purpose: Purpose::Analysis, ..here(GameId::Orthodox) });
    script.run("computer on; lines 3; lines 9");
    script.find(&[
        ("e2e4/e7e5/g1f3", 34, None, [400, 300, 300]),
        ("d2d4/d7d5", -15, None, [900, 50, 50]),
        ("e2e5", 3, None, [300, 400, 300]),
    ]);
    script.run("take 1 1; take 0 2");
    script.find(&[("c2c4", 70, None, [100, 100, 800])]);
    script.run("threats on");
    script.find(&[("d5d4", 120, None, [600, 200, 200])]);
    script.run("take 0 1; threats off; computer off; threats on; computer off; type f3; type e5; type g4; computer on");
    script.find(&[("d8h4", 30000, Some(1), [1000, 0, 0])]);
    script.run("take 0 1; back; undo; computer off; computer on");
    script.find(&[]);
    script.run("computer off");
    compare("analysis-computer", &script);
}

#[test]
fn turns_of_many_steps_are_opened_on_the_analysis_board() {
    let mut script = Script::new(Setup { purpose: Purpose::Analysis, ..here(GameId::Progressive) });
    script.run(
        "type e4; type e5; end; type Qh4; undo-to 1; redo; end; open 2; back; type d5; undo-to 0
        type d5; type dxe4; end; open 3; open 2; first; branch; computer on; on; on; keep",
    );
    compare("analysis-series", &script);
    let mut dealt = Script::new(Setup { purpose: Purpose::Analysis, ..here(GameId::Charismatic) });
    dealt
        .run("draw; place-rest; back; draw; type P@e2; undo; undo; quick-start; computer on; keep");
    compare("analysis-dealt", &dealt);
}

#[test]
fn variations_in_a_finished_game() {
    let start = from(GameId::Orthodox, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 40");
    let mut script = Script::new(start);
    script.run(
        "type e4; type Kd7; type e5; sketch e1 e2; comment 1 Early; glyph 1 6; keep; delete 1; promote-turn 1
        back; sketch a1 a2; type e6; latest; resign; yes; keep
        back; back; type Ke7; type Kf2; back; back; type Kf7; keep; into; into; into; out; on; latest; latest
        comment 5 Also possible; glyph 5 5; promote-turn 5; main-line 5; delete 3; delete 5; keep; first; into; on; into
        latest; type Ke6; type Kf2; out; replay; wake; wake; into",
    );
    compare("variations", &script);
    let mut again = Script::kept(here(GameId::Orthodox), script.content());
    again.run("first; on; into; latest; delete 4; keep");
    compare("variations-kept", &again);
}
