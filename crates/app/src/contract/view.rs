//! The view: what the page shows beside the canvas.

use std::cell::RefCell;
use std::rc::Rc;

use crate::contract::Tsify;
use rules::any::{AnyPosition, GameId};
use rules::{Actor, Bits, Phase, Piece as Stands, Square, Step};
#[cfg(feature = "whole")]
use serde::Deserialize;
use serde::{Serialize, Serializer};
use table::{Pick, Table, WholeOnly, whole_only};

use super::friend::{Asked, MailView, Watched};
use super::learn::Exercise;
use super::sentence::{self, Color, Names, Piece, Sentence, drawn};
use super::{Opponent, Place, Review, write};

/// Writes a value that only the whole module has, or null.
fn whole<T: Serialize, S: Serializer>(
    value: &Option<WholeOnly<T>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.as_ref().map(|value| &**value).serialize(serializer)
}

/// The possible promotions.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Promotion {
    pub from: String,
    pub to: String,
    pub color: Color,
    pub roles: Vec<&'static str>,
}

/// Pieces of a kind off the board.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Stock {
    pub role: &'static str,
    pub count: u32,
    /// How many there were at the start.
    pub of: u32,
}

/// The reserves of both sides.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Stocks {
    pub white: Vec<Stock>,
    pub black: Vec<Stock>,
}

/// A step of the turn that is being made.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct TurnStep {
    pub san: String,
    pub color: Color,
    pub role: &'static str,
    pub from: String,
    pub to: String,
}

/// The available actions. Most of them are told as `Buttons`.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Controls {
    #[tsify(type = "'hidden' | 'not-yet' | 'may' | 'must'")]
    pub end: &'static str,
    pub undo: bool,
    #[serde(skip)]
    pub reset: bool,
    pub draw: bool,
    #[serde(skip)]
    pub place: bool,
    #[serde(skip)]
    pub shuffle: bool,
    #[serde(skip)]
    pub clear: bool,
    /// Whether the computer can be hurried, or asked again.
    pub now: bool,
    /// Whether a takeback is possible.
    #[serde(skip)]
    pub takeback: bool,
    /// Whether resigning is possible.
    #[serde(skip)]
    pub resign: bool,
    /// Whether a hint is available.
    #[serde(skip)]
    pub hint: bool,
    /// Whether the finished game can be reviewed.
    pub review: bool,
    /// Whether offering a draw is possible.
    #[serde(skip)]
    pub offer: bool,
    /// Whether a rematch is possible.
    #[serde(skip)]
    pub rematch: bool,
}

/// The buttons: whether each is enabled; null: it is hidden.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub struct Buttons {
    /// Back to the current position of the game.
    pub live: Option<bool>,
    pub undo: Option<bool>,
    pub redo: Option<bool>,
    /// Undo all steps of the turn.
    pub reset: Option<bool>,
    /// Undo the placement.
    pub clear: Option<bool>,
    /// Place the remaining pieces.
    pub place: Option<bool>,
    pub shuffle: Option<bool>,
    pub draw: Option<bool>,
    /// Place all pieces of both sides.
    pub quick: Option<bool>,
    pub end: Option<bool>,
    pub replay: Option<bool>,
    pub resign: Option<bool>,
    pub offer: Option<bool>,
    pub rematch: Option<bool>,
    // Browsing.
    pub first: Option<bool>,
    pub previous: Option<bool>,
    pub next: Option<bool>,
    pub latest: Option<bool>,
    // The computer's.
    pub hint: Option<bool>,
    pub takeback: Option<bool>,
    pub analysis: Option<bool>,
    pub report: Option<bool>,
}

/// The parts of the turn bar.
#[derive(Clone, Copy, Debug)]
struct Bar {
    live: bool,
    over: bool,
    placing: bool,
    replays: bool,
    by_link: bool,
    has_last: bool,
    most: u32,
    redo: usize,
    of: usize,
    drops: usize,
    /// Whether there is a step back, and one forward.
    ways: [bool; 2],
    /// Whether it is a game, which is kept under a name.
    is_game: bool,
    /// Whether it is one by link.
    has_letters: bool,
    has_result: bool,
}

