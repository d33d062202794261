//! The analysis board: its tree under any sequence of operations, there and back as PGN and as a link; what
//! is dealt and made step by step; and what the computer says on it.

use record::game::{Brush, Game, Mark, Path, TurnId};
use record::{link, pgn};
use rules::{Actor, AnyPosition, Color, GameId, Phase, Reserve, Role, Step};
use table::{
    Analyse, Content, EngineLine, Event, Mates, Purpose, Request, Saves, Sentence, Setup, Stored,
    Table, TreeItem, TurnProof, Value, Walk, Worth,
};
use testkit::chance::Chance;

use crate::play;

use play::{Play, from, here, turn};

fn analyse(what: Analyse) -> Event {
    Event::Analyse(Box::new(what))
}

fn board(setup: Setup) -> Play {
    Play::new(Setup { purpose: Purpose::Analysis, ..setup })
}

/// A turn: its depth, steps, comment, glyphs and marks.
type Told = (usize, Vec<Step>, String, Vec<u8>, Vec<Mark>);

/// All turns of a tree with what is said of them, in the order of its lines: those that are only begun, too.
fn told(tree: &Game) -> Vec<Told> {
    told_of(tree, true)
}

/// The same, with or without turns that are only begun: what these stand behind may change.
fn told_of(tree: &Game, begun: bool) -> Vec<Told> {
    let mut told = Vec::new();
    let mut open = vec![(0, Game::ROOT)];
    while let Some((depth, turn)) = open.pop() {
        if !begun && !tree.is_whole(turn) {
            continue;
        }
        let comment = tree.comments(turn).1.to_owned();
        let (steps, glyphs) = (tree.steps(turn).to_vec(), tree.glyphs(turn).to_vec());
        // PGN has circles before arrows, in whatever order they were drawn.
        let mut marks = tree.marks(turn).to_vec();
        marks.sort_by_key(|&Mark { from, to, .. }| (from != to, from.index(), to.index()));
        told.push((depth, steps, comment, glyphs, marks));
        open.extend(tree.next(turn).iter().rev().map(|&next| (depth + 1, next)));
    }
    told
}

fn turns(game: &Game) -> Vec<TurnId> {
    let mut all = vec![Game::ROOT];
    let mut at = 0;
    while let Some(&turn) = all.get(at) {
        all.extend(game.next(turn));
        at += 1;
    }
    all
}

/// What holds of an analysis board, whatever was done to it.
#[track_caller]
fn check(play: &Play, story: &str) {
    let table = &play.table;
    let game = table.game();
    let all = turns(game);
    // Every turn is legal where it stands, and no two from one position end alike.
    for &turn in &all[1..] {
        let mut position = *game.before(turn);
        for &step in game.steps(turn) {
            assert_eq!(position.why_not(step), None, "{story}");
            position.play(step);
        }
        assert_eq!(position, *game.after(turn), "{story}");
        let alike = |&other: &TurnId| game.is_whole(other) && *game.after(other) == position;
        let beside = game.next(game.parent(turn)).iter().filter(|other| alike(other)).count();
        assert!(beside == usize::from(game.is_whole(turn)), "{story}");
    }
    // The line played is the one that stands first, as far as its turns are over.
    let mut at = Game::ROOT;
    for turn in game.main_line() {
        assert!(game.next(at).first() == Some(&turn) && game.is_whole(turn), "{story}");
        at = turn;
    }
    assert!(!game.next(at).iter().any(|&next| game.is_whole(next)), "{story}");
    assert!(game.is_there(table.place().turn), "{story}");
    // The tree has each turn once, behind the one that it follows.
    let tree = table.tree();
    let listed: Vec<TurnId> =
        tree.iter().filter(|item| item.step.is_none()).map(|item| item.place.turn).collect();
    let is_folded = |turn: TurnId| {
        let line = game.line_to(turn);
        line.iter().any(|&turn| {
            let beside = game.next(game.parent(turn));
            let folds = |item: &TreeItem| {
                item.place.turn == beside[0] && item.step.is_none() && item.folded == Some(true)
            };
            beside[0] != turn && tree.iter().any(folds)
        })
    };
    let mut seen = listed.clone();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), listed.len(), "{story}");
    for &turn in &all[1..] {
        let place = listed.iter().position(|&other| other == turn);
        // What stands within folded variations may not be known to be folded itself.
        assert!(place.is_some() || is_folded(turn), "{story}");
        let parent = listed.iter().position(|&other| other == game.parent(turn));
        if let (Some(place), Some(parent)) = (place, parent) {
            assert!(parent < place, "{story}");
        }
    }
    // There and back: as it is kept, as PGN, as a link.
    let kept = Game::load(&game.save()).unwrap_or_else(|error| panic!("{error}: {story}"));
    assert_eq!(told(&kept), told(game), "{story}");
    let mut tree = game.clone();
    tree.lead_into_begun();
    let entry = pgn::Entry { tags: Vec::new(), tree };
    let again = pgn::read(&pgn::write(&entry)).remove(0);
    let mut again = again.unwrap_or_else(|error| panic!("{error:?}: {story}")).tree;
    again.lead();
    assert_eq!(told(&again), told(game), "{story}");
    let written = link::write_tree(game, &[]).unwrap();
    let opened = link::read(&written).unwrap().tree().unwrap();
    assert_eq!(told(&opened), told(game), "{story}");
}

/// One random thing done to the board.
fn act(play: &mut Play, chance: &mut Chance, story: &mut String) {
    let all = turns(play.table.game());
    let any = all[chance.below(all.len())];
    let spec = play.table.game().start().spec();
    let event = match chance.below(28_u32) {
        0..=11 => {
            let steps = play.table.position().list();
            let ends = steps.contains(&Step::End) && chance.below(3) == 0;
            let is_over = play.table.game().verdict_at(play.table.place()).is_some();
            match steps.len() {
                0 => Event::Walk(Walk::Back),
                _ if is_over => Event::Walk(Walk::First),
                _ if matches!(steps[0], Step::Draw(_)) => Event::Draw,
                _ if ends => Event::EndTurn,
                many => Event::Step(steps[chance.below(many)]),
            }
        }
        12 => Event::Walk(Walk::Back),
        13 => Event::Walk(Walk::Latest),
        14 => Event::Undo,
        15 => Event::UndoTo(chance.below(3)),
        16 => {
            let steps = play.table.game().steps(any).len();
            Event::Show(Path { turn: any, steps: chance.below(steps + 1) })
        }
        17 => Event::PromoteTurn(any),
        18 => Event::MakeMainLine(any),
        19 if chance.below(3) == 0 => {
            // What is deleted and put back was never away.
            let stands = |play: &Play| (told_of(play.table.game(), false), play.table.place());
            let before = stands(play);
            play.to(Event::Delete(any));
            play.to(analyse(Analyse::Restore));
            assert_eq!(stands(play), before, "{story}");
            Event::Delete(any)
        }
        20 => {
            let worth = ["", "[%eval 0.35] ", "[%eval #-3,14] "][chance.below(3_usize)];
            Event::Comment(any, format!("{worth}Thought {}.", chance.below(9)))
        }
        21 => Event::Glyphs(any, vec![1 + chance.below(6_u8), 13 + chance.below(7_u8)]),
        26 | 27 => {
            let squares: Vec<_> = spec.shape.all().collect();
            let brush =
                [Brush::Green, Brush::Red, Brush::Yellow, Brush::Blue][chance.below(4_usize)];
            let from = squares[chance.below(squares.len())];
            let to = [from, squares[chance.below(squares.len())]][chance.below(2_usize)];
            Event::Sketch(Mark { brush, from, to })
        }
        22 => analyse(Analyse::Open(any)),
        23 if chance.below(4) == 0 => analyse(Analyse::Fold(any)),
        24 => analyse(Analyse::Branch { back: chance.below(2) == 0 }),
        _ => analyse(Analyse::Beside { back: chance.below(2) == 0 }),
    };
    *story += &match &event {
        Event::Step(step) => format!(" {}", step.display(spec)),
        event => format!(" {event:?}"),
    };
    play.to(event);
}

