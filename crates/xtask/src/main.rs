//! `cargo xtask …`: sets up the tools, builds the site, serves it, tests everything.

mod bench;
mod checks;
mod reproducible;
mod site;
mod soak;
mod steps;
mod tools;

use std::net::{Ipv4Addr, TcpListener};
use std::process::ExitCode;

use xtask::run::{self, Result, command};

use checks::Part;
use tools::{Engine, Tools};

const USAGE: &str = "\
cargo xtask COMMAND

  serve [--port N] [--no-open]  build and serve the game on this machine, and open it in a browser:
                                `trunk serve --release` (N: 8080 unless given; the next free one is
                                taken)
  build                         build the site into dist/, for any web server and any path
  test [PART…] [--browser NAME] [--install]
                                run all checks, or only: rust, js, browser
                                (--browser: the tests of the page in chromium, firefox or
                                webkit, and nothing else if no part is named; --install: install
                                what is missing with apt)
  bench [ROUNDS]                measure the rules and the computer player, natively and in WebAssembly
                                (ROUNDS: 5 unless given)
  rules                         only the rules' pages, into target/rules-pages
  screenshots                   pictures of every screen, into docs/screens
  lighthouse [RUNS]             Lighthouse's scores of the finished site (RUNS: 5 unless given)
  soak --minutes N              fuzzing, self-play, random play on the page, damaged files, for about
                                so long, builds not counted (needs nightly Rust and cargo-fuzz)
  reproducible                  builds the commit a second time, elsewhere, and compares all files
  deny                          licences and sources of all crates and npm packages
  setup                         only set up the tools that the others need, and have `trunk serve` and
                                `trunk build` find them

Whatever is missing is set up first: the WebAssembly target, Trunk, wasm-bindgen, npm packages.
Tools that are built are kept in ~/.cache/fivefold (or under XDG_CACHE_HOME).";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    run::exit_code(parse(&arguments).and_then(perform))
}

#[derive(Debug, PartialEq, Eq)]
enum Task {
    Help,
    SetUp,
    Build,
    Rules,
    Screenshots,
    Serve { port: u16, open: bool },
    Test { parts: Vec<Part>, engine: Engine, install: bool },
    Bench { rounds: u32 },
    Lighthouse { runs: u32 },
    Soak { minutes: u64 },
    Reproducible,
    Deny,
}

fn parse(arguments: &[String]) -> Result<Task> {
    let wrong = |word: &str| format!("`{word}` is not understood.\n\n{USAGE}");
    let mut words = arguments.iter().map(String::as_str);
    match words.next() {
        None | Some("help" | "--help" | "-h") => Ok(Task::Help),
        Some("setup") => words.next().map_or(Ok(Task::SetUp), |word| Err(wrong(word))),
        Some("build") => words.next().map_or(Ok(Task::Build), |word| Err(wrong(word))),
        Some("rules") => words.next().map_or(Ok(Task::Rules), |word| Err(wrong(word))),
        Some("screenshots") => words.next().map_or(Ok(Task::Screenshots), |word| Err(wrong(word))),
        Some("serve") => {
            let (mut port, mut open) = (8080, true);
            while let Some(word) = words.next() {
                match word {
                    "--no-open" => open = false,
                    "--port" => {
                        let number = words.next().unwrap_or_default();
                        port = number.parse().map_err(|_| wrong(&format!("--port {number}")))?;
                    }
                    _ => return Err(wrong(word)),
                }
            }
            Ok(Task::Serve { port, open })
        }
        Some("test") => {
            let (mut parts, mut engine, mut install) = (Vec::new(), None, false);
            while let Some(word) = words.next() {
                match Part::named(word) {
                    Some(part) => parts.push(part),
                    None if word == "--install" => install = true,
                    None if word == "--browser" => {
                        let name = words.next().unwrap_or_default();
                        let named = Engine::named(name);
                        engine = Some(named.ok_or_else(|| wrong(&format!("--browser {name}")))?);
                    }
                    None => return Err(wrong(word)),
                }
            }
            match engine {
                Some(_) if parts.is_empty() => parts.push(Part::Browser),
                None if parts.is_empty() => parts.extend(Part::ALL),
                _ => {}
            }
            Ok(Task::Test { parts, engine: engine.unwrap_or(Engine::Chromium), install })
        }
        Some(task @ ("bench" | "lighthouse")) => {
            let times = match words.next() {
                None => 5,
                Some(word) => {
                    word.parse().ok().filter(|&times| times > 0).ok_or_else(|| wrong(word))?
                }
            };
            match words.next() {
                Some(word) => Err(wrong(word)),
                None if task == "bench" => Ok(Task::Bench { rounds: times }),
                None => Ok(Task::Lighthouse { runs: times }),
            }
        }
        Some("soak") => {
            let (Some("--minutes"), Some(number), None) =
                (words.next(), words.next(), words.next())
            else {
                return Err(wrong("soak"));
            };
            let minutes = number.parse().ok().filter(|&minutes| minutes > 0);
            minutes.map(|minutes| Task::Soak { minutes }).ok_or_else(|| wrong(number))
        }
        Some("reproducible") => words.next().map_or(Ok(Task::Reproducible), |w| Err(wrong(w))),
        Some("deny") => words.next().map_or(Ok(Task::Deny), |word| Err(wrong(word))),
        Some(word) => Err(wrong(word)),
    }
}

