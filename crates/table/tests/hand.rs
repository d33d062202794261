//! What the hand does on the board: choosing, placing, moving, and what is marked meanwhile.

use crate::play;

use play::{Play, from, here};
use record::Game;
use record::game::Path;
use rules::{Color, GameId, Phase, Role, Square, Step};
use table::{Event, Pick, Request, Setup};
use testkit::chance::Chance;

fn laid_out(game: GameId, fen: &str) -> Play {
    Play::new(from(game, fen))
}

/// A placement turn with its pieces drawn.
fn drawn() -> (Play, Vec<Role>) {
    let mut play = Play::new(here(GameId::Charismatic));
    play.to(Event::Draw);
    let hand = play.table.position().hand();
    assert_eq!(hand.total(), 5);
    (play, hand.roles().collect())
}

fn last(play: &Play) -> Option<Step> {
    play.table.game().turn_steps().last().copied()
}

fn place(play: &mut Play, role: Role, square: &str) {
    let to = play.at(square);
    play.to(Event::Step(Step::Drop { role, to }));
    assert_eq!(play.table.refusal(), None);
}

#[test]
fn nothing_can_be_done_before_the_draw() {
    let mut play = Play::new(here(GameId::Charismatic));
    assert!(!play.table.is_open());
    for event in [Event::Tap(play.at("a2")), Event::TapReserve(Role::Pawn), Event::Undo] {
        play.to(event);
        assert_eq!((play.table.pick(), play.steps().len()), (None, 0));
    }
}

#[test]
fn as_many_steps_are_kept_as_are_asked_for() {
    let fen = "3k4/7p/8/8/8/8/PPP5/4K3[] w - - 0 1 - -";
    for kept in 0..=4 {
        let mut play = laid_out(GameId::Charismatic, fen);
        play.type_all("a2a3 b2b3 c2c3");
        play.to(Event::UndoTo(kept));
        assert_eq!(play.table.game().turn_steps().len(), kept.min(3));
    }
}

#[test]
fn two_taps_place_a_piece_in_either_order() {
    let (mut play, hand) = drawn();
    play.to(Event::TapReserve(hand[0]));
    assert_eq!(play.table.pick(), Some(Pick::Reserve(hand[0])));
    let (c3, d3) = (play.at("c3"), play.at("d3"));
    play.to(Event::Tap(c3));
    assert_eq!(last(&play), Some(Step::Drop { role: hand[0], to: c3 }));

    play.to(Event::Tap(d3));
    assert_eq!(play.table.pick(), Some(Pick::Empty(d3)));
    let role = play.table.position().hand().roles().next().unwrap();
    play.to(Event::TapReserve(role));
    assert_eq!(last(&play), Some(Step::Drop { role, to: d3 }));
}

#[test]
fn a_press_chooses_at_once_and_all_else_waits_for_the_release() {
    let mut play = laid_out(GameId::Magnetic, "k6r/8/8/8/3p4/8/8/K2R4 w - - 0 1");
    let [d1, d4, a1, a8] = ["d1", "d4", "a1", "a8"].map(|name| play.at(name));
    let said = play.to(Event::Press(d1));
    assert_eq!(play.table.pick(), Some(Pick::Piece(d1)));
    assert!(matches!(&said[..], [Request::Say(told)] if told.key == "step.selected"), "{said:?}");
    play.to(Event::Release);
    assert_eq!(play.table.pick(), Some(Pick::Piece(d1)), "the same press lets nothing go");
    play.to(Event::Press(d1));
    assert_eq!(play.table.pick(), Some(Pick::Piece(d1)), "a second press waits");
    play.to(Event::Release);
    assert_eq!(play.table.pick(), None);
    // Another piece is chosen by its press; a step is taken by the release.
    play.to(Event::Press(d1));
    play.to(Event::Release);
    play.to(Event::Press(a1));
    assert_eq!(play.table.pick(), Some(Pick::Piece(a1)));
    play.to(Event::Press(d1));
    play.to(Event::Release);
    play.to(Event::Press(d4));
    assert!(play.steps().is_empty());
    play.to(Event::Release);
    assert_eq!(play.table.position().turn(), Color::Black);
    play.to(Event::Release);
    assert_eq!(play.table.pick(), None, "without a press there is nothing to release");
    // What is not to be chosen is refused when the pointer goes up.
    play.to(Event::Press(a8));
    assert_eq!(play.table.pick(), Some(Pick::Piece(a8)));
    play.to(Event::Lift(a8));
    play.to(Event::Drop(Some(a8)));
    play.to(Event::Release);
    assert_eq!(play.table.pick(), Some(Pick::Piece(a8)), "a piece that was lifted is not tapped");
}

