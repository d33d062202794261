//! The search for the games of one step a turn: iterative deepening alpha-beta, principal variation
//! first.
//!
//! A score within the tree is in hundredths of a pawn from the side to move; a win is [`WIN`] less
//! the number of turns from the root to it.

mod history;
mod lines;
mod move_picker;
mod packed_step;
pub(crate) mod parameters;
mod pruning;
mod quiescence;
mod reductions;
mod root;
pub(crate) mod static_exchange;
mod time;
mod transposition_table;

use history::{History, Landing, NOWHERE, structure};
use lines::PausedLines;
use move_picker::{Kind, MovePicker, Picked, is_possible};
use packed_step::{PackedStep, Ranked};
use parameters::SearchParameters;
use pruning::Candidate;
use reductions::Reductions;
use root::Paused;
pub(crate) use transposition_table::Bound;
use transposition_table::{Known, TranspositionTable};

use crate::chance::mix;
use crate::evaluation::{Weights, weights};
use crate::limits::Limits;
use crate::net::{Net, Trail};
use crate::score::{WIN, WON};
use crate::tactics::Tactics;

/// Beyond every score.
const INFINITE: i32 = 32_000;
/// The most turns from the root to a position that is looked at.
const MOST_TURNS: usize = 100;
/// How many positions are looked at between two questions whether to stop.
const PATIENCE: u64 = 1024;
/// From this many positions on, a search can afford to make sure that there is no win within
/// [`SURE`] turns.
const SURE_AFTER: u64 = 30_000;
/// A win within this many turns of both sides is not left to a selective search.
const SURE: i32 = 3;
/// Before a longer win is played, the search makes sure that there is none within this many turns.
const SURE_BEFORE_WIN: i32 = 5;

/// What makes a search selective; all of it off, it finds what minimax finds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Means {
    /// Captures are played out before a position is judged.
    pub(crate) quiescence: bool,
    /// Answers to threats are looked at one turn deeper.
    pub(crate) extensions: bool,
    /// Late steps are looked at less deeply, hopeless ones not at all.
    pub(crate) reductions: bool,
}

impl Means {
    pub(crate) const ALL: Means = Means { quiescence: true, extensions: true, reductions: true };
}

/// How a player errs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Blur {
    /// How many of 1000 steps are overlooked, the same ones throughout a turn's thinking.
    pub(crate) overlooked: u32,
    /// Judgements are off by at most so much, in hundredths of a pawn.
    pub(crate) noise: i32,
    /// How far the habits of chess rule the turn: of 1000 steps against them
    /// ([`Tactics::is_against_habit`]) so many are not thought of, and positions are judged by them by
    /// as much.
    pub(crate) habit: u32,
    /// What is overlooked and how judgements err, for this turn.
    pub(crate) seed: u64,
}

/// The search was stopped.
struct Stopped;

type Found<T = i32> = Result<T, Stopped>;

/// A window of scores.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The search for one game, with what it keeps from turn to turn.
pub(crate) struct Search<P: Tactics> {
    pub(crate) weights: Weights,
    pub(crate) means: Means,
    parameters: SearchParameters,
    reductions: Reductions,
    blur: Blur,
    /// The weights as far as habits rule them.
    habits: Weights,
    table: TranspositionTable,
    /// The net that judges positions, if there is one, with what it has made of those on the path.
    trail: Option<Trail<P>>,
    /// The steps of the positions on the path, one list behind the other.
    steps: Vec<Ranked>,
    /// Where the last search was stopped, if it may be gone on with.
    paused: Option<Paused>,
    /// The same of a search for several turns.
    paused_lines: Option<PausedLines>,
    /// The only steps of the root that are looked at; all if there are none.
    root_steps: Vec<PackedStep>,
    /// The keys of the positions at the start of the turns so far and on the path.
    keys: Vec<u64>,
    /// How many of `keys` come before the root.
    before: usize,
    history: History,
    /// What is known of the positions on the path, by the turns from the root.
    path: Box<[Frame; MOST_TURNS + 3]>,
    /// The best lines found from each turn on, and their lengths.
    lines: Vec<[PackedStep; MOST_TURNS + 2]>,
    lengths: [usize; MOST_TURNS + 2],
    nodes: u64,
    most_nodes: u64,
    ask_at: u64,
    root_depth: i32,
    /// Told apart in the table: what was found by looking at everything, and what was not.
    mode: u64,
    game: std::marker::PhantomData<P>,
}

