//! Conditional turns: what the player would answer to turns of the friend's, sent along with a letter and played at
//! once where it fits (docs/fair-draws.md, "Conditional turns"). They are collected on the analysis board of a game by
//! link, and played at the table of it, on either side.

use record::game::{Game, TurnId};
use record::letter::Relation;
use record::letter::conditions::{self, Line};
use record::{Record, letter};
use rules::Step;

use crate::analysis_lines::{AdvisedTurn, advised};
use crate::event::{Amendment, Request};
use crate::keep::Content;
use crate::mail::{Came, Mail};
use crate::sentence::{Sentence, Value};
use crate::table::Table;
use crate::telling::spaced;
use crate::whole::whole_only;

/// The conditional turns of the game that is analysed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Conditional {
    /// The name under which the game is kept.
    key: String,
    /// With what was collected, which may still be on its way into the store.
    mail: Mail,
    /// As it is stored.
    stored: Mail,
    /// How many amendments are on their way into the store.
    under_way: usize,
}

/// What is shown of them.
#[derive(Clone, PartialEq, Debug)]
pub struct ConditionalView {
    /// Whether the line to the turn that is shown can be added.
    pub may: bool,
    /// The lines.
    pub lines: Vec<Vec<AdvisedTurn>>,
    /// Whether lines can be removed: the letter has not gone out.
    pub removes: bool,
    /// What there is to know.
    pub says: Sentence,
}

impl Mail {
    /// The conditional turns of the newest letter; none of the friend's that somebody else may have written.
    pub(crate) fn conditions(&self) -> Vec<Line> {
        let is_own = self.own() == Some(self.newest.letter.sender);
        let bytes = self.newest.letter.field(letter::kind::CONDITIONS);
        let bytes = bytes.filter(|_| is_own || self.newest.has_own_conditions());
        let read = |bytes| conditions::read(self.newest.record.live(), bytes).ok();
        bytes.and_then(read).unwrap_or_default()
    }

    /// Whether the newest letter can have conditional turns: it is the player's own, and a turn of the friend's is
    /// expected.
    pub(crate) fn may_condition(&self) -> bool {
        let letter = &self.newest.letter;
        let is_expected = self.own().is_some_and(|own| {
            letter.sender == own && self.newest.due() == Some((!own, letter::Due::Turn))
        });
        is_expected && letter.answer.is_some() && letter.version != record::fair::Version::One
    }

    /// Sets the conditional turns of the newest letter. To a letter that has gone out they can only be added: the
    /// friend may have answered it already. Whether they are set.
    fn set_conditions(&mut self, lines: &[Line]) -> bool {
        let old = self.conditions();
        if !self.may_condition() || (self.sent && !conditions::say_more(lines, &old)) {
            return false;
        }
        let live = self.newest.record.live();
        let bytes = conditions::write(live, lines);
        if bytes.is_none() && !lines.is_empty() {
            return false;
        }
        let before = self.newest.letter.clone();
        let is_set = self.newest.letter.set_field(letter::kind::CONDITIONS, bytes);
        self.sign_conditions();
        if is_set && self.write_links().is_some() {
            self.sent &= lines == old;
            return true;
        }
        self.newest.letter = before;
        false
    }

    /// The same letter with other conditional turns: they become this one's. Whether they differ.
    pub(crate) fn take_conditions(&mut self, of: &Mail) -> bool {
        let theirs = &of.newest.letter;
        if self.newest.letter.field(letter::kind::CONDITIONS)
            == theirs.field(letter::kind::CONDITIONS)
        {
            return false;
        }
        self.newest.letter.take_conditions(theirs) && self.write_links().is_some()
    }

    /// The same letter of the friend's with more conditional turns: they were added when it had gone out already.
    /// Whether there are more.
    pub(crate) fn take_added(&mut self, came: &letter::Played) -> bool {
        let own = self.conditions();
        let theirs = came.letter.field(letter::kind::CONDITIONS);
        let live = self.newest.record.live();
        let read = theirs.and_then(|bytes| conditions::read(live, bytes).ok());
        let is_friends = self.own() != Some(came.letter.sender);
        let adds = |lines: &Vec<Line>| *lines != own && conditions::say_more(lines, &own);
        is_friends
            && came.has_own_conditions()
            && read.as_ref().is_some_and(adds)
            && self.newest.letter.take_conditions(&came.letter)
            && self.write_links().is_some()
    }

