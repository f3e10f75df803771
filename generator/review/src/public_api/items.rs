//! Items as lines.

use syn::punctuated::Punctuated;
use syn::{
    Attribute, Fields, FnArg, GenericParam, Generics, ImplItem, Item, ItemEnum, ItemImpl, ItemStruct,
    ItemTrait, Path, ReturnType, Signature, Token, TraitItem, Variant,
};

use super::modules::{self, Crate, Entry, Kind};
use super::paths::{Exports, conditions, joined};
use super::print::Printer;

/// The lines of all public items, and of the impls of public types.
pub fn lines(krate: &Crate, exports: &Exports) -> Vec<String> {
    let of_module = |(path, module): (&Vec<String>, &modules::Module)| {
        let printer = Printer { krate, exports, module: path };
        module.items.iter().flat_map(|entry| printer.entry(entry)).collect::<Vec<_>>()
    };
    krate.modules.iter().flat_map(of_module).collect()
}

impl Printer<'_> {
    fn entry(&self, entry: &Entry) -> Vec<String> {
        let end = conditions(&entry.cfgs);
        let lines = match (&entry.kind, &entry.name) {
            (Kind::Written(item) | Kind::Made(item), None) => match &**item {
                Item::Impl(item) => self.implementation(item),
                _ => Vec::new(),
            },
            (Kind::Text(parts), Some(name)) if name.ends_with('!') => {
                let path = joined(self.module, name).join("::");
                parts.iter().map(|part| format!("{path} {}", self.text(part))).collect()
            }
            (kind, Some(name)) => {
                let path = self.exports.path(&joined(self.module, name));
                path.map(|path| self.public(kind, path)).unwrap_or_default()
            }
            (Kind::Text(_), None) => Vec::new(),
        };
        lines.into_iter().map(|line| format!("{}{end}", line.trim_end())).collect()
    }

    fn public(&self, kind: &Kind, path: &str) -> Vec<String> {
        match kind {
            Kind::Written(item) => self.item(item, path, Written::Whole),
            Kind::Made(item) => self.item(item, path, Written::Partly),
            Kind::Text(parts) => {
                let parts = parts.iter().map(|part| format!("part {path}: {}", self.text(part)));
                std::iter::once(format!("made {path}")).chain(parts).collect()
            }
        }
    }

    fn item(&self, item: &Item, path: &str, written: Written) -> Vec<String> {
        match item {
            Item::Const(it) => vec![format!("const {path}: {}", self.text(&it.ty))],
            Item::Static(it) => vec![format!("static {path}: {}", self.text(&it.ty))],
            Item::Type(it) => {
                let Heads { parameters, bounds } = self.generics(&it.generics);
                vec![format!("type {path}{parameters} = {}{bounds}", self.text(&it.ty))]
            }
            Item::Fn(it) => vec![self.function(&it.sig, path)],
            Item::Macro(_) => vec![format!("macro {path}!")],
            Item::Struct(it) => self.structure(it, path, written.or_non_exhaustive(&it.attrs)),
            Item::Enum(it) => self.enumeration(it, path, written.or_non_exhaustive(&it.attrs)),
            Item::Trait(it) => self.definition(it, path),
            other => vec![format!("item {path} {}", self.text(other))],
        }
    }

    fn structure(&self, it: &ItemStruct, path: &str, written: Written) -> Vec<String> {
        let Heads { parameters, bounds } = self.generics(&it.generics);
        let head = format!("struct {path}{parameters}{bounds}");
        let is_public = |field: &syn::Field| modules::is_public(&field.vis);
        let mut lines = self.derives(&it.attrs, path);
        if written == Written::Whole && it.fields.iter().all(is_public) {
            lines.push(format!("{head} {}", self.fields(&it.fields)));
            return lines;
        }
        lines.push(format!("{head} {{ .. }}"));
        for (at, field) in it.fields.iter().enumerate().filter(|(_, field)| is_public(field)) {
            let name = field.ident.as_ref().map_or_else(|| at.to_string(), ToString::to_string);
            let end = conditions(&modules::cfgs(&field.attrs, &[]));
            lines.push(format!("field {path}::{name}: {}{end}", self.text(&field.ty)));
        }
        lines
    }

    fn enumeration(&self, it: &ItemEnum, path: &str, written: Written) -> Vec<String> {
        let Heads { parameters, bounds } = self.generics(&it.generics);
        let head = format!("enum {path}{parameters}{bounds}");
        let variant = |variant: &Variant| {
            let end = conditions(&modules::cfgs(&variant.attrs, &[]));
            format!("{}{}{end}", variant.ident, self.fields(&variant.fields))
        };
        let variants = it.variants.iter().map(variant);
        let mut lines = self.derives(&it.attrs, path);
        if written == Written::Partly {
            lines.push(format!("{head} {{ .. }}"));
            lines.extend(variants.map(|variant| format!("variant {path}::{variant}")));
        } else {
            lines.push(format!("{head} {{ {} }}", variants.collect::<Vec<_>>().join(", ")));
        }
        lines
    }

    fn fields(&self, fields: &Fields) -> String {
        let types = fields.iter().map(|field| match &field.ident {
            Some(name) => format!("{name}: {}", self.text(&field.ty)),
            None => self.text(&field.ty),
        });
        let types = types.collect::<Vec<_>>().join(", ");
        match fields {
            Fields::Named(_) => format!("{{ {types} }}"),
            Fields::Unnamed(_) => format!("({types})"),
            Fields::Unit => String::new(),
        }
    }

    /// What must be implemented is one line: another such item breaks those who implement the trait.
    fn definition(&self, it: &ItemTrait, path: &str) -> Vec<String> {
        let Heads { parameters, bounds } = self.generics(&it.generics);
        let above = if it.supertraits.is_empty() {
            String::new()
        } else {
            format!(": {}", self.text(&it.supertraits))
        };
        let (mut required, mut provided) = (Vec::new(), Vec::new());
        for item in &it.items {
            match item {
                TraitItem::Fn(item) if item.default.is_some() => {
                    provided.push(self.function(&item.sig, &format!("{path}::{}", item.sig.ident)));
                }
                TraitItem::Fn(item) => required.push(self.function(&item.sig, &item.sig.ident.to_string())),
                TraitItem::Const(item) if item.default.is_some() => {
                    provided.push(format!("const {path}::{}: {}", item.ident, self.text(&item.ty)));
                }
                other => required.push(self.text(other)),
            }
        }
        let line = format!("trait {path}{parameters}{above}{bounds} {{ {} }}", required.join("; "));
        std::iter::once(line).chain(provided).collect()
    }

    fn implementation(&self, it: &ItemImpl) -> Vec<String> {
        if self.names_private(&it.self_ty)
            || it.trait_.as_ref().is_some_and(|(path, _)| self.names_private(path))
        {
            return Vec::new();
        }
        let (owner, Heads { parameters, bounds }) = (self.text(&it.self_ty), self.generics(&it.generics));
        match &it.trait_ {
            Some((name, _)) => {
                let head = format!("impl{parameters} {} for {owner}{bounds}", self.text(name));
                let types = it.items.iter().filter_map(|item| match item {
                    ImplItem::Type(item) => {
                        Some(format!("{head}: type {} = {}", item.ident, self.text(&item.ty)))
                    }
                    _ => None,
                });
                std::iter::once(head.clone()).chain(types).collect()
            }
            None => {
                let head = if parameters.is_empty() && bounds.is_empty() {
                    String::new()
                } else {
                    format!("impl{parameters}{bounds} ")
                };
                it.items.iter().filter_map(|item| self.member(item, &owner, &head)).collect()
            }
        }
    }

    /// A public function or constant of a type.
    fn member(&self, item: &ImplItem, owner: &str, head: &str) -> Option<String> {
        let (line, attributes) = match item {
            ImplItem::Fn(it) if modules::is_public(&it.vis) => {
                (self.function(&it.sig, &format!("{owner}::{}", it.sig.ident)), &it.attrs)
            }
            ImplItem::Const(it) if modules::is_public(&it.vis) => {
                (format!("const {owner}::{}: {}", it.ident, self.text(&it.ty)), &it.attrs)
            }
            _ => return None,
        };
        Some(format!("{head}{line}{}", conditions(&modules::cfgs(attributes, &[]))))
    }

    /// A signature, without the names of arguments.
    fn function(&self, it: &Signature, path: &str) -> String {
        let Heads { parameters, bounds } = self.generics(&it.generics);
        let arguments = it.inputs.iter().map(|argument| match argument {
            FnArg::Receiver(receiver) => self.text(receiver).trim_start_matches("mut ").to_owned(),
            FnArg::Typed(typed) => self.text(&typed.ty),
        });
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let constant = if it.constness.is_some() { "const " } else { "" };
        let asynchronous = if it.asyncness.is_some() { "async " } else { "" };
        let result = match &it.output {
            ReturnType::Default => String::new(),
            ReturnType::Type(_, ty) => format!(" -> {}", self.text(ty)),
        };
        format!("{constant}{asynchronous}fn {path}{parameters}({arguments}){result}{bounds}")
    }

    fn derives(&self, attributes: &[Attribute], path: &str) -> Vec<String> {
        let lists = attributes.iter().filter(|it| it.path().is_ident("derive"));
        let lists =
            lists.filter_map(|it| it.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated).ok());
        lists.flatten().map(|name| format!("impl {} for {path}", self.text(name))).collect()
    }

    fn generics(&self, it: &Generics) -> Heads {
        let parameters = it.params.iter().map(|parameter| match parameter {
            GenericParam::Type(it) => {
                let default =
                    it.default.as_ref().map(|(_, ty)| format!(" = {}", self.text(ty))).unwrap_or_default();
                let bounds =
                    if it.bounds.is_empty() { String::new() } else { format!(": {}", self.text(&it.bounds)) };
                format!("{}{bounds}{default}", it.ident)
            }
            other => self.text(other),
        });
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        Heads {
            parameters: if parameters.is_empty() { parameters } else { format!("<{parameters}>") },
            bounds: it.where_clause.as_ref().map(|it| format!(" {}", self.text(it))).unwrap_or_default(),
        }
    }
}

/// What an item is generic over.
struct Heads {
    parameters: String,
    bounds: String,
}

/// How much of an item its source shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    Whole,
    /// A macro can add to it, or the crate can later.
    Partly,
}

impl Written {
    fn or_non_exhaustive(self, attributes: &[Attribute]) -> Self {
        match attributes.iter().any(|it| it.path().is_ident("non_exhaustive")) {
            true => Self::Partly,
            false => self,
        }
    }
}
