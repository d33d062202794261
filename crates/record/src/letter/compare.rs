//! Comparing a link that arrives with the stored game.

use rules::{Color, Step};

use super::write::{claimed, time_up};
use super::{Act, Forged, Letter, conditions, kind, may_take_back};
use crate::fair::{FairError, Version};
use crate::record::{Record, Turn};
use crate::verdict::{Ending, Verdict};

/// The state of a game by link: its newest letter, and the game in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The newest letter.
    pub letter: Letter,
    /// The game.
    pub record: Record,
}

/// How an arriving game relates to the stored one.
#[derive(Clone, PartialEq, Debug)]
pub enum Relation {
    /// It is another game, or has another invitation.
    Other,
    /// The invitation was answered by somebody else, whose answer was taken.
    Taken,
    /// Its invitation, commitments or agreed fields differ from those agreed on.
    Terms,
    /// Its draws fail verification.
    Unfair(FairError),
    /// A signature of this side is wrong: a turn or a term was changed, or it belongs to another game.
    Forged(Color),
    /// It is the stored one.
    Same,
    /// It continues the stored one by this many turns (0: an offer, an answer, or the end by a
    /// player).
    Newer(usize),
    /// It takes turns back, as was asked, to this many steps.
    TakenBack(usize),
    /// It is older by this many turns.
    Older(usize),
    /// The two fork: in this turn, from 0, after this many steps.
    Fork {
        /// The turn in which they fork, from 0.
        turn: usize,
        /// The number of common steps.
        steps: usize,
    },
    /// It was not due: it is not the other side's letter, or has a turn or an end of the game that
    /// its sender cannot bring about.
    NotDue,
    /// It ends the game because time is up, or because a side has left, and is due; but the watch here says
    /// otherwise, which [`compare`] does not know.
    Disputed,
    /// It continues the stored one by several letters, with this many turns in all: some own ones
    /// were written elsewhere, or by somebody else.
    Ahead(usize),
}

/// Compares an arriving game with the stored one, whose unfinished turn does not count.
pub fn compare(stored: &Played, came: &Played) -> Relation {
    let (old, new) = (&stored.letter, &came.letter);
    if old.invitation != new.invitation {
        return Relation::Other;
    }
    let is_same_invitation = old.version == new.version
        && old.inviter == new.inviter
        && old.open == new.open
        && stored.record.start() == came.record.start();
    let commitments = |letter: &Letter| letter.chains.as_ref().map(|c| (c.inviter, c.answerer));
    if !is_same_invitation || commitments(old).map(|c| c.0) != commitments(new).map(|c| c.0) {
        return Relation::Terms;
    }
    if let (Some(own), Some(other)) = (old.answer, new.answer) {
        if own != other {
            return Relation::Taken;
        }
        if commitments(old) != commitments(new) || old.agreed() != new.agreed() {
            return Relation::Terms;
        }
    } else if !is_kept(old, new) {
        return Relation::Terms;
    }
    if let Err(error) = new.verify(&came.record) {
        return Relation::Unfair(error);
    }
    if let Err(Forged(color)) = came.seals() {
        return Relation::Forged(color);
    }
    // After a common draw for both sides, the comparison begins behind it.
    let (skipped, _) = old.placed(&stored.record);
    let (placed, _) = new.placed(&came.record);
    let ours = &stored.record.steps()[skipped..settled(&stored.record).max(skipped)];
    let theirs = &came.record.steps()[placed..];
    let played = [(old, &stored.record), (new, &came.record)]
        .map(|(letter, record)| finished(record).saturating_sub(letter.placed(record).1));
    let is_same_end = by_players(&stored.record) == by_players(&came.record);
    if bare(old) == bare(new) && ours == theirs && is_same_end {
        return Relation::Same;
    }
    if is_one_letter(old, new) {
        let is_first = |record: &Record| is_first_turn(new, record);
        if ours.is_empty() && is_first(&came.record) {
            return Relation::Newer(1);
        }
        // A turn after that, which is not finished, does not count.
        let has_first = is_first(&stored.record)
            || (finished(&stored.record) == 1 && by_players(&stored.record).is_none());
        if theirs.is_empty() && has_first {
            return Relation::Older(1);
        }
    }
    let common = ours.iter().zip(theirs).take_while(|(own, other)| own == other).count();
    if common == ours.len() && new.serial > old.serial {
        let turns = played[1].saturating_sub(played[0]);
        return match new.serial - old.serial {
            _ if stored.record.verdict().is_some() || !is_fit(new, &came.record) => {
                Relation::NotDue
            }
            1 if follows(stored, came, turns) => Relation::Newer(turns),
            2.. => Relation::Ahead(turns),
            _ => Relation::NotDue,
        };
    }
    if common == theirs.len() && new.serial < old.serial {
        return Relation::Older(played[0].saturating_sub(played[1]));
    }
    if let (Act::TakebackAsked(keep), Act::TakebackGranted) = (old.act, new.act) {
        let keep = (keep as usize).saturating_sub(skipped);
        let is_agreed = new.serial == old.serial + 1 && new.sender != old.sender;
        if is_agreed
            && theirs.len() == keep
            && common == keep
            && may_take_back(&stored.record, keep + skipped)
        {
            return Relation::TakenBack(keep + skipped);
        }
    }
    // The same steps with another end or another letter fork after the last step.
    let common = common + skipped.max(placed);
    let longer = if skipped > 0 { &stored.record } else { &came.record };
    let turn = longer.turns().take_while(|turn| turn.done && turn.to <= common).count();
    Relation::Fork { turn, steps: common }
}

