//! The report of a game on an analysis board: what the computer finds its places worth, and what follows from
//! that: which turns were mistakes, how accurate each side was, where the game turned, what the draws brought
//! (docs/report.md). What is found is kept in the comments behind the turns, as commands for programs.

use record::Game;
use record::game::{Path, TurnId};
use rules::{Actor, AnyPosition, Color, GameId, GameSpec, Phase, Step};

use crate::analysis_lines::score_text;
use crate::event::Request;
use crate::learning::LearningView;
use crate::review::Grade;
use crate::sentence::{Sentence, Value};
use crate::table::Table;
use crate::telling::spaced;
use crate::whole::whole_only;

/// What a turn loses at least to be an inaccuracy, a mistake, a blunder, in thousandths of a game.
pub(crate) const INACCURACY: u32 = 50;
const MISTAKE: u32 = 100;
const BLUNDER: u32 = 150;
/// Who may expect this much of a game, in thousandths, is ahead.
const AHEAD: u32 = 600;
/// The most turning points that are named.
const MOST_TURNING: usize = 6;
/// How fast winning chances rise with each hundredth of a pawn that another program has noted.
const SLOPE: f64 = 0.003_682_08;
/// How fast a turn's accuracy falls with each thousandth of a game that it loses.
const FALL: f64 = 0.0045;

/// The commands in which what is found stands: the score, as other programs write it; what White may
/// expect, in thousandths; the best turn; what White may expect after the draw; what White may expect behind
/// the best placement of what was drawn, and that; how many positions were looked at for each place.
const EVAL: &str = "eval";
const EXPECTED: &str = "expected";
const BEST: &str = "best";
const DEALT: &str = "dealt";
const PLACED: &str = "placed";
const NODES: &str = "nodes";
const OWN: [&str; 6] = [EVAL, EXPECTED, BEST, DEALT, PLACED, NODES];

/// The glyphs that judge a turn as a whole: good and bad.
const JUDGING: std::ops::RangeInclusive<u8> = 1..=6;

/// What the computer finds a place worth. All numbers are White's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    /// Hundredths of a pawn.
    pub score: i32,
    /// After how many turns of both sides White has won (above 0) or Black has, if by force.
    pub decided: Option<i32>,
    /// What White may expect, in thousandths of a game.
    pub expected: u32,
    /// The best turn; where chance acts, the best that is made of the draw.
    pub best: Vec<Step>,
    /// What White may expect after the draw that was made here.
    pub dealt: Option<u32>,
    /// What White may expect behind the best that is made of the draw.
    pub placed: Option<u32>,
}

/// What the computer is to find out for a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// To be told with what is found.
    pub id: u64,
    /// The game, as it is saved.
    pub saved: String,
    /// Behind how many of its turns each place stands, in the order in which they are wanted.
    pub places: Vec<usize>,
    /// How many positions are looked at for each.
    pub nodes: u64,
}

/// How many positions are looked at for each place of a game.
pub fn nodes_for(game: GameId) -> u64 {
    match game {
        GameId::Charismatic => 150_000,
        GameId::Batteries => 100_000,
        _ => 200_000,
    }
}

/// The state of a report.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Report {
    /// The number of what is asked.
    id: u64,
    /// The turns behind which the places stand that are not known yet.
    asked: Vec<(usize, TurnId)>,
    /// How many there were.
    of: usize,
    failed: bool,
    /// The player's side, where the game was against the computer.
    pub(crate) own: Option<Color>,
}

/// What is known of a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// As it is shown: "+0.8", "#3", "1–0".
    pub(crate) score: String,
    /// Hundredths of a pawn; a win is worth many.
    points: i32,
    /// What White may expect, in thousandths.
    pub(crate) expected: u32,
    pub(crate) best: Vec<Step>,
}

