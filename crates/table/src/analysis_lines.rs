//! What the computer thinks of the position on an analysis board: its lines, how the game stands, and what
//! the other side would do.

use std::cmp::Reverse;

use record::Game;
use record::game::Path;
use rules::{Actor, AnyPosition, Color, GameId, Square, Step};

use crate::advice::arrows;
use crate::analysis::Analyse;
use crate::draws::Draws;
use crate::event::Request;
use crate::proofs::TurnProof;
use crate::sentence::{Sentence, Value};
use crate::table::Table;
use crate::telling::result;
use crate::whole::whole_only;

/// At most so many lines.
const MOST: u8 = 5;
/// Who wins so many of a thousand games more than the other is better, or is winning.
const BETTER: u32 = 150;
const WINNING: u32 = 600;

/// A line that the computer expects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineLine {
    /// Its turns, each step by step; the first is the one thought about.
    pub turns: Vec<Vec<Step>>,
    /// Hundredths of a pawn for the side to move.
    pub score: i32,
    /// After how many turns of both sides the side to move has won (above 0) or lost, if by force.
    pub decided: Option<i32>,
    /// Of a thousand games so many are won, drawn and lost by the side to move.
    pub odds: [u32; 3],
    /// How many turns were looked ahead.
    pub depth: u32,
}

/// What the computer is to look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// To be told with what is found.
    pub id: u64,
    /// How many turns are wanted.
    pub count: u8,
    /// The game that stands in the position, as it is saved.
    pub saved: String,
    /// Behind how many of its turns pieces are drawn, if what that draw brings is wanted, too.
    pub draw: Option<usize>,
}

/// What the computer says on an analysis board.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Advice {
    /// Whether it may say nothing: the game goes on against a person.
    silent: bool,
    is_on: bool,
    threats: bool,
    count: u8,
    /// The number of what it is asked.
    id: u64,
    /// What it is asked about: the game, the place, the key of its position, and for how many lines.
    about: Option<(GameId, Path, u64, u8)>,
    /// Where its lines begin.
    from: Option<AnyPosition>,
    lines: Vec<EngineLine>,
    /// What is proven of the turn.
    pub(crate) proof: Option<TurnProof>,
    pub(crate) draws: Draws,
    nodes: u64,
    ms: u64,
    failed: bool,
}

impl Default for Advice {
    fn default() -> Self {
        Advice {
            silent: false,
            is_on: false,
            threats: false,
            count: 1,
            id: 0,
            about: None,
            from: None,
            lines: Vec::new(),
            proof: None,
            draws: Draws::default(),
            nodes: 0,
            ms: 0,
            failed: false,
        }
    }
}

impl Advice {
    /// Whether it may say nothing.
    pub(crate) fn is_silent(&self) -> bool {
        self.silent
    }

    /// Whether it is switched on.
    pub(crate) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Whether it looks for what the other side would do.
    pub(crate) fn is_of_threats(&self) -> bool {
        self.threats
    }

    /// Whether this is what it is asked.
    pub(crate) fn is_asked(&self, id: u64) -> bool {
        self.about.is_some() && self.id == id
    }

    /// The position that it is asked about.
    pub(crate) fn asked_from(&self) -> Option<&AnyPosition> {
        self.from.as_ref()
    }

    /// It has failed.
    pub(crate) fn fail(&mut self) {
        self.failed = true;
    }

    /// Says nothing until it is switched on again.
    pub(crate) fn turn_off(&mut self) {
        (self.is_on, self.threats) = (false, false);
    }
}

/// A turn of a line, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdvisedTurn {
    /// Its number; 0 while pieces are placed.
    pub number: u32,
    /// Who plays it.
    pub color: Color,
    /// Its steps.
    pub san: String,
}

/// A line of the computer's as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdvisedLine {
    /// How it stands for White: "+0.8", "#3" where it is won by force.
    pub score: String,
    /// The turns.
    pub turns: Vec<AdvisedTurn>,
}

/// A step of a line of the computer's, and the position behind it.
#[derive(Clone, PartialEq, Debug)]
pub struct FollowedStep {
    /// The place of its turn in the line, from 0.
    pub turn: usize,
    /// The step, and what ends the turn behind it.
    pub steps: Vec<Step>,
    /// What is played, in words.
    pub says: Sentence,
    /// The squares that it leads from, if it moves a piece, and to.
    pub squares: (Option<Square>, Option<Square>),
    /// The position behind it.
    pub behind: AnyPosition,
}

