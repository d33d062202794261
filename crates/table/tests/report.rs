//! The report of a game on the analysis board: what is asked, what follows from the answers, that it is kept;
//! and the exercises that come of it.

use record::Game;
use record::game::{Path, TurnId};
use record::{link, pgn};
use rules::{AnyPosition, Color, GameId, Step};
use table::{
    Analyse, Content, Event, Grade, Learn, Purpose, ReportView, Request, Setup, Survey, Table,
    Value, Worth, nodes_for,
};

use crate::play;

use play::{Play, from, here};

fn analyse(what: Analyse) -> Event {
    Event::Analyse(Box::new(what))
}

fn board(setup: Setup) -> Play {
    Play::new(Setup { purpose: Purpose::Analysis, ..setup })
}

/// What a request asks to be looked through.
fn asked(out: &[Request]) -> Option<Survey> {
    out.iter().find_map(|request| match request {
        Request::Survey(survey) => Some((**survey).clone()),
        _ => None,
    })
}

fn worth(game: GameId, expected: u32, best: &str) -> Worth {
    let step = |step: &str| Step::parse(step, game.spec()).unwrap();
    Worth {
        score: expected as i32 - 500,
        decided: None,
        expected,
        best: best.split_whitespace().map(step).collect(),
        dealt: None,
        placed: None,
    }
}

/// Answers what is asked: behind so many turns White may expect so much, and this is the best turn.
fn answer(play: &mut Play, survey: &Survey, found: &[(u32, &str)]) {
    let game = play.table.game().start().game();
    for &place in &survey.places {
        let (expected, best) = found[place];
        let worth = Some(worth(game, expected, best));
        play.to(analyse(Analyse::Surveyed { id: survey.id, place, worth }));
    }
}

fn view(play: &Play) -> ReportView {
    play.table.report_view().unwrap()
}

fn grades(view: &ReportView) -> Vec<Option<Grade>> {
    view.points.iter().map(|point| point.grade).collect()
}

const GRAVE: Option<Grade> = Some(Grade::Grave);
const SLIP: Option<Grade> = Some(Grade::Slip);
const DOUBT: Option<Grade> = Some(Grade::Doubt);

/// A game of four turns, of which White's first loses 60 thousandths, Black's first nothing, White's second
/// 200, and Black's second 120.
const FOUND: [(u32, &str); 5] =
    [(560, "e2e4"), (500, "g8f6"), (500, "g1f3"), (300, "b8c6"), (420, "g1f3")];

fn reported() -> Play {
    let mut play = board(here(GameId::Orthodox));
    play.type_all("d4 d5 e4 c6");
    let survey = asked(&play.to(analyse(Analyse::Report))).unwrap();
    answer(&mut play, &survey, &FOUND);
    play
}

#[test]
fn every_place_is_asked_for_the_last_first() {
    let mut play = board(here(GameId::Orthodox));
    assert!(!view(&play).may && asked(&play.to(analyse(Analyse::Report))).is_none());
    play.type_all("d4 d5 e4 c6");
    assert!(view(&play).may && !view(&play).is_whole);
    let survey = asked(&play.to(analyse(Analyse::Report))).unwrap();
    assert_eq!(survey.places, [4, 3, 2, 1, 0]);
    assert_eq!(survey.nodes, nodes_for(GameId::Orthodox));
    assert_eq!(Game::load(&survey.saved).unwrap().main_line().count(), 4);
    assert!(asked(&play.to(analyse(Analyse::Report))).is_none(), "it is under way");
    let answer = |place, id| {
        let worth = Some(worth(GameId::Orthodox, 500, "a2a3"));
        analyse(Analyse::Surveyed { id, place, worth })
    };
    play.to(answer(4, survey.id));
    play.to(answer(4, survey.id));
    play.to(answer(3, survey.id + 1));
    assert_eq!(view(&play).progress, Some((1, 5)));
    // What is known stays when it is stopped, and is not asked for again.
    assert!(play.to(analyse(Analyse::StopReport)).contains(&Request::StopSurvey));
    assert_eq!(view(&play).progress, None);
    assert!(play.to(answer(2, survey.id)).is_empty(), "nobody asks any longer");
    let again = asked(&play.to(analyse(Analyse::Report))).unwrap();
    assert_eq!(again.places, [3, 2, 1, 0]);
    play.to(analyse(Analyse::SurveyFailed(again.id)));
    assert_eq!(view(&play).says.unwrap().key, "report.failed");
    assert!(asked(&play.to(analyse(Analyse::Report))).is_some());
    assert_eq!(view(&play).says.unwrap().key, "report.looks");
}

