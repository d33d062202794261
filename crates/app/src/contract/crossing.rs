//! What each event of the page is read as, and what is written of each request, kept as texts. They say what
//! is, not what is right: whoever changes them reads each line.

use std::fmt::Debug;

use rules::{GameId, Piece};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use table::{
    Entropy, Moment, Request as TableRequest, StudyDeed as TableDeed, Value as TableValue,
};

use super::write::text as written;
use super::*;
use crate::painter::tests::compare;

const ENTROPY: Entropy = [7; 56];

/// What the page sends to a table. What is no JSON is a heading.
const EVENTS: &str = r#"
The hand
{"press":"e2"}
{"press":"e9"}
{"press":"e22"}
{"press":""}
{"pressReserve":"knight"}
{"pressReserve":"horse"}
"release"
{"inspect":"d8"}
{"inspect":null}
{"inspect":"i1"}
{"tap":"a1"}
{"tap":"i1"}
{"tapReserve":"bishop"}
{"tapReserve":"e4"}
{"lift":"h8"}
{"lift":"h0"}
{"liftReserve":"rook"}
{"liftReserve":"R"}
{"drop":"f3"}
{"drop":null}
{"drop":"f"}
{"promote":"queen"}
{"promote":null}
{"promote":"horse"}
"letGo"
{"step":"g8f6"}
{"step":"a7a8n"}
{"step":"N@e4"}
{"step":"end"}
{"step":"Nf6"}
{"step":"g8f9"}
{"typed":"Nf6"}
{"typed":"nonsense"}

The turn
"endTurn"
"undo"
"redo"
{"undoTo":3}
{"undoTo":1.5}
{"undoTo":-1}
"draw"
"placeRest"
"shuffle"
"clear"
"quickStart"
{"confirms":true}
{"confirms":false}
{"tempo":150}
{"tempo":65536}

The picture
"flip"
"attacks"

Browsing
{"walk":"first"}
{"walk":"back"}
{"walk":"on"}
{"walk":"latest"}
{"walk":"into"}
{"walk":"out"}
{"walk":"sideways"}
{"show":{"turn":2,"steps":1}}
{"show":{"turn":4,"steps":0}}
{"show":{"turn":5,"steps":0}}
{"showAt":0}
{"showAt":2}
{"showAt":9}
"replay"

Agreements
"resign"
"offerDraw"
"takeBack"
{"answer":true}
{"answer":false}

The computer
{"seat":{"level":14,"color":"black","seed":77}}
{"seat":{"level":2,"color":"white"}}
{"seat":null}
{"seat":{"level":99,"color":"white"}}
{"begin":{"level":13,"side":"white"}}
{"begin":{"level":15,"side":"black"}}
{"begin":{"level":17,"side":"random"}}
{"begin":null}
{"anew":{"level":18,"side":"white"}}
{"anew":{"level":19,"side":"black"}}
{"anew":{"level":20,"side":"random"}}
{"anew":{"level":256,"side":"white"}}
{"anew":{"level":12,"side":"red"}}
{"anew":null}
"rematch"
{"thought":{"id":3,"thought":{"turn":["g8f6","end"],"score":-25,"decided":4,"reasons":[]}}}
{"thought":{"id":4,"thought":{"turn":["b8c6"],"score":0,"decided":null,"reasons":[{"why":"only","role":"","ending":"","count":0},{"why":"delays","role":"","ending":"","count":2},{"why":"answers","role":"","ending":"","count":0},{"why":"captures","role":"queen","ending":"","count":0},{"why":"wins-material","role":"","ending":"","count":5},{"why":"threatens","role":"","ending":"","count":0},{"why":"promotes","role":"rook","ending":"","count":0},{"why":"saves","role":"bishop","ending":"","count":0},{"why":"attacks","role":"knight","ending":"","count":0},{"why":"opens","role":"","ending":"","count":6},{"why":"empowers","role":"","ending":"","count":7},{"why":"disables","role":"","ending":"","count":8}]}}}
{"thought":{"id":5,"thought":{"turn":["b8c6"],"score":0,"decided":1,"reasons":[{"why":"wins","role":"","ending":"checkmate","count":1},{"why":"wins","role":"","ending":"royal-captured","count":2},{"why":"wins","role":"","ending":"no-legal-step","count":3},{"why":"wins","role":"","ending":"","count":4},{"why":"wins","role":"","ending":"stalemate","count":5}]}}}
{"thought":{"id":6,"thought":{"turn":["b8c6"],"score":0,"decided":null,"reasons":[{"why":"captures","role":"horse","ending":"","count":0},{"why":"whim","role":"","ending":"","count":0}]}}}
{"thought":{"id":7,"thought":{"turn":["b8c9"],"score":0,"decided":null,"reasons":[]}}}
{"thought":{"id":8,"thought":null}}
{"thoughtFailed":9}
"moveNow"
"hint"
"review"
{"judged":{"id":10,"judgement":{"from":2,"loss":130,"decided":-3,"better":{"turn":["d2d4"],"score":40,"decided":null,"reasons":[]}}}}
{"judged":{"id":11,"judgement":{"from":3,"loss":0,"decided":null,"better":{"turn":["d2d9"],"score":40,"decided":null,"reasons":[]}}}}
{"judged":{"id":12,"judgement":{"from":4,"loss":-5,"decided":null,"better":null}}}
"stopReview"
{"showLapse":2}
"nextLapse"
{"woken":13}
"pause"

