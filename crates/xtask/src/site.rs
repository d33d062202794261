//! From what Trunk writes to the site in `dist/`: every file that can change has a name that
//! changes with it, except the few whose address must stay (pages, service worker, manifest).
//!
//! - `web/` becomes `assets-HASH/`, the hash being over all its files, so that the modules in it go
//!   on importing each other by relative addresses. Addresses that begin with `./web/` or `../web/`
//!   in pages, and in the files of `web/root/`, follow.
//! - `web/root/` is the place for files that must stand at the site's root under their own names
//!   (`sw.js`, `manifest.webmanifest`, `chessence/index.html`).
//! - Beside each file that becomes smaller stand copies compressed by gzip and Brotli (`.gz`,
//!   `.br`), for web servers that send them as they are.
//! - `early.js` and `style.css` are written into the page, whose policy names them by their hashes.
//! - In `sw.js`, the string `@version@` becomes the hash of the whole site, and `@files@` the list
//!   of its files, separated by spaces.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::games;
use crate::hash::Hash;
use crate::rules_pages;
use crate::run::output;
use crate::run::{Result, command, root, run};
use crate::sizes::{self, Size};
use crate::tools::{Tools, npm_program};

/// The folder that any web server can serve.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// Builds the site in release mode, prints what it weighs and returns that.
///
/// # Errors
/// When a step fails; the message is its own.
pub(crate) fn build(tools: &Tools) -> Result<Vec<Size>> {
    let mut trunk = command(tools.find("trunk")?);
    // Trunk takes NO_COLOR for an option that must be `true` or `false`, and stops at "1".
    trunk.args(["build", "--release"]).env("PATH", tools.path()?).env_remove("NO_COLOR");
    reproducible(&mut trunk);
    run(&mut trunk)?;
    let staging = root().join("target/site");
    empty(&staging)?;
    copy(&root().join("target/trunk"), &staging)?;
    let games = games::games()?;
    games::fill_in(&staging.join("web"), &games)?;
    let modules = games::other_modules(&games);
    let later = staging.join("web/later");
    for game in &modules {
        module(tools, game, &[], &later.join(game))?;
    }
    for game in modules.iter().chain(&[games::FRONT]) {
        let features = format!("{game},link");
        module(tools, &features, &FAST_RULES, &later.join("link").join(game))?;
    }
    fast_module(tools, "engine-worker", &staging.join("web/engine"))?;
    fast_module(tools, "post", &staging.join("web/post"))?;
    run(command("node").arg("tools/split-catalogue.mjs").arg(staging.join("web/strings")))?;
    bundle(&staging.join("web"), &modules)?;
    rules_pages::assemble(&staging)?;
    minify(&staging)?;
    finish(&staging)?;
    let sizes = sizes::measure(&staging)?;
    run(command("node").arg("tools/compress.mjs").arg(&staging))?;
    // The old site stays until the new one is complete.
    let dist = dist();
    if dist.exists() {
        fs::remove_dir_all(&dist).map_err(|e| told(&dist, &e))?;
    }
    fs::rename(&staging, &dist).map_err(|e| told(&dist, &e))?;
    println!("{}", sizes::table(&sizes)?);
    Ok(sizes)
}

/// Makes the rules' pages alone, without the game, for who writes them. Returns their folder.
///
/// # Errors
/// When a page is not in order.
pub(crate) fn rules_pages() -> Result<PathBuf> {
    let folder = root().join("target/rules-pages");
    empty(&folder)?;
    copy(&root().join("web"), &folder.join("web"))?;
    games::fill_in(&folder.join("web"), &games::games()?)?;
    rules_pages::assemble(&folder)?;
    finish(&folder)?;
    Ok(folder)
}

/// What opens links plays whole games on the way: the rules and the record are compiled for speed
/// there, which makes the module 7 % larger and a game read in a third of the time.
const FAST_RULES: [&str; 4] = [
    "--config",
    "profile.web.package.rules.opt-level=3",
    "--config",
    "profile.web.package.record.opt-level=3",
];