#[test]
fn any_sequence_of_operations_leaves_a_tree_that_goes_there_and_back() {
    for &game in GameId::ALL {
        let mut most = 0;
        for seed in 0..3 {
            let mut chance = Chance(seed);
            let mut play = board(here(game));
            let mut story = format!("{game} {seed}:");
            for _ in 0..80 {
                act(&mut play, &mut chance, &mut story);
                check(&play, &story);
            }
            most = most.max(turns(play.table.game()).len());
        }
        assert!(most > 3, "{game}: {most}");
    }
}

/// Plays any turn of several steps once more from where it begins, its first two steps the other way round.
fn play_in_another_order(play: &mut Play, chance: &mut Chance) {
    let game = play.table.game();
    let mut several = turns(game);
    several.retain(|&turn| game.is_whole(turn) && game.steps(turn).len() > 2);
    if several.is_empty() {
        return;
    }
    let turn = several[chance.below(several.len())];
    let mut steps = game.steps(turn).to_vec();
    steps.swap(0, 1);
    let parent = game.parent(turn);
    play.to(Event::Show(Path { turn: parent, steps: game.steps(parent).len() }));
    for step in steps {
        if play.table.position().list().contains(&step) {
            play.to(if step == Step::End { Event::EndTurn } else { Event::Step(step) });
        }
    }
}

/// Turns of several steps that are played in another order, among all else that is done to the tree.
#[test]
fn turns_that_end_alike_stay_one_turn_of_the_tree() {
    let mut orders = 0;
    for seed in 0..40 {
        let mut chance = Chance(seed);
        let fen = "3k4/p6p/8/8/8/8/P6P/3K4[] w - - 0 9 - -";
        let mut play = board(from(GameId::Charismatic, fen));
        let mut story = format!("{seed}:");
        for _ in 0..80 {
            act(&mut play, &mut chance, &mut story);
            play_in_another_order(&mut play, &mut chance);
            check(&play, &story);
        }
        let game = play.table.game();
        orders += turns(game).iter().map(|&turn| game.orders(turn).len()).sum::<usize>();
    }
    assert!(orders > 10, "{orders} have ended alike");
}

fn sans(play: &Play) -> Vec<String> {
    let game = play.table.game();
    let san = |item: &TreeItem| match item.step {
        Some(step) => format!("{} {}", item.level, step.display(game.start().spec())),
        None => {
            let san = game.before(item.place.turn).san_turn(game.steps(item.place.turn));
            format!("{} {} {san}", item.level, item.stretch)
        }
    };
    play.table.tree().iter().map(san).collect()
}

#[test]
fn the_tree_is_read_turn_by_turn_with_the_variations_behind_the_turn_in_whose_place_they_stand() {
    let mut play = board(here(GameId::Orthodox));
    play.type_all("e4 d5 d4");
    play.to(Event::Show(Path::START));
    play.type_all("c4 d5");
    let c4 = play.table.game().parent(play.table.place().turn);
    play.to(Event::Show(play.table.game().behind(c4)));
    play.type_all("e5");
    assert_eq!(sans(&play), ["1 1 e4", "2 2 c4", "2 2 d5", "3 3 e5", "1 4 d5", "1 4 d4"]);
    // Shift and an arrow: back to where lines part, on to there, and to the turn beside.
    let to = |play: &mut Play, what| {
        play.to(analyse(what));
        let at = play.table.place().turn;
        play.table.game().before(at).san_turn(play.table.game().steps(at))
    };
    assert_eq!(to(&mut play, Analyse::Beside { back: false }), "d5");
    assert_eq!(to(&mut play, Analyse::Beside { back: true }), "e5");
    assert_eq!(to(&mut play, Analyse::Branch { back: true }), "c4");
    assert_eq!(to(&mut play, Analyse::Branch { back: true }), "");
    assert_eq!(to(&mut play, Analyse::Branch { back: false }), "d4", "the end of the line");
    let e4 = play.table.game().line_to(play.table.place().turn)[0];
    play.to(analyse(Analyse::Fold(e4)));
    assert_eq!(sans(&play), ["1 1 e4", "1 1 d5", "1 1 d4"]);
    assert_eq!(play.table.tree()[0].folded, Some(true));
    play.to(analyse(Analyse::Fold(e4)));
    play.to(Event::MakeMainLine(c4));
    assert_eq!(sans(&play)[..2], ["1 1 c4", "2 2 e4"]);
    assert!(play.table.game().is_played(c4));
    assert_eq!(play.table.line_text(play.table.place().turn), "1. e4 d5 2. d4");
}

/// Variations stand in the order in which they were tried, and one that is deleted comes back with the place that
/// was shown.
#[test]
fn variations_keep_their_order_and_come_back_where_one_was() {
    let mut play = board(here(GameId::Orthodox));
    for first in ["e4 e5", "d4", "c4", "b4"] {
        play.to(Event::Show(Path::START));
        play.type_all(first);
    }
    let tree = ["1 1 e4", "2 2 d4", "2 3 c4", "2 4 b4", "1 5 e5"];
    assert_eq!(sans(&play), tree);
    let c4 = play.table.game().next(Game::ROOT)[2];
    let at = play.table.game().behind(c4);
    play.to(Event::Show(at));
    play.to(Event::Delete(c4));
    assert_eq!(play.table.place(), Path::START);
    play.to(analyse(Analyse::Restore));
    assert_eq!((sans(&play), play.table.place()), (tree.map(str::to_owned).to_vec(), at));
}

/// What chance has drawn is no step of the player's: it stays when the pieces are taken back.
#[test]
fn of_a_placement_the_pieces_are_taken_back_and_the_draw_is_not() {
    let mut play = board(here(GameId::Charismatic));
    play.to(Event::Draw);
    let drops = play.table.position().place_rest(&mut |bound| bound - 1);
    for &drop in &drops[..3] {
        play.to(Event::Step(drop));
    }
    assert_eq!(play.table.turn_begun().1, &drops[..3]);
    for kept in [2, 1, 0] {
        play.to(Event::UndoTo(kept));
        assert_eq!(play.table.turn_begun().1, &drops[..kept]);
        assert_eq!(play.table.place().steps, kept + 1);
    }
}

