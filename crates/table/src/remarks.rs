//! Variations and annotations.

use record::Game;
use record::game::{Mark, Path};

use crate::event::{Event, Request};
use crate::report::with_commands;
use crate::sentence::Sentence;
use crate::table::{Purpose, Table};

impl Table {
    /// The current place, if marks can be stored with it: not in a lesson or a puzzle, and within a turn only
    /// where everything is tried.
    fn marked_place(&self) -> Option<Path> {
        let at = self.game.settle(self.place());
        let is_behind = self.game.is_whole(at.turn) && at == self.game.behind(at.turn);
        let is_stored = self.held.is_none() && (is_behind || self.analyses());
        (is_stored && !self.is_exercise()).then_some(at)
    }

    /// The arrows and circles in the position that is shown.
    pub fn marks(&self) -> &[Mark] {
        let (key, marks) = &self.sketches;
        match self.marked_place() {
            Some(at) if self.analyses() => self.game.marks_at(at),
            Some(at) => self.game.marks(at.turn),
            None if *key == self.position().key() => marks,
            None => &[],
        }
    }

    /// The player draws on the board as it is shown. Marks that cannot be stored with a turn
    /// disappear with the position.
    pub(crate) fn sketch(&mut self, mark: Mark, out: &mut Vec<Request>) {
        // The right button cancels a premove before it draws.
        if self.forget_premove(out) {
            return;
        }
        if let Some(at) = self.marked_place() {
            if self.analyses() {
                self.game.mark_at(at, mark);
            } else {
                self.game.mark(at.turn, mark);
            }
            self.touched = true;
            return;
        }
        let shape = self.position().spec().shape;
        if shape.is_hole(mark.from) || shape.is_hole(mark.to) {
            return;
        }
        let mut marks = self.marks().to_vec();
        let was_there = marks.contains(&mark);
        marks.retain(|other| (other.from, other.to) != (mark.from, mark.to));
        if !was_there {
            marks.push(mark);
        }
        self.sketches = (self.position().key(), marks);
    }

    pub(crate) fn annotate(&mut self, event: Event) {
        if self.analyses() {
            // Whatever becomes the main line, one stays where one stands.
            self.cursor = Some(self.place());
        }
        // The main line of a game in progress cannot be changed.
        let may_change = self.explores();
        let game = &mut self.game;
        let turn = match &event {
            Event::PromoteTurn(turn)
            | Event::MakeMainLine(turn)
            | Event::Delete(turn)
            | Event::Comment(turn, _)
            | Event::Glyphs(turn, _) => *turn,
            Event::Mark(at, _) => at.turn,
            _ => return,
        };
        if !game.is_there(turn) {
            return;
        }
        let by_players = game.verdict().filter(|_| matches!(self.purpose, Purpose::Play));
        match event {
            Event::PromoteTurn(_) | Event::MakeMainLine(_) | Event::Delete(_)
                if !may_change || (by_players.is_some() && breaks_line(game, turn, &event)) =>
            {
                self.note = Some(Sentence::new("lines.played"));
                return;
            }
            Event::PromoteTurn(_) => game.promote(turn),
            Event::MakeMainLine(_) => game.make_main_line(turn),
            Event::Delete(_) => {
                let parent = game.parent(turn);
                if let Some(analysis) = &mut self.analysis {
                    let place = game.next(parent).iter().position(|&other| other == turn);
                    analysis.deleted = place.map(|place| (turn, place, self.cursor));
                }
                game.remove(turn);
                if self.cursor.is_some_and(|at| !self.game.is_there(at.turn)) {
                    self.cursor = Some(self.game.behind(parent));
                }
            }
            // What the computer has found stays.
            Event::Comment(_, text) if self.analysis.is_some() => {
                let text = with_commands(&text, game.comments(turn).1);
                game.set_comment(turn, &text);
            }
            Event::Comment(_, text) => game.set_comment(turn, &text),
            Event::Glyphs(_, glyphs) => game.set_glyphs(turn, &glyphs),
            Event::Mark(at, mark) if self.analysis.is_some() => game.mark_at(at, mark),
            Event::Mark(_, mark) => game.mark(turn, mark),
            _ => {}
        }
        self.touched = true;
    }
}

/// Whether an operation would change the main line.
fn breaks_line(game: &Game, turn: record::TurnId, event: &Event) -> bool {
    match event {
        Event::Delete(_) => game.is_played(turn),
        Event::PromoteTurn(_) => {
            let parent = game.parent(turn);
            parent != game.tip() && game.is_played(parent) && !game.is_played(turn)
        }
        Event::MakeMainLine(_) => {
            let line = game.line_to(turn);
            let leaves = |turn: &&record::TurnId| !game.is_played(**turn);
            line.iter().find(leaves).is_some_and(|&first| game.parent(first) != game.tip())
        }
        _ => false,
    }
}
