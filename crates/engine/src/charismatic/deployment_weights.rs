//! Weights for the placement of pieces: what
//! `fivefold tune charismatic --seed 1 --nodes 5000 --games 12000` found.
//!
//! Games begin with placements at random: the rules' own, the same with some pieces elsewhere, and pieces
//! anywhere. Eight turns are played; the computer's scores in the last four of them are told as well as
//! they can be by a linear regression on the features after each placement turn, of the first four
//! placement turns together and of the last two.

use super::deployment::Weights;

/// The weights while much is still to be placed, and at the end of the placement phase.
pub(super) const WEIGHTS: [Weights; 2] = [
    Weights {
        base: -796,
        sides: [
            [
                109,  // prey
                12,   // near-pawns
                192,  // shields
                -439, // doubled
                139,  // hit pawn
                -137, // hit-loose pawn
                0,    // hit-by-less pawn
                917,  // hits pawn
                -57,  // reach pawn
                27,   // rank pawn
                35,   // edge pawn
                -14,  // hit knight
                280,  // hit-loose knight
                159,  // hit-by-less knight
                283,  // hits knight
                -18,  // reach knight
                -23,  // rank knight
                -14,  // edge knight
                101,  // hit bishop
                174,  // hit-loose bishop
                417,  // hit-by-less bishop
                -48,  // hits bishop
                37,   // reach bishop
                -197, // rank bishop
                6,    // edge bishop
                -93,  // hit rook
                29,   // hit-loose rook
                127,  // hit-by-less rook
                99,   // hits rook
                13,   // reach rook
                -80,  // rank rook
                -6,   // edge rook
                -618, // hit queen
                28,   // hit-loose queen
                171,  // hit-by-less queen
                -24,  // hits queen
                18,   // reach queen
                -452, // rank queen
                17,   // edge queen
            ],
            [
                16,   // prey
                192,  // near-pawns
                -317, // shields
                262,  // doubled
                -498, // hit pawn
                496,  // hit-loose pawn
                0,    // hit-by-less pawn
                -83,  // hits pawn
                114,  // reach pawn
                104,  // rank pawn
                128,  // edge pawn
                -243, // hit knight
                512,  // hit-loose knight
                2174, // hit-by-less knight
                65,   // hits knight
                23,   // reach knight
                6,    // rank knight
                211,  // edge knight
                -303, // hit bishop
                543,  // hit-loose bishop
                1189, // hit-by-less bishop
                94,   // hits bishop
                -36,  // reach bishop
                371,  // rank bishop
                83,   // edge bishop
                -63,  // hit rook
                297,  // hit-loose rook
                213,  // hit-by-less rook
                195,  // hits rook
                24,   // reach rook
                579,  // rank rook
                -32,  // edge rook
                122,  // hit queen
                -683, // hit-loose queen
                1115, // hit-by-less queen
                -6,   // hits queen
                -1,   // reach queen
                1235, // rank queen
                -41,  // edge queen
            ],
        ],
    },
    Weights {
        base: -6210,
        sides: [
            [
                233,  // prey
                142,  // near-pawns
                538,  // shields
                35,   // doubled
                43,   // hit pawn
                -170, // hit-loose pawn
                0,    // hit-by-less pawn
                659,  // hits pawn
                25,   // reach pawn
                69,   // rank pawn
                28,   // edge pawn
                173,  // hit knight
                158,  // hit-loose knight
                -100, // hit-by-less knight
                241,  // hits knight
                73,   // reach knight
                8,    // rank knight
                -38,  // edge knight
                -16,  // hit bishop
                47,   // hit-loose bishop
                250,  // hit-by-less bishop
                16,   // hits bishop
                -54,  // reach bishop
                -105, // rank bishop
                -129, // edge bishop
                -362, // hit rook
                -127, // hit-loose rook
                7,    // hit-by-less rook
                15,   // hits rook
                -109, // reach rook
                79,   // rank rook
                -41,  // edge rook
                -568, // hit queen
                -39,  // hit-loose queen
                139,  // hit-by-less queen
                -195, // hits queen
                -106, // reach queen
                -90,  // rank queen
                -70,  // edge queen
            ],
            [
                29,   // prey
                440,  // near-pawns
                -235, // shields
                207,  // doubled
                -457, // hit pawn
                350,  // hit-loose pawn
                0,    // hit-by-less pawn
                -27,  // hits pawn
                111,  // reach pawn
                89,   // rank pawn
                93,   // edge pawn
                -2,   // hit knight
                967,  // hit-loose knight
                968,  // hit-by-less knight
                49,   // hits knight
                1,    // reach knight
                20,   // rank knight
                91,   // edge knight
                -196, // hit bishop
                787,  // hit-loose bishop
                1048, // hit-by-less bishop
                173,  // hits bishop
                13,   // reach bishop
                159,  // rank bishop
                -7,   // edge bishop
                390,  // hit rook
                414,  // hit-loose rook
                463,  // hit-by-less rook
                75,   // hits rook
                46,   // reach rook
                349,  // rank rook
                -42,  // edge rook
                584,  // hit queen
                248,  // hit-loose queen
                1448, // hit-by-less queen
                364,  // hits queen
                8,    // reach queen
                552,  // rank queen
                -46,  // edge queen
            ],
        ],
    },
];
