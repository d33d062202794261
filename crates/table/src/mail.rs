//! A game by link: whose letter is due, what is written, and the meaning of a link that comes.

use std::fmt;

use record::Record;
use record::fair::FairError;
use record::fair::Version;
use record::letter::{
    Act, Due, Forged, Letter, Played, Relation, Seal, SeatKey, Sent, Times, Unsent, clean_line,
    compare,
};
use record::link::{self, Opened, Section, kind};
use rules::{AnyPosition, Color, Step};

use crate::keep::Post;
use crate::sentence::Sentence;
use crate::whole::IS_WHOLE;

/// The longest line of text that goes with a letter, in characters.
const LONGEST_LINE: usize = 140;

/// Random bytes from a cryptographically secure source, for a seat's secret, then for names.
pub type Entropy = [u8; 56];

/// A link that does not simply continue the game, and how it relates to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Came {
    /// The fragment of the link.
    pub link: String,
    /// The relation.
    pub relation: Relation,
    /// Whether it is this window's own game, after another window has continued it.
    pub is_own: bool,
}

/// The player's choice about such a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Keep the own game.
    KeepMine,
    /// Replace the own game by that of the link.
    TakeTheirs,
    /// Keep the own game, and open the other beside it.
    KeepApart,
}

/// Why a link is not accepted as a game by link.
#[derive(Clone, PartialEq, Debug)]
pub enum MailError {
    /// The link cannot be read.
    Link(link::LinkError),
    /// Its letter, or its seat, cannot be read.
    Letter(record::letter::LetterError),
    /// A signature in it is wrong.
    Forged(Forged),
    /// It has no letter.
    None,
}

impl fmt::Display for MailError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MailError::Link(error) => write!(f, "{error}"),
            MailError::Letter(error) => write!(f, "{error}"),
            MailError::Forged(Forged(color)) => write!(f, "forged {color:?}"),
            MailError::None => f.write_str("no letter"),
        }
    }
}

impl std::error::Error for MailError {}

/// What an invitation asks for beside the game and the side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Agreed<'a> {
    /// Whether anybody may answer.
    pub open: bool,
    /// Whether a Quick start is offered, in a game with draws.
    pub quick: bool,
    /// The time control of a game that is played live; empty: it has no clocks. `None`: letters go by hand.
    pub live: Option<&'a str>,
    /// The days that each turn may take, if there is such a limit.
    pub days: Option<u8>,
}

impl<'a> Agreed<'a> {
    /// A live game with this time control.
    pub fn live(clock: &'a str) -> Agreed<'a> {
        Agreed { live: Some(clock), ..Agreed::default() }
    }
}

/// The value of the field for the time control in the invitation to a live game without clocks, as in
/// PGN.
const NO_CLOCK: &str = "-";

/// The content of a link of a game by link.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Read {
    pub(crate) played: Played,
    pub(crate) seat: Option<SeatKey>,
    pub(crate) names: [String; 2],
}

/// Reads a link of a game by link.
pub(crate) fn read(text: &str) -> Result<Read, MailError> {
    if !IS_WHOLE {
        return Err(MailError::None);
    }
    let Opened { record, sections } = link::read(&link::within(text)).map_err(MailError::Link)?;
    let find = |wanted| sections.iter().find(|section| section.kind == wanted);
    let letter = find(kind::LETTER).ok_or(MailError::None)?;
    let letter = Letter::read(&letter.bytes).map_err(MailError::Letter)?;
    let seat = match find(kind::SEAT) {
        Some(section) => Some(SeatKey::read(&section.bytes).map_err(MailError::Letter)?),
        None => None,
    };
    let (white, black) = sections.iter().find_map(Section::as_names).unwrap_or_default();
    let mut names = [white.to_owned(), black.to_owned()];
    // A name that was agreed is signed, the one beside it is not.
    for color in Color::ALL {
        let agreed = letter.name(color);
        if !agreed.is_empty() {
            names[color as usize] = agreed;
        }
    }
    Ok(Read { played: Played { letter, record }, seat, names })
}

