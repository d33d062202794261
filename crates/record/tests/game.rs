//! A game as a tree: the line played held against a record of its steps, the variations against a
//! plain tree, through generated sequences of operations.

use crate::games;
use testkit::chance;

use chance::Chance;
use games::{assert_same, play};
use record::game::{Brush, Game, Mark, Path, Time, TurnId};
use record::{Ending, Record, SavedFault};
use rules::{AnyPosition, Color, GameId, Square, Step};

fn game(id: GameId, steps: &str) -> Game {
    let mut game = Game::new(AnyPosition::initial(id));
    take(&mut game, steps);
    game
}

fn take(game: &mut Game, steps: &str) {
    for text in steps.split_whitespace() {
        let step = Step::parse(text, game.start().spec()).unwrap();
        game.play(step).unwrap_or_else(|refusal| panic!("{text}: {}", refusal.reason));
    }
}

fn steps(id: GameId, text: &str) -> Vec<Step> {
    text.split_whitespace().map(|step| Step::parse(step, id.spec()).unwrap()).collect()
}

/// Tries steps from a place on; where that leads.
fn explore(game: &mut Game, from: Path, text: &str) -> Path {
    steps(game.start().game(), text)
        .into_iter()
        .fold(from, |at, step| game.explore(at, step).unwrap().0)
}

/// A record of steps alone, by which everything is answered anew: what a game's line must be like.
#[derive(Clone)]
struct Plain {
    start: AnyPosition,
    steps: Vec<Step>,
    /// The next to be redone last.
    undone: Vec<Step>,
    by_players: Option<(Option<Color>, Ending)>,
}

impl Plain {
    fn positions(&self) -> Vec<AnyPosition> {
        let mut positions = vec![self.start];
        for &step in &self.steps {
            let mut next = positions[positions.len() - 1];
            next.play(step);
            positions.push(next);
        }
        positions
    }

    fn live(&self) -> AnyPosition {
        *self.positions().last().unwrap()
    }

    /// Where the turns begin, the next one included.
    fn begins(&self) -> Vec<usize> {
        let positions = self.positions();
        let changes = |&at: &usize| positions[at].turn() != positions[at - 1].turn();
        [0].into_iter().chain((1..positions.len()).filter(changes)).collect()
    }

    /// From where on steps may be taken back.
    fn floor(&self) -> usize {
        let begin = *self.begins().last().unwrap();
        let drawn = |&at: &usize| matches!(self.steps[at], Step::Draw(_));
        (begin..self.steps.len()).rev().find(drawn).map_or(begin, |at| at + 1)
    }

    fn result(&self) -> Option<(Option<Color>, String)> {
        if let Some((winner, ending)) = self.by_players {
            return Some((winner, ending.id().to_owned()));
        }
        // By the rules, by repetition: as a record says.
        let mut record = Record::new(self.start);
        for &step in &self.steps {
            record.take(step).unwrap();
        }
        record.verdict().map(|verdict| (verdict.winner, verdict.ending.id().to_owned()))
    }

    fn take(&mut self, step: Step) -> bool {
        if self.result().is_some() || !self.live().list().contains(&step) {
            return false;
        }
        if self.undone.last() == Some(&step) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        let mover = self.live().turn();
        self.steps.push(step);
        if self.live().turn() != mover || self.result().is_some() {
            self.undone.clear();
        }
        true
    }

    fn undo(&mut self) -> bool {
        let may = self.result().is_none() && self.steps.len() > self.floor();
        if may {
            self.undone.push(self.steps.pop().unwrap());
        }
        may
    }

    fn take_back(&mut self, color: Color) -> bool {
        let (begins, positions) = (self.begins(), self.positions());
        let finished = |pair: &&[usize]| positions[pair[0]].turn() == color && pair[1] > pair[0];
        // A turn that ended the game has finished, too.
        let mut ends = begins.clone();
        if self.by_players.is_none() && self.result().is_some() {
            ends.push(self.steps.len());
        }
        let Some(pair) = ends.windows(2).rfind(finished) else { return false };
        let turn = &self.steps[pair[0]..pair[1]];
        let drawn = turn.iter().rposition(|step| matches!(step, Step::Draw(_)));
        self.steps.truncate(pair[0] + drawn.map_or(0, |at| at + 1));
        self.undone.clear();
        self.by_players = None;
        true
    }

    fn close(&mut self, winner: Option<Color>, ending: Ending) {
        if self.result().is_none() {
            self.by_players = Some((winner, ending));
            self.undone.clear();
        }
    }
}