    /// The turns of the game behind the newest letter's.
    fn behind<'a>(&self, record: &'a Record) -> Vec<&'a [Step]> {
        let steps = record.steps();
        let finished = self.newest.record.turns().filter(|turn| turn.done).count();
        let turns = record.turns().filter(|turn| turn.done || record.verdict().is_some());
        turns.skip(finished).map(|turn| &steps[turn.from..turn.to]).collect()
    }

    /// Whether turns have been played at this table that wait for the player's next one: what the friend had
    /// foreseen.
    pub(crate) fn is_ahead(&self, record: &Record) -> bool {
        let behind = self.behind(record);
        self.own().is_some_and(|own| own != self.newest.letter.sender)
            && !behind.is_empty()
            && behind.len().is_multiple_of(2)
            && conditions::foresees(self.newest.record.live(), &self.conditions(), &behind)
    }

    /// What the player is asked about when a letter of the player's own comes that was written elsewhere, and has not
    /// what was played here as foreseen; `None` if it has that.
    pub(crate) fn untold(&self, record: &Record, came: &letter::Played) -> Option<Came> {
        let is_own = self.own() == Some(came.letter.sender);
        if !is_own || !self.is_ahead(record) {
            return None;
        }
        let (here, there) = (record.steps(), came.record.steps());
        let steps = here.iter().zip(there).take_while(|(here, there)| here == there).count();
        let done = || record.turns().filter(|turn| turn.done);
        let turn = done().take_while(|turn| turn.to <= steps).count();
        let is_told = done().count() == turn;
        let relation = Relation::Fork { turn, steps };
        let link = self.look(record).filter(|_| !is_told)?;
        Some(Came { link, relation, is_own: true })
    }

    /// The friend's answer to the player's turn, if the newest letter has foreseen that.
    fn foreseen(&self, record: &Record) -> Option<Vec<Step>> {
        let own = self.own()?;
        if own == self.newest.letter.sender || self.offers {
            return None;
        }
        let (lines, behind) = (self.conditions(), self.behind(record));
        conditions::answer(self.newest.record.live(), &lines, &behind).map(<[Step]>::to_vec)
    }

    /// The player's own answer to a letter of the friend's, if the letter before has foreseen its turns.
    pub(crate) fn own_answer(&self, came: &letter::Played) -> Option<Vec<Step>> {
        if self.own() != Some(self.newest.letter.sender)
            || came.letter.offers_draw
            || came.letter.act != letter::Act::Turn
        {
            return None;
        }
        let lines = self.conditions();
        let behind = self.behind(&came.record);
        conditions::answer(self.newest.record.live(), &lines, &behind).map(<[Step]>::to_vec)
    }
}

impl Table {
    /// Where conditional turns are collected: on the analysis board of a game by link.
    pub(crate) fn conditional_of(key: &str, of: Option<&Content>) -> Option<Conditional> {
        let mail = Mail::restore(of?.post.as_ref()?).ok()?;
        let key = key.strip_prefix("analysis ")?.to_owned();
        let stored = mail.clone();
        mail.own().is_some().then_some(Conditional { key, mail, stored, under_way: 0 })
    }

