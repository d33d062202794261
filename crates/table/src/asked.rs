//! Questions to the player, and reasons why a link is refused, as whole sentences.

use record::Record;
use record::fair::FairError;
use record::letter::{Act, Forged, Relation, Seal};
use record::link::LinkError;
use record::time_control::TimeControl;
use rules::{AnyPosition, Color, Step};

use crate::event::Question;
use crate::mail::{self, Came, Choice, Mail, MailError};
use crate::sentence::{Sentence, Value};
use crate::table::Table;
use crate::telling::Outcome;
use crate::whole::IS_WHOLE;

/// The event that an answer to a question stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// [`Event::Answer`](crate::Event::Answer).
    YesNo(bool),
    /// [`Event::Accept`](crate::Event::Accept), with the player's own name.
    Accept,
    /// [`Event::Accept`](crate::Event::Accept), agreeing to the Quick start that is offered.
    AcceptQuick,
    /// [`Event::Choose`](crate::Event::Choose).
    Choose(Choice),
}

/// The open question, in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    /// The heading.
    pub title: Sentence,
    /// The question.
    pub says: Vec<Sentence>,
    /// The positions to choose between, each with its caption.
    pub boards: Vec<(Sentence, AnyPosition)>,
    /// The possible answers; the first one is the default.
    pub replies: Vec<(Sentence, Decision)>,
}

/// What the signatures of a game by link prove.
#[derive(Clone, PartialEq, Debug)]
pub struct Seals {
    /// What is to be said.
    pub says: Vec<Sentence>,
    /// Whether nothing is amiss: both sides have signed all, or neither has a key.
    pub is_good: bool,
    /// What is to be known of the names.
    pub names: Sentence,
}

/// The result of verifying the draws of a game by link.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    /// Each draw.
    pub draws: Vec<Sentence>,
    /// The conclusion over all draws.
    pub verdict: Sentence,
    /// Whether every draw verifies.
    pub is_good: bool,
}

impl Asked {
    fn new(title: Sentence, says: Sentence, yes: &'static str, no: &'static str) -> Asked {
        let replies = vec![
            (Sentence::new(yes), Decision::YesNo(true)),
            (Sentence::new(no), Decision::YesNo(false)),
        ];
        Asked { title, says: vec![says], boards: Vec::new(), replies }
    }
}

impl Table {
    /// The open question, in words.
    pub fn asked(&self) -> Option<Asked> {
        let question = self.question()?;
        let both = |key, color| {
            let sentence = Sentence::new(key).with("color", Value::Color(color));
            sentence.with("other", Value::Color(!color))
        };
        let named = |key| {
            let own = self.mail.as_ref().and_then(|mail| mail.own()).unwrap_or(Color::White);
            Sentence::new(key).with("name", self.friend(own))
        };
        Some(match question {
            Question::Resign(color) => Asked::new(
                Sentence::new("ask.resign-title"),
                both("ask.resign", color),
                "button.resign",
                "ask.keep-playing",
            ),
            Question::Offer => Asked::new(
                Sentence::new("ask.draw-title"),
                Sentence::new(if self.mail.is_some() { "mail.offer" } else { "ask.offer" }),
                "button.offer",
                "ask.keep-playing",
            ),
            Question::Draw(color) => Asked::new(
                Sentence::new("ask.draw-title"),
                both("ask.draw", color),
                "ask.agree",
                "ask.decline",
            ),
            Question::TakeBack(color) => Asked::new(
                Sentence::new("ask.takeback-title"),
                both("ask.takeback", color),
                "ask.grant",
                "ask.decline",
            ),
            Question::DrawOffered => Asked::new(
                named("mail.offered-title"),
                named("mail.offered"),
                "ask.agree",
                "mail.play-on",
            ),
            Question::TakebackAsked => Asked::new(
                Sentence::new("mail.takeback-title"),
                named("mail.takeback"),
                "mail.grant",
                "mail.refuse",
            ),
            Question::Invited => self.invited("mail.invited", Decision::Accept, "mail.accept")?,
            Question::Sit => self.invited("mail.sit", Decision::YesNo(true), "mail.play-on")?,
            Question::Came(came) => self.came_asked(&came)?,
        })
    }