impl Buttons {
    fn new(controls: &Controls, bar: Bar) -> Self {
        let Bar { live, over, placing, replays, by_link, has_last, most, redo, of, drops, .. } =
            bar;
        let [back, on] = bar.ways;
        let is_on = live && !over;
        let has_end = controls.end != "hidden";
        // Whether the turn has several steps, or an end that the player gives.
        let is_long = most > 1 || has_end || controls.undo || redo > 0;
        let is_long = is_long && is_on && !controls.draw;
        let fresh = of == 0 && redo == 0;
        let steps = is_long && !(placing && fresh);
        let owes = drops > 0;
        let shown = |is: bool| is.then_some(true);
        let is_own = bar.is_game && !by_link && !bar.has_letters;
        Buttons {
            live: shown(!live && !replays),
            undo: steps.then_some(controls.undo),
            redo: steps.then_some(redo > 0),
            reset: (is_long && !placing).then_some(controls.reset),
            clear: (is_long && placing && !fresh).then_some(controls.clear),
            place: shown(is_on && controls.place && owes),
            shuffle: shown(is_on && controls.shuffle && !owes),
            draw: shown(is_on && controls.draw),
            // A friend's pieces are placed by the friend.
            quick: shown(is_on && placing && fresh && !by_link),
            end: shown(has_end && !controls.draw),
            replay: shown(is_on && has_last && !placing),
            resign: shown(controls.resign),
            offer: shown(controls.offer),
            rematch: shown(controls.rematch),
            first: Some(back),
            previous: Some(back),
            next: Some(on),
            latest: Some(on || !live),
            // A lesson gives hints of its own, and between friends by link there are none; there a takeback is
            // asked for where letters are sent. Elsewhere both keep their places, and say why they do nothing.
            hint: is_own.then_some(controls.hint),
            takeback: is_own.then_some(controls.takeback),
            analysis: shown(bar.is_game),
            report: shown(bar.is_game && bar.has_result),
        }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub struct Verdict {
    /// Who won, for the player.
    pub title: Sentence,
    /// Why.
    pub why: Sentence,
    pub winner: Option<Color>,
}

/// A turn of the main line.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct ScoreTurn {
    pub number: u32,
    pub color: Color,
    pub san: Rc<String>,
    /// The number of steps before it.
    pub from: usize,
    /// The number of steps up to its end.
    pub to: usize,
    pub done: bool,
    /// Its number in the game.
    pub turn: usize,
}

/// The number of steps before the place, and of all steps; -1 outside the main line.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Viewed {
    pub at: i32,
    pub of: usize,
    /// Whether there is a step back.
    pub back: bool,
    /// Whether there is a step forward.
    pub on: bool,
}

/// The last finished turn.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
#[tsify(missing_as_null)]
pub struct Shown {
    /// Who played it.
    pub color: Option<Color>,
    /// The turn in a few words.
    pub says: Option<Sentence>,
}

/// Everything that the page shows except the squares.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct View {
    pub game: &'static str,
    pub files: u8,
    pub ranks: u8,
    pub flipped: bool,
    /// Whether the attacks of a side are shown.
    pub attacks: bool,
    pub fen: String,
    /// Whose turn it is; while a step waits for confirmation, it is still its player's.
    pub turn: Color,
    /// The player's side, when playing alone.
    pub own: Option<Color>,
    /// Whose turn it is, in words.
    pub mover: Sentence,
    #[tsify(type = "'placement' | 'movement'")]
    pub phase: &'static str,
    pub reserve: Option<Stocks>,
    pub hand: Option<Vec<Stock>>,
    /// The pieces that can be dropped now: from the hand or the own reserve, or by a premove.
    pub drops: Vec<&'static str>,
    /// Where the player can take pieces from: the hand, or the reserve of the side to move or, for
    /// a premove, of the other side.
    #[tsify(type = "'' | 'hand' | 'reserve' | 'ahead'")]
    pub opens: &'static str,
    /// The sides whose reserve is used up for good.
    pub spent: Vec<Color>,
    /// The number of pieces left to be drawn, while hands are drawn.
    pub pouch: Option<u32>,
    /// The selected piece off the board, or empty.
    pub picked: &'static str,
    /// The selected piece, by the name of its drawing.
    pub chosen: Option<Piece>,
    /// What the piece chosen or looked at is called and how it moves.
    pub named: Option<Sentence>,
    /// The possible promotions, while that is asked.
    pub promotion: Option<Promotion>,
    pub steps: Vec<TurnStep>,
    pub most: u32,
    /// The number of places in the turn bar.
    pub chips: u32,
    pub buttons: Buttons,
    pub controls: Controls,
    pub checked: bool,
    pub result: Option<Verdict>,
    pub score: Vec<ScoreTurn>,
    pub view: Viewed,
    pub last: Shown,
    /// Whether the last turn is being replayed.
    pub replaying: bool,
    /// Whether the game has anything beside its main line.
    pub has_lines: bool,
    /// The name under which the game is stored.
    pub key: String,
    /// The place in the game.
    pub at: Place,
    pub is_live: bool,
    /// Whether steps begin variations here instead of being played.
    pub tries: bool,
    /// The step that waits for confirmation.
    pub held: Option<String>,
    /// The rule behind the refusal of the last step: page and anchor, `charismatic#movement-1`.
    pub rule: Option<String>,
    /// The kind of the sentence beside the board.
    pub says: Sentence,
    /// Whether the first turn against the computer has been played, and the page offers what to do
    /// next.
    pub welcomes: bool,
    /// A question to the player.
    pub asked: Option<Asked>,
    #[tsify(type = "'nothing' | 'thinks' | 'plays' | 'failed'")]
    pub computer: &'static str,
    /// The opponent, if it is the computer.
    pub opponent: Option<Opponent>,
    /// Whether a thought is expected that is not the computer's turn.
    pub is_asked: bool,
    /// The review of the finished game.
    pub review: Option<Review>,
    /// The kind of the sentence beside the board.
    #[tsify(type = "'prompt' | 'refusal' | 'advice'")]
    pub tone: &'static str,
    /// The lesson or the puzzle.
    #[serde(serialize_with = "whole")]
    #[tsify(type = "Exercise | null")]
    pub exercise: Option<WholeOnly<Exercise>>,
    #[serde(serialize_with = "whole")]
    #[tsify(type = "MailView | null")]
    pub mail: Option<WholeOnly<MailView>>,
    /// A live game of others that is watched.
    #[serde(serialize_with = "whole")]
    #[tsify(type = "Watched | null")]
    pub watched: Option<WholeOnly<Watched>>,
    #[tsify(type = "'reading' | 'unread' | 'kept' | 'writing' | 'failed' | 'left' | 'never'")]
    pub keeping: &'static str,
}