impl<P: Tactics> Search<P> {
    pub(crate) fn new(table_bytes: usize) -> Self {
        Search {
            weights: weights::<P>(),
            means: Means::ALL,
            parameters: P::PARAMETERS,
            reductions: Reductions::new(&P::PARAMETERS),
            blur: Blur::default(),
            habits: weights::<P>(),
            table: TranspositionTable::new(table_bytes),
            trail: None,
            steps: Vec::with_capacity(4096),
            paused: None,
            paused_lines: None,
            root_steps: Vec::new(),
            keys: Vec::with_capacity(512),
            before: 0,
            history: History::new::<P>(),
            path: Box::new([Frame::START; MOST_TURNS + 3]),
            lines: vec![[PackedStep::NONE; MOST_TURNS + 2]; MOST_TURNS + 2],
            lengths: [0; MOST_TURNS + 2],
            nodes: 0,
            most_nodes: u64::MAX,
            ask_at: 0,
            root_depth: 0,
            mode: 0,
            game: std::marker::PhantomData,
        }
    }

    /// How the player errs from now on.
    pub(crate) fn set_blur(&mut self, blur: Blur) {
        self.blur = blur;
        if blur.habit > 0 {
            let by_habit = P::by_habit(self.weights);
            for (at, habit) in self.habits.iter_mut().enumerate() {
                let share = blur.habit.min(1000) as i32;
                *habit = (self.weights[at] * (1000 - share) + by_habit[at] * share) / 1000;
            }
        }
    }

    /// Judges positions by this net from now on; what was found by another evaluation is forgotten.
    pub(crate) fn set_net(&mut self, net: Net) {
        self.trail = Some(Trail::new(net, MOST_TURNS + 3));
        self.forget();
    }

    /// Forgets all that earlier searches found out.
    pub(crate) fn forget(&mut self) {
        self.paused = None;
        self.paused_lines = None;
        self.table.clear();
        self.history.clear();
    }

    /// Searches by these parameters from now on; what was found by others is forgotten.
    pub(crate) fn set_parameters(&mut self, parameters: SearchParameters) {
        self.parameters = parameters;
        self.reductions = Reductions::new(&parameters);
        self.forget();
    }

    /// The parameters that it searches by.
    pub(crate) fn parameters(&self) -> SearchParameters {
        self.parameters
    }

