//! `--all`: the pages of a list as one list.

use std::collections::HashSet;

use super::{
    options::{Mebibytes, Options},
    problem::Problem,
    request::Prepared,
    values,
};
use crate::client::{
    Client, Transport,
    dynamic::{JsonPage, Page, Watch},
};
use crate::codec::Api;
use crate::core::{Error, ErrorKind, Json, defaults::MAX_BODY};

/// Fetches all pages, from the one that the parameters name on.
///
/// # Errors
/// If a page can't be fetched, or if all together are larger than a result may be.
pub(super) async fn all<A: Api, T: Transport>(
    client: &Client<A, T>,
    prepared: &Prepared,
    watch: Watch,
) -> Result<Json, Problem> {
    let Prepared { command, options, given, .. } = prepared;
    let limit = limit(options);
    let (mut list, mut page, mut seen): (_, Option<Page>, _) = (String::from("["), None, HashSet::new());
    loop {
        let encode = |to: &mut _| (command.recode)(&mut values::form(given), to);
        let JsonPage { items, next } = client.json_page(command.operation, page, encode, watch).await?;
        for item in items {
            if list.len() > 1 {
                list.push(',');
            }
            list.push_str(&item);
        }
        if list.len() > limit {
            return Err(Error::new(command.operation.name, ErrorKind::TooLarge { limit }).into());
        }
        match next {
            Some(next) if seen.insert(next.clone()) => page = Some(next),
            _ => break,
        }
    }
    list.push(']');
    list.parse().map_err(|_| Problem::Local("the pages are not JSON".to_owned()))
}

fn limit(options: &Options) -> usize {
    options.get("max-body").map_or(MAX_BODY, |Mebibytes(bytes)| bytes)
}
