//! The two APIs that are compared, and locations in them.

use std::collections::HashMap;

use super::entity::Position;
use super::{ChangePlace, Side, SubjectKind};
use generator_spec::diagnostics::At;
use generator_spec::facts::{Origin, Piece, Plain, Print};
use generator_spec::load::{ApiSource, Locator};
use generator_spec::model::{Api, Scalar, Shape, TypeId, Uses};

/// One of the two APIs.
pub struct Half<'a> {
    /// The API.
    pub api: &'a Api,
    /// The names now of types that were renamed.
    pub types: HashMap<String, String>,
    /// The names now of groups that were renamed.
    pub groups: HashMap<String, String>,
    /// The directions in which each type is sent, by its index.
    pub uses: Vec<Uses>,
    places: Locator<'a>,
}

impl<'a> Half<'a> {
    /// An API before it is compared.
    pub fn new((source, api): (&'a ApiSource, &'a Api)) -> Self {
        let (types, groups) = (HashMap::new(), HashMap::new());
        Self { api, types, groups, uses: api.uses(), places: Locator::new(source) }
    }

    /// The name of a type now.
    pub fn type_name(&self, id: TypeId) -> &str {
        let Some(ty) = self.api.ty(id) else { return "" };
        // Whether a body is partial is reported on its own.
        let name = ty.part_of.as_ref().unwrap_or(&ty.name);
        self.types.get(name).unwrap_or(name)
    }

    /// The canonical spelling of a type. `any` is the scalar for any JSON, which in Rust is the same
    /// as an object.
    pub fn shape(&self, shape: &Shape, any: Scalar) -> String {
        match shape {
            Shape::Scalar(Scalar::Any) => format!("{any:?}"),
            Shape::Scalar(scalar) => format!("{scalar:?}"),
            Shape::List(item) => format!("[{}]", self.shape(item, any)),
            Shape::Map(item) => format!("{{{}}}", self.shape(item, any)),
            Shape::Nullable(item) => format!("{}?", self.shape(item, any)),
            Shape::Named(id) => format!("`{}`", self.type_name(*id)),
        }
    }
}

/// Prints plain text, with the new names of types.
impl Print for Half<'_> {
    fn piece(&self, piece: Piece<'_>, to: &mut String) {
        let renamed = || {
            let Piece::Type(notation, Some(ty)) = piece else { return None };
            let now = self.types.get(&ty.name).filter(|now| **now != ty.name)?;
            let (before, after) = notation.rsplit_once(&*ty.name)?;
            Some(format!("{before}{now}{after}"))
        };
        match renamed() {
            Some(notation) => to.push_str(&notation),
            None => Plain.piece(piece, to),
        }
    }

    fn close(&self, origin: Origin<'_>, to: &mut String) {
        Plain.close(origin, to);
    }
}

/// A name before and now; one is missing if something was added or removed.
pub type Names<'a> = [Option<&'a str>; 2];

/// The name that is reported.
pub fn shown([base, head]: Names<'_>) -> &str {
    head.or(base).expect("it is on one side at least")
}

/// The location of a change: a subject, and a member or a key of it.
#[derive(Clone, Copy)]
pub struct Location<'a> {
    pub kind: SubjectKind,
    pub names: Names<'a>,
    pub member: Option<Names<'a>>,
    pub uses: Uses,
    key: &'static str,
}

impl<'a> Location<'a> {
    /// A subject as a whole.
    pub fn of(kind: SubjectKind, names: Names<'a>) -> Self {
        Self { kind, names, key: "", member: None, uses: Uses::ALL }
    }

    /// An entry of a subject, or another subject.
    pub fn entry(self, position: Position, names: Names<'a>) -> Self {
        match position {
            Position::Subject(kind) => Self::of(kind, names),
            Position::Member(key) => Self { key, member: Some(names), ..self },
            Position::Item(_) => self.list(position),
        }
    }

    /// Limits the location to these directions.
    pub fn used(self, uses: Uses) -> Self {
        Self { uses: self.uses.and(uses), ..self }
    }

    /// The list with the entries of a position.
    pub fn list(self, position: Position) -> Self {
        match position {
            Position::Subject(SubjectKind::Gate) => self.key("gates"),
            Position::Subject(_) => self,
            Position::Member(key) | Position::Item(key) => self.key(key),
        }
    }

    /// The value of a key; a member stays as it is.
    pub fn key(self, key: &'static str) -> Self {
        if self.member.is_some() || key.is_empty() { self } else { Self { key, ..self } }
    }

    /// Its place in the specs.
    pub fn place(self, halves: &[Half<'_>; 2]) -> Option<ChangePlace> {
        let [_, head] = self.member.unwrap_or(self.names);
        let (side, index) = if head.is_some() { (Side::Head, 1) } else { (Side::Base, 0) };
        let member = self.member.and_then(|names| names[index]);
        let at = self.locate(&halves[index].places, self.names[index]?, member)?;
        Some(ChangePlace { side, path: at.path().to_owned(), line: at.line() })
    }

    fn locate<'s>(self, places: &Locator<'s>, name: &str, member: Option<&str>) -> Option<At<'s>> {
        let entry = |key| places.api().find(key).and_then(|at| at.find(name));
        let root = match self.kind {
            SubjectKind::Operation => {
                let written = match member {
                    Some(member) if self.key == "parameters" => places.parameter(name, member),
                    Some(_) | None if self.key == "path" => {
                        ["path", "inferred_path", "aliases"].into_iter().find_map(|key| places.key(name, key))
                    }
                    Some(_) | None => places.key(name, self.key),
                };
                return written.map(|written| written.at.key()).or_else(|| places.operation(name));
            }
            SubjectKind::Group => places.group(name),
            SubjectKind::Type => places.named_type(name),
            SubjectKind::Credential => entry("auth"),
            SubjectKind::Gate => entry("gates"),
            SubjectKind::Constant => entry("constants"),
            SubjectKind::Api => Some(places.api()),
        }?;
        let at_key = root.find(self.key);
        let at_member = member.and_then(|member| at_key?.find(member));
        Some(at_member.or(at_key).unwrap_or(root).key())
    }
}
