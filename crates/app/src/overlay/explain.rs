//! What a game's own rules do on the board, or would do, in whole sentences.

use rules::any::AnyPosition;
use rules::{Bits, Phase, Piece, Role, Square};
use scene::{Power, Sign};
use table::{Pick, Sentence, Table, Value};

use super::{Switches, signs};

/// What the piece looked at is called and how it moves; or the piece chosen, unless it is placed.
pub(crate) fn named(table: &Table, switches: Switches) -> Option<Sentence> {
    let chosen = match table.pick() {
        Some(Pick::Piece(at)) if table.position().phase() == Phase::Movement => Some(at),
        _ => None,
    };
    let at = table.inspected().or(chosen)?;
    let piece = table.position().piece_at(at)?;
    // The men around a man say how it moves.
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

/// The subject of an explanation, and what the board shows of it.
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
    fn squares(&self, squares: Vec<Square>) -> Value {
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
    let sentence = Sentence::new("overlay.piece").with("piece", piece);
    Value::Sentence(Box::new(sentence.with("square", Value::Square(square))))
}

/// Magnetic Chess: who is displaced where, and who could capture the king then.
fn magnetic(view: &View<'_>) -> Vec<Sentence> {
    // Before a step is pointed at, the warning belongs to what is asked for.
    let Some(square) = view.aim.filter(|_| view.is_ahead) else { return Vec::new() };
    let part = |key, piece, from, to| {
        let sentence = Sentence::new(key).with("piece", Value::Piece(piece));
        let sentence = sentence.with("from", Value::Square(from)).with("to", Value::Square(to));
        Value::Sentence(Box::new(sentence))
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
    let sentence = Sentence::new("overlay.at").with("square", Value::Square(square));
    vec![sentence.with("text", Value::List(parts))]
}

/// The piece that moves as a power lets it.
fn role_of(power: Power) -> Value {
    Value::Role(match power {
        Power::Rook => Role::Rook,
        Power::Bishop => Role::Bishop,
        Power::Knight => Role::Knight,
    })
}

/// Chessence: which men give a man its powers, and which would lose some without it.
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
    let mut sentences = Vec::new();
    if !by.is_empty() {
        let key = if is_ahead { "overlay.chessence.would" } else { "overlay.chessence.moves" };
        sentences.push(about(key).with("by", Value::List(by)));
    } else if is_ahead {
        sentences.push(about("overlay.chessence.powerless"));
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
        sentences.push(loses.with("losers", Value::List(losers)));
    }
    sentences
}

/// Chess with Batteries: which pieces are charged by which, what a charge would add, and which are
/// jumped.
fn batteries(view: &View<'_>) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let (mut charges, mut lost) = (Vec::new(), Vec::new());
    let mut ways = [Vec::new(), Vec::new()];
    for sign in view.signs {
        match *sign {
            Sign::Overtakes { over, piece, to, .. } if view.aim.is_none_or(|aim| aim == to) => {
                let jumps = Sentence::new("overlay.batteries.overtakes");
                let jumps = jumps.with("piece", Value::Piece(piece));
                let jumps = jumps.with("square", Value::Square(over));
                sentences.push(jumps.with("to", Value::Square(to)));
            }
            Sign::Charges { battery, to, role } => charges.push((battery, to, role)),
            Sign::Uncharged { at } => lost.push(at),
            Sign::IfCharged { to, captures } => ways[usize::from(captures)].push(to),
            _ => {}
        }
    }
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
        sentences.push(match view.aim {
            Some(aim) => charging.with("square", Value::Square(aim)),
            None => charging,
        });
    } else if !charges.is_empty() {
        let key = if view.is_ahead {
            "overlay.batteries.would-be-charged"
        } else {
            "overlay.batteries.charged-by"
        };
        let by = charges.iter().map(|&(battery, ..)| battery).collect();
        sentences.push(Sentence::new(key).with("squares", view.squares(by)));
    }
    if !lost.is_empty() {
        let loses = Sentence::new("overlay.batteries.uncharged");
        sentences.push(loses.with("squares", view.squares(lost)));
    }
    if view.is_ahead || view.chosen.is_none() || subject != view.chosen {
        return sentences;
    }
    let keys = ["overlay.batteries.if-charged", "overlay.batteries.if-charged-captures"];
    for (key, ways) in keys.into_iter().zip(ways) {
        if !ways.is_empty() {
            sentences.push(Sentence::new(key).with("squares", view.squares(ways)));
        }
    }
    sentences
}

#[cfg(test)]
mod tests {
    use rules::{AnyPosition, Color, GameId};
    use table::{Event, Moment, Setup};

    use super::*;

    /// A sentence by its key, with what it names.
    fn brief(game: GameId, sentence: &Sentence) -> String {
        let values: Vec<String> =
            sentence.values.iter().map(|(name, value)| named(game, name, value)).collect();
        let key = sentence.key.strip_prefix("overlay.").unwrap_or(sentence.key);
        format!("{key}({})", values.join(" "))
    }

