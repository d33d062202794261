//! The tools that a build or a test needs: found on PATH at a fitting version, or made and kept in
//! a cache folder, so that a second clone does not make them again.

use fs_err as fs;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use xtask::hash;
use xtask::run::{Result, command, command_behind, output, root, run, run_quietly, which};

use crate::steps::Seconds;

pub(crate) const TRUNK: &str = "0.21.14";
pub(crate) const WASM_BINDGEN: &str = "0.2.130";
/// The major version of Binaryen; `package-lock.json` pins the rest.
pub(crate) const BINARYEN: &str = "132";

/// Flags for every Chromium that tests start are in `tests/e2e/driver/chromium.mjs`.
const BROWSER_PACKAGES: [&str; 1] = ["chromium"];
/// Chromium without windows of its own: it takes less than half of the processor time for each page.
const SHELL_PACKAGES: [&str; 1] = ["chromium-headless-shell"];
const FIREFOX_PACKAGES: [&str; 1] = ["firefox-esr"];
/// WebKitGTK with its driver, and a screen for it.
const WEBKIT_PACKAGES: [&str; 2] = ["webkit2gtk-driver", "xvfb"];
/// The web server on which `docs/hosting.md` is tested, and what sends Brotli's copies there.
const SERVER_PACKAGES: [&str; 2] = ["nginx-light", "libnginx-mod-http-brotli-static"];
/// The server that carries live games, which `tests/relay` sets up as `deploy/` says, and the one by which devices of
/// two networks find each other, as `docs/hosting.md` says.
const RELAY_PACKAGES: [&str; 2] = ["nats-server", "coturn"];
const CARGO_DENY: &str = "0.20.2";

/// Where the tools are.
pub(crate) struct Tools {
    folders: Vec<PathBuf>,
}

impl Tools {
    /// Sets up whatever is missing for a build.
    ///
    /// # Errors
    /// When something is missing that cannot be set up; the message says what to do.
    pub(crate) fn set_up() -> Result<Tools> {
        if which("node").is_none() || which("npm").is_none() {
            return Err("Node.js 20 or later with npm is needed: https://nodejs.org, or your \
                        system's packages `nodejs` and `npm`."
                .into());
        }
        wasm_target()?;
        // All at once: each of them leaves a core idle for much of its time.
        let (npm, trunk, wasm_bindgen) = thread::scope(|scope| {
            let npm = scope.spawn(npm_packages);
            let trunk = scope.spawn(trunk);
            let wasm_bindgen = scope.spawn(wasm_bindgen);
            (npm.join(), trunk.join(), wasm_bindgen.join())
        });
        let panicked = |_| Err("setting up a tool panicked".to_owned());
        npm.unwrap_or_else(panicked)?;
        let panicked = |_| Err("setting up a tool panicked".to_owned());
        let mut folders: Vec<PathBuf> =
            [trunk.unwrap_or_else(panicked)?, wasm_bindgen.unwrap_or_else(panicked)?]
                .into_iter()
                .flatten()
                .collect();
        if !fits("wasm-opt", &["--version"], BINARYEN) {
            folders.push(root().join("node_modules/.bin"));
        }
        Ok(Tools { folders })
    }

    /// PATH, with the tools before everything else.
    ///
    /// # Errors
    /// When a folder's name cannot stand in PATH.
    pub(crate) fn path(&self) -> Result<OsString> {
        let inherited = env::var_os("PATH").unwrap_or_default();
        let folders = self.folders.iter().cloned().chain(env::split_paths(&inherited));
        env::join_paths(folders).map_err(|e| e.to_string())
    }

    /// Lays the tools where Trunk looks for those that it needs, so that `trunk serve` and `trunk
    /// build` work without this program, and Trunk itself where Cargo installs programs, unless there
    /// is one already.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(crate) fn hand_to_trunk(&self) -> Result<()> {
        let folder = trunk_cache()?;
        let tools = [
            ("wasm-bindgen", format!("wasm-bindgen-{WASM_BINDGEN}/wasm-bindgen")),
            ("wasm-opt", format!("wasm-opt-version_{BINARYEN}/bin/wasm-opt")),
        ];
        for (program, place) in tools {
            let program = self.find(program)?;
            let program = fs::canonicalize(&program).unwrap_or(program);
            let place = folder.join(place);
            // npm's wasm-opt is a script, which needs what says of which kind.
            let beside = program.with_file_name("package.json");
            if beside.is_file() {
                lay(&beside, &place.with_file_name("package.json"))?;
            }
            lay(&program, &place)?;
        }
        if which("trunk").is_none() {
            let place = cargo_home().ok_or("HOME is not set")?.join("bin/trunk");
            lay(&self.find("trunk")?, &place)?;
            println!("Trunk: now at {}", place.display());
        }
        Ok(())
    }

    /// The file of one of the tools.
    ///
    /// # Errors
    /// When it is nowhere.
    pub(crate) fn find(&self, program: &str) -> Result<PathBuf> {
        let own = self.folders.iter().map(|folder| folder.join(program)).find(|f| f.is_file());
        own.or_else(|| which(program)).ok_or_else(|| format!("{program} is not to be found"))
    }
}

