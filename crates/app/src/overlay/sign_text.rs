//! Signs as text, for the sentences that the page makes of them.

use rules::any::AnyPosition;
use rules::{Piece, Square};
use scene::Sign;

/// A sign as eight words, or none if the board alone shows it: its kind; the colour and role of the
/// piece concerned; the squares from, to and over; the powers added up ([`scene::Power`]); `charged`.
/// What it does not have is `-`.
pub(crate) fn sign_text(sign: Sign, position: &AnyPosition) -> Option<String> {
    let name = |square: Square| position.spec().shape.name(square).to_string();
    let mut words: [String; 8] = std::array::from_fn(|_| "-".to_owned());
    let mut concerned: Option<Piece> = None;
    let kind = match sign {
        Sign::Stands { to, powers, charged, .. } => {
            words[4] = name(to);
            words[6] = powers.to_string();
            if charged {
                "charged".clone_into(&mut words[7]);
            }
            "stands"
        }
        Sign::Displaced { piece, from, to, pulled, promotes, .. } => {
            concerned = Some(piece);
            (words[3], words[4]) = (name(from), name(to));
            match (pulled, promotes) {
                (true, _) => "pulls",
                (false, false) => "pushes",
                (false, true) => "promotes",
            }
        }
        Sign::Exposed { king, piece, by } => {
            concerned = Some(piece);
            (words[3], words[4]) = (name(by), name(king));
            "exposed"
        }
        Sign::Gives { from, to, power } => {
            (words[3], words[4]) = (name(from), name(to));
            words[6] = (power as u8).to_string();
            "gives"
        }
        Sign::Loses { at, power } => {
            words[4] = name(at);
            words[6] = (power as u8).to_string();
            "loses"
        }
        Sign::Charges { battery, to, .. } => {
            concerned = position.piece_at(to);
            (words[3], words[4]) = (name(battery), name(to));
            "charges"
        }
        Sign::IfCharged { to, captures } => {
            words[4] = name(to);
            if captures { "if-charged-captures" } else { "if-charged" }
        }
        Sign::Overtakes { from, over, piece, to } => {
            concerned = Some(piece);
            (words[3], words[4], words[5]) = (name(from), name(to), name(over));
            "overtakes"
        }
        _ => return None,
    };
    if let Some(piece) = concerned {
        piece.color.id().clone_into(&mut words[1]);
        piece.role.id().clone_into(&mut words[2]);
    }
    kind.clone_into(&mut words[0]);
    Some(words.join(" "))
}
