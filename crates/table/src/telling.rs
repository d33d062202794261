//! Announcements: what a player has to do, what has happened, and how the game ended.

use record::Verdict;
use record::game::Path;
use rules::{
    Actor, AnyPosition, Bits, Color, Effect, GameId, Phase, Piece, Role, Square, Step, Why,
};

use crate::computer::Doing;
use crate::event::Request;
use crate::hand::Pick;
use crate::sentence::{Sentence, Value};
use crate::table::{Purpose, Table};
use crate::whole::IS_WHOLE;

/// A turn as people read it: a space behind each step, and no comma at the end of one that goes on.
pub fn spaced(san: &str) -> String {
    san.trim_end_matches(',').replace(',', ", ")
}

/// The royal pieces of the side that are attacked.
pub(crate) fn attacked_royals(position: &AnyPosition, color: Color) -> Vec<Square> {
    if position.check().is_none() {
        return Vec::new();
    }
    let is_attacked = |royal: &Square| position.attackers(*royal, !color).any();
    position.royals(color).squares().filter(is_attacked).collect()
}

/// The pieces that a side may still drop in this turn, by kind.
pub fn droppable(position: &AnyPosition) -> Vec<(Role, u32)> {
    let stock =
        if position.has_hand() { position.hand() } else { position.reserve(position.turn()) };
    let kinds = position.spec().roles.iter().map(|&(role, _)| (role, stock.count(role)));
    // The orthodox king of Complete Contramatic Chess has a turn of its own, of one step.
    let is_long = position.most_steps() > 1;
    kinds.filter(|&(role, count)| count > 0 && !(is_long && role == Role::King)).collect()
}

/// How a game ended.
pub fn result(verdict: Verdict) -> Sentence {
    use record::Ending::{Abandonment, Agreement, Repetition, Resignation, Rules, Time};
    use rules::Ending;
    let Some(winner) = verdict.winner else {
        return Sentence::new(match verdict.ending {
            Rules(Ending::Stalemate) => "result.drawn.stalemate",
            Rules(Ending::InsufficientMaterial) => "result.drawn.insufficient",
            Rules(Ending::FiftyMoves) => "result.drawn.fifty",
            Rules(Ending::QuietTurns) => "result.drawn.quiet-turns",
            Repetition => "result.drawn.repetition",
            Agreement => "result.drawn.agreement",
            Time if IS_WHOLE => "result.drawn.time",
            Abandonment if IS_WHOLE => "result.drawn.abandonment",
            _ => "result.drawn.other",
        });
    };
    let key = match verdict.ending {
        Rules(Ending::Checkmate) => "result.won.checkmate",
        Rules(Ending::Stalemate) => "result.won.stalemate",
        Rules(Ending::NoLegalStep) => "result.won.no-legal-step",
        Rules(Ending::RoyalCaptured) => "result.won.royal-captured",
        Resignation => "result.won.resignation",
        Time if IS_WHOLE => "result.won.time",
        Abandonment if IS_WHOLE => "result.won.abandonment",
        _ => "result.won.other",
    };
    Sentence::new(key).with("color", Value::Color(winner)).with("loser", Value::Color(!winner))
}

/// The result of a game in two parts: who won, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// "White wins", or "You won".
    pub title: Sentence,
    /// "by checkmate."
    pub why: Sentence,
}

impl Outcome {
    /// Both in one sentence.
    pub fn says(self) -> Sentence {
        let is_by = ["checkmate", "stalemate", "agreement"];
        let is_by = is_by.iter().any(|ending| self.why.key.ends_with(ending));
        Sentence::new(if is_by { "result.full-by" } else { "result.full" })
            .with("title", Value::Sentence(Box::new(self.title)))
            .with("why", Value::Sentence(Box::new(self.why)))
    }
}