Letters
{"invite":{"color":"white","open":true,"name":"Ada"}}
{"invite":{"color":"black","open":false,"name":""}}
{"invite":{"color":"red","open":false,"name":""}}
{"accept":"Bea"}
{"acceptQuick":"Bea"}
{"came":"g=link"}
{"choose":"keepMine"}
{"choose":"takeTheirs"}
{"choose":"keepApart"}
{"choose":"keepBoth"}
"sitDown"
"handedOn"
{"line":"Hello"}
{"wire":"calling"}
{"wire":"joined"}
{"wire":"open"}
{"wire":"lost"}
{"wire":"left"}
{"wire":{"heard":"a message"}}
{"wire":{"kept":"a letter"}}
{"wire":{"came":"g=link"}}
{"wire":{"greet":2}}
{"wire":{"greet":256}}
{"wire":"give"}
{"wire":"claim"}
{"wire":{"watched":"a question"}}
{"wire":{"lead":true}}
{"wire":{"lead":false}}
{"wire":{"next":"w=link"}}
{"wire":"cut"}
{"watch":"calling"}
{"watch":"open"}
{"watch":"lost"}
{"watch":"refused"}
{"watch":{"heard":"a message"}}
{"watch":"joined"}

Variations
{"graft":"a saved game"}
{"promoteTurn":4}
{"promoteTurn":5}
{"makeMainLine":4}
{"makeMainLine":5}
{"delete":2}
{"delete":5}
{"comment":[3,"Good"]}
{"comment":[5,"Good"]}
{"glyphs":[3,[1,14]]}
{"glyphs":[5,[1]]}
{"glyphs":[3,[256]]}
{"sketch":{"brush":0,"from":"a1","to":"h8"}}
{"sketch":{"brush":1,"from":"a2","to":"a2"}}
{"sketch":{"brush":2,"from":"a3","to":"b4"}}
{"sketch":{"brush":3,"from":"a4","to":"b5"}}
{"sketch":{"brush":4,"from":"a4","to":"b5"}}
{"sketch":{"brush":0,"from":"a9","to":"b5"}}
{"sketch":{"brush":0,"from":"a4","to":"b9"}}
{"mark":{"place":{"turn":3,"steps":1},"brush":0,"from":"c1","to":"h6"}}
{"mark":{"place":{"turn":0,"steps":0},"brush":1,"from":"c2","to":"c2"}}
{"mark":{"place":{"turn":1,"steps":0},"brush":2,"from":"c3","to":"d4"}}
{"mark":{"place":{"turn":4,"steps":1},"brush":3,"from":"c4","to":"d5"}}
{"mark":{"place":{"turn":5,"steps":1},"brush":3,"from":"c4","to":"d5"}}
{"mark":{"place":{"turn":4,"steps":1},"brush":4,"from":"c4","to":"d5"}}
{"mark":{"place":{"turn":4,"steps":1},"brush":3,"from":"c0","to":"d5"}}
{"mark":{"place":{"turn":4,"steps":1},"brush":3,"from":"c4","to":"d0"}}