/// The parts of the view that come from the picture.
#[derive(Clone, Debug)]
pub(crate) struct Shows {
    pub(crate) flipped: bool,
    pub(crate) chosen: Option<Piece>,
    pub(crate) attacks: bool,
    pub(crate) named: Option<table::Sentence>,
}

/// A finished turn as it was written: it stays the same as long as it and those before it are
/// unchanged.
#[derive(Clone, Debug)]
struct Written {
    steps: Vec<Step>,
    san: Rc<String>,
}

/// The turns in SAN, each written once, and the page's list of them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Score {
    /// The start of their game.
    start: RefCell<Option<AnyPosition>>,
    written: RefCell<Vec<Written>>,
    /// The last list passed to the page, and its source.
    shown: RefCell<Option<(Vec<ScoreTurn>, crate::js::Array)>>,
}

impl Score {
    /// The turns as a list for the page: of a long game, only what has changed is written again. A
    /// list that the page has got does not change any more.
    pub(crate) fn list(&self, turns: Vec<ScoreTurn>) -> crate::js::Array {
        let mut shown = self.shown.borrow_mut();
        let known = shown.as_ref().map_or(&[][..], |(known, _)| known);
        let is_same = |(one, other): &(&ScoreTurn, &ScoreTurn)| one == other;
        let same = known.iter().zip(&turns).take_while(is_same).count();
        if let Some((known, list)) = &*shown
            && same == known.len()
            && same == turns.len()
        {
            return list.clone();
        }
        let rest = crate::js::Array::from(&write(&&turns[same..]));
        let begun = shown.as_ref().map(|(_, list)| list.slice(0, same as u32));
        let list = begun.map_or_else(|| rest.clone(), |begun| begun.concat(&rest));
        *shown = Some((turns, list.clone()));
        list
    }

    /// The turns of the main line; an unfinished turn with at least one step, or a step that waits
    /// for confirmation, is the last.
    pub(crate) fn turns(&self, table: &Table, held: Option<Step>) -> Vec<ScoreTurn> {
        let mut written = self.written.borrow_mut();
        let game = table.game();
        let start = game.start();
        if self.start.borrow().as_ref() != Some(start) {
            self.start.replace(Some(*start));
            written.clear();
        }
        let write = |(place, turn): (usize, table::ScoreTurn)| {
            let steps = game.steps(turn.turn);
            let known = written.get(place).filter(|written| written.steps == steps);
            let san = known.map_or_else(
                || Rc::new(game.before(turn.turn).san_turn(steps)),
                |known| known.san.clone(),
            );
            if known.is_none() {
                written.truncate(place);
                if turn.done {
                    written.push(Written { steps: steps.to_vec(), san: san.clone() });
                }
            }
            ScoreTurn {
                number: turn.number,
                color: turn.color.into(),
                san,
                from: turn.from,
                to: turn.to,
                done: turn.done,
                turn: turn.turn.number(),
            }
        };
        let mut turns: Vec<ScoreTurn> = table.score().enumerate().map(write).collect();
        if let Some(step) = held {
            let before = game.live_position();
            let from = game.count(game.live());
            turns.push(ScoreTurn {
                number: before.fullmove(),
                color: before.turn().into(),
                san: Rc::new(before.san(step)),
                from,
                to: from + 1,
                done: true,
                turn: game.len(),
            });
        }
        turns
    }
}

