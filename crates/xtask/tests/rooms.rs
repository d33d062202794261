//! The rooms of the page (ARCHITECTURE.md, "The page"): what their scripts import, and what they leave
//! alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use xtask::folder::resolve;

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

/// The scripts of the rooms, by their paths in `web/`. What stands in `root/` is no part of the page.
fn scripts() -> BTreeMap<String, String> {
    fn collect(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{prefix}{}", path.file_name().unwrap().to_string_lossy());
            if path.is_dir() && name != "root" {
                collect(&path, &format!("{name}/"), found);
            } else if name.ends_with(".js") {
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    collect(&web(), "", &mut found);
    assert!(found.len() > 40, "the rooms are found");
    found
}

/// A script without its comments. Strings that look like comments do not occur in the page.
fn code(script: &str) -> String {
    let mut text = String::new();
    let mut rest = script;
    while let Some((before, after)) = rest.split_once("/*") {
        text.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let lines = text.lines().map(|line| match line.find("// ") {
        Some(at) if line[..at].trim().is_empty() => &line[..at],
        _ => line,
    });
    lines.fold(String::new(), |all, line| all + line + "\n")
}

/// What a script imports of the page, at once or when it is wanted. Types do not count.
fn imports(script: &str, text: &str) -> Vec<String> {
    let text = code(text);
    let mut found = Vec::new();
    for (start, end) in [(" from \"", '"'), ("import \"", '"'), ("import(\"", '"')] {
        for part in text.split(start).skip(1) {
            let import = part.split(end).next().unwrap();
            if import.starts_with('.') {
                found.push(resolve(script, import));
            }
        }
    }
    found
}

fn room(script: &str) -> &str {
    script.split('/').next().unwrap()
}

const ROOMS: [&str; 11] = [
    "analysis", "board", "computer", "dialogs", "friend", "game", "learn", "library", "live",
    "settings", "shell",
];

#[test]
fn every_script_stands_in_a_room_and_every_room_has_one_entry() {
    let scripts = scripts();
    let rooms: BTreeSet<&str> = scripts.keys().map(|script| room(script)).collect();
    assert_eq!(rooms, BTreeSet::from(ROOMS));
    for room in ROOMS {
        assert!(scripts.contains_key(&format!("{room}/index.js")), "{room} has no index.js");
    }
}

#[test]
fn rooms_are_entered_by_their_doors() {
    for (script, text) in scripts() {
        for import in imports(&script, &text) {
            let is_own = room(&import) == room(&script);
            let is_entry = import.ends_with("/index.js") || import == "games.json";
            assert!(is_own || is_entry, "{script} imports {import}");
            assert!(!is_own || !import.ends_with("/index.js"), "{script} imports its own entry");
        }
    }
}

/// A circle in a graph, if there is one.
fn circle(graph: &BTreeMap<String, Vec<String>>) -> Option<Vec<String>> {
    fn visit(
        node: &str,
        graph: &BTreeMap<String, Vec<String>>,
        path: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> bool {
        if path.iter().any(|before| before == node) {
            path.push(node.to_owned());
            return true;
        }
        if done.contains(node) {
            return false;
        }
        path.push(node.to_owned());
        for next in graph.get(node).into_iter().flatten() {
            if visit(next, graph, path, done) {
                return true;
            }
        }
        done.insert(path.pop().unwrap());
        false
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|node| {
        let mut path = Vec::new();
        visit(node, graph, &mut path, &mut done).then_some(path)
    })
}

#[test]
fn a_circle_is_found() {
    let graph = |edges: &[(&str, &str)]| {
        let mut graph: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (from, to) in edges {
            graph.entry((*from).to_owned()).or_default().push((*to).to_owned());
        }
        graph
    };
    assert_eq!(circle(&graph(&[("a", "b"), ("a", "c"), ("b", "c")])), None);
    let found = circle(&graph(&[("a", "b"), ("b", "c"), ("c", "b")])).unwrap();
    assert_eq!(found, ["a", "b", "c", "b"]);
}

#[test]
fn scripts_do_not_import_each_other_in_a_circle() {
    let scripts = scripts();
    let graph = scripts.iter().map(|(script, text)| (script.clone(), imports(script, text)));
    assert_eq!(circle(&graph.collect()), None);
}

/// What a room offers needs other rooms, but no room needs one that needs it. What begins a page
/// (`shell/main.js` and what it alone imports) stands above all of them: no entry leads there.
#[test]
fn rooms_do_not_need_each_other_in_a_circle() {
    let scripts = scripts();
    let mut graph: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in ROOMS {
        let mut open = vec![format!("{name}/index.js")];
        let mut seen = BTreeSet::new();
        while let Some(script) = open.pop() {
            if !seen.insert(script.clone()) {
                continue;
            }
            for import in imports(&script, &scripts[&script]) {
                if room(&import) == name {
                    open.push(import);
                } else if import != "games.json" {
                    graph.entry(name.to_owned()).or_default().push(room(&import).to_owned());
                }
            }
        }
        assert!(!seen.contains("shell/main.js"));
    }
    assert_eq!(circle(&graph), None);
    assert!(graph["library"].contains(&"shell".to_owned()), "imports are read");
}

/// Lines of code that contain what none should, by script, unless there are as many as are known: one
/// that is gone is known no more.
fn offences(is_one: impl Fn(&str, &str) -> bool, known: &[(&str, usize)]) -> Vec<String> {
    let mut found = Vec::new();
    for (script, text) in scripts() {
        let code = code(&text);
        let lines: Vec<&str> = code.lines().filter(|line| is_one(&code, line)).collect();
        let known = known.iter().find(|(name, _)| *name == script).map_or(0, |(_, count)| *count);
        if lines.len() != known {
            found.extend(lines.iter().map(|line| format!("{script}: {}", line.trim())));
        }
    }
    found
}

/// An element that was asked for by name may be another room's: what its button does, that room offers.
#[test]
fn no_room_clicks_for_the_player() {
    // An element that the same script has just made, or a field of its dialog, is its own.
    let own = [
        "link.click()",
        "#chooser.click()",
        "this.#named(\"file\").click()",
        "dialog.named.get(\"black\").click()",
    ];
    let clicks = |_: &str, line: &str| {
        line.contains(".click()") && !own.iter().any(|own| line.contains(own))
    };
    assert_eq!(offences(clicks, &[]), [""; 0]);
}

/// `dataset` tells style sheets what there is; what a script must know later, it keeps.
#[test]
fn nothing_is_read_back_from_attributes() {
    let reads = |_: &str, line: &str| {
        // What the build, or the server, has written into the page.
        let written = ["tag.dataset", "documentElement.dataset;", "plate.dataset"];
        if written.iter().any(|written| line.contains(written)) {
            return false;
        }
        line.split("dataset").skip(1).any(|rest| {
            let name = rest.trim_start_matches(|c: char| c == '.' || c.is_alphanumeric());
            !name.starts_with(" = ") && !line.trim_start().starts_with("delete ")
        })
    };
    assert_eq!(offences(reads, &[("shell/main.js", 1)]), [""; 0]);
}

/// What another script has made keeps the methods that it was made with. Who makes it says what it
/// calls back.
#[test]
fn no_method_of_another_script_is_replaced() {
    let replaces = |code: &str, line: &str| {
        let line = line.trim_start();
        let Some((target, value)) = line.split_once(" = ") else { return false };
        let Some((object, name)) = target.split_once('.') else { return false };
        let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric());
        let is_made = code.contains(&format!("const {object} = new "))
            || code.contains(&format!("const {object} = make("))
            || code.contains(&format!("const {object} = document.createElement("))
            || (code.contains("= sheet(") || code.contains("= openSheet("))
                && ["box", "form"].contains(&object);
        let takes = value.starts_with('(') && (value.contains(") =>") || value == "(");
        let is_function = takes
            || value.starts_with("async ")
            || value.starts_with("function")
            || value.split_once(" => ").is_some_and(|(given, _)| is_name(given));
        is_name(object) && is_name(name) && object != "this" && is_function && !is_made
    };
    assert_eq!(offences(replaces, &[]), [""; 0]);
}

/// What only the rules, the table and its lessons know: a line of code that decides something of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Decides {
    /// A game is told from others.
    Game,
    /// A kind of piece is told from others.
    Role,
    /// Whose turn it is, or who comes next.
    Turn,
    /// A saved game, a FEN or a step is taken apart, or a square is counted.
    Notation,
    /// How a game ended, or whether an answer is right.
    Judging,
    /// A method of a table that decided before events did.
    Method,
}

const GAMES: [&str; 9] = [
    "batteries",
    "charismatic",
    "chessence",
    "complete-contramatic",
    "contramatic",
    "magnetic",
    "orthodox",
    "progressive",
    "fivefold",
];
const ROLES: [&str; 17] = [
    "king",
    "contramatic-king",
    "orthodox-king",
    "queen",
    "rook",
    "bishop",
    "knight",
    "pawn",
    "man",
    "president",
    "battery",
    "lady",
    "diag",
    "orthog",
    "agent",
    "equine",
    "soldier",
];
/// What a table did when it was told by methods; only events decide now.
const METHODS: [&str; 15] = [
    "tap",
    "pick",
    "lift",
    "drop_on",
    "play",
    "typed",
    "undo",
    "redo",
    "undo_to",
    "end_turn",
    "take_back",
    "resign",
    "agree_draw",
    "place_for_me",
    "quick_start",
];

fn decides(line: &str) -> Vec<Decides> {
    let compares = ["===", "!==", "case ", ".includes(", ".startsWith(", ".endsWith(", ".test("];
    let compares = compares.iter().any(|sign| line.contains(sign));
    let names = |names: &[&str]| names.iter().any(|name| line.contains(&format!("\"{name}\"")));
    let mut found = Vec::new();
    if compares && names(&GAMES) {
        found.push(Decides::Game);
    }
    if compares && names(&ROLES) {
        found.push(Decides::Role);
    }
    let word = |word: &str| {
        line.match_indices(word).any(|(at, _)| {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
            let (before, behind) =
                (line[..at].chars().last(), line[at + word.len()..].chars().next());
            !before.is_some_and(is_part) && !behind.is_some_and(|c| is_part(c) || c == ':')
        })
    };
    let of_side =
        line.contains("\"white\"") || line.contains("\"black\"") || line.contains("other(");
    if word("turn") && (compares || line.contains(" ? ")) && of_side
        || line.contains("other(turn)")
        || line.contains("other(snap.turn)")
    {
        found.push(Decides::Turn);
    }
    let parses =
        ["^steps", "^undone", "^verdict", "^game ", "charCodeAt(0)", "\\nsteps", "\\nundone"];
    // A table of the letters of pieces.
    let spells = ROLES.iter().any(|role| {
        line.match_indices(&format!(": \"{role}\"")).any(|(at, _)| {
            let before = line[..at].trim_end_matches(|c: char| c.is_ascii_lowercase());
            at - before.len() == 1
        })
    });
    let splits_fen = line.contains("fen.split") || line.contains("fen.match");
    if splits_fen || spells || parses.iter().any(|sign| line.contains(sign)) {
        found.push(Decides::Notation);
    }
    if line.contains("actor ===") || line.contains("actor !==") {
        found.push(Decides::Turn);
    }
    let judged = ["winner ===", "winner !==", "ending ===", ".solution", "isRight", "checkmate"];
    if judged.iter().any(|sign| line.contains(sign)) {
        found.push(Decides::Judging);
    }
    if METHODS.iter().any(|name| line.contains(&format!("table.{name}("))) {
        found.push(Decides::Method);
    }
    found
}

#[test]
fn a_line_that_decides_is_found() {
    for (line, what) in [
        ("if (game === \"batteries\") charge();", Decides::Game),
        ("if (game.endsWith(\"contramatic\")) return prompt(snap);", Decides::Game),
        ("const PIECES = { k: \"king\" };", Decides::Notation),
        ("if (snap.actor === \"chance\") return [];", Decides::Turn),
        ("const isRoyal = piece.role === \"king\";", Decides::Role),
        ("const next = turn === \"white\" ? \"black\" : \"white\";", Decides::Turn),
        ("play(other(snap.turn));", Decides::Turn),
        ("const steps = saved.match(/^steps(.*)$/m);", Decides::Notation),
        ("const [, side] = fen.split(\" \");", Decides::Notation),
        ("const file = square.charCodeAt(0) - 97;", Decides::Notation),
        ("if (result.winner === own) cheer();", Decides::Judging),
        ("session.act((table) => table.take_back(color));", Decides::Method),
    ] {
        assert_eq!(decides(line), [what], "{line}");
    }
    for line in [
        "session.emit({ tap: square });",
        "root.dataset.turn = snap.turn;",
        "const kings = words(\"pieces.king\");",
        "if (color === \"white\") strip.classList.add(\"light\");",
    ] {
        assert_eq!(decides(line), [], "{line}");
    }
}

/// Rules, turn order and judging are the table's.
#[test]
fn no_script_knows_a_rule_whose_turn_it_is_or_what_is_right() {
    let mut found: BTreeMap<(String, Decides), Vec<String>> = BTreeMap::new();
    for (script, text) in scripts() {
        for line in code(&text).lines() {
            for what in decides(line) {
                found.entry((script.clone(), what)).or_default().push(line.trim().to_owned());
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// What a browser has beside the page, each with the rooms that may name it: the others never know of it.
const BROWSER: [(&str, &[&str]); 17] = [
    ("indexedDB", &[]),
    ("openDB", &["library"]),
    ("BroadcastChannel", &["library"]),
    ("sessionStorage", &["library", "shell"]),
    ("localStorage", &["learn", "library", "shell"]),
    ("new Worker", &["computer"]),
    ("postMessage", &["computer", "library", "shell"]),
    ("AudioContext", &["settings"]),
    ("navigator.serviceWorker", &["live", "shell"]),
    ("Notification", &["live"]),
    ("navigator.clipboard", &["dialogs"]),
    ("navigator.share", &["dialogs"]),
    ("WebAssembly", &["shell"]),
    ("fetch(", &["computer", "live", "shell"]),
    ("XMLHttpRequest", &[]),
    ("WebSocket", &["live"]),
    ("RTCPeerConnection", &["live"]),
];

#[test]
fn rooms_never_know_what_others_have_of_the_browser() {
    let scripts = scripts();
    for (word, rooms) in BROWSER {
        let mut is_named = rooms.is_empty();
        for (path, script) in &scripts {
            if code(script).contains(word) {
                let room = path.split('/').next().unwrap_or_default();
                assert!(rooms.contains(&room), "{path} names {word}");
                is_named = true;
            }
        }
        assert!(is_named, "{word} is named by nobody: the list is longer than it need be");
    }
}
