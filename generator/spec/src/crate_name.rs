//! Names that a crate can have.

use crate::keywords::{KEYWORDS, NEVER_RAW};

/// Crates that every program sees, and the only dependency of a generated one.
const TAKEN: &[&str] = &["alloc", "api_runtime", "core", "proc_macro", "std", "test"];

/// The remedy for a misspelled name.
pub const SPELLING: &str = "use lowercase letters, digits and `-`, and begin with a letter";

/// The limit of crates.io.
const MAX_LENGTH: usize = 64;

/// The reason why a crate cannot have that name, as a package and as a library.
#[must_use]
pub fn why_invalid(name: &str) -> Option<String> {
    let library = library(name);
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_plain) {
        Some(SPELLING.to_owned())
    } else if name.len() > MAX_LENGTH {
        Some(format!("use at most {MAX_LENGTH} characters"))
    } else if library.contains("__") {
        // rustc warns about such a crate.
        Some("use one `-` at a time".to_owned())
    } else if KEYWORDS.iter().chain(NEVER_RAW).any(|word| *word == library) {
        // `use fn::Client` does not parse.
        Some("it is a keyword of Rust".to_owned())
    } else if TAKEN.contains(&library.as_str()) {
        Some("another crate that is always there has that name".to_owned())
    } else {
        None
    }
}

/// The name of a package's library.
#[must_use]
pub fn library(package: &str) -> String {
    package.replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_must_do_for_package_and_library() {
        for name in
            ["garden-api", "garden_api", "a", "x2-", "runtime", "union", "self-service", &"a".repeat(64)]
        {
            assert_eq!(why_invalid(name), None, "{name}");
        }
        let plain = "use lowercase letters";
        for (name, reason) in [
            ("", plain),
            ("2x", plain),
            ("-x", plain),
            ("_", plain),
            ("Garden", plain),
            ("gärten", plain),
            ("a b", plain),
            ("a/b", plain),
            ("a\"\nb", plain),
            (&"a".repeat(65), "at most 64"),
            ("garden--api", "one `-`"),
            ("garden-_api", "one `-`"),
            ("fn", "keyword"),
            ("self", "keyword"),
            ("crate", "keyword"),
            ("async", "keyword"),
            ("gen", "keyword"),
            ("std", "always there"),
            ("core", "always there"),
            ("alloc", "always there"),
            ("test", "always there"),
            ("proc-macro", "always there"),
            ("proc_macro", "always there"),
            ("api-runtime", "always there"),
            ("api_runtime", "always there"),
        ] {
            assert!(
                why_invalid(name).is_some_and(|it| it.contains(reason)),
                "{name}: {:?}",
                why_invalid(name)
            );
        }
    }
}