impl View {
    pub(crate) fn new(table: &Table, score: &Score, picture: Shows) -> Self {
        let Shows { flipped, chosen, attacks, named } = picture;
        let view = table.view();
        let position = &view.position;
        let game = table.game();
        let names = Names(position);
        let spec = position.spec();
        let analyses = table.analyses();
        let over = if analyses { game.verdict_at(view.at) } else { game.verdict() }.is_some();
        let tries = table.explores();
        // What is tried goes on wherever the game is not over.
        let open = table.is_open() && (view.is_live || tries) && game.verdict_at(view.at).is_none();
        let actor = position.actor();
        let turn = Color::from(view.turn);
        let placing = position.phase() == Phase::Placement;
        let why = if open { position.why_not(Step::End) } else { None };
        let has_end = position.most_steps() > 1 || placing;
        let begun = !table.turn_begun().1.is_empty();
        // On an analysis board one always stands where it goes on.
        let live = view.is_live || analyses;
        let is_held = view.held.is_some();
        let place = view.at;
        let is_played = game.is_played(place.turn);
        // A step that waits to be confirmed is seen as if it were played.
        let waiting = usize::from(is_held);
        let of = game.count(table.end_of_line()) + waiting;
        let is_fleeting = view.question.as_ref().is_some_and(table::Question::is_fleeting);
        let may_take = tries || live && !over;
        let is_chance = actor == Actor::Chance && !is_held;
        let drops: Vec<&str> = if over && !tries || is_chance {
            Vec::new()
        } else {
            table::droppable(position).into_iter().map(|(role, _)| role.id()).collect()
        };
        let last = table.last_turn_says();
        let is_used_up = |color: &rules::Color| position.reserve(*color).total() == 0;
        // Men that were captured come back in Chessence.
        let is_drained = !placing && spec.has_reserve && position.game() != GameId::Chessence;
        // Who watches sees whole turns.
        let is_watched = view.watched.is_some();
        let most = if has_end && !is_watched { position.most_steps() } else { 0 };
        let redo = if live { game.undone().len() } else { 0 };
        let controls = Controls {
            end: match &why {
                _ if is_held => "may",
                _ if !open || !has_end => "hidden",
                Some(_) => "not-yet",
                None if position.count() == 1 => "must",
                None => "may",
            },
            undo: live && !over && (begun || is_held),
            reset: live && !over && begun,
            draw: view.controls.draw,
            place: open && placing && !tries,
            shuffle: open && placing && !tries && table.can_shuffle(),
            clear: open && placing && !tries && begun,
            now: view.controls.now,
            takeback: view.controls.takeback,
            resign: view.controls.resign,
            hint: view.controls.hint,
            review: view.controls.review,
            offer: view.controls.offer,
            rematch: view.controls.rematch,
        };
        let result = game.verdict().filter(|_| !analyses).and_then(|verdict| {
            let outcome = table.sealed_outcome()?;
            Some(Verdict {
                title: names.sentence(&outcome.title),
                why: names.sentence(&outcome.why),
                winner: verdict.winner.map(Color::from),
            })
        });
        let bar = Bar {
            live,
            over,
            placing,
            replays: view.replays,
            by_link: view.mail.is_some() || is_watched || analyses,
            has_last: table.last_turn().is_some() && !analyses,
            most,
            redo,
            of,
            drops: drops.len(),
            ways: view.ways,
            is_game: !table.key().is_empty(),
            has_letters: view.mail.is_some() || table.key().starts_with("mail "),
            has_result: result.is_some(),
        };
        let ahead = table.droppable_ahead();
        View {
            game: spec.id,
            files: spec.shape.files,
            ranks: spec.shape.ranks,
            flipped,
            attacks,
            fen: position.fen(),
            turn,
            own: table.own().map(Color::from),
            mover: names.sentence(&mover(
                table,
                view.turn,
                over && (is_played || analyses),
                is_chance,
            )),
            phase: if placing { "placement" } else { "movement" },
            reserve: (spec.has_reserve).then(|| Stocks {
                white: stock(position, rules::Color::White),
                black: stock(position, rules::Color::Black),
            }),
            hand: position.has_hand().then(|| hand(table)),
            opens: match () {
                () if !may_take => "",
                () if position.has_hand() => "hand",
                () if !ahead.is_empty() => "ahead",
                () if drops.is_empty() => "",
                () => "reserve",
            },
            drops: match &ahead[..] {
                [] => drops,
                ahead => ahead.iter().map(|(role, _)| role.id()).collect(),
            },
            spent: rules::Color::ALL
                .into_iter()
                .filter(|color| is_drained && is_used_up(color))
                .map(Color::from)
                .collect(),
            pouch: (placing && position.game() == GameId::Charismatic)
                .then(|| position.reserve(view.turn).total()),
            picked: match view.pick.or(table.chosen_ahead()) {
                Some(Pick::Reserve(role)) => role.id(),
                _ => "",
            },
            chosen,
            named: named.map(|named| names.sentence(&named)),
            promotion: match view.pick {
                Some(Pick::Promotion(from, to)) => Some(Promotion {
                    from: names.square(from),
                    to: names.square(to),
                    color: turn,
                    roles: view.promotions.iter().map(|role| role.id()).collect(),
                }),
                _ => None,
            },
            steps: if live { played(table, names) } else { Vec::new() },
            chips: if most > 1 && !placing && !over { most } else { 0 },
            most,
            buttons: Buttons::new(&controls, bar),
            controls,
            checked: attacked_royals(position, view.turn),
            result,
            score: score.turns(table, view.held),
            view: Viewed {
                at: if is_played || analyses { (game.count(place) + waiting) as i32 } else { -1 },
                of,
                back: view.ways[0],
                on: view.ways[1],
            },
            last: Shown {
                color: last.as_ref().map(|&(color, _)| color.into()),
                says: last.map(|(_, says)| names.sentence(&says)),
            },
            replaying: view.replays,
            has_lines: view.has_lines,
            key: table.key().to_owned(),
            at: Place { turn: place.turn.number(), steps: place.steps },
            is_live: live,
            tries,
            held: view.held.map(|step| names.step(step)),
            rule: view.refusal.map(|refusal| sentence::place(refusal.rule)),
            says: names.sentence(&view.says),
            welcomes: view.welcomes,
            computer: match view.computer {
                table::Doing::Nothing => "nothing",
                table::Doing::Thinks => "thinks",
                table::Doing::Plays => "plays",
                table::Doing::Failed => "failed",
            },
            opponent: view.opponent.map(Opponent::from),
            is_asked: view.wanted.is_some_and(|about| !matches!(about, table::Think::Turn(_))),
            review: view.review.as_ref().map(|review| Review::new(review, names)),
            tone: match view.tone {
                table::Tone::Prompt => "prompt",
                table::Tone::Refusal => "refusal",
                table::Tone::Advice => "advice",
            },
            asked: table.asked().map(|asked| Asked::new(asked, is_fleeting, names)),
            mail: view.mail.and_then(|mail| whole_only(MailView::new(&mail, names))),
            watched: view.watched.and_then(|watched| whole_only(Watched::from(&*watched))),
            #[cfg(feature = "whole")]
            exercise: view.exercise.and_then(|shown| whole_only(Exercise::new(&shown, names))),
            #[cfg(not(feature = "whole"))]
            exercise: None,
            keeping: match view.keeping {
                table::Keeping::Reading => "reading",
                table::Keeping::Unread => "unread",
                table::Keeping::Kept => "kept",
                table::Keeping::Writing => "writing",
                table::Keeping::Failed => "failed",
                table::Keeping::Left => "left",
                table::Keeping::Never => "never",
            },
        }
    }
}

