//! Nets with any weights: sums followed against sums made anew, both sides alike, files.

use rules::any::positions;
use rules::{Actor, AnyPosition, Bits, Color, GameId, Phase, Position, Step};

use super::{Accumulator, Inputs, Net, NetError, Trail, WIDTH, weighed};
use crate::chance::Chance;
use crate::testing::Mirror;
use crate::{Engine, Limits};

/// A net of any weights.
fn any_net(game: GameId, seed: u64) -> Net {
    let mut chance = Chance::new(seed);
    let mut below = |bound: i32| chance.below(2 * bound as u32) as i32 - bound;
    let mut net = Net::empty(game);
    for row in &mut net.rows {
        *row = std::array::from_fn(|_| below(90) as i16);
    }
    net.bias = std::array::from_fn(|_| below(200) as i16);
    net.output = std::array::from_fn(|_| std::array::from_fn(|_| below(128) as i8));
    net.output_bias = below(5000);
    net.scale = 300;
    net
}

/// The next step of a game at random: captures and castling more often than others, so that all
/// kinds of effects come about, and a turn ended now and then.
fn any_step<P: Position>(position: &P, chance: &mut Chance) -> Option<Step> {
    let steps = position.list();
    let is_lively = |step: &Step| match *step {
        Step::Move { from, to, into } => {
            let is_king = position.royals(position.turn()).has(from);
            position.piece_at(to).is_some() || into.is_some() || is_king
        }
        Step::Drop { .. } | Step::Draw(_) => true,
        Step::End => chance_ends(position),
    };
    let lively: Vec<Step> = steps.iter().copied().filter(is_lively).collect();
    let pool = if lively.is_empty() || chance.below(3) == 0 { &steps } else { &lively };
    chance.pick(pool).copied()
}

fn chance_ends<P: Position>(position: &P) -> bool {
    position.phase() == Phase::Placement || position.fullmove().is_multiple_of(2)
}

/// In games at random the sums that follow the steps are those made anew, position for position.
/// Returns how many steps changed pieces beyond the mover and what it captured.
fn follows<P: Inputs>(games: u64) -> usize {
    let game = GameId::parse(P::SPEC.id).unwrap();
    let net = any_net(game, 7);
    let mut wide = 0;
    for seed in 0..games {
        let mut chance = Chance::new(seed);
        let mut position = P::initial();
        let mut accumulator = Accumulator::of(&net, &position);
        for _ in 0..150 {
            let Some(step) = any_step(&position, &mut chance) else { break };
            let mut effects = Vec::new();
            let mut there = position;
            there.play(step, &mut effects);
            wide += usize::from(effects.len() > 2);
            accumulator.play(&net, &mut position, step);
            let anew = Accumulator::of(&net, &position);
            assert_eq!(accumulator, anew, "{}: {}", P::SPEC.id, position.fen());
        }
    }
    wide
}

#[test]
fn sums_follow_the_steps_of_every_game() {
    assert!(follows::<positions::Charismatic>(40) < 2000);
    follows::<positions::Chessence>(40);
    follows::<positions::Contramatic>(40);
    follows::<positions::CompleteContramatic>(40);
    // Impulses move what stands about.
    assert!(follows::<positions::Magnetic>(60) > 300);
    follows::<positions::Batteries>(60);
    follows::<positions::Orthodox>(40);
    follows::<positions::Progressive>(40);
}

/// What a position has for inputs differs where it should, and nothing is out of the net's range.
#[test]
fn every_kind_of_input_is_seen() {
    for &game in GameId::ALL {
        let net = Net::empty(game);
        let mut seen = vec![false; net.rows.len()];
        for seed in 0..30 {
            let mut chance = Chance::new(seed);
            let mut position = AnyPosition::initial(game);
            for _ in 0..120 {
                for view in super::inputs(&position) {
                    view.into_iter().for_each(|input| seen[input] = true);
                }
                let steps = position.list();
                let Some(&step) = chance.pick(&steps) else { break };
                position.play(step);
            }
        }
        let count = |from: usize, to: usize| seen[from..to].iter().filter(|&&seen| seen).count();
        let (sign, first, end) =
            (net.layout.first_sign(), net.layout.first_count(), net.layout.inputs());
        assert!(count(0, sign) > sign / 4, "{game}: pieces");
        assert!(sign == first || count(sign, first) > (first - sign) / 8, "{game}: signs");
        assert!(first == end || count(first, end) > (end - first) / 16, "{game}: counts");
    }
}

