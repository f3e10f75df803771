//! An operation as a command of the CLI.

use crate::emit::common::sample_request::{SampleRequest, SampleValue};
use crate::emit::common::{sample_body, shell};
use generator_spec::model::{Api, Group, ObjectStyle, Operation, ReturnKind};

/// The widest line of an example.
const WIDTH: usize = 70;

/// The command, on one line if it fits. The program asks for secrets, or finds them in variables.
pub fn example(api: &Api, group: &Group, operation: &Operation) -> String {
    let request = SampleRequest::of(api, operation);
    let options = request.parts().filter_map(|part| match &part.value {
        SampleValue::Fixed(_) | SampleValue::Secret(_) => None,
        // The CLI takes JSON, however it is sent.
        SampleValue::Sample(_) if part.parameter.object.is_some_and(ObjectStyle::is_joined) => {
            let json = sample_body::value(api, part.parameter).to_string();
            Some(format!("--{} {}", part.option, shell::word(&json)))
        }
        SampleValue::Sample(text) => Some(format!("--{} {}", part.option, shell::word(text))),
        SampleValue::File => Some(format!("--{} file.bin", part.option)),
    });
    let output = (operation.returns.kind == ReturnKind::Bytes).then(|| "--output file.out".to_owned());
    let options: Vec<String> = options.chain(output).collect();
    let name = operation.short_command.clone().unwrap_or_else(|| operation.command());
    let command = format!("{} {} {name}", api.rust.program(), group.command());
    let one_line = format!("{command} {}", options.join(" ")).trim_end().to_owned();
    if one_line.len() <= WIDTH { one_line } else { shell::lines(command, options) }
}
