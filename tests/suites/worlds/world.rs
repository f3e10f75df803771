//! Worlds: servers as the documents describe them, and as they might really be.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use generator::model::{
    Api, BlockPlace, Operation, Parameter, Path, Presence, RequestEncoding, ReturnKind, Scalar, Shape,
    TypeId, TypeKind, Wire,
};

use crate::facts::{Class, Facts, class_of_path};
use crate::made::Made;
use tests::random::Random;

/// A world.
pub struct World {
    pub operations: Vec<Real>,
    /// Operations that the spec lacks: their paths, parameters and results.
    pub new: Vec<New>,
    /// What types are that the documents don't show.
    pub opaque: BTreeMap<TypeId, Made>,
    /// The prefix of headers with credentials.
    pub prefix: Option<(String, String)>,
    /// The fields of a message that hold the status and the text.
    pub message: (&'static str, &'static str),
    /// The fields of an envelope that hold the status, the code and the data.
    pub envelope: (&'static str, &'static str, &'static str),
    /// Whether the HTTP status of a failure is 200.
    pub hides_failures: bool,
}

/// An operation as the world has it.
pub struct Real {
    pub name: String,
    pub path: String,
    pub method: &'static str,
    pub encoding: RequestEncoding,
    /// What happens to parameters.
    pub changes: HashMap<String, Change>,
    pub added: Vec<Added>,
    pub returns: Answer,
}

pub enum Change {
    Renamed(String),
    Dropped,
    /// Absent from some requests.
    Optional,
    /// A bool that is written `0` or `1`.
    Bit,
    /// A string that is JSON.
    Json(Made),
}

pub struct Added {
    pub name: &'static str,
    pub ty: AddedType,
    pub optional: bool,
}

#[derive(Clone)]
pub enum AddedType {
    Bool,
    Int,
    Number,
    Text,
    Json(Made),
}

impl AddedType {
    fn any(random: &mut Random) -> Self {
        match random.below(6) {
            0 => Self::Bool,
            1 => Self::Int,
            2 => Self::Number,
            3 | 4 => Self::Text,
            _ => Self::Json(Made::object(random, 2, false)),
        }
    }

    pub fn sample(&self, random: &mut Random) -> String {
        match self {
            Self::Bool => random.percent(50).to_string(),
            Self::Int => (2 + random.below(1000)).to_string(),
            Self::Number => format!("{}.5", random.below(1000)),
            Self::Text => format!("CaNaRy {}", random.number()),
            Self::Json(made) => made.sample(random, 0).to_string(),
        }
    }

    fn structure(&self) -> String {
        let mark = if matches!(self, Self::Json(_)) { " (JSON)" } else { "" };
        format!("{}{mark}", self.plain())
    }

    /// Without its marks.
    pub fn plain(&self) -> String {
        match self {
            Self::Bool => "bool".to_owned(),
            Self::Int => "int".to_owned(),
            Self::Number => "number".to_owned(),
            Self::Text => "string".to_owned(),
            Self::Json(made) => made.structure(),
        }
    }

    fn is_like(&self, parameter: &Parameter) -> bool {
        match (self, &parameter.ty.shape, parameter.wire) {
            (Self::Json(_), _, wire) => wire == Wire::Json,
            (Self::Bool, Shape::Scalar(Scalar::Bool), Wire::Text)
            | (Self::Int, Shape::Scalar(Scalar::Int), Wire::Text)
            | (Self::Int | Self::Number, Shape::Scalar(Scalar::Number), Wire::Text) => true,
            (Self::Text, shape, Wire::Text) => {
                !matches!(shape, Shape::Scalar(Scalar::Bool | Scalar::Int | Scalar::Number))
            }
            _ => false,
        }
    }
}

/// What an operation answers.
pub enum Answer {
    /// What the spec says.
    AsDocumented,
    Message,
    Json(Made),
    Text,
    Bytes,
    Redirect,
}

pub struct New {
    pub path: String,
    pub added: Vec<Added>,
    pub returns: Made,
}

const NEW_NAMES: &[&str] =
    &["Verbose", "MaxItems", "Ratio", "ClientLabel", "Options", "DryRun", "PageToken", "Locale"];
const OTHER_NAMES: &[&str] = &["Zebra", "Quux", "Marker", "Subject9", "handle"];

impl World {
    pub fn new(api: &Api, seed: u64) -> Self {
        let random = &mut Random::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ api.name.len() as u64);
        let namespace = namespace(api, random);
        let mut paths: BTreeSet<String> = BTreeSet::new();
        let operations =
            api.operations().map(|operation| real(operation, &namespace, &mut paths, random)).collect();
        let opaque = api.types.iter().enumerate().filter(|(_, ty)| matches!(ty.kind, TypeKind::Opaque));
        let opaque = opaque.map(|(id, _)| (TypeId(id), Made::object(random, 1, false))).collect();
        let header = api.blocks.iter().find(|block| matches!(block.place, BlockPlace::Header(_)));
        let prefix =
            header.filter(|_| random.percent(50)).map(|block| (block.name.clone(), "X-Office-".to_owned()));
        let has_message = api.message.is_some() && random.percent(40);
        Self {
            operations,
            new: (0..1 + random.below(2)).map(|index| new_operation(api, index, random)).collect(),
            opaque,
            prefix,
            message: if has_message {
                *random.one(&[("code", "words"), ("Code", "Text")])
            } else {
                ("Status", "Message")
            },
            hides_failures: random.percent(50),
            envelope: envelope(api, random),
        }
    }