#[test]
fn a_game_that_is_begun_from_an_analysis_begins_on_its_own_page() {
    for begin in [Event::Begin, Event::Anew] {
        let mut play = board(here(GameId::Orthodox));
        play.type_all("e4 d5");
        let out = play.to(begin(None));
        assert!(out.iter().any(|one| matches!(one, Request::Begin(_))), "{out:?}");
        assert_eq!(sans(&play), ["1 1 e4", "1 1 d5"]);
    }
}

#[test]
fn a_turn_of_several_steps_is_made_and_opened_step_by_step() {
    let fen = "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -";
    let mut play = board(from(GameId::Charismatic, fen));
    play.type_all("a2a4 e1e2");
    assert_eq!(play.says(), "analysis.inside");
    assert_eq!(play.table.turn_begun().1, turn(GameId::Charismatic, "a2a4 e1e2"));
    play.to(Event::UndoTo(1));
    assert_eq!(play.table.turn_begun().1, turn(GameId::Charismatic, "a2a4"));
    play.type_all("h1h3 end");
    assert_eq!(sans(&play), ["1 1 a4,Rh3"]);
    assert_eq!(play.says(), "analysis.at");
    let made = play.table.place().turn;
    assert_eq!(play.table.game().main_line().collect::<Vec<_>>(), [made]);
    assert_eq!(play.table.tree()[0].open, Some(false));
    play.to(analyse(Analyse::Open(made)));
    assert_eq!(sans(&play), ["1 1 a4,Rh3", "2 a2a4", "2 h1h3", "2 end"]);
    // One of its steps is shown, and another turn goes on from there.
    play.to(Event::Show(Path { turn: made, steps: 1 }));
    play.type_all("a1a3 end");
    assert_eq!(play.table.game().next(Game::ROOT).len(), 2);
    // The same in another order is the same turn.
    play.to(Event::Show(Path::START));
    play.type_all("h1h3 a2a4 end");
    assert_eq!(play.table.place().turn, made);
    assert_eq!(play.table.game().orders(made).len(), 1);
}

/// The half-made turn as it was does not stay beside the one that takes its place.
#[test]
fn a_piece_of_a_placement_is_put_elsewhere() {
    let mut play = board(here(GameId::Contramatic));
    let mut squares = Vec::new();
    for _ in 0..2 {
        let drop = play.table.position().list()[0];
        let Step::Drop { to, .. } = drop else { panic!("{drop:?}") };
        squares.push(to);
        play.to(Event::Step(drop));
    }
    play.to(Event::Tap(squares[0]));
    let &(to, _) = play.table.targets().last().unwrap();
    play.to(Event::Tap(to));
    let on = |play: &Play, square| play.table.position().piece_at(square).is_some();
    assert!(on(&play, to) && on(&play, squares[1]) && !on(&play, squares[0]));
    assert_eq!(play.table.tree().len(), 1);
    assert_eq!(play.table.turn_begun().1.len(), 2);
    // Where it may not stand nothing changes.
    play.to(Event::Tap(to));
    play.to(Event::Drop(Some(squares[1])));
    assert!(on(&play, to) && on(&play, squares[1]));
    assert_eq!(play.table.tree().len(), 1);
    // One of which something is said stays.
    let said = play.table.place().turn;
    play.to(Event::Comment(said, "A thought.".to_owned()));
    play.to(Event::Tap(to));
    play.to(Event::Tap(squares[0]));
    assert!(on(&play, squares[0]) && play.table.place().turn != said);
    assert_eq!(play.table.tree().len(), 2);
    assert_eq!(play.table.game().comments(said).1, "A thought.");
}

#[test]
fn hands_are_dealt_anew_each_time() {
    let mut play = board(here(GameId::Charismatic));
    play.to(Event::Draw);
    let hand = play.table.position().hand();
    assert_eq!(hand.total(), 5);
    let mut hands = vec![hand];
    for _ in 0..6 {
        play.to(Event::Show(Path::START));
        play.to(Event::Draw);
        hands.push(play.table.position().hand());
    }
    assert!(hands.iter().any(|other| *other != hands[0]), "{hands:?}");
    // One that is chosen, and one that cannot be drawn.
    play.to(Event::Show(Path::START));
    assert_eq!(play.says(), "analysis.deal");
    let all = play.table.position().list();
    let Some(&Step::Draw(chosen)) = all.last() else { panic!("{all:?}") };
    let text = play.table.position().san(Step::Draw(chosen));
    play.to(Event::Typed(text.trim_end_matches(',').to_owned()));
    assert_eq!(play.table.position().hand(), chosen, "{text}");
    play.to(Event::Show(Path::START));
    // As it is asked for, and in small letters.
    for text in ["QRBPP", " qrbpp "] {
        play.to(Event::Show(Path::START));
        play.to(Event::Typed(text.to_owned()));
        let hand = [Role::Queen, Role::Rook, Role::Bishop, Role::Pawn, Role::Pawn];
        assert_eq!(play.table.position().hand(), Reserve::of(&hand), "{text}");
    }
    play.to(Event::Show(Path::START));
    play.to(Event::Typed("QQQQQ".to_owned()));
    assert_eq!(play.table.position().actor(), Actor::Chance);
    assert_eq!(play.table.position().phase(), Phase::Placement);
    check(&play, "dealt");
}

#[test]
fn nobody_resigns_offers_a_draw_or_gives_a_turn_back() {
    let mut play = board(here(GameId::Orthodox));
    play.type_all("e4 e5");
    let controls = play.table.view().controls;
    assert!(!controls.resign && !controls.offer && !controls.takeback && !controls.rematch);
    assert!(!controls.hint && !controls.review && !controls.place);
}

#[test]
fn the_start_has_a_comment_too() {
    let mut play = board(here(GameId::Orthodox));
    assert_eq!((play.says(), play.table.start_comment().as_str()), ("analysis.start", ""));
    play.to(Event::Comment(Game::ROOT, "[%nodes 100] Look.".to_owned()));
    assert_eq!(
        (play.says(), play.table.start_comment().as_str()),
        ("analysis.start-said", "Look.")
    );
    check(&play, "start");
}

#[test]
fn marks_are_kept_with_the_position() {
    let mut play = board(here(GameId::Orthodox));
    play.type_all("e4");
    let mark = Mark { brush: Brush::Blue, from: play.at("e4"), to: play.at("d5") };
    play.to(Event::Sketch(mark));
    play.to(Event::Walk(Walk::Back));
    assert_eq!(play.table.marks(), []);
    play.to(Event::Walk(Walk::On));
    assert_eq!(play.table.marks(), [mark]);
}

