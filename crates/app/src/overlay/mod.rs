//! What the board explains beside the rules that all games share: each game with rules of its own
//! about the pieces around a piece has its file here, and is asked nothing that its rules do not tell.

mod batteries;
mod chessence;
mod explain;
mod magnetic;

pub(crate) use batteries::recharged;
pub(crate) use chessence::{hide_powers, lifted};
pub(crate) use explain::{explain, named, warning};
pub(crate) use magnetic::{forces, tracks};

use rules::any::AnyPosition;
use rules::{Bits, Effect, Square, Step, Why};
use scene::Sign;
use table::{Pick, Table};

/// What the player can switch off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Switches {
    /// Pieces show their powers by their shapes (Chessence).
    pub(crate) powers: bool,
    /// A king that could be captured is pointed out (Magnetic Chess).
    pub(crate) warnings: bool,
}

impl Switches {
    pub(crate) const ON: Switches = Switches { powers: true, warnings: true };
}

/// What the player is looking at.
#[derive(Clone, Copy, Debug)]
struct View<'a> {
    /// The piece chosen on the board.
    chosen: Option<Square>,
    /// The piece chosen or, if none is, the one pointed at.
    subject: Option<Square>,
    /// The step of the chosen piece to the square pointed at, the position after it, and its effects.
    ahead: Option<(Step, &'a AnyPosition, &'a [Effect])>,
    switches: Switches,
}

/// What there is to be shown while the player points at a square, or at none.
pub(crate) fn signs(table: &Table, aim: Option<Square>, switches: Switches) -> Vec<Sign> {
    let position = table.position();
    let has_signs = matches!(
        position,
        AnyPosition::Magnetic(_) | AnyPosition::Batteries(_) | AnyPosition::Chessence(_)
    );
    if !has_signs || !table.is_open() || !table.is_live() || table.game().verdict().is_some() {
        return Vec::new();
    }
    let chosen = match table.pick() {
        Some(Pick::Piece(square)) => Some(square),
        _ => None,
    };
    let pointed = aim.filter(|_| table.pick().is_none());
    let step = aim.and_then(|square| table.step_to(square));
    let mut after = position;
    let effects = step.map_or_else(Vec::new, |step| after.play(step));
    let view = View {
        chosen,
        subject: chosen.or(pointed),
        ahead: step.map(|step| (step, &after, &effects[..])),
        switches,
    };
    let mut signs = view.stands();
    match &position {
        AnyPosition::Magnetic(position) => magnetic::signs(position, &view, &mut signs),
        AnyPosition::Batteries(position) => batteries::signs(position, &view, &mut signs),
        AnyPosition::Chessence(position) => chessence::signs(position, &view, &mut signs),
        _ => {}
    }
    signs
}

/// The pieces that show a charge: while the player points at a step, those that would have one after
/// it.
pub(crate) fn charged(table: &Table, aim: Option<Square>) -> u128 {
    let position = table.position();
    let Some(step) = aim.and_then(|square| table.step_to(square)) else {
        return position.charged();
    };
    let mut after = position;
    after.play(step);
    let stays = |square: &Square| position.piece_at(*square) == after.piece_at(*square);
    let kept = after.charged().squares().filter(stays);
    kept.fold(0, |charged, square| charged | u128::of(square))
}

impl View<'_> {
    /// The pieces that the step moves, the rook that castles among them, where they would stand; not
    /// where one captures: there the captured piece is to be seen.
    fn stands(&self) -> Vec<Sign> {
        let Some((_, after, effects)) = self.ahead else { return Vec::new() };
        let is_taken = |square| {
            let takes =
                |effect: &Effect| matches!(*effect, Effect::Vanish { at, .. } if at == square);
            effects.iter().any(takes)
        };
        let stands = |effect: &Effect| {
            let (piece, from, to) = match *effect {
                Effect::Slide { piece, from, to, why: Why::Moved } => (piece, Some(from), to),
                Effect::Appear { piece, at } => (piece, None, at),
                _ => return None,
            };
            (!is_taken(to)).then(|| Sign::Stands {
                piece,
                from,
                to,
                powers: after.powers(to),
                charged: after.charged().has(to),
            })
        };
        effects.iter().filter_map(stands).collect()
    }
}

#[cfg(test)]
mod tests {
    use record::game::Path;
    use rules::{Color, GameId, Piece, Role};
    use scene::Power;
    use table::{Event, Moment, Setup};

    use super::*;

    fn laid_out(game: GameId, fen: &str) -> Table {
        let start = AnyPosition::from_fen(game, fen).unwrap();
        Table::new(Setup::here(start, "")).0
    }

    fn tap(table: &mut Table, square: Square) {
        table.handle(Moment { now: 0, random: 1 }, Event::Tap(square));
    }

