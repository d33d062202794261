//! The clocks beside the board, and the question about them before a game begins.

use crate::contract::Tsify;
use record::time_control::{Allowance, Pace, TimeControl};
use rules::{Color, Phase};
use serde::Serialize;
use table::Reading;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::beginning::{Answers, question};
use crate::browser::moment;
use crate::contract::{self, Part, words};
use crate::page::Table;

/// Below this a clock shows tenths of a second, in milliseconds.
const TENTHS: u64 = 10_000;

/// What a side's clock shows.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct ClockFace {
    #[tsify(type = "'white' | 'black'")]
    pub color: &'static str,
    pub text: String,
    /// What follows after that: periods, or a reserve.
    pub beyond: String,
    pub runs: bool,
    pub low: bool,
}

/// The clocks.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Clocks {
    pub faces: Vec<ClockFace>,
    /// Whether they stand until somebody touches the board.
    pub waits: bool,
    /// The time control.
    pub control: String,
}

/// A time as a clock shows it.
fn shown(left: u64) -> String {
    if left < TENTHS {
        return format!("0:0{}.{}", left / 1000, left / 100 % 10);
    }
    // A second is shown until it is over.
    let seconds = left.div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

fn face(color: Color, reading: Reading) -> ClockFace {
    let Reading { left, beyond, periods, runs } = reading;
    let beyond = match periods {
        0 if beyond > 0 && runs => format!("+{}", shown(beyond)),
        0 => String::new(),
        periods => format!("{periods}×"),
    };
    ClockFace { color: color.id(), text: shown(left), beyond, runs, low: left < TENTHS }
}

#[wasm_bindgen]
impl Table {
    /// What the clocks show now: `Clocks`, or null.
    pub fn clocks(&self) -> JsValue {
        contract::write(&self.faces(moment().now))
    }

    pub(crate) fn faces(&self, now: u64) -> Option<Clocks> {
        let readings = self.table.clocks(now)?;
        let faces = Color::ALL.into_iter().zip(readings);
        Some(Clocks {
            faces: faces.map(|(color, reading)| face(color, reading)).collect(),
            waits: self.table.clocks_wait(),
            control: self.table.time_control()?.to_string(),
        })
    }
}

/// A field for a number.
fn number(name: &'static str, key: &'static str, value: String, least: u32, most: u32) -> Part {
    let field = Part::new("input").given("type", "number").given("name", name);
    let field = field.given("value", value).given("min", least.to_string());
    let field = field.given("max", most.to_string()).given("inputMode", "numeric");
    Part::new("label").class(name).says(words(key)).with(vec![field])
}

/// What is asked about the clock of a game.
pub(crate) fn asked(game: rules::GameId) -> Part {
    asked_with(rules::AnyPosition::initial(game).phase() == Phase::Placement, None)
}

/// So many thousandths of a minute or of a second, as a field has them.
fn decimal(thousandths: u32) -> String {
    let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A time control as the fields have it: its kind, the minutes of White and Black, seconds and periods.
fn fields(control: TimeControl) -> (&'static str, [String; 4]) {
    let [white, black] = control.sides();
    let (kind, seconds, periods) = match white.pace {
        Pace::Increment(time) => ("increment", time, 1),
        Pace::Bronstein(time) => ("bronstein", time, 1),
        Pace::Delay(time) if white.main == 0 && black.main == 0 => ("turn", time, 1),
        Pace::Delay(time) => ("delay", time, 1),
        Pace::ByoYomi { periods, period } => ("byoyomi", period, periods),
        Pace::Hourglass => ("hourglass", 0, 1),
        Pace::Reserve(time) => ("reserve", time, 1),
    };
    let [white, black] = [white.main, black.main].map(|main| decimal(main / 60));
    (kind, [white, black, decimal(seconds), periods.to_string()])
}

/// What is asked about a clock, with or without time for placing; it stands as in `control`.
pub(crate) fn asked_with(placing: bool, control: Option<TimeControl>) -> Part {
    let (chosen, [white, black, seconds, periods]) =
        control.map_or_else(|| ("none", ["10", "10", "5", "3"].map(str::to_owned)), fields);
    let kinds = [
        ("none", "clock.none"),
        ("increment", "clock.increment"),
        ("bronstein", "clock.bronstein"),
        ("delay", "clock.delay"),
        ("byoyomi", "clock.byo-yomi"),
        ("hourglass", "clock.hourglass"),
        ("reserve", "clock.reserve"),
        ("turn", "clock.turn"),
    ];
    let options = kinds
        .into_iter()
        .map(|(value, key)| (value, Part::new("option").given("value", value).says(words(key))))
        .map(|(value, option)| option.given("selected", value == chosen));
    let kind = Part::new("select").given("name", "clock").given("aria-label", words("clock.title"));
    let kinds = vec![kind.with(options.collect())];
    let mut times = vec![
        number("minutes", "clock.minutes", white, 0, 600),
        number("black-minutes", "clock.black-minutes", black, 0, 600),
        number("seconds", "clock.seconds", seconds, 0, 3600),
        number("periods", "clock.periods", periods, 1, 100),
    ];
    if placing {
        times.push(number("placing", "clock.placing", "5".to_owned(), 0, 600));
    }
    question("clock", "clock.title", kinds).with(vec![Part::new("div").class("times").with(times)])
}

/// The time control by the answers, in the order of the fields; nothing without a clock or time.
fn control(kind: &str, [minutes, black, seconds, periods, placing]: [u32; 5]) -> Option<String> {
    let pace = match kind {
        "increment" => Pace::Increment(seconds),
        "bronstein" if seconds == 0 => Pace::Increment(0),
        "bronstein" => Pace::Bronstein(seconds),
        "delay" if seconds == 0 => Pace::Increment(0),
        "delay" | "turn" => Pace::Delay(seconds),
        "byoyomi" => Pace::ByoYomi { periods: u8::try_from(periods).ok()?, period: seconds },
        "hourglass" => Pace::Hourglass,
        "reserve" => Pace::Reserve(seconds),
        _ => return None,
    };
    let side = |main| Allowance { main: if kind == "turn" { 0 } else { main }, pace };
    let placing = (placing > 0).then_some(placing);
    TimeControl::new([side(minutes), side(black)], placing).map(|control| control.to_string())
}

/// The time control that the answers of a dialog ask for, as in PGN; empty without a clock, or where it leaves
/// a side no time.
///
/// # Errors
/// If they are no answers.
#[wasm_bindgen]
pub fn time_control(answers: JsValue) -> Result<String, JsError> {
    let answers: Answers = contract::read(answers)?;
    Ok(control_of(&answers).unwrap_or_default())
}

/// The same; none without a clock.
pub(crate) fn control_of(answers: &Answers) -> Option<String> {
    let Answers { clock, minutes, black_minutes, seconds, periods, placing, .. } = answers;
    // Whatever is no number, or below zero, is nothing.
    let times = [
        (minutes, 60_000.0),
        (black_minutes, 60_000.0),
        (seconds, 1000.0),
        (periods, 1.0),
        (placing, 60_000.0),
    ]
    .map(|(text, unit)| (text.parse().unwrap_or(0.0) * unit) as u32);
    control(clock, times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_tenths_below_ten_seconds() {
        for (left, text) in [
            (0, "0:00.0"),
            (99, "0:00.0"),
            (9_999, "0:09.9"),
            (10_000, "0:10"),
            (10_001, "0:11"),
            (300_000, "5:00"),
            (299_999, "5:00"),
            (3_600_000, "1:00:00"),
            (259_200_000, "72:00:00"),
        ] {
            assert_eq!(shown(left), text);
        }
    }

    #[test]
    fn the_fields_make_the_control_that_they_show() {
        for text in [
            "300+5",
            "300+0",
            "300b5",
            "300d5",
            "1/30",
            "600:5x30",
            "*60",
            "1/30r90",
            "90+1.5,60+1.5",
        ] {
            let shown = TimeControl::parse(text).unwrap();
            let (kind, [minutes, black_minutes, seconds, periods]) = fields(shown);
            let clock = kind.to_owned();
            let answers =
                Answers { clock, minutes, black_minutes, seconds, periods, ..Answers::default() };
            assert_eq!(control_of(&answers), Some(shown.to_string()));
        }
    }

    #[test]
    fn a_clock_of_seconds_for_each_turn_is_asked_for_as_one() {
        for (text, kind) in [("1/30", "turn"), ("300d5", "delay"), ("0d5,60d5", "delay")] {
            let control = TimeControl::parse(text).unwrap();
            assert_eq!(fields(control).0, kind, "{text}");
        }
    }

    #[test]
    fn a_clock_shows_what_is_left_and_what_follows() {
        let shows = |left, beyond, periods, runs| {
            let ClockFace { color, text, beyond, runs: counts, low } =
                face(Color::Black, Reading { left, beyond, periods, runs });
            assert_eq!((color, counts), ("black", runs));
            (text, beyond, low)
        };
        let all = |text: &str, beyond: &str, low| (text.to_owned(), beyond.to_owned(), low);
        assert_eq!(shows(65_000, 0, 0, true), all("1:05", "", false));
        // What follows a delay is shown while that runs.
        assert_eq!(shows(30_000, 65_000, 0, true), all("0:30", "+1:05", false));
        assert_eq!(shows(30_000, 65_000, 0, false), all("0:30", "", false));
        assert_eq!(shows(30_000, 65_000, 3, true), all("0:30", "3×", false));
        assert!(!shows(TENTHS, 0, 0, false).2);
        assert!(shows(TENTHS - 1, 0, 0, false).2);
    }

    /// A dialog that is opened anew for a clock shows in each field a number that the field takes, also where the
    /// clock has no such number: else it could not be answered.
    #[test]
    fn each_field_of_a_clock_takes_what_it_shows() {
        let controls = ["300+5", "300b5", "300d5", "1/30", "600:5x30", "*60", "1/30r90"];
        for text in controls.map(Some).into_iter().chain([None]) {
            let asked = asked_with(true, text.map(|text| TimeControl::parse(text).unwrap()));
            let mut fields = Vec::new();
            let mut parts = vec![&asked];
            while let Some(part) = parts.pop() {
                parts.extend(&part.parts);
                let number = |wanted: &str| {
                    let given = part.given.iter().find(|(name, _)| *name == wanted);
                    given.and_then(|(_, given)| match given {
                        contract::Given::Text(text) => text.parse::<f64>().ok(),
                        _ => None,
                    })
                };
                if let (Some(value), Some(least), Some(most)) =
                    (number("value"), number("min"), number("max"))
                {
                    assert!(
                        (least..=most).contains(&value),
                        "{text:?}: {value} of {least} to {most}"
                    );
                    fields.push(value);
                }
            }
            assert_eq!(fields.len(), 5, "{text:?}");
        }
    }

    /// Where nothing is added or waited for, it is the same clock whatever it would be called.
    #[test]
    fn a_clock_without_seconds_is_one_of_minutes_alone() {
        for kind in ["increment", "bronstein", "delay"] {
            let of = |seconds| control(kind, [300_000, 300_000, seconds, 3, 0]);
            assert_eq!(of(0).as_deref(), Some("300"), "{kind}");
            assert_ne!(of(1), of(0), "{kind}: a thousandth is something");
        }
    }

    #[test]
    fn the_answers_make_a_control() {
        let of = |kind, numbers| control(kind, numbers);
        let five = [300_000, 300_000, 5_000, 3, 0];
        for (kind, text) in [
            ("none", None),
            ("increment", Some("300+5")),
            ("bronstein", Some("300b5")),
            ("delay", Some("300d5")),
            ("byoyomi", Some("300:3x5")),
            ("hourglass", Some("*300")),
            ("reserve", Some("1/5r300")),
            ("turn", Some("1/5")),
        ] {
            assert_eq!(of(kind, five).as_deref(), text);
        }
        let answers = Answers {
            clock: "increment".to_owned(),
            minutes: "0.5".to_owned(),
            black_minutes: "5".to_owned(),
            seconds: "-1".to_owned(),
            placing: "two".to_owned(),
            ..Answers::default()
        };
        assert_eq!(control_of(&answers).as_deref(), Some("30,300"));
        assert_eq!(control_of(&Answers::default()), None);
        let handicap = of("increment", [300_000, 60_000, 0, 3, 120_000]);
        assert_eq!(handicap.as_deref(), Some("300,60;p120"));
        assert_eq!(of("increment", [0, 60_000, 5_000, 3, 0]), None);
    }
}