#[test]
fn a_piece_off_the_board_is_chosen_by_the_press_and_let_go_by_the_second_release() {
    let (mut play, hand) = drawn();
    play.to(Event::PressReserve(hand[0]));
    assert_eq!(play.table.pick(), Some(Pick::Reserve(hand[0])));
    play.to(Event::Release);
    assert_eq!(play.table.pick(), Some(Pick::Reserve(hand[0])));
    play.to(Event::PressReserve(hand[0]));
    assert_eq!(play.table.pick(), Some(Pick::Reserve(hand[0])));
    play.to(Event::Release);
    assert_eq!(play.table.pick(), None);
}

#[test]
fn the_piece_picked_again_is_let_go() {
    let (mut play, hand) = drawn();
    play.to(Event::TapReserve(hand[0]));
    play.to(Event::TapReserve(hand[0]));
    assert_eq!(play.table.pick(), None);
}

#[test]
fn a_piece_of_this_placement_turn_goes_elsewhere_and_back() {
    let (mut play, hand) = drawn();
    place(&mut play, hand[0], "c3");
    let (c3, f2) = (play.at("c3"), play.at("f2"));
    play.to(Event::Lift(c3));
    assert!(play.table.targets().contains(&(f2, false)));
    play.to(Event::Drop(Some(f2)));
    let position = play.table.position();
    assert_eq!(position.piece_at(f2).map(|piece| piece.role), Some(hand[0]));
    assert_eq!(position.piece_at(c3), None);

    play.to(Event::Lift(f2));
    play.to(Event::Drop(None));
    assert_eq!(play.table.position().hand().total(), 5);
    assert_eq!(last(&play), None);
}

#[test]
fn a_piece_put_on_a_taken_square_stays_where_it_was() {
    let (mut play, hand) = drawn();
    place(&mut play, hand[0], "c3");
    let (c3, e1) = (play.at("c3"), play.at("e1"));
    play.to(Event::Lift(c3));
    play.to(Event::Drop(Some(e1)));
    assert!(play.table.refusal().is_some());
    assert!(play.table.position().piece_at(c3).is_some());
}

#[test]
fn placed_pieces_can_be_shuffled_and_end_the_turn() {
    let (mut play, _) = drawn();
    play.to(Event::PlaceRest);
    assert_eq!(play.table.game().turn_steps().len(), 5);
    play.to(Event::PlaceRest);
    assert_eq!(play.says(), "step.no-way", "nothing is left");
    let before = play.table.game().turn_steps().to_vec();
    play.to(Event::Shuffle);
    assert_ne!(play.table.game().turn_steps(), before);
    play.to(Event::EndTurn);
    assert_eq!(play.table.position().turn(), Color::Black);
    let steps = play.steps();
    play.to(Event::Undo);
    assert_eq!(play.steps(), steps, "undo does not cross the end of a turn");
}

/// Whether some drops of what is left let the turn end; at most two pieces are left.
fn can_be_finished(position: &rules::AnyPosition, left: usize) -> bool {
    let steps = position.list();
    steps.contains(&Step::End)
        || left > 0
            && steps.into_iter().any(|step| {
                let mut after = *position;
                after.play(step);
                can_be_finished(&after, left - 1)
            })
}

