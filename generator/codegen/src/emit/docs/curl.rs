//! An operation as a command line of curl.

use crate::emit::common::samples;
use generator_spec::model::{
    Api, AuthBlock, BlockPlace, HttpMethod, Operation, Parameter, RequestEncoding, ReturnKind, Wire,
};

/// The command, one option a line.
pub fn example(api: &Api, operation: &Operation) -> String {
    let block = api.block_of(&operation.auth);
    let mut options = block.map(|block| credential(api, block, operation.encoding)).unwrap_or_default();
    let parameters = samples::taken(api, operation);
    let taken = options.concat();
    options.extend(parameters.iter().map(|it| parameter(api, operation.encoding, it, &taken)));
    let has_data = options.iter().any(|option| !option.starts_with("--header"));
    let is_query = operation.encoding == RequestEncoding::Query;
    let usual = if has_data && !is_query { HttpMethod::Post } else { HttpMethod::Get };
    if operation.http_method != usual {
        options.insert(0, format!("--request {}", operation.http_method.name()));
    }
    if has_data && is_query {
        // Puts the data into the query.
        options.insert(0, "--get".to_owned());
    }
    options.extend(outcome(operation).map(str::to_owned));
    let path = operation.paths().next().expect("an operation has a path or an alias");
    let url = format!("curl \"${}{}\"", base_url(api), path);
    std::iter::once(url).chain(options).collect::<Vec<_>>().join(" \\\n  ")
}

/// The variable with the address of a server: the same as for the CLI.
pub fn base_url(api: &Api) -> String {
    format!("{}_URL", api.rust.program().replace('-', "_").to_ascii_uppercase())
}

/// The options that carry the credential of a block, by its first scheme.
pub fn credential(api: &Api, block: &AuthBlock, encoding: RequestEncoding) -> Vec<String> {
    if let Some(token) =
        block.bearer.as_ref().and_then(|name| block.parameters.iter().find(|it| it.name == *name))
    {
        return vec![format!("--header \"Authorization: Bearer ${}\"", token.variable())];
    }
    let option = |(it, fixed): (&Parameter, Option<&str>)| {
        let value = fixed.map_or_else(|| value(api, it), shell);
        match &block.place {
            BlockPlace::Form => data(encoding, &it.name, &value),
            BlockPlace::Header(prefix) => {
                format!("--header {}", joined(&format!("{prefix}{}: ", it.name), &value))
            }
        }
    };
    samples::credential(api, block).map(option).collect()
}

/// The option of a parameter; `credential` has the options before it.
fn parameter(api: &Api, encoding: RequestEncoding, parameter: &Parameter, credential: &str) -> String {
    if parameter.wire == Wire::File {
        return format!("--form {}=@file.bin", parameter.name);
    }
    let own = value(api, parameter);
    // A token to revoke is not the one that the caller shows.
    let is_taken = parameter.secret && credential.contains(&format!("${}\"", parameter.variable()));
    let own = if is_taken { format!("\"$OTHER_{}\"", parameter.variable()) } else { own };
    data(encoding, &parameter.name, &own)
}

/// An option that sends one value, which is already quoted.
fn data(encoding: RequestEncoding, name: &str, value: &str) -> String {
    let option = match encoding {
        RequestEncoding::Form | RequestEncoding::Query => "--data-urlencode",
        // `--form` would read a file where a value begins with `@`.
        RequestEncoding::Multipart => "--form-string",
    };
    format!("{option} {}", joined(&format!("{name}="), value))
}

/// A value, quoted for the shell; a secret is in a variable.
fn value(api: &Api, parameter: &Parameter) -> String {
    if parameter.secret {
        format!("\"${}\"", parameter.variable())
    } else {
        shell(&samples::wire(api, parameter))
    }
}

/// A text and a quoted value as one word, in the value's quotes.
fn joined(text: &str, value: &str) -> String {
    match (value.strip_prefix('"'), value.strip_prefix('\'')) {
        (Some(rest), _) => format!("\"{}{rest}", in_double_quotes(text)),
        (None, Some(rest)) => format!("'{}{rest}", in_single_quotes(text)),
        (None, None) if text.chars().all(is_plain) => format!("{text}{value}"),
        (None, None) => format!("\"{}{value}\"", in_double_quotes(text)),
    }
}

/// A text between double quotes, where the shell still looks for variables and commands.
fn in_double_quotes(text: &str) -> String {
    let characters = text.chars().map(|c| match c {
        '$' | '`' | '"' | '\\' => format!("\\{c}"),
        c => c.to_string(),
    });
    characters.collect()
}

fn in_single_quotes(text: &str) -> String {
    text.replace('\'', r"'\''")
}

/// Returns whether the shell takes a character as it is.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c)
}

/// A text as a word of the shell.
pub fn shell(text: &str) -> String {
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", in_single_quotes(text))
    }
}

/// Options for the response.
fn outcome(operation: &Operation) -> Option<&'static str> {
    match operation.returns.kind {
        ReturnKind::Bytes => Some("--output file.out"),
        ReturnKind::Redirect(_) => Some("--write-out '%{redirect_url}\\n'"),
        ReturnKind::Message
        | ReturnKind::Json
        | ReturnKind::Envelope
        | ReturnKind::Text
        | ReturnKind::Described => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_runs_nothing_in_a_text() {
        assert_eq!(joined("X-`id`$A: ", "\"$SECRET\""), r#""X-\`id\`\$A: $SECRET""#);
        assert_eq!(joined("X-'a': ", "'b c'"), r"'X-'\''a'\'': b c'");
        assert_eq!(joined("X-`id`-", "b"), r#""X-\`id\`-b""#);
        assert_eq!(joined("Name=", "b"), "Name=b");
    }
}
