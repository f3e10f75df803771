//! The words that a name from a recording can be made of: it may be a value otherwise.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;

use generator_spec::model::{
    Api, AuthBlock, ListStyle, Need, Operation, Parameter, Place, Row, Scalar, Type, TypeKind,
};
use generator_spec::{Spec, naming, synonyms};

/// Bytes of a name that can be a word, or several.
const LONGEST_NAME: usize = 80;
/// Letters of a word that says something: shorter ones are pieces of anything.
const SHORT: usize = 3;

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

/// The words that names are made of, and what else a spec says that a recording is read by.
#[derive(Clone, Default)]
pub struct Vocabulary {
    names: HashSet<String>,
    words: HashSet<String>,
    /// The paths, whose variables are values.
    pub(crate) paths: Vec<String>,
    /// Fields that say which type of a union an object is of, and what they say.
    pub(crate) tags: BTreeMap<String, BTreeSet<String>>,
    /// Fields and parameters whose values are listed, and no others are taken.
    pub(crate) closed: BTreeMap<String, BTreeSet<String>>,
    /// The forms that texts of fields and parameters have, such as that of a timestamp.
    pub(crate) forms: BTreeMap<String, Vec<Scalar>>,
    /// The characters between the items of parameters that are lists.
    pub(crate) joined: BTreeMap<String, char>,
    /// Fields that may hold the status of a failure.
    pub(crate) statuses: BTreeSet<String>,
    /// The operations that share a method and a path.
    pub(crate) choices: BTreeMap<(String, String), Vec<Choice>>,
}

/// One of the operations that share a method and a path.
#[derive(Clone)]
pub struct Choice {
    pub needs: Vec<Need>,
    /// Names that others need and that it doesn't take.
    foreign: Vec<String>,
    /// Its mark in the path.
    pub mark: String,
}

/// The mark of a request that is for none of the operations that share its path.
pub const UNDECIDED: &str = "?";

impl Choice {
    /// Returns whether a request can be for it. Servers decide alike: `server/choice` of the runtime.
    pub fn fits(&self, said: &[(String, String)]) -> bool {
        let texts = |name: &str| {
            let own = said.iter().filter(|it| it.0.eq_ignore_ascii_case(name));
            own.map(|it| it.1.trim_matches('"')).collect::<Vec<_>>()
        };
        let is_met = |need: &Need| {
            let texts = texts(&need.name);
            !texts.is_empty() && need.value.as_ref().is_none_or(|value| texts.iter().all(|it| it == value))
        };
        self.needs.iter().all(is_met) && self.foreign.iter().all(|name| texts(name).is_empty())
    }
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Vocabulary({} names, {} words)", self.names.len(), self.words.len())
    }
}

impl Vocabulary {
    /// Adds a name and the words in it.
    pub fn add_name(&mut self, name: &str) {
        let has_letter = |word: &String| word.contains(|c: char| c.is_ascii_alphabetic());
        self.words.extend(naming::path_words(name).into_iter().filter(has_letter));
        self.names.insert(name.to_ascii_lowercase());
    }

    /// Adds a field that says which type of a union an object is of, and what it says then.
    pub fn add_tag(&mut self, field: &str, value: &str) {
        self.tags.entry(field.to_owned()).or_default().insert(value.to_owned());
    }

    /// Adds a field that may hold the status of a failure.
    pub fn add_status(&mut self, field: &str) {
        self.statuses.insert(field.to_owned());
    }

    fn add_text(&mut self, text: &str) {
        let is_word = |word: &String| word.len() >= SHORT && word.bytes().all(|it| it.is_ascii_lowercase());
        self.words.extend(naming::path_words(text).into_iter().filter(is_word));
    }

    /// Returns whether it is a name that was added, or made of words that were: short
    /// words don't make a name, because a token can be cut into them.
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        let plain = name.strip_prefix(['$', '@']).unwrap_or(name);
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        let (mut short, mut long) = (0, 0);
        let mut is_known = |word: String| {
            *if word.len() < SHORT { &mut short } else { &mut long } += 1;
            self.words.contains(&word)
        };
        self.names.contains(&name.to_ascii_lowercase())
            || name.len() <= LONGEST_NAME
                && plain.bytes().all(is_plain)
                && naming::path_words(plain).into_iter().all(&mut is_known)
                && long > 0
                && short <= long
    }

    /// Returns whether a segment of a path is a word; a number is one if a path has it.
    pub(crate) fn knows_segment(&self, segment: &str) -> bool {
        let is_number = segment.bytes().all(|it| it.is_ascii_digit());
        if is_number {
            self.paths.iter().any(|path| path.split('/').any(|it| it == segment))
        } else {
            self.knows(segment)
        }
    }

    /// Returns whether it is a name that was added.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(&name.to_ascii_lowercase())
    }
}

/// The words of all APIs of a spec and of its texts.
#[must_use]
pub fn vocabulary(spec: &Spec) -> Vocabulary {
    let mut known = Vocabulary::default();
    USUAL.split(' ').for_each(|word| known.add_name(word));
    synonyms::usual().iter().flatten().flat_map(|said| said.split(' ')).for_each(|word| known.add_name(word));
    let files = spec.sources.iter().flat_map(|source| source.files());
    files.for_each(|file| known.add_text(&file.text));
    spec.apis.iter().flat_map(names).for_each(|name| known.add_name(name));
    for operation in spec.apis.iter().flat_map(Api::operations) {
        known.paths.extend(operation.paths().map(str::to_owned));
    }
    for api in &spec.apis {
        add_choices(api, &mut known);
        add_values(api, &mut known);
        let of_message = api.message.as_ref().and_then(|it| it.status.as_ref());
        let of_envelope = api.envelope.as_ref().map(|it| &it.code);
        of_message.into_iter().chain(of_envelope).for_each(|field| known.add_status(field));
    }
    for ty in spec.apis.iter().flat_map(|api| &api.types) {
        let TypeKind::Union { tag: Some(tag), members, .. } = &ty.kind else { continue };
        members.iter().filter_map(|it| it.value.as_ref()).for_each(|value| known.add_tag(tag, value));
    }
    known
}

