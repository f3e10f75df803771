//! Lists that come page by page.

use std::{
    collections::HashSet,
    collections::hash_map::RandomState,
    future::Future,
    hash::BuildHasher,
    pin::Pin,
    task::{Context, Poll, ready},
    vec,
};

use futures_core::Stream;
use http::{HeaderMap, Uri, header::LINK, uri::PathAndQuery};

use super::{Client, FullResponse, Options, transport::Transport};
use crate::codec::json::{self, Tape};
use crate::codec::{Api, Encode, JsonReader, Operation, Output};
use crate::core::{Error, ErrorKind, PageStep, debug::shows};

/// An operation that returns a list page by page.
pub trait Paged: Operation + Encode + Clone {
    /// An item of the list.
    type Item: Send + 'static;

    /// Returns the items of a page.
    fn items(output: Output<Self>) -> Vec<Self::Item>;
}

/// The items of a list, from the page that the operation asks for on; made by `Client::pages`.
///
/// A page is fetched when the one before has been read. The list ends with a page without items,
/// one that names no other page, one that names a page that was fetched, and with an error.
#[must_use = "nothing is fetched unless it is read"]
pub struct Items<O: Paged, T> {
    client: Client<O::Api, T>,
    operation: O,
    items: vec::IntoIter<O::Item>,
    state: State<O>,
    seen: HashSet<u64>,
    hasher: RandomState,
}

enum State<O: Paged> {
    Next(Option<Page>),
    Fetching(Fetching<O>),
    Done,
}

type Fetching<O> = Pin<Box<dyn Future<Output = Result<Fetched<O>, Error>> + Send>>;

/// A page and the one after it.
struct Fetched<O: Paged> {
    items: Vec<O::Item>,
    next: Option<Page>,
}

/// A page other than the first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Page {
    /// The operation with another value of a parameter.
    Parameter(&'static str, String),
    /// The operation at another URL of the server.
    Url(PathAndQuery),
}

impl<A: Api, T: Transport> Client<A, T> {
    /// Returns the items of a list as a stream, which fetches page after page as it is read.
    pub fn pages<O: Paged<Api = A>>(&self, operation: O) -> Items<O, T> {
        Items {
            client: self.clone(),
            operation,
            items: Vec::new().into_iter(),
            state: State::Next(None),
            seen: HashSet::new(),
            hasher: RandomState::new(),
        }
    }

    async fn fetch<O: Paged<Api = A>>(self, operation: O, page: Option<Page>) -> Result<Fetched<O>, Error> {
        let mut draft = self.core.begin(O::DESCRIPTOR, Options::default())?;
        let error = |kind| Error::new(O::DESCRIPTOR.name, kind);
        let step = O::DESCRIPTOR.pages.map(|pages| pages.step);
        draft.start_page(page, |form| operation.encode(form));
        let (uri, here) = (self.core.url(&draft).map_err(error)?, draft.place_in_list());
        let response: FullResponse<Output<O>> = self.run_full::<O::Returns>(Ok(draft)).await?;
        let next = Next { headers: response.headers(), body: response.body(), uri: &uri };
        let next = step.map(|step| next.page(step)).transpose().map_err(error)?.flatten();
        let items = O::items(response.value);
        Ok(Fetched { next: here.next(items.len(), next), items })
    }
}

impl super::call::Draft {
    /// Writes the parameters of a page.
    pub(crate) fn start_page(
        &mut self,
        page: Option<Page>,
        encode: impl FnOnce(&mut crate::codec::FormWriter),
    ) {
        let pages = self.descriptor.pages;
        if let Some(PageStep::Page { parameter, .. } | PageStep::Offset(parameter)) = pages.map(|it| it.step)
        {
            self.form.watch(parameter);
        }
        if let Some(size) = pages.and_then(|it| it.size) {
            self.form.watch(size);
        }
        match page {
            None => {
                encode(&mut self.form);
                self.number_first_page();
            }
            Some(Page::Parameter(name, text)) => {
                self.form.skip(Some(name));
                encode(&mut self.form);
                self.form.skip(None);
                self.form.put(name, text.as_str());
            }
            Some(Page::Url(url)) => {
                encode(&mut self.form);
                self.page = Some(url);
            }
        }
    }

    /// Asks for the first page by its number: without one, some servers return the whole list, in
    /// another form.
    fn number_first_page(&mut self) {
        if let Some(PageStep::Page { parameter, first }) = self.descriptor.pages.map(|pages| pages.step)
            && self.form.watched(parameter).is_none()
        {
            self.form.put(parameter, &i64::from(first));
        }
    }

    /// The place of this page in its list.
    pub(crate) fn place_in_list(&self) -> PlaceInList {
        let Some(pages) = self.descriptor.pages else { return PlaceInList::default() };
        let number = |parameter| self.form.watched(parameter).map(str::parse::<u64>);
        let counted = match pages.step {
            PageStep::Page { parameter, first } => {
                number(parameter).unwrap_or(Ok(first.into())).ok().map(|it| Position::Page(parameter, it))
            }
            PageStep::Offset(parameter) => {
                number(parameter).unwrap_or(Ok(0)).ok().map(|it| Position::Offset(parameter, it))
            }
            PageStep::Cursor { .. }
            | PageStep::CursorHeader { .. }
            | PageStep::Url(_)
            | PageStep::Link(_) => None,
        };
        PlaceInList { counted, size: pages.size.and_then(number).and_then(Result::ok) }
    }
}

/// The place of a page in its list.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlaceInList {
    /// Its place, if pages or items are counted.
    counted: Option<Position>,
    /// The most items that it was asked to have.
    size: Option<u64>,
}

