//! Studies: chapters under any sequence of operations, kept and brought elsewhere as text, as PGN and as a
//! link; and what happens on a board where two windows change one.

use record::game::{Brush, Game, Mark, Time, TurnId};
use record::{Ending, TimeControl, Verdict, pgn};
use rules::{AnyPosition, Color, GameId, Step};
use table::{
    Analyse, Chapter, Content, Event, Facts, MOST_CHAPTERS, Purpose, Request, Setup, Standing,
    Stored, Study, StudyDeed, Table, recovered, whole_only,
};
use testkit::chance::Chance;

use crate::play;

use play::{Play, here};

fn study(deed: StudyDeed) -> Event {
    Event::Analyse(Box::new(Analyse::Study(whole_only(deed).unwrap())))
}

fn initial(game: GameId) -> Game {
    Game::new(AnyPosition::initial(game))
}

/// Begins a turn of several steps behind a turn, without finishing it.
fn begin_turn(tree: &mut Game, behind: TurnId, chance: &mut Chance) {
    let mut at = tree.behind(behind);
    for _ in 0..1 + chance.below(3_u32) {
        let position = *tree.position(at);
        let goes_on = |step: &Step| {
            let mut after = position;
            after.play(*step);
            after.turn() == position.turn() && after.outcome().is_none()
        };
        let list: Vec<Step> = position.list().into_iter().filter(goes_on).collect();
        let Some(&step) = list.get(chance.below(list.len().max(1))) else { return };
        let Ok((place, _)) = tree.explore(at, step) else { return };
        at = place;
    }
}

/// A game of random turns with variations, remarks, marks, times and turns that are only begun.
fn tree(game: GameId, chance: &mut Chance) -> Game {
    let mut tree = initial(game);
    if chance.below(3_u32) == 0 {
        tree.set_clock(Some((TimeControl::parse("300+3").unwrap(), 0)));
    }
    for _ in 0..4 + chance.below(8_usize) {
        let all: Vec<_> = (0..tree.len()).filter_map(|number| tree.turn(number)).collect();
        let behind = all[chance.below(all.len())];
        let mut position = *tree.after(behind);
        let (mover, mut steps) = (position.turn(), Vec::new());
        while position.turn() == mover && position.outcome().is_none() {
            let list = position.list();
            let Some(&step) = list.get(chance.below(list.len().max(1))) else { break };
            steps.push(step);
            position.play(step);
        }
        let ends = position.turn() != mover || position.outcome().is_some();
        if tree.verdict_at(tree.behind(behind)).is_some() || !ends {
            continue;
        }
        let Ok(turn) = tree.add(behind, &steps) else { continue };
        match chance.below(6_u32) {
            0 => tree.set_comment(
                turn,
                &format!("[%eval -0.{}5,12] Said {turn:?}.", chance.below(9_u32)),
            ),
            1 => tree.set_comment(turn, "[%eval #-3]"),
            2 => tree.set_glyphs(turn, &[1 + chance.below(6_u8), 14]),
            3 => {
                let squares: Vec<_> = tree.start().spec().shape.all().collect();
                let square = |chance: &mut Chance| squares[chance.below(squares.len())];
                let (from, to) = (square(chance), square(chance));
                tree.mark(turn, Mark { brush: Brush::Red, from, to });
            }
            4 => {
                let time = |chance: &mut Chance| Some(100 * chance.below(90_000_u32));
                let (used, left) = (time(chance), time(chance).filter(|_| chance.below(2) == 0));
                tree.set_time(turn, Time { used, left });
            }
            _ => {}
        }
    }
    tree.lead();
    for _ in 0..chance.below(4_u32) {
        let all: Vec<_> = (0..tree.len()).filter_map(|number| tree.turn(number)).collect();
        let behind = all[chance.below(all.len())];
        if tree.is_whole(behind) && tree.verdict_at(tree.behind(behind)).is_none() {
            begin_turn(&mut tree, behind, chance);
        }
    }
    tree.lead();
    if tree.verdict().is_none() && chance.below(2) == 0 {
        tree.resign([Color::White, Color::Black][chance.below(2_usize)]);
    }
    tree
}