/// A turn of the main line that is judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Judged {
    pub(crate) turn: TurnId,
    pub(crate) color: Color,
    /// What it lost, in thousandths of a game.
    pub(crate) loss: u32,
    pub(crate) grade: Option<Grade>,
    /// What was better; none where nothing was.
    pub(crate) better: Vec<Step>,
}

/// A place of the main line, as the graph shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// Where it is.
    pub place: Path,
    /// The number of the turn that leads to it; 0: the start, or a placement.
    pub number: u32,
    /// Whose turn that was.
    pub color: Color,
    /// Its steps; empty: the start.
    pub san: String,
    /// The score, if it is known: "+0.8", "#3", "1–0".
    pub score: String,
    /// Hundredths of a pawn for White, at most ten pawns.
    pub points: i32,
    /// What White may expect, in thousandths.
    pub expected: Option<u32>,
    /// How bad the turn was, if it was.
    pub grade: Option<Grade>,
    /// What was better, if it was a mistake.
    pub better: String,
    /// What the turn's draw brought its side, in thousandths of a game.
    pub luck: Option<i32>,
}

/// What a report says of a side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SideReport {
    /// In tenths of a per cent; none: it made no turn that is judged.
    pub accuracy: Option<u32>,
    /// How many of each: inaccuracies, mistakes, blunders.
    pub counts: [usize; 3],
    /// What its draws brought it, in thousandths of a game; none: it drew nothing.
    pub luck: Option<i32>,
}

/// What is shown of a report.
#[derive(Clone, PartialEq, Debug)]
pub struct ReportView {
    /// Whether one may be asked for.
    pub may: bool,
    /// How many places are known of those asked for; none: nothing is asked for.
    pub progress: Option<(usize, usize)>,
    /// Whether everything is known.
    pub is_whole: bool,
    /// How many positions are looked at for each place.
    pub nodes: u64,
    /// Its state in words.
    pub says: Option<Sentence>,
    /// The places of the main line.
    pub points: Vec<Point>,
    /// White's, and Black's.
    pub sides: [SideReport; 2],
    /// Which of the points are those where the game turned.
    pub turning: Vec<usize>,
    /// The sides that have mistakes to learn from, the player's own alone where it is known.
    pub learns: Vec<Color>,
    /// The exercise, while one is gone through.
    pub learning: Option<LearningView>,
}

/// The value of a command for programs in a comment.
fn command<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    comment.split('[').find_map(|part| {
        let (command, _) = part.strip_prefix('%')?.split_once(']')?;
        let (found, value) = command.split_once(' ')?;
        (found == name).then(|| value.trim())
    })
}

/// A comment without the commands of these names, and without blanks at its ends.
fn without(comment: &str, names: &[&str]) -> String {
    let mut text = String::new();
    for (place, part) in comment.split('[').enumerate() {
        let rest = part.strip_prefix('%').and_then(|command| {
            let (command, rest) = command.split_once(']')?;
            let name = command.split(' ').next()?;
            names.contains(&name).then_some(rest)
        });
        match rest {
            Some(rest) => text.push_str(rest.trim_start()),
            None if place == 0 => text.push_str(part),
            None => {
                text.push('[');
                text.push_str(part);
            }
        }
    }
    text.trim().to_owned()
}

/// The commands of the report in a comment.
fn commands(comment: &str) -> String {
    let found = OWN.iter().filter_map(|name| {
        let value = command(comment, name)?;
        Some(format!("[%{name} {value}]"))
    });
    found.collect::<Vec<_>>().join(" ")
}

/// A comment with a text of its own, and with the commands that another has and the text has not.
pub(crate) fn with_commands(text: &str, other: &str) -> String {
    let given: Vec<&str> = OWN.into_iter().filter(|name| command(text, name).is_some()).collect();
    let commands = commands(&without(other, &given));
    let is_alone = commands.is_empty() || text.is_empty();
    format!("{commands}{}{text}", if is_alone { "" } else { " " })
}