/// What is shown of the computer on an analysis board.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisView {
    /// Whether the computer may be switched on.
    pub may: bool,
    /// Whether it is.
    pub is_on: bool,
    /// Whether it looks for what the other side would do.
    pub threats: bool,
    /// How many lines are wanted.
    pub count: u8,
    /// The lines, the best first.
    pub lines: Vec<AdvisedLine>,
    /// How far it looked ahead, in turns.
    pub depth: u32,
    /// At how many positions it looked.
    pub nodes: u64,
    /// At how many in a second.
    pub speed: u64,
    /// What White may expect, in thousandths of a game: what is won, and half of what is drawn.
    pub expected: Option<u32>,
    /// How the game stands, or why nothing is said of that.
    pub says: Option<Sentence>,
    /// What is proven of the turn.
    pub proofs: Vec<Sentence>,
    /// What the draw brought by which the turn that is shown has begun.
    pub draw: Option<Sentence>,
}

/// A position with the other side to move, if the rules take it for one: what it would do then is its
/// threat.
fn passed(position: &AnyPosition) -> Option<AnyPosition> {
    let fen = position.fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let side = fields.get_mut(1)?;
    *side = if *side == "w" { "b" } else { "w" };
    let read = |fields: &[&str]| AnyPosition::from_fen(position.game(), &fields.join(" ")).ok();
    read(&fields).or_else(|| {
        // What could be captured in passing cannot be by who has moved.
        *fields.get_mut(3)? = "-";
        read(&fields)
    })
}