/// The folder for what is kept between clones.
fn cache() -> Result<PathBuf> {
    let base = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")))
        .ok_or("neither XDG_CACHE_HOME nor HOME is set: where should the tools be kept?")?;
    let folder = base.join("fivefold");
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    Ok(folder)
}

/// Where Cargo keeps what it installs.
fn cargo_home() -> Option<PathBuf> {
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home)
}

/// Where Trunk keeps the tools that it has fetched itself.
fn trunk_cache() -> Result<PathBuf> {
    let home = || env::var_os("HOME").map(PathBuf::from);
    let base = if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Caches/dev.trunkrs.trunk"))
    } else {
        let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|p| p.is_absolute());
        cache.or_else(|| home().map(|home| home.join(".cache"))).map(|cache| cache.join("trunk"))
    };
    base.ok_or_else(|| "neither XDG_CACHE_HOME nor HOME is set".to_owned())
}

/// Lays a copy of a program to a place, unless there is something already.
fn lay(program: &Path, place: &Path) -> Result<()> {
    if place.exists() {
        return Ok(());
    }
    let folder = place.parent().unwrap_or(place);
    fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    fs::copy(program, place).map(drop).map_err(|e| e.to_string())
}

/// Whether the program on PATH is of the version that is wanted.
fn fits(program: &str, arguments: &[&str], version: &str) -> bool {
    output(command(program).args(arguments)).is_some_and(|text| version_in(&text, version))
}

/// Whether a program's answer to `--version` names the version: "trunk 0.21.14",
/// "wasm-opt version 132 (version_132)".
fn version_in(answer: &str, version: &str) -> bool {
    answer.split_whitespace().any(|word| word == version)
}

/// The standard library for WebAssembly, in the toolchain that runs this.
fn wasm_target() -> Result<()> {
    const TARGET: &str = "wasm32-unknown-unknown";
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let library = output(command(rustc).args(["--print", "target-libdir", "--target", TARGET]));
    if library.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    rustup(&["target", "add", TARGET])
}

/// What only the tests need of Rust, and the library for WebAssembly, by which Clippy goes.
///
/// # Errors
/// When one is missing and cannot be added.
pub(crate) fn components() -> Result<()> {
    wasm_target()?;
    for (program, component) in [("cargo-fmt", "rustfmt"), ("cargo-clippy", "clippy")] {
        if output(command(program).arg("--version")).is_none() {
            rustup(&["component", "add", component])?;
        }
    }
    Ok(())
}

fn rustup(arguments: &[&str]) -> Result<()> {
    let mut rustup = command("rustup");
    rustup.args(arguments);
    // Named, because the toolchain in use need not be the default one.
    if let Some(toolchain) = env::var_os("RUSTUP_TOOLCHAIN") {
        rustup.arg("--toolchain").arg(toolchain);
    }
    run(&mut rustup)
        .map_err(|e| format!("{e}\nAdd it to your Rust yourself: {}", arguments.join(" ")))
}

/// The packages of `package-lock.json`, in `node_modules`.
fn npm_packages() -> Result<()> {
    npm_packages_in(&root(), "npm packages", "a few seconds")
}

/// Lighthouse, in `tools/lighthouse/node_modules`: too large for everybody.
///
/// # Errors
/// When its packages cannot be fetched.
pub(crate) fn lighthouse() -> Result<()> {
    npm_packages_in(&root().join("tools/lighthouse"), "Lighthouse", "half a minute")
}

/// What checks spelling and links, in `tools/documents/node_modules`: only the checks need it.
///
/// # Errors
/// When its packages cannot be fetched.
pub(crate) fn documents() -> Result<()> {
    npm_packages_in(&root().join("tools/documents"), "Spelling and links", "half a minute")
}