/// Builds the page's module with features of the crate `app`, small, into a folder: `app.js` and
/// `app_bg.wasm`.
fn module(tools: &Tools, features: &str, options: &[&str], folder: &Path) -> Result<()> {
    let target = root().join("target");
    let mut cargo = command("cargo");
    cargo
        .args(["build", "--quiet", "--locked", "--profile", "web", "--package", "app"])
        .args(["--no-default-features", "--features", features])
        .args(options)
        .args(["--target", "wasm32-unknown-unknown", "--target-dir"])
        .arg(&target);
    reproducible(&mut cargo);
    run(&mut cargo)?;
    run(command(tools.find("wasm-bindgen")?)
        .args(["--target", "web", "--no-typescript", "--out-dir"])
        .arg(folder)
        .arg(target.join("wasm32-unknown-unknown/web/app.wasm")))?;
    let module = folder.join("app_bg.wasm");
    run(command(tools.find("wasm-opt")?).args(WASM_OPT).arg("-o").arg(&module).arg(&module))
}

/// How the page's modules are made small. Inlining less than the default does makes them another
/// 2 % smaller after gzip.
const WASM_OPT: [&str; 6] = [
    "-Oz",
    "--strip-debug",
    "--strip-producers",
    "--one-caller-inline-max-function-size=20",
    "--always-inline-max-function-size=3",
    "--quiet",
];

/// Joins the page's scripts into few files: a phone on a slow line waits for each of them. Parts
/// that are loaded later stay files of their own.
fn bundle(web: &Path, modules: &[&str]) -> Result<()> {
    let sources: Vec<PathBuf> = files(web)?
        .into_iter()
        .filter(|file| file.ends_with(".js") && !STANDING.contains(&file.as_str()))
        .filter(|file| !MADE.iter().any(|made| file.starts_with(made)))
        .filter(|file| !modules.iter().any(|game| file.starts_with(&format!("later/{game}/"))))
        .chain(["games.json".to_owned()])
        .map(|file| web.join(file))
        .collect();
    let mut esbuild = npm_program("esbuild");
    esbuild
        .current_dir(web)
        .args(ENTRIES)
        .args(["--bundle", "--splitting", "--format=esm", "--target=es2022"])
        .args(["--chunk-names=[name]-[hash]", "--outbase=.", "--log-level=warning"])
        .arg("--outdir=../bundle");
    run(&mut esbuild)?;
    for source in sources {
        fs::remove_file(&source).map_err(|e| told(&source, &e))?;
    }
    let bundle = web.with_file_name("bundle");
    copy(&bundle, web)?;
    fs::remove_dir_all(&bundle).map_err(|e| told(&bundle, &e))
}

/// Folders whose scripts are not joined with others.
const MADE: [&str; 4] = ["engine/", "later/link/", "post/", "root/"];
/// Scripts that pages name.
const ENTRIES: [&str; 4] = ["main.js", "later/diagram.js", "later/embed.js", "engine-worker.js"];
/// Scripts that pages name and that run before anything is shown, on their own.
const STANDING: [&str; 2] = ["early.js", "later/rules-theme.js"];

/// The same module wherever it is built: no folder of this machine in its texts.
pub(crate) fn reproducible(command: &mut std::process::Command) {
    let home = std::env::var_os("CARGO_HOME")
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo").into()));
    let mut flags = vec![format!("--remap-path-prefix={}=", root().display())];
    if let Some(home) = home {
        flags.push(format!("--remap-path-prefix={}=cargo", Path::new(&home).display()));
    }
    if let Some(sysroot) = output(crate::run::command("rustc").args(["--print", "sysroot"])) {
        flags.push(format!("--remap-path-prefix={sysroot}=rust"));
    }
    command
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags.join(" "))
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
}

