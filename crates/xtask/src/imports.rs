//! Short names for what a module of wasm-bindgen's imports: each is called after the function and a
//! hash of sixteen digits, in the module and in its script, and no compression makes hashes smaller.

use fs_err as fs;
use std::path::Path;
use wasm_encoder::{EntityType, ImportSection, Module, RawSection};
use wasmparser::{Import, Parser, Payload, TypeRef};

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

/// The module with short names; an error if it is no module, or imports anything but functions.
fn renamed(bytes: &[u8]) -> std::result::Result<Renamed, Box<dyn std::error::Error>> {
    let mut module = Module::new();
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload?;
        if let Payload::ImportSection(imports) = payload {
            let mut section = ImportSection::new();
            for import in imports.into_imports() {
                let Import { module, name, ty: TypeRef::Func(signature) } = import? else {
                    return Err("it imports more than functions".into());
                };
                let short = format!("_{}", names.len());
                let is_long = has_hash(name);
                let called = if is_long { &short } else { name };
                section.import(module, called, EntityType::Function(signature));
                if is_long {
                    names.push((name.to_owned(), short));
                }
            }
            module.section(&section);
        } else if let Some((id, range)) = payload.as_section() {
            module.section(&RawSection { id, data: &bytes[range] });
        }
    }
    Ok((module.finish(), names))
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
    use wasm_encoder::MemoryType;

    /// A module that imports functions of these names, with a section before and one behind.
    fn module(names: &[&str]) -> Vec<u8> {
        let mut imports = ImportSection::new();
        for (place, name) in names.iter().enumerate() {
            imports.import("./play_bg.js", name, EntityType::Function(100 * place as u32));
        }
        let mut module = Module::new();
        module.section(&RawSection { id: 1, data: &[0] }).section(&imports);
        module.section(&RawSection { id: 3, data: &[0] });
        module.finish()
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
        assert!(renamed(&out[..out.len() - 1]).is_err());
        assert!(renamed(b"\0asm").is_err());
        let mut memory = ImportSection::new();
        let kind = MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        };
        memory.import("./play_bg.js", long[0], kind);
        assert!(renamed(Module::new().section(&memory).as_slice()).is_err());
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
