//! Facts of results and failures.

use super::piece::enumerated;
use super::{Fact, Key, Origin, Piece, Value, Words};
use crate::model::{Api, Parameter, ReturnKind, Returns, StatusRange};

use Piece::{Code, Own, Said};

/// The fact about a result or a failure; `before` begins its sentence.
pub fn fact<'a>(api: &'a Api, it: &'a Returns, key: Key, before: &'static str) -> Fact<'a> {
    let listed = it.values.and_then(|id| api.ty(id)).map(|ty| [Own(", one of "), Piece::named(ty)]);
    let is_described = it.kind == ReturnKind::Described;
    let after = match (is_described, &it.doc) {
        (true, Some(_)) => " (fields undocumented):",
        (true, None) => " (undocumented).",
        (false, _) => ".",
    };
    let secret = it.secret.then_some(Own("a secret: ")).filter(|_| !is_described);
    let treated = (it.secret && is_described).then_some(Own("secret "));
    let value =
        secret.or(treated).into_iter().chain(result(api, it, key)).chain(listed.into_iter().flatten());
    let value = value.chain(headers(api, &it.headers)).chain(it.status.into_iter().flat_map(status));
    let words = Words::new(before, value, after);
    let doc = it.doc.as_deref().map(|doc| [Own(" "), Said(doc)]);
    let origin = match (&it.source, it.kind) {
        (Some(source), _) => Origin::Elsewhere(source),
        (None, ReturnKind::Described) => Origin::NotShown,
        (None, _) => Origin::Documented,
    };
    Fact { key, origin, words: words.and(doc.into_iter().flatten()), value: Value::Returns(api, it) }
}

/// The result itself.
fn result<'a>(api: &'a Api, it: &'a Returns, key: Key) -> Vec<Piece<'a>> {
    let ty = it.ty.as_ref().map(|ty| Piece::of(api, ty));
    let media = [&it.content_type].into_iter().chain(&it.more_content_types).map(|it| Code(it));
    let media = enumerated(media.collect::<Vec<_>>().into_iter(), " or ");
    let media = [Own(" as ")].into_iter().chain(media);
    let of = |what| [Own(what)].into_iter().chain(ty);
    match it.kind {
        ReturnKind::Message => of("the message ").chain(media).collect(),
        ReturnKind::Json => of("").chain(media).collect(),
        ReturnKind::Envelope if it.ty.as_ref().is_some_and(|ty| ty.notation == "null") => {
            let data = api.envelope.iter().flat_map(|it| [Own(" ("), Code(&it.data), Own(" is null)")]);
            [Own("nothing")].into_iter().chain(data).collect()
        }
        ReturnKind::Envelope => {
            let envelope = api.envelope.as_ref().map(Piece::Envelope);
            ty.into_iter().chain([Own(", wrapped in ")]).chain(envelope).chain(media).collect()
        }
        ReturnKind::Text => [Own("text")].into_iter().chain(media).collect(),
        ReturnKind::Bytes => [Own("a file")].into_iter().chain(media).collect(),
        ReturnKind::Redirect(status) => {
            vec![Own("the target of a redirect (HTTP "), Piece::Number(status.into()), Own(")")]
        }
        ReturnKind::Described => vec![Own("JSON")],
        ReturnKind::Nothing if key == Key::Failures => vec![Own("no body")],
        ReturnKind::Nothing => vec![Own("nothing")],
    }
}

/// The headers of a response, with their types.
fn headers<'a>(api: &'a Api, headers: &'a [Parameter]) -> impl Iterator<Item = Piece<'a>> {
    let before = match headers {
        [] => None,
        [_] => Some(Own(", with the header ")),
        [_, _, ..] => Some(Own(", with the headers ")),
    };
    let each = headers.iter().enumerate().flat_map(|(index, it)| {
        let between = (index > 0).then_some(Own(", "));
        let ty = [Code(it.wire_name()), Own(" ("), Piece::of(api, &it.ty), Own(")")];
        between.into_iter().chain(ty)
    });
    before.into_iter().chain(each)
}

/// The statuses in words.
fn status<'a>(it: StatusRange) -> Vec<Piece<'a>> {
    let number = |status: u16| Piece::Number(status.into());
    match (it.from, it.to) {
        _ if it == StatusRange::FAILURES => vec![Own(" (any other failure)")],
        _ if it == StatusRange::RESULTS => vec![Own(" (any success)")],
        (from, to) if from == to => vec![Own(" (status "), number(from), Own(")")],
        (from, to) => vec![Own(" (status "), number(from), Own(" to "), number(to), Own(")")],
    }
}
