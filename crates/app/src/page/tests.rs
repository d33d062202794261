//! What the board and the page show of games that are played here, event by event.

mod dialogs;
mod stories;

use rules::Actor;
use serde_json::Value as Json;

use super::*;
use crate::painter::tests::{compare, named, painter};

/// A table of a game from a position, or from its start, two people playing here.
fn laid(game: &str, fen: &str) -> Table {
    let fen = (!fen.is_empty()).then(|| fen.to_owned());
    Table::lay(
        HtmlCanvasElement::default(),
        Setup { game: game.to_owned(), fen, key: "a game".to_owned(), ..Setup::default() },
    )
    .unwrap()
}

/// An event as the page writes it: `tap e4`, `undoTo 1`, `letGo`.
fn event(text: &str) -> contract::Event {
    let (name, value) = text.split_once(' ').unwrap_or((text, ""));
    let json = match value.chars().next() {
        None => format!("\"{name}\""),
        Some('{' | '[' | '0'..='9') => format!("{{\"{name}\":{value}}}"),
        Some(_) if ["true", "false", "null"].contains(&value) => format!("{{\"{name}\":{value}}}"),
        Some(_) => format!("{{\"{name}\":\"{value}\"}}"),
    };
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// A story: a table, when it was painted last, and all that is shown of it.
struct Story {
    table: Table,
    now: f64,
    /// The squares as the page knows them.
    squares: Vec<Option<Cell>>,
    facts: Vec<String>,
    text: String,
}

/// Everything in a value that is not empty, a line each.
fn flatten(path: &str, value: &Json, facts: &mut Vec<String>) {
    match value {
        Json::Object(map) if path.matches('.').count() < 2 => {
            for (key, value) in map {
                flatten(&format!("{path}.{key}"), value, facts);
            }
        }
        Json::Array(list) if !list.is_empty() && list.iter().any(Json::is_object) => {
            for (place, value) in list.iter().enumerate() {
                facts.push(format!("{path}.{place}: {value}"));
            }
        }
        Json::Null | Json::Bool(false) => {}
        Json::Array(list) if list.is_empty() => {}
        Json::String(text) if text.is_empty() => {}
        value => facts.push(format!("{path}: {value}")),
    }
}

/// A number without what does not matter.
fn short(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

impl Story {
    fn new(table: Table) -> Self {
        let mut story =
            Story { table, now: 0.0, squares: Vec::new(), facts: Vec::new(), text: String::new() };
        let layout = *story.table.painter.layout();
        story.table.painter = painter(layout, 1.0);
        story.squares = vec![None; layout.shape().all().count()];
        story.note("");
        story
    }

    /// Does each line, and notes what has changed.
    fn run(&mut self, script: &str) {
        for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
            match line.strip_prefix('.') {
                Some(command) => self.command(command),
                None => self.table.take(event(line)),
            }
            self.note(line);
        }
    }

    /// What the page asks for beside events.
    fn command(&mut self, line: &str) {
        let table = &mut self.table;
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        let square = (!value.is_empty()).then(|| value.to_owned());
        match name {
            "flip" => table.flip(),
            "paint" => {
                self.now = value.parse().unwrap();
                let moves = table.paint(self.now).unwrap();
                self.text.push_str(if moves { "it moves\n" } else { "it is at rest\n" });
            }
            "point" => table.aim("mouse", square),
            "drag" => table.aim("held", square),
            "cursor" => table.aim("cursor", square),
            "mark" => {
                let (from, to) = value.split_once(' ').unwrap();
                table.mark(from, to);
            }
            "attacks" => table.threats = value.parse().ok(),
            "motion" => table.pace = Pace::times(value.parse().unwrap()),
            "coordinates" => table.coordinates = value == "on",
            "switches" => {
                let [powers, warnings] = ["powers", "warnings"].map(|name| value.contains(name));
                table.switches = Switches { powers, warnings };
            }
            _ => panic!("no command is called {name}"),
        }
    }

    /// Notes what is shown otherwise than before.
    fn note(&mut self, line: &str) {
        self.text.push_str(&format!("> {line}\n"));
        for request in std::mem::take(&mut self.table.requests) {
            let request = serde_json::to_value(&request).unwrap();
            self.text.push_str(&format!("asks {request}\n"));
        }
        let facts = self.facts();
        let mut gone = std::mem::take(&mut self.facts);
        let mut come = Vec::new();
        for fact in &facts {
            match gone.iter().position(|old| old == fact) {
                Some(place) => {
                    gone.remove(place);
                }
                None => come.push(fact),
            }
        }
        gone.iter().for_each(|fact| self.text.push_str(&format!("- {fact}\n")));
        come.iter().for_each(|fact| self.text.push_str(&format!("+ {fact}\n")));
        self.facts = facts;
    }

    /// All that is shown.
    fn facts(&mut self) -> Vec<String> {
        let scene = self.table.picture(self.now);
        let shape = self.table.painter.layout().shape();
        let mut facts = self.board(&scene);
        let named = |what: &str, thing: &dyn std::fmt::Debug| {
            format!("{what} {}", named(&format!("{thing:?}"), shape))
        };
        for tile in &scene.tiles {
            facts.extend(tile.tint.map(|tint| format!("{} {tint:?}", shape.name(tile.square))));
        }
        facts.extend(scene.under.iter().map(|mark| named("beneath", mark)));
        facts.extend(scene.over.iter().map(|mark| named("over", mark)));
        facts.extend(scene.signs.iter().map(|sign| named("sign", sign)));
        facts.extend(scene.coordinates.then(|| "coordinates".to_owned()));
        self.squares();
        for cell in self.squares.iter().flatten() {
            let mut of_cell = Vec::new();
            flatten("", &serde_json::to_value(cell).unwrap(), &mut of_cell);
            let is_known = |fact: &String| {
                // What every square says is seen on the board.
                let is_bare = fact.starts_with(".says") && !fact.contains(',');
                is_bare || [".square", ".piece"].iter().any(|key| fact.starts_with(key))
            };
            of_cell.retain(|fact| !is_known(fact));
            if !of_cell.is_empty() {
                facts.push(format!("cell {} {}", cell.square, of_cell.join(" ")));
            }
        }
        for (square, bits) in shape.all().zip(self.table.numbers()) {
            let notes = contract::notes(bits).map(|note| note.key);
            facts.extend(notes.map(|key| format!("note {} {key}", shape.name(square))));
        }
        flatten("view", &serde_json::to_value(self.table.view()).unwrap(), &mut facts);
        facts.extend(self.analysis());
        let table = &self.table;
        let position = table.table.position();
        let fact = |what: &str, sentence: &table::Sentence| {
            let sentence = serde_json::to_value(Names(&position).sentence(sentence)).unwrap();
            format!("{what} {sentence}")
        };
        let explained = overlay::explain(&table.table, table.target(), table.switches);
        facts.extend(explained.iter().map(|sentence| fact("explains", sentence)));
        facts.extend(overlay::named(&table.table, table.switches).map(|one| fact("names", &one)));
        facts.extend(overlay::warning(&table.table, table.switches).map(|one| fact("warns", &one)));
        facts
    }

    /// What the board of an analysis shows beside it.
    fn analysis(&self) -> Vec<String> {
        let table = &self.table.table;
        let position = table.position();
        let names = Names(&position);
        let mut facts = Vec::new();
        let mut fact = |name: &str, value: serde_json::Result<Json>| {
            flatten(name, &value.unwrap(), &mut facts);
        };
        if let Some(view) = table.analysis_view() {
            let analysed = contract::Analysed::new(view, names);
            for line in 0..analysed.lines.len() {
                let steps = table.follow_line(line);
                let steps: Vec<_> = steps.iter().map(contract::FollowedStep::new).collect();
                fact(&format!("followed.{line}"), serde_json::to_value(steps));
            }
            fact("analysed", serde_json::to_value(analysed));
            fact("studied", serde_json::to_value(contract::Studied::from(table.study_view())));
            fact("start", serde_json::to_value(contract::tree_start(table)));
            fact("tree", serde_json::to_value(contract::tree(table)));
        }
        if let Some(view) = table.report_view() {
            fact("reported", serde_json::to_value(contract::Reported::new(view, names)));
        }
        if let Some(view) = table.conditional_view() {
            fact("conditional", serde_json::to_value(contract::Conditional::new(view, names)));
        }
        facts
    }

    /// The squares that have changed are handed out once, and are all that has changed.
    fn squares(&mut self) {
        for (place, cell) in self.table.changed() {
            assert_ne!(self.squares[place].as_ref(), Some(&cell), "it has changed");
            self.squares[place] = Some(cell);
        }
        assert!(self.table.changed().is_empty());
        let table = &self.table;
        let now = cells(&table.table, table.attacked());
        let shape = table.painter.layout().shape();
        for ((square, bits), known) in shape.all().zip(now).zip(&self.squares) {
            assert_eq!(known.as_ref(), Some(&Cell::new(&table.table, square, bits)));
        }
    }

    /// The board as it is seen, row by row, and each piece that does not simply stand on a square.
    fn board(&self, scene: &scene::Scene) -> Vec<String> {
        let layout = self.table.painter.layout();
        let shape = layout.shape();
        let roles = self.table.table.position().spec().roles;
        let mut rows = vec![vec![".".to_owned(); shape.files.into()]; shape.ranks.into()];
        let mut facts = Vec::new();
        for tile in &scene.tiles {
            let (column, row) = layout.place(tile.square);
            let dark = (shape.file(tile.square) + shape.rank(tile.square)).is_multiple_of(2);
            let shade = match (shape.is_hole(tile.square), dark) {
                (true, _) => scene::Shade::Hole,
                (_, true) => scene::Shade::Dark,
                (_, false) => scene::Shade::Light,
            };
            assert_eq!(tile.shade, shade);
            if shade == scene::Shade::Hole {
                rows[usize::from(row)][usize::from(column)] = "#".to_owned();
            }
        }
        for sprite in &scene.sprites {
            let sign = roles.iter().find(|&&(role, _)| role == sprite.piece.role).unwrap().1;
            let mut name = match sprite.piece.color {
                Color::White => sign.to_ascii_uppercase(),
                Color::Black => sign.to_ascii_lowercase(),
            }
            .to_string();
            if sprite.powers > 0 {
                name.push_str(&sprite.powers.to_string());
            }
            if sprite.charged {
                name.push('*');
            }
            let (x, y) = sprite.place;
            let stands = (x.fract(), y.fract(), sprite.opacity, sprite.scale, sprite.fallen)
                == (0.0, 0.0, 1.0, 1.0, 0.0);
            let cell = &mut rows[y as usize][x as usize];
            if stands && cell == "." {
                *cell = name;
            } else {
                let [x, y, opacity, scale, fallen] =
                    [x, y, sprite.opacity, sprite.scale, sprite.fallen].map(short);
                facts.push(format!(
                    "piece {name} at {x} {y}, opacity {opacity}, size {scale}, fallen {fallen}"
                ));
            }
        }
        let rows = rows.into_iter().enumerate();
        let rows = rows.map(|(row, cells)| format!("row {row}: {}", cells.join(" ")));
        rows.chain(facts).collect()
    }
}

/// Where each piece is seen, and where two are seen in one place, both.
fn seen_at(scene: &scene::Scene) -> Vec<String> {
    let visible = scene.sprites.iter().filter(|sprite| sprite.opacity > 0.0);
    let mut all: Vec<String> = visible
        .map(|sprite| {
            let (x, y) = sprite.place;
            format!("{:?} {} {}", sprite.piece, short(x), short(y))
        })
        .collect();
    all.sort();
    all
}

/// A number below a bound, from a seed.
fn chance(seed: &mut u64, bound: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % bound
}

#[test]
fn a_step_begins_where_the_board_was_and_ends_where_it_stands_forward_and_back() {
    for &game in GameId::ALL {
        let mut seed = 1 + game as u64;
        let mut table = laid(game.spec().id, "");
        let mut now = 0.0;
        for _ in 0..60 {
            let position = table.table.position();
            let steps = position.list();
            if table.table.game().verdict().is_some() {
                break;
            }
            let before = seen_at(&table.picture(now));
            if position.actor() == Actor::Chance || steps.is_empty() {
                table.take(event("draw"));
            } else {
                let step = steps[chance(&mut seed, steps.len())];
                let step = Names(&position).step(step);
                table.take(event(&format!("step {step}")));
            }
            if table.table.position() == position {
                break;
            }
            // Forward, back, and forward again, both ways round.
            for way in ["", "undo", "redo"] {
                let before =
                    if way.is_empty() { before.clone() } else { seen_at(&table.picture(now)) };
                let position = table.table.position();
                if !way.is_empty() {
                    table.take(event(way));
                    if table.table.position() == position {
                        continue;
                    }
                }
                now += 10_000.0;
                let moves = table.paint(now).unwrap();
                if moves && table.motion.is_some() {
                    assert_eq!(seen_at(&table.picture(now)), before, "{game}, {way}");
                }
                let mut still = laid(game.spec().id, &table.table.position().fen());
                still.painter = painter(*table.painter.layout(), 1.0);
                let rest = seen_at(&still.picture(0.0));
                let end = table.motion.as_ref().map_or(0.0, Motion::length);
                assert!(end <= 500.0);
                // Its last frame before it is over, and the first after it.
                if end > 0.0 {
                    assert!(table.paint(now + end - 0.001).unwrap());
                }
                let _ = table.paint(now + end).unwrap();
                assert_eq!(seen_at(&table.picture(now + end)), rest, "{game}, {way}");
                now += end + 1000.0;
                let _ = table.paint(now).unwrap();
                assert!(!table.paint(now + 1000.0).unwrap(), "{game}, {way}: it comes to rest");
                assert!(table.motion.is_none());
            }
            now += 10_000.0;
            if chance(&mut seed, 3) == 0 {
                table.flip();
            }
        }
    }
}

#[test]
fn a_point_of_the_board_is_in_the_square_that_is_painted_there() {
    for &game in GameId::ALL {
        let shape = game.spec().shape;
        for (width, height, ratio) in
            [(333.0, 500.0, 1.0), (801.0, 411.0, 1.5), (640.0, 641.0, 3.0)]
        {
            let mut table = laid(game.spec().id, "");
            for _ in 0..2 {
                let taken = table.fit(width, height, ratio);
                let square = taken.square;
                assert!(taken.width <= width && taken.height <= height);
                assert!(
                    (square + 1.0 / ratio) * f64::from(shape.files) > width
                        || (square + 1.0 / ratio) * f64::from(shape.ranks) > height,
                    "it takes what there is"
                );
                assert!((taken.width - square * f64::from(shape.files)).abs() < 1e-9);
                assert!((taken.height - square * f64::from(shape.ranks)).abs() < 1e-9);
                let layout = *table.painter.layout();
                for at in shape.all() {
                    let (x, y) = layout.corner(at);
                    let (x, y) = (x / ratio, y / ratio);
                    let name = Some(shape.name(at).to_string());
                    for (right, down) in [(0.01, 0.01), (0.5, 0.5), (0.99, 0.01), (0.99, 0.99)] {
                        let (x, y) = (x + square * right, y + square * down);
                        assert_eq!(table.square_at(x, y), name, "{game} at {x}, {y}");
                    }
                }
                assert_eq!(table.square_at(taken.width + 0.01, 1.0), None);
                assert_eq!(table.square_at(1.0, taken.height + 0.01), None);
                assert_eq!(table.square_at(-0.01, 1.0), None);
                table.flip();
            }
        }
        let mut table = laid(game.spec().id, "");
        assert_eq!(table.fit(400.0, 400.0, f64::NAN), table.fit(400.0, 400.0, 1.0));
        assert_eq!(table.fit(400.0, 400.0, 0.0), table.fit(400.0, 400.0, 1.0));
    }
}

#[test]
fn keys_lead_the_cursor_over_the_board_as_it_is_turned() {
    let mut table = laid("magnetic", "");
    let ways = "e4 ArrowUp e5, e8 ArrowUp e8, e4 ArrowDown e3, e1 ArrowDown e1, e4 ArrowLeft d4, a4 ArrowLeft a4, \
                e4 ArrowRight f4, h4 ArrowRight h4, e4 Home a4, e4 End h4, e4 PageUp e8, e4 PageDown e1, \
                a8 n b8, b8 N g8, g8 n b1, g1 n b8, e4 z e4";
    let turned = "e4 ArrowUp e3, e1 ArrowUp e1, e4 ArrowDown e5, e4 ArrowLeft f4, h4 ArrowLeft h4, e4 ArrowRight d4, \
                  a4 ArrowRight a4, e4 Home h4, e4 End a4, e4 PageUp e1, e4 PageDown e8, h1 n g1, b8 n g1";
    for (ways, corners) in [(ways, ["a8", "h1"]), (turned, ["h1", "a8"])] {
        for way in ways.split(", ") {
            let [at, key, to] = way.split(' ').collect::<Vec<_>>()[..] else { panic!("{way}") };
            assert_eq!(table.next_square(at, key, false).as_deref(), Some(to), "{way}");
        }
        let far = ["Home", "End"].map(|key| table.next_square("e4", key, true));
        assert_eq!(far, corners.map(|corner| Some(corner.to_owned())));
        for key in ["Enter", "Tab", "?", "1", "é", ""] {
            assert_eq!(table.next_square("e4", key, false), None, "{key}");
        }
        table.flip();
    }
    assert_eq!(table.next_square("z9", "ArrowUp", false), None);
}

#[test]
fn who_watches_is_offered_nothing_that_players_do() {
    for game in ["charismatic", "contramatic", "magnetic"] {
        let setup = Setup { game: game.to_owned(), show: true, ..Setup::default() };
        let mut table = Table::lay(HtmlCanvasElement::default(), setup).unwrap();
        table.take(event("watch calling"));
        let contract::View { buttons, most, chips, .. } = table.view();
        assert_eq!((most, chips), (0, 0), "{game}");
        let of_turn = [buttons.end, buttons.undo, buttons.draw, buttons.place, buttons.quick];
        let of_players = [buttons.resign, buttons.offer, buttons.rematch];
        assert_eq!((of_turn, of_players), ([None; 5], [None; 3]), "{game}");
    }
}

#[test]
fn a_saved_picture_has_the_hand_at_the_side_that_places() {
    let mut table = laid("charismatic", "");
    let hands = |table: &Table| {
        let trays = table.trays(false).unwrap();
        trays.map(|(tray, color)| (color, tray.hand.len()))
    };
    assert_eq!(hands(&table), [(Color::Black, 0), (Color::White, 0)], "nothing is drawn yet");
    table.take(event("draw"));
    let [(above, none), (below, some)] = hands(&table);
    assert_eq!((above, none, below), (Color::Black, 0, Color::White));
    assert!(some > 0);
    table.flip();
    assert_eq!(hands(&table), [(Color::White, some), (Color::Black, 0)]);
}

#[test]
fn the_attacks_of_the_other_side_are_shown_first_then_those_of_the_side_to_move() {
    let mut table = laid("magnetic", "");
    let mut shown = || {
        table.requests.clear();
        table.take(event("attacks"));
        let asked = std::mem::take(&mut table.requests);
        let says = serde_json::to_value(&asked).unwrap()[0]["say"].clone();
        let marked = ["e3", "e6"].map(|name| {
            let square = table.table.position().spec().shape.parse(name).unwrap();
            table.attacked().has(square)
        });
        let says = [&says["key"], &says["values"]["color"]["color"]].map(|value| value.to_string());
        (marked, says.join(" "))
    };
    let all = [shown(), shown(), shown(), shown()];
    assert_eq!(all[0], ([false, true], "\"step.attacks\" \"black\"".to_owned()));
    assert_eq!(all[1], ([true, false], "\"step.attacks\" \"white\"".to_owned()));
    assert_eq!(all[2].0, [false, false]);
    assert!(all[2].1.starts_with("\"step.attacks-off\""));
    assert_eq!(all[3], all[0]);
}

#[test]
fn a_king_is_in_check_in_the_position_editor_whoever_guards_it() {
    let checked = |fen: &str| -> Vec<String> {
        let board = contract::EditorBoard {
            game: "charismatic".to_owned(),
            fen: Some(format!("{fen} w - - 0 9 - -")),
        };
        let mut table = Table::around_editor(HtmlCanvasElement::default(), &board).unwrap();
        let cells = table.changed().into_iter().map(|(_, cell)| cell);
        let checked = cells.filter(|cell| cell.says.contains(&"square.check"));
        checked.map(|cell| cell.square).collect()
    };
    assert_eq!(checked("r3k3/8/8/8/8/8/8/4K2r[]"), ["e1"]);
    assert!(checked("r3k3/8/8/8/8/8/7r/4K3[]").is_empty());
}

#[test]
fn a_turn_in_the_list_leads_to_where_it_ends() {
    let mut table = laid("progressive", "");
    for step in ["e2e4", "e7e5", "d7d5"] {
        table.take(event(&format!("step {step}")));
    }
    let lines = contract::Lines::new(&table.table);
    let places: Vec<usize> = lines.played.iter().map(|turn| turn.place.steps).collect();
    assert_eq!(places, [1, 2]);
}

#[test]
fn a_board_in_a_frame_announces_the_turn_that_led_to_its_place() {
    let mut table = laid("orthodox", "");
    for step in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        table.take(event(&format!("step {step}")));
    }
    let mut text = String::new();
    for walk in ["latest", "back", "back", "first", "on"] {
        table.take(event(&format!("walk {walk}")));
        text.push_str(&format!("> {walk}\n"));
        for sentence in table.announcement() {
            text.push_str(&format!("{}\n", serde_json::to_value(&sentence).unwrap()));
        }
    }
    compare("announced", &text);
}

