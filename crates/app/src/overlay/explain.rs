//! What a game's own rules do on the board, or would do, in whole sentences.

use rules::any::AnyPosition;
use rules::{Bits, Phase, Piece, Role, Square};
use scene::{Power, Sign};
use table::{Pick, Sentence, Table, Value};

use super::{Switches, signs};

/// What the piece looked at is called and how it moves; or the piece chosen, unless it is placed, or the
/// rules have more to say about it.
pub(crate) fn named(table: &Table, switches: Switches) -> Option<Sentence> {
    let chosen = match table.pick() {
        Some(Pick::Piece(at)) if table.position().phase() == Phase::Movement => Some(at),
        _ => None,
    };
    let chosen = chosen.filter(|_| explain(table, None, switches).is_empty());
    let at = table.inspected().or(chosen)?;
    let piece = table.position().piece_at(at)?;
    // How a man moves is told by those around it.
    if piece.role == Role::Man && !explain(table, Some(at), switches).is_empty() {
        return Some(Sentence::new("how.named").with("piece", Value::Piece(piece)));
    }
    table.about(at)
}

/// What there is to be said about a square pointed at or, without one, about the piece chosen.
pub(crate) fn explain(table: &Table, square: Option<Square>, switches: Switches) -> Vec<Sentence> {
    let position = table.position();
    // What is hatched under a piece of this turn is said by what is asked for.
    if let Some(square) = square
        && table.forbidden().contains(&square)
        && !position.moved().has(square)
    {
        let forbidden = Sentence::new("overlay.contramatic.forbidden");
        return vec![forbidden.with("square", Value::Square(square))];
    }
    let chosen = match table.pick() {
        Some(Pick::Piece(at) | Pick::Empty(at) | Pick::Promotion(at, _)) => Some(at),
        Some(Pick::Reserve(_)) | None => None,
    };
    // Where the piece chosen cannot go, there is still something to say about the piece.
    let ahead = square.filter(|&aim| table.targets().iter().any(|&(to, _)| to == aim));
    let aim = square.filter(|_| ahead.is_some() || chosen.is_none());
    let teller = match position {
        AnyPosition::Magnetic(_) => magnetic,
        AnyPosition::Chessence(_) => chessence,
        AnyPosition::Batteries(_) => batteries,
        _ => return Vec::new(),
    };
    let signs = signs(table, aim, switches);
    teller(&View { position: &position, signs: &signs, chosen, aim, is_ahead: ahead.is_some() })
}

/// That the king of the side to move could be captured.
pub(crate) fn warning(table: &Table, switches: Switches) -> Option<Sentence> {
    let signs = signs(table, None, switches);
    let pieces: Vec<(Square, Value)> = signs
        .iter()
        .filter_map(|sign| match *sign {
            Sign::Exposed { king, piece, by } => Some((king, on(Value::Piece(piece), by))),
            _ => None,
        })
        .collect();
    let &(king, _) = pieces.first()?;
    if table.pick().is_some_and(|pick| !matches!(pick, Pick::Reserve(_))) {
        return None;
    }
    let warning = Sentence::new("overlay.magnetic.warning")
        .with("mover", Value::Sentence(Box::new(table.mover(table.position().turn()))))
        .with("pieces", Value::List(pieces.into_iter().map(|(_, piece)| piece).collect()))
        .with("king", Value::Square(king));
    Some(warning)
}

/// What is told of, and what the board shows of it.
struct View<'a> {
    position: &'a AnyPosition,
    signs: &'a [Sign],
    chosen: Option<Square>,
    aim: Option<Square>,
    /// Whether the piece chosen can go where the player points.
    is_ahead: bool,
}

impl View<'_> {
    /// Squares as a list in words: each once, file by file.
    fn squares(&self, squares: impl IntoIterator<Item = Square>) -> Value {
        let shape = self.position.spec().shape;
        let order = |square| (shape.file(square), shape.rank(square));
        // They are few, and a general sort would be one of the largest functions of the module.
        let mut all: Vec<Square> = Vec::new();
        for square in squares {
            let at = all.iter().take_while(|&&other| order(other) < order(square)).count();
            if all.get(at) != Some(&square) {
                all.insert(at, square);
            }
        }
        Value::List(all.into_iter().map(Value::Square).collect())
    }
}

/// "black queen on a5"
fn on(piece: Value, square: Square) -> Value {
    let told = Sentence::new("overlay.piece").with("piece", piece);
    Value::Sentence(Box::new(told.with("square", Value::Square(square))))
}

/// Magnetic Chess: who is displaced where, and who could capture the king then.
fn magnetic(view: &View<'_>) -> Vec<Sentence> {
    // Before a step is pointed at, the warning belongs to what is asked for.
    let Some(square) = view.aim.filter(|_| view.is_ahead) else { return Vec::new() };
    let part = |key, piece, from, to| {
        let told = Sentence::new(key).with("piece", Value::Piece(piece));
        let told = told.with("from", Value::Square(from)).with("to", Value::Square(to));
        Value::Sentence(Box::new(told))
    };
    let parts = view.signs.iter().filter_map(|sign| match *sign {
        Sign::Displaced { piece, from, to, pulled, promotes, .. } => Some(part(
            match (pulled, promotes) {
                (true, _) => "overlay.magnetic.pulls",
                (false, false) => "overlay.magnetic.pushes",
                (false, true) => "overlay.magnetic.promotes",
            },
            piece,
            from,
            to,
        )),
        Sign::Exposed { king, piece, by } => {
            Some(part("overlay.magnetic.exposed", piece, by, king))
        }
        _ => None,
    });
    let mut parts: Vec<Value> = parts.collect();
    if parts.is_empty() {
        parts.push(Value::Key("overlay.magnetic.nobody"));
    }
    let told = Sentence::new("overlay.at").with("square", Value::Square(square));
    vec![told.with("text", Value::List(parts))]
}

