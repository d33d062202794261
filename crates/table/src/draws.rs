//! Draws on an analysis board: what a side may expect before a draw and behind it, so that luck is told from
//! play (docs/report.md).

use std::cmp::Ordering;
use std::collections::BTreeMap;

use record::Game;
use record::game::TurnId;
use rules::{Actor, Color, Step};

use crate::event::Request;
use crate::report::Worth;
use crate::sentence::{Sentence, Value};
use crate::table::Table;

/// What White may expect before draws and behind them, in thousandths of a game, by the keys of the positions:
/// before a draw it is the mean over all hands.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Draws(BTreeMap<u64, u32>);

/// Thousandths as per cent, with a tenth.
fn percent(thousandths: u32) -> String {
    format!("{}.{}", thousandths / 10, thousandths % 10)
}

impl Table {
    /// The turn behind which the pieces are drawn at the place that is shown, and the turn that the draw has
    /// begun; none where no draw stands.
    fn draw_shown(&self) -> Option<(TurnId, Option<TurnId>)> {
        let place = self.place();
        if self.game.position(place).actor() == Actor::Chance {
            let is_begun = place.turn != Game::ROOT && place.steps == 0;
            let behind = if is_begun { self.game.parent(place.turn) } else { place.turn };
            return Some((behind, None));
        }
        Some((self.game.parent(place.turn), Some(self.turn_drawn()?)))
    }

    /// The turn that is shown, if a draw has begun it.
    fn turn_drawn(&self) -> Option<TurnId> {
        let place = self.place();
        let is_drawn = place.turn != Game::ROOT
            && place.steps > 0
            && matches!(self.game.steps(place.turn).first(), Some(Step::Draw(_)));
        is_drawn.then_some(place.turn)
    }

    /// What White may expect before the draw behind a turn.
    fn before_draw(&self, behind: TurnId) -> Option<u32> {
        let found = &self.analysis.as_ref()?.advice.draws.0;
        let noted = self.known(behind).map(|known| known.expected);
        noted.or_else(|| found.get(&self.game.after(behind).key()).copied())
    }

    /// What White may expect behind the draw that has begun a turn, judged as what stands before it.
    fn behind_draw(&self, turn: TurnId) -> Option<u32> {
        let found = &self.analysis.as_ref()?.advice.draws.0;
        self.dealt(turn).or_else(|| found.get(&self.key_behind_draw(turn)?).copied())
    }

    /// The key of the position behind the draw that has begun a turn.
    fn key_behind_draw(&self, turn: TurnId) -> Option<u64> {
        let mut drawn = *self.game.before(turn);
        drawn.play(*self.game.steps(turn).first()?);
        Some(drawn.key())
    }

    /// Behind how many turns of the line that is shown the draw stands whose worth is not known yet; none
    /// where nothing is to be found out.
    pub(crate) fn draw_wanted(&self) -> Option<usize> {
        let analysis = self.analysis.as_ref()?;
        if !analysis.advice.is_on() || analysis.advice.is_of_threats() {
            return None;
        }
        let (behind, turn) = self.draw_shown()?;
        let is_known = self.before_draw(behind).is_some()
            && turn.is_none_or(|turn| self.behind_draw(turn).is_some());
        (!is_known).then(|| self.game.line_to(behind).len())
    }

    /// Takes what was found of the draw at the place that is shown, and says what it brought.
    pub(crate) fn take_draw(&mut self, worth: Option<&Worth>, out: &mut Vec<Request>) {
        let Some((behind, turn)) = self.draw_shown() else { return };
        let before = self.game.after(behind).key();
        let drawn = turn.and_then(|turn| self.key_behind_draw(turn));
        let Some(analysis) = &mut self.analysis else { return };
        let Some(worth) = worth else {
            analysis.advice.fail();
            return;
        };
        let found = &mut analysis.advice.draws.0;
        found.insert(before, worth.expected);
        if let (Some(drawn), Some(dealt)) = (drawn, worth.dealt) {
            found.insert(drawn, dealt);
        }
        let says = match turn {
            Some(_) => self.draw_made(),
            None => self.worth_kept().map(|(_, says)| says),
        };
        out.extend(says.map(Request::Say));
    }

    /// What the draw brought by which the turn that is shown has begun, if that is known.
    pub(crate) fn draw_made(&self) -> Option<Sentence> {
        let turn = self.turn_drawn()?;
        let before = self.before_draw(self.game.parent(turn))?.min(1000);
        let after = self.behind_draw(turn)?.min(1000);
        let color = self.game.before(turn).turn();
        let own = |white: u32| if color == Color::White { white } else { 1000 - white };
        let (before, after) = (own(before), own(after));
        let sign = match after.cmp(&before) {
            Ordering::Less => "\u{2212}",
            Ordering::Equal => "",
            Ordering::Greater => "+",
        };
        let luck = format!("{sign}{}", percent(after.abs_diff(before)));
        let in_percent = |thousandths| Value::Text(percent(thousandths));
        let says = Sentence::new("analysis.luck")
            .with("color", Value::Color(color))
            .with("luck", Value::Text(luck))
            .with("before", in_percent(before))
            .with("after", in_percent(after));
        Some(says)
    }

    /// What White may expect at the place that is shown by what is kept with the game or was found of its
    /// draw, and that in words.
    pub(crate) fn worth_kept(&self) -> Option<(u32, Sentence)> {
        if let Some((behind, None)) = self.draw_shown() {
            let expected = self.before_draw(behind)?.min(1000);
            let says =
                Sentence::new("analysis.draw").with("percent", Value::Text(percent(expected)));
            return Some((expected, says));
        }
        let place = self.place();
        if place != self.game.behind(place.turn) || self.game.verdict_at(place).is_some() {
            return None;
        }
        let noted = self.noted(place.turn)?;
        let says = Sentence::new("analysis.noted")
            .with("score", Value::Text(noted.score.clone()))
            .with("percent", Value::Count((noted.expected as usize + 5) / 10));
        Some((noted.expected, says))
    }
}
