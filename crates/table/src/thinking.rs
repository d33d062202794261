//! Thoughts: the computer's turns, advice, and its answer to a draw offer.

use rules::{Actor, AnyPosition, Color, Phase, Square, Step};

use crate::advice::{arrows, hint};
use crate::computer::{Doing, MANY, Thought};
use crate::event::{Event, Moment, Request, Think};
use crate::keep::Keeping;
use crate::sentence::{Sentence, Value};
use crate::table::{Level, Purpose, Seat, Table};

/// The computer accepts a draw if its score is below this or, after a long game, if it is not
/// ahead; in hundredths of a pawn.
const WORSE: i32 = -50;
/// The number of turns of both sides that make a game long.
const LONG: usize = 60;
/// The number of turns of both sides from the initial position before a draw is considered.
const EARLY: usize = 10;

/// The lowest level that resigns. Whoever plays the levels below learns to finish a game.
const RESIGNS: Level = 17;
/// For how many of its turns in a row the computer must be lost before it resigns: by then the player has
/// shown how to win.
const LOST_TURNS: u8 = 3;

/// The score that is lost if it stays so for that long, in hundredths of a pawn.
const LOST: i32 = -2000;
/// The score of who loses with the opponent's next turn.
const LOST_AT_ONCE: i32 = -29_998;

impl Table {
    pub(crate) fn ask_engine(&mut self, about: Think, out: &mut Vec<Request>) {
        self.ask(about, false, out);
    }

    /// Sends the request; `again`: after a failure.
    fn ask(&mut self, about: Think, again: bool, out: &mut Vec<Request>) {
        let seed = match about {
            Think::Turn(_) => self.opponent_seed,
            _ => self.adviser_seed,
        };
        let effort = about.effort(seed.unwrap_or_default());
        let effort = match about {
            Think::Turn(_) => self.within_time(effort),
            _ => effort,
        };
        self.computer.think(again, about, self.game.save_line(), effort, out);
        self.wanted = Some(about);
    }

    /// The computer's level, if its turn has come.
    pub(crate) fn computer_to_move(&self) -> Option<Level> {
        let is_played = matches!(self.purpose, Purpose::Play) && self.game.verdict().is_none();
        match self.seat_of(self.game.live_position().turn()) {
            Seat::Computer(level) if is_played => Some(level),
            _ => None,
        }
    }

    /// What the computer does about its turn, or about an exercise; not for advice.
    pub(crate) fn computer_does(&self) -> Doing {
        if self.computer_to_move().is_some() || self.computer.plays() {
            self.computer.doing()
        } else {
            Doing::Nothing
        }
    }

    /// Begins the computer's turn if it has come, and cancels it if it is gone.
    pub(crate) fn consider(&mut self, out: &mut Vec<Request>) {
        let is_asked = self.wanted.is_some_and(|wanted| !matches!(wanted, Think::Turn(_)));
        match (self.computer_to_move(), self.computer.doing()) {
            (Some(level), Doing::Nothing) if self.keeper.state() != Keeping::Reading => {
                if self.game.live_position().actor() == Actor::Chance {
                    // Draws come before the thought.
                    self.computer.play(&[], out);
                } else {
                    self.ask_engine(Think::Turn(level), out);
                }
            }
            (Some(_), _) if self.computer.plays() && self.is_live() => self.computer.go_on(out),
            (None, Doing::Thinks) if is_asked => {}
            (None, Doing::Nothing) | (Some(_), _) => {}
            (None, _) if self.computer.plays() && self.plays_exercise() => {}
            (None, _) => self.computer.leave(out),
        }
        if self.computer.doing() == Doing::Nothing {
            self.wanted = None;
        }
    }