    fn at(game: GameId, name: &str) -> Square {
        game.spec().shape.parse(name).unwrap()
    }

    /// The signs after a tap on `chosen` (nothing if it is empty), pointing at `aim`.
    fn shown(game: GameId, fen: &str, chosen: &str, aim: &str) -> Vec<Sign> {
        let mut table = laid_out(game, fen);
        if !chosen.is_empty() {
            tap(&mut table, at(game, chosen));
            assert!(table.pick().is_some(), "{chosen} cannot be chosen");
        }
        signs(&table, game.spec().shape.parse(aim), Switches::ON)
    }

    fn displaced(signs: &[Sign]) -> Vec<(Square, Square, bool, bool)> {
        let found = signs.iter().filter_map(|sign| match *sign {
            Sign::Displaced { from, to, pulled, promotes, .. } => {
                Some((from, to, pulled, promotes))
            }
            _ => None,
        });
        found.collect()
    }

    const MAGNETIC: &str = "3b3k/8/3K4/q1R2rP1/3Q4/8/3b4/8 w - - 0 1";

    #[test]
    fn an_impulse_is_foreseen_as_the_rules_play_it() {
        let at = |name| at(GameId::Magnetic, name);
        let signs = shown(GameId::Magnetic, MAGNETIC, "d4", "d5");
        let expected = [
            (at("d2"), at("d4"), true, false),
            (at("c5"), at("b5"), false, false),
            (at("f5"), at("e5"), true, false),
        ];
        assert_eq!(displaced(&signs), expected);
        let queen = Piece::new(Color::White, Role::Queen);
        assert!(signs.iter().any(|sign| matches!(*sign,
            Sign::Stands { piece, to, .. } if piece == queen && to == at("d5"))));
        // Nothing is foreseen where the piece cannot go, or before one is chosen.
        assert_eq!(displaced(&shown(GameId::Magnetic, MAGNETIC, "d4", "h5")), []);
        assert_eq!(shown(GameId::Magnetic, MAGNETIC, "", "d5"), []);
    }

    #[test]
    fn in_castling_the_rook_sends_the_impulse_and_may_promote_a_pawn() {
        let fen = "k7/5P2/8/8/8/8/8/4K2R w K - 0 1";
        let signs = shown(GameId::Magnetic, fen, "e1", "g1");
        let at = |name| at(GameId::Magnetic, name);
        assert_eq!(displaced(&signs), [(at("f7"), at("f8"), false, true)]);
        let center = signs.iter().find_map(|sign| match *sign {
            Sign::Displaced { center, .. } => Some(center),
            _ => None,
        });
        assert_eq!(center, Some(at("f1")));
        // The pawn that would become another piece is asked about before the king goes.
        let mut table = laid_out(GameId::Magnetic, fen);
        tap(&mut table, at("e1"));
        tap(&mut table, at("g1"));
        assert_eq!(table.pick(), Some(Pick::Promotion(at("e1"), at("g1"))));
        assert_eq!(table.view().promotions.len(), 4);
    }

    fn exposed(signs: &[Sign]) -> Vec<(Square, Square)> {
        let found = signs.iter().filter_map(|sign| match *sign {
            Sign::Exposed { king, by, .. } => Some((king, by)),
            _ => None,
        });
        found.collect()
    }

    #[test]
    fn a_king_that_could_be_captured_is_pointed_out_before_and_after_the_step() {
        let at = |name| at(GameId::Magnetic, name);
        let fen = "4k3/8/8/8/4q3/8/3P4/4K3 w - - 0 1";
        let now = shown(GameId::Magnetic, fen, "", "");
        assert_eq!(exposed(&now), [(at("e1"), at("e4"))]);
        assert_eq!(exposed(&shown(GameId::Magnetic, fen, "e1", "f2")), []);
        assert_eq!(exposed(&shown(GameId::Magnetic, fen, "e1", "e2")), [(at("e2"), at("e4"))]);
        let mut table = laid_out(GameId::Magnetic, fen);
        let off = Switches { warnings: false, ..Switches::ON };
        assert_eq!(signs(&table, None, off), []);
        tap(&mut table, at("e1"));
        assert_eq!(exposed(&signs(&table, Some(at("e2")), off)), []);
    }

    #[test]
    fn who_captures_the_king_need_not_fear_for_the_own() {
        let fen = "4k3/8/8/8/4q3/8/8/4KB2 w - - 0 1";
        let at = |name| at(GameId::Magnetic, name);
        assert_eq!(exposed(&shown(GameId::Magnetic, fen, "f1", "e2")).len(), 0);
        let fen = "4k3/4R3/8/8/7q/8/8/4K3 w - - 0 1";
        assert_eq!(exposed(&shown(GameId::Magnetic, fen, "", "")), [(at("e1"), at("h4"))]);
        assert_eq!(exposed(&shown(GameId::Magnetic, fen, "e7", "e8")), []);
    }