    /// Counts a position; an error when the search has to stop.
    #[inline(always)]
    fn count(&mut self, limits: &Limits<'_>) -> Found<()> {
        self.nodes += 1;
        if self.nodes >= self.most_nodes {
            return Err(Stopped);
        }
        if self.nodes >= self.ask_at {
            self.ask_at = self.nodes + PATIENCE;
            if (limits.stop)() {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// The position after a step from one that lies `ply` turns from the root.
    #[inline(always)]
    fn after(&mut self, position: &P, step: PackedStep, ply: usize) -> P {
        let mut after = *position;
        match &mut self.trail {
            None => after.play(step.step(), &mut ()),
            Some(trail) => {
                after.play(step.step(), trail.changes(ply + 1));
                trail.reach(ply + 1, &after);
            }
        }
        after
    }

    /// The judgement of a position `ply` turns from the root, with the player's errors.
    #[inline]
    fn judge(&mut self, position: &P, ply: usize) -> i32 {
        let score = match &mut self.trail {
            // Habits are those of the evaluation made by hand.
            _ if self.blur.habit > 0 => position.evaluate(&self.habits),
            None => position.evaluate(&self.weights),
            Some(_) if position.is_judged_by_hand() => position.evaluate(&self.weights),
            Some(trail) => {
                let by_hand = if trail.adds() { position.evaluate(&self.weights) } else { 0 };
                by_hand + trail.judge(ply, position)
            }
        };
        let noise = self.blur.noise;
        let error = if noise == 0 {
            0
        } else {
            let drawn = mix(position.key() ^ self.blur.seed) >> 32;
            ((drawn * (2 * noise as u64 + 1)) >> 32) as i32 - noise
        };
        (score + error).clamp(-WON, WON)
    }

    /// Whether the player sees the step in this turn's thinking.
    #[inline]
    fn sees(&self, step: PackedStep) -> bool {
        self.blur.overlooked == 0 || self.attention(step) >= self.blur.overlooked
    }

    /// Whether the step is one of the root that is to be looked at.
    #[inline]
    fn is_root_step(&self, step: PackedStep) -> bool {
        self.root_steps.is_empty() || self.root_steps.contains(&step)
    }

    /// Whether the player thinks of the step on its own turn as far as habits go.
    #[inline]
    fn dares(&self, position: &P, step: PackedStep) -> bool {
        let is_against_habit =
            || step.from().is_some_and(|from| position.is_against_habit(from, step.to()));
        self.blur.habit == 0 || self.attention(step) >= self.blur.habit || !is_against_habit()
    }

    /// What attention the step gets in this turn's thinking, 0 to 999.
    #[inline]
    fn attention(&self, step: PackedStep) -> u32 {
        let drawn = mix(u64::from(step.bits()) ^ self.blur.seed.rotate_left(17)) >> 32;
        ((drawn * 1000) >> 32) as u32
    }

    /// The score of a position without a step.
    fn without_step(position: &P, ply: usize) -> i32 {
        match position.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if winner == position.turn() => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
            None => 0,
        }
    }

    /// Whether the position on top of `keys` is drawn by repetition: it occurred twice before the
    /// root, or once on the path.
    fn is_repeated(&self, key: u64, halfmove: u32) -> bool {
        let back = (halfmove as usize).min(self.keys.len());
        let start = self.keys.len() - back;
        let mut before = 0;
        for (i, &other) in self.keys.iter().enumerate().skip(start).rev() {
            if other == key {
                if i >= self.before {
                    return true;
                }
                before += 1;
            }
        }
        before >= 2
    }

    /// Makes the line from `ply` on this step and the line after it.
    fn keep_line(&mut self, ply: usize, step: PackedStep) {
        let length = self.lengths[ply + 1];
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply][0] = step;
        head[ply][1..=length].copy_from_slice(&tail[0][..length]);
        self.lengths[ply] = length + 1;
    }

    /// The landing of a step, for continuation history.
    #[inline]
    fn landing(&self, position: &P, step: PackedStep) -> Landing {
        let role = match step.from() {
            Some(from) => position.piece_at(from).map(|piece| piece.role),
            None => step.role(),
        };
        role.map_or(0, |role| self.history.landing(role, step))
    }

    /// The landings before the position at this ply.
    #[inline]
    fn landings_before(&self, ply: usize) -> [Landing; 2] {
        let landing =
            |back: usize| ply.checked_sub(back).map_or(NOWHERE, |ply| self.path[ply].landing);
        [landing(1), landing(2)]
    }

    /// The static evaluation as corrected by what searches have found.
    #[inline]
    fn corrected(&self, position: &P, judged: i32) -> i32 {
        if self.parameters.correction_history == 0 {
            return judged;
        }
        let correction = self.history.correction(structure(position));
        (judged + correction).clamp(-WON, WON)
    }

    /// Whether what the table knows decides a position within the window.
    #[inline]
    fn settles(known: &Known, ply: usize, Window { alpha, beta }: Window) -> Option<i32> {
        let score = from_table(known.score, ply);
        let holds = match known.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        holds.then_some(score)
    }

    /// Searches a position `depth` turns deep.
    fn node(
        &mut self,
        position: &P,
        must_answer: bool,
        depth: i32,
        ply: usize,
        window: Window,
        limits: &Limits<'_>,
    ) -> Found {
        self.lengths[ply] = 0;
        let may_extend = self.means.extensions
            && self.parameters.check_extension > 0
            && ply > 0
            && (ply as i32) < 2 * self.root_depth;
        let mut depth = if must_answer && may_extend { depth + 1 } else { depth };
        if depth <= 0 {
            let forced = self.parameters.forced_answers;
            return self.quiet(position, must_answer, forced, ply, window, limits);
        }
        self.count(limits)?;
        let Window { mut alpha, mut beta } = window;
        let is_line = beta - alpha > 1;
        let key = position.key();
        if ply > 0 {
            if self.is_repeated(key, position.halfmove()) {
                return Ok(0);
            }
            if position.halfmove() >= 100 {
                let over = !position.has_step();
                return Ok(if over { Self::without_step(position, ply) } else { 0 });
            }
            // Mate distance pruning: nothing from here on is better than winning, or worse than
            // losing, at once.
            alpha = alpha.max(ply as i32 - WIN);
            beta = beta.min(WIN - ply as i32 - 1);
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        if ply >= MOST_TURNS {
            return Ok(self.judge(position, ply));
        }
        if let Some(step) = position.winning_step()
            && (if ply == 0 {
                self.is_root_step(PackedStep::of(step))
            } else {
                self.sees(PackedStep::of(step))
            })
        {
            self.lengths[ply + 1] = 0;
            self.keep_line(ply, PackedStep::of(step));
            return Ok(WIN - ply as i32 - 1);
        }

        // The step that is left out while it is asked whether it is singular.
        let excluded = self.path[ply].excluded;
        let is_whole = excluded.is_none() && (ply > 0 || self.root_steps.is_empty());
        let table_key = key ^ self.blur.seed ^ self.mode;
        let known = self.table.get(table_key);
        if let Some(known) = &known
            && ply > 0
            && !is_line
            && is_whole
            && known.depth >= depth
            // The fifty-move count is not in the key.
            && position.halfmove() < 90
            && let Some(score) = Self::settles(known, ply, Window { alpha, beta })
        {
            return Ok(score);
        }

        let reduces = self.means.reductions && !must_answer && ply > 0;
        let raw = match &known {
            _ if !reduces => NOT_JUDGED,
            Some(Known { evaluation, .. }) if *evaluation != NOT_JUDGED => *evaluation,
            _ => self.judge(position, ply),
        };
        let judged = if reduces { self.corrected(position, raw) } else { 0 };
        self.path[ply].judged = if reduces { judged } else { NOT_JUDGED };
        // A side whose evaluation rises can cut more boldly.
        let is_improving = self.parameters.improving > 0
            && reduces
            && ply >= 2
            && self.path[ply - 2].judged != NOT_JUDGED
            && judged > self.path[ply - 2].judged;
        let parameters = self.parameters;
        if reduces && !is_line && is_whole && beta.abs() < WON {
            let candidate = Candidate { depth, ply, judged, is_improving };
            if let Some(score) = self.prune(position, candidate, beta, limits)? {
                return Ok(score);
            }
        }

        let hint = known.map_or(PackedStep::NONE, |known| known.step);
        let hint = if is_possible(position, hint) { hint } else { PackedStep::NONE };
        if hint.is_none() {
            if !position.has_step() {
                return Ok(Self::without_step(position, ply));
            }
            // Internal iterative reduction: whatever is best here, it is found sooner next time.
            if reduces
                && parameters.internal_reduction_depth > 0
                && depth >= parameters.internal_reduction_depth
            {
                depth -= 1;
            }
        }

        // Singular extension: the table's step is searched deeper if none of the others comes near.
        let mut extension = 0;
        if reduces
            && is_whole
            && !hint.is_none()
            && parameters.singular_depth > 0
            && depth >= parameters.singular_depth
            && may_extend
            && let Some(known) = &known
            && known.bound != Bound::Upper
            && known.depth >= depth - 3
            && known.score.abs() < WON
        {
            let least = known.score - parameters.singular_margin * depth;
            let narrow = Window { alpha: least - 1, beta: least };
            self.path[ply].excluded = hint;
            let others = self.node(position, must_answer, (depth - 1) / 2, ply, narrow, limits);
            self.path[ply].excluded = PackedStep::NONE;
            self.lengths[ply] = 0;
            let others = others?;
            if others < least {
                extension = 1;
            } else if least >= beta && !is_line {
                // Several steps are too good for the opponent to allow.
                return Ok(least);
            }
        }

        let start = self.steps.len();
        self.keys.push(key);
        let node = Node { must_answer, depth, ply, judged, is_line, is_improving, extension };
        let found = self.steps_of(position, hint, node, Window { alpha, beta }, limits);
        self.keys.pop();
        self.steps.truncate(start);
        let (best, step) = found?;
        if best == -INFINITE {
            // None but the one left out.
            return Ok(alpha);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if is_whole {
            let score = to_table(best, ply);
            self.table.put(table_key, Known { step, score, depth, bound, evaluation: raw });
            let is_quiet = step.is_none() || Self::gain(position, step).is_none();
            let corrects = match bound {
                Bound::Exact => true,
                Bound::Lower => best > judged,
                Bound::Upper => best < judged,
            };
            if reduces
                && is_quiet
                && corrects
                && best.abs() < WON
                && parameters.correction_history > 0
            {
                self.history.correct(structure(position), best - raw, depth);
            }
        }
        Ok(best)
    }

    /// Searches the steps of a position in their order: the best score and its step.
    fn steps_of(
        &mut self,
        position: &P,
        hint: PackedStep,
        node: Node,
        window: Window,
        limits: &Limits<'_>,
    ) -> Found<(i32, PackedStep)> {
        let Node { must_answer, depth, ply, judged, is_line, is_improving, extension } = node;
        let Window { mut alpha, beta } = window;
        let parameters = self.parameters;
        let excluded = self.path[ply].excluded;
        let before = self.landings_before(ply);
        let mut picker = MovePicker::new(self.steps.len(), hint, ply, before);
        let (mut best, mut best_step) = (-INFINITE, PackedStep::NONE);
        let mut tried = 0;
        // The quiet steps that were tried and not good enough.
        let mut quiets = [PackedStep::NONE; MOST_QUIETS];
        let mut quiet_count = 0;
        while let Some(Picked { step, kind, worth }) = self.pick(&mut picker, position) {
            if step == excluded || (ply == 0 && !self.is_root_step(step)) {
                continue;
            }
            let is_quiet = kind.is_quiet();
            let is_seen = match (ply, must_answer) {
                (0, true) => true,
                (0, false) => self.sees(step) && self.dares(position, step),
                _ => self.sees(step),
            };
            if !is_seen {
                continue;
            }
            let may_leave_out =
                self.means.reductions && tried > 0 && !must_answer && best > -WON && !is_line;
            if may_leave_out && is_quiet {
                // Futility pruning: a quiet step that cannot reach the window.
                let margin = parameters.futility_base + parameters.futility_margin * depth;
                if depth <= parameters.futility_depth && judged + margin <= alpha {
                    continue;
                }
                // Late move pruning: one of very many.
                let most = parameters.late_move_base + parameters.late_move_factor * depth * depth;
                let most = if is_improving || parameters.improving == 0 { most } else { most / 2 };
                if depth <= parameters.late_move_depth && tried as i32 > most {
                    continue;
                }
                // One that loses the piece that moves.
                let loss = parameters.quiet_exchange_margin * depth;
                if depth <= parameters.quiet_exchange_depth
                    && P::HAS_EXCHANGES
                    && let Some(from) = step.from()
                    && position.exchange(from, step.to(), 0) < -loss
                {
                    continue;
                }
            }
            if may_leave_out && kind == Kind::Losing && depth <= parameters.losing_capture_depth {
                continue;
            }
            let after = self.after(position, step, ply);
            let threatens = after.must_answer();
            self.path[ply].landing = if parameters.continuation_history > 0 {
                self.landing(position, step)
            } else {
                NOWHERE
            };
            let next = Window { alpha, beta }.turned();
            let score = if tried == 0 {
                let extension = if step == hint { extension } else { 0 };
                -self.node(&after, threatens, depth - 1 + extension, ply + 1, next, limits)?
            } else {
                let mut reduction = 0;
                if self.means.reductions
                    && depth >= 3
                    && tried >= parameters.reduction_from as usize
                    && (is_quiet || parameters.losing_reduction > 0 && kind == Kind::Losing)
                    && !threatens
                {
                    reduction = self.reductions.of(depth, tried);
                    if is_line || must_answer {
                        reduction -= 1;
                    }
                    if kind == Kind::Killer {
                        reduction -= 1;
                    }
                    if parameters.improving > 0 && !is_improving && !is_line {
                        reduction += 1;
                    }
                    if parameters.reduction_history > 0 && kind == Kind::Quiet {
                        reduction -= worth / parameters.reduction_history;
                    }
                    reduction = reduction.clamp(0, depth - 2);
                }
                let narrow = Window { alpha: -alpha - 1, beta: -alpha };
                let mut score = -self.node(
                    &after,
                    threatens,
                    depth - 1 - reduction,
                    ply + 1,
                    narrow,
                    limits,
                )?;
                if score > alpha && reduction > 0 {
                    score = -self.node(&after, threatens, depth - 1, ply + 1, narrow, limits)?;
                }
                if score > alpha && score < beta {
                    score = -self.node(&after, threatens, depth - 1, ply + 1, next, limits)?;
                }
                score
            };
            tried += 1;
            if score > best {
                best = score;
                best_step = step;
                if score > alpha {
                    alpha = score;
                    self.keep_line(ply, step);
                }
                if alpha >= beta {
                    if is_quiet {
                        self.remember(position, &quiets[..quiet_count], step, depth, ply);
                    }
                    break;
                }
            }
            if is_quiet && quiet_count < MOST_QUIETS {
                quiets[quiet_count] = step;
                quiet_count += 1;
            }
        }
        if tried == 0 && excluded.is_none() {
            // All of them overlooked: as if nothing were to be done.
            return Ok((self.judge(position, ply).clamp(window.alpha, beta), PackedStep::NONE));
        }
        Ok((best, best_step))
    }

    /// Notes that a quiet step was good enough here, and those before it were not.
    fn remember(
        &mut self,
        position: &P,
        before: &[PackedStep],
        step: PackedStep,
        depth: i32,
        ply: usize,
    ) {
        self.history.keep_killer(ply, step);
        let side = position.turn().index();
        let bonus = (depth * depth).min(400);
        let landings = if self.parameters.continuation_history > 0 {
            self.landings_before(ply)
        } else {
            [NOWHERE; 2]
        };
        for &other in before {
            let landing = self.landing(position, other);
            self.history.learn(side, other, landings, landing, -bonus);
        }
        let landing = self.landing(position, step);
        self.history.learn(side, step, landings, landing, bonus);
    }
}

/// What is known of a position on the path.
#[derive(Clone, Copy)]
struct Frame {
    /// The static evaluation, or [`NOT_JUDGED`].
    judged: i32,
    /// The step from there.
    landing: Landing,
    /// The step that is left out, if one is.
    excluded: PackedStep,
}

impl Frame {
    const START: Frame = Frame { judged: NOT_JUDGED, landing: NOWHERE, excluded: PackedStep::NONE };
}

/// What is known of a position while its steps are searched.
#[derive(Clone, Copy)]
struct Node {
    must_answer: bool,
    depth: i32,
    ply: usize,
    judged: i32,
    is_line: bool,
    is_improving: bool,
    /// By how many turns the table's step is searched deeper.
    extension: i32,
}

/// In place of a static evaluation that was not made.
const NOT_JUDGED: i32 = -32_001;
/// The most quiet steps of a position that history learns from.
const MOST_QUIETS: usize = 48;
/// Changes the keys of searches that look at everything.
const ALL_LOOKED_AT: u64 = 0x5EE0_A115_7E95;

/// A win is kept in the table as counted from its position, not from the root.
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    if score > WON {
        score + ply as i32
    } else if score < -WON {
        score - ply as i32
    } else {
        score
    }
}

pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    if score > WON {
        score - ply as i32
    } else if score < -WON {
        score + ply as i32
    } else {
        score
    }
}

#[cfg(test)]
mod edges;
#[cfg(test)]
mod tests;
