//! A thousand calls of a mock without a socket, as the tests of a program make
//! them: the client encodes, the mock routes, checks and decodes, and back.

use std::error::Error;
use std::time::{Duration, Instant};

use backup_server_api::mock::Mock;
use backup_server_api::{AdminAddUser, AdminAuth, AdminListUsers, Json};
use tests::median;
use tokio::runtime::Builder;

const CALLS: u32 = 1000;

const ROUNDS: u32 = 21;

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let (mut times, mut made, mut cpu) = (Vec::new(), Vec::new(), Duration::ZERO);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let mock = Mock::new();
        made.push(start.elapsed());
        mock.expect::<AdminAddUser>().with_parameter("TargetUser", "bob").returns(Json::default()).never();
        mock.expect::<AdminAddUser>().with_parameter("TargetUser", "alice").returns(Json::default());
        mock.expect::<AdminListUsers>().returns(vec!["alice".to_owned()]);
        let before = cpu_time();
        times.push(runtime.block_on(calls(&mock))?);
        cpu += cpu_time().saturating_sub(before);
    }
    let calls = format!("{CALLS} calls of a mock without a socket");
    let [time, cpu] = [median(times), cpu / ROUNDS].map(|time| time.as_secs_f64() * 1e3);
    println!("{calls}: {time:.1} ms (median of {ROUNDS}), {cpu:.0} ms of CPU");
    println!("a mock of every operation, made: {:.2} ms", median(made).as_secs_f64() * 1e3);
    Ok(())
}

async fn calls(mock: &Mock) -> Result<Duration, Box<dyn Error>> {
    let client = mock.client(AdminAuth::password("admin", "correct horse"));
    let start = Instant::now();
    for _ in 0..CALLS / 2 {
        client.send(AdminListUsers::new()).await?;
        client.send(AdminAddUser::new("alice", "correct horse").require_password_change(1)).await?;
    }
    Ok(start.elapsed())
}

/// CPU time of this process, which Linux counts in hundredths of a second; 0
/// elsewhere.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name in parentheses can hold anything; `utime` and `stime` are the 12th and 13th word after it.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    Duration::from_millis(10 * fields.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>())
}