#[test]
fn a_chapter_that_was_removed_waits_for_room() {
    let one = Chapter::new("One", initial(GameId::Magnetic));
    let mut study = Study::new("", vec![one.clone(); MOST_CHAPTERS + 1]).unwrap();
    assert_eq!(study.chapters().len(), MOST_CHAPTERS);
    let first = study.chapters()[0].id();
    assert!(study.remove(first));
    assert!(study.add(vec![one.clone()]).is_some());
    assert!(study.add(vec![one]).is_none());
    assert!(!study.restore());
    assert_eq!(study.chapters().len(), MOST_CHAPTERS);
    assert_eq!(study.removed().map(|(place, gone)| (place, gone.id())), Some((0, first)));
}

#[test]
fn another_chapter_is_shown_for_the_one_that_is_removed() {
    use GameId::{Magnetic, Orthodox};
    // Which are there, which of them is removed, and which is shown then, each by its place from 1.
    for (kinds, removed, shown) in [
        (&[Magnetic, Magnetic, Magnetic][..], 2, 3),
        (&[Magnetic, Magnetic, Magnetic], 3, 2),
        (&[Magnetic, Magnetic, Magnetic], 1, 2),
        (&[Magnetic, Orthodox, Orthodox, Magnetic], 2, 3),
        (&[Magnetic, Magnetic, Orthodox, Orthodox], 2, 1),
        (&[Magnetic, Orthodox, Magnetic], 2, 3),
        (&[Magnetic, Magnetic, Orthodox], 3, 2),
    ] {
        let chapters = kinds.iter().map(|&kind| Chapter::new("", initial(kind))).collect();
        let mut study = Study::new("", chapters).unwrap();
        assert!(study.show(removed) && study.remove(removed));
        assert_eq!(study.at(), shown, "{kinds:?} without {removed}");
    }
    // Where another is shown, it stays.
    let chapters = vec![Chapter::new("", initial(Magnetic)); 3];
    let mut study = Study::new("", chapters).unwrap();
    assert!(study.show(3) && study.remove(1));
    assert_eq!(study.at(), 3);
}

#[test]
fn a_resignation_stays_with_the_line_that_it_ended() {
    let played = |steps: &[&[&str]]| {
        let mut tree = initial(GameId::Orthodox);
        let mut at = Game::ROOT;
        for turn in steps {
            let steps: Vec<Step> =
                turn.iter().map(|text| play::step(GameId::Orthodox, text)).collect();
            at = tree.add(at, &steps).unwrap();
        }
        tree.lead();
        tree
    };
    let mut resigned = played(&[&["e2e4"], &["e7e5"]]);
    resigned.resign(Color::Black);
    let mut study = Study::new("", vec![Chapter::new("", resigned)]).unwrap();
    let id = study.chapters()[0].id();
    let verdict = Some(Verdict { winner: Some(Color::White), ending: Ending::Resignation });
    assert_eq!(study.chapters()[0].verdict(), verdict);
    let mut varied = played(&[&["e2e4"], &["e7e5"]]);
    varied.add(Game::ROOT, &[play::step(GameId::Orthodox, "d2d4")]).unwrap();
    varied.lead();
    study.set_game(id, &varied);
    assert_eq!(study.chapters()[0].verdict(), verdict, "a variation changes nothing");
    study.set_game(id, &played(&[&["e2e4"], &["c7c5"]]));
    assert_eq!(study.chapters()[0].verdict(), None);
}

/// A chapter of a random game with random tags.
fn chapter(name: &str, game: GameId, chance: &mut Chance) -> Chapter {
    let all =
        [("White", "Ada"), ("Black", "\"Bo\" \\ ?"), ("ECO", "A00"), ("Annotator", "Ana [x]")];
    let tags = all.iter().filter(|_| chance.below(3) == 0);
    let tags = tags.map(|&(tag, value)| (tag.to_owned(), value.to_owned())).collect();
    let entry = pgn::Entry { tags, tree: tree(game, chance) };
    Study::of_pgn(vec![entry]).unwrap().chapters()[0].clone().called(name)
}

/// What there is of a chapter, without its number.
fn told(study: &Study) -> Vec<String> {
    let chapter = |chapter: &Chapter| {
        let (tags, verdict) = (chapter.tags(), chapter.verdict());
        format!("{:?} {tags:?} {verdict:?}\n{}", chapter.name(), chapter.game().save())
    };
    study.chapters().iter().map(chapter).collect()
}

