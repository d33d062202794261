//! What is known of the position on an analysis board: what was played there in the games of the book and
//! in one's own, and how these ended.

use record::openings::{Known, Openings, OpeningsError};
use rules::{AnyPosition, GameId, Phase, Step};

use crate::table::Table;

/// A placement that fewer games have is not listed.
const FEWEST: u32 = 20;

/// A move that was played in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownMove {
    /// The step.
    pub step: Step,
    /// As it is written.
    pub san: String,
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
fn listed(position: &AnyPosition, Known { step, results }: &Known) -> KnownMove {
    KnownMove {
        step: *step,
        san: position.san(*step),
        games: results.games,
        score: results.score(position.turn()),
    }
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
        let mut found: Vec<KnownMove> = legal.map(|known| listed(position, &known)).collect();
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

    /// What is known of the position that is shown.
    pub fn known_moves(&self) -> KnownView {
        let Some(analysis) = &self.analysis else { return KnownView::default() };
        let position = self.game.position(self.place());
        let places = position.phase() == Phase::Placement;
        let moves = |of: &Option<Openings>| {
            let of = of.as_ref();
            of.map_or_else(Vec::new, |of| of.moves(position))
                .iter()
                .map(|known| listed(position, known))
                .collect()
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