/// White has blundered much of what there was, and is ahead as before.
#[test]
fn a_mistake_after_which_the_same_side_is_ahead_turns_nothing() {
    let mut play = board(here(GameId::Orthodox));
    play.type_all("d4 d5 e4 c6");
    let survey = asked(&play.to(analyse(Analyse::Report))).unwrap();
    let found = [(900, "e2e4"), (740, "g8f6"), (740, "g1f3"), (740, "b8c6"), (740, "g1f3")];
    answer(&mut play, &survey, &found);
    let view = view(&play);
    assert_eq!(grades(&view), [None, GRAVE, None, None, None]);
    assert!(view.turning.is_empty());
}

#[test]
fn turns_are_judged_by_what_they_lose() {
    let play = reported();
    let view = view(&play);
    assert!(view.is_whole);
    assert_eq!(grades(&view), [None, DOUBT, None, GRAVE, SLIP]);
    let [white, black] = view.sides;
    assert_eq!((white.counts, black.counts), ([1, 0, 1], [0, 1, 0]));
    // By hand: e^-0.27 = 0.76338 and 0.40657: arithmetic 58.50, harmonic 53.06; Black 100 and
    // e^-0.54 = 0.58275: 79.14 and 73.64.
    assert_eq!((white.accuracy, black.accuracy), (Some(558), Some(764)));
    assert_eq!((white.luck, black.luck), (None, None));
    // White's blunder gives Black the lead, and Black's mistake gives it back.
    assert_eq!(view.turning, [3, 4]);
    assert_eq!(view.points[3].better, "Nf3");
    assert_eq!(view.points[1].score, "0.0");
    assert_eq!(view.points[3].score, "\u{2212}2.0");
    let glyphs: Vec<Vec<u8>> = play.table.tree().into_iter().map(|item| item.glyphs).collect();
    assert_eq!(glyphs, [vec![6], vec![], vec![4], vec![2]]);
    assert_eq!(view.learns, [Color::White, Color::Black]);
}

/// The same game with the sides exchanged: what was White's is Black's.
#[test]
fn both_sides_are_judged_alike() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    let mut play = board(from(GameId::Orthodox, start));
    play.type_all("d5 d4 e5 c3");
    let survey = asked(&play.to(analyse(Analyse::Report))).unwrap();
    let turned = ["e7e5", "g1f3", "g8f6", "b1c3", "g8f6"];
    let found: Vec<(u32, &str)> =
        FOUND.iter().zip(turned).map(|(&(expected, _), best)| (1000 - expected, best)).collect();
    answer(&mut play, &survey, &found);
    let (turned, usual) = (view(&play), view(&reported()));
    assert_eq!(grades(&turned), grades(&usual));
    assert_eq!(turned.sides, [usual.sides[1], usual.sides[0]]);
    assert_eq!(turned.turning, usual.turning);
    assert_eq!(turned.points[3].score, "+2.0");
}

#[test]
fn the_best_turn_loses_nothing_whatever_its_result_seems_worth() {
    let mut play = board(here(GameId::Orthodox));
    play.type_all("d4 d5");
    let survey = asked(&play.to(analyse(Analyse::Report))).unwrap();
    answer(&mut play, &survey, &[(560, "d2d4"), (400, "d7d5"), (700, "a2a3")]);
    assert_eq!(grades(&view(&play)), [None, None, None]);
    assert_eq!(view(&play).sides[0].accuracy, Some(1000));
    assert!(view(&play).turning.is_empty() && view(&play).learns.is_empty());
}

#[test]
fn how_the_game_ended_counts_and_is_not_asked_for() {
    let mut play = board(here(GameId::Orthodox));
    play.type_all("f3 e5 g4 Qh4");
    let survey = asked(&play.to(analyse(Analyse::Report))).unwrap();
    assert_eq!(survey.places, [3, 2, 1, 0]);
    let found = [(520, "e2e4"), (480, "e7e5"), (480, "e2e4"), (0, "d8h4")];
    answer(&mut play, &survey, &found);
    let view = view(&play);
    assert!(view.is_whole);
    assert_eq!(view.points[4].expected, Some(0));
    assert_eq!(view.points[4].score, "0\u{2013}1");
    assert_eq!(grades(&view), [None, None, None, GRAVE, None]);
    assert_eq!(view.sides[1].accuracy, Some(1000));
}

