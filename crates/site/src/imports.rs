//! Short names for what a module of wasm-bindgen's imports: each is called after the function and a
//! hash of sixteen digits, in the module and in its script, and no compression makes hashes smaller. What is
//! in a module for tools alone goes.

use fs_err as fs;
use std::path::Path;

use xtask::run::Result;

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
            renamed(&bytes).map_err(|error| format!("{}: {error}", module.display()))?;
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

/// A module, and the names that were long with the short ones that it has for them.
type Renamed = (Vec<u8>, Vec<(String, String)>);

/// How a module begins: its kind and the version of its form.
const BEGINNING: &[u8] = b"\0asm\x01\0\0\0";
/// The kinds of sections that are looked into.
const CUSTOM: u8 = 0;
const IMPORTS: u8 = 2;
/// The kind of an import that is a function.
const FUNCTION: u8 = 0;
/// Sections that no browser needs: names of functions, what has made the module, what it may use.
const FOR_TOOLS: [&str; 3] = ["name", "producers", "target_features"];

/// The module with short names, and without what is there for tools; an error if it is no module, or imports
/// anything but functions (WebAssembly, core specification, binary format).
fn renamed(bytes: &[u8]) -> Result<Renamed> {
    let mut rest = Bytes(bytes.strip_prefix(BEGINNING).ok_or("it is no module")?);
    let mut module = BEGINNING.to_vec();
    let mut names = Vec::new();
    while !rest.0.is_empty() {
        let kind = rest.byte()?;
        let section = rest.sized()?;
        if kind == CUSTOM && FOR_TOOLS.contains(&Bytes(section).text()?) {
            continue;
        }
        let section = match kind {
            IMPORTS => shortened(section, &mut names)?,
            _ => section.to_vec(),
        };
        module.push(kind);
        push_sized(&mut module, &section);
    }
    Ok((module, names))
}

/// The section of the imports with short names, which are noted beside those that were long.
fn shortened(section: &[u8], names: &mut Vec<(String, String)>) -> Result<Vec<u8>> {
    let mut rest = Bytes(section);
    let count = rest.number()?;
    let mut out = Vec::new();
    push_number(&mut out, count);
    for _ in 0..count {
        push_sized(&mut out, rest.sized()?);
        let name = rest.text()?;
        if has_hash(name) {
            let short = format!("_{}", names.len());
            push_sized(&mut out, short.as_bytes());
            names.push((name.to_owned(), short));
        } else {
            push_sized(&mut out, name.as_bytes());
        }
        if rest.byte()? != FUNCTION {
            return Err("it imports more than functions".into());
        }
        out.push(FUNCTION);
        push_number(&mut out, rest.number()?);
    }
    Ok(out)
}

/// What is still to be read of a module.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn byte(&mut self) -> Result<u8> {
        let (&first, rest) = self.0.split_first().ok_or("it ends too soon")?;
        self.0 = rest;
        Ok(first)
    }

    /// A number of 32 bits, seven of them in each byte, the lowest first.
    fn number(&mut self) -> Result<u32> {
        let mut number = 0;
        for place in 0..5 {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("a number is too long".into())
    }

    /// As many bytes as the number before them says.
    fn sized(&mut self) -> Result<&'a [u8]> {
        let size = self.number()? as usize;
        let (found, rest) = self.0.split_at_checked(size).ok_or("it ends too soon")?;
        self.0 = rest;
        Ok(found)
    }

    fn text(&mut self) -> Result<&'a str> {
        std::str::from_utf8(self.sized()?).map_err(|e| e.to_string())
    }
}

fn push_number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn push_sized(out: &mut Vec<u8>, bytes: &[u8]) {
    push_number(out, bytes.len() as u32);
    out.extend_from_slice(bytes);
}

