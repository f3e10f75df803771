//! The trait of a group and its routes as data.

use syn::{ItemTrait, ReturnType, TraitItem, TraitItemFn, parse_quote};

use crate::emit::File;
use crate::emit::common::doc::{Doc, Rustdoc};
use crate::emit::common::rust::{self, Printed, ident};
use crate::emit::common::spelling;
use crate::emit::common::tree::{argument, future, generic, like, ty};
use generator_spec::model::{Api, Auth, Group, Operation};

/// The folder of the files.
const FOLDER: &str = "server";

/// The file of a group.
pub fn file(api: &Api, group: &Group) -> File {
    // A server still serves what clients should no longer send.
    rust::group_file(api, FOLDER, group, vec![definition(api, group), routes(group)])
}

fn definition(api: &Api, group: &Group) -> Printed {
    let docs = Doc::default()
        .text(&group.in_a_sentence())
        .markdown("Operations that you don't implement return 501 to callers that the gates admit.");
    Printed::documented(&docs, group_trait(api, group, group.operations()))
}

fn group_trait<'a>(api: &Api, group: &Group, operations: impl Iterator<Item = &'a Operation>) -> syn::Item {
    let name = ident(&group.trait_name);
    let mut definition: ItemTrait = parse_quote! { pub trait #name: super::Gatekeeper {} };
    definition.items = operations.map(|it| TraitItem::Fn(method(api, it))).collect();
    syn::Item::Trait(definition)
}

fn method(api: &Api, operation: &Operation) -> TraitItemFn {
    let docs = Doc::default()
        .markdown(Rustdoc::of_operation(api, operation).said(&operation.summary))
        .markdown(format!("See [`{0}`](crate::{0}).", operation.rust));
    let caller = syn::parse_str(&spelling::caller(api, operation)).expect("a type");
    let context = generic(&["rt", "server", "Context"], [caller]);
    let given = spelling::given(api, operation);
    let result = generic(&["Result"], [given, ty(&["rt", "server", "Refusal"])]);
    let mut method = like!(
        TraitItemFn,
        fn method(&self) {
            let _ = (request, context);
            rt::server::not_implemented()
        }
    );
    method.attrs.extend(docs.outer());
    method.sig.ident = ident(&operation.method);
    let request = ty(&["crate", &operation.rust]);
    method.sig.inputs.extend([argument("request", request), argument("context", context)]);
    method.sig.output = ReturnType::Type(Default::default(), Box::new(future(result)));
    method
}

/// The method of one operation in its trait and the file.
pub fn of_operation(api: &Api, group: &Group, operation: &Operation) -> File {
    let item = Printed::item(group_trait(api, group, std::iter::once(operation)));
    rust::piece(api, &rust::group_path(FOLDER, group), &[item])
}

fn routes(group: &Group) -> Printed {
    let routes = group.operations().map(|operation| {
        let context = match operation.auth {
            Auth::Required(_) => "context",
            Auth::Optional(_) => "optional_context",
            Auth::None | Auth::NotShown => "anonymous_context",
        };
        format!("        crate::{}: {}({context}),\n", operation.rust, ident(&operation.method))
    });
    let (function, name) = (ident(&group.rust), &group.trait_name);
    let routes: String = routes.collect();
    Printed::text(&format!("rt::routes! {{\n    {function} for {name} {{\n{routes}    }}\n}}"))
}