/// If chance is to act, any of its draws.
fn draw<P: Position>(position: &mut P, chance: &mut Chance) {
    while position.actor() == Actor::Chance
        && let Some(&step) = chance.pick(&position.list())
    {
        position.play(step, &mut ());
    }
}

/// A position and its mirror image, sides changed, are judged alike: a net sees each side as its own.
fn is_mirrored<P: Inputs>(mirror: Mirror) {
    let game = GameId::parse(P::SPEC.id).unwrap();
    let net = any_net(game, 11);
    let (mut black, mut seen) = (0, 0);
    for seed in 0..60 {
        let mut chance = Chance::new(1000 + seed);
        let mut position = P::initial();
        draw(&mut position, &mut chance);
        // Some are looked at while pieces are placed, most behind that.
        while !seed.is_multiple_of(4) && position.phase() == Phase::Placement {
            let drops = position.place_rest(&mut |below| chance.below(below));
            for step in drops.into_iter().chain([Step::End]) {
                position.play(step, &mut ());
            }
            draw(&mut position, &mut chance);
        }
        let length = chance.below(70);
        for _ in 0..length {
            let Some(step) = any_step(&position, &mut chance) else { break };
            position.play(step, &mut ());
        }
        // The sides do not place their pieces alike in every game.
        let Ok(other) = P::from_fen(&mirror.fen(&P::SPEC.shape, &position.fen())) else { continue };
        let [here, there] =
            [&position, &other].map(|at| Accumulator::of(&net, at).judge(&net, at.turn()));
        assert_eq!(here, there, "{}", position.fen());
        black += usize::from(position.turn() == Color::Black);
        seen += 1;
    }
    assert!(black > 10 && seen > 30, "{black} of {seen}");
}

#[test]
fn both_sides_are_judged_alike() {
    is_mirrored::<positions::Charismatic>(Mirror::Turn);
    is_mirrored::<positions::Chessence>(Mirror::Turn);
    is_mirrored::<positions::Contramatic>(Mirror::Flip);
    is_mirrored::<positions::CompleteContramatic>(Mirror::Flip);
    is_mirrored::<positions::Magnetic>(Mirror::Flip);
    is_mirrored::<positions::Batteries>(Mirror::Flip);
    is_mirrored::<positions::Orthodox>(Mirror::Flip);
}

/// The output by hand: values are cut off at 0 and 1 and squared.
#[test]
fn output_of_a_small_net() {
    let mut net = Net::empty(GameId::Orthodox);
    net.scale = 100;
    net.output[0][0] = 64;
    net.output[1][1] = -32;
    let mut sums = [[0; WIDTH]; 2];
    assert_eq!(net.output(&sums, Color::White), 0);
    // White's first unit is 1, Black's second is beyond 1, White's third counts for nothing.
    sums[0][0] = 255;
    sums[1][1] = 900;
    sums[0][2] = 255;
    assert_eq!(net.output(&sums, Color::White), 100 - 50);
    // For Black its own first unit is 0 and White's second too.
    assert_eq!(net.output(&sums, Color::Black), 0);
    sums[0][0] = -40;
    sums[1][1] = 0;
    sums[1][0] = 128;
    net.output_bias = 255 * 64;
    // 1, and a quarter as 128 / 255 squared.
    assert_eq!(net.output(&sums, Color::Black), 125);
    assert_eq!(net.output(&sums, Color::White), 100);
}

/// The largest sums stay in range: a wrong net plays strangely, but plays.
#[test]
fn the_largest_weights_do_no_harm() {
    assert_eq!(weighed(&[i16::MAX; WIDTH], &[-128; WIDTH]), -(WIDTH as i32) * 255 * 255 * 128);
    let game = GameId::Magnetic;
    let mut net = Net::empty(game);
    net.rows.fill([i16::MAX; WIDTH]);
    net.bias = [i16::MAX; WIDTH];
    net.output = [[-128; WIDTH]; 2];
    net.scale = u16::MAX;
    let mut engine = Engine::new(game, 1, 1 << 16);
    engine.set_net(&net.write()).unwrap();
    let limits = Limits::nodes(2_000);
    let position = AnyPosition::initial(game);
    let thought = engine.think(&[], &position, &limits, &mut |_| {}).unwrap();
    assert!(thought.score.decided().is_none());
}

