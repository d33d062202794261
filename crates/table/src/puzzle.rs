//! Puzzles: what is judged by the rules, by the turns that stand with the puzzle, and by the computer.

use record::{Game, Verdict};
use rules::{Color, Step};

/// An answer of the other side to a first turn, and the turns that then reach the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The answer.
    pub turn: Vec<Step>,
    /// What reaches the goal.
    pub then: Vec<Vec<Step>>,
}

/// A turn that leads to the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The turn.
    pub turn: Vec<Step>,
    /// The hardest answers to it, the hardest first; none in a puzzle of one turn.
    pub replies: Vec<Reply>,
}

/// What a puzzle does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleState {
    /// It waits for the solver's turn.
    Open,
    /// The turn was wrong.
    Missed,
    /// The computer is asked what speaks against it, or what answers it.
    Thinking,
    /// What speaks against it has been shown.
    Refuted,
    /// An answer or a solution is being played.
    Playing,
    /// It is through.
    Done,
}

/// Why turns are played by the puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plan {
    Answer,
    Refute,
    Show,
}

/// What the puzzle does next by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    Play(Vec<Step>),
    Ask,
    Nothing,
}

/// A puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    solutions: Vec<Solution>,
    turns: usize,
    steps: usize,
    solver: Color,
    state: PuzzleState,
    plan: Plan,
    /// How many turns of the solver were right.
    stage: usize,
    /// The game before each of the solver's turns.
    starts: Vec<Game>,
    replies: Vec<Reply>,
    /// Whether the wrong turn ended the game: nothing more can be shown then.
    ended: bool,
    misses: u32,
    hints: u32,
    shown: bool,
    /// The steps that hints have spoken of, and how often.
    hinted: Vec<(usize, Step, u32)>,
}

impl Puzzle {
    /// A puzzle of one turn or two, of at most so many steps where it is one; the side to move
    /// solves.
    pub fn new(start: &Game, solutions: Vec<Solution>, turns: usize, steps: usize) -> Puzzle {
        Puzzle {
            solutions,
            turns,
            steps,
            solver: start.live_position().turn(),
            state: PuzzleState::Open,
            plan: Plan::Answer,
            stage: 0,
            starts: vec![start.clone()],
            replies: Vec::new(),
            ended: false,
            misses: 0,
            hints: 0,
            shown: false,
            hinted: Vec::new(),
        }
    }

    /// What it does.
    pub fn state(&self) -> PuzzleState {
        self.state
    }

    /// The mistakes and the hints so far, and whether the solution was shown.
    pub fn account(&self) -> (u32, u32, bool) {
        (self.misses, self.hints, self.shown)
    }

    /// Whether a wrong turn can be refuted: it has not ended the game.
    pub fn may_refute(&self) -> bool {
        self.state == PuzzleState::Missed && !self.ended
    }

    pub(crate) fn is_open(&self) -> bool {
        self.state == PuzzleState::Open
    }

    pub(crate) fn is_done(&self) -> bool {
        self.state == PuzzleState::Done
    }

    pub(crate) fn is_missed(&self) -> bool {
        matches!(self.state, PuzzleState::Missed | PuzzleState::Refuted)
    }

    pub(crate) fn plays(&self) -> bool {
        self.state == PuzzleState::Playing
    }

    /// The position of this stage again.
    pub(crate) fn again(&mut self) -> Game {
        if self.state == PuzzleState::Done {
            self.stage = 0;
        }
        self.state = PuzzleState::Open;
        self.ended = false;
        self.starts[self.stage.min(self.starts.len() - 1)].clone()
    }

    fn miss(&mut self, ended: bool) -> Deed {
        self.state = PuzzleState::Missed;
        self.misses += 1;
        self.ended = ended;
        Deed::Nothing
    }

    /// The solver has finished a turn.
    pub(crate) fn judge(&mut self, turn: &[Step], verdict: Option<Verdict>) -> Deed {
        let made = sorted(turn);
        match verdict {
            Some(verdict) if verdict.winner == Some(self.solver) => {
                if self.turns > 1 || made.len() <= self.steps {
                    self.state = PuzzleState::Done;
                    return Deed::Nothing;
                }
                self.miss(true)
            }
            Some(_) => self.miss(true),
            None => {
                let first = self.solutions.iter().find(|one| sorted(&one.turn) == made);
                match first {
                    Some(first) if self.stage == 0 && self.turns > 1 => {
                        self.replies.clone_from(&first.replies);
                        self.plan = Plan::Answer;
                        self.go_on()
                    }
                    _ => self.miss(false),
                }
            }
        }
    }

