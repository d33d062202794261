//! What crosses about the lobby of a relay.

use crate::contract::Tsify;
use record::TimeControl;
use record::time_control::Pace;
use rules::{AnyPosition, Color, GameId};
use serde::{Deserialize, Serialize};
use table::{LobbyEvent as TableEvent, LobbyRequest as TableRequest, Terms};

use super::part::{Part, words};
use super::sentence::{Names, Sentence, Value};

/// What happens in the lobby: `table::LobbyEvent`.
#[derive(Clone, PartialEq, Eq, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
#[allow(missing_docs)]
pub enum LobbyEvent {
    Joined,
    Lost,
    Heard {
        page: String,
        text: String,
    },
    Tick,
    /// The answers of the player: the side is a colour or anything else, the clock as in PGN or empty.
    Offer {
        game: String,
        side: String,
        clock: String,
        name: String,
    },
    Withdraw,
    Take {
        page: String,
        number: u32,
        name: String,
    },
    Sealed(String),
    Hide(String),
    ShowAll,
}

impl LobbyEvent {
    /// The event with what it names; none if there is no such game.
    pub(crate) fn read(self) -> Option<TableEvent> {
        Some(match self {
            LobbyEvent::Joined => TableEvent::Joined,
            LobbyEvent::Lost => TableEvent::Lost,
            LobbyEvent::Heard { page, text } => TableEvent::Heard { page, text },
            LobbyEvent::Tick => TableEvent::Tick,
            LobbyEvent::Offer { game, side, clock, name } => {
                let (game, color) = (GameId::parse(&game)?, super::read_color(&side));
                TableEvent::Offer(Terms::new(game, color, TimeControl::parse(&clock)), name)
            }
            LobbyEvent::Withdraw => TableEvent::Withdraw,
            LobbyEvent::Take { page, number, name } => TableEvent::Take { page, number, name },
            LobbyEvent::Sealed(sealed) => TableEvent::Sealed(sealed),
            LobbyEvent::Hide(page) => TableEvent::Hide(page),
            LobbyEvent::ShowAll => TableEvent::ShowAll,
        })
    }
}

/// What is to be done: `table::LobbyRequest`.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
#[allow(missing_docs)]
pub enum LobbyRequest {
    Publish(String),
    /// `side` is a colour, or "random".
    Give {
        page: String,
        key: String,
        game: &'static str,
        side: &'static str,
        clock: String,
    },
    /// The game of the challenge that was taken begins.
    Begin(bool),
    Open {
        page: String,
        key: String,
        sealed: String,
    },
    KeepHidden(Vec<String>),
    Say(Sentence),
}

impl From<TableRequest> for LobbyRequest {
    fn from(request: TableRequest) -> Self {
        match request {
            TableRequest::Publish(text) => LobbyRequest::Publish(text),
            TableRequest::Give { page, key, terms } => LobbyRequest::Give {
                page,
                key,
                game: terms.game.spec().id,
                side: terms.color.map_or("random", Color::id),
                clock: terms.clock.map(|clock| clock.to_string()).unwrap_or_default(),
            },
            TableRequest::Begin => LobbyRequest::Begin(true),
            TableRequest::Open { page, key, sealed } => LobbyRequest::Open { page, key, sealed },
            TableRequest::KeepHidden(names) => LobbyRequest::KeepHidden(names),
            TableRequest::Say(sentence) => {
                // No piece and no square is named.
                let position = AnyPosition::initial(GameId::Magnetic);
                LobbyRequest::Say(Names(&position).sentence(&sentence))
            }
        }
    }
}

/// A challenge of the list.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
pub struct OpenChallenge {
    /// The page that offers it.
    pub page: String,
    /// Which of that page's challenges.
    pub number: u32,
    /// What stands in the list.
    pub part: Part,
}

/// What is shown of the lobby.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Lobbied {
    /// The challenges of others.
    pub challenges: Vec<OpenChallenge>,
    /// How it stands.
    pub says: Sentence,
    /// The player's own challenge.
    pub own: Option<Sentence>,
    /// Whether no challenge can be taken or offered now.
    pub waits: bool,
    /// Whether anybody is hidden.
    pub hides: bool,
}

