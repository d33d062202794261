//! The position editor: whatever is done in it gives a FEN that is read back as the same position, or a
//! sentence that says what is wrong.

use rules::any::GameId;
use rules::{AnyPosition, Color, Piece};
use serde_json::Value as Json;
use table::{Edit, Editor, Sentence, Sketch, Tool};
use testkit::refusals::read;

use crate::written::ledger;

/// A small generator of random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// The positions of a game's conformance file, those after each step among them.
fn positions(game: GameId) -> Vec<String> {
    let mut all = Vec::new();
    for line in read(&format!("tests/conformance/{}.jsonl", game.spec().id)).lines() {
        let line: Json = serde_json::from_str(line).unwrap();
        all.push(line["fen"].as_str().unwrap().to_owned());
        if let Some(after) = line["after"].as_object() {
            all.extend(after.values().filter_map(|fen| Some(fen.as_str()?.to_owned())));
        }
    }
    all
}

/// What holds of an editor at any time.
fn check(editor: &Editor) {
    let sketch = editor.sketch();
    match sketch.position() {
        Ok(position) => {
            assert_eq!(sketch.fen(), position.fen());
            let again = AnyPosition::from_fen(sketch.game(), &sketch.fen()).unwrap();
            assert_eq!(again, position);
            assert_eq!(Sketch::of(&position).position().unwrap(), position);
            for square in sketch.spec().shape.all() {
                assert_eq!(sketch.piece_at(square), position.piece_at(square));
            }
        }
        Err(_) => assert!(editor.problem().is_some(), "{}", sketch.fen()),
    }
}

/// What an edit has led to, as text.
fn shown(edit: &Edit, says: Option<&Sentence>, editor: &Editor) -> String {
    let sketch = editor.sketch();
    format!(
        "{edit:?}: {says:?}\n{} {:?}\n{:?} {:?} {:?} {} {:?}\n{:?} {:?} {:?} {} {:?} {} {}",
        editor.fen(),
        editor.problem(),
        editor.tool(),
        editor.chosen(),
        editor.carried(),
        editor.carries_new(),
        editor.ways(),
        editor.result(),
        editor.rights(),
        editor.tools(),
        editor.may_invite(),
        Color::ALL.map(|color| sketch.reserve(color)),
        sketch.made(),
        sketch.is_stalled(),
    )
}

