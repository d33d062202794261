//! `fivefold verify`: what the signatures and the draws of games by link prove.

use std::io::{self, Read, Write};

use record::letter::{Forged, Letter, Played, Seal};
use record::link::{self, Section, kind};
use rules::Color;
use serde_json::{Value, json};

/// Verifies a link a line, and writes a line of JSON for each. A link that cannot be read, and one with
/// a wrong signature or draw, is reported on standard error, and the command fails after the rest.
pub(crate) fn run(mut input: impl Read, out: &mut impl Write) -> io::Result<()> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut failed = 0;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    for (number, line) in lines {
        match verify(line.trim()) {
            Ok(proven) => writeln!(out, "{proven}")?,
            Err(message) => {
                failed += 1;
                eprintln!("fivefold: line {}: {message}", number + 1);
            }
        }
    }
    if failed > 0 {
        out.flush()?;
        return Err(io::Error::other(format!("{failed} not verified")));
    }
    Ok(())
}

fn verify(line: &str) -> Result<Value, String> {
    let opened = link::read(&link::within(line)).map_err(|error| error.to_string())?;
    let section = opened.sections.iter().find(|section| section.kind == kind::LETTER);
    let section: &Section = section.ok_or("this is not a game by link")?;
    let letter = Letter::read(&section.bytes).map_err(|error| error.to_string())?;
    let played = Played { letter, record: opened.record };
    let draws = played.letter.verify(&played.record);
    let draws = draws.map_err(|error| format!("its draws are not fair: {}", error.id()))?;
    let seals = played
        .seals()
        .map_err(|Forged(color)| format!("the signature of {} is wrong", name_of(color)))?;
    let side = |color: Color| {
        let hex = |key: [u8; 32]| key.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let signed = match seals[color as usize] {
            Seal::Whole => json!("all"),
            Seal::Until(turns) => json!(turns),
            Seal::Keyless => Value::Null,
        };
        json!({
            "name": played.letter.name(color), "key": played.letter.key(color).map(hex),
            "signed": signed,
        })
    };
    let turns = played.record.turns().filter(|turn| turn.done).count();
    Ok(json!({
        "game": played.record.start().spec().id, "turns": turns,
        "over": played.record.verdict().is_some(), "draws": draws.len(),
        "white": side(Color::White), "black": side(Color::Black),
        "says": says(seals),
    }))
}

fn name_of(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// What the signatures prove, in words.
fn says(seals: [Seal; 2]) -> String {
    match seals {
        [Seal::Whole, Seal::Whole] => return "signed by both players".to_owned(),
        [Seal::Keyless, Seal::Keyless] => return "not signed".to_owned(),
        _ => {}
    }
    let side = |color: Color| {
        let name = name_of(color);
        match seals[color as usize] {
            Seal::Whole => format!("signed by {name}"),
            Seal::Until(turns) => format!("signed by {name} up to turn {turns} only"),
            Seal::Keyless => format!("{name} has no key"),
        }
    };
    Color::ALL.map(side).join("; ")
}