/// The piece that moves as a power lets it.
fn role_of(power: Power) -> Value {
    Value::Role(match power {
        Power::Rook => Role::Rook,
        Power::Bishop => Role::Bishop,
        Power::Knight => Role::Knight,
    })
}

/// Chessence: from whom a man has its powers, and who would lose some without it.
fn chessence(view: &View<'_>) -> Vec<Sentence> {
    let Some(subject) = view.aim.or(view.chosen) else { return Vec::new() };
    let about = |key| Sentence::new(key).with("square", Value::Square(subject));
    let by = Power::ALL.into_iter().filter_map(|asked| {
        let givers: Vec<Square> = view
            .signs
            .iter()
            .filter_map(|sign| match *sign {
                Sign::Gives { from, power, .. } if power == asked => Some(from),
                _ => None,
            })
            .collect();
        let by = Sentence::new("overlay.chessence.by").with("power", role_of(asked));
        let by = (!givers.is_empty()).then(|| by.with("squares", view.squares(givers)))?;
        Some(Value::Sentence(Box::new(by)))
    });
    let by: Vec<Value> = by.collect();
    let is_ahead =
        view.is_ahead || view.signs.iter().any(|sign| matches!(sign, Sign::Stands { .. }));
    let mut told = Vec::new();
    if !by.is_empty() {
        let key = if is_ahead { "overlay.chessence.would" } else { "overlay.chessence.moves" };
        told.push(about(key).with("by", Value::List(by)));
    } else if is_ahead {
        told.push(about("overlay.chessence.powerless"));
    }
    let lost = |sign: &Sign| match *sign {
        Sign::Loses { at, power } => Some((at, power)),
        _ => None,
    };
    let mut losers: Vec<(Square, Vec<Value>)> = Vec::new();
    for (at, power) in view.signs.iter().filter_map(lost) {
        match losers.iter_mut().find(|(loser, _)| *loser == at) {
            Some((_, powers)) => powers.push(role_of(power)),
            None => losers.push((at, vec![role_of(power)])),
        }
    }
    let losers = losers.into_iter().map(|(at, powers)| {
        let loser = Sentence::new("overlay.chessence.loser").with("square", Value::Square(at));
        Value::Sentence(Box::new(loser.with("powers", Value::List(powers))))
    });
    let losers: Vec<Value> = losers.collect();
    if !losers.is_empty() {
        let loses = Sentence::new("overlay.chessence.loses");
        told.push(loses.with("losers", Value::List(losers)));
    }
    told
}

/// Chess with Batteries: who charges whom, what a charge would add, and who is jumped.
fn batteries(view: &View<'_>) -> Vec<Sentence> {
    let jumped = view.signs.iter().filter_map(|sign| match *sign {
        Sign::Overtakes { over, piece, to, .. } if view.aim.is_none_or(|aim| aim == to) => Some(
            Sentence::new("overlay.batteries.overtakes")
                .with("piece", Value::Piece(piece))
                .with("square", Value::Square(over))
                .with("to", Value::Square(to)),
        ),
        _ => None,
    });
    let mut told: Vec<Sentence> = jumped.collect();
    let charges: Vec<(Square, Square, Role)> = view
        .signs
        .iter()
        .filter_map(|sign| match *sign {
            Sign::Charges { battery, to, role } => Some((battery, to, role)),
            _ => None,
        })
        .collect();
    let at = |square: Square| view.position.piece_at(square);
    let subject = view.aim.filter(|&aim| !view.is_ahead && at(aim).is_some()).or(view.chosen);
    let is_battery = |piece: Piece| piece.role == Role::Battery;
    if subject.and_then(at).is_some_and(is_battery) {
        let pieces = charges.iter().map(|&(_, to, role)| on(Value::Role(role), to));
        let pieces: Vec<Value> = pieces.collect();
        let key = match (pieces.is_empty(), view.is_ahead) {
            (true, _) => "overlay.batteries.charges-nobody",
            (false, true) => "overlay.batteries.would-charge",
            (false, false) => "overlay.batteries.charges",
        };
        let charging = Sentence::new(key).with("pieces", Value::List(pieces));
        told.push(match view.aim {
            Some(aim) => charging.with("square", Value::Square(aim)),
            None => charging,
        });
    } else if !charges.is_empty() {
        let key = if view.is_ahead {
            "overlay.batteries.would-be-charged"
        } else {
            "overlay.batteries.charged-by"
        };
        let squares = view.squares(charges.iter().map(|&(battery, ..)| battery));
        told.push(Sentence::new(key).with("squares", squares));
    }
    if view.is_ahead || view.chosen.is_none() || subject != view.chosen {
        return told;
    }
    let kinds =
        [(false, "overlay.batteries.if-charged"), (true, "overlay.batteries.if-charged-captures")];
    for (taking, key) in kinds {
        let ways = view.signs.iter().filter_map(|sign| match *sign {
            Sign::IfCharged { to, captures } if captures == taking => Some(to),
            _ => None,
        });
        let ways: Vec<Square> = ways.collect();
        if !ways.is_empty() {
            told.push(Sentence::new(key).with("squares", view.squares(ways)));
        }
    }
    told
}
