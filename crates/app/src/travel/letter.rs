//! Games by link: each letter is a link, and so is what a device knows of a game
//! (docs/fair-draws.md, "Letters").

use record::link;
use rules::{AnyPosition, Color, GameId};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::answer::to_js;
use super::js_error;
use crate::beginning::Answers;
use crate::contract::{self, Content, Names, Part, Sentence, read_color, words};
use crate::page::Table;

/// A new game by link.
#[derive(Serialize)]
struct Begun {
    key: String,
    content: Content,
}

/// An invitation to a game from its initial position or another, by the answers of a dialog, in which one may
/// have chosen a side: the content to store, and its name. `live`: the time control of a live game; empty: none.
///
/// # Errors
/// If there is no such game or position, they are no answers, or the browser has no randomness.
#[wasm_bindgen]
pub fn invite(
    game: &str,
    answers: JsValue,
    name: &str,
    fen: Option<String>,
    live: Option<String>,
) -> Result<JsValue, JsError> {
    let game = GameId::parse(game).ok_or_else(|| JsError::new("no such game"))?;
    let mut entropy = [0; 56];
    getrandom::fill(&mut entropy).map_err(js_error)?;
    let mut chance = [0];
    getrandom::fill(&mut chance).map_err(js_error)?;
    let either = if chance[0] % 2 == 0 { Color::White } else { Color::Black };
    let start = match fen {
        Some(fen) => AnyPosition::from_fen(game, &fen)?,
        None => AnyPosition::initial(game),
    };
    let begun = invited(start, &contract::read(answers)?, name, live.as_deref(), either, &entropy);
    Ok(to_js(&begun.ok_or_else(|| JsError::new("no invitation"))?))
}

/// The same, of what is read; `either` is the side where the player leaves that open.
fn invited(
    start: AnyPosition,
    answers: &Answers,
    name: &str,
    live: Option<&str>,
    either: Color,
    entropy: &table::Entropy,
) -> Option<Begun> {
    let color = read_color(&answers.side).unwrap_or(either);
    let [open, quick] = [&answers.open, &answers.quick].map(|checked| !checked.is_empty());
    // Live, one plays against whom the link was sent to.
    let open = open && live.is_none();
    let days = answers.days.parse().ok().filter(|&days| days > 0);
    let agreed = table::Agreed { open, quick, live, days };
    match table::invitation(start, color, name, agreed, entropy) {
        Some(table::Request::BeginByLink { key, content }) => {
            Some(Begun { key, content: content.into() })
        }
        _ => None,
    }
}

/// A heading among the parts of a dialog.
pub(super) fn heading(key: &'static str) -> Part {
    Part::new("h3").says(words(key))
}

/// A line that is read out when it says something.
pub(super) fn announcer(name: &'static str, role: &str) -> Part {
    Part { name, ..Part::new("p").class(name).given("role", role) }
}

/// A button that hands the link of a field on, with what is said beside it.
pub(super) fn sent(of: &'static str, note: Sentence, does: &'static str) -> Part {
    Part::of("send", of).says(note).doing(does)
}

fn letter_field(name: &'static str, site: &str, link: &str) -> Part {
    Part::text("input", name, words("mail.link"), &[site, "#", link].concat())
}

/// The longest line of one's own in a letter, in characters.
const LONGEST: &str = "140";

