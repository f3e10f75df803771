//! The docs of an operation and its parameters.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::common::doc::{Doc, Rustdoc};
use crate::emit::common::markdown::fence;
use crate::emit::common::rust_example;
use generator_spec::facts::{self, Key, Origin, Part, Piece, Plain, Print};
use generator_spec::model::{Api, Deprecation, Group, Operation, Parameter};

/// Docs of an operation's struct.
pub fn operation(api: &Api, group: &Group, operation: &Operation) -> Doc {
    let facts = facts::of_operation(api, group, operation);
    let part = |parts| Rustdoc::of_operation(api, operation).part(&facts, parts);
    Doc::default()
        .paragraphs(part(&[Part::Summary, Part::Address]))
        .markdown_list(part(&[Part::Plain, Part::Text]).into_iter().filter(|it| !it.is_empty()))
        .paragraphs(part(&[Part::Result, Part::Note]))
        .paragraphs(part(&[Part::Source]).into_iter().map(|place| format!("*{place}*")))
        .markdown("# Example")
        .markdown(example(api, operation))
}

/// The call, in a doctest.
fn example(api: &Api, operation: &Operation) -> String {
    let code = rust_example::example(api, operation);
    let library = &api.rust.library;
    let signature = format!("run(client: {library}::Client) -> Result<(), Box<dyn std::error::Error>>");
    let lines = format!("# #[cfg(feature = \"client\")]\n# async fn {signature} {{\n{code}\n# Ok(())\n# }}");
    fence("no_run", &lines)
}

/// The note of `#[deprecated]`.
fn deprecation<'a>(api: &Api, it: &'a Deprecation, named: fn(&'a str) -> Piece<'a>) -> String {
    let facts = facts::of_deprecation(it, named);
    // The compiler says itself that it is deprecated.
    let more: Vec<String> = facts.iter().skip(1).map(|fact| Named(api).sentence(fact)).collect();
    if more.is_empty() { "deprecated by the documents".to_owned() } else { more.join(" ") }
}

/// `#[deprecated(note = "Use level instead.")]`; `named` is what it may name.
pub fn deprecated<'a>(
    api: &Api,
    deprecated: Option<&'a Deprecation>,
    named: fn(&'a str) -> Piece<'a>,
) -> Option<TokenStream> {
    let note = deprecation(api, deprecated?, named);
    Some(quote! { #[deprecated(note = #note)] })
}

/// Plain words with the Rust names of operations.
struct Named<'a>(&'a Api);

impl Print for Named<'_> {
    fn piece(&self, piece: Piece<'_>, to: &mut String) {
        match piece {
            Piece::Operation(name) => to.push_str(self.0.operation(name).map_or(name, |it| &it.rust)),
            piece => Plain.piece(piece, to),
        }
    }

    fn close(&self, _: facts::Origin<'_>, _: &mut String) {}
}

/// Docs of a parameter's field.
pub fn parameter(api: &Api, words: Rustdoc<'_>, parameter: &Parameter) -> Doc {
    member(words, &facts::of_parameter(api, parameter))
}

/// The meaning of a field and the rules for callers, for the function that takes it; empty if there
/// are none.
pub fn meaning(words: Rustdoc<'_>, facts: &[facts::Fact<'_>]) -> String {
    words
        .part(facts, &[Part::Summary, Part::Deprecation, Part::Plain])
        .iter()
        .map(|it| format!(" {it}"))
        .collect()
}

/// Docs of the field of a struct.
pub fn member(words: Rustdoc<'_>, facts: &[facts::Fact<'_>]) -> Doc {
    let of = |key| facts.iter().find(|fact| fact.key == key).map(|it| words.value(it));
    let [name, ty] = [Key::Name, Key::Type].map(|key| of(key).expect("a member has a name and a type"));
    // A documented one is seen in the type.
    let is_guess = |fact: &&facts::Fact<'_>| fact.key == Key::Required && fact.origin == Origin::Inferred;
    let guess = facts.iter().find(is_guess).map(|fact| format!("It is {}.", words.sentence(fact)));
    let rules = guess.into_iter().chain(words.part(facts, &[Part::Deprecation, Part::Plain, Part::Source]));
    let rules = rules.map(|rule| format!(" {rule}"));
    let docs = Doc::default().paragraphs(words.part(facts, &[Part::Summary]));
    docs.markdown(format!("{name}: {ty}.{}", rules.collect::<String>()))
}