#[test]
fn marks_within_a_turn_are_kept_with_its_position() {
    let mut play = board(from(GameId::Charismatic, "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -"));
    let [green, red] = [Brush::Green, Brush::Red].map(|brush| Mark {
        brush,
        from: play.at("e2"),
        to: play.at("d8"),
    });
    play.type_all("Ke2");
    play.to(Event::Sketch(green));
    assert_eq!(play.table.marks(), [green]);
    // The turn goes on in another position, before which this one stays as it is.
    play.type_all("a4");
    assert_eq!(play.table.marks(), []);
    play.type_all("end");
    let game = play.table.game();
    let [whole, begun] = *game.next(Game::ROOT) else { panic!("two turns") };
    assert_eq!((game.steps(whole).len(), game.steps(begun).len()), (3, 1));
    assert_eq!(game.marks(begun), [green]);
    // Within the whole turn the same position shows them, too, and is drawn in.
    let within = Path { turn: whole, steps: 1 };
    play.to(Event::Show(within));
    assert_eq!(play.table.marks(), [green]);
    play.to(Event::Sketch(red));
    assert_eq!(play.table.game().marks(begun), [red], "another colour");
    play.to(Event::Mark(within, red));
    assert_eq!(play.table.game().next(Game::ROOT), [whole], "nothing is left of it");
    // Where no turn was begun, one is.
    let further = Path { turn: whole, steps: 2 };
    play.to(Event::Show(further));
    play.to(Event::Sketch(green));
    assert_eq!(play.table.place(), further, "one stays where one stands");
    let game = play.table.game();
    assert_eq!(game.steps(game.next(Game::ROOT)[1]).len(), 2);
    check(&play, "within a turn");
}

// The computer.

fn asked(out: &[Request]) -> Option<(u64, u8, String)> {
    out.iter().find_map(|request| match request {
        Request::Analyse(look) => Some((look.id, look.count, look.saved.clone())),
        _ => None,
    })
}

fn stops(out: &[Request]) -> bool {
    out.iter().any(|request| matches!(request, Request::StopAnalysing))
}

fn line(game: GameId, turns: &str, score: i32, decided: Option<i32>) -> EngineLine {
    let turns = turns.split('/').map(|text| turn(game, text)).collect();
    EngineLine { turns, score, decided, odds: [600, 250, 150], depth: 7 }
}

#[test]
fn the_computer_is_asked_when_it_is_switched_on_and_wherever_one_goes() {
    let mut play = board(here(GameId::Orthodox));
    assert!(asked(&play.to(Event::Typed("e4".to_owned()))).is_none(), "off until asked");
    let (first, count, saved) = asked(&play.to(analyse(Analyse::Computer(true)))).unwrap();
    assert_eq!(count, 1);
    assert_eq!(Game::load(&saved).unwrap().live_position(), &play.table.position());
    assert!(asked(&play.to(analyse(Analyse::Open(Game::ROOT)))).is_none(), "nothing new");
    let (second, count, _) = asked(&play.to(analyse(Analyse::Lines(9)))).unwrap();
    assert!(second != first && count == 5, "as many as there may be");
    let (third, _, saved) = asked(&play.to(Event::Walk(Walk::Back))).unwrap();
    assert_eq!(Game::load(&saved).unwrap().live_position(), play.table.game().start());
    // What comes late is of another position.
    let found = |id, lines| analyse(Analyse::Found { id, lines, nodes: 900, ms: 100 });
    let best = line(GameId::Orthodox, "d2d4/d7d5", 80, None);
    play.to(found(second, vec![best.clone()]));
    assert_eq!(play.table.analysis_view().unwrap().lines, []);
    play.to(found(third, vec![best]));
    let view = play.table.analysis_view().unwrap();
    assert_eq!(view.lines[0].score, "+0.8");
    assert_eq!(view.lines[0].turns.len(), 2);
    assert_eq!((view.depth, view.nodes, view.speed), (7, 900, 9000));
    assert_eq!(view.expected, Some(725));
    assert_eq!(view.says.unwrap().key, "analysis.better");
    assert_eq!(play.table.advised().len(), 1, "an arrow");
    assert!(stops(&play.to(analyse(Analyse::Computer(false)))));
    let view = play.table.analysis_view().unwrap();
    assert_eq!((view.lines.len(), view.expected, view.says), (0, None, None));
}

#[test]
fn scores_are_whites_and_what_is_won_by_force_is_counted_in_turns() {
    let mut play = board(here(GameId::Orthodox));
    play.type_all("e4");
    let (id, ..) = asked(&play.to(analyse(Analyse::Computer(true)))).unwrap();
    let said = |play: &mut Play, score, decided| {
        let lines = vec![line(GameId::Orthodox, "d7d5", score, decided)];
        play.to(analyse(Analyse::Found { id, lines, nodes: 1, ms: 1 }));
        let view = play.table.analysis_view().unwrap();
        (view.lines[0].score.clone(), view.expected.unwrap(), view.says.unwrap())
    };
    let (score, expected, says) = said(&mut play, 84, None);
    assert_eq!((score.as_str(), expected), ("\u{2212}0.8", 275));
    assert!(says.values.contains(&("color", table::Value::Color(Color::Black))), "{says:?}");
    assert_eq!(said(&mut play, -1234, None).0, "+12.3");
    assert_eq!(said(&mut play, 4, None).0, "0.0");
    let (score, _, Sentence { key, values }) = said(&mut play, 29_997, Some(3));
    assert_eq!((score.as_str(), key), ("#\u{2212}2", "analysis.forced"));
    assert!(values.contains(&("turns", table::Value::Count(2))), "{values:?}");
    assert_eq!(said(&mut play, -29_998, Some(-2)).0, "#1");
}

/// Whatever is rounded, the games of ten are ten.
#[test]
fn what_is_won_drawn_and_lost_of_ten_games_is_ten_together() {
    let mut play = board(here(GameId::Orthodox));
    let (id, ..) = asked(&play.to(analyse(Analyse::Computer(true)))).unwrap();
    for (odds, told) in [
        ([60, 860, 80], [0, 9, 1]),
        ([65, 870, 65], [1, 9, 0]),
        ([350, 300, 350], [4, 3, 3]),
        ([333, 333, 334], [3, 3, 4]),
        ([400, 200, 400], [4, 2, 4]),
        ([0, 1000, 0], [0, 10, 0]),
        // The largest rest counts, not the largest part.
        ([160, 330, 510], [2, 3, 5]),
    ] {
        let lines = vec![EngineLine { odds, ..line(GameId::Orthodox, "e2e4", 10, None) }];
        play.to(analyse(Analyse::Found { id, lines, nodes: 1, ms: 1 }));
        let says = play.table.analysis_view().unwrap().says.unwrap();
        let count = |name| match says.values.iter().find(|(key, _)| *key == name) {
            Some((_, Value::Count(count))) => *count,
            other => panic!("{other:?}"),
        };
        assert_eq!([count("white"), count("draws"), count("black")], told, "{odds:?}");
    }
}

