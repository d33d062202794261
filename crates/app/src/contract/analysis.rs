//! What crosses about an analysis board: its tree, and what the computer finds.

use crate::contract::Tsify;
use record::Game;
use record::game::{Mark, Path};
use rules::{GameSpec, Step};
use serde::{Deserialize, Serialize};
use table::{Analyse as TableAnalyse, Table};

use super::report::{Learn, Worth};
use super::sentence::{Color, Diagram, Names, Sentence};
use super::study::StudyDeed;
use super::{Content, Place};

/// What an analysis board begins with.
#[derive(Clone, PartialEq, Default, Deserialize, Tsify, Debug)]
#[serde(default)]
pub struct AnalysisBoard {
    /// The game's name.
    pub game: String,
    /// A position in FEN instead of the initial one, where no game is gone through.
    pub fen: Option<String>,
    /// The name under which it is kept.
    pub key: String,
    /// The game that is gone through.
    pub of: Option<Content>,
    /// The study of which it shows a chapter.
    pub study: Option<Content>,
}

/// A line that the computer expects, as its module writes it.
#[derive(Clone, PartialEq, Eq, Deserialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct EngineLine {
    /// Its turns, each step by step.
    pub turns: Vec<Vec<String>>,
    /// Hundredths of a pawn for the side to move.
    pub score: i32,
    /// After how many turns of both sides the side to move has won (above 0) or lost.
    pub decided: Option<i32>,
    /// Of a thousand games so many are won, drawn and lost by the side to move.
    pub odds: Vec<u32>,
    /// How many turns were looked ahead.
    pub depth: u32,
}

/// What is proven of a turn, as the worker writes it: `table::TurnProof`.
#[derive(Clone, PartialEq, Eq, Deserialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct TurnProof {
    /// "with" the turn `mate`, "never" or "unknown".
    pub mates: String,
    /// A turn that mates, step by step; else empty.
    pub mate: Vec<String>,
    /// "with" the turn `save`, "never", or null: there is nothing to be said of that.
    pub saves: Option<String>,
    /// A turn that saves the king; else empty.
    pub save: Vec<String>,
}

impl TurnProof {
    /// The proof with what it names; none if it is none of the game.
    fn read(self, spec: &GameSpec) -> Option<table::TurnProof> {
        let steps = |turn: &[String]| {
            turn.iter().map(|step| Step::parse(step, spec).ok()).collect::<Option<Vec<_>>>()
        };
        let mates = match &*self.mates {
            "with" => table::Mates::With(steps(&self.mate)?),
            "never" => table::Mates::Never,
            _ => table::Mates::Unknown,
        };
        let saves = match self.saves.as_deref() {
            Some("with") => Some(table::Saves::With(steps(&self.save)?)),
            Some("never") => Some(table::Saves::Never),
            _ => None,
        };
        Some(table::TurnProof { mates, saves })
    }
}

/// What is done on an analysis board: `table::Analyse`, with its values by name.
#[derive(Clone, PartialEq, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub enum Analyse {
    /// A turn is opened into its steps, or closed.
    Open(usize),
    /// The variations in its place are folded away, or unfolded.
    Fold(usize),
    /// Back to where lines part, or on to there.
    Branch(bool),
    /// Back to the turn beside the one shown, or on to there.
    Beside(bool),
    Computer(bool),
    Lines(u8),
    Threats(bool),
    Take {
        line: usize,
        turns: usize,
    },
    Found {
        id: f64,
        lines: Vec<EngineLine>,
        nodes: f64,
        ms: f64,
    },
    Proven {
        id: f64,
        proof: TurnProof,
    },
    /// What the draw is worth that was asked about with the lines.
    Drawn {
        id: f64,
        worth: Option<Worth>,
    },
    Failed(f64),
    Report,
    StopReport,
    Surveyed {
        id: f64,
        place: usize,
        worth: Option<Worth>,
    },
    SurveyFailed(f64),
    Learn(Learn),
    /// Something is done with the chapters of the study.
    Study(StudyDeed),
    /// A move of the book, or of one's own games, by its place.
    Known {
        is_own: bool,
        place: usize,
    },
    /// The line to a turn becomes a conditional one.
    Condition(usize),
    /// A conditional line is removed.
    Uncondition(usize),
    /// Whether the letter could be amended.
    Amended(bool),
    /// What was deleted last of the tree is put back.
    Restore,
}

