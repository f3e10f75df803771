//! The input of the rules: the files of an API, and their meaning.

use generator_spec::diagnostics::At;
use generator_spec::load::ApiSource;
use generator_spec::load::source::{
    AuthBlockSource, DefaultsSource, FieldSource, OperationSource, ParameterSource, TypeSource,
};
use generator_spec::model::{Api, Group, Operation};

/// One API.
pub struct Subject<'a> {
    /// The files' contents.
    pub source: &'a ApiSource,
    /// Their meaning.
    pub api: &'a Api,
}

impl<'a> Subject<'a> {
    /// Every entry, unnamed ones too.
    pub fn rows(&self) -> impl Iterator<Item = (&'a OperationSource, At<'a>)> {
        self.source
            .operations
            .iter()
            .flat_map(|file| file.value.operations.iter().zip(file.at().get("operations").items()))
    }

    /// Every operation, with its group.
    pub fn operations(&self) -> impl Iterator<Item = (&'a Group, &'a Operation, At<'a>)> {
        let api = self.api;
        self.rows().filter_map(move |(row, at)| {
            let (group, operation) = api.operation_in_group(row.operation.as_deref()?)?;
            Some((group, operation, at))
        })
    }

    /// The defaults of each file's entries.
    pub fn defaults(&self) -> impl Iterator<Item = (&'a DefaultsSource, At<'a>)> {
        self.source.operations.iter().map(|file| (&file.value.defaults, file.at().get("defaults")))
    }

    /// Every authentication block.
    pub fn blocks(&self) -> impl Iterator<Item = (&'a AuthBlockSource, At<'a>)> {
        let at = self.source.api.at().get("auth");
        self.source.api.value.auth.iter().map(move |(name, block)| (block, at.get(name)))
    }

    /// Every parameter where it is written: in rows, defaults and authentication blocks.
    pub fn parameters(&self) -> impl Iterator<Item = (&'a str, &'a ParameterSource, At<'a>)> {
        let blocks = self.blocks().map(|(block, at)| (&block.parameters, at));
        let defaults = self.defaults().map(|(defaults, at)| (&defaults.parameters, at));
        let rows = self.rows().map(|(row, at)| (&row.parameters, at));
        blocks.chain(defaults).chain(rows).flat_map(|(parameters, at)| {
            let at = at.get("parameters");
            parameters.iter().map(move |(name, parameter)| (name.as_str(), &parameter.0, at.get(name)))
        })
    }

    /// Every field of a type.
    pub fn fields(&self) -> impl Iterator<Item = (&'a str, &'a FieldSource, At<'a>)> {
        self.source.types.iter().flat_map(|types| {
            let fields = |(name, at): (&str, At<'a>)| Some((types.value.get(name)?.0.fields.as_ref()?, at));
            types.at().entries().filter_map(fields).flat_map(|(fields, at)| {
                let at = at.get("fields");
                fields.iter().map(move |(name, field)| (name.as_str(), &field.0, at.get(name)))
            })
        })
    }

    /// Every type as it is written.
    pub fn written_types(&self) -> impl Iterator<Item = (&'a str, &'a TypeSource, At<'a>)> {
        self.source.types.iter().flat_map(|types| {
            types.at().entries().filter_map(|(name, at)| Some((name, &types.value.get(name)?.0, at)))
        })
    }

    /// The name of every type and its place.
    pub fn types(&self) -> impl Iterator<Item = (&'a str, At<'a>)> {
        self.source.types.iter().flat_map(|types| types.at().entries())
    }
}
