//! Claims about a position that the rules can check: what the captions of the rules' pages and the
//! sentences of the lessons say, written as attributes.
//!
//! A claim is `key="value"`; a value is a list separated by spaces. Squares are written `e4`, steps in
//! step notation, several steps in a row joined by commas (a *turn*).
//!
//! | key | what it claims |
//! | --- | --- |
//! | `may`, `may-not` | these turns are legal from here; they are not |
//! | `refused` | `TURN:REASON`: the last step of the turn is refused for that reason |
//! | `check` | `yes` or `no`: [`AnyPosition::check`] |
//! | `ends` | `checkmate white`, `stalemate nobody`, `no` |
//! | `steps` | how many legal steps there are |
//! | `reaches` | `e5:f7,g4`: the piece goes to these squares and to no others; `e4:-`: nowhere |
//! | `attacks`, `attacks-not` | `e5-d4`: the piece on e5 could capture an enemy piece on d4 |
//! | `attacked`, `safe` | the enemy could capture the piece that stands there, or could not |
//! | `charged`, `uncharged` | the pieces on these squares are, or are not, charged |
//! | `all-charged` | these are charged and nothing else is; or `nobody` |
//! | `powers` | `d3:rbn`: a piece of Chessence moves as rook, bishop, knight; `c1:-`: not at all |
//! | `stands` | `e5:N`, `e5:-`: what stands there, by its FEN letter |
//! | `left` | at least one piece of these FEN letters is on the board |
//! | `displaced` | the slides of the last turn that an impulse made, `a5d5`, and no others; or `nobody` |
//! | `captured` | where the last turn captured, and nowhere else; or `nobody` |

use std::collections::BTreeSet;

use rules::{AnyPosition, Color, Effect, Square, Step, Why};

/// The keys of all claims.
pub const KEYS: [&str; 19] = [
    "may",
    "may-not",
    "refused",
    "check",
    "ends",
    "steps",
    "reaches",
    "attacks",
    "attacks-not",
    "attacked",
    "safe",
    "charged",
    "uncharged",
    "all-charged",
    "powers",
    "stands",
    "left",
    "displaced",
    "captured",
];

/// Reads `key="value"` pairs.
///
/// # Errors
/// If the text is anything else.
pub fn attributes(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (key, after) =
            rest.split_once("=\"").ok_or_else(|| format!("`{rest}` is no attribute"))?;
        let (value, after) =
            after.split_once('"').ok_or_else(|| format!("{key} has no closing quote"))?;
        found.push((key, value));
        rest = after.trim_start();
    }
    Ok(found)
}

/// What each step of the last turn did, in order.
pub type LastTurn = Vec<Vec<Effect>>;

/// Plays steps joined by commas, and reports what each step of the last turn did.
///
/// # Errors
/// If one of them is not legal: which, and the reason of the refusal.
pub fn play(position: &mut AnyPosition, steps: &str) -> Result<LastTurn, String> {
    let mut last_turn = Vec::new();
    let mut turn = position.turn();
    for text in steps.split(',').filter(|text| !text.is_empty()) {
        let step = Step::parse(text, position.spec()).map_err(|e| format!("{text}: {e}"))?;
        if !position.list().contains(&step) {
            let reason = position.why_not(step).map_or("no reason", |refusal| refusal.reason);
            return Err(format!("{text} is not legal in {} ({reason})", position.fen()));
        }
        if position.turn() != turn {
            turn = position.turn();
            last_turn.clear();
        }
        last_turn.push(position.play(step));
    }
    Ok(last_turn)
}

