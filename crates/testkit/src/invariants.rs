//! What holds in every position of every game, and of every step.

use std::collections::HashSet;
use std::ops::ControlFlow;

use rules::san::{parse, write};
use rules::sink::StepSink;
use rules::{
    Actor, AnyPosition, Bits, Color, Effect, GameId, Geometry, Phase, Piece, Position, Refusal,
    Reserve, Role, Square, Step, perft, with_position,
};

/// Wants no more sets after so many.
struct Stops {
    after: u32,
    calls: u32,
}

impl Stops {
    fn take(&mut self) -> ControlFlow<()> {
        self.calls += 1;
        if self.calls == self.after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<B: Bits> StepSink<B> for Stops {
    fn moves(&mut self, _: Square, _: B) -> ControlFlow<()> {
        self.take()
    }

    fn promotions(&mut self, _: Square, _: B, _: &[Role]) -> ControlFlow<()> {
        self.take()
    }

    fn shifted(&mut self, _: B, _: i32) -> ControlFlow<()> {
        self.take()
    }

    fn drops(&mut self, _: Role, _: B) -> ControlFlow<()> {
        self.take()
    }

    fn draw(&mut self, _: Reserve) -> ControlFlow<()> {
        self.take()
    }

    fn end(&mut self) -> ControlFlow<()> {
        self.take()
    }
}

/// Checks what can be said of a position alone.
///
/// # Panics
/// If something does not hold.
pub fn check<P: Position>(position: &P) {
    let fen = position.fen();
    let read = P::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(&read, position, "{fen}");
    assert_eq!(read.fen(), fen);
    assert_eq!(position.key(), position.recomputed_key(), "{fen}");
    assert_eq!(read.key(), position.key(), "{fen}");

    let list = position.list();
    let distinct: HashSet<Step> = list.iter().copied().collect();
    assert_eq!(distinct.len(), list.len(), "a step is listed twice in {fen}");
    assert_eq!(position.count(), list.len() as u64, "{fen}");
    assert_eq!(position.has_step(), !list.is_empty(), "{fen}");
    assert_eq!(perft(position, 1), list.len() as u64, "{fen}");
    assert_eq!(read.list(), list, "{fen}");
    for &step in &list {
        assert_eq!(position.why_not(step), None, "{} in {fen}", step.display(P::SPEC));
    }

    let mut all = Stops { after: u32::MAX, calls: 0 };
    assert!(position.steps(&mut all).is_continue(), "{fen}");
    for after in
        [1, all.calls / 2, all.calls].into_iter().filter(|after| (1..=all.calls).contains(after))
    {
        // A sink that has had enough gets nothing else.
        let mut stops = Stops { after, calls: 0 };
        assert!(position.steps(&mut stops).is_break(), "{fen}");
        assert_eq!(stops.calls, after, "{fen}");
    }

    let outcome = position.outcome();
    match outcome {
        Some(outcome) => {
            assert_eq!(outcome.ending.leaves_steps(), !list.is_empty(), "{outcome:?} in {fen}");
            assert!(!position.is_inside_turn(), "{fen}");
        }
        None => {
            assert!(!list.is_empty() || position.is_inside_turn(), "{fen} has no step");
        }
    }
    if list.contains(&Step::End) {
        let any = GameId::parse(P::SPEC.id).map(|game| AnyPosition::from_fen(game, &fen));
        assert!(any.is_some_and(|any| any.is_ok_and(|any| !any.is_stuck())), "{fen}");
    }

    let (white, black) = Color::ALL.map(|color| position.pieces(color)).into();
    assert!((white & black).is_empty(), "{fen}");
    for square in P::Geometry::ALL.squares() {
        let owner = position.piece_at(square).map(|piece| piece.color);
        assert_eq!(owner == Some(Color::White), white.has(square), "{fen}");
        assert_eq!(owner == Some(Color::Black), black.has(square), "{fen}");
    }
    for color in Color::ALL {
        assert!((position.royals(color) & !position.pieces(color)).is_empty(), "{fen}");
    }
    assert!((position.moved() & !position.pieces(position.turn())).is_empty(), "{fen}");
    match position.actor() {
        Actor::Player(color) => assert_eq!(color, position.turn(), "{fen}"),
        Actor::Chance => {
            assert!(list.iter().all(|step| matches!(step, Step::Draw(_))), "{fen}");
        }
    }
    assert_eq!(position.phase() == Phase::Placement, position.fullmove() == 0, "{fen}");
}

/// Checks a legal step: what it does, as it says, and that it is written and read.
///
/// # Panics
/// If something does not hold.
pub fn check_step(position: &AnyPosition, step: Step) {
    let before = format!("{} in {}", step.display(position.spec()), position.fen());
    let mut after = *position;
    let effects = after.play(step);
    let mut quiet = *position;
    with_position!(&mut quiet, p => p.play(step, &mut ()));
    assert_eq!(quiet, after, "{before}");
    with_position!(&after, p => check_arrival(p, &before));

    // The effects in order turn the one board into the other.
    let mut board = board(position);
    for &effect in &effects {
        let mut put = |square: Square, old: Option<Piece>, new: Option<Piece>| {
            assert_eq!(board[square.index()], old, "{before}: {effect:?}");
            board[square.index()] = new;
        };
        match effect {
            Effect::Slide { piece, from, to, .. } => {
                assert_ne!(from, to, "{before}");
                put(from, Some(piece), None);
                put(to, None, Some(piece));
            }
            Effect::Appear { piece, at } => put(at, None, Some(piece)),
            Effect::Vanish { piece, at } => put(at, Some(piece), None),
            Effect::Change { at, from, into } => put(at, Some(from), Some(into)),
        }
    }
    assert!(board == self::board(&after), "{before}");

    check_counters(position, step, &effects, &after, &before);

    let notation = step.display(position.spec()).to_string();
    assert_eq!(Step::parse(&notation, position.spec()), Ok(step));
    let san = write(position, step);
    assert_eq!(parse(position, &san), Ok(step), "{san}, {before}");
}

/// Checks the position that a step leads to, without what [`check`] checks when it is reached.
fn check_arrival<P: Position>(after: &P, before: &str) {
    let fen = after.fen();
    let read = P::from_fen(&fen).unwrap_or_else(|error| panic!("{fen} after {before}: {error}"));
    assert_eq!(&read, after, "{fen} after {before}");
    assert_eq!(after.key(), after.recomputed_key(), "{fen} after {before}");
}

fn board(position: &AnyPosition) -> Vec<Option<Piece>> {
    position.spec().shape.all().map(|square| position.piece_at(square)).collect()
}

/// Checks HALFMOVE, FULLMOVE and the side to move (docs/rules/README.md, "FEN").
fn check_counters(
    before: &AnyPosition,
    step: Step,
    effects: &[Effect],
    after: &AnyPosition,
    what: &str,
) {
    let mover = before.turn();
    let passes = after.turn() != mover;
    let is_reset = match step {
        Step::Drop { .. } => true,
        Step::Move { from, .. } => {
            let captures = effects.iter().any(|effect| matches!(effect, Effect::Vanish { .. }));
            let role = before.piece_at(from).map(|piece| piece.role);
            captures || matches!(role, Some(Role::Pawn | Role::Soldier))
        }
        Step::Draw(_) | Step::End => false,
    };
    let is_first = !before.is_inside_turn() && matches!(step, Step::Move { .. });
    let halfmove = match after.phase() {
        Phase::Placement => 0,
        Phase::Movement if is_reset => 0,
        Phase::Movement => before.halfmove() + u32::from(is_first),
    };
    assert_eq!(after.halfmove(), halfmove, "HALFMOVE after {what}");
    let fullmove = match (before.phase(), after.phase()) {
        (Phase::Placement, Phase::Movement) => 1,
        (Phase::Placement, Phase::Placement) => 0,
        _ => before.fullmove() + u32::from(passes && mover == Color::Black),
    };
    assert_eq!(after.fullmove(), fullmove, "FULLMOVE after {what}");
    if step == Step::End {
        assert!(passes && effects.is_empty(), "{what}");
    }
    // A turn of one step is over with it, also where the game is: a player who confirms turns has confirmed each end.
    let ends_within = before.most_steps() == 1 && !passes && after.outcome().is_some();
    assert!(!ends_within, "{what}");
    if passes {
        assert!(!after.is_inside_turn() && after.moved() == 0, "{what}");
    }
}

/// Calls `visit` with every step that a player could write: moves between any two squares, with
/// every letter and without, drops of every piece on every square, draws, `end`.
pub fn each_step<P: Position>(mut visit: impl FnMut(Step)) {
    let roles = || P::SPEC.roles.iter().map(|&(role, _)| role);
    for from in P::Geometry::ALL.squares() {
        for to in P::Geometry::ALL.squares() {
            visit(Step::go(from, to));
            for role in roles() {
                visit(Step::Move { from, to, into: Some(role) });
            }
        }
        for role in roles() {
            visit(Step::Drop { role, to: from });
        }
    }
    for role in roles() {
        visit(Step::Draw(Reserve::of(&[role])));
        visit(Step::Draw(Reserve::of(&[role; 5])));
    }
    visit(Step::Draw(P::SPEC.pieces));
    visit(Step::End);
}

/// Checks that exactly the steps listed are not refused, and that a reason names its rule, and pieces that stand where it
/// says. Calls `visit` with each refusal.
///
/// # Panics
/// If not.
pub fn check_refusals<P: Position>(position: &P, mut visit: impl FnMut(&Refusal)) {
    let what = |step: Step| format!("{} in {}", step.display(P::SPEC), position.fen());
    let legal: HashSet<Step> = position.list().into_iter().collect();
    for &step in &legal {
        assert_eq!(position.why_not(step), None, "{}", what(step));
    }
    // Most steps are refused: only the others are looked for among the legal ones, which takes longer than to refuse.
    each_step::<P>(|step| {
        let Some(refusal) = position.why_not(step) else {
            assert!(legal.contains(&step), "{} is not refused", what(step));
            return;
        };
        let names_its_rule = refusal.rule.split_once('#').is_some_and(|(_, to)| !to.is_empty());
        assert!(names_its_rule, "{refusal:?}: {}", what(step));
        for &(square, piece) in &refusal.pieces {
            assert_eq!(piece, position.piece_at(square), "{}: {}", refusal.reason, what(step));
        }
        visit(&refusal);
    });
}
