//! Many connections at once and the memory of the server.

use crate::Result;
use crate::load::Load;
use crate::servers::Servers;

const CONNECTIONS: usize = 1_000;
const REQUESTS: usize = 200_000;

/// Rounds of requests; the memory is read after each.
const ROUNDS: usize = 10;

/// Growth of the memory that is allowed from the first round to the last.
const SLACK: f64 = 1.05;

pub async fn run() -> Result<()> {
    let servers = Servers::start()?;
    println!("\n{CONNECTIONS} connections, {REQUESTS} requests to the generated server");
    println!("{:>9} {:>12} {:>12}", "requests", "VmRSS", "VmHWM");
    row(&servers, 0)?;
    let mut load = Load::new(servers.generated, CONNECTIONS).await?;
    let mut first = None;
    for round in 1..=ROUNDS {
        load.batch(REQUESTS / ROUNDS / CONNECTIONS).await?;
        let peak = row(&servers, round * REQUESTS / ROUNDS)?;
        if peak > *first.get_or_insert(peak) * SLACK {
            return Err("the memory is not flat".into());
        }
    }
    println!("no error; memory is flat");
    Ok(())
}

/// Prints the server's memory; returns the peak.
fn row(servers: &Servers, requests: usize) -> Result<f64> {
    let [now, peak] = ["VmRSS", "VmHWM"].map(|name| servers.figure(name));
    let (now, peak) = (now? as f64 / 1024.0, peak? as f64 / 1024.0);
    println!("{requests:>9} {now:>8.1} MiB {peak:>8.1} MiB");
    Ok(peak)
}
