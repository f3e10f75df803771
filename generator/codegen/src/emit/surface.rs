//! `surface/<api>.txt`: one fact a line, which a reviewer reads first.
//!
//! Every line names the subject of its fact, so that each line of a diff makes sense alone.

use super::File;
use super::common::file::banner;
use generator_spec::facts::{self, Fact};
use generator_spec::model::{Api, Parameter, Row};
use generator_spec::text::inert;

/// The surface of the API.
pub fn emit(api: &Api) -> Vec<File> {
    let mut lines = Lines(vec![banner("#", &api.name), String::new()]);
    lines.facts("api", &facts::of_api(api));
    for gate in &api.gates {
        lines.entry("gate", &gate.code, &facts::of_gate(api, gate));
    }
    for group in &api.groups {
        lines.entry("group", &group.rust, &facts::of_group(group));
    }
    for constant in &api.constants {
        lines.entry("constant", &constant.name, &facts::of_constant(constant));
    }
    for block in &api.blocks {
        let name = format!("auth {}", block.name);
        lines.facts(&name, &facts::of_block(api, block));
        lines.parameters(api, &name, &block.parameters);
    }
    for ty in &api.types {
        let name = format!("type {}", ty.name);
        lines.facts(&name, &facts::of_type(api, ty));
        for field in ty.fields() {
            lines.entry(&format!("{name} field"), &field.name, &facts::of_field(api, field));
        }
    }
    for (group, row) in api.rows() {
        match row {
            Row::Named(operation) => {
                lines.facts(&operation.name, &facts::of_operation(api, group, operation));
                lines.parameters(api, &operation.name, &operation.parameters);
            }
            Row::Unnamed(unnamed) => {
                let name = format!("(unnamed, {})", unnamed.place);
                lines.facts(&name, &facts::of_unnamed(api, group, unnamed));
                lines.parameters(api, &name, &unnamed.parameters);
            }
        }
    }
    vec![File { path: format!("surface/{}.txt", api.name), text: lines.0.join("\n") + "\n" }]
}

struct Lines(Vec<String>);

impl Lines {
    /// Adds a line. Line breaks in a text of the spec are replaced.
    fn push(&mut self, line: &str) {
        self.0.push(inert(line.trim_end()).into_owned());
    }

    /// A line for each fact.
    fn facts(&mut self, subject: &str, facts: &[Fact<'_>]) {
        for line in facts.iter().filter_map(Fact::line) {
            self.push(&format!("{subject} {line}"));
        }
    }

    /// One line for all facts.
    fn entry(&mut self, subject: &str, name: &str, facts: &[Fact<'_>]) {
        self.push(&format!("{subject} {name} {}", facts::line(facts)));
    }

    fn parameters(&mut self, api: &Api, subject: &str, parameters: &[Parameter]) {
        for parameter in parameters {
            self.entry(
                &format!("{subject} parameter"),
                &parameter.name,
                &facts::of_parameter(api, parameter),
            );
        }
    }
}