/// A letter to be handed on: to whom, its note, the line of one's own, its link, and its code as a picture.
fn outgoing(
    mail: &table::MailView,
    link: &str,
    site: &str,
    sends: bool,
    names: Names<'_>,
) -> Vec<Part> {
    let note = || names.sentence(&mail.note);
    let friend = vec![("name", names.value(&mail.friend))];
    let to = Sentence::new("mail.send-to".to_owned(), friend);
    let mut parts = vec![Part::new("h3").says(to), Part::line(note()).class("note")];
    if let Some(line) = &mail.line {
        let field = Part::new("input").given("maxLength", LONGEST).given("value", &**line);
        let label = Part::new("label").class("name").says(words("mail.line"));
        parts.push(label.with(vec![field.doing("line")]));
    }
    // Straight to where the friend is, if the browser can.
    let copy = Part::of("copy", "link").doing("handedOn");
    let ways = match sends {
        true => vec![sent("link", note(), "handedOn").class("main"), copy],
        false => vec![copy.class("main")],
    };
    parts.extend([Part::row(ways), letter_field("link", site, link), Part::of("code", "link")]);
    let both = Part::text("textarea", "both", words("mail.text"), "");
    parts.push(Part::fold(words("mail.with-note"), vec![both]));
    parts
}

/// The field for the friend's answer.
fn incoming() -> [Part; 3] {
    let field = Part::new("input").given("aria-label", words("mail.paste"));
    let field = Part { name: "came", ..field.given("placeholder", words("mail.paste")) };
    let open = Part { of: "came", ..Part::button("mail.open-it", "came") };
    [heading("mail.answer"), Part::row(vec![field, open, scanner()]), announcer("wrong", "alert")]
}

/// The link to the player's seat, to be stored or moved.
fn seat(mail: &table::MailView, site: &str) -> Option<Part> {
    if mail.seat_locked {
        return Some(Part::line(words("mail.seat-later")).class("note"));
    }
    if mail.seat_link.is_empty() {
        return None;
    }
    let link = [site, "#", &mail.seat_link].concat();
    let field = Part::text("input", "seat", words("mail.seat-link"), &link);
    let row = Part::row(vec![field, Part::of("copy", "seat")]);
    Some(Part::fold(words("mail.seat"), vec![Part::line(words("mail.seat-what")), row]))
}

/// What the signatures prove.
fn signed(seals: &table::Seals, names: Names<'_>) -> Part {
    let kind = if seals.is_good { "good" } else { "wrong" };
    let says = seals.says.iter().map(|says| Part::line(names.sentence(says)).class(kind));
    let fold = Part::fold(words("fair.signed.title"), says.collect());
    let about =
        vec![Part::line(words("fair.signed.proves")), Part::line(names.sentence(&seals.names))];
    fold.class("fair").with(about)
}

/// The result of verifying the draws.
fn verified(proof: &table::Proof, names: Names<'_>) -> Part {
    let kind = if proof.is_good { "good" } else { "wrong" };
    let draws = proof.draws.iter().map(|draw| Part::new("li").says(names.sentence(draw)));
    let list = Part::new("ol").class("draws").with(draws.collect());
    let about = ["fair.how", "fair.proves", "fair.limits"].map(|key| Part::line(words(key)));
    let verdict = Part::line(names.sentence(&proof.verdict)).class(kind);
    let fold = Part::fold(words("fair.verify"), vec![verdict, list]);
    fold.class("fair").with(about.into())
}

/// A sentence about the friend of a game by link.
fn of_friend(view: &table::View, key: &str) -> Sentence {
    let names = Names(&view.position);
    let friend = view.mail.as_deref().map(|mail| ("name", names.value(&mail.friend)));
    Sentence::new(key.to_owned(), friend.into_iter().collect())
}

/// What a player can say at a touch.
fn greetings() -> Part {
    let all = table::GREETINGS.iter().enumerate();
    let button = |(number, key): (usize, &&'static str)| {
        Part::button(key, "greet").given("value", number.to_string())
    };
    Part::row(all.map(button).collect())
}

/// A link for the other device: the ways to hand it on, and its code as a picture.
fn device_link(link: &str, note: Sentence, sends: bool) -> [Part; 3] {
    let copy = Part::of("copy", "link").doing("handedOn");
    let ways = match sends {
        true => vec![sent("link", note, "handedOn").class("main"), copy],
        false => vec![copy.class("main")],
    };
    let field = Part::text("input", "link", words("live.link"), link);
    [Part::row(ways), field, Part::of("code", "link")]
}

