//! The places of credentials.

use super::Learner;
use super::finding::Section;
use super::words::{name, of_requests};
use crate::recordings::{Exchanges, has_query};

use generator_spec::model::{Api, AuthBlock, Operation, Parameter, Place};
use generator_spec::secret_names;

const AUTHORIZATION: &str = "authorization";

/// The blocks whose credentials requests carry, in their places.
pub fn carried<'a>(api: &'a Api, method: &str, part: &Exchanges<'_>) -> Vec<&'a AuthBlock> {
    api.blocks.iter().filter(|block| is_in_place(block, method, part)).collect()
}

/// Returns whether requests carry a credential.
pub fn has_credential(api: &Api, method: &str, part: &Exchanges<'_>) -> bool {
    part.having(|place, name| place == Place::Header && name.starts_with(AUTHORIZATION)) > 0
        || !carried(api, method, part).is_empty()
}

impl<'a> Learner<'a> {
    /// Compares the place of the credential with the one that the spec has. A request without any says
    /// nothing: browsers leave credentials out of their recordings.
    pub fn credential(&mut self, operation: &'a Operation, method: &str, part: &Exchanges<'_>) {
        let Some(block) = self.api.block_of(&operation.auth) else { return };
        let can_be =
            |it: &&AuthBlock| it.credential == block.credential || block.alternatives.contains(&it.name);
        if self.api.blocks.iter().filter(can_be).any(|block| is_in_place(block, method, part)) {
            return;
        }
        let Some((place, count)) = places(block, part).into_iter().find(|(_, count)| *count > 0) else {
            let headers = part.parameters(&[Place::Header]);
            if let Some(header) = headers.keys().find(|it| secret_names::names_a_secret(it)) {
                let line =
                    format!("{}: the credential may be in the header {}", operation.name, name(header));
                self.add(Section::Ambiguous, line);
            }
            return;
        };
        let at = self.locator.api().get("auth").get(&block.name);
        let seen = format!("{place} ({})", of_requests(count, part.count()));
        let found = self.place(operation, "credential", "").at(Some(at.get("in")));
        let found = found.contradicts(block.place.name(), seen);
        let change = if place == OTHER { String::new() } else { format!("{}: {{in: {place}}}", block.name) };
        self.found.push(found.change(change));
    }
}

/// The place of a credential that the spec has no word for.
const OTHER: &str = "another scheme";

fn is_in_place(block: &AuthBlock, method: &str, part: &Exchanges<'_>) -> bool {
    let own = block.place.name();
    // A cassette doesn't say which of the parameters were in the query.
    let is_unclear = part.encodings().is_empty();
    let can_be = |place: &str| match own {
        _ if place == own => true,
        "query" | "cookie" => is_unclear && matches!(place, "form" | "query"),
        // Methods without a body have the form in the query.
        "form" => has_query(method) && place == "query",
        "header" => block.bearer.is_some() && place == "bearer",
        _ => false,
    };
    // A cassette doesn't say which scheme it was.
    let has_scheme = block.bearer.is_some() || matches!(own, "basic" | "bearer");
    has_scheme && part.having(|place, name| place == Place::Header && name == AUTHORIZATION) > 0
        || places(block, part).iter().any(|(place, count)| *count > 0 && can_be(place))
}

/// The requests that have the parameters of a block, by place.
fn places(block: &AuthBlock, part: &Exchanges<'_>) -> [(&'static str, u64); 7] {
    let most = |of: &dyn Fn(&Parameter) -> u64| block.parameters.iter().map(of).max().unwrap_or_default();
    let within = |places: &[Place]| {
        let is_own = |it: &Parameter, name: &str| name == it.wire_name() || name == it.name;
        most(&|it| part.having(|place, name| places.contains(&place) && is_own(it, name)))
    };
    let header =
        |wanted: &str| part.having(|place, name| place == Place::Header && name.eq_ignore_ascii_case(wanted));
    let scheme = |scheme: &str| header(&format!("{AUTHORIZATION} {scheme}"));
    [
        ("header", most(&|it| header(&block.sent_name(it)).max(header(it.wire_name())))),
        ("query", within(&[Place::Query])),
        ("form", within(&[Place::Form, Place::Field])),
        ("cookie", within(&[Place::Cookie])),
        ("basic", scheme("basic")),
        ("bearer", scheme("bearer")),
        (OTHER, scheme("other") + header(AUTHORIZATION)),
    ]
}