#[test]
fn a_computer_that_fails_says_so_until_it_is_asked_anew() {
    let mut play = board(here(GameId::Orthodox));
    let (id, ..) = asked(&play.to(analyse(Analyse::Computer(true)))).unwrap();
    let says = |play: &Play| play.table.analysis_view().unwrap().says.map(|says| says.key);
    play.to(analyse(Analyse::Failed(id + 1)));
    assert_eq!(says(&play), Some("analysis.thinks"), "that was another request");
    play.to(analyse(Analyse::Failed(id)));
    assert_eq!(says(&play), Some("analysis.failed"));
    assert!(asked(&play.to(Event::Typed("e4".to_owned()))).is_some());
    assert_eq!(says(&play), Some("analysis.thinks"));
}

#[test]
fn who_is_better_and_who_is_winning_is_said_from_a_number_of_won_games_on() {
    let mut play = board(here(GameId::Orthodox));
    let (id, ..) = asked(&play.to(analyse(Analyse::Computer(true)))).unwrap();
    for (odds, key, color) in [
        ([500, 149, 351], "analysis.even", Color::White),
        ([500, 150, 350], "analysis.better", Color::White),
        ([350, 150, 500], "analysis.better", Color::Black),
        ([700, 199, 101], "analysis.better", Color::White),
        ([700, 200, 100], "analysis.winning", Color::White),
        ([100, 200, 700], "analysis.winning", Color::Black),
    ] {
        let lines = vec![EngineLine { odds, ..line(GameId::Orthodox, "e2e4", 10, None) }];
        play.to(analyse(Analyse::Found { id, lines, nodes: 1, ms: 1 }));
        let says = play.table.analysis_view().unwrap().says.unwrap();
        assert_eq!(says.key, key, "{odds:?}");
        assert!(says.values.contains(&("color", Value::Color(color))), "{odds:?}: {says:?}");
    }
}

#[test]
fn a_line_is_taken_into_the_tree_as_far_as_it_is_wanted() {
    let mut play = board(here(GameId::Orthodox));
    let (id, ..) = asked(&play.to(analyse(Analyse::Computer(true)))).unwrap();
    let lines = vec![
        line(GameId::Orthodox, "d2d4/d7d5/e2e4", 80, None),
        // Nothing of what the rules refuse is shown or taken.
        line(GameId::Orthodox, "c2c4/c2c4", 70, None),
        line(GameId::Orthodox, "a1a8", 70, None),
    ];
    play.to(analyse(Analyse::Lines(5)));
    let id = asked(&play.to(analyse(Analyse::Lines(4)))).map_or(id, |(id, ..)| id);
    play.to(analyse(Analyse::Found { id, lines, nodes: 1, ms: 1 }));
    let view = play.table.analysis_view().unwrap();
    assert_eq!(view.lines.iter().map(|line| line.turns.len()).collect::<Vec<_>>(), [3, 1]);
    play.to(analyse(Analyse::Take { line: 0, turns: 2 }));
    assert_eq!(sans(&play), ["1 1 d4", "1 1 d5"]);
    assert_eq!(play.table.game().count(play.table.place()), 2);
    play.to(analyse(Analyse::Take { line: 7, turns: 2 }));
    check(&play, "taken");
}

/// A line is followed without leaving the position that is shown; what only ends a turn is no step.
#[test]
fn a_line_is_followed_step_by_step_beside_the_board() {
    let start = "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -";
    let mut play = board(from(GameId::Charismatic, start));
    assert!(play.table.follow_line(0).is_empty());
    let (id, ..) = asked(&play.to(analyse(Analyse::Computer(true)))).unwrap();
    let turns = "a2a4 e1e2 end/d8e7 end";
    let lines = vec![line(GameId::Charismatic, turns, 80, None)];
    play.to(analyse(Analyse::Found { id, lines, nodes: 1, ms: 1 }));
    let steps = play.table.follow_line(0);
    let told: Vec<_> = steps.iter().map(|step| (step.turn, step.says.key, step.squares)).collect();
    let square = |name| Some(play.at(name));
    let (inside, whole) = ("analysis.look-at", "lines.turn");
    assert_eq!(told[0], (0, inside, (square("a2"), square("a4"))));
    assert_eq!(told[1], (0, inside, (square("e1"), square("e2"))));
    assert_eq!(told[2], (1, whole, (square("d8"), square("e7"))));
    assert!(steps[1].says.values.contains(&("step", Value::Count(2))));
    assert!(steps[1].says.values.contains(&("of", Value::Count(2))));
    assert_eq!(steps.iter().map(|step| step.steps.len()).collect::<Vec<_>>(), [1, 2, 2]);
    // Behind the last step of a turn the other side is to move.
    let movers: Vec<_> = steps.iter().map(|step| step.behind.turn()).collect();
    assert_eq!(movers, [Color::White, Color::Black, Color::White]);
    assert_eq!(play.table.position().fen(), start);
    assert!(play.table.follow_line(1).is_empty());
}

#[test]
fn a_threat_is_what_the_other_side_would_do() {
    let mut play = board(here(GameId::Orthodox));
    play.type_all("e4");
    let (id, _, saved) = asked(&play.to(analyse(Analyse::Threats(true)))).unwrap();
    let passed = Game::load(&saved).unwrap();
    assert_eq!(passed.live_position().turn(), Color::White);
    let lines = vec![line(GameId::Orthodox, "d2d4", 80, None)];
    play.to(analyse(Analyse::Found { id, lines, nodes: 1, ms: 1 }));
    let view = play.table.analysis_view().unwrap();
    assert!(view.threats && view.is_on && view.expected.is_none());
    assert_eq!(view.says.unwrap().key, "analysis.threat");
    play.to(analyse(Analyse::Take { line: 0, turns: 1 }));
    assert_eq!(sans(&play), ["1 1 e4"], "it is no turn of the game");
    let (_, _, saved) = asked(&play.to(analyse(Analyse::Threats(false)))).unwrap();
    assert_eq!(Game::load(&saved).unwrap().live_position(), &play.table.position());
}

/// The keys of what is proven on the board.
/// What is asked of a draw, beside the lines: the number of the request, and behind how many turns it stands.
fn asked_of_draw(out: &[Request]) -> Option<(u64, Option<usize>)> {
    out.iter().find_map(|request| match request {
        Request::Analyse(look) => Some((look.id, look.draw)),
        _ => None,
    })
}

