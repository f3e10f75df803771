//! Makes the calls of a plan through generated crates, to Spector's server and to their own.

mod client;
mod compare;
mod plan;
mod server;

use std::{collections::BTreeMap, env, error::Error, fmt::Debug, path::Path, pin::Pin};

use api_runtime::mock::Mocked;
use api_runtime::server::{Given, Respond};
use api_runtime::{ClientBuilder, Decode, Encode, FormReader, Operation, Output, Paged, Reqwest, Upload};
use serde_json::json;
use tokio::runtime::Builder;

use plan::Response;
use server::Served;

pub use plan::Call;

/// What an operation needs for the harness.
pub trait Callable: Operation<Api: Mocked, Returns: Respond> + Encode + Decode + Debug {}

impl<O: Operation<Api: Mocked, Returns: Respond> + Encode + Decode + Debug> Callable for O {}

/// Adds the credential of a call: its block, and its fields.
pub type Sign<A> = fn(ClientBuilder<A, Reqwest>, &str, &mut FormReader) -> ClientBuilder<A, Reqwest>;

/// What went wrong.
type Fault = String;

/// A future of one type for all operations: what waits for it is compiled once, not for each of hundreds.
type Waiting<'c, T> = Pin<Box<dyn Future<Output = T> + 'c>>;

type Run = Box<dyn for<'c> Fn(&'c Call, &'c str) -> Waiting<'c, Result<(), Fault>>>;

/// Makes a server that gives a response, and takes the values of the call only if that is asked for.
type Serve = dyn Fn(&Call, &Response, bool) -> Result<Served, Fault>;

/// An operation: how the harness calls it, and how it serves it.
pub struct Row {
    name: &'static str,
    client: Run,
    server: Box<Serve>,
}

/// An operation of a crate.
pub fn row<O: Callable>(sign: Sign<O::Api>) -> Row
where
    Given<O>: From<Output<O>>,
{
    Row {
        name: O::DESCRIPTOR.name,
        client: Box::new(move |call, url| client::check(call, url, Box::pin(client::call::<O>(call, url, sign)))),
        server: Box::new(move |call, response, exact| server::served::<O>(call, response, exact, sign)),
    }
}

/// An operation whose result has pages.
pub fn paged<O: Callable + Paged<Item: serde::Serialize>>(sign: Sign<O::Api>) -> Row
where
    Given<O>: From<Output<O>>,
{
    Row { client: Box::new(move |call, url| Box::pin(client::pages::<O>(call, url, sign))), ..row::<O>(sign) }
}

/// Runs the plan that the first argument names, against the server that the second one names, and prints
/// what is wrong with each scenario as JSON.
pub fn run(rows: &BTreeMap<&str, Vec<Row>>) -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, plan, url] = arguments.as_slice() else { return Err("expected PLAN and URL".into()) };
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let mut results = serde_json::Map::new();
    for folder in plan::read(Path::new(plan))?.values() {
        for scenario in folder.scenarios.iter().filter(|it| !it.calls.is_empty()) {
            let run = |side: &dyn Fn(&Row, &Call) -> Result<(), Fault>| {
                scenario.calls.iter().find_map(|call| {
                    let own = rows.get(folder.api.as_str()).into_iter().flatten();
                    let Some(row) = own.into_iter().find(|row| row.name == call.operation) else {
                        return Some(format!("no operation {}", call.operation));
                    };
                    side(row, call).err().map(|fault| format!("{}: {fault}", call.operation))
                })
            };
            let result = json!({
                "client": run(&|row, call| runtime.block_on((row.client)(call, url))),
                "server": run(&|row, call| runtime.block_on(server::serve(call, &*row.server))),
            });
            results.insert(scenario.name.clone(), result);
        }
    }
    println!("{}", serde_json::to_string_pretty(&results)?);
    Ok(())
}

/// The request that the values of a call make.
fn decoded<O: Decode>(call: &Call) -> Result<O, Fault> {
    let mut form = FormReader::new(call.form.as_bytes());
    for file in &call.files {
        let upload = Upload::bytes(file.file.clone(), plan::bytes(&file.base64));
        let upload = match &file.content {
            Some(content) => upload.content_type(content.clone()),
            None => upload,
        };
        form = form.with_file(file.name.clone(), upload);
    }
    let operation = O::decode(&mut form);
    form.finish().map_err(|errors| format!("values: {errors:?}"))?;
    Ok(operation)
}

/// The builder of a client with the credential of a call.
fn builder<O: Operation>(call: &Call, url: &str, sign: Sign<O::Api>) -> ClientBuilder<O::Api, Reqwest> {
    let builder = api_runtime::Client::builder(url);
    match &call.auth {
        Some((block, fields)) => sign(builder, block, &mut FormReader::new(fields.as_bytes())),
        None => builder,
    }
}
