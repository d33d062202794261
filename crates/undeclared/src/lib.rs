//! A derive of the name of tsify's that derives nothing. The declarations for the page's scripts are made
//! natively, by a test; compiled to WebAssembly, the types of the contract do without them and their crates.

use proc_macro::TokenStream;

/// Derives nothing, and takes the attributes that tsify takes.
#[proc_macro_derive(Tsify, attributes(tsify))]
pub fn tsify(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