    /// The other side's answer: that which stands with the puzzle, else the computer's.
    fn go_on(&mut self) -> Deed {
        match self.replies.first() {
            Some(reply) => {
                self.state = PuzzleState::Playing;
                Deed::Play(reply.turn.clone())
            }
            None => {
                self.state = PuzzleState::Thinking;
                Deed::Ask
            }
        }
    }

    /// Shows what speaks against the wrong turn.
    pub(crate) fn refute(&mut self) -> Deed {
        if !self.may_refute() {
            return Deed::Nothing;
        }
        self.plan = Plan::Refute;
        self.state = PuzzleState::Thinking;
        Deed::Ask
    }

    /// Shows the solution from here: the game to be laid out, and what is played.
    pub(crate) fn show(&mut self) -> (Game, Deed) {
        self.shown = true;
        let game = self.again();
        self.plan = Plan::Show;
        (game, self.show_on())
    }

    /// The next turn of the solution, by how many were shown or played rightly.
    fn show_on(&mut self) -> Deed {
        self.state = PuzzleState::Playing;
        if self.stage == 0 {
            let Some(first) = self.solutions.first() else { return Deed::Nothing };
            self.replies.clone_from(&first.replies);
            return Deed::Play(first.turn.clone());
        }
        match self.replies.first().and_then(|reply| reply.then.first()) {
            Some(turn) => Deed::Play(turn.clone()),
            None => {
                self.state = PuzzleState::Thinking;
                Deed::Ask
            }
        }
    }

    /// The computer's answer to what was asked.
    pub(crate) fn heard(&mut self, turn: &[Step]) -> Deed {
        if self.state != PuzzleState::Thinking {
            return Deed::Nothing;
        }
        self.state = PuzzleState::Playing;
        Deed::Play(turn.to_vec())
    }

    /// The computer gives no answer.
    pub(crate) fn gave_up(&mut self) {
        if matches!(self.state, PuzzleState::Thinking | PuzzleState::Playing) {
            self.state = PuzzleState::Missed;
        }
    }

    /// A turn was played by the puzzle: what follows.
    pub(crate) fn played(&mut self, game: &Game) -> Deed {
        if self.state != PuzzleState::Playing {
            return Deed::Nothing;
        }
        let solves = game.live_position().turn() == self.solver;
        match self.plan {
            Plan::Refute => {
                self.state = PuzzleState::Refuted;
                Deed::Nothing
            }
            Plan::Show if game.verdict().is_some() => {
                self.state = PuzzleState::Done;
                Deed::Nothing
            }
            Plan::Show if solves => {
                self.begin_stage(game);
                self.show_on()
            }
            Plan::Show => self.go_on(),
            Plan::Answer => {
                self.begin_stage(game);
                self.state = PuzzleState::Open;
                Deed::Nothing
            }
        }
    }

    fn begin_stage(&mut self, game: &Game) {
        self.stage = 1;
        self.starts.truncate(1);
        self.starts.push(game.clone());
    }

    /// A hint: the step to be taken next after those made in this turn, and whether its square is
    /// told, too. Nothing if the steps made lead nowhere.
    pub(crate) fn hint(&mut self, made: &[Step]) -> Option<(Step, bool)> {
        let accepted: Vec<&Vec<Step>> = match self.stage {
            0 => self.solutions.iter().map(|one| &one.turn).collect(),
            _ => self.replies.first().iter().flat_map(|reply| &reply.then).collect(),
        };
        let turn = accepted.into_iter().find(|turn| made.iter().all(|step| turn.contains(step)))?;
        let next = turn.iter().copied().find(|step| !made.contains(step))?;
        let stage = self.stage;
        let known = self.hinted.iter_mut().find(|(at, step, _)| (*at, *step) == (stage, next));
        let times = match known {
            Some((.., times)) => {
                *times += 1;
                *times
            }
            None => {
                self.hinted.push((stage, next, 1));
                1
            }
        };
        if times <= 2 {
            self.hints += 1;
        }
        Some((next, times > 1))
    }
}

/// A turn's steps, its end left out, in whatever order.
fn sorted(turn: &[Step]) -> Vec<Step> {
    let mut steps: Vec<Step> = turn.iter().copied().filter(|&step| step != Step::End).collect();
    steps.sort_unstable();
    steps
}
