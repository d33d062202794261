//! The lobby of a relay, for the page.

use record::TimeControl;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::beginning::{answers, question};
use crate::contract::{self, Lobbied, LobbyEvent, LobbyRequest, Part, Sentence, words};

/// The lobby as a page has it: `table::Lobby`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Lobby {
    lobby: table::Lobby,
    playable: Vec<String>,
}

#[wasm_bindgen]
impl Lobby {
    /// The lobby for a page of this name at the relay and this public key; `hidden`: names that are not shown;
    /// `playable`: the games that the page has boards for.
    #[wasm_bindgen(constructor)]
    pub fn new(page: &str, key: &str, hidden: Vec<String>, playable: Vec<String>) -> Lobby {
        Lobby { lobby: table::Lobby::new(page, key, hidden), playable }
    }

    /// What follows from a `LobbyEvent` at a time in milliseconds, that never runs backwards: a list of
    /// `LobbyRequest`s.
    ///
    /// # Errors
    /// If the event is none.
    pub fn handle(&mut self, now: f64, event: JsValue) -> Result<JsValue, JsError> {
        let requests = self.requests(now, contract::read(event)?);
        Ok(contract::write(&requests.ok_or_else(|| JsError::new("no such game"))?))
    }

    /// The name of the game that a link begins, if that is what the player has accepted; else nothing.
    pub fn agreed(&self, link: &str) -> Option<String> {
        self.lobby.agreed(link)
    }

    /// What is shown: a `Lobbied`.
    pub fn view(&self) -> JsValue {
        contract::write(&Lobbied::new(&self.lobby, &self.playable))
    }
}

impl Lobby {
    /// The same, of what is read; `None` if there is no such game.
    fn requests(&mut self, now: f64, event: LobbyEvent) -> Option<Vec<LobbyRequest>> {
        let requests = self.lobby.handle(now as u64, event.read()?);
        Some(requests.into_iter().map(LobbyRequest::from).collect())
    }
}

/// What is asked about a game with somebody else: the own name, the game, the side, and the clock, which stands
/// as in `control`.
pub(crate) fn terms_asked(
    game: &str,
    name: &str,
    playable: &[String],
    control: Option<TimeControl>,
) -> [Part; 4] {
    let option = |one: &String| {
        let says = Sentence::new(format!("games.{one}.name"), Vec::new());
        Part::new("option").given("value", &**one).given("selected", one == game).says(says)
    };
    let games = Part::new("select").given("name", "game");
    let games = games.with(playable.iter().map(option).collect());
    let field = Part::new("input").given("maxLength", "40").given("value", name);
    let field = field.given("autocomplete", "nickname").doing("name");
    let sides = [("random", "computer.random"), ("white", "color.white"), ("black", "color.black")];
    let side = question("side", "computer.side", answers("side", "random", &sides).collect());
    [
        Part::new("label").class("name").says(words("mail.name")).with(vec![field]),
        Part::new("label").class("name").says(words("lobby.game")).with(vec![games]),
        Part::new("div").class("opponent").with(vec![side]),
        crate::clock::asked_with(false, control),
    ]
}

/// What the dialog of the lobby consists of, a list of `Part`s: the list, and what is asked about a
/// challenge of one's own, by a name, in one of these games.
#[wasm_bindgen]
pub fn lobby_dialog(game: &str, name: &str, playable: Vec<String>) -> JsValue {
    contract::write(&dialog_parts(game, name, &playable))
}

/// See [`lobby_dialog`].
fn dialog_parts(game: &str, name: &str, playable: &[String]) -> Vec<Part> {
    let line = |class: &str, role: &str| Part::new("p").class(class).given("role", role);
    let offer = Part::row(vec![Part::button("lobby.offer", "offer").class("main")]);
    let form: Vec<Part> =
        terms_asked(game, name, playable, None).into_iter().chain([offer]).collect();
    let own = vec![
        Part { name: "terms", ..Part::new("p") },
        Part::new("small").says(words("lobby.stands")),
        Part::row(vec![Part::button("lobby.withdraw", "withdraw")]),
    ];
    let list = Part::new("ul").class("challenges").given("aria-label", words("lobby.title"));
    vec![
        Part { name: "says", ..line("note", "status") },
        Part { name: "said", ..line("wrong", "alert") },
        Part { name: "list", ..list.given("role", "list") },
        Part { name: "all", ..Part::button("lobby.show-all", "showAll") },
        Part::new("h3").says(words("lobby.own")),
        Part { name: "own", ..Part::new("div").class("own").given("hidden", true).with(own) },
        Part { name: "form", ..Part::new("div").class("form").with(form) },
        Part::closing("label.close"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Given;

    /// The dialog asks about the game of the page first, among those that the page has boards for.
    #[test]
    fn the_game_of_the_page_is_chosen_and_no_other() {
        let playable = ["magnetic", "chessence", "batteries"].map(str::to_owned);
        for game in &playable {
            let terms = terms_asked(game, "Ada", &playable, None);
            let select = terms.iter().flat_map(|part| &part.parts).find(|part| {
                part.given
                    .iter()
                    .any(|given| matches!(given, ("name", Given::Text(name)) if name == "game"))
            });
            let options = &select.unwrap().parts;
            let chosen: Vec<bool> = options
                .iter()
                .map(|option| {
                    option.given.iter().any(|given| matches!(given, ("selected", Given::Is(true))))
                })
                .collect();
            let expected: Vec<bool> = playable.iter().map(|one| one == game).collect();
            assert_eq!(chosen, expected, "{game}");
        }
    }
}