#[test]
fn a_link_to_a_study_opens_at_the_game_of_its_first_chapter() {
    let start = AnyPosition::initial(GameId::Magnetic);
    let (board, requests) = table::Table::analyse(start, "analysis a", None);
    let mut table = Table::around(HtmlCanvasElement::default(), board, requests).unwrap();
    assert_eq!(table.link_to_study("https://a.b/").text, "");
    table.take(event("analyse {\"study\":{\"addPosition\":\"\"}}"));
    let other = "{\"name\":\"\",\"game\":\"chessence\",\"text\":\"\"}";
    table.take(event(&format!("analyse {{\"study\":{{\"add\":{other}}}}}")));
    let contract::StudyLink { text, says } = table.link_to_study("https://a.b/");
    assert!(text.starts_with("https://a.b/?analysis=magnetic#"), "{text}");
    assert_eq!(says, None);
}

#[test]
fn a_game_is_saved_with_the_step_that_waits_or_as_it_was_before() {
    let mut table = Table::lay(
        HtmlCanvasElement::default(),
        Setup {
            game: "orthodox".to_owned(),
            key: "a game".to_owned(),
            confirms: true,
            ..Setup::default()
        },
    )
    .unwrap();
    table.take(event("step e2e4"));
    assert!(table.table.held().is_some());
    let saved =
        |text: String| text.lines().find(|line| line.starts_with("steps")).unwrap().to_owned();
    assert_eq!(saved(table.save(None)), "steps e2e4");
    assert_eq!(saved(table.save(Some(false))), "steps e2e4");
    assert_eq!(saved(table.save(Some(true))), "steps");
    table.take(event("endTurn"));
    for step in ["e7e5", "endTurn", "g1f3", "endTurn"] {
        let step = if step == "endTurn" { step.to_owned() } else { format!("step {step}") };
        table.take(event(&step));
    }
    assert_eq!(saved(table.save(Some(true))), "steps e2e4 e7e5 g1f3");
    table.take(event("walk back"));
    assert_eq!(saved(table.shown()), "steps e2e4 e7e5");
}

