//! Pagination: the next page of a list, and its end.
//!
//! A list whose pages or items are counted ends with an empty page, or once it has as many items as
//! its response says. Any other ends with a page that names no next page, or names itself, as some
//! servers do on the last one. Anything else that would end a list early, or never, is an error.

use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
};

use http::{HeaderValue, StatusCode, Uri, header::LINK, uri::PathAndQuery};
use url::Url;

use super::{
    Client, Options,
    call::{Draft, Watch},
    link::link,
    transport::Transport,
};
use crate::codec::{Api, FormWriter, JsonReader, Reply, returns::envelope_data};
use crate::core::{Descriptor, Error, ErrorKind, Misfit, PageStep, Pages, ReturnKind, Step};

/// The largest number of pages without items in a row.
const MAX_EMPTY_PAGES: u32 = 100;

/// A page, identified by the part of its request that differs from page to page.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Page {
    /// The value of a parameter.
    Parameter(&'static str, String),
    /// The URL, at the client's server.
    Url(PathAndQuery),
}

/// A list that is being read.
pub(crate) struct List {
    operation: &'static Descriptor,
    /// The page to fetch; `None` for the first.
    next: Option<Page>,
    has_ended: bool,
    /// The number of the page that was requested last.
    number: u64,
    /// The number of items that were read.
    items: u64,
    /// The number of pages without items since the last item.
    empty_pages: u32,
    seen: HashSet<Page>,
    /// The hash of the previous page's items.
    previous: Option<u64>,
    hasher: RandomState,
}

/// The request of a page.
struct PageRequest {
    page: Option<Page>,
    /// The number of the page, or of the items before it, if either is counted.
    number: u64,
    url: Uri,
}

impl List {
    pub(crate) fn new(operation: &'static Descriptor) -> Self {
        Self {
            operation,
            next: None,
            has_ended: false,
            number: 0,
            items: 0,
            empty_pages: 0,
            seen: HashSet::new(),
            previous: None,
            hasher: RandomState::new(),
        }
    }

    /// Adds the number of the page that was fetched last to an error.
    pub(crate) fn error(&self, error: Error) -> Error {
        error.of_page(self.number)
    }

