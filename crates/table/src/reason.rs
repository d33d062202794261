//! Why a turn is good: the engine's reasons, and their sentences.

use rules::{Color, Ending, GameId, Role};

use crate::sentence::{Sentence, Value};

/// A reason for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// There is no other turn.
    Only,
    /// It wins, in at most this many turns of the side to move (1: at once), and by which ending,
    /// if that is known.
    Wins(u32, Option<Ending>),
    /// It delays a loss that comes after this many turns of the other side.
    Delays(u32),
    /// It answers a threat to the royal piece of the side to move.
    Answers,
    /// It captures a piece.
    Captures(Role),
    /// It wins this much material, in pawns.
    WinsMaterial(u32),
    /// It threatens the enemy's royal piece.
    Threatens,
    /// It promotes a pawn.
    Promotes(Role),
    /// It moves a piece out of attack.
    Saves(Role),
    /// It attacks a piece that was not attacked, and whose capture would pay.
    Attacks(Role),
    /// It gives the side to move this many more moves.
    Opens(u32),
    /// It enables this many pieces of the side to move to do what they could not.
    Empowers(u32),
    /// It disables this many enemy pieces.
    Disables(u32),
}

/// The maximum number of reasons given.
const MOST: usize = 3;

impl Reason {
    /// The reason with a name, as the engine's module writes it: the role, the ending and the
    /// count, each for the reasons that have one.
    pub fn read(
        name: &str,
        role: Option<Role>,
        ending: Option<Ending>,
        count: u32,
    ) -> Option<Self> {
        Some(match name {
            "only" => Reason::Only,
            "wins" => Reason::Wins(count, ending),
            "delays" => Reason::Delays(count),
            "answers" => Reason::Answers,
            "captures" => Reason::Captures(role?),
            "wins-material" => Reason::WinsMaterial(count),
            "threatens" => Reason::Threatens,
            "promotes" => Reason::Promotes(role?),
            "saves" => Reason::Saves(role?),
            "attacks" => Reason::Attacks(role?),
            "opens" => Reason::Opens(count),
            "empowers" => Reason::Empowers(count),
            "disables" => Reason::Disables(count),
            _ => return None,
        })
    }

    /// Whether it needs no other reason beside it.
    const fn is_enough(self) -> bool {
        matches!(self, Reason::Wins(..) | Reason::Delays(_))
    }

    /// The effect of the turn in words: "gives check".
    fn clause(self, game: GameId, color: Color) -> Sentence {
        let say = Sentence::new;
        let is_contramatic = matches!(game, GameId::Contramatic | GameId::CompleteContramatic);
        let counted = |key, count: u32| say(key).with("count", Value::Count(count as usize));
        let sides = |sentence: Sentence| {
            sentence.with("color", Value::Color(color)).with("other", Value::Color(!color))
        };
        let piece = |key, role| say(key).with("piece", Value::Role(role));
        match self {
            Reason::Only => say("computer.forced"),
            Reason::Wins(1, ending) => sides(say(match ending {
                Some(Ending::Checkmate) => "computer.why.checkmate",
                Some(Ending::RoyalCaptured) => "computer.why.royal-captured",
                Some(Ending::NoLegalStep) => "computer.why.no-legal-step",
                _ => "computer.why.wins-now",
            })),
            Reason::Wins(turns, _) => sides(counted("computer.why.wins", turns)),
            Reason::Delays(0 | 1) => sides(say("computer.why.delays-one")),
            Reason::Delays(turns) => sides(counted("computer.why.delays", turns)),
            Reason::Answers => say(match game {
                GameId::Magnetic => "computer.why.answers-magnetic",
                _ if is_contramatic => "computer.why.answers-contramatic",
                _ => "computer.why.answers",
            }),
            Reason::Captures(role) => piece("computer.why.captures", role),
            Reason::WinsMaterial(pawns) => match (game, pawns) {
                (GameId::Chessence, 1) => say("computer.why.wins-man"),
                (GameId::Chessence, _) => counted("computer.why.wins-men", pawns),
                (_, 1) => say("computer.why.wins-pawn"),
                _ => counted("computer.why.wins-pawns", pawns),
            },
            Reason::Threatens => sides(say(match game {
                GameId::Magnetic => "computer.why.threatens-magnetic",
                GameId::Contramatic => "computer.why.threatens-contramatic",
                GameId::CompleteContramatic => "computer.why.threatens-complete-contramatic",
                _ => "computer.why.threatens",
            })),
            Reason::Promotes(role) => piece("computer.why.promotes", role),
            Reason::Saves(role) => piece("computer.why.saves", role),
            Reason::Attacks(role) => piece("computer.why.attacks", role),
            Reason::Opens(moves) => counted("computer.why.opens", moves),
            Reason::Empowers(pieces) => match (game, pieces) {
                (GameId::Chessence, 0 | 1) => say("computer.why.empowers-man"),
                (GameId::Chessence, _) => counted("computer.why.empowers-men", pieces),
                (_, 0 | 1) => say("computer.why.charges-one"),
                _ => counted("computer.why.charges", pieces),
            },
            Reason::Disables(pieces) => match (game, pieces) {
                (GameId::Chessence, 0 | 1) => say("computer.why.disables-man"),
                (GameId::Chessence, _) => counted("computer.why.disables-men", pieces),
                (_, 0 | 1) => say("computer.why.discharges-one"),
                _ => counted("computer.why.discharges", pieces),
            },
        }
    }
}

/// All captures, in one sentence.
fn captures(roles: &[Role]) -> Sentence {
    if let &[role] = roles {
        // As in any game.
        return Reason::Captures(role).clause(GameId::Magnetic, Color::White);
    }
    let mut kinds: Vec<(Role, usize)> = Vec::new();
    for &role in roles {
        match kinds.iter_mut().find(|(kind, _)| *kind == role) {
            Some((_, count)) => *count += 1,
            None => kinds.push((role, 1)),
        }
    }
    let pieces = kinds.into_iter().map(|(role, count)| Value::Pieces(role, count)).collect();
    Sentence::new("computer.why.captures-all").with("pieces", Value::List(pieces))
}

/// The effects of a turn from its reasons, the strongest first; `None` if there is nothing to say.
pub(crate) fn clauses(reasons: &[Reason], game: GameId, color: Color) -> Option<Value> {
    let rest: Vec<Reason> =
        reasons.iter().copied().filter(|&reason| reason != Reason::Only).collect();
    let enough = rest.iter().find(|reason| reason.is_enough()).map(|&reason| vec![reason]);
    let chosen = enough.unwrap_or(rest);
    let captured: Vec<Role> = chosen
        .iter()
        .filter_map(|reason| match *reason {
            Reason::Captures(role) => Some(role),
            _ => None,
        })
        .collect();
    let mut clauses: Vec<Value> = Vec::new();
    let mut are_captures_told = false;
    for reason in chosen {
        let clause = match reason {
            Reason::Captures(_) if are_captures_told => continue,
            Reason::Captures(_) => {
                are_captures_told = true;
                captures(&captured)
            }
            reason => reason.clause(game, color),
        };
        clauses.push(Value::Sentence(Box::new(clause)));
    }
    clauses.truncate(MOST);
    (!clauses.is_empty()).then_some(Value::List(clauses))
}
