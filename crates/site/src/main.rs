//! What this project adds to a build by Trunk: the finished site, and the rules' pages alone.

mod cards;
mod diagram;
mod games;
mod imports;
mod rules_pages;
mod site;
mod sizes;

use std::process::ExitCode;

use xtask::run::{self, Result};

const USAGE: &str = "\
cargo run --package site -- COMMAND

  assemble  what Trunk runs at the end of a build (Trunk.toml)
  rules     only the rules' pages, into target/rules-pages (`cargo xtask rules`)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    run::exit_code(parse(&arguments).and_then(perform))
}

#[derive(Debug, PartialEq, Eq)]
enum Task {
    Help,
    Assemble,
    Rules,
}

fn parse(arguments: &[String]) -> Result<Task> {
    let wrong = |word: &str| format!("`{word}` is not understood.\n\n{USAGE}");
    let mut words = arguments.iter().map(String::as_str);
    match words.next() {
        None | Some("help" | "--help" | "-h") => Ok(Task::Help),
        Some("assemble") => words.next().map_or(Ok(Task::Assemble), |word| Err(wrong(word))),
        Some("rules") => words.next().map_or(Ok(Task::Rules), |word| Err(wrong(word))),
        Some(word) => Err(wrong(word)),
    }
}

fn perform(task: Task) -> Result<()> {
    match task {
        Task::Help => println!("{USAGE}"),
        Task::Assemble => site::assemble()?,
        Task::Rules => println!("The rules' pages are in {}", site::rules_pages()?.display()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Task> {
        parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn commands() {
        assert_eq!(parsed(""), Ok(Task::Help));
        assert_eq!(parsed("assemble"), Ok(Task::Assemble));
        assert_eq!(parsed("rules"), Ok(Task::Rules));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (line, named) in [("build", "`build`"), ("rules magnetic", "`magnetic`")] {
            assert!(parsed(line).unwrap_err().starts_with(named), "{line}");
        }
    }
}