/// The button that asks for the browser's notifications; hidden where they cannot be asked for.
fn notifier() -> Part {
    Part::button("live.notify", "notify").named("notify").given("hidden", true)
}

/// The button by which a code is read with the camera instead of a link being pasted.
pub(super) fn scanner() -> Part {
    Part::button("scan.button", "scan")
}

/// The link to watch a game, for anybody, once it is asked for.
fn watch_link(link: &str, sends: bool) -> Part {
    let field = Part::text("input", "watch", words("watch.link"), link);
    let mut ways = vec![field, Part::of("copy", "watch")];
    ways.extend(sends.then(|| sent("watch", words("watch.note"), "")));
    let note = Part::line(words("watch.how"));
    let all = Part::new("div").with(vec![note, Part::row(ways)]);
    Part { name: "watching", ..all.class("watching").given("hidden", true) }
}

#[wasm_bindgen]
impl Table {
    /// What the dialog of a game by link consists of, a list of `Part`s: the letter to be sent, the field for
    /// the one that comes, the seat and the draws. Letters begin with the address of the site; `sends`:
    /// whether the browser can hand them on by itself.
    pub fn mail_dialog(&self, site: &str, sends: bool) -> JsValue {
        contract::write(&self.mail_parts(site, sends))
    }

    /// What the dialog of a live game consists of, a list of `Part`s: the link for the other device, with the
    /// text by which the two connect (empty: it is being made), and the field for the one that comes back.
    /// `why`: the key of words that say why there is no connection, or nothing.
    pub fn live_dialog(
        &self,
        site: &str,
        signal: &str,
        answers: bool,
        sends: bool,
        why: Option<String>,
    ) -> JsValue {
        contract::write(&self.live_parts(site, signal, answers, sends, why.as_deref()))
    }

    /// What the dialog of a game through a relay consists of, a list of `Part`s: the link that opens the game there,
    /// until somebody has answered it, and then one to watch the game. `key`: of the game; `watch`: the latter link;
    /// `why`: the key of words that say why the relay cannot be reached, or nothing; `left`: whether letters go by
    /// hand because the player wants it so.
    pub fn relay_dialog(
        &self,
        site: &str,
        key: &str,
        watch: &str,
        sends: bool,
        why: Option<String>,
        left: bool,
    ) -> JsValue {
        contract::write(&self.relay_parts(site, key, watch, sends, why.as_deref(), left))
    }

    /// What stands above the link of an invitation to a live game, a list of `Part`s: what it invites to, and what
    /// else the player may invite to, for which a new link is made; nothing once somebody has answered. `name`: the
    /// own one; `playable`: the games that the page has boards for.
    pub fn invitation_terms(&self, name: &str, playable: Vec<String>) -> JsValue {
        contract::write(&self.terms_parts(name, &playable))
    }

    /// The letter that comes first where a game by link is shared: a list of `Part`s.
    pub fn letter_parts(&self, site: &str, sends: bool) -> JsValue {
        contract::write(&self.shared_parts(site, sends))
    }

    /// A game by link as it stands with its newest letter, for anybody to look at: without a seat, and
    /// without an unfinished turn.
    pub fn look_on(&self) -> Option<String> {
        let opened = link::read(&self.table.look_link()?).ok()?;
        Some(opened.record.save())
    }
}