An analysis board
{"analyse":{"open":2}}
{"analyse":{"open":5}}
{"analyse":{"fold":4}}
{"analyse":{"fold":5}}
{"analyse":{"branch":true}}
{"analyse":{"branch":false}}
{"analyse":{"beside":true}}
{"analyse":{"beside":false}}
{"analyse":{"computer":true}}
{"analyse":{"computer":false}}
{"analyse":{"lines":3}}
{"analyse":{"threats":true}}
{"analyse":{"threats":false}}
{"analyse":{"take":{"line":1,"turns":2}}}
{"analyse":{"found":{"id":14,"lines":[{"turns":[["b8c6","end"],["f1b5"]],"score":-20,"decided":null,"odds":[300,450,250],"depth":5},{"turns":[["g8f6"]],"score":30,"decided":-6,"odds":[1001,0,2000],"depth":6}],"nodes":5000,"ms":20}}}
{"analyse":{"found":{"id":15,"lines":[{"turns":[["b8c9"]],"score":0,"decided":null,"odds":[0,1000,0],"depth":1},{"turns":[["b8c6"]],"score":0,"decided":null,"odds":[500,500],"depth":2}],"nodes":1,"ms":2}}}
{"analyse":{"proven":{"id":16,"proof":{"mates":"with","mate":["d8h4"],"saves":"with","save":["g8f6"]}}}}
{"analyse":{"proven":{"id":17,"proof":{"mates":"never","mate":[],"saves":"never","save":[]}}}}
{"analyse":{"proven":{"id":18,"proof":{"mates":"unknown","mate":[],"saves":null,"save":[]}}}}
{"analyse":{"proven":{"id":19,"proof":{"mates":"with","mate":["d8h9"],"saves":null,"save":[]}}}}
{"analyse":{"proven":{"id":20,"proof":{"mates":"never","mate":[],"saves":"with","save":["g8f9"]}}}}
{"analyse":{"drawn":{"id":21,"worth":{"score":35,"decided":7,"expected":540,"best":["b8c6"],"dealt":550,"placed":560}}}}
{"analyse":{"drawn":{"id":22,"worth":null}}}
{"analyse":{"failed":23}}
{"analyse":"report"}
{"analyse":"stopReport"}
{"analyse":{"surveyed":{"id":24,"place":2,"worth":{"score":-35,"decided":-8,"expected":1400,"best":["b8c6","end"],"dealt":1500,"placed":1600}}}}
{"analyse":{"surveyed":{"id":25,"place":3,"worth":{"score":0,"decided":null,"expected":500,"best":["b8c9"],"dealt":null,"placed":null}}}}
{"analyse":{"surveyed":{"id":26,"place":4,"worth":null}}}
{"analyse":{"surveyFailed":27}}
{"analyse":{"learn":"white"}}
{"analyse":{"learn":"black"}}
{"analyse":{"learn":"again"}}
{"analyse":{"learn":"solve"}}
{"analyse":{"learn":"next"}}
{"analyse":{"learn":"leave"}}
{"analyse":{"learn":"random"}}
{"analyse":{"known":{"isOwn":true,"place":2}}}
{"analyse":{"known":{"isOwn":false,"place":3}}}
{"analyse":{"condition":4}}
{"analyse":{"condition":5}}
{"analyse":{"uncondition":2}}
{"analyse":{"amended":true}}
{"analyse":{"amended":false}}
{"analyse":"restore"}
{"analyse":"nonsense"}

A study
{"analyse":{"study":{"addPosition":"A position"}}}
{"analyse":{"study":{"addCopy":"A copy"}}}
{"analyse":{"study":{"add":{"name":"A start","game":"magnetic","text":""}}}}
{"analyse":{"study":{"add":{"name":"A mate","game":"charismatic","text":"4k3/8/8/8/8/8/8/R3K3 w - - 0 1"}}}}
{"analyse":{"study":{"add":{"name":"Nothing","game":"draughts","text":""}}}}
{"analyse":{"study":{"add":{"name":"Nothing","game":"magnetic","text":"nonsense"}}}}
{"analyse":{"study":{"rename":{"id":3,"name":"Again"}}}}
{"analyse":{"study":{"move":{"id":4,"up":true}}}}
{"analyse":{"study":{"move":{"id":5,"up":false}}}}
{"analyse":{"study":{"remove":6}}}
{"analyse":{"study":"restore"}}
{"analyse":{"study":{"show":7}}}
{"analyse":{"study":{"name":"Openings"}}}

What an editor reads
{"edit":"clear"}

