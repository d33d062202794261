//! Signs as plain objects, for the sentences that the page makes of them.

use rules::Square;
use rules::any::AnyPosition;
use scene::{Power, Sign};
use serde::Serialize;

use crate::snapshot::{Man, role_name};

/// A sign, as the page gets it. Squares that it does not have are empty.
#[derive(Serialize, Default, Debug)]
pub(crate) struct Told {
    sign: &'static str,
    man: Option<Man>,
    role: &'static str,
    from: String,
    to: String,
    over: String,
    powers: Vec<&'static str>,
    charged: bool,
}

fn powers(bits: u8) -> Vec<&'static str> {
    let named = [(Power::Rook, "rook"), (Power::Bishop, "bishop"), (Power::Knight, "knight")];
    named.into_iter().filter(|&(power, _)| bits & power as u8 != 0).map(|(_, name)| name).collect()
}

impl Told {
    /// The sign in words of data; none if the board alone shows it.
    pub(crate) fn new(sign: Sign, position: &AnyPosition) -> Option<Self> {
        let name = |square: Square| position.spec().shape.name(square).to_string();
        Some(match sign {
            Sign::Stands { man, from, to, powers: bits, charged } => Told {
                sign: "stands",
                man: Some(man.into()),
                from: from.map(name).unwrap_or_default(),
                to: name(to),
                powers: powers(bits),
                charged,
                ..Told::default()
            },
            Sign::Displaced { man, from, to, pulled, promotes, .. } => Told {
                sign: match (pulled, promotes) {
                    (true, _) => "pulls",
                    (false, false) => "pushes",
                    (false, true) => "promotes",
                },
                man: Some(man.into()),
                from: name(from),
                to: name(to),
                ..Told::default()
            },
            Sign::Exposed { king, man, by } => Told {
                sign: "exposed",
                man: Some(man.into()),
                from: name(by),
                to: name(king),
                ..Told::default()
            },
            Sign::Gives { from, to, power } => Told {
                sign: "gives",
                from: name(from),
                to: name(to),
                powers: powers(power as u8),
                ..Told::default()
            },
            Sign::Loses { at, power } => {
                Told { sign: "loses", to: name(at), powers: powers(power as u8), ..Told::default() }
            }
            Sign::Charges { battery, to, role } => Told {
                sign: "charges",
                role: role_name(role),
                from: name(battery),
                to: name(to),
                ..Told::default()
            },
            Sign::IfCharged { to, captures } => Told {
                sign: if captures { "if-charged-captures" } else { "if-charged" },
                to: name(to),
                ..Told::default()
            },
            Sign::Overtakes { from, over, man, to } => Told {
                sign: "overtakes",
                man: Some(man.into()),
                from: name(from),
                over: name(over),
                to: name(to),
                ..Told::default()
            },
            Sign::Impulse { .. } | Sign::Force { .. } | Sign::Track { .. } => return None,
        })
    }
}
