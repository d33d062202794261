//! Games by link: each letter is a link, and so is what a device knows of a game
//! (docs/fair-draws.md, "Letters").

use record::Record;
use record::letter::{Letter, Played, Relation, Seat, Sent, Unsent, compare, keep_of};
use record::link::{self, Opened, Section, kind};
use rules::{Color, GameId, Step};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::answer::{Fault, to_js};
use super::{Known, js_error, known, letter_of, load};

/// A letter that was written, and the seat of who has written it: both as fragments of links.
#[derive(Serialize)]
struct Written {
    link: String,
    seat: String,
}

/// How a link that came compares with the stored game.
#[derive(Serialize)]
struct Compared {
    relation: &'static str,
    /// By how many turns.
    turns: usize,
    /// Of a fork: the number of the turn in which they part, from 1.
    turn: usize,
    /// Where that turn ends, in the stored game and in that which came.
    ends: [usize; 2],
    fault: Option<Fault>,
}

/// A draw that was verified.
#[derive(Serialize)]
struct TellsDraw {
    /// The turn's number, from 1.
    turn: usize,
    color: &'static str,
    /// What was drawn, as steps are written: "draw:RNNPP".
    hand: String,
}

#[derive(Serialize)]
struct Verified {
    draws: Vec<TellsDraw>,
    fault: Option<Fault>,
}

fn seat_of(link: &str) -> Result<Seat, JsError> {
    let opened = link::read(link).map_err(js_error)?;
    let (_, seat) = letter_of(&opened).map_err(js_error)?;
    seat.ok_or_else(|| JsError::new("no seat"))
}

fn side(color: &str) -> Color {
    if color == Color::Black.id() { Color::Black } else { Color::White }
}

/// Names with the one of a side put in.
fn named(opened: &Opened, color: Color, name: &str) -> Section {
    let (white, black) = opened.sections.iter().find_map(Section::as_names).unwrap_or_default();
    match color {
        Color::White => Section::names(name, black),
        Color::Black => Section::names(white, name),
    }
}

fn write(record: &Record, letter: &Letter, mut others: Vec<Section>) -> Result<String, JsError> {
    others.insert(0, Section { kind: kind::LETTER, bytes: letter.write() });
    link::write(record, &others).map_err(js_error)
}

/// The letter, and the seat beside it.
fn written(
    record: &Record,
    letter: &Letter,
    seat: &Seat,
    names: Section,
) -> Result<JsValue, JsError> {
    let private = Section { kind: kind::SEAT, bytes: seat.write() };
    let link = write(record, letter, vec![names.clone()])?;
    Ok(to_js(&Written { link, seat: write(record, letter, vec![names, private])? }))
}

fn random<const N: usize>() -> Result<[u8; N], JsError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(js_error)?;
    Ok(bytes)
}

/// An invitation to a game from its usual position: `{ link, seat }`.
///
/// # Errors
/// If there is no such game, or the browser has no randomness.
#[wasm_bindgen]
pub fn invite(game: &str, color: &str, open: bool, name: &str) -> Result<JsValue, JsError> {
    let game = GameId::parse(game).ok_or_else(|| JsError::new("no such game"))?;
    let inviter = side(color);
    let (Played { record, letter }, seat) =
        Played::invite(game, inviter, open, random()?, random()?);
    let opened = Opened { record, sections: Vec::new() };
    let names = named(&opened, inviter, name);
    written(&opened.record, &letter, &seat, names)
}

/// Why an invitation cannot be answered; nothing if it can.
///
/// # Errors
/// If the link cannot be read.
#[wasm_bindgen]
pub fn objection(link: &str) -> Result<JsValue, JsError> {
    let Known { opened, letter } = known(link)?;
    let start = *opened.record.start();
    Ok(match (Played { letter, record: opened.record }).may_answer() {
        Err(Unsent::Unfair(error)) => to_js(&Fault::of_draws(&error, &start)),
        _ => JsValue::UNDEFINED,
    })
}

/// The answer to an invitation: `{ link, seat }`.
///
/// # Errors
/// If the link has no invitation or one to a game that could be bent, or the browser has no
/// randomness.
#[wasm_bindgen]
pub fn answer(link: &str, name: &str) -> Result<JsValue, JsError> {
    let Known { opened, letter } = known(link)?;
    let names = named(&opened, !letter.inviter, name);
    let invitation = Played { letter, record: opened.record };
    let (Played { letter, record }, seat) =
        invitation.answer(random()?, random()?).map_err(js_error)?;
    written(&record, &letter, &seat, names)
}

/// A seat at a game that has no secrets, for a device that has none: that of the side which has not
/// sent the letter. Nothing if the game has secrets.
///
/// # Errors
/// If the link has no letter.
#[wasm_bindgen]
pub fn sit_down(link: &str) -> Result<Option<String>, JsError> {
    let Known { opened, letter } = known(link)?;
    if letter.chains.is_some() {
        return Ok(None);
    }
    let seat = Seat { color: !letter.sender, secret: None };
    let mut sections = opened.sections;
    sections.retain(|section| section.kind == kind::NAMES);
    sections.push(Section { kind: kind::SEAT, bytes: seat.write() });
    write(&opened.record, &letter, sections).map(Some)
}