/// Adds the operations that share a method and a path.
fn add_choices(api: &Api, known: &mut Vocabulary) {
    let mut shared = BTreeMap::<_, Vec<&Operation>>::new();
    for operation in api.operations().filter(|it| it.shares_path) {
        let path = operation.path.text().unwrap_or_default().to_owned();
        shared.entry((operation.http_method.name().to_owned(), path)).or_default().push(operation);
    }
    for (place, all) in shared.into_iter().filter(|(_, all)| all.len() > 1) {
        let needs: Vec<Need> = all.iter().flat_map(|it| it.needs()).collect();
        let choice = |operation: &&Operation| {
            let foreign = needs.iter().filter(|need| !takes(api, operation, need));
            let foreign = foreign.map(|need| need.name.clone()).collect();
            Choice { needs: operation.needs().collect(), foreign, mark: mark(operation) }
        };
        known.choices.insert(place, all.iter().map(choice).collect());
    }
}

/// Returns whether an operation takes what another one needs: as a parameter, in an object whose names can be
/// any, or for its credential.
fn takes(api: &Api, operation: &Operation, need: &Need) -> bool {
    let is_there = |it: &Parameter| match it.place {
        Place::Header => need.place == Place::Header,
        Place::Query => need.place == Place::Query,
        Place::Form | Place::Field | Place::Part => need.in_body(),
        Place::Path | Place::PathRest | Place::Cookie | Place::Body => false,
    };
    let is_own = |it: &Parameter| it.object.is_some() || Need::of(it).name == need.name;
    operation.parameters.iter().chain(&operation.marks).any(|it| is_there(it) && is_own(it))
        || of_credential(api, operation).contains(&*need.name)
}

/// The names that the credential of an operation has among its parameters.
pub fn of_credential<'a>(api: &'a Api, operation: &Operation) -> BTreeSet<&'a str> {
    let own = api.block_of(&operation.auth).map(|block| block.credential.as_str());
    // An operation whose credential is not shown may have any.
    let is_own = |block: &&AuthBlock| own.is_none_or(|own| own == block.credential);
    let own = api.blocks.iter().filter(is_own).flat_map(|block| &block.parameters);
    // It may lack the name on the wire at another place.
    own.flat_map(|it| [it.wire_name(), &it.name]).collect()
}

/// The parameters that tell an operation apart from others with its path, such as `?kind=saw` or `?size`.
/// Empty if there are none.
pub fn mark(operation: &Operation) -> String {
    let all = operation.needs().map(|need| match need.value {
        Some(value) => format!("{}={value}", need.name),
        None => need.name,
    });
    let all: Vec<String> = all.collect();
    if all.is_empty() { String::new() } else { format!("?{}", all.join("&")) }
}

/// Adds what the values of fields and parameters are: those that are listed, if no others are taken, and the
/// forms of texts and lists.
fn add_values(api: &Api, known: &mut Vocabulary) {
    let fields = api.types.iter().flat_map(Type::fields);
    let fields = fields.map(|it| (it.wire_name(), &it.ty.shape, it.ty.shape.named()));
    let parameters = || api.operations().flat_map(|it| &it.parameters);
    let of_parameters =
        parameters().map(|it| (it.wire_name(), &it.ty.shape, it.values.or_else(|| it.ty.shape.named())));
    for (name, ty, id) in fields.chain(of_parameters) {
        let kind = id.and_then(|id| api.ty(id)).map(|ty| &ty.kind);
        if let Some(TypeKind::Enum { closed: true, variants, .. }) = kind {
            let listed = variants.iter().map(|it| it.value.text());
            known.closed.entry(name.to_owned()).or_default().extend(listed);
        }
        if let Some(form) = ty.text_form() {
            known.forms.entry(name.to_owned()).or_default().push(form);
        }
    }
    for parameter in parameters() {
        let between = parameter.list.and_then(ListStyle::between);
        known.joined.extend(between.map(|between| (parameter.wire_name().to_owned(), between)));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary() -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        ["LampID", "u2f", "x86_64", "v1", "nas-pkg-6"].iter().for_each(|name| vocabulary.add_name(name));
        vocabulary.add_text("Lists the users of a server, 5 at a time: see HTTPCodes. It is on.");
        vocabulary
    }

    #[test]
    fn names_are_known_by_their_words() {
        let vocabulary = vocabulary();
        let known =
            ["list-users".replace("list", "lists"), "UsersServer".into(), "x86_64".into(), "v1".into()];
        assert!(known.iter().all(|name| vocabulary.knows(name)), "{vocabulary:?}");
        assert!(["$lamp", "lamp_id", "U2F-users"].iter().all(|name| vocabulary.knows(name)));
        for value in
            ["5", "64", "nas-pkg-7", "id", "a", "it-is-on", "users@server", "users/server", "", "alice"]
        {
            assert!(!vocabulary.knows(value), "{value}");
        }
    }
}
