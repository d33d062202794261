//! What a player is asked before a game begins.

use rules::{Color, GameId};
use serde::{Deserialize, Serialize};
use table::{LEVELS, USUAL, level_key, level_of};
use wasm_bindgen::prelude::*;

use crate::contract::{
    self, OnPage, Opponent, Part, Sentence, Side, Tsify, Value, Wish, read_color, words,
};

/// The longest name of a player, in characters.
const LONGEST: &str = "40";

/// How one plays live through a relay: the key of words.
const THROUGH_RELAY: &str = "live.how-once";

/// What a player has answered, by the names of the fields. Empty is what was not asked, and a box that is not
/// checked.
#[derive(Deserialize, Default)]
#[serde(rename_all = "kebab-case", default)]
pub(crate) struct Answers {
    pub(crate) opponent: String,
    pub(crate) level: String,
    pub(crate) side: String,
    pub(crate) open: String,
    pub(crate) quick: String,
    pub(crate) days: String,
    pub(crate) clock: String,
    pub(crate) minutes: String,
    pub(crate) black_minutes: String,
    pub(crate) seconds: String,
    pub(crate) periods: String,
    pub(crate) placing: String,
}

impl Answers {
    /// The computer that is asked for; nothing if it is a person.
    fn wish(&self) -> Option<Wish> {
        let level = self.level.parse().ok().filter(|level| LEVELS.contains(level));
        let side = match read_color(&self.side) {
            Some(Color::White) => Side::White,
            Some(Color::Black) => Side::Black,
            None => Side::Random,
        };
        let level = level.filter(|_| self.opponent == "computer")?;
        Some(Wish { level, side })
    }
}

/// The opponent that the answers of a dialog ask for, a `Wish`; `null`: a person.
///
/// # Errors
/// If they are no answers.
#[wasm_bindgen]
pub fn wish(answers: JsValue) -> Result<JsValue, JsError> {
    Ok(contract::write(&contract::read::<Answers>(answers)?.wish()))
}

/// A field that is chosen or not.
fn field(kind: &str, name: &str) -> Part {
    Part::new("input").given("type", kind).given("name", name)
}

/// A field with its words.
fn labelled(field: Part, says: Sentence) -> Part {
    Part::new("label").with(vec![field, Part::new("span").says(says)])
}

/// A question with its answers: their values, their words, and which of them is chosen.
pub(crate) fn question(name: &'static str, key: &'static str, answers: Vec<Part>) -> Part {
    let legend = Part::new("legend").says(words(key));
    Part::new("fieldset").class(name).with(vec![legend, Part::row(answers)])
}

/// The answers to a question: their values and words.
pub(crate) fn answers<'a>(
    name: &'a str,
    chosen: &'a str,
    all: &'a [(&'static str, &'static str)],
) -> impl Iterator<Item = Part> + 'a {
    all.iter().map(move |&(value, key)| {
        let field = field("radio", name).given("value", value).given("checked", value == chosen);
        labelled(field.named(value), words(key))
    })
}

/// How strong the computer is to be, and what the level that is chosen is like.
fn levels(chosen: u8) -> Part {
    let about = |level: u8| Sentence::new(format!("computer.about.{level}"), Vec::new());
    let all = LEVELS.map(|level| {
        let field = field("radio", "level").given("value", level.to_string());
        let field = field.given("checked", level == chosen).doing("level");
        let label = Part::new("span").says(words(level_key(level)));
        Part::new("label").given("title", about(level)).with(vec![field, label])
    });
    let hint = Part::new("small").named("about").says(about(chosen));
    question("level", "computer.level", all.collect()).with(vec![hint])
}

/// How many days a turn by link may take.
fn days() -> Part {
    let all = [
        ("0", "days.choices.none"),
        ("1", "days.choices.one"),
        ("2", "days.choices.two"),
        ("3", "days.choices.three"),
        ("5", "days.choices.five"),
        ("7", "days.choices.seven"),
        ("14", "days.choices.fourteen"),
    ];
    let options =
        all.map(|(value, key)| Part::new("option").given("value", value).says(words(key)));
    let choice = Part::new("select").given("name", "days").with(options.into());
    Part::new("label").class("name").says(words("days.title")).with(vec![choice])
}

/// What is asked about a friend; in a game with draws it is said what they take. `live`: the key of words that
/// say how one plays live, where one can.
fn friend(name: &str, has_draws: bool, live: Option<&'static str>) -> Part {
    let called = Part::new("input").given("maxLength", LONGEST).given("value", name);
    let called = called.given("autocomplete", "nickname").doing("name");
    let check = |name, key| labelled(field("checkbox", name), words(key)).class("open");
    let mut parts = vec![
        Part::new("label").class("name").says(words("mail.name")).with(vec![called]),
        check("open", "mail.open"),
    ];
    let mut how = Part::new("small").says(words("mail.how"));
    if has_draws {
        parts.push(check("quick", "mail.quick"));
        let draws = Part::new("span").says(words("mail.draws.charismatic"));
        how = how.with(vec![Part::new("span").given("textContent", " "), draws]);
    }
    parts.push(how);
    parts.push(days());
    if live == Some(THROUGH_RELAY) {
        parts.push(check("relayed", "days.relayed"));
    }
    if let Some(how) = live {
        let live = Part::button("live.play", "live");
        let about = Part::new("small").says(words(how));
        // A relay has a lobby, too.
        let lobby = (how == THROUGH_RELAY).then(|| Part::button("lobby.title", "lobby"));
        parts.extend([Part::row([live].into_iter().chain(lobby).collect()), about]);
    }
    Part::new("div").class("friend").with(parts)
}