/// Whether the line of a game is that of the plain record.
fn check(game: &Game, plain: &Plain, note: &str) {
    let played: Vec<Step> = game.main_line().flat_map(|turn| game.steps(turn)).copied().collect();
    assert_eq!(played, plain.steps, "{note}");
    assert_eq!(game.undone(), plain.undone, "{note}");
    assert_eq!(*game.live_position(), plain.live(), "{note}");
    let result = game.verdict().map(|verdict| (verdict.winner, verdict.ending.id().to_owned()));
    assert_eq!(result, plain.result(), "{note}");
    // A turn that has ended the game has no steps to take back.
    if result.is_none() {
        assert_eq!(game.turn_steps(), &plain.steps[plain.floor()..], "{note}");
    }
    for (index, position) in plain.positions().iter().enumerate() {
        let at = game.place(index);
        assert_eq!(game.position(at), position, "{note}: after {index}");
        assert_eq!(game.count(at), index, "{note}");
    }
    let record = game.record().unwrap();
    assert_eq!(record.steps(), plain.steps, "{note}");
    assert_eq!(record.undone(), plain.undone, "{note}");
    // What is kept comes back, as a line by whoever knows only lines.
    assert_eq!(Game::load(&record.save()).unwrap(), Game::of(&record), "{note}");
    let again = Game::load(&game.save()).unwrap();
    assert_eq!(again.save(), game.save(), "{note}");
    // What is known of the line's saved form is the line's.
    assert_eq!(game.save_line(), record.save(), "{note}");
    // Who knows the line alone finds it.
    assert_eq!(Record::load(&game.save()), Record::load(&game.save_line()), "{note}");
    assert_eq!(again.record().unwrap(), record, "{note}");
    assert_same(&again.record().unwrap(), &record);
}

#[test]
fn the_line_played_is_what_a_plain_record_of_its_steps_is() {
    for &id in GameId::ALL {
        for seed in 0..12 {
            let mut chance = Chance(seed);
            let start = AnyPosition::initial(id);
            let mut game = Game::new(start);
            let mut plain =
                Plain { start, steps: Vec::new(), undone: Vec::new(), by_players: None };
            for round in 0..90 {
                let note = format!("{id} {seed}, {round}");
                let list = plain.live().list();
                match chance.below(24) {
                    0..=12 if !list.is_empty() => {
                        let ends = list.contains(&Step::End) && chance.below(3) == 0;
                        let step = if ends { Step::End } else { list[chance.below(list.len())] };
                        assert_eq!(game.play(step).is_ok(), plain.take(step), "{note}");
                    }
                    13..=15 => assert_eq!(game.undo().is_some(), plain.undo(), "{note}"),
                    16 => {
                        let step = plain.undone.last().copied();
                        let done = step.is_some_and(|step| plain.take(step));
                        assert_eq!(game.redo().is_some(), done, "{note}");
                    }
                    17 => {
                        let color = Color::ALL[chance.below(2)];
                        assert_eq!(game.take_back(color), plain.take_back(color), "{note}");
                    }
                    18 => {
                        // A refused turn leaves everything as it was.
                        let same = game.clone();
                        let steps = [game.turn_steps(), &[Step::End, Step::End]].concat();
                        assert!(game.replace_turn(&steps).is_err(), "{note}");
                        assert_eq!(game.record(), same.record(), "{note}");
                    }
                    19 => {
                        let mut steps = game.turn_steps().to_vec();
                        steps.pop();
                        if plain.result().is_none() && game.replace_turn(&steps).is_ok() {
                            plain.steps.truncate(plain.floor() + steps.len());
                            plain.undone.clear();
                        }
                    }
                    20 if chance.below(12) == 0 => {
                        game.resign(Color::Black);
                        plain.close(Some(Color::White), Ending::Resignation);
                    }
                    21 if chance.below(12) == 0 => {
                        game.agree_draw();
                        plain.close(None, Ending::Agreement);
                    }
                    // What is only considered changes nothing of the line.
                    _ => {
                        let at = game.place(chance.below(plain.steps.len() + 1));
                        let list = game.position(at).list();
                        if !list.is_empty() {
                            let _ = game.explore(at, list[chance.below(list.len())]);
                        }
                    }
                }
                check(&game, &plain, &note);
            }
        }
    }
}

/// A turn of a plain tree.
#[derive(Clone, Default, PartialEq, Debug)]
struct Branch {
    steps: Vec<Step>,
    comment: String,
    glyphs: Vec<u8>,
    next: Vec<Branch>,
}

impl Branch {
    fn at(&mut self, path: &[usize]) -> &mut Branch {
        path.iter().fold(self, |branch, &place| &mut branch.next[place])
    }

    /// The ways to all branches, this one's first.
    fn ways(&self) -> Vec<Vec<usize>> {
        let mut ways = vec![Vec::new()];
        for (place, branch) in self.next.iter().enumerate() {
            ways.extend(branch.ways().into_iter().map(|way| [vec![place], way].concat()));
        }
        ways
    }

    fn of(game: &Game, turn: TurnId) -> Branch {
        Branch {
            steps: game.steps(turn).to_vec(),
            comment: game.comments(turn).1.to_owned(),
            glyphs: game.glyphs(turn).to_vec(),
            next: game.next(turn).iter().map(|&next| Branch::of(game, next)).collect(),
        }
    }
}

fn turn_at(game: &Game, way: &[usize]) -> TurnId {
    way.iter().fold(Game::ROOT, |turn, &place| game.next(turn)[place])
}