    fn named(game: GameId, name: &str, value: &Value) -> String {
        let side = |color| if color == Color::White { "white" } else { "black" };
        let text = match value {
            Value::Square(square) => game.spec().shape.name(*square).to_string(),
            Value::Piece(piece) => format!("{} {}", side(piece.color), piece.role.id()),
            Value::Role(role) => role.id().to_owned(),
            Value::List(list) => {
                let list: Vec<String> = list.iter().map(|one| named(game, "", one)).collect();
                format!("[{}]", list.join(" "))
            }
            Value::Sentence(sentence) => brief(game, sentence),
            Value::Key(key) => (*key).to_owned(),
            other => format!("{other:?}"),
        };
        if name.is_empty() { text } else { format!("{name}={text}") }
    }

    fn laid_out(game: GameId, fen: &str, chosen: &str) -> Table {
        let start = AnyPosition::from_fen(game, fen).unwrap();
        let (mut table, _) = Table::new(Setup::here(start, ""));
        if let Some(square) = game.spec().shape.parse(chosen) {
            table.handle(Moment { now: 0, random: 1 }, Event::Tap(square));
            assert_eq!(table.pick(), Some(Pick::Piece(square)), "{chosen} cannot be chosen");
        }
        table
    }

    fn explained(game: GameId, fen: &str, chosen: &str, aim: &str) -> Vec<String> {
        let table = laid_out(game, fen, chosen);
        let explained = explain(&table, game.spec().shape.parse(aim), Switches::ON);
        explained.iter().map(|sentence| brief(game, sentence)).collect()
    }

    const AGENT: &str = "5p4/10/10/10/4ss4/4A5/4B5/5B4/10/1D3P4 w - - 0 1";

    #[test]
    fn batteries_are_explained() {
        let of = |chosen, aim| explained(GameId::Batteries, AGENT, chosen, aim);
        let jumps = [
            "batteries.overtakes(piece=black soldier square=e6 to=e7)",
            "batteries.overtakes(piece=black soldier square=f6 to=g7)",
        ];
        let by = "batteries.charged-by(squares=[e4])";
        assert_eq!(of("e5", ""), [jumps[0], jumps[1], by]);
        // Who aims at one of the landings hears of that jump alone.
        let lost = |square| format!("batteries.uncharged(squares=[{square}])");
        assert_eq!(of("e5", "e7"), [jumps[0].to_owned(), lost("e7")]);
        assert_eq!(of("e5", "g7"), [jumps[1].to_owned(), lost("g7")]);
        assert_eq!(of("e5", "e4"), [jumps[0], jumps[1], by], "it cannot go there");
    }

    #[test]
    fn what_charges_a_piece_is_named_file_by_file() {
        let fen = "5p4/10/10/10/10/3B6/4A5/4B5/10/5P4 w - - 0 1";
        let by = "batteries.charged-by(squares=[d5 e3])";
        assert_eq!(explained(GameId::Batteries, fen, "e4", ""), [by]);
        assert_eq!(explained(GameId::Batteries, fen, "", "e4"), [by]);
        let would = "batteries.would-be-charged(squares=[d5])";
        assert_eq!(explained(GameId::Batteries, fen, "e4", "c4"), [would]);
        let of = |chosen, aim| explained(GameId::Batteries, fen, chosen, aim);
        assert_eq!(of("e3", ""), ["batteries.charges(pieces=[piece(piece=agent square=e4)])"]);
        let aimed = "batteries.charges(pieces=[piece(piece=agent square=e4)] square=d5)";
        assert_eq!(of("", "d5"), [aimed]);
        let nobody = "batteries.charges-nobody(pieces=[] square=a7)";
        assert_eq!(of("e3", "a7"), [nobody]);
        let there = "batteries.would-charge(pieces=[piece(piece=agent square=e4)] square=f4)";
        assert_eq!(of("e3", "f4"), [there]);
    }

    #[test]
    fn who_would_lose_a_charge_is_told_with_the_step_that_takes_it() {
        let fen = "5p4/10/10/10/10/3A6/4B5/3A6/10/5P4 w - - 0 1";
        let of = |aim| explained(GameId::Batteries, fen, "e4", aim);
        let lost = |squares| format!("batteries.uncharged(squares=[{squares}])");
        let nobody = "batteries.charges-nobody(pieces=[] square=a8)";
        assert_eq!(of("a8"), [nobody.to_owned(), lost("d3 d5")]);
        let one = "batteries.would-charge(pieces=[piece(piece=agent square=d5)] square=e6)";
        assert_eq!(of("e6"), [one.to_owned(), lost("d3")]);
        assert_eq!(of("c4").len(), 1, "both stay charged");
        let goes = explained(GameId::Batteries, fen, "d5", "c6");
        assert_eq!(goes, [lost("c6")], "the piece that goes itself");
    }

