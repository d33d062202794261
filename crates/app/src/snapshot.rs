//! What the page shows beside the canvas, as plain objects.

use rules::any::AnyPosition;
use rules::{Actor, Bits, Color, Phase, Piece, Refusal, Role, Square, Step};
use serde::Serialize;

use crate::session::{Answer, Pick, Session};

/// A piece, as the page names it.
#[derive(Serialize, Debug)]
pub(crate) struct DrawnPiece {
    color: &'static str,
    role: &'static str,
}

#[derive(Serialize, Debug)]
struct Concerned {
    square: String,
    piece: Option<DrawnPiece>,
}

/// A refusal, as the page gets it.
#[derive(Serialize, Debug)]
pub(crate) struct Reason {
    reason: &'static str,
    rule: &'static str,
    pieces: Vec<Concerned>,
}

#[derive(Serialize, Debug)]
struct Promotion {
    from: String,
    to: String,
    color: &'static str,
    roles: Vec<&'static str>,
}

/// What came of an action, as the page gets it.
#[derive(Serialize, Debug)]
pub(crate) struct Reply {
    done: Vec<String>,
    refused: Option<Reason>,
    promote: Option<Promotion>,
}

#[derive(Serialize, Debug)]
struct Stock {
    role: &'static str,
    count: u32,
    of: u32,
}

#[derive(Serialize, Debug)]
struct Stocks {
    white: Vec<Stock>,
    black: Vec<Stock>,
}

#[derive(Serialize, Debug)]
struct Played {
    text: String,
    san: String,
    color: &'static str,
    role: &'static str,
    from: String,
    to: String,
}

#[derive(Serialize, Debug)]
struct Controls {
    end: &'static str,
    undo: bool,
    reset: bool,
    draw: bool,
    place: bool,
    shuffle: bool,
    clear: bool,
}

#[derive(Serialize, Debug)]
struct Verdict {
    winner: Option<&'static str>,
    ending: &'static str,
}

#[derive(Serialize, Debug)]
struct ScoreTurn {
    number: u32,
    color: &'static str,
    san: String,
    from: usize,
    to: usize,
    done: bool,
}

#[derive(Serialize, Debug)]
struct Viewed {
    at: usize,
    of: usize,
}

#[derive(Serialize, Debug)]
struct LastTurn {
    turn: Vec<String>,
}

/// Everything the page shows.
#[derive(Serialize, Debug)]
pub(crate) struct Snapshot {
    game: &'static str,
    files: u8,
    ranks: u8,
    flipped: bool,
    fen: String,
    turn: &'static str,
    phase: &'static str,
    actor: &'static str,
    number: u32,
    reserve: Option<Stocks>,
    hand: Option<Vec<Stock>>,
    picked: &'static str,
    steps: Vec<Played>,
    most: u32,
    redo: usize,
    controls: Controls,
    why: Option<Reason>,
    checked: bool,
    stuck: bool,
    result: Option<Verdict>,
    score: Vec<ScoreTurn>,
    view: Viewed,
    last: LastTurn,
    seeded: bool,
}

/// The side of a name.
pub(crate) fn read_color(name: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| color.id() == name)
}

/// The kind of piece of a name.
pub(crate) fn read_role(name: &str) -> Option<Role> {
    Role::ALL.into_iter().find(|&role| role.id() == name)
}

impl DrawnPiece {
    /// A piece by the name of its drawing.
    pub(crate) fn drawn(color: Color, drawing: &'static str) -> Self {
        DrawnPiece { color: color.id(), role: drawing }
    }
}

impl From<Piece> for DrawnPiece {
    fn from(piece: Piece) -> Self {
        DrawnPiece { color: piece.color.id(), role: piece.role.id() }
    }
}

/// Names the squares of one game.
#[derive(Clone, Copy)]
struct Names<'a>(&'a AnyPosition);

impl Names<'_> {
    fn square(self, square: Square) -> String {
        self.0.spec().shape.name(square).to_string()
    }

    fn step(self, step: Step) -> String {
        step.display(self.0.spec()).to_string()
    }

    fn reason(self, refusal: &Refusal) -> Reason {
        let pieces = refusal.pieces.iter().map(|&(square, piece)| Concerned {
            square: self.square(square),
            piece: piece.map(DrawnPiece::from),
        });
        Reason { reason: refusal.reason, rule: refusal.rule, pieces: pieces.collect() }
    }
}

impl Reply {
    pub(crate) fn new(answer: &Answer, position: &AnyPosition) -> Self {
        let names = Names(position);
        Reply {
            done: answer.done.iter().map(|&step| names.step(step)).collect(),
            refused: answer.refused.as_ref().map(|refusal| names.reason(refusal)),
            promote: answer.promote.as_ref().map(|(from, to, roles)| Promotion {
                from: names.square(*from),
                to: names.square(*to),
                color: position.turn().id(),
                roles: roles.iter().map(|role| role.id()).collect(),
            }),
        }
    }
}