    /// The question whether to take the seat, in words.
    fn invited(&self, key: &'static str, reply: Decision, yes: &'static str) -> Option<Asked> {
        let mail = self.mail.as_ref()?;
        let letter = &mail.newest.letter;
        let name = mail.name(letter.sender);
        let name = match name {
            "" => Value::Key("mail.somebody"),
            name => Value::Name(name.to_owned()),
        };
        let game = Value::Game(self.game.start().game());
        let color = Value::Color(!letter.sender);
        let is_first = letter.act == Act::Invitation;
        let title = if is_first {
            Sentence::new("mail.invited-title").with("game", game.clone())
        } else {
            Sentence::new("mail.sit-title")
        };
        let sentence = Sentence::new(key).with("game", game).with("color", color);
        let mut says = vec![if is_first { sentence.with("name", name) } else { sentence }];
        says.extend(self.quote(mail));
        if !is_first && letter.key(!letter.sender).is_some() {
            let friend = self.friend(!letter.sender);
            says.push(Sentence::new("mail.unsigned-own").with("name", friend));
        }
        if is_first && mail.is_live() {
            let clock = letter.clock();
            let is_timed = TimeControl::parse(clock).is_some();
            let key = if is_timed { "live.timed" } else { "live.untimed" };
            says.push(Sentence::new(key).with("clock", Value::Text(clock.to_owned())));
        }
        if let Some(days) = letter.days().filter(|_| is_first) {
            says.push(Sentence::new("days.invited").with("count", Value::Count(days.into())));
        }
        if is_first && letter.chains.is_some() && mail.is_live() {
            says.push(Sentence::new("mail.invited-draws"));
        } else if is_first && letter.chains.is_some() {
            says.push(Sentence::new("mail.invited-draws"));
            let links = mail.newest.letters_before_moves().unwrap_or_default();
            says.push(Sentence::new("mail.invited-links").with("count", Value::Count(links)));
        }
        let mut replies =
            vec![(Sentence::new(yes), reply), (Sentence::new("mail.look"), Decision::YesNo(false))];
        if is_first && letter.offers_quick() {
            let links = mail.newest.letters_before_moves_if(true).unwrap_or_default();
            says.push(Sentence::new("mail.invited-quick").with("count", Value::Count(links)));
            replies.insert(0, (Sentence::new("mail.accept-quick"), Decision::AcceptQuick));
        }
        Some(Asked { title, says, boards: Vec::new(), replies })
    }

    /// The line of text that came with the newest letter, with its author.
    pub(crate) fn quote(&self, mail: &Mail) -> Option<Sentence> {
        let letter = &mail.newest.letter;
        let line = letter.line();
        let is_theirs = mail.own() != Some(letter.sender) && !line.is_empty();
        is_theirs.then(|| {
            let name = self.friend(!letter.sender);
            Sentence::new("mail.quote").with("name", name).with("line", Value::Text(line))
        })
    }

    /// The line of text that came last, while it is shown.
    pub(crate) fn quoted(&self) -> Option<Sentence> {
        self.mail.as_ref()?.quoted.clone()
    }

