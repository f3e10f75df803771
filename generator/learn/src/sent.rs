//! The parameters of requests, by the spec: an archive has only names on the wire.

use crate::recordings::{Exchanges, Parameters, Samples};
use generator_spec::model::{Operation, Place, RequestEncoding};

/// The parameters that were seen, by their names in the spec. The fields of a body that is one value
/// are none.
pub fn sent(operation: &Operation, part: &Exchanges) -> Parameters {
    let own = |name: &str| {
        let name = name.trim_end_matches("[]");
        operation.parameters.iter().find(|it| it.name == name || it.wire_name() == name)
    };
    let is_body = operation.encoding == RequestEncoding::Body;
    let has_query = is_body || operation.encoding == RequestEncoding::Json;
    let is_in_query = |name: &str| own(name).is_some_and(|it| it.place == Place::Query);
    let in_body = part.parameters.iter().filter(|(name, _)| !is_body || own(name).is_some());
    let in_query = part.query.iter().filter(|(name, _)| has_query || is_in_query(name));
    let named = |(name, samples): (&String, &Samples)| {
        (own(name).map_or_else(|| name.clone(), |it| it.name.clone()), samples.clone())
    };
    in_body.chain(in_query).map(named).collect()
}