/// What holds of a study, whatever was done to it.
#[track_caller]
fn check(study: &Study, story: &str) {
    let mut ids: Vec<u32> = study.chapters().iter().map(Chapter::id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), study.chapters().len(), "{story}");
    assert!(study.shown().is_some(), "{story}");
    let kept = Study::load(&study.save()).expect(story);
    assert_eq!((kept.save(), told(&kept)), (study.save(), told(study)), "{story}");
    let entries: Vec<_> =
        pgn::read(&study.pgn()).into_iter().map(|one| one.expect(story)).collect();
    let read = Study::of_pgn(entries).expect(story);
    assert_eq!((read.name(), told(&read)), (study.name(), told(study)), "{story}");
}

#[test]
fn any_sequence_of_operations_leaves_a_study_that_goes_there_and_back() {
    for seed in 0..24 {
        let mut chance = Chance(seed);
        let kind = |chance: &mut Chance| GameId::ALL[chance.below(GameId::ALL.len())];
        let first = kind(&mut chance);
        let chapters = vec![chapter("", first, &mut chance)];
        let mut study = Study::new("", chapters).unwrap();
        let mut story = format!("{seed}:");
        for number in 0..14 {
            let ids: Vec<u32> = study.chapters().iter().map(Chapter::id).collect();
            let id = ids[chance.below(ids.len())];
            let name =
                ["", "Plan", "A \"name\" \\ of: more", "  wide   one "][chance.below(4_usize)];
            match chance.below(11_u32) {
                9 => {
                    let had = study.removed().map(|(_, chapter)| chapter.id());
                    assert_eq!(study.restore(), had.is_some());
                    assert!(had.is_none_or(|id| study.at() == id));
                }
                10 => {
                    // A removed chapter comes back where it was.
                    let before = told(&study);
                    assert_eq!(study.remove(id), ids.len() > 1);
                    assert!(ids.len() == 1 || study.restore());
                    assert_eq!(told(&study), before);
                }
                0..=2 => {
                    let game = kind(&mut chance);
                    study.add(vec![chapter(name, game, &mut chance)]);
                }
                3 => assert!(study.rename(id, name)),
                4 => {
                    let up = chance.below(2) == 0;
                    let is_at_end =
                        ids.first() == Some(&id) && up || ids.last() == Some(&id) && !up;
                    assert_eq!(study.shift(id, up), !is_at_end);
                }
                5 => assert_eq!(study.remove(id), ids.len() > 1),
                6 => assert!(study.show(id)),
                7 => study.call(name),
                _ => {
                    let game = tree(study.chapter(id).unwrap().kind(), &mut chance);
                    study.set_game(id, &game);
                }
            }
            story += &format!(" {number}");
            check(&study, &story);
        }
        let link = study.link().expect(&story);
        let read = Study::of_link(&format!("https://a.b/?analysis=magnetic#{link} ")).unwrap();
        assert_eq!((read.name(), told(&read)), (study.name(), told(&study)), "{story}");
        assert!(study.is_whole_in(&link), "{story}");
    }
}

/// Positions of few pieces have many turns with the same end.
#[test]
fn other_orders_of_steps_go_there_and_back_in_a_link() {
    let start = "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -";
    let start = AnyPosition::from_fen(GameId::Charismatic, start).unwrap();
    let spec = start.spec();
    let steps = |text: &str| -> Vec<Step> {
        text.split(' ').map(|step| Step::parse(step, spec).unwrap()).collect()
    };
    let mut game = Game::new(start);
    let first = game.add(Game::ROOT, &steps("a2a4 h1h2 e1e2 end")).unwrap();
    for order in ["h1h2 a2a4 e1e2 end", "e1e2 h1h2 a2a4 end"] {
        assert_eq!(game.add(Game::ROOT, &steps(order)).unwrap(), first);
    }
    assert_eq!(game.orders(first).len(), 2);
    game.lead();
    let study = Study::new("", vec![Chapter::new("", game)]).unwrap();
    let link = study.link().unwrap();
    assert_eq!(told(&Study::of_link(&link).unwrap()), told(&study));
    assert!(study.is_whole_in(&link));
}

/// A page that is older than the one that has stored a study leaves its lines as they are.
#[test]
fn what_a_later_version_adds_to_a_study_is_kept() {
    let saved = Study::new("A", vec![Chapter::new("B", initial(GameId::Magnetic))]).unwrap().save();
    let later = format!("{saved}shelf 1 2\n\tfor what\n\tcomes\nmore \n");
    let mut study = Study::load(&later).unwrap();
    assert_eq!(study.save(), later);
    assert!(study.rename(1, "C"));
    assert!(study.save().ends_with("\nshelf 1 2\n\tfor what\n\tcomes\nmore \n"));
}

