//! Syntax trees of what every operation has. `quote!` writes tokens, which have
//! to be parsed before they can be printed: done for all of these, a dev build of
//! `codegen` takes a quarter to a half longer. So what repeats is parsed once
//! (`like!`), and a copy gets the names, types and values that differ.

use proc_macro2::{Ident, Span};
use syn::{
    Attribute, Expr, Field, FnArg, GenericArgument, ImplItem, Item, Lit, LitInt, LitStr, Member, Pat, Stmt,
    Type,
};

use generator_spec::keywords::KEYWORDS;

/// A copy of a node, which each thread parses once: `like!(syn::ExprArray, [])`.
macro_rules! like {
    ($node:ty, $($tokens:tt)*) => {{
        thread_local! { static NODE: $node = syn::parse_quote! { $($tokens)* }; }
        NODE.with(Clone::clone)
    }};
}

pub(crate) use like;

/// An identifier, raw where the name is a keyword.
pub fn ident(name: &str) -> Ident {
    if KEYWORDS.binary_search(&name).is_ok() {
        Ident::new_raw(name, Span::call_site())
    } else {
        Ident::new(name, Span::call_site())
    }
}

/// `"text"`
pub fn text(text: &str) -> Expr {
    literal(Lit::Str(LitStr::new(text, Span::call_site())))
}

/// `18`
pub fn number(number: impl Into<u64>) -> Expr {
    literal(Lit::Int(LitInt::new(&number.into().to_string(), Span::call_site())))
}

fn literal(lit: Lit) -> Expr {
    Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit })
}

/// `rt::Auth::None`, of its parts.
pub fn path(parts: &[&str]) -> Expr {
    Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: joined(parts) })
}

/// A name that can be a keyword's, as that of an argument.
pub fn variable(name: &str) -> Expr {
    Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: ident(name).into() })
}

fn joined(parts: &[&str]) -> syn::Path {
    let segments =
        parts.iter().map(|part| syn::PathSegment::from(Ident::new(part, Span::call_site()))).collect();
    syn::Path { leading_colon: None, segments }
}

/// `self.field`
pub fn of_self(field: &str) -> Expr {
    Expr::Field(syn::ExprField { member: Member::Named(ident(field)), ..like!(syn::ExprField, self.x) })
}

/// `&value`
pub fn reference(value: Expr) -> Expr {
    Expr::Reference(syn::ExprReference { expr: Box::new(value), ..like!(syn::ExprReference, &x) })
}

/// `&[one, two]`
pub fn list(items: impl IntoIterator<Item = Expr>) -> Expr {
    let elems = items.into_iter().collect();
    reference(Expr::Array(syn::ExprArray { elems, ..like!(syn::ExprArray, []) }))
}

/// `Some(value)`, or `None`.
pub fn option(value: Option<Expr>) -> Expr {
    value.map_or_else(|| path(&["None"]), |value| call(&["Some"], [value]))
}

/// `rt::Version::new(18, 3, 4)`
pub fn call(function: &[&str], arguments: impl IntoIterator<Item = Expr>) -> Expr {
    let (func, args) = (Box::new(path(function)), arguments.into_iter().collect());
    Expr::Call(syn::ExprCall { func, args, ..like!(syn::ExprCall, f()) })
}

/// `receiver.method(argument)`
pub fn method(receiver: Expr, method: &str, arguments: impl IntoIterator<Item = Expr>) -> Expr {
    let (receiver, args) = (Box::new(receiver), arguments.into_iter().collect());
    let like = like!(syn::ExprMethodCall, x.f());
    Expr::MethodCall(syn::ExprMethodCall { receiver, method: ident(method), args, ..like })
}