#[test]
fn placing_the_rest_leaves_what_was_placed_by_hand_and_finishes_whenever_that_can_be_done() {
    let (mut shut, mut hopeless) = (0, 0);
    for game in [GameId::Charismatic, GameId::Contramatic, GameId::CompleteContramatic] {
        for seed in 0..600_u64 {
            let mut chance = Chance(seed);
            let setup = Setup::here(rules::AnyPosition::initial(game), "");
            let mut play = Play::new(Setup { seed: Some(seed), ..setup });
            if seed % 2 == 1 {
                play.to(Event::Draw);
                play.to(Event::PlaceRest);
                play.to(Event::EndTurn);
                assert_eq!(play.table.position().turn(), Color::Black, "{game} {seed}");
            }
            play.to(Event::Draw);
            // All but a few are placed anywhere.
            let owed = if game == GameId::Charismatic { 5 } else { 15 };
            let left = 1 + chance.below(2);
            let by_hand = if seed % 3 > 0 { chance.below(owed) } else { owed - left };
            for _ in 0..by_hand {
                let drops = play.table.position().list();
                play.to(Event::Step(drops[chance.below(drops.len())]));
            }
            let before = play.table.game().turn_steps().to_vec();
            let live = play.table.position();
            let opened = live.forbidden_checkers() != 0;
            play.to(Event::PlaceRest);
            let steps = play.table.game().turn_steps().to_vec();
            assert!(steps.starts_with(&before), "{game} {seed}");
            if steps.len() > before.len() {
                shut += u32::from(opened);
                assert!(play.table.can_shuffle());
                play.to(Event::Shuffle);
                assert!(play.table.game().turn_steps().starts_with(&before), "{game} {seed}");
                play.to(Event::EndTurn);
                assert_eq!(play.table.refusal(), None, "{game} {seed}");
            } else {
                assert_eq!(play.says(), "step.no-way");
                hopeless += 1;
                if by_hand + 2 >= owed {
                    assert!(
                        !can_be_finished(&live, owed - by_hand),
                        "{game} {seed} {}",
                        live.fen()
                    );
                }
            }
        }
    }
    assert!(shut > 10 && hopeless > 10, "{shut} {hopeless}");
}

#[test]
fn a_piece_placed_for_the_player_is_his_once_he_has_moved_it() {
    let (mut play, hand) = drawn();
    place(&mut play, hand[0], "c3");
    assert!(!play.table.can_shuffle());
    play.to(Event::PlaceRest);
    let Some(Step::Drop { role, to }) = last(&play) else { panic!() };
    play.to(Event::Lift(to));
    let free = play.table.targets()[0].0;
    play.to(Event::Drop(Some(free)));
    let c3 = play.at("c3");
    for _ in 0..20 {
        play.to(Event::Shuffle);
        let steps = play.table.game().turn_steps();
        assert!(steps.contains(&Step::Drop { role: hand[0], to: c3 }));
        assert!(steps.contains(&Step::Drop { role, to: free }));
        assert_eq!(steps.len(), 5);
    }
    play.to(Event::UndoTo(0));
    assert!(!play.table.can_shuffle());
    play.to(Event::Shuffle);
    assert_eq!(last(&play), None);
}

#[test]
fn a_quick_start_leads_to_the_movement_phase_in_every_game_with_placement() {
    for game in [GameId::Charismatic, GameId::Contramatic, GameId::CompleteContramatic] {
        let mut play = Play::new(here(game));
        play.to(Event::QuickStart);
        let position = play.table.position();
        assert_eq!(position.phase(), Phase::Movement, "{game}");
        assert_eq!(play.table.game().verdict(), None, "{game}");
        assert!(play.table.score().all(|turn| turn.done), "{game}");
        let steps = play.steps();
        play.to(Event::QuickStart);
        assert_eq!(play.steps(), steps, "a game that has begun goes on");
    }
}

#[test]
fn the_same_seed_places_and_draws_alike() {
    let placed = |seed| {
        let setup = Setup { seed: Some(seed), ..here(GameId::Charismatic) };
        let mut play = Play::new(setup);
        play.now = 1000 * seed;
        play.to(Event::QuickStart);
        play.steps()
    };
    assert_eq!(placed(7), placed(7));
    assert_ne!(placed(7), placed(8));
}

#[test]
fn a_turn_taken_back_leaves_nothing_in_the_score() {
    let mut play = Play::new(here(GameId::Magnetic));
    play.type_all("e2e4 g8f6");
    assert_eq!(play.table.score().count(), 2);
    play.to(Event::TakeBack);
    play.to(Event::Answer(true));
    let left: Vec<_> = play.table.score().map(|turn| (turn.from, turn.to, turn.done)).collect();
    assert_eq!(left, [(0, 1, true)]);
    play.type_all("b8c6 g1f3");
    let colors: Vec<_> = play.table.score().map(|turn| (turn.number, turn.color)).collect();
    assert_eq!(colors, [(1, Color::White), (1, Color::Black), (2, Color::White)]);
}

