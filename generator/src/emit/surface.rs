//! `surface/<api>.txt`: one fact a line, what a reviewer reads first.
//!
//! Every line names what it belongs to, so that a line of a diff says it all.

use super::File;
use super::common::file::banner;
use crate::model::{
    Api, Auth, AuthBlock, BlockPlace, Format, Group, Literal, Operation, Parameter, Path, Presence,
    RequestEncoding, ReturnKind, Returns, Row, Type, TypeId, TypeKind, Unnamed, Version,
};
use crate::text::inert;

/// The surface of the API.
pub fn emit(api: &Api) -> Vec<File> {
    let mut lines = vec![banner("#", &api.name), String::new()];
    lines.extend(shape(api));
    lines.extend(api.gates.iter().map(|gate| {
        let auth = auth_words(gate.auth.as_ref());
        let asks = gate.asks.as_ref().map(|asks| format!(" asks {} as {}", asks.kind.name(), asks.method));
        format!("gate {} {auth}{}", gate.code, asks.unwrap_or_default())
    }));
    lines.extend(
        api.constants
            .iter()
            .map(|it| format!("constant {} {} {}", it.name, it.ty.notation, quoted(&it.value))),
    );
    api.blocks.iter().for_each(|block| self::block(api, block, &mut lines));
    api.types.iter().for_each(|ty| self::ty(ty, &mut lines));
    for group in &api.groups {
        group.rows.iter().for_each(|row| self::row(api, group, row, &mut lines));
    }
    // No text of a spec can begin a line of its own.
    let lines: Vec<String> = lines.iter().map(|line| line.trim_end().chars().map(inert).collect()).collect();
    vec![File { path: format!("surface/{}.txt", api.name), text: lines.join("\n") + "\n" }]
}

/// What every operation of the API shares.
fn shape(api: &Api) -> Vec<String> {
    let encoding = match api.encoding.kind {
        RequestEncoding::Form => "form",
        RequestEncoding::Multipart => "multipart",
    };
    let mut lines = vec![
        format!("api method {}", api.method),
        format!("api encoding {encoding} {}", api.encoding.status.name()),
    ];
    lines.extend(api.overlays.iter().map(|overlay| format!("api overlay {}", overlay.name)));
    lines.extend(api.message.as_ref().map(|it| {
        let name = api.ty(it.type_id).map_or("", |ty| ty.name.as_str());
        format!("api message {name} status {} text {}", it.status, it.text)
    }));
    lines.extend(api.envelope.as_ref().map(|it| {
        let (ok, error) = (&it.ok, &it.error);
        format!(
            "api envelope {} status {} ({ok}, {error}) code {} data {}",
            it.name, it.status, it.code, it.data
        )
    }));
    lines
}

/// Its authentication in words.
pub fn auth_words(auth: Option<&Auth>) -> String {
    match auth {
        Some(Auth::Required(block)) => format!("auth {block}"),
        Some(Auth::Optional(block)) => format!("auth {block} optional"),
        Some(Auth::None) => "auth none".to_owned(),
        Some(Auth::NotShown) => "auth not shown".to_owned(),
        None => String::new(),
    }
}

fn quoted(literal: &Literal) -> String {
    match literal {
        Literal::Text(text) => format!("{text:?}"),
        Literal::Bool(_) | Literal::Int(_) | Literal::Float(_) => literal.text(),
    }
}

fn block(api: &Api, block: &AuthBlock, lines: &mut Vec<String>) {
    let name = format!("auth {}", block.name);
    lines.push(match &block.place {
        BlockPlace::Form => format!("{name} in form"),
        BlockPlace::Header(prefix) => format!("{name} in headers {prefix}*"),
    });
    if !block.is_own_credential() {
        lines.push(format!("{name} credential of {}", block.credential));
    }
    lines.extend(block.bearer.as_ref().map(|parameter| format!("{name} bearer {parameter}")));
    lines.extend(block.parameters.iter().map(|it| format!("{name} {}", parameter(api, it))));
    let schemes = block.schemes.iter();
    lines.extend(
        schemes.map(|scheme| format!("{name} scheme {} takes {}", scheme.rust, scheme.takes.join(", "))),
    );
}

fn ty(ty: &Type, lines: &mut Vec<String>) {
    let name = format!("type {}", ty.name);
    let rust = renamed(ty.renamed.then_some(&ty.rust));
    match &ty.kind {
        TypeKind::Opaque => lines.push(format!("{name} opaque{rust}")),
        TypeKind::Fields { status, fields } => {
            lines.push(format!("{name} fields {}{rust}", status.name()));
            lines.extend(fields.iter().map(|field| {
                let secret = if field.secret { " secret" } else { "" };
                let null = if field.nullable { " or null" } else { "" };
                let rust = renamed(field.renamed.then_some(&field.rust));
                format!("{name} field {} {}{null}{secret}{rust}", field.name, field.ty.notation)
            }));
        }
        TypeKind::Enum { variants, .. } => {
            lines.push(format!("{name} values{rust}"));
            lines.extend(variants.iter().map(|variant| {
                let constant = variant.constant.as_ref().map(|constant| format!("{constant} = "));
                format!("{name} value {}{}", constant.unwrap_or_default(), quoted(&variant.value))
            }));
        }
    }
}

/// ` as Name`, where the Rust name is not the usual one.
fn renamed(rust: Option<&String>) -> String {
    rust.map(|rust| format!(" as {rust}")).unwrap_or_default()
}

fn row(api: &Api, group: &Group, row: &Row, lines: &mut Vec<String>) {
    match row {
        Row::Named(operation) => self::operation(api, group, operation, lines),
        Row::Unnamed(unnamed) => self::unnamed(api, group, unnamed, lines),
    }
}