fn perform(task: Task) -> Result<()> {
    match task {
        Task::Help => println!("{USAGE}"),
        Task::SetUp => Tools::set_up()?.hand_to_trunk()?,
        Task::Build => site::build()?,
        Task::Rules => site::rules_pages()?,
        Task::Serve { port, open } => {
            let port = free_port(port)?;
            println!("Fivefold will be at http://127.0.0.1:{port}/ (Ctrl+C ends this)");
            site::serve(port, open && has_screen())?;
        }
        Task::Test { parts, engine, install } => checks::test(&parts, engine, install)?,
        Task::Screenshots => {
            let browser = tools::Browser::set_up(false)?;
            site::build()?;
            checks::node_against_site(&["tools/screenshots.mjs", "docs/screens"], &browser, &[])?;
            for set in ["--set=standard", "--set=classic", "--set=bold"] {
                run::run(command("node").args(["tools/pieces-sheet.mjs", set]))?;
            }
        }
        Task::Bench { rounds } => bench::bench(rounds)?,
        Task::Soak { minutes } => soak::soak(minutes)?,
        Task::Lighthouse { runs } => {
            let browser = tools::Browser::set_up(false)?;
            tools::lighthouse()?;
            site::build()?;
            checks::node_against_site(&["tools/lighthouse.mjs", &runs.to_string()], &browser, &[])?;
        }
        Task::Reproducible => reproducible::check()?,
        Task::Deny => checks::deny()?,
    }
    Ok(())
}

/// How many ports after the wanted one are tried.
const PORTS: u16 = 50;

/// The wanted port of this machine, or the next free one.
fn free_port(wanted: u16) -> Result<u16> {
    let last = wanted.saturating_add(PORTS);
    (wanted..=last)
        .find(|&port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok())
        .ok_or_else(|| format!("No port from {wanted} to {last} is free: choose with --port."))
}

/// Whether there is a screen to show a browser on.
fn has_screen() -> bool {
    cfg!(any(target_os = "macos", windows))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Task> {
        parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn commands_and_options() {
        assert_eq!(parsed(""), Ok(Task::Help));
        assert_eq!(parsed("build"), Ok(Task::Build));
        assert_eq!(parsed("serve"), Ok(Task::Serve { port: 8080, open: true }));
        let options = "serve --port 9000 --no-open";
        assert_eq!(parsed(options), Ok(Task::Serve { port: 9000, open: false }));
        let engine = Engine::Chromium;
        let all = Task::Test { parts: Part::ALL.to_vec(), engine, install: false };
        assert_eq!(parsed("test"), Ok(all));
        let some = Task::Test { parts: vec![Part::Rust, Part::Js], engine, install: true };
        assert_eq!(parsed("test rust --install js"), Ok(some));
        let engine = Engine::Firefox;
        let other = Task::Test { parts: vec![Part::Browser], engine, install: false };
        assert_eq!(parsed("test --browser firefox"), Ok(other));
        assert_eq!(parsed("bench"), Ok(Task::Bench { rounds: 5 }));
        assert_eq!(parsed("bench 9"), Ok(Task::Bench { rounds: 9 }));
        assert_eq!(parsed("lighthouse 3"), Ok(Task::Lighthouse { runs: 3 }));
        assert_eq!(parsed("soak --minutes 30"), Ok(Task::Soak { minutes: 30 }));
        assert_eq!(parsed("reproducible"), Ok(Task::Reproducible));
        assert_eq!(parsed("deny"), Ok(Task::Deny));
    }

    #[test]
    fn a_taken_port_gives_the_next() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let wanted = taken.local_addr().unwrap().port();
        assert!(free_port(wanted).unwrap() > wanted);
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (line, named) in [
            ("sreve", "`sreve`"),
            ("serve --port", "`--port `"),
            ("serve --port 70000", "`--port 70000`"),
            ("build now", "`now`"),
            ("test rusty", "`rusty`"),
            ("test --browser lynx", "`--browser lynx`"),
            ("bench 0", "`0`"),
            ("bench often", "`often`"),
            ("lighthouse 3 4", "`4`"),
            ("soak", "`soak`"),
            ("soak --minutes 0", "`0`"),
            ("deny all", "`all`"),
        ] {
            assert!(parsed(line).unwrap_err().starts_with(named), "{line}");
        }
    }
}
