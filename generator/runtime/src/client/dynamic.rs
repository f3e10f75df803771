//! Calls of operations that are known only by their descriptors.

pub(crate) use super::pages::Page;
use super::pages::{self, Next};
use super::{Client, ClientBuilder, Options, call::Call, transport::Transport};
pub(crate) use super::{attempts::Watch, builder::default_agent, carried::AnyCredential};
use crate::codec::{Api, FormWriter, JsonReader, Reply};
use crate::core::{Body, Descriptor, Error, ErrorKind};

impl<A: Api, T: Transport> ClientBuilder<A, T> {
    /// Sets a credential of a type that is not known.
    pub(crate) fn any_credential(self, credential: impl AnyCredential + 'static) -> Self {
        self.holder(credential.into())
    }
}

impl<A: Api, T: Transport> Client<A, T> {
    /// The call of an operation whose parameters `encode` writes.
    pub(crate) fn describe(
        &self,
        operation: &'static Descriptor,
        encode: impl FnOnce(&mut FormWriter),
    ) -> Result<Box<Call>, Error> {
        let mut draft = self.core.begin(operation, Options::default())?;
        encode(&mut draft.form);
        self.core.sign(draft, None)
    }

    /// Sends a call, and returns its response unless it is a failure. If it
    /// `streams`, a response that is larger than `max_body` has a rest.
    pub(crate) async fn reply(
        &self,
        mut call: Box<Call>,
        streams: bool,
        watch: Watch,
    ) -> Result<Box<Reply>, Error> {
        call.context.streams = streams;
        self.exchange(call, watch).await
    }
}

/// A page of a list: its items as JSON, and the page after it.
pub(crate) struct JsonPage {
    pub(crate) items: Vec<String>,
    pub(crate) next: Option<Page>,
}

impl<A: Api, T: Transport> Client<A, T> {
    /// Fetches a page of a list, which must be the result or in fields of it.
    pub(crate) async fn json_page(
        &self,
        operation: &'static Descriptor,
        page: Option<Page>,
        encode: impl FnOnce(&mut FormWriter),
        watch: Watch,
    ) -> Result<JsonPage, Error> {
        let mut draft = self.core.begin(operation, Options::default())?;
        draft.start_page(page, encode);
        let here = draft.place_in_list();
        let call = self.core.sign(draft, None)?;
        let uri = call.outgoing.request.uri().clone();
        let reply = self.exchange(call, watch).await?;
        let error = |kind| Error::new(operation.name, kind);
        let pages = operation.pages.ok_or_else(|| error(ErrorKind::NextPage))?;
        let list = reply.json().map(|json| pages::within(json, pages.items));
        let items = list.and_then(|list| list.map_or(Ok(Vec::new()), JsonReader::list));
        let items = items.map_err(|misfit| error(reply.undecoded(misfit)))?;
        let next = Next { headers: &reply.head.headers, body: &reply.start, uri: &uri };
        let next = next.page(pages.step).map_err(error)?;
        let next = here.next(items.len(), next);
        Ok(JsonPage { items: items.iter().map(|item| item.as_str().to_owned()).collect(), next })
    }
}

/// The request of a call.
pub(crate) fn request(call: &Call) -> &http::Request<Body> {
    &call.outgoing.request
}

/// The same, which is not sent.
pub(crate) fn into_request(call: Call) -> http::Request<Body> {
    call.outgoing.into_request()
}

/// Its path, without secrets.
pub(crate) fn shown_path(call: &Call) -> std::borrow::Cow<'_, str> {
    call.shown_path()
}