#[test]
fn orders_of_one_turn_with_many_steps_are_one_turn() {
    let start = "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -";
    let mut play = board(from(GameId::Charismatic, start));
    play.type_all("a2a4 e1e2 end a7a6 end");
    let survey = asked(&play.to(analyse(Analyse::Report))).unwrap();
    assert_eq!(survey.places, [2, 1, 0]);
    // The computer's turn has its steps the other way round.
    let found = [(600, "e1e2 a2a4 end"), (500, "a7a5 h7h5 end"), (650, "h1h7 end")];
    answer(&mut play, &survey, &found);
    let view = view(&play);
    assert_eq!(grades(&view), [None, None, GRAVE]);
    assert_eq!(view.points[2].better, "a5, h5");
    assert_eq!(view.points[1].san, "a4, Ke2");
}

/// Places what there is to be placed.
fn place(play: &mut Play) {
    let mut below = |bound: u32| bound - 1;
    let drops = play.table.position().place_rest(&mut below);
    for drop in drops {
        play.to(Event::Step(drop));
    }
    play.to(Event::EndTurn);
}

/// Two placements of Charismatic Chess on an analysis board, and the survey of them that is asked for.
fn placed_after_draws() -> (Play, Survey) {
    let mut play = board(here(GameId::Charismatic));
    for _ in 0..2 {
        play.to(Event::Draw);
        place(&mut play);
    }
    let survey = asked(&play.to(analyse(Analyse::Report))).unwrap();
    assert_eq!(survey.places, [2, 1, 0]);
    (play, survey)
}

/// The drops of a finished placement with a piece put elsewhere, and `end`, as text.
fn rearranged(play: &Play, at: usize) -> String {
    let game = play.table.game();
    let turn = game.main_line().nth(at).unwrap();
    let drawn = game.steps(turn).iter().take_while(|step| matches!(step, Step::Draw(_))).count();
    let (draws, drops) = game.steps(turn).split_at(drawn);
    let is_legal = |steps: &[Step]| {
        let mut position = *game.before(turn);
        draws.iter().chain(steps).all(|&step| {
            let is_legal = position.why_not(step).is_none();
            if is_legal {
                position.play(step);
            }
            is_legal
        })
    };
    let steps = game.start().spec().shape.all().find_map(|to| {
        let mut steps = drops.to_vec();
        let Some(Step::Drop { to: at, .. }) = steps.first_mut() else { return None };
        *at = to;
        (steps != drops && is_legal(&steps)).then_some(steps)
    });
    let steps = steps.unwrap();
    let spec = game.start().spec();
    steps.iter().map(|step| step.display(spec).to_string()).collect::<Vec<_>>().join(" ")
}

/// Luck and play are told apart: what a draw brought is what may be expected after it less what could be before
/// it; what its placement lost is what may be expected behind the best one less what stands behind it.
#[test]
fn luck_is_what_a_draw_brought_and_a_placement_is_judged_by_the_best_of_the_same_pieces() {
    let (mut play, survey) = placed_after_draws();
    let best = [rearranged(&play, 0), rearranged(&play, 1), String::new()];
    let game = GameId::Charismatic;
    for (place, expected, made) in
        [(2, 470, None), (1, 500, Some((420, 450))), (0, 520, Some((550, 610)))]
    {
        let (dealt, placed) = (made.map(|made| made.0), made.map(|made| made.1));
        let worth = Worth { dealt, placed, ..worth(game, expected, &best[place]) };
        play.to(analyse(Analyse::Surveyed { id: survey.id, place, worth: Some(worth) }));
    }
    let view = view(&play);
    assert!(view.is_whole);
    // White drew 30 thousandths more than the mean, and Black 80.
    let luck: Vec<Option<i32>> = view.points.iter().map(|point| point.luck).collect();
    assert_eq!(luck, [None, Some(30), Some(80)]);
    // White's placement lost 110 thousandths, and Black's 20: by hand, 100 e^-0.495 and 100 e^-0.09.
    assert_eq!(
        view.sides.map(|side| (side.luck, side.accuracy)),
        [(Some(30), Some(610)), (Some(80), Some(914))]
    );
    assert_eq!(grades(&self::view(&play)), [None, SLIP, None]);
    let better = &view.points[1].better;
    assert_eq!(better.split(", ").count(), 5, "{better}");
    assert_eq!(view.learns, [Color::White]);
    // All of it is kept.
    let kept = Game::load(&play.table.game().save()).unwrap();
    let again = board(Setup { game: kept, ..here(game) });
    assert_eq!(grades(&self::view(&again)), [None, SLIP, None]);
    assert!(self::view(&again).is_whole);
}

