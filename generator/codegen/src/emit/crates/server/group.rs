//! The trait of a group, and its routes as data.

use quote::quote;
use syn::{Block, Item, ItemTrait, TraitItem, TraitItemFn, Type, parse_quote};

use crate::emit::File;
use crate::emit::common::doc::{Doc, Rustdoc};
use crate::emit::common::rust::{self, Printed, ident};
use crate::emit::common::spelling;
use crate::emit::common::tree::{self, Receiver, argument, receiver, signature, ty};
use crate::model::{Api, Auth, Group, Operation};

/// The file of a group.
pub fn file(api: &Api, group: &Group) -> File {
    let items = vec![definition(api, group), routes(group)];
    let docs = Doc::default().text(&format!("{}.", group.title.trim_end_matches('.')));
    // A server still answers what clients should no longer send.
    let head = vec![Printed::module_docs(&docs), rust::allow_deprecated(group.operations())];
    rust::file(api, &path(group), &format!("operations/{}", group.file), head, items)
}

fn definition(api: &Api, group: &Group) -> Printed {
    let title = group.title.trim_end_matches('.');
    let docs = Doc::default()
        .text(&format!("{title}."))
        .markdown("Operations that are not implemented answer 501, behind their gates.");
    Printed::documented(&docs, group_trait(api, group, group.operations()))
}

fn group_trait<'a>(api: &Api, group: &Group, operations: impl Iterator<Item = &'a Operation>) -> Item {
    let name = ident(&group.trait_name);
    let mut definition: ItemTrait = parse_quote! { pub trait #name: super::Gatekeeper {} };
    let default: Block = parse_quote! {{
        let _ = (request, context);
        rt::server::not_implemented()
    }};
    definition.items = operations.map(|it| TraitItem::Fn(method(api, it, default.clone()))).collect();
    Item::Trait(definition)
}

fn method(api: &Api, operation: &Operation, default: Block) -> TraitItemFn {
    let docs = Doc::default()
        .markdown(Rustdoc::of_operation(api, operation).said(&operation.summary))
        .markdown(format!("See [`{0}`](crate::{0}).", operation.rust));
    let result = [spelling::given(api, &operation.returns), ty(&["rt", "server", "Refusal"])];
    let output = tree::future(tree::generic(&["Result"], result));
    let inputs = [
        receiver(Receiver::Borrowed),
        argument(Some("request"), ty(&["crate", &operation.rust])),
        argument(Some("context"), tree::generic(&["rt", "server", "Context"], [caller_of(api, operation)])),
    ];
    TraitItemFn {
        attrs: docs.outer().into_iter().collect(),
        modifiers: Default::default(),
        sig: signature(&operation.method, inputs, Some(output)),
        default: Some(default),
        semi_token: None,
    }
}

/// The method of one operation in its trait, and the file.
pub fn of_operation(api: &Api, group: &Group, operation: &Operation) -> File {
    let item = Printed::item(group_trait(api, group, std::iter::once(operation)));
    rust::piece(api, &path(group), &[item])
}

fn path(group: &Group) -> String {
    format!("server/{}.rs", group.rust)
}

/// The type of the caller of an operation.
pub fn caller_of(api: &Api, operation: &Operation) -> Type {
    let caller = api.block_of(&operation.auth).map(|block| api.owner(block));
    let caller = caller.map(|owner| ty(&["Self", &owner.caller]));
    match (&operation.auth, caller) {
        (Auth::Required(_), Some(caller)) => caller,
        (Auth::Optional(_), Some(caller)) => spelling::option(caller),
        (Auth::Required(_) | Auth::Optional(_) | Auth::None | Auth::NotShown, _) => tree::unit(),
    }
}

fn routes(group: &Group) -> Printed {
    let (function, name) = (ident(&group.rust), ident(&group.trait_name));
    let routes = group.operations().map(|operation| {
        let (request, method) = (ident(&operation.rust), ident(&operation.method));
        let context = match operation.auth {
            Auth::Required(_) => quote! { context },
            Auth::Optional(_) => quote! { optional_context },
            Auth::None | Auth::NotShown => quote! { anonymous_context },
        };
        quote! { crate::#request: #method(#context), }
    });
    Printed::item(parse_quote! {
        rt::routes! {
            #function for #name { #(#routes)* }
        }
    })
}