/// A file as Lichess writes it, of games of this page, and one as ChessBase does.
const FILE: &str = r#"[Event "Fields: The push"]
[Site "https://lichess.org/study/AbCdEfGh/IjKlMnOp"]
[Result "0-1"]
[Variant "Magnetic"]
[ECO "A00"]
[Annotator "https://lichess.org/@/ada"]
[StudyName "Fields"]
[ChapterName "The push"]
[ChapterURL "https://lichess.org/study/AbCdEfGh/IjKlMnOp"]

{ Look [%csl Gc4][%cal Gc2c4] } 1. c4 $1 { [%eval 0.35] [%clk 0:04:58] Well. } (1. e4?! { [%eval -0.1,22] }) 1... Qa5 { [%clk 0:04:51.5] } 0-1

[Event "Fields: Pieces"]
[Variant "charismatic"]
[White "Ada"]
[Black "Bo"]
[StudyName "Fields"]
[ChapterName "Pieces"]
[SetUp "1"]
[FEN "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -"]

9. a4,Ke2 { [%emt 0:00:05] Both. } *
"#;

#[test]
fn a_file_of_another_program_keeps_what_it_says() {
    let read = |text: &str| {
        let entries = pgn::read(text).into_iter().map(|one| one.unwrap()).collect();
        Study::of_pgn(entries).unwrap()
    };
    let study = read(FILE);
    let names: Vec<&str> = study.chapters().iter().map(Chapter::name).collect();
    assert_eq!((study.name(), names), ("Fields", vec!["The push", "Pieces"]));
    let resigned = Verdict { winner: Some(Color::Black), ending: Ending::Resignation };
    assert_eq!(study.chapters()[0].verdict(), Some(resigned));
    let first = study.chapters()[0].game();
    let turn = first.main_line().next().unwrap();
    assert_eq!(first.time(turn).left, Some(298_000));
    assert_eq!(first.comments(turn).1, "[%eval 0.35] Well.");
    let tags = study.chapters()[0].tags();
    assert!(tags.contains(&("ECO".to_owned(), "A00".to_owned())), "{tags:?}");
    let text = study.pgn().replace('\n', " ");
    for part in [
        "[Event \"Fields: The push\"]",
        "[Site \"https://lichess.org/study/AbCdEfGh/IjKlMnOp\"]",
        "[ECO \"A00\"]",
        "[Annotator \"https://lichess.org/@/ada\"]",
        "[StudyName \"Fields\"]",
        "[ChapterName \"The push\"]",
        "[ChapterURL",
        "[Result \"0-1\"]",
        "[%csl Gc4] [%cal Gc2c4] Look",
        "{ [%clk 0:04:58] [%eval 0.35] Well. }",
        "{ [%eval -0.1,22] }",
        "{ [%clk 0:04:51.5] }",
        "[White \"Ada\"]",
        "[%emt 0:00:05] Both.",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(told(&read(&study.pgn())), told(&study));
    let link = study.link().unwrap();
    assert_eq!(told(&Study::of_link(&link).unwrap()), told(&study));
    assert!(study.is_whole_in(&link));
    assert!(!study.is_whole_in(&link[..link.len() - 1]), "what cannot be read says nothing");
    let mut renamed = study.clone();
    assert!(renamed.rename(study.chapters()[1].id(), "Others"));
    assert!(!renamed.is_whole_in(&link));
    // Where the event alone names both, and where nothing does but the players.
    let stripped: String = FILE
        .lines()
        .filter(|line| !line.contains("Name \""))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(read(&stripped).name(), "Fields");
    assert_eq!(read(&stripped).chapters()[1].name(), "Pieces");
    // Events that name several studies name none.
    let tournament = "[Variant \"magnetic\"]\n[Event \"Open: One\"]\n\n1. c4 *\n\n\
                      [Variant \"magnetic\"]\n[Event \"Closed: Two\"]\n\n1. e4 *\n";
    let names = read(tournament);
    assert_eq!((names.name(), names.chapters()[1].name()), ("", "Closed: Two"));
    let bare = "[Variant \"magnetic\"]\n[White \"Ada\"]\n[Black \"Bo\"]\n\n1. c4 *\n";
    assert_eq!(read(bare).chapters()[0].name(), "Ada \u{2013} Bo");
}

/// A file names a study and its chapters in several tags. Once they are called something else, none of these
/// has an old name any more; a name that says something else stays.
#[test]
fn what_is_renamed_goes_out_under_its_new_name_alone() {
    let read = |text: &str| {
        let entries = pgn::read(text).into_iter().map(|one| one.unwrap()).collect();
        Study::of_pgn(entries).unwrap()
    };
    let mut study = read(FILE);
    let first = study.chapters()[0].id();
    assert!(study.rename(first, "The start"));
    let text = study.pgn();
    let with = |text: &str, tag: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with(&format!("[{tag} ")));
        lines.map(str::to_owned).collect()
    };
    let names = ["[ChapterName \"The start\"]", "[ChapterName \"Pieces\"]"];
    assert_eq!(with(&text, "ChapterName"), names);
    let events = ["[Event \"Fields: The start\"]", "[Event \"Fields: Pieces\"]"];
    assert_eq!(with(&text, "Event"), events);
    study.call("Meadows");
    let text = study.pgn();
    assert_eq!(with(&text, "StudyName"), ["[StudyName \"Meadows\"]"; 2]);
    let events = ["[Event \"Meadows: The start\"]", "[Event \"Meadows: Pieces\"]"];
    assert_eq!(with(&text, "Event"), events);
    // A name that a board cannot show whole is not lost with the file.
    let long = "x".repeat(100);
    let study = read(&FILE.replace("\"Pieces\"", &format!("\"{long}\"")));
    assert_eq!(study.chapters()[1].name().len(), 80);
    assert_eq!(with(&study.pgn(), "ChapterName")[1], format!("[ChapterName \"{long}\"]"));
}