/// Steps as they are written in a comment.
fn steps_text(steps: &[Step], spec: &'static GameSpec) -> String {
    steps.iter().map(|step| step.display(spec).to_string()).collect::<Vec<_>>().join(" ")
}

/// Steps as they are read from a comment; none if some are none of the game.
fn steps_read(text: &str, spec: &GameSpec) -> Option<Vec<Step>> {
    text.split_whitespace().map(|step| Step::parse(step, spec).ok()).collect()
}

/// A score as PGN's command has it.
fn eval_text(worth: &Worth) -> String {
    let score = worth.score;
    match worth.decided {
        Some(turns) if turns > 0 => format!("#{}", turns.unsigned_abs().div_ceil(2)),
        Some(turns) => format!("#-{}", turns.unsigned_abs().div_ceil(2)),
        None => {
            let sign = if score < 0 { "-" } else { "" };
            let (pawns, rest) = (score.unsigned_abs() / 100, score.unsigned_abs() % 100);
            format!("{sign}{pawns}.{}{}", rest / 10, rest % 10)
        }
    }
}

/// Hundredths of a pawn, and the turns to the end, of a score as PGN's command has it.
fn eval_read(text: &str) -> Option<(i32, Option<i32>)> {
    let text = text.split(',').next()?.trim();
    if let Some(turns) = text.strip_prefix('#') {
        let turns: i32 = turns.parse().ok()?;
        return Some((if turns < 0 { -10_000 } else { 10_000 }, Some(turns)));
    }
    let (pawns, rest) = text.split_once('.').unwrap_or((text, "0"));
    let whole: i32 = pawns.parse().ok()?;
    let tenth = |place: usize| {
        rest.as_bytes().get(place).map_or(0, |digit| i32::from(digit.wrapping_sub(b'0').min(9)))
    };
    let part = tenth(0) * 10 + tenth(1);
    let points = whole.saturating_mul(100);
    let is_below = pawns.starts_with('-');
    let points = if is_below { points.saturating_sub(part) } else { points.saturating_add(part) };
    Some((points.clamp(-30_000, 30_000), None))
}

/// What White may expect where another program has noted so many hundredths of a pawn, or a mate, in
/// thousandths of a game: by the curve on which Lichess puts such scores.
fn expected_of(points: i32, mate: Option<i32>) -> u32 {
    match mate {
        Some(turns) if turns < 0 => 0,
        Some(_) => 1000,
        None => (1000.0 / (1.0 + (-SLOPE * f64::from(points)).exp())).round() as u32,
    }
}

/// What a comment says of the position by PGN's command, as it is shown: "+0.8", "#3", or nothing.
pub(crate) fn evaluation(comment: &str) -> String {
    let found = command(comment, EVAL).and_then(eval_read);
    found.map_or_else(String::new, |(points, mate)| score_text(points, mate))
}

/// The accuracy of a turn that loses so many thousandths of a game, in per cent.
fn accuracy_of(loss: u32) -> f64 {
    100.0 * (-FALL * f64::from(loss)).exp()
}

/// The accuracy of a side by what its turns lost, in tenths of a per cent: between the arithmetic and the
/// harmonic mean of its turns' accuracies, so that one blunder weighs more than many small losses.
pub(crate) fn accuracy(losses: &[u32]) -> Option<u32> {
    let count = losses.len() as f64;
    let all = || losses.iter().map(|&loss| accuracy_of(loss));
    let arithmetic = all().sum::<f64>() / count;
    let harmonic = count / all().map(|one| 1.0 / one).sum::<f64>();
    (!losses.is_empty()).then(|| (5.0 * (arithmetic + harmonic)).round() as u32)
}

/// Who is ahead where White may expect so much.
fn ahead(expected: u32) -> Option<Color> {
    match expected {
        AHEAD.. => Some(Color::White),
        _ if expected <= 1000 - AHEAD => Some(Color::Black),
        _ => None,
    }
}

