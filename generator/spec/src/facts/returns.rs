//! Facts of results and failures.

use super::piece::enumerated;
use super::{Fact, Key, Origin, Piece, Value, Words};
use crate::model::{Api, Parameter, ReturnKind, Returns, StatusRange};

use Piece::{Code, Prose, Text};

/// The fact about a result or a failure; `before` begins its sentence.
pub fn fact<'a>(api: &'a Api, returns: &'a Returns, key: Key, before: &'static str) -> Fact<'a> {
    let listed = returns.values.and_then(|id| api.ty(id)).map(|ty| [Text(", one of "), Piece::named(ty)]);
    let is_described = returns.kind == ReturnKind::Described;
    let after = match (is_described, &returns.doc) {
        (true, Some(_)) => " (fields undocumented):",
        (true, None) => " (undocumented).",
        (false, Some(_)) => ":",
        (false, None) => ".",
    };
    let secret = if is_described { "secret " } else { "a secret: " };
    let value = returns
        .secret
        .then_some(Text(secret))
        .into_iter()
        .chain(result(api, returns, key))
        .chain(listed.into_iter().flatten())
        .chain(headers(api, &returns.headers))
        .chain(returns.status.into_iter().flat_map(status));
    let words = Words::new(before, value, after);
    let doc = returns.doc.as_deref().map(|doc| [Text(" "), Prose(doc)]);
    let origin = match (&returns.source, returns.kind) {
        (Some(source), _) => Origin::Elsewhere(source),
        (None, ReturnKind::Described) => Origin::NotShown,
        (None, _) => Origin::Documented,
    };
    Fact { key, origin, words: words.and(doc.into_iter().flatten()), value: Value::Returns(api, returns) }
}

/// The fact about what is in a result or a failure that isn't JSON.
pub fn holds<'a>(api: &'a Api, returns: &'a Returns) -> Option<Fact<'a>> {
    let ty = returns.holds.as_ref()?;
    let what = if returns.kind == ReturnKind::Text { "text as " } else { "file as " };
    let value = [Text(what)].into_iter().chain(media(returns)).chain([Text(" holds "), Piece::of(api, ty)]);
    let words = Words::new("The ", value.chain(returns.status.into_iter().flat_map(status)), ".");
    let origin = Origin::from_source(returns.source.as_ref());
    Some(Fact { key: Key::ResultsHold, origin, words, value: Value::Model(ty) })
}

/// The content types.
fn media(returns: &Returns) -> impl Iterator<Item = Piece<'_>> {
    content_types(&returns.content_type, &returns.more_content_types)
}

/// Content types to choose from.
pub fn content_types<'a>(first: &'a String, more: &'a [String]) -> impl Iterator<Item = Piece<'a>> {
    let names = [first].into_iter().chain(more);
    enumerated(names.map(|name| Piece::media(name)).collect::<Vec<_>>().into_iter(), " or ")
}

/// The result itself.
fn result<'a>(api: &'a Api, returns: &'a Returns, key: Key) -> Vec<Piece<'a>> {
    let ty = returns.ty.as_ref().map(|ty| Piece::of(api, ty));
    let media = [Text(" as ")].into_iter().chain(media(returns));
    match returns.kind {
        ReturnKind::Message => [Text("the message ")].into_iter().chain(ty).chain(media).collect(),
        ReturnKind::Json => ty.into_iter().chain(media).collect(),
        ReturnKind::Envelope if returns.ty.as_ref().is_some_and(|ty| ty.notation == "null") => {
            let data = api
                .envelope
                .iter()
                .flat_map(|envelope| [Text(" ("), Code(&envelope.data), Text(" is null)")]);
            [Text("nothing")].into_iter().chain(data).collect()
        }
        ReturnKind::Envelope => {
            let envelope = api.envelope.as_ref().map(Piece::Envelope);
            ty.into_iter().chain([Text(", wrapped in ")]).chain(envelope).chain(media).collect()
        }
        ReturnKind::Text => [Text("text")].into_iter().chain(media).collect(),
        ReturnKind::Bytes => [Text("a file")].into_iter().chain(media).collect(),
        ReturnKind::Redirect(status) => {
            vec![Text("the target of a redirect (HTTP "), Piece::Number(status.into()), Text(")")]
        }
        ReturnKind::Described => vec![Text("JSON")],
        ReturnKind::Nothing if key == Key::Failures => vec![Text("no body")],
        ReturnKind::Nothing => vec![Text("nothing")],
    }
}

/// The headers of a response, with their types.
fn headers<'a>(api: &'a Api, headers: &'a [Parameter]) -> impl Iterator<Item = Piece<'a>> {
    let before = match headers {
        [] => None,
        [_] => Some(Text(", with the header ")),
        [_, _, ..] => Some(Text(", with the headers ")),
    };
    let listed = headers.iter().enumerate().flat_map(|(index, header)| {
        let comma = (index > 0).then_some(Text(", "));
        let header = [Code(header.wire_name()), Text(" ("), Piece::of(api, &header.ty), Text(")")];
        comma.into_iter().chain(header)
    });
    before.into_iter().chain(listed)
}

/// The statuses in words.
fn status<'a>(status: StatusRange) -> Vec<Piece<'a>> {
    let number = |status: u16| Piece::Number(status.into());
    match (status.from, status.to) {
        _ if status == StatusRange::FAILURES => vec![Text(" (any other failure)")],
        _ if status == StatusRange::RESULTS => vec![Text(" (any success)")],
        (from, to) if from == to => vec![Text(" (status "), number(from), Text(")")],
        (from, to) => vec![Text(" (status "), number(from), Text(" to "), number(to), Text(")")],
    }
}
