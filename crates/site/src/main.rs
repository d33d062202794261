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
    run::exit_code(perform(&arguments.iter().map(String::as_str).collect::<Vec<_>>()))
}

fn perform(arguments: &[&str]) -> Result<()> {
    match arguments {
        ["assemble"] => site::assemble()?,
        ["rules"] => println!("The rules' pages are in {}", site::rules_pages()?.display()),
        [] | ["help" | "--help" | "-h"] => println!("{USAGE}"),
        _ => return Err(format!("`{}` is not understood.\n\n{USAGE}", arguments.join(" "))),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_understood_is_named() {
        for words in [&["build"][..], &["rules", "magnetic"]] {
            let error = perform(words).unwrap_err();
            assert!(error.starts_with(&format!("`{}` ", words.join(" "))), "{error}");
        }
    }
}