/// What a turn leads to; none if the rules do not take it.
pub(crate) fn result_of(position: &AnyPosition, turn: &[Step]) -> Option<AnyPosition> {
    let mut after = *position;
    for &step in turn {
        if after.outcome().is_some() || after.why_not(step).is_some() {
            return None;
        }
        after.play(step);
    }
    (!turn.is_empty()).then_some(after)
}

impl Report {
    /// The state of a report of another game; answers to what was asked before are none for it.
    pub(crate) fn anew(&self) -> Report {
        Report { id: self.id, ..Report::default() }
    }
}

impl Grade {
    /// The grade of a loss in thousandths of a game.
    pub(crate) const fn of_chances(loss: u32) -> Option<Grade> {
        match loss {
            BLUNDER.. => Some(Grade::Grave),
            MISTAKE.. => Some(Grade::Slip),
            INACCURACY.. => Some(Grade::Doubt),
            _ => None,
        }
    }

    /// Its numeric annotation glyph.
    const fn glyph(self) -> u8 {
        match self {
            Grade::Grave => 4,
            Grade::Slip => 2,
            Grade::Doubt => 6,
        }
    }
}

impl Table {
    /// The start and the turns of the main line, each with how many turns come before its end.
    fn places(&self) -> Vec<TurnId> {
        [Game::ROOT].into_iter().chain(self.game.main_line()).collect()
    }

    /// What is known of the place behind a turn: what the computer found, or how the game ended there.
    pub(crate) fn known(&self, turn: TurnId) -> Option<Known> {
        let game = &self.game;
        if let Some(verdict) = game.verdict_at(game.behind(turn)) {
            let (score, points, expected) = match verdict.winner {
                Some(Color::White) => ("1\u{2013}0", 10_000, 1000),
                Some(Color::Black) => ("0\u{2013}1", -10_000, 0),
                None => ("\u{bd}\u{2013}\u{bd}", 0, 500),
            };
            return Some(Known { score: score.to_owned(), points, expected, best: Vec::new() });
        }
        let comment = game.comments(turn).1;
        let (points, mate) = eval_read(command(comment, EVAL)?)?;
        let expected = command(comment, EXPECTED)?.parse::<u32>().ok()?.min(1000);
        let best = command(comment, BEST).unwrap_or("");
        let best = steps_read(best, game.start().spec()).unwrap_or_default();
        Some(Known { score: score_text(points, mate), points, expected, best })
    }

    /// What is known of the place behind a turn, or what another program has noted of it.
    pub(crate) fn noted(&self, turn: TurnId) -> Option<Known> {
        self.known(turn).or_else(|| {
            let (points, mate) = eval_read(command(self.game.comments(turn).1, EVAL)?)?;
            let (score, expected) = (score_text(points, mate), expected_of(points, mate));
            Some(Known { score, points, expected, best: Vec::new() })
        })
    }

    /// What White may expect behind the draw that has begun a turn, as it is kept.
    pub(crate) fn dealt(&self, turn: TurnId) -> Option<u32> {
        command(self.game.comments(turn).1, DEALT)?.parse().ok()
    }

    /// The best turn in the place of another, as it is known, and what White may expect behind it. Where
    /// pieces are drawn, it is the best that is made of the same draw.
    pub(crate) fn best_for(&self, turn: TurnId) -> Option<(u32, Vec<Step>)> {
        let game = &self.game;
        if game.before(turn).actor() != Actor::Chance {
            let known = self.known(game.parent(turn))?;
            return Some((known.expected, known.best));
        }
        let text = command(game.comments(turn).1, PLACED)?;
        let (expected, steps) = text.split_once(' ')?;
        let draw = game.steps(turn).first().copied();
        let rest = steps_read(steps, game.start().spec())?;
        Some((expected.parse::<u32>().ok()?.min(1000), draw.into_iter().chain(rest).collect()))
    }

