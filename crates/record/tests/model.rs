//! A plain model of a record, held against it by random actions: it keeps the steps and nothing else,
//! and works out everything anew each time.

use testkit::chance;

use chance::Chance;
use record::link;
use record::{Ending, Record, Verdict};
use rules::{AnyPosition, Color, GameId, Phase, Role, Step};

/// What a record is made of.
#[derive(Clone)]
struct Model {
    start: AnyPosition,
    steps: Vec<Step>,
    /// What was taken back in this turn, the last one first.
    undone: Vec<Step>,
    /// How the players ended the game.
    by_players: Option<Verdict>,
}

impl Model {
    fn positions(&self) -> Vec<AnyPosition> {
        let mut positions = vec![self.start];
        for &step in &self.steps {
            let mut next = positions[positions.len() - 1];
            next.play(step);
            positions.push(next);
        }
        positions
    }

    fn live(&self) -> AnyPosition {
        *self.positions().last().unwrap()
    }

    /// The first steps of the turns, that of the unfinished one included.
    fn begins(&self) -> Vec<usize> {
        let positions = self.positions();
        let changes = |&at: &usize| positions[at - 1].turn() != positions[at].turn();
        [0].into_iter().chain((1..positions.len()).filter(changes)).collect()
    }

    /// What may be taken back begins here.
    fn floor(&self) -> usize {
        let begin = *self.begins().last().unwrap();
        let mut draws =
            (begin..self.steps.len()).filter(|&at| matches!(self.steps[at], Step::Draw(_)));
        draws.next_back().map_or(begin, |at| at + 1)
    }

    fn verdict(&self) -> Option<Verdict> {
        let positions = self.positions();
        let live = positions[positions.len() - 1];
        let by_rules = live.outcome().map(Verdict::from);
        let is_final = live.list().is_empty();
        if let Some(verdict) = by_rules.filter(|_| is_final) {
            return Some(verdict);
        }
        let begins = self.begins();
        let stands = live.phase() == Phase::Movement && begins.last() == Some(&self.steps.len());
        let alike = begins.iter().map(|&at| &positions[at]).filter(|position| {
            position.phase() == Phase::Movement && identity(position) == identity(&live)
        });
        if stands && alike.count() >= 3 {
            return Some(Verdict { winner: None, ending: Ending::Repetition });
        }
        by_rules.or(self.by_players)
    }
}