#[test]
fn what_is_off_the_board_is_painted_where_something_is_or_ever_was() {
    assert!(laid("orthodox", "").trays(true).is_none());
    let mut table = laid("charismatic", "");
    assert!(table.trays(false).is_some());
    for _ in 0..2 {
        for deed in ["draw", "placeRest", "endTurn"] {
            table.take(event(deed));
        }
    }
    let has = |table: &Table, ever| table.trays(ever).is_some();
    let placed = table.table.position();
    let is_empty = placed.hand().is_empty()
        && Color::ALL.iter().all(|&color| placed.reserve(color).is_empty());
    assert_eq!((has(&table, false), has(&table, true)), (!is_empty, true));
}

#[test]
fn the_board_is_looked_at_from_the_side_that_is_named() {
    let mut table = laid("orthodox", "");
    for (side, flipped) in [
        (None, false),
        (Some(Color::White), false),
        (Some(Color::Black), true),
        (None, true),
        (Some(Color::Black), true),
        (Some(Color::White), false),
    ] {
        table.look_from(side);
        assert_eq!(table.painter.layout().is_flipped(), flipped, "{side:?}");
    }
}

/// The editor has squares of its own; those of a position that can be played are the board's.
#[test]
fn what_is_set_up_is_seen_as_the_board_shows_it() {
    for &game in GameId::ALL {
        if game == GameId::Orthodox {
            continue;
        }
        for seed in 0..4 {
            testkit::playout::play(game, seed, 30, |position| {
                if position.is_inside_turn() || position.actor() == Actor::Chance {
                    return;
                }
                let fen = position.fen();
                let board = contract::EditorBoard {
                    game: game.spec().id.to_owned(),
                    fen: Some(fen.clone()),
                };
                let editor = Table::around_editor(HtmlCanvasElement::default(), &board).unwrap();
                let shown = |table: &Table| -> Vec<u32> {
                    table.numbers().iter().map(|bits| bits & ((1 << 12) - 1)).collect()
                };
                assert_eq!(shown(&editor), shown(&laid(game.spec().id, &fen)), "{fen}");
            });
        }
    }
}