/// Of a draw it is asked what the best placement is, too, where that is not known yet.
#[test]
fn a_draw_whose_best_placement_is_unknown_is_asked_for_again() {
    let (mut play, survey) = placed_after_draws();
    let game = GameId::Charismatic;
    for (place, dealt) in [(2, None), (1, Some(420)), (0, Some(550))] {
        let worth = Some(Worth { dealt, ..worth(game, 500, "") });
        play.to(analyse(Analyse::Surveyed { id: survey.id, place, worth }));
    }
    assert!(!view(&play).is_whole);
    assert_eq!(asked(&play.to(analyse(Analyse::Report))).unwrap().places, [1, 0]);
}

/// A placement is an exercise that begins with the pieces as they were placed, and they are put elsewhere.
#[test]
fn a_placement_is_learnt_from_by_putting_pieces_elsewhere() {
    let (mut play, survey) = placed_after_draws();
    let best = rearranged(&play, 0);
    for (place, expected, made) in [(2, 470, None), (1, 500, Some(500)), (0, 520, Some(610))] {
        let best = if place == 0 { best.clone() } else { rearranged(&play, 1) };
        let best = if place == 2 { String::new() } else { best };
        let worth =
            Worth { dealt: made, placed: made, ..worth(GameId::Charismatic, expected, &best) };
        play.to(analyse(Analyse::Surveyed { id: survey.id, place, worth: Some(worth) }));
    }
    let mistake = play.table.game().main_line().next().unwrap();
    let steps = play.table.game().steps(mistake).to_vec();
    let squares: Vec<rules::Square> = steps
        .iter()
        .filter_map(|step| if let Step::Drop { to, .. } = step { Some(*to) } else { None })
        .collect();
    learn(&mut play, Learn::Begin(Color::White));
    assert_eq!(exercise(&play), ("report.placing.asks", 1, 1, false));
    assert_eq!(play.table.place(), Path { turn: mistake, steps: steps.len() - 1 });
    play.to(Event::EndTurn);
    assert_eq!(exercise(&play).0, "report.placing.played");
    // A piece is put on another square: the computer looks at that.
    play.to(Event::Tap(squares[0]));
    let &(to, _) = play.table.targets().last().unwrap();
    play.to(Event::Tap(to));
    assert!(play.table.position().piece_at(squares[0]).is_none());
    assert!(play.table.position().piece_at(to).is_some());
    let survey = asked(&play.to(Event::EndTurn)).unwrap();
    assert_eq!((exercise(&play).0, survey.places), ("report.placing.judges", vec![1]));
    let found = worth(GameId::Charismatic, 530, "");
    play.to(analyse(Analyse::Surveyed { id: survey.id, place: 1, worth: Some(found) }));
    // 80 thousandths less than the best, though more than the mean before the draw.
    assert_eq!(exercise(&play), ("report.placing.worse", 1, 1, false));
    assert_eq!(children(&play, mistake), 1);
    learn(&mut play, Learn::Solve);
    assert_eq!(exercise(&play), ("report.placing.shown", 1, 1, true));
    let game = play.table.game();
    assert_eq!(game.steps(play.table.place().turn)[0], steps[0], "the same draw");
    assert_eq!((children(&play, mistake), play.table.place().steps), (2, steps.len()));
    learn(&mut play, Learn::Next);
    learn(&mut play, Learn::Leave);
    assert!(view(&play).is_whole);
}