/// Promotes, takes out, comments and adds at random; after each the tree is the plain one, goes
/// through its text, and its line is a game.
#[test]
fn any_sequence_of_operations_does_what_it_does_to_a_plain_tree() {
    for &id in GameId::ALL {
        for seed in 0..10 {
            let mut chance = Chance(seed + 100);
            let mut game = Game::of(&play(id, seed, 24));
            // The turn that was begun stays out of the comparison of turns.
            while game.undo().is_some() {}
            if !game.is_whole(game.tip()) {
                continue;
            }
            let mut plain = Branch::of(&game, Game::ROOT);
            for round in 0..60 {
                let ways = plain.ways();
                let way = &ways[chance.below(ways.len())];
                let turn = turn_at(&game, way);
                let note = format!("{id} {seed}, {round}: {way:?}");
                match chance.below(8) {
                    0..=3 => {
                        let Some(steps) = random_turn(game.after(turn), &mut chance) else {
                            continue;
                        };
                        let (before, behind) = (game.len(), turn);
                        let known = game.next(turn).len();
                        let added = game.add(behind, &steps).unwrap();
                        let branch = plain.at(way);
                        // One of other order is no other turn.
                        if game.next(turn).len() > known {
                            assert_eq!(game.len(), before + 1, "{note}");
                            branch.next.push(Branch { steps, ..Branch::default() });
                        } else {
                            assert!(
                                game.steps(added) == steps || game.orders(added).contains(&steps),
                                "{note}"
                            );
                        }
                    }
                    4 if !way.is_empty() => {
                        game.promote(turn);
                        let (&place, parent) = way.split_last().unwrap();
                        plain.at(parent).next[..=place].rotate_right(1);
                    }
                    5 if !way.is_empty() => {
                        game.make_main_line(turn);
                        let mut branch = &mut plain;
                        for &place in way {
                            branch.next[..=place].rotate_right(1);
                            branch = &mut branch.next[0];
                        }
                    }
                    6 if !way.is_empty() && chance.below(3) == 0 => {
                        game.remove(turn);
                        assert!(!game.is_there(turn), "{note}");
                        let (&place, parent) = way.split_last().unwrap();
                        plain.at(parent).next.remove(place);
                    }
                    _ => {
                        let text = format!("a {round} \\ \n {{b}}");
                        game.set_comment(turn, &text);
                        game.annotate(turn, 14);
                        let branch = plain.at(way);
                        branch.comment = text;
                        branch.glyphs = game.glyphs(turn).to_vec();
                    }
                }
                assert_eq!(Branch::of(&game, Game::ROOT), plain, "{note}");
                // The line played is the first everywhere, as far as it goes.
                let line: Vec<TurnId> = game.main_line().collect();
                assert_eq!(line.last().copied().unwrap_or(Game::ROOT), game.tip(), "{note}");
                assert!(line.iter().zip(game.line(Game::ROOT)).all(|(&a, b)| a == b), "{note}");
                assert!(line.iter().all(|&turn| game.is_played(turn)), "{note}");
                let again = Game::load(&game.save()).unwrap();
                assert_eq!(Branch::of(&again, Game::ROOT), plain, "{note}");
                assert_eq!(again.save(), game.save(), "{note}");
                assert_eq!(again.main_line().count(), line.len(), "{note}");
            }
        }
    }
}

/// A whole turn at random, if the walk runs into one.
fn random_turn(from: &AnyPosition, chance: &mut Chance) -> Option<Vec<Step>> {
    let (mut now, mut steps) = (*from, Vec::new());
    from.outcome().is_none().then_some(())?;
    for _ in 0..40 {
        let list = now.list();
        let ends = list.contains(&Step::End) && chance.below(2) == 0;
        let step = if ends { Step::End } else { *list.get(chance.below(list.len().max(1)))? };
        now.play(step);
        steps.push(step);
        if now.turn() != from.turn() || now.outcome().is_some() {
            return Some(steps);
        }
    }
    None
}

/// Two pieces that do not meet: their moves in either order end alike.
const TWO_ROOKS: &str = "3k4/8/8/8/8/8/8/R3K2R[] w - - 0 9 - -";

fn two_rooks() -> Game {
    Game::new(AnyPosition::from_fen(GameId::Charismatic, TWO_ROOKS).unwrap())
}

#[test]
fn turns_that_end_alike_are_one_and_the_first_order_is_kept() {
    let mut game = two_rooks();
    let one = explore(&mut game, Path::START, "a1a2 h1h2 end");
    let other = explore(&mut game, Path::START, "h1h2 a1a2 end");
    assert_eq!(one, other);
    assert_eq!(game.next(Game::ROOT), [one.turn]);
    assert_eq!(game.steps(one.turn), steps(GameId::Charismatic, "a1a2 h1h2 end"));
    assert_eq!(game.orders(one.turn), [steps(GameId::Charismatic, "h1h2 a1a2 end")]);
    let again = Game::load(&game.save()).unwrap();
    assert_eq!(again.orders(again.next(Game::ROOT)[0]), game.orders(one.turn));
    // Of three moves there are six orders.
    let mut game = two_rooks();
    let moves = ["a1a2", "h1h2", "e1d1"];
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        .map(|order| format!("{} end", order.map(|place: usize| moves[place]).join(" ")));
    for order in &orders {
        explore(&mut game, Path::START, order);
    }
    let again = Game::load(&game.save()).unwrap();
    let &[turn] = again.next(Game::ROOT) else { panic!("{:?}", again.next(Game::ROOT)) };
    let kept = [&[again.steps(turn).to_vec()][..], again.orders(turn)].concat();
    assert_eq!(kept, orders.map(|order| steps(GameId::Charismatic, &order)));
}

#[test]
fn the_order_that_was_played_is_the_one_kept_with_what_was_considered_behind_the_other() {
    let mut game = two_rooks();
    let considered = explore(&mut game, Path::START, "h1h2 a1a2 end");
    game.set_comment(considered.turn, "Both.");
    let answer = explore(&mut game, considered, "d8e8 end");
    take(&mut game, "a1a2 h1h2 end");
    let played = game.tip();
    assert_eq!(game.next(Game::ROOT), [played]);
    assert_eq!(game.steps(played), steps(GameId::Charismatic, "a1a2 h1h2 end"));
    assert_eq!(game.next(played), [answer.turn]);
    assert_eq!(game.comments(played).1, "Both.");
    assert!(!game.is_there(considered.turn) && game.is_there(answer.turn));
    assert_eq!(game.line_to(answer.turn), [played, answer.turn]);
}