#[test]
fn nets_are_read_as_they_were_written() {
    for &game in GameId::ALL {
        let mut net = any_net(game, 3);
        for adds in [true, false] {
            net.adds = adds;
            assert_eq!(Net::read(&net.write()), Ok(net.clone()), "{game}");
        }
    }
}

/// A net of fewer units than the engine's judges as one whose other units weigh nothing.
#[test]
fn narrower_nets_are_read() {
    const NARROW: usize = 32;
    let mut net = any_net(GameId::Chessence, 7);
    let layers = net.rows.iter_mut().chain([&mut net.bias]);
    layers.for_each(|weights| weights[NARROW..].fill(0));
    net.output.iter_mut().for_each(|weights| weights[NARROW..].fill(0));
    let whole = net.write();
    let (head, rest) = whole.split_at(16);
    let (layers, rest) = rest.split_at((1 + net.rows.len()) * 2 * WIDTH);
    let (outputs, rest) = rest.split_at(2 * WIDTH);
    let mut narrow = head.to_vec();
    narrow[10] = NARROW as u8;
    for (weights, size) in [(layers, 2), (outputs, 1)] {
        for row in weights.chunks_exact(WIDTH * size) {
            narrow.extend(&row[..NARROW * size]);
        }
    }
    narrow.extend(&rest[..4]);
    let checksum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&narrow);
    narrow.extend(checksum.to_le_bytes());
    assert_eq!(Net::read(&narrow), Ok(net));
}

/// Whatever is changed, cut off or added is refused, and nothing else comes of it.
#[test]
fn damaged_nets_are_refused() {
    let bytes = any_net(GameId::Chessence, 5).write();
    for end in (0..bytes.len()).step_by(97).chain(bytes.len() - 9..bytes.len()) {
        assert!(Net::read(&bytes[..end]).is_err(), "{end}");
    }
    for at in (0..40).chain((40..bytes.len()).step_by(101)) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(Net::read(&damaged).is_err(), "{at}");
    }
    let error = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut content = bytes[..bytes.len() - 4].to_vec();
        change(&mut content);
        let checksum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&content);
        content.extend(checksum.to_le_bytes());
        Net::read(&content).err()
    };
    assert_eq!(error(&|_| ()), None);
    assert_eq!(error(&|content| content[0] = b'X'), Some(NetError::NoNet));
    assert_eq!(error(&|content| content[8] = 2), Some(NetError::Version(2)));
    assert_eq!(error(&|content| content[9] = 200), Some(NetError::Game));
    assert_eq!(error(&|content| content[10] = WIDTH as u8 + 1), Some(NetError::Shape));
    assert_eq!(error(&|content| content[10] = 0), Some(NetError::Shape));
    assert_eq!(error(&|content| content[10] -= 1), Some(NetError::Damaged));
    assert_eq!(error(&|content| content[11] = 2), Some(NetError::Shape));
    assert_eq!(error(&|content| content[14] ^= 1), Some(NetError::Shape));
    assert_eq!(error(&|content| content.push(0)), Some(NetError::Damaged));
    assert_eq!(Net::read(b""), Err(NetError::NoNet));
}

/// What the net that the site sends comes to in positions of seeded games of so many steps: their sum, and the
/// largest.
fn judged<P: Inputs>(steps: usize) -> (i32, i32) {
    let game = GameId::parse(P::SPEC.id).unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/computer/nets");
    let net = Net::read(&std::fs::read(format!("{folder}/{game}.net")).unwrap()).unwrap();
    let (mut sum, mut largest) = (0, i32::MIN);
    for seed in 0..8 {
        let mut chance = Chance::new(seed);
        let mut position = P::initial();
        for _ in 0..steps {
            let Some(step) = any_step(&position, &mut chance) else { break };
            position.play(step, &mut ());
            let score = Accumulator::of(&net, &position).judge(&net, Color::White);
            sum += score;
            largest = largest.max(score);
        }
    }
    (sum, largest)
}