/// What is asked about the opponent: who it is, how strong, on which side; and about a friend.
fn asked(
    chosen: &str,
    opponent: Option<Opponent>,
    name: &str,
    has_draws: bool,
    live: Option<&'static str>,
) -> Part {
    let kinds = [
        ("computer", "computer.computer"),
        ("friend", "mail.by-link"),
        ("person", "computer.person"),
    ];
    let sides = [("white", "color.white"), ("black", "color.black"), ("random", "computer.random")];
    let other = opponent.map(|opponent| !Color::from(opponent.color));
    let own = other.unwrap_or(Color::White).id();
    let mut who: Vec<Part> = answers("opponent", chosen, &kinds).collect();
    if has_draws {
        // Whoever answers begins, which takes fewer links.
        who[1].parts[0].does = "answersFirst";
    }
    Part::new("div").class("opponent").with(vec![
        question("opponent", "computer.opponent", who),
        levels(opponent.and_then(|opponent| level_of(opponent.level.into())).unwrap_or(USUAL)),
        question("side", "computer.side", answers("side", own, &sides).collect()),
        friend(name, has_draws, live),
    ])
}

/// What the dialog consists of that begins a game from a position that was set up, a list of `Part`s: the
/// own name, and who is chosen first.
#[wasm_bindgen]
pub fn play_from(name: &str, chosen: &str) -> JsValue {
    let begin = Part::new("button").class("main").given("value", "yes").says(words("editor.begin"));
    // Nothing is drawn any more: a friend is asked as in a game without draws.
    contract::write(&vec![
        asked(chosen, None, name, false, None),
        Part::closing("label.close").before(begin),
    ])
}

/// How a game begins against the computer or between two at the board.
#[derive(Clone, Copy, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub enum Begins {
    /// In the place of the one on the page.
    Anew(Option<Wish>),
    /// On a page of its own.
    Begin(Option<Wish>),
}

/// What follows from the answers of the dialog that begins a game.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct Begun {
    /// The time control, as in PGN; empty: none.
    pub clock: String,
    /// The event that begins the game; nothing: a friend is invited.
    #[tsify(type = "Begins | null")]
    pub event: Option<Begins>,
    /// Whether two play here from now on where somebody else was chosen before.
    pub forgets: bool,
}

/// What follows from the answers of the dialog in which the game `kind` was chosen, on a page with the game
/// `game` (a `View`): a `Begun`.
///
/// # Errors
/// If they are no answers, or it is no page.
#[wasm_bindgen]
pub fn begun(game: &str, page: JsValue, kind: &str, answers: JsValue) -> Result<JsValue, JsError> {
    let page: OnPage = contract::read(page)?;
    let answers: Answers = contract::read(answers)?;
    Ok(contract::write(&begin(kind == game, &page, &answers)))
}

/// The same, in the game on the page (`is_same`) or in another.
fn begin(is_same: bool, page: &OnPage, answers: &Answers) -> Begun {
    let clock = crate::clock::control_of(answers);
    let is_here = is_same && clock.is_none();
    let wish = answers.wish();
    let begins = if is_here { Begins::Anew(wish) } else { Begins::Begin(wish) };
    let with_friend = answers.opponent == "friend";
    Begun {
        clock: clock.unwrap_or_default(),
        event: (!with_friend).then_some(begins),
        forgets: !with_friend && is_here && wish.is_none() && !page.stays(),
    }
}

/// What the dialog that begins a game consists of, a list of `Part`s: the game of the page, which shows a
/// `View`; whether two were chosen to play here; the own name; whether one goes on elsewhere; and whether live
/// games go through a relay.
///
/// # Errors
/// If there is no such game, or it is no page.
#[wasm_bindgen]
pub fn new_game(
    game: &str,
    page: JsValue,
    for_two: bool,
    name: &str,
    stays: bool,
    relay: bool,
) -> Result<JsValue, JsError> {
    let page: OnPage = contract::read(page)?;
    let game = GameId::parse(game).ok_or_else(|| JsError::new("no such game"))?;
    Ok(contract::write(&new_game_parts(game, &page, for_two, name, stays, relay)))
}