/// The game on a page, as far as a dialog depends on it: what the page passes back of a [`View`].
#[cfg(feature = "whole")]
#[derive(Clone, PartialEq, Default, Deserialize, Debug)]
pub struct OnPage {
    pub(crate) key: String,
    pub(crate) fen: String,
    pub(crate) flipped: bool,
    pub(crate) opponent: Option<Opponent>,
    pub(crate) result: Option<Ended>,
    pub(crate) view: Walked,
    pub(crate) mail: Option<Players>,
}

/// That a game is over.
#[cfg(feature = "whole")]
#[derive(Clone, PartialEq, Default, Deserialize, Debug)]
pub(crate) struct Ended {}

/// The part of [`Viewed`] that is passed back.
#[cfg(feature = "whole")]
#[derive(Clone, Copy, PartialEq, Default, Deserialize, Debug)]
pub(crate) struct Walked {
    pub(crate) at: i32,
    pub(crate) of: u32,
}

/// The part of [`MailView`] that is passed back.
#[cfg(feature = "whole")]
#[derive(Clone, PartialEq, Default, Deserialize, Debug)]
pub(crate) struct Players {
    pub(crate) own: Option<Color>,
    pub(crate) names: [String; 2],
}

#[cfg(feature = "whole")]
impl OnPage {
    /// Whether it is an analysis, and nobody plays.
    pub(crate) fn is_analysis(&self) -> bool {
        self.key.starts_with("analysis ")
    }