    pub fn real(&self, name: &str) -> &Real {
        self.operations.iter().find(|it| it.name == name).unwrap()
    }

    /// Everything that differs from the spec and that traffic shows.
    pub fn truth(&self, api: &Api) -> Facts {
        let mut facts = Facts::new();
        let mut shown = BTreeSet::new();
        for real in &self.operations {
            let operation = api.operation(&real.name).unwrap();
            real.truth(operation, &mut facts);
            let dropped = |it: &&Parameter| matches!(real.changes.get(&it.name), Some(Change::Dropped));
            for parameter in operation.parameters.iter().filter(|it| !dropped(it)) {
                // Under another name it is a parameter of an unknown type.
                if !matches!(real.changes.get(&parameter.name), Some(Change::Renamed(_))) {
                    shown.extend(parameter.ty.shape.named());
                }
            }
            if let (ReturnKind::Json | ReturnKind::Envelope, Some(ty)) =
                (operation.returns.kind, &operation.returns.ty)
            {
                shown.extend(ty.shape.named());
            }
        }
        for (id, made) in self.opaque.iter().filter(|(id, _)| shown.contains(id)) {
            let name = &api.ty(*id).unwrap().name;
            facts.insert((Class::KnownType, format!("{name} {}", made.structure())));
        }
        if let Some((block, prefix)) = &self.prefix {
            facts.insert((Class::Prefix, format!("{block} {}", prefix.to_lowercase())));
        }
        let known = api.message.as_ref().map(|it| (it.status.as_str(), it.text.as_str()));
        if known.is_some_and(|known| known != self.message) {
            facts.insert((Class::Message, format!("{} {}", self.message.0, self.message.1)));
        }
        let known = api.envelope.as_ref().map(|it| (&*it.status, &*it.code, &*it.data));
        if known.is_some_and(|known| known != self.envelope) {
            let (status, code, data) = self.envelope;
            facts.insert((Class::Envelope, format!("{status} {code} {data}")));
        }
        for new in &self.new {
            let added = new.added.iter().map(|it| format!("{} {}", it.name, it.notation()));
            let parameters = crate::made::object(added.collect());
            facts.insert((
                Class::NewOperation,
                format!("{} {parameters} json {} ", new.path, new.returns.structure()),
            ));
        }
        facts
    }
}

impl Added {
    fn notation(&self) -> String {
        format!("{}{}", self.ty.structure(), if self.optional { "?" } else { "" })
    }
}