/// A game by link, as one side knows it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Mail {
    /// The newest letter, from either side, with its game.
    pub(crate) newest: Played,
    /// The link of that letter.
    link: String,
    /// The private link that moves the seat to another device; empty without a seat.
    seat_link: String,
    /// The link that is stored: it may contain an older letter.
    seat_kept: String,
    seat: Option<SeatKey>,
    names: [String; 2],
    pub(crate) sent: bool,
    pub(crate) seen: bool,
    /// Whether a draw is offered with the next turn.
    pub(crate) offers: bool,
    /// Whether the request of the newest letter was postponed.
    pub(crate) is_put_off: bool,
    pub(crate) came: Option<Came>,
    /// The link of a claim that the player was asked about and has not taken, until the next letter.
    pub(crate) refused_claim: Option<String>,
    /// The line of text in the other side's last letter, shown until the player acts.
    pub(crate) quoted: Option<Sentence>,
    /// Since when, by the watch here, the other side has the newest letter that was shared, or this one has
    /// the other's; 0: that is not known.
    pub(crate) since: u64,
    /// When the alarm of [`crate::days`] goes off.
    pub(crate) alarm: u64,
}

impl Mail {
    /// A letter that nobody here has a seat for, has shared or has seen.
    fn of(newest: Played) -> Mail {
        Mail {
            newest,
            link: String::new(),
            seat_link: String::new(),
            seat_kept: String::new(),
            seat: None,
            names: [String::new(), String::new()],
            sent: false,
            seen: false,
            offers: false,
            is_put_off: false,
            came: None,
            refused_claim: None,
            quoted: None,
            since: 0,
            alarm: 0,
        }
    }

    /// Loads what was stored.
    pub(crate) fn restore(post: &Post) -> Result<Mail, MailError> {
        let Read { played, names, seat } = read(&post.link)?;
        // Older versions may have stored the own seat within the letter, which is shared.
        let link = match seat {
            Some(_) => written(&played, &names, None).ok_or(MailError::None)?,
            None => post.link.clone(),
        };
        let Post { sent, seen, since, .. } = *post;
        let mut mail = Mail { names, sent, seen, since, ..Mail::of(played) };
        if let Some(seat) = read(&post.seat).ok().and_then(|read| read.seat) {
            mail.sit(seat);
        }
        // The stored content stays unchanged until something happens.
        mail.link = link;
        mail.seat_kept.clone_from(&post.seat);
        Ok(mail)
    }

    /// The content to store.
    pub(crate) fn post(&self) -> Post {
        // What was only begun in this window needs no asking again.
        let is_letter = |came: &&Came| !came.is_own || read(&came.link).is_ok();
        let came = self.came.as_ref().filter(is_letter).map(|came| came.link.clone());
        // A page that is loaded again asks again.
        let came = came.or_else(|| self.refused_claim.clone());
        Post {
            link: self.link.clone(),
            seat: self.seat_kept.clone(),
            sent: self.sent,
            seen: self.seen,
            came: came.unwrap_or_default(),
            since: self.since,
        }
    }

    /// The private link that moves the seat to another device; empty without a seat.
    pub(crate) fn seat_link(&self) -> &str {
        &self.seat_link
    }

    /// Whether the seat may be moved to another device now.
    pub(crate) fn may_move(&self) -> bool {
        self.seat.as_ref().is_some_and(|seat| seat.may_move(&self.newest.letter))
    }

    /// Why the newest letter's invitation is not fair, if it is not.
    pub(crate) fn objection(&self) -> Option<FairError> {
        match self.newest.may_answer() {
            Err(Unsent::Unfair(error)) => Some(error),
            _ => None,
        }
    }

    /// The link that came, without a seat.
    pub(crate) fn link_of(came: &Read) -> Option<String> {
        written(&came.played, &came.names, None)
    }

    /// A link to the game in a record, without letter and seat: for anybody to look at.
    pub(crate) fn look(&self, record: &Record) -> Option<String> {
        let [white, black] = &self.names;
        link::write(record, &[Section::names(white, black)]).ok()
    }

    /// Writes the links of the newest letter and of the seat.
    pub(crate) fn write_links(&mut self) -> Option<()> {
        self.link = written(&self.newest, &self.names, None)?;
        if let Some(seat) = &self.seat {
            let seat = Section { kind: kind::SEAT, bytes: seat.write() };
            self.seat_link = written(&self.newest, &self.names, Some(seat))?;
            self.seat_kept.clone_from(&self.seat_link);
        }
        Some(())
    }

    /// The link of the newest letter.
    pub(crate) fn link(&self) -> &str {
        &self.link
    }