/// Without draws a placement is judged like any turn, but for one that the other side answers with all of its
/// pieces: an answer that wins is found to nearly every one.
#[test]
fn the_last_placement_without_draws_is_judged() {
    let mut play = board(here(GameId::Contramatic));
    for _ in 0..2 {
        place(&mut play);
    }
    let survey = asked(&play.to(analyse(Analyse::Report))).unwrap();
    assert_eq!(survey.places, [2, 1, 0]);
    let best = rearranged(&play, 1);
    for (place, expected, best) in [(2, 900, ""), (1, 100, best.as_str()), (0, 400, "")] {
        let worth = Some(worth(GameId::Contramatic, expected, best));
        play.to(analyse(Analyse::Surveyed { id: survey.id, place, worth }));
    }
    assert_eq!(grades(&view(&play)), [None, None, GRAVE]);
    assert_eq!(view(&play).points.iter().filter_map(|point| point.expected).count(), 3);
    assert_eq!(view(&play).sides[0].accuracy, None);
}

#[test]
fn a_report_is_kept_with_the_game_and_leaves_with_it() {
    let play = reported();
    let game = play.table.game();
    let before = view(&play);
    let opened = |tree: Game| {
        let (table, _) =
            Table::new(Setup { game: tree, purpose: Purpose::Analysis, ..here(GameId::Orthodox) });
        table.report_view().unwrap()
    };
    let told = |view: &ReportView| {
        let points = view.points.iter();
        let points: Vec<_> = points
            .map(|point| (point.expected, point.grade, point.better.clone(), point.score.clone()))
            .collect();
        (points, view.sides, view.turning.clone(), view.is_whole, view.nodes)
    };
    let kept = opened(Game::load(&game.save()).unwrap());
    assert_eq!(told(&kept), told(&before));
    let entry = pgn::Entry { tags: Vec::new(), tree: game.clone() };
    let text = pgn::write(&entry);
    assert!(text.contains("[%eval -2.00]"), "{text}");
    let again = pgn::read(&text).remove(0).unwrap();
    assert_eq!(told(&opened(again.tree)), told(&before));
    let written = link::write_tree(game, &[]).unwrap();
    assert_eq!(told(&opened(link::read(&written).unwrap().tree().unwrap())), told(&before));
    // The table asks the store to keep it, and has nothing more to ask the computer.
    let mut play = board(Setup { game: game.clone(), ..here(GameId::Orthodox) });
    assert!(asked(&play.to(analyse(Analyse::Report))).is_none());
}

#[test]
fn people_and_the_computer_share_a_comment() {
    let mut play = reported();
    let turn = play.table.game().main_line().nth(2).unwrap();
    play.to(Event::Comment(turn, "Too bold.".to_owned()));
    let item = play.table.tree().into_iter().find(|item| item.place.turn == turn).unwrap();
    assert_eq!(item.behind, "Too bold.");
    assert!(view(&play).is_whole);
    play.to(Event::Comment(turn, String::new()));
    assert!(view(&play).is_whole);
    assert_eq!(grades(&view(&play))[3], GRAVE);
}

#[test]
fn a_glyph_of_ones_own_stays() {
    let mut play = board(here(GameId::Orthodox));
    play.type_all("d4 d5");
    let turn = play.table.game().main_line().next().unwrap();
    play.to(Event::Glyphs(turn, vec![3]));
    let survey = asked(&play.to(analyse(Analyse::Report))).unwrap();
    answer(&mut play, &survey, &[(560, "e2e4"), (300, "e7e5"), (300, "a2a3")]);
    assert_eq!(play.table.game().glyphs(turn), [3]);
    assert_eq!(grades(&view(&play))[1], GRAVE);
}

#[test]
fn another_main_line_lacks_what_is_not_known_of_it() {
    let mut play = reported();
    let first = play.table.game().main_line().next().unwrap();
    play.to(Event::Show(play.table.game().behind(first)));
    play.type_all("Nf6");
    let turn = play.table.place().turn;
    play.to(Event::MakeMainLine(turn));
    assert!(!view(&play).is_whole);
    let survey = asked(&play.to(analyse(Analyse::Report))).unwrap();
    assert_eq!(survey.places, [2]);
}

// Learning from mistakes.

fn learn(play: &mut Play, what: Learn) -> Vec<Request> {
    play.to(analyse(Analyse::Learn(what)))
}

