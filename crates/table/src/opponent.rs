//! The computer as an opponent: who plays, what is remembered, and which side is at the bottom of
//! the board.

use std::ops::RangeInclusive;

use record::Game;
use rules::Color;

use crate::chance::Chance;
use crate::event::{Event, Moment, Request};
use crate::keep::Keeping;
use crate::table::{Level, Purpose, Seat, Table};

/// The numbers of the levels, the weakest first: see [`level_of`].
pub const LEVELS: RangeInclusive<Level> = 11..=20;
/// The default level.
pub const USUAL: Level = 12;
/// The nearest levels to those that once had the numbers 1 to 6, as the engine has them.
const NEAREST: [Level; 6] = [11, 13, 15, 16, 18, 20];

/// The level with a number, from a store, an address or an answer: the numbers of levels stay the same for
/// ever, and what the page called levels 1 to 6 before is the nearest to each. `None` if there is none.
pub fn level_of(number: u32) -> Option<Level> {
    let number = Level::try_from(number).ok()?;
    match NEAREST.get(usize::from(number).wrapping_sub(1)) {
        Some(&nearest) => Some(nearest),
        None => LEVELS.contains(&number).then_some(number),
    }
}

/// The key of what a level is called.
pub const fn level_key(level: Level) -> &'static str {
    match level {
        ..=11 => "computer.levels.11",
        12 => "computer.levels.12",
        13 => "computer.levels.13",
        14 => "computer.levels.14",
        15 => "computer.levels.15",
        16 => "computer.levels.16",
        17 => "computer.levels.17",
        18 => "computer.levels.18",
        19 => "computer.levels.19",
        _ => "computer.levels.20",
    }
}

/// The computer as it is stored beside a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// How well it plays.
    pub level: Level,
    /// The side that it plays.
    pub color: Color,
    /// The seed of its choices, and of what it overlooks; `None` before its first game has begun.
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
        Some(Opponent { level: level_of(level)?, color, seed })
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
            let level = level_of(level.into()).unwrap_or(USUAL);
            Opponent { level, color: !own, seed: None }
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
        let is_game = matches!(self.purpose, Purpose::Play);
        // An analysis, a lesson, and what is watched stay what they are: a game begins on its own page.
        if let (true, Event::Begin(wish) | Event::Anew(wish)) =
            (self.is_watching() || !is_game, &event)
        {
            return out.push(Request::Begin(Seating::new(*wish, moment.random)));
        }
        if !is_game {
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
