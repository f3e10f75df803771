//! The Cargo features of a generated crate.

pub struct Feature {
    pub name: &'static str,
    /// True if it is on by default.
    pub is_default: bool,
    /// The features that it enables.
    pub enables: &'static [&'static str],
    /// Its purpose: a sentence, whose only markup is code.
    pub about: &'static str,
    /// The items at the crate's root that need it.
    pub adds: &'static [&'static str],
}

/// All of them, for the manifest and the README.
pub const FEATURES: &[Feature] = &[
    Feature::new("client", &["api-runtime/reqwest"], "The HTTP client.", &["Client", "Reqwest"]).by_default(),
    Feature::new("tls", &["client", "api-runtime/tls"], "HTTPS, with rustls and ring.", &[]).by_default(),
    Feature::new(
        "tls-aws-lc",
        &["client", "api-runtime/tls-aws-lc"],
        "HTTPS, with rustls and aws-lc: FIPS, post-quantum key exchange. Builds longer.",
        &[],
    ),
    Feature::new(
        "blocking",
        &["client", "api-runtime/blocking"],
        "A client for synchronous code.",
        &["BlockingClient"],
    ),
    Feature::new("server", &["api-runtime/server"], "Server traits and an axum router.", &["server"]),
    Feature::new(
        "cassette",
        &["api-runtime/cassette"],
        "Records calls to a file and replays them in tests.",
        &["cassette"],
    ),
    Feature::new(
        "mock",
        &["server", "cassette", "api-runtime/mock"],
        "A fake server for the tests of your program.",
        &["mock"],
    ),
    Feature::new(
        "cli",
        &["client", "api-runtime/cli"],
        "The CLI, installed with `cargo install --features cli`.",
        &["cli"],
    ),
];

impl Feature {
    const fn new(
        name: &'static str,
        enables: &'static [&'static str],
        about: &'static str,
        adds: &'static [&'static str],
    ) -> Self {
        Self { name, is_default: false, enables, about, adds }
    }

    const fn by_default(self) -> Self {
        Self { is_default: true, ..self }
    }
}
