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
    let others = vec![
        Part { name: "says", ..line("note", "status") },
        Part { name: "list", ..list.given("role", "list") },
        Part { name: "all", ..Part::button("lobby.show-all", "showAll") },
    ];
    vec![
        Part::new("div").class("others").with(others),
        Part { name: "said", ..line("wrong", "alert") },
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
    use crate::painter::tests::compare;

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

    /// The public name of a page.
    fn page(number: usize) -> String {
        format!("U{number:055}")
    }

    fn offer(game: &str) -> LobbyEvent {
        let [game, side, clock, name] = [game, "white", "300+5", "Ada"].map(str::to_owned);
        LobbyEvent::Offer { game, side, clock, name }
    }

    fn heard(from: usize, text: String) -> LobbyEvent {
        LobbyEvent::Heard { page: page(from), text }
    }

    /// The lobby of a page that the relay has let in.
    fn joined(number: usize) -> Lobby {
        let mut lobby = Lobby::new(&page(number), "key", Vec::new(), vec!["magnetic".to_owned()]);
        assert_eq!(lobby.requests(0.0, LobbyEvent::Joined), Some(Vec::new()));
        lobby
    }

    #[test]
    fn a_challenge_goes_to_whoever_takes_it() {
        let mut lobby = joined(0);
        assert_eq!(lobby.requests(1.0, offer("draughts")), None, "there is no such game");
        let open = "1 open 1 magnetic white 300+5 key Ada".to_owned();
        assert_eq!(lobby.requests(1.0, offer("magnetic")), Some(vec![LobbyRequest::Publish(open)]));
        let take = heard(1, format!("1 take {} 1 other Bea", page(0)));
        let give = LobbyRequest::Give {
            page: page(1),
            key: "other".to_owned(),
            game: "magnetic",
            side: "white",
            clock: "300+5".to_owned(),
        };
        assert_eq!(lobby.requests(2.0, take), Some(vec![give]));
    }

    #[test]
    fn the_game_that_was_accepted_begins_without_a_question() {
        let start = rules::AnyPosition::initial(rules::GameId::Magnetic);
        let agreed = table::Agreed::live("300+5");
        let begun = table::invitation(start, rules::Color::White, "Ada", agreed, &[7; 56]);
        let Some(table::Request::BeginByLink { key, content }) = begun else { panic!() };
        let link = content.post.unwrap().link;
        let mut lobby = joined(1);
        assert_eq!(lobby.agreed(&link), None, "nothing was accepted");
        lobby.requests(1.0, heard(0, "1 open 1 magnetic white 300+5 key Ada".to_owned()));
        let take = LobbyEvent::Take { page: page(0), number: 1, name: "Bea".to_owned() };
        lobby.requests(2.0, take);
        lobby.requests(3.0, heard(0, format!("1 give {} 1 sealed", page(1))));
        assert_eq!(lobby.agreed(&link), Some(key));
    }

    #[test]
    fn the_dialog_lists_challenges_and_asks_about_one() {
        let playable = ["magnetic", "orthodox"].map(str::to_owned);
        let parts = dialog_parts("orthodox", "Ada", &playable);
        compare("dialog-of-lobby", &crate::contract::tell(&parts));
    }
}