/// A turn of a line of the computer's.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct AdvisedTurn {
    pub color: Color,
    /// Its steps with its number, where it has one to show.
    pub text: String,
}

impl AdvisedTurn {
    /// A turn of a line, by its place.
    fn new((place, turn): (usize, table::AdvisedTurn)) -> Self {
        let steps = table::spaced(&turn.san);
        let text = match (turn.number, turn.color) {
            (0, _) => steps,
            (number, rules::Color::White) => format!("{number}. {steps}"),
            (number, _) if place == 0 => format!("{number}… {steps}"),
            _ => steps,
        };
        AdvisedTurn { color: turn.color.into(), text }
    }
}

/// The conditional turns of a game by link: `table::ConditionalView`.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Conditional {
    /// Whether the line to the turn that is shown can be added.
    pub may: bool,
    pub lines: Vec<String>,
    /// Whether lines can be removed.
    pub removes: bool,
    pub says: Sentence,
}

impl Conditional {
    pub(crate) fn new(view: table::ConditionalView, names: Names<'_>) -> Self {
        let line = |turns: Vec<table::AdvisedTurn>| {
            let texts = turns.into_iter().enumerate().map(|turn| AdvisedTurn::new(turn).text);
            texts.collect::<Vec<_>>().join(" ")
        };
        Conditional {
            may: view.may,
            lines: view.lines.into_iter().map(line).collect(),
            removes: view.removes,
            says: names.sentence(&view.says),
        }
    }
}

/// A line of the computer's.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct AdvisedLine {
    /// For White: "+0.8", "#3" where it is won by force.
    pub score: String,
    pub turns: Vec<AdvisedTurn>,
}

/// A step of a line of the computer's, and the board behind it: `table::FollowedStep`.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct FollowedStep {
    /// The place of its turn in the line.
    pub turn: usize,
    /// The step, and what ends the turn behind it.
    pub steps: Vec<String>,
    /// What is played.
    pub says: Sentence,
    /// The board behind it, with White below.
    pub board: Diagram,
    /// The squares that it leads from and to, by their places in the picture.
    pub squares: Vec<usize>,
}

impl FollowedStep {
    pub(crate) fn new(step: &table::FollowedStep) -> Self {
        let shape = step.behind.spec().shape;
        let (files, ranks) = (usize::from(shape.files), usize::from(shape.ranks));
        let place = |square: rules::Square| {
            let (rank, file) = (square.index() / files, square.index() % files);
            (ranks - 1 - rank) * files + file
        };
        let (from, to) = step.squares;
        FollowedStep {
            turn: step.turn,
            steps: step.steps.iter().map(|&one| Names(&step.behind).step(one)).collect(),
            says: Names(&step.behind).sentence(&step.says),
            board: Diagram::new(&step.behind),
            squares: from.into_iter().chain(to).map(place).collect(),
        }
    }
}

/// What the computer says: `table::AnalysisView`.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub struct Analysed {
    /// Whether it may be switched on.
    pub may: bool,
    pub is_on: bool,
    pub threats: bool,
    pub count: u8,
    pub lines: Vec<AdvisedLine>,
    pub depth: u32,
    pub nodes: f64,
    /// Positions in a second.
    pub speed: f64,
    /// Of a thousand games White may expect so much.
    pub expected: Option<u32>,
    pub says: Option<Sentence>,
    /// What is proven of the turn.
    pub proofs: Vec<Sentence>,
    /// What the draw brought by which the turn has begun.
    pub draw: Option<Sentence>,
}

/// A move that was played in a position.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct KnownMove {
    /// As it is typed.
    pub san: String,
    /// Whether it is the beginning of a turn that is not known to its end.
    pub goes_on: bool,
    pub games: u32,
    /// What the side to move made of them, in thousandths of the points.
    pub score: u32,
}