fn npm_packages_in(folder: &Path, title: &str, time: &str) -> Result<()> {
    let (modules, lock) = (folder.join("node_modules"), folder.join("package-lock.json"));
    let stamp = modules.join(".fivefold");
    let wanted = hash::of_files(&[&lock])?;
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    announced(title, time, || {
        let log = cache()?.join("npm.log");
        // Cargo may be compiling beside it what takes longer.
        let mut npm = command_behind("npm");
        npm.current_dir(folder);
        run_quietly(npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]), &log)
    })?;
    fs::write(&stamp, wanted).map_err(|e| e.to_string())
}

fn trunk() -> Result<Option<PathBuf>> {
    if fits("trunk", &["--version"], TRUNK) {
        return Ok(None);
    }
    kept("Trunk", &format!("trunk-{TRUNK}"), "two to four minutes", |partial| {
        install_crate("trunk", TRUNK, &["--no-default-features"], partial)
    })
    .map(Some)
}

/// Builds a program from its crate, and returns where it is.
fn install_crate(
    name: &str,
    version: &str,
    options: &[&str],
    partial: &Path,
) -> Result<Vec<PathBuf>> {
    // Unoptimised: it serves as well, and takes a third of the time to make.
    let mut cargo = command("cargo");
    cargo
        .args(["install", "--locked", "--debug"])
        .args(options)
        .arg(format!("{name}@{version}"))
        .arg("--root")
        .arg(partial)
        .arg("--target-dir")
        .arg(partial.join("target"))
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_INCREMENTAL", "0");
    run_quietly(&mut cargo, &partial.join("log"))?;
    Ok(vec![partial.join("bin").join(name)])
}

fn wasm_bindgen() -> Result<Option<PathBuf>> {
    const PROGRAM: &str = "wasm-bindgen";
    if fits(PROGRAM, &["--version"], WASM_BINDGEN) {
        return Ok(None);
    }
    let package = root().join("tools/wasm-bindgen");
    let files = ["Cargo.toml", "Cargo.lock", "src/wasm_bindgen.rs"];
    let contents = hash::of_files(&files.map(|file| package.join(file)))?;
    let name = format!("wasm-bindgen-{WASM_BINDGEN}-{contents}");
    kept(PROGRAM, &name, "half a minute", |partial| {
        let target = partial.join("target");
        let mut cargo = command("cargo");
        cargo
            .args(["build", "--locked", "--manifest-path"])
            .arg(package.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target);
        run_quietly(&mut cargo, &partial.join("log"))?;
        Ok(vec![target.join("debug").join(PROGRAM)])
    })
    .map(Some)
}

/// cargo-deny, which looks after licences and sources.
///
/// # Errors
/// When it is not there and cannot be built.
pub(crate) fn cargo_deny() -> Result<PathBuf> {
    const PROGRAM: &str = "cargo-deny";
    if fits(PROGRAM, &["--version"], CARGO_DENY) {
        return which(PROGRAM).ok_or_else(|| format!("{PROGRAM} is not to be found"));
    }
    let name = format!("{PROGRAM}-{CARGO_DENY}");
    let folder = kept(PROGRAM, &name, "three to six minutes", |partial| {
        install_crate(PROGRAM, CARGO_DENY, &[], partial)
    })?;
    Ok(folder.join(PROGRAM))
}

/// A folder of the cache with the programs that `make` makes, unless it is there already.
///
/// They are made in a folder beside it, which gets its final name only when they are complete: what
/// is interrupted leaves nothing half done, and goes on from there the next time. A lock keeps a
/// second run from doing the same work at the same time.
fn kept(
    title: &str,
    name: &str,
    time: &str,
    make: impl FnOnce(&Path) -> Result<Vec<PathBuf>>,
) -> Result<PathBuf> {
    let cache = cache()?;
    let done = cache.join(name);
    if done.is_dir() {
        return Ok(done);
    }
    let lock = cache.join(format!("{name}.lock"));
    let held = fs::File::create(&lock).map_err(|e| e.to_string())?;
    held.lock().map_err(|e| e.to_string())?;
    if done.is_dir() {
        return Ok(done);
    }
    announced(title, time, || {
        let partial = cache.join(format!("{name}.partial"));
        fs::create_dir_all(&partial).map_err(|e| e.to_string())?;
        let programs = make(&partial)?;
        let complete = partial.join("complete");
        if complete.exists() {
            fs::remove_dir_all(&complete).map_err(|e| e.to_string())?;
        }
        fs::create_dir(&complete).map_err(|e| e.to_string())?;
        for program in programs {
            let to = complete.join(program.file_name().unwrap_or_default());
            fs::copy(&program, to).map_err(|e| e.to_string())?;
        }
        fs::rename(&complete, &done).map_err(|e| e.to_string())?;
        fs::remove_dir_all(&partial).map_err(|e| e.to_string())
    })?;
    Ok(done)
}

