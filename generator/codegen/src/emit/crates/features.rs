//! The Cargo features of a generated crate.

/// A feature.
pub struct Feature {
    /// Its name.
    pub name: &'static str,
    /// Whether it is on by default.
    pub is_default: bool,
    /// What it enables.
    pub enables: &'static [&'static str],
    /// What it is for; a sentence, whose only markup is code.
    pub about: &'static str,
    /// The items at the crate's root that need it.
    pub adds: &'static [&'static str],
}

/// All of them, for the manifest and the README.
pub const FEATURES: &[Feature] = &[
    Feature {
        name: "client",
        is_default: true,
        enables: &["api-runtime/reqwest"],
        about: "Sends operations.",
        adds: &["Client", "Reqwest"],
    },
    Feature {
        name: "tls",
        is_default: true,
        enables: &["client", "api-runtime/tls"],
        about: "HTTPS by rustls.",
        adds: &[],
    },
    Feature {
        name: "blocking",
        is_default: false,
        enables: &["client", "api-runtime/blocking"],
        about: "A client for code that is not async.",
        adds: &["BlockingClient"],
    },
    Feature {
        name: "server",
        is_default: false,
        enables: &["api-runtime/server"],
        about: "Answers operations: server stubs for axum.",
        adds: &["server"],
    },
    Feature {
        name: "cassette",
        is_default: false,
        enables: &["api-runtime/cassette"],
        about: "Records calls, and answers from the recording.",
        adds: &["cassette"],
    },
    Feature {
        name: "mock",
        is_default: false,
        enables: &["server", "cassette", "api-runtime/mock"],
        about: "Answers operations in the tests of your program.",
        adds: &["mock"],
    },
    Feature {
        name: "cli",
        is_default: false,
        enables: &["client", "api-runtime/cli"],
        about: "A program for the terminal: `cargo install --features cli`.",
        adds: &["cli"],
    },
];
