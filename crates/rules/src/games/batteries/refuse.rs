//! Why a step is refused in Chess with Batteries: the reason that a player can learn from.

use super::{Batteries, midpoint};
use crate::board::geometry::between;
use crate::board::{Bits, Geometry, Piece, Role, Square, Ten};
use crate::chess::refuse::only_moves;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::step::Step;

/// Why the rules refuse a step, if they do.
pub(super) fn why_not(position: &Batteries, step: Step) -> Option<Refusal> {
    let Step::Move { from, to, into } = step else {
        return only_moves(step, "batteries#turn");
    };
    let us = position.turn();
    let at = |square| position.piece_at(square);
    let Some(piece) = at(from) else {
        return Some(Refusal::new("common.no-piece", "batteries#turn").at(from, None));
    };
    let attempt = Attempt { position, piece, from, to };
    if piece.color != us {
        return Some(attempt.refusal("common.not-your-piece", "batteries#turn", from));
    }
    if from == to {
        return Some(attempt.refusal("common.same-square", "batteries#turn", from));
    }
    if at(to).is_some_and(|piece| piece.color == us) {
        let refusal = attempt.refusal("common.own-piece", "batteries#turn", from);
        return Some(refusal.at(to, at(to)));
    }
    if !position.reach(from).all().has(to) {
        return Some(attempt.geometry());
    }
    attempt.check().or_else(|| into.map(|_| attempt.promotion()))
}

/// An attempt to move an own piece to a square where no own piece stands.
struct Attempt<'a> {
    position: &'a Batteries,
    piece: Piece,
    from: Square,
    to: Square,
}