fn operation(api: &Api, group: &Group, operation: &Operation, lines: &mut Vec<String>) {
    let name = &operation.name;
    let rust = renamed(operation.renamed.then_some(&operation.rust));
    lines.push(format!("{name} in {}{rust}", group.rust));
    lines.extend(operation.source.as_ref().map(|_| format!("{name} not in the documents")));
    lines.push(format!("{name} path {}", path(operation)));
    for alias in &operation.aliases {
        let own = alias.name.as_ref().map(|own| format!(" as {own}")).unwrap_or_default();
        lines.push(format!("{name} alias {}{own}{}", alias.path, since(alias.since)));
    }
    lines.push(format!("{name} {}", auth_words(Some(&operation.auth))));
    lines.extend(operation.bearer_only.then(|| format!("{name} bearer only")));
    lines.extend(
        operation.gates.iter().enumerate().map(|(index, code)| format!("{name} gate {} {code}", index + 1)),
    );
    lines.extend(
        (operation.encoding == RequestEncoding::Multipart).then(|| format!("{name} encoding multipart")),
    );
    lines.extend(operation.parameters.iter().map(|it| format!("{name} {}", parameter(api, it))));
    lines.push(format!("{name} returns {}", returns(api, &operation.returns)));
    lines.extend(operation.device_since.map(|version| format!("{name} device since {version}")));
    lines.extend(
        operation.swapped_if_reversed.as_ref().map(|(a, b)| format!("{name} swapped if reversed {a}, {b}")),
    );
    lines.extend(operation.matches.as_ref().map(|other| format!("{name} matches {other}")));
    lines.extend(operation.permission.as_ref().map(|permission| format!("{name} permission {permission}")));
    if let Some(deprecated) = &operation.deprecated {
        let replacement = deprecated.replacement.as_ref().map(|it| format!(" use {it}")).unwrap_or_default();
        let removal =
            deprecated.removed_after.as_ref().map(|it| format!(" removed after {it}")).unwrap_or_default();
        lines.push(format!("{name} deprecated{replacement}{removal}"));
    }
}

fn unnamed(api: &Api, group: &Group, unnamed: &Unnamed, lines: &mut Vec<String>) {
    let name = format!("(unnamed, {})", unnamed.place);
    lines.push(format!("{name} in {}", group.rust));
    lines.push(format!("{name} {}", auth_words(Some(&unnamed.auth))));
    lines.extend(
        unnamed.gates.iter().enumerate().map(|(index, code)| format!("{name} gate {} {code}", index + 1)),
    );
    lines.extend(unnamed.parameters.iter().map(|it| format!("{name} {}", parameter(api, it))));
    lines.push(format!("{name} returns {}", unnamed.returns.kind.name()));
}

/// Its path, and where that is from.
pub fn path(operation: &Operation) -> String {
    match &operation.path {
        Path::Documented(path) => format!("{path} documented{}", since(operation.since)),
        Path::Inferred(path) => format!("{path} inferred{}", since(operation.since)),
        Path::Elsewhere { path, .. } => format!("{path} elsewhere{}", since(operation.since)),
        Path::AliasOnly => "none, aliases only".to_owned(),
    }
}

fn since(version: Option<Version>) -> String {
    version.map(|version| format!(" since {version}")).unwrap_or_default()
}

fn values(api: &Api, values: Option<TypeId>) -> String {
    values.and_then(|id| api.ty(id)).map(|ty| format!(" values {}", ty.name)).unwrap_or_default()
}

/// What comes back.
pub fn returns(api: &Api, returns: &Returns) -> String {
    let ty = returns.ty.as_ref().map(|ty| format!(" {}", ty.notation)).unwrap_or_default();
    let kind = match returns.kind {
        ReturnKind::Redirect(status) => format!("redirect {status}"),
        kind => kind.name().to_owned(),
    };
    let values = values(api, returns.values);
    format!("{kind}{ty} {}{values}", returns.content_type)
}

/// All that is known of a parameter but its description.
pub fn parameter(api: &Api, parameter: &Parameter) -> String {
    let mut line = format!("parameter {} {}", parameter.name, parameter.ty.notation);
    let mut add = |text: String| line.push_str(&text);
    if parameter.json {
        add(" (JSON)".to_owned());
    }
    if parameter.nullable {
        add(" or null".to_owned());
    }
    match parameter.presence {
        Presence::Required => add(" required".to_owned()),
        Presence::Optional => add(" optional".to_owned()),
    }
    add(since(parameter.since));
    if let Some(default) = &parameter.default {
        add(format!(" default {}", quoted(default)));
    }
    if let Some(constant) = &parameter.constant {
        add(format!(" always {constant:?}"));
    }
    add(values(api, parameter.values));
    if let Some(format) = &parameter.format {
        add(format!(" format {}", self::format(format)));
    }
    if let Some(condition) = &parameter.required_when {
        add(format!(" required when {} is {}", condition.parameter, condition.values.join(" or ")));
    }
    for (is_set, word) in [
        (parameter.top_level_only, " top-level only"),
        (parameter.secret, " secret"),
        (parameter.one_time, " one-time"),
    ] {
        if is_set {
            add(word.to_owned());
        }
    }
    add(renamed(parameter.renamed.then_some(&parameter.rust)));
    line
}

fn format(format: &Format) -> String {
    match format {
        Format::SixDigits => "six digits".to_owned(),
        Format::Password { min_length, uppercase, lowercase, digit } => {
            format!(
                "password (min length {min_length}, uppercase {uppercase}, lowercase {lowercase}, digit {digit})"
            )
        }
    }
}
