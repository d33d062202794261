//! The analysis board: a tree of turns in which anything legal is tried, and what the computer thinks of
//! the position that is shown. Nobody plays here; the line that stands first is taken for the one played.

use std::collections::BTreeSet;

use record::Game;
use record::game::{Path, TurnId};
use record::openings::Openings;
use record::pgn;
use rules::{Actor, AnyPosition, Refusal, Step};

use crate::analysis_lines::{Advice, EngineLine};
use crate::chance::Chance;
use crate::conditional::Conditional;
use crate::event::{Moment, Request};
use crate::keep::Content;
use crate::learning::{Learn, Learning};
use crate::lines::{readable, shown};
use crate::proofs::TurnProof;
use crate::report::{Report, Worth, evaluation};
use crate::sentence::{Sentence, Value};
use crate::study::StudyDeed;
use crate::study_board::ShownStudy;
use crate::table::{DRAWN, Purpose, Setup, Table};
use crate::telling::spaced;
use crate::whole::{WholeOnly, whole_only};

/// What is done on an analysis board and nowhere else.
#[derive(Clone, PartialEq, Debug)]
pub enum Analyse {
    /// A turn of the tree is opened into its steps, or closed.
    Open(TurnId),
    /// The variations in the place of a turn are folded away, or unfolded.
    Fold(TurnId),
    /// To the next place where lines part, or `back` to the one before.
    Branch {
        /// Towards the start.
        back: bool,
    },
    /// To the next turn that could be played in the place of the one shown, or `back` to the one before.
    Beside {
        /// Towards the main line.
        back: bool,
    },
    /// The computer is switched on or off.
    Computer(bool),
    /// So many lines are wanted.
    Lines(u8),
    /// What the other side would do is wanted, or no longer.
    Threats(bool),
    /// So many turns of a line of the computer's are tried.
    Take {
        /// The line's place, from 0.
        line: usize,
        /// How many of its turns.
        turns: usize,
    },
    /// What the computer has found so far.
    Found {
        /// The number of the request.
        id: u64,
        /// The best turns, each with what is expected behind it, the best first.
        lines: Vec<EngineLine>,
        /// How many positions were looked at.
        nodes: u64,
        /// For how long, in milliseconds.
        ms: u64,
    },
    /// A move that is known is played: one of the book, or of one's own games, by its place.
    Known {
        /// Whether it is one of the player's own games.
        is_own: bool,
        /// Its place among them.
        place: usize,
    },
    /// What was proven of the turn.
    Proven {
        /// The number of the request.
        id: u64,
        /// What.
        proof: TurnProof,
    },
    /// What the draw is worth that was asked about with the lines.
    Drawn {
        /// The number of the request.
        id: u64,
        /// The mean over all draws, and what was dealt; none: there is nothing to be found out.
        worth: Option<Worth>,
    },
    /// The computer has failed.
    Failed(u64),
    /// A report of the main line is wanted.
    Report,
    /// It is no longer wanted; what is known already stays.
    StopReport,
    /// What was found of a place for a report, or of a turn that was tried in an exercise.
    Surveyed {
        /// The number of the request.
        id: u64,
        /// Behind how many turns of the game that was asked about.
        place: usize,
        /// What it is worth; none: there is nothing to be found out.
        worth: Option<Worth>,
    },
    /// The computer has failed to find it out.
    SurveyFailed(u64),
    /// Something is done in an exercise.
    Learn(Learn),
    /// Something is done with the chapters of the study.
    Study(WholeOnly<StudyDeed>),
    /// The line to a turn becomes a conditional one, sent along with the letter.
    Condition(TurnId),
    /// A conditional line is removed, by its place.
    Uncondition(usize),
    /// Whether the letter could be amended ([`Request::Amend`]).
    Amended(bool),
    /// What was deleted last of the tree is put back.
    Restore,
}

/// What an analysis board has besides a table.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Analysis {
    /// The turns that are opened into their steps.
    pub(crate) opened: BTreeSet<TurnId>,
    /// Those whose variations are folded away.
    pub(crate) folded: BTreeSet<TurnId>,
    /// The turn that was deleted last, its place among its siblings, and where one stood.
    pub(crate) deleted: Option<(TurnId, usize, Option<Path>)>,
    /// The tree that it began with: while nothing else is there, nothing was tried.
    pub(crate) first: String,
    /// The conditional turns of the game, if it is one by link.
    pub(crate) conditional: Option<Conditional>,
    pub(crate) advice: Advice,
    pub(crate) report: Report,
    pub(crate) learning: Option<Learning>,
    /// The book of the game, once it is there.
    pub(crate) book: Option<Openings>,
    /// What was played on this device.
    pub(crate) played: Option<Openings>,
    /// The study that the tree is a chapter of.
    pub(crate) study: Option<ShownStudy>,
}