#[test]
fn what_may_be_expected_before_a_draw_and_behind_it_is_told_as_luck() {
    let mut play = board(here(GameId::Charismatic));
    let drawn = |id, expected, dealt| {
        let worth =
            Worth { score: 0, decided: None, expected, best: Vec::new(), dealt, placed: None };
        analyse(Analyse::Drawn { id, worth: Some(worth) })
    };
    let told = |play: &Play| {
        let view = play.table.analysis_view().unwrap();
        (view.expected, view.says.map(|says| says.key), view.draw.map(|says| says.key))
    };
    assert_eq!(told(&play), (None, None, None));
    let (id, draw) = asked_of_draw(&play.to(analyse(Analyse::Computer(true)))).unwrap();
    assert_eq!(draw, Some(0));
    assert_eq!(told(&play), (None, Some("analysis.thinks"), None));
    play.to(drawn(id + 1, 900, None));
    let out = play.to(drawn(id, 523, None));
    assert_eq!(told(&play), (Some(523), Some("analysis.draw"), None));
    assert!(
        out.iter()
            .any(|request| matches!(request, Request::Say(says) if says.key == "analysis.draw"))
    );
    // A hand is looked at for what it brought, once.
    let (id, draw) = asked_of_draw(&play.to(Event::Draw)).unwrap();
    assert_eq!(draw, Some(0));
    play.to(drawn(id, 523, Some(561)));
    assert_eq!(told(&play).2, Some("analysis.luck"));
    let luck = |play: &Play| {
        let says = play.table.analysis_view().unwrap().draw.unwrap();
        ["before", "after", "luck"].map(|name| {
            match &says.values.iter().find(|(known, _)| *known == name).unwrap().1 {
                Value::Text(text) => text.clone(),
                value => panic!("{value:?}"),
            }
        })
    };
    assert_eq!(luck(&play), ["52.3", "56.1", "+3.8"]);
    let mut first = |_: u32| 0;
    for step in play.table.position().place_rest(&mut first) {
        let out = play.to(Event::Step(step));
        assert!(asked_of_draw(&out).is_none_or(|(_, draw)| draw.is_none()), "it is known");
    }
    assert_eq!(told(&play).2, Some("analysis.luck"));
    // Behind the placement Black draws, and what White's draw brought is told still.
    let (id, draw) = asked_of_draw(&play.to(Event::EndTurn)).unwrap();
    assert_eq!(draw, Some(1));
    play.to(drawn(id, 550, None));
    assert_eq!(told(&play), (Some(550), Some("analysis.draw"), Some("analysis.luck")));
    // What is good for White is bad luck for Black.
    let (id, draw) = asked_of_draw(&play.to(Event::Draw)).unwrap();
    assert_eq!(draw, Some(1));
    play.to(drawn(id, 550, Some(590)));
    assert_eq!(luck(&play), ["45.0", "41.0", "\u{2212}4.0"]);
    // Another hand is another draw.
    play.to(Event::Walk(Walk::Back));
    while play.table.position().actor() != Actor::Chance {
        play.to(Event::Walk(Walk::Back));
    }
    assert_eq!(told(&play).0, Some(550));
    // Nothing was found out: that is told, and not asked for again and again.
    play.to(Event::Show(Path::START));
    assert_eq!(told(&play).0, Some(523));
}

#[test]
fn where_the_computer_finds_nothing_out_of_a_draw_that_is_said() {
    let mut play = board(here(GameId::Charismatic));
    let (id, _) = asked_of_draw(&play.to(analyse(Analyse::Computer(true)))).unwrap();
    play.to(analyse(Analyse::Drawn { id, worth: None }));
    assert_eq!(play.table.analysis_view().unwrap().says.unwrap().key, "analysis.failed");
}

#[test]
fn where_the_rules_have_ended_a_game_that_is_said_and_the_computer_is_asked_nothing() {
    for (steps, expected, key) in [
        ("f3 e5 g4 Qh4#", 0, "result.won.checkmate"),
        ("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", 1000, "result.won.checkmate"),
        ("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 500, "result.drawn.repetition"),
    ] {
        let mut play = board(here(GameId::Orthodox));
        play.type_all(steps);
        for is_on in [false, true] {
            assert!(asked(&play.to(analyse(Analyse::Computer(is_on)))).is_none(), "{steps}");
            let view = play.table.analysis_view().unwrap();
            assert_eq!(view.expected, Some(expected), "{steps}");
            assert_eq!(view.says.unwrap().key, key, "{steps}");
        }
        assert!(asked(&play.to(Event::Walk(Walk::Back))).is_some(), "{steps}");
    }
}

#[test]
fn scores_that_a_file_has_noted_stand_where_the_computer_is_off() {
    let mut play = board(here(GameId::Orthodox));
    play.type_all("e4 e5 Qh5");
    let turns: Vec<TurnId> = play.table.game().main_line().collect();
    let comments = ["[%eval 0.35] Well.", "Nothing.", "[%eval #-3]"];
    for (&turn, comment) in turns.iter().zip(comments) {
        play.to(Event::Comment(turn, comment.to_owned()));
    }
    let told = |play: &Play| {
        let view = play.table.analysis_view().unwrap();
        (view.expected, view.says.map(|says| says.key))
    };
    assert_eq!(told(&play), (Some(0), Some("analysis.noted")));
    play.to(Event::Walk(Walk::Back));
    assert_eq!(told(&play), (None, None));
    play.to(Event::Walk(Walk::Back));
    // By hand: 1 / (1 + e^(-0.00368208 * 35)) = 0.5322.
    assert_eq!(told(&play), (Some(532), Some("analysis.noted")));
    let report = play.table.report_view().unwrap();
    let points: Vec<Option<u32>> = report.points.iter().map(|point| point.expected).collect();
    assert_eq!(points, [None, Some(532), None, Some(0)]);
    assert_eq!(report.points[3].score, "#\u{2212}3");
    // The report itself goes by what the computer finds.
    assert!(!report.is_whole && report.points.iter().all(|point| point.grade.is_none()));
}

#[test]
fn a_mate_that_a_file_has_noted_is_a_won_game_for_its_side() {
    for (noted, expected) in [("#1", 1000), ("#-1", 0), ("#12", 1000)] {
        let mut play = board(here(GameId::Orthodox));
        play.type_all("e4");
        let turn = play.table.place().turn;
        play.to(Event::Comment(turn, format!("[%eval {noted}]")));
        let report = play.table.report_view().unwrap();
        assert_eq!(report.points[1].expected, Some(expected), "{noted}");
    }
}

fn proven(play: &Play) -> Vec<&'static str> {
    let proofs = play.table.analysis_view().unwrap().proofs;
    proofs.iter().map(|says| says.key).collect()
}

