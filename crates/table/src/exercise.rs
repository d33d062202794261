//! Lessons and puzzles at a table.

use record::Game;
use rules::{Refusal, Step};

use crate::event::{Event, Request, Think};
use crate::puzzle::Deed;
use crate::table::{Purpose, Table};

impl Table {
    /// Whether a lesson or a puzzle is playing turns by itself.
    pub(crate) fn plays_exercise(&self) -> bool {
        match &self.purpose {
            Purpose::Lesson(lesson) => lesson.state() == crate::LessonState::Showing,
            Purpose::Puzzle(puzzle) => puzzle.plays(),
            _ => false,
        }
    }

    /// Whoever touches the board after a wrong turn tries again.
    pub(crate) fn try_again(&mut self) {
        let again = match &self.purpose {
            Purpose::Lesson(lesson) => lesson.is_missed(),
            Purpose::Puzzle(puzzle) => puzzle.is_missed(),
            _ => false,
        };
        if again {
            self.lay_out();
        }
    }

    /// The position of the task, or of the puzzle's stage, again.
    fn lay_out(&mut self) {
        let game = match &mut self.purpose {
            Purpose::Lesson(lesson) => {
                lesson.again();
                Game::new(lesson.task().start)
            }
            Purpose::Puzzle(puzzle) => puzzle.again(),
            _ => return,
        };
        self.set_game(game);
    }

    /// A step was taken: what the lesson or the puzzle says to it.
    pub(crate) fn answer_task(&mut self, out: &mut Vec<Request>) {
        let turn = self.game.tip();
        let (steps, over) = (self.game.steps(turn).to_vec(), self.game.is_whole(turn));
        let (after, verdict) = (*self.game.live_position(), self.game.verdict());
        match &mut self.purpose {
            Purpose::Lesson(lesson) => lesson.judge(&steps, over, &after, verdict),
            Purpose::Puzzle(puzzle) if over && puzzle.is_open() => {
                let deed = puzzle.judge(&steps, verdict);
                self.do_for_puzzle(deed, out);
            }
            Purpose::Puzzle(puzzle) if over && puzzle.plays() => {
                let deed = puzzle.played(&self.game);
                self.do_for_puzzle(deed, out);
            }
            _ => {}
        }
    }

    pub(crate) fn refuse_task(&mut self, refusal: &Refusal) {
        if let Purpose::Lesson(lesson) = &mut self.purpose {
            lesson.refuse(refusal);
        }
    }

    fn do_for_puzzle(&mut self, deed: Deed, out: &mut Vec<Request>) {
        match deed {
            Deed::Play(turn) => self.computer.play(&turn, out),
            Deed::Ask => self.ask_engine(Think::Puzzle, out),
            Deed::Nothing => {}
        }
    }

    /// The computer's answer for a puzzle.
    pub(crate) fn answer_puzzle(&mut self, turn: &[Step], out: &mut Vec<Request>) {
        if let Purpose::Puzzle(puzzle) = &mut self.purpose {
            let deed = puzzle.heard(turn);
            self.do_for_puzzle(deed, out);
        }
    }

    /// The computer has no answer for a puzzle, or one that the rules refuse.
    pub(crate) fn give_up_puzzle(&mut self) {
        if let Purpose::Puzzle(puzzle) = &mut self.purpose {
            puzzle.gave_up();
        }
    }

    /// The hint of a puzzle.
    pub(crate) fn hint_puzzle(&mut self) -> bool {
        let made = self.game.turn_steps().to_vec();
        let Purpose::Puzzle(puzzle) = &mut self.purpose else { return false };
        self.pointed = puzzle.hint(&made);
        true
    }

    pub(crate) fn exercise(&mut self, event: Event, out: &mut Vec<Request>) {
        self.computer.leave(out);
        match (event, &mut self.purpose) {
            (Event::Again, _) => self.lay_out(),
            (Event::Next, Purpose::Lesson(lesson)) => {
                lesson.next();
                let start = lesson.task().start;
                self.set_game(Game::new(start));
            }
            (Event::ShowSolution, Purpose::Lesson(lesson)) => {
                lesson.show();
                let task = lesson.task();
                let (game, solution) = (Game::new(task.start), task.solution.clone());
                self.set_game(game);
                self.computer.play(&solution, out);
            }
            (Event::ShowSolution, Purpose::Puzzle(puzzle)) => {
                let (game, deed) = puzzle.show();
                self.set_game(game);
                self.do_for_puzzle(deed, out);
            }
            (Event::Refute, Purpose::Puzzle(puzzle)) => {
                let deed = puzzle.refute();
                self.do_for_puzzle(deed, out);
            }
            _ => {}
        }
    }
}
