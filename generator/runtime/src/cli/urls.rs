//! The base URLs of a run, by where they come from; the first in order is called.

use super::{problem::Problem, server};
use crate::core::ServerUrl;

/// The origin of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Option,
    Variable,
    Profile,
    /// The API, which has one server.
    Api,
}

/// The order of the origins if the user named the profile.
pub(super) const NAMED_PROFILE: [Origin; 4] =
    [Origin::Option, Origin::Profile, Origin::Variable, Origin::Api];

/// The order of the origins if the profile is the default one.
pub(super) const DEFAULT_PROFILE: [Origin; 4] =
    [Origin::Option, Origin::Variable, Origin::Profile, Origin::Api];

/// The base URLs that the origins name.
pub(super) struct Urls {
    pub(super) order: [Origin; 4],
    all: Vec<BaseUrl>,
    servers: &'static [ServerUrl],
}

/// A base URL.
pub(super) struct BaseUrl {
    pub(super) origin: Origin,
    pub(super) url: String,
    /// The server of the API that the user named instead of a URL, with its variables.
    named: Option<String>,
}

impl Urls {
    /// Takes each origin's URL, or the name of its server.
    ///
    /// # Errors
    /// If the API has no such server.
    pub(super) fn new(
        order: [Origin; 4],
        all: [(Origin, Option<String>); 4],
        servers: &'static [ServerUrl],
    ) -> Result<Self, Problem> {
        let base_url = |(origin, text): (Origin, Option<String>)| {
            let text = text?;
            let named = (!server::is_url(&text)).then(|| text.clone());
            Some(server::resolve(&text, None, servers).map(|url| BaseUrl { origin, url, named }))
        };
        let all = all.into_iter().filter_map(base_url).collect::<Result<_, _>>()?;
        Ok(Self { order, all, servers })
    }

    /// The URL of the server that is called.
    pub(super) fn called(&self) -> Option<&BaseUrl> {
        self.order.iter().find_map(|origin| self.all.iter().find(|it| it.origin == *origin))
    }

    /// The URL that an origin names.
    pub(super) fn of(&self, origin: Origin) -> Option<&str> {
        self.all.iter().find(|it| it.origin == origin).map(|it| it.url.as_str())
    }

    /// Returns whether the secrets of an origin are for another server than the one that is called.
    pub(super) fn is_foreign(&self, origin: Origin) -> bool {
        let own = self.of(origin).filter(|_| origin != Origin::Option);
        own.zip(self.called()).is_some_and(|(own, called)| !server::is_same(own, &called.url))
    }

    /// The URL for an operation that has its own server, if the user named a server of the API.
    pub(super) fn at_server(&self, own: &str) -> Option<Result<String, Problem>> {
        let named = self.called()?.named.as_ref()?;
        Some(server::resolve(named, Some(own), self.servers))
    }
}
