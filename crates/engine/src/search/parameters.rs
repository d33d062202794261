//! The numbers that a search is tuned by: each game has its own.

/// Defines [`SearchParameters`] with the names of its fields.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $usual:expr,)*) => {
        /// Depths are in turns, margins in hundredths of a pawn; a depth of 0 switches off what it
        /// is the depth of.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct SearchParameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl SearchParameters {
            /// What serves most games.
            pub const USUAL: SearchParameters = SearchParameters { $($name: $usual,)* };

            /// The same with continuation history, the transposition table in quiescence, internal
            /// iterative reduction, static exchange evaluation and history in late move reductions,
            /// in games in which matches have shown that it helps (docs/strength.md).
            pub const LEARNING: SearchParameters = SearchParameters {
                reduction_history: 6000,
                internal_reduction_depth: 4,
                continuation_history: 1,
                quiescence_table: 1,
                static_exchange: 1,
                ..SearchParameters::USUAL
            };

            /// The names of the parameters, as [`SearchParameters::set`] takes them.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// The value of a parameter by its name, if there is one of that name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets a parameter by its name. Returns whether there is one of that name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

parameters! {
    /// Up to what depth reverse futility cuts: the static evaluation is so far above the window that
    /// no quiet step of the opponent brings it back.
    reverse_futility_depth = 4,
    /// By how much a turn.
    reverse_futility_margin = 110,
    /// From what depth a null move is tried, where passing is allowed.
    null_move_depth = 3,
    /// The position after it is searched less deeply by three turns and by the depth divided by this.
    null_move_divisor = 6,
    /// And by a turn more, three at most, for each so much by which the static evaluation is above the window; 0: by
    /// none.
    null_move_margin = 0,
    /// Whether a position in which a check must be answered is searched a turn deeper.
    check_extension = 1,
    /// How many forced answers in a row are followed where else captures alone are.
    forced_answers = 6,
    /// Up to what depth futile quiet steps are left out.
    futility_depth = 3,
    /// By how much a quiet step can fail to reach the window.
    futility_base = 90,
    /// And by how much more a turn.
    futility_margin = 110,
    /// Up to what depth late quiet steps are left out.
    late_move_depth = 3,
    /// After how many steps.
    late_move_base = 6,
    /// And after how many more for each turn of depth squared.
    late_move_factor = 6,
    /// Up to what depth quiet steps are left out that lose a piece by static exchange evaluation.
    quiet_exchange_depth = 0,
    /// How much they lose at least, a turn of depth.
    quiet_exchange_margin = 60,
    /// After how many steps late move reductions begin.
    reduction_from = 3,
    /// Whether captures that lose are reduced as quiet steps are.
    losing_reduction = 0,
    /// What late move reductions begin at, in hundredths of a turn.
    reduction_base = 50,
    /// The product of the logarithms of depth and place is divided by this, in hundredths.
    reduction_divisor = 220,
    /// A reduction is smaller by a turn for so much of history's worth; 0: it has no say.
    reduction_history = 0,
    /// Whether it counts that a side's static evaluation has risen since its turn before.
    improving = 0,
    /// From what depth a position without a step from the table is searched less deeply (internal
    /// iterative reduction).
    internal_reduction_depth = 0,
    /// From what depth the table's step is looked at alone, and deeper if no other comes near it.
    singular_depth = 0,
    /// How near that is, in hundredths of a pawn for each turn of depth.
    singular_margin = 3,
    /// Whether quiet steps are ordered by what they followed, too (continuation history).
    continuation_history = 0,
    /// Whether static evaluations are corrected by how wrong they were before (correction history).
    correction_history = 0,
    /// Whether the transposition table serves quiescence.
    quiescence_table = 0,
    /// Whether captures that lose by static exchange evaluation are left out of quiescence, and
    /// ordered by it, in games that have exchanges.
    static_exchange = 0,
    /// Up to what depth captures that lose are left out.
    losing_capture_depth = 0,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_set_by_name() {
        let mut parameters = SearchParameters::USUAL;
        assert!(parameters.set("futility_margin", 33));
        assert_eq!(parameters.futility_margin, 33);
        assert!(!parameters.set("futility", 33));
        assert_eq!(parameters.get("futility"), None);
        for (value, name) in (1..).zip(SearchParameters::NAMES) {
            assert!(parameters.set(name, value), "{name}");
        }
        for (value, name) in (1..).zip(SearchParameters::NAMES) {
            assert_eq!(parameters.get(name), Some(value), "{name}");
        }
    }
}
