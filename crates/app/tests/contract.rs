//! What the page's scripts are told of the contract is what crosses.

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