    /// The question what to do about a link that came, or about this window's game after another
    /// window has continued it.
    fn came_asked(&self, came: &Came) -> Option<Asked> {
        let mail = self.mail.as_ref()?;
        let theirs = link_record(&came.link)?;
        let here = self.position();
        let boards = |names: [&'static str; 2], positions: [AnyPosition; 2]| {
            names.map(Sentence::new).into_iter().zip(positions).collect()
        };
        let choice = |key, choice| (Sentence::new(key), Decision::Choose(choice));
        if came.is_own {
            return Some(Asked {
                title: Sentence::new("mail.forked-title"),
                says: vec![Sentence::new("mail.forked")],
                boards: boards(["mail.elsewhere", "mail.here"], [here, *theirs.live()]),
                replies: vec![
                    choice("mail.go-on", Choice::KeepMine),
                    choice("mail.keep-both", Choice::KeepApart),
                ],
            });
        }
        let count = |turns| Value::Count(turns);
        let ends_it = || {
            let key = match mail.newest.letter.days() {
                Some(_) => "mail.came.disputed-days",
                None => "mail.came.disputed",
            };
            Sentence::new(key).with("name", self.friend_of_own())
        };
        let (says, positions) = match &came.relation {
            Relation::Taken => (Sentence::new("mail.came.taken"), None),
            Relation::Terms => (Sentence::new("mail.came.terms"), None),
            Relation::NotDue => (Sentence::new("mail.came.not-due"), None),
            Relation::Disputed => (ends_it(), None),
            Relation::Unfair(error) => {
                let why = Value::Sentence(Box::new(unfair(error, theirs.start())));
                (Sentence::new("mail.came.bent").with("why", why), None)
            }
            Relation::Forged(color) => {
                let says = Sentence::new("mail.came.forged").with("color", Value::Color(*color));
                (says, None)
            }
            Relation::Older(turns) => {
                let says = Sentence::new("mail.came.older").with("count", count(*turns));
                (says, Some([here, *theirs.live()]))
            }
            Relation::Ahead(turns) => {
                let says = Sentence::new("mail.came.ahead").with("count", count(*turns));
                (says, Some([here, *theirs.live()]))
            }
            Relation::Fork { turn, steps } => {
                let says = Sentence::new("mail.came.fork").with("turn", count(turn + 1));
                let ours = self.record();
                let ours = ours.as_ref().unwrap_or(&mail.newest.record);
                (says, Some([ours, &theirs].map(|record| parting(record, *steps))))
            }
            // These continue the game and need no question.
            Relation::Other | Relation::Same | Relation::Newer(_) | Relation::TakenBack(_) => {
                return None;
            }
        };
        let mut says = vec![says];
        let is_by_watch = |read: mail::Read| {
            let letter = &read.played.letter;
            letter.act.is_by_watch() && Some(letter.sender) != mail.own()
        };
        // Who takes another game is told that the other side ends it.
        if positions.is_some() && mail::read(&came.link).is_ok_and(is_by_watch) {
            says.push(ends_it());
        }
        let mut replies = vec![choice("mail.keep-mine", Choice::KeepMine)];
        if mail.may_take(came) {
            replies.push(choice("mail.take-theirs", Choice::TakeTheirs));
        }
        let apart = if positions.is_some() { "mail.keep-both" } else { "mail.keep-apart" };
        replies.push(choice(apart, Choice::KeepApart));
        Some(Asked {
            title: Sentence::new("mail.came-title"),
            says,
            boards: positions
                .map(|positions| boards(["mail.here", "mail.there"], positions))
                .unwrap_or_default(),
            replies,
        })
    }

    /// The text offered beside the player's letter when it is shared.
    pub(crate) fn letter_note(&self, mail: &Mail) -> Sentence {
        let letter = &mail.newest.letter;
        let live = self.game.live_position();
        let own = mail.own().unwrap_or(!live.turn());
        let is_over = self.game.verdict().is_some() && letter.act != Act::Invitation;
        let is_placed = matches!(letter.act, Act::Turn | Act::Opening)
            && live.phase() == rules::Phase::Placement;
        let key = match letter.act {
            Act::TimeUp | Act::Claim => "mail.note.over",
            _ if is_over && !matches!(letter.act, Act::Resignation | Act::DrawAccepted) => {
                "mail.note.over"
            }
            _ if mail.waits_for_opening() => "mail.note.taken",
            Act::Opening if letter.is_quick() => "mail.note.quick",
            _ if is_placed => "mail.note.placing",
            Act::Invitation => "mail.note.invitation",
            Act::Answer => "mail.note.answer",
            Act::Opening => "mail.note.opening",
            Act::Turn => "mail.note.turn",
            Act::Resignation => "mail.note.resignation",
            Act::DrawAccepted => "mail.note.draw-accepted",
            Act::TakebackAsked(_) => "mail.note.takeback-asked",
            Act::TakebackGranted => "mail.note.takeback-granted",
            Act::TakebackRefused => "mail.note.takeback-refused",
        };
        let note = Sentence::new(key)
            .with("game", Value::Game(self.game.start().game()))
            .with("number", Value::Count(live.fullmove().max(1) as usize))
            .with("color", Value::Color(!own));
        let with = |key, note| Sentence::new(key).with("note", Value::Sentence(Box::new(note)));
        let is_offer = letter.offers_draw && !is_over;
        let note = if is_offer { with("mail.note.with-offer", note) } else { note };
        match mail.conditions().len() {
            0 => note,
            count => with("mail.note.with-conditions", note).with("count", Value::Count(count)),
        }
    }