The store
{"loaded":{"key":"a game","found":null}}
{"loaded":{"key":"a game","found":{"revision":"18446744073709551615","content":{"saved":"a saved game","held":"e2e4","computer":{"level":14,"color":"black","seed":77},"post":{"link":"g=link","seat":"g=seat","sent":true,"seen":false,"came":"g=came","since":1764000000000}},"before":""}}}
{"loaded":{"key":"a game","found":{"revision":"2","content":{"saved":"a saved game","held":"","computer":{"level":99,"color":"white"},"post":{"link":"","seat":"","sent":false,"seen":true,"came":""}},"before":""}}}
{"loaded":{"key":"a game","found":{"revision":"","content":{"saved":"a saved game","held":"","computer":null,"post":null},"before":""}}}
{"readFailed":{"key":"a game","why":"QuotaExceededError"}}
{"readFailed":{"key":"a game","why":"VersionError"}}
{"readFailed":{"key":"a game","why":"InvalidStateError"}}
{"readFailed":{"key":"a game","why":""}}
{"kept":{"key":"a game","revision":"9007199254740993"}}
{"kept":{"key":"a game","revision":"-1"}}
{"refused":{"key":"a game","revision":"5","found":null}}
{"refused":{"key":"a game","revision":"6","found":{"revision":"7","content":{"saved":"another","held":"","computer":null,"post":null},"before":""}}}
{"refused":{"key":"a game","revision":"six","found":null}}
{"refused":{"key":"a game","revision":"6","found":{"revision":"seven","content":{"saved":"another","held":"","computer":null,"post":null},"before":""}}}
{"keepFailed":{"key":"a game","revision":"8","why":"QuotaExceededError"}}
{"keepFailed":{"key":"a game","revision":"9","why":"VersionError"}}
{"keepFailed":{"key":"a game","revision":"10","why":"UnknownError"}}
{"keepFailed":{"key":"a game","revision":"","why":"UnknownError"}}
{"madeRoom":{"key":"a game","found":null}}
{"madeRoom":{"key":"a game","found":{"revision":"11","content":{"saved":"another","held":"","computer":null,"post":null},"before":""}}}
{"madeRoom":{"key":"a game","found":{"revision":"1e3","content":{"saved":"another","held":"","computer":null,"post":null},"before":""}}}
{"madeNoRoom":"a game"}
"goBack"
{"aside":{"key":"mail a","post":{"link":"g=link","seat":"g=seat","sent":true,"seen":false,"came":"g=came","since":1},"unread":false}}
{"aside":{"key":"mail a","post":{"link":"g=link","seat":"g=seat","sent":false,"seen":true,"came":"g=came"},"unread":true}}
{"putAside":{"key":"mail a","done":true}}
{"putAside":{"key":"mail a","done":false}}
"takenElsewhere"

Lessons and puzzles
"again"
"showSolution"
"next"
"previous"
"restart"
"refute"
"#;

/// What the page sends to a position editor.
const EDITS: &str = r#"
{"press":"e2"}
{"press":"e9"}
"release"
{"tap":"a1"}
{"tapReserve":"N"}
{"tapReserve":"n"}
{"tapReserve":"knight"}
{"lift":"h8"}
{"liftReserve":"R"}
{"liftReserve":"x"}
{"drop":"f3"}
{"drop":null}
{"drop":"f9"}
"letGo"
"undo"
"redo"
"endTurn"
{"edit":{"choose":"hand"}}
{"edit":{"choose":"eraser"}}
{"edit":{"choose":"moved"}}
{"edit":{"choose":"passed"}}
{"edit":{"choose":"Q"}}
{"edit":{"choose":"q"}}
{"edit":{"choose":"brush"}}
{"edit":{"put":["e1","K"]}}
{"edit":{"put":["e9","K"]}}
{"edit":{"put":["e1","x"]}}
{"edit":{"erase":"d2"}}
{"edit":{"erase":"d0"}}
{"edit":"clear"}
{"edit":"initial"}
{"edit":{"side":"white"}}
{"edit":{"side":"black"}}
{"edit":{"placing":true}}
{"edit":{"placing":false}}
{"edit":{"right":["K",true]}}
{"edit":{"right":["q",false]}}
{"edit":{"right":["",true]}}
{"edit":{"reserve":["black","pawn",2]}}
{"edit":{"reserve":["white","horse",2]}}
{"edit":{"hand":["rook",3]}}
{"edit":{"hand":["horse",3]}}
{"edit":{"halfmove":4}}
{"edit":{"fullmove":5}}
{"edit":{"made":6}}
{"edit":{"stalled":true}}
{"edit":{"stalled":false}}
{"edit":{"fen":"a position"}}
{"edit":"redo"}
"#;

/// What the page sends to the lobby.
const IN_LOBBY: &str = r#"
"joined"
"lost"
{"heard":{"page":"a page","text":"a message"}}
"tick"
{"offer":{"game":"magnetic","side":"white","clock":"300+5","name":"Ada"}}
{"offer":{"game":"chessence","side":"black","clock":"","name":""}}
{"offer":{"game":"batteries","side":"random","clock":"nonsense","name":"Bea"}}
{"offer":{"game":"draughts","side":"white","clock":"","name":"Ada"}}
"withdraw"
{"take":{"page":"a page","number":2,"name":"Bea"}}
{"sealed":"a seal"}
{"hide":"a page"}
"showAll"
"#;

/// A table with three turns played, and another first turn beside them: it has the number 4.
fn table() -> table::Table {
    let start = AnyPosition::initial(GameId::Orthodox);
    let (mut table, _) = table::Table::analyse(start, "analysis a", None);
    let moment = Moment { now: 1_000_000, random: 5 };
    let step = |text: &str| TableEvent::Step(Step::parse(text, start.spec()).unwrap());
    for event in [
        step("e2e4"),
        step("e7e5"),
        step("g1f3"),
        TableEvent::Walk(table::Walk::First),
        step("d2d4"),
    ] {
        table.handle(moment, event);
    }
    table
}

