//! The site, as Trunk builds and serves it (`Trunk.toml`, `index.html`). What Trunk itself does not do, the crate
//! `site` does as its last hook.

use fs_err as fs;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use xtask::run::{Result, command, command_behind, output, root, run};

use crate::tools::Tools;

/// The folder that any web server can serve.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// Sets up the tools and has Trunk build the site in release mode.
///
/// # Errors
/// When a step fails; the message is its own.
pub(crate) fn build() -> Result<()> {
    let tools = set_up()?;
    run(trunk(&tools)?.args(["build", "--release"]))
}

/// Sets up the tools and has Trunk build the site, serve it at a port of this machine, and build it anew
/// when a source changes, until the program is ended.
///
/// # Errors
/// When a step fails; the message is its own.
pub(crate) fn serve(port: u16, open: bool) -> Result<()> {
    let tools = set_up()?;
    let mut trunk = trunk(&tools)?;
    trunk.args(["serve", "--release", "--port", &port.to_string()]);
    if open {
        trunk.arg("--open");
    }
    run(&mut trunk)
}

/// What Cargo is told to compile the crate `site` by, as in Trunk's hook: a difference would compile it twice.
const SITE: [&str; 5] =
    ["--quiet", "--package", "site", "--config", "profile.dev.incremental=false"];

/// Makes the rules' pages alone, without the game, for who writes them.
///
/// # Errors
/// When a page is not in order.
pub(crate) fn rules_pages() -> Result<()> {
    run(command("cargo").arg("run").args(SITE).args(["--", "rules"]))
}

/// Sets up the tools, while Cargo begins with what Trunk has it compile next: a module, the one whose
/// longest crate waits for none of the others, and Trunk's hook. Their folders differ, so that they need not
/// wait for each other.
fn set_up() -> Result<Tools> {
    let mut module = command("cargo");
    // As Trunk calls it, by index.html: a difference would compile it twice.
    module
        .args(["build", "--target=wasm32-unknown-unknown", "--manifest-path"])
        .arg(root().join("crates/engine-worker/Cargo.toml"))
        .args(["--release", "--locked"]);
    // It has time until the modules are there.
    let mut hook = command_behind("cargo");
    hook.arg("build").args(SITE);
    let begun = [begin(&mut module), begin(&mut hook)];
    let tools = Tools::set_up();
    if tools.is_err() {
        for mut cargo in begun.into_iter().flatten() {
            let _ = cargo.kill();
            let _ = cargo.wait();
        }
    }
    tools
}

/// Has Cargo begin in silence. Where it fails, Trunk's own call does too, and says why.
fn begin(cargo: &mut Command) -> std::io::Result<Child> {
    cargo.stdout(Stdio::null()).stderr(Stdio::null());
    for_modules(cargo);
    cargo.spawn()
}

/// Whether `trunk serve --release` serves the page, from a folder of its own.
///
/// # Errors
/// When it does not; the message holds the end of its output, all of which is in the log.
pub(crate) fn check_served(tools: &Tools, log: &Path) -> Result<()> {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|free| free.local_addr());
    let port = port.map_err(|e| e.to_string())?.port();
    let output = fs::File::create(log).map_err(|e| e.to_string())?.into_file();
    let errors = output.try_clone().map_err(|e| e.to_string())?;
    let mut trunk = trunk(tools)?;
    trunk.args(["serve", "--release", "--dist", "target/served", "--port", &port.to_string()]);
    let mut trunk =
        trunk.stdout(output).stderr(errors).spawn().map_err(|e| format!("trunk: {e}"))?;
    let answer = loop {
        match ask(port) {
            Ok(answer) => break answer,
            // The site is not built yet.
            Err(_) if matches!(trunk.try_wait(), Ok(None)) => thread::sleep(POLL),
            Err(error) => break error.to_string(),
        }
    };
    let _ = trunk.kill();
    let _ = trunk.wait();
    let is_page = answer.starts_with("HTTP/1.0 200 ") || answer.starts_with("HTTP/1.1 200 ");
    if is_page && answer.contains("<title>Fivefold") && answer.contains("'nonce-") {
        return Ok(());
    }
    let output = fs::read_to_string(log).map_err(|e| e.to_string())?;
    let lines: Vec<&str> = output.lines().collect();
    let end = lines[lines.len().saturating_sub(30)..].join("\n");
    Err(format!(
        "{end}\nThe page is not served: {}; all of the output: {}",
        answer.lines().next().unwrap_or_default(),
        log.display()
    ))
}

/// How long to wait until a server is asked again.
const POLL: Duration = Duration::from_millis(200);

/// What a server at a port of this machine answers when it is asked for its page.
fn ask(port: u16) -> std::io::Result<String> {
    let mut line = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    line.write_all(b"GET / HTTP/1.0\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n\r\n")?;
    let mut answer = String::new();
    line.read_to_string(&mut answer)?;
    Ok(answer)
}

fn trunk(tools: &Tools) -> Result<Command> {
    let mut trunk = command(tools.find("trunk")?);
    // Trunk takes NO_COLOR for an option that must be `true` or `false`, and stops at "1".
    trunk.env("PATH", tools.path()?).env_remove("NO_COLOR");
    for_modules(&mut trunk);
    Ok(trunk)
}

/// Has Cargo compile modules that are the same everywhere, with no core idle.
fn for_modules(command: &mut Command) {
    reproducible(command);
    // A compiler that divides its work claims a second core, and seldom uses all of it.
    let cores = thread::available_parallelism().map_or(2, std::num::NonZero::get);
    command.env("CARGO_BUILD_JOBS", (2 * cores).to_string());
}

/// The same module wherever it is built: no folder of this machine in its texts.
pub(crate) fn reproducible(command: &mut Command) {
    let home = std::env::var_os("CARGO_HOME")
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo").into()));
    let mut flags = vec![format!("--remap-path-prefix={}=", root().display())];
    if let Some(home) = home {
        flags.push(format!("--remap-path-prefix={}=cargo", Path::new(&home).display()));
    }
    if let Some(sysroot) = output(self::command("rustc").args(["--print", "sysroot"])) {
        flags.push(format!("--remap-path-prefix={sysroot}=rust"));
    }
    command
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags.join(" "))
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hook_is_compiled_as_trunk_calls_it() {
        let hook = fs::read_to_string(root().join("Trunk.toml")).unwrap();
        let arguments = [&["run"], &SITE[..], &["--", "assemble"]].concat();
        assert!(hook.contains(&format!("command_arguments = {arguments:?}")), "{hook}");
    }
}