    /// Whether it is a game, and neither an analysis nor a lesson.
    pub(crate) fn is_game(&self) -> bool {
        !self.key.is_empty() && !self.is_analysis()
    }

    /// Whether what is on the board stays on the device when another game begins in its place.
    pub(crate) fn stays(&self) -> bool {
        !self.is_game() || self.key.starts_with("mail ")
    }
}

/// Whose turn it is, and what to do, in a few words.
fn mover(table: &Table, turn: rules::Color, over: bool, draws: bool) -> table::Sentence {
    let mover = table.mover(turn);
    let key = match table.position().phase() {
        _ if over => return table::Sentence::new("turn.over"),
        Phase::Placement if table.own() == Some(turn) => return mover,
        Phase::Placement if draws => "turn.draws",
        Phase::Placement => "turn.places",
        Phase::Movement => return mover,
    };
    table::Sentence { key, ..mover }
}

fn attacked_royals(position: &AnyPosition, color: rules::Color) -> bool {
    position.check().is_some()
        && position.royals(color).squares().any(|royal| position.attackers(royal, !color).any())
}

/// What a square shows.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub struct Cell {
    pub square: String,
    pub piece: Option<Piece>,
    /// The kinds of pieces that a piece of Chessence moves like.
    pub powers: Vec<&'static str>,
    pub selected: bool,
    #[tsify(type = "'' | 'move' | 'capture'")]
    pub target: &'static str,
    /// What it is called by assistive technology: the keys of words about the square, its piece and its powers.
    pub says: Vec<&'static str>,
}

/// What the kinds of pieces are called that give a piece of Chessence its powers, by their bits from 8 on.
const POWERS: [&str; 3] = ["rook", "bishop", "knight"];

/// What bits say of a square, in the order in which it is said; that of its powers stands for all three.
const SAYS: [(u32, &str); 7] = [
    (1 << 6, "square.moved"),
    (1 << 7, "square.charged"),
    (7 << 8, "square.powers"),
    (1 << 11, "square.check"),
    (1 << 12, "square.selected"),
    (1 << 13, "square.target"),
    (1 << 14, "square.capture"),
];

impl Cell {
    /// A square by its number in [`cells`].
    pub(crate) fn new(table: &Table, square: Square, bits: u32) -> Self {
        let shape = table.position().spec().shape;
        let is = |place: usize| bits >> place & 1 == 1;
        let number = (bits & HOLE) as usize;
        let role = number.checked_sub(1).and_then(|index| rules::Role::ALL.get(index));
        let color = if is(5) { rules::Color::Black } else { rules::Color::White };
        let powers = POWERS.into_iter().enumerate().filter(|&(place, _)| is(8 + place));
        let stands = match number {
            0 => "square.empty",
            _ if bits == HOLE => "square.hole",
            _ => "square.piece",
        };
        let mut says = vec![stands];
        says.extend(SAYS.into_iter().filter(|(mask, _)| bits & mask != 0).map(|(_, key)| key));
        Cell {
            square: shape.name(square).to_string(),
            piece: role.filter(|_| bits != HOLE).map(|role| drawn(color, role.id())),
            powers: powers.map(|(_, power)| power).collect(),
            selected: is(12),
            target: match (is(13), is(14)) {
                (_, true) => "capture",
                (true, false) => "move",
                (false, false) => "",
            },
            says,
        }
    }
}

/// What there is to say about a square beside what it is called, by its number in [`cells`].
pub(crate) fn notes(bits: u32) -> impl Iterator<Item = table::Sentence> {
    let is = |place: usize| bits >> place & 1 == 1;
    let offends = if is(6) { "square.offends" } else { "square.forbidden" };
    let all = [(is(15), offends), (is(16), "square.attacked")];
    all.into_iter().filter(|&(is, _)| is).map(|(_, key)| table::Sentence::new(key))
}