    /// The line behind the newest letter to a turn, as it can be a conditional one.
    ///
    /// # Errors
    /// Why it cannot.
    fn conditional_line(&self, mail: &Mail, turn: TurnId) -> Result<Line, &'static str> {
        let game = &self.game;
        let mut line = game.line_to(turn);
        let record = &mail.newest.record;
        let steps = record.steps();
        let same = |turn: TurnId, played: &[Step]| {
            game.steps(turn) == played || game.orders(turn).iter().any(|order| order == played)
        };
        let mut played = 0;
        for turn in record.turns() {
            let is_it = |&at: &TurnId| same(at, &steps[turn.from..turn.to]);
            if !line.get(played).is_some_and(is_it) {
                return Err("conditional.elsewhere");
            }
            played += 1;
        }
        line.drain(..played);
        // A line that ends with the friend's turn goes on to the answer that stands first.
        if line.len() % 2 == 1 {
            line.extend(game.next(turn).first());
        }
        if line.is_empty() {
            return Err("conditional.elsewhere");
        }
        if line.len() % 2 == 1 || line.iter().any(|&turn| !game.is_whole(turn)) {
            return Err("conditional.no-answer");
        }
        let turns: Line = line.iter().map(|&turn| game.steps(turn).to_vec()).collect();
        if turns.iter().flatten().any(|step| matches!(step, Step::Draw(_))) {
            return Err("conditional.draw");
        }
        Ok(turns)
    }

    /// The line to a turn becomes a conditional one.
    pub(crate) fn condition(&mut self, turn: TurnId, out: &mut Vec<Request>) {
        let Some(conditional) = self.analysis.as_ref().and_then(|of| of.conditional.as_ref())
        else {
            return;
        };
        let mail = &conditional.mail;
        let line = match self.conditional_line(mail, turn) {
            _ if !mail.may_condition() => {
                return self.refuse(Sentence::new("conditional.later"), out);
            }
            Ok(line) => line,
            Err(key) => return self.refuse(Sentence::new(key), out),
        };
        let lines = conditions::with(&mail.conditions(), line);
        self.set_conditional(&lines, out);
    }

    /// A conditional line is removed.
    pub(crate) fn uncondition(&mut self, place: usize, out: &mut Vec<Request>) {
        let conditional = self.analysis.as_ref().and_then(|of| of.conditional.as_ref());
        let Some(Conditional { mail, stored, .. }) = conditional else { return };
        if let Some(line) = stored.conditions().get(place) {
            let mut lines = mail.conditions();
            lines.retain(|kept| kept != line);
            self.set_conditional(&lines, out);
        }
    }

    fn set_conditional(&mut self, lines: &[Line], out: &mut Vec<Request>) {
        let revision = self.keeper.next_revision();
        let Some(Conditional { key, mail, under_way, .. }) =
            self.analysis.as_mut().and_then(|of| of.conditional.as_mut())
        else {
            return;
        };
        let link = mail.link().to_owned();
        if !mail.set_conditions(lines) {
            return self.refuse(Sentence::new("conditional.sent"), out);
        }
        if mail.link() != link {
            let (key, post) = (key.clone(), mail.post());
            *under_way += 1;
            let amendment = whole_only(Amendment { key, link, post, revision });
            out.extend(amendment.map(Request::Amend));
        }
    }

    /// Whether the letter could be amended: else the game has gone on in another window. Only what is stored is shown:
    /// who leaves the page before that must not believe that it goes along.
    pub(crate) fn amended(&mut self, done: bool, out: &mut Vec<Request>) {
        let Some(analysis) = &mut self.analysis else { return };
        if !done {
            analysis.conditional = None;
            return self.notice(Sentence::new("conditional.gone"), out);
        }
        let Some(of) = &mut analysis.conditional else { return };
        of.under_way = of.under_way.saturating_sub(1);
        if of.under_way == 0 {
            of.stored = of.mail.clone();
            let count = Value::Count(of.stored.conditions().len());
            out.push(Request::Say(Sentence::new("conditional.count").with("count", count)));
        }
    }

    /// The conditional turns on the analysis board of a game by link.
    pub fn conditional_view(&self) -> Option<ConditionalView> {
        let Conditional { mail, stored, .. } = self.analysis.as_ref()?.conditional.as_ref()?;
        if mail.newest.record.verdict().is_some() {
            return None;
        }
        let may = mail.may_condition();
        let live = mail.newest.record.live();
        let lines = stored.conditions();
        let key = match (may, lines.is_empty(), stored.sent) {
            (false, ..) => "conditional.later",
            (true, true, _) => "conditional.how",
            (true, false, false) => "conditional.unsent",
            (true, false, true) => "conditional.gone-out",
        };
        Some(ConditionalView {
            may: may && self.conditional_line(mail, self.place().turn).is_ok(),
            lines: lines.iter().map(|line| advised(live, line)).collect(),
            removes: !stored.sent,
            says: Sentence::new(key),
        })
    }

    /// Plays what the friend has foreseen as the answer to the player's turn: the letter goes out with the player's
    /// next one. An answer that would end the game is left to the friend's device.
    pub(crate) fn play_foreseen(&mut self, out: &mut Vec<Request>) {
        let answer = |table: &Table| {
            let mail = table.mail.as_ref()?;
            mail.newest.letter.field(letter::kind::CONDITIONS)?;
            mail.foreseen(&table.record()?)
        };
        if self.game.verdict().is_some() {
            return;
        }
        while let Some(steps) = answer(self) {
            let Some(game) = played(&self.game, &steps).filter(|game| game.verdict().is_none())
            else {
                return;
            };
            self.tell_foreseen("conditional.answered", &steps, out);
            self.game = game;
            self.cursor = None;
            self.touched = true;
            self.replays_next(out);
        }
    }

    /// Plays the player's own answer to a turn of the friend's that was foreseen.
    pub(crate) fn play_own_answer(&mut self, steps: &[Step], out: &mut Vec<Request>) {
        if let Some(game) = played(&self.game, steps) {
            self.tell_foreseen("conditional.played", steps, out);
            self.game = game;
            self.cursor = None;
            self.touched = true;
        }
    }

    fn tell_foreseen(&self, key: &'static str, steps: &[Step], out: &mut Vec<Request>) {
        let san = spaced(&self.game.live_position().san_turn(steps));
        let own = self.mail.as_ref().and_then(|mail| mail.own());
        let friend = self.friend(own.unwrap_or(rules::Color::White));
        let says = Sentence::new(key).with("turn", Value::Notation(san)).with("name", friend);
        out.push(Request::Notice(says));
    }
}

/// The game with a turn played; `None` if the rules refuse it.
fn played(game: &Game, steps: &[Step]) -> Option<Game> {
    let mut game = game.clone();
    for &step in steps {
        game.play(step).ok()?;
    }
    Some(game)
}