#[test]
fn every_position_of_the_conformance_files_comes_out_as_it_was_taken_in() {
    let mut count = 0;
    for &game in GameId::ALL {
        for fen in positions(game) {
            let editor = Editor::new(game, Some(&fen));
            assert_eq!((editor.problem(), editor.fen()), (None, fen.clone()), "{game}");
            assert_eq!(editor.sketch().fen(), fen, "{game}");
            count += 1;
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn any_edits_give_a_position_that_is_read_back_or_a_sentence() {
    for &game in GameId::ALL {
        let spec = game.spec();
        let squares: Vec<_> = spec.shape.all().collect();
        let pieces: Vec<_> = Color::ALL
            .into_iter()
            .flat_map(|color| spec.roles.iter().map(move |&(role, _)| Piece::new(color, role)))
            .collect();
        let fens = positions(game);
        let mut numbers = Numbers(game as u64 + 7);
        let mut played = 0;
        for run in 0..60 {
            let mut editor = Editor::new(game, Some(&fens[numbers.below(fens.len())]));
            for _ in 0..40 {
                let (square, piece) = (numbers.of(&squares), numbers.of(&pieces));
                let count = numbers.below(12) as u32;
                let is = numbers.below(2) == 0;
                let color = if is { Color::White } else { Color::Black };
                let edit = match numbers.below(if run % 3 == 0 { 26 } else { 12 }) {
                    0 => Edit::Side(color),
                    1..=4 => Edit::Erase(square),
                    5 => Edit::Lift(square),
                    6 | 7 => Edit::Drop(Some(square)),
                    8 => Edit::Choose(Tool::Moved),
                    9 => Edit::Tap(square),
                    10 => Edit::Undo,
                    11 => Edit::Halfmove(count),
                    12 => Edit::Choose(Tool::Piece(piece)),
                    13 => Edit::Put(square, piece),
                    14 => Edit::Placing(is),
                    15 => Edit::Right(numbers.of(&['K', 'q', 'H', 'a', '?']), is),
                    16 => Edit::Reserve(color, piece.role, count),
                    17 => Edit::Hand(piece.role, count),
                    18 => Edit::Fullmove(count),
                    19 => Edit::Made(count),
                    20 => Edit::Stalled(is),
                    21 => Edit::Choose(Tool::Passed),
                    22 => Edit::Redo,
                    23 => Edit::Fen(
                        fens[numbers.below(fens.len())].chars().skip(count as usize).collect(),
                    ),
                    24 => Edit::LiftNew(piece),
                    _ => Edit::LetGo,
                };
                let says = editor.handle(edit.clone());
                check(&editor);
                ledger::note(|| shown(&edit, says.as_ref(), &editor));
                played += usize::from(editor.problem().is_none());
            }
        }
        assert!(played > 50, "{game}: {played} positions could be played");
    }
}

#[test]
fn clearing_setting_up_and_taking_back_lead_to_where_one_was() {
    for &game in GameId::ALL {
        let start = AnyPosition::initial(game);
        let mut editor = Editor::new(game, None);
        assert_eq!(editor.ways(), [false, false]);
        editor.handle(Edit::Clear);
        assert!(editor.problem().is_some(), "{game}: without royals");
        let squares: Vec<_> = game.spec().shape.all().collect();
        for &square in &squares {
            if let Some(piece) = start.piece_at(square) {
                editor.handle(Edit::Choose(Tool::Piece(piece)));
                editor.handle(Edit::Press(square));
                editor.handle(Edit::Release);
            }
        }
        let fen = editor.sketch().fen();
        assert_eq!(fen.split([' ', '[']).next(), start.fen().split([' ', '[']).next(), "{game}");
        while editor.ways()[0] {
            editor.handle(Edit::Undo);
        }
        assert_eq!(editor.fen(), start.fen());
        while editor.ways()[1] {
            editor.handle(Edit::Redo);
        }
        assert_eq!(editor.fen(), fen);
        editor.handle(Edit::Initial);
        assert_eq!((editor.fen(), editor.problem()), (start.fen(), None));
    }
}

/// The key of what is wrong.
fn problem(editor: &Editor) -> &'static str {
    editor.problem().map_or("", |says| says.key)
}

#[test]
fn what_is_wrong_is_told_until_it_is_mended() {
    let game = GameId::Magnetic;
    let mut editor = Editor::new(game, None);
    let at = |name: &str| game.spec().shape.parse(name).unwrap();
    let piece = |letter: char| game.spec().piece(letter).unwrap();
    editor.handle(Edit::Erase(at("e8")));
    assert_eq!(problem(&editor), "editor.problem.no-royal");
    editor.handle(Edit::Side(Color::Black));
    // A captured king ends the game: that is a position, and its end is told.
    assert_eq!(problem(&editor), "");
    assert!(editor.result().is_some());
    editor.handle(Edit::Undo);
    editor.handle(Edit::Put(at("e8"), piece('k')));
    assert_eq!(problem(&editor), "");
    // A right without its rook is left out, and there again with it.
    editor.handle(Edit::Erase(at("h1")));
    assert!(editor.fen().ends_with(" w Qkq - 0 1"), "{}", editor.fen());
    editor.handle(Edit::Undo);
    assert!(editor.fen().ends_with(" w KQkq - 0 1"), "{}", editor.fen());
    editor.handle(Edit::Put(at("a8"), piece('P')));
    assert_eq!(problem(&editor), "editor.problem.too-many");
    editor.handle(Edit::Erase(at("a2")));
    assert_eq!(problem(&editor), "editor.problem.misplaced");
    editor.handle(Edit::Fen("nonsense".to_owned()));
    assert_eq!((problem(&editor), &*editor.fen()), ("editor.refused", "nonsense"));
    editor.handle(Edit::Initial);
    assert_eq!(problem(&editor), "");
    // Whatever comes after it takes the place of what was refused.
    editor.handle(Edit::Fen("nonsense".to_owned()));
    editor.handle(Edit::Undo);
    assert_eq!(problem(&editor), "editor.problem.misplaced");
    editor.handle(Edit::Fen("nonsense".to_owned()));
    editor.handle(Edit::Redo);
    assert_eq!((problem(&editor), editor.fen()), ("", AnyPosition::initial(game).fen()));
}

#[test]
fn the_side_that_is_in_check_or_gives_check_is_named() {
    let contramatic = "4k3/8/8/8/4R3/8/8/K7[] w - - 0 9 -";
    for (game, fen, key, named) in [
        (GameId::Orthodox, "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", "in-check", Color::Black),
        (GameId::Orthodox, "4rk2/8/8/8/8/8/8/4K3 w - - 0 1", "in-check", Color::White),
        (GameId::Contramatic, contramatic, "gives-check", Color::White),
    ] {
        let mut editor = Editor::new(game, Some(fen));
        assert_eq!(problem(&editor), "");
        editor.handle(Edit::Side(!editor.sketch().turn()));
        let says = editor.problem().unwrap();
        assert_eq!(says.key.strip_prefix("editor.problem."), Some(key), "{fen}");
        assert_eq!(says.values, [("color", table::Value::Color(named))], "{fen}");
    }
}

#[test]
fn of_a_fen_that_is_refused_its_side_and_its_phase_count() {
    let game = GameId::Orthodox;
    for (fen, named) in [
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", Color::Black),
        ("4rk2/8/8/8/8/8/8/4K3 b - - 0 1", Color::White),
    ] {
        let error = AnyPosition::from_fen(game, fen).unwrap_err();
        let says = table::fen_problem(&error, game, fen);
        let wanted = Sentence::new("editor.problem.in-check");
        assert_eq!(says, wanted.with("color", table::Value::Color(named)), "{fen}");
    }
    // While pieces are placed all of them are there.
    let game = GameId::Charismatic;
    let fen = AnyPosition::initial(game).fen().replacen("PPPPPPPP", "PPPPPPP", 1);
    let error = AnyPosition::from_fen(game, &fen).unwrap_err();
    assert_eq!(table::fen_problem(&error, game, &fen).key, "editor.problem.not-all");
}

#[test]
fn what_a_position_counts_is_shown_beside_it() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 7 12";
    let editor = Editor::new(GameId::Orthodox, Some(fen));
    assert_eq!(editor.fen(), fen);
    assert_eq!((editor.sketch().halfmove(), editor.sketch().fullmove()), (7, 12));
}

#[test]
fn a_tap_does_what_its_tool_does_and_the_next_one_takes_that_back() {
    let game = GameId::Orthodox;
    let at = |name: &str| game.spec().shape.place(name).unwrap();
    let (queen, pawn) = (game.spec().piece('Q'), game.spec().piece('P'));
    let mut editor = Editor::new(game, None);
    let stands = |editor: &Editor, name: &str| editor.sketch().piece_at(at(name));
    editor.handle(Edit::Choose(Tool::Piece(queen.unwrap())));
    editor.handle(Edit::Tap(at("e4")));
    assert_eq!(stands(&editor, "e4"), queen);
    editor.handle(Edit::Tap(at("e4")));
    assert_eq!(stands(&editor, "e4"), None);
    editor.handle(Edit::Choose(Tool::Hand));
    editor.handle(Edit::Tap(at("e2")));
    assert_eq!(editor.chosen(), Some(at("e2")));
    editor.handle(Edit::Tap(at("e2")));
    assert_eq!((editor.chosen(), stands(&editor, "e2")), (None, pawn));
    editor.handle(Edit::Tap(at("e2")));
    editor.handle(Edit::Tap(at("e4")));
    assert_eq!((editor.chosen(), stands(&editor, "e2"), stands(&editor, "e4")), (None, None, pawn));
    editor.handle(Edit::Choose(Tool::Passed));
    editor.handle(Edit::Tap(at("e3")));
    assert_eq!(editor.sketch().passed(), [at("e3")]);
    editor.handle(Edit::Tap(at("e3")));
    assert!(editor.sketch().passed().is_empty());
    // Where nothing is captured in passing, no square is passed.
    let mut editor = Editor::new(GameId::Chessence, None);
    let square = GameId::Chessence.spec().shape.place("c5").unwrap();
    editor.handle(Edit::Choose(Tool::Passed));
    editor.handle(Edit::Tap(square));
    assert!(editor.sketch().passed().is_empty());
}

#[test]
fn a_placement_counts_its_reserve_and_a_turn_its_moved_pieces() {
    let game = GameId::Charismatic;
    let at = |name: &str| game.spec().shape.parse(name).unwrap();
    let mut editor = Editor::new(game, None);
    assert!(editor.may_invite());
    for _ in 0..2 {
        for role in [rules::Role::Queen, rules::Role::Rook, rules::Role::Bishop] {
            editor.handle(Edit::Hand(role, 1));
        }
    }
    assert_eq!(problem(&editor), "editor.problem.impossible");
    editor.handle(Edit::Hand(rules::Role::Pawn, 2));
    assert_eq!(problem(&editor), "");
    assert!(
        editor.fen().ends_with("[RBNNPPPPPPqrrbbnnpppppppp] w - - 0 0 - QRBPP"),
        "{}",
        editor.fen()
    );
    let hand = editor.sketch().hand();
    assert_eq!((hand.count(rules::Role::Queen), hand.count(rules::Role::Pawn)), (1, 2));
    assert!(!editor.may_invite(), "draws from another position than the first are not fair");
    let turn = "3k4/8/8/8/8/8/4P3/4K2R[] w H - 0 3 - -";
    let mut editor = Editor::new(game, Some(turn));
    editor.handle(Edit::Choose(Tool::Moved));
    editor.handle(Edit::Tap(at("e2")));
    assert!(editor.fen().ends_with(" e2 -"), "{}", editor.fen());
    // What has moved has no right to castle.
    editor.handle(Edit::Tap(at("h1")));
    assert!(editor.fen().ends_with(" w - - 0 3 h1e2 -"), "{}", editor.fen());
    let castled = "3k4/8/8/8/8/8/4P3/5RK1[] w - - 1 3 F1G1 -";
    let mut editor = Editor::new(game, Some(castled));
    assert_eq!(editor.fen(), castled);
    // Without its rook the king has moved, and not castled.
    editor.handle(Edit::Put(at("f1"), game.spec().piece('N').unwrap()));
    assert!(editor.fen().ends_with(" w - - 1 3 g1 -"), "{}", editor.fen());
}

#[test]
fn pieces_are_dragged_onto_the_board_across_it_and_off_it() {
    let game = GameId::Chessence;
    let at = |name: &str| game.spec().shape.place(name).unwrap();
    let man = game.spec().piece('M').unwrap();
    let mut editor = Editor::new(game, None);
    let count = |editor: &Editor| {
        game.spec().shape.all().filter(|&square| editor.sketch().piece_at(square).is_some()).count()
    };
    let before = count(&editor);
    editor.handle(Edit::LiftNew(man));
    editor.handle(Edit::Drop(Some(at("c5"))));
    assert_eq!(count(&editor), before + 1);
    editor.handle(Edit::Lift(at("c5")));
    // A hole takes nothing, and the piece stays where it was.
    editor.handle(Edit::Drop(Some(at("b5"))));
    assert_eq!(editor.sketch().piece_at(at("c5")), Some(man));
    editor.handle(Edit::Lift(at("c5")));
    editor.handle(Edit::Drop(Some(at("d5"))));
    assert_eq!((editor.sketch().piece_at(at("d5")), count(&editor)), (Some(man), before + 1));
    editor.handle(Edit::Lift(at("d5")));
    editor.handle(Edit::Drop(None));
    assert_eq!(count(&editor), before);
    editor.handle(Edit::Reserve(Color::White, rules::Role::Man, 1));
    assert!(editor.fen().contains("[Mmmm]"), "{}", editor.fen());
}
