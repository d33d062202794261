//! `wasm-bindgen`, with every option that Trunk passes to it.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::prelude::*;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    let (mut input, mut folder): (Option<PathBuf>, Option<PathBuf>) = (None, None);
    let (mut target, mut typescript) = (String::from("bundler"), true);
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("version") | Short('V') => {
                println!("wasm-bindgen {}", env!("CARGO_PKG_VERSION"));
                return Ok(());
            }
            Long("target") => target = arguments.value()?.string()?,
            Long("out-dir") => folder = Some(arguments.value()?.into()),
            Long("out-name") => _ = bindgen.out_name(&arguments.value()?.string()?),
            Long("keep-debug") => _ = bindgen.keep_debug(true),
            Long("no-demangle") => _ = bindgen.demangle(false),
            Long("no-typescript") => typescript = false,
            // Both are found out: from the module, and when the script runs.
            Long("reference-types" | "weak-refs") => {}
            Value(file) if input.is_none() => input = Some(file.into()),
            other => return Err(other.unexpected().into()),
        }
    }
    match target.as_str() {
        "bundler" => bindgen.bundler(true)?,
        "web" => bindgen.web(true)?,
        "no-modules" => bindgen.no_modules(true)?,
        "nodejs" => bindgen.nodejs(true)?,
        "deno" => bindgen.deno(true)?,
        "experimental-nodejs-module" => bindgen.nodejs_module(true)?,
        _ => return Err(format!("there is no target named {target}").into()),
    };
    bindgen
        .input_path(input.ok_or("no module is named")?)
        .typescript(typescript)
        .omit_default_module_path(false);
    bindgen.generate(folder.ok_or("--out-dir is missing")?)?;
    Ok(())
}