/// Whether, of two letters, the answered one repeats the agreed fields of the invitation. (An
/// answer may add to them.)
fn is_kept(one: &Letter, other: &Letter) -> bool {
    let (earlier, later) = if other.answer.is_some() { (one, other) } else { (other, one) };
    let mut agreed = earlier.fields.iter().filter(|field| field.is_agreed());
    let is_offered = !later.is_quick() || earlier.is_quick() || earlier.offers_quick();
    is_offered && agreed.all(|field| later.field(field.kind) == Some(&field.bytes))
}

/// The number of steps in finished turns, or in a finished game.
fn settled(record: &Record) -> usize {
    if record.verdict().is_some() {
        return record.steps().len();
    }
    record.turns().filter(|turn| turn.done).last().map_or(0, |turn| turn.to)
}

/// The number of finished turns.
fn finished(record: &Record) -> usize {
    record.turns().filter(|turn| turn.done).count()
}

/// How the players ended the game, if they did.
fn by_players(record: &Record) -> Option<Verdict> {
    let is_theirs = |verdict: &Verdict| verdict.ending.is_by_players();
    record.verdict().filter(is_theirs)
}

/// Whether both are the same invitation or answer, which has the first turn in it if nothing is
/// drawn.
fn is_one_letter(old: &Letter, new: &Letter) -> bool {
    let is_first = matches!(new.act, Act::Invitation | Act::Answer) && new.chains.is_none();
    is_first && bare(new) == Letter { offers_draw: new.offers_draw, ..bare(old) }
}

/// A letter without its sender's line of text and conditional turns, which may be added after the letter was
/// sent, without its times, which come with the first turn that is added, without time that was given meanwhile,
/// without the time at which it was written, and without signatures, which either device may restore.
fn bare(letter: &Letter) -> Letter {
    let mut bare = letter.clone();
    let added = [
        kind::LINE,
        kind::CONDITIONS,
        kind::CONDITIONS_SIGNATURE,
        kind::TIMES,
        kind::GIVEN,
        kind::SIGNATURES,
        kind::JOINED,
        kind::WRITTEN,
    ];
    bare.fields.retain(|field| !added.contains(&field.kind));
    bare
}

/// Whether the record has one turn, a finished one of the letter's sender, and was not ended by a
/// player.
fn is_first_turn(letter: &Letter, record: &Record) -> bool {
    let mut turns = record.turns();
    let is_own = turns.next().is_some_and(|turn| turn.color == letter.sender);
    is_own && turns.next().is_none() && is_fit(letter, record)
}