/// Whether the piece on a square is explained, by its number in [`cells`]; where one is chosen, where that may
/// go is.
pub(crate) fn is_explained(bits: u32, is_chosen: bool) -> bool {
    match is_chosen {
        true => bits >> 12 & 3 != 0,
        false => bits & HOLE != 0 && bits != HOLE,
    }
}

/// Whether a square is that of the piece chosen.
pub(crate) fn is_chosen(bits: u32) -> bool {
    bits >> 12 & 1 == 1
}

/// The number of a hole.
pub(super) const HOLE: u32 = 31;

/// The bits of a square's number that show in its [`Cell`]; the others are for [`notes`] alone.
pub(crate) const SHOWN: u32 = (1 << 15) - 1;

/// The squares in index order, a number each, by which it is seen what has changed: the piece's index
/// in [`Role::ALL`] plus one, 0 for none and 31 for a hole (5 bits); then a bit each: black, moved
/// this turn, charged, moves as a rook, bishop, knight, in check, selected, target, capture,
/// forbidden, `attacked`.
///
/// [`Role::ALL`]: rules::Role::ALL
pub(crate) fn cells(table: &Table, attacked: u128) -> Vec<u32> {
    let position = &table.position();
    let shape = position.spec().shape;
    let targets = table.targets();
    let forbidden = table.forbidden();
    let royals = position.royals(rules::Color::White) | position.royals(rules::Color::Black);
    let checks = position.check().is_some();
    let (moved, charged) = (position.moved(), position.charged());
    let cell = |square: Square| {
        if shape.is_hole(square) {
            return HOLE;
        }
        let piece = position.piece_at(square);
        let target = targets.iter().find(|&&(to, _)| to == square);
        let is_chosen = matches!(table.pick().or(table.chosen_ahead()),
                Some(Pick::Piece(at) | Pick::Empty(at) | Pick::Promotion(at, _)) if at == square);
        let is_attacked =
            |piece: Stands| position.attackers(square, !piece.color).any() && royals.has(square);
        let powers = position.powers(square);
        let flags = [
            piece.is_some_and(|piece| piece.color == rules::Color::Black),
            moved.has(square),
            charged.has(square),
            powers & 1 != 0,
            powers & 2 != 0,
            powers & 4 != 0,
            checks && piece.is_some_and(is_attacked),
            is_chosen,
            target.is_some(),
            target.is_some_and(|&(_, captures)| captures),
            forbidden.contains(&square),
            attacked.has(square),
        ];
        let piece = piece.map_or(0, |piece| piece.role.index() as u32 + 1);
        flags.iter().zip(5..).fold(piece, |sum, (&flag, place)| sum | u32::from(flag) << place)
    };
    shape.all().map(cell).collect()
}

/// A side's reserve, including used-up pieces.
fn stock(position: &AnyPosition, color: rules::Color) -> Vec<Stock> {
    let spec = position.spec();
    let reserve = position.reserve(color);
    let start = AnyPosition::initial(position.game()).reserve(color);
    let kinds = spec.roles.iter().filter(|&&(role, _)| start.has(role) || reserve.has(role));
    kinds
        .map(|&(role, _)| Stock {
            role: role.id(),
            count: reserve.count(role),
            of: start.count(role).max(reserve.count(role)),
        })
        .collect()
}

/// The pieces drawn for this turn, including those placed already.
fn hand(table: &Table) -> Vec<Stock> {
    let position = table.position();
    let drawn = table.drawn();
    let left = position.hand();
    let kinds = position.spec().roles.iter();
    kinds
        .filter(|&&(role, _)| drawn.has(role) || left.has(role))
        .map(|&(role, _)| Stock {
            role: role.id(),
            count: left.count(role),
            of: drawn.count(role).max(left.count(role)),
        })
        .collect()
}