#[test]
fn what_is_proven_is_told_in_whole_sentences() {
    let game = GameId::Charismatic;
    let mut play = board(from(game, "k7/8/8/8/8/8/8/KQRR4[] w - - 0 9 - -"));
    let (id, _, _) = asked(&play.to(analyse(Analyse::Computer(true)))).unwrap();
    assert!(proven(&play).is_empty());
    let proof = |mates, saves| TurnProof { mates, saves };
    let mate = turn(game, "b1a2 c1b1 end");
    let told = play.to(analyse(Analyse::Proven { id, proof: proof(Mates::With(mate), None) }));
    let [says] = &play.table.analysis_view().unwrap().proofs[..] else { panic!() };
    assert_eq!(says.key, "proof.mate");
    assert!(says.values.contains(&("color", Value::Color(Color::White))));
    assert!(told.contains(&Request::Say(says.clone())), "it is said");
    let mate = turn(game, "b1a2 c1b1 end");
    let told = play.to(analyse(Analyse::Proven { id, proof: proof(Mates::With(mate), None) }));
    assert!(!told.iter().any(|what| matches!(what, Request::Say(_))), "and not again");
    // What is proven of another position, or is no turn, is not told.
    play.to(analyse(Analyse::Proven { id: id + 1, proof: proof(Mates::Never, None) }));
    assert_eq!(proven(&play), ["proof.mate"]);
    let illegal = proof(Mates::With(turn(game, "b1h2")), None);
    play.to(analyse(Analyse::Proven { id, proof: illegal }));
    assert!(proven(&play).is_empty());
    let told = play.to(analyse(Analyse::Proven { id, proof: proof(Mates::Never, None) }));
    assert_eq!(proven(&play), ["proof.no-mate"]);
    assert!(!told.iter().any(|what| matches!(what, Request::Say(_))), "it is so nearly always");
    let save = Some(Saves::With(turn(game, "a1a2 end")));
    play.to(analyse(Analyse::Proven { id, proof: proof(Mates::Unknown, save) }));
    assert_eq!(proven(&play), ["proof.open", "proof.escape"]);
    // Who mates needs no way out.
    let mate = Mates::With(turn(game, "b1a2 c1b1 end"));
    let save = Some(Saves::With(turn(game, "a1a2 end")));
    play.to(analyse(Analyse::Proven { id, proof: proof(mate, save) }));
    assert_eq!(proven(&play), ["proof.mate"]);
    play.to(analyse(Analyse::Proven { id, proof: proof(Mates::Never, Some(Saves::Never)) }));
    assert_eq!(proven(&play), ["proof.no-escape"]);
    // Another position is not proven yet; where it is mate, the rules prove it.
    play.type_all("Qa2 Rb1 end");
    assert_eq!(proven(&play), ["proof.mated"]);
    play.to(analyse(Analyse::Computer(false)));
    assert!(proven(&play).is_empty());
}

#[test]
fn of_threats_it_is_proven_what_the_other_side_would_do() {
    let game = GameId::Charismatic;
    let mut play = board(from(game, "k7/8/8/8/8/8/8/K3R3[] b - - 0 9 - -"));
    let (id, _, _) = asked(&play.to(analyse(Analyse::Threats(true)))).unwrap();
    for (mates, key) in [
        (Mates::Never, "proof.no-threat"),
        (Mates::Unknown, "proof.threat-open"),
        (Mates::With(turn(game, "e1e8 end")), "proof.threat"),
    ] {
        // How the own side would get out of check then is not asked.
        for saves in [None, Some(Saves::Never)] {
            let proof = TurnProof { mates: mates.clone(), saves };
            play.to(analyse(Analyse::Proven { id, proof }));
            assert_eq!(proven(&play), [key]);
        }
    }
}

#[test]
fn the_book_and_own_games_tell_what_was_played() {
    let game = GameId::Magnetic;
    let mut collection = record::openings::Collection::new(game);
    collection.add(&turn(game, "c2c4 b8c6"), 2, 20);
    collection.add(&turn(game, "b1c3"), 1, 20);
    let bytes = collection.write(1);
    let mut play = board(here(game));
    assert_eq!(play.table.known_moves().games, None);
    assert!(play.table.set_book(&bytes[1..]).is_err());
    play.table.set_book(&bytes).unwrap();
    let mut played = Play::new(here(game));
    played.type_all("c4");
    played.to(Event::Resign);
    played.to(Event::Answer(true));
    let saved = played.table.content().saved;
    play.table.set_played([saved.as_str(), "nonsense"]);
    let known = play.table.known_moves();
    assert_eq!((known.games, known.places, known.book.len()), (Some(2), false, 2));
    let [own] = &known.own[..] else { panic!() };
    assert_eq!((own.san.starts_with("c4"), own.games), (true, 1), "{}", own.san);
    play.type_all(&own.san.clone());
    let known = play.table.known_moves();
    let [answer] = &known.book[..] else { panic!() };
    assert_eq!((answer.san.starts_with("Nc6"), answer.games, answer.score), (true, 1, 0));
    assert!(known.own.is_empty());
}

#[test]
fn placements_are_known_piece_by_piece_from_twenty_games_on() {
    let game = GameId::CompleteContramatic;
    let position = AnyPosition::initial(game);
    let role = |step: &Step| match step {
        Step::Drop { role, .. } => Some(*role),
        _ => None,
    };
    let drops = position.list();
    let of_one = drops.iter().filter(|&drop| role(drop).is_some() && role(drop) == role(&drops[0]));
    let drops: Vec<Step> = of_one.copied().collect();
    let mut collection = record::openings::Collection::new(game);
    for (drop, games, halves) in [(drops[0], 20, 0), (drops[1], 20, 2), (drops[2], 19, 2)] {
        (0..games).for_each(|_| collection.add(&[drop], halves, 20));
    }
    let mut play = board(here(game));
    play.table.set_book(&collection.write(1)).unwrap();
    let known = play.table.known_moves();
    // The best comes first; a placement is no turn that goes on.
    let listed = known.book.iter().map(|known| (&known.steps[..], known.games, known.goes_on));
    let wanted = [(&drops[1..2], 20, false), (&drops[..1], 20, false)];
    assert_eq!((known.places, listed.collect::<Vec<_>>()), (true, wanted.to_vec()));
}

#[test]
fn a_known_turn_of_several_steps_is_played_as_one() {
    let game = GameId::Progressive;
    let mut collection = record::openings::Collection::new(game);
    collection.add(&turn(game, "e2e4 d7d5 d5e4 d2d3"), 2, 20);
    collection.add(&turn(game, "e2e4 d7d5 d5e4"), 0, 20);
    // The same turn in another order, and one that ends otherwise.
    collection.add(&turn(game, "e2e4 a7a6 b7b6"), 0, 20);
    collection.add(&turn(game, "e2e4 b7b6 a7a6"), 2, 20);
    collection.add(&turn(game, "e2e4 b7b6 a7a6"), 2, 20);
    // Whatever the order, all games with it count.
    for text in ["e2e4 h7h6 g7g6", "e2e4 g7g6 h7h6"] {
        collection.add(&turn(game, text), 2, 20);
    }
    let mut play = board(here(game));
    play.table.set_book(&collection.write(1)).unwrap();
    play.to(analyse(Analyse::Known { is_own: false, place: 0 }));
    assert_eq!(sans(&play), ["1 1 e4"]);
    let known = play.table.known_moves().book;
    let told: Vec<(usize, u32)> = known.iter().map(|one| (one.steps.len(), one.games)).collect();
    assert_eq!(told, [(3, 3), (3, 2), (3, 2)]);
    let mut scores: Vec<u32> = known[1..].iter().map(|one| one.score).collect();
    scores.sort_unstable();
    assert_eq!(scores, [0, 500]);
    assert!(known.iter().all(|one| !one.goes_on));
    // Nothing happens where there is none.
    assert!(play.to(analyse(Analyse::Known { is_own: true, place: 0 })).is_empty());
    let even = known.iter().position(|one| one.score == 500).unwrap();
    let out = play.to(analyse(Analyse::Known { is_own: false, place: even }));
    assert_eq!(out.iter().filter(|one| matches!(one, Request::Say(_))).count(), 1);
    assert_eq!(play.table.tree().len(), 2, "one turn, and one event");
}