/// Holds a position, and the turn that led to it, against a claim.
///
/// # Errors
/// If it is not so, cannot be read, or no claim has this key.
pub fn verify(
    position: &AnyPosition,
    last_turn: &[Vec<Effect>],
    key: &str,
    value: &str,
) -> Result<(), String> {
    let fen = position.fen();
    let untrue = |what: String| Err(format!("{key}={value} is not so in {fen}: {what}"));
    let words = || value.split_whitespace();
    match key {
        "may" => words().try_for_each(|turn| play(&mut position.clone(), turn).map(drop)),
        "may-not" => words().try_for_each(|turn| match play(&mut position.clone(), turn) {
            Ok(_) => Err(format!("{turn} is legal in {fen}")),
            // A hole is no square. What else is no step is the writer's mistake.
            Err(why) if why.contains("is not legal") || why.contains("square of this board") => {
                Ok(())
            }
            Err(why) => Err(why),
        }),
        "refused" => words().try_for_each(|word| {
            let (turn, reason) = pair(word, ':')?;
            match play(&mut position.clone(), turn) {
                Err(why) if why.ends_with(&format!("({reason})")) => Ok(()),
                Err(why) => untrue(why),
                Ok(_) => untrue(format!("{turn} is legal")),
            }
        }),
        "check" => {
            let is = if position.check() == Some(true) { "yes" } else { "no" };
            if is == value { Ok(()) } else { untrue(is.to_owned()) }
        }
        "ends" => {
            let is = ending(position);
            if is == value { Ok(()) } else { untrue(is) }
        }
        "steps" => {
            let is = position.count().to_string();
            if is == value { Ok(()) } else { untrue(is) }
        }
        "reaches" => words().try_for_each(|word| {
            let (from, to) = pair(word, ':')?;
            let from = square(position, from)?;
            let wanted = (to.split(','))
                .filter(|&name| name != "-")
                .map(|name| square(position, name))
                .collect::<Result<BTreeSet<Square>, String>>()?;
            let is: BTreeSet<Square> = (position.list().into_iter())
                .filter_map(|step| match step {
                    Step::Move { from: start, to, .. } if start == from => Some(to),
                    _ => None,
                })
                .collect();
            if is == wanted { Ok(()) } else { untrue(names(position, is)) }
        }),
        "attacks" | "attacks-not" => words().try_for_each(|word| {
            let (from, to) = pair(word, '-')?;
            let (from, to) = (square(position, from)?, square(position, to)?);
            let piece = (position.piece_at(from)).ok_or_else(|| format!("{word}: no piece"))?;
            let attacks = has(position.attackers(to, piece.color), from);
            if attacks == (key == "attacks") { Ok(()) } else { untrue(word.to_owned()) }
        }),
        "attacked" | "safe" => words().try_for_each(|word| {
            let at = square(position, word)?;
            let piece = position.piece_at(at).ok_or_else(|| format!("{word}: no piece"))?;
            let attacked = position.attackers(at, !piece.color) != 0;
            if attacked == (key == "attacked") { Ok(()) } else { untrue(word.to_owned()) }
        }),
        "all-charged" => {
            let shape = position.spec().shape;
            let charged = shape.all().filter(|&at| has(position.charged(), at));
            listed(value, charged.map(|at| shape.name(at).to_string()).collect()).or_else(untrue)
        }
        "charged" | "uncharged" => words().try_for_each(|word| {
            let at = square(position, word)?;
            // An empty square has no charge; who says “the Agent on e5 is uncharged” says `stands`, too.
            let is = has(position.charged(), at);
            if is == (key == "charged") { Ok(()) } else { untrue(word.to_owned()) }
        }),
        "powers" => words().try_for_each(|word| {
            let (at, wanted) = pair(word, ':')?;
            let powers = position.powers(square(position, at)?);
            let is: String = [(1, 'r'), (2, 'b'), (4, 'n')]
                .into_iter()
                .filter_map(|(bit, letter)| (powers & bit != 0).then_some(letter))
                .collect();
            if is == wanted.trim_matches('-') { Ok(()) } else { untrue(format!("{at}:{is}")) }
        }),
        "stands" => words().try_for_each(|word| {
            let (at, wanted) = pair(word, ':')?;
            let piece = position.piece_at(square(position, at)?);
            let is = piece.map_or('-', |piece| position.spec().piece_letter(piece));
            if is.to_string() == wanted { Ok(()) } else { untrue(format!("{at}:{is}")) }
        }),
        "left" => {
            let squares = position.spec().shape.all();
            let stands = squares.filter_map(|at| position.piece_at(at));
            let mut letters = stands.map(|piece| position.spec().piece_letter(piece).to_string());
            let is = letters.any(|letter| words().any(|word| word == letter));
            if is { Ok(()) } else { untrue("none".to_owned()) }
        }
        "displaced" => {
            let name = |square| position.spec().shape.name(square).to_string();
            let is = last_turn.iter().flatten().filter_map(|effect| match *effect {
                Effect::Slide { from, to, why: Why::Attracted | Why::Repelled, .. } => {
                    Some(format!("{}{}", name(from), name(to)))
                }
                _ => None,
            });
            listed(value, is.collect()).or_else(untrue)
        }
        "captured" => {
            let is = last_turn.iter().flatten().filter_map(|effect| match *effect {
                Effect::Vanish { at, .. } => Some(position.spec().shape.name(at).to_string()),
                _ => None,
            });
            listed(value, is.collect()).or_else(untrue)
        }
        _ => Err(format!("no claim has the key {key}")),
    }
}

