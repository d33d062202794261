//! Variations, and what is said of turns.

use record::Game;

use crate::event::Event;
use crate::sentence::Sentence;
use crate::table::{Purpose, Table};

impl Table {
    pub(crate) fn annotate(&mut self, event: Event) {
        // The line of a game that is being played is nobody's to change.
        let may_change = self.explores();
        let game = &mut self.game;
        let turn = match &event {
            Event::PromoteTurn(turn)
            | Event::MakeMainLine(turn)
            | Event::Delete(turn)
            | Event::Comment(turn, _)
            | Event::Glyphs(turn, _)
            | Event::Mark(turn, _) => *turn,
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
                game.remove(turn);
                if self.cursor.is_some_and(|at| !self.game.is_there(at.turn)) {
                    self.cursor = Some(self.game.behind(parent));
                }
            }
            Event::Comment(_, text) => game.set_comment(turn, &text),
            Event::Glyphs(_, glyphs) => game.set_glyphs(turn, &glyphs),
            Event::Mark(_, mark) => game.mark(turn, mark),
            _ => {}
        }
        self.touched = true;
    }
}

/// Whether an operation would change the line that was played.
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
