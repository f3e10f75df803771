//! Parameters of credentials, which are not parameters of operations, and where they are sent.

use std::collections::BTreeSet;

use super::Learner;
use super::finding::{Place, Section};
use super::lines::{name, of_requests};
use crate::recordings::{Exchanges, Parameters, has_query};

use generator_spec::model::{Api, AuthBlock, BlockPlace, Operation, Parameter};
use generator_spec::secret_names;
use generator_spec::text::named;

const AUTHORIZATION: &str = "authorization";

/// The names that the credential of an operation has among its parameters.
pub fn names<'a>(api: &'a Api, operation: &Operation) -> BTreeSet<&'a str> {
    let own = api.block_of(&operation.auth).map(|block| block.credential.as_str());
    // An operation whose credential is not shown may have any.
    let is_own = |block: &&AuthBlock| own.is_none_or(|own| own == block.credential);
    api.blocks.iter().filter(is_own).flat_map(wire_names).collect()
}

/// Their names, and those on the wire, which they may lack at another place.
fn wire_names(block: &AuthBlock) -> impl Iterator<Item = &str> {
    block.parameters.iter().flat_map(|it| [it.wire_name(), &it.name])
}

/// Returns whether requests carry a credential, wherever it is sent.
pub fn has_credential(api: &Api, method: &str, part: &Exchanges) -> bool {
    let has = |block: &AuthBlock| Sent { method, part }.places(block).iter().any(|(_, count)| *count > 0);
    part.headers.keys().any(|it| it.starts_with(AUTHORIZATION)) || api.blocks.iter().any(has)
}

impl Learner<'_> {
    /// Compares the place of the credential with the one that the spec has. A request without any says
    /// nothing: browsers leave credentials out of their recordings.
    pub fn credential(&mut self, operation: &Operation, method: &str, part: &Exchanges) {
        let Some(block) = self.api.block_of(&operation.auth) else { return };
        let can_be =
            |it: &&AuthBlock| it.credential == block.credential || block.alternatives.contains(&it.name);
        let sent = Sent { method, part };
        if self.api.blocks.iter().filter(can_be).any(|block| sent.is_in_place(block)) {
            return;
        }
        let Some((place, count)) = sent.places(block).into_iter().find(|(_, count)| *count > 0) else {
            let mut names = part.headers.keys().filter(|it| secret_names::names_a_secret(it));
            if let Some(header) = names.next() {
                let line =
                    format!("{}: the credential may be in the header {}", operation.name, name(header));
                self.add(Section::Ambiguous, line);
            }
            return;
        };
        let seen = format!("{} ({})", place.name(), of_requests(count, part.requests));
        let found =
            Place::of(&operation.name, "credential").contradicts(BlockAt::from(&block.place).name(), seen);
        let at = self.locator.api().get("auth").get(&block.name);
        let change = match place {
            BlockAt::Other => String::new(),
            place => format!("{}: {{in: {}}}", block.name, place.name()),
        };
        self.found.push(found.at(Some(at.find("in").unwrap_or(at))).change(change));
    }
}

named! {
    /// The place of a credential.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum BlockAt {
        /// A header.
        Header = "header",
        /// The query.
        Query = "query",
        /// The form.
        Form = "form",
        /// A cookie.
        Cookie = "cookie",
        /// `Authorization`.
        Basic = "basic",
        /// `Authorization`, with a token.
        Bearer = "bearer",
        /// `Authorization`, with anything else.
        Other = "another scheme",
    }
}

impl From<&BlockPlace> for BlockAt {
    fn from(place: &BlockPlace) -> Self {
        match place {
            BlockPlace::Header(_) => Self::Header,
            BlockPlace::Query => Self::Query,
            BlockPlace::Form => Self::Form,
            BlockPlace::Cookie => Self::Cookie,
            BlockPlace::Basic => Self::Basic,
            BlockPlace::Bearer => Self::Bearer,
        }
    }
}

/// Requests and their method.
#[derive(Clone, Copy)]
struct Sent<'a> {
    method: &'a str,
    part: &'a Exchanges,
}

impl Sent<'_> {
    fn is_in_place(self, block: &AuthBlock) -> bool {
        let own = BlockAt::from(&block.place);
        // A cassette doesn't say which of the parameters were in the query.
        let is_unclear = self.part.encodings.is_empty();
        let can_be = |place: BlockAt| match own {
            BlockAt::Query | BlockAt::Cookie => {
                place == own || is_unclear && matches!(place, BlockAt::Form | BlockAt::Query)
            }
            // Methods without a body have the form in the query.
            BlockAt::Form => place == own || has_query(self.method) && place == BlockAt::Query,
            BlockAt::Header => place == own || block.bearer.is_some() && place == BlockAt::Bearer,
            BlockAt::Basic | BlockAt::Bearer | BlockAt::Other => place == own,
        };
        // A cassette doesn't say which scheme it was.
        let has_scheme = block.bearer.is_some() || matches!(own, BlockAt::Basic | BlockAt::Bearer);
        if has_scheme && self.part.headers.contains_key(AUTHORIZATION) {
            return true;
        }
        self.places(block).iter().any(|(place, count)| *count > 0 && can_be(*place))
    }

    /// The requests that have the parameters of a block, by place.
    fn places(self, block: &AuthBlock) -> [(BlockAt, u64); 7] {
        let Self { method, part } = self;
        let header = |name: &str| part.headers.get(&name.to_ascii_lowercase()).map_or(0, |it| it.requests);
        let most = |of: &dyn Fn(&Parameter) -> u64| block.parameters.iter().map(of).max().unwrap_or_default();
        let named = |all: &Parameters, name: &str| all.get(name).map_or(0, |it| it.requests);
        let within = |all: &Parameters| most(&|it| named(all, it.wire_name()).max(named(all, &it.name)));
        let (query, form) = match has_query(method) {
            true => (within(&part.parameters), within(&part.query)),
            false => (within(&part.query), within(&part.parameters)),
        };
        let scheme = |scheme: &str| header(&format!("{AUTHORIZATION} {scheme}"));
        let headers = most(&|it| header(&block.sent_name(it)).max(header(it.wire_name())));
        [
            (BlockAt::Header, headers),
            (BlockAt::Query, query),
            (BlockAt::Form, form),
            (BlockAt::Cookie, within(&part.cookies)),
            (BlockAt::Basic, scheme("basic")),
            (BlockAt::Bearer, scheme("bearer")),
            (BlockAt::Other, scheme("other") + header(AUTHORIZATION)),
        ]
    }
}