/// A table of a game by link.
fn by_link() -> table::Table {
    let start = AnyPosition::initial(GameId::Magnetic);
    let begun =
        table::invitation(start, Color::White, "Ada", table::Agreed::default(), &[9; 56]).unwrap();
    let TableRequest::BeginByLink { content, .. } = begun else { panic!("no invitation") };
    table::Table::open(&content.post.unwrap().link).unwrap().0
}

/// What crosses, with its squares by name and without random bytes, which are many.
fn shown(thing: &dyn Debug) -> String {
    let shape = GameId::Orthodox.spec().shape;
    let text = format!("{thing:?}").replace(&format!("{ENTROPY:?}"), "random bytes");
    // The name of one is no part of another's: a parenthesis closes each.
    let name =
        |text: String, at: Square| text.replace(&format!("{at:?}"), &shape.name(at).to_string());
    shape.all().fold(text, name)
}

/// The chapters that an event adds: they hold whole games.
fn added(event: &TableEvent) -> Option<String> {
    let TableEvent::Analyse(deed) = event else { return None };
    let table::Analyse::Study(deed) = &**deed else { return None };
    let TableDeed::Add(chapters) = &**deed else { return None };
    let chapter = |chapter: &table::Chapter| {
        format!("{:?} from {}", chapter.name(), chapter.game().start().fen())
    };
    let chapters: Vec<_> = chapters.iter().map(chapter).collect();
    Some(format!("Analyse(Study(Add([{}])))", chapters.join(", ")))
}

/// Events, each with what it is read as.
struct Readings {
    text: String,
    /// Those that are read as something.
    read: Vec<Json>,
    /// Those that mean nothing.
    ignored: Vec<Json>,
}

impl Readings {
    fn new() -> Self {
        Readings { text: String::new(), read: Vec::new(), ignored: Vec::new() }
    }

    /// Adds what each line is read as.
    fn add<T: DeserializeOwned>(&mut self, lines: &str, read: impl Fn(T) -> Option<String>) {
        for line in lines.trim().lines() {
            self.text.push_str(line);
            if line.starts_with(['{', '"']) {
                let event: Json = serde_json::from_str(line).unwrap();
                let meaning = match serde_json::from_value(event.clone()) {
                    Ok(known) => read(known),
                    Err(_) => Some("unreadable".to_owned()),
                };
                let is_read = meaning.as_ref().is_some_and(|meaning| meaning != "unreadable");
                let kept = if is_read { &mut self.read } else { &mut self.ignored };
                kept.push(event);
                self.text.push_str(&format!(" -> {}", meaning.as_deref().unwrap_or("nothing")));
            }
            self.text.push('\n');
        }
        self.text.push('\n');
    }
}

/// The names of an enum's values, as its declaration for the page has them.
fn declared(declaration: &str) -> Vec<String> {
    let (_, values) = declaration.split_once(" = ").unwrap();
    let mut depth = 0;
    let mut parts = vec![String::new()];
    for sign in values.chars() {
        match sign {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            '|' if depth == 0 => parts.push(String::new()),
            _ => {}
        }
        parts.last_mut().unwrap().push(sign);
    }
    let name = |part: &String| {
        let begin = part.trim_start_matches(['|', '{', '"', ' ']);
        begin.split([':', '"']).next().unwrap().to_owned()
    };
    parts.iter().map(name).collect()
}

/// The name of an enum's value.
fn name_of(value: &Json) -> Option<&str> {
    value.as_str().or_else(|| value.as_object()?.keys().next().map(String::as_str))
}

/// Which of the declared values are in none of these, where a path leads to.
fn missing(declaration: &str, path: &[&str], among: &[Json]) -> Vec<String> {
    let at_path = |value: &Json| {
        let value = path.iter().try_fold(value, |value, &key| value.get(key))?;
        name_of(value).map(str::to_owned)
    };
    let there: Vec<_> = among.iter().filter_map(at_path).collect();
    declared(declaration).into_iter().filter(|name| !there.contains(name)).collect()
}