/// A score for White: pawns with a tenth, or the turns of the own that lead to the end, below 0 where
/// Black wins.
pub(crate) fn score_text(points: i32, mate: Option<i32>) -> String {
    match mate {
        Some(own) if own > 0 => return format!("#{own}"),
        Some(own) => return format!("#\u{2212}{}", own.unsigned_abs()),
        None => {}
    }
    let tenths = (points.unsigned_abs() + 5) / 10;
    if tenths == 0 {
        return "0.0".to_owned();
    }
    let sign = if points > 0 { '+' } else { '\u{2212}' };
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// The score of a line for White.
fn written(line: &EngineLine, mover: Color) -> String {
    let mate = line.decided.map(|turns| {
        let own = turns.unsigned_abs().div_ceil(2) as i32;
        if (turns > 0) == (mover == Color::White) { own } else { -own }
    });
    score_text(if mover == Color::White { line.score } else { -line.score }, mate)
}

/// Parts of a thousand games as whole games of ten: what is lost by cutting goes to those that lose the most,
/// so that they are ten together.
fn of_ten(parts: [u32; 3]) -> [usize; 3] {
    let mut games = parts.map(|part| part as usize / 100);
    let mut places = [0, 1, 2];
    places.sort_by_key(|&place| Reverse((parts[place] % 100, parts[place])));
    let missing = 10_usize.saturating_sub(games.iter().sum());
    for &place in places.iter().take(missing) {
        games[place] += 1;
    }
    games
}

/// How the game stands, in words.
fn judged(line: &EngineLine, mover: Color) -> Sentence {
    let [win, draw, loss] = line.odds;
    let [white, black] = if mover == Color::White { [win, loss] } else { [loss, win] };
    let better = if white >= black { Color::White } else { Color::Black };
    let lead = white.abs_diff(black);
    let key = match lead {
        _ if line.decided.is_some() => "analysis.forced",
        WINNING.. => "analysis.winning",
        BETTER.. => "analysis.better",
        _ => "analysis.even",
    };
    let [white, draw, black] = of_ten([white, draw, black]);
    let turns = line.decided.map_or(0, |turns| turns.unsigned_abs().div_ceil(2));
    Sentence::new(key)
        .with("color", Value::Color(better))
        .with("white", Value::Count(white))
        .with("black", Value::Count(black))
        .with("wins", Value::Count(white.max(black)))
        .with("draws", Value::Count(draw))
        .with("turns", Value::Count(turns as usize))
}

impl Table {
    /// The computer has nothing to say on this board: the game goes on against a person.
    pub(crate) fn silence(&mut self) {
        if let Some(analysis) = &mut self.analysis {
            analysis.advice.silent = true;
        }
    }

    pub(crate) fn advise_on(&mut self, what: Analyse, out: &mut Vec<Request>) {
        let Some(analysis) = &mut self.analysis else { return };
        let advice = &mut analysis.advice;
        match what {
            Analyse::Computer(is_on) => advice.is_on = is_on && !advice.silent,
            Analyse::Lines(count) => advice.count = count.clamp(1, MOST),
            Analyse::Threats(wanted) => {
                advice.threats = wanted && !advice.silent;
                advice.is_on |= advice.threats;
            }
            Analyse::Found { id, lines, nodes, ms } if id == advice.id => {
                let Some(from) = advice.from else { return };
                advice.lines = lines.into_iter().filter_map(|line| legal(&from, line)).collect();
                advice.lines.truncate(usize::from(advice.count));
                (advice.nodes, advice.ms) = (nodes, ms);
            }
            Analyse::Failed(id) if id == advice.id => advice.failed = true,
            Analyse::Drawn { id, worth } if id == advice.id => self.take_draw(worth.as_ref(), out),
            Analyse::Take { line, turns } if !advice.threats => {
                let Some(line) = advice.lines.get(line) else { return };
                let steps: Vec<Step> = line.turns.iter().take(turns).flatten().copied().collect();
                if steps.into_iter().all(|step| self.try_step(step)) {
                    out.push(Request::Say(self.says()));
                }
            }
            _ => {}
        }
    }

    /// Asks the computer about what is shown, if that is not what it thinks about already.
    pub(crate) fn consult(&mut self, out: &mut Vec<Request>) {
        if !self.analyses() {
            return;
        }
        self.judge_try(out);
        let place = self.place();
        let position = *self.game.position(place);
        let is_over = self.game.verdict_at(place).is_some();
        let draw = self.draw_wanted();
        let Some(analysis) = &mut self.analysis else { return };
        let advice = &mut analysis.advice;
        let passed = if advice.threats { passed(&position) } else { None };
        let from = if advice.threats { passed } else { Some(position) };
        let from = from.filter(|from| {
            let is_open = !is_over && from.outcome().is_none();
            advice.is_on && is_open && (from.actor() != Actor::Chance || draw.is_some())
        });
        let about = from.map(|from| (from.game(), place, from.key(), advice.count));
        if about == advice.about {
            return;
        }
        let was_asked = advice.about.is_some();
        advice.id += 1;
        (advice.about, advice.from) = (about, from);
        (advice.nodes, advice.ms, advice.failed) = (0, 0, false);
        advice.lines.clear();
        advice.proof = None;
        let (id, count) = (advice.id, advice.count);
        if about.is_none() {
            out.extend(was_asked.then_some(Request::StopAnalysing));
            return;
        }
        let saved = passed.map_or_else(|| self.line_shown(), Game::new).save();
        out.extend(whole_only(Look { id, count, saved, draw }).map(Request::Analyse));
    }

    /// The arrows of the best turn.
    pub(crate) fn best_arrows(&self) -> Vec<(Square, Square)> {
        let best = self.analysis.as_ref().and_then(|analysis| analysis.advice.lines.first());
        best.and_then(|line| line.turns.first()).map_or_else(Vec::new, |turn| arrows(turn))
    }

    /// A line of the computer's step by step, by its place; nothing if it is not there. What only ends a turn is
    /// no step of its own.
    pub fn follow_line(&self, line: usize) -> Vec<FollowedStep> {
        let advice = self.analysis.as_ref().map(|analysis| &analysis.advice);
        let found = advice.and_then(|advice| Some((advice.from?, advice.lines.get(line)?)));
        let Some((mut position, line)) = found else { return Vec::new() };
        let mut steps = Vec::new();
        for (place, turn) in line.turns.iter().enumerate() {
            let (number, color) = (position.fullmove() as usize, position.turn());
            let of = turn.iter().filter(|&&step| step != Step::End).count();
            for &step in turn {
                let san = position.san(step);
                position.play(step);
                let squares = match step {
                    Step::Move { from, to, .. } => (Some(from), Some(to)),
                    Step::Drop { to, .. } => (None, Some(to)),
                    Step::Draw(_) => (None, None),
                    Step::End => {
                        if let Some(FollowedStep { steps, behind, .. }) = steps.last_mut() {
                            steps.push(step);
                            *behind = position;
                        }
                        continue;
                    }
                };
                let number = match number {
                    0 => Value::Key("turn.placement"),
                    number => Value::Count(number),
                };
                let named = Sentence::new("lines.turn")
                    .with("number", number)
                    .with("color", Value::Color(color))
                    .with("san", Value::Notation(san.trim_end_matches(',').to_owned()));
                let at = steps.iter().filter(|known: &&FollowedStep| known.turn == place).count();
                let says = match of {
                    1 => named,
                    _ => Sentence::new("analysis.look-at")
                        .with("turn", Value::Sentence(Box::new(named)))
                        .with("step", Value::Count(at + 1))
                        .with("of", Value::Count(of)),
                };
                let behind = position;
                steps.push(FollowedStep { turn: place, steps: vec![step], says, squares, behind });
            }
        }
        steps
    }

    /// What is shown of the computer; none elsewhere than on an analysis board.
    pub fn analysis_view(&self) -> Option<AnalysisView> {
        let advice = &self.analysis.as_ref()?.advice;
        let from = advice.from.as_ref();
        let mover = from.map_or(Color::White, AnyPosition::turn);
        let best = advice.lines.first();
        let lines = advice.lines.iter().filter_map(|line| Some(shown(from?, line))).collect();
        let found = best.map(|line| {
            let [win, draw, loss] = line.odds;
            let won = if mover == Color::White { win } else { loss };
            (won + draw / 2).min(1000)
        });
        // What is kept with the game stands there where the computer says nothing.
        let kept = self.worth_kept().filter(|_| !advice.silent);
        // How a game has ended is known without a computer.
        let over = self.game.verdict_at(self.place());
        let ended = over.map(|verdict| match verdict.winner {
            Some(Color::White) => 1000,
            Some(Color::Black) => 0,
            None => 500,
        });
        let expected = ended.or(found).or(kept.as_ref().map(|&(expected, _)| expected));
        let says = match best {
            _ if advice.silent => Some(Sentence::new("analysis.silent")),
            _ if over.is_some() => over.map(result),
            _ if advice.is_on && advice.failed => Some(Sentence::new("analysis.failed")),
            None if kept.is_some() && !advice.threats => kept.map(|(_, says)| says),
            _ if !advice.is_on => None,
            Some(_) if advice.threats => Some(Sentence::new("analysis.threat")),
            Some(best) => Some(judged(best, mover)),
            None if from.is_some() => Some(Sentence::new("analysis.thinks")),
            None if advice.threats => Some(Sentence::new("analysis.no-threat")),
            // Before a draw there is nothing to think about.
            None => None,
        };
        Some(AnalysisView {
            may: !advice.silent,
            is_on: advice.is_on,
            threats: advice.threats,
            count: advice.count,
            lines,
            depth: best.map_or(0, |line| line.depth),
            nodes: advice.nodes,
            speed: advice.nodes * 1000 / advice.ms.max(1),
            expected: expected.filter(|_| !advice.threats),
            says,
            proofs: self.proofs(),
            draw: self.draw_made(),
        })
    }
}

/// A line as far as the rules take it; none without a turn.
fn legal(from: &AnyPosition, mut line: EngineLine) -> Option<EngineLine> {
    let mut position = *from;
    let is_legal = |step: &Step| {
        let is = position.outcome().is_none() && position.why_not(*step).is_none();
        if is {
            position.play(*step);
        }
        is
    };
    let mut is_legal = is_legal;
    let whole =
        line.turns.iter().take_while(|turn| !turn.is_empty() && turn.iter().all(&mut is_legal));
    let count = whole.count();
    line.turns.truncate(count);
    (count > 0).then_some(line)
}

/// Turns from a position, in words.
pub(crate) fn advised(from: &AnyPosition, turns: &[Vec<Step>]) -> Vec<AdvisedTurn> {
    let mut position = *from;
    let turn = |turn: &Vec<Step>| {
        let (number, color) = (position.fullmove(), position.turn());
        let san = position.san_turn(turn);
        for &step in turn {
            position.play(step);
        }
        AdvisedTurn { number, color, san }
    };
    turns.iter().map(turn).collect()
}

fn shown(from: &AnyPosition, line: &EngineLine) -> AdvisedLine {
    AdvisedLine { score: written(line, from.turn()), turns: advised(from, &line.turns) }
}