#[test]
fn turns_of_different_parents_stay_apart() {
    let mut game = game(GameId::Orthodox, "g1f3 g8f6 b1c3 b8c6");
    let other = explore(&mut game, Path::START, "b1c3 b8c6 g1f3 g8f6");
    assert_eq!(game.position(other).key(), game.live_position().key());
    assert_ne!(other.turn, game.tip());
    assert_eq!(game.next(Game::ROOT).len(), 2);
}

#[test]
fn what_was_begun_as_a_variation_and_is_played_then_stands_once() {
    let mut game = two_rooks();
    let begun = explore(&mut game, Path::START, "a1a2 h1h2");
    game.set_comment(begun.turn, "Maybe.");
    take(&mut game, "a1a2");
    assert_eq!(game.next(Game::ROOT).len(), 2, "it went on in another way so far");
    take(&mut game, "h1h2");
    assert_eq!(game.next(Game::ROOT), [game.tip()]);
    assert_eq!(game.comments(game.tip()).1, "Maybe.");
}

#[test]
fn a_half_made_turn_is_gone_on_with() {
    let mut game = two_rooks();
    let half = explore(&mut game, Path::START, "a1a2 h1h2");
    assert!(!game.is_whole(half.turn));
    let again = Game::load(&game.save()).unwrap();
    assert_eq!(again.save(), game.save());
    // Another second step takes the place of the first that was tried, where nothing hangs on it.
    let back = game.step_back(half).unwrap();
    let other = explore(&mut game, back, "h1h3");
    assert_eq!((other.turn, game.next(Game::ROOT).len()), (half.turn, 1));
    assert_eq!(game.steps(other.turn), steps(GameId::Charismatic, "a1a2 h1h3"));
    // With a remark it stays, and the other is a branch.
    game.set_comment(other.turn, "Hm.");
    let third = explore(&mut game, back, "h1h4");
    assert_ne!(third.turn, other.turn);
    let whole = explore(&mut game, other, "end");
    assert_eq!(whole, Path { turn: other.turn, steps: 3 });
    assert!(game.is_whole(whole.turn));
}

#[test]
fn a_step_in_the_past_begins_a_variation_and_the_same_one_follows_the_line() {
    let mut game = game(GameId::Orthodox, "e2e4 e7e5 g1f3");
    let same = explore(&mut game, Path::START, "e2e4 e7e5");
    assert_eq!(same, game.place(2));
    let other = explore(&mut game, same, "f1c4 b8c6");
    assert!(!game.is_played(other.turn));
    assert_eq!(game.count(other), 4);
    assert_eq!(game.record().unwrap().steps().len(), 3, "the game stays as it was");
    // What is considered where the game stands is not played either.
    let live = game.live();
    let ahead = explore(&mut game, live, "b8c6 f1b5");
    assert_eq!(game.tip(), live.turn);
    take(&mut game, "b8c6");
    assert_eq!(game.tip(), game.parent(ahead.turn), "now it is");
}

