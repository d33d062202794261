//! Stories, each kept as a transcript: what the page does, what is asked of it then, and whatever is
//! shown otherwise than before.

use super::*;

fn story(name: &str, table: Table, script: &str) {
    let mut story = Story::new(table);
    story.run(script);
    compare(name, &story.text);
}

#[test]
fn an_orthodox_game_is_shown() {
    story(
        "story-orthodox",
        laid("orthodox", ""),
        "tap e2
        .cursor e4
        .cursor
        tap e4
        .paint 1000
        .paint 1080
        .paint 1160
        .point e4
        .point
        lift d7
        .drag d5
        .drag h5
        .drag
        drop d5
        .paint 2000
        flip
        step e4d5
        .paint 3000
        .paint 3040
        .paint 3200
        .attacks true
        .attacks false
        .attacks
        .mark a1 h8
        .mark b2 b2
        .mark a1 h8
        sketch {\"brush\":1,\"from\":\"a1\",\"to\":\"a4\"}
        sketch {\"brush\":3,\"from\":\"c3\",\"to\":\"c3\"}
        inspect d8
        inspect null
        walk back
        .paint 4000
        .paint 4100
        walk first
        .paint 5000
        walk on
        .paint 6000
        walk latest
        .paint 7000
        replay
        .paint 8000
        walk latest
        typed Qd8xd5
        .paint 9000
        typed Ke2
        typed Kd4
        typed nonsense
        .coordinates off
        undo
        .paint 10000
        redo
        resign
        answer true
        .paint 11000
        .paint 11210
        .paint 11500
        walk back",
    );
}

#[test]
fn a_mate_fells_the_king() {
    story(
        "story-mate",
        laid("orthodox", "k7/7R/8/8/8/8/8/6RK w - - 0 1"),
        ".motion 2
        step g1g8
        .paint 1000
        .paint 1160
        .paint 1320
        .paint 1740
        .paint 2160
        .motion 0
        .paint 2200
        undo
        walk back
        walk latest",
    );
}

#[test]
fn a_promotion_is_asked_for() {
    story(
        "story-promotion",
        laid("orthodox", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"),
        "tap a7
        tap b8
        promote knight
        .paint 1000
        .paint 1100
        .paint 1160
        undo
        .paint 2000
        .paint 2100
        tap a7
        tap a8
        promote null
        letGo",
    );
}

#[test]
fn impulses_are_foreseen_shown_and_remembered() {
    story(
        "story-magnetic",
        laid("magnetic", "3b3k/8/3K4/q1R2rP1/3Q4/8/3b4/8 w - - 0 1"),
        "tap d4
        .point d5
        .point h5
        .point
        .cursor d5
        .cursor
        lift d4
        .drag d5
        drop d5
        .paint 1000
        .paint 1060
        .paint 1110
        .paint 1230
        .paint 1340
        .flip
        .motion 0
        undo
        tap d4
        tap d5
        .paint 2000
        tap h8
        tap h8
        .motion 1
        step h8h7
        .paint 3000
        .paint 3160
        .paint 3700
        .switches powers
        .switches powers warnings",
    );
}

#[test]
fn a_king_in_danger_is_shown_until_it_is_captured() {
    story(
        "story-magnetic-warning",
        laid("magnetic", "4k3/8/8/8/4q3/8/3P4/4K2R w K - 0 1"),
        ".point e1
        .point
        tap e1
        .point e2
        .point f2
        .point g1
        tap g1
        .paint 1000
        .paint 1200
        .switches
        undo
        .switches warnings
        step d2d3
        .paint 2000
        .paint 3000
        step e4e1
        .paint 4000
        .paint 4160
        .paint 5000
        .paint 6000",
    );
}

#[test]
fn castling_sends_an_impulse_that_may_promote() {
    story(
        "story-magnetic-castling",
        laid("magnetic", "k7/5P2/8/8/8/8/8/4K2R w K - 0 1"),
        "tap e1
        .point g1
        tap g1
        promote queen
        .paint 1000
        .paint 1200
        .paint 1300
        .paint 1600",
    );
}

#[test]
fn charges_are_shown() {
    story(
        "story-batteries",
        laid("batteries", "5p4/10/10/10/4ss4/4A5/4B5/3s1B4/3D6/5P4 w - - 0 1"),
        ".point e4
        .point e5
        .point
        tap e5
        .point e7
        .point e4
        .point
        .point d5
        tap e7
        .paint 1000
        .paint 1080
        .paint 1200
        undo
        tap e4
        .point e3
        .point
        tap e4
        tap d2
        .point d3
        .flip
        letGo
        step e4a8
        .paint 2000
        .paint 3000
        inspect e6
        inspect null
        step e6d5
        .paint 4000",
    );
    story("story-batteries-start", laid("batteries", ""), ".flip\n.attacks true");
}

#[test]
fn relations_are_shown() {
    story(
        "story-chessence",
        laid("chessence", "km4/mmm2*/1mm1*1/2*3/1*2*1/3*2/1*1M2/*2MMM/4MK[MMMmmm] w - - 0 1"),
        ".point d3
        .point c7
        .point
        tap d3
        .point c3
        .point d4
        .point
        .switches warnings
        .point c3
        .switches powers warnings
        .point
        letGo
        tapReserve man
        .point e3
        .flip
        .point
        letGo
        lift d3
        .drag c3
        drop c3
        .paint 1000
        liftReserve man
        letGo
        inspect b8
        inspect null",
    );
    story("story-chessence-start", laid("chessence", ""), ".flip");
}

#[test]
fn a_placement_is_shown() {
    story(
        "story-contramatic",
        laid("contramatic", ""),
        "tapReserve pawn
        tap e2
        tapReserve king
        letGo
        placeRest
        .paint 1000
        lift e2
        drop e3
        shuffle
        clear
        quickStart
        .paint 2000",
    );
    story(
        "story-complete-contramatic",
        laid("complete-contramatic", ""),
        "tapReserve pawn
        tap d3
        placeRest
        endTurn
        .paint 1000
        .flip",
    );
}

#[test]
fn a_check_that_has_to_be_lifted_is_shown() {
    story(
        "story-contramatic-checks",
        laid("contramatic", "3k4/8/8/8/4R3/8/8/4K3[] b - - 0 9 -"),
        ".paint 1
        tap d8
        tap e8
        .paint 1000
        .paint 1300
        endTurn
        tap e4
        .point e5
        endTurn
        step e4d4
        .paint 2000
        .paint 2300
        endTurn
        .flip
        .coordinates off
        walk back",
    );
}

#[test]
fn a_turn_of_several_steps_is_numbered() {
    story(
        "story-charismatic",
        laid("charismatic", "4k3/8/8/8/p7/8/8/R3K2R[] w - - 0 9 - -"),
        "step h1h2
        .paint 1000
        .paint 1200
        step a1a4
        .paint 2000
        .paint 2200
        tap h2
        tap h2
        undoTo 1
        redo
        step e1e2
        .paint 2600
        endTurn
        .paint 3000
        .flip
        tap e8
        .paint 4000
        tap e8
        replay
        .paint 5000",
    );
    story(
        "story-charismatic-check",
        laid("charismatic", "4k3/8/8/8/4R3/8/8/4K3[] b - - 0 9 - -"),
        "endTurn
        tap e8
        .point e7
        step e8e7
        .paint 100
        .paint 400
        endTurn
        step e7d7
        .paint 1000
        .paint 1300
        endTurn",
    );
    story(
        "story-progressive",
        laid("progressive", ""),
        "step e2e4
        .paint 1000
        step e7e5
        .paint 2000
        .paint 2300
        endTurn
        step d8h4
        .paint 3000
        .paint 3300
        tap e1
        tap e1",
    );
}

#[test]
fn pieces_are_drawn_and_placed() {
    story(
        "story-charismatic-draw",
        laid("charismatic", ""),
        "draw
        .paint 1000
        tapReserve pawn
        letGo
        placeRest
        .paint 2000
        undo
        .paint 3000
        endTurn",
    );
}

#[test]
fn steps_wait_to_be_confirmed_and_variations_are_tried() {
    let setup = Setup {
        game: "magnetic".to_owned(),
        key: "a game".to_owned(),
        confirms: true,
        ..Setup::default()
    };
    let table = Table::lay(HtmlCanvasElement::default(), setup).unwrap();
    story(
        "story-confirms",
        table,
        "tap e2
        tap e4
        .paint 1000
        .paint 1800
        undo
        .paint 2000
        tap e2
        tap e4
        endTurn
        .paint 3000
        walk back
        walk latest
        confirms false
        step e7e5
        .paint 4000
        resign
        answer true
        .paint 5000
        walk first
        step d2d4
        .paint 6000
        walk out
        walk latest",
    );
}

#[test]
fn the_computer_is_played_and_steps_are_named_ahead() {
    let opponent = r#"{"level":3,"color":"black","seed":1}"#;
    let setup = Setup {
        game: "orthodox".to_owned(),
        key: "a game".to_owned(),
        opponent: Some(serde_json::from_str(opponent).unwrap()),
        ..Setup::default()
    };
    let table = Table::lay(HtmlCanvasElement::default(), setup).unwrap();
    let thought = |turn: &str| {
        format!("{{\"turn\":[\"{turn}\"],\"score\":20,\"decided\":null,\"reasons\":[]}}")
    };
    let script = format!(
        "hint
        thought {{\"id\":1,\"thought\":{}}}
        step e2e4
        .paint 1000
        tap d2
        .paint 1300
        tap d4
        .flip
        tap g1
        letGo
        tap a2
        lift g1
        drop f3
        thought {{\"id\":2,\"thought\":{}}}
        .paint 2000",
        thought("e2e4"),
        thought("e7e5")
    );
    story("story-computer", table, &script);
}

#[test]
fn an_impulse_is_taken_back_as_it_came() {
    story(
        "story-magnetic-back",
        laid("magnetic", "3b3k/8/3K4/q1R2rP1/3Q4/8/3b4/8 w - - 0 1"),
        "step d4d5
        walk back
        .paint 1000
        .paint 1080
        .paint 1220
        .paint 1390
        .paint 1500
        walk on
        .paint 2000
        .paint 2220
        .flip",
    );
}

#[test]
fn nothing_is_played_where_a_game_is_only_shown() {
    let setup = Setup { game: "magnetic".to_owned(), show: true, ..Setup::default() };
    let table = Table::lay(HtmlCanvasElement::default(), setup).unwrap();
    story(
        "story-show",
        table,
        "tap e2
        step e2e4
        lift e2
        resign",
    );
}

#[test]
fn an_analysis_board_tells_its_lines() {
    let start = AnyPosition::initial(GameId::Magnetic);
    let (board, requests) = table::Table::analyse(start, "a game", None);
    let mut table = Table::around(HtmlCanvasElement::default(), board, requests).unwrap();
    table.take(event("step e2e4"));
    table.take(event("step e7e5"));
    let lines = [0, 1, 2, 3].map(|turn| table.line_text(turn));
    compare("lines-of-analysis", &lines.join("\n"));
    story(
        "story-analysis",
        table,
        "walk first
        step d2d4
        walk latest
        step g1f3
        sketch {\"brush\":1,\"from\":\"f3\",\"to\":\"e5\"}
        sketch {\"brush\":0,\"from\":\"f3\",\"to\":\"f3\"}
        comment [1,\"The centre.\"]
        glyphs [1,[1]]",
    );
}

/// An analysis board of a game from its start.
fn analysed(game: GameId) -> Table {
    let (board, requests) = table::Table::analyse(AnyPosition::initial(game), "analysis a", None);
    Table::around(HtmlCanvasElement::default(), board, requests).unwrap()
}

#[test]
fn the_computer_shows_its_lines_at_an_analysis_board() {
    story(
        "story-lines",
        analysed(GameId::Magnetic),
        "step e2e4
        analyse {\"computer\":true}
        analyse {\"lines\":2}
        analyse {\"found\":{\"id\":2,\"nodes\":5000,\"ms\":20,\"lines\":[\
            {\"turns\":[[\"g8f6\"],[\"b1c3\"],[\"b8c6\"]],\"score\":-20,\"decided\":null,\"odds\":[300,300,400],\"depth\":5},\
            {\"turns\":[[\"b8c6\"],[\"b1c3\"]],\"score\":250,\"decided\":3,\"odds\":[1000,0,0],\"depth\":4}]}}
        analyse {\"take\":{\"line\":0,\"turns\":2}}
        walk first
        .flip
        analyse {\"threats\":true}
        analyse {\"computer\":false}",
    );
}

#[test]
fn chapters_of_a_study_are_listed() {
    story(
        "story-study",
        analysed(GameId::Magnetic),
        "analyse {\"study\":{\"addPosition\":\"\"}}
        analyse {\"study\":{\"name\":\"Openings\"}}
        analyse {\"study\":{\"add\":{\"name\":\"Again\",\"game\":\"magnetic\",\"text\":\"\"}}}
        analyse {\"study\":{\"addCopy\":\"\"}}
        analyse {\"study\":{\"move\":{\"id\":3,\"up\":true}}}
        analyse {\"study\":{\"rename\":{\"id\":1,\"name\":\"First\"}}}
        analyse {\"study\":{\"show\":3}}
        analyse {\"study\":{\"remove\":2}}
        analyse {\"study\":\"restore\"}",
    );
}

#[test]
fn a_game_is_reported() {
    let mut played = laid("orthodox", "");
    for step in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        played.take(event(&format!("step {step}")));
    }
    let of = played.table.content();
    let start = AnyPosition::initial(GameId::Orthodox);
    let (board, requests) = table::Table::analyse(start, "analysis a", Some(&of));
    let worth = |place: usize, expected: u32, best: &str| {
        format!(
            "analyse {{\"surveyed\":{{\"id\":1,\"place\":{place},\"worth\":{{\"score\":{},\"decided\":null,\
             \"expected\":{expected},\"best\":[\"{best}\"],\"dealt\":null,\"placed\":null}}}}}}\n",
            expected as i32 - 500
        )
    };
    let script = [
        "analyse report\n".to_owned(),
        worth(3, 500, "d2d4"),
        worth(2, 350, "d2d4"),
        worth(1, 380, "e7e5"),
        worth(0, 530, "e2e4"),
        "analyse {\"learn\":\"white\"}\nanalyse {\"learn\":\"solve\"}\nanalyse {\"learn\":\"next\"}".to_owned(),
    ];
    story(
        "story-report",
        Table::around(HtmlCanvasElement::default(), board, requests).unwrap(),
        &script.concat(),
    );
}

#[test]
fn a_puzzle_is_solved_and_a_lesson_walked_through() {
    let data = |path: &str| data(&file(path));
    let nothing = table::Data::Nothing;
    let book = table::Book::read(&data("puzzles/days.json"), &nothing, &nothing, 0).unwrap();
    let puzzle = table::Puzzle::read(&book, "magnetic-1", &data("puzzles/magnetic.json")).unwrap();
    let start = *puzzle.start();
    let posed = |start, purpose| {
        let setup = table::Setup { purpose, ..table::Setup::here(start, "") };
        let (board, requests) = table::Table::new(setup);
        Table::around(HtmlCanvasElement::default(), board, requests).unwrap()
    };
    story(
        "story-puzzle",
        posed(start, table::Purpose::Puzzle(Box::new(puzzle))),
        "hint
        step g8g7
        again
        step g8g3
        .paint 1000
        .paint 5000",
    );
    let mate = "charismatic-5";
    let puzzle = table::Puzzle::read(&book, mate, &data("puzzles/charismatic.json")).unwrap();
    let start = *puzzle.start();
    story(
        "story-puzzle-solved",
        posed(start, table::Purpose::Puzzle(Box::new(puzzle))),
        "step c2c1
        step d4d3
        endTurn",
    );
    let lesson =
        table::Lesson::read(GameId::Chessence, &data("lessons/chessence.json"), &nothing).unwrap();
    let start = lesson.task().start;
    story(
        "story-lesson",
        posed(start, table::Purpose::Lesson(Box::new(lesson))),
        "hint
        showSolution
        next
        previous",
    );
}

#[test]
fn the_list_of_puzzles_tells_how_many_are_solved() {
    let nothing = table::Data::Nothing;
    let kept = serde_json::json!([
        { "id": "magnetic-1", "misses": 0, "hints": 0, "shown": 0, "solved": { "misses": 0, "hints": 0 } },
        { "id": "magnetic-2", "misses": 1, "hints": 0, "shown": 2 },
    ]);
    let list = data(&file("puzzles/days.json"));
    let book = table::Book::read(&list, &data(&kept), &nothing, 0).unwrap();
    compare("puzzles", &contract::tell(&crate::learn::list_parts(&book, "magnetic", "magnetic-3")));
}

#[test]
fn what_is_set_up_is_shown_and_what_is_wrong_with_it() {
    let board = contract::EditorBoard { game: "charismatic".to_owned(), fen: None };
    let mut table = Table::around_editor(HtmlCanvasElement::default(), &board).unwrap();
    let mut text = String::new();
    let mut known: Vec<String> = Vec::new();
    for line in [
        "",
        "edit clear",
        "edit {\"put\":[\"e1\",\"K\"]}",
        "edit {\"side\":\"black\"}",
        "edit {\"put\":[\"e8\",\"k\"]}",
        "edit {\"put\":[\"d2\",\"q\"]}",
        "edit {\"side\":\"white\"}",
        "edit {\"choose\":\"R\"}",
        "tap a1",
        "press h1",
        "release",
        "letGo",
        "lift a1",
        "drop a2",
        "liftReserve n",
        "drop b4",
        "liftReserve B",
        "drop null",
        "tapReserve q",
        "edit initial",
        "undo",
        "redo",
    ] {
        if !line.is_empty() {
            table.take(event(line));
        }
        let position = table.table.position();
        let editor = table.editor.as_ref().unwrap();
        let mut facts = Vec::new();
        let edited = contract::Edited::new(editor, Names(&position));
        flatten("edited", &serde_json::to_value(edited).unwrap(), &mut facts);
        flatten("view", &serde_json::to_value(table.view()).unwrap(), &mut facts);
        text.push_str(&format!("> {line}\n"));
        for request in std::mem::take(&mut table.requests) {
            text.push_str(&format!("asks {}\n", serde_json::to_value(&request).unwrap()));
        }
        for (sign, these, those) in [("-", &known, &facts), ("+", &facts, &known)] {
            let changed = these.iter().filter(|fact| !those.contains(fact));
            changed.for_each(|fact| text.push_str(&format!("{sign} {fact}\n")));
        }
        known = facts;
    }
    compare("editor", &text);
}

/// A file of the site.
fn file(path: &str) -> Json {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web").join(path);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A value as tables take it.
fn data(value: &Json) -> table::Data {
    match value {
        Json::Number(number) => {
            let count = number.as_u64().and_then(|one| u32::try_from(one).ok());
            count.map_or(table::Data::Nothing, table::Data::Count)
        }
        Json::String(text) => table::Data::Text(text.clone()),
        Json::Array(items) => table::Data::List(items.iter().map(data).collect()),
        Json::Object(map) => {
            table::Data::Map(map.iter().map(|(key, value)| (key.clone(), data(value))).collect())
        }
        Json::Null | Json::Bool(_) => table::Data::Nothing,
    }
}