/// What the dialogs consist of, apart from writing it for the page.
impl Table {
    pub(crate) fn mail_parts(&self, site: &str, sends: bool) -> Vec<Part> {
        let view = self.table.view();
        let names = Names(&view.position);
        let mut parts = Vec::new();
        let mail = view.mail.as_deref();
        if let Some(quote) = mail.and_then(|mail| mail.quote.as_ref()) {
            parts.push(Part::line(names.sentence(quote)).class("note quote"));
        }
        match mail.and_then(|mail| Some((mail, mail.out.as_ref()?))) {
            Some((mail, out)) => parts.extend(outgoing(mail, out, site, sends, names)),
            None => {
                let waits = mail.map_or(&view.says, |mail| &mail.waits);
                parts.push(Part::line(names.sentence(waits)).class("note"));
            }
        }
        if let Some(time) = mail.and_then(|mail| mail.time.as_ref()) {
            parts.push(Part::line(names.sentence(&time.tells)).class("note"));
        }
        parts.extend(incoming());
        parts.extend(mail.map(|mail| seat(mail, site)).unwrap_or_default());
        if view.controls.takeback {
            parts.push(Part::row(vec![Part::button("mail.ask-takeback", "takeBack")]));
        }
        parts.extend(self.table.proof().map(|proof| verified(&proof, names)));
        parts.extend(self.table.seals().map(|seals| signed(&seals, names)));
        parts.extend([announcer("said", "status"), Part::closing("label.close")]);
        parts
    }

    pub(crate) fn live_parts(
        &self,
        site: &str,
        signal: &str,
        answers: bool,
        sends: bool,
        why: Option<&str>,
    ) -> Vec<Part> {
        let view = self.table.view();
        let live = view.mail.as_deref().and_then(|mail| mail.live);
        let says = |key: &str| of_friend(&view, key);
        let mut parts = Vec::new();
        if let Some(why) = why {
            parts.push(Part::line(says(why)).class("note"));
        }
        match (live, self.table.letter_link()) {
            (Some(table::Presence::Here), _) => {
                parts.push(Part::line(says("live.here")).class("note"));
                parts.push(greetings());
            }
            (_, Some(letter)) if !signal.is_empty() => {
                let note = || says(if answers { "live.reply" } else { "live.invite" });
                parts.push(Part::line(note()).class("note"));
                let link = [site, "#", letter.trim_start_matches('#'), "&live=", signal].concat();
                parts.extend(device_link(&link, note(), sends));
                if !answers {
                    let field = Part::new("input").given("aria-label", words("live.paste"));
                    let field = field.given("placeholder", words("live.paste"));
                    let field = Part { name: "came", ..field };
                    let open = Part { of: "came", ..Part::button("mail.open-it", "came") };
                    parts.extend([heading("live.came"), Part::row(vec![field, open, scanner()])]);
                }
            }
            (_, Some(_)) if why.is_none() => {
                parts.push(Part::line(words("live.making")).class("note"));
            }
            _ => parts.push(Part::row(vec![Part::button("live.again", "again")])),
        }
        parts.push(announcer("wrong", "alert"));
        parts.push(Part::row(vec![Part::button("live.by-hand", "leave"), notifier()]));
        parts.extend([announcer("said", "status"), Part::closing("label.close")]);
        parts
    }

    pub(crate) fn relay_parts(
        &self,
        site: &str,
        key: &str,
        watch: &str,
        sends: bool,
        why: Option<&str>,
        left: bool,
    ) -> Vec<Part> {
        let view = self.table.view();
        let live = view.mail.as_deref().and_then(|mail| mail.live);
        let says = |key: &str| of_friend(&view, key);
        let note = |key: &str| Part::line(says(key)).class("note");
        let mut parts: Vec<Part> = why.into_iter().map(note).collect();
        let letter = self.table.letter_link().filter(|_| self.table.waits_for_answer());
        match (live, letter) {
            (Some(table::Presence::Here), _) => parts.extend([note("live.here"), greetings()]),
            (_, Some(letter)) => {
                let link = [site, "#", letter.trim_start_matches('#'), "&relay=", key].concat();
                parts.push(note("live.invite-once"));
                parts.extend(device_link(&link, says("live.invite-once"), sends));
            }
            (Some(table::Presence::Away), _) => parts.push(note("live.away")),
            _ if why.is_none() && !left => parts.push(note("live.reaching")),
            _ => {}
        }
        let is_watchable = letter.is_none() && view.result.is_none() && why.is_none() && !left;
        let by_hand = if left { "live.again" } else { "live.by-hand" };
        let does = if left { "again" } else { "leave" };
        let invites = Part { name: "invite", ..Part::button("watch.invite", "invite") };
        let buttons = is_watchable.then_some(invites).into_iter();
        parts.push(Part::row(buttons.chain([Part::button(by_hand, does), notifier()]).collect()));
        parts.extend(is_watchable.then(|| watch_link(watch, sends)));
        parts.extend([announcer("said", "status"), Part::closing("label.close")]);
        parts
    }

