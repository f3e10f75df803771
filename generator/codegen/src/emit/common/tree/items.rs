//! Items, their types and their attributes.

use syn::{Attribute, Block, FnArg, GenericArgument, ImplItem, Item, Pat, Stmt, Type};

use super::{ident, joined, text};

/// `#[doc = "text"]`
pub fn doc(value: &str) -> Attribute {
    attribute(syn::Meta::NameValue(syn::MetaNameValue {
        path: joined(&["doc"]),
        eq_token: Default::default(),
        value: text(value),
    }))
}

fn attribute(meta: syn::Meta) -> Attribute {
    Attribute {
        pound_token: Default::default(),
        style: syn::AttrStyle::Outer,
        bracket_token: Default::default(),
        meta,
    }
}

/// `rt::FormWriter`
pub fn ty(parts: &[&str]) -> Type {
    Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path: joined(parts) })
}

/// `Vec<String>`
pub fn generic(parts: &[&str], arguments: impl IntoIterator<Item = Type>) -> Type {
    let path = with_arguments(parts, arguments.into_iter().map(GenericArgument::Type));
    Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path })
}

fn with_arguments(parts: &[&str], arguments: impl Iterator<Item = GenericArgument>) -> syn::Path {
    let mut path = joined(parts);
    if let Some(last) = path.segments.last_mut() {
        last.arguments = syn::PathArguments::AngleBracketed(syn::AngleBracketedGenericArguments {
            colon2_token: None,
            lt_token: Default::default(),
            args: arguments.collect(),
            gt_token: Default::default(),
        });
    }
    path
}

/// `impl Into<T>`
pub fn into(ty: Type) -> Type {
    bounds([with_arguments(&["Into"], std::iter::once(GenericArgument::Type(ty)))])
}

/// `impl Future<Output = T> + Send`
pub fn future(ty: Type) -> Type {
    let output = GenericArgument::AssocType(syn::AssocType {
        ident: ident("Output"),
        generics: None,
        eq_token: Default::default(),
        ty,
    });
    bounds([with_arguments(&["Future"], std::iter::once(output)), joined(&["Send"])])
}

fn bounds<const N: usize>(traits: [syn::Path; N]) -> Type {
    let bound = |path| {
        syn::TypeParamBound::Trait(syn::TraitBound {
            paren_token: None,
            lifetimes: None,
            modifiers: Default::default(),
            maybe: None,
            path,
        })
    };
    Type::ImplTrait(syn::TypeImplTrait {
        attrs: Vec::new(),
        impl_token: Default::default(),
        bounds: traits.into_iter().map(bound).collect(),
    })
}

/// `()`
pub fn unit() -> Type {
    let (paren_token, elems) = Default::default();
    Type::Tuple(syn::TypeTuple { attrs: Vec::new(), paren_token, elems })
}

/// `&mut rt::FormWriter`
pub fn mutable(ty: Type) -> Type {
    Type::Reference(syn::TypeReference {
        attrs: Vec::new(),
        and_token: Default::default(),
        lifetime: None,
        mutability: Some(Default::default()),
        elem: Box::new(ty),
    })
}

/// How a method takes `self`.
#[derive(Clone, Copy, PartialEq)]
pub enum Receiver {
    /// `self`
    Owned,
    /// `mut self`
    Changed,
    /// `&self`
    Borrowed,
}

/// `self`, `mut self` or `&self`.
pub fn receiver(receiver: Receiver) -> FnArg {
    FnArg::Receiver(syn::Receiver {
        attrs: Vec::new(),
        mutability: (receiver == Receiver::Changed).then(Default::default),
        self_token: Default::default(),
        kind: match receiver {
            Receiver::Owned | Receiver::Changed => syn::ReceiverKind::Value,
            Receiver::Borrowed => syn::ReceiverKind::Reference(Default::default(), None, None),
        },
    })
}

/// `form: T`, or `_: T` where it is not used.
pub fn argument(name: Option<&str>, ty: Type) -> FnArg {
    let pat = match name {
        Some(name) => Pat::Ident(syn::PatIdent {
            attrs: Vec::new(),
            by_ref: None,
            mutability: None,
            ident: ident(name),
            subpat: None,
        }),
        None => Pat::Wild(syn::PatWild { attrs: Vec::new(), underscore_token: Default::default() }),
    };
    FnArg::Typed(syn::PatType {
        attrs: Vec::new(),
        pat: Box::new(pat),
        colon_token: Default::default(),
        ty: Box::new(ty),
    })
}

/// `pub field: T`
pub fn field(attrs: impl IntoIterator<Item = Attribute>, name: &str, ty: Type) -> syn::Field {
    syn::Field {
        attrs: attrs.into_iter().collect(),
        vis: syn::Visibility::Public(Default::default()),
        modifiers: Default::default(),
        ident: Some(ident(name)),
        colon_token: Some(Default::default()),
        ty,
        default: None,
    }
}

/// `fn encode(self, form: T) -> T`
pub fn signature(
    name: &str,
    inputs: impl IntoIterator<Item = FnArg>,
    output: Option<Type>,
) -> syn::Signature {
    syn::Signature {
        constness: None,
        asyncness: None,
        safety: Default::default(),
        abi: None,
        fn_token: Default::default(),
        ident: ident(name),
        generics: Default::default(),
        paren_token: Default::default(),
        inputs: inputs.into_iter().collect(),
        variadic: None,
        output: match output {
            Some(ty) => syn::ReturnType::Type(Default::default(), Box::new(ty)),
            None => syn::ReturnType::Default,
        },
    }
}

/// A function of an `impl`.
pub fn function(sig: syn::Signature, stmts: Vec<Stmt>) -> ImplItem {
    ImplItem::Fn(syn::ImplItemFn {
        attrs: Vec::new(),
        vis: syn::Visibility::Inherited,
        modifiers: Default::default(),
        sig,
        block: Block { brace_token: Default::default(), stmts },
    })
}

/// A public function whose result must be used.
pub fn maker(doc: Option<Attribute>, sig: syn::Signature, stmts: Vec<Stmt>) -> ImplItem {
    let must_use = attribute(syn::Meta::Path(joined(&["must_use"])));
    ImplItem::Fn(syn::ImplItemFn {
        attrs: doc.into_iter().chain([must_use]).collect(),
        vis: syn::Visibility::Public(Default::default()),
        modifiers: Default::default(),
        sig,
        block: Block { brace_token: Default::default(), stmts },
    })
}

/// `type Api = T;`
pub fn associated(name: &str, ty: Type) -> ImplItem {
    ImplItem::Type(syn::ImplItemType {
        attrs: Vec::new(),
        vis: syn::Visibility::Inherited,
        modifiers: Default::default(),
        type_token: Default::default(),
        ident: ident(name),
        generics: Default::default(),
        eq_token: Default::default(),
        ty,
        semi_token: Default::default(),
    })
}

/// `impl rt::Encode for AdminAddUser { … }`, or of no trait.
pub fn implementation(
    attrs: Vec<Attribute>,
    trait_: Option<&[&str]>,
    name: &str,
    items: impl IntoIterator<Item = ImplItem>,
) -> Item {
    Item::Impl(syn::ItemImpl {
        attrs,
        modifiers: Default::default(),
        unsafety: None,
        impl_token: Default::default(),
        generics: Default::default(),
        trait_: trait_.map(|path| (joined(path), Default::default())),
        self_ty: Box::new(ty(&[name])),
        brace_token: Default::default(),
        items: items.into_iter().collect(),
    })
}
