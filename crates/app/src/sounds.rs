//! The sounds for what has happened at a table.

use rules::{Bits, Color, Step};
use table::Table;

/// The state that sounds are derived from, by comparison with the previous one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stand {
    /// How many steps were taken.
    steps: usize,
    /// Whether a step waits to be confirmed.
    is_held: bool,
    pieces: usize,
    /// How many royals are in check.
    checks: usize,
    /// How often something was refused.
    refusals: usize,
    /// How often it was said that a side has little time.
    #[cfg(feature = "whole")]
    warnings: usize,
}

impl Stand {
    pub(crate) fn of(table: &Table) -> Self {
        let position = table.position();
        let game = table.game();
        let is_held = table.held().is_some();
        let checked = |color: Color| {
            let royals = position.royals(color).squares();
            royals.filter(|&royal| position.attackers(royal, !color).any()).count()
        };
        let squares = position.spec().shape.all();
        Stand {
            refusals: table.refusals(),
            #[cfg(feature = "whole")]
            warnings: table.warnings(),
            steps: game.count(game.live()) + usize::from(is_held),
            is_held,
            pieces: squares.filter(|&square| position.piece_at(square).is_some()).count(),
            checks: match position.check() {
                Some(_) => Color::ALL.into_iter().map(checked).sum(),
                None => 0,
            },
        }
    }
}

/// The names of the sounds that belong to what has been done since (`tones.rs`).
pub(crate) fn sounds(before: Stand, table: &Table) -> Vec<&'static str> {
    let now = Stand::of(table);
    if now.refusals > before.refusals {
        return vec!["refused"];
    }
    #[cfg(feature = "whole")]
    if now.warnings > before.warnings {
        return vec!["check"];
    }
    let game = table.game();
    let last = game.turn_steps().last().or_else(|| game.steps(table.last_turn()?).last());
    let step = table.held().or_else(|| last.copied());
    let Some(step) = step.filter(|_| (now.steps > before.steps || now.is_held) && !before.is_held)
    else {
        return Vec::new();
    };
    let mut sounds = vec![match step {
        Step::End => "end",
        Step::Draw(_) => "draw",
        Step::Drop { .. } => "drop",
        Step::Move { .. } if now.pieces < before.pieces => "capture",
        Step::Move { .. } => "move",
    }];
    if game.verdict().is_some() {
        sounds.push("over");
    } else if now.checks > before.checks {
        sounds.push("check");
    }
    sounds
}

#[cfg(test)]
mod tests {
    use record::TimeControl;
    use record::game::{Brush, Mark};
    use rules::any::{AnyPosition, GameId};
    use table::{Event, Moment, Request, Setup};

    use super::*;

    fn sounds_after(table: &mut Table, event: Event) -> Vec<&'static str> {
        let before = Stand::of(table);
        table.handle(Moment { now: 0, random: 1 }, event);
        sounds(before, table)
    }

    fn step(table: &mut Table, text: &str) -> Vec<&'static str> {
        let step = Step::parse(text, table.position().spec()).unwrap();
        sounds_after(table, Event::Step(step))
    }

    #[test]
    fn each_kind_of_step_has_its_sound_and_what_changes_nothing_has_none() {
        let fen = "4k3/8/8/8/4p3/8/4R3/4K3[] w - - 0 9 - -";
        let start = AnyPosition::from_fen(GameId::Charismatic, fen).unwrap();
        let (mut table, _) = Table::new(Setup::here(start, ""));
        assert_eq!(sounds_after(&mut table, Event::LetGo), [""; 0]);
        assert_eq!(step(&mut table, "e2e4"), ["capture", "check"]);
        assert_eq!(step(&mut table, "e4e1"), ["refused"]);
        assert_eq!(step(&mut table, "e1e2"), ["move"]);
        assert_eq!(sounds_after(&mut table, Event::Undo), [""; 0]);
        assert_eq!(sounds_after(&mut table, Event::EndTurn), ["end"]);
    }

    #[test]
    fn what_is_refused_sounds_once_each_time() {
        let start = AnyPosition::initial(GameId::Magnetic);
        let (mut table, _) = Table::new(Setup::here(start, ""));
        for _ in 0..2 {
            assert_eq!(step(&mut table, "e2e5"), ["refused"]);
            assert!(table.refusal().is_some());
            // It is still shown why, but nothing new is refused.
            assert_eq!(sounds_after(&mut table, Event::Woken(9)), [""; 0]);
            let [from, to] = ["a1", "a2"].map(|name| start.spec().shape.parse(name).unwrap());
            let mark = Mark { brush: Brush::ALL[0], from, to };
            assert_eq!(sounds_after(&mut table, Event::Sketch(mark)), [""; 0]);
        }
    }

    #[test]
    fn a_side_that_has_little_time_sounds_once() {
        let mut setup = Setup::here(AnyPosition::initial(GameId::Magnetic), "");
        setup.game.set_clock(TimeControl::parse("30").map(|control| (control, 0)));
        let (mut table, _) = Table::new(setup);
        let step = Step::parse("c2c4", table.position().spec()).unwrap();
        let mut alarms = Vec::new();
        let mut sounding = Vec::new();
        for now in (0..29_000).step_by(1_000) {
            let before = Stand::of(&table);
            let woken: Vec<Event> =
                std::mem::take(&mut alarms).into_iter().map(Event::Woken).collect();
            let events = if now == 0 { vec![Event::Step(step)] } else { woken };
            for event in events {
                let out = table.handle(Moment { now, random: 1 }, event);
                alarms.extend(out.iter().filter_map(|request| match request {
                    Request::Wake { id, .. } => Some(*id),
                    _ => None,
                }));
            }
            sounding.extend(sounds(before, &table).into_iter().map(|sound| (now, sound)));
        }
        assert_eq!(sounding, [(0, "move"), (20_000, "check")]);
    }
}
