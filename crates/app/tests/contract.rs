//! What the page's scripts are told of the contract is what crosses, and of the module what it has.
#![cfg(not(target_arch = "wasm32"))]

use std::path::Path;

/// `FIVEFOLD_BLESS=1` writes the declarations anew.
#[test]
fn the_declarations_are_those_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/shell/contract.d.ts");
    let declared = app::contract::declarations();
    if std::env::var_os("FIVEFOLD_BLESS").is_some() {
        std::fs::write(&path, &declared).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).unwrap() == declared,
        "write {} anew: FIVEFOLD_BLESS=1 cargo test -p app --test contract",
        path.display()
    );
}

/// All sources of the module, one after the other.
fn sources(folder: &Path) -> String {
    let mut all = String::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.push_str(&sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            all.push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
    all
}

/// What stands between the parenthesis that a text begins with and the one that closes it.
fn in_parentheses(text: &str) -> &str {
    let mut depth = 0;
    for (place, sign) in text.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[1..place];
        }
    }
    panic!("no parenthesis closes: {text}")
}

/// How many parameters a list of them has, without the receiver.
fn parameters(list: &str) -> usize {
    let mut depth = 0;
    let separates = |sign: char| {
        match sign {
            '(' | '<' | '{' | '[' => depth += 1,
            ')' | '>' | '}' | ']' => depth -= 1,
            _ => {}
        }
        sign == ',' && depth == 0
    };
    let list = list.replace("=>", "");
    let is_one = |part: &&str| !["", "self", "&self", "&mut self"].contains(&part.trim());
    list.split(separates).filter(is_one).count()
}

/// The public functions of a piece of Rust: their names, how many parameters they have.
fn functions(text: &str) -> Vec<(String, usize)> {
    let found = text.split("pub fn ").skip(1).map(|rest| {
        let (name, _) = rest.split_once('(').unwrap();
        (name.to_owned(), parameters(in_parentheses(&rest[name.len()..])))
    });
    found.collect()
}

/// What the module hands to the page: functions and methods, by name.
fn exported(source: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for rest in source.split("#[wasm_bindgen]\n").skip(1) {
        let item = rest.split("\n}\n").next().unwrap();
        if item.starts_with("pub fn ") {
            found.extend(functions(item).into_iter().take(1));
        } else if item.starts_with("impl ") {
            found.extend(functions(item));
        }
    }
    found
}

/// The methods that the page's declarations name: lines such as `  save(before?: boolean): string;`.
fn declared(declarations: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for (at, _) in declarations.match_indices("\n  ") {
        let line = &declarations[at + 3..];
        let name: String =
            line.chars().take_while(|sign| sign.is_ascii_lowercase() || *sign == '_').collect();
        if let Some(rest) = line[name.len()..].strip_prefix(' ').or(Some(&line[name.len()..]))
            && rest.starts_with('(')
            && !name.is_empty()
        {
            found.push((name, parameters(in_parentheses(rest))));
        }
    }
    found
}

/// What wasm-bindgen makes besides.
const MADE: [&str; 2] = ["free", "default"];

#[test]
fn the_declared_functions_are_those_of_the_module() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut exported = exported(&sources(&here.join("src")));
    let declarations = std::fs::read_to_string(here.join("../../web/shell/table.d.ts")).unwrap();
    let mut declared = declared(&declarations);
    declared.retain(|(name, _)| !MADE.contains(&name.as_str()));
    exported.sort();
    declared.sort();
    assert!(exported.len() > 40, "they are found: {exported:?}");
    assert_eq!(exported, declared);
}

#[test]
fn functions_and_their_parameters_are_found() {
    let source = "#[wasm_bindgen]\nimpl T {\n    pub fn a(&self, b: Vec<(u8, u8)>, c: F) -> U {\n    \
                  }\n}\n#[wasm_bindgen]\npub fn d() {\n}\npub fn hidden(e: u8) {\n}\n";
    assert_eq!(exported(source), [("a".to_owned(), 2), ("d".to_owned(), 0)]);
    let types = "interface T {\n  a(b: [u8, u8], c: (d: number, e: number) => void): U;\n  \
                 new (\n    rows: unknown,\n    days: unknown,\n  ): Book;\n  has: boolean;\n}\n";
    assert_eq!(declared(types), [("a".to_owned(), 2), ("new".to_owned(), 2)]);
}