/// A net is worth nothing if its inputs mean something else than when it was trained: whose a piece is,
/// its kind, its square.
#[test]
fn the_nets_of_the_site_see_what_they_were_trained_on() {
    // Beyond the placement, during which nothing is attacked.
    assert_eq!(judged::<positions::Charismatic>(90), (39_791, 695));
    assert_eq!(judged::<positions::Magnetic>(30), (65_815, 2_011));
    assert_eq!(judged::<positions::Chessence>(30), (-3_478, 332));
    assert_eq!(judged::<positions::Batteries>(30), (4_480, 465));
    assert_eq!(judged::<positions::CompleteContramatic>(30), (113_628, 1_166));
}

/// A net of another game is refused, and one where none is used.
#[test]
fn engines_take_nets_of_their_game() {
    let mut engine = Engine::new(GameId::Magnetic, 1, 1 << 16);
    assert_eq!(engine.set_net(&any_net(GameId::Orthodox, 1).write()), Err(NetError::Game));
    assert_eq!(engine.set_net(&any_net(GameId::Magnetic, 1).write()), Ok(()));
    let mut walker = Engine::new(GameId::Progressive, 1, 1 << 16);
    assert_eq!(walker.set_net(&any_net(GameId::Progressive, 1).write()), Err(NetError::NoUse));
}

/// With a net that adds nothing the search finds what it finds without one; with one that takes the
/// evaluation's place it does not.
#[test]
fn nets_have_their_say_in_the_search() {
    let placed = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 9 - -";
    let games = [
        AnyPosition::from_fen(GameId::Charismatic, placed).unwrap(),
        AnyPosition::initial(GameId::Magnetic),
        AnyPosition::initial(GameId::Batteries),
        AnyPosition::initial(GameId::Chessence),
        AnyPosition::initial(GameId::Contramatic),
    ];
    for mut position in games {
        let game = position.game();
        let mut chance = Chance::new(4);
        while position.phase() == Phase::Placement {
            for step in position.place_rest(&mut |below| chance.below(below)) {
                position.play(step);
            }
            position.play(Step::End);
        }
        let think = |net: Option<Net>| {
            let mut engine = Engine::new(game, 1, 1 << 20);
            if let Some(net) = net {
                engine.set_net(&net.write()).unwrap();
            }
            engine.think(&[], &position, &Limits::nodes(6_000), &mut |_| {}).unwrap()
        };
        let by_hand = think(None);
        assert_eq!(think(Some(Net::empty(game))), by_hand, "{game}");
        let replaced = Net { adds: false, ..any_net(game, 9) };
        assert_ne!(think(Some(replaced.clone())), by_hand, "{game}");
        let added = Net { adds: true, ..replaced };
        assert_ne!(think(Some(added)), by_hand, "{game}");
    }
}

/// Wherever a search turns back and takes another way, and whether or not the positions before were
/// judged: a judgement on the path is that of sums made anew.
#[test]
fn judgements_on_a_path_are_those_of_sums_made_anew() {
    fn check<P: Inputs>(seed: u64) {
        let net = any_net(GameId::parse(P::SPEC.id).unwrap(), seed);
        let mut trail = Trail::<P>::new(net.clone(), 12);
        let mut chance = Chance::new(seed);
        let judge = |trail: &mut Trail<P>, ply: usize, position: &P| {
            let anew = Accumulator::of(&net, position).judge(&net, position.turn());
            assert_eq!(trail.judge(ply, position), anew, "{}", position.fen());
        };
        for _ in 0..12 {
            let (_, root) = crate::testing::lively_position::<P>(&mut chance);
            trail.begin(&root);
            let mut path = vec![root];
            for _ in 0..60 {
                path.truncate(1 + chance.below(path.len() as u32) as usize);
                while path.len() < 11 && chance.below(4) > 0 {
                    let mut after = path[path.len() - 1];
                    let Some(step) = any_step(&after, &mut chance) else { break };
                    after.play(step, trail.changes(path.len()));
                    trail.reach(path.len(), &after);
                    path.push(after);
                    if chance.below(3) == 0 {
                        judge(&mut trail, path.len() - 1, &after);
                    }
                }
                judge(&mut trail, path.len() - 1, &path[path.len() - 1]);
            }
        }
    }
    check::<positions::Chessence>(1);
    check::<positions::Contramatic>(2);
    check::<positions::Magnetic>(3);
    check::<positions::Batteries>(4);
    check::<positions::Orthodox>(5);
}

