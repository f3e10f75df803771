//! A request to the generated server compared with one to a handler written by
//! hand on axum; then a thousand connections at once.
//!
//! The servers run on one thread of a separate process, so their cost is theirs
//! alone; this process makes the load, over raw sockets. A wrong response fails the
//! benchmark.

mod by_hand;
mod load;
mod memory;
mod servers;
mod stub;

use std::error::Error;
use std::time::{Duration, Instant};

use self::load::Load;
use self::servers::Servers;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// The operation, its caller, and its response.
const PATH: &str = "/api/v1/admin/dispatcher/uninstall-software";
const NAME: &str = "admin@example.com";
const PASSWORD: &str = "correct horse";
const DONE: &str = "the device uninstalls itself";

/// The time that the comparison takes.
const TIME: Duration = Duration::from_secs(12);

/// Connections of the comparison: enough that the server never waits.
const CONNECTIONS: usize = 16;

/// Requests of one batch on each connection.
const BATCH: usize = 60;

fn main() -> Result<()> {
    if std::env::args().nth(1).as_deref() == Some(servers::ROLE) {
        return servers::serve();
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(compare())?;
    runtime.block_on(memory::run())
}

/// Measures all of them in turns, in small batches, so that other load on the
/// machine affects them equally.
async fn compare() -> Result<()> {
    let servers = Servers::start()?;
    let mut generated = Contender::new(servers.generated).await?;
    let mut by_hand = Contender::new(servers.by_hand).await?;
    let mut on_axum = Contender::new(servers.by_hand_on_axum).await?;
    for _ in 0..20 {
        for contender in [&mut generated, &mut by_hand, &mut on_axum] {
            contender.load.batch(BATCH).await?;
        }
    }
    let start = Instant::now();
    while start.elapsed() < TIME {
        // Each comes first as often as last.
        for contender in [&mut generated, &mut by_hand, &mut on_axum] {
            contender.measure().await?;
        }
        for contender in [&mut on_axum, &mut by_hand, &mut generated] {
            contender.measure().await?;
        }
    }
    let [generated, by_hand, on_axum] = [generated, by_hand, on_axum].map(Contender::median);
    println!("a form with two parameters; one server thread, {CONNECTIONS} connections");
    println!("{:<36} {generated:>8.0} requests/s", "generated");
    for (name, rate) in [("by hand, same `Serve`", by_hand), ("by hand, served by axum::serve", on_axum)] {
        println!("{name:<36} {rate:>8.0} requests/s; generated / by hand {:.3}", generated / rate);
    }
    Ok(())
}

/// A server and what was measured of it.
struct Contender {
    load: Load,
    rates: Vec<f64>,
}

impl Contender {
    async fn new(port: u16) -> Result<Self> {
        Ok(Self { load: Load::new(port, CONNECTIONS).await?, rates: Vec::new() })
    }

    async fn measure(&mut self) -> Result<()> {
        let start = Instant::now();
        self.load.batch(BATCH).await?;
        self.rates.push((BATCH * CONNECTIONS) as f64 / start.elapsed().as_secs_f64());
        Ok(())
    }

    fn median(self) -> f64 {
        tests::median(self.rates)
    }
}
