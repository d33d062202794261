//! Baseline players, for measuring the strength of others.

use rules::games::charismatic::Charismatic;
use rules::{Actor, AnyPosition, Color, Phase, Position, Reserve, Role, Step, with_position};

use crate::chance::Chance;
use crate::charismatic::mate::{Mate, mate};

/// A simple player to compare with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Baseline {
    /// A random turn.
    Random,
    /// The turn after which it has the best material; it wins at once if it can.
    Greedy,
    /// The turn after which it has the best material after the opponent's best answer; it wins at
    /// once if it can.
    Depth2,
    /// A newcomer: like [`Baseline::Greedy`], but on average every fifth turn is random.
    Newcomer,
}

/// The number of turns considered if a turn has many steps.
const SAMPLES: usize = 24;
/// The number of sets of moves examined for a mate in Charismatic Chess.
const MATE_NODES: u64 = 20_000;

impl Baseline {
    /// The player with a name: `random`, `greedy`, `depth2`, `newcomer`.
    pub fn parse(name: &str) -> Option<Baseline> {
        match name {
            "random" => Some(Baseline::Random),
            "greedy" => Some(Baseline::Greedy),
            "depth2" => Some(Baseline::Depth2),
            "newcomer" => Some(Baseline::Newcomer),
            _ => None,
        }
    }

    /// The rest of the turn, including `end` if the game has it. `None` if the game is over, if
    /// chance is to act, or if this turn can no longer be ended.
    pub fn turn(self, position: &AnyPosition, chance: &mut Chance) -> Option<Vec<Step>> {
        match position {
            AnyPosition::Charismatic(position) => self.play_charismatic(position, chance),
            other => with_position!(other, position => self.play(position, chance)),
        }
    }

    /// How it plays this turn: a newcomer now thinks, and now does not.
    fn mood(self, chance: &mut Chance) -> Baseline {
        match self {
            Baseline::Newcomer if chance.below(5) == 0 => Baseline::Random,
            Baseline::Newcomer => Baseline::Greedy,
            other => other,
        }
    }

    fn play<P: Position>(self, position: &P, chance: &mut Chance) -> Option<Vec<Step>> {
        if position.phase() == Phase::Placement {
            return place(position, chance);
        }
        let mood = self.mood(chance);
        let mut turn = Vec::new();
        let mut now = *position;
        loop {
            let step = mood.pick(&now, chance)?;
            now.play(step, &mut ());
            turn.push(step);
            if now.turn() != position.turn() || now.outcome().is_some() {
                return Some(turn);
            }
        }
    }

    /// The next step of a turn of movement.
    fn pick<P: Position>(self, position: &P, chance: &mut Chance) -> Option<Step> {
        let steps = position.list();
        if self == Baseline::Random {
            return chance.pick(&steps).copied();
        }
        let worths = steps.iter().map(|&step| {
            let mut after = *position;
            after.play(step, &mut ());
            match self {
                Baseline::Depth2 => worst(&after, position.turn()),
                _ => material(&after, position.turn()),
            }
        });
        let worths: Vec<i32> = worths.collect();
        pick_best(&steps, &worths, chance).copied()
    }

    fn play_charismatic(self, position: &Charismatic, chance: &mut Chance) -> Option<Vec<Step>> {
        if position.actor() == Actor::Chance || position.outcome().is_some() {
            return None;
        }
        if position.phase() == Phase::Placement {
            return place(position, chance);
        }
        let mood = self.mood(chance);
        if mood == Baseline::Random {
            return Some(turn_by(position, chance, |_, _| 0));
        }
        if let (Mate::Found(turn), _) = mate(position, MATE_NODES, &|| false) {
            return Some(turn);
        }
        let turns: Vec<Vec<Step>> = (0..SAMPLES).map(|_| turn_by(position, chance, gain)).collect();
        let worths = turns.iter().map(|turn| {
            let after = played(position, turn);
            match mood {
                Baseline::Depth2 => {
                    let reply = turn_by(&after, chance, gain);
                    worth_now(&played(&after, &reply), position.turn())
                }
                _ => worth_now(&after, position.turn()),
            }
        });
        let worths: Vec<i32> = worths.collect();
        pick_best(&turns, &worths, chance).cloned()
    }
}

/// The rest of a turn of placement, by the rules' "place for me"; `None` if it cannot be ended.
fn place<P: Position>(position: &P, chance: &mut Chance) -> Option<Vec<Step>> {
    let mut turn = position.place_rest(&mut |below| chance.below(below));
    let after = played(position, &turn);
    after.is_legal(Step::End).then(|| {
        turn.push(Step::End);
        turn
    })
}

