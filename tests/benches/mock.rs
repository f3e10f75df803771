//! A thousand calls of a mock without a socket, as the tests of a program make
//! them: the client encodes, the mock routes, checks and decodes, and back.

use std::error::Error;
use std::time::{Duration, Instant};

use backup_server_api::mock::Mock;
use backup_server_api::{AdminAddUser, AdminAuth, AdminListUsers, Json};
use tokio::runtime::Builder;

const CALLS: u32 = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let mut times = Vec::new();
    let mut made = Vec::new();
    for _ in 0..21 {
        let start = Instant::now();
        let mock = Mock::new();
        made.push(start.elapsed());
        mock.expect::<AdminAddUser>().with_parameter("TargetUser", "bob").returns(Json::default()).never();
        mock.expect::<AdminAddUser>().with_parameter("TargetUser", "alice").returns(Json::default());
        mock.expect::<AdminListUsers>().returns(vec!["alice".to_owned()]);
        times.push(runtime.block_on(calls(&mock))?);
    }
    let calls = format!("{CALLS} calls of a mock without a socket");
    println!("{calls}: {:.1} ms (median of 21)", median(times).as_secs_f64() * 1e3);
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

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