    /// Whether a turn is one to be judged: not a placement that the other side answers by placing all of
    /// its own, since an answer that wins is found to nearly every one.
    fn is_judged(&self, turn: TurnId) -> bool {
        let after = self.game.after(turn);
        let is_answered = after.phase() == Phase::Placement
            && after.actor() != Actor::Chance
            && after.reserve(after.turn()).total() > 1;
        let is_placement = self.game.before(turn).phase() == Phase::Placement;
        !is_placement || (self.game.is_whole(turn) && !is_answered)
    }

    /// Turns in SAN, for people; without the draw that begins them.
    pub(crate) fn san_of(&self, before: &AnyPosition, turn: &[Step]) -> String {
        let mut position = *before;
        let is_draw = |step: &&Step| matches!(step, Step::Draw(_));
        let draws = turn.iter().take_while(is_draw).count();
        for &draw in &turn[..draws] {
            position.play(draw);
        }
        spaced(&position.san_turn(&turn[draws..]))
    }

    /// Whether there is something to be found out about the place behind a turn of the main line.
    fn is_wanted(&self, turn: TurnId, next: Option<TurnId>) -> bool {
        let position = self.game.after(turn);
        let is_known = self.known(turn).is_some();
        if self.game.verdict_at(self.game.behind(turn)).is_some() {
            return false;
        }
        let is_dealt = |next| self.dealt(next).is_some() && self.best_for(next).is_some();
        let is_chance = position.actor() == Actor::Chance;
        !is_known || (is_chance && !next.is_none_or(is_dealt))
    }

    /// The places that are not known yet, the last first: what is found behind a turn helps to judge it.
    fn wanted(&self) -> Vec<(usize, TurnId)> {
        let places = self.places();
        let all = places.iter().copied().enumerate().rev();
        all.filter(|&(at, turn)| self.is_wanted(turn, places.get(at + 1).copied())).collect()
    }

    /// Asks for what is not known yet of the main line.
    pub(crate) fn begin_report(&mut self, out: &mut Vec<Request>) {
        let wanted = self.wanted();
        let nodes = nodes_for(self.game.start().game());
        let saved = self.game.save_line();
        let has_turns = self.game.main_line().next().is_some();
        let Some(analysis) = &mut self.analysis else { return };
        let is_busy = !analysis.report.asked.is_empty() || analysis.learning.is_some();
        if is_busy || wanted.is_empty() || analysis.advice.is_silent() || !has_turns {
            return;
        }
        let report = &mut analysis.report;
        (report.id, report.failed) = (report.id + 1, false);
        (report.of, report.asked) = (wanted.len(), wanted);
        let places = report.asked.iter().map(|&(at, _)| at).collect();
        let survey = Survey { id: report.id, saved, places, nodes };
        out.extend(whole_only(survey).map(Request::Survey));
    }

    pub(crate) fn stop_report(&mut self, out: &mut Vec<Request>) {
        let Some(analysis) = &mut self.analysis else { return };
        if !std::mem::take(&mut analysis.report.asked).is_empty() {
            out.push(Request::StopSurvey);
            self.touched = true;
        }
    }

    pub(crate) fn report_failed(&mut self, id: u64) {
        let Some(analysis) = &mut self.analysis else { return };
        let report = &mut analysis.report;
        if report.id == id && !report.asked.is_empty() {
            report.asked.clear();
            report.failed = true;
            self.touched = true;
        }
    }

    /// The number of another question.
    pub(crate) fn next_survey(&mut self) -> u64 {
        let Some(analysis) = &mut self.analysis else { return 0 };
        analysis.report.id += 1;
        analysis.report.id
    }