/// Why a game was drawn.
fn why_drawn(verdict: Verdict) -> &'static str {
    use record::Ending::{Abandonment, Agreement, Repetition, Rules, Time};
    use rules::Ending;
    match verdict.ending {
        Rules(Ending::Stalemate) => "result.why.stalemate",
        Rules(Ending::InsufficientMaterial) => "result.why.insufficient",
        Rules(Ending::FiftyMoves) => "result.why.fifty",
        Rules(Ending::QuietTurns) => "result.why.quiet-turns",
        Repetition => "result.why.repetition",
        Agreement => "result.why.agreement",
        Time if IS_WHOLE => "result.why.time-drawn",
        Abandonment if IS_WHOLE => "result.why.abandonment-drawn",
        _ => "result.why.other",
    }
}

/// Why a game was won; `in_check`: the winner's contramatic king is in a check that cannot be
/// lifted.
fn why_won(verdict: Verdict, loser: Color, in_check: bool, own: Option<Color>) -> &'static str {
    use record::Ending::{Abandonment, Resignation, Rules, Time};
    use rules::Ending;
    let is_own = own == Some(loser);
    match verdict.ending {
        Rules(Ending::Checkmate) => "result.why.checkmate",
        Rules(Ending::Stalemate) => "result.why.stalemate",
        Rules(Ending::NoLegalStep) if in_check => match own {
            None => "result.why.in-check",
            Some(own) if own == loser => "result.why.their-check",
            Some(_) => "result.why.own-check",
        },
        Rules(Ending::NoLegalStep) if is_own => "result.why.no-own-step",
        Rules(Ending::NoLegalStep) => "result.why.no-legal-step",
        Rules(Ending::RoyalCaptured) => "result.why.royal-captured",
        Resignation if is_own => "result.why.own-resignation",
        Resignation => "result.why.resignation",
        Time if IS_WHOLE && is_own => "result.why.own-time",
        Time if IS_WHOLE => "result.why.time",
        Abandonment if IS_WHOLE && is_own => "result.why.own-abandonment",
        Abandonment if IS_WHOLE => "result.why.abandonment",
        _ => "result.why.other",
    }
}

impl Table {
    /// The end of a turn; in the placement phase it also says who is next, unless the prompt does that: to a
    /// player of one side it says whose turn it is.
    pub(crate) fn says_of_end(&self, before: &AnyPosition) -> Sentence {
        let turn = before.turn();
        let ended = |key| Sentence::new(key).with("color", Value::Color(turn));
        let is_prompted = self.own().is_some() && !self.is_exercise();
        match before.phase() {
            Phase::Placement if !is_prompted => {
                ended("step.end-placing").with("other", Value::Color(!turn))
            }
            Phase::Placement | Phase::Movement => ended("step.end"),
        }
    }

    /// A step, from the position before it.
    fn says_of_step(&self, before: &AnyPosition, step: Step) -> Sentence {
        match step {
            Step::End => self.says_of_end(before),
            Step::Draw(drawn) => {
                let kinds = before.spec().roles.iter().map(|&(role, _)| (role, drawn.count(role)));
                let kinds = kinds.filter(|&(_, count)| count > 0);
                let pieces =
                    kinds.map(|(role, count)| Value::Pieces(role, count as usize)).collect();
                Sentence::new("step.draw")
                    .with("color", Value::Color(before.turn()))
                    .with("pieces", Value::List(pieces))
            }
            Step::Drop { role, to } => {
                let piece = Piece { color: before.turn(), role };
                Sentence::new("step.drop")
                    .with("piece", Value::Piece(piece))
                    .with("to", Value::Square(to))
            }
            Step::Move { from, to, into } => {
                let Some(piece) = before.piece_at(from) else { return self.says_of_end(before) };
                let taken = before.piece_at(to);
                // The promotion may be that of a pawn which an impulse brings to its last rank.
                let is_own =
                    |effect: &Effect| matches!(effect, Effect::Change { at, .. } if *at == to);
                let mut after = *before;
                let into = into.filter(|_| after.play(step).iter().any(is_own));
                let shape = before.spec().shape;
                let (far, straight) =
                    (shape.file(from).abs_diff(shape.file(to)), shape.file(from) == shape.file(to));
                let castles = piece.role == Role::King
                    && far == 2
                    && !matches!(before.game(), GameId::Chessence | GameId::CompleteContramatic);
                let key = match (taken, into) {
                    (Some(_), None) => "step.capture",
                    (Some(_), Some(_)) => "step.capture-into",
                    (None, Some(_)) => "step.move-into",
                    _ if castles => "step.castle",
                    _ if piece.role == Role::Pawn && !straight => "step.passant",
                    _ => "step.move",
                };
                let mut sentence = Sentence::new(key)
                    .with("piece", Value::Piece(piece))
                    .with("from", Value::Square(from))
                    .with("to", Value::Square(to));
                if let Some(taken) = taken {
                    sentence = sentence.with("taken", Value::Piece(taken));
                }
                if let Some(role) = into {
                    sentence = sentence.with("into", Value::Role(role));
                }
                sentence
            }
        }
    }