/// The same, of a page that is read.
fn new_game_parts(
    game: GameId,
    page: &OnPage,
    for_two: bool,
    name: &str,
    stays: bool,
    relay: bool,
) -> Vec<Part> {
    let opponent = page.opponent;
    let has_draws = game == GameId::Charismatic;
    // Two who play here, or have chosen to, do so again.
    let is_begun = page.view.of > 0;
    let is_for_two = opponent.is_none() && page.is_game() && (is_begun || for_two);
    let chosen = if is_for_two { "person" } else { "computer" };
    let loses = is_begun && page.result.is_none() && !page.stays();
    let live = if relay { THROUGH_RELAY } else { "live.how" };
    let asked = asked(chosen, opponent, name, has_draws, Some(live));
    let same = vec![("game", Value::Game(game.spec().id))];
    let same = Part::line(Sentence::new("choice.same".to_owned(), same));
    let lost = loses.then(|| Part::new("small").says(words("choice.lost")));
    let same = same.with(lost.into_iter().collect()).class("anew");
    let begin = Part::new("button").class("main").given("value", "yes").says(words("ask.begin"));
    let mut parts =
        vec![asked, crate::clock::asked(game), Part::new("h3").says(words("choice.others"))];
    if stays {
        parts.push(Part::new("p").with(vec![Part::new("small").says(words("choice.stays"))]));
    }
    parts.push(Part::new("div").named("cards"));
    // In view, however far the games below are scrolled.
    parts.push(Part::closing("ask.keep-playing").before(begin).before(same));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::tell;
    use crate::contract::{Opponent, Walked};
    use crate::painter::tests::compare;

    #[test]
    fn the_page_and_the_answers_decide_how_a_game_begins() {
        let page = |key: &str| OnPage { key: key.to_owned(), ..OnPage::default() };
        let answers = |opponent: &str, clock: &str| Answers {
            opponent: opponent.to_owned(),
            level: "14".to_owned(),
            side: "white".to_owned(),
            clock: clock.to_owned(),
            minutes: "5".to_owned(),
            black_minutes: "5".to_owned(),
            ..Answers::default()
        };
        let own = page("magnetic");
        let two = begin(true, &own, &answers("person", "none"));
        assert_eq!((two.event, two.forgets), (Some(Begins::Anew(None)), true));
        let elsewhere = begin(false, &own, &answers("person", "none"));
        assert_eq!((elsewhere.event, elsewhere.forgets), (Some(Begins::Begin(None)), false));
        let wish = Some(Wish { level: 14, side: Side::White });
        let computer = begin(true, &own, &answers("computer", "none"));
        assert_eq!((computer.event, computer.forgets), (Some(Begins::Anew(wish)), false));
        // With clocks it has a page of its own.
        let timed = begin(true, &own, &answers("person", "hourglass"));
        assert_eq!((timed.event, timed.forgets), (Some(Begins::Begin(None)), false));
        assert!(!timed.clock.is_empty());
        // What is no game has no opponent that could be forgotten.
        for key in ["", "analysis 7", "mail abc"] {
            assert!(!begin(true, &page(key), &answers("person", "none")).forgets, "{key}");
        }
        let friend = begin(true, &own, &answers("friend", "none"));
        assert_eq!((friend.event, friend.forgets), (None, false));
    }

    #[test]
    fn the_dialog_of_a_new_game_asks_what_the_page_suggests() {
        let own = OnPage { key: "magnetic".to_owned(), ..OnPage::default() };
        let begun = OnPage { view: Walked { at: 3, of: 3 }, ..own.clone() };
        let against = |color: rules::Color, page: OnPage| {
            let opponent = Some(Opponent { level: 14, color: color.into(), seed: None });
            OnPage { opponent, ..page }
        };
        let told = |page: &OnPage, game, for_two, stays, relay| {
            tell(&new_game_parts(game, page, for_two, "Ada", stays, relay))
        };
        let magnetic = GameId::Magnetic;
        let all = [
            told(&own, GameId::Charismatic, false, false, false),
            told(&own, magnetic, true, true, true),
            told(&begun, magnetic, false, false, true),
            told(&against(rules::Color::White, own.clone()), magnetic, false, false, true),
            told(&against(rules::Color::Black, begun.clone()), magnetic, false, false, true),
        ];
        compare("dialog-new-game", &all.join("\n"));
        // A game that is over is not lost.
        let over = OnPage { result: Some(Default::default()), ..begun.clone() };
        for (page, warns) in [(own, false), (begun, true), (over, false)] {
            assert_eq!(told(&page, magnetic, false, false, true).contains("choice.lost"), warns);
        }
    }

    #[test]
    fn the_answers_make_a_wish() {
        let asked = |opponent: &str, level: &str, side: &str| {
            let [opponent, level, side] = [opponent, level, side].map(str::to_owned);
            Answers { opponent, level, side, ..Answers::default() }.wish()
        };
        let wish = |level, side| Some(Wish { level, side });
        assert_eq!(asked("computer", "14", "black"), wish(14, Side::Black));
        assert_eq!(asked("computer", "11", "white"), wish(11, Side::White));
        assert_eq!(asked("computer", "20", "random"), wish(20, Side::Random));
        assert_eq!(asked("person", "14", "white"), None);
        assert_eq!(asked("friend", "14", "white"), None);
        assert_eq!(asked("computer", "21", "white"), None, "no level");
    }
}