    /// What the signatures of a game by link prove; `None` before both sides can have signed.
    pub fn seals(&self) -> Option<Seals> {
        let mail = self.mail.as_ref()?;
        if mail.newest.letter.serial < 2 {
            return None;
        }
        let says =
            |color: Color, key: &'static str| Sentence::new(key).with("color", Value::Color(color));
        let of = |(color, seal): (Color, Seal)| match seal {
            Seal::Keyless => says(color, "fair.signed.keyless"),
            Seal::Whole => says(color, "fair.signed.whole"),
            Seal::Until(0) => says(color, "fair.signed.nothing"),
            Seal::Until(turns) => {
                says(color, "fair.signed.until").with("turn", Value::Count(turns as usize))
            }
        };
        let (says, is_good) = match mail.newest.seals() {
            Ok([Seal::Whole, Seal::Whole]) => (vec![Sentence::new("fair.signed.both")], true),
            Ok([Seal::Keyless, Seal::Keyless]) => (vec![Sentence::new("fair.signed.none")], true),
            Ok(seals) => (Color::ALL.into_iter().zip(seals).map(of).collect(), false),
            Err(Forged(color)) => {
                let says = says(color, "travel.fault.letter.forged");
                (vec![says.with("token", Value::Color(color))], false)
            }
        };
        let is_agreed = |color| mail.newest.letter.name(color) == mail.name(color);
        let is_named = Color::ALL.iter().any(|&color| !mail.name(color).is_empty());
        let names = match is_named && Color::ALL.into_iter().all(is_agreed) {
            true => Sentence::new("fair.signed.names"),
            false => Sentence::new("fair.signed.nameless"),
        };
        Some(Seals { says, is_good, names })
    }

    /// The result of the game for the player, with what the signatures prove of a game by link.
    pub fn sealed_outcome(&self) -> Option<Outcome> {
        let outcome = self.outcome()?;
        let is_told = |mail: &Mail| mail.newest.record.verdict().is_some();
        if !IS_WHOLE || !self.mail.as_deref().is_some_and(is_told) {
            return Some(outcome);
        }
        let says = self.seals().map(|seals| seals.says).unwrap_or_default();
        let says = says.into_iter().filter(|says| says.key != "fair.signed.none");
        let with = |why, signed| {
            Sentence::new("result.signed")
                .with("why", Value::Sentence(Box::new(why)))
                .with("signed", Value::Sentence(Box::new(signed)))
        };
        Some(Outcome { why: says.fold(outcome.why, with), ..outcome })
    }

    /// The result of verifying the draws of a game by link; `None` in a game without draws.
    pub fn proof(&self) -> Option<Proof> {
        let mail = self.mail.as_ref()?;
        mail.newest.letter.chains.as_ref()?;
        let record = &mail.newest.record;
        let mut proof =
            Proof { draws: Vec::new(), verdict: Sentence::new("fair.none"), is_good: true };
        match mail.newest.letter.verify(record) {
            Ok(drawn) => {
                let draws = drawn.iter().map(|draw| {
                    let hand = Step::Draw(draw.hand);
                    Sentence::new("fair.draw")
                        .with("turn", Value::Count(draw.turn as usize + 1))
                        .with("color", Value::Color(draw.color))
                        .with("pieces", pieces(hand, record.start()))
                });
                proof.draws.extend(draws);
                if !drawn.is_empty() {
                    let count = Value::Count(drawn.len());
                    proof.verdict = Sentence::new("fair.good").with("count", count);
                }
            }
            Err(error) => {
                proof.verdict = unfair(&error, record.start());
                proof.is_good = false;
            }
        }
        Some(proof)
    }
}