fn announced(title: &str, time: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    println!("{title}: not there yet, setting up (this once; {time})");
    let start = Instant::now();
    work()?;
    println!("{title}: ready, {}", Seconds(start.elapsed()));
    Ok(())
}

/// The browsers that the tests of the page run in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    Chromium,
    Firefox,
    Webkit,
}

impl Engine {
    const ALL: [Engine; 3] = [Engine::Chromium, Engine::Firefox, Engine::Webkit];

    /// The browser of this name, which is what `tests/e2e/driver.mjs` calls it too.
    pub(crate) fn named(name: &str) -> Option<Engine> {
        Engine::ALL.into_iter().find(|engine| engine.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Engine::Chromium => "chromium",
            Engine::Firefox => "firefox",
            Engine::Webkit => "webkit",
        }
    }

    /// Finds the browser, or installs it: as root, or when `install` asks for it. Returns the
    /// variable that tells the tests where it is, and the program.
    ///
    /// # Errors
    /// When there is none and it may not or cannot be installed; the message holds the command.
    pub(crate) fn set_up(self, install: bool) -> Result<(&'static str, PathBuf)> {
        match self {
            Engine::Chromium => Ok(("FIVEFOLD_CHROMIUM", Browser::shell(install)?)),
            Engine::Firefox => {
                let found = || ["firefox-esr", "firefox"].into_iter().find_map(which);
                let needed = "The browser tests with `--browser firefox` need Firefox.";
                if found().is_none() {
                    install_by_apt("Firefox", needed, &FIREFOX_PACKAGES, install)?;
                }
                Ok(("FIVEFOLD_FIREFOX", found().ok_or(needed)?))
            }
            Engine::Webkit => {
                let found = || which("Xvfb").and_then(|_| which("WebKitWebDriver"));
                let needed = "The browser tests with `--browser webkit` need WebKitGTK's driver \
                              and Xvfb.";
                if found().is_none() {
                    install_by_apt("WebKitGTK", needed, &WEBKIT_PACKAGES, install)?;
                }
                Ok(("FIVEFOLD_WEBKIT", found().ok_or(needed)?))
            }
        }
    }
}

/// A Chromium.
pub(crate) struct Browser {
    pub(crate) chromium: PathBuf,
}

impl Browser {
    /// The browser that `FIVEFOLD_CHROMIUM` names, or one on PATH.
    fn found() -> Option<Browser> {
        let known =
            || ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(which);
        Browser::named().or_else(known).map(|chromium| Browser { chromium })
    }

    fn named() -> Option<PathBuf> {
        env::var_os("FIVEFOLD_CHROMIUM").map(PathBuf::from).filter(|program| program.is_file())
    }

    /// What the tests of the page run in: the browser that `FIVEFOLD_CHROMIUM` names, else the
    /// headless shell, installed where that can be done, and the whole browser elsewhere.
    ///
    /// # Errors
    /// When there is none and it may not or cannot be installed; the message holds the command.
    fn shell(install: bool) -> Result<PathBuf> {
        let [shell] = SHELL_PACKAGES;
        if let Some(found) = Browser::named().or_else(|| which(shell)) {
            return Ok(found);
        }
        let needed = "The browser tests need Chromium's headless shell.";
        let installed =
            install_by_apt("Chromium's headless shell", needed, &SHELL_PACKAGES, install);
        match (which(shell), Browser::found(), installed) {
            (Some(found), _, _) | (None, Some(Browser { chromium: found }), _) => Ok(found),
            (None, None, installed) => Err(installed.err().unwrap_or_else(|| needed.to_owned())),
        }
    }