    /// An invitation to a game, and the seat of its sender.
    pub(crate) fn invite(
        start: AnyPosition,
        color: Color,
        name: &str,
        agreed: Agreed<'_>,
        entropy: &Entropy,
    ) -> Option<Mail> {
        if !IS_WHOLE {
            return None;
        }
        let (secret, names) = entropy.split_first_chunk::<32>()?;
        let (mut newest, mut seat) =
            Played::invite_to(start, color, agreed.open, *names.first_chunk()?, *secret);
        if agreed.quick {
            newest.letter.offer_quick();
        }
        let letter = &mut newest.letter;
        let has_clock = agreed
            .live
            .is_none_or(|clock| letter.set_clock(if clock.is_empty() { NO_CLOCK } else { clock }));
        if !has_clock || !agreed.days.is_none_or(|days| letter.set_days(days)) {
            return None;
        }
        newest.agree_joined_key(&mut seat, *secret);
        newest.letter.agree_name(name);
        let mut mail = Mail { seat: Some(seat), seen: true, ..Mail::of(newest) };
        mail.write_as(name)?;
        Some(mail)
    }

    /// Accepts the invitation, and the Quick start that it offers. Whether that was possible.
    pub(crate) fn accept(
        &mut self,
        name: &str,
        quick: bool,
        entropy: &Entropy,
        now: u64,
    ) -> Option<()> {
        let (secret, names) = entropy.split_first_chunk::<32>()?;
        if self.seat.is_some() {
            return None;
        }
        let (mut newest, mut seat) = self.newest.answer(*names.last_chunk()?, *secret).ok()?;
        if quick && !newest.letter.agree_quick(&self.newest.letter) {
            return None;
        }
        newest.agree_key(&mut seat, *secret);
        newest.letter.agree_name(name);
        if newest.letter.days().is_some() {
            newest.letter.set_written(now / 1000);
        }
        newest.sign(&seat);
        self.newest = newest;
        self.seat = Some(seat);
        self.sent = false;
        self.seen = true;
        self.since = 0;
        self.write_as(name)
    }

    /// Takes the free seat of a game without draws, without its key: that of the side which has not
    /// sent the letter. Whether there is one.
    pub(crate) fn sit_down(&mut self) -> bool {
        let letter = &self.newest.letter;
        let is_free = self.seat.is_none() && letter.chains.is_none() && letter.answer.is_some();
        if is_free {
            self.seat = Some(SeatKey { color: !letter.sender, secret: None });
            self.seen = true;
            self.write_links();
        }
        is_free
    }

    /// Takes a seat that came with a link, if it belongs to this game. It may bring the key of the seat
    /// that was taken up without it.
    pub(crate) fn sit(&mut self, seat: SeatKey) {
        let brings_key = |own: &SeatKey| {
            own.color == seat.color && own.secret.is_none() && seat.secret.is_some()
        };
        let is_free = self.seat.as_ref().is_none_or(brings_key);
        if is_free && seat.fits(&self.newest.letter) {
            self.seat = Some(seat);
            self.write_links();
        }
    }

    /// A seat that another window has stored, and that fits a later letter, stays.
    pub(crate) fn keep_seat_of(&mut self, other: &Mail) {
        if self.seat_kept.is_empty() {
            self.seat_kept.clone_from(&other.seat_kept);
        }
    }

    /// The player's side, if this device has a seat.
    pub(crate) fn own(&self) -> Option<Color> {
        self.seat.as_ref().map(|seat| seat.color)
    }

    /// The name of a player, or nothing.
    pub(crate) fn name(&self, color: Color) -> &str {
        &self.names[color as usize]
    }

    /// Writes the link anew, with the player's name in it.
    fn write_as(&mut self, name: &str) -> Option<()> {
        if let Some(own) = self.own()
            && !name.is_empty()
        {
            let agreed = self.newest.letter.name(own);
            let name = if agreed.is_empty() { name.to_owned() } else { agreed };
            self.names[own as usize] = name;
        }
        self.write_links()
    }

    /// Signs the conditional turns of the newest letter, the player's own.
    pub(crate) fn sign_conditions(&mut self) {
        if let Some(seat) = &self.seat {
            self.newest.sign_conditions(seat);
        }
    }

    /// Whether the seat here was taken up without the key that was agreed for it.
    pub(crate) fn plays_unsigned(&self) -> bool {
        let keyless =
            |seat: &SeatKey| seat.secret.is_none() && self.newest.letter.key(seat.color).is_some();
        self.seat.as_ref().is_some_and(keyless)
    }

