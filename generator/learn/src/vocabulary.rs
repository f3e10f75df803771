//! The words that a name from a recording can be made of: it may be a value otherwise.

use crate::recordings::Vocabulary;

use generator_spec::model::{Api, AuthBlock, Need, Operation, Row, Type, TypeKind};
use generator_spec::{Spec, synonyms};

/// Words of names in HTTP APIs, in addition to those of a spec and those that people type in searches.
const USUAL: &str = "\
    access active added address amount api archive attachment author authorization avatar base base64 begin \
    binary body bool bytes cache calendar category charset city class client code color colour column comment \
    company compressed content cookie count country created creator css csv currency current cursor custom data \
    database date day default deleted description detail details device disabled disposition domain dry email \
    enabled encoding end entries entry error errors event excel exe expires extra family features field file \
    filename files filter first flags folder font form format free from full group gzip hash header height \
    history hits host hour html icon identifier image index info input instance interval ipv4 ipv6 items java \
    javascript job jpeg json key keys kind label labels language last latest layout left length level licence \
    license limit limits line link links list local locale location locked log login manager map mask match max \
    maximum md5 media member members menu message meta metadata method min minimum minute mode model modified \
    month more msdownload msg multipart name names next nickname note notes number object octet offset old \
    openxmlformats options order organization outcome output owner package page pages parent partial path \
    payload pdf percent permission permissions phone photo picture plain platform png policy pool port position \
    prefix previous price priority private product profile progress properties protected provider public query \
    queue quota range rate ratio raw reason record ref region related relative remote reply request requests \
    required resource response result results retention revision right role roles root rows rule rules sample \
    schedule schema scope score search second seen self sender sequence server service session settings sha1 \
    sha256 shared sheet short signature site size skip slug sort source spreadsheetml stamp start started state \
    status storage stream street string style subject success suffix summary supported svg system table tag tags \
    target task team template tenant text theme thumbnail time timeout timestamp timezone title token total \
    tree type types unit units unread until update updated upload url used user username users utc utf8 uuid v1 v2 \
    v3 valid value values vendor verbose verified version video view visible vnd warning warnings web width words \
    xml year zip zone zones";

/// The words of all APIs of a spec and of its texts.
#[must_use]
pub fn vocabulary(spec: &Spec) -> Vocabulary {
    let mut known = Vocabulary::default();
    USUAL.split(' ').for_each(|word| known.add_name(word));
    synonyms::usual().iter().flatten().flat_map(|said| said.split(' ')).for_each(|word| known.add_name(word));
    let files = spec.sources.iter().flat_map(|source| source.files());
    files.for_each(|file| known.add_text(&file.text));
    spec.apis.iter().flat_map(names).for_each(|name| known.add_name(name));
    spec.apis
        .iter()
        .flat_map(Api::operations)
        .flat_map(Operation::paths)
        .for_each(|path| known.add_path(path));
    spec.apis.iter().flat_map(Api::operations).for_each(|operation| add_choice(operation, &mut known));
    spec.apis.iter().for_each(|api| add_closed(api, &mut known));
    for ty in spec.apis.iter().flat_map(|api| &api.types) {
        let TypeKind::Union { tag: Some(tag), members, .. } = &ty.kind else { continue };
        members.iter().filter_map(|it| it.value.as_ref()).for_each(|value| known.add_tag(tag, value));
    }
    known
}

/// Adds what tells an operation apart from others.
fn add_choice(operation: &Operation, known: &mut Vocabulary) {
    let needs: Vec<_> = operation.needs().collect();
    if let (Some(path), false) = (operation.path.text(), needs.is_empty()) {
        known.add_choice(operation.http_method.name(), path, needs, mark(operation));
    }
}

/// The mark of an operation that has something by which it is told apart from others at its path:
/// `?kind=saw`, or `?size`; otherwise nothing.
pub fn mark(operation: &Operation) -> String {
    let all = operation.needs().map(|Need { name, value, .. }| match value {
        Some(value) => format!("{name}={value}"),
        None => name,
    });
    let all: Vec<String> = all.collect();
    if all.is_empty() { String::new() } else { format!("?{}", all.join("&")) }
}

/// Adds the values of fields and parameters that take no others.
fn add_closed(api: &Api, known: &mut Vocabulary) {
    let fields = api.types.iter().flat_map(Type::fields);
    let fields = fields.map(|it| (it.wire_name(), it.ty.shape.named()));
    let parameters = api.operations().flat_map(|it| &it.parameters);
    let parameters = parameters.map(|it| (it.wire_name(), it.values.or_else(|| it.ty.shape.named())));
    for (name, id) in fields.chain(parameters) {
        let kind = id.and_then(|id| api.ty(id)).map(|ty| &ty.kind);
        let Some(TypeKind::Enum { closed: true, variants, .. }) = kind else { continue };
        variants.iter().for_each(|it| known.add_value(name, &it.value.text()));
    }
}

/// The names of an API and the segments of its paths.
fn names(api: &Api) -> Vec<&str> {
    let operations = || api.operations();
    let aliases = operations().flat_map(|it| &it.aliases).filter_map(|alias| alias.name.as_deref());
    let paths = operations().flat_map(|it| it.paths()).flat_map(|path| path.split('/'));
    let unnamed = api.rows().flat_map(|(_, row)| match row {
        Row::Named(operation) => operation.parameters.iter(),
        Row::Unnamed(row) => row.parameters.iter(),
    });
    let parameters = unnamed.chain(api.blocks.iter().flat_map(|block| &block.parameters));
    let headers = operations().flat_map(Operation::results).flat_map(|it| &it.headers);
    let parameters = parameters.chain(headers);
    let prefixes = api.blocks.iter().filter_map(AuthBlock::prefix);
    let fields = api.types.iter().flat_map(Type::fields);
    let names = operations().map(|it| it.name.as_str()).chain(aliases);
    let names = names.chain(parameters.flat_map(|it| [it.name.as_str(), it.wire_name()]));
    let names = names.chain(fields.flat_map(|it| [it.name.as_str(), it.wire_name()]));
    names.chain(api.types.iter().map(|ty| ty.name.as_str())).chain(paths).chain(prefixes).collect()
}
