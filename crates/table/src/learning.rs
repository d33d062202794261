//! Learning from one's mistakes: each is an exercise, from the position before it. A better turn is looked
//! for, and the computer judges it.

use record::Game;
use record::game::{Path, TurnId};
use rules::{Color, Phase, Step};

use crate::event::Request;
use crate::report::{INACCURACY, Survey, Worth, nodes_for, result_of};
use crate::review::Grade;
use crate::sentence::{Sentence, Value};
use crate::table::Table;
use crate::telling::spaced;
use crate::whole::whole_only;

/// What is done in an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learn {
    /// The mistakes of a side are gone through.
    Begin(Color),
    /// To the position before the mistake.
    Again,
    /// The better turn is shown.
    Solve,
    /// To the next mistake, or to the end of the exercises.
    Next,
    /// Back to the report.
    Leave,
}

/// How far an exercise is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Asks,
    /// The turn of the game was played again.
    Played,
    Judges,
    /// What was tried loses so many thousandths of a game.
    Worse(TurnId, u32),
    Failed,
    /// Whether it was the computer's own turn.
    Right(bool),
    Shown,
    /// All mistakes have been gone through.
    Over,
}

/// The exercises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Learning {
    color: Color,
    /// The mistakes, in the order of the game.
    mistakes: Vec<(TurnId, Grade)>,
    at: usize,
    stage: Stage,
    /// The turns that stood in the place of the mistake before anything was tried.
    stood: Vec<TurnId>,
    /// What was tried, in words.
    tried: String,
    /// The turn that the computer judges, and the number of what it is asked.
    judged: Option<(u64, TurnId)>,
    /// How many were solved without being shown.
    solved: usize,
    /// Whether this one was shown.
    is_shown: bool,
}

/// What is shown of an exercise.
#[derive(Clone, PartialEq, Debug)]
pub struct LearningView {
    /// What there is to do, or what came of it.
    pub says: Sentence,
    /// Which one it is, from 1, and how many there are.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// Whether a turn is looked for.
    pub asks: bool,
    /// Whether a better one was found or shown.
    pub is_done: bool,
    /// Whether all have been gone through.
    pub is_over: bool,
}

impl Table {
    pub(crate) fn learn(&mut self, what: Learn, out: &mut Vec<Request>) {
        match what {
            Learn::Begin(color) => self.begin_learning(color, out),
            Learn::Again => self.ask_again(Stage::Asks, out),
            Learn::Solve => self.solve(out),
            Learn::Next => {
                self.tidy_tries();
                let Some(learning) = self.learning_mut() else { return };
                learning.at += 1;
                self.ask_next(out);
            }
            Learn::Leave => {
                self.tidy_tries();
                if let Some(analysis) = &mut self.analysis {
                    analysis.learning = None;
                }
            }
        }
    }

    fn learning_mut(&mut self) -> Option<&mut Learning> {
        self.analysis.as_mut()?.learning.as_mut()
    }

    fn learning(&self) -> Option<&Learning> {
        self.analysis.as_ref()?.learning.as_ref()
    }

    fn begin_learning(&mut self, color: Color, out: &mut Vec<Request>) {
        let judged = self.judged_turns().into_iter().filter(|judged| judged.color == color);
        let mistakes: Vec<(TurnId, Grade)> =
            judged.filter_map(|judged| Some((judged.turn, judged.grade?))).collect();
        let Some(analysis) = self.analysis.as_mut().filter(|_| !mistakes.is_empty()) else {
            return;
        };
        // Nobody says what the better turn is.
        analysis.advice.turn_off();
        analysis.learning = Some(Learning {
            color,
            mistakes,
            at: 0,
            stage: Stage::Asks,
            stood: Vec::new(),
            tried: String::new(),
            judged: None,
            solved: 0,
            is_shown: false,
        });
        self.ask_next(out);
    }

    /// Sets the exercise that is due; one whose turn is gone is left out.
    fn ask_next(&mut self, out: &mut Vec<Request>) {
        loop {
            let Some(learning) = self.learning() else { return };
            let Some(&(turn, _)) = learning.mistakes.get(learning.at) else {
                let Some(learning) = self.learning_mut() else { return };
                (learning.stage, learning.stood) = (Stage::Over, Vec::new());
                out.extend(self.learning_view().map(|view| Request::Say(view.says)));
                return;
            };
            if self.game.is_there(turn) {
                let stood = self.game.next(self.game.parent(turn)).to_vec();
                let Some(learning) = self.learning_mut() else { return };
                (learning.stood, learning.is_shown) = (stood, false);
                return self.ask_again(Stage::Asks, out);
            }
            let Some(learning) = self.learning_mut() else { return };
            learning.at += 1;
        }
    }