fn exercise(play: &Play) -> (&'static str, usize, usize, bool) {
    let learning = view(play).learning.unwrap();
    (learning.says.key, learning.number, learning.of, learning.is_done)
}

fn children(play: &Play, turn: TurnId) -> usize {
    let game = play.table.game();
    game.next(game.parent(turn)).len()
}

#[test]
fn a_mistake_is_an_exercise_and_the_computer_judges_what_is_tried() {
    let mut play = reported();
    let line: Vec<TurnId> = play.table.game().main_line().collect();
    play.to(analyse(Analyse::Computer(true)));
    learn(&mut play, Learn::Begin(Color::White));
    assert!(!play.table.analysis_view().unwrap().is_on, "nobody prompts");
    assert_eq!(exercise(&play), ("report.asks", 1, 2, false));
    assert_eq!(play.table.place(), Path { turn: Game::ROOT, steps: 0 });
    // The turn of the game is no answer.
    play.type_all("d4");
    assert_eq!(exercise(&play), ("report.played", 1, 2, false));
    assert_eq!(play.table.place().turn, Game::ROOT);
    // Another one is judged by the computer: it loses 50 thousandths, and does not stay in the tree.
    let out = play.to(Event::Typed("a4".to_owned()));
    let survey = asked(&out).unwrap();
    assert_eq!(survey.places, [1]);
    assert_eq!(Game::load(&survey.saved).unwrap().main_line().count(), 1);
    assert_eq!(exercise(&play).0, "report.judges");
    let found = worth(GameId::Orthodox, 510, "e7e5");
    play.to(analyse(Analyse::Surveyed { id: survey.id, place: 1, worth: Some(found) }));
    assert_eq!(exercise(&play), ("report.worse", 1, 2, false));
    assert_eq!(play.table.place().turn, Game::ROOT);
    assert_eq!(children(&play, line[0]), 1);
    // One that loses less than an inaccuracy counts.
    let survey = asked(&play.to(Event::Typed("Nf3".to_owned()))).unwrap();
    let found = worth(GameId::Orthodox, 511, "e7e5");
    play.to(analyse(Analyse::Surveyed { id: survey.id, place: 1, worth: Some(found) }));
    assert_eq!(exercise(&play), ("report.right", 1, 2, true));
    assert_eq!(children(&play, line[0]), 2, "it stays as a variation");
    // The computer's own turn needs no judgement.
    learn(&mut play, Learn::Next);
    assert_eq!(exercise(&play), ("report.asks", 2, 2, false));
    assert_eq!(play.table.place().turn, line[1]);
    assert!(asked(&play.to(Event::Typed("Nf3".to_owned()))).is_none());
    assert_eq!(exercise(&play), ("report.best", 2, 2, true));
    learn(&mut play, Learn::Next);
    let learning = view(&play).learning.unwrap();
    assert!(learning.is_over && learning.says.key == "report.learned");
    learn(&mut play, Learn::Leave);
    assert_eq!(view(&play).learning, None);
    assert!(view(&play).is_whole, "the report is as it was");
}

#[test]
fn the_solution_is_shown_and_a_failure_is_told() {
    let mut play = reported();
    let line: Vec<TurnId> = play.table.game().main_line().collect();
    learn(&mut play, Learn::Begin(Color::Black));
    assert_eq!(exercise(&play), ("report.asks", 1, 1, false));
    assert_eq!(play.table.place().turn, line[2]);
    let survey = asked(&play.to(Event::Typed("a5".to_owned()))).unwrap();
    play.to(analyse(Analyse::SurveyFailed(survey.id)));
    assert_eq!(exercise(&play).0, "report.not-judged");
    // While it is judged, and after it, one may go back.
    play.to(Event::Typed("a5".to_owned()));
    learn(&mut play, Learn::Again);
    assert_eq!((exercise(&play).0, children(&play, line[3])), ("report.asks", 1));
    learn(&mut play, Learn::Solve);
    assert_eq!(exercise(&play), ("report.shown", 1, 1, true));
    let game = play.table.game();
    assert_eq!(
        game.before(play.table.place().turn).san_turn(game.steps(play.table.place().turn)),
        "Nc6"
    );
    learn(&mut play, Learn::Next);
    assert!(view(&play).learning.unwrap().is_over);
    learn(&mut play, Learn::Leave);
    // What was left in the middle does not stay.
    learn(&mut play, Learn::Begin(Color::Black));
    play.to(Event::Typed("a5".to_owned()));
    learn(&mut play, Learn::Leave);
    assert_eq!(children(&play, line[3]), 2, "the solution alone was kept");
}