/// A row of the tree: a turn, or a step of one that is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeItem {
    /// Where it leads.
    pub place: Path,
    /// How deep it stands, from 1.
    pub level: u32,
    /// The number of the stretch in which turns follow each other: another one begins with each
    /// variation, and behind them.
    pub stretch: usize,
    /// The step alone; none: a turn.
    pub step: Option<Step>,
    /// Whether a turn of several steps is opened into them; none: there is nothing to be opened.
    pub open: Option<bool>,
    /// Whether the variations in its place are folded away; none: there are none.
    pub folded: Option<bool>,
    /// What stands before it, as text for people.
    pub before: String,
    /// What stands behind it.
    pub behind: String,
    /// Its numeric annotation glyphs.
    pub glyphs: Vec<u8>,
    /// What it was found worth, for White: "+0.8", "#3", or nothing.
    pub score: String,
}

/// Where a turn stands in the tree that is shown.
#[derive(Clone, Copy)]
struct TreePlace {
    turn: TurnId,
    level: u32,
    stretch: usize,
    folded: Option<bool>,
    is_open: bool,
}

impl Table {
    /// An analysis board of a position, or of a game as it is kept, and what it asks for first. The
    /// computer has nothing to say of a game that goes on against a person.
    pub fn analyse(start: AnyPosition, key: &str, of: Option<&Content>) -> (Table, Vec<Request>) {
        let kept = of.and_then(|of| Some((Game::load(&of.saved).ok()?, of)));
        let is_silent = kept.as_ref().is_some_and(|(game, of)| {
            game.verdict().is_none() && of.computer.is_none() && game.tip() != Game::ROOT
        });
        let game = kept.map_or_else(|| Game::new(start), |(game, _)| game);
        let (mut table, out) =
            Table::new(Setup { game, purpose: Purpose::Analysis, ..Setup::here(start, key) });
        if is_silent {
            table.silence();
        }
        if let Some(analysis) = &mut table.analysis {
            let computer = of.and_then(|of| of.computer.as_ref());
            analysis.report.own = computer.map(|computer| !computer.color);
            analysis.conditional = Table::conditional_of(key, of);
        }
        (table, out)
    }

    /// Whether this is an analysis board.
    pub fn analyses(&self) -> bool {
        self.analysis.is_some()
    }

    pub(crate) fn begin_analysis(&mut self) {
        self.analysis = whole_only(Analysis::default());
        self.game.set_verdict(None);
        self.lead();
        let first = self.game.save();
        if let Some(analysis) = &mut self.analysis {
            analysis.first = first;
        }
    }

    /// The line that stands first is the one that counts as played; one stands where one stood.
    pub(crate) fn lead(&mut self) {
        let place = self.place();
        self.game.lead();
        self.cursor = Some(place).filter(|&place| place != self.game.live());
    }

    pub(crate) fn analysing(&mut self, what: &Analyse, out: &mut Vec<Request>) {
        let Some(analysis) = &mut self.analysis else { return };
        let turn = self.cursor.unwrap_or(self.game.live()).turn;
        let game = &self.game;
        match what.clone() {
            Analyse::Open(turn) => toggle(&mut analysis.opened, turn),
            Analyse::Fold(turn) => toggle(&mut analysis.folded, turn),
            Analyse::Branch { back: false } => {
                let parts = |&at: &TurnId| game.next(at).len() != 1;
                let at = game.line(turn).find(parts).map(|at| game.behind(at));
                if let Some(at) = at {
                    self.go_to(at, out);
                }
            }
            Analyse::Branch { back: true } => {
                let mut at = turn;
                while at != Game::ROOT {
                    at = game.parent(at);
                    if game.next(at).len() > 1 {
                        break;
                    }
                }
                self.go_to(game.behind(at), out);
            }
            Analyse::Beside { back } => {
                let beside = game.next(game.parent(turn));
                let of = beside.len();
                if let Some(at) = beside.iter().position(|&other| other == turn)
                    && of > 1
                {
                    let next = if back { at + of - 1 } else { at + 1 } % of;
                    self.go_to(game.behind(beside[next]), out);
                }
            }
            Analyse::Known { is_own, place } => self.play_known(is_own, place, out),
            Analyse::Condition(turn) => self.condition(turn, out),
            Analyse::Uncondition(place) => self.uncondition(place, out),
            Analyse::Amended(done) => self.amended(done, out),
            Analyse::Proven { id, proof } => self.proven(id, proof, out),
            Analyse::Report => self.begin_report(out),
            Analyse::StopReport => self.stop_report(out),
            Analyse::Surveyed { id, place, worth } => {
                self.try_surveyed(id, worth.as_ref(), out);
                self.surveyed(id, place, worth, out);
            }
            Analyse::SurveyFailed(id) => {
                self.try_surveyed(id, None, out);
                self.report_failed(id);
            }
            Analyse::Learn(what) => self.learn(what, out),
            Analyse::Study(deed) => self.change_study(&deed, out),
            Analyse::Restore => self.restore(out),
            what => self.advise_on(what, out),
        }
    }