    pub(crate) fn thinking(&mut self, moment: Moment, event: Event, out: &mut Vec<Request>) {
        match event {
            Event::Thought { id, thought } if self.computer.is_awaited(id) => {
                let Some(about) = self.wanted.take() else { return self.computer.leave(out) };
                self.thought(about, thought, out);
            }
            Event::ThoughtFailed(id) if self.computer.is_awaited(id) => {
                let Some(about) = self.wanted.take() else { return self.computer.leave(out) };
                // The engine may have crashed; another one may work.
                if self.computer.may_try_again() {
                    self.review_anew();
                    return self.ask(about, true, out);
                }
                self.no_thought(about, out);
            }
            // A hurried step is shown at once.
            Event::MoveNow if !self.is_live() => {}
            Event::MoveNow if self.is_about_to_draw() => {
                self.computer.leave(out);
                self.draw(moment, out);
            }
            Event::MoveNow => {
                let step = self.computer.hurry(out);
                self.perform(step, out);
            }
            Event::Hint if self.hint_exercise(out) => {}
            Event::Hint if self.may_hint() && self.wanted.is_none() => {
                // The arrows of the advice stand alone on the board.
                self.inspected = None;
                self.ask_engine(Think::Hint, out);
                out.push(Request::Say(Sentence::new("computer.looks")));
            }
            Event::Hint
                if self.wanted.is_none()
                    && self.mail.is_none()
                    && matches!(self.purpose, Purpose::Play) =>
            {
                let no = Sentence::new("computer.nothing-to-advise");
                self.refuse(self.barred().unwrap_or(no), out);
            }
            Event::Woken(id) => {
                let draws = self.is_about_to_draw() && self.is_live();
                let is_own = self.computer.is_alarm(id);
                let step = self.computer.woken(id, self.is_live());
                if is_own && draws {
                    self.computer.leave(out);
                    return self.draw(moment, out);
                }
                if self.computer.doing() == Doing::Failed
                    && is_own
                    && let Some(about) = self.wanted.take()
                {
                    // The engine that was asked need not continue.
                    out.push(Request::StopThinking { id });
                    self.no_thought(about, out);
                }
                self.perform(step, out);
            }
            _ => {}
        }
    }

    /// Handles a thought; empty: there is no turn to play.
    fn thought(&mut self, about: Think, thought: Option<Thought>, out: &mut Vec<Request>) {
        let Some(thought) = thought else {
            return match about {
                Think::Review => self.reviewed(true, out),
                about => self.no_thought(about, out),
            };
        };
        match about {
            Think::Turn(level) if self.resigns(level, thought.score) => {
                self.end(out);
                self.game.resign(self.game.live_position().turn());
            }
            Think::Turn(_) => self.computer.play(&thought.turn, out),
            Think::Puzzle => {
                self.computer.leave(out);
                self.answer_puzzle(&thought, out);
            }
            Think::Hint => {
                self.computer.leave(out);
                // A player who looks elsewhere does not see it.
                if self.is_live() {
                    self.advise(hint(self.game.live_position(), &thought), out);
                    self.hint = Some(thought);
                }
            }
            Think::Draw => {
                self.computer.leave(out);
                if self.agrees(thought.score) {
                    self.end(out);
                    self.game.agree_draw();
                    out.push(Request::Say(Sentence::new("computer.agrees")));
                } else {
                    self.advise(Sentence::new("computer.declines"), out);
                }
            }
            Think::Review => self.reviewed(true, out),
        }
    }

    /// Handles the failure of a thought.
    fn no_thought(&mut self, about: Think, out: &mut Vec<Request>) {
        let key = match about {
            Think::Turn(_) | Think::Puzzle => return self.fail(out),
            Think::Review => return self.reviewed(false, out),
            Think::Hint => "computer.no-hint",
            Think::Draw => "computer.no-answer",
        };
        self.computer.leave(out);
        self.refuse(Sentence::new(key), out);
    }

    /// Whether the computer waits for the board to rest before chance draws for it.
    fn is_about_to_draw(&self) -> bool {
        let draws = self.game.live_position().actor() == Actor::Chance;
        draws && self.computer.plays() && self.computer_to_move().is_some()
    }