/// `rt::Deprecation { replacement: None }`
pub fn record<'a>(name: &[&str], fields: impl IntoIterator<Item = (&'a str, Expr)>) -> Expr {
    let field = |(name, expr)| {
        let member = ident(name);
        // A field initialized by a variable of its name uses the shorthand.
        let is_short = matches!(&expr, Expr::Path(it) if it.path.is_ident(&member));
        let colon_token = (!is_short).then(Default::default);
        syn::FieldValue { attrs: Vec::new(), member: Member::Named(member), colon_token, expr }
    };
    let fields = fields.into_iter().map(field).collect();
    Expr::Struct(syn::ExprStruct { path: joined(name), fields, ..like!(syn::ExprStruct, X {}) })
}

/// `value;`
pub fn statement(value: Expr) -> Stmt {
    Stmt::Expr(value, Some(Default::default()))
}

/// `place = value;`
pub fn assignment(place: Expr, value: Expr) -> Stmt {
    let (left, right) = (Box::new(place), Box::new(value));
    statement(Expr::Assign(syn::ExprAssign { left, right, ..like!(syn::ExprAssign, x = y) }))
}

/// `#[doc = "text"]`
pub fn doc(value: &str) -> Attribute {
    let value = syn::MetaNameValue { value: text(value), ..like!(syn::MetaNameValue, doc = "") };
    Attribute { meta: syn::Meta::NameValue(value), ..like!(Attribute, #[doc]) }
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

fn with_arguments(parts: &[&str], arguments: impl IntoIterator<Item = GenericArgument>) -> syn::Path {
    let args = arguments.into_iter().collect();
    let like = like!(syn::AngleBracketedGenericArguments, <>);
    let arguments = syn::AngleBracketedGenericArguments { args, ..like };
    let mut path = joined(parts);
    path.segments.last_mut().expect("a path has a name").arguments =
        syn::PathArguments::AngleBracketed(arguments);
    path
}

/// `impl Into<T>`
pub fn into(ty: Type) -> Type {
    implementor([with_arguments(&["Into"], [GenericArgument::Type(ty)])])
}

/// `impl Future<Output = T> + Send`
pub fn future(output: Type) -> Type {
    let mut argument = like!(GenericArgument, Output = ());
    if let GenericArgument::AssocType(argument) = &mut argument {
        argument.ty = output;
    }
    implementor([with_arguments(&["Future"], [argument]), joined(&["Send"])])
}

/// `impl One + Two`
fn implementor(traits: impl IntoIterator<Item = syn::Path>) -> Type {
    let bound = |path| syn::TypeParamBound::Trait(syn::TraitBound { path, ..like!(syn::TraitBound, Into) });
    let bounds = traits.into_iter().map(bound).collect();
    Type::ImplTrait(syn::TypeImplTrait { bounds, ..like!(syn::TypeImplTrait, impl Into) })
}

/// `name: T`
pub fn argument(name: &str, ty: Type) -> FnArg {
    let mut argument = like!(FnArg, x: ());
    if let FnArg::Typed(argument) = &mut argument
        && let Pat::Ident(pattern) = &mut *argument.pat
    {
        pattern.ident = ident(name);
        *argument.ty = ty;
    }
    argument
}

/// `pub field: T`
pub fn field(attrs: impl IntoIterator<Item = Attribute>, name: &str, ty: Type) -> Field {
    let (attrs, ident) = (attrs.into_iter().collect(), Some(ident(name)));
    Field { attrs, ident, ty, ..like!(Field, pub x: ()) }
}

/// `type Api = T;`
pub fn associated(name: &str, ty: Type) -> ImplItem {
    ImplItem::Type(syn::ImplItemType { ident: ident(name), ty, ..like!(syn::ImplItemType, type X = ();) })
}

/// `impl rt::Encode for AddLamp { … }`, or of no trait.
pub fn implementation(
    attrs: Vec<Attribute>,
    trait_: Option<&[&str]>,
    name: &str,
    items: impl IntoIterator<Item = ImplItem>,
) -> Item {
    let trait_ = trait_.map(|path| (joined(path), Default::default()));
    let (self_ty, items) = (Box::new(ty(&[name])), items.into_iter().collect());
    Item::Impl(syn::ItemImpl { attrs, trait_, self_ty, items, ..like!(syn::ItemImpl, impl X {}) })
}