/// The position after the steps.
fn played<P: Position>(position: &P, turn: &[Step]) -> P {
    let mut after = *position;
    for &step in turn {
        after.play(step, &mut ());
    }
    after
}

/// One of the items with the highest worth.
fn pick_best<'a, T>(items: &'a [T], worths: &[i32], chance: &mut Chance) -> Option<&'a T> {
    let &best = worths.iter().max()?;
    let best: Vec<&T> = items
        .iter()
        .zip(worths)
        .filter(|&(_, &worth)| worth == best)
        .map(|(item, _)| item)
        .collect();
    chance.pick(&best).copied()
}

/// A turn of Charismatic Chess, step by step: each is any of the steps with the highest value. It
/// continues while there is something to gain, and sometimes beyond.
fn turn_by(
    position: &Charismatic,
    chance: &mut Chance,
    worth: impl Fn(&Charismatic, Step) -> i32,
) -> Vec<Step> {
    let mut after = *position;
    let mut turn = Vec::new();
    for _ in 0..position.steps_left() {
        let steps = after.list();
        let steps: Vec<Step> = steps.into_iter().filter(|&step| step != Step::End).collect();
        let worths: Vec<i32> = steps.iter().map(|&step| worth(&after, step)).collect();
        let can_end = after.is_legal(Step::End);
        let Some(&step) = pick_best(&steps, &worths, chance) else { break };
        let gains = worths.iter().any(|&worth| worth > 0);
        if can_end && !gains && chance.below(3) == 0 {
            break;
        }
        let mut next = after;
        next.play(step, &mut ());
        if next.escape().is_none() {
            break;
        }
        after = next;
        turn.push(step);
    }
    // There is a way to the end: it was looked for after each step.
    turn.extend(after.escape().unwrap_or_default());
    turn.push(Step::End);
    turn
}

/// The value of what a step captures and promotes to, in pawns.
fn gain(position: &Charismatic, step: Step) -> i32 {
    match step {
        Step::Move { to, into, .. } => {
            position.piece_at(to).map_or(0, |piece| worth(piece.role)) + into.map_or(0, worth)
        }
        _ => 0,
    }
}

/// The least material that the opponent's best reply leaves.
fn worst<P: Position>(position: &P, us: Color) -> i32 {
    let now = material(position, us);
    if now.abs() >= WON || position.turn() == us {
        return now;
    }
    let replies = position.list().into_iter().map(|step| {
        let mut after = *position;
        after.play(step, &mut ());
        material(&after, us)
    });
    replies.min().unwrap_or(now)
}

/// The value of a won game, as material.
const WON: i32 = 1_000_000;

/// The material of a side less that of the other; a game that is over counts more than that.
fn material<P: Position>(position: &P, us: Color) -> i32 {
    if let Some(outcome) = position.outcome() {
        return match outcome.winner {
            Some(winner) if winner == us => WON,
            Some(_) => -WON,
            None => 0,
        };
    }
    worth_now(position, us)
}

/// The material of a side less that of the other, in pawns.
pub(crate) fn worth_now<P: Position>(position: &P, us: Color) -> i32 {
    let worth_of = |color| {
        let on_board = P::SPEC.roles.iter().map(|&(role, _)| {
            use rules::Bits;
            position.pieces_of(color, role).count() as i32 * worth(role)
        });
        on_board.sum::<i32>() + off_board(position.reserve(color))
    };
    worth_of(us) - worth_of(!us)
}

fn off_board(reserve: Reserve) -> i32 {
    reserve.roles().map(|role| reserve.count(role) as i32 * worth(role)).sum()
}

/// The value of a piece, in pawns: in Chess with Batteries as found by play, elsewhere the usual
/// values.
pub fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::Soldier | Role::Man => 1,
        Role::Knight | Role::Bishop | Role::Diag => 3,
        Role::Rook | Role::Orthog | Role::Equine | Role::Agent | Role::Battery => 5,
        Role::Queen | Role::Lady => 9,
        Role::King | Role::ContramaticKing | Role::President => 0,
    }
}

/// A random turn: for varied openings.
pub fn any_turn(position: &AnyPosition, chance: &mut Chance) -> Option<Vec<Step>> {
    let over = with_position!(position, p => p.outcome().is_some());
    if over { None } else { Baseline::Random.turn(position, chance) }
}