/// Builds a module whose speed counts more than its size, since it is fetched when it is wanted:
/// the computer player, and what reads long games.
fn fast_module(tools: &Tools, package: &str, folder: &Path) -> Result<()> {
    let target = root().join("target");
    let mut cargo = command("cargo");
    cargo
        .args(["build", "--locked", "--release", "--package", package])
        .args(["--target", "wasm32-unknown-unknown", "--target-dir"])
        .arg(&target);
    reproducible(&mut cargo);
    run(&mut cargo)?;
    let name = package.replace('-', "_");
    run(command(tools.find("wasm-bindgen")?)
        .args(["--target", "web", "--no-typescript", "--out-dir"])
        .arg(folder)
        .arg(target.join(format!("wasm32-unknown-unknown/release/{name}.wasm"))))?;
    let module = folder.join(format!("{name}_bg.wasm"));
    run(command(tools.find("wasm-opt")?).arg("-O3").arg("-o").arg(&module).arg(&module))
}

/// Takes comments and long names out of every script and style sheet, each on its own.
fn minify(site: &Path) -> Result<()> {
    let found = files(site)?;
    let scripts = found.iter().filter(|file| matches!(extension(file), "js" | "css"));
    let mut esbuild = npm_program("esbuild");
    esbuild
        .current_dir(site)
        .args(["--minify", "--target=es2022", "--legal-comments=none", "--log-level=warning"])
        .args(["--allow-overwrite", "--outbase=.", "--outdir=."])
        .args(scripts);
    run(&mut esbuild)
}

/// Gives the site's files their final names and addresses.
///
/// # Errors
/// When a file cannot be read or written.
pub(crate) fn finish(site: &Path) -> Result<()> {
    let web = site.join("web");
    let fixed = web.join("root");
    if fixed.exists() {
        copy(&fixed, site)?;
        fs::remove_dir_all(&fixed).map_err(|e| told(&fixed, &e))?;
    }
    // Declarations are for the type checker alone.
    for file in files(&web)?.iter().filter(|file| file.ends_with(".d.ts")) {
        let path = web.join(file);
        fs::remove_file(&path).map_err(|e| told(&path, &e))?;
    }
    let assets = format!("assets-{}", hash_of(&web)?);
    fs::rename(&web, site.join(&assets)).map_err(|e| told(&web, &e))?;
    let early = site.join(&assets).join("early.js");
    let opening = if early.exists() {
        let text = read(&early)?;
        fs::remove_file(&early).map_err(|e| told(&early, &e))?;
        text
    } else {
        String::new()
    };
    let sheet = site.join(&assets).join("style.css");
    let sheet = if sheet.exists() { read(&sheet)? } else { String::new() };
    let early = early_modules(&site.join(&assets))?;
    for file in files(site)? {
        if file.starts_with(&assets) || !matches!(extension(&file), "html" | "js" | "webmanifest") {
            continue;
        }
        let text = rewrite(&read(&site.join(&file))?, &assets);
        let text = if extension(&file) == "html" {
            let text = preload(&hand_over(&text), &assets, &early);
            let text = write_in(&text, &format!("./{assets}/early.js"), opening.trim());
            write_in_sheet(&text, &format!("./{assets}/style.css"), sheet.trim())
        } else {
            text
        };
        write(&site.join(&file), &text)?;
    }
    let worker = site.join("sw.js");
    if worker.exists() {
        let text = read(&worker)?;
        let version = hash_of(site)?;
        let list: Vec<String> = files(site)?.into_iter().filter(|file| is_kept(file)).collect();
        let text = text.replace("@version@", &version).replace("@files@", &list.join(" "));
        write(&worker, &text)?;
    }
    Ok(())
}

/// Whether a device keeps the file for when there is no network. Pictures that stores and chat
/// programs show of the site are nothing to its pages.
fn is_kept(file: &str) -> bool {
    file != "sw.js" && !["previews/", "screens/"].iter().any(|folder| file.starts_with(folder))
}

