//! What the two devices of a live game say to each other: a line of words, which begins with its version.

use record::letter::{Gifts, Given};

/// The version of messages.
const VERSION: &str = "1";
/// Comes before what the unfinished turn has taken.
const NOW: &str = "now";
/// Comes after what the exchange of a draw has taken.
const DRAWING: &str = "drawing";
/// The keys of the greetings, by their numbers.
pub const GREETINGS: [&str; 6] = [
    "live.greetings.hello",
    "live.greetings.luck",
    "live.greetings.thanks",
    "live.greetings.well",
    "live.greetings.moment",
    "live.greetings.bye",
];

/// Whether there is a greeting with this number.
pub(crate) fn is_greeting(number: u8) -> bool {
    usize::from(number) < GREETINGS.len()
}

/// A message. Turns are named by how many were finished before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Message {
    /// A letter: the fragment of a link; and what the sender counts for the receiver's last turn.
    Letter(String, Option<Counted>),
    /// What the sender counts for the receiver's turn, since that said less.
    Counted(Counted),
    /// What the unfinished turn has taken by the sender's watch, or the exchange of a draw at its beginning.
    Stands { turn: usize, used: u32, draws: bool },
    /// The sender has drawn its pieces, and places them.
    Drawn(usize),
    /// The sender is there, and so far: the number of its newest letter and of finished turns, and what
    /// it counts for the receiver's last turn.
    Beat { letter: u32, turn: usize, counted: Option<Counted> },
    /// What the sender has given the receiver of time, in all.
    Given(Gifts),
    /// The sender does not know what the turns from this one on have taken.
    Lacks(usize),
    /// What finished turns have taken, as far as the sender knows, and the unfinished one until now.
    Took { finished: Vec<Counted>, unfinished: Option<Counted> },
    /// One of the greetings.
    Greeting(u8),
    /// The sender shows the finished game, for this time by number, behind so many steps.
    Look { number: u32, steps: usize },
    /// The sender does not look at it together any more.
    Alone(u32),
    /// The sender invites to the next game, by a link; and the newest letter of this one.
    Again(String, String),
}

/// What a turn counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counted {
    pub(crate) turn: usize,
    pub(crate) used: u32,
}

/// What a turn counts, at the end of a message.
fn behind(counted: Option<Counted>) -> String {
    counted.map_or_else(String::new, |Counted { turn, used }| format!(" {turn} {used}"))
}

/// The same read; nothing if it is neither there nor missing.
fn optional<'a>(word: &mut impl FnMut() -> Option<&'a str>) -> Option<Option<Counted>> {
    Some(match word() {
        Some(turn) => Some(Counted { turn: turn.parse().ok()?, used: word()?.parse().ok()? }),
        None => None,
    })
}

impl Message {
    pub(crate) fn write(&self) -> String {
        match self {
            Message::Letter(link, counted) => {
                format!("{VERSION} letter {link}{}", behind(*counted))
            }
            Message::Counted(Counted { turn, used }) => {
                format!("{VERSION} counted {turn} {used}")
            }
            Message::Stands { turn, used, draws } => {
                let draws = if *draws { format!(" {DRAWING}") } else { String::new() };
                format!("{VERSION} stands {turn} {used}{draws}")
            }
            Message::Drawn(turn) => format!("{VERSION} drawn {turn}"),
            Message::Beat { letter, turn, counted } => {
                format!("{VERSION} beat {letter} {turn}{}", behind(*counted))
            }
            Message::Given(list) => {
                let list = list.list().iter();
                let words = list.map(|given| format!(" {} {}", given.turn, given.times));
                format!("{VERSION} given{}", words.collect::<String>())
            }
            Message::Lacks(turn) => format!("{VERSION} lacks {turn}"),
            Message::Took { finished, unfinished } => {
                let words = finished.iter().map(|&counted| behind(Some(counted)));
                let now = unfinished
                    .map_or_else(String::new, |counted| format!(" {NOW}{}", behind(Some(counted))));
                format!("{VERSION} took{}{now}", words.collect::<String>())
            }
            Message::Greeting(number) => format!("{VERSION} greeting {number}"),
            Message::Look { number, steps } => format!("{VERSION} look {number} {steps}"),
            Message::Alone(number) => format!("{VERSION} alone {number}"),
            Message::Again(invitation, letter) => {
                format!("{VERSION} again {invitation} {letter}")
            }
        }
    }

