//! A game in the list of games: its players, its state, and whether it waits for the player.

use record::letter::Act;
use record::{Game, Verdict};
use rules::{AnyPosition, Color, Phase};

use crate::keep::Content;
use crate::mail::Mail;
use crate::opponent::level_key;
use crate::sentence::{Sentence, Value};
use crate::store::read_content;
use crate::study::Study;
use crate::whole::IS_WHOLE;

/// A game in the list.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Its current position.
    pub position: AnyPosition,
    /// Its state, or its result.
    pub says: Sentence,
    /// The players; `None` if they are not known.
    pub players: Option<Sentence>,
    /// Whether it waits for the player: the player's turn is due in a game by link, or a question
    /// is open.
    pub is_due: bool,
    /// Whether there is anything to store.
    pub is_begun: bool,
    /// Whether it is over.
    pub is_over: bool,
    /// When the time for the player's turn is over, by the device's watch, in a game with days for each.
    pub until: Option<u64>,
}

/// Facts about a game beside its stored content.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Facts<'a> {
    /// Whether there are any.
    pub are_known: bool,
    /// The names of White and Black; empty if not known.
    pub names: [&'a str; 2],
}

impl Standing {
    /// The list's entry for a game at this time, by the device's watch; `None` if it cannot be read.
    pub fn of(content: &Content, facts: Facts<'_>, now: u64) -> Option<Standing> {
        if IS_WHOLE && Study::is_one(&content.saved) {
            return of_study(&Study::load(&content.saved)?);
        }
        let (game, mail) = read_content(content)?;
        let position = *game.live_position();
        let verdict = game.verdict();
        let is_over = verdict.is_some();
        let is_due = mail.as_ref().is_some_and(|mail| awaits(mail, &position, is_over));
        let own = match (&mail, content.computer) {
            (Some(mail), _) => mail.own(),
            (None, computer) => computer.map(|opponent| !opponent.color),
        };
        let says = match (&mail, verdict) {
            (_, Some(verdict)) => ended(verdict, own),
            (Some(mail), None) => by_link(mail, &position, is_due),
            (None, None) => turn_of(&position, own),
        };
        let time = mail.as_ref().filter(|_| !is_over).and_then(|mail| mail.time_for_turn(now));
        let says = match time {
            Some(time) => Sentence::new("library.timed")
                .with("says", says.into())
                .with("time", time.says.into()),
            None => says,
        };
        let until = mail.as_ref().and_then(|mail| mail.until());
        let until = until.filter(|until| is_due && Some(until.color) == own);
        Some(Standing {
            position,
            until: until.map(|until| until.at),
            says,
            players: players(content, mail.as_ref(), facts),
            is_due,
            is_begun: mail.is_some() || is_begun(&game) || !content.held.is_empty(),
            is_over,
        })
    }
}

/// The list's entry for a study: the position of the chapter that was shown last.
fn of_study(study: &Study) -> Option<Standing> {
    let count = Value::Count(study.chapters().len());
    let says = Sentence::new("study.count");
    Some(Standing {
        position: *study.shown()?.game().live_position(),
        says: says.with("count", count),
        players: None,
        is_due: false,
        is_begun: true,
        is_over: false,
        until: None,
    })
}

fn is_begun(game: &Game) -> bool {
    game.len() > 1 || !game.undone().is_empty() || game.verdict().is_some()
}

/// Whether a game by link waits for the player.
fn awaits(mail: &Mail, position: &AnyPosition, is_over: bool) -> bool {
    let is_invited = mail.own().is_none()
        && mail.newest.letter.act == Act::Invitation
        && mail.objection().is_none();
    mail.is_due(position.turn(), is_over) || mail.asks().is_some() || is_invited
}

/// The name of the other player in a game by link.
fn friend(mail: &Mail) -> Value {
    let letter = &mail.newest.letter;
    let other = mail.own().map_or(letter.sender, |own| !own);
    match mail.name(other) {
        "" => Value::Key("mail.friend"),
        name => Value::Name(name.to_owned()),
    }
}

fn number(position: &AnyPosition) -> Value {
    Value::Count(position.fullmove().max(1) as usize)
}

/// The state of a game by link.
fn by_link(mail: &Mail, position: &AnyPosition, is_due: bool) -> Sentence {
    let letter = &mail.newest.letter;
    let key = match mail.own() {
        None if is_due => "library.invited",
        None => "library.looking",
        Some(_) if is_due && mail.asks().is_some() => "library.asked",
        Some(_) if is_due => "library.your-turn",
        Some(own) if letter.sender == own && !mail.sent => "library.unsent",
        Some(_) if letter.act == Act::Invitation => "library.unanswered",
        Some(_) => "library.waits",
    };
    Sentence::new(key).with("name", friend(mail)).with("number", number(position))
}

/// Whose turn it is, in a game at this device.
fn turn_of(position: &AnyPosition, own: Option<Color>) -> Sentence {
    let color = position.turn();
    let key = match position.phase() {
        Phase::Placement => "library.placing",
        Phase::Movement if own == Some(color) => "library.your-turn",
        Phase::Movement => "library.to-move",
    };
    Sentence::new(key).with("color", Value::Color(color)).with("number", number(position))
}

/// The result of a game: from the player's view, if the player has one side.
fn ended(verdict: Verdict, own: Option<Color>) -> Sentence {
    let (Some(own), Some(winner)) = (own, verdict.winner) else {
        return crate::telling::result(verdict);
    };
    let how = match (verdict.ending.id(), own == winner) {
        ("checkmate", true) => "library.won.checkmate",
        ("checkmate", false) => "library.lost.checkmate",
        ("stalemate", true) => "library.won.stalemate",
        ("stalemate", false) => "library.lost.stalemate",
        ("no-legal-step", true) => "library.won.no-legal-step",
        ("no-legal-step", false) => "library.lost.no-legal-step",
        ("royal-captured", true) => "library.won.royal-captured",
        ("royal-captured", false) => "library.lost.royal-captured",
        ("resignation", true) => "library.won.resignation",
        ("resignation", false) => "library.lost.resignation",
        ("time", true) => "library.won.time",
        ("time", false) => "library.lost.time",
        ("abandonment", true) => "library.won.abandonment",
        ("abandonment", false) => "library.lost.abandonment",
        (_, true) => "library.won.other",
        (_, false) => "library.lost.other",
    };
    Sentence::new(how).with("color", Value::Color(own)).with("other", Value::Color(!own))
}

/// The players, as far as they are known.
fn players(content: &Content, mail: Option<&Mail>, facts: Facts<'_>) -> Option<Sentence> {
    if let Some(mail) = mail {
        return Some(Sentence::new("library.by-link").with("name", friend(mail)));
    }
    if let Some(opponent) = content.computer {
        let level = Value::Key(level_key(opponent.level));
        return Some(Sentence::new("library.against").with("level", level));
    }
    let [white, black] = facts.names;
    if white.is_empty() && black.is_empty() {
        return facts.are_known.then(|| Sentence::new("library.people"));
    }
    let called = |name: &str| match name {
        "" => Value::Key("library.nobody"),
        name => Value::Name(name.to_owned()),
    };
    Some(Sentence::new("library.players").with("white", called(white)).with("black", called(black)))
}
