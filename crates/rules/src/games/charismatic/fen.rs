//! FEN of Charismatic Chess (docs/rules/README.md, "FEN"): reading, with everything that is refused,
//! and writing.

use std::fmt::Write as _;

use super::{Charismatic, FIVE, KINGS, SPEC, placing_squares};
use crate::board::{Bits, Color, Eight, Geometry, Piece, Reserve, Role, Square};
use crate::chess::castling::{Castling, Path, Wing};
use crate::chess::{ChessPieces, PROMOTIONS, en_passant};
use crate::fen::{self, Extras, FenError, Field, Fields, Problem, TurnField};

const CASTLING_LETTERS: [char; 4] = ['H', 'A', 'h', 'a'];

/// What the FEN tells besides pieces, side and counters.
pub(super) const EXTRAS: Extras =
    Extras { castling: &CASTLING_LETTERS, en_passant: true, turn: TurnField::Moved, hand: true };

type Result<T> = std::result::Result<T, FenError>;

pub(super) fn read(text: &str) -> Result<Charismatic> {
    let fields = Fields::split(text, 8, &SPEC)?;
    let (pieces, reserves) = fields.pieces()?;
    let turn = fields.side()?;
    let (halfmove, fullmove) = fields.counters()?;
    let is_placement = fullmove == 0;
    for color in Color::ALL {
        fen::check_royals(&pieces, color, &[Role::King], &SPEC)?;
        let pawn = Piece { color, role: Role::Pawn };
        let ranks_2_to_7 = !(Eight::rank(0) | Eight::rank(7));
        fen::check_squares::<Eight, 0, 6>(&pieces, pawn, ranks_2_to_7, &SPEC)?;
        let reserve = reserves[color.index()];
        if reserve.has(Role::King) {
            let letter = SPEC.piece_letter(Piece { color, role: Role::King });
            return Err(FenError::new(Field::Reserve, Problem::Letter(letter)));
        }
        if !is_placement && !reserve.is_empty() {
            return Err(FenError::new(Field::Reserve, Problem::OnlyInPlacement));
        }
    }
    let hand = read_hand(fields.extra(7))?;
    if !is_placement && !hand.is_empty() {
        return Err(FenError::new(Field::Hand, Problem::OnlyInPlacement));
    }
    for color in Color::ALL {
        let off_board = if color == turn {
            reserves[color.index()].plus(hand)
        } else {
            reserves[color.index()]
        };
        let pawn = Some((Role::Pawn, &PROMOTIONS[..]));
        fen::check_material(&pieces, color, off_board, pawn, &SPEC)?;
        if is_placement {
            check_placed(&pieces, color, off_board)?;
        }
    }
    let (moved, castled) = read_turn(fields.extra(6), &pieces, turn, is_placement)?;
    if is_placement {
        check_draw(reserves, turn, moved, hand)?;
    }
    let castling = Castling::read(fields.castling(), CASTLING_LETTERS, |color, wing| {
        let (king, corner) = (KINGS[color.index()], wing.corner(color));
        pieces.of(color, Role::King).has(king)
            && pieces.of(color, Role::Rook).has(corner)
            && (is_placement || !moved.has(king) && !moved.has(corner))
    })?;
    let passed = read_passed(&fields, &pieces, turn, moved, is_placement)?;
    if is_placement && halfmove != 0 {
        return Err(FenError::new(Field::Halfmove, Problem::OnlyInMovement));
    }
    let position = Charismatic {
        pieces,
        reserves,
        hand,
        moved,
        castled,
        passed,
        castling,
        turn,
        halfmove,
        fullmove,
    };
    check_checks(&position)?;
    Ok(position)
}

/// Reads HAND: `-`, or the letters of at most five pieces.
fn read_hand(text: &str) -> Result<Reserve> {
    let error = |problem| FenError::new(Field::Hand, problem);
    let mut hand = Reserve::NONE;
    if text == "-" {
        return Ok(hand);
    }
    for letter in text.chars() {
        match SPEC.role(letter) {
            None | Some(Role::King) => return Err(error(Problem::Letter(letter))),
            Some(role) => {
                if hand.total() == FIVE {
                    return Err(error(Problem::Malformed(fen::quoted(text))));
                }
                hand = hand.with(role);
            }
        }
    }
    if hand.is_empty() {
        return Err(error(Problem::Malformed(fen::quoted(text))));
    }
    Ok(hand)
}

/// Checks a side's pieces in the placement phase: nothing has been captured or promoted, the king is
/// where it began, and the others stand where they can be placed.
fn check_placed(pieces: &ChessPieces<6>, color: Color, off_board: Reserve) -> Result<()> {
    for &(role, _) in SPEC.roles {
        let piece = Piece { color, role };
        let allowed = if role == Role::King {
            u64::of(KINGS[color.index()])
        } else {
            placing_squares(color, role)
        };
        fen::check_squares::<Eight, 0, 6>(pieces, piece, allowed, &SPEC)?;
        if pieces.of(color, role).count() + off_board.count(role) != SPEC.pieces.count(role) {
            return Err(FenError::new(Field::Reserve, Problem::Material(color)));
        }
    }
    Ok(())
}