impl Real {
    fn truth(&self, operation: &Operation, facts: &mut Facts) {
        let name = &self.name;
        let mut add = |class, text: String| facts.extend([(class, format!("{name} {text}"))]);
        if let Path::Inferred(path) = &operation.path {
            add(class_of_path(path, &self.path), self.path.clone());
        }
        if self.method != "POST" {
            add(Class::Method, self.method.to_owned());
        }
        if self.encoding != operation.encoding {
            add(Class::Encoding, format!("{:?}", self.encoding));
        }
        let mark = |parameter: &String| {
            let own = operation.parameters.iter().find(|it| it.name == *parameter).unwrap();
            if own.presence == Presence::Optional { "?" } else { "" }
        };
        for (parameter, change) in &self.changes {
            match change {
                Change::Renamed(to) => add(Class::Renamed, format!("{parameter} {to}")),
                Change::Dropped => add(Class::Dropped, parameter.clone()),
                Change::Optional => add(Class::Optional, parameter.clone()),
                Change::Bit => add(Class::Type, format!("{parameter} int{}", mark(parameter))),
                Change::Json(made) => {
                    add(Class::Json, format!("{parameter} {} (JSON){}", made.structure(), mark(parameter)));
                }
            }
        }
        for added in &self.added {
            add(Class::Added, format!("{} {}", added.name, added.notation()));
        }
        match &self.returns {
            Answer::AsDocumented => {}
            Answer::Message => add(Class::Result, "message".to_owned()),
            Answer::Json(made) => add(Class::Result, format!("json {} ", made.structure())),
            Answer::Text => add(Class::Result, "text string text/csv".to_owned()),
            Answer::Bytes => add(Class::Result, "bytes any application/pdf".to_owned()),
            Answer::Redirect => add(Class::Result, "redirect 302 ".to_owned()),
        }
    }
}

fn envelope(api: &Api, random: &mut Random) -> (&'static str, &'static str, &'static str) {
    match api.envelope.is_some() && random.percent(40) {
        true => *random.one(&[("state", "httpCode", "payload"), ("outcome", "code", "Body")]),
        false => ("status", "code", "data"),
    }
}

/// A word of inferred paths that has another name, if the world has one.
fn namespace(api: &Api, random: &mut Random) -> Option<(String, String)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for operation in api.operations() {
        if let Path::Inferred(path) = &operation.path {
            let segments: Vec<&str> = path.split('/').collect();
            let namespace = segments.get(3..segments.len() - 1).unwrap_or_default();
            namespace
                .iter()
                .filter(|it| !it.contains('-'))
                .for_each(|it| *counts.entry((*it).to_owned()).or_default() += 1);
        }
    }
    let frequent: Vec<String> =
        counts.into_iter().filter(|(_, count)| *count > 3).map(|(word, _)| word).collect();
    let is_renamed = !frequent.is_empty() && random.percent(60);
    is_renamed
        .then(|| (random.one(&frequent).clone(), (*random.one(&["console", "manage", "ops"])).to_owned()))
}

fn real(
    operation: &Operation,
    namespace: &Option<(String, String)>,
    paths: &mut BTreeSet<String>,
    random: &mut Random,
) -> Real {
    let mut path = crate::client::path(operation).to_owned();
    if matches!(operation.path, Path::Inferred(_)) {
        if let Some((from, to)) = namespace {
            let renamed = |segment: &str| if segment == from { to.clone() } else { segment.to_owned() };
            let (head, last) = path.rsplit_once('/').unwrap();
            let head: Vec<String> = head.split('/').map(renamed).collect();
            path = format!("{}/{last}", head.join("/"));
        }
        if random.percent(25) {
            path = moved(&path, random);
        }
    }
    let squashed: String = path.replace(['/', '-', '_'], "");
    if !paths.insert(squashed) {
        // Two operations of the same words are for a test of their own.
        path = crate::client::path(operation).to_owned();
    }
    let is_form = operation.encoding == RequestEncoding::Form;
    let has_secret = operation.parameters.iter().any(|it| it.secret);
    let method = if is_form && !has_secret && random.percent(6) { "GET" } else { "POST" };
    let is_multipart = is_form && method == "POST" && random.percent(6);
    let encoding = if is_multipart { RequestEncoding::Multipart } else { operation.encoding };
    let mut changes = HashMap::new();
    let mut added = Vec::new();
    if is_form {
        change_parameters(operation, &mut changes, &mut added, random);
    }
    let is_open = operation.returns.kind == ReturnKind::Described && operation.returns.ty.is_none();
    let returns = match random.below(20) {
        _ if !is_open => Answer::AsDocumented,
        0 => Answer::Text,
        1 => Answer::Bytes,
        2 => Answer::Redirect,
        3..=10 if operation.auth.block() != Some("token") => Answer::Message,
        _ => Answer::Json(Made::any(random, 0, true)),
    };
    Real { name: operation.name.clone(), path, method, encoding, changes, added, returns }
}