#[test]
fn what_is_no_study_is_none() {
    let good = Study::new("A", vec![Chapter::new("B", initial(GameId::Magnetic))]).unwrap().save();
    assert!(Study::load(&good).is_some());
    for (from, to) in [
        ("fivefold-study 1", "fivefold-study 2"),
        ("chapter 1", "chapter 0"),
        ("chapter 1", "chapter x"),
        ("at 1", "at"),
        ("\tgame magnetic", "\tgame other"),
        ("\tgame magnetic", "game magnetic"),
        ("name A", "called A"),
    ] {
        assert!(Study::load(&good.replace(from, to)).is_none(), "{from} → {to}");
    }
    assert!(Study::load("fivefold-study 1\nname \nat 1\n").is_none());
    assert_eq!(Study::new("", Vec::new()), None);
    for link in ["", "#s=", "#s=AAAA", "#g=AQQAAl-9wmcdE", "#s=AQQAAl-9wmcdE"] {
        assert!(Study::of_link(link).is_err(), "{link}");
    }
    let long = (0..400).map(|_| {
        let mut game = initial(GameId::Magnetic);
        game.set_comment(Game::ROOT, &"word ".repeat(60));
        Chapter::new("", game)
    });
    assert!(Study::new("", long.collect()).unwrap().link().is_err());
}

fn board(game: GameId) -> Play {
    Play::new(Setup { purpose: Purpose::Analysis, ..here(game) })
}

/// A board with a study that the store has.
fn opened(content: &Content, kind: GameId) -> Play {
    let study = Study::load(&content.saved).unwrap();
    let (table, asked) = Table::open_study(study, kind, "analysis study a").unwrap();
    let mut play = Play { table, now: 0, asked };
    let found = Some(Stored { revision: 5, content: content.clone() });
    play.to(Event::Loaded { key: "analysis study a".to_owned(), found });
    play
}

/// The game on the board.
fn kind(play: &Play) -> GameId {
    play.table.position().game()
}

fn names(play: &Play) -> Vec<String> {
    play.table.study_view().chapters.into_iter().map(|(_, name, _)| name).collect()
}