    /// A step and its indirect effects: pieces moved or promoted by an impulse, and charges gained or
    /// lost.
    pub(crate) fn says_of_effects(&self, before: &AnyPosition, taken: Step) -> Vec<Sentence> {
        let mut sentences = vec![self.says_of_step(before, taken)];
        let mut after = *before;
        let at = |key, piece, name, square| {
            Sentence::new(key).with("piece", Value::Piece(piece)).with(name, Value::Square(square))
        };
        for effect in after.play(taken) {
            match effect {
                Effect::Slide { piece, from, to, why: why @ (Why::Attracted | Why::Repelled) } => {
                    let key =
                        if why == Why::Attracted { "step.attracted" } else { "step.repelled" };
                    sentences.push(at(key, piece, "from", from).with("to", Value::Square(to)));
                }
                // A captured piece that is not on the target square.
                Effect::Vanish { piece, at: square }
                    if sentences[0].key != "step.passant"
                        && !matches!(taken, Step::Move { to, .. } if to == square) =>
                {
                    sentences.push(at("step.taken", piece, "square", square));
                }
                Effect::Change { at: square, from, into } if !names_promotion(taken, square) => {
                    let told_change = at("step.promoted", from, "square", square);
                    sentences.push(told_change.with("into", Value::Role(into.role)));
                }
                _ => {}
            }
        }
        sentences.extend(charges(before, &after, taken));
        sentences
    }
}

/// Whether the sentence of a step names the promotion.
fn names_promotion(step: Step, at: Square) -> bool {
    matches!(step, Step::Move { to, into: Some(_), .. } if to == at)
}

