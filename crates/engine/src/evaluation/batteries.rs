//! Chess with Batteries: who is charged, what is attacked then, how safe the Batteries are, and what
//! stands about the Presidents.

use rules::board::Ten;
use rules::board::geometry::{ALL_LINES, DIAGONALS, ORTHOGONALS, rays};
use rules::games::batteries::Batteries;
use rules::{Bits, Color, Geometry, Position, Role, Square};

use super::{Evaluate, Feature, Sums, feature, sign};

const KINDS: [Role; 7] =
    [Role::Soldier, Role::Agent, Role::Equine, Role::Orthog, Role::Diag, Role::Lady, Role::Battery];
const PIECES: usize = 1;
const CHARGED: usize = 8;
const CAPTURES: usize = 14;
const ADVANCE: usize = 15;
const FAR_ADVANCED: usize = 16;
const NEAR_PRESIDENT: usize = 17;
const GUARD: usize = 18;
const BATTERY_ATTACKED: usize = 19;
const LOOSE: usize = 20;
const ATTACKED: usize = 21;
const PRESIDENT_HOME: usize = 22;
const LONE_OUTWARD: usize = 23;
const LONE_HUNTED: usize = 24;
const LONE_SOLDIERS: usize = 25;

static FEATURES: [Feature; 26] = [
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
    feature("captures", 4),
    feature("soldier-advance", 11),
    feature("soldier-far-advanced", 1),
    feature("attacks-near-president", 15),
    feature("president-guard", 8),
    feature("battery-attacked", -80),
    feature("loose", -16),
    feature("attacked", -6),
    feature("president-home", 15),
    feature("lone-president-outward", 16),
    feature("lone-president-hunted", 12),
    feature("soldiers-before-lone-president", 25),
];

/// Whether a side has no pieces left but its President, Soldiers and Batteries.
#[inline]
fn is_alone(position: &Batteries, color: Color) -> bool {
    let of = |role| position.pieces_of(color, role);
    position.pieces(color) == position.royals(color) | of(Role::Soldier) | of(Role::Battery)
}

/// Whether a side has what can mate a President who is alone: more than Batteries and one Diag.
#[inline]
fn may_mate(position: &Batteries, color: Color) -> bool {
    let of = |role| position.pieces_of(color, role);
    let strong = of(Role::Lady) | of(Role::Orthog) | of(Role::Equine) | of(Role::Agent);
    (strong | of(Role::Soldier)).any() || of(Role::Diag).many()
}

/// Adds up how far a President who has no pieces left but Soldiers and Batteries has been driven from the
/// middle of the board, and how near the enemy President has come, without whom there is no mate.
#[inline]
fn add_lone(position: &Batteries, color: Color, enemy: Square, sums: &mut Sums) {
    let Some(own) = position.royals(color).squares().next() else { return };
    let of = |square| (i32::from(Ten::SHAPE.file(square)), i32::from(Ten::SHAPE.rank(square)));
    let ((file, rank), (own_file, own_rank)) = (of(enemy), of(own));
    let outward = |at: i32| (4 - at).max(at - 5);
    sums[LONE_OUTWARD] += sign(color) * (outward(file) + outward(rank));
    let distance = (file - own_file).abs().max((rank - own_rank).abs());
    sums[LONE_HUNTED] += sign(color) * (9 - distance);
}

/// Adds up how far a side's Soldiers have come and what they attack. Returns what they attack.
#[inline]
fn add_soldiers(
    position: &Batteries,
    color: Color,
    targets: u128,
    zone: u128,
    sums: &mut Sums,
) -> u128 {
    let s = sign(color);
    let soldiers = position.pieces_of(color, Role::Soldier);
    // From the rank in front of their first one to the last but one; on the last they are Agents.
    for ahead in 1..=6 {
        let rank = Ten::rank(color.rank(2 + ahead, 10));
        let count = (soldiers & rank).count() as i32;
        let (ahead, far) = (i32::from(ahead), i32::from(ahead.saturating_sub(3)));
        sums[ADVANCE] += s * ahead * count;
        sums[FAR_ADVANCED] += s * far * far * count;
    }
    let forward = 10 * color.forward();
    let west = (soldiers & !Ten::file(0)).shifted(forward - 1);
    let east = (soldiers & !Ten::file(9)).shifted(forward + 1);
    for seen in [west, east] {
        sums[CAPTURES] += s * (seen & targets).count() as i32;
        sums[NEAR_PRESIDENT] += s * (seen & zone).count() as i32;
    }
    west | east
}

