//! `--all`: the items of all pages of a list.

use super::{
    options::Items,
    print::{Output, escaped},
    problem::Problem,
    request::Prepared,
    response::{self, Received},
    save::Target,
};
use crate::client::{
    Client, Transport,
    dynamic::{List, Watch},
};
use crate::codec::{Api, FormWriter, values::Placed};
use crate::core::{Error, ErrorKind, defaults::MAX_BODY};

/// Prints the items, starting with the page that the parameters name: as a list, or one a line as
/// they arrive.
///
/// # Errors
/// If a page can't be fetched, or if the list is larger than a result may be.
pub(super) async fn show<A: Api, T: Transport>(
    client: &Client<A, T>,
    prepared: &Prepared<'_>,
    values: &[Placed],
    target: Target,
    watch: Watch,
) -> Result<(), Problem> {
    let Prepared { command, sources, .. } = prepared;
    if sources.has("jsonl") {
        let is_terminal = target.screen().is_terminal();
        let mut lines = target.open(&format!("{}.jsonl", command.name))?;
        for_each_item(client, prepared, values, watch, &mut |item| {
            lines.write(line(item, is_terminal).as_bytes())
        })
        .await?;
        return response::report(lines.finish()?, sources);
    }
    let (limit, mut list) = (response::limit(sources, false).unwrap_or(MAX_BODY), String::from("["));
    let add = &mut |item: &str| {
        list.push_str(if list.len() > 1 { "," } else { "" });
        list.push_str(item);
        let too_large = || Error::new(command.operation.name, ErrorKind::TooLarge { limit });
        if list.len() > limit { Err(too_large().into()) } else { Ok(()) }
    };
    for_each_item(client, prepared, values, watch, add).await?;
    list.push(']');
    let list = list.parse().map_err(|_| Problem::Local("the pages are not JSON".to_owned()))?;
    response::show(prepared, Received::Output(Output::Json(list)), target).await
}

/// Copies the values for another page.
pub(super) fn copy(values: &[Placed]) -> Vec<Placed> {
    values.iter().filter_map(Placed::try_clone).collect()
}

/// Fetches page after page, and calls `take` with each item, up to the limit.
async fn for_each_item<A: Api, T: Transport>(
    client: &Client<A, T>,
    prepared: &Prepared<'_>,
    values: &[Placed],
    watch: Watch,
    take: &mut dyn FnMut(&str) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let Prepared { command, sources, .. } = prepared;
    let mut left = sources.get("all").and_then(|Items(most)| most).unwrap_or(usize::MAX);
    let mut list = List::new(command.operation);
    while left > 0 {
        let encode = |to: &mut FormWriter| to.values = copy(values);
        let Some(reply) = client.next_page(&mut list, encode, watch).await? else { break };
        let items = list.items(&reply)?;
        items.iter().take(left).try_for_each(|item| take(item.as_str()))?;
        left = left.saturating_sub(items.len());
    }
    Ok(())
}

/// An item on one line. Line breaks and tabs in JSON are only between its parts. Characters that would
/// control a terminal are escaped.
fn line(item: &str, is_terminal: bool) -> String {
    let mut line: String =
        item.chars().filter(|character| !matches!(character, '\n' | '\r' | '\t')).collect();
    if is_terminal {
        line = escaped(&line);
    }
    line.push('\n');
    line
}
