//! Guides of the portal's API.

mod downloads_and_reports;
mod failures;
mod sign_in;