/// Reads TURN: the squares of the pieces placed or moved in this turn, and which of them castled.
fn read_turn(
    text: &str,
    pieces: &ChessPieces<6>,
    turn: Color,
    is_placement: bool,
) -> Result<(u64, u64)> {
    let error = |problem| FenError::new(Field::Turn, problem);
    let listed = fen::read_squares(&text.to_ascii_lowercase(), Field::Turn, &Eight::SHAPE)?;
    let moved = listed.iter().fold(0, |set, &square| set | u64::of(square));
    let placeable = !pieces.role(Role::King) | if is_placement { 0 } else { !0 };
    let strangers = moved & !(pieces.color(turn) & placeable);
    if let Some(square) = strangers.squares().next() {
        return Err(error(Problem::Square(fen::quoted(Eight::SHAPE.name(square)))));
    }
    let capitals: String = text
        .chars()
        .zip(text.chars().skip(1))
        .filter(|(file, _)| file.is_ascii_uppercase())
        .flat_map(|(file, rank)| [file.to_ascii_lowercase(), rank])
        .collect();
    let mut castled = 0;
    if !capitals.is_empty() {
        for square in fen::read_squares(&capitals, Field::Turn, &Eight::SHAPE)? {
            castled |= u64::of(square);
        }
        let has_castled = Wing::ALL.into_iter().any(|wing| {
            let path = Path::new(turn, wing, KINGS[turn.index()]);
            castled == u64::of(path.king_to) | u64::of(path.crossed)
                && pieces.role(Role::King).has(path.king_to)
                && pieces.role(Role::Rook).has(path.crossed)
        });
        if is_placement || !has_castled {
            return Err(error(Problem::Malformed(fen::quoted(text))));
        }
    }
    if moved.count() - u32::from(castled.any()) > FIVE {
        return Err(error(Problem::Malformed(fen::quoted(text))));
    }
    Ok((moved, castled))
}

/// Checks that five pieces have been drawn, or none; that the next five can be; and that the sides
/// have placed pieces in turn.
fn check_draw(reserves: [Reserve; 2], turn: Color, moved: u64, hand: Reserve) -> Result<()> {
    let drawn = moved.count() + hand.total();
    if drawn != 0 && drawn != FIVE {
        let why = "the pieces placed in this turn and those in the hand are not five";
        return Err(FenError::new(Field::Hand, Problem::Impossible(why)));
    }
    let ours = reserves[turn.index()].total() + drawn;
    let theirs = reserves[(!turn).index()].total();
    let in_turn = match turn {
        Color::White => theirs == ours,
        Color::Black => theirs + FIVE == ours,
    };
    if ours == 0 || !ours.is_multiple_of(FIVE) || !in_turn {
        let why = "the sides have not placed five pieces in turn";
        return Err(FenError::new(Field::Reserve, Problem::Impossible(why)));
    }
    Ok(())
}

/// Reads EP: squares passed over by the enemy in the last turn or by pieces that have moved in this.
fn read_passed(
    fields: &Fields<'_>,
    pieces: &ChessPieces<6>,
    turn: Color,
    moved: u64,
    is_placement: bool,
) -> Result<u64> {
    let mut passed = 0;
    for square in fields.en_passant()? {
        if is_placement {
            return Err(FenError::new(Field::EnPassant, Problem::OnlyInMovement));
        }
        let passer = en_passant::passer(Eight::SHAPE.rank(square));
        let passer = passer.ok_or_else(|| en_passant::impossible(square))?;
        en_passant::check_square(pieces, square, passer)?;
        if passer == turn && !moved.has(en_passant::pawn_beyond(square, passer)) {
            return Err(en_passant::impossible(square));
        }
        passed |= u64::of(square);
    }
    Ok(passed)
}

/// At the start of a turn the side not to move is not in check, in the placement phase neither is.
fn check_checks(position: &Charismatic) -> Result<()> {
    if position.moved.any() {
        return Ok(());
    }
    let turn = position.turn;
    if position.fullmove > 0 {
        if position.is_king_attacked(!turn) {
            return Err(FenError::new(Field::Side, Problem::OpponentInCheck));
        }
        return Ok(());
    }
    match Color::ALL.into_iter().find(|&color| position.is_king_attacked(color)) {
        Some(color) => Err(FenError::new(Field::Board, Problem::PlacementCheck(!color))),
        None => Ok(()),
    }
}

pub(super) fn write(position: &Charismatic) -> String {
    let mut out = String::with_capacity(112);
    let piece_at = |square: Square| position.pieces.piece_at(square);
    fen::write_board(&mut out, &SPEC, piece_at, position.reserves);
    out.push(' ');
    out.push(position.turn.letter());
    out.push(' ');
    position.castling.write(&mut out, CASTLING_LETTERS);
    out.push(' ');
    // EP is written by file and then rank.
    let by_file = (0..8).flat_map(|file| (position.passed & Eight::file(file)).squares());
    fen::write_squares(&mut out, &Eight::SHAPE, by_file);
    let _ = write!(out, " {} {} ", position.halfmove, position.fullmove);
    if position.moved.is_empty() {
        out.push('-');
    }
    for square in position.moved.squares() {
        let mut name = Eight::SHAPE.name(square).to_string();
        if position.castled.has(square) {
            name.make_ascii_uppercase();
        }
        out.push_str(&name);
    }
    out.push(' ');
    if position.hand.is_empty() {
        out.push('-');
    }
    let _ = SPEC.write_pieces(&mut out, position.hand);
    out
}
