//! Syntax trees of what every operation has. `quote!` writes tokens, which have
//! to be parsed before they can be printed; of a thousand small functions that
//! costs more than anything else in a run.

use proc_macro2::{Ident, Span};
use syn::{
    Attribute, Block, Expr, FnArg, ImplItem, Item, Lit, LitBool, LitInt, LitStr, Member, Pat, Stmt, Type,
};

use super::rust::ident;

/// `"text"`
pub fn text(text: &str) -> Expr {
    literal(Lit::Str(LitStr::new(text, Span::call_site())))
}

/// `18`
pub fn number(number: impl Into<u64>) -> Expr {
    literal(Lit::Int(LitInt::new(&number.into().to_string(), Span::call_site())))
}

/// `true`
pub fn boolean(value: bool) -> Expr {
    literal(Lit::Bool(LitBool::new(value, Span::call_site())))
}

fn literal(lit: Lit) -> Expr {
    Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit })
}

/// `rt::Auth::None`, of its parts.
pub fn path(parts: &[&str]) -> Expr {
    Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: joined(parts) })
}

fn joined(parts: &[&str]) -> syn::Path {
    let segments =
        parts.iter().map(|part| syn::PathSegment::from(Ident::new(part, Span::call_site()))).collect();
    syn::Path { leading_colon: None, segments }
}

/// `self.field`
pub fn of_self(field: &str) -> Expr {
    Expr::Field(syn::ExprField {
        attrs: Vec::new(),
        base: Box::new(path(&["self"])),
        dot_token: Default::default(),
        member: Member::Named(ident(field)),
    })
}

/// `&value`
pub fn reference(value: Expr) -> Expr {
    Expr::Reference(syn::ExprReference {
        attrs: Vec::new(),
        and_token: Default::default(),
        mutability: None,
        expr: Box::new(value),
    })
}

/// `&[one, two]`
pub fn list(items: impl IntoIterator<Item = Expr>) -> Expr {
    reference(Expr::Array(syn::ExprArray {
        attrs: Vec::new(),
        bracket_token: Default::default(),
        elems: items.into_iter().collect(),
    }))
}

/// `Some(value)`, or `None`.
pub fn option(value: Option<Expr>) -> Expr {
    value.map_or_else(|| path(&["None"]), |value| call(&["Some"], [value]))
}

/// `rt::Version::new(18, 3, 4)`
pub fn call(function: &[&str], arguments: impl IntoIterator<Item = Expr>) -> Expr {
    Expr::Call(syn::ExprCall {
        attrs: Vec::new(),
        func: Box::new(path(function)),
        paren_token: Default::default(),
        args: arguments.into_iter().collect(),
    })
}

/// `receiver.method(argument)`
pub fn method(receiver: Expr, method: &str, arguments: impl IntoIterator<Item = Expr>) -> Expr {
    Expr::MethodCall(syn::ExprMethodCall {
        attrs: Vec::new(),
        receiver: Box::new(receiver),
        dot_token: Default::default(),
        method: ident(method),
        turbofish: None,
        paren_token: Default::default(),
        args: arguments.into_iter().collect(),
    })
}

/// `rt::Deprecation { replacement: None }`
pub fn record<'a>(name: &[&str], fields: impl IntoIterator<Item = (&'a str, Expr)>) -> Expr {
    let field = |(name, expr)| syn::FieldValue {
        attrs: Vec::new(),
        member: Member::Named(ident(name)),
        colon_token: Some(Default::default()),
        expr,
    };
    Expr::Struct(syn::ExprStruct {
        attrs: Vec::new(),
        qself: None,
        path: joined(name),
        brace_token: Default::default(),
        fields: fields.into_iter().map(field).collect(),
        dot2_token: None,
        rest: None,
    })
}

/// `value;`
pub fn statement(value: Expr) -> Stmt {
    Stmt::Expr(value, Some(Default::default()))
}

/// `#[doc = "text"]`
pub fn doc(value: &str) -> Attribute {
    Attribute {
        pound_token: Default::default(),
        style: syn::AttrStyle::Outer,
        bracket_token: Default::default(),
        meta: syn::Meta::NameValue(syn::MetaNameValue {
            path: joined(&["doc"]),
            eq_token: Default::default(),
            value: text(value),
        }),
    }
}

/// `rt::FormWriter`
pub fn ty(parts: &[&str]) -> Type {
    Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path: joined(parts) })
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

/// `self`, or `&self`.
pub fn receiver(kind: syn::ReceiverKind) -> FnArg {
    FnArg::Receiver(syn::Receiver {
        attrs: Vec::new(),
        mutability: None,
        self_token: Default::default(),
        kind,
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

/// `impl rt::Encode for AdminAddUser { … }`
pub fn implementation(
    attrs: Vec<Attribute>,
    trait_: &[&str],
    name: &str,
    items: impl IntoIterator<Item = ImplItem>,
) -> Item {
    Item::Impl(syn::ItemImpl {
        attrs,
        modifiers: Default::default(),
        unsafety: None,
        impl_token: Default::default(),
        generics: Default::default(),
        trait_: Some((joined(trait_), Default::default())),
        self_ty: Box::new(ty(&[name])),
        brace_token: Default::default(),
        items: items.into_iter().collect(),
    })
}
