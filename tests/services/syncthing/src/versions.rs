//! What came later than the server is refused before it is sent.

use syncthing_api::{
    Client, Encode, Error, ErrorKind, LogLevel, Operation, SystemLoglevelsGet, SystemLoglevelsPost,
    SystemPathsGet, Transport,
};

use crate::Done;
use crate::ledger::Ledger;

/// Tries what the documents say came later.
pub async fn run<T: Transport>(client: &Client<T>, ledger: &Ledger) -> Done {
    let levels = [("beacon".to_owned(), LogLevel::Debug)];
    refused(client, SystemLoglevelsGet::new(), ledger).await;
    refused(client, SystemLoglevelsPost::new(levels), ledger).await;
    refused(client, SystemPathsGet::new(), ledger).await;
    Ok(())
}

async fn refused<T: Transport, O: Operation<Api = syncthing_api::Syncthing> + Encode>(
    client: &Client<T>,
    operation: O,
    ledger: &Ledger,
) {
    let error: Error = client.send(operation).await.err().expect("too new");
    assert!(matches!(error.kind(), ErrorKind::TooNew { .. }), "{error}");
    ledger.refused(O::DESCRIPTOR.name);
}
