//! Two ways of one call, measured in turns against one loopback server of this process.

use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

use axum::Router;
use tokio::runtime::{Builder, Runtime};

pub type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// The time for which each call is measured.
const TIME: Duration = Duration::from_secs(9);

/// Calls of one batch.
const BATCH: u32 = 25;

/// Measures both in turns and prints the medians, unless the program's arguments name others.
pub fn compare<A, B>(
    runtime: &Runtime,
    name: &str,
    generated: impl Fn() -> A,
    by_hand: impl Fn() -> B,
) -> Result<()>
where
    A: Future<Output = Result<usize>>,
    B: Future<Output = Result<usize>>,
{
    // Those of cargo begin with dashes.
    let mut chosen = std::env::args().skip(1).filter(|word| !word.starts_with('-')).peekable();
    if chosen.peek().is_some() && !chosen.any(|word| name.contains(&word)) {
        return Ok(());
    }
    for _ in 0..20 {
        runtime.block_on(batch(&generated))?;
        runtime.block_on(batch(&by_hand))?;
    }
    let (mut generated_times, mut by_hand_times, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let start = Instant::now();
    while start.elapsed() < TIME {
        // Each is first as often as the other.
        let one = runtime.block_on(batch(&generated))?;
        let two = runtime.block_on(batch(&by_hand))? + runtime.block_on(batch(&by_hand))?;
        let one = one + runtime.block_on(batch(&generated))?;
        generated_times.push(one / 2.0);
        by_hand_times.push(two / 2.0);
        ratios.push(one / two);
    }
    let [one, two, ratio] = [generated_times, by_hand_times, ratios].map(median);
    println!("{name:<28} {:>9.1} µs {:>9.1} µs {ratio:>8.3}", one * 1e6, two * 1e6);
    Ok(())
}

/// Seconds that one call of a batch takes.
async fn batch<F: Future<Output = Result<usize>>>(call: &impl Fn() -> F) -> Result<f64> {
    let start = Instant::now();
    for _ in 0..BATCH {
        if call().await? == 0 {
            return Err("the answer is empty".into());
        }
    }
    Ok(start.elapsed().as_secs_f64() / f64::from(BATCH))
}

/// Starts the server on another thread and returns its URL.
pub fn serve(router: Router) -> Result<String> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let url = format!("http://{}", listener.local_addr()?);
    let runtime = Builder::new_current_thread().enable_all().build()?;
    thread::spawn(move || {
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            axum::serve(listener, router).await
        })
    });
    Ok(url)
}

/// The median. This program is outside of the workspace, and has no crate to take one from.
fn median(mut measured: Vec<f64>) -> f64 {
    measured.sort_by(f64::total_cmp);
    measured.get(measured.len() / 2).copied().unwrap_or_default()
}
