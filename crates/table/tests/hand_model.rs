//! What the hand does on the board, in positions at random of every game, against what a plain reading
//! of the legal steps makes of it.

use crate::play;

use play::{Play, from, here};
use rules::{Actor, AnyPosition, Color, GameId, Phase, Role, Square, Step};
use table::{Event, Pick};
use testkit::chance::Chance;

/// How the table stands before the hand does something.
struct Before {
    position: AnyPosition,
    /// Where the steps of the turn that may be changed begin, and those steps.
    begun: AnyPosition,
    turn: Vec<Step>,
    pick: Option<Pick>,
}

/// What is to come of it: what is chosen then, and the steps of the turn; none: they are refused.
#[derive(PartialEq, Debug)]
enum Wanted {
    Chosen(Option<Pick>),
    Turn(Vec<Step>),
    Step(Step),
    Refused,
}

impl Before {
    fn of(play: &Play) -> Before {
        let game = play.table.game();
        let turn = game.turn_steps().to_vec();
        let all = game.count(game.live());
        let begun = *game.position(game.place(all - turn.len()));
        let position = *game.live_position();
        Before { position, begun, turn, pick: play.table.view().pick }
    }

    /// The role of the piece that was dropped on a square in this turn of a placement.
    fn placed(&self, square: Square) -> Option<Role> {
        let mut drops = self.turn.iter().filter_map(|step| match *step {
            Step::Drop { role, to } if to == square => Some(role),
            _ => None,
        });
        drops.next().filter(|_| self.position.phase() == Phase::Placement)
    }

    fn is_loose(&self, square: Square) -> bool {
        let piece = self.position.piece_at(square);
        let is_own = piece.is_some_and(|piece| piece.color == self.position.turn());
        is_own && (self.position.phase() == Phase::Movement || self.placed(square).is_some())
    }

    /// The position if the turn had these steps.
    fn with(&self, turn: &[Step]) -> Option<AnyPosition> {
        let mut now = self.begun;
        for &step in turn {
            if now.why_not(step).is_some() {
                return None;
            }
            now.play(step);
        }
        Some(now)
    }

    fn without(&self, square: Square) -> Vec<Step> {
        let is_other = |step: &Step| !matches!(*step, Step::Drop { to, .. } if to == square);
        self.turn.iter().copied().filter(is_other).collect()
    }