/// The pieces that a step charges, and those that lose their charge and survive.
fn charges(before: &AnyPosition, after: &AnyPosition, taken: Step) -> Vec<Sentence> {
    let (mut old, new) = (before.charged(), after.charged());
    // The moving piece is the same piece on its new square; a piece captured there is gone.
    if let Step::Move { from, to, .. } = taken {
        let carried = if old.has(from) { u128::of(to) } else { 0 };
        old = old & !u128::of(from) & !u128::of(to) | carried;
    }
    let stands = after.pieces(Color::White) | after.pieces(Color::Black);
    let came = (new & !old, ["step.charged", "step.charged-all"]);
    let went = (old & !new & stands, ["step.discharged", "step.discharged-all"]);
    let sentence_for = |(squares, [one, several]): (u128, [&'static str; 2])| {
        let mut all = squares.squares();
        let first = all.next()?;
        if all.next().is_some() {
            let all = squares.squares().map(Value::Square).collect();
            return Some(Sentence::new(several).with("squares", Value::List(all)));
        }
        let piece = Value::Piece(after.piece_at(first)?);
        Some(Sentence::new(one).with("piece", piece).with("square", Value::Square(first)))
    };
    [came, went].into_iter().filter_map(sentence_for).collect()
}

/// The royal pieces that are attacked after a step and were not before.
fn new_checks(before: &AnyPosition, after: &AnyPosition) -> Vec<Sentence> {
    let both = |position| -> Vec<Square> {
        Color::ALL.into_iter().flat_map(|color| attacked_royals(position, color)).collect()
    };
    let old = both(before);
    let sentence_for = |square: Square| {
        let piece = after.piece_at(square)?;
        let sentence = Sentence::new("step.check").with("piece", Value::Piece(piece));
        Some(sentence.with("square", Value::Square(square)))
    };
    both(after)
        .into_iter()
        .filter(|square| !old.contains(square))
        .filter_map(sentence_for)
        .collect()
}

impl Table {
    /// The player's side, when playing alone: against the computer, or a friend by link.
    pub fn own(&self) -> Option<Color> {
        match (&self.purpose, &self.mail) {
            (Purpose::Play, Some(mail)) => mail.own(),
            (Purpose::Play, None) => self.opponent().map(|opponent| !opponent.color),
            _ => None,
        }
    }

    /// The name of a side: its colour, or who plays it if the player has the other.
    pub(crate) fn called(&self, color: Color) -> Value {
        match self.own() {
            Some(own) if own == color => Value::Key("turn.you"),
            Some(_) if self.opponent().is_some() => Value::Key("turn.computer"),
            Some(own) => self.friend(own),
            None => Value::Color(color),
        }
    }

    /// Whose turn it is: "Your turn", or "White to move".
    pub fn mover(&self, turn: Color) -> Sentence {
        if self.own() == Some(turn) {
            return Sentence::new("turn.yours");
        }
        Sentence::new("turn.to-move").with("color", self.called(turn))
    }

    /// The result of the game for the player, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let verdict = self.game.verdict()?;
        let Some(winner) = verdict.winner else {
            let why = Sentence::new(why_drawn(verdict));
            return Some(Outcome { title: Sentence::new("result.none"), why });
        };
        let own = self.own();
        let title = Sentence::new(match (own, winner) {
            (Some(own), winner) if own == winner => "result.you-won",
            (Some(_), _) => "result.you-lost",
            (None, Color::White) => "result.white",
            (None, Color::Black) => "result.black",
        });
        let last = self.game.live_position();
        let longs = |&at: &Square| {
            last.piece_at(at).is_some_and(|piece| piece.role == Role::ContramaticKing)
        };
        let king = attacked_royals(last, winner).into_iter().find(longs);
        let checkers: Vec<Value> = king
            .map(|king| last.attackers(king, !winner).squares().map(Value::Square).collect())
            .unwrap_or_default();
        let called = self.called(!winner);
        let key = match called {
            Value::Key("turn.computer") if verdict.ending == record::Ending::Resignation => {
                "result.why.computer-resignation"
            }
            _ => why_won(verdict, !winner, king.is_some(), own),
        };
        let loser = match called {
            // The computer's side has a name beside the board.
            Value::Key("turn.computer" | "turn.you") => Value::Color(!winner),
            called => called,
        };
        let why = Sentence::new(key)
            .with("color", Value::Color(winner))
            .with("loser", loser)
            .with("squares", Value::List(checkers));
        Some(Outcome { title, why })
    }

    /// The last turn before the place that is shown, in so few words that they have room beside
    /// who played it: who that was, and what. The more happened, the less is told of each step,
    /// since the board shows all of them.
    pub fn last_turn_says(&self) -> Option<(Color, Sentence)> {
        let turn = self.last_turn()?;
        let mut position = *self.game.before(turn);
        let color = position.turn();
        let mut made = Vec::new();
        let mut placed = 0;
        for &step in self.game.steps(turn) {
            let before = position;
            position.play(step);
            if before.phase() == Phase::Placement {
                placed += usize::from(matches!(step, Step::Drop { .. }));
                continue;
            }
            let (piece, from, to) = match step {
                Step::Drop { role, to } => (Piece { color, role }, None, to),
                Step::Move { from, to, .. } => (before.piece_at(from)?, Some(from), to),
                _ => continue,
            };
            let taken = before.piece_at(to).map(|piece| piece.role);
            made.push((piece, from, to, taken, position.piece_at(to)));
        }
        if placed > 0 {
            let says = match placed {
                1 => Sentence::new("last.placed-one"),
                count => Sentence::new("last.placed").with("count", Value::Count(count)),
            };
            return Some((color, says));
        }
        if made.is_empty() {
            return None;
        }
        let captures = made.iter().filter(|(.., taken, _)| taken.is_some()).count();
        let promotions =
            made.iter().filter(|(piece, .., is)| is.is_some_and(|is| is != *piece)).count();
        // The keys of a move and a capture: from where to where, to where, or the squares alone.
        let (moves, takes) = match (made.len(), captures + 2 * promotions) {
            (1, _) | (2, 0..=1) => ("last.move", "last.capture"),
            (2, 2..=3) | (3, 0..=1) => ("last.to", "last.takes"),
            (3, 2..=3) | (4, 0..=2) | (5, 0..=1) => ("last.at", "last.takes-at"),
            (steps, _) => {
                let sum = Sentence::new("last.many").with("count", Value::Count(steps));
                return Some((color, sum.with("taken", Value::Count(captures))));
            }
        };
        let parts = made.into_iter().map(|(piece, from, to, taken, is)| {
            let key = match (from, taken) {
                (None, _) => "last.drop",
                (_, None) => moves,
                _ => takes,
            };
            let mut sentence = Sentence::new(key).with("piece", Value::Role(piece.role));
            if let Some(from) = from {
                sentence = sentence.with("from", Value::Square(from));
            }
            sentence = sentence.with("to", Value::Square(to));
            if from.is_some() {
                sentence = sentence.with("taken", taken.map_or(Value::Key(""), Value::Role));
            }
            Value::Sentence(Box::new(sentence.promoted(Some(piece), is)))
        });
        Some((color, Sentence::new("last.steps").with("steps", Value::List(parts.collect()))))
    }

    /// The effect of the player's first turn against the computer, and the answer, until the player
    /// goes on: a newcomer learns from it, and is offered what to do next.
    pub(crate) fn first_turn(&self) -> Option<Sentence> {
        let own = self.own().filter(|_| self.mail.is_none() && self.is_live())?;
        let is_said = self.is_begun_here
            && self.note.is_none()
            && self.refusal.is_none()
            && self.pick.is_none();
        let turns: Vec<_> = self.game.main_line().collect();
        let is_first = (1..=2).contains(&turns.len())
            && self.game.before(turns[0]).turn() == own
            // If a turn has more steps, the prompt matters more.
            && self.game.before(turns[0]).phase() == Phase::Movement
            && self.game.live_position().most_steps() == 1
            && turns.iter().all(|&turn| self.game.is_whole(turn));
        let is_well = self.computer.doing() != Doing::Failed && self.game.verdict().is_none();
        if !is_said || !is_first || !is_well {
            return None;
        }
        let join = |sentences: Vec<Sentence>| {
            let join = |first: Sentence, then: Sentence| {
                Sentence::new("welcome.joined")
                    .with("first", Value::Sentence(Box::new(first)))
                    .with("then", Value::Sentence(Box::new(then)))
            };
            sentences.into_iter().reduce(join)
        };
        // Of the own turn, its indirect effects, if there are any.
        let in_words = |turn, is_own| {
            let mut position = *self.game.before(turn);
            let mut sentences = Vec::new();
            for &step in self.game.steps(turn).iter().filter(|&&step| step != Step::End) {
                let mut of_step = self.says_of_effects(&position, step);
                let is_effect = is_own && of_step.len() > 1;
                sentences.extend(of_step.drain(usize::from(is_effect)..));
                position.play(step);
            }
            join(sentences).map(|whole| Value::Sentence(Box::new(whole)))
        };
        let key = if turns.len() == 1 { "welcome.played" } else { "welcome.answered" };
        let mut sentence = Sentence::new(key).with("played", in_words(turns[0], true)?);
        if let Some(&answer) = turns.get(1) {
            sentence = sentence.with("answer", in_words(answer, false)?);
        }
        Some(sentence)
    }

    /// The prompt: what the player at the board has to do.
    pub(crate) fn prompt(&self, turn: Color) -> Sentence {
        self.prompt_of(turn).with("mover", Value::Sentence(Box::new(self.mover(turn))))
    }

    fn prompt_of(&self, turn: Color) -> Sentence {
        let position = self.game.live_position();
        let color = Value::Color(turn);
        if position.actor() == Actor::Chance {
            let key = match (self.is_seeded(), self.own()) {
                (true, _) => "prompt.draw-seeded",
                (false, None) => "prompt.draw",
                (false, Some(_)) => "prompt.draw-own",
            };
            return Sentence::new(key).with("color", color);
        }
        if position.phase() == Phase::Placement {
            return self.prompt_to_place(position);
        }
        let checked = attacked_royals(position, turn);
        if position.most_steps() < 2 {
            // A contramatic king in check has to be freed by the side that gives the check.
            let checks = |&at: &Square| {
                position.piece_at(at).is_some_and(|piece| piece.role == Role::ContramaticKing)
            };
            if let Some(king) = attacked_royals(position, !turn).into_iter().find(checks) {
                return Sentence::new("overlay.contramatic.prompt")
                    .with("square", Value::Square(king));
            }
            if let Some(role) = checked.first().and_then(|&at| position.piece_at(at)) {
                let sentence = Sentence::new("prompt.step-check").with("color", color);
                return sentence.with("royal", Value::Role(role.role));
            }
            let steps = if droppable(position).is_empty() { Vec::new() } else { position.list() };
            let drops = |step: &Step| matches!(step, Step::Drop { .. });
            let key = match steps.iter().filter(|step| drops(step)).count() {
                0 => "prompt.step",
                all if all == steps.len() => "prompt.drop",
                _ => "prompt.step-or-drop",
            };
            return Sentence::new(key).with("color", color);
        }
        let done = self.game.turn_steps().len();
        let most = Value::Count(position.most_steps() as usize);
        let key = match position.why_not(Step::End) {
            _ if done == 0 && !checked.is_empty() => "prompt.first-check",
            _ if done == 0 => "prompt.first",
            Some(_) if position.is_stuck() => "prompt.steps-stuck",
            Some(_) if !checked.is_empty() => "prompt.steps-check",
            Some(_) => "prompt.steps-more",
            None if position.count() == 1 => "prompt.steps-must",
            None => "prompt.steps-may",
        };
        Sentence::new(key).with("color", color).with("done", Value::Count(done)).with("most", most)
    }

    fn prompt_to_place(&self, position: &AnyPosition) -> Sentence {
        let offender = position.forbidden_checkers().squares().next();
        if let Some((at, piece)) = offender.and_then(|at| Some((at, position.piece_at(at)?))) {
            let sentence = Sentence::new("prompt.offends").with("piece", Value::Piece(piece));
            return sentence.with("square", Value::Square(at));
        }
        let Some(refusal) = position.why_not(Step::End) else {
            return Sentence::new("prompt.placed");
        };
        let left = droppable(position);
        match left.iter().map(|&(_, count)| count).sum::<u32>() {
            0 => Sentence::new("refused").with("why", Value::Refusal(refusal)),
            _ if matches!(left[..], [(Role::King, _)]) => Sentence::new("prompt.place-king"),
            1 => Sentence::new("prompt.place-one"),
            count => Sentence::new("prompt.place").with("count", Value::Count(count as usize)),
        }
    }

    /// Announces what has happened, and the prompt for now.
    pub(crate) fn tell_all(&self, sentences: Vec<Sentence>, out: &mut Vec<Request>) {
        if self.is_exercise() {
            return self.tell_before_answer(sentences, out);
        }
        // What is told of the first turn, the steps have told.
        let is_told = !sentences.is_empty() && self.first_turn().is_some();
        out.extend(sentences.into_iter().map(Request::Say));
        let says = if is_told { self.says_of_turn() } else { self.says() };
        // A result is declared beside the board, and announced with that.
        if !says.key.starts_with("result.") {
            out.push(Request::Say(says));
        }
    }

    /// Announces the steps from a place in the game to the current one.
    pub(crate) fn tell_steps(&self, from: Path, out: &mut Vec<Request>) {
        let mut sentences = Vec::new();
        let mut path = self.place();
        while path != from
            && let Some(back) = self.game.step_back(path)
        {
            let step = self.game.steps(path.turn)[path.steps - 1];
            sentences.push(self.says_of_effects(self.game.position(back), step));
            path = back;
        }
        let mut sentences: Vec<Sentence> = sentences.into_iter().rev().flatten().collect();
        if self.game.verdict_at(self.place()).is_none() {
            sentences
                .extend(new_checks(self.game.position(from), self.game.position(self.place())));
        }
        self.tell_all(sentences, out);
    }

    /// Announces an action by hand, from the state before it: the place, the steps of the turn, the
    /// selection, and the step that waited for confirmation; `sentence` is used if the steps do not
    /// say what was done.
    pub(crate) fn tell_deed(
        &self,
        before: (Path, &[Step], Option<Pick>),
        sentence: Option<Sentence>,
        out: &mut Vec<Request>,
    ) {
        let (from, turn, pick) = before;
        if let Some(step) = self.held {
            let position = self.game.live_position();
            let mut after = *position;
            after.play(step);
            let mut sentences = self.says_of_effects(position, step);
            sentences.extend(new_checks(position, &after));
            return self.tell_all(sentences, out);
        }
        let (place, now) = (self.place(), self.turn_begun().1);
        if place == from && now == turn {
            return self.tell_pick(pick, out);
        }
        if let Some(sentence) = sentence {
            let is_placed = ["step.placed", "step.shuffled"].contains(&sentence.key);
            let mut sentences = vec![sentence];
            if is_placed {
                let is_new = |step: &&Step| !turn.contains(step);
                let begun = self.ground().begun;
                sentences
                    .extend(now.iter().filter(is_new).map(|&drop| self.says_of_step(begun, drop)));
            }
            return self.tell_all(sentences, out);
        }
        if self.game.is_there(from.turn) && self.game.count(place) > self.game.count(from) {
            return self.tell_steps(from, out);
        }
        // Pieces of this placement were moved elsewhere, or back: another turn stands there.
        let begun = self.ground().begun;
        let is_new = |step: &&Step| !turn.contains(step);
        let mut sentences: Vec<Sentence> =
            now.iter().filter(is_new).map(|&drop| self.says_of_step(begun, drop)).collect();
        if sentences.is_empty() {
            sentences.push(Sentence::new("step.undone"));
        }
        self.tell_all(sentences, out);
    }

    fn tell_pick(&self, before: Option<Pick>, out: &mut Vec<Request>) {
        let sentence = match self.pick {
            pick if pick == before => return,
            Some(Pick::Piece(square)) => {
                let Some(piece) = self.position().piece_at(square) else { return };
                Sentence::new("step.selected")
                    .with("piece", Value::Piece(piece))
                    .with("square", Value::Square(square))
                    .with("count", Value::Count(self.targets().len()))
            }
            Some(Pick::Reserve(role)) => {
                Sentence::new("step.picked").with("piece", Value::Role(role))
            }
            _ => return,
        };
        out.push(Request::Say(sentence));
    }
}