#[test]
fn nothing_goes_on_where_the_game_is_over() {
    let mut game = game(GameId::Orthodox, "f2f3 e7e5 g2g4 d8h4");
    let refused = |game: &mut Game, at, step: &str| {
        let step = Step::parse(step, game.start().spec()).unwrap();
        game.explore(at, step).unwrap_err().reason
    };
    let live = game.live();
    assert_eq!(refused(&mut game, live, "e2e3"), "common.game-over");
    let mut drawn = self::game(GameId::Orthodox, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let live = drawn.live();
    let third = explore(&mut drawn, live, "f6g8");
    assert_eq!(drawn.verdict_at(third).unwrap().ending, Ending::Repetition);
    assert_eq!(refused(&mut drawn, third, "e2e4"), "common.game-over");
    assert_eq!(drawn.verdict(), None, "it was only considered");
    take(&mut drawn, "f6g8");
    assert_eq!(drawn.verdict().unwrap().ending, Ending::Repetition);
    // Whoever resigns ends the game, not the position.
    let mut resigned = self::game(GameId::Orthodox, "e2e4");
    resigned.resign(Color::Black);
    let live = resigned.live();
    assert_eq!(resigned.verdict_at(live).unwrap().winner, Some(Color::White));
    explore(&mut resigned, live, "e7e5");
    assert!(resigned.verdict().is_some());
}

#[test]
fn a_grafted_game_adds_variations_and_never_plays_on() {
    let mut own = game(GameId::Orthodox, "e2e4 e7e5");
    let mut other = game(GameId::Orthodox, "e2e4 e7e5 g1f3 b8c6");
    other.set_comment(other.tip(), "Well.");
    assert!(own.graft(&other));
    assert_eq!(own.record().unwrap().steps().len(), 2);
    let further = own.line(own.tip()).last().unwrap();
    assert_eq!(own.comments(further).1, "Well.");
    assert!(!own.graft(&game(GameId::Magnetic, "")));
}

/// What is said of a turn here stays; what is said nowhere comes with the other.
#[test]
fn a_grafted_game_says_only_what_was_not_said() {
    let [mut own, mut other] = ["e2e4 e7e5"; 2].map(|steps| game(GameId::Orthodox, steps));
    let (first, last) = (own.main_line().next().unwrap(), own.tip());
    let circle = |square| Mark { brush: Brush::Red, from: Square::new(square), to: Square::new(0) };
    own.annotate(first, 1);
    own.set_comment(first, "Mine.");
    own.mark(first, circle(3));
    own.set_comment_before(first, "Mine first.");
    own.set_time(first, Time { used: Some(1), left: None });
    for turn in [first, last] {
        other.annotate(turn, 4);
        other.set_comment(turn, "Theirs.");
        other.set_comment_before(turn, "Theirs first.");
        other.set_time(turn, Time { used: Some(7), left: Some(9) });
        other.mark(turn, circle(5));
    }
    own.graft(&other);
    assert_eq!((own.glyphs(first), own.comments(first).1), (&[1][..], "Mine."));
    assert_eq!(own.marks(first), [circle(3)]);
    assert_eq!((own.glyphs(last), own.comments(last).1), (&[4][..], "Theirs."));
    assert_eq!(own.marks(last), [circle(5)]);
    let before = [first, last].map(|turn| own.comments(turn).0);
    assert_eq!(before, ["Mine first.", "Theirs first."]);
    assert_eq!(own.time(first), Time { used: Some(1), left: Some(9) });
    assert_eq!(own.time(last), Time { used: Some(7), left: Some(9) });
}

#[test]
fn a_grafted_game_hands_over_the_other_orders_of_its_turns() {
    let mut other = two_rooks();
    explore(&mut other, Path::START, "a1a2 h1h2 end");
    let both = explore(&mut other, Path::START, "h1h2 a1a2 end");
    for mut own in [two_rooks(), other.clone()] {
        assert!(own.graft(&other));
        assert_eq!(own.orders(own.next(Game::ROOT)[0]), other.orders(both.turn));
    }
    // Where the turn stands in the other order, that is none of its other ones.
    let mut own = two_rooks();
    let turn = explore(&mut own, Path::START, "h1h2 a1a2 end").turn;
    assert!(own.graft(&other));
    assert_eq!(own.next(Game::ROOT), [turn]);
    assert_eq!(own.steps(turn), steps(GameId::Charismatic, "h1h2 a1a2 end"));
    assert_eq!(own.orders(turn), [steps(GameId::Charismatic, "a1a2 h1h2 end")]);
}

#[test]
fn marks_times_and_glyphs_are_kept_with_the_turn() {
    let mut game = game(GameId::Orthodox, "e2e4 e7e5");
    let turn = game.tip();
    let at = |name| game.start().spec().shape.parse(name).unwrap();
    let arrow = Mark { brush: Brush::Green, from: at("g1"), to: at("f3") };
    let circle = Mark { brush: Brush::Blue, from: at("d5"), to: at("d5") };
    game.mark(turn, arrow);
    game.mark(turn, circle);
    game.mark(turn, Mark { brush: Brush::Red, ..arrow });
    assert_eq!(game.marks(turn), [circle, Mark { brush: Brush::Red, ..arrow }]);
    game.mark(turn, circle);
    assert_eq!(game.marks(turn).len(), 1, "drawn again it is rubbed out");
    game.mark(turn, circle);
    game.set_time(turn, Time { used: Some(1_500), left: None });
    game.set_glyphs(turn, &[1, 14, 1]);
    assert_eq!(game.glyphs(turn), [1, 14], "each once");
    game.set_glyphs(turn, &[2]);
    assert_eq!(game.glyphs(turn), [2]);
    game.set_comment_before(turn, "before");
    game.set_comment(turn, "a\\b\\n\r\n\\\\r");
    let again = Game::load(&game.save()).unwrap();
    assert_eq!(again, game);
    assert!(game.save().contains("\ntime 2 1500 -\n"), "{}", game.save());
    // Whatever a comment ends or begins with.
    for text in ["a\r", "\r", "\ra", "a\n", "\n", "a\\", "\\", " a ", "a\r\n", "\u{2028}"] {
        game.set_comment(turn, text);
        let again = Game::load(&game.save()).unwrap();
        assert_eq!(again.comments(turn).1, text, "{text:?}");
    }
}

#[test]
fn every_arrow_that_can_be_drawn_is_kept_and_read_again() {
    for &id in GameId::ALL {
        let mut game = Game::new(AnyPosition::initial(id));
        let shape = game.start().spec().shape;
        let from = shape.all().find(|&square| !shape.is_hole(square)).unwrap();
        for to in shape.all() {
            for mark in [
                Mark { brush: Brush::Red, from, to },
                Mark { brush: Brush::Red, from: to, to: from },
            ] {
                game.mark(Game::ROOT, mark);
            }
        }
        let named = shape.all().filter(|&square| !shape.is_hole(square)).count();
        assert!(game.marks(Game::ROOT).len() >= named - 1, "{id:?}");
        assert_eq!(Game::load(&game.save()).as_ref(), Ok(&game), "{id:?}");
    }
}

#[test]
fn a_line_is_kept_as_older_versions_keep_it_and_opens_as_it_did() {
    let game = game(GameId::Charismatic, "draw:RBPPP R@a1 B@c3");
    let kept = "fivefold-record 1\ngame charismatic\nstart \
        3k4/8/8/8/8/8/8/4K3[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 0 - -\n\
        steps draw:RBPPP R@a1 B@c3\nundone\n";
    assert_eq!(game.save(), kept);
    assert_eq!(Game::load(kept).unwrap(), game);
    let undone = kept.replace(" B@c3\nundone", "\nundone P@c2 B@c3");
    let mut opened = Game::load(&undone).unwrap();
    assert_eq!(opened.save(), undone);
    opened.redo().unwrap();
    assert_eq!(opened.save(), kept.replace("undone", "undone P@c2"));
}

/// What is tried does not keep an older version, which reads the line and what it ended by, from the game.
#[test]
fn a_game_with_variations_begins_as_its_line_and_opens_as_version_2_did() {
    let mut game = game(GameId::Orthodox, "e2e4 e7e5");
    game.resign(Color::Black);
    let line = game.save();
    let at = game.place(1);
    let tried = explore(&mut game, at, "c7c5 g1f3");
    game.set_comment(tried.turn, "Open Sicilian");
    let saved = game.save();
    assert_eq!(saved, format!("{line}turn 1 c7c5\nturn 3 g1f3\ncomment 4 Open Sicilian\n"));
    assert_eq!(Record::load(&saved), Record::load(&line));
    assert_eq!(Game::load(&saved).as_ref(), Ok(&game));
    let former = saved.replace("fivefold-record 1", "fivefold-record 2");
    assert_eq!(Game::load(&former).as_ref(), Ok(&game));
    for header in ["fivefold-record 12", "fivefold-record 22", "fivefold-record", ""] {
        let other = saved.replace("fivefold-record 1", header);
        assert_eq!(Game::load(&other).unwrap_err().fault, SavedFault::Header, "{header}");
    }
}

#[test]
fn what_stands_beside_the_line_and_has_no_place_is_refused() {
    let mut whole = game(GameId::Orthodox, "e2e4 e7e5");
    let at = whole.place(1);
    explore(&mut whole, at, "c7c5 g1f3");
    whole.resign(Color::Black);
    let saved = whole.save();
    assert!(saved.starts_with("fivefold-record 1\n") && saved.contains("verdict resignation w"));
    assert_eq!(Game::load(&saved).unwrap(), whole);
    assert_eq!(Game::load(&saved).unwrap().verdict().unwrap().winner, Some(Color::White));
    for (from, to) in [
        ("turn 1 c7c5", "turn 9 c7c5"),
        ("turn 1 c7c5", "turn 1 c7c4"),
        ("turn 1 c7c5", "turn 1 end"),
        ("turn 3 g1f3", "branch 3 g1f3"),
        ("turn 3 g1f3", "marks 3 Xg1"),
        ("turn 3 g1f3", "order 3 c7c6"),
        ("turn 3 g1f3", "time 3 1"),
        ("turn 3 g1f3", "glyphs 3 256"),
    ] {
        let error = Game::load(&saved.replace(from, to)).unwrap_err();
        assert!(matches!(error.fault, SavedFault::Beside(_)), "{to}: {error}");
        assert!(error.line >= 7, "{to}: {error}");
    }
    // Nothing follows a turn that has not ended.
    let half = two_rooks().save() + "turn 0 a1a2\nturn 1 d8e8 end\n";
    let error = Game::load(&half).unwrap_err();
    assert_eq!((error.line, error.to_string().starts_with("line 7: 'turn 1")), (7, true));
    assert_eq!(Game::load("fivefold-record 3\n").unwrap_err().fault, SavedFault::Header);
}

/// A whole turn that was considered stays, also where nothing is said of it, when another step is tried
/// within it.
#[test]
fn a_step_within_a_considered_turn_begins_another() {
    let mut game = two_rooks();
    take(&mut game, "a1a3 end d8e8 end");
    let considered = explore(&mut game, Path::START, "a1a2 h1h2 end");
    let inside = Path { turn: considered.turn, steps: 1 };
    let other = explore(&mut game, inside, "h1h5 end");
    assert_ne!(other.turn, considered.turn);
    assert_eq!(game.steps(considered.turn), steps(GameId::Charismatic, "a1a2 h1h2 end"));
    assert_eq!(game.steps(other.turn), steps(GameId::Charismatic, "a1a2 h1h5 end"));
    assert_eq!(game.next(Game::ROOT).len(), 3);
    assert_eq!((game.turn_on(inside), game.turn_on(considered)), (Some(considered), None));
    assert_eq!(game.turn_back(inside), Some(Path::START));
    // Turns have numbers.
    let there = game.turn(considered.turn.number());
    assert_eq!((there, game.turn(99)), (Some(considered.turn), None));
    game.remove(considered.turn);
    assert_eq!(game.turn(considered.turn.number()), None);
}

#[test]
fn a_graft_leaves_turns_that_have_not_ended_away() {
    let mut other = two_rooks();
    explore(&mut other, Path::START, "a1a2 h1h2");
    let mut own = two_rooks();
    assert!(own.graft(&other));
    assert!(own.next(Game::ROOT).is_empty());
    // Nor does what is unfinished here go on by what is whole there.
    explore(&mut other, Path::START, "a1a2 h1h2 end d8e8 end");
    let half = explore(&mut own, Path::START, "a1a2");
    assert!(own.graft(&other));
    assert_eq!(own.steps(half.turn), steps(GameId::Charismatic, "a1a2"));
    assert_eq!(own.next(Game::ROOT).len(), 2);
}

#[test]
fn the_root_cannot_be_taken_out_and_rules_need_no_players() {
    let mut game = game(GameId::Orthodox, "e2e4 e7e5");
    game.resign(Color::Black);
    let same = game.clone();
    game.remove(Game::ROOT);
    assert_eq!(game, same);
    // A mate stands in the position; the players have not ended that game.
    let mated = self::game(GameId::Orthodox, "f2f3 e7e5 g2g4 d8h4");
    let verdict = mated.verdict();
    assert_eq!(Game::of(&mated.record().unwrap()), mated);
    let mut open = self::game(GameId::Orthodox, "e2e4");
    open.set_verdict(verdict);
    assert_eq!(open.verdict(), None);
}

/// A saved game that tells an order of steps twice, or as another what is the turn's own.
#[test]
fn an_order_of_steps_is_kept_once() {
    let mut game = two_rooks();
    take(&mut game, "a1a2 h1h2 end");
    let lines = ["h1h2 a1a2 end", "a1a2 h1h2 end", "h1h2 a1a2 end"];
    let beside: String = lines.iter().map(|order| format!("order 1 {order}\n")).collect();
    let saved = game.save() + &beside;
    let loaded = Game::load(&saved).unwrap();
    assert_eq!(loaded.orders(loaded.tip()), [steps(GameId::Charismatic, lines[0])]);
    let other = saved.replace("h1h2 a1a2", "h1h2 a1a3");
    assert!(Game::load(&other).is_err(), "it ends in another way");
}

#[test]
fn a_takeback_leaves_nothing_to_be_redone() {
    let start = "3k4/7p/8/8/8/8/P7/4K3[] w - - 0 1 - -";
    let spec = GameId::Charismatic.spec();
    let mut game = Game::new(AnyPosition::from_fen(GameId::Charismatic, start).unwrap());
    for text in ["a2a4", "end", "d8e8"] {
        game.play(Step::parse(text, spec).unwrap()).unwrap();
    }
    assert!(game.undo().is_some());
    assert_eq!(game.undone().len(), 1);
    assert!(game.take_back(Color::White));
    assert_eq!((game.undone(), game.live()), (&[][..], Path::START));
    assert!(game.redo().is_none());
    // Nor does it where the game goes on in another way, or the players end it.
    game.play(Step::parse("a2a3", spec).unwrap()).unwrap();
    game.undo();
    game.play(Step::parse("e1e2", spec).unwrap()).unwrap();
    assert_eq!(game.undone(), []);
    game.undo();
    game.agree_draw();
    assert_eq!(game.undone(), []);
}

/// The players end a game where it stands, and nowhere else.
#[test]
fn an_end_by_the_players_stands_at_the_end() {
    let spec = GameId::Orthodox.spec();
    let mut game = Game::new(AnyPosition::initial(GameId::Orthodox));
    for text in ["e2e4", "e7e5", "d2d4"] {
        game.play(Step::parse(text, spec).unwrap()).unwrap();
    }
    game.resign(Color::Black);
    for steps in 0..3 {
        assert_eq!(game.verdict_at(game.place(steps)), None, "{steps}");
    }
    assert_eq!(game.verdict_at(game.live()), game.verdict());
    assert!(game.verdict().is_some());
}

#[test]
fn no_turn_is_read_behind_one_that_has_not_ended() {
    let begun = "fivefold-record 1\ngame charismatic\n\
        start 3k4/8/8/8/8/8/P7/R3K3[] w - - 0 9 - -\nsteps a2a3\nundone\n";
    assert!(Game::load(begun).is_ok());
    let error = Game::load(&format!("{begun}turn 1 e1e2\n")).unwrap_err();
    assert!(matches!(error.fault, SavedFault::Beside(_)), "{error}");
    assert_eq!(error.line, 6);
}

#[test]
fn the_players_have_not_ended_a_line_that_leads_on() {
    let mut game = game(GameId::Orthodox, "e2e4");
    game.resign(Color::Black);
    let ended = game.verdict();
    game.lead();
    assert!(ended.is_some() && game.verdict() == ended, "it leads nowhere else");
    let live = game.live();
    explore(&mut game, live, "e7e5");
    assert_eq!(game.verdict(), ended);
    game.lead();
    assert_eq!(game.main_line().count(), 2);
    assert_eq!(game.verdict(), None);
}

#[test]
fn what_stands_behind_an_ended_game_changes_places_and_nothing_else() {
    let mut game = game(GameId::Orthodox, "e2e4");
    game.resign(Color::Black);
    let live = game.live();
    let tried = ["e7e5", "c7c5"].map(|step| explore(&mut game, live, step).turn);
    let before = (game.tip(), game.verdict());
    game.promote(tried[1]);
    assert_eq!(game.next(game.tip()), [tried[1], tried[0]]);
    assert_eq!((game.tip(), game.verdict()), before);
}

#[test]
fn a_removed_turn_comes_back_in_its_place() {
    let mut game = game(GameId::Orthodox, "e2e4");
    let tried = ["d2d4", "c2c4", "f2f4"].map(|step| explore(&mut game, Path::START, step).turn);
    let all = game.next(Game::ROOT).to_vec();
    for (place, &turn) in (1..).zip(&tried) {
        game.remove(turn);
        assert!(game.restore(turn, place));
        assert_eq!(game.next(Game::ROOT), all);
    }
    // There are fewer by now: it comes last.
    game.remove(tried[1]);
    game.remove(tried[2]);
    assert!(game.restore(tried[2], 3));
    assert_eq!(game.next(Game::ROOT), [all[0], tried[0], tried[2]]);
    // What stands behind a turn goes and comes back with it.
    let behind = game.behind(tried[0]);
    let answer = explore(&mut game, behind, "d7d5").turn;
    game.remove(tried[0]);
    assert!(!game.is_there(tried[0]) && !game.is_there(answer));
    assert!(game.restore(tried[0], 1) && game.is_there(answer));
    // Nothing comes back where nothing leads to it.
    game.remove(answer);
    game.remove(tried[0]);
    assert!(!game.restore(answer, 0));
    assert!(game.restore(tried[0], 1) && game.restore(answer, 0));
    // What ends alike is there already.
    let same = explore(&mut game, Path::START, "c2c4").turn;
    assert!(same != tried[1] && !game.restore(tried[1], 2));
}

#[test]
fn what_is_drawn_behind_a_begun_turn_stays_when_the_turn_is_played() {
    let mut game = two_rooks();
    let begun = explore(&mut game, Path::START, "a1a2");
    let other = explore(&mut game, Path::START, "h1h2");
    let square = game.start().spec().shape.parse("a2").unwrap();
    let circle = Mark { brush: Brush::Blue, from: square, to: square };
    game.mark_at(begun, circle);
    for step in steps(GameId::Charismatic, "a1a2 h1h3") {
        game.play(step).unwrap();
    }
    assert_eq!(game.marks(game.tip()), []);
    // Back at the position, it is the turn's own.
    game.undo();
    assert_eq!(game.marks(game.tip()), [circle]);
    assert_eq!(game.next(Game::ROOT), [game.tip(), other.turn]);
    assert_eq!(
        Game::load(&game.save()).as_ref().map(|game| game.marks(game.tip())),
        Ok(&[circle][..])
    );
    take(&mut game, "h1h3 end");
    let next = game.next(Game::ROOT);
    assert_eq!((next.len(), next[..2] == [game.tip(), other.turn]), (3, true));
    assert_eq!((game.marks(game.tip()), game.marks(next[2])), (&[][..], &[circle][..]));
    assert_eq!(game.marks_at(Path { turn: game.tip(), steps: 1 }), [circle]);
    assert_eq!(Game::load(&game.save()).map(|game| game.save()), Ok(game.save()));
}

#[test]
fn what_is_drawn_within_a_turn_stands_in_that_position_alone() {
    let mut game = two_rooks();
    take(&mut game, "a1a2 h1h2 end d8e8 end");
    let turn = game.next(Game::ROOT)[0];
    let square = game.start().spec().shape.parse("a2").unwrap();
    let circle = Mark { brush: Brush::Blue, from: square, to: square };
    for at in [1, 2].map(|steps| Path { turn, steps }) {
        game.mark_at(at, circle);
        let again = Game::load(&game.save()).unwrap();
        for tree in [&game, &again] {
            let line: Vec<TurnId> = tree.main_line().collect();
            assert_eq!(line.len(), 2);
            for steps in 0..=3 {
                let there = tree.marks_at(Path { turn: line[0], steps });
                let due = if steps == at.steps { &[circle][..] } else { &[] };
                assert_eq!(there, due, "{steps} {at:?}");
            }
        }
        // It is an unfinished turn beside the one that was played, and leads to the same position.
        let begun = game.marked(at).unwrap();
        assert_eq!(game.next(Game::ROOT), [turn, begun]);
        assert_eq!(game.after(begun), game.position(at));
        // Drawn once more, it is gone, and so is its turn.
        game.mark_at(at, circle);
        assert_eq!((game.marks_at(at), game.next(Game::ROOT)), (&[][..], &[turn][..]));
    }
}

/// Where a turn that is drawn on was explored and is gone on with, the drawing stays behind it.
#[test]
fn what_goes_on_from_a_drawing_stands_right_before_it() {
    let mut game = two_rooks();
    let first = explore(&mut game, Path::START, "h1h5");
    let drawn = explore(&mut game, Path::START, "a1a2");
    let last = explore(&mut game, Path::START, "h1h6");
    let square = game.start().spec().shape.parse("a2").unwrap();
    game.mark_at(drawn, Mark { brush: Brush::Red, from: square, to: square });
    let further = explore(&mut game, drawn, "h1h2");
    let order = [first, further, drawn, last].map(|at| at.turn);
    assert_eq!(game.next(Game::ROOT), order);
}

/// The first turn behind the line counts, and only if it has not ended.
#[test]
fn a_begun_turn_can_be_had_played_and_a_whole_one_cannot() {
    let mut game = two_rooks();
    game.lead_into_begun();
    assert_eq!(game.tip(), Game::ROOT, "there is none");
    let begun = explore(&mut game, Path::START, "a1a2");
    explore(&mut game, Path::START, "h1h5");
    game.lead();
    assert_eq!(game.tip(), Game::ROOT);
    game.lead_into_begun();
    assert_eq!(game.tip(), begun.turn);
    game.lead();
    assert_eq!(game.tip(), Game::ROOT);
    explore(&mut game, begun, "end");
    game.lead_into_begun();
    assert_eq!(game.tip(), Game::ROOT, "it has ended");
}