/// What was shown is not found any more, though it is played.
#[test]
fn an_exercise_whose_solution_was_shown_is_not_counted() {
    let mut play = reported();
    learn(&mut play, Learn::Begin(Color::Black));
    learn(&mut play, Learn::Solve);
    learn(&mut play, Learn::Again);
    play.type_all("Nc6");
    assert_eq!(exercise(&play), ("report.best", 1, 1, true));
    learn(&mut play, Learn::Next);
    let says = view(&play).learning.unwrap().says;
    assert!(says.values.contains(&("solved", Value::Count(0))), "{says:?}");
}

/// Whoever goes on without an answer loses what was tried, and nothing of the game.
#[test]
fn an_exercise_is_left_for_the_next_one_at_any_time() {
    for tried in ["", "a4"] {
        let mut play = reported();
        let line: Vec<TurnId> = play.table.game().main_line().collect();
        learn(&mut play, Learn::Begin(Color::White));
        play.type_all(tried);
        learn(&mut play, Learn::Next);
        assert_eq!(exercise(&play), ("report.asks", 2, 2, false), "{tried}");
        assert_eq!(play.table.game().main_line().collect::<Vec<_>>(), line, "{tried}");
        assert_eq!(line.iter().map(|&turn| children(&play, turn)).max(), Some(1), "{tried}");
        // What is shown of the last but one stays, too.
        learn(&mut play, Learn::Solve);
        learn(&mut play, Learn::Next);
        assert_eq!(children(&play, line[2]), 2, "{tried}");
        assert_eq!(play.table.game().main_line().collect::<Vec<_>>(), line, "{tried}");
    }
    let mut play = reported();
    let first = play.table.game().main_line().next().unwrap();
    learn(&mut play, Learn::Begin(Color::White));
    learn(&mut play, Learn::Solve);
    learn(&mut play, Learn::Next);
    assert_eq!((exercise(&play).1, children(&play, first)), (2, 2), "the solution stays");
}

#[test]
fn a_turn_of_many_steps_is_tried_step_by_step() {
    let start = "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -";
    let mut play = board(from(GameId::Charismatic, start));
    play.type_all("a2a3 end a7a6 end");
    let survey = asked(&play.to(analyse(Analyse::Report))).unwrap();
    let found = [(900, "h1h7 a1d1 end"), (500, "a7a6 end"), (500, "a3a4 end")];
    answer(&mut play, &survey, &found);
    learn(&mut play, Learn::Begin(Color::White));
    play.type_all("a2a3 end");
    assert_eq!(exercise(&play), ("report.played", 1, 1, false));
    play.type_all("a1d1");
    assert_eq!(exercise(&play), ("report.played", 1, 1, false));
    play.type_all("h1h7 end");
    assert_eq!(exercise(&play), ("report.best", 1, 1, true));
}

#[test]
fn against_the_computer_ones_own_mistakes_alone_are_offered() {
    let game = reported().table.game().clone();
    let computer = table::Opponent::new(12, Color::White, None);
    let content = Content { saved: game.save(), computer, ..Content::default() };
    let start = AnyPosition::initial(GameId::Orthodox);
    let (table, _) = Table::analyse(start, "analysis a game", Some(&content));
    assert_eq!(table.report_view().unwrap().learns, [Color::Black]);
}

#[test]
fn of_a_game_that_goes_on_there_is_no_report() {
    let mut played = Play::new(here(GameId::Orthodox));
    played.type_all("e4 d5");
    let start = AnyPosition::initial(GameId::Orthodox);
    let (table, asks) = Table::analyse(start, "analysis a game", Some(&played.table.content()));
    let mut play = Play { table, now: 0, asked: asks };
    play.to(Event::Loaded { key: "analysis a game".to_owned(), found: None });
    assert!(!view(&play).may);
    assert!(asked(&play.to(analyse(Analyse::Report))).is_none());
    let mut elsewhere = Play::new(here(GameId::Orthodox));
    for what in [Analyse::Report, Analyse::StopReport, Analyse::Learn(Learn::Solve)] {
        assert!(elsewhere.to(analyse(what)).is_empty());
    }
    assert_eq!(elsewhere.table.report_view(), None);
}

