//! Short names for what a module of wasm-bindgen's imports: each is called after the function and a
//! hash of sixteen digits, in the module and in its script, and no compression makes hashes smaller.

use fs_err as fs;
use std::path::Path;

use crate::run::Result;

/// Gives short names to the imports of every module in the folders of a site, and in the script
/// beside each.
///
/// # Errors
/// When a file cannot be read or written, or when a module is none.
pub(crate) fn shorten(web: &Path, modules: &[String]) -> Result<()> {
    for module in modules {
        let Some(script) = module.strip_suffix("_bg.wasm") else { continue };
        let (module, script) = (web.join(module), web.join(format!("{script}.js")));
        let bytes = fs::read(&module).map_err(|e| e.to_string())?;
        let (bytes, renamed) =
            renamed(&bytes).ok_or_else(|| format!("{}: not understood", module.display()))?;
        let mut text = fs::read_to_string(&script).map_err(|e| e.to_string())?;
        for (long, short) in &renamed {
            if !text.contains(long) {
                return Err(format!("{}: nothing is called {long}", script.display()));
            }
            text = text.replace(long, short);
        }
        fs::write(&module, bytes).map_err(|e| e.to_string())?;
        fs::write(&script, text).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// The section of a module that lists its imports.
const IMPORTS: u8 = 2;
/// What an import of a function is marked with.
const FUNCTION: u8 = 0;

/// A module, and the names that were long with the short ones that it has for them.
type Renamed = (Vec<u8>, Vec<(String, String)>);

/// The module with short names; none if it is no module, or imports anything but functions.
fn renamed(module: &[u8]) -> Option<Renamed> {
    let (head, mut rest) = module.split_at_checked(8)?;
    let mut out = head.to_vec();
    let mut names = Vec::new();
    while let Some((&id, after)) = rest.split_first() {
        rest = after;
        let length = number(&mut rest)?;
        let (mut section, after) = rest.split_at_checked(length)?;
        rest = after;
        let mut made = Vec::new();
        if id == IMPORTS {
            let count = number(&mut section)?;
            write_number(&mut made, count);
            for _ in 0..count {
                let from = text(&mut section)?;
                let long = text(&mut section)?;
                let (&kind, after) = section.split_first()?;
                section = after;
                let signature = number(&mut section)?;
                if kind != FUNCTION {
                    return None;
                }
                write_text(&mut made, from);
                if has_hash(long) {
                    let short = format!("_{}", names.len());
                    write_text(&mut made, &short);
                    names.push((long.to_owned(), short));
                } else {
                    write_text(&mut made, long);
                }
                made.push(kind);
                write_number(&mut made, signature);
            }
        } else {
            made.extend_from_slice(section);
        }
        out.push(id);
        write_number(&mut out, made.len());
        out.extend(made);
    }
    Some((out, names))
}

/// Whether a name ends with a hash, and so occurs for this import alone.
fn has_hash(name: &str) -> bool {
    name.rsplit_once('_').is_some_and(|(_, hash)| {
        hash.len() == 16 && hash.bytes().all(|sign| sign.is_ascii_hexdigit())
    })
}

/// A number of the format (LEB128), which is taken off.
fn number(bytes: &mut &[u8]) -> Option<usize> {
    let mut value = 0;
    for shift in (0..35).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

fn text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    let length = number(bytes)?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    std::str::from_utf8(text).ok()
}

fn write_number(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn write_text(out: &mut Vec<u8>, text: &str) {
    write_number(out, text.len());
    out.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module that imports functions of these names, with a section before and one behind.
    fn module(names: &[&str]) -> Vec<u8> {
        let mut imports = Vec::new();
        write_number(&mut imports, names.len());
        for (place, name) in names.iter().enumerate() {
            write_text(&mut imports, "./play_bg.js");
            write_text(&mut imports, name);
            imports.push(FUNCTION);
            write_number(&mut imports, 100 * place);
        }
        let mut module = b"\0asm\x01\0\0\0\x01\x01\0\x02".to_vec();
        write_number(&mut module, imports.len());
        module.extend(imports);
        module.extend(b"\x03\x02\x01\x05");
        module
    }

    #[test]
    fn imports_with_a_hash_get_short_names() {
        let long = ["__wbg_now_0123456789abcdef", "throw", "__wbg_arc_fedcba9876543210"];
        let (out, names) = renamed(&module(&long)).unwrap();
        assert_eq!(out, module(&["_0", "throw", "_1"]));
        let names: Vec<(&str, &str)> = names.iter().map(|(a, b)| (&**a, &**b)).collect();
        assert_eq!(names, [(long[0], "_0"), (long[2], "_1")]);
        // So many that their number takes two bytes.
        let many = vec![long[0]; 200];
        assert_eq!(renamed(&module(&many)).unwrap().1.len(), 200);
        assert_eq!(renamed(&out[..out.len() - 1]), None);
        assert_eq!(renamed(b"\0asm"), None);
    }

    #[test]
    fn the_script_follows_its_module() {
        let web = std::env::temp_dir().join(format!("xtask-imports-{}", std::process::id()));
        fs::create_dir_all(&web).unwrap();
        let [wasm, script] = ["play_bg.wasm", "play.js"].map(|name| web.join(name));
        fs::write(&wasm, module(&["__wbg_now_0123456789abcdef"])).unwrap();
        fs::write(&script, "{__wbg_now_0123456789abcdef:now}").unwrap();
        let modules = ["play.js", "play_bg.wasm"].map(str::to_owned);
        shorten(&web, &modules).unwrap();
        assert_eq!(fs::read_to_string(&script).unwrap(), "{_0:now}");
        assert_eq!(fs::read(&wasm).unwrap(), module(&["_0"]));
        // A script of another build.
        fs::write(&wasm, module(&["__wbg_now_0123456789abcdee"])).unwrap();
        assert!(shorten(&web, &modules).unwrap_err().contains("now_0123456789abcdee"));
        fs::remove_dir_all(&web).unwrap();
    }
}