impl Snapshot {
    pub(crate) fn new(session: &Session, flipped: bool) -> Self {
        let position = session.position();
        let record = session.record();
        let names = Names(position);
        let spec = position.spec();
        let open = session.is_open();
        let turn = position.turn();
        let actor = position.actor();
        let over = record.verdict().is_some();
        let placing = position.phase() == Phase::Placement;
        let why = if open { position.why_not(Step::End) } else { None };
        let has_end = position.most_steps() > 1 || placing;
        let steps = record.turn_steps();
        let live = session.is_live();
        Snapshot {
            game: spec.id,
            files: spec.shape.files,
            ranks: spec.shape.ranks,
            flipped,
            fen: position.fen(),
            turn: turn.id(),
            phase: if placing { "placement" } else { "movement" },
            actor: if actor == Actor::Chance { "chance" } else { turn.id() },
            number: position.fullmove(),
            reserve: (spec.has_reserve).then(|| Stocks {
                white: stock(position, Color::White),
                black: stock(position, Color::Black),
            }),
            hand: position.has_hand().then(|| hand(session)),
            picked: match session.pick() {
                Some(Pick::Reserve(role)) => role.id(),
                _ => "",
            },
            steps: if live { played(session, names) } else { Vec::new() },
            most: if has_end { position.most_steps() } else { 0 },
            redo: if live { record.undone().len() } else { 0 },
            controls: Controls {
                end: match &why {
                    _ if !open || !has_end => "hidden",
                    Some(_) => "not-yet",
                    None if position.count() == 1 => "must",
                    None => "may",
                },
                undo: live && !over && !steps.is_empty(),
                reset: live && !over && !steps.is_empty(),
                draw: live && !over && actor == Actor::Chance,
                place: open && placing,
                shuffle: open && placing && session.can_shuffle(),
                clear: open && placing && !steps.is_empty(),
            },
            why: why.filter(|_| has_end).map(|refusal| names.reason(&refusal)),
            checked: attacked_royals(position, turn),
            stuck: open && !placing && position.is_stuck(),
            result: record.verdict().map(|verdict| Verdict {
                winner: verdict.winner.map(Color::id),
                ending: verdict.ending.id(),
            }),
            score: score(session),
            view: Viewed { at: session.index(), of: record.steps().len() },
            last: LastTurn {
                turn: session.last_turn().map_or_else(Vec::new, |turn| {
                    let steps = record.steps()[turn.from..turn.to].iter();
                    steps.map(|&step| names.step(step)).collect()
                }),
            },
            seeded: session.is_seeded(),
        }
    }
}

fn attacked_royals(position: &AnyPosition, color: Color) -> bool {
    position.check().is_some()
        && position.royals(color).squares().any(|royal| position.attackers(royal, !color).any())
}

/// The squares in index order, a number each (`web/board/cells.js` reads them): the piece's place in
/// [`Role::ALL`] plus one, 0 for none and 31 for a hole (5 bits); then a bit each: black, moved this
/// turn, charged, moves as a rook, bishop, knight, in check, selected, target, capture, forbidden,
/// `attacked`.
pub(crate) fn cells(session: &Session, attacked: u128) -> Vec<u32> {
    let position = session.position();
    let shape = position.spec().shape;
    let targets = session.targets();
    let forbidden = session.forbidden();
    let royals = position.royals(Color::White) | position.royals(Color::Black);
    let checks = position.check().is_some();
    let (moved, charged) = (position.moved(), position.charged());
    let cell = |square: Square| {
        if shape.is_hole(square) {
            return 31;
        }
        let piece = position.piece_at(square);
        let target = targets.iter().find(|&&(to, _)| to == square);
        let is_chosen =
            matches!(session.pick(), Some(Pick::Piece(at) | Pick::Empty(at)) if at == square);
        let is_attacked =
            |piece: Piece| position.attackers(square, !piece.color).any() && royals.has(square);
        let powers = position.powers(square);
        let flags = [
            piece.is_some_and(|piece| piece.color == Color::Black),
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

/// A side's reserve, the pieces used up included.
fn stock(position: &AnyPosition, color: Color) -> Vec<Stock> {
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

/// The pieces drawn for this turn, those placed already included.
fn hand(session: &Session) -> Vec<Stock> {
    let position = session.position();
    let drawn = session.record().position(session.record().floor()).hand();
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

fn played(session: &Session, names: Names<'_>) -> Vec<Played> {
    let record = session.record();
    let floor = record.floor();
    let step = |(place, &step): (usize, &Step)| {
        let index = floor + place;
        let before = record.position(index);
        let (role, from, to) = match step {
            Step::Move { from, to, .. } => {
                let role = before.piece_at(from).map_or("", |piece| piece.role.id());
                (role, names.square(from), names.square(to))
            }
            Step::Drop { role, to } => (role.id(), String::new(), names.square(to)),
            Step::Draw(_) | Step::End => ("", String::new(), String::new()),
        };
        let san = before.san(step);
        let color = before.turn().id();
        Played { text: names.step(step), san, color, role, from, to }
    };
    record.turn_steps().iter().enumerate().map(step).collect()
}

fn score(session: &Session) -> Vec<ScoreTurn> {
    let written = session.score().into_iter().map(|(turn, san)| ScoreTurn {
        number: turn.number,
        color: turn.color.id(),
        san,
        from: turn.from,
        to: turn.to,
        done: turn.done,
    });
    written.collect()
}