    pub(crate) fn terms_parts(&self, name: &str, playable: &[String]) -> Vec<Part> {
        let view = self.table.view();
        let mail = view.mail.as_deref().filter(|_| self.table.waits_for_answer());
        let parts = mail.and_then(|mail| {
            let game = self.table.game().start().game();
            let clock = record::TimeControl::parse(&mail.clock);
            let terms = table::Terms { game, color: None, clock };
            let says = contract::terms(&terms, Some(mail.own?));
            let asked = crate::lobby::terms_asked(game.spec().id, name, playable, clock);
            let renew = Part::row(vec![Part::button("live.renew", "renew")]);
            let about = Part::new("small").says(words("live.void"));
            Some(Part::fold(says, asked.into()).with(vec![renew, about]).class("terms"))
        });
        parts.into_iter().collect()
    }

    pub(crate) fn shared_parts(&self, site: &str, sends: bool) -> Vec<Part> {
        let view = self.table.view();
        let names = Names(&view.position);
        let mut parts = Vec::new();
        if let Some(mail) = view.mail.filter(|mail| mail.own.is_some()) {
            let says = |key: &'static str| {
                let friend = vec![("name", names.value(&mail.friend))];
                Part::line(Sentence::new(key.to_owned(), friend))
            };
            let key = if mail.out.is_some() { "travel.letter" } else { "travel.no-letter" };
            parts.push(says(key));
            if let Some(out) = &mail.out {
                let copy = Part::of("copy", "letter").class("main").doing("handedOn");
                let mut ways = vec![copy];
                ways.extend(sends.then(|| sent("letter", names.sentence(&mail.note), "handedOn")));
                parts.extend([letter_field("letter", site, out), Part::row(ways)]);
            }
            parts.extend([heading("travel.look-on"), says("travel.looks-on")]);
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use record::letter::Letter;
    use record::link::kind;

    use super::*;

    #[test]
    fn an_invitation_is_what_the_answers_ask_for() {
        let answers = |side: &str, checked: &str, days: &str| Answers {
            side: side.to_owned(),
            open: checked.to_owned(),
            days: days.to_owned(),
            ..Answers::default()
        };
        let start = AnyPosition::initial(GameId::Magnetic);
        let invited = |answers: &Answers, live, either| {
            let begun = invited(start, answers, "Ada", live, either, &[7; 56]).unwrap();
            assert!(begun.key.starts_with("mail "), "{}", begun.key);
            let opened = link::read(&begun.content.post.unwrap().link).unwrap();
            assert_eq!(*opened.record.start(), start);
            let letter = opened.sections.iter().find(|section| section.kind == kind::LETTER);
            let letter = Letter::read(&letter.unwrap().bytes).unwrap();
            (letter.inviter, letter.open, letter.days())
        };
        let [white, black] = Color::ALL;
        for either in Color::ALL {
            assert_eq!(invited(&answers("white", "", ""), None, either), (white, false, None));
            assert_eq!(invited(&answers("black", "", "3"), None, either), (black, false, Some(3)));
            assert_eq!(invited(&answers("", "yes", "0"), None, either), (either, true, None));
        }
        // Live, one plays against whom the link was sent to.
        let live = invited(&answers("white", "yes", ""), Some("300+5"), white);
        assert_eq!((live.0, live.1), (white, false));
    }
}
