//! What came later than the server, or was removed before it, is refused before it is sent.

#![allow(deprecated)]

use syncthing_api::{
    Client, Encode, Error, ErrorKind, LogLevel, Operation, SystemDiscoveryPost, SystemLoglevelsGet,
    SystemLoglevelsPost, SystemPathsGet, Transport,
};

use crate::Done;
use crate::ledger::Ledger;
use crate::system::NOBODY;

/// Tries what the documents say came later or is gone.
pub async fn run<T: Transport>(client: &Client<T>, ledger: &Ledger) -> Done {
    let levels = [("beacon".to_owned(), LogLevel::Debug)];
    refused(client, SystemLoglevelsGet::new(), ledger).await;
    refused(client, SystemLoglevelsPost::new(levels), ledger).await;
    refused(client, SystemPathsGet::new(), ledger).await;
    refused(client, SystemDiscoveryPost::new(NOBODY, "192.162.129.11:22000"), ledger).await;
    Ok(())
}

async fn refused<T: Transport, O: Operation<Api = syncthing_api::Syncthing> + Encode>(
    client: &Client<T>,
    operation: O,
    ledger: &Ledger,
) {
    let error: Error = client.send(operation).await.err().expect("not sent");
    assert!(matches!(error.kind(), ErrorKind::TooNew { .. } | ErrorKind::Removed { .. }), "{error}");
    ledger.refused(O::DESCRIPTOR.name);
}
