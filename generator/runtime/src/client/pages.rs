//! Lists that come page by page.

use std::{
    future::Future,
    mem,
    pin::Pin,
    task::{Context, Poll, ready},
    vec,
};

use futures_core::Stream;

use super::{Client, list::List, transport::Transport};
use crate::codec::{Api, Encode, Operation, Output};
use crate::core::{Error, debug::shows};

/// An operation that returns a list page by page.
pub trait Paged: Operation + Encode + Clone {
    /// An item of the list.
    type Item: Send + 'static;

    /// Returns the items of a page.
    fn items(output: Output<Self>) -> Vec<Self::Item>;
}

/// The items of a list, from the page that the operation asks for on; made by `Client::pages`.
///
/// A page is fetched when the one before has been read. A list whose pages or items are counted ends
/// with a page without items, or when as many items were read as the response says that there are,
/// if its description names that field. Any other list ends with a page that names no next page, or
/// itself. It is an error if a page can't be read or has no list, if pages are repeated, or if 100 of
/// them in a row have no items. The error ends the list.
#[must_use = "nothing is fetched unless it is read"]
pub struct Items<O: Paged, T> {
    client: Client<O::Api, T>,
    operation: O,
    items: vec::IntoIter<O::Item>,
    state: State<O>,
}

enum State<O: Paged> {
    Next(List),
    Fetching(Pin<Box<dyn Future<Output = Result<Fetched<O>, Error>> + Send>>),
    Done,
}

/// The items of a page and the rest of the list; `None` after the last page.
type Fetched<O> = Option<(Vec<<O as Paged>::Item>, List)>;

impl<A: Api, T: Transport> Client<A, T> {
    /// Returns the items of a list as a stream, which fetches page after page as it is read.
    pub fn pages<O: Paged<Api = A>>(&self, operation: O) -> Items<O, T> {
        Items {
            client: self.clone(),
            operation,
            items: Vec::new().into_iter(),
            state: State::Next(List::new(O::DESCRIPTOR)),
        }
    }

    /// Fetches the items of the next page, if there is one.
    async fn fetch<O: Paged<Api = A>>(self, operation: O, mut list: List) -> Result<Fetched<O>, Error> {
        let reply = self.next_page(&mut list, |form| operation.encode(form), |_, _| {}).await?;
        let Some(reply) = reply else { return Ok(None) };
        let output = super::read::<O::Returns>(*reply).map_err(|error| list.error(error))?;
        Ok(Some((O::items(output), list)))
    }
}

impl<O: Paged, T: Transport> Items<O, T> {
    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<O::Item, Error>>> {
        loop {
            if let Some(item) = self.items.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            match &mut self.state {
                State::Done => return Poll::Ready(None),
                State::Next(_) => {
                    let State::Next(list) = mem::replace(&mut self.state, State::Done) else { continue };
                    let (client, operation) = (self.client.clone(), self.operation.clone());
                    self.state = State::Fetching(Box::pin(client.fetch(operation, list)));
                }
                State::Fetching(fetching) => {
                    let fetched = ready!(fetching.as_mut().poll(context));
                    self.state = State::Done;
                    match fetched {
                        Ok(Some((items, list))) => {
                            self.items = items.into_iter();
                            self.state = State::Next(list);
                        }
                        Ok(None) => {}
                        Err(error) => return Poll::Ready(Some(Err(error))),
                    }
                }
            }
        }
    }

    /// Returns the next item, `None` at the end.
    ///
    /// # Errors
    /// See `Client::send`; also if the next page is not one of this server.
    pub async fn next(&mut self) -> Result<Option<O::Item>, Error> {
        std::future::poll_fn(|context| self.poll_item(context)).await.transpose()
    }
}

// Nothing in it is pinned.
impl<O: Paged, T> Unpin for Items<O, T> {}

impl<O: Paged, T: Transport> Stream for Items<O, T> {
    type Item = Result<O::Item, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_item(context)
    }
}

shows!([O: Paged, T] Items<O, T>, |_it| Items { operation: O::DESCRIPTOR.name });