    /// Whether a letter that goes on is the friend's first one without a signature.
    pub(crate) fn ceases_to_sign(&self, came: &Played) -> bool {
        let friend = came.letter.sender;
        let had = || self.newest.seals().map(|seals| seals[friend as usize]);
        // The turn of an invitation cannot be signed yet.
        let signed = || self.newest.letter.serial < 2 || !matches!(had(), Ok(Seal::Until(_)));
        self.own() == Some(!friend) && came.lacks_signature() && signed()
    }

    /// Whether a letter is due from here that needs no decision: the first draw waits for it.
    pub(crate) fn owes_opening(&self) -> bool {
        let due = self.newest.due();
        due.is_some_and(|(side, due)| Some(side) == self.own() && due == Due::Opening)
    }

    /// Whether the first draw waits for a letter of the other side that needs no decision.
    pub(crate) fn waits_for_opening(&self) -> bool {
        let due = self.newest.due();
        due.is_some_and(|(side, due)| Some(side) != self.own() && due == Due::Opening)
    }

    /// Whether a turn of the player's side is due in this position.
    pub(crate) fn is_due(&self, turn: Color, is_over: bool) -> bool {
        // The first turn of a live game waits for the answer.
        let waits = self.is_live() && self.newest.letter.answer.is_none();
        !waits
            && !is_over
            && self.own() == Some(turn)
            && self.newest.due() == Some((turn, Due::Turn))
    }

    /// Whether the newest letter is the player's own and is to be shared: all but an empty one
    /// whose turn is still to come.
    pub(crate) fn is_out(&self, is_due: bool) -> bool {
        let is_answer =
            self.newest.letter.act == Act::Answer && self.newest.record.steps().is_empty();
        let goes_ahead = is_answer && self.is_live();
        self.own() == Some(self.newest.letter.sender) && (!is_due || goes_ahead)
    }

    /// Whether it was agreed that the game is played live.
    pub(crate) fn is_live(&self) -> bool {
        !self.newest.letter.clock().is_empty()
    }

    /// The request of the other side's newest letter, if it was not postponed.
    pub(crate) fn asks(&self) -> Option<Act> {
        let letter = &self.newest.letter;
        let own = self.own()?;
        if letter.sender == own || self.is_put_off || self.newest.record.verdict().is_some() {
            return None;
        }
        match letter.act {
            Act::TakebackAsked(_) => Some(letter.act),
            _ if letter.offers_draw => Some(Act::DrawAccepted),
            _ => None,
        }
    }

    /// Whether the player's first turn belongs into the newest letter: the invitation, or the
    /// answer.
    pub(crate) fn is_first(&self) -> bool {
        let letter = &self.newest.letter;
        self.own() == Some(letter.sender)
            && letter.chains.is_none()
            && matches!(letter.act, Act::Invitation | Act::Answer)
    }

    /// Whether a link may replace the game here. Nobody goes back to before the answer, which binds
    /// both sides: a player who knows the secrets could choose another answer.
    pub(crate) fn may_take(&self, came: &Came) -> bool {
        let is_whole = matches!(
            came.relation,
            Relation::Fork { .. } | Relation::Older(_) | Relation::Ahead(_) | Relation::Disputed
        );
        let is_bound = self.newest.letter.answer.is_some();
        let keeps = |read: Read| !is_bound || read.played.letter.answer.is_some();
        is_whole && !came.is_own && read(&came.link).is_ok_and(keeps)
    }

    /// Whether the player's side may ask for a takeback.
    pub(crate) fn may_ask_back(&self, record: &Record) -> Option<u32> {
        self.newest.keep(record, self.own()?).map(|keep| keep as u32)
    }

    /// The steps of the common Quick start, if it is due from here and the game has not begun.
    pub(crate) fn place(&self) -> Option<Vec<Step>> {
        self.newest.place(self.seat.as_ref()?)
    }

    /// How many turns of the game have been sent, or need not be: a common Quick start follows from
    /// them.
    pub(crate) fn turns_sent(&self, record: &Record) -> usize {
        let finished = self.newest.record.turns().filter(|turn| turn.done).count();
        finished.max(self.newest.letter.placed(record).1)
    }

    /// The draw that is due.
    pub(crate) fn fair_draw(&self, record: &Record) -> Option<Step> {
        self.newest.draw(self.seat.as_ref()?, record).ok()
    }