/// A time control in words.
fn clock(clock: Option<TimeControl>) -> Sentence {
    const MINUTE: u32 = 60_000;
    let Some(clock) = clock else { return words("lobby.no-clock") };
    let [white, black] = clock.sides();
    let (minutes, rest) = (white.main / MINUTE, white.main % MINUTE);
    let seconds = |time: u32| time.is_multiple_of(1_000).then_some(time / 1_000);
    let found = match white.pace {
        _ if rest != 0 || white != black || clock.placing().is_some() => None,
        Pace::Increment(0) => Some(("lobby.minutes", 0, 0)),
        Pace::Increment(time) => seconds(time).map(|time| ("lobby.minutes-seconds", time, 0)),
        Pace::Bronstein(time) => seconds(time).map(|time| ("lobby.bronstein", time, 0)),
        Pace::Delay(time) if minutes == 0 => seconds(time).map(|time| ("lobby.turn", time, 0)),
        Pace::Delay(time) => seconds(time).map(|time| ("lobby.delay", time, 0)),
        Pace::Reserve(time) => seconds(time).map(|time| ("lobby.reserve", time, 0)),
        Pace::ByoYomi { period, periods } => {
            seconds(period).map(|time| ("lobby.byo-yomi", time, u32::from(periods)))
        }
        Pace::Hourglass => Some(("lobby.hourglass", 0, 0)),
    };
    let Some((key, seconds, periods)) = found else {
        let values = vec![("clock", Value::Text(clock.to_string()))];
        return Sentence::new("lobby.control".to_owned(), values);
    };
    let all = [("minutes", minutes), ("seconds", seconds), ("periods", periods)];
    let values = all.into_iter().filter(|&(_, count)| count > 0);
    let values = values.map(|(name, count)| (name, Value::Count(count as usize))).collect();
    Sentence::new(key.to_owned(), values)
}

/// Terms in words, for the player of a side.
pub(crate) fn terms(terms: &Terms, own: Option<Color>) -> Sentence {
    let side = match own {
        Some(Color::White) => "lobby.white",
        Some(Color::Black) => "lobby.black",
        None => "lobby.random",
    };
    let values = vec![
        ("game", Value::Game(terms.game.spec().id)),
        ("clock", Value::Sentence(Box::new(clock(terms.clock)))),
        ("side", Value::Key(side)),
    ];
    Sentence::new("lobby.terms".to_owned(), values)
}

/// What stands in the list of a challenge: who offers it, and what.
fn item(name: &str, offered: &Terms) -> Part {
    let who = || match name {
        "" => Value::Key("mail.somebody"),
        name => Value::Name(name.to_owned()),
    };
    let says = |key: &str| Sentence::new(key.to_owned(), vec![("name", who())]);
    let about = terms(offered, offered.color.map(|color| !color));
    let button = |key, does, label| Part::button(key, does).given("aria-label", says(label));
    Part::new("li").with(vec![
        Part::new("strong").says(says("lobby.who")),
        Part::new("span").says(about),
        Part::row(vec![
            button("lobby.accept", "take", "lobby.accept-of").class("main"),
            button("lobby.hide", "hide", "lobby.hide-of"),
        ]),
    ])
}

impl Lobbied {
    /// The lobby for a page with boards for these games.
    pub(crate) fn new(lobby: &table::Lobby, playable: &[String]) -> Lobbied {
        let is_playable =
            |one: &&table::Challenge| playable.iter().any(|game| *game == one.terms.game.spec().id);
        let challenge = |one: &table::Challenge| OpenChallenge {
            page: one.page.clone(),
            number: one.number,
            part: item(&one.name, &one.terms),
        };
        let challenges: Vec<_> = lobby.challenges().filter(is_playable).map(challenge).collect();
        let waits = lobby.awaited().is_some() || lobby.is_leaving();
        let key = match (lobby.is_leaving(), lobby.awaited(), challenges.is_empty()) {
            (true, ..) => "lobby.begins",
            (_, Some(_), _) => "lobby.waits",
            _ if !lobby.is_joined() => "lobby.reaching",
            (.., true) if lobby.own().is_some() => "lobby.alone",
            (.., true) => "lobby.nobody",
            (.., false) => "lobby.somebody",
        };
        Lobbied {
            challenges,
            says: words(key),
            own: lobby.own().map(|own| terms(own, own.color)),
            waits,
            hides: lobby.hides(),
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::GameId;

    use super::*;
    use crate::contract::tell;
    use crate::painter::tests::compare;

    #[test]
    fn a_challenge_names_the_side_of_whoever_accepts_it() {
        let clocks = "- 300 300+5 300b5 300d5 1/30 600:5x30 *60 1/30r90 300+5,60+1;p120";
        let colors = [Some(Color::White), Some(Color::Black), None];
        let mut parts = Vec::new();
        for (place, clock) in clocks.split(' ').enumerate() {
            let color = colors[place % 3];
            let clock = TimeControl::parse(clock);
            let terms = Terms { game: GameId::Magnetic, color, clock };
            parts.push(item(if place == 2 { "" } else { "Ada" }, &terms));
        }
        compare("challenges", &tell(&parts));
    }
}
