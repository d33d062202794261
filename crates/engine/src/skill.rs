//! How well a player plays: how far it thinks, and what it overlooks.
//!
//! People err by short sight and by overlooking what can be done, more than by misjudging what they see.
//! So do the levels. Each thinks as far as befits it and does not see a share of the steps, its own and
//! the opponent's; which, follows from the game's seed and the position. It is the same on every day and
//! at every score.

use rules::GameId;

use crate::chance::mix;
use crate::level::Level;

/// How well a player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skill {
    /// The maximum depth in turns, without quiescence.
    pub depth: u32,
    /// The maximum number of positions.
    pub nodes: u64,
    /// How many of 1000 steps are overlooked.
    pub overlooked: u32,
    /// The maximum error of evaluations, in hundredths of a pawn.
    pub noise: i32,
    /// How far the habits of chess rule it, in 1000: of its own steps that contradict them so many are
    /// not thought of, and positions are judged by them by as much. (It changes something in the
    /// Contramatic games.)
    pub habit: u32,
    /// On how many of 1000 turns it thinks no further than its own step.
    pub lapses: u32,
    /// How many of 1000 pieces it places as it remembers them, where it begins with a placement that is known
    /// beforehand; at 0 it knows none. (It changes something in the Contramatic games.)
    pub recall: u32,
}

impl Skill {
    /// Everything that the limits allow.
    pub const FULL: Skill = Skill {
        depth: u32::MAX,
        nodes: u64::MAX,
        overlooked: 0,
        noise: 0,
        habit: 0,
        lapses: 0,
        recall: 1000,
    };

    /// The names of its parts.
    pub const NAMES: [&str; 7] =
        ["depth", "nodes", "overlooked", "noise", "habit", "lapses", "recall"];

    /// The skill of a level in a game.
    pub fn of(game: GameId, level: Level) -> Skill {
        skills(game).get(level.rung()).copied().unwrap_or(Skill::FULL)
    }

    /// From which level on a game's net judges; `None` where no net has been shown to play better in the same
    /// time. The levels below judge by the evaluation made by hand.
    pub const fn judged_by_net_from(game: GameId) -> Option<Level> {
        match game {
            GameId::Magnetic => Some(Level::CLUB),
            GameId::Batteries => Some(Level::STRONG),
            GameId::Charismatic | GameId::Chessence => Some(Level::EXPERT),
            GameId::CompleteContramatic => Some(Level::TOP),
            GameId::Contramatic | GameId::Progressive | GameId::Orthodox => None,
        }
    }

    /// Sets the part of a name; returns whether there is one.
    pub fn set(&mut self, name: &str, value: u32) -> bool {
        match name {
            "depth" => self.depth = value,
            "nodes" => self.nodes = value.into(),
            "overlooked" => self.overlooked = value,
            "noise" => self.noise = value.min(10_000) as i32,
            "habit" => self.habit = value,
            "lapses" => self.lapses = value,
            "recall" => self.recall = value,
            _ => return false,
        }
        true
    }

    /// Whether it plays the turn of this seed without thinking further than its own step.
    pub(crate) fn lapses_on(&self, seed: u64) -> bool {
        let drawn = ((mix(seed.rotate_left(23)) >> 32) * 1000) >> 32;
        drawn < u64::from(self.lapses)
    }
}

const fn skill(depth: u32, nodes: u64, overlooked: u32, noise: i32, lapses: u32) -> Skill {
    Skill { depth, nodes, overlooked, noise, habit: 0, lapses, recall: 0 }
}

impl Skill {
    /// The same, ruled so far by the habits of chess.
    const fn with_habit(self, habit: u32) -> Skill {
        Skill { habit, ..self }
    }

    /// All that so many positions allow.
    const fn within(nodes: u64) -> Skill {
        Skill { nodes, ..Skill::FULL }
    }

    /// The same, which remembers so much of known placements.
    const fn with_recall(self, recall: u32) -> Skill {
        Skill { recall, ..self }
    }
}

