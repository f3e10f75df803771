//! `server/`: the gatekeeper, and a trait and a table of routes per group; and
//! `mock.rs`, a server for tests.

mod gatekeeper;
mod group;
mod mock;

pub use self::group::of_operation;

use quote::quote;

use crate::emit::common::doc::{Doc, escape};
use crate::emit::common::rust::{self, Printed, ident};
use crate::emit::common::rust_example::handler::{SERVICE, gatekeeper};
use crate::emit::common::spelling;
use crate::emit::{File, Part};
use generator_spec::model::Api;
use generator_spec::text::counted;

/// A module per group and the one that holds them with the gatekeeper.
pub fn parts(api: &Api) -> Vec<Part<'_>> {
    Part::per_group(api, || vec![index(api), mock::file(api)], |group| vec![group::file(api, group)])
}

fn index(api: &Api) -> File {
    let modules = api.groups.iter().map(|group| ident(&group.rust));
    let head = vec![
        Printed::module_docs(&index_docs(api)),
        Printed::items(quote! { #(mod #modules;)* }),
        exports(api),
    ];
    let mut items = vec![gatekeeper::definition(api), builder(api)];
    items.extend(complete(api));
    items.push(handlers(api));
    items.extend(gatekeeper::policy(api));
    rust::file(api, "server/mod.rs", "api.yaml", head, items)
}

fn index_docs(api: &Api) -> Doc {
    let groups = api.groups.iter().map(|group| {
        let count = counted(group.operations().count(), "operation");
        format!("[`{}`] ({count}): {}", group.trait_name, escape(&group.in_a_sentence()))
    });
    Doc::default()
        .markdown("To serve this API: implement [`Gatekeeper`]; implement the traits of the groups you need; pass both to [`builder`]; serve the router it returns. Handlers take and return the same types as clients; start a response from its type's `default()`, which has a method for each field.")
        .markdown("A handler runs only after every gate has admitted the caller. Its [`Context`] can't be created any other way. Operations that you don't implement return 501 to callers that the gates admit.")
        .markdown_list(groups)
        .paragraphs(example(api).map(example_docs))
        .markdown("Needs the feature `server`.")
}

/// The smallest server that compiles: it refuses every caller.
pub struct Example {
    pub imports: String,
    /// The gatekeeper and the implementor.
    pub body: String,
    /// The router, as a `Result`.
    pub builder: String,
}

/// The first group that has an operation to implement.
pub fn example(api: &Api) -> Option<Example> {
    let group = api.groups.iter().find(|group| group.operations().any(|it| it.deprecated.is_none()))?;
    let (library, function, name) = (&api.rust.library, &group.rust, &group.trait_name);
    let mut imports = ["Gatekeeper", name];
    imports.sort_unstable();
    Some(Example {
        imports: format!("use {library}::server::{{self, {}}};", imports.join(", ")),
        body: format!("{}\n\nimpl {name} for {SERVICE} {{}}", gatekeeper(api)),
        builder: format!("server::builder({SERVICE}).group(server::{function}()).into_router()"),
    })
}

fn example_docs(Example { imports, body, builder }: Example) -> String {
    format!(
        "```\n{imports}\n\n{body}\n\nlet router = {builder}?;\n# Ok::<(), server::BuildError>(())\n```\n\n\
         Serve the router with [`Serve`], or nest it in your own."
    )
}

fn exports(api: &Api) -> Printed {
    let groups = api.groups.iter().map(|group| {
        let (module, name) = (ident(&group.rust), ident(&group.trait_name));
        quote! { pub use self::#module::{#name, #module}; }
    });
    Printed::items(quote! {
        pub use api_runtime::server::{
            BuildError, Builder, Call, Context, File, Given, Group, HttpStatus, Peer, Refusal, RequestId, Serve, axum,
        };
        /// A test of a server, with the feature `mock`.
        #[cfg(feature = "mock")]
        #[doc(inline)]
        pub use api_runtime::conformance;
        #(#groups)*
    })
}

fn builder(api: &Api) -> Printed {
    let marker = ident(&api.rust.marker);
    Printed::items(quote! {
        /// Creates a server with this gatekeeper and no handlers yet: add
        /// groups with [`Builder::group`].
        pub fn builder<S: Gatekeeper>(server: S) -> Builder<S> {
            Builder::new(<crate::#marker as rt::Api>::DESCRIPTOR, server, |server| Box::new(Policy(server)))
        }
    })
}

fn complete(api: &Api) -> [Printed; 3] {
    let traits: Vec<_> = api.groups.iter().map(|group| ident(&group.trait_name)).collect();
    let functions = api.groups.iter().map(|group| ident(&group.rust));
    let bounds = if traits.is_empty() {
        quote! { Gatekeeper }
    } else {
        quote! { #(#traits)+* }
    };
    let definition = quote! {
        /// All groups at once.
        pub trait Complete: #bounds {}
    };
    let blanket = quote! {
        impl<S: #bounds> Complete for S {}
    };
    let function = quote! {
        /// Creates a server with the handlers of all groups.
        pub fn complete<S: Complete>(server: S) -> Builder<S> {
            builder(server)#(.group(self::#functions()))*
        }
    };
    [definition, blanket, function].map(Printed::items)
}

fn handlers(api: &Api) -> Printed {
    let groups = api.groups.iter().map(|group| {
        let methods = group.operations().map(|operation| {
            let (method, request) = (ident(&operation.method), &operation.rust);
            let caller = spelling::caller(api, operation);
            format!("                {method}({request}): {caller},\n")
        });
        format!("            {} {{\n{}            }}\n", group.trait_name, methods.collect::<String>())
    });
    Printed::text(&format!(
        "/// Calls a macro with all handlers, by group, in the order of the
/// documents: for a proxy or a fake server whose handlers are alike.
///
/// ```text
/// Group {{ method(Request): Caller, … }} …
/// ```
#[macro_export]
macro_rules! for_each_handler {{
    ($callback:ident) => {{
        $callback! {{
{}        }}
    }};
}}",
        groups.collect::<String>()
    ))
}
