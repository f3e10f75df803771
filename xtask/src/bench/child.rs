//! Runs a program and measures its time, its CPU time and its peak memory.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::Failure;

/// The cost of a run.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// From start to end.
    pub time: Duration,
    /// On all cores, in steps of 10 ms; 0 if the system doesn't report it.
    pub cpu: Duration,
    /// Peak of the resident memory, in bytes; 0 if the system doesn't report it.
    pub peak: u64,
}

impl Cost {
    /// A note that another process can read.
    pub fn note(&self) -> String {
        format!("{} {} {}", self.time.as_micros(), self.cpu.as_micros(), self.peak)
    }

    /// Reads the note of another process.
    pub fn read(note: &str) -> Option<Self> {
        let mut numbers = note.split_whitespace().map_while(|number| number.parse().ok());
        let [time, cpu, peak] = [numbers.next()?, numbers.next()?, numbers.next()?];
        Some(Self { time: Duration::from_micros(time), cpu: Duration::from_micros(cpu), peak })
    }
}

/// Runs a program to its end and fails if it fails.
pub fn run(command: &mut Command) -> Result<Cost, Failure> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let (start, cpu_before) = (Instant::now(), cpu_of_children());
    let mut child = command.spawn().map_err(|error| Failure::of(format!("{command:?}: {error}")))?;
    let watcher = watch(&child);
    let status = child.wait().map_err(Failure::of)?;
    let (time, cpu) = (start.elapsed(), cpu_of_children().saturating_sub(cpu_before));
    let peak = watcher.join().unwrap_or_default();
    if status.success() {
        Ok(Cost { time, cpu, peak })
    } else {
        Err(Failure::of(format!("{command:?} failed: {status}")))
    }
}

/// Samples the peak of a process until it ends, rarely enough to cost nothing.
fn watch(child: &Child) -> JoinHandle<u64> {
    let path = format!("/proc/{}/status", child.id());
    std::thread::spawn(move || {
        let mut peak = 0;
        while let Some(now) = peak_of(&path) {
            peak = peak.max(now);
            std::thread::sleep(Duration::from_millis(5));
        }
        peak
    })
}

/// `VmHWM`, the high-water mark that Linux keeps; a process that has ended has none.
fn peak_of(path: &str) -> Option<u64> {
    let status = fs::read_to_string(path).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kilobytes * 1024)
}

/// The CPU time of the children that have ended, which Linux counts in hundredths of a second.
fn cpu_of_children() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name in parentheses can hold anything; `cutime` and `cstime` are the 14th and 15th word after it.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(13).take(2);
    Duration::from_millis(10 * fields.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>())
}

/// The median run by time, with the mean CPU time and the greatest peak.
pub fn median(mut costs: Vec<Cost>) -> Cost {
    costs.sort_by_key(|cost| cost.time);
    let peak = costs.iter().map(|cost| cost.peak).max().unwrap_or_default();
    let cpu = costs.iter().map(|cost| cost.cpu).sum::<Duration>() / costs.len().max(1) as u32;
    let time = costs.get(costs.len() / 2).map(|cost| cost.time).unwrap_or_default();
    Cost { time, cpu, peak }
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [time, cpu] = [self.time, self.cpu].map(|it| it.as_secs_f64() * 1e3);
        let megabytes = self.peak as f64 / 1e6;
        write!(f, "{time:.1} ms, CPU {cpu:.0} ms, peak {megabytes:.1} MB")
    }
}
