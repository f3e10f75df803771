//! Guides of the backup server's API.

mod another_server;
mod failures;
mod files;
mod nightly_report;
mod older_servers;
mod sign_in;
mod testing;
mod write_a_server;
