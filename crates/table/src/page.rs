//! What the page still decides itself, and only tells the table. Each of these goes when the room that
//! calls it hands over events instead.

use rules::{Color, Refusal, Step};

use crate::table::Table;

impl Table {
    /// Takes a step whatever the table would say to it: a friend's draw, the computer's turn.
    ///
    /// # Errors
    /// If the rules refuse it.
    pub fn take_told(&mut self, step: Step) -> Result<(), Refusal> {
        self.pick = None;
        self.game.play(step)?;
        self.settle(&mut Vec::new());
        Ok(())
    }

    /// Takes turns back until a side stands where its last finished turn began.
    pub fn take_back_told(&mut self, color: Color) -> bool {
        self.pick = None;
        self.cursor = None;
        let done = self.game.take_back(color);
        self.settle(&mut Vec::new());
        done
    }

    /// The side to move gives up.
    pub fn resign_told(&mut self) {
        self.pick = None;
        let turn = self.game.live_position().turn();
        self.game.resign(turn);
    }

    /// The players agree on a draw.
    pub fn agree_told(&mut self) {
        self.pick = None;
        self.game.agree_draw();
    }
}
