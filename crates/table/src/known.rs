//! What is known of the position on an analysis board: what was played there in the games of the book and
//! in one's own, and how these ended.

use record::openings::{Known, Openings, OpeningsError, Results};
use rules::{Actor, AnyPosition, GameId, Phase, Step};

use crate::event::Request;
use crate::table::Table;

/// A placement that fewer games have is not listed.
const FEWEST: u32 = 20;
/// So many turns are listed, and so many places within turns looked at for them.
const MOST_LISTED: usize = 24;
const MOST_LOOKED: usize = 2_000;

/// A move that was played in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownMove {
    /// Its steps: those of a whole turn, or a placement.
    pub steps: Vec<Step>,
    /// As it is written.
    pub san: String,
    /// Whether the turn goes on behind it: the book does not follow it to its end.
    pub goes_on: bool,
    /// In how many games.
    pub games: u32,
    /// What the side to move made of them, in thousandths of the points.
    pub score: u32,
}

/// What is known of the position that is shown.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct KnownView {
    /// From how many games the book is; none: it is not there.
    pub games: Option<u32>,
    /// Whether pieces are placed: then the moves are placements, piece by piece.
    pub places: bool,
    /// The moves of the book.
    pub book: Vec<KnownMove>,
    /// Those of one's own games.
    pub own: Vec<KnownMove>,
}

/// A move as it is listed.
fn listed(position: &AnyPosition, steps: &[Step], results: &Results) -> KnownMove {
    let mut after = *position;
    for &step in steps {
        after.play(step);
    }
    let is_turn = position.phase() == Phase::Movement && position.actor() != Actor::Chance;
    KnownMove {
        goes_on: is_turn && after.turn() == position.turn() && after.outcome().is_none(),
        steps: steps.to_vec(),
        san: position.san_turn(steps),
        games: results.games,
        score: results.score(position.turn()),
    }
}

/// The turns that were played in a position, the most frequent first. Those that end alike are one, whatever the
/// order of their steps; what the book does not follow to the end of a turn is listed as far as it goes.
fn turns(of: &Openings, position: &AnyPosition) -> Vec<KnownMove> {
    let mut found: Vec<(u64, Vec<Step>, Results)> = Vec::new();
    let mut open = vec![(*position, Vec::new())];
    let mut looked = 0;
    while let Some((now, steps)) = open.pop() {
        looked += 1;
        for Known { step, results } in of.moves(&now) {
            let mut after = now;
            after.play(step);
            let mut turn = [&steps[..], &[step]].concat();
            let goes_on = after.turn() == position.turn() && after.outcome().is_none();
            if goes_on && looked < MOST_LOOKED && !of.moves(&after).is_empty() {
                open.push((after, turn));
                continue;
            }
            // Where nothing but the end of the turn is left, it is a whole one.
            if goes_on && after.list() == [Step::End] {
                after.play(Step::End);
                turn.push(Step::End);
            }
            match found.iter_mut().find(|(key, ..)| *key == after.key()) {
                Some((.., all)) => {
                    all.games += results.games;
                    all.halves += results.halves;
                }
                None => found.push((after.key(), turn, results)),
            }
        }
    }
    found.sort_by_key(|(.., results)| std::cmp::Reverse(results.games));
    found.truncate(MOST_LISTED);
    found.iter().map(|(_, turn, results)| listed(position, turn, results)).collect()
}

/// The placements that may be made, piece by piece, the best first.
fn placements(book: &Openings, position: &AnyPosition) -> Vec<KnownMove> {
    let color = position.turn();
    let mut moves = Vec::new();
    for &(role, _) in position.spec().roles {
        let of_role = book.placed(color, role).filter(|placed| placed.results.games >= FEWEST);
        let steps = of_role.map(|placed| Known {
            step: Step::Drop { role, to: placed.square },
            results: placed.results,
        });
        let legal = steps.filter(|known| position.why_not(known.step).is_none());
        let known = legal.map(|known| listed(position, &[known.step], &known.results));
        let mut found: Vec<KnownMove> = known.collect();
        found.sort_by_key(|known| std::cmp::Reverse(known.score));
        moves.extend(found);
    }
    moves
}

impl Table {
    /// The book of the game, as bytes.
    ///
    /// # Errors
    /// If they are none: why. What is known stays.
    pub fn set_book(&mut self, bytes: &[u8]) -> Result<(), OpeningsError> {
        let game = self.game_id();
        let book = Openings::read(bytes, game)?;
        if let Some(analysis) = &mut self.analysis {
            analysis.book = Some(book);
        }
        Ok(())
    }

    /// The games that were played here, as they are kept. Of games that cannot be read, of others and of
    /// those that are not over nothing is counted.
    pub fn set_played<'a>(&mut self, saved: impl IntoIterator<Item = &'a str>) {
        let played = Openings::of_played(self.game_id(), saved);
        if let Some(analysis) = &mut self.analysis {
            analysis.played = Some(played);
        }
    }

    fn game_id(&self) -> GameId {
        self.game.start().game()
    }

    /// A move that is known is played, as a whole: one of the book, or of one's own games.
    pub(crate) fn play_known(&mut self, is_own: bool, place: usize, out: &mut Vec<Request>) {
        let KnownView { book, own, .. } = self.known_moves();
        let moves = if is_own { own } else { book };
        let Some(known) = moves.get(place) else { return };
        self.pick = None;
        if known.steps.iter().all(|&step| self.try_step(step)) {
            out.push(Request::Say(self.says()));
        }
    }

    /// What is known of the position that is shown.
    pub fn known_moves(&self) -> KnownView {
        let Some(analysis) = &self.analysis else { return KnownView::default() };
        let position = self.game.position(self.place());
        let places = position.phase() == Phase::Placement;
        let moves = |of: &Option<Openings>| match of {
            None => Vec::new(),
            Some(of) if places || position.actor() == Actor::Chance => {
                let all = of.moves(position).into_iter();
                all.map(|known| listed(position, &[known.step], &known.results)).collect()
            }
            Some(of) => turns(of, position),
        };
        KnownView {
            games: analysis.book.as_ref().map(Openings::games),
            places,
            book: match &analysis.book {
                Some(book) if places => placements(book, position),
                book => moves(book),
            },
            own: moves(&analysis.played),
        }
    }
}