/// Where the only placement is answered by the other side's, nothing is judged, and that is said.
#[test]
fn a_report_that_judges_nothing_says_so() {
    let mut play = board(here(GameId::Contramatic));
    place(&mut play);
    let survey = asked(&play.to(analyse(Analyse::Report))).unwrap();
    answer(&mut play, &survey, &[(400, ""), (900, "")]);
    let view = view(&play);
    assert_eq!((view.is_whole, view.progress), (true, None));
    assert_eq!(view.says.unwrap().key, "report.nothing");
    assert_eq!(grades(&self::view(&play)), [None, None]);
}

/// A report is one of turns: where they are deleted, none is left, although the start is known.
#[test]
fn without_turns_no_report_is_whole() {
    let mut play = reported();
    assert!(view(&play).is_whole);
    let first = play.table.game().main_line().next().unwrap();
    play.to(Event::Delete(first));
    let view = view(&play);
    assert_eq!((view.points.len(), view.may, view.is_whole), (1, false, false));
    assert!(view.points[0].expected.is_some());
}

/// Whoever has found the answer is shown no other one, and has it counted.
#[test]
fn an_exercise_that_was_solved_has_nothing_to_show() {
    let mut play = reported();
    learn(&mut play, Learn::Begin(Color::Black));
    play.type_all("Nc6");
    assert_eq!(exercise(&play), ("report.best", 1, 1, true));
    assert_eq!(learn(&mut play, Learn::Solve), []);
    assert_eq!(exercise(&play), ("report.best", 1, 1, true));
    learn(&mut play, Learn::Next);
    let says = view(&play).learning.unwrap().says;
    assert!(says.values.contains(&("solved", Value::Count(1))), "{says:?}");
}

/// What was tried and has been deleted since is not judged, nor is asked about a mistake that is gone.
#[test]
fn nothing_is_said_of_a_turn_that_was_deleted_in_an_exercise() {
    let mut play = reported();
    let line: Vec<TurnId> = play.table.game().main_line().collect();
    learn(&mut play, Learn::Begin(Color::White));
    let survey = asked(&play.to(Event::Typed("a4".to_owned()))).unwrap();
    let tried = play.table.place().turn;
    assert_ne!(tried, line[0]);
    play.to(Event::Delete(tried));
    let found = worth(GameId::Orthodox, 560, "e7e5");
    play.to(analyse(Analyse::Surveyed { id: survey.id, place: 1, worth: Some(found) }));
    assert_eq!(exercise(&play), ("report.not-judged", 1, 2, false));
    play.to(Event::Delete(line[0]));
    assert_eq!(exercise(&play).0, "report.learned");
}

/// Where another chapter is shown, what is still found out about the one before is no answer.
#[test]
fn a_report_of_another_chapter_takes_no_answers_about_the_one_before() {
    let mut play = board(here(GameId::Orthodox));
    play.type_all("d4 d5");
    let before = asked(&play.to(analyse(Analyse::Report))).unwrap();
    let mut game = Game::new(AnyPosition::initial(GameId::Orthodox));
    for step in play::turn(GameId::Orthodox, "e2e4 e7e5") {
        game.play(step).unwrap();
    }
    let chapter = table::Chapter::new("", game);
    let deed = table::whole_only(table::StudyDeed::Add(vec![chapter])).unwrap();
    let out = play.to(analyse(Analyse::Study(deed)));
    assert!(out.contains(&Request::StopSurvey), "{out:?}");
    play.to(Event::Walk(table::Walk::Latest));
    let survey = asked(&play.to(analyse(Analyse::Report))).unwrap();
    assert_ne!(survey.id, before.id);
    let found = |id: u64| {
        let worth = Some(worth(GameId::Orthodox, 500, "a2a3"));
        analyse(Analyse::Surveyed { id, place: 2, worth })
    };
    play.to(found(before.id));
    assert_eq!(view(&play).progress, Some((0, 3)));
    play.to(found(survey.id));
    assert_eq!(view(&play).progress, Some((1, 3)));
}