    /// Takes what was found of a place.
    pub(crate) fn surveyed(
        &mut self,
        id: u64,
        place: usize,
        worth: Option<Worth>,
        out: &mut Vec<Request>,
    ) {
        let Some(analysis) = &mut self.analysis else { return };
        let report = &mut analysis.report;
        let Some(at) = report.asked.iter().position(|&(asked, _)| asked == place) else { return };
        if report.id != id {
            return;
        }
        let (_, turn) = report.asked.remove(at);
        let is_done = report.asked.is_empty();
        if let Some(worth) = worth.filter(|_| self.game.is_there(turn)) {
            self.note_worth(turn, &worth);
        }
        if is_done {
            self.end_report(out);
        }
    }

    /// Writes what was found into the comments.
    fn note_worth(&mut self, turn: TurnId, worth: &Worth) {
        let spec = self.game.start().spec();
        let best = steps_text(&worth.best, spec);
        let mut found = vec![(EVAL, eval_text(worth)), (EXPECTED, worth.expected.to_string())];
        if result_of(self.game.after(turn), &worth.best).is_some() {
            found.push((BEST, best.clone()));
        }
        self.note(turn, &found);
        let next = self.game.next(turn).first().copied();
        if let (Some(next), Some(dealt)) = (next, worth.dealt) {
            let mut made = vec![(DEALT, dealt.to_string())];
            made.extend(worth.placed.map(|placed| (PLACED, format!("{placed} {best}"))));
            self.note(next, &made);
        }
    }

    fn note(&mut self, turn: TurnId, found: &[(&str, String)]) {
        let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
        let rest = without(self.game.comments(turn).1, &names);
        let found = found.iter().map(|(name, value)| format!("[%{name} {value}]"));
        let found = found.collect::<Vec<_>>().join(" ");
        let blank = if rest.is_empty() { "" } else { " " };
        self.game.set_comment(turn, &format!("{found}{blank}{rest}"));
    }

    /// Everything is known: the mistakes get their glyphs, and all of it is kept.
    fn end_report(&mut self, out: &mut Vec<Request>) {
        let nodes = nodes_for(self.game.start().game());
        self.note(Game::ROOT, &[(NODES, nodes.to_string())]);
        for Judged { turn, grade, .. } in self.judged_turns() {
            let glyphs = self.game.glyphs(turn);
            if let Some(grade) = grade.filter(|_| !glyphs.iter().any(|one| JUDGING.contains(one))) {
                self.game.annotate(turn, grade.glyph());
            }
        }
        self.touched = true;
        out.push(Request::Say(Sentence::new("report.done")));
    }

    /// The turns of the main line that are judged, between two places that are known.
    pub(crate) fn judged_turns(&self) -> Vec<Judged> {
        let game = &self.game;
        let judge = |turn: TurnId| {
            let ((was, best), now) = (self.best_for(turn)?, self.known(turn)?.expected);
            let position = game.before(turn);
            let color = position.turn();
            let [high, low] = match color {
                Color::White => [was, now],
                Color::Black => [now, was],
            };
            let found = result_of(position, &best);
            let is_best = found.is_none_or(|found| found == *game.after(turn));
            let loss = if is_best { 0 } else { high.saturating_sub(low) };
            let better = if loss > 0 { best } else { Vec::new() };
            Some(Judged { turn, color, loss, grade: Grade::of_chances(loss), better })
        };
        game.main_line().filter(|&turn| self.is_judged(turn)).filter_map(judge).collect()
    }

    /// What the draw of a turn brought its side, in thousandths of a game.
    fn luck(&self, turn: TurnId) -> Option<i32> {
        let dealt = self.dealt(turn)?;
        let mean = self.known(self.game.parent(turn))?.expected;
        let white = dealt.min(1000) as i32 - mean as i32;
        Some(if self.game.before(turn).turn() == Color::White { white } else { -white })
    }