/// What FIDE 9.2.3 wants to be the same: the pieces, the side to move and the possible moves, here with
/// all that the fields of a FEN say of them but the counters.
fn identity(position: &AnyPosition) -> Vec<String> {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut kept: Vec<String> = fields.iter().map(|&field| field.to_owned()).collect();
    let shape = &position.spec().shape;
    let mut usable = Vec::new();
    if fields[3] != "-" {
        let squares = fields[3].as_bytes().chunks(2);
        for square in squares.map(|name| std::str::from_utf8(name).unwrap().to_owned()) {
            let is_capture = |from: rules::Square| {
                let piece = position.piece_at(from);
                let is_own_pawn =
                    piece.is_some_and(|p| p.role == Role::Pawn && p.color == position.turn());
                let (file, rank) = (shape.file(from), shape.rank(from));
                let (to, row) = (square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1');
                let ahead = i32::from(row) - i32::from(rank);
                let is_ahead = ahead == if position.turn() == Color::White { 1 } else { -1 };
                is_own_pawn && file.abs_diff(to) == 1 && is_ahead
            };
            let is_usable = if position.game() == GameId::Charismatic {
                (0..64).any(|index| is_capture(rules::Square::new(index)))
            } else {
                position.list().iter().any(|step| match *step {
                    Step::Move { from, to, .. } => {
                        shape.name(to).to_string() == square && is_capture(from)
                    }
                    _ => false,
                })
            };
            if is_usable {
                usable.push(square);
            }
        }
    }
    kept[3] = usable.concat();
    kept[4].clear();
    kept[5].clear();
    kept
}

#[track_caller]
fn check(record: &Record, model: &Model, story: &str) {
    assert_eq!(record.steps(), model.steps, "{story}");
    let undone: Vec<Step> = model.undone.clone();
    assert_eq!(record.undone(), undone, "{story}");
    let positions = model.positions();
    assert_eq!(record.live(), positions.last().unwrap(), "{story}");
    assert_eq!(record.verdict(), model.verdict(), "{story}");
    assert_eq!(record.floor(), model.floor(), "{story}");
    assert_eq!(record.turn_steps(), &model.steps[model.floor()..], "{story}");
    let begins = model.begins();
    let turns: Vec<_> = record.turns().collect();
    let begun = begins.iter().filter(|&&at| at < model.steps.len());
    assert_eq!(turns.len(), begun.clone().count(), "{story}");
    for (place, (turn, &from)) in turns.iter().zip(begun).enumerate() {
        let next = begins.get(place + 1).copied();
        let to = next.unwrap_or(model.steps.len());
        assert_eq!((turn.from, turn.to, turn.done), (from, to, next.is_some()), "{story}");
        assert_eq!(turn.color, positions[from].turn(), "{story}");
        assert_eq!(turn.number, positions[from].fullmove(), "{story}");
    }
    for (at, position) in positions.iter().enumerate() {
        assert_eq!(record.position(at), position, "{story}");
    }
    assert_eq!(record.position(model.steps.len() + 5), record.live());
}

/// One random action on both.
fn act(record: &mut Record, model: &mut Model, chance: &mut Chance, story: &mut String) {
    let spec = model.start.spec();
    let over = model.verdict().is_some();
    let begin = *model.begins().last().unwrap();
    let kind = chance.below(24_u32);
    match kind {
        0..=11 => {
            let steps = model.live().list();
            if steps.is_empty() {
                assert!(over || record.undo().is_some() || model.steps.len() == begin);
                if !over && model.steps.len() > model.floor() {
                    model.undone.push(model.steps.pop().unwrap());
                }
                return;
            }
            // To and fro, so that positions come back.
            let back = model.steps.len().checked_sub(2).and_then(|at| match model.steps[at] {
                Step::Move { from, to, .. } => Some(Step::Move { from: to, to: from, into: None }),
                _ => None,
            });
            let back = back.filter(|step| steps.contains(step) && chance.below(3) > 0);
            let end = steps.contains(&Step::End) && chance.below(3) == 0;
            let random = if end { Step::End } else { steps[chance.below(steps.len())] };
            let step = back.unwrap_or(random);
            *story += &format!(" {}", step.display(spec));
            let taken = record.take(step);
            assert_eq!(taken.is_ok(), !over, "{story}");
            if !over {
                let mover = model.live().turn();
                if model.undone.last() == Some(&step) {
                    model.undone.pop();
                } else {
                    model.undone.clear();
                }
                model.steps.push(step);
                if model.live().turn() != mover {
                    model.undone.clear();
                }
            }
        }
        12..=14 => {
            *story += " undo";
            let undone = record.undo();
            let may = !over && model.steps.len() > model.floor();
            assert_eq!(undone.is_some(), may, "{story}");
            if may {
                model.undone.push(model.steps.pop().unwrap());
                assert_eq!(undone.as_ref(), model.undone.last());
            }
        }
        15..=16 => {
            *story += " redo";
            let redone = record.redo();
            let may = !over && !model.undone.is_empty();
            assert_eq!(redone.is_some(), may, "{story}");
            if may {
                let mover = model.live().turn();
                model.steps.push(model.undone.pop().unwrap());
                if model.live().turn() != mover {
                    model.undone.clear();
                }
            }
        }
        17 => {
            let color = if chance.below(2) == 0 { Color::White } else { Color::Black };
            *story += &format!(" takeback {}", color.letter());
            let begins = model.begins();
            let positions = model.positions();
            let finished = (0..begins.len() - 1).rev();
            let turn = finished.into_iter().find(|&turn| positions[begins[turn]].turn() == color);
            assert_eq!(record.take_back(color), turn.is_some(), "{story}");
            if let Some(turn) = turn {
                let mut drawn = (begins[turn]..begins[turn + 1])
                    .filter(|&at| matches!(model.steps[at], Step::Draw(_)));
                let kept = drawn.next_back().map_or(begins[turn], |at| at + 1);
                model.steps.truncate(kept);
                model.undone.clear();
                model.by_players = None;
            }
        }
        18 => {
            *story += " replace";
            let floor = model.floor();
            let mut steps = model.steps[floor..].to_vec();
            if chance.below(2) == 0 {
                steps.reverse();
            }
            let mut tried = model.clone();
            tried.steps.truncate(floor);
            let is_fine = steps.iter().all(|&step| {
                let fine = tried.verdict().is_none() && tried.live().why_not(step).is_none();
                tried.steps.push(step);
                fine
            });
            // Of a game that is over nothing is replaced.
            if over {
                return;
            }
            assert_eq!(record.replace_turn(&steps).is_ok(), is_fine, "{story}");
            if is_fine {
                tried.undone.clear();
                *model = tried;
            }
        }
        19 if chance.below(12) == 0 => {
            let loser = if chance.below(2) == 0 { Color::White } else { Color::Black };
            *story += &format!(" {} resigns", loser.letter());
            record.resign(loser);
            if !over {
                model.undone.clear();
                let ending = Ending::Resignation;
                model.by_players = Some(Verdict { winner: Some(!loser), ending });
            }
        }
        20 if chance.below(12) == 0 => {
            *story += " drawn";
            record.agree_draw();
            if !over {
                model.undone.clear();
                model.by_players = Some(Verdict { winner: None, ending: Ending::Agreement });
            }
        }
        21 | 22 => {
            *story += " saved";
            let text = record.save();
            let loaded = Record::load(&text).unwrap_or_else(|error| panic!("{error}: {story}"));
            assert_eq!(&loaded, record, "{story}\n{text}");
            *record = loaded;
        }
        _ => {
            *story += " sent";
            let opened = link::read(&link::write(record, &[]).unwrap()).unwrap();
            let mut plain = model.clone();
            plain.undone.clear();
            check(&opened.record, &plain, story);
        }
    }
}

fn run(start: AnyPosition, seed: u64, actions: usize) -> Model {
    let mut chance = Chance(seed);
    let (mut record, mut model) = (
        Record::new(start),
        Model { start, steps: Vec::new(), undone: Vec::new(), by_players: None },
    );
    let mut story = format!("{} {seed}:", start.fen());
    for _ in 0..actions {
        act(&mut record, &mut model, &mut chance, &mut story);
        check(&record, &model, &story);
    }
    model
}

#[test]
fn a_record_does_what_its_plain_model_does() {
    for &game in GameId::ALL {
        for seed in 0..12 {
            run(AnyPosition::initial(game), seed, 160);
        }
    }
}

/// From positions with little on the board, which come back often, some near the hundredth quiet turn.
#[test]
fn and_where_positions_come_back() {
    let mut repeated = 0;
    let starts = [
        (GameId::Orthodox, "4k3/8/8/8/8/8/R7/4K3 w - - 0 1"),
        (GameId::Orthodox, "4k3/8/8/3p4/8/8/4P3/4K2R w K - 0 1"),
        (GameId::Orthodox, "4k3/8/8/8/8/8/R7/4K3 w - - 90 60"),
        (GameId::Contramatic, "4k3/8/8/3p4/8/8/4P3/4K3[] w - - 0 1 -"),
        (GameId::CompleteContramatic, "2c1k3/8/8/3p4/8/8/4P3/2C1K3[] w - - 0 1 -"),
        (GameId::Charismatic, "3k4/8/8/3p4/8/8/4P3/4K3[] w - - 0 1 - -"),
        (GameId::Magnetic, "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        (GameId::Progressive, "4k3/8/8/8/8/8/R7/4K3 w - - 0 2 -"),
    ];
    for (game, fen) in starts {
        for seed in 0..60 {
            let model = run(AnyPosition::from_fen(game, fen).unwrap(), seed, 60);
            let verdict = model.verdict();
            repeated += usize::from(verdict.is_some_and(|v| v.ending == Ending::Repetition));
        }
    }
    assert!(repeated > 20, "{repeated}");
}
