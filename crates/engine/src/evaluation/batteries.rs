//! Chess with Batteries: who is charged, how far the pieces then reach, how safe the Batteries are, and
//! what stands about the Presidents.

use rules::board::Ten;
use rules::board::geometry::{ALL_LINES, DIAGONALS, ORTHOGONALS, rays};
use rules::games::batteries::Batteries;
use rules::{Bits, Color, Geometry, Position, Role};

use super::{Evaluate, Feature, Sums, feature, sign};

const KINDS: [Role; 7] =
    [Role::Soldier, Role::Agent, Role::Equine, Role::Orthog, Role::Diag, Role::Lady, Role::Battery];
const PIECES: usize = 1;
const CHARGED: usize = 8;
const MOBILITY: usize = 14;
const CAPTURES: usize = 15;
const ADVANCE: usize = 16;
const FAR_ADVANCED: usize = 17;
const NEAR_PRESIDENT: usize = 18;
const GUARD: usize = 19;
const BATTERY_ATTACKED: usize = 20;
const LINES_TO_PRESIDENT: usize = 21;
const LOOSE: usize = 22;
const ATTACKED: usize = 23;
const PRESIDENT_HOME: usize = 24;

static FEATURES: [Feature; 25] = [
    feature("tempo", 14),
    feature("soldier", 161),
    feature("agent", 513),
    feature("equine", 526),
    feature("orthog", 363),
    feature("diag", 197),
    feature("lady", 854),
    feature("battery", 594),
    feature("charged-soldier", 12),
    feature("charged-agent", 59),
    feature("charged-equine", 45),
    feature("charged-orthog", 37),
    feature("charged-diag", 35),
    feature("charged-lady", 69),
    feature("mobility", -1),
    feature("captures", 4),
    feature("soldier-advance", 11),
    feature("soldier-far-advanced", 1),
    feature("attacks-near-president", 15),
    feature("president-guard", 8),
    feature("battery-attacked", -80),
    feature("lines-to-president", 0),
    feature("loose", -16),
    feature("attacked", -6),
    feature("president-home", 15),
];

impl Evaluate for Batteries {
    const FEATURES: &'static [Feature] = &FEATURES;

    fn features(&self, sums: &mut Sums) {
        let batteries = self.pieces_of(Color::White, Role::Battery)
            | self.pieces_of(Color::Black, Role::Battery);
        let occupied = self.pieces(Color::White) | self.pieces(Color::Black);
        let blockers = occupied & !batteries;
        // What the Presidents attack, before anything is held against it.
        let mut attacked = Color::ALL.map(|color| {
            self.royals(color).squares().fold(0, |set, president| set | Ten::king(president))
        });
        for color in Color::ALL {
            let s = sign(color);
            let own = self.pieces(color);
            let targets = self.pieces(!color) & !batteries;
            let charge = self.charge(color);
            let Some(enemy) = self.royals(!color).squares().next() else { continue };
            let zone = Ten::king(enemy);
            for (i, role) in KINDS.into_iter().enumerate() {
                let pieces = self.pieces_of(color, role);
                sums[PIECES + i] += s * pieces.count() as i32;
                if role == Role::Battery {
                    let at_risk = pieces & zone;
                    let guarded = at_risk & attacked[color.index()];
                    sums[BATTERY_ATTACKED] += s * (at_risk & !guarded).count() as i32;
                    continue;
                }
                sums[CHARGED + i] += s * (pieces & charge).count() as i32;
                for piece in pieces.squares() {
                    let is_charged = charge.has(piece);
                    let (moves, seen) = match role {
                        Role::Soldier => {
                            let rank = i32::from(Ten::SHAPE.rank(piece));
                            let rank = if color == Color::White { rank } else { 9 - rank };
                            sums[ADVANCE] += s * (rank - 2);
                            sums[FAR_ADVANCED] += s * (rank - 5).max(0) * (rank - 5).max(0);
                            (0, Ten::pawn_captures(color, piece))
                        }
                        Role::Diag => {
                            let lines = rays::<Ten, 2>(piece, DIAGONALS, blockers);
                            (lines, lines)
                        }
                        Role::Lady => {
                            let lines = rays::<Ten, 4>(piece, ALL_LINES, blockers);
                            (lines, lines)
                        }
                        Role::Equine if is_charged => {
                            let lines = rays::<Ten, 2>(piece, ORTHOGONALS, blockers);
                            (lines, lines | Ten::knight(piece))
                        }
                        Role::Agent if is_charged => {
                            let lines = rays::<Ten, 2>(piece, ORTHOGONALS, blockers);
                            (lines | Ten::king(piece), lines | Ten::king(piece))
                        }
                        _ => {
                            let lines = rays::<Ten, 2>(piece, ORTHOGONALS, blockers);
                            (lines, lines)
                        }
                    };
                    let seen = if is_charged { seen } else { seen & Ten::king(piece) };
                    attacked[color.index()] |= seen;
                    sums[MOBILITY] += s * (moves & !occupied).count() as i32;
                    sums[CAPTURES] += s * (seen & targets).count() as i32;
                    sums[NEAR_PRESIDENT] += s * (seen & zone).count() as i32;
                }
            }
            let lines = rays::<Ten, 4>(enemy, ALL_LINES, blockers & !own);
            sums[LINES_TO_PRESIDENT] -= s * (lines & !occupied).count() as i32;
            sums[GUARD] -= s * (zone & self.pieces(!color) & !batteries).count() as i32;
            let home = (!color).rank(0, 10);
            sums[PRESIDENT_HOME] -= s * i32::from(Ten::SHAPE.rank(enemy) == home);
        }
        for color in Color::ALL {
            let s = sign(color);
            let pieces = self.pieces(color) & !batteries & !self.royals(color);
            let (us, them) = (color.index(), (!color).index());
            sums[ATTACKED] += s * (pieces & attacked[them]).count() as i32;
            sums[LOOSE] += s * (pieces & attacked[them] & !attacked[us]).count() as i32;
        }
    }

    fn worth(role: Role) -> i32 {
        match role {
            Role::Soldier => 100,
            Role::Agent => 540,
            Role::Equine => 510,
            Role::Orthog => 450,
            Role::Diag => 330,
            Role::Lady => 800,
            Role::Battery => 550,
            _ => 2000,
        }
    }
}
