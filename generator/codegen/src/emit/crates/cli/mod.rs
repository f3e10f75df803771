//! `cli/` and `main.rs`: the API as a table that the runtime turns into a
//! CLI.

mod body;
mod command;
mod words;

use proc_macro2::TokenStream;
use quote::quote;

use self::words::Words;
use crate::emit::common::doc::Doc;
use crate::emit::common::rust::{self, Printed, ident, option};
use crate::emit::{File, Part};
use generator_spec::facts::{self, Key, Piece};
use generator_spec::model::{Api, AuthBlock, Parameter, Scheme};
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
    let main = quote! {
        fn main() -> std::process::ExitCode {
            #library::cli::main()
        }
    };
    let head = vec![Printed::module_docs(&docs), Printed::items(main)];
    rust::file(api, "main.rs", "api.yaml", head, Vec::new())
}

fn index(api: &Api) -> File {
    let docs = Doc::default()
        .markdown("The CLI: its commands, as data.")
        .markdown(format!("`cargo install --features cli` installs it as `{}`.", api.rust.program()))
        .markdown("Needs the feature `cli`.");
    let groups: Vec<_> = api.groups.iter().map(|group| ident(&group.rust)).collect();
    let head = vec![Printed::module_docs(&docs), Printed::items(quote! { #(mod #groups;)* })];
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
    let about = api.about.iter().map(|sentence| plain(sentence));
    let credentials = api.blocks.iter().map(|block| credential(api, block));
    let synonyms = synonyms::with(&api.synonyms).map(|line| {
        let words = line.into_iter();
        quote! { &[#(#words),*] }
    });
    let ignored = synonyms::ignored();
    let groups = api.groups.iter().map(|group| {
        let module = ident(&group.rust);
        quote! { &#module::GROUP }
    });
    Printed::items(quote! {
        /// The program.
        pub static PROGRAM: rt::cli::Program = rt::cli::Program {
            name: #name,
            title: #title,
            about: &[#(#about),*],
            api: <crate::#marker as rt::Api>::DESCRIPTOR,
            credentials: &[#(#credentials),*],
            synonyms: &[#(#synonyms),*],
            ignored: #ignored,
            groups: &[#(#groups),*],
        };
    })
}

fn main_function(api: &Api) -> Printed {
    let marker = ident(&api.rust.marker);
    Printed::items(quote! {
        /// Runs the program with the arguments of this process.
        #[must_use]
        pub fn main() -> std::process::ExitCode {
            rt::cli::main::<crate::#marker>(&PROGRAM)
        }
    })
}

fn credential(api: &Api, block: &AuthBlock) -> TokenStream {
    // Blocks of the same credential share its Rust type.
    let own = api.owner(block);
    let (constant, ty) = (ident(&block.constant), ident(&own.rust));
    let notes = Words(api).sentences(&facts::of_block(api, block), &[facts::Part::Text]);
    let scheme = option(own.scheme.as_ref());
    let schemes = own.schemes.iter().map(self::scheme);
    let fields = block.parameters.iter().map(|it| field(api, own, it));
    quote! {
        rt::cli::Credential {
            block: &crate::auth::#constant,
            recode: rt::cli::recode_credential::<crate::#ty>,
            notes: &[#(#notes),*],
            scheme: #scheme,
            schemes: &[#(#schemes),*],
            fields: &[#(#fields),*],
        }
    }
}

/// The help of a field; what is passed decides the scheme.
fn field(api: &Api, own: &AuthBlock, parameter: &Parameter) -> TokenStream {
    let mut facts = facts::of_parameter(api, parameter);
    for fact in facts.iter_mut().filter(|fact| fact.key == Key::Required) {
        if own.scheme.as_ref() == Some(&parameter.name) {
            fact.words = facts::Words::new("", [Piece::Text("chosen by what you pass")], "");
        }
    }
    Words(api).help(&parameter.name, &parameter.option(), facts)
}

fn scheme(Scheme { value, takes, .. }: &Scheme) -> TokenStream {
    let value = option(value.as_ref());
    quote! { rt::cli::Scheme::new(#value, &[#(#takes),*]) }
}