    /// The items of the page that was fetched last.
    #[cfg(feature = "cli")]
    pub(crate) fn items<'a>(&self, reply: &'a Reply) -> Result<Vec<JsonReader<'a>>, Error> {
        let names = self.operation.pages.map_or::<&[_], _>(&[], |pages| pages.items);
        let (_, items) =
            items(reply, names).map_err(|misfit| self.error(reply.errors()(reply.undecoded(misfit))))?;
        Ok(items)
    }

    /// Determines the next page from the response of the last one.
    fn advance(&mut self, request: PageRequest, reply: &Reply) -> Result<(), ErrorKind> {
        self.has_ended = true;
        let Some(pages) = self.operation.pages else { return Ok(()) };
        let (list, items) = items(reply, pages.items).map_err(|misfit| reply.undecoded(misfit))?;
        let count = items.len() as u64;
        self.check_progress(pages.step, count, list.as_str())?;
        let next = self.page_after(pages, &request, count, reply)?;
        if next.is_some() && next != request.page {
            if next.as_ref().is_some_and(|next| self.seen.contains(next)) {
                return Err(ErrorKind::RepeatedPage);
            }
            (self.next, self.has_ended) = (next, false);
        }
        self.seen.extend(request.page);
        Ok(())
    }

    /// Rejects pages which show that the list has no end: many empty ones, or repeated items.
    fn check_progress(&mut self, step: PageStep, count: u64, items: &str) -> Result<(), ErrorKind> {
        self.items += count;
        if count == 0 {
            self.empty_pages += 1;
            return if self.empty_pages > MAX_EMPTY_PAGES { Err(ErrorKind::EmptyPages) } else { Ok(()) };
        }
        self.empty_pages = 0;
        let hash = Some(self.hasher.hash_one(items));
        let is_counted = matches!(step, PageStep::Page { .. } | PageStep::Offset(_));
        match std::mem::replace(&mut self.previous, hash) == hash && is_counted {
            true => Err(ErrorKind::RepeatedPage),
            false => Ok(()),
        }
    }

    /// The page after one with `count` items; `None` after the last.
    fn page_after(
        &self,
        pages: Pages,
        request: &PageRequest,
        count: u64,
        reply: &Reply,
    ) -> Result<Option<Page>, ErrorKind> {
        let field = |names| text_of(reply, names).map_err(|misfit| reply.undecoded(misfit));
        let counted = |parameter, number: u64, items: u64| {
            let total = field(pages.total)?.and_then(|total| total.parse::<u64>().ok());
            let is_last = count == 0 || total.is_some_and(|total| items >= total);
            Ok((!is_last).then(|| Page::Parameter(parameter, number.to_string())))
        };
        match pages.step {
            PageStep::Page { parameter, .. } => {
                counted(parameter, request.number.saturating_add(1), self.items)
            }
            PageStep::Offset(parameter) => {
                let number = request.number.saturating_add(count);
                counted(parameter, number, number)
            }
            PageStep::Cursor { parameter, next } => {
                Ok(field(next)?.map(|text| Page::Parameter(parameter, text)))
            }
            PageStep::CursorHeader { parameter, header } => {
                let value = reply.head.headers.get(header).map(HeaderValue::to_str).transpose();
                let not_ascii = |_| reply.undecoded(Misfit::new(format!("header {header}: not ASCII")));
                let cursor = value.map_err(not_ascii)?.filter(|text| !text.is_empty());
                Ok(cursor.map(|text| Page::Parameter(parameter, text.to_owned())))
            }
            PageStep::Url(next) => field(next)?.map(|url| at(&request.url, &url)).transpose(),
            PageStep::Link(relation) => {
                let mut values = reply.head.headers.get_all(LINK).iter();
                let url = values.find_map(|value| {
                    // Not `to_str`: a title may have any letters.
                    let text = String::from_utf8_lossy(value.as_bytes());
                    link(&text, relation).map(str::to_owned)
                });
                url.map(|url| at(&request.url, &url)).transpose()
            }
        }
    }
}

impl<A: Api, T: Transport> Client<A, T> {
    /// Fetches the next page of a list, and returns its response; `None` after the last.
    pub(crate) async fn next_page(
        &self,
        list: &mut List,
        encode: impl FnOnce(&mut FormWriter),
        watch: Watch,
    ) -> Result<Option<Box<Reply>>, Error> {
        if list.has_ended {
            return Ok(None);
        }
        list.has_ended = true;
        list.number += 1;
        let number = list.number;
        // An error of the first page has no page number, unless it is about the page's content.
        let of_page = |error: Error| if number > 1 { error.of_page(number) } else { error };
        let mut draft = self.core.begin(list.operation, Options::default())?;
        encode(&mut draft.form);
        draft.set_page(list.next.take());
        let url = self.core.settings.url(self.core.api, &draft, &[]);
        let request = draft.page_request(url.map_err(|kind| of_page(Error::new(list.operation.name, kind)))?);
        let reply = self.deliver(draft, watch).await.map_err(of_page)?;
        if reply.head.status == StatusCode::NO_CONTENT {
            return Ok(None);
        }
        list.advance(request, &reply).map_err(|kind| reply.errors()(kind).of_page(number))?;
        Ok(Some(reply))
    }
}

impl Draft {
    /// Sets the page to request; `None` is the first.
    fn set_page(&mut self, page: Option<Page>) {
        match (page, self.descriptor.pages.map(|pages| pages.step)) {
            // Without the number of a page, some servers return the whole list, in another form.
            (None, Some(PageStep::Page { parameter, first })) if self.form.text(parameter).is_none() => {
                self.form.set(parameter, &first.to_string());
            }
            (None, _) => {}
            (Some(Page::Parameter(name, text)), _) => self.form.set(name, &text),
            (Some(Page::Url(url)), _) => self.page = Some(url),
        }
    }

