//! Facts as plain sentences that name commands.

use proc_macro2::TokenStream;
use quote::quote;

use generator_spec::facts::{Fact, Key, Origin, Part, Piece, Plain, Print};
use generator_spec::model::Api;
use generator_spec::text::plain;

/// Plain words with the names of commands in place of those of operations.
pub struct Words<'a>(pub &'a Api);

impl Words<'_> {
    /// The sentences of the facts in these parts that are for people. No text
    /// of a spec can start a new line or control a terminal.
    pub fn sentences(&self, facts: &[Fact<'_>], parts: &[Part]) -> Vec<String> {
        let chosen = parts.iter().flat_map(|part| facts.iter().filter(|fact| fact.key.part() == *part));
        let chosen = chosen.filter(|fact| fact.is_for_people());
        chosen.map(|fact| plain(&self.sentence(fact))).filter(|line| !line.is_empty()).collect()
    }

    /// The help of an option, from what is known of its parameter or its field.
    pub fn help(&self, name: &str, option: &str, facts: Vec<Fact<'_>>) -> TokenStream {
        let lines = self.lines(name, facts);
        quote! { rt::cli::Help::new(#option, &[#(#lines),*]) }
    }

    /// Its lines.
    pub fn lines(&self, name: &str, facts: Vec<Fact<'_>>) -> Vec<String> {
        let kind = |key| facts.iter().find(|fact| fact.key == key).map(|fact| self.value(fact));
        let kind: Vec<String> = [Key::Type, Key::Required].into_iter().filter_map(kind).collect();
        let mut lines = self.sentences(&facts, &[Part::Summary]);
        lines.push(plain(&format!("{name}: {}.", kind.join(", "))));
        // The program lists the values themselves.
        let rest: Vec<_> = facts.into_iter().filter(|fact| fact.key != Key::Values).collect();
        lines.extend(self.sentences(&rest, &[Part::Deprecation, Part::Plain, Part::Text]));
        lines
    }
}

impl Print for Words<'_> {
    fn piece(&self, piece: Piece<'_>, to: &mut String) {
        match piece {
            Piece::Operation(name) => match self.0.operation(name) {
                Some(it) => to.push_str(&it.command()),
                None => to.push_str(name),
            },
            Piece::Credential(block) => to.push_str(&block.title),
            Piece::Request(method, path) => to.extend([method, " ", path]),
            piece => Plain.piece(piece, to),
        }
    }

    fn close(&self, origin: Origin<'_>, to: &mut String) {
        to.extend(origin.mark("", str::to_owned).map(|mark| format!(" {mark}")));
    }
}