/// The next letter after that of `link`, by who has the seat: the game as it stands is `saved`, and
/// `act` says what it is sent for. What the own draws in it follow from is revealed with it.
///
/// # Errors
/// If the links or the game cannot be read, or `act` is none that can be sent now.
#[wasm_bindgen]
pub fn reply(
    link: &str,
    seat: &str,
    saved: &str,
    act: &str,
    offers: bool,
    name: &str,
) -> Result<String, JsError> {
    let Known { opened, letter } = known(link)?;
    let seat = seat_of(seat)?;
    let sent = Sent::parse(act).ok_or_else(|| JsError::new("no such letter"))?;
    let names = named(&opened, seat.color, name);
    let before = Played { letter, record: opened.record };
    let Played { letter, record } =
        before.reply(&seat, &load(saved)?, sent, offers).map_err(js_error)?;
    write(&record, &letter, vec![names])
}

/// The private link that moves a seat to another device: the newest letter with the seat. Nothing while
/// the seat cannot be moved.
///
/// # Errors
/// If one of the links cannot be read.
#[wasm_bindgen]
pub fn seat_link(link: &str, seat: &str) -> Result<Option<String>, JsError> {
    let Known { opened, letter } = known(link)?;
    let seat = seat_of(seat)?;
    if !seat.may_move(&letter) {
        return Ok(None);
    }
    let mut sections = opened.sections;
    sections.retain(|section| section.kind == kind::NAMES);
    sections.push(Section { kind: kind::SEAT, bytes: seat.write() });
    write(&opened.record, &letter, sections).map(Some)
}

/// Whether a side may ask to take back its last turn.
///
/// # Errors
/// If the saved game cannot be read.
#[wasm_bindgen]
pub fn can_take_back(saved: &str, color: &str) -> Result<bool, JsError> {
    Ok(keep_of(&load(saved)?, side(color)).is_some())
}

/// The draw that is due, as steps are written.
///
/// # Errors
/// If none is due, or what it follows from is not there.
#[wasm_bindgen]
pub fn fair_draw(link: &str, seat: &str, saved: &str) -> Result<String, JsError> {
    let Known { opened, letter } = known(link)?;
    let record = load(saved)?;
    let before = Played { letter, record: opened.record };
    let step = before.draw(&seat_of(seat)?, &record).map_err(|error| JsError::new(error.id()))?;
    Ok(step.display(record.start().spec()).to_string())
}

/// Compares a link that came with the stored game: its newest letter, and the game as it stands.
///
/// # Errors
/// If one of them cannot be read.
#[wasm_bindgen(js_name = compare)]
pub fn compare_links(stored: &str, saved: &str, came: &str) -> Result<JsValue, JsError> {
    let Known { opened, letter, .. } = known(stored)?;
    let (sent, kept) = (opened.record, load(saved)?);
    // Whichever of the two was stored last.
    let record = if kept.steps().starts_with(sent.steps()) { kept } else { sent };
    let stored = Played { letter, record };
    let came = known(came)?;
    let came = Played { letter: came.letter, record: came.opened.record };
    let mut told = Compared { relation: "", turns: 0, turn: 0, ends: [0; 2], fault: None };
    told.relation = match compare(&stored, &came) {
        Relation::Other => "other",
        Relation::Taken => "taken",
        Relation::Terms => "terms",
        Relation::Unfair(error) => {
            told.fault = Some(Fault::of_draws(&error, came.record.start()));
            "unfair"
        }
        Relation::Same => "same",
        Relation::Newer(turns) => {
            told.turns = turns;
            "newer"
        }
        Relation::TakenBack(_) => "taken-back",
        Relation::Older(turns) => {
            told.turns = turns;
            "older"
        }
        Relation::Fork { turn, steps } => {
            told.turn = turn + 1;
            told.ends = [&stored.record, &came.record].map(|record| {
                let parting = record.turns().find(|turn| turn.to > steps);
                parting.map_or(record.steps().len(), |turn| turn.to)
            });
            "fork"
        }
        Relation::NotDue => "not-due",
        Relation::Ahead(turns) => {
            told.turns = turns;
            "ahead"
        }
    };
    Ok(to_js(&told))
}

/// Verifies the draws of the game of a link: `{ draws: [{ turn, color, hand }], fault }`.
///
/// # Errors
/// If the link cannot be read.
#[wasm_bindgen]
pub fn verify(link: &str) -> Result<JsValue, JsError> {
    let Known { opened, letter } = known(link)?;
    let start = opened.record.start();
    let mut told = Verified { draws: Vec::new(), fault: None };
    match letter.verify(&opened.record) {
        Ok(draws) => {
            told.draws.extend(draws.iter().map(|drawn| TellsDraw {
                turn: drawn.turn as usize + 1,
                color: drawn.color.id(),
                hand: Step::Draw(drawn.hand).display(start.spec()).to_string(),
            }));
        }
        Err(error) => told.fault = Some(Fault::of_draws(&error, start)),
    }
    Ok(to_js(&told))
}