    #[test]
    fn what_a_piece_would_gain_by_a_charge_is_told_while_it_is_chosen() {
        let fen = "5p4/10/10/5s4/10/10/10/10/D9/5P4 w - - 0 1";
        let of = |aim| explained(GameId::Batteries, fen, "a2", aim);
        assert_eq!(of(""), ["batteries.if-charged-captures(squares=[f7])"]);
        assert_eq!(of("b3"), Vec::<String>::new());
    }

    #[test]
    fn powers_given_and_lost_are_told() {
        let fen = "km4/mmm2*/1mm1*1/2*3/1*2*1/3*2/1*1MM1/*2MMM/4MK[MMMmmm] w - - 0 1";
        let of = |chosen, aim| explained(GameId::Chessence, fen, chosen, aim);
        let by = |power, squares| format!("chessence.by(power={power} squares=[{squares}])");
        let all = [by("rook", "d2 e3"), by("bishop", "e2"), by("knight", "e1 f2")].join(" ");
        let losers = "chessence.loses(losers=[chessence.loser(square=e2 powers=[bishop]) \
                      chessence.loser(square=e1 powers=[knight]) \
                      chessence.loser(square=f2 powers=[knight])])";
        assert_eq!(of("d3", ""), [format!("chessence.moves(square=d3 by=[{all}])"), losers.into()]);
        assert_eq!(of("", "d3"), [format!("chessence.moves(square=d3 by=[{all}])")]);
        let there = [by("bishop", "d2"), by("knight", "e2")].join(" ");
        let would = format!("chessence.would(square=c3 by=[{there}])");
        assert_eq!(of("d3", "c3"), [would, losers.into()]);
    }

    #[test]
    fn what_an_impulse_would_displace_is_told() {
        let fen = "3b3k/8/3K4/q1R2rP1/3Q4/8/3b4/8 w - - 0 1";
        let of = |aim| explained(GameId::Magnetic, fen, "d4", aim);
        let parts = [
            "magnetic.pulls(piece=black bishop from=d2 to=d4)",
            "magnetic.pushes(piece=white rook from=c5 to=b5)",
            "magnetic.pulls(piece=black rook from=f5 to=e5)",
        ];
        let text = parts.join(" ");
        assert_eq!(of("d5"), [format!("at(square=d5 text=[{text}])")]);
        assert_eq!(of(""), Vec::<String>::new());
        assert_eq!(of("a2"), Vec::<String>::new());
        let promotes = explained(GameId::Magnetic, "k7/5P2/8/8/8/8/8/4K2R w K - 0 1", "h1", "f1");
        let promoted = "magnetic.promotes(piece=white pawn from=f7 to=f8)";
        assert_eq!(promotes, [format!("at(square=f1 text=[{promoted}])")]);
    }

    #[test]
    fn who_is_warned_is_told_by_whom() {
        let fen = "4k3/8/8/8/4q3/8/3P4/4K3 w - - 0 1";
        let warned = |chosen, switches| {
            warning(&laid_out(GameId::Magnetic, fen, chosen), switches)
                .map(|sentence| brief(GameId::Magnetic, &sentence))
        };
        let by = "magnetic.warning(mover=turn.to-move(color=Color(White)) \
                  pieces=[piece(piece=black queen square=e4)] king=e1)";
        assert_eq!(warned("", Switches::ON).as_deref(), Some(by));
        assert_eq!(warned("d2", Switches::ON), None);
        assert_eq!(warned("", Switches { warnings: false, ..Switches::ON }), None);
    }

    #[test]
    fn squares_are_named_once_and_file_by_file() {
        let position = AnyPosition::initial(GameId::Orthodox);
        let view =
            View { position: &position, signs: &[], chosen: None, aim: None, is_ahead: false };
        let shape = position.spec().shape;
        let squares = |names: &[&str]| {
            names.iter().map(|name| shape.parse(name).unwrap()).collect::<Vec<Square>>()
        };
        let list = view.squares(squares(&["c2", "a5", "c2", "b1", "a3", "a5", "c2", "b1"]));
        assert_eq!(named(GameId::Orthodox, "", &list), "[a3 a5 b1 c2]");
    }

    #[test]
    fn what_a_man_could_do_where_it_captures_is_told_as_what_would_be() {
        let fen = "km4/mmm2*/1mm1*1/2*3/1*2*1/3*2/1*mMM1/*2MMM/4MK[MMMmm] w - - 0 1";
        let told = explained(GameId::Chessence, fen, "d3", "c3");
        assert!(told[0].starts_with("chessence.would(square=c3 by=["), "{told:?}");
    }

    #[test]
    fn who_captures_a_battery_is_told_nothing_of_whom_that_charges() {
        let fen = "5p4/10/10/10/10/10/10/10/4b5/5P4 w - - 0 1";
        assert_eq!(explained(GameId::Batteries, fen, "f1", "e2"), Vec::<String>::new());
        assert_eq!(
            explained(GameId::Batteries, fen, "", "e2"),
            ["batteries.charges-nobody(pieces=[] square=e2)"]
        );
    }
}
