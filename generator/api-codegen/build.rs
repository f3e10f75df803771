//! Puts the runtime's files into the program, which copies them beside the crates that it writes.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let runtime = here.join("../runtime");
    let mut paths = Vec::new();
    for name in ["Cargo.toml", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
        paths.push(runtime.join(name));
    }
    sources(&runtime.join("src"), &mut paths)?;
    paths.sort();
    let workspace = here.join("../../Cargo.toml");
    let mut code = format!("const WORKSPACE: &str = include_str!({workspace:?});\n");
    code += "const RUNTIME_FILES: &[(&str, &str)] = &[\n";
    for path in paths.iter().filter_map(|path| path.strip_prefix(&runtime).ok()) {
        let name = path.to_string_lossy().replace('\\', "/");
        code += &format!("    ({name:?}, include_str!({:?})),\n", runtime.join(path));
    }
    code += "];\n";
    for watched in [&runtime, &workspace] {
        println!("cargo::rerun-if-changed={}", watched.display());
    }
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("runtime.rs"), code)
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources(&path, found)?;
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
    Ok(())
}