    #[test]
    fn of_those_displaced_only_the_one_that_arrives_is_promoted() {
        let at = |name| at(GameId::Magnetic, name);
        let signs = shown(GameId::Magnetic, "k7/5P2/8/8/8/8/n6R/4K3 w - - 0 1", "h2", "f2");
        let both = [(at("a2"), at("e2"), true, false), (at("f7"), at("f8"), false, true)];
        assert_eq!(displaced(&signs), both);
    }

    const CHESSENCE: &str = "km4/mmm2*/1mm1*1/2*3/1*2*1/3*2/1*1MM1/*2MMM/4MK[MMMmmm] w - - 0 1";

    fn given(signs: &[Sign]) -> Vec<(Square, Power)> {
        let found = signs.iter().filter_map(|sign| match *sign {
            Sign::Gives { from, power, .. } => Some((from, power)),
            _ => None,
        });
        found.collect()
    }

    #[test]
    fn a_chosen_piece_shows_who_gives_it_what_and_who_would_lose_what() {
        let at = |name| at(GameId::Chessence, name);
        let signs = shown(GameId::Chessence, CHESSENCE, "d3", "");
        let expected = [
            (at("d2"), Power::Rook),
            (at("e3"), Power::Rook),
            (at("e2"), Power::Bishop),
            (at("e1"), Power::Knight),
            (at("f2"), Power::Knight),
        ];
        assert_eq!(given(&signs), expected);
        let lost: Vec<_> = signs
            .iter()
            .filter_map(|sign| match *sign {
                Sign::Loses { at, power } => Some((at, power)),
                _ => None,
            })
            .collect();
        let expected =
            [(at("e2"), Power::Bishop), (at("e1"), Power::Knight), (at("f2"), Power::Knight)];
        assert_eq!(lost, expected);
        // Pointing at a piece of either side shows its powers; nobody is about to go.
        let enemy = shown(GameId::Chessence, CHESSENCE, "", "c7");
        assert!(!given(&enemy).is_empty());
        assert!(!enemy.iter().any(|sign| matches!(sign, Sign::Loses { .. })));
    }

    #[test]
    fn pointing_at_a_square_shows_what_the_piece_could_do_there() {
        let at = |name| at(GameId::Chessence, name);
        let signs = shown(GameId::Chessence, CHESSENCE, "d3", "c3");
        let stands = signs.iter().find_map(|sign| match *sign {
            Sign::Stands { to, powers, .. } => Some((to, powers)),
            _ => None,
        });
        assert_eq!(stands, Some((at("c3"), 2 + 4)));
        assert_eq!(given(&signs), [(at("d2"), Power::Bishop), (at("e2"), Power::Knight)]);
    }

    #[test]
    fn who_has_picked_from_the_reserve_is_shown_no_powers_of_others() {
        // With a square on which it may enter.
        let mut table = laid_out(GameId::Chessence, &CHESSENCE.replace("1*1MM1", "1*1M2"));
        let d3 = at(GameId::Chessence, "d3");
        assert!(!given(&signs(&table, Some(d3), Switches::ON)).is_empty());
        table.handle(Moment { now: 0, random: 1 }, Event::TapReserve(Role::Man));
        assert_eq!(table.pick(), Some(Pick::Reserve(Role::Man)));
        assert_eq!(given(&signs(&table, Some(d3), Switches::ON)), []);
    }

    #[test]
    fn a_man_in_the_hand_has_its_powers_drawn_where_they_are_shown() {
        let position = AnyPosition::from_fen(GameId::Chessence, CHESSENCE).unwrap();
        let of = |name, powers| {
            let switches = Switches { powers, ..Switches::ON };
            lifted(&position, at(GameId::Chessence, name), switches)
        };
        let man = |drawing| Some(crate::contract::drawn(Color::White, drawing));
        assert_eq!(of("d3", true), man("man-rbn"));
        assert_eq!(of("d3", false), man("man-x"));
        assert_eq!(of("f1", true), None, "a king has none");
    }

    fn charges(signs: &[Sign]) -> Vec<(Square, Square)> {
        let found = signs.iter().filter_map(|sign| match *sign {
            Sign::Charges { battery, to, .. } => Some((battery, to)),
            _ => None,
        });
        found.collect()
    }

    #[test]
    fn a_preview_takes_the_charge_off_those_that_would_lose_it() {
        let fen = "5p4/10/10/10/10/4S5/4B5/3D6/10/5P4 w - - 0 1";
        let mut table = laid_out(GameId::Batteries, fen);
        let at = |name| at(GameId::Batteries, name);
        assert!(charged(&table, None).has(at("e5")));
        tap(&mut table, at("e4"));
        assert!(charged(&table, Some(at("i9"))).has(at("e5")), "no step goes there");
        assert!(!charged(&table, Some(at("a4"))).has(at("e5")));
    }

