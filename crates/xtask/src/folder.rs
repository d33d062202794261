//! What is in a folder, and how it is named from another.

use fs_err as fs;
use std::path::Path;

use crate::run::Result;

/// The paths of all files under a folder, relative to it, with slashes, in order.
///
/// # Errors
/// When a folder cannot be read.
pub fn files(folder: &Path) -> Result<Vec<String>> {
    fn collect(folder: &Path, prefix: &str, found: &mut Vec<String>) -> Result<()> {
        for entry in fs::read_dir(folder).map_err(|e| e.to_string())? {
            let entry = entry.map_err(|e| e.to_string())?;
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

/// The path that a script's relative import means.
pub fn resolve(script: &str, import: &str) -> String {
    let mut folders: Vec<&str> = script.split('/').collect();
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
