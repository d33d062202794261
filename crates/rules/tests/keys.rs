//! Keys of positions that are equal but for one thing.

use rules::{AnyPosition, GameId};

fn key(game: GameId, fen: &str) -> u64 {
    let position = AnyPosition::from_fen(game, fen);
    position.unwrap_or_else(|error| panic!("{game}: {fen}: {error}")).key()
}

/// Positions of a game that differ in one thing from the first, or from each other in that thing.
#[track_caller]
fn all_differ(game: GameId, fens: &[&str]) {
    let keys: Vec<u64> = fens.iter().map(|fen| key(game, fen)).collect();
    for (place, key) in keys.iter().enumerate() {
        let same = keys[..place].iter().position(|other| other == key);
        assert_eq!(same.map(|other| (fens[other], fens[place])), None, "{game}");
    }
}

#[test]
fn charismatic() {
    let differ = |fens: &[&str]| all_differ(GameId::Charismatic, fens);
    // The hand: none, other pieces, fewer of a kind.
    differ(&[
        "3k4/8/8/8/8/8/8/4K3[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 0 - -",
        "3k4/8/8/8/8/8/8/4K3[QRRBBNNPPPqrrbbnnpppppppp] w - - 0 0 - PPPPP",
        "3k4/8/8/8/8/8/8/4K3[RRBBNNPPPPqrrbbnnpppppppp] w - - 0 0 - QPPPP",
        "3k4/8/8/8/8/8/8/4K3[QRBBNNPPPPqrrbbnnpppppppp] w - - 0 0 - RPPPP",
        "3k4/8/8/8/8/8/8/4K3[QBBNNPPPPPqrrbbnnpppppppp] w - - 0 0 - RRPPP",
        "3k4/8/8/8/8/8/8/4K3[QRRBBNPPPPqrrbbnnpppppppp] w - - 0 0 - NPPPP",
        "3k4/8/8/8/8/8/8/4K3[QRRBNNPPPPqrrbbnnpppppppp] w - - 0 0 - BPPPP",
    ]);
    // The hand where the reserve is the same: a pawn and a knight have changed places with it.
    differ(&[
        "3k4/8/8/8/8/8/PPPP4/4K3[QRRBBNNPPPqrrbbnnpppppppp] w - - 0 0 a2b2c2d2 P",
        "3k4/8/8/8/8/N7/PPP5/4K3[QRRBBNPPPPqrrbbnnpppppppp] w - - 0 0 a2b2c2a3 P",
        "3k4/8/8/8/8/8/PPPP4/4K3[QRRBBNPPPPqrrbbnnpppppppp] w - - 0 0 a2b2c2d2 N",
    ]);
    // The phase: the same pieces, placed or playing; the side; who has moved; castling; passed squares.
    differ(&[
        "3k4/p7/8/8/8/8/P7/R3K2R[] w - - 0 1 - -",
        "3k4/p7/8/8/8/8/P7/R3K2R[] b - - 0 1 - -",
        "3k4/p7/8/8/8/8/P7/R3K2R[] w A - 0 1 - -",
        "3k4/p7/8/8/8/8/P7/R3K2R[] w H - 0 1 - -",
        "3k4/p7/8/8/8/8/P7/R3K2R[] w HA - 0 1 - -",
        "3k4/p7/8/8/8/8/P7/R3K2R[] w - - 0 1 a2 -",
        "3k4/p7/8/8/8/8/P7/R3K2R[] w - - 0 1 h1 -",
        "3k4/p7/8/8/8/8/P7/R3K2R[] w - - 0 1 a2h1 -",
    ]);
    differ(&[
        "3k4/8/8/2pp4/8/8/8/4K3[] w - - 0 1 - -",
        "3k4/8/8/2pp4/8/8/8/4K3[] w - c6 0 1 - -",
        "3k4/8/8/2pp4/8/8/8/4K3[] w - d6 0 1 - -",
        "3k4/8/8/2pp4/8/8/8/4K3[] w - c6d6 0 1 - -",
    ]);
    // King and rook that have moved one by one, and those that have castled.
    differ(&["3k4/8/8/8/8/8/8/5RK1[] w - - 1 1 f1g1 -", "3k4/8/8/8/8/8/8/5RK1[] w - - 1 1 F1G1 -"]);
    // Both reserves in placement.
    differ(&[
        "3k4/8/8/8/8/3P4/PPPP4/4K3[QRRBBNNPPPqrrbbnnpppppppp] b - - 0 0 - -",
        "3k4/8/8/8/8/3N4/PPPP4/4K3[QRRBBNPPPPqrrbbnnpppppppp] b - - 0 0 - -",
    ]);
}