    /// Writes the next letter by the player's side for this state of the game. Returns the game
    /// that goes with it, if it could be written.
    pub(crate) fn reply(
        &mut self,
        act: Act,
        record: &Record,
        times: Option<Times>,
        now: u64,
    ) -> Option<Record> {
        let seat = self.seat.clone()?;
        // Before the answer, the only letter to write is the invitation.
        if self.newest.letter.answer.is_none() && act != Act::Turn {
            return None;
        }
        let offers = act == Act::Turn && self.offers;
        let mut newest = self.newest.reply(&seat, record, Sent::of(act)?, offers).ok()?;
        newest.letter.set_times(times);
        if newest.letter.days().is_some() {
            newest.letter.set_written(now / 1000);
        }
        let record = newest.record.clone();
        let before = std::mem::replace(&mut self.newest, newest);
        if self.write_links().is_none() {
            self.newest = before;
            return None;
        }
        self.sent = false;
        self.seen = true;
        self.offers = false;
        self.is_put_off = false;
        self.refused_claim = None;
        Some(record)
    }

    /// Whether a line of text can go with the newest letter: the player's own, of a version that
    /// has lines.
    pub(crate) fn has_line(&self) -> bool {
        let letter = &self.newest.letter;
        self.own() == Some(letter.sender) && letter.version != Version::One
    }

    /// Sets the line of text of the newest letter. Whether it is set.
    pub(crate) fn set_line(&mut self, line: &str) -> bool {
        if !self.has_line() {
            return false;
        }
        let before = self.newest.letter.clone();
        let is_set = self.newest.letter.set_line(&clean_line(line, LONGEST_LINE));
        if is_set && self.write_links().is_some() {
            return true;
        }
        self.newest.letter = before;
        false
    }

    /// How a link relates to the game as it stands.
    pub(crate) fn compare(&self, record: &Record, came: &Played) -> Relation {
        // The one of the two that is further.
        let own = self.newest.record.steps();
        let goes_on = record.steps().starts_with(own) && record.verdict().is_none();
        // What was foreseen and waits for a turn of one's own has not been told.
        let is_told = !self.is_ahead(record);
        let record = if goes_on && is_told { record } else { &self.newest.record };
        compare(&Played { letter: self.newest.letter.clone(), record: record.clone() }, came)
    }

    /// The same letter with signatures that this one lacks: they become this one's.
    pub(crate) fn take_signatures(&mut self, of: &Mail) {
        let before = self.newest.letter.clone();
        self.newest.keep_signatures(&of.newest, self.seat.as_ref());
        if self.newest.letter != before && self.write_links().is_none() {
            self.newest.letter = before;
        }
    }

    /// Continues with the letter that came.
    pub(crate) fn take(&mut self, came: Read, text: &str) {
        let Read { mut played, seat, names } = came;
        played.keep_signatures(&self.newest, self.seat.as_ref());
        let is_own = self.own() == Some(played.letter.sender);
        played.letter.set_given(&self.given_with(&played.letter.given(), is_own));
        self.newest = played;
        self.names = names;
        // A seat stays here, whatever is shared.
        if self.write_links().is_none() {
            text.clone_into(&mut self.link);
        }
        // A stored seat may fit only now: it came with the answer, and this is the answer.
        let kept = read(&self.seat_kept).ok().and_then(|read| read.seat);
        for seat in seat.into_iter().chain(kept) {
            self.sit(seat);
        }
        // It is unknown whether an own letter that was written in another window or elsewhere was
        // shared.
        let is_own = self.own() == Some(self.newest.letter.sender);
        (self.sent, self.seen) = (!is_own, is_own);
        self.since = 0;
        self.offers = false;
        self.is_put_off = false;
        self.quoted = None;
        self.came = None;
        self.refused_claim = None;
    }

    /// Opens a game by link on a device that does not know it.
    pub(crate) fn open(text: &str) -> Result<Mail, MailError> {
        let came = read(text)?;
        came.played.seals().map_err(MailError::Forged)?;
        let mut mail = Mail { sent: true, ..Mail::of(came.played.clone()) };
        mail.take(came, text);
        Ok(mail)
    }
}

/// The link of a letter with its game.
fn written(played: &Played, names: &[String; 2], seat: Option<Section>) -> Option<String> {
    let [white, black] = names;
    let letter = Section { kind: kind::LETTER, bytes: played.letter.write() };
    let mut sections = vec![letter, Section::names(white, black)];
    sections.extend(seat);
    link::write(&played.record, &sections).ok()
}
