//! `cargo xtask reproducible`: whether two builds of one commit, in different folders, give
//! identical files.

use fs_err as fs;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use xtask::folder::files;
use xtask::run::{Result, command, output, root, run};

use crate::site;

/// Builds the site here, and again in a clone of its commit in another folder, with nothing
/// compiled there yet; compares the two.
///
/// # Errors
/// When there are changes that are not committed, a build fails, or files differ.
pub(crate) fn check() -> Result<()> {
    if output(command("git").args(["status", "--porcelain"])).is_none_or(|text| !text.is_empty()) {
        return Err("There are changes that are not committed: a clone would not have them.".into());
    }
    site::build()?;
    let clone = Clone::of(&root())?;
    let mut build = command("cargo");
    build.current_dir(&clone.0).args(["xtask", "build"]);
    for name in ["CARGO_MANIFEST_DIR", "CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"] {
        build.env_remove(name);
    }
    run(&mut build)?;
    let (here, there) = (site::dist(), clone.0.join("dist"));
    let different = differences(&here, &there)?;
    if different.is_empty() {
        println!("Both builds gave the same {} files.", files(&here)?.len());
        Ok(())
    } else {
        Err(format!("Two builds gave different files:\n  {}", different.join("\n  ")))
    }
}

/// A clone in a folder of its own, which goes when this goes.
struct Clone(PathBuf);

impl Clone {
    fn of(repository: &Path) -> Result<Clone> {
        // Its name is longer than that of most folders, and of another length than this one's.
        let name = format!("fivefold-built-a-second-time-to-compare-{}", std::process::id());
        let clone = Clone(std::env::temp_dir().join(name));
        let mut git = command("git");
        run(git.args(["clone", "--quiet", "--no-hardlinks"]).arg(repository).arg(&clone.0))?;
        Ok(clone)
    }
}

impl Drop for Clone {
    fn drop(&mut self) {
        // What is left in a folder for temporary files does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The files that are not the same in two folders, or only in one of them.
fn differences(one: &Path, other: &Path) -> Result<Vec<String>> {
    let all: BTreeSet<String> = files(one)?.into_iter().chain(files(other)?).collect();
    let contents = |folder: &Path, file: &str| fs::read(folder.join(file)).ok();
    Ok(all.into_iter().filter(|file| contents(one, file) != contents(other, file)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_differ_or_are_missing_are_named() {
        let folder = std::env::temp_dir().join(format!("xtask-compare-{}", std::process::id()));
        let (one, other) = (folder.join("one"), folder.join("other"));
        for (path, text) in [
            (one.join("same"), "a"),
            (other.join("same"), "a"),
            (one.join("b/changed"), "b"),
            (other.join("b/changed"), "c"),
            (one.join("here"), "d"),
            (other.join("there"), ""),
        ] {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        assert_eq!(differences(&one, &other).unwrap(), ["b/changed", "here", "there"]);
        assert_eq!(differences(&one, &one).unwrap(), [] as [&str; 0]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
