//! The computer as an opponent: who plays, what is remembered, and which side is at the bottom of
//! the board.

use record::Game;
use rules::Color;

use crate::chance::Chance;
use crate::event::{Event, Moment, Request};
use crate::keep::Keeping;
use crate::table::{Level, Purpose, Seat, Table};

/// The number of levels.
pub const LEVELS: Level = 6;
/// The default level.
pub const USUAL: Level = 2;

/// The computer as it is stored beside a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// How well it plays, from 1.
    pub level: Level,
    /// The side that it plays.
    pub color: Color,
    /// The seed of its choices and lapses; `None` before its first game has begun.
    pub seed: Option<u32>,
}

/// The side that a player asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Side {
    White,
    Black,
    Random,
}

/// The opponent that a player asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The computer's level.
    pub level: Level,
    /// The player's own side.
    pub side: Side,
}

impl Opponent {
    /// The opponent from numbers of a store or an address; `None` if there is no such level.
    pub fn new(level: u32, color: Color, seed: Option<u32>) -> Option<Opponent> {
        let level = Level::try_from(level).ok().filter(|level| (1..=LEVELS).contains(level))?;
        Some(Opponent { level, color, seed })
    }

    /// The seats with this opponent.
    pub fn seats(self) -> [Seat; 2] {
        let mut seats = [Seat::Here; 2];
        seats[self.color as usize] = Seat::Computer(self.level);
        seats
    }
}

/// The seats of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seating {
    /// The computer, if it plays a side.
    pub opponent: Option<Opponent>,
    /// Whether the board is flipped: between two people, for a rematch.
    pub turns: bool,
}

impl Seating {
    /// The seats of a new game; `random` decides if the player leaves the side to chance.
    pub fn new(wish: Option<Wish>, random: u64) -> Seating {
        let opponent = wish.map(|Wish { level, side }| {
            let own = match side {
                Side::White => Color::White,
                Side::Black => Color::Black,
                Side::Random if random.is_multiple_of(2) => Color::White,
                Side::Random => Color::Black,
            };
            Opponent { level: level.clamp(1, LEVELS), color: !own, seed: None }
        });
        Seating { opponent, turns: false }
    }
}

impl Table {
    /// The computer, if it plays a side.
    pub fn opponent(&self) -> Option<Opponent> {
        Color::ALL.into_iter().find_map(|color| match self.seat_of(color) {
            Seat::Computer(level) => Some(Opponent { level, color, seed: self.opponent_seed }),
            Seat::Here | Seat::Friend => None,
        })
    }

    /// Draws the seeds of the opponent and of the adviser, and has the page remember the opponent.
    pub(crate) fn meet_opponent(&mut self, moment: Moment, out: &mut Vec<Request>) {
        let mut chance = Chance(!moment.random);
        let adviser = *self.adviser_seed.get_or_insert_with(|| chance.next());
        let is_known = !matches!(self.keeper.state(), Keeping::Reading | Keeping::Unread);
        if !is_known || self.mail.is_some() || !matches!(self.purpose, Purpose::Play) {
            return;
        }
        if self.opponent().is_some() && self.opponent_seed.is_none() {
            let is_named = self.seed.is_some();
            self.opponent_seed = Some(if is_named { adviser } else { chance.next() });
        }
        let opponent = self.opponent();
        if opponent != self.remembered {
            self.remembered = opponent;
            out.push(Request::Remember(opponent));
        }
    }

    /// The seats of a rematch, with the sides swapped.
    fn rematch_seating(&self) -> Seating {
        let swapped = |Opponent { level, color, .. }| Opponent { level, color: !color, seed: None };
        let opponent = self.opponent().map(swapped);
        Seating { opponent, turns: opponent.is_none() }
    }

    /// A new game replaces this one, which is stored under a name of its own.
    ///
    /// Until the game before this one has a name of its own, a game in progress stays: there is
    /// room for one game that was left.
    fn begin_anew(&mut self, seating: Seating, out: &mut Vec<Request>) {
        if self.has_happened() && self.keeper.is_making_room() {
            // If that has failed, the player learns why nothing begins.
            let has_failed = self.keeper.state() == Keeping::Failed;
            out.extend(has_failed.then_some(Request::OfferBack));
            self.keeper.move_left(out);
            return;
        }
        if self.is_to_be_kept() {
            let (content, is_over) = (self.content(), self.game.verdict().is_some());
            self.keeper.make_room(content, is_over, out);
        }
        self.game = Game::new(self.first_start);
        self.seed = self.first_seed.map(Chance);
        self.replaced = true;
        self.cursor = None;
        self.pick = None;
        self.held = None;
        self.refusal = None;
        self.note = None;
        self.hint = None;
        self.review = None;
        self.pointed = None;
        self.asked = None;
        self.computer.leave(out);
        self.seats = seating.opponent.map_or([Seat::Here; 2], Opponent::seats);
        self.opponent_seed = seating.opponent.and_then(|opponent| opponent.seed);
        self.for_me.clear();
        self.wanted = None;
        match seating.opponent {
            Some(opponent) => out.push(Request::Below(!opponent.color)),
            None if seating.turns => out.push(Request::TurnBoard),
            None => {}
        }
        out.push(Request::Say(self.says()));
    }

    pub(crate) fn begin(&mut self, moment: Moment, event: Event, out: &mut Vec<Request>) {
        if let (true, Event::Begin(wish) | Event::Anew(wish)) = (self.is_watching(), &event) {
            return out.push(Request::Begin(Seating::new(*wish, moment.random)));
        }
        if !matches!(self.purpose, Purpose::Play) {
            return;
        }
        let is_kept = self.keeper.state() != Keeping::Never;
        match event {
            Event::Begin(wish) => out.push(Request::Begin(Seating::new(wish, moment.random))),
            // A game by link or with clocks stays on its own page; one that is stored elsewhere
            // begins there.
            Event::Anew(wish) if self.mail.is_some() || self.timer.is_some() || !is_kept => {
                out.push(Request::Begin(Seating::new(wish, moment.random)));
            }
            _ if self.mail.is_some() => {}
            Event::Rematch if self.timer.is_some() || !is_kept => {
                out.push(Request::Begin(self.rematch_seating()))
            }
            Event::Anew(wish) => self.begin_anew(Seating::new(wish, moment.random), out),
            Event::Rematch => self.begin_anew(self.rematch_seating(), out),
            Event::Seat(opponent) => {
                self.computer.leave(out);
                self.seats = opponent.map_or([Seat::Here; 2], Opponent::seats);
                self.opponent_seed = opponent.and_then(|opponent| opponent.seed);
                self.remembered = opponent;
                self.hint = None;
                // The player's own pieces are at the bottom against the computer.
                out.extend(opponent.map(|opponent| Request::Below(!opponent.color)));
            }
            _ => {}
        }
    }
}