/// Whether a name ends with a hash, and so occurs for this import alone.
fn has_hash(name: &str) -> bool {
    name.rsplit_once('_').is_some_and(|(_, hash)| {
        hash.len() == 16 && hash.bytes().all(|sign| sign.is_ascii_hexdigit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(sections: &[(u8, Vec<u8>)]) -> Vec<u8> {
        let mut module = BEGINNING.to_vec();
        for (kind, section) in sections {
            module.push(*kind);
            push_sized(&mut module, section);
        }
        module
    }

    /// A module that imports functions of these names, with a section before and one behind.
    fn importing(names: &[&str]) -> Vec<u8> {
        let mut imports = Vec::new();
        push_number(&mut imports, names.len() as u32);
        for (place, name) in names.iter().enumerate() {
            push_sized(&mut imports, b"./play_bg.js");
            push_sized(&mut imports, name.as_bytes());
            imports.push(FUNCTION);
            push_number(&mut imports, 100 * place as u32);
        }
        module(&[(1, vec![0]), (IMPORTS, imports), (3, vec![0])])
    }

    #[test]
    fn imports_with_a_hash_get_short_names() {
        let long = ["__wbg_now_0123456789abcdef", "throw", "__wbg_arc_fedcba9876543210"];
        let (out, names) = renamed(&importing(&long)).unwrap();
        assert_eq!(out, importing(&["_0", "throw", "_1"]));
        let names: Vec<(&str, &str)> = names.iter().map(|(a, b)| (&**a, &**b)).collect();
        assert_eq!(names, [(long[0], "_0"), (long[2], "_1")]);
        // So many that their number takes two bytes.
        let many = vec![long[0]; 200];
        assert_eq!(renamed(&importing(&many)).unwrap().1.len(), 200);
    }

    #[test]
    fn what_is_no_such_module_is_refused() {
        let whole = importing(&["__wbg_now_0123456789abcdef"]);
        // Between its sections it is a module, too.
        let between = [8, 11, whole.len() - 3];
        for length in (0..whole.len()).filter(|length| !between.contains(length)) {
            assert!(renamed(&whole[..length]).is_err(), "{length}");
        }
        assert!(renamed(b"\0asm\x02\0\0\0").is_err());
        // A memory without a limit.
        let memory = [&[1, 1, b'a', 1, b'b', 2][..], &[0, 1]].concat();
        assert!(renamed(&module(&[(IMPORTS, memory)])).is_err());
        // A number of six bytes.
        assert!(renamed(&[BEGINNING, &[1, 0x80, 0x80, 0x80, 0x80, 0x80, 1][..]].concat()).is_err());
    }

    #[test]
    fn what_is_for_tools_goes() {
        let custom = |name: &[u8], data: &[u8]| {
            let mut section = Vec::new();
            push_sized(&mut section, name);
            section.extend_from_slice(data);
            (CUSTOM, section)
        };
        let other = custom(b"other", &[3]);
        let all = [custom(b"name", &[1, 2]), other.clone(), custom(b"producers", &[])];
        assert_eq!(renamed(&module(&all)).unwrap().0, module(&[other]));
    }

    #[test]
    fn the_script_follows_its_module() {
        let web = std::env::temp_dir().join(format!("site-imports-{}", std::process::id()));
        fs::create_dir_all(&web).unwrap();
        let [wasm, script] = ["play_bg.wasm", "play.js"].map(|name| web.join(name));
        fs::write(&wasm, importing(&["__wbg_now_0123456789abcdef"])).unwrap();
        fs::write(&script, "{__wbg_now_0123456789abcdef:now}").unwrap();
        let modules = ["play.js", "play_bg.wasm"].map(str::to_owned);
        shorten(&web, &modules).unwrap();
        assert_eq!(fs::read_to_string(&script).unwrap(), "{_0:now}");
        assert_eq!(fs::read(&wasm).unwrap(), importing(&["_0"]));
        // A script of another build.
        fs::write(&wasm, importing(&["__wbg_now_0123456789abcdee"])).unwrap();
        assert!(shorten(&web, &modules).unwrap_err().contains("now_0123456789abcdee"));
        fs::remove_dir_all(&web).unwrap();
    }
}