/// Addresses under `./web/`, and so `../web/`, now point into the folder of the assets.
fn rewrite(text: &str, assets: &str) -> String {
    text.replace("./web/", &format!("./{assets}/"))
}

/// Tells `early.js` where the modules of the games are, instead of the browser where the first
/// one's is, as Trunk does: an address may ask for another game, and only one is to be fetched. The
/// pages of the rules have no `early.js`; their own script keeps the addresses.
fn hand_over(page: &str) -> String {
    if !page.contains("/early.js\"") {
        return page.to_owned();
    }
    let Some(from) = page.find(" data-module=\"") else { return page.to_owned() };
    let Some(to) = page[from..].find('>') else { return page.to_owned() };
    let addresses = &page[from..from + to];
    let mut text = page.replacen(addresses, "", 1).replacen(
        "/early.js\"",
        &format!("/early.js\"{addresses}"),
        1,
    );
    for link in ["<link rel=\"modulepreload\" href=\"./app-", "<link rel=\"preload\" href=\"./app-"]
    {
        if let Some(from) = text.find(link)
            && let Some(to) = text[from..].find('>')
        {
            text.replace_range(from..=from + to, "");
        }
    }
    text
}

/// Writes a script into the page in the place of its address, so that the browser has not to fetch it
/// before it can paint, and allows this script alone by the page's policy.
fn write_in(page: &str, address: &str, script: &str) -> String {
    let tag = format!("<script src=\"{address}\"");
    let Some(from) = page.find(&tag) else { return page.to_owned() };
    let rest = &page[from + tag.len()..];
    let Some(to) = rest.find('>') else { return page.to_owned() };
    let before = allowed(&page[..from], "script-src", script);
    format!("{before}<script{}>{script}{}", &rest[..to], &rest[to + 1..])
}

/// Writes the style sheet into the page in the place of its address, for the same reason. It names no
/// other file, whose address would be another one in the page.
fn write_in_sheet(page: &str, address: &str, sheet: &str) -> String {
    let link = format!("<link rel=\"stylesheet\" href=\"{address}\">");
    let Some((before, after)) = page.split_once(&link) else { return page.to_owned() };
    format!("{}<style>{sheet}</style>{after}", allowed(before, "style-src", sheet))
}

/// The beginning of a page whose policy allows what is written into it, and nothing else.
fn allowed(page: &str, directive: &str, content: &str) -> String {
    let hash = STANDARD.encode(Sha256::digest(content));
    let own = format!("{directive} 'self'");
    page.replacen(&own, &format!("{own} 'sha256-{hash}'"), 1)
}

/// Tells the browser of all modules that `main.js` imports, so that it need not find them one after
/// another.
fn preload(page: &str, assets: &str, modules: &BTreeSet<String>) -> String {
    let Some(at) = page.find("</head>") else { return page.to_owned() };
    let Some(script) = page.find(&format!("{assets}/main.js")) else { return page.to_owned() };
    let base = if page[..script].ends_with("../") { "../" } else { "./" };
    let links: String = modules
        .iter()
        .map(|module| format!("<link rel=\"modulepreload\" href=\"{base}{assets}/{module}\">"))
        .collect();
    format!("{}{links}{}", &page[..at], &page[at..])
}

/// The modules that `main.js` imports statically, directly or by others, by their paths in the
/// assets' folder; without `main.js`.
fn early_modules(assets: &Path) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut open = vec!["main.js".to_owned()];
    while let Some(module) = open.pop() {
        let path = assets.join(&module);
        if !path.exists() {
            continue;
        }
        for import in imports(&read(&path)?) {
            let path = resolve(&module, &import);
            if path != "main.js" && found.insert(path.clone()) {
                open.push(path);
            }
        }
    }
    Ok(found)
}