/// The record in a link, whatever else the link contains.
fn link_record(link: &str) -> Option<Record> {
    record::link::read(&record::link::within(link)).ok().map(|opened| opened.record)
}

/// The position at the end of the turn in which a game departs from another after that many steps.
fn parting(record: &Record, steps: usize) -> AnyPosition {
    let turn = record.turns().find(|turn| turn.to > steps);
    *record.position(turn.map_or(record.steps().len(), |turn| turn.to))
}

/// The drawn pieces, as letters.
fn pieces(draw: Step, start: &AnyPosition) -> Value {
    let text = draw.display(start.spec()).to_string();
    Value::Text(text.strip_prefix("draw:").unwrap_or(&text).to_owned())
}

/// The sentence of a group whose key ends in a word.
fn of_group(keys: &[&'static str], word: &str) -> Sentence {
    let is_it = |key: &&&'static str| key.rsplit('.').next() == Some(word);
    Sentence::new(keys.iter().find(is_it).copied().unwrap_or("travel.fault.link.foreign"))
}

/// Why a link is refused.
pub(crate) fn fault(error: &MailError) -> Sentence {
    const LINK: [&str; 16] = [
        "travel.fault.link.empty",
        "travel.fault.link.foreign",
        "travel.fault.link.long",
        "travel.fault.link.character",
        "travel.fault.link.cut",
        "travel.fault.link.damaged",
        "travel.fault.link.newer",
        "travel.fault.link.game",
        "travel.fault.link.start",
        "travel.fault.link.step",
        "travel.fault.link.many",
        "travel.fault.link.end",
        "travel.fault.link.canonical",
        "travel.fault.link.verdict",
        "travel.fault.link.trailing",
        "travel.fault.link.variation",
    ];
    const LETTER: [&str; 3] =
        ["travel.fault.letter.length", "travel.fault.letter.newer", "travel.fault.letter.content"];
    match error {
        MailError::Letter(error) => of_group(&LETTER, error.id()),
        MailError::Forged(Forged(color)) => {
            Sentence::new("travel.fault.letter.forged").with("token", Value::Color(*color))
        }
        MailError::None => of_group(&LINK, "foreign"),
        MailError::Link(error) => {
            let sentence = of_group(&LINK, error.id());
            match error {
                LinkError::Character(sign, place) => sentence
                    .with("token", Value::Text(sign.escape_debug().to_string()))
                    .with("line", Value::Count(*place)),
                LinkError::Step(number) => sentence.with("token", Value::Count(*number)),
                LinkError::Start(error) => sentence.with("why", Value::Text(error.to_string())),
                _ => sentence,
            }
        }
    }
}

/// Why the draws of a game with this start position fail verification.
pub(crate) fn unfair(error: &FairError, start: &AnyPosition) -> Sentence {
    const FAIR: [&str; 8] = [
        "travel.fault.fair.placed",
        "travel.fault.fair.reveal",
        "travel.fault.fair.unrevealed",
        "travel.fault.fair.early",
        "travel.fault.fair.draw",
        "travel.fault.fair.none",
        "travel.fault.fair.start",
        "travel.fault.fair.inviter",
    ];
    let sentence = of_group(&FAIR, error.id());
    match *error {
        FairError::Reveal(color) | FairError::Early(color) => {
            sentence.with("token", Value::Color(color))
        }
        FairError::Unrevealed(color, turn) => sentence
            .with("token", Value::Color(color))
            .with("line", Value::Count(turn as usize + 1)),
        FairError::Draw { turn, due, claimed } => sentence
            .with("line", Value::Count(turn as usize + 1))
            .with("token", pieces(Step::Draw(claimed), start))
            .with("why", pieces(Step::Draw(due), start)),
        FairError::None | FairError::Placed | FairError::Start | FairError::Inviter => sentence,
    }
}
