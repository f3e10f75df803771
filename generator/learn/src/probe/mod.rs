//! Finds the paths of a running server without credentials and without changing anything.
//!
//! ```text
//! plan        which operations are asked about, and why others never are
//! candidates  the paths that an inferred one may be instead
//! reply       what makes two responses alike
//! probing     asks, and compares with the responses to impossible paths
//! outcome     what was found: a table, and an overlay
//! ```
//!
//! Everything here is pure: [`Server`] sends.

mod candidates;
mod outcome;
mod plan;
mod probing;
mod reply;

pub use self::outcome::{Finding, Outcome, Stop, Verdict};
pub use self::plan::Plan;
pub use self::probing::{Heard, Server, probe};
pub use self::reply::{MOST_BODY, Reply};