#[test]
fn each_event_of_the_page_means_what_it_did() {
    let mut readings = Readings::new();
    let here = table();
    readings.add(EVENTS, |event: Event| {
        let event = event.read(&here, || ENTROPY)?;
        Some(added(&event).unwrap_or_else(|| shown(&event)))
    });
    let [read, none] = [&readings.read, &readings.ignored];
    // A table has no picture and is no editor.
    assert_eq!(missing(Event::DECL, &[], read), ["flip", "attacks", "edit"]);
    assert_eq!(missing(Event::DECL, &[], &[&read[..], none].concat()), [""; 0]);
    for (declaration, path) in [
        (Walk::DECL, &["walk"][..]),
        (Choice::DECL, &["choose"]),
        (sentence::Color::DECL, &["seat", "color"]),
        (sentence::Color::DECL, &["invite", "color"]),
        (Side::DECL, &["begin", "side"]),
        (Side::DECL, &["anew", "side"]),
        (Wire::DECL, &["wire"]),
        (Watch::DECL, &["watch"]),
        (Analyse::DECL, &["analyse"]),
        (Learn::DECL, &["analyse", "learn"]),
        (StudyDeed::DECL, &["analyse", "study"]),
    ] {
        assert_eq!(missing(declaration, path, read), [""; 0], "{path:?}");
    }

    // As versions stored a turn that waits for confirmation which had no field for it.
    readings.text.push_str("A game stored after and before a turn\n");
    let saved = |steps: &[&str]| {
        let start = AnyPosition::initial(GameId::Orthodox);
        let mut record = record::Record::new(start);
        for step in steps {
            record.take(Step::parse(step, start.spec()).unwrap()).unwrap();
        }
        record.save()
    };
    let (after, before) = (saved(&["e2e4", "e7e5"]), saved(&["e2e4"]));
    let content = serde_json::json!({ "saved": after, "held": "", "computer": null, "post": null });
    let found = serde_json::json!({ "revision": "12", "content": content, "before": before });
    let event = serde_json::json!({ "loaded": { "key": "a game", "found": found } });
    readings.add(&event.to_string(), |event: Event| {
        event.read(&here, || ENTROPY).map(|event| shown(&event))
    });

    readings.text.push_str("In a game by link\n");
    let here = by_link();
    readings.add("\"rematch\"", |event: Event| {
        event.read(&here, || ENTROPY).map(|event| shown(&event))
    });

    readings.text.push_str("In the position editor\n");
    let editor = table::Editor::new(GameId::Orthodox, None);
    let before = readings.read.len();
    readings.add(EDITS, |event: Event| edit_of(event, editor.sketch()).map(|edit| shown(&edit)));
    assert_eq!(missing(Edit::DECL, &["edit"], &readings.read[before..]), [""; 0]);

    readings.text.push_str("In the lobby\n");
    let before = readings.read.len();
    readings.add(IN_LOBBY, |event: LobbyEvent| event.read().map(|event| shown(&event)));
    assert_eq!(missing(LobbyEvent::DECL, &[], &readings.read[before..]), [""; 0]);
    compare("events", &readings.text);
}

/// A game to be kept whose parts all differ.
fn content() -> table::Content {
    let color = Color::Black;
    table::Content {
        saved: "a saved game".to_owned(),
        held: "e2e4".to_owned(),
        computer: Some(table::Opponent { level: 14, color, seed: Some(77) }),
        post: Some(post(true)),
    }
}

fn post(sent: bool) -> table::Post {
    let [link, seat, came] = ["g=link", "g=seat", "g=came"].map(str::to_owned);
    table::Post { link, seat, sent, seen: !sent, came, since: if sent { 17_640 } else { 0 } }
}

/// A sentence with every kind of value.
fn sentence() -> table::Sentence {
    let square = Square::new(28);
    let knight = Piece::new(Color::White, Role::Knight);
    let refusal = rules::Refusal {
        reason: "moved-this-turn",
        rule: "charismatic#movement-1",
        pieces: vec![(square, Some(knight)), (Square::new(37), None), (Square::new(0), None)],
    };
    let inner = table::Sentence::new("an.inner").with("count", TableValue::Count(2));
    table::Sentence::new("a.sentence")
        .with("color", TableValue::Color(Color::White))
        .with("other", TableValue::Color(Color::Black))
        .with("count", TableValue::Count(3))
        .with("square", TableValue::Square(square))
        .with("piece", TableValue::Piece(knight))
        .with("role", TableValue::Role(Role::Queen))
        .with("name", TableValue::Name("Ada".to_owned()))
        .with("key", TableValue::Key("a.key"))
        .with("sentence", TableValue::Sentence(Box::new(inner)))
        .with("list", TableValue::List(vec![TableValue::Count(4), TableValue::Count(5)]))
        .with("pieces", TableValue::Pieces(Role::Rook, 6))
        .with("notation", TableValue::Notation("Nf3".to_owned()))
        .with("glyphs", TableValue::Glyphs(vec![1, 14]))
        .with("game", TableValue::Game(GameId::Batteries))
        .with("text", TableValue::Text("a text".to_owned()))
        .with("refusal", TableValue::Refusal(refusal))
}