/// The same words with `/` and `-` elsewhere.
fn moved(path: &str, random: &mut Random) -> String {
    let (root, rest) = path.split_at(path.match_indices('/').nth(2).map_or(0, |(at, _)| at + 1));
    let separators = rest.match_indices(['/', '-']).count();
    if separators == 0 {
        return path.to_owned();
    }
    let chosen = random.below(separators);
    let mut index = 0;
    let other = |c: char| {
        let is_separator = matches!(c, '/' | '-');
        index += usize::from(is_separator);
        match c {
            '/' if index == chosen + 1 => '-',
            '-' if index == chosen + 1 => '/',
            c => c,
        }
    };
    format!("{root}{}", rest.chars().map(other).collect::<String>())
}

fn change_parameters(
    operation: &Operation,
    changes: &mut HashMap<String, Change>,
    added: &mut Vec<Added>,
    random: &mut Random,
) {
    let mut own: Vec<&Parameter> = operation.parameters.iter().collect();
    if !own.is_empty() && random.percent(20) {
        let parameter = own.swap_remove(random.below(own.len()));
        let change = match random.below(4) {
            0 if parameter.presence == Presence::Required => Some(Change::Dropped),
            1 if parameter.presence == Presence::Required => Some(Change::Optional),
            _ => renamed(operation, parameter, random).map(Change::Renamed),
        };
        changes.extend(change.map(|change| (parameter.name.clone(), change)));
    }
    for parameter in own {
        let is_bool = parameter.ty.shape == Shape::Scalar(Scalar::Bool)
            && parameter.wire == Wire::Text
            && !parameter.nullable;
        if is_bool && random.percent(20) {
            changes.insert(parameter.name.clone(), Change::Bit);
        }
        if is_text(parameter) && random.percent(5) {
            let object = Made::object(random, 2, false);
            let made = if random.percent(50) { object } else { Made::List(Box::new(object)) };
            changes.insert(parameter.name.clone(), Change::Json(made));
        }
    }
    if random.percent(20) {
        let (name, ty) = (*random.one(NEW_NAMES), AddedType::any(random));
        // One that is missing and one of its type that is new are a renamed one.
        let is_gone =
            |it: &&Parameter| matches!(changes.get(&it.name), Some(Change::Dropped | Change::Renamed(_)));
        let is_known = operation.parameters.iter().any(|it| it.name == name);
        if !is_known && !operation.parameters.iter().filter(is_gone).any(|it| ty.is_like(it)) {
            added.push(Added { name, ty, optional: random.percent(50) });
        }
    }
}

/// Whether a parameter is any text.
fn is_text(parameter: &Parameter) -> bool {
    let Parameter { wire, nullable, format, values, secret, .. } = parameter;
    let is_plain = !nullable && !secret && format.is_none() && values.is_none();
    is_plain && *wire == Wire::Text && parameter.ty.shape == Shape::Scalar(Scalar::String)
}

/// Another name for a parameter. That an optional one is missing says nothing,
/// so its name has a word in common with the old one.
fn renamed(operation: &Operation, parameter: &Parameter, random: &mut Random) -> Option<String> {
    let is_typed = !parameter.nullable && parameter.format.is_none() && parameter.values.is_none();
    let is_required = parameter.presence == Presence::Required;
    let name = match is_required && random.percent(50) {
        true => (*random.one(OTHER_NAMES)).to_owned(),
        false => format!("{}Value", parameter.name),
    };
    let is_taken = operation.parameters.iter().any(|it| it.name == name);
    (is_typed && !is_taken).then_some(name)
}

fn new_operation(api: &Api, index: usize, random: &mut Random) -> New {
    let first = api.operations().find_map(|it| it.path.text()).unwrap_or("/api/v1/x");
    let root: Vec<&str> = first.split('/').take(3).collect();
    let mut added: Vec<Added> = Vec::new();
    for _ in 0..random.below(3) {
        let name = *random.one(NEW_NAMES);
        if !added.iter().any(|it| it.name == name) {
            added.push(Added { name, ty: AddedType::any(random), optional: random.percent(50) });
        }
    }
    let returns = Made::object(random, 0, true);
    New {
        path: format!("{}/{}-{index}/inspect", root.join("/"), random.one(&["telemetry", "licence-pool"])),
        added,
        returns,
    }
}