/// The sums of any position lead to those of any other, whether a few pieces differ or nearly all.
#[test]
fn sums_lead_from_one_position_to_another() {
    let net = any_net(GameId::Charismatic, 13);
    let mut chance = Chance::new(5);
    let mut reached = Vec::new();
    testkit::playout::visit::<positions::Charismatic>(12, 160, |position| {
        if chance.below(40) == 0 {
            reached.push(*position);
        }
    });
    assert!(reached.len() > 24, "{}", reached.len());
    let check = |here: &positions::Charismatic, there: &positions::Charismatic| {
        let sums = Accumulator::of(&net, here).toward(&net, here, there);
        assert_eq!(sums, Accumulator::of(&net, there), "{} {}", here.fen(), there.fen());
    };
    for here in &reached {
        reached.iter().for_each(|there| check(here, there));
        let mut near = *here;
        for _ in 0..4 {
            let Some(step) = any_step(&near, &mut chance) else { break };
            near.play(step, &mut ());
            check(here, &near);
        }
    }
}

/// The inputs of a board with reversed files are those across from the board's own, whatever the game; and across
/// from what is across is the input itself.
#[test]
fn inputs_across_are_those_of_reversed_files() {
    for &game in GameId::ALL {
        let across = super::across(game);
        assert_eq!(across.len(), Net::empty(game).rows.len());
        assert!((0..across.len()).all(|input| across[across[input]] == input), "{game}");
    }
    let reversed = |fen: &str| {
        let (board, rest) = fen.split_once("[] ").unwrap();
        let ranks = board.split('/').map(|rank| rank.chars().rev().collect::<String>());
        format!("{}[] {rest}", ranks.collect::<Vec<_>>().join("/"))
    };
    let cases = [
        (GameId::Charismatic, "1k1r4/2p2p2/8/4b3/1N3Q2/6P1/P7/R4K2[] b - - 0 9 - -"),
        (GameId::Contramatic, "4k3/1p6/8/3q4/8/6N1/P7/3RK3[] w - - 0 9 -"),
    ];
    for (game, fen) in cases {
        let sorted = |fen: &str| {
            let position = AnyPosition::from_fen(game, fen).unwrap();
            super::inputs(&position).map(|mut inputs| {
                inputs.sort_unstable();
                inputs
            })
        };
        let across = super::across(game);
        let expected = sorted(fen).map(|inputs| {
            let mut inputs: Vec<usize> = inputs.iter().map(|&input| across[input]).collect();
            inputs.sort_unstable();
            inputs
        });
        assert_ne!(sorted(fen), expected, "{fen}");
        assert_eq!(sorted(&reversed(fen)), expected, "{fen}");
    }
}

const LONE: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

/// What was found by another net is worth nothing.
#[test]
fn with_another_net_a_player_thinks_as_a_new_one() {
    let game = GameId::Magnetic;
    let (position, limits) = (AnyPosition::initial(game), Limits::nodes(4_000));
    let think = |engine: &mut Engine, seed| {
        engine.set_net(&any_net(game, seed).write()).unwrap();
        engine.think(&[], &position, &limits, &mut |_| {}).unwrap()
    };
    let mut used = Engine::new(game, 1, 1 << 20);
    let first = think(&mut used, 3);
    let second = think(&mut used, 4);
    assert_ne!(first.score, second.score);
    assert_eq!(second, think(&mut Engine::new(game, 1, 1 << 20), 4));
}

/// No step of today's games changes so much; what does is told apart, and its sums are made anew.
#[test]
fn more_changes_than_there_is_room_for_are_told_apart() {
    use rules::{Effect, EffectLog, Piece, Role, Square};
    let piece = Piece::new(Color::White, Role::Pawn);
    let mut changes = super::accumulator::Changes::none();
    let most = 32;
    for count in 1..=most + 3 {
        changes.log(Effect::Appear { piece, at: Square::new(count) });
        assert_eq!(changes.are_too_many(), count > most, "{count}");
    }
    let (net, position) = (any_net(GameId::Orthodox, 7), positions::Orthodox::initial());
    let mut accumulator = Accumulator::of(&net, &positions::Orthodox::from_fen(LONE).unwrap());
    accumulator.follow(&net, &changes, &position);
    assert_eq!(accumulator, Accumulator::of(&net, &position));
    changes.clear();
    assert!(!changes.are_too_many());
}