#[test]
fn an_analysis_becomes_a_study_under_a_name_of_its_own() {
    let mut play = board(GameId::Magnetic);
    play.type_all("c4");
    play.keep_all();
    let asked = play.to(study(StudyDeed::AddPosition("From here".to_owned())));
    let key = play.table.key().to_owned();
    assert!(key.starts_with("analysis study "), "{key}");
    let moved = Request::Moved { from: "a game".to_owned(), key };
    assert!(asked.contains(&moved), "{asked:?}");
    assert_eq!(names(&play), ["", "From here"]);
    let view = play.table.study_view();
    assert_eq!(view.on_board, 2);
    assert_eq!(play.table.position().turn(), Color::Black);
    play.type_all("Qa5");
    play.keep_all();
    // The first chapter has what was tried in it, the second what was tried since.
    let kept = Study::load(&play.last_keep().2.saved).unwrap();
    let turns = |place: usize| kept.chapters()[place].game().main_line().count();
    assert_eq!((turns(0), turns(1)), (1, 1));
    play.to(study(StudyDeed::Show(1)));
    assert_eq!(play.table.study_view().on_board, 1);
    assert_eq!(play.steps().len(), 1);
    play.type_all("e4");
    // One of another game comes onto the same board.
    let other = Chapter::new("Other", initial(GameId::Chessence));
    play.to(study(StudyDeed::Add(vec![other])));
    let view = play.table.study_view();
    assert_eq!((view.on_board, kind(&play)), (3, GameId::Chessence));
    play.type_all("Mdf4");
    play.keep_all();
    let content = play.last_keep().2;
    let kept = Study::load(&content.saved).unwrap();
    assert_eq!((kept.at(), kept.chapters()[0].game().next(Game::ROOT).len()), (3, 2));
    assert_eq!(kept.chapters()[2].game().main_line().count(), 1);
    let there = opened(&content, GameId::Chessence);
    assert_eq!(there.table.study_view().on_board, 3);
    // The list of games says what it is.
    let standing = Standing::of(&content, Facts::default(), 0).unwrap();
    assert!(standing.is_begun && !standing.is_over && standing.players.is_none());
    assert_eq!(standing.position.game(), GameId::Chessence);
}