/// The lines that a piece moves on, without regard to what stands on them.
#[inline]
fn on_lines(role: Role, piece: Square) -> u128 {
    let lines = Ten::lines(piece);
    let of = |which: [usize; 2]| lines[which[0]].both() | lines[which[1]].both();
    match role {
        Role::Diag => of(DIAGONALS),
        Role::Lady => of(DIAGONALS) | of(ORTHOGONALS),
        _ => of(ORTHOGONALS),
    }
}

/// What a charged piece other than a Soldier captures on, overtaking excepted.
#[inline]
fn charged_captures(role: Role, piece: Square, blockers: u128) -> u128 {
    match role {
        Role::Diag => rays::<Ten, 2>(piece, DIAGONALS, blockers),
        Role::Lady => rays::<Ten, 4>(piece, ALL_LINES, blockers),
        Role::Equine => rays::<Ten, 2>(piece, ORTHOGONALS, blockers) | Ten::knight(piece),
        Role::Agent => rays::<Ten, 2>(piece, ORTHOGONALS, blockers) | Ten::king(piece),
        _ => rays::<Ten, 2>(piece, ORTHOGONALS, blockers),
    }
}

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
            let targets = self.pieces(!color) & !batteries;
            let charge = self.charge(color);
            let Some(enemy) = self.royals(!color).squares().next() else { continue };
            let zone = Ten::king(enemy);
            sums[PIECES] += s * self.pieces_of(color, Role::Soldier).count() as i32;
            sums[CHARGED] += s * (self.pieces_of(color, Role::Soldier) & charge).count() as i32;
            let advanced = sums[ADVANCE];
            attacked[color.index()] |= add_soldiers(self, color, targets, zone, sums);
            let advanced = sums[ADVANCE] - advanced;
            for (i, role) in KINDS.into_iter().enumerate().skip(1) {
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
                    let seen = if charge.has(piece) {
                        charged_captures(role, piece, blockers)
                    } else {
                        // One step away, where nothing stands between.
                        on_lines(role, piece) & Ten::king(piece)
                    };
                    attacked[color.index()] |= seen;
                    sums[CAPTURES] += s * (seen & targets).count() as i32;
                    sums[NEAR_PRESIDENT] += s * (seen & zone).count() as i32;
                }
            }
            sums[GUARD] -= s * (zone & self.pieces(!color) & !batteries).count() as i32;
            let home = (!color).rank(0, 10);
            sums[PRESIDENT_HOME] -= s * i32::from(Ten::SHAPE.rank(enemy) == home);
            if is_alone(self, !color) && may_mate(self, color) {
                add_lone(self, color, enemy, sums);
                sums[LONE_SOLDIERS] += advanced;
            }
        }
        for color in Color::ALL {
            let s = sign(color);
            let pieces = self.pieces(color) & !batteries & !self.royals(color);
            let (us, them) = (color.index(), (!color).index());
            sums[ATTACKED] += s * (pieces & attacked[them]).count() as i32;
            sums[LOOSE] += s * (pieces & attacked[them] & !attacked[us]).count() as i32;
        }
    }

    /// A President is driven into a corner and mated, which takes longer than a search sees.
    fn is_judged_by_hand(&self) -> bool {
        Color::ALL.into_iter().any(|color| is_alone(self, color))
    }

    /// Who cannot mate is hardly better, whatever is left.
    fn scaled(&self, sum: i32) -> i32 {
        let ahead = if sum > 0 { Color::White } else { Color::Black };
        if may_mate(self, ahead) { sum } else { sum / 16 }
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