    /// Where what is chosen may go, and whether fewer pieces are on the board then.
    fn targets(&self, pick: Option<Pick>) -> Vec<(Square, bool)> {
        let drops = |position: &AnyPosition, wanted: Role| -> Vec<(Square, bool)> {
            let to = |step: Step| match step {
                Step::Drop { role, to } => (role == wanted).then_some((to, false)),
                _ => None,
            };
            position.list().into_iter().filter_map(to).collect()
        };
        let mut found = match pick {
            Some(Pick::Reserve(role)) => drops(&self.position, role),
            Some(Pick::Piece(from)) if self.placed(from).is_some() => {
                let without = self.with(&self.without(from));
                let role = self.placed(from).unwrap();
                let mut found = without.map(|it| drops(&it, role)).unwrap_or_default();
                found.retain(|(to, _)| *to != from);
                found
            }
            Some(Pick::Piece(chosen) | Pick::Promotion(chosen, _)) => {
                let count = |position: &AnyPosition| {
                    let squares = position.spec().shape.all();
                    squares.filter(|&square| position.piece_at(square).is_some()).count()
                };
                let to = |step: Step| match step {
                    Step::Move { from, to, .. } if from == chosen => {
                        let mut after = self.position;
                        after.play(step);
                        Some((to, count(&after) < count(&self.position)))
                    }
                    _ => None,
                };
                self.position.list().into_iter().filter_map(to).collect()
            }
            Some(Pick::Empty(_)) | None => Vec::new(),
        };
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a piece of the kind is off the board, for the side to move to place or to drop.
    fn holds(&self, role: Role) -> bool {
        let held = table::droppable(&self.position);
        held.iter().any(|&(kind, _)| kind == role)
    }

    fn is_droppable(&self, wanted: Role) -> bool {
        !self.targets(Some(Pick::Reserve(wanted))).is_empty()
    }

    fn promotions(&self, from: Square, to: Square) -> Vec<Role> {
        let into = |step: Step| match step {
            Step::Move { from: f, to: t, into } if f == from && t == to => into,
            _ => None,
        };
        self.position.list().into_iter().filter_map(into).collect()
    }

    fn step(&self, step: Step) -> Wanted {
        if self.position.why_not(step).is_none() { Wanted::Step(step) } else { Wanted::Refused }
    }

    fn turned(&self, turn: Vec<Step>) -> Wanted {
        if self.with(&turn).is_some() { Wanted::Turn(turn) } else { Wanted::Refused }
    }

    fn put(&self, pick: Pick, to: Square) -> Wanted {
        match pick {
            Pick::Piece(from) if self.placed(from).is_some() => {
                let moved = |&step: &Step| match step {
                    Step::Drop { role, to: at } if at == from => Step::Drop { role, to },
                    other => other,
                };
                self.turned(self.turn.iter().map(moved).collect())
            }
            Pick::Piece(from) if !self.promotions(from, to).is_empty() => {
                Wanted::Chosen(Some(Pick::Promotion(from, to)))
            }
            Pick::Piece(from) => self.step(Step::go(from, to)),
            Pick::Reserve(role) => self.step(Step::Drop { role, to }),
            Pick::Empty(_) | Pick::Promotion(..) => Wanted::Chosen(None),
        }
    }

    fn choose(&self, square: Square) -> Option<Pick> {
        let enters = |step: Step| matches!(step, Step::Drop { to, .. } if to == square);
        if self.is_loose(square) {
            Some(Pick::Piece(square))
        } else {
            let is_entered = self.position.list().into_iter().any(enters);
            is_entered.then_some(Pick::Empty(square))
        }
    }

    /// What is to come of an event.
    fn wanted(&self, event: &Event) -> Wanted {
        let chosen = Wanted::Chosen;
        match (event, self.pick) {
            (Event::LetGo, _) => chosen(None),
            (&Event::Tap(square), Some(Pick::Piece(from))) => {
                let goes = self.targets(self.pick).iter().any(|&(to, _)| to == square);
                match () {
                    () if from == square => chosen(None),
                    () if self.is_loose(square) && !goes => chosen(Some(Pick::Piece(square))),
                    () => self.put(Pick::Piece(from), square),
                }
            }
            (&Event::Tap(square), Some(Pick::Reserve(role))) if !self.is_loose(square) => {
                self.put(Pick::Reserve(role), square)
            }
            (&Event::Tap(square), Some(Pick::Empty(at))) if at == square => chosen(None),
            (&Event::Tap(square), _) => chosen(self.choose(square)),
            (&Event::TapReserve(role), Some(Pick::Empty(at))) => self.put(Pick::Reserve(role), at),
            (&Event::TapReserve(role), pick) if pick == Some(Pick::Reserve(role)) => chosen(None),
            (&Event::TapReserve(role), _) if self.holds(role) && !self.is_droppable(role) => {
                Wanted::Refused
            }
            (&Event::TapReserve(role), _) => {
                chosen(self.is_droppable(role).then_some(Pick::Reserve(role)))
            }
            (&Event::Lift(at), pick) => {
                chosen(if self.is_loose(at) { Some(Pick::Piece(at)) } else { pick })
            }
            (&Event::LiftReserve(role), pick) => {
                chosen(if self.is_droppable(role) { Some(Pick::Reserve(role)) } else { pick })
            }
            (Event::Drop(None), Some(Pick::Piece(from))) if self.placed(from).is_some() => {
                self.turned(self.without(from))
            }
            (&Event::Drop(Some(to)), Some(Pick::Piece(from))) if from == to => chosen(self.pick),
            (&Event::Drop(Some(to)), Some(pick)) => self.put(pick, to),
            (Event::Drop(_), _) => chosen(None),
            (&Event::Promote(Some(role)), Some(Pick::Promotion(from, to))) => {
                self.step(Step::Move { from, to, into: Some(role) })
            }
            (Event::Promote(_), _) => chosen(None),
            (other, _) => panic!("{other:?}"),
        }
    }
}

#[track_caller]
fn check(play: &mut Play, event: &Event, story: &str) {
    let before = Before::of(play);
    let wanted = before.wanted(event);
    let length = play.steps().len();
    play.to(event.clone());
    let view = play.table.view();
    let turn = play.table.game().turn_steps();
    let is_open = view.result.is_none() && view.position.actor() != Actor::Chance;
    match &wanted {
        Wanted::Chosen(pick) => {
            assert_eq!((view.pick, turn), (*pick, before.turn.as_slice()), "{story}");
            assert_eq!(view.refusal, None, "{story}");
            assert_eq!(play.steps().len(), length, "{story}");
        }
        Wanted::Turn(steps) => {
            assert_eq!((view.pick, turn, view.refusal), (None, steps.as_slice(), None), "{story}");
        }
        Wanted::Step(step) => {
            assert_eq!((view.pick, play.steps().last()), (None, Some(step)), "{story}");
            assert_eq!((play.steps().len(), view.refusal), (length + 1, None), "{story}");
        }
        Wanted::Refused => {
            assert!(view.refusal.is_some() && view.pick.is_none(), "{story}");
            assert_eq!((turn, play.steps().len()), (before.turn.as_slice(), length), "{story}");
        }
    }
    let now = Before::of(play);
    let mut targets = view.targets.clone();
    targets.sort_unstable();
    let pick = view.pick.filter(|_| is_open);
    assert_eq!(targets, now.targets(pick), "{story}: {pick:?}");
    let promotions = match pick {
        Some(Pick::Promotion(from, to)) => now.promotions(from, to),
        _ => Vec::new(),
    };
    assert_eq!(view.promotions, promotions, "{story}");
    assert_eq!(play.table.promotions(), promotions, "{story}");
    // The step to each target is one that is legal, of what is chosen.
    for (to, _) in targets {
        let placed = pick.is_some_and(
            |pick| matches!(pick, Pick::Piece(square) if now.placed(square).is_some()),
        );
        if matches!(pick, Some(Pick::Promotion(..))) || placed {
            continue;
        }
        let step = play.table.step_to(to).unwrap_or_else(|| panic!("{story}"));
        assert_eq!(now.position.why_not(step), None, "{story}");
        match (step, pick) {
            (Step::Move { from, to: at, .. }, Some(Pick::Piece(chosen))) => {
                assert_eq!((from, at), (chosen, to), "{story}");
            }
            (Step::Drop { role, to: at }, Some(Pick::Reserve(chosen))) => {
                assert_eq!((role, at), (chosen, to), "{story}");
            }
            other => panic!("{story}: {other:?}"),
        }
    }
}

/// A square that matters: that of a piece, a target, or any.
fn square(before: &Before, chance: &mut Chance) -> Square {
    let squares: Vec<Square> = before.position.spec().shape.all().collect();
    let any = |list: &[Square], chance: &mut Chance| list[chance.below(list.len())];
    let targets: Vec<Square> = before.targets(before.pick).into_iter().map(|(to, _)| to).collect();
    let loose: Vec<Square> =
        squares.iter().copied().filter(|&square| before.is_loose(square)).collect();
    match chance.below(8_u32) {
        0..=3 if !targets.is_empty() => any(&targets, chance),
        0..=5 if !loose.is_empty() => any(&loose, chance),
        _ => any(&squares, chance),
    }
}

fn role(before: &Before, chance: &mut Chance) -> Role {
    let roles = before.position.spec().roles;
    roles[chance.below(roles.len())].0
}

#[test]
fn the_hand_does_what_the_legal_steps_allow() {
    let mut seen = [0; 4];
    for (number, setup) in (0..).zip([
        here(GameId::Orthodox),
        here(GameId::Charismatic),
        here(GameId::Chessence),
        here(GameId::Batteries),
        here(GameId::CompleteContramatic),
        here(GameId::Magnetic),
        from(GameId::Orthodox, "3rk3/PP6/8/2pP4/8/8/1p4p1/R3K2R w KQ c6 0 1"),
        from(GameId::Charismatic, "3k4/P6p/8/8/8/8/p7/R3K2R[] w - - 0 9 - -"),
        from(GameId::Contramatic, "4k3/P7/8/8/8/8/p7/R3K2R[] w - - 0 1 -"),
    ]) {
        for seed in 0..12 {
            let mut chance = Chance(seed << 8 | number);
            let mut play = Play::new(setup.clone());
            let mut story = format!("{} {seed}", setup.game.start().fen());
            for _ in 0..160 {
                let before = Before::of(&play);
                if play.table.view().result.is_some() {
                    break;
                }
                if before.position.actor() == Actor::Chance {
                    play.to(Event::Draw);
                    continue;
                }
                let event = match chance.below(40_u32) {
                    0..=11 => Event::Tap(square(&before, &mut chance)),
                    12..=15 => Event::TapReserve(role(&before, &mut chance)),
                    16..=21 => Event::Lift(square(&before, &mut chance)),
                    22..=24 => Event::LiftReserve(role(&before, &mut chance)),
                    25..=31 => Event::Drop(Some(square(&before, &mut chance))),
                    32 => Event::Drop(None),
                    33..=34 => Event::Promote(Some(role(&before, &mut chance))),
                    35 => Event::Promote(None),
                    36 => Event::LetGo,
                    _ => {
                        // The game goes on: a step at random, or the end of the turn.
                        let steps = before.position.list();
                        if steps.is_empty() {
                            play.to(Event::UndoTo(0));
                            continue;
                        }
                        let step = steps[chance.below(steps.len())];
                        story += &format!(" {step:?}");
                        play.to(Event::Step(step));
                        continue;
                    }
                };
                story += &format!(" {event:?}");
                check(&mut play, &event, &story);
                seen[0] += usize::from(matches!(play.table.pick(), Some(Pick::Empty(_))));
                seen[1] += usize::from(matches!(play.table.pick(), Some(Pick::Promotion(..))));
                seen[2] += usize::from(play.table.view().targets.iter().any(|(_, takes)| *takes));
                seen[3] += usize::from(before.position.turn() == Color::Black);
            }
        }
    }
    assert!(seen.iter().all(|&times| times > 40), "{seen:?}");
}