/// The levels of each game but the top one. Fitted so that the steps from each to the next are about even, up to
/// full strength as the page has it, and the lowest scores about half against a player that makes the best
/// capture on four turns of five (docs/strength.md).
const fn skills(game: GameId) -> [Skill; 9] {
    match game {
        GameId::Charismatic => [
            skill(1, 20_000, 1000, 500, 0),
            skill(1, 20_000, 986, 552, 0),
            skill(1, 20_000, 759, 553, 0),
            skill(1, 20_000, 490, 456, 0),
            skill(1, 20_000, 8, 195, 0),
            skill(2, 40_000, 50, 250, 0),
            skill(3, 46_000, 55, 240, 0),
            Skill::within(50_000),
            Skill::within(60_000),
        ],
        GameId::Contramatic => [
            skill(1, 2_000, 450, 300, 1000).with_habit(680),
            skill(1, 2_000, 520, 550, 1000).with_habit(440),
            skill(1, 2_000, 580, 1000, 1000).with_habit(310),
            skill(1, 2_000, 640, 1800, 1000).with_habit(150),
            skill(1, 3_000, 600, 1500, 930).with_recall(500),
            skill(2, 6_000, 470, 850, 770).with_recall(860),
            skill(2, 10_000, 350, 560, 540).with_recall(960),
            skill(3, 18_000, 230, 330, 330).with_recall(990),
            skill(4, 40_000, 110, 150, 150).with_recall(1000),
        ],
        GameId::CompleteContramatic => [
            skill(1, 2_000, 550, 400, 1000).with_habit(520),
            skill(1, 2_000, 550, 400, 1000).with_habit(350),
            skill(1, 2_000, 550, 400, 1000).with_habit(250),
            skill(1, 2_000, 560, 700, 1000).with_habit(110),
            skill(2, 6_000, 440, 750, 760).with_recall(300),
            skill(2, 8_900, 393, 615, 625).with_recall(625),
            skill(2, 12_900, 328, 488, 493).with_recall(816),
            skill(3, 16_700, 282, 410, 411).with_recall(912),
            skill(4, 33_000, 175, 240, 256).with_recall(985),
        ],
        GameId::Chessence => [
            skill(1, 2_000, 640, 405, 885),
            skill(1, 2_100, 575, 312, 805),
            skill(1, 2_400, 500, 235, 715),
            skill(2, 3_000, 432, 192, 626),
            skill(2, 4_300, 296, 116, 445),
            skill(2, 7_500, 157, 59, 255),
            skill(3, 11_900, 75, 33, 141),
            skill(5, 26_400, 14, 11, 39),
            skill(6, 34_000, 6, 7, 22),
        ],
        GameId::Batteries => [
            skill(1, 2_100, 600, 351, 844),
            skill(1, 2_700, 484, 227, 703),
            skill(2, 4_700, 272, 112, 413),
            skill(3, 6_700, 181, 72, 288),
            skill(4, 11_700, 96, 40, 169),
            skill(5, 20_600, 47, 24, 98),
            skill(6, 40_000, 12, 9, 32),
            skill(7, 50_000, 5, 5, 15),
            Skill::within(95_000),
        ],
        GameId::Progressive => [
            skill(1, 100, 850, 1000, 1000),
            skill(1, 1_300, 606, 375, 828),
            skill(1, 3_000, 510, 245, 710),
            skill(2, 4_700, 293, 119, 439),
            skill(2, 6_200, 204, 77, 315),
            skill(3, 11_500, 65, 29, 115),
            skill(4, 26_000, 15, 11, 38),
            Skill::within(75_000),
            Skill::within(300_000),
        ],
        GameId::Magnetic | GameId::Orthodox => [
            skill(1, 2_100, 581, 354, 819),
            skill(1, 3_300, 397, 184, 582),
            skill(2, 5_700, 236, 96, 370),
            skill(3, 8_300, 138, 53, 234),
            skill(4, 14_500, 63, 29, 122),
            skill(4, 24_000, 25, 16, 64),
            skill(5, 27_400, 12, 11, 36),
            skill(6, 40_000, 3, 4, 10),
            Skill::within(150_000),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_thinks_at_least_as_far_as_the_one_below_and_lapses_no_oftener() {
        for &game in GameId::ALL {
            let skills: Vec<Skill> = Level::all().map(|level| Skill::of(game, level)).collect();
            for pair in skills.windows(2) {
                assert!(pair[0].depth <= pair[1].depth && pair[0].nodes <= pair[1].nodes, "{game}");
                assert!(pair[0].lapses >= pair[1].lapses, "{game}");
                assert!(pair[0].habit >= pair[1].habit && pair[0] != pair[1], "{game}");
                assert!(pair[0].recall <= pair[1].recall, "{game}");
            }
            assert_eq!(skills.last(), Some(&Skill::FULL), "{game}");
        }
    }

    #[test]
    fn nets_judge_in_the_games_that_have_one() {
        let nets =
            std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/computer/nets"));
        for &game in GameId::ALL {
            let has_net = nets.join(game.spec().id).with_extension("net").is_file();
            assert_eq!(Skill::judged_by_net_from(game).is_some(), has_net, "{game}");
        }
    }

    #[test]
    fn lapses_are_as_frequent_as_they_are_said_to_be() {
        for lapses in [0, 50, 430, 1000] {
            let skill = Skill { lapses, ..Skill::FULL };
            let lapsed = (0..10_000).filter(|&seed| skill.lapses_on(seed)).count();
            assert!(lapsed.abs_diff(10 * lapses as usize) < 200, "{lapses}: {lapsed}");
        }
    }

    #[test]
    fn parts_are_set_by_their_names() {
        let mut skill = Skill::FULL;
        for (value, name) in (1..).zip(Skill::NAMES) {
            assert!(skill.set(name, value), "{name}");
        }
        let expected =
            Skill { depth: 1, nodes: 2, overlooked: 3, noise: 4, habit: 5, lapses: 6, recall: 7 };
        assert_eq!(skill, expected);
        assert!(!skill.set("breadth", 1));
    }
}