/// Every request of a table.
fn requests() -> Vec<TableRequest> {
    let text = str::to_owned;
    let says = || table::Sentence::new("a.sentence").with("name", TableValue::Name(text("Ada")));
    let effort = table::Effort { level: 13, ms: 21, nodes: 22, seed: 23, loading: 24, silence: 25 };
    let think = |id, about| TableRequest::Think { id, about, saved: text("a saved game"), effort };
    let opponent = table::Opponent { level: 14, color: Color::White, seed: None };
    vec![
        TableRequest::Load { key: text("a game") },
        TableRequest::Keep {
            key: text("a game"),
            follows: 1,
            revision: u64::MAX,
            content: content(),
            is_over: true,
        },
        TableRequest::Keep {
            key: text("mail a"),
            follows: 0,
            revision: 2,
            content: table::Content { post: Some(post(false)), ..table::Content::default() },
            is_over: false,
        },
        TableRequest::Note {
            key: text("a game"),
            follows: vec![3, 4],
            revision: 5,
            content: content(),
            is_over: true,
        },
        TableRequest::SetBeside {
            key: text("a game"),
            beside: text("another"),
            follows: vec![6, 7],
            revision: 8,
            content: content(),
            is_over: false,
        },
        TableRequest::PutAway { key: text("a game"), revision: 9 },
        TableRequest::Moved { from: text("a game"), key: text("another") },
        TableRequest::OfferBack,
        think(1, table::Think::Turn(15)),
        think(2, table::Think::Hint),
        think(3, table::Think::Draw),
        think(4, table::Think::Puzzle),
        think(5, table::Think::Review),
        TableRequest::Analyse(Box::new(table::Look {
            id: 6,
            count: 3,
            saved: text("a saved game"),
            draw: Some(4),
        })),
        TableRequest::StopAnalysing,
        TableRequest::Survey(Box::new(table::Survey {
            id: 7,
            saved: text("a saved game"),
            places: vec![3, 2, 0],
            nodes: 150_000,
        })),
        TableRequest::StopSurvey,
        TableRequest::StopThinking { id: 8 },
        TableRequest::Hurry { id: 9 },
        TableRequest::Wake { id: 10, after: 250, at_rest: true },
        TableRequest::Wake { id: 11, after: 5_000, at_rest: false },
        TableRequest::Send { link: text("g=link") },
        TableRequest::Tell { message: text("a letter"), is_letter: true },
        TableRequest::Tell { message: text("a message"), is_letter: false },
        TableRequest::ShowWatchers { message: text("a message") },
        TableRequest::Amend(Box::new(table::Amendment {
            key: text("mail a"),
            link: text("g=before"),
            post: post(true),
            revision: 10,
        })),
        TableRequest::OpenApart { link: text("g=link") },
        TableRequest::PutAside { key: text("mail a"), post: post(true), unread: false },
        TableRequest::PutAside { key: text("mail a"), post: post(false), unread: true },
        TableRequest::ForgetAside { key: text("mail a") },
        TableRequest::BeginByLink { key: text("mail a"), content: content() },
        TableRequest::BeginOnLine {
            key: text("mail a"),
            content: content(),
            message: text("a message"),
        },
        TableRequest::AskedAgain { link: text("g=link"), says: says() },
        TableRequest::Begin(table::Seating { opponent: Some(opponent), turns: true }),
        TableRequest::Begin(table::Seating { opponent: None, turns: false }),
        TableRequest::Below(Color::Black),
        TableRequest::TurnBoard,
        TableRequest::Remember(Some(opponent)),
        TableRequest::Remember(None),
        TableRequest::Say(sentence()),
        TableRequest::Notice(says()),
        TableRequest::KeepLesson {
            game: GameId::Chessence,
            progress: vec![
                table::TaskProgress::Open,
                table::TaskProgress::Seen,
                table::TaskProgress::Done,
            ],
        },
        TableRequest::KeepPuzzle(table::PuzzleProgress {
            id: text("magnetic-1"),
            misses: 1,
            hints: 2,
            shown: 3,
            solved: Some(table::Success { misses: 4, hints: 5 }),
        }),
        TableRequest::KeepDay { day: 6, how: table::Success { misses: 7, hints: 8 } },
    ]
}

/// Requests of a lobby.
fn lobby_requests() -> Vec<table::LobbyRequest> {
    let text = str::to_owned;
    let give = |game, color, clock| table::LobbyRequest::Give {
        page: text("a page"),
        key: text("a key"),
        terms: table::Terms { game, color, clock: record::TimeControl::parse(clock) },
    };
    vec![
        table::LobbyRequest::Publish(text("a message")),
        give(GameId::Magnetic, Some(Color::White), "300+5"),
        give(GameId::Chessence, Some(Color::Black), ""),
        give(GameId::Batteries, None, "1/30"),
        table::LobbyRequest::Begin,
        table::LobbyRequest::Open {
            page: text("a page"),
            key: text("a key"),
            sealed: text("a seal"),
        },
        table::LobbyRequest::KeepHidden(vec![text("a page"), text("another")]),
        table::LobbyRequest::Say(table::Sentence::new("a.sentence")),
    ]
}