    /// Finds the browser, or installs it: as root, or when `install` asks for it.
    ///
    /// # Errors
    /// When there is none and it may not or cannot be installed; the message holds the command.
    pub(crate) fn set_up(install: bool) -> Result<Browser> {
        if let Some(found) = Browser::found() {
            return Ok(found);
        }
        let needed = "Pictures and measurements need Chromium.";
        install_by_apt("Chromium", needed, &BROWSER_PACKAGES, install)?;
        Browser::found().ok_or_else(|| needed.to_owned())
    }
}

/// Finds nginx, or installs it: as root, or when `install` asks for it. Its module for Brotli is
/// installed where that can be done, and done without elsewhere.
///
/// # Errors
/// When there is no nginx and it may not or cannot be installed; the message holds the command.
pub(crate) fn web_server(install: bool) -> Result<()> {
    const MODULE: &str = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";
    let is_there = || which("nginx").is_some() || Path::new("/usr/sbin/nginx").is_file();
    if is_there() && Path::new(MODULE).is_file() {
        return Ok(());
    }
    let needed = "The tests of docs/hosting.md need nginx.";
    let installed = install_by_apt("nginx", needed, &SERVER_PACKAGES, install);
    if is_there() { Ok(()) } else { installed }
}

/// Finds nats-server and coturn's turnserver, or installs them: as root, or when `install` asks for it. Without the
/// latter one test is skipped.
///
/// # Errors
/// When there is no nats-server and it may not or cannot be installed; the message holds the command.
pub(crate) fn relay(install: bool) -> Result<()> {
    let is_there =
        |program: &str| which(program).is_some() || Path::new("/usr/sbin").join(program).is_file();
    let needed = "The tests of live games need nats-server and coturn.";
    if is_there("nats-server") && is_there("turnserver") {
        return Ok(());
    }
    let installed = install_by_apt("The servers of live games", needed, &RELAY_PACKAGES, install);
    if is_there("nats-server") { Ok(()) } else { installed }
}

/// Installs Debian's packages: as root, or when `install` asks for it. `needed` says what for.
fn install_by_apt(title: &str, needed: &str, packages: &[&str], install: bool) -> Result<()> {
    let list = packages.join(" ");
    let by_hand =
        format!("sudo apt-get update && sudo apt-get install -y --no-install-recommends {list}");
    let advice = format!("{needed} Run:\n  {by_hand}");
    let is_root = output(command("id").arg("-u")).is_some_and(|id| id == "0");
    if which("apt-get").is_none() || !(is_root || install) {
        return Err(format!("{advice}\nor `cargo xtask test --install`."));
    }
    announced(title, "about a minute", || {
        let apt = |arguments: &[&str]| {
            let mut apt = command(if is_root { "apt-get" } else { "sudo" });
            if !is_root {
                apt.arg("apt-get");
            }
            apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
            run_quietly(&mut apt, &cache()?.join("apt.log"))
        };
        apt(&["update"])?;
        apt(&[&["install", "-y", "--no-install-recommends"], packages].concat())
    })
    .map_err(|e| format!("{e}\n{advice}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_the_programs_answer() {
        assert!(version_in("trunk 0.21.14", TRUNK));
        assert!(version_in("wasm-bindgen 0.2.130", WASM_BINDGEN));
        assert!(version_in("wasm-opt version 132 (version_132)", BINARYEN));
        assert!(!version_in("trunk 0.21.1", TRUNK));
        assert!(!version_in("wasm-opt version 108", BINARYEN));
        assert!(!version_in("wasm-bindgen 0.2.1301", WASM_BINDGEN));
    }

    /// The versions stand in other files as well, which cannot take them from here.
    #[test]
    fn the_versions_agree_with_the_other_files() {
        let read = |file: &str| fs::read_to_string(root().join(file)).unwrap();
        let trunk = read("Trunk.toml");
        assert!(trunk.contains(&format!("wasm_bindgen = \"{WASM_BINDGEN}\"")));
        assert!(trunk.contains(&format!("wasm_opt = \"version_{BINARYEN}\"")));
        assert!(read("Cargo.toml").contains(&format!("wasm-bindgen = \"={WASM_BINDGEN}\"")));
        let package = read("tools/wasm-bindgen/Cargo.toml");
        assert!(package.contains(&format!("\nversion = \"{WASM_BINDGEN}\"")));
        assert!(package.contains(&format!("wasm-bindgen-cli-support = \"={WASM_BINDGEN}\"")));
        assert!(read("package.json").contains(&format!("\"binaryen\": \"{BINARYEN}.")));
    }
}