/// How the game has ended: `checkmate white`, `stalemate nobody`, `no`.
fn ending(position: &AnyPosition) -> String {
    position.outcome().map_or("no".to_owned(), |outcome| {
        let winner = match outcome.winner {
            Some(Color::White) => "white",
            Some(Color::Black) => "black",
            None => "nobody",
        };
        format!("{} {winner}", outcome.ending.id())
    })
}

fn pair(word: &str, by: char) -> Result<(&str, &str), String> {
    word.split_once(by).ok_or_else(|| format!("{word} has no `{by}`"))
}

fn square(position: &AnyPosition, name: &str) -> Result<Square, String> {
    position.spec().shape.parse(name).ok_or_else(|| format!("{name} is no square"))
}

fn has(set: u128, square: Square) -> bool {
    set >> square.index() & 1 == 1
}

fn names(position: &AnyPosition, squares: impl IntoIterator<Item = Square>) -> String {
    let shape = position.spec().shape;
    squares.into_iter().map(|at| shape.name(at).to_string()).collect::<Vec<_>>().join(",")
}

/// Whether a list of words, or `nobody`, is exactly this one in any order.
fn listed(value: &str, is: BTreeSet<String>) -> Result<(), String> {
    let wanted: BTreeSet<String> =
        value.split_whitespace().filter(|&word| word != "nobody").map(str::to_owned).collect();
    if is == wanted { Ok(()) } else { Err(is.into_iter().collect::<Vec<_>>().join(" ")) }
}

#[cfg(test)]
mod tests {
    use rules::GameId;

    use super::*;

    /// Whether claims about the initial position of a game, after some steps, are so.
    fn is_so(game: GameId, plays: &str, claim: &str) -> Result<(), String> {
        let mut position = AnyPosition::initial(game);
        let last_turn = play(&mut position, plays)?;
        attributes(claim)?
            .into_iter()
            .try_for_each(|(key, value)| verify(&position, &last_turn, key, value))
    }

    #[test]
    fn every_key_knows_what_is_so_from_what_is_not() {
        use GameId::{Batteries, Chessence, Magnetic};
        for (game, plays, so, not) in [
            (Magnetic, "", "may=\"e2e4 g1f3,a7a6\"", "may=\"e2e5\""),
            (Magnetic, "", "may-not=\"e2e5\"", "may-not=\"e2e4\""),
            (Magnetic, "", "refused=\"a1a3:common.blocked\"", "refused=\"a1a3:common.rook\""),
            (Batteries, "", "check=\"no\"", "check=\"yes\""),
            (Magnetic, "", "ends=\"no\"", "ends=\"stalemate nobody\""),
            (Magnetic, "", "steps=\"20\"", "steps=\"21\""),
            (Magnetic, "", "reaches=\"b1:a3,c3 a1:-\"", "reaches=\"b1:a3\""),
            (Magnetic, "", "attacks=\"b1-c3\"", "attacks=\"b1-b3\""),
            (Magnetic, "", "attacks-not=\"e2-e3\"", "attacks-not=\"e2-d3\""),
            (Magnetic, "e2e4,d7d5", "attacked=\"d5\"", "attacked=\"a2\""),
            (Magnetic, "", "safe=\"e1\"", "safe=\"e3\""),
            (Batteries, "", "charged=\"d2 d1\"", "charged=\"f1\""),
            (Batteries, "", "uncharged=\"e2\"", "uncharged=\"d2\""),
            (Magnetic, "", "all-charged=\"nobody\"", "all-charged=\"e2\""),
            (Chessence, "", "powers=\"d3:rbn\"", "powers=\"d3:r\""),
            (Magnetic, "", "stands=\"e1:K e4:- e8:k\"", "stands=\"e1:k\""),
            (Magnetic, "", "left=\"x Q\"", "left=\"x\""),
            (Magnetic, "c2c4,d8a5", "displaced=\"a2a4 c5h5\"", "displaced=\"a2a4\""),
            (Magnetic, "c2c4", "captured=\"nobody\"", "captured=\"c4\""),
        ] {
            assert_eq!(is_so(game, plays, so), Ok(()), "{so}");
            assert!(is_so(game, plays, not).is_err(), "{not}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_no_claim() {
        for text in ["may=e2e4", "may=\"e2e4", "mai=\"e2e4\"", "safe=\"k4\""] {
            assert!(is_so(GameId::Magnetic, "", text).is_err(), "{text}");
        }
    }
}