#[test]
fn a_refused_step_says_why_and_lets_go() {
    let mut play = laid_out(GameId::Charismatic, "3k4/8/8/8/8/8/8/R3K3[] w - - 0 9 - -");
    play.to(Event::Tap(play.at("a1")));
    play.to(Event::Tap(play.at("b3")));
    assert!(play.table.refusal().is_some());
    assert_eq!((play.table.pick(), play.steps().len()), (None, 0));
}

#[test]
fn history_is_looked_at_without_losing_the_unfinished_turn() {
    let mut play = laid_out(GameId::Charismatic, "3k4/8/8/8/8/8/8/R3K3[] w - - 0 9 - -");
    play.type_all("a1a5");
    assert_eq!(play.table.begun().len(), 1);
    play.to(Event::Show(Path::START));
    assert!(!play.table.is_open() && play.table.begun().is_empty());
    assert!(play.table.position().piece_at(play.at("a1")).is_some());
    play.to(Event::EndTurn);
    assert_eq!(play.steps().len(), 1);
    play.to(Event::Show(play.table.game().live()));
    play.to(Event::Undo);
    assert!(play.steps().is_empty());
}

#[test]
fn the_last_turn_is_that_before_the_place_where_one_stands() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.type_all("e2e4 e7e5");
    let game = play.table.game();
    let turns: Vec<_> = game.main_line().collect();
    let (first, live) = (game.behind(turns[0]), game.live());
    assert_eq!(play.table.last_turn(), Some(turns[1]));
    play.to(Event::Show(first));
    assert_eq!(play.table.last_turn(), Some(turns[0]));
    play.to(Event::Show(Path::START));
    assert_eq!(play.table.last_turn(), None);
    play.to(Event::Show(live));
    assert_eq!(play.table.last_turn(), Some(turns[1]));
    assert_ne!(turns[0], Game::ROOT);
}

fn squares(play: &Play, names: &[&str]) -> Vec<Square> {
    names.iter().map(|name| play.at(name)).collect()
}

#[test]
fn squares_from_which_a_piece_would_check_a_contramatic_king_are_forbidden() {
    let mut play = laid_out(GameId::Contramatic, "4k3/8/8/8/8/8/3R4/4K3[] w - - 0 9 -");
    play.to(Event::Tap(play.at("d2")));
    assert_eq!(play.table.forbidden(), squares(&play, &["e2", "d8"]));
    let e2 = play.at("e2");
    assert!(!play.table.targets().iter().any(|&(to, _)| to == e2));
    let mut play = laid_out(GameId::Charismatic, "4k3/8/8/8/8/8/3R4/4K3[] w - - 0 9 - -");
    play.to(Event::Tap(play.at("d2")));
    assert!(play.table.forbidden().is_empty());
}

#[test]
fn a_piece_placed_with_a_forbidden_check_is_marked_at_once() {
    let mut play = Play::new(here(GameId::Contramatic));
    place(&mut play, Role::Rook, "e2");
    assert_eq!(play.table.forbidden(), squares(&play, &["e2"]));
    play.to(Event::Undo);
    assert!(play.table.forbidden().is_empty());
    place(&mut play, Role::Rook, "e2");
    play.to(Event::Show(Path::START));
    assert!(play.table.forbidden().is_empty(), "nothing is forbidden where one only looks");
}

#[test]
fn what_is_drawn_for_a_turn_is_told_as_long_as_it_lasts() {
    let (mut play, hand) = drawn();
    let all = play.table.drawn();
    assert_eq!(all.total(), 5);
    place(&mut play, hand[0], "c3");
    assert_eq!(play.table.drawn(), all);
    assert_eq!(play.table.position().hand().total(), 4);
}

#[test]
fn the_step_to_a_square_is_that_of_the_piece_chosen() {
    let mut play = Play::new(here(GameId::Orthodox));
    let (e2, e4, e5) = (play.at("e2"), play.at("e4"), play.at("e5"));
    assert_eq!(play.table.step_to(e4), None);
    play.to(Event::Tap(e2));
    assert_eq!(play.table.step_to(e4), Some(Step::go(e2, e4)));
    assert_eq!(play.table.step_to(e5), None);
    assert_eq!(play.table.targets().len(), 2);
}
