//! Thoughts: the computer's turns, advice, and whether it agrees to a draw.

use rules::{Actor, Step};

use crate::computer::Doing;
use crate::event::{Event, Moment, Request, Think};
use crate::keep::Keeping;
use crate::said::Sentence;
use crate::table::{AGREEABLE, Level, Purpose, Seat, Table};

impl Table {
    pub(crate) fn ask_engine(&mut self, about: Think, out: &mut Vec<Request>) {
        self.computer.think(about, self.game.save_line(), out);
        self.wanted = Some(about);
    }

    /// The computer's colour and level, if its turn has come.
    pub(crate) fn computer_to_move(&self) -> Option<Level> {
        let is_played = matches!(self.purpose, Purpose::Play) && self.game.verdict().is_none();
        match self.seat_of(self.game.live_position().turn()) {
            Seat::Computer(level) if is_played => Some(level),
            _ => None,
        }
    }

    /// Begins the computer's turn if that has come, and gives it up if it is gone.
    pub(crate) fn consider(&mut self, out: &mut Vec<Request>) {
        let is_asked = self.wanted.is_some_and(|wanted| !matches!(wanted, Think::Turn(_)));
        match (self.computer_to_move(), self.computer.doing()) {
            (Some(level), Doing::Nothing) if self.keeper.state() != Keeping::Reading => {
                if self.game.live_position().actor() == Actor::Chance {
                    // It draws before it thinks.
                    self.computer.play(&[], out);
                } else {
                    self.ask_engine(Think::Turn(level), out);
                }
            }
            (None, Doing::Thinks) if is_asked => {}
            (None, Doing::Nothing) | (Some(_), _) => {}
            (None, Doing::Plays) if self.plays_exercise() => {}
            (None, _) => {
                self.computer.leave(out);
                self.wanted = None;
            }
        }
    }

    pub(crate) fn thinking(&mut self, moment: Moment, event: Event, out: &mut Vec<Request>) {
        match event {
            Event::Thought { id, thought } if self.computer.is_awaited(id) => {
                let about = self.wanted.take();
                match (about, thought) {
                    (Some(Think::Turn(_)), Some(thought)) => self.computer.play(&thought.turn, out),
                    (Some(Think::Hint), Some(thought)) => {
                        self.computer.leave(out);
                        self.hint = Some(thought);
                    }
                    (Some(Think::Draw), Some(thought)) => {
                        self.computer.leave(out);
                        if thought.score >= AGREEABLE {
                            self.end(out);
                            self.game.agree_draw();
                            out.push(Request::Say(Sentence::new("computer.agrees")));
                        } else {
                            self.refuse(Sentence::new("computer.declines"), out);
                        }
                    }
                    (Some(Think::Puzzle), Some(thought)) => {
                        self.computer.leave(out);
                        self.answer_puzzle(&thought.turn, out);
                    }
                    (Some(Think::Turn(_) | Think::Puzzle), None) => self.fail(out),
                    (_, None) => {
                        self.computer.leave(out);
                        self.refuse(Sentence::new("computer.no-hint"), out);
                    }
                    (None, Some(_)) => self.computer.leave(out),
                }
            }
            Event::ThoughtFailed(id) if self.computer.is_awaited(id) => match self.wanted.take() {
                Some(Think::Turn(_) | Think::Puzzle) => self.fail(out),
                _ => {
                    self.computer.leave(out);
                    self.refuse(Sentence::new("computer.no-hint"), out);
                }
            },
            Event::MoveNow => {
                let step = self.computer.hurry(out);
                self.perform(step, out);
            }
            Event::Hint if self.hint_puzzle() => {}
            Event::Hint => {
                let may = self.barred().is_none() && self.mail.is_none() && !self.explores();
                if may && self.ground().position.actor() != Actor::Chance {
                    self.ask_engine(Think::Hint, out);
                    out.push(Request::Say(Sentence::new("computer.looks")));
                }
            }
            Event::Woken(id) => {
                let draws = self.computer.doing() == Doing::Plays
                    && self.game.live_position().actor() == Actor::Chance;
                let is_own = self.computer.is_alarm(id);
                let step = self.computer.woken(id);
                if is_own && draws && self.computer_to_move().is_some() {
                    self.computer.leave(out);
                    return self.draw(moment, out);
                }
                if self.computer.doing() == Doing::Failed && is_own {
                    match self.wanted.take() {
                        Some(Think::Turn(_) | Think::Puzzle) => self.fail(out),
                        _ => self.computer.leave(out),
                    }
                }
                self.perform(step, out);
            }
            _ => {}
        }
    }

    pub(crate) fn fail(&mut self, out: &mut Vec<Request>) {
        if !matches!(self.purpose, Purpose::Play) {
            self.computer.leave(out);
            self.wanted = None;
            self.give_up_puzzle();
            return self.refuse(Sentence::new("puzzle.no-answer"), out);
        }
        self.computer.fail();
        self.wanted = None;
        out.push(Request::Say(Sentence::new("computer.failed")));
    }

    /// Takes the step that the computer has come to, and those that follow at once.
    pub(crate) fn perform(&mut self, step: Option<Step>, out: &mut Vec<Request>) {
        let mut next = step;
        while let Some(step) = next {
            let is_its = self.computer_to_move().is_some() || self.plays_exercise();
            if !is_its || matches!(step, Step::Draw(_)) || self.game.play(step).is_err() {
                self.fail(out);
                return;
            }
            self.touched = true;
            self.hint = None;
            self.note = None;
            self.cursor = None;
            next = self.computer.stepped(out);
            self.answer_task(out);
        }
    }
}