/// Whether the record can come with the letter: no turn is unfinished, the last one is the
/// sender's, and the sender can bring about the end of the game.
fn is_fit(letter: &Letter, record: &Record) -> bool {
    let last = record.turns().last();
    let is_whole = last.is_none_or(|turn| turn.done || record.verdict().is_some());
    let is_own = |turn: Turn| turn.color == letter.sender;
    let is_end = match (letter.act, by_players(record)) {
        (Act::Resignation, Some(Verdict { winner, ending: Ending::Resignation })) => {
            winner == Some(!letter.sender)
        }
        (Act::DrawAccepted, Some(verdict)) => verdict.ending == Ending::Agreement,
        (Act::TimeUp, Some(verdict)) => {
            verdict == time_up(record) && (!letter.clock().is_empty() || letter.days().is_some())
        }
        (Act::Claim, Some(verdict)) => {
            let is_timed = letter.has_clocks() || letter.days().is_some();
            verdict == claimed(record, letter.sender) && is_timed
        }
        (Act::Resignation | Act::DrawAccepted | Act::TimeUp | Act::Claim, _) | (_, Some(_)) => {
            false
        }
        (Act::Turn, None) => last.is_some_and(is_own),
        _ => true,
    };
    is_whole && is_end
}

/// Whether the arriving letter is the next one, with at most one turn that its sender had to play.
fn follows(stored: &Played, came: &Played, turns: usize) -> bool {
    let (old, new) = (&stored.letter, &came.letter);
    let is_others = old.sender != new.sender;
    match new.act {
        Act::Invitation => false,
        // An answer may have the first turn in it, if that is the answerer's.
        Act::Answer => {
            is_others && (turns == 0 || (turns == 1 && stored.record.live().turn() == new.sender))
        }
        Act::Opening if new.version == Version::One => is_others && turns == 0,
        // The second opening is the answerer's, if that side has an element to reveal.
        Act::Opening => {
            let is_due = match old.act {
                Act::Answer => true,
                Act::Opening => new.inviter == stored.record.start().turn(),
                _ => false,
            };
            is_others && turns == 0 && is_due
        }
        Act::Turn => is_others && (turns == 1 || is_foreseen(stored, came, turns)),
        // Nobody has to wait for that.
        Act::Resignation => turns == 0 || (is_others && is_foreseen(stored, came, turns)),
        Act::TimeUp | Act::Claim => turns == 0,
        Act::DrawAccepted => is_others && turns == 0 && old.offers_draw,
        Act::TakebackAsked(keep) => {
            let keep = keep as usize;
            let is_behind = keep >= old.placed(&stored.record).0;
            is_others && turns == 0 && is_behind && may_take_back(&stored.record, keep)
        }
        // A takeback that was granted has a shorter record.
        Act::TakebackGranted => false,
        Act::TakebackRefused => is_others && turns == 0 && matches!(old.act, Act::TakebackAsked(_)),
    }
}

/// Whether the new turns follow the conditional turns of the letter before: all, or all but the sender's own last.
/// The receiver's turns among them were in it.
fn is_foreseen(stored: &Played, came: &Played, turns: usize) -> bool {
    let Some(bytes) = stored.letter.field(kind::CONDITIONS) else { return false };
    let live = stored.record.live();
    let Ok(lines) = conditions::read(live, bytes) else { return false };
    let steps = came.record.steps();
    let new: Vec<&[Step]> = came
        .record
        .turns()
        .skip(finished(&stored.record))
        .map(|turn| &steps[turn.from..turn.to])
        .collect();
    // The sender's last turn was not foreseen; the one before it was, and with it all before that.
    let answered = turns - turns % 2;
    let is_turn = came.letter.act == Act::Turn;
    answered > 0
        && is_turn == (turns % 2 == 1)
        && new.len() == turns
        && conditions::foresees(live, &lines, &new[..answered])
}