    /// Puts back what was deleted last.
    fn restore(&mut self, out: &mut Vec<Request>) {
        let Some(analysis) = &mut self.analysis else { return };
        let Some((turn, place, at)) = analysis.deleted.take() else { return };
        if self.game.restore(turn, place) {
            self.cursor = at;
            self.lead();
            self.touched = true;
            out.push(Request::Say(self.says()));
        }
    }

    /// Tries a step where one stands.
    pub(crate) fn try_step(&mut self, step: Step) -> bool {
        let Ok((path, _)) = self.game.explore(self.place(), step) else { return false };
        self.cursor = Some(path).filter(|&path| path != self.game.live());
        self.touched = true;
        true
    }

    /// Chance deals pieces, anew each time: so other hands can be tried.
    pub(crate) fn deal(&mut self, moment: Moment, out: &mut Vec<Request>) {
        let position = *self.game.position(self.place());
        if position.actor() != Actor::Chance {
            return;
        }
        let mut chance = Chance(moment.random);
        let drawn = chance.draw(position.reserve(position.turn()), DRAWN);
        if self.try_step(Step::Draw(drawn)) {
            out.push(Request::Say(self.says()));
        }
    }

    /// The end of the line that is shown: of the game, elsewhere than on an analysis board.
    pub fn end_of_line(&self) -> Path {
        let live = self.game.live();
        if !self.analyses() {
            return live;
        }
        let turn = self.cursor.unwrap_or(live).turn;
        self.game.behind(self.game.line(turn).last().unwrap_or(turn))
    }

    /// Whether a turn is being made where one stands: some of its steps are taken, and others may follow.
    fn is_inside(&self) -> bool {
        let Path { turn, steps } = self.place();
        turn != Game::ROOT && (steps < self.game.steps(turn).len() || !self.game.is_whole(turn))
    }

    /// The steps taken of the turn that is being made, and behind how many of its steps they begin: those
    /// before cannot be taken back.
    pub fn turn_begun(&self) -> (Path, &[Step]) {
        if !self.analyses() {
            let (live, steps) = (self.game.live(), self.game.turn_steps());
            return (Path { steps: live.steps - steps.len(), ..live }, steps);
        }
        let place = self.place();
        if !self.is_inside() {
            return (place, &[]);
        }
        let steps = &self.game.steps(place.turn)[..place.steps];
        let is_drawn = |step: &Step| matches!(step, Step::Draw(_));
        let floor = steps.iter().rposition(is_drawn).map_or(0, |at| at + 1);
        (Path { steps: floor, ..place }, &steps[floor..])
    }

    /// So many steps of the turn that is being made stay.
    pub(crate) fn undo_tried(&mut self, kept: usize) {
        let (from, steps) = self.turn_begun();
        if kept < steps.len() {
            let at = Path { steps: from.steps + kept, ..from };
            self.show(at);
        }
    }

    /// Other steps take the place of those of the turn that is being made. The turn as it was stays if it is
    /// whole, or if more than its steps is known of it.
    pub(crate) fn rearrange_tried(&mut self, steps: &[Step]) -> Result<(), Refusal> {
        let (from, _) = self.turn_begun();
        let mut after = *self.game.position(from);
        for &step in steps {
            if let Some(refusal) = after.why_not(step) {
                return Err(refusal);
            }
            after.play(step);
        }
        let old = self.place().turn;
        self.show(from);
        for &step in steps {
            self.try_step(step);
        }
        let game = &self.game;
        let is_left = old != self.place().turn && game.is_there(old) && !game.is_whole(old);
        if is_left && game.is_bare(old) {
            self.game.remove(old);
            self.lead();
        }
        Ok(())
    }

    /// What is said of the place that is shown; where chance acts, that its hand can be chosen.
    pub(crate) fn says_of_tried(&self) -> Sentence {
        let says = self.names_tried();
        if self.game.position(self.place()).actor() != Actor::Chance {
            return says;
        }
        Sentence::new("analysis.deal").with("says", Value::Sentence(Box::new(says)))
    }