    /// Shows a sentence that is no refusal.
    pub(crate) fn advise(&mut self, sentence: Sentence, out: &mut Vec<Request>) {
        self.refuse(sentence, out);
        self.advises = true;
    }

    /// Whether the computer accepts a draw, by the score of the side that offers it.
    fn agrees(&self, offering: i32) -> bool {
        let game = &self.game;
        let turns = game
            .main_line()
            .filter(|&turn| game.is_whole(turn) && game.before(turn).phase() == Phase::Movement)
            .count();
        let own = -offering;
        !(self.is_usual() && turns < EARLY) && (own <= WORSE || (turns >= LONG && own <= 0))
    }

    /// Whether the computer resigns instead of playing what it has found: it has been lost for a while. It
    /// resigns once: whoever takes that back wants to play the game to its end. So does whoever begins with
    /// a position of their own, and whoever is about to win with the next turn.
    fn resigns(&mut self, level: Level, score: i32) -> bool {
        let lost_for = &mut self.computer.lost_for;
        if score <= LOST_AT_ONCE {
            return false;
        }
        *lost_for = if score <= LOST { lost_for.saturating_add(1) } else { 0 };
        level >= RESIGNS && *lost_for == LOST_TURNS && self.is_usual()
    }

    /// Whether the game began from its initial position.
    fn is_usual(&self) -> bool {
        let start = self.game.start();
        *start == AnyPosition::initial(start.game())
    }

    /// Whether a hint can be given.
    pub(crate) fn may_hint(&self) -> bool {
        let is_open = self.barred().is_none() && self.mail.is_none() && !self.explores();
        is_open && self.ground().position.actor() != Actor::Chance
    }

    /// Whether a turn can be taken back without asking: by a player against the computer, even if
    /// the turn has ended the game.
    pub(crate) fn may_take_back(&self) -> Option<Color> {
        let own = !self.opponent()?.color;
        let is_played = matches!(self.purpose, Purpose::Play) && self.mail.is_none();
        (is_played && self.is_live() && self.has_finished(own)).then_some(own)
    }

    /// The arrows of the computer's advice; from a square to itself: a circle.
    pub fn advised(&self) -> Vec<(Square, Square)> {
        if self.analyses() {
            return self.best_arrows();
        }
        match (&self.hint, self.lapse_shown()) {
            (Some(thought), _) => arrows(&thought.turn),
            (None, Some(lapse)) => arrows(&lapse.better.turn),
            (None, None) => Vec::new(),
        }
    }

    pub(crate) fn fail(&mut self, out: &mut Vec<Request>) {
        if !matches!(self.purpose, Purpose::Play) {
            self.computer.leave(out);
            self.wanted = None;
            return self.give_up_puzzle(out);
        }
        self.computer.fail();
        self.wanted = None;
        out.push(Request::Say(Sentence::new("computer.failed")));
    }

    /// Plays the step that the computer has come to, and those that follow at once.
    pub(crate) fn perform(&mut self, step: Option<Step>, out: &mut Vec<Request>) {
        let mut next = step;
        let is_turn = step.is_some() && self.computer_to_move().is_some();
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
        // It is announced with the whole turn; a placement of fifteen pieces with their number.
        if is_turn && !self.computer.plays() {
            let turn = self.game.tip();
            let behind = self.game.behind(self.game.parent(turn));
            let before = self.game.before(turn);
            let drops = |step: &&Step| matches!(step, Step::Drop { .. });
            let count = self.game.steps(turn).iter().filter(drops).count();
            if before.phase() == Phase::Placement && count > MANY {
                let placed = Sentence::new("step.placed-all")
                    .with("color", Value::Color(before.turn()))
                    .with("count", Value::Count(count));
                self.tell_all(vec![placed], out);
            } else {
                self.tell_steps(behind, out);
            }
        }
    }
}