/// The number of a page or of the items before it, and the parameter that has it.
#[derive(Clone, Copy, Debug)]
enum Position {
    Page(&'static str, u64),
    Offset(&'static str, u64),
}

impl PlaceInList {
    /// The page after one with so many items; `named` is the one that its response names. A counted
    /// page with fewer items than it could have is the last: there may be none to ask for.
    pub(crate) fn next(self, items: usize, named: Option<Page>) -> Option<Page> {
        let items = items as u64;
        if items == 0 {
            return None;
        }
        let Some(counted) = self.counted else { return named };
        let (parameter, number) = match counted {
            Position::Page(parameter, number) => (parameter, number.saturating_add(1)),
            Position::Offset(parameter, number) => (parameter, number.saturating_add(items)),
        };
        let is_last = self.size.is_some_and(|size| items < size);
        (!is_last).then(|| Page::Parameter(parameter, number.to_string()))
    }
}

/// The parts of a response that name the page after it.
pub(crate) struct Next<'a> {
    pub(crate) headers: &'a HeaderMap,
    pub(crate) body: &'a [u8],
    pub(crate) uri: &'a Uri,
}

impl Next<'_> {
    /// The page after one that has it in itself.
    pub(crate) fn page(&self, step: PageStep) -> Result<Option<Page>, ErrorKind> {
        Ok(match step {
            // A `Position` has it.
            PageStep::Page { .. } | PageStep::Offset(_) => None,
            PageStep::Cursor { parameter, next } => {
                self.field(next).map(|text| Page::Parameter(parameter, text))
            }
            PageStep::CursorHeader { parameter, header } => {
                let value = self.headers.get(header).and_then(|value| value.to_str().ok());
                let value = value.filter(|text| !text.is_empty());
                value.map(|text| Page::Parameter(parameter, text.to_owned()))
            }
            PageStep::Url(next) => self.field(next).map(|url| self.at(&url)).transpose()?,
            PageStep::Link(relation) => {
                let all = self.headers.get_all(LINK);
                let mut texts = all.iter().filter_map(|value| value.to_str().ok());
                texts.find_map(|text| link(text, relation)).map(|url| self.at(url)).transpose()?
            }
        })
    }

    /// The text or the number in a field of the response.
    fn field(&self, names: &[&str]) -> Option<String> {
        let json = json::utf8(self.body).ok()?;
        let tape = Tape::of(json).ok()?;
        let value = within(JsonReader::new(json, &tape), names)?;
        let text = match value.first() {
            b'"' => value.text()?.into_owned(),
            b'-' | b'0'..=b'9' => value.as_str().to_owned(),
            _ => return None,
        };
        Some(text).filter(|text| !text.is_empty())
    }

    /// The page at a URL, which may be relative.
    ///
    /// # Errors
    /// If it is one of another server: it would get the credential.
    fn at(&self, url: &str) -> Result<Page, ErrorKind> {
        let path = match url {
            path if path.starts_with('/') && !path.starts_with("//") => path.to_owned(),
            query if query.starts_with('?') => format!("{}{query}", self.uri.path()),
            url => {
                let other: Uri = url.parse().map_err(|_| ErrorKind::NextPage)?;
                let origin = |uri: &Uri| (uri.scheme().cloned(), uri.authority().cloned());
                if origin(&other) != origin(self.uri) {
                    return Err(ErrorKind::NextPage);
                }
                other.path_and_query().map_or_else(|| "/".to_owned(), ToString::to_string)
            }
        };
        path.try_into().map(Page::Url).map_err(|_| ErrorKind::NextPage)
    }
}

/// The value in a field of a field.
pub(crate) fn within<'a>(json: JsonReader<'a>, names: &[&str]) -> Option<JsonReader<'a>> {
    names.iter().try_fold(json, |value, name| value.field(name))
}

/// The target with a relation in a `Link` header: `<https://a/?page=2>; rel="next"`.
pub(crate) fn link<'a>(header: &'a str, relation: &str) -> Option<&'a str> {
    let mut rest = header;
    while let Some((_, after)) = rest.split_once('<') {
        let (target, after) = after.split_once('>')?;
        let parameters = after.split_once('<').map_or(after, |(own, _)| own);
        let is_it =
            parameters.split([';', ',']).filter_map(|it| it.trim().split_once('=')).any(|(name, value)| {
                let mut words = value.trim().trim_matches('"').split(' ');
                name.trim().eq_ignore_ascii_case("rel")
                    && words.any(|word| word.eq_ignore_ascii_case(relation))
            });
        if is_it {
            return Some(target);
        }
        rest = after;
    }
    None
}

impl<O: Paged, T: Transport> Items<O, T> {
    fn take(&mut self, fetched: Result<Fetched<O>, Error>) -> Option<Error> {
        self.state = State::Done;
        match fetched {
            Ok(Fetched { items, next }) => {
                self.items = items.into_iter();
                let next = next.filter(|next| self.seen.insert(self.hasher.hash_one(next)));
                if let Some(next) = next {
                    self.state = State::Next(Some(next));
                }
                None
            }
            Err(error) => Some(error),
        }
    }

    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<O::Item, Error>>> {
        loop {
            if let Some(item) = self.items.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            match &mut self.state {
                State::Done => return Poll::Ready(None),
                State::Next(page) => {
                    let page = page.take();
                    let (client, operation) = (self.client.clone(), self.operation.clone());
                    self.state = State::Fetching(Box::pin(client.fetch(operation, page)));
                }
                State::Fetching(fetching) => {
                    let fetched = ready!(fetching.as_mut().poll(context));
                    if let Some(error) = self.take(fetched) {
                        return Poll::Ready(Some(Err(error)));
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

shows!([O: Paged, T] Items<O, T>, |it| Items { operation: O::DESCRIPTOR.name, fetched: it.seen.len() });