/// What is known of the position that is shown: `table::KnownView`.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub struct KnownMoves {
    /// From how many games the book is; null: it is not there.
    pub games: Option<u32>,
    /// Whether pieces are placed: then each move is a placement of one piece.
    pub places: bool,
    pub book: Vec<KnownMove>,
    pub own: Vec<KnownMove>,
}

impl KnownMoves {
    pub(crate) fn new(view: table::KnownView) -> Self {
        let known = |known: table::KnownMove| KnownMove {
            san: table::spaced(&known.san),
            goes_on: known.goes_on,
            games: known.games,
            score: known.score,
        };
        KnownMoves {
            games: view.games,
            places: view.places,
            book: view.book.into_iter().map(known).collect(),
            own: view.own.into_iter().map(known).collect(),
        }
    }
}

/// A row of the tree: a turn, or a step of one that is opened.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub struct TreeItem {
    pub place: Place,
    pub level: u32,
    pub stretch: usize,
    /// Whether it is a step alone.
    pub step: bool,
    pub number: u32,
    pub color: Color,
    pub san: String,
    /// Whether the turn has ended.
    pub done: bool,
    /// Whether it is opened into its steps; null: there is nothing to be opened.
    pub open: Option<bool>,
    /// Whether the variations in its place are folded away; null: there are none.
    pub folded: Option<bool>,
    pub before: String,
    pub behind: String,
    pub glyphs: Vec<u8>,
    /// What it was found worth, for White, or nothing.
    pub score: String,
    /// Other orders of its steps, which end alike.
    pub orders: Vec<String>,
    /// The circles and arrows of the position behind it, as PGN writes them: "Gc4", "Rc2c4".
    pub marks: Vec<String>,
}

impl EngineLine {
    /// The line with what it names; none if it is none of the game.
    fn read(self, spec: &GameSpec) -> Option<table::EngineLine> {
        let EngineLine { turns, score, decided, odds, depth } = self;
        let turn = |turn: &Vec<String>| {
            turn.iter().map(|step| Step::parse(step, spec).ok()).collect::<Option<Vec<_>>>()
        };
        let turns = turns.iter().map(turn).collect::<Option<Vec<_>>>()?;
        let &[win, draw, loss] = odds.as_slice() else { return None };
        let most = |part: u32| part.min(1000);
        let odds = [most(win), most(draw), most(loss)];
        Some(table::EngineLine { turns, score, decided, odds, depth })
    }
}

impl Analyse {
    /// The event with what it names; none if it names what is not there.
    pub(crate) fn read(self, game: &Game) -> Option<TableAnalyse> {
        let spec = game.start().spec();
        Some(match self {
            Analyse::Open(turn) => TableAnalyse::Open(game.turn(turn)?),
            Analyse::Fold(turn) => TableAnalyse::Fold(game.turn(turn)?),
            Analyse::Branch(back) => TableAnalyse::Branch { back },
            Analyse::Beside(back) => TableAnalyse::Beside { back },
            Analyse::Computer(is_on) => TableAnalyse::Computer(is_on),
            Analyse::Lines(count) => TableAnalyse::Lines(count),
            Analyse::Threats(wanted) => TableAnalyse::Threats(wanted),
            Analyse::Take { line, turns } => TableAnalyse::Take { line, turns },
            Analyse::Found { id, lines, nodes, ms } => TableAnalyse::Found {
                id: id as u64,
                lines: lines.into_iter().filter_map(|line| line.read(spec)).collect(),
                nodes: nodes as u64,
                ms: ms as u64,
            },
            Analyse::Proven { id, proof } => {
                TableAnalyse::Proven { id: id as u64, proof: proof.read(spec)? }
            }
            Analyse::Drawn { id, worth } => {
                let worth = worth.and_then(|worth| worth.read(spec));
                TableAnalyse::Drawn { id: id as u64, worth }
            }
            Analyse::Failed(id) => TableAnalyse::Failed(id as u64),
            Analyse::Report => TableAnalyse::Report,
            Analyse::StopReport => TableAnalyse::StopReport,
            Analyse::Surveyed { id, place, worth } => TableAnalyse::Surveyed {
                id: id as u64,
                place,
                worth: worth.and_then(|worth| worth.read(spec)),
            },
            Analyse::SurveyFailed(id) => TableAnalyse::SurveyFailed(id as u64),
            Analyse::Learn(what) => TableAnalyse::Learn(what.into()),
            Analyse::Study(deed) => TableAnalyse::Study(table::whole_only(deed.read()?)?),
            Analyse::Known { is_own, place } => TableAnalyse::Known { is_own, place },
            Analyse::Condition(turn) => TableAnalyse::Condition(game.turn(turn)?),
            Analyse::Uncondition(place) => TableAnalyse::Uncondition(place),
            Analyse::Amended(done) => TableAnalyse::Amended(done),
            Analyse::Restore => TableAnalyse::Restore,
        })
    }
}

