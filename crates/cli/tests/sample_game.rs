//! The sample game on the page of Charismatic Chess: the link to it holds the game of its diagrams.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn the_link_holds_the_game_that_the_diagrams_show() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/rules/charismatic.html");
    let page = std::fs::read_to_string(file).unwrap();
    let link = page.split_once("href=\"../#").unwrap().1.split('"').next().unwrap();
    let element = page.split("<board").last().unwrap();
    let value =
        |key: &str| element.split_once(&format!(" {key}=\"")).unwrap().1.split('"').next().unwrap();
    let mut convert = Command::new(env!("CARGO_BIN_EXE_fivefold"))
        .args(["convert", "--from", "link", "--to", "steps"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(convert.stdin.take().unwrap(), "#{link}").unwrap();
    let written = String::from_utf8(convert.wait_with_output().unwrap().stdout).unwrap();
    let turns = value("plays").replace("end,", "end ");
    assert_eq!(written.trim_end(), format!("charismatic fen {} moves {turns}", value("fen")));
}