    /// `None` for what is none, and for what a later version says.
    pub(crate) fn read(text: &str) -> Option<Message> {
        let mut words = text.split(' ');
        if words.next()? != VERSION {
            return None;
        }
        let (kind, mut word) = (words.next()?, || words.next());
        let message = match kind {
            "letter" => Message::Letter(word()?.to_owned(), optional(&mut word)?),
            "counted" => Message::Counted(Counted {
                turn: word()?.parse().ok()?,
                used: word()?.parse().ok()?,
            }),
            "stands" => Message::Stands {
                turn: word()?.parse().ok()?,
                used: word()?.parse().ok()?,
                draws: match word() {
                    None => false,
                    Some(DRAWING) => true,
                    Some(_) => return None,
                },
            },
            "drawn" => Message::Drawn(word()?.parse().ok()?),
            "beat" => Message::Beat {
                letter: word()?.parse().ok()?,
                turn: word()?.parse().ok()?,
                counted: optional(&mut word)?,
            },
            "given" => {
                let mut list = Vec::new();
                while let Some(turn) = word() {
                    list.push(Given { turn: turn.parse().ok()?, times: word()?.parse().ok()? });
                }
                Message::Given(Gifts::new(list)?)
            }
            "lacks" => Message::Lacks(word()?.parse().ok()?),
            "took" => {
                let (mut finished, mut unfinished) = (Vec::new(), None);
                while let Some(turn) = word() {
                    if turn == NOW {
                        unfinished = Some(optional(&mut word)??);
                        break;
                    }
                    finished
                        .push(Counted { turn: turn.parse().ok()?, used: word()?.parse().ok()? });
                }
                Message::Took { finished, unfinished }
            }
            "greeting" => {
                let number = word()?.parse().ok()?;
                Message::Greeting(Some(number).filter(|&number| is_greeting(number))?)
            }
            "look" => Message::Look { number: word()?.parse().ok()?, steps: word()?.parse().ok()? },
            "alone" => Message::Alone(word()?.parse().ok()?),
            "again" => Message::Again(word()?.to_owned(), word()?.to_owned()),
            _ => return None,
        };
        word().is_none().then_some(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_back() {
        for message in [
            Message::Letter("#g=AAAA".to_owned(), None),
            Message::Letter("#g=AAAA".to_owned(), Some(Counted { turn: 0, used: 7 })),
            Message::Counted(Counted { turn: 3, used: 12 }),
            Message::Stands { turn: 0, used: u32::MAX, draws: false },
            Message::Stands { turn: 3, used: 0, draws: true },
            Message::Drawn(7),
            Message::Beat { letter: 1, turn: 2, counted: None },
            Message::Beat { letter: 1, turn: 2, counted: Some(Counted { turn: 1, used: 3 }) },
            Message::Given(
                Gifts::new(vec![Given { turn: 0, times: 2 }, Given { turn: 7, times: 1 }]).unwrap(),
            ),
            Message::Lacks(4),
            Message::Took { finished: Vec::new(), unfinished: None },
            Message::Took {
                finished: vec![Counted { turn: 0, used: 7 }, Counted { turn: 3, used: 0 }],
                unfinished: Some(Counted { turn: 4, used: 9 }),
            },
            Message::Greeting(5),
            Message::Look { number: 2, steps: 31 },
            Message::Alone(2),
            Message::Again("#g=AAAA".to_owned(), "#g=BBBB".to_owned()),
        ] {
            assert_eq!(Message::read(&message.write()), Some(message));
        }
    }

    #[test]
    fn what_is_no_message_is_none() {
        for text in [
            "",
            "1",
            "1 ",
            "2 beat 1 1",
            "1 beat 3",
            "1 greeting 6",
            "1 greeting 256",
            "1 counted 1",
            "1 stands 1 2 3",
            "1 stands 1 drawing",
            "1 counted 1 -2",
            "1 counted 1 99999999999",
            "1 given 1",
            "1 given 1 0",
            "1 given 2 1 1 1",
            "1 given 1 101",
            "1 lacks",
            "1 took 1",
            "1 took 1 2 3",
            "1 took 1 -2",
            "1 took 1 2 now",
            "1 took 1 2 now 3",
            "1 took now 1 2 3 4",
            "1 letter",
            "1 letter a b",
            "1 letter a 1",
            "1 again a",
            "1 look 1",
            "1 look 1 -1",
            "1 alone",
            "1  beat 1 1",
        ] {
            assert_eq!(Message::read(text), None, "{text:?}");
        }
    }
}
