//! What was called, what was refused before it was sent, and why the rest was not called.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use syncthing_api::runtime::http::{Request, Response};
use syncthing_api::runtime::transport::CallInfo;
use syncthing_api::{Api, Body, BoxError, Syncthing, Transport};

use crate::Done;

/// What isn't called, and why. It must stay true.
const LEFT: [(&str, &str); 0] = [];

/// How many operations are called at least, and how many refused by the server's version.
const CALLED: usize = 90;
const REFUSED: usize = 4;

/// The names of operations, each once.
type Names = Arc<Mutex<BTreeSet<&'static str>>>;

/// The operations that got a response, and those that were refused before they were sent.
#[derive(Clone, Default)]
pub struct Ledger {
    called: Names,
    refused: Names,
}

impl Ledger {
    /// Notes that the client refused to send an operation.
    pub fn refused(&self, name: &'static str) {
        add(&self.refused, name);
    }

    /// Prints the counts, and fails if they are worse than they were.
    pub fn verify(&self) -> Done {
        let all: BTreeSet<_> = Syncthing::DESCRIPTOR.operations.iter().map(|it| it.name).collect();
        let (called, refused) = (names(&self.called), names(&self.refused));
        let left = all.iter().filter(|it| !called.contains(*it) && !refused.contains(*it));
        let left: BTreeSet<_> = left.copied().collect();
        println!("{} operations: {} called, {} refused by version", all.len(), called.len(), refused.len());
        for (name, why) in LEFT {
            println!("not called: {name}: {why}");
        }
        assert_eq!(left, LEFT.map(|(name, _)| name).into(), "not called");
        assert!(called.len() >= CALLED, "{} were called", called.len());
        assert_eq!(refused.len(), REFUSED, "{refused:?}");
        Ok(())
    }
}

fn add(names: &Names, name: &'static str) {
    names.lock().expect("no panic").insert(name);
}

fn names(names: &Names) -> BTreeSet<&'static str> {
    names.lock().expect("no panic").clone()
}

/// A transport that notes what gets a response.
#[derive(Clone)]
pub struct Watched<T> {
    inner: T,
    ledger: Ledger,
}

impl<T> Watched<T> {
    /// Wraps a transport.
    pub fn new(inner: T, ledger: Ledger) -> Self {
        Self { inner, ledger }
    }
}

impl<T: Transport> Transport for Watched<T> {
    async fn call(&self, request: Request<Body>) -> Result<Response<Body>, BoxError> {
        let info = request.extensions().get::<CallInfo>().map(|it| it.operation.name);
        let response = self.inner.call(request).await?;
        if let Some(name) = info {
            add(&self.ledger.called, name);
        }
        Ok(response)
    }
}