#[test]
fn chessence() {
    // The reserve of each side.
    let board = "km4/mmm2*/1mm1*1/2*3/1*2*1/3*2/1*1MM1/*2MMM/4MK";
    let all = [
        "[MMMmmm] w",
        "[MMMmm] w",
        "[MMMm] w",
        "[MMM] w",
        "[MMmmm] w",
        "[Mmmm] w",
        "[mmm] w",
        "[] w",
        "[MMMmmm] b",
        "[MMMmm] b",
        "[MMmmm] b",
    ];
    let fens: Vec<String> = all.iter().map(|rest| format!("{board}{rest} - - 0 1")).collect();
    all_differ(GameId::Chessence, &fens.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn both_contramatic_games() {
    all_differ(
        GameId::Contramatic,
        &[
            "4k3/8/8/3p4/8/8/8/4K3[] w - - 0 1 -",
            "4k3/8/8/3p4/8/8/8/4K3[] w - d6 0 1 -",
            "4k3/8/8/3p4/8/8/8/4K3[] b - - 0 1 -",
            "4k3/8/8/4p3/8/8/8/4K3[] w - - 0 1 -",
            "4k3/8/8/4p3/8/8/8/4K3[] w - e6 0 1 -",
        ],
    );
    all_differ(
        GameId::CompleteContramatic,
        &[
            "2c1k3/8/8/3p4/8/8/8/2C1K3[] w - - 0 1 -",
            "2c1k3/8/8/3p4/8/8/8/2C1K3[] w - d6 0 1 -",
            "2c1k3/8/8/3p4/8/8/8/2C1K3[] b - - 0 1 -",
            // Both kings in each other's places.
            "2k1c3/8/8/3p4/8/8/8/2C1K3[] w - - 0 1 -",
        ],
    );
    // The same pieces on the board, still being placed and all there.
    let placed = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]";
    all_differ(
        GameId::Contramatic,
        &[
            &format!("{placed} w - - 0 1 -"),
            &format!("{placed} b - - 0 0 a8b8c8d8f8g8h8a7b7c7d7e7f7g7h7"),
            &format!("{placed} b - - 0 1 -"),
        ],
    );
}

#[test]
fn games_with_rights_to_castle() {
    for game in [GameId::Orthodox, GameId::Magnetic, GameId::Progressive] {
        let rest = if game == GameId::Progressive { " -" } else { "" };
        let mut fens = Vec::new();
        for side in ["w", "b"] {
            for rights in 0..16 {
                let letters = "KQkq".chars().enumerate();
                let held: String =
                    letters.filter(|(i, _)| rights >> i & 1 == 1).map(|(_, c)| c).collect();
                let held = if held.is_empty() { "-" } else { &held };
                fens.push(format!("r3k2r/8/8/8/8/8/8/R3K2R {side} {held} - 0 2{rest}"));
            }
        }
        all_differ(game, &fens.iter().map(String::as_str).collect::<Vec<_>>());
    }
    // Both sides' squares that were passed over.
    all_differ(
        GameId::Orthodox,
        &[
            "4k3/8/8/2pp4/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/2pp4/8/8/8/4K3 w - c6 0 1",
            "4k3/8/8/2pp4/8/8/8/4K3 w - d6 0 1",
        ],
    );
}

#[test]
fn progressive() {
    all_differ(
        GameId::Progressive,
        &[
            "4k3/8/8/2pp4/8/8/8/4K3 w - - 0 3 -",
            "4k3/8/8/2pp4/8/8/8/4K3 w - c6d6 0 3 -",
            "4k3/8/8/2pp4/8/8/8/4K3 w - c6 0 3 -",
            // How long the series is, and how much of it is made.
            "4k3/8/8/2pp4/8/8/8/4K3 w - - 0 4 -",
            "4k3/8/8/2pp4/8/8/8/4K3 w - - 0 3 1",
            "4k3/8/8/2pp4/8/8/8/4K3 w - - 0 3 2",
            "4k3/8/8/2pp4/8/8/8/4K3 b - - 0 3 -",
        ],
    );
}

/// Pieces that differ in their square, their kind or their side alone.
#[test]
fn pieces() {
    let start = AnyPosition::initial(GameId::Batteries).fen();
    let others = [
        start.clone(),
        start.replace(" w ", " b "),
        start.replace("2EOPLOE2", "2EOPLO1E1"),
        start.replace("2EOPLOE2", "2EOLPOE2"),
        start.replace("1SSSSSSSS1", "SS1SSSSSS1"),
    ];
    all_differ(GameId::Batteries, &others.iter().map(String::as_str).collect::<Vec<_>>());
    all_differ(
        GameId::Orthodox,
        &[
            "4k3/8/8/8/8/8/R7/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/1R6/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/B7/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/b7/4K3 w - - 0 1",
        ],
    );
}

#[test]
fn counters_make_no_difference() {
    let same =
        |game, one: &str, other: &str| assert_eq!(key(game, one), key(game, other), "{game}");
    same(GameId::Orthodox, "4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "4k3/8/8/8/8/8/R7/4K3 w - - 31 77");
    same(
        GameId::Charismatic,
        "3k4/8/8/8/8/8/P7/4K3[] w - - 0 1 - -",
        "3k4/8/8/8/8/8/P7/4K3[] w - - 9 40 - -",
    );
    same(
        GameId::Contramatic,
        "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 -",
        "4k3/8/8/8/8/8/8/4K3[] w - - 5 9 -",
    );
    let board = "km4/mmm2*/1mm1*1/2*3/1*2*1/3*2/1*1MM1/*2MMM/4MK[MMMmmm]";
    same(GameId::Chessence, &format!("{board} w - - 0 1"), &format!("{board} w - - 7 20"));
}