    /// Back to the position before the mistake.
    fn ask_again(&mut self, stage: Stage, out: &mut Vec<Request>) {
        let Some(learning) = self.learning() else { return };
        let Some(&(turn, _)) = learning.mistakes.get(learning.at) else { return };
        if !self.game.is_there(turn) {
            return;
        }
        self.show(self.asked_from(turn));
        self.tidy_tries();
        let Some(learning) = self.learning_mut() else { return };
        (learning.stage, learning.judged) = (stage, None);
        out.extend(self.learning_view().map(|view| Request::Say(view.says)));
    }

    /// From where a better turn is looked for: before the mistake, or, where it was a placement, with the
    /// pieces as they were placed, so that some of them are put elsewhere.
    fn asked_from(&self, mistake: TurnId) -> Path {
        if self.is_placement(mistake) {
            let steps = self.game.steps(mistake).len();
            return Path { turn: mistake, steps: steps.saturating_sub(1) };
        }
        self.game.behind(self.game.parent(mistake))
    }

    fn is_placement(&self, mistake: TurnId) -> bool {
        self.game.before(mistake).phase() == Phase::Placement
    }

    /// What was tried in vain does not stay in the tree.
    fn tidy_tries(&mut self) {
        let Some(learning) = self.learning() else { return };
        let is_wrong = !matches!(learning.stage, Stage::Right(_) | Stage::Shown | Stage::Over);
        let Some(&(mistake, _)) = learning.mistakes.get(learning.at).filter(|_| is_wrong) else {
            return;
        };
        if !self.game.is_there(mistake) || learning.stood.is_empty() {
            return;
        }
        let parent = self.game.parent(mistake);
        let stood = learning.stood.clone();
        let tried = self.game.next(parent).iter().copied().filter(|turn| !stood.contains(turn));
        for turn in tried.collect::<Vec<_>>() {
            self.game.remove(turn);
        }
        if self.cursor.is_some_and(|at| !self.game.is_there(at.turn)) {
            self.show(self.game.behind(parent));
        }
    }

    /// Shows the better turn.
    fn solve(&mut self, out: &mut Vec<Request>) {
        let Some(learning) = self.learning() else { return };
        let Some(&(mistake, _)) = learning.mistakes.get(learning.at) else { return };
        let is_open = !matches!(learning.stage, Stage::Right(_) | Stage::Shown | Stage::Over);
        if !is_open || !self.game.is_there(mistake) {
            return;
        }
        self.ask_again(Stage::Asks, out);
        let best = self.exercise_best(mistake);
        self.show(self.game.behind(self.game.parent(mistake)));
        for step in best {
            if !self.try_step(step) {
                break;
            }
        }
        let Some(learning) = self.learning_mut() else { return };
        (learning.stage, learning.is_shown) = (Stage::Shown, true);
        out.extend(self.learning_view().map(|view| Request::Say(view.says)));
    }

    /// The computer's turn in the place of another.
    fn exercise_best(&self, mistake: TurnId) -> Vec<Step> {
        self.best_for(mistake).map_or_else(Vec::new, |(_, best)| best)
    }

    /// Judges a turn that was tried, once it is whole: by what is known, else by asking the computer.
    pub(crate) fn judge_try(&mut self, out: &mut Vec<Request>) {
        let Some(learning) = self.learning() else { return };
        let waits = matches!(
            learning.stage,
            Stage::Asks | Stage::Played | Stage::Worse(..) | Stage::Failed
        );
        let place = self.place();
        let Some(&(mistake, _)) = learning.mistakes.get(learning.at).filter(|_| waits) else {
            return;
        };
        let game = &self.game;
        let turn = place.turn;
        let is_try = turn != Game::ROOT
            && game.is_there(mistake)
            && place == game.behind(turn)
            && game.is_whole(turn)
            && game.parent(turn) == game.parent(mistake);
        if !is_try {
            return;
        }
        let before = game.before(turn);
        let tried = spaced(&before.san_turn(game.steps(turn)));
        let best = self.exercise_best(mistake);
        let is_best = result_of(before, &best).is_some_and(|after| after == *game.after(turn));
        let known = self.known(turn).map(|known| known.expected);
        let (count, nodes) = (game.line_to(turn).len(), nodes_for(before.game()));
        let saved = self.line_shown().save();
        let Some(learning) = self.learning_mut() else { return };
        learning.tried = tried;
        if turn == mistake {
            self.ask_again(Stage::Played, out);
        } else if is_best {
            self.solved(true, out);
        } else if let Some(expected) = known {
            self.judge(turn, expected, out);
        } else {
            learning.stage = Stage::Judges;
            let id = self.next_survey();
            let Some(learning) = self.learning_mut() else { return };
            learning.judged = Some((id, turn));
            let survey = Survey { id, saved, places: vec![count], nodes };
            out.extend(whole_only(survey).map(Request::Survey));
        }
    }

