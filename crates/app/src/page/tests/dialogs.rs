//! Dialogs of games by link, live and not, as they are told at each stage of a game.

use rules::Color;
use table::{Agreed, Event, Moment, Request, Stored, Wire};

use super::*;
use crate::contract::{Part, tell};

const SITE: &str = "https://a.b/";

/// Two devices, each with a page, that play by link: who invites, with White, and who answers.
struct Two {
    pages: [Table; 2],
    stored: [Option<Stored>; 2],
    /// Whether what one says reaches the other.
    is_connected: bool,
    text: String,
}

impl Two {
    fn new(game: GameId, agreed: Agreed<'_>) -> Two {
        let start = AnyPosition::initial(game);
        let begun = table::invitation(start, Color::White, "Ada", agreed, &[7; 56]);
        let Some(Request::BeginByLink { key, content }) = begun else { panic!("no invitation") };
        let link = content.post.as_ref().unwrap().link.clone();
        let (one, first) = table::Table::new(table::Setup::here(start, &key));
        let (other, second) = table::Table::open(&link).unwrap();
        let page = |table| Table::around(HtmlCanvasElement::default(), table, Vec::new()).unwrap();
        let stored = [Some(Stored { revision: 1, content }), None];
        let pages = [page(one), page(other)];
        let mut two = Two { pages, stored, is_connected: false, text: String::new() };
        two.carry_out(0, first);
        two.carry_out(1, second);
        two
    }

    fn to(&mut self, of: usize, event: Event) {
        let out = self.pages[of].table.handle(Moment { now: 1_000_000, random: 5 }, event);
        self.carry_out(of, out);
    }

    fn carry_out(&mut self, of: usize, requests: Vec<Request>) {
        for request in requests {
            match request {
                Request::Load { key } => {
                    let found = self.stored[of].clone();
                    self.to(of, Event::Loaded { key, found });
                }
                Request::Keep { key, revision, content, .. } => {
                    self.stored[of] = Some(Stored { revision, content });
                    self.to(of, Event::Kept { key, revision });
                }
                Request::Tell { message, is_letter } if self.is_connected => {
                    let heard = if is_letter { Wire::Kept } else { Wire::Heard };
                    self.to(1 - of, Event::Wire(Box::new(heard(message))));
                }
                _ => {}
            }
        }
    }

    /// The letter of one comes to the other.
    fn send(&mut self, from: usize) {
        let link = self.pages[from].table.letter_link().unwrap().to_owned();
        self.to(1 - from, Event::Came(link));
    }

    fn tell(&mut self, what: &str, parts: &[Part]) {
        self.text.push_str(&format!("> {what}\n{}", tell(parts)));
    }

    /// Tells the dialogs of both, and what stands above an invitation.
    fn letters(&mut self, what: &str) {
        for (of, name) in [(0, "who invites"), (1, "who answers")] {
            let dialog = self.pages[of].mail_parts(SITE, of == 0);
            self.tell(&format!("{what}: {name}"), &dialog);
            let shared = self.pages[of].shared_parts(SITE, of == 0);
            self.tell(&format!("{what}: {name} shares"), &shared);
        }
    }

    /// Tells the live dialogs of one.
    fn live(&mut self, what: &str, of: usize) {
        for (why, answers) in [(None, of == 1), (Some("live.lost"), of == 1)] {
            let dialog = self.pages[of].live_parts(SITE, "abc", answers, of == 0, why);
            self.tell(&format!("{what}: by a line of their own, {why:?}"), &dialog);
            let dialog = self.pages[of].live_parts(SITE, "", answers, of == 0, why);
            self.tell(&format!("{what}: a line that is made, {why:?}"), &dialog);
            for left in [false, true] {
                let page = &self.pages[of];
                let dialog = page.relay_parts(SITE, "key", "watch", of == 0, why, left);
                self.tell(&format!("{what}: through a relay, {why:?}, left {left}"), &dialog);
            }
        }
        let playable = ["magnetic", "orthodox"].map(str::to_owned);
        let terms = self.pages[of].terms_parts("Ada", &playable);
        self.tell(&format!("{what}: terms"), &terms);
    }
}

/// A text with its letters left out: they are long, and are not what a dialog is about.
fn shortened(text: &str) -> String {
    let begins = format!("{SITE}#");
    let parts = text.split(&begins).enumerate().map(|(place, part)| match place {
        0 => part.to_owned(),
        _ => {
            let end = part.find(['&', '"']).unwrap_or(part.len());
            format!("{begins}<letter>{}", &part[end..])
        }
    });
    parts.collect()
}

#[test]
fn a_game_by_link_has_dialogs_from_the_invitation_to_its_end() {
    let mut two = Two::new(GameId::Magnetic, Agreed { days: Some(3), ..Agreed::default() });
    two.letters("invited");
    two.to(1, Event::Accept { name: "Bea".to_owned(), quick: false, entropy: [9; 56] });
    two.letters("accepted");
    two.send(1);
    two.letters("begun");
    two.to(0, Event::Typed("c2c4".to_owned()));
    two.to(0, Event::EndTurn);
    two.letters("played");
    two.send(0);
    two.letters("came");
    two.to(1, Event::Resign);
    two.to(1, Event::Answer(true));
    two.letters("resigned");
    two.send(1);
    two.letters("over");
    compare("dialogs-of-letters", &shortened(&two.text));
}

#[test]
fn a_live_game_has_dialogs_whoever_is_there() {
    let mut two = Two::new(GameId::Magnetic, Agreed::live("300+5"));
    two.live("invited", 0);
    two.to(1, Event::Accept { name: "Bea".to_owned(), quick: false, entropy: [9; 56] });
    two.live("accepted", 1);
    two.send(1);
    for of in [0, 1] {
        two.to(of, Event::Wire(Box::new(Wire::Calling)));
    }
    two.live("calling", 0);
    two.is_connected = true;
    for of in [0, 1] {
        two.to(of, Event::Wire(Box::new(Wire::Open)));
    }
    two.live("both there", 0);
    two.to(0, Event::Wire(Box::new(Wire::Lost)));
    two.live("one away", 0);
    two.to(0, Event::Wire(Box::new(Wire::Open)));
    two.to(0, Event::Resign);
    two.to(0, Event::Answer(true));
    two.live("over", 0);
    two.is_connected = false;
    for (wire, what) in [(Wire::Lost, "lost"), (Wire::Left, "left")] {
        two.to(0, Event::Wire(Box::new(wire)));
        two.live(what, 0);
    }
    compare("dialogs-of-live-games", &shortened(&two.text));
}