    fn graph_point(&self, turn: TurnId, judged: &[Judged]) -> Point {
        let game = &self.game;
        let (known, before) = (self.noted(turn), game.before(turn));
        let judged = judged.iter().find(|judged| judged.turn == turn);
        let grade = judged.and_then(|judged| judged.grade);
        let better = judged
            .filter(|_| grade.is_some())
            .map_or_else(String::new, |judged| self.san_of(before, &judged.better));
        let is_start = turn == Game::ROOT;
        Point {
            place: game.behind(turn),
            number: if is_start { 0 } else { before.fullmove() },
            color: before.turn(),
            san: if is_start { String::new() } else { spaced(&before.san_turn(game.steps(turn))) },
            score: known.as_ref().map_or_else(String::new, |known| known.score.clone()),
            points: known.as_ref().map_or(0, |known| known.points.clamp(-1000, 1000)),
            expected: known.map(|known| known.expected),
            grade,
            better,
            luck: if is_start { None } else { self.luck(turn) },
        }
    }

    /// Where the game turned: mistakes and blunders behind which another side is ahead than before, or
    /// none, those that lost the most; as places among the points.
    fn turning(&self, points: &[Point], judged: &[Judged]) -> Vec<usize> {
        let mut found: Vec<(u32, usize)> = Vec::new();
        for (at, pair) in points.windows(2).enumerate() {
            let [was, now] = pair else { continue };
            let (Some(before), Some(after)) = (was.expected, now.expected) else { continue };
            let loss = judged.iter().find(|judged| judged.turn == now.place.turn);
            let loss = loss.map_or(0, |judged| judged.loss);
            if loss >= MISTAKE && ahead(before) != ahead(after) {
                found.push((loss, at + 1));
            }
        }
        found.sort_by_key(|&(loss, at)| (std::cmp::Reverse(loss), at));
        found.truncate(MOST_TURNING);
        let mut turning: Vec<usize> = found.into_iter().map(|(_, at)| at).collect();
        turning.sort_unstable();
        turning
    }

