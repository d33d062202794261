//! Runs the binary as a shell would: on the conformance files, and on what it must refuse.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use rules::{AnyPosition, Ending, GameId, Step};
use serde_json::Value;

/// Counts larger than this are left to the rules' own tests.
const QUICK: u64 = 100_000;

fn read(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn fivefold(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fivefold"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The child writes while it reads: a pipe would fill if both ends were served in turn.
    let feeder = std::thread::spawn(move || {
        // A child that refuses its arguments closes its end without reading.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

/// The standard output of a run that succeeds.
fn stdout(arguments: &[&str], input: &[u8]) -> String {
    let output = fivefold(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), errors.as_ref()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn inspect_agrees_with_the_conformance_files() {
    for game in GameId::ALL {
        let wanted: Vec<Value> = read(&format!("{game}.jsonl"))
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let fens: Vec<&str> = wanted.iter().map(|line| line["fen"].as_str().unwrap()).collect();
        let found = stdout(&["inspect", game.spec().id], fens.join("\n").as_bytes());
        assert_eq!(found.lines().count(), wanted.len(), "{game}");
        for (found, wanted) in found.lines().zip(wanted) {
            let found: Value = serde_json::from_str(found).unwrap();
            assert_eq!(found, wanted);
        }
    }
}

#[test]
fn inspect_reports_what_it_refuses_and_goes_on() {
    for game in GameId::ALL {
        let refused: Vec<String> = read("refused.jsonl")
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .filter(|line| line["game"] == game.spec().id)
            .map(|line| line["fen"].as_str().unwrap().to_owned())
            .filter(|fen| !fen.trim().is_empty())
            .collect();
        let input = refused.join("\n\n") + "\r\n \n" + game.spec().start;
        let found = stdout(&["inspect", game.spec().id], input.as_bytes());
        let found: Vec<Value> =
            found.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(found.len(), refused.len() + 1, "{game}");
        for (found, fen) in found.iter().zip(&refused) {
            assert_eq!(found["fen"], fen.as_str());
            assert!(found["error"].as_str().unwrap().contains(": "), "{found}");
        }
        assert_eq!(found[refused.len()]["fen"], game.spec().start);
        assert!(found[refused.len()].get("error").is_none());
    }
}

#[test]
fn inspect_refuses_bytes_that_are_no_text() {
    let found: Value =
        serde_json::from_str(&stdout(&["inspect", "orthodox"], b"\xFF\xFE w")).unwrap();
    assert_eq!(found["fen"], "\u{FFFD}\u{FFFD} w");
    assert!(found["error"].is_string());
}

#[test]
fn perft_agrees_with_the_conformance_files() {
    for game in GameId::ALL {
        let mut seen = 0;
        for line in read(&format!("{game}.perft")).lines() {
            let mut parts = line.split(" ; ");
            let fen = parts.next().unwrap();
            for part in parts {
                let (depth, wanted) = part.split_once(' ').unwrap();
                if wanted.parse::<u64>().unwrap() > QUICK {
                    continue;
                }
                let perft = ["perft", game.spec().id, "--fen", fen, "--depth", depth];
                assert_eq!(stdout(&perft, b""), format!("{wanted}\n"), "{perft:?}");

                let divided = stdout(&[&perft[..], &["--divide"]].concat(), b"");
                let (steps, total) = divided.split_once("\n\n").unwrap();
                assert_eq!(total, format!("{wanted}\n"));
                assert!(steps.lines().is_sorted());
                let counts =
                    steps.lines().map(|line| line.split_once(' ').unwrap().1.parse::<u64>());
                assert_eq!(counts.sum::<Result<u64, _>>().unwrap().to_string(), wanted);
                seen += 1;
            }
        }
        assert!(seen > 0, "{game}");
    }
}

#[test]
fn perft_starts_from_the_initial_position() {
    assert_eq!(stdout(&["perft", "orthodox", "--depth", "3"], b""), "8902\n");
    assert_eq!(stdout(&["perft", "--depth=0", "orthodox"], b""), "1\n");
    let divided = stdout(&["perft", "orthodox", "--depth", "1", "--divide"], b"");
    assert!(divided.starts_with("a2a3 1\na2a4 1\nb1a3 1\n"), "{divided}");
    assert!(divided.ends_with("h2h4 1\n\n20\n"), "{divided}");
}

#[test]
fn solve_agrees_with_the_conformance_file() {
    for line in read("charismatic-mates.jsonl").lines() {
        let wanted: Value = serde_json::from_str(line).unwrap();
        let fen = wanted["fen"].as_str().unwrap();
        let solve = ["solve", "charismatic", "--fen", fen, "--seconds", "2"];
        let found: Value = serde_json::from_str(&stdout(&solve, b"")).unwrap();
        assert_eq!(
            (&found["result"], &found["steps"]),
            (&"mate".into(), &wanted["steps"]),
            "{fen}"
        );
        let mut position = AnyPosition::from_fen(GameId::Charismatic, fen).unwrap();
        for step in found["solution"].as_array().unwrap() {
            let step = Step::parse(step.as_str().unwrap(), position.spec()).unwrap();
            assert!(position.list().contains(&step), "{found} in {fen}");
            position.play(step);
        }
        let ending = position.outcome().map(|outcome| outcome.ending);
        assert_eq!(ending, Some(Ending::Checkmate), "{found} in {fen}");
    }
}

#[test]
fn solve_tells_none_from_not_known() {
    let bare = "3k4/8/8/8/8/8/8/R3K3[] w A - 0 9 - -";
    let none = "{\"result\":\"none\",\"steps\":0,\"solution\":[]}";
    let found = stdout(&["solve", "charismatic", "--fen", bare], b"");
    assert_eq!(found.trim_end(), none);
    let found = stdout(&["solve", "charismatic", "--nodes", "3", "--fen", bare], b"");
    assert_eq!(serde_json::from_str::<Value>(&found).unwrap()["result"], "limit");
}

#[test]
fn arguments_that_are_not_understood_are_refused() {
    for (arguments, message) in [
        (&[][..], "a command is wanted"),
        (&["solve-it"], "no command is called 'solve-it'"),
        (&["--what"], "'--what'"),
        (&["inspect"], "the name of a game is wanted"),
        (&["convert", "--from", "pgn"], "--to is wanted"),
        (&["convert", "--from", "sgf", "--to", "pgn"], "--from 'sgf'"),
        (&["link-lengths", "magnetic"], "the name of a player is wanted"),
        (&["link-lengths", "magnetic", "random", "--games", "0"], "--games '0'"),
        (&["solve", "charismatic"], "--fen is wanted"),
        (&["solve", "magnetic"], "there is no solver for magnetic"),
        (&["solve", "charismatic", "--fen", "8"], "--fen: "),
        (&["solve", "charismatic", "--nodes", "0"], "--nodes '0'"),
        (&["solve", "charismatic", "--seconds=-1"], "--seconds '-1'"),
        (&["match", "magnetic", "random", "random", "--elo1", "9"], "are for --sprt"),
        (
            &["match", "magnetic", "random", "random", "--sprt", "--until-at-least", "0.6"],
            "exclude each other",
        ),
        (&["match", "magnetic", "random", "random", "--sprt", "--elo0", "30"], "--elo1 '20'"),
        (&["inspect", "checkers"], "no game is called 'checkers'; there are "),
        (&["inspect", "orthodox", "more"], "\"more\""),
        (&["perft", "orthodox"], "--depth is wanted"),
        (&["perft", "--depth", "1"], "the name of a game is wanted"),
        (&["perft", "orthodox", "--depth", "-1"], "--depth '-1'"),
        (&["perft", "orthodox", "--depth", "many"], "--depth 'many'"),
        (&["perft", "orthodox", "--depth"], "--depth"),
        (&["perft", "orthodox", "--depth", "1", "--fen", "8/8 w"], "--fen: FEN: 6 fields wanted"),
        (&["perft", "orthodox", "--depth", "1", "--fast"], "'--fast'"),
    ] {
        let output = fivefold(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
}

/// Each form says the same game, and what cannot be read is told with its line while the rest is
/// written.
#[test]
fn games_are_converted_from_any_form_to_any() {
    let steps = "magnetic startpos moves c2c4 d8a5 result 1-0\n\
        charismatic fen 3k4/8/8/8/8/8/P7/4K3[] w - - 0 9 - - moves a2a4,end d8d7,end\n";
    let convert = |from: &str, to: &str, text: &str| {
        stdout(&["convert", "--from", from, "--to", to], text.as_bytes())
    };
    for form in ["pgn", "link", "steps"] {
        let text = convert("steps", form, steps);
        assert_eq!(convert(form, "steps", &text), steps, "{form}: {text}");
    }
    let named = "[White \"Ada\"]\n[Variant \"magnetic\"]\n\n1. c4 *\n";
    let again = convert("link", "pgn", &convert("pgn", "link", named));
    assert!(again.contains("[White \"Ada\"]\n[Black \"?\"]\n"), "{again}");
    let fens = convert("steps", "fen", steps);
    assert!(fens.starts_with("magnetic rnb1kbnr/"), "{fens}");
    assert_eq!(convert("fen", "fen", &fens), fens);

    let output = fivefold(&["convert", "--from", "link", "--to", "steps"], b"#g=zzz\n\nhello\n");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("line 1: the end of the link is missing"), "{errors}");
    assert!(errors.contains("line 3: no link of a game"), "{errors}");
}

/// A link with c4 Qa5, its section of variations cut: the game is there, and what is lost is told.
#[test]
fn a_link_with_damaged_variations_is_converted_without_them() {
    let link = b"#g=AQQEAQQBAQJfzzd81AE\n";
    let output = fivefold(&["convert", "--from", "link", "--to", "steps"], link);
    let written = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(written, "magnetic startpos moves c2c4 d8a5\n");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let told = "line 1: without its variations and comments: the end of the link is missing";
    assert!(errors.contains(told), "{errors}");
    assert_eq!(output.status.code(), Some(0));
}

/// A finished game of random steps, the same one each time, fits into a link.
#[test]
fn the_lengths_of_links_are_told() {
    let told = || {
        let line = stdout(&["link-lengths", "chessence", "newcomer", "--games", "3"], b"");
        let mut line: Value = serde_json::from_str(&line).unwrap();
        line["longest_read"] = 0.into();
        line
    };
    let line = told();
    assert_eq!((&line["finished"], &line["of"]), (&3.into(), &3.into()));
    let characters = &line["characters"];
    let (median, longest) = (characters["median"].as_u64(), characters["longest"].as_u64());
    assert!(Some(20) < median && median <= longest && longest < Some(300), "{line}");
    // A letter adds 37 bytes (docs/fair-draws.md, "Letters").
    let more = line["letters"]["longest"].as_u64().zip(longest).map(|(letter, link)| letter - link);
    assert!(matches!(more, Some(49 | 50)), "{line}");
    // Keys and signatures of both sides add less than 200 characters.
    assert!(matches!(line["signed"]["longest"].as_u64(), Some(190..200)), "{line}");
    assert!((1.0..1.1).contains(&line["overhead"].as_f64().unwrap()), "{line}");
    assert_eq!(line, told());
}

/// A game by link proves itself to whoever has its link.
#[test]
fn verify_says_what_a_link_proves() {
    use record::letter::{Played, Sent};
    use record::link::{self, Section, kind};
    use rules::Color;
    let link_of = |played: &Played| {
        let letter = Section { kind: kind::LETTER, bytes: played.letter.write() };
        link::write(&played.record, &[letter]).unwrap()
    };
    let (mut invitation, mut white) =
        Played::invite(GameId::Magnetic, Color::White, false, [7; 16], [1; 32]);
    assert!(invitation.agree_key(&mut white, [1; 32]) && invitation.letter.agree_name("Ada"));
    let (mut answer, mut black) = invitation.answer([9; 8], [2; 32]).unwrap();
    assert!(answer.agree_key(&mut black, [2; 32]));
    answer.sign(&black);
    let mut record = answer.record.clone();
    let step = record.live().list()[0];
    record.take(step).unwrap();
    let turn = answer.reply(&white, &record, Sent::Turn, false).unwrap();
    let over = turn.reply(&black, &record, Sent::Resignation, false).unwrap();
    let input = format!("https://example.org/#{}\n{}\n", link_of(&over), link_of(&turn));
    let lines: Vec<Value> = stdout(&["verify"], input.as_bytes())
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let said: Vec<&str> = lines.iter().map(|line| line["says"].as_str().unwrap()).collect();
    assert_eq!(said, ["signed by both players"; 2]);
    assert_eq!((&lines[0]["over"], &lines[0]["turns"]), (&true.into(), &1.into()));
    assert_eq!(
        (&lines[0]["white"]["name"], &lines[0]["black"]["name"]),
        (&"Ada".into(), &"".into())
    );
    assert_eq!(lines[0]["white"]["key"].as_str().unwrap().len(), 64);
    // Another name, and the turn of another game.
    let mut renamed = over.clone();
    assert!(renamed.letter.set_field(record::letter::kind::INVITER_NAME, Some(b"Eve".to_vec())));
    let game =
        stdout(&["convert", "--from", "steps", "--to", "link"], b"magnetic startpos moves\n");
    for text in [link_of(&renamed), game, "#g=AAAA".to_owned()] {
        let output = fivefold(&["verify"], text.as_bytes());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{text}");
    }
    // The seat was taken up without its key.
    let keyless = record::letter::SeatKey { secret: None, ..white };
    let unsigned = answer.reply(&keyless, &record, Sent::Turn, false).unwrap();
    let line: Value =
        serde_json::from_str(&stdout(&["verify"], link_of(&unsigned).as_bytes())).unwrap();
    assert_eq!(line["says"], "signed by White up to turn 0 only; signed by Black");
}

#[test]
fn help_names_every_game() {
    for arguments in [&["--help"][..], &["perft", "-h"], &["inspect", "--help"]] {
        let help = stdout(arguments, b"");
        for game in GameId::ALL {
            assert!(help.contains(game.spec().id), "{help}");
        }
    }
}

/// Another build is driven over UCI, draws and placements included, and plays as it does within.
#[test]
fn matches_with_another_build_go_by_its_rules() {
    let other = env!("CARGO_BIN_EXE_fivefold");
    for game in ["charismatic", "contramatic", "chessence"] {
        let with = |player: &str| {
            let limits = ["--games", "2", "--nodes", "60", "--turns", "12", "--place"];
            let arguments = [&["match", game, player, "random"][..], &limits].concat();
            let text = stdout(&arguments, b"");
            let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
            lines.collect::<Vec<Value>>()
        };
        let (driven, within) = (with(other), with("nodes=60"));
        assert_eq!(driven.len(), 3, "{game}");
        assert_eq!(driven[2]["games"], 2);
        assert_eq!(driven[..2], within[..2], "{game}");
    }
}

#[test]
fn a_match_with_no_program_fails() {
    let output = fivefold(&["match", "magnetic", "/no/such/program", "random"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/no/such/program"));
}

/// The same seed makes the same openings, which are of the game that was asked for.
#[test]
fn openings_follow_from_their_seed() {
    let folder = std::env::temp_dir();
    let files = ["one", "two"]
        .map(|name| folder.join(format!("fivefold-openings-{name}-{}", std::process::id())));
    let written = files.each_ref().map(|file| {
        let name = file.to_str().unwrap();
        let arguments = ["openings", "magnetic", "--games", "3", "--nodes", "40", "--least", "1"];
        let done = fivefold(&[&arguments[..], &["--file", name]].concat(), b"");
        assert!(done.status.success(), "{done:?}");
        let told: Value = serde_json::from_slice(&done.stdout).unwrap();
        assert_eq!((&told["game"], &told["games"]), (&"magnetic".into(), &3.into()));
        let bytes = fs::read(file).unwrap();
        fs::remove_file(file).unwrap();
        bytes
    });
    assert_eq!(written[0], written[1]);
    assert!(!fivefold(&["openings", "magnetic"], b"").status.success());
}