/// The relative addresses that a minified module imports from: `from"./a.js"`, `import"./a.js"`.
fn imports(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for keyword in ["from", "import"] {
        for (at, _) in text.match_indices(keyword) {
            let rest = text[at + keyword.len()..].trim_start();
            let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
                continue;
            };
            if let Some((address, _)) = rest[1..].split_once(quote)
                && address.starts_with('.')
                && address.ends_with(".js")
            {
                found.push(address.to_owned());
            }
        }
    }
    found
}

/// The path that a module's relative import means.
fn resolve(module: &str, import: &str) -> String {
    let mut folders: Vec<&str> = module.split('/').collect();
    folders.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop()),
            _ => folders.push(part),
        }
    }
    folders.join("/")
}

/// The paths of all files under a folder, relative to it, with slashes, in order.
pub(crate) fn files(folder: &Path) -> Result<Vec<String>> {
    fn collect(folder: &Path, prefix: &str, found: &mut Vec<String>) -> Result<()> {
        for entry in fs::read_dir(folder).map_err(|e| told(folder, &e))? {
            let entry = entry.map_err(|e| told(folder, &e))?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                collect(&entry.path(), &format!("{name}/"), found)?;
            } else {
                found.push(name);
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    collect(folder, "", &mut found)?;
    found.sort();
    Ok(found)
}

fn hash_of(folder: &Path) -> Result<String> {
    let mut hash = Hash::new();
    for file in files(folder)? {
        let path = folder.join(&file);
        let bytes = fs::read(&path).map_err(|e| told(&path, &e))?;
        hash = hash.add(file.as_bytes()).add(&bytes);
    }
    Ok(hash.name())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    for file in files(from)? {
        let target = to.join(&file);
        let folder = target.parent().unwrap_or(to);
        fs::create_dir_all(folder).map_err(|e| told(folder, &e))?;
        fs::copy(from.join(&file), &target).map_err(|e| told(&target, &e))?;
    }
    Ok(())
}

fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|e| told(folder, &e))?;
    }
    fs::create_dir_all(folder).map_err(|e| told(folder, &e))
}

fn extension(file: &str) -> &str {
    file.rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|e| told(path, &e))
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(|e| told(path, &e))
}

fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A site as Trunk leaves it, in a folder of its own.
    fn trunk_site(name: &str, style: &str) -> PathBuf {
        let site = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        empty(&site).unwrap();
        for (path, text) in [
            (
                "index.html",
                "<head><link href=\"./web/style.css\"></head><script src=\"./web/main.js\"></script>",
            ),
            ("web/main.js", "import{a}from\"./board/a.js\";import(\"./lazy.js\")"),
            ("web/board/a.js", "import\"../b.js\";"),
            ("web/b.js", "export{};"),
            ("web/b.d.ts", "export {};"),
            ("web/lazy.js", "export{};"),
            ("web/style.css", style),
            ("web/root/sw.js", "const V=\"@version@\",F=\"@files@\".split(\" \");"),
            (
                "web/root/chessence/index.html",
                "<head></head><script src=\"../web/main.js\"></script>",
            ),
        ] {
            let path = site.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            write(&path, text).unwrap();
        }
        site
    }

    #[test]
    fn addresses_follow_the_assets_and_modules_are_preloaded() {
        let site = trunk_site("follow", "");
        finish(&site).unwrap();
        let files = files(&site).unwrap();
        let assets = files[0].split('/').next().unwrap().to_owned();
        assert!(assets.starts_with("assets-"));
        let page = read(&site.join("index.html")).unwrap();
        assert_eq!(
            page,
            format!(
                "<head><link href=\"./{assets}/style.css\">\
                 <link rel=\"modulepreload\" href=\"./{assets}/b.js\">\
                 <link rel=\"modulepreload\" href=\"./{assets}/board/a.js\"></head>\
                 <script src=\"./{assets}/main.js\"></script>"
            )
        );
        let below = read(&site.join("chessence/index.html")).unwrap();
        assert!(below.contains(&format!("href=\"../{assets}/b.js\"")), "{below}");
        assert!(below.contains(&format!("src=\"../{assets}/main.js\"")), "{below}");
        let worker = read(&site.join("sw.js")).unwrap();
        assert!(!worker.contains('@'), "{worker}");
        assert!(worker.contains("chessence/index.html index.html"), "{worker}");
        assert!(!site.join("web").exists());
        assert!(!files.iter().any(|file| file.ends_with(".d.ts")), "{files:?}");
        fs::remove_dir_all(&site).unwrap();
    }

    #[test]
    fn a_script_is_written_into_the_page_and_allowed_by_its_policy() {
        let page = "<meta content=\"script-src 'self' x; style-src 'self'\">\
            <script src=\"./a/early.js\" data-m=\"1\"></script><script src=\"./a/main.js\"></script>";
        assert_eq!(
            write_in(page, "./a/early.js", "alert(1)"),
            "<meta content=\"script-src 'self' \
             'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=' x; style-src 'self'\">\
             <script data-m=\"1\">alert(1)</script><script src=\"./a/main.js\"></script>"
        );
        assert_eq!(write_in("<p>", "./a/early.js", "alert(1)"), "<p>");
    }

    #[test]
    fn a_style_sheet_is_written_into_the_page_and_allowed_by_its_policy() {
        let page = "<meta content=\"script-src 'self'; style-src 'self'; img-src 'self'\">\
            <link rel=\"stylesheet\" href=\"./a/style.css\"><p>";
        assert_eq!(
            write_in_sheet(page, "./a/style.css", "p{}"),
            "<meta content=\"script-src 'self'; style-src 'self' \
             'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='; img-src 'self'\">\
             <style>p{}</style><p>"
        );
        assert_eq!(write_in_sheet(page, "./b/style.css", "p{}"), page);
    }

    #[test]
    fn early_js_learns_where_the_modules_are() {
        let page = "<script src=\"./a/early.js\"></script>\
            <script src=\"./a/main.js\" data-module=\"m\" data-wasm=\"w\"></script>\
            <link rel=\"modulepreload\" href=\"./app-1.js\" crossorigin>\
            <link rel=\"preload\" href=\"./app-1.wasm\" as=\"fetch\"><link href=\"./a/style.css\">";
        assert_eq!(
            hand_over(page),
            "<script src=\"./a/early.js\" data-module=\"m\" data-wasm=\"w\"></script>\
             <script src=\"./a/main.js\"></script><link href=\"./a/style.css\">"
        );
        let rules = "<script src=\"../a/later/diagram.js\" data-module=\"m\"></script>";
        assert_eq!(hand_over(rules), rules);
    }

    #[test]
    fn a_changed_file_changes_the_folder_and_the_version_and_nothing_else_does() {
        let names = |style: &str, name: &str| {
            let site = trunk_site(name, style);
            finish(&site).unwrap();
            let found = (files(&site).unwrap(), read(&site.join("sw.js")).unwrap());
            fs::remove_dir_all(&site).unwrap();
            found
        };
        let (one, same, other) = (names("a{}", "one"), names("a{}", "same"), names("b{}", "other"));
        assert_eq!(one, same);
        assert_ne!(one.0, other.0);
        assert_ne!(one.1, other.1);
    }

    #[test]
    fn imports_are_found_in_minified_and_in_plain_modules() {
        assert_eq!(imports("import{x}from\"./a.js\";import './b.js'"), ["./a.js", "./b.js"]);
        assert_eq!(imports("await import(\"./lazy.js\");from \"node:fs\""), [] as [&str; 0]);
        assert_eq!(resolve("board/grid.js", "../text.js"), "text.js");
        assert_eq!(resolve("main.js", "./board/grid.js"), "board/grid.js");
    }
}