    /// What is shown of the report; none elsewhere than on an analysis board.
    pub fn report_view(&self) -> Option<ReportView> {
        let analysis = self.analysis.as_ref()?;
        let report = &analysis.report;
        let judged = self.judged_turns();
        let points: Vec<Point> =
            self.places().into_iter().map(|turn| self.graph_point(turn, &judged)).collect();
        let sides = Color::ALL.map(|color| {
            let own = || judged.iter().filter(move |judged| judged.color == color);
            let count = |grade| own().filter(|judged| judged.grade == Some(grade)).count();
            let losses: Vec<u32> = own().map(|judged| judged.loss).collect();
            let draws = points.iter().filter(|point| point.color == color);
            let luck: Vec<i32> = draws.filter_map(|point| point.luck).collect();
            SideReport {
                accuracy: accuracy(&losses),
                counts: [Grade::Doubt, Grade::Slip, Grade::Grave].map(count),
                luck: (!luck.is_empty()).then(|| luck.iter().sum()),
            }
        });
        let is_running = !report.asked.is_empty();
        let has_turns = points.len() > 1;
        let is_whole = has_turns && !is_running && self.wanted().is_empty();
        let nodes = command(self.game.comments(Game::ROOT).1, NODES).and_then(|n| n.parse().ok());
        let nodes = nodes.unwrap_or_else(|| nodes_for(self.game.start().game()));
        let done = report.of - report.asked.len();
        let says = match () {
            () if analysis.advice.is_silent() => None,
            () if is_running => Some(
                Sentence::new("report.looks")
                    .with("done", Value::Count(done))
                    .with("of", Value::Count(report.of)),
            ),
            () if report.failed => Some(Sentence::new("report.failed")),
            () if is_whole && judged.is_empty() => Some(Sentence::new("report.nothing")),
            () => None,
        };
        let has_mistakes = |color: Color| sides[color.index()].counts.iter().sum::<usize>() > 0;
        let is_own = |color: Color| report.own.is_none_or(|own| own == color);
        let learns = Color::ALL.into_iter().filter(|&color| has_mistakes(color) && is_own(color));
        Some(ReportView {
            may: has_turns && !analysis.advice.is_silent(),
            progress: is_running.then_some((done, report.of)),
            is_whole,
            nodes,
            says,
            turning: self.turning(&points, &judged),
            learns: if is_whole { learns.collect() } else { Vec::new() },
            learning: self.learning_view(),
            points,
            sides,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: e^-0.45 = 0.63763, e^-0.9 = 0.40657.
    #[test]
    fn accuracy_lies_between_two_means() {
        assert_eq!(accuracy(&[]), None);
        assert_eq!(accuracy(&[0]), Some(1000));
        assert_eq!(accuracy(&[0, 0, 0]), Some(1000));
        // One turn: both means are its own 63.76.
        assert_eq!(accuracy(&[100]), Some(638));
        assert_eq!(accuracy(&[200]), Some(407));
        // 100 and 63.763: arithmetic 81.88, harmonic 2 / (0.01 + 0.015683) = 77.87; between them 79.88.
        assert_eq!(accuracy(&[0, 100]), Some(799));
        // 100 three times and 40.657: arithmetic 85.16, harmonic 4 / (0.03 + 0.024596) = 73.27; 79.21.
        assert_eq!(accuracy(&[0, 200, 0, 0]), Some(792));
        // All that there is: 1.11, and no less than that.
        assert_eq!(accuracy(&[1000]), Some(11));
    }

    #[test]
    fn a_side_is_ahead_from_six_in_ten() {
        let at = [0, 400, 401, 500, 599, 600, 1000].map(ahead);
        let (white, black) = (Some(Color::White), Some(Color::Black));
        assert_eq!(at, [black, black, None, None, None, white, white]);
    }

    #[test]
    fn grades_begin_at_their_thresholds() {
        let grades = [0, 49, 50, 99, 100, 149, 150, 1000].map(Grade::of_chances);
        let [doubt, slip, grave] = [Grade::Doubt, Grade::Slip, Grade::Grave].map(Some);
        assert_eq!(grades, [None, None, doubt, doubt, slip, slip, grave, grave]);
    }

    #[test]
    fn scores_are_written_as_other_programs_write_them() {
        let worth = |score, decided| Worth {
            score,
            decided,
            expected: 500,
            best: Vec::new(),
            dealt: None,
            placed: None,
        };
        for (score, decided, text, points, mate) in [
            (0, None, "0.00", 0, None),
            (35, None, "0.35", 35, None),
            (-7, None, "-0.07", -7, None),
            (-1250, None, "-12.50", -1250, None),
            (29_997, Some(3), "#2", 10_000, Some(2)),
            (-29_996, Some(-4), "#-2", -10_000, Some(-2)),
        ] {
            let written = eval_text(&worth(score, decided));
            assert_eq!(written, text);
            assert_eq!(eval_read(&written), Some((points, mate)), "{written}");
        }
        // What others write besides: a depth, no decimals.
        assert_eq!(eval_read("0.17,24"), Some((17, None)));
        assert_eq!(eval_read("-3"), Some((-300, None)));
        for wrong in ["", "?", "#", "#x", "a.5"] {
            assert_eq!(eval_read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn commands_stand_beside_what_people_write() {
        let comment = "[%eval 0.35] [%clk 0:01:00] A good [old] idea. [%best e2e4 end]";
        assert_eq!(command(comment, EVAL), Some("0.35"));
        assert_eq!(command(comment, BEST), Some("e2e4 end"));
        assert_eq!(command(comment, EXPECTED), None);
        assert_eq!(without(comment, &OWN), "[%clk 0:01:00] A good [old] idea.");
        assert_eq!(with_commands("Mine.", comment), "[%eval 0.35] [%best e2e4 end] Mine.");
        assert_eq!(with_commands("", "no commands"), "");
        assert_eq!(with_commands("Mine.", "[%"), "Mine.");
        assert_eq!(
            with_commands("[%eval 1.5] Mine.", comment),
            "[%best e2e4 end] [%eval 1.5] Mine."
        );
    }
}
