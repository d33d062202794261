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
            skill(1, 2_000, 532, 660, 1000).with_habit(412),
            skill(1, 2_000, 610, 1400, 1000).with_habit(220),
            skill(1, 2_700, 610, 1560, 945).with_habit(35).with_recall(390),
            skill(2, 4_700, 515, 1080, 820).with_recall(735),
            skill(2, 7_800, 410, 700, 650).with_recall(910),
            skill(2, 12_900, 300, 460, 450).with_recall(973),
            skill(3, 21_300, 205, 300, 295).with_recall(990),
            skill(4, 40_000, 87, 120, 120).with_recall(1000),
        ],
        GameId::CompleteContramatic => [
            skill(1, 2_000, 550, 400, 1000).with_habit(520),
            skill(1, 2_000, 550, 400, 1000).with_habit(350),
            skill(1, 2_000, 550, 400, 1000).with_habit(250),
            skill(1, 2_000, 560, 700, 1000).with_habit(110),
            skill(2, 6_000, 440, 750, 760).with_recall(300),
            skill(2, 8_900, 393, 615, 625).with_recall(625),
            skill(2, 12_900, 328, 488, 493).with_recall(816),
            skill(3, 19_100, 260, 376, 380).with_recall(927),
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
            skill(1, 2_900, 452, 210, 660),
            skill(2, 5_200, 246, 101, 378),
            skill(3, 8_300, 149, 60, 243),
            skill(4, 15_200, 73, 33, 136),
            skill(5, 26_200, 34, 19, 74),
            skill(6, 40_000, 12, 9, 32),
            skill(7, 52_000, 5, 5, 15),
            Skill::within(86_000),
        ],
        GameId::Progressive => [
            skill(1, 100, 800, 10_000, 1000),
            skill(1, 250, 732, 3_170, 940),
            skill(1, 600, 664, 1_000, 880),
            skill(1, 1_600, 585, 346, 802),
            skill(1, 3_600, 427, 197, 607),
            skill(2, 5_600, 236, 92, 360),
            skill(3, 11_500, 65, 29, 115),
            skill(4, 38_500, 9, 7, 24),
            Skill::within(150_000),
        ],
        GameId::Magnetic | GameId::Orthodox => [
            skill(1, 2_400, 534, 311, 758),
            skill(1, 3_900, 354, 165, 525),
            skill(2, 6_600, 206, 85, 328),
            skill(3, 11_000, 102, 41, 181),
            skill(4, 18_200, 46, 23, 96),
            skill(4, 26_700, 17, 12, 47),
            skill(5, 31_300, 9, 9, 27),
            skill(6, 60_000, 2, 3, 7),
            Skill::within(190_000),
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