#[test]
fn what_there_is_to_say_of_each_square_is_said_of_the_piece_chosen_or_of_each() {
    let mut text = String::new();
    let mut tell = |what: &str, table: &Table| {
        text.push_str(&format!("> {what}\n"));
        let shape = table.table.position().spec().shape;
        for (square, says) in shape.all().zip(table.noted()) {
            for sentence in says {
                let says = serde_json::to_value(&sentence).unwrap();
                text.push_str(&format!("{} {says}\n", shape.name(square)));
            }
        }
        for sentence in table.by_name(&table.explained(None)) {
            text.push_str(&format!("chosen {}\n", serde_json::to_value(&sentence).unwrap()));
        }
    };
    let mut table = laid("magnetic", "4k3/8/8/8/8/2n5/4P3/R3K3 w Q - 0 1");
    tell("nothing is chosen", &table);
    table.take(event("tap a1"));
    tell("a piece is chosen", &table);
    table.take(event("letGo"));
    table.take(event("attacks"));
    tell("attacks are shown", &table);
    let mut table = laid("batteries", "");
    tell("nothing is chosen on a charged board", &table);
    table.take(event("tap e2"));
    tell("a piece is chosen there", &table);
    compare("notes", &text);
}

#[test]
fn the_clocks_of_a_game_are_those_of_its_sides() {
    let setup = Setup {
        game: "magnetic".to_owned(),
        key: "a game".to_owned(),
        clock: Some("300+5,60+5".to_owned()),
        ..Setup::default()
    };
    let table = Table::lay(HtmlCanvasElement::default(), setup).unwrap();
    let clocks = table.faces(1_000_000).unwrap();
    let faces: Vec<_> = clocks.faces.iter().map(|face| (face.color, &*face.text)).collect();
    assert_eq!(faces, [("white", "5:00"), ("black", "1:00")]);
    assert_eq!(clocks.control, "300+5,60+5");
    assert!(laid("magnetic", "").faces(1_000_000).is_none());
}