fn played(table: &Table, names: Names<'_>) -> Vec<TurnStep> {
    let game = table.game();
    let (begun, steps) = table.turn_begun();
    let step = |(place, &step): (usize, &Step)| {
        let before = game.position(record::game::Path { steps: begun.steps + place, ..begun });
        let (role, from, to) = match step {
            Step::Move { from, to, .. } => {
                let role = before.piece_at(from).map_or("", |piece| piece.role.id());
                (role, names.square(from), names.square(to))
            }
            Step::Drop { role, to } => (role.id(), String::new(), names.square(to)),
            Step::Draw(_) | Step::End => ("", String::new(), String::new()),
        };
        let san = before.san(step);
        TurnStep { san, color: before.turn().into(), role, from, to }
    };
    steps.iter().enumerate().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of a game's beginning, by their squares' names.
    fn begun(game: GameId, attacked: &str) -> impl Fn(&str) -> Cell {
        let setup = table::Setup::here(AnyPosition::initial(game), "");
        let (table, _) = Table::new(setup);
        let shape = game.spec().shape;
        let attacked = shape.parse(attacked).map_or(0, |square| 1 << square.index());
        let known = cells(&table, attacked);
        move |name| {
            let place = shape.all().position(|square| shape.name(square).to_string() == name);
            let square = shape.all().nth(place.unwrap()).unwrap();
            Cell::new(&table, square, known[place.unwrap()])
        }
    }

    #[test]
    fn a_square_shows_what_stands_on_it_and_what_is_marked() {
        let cell = begun(GameId::Magnetic, "e4");
        let [own, other, empty] = ["e1", "d8", "e4"].map(&cell);
        assert_eq!(own.piece, Some(drawn(rules::Color::White, "king")));
        assert_eq!(other.piece, Some(drawn(rules::Color::Black, "queen")));
        assert_eq!((&*empty.square, empty.piece), ("e4", None));
        assert_eq!(empty.says, ["square.empty"]);
        assert_eq!((own.target, own.selected, own.says), ("", false, vec!["square.piece"]));
    }

    #[test]
    fn what_is_said_of_a_square_follows_from_its_number() {
        let setup = table::Setup::here(AnyPosition::initial(GameId::Magnetic), "");
        let (table, _) = Table::new(setup);
        let square = table.position().spec().shape.parse("e4").unwrap();
        let said = |bits: &[u32]| {
            let bits = bits.iter().fold(0, |sum, bit| sum | 1 << bit);
            let says = Cell::new(&table, square, bits).says;
            let notes: Vec<&str> = notes(bits).map(|note| note.key).collect();
            [says[1..].join(" "), notes.join(" ")]
        };
        for (bits, says, notes) in [
            (&[][..], "", ""),
            (&[6, 7], "square.moved square.charged", ""),
            (&[8], "square.powers", ""),
            (&[7, 9, 10, 11], "square.charged square.powers square.check", ""),
            (&[12], "square.selected", ""),
            (&[13], "square.target", ""),
            (&[13, 14], "square.target square.capture", ""),
            (&[15], "", "square.forbidden"),
            (&[6, 15, 16], "square.moved", "square.offends square.attacked"),
        ] {
            assert_eq!(said(bits), [says, notes], "{bits:?}");
        }
    }

    #[test]
    fn pieces_are_explained_and_once_one_is_chosen_where_it_may_go() {
        let (empty, piece, selected, target) = (0, 5, 5 | 1 << 12, 1 << 13);
        for (bits, before, after) in [
            (empty, false, false),
            (HOLE, false, false),
            (piece, true, false),
            (selected, true, true),
            (target, false, true),
        ] {
            assert_eq!(
                (is_explained(bits, false), is_explained(bits, true)),
                (before, after),
                "{bits}"
            );
        }
    }

    #[test]
    fn a_hole_holds_nothing_and_men_have_their_powers() {
        let cell = begun(GameId::Chessence, "");
        let shape = GameId::Chessence.spec().shape;
        let holes = shape.all().filter(|&square| shape.is_hole(square));
        let holes: Vec<String> = holes.map(|square| shape.name(square).to_string()).collect();
        assert!(!holes.is_empty());
        for name in holes {
            let cell = cell(&name);
            assert_eq!((cell.piece, cell.says), (None, vec!["square.hole"]), "{name}");
        }
        let men = AnyPosition::from_fen(
            GameId::Chessence,
            "k5/5*/4*1/2*3/1*2*1/3*2/1*4/*3MM/5K[Mm] w - - 0 1",
        )
        .unwrap();
        let (table, _) = Table::new(table::Setup::here(men, ""));
        let known = cells(&table, 0);
        let place = shape.all().position(|square| shape.name(square).to_string() == "e2").unwrap();
        let cell = Cell::new(&table, shape.all().nth(place).unwrap(), known[place]);
        assert_eq!(cell.piece.map(|piece| piece.role), Some("man"));
        assert_eq!((cell.powers, cell.says[1]), (vec!["rook"], "square.powers"));
    }
}