    #[test]
    fn a_preview_charges_no_square_on_which_nothing_stands_yet() {
        let fen = "5p4/10/10/10/10/4A5/4B5/3D6/10/5P4 w - - 0 1";
        let mut table = laid_out(GameId::Batteries, fen);
        let at = |name: &str| at(GameId::Batteries, name);
        let set = |names: &[&str]| names.iter().fold(0, |set, name| set | u128::of(at(name)));
        tap(&mut table, at("e5"));
        assert_eq!(charged(&table, None), set(&["e5", "d3"]));
        assert_eq!(charged(&table, Some(at("d5"))), set(&["d3"]), "charged there as well");
    }

    #[test]
    fn a_piece_that_moves_is_told_apart_by_what_it_had_where_it_came_from() {
        let at = |name| at(GameId::Batteries, name);
        let signs = |fen: &str, step: &str| {
            let before = AnyPosition::from_fen(GameId::Batteries, fen).unwrap();
            let mut after = before;
            let step = Step::parse(step, before.spec()).unwrap();
            let effects = after.play(step);
            recharged(&before, &after, &effects)
        };
        let beside = "5p4/10/10/10/10/4A5/4B5/10/10/5P4 w - - 0 1";
        assert_eq!(signs(beside, "e5d5"), [], "charged before and after");
        assert_eq!(signs(beside, "e5a5"), [Sign::Uncharged { at: at("a5") }]);
        let apart = "5p4/10/10/10/10/A9/4B5/10/10/5P4 w - - 0 1";
        assert_eq!(charges(&signs(apart, "a5d5")), [(at("e4"), at("d5"))]);
        assert_eq!(signs(apart, "a5b5"), []);
        // The battery goes: who stays behind has lost the charge, who is met there has it.
        let goes = signs("5p4/10/10/10/10/4A5/4B5/10/10/D4P4 w - - 0 1", "e4b1");
        assert!(goes.contains(&Sign::Uncharged { at: at("e5") }), "{goes:?}");
        assert_eq!(charges(&goes), [(at("b1"), at("a1"))]);
    }

    const AGENT: &str = "5p4/10/10/10/4s5/4A5/4B5/3s6/3D6/5P4 w - - 0 1";

    #[test]
    fn a_battery_shows_whom_it_charges_and_would_charge() {
        let at = |name| at(GameId::Batteries, name);
        let pair = [(at("e4"), at("e5"))];
        assert_eq!(charges(&shown(GameId::Batteries, AGENT, "e4", "")), pair);
        assert_eq!(charges(&shown(GameId::Batteries, AGENT, "", "e4")), pair);
        assert_eq!(charges(&shown(GameId::Batteries, AGENT, "e5", "")), pair);
        let there = shown(GameId::Batteries, AGENT, "e4", "e3");
        assert_eq!(charges(&there), [(at("e3"), at("d2"))]);
    }

    #[test]
    fn an_overtaking_shows_the_piece_jumped() {
        let at = |name| at(GameId::Batteries, name);
        let signs = shown(GameId::Batteries, AGENT, "e5", "");
        let jumped = signs.iter().filter_map(|sign| match *sign {
            Sign::Overtakes { over, to, .. } => Some((over, to)),
            _ => None,
        });
        assert_eq!(jumped.collect::<Vec<_>>(), [(at("e6"), at("e7"))]);
    }

    #[test]
    fn a_piece_without_charge_shows_what_it_could_do_with_one() {
        let at = |name| at(GameId::Batteries, name);
        let fen = "5p4/10/10/5s4/10/10/10/10/D9/5P4 w - - 0 1";
        let dashed = |signs: Vec<Sign>| {
            let found = signs.into_iter().filter_map(|sign| match sign {
                Sign::IfCharged { to, captures } => Some((to, captures)),
                _ => None,
            });
            found.collect::<Vec<_>>()
        };
        assert_eq!(dashed(shown(GameId::Batteries, fen, "a2", "")), [(at("f7"), true)]);
        let charged = "5p4/10/10/5s4/10/10/10/10/DB8/5P4 w - - 0 1";
        assert_eq!(dashed(shown(GameId::Batteries, charged, "a2", "")), []);
    }

    #[test]
    fn history_shows_no_signs() {
        let mut table = laid_out(GameId::Magnetic, "4k3/8/8/8/4q3/8/3P4/4K3 w - - 0 1");
        let at = |name| at(GameId::Magnetic, name);
        tap(&mut table, at("e1"));
        tap(&mut table, at("f2"));
        table.handle(Moment { now: 0, random: 1 }, Event::Show(Path::START));
        assert_eq!(signs(&table, None, Switches::ON), []);
    }
}