    /// The computer has judged what was tried, or has failed.
    pub(crate) fn try_surveyed(&mut self, id: u64, worth: Option<&Worth>, out: &mut Vec<Request>) {
        let judged = self.learning().and_then(|learning| learning.judged);
        let Some((_, turn)) = judged.filter(|&(asked, _)| asked == id) else { return };
        match worth {
            Some(worth) if self.game.is_there(turn) => self.judge(turn, worth.expected, out),
            _ => self.ask_again(Stage::Failed, out),
        }
    }

    fn judge(&mut self, turn: TurnId, expected: u32, out: &mut Vec<Request>) {
        let mistake = self.learning().and_then(|learning| learning.mistakes.get(learning.at));
        let best = mistake.and_then(|&(mistake, _)| self.best_for(mistake));
        let before = best.map_or(500, |(expected, _)| expected);
        let loss = match self.game.before(turn).turn() {
            Color::White => before.saturating_sub(expected),
            Color::Black => expected.saturating_sub(before),
        };
        if loss < INACCURACY {
            self.solved(false, out);
        } else {
            self.ask_again(Stage::Worse(turn, loss), out);
        }
    }

    fn solved(&mut self, is_best: bool, out: &mut Vec<Request>) {
        let Some(learning) = self.learning_mut() else { return };
        (learning.stage, learning.judged) = (Stage::Right(is_best), None);
        learning.solved += usize::from(!learning.is_shown);
        out.extend(self.learning_view().map(|view| Request::Say(view.says)));
    }

    /// What is shown of the exercise.
    pub(crate) fn learning_view(&self) -> Option<LearningView> {
        let learning = self.learning()?;
        let of = learning.mistakes.len();
        let is_over = learning.stage == Stage::Over;
        let says = match learning.mistakes.get(learning.at) {
            Some(&(turn, grade)) if !is_over && self.game.is_there(turn) => {
                self.says_of_exercise(learning, turn, grade)
            }
            _ => Sentence::new("report.learned")
                .with("color", Value::Color(learning.color))
                .with("solved", Value::Count(learning.solved))
                .with("of", Value::Count(of)),
        };
        let is_done = matches!(learning.stage, Stage::Right(_) | Stage::Shown);
        let asks = !is_done && !is_over && learning.stage != Stage::Judges;
        Some(LearningView { says, number: (learning.at + 1).min(of), of, asks, is_done, is_over })
    }

    fn says_of_exercise(&self, learning: &Learning, turn: TurnId, grade: Grade) -> Sentence {
        let before = self.game.before(turn);
        let played = self.san_of(before, self.game.steps(turn));
        let best = self.exercise_best(turn);
        let best =
            result_of(before, &best).map_or_else(String::new, |_| self.san_of(before, &best));
        let grade = match grade {
            Grade::Grave => "computer.verdict.grave",
            Grade::Slip => "computer.verdict.slip",
            Grade::Doubt => "computer.verdict.doubt",
        };
        let key = match (learning.stage, self.is_placement(turn)) {
            (Stage::Asks | Stage::Over, false) => "report.asks",
            (Stage::Asks | Stage::Over, true) => "report.placing.asks",
            (Stage::Played, false) => "report.played",
            (Stage::Played, true) => "report.placing.played",
            (Stage::Judges, false) => "report.judges",
            (Stage::Judges, true) => "report.placing.judges",
            (Stage::Worse(..), false) => "report.worse",
            (Stage::Worse(..), true) => "report.placing.worse",
            (Stage::Failed, false) => "report.not-judged",
            (Stage::Failed, true) => "report.placing.not-judged",
            (Stage::Right(true), false) => "report.best",
            (Stage::Right(true), true) => "report.placing.best",
            (Stage::Right(false), false) => "report.right",
            (Stage::Right(false), true) => "report.placing.right",
            (Stage::Shown, false) => "report.shown",
            (Stage::Shown, true) => "report.placing.shown",
        };
        let lost = match learning.stage {
            Stage::Worse(_, loss) => (loss as usize + 5) / 10,
            _ => 0,
        };
        Sentence::new(key)
            .with("color", Value::Color(learning.color))
            .with("number", Value::Count(before.fullmove() as usize))
            .with("played", Value::Notation(played))
            .with("grade", Value::Key(grade))
            .with("tried", Value::Notation(learning.tried.clone()))
            .with("best", Value::Notation(best))
            .with("lost", Value::Count(lost))
    }
}