impl Attempt<'_> {
    /// A refusal that names a square.
    fn refusal(&self, reason: &'static str, rule: &'static str, square: Square) -> Refusal {
        Refusal::new(reason, rule).at(square, self.position.piece_at(square))
    }

    /// A refusal because the piece lacks a charge.
    fn uncharged(&self, reason: &'static str) -> Refusal {
        self.refusal(reason, "batteries#charge", self.from)
    }

    /// A refusal because the piece does not go that way at all.
    fn astray(&self) -> Refusal {
        let (reason, rule) = match self.piece.role {
            Role::President => ("batteries.president-moves", "batteries#president"),
            Role::Battery => ("batteries.battery-moves", "batteries#battery"),
            Role::Diag => ("batteries.diag-moves", "batteries#diag"),
            Role::Orthog => ("batteries.orthog-moves", "batteries#orthog"),
            Role::Lady => ("batteries.lady-moves", "batteries#lady"),
            Role::Equine => ("batteries.equine-moves", "batteries#equine"),
            Role::Agent => ("batteries.agent-moves", "batteries#agent"),
            _ => ("batteries.soldier-moves", "batteries#soldier"),
        };
        self.refusal(reason, rule, self.from)
    }

    /// The piece nearest to the origin that stands in the way, Batteries excepted.
    fn obstacle(&self) -> Option<Square> {
        let blockers = self.position.view(self.piece.color).blockers;
        let obstacles = between::<Ten>(self.from, self.to) & blockers;
        if self.from < self.to { obstacles.squares().next() } else { obstacles.squares().last() }
    }

    /// Files and ranks from origin to destination, ranks counted forward.
    fn distance(&self) -> (i32, i32) {
        let shape = &Ten::SHAPE;
        let files = i32::from(shape.file(self.to)) - i32::from(shape.file(self.from));
        let ranks = i32::from(shape.rank(self.to)) - i32::from(shape.rank(self.from));
        (files, ranks * self.piece.color.forward())
    }

    /// Why the piece cannot go there as it moves.
    fn geometry(&self) -> Refusal {
        let on_target = self.position.piece_at(self.to);
        let role = self.piece.role;
        if role == Role::Battery && on_target.is_some() {
            return self.refusal(
                "batteries.battery-captures-nothing",
                "batteries#battery",
                self.to,
            );
        }
        let is_battery = on_target.is_some_and(|piece| piece.role == Role::Battery);
        if is_battery && role != Role::President {
            return self.refusal("batteries.only-president", "batteries#president", self.to);
        }
        let (files, ranks) = self.distance();
        let straight = files == 0 || ranks == 0;
        let diagonal = files.abs() == ranks.abs();
        match role {
            Role::Soldier => self.soldier(),
            Role::Agent if files.abs().max(ranks.abs()) <= 2 && (straight || diagonal) => {
                self.close_agent(diagonal)
            }
            Role::Diag if diagonal => self.line(),
            Role::Lady if straight || diagonal => self.line(),
            Role::Orthog | Role::Equine | Role::Agent if straight => self.line(),
            Role::Equine if Ten::knight(self.from).has(self.to) => match on_target {
                None => self.refusal("batteries.leap-only-captures", "batteries#equine", self.to),
                Some(_) => self.uncharged("batteries.no-leap"),
            },
            _ => self.astray(),
        }
    }

    /// Why a piece that goes along lines cannot go there on one of its lines.
    fn line(&self) -> Refusal {
        match self.obstacle() {
            Some(at) => self.refusal("batteries.blocked", "batteries#ruling-transparency", at),
            None => self.uncharged("batteries.captures-one-step"),
        }
    }

    /// Why an Agent cannot go one or two squares in that direction.
    fn close_agent(&self, diagonal: bool) -> Refusal {
        let charged = self.position.charged(self.piece.color).has(self.from);
        let Some(mid) = midpoint(self.from, self.to) else {
            return self.uncharged("batteries.no-diagonal-step");
        };
        let jumped = self.position.piece_at(mid);
        let Some(jumped) = jumped else {
            return if diagonal {
                self.refusal("batteries.overtakes-nothing", "batteries#overtaking", mid)
            } else {
                self.line()
            };
        };
        if jumped.color == self.piece.color && jumped.role != Role::Battery {
            return self.refusal("batteries.overtakes-no-friend", "batteries#overtaking", mid);
        }
        if self.position.piece_at(self.to).is_some() && (diagonal || jumped.role != Role::Battery) {
            return self.refusal(
                "batteries.overtaking-lands-on-piece",
                "batteries#overtaking",
                self.to,
            );
        }
        if !charged && (diagonal || jumped.role != Role::Battery) {
            return self.uncharged("batteries.no-overtaking");
        }
        self.line()
    }

    /// Why a Soldier cannot go there.
    fn soldier(&self) -> Refusal {
        let color = self.piece.color;
        let charged = self.position.charged(color).has(self.from);
        let occupied = self.position.piece_at(self.to).is_some();
        match self.distance() {
            (0, 1 | 2) if occupied => {
                self.refusal("batteries.soldier-captures-diagonally", "batteries#soldier", self.to)
            }
            (0, 2) => match self.obstacle() {
                Some(at) => self.refusal("batteries.blocked", "batteries#ruling-transparency", at),
                None => self.uncharged("batteries.no-double-step"),
            },
            (-1 | 1, 1) | (-2 | 2, 2) if !occupied => {
                self.refusal("batteries.soldier-only-captures", "batteries#soldier", self.to)
            }
            (-2 | 2, 2) if !charged => self.uncharged("batteries.captures-one-step"),
            (-2 | 2, 2) => self.line(),
            _ => self.astray(),
        }
    }

    /// Why no kind of piece is to be named.
    fn promotion(&self) -> Refusal {
        let last = self.piece.color.rank(9, Ten::SHAPE.ranks);
        let promotes = self.piece.role == Role::Soldier && Ten::SHAPE.rank(self.to) == last;
        let reason =
            if promotes { "batteries.promotion-is-agent" } else { "batteries.no-promotion" };
        self.refusal(reason, "batteries#promotion", self.from)
    }

    /// Who would give check after the step, if somebody would.
    fn check(&self) -> Option<Refusal> {
        let us = self.piece.color;
        let mut after = *self.position;
        after.play(Step::go(self.from, self.to), &mut ());
        let president = after.president(us);
        let attackers = after.attackers(president, !us);
        let now = self.position.attackers(president, !us);
        let attacker = (attackers & now).squares().chain(attackers.squares()).next()?;
        let reason = if self.piece.role == Role::President {
            "batteries.into-check"
        } else if now.has(attacker) {
            "batteries.still-in-check"
        } else if between::<Ten>(president, attacker).has(self.from) {
            "batteries.pinned"
        } else {
            "batteries.opens-check"
        };
        let refusal = self.refusal(reason, "batteries#ruling-check", self.from);
        let refusal = refusal.at(attacker, self.position.piece_at(attacker));
        Some(refusal.at(president, self.position.piece_at(president)))
    }
}