impl Analysed {
    pub(crate) fn new(view: table::AnalysisView, names: Names<'_>) -> Self {
        let line = |line: table::AdvisedLine| AdvisedLine {
            score: line.score,
            turns: line.turns.into_iter().enumerate().map(AdvisedTurn::new).collect(),
        };
        Analysed {
            may: view.may,
            is_on: view.is_on,
            threats: view.threats,
            count: view.count,
            lines: view.lines.into_iter().map(line).collect(),
            depth: view.depth,
            nodes: view.nodes as f64,
            speed: view.speed as f64,
            expected: view.expected,
            says: view.says.map(|says| names.sentence(&says)),
            proofs: view.proofs.iter().map(|says| names.sentence(says)).collect(),
            draw: view.draw.map(|says| names.sentence(&says)),
        }
    }
}

/// The circles and arrows of a position, as PGN writes them.
fn marks(game: &Game, at: Path) -> Vec<String> {
    let shape = game.start().spec().shape;
    let mark = |mark: &Mark| {
        let (color, from) = (mark.brush.letter(), shape.name(mark.from));
        match mark.from == mark.to {
            true => format!("{color}{from}"),
            false => format!("{color}{from}{}", shape.name(mark.to)),
        }
    };
    game.marks_at(at).iter().map(mark).collect()
}

/// The start, as the page shows it before the tree: what is said of it and drawn in it.
pub(crate) fn tree_start(table: &Table) -> TreeItem {
    let game = table.game();
    TreeItem {
        place: Place { turn: Game::ROOT.number(), steps: 0 },
        level: 0,
        stretch: 0,
        step: false,
        number: game.start().fullmove(),
        color: game.start().turn().into(),
        san: String::new(),
        done: true,
        open: None,
        folded: None,
        before: String::new(),
        behind: table.start_comment(),
        glyphs: Vec::new(),
        score: String::new(),
        orders: Vec::new(),
        marks: marks(game, Path::START),
    }
}

/// The tree as the page lists it.
pub(crate) fn tree(table: &Table) -> Vec<TreeItem> {
    let game = table.game();
    let item = |item: table::TreeItem| {
        let turn = item.place.turn;
        let before = game.before(turn);
        let steps = game.steps(turn);
        let behind = item.place.steps;
        let san = match item.step {
            Some(step) => {
                let mut now = *before;
                for &earlier in &steps[..behind - 1] {
                    now.play(earlier);
                }
                now.san(step)
            }
            None => before.san_turn(steps),
        };
        let orders = game.orders(turn).iter().map(|order| before.san_turn(order)).collect();
        TreeItem {
            place: Place { turn: turn.number(), steps: behind },
            level: item.level,
            stretch: item.stretch,
            step: item.step.is_some(),
            number: before.fullmove(),
            color: before.turn().into(),
            san,
            done: game.is_whole(turn),
            open: item.open,
            folded: item.folded,
            before: item.before,
            behind: item.behind,
            glyphs: item.glyphs,
            score: item.score,
            orders,
            marks: marks(game, item.place),
        }
    };
    table.tree().into_iter().map(item).collect()
}
