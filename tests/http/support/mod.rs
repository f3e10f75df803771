//! Parts that several suites share: cases of every operation, and a server of each API.

pub mod any_transport;
pub mod cases;
pub mod credentials;
pub mod fake_server;
pub mod sample;
#[allow(dead_code, reason = "the runtime's tests use the rest")]
#[path = "../../../generator/runtime/tests/server.rs"]
pub mod server;
pub mod spec;
pub mod wire;

/// The most memory that a process has had, in MiB.
#[cfg(target_os = "linux")]
pub fn peak_of(process: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() / 1024
}
