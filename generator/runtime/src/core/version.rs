//! Versions of servers and of their devices.

use std::{error, fmt, str::FromStr};

/// A version of three numbers, such as `18.12.2`.
///
/// ```
/// use api_runtime::Version;
/// assert_eq!("18.12.2".parse(), Ok(Version::new(18, 12, 2)));
/// assert!(Version::new(18, 3, 9) < Version::new(18, 12, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    major: u32,
    minor: u32,
    patch: u32,
}

impl Version {
    /// Creates the version `major.minor.patch`.
    #[must_use]
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self { major, minor, patch }
    }
}

/// Returns whether a server is not older than `since`; true if either version is unknown.
pub(crate) fn is_in(since: Option<Version>, server: Option<Version>) -> bool {
    since.zip(server).is_none_or(|(since, server)| since <= server)
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl FromStr for Version {
    type Err = InvalidVersion;

    fn from_str(text: &str) -> Result<Self, InvalidVersion> {
        let mut numbers = text.split('.').map(number);
        let mut next = || numbers.next().unwrap_or(Err(InvalidVersion));
        let version = Self::new(next()?, next()?, next()?);
        match numbers.next() {
            None => Ok(version),
            Some(_) => Err(InvalidVersion),
        }
    }
}

fn number(text: &str) -> Result<u32, InvalidVersion> {
    // `u32::from_str` accepts a sign; a version doesn't have one.
    if text.starts_with('+') {
        return Err(InvalidVersion);
    }
    text.parse().map_err(|_| InvalidVersion)
}

/// The text is not a version: three numbers with dots between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidVersion;

impl fmt::Display for InvalidVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a version has three numbers with dots between them, such as 18.12.2")
    }
}

impl error::Error for InvalidVersion {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_three_numbers_are_a_version() {
        for text in ["", "1", "1.2", "1.2.3.4", "1.2.x", "1.2.+3", "1..2", "1.2.-3", "v1.2.3"] {
            assert_eq!(text.parse::<Version>(), Err(InvalidVersion), "{text}");
        }
        assert_eq!(Version::new(25, 9, 1).to_string(), "25.9.1");
    }
}
