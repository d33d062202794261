//! What those who watch a live game say, and what its players show them.

use rules::Color;

use crate::clock::Clock;

/// The version of messages.
const VERSION: &str = "1";
/// The longest link to watch a game.
const LONGEST_LINK: usize = 200;

/// What those who watch say, and what they are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum WatchMessage {
    /// A page watches; the number that it has drawn, and that of the newest letter that it has seen the game
    /// behind.
    Watches { page: u64, letter: u32 },
    /// A player is there, has this letter, and the clocks stand so.
    Here { by: Color, letter: u32, clock: Option<Clock> },
    /// The game behind a letter: a link without letter and seat.
    Game { letter: u32, link: String },
    /// The players go on with another game, which this link shows.
    Next { link: String },
}

/// Whether a text may be what a link to watch a game has behind the `#`.
pub(crate) fn is_watch_link(text: &str) -> bool {
    let is_sign = |sign: u8| sign.is_ascii_alphanumeric() || b"-_=".contains(&sign);
    text.starts_with("watch=") && text.len() <= LONGEST_LINK && text.bytes().all(is_sign)
}

impl WatchMessage {
    pub(crate) fn write(&self, now: u64) -> String {
        match self {
            WatchMessage::Watches { page, letter } => format!("{VERSION} watches {page} {letter}"),
            WatchMessage::Here { by, letter, clock } => {
                let clock = clock.as_ref().map(|clock| format!(" {}", clock.write(now)));
                format!("{VERSION} here {} {letter}{}", by.id(), clock.unwrap_or_default())
            }
            WatchMessage::Game { letter, link } => format!("{VERSION} game {letter} {link}"),
            WatchMessage::Next { link } => format!("{VERSION} next {link}"),
        }
    }

    /// `None` for what is none, and for what a later version says.
    pub(crate) fn read(text: &str, now: u64) -> Option<WatchMessage> {
        let mut words = text.split(' ').peekable();
        if words.next()? != VERSION {
            return None;
        }
        let message = match words.next()? {
            "watches" => {
                let page = words.next()?.parse().ok()?;
                WatchMessage::Watches { page, letter: words.next()?.parse().ok()? }
            }
            "here" => {
                let name = words.next()?;
                let by = Color::ALL.into_iter().find(|color| color.id() == name)?;
                let letter = words.next()?.parse().ok()?;
                let clock = match words.peek() {
                    Some(_) => Some(Clock::read(&mut words, now)?),
                    None => None,
                };
                WatchMessage::Here { by, letter, clock }
            }
            "game" => {
                let letter = words.next()?.parse().ok()?;
                WatchMessage::Game { letter, link: words.next()?.to_owned() }
            }
            "next" => {
                let link = words.next().filter(|link| is_watch_link(link))?;
                WatchMessage::Next { link: link.to_owned() }
            }
            _ => return None,
        };
        words.next().is_none().then_some(message)
    }
}

#[cfg(test)]
mod tests {
    use record::TimeControl;

    use super::*;
    use crate::clock::Timed;

    #[test]
    fn messages_come_back() {
        let control = TimeControl::parse("300:3x5;p60").expect("a control");
        let mut clock = Clock::new(control);
        clock.run(Timed::Placing(Color::Black), 500);
        let mut stands = clock.clone();
        stands.stop(900);
        for message in [
            WatchMessage::Watches { page: u64::MAX, letter: 0 },
            WatchMessage::Here { by: Color::Black, letter: 7, clock: None },
            WatchMessage::Here { by: Color::White, letter: 7, clock: Some(Clock::new(control)) },
            WatchMessage::Here { by: Color::White, letter: 7, clock: Some(stands) },
            WatchMessage::Game { letter: 7, link: "g=AAAA".to_owned() },
            WatchMessage::Next { link: "watch=a-b_C9".to_owned() },
        ] {
            assert_eq!(WatchMessage::read(&message.write(900), 900), Some(message));
        }
        // One that runs goes on from when it was heard.
        let here = WatchMessage::Here { by: Color::White, letter: 7, clock: Some(clock.clone()) };
        let Some(WatchMessage::Here { clock: Some(heard), .. }) =
            WatchMessage::read(&here.write(900), 5_000_000)
        else {
            panic!("it comes back");
        };
        assert!(heard.runs());
        for color in Color::ALL {
            assert_eq!(heard.reading(color, 5_000_100), clock.reading(color, 1_000));
        }
    }

    #[test]
    fn what_is_no_message_is_none() {
        for text in [
            "",
            "1",
            "2 watches 1 1",
            "1 watches 1",
            "1 watches -1 1",
            "1 watches 1 1 1",
            "1 here red 1",
            "1 here white",
            "1 here white 1 300",
            "1 here white 1 300 1 0 0 1 0 0 - 0",
            "1 here white 1 300 1 0 0 1 0 0 turn-red 0 1",
            "1 here white 1 300 1 0 0 1 0 0 - 0 2",
            "1 here white 1 x 1 0 0 1 0 0 - 0 1",
            "1 here white 1 300 1 0 0 1 0 0 - 0 1 1",
            "1 game 1",
            "1 game x g=AAAA",
            "1 next",
            "1 next g=AAAA",
            "1 next watch=a&b",
            "1 next watch=a b",
        ] {
            assert_eq!(WatchMessage::read(text, 0), None, "{text:?}");
        }
    }
}