#[test]
fn each_step_of_a_turn_is_named_where_it_was_taken() {
    let mut table = laid("progressive", "");
    for line in ["step e2e4", "step e7e5", "step d7d5", "endTurn", "step g1f3", "step f3e5"] {
        table.take(event(line));
    }
    let steps = table.view().steps;
    let steps: Vec<_> = steps.iter().map(|step| (step.role, &*step.from, &*step.san)).collect();
    assert_eq!(steps, [("knight", "g1", "Nf3"), ("knight", "f3", "Nxe5")]);
}

#[test]
fn a_king_lies_at_once_where_nothing_moves() {
    let mut table = laid("orthodox", "");
    table.pace = Pace::NONE;
    for step in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        table.take(event(&format!("step {step}")));
    }
    table.move_on(1000.0);
    assert_eq!(table.fallen(1000.0), Some((Color::White, 1.0)));
    table.take(event("walk back"));
    assert_eq!(table.fallen(1000.0), None);
}

#[test]
fn the_board_becomes_that_of_the_chapter_that_is_shown() {
    let start = AnyPosition::initial(GameId::Magnetic);
    let (board, requests) = table::Table::analyse(start, "analysis a", None);
    let mut table = Table::around(HtmlCanvasElement::default(), board, requests).unwrap();
    table.take(event("analyse {\"study\":{\"addPosition\":\"\"}}"));
    let other = "{\"name\":\"\",\"game\":\"batteries\",\"text\":\"\"}";
    table.take(event(&format!("analyse {{\"study\":{{\"add\":{other}}}}}")));
    let shape = |table: &Table| table.painter.layout().shape();
    for (chapter, game) in [(1, GameId::Magnetic), (3, GameId::Batteries)] {
        table.take(event(&format!("analyse {{\"study\":{{\"show\":{chapter}}}}}")));
        assert_eq!(shape(&table), game.spec().shape);
        assert_eq!(table.changed().len(), game.spec().shape.all().count(), "all are new");
    }
}

#[test]
fn the_tree_has_the_steps_of_turns_that_begin_alike() {
    let start = AnyPosition::initial(GameId::Progressive);
    let (board, requests) = table::Table::analyse(start, "analysis a", None);
    let mut table = Table::around(HtmlCanvasElement::default(), board, requests).unwrap();
    let script =
        "step e2e4, step e7e5, step d7d5, endTurn, walk back, walk back, step g8f6, endTurn";
    for line in script.split(", ") {
        table.take(event(line));
    }
    let tree = contract::tree(&table.table);
    let lines: Vec<String> =
        tree.iter().map(|item| serde_json::to_value(item).unwrap().to_string()).collect();
    compare("tree-of-steps", &lines.join("\n"));
}