    fn names_tried(&self) -> Sentence {
        let game = &self.game;
        let place = self.place();
        let position = game.position(place);
        let with_mover = |says: Sentence| says.with("color", Value::Color(position.turn()));
        if let Some(verdict) = game.verdict_at(place) {
            return crate::telling::result(verdict);
        }
        if place.turn == Game::ROOT {
            let comment = self.start_comment();
            if comment.is_empty() {
                return with_mover(Sentence::new("analysis.start"));
            }
            return Sentence::new("analysis.start-said").with("comment", Value::Text(comment));
        }
        let before = game.before(place.turn);
        let san = spaced(&before.san_turn(&game.steps(place.turn)[..place.steps]));
        let number = match before.fullmove() as usize {
            0 => Value::Key("turn.placement"),
            number => Value::Count(number),
        };
        let named = Sentence::new("lines.turn")
            .with("number", number)
            .with("color", Value::Color(before.turn()))
            .with("san", Value::Notation(san));
        let named = Value::Sentence(Box::new(named));
        if self.is_inside() {
            return Sentence::new("analysis.inside").with("turn", named);
        }
        let comment = readable(game.comments(place.turn).1);
        let key = if comment.is_empty() { "analysis.at" } else { "analysis.said" };
        with_mover(Sentence::new(key).with("turn", named)).with("comment", Value::Text(comment))
    }

    /// What is said of the start, as text for people.
    pub fn start_comment(&self) -> String {
        readable(self.game.comments(Game::ROOT).1)
    }

    /// The tree of an analysis board in the order in which it is read: each turn, then its steps where it
    /// is opened, then the variations in its place, then what follows it.
    pub fn tree(&self) -> Vec<TreeItem> {
        /// Lines within lines wait here, so that depth costs no stack.
        enum Todo {
            Behind(TurnId, u32),
            Variation(TurnId, u32),
        }
        let Some(analysis) = &self.analysis else { return Vec::new() };
        let game = &self.game;
        let (mut items, mut stretch) = (Vec::new(), 0);
        let mut todo = vec![Todo::Behind(Game::ROOT, 1)];
        let mut last = None;
        while let Some(next) = todo.pop() {
            let (turn, level, others) = match next {
                Todo::Variation(turn, level) => (turn, level, &[][..]),
                Todo::Behind(turn, level) => match game.next(turn).split_first() {
                    Some((&main, others)) => (main, level, others),
                    None => continue,
                },
            };
            if last != Some(game.parent(turn)) {
                stretch += 1;
            }
            last = Some(turn);
            let is_folded = analysis.folded.contains(&turn);
            let folded = (!others.is_empty()).then_some(is_folded);
            let is_open = analysis.opened.contains(&turn);
            self.list(&mut items, TreePlace { turn, level, stretch, folded, is_open });
            todo.push(Todo::Behind(turn, level));
            if !is_folded {
                let variations = others.iter().rev();
                todo.extend(variations.map(|&other| Todo::Variation(other, level + 1)));
            }
        }
        items
    }

    fn list(&self, items: &mut Vec<TreeItem>, at: TreePlace) {
        let TreePlace { turn, level, stretch, folded, is_open } = at;
        let game = &self.game;
        let (before, behind) = game.comments(turn);
        let steps = game.steps(turn);
        let several = steps.iter().filter(|&&step| step != Step::End).count() > 1;
        let item = TreeItem {
            place: game.behind(turn),
            level,
            stretch,
            step: None,
            open: several.then_some(is_open),
            folded,
            before: readable(before),
            behind: readable(behind),
            glyphs: shown(game.glyphs(turn)).collect(),
            score: evaluation(behind),
        };
        items.push(item.clone());
        if several && is_open {
            let step = |(at, &step): (usize, &Step)| TreeItem {
                place: Path { turn, steps: at + 1 },
                level: level + 1,
                step: Some(step),
                open: None,
                folded: None,
                before: String::new(),
                behind: String::new(),
                score: String::new(),
                glyphs: Vec::new(),
                ..item
            };
            items.extend(steps.iter().enumerate().map(step));
        }
    }

    /// The line to a turn, as the moves of PGN.
    pub fn line_text(&self, turn: TurnId) -> String {
        let game = &self.game;
        let mut line = Game::new(*game.start());
        for turn in game.line_to(turn) {
            let _ = line.add(line.tip(), game.steps(turn));
        }
        let text = pgn::write(&pgn::Entry { tags: Vec::new(), tree: line });
        let moves = text.split_once("\n\n").map_or("", |(_, moves)| moves);
        moves.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(" *").to_owned()
    }
}

/// Puts something into a set, or takes it out.
fn toggle(set: &mut BTreeSet<TurnId>, turn: TurnId) {
    if !set.remove(&turn) {
        set.insert(turn);
    }
}
