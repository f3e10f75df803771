//! `cli/` and `main.rs`: the API as a table that the runtime turns into a
//! CLI.

mod body;
mod command;
mod words;

use quote::quote;
use syn::{Expr, parse_quote};

use self::words::Words;
use crate::emit::common::doc::Doc;
use crate::emit::common::rust::{self, Printed, ident};
use crate::emit::common::tree::{call, list, option, path, record, reference, text};
use crate::emit::{File, Part};
use generator_spec::facts::{self, Key, Piece};
use generator_spec::model::{Api, AuthBlock, Scheme};
use generator_spec::synonyms;
use generator_spec::text::plain;

/// A table per group, the one that holds them, and the program.
pub fn parts(api: &Api) -> Vec<Part<'_>> {
    Part::per_group(api, || vec![index(api), main(api)], |group| vec![command::file(api, group)])
}

/// The program's `main.rs`.
fn main(api: &Api) -> File {
    let library = ident(&api.rust.library);
    let docs = Doc::default().text(&format!("The CLI of the {}.", api.title.trim_end_matches('.')));
    let main = parse_quote! {
        fn main() -> std::process::ExitCode {
            #library::cli::main()
        }
    };
    let head = vec![Printed::module_docs(&docs), Printed::item(main)];
    rust::file(api, "main.rs", "api.yaml", head, Vec::new())
}

fn index(api: &Api) -> File {
    let docs = Doc::default()
        .markdown("The CLI: its commands, as data.")
        .markdown(format!("`cargo install --features cli` installs it as `{}`.", api.rust.program()))
        .markdown("Needs the feature `cli`.");
    let groups: Vec<_> = api.groups.iter().map(|group| ident(&group.rust)).collect();
    let head = vec![Printed::module_docs(&docs), Printed::block(parse_quote! { #(mod #groups;)* })];
    rust::file(
        api,
        "cli/mod.rs",
        "api.yaml",
        head,
        [program(api), main_function(api)].into_iter().chain(body::tables(api)).collect(),
    )
}

fn program(api: &Api) -> Printed {
    let (marker, name, title) = (ident(&api.rust.marker), api.rust.program(), plain(&api.title));
    let about = list(api.about.iter().map(|sentence| text(&plain(sentence))));
    let credentials = list(api.blocks.iter().map(|block| credential(api, block)));
    let synonyms = list(synonyms::with(&api.synonyms).map(|line| list(line.into_iter().map(text))));
    let ignored = synonyms::ignored();
    let groups = api.groups.iter().map(|group| {
        let module = ident(&group.rust);
        quote! { &#module::GROUP }
    });
    Printed::item(parse_quote! {
        /// The program.
        pub static PROGRAM: rt::cli::Program = rt::cli::Program {
            name: #name,
            title: #title,
            about: #about,
            api: <crate::#marker as rt::Api>::DESCRIPTOR,
            credentials: #credentials,
            synonyms: #synonyms,
            ignored: #ignored,
            groups: &[#(#groups),*],
        };
    })
}

fn main_function(api: &Api) -> Printed {
    let marker = ident(&api.rust.marker);
    Printed::item(parse_quote! {
        /// Runs the program with the arguments of this process.
        #[must_use]
        pub fn main() -> std::process::ExitCode {
            rt::cli::main::<crate::#marker>(&PROGRAM)
        }
    })
}

fn credential(api: &Api, block: &AuthBlock) -> Expr {
    // Blocks of the same credential share its Rust type.
    let own = api.owner(block);
    let ty = ident(&own.rust);
    let recode: Expr = parse_quote! { rt::cli::recode_credential::<crate::#ty> };
    let facts = facts::of_block(api, block);
    let fields = block.parameters.iter().map(|it| {
        let mut facts = facts::of_parameter(api, it);
        for fact in facts.iter_mut().filter(|fact| fact.key == Key::Required) {
            if own.scheme.as_ref() == Some(&it.name) {
                fact.words = facts::Words::new("", [Piece::Own("chosen by what you pass")], "");
            }
        }
        Words(api).help(&it.name, &it.option(), facts)
    });
    let fields = [
        ("block", reference(path(&["crate", "auth", &block.constant]))),
        ("recode", recode),
        ("notes", list(Words(api).sentences(&facts, &[facts::Part::Text]).iter().map(|it| text(it)))),
        ("scheme", option(own.scheme.as_deref().map(text))),
        ("schemes", list(own.schemes.iter().map(scheme))),
        ("fields", list(fields)),
    ];
    record(&["rt", "cli", "Credential"], fields)
}

fn scheme(scheme: &Scheme) -> Expr {
    let takes = list(scheme.takes.iter().map(|name| text(name)));
    call(&["rt", "cli", "Scheme", "new"], [option(scheme.value.as_deref().map(text)), takes])
}