    /// The parameter that differs from page to page, and its value on the first page.
    fn parameter_of_page(&self) -> Option<(&'static str, u64)> {
        match self.descriptor.pages?.step {
            PageStep::Page { parameter, first } => Some((parameter, first.into())),
            PageStep::Offset(parameter)
            | PageStep::Cursor { parameter, .. }
            | PageStep::CursorHeader { parameter, .. } => Some((parameter, 0)),
            PageStep::Url(_) | PageStep::Link(_) => None,
        }
    }

    /// The page that the draft requests, at this URL.
    fn page_request(&self, url: Uri) -> PageRequest {
        let Some((parameter, first)) = self.parameter_of_page() else {
            return PageRequest { page: url.path_and_query().cloned().map(Page::Url), number: 0, url };
        };
        let text = self.form.text(parameter).map(str::to_owned);
        let number = text.as_ref().and_then(|text| text.parse().ok()).unwrap_or(first);
        PageRequest { page: text.map(|text| Page::Parameter(parameter, text)), number, url }
    }
}

/// The list of a page, and its items.
///
/// # Errors
/// If there is none. A list that is null is empty: some servers write one like that.
fn items<'a>(reply: &'a Reply, names: &[&str]) -> Result<(JsonReader<'a>, Vec<JsonReader<'a>>), Misfit> {
    let list = within(reply, names)?
        .filter(|list| !list.is_null() || !names.is_empty())
        .ok_or_else(|| in_fields(names, Misfit::new("the page has no list")))?;
    let items = list.list().map_err(|misfit| in_fields(names, misfit))?;
    Ok((list, items))
}

/// The text or the number in a field of the result; `None` if it is absent or empty.
fn text_of(reply: &Reply, names: &[&str]) -> Result<Option<String>, Misfit> {
    if names.is_empty() {
        return Ok(None);
    }
    let Some(value) = within(reply, names)? else { return Ok(None) };
    let text = match value.as_str().as_bytes() {
        b"null" | b"false" => return Ok(None),
        [b'"', ..] => value.text().ok_or_else(|| in_fields(names, Misfit::new("not Unicode")))?.into_owned(),
        // As it is written: a parsed number may lose digits.
        [b'-' | b'0'..=b'9', ..] => value.as_str().to_owned(),
        _ => return Err(in_fields(names, Misfit::new("expected a text or a number"))),
    };
    Ok(Some(text).filter(|text| !text.is_empty()))
}

/// The value at a path of fields in the result; `None` if one of them is absent.
fn within<'a>(reply: &'a Reply, names: &[&str]) -> Result<Option<JsonReader<'a>>, Misfit> {
    let mut value = match reply.call.descriptor.returns {
        ReturnKind::Envelope => envelope_data(reply)?.1,
        _ => Some(reply.json()?),
    };
    for name in names {
        let Some(object) = value.filter(|value| !value.is_null()) else { return Ok(None) };
        object.object()?;
        value = object.field(name);
    }
    Ok(value)
}

fn in_fields(names: &[&str], misfit: Misfit) -> Misfit {
    misfit.at(&names.iter().map(|name| Step::Field((*name).into())).collect::<Vec<_>>())
}

/// The page at a URL, which may be relative to that of the page that names it.
///
/// # Errors
/// If it is at another server, which would get the credential.
fn at(page: &Uri, url: &str) -> Result<Page, ErrorKind> {
    let page = Url::parse(&page.to_string()).map_err(|_| ErrorKind::NextPage)?;
    let next =
        page.join(url).ok().filter(|next| next.origin() == page.origin()).ok_or(ErrorKind::NextPage)?;
    let target = &next[url::Position::BeforePath..url::Position::AfterQuery];
    target.parse().map(Page::Url).map_err(|_| ErrorKind::NextPage)
}