/// What the book follows only so far is told from whole turns, and is gone on with.
#[test]
fn a_known_turn_that_goes_on_is_told_from_a_whole_one() {
    let game = GameId::Progressive;
    let mut collection = record::openings::Collection::new(game);
    collection.add(&turn(game, "e2e4 d7d5 d5e4"), 0, 20);
    collection.add(&turn(game, "e2e4 h7h6"), 0, 20);
    let mut play = board(here(game));
    play.table.set_book(&collection.write(1)).unwrap();
    play.to(analyse(Analyse::Known { is_own: false, place: 0 }));
    let known = play.table.known_moves().book;
    let begun = known.iter().position(|one| one.goes_on).unwrap();
    assert_eq!((known.len(), known[begun].steps.len(), known[1 - begun].goes_on), (2, 1, false));
    play.to(Event::Tap(play.at("g7")));
    assert!(play.table.view().pick.is_some());
    let out = play.to(analyse(Analyse::Known { is_own: false, place: begun }));
    assert_eq!(play.table.view().pick, None, "another piece has moved");
    assert!(out.iter().any(|one| matches!(one, Request::Say(_))));
    assert_eq!(play.table.position().turn(), Color::Black, "the turn goes on");
    assert!(play.table.known_moves().book.is_empty());
    play.type_all("g6 end");
    assert_eq!(play.table.position().turn(), Color::White);
}

#[test]
fn of_a_game_that_goes_on_against_a_person_the_computer_says_nothing() {
    let start = AnyPosition::initial(GameId::Orthodox);
    let mut played = Play::new(here(GameId::Orthodox));
    played.type_all("e4 d5");
    let opened = |content: &Content| {
        let (table, asked) = Table::analyse(start, "analysis a game", Some(content));
        let mut play = Play { table, now: 0, asked };
        play.to(Event::Loaded { key: "analysis a game".to_owned(), found: None });
        play
    };
    let content = played.table.content();
    let mut play = opened(&content);
    assert_eq!(sans(&play), ["1 1 e4", "1 1 d5"]);
    assert!(!play.table.analysis_view().unwrap().may);
    for what in [Analyse::Computer(true), Analyse::Threats(true)] {
        assert!(asked(&play.to(analyse(what))).is_none());
    }
    assert_eq!(play.table.analysis_view().unwrap().says.unwrap().key, "analysis.silent");
    // Against the computer, and once it is over, it may.
    let computer = table::Opponent::new(12, Color::Black, None);
    let play = opened(&Content { computer, ..content });
    assert!(play.table.analysis_view().unwrap().may);
    played.to(Event::Resign);
    played.to(Event::Answer(true));
    let mut play = opened(&played.table.content());
    assert!(asked(&play.to(analyse(Analyse::Computer(true)))).is_some());
    // The game itself is not touched by what is tried.
    play.type_all("d4");
    assert_eq!(played.table.game().main_line().count(), 2);
}

#[test]
fn what_was_explored_stays_with_a_game_that_goes_on() {
    let start = AnyPosition::initial(GameId::Orthodox);
    let mut played = Play::new(here(GameId::Orthodox));
    played.type_all("e4 e5");
    let key = "analysis a game";
    let opened = |content: &Content, found: Option<Content>| {
        let (table, asked) = Table::analyse(start, key, Some(content));
        let mut play = Play { table, now: 0, asked };
        let found = found.map(|content| Stored { revision: 5, content });
        play.to(Event::Loaded { key: key.to_owned(), found });
        play
    };
    let mut play = opened(&played.table.content(), None);
    let keeps = |play: &Play| play.asked.iter().any(|one| matches!(one, Request::Keep { .. }));
    assert!(!keeps(&play), "nothing was tried");
    play.type_all("Bc4 Bc5");
    assert!(keeps(&play));
    play.to(Event::Walk(Walk::Back));
    play.type_all("Nc6");
    let root = play.table.game().turn(1).unwrap();
    play.to(Event::Comment(root, "so far".to_owned()));
    play.keep_all();
    let kept = play.table.content();
    // The game goes on elsewhere than was explored, then as it was.
    for (line, tree) in [
        (
            "Nf3 Nc6",
            &["1 1 e4", "1 1 e5", "1 1 Nf3", "2 2 Bc4", "2 2 Bc5", "3 3 Nc6", "1 4 Nc6"][..],
        ),
        ("Bc4 Nc6", &["1 1 e4", "1 1 e5", "1 1 Bc4", "1 1 Bc5", "2 2 Nc6"][..]),
        ("Bc4", &["1 1 e4", "1 1 e5", "1 1 Bc4", "1 1 Bc5", "2 2 Nc6"][..]),
    ] {
        let mut played = played.table.clone();
        for text in line.split(' ') {
            played.handle(table::Moment { now: 9, random: 9 }, Event::Typed(text.to_owned()));
        }
        let play = opened(&played.content(), Some(kept.clone()));
        assert_eq!(sans(&play), tree, "{line}");
        assert_eq!(play.table.key(), key, "{line}");
        assert_eq!(
            play.table.position(),
            played.position(),
            "{line}: the end of the game is shown"
        );
        let game = play.table.game();
        assert_eq!(game.comments(game.turn(1).unwrap()).1, "so far", "{line}");
        check(&play, line);
    }
    // Nothing new: the kept one is as it was, and shown where the game stands.
    let play = opened(&played.table.content(), Some(kept.clone()));
    assert_eq!(sans(&play), ["1 1 e4", "1 1 e5", "1 1 Bc4", "1 1 Bc5", "2 2 Nc6"]);
    assert!(!keeps(&play));
}

#[test]
fn elsewhere_nothing_of_it_is_done() {
    let mut play = Play::new(here(GameId::Orthodox));
    for what in [
        Analyse::Computer(true),
        Analyse::Threats(true),
        Analyse::Open(Game::ROOT),
        Analyse::Branch { back: true },
        Analyse::Take { line: 0, turns: 1 },
        Analyse::Failed(1),
    ] {
        assert!(play.to(analyse(what)).is_empty());
    }
    assert_eq!((play.table.tree(), play.table.analysis_view()), (Vec::new(), None));
}

/// Where pieces are placed, one's own games are told piece by piece, like the book.
#[test]
fn placements_of_ones_own_games_are_known_piece_by_piece() {
    let game = GameId::CompleteContramatic;
    let mut played = Play::new(here(game));
    played.to(Event::PlaceRest);
    played.to(Event::EndTurn);
    played.to(Event::Resign);
    played.to(Event::Answer(true));
    let first = played.steps()[0];
    let mut play = board(here(game));
    play.table.set_played([played.table.content().saved.as_str()]);
    let known = play.table.known_moves();
    assert!(known.places);
    let [own] = &known.own[..] else { panic!("{:?}", known.own) };
    assert_eq!((&own.steps[..], own.games), (&[first][..], 1));
}