/// Magnetic and Progressive Chess begin with the same pieces.
#[test]
fn the_computer_follows_to_a_chapter_of_another_game_and_stays_on() {
    let mut play = board(GameId::Magnetic);
    let other = Chapter::new("", initial(GameId::Progressive));
    play.to(study(StudyDeed::Add(vec![other])));
    play.to(study(StudyDeed::Show(1)));
    let asked = |out: &[Request]| {
        let look = |request: &Request| match request {
            Request::Analyse(look) => Some((look.id, look.saved.clone())),
            _ => None,
        };
        out.iter().find_map(look)
    };
    let out = play.to(Event::Analyse(Box::new(Analyse::Computer(true))));
    let (first, saved) = asked(&out).unwrap();
    assert!(saved.contains("game magnetic"), "{saved}");
    let out = play.to(study(StudyDeed::Show(2)));
    let (second, saved) = asked(&out).unwrap();
    assert!(second != first && saved.contains("game progressive"), "{saved}");
    assert!(play.table.analysis_view().unwrap().is_on);
    // A piece that was picked up here is not held there.
    play.to(Event::Tap(play.at("b1")));
    assert!(play.table.view().pick.is_some());
    play.to(study(StudyDeed::Show(1)));
    assert_eq!(play.table.view().pick, None);
    play.to(study(StudyDeed::Show(2)));
    // A legal step here, which the other game knows too, is one of this game's tree alone.
    play.type_all("e4");
    play.to(study(StudyDeed::Show(1)));
    assert_eq!((kind(&play), play.steps().len()), (GameId::Magnetic, 0));
    play.to(study(StudyDeed::Show(2)));
    play.keep_all();
    let kept = Study::load(&play.last_keep().2.saved).unwrap();
    let lines = kept.chapters().iter().map(|chapter| chapter.game().main_line().count());
    assert_eq!(lines.collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn the_chapter_that_is_shown_can_be_removed_and_the_last_one_cannot() {
    let mut play = board(GameId::Magnetic);
    play.to(study(StudyDeed::AddCopy("Copy".to_owned())));
    play.to(study(StudyDeed::Rename(1, "First".to_owned())));
    play.to(study(StudyDeed::Name("Both".to_owned())));
    assert_eq!(names(&play), ["First", "Copy"]);
    play.to(study(StudyDeed::Move { id: 2, up: true }));
    assert_eq!(names(&play), ["Copy", "First"]);
    play.to(study(StudyDeed::Remove(2)));
    assert_eq!((names(&play), play.table.study_view().on_board), (vec!["First".to_owned()], 1));
    play.to(study(StudyDeed::Remove(1)));
    assert_eq!(names(&play), ["First"]);
    assert_eq!(play.table.study_view().name, "Both");
    // The one that was removed comes back, and is shown.
    assert_eq!(play.table.study_view().removed, Some((0, "Copy".to_owned())));
    play.to(study(StudyDeed::Restore));
    let view = play.table.study_view();
    assert_eq!((names(&play), view.on_board), (vec!["Copy".to_owned(), "First".to_owned()], 2));
    assert_eq!(view.removed, None);
    play.to(study(StudyDeed::Restore));
    assert_eq!(names(&play), ["Copy", "First"]);
}

#[test]
fn the_last_chapter_of_a_game_can_be_had_back_on_the_board_of_another() {
    let mut play = board(GameId::Magnetic);
    play.type_all("c4");
    let other = Chapter::new("Other", initial(GameId::Chessence));
    play.to(study(StudyDeed::Add(vec![other])));
    play.to(study(StudyDeed::Show(1)));
    play.to(study(StudyDeed::Remove(1)));
    assert_eq!(kind(&play), GameId::Chessence);
    play.keep_all();
    let mut there = opened(&play.last_keep().2, GameId::Chessence);
    assert_eq!(there.table.study_view().removed, Some((0, String::new())));
    there.to(study(StudyDeed::Restore));
    let view = there.table.study_view();
    assert_eq!((view.chapters.len(), kind(&there)), (2, GameId::Magnetic));
    let kept = there.table.kept_study().unwrap();
    assert_eq!(kept.chapters()[0].game().main_line().count(), 1);
    // Elsewhere what was removed is gone when the page is.
    there.to(study(StudyDeed::AddCopy("Copy".to_owned())));
    there.to(study(StudyDeed::Remove(3)));
    there.keep_all();
    let content = there.last_keep().2;
    let kept = Study::load(&content.saved).unwrap();
    let (table, _) = Table::open_study(kept, GameId::Chessence, "analysis study a").unwrap();
    assert_eq!(table.study_view().removed, None, "before the store has answered");
    let again = opened(&content, GameId::Chessence);
    assert_eq!(again.table.study_view().removed, None);
}

#[test]
fn two_windows_with_one_study_lose_nothing() {
    let mut chapters = vec![Chapter::new("One", initial(GameId::Magnetic))];
    chapters.push(Chapter::new("Two", initial(GameId::Chessence)));
    let saved = Study::new("Both", chapters).unwrap().save();
    let content = Content { saved, ..Content::default() };
    let mut first = opened(&content, GameId::Magnetic);
    let mut second = opened(&content, GameId::Magnetic);
    // Nothing was done here: what the other window has written is shown.
    first.type_all("c4");
    first.keep_all();
    first.to(study(StudyDeed::Rename(2, "Renamed".to_owned())));
    first.keep_all();
    let theirs = first.last_keep().2;
    let key = second.table.key().to_owned();
    second.to(Event::TakenElsewhere);
    second.to(Event::TakeUp);
    let found = Some(Stored { revision: 9, content: theirs.clone() });
    second.to(Event::Loaded { key: key.clone(), found });
    assert_eq!((names(&second), second.steps().len()), (vec!["One".into(), "Renamed".into()], 1));
    // Something was: both become one.
    let mut third = opened(&content, GameId::Magnetic);
    third.type_all("e4");
    play::refused(&mut third, theirs.clone());
    let own = third.table.kept_study().unwrap();
    assert_eq!(own.chapters()[0].game().next(Game::ROOT).len(), 2);
    assert_eq!(third.table.key(), key);
    // Another study has this name: this one goes beside it.
    let other = Study::new("", vec![Chapter::new("", tree(GameId::Magnetic, &mut Chance(3)))]);
    let mut other = other.unwrap();
    assert!(other.add(vec![Chapter::new("", initial(GameId::Batteries))]).is_some());
    assert!(other.remove(1));
    let stranger = Content { saved: other.save(), ..Content::default() };
    let mut fourth = opened(&content, GameId::Magnetic);
    fourth.type_all("e4");
    let asked = fourth.asked.len();
    play::refused(
        &mut fourth,
        Content { saved: "fivefold-study 9".to_owned(), ..stranger.clone() },
    );
    assert_ne!(fourth.table.key(), key);
    assert!(fourth.table.key().starts_with("analysis study "));
    assert!(fourth.asked[asked..].iter().any(|request| matches!(request, Request::Keep { .. })));

    // What a closed window has left in the journal.
    let noted = fourth.last_keep().2;
    let stored = |content: &Content| Stored { revision: 9, content: content.clone() };
    let found = stored(&theirs);
    let write = recovered((&key, &[5], 7, &noted), Some(&found), 11).unwrap();
    assert_eq!((write.key.as_str(), write.follows), (key.as_str(), 9));
    let merged = Study::load(&write.content.saved).unwrap();
    assert_eq!(merged.chapters()[0].game().next(Game::ROOT).len(), 2);
    assert_eq!(recovered((&key, &[5], 7, &theirs), Some(&found), 11), None);
    let beside = recovered((&key, &[5], 7, &noted), Some(&stored(&stranger)), 11).unwrap();
    assert!(beside.key.starts_with("analysis study ") && beside.key != key);
    assert_eq!(beside.follows, 0);
}

#[test]
fn a_book_stays_for_chapters_of_its_game() {
    let mut collection = record::openings::Collection::new(GameId::Magnetic);
    collection.add(&play::turn(GameId::Magnetic, "c2c4"), 2, 20);
    let mut play = Play::new(Setup { purpose: Purpose::Analysis, ..here(GameId::Magnetic) });
    play.table.set_book(&collection.write(1)).unwrap();
    let games = |play: &Play| play.table.known_moves().games;
    play.to(study(StudyDeed::AddPosition("Again".to_owned())));
    assert_eq!(games(&play), Some(1));
    play.to(study(StudyDeed::Add(vec![Chapter::new("", initial(GameId::Orthodox))])));
    assert_eq!(play.table.game().start().game(), GameId::Orthodox);
    assert_eq!(games(&play), None);
}

/// What was kept is no change any more: what another window has written then takes its place, also where it has
/// less.
#[test]
fn a_study_that_was_kept_gives_way_to_what_another_window_has_made_of_it() {
    let study_of = |name: &str| Chapter::new(name, initial(GameId::Magnetic));
    let saved = Study::new("Both", vec![study_of("One"), study_of("Two")]).unwrap().save();
    let content = Content { saved, ..Content::default() };
    let mut first = opened(&content, GameId::Magnetic);
    first.type_all("c4");
    first.to(Event::Pause);
    first.keep_all();
    let mut second = opened(&first.last_keep().2, GameId::Magnetic);
    let turn = second.table.game().tip();
    second.to(Event::Delete(turn));
    second.to(Event::Pause);
    second.keep_all();
    let theirs = second.last_keep().2;
    first.to(Event::TakenElsewhere);
    first.to(Event::TakeUp);
    let found = Some(Stored { revision: 9, content: theirs.clone() });
    first.to(Event::Loaded { key: first.table.key().to_owned(), found });
    assert_eq!(first.steps(), []);
    assert_eq!(first.table.kept_study().unwrap().save(), theirs.saved);
}

/// What is done to chapters needs a study: a board without one stays as it is.
#[test]
fn a_board_without_a_study_has_no_chapter_to_change() {
    let mut play = board(GameId::Magnetic);
    play.type_all("c4");
    let key = play.table.key().to_owned();
    for deed in [StudyDeed::Name("Mine".to_owned()), StudyDeed::Rename(0, "One".to_owned())] {
        assert_eq!(play.to(study(deed.clone())), [], "{deed:?}");
        assert!(play.table.kept_study().is_none() && names(&play).is_empty(), "{deed:?}");
        assert_eq!(play.table.key(), key);
    }
}

/// A study shows its chapter before the store has answered.
#[test]
fn a_study_that_is_opened_shows_its_chapter_at_once() {
    let mut game = initial(GameId::Magnetic);
    for step in play::turn(GameId::Magnetic, "c2c4 g8f6") {
        game.play(step).unwrap();
    }
    let study = Study::new("", vec![Chapter::new("One", game)]).unwrap();
    let (table, _) = Table::open_study(study, GameId::Magnetic, "analysis study a").unwrap();
    assert_eq!(table.game().played_steps().len(), 2);
    assert_eq!(table.place().turn, Game::ROOT, "a chapter is read from its beginning");
}