/// What a store has of a game, of which a journal has the revision 5 that follows 3 or 4.
const RECOVERY: &str = r#"
null
{"revision":"5","content":{"saved":"nonsense","held":"","computer":null,"post":null},"before":""}
{"revision":"3","content":{"saved":"nonsense","held":"","computer":null,"post":null},"before":""}
{"revision":"4","content":{"saved":"nonsense","held":"","computer":null,"post":null},"before":""}
{"revision":"6","content":{"saved":"nonsense","held":"","computer":null,"post":null},"before":""}
{"revision":"six","content":{"saved":"nonsense","held":"","computer":null,"post":null},"before":""}
"#;

/// Things as the page gets them.
struct Writings {
    text: String,
    written: Vec<Json>,
}

impl Writings {
    fn add(&mut self, thing: &dyn Debug, as_written: Option<&impl Serialize>) {
        let json = as_written.map(written);
        self.written.extend(json.iter().map(|json| serde_json::from_str(json).unwrap()));
        self.text.push_str(&format!(
            "{} -> {}\n",
            shown(thing),
            json.as_deref().unwrap_or("nothing")
        ));
    }

    fn heading(&mut self, text: &str) {
        self.text.push_str(&format!("\n{text}\n"));
    }
}

#[test]
fn each_request_of_a_table_is_written_as_it_was() {
    let position = AnyPosition::initial(GameId::Orthodox);
    let mut writings = Writings { text: "Of a table\n".to_owned(), written: Vec::new() };
    for request in requests() {
        writings.add(&request.clone(), Request::new(request, &position).as_ref());
    }
    let sound = Request::Sound(vec!["one", "another"]);
    writings.add(&sound, Some(&sound));
    assert_eq!(missing(Request::DECL, &[], &writings.written), [""; 0]);
    let kinds: Vec<_> = writings
        .written
        .iter()
        .filter_map(|json| json.get("think")?.get("kind")?.as_str())
        .collect();
    assert_eq!(kinds, ["turn", "hint", "draw", "puzzle", "review"]);
    let say = writings.written.iter().find_map(|json| json.get("say")).unwrap();
    let values: Vec<_> = say["values"].as_object().unwrap().values().cloned().collect();
    assert_eq!(missing(Value::DECL, &[], &values), [""; 0]);

    writings.heading("Of the lobby");
    let before = writings.written.len();
    for request in lobby_requests() {
        writings.add(&request.clone(), Some(&LobbyRequest::from(request)));
    }
    assert_eq!(missing(LobbyRequest::DECL, &[], &writings.written[before..]), [""; 0]);

    writings
        .heading("Of a journal that has the revision 5, which follows 3 or 4, by what is stored");
    for found in RECOVERY.trim().lines() {
        let noted = serde_json::json!({
            "key": "a game",
            "follows": ["3", "four", "4"],
            "revision": "5",
            "content": Content::from(content()),
        });
        let noted: Noted = serde_json::from_value(noted).unwrap();
        let found: Option<Stored> = serde_json::from_str(found).unwrap();
        writings.add(&found.clone(), crate::store::recover(noted, found, 99).as_ref());
    }

    writings.heading("What can be answered");
    let decisions = [
        table::Decision::YesNo(true),
        table::Decision::YesNo(false),
        table::Decision::Accept,
        table::Decision::AcceptQuick,
        table::Decision::Choose(table::Choice::KeepMine),
        table::Decision::Choose(table::Choice::TakeTheirs),
        table::Decision::Choose(table::Choice::KeepApart),
    ];
    let before = writings.written.len();
    for decision in decisions {
        let asked = table::Asked {
            title: table::Sentence::new("a.title"),
            says: vec![table::Sentence::new("a.question")],
            boards: Vec::new(),
            replies: vec![(table::Sentence::new("a.reply"), decision)],
        };
        let asked = Asked::new(asked, false, Names(&position));
        writings.add(&decision, Some(&asked.replies[0].decision));
    }
    assert_eq!(missing(Decision::DECL, &[], &writings.written[before..]), [""; 0]);
    assert_eq!(missing(Choice::DECL, &["choose"], &writings.written[before..]), [""; 0]);

    writings.heading("What is found out of a game");
    for grade in [table::Grade::Grave, table::Grade::Slip, table::Grade::Doubt] {
        let lapse = table::LapseView {
            turn: record::Game::ROOT,
            from: 3,
            grade,
            name: table::Sentence::new("a.name"),
            better: table::Sentence::new("a.better"),
        };
        let view = table::ReviewView {
            says: table::Sentence::new("a.conclusion"),
            progress: Some((1, 2)),
            lapses: vec![lapse],
            has_next: true,
        };
        writings.add(&view, Some(&Review::new(&view, Names(&position))));
    }
    compare("requests", &writings.text);
}
