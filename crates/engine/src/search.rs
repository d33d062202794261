//! The search for the games of one step a turn: iterative deepening alpha-beta, principal variation
//! first.
//!
//! A score within the tree is in hundredths of a pawn from the side to move; a win is [`WIN`] less
//! the number of turns from the root to it.

use rules::Bits;

use crate::chance::mix;
use crate::evaluation::{Weights, weights};
use crate::limits::Limits;
use crate::packed::{Collect, PLACES, Packed, Ranked};
use crate::score::{Score, WIN, WON};
use crate::table::{Bound, Known, Table};
use crate::tactics::Tactics;
use crate::thought::Thought;

/// Beyond every score.
const INFINITE: i32 = 32_000;
/// The most turns from the root to a position that is looked at.
const MOST_TURNS: usize = 100;
/// How many positions are looked at between two questions whether to stop.
const PATIENCE: u64 = 1024;
/// How many forced answers in a row are followed where else captures alone are.
const FORCED: i32 = 6;
/// Once a search has looked at so many positions, it can afford to make sure that there is no win
/// within [`SURE`] turns.
const SURE_AFTER: u64 = 30_000;
/// A win within so many turns of both sides is not left to a selective search.
const SURE: i32 = 3;
/// Before a longer win is played it is made sure that there is none within so many turns.
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
    /// Of 1000 steps so many are overlooked, the same ones throughout a turn's thinking.
    pub(crate) overlooked: u32,
    /// Judgements are off by at most so much, in hundredths of a pawn.
    pub(crate) noise: i32,
    /// How far the habits of chess rule the turn: of 1000 steps against them
    /// ([`Tactics::is_against_habit`]) so many are not thought of, and unless that is none,
    /// positions are judged by them.
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
    blur: Blur,
    table: Table,
    /// The steps of the positions on the path, one list behind the other.
    steps: Vec<Ranked>,
    /// The keys of the positions at the start of the turns so far and on the path.
    keys: Vec<u64>,
    /// How many of `keys` come before the root.
    before: usize,
    killers: Box<[[Packed; 2]; MOST_TURNS + 2]>,
    history: Vec<i32>,
    /// The best lines found from each turn on, and their lengths.
    lines: Vec<[Packed; MOST_TURNS + 2]>,
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
            blur: Blur::default(),
            table: Table::new(table_bytes),
            steps: Vec::with_capacity(4096),
            keys: Vec::with_capacity(512),
            before: 0,
            killers: Box::new([[Packed::NONE; 2]; MOST_TURNS + 2]),
            history: vec![0; 2 * PLACES],
            lines: vec![[Packed::NONE; MOST_TURNS + 2]; MOST_TURNS + 2],
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
    }

    /// Forgets all that earlier searches found out.
    pub(crate) fn forget(&mut self) {
        self.table.clear();
        self.history.fill(0);
    }

    /// The best turn; `None` if the game is over. `past` are the keys at the start of the turns
    /// before this one.
    pub(crate) fn think(
        &mut self,
        past: &[u64],
        position: &P,
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let steps = position.list();
        let &first = steps.first()?;
        self.keys.clear();
        self.keys.extend_from_slice(past);
        self.before = past.len();
        self.steps.clear();
        *self.killers = [[Packed::NONE; 2]; MOST_TURNS + 2];
        self.history.iter_mut().for_each(|worth| *worth /= 4);
        self.table.grow_older();
        self.nodes = 0;
        self.most_nodes = limits.nodes.max(1);
        self.ask_at = PATIENCE;
        let mut best: Option<Thought> = None;
        let deepest = limits.depth.clamp(1, MOST_TURNS as u32 / 2) as i32;
        // There is no win within so many turns.
        let mut sure = 0;
        for depth in 1..=deepest {
            if depth > SURE && sure < SURE && self.nodes >= SURE_AFTER {
                if let Ok(Some(win)) = self.win_within(position, SURE, limits) {
                    report(&win);
                    best = Some(win);
                    break;
                }
                sure = SURE;
            }
            self.root_depth = depth;
            let guess = best.as_ref().map(|thought| thought.score.value());
            let found = self.around(position, depth, guess, limits);
            let done = found.is_ok();
            if self.lengths[0] > 0 {
                let score = match found {
                    Ok(score) => score,
                    // Better than what was known, or the same: it was looked at first.
                    Err(Stopped) => guess.unwrap_or(0),
                };
                let thought = self.thought(position, score, depth);
                if done {
                    report(&thought);
                }
                best = Some(thought);
            }
            // A mate that is nearer than anything still to be found.
            let is_decided = found.is_ok_and(|score| WIN - score.abs() <= depth);
            if !done || is_decided || (steps.len() == 1 && depth >= 4) {
                break;
            }
        }
        while let Some(turns) = best.as_ref().and_then(|win| win.score.decided())
            && let within = (turns - 2).min(SURE_BEFORE_WIN)
            && within > sure
            && let Ok(Some(win)) = self.win_within(position, within, limits)
        {
            report(&win);
            best = Some(win);
        }
        let nodes = self.nodes;
        Some(match best {
            Some(thought) => Thought { nodes, ..thought },
            None => Thought {
                turn: vec![first],
                score: Score::EVEN,
                depth: 0,
                nodes,
                line: vec![vec![first]],
            },
        })
    }

    /// Searches with a narrow window about the score expected, wider if that fails.
    fn around(&mut self, root: &P, depth: i32, guess: Option<i32>, limits: &Limits<'_>) -> Found {
        let mut margin = 30;
        let mut window = match guess {
            Some(guess) if depth >= 4 && guess.abs() < WON => {
                Window { alpha: guess - margin, beta: guess + margin }
            }
            _ => Window { alpha: -INFINITE, beta: INFINITE },
        };
        loop {
            self.lengths[0] = 0;
            self.steps.clear();
            self.keys.truncate(self.before);
            let must_answer = root.must_answer();
            let score = self.node(root, must_answer, depth, 0, window, limits)?;
            margin *= 4;
            if score <= window.alpha && window.alpha > -INFINITE {
                window.alpha = if margin > 1000 { -INFINITE } else { score - margin };
            } else if score >= window.beta && window.beta < INFINITE {
                window.beta = if margin > 1000 { INFINITE } else { score + margin };
            } else {
                return Ok(score);
            }
        }
    }

    /// A win within so many turns of both sides, looking at everything; the shortest if the turns
    /// are too few for two of different lengths.
    fn win_within(&mut self, root: &P, turns: i32, limits: &Limits<'_>) -> Found<Option<Thought>> {
        let means = self.means;
        self.means.reductions = false;
        self.mode = ALL_LOOKED_AT;
        self.root_depth = turns;
        self.lengths[0] = 0;
        self.steps.clear();
        self.keys.truncate(self.before);
        let window = Window { alpha: WIN - turns - 1, beta: WIN - turns };
        let found = self.node(root, root.must_answer(), turns, 0, window, limits);
        self.means = means;
        self.mode = 0;
        let score = found?;
        Ok((score >= window.beta).then(|| self.thought(root, score, turns)))
    }

    /// What has been found, as the caller wants it.
    fn thought(&self, root: &P, score: i32, depth: i32) -> Thought {
        let mut position = *root;
        let mut line = Vec::new();
        for packed in &self.lines[0][..self.lengths[0]] {
            let step = packed.step();
            if !position.is_legal(step) {
                break;
            }
            line.push(vec![step]);
            position.play(step, &mut ());
        }
        let turn = line.first().cloned().unwrap_or_default();
        Thought { turn, score: Score::of(score), depth: depth as u32, nodes: self.nodes, line }
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

    /// The judgement of a position, with the player's errors.
    #[inline]
    fn judge(&self, position: &P) -> i32 {
        let score = if self.blur.habit == 0 {
            position.evaluate(&self.weights)
        } else {
            position.evaluate(&P::by_habit(self.weights))
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
    fn sees(&self, step: Packed) -> bool {
        self.blur.overlooked == 0 || self.attention(step) >= self.blur.overlooked
    }

    /// Whether the player thinks of the step on its own turn as far as habits go.
    #[inline]
    fn dares(&self, position: &P, step: Packed) -> bool {
        let is_against_habit =
            || step.from().is_some_and(|from| position.is_against_habit(from, step.to()));
        self.blur.habit == 0 || self.attention(step) >= self.blur.habit || !is_against_habit()
    }

    /// What attention the step gets in this turn's thinking, 0 to 999.
    #[inline]
    fn attention(&self, step: Packed) -> u32 {
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
    fn keep_line(&mut self, ply: usize, step: Packed) {
        let length = self.lengths[ply + 1];
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply][0] = step;
        head[ply][1..=length].copy_from_slice(&tail[0][..length]);
        self.lengths[ply] = length + 1;
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
        let depth = if must_answer
            && self.means.extensions
            && ply > 0
            && (ply as i32) < 2 * self.root_depth
        {
            depth + 1
        } else {
            depth
        };
        if depth <= 0 {
            return self.quiet(position, must_answer, FORCED, ply, window, limits);
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
                let over = position.count() == 0;
                return Ok(if over { Self::without_step(position, ply) } else { 0 });
            }
            // Nothing from here on is better than winning, or worse than losing, at once.
            alpha = alpha.max(ply as i32 - WIN);
            beta = beta.min(WIN - ply as i32 - 1);
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        if ply >= MOST_TURNS {
            return Ok(self.judge(position));
        }
        if let Some(step) = position.winning_step()
            && (ply == 0 || self.sees(Packed::of(step)))
        {
            self.lengths[ply + 1] = 0;
            self.keep_line(ply, Packed::of(step));
            return Ok(WIN - ply as i32 - 1);
        }

        let table_key = key ^ self.blur.seed ^ self.mode;
        let known = self.table.get(table_key);
        if let Some(known) = known
            && ply > 0
            && !is_line
            && known.depth >= depth
            // The fifty-move count is not in the key.
            && position.halfmove() < 90
        {
            let score = from_table(known.score, ply);
            let holds = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if holds {
                return Ok(score);
            }
        }

        let reduces = self.means.reductions && !must_answer && ply > 0;
        let judged = if reduces && !is_line { self.judge(position) } else { 0 };
        if reduces && !is_line && beta.abs() < WON {
            // So far above the window that no quiet step of the enemy brings it back.
            if depth <= 4 && judged - 110 * depth >= beta {
                return Ok(judged);
            }
            if depth >= 3
                && judged >= beta
                && let Some(passed) = position.after_pass()
            {
                let reduction = 3 + depth / 6;
                let narrow = Window { alpha: -beta, beta: 1 - beta };
                self.keys.push(key);
                let must = passed.must_answer();
                let score =
                    self.node(&passed, must, depth - 1 - reduction, ply + 1, narrow, limits);
                self.keys.pop();
                let score = -score?;
                if score >= beta {
                    return Ok(score.min(WON));
                }
            }
        }

        let start = self.steps.len();
        let mut collect = Collect {
            into: &mut self.steps,
            targets: <P::Bits as Bits>::FULL,
            always: <P::Bits as Bits>::FULL,
            drops: true,
            any: false,
        };
        position.steps(&mut collect);
        let end = self.steps.len();
        if start == end {
            return Ok(Self::without_step(position, ply));
        }
        let hint = known.map_or(Packed::NONE, |known| known.step);
        self.rank(position, start, hint, ply);

        self.keys.push(key);
        let found = self.steps_of(
            position,
            (start, end),
            Node { must_answer, depth, ply, judged, is_line },
            Window { alpha, beta },
            limits,
        );
        self.keys.pop();
        self.steps.truncate(start);
        let (best, step) = found?;
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        self.table.put(table_key, Known { step, score: to_table(best, ply), depth, bound });
        Ok(best)
    }

    /// Searches the steps of a position in their order: the best score and its step.
    fn steps_of(
        &mut self,
        position: &P,
        (start, end): (usize, usize),
        node: Node,
        window: Window,
        limits: &Limits<'_>,
    ) -> Found<(i32, Packed)> {
        let Node { must_answer, depth, ply, judged, is_line } = node;
        let Window { mut alpha, beta } = window;
        let (mut best, mut best_step) = (-INFINITE, Packed::NONE);
        let mut tried = 0;
        for i in start..end {
            let Ranked { step, rank } = self.next(i, end);
            let is_quiet = rank < CAPTURE;
            let is_seen = match (ply, must_answer) {
                (0, true) => true,
                (0, false) => self.sees(step) && self.dares(position, step),
                _ => self.sees(step),
            };
            if !is_seen {
                continue;
            }
            if self.means.reductions && tried > 0 && is_quiet && !must_answer && best > -WON {
                // A quiet step that cannot reach the window, or one of very many.
                if !is_line && depth <= 3 && judged + 90 + 110 * depth <= alpha {
                    continue;
                }
                if !is_line && depth <= 3 && tried > 6 + 6 * depth * depth {
                    continue;
                }
            }
            let mut after = *position;
            after.play(step.step(), &mut ());
            let threatens = after.must_answer();
            let next = Window { alpha, beta }.turned();
            let score = if tried == 0 {
                -self.node(&after, threatens, depth - 1, ply + 1, next, limits)?
            } else {
                let mut reduction = 0;
                if self.means.reductions && depth >= 3 && tried >= 3 && is_quiet && !threatens {
                    let (d, t) = (depth as f32, tried as f32);
                    reduction = (0.5 + d.ln() * t.ln() / 2.2) as i32;
                    if is_line || must_answer {
                        reduction -= 1;
                    }
                    if rank >= KILLER {
                        reduction -= 1;
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
                        self.remember(position, (start, i), step, depth, ply);
                    }
                    break;
                }
            }
        }
        if tried == 0 {
            // All of them overlooked: as if nothing were to be done.
            return Ok((self.judge(position).clamp(window.alpha, beta), Packed::NONE));
        }
        Ok((best, best_step))
    }

    /// Notes that a quiet step was good enough here, and those before it were not.
    fn remember(
        &mut self,
        position: &P,
        (start, at): (usize, usize),
        step: Packed,
        depth: i32,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != step {
            killers[1] = killers[0];
            killers[0] = step;
        }
        let side = position.turn().index() * PLACES;
        let bonus = (depth * depth).min(400);
        for i in start..at {
            let Ranked { step, rank } = self.steps[i];
            if rank < CAPTURE {
                let worth = &mut self.history[side + step.place()];
                *worth -= bonus + *worth * bonus / MOST_HISTORY;
            }
        }
        let worth = &mut self.history[side + step.place()];
        *worth += bonus - *worth * bonus / MOST_HISTORY;
    }

    /// Brings the best of the steps still to be tried to place `i`.
    #[inline]
    fn next(&mut self, i: usize, end: usize) -> Ranked {
        let rest = &mut self.steps[i..end];
        let mut best = 0;
        for (j, step) in rest.iter().enumerate().skip(1) {
            if step.rank > rest[best].rank {
                best = j;
            }
        }
        rest.swap(0, best);
        rest[0]
    }

    /// What a step wins in pieces at once, less a little for a valuable piece that does it.
    #[inline]
    fn gain(position: &P, step: Packed) -> Option<(i32, i32)> {
        let from = step.from()?;
        let captured = position.captured(from, step.to()).map_or(0, P::worth);
        let promoted = step.role().map_or(0, |role| P::worth(role) - 100);
        if captured + promoted == 0 {
            return None;
        }
        let mover = position.piece_at(from).map_or(0, |piece| P::worth(piece.role));
        Some((captured + promoted, mover))
    }

    /// Ranks the steps from `start` on.
    fn rank(&mut self, position: &P, start: usize, hint: Packed, ply: usize) {
        let side = position.turn().index() * PLACES;
        let killers = self.killers[ply];
        let enemy = !position.turn();
        for ranked in &mut self.steps[start..] {
            let step = ranked.step;
            ranked.rank = if step == hint {
                HINT
            } else if let Some((gain, mover)) = Self::gain(position, step) {
                let loses =
                    mover > gain + 50 && position.attackers(step.to(), enemy) != P::Bits::default();
                if loses { LOSING + gain - mover / 16 } else { CAPTURE + 8 * gain - mover / 16 }
            } else if step == killers[0] {
                KILLER + 1
            } else if step == killers[1] {
                KILLER
            } else {
                self.history[side + step.place()]
            };
        }
    }

    /// Plays captures out until the position can be judged; `forced` answers to threats are
    /// followed besides.
    fn quiet(
        &mut self,
        position: &P,
        must_answer: bool,
        forced: i32,
        ply: usize,
        window: Window,
        limits: &Limits<'_>,
    ) -> Found {
        self.count(limits)?;
        self.lengths[ply] = 0;
        if position.halfmove() >= 100 && position.count() > 0 {
            return Ok(0);
        }
        if let Some(step) = position.winning_step()
            && self.sees(Packed::of(step))
        {
            self.lengths[ply + 1] = 0;
            self.keep_line(ply, Packed::of(step));
            return Ok(WIN - ply as i32 - 1);
        }
        if !self.means.quiescence {
            let over = position.count() == 0;
            return Ok(if over { Self::without_step(position, ply) } else { self.judge(position) });
        }
        if ply >= MOST_TURNS {
            return Ok(self.judge(position));
        }
        let Window { mut alpha, beta } = window;
        // Nothing from here on is better than winning at once.
        let most = WIN - ply as i32 - 1;
        if most <= alpha {
            return Ok(most);
        }
        let answers = must_answer && forced > 0;
        let mut best = -INFINITE;
        let mut judged = 0;
        if !answers {
            judged = self.judge(position);
            best = judged;
            // Over all the same if there is no step: that is looked at below, where one side is in
            // danger or everything is looked at.
            if best >= beta && !must_answer && self.mode != ALL_LOOKED_AT {
                return Ok(best);
            }
        }
        let start = self.steps.len();
        let enemies = position.pieces(!position.turn());
        let looks_at =
            if forced == FORCED { position.always_looked_at() } else { P::Bits::default() };
        let mut collect = Collect {
            targets: if answers { <P::Bits as Bits>::FULL } else { enemies },
            always: position.captures_aside() | looks_at,
            drops: answers,
            any: false,
            into: &mut self.steps,
        };
        position.steps(&mut collect);
        if !collect.any {
            self.steps.truncate(start);
            return Ok(Self::without_step(position, ply));
        }
        // Nor worse than losing at the enemy's next turn, now that there is a step.
        let best_or_least = best.max(ply as i32 + 2 - WIN);
        if best_or_least >= beta {
            self.steps.truncate(start);
            return Ok(best_or_least);
        }
        alpha = alpha.max(best);
        let end = self.steps.len();
        self.rank(position, start, Packed::NONE, ply.min(MOST_TURNS));
        let mut seen = false;
        for i in start..end {
            let Ranked { step, rank } = self.next(i, end);
            let goes_on =
                answers || rank >= CAPTURE || step.from().is_some_and(|from| looks_at.has(from));
            if !goes_on || !self.sees(step) {
                continue;
            }
            // Even this piece's loss to the enemy would not reach the window.
            if !answers && rank >= CAPTURE && judged + (rank - CAPTURE) / 8 + 200 <= alpha {
                continue;
            }
            let mut after = *position;
            after.play(step.step(), &mut ());
            let threatens = after.must_answer();
            if rank < CAPTURE && !answers && !threatens {
                continue;
            }
            let left = if answers || threatens { forced - 1 } else { forced.min(FORCED - 1) };
            let next = Window { alpha, beta }.turned();
            let score = match self.quiet(&after, threatens, left, ply + 1, next, limits) {
                Ok(score) => -score,
                Err(stopped) => {
                    self.steps.truncate(start);
                    return Err(stopped);
                }
            };
            seen = true;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.keep_line(ply, step);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        self.steps.truncate(start);
        if !seen && answers {
            return Ok(self.judge(position));
        }
        Ok(best)
    }
}

/// What is known of a position while its steps are searched.
#[derive(Clone, Copy)]
struct Node {
    must_answer: bool,
    depth: i32,
    ply: usize,
    judged: i32,
    is_line: bool,
}

/// The ranks of steps: the table's step, captures that do not lose, killers, then by history.
const HINT: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 19;
const LOSING: i32 = -(1 << 19);
/// Changes the keys of searches that look at everything.
const ALL_LOOKED_AT: u64 = 0x5EE0_A115_7E95;
/// The bound of the history's numbers.
const MOST_HISTORY: i32 = 1 << 14;

/// A win is kept in the table as counted from its position, not from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    if score > WON {
        score + ply as i32
    } else if score < -WON {
        score - ply as i32
    } else {
        score
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    if score > WON {
        score - ply as i32
    } else if score < -WON {
        score + ply as i32
    } else {
        score
    }
}

#[cfg(test)]
mod tests;
