//! Parameters of credentials, which are not parameters of operations, and where they are sent.

use std::collections::BTreeSet;

use super::Learner;
use super::finding::Place;
use super::report::of_requests;
use crate::recordings::{Encoding, Exchanges, Parameters, has_query};

use generator_spec::model::{Api, AuthBlock, BlockPlace, Operation, Parameter};
use generator_spec::text::named;

/// The names that the credential of an operation has among its parameters.
pub fn names<'a>(api: &'a Api, operation: &Operation) -> BTreeSet<&'a str> {
    let own = api.block_of(&operation.auth).map(|block| block.credential.as_str());
    // An operation whose credential is not shown may have any.
    let is_own = |block: &&AuthBlock| own.is_none_or(|own| own == block.credential);
    api.blocks.iter().filter(is_own).flat_map(wire_names).collect()
}

fn wire_names(block: &AuthBlock) -> impl Iterator<Item = &str> {
    block.parameters.iter().map(Parameter::wire_name)
}

/// Returns whether requests carry a credential, wherever it is sent.
pub fn has_credential(api: &Api, method: &str, part: &Exchanges) -> bool {
    let has = |block: &AuthBlock| Sent { method, part }.places(block).iter().any(|(_, count)| *count > 0);
    part.headers.contains_key("authorization") || api.blocks.iter().any(has)
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
            return;
        };
        let seen = format!("{} ({})", place.name(), of_requests(count, part.requests));
        let found =
            Place::of(&operation.name, "credential").contradicts(BlockAt::from(&block.place).name(), seen);
        let at = self.locator.api().get("auth").get(&block.name);
        let change = format!("{}: {{in: {}}}", block.name, place.name());
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
    }
}

impl From<&BlockPlace> for BlockAt {
    fn from(place: &BlockPlace) -> Self {
        match place {
            BlockPlace::Header(_) => Self::Header,
            BlockPlace::Query => Self::Query,
            BlockPlace::Form => Self::Form,
            BlockPlace::Cookie => Self::Cookie,
            BlockPlace::Basic | BlockPlace::Bearer => Self::Basic,
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
        let is_unclear = self.part.encodings.keys().all(|it| *it == Encoding::Empty);
        let can_be = |place: BlockAt| match own {
            BlockAt::Query | BlockAt::Cookie => place == own || is_unclear && place == BlockAt::Form,
            // Methods without a body have the form in the query.
            BlockAt::Form => place == own || has_query(self.method) && place == BlockAt::Query,
            BlockAt::Header => place == own || block.bearer.is_some() && place == BlockAt::Basic,
            BlockAt::Basic => place == own,
        };
        self.places(block).iter().any(|(place, count)| *count > 0 && can_be(*place))
    }

    /// The requests that have the parameters of a block, by place.
    fn places(self, block: &AuthBlock) -> [(BlockAt, u64); 5] {
        let Self { method, part } = self;
        let header = |name: &str| part.headers.get(&name.to_ascii_lowercase()).map_or(0, |it| it.requests);
        let most = |of: &dyn Fn(&Parameter) -> u64| block.parameters.iter().map(of).max().unwrap_or_default();
        let within = |all: &Parameters| most(&|it| all.get(it.wire_name()).map_or(0, |it| it.requests));
        let (query, form) = match has_query(method) {
            true => (within(&part.parameters), within(&part.query)),
            false => (within(&part.query), within(&part.parameters)),
        };
        let cookie = if block.place == BlockPlace::Cookie { header("cookie") } else { 0 };
        let headers = most(&|it| header(&block.sent_name(it)).max(header(it.wire_name())));
        [
            (BlockAt::Header, headers),
            (BlockAt::Query, query),
            (BlockAt::Form, form),
            (BlockAt::Cookie, cookie),
            (BlockAt::Basic, header("authorization")),
        ]
    }
}
